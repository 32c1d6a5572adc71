"""Entries, torn tails, damage told as what it is, ids, the clock, and logs that were recovered."""

from hashlib import sha256
from pathlib import Path

import pytest
from msgspec.structs import replace
from test_log import FORMAT, STAMP, chained, lines_of, note, notes, places, seal_text, texts_of

from ledger.audit import audit
from ledger.events import EntryWithdrawn, GameStarted, LineLost, LogRecovered, NoteAdded
from ledger.files import create
from ledger.games import GAMES
from ledger.log import Doubled, LogError, decode, encode, load, read, scan
from ledger.recover import recovered
from ledger.transcript import Unreadable
from ledger.transcript import read as imported
from ledger.transcript import write as exported
from ledger.writer import Log

START = b'{"type":"game_started","n":0,"game":"lutece","players":["Ana","Bo"]}'
BAD = Path(__file__).parent.parent / "sample_logs" / "bad"


def said(n: int, more: int = 0, text: str = "") -> bytes:
    return b'{"type":"note_added","n":%d%s,"text":"%s"}' % (n, b',"more":%d' % more if more else b"", text.encode())


def entries(*sizes: int) -> bytes:
    """A log of a start and notes, in entries of so many events."""
    texts = [START]
    for size in sizes:
        for left in range(size - 1, -1, -1):
            texts.append(said(len(texts), left))
    return chained(*texts)


@pytest.fixture
def path(tmp_path):
    create(tmp_path / "friday.jsonl", entries(1, 3))
    return tmp_path / "friday.jsonl"


# --- more -------------------------------------------------------------------------------------------------------------


def test_the_events_of_an_entry_count_down(path):
    with Log(path, GAMES) as log:
        written = log.enter([NoteAdded(text=text) for text in "abc"])
        assert [event.more for event in written] == [2, 1, 0]
        assert [event.more for event in log.enter([NoteAdded(text="d")], seal=True)] == [1]
        assert [event.n for event in log.entry_of(6)] == [5, 6, 7]
    line = lines_of(read(path))[5]
    assert b'","more":2,"text":"a"' in line
    report = audit(read(path), GAMES)
    assert (report.verdict, report.sealed, report.head) == ("clean", True, log.head)


@pytest.mark.parametrize(
    ("mores", "line"),
    [([2, 0], 3), ([1, 1, 0], 3), ([3, 2, 0], 4), ([0, 2, 2], 4), ([2, 1, 1, 0], 4), ([-1], 2), ([3, 1], 2)],
)
def test_any_other_sequence_cannot_be_judged(mores, line):
    texts = [
        said(n, more) if more >= 0 else b'{"type":"note_added","n":1,"more":-1,"text":""}'
        for n, more in enumerate(mores, 1)
    ]
    report = audit(chained(START, *texts), GAMES)
    assert (report.verdict, "entry" in dict(map(reversed, places(report)))) == ("unjudgeable", True)
    assert report.integrity == "torn" or places(report) == [(line, "entry")]


def test_a_default_more_is_not_written_out():
    assert audit(chained(START, b'{"type":"note_added","n":1,"more":0,"text":""}'), GAMES).verdict == "unjudgeable"


@pytest.mark.parametrize("there", [1, 2])
def test_a_log_that_ends_inside_an_entry_is_torn_and_its_head_is_that_of_the_last_whole_one(there):
    whole = lines_of(entries(1, 3))
    for rest in (b"", b'{"type":"note', b"\0" * 50, b"\n\n", whole[2 + there][:-1] if there < 2 else b"x"):
        data = b"".join(whole[: 2 + there]) + rest
        report = audit(data, GAMES)
        assert (report.integrity, report.verdict, places(report)) == ("torn", "damaged", [(3, "torn")])
        assert (report.head, report.events) == (whole[1][-67:-3].decode(), 2)


@pytest.mark.parametrize("newline", [True, False])
def test_all_that_is_there_of_an_entry_is_set_aside(path, newline):
    lines = lines_of(read(path))
    tail = b"".join(lines[2:4])
    path.write_bytes((b"".join(lines[:4]))[: None if newline else -1])
    with Log(path, GAMES) as log:
        assert [event.n for event in log.events] == [0, 1, 2]
        assert log.events[2].bytes == len(tail) - (not newline)
    assert path.with_name("friday.jsonl.torn").read_bytes() == (tail if newline else tail[:-1])


def test_transcripts_refuse_more_and_exports_and_corrections_leave_it_out(path):
    _, events = load(path, GAMES)
    assert b"more" not in exported(events)
    start = b'{"type":"game_started","game":"lutece","players":["Ana","Bo"]}\n'
    with pytest.raises(Unreadable, match="more"):
        imported(start + b'{"type":"note_added","text":"","more":1}\n', GAMES)
    with pytest.raises(Unreadable, match="more"):
        entry = b'{"type":"note_added","text":"","more":1}'
        imported(start + b'{"type":"entry_corrected","target":1,"entry":%s}\n' % entry, GAMES)


# --- torn or damaged --------------------------------------------------------------------------------------------------


TAILS = [b"x", b"\n", b"\n\n\n", b"\0" * 4096, b"x\ny\nz", b'{"type":"note_added"}\n', bytes(range(256)), b'"}\n"}\n']


@pytest.mark.parametrize("tail", TAILS, ids=range(len(TAILS)))
def test_whatever_bytes_lie_at_the_end_the_game_goes_on(path, tail):
    before = read(path)
    path.write_bytes(before + tail)
    report = audit(read(path), GAMES)
    assert (report.integrity, report.verdict, report.events) == ("torn", "damaged", 5)
    with Log(path, GAMES) as log:
        log.append(NoteAdded(text="on"))
    assert path.with_name("friday.jsonl.torn").read_bytes() == tail
    assert audit(read(path), GAMES).verdict == "clean"
    assert read(path).startswith(before)


def test_760_torn_tails_with_anything_in_them_leave_no_table_stuck(path):
    line = lines_of(chained(START, said(1, text="x" * 150)))[1]
    for cut in range(1, len(line), 4):
        for spoil in (b"\n", b"\0\n", line[:40] + b"\n" + line[40:80], b"\n" + line):
            found = scan(read(path) + line[:cut] + spoil)
            assert (found.integrity, len(found.lines)) == ("torn", 5)


def test_something_that_fits_after_the_misfit_makes_it_damage(path):
    lines = lines_of(notes(6))
    spoilt = b"".join([*lines[:3], b"garbage\n", *lines[3:]])
    report = audit(spoilt, GAMES)
    assert (report.integrity, places(report), report.unvouched) == ("damaged", [(4, "chain")], 4)
    path.write_bytes(spoilt)
    with pytest.raises(LogError):
        Log(path, GAMES)
    assert path.read_bytes() == spoilt


# --- told as what it is -----------------------------------------------------------------------------------------------


def told(data: bytes) -> str:
    report = audit(data, GAMES)
    assert (report.verdict, report.integrity) == ("damaged", "damaged")
    return str(report.findings[0].message)


def test_a_byte_order_mark_is_told_as_that_and_everything_is_judged():
    report = audit(b"\xef\xbb\xbf" + notes(5, seal=True), GAMES)
    assert (report.verdict, report.events, report.unvouched, len(report.findings)) == ("damaged", 6, None, 1)
    assert "byte order mark" in str(report.findings[0].message)


def test_line_ends_of_another_system_are_told_as_that_and_everything_is_judged():
    report = audit(notes(5, seal=True).replace(b"\n", b"\r\n"), GAMES)
    assert (report.verdict, report.events, report.unvouched, len(report.findings)) == ("damaged", 6, None, 1)
    assert "CR LF" in str(report.findings[0].message)


def test_several_logs_in_one_file_are_told_as_that():
    other = chained(START, said(1, text="another evening"))
    for more in (other, other + other, lines_of(other)[0]):
        report = audit(notes(5) + more, GAMES)
        assert places(report) == [(6, "chain")]
        assert "another log begins here" in str(report.findings[0].message)
        assert (report.events, report.unvouched) == (5, None)


def test_a_copy_of_the_same_log_is_told_as_that():
    lines = lines_of(notes(6))
    assert "goes at least as far" in told(b"".join(lines[:3] + lines))
    assert "keep what stands before" in told(b"".join(lines + lines[:3]))


def test_missing_lines_are_told_as_that():
    lines = lines_of(notes(9))
    assert told(b"".join(lines[:3] + lines[5:])).startswith("2 lines are missing before this one: event 3 should stand")


def test_what_follows_the_damage_is_judged_on_its_own_lines():
    lines = lines_of(
        encode([note(0) if n else GameStarted(game="lutece", players=("Ana", "Bo"), ts=STAMP) for n in range(6)])
    )
    body = b'{"type":"score_adjusted","n":6,"ts":"%s","player":"Zed","points":1' % STAMP.encode()
    tail = sha256(lines[-1][-67:-3] + body).hexdigest().encode()
    del lines[2]
    report = audit(b"".join([*lines, body, b',"hash":"', tail, b'"}\n']), GAMES)
    assert places(report) == [(3, "chain"), (6, "entry")]
    assert (report.findings[1].n, report.findings[1].severity) == (6, "undecidable")
    assert (report.unvouched, report.events) == (3, 6)


# --- ids --------------------------------------------------------------------------------------------------------------


def test_a_resent_entry_is_acknowledged_only_as_a_whole(path):
    three = [NoteAdded(text=text, id=text * 8) for text in "abc"]
    with Log(path, GAMES) as log:
        first = log.enter(three)
        assert log.enter(three) == first
        log.append(NoteAdded(text="d", id="dddddddd"))
        before = read(path)
        for other in (three[:2], three[1:], [*three, NoteAdded(text="e", id="e")], three[::-1], [three[0]]):
            with pytest.raises(Doubled):
                log.enter(other)
        with pytest.raises(Doubled, match="another event"):
            log.enter([replace(three[0], text="z"), *three[1:]])
        assert read(path) == before


def test_a_command_repeated_at_once_is_one_entry_and_asked_again_later_is_another(path):
    for _ in range(3):
        with Log(path, GAMES) as log:
            log.ask([EntryWithdrawn(target=1, reason="twice")])
    assert len(load(path, GAMES)[1]) == 6
    with Log(path, GAMES) as log:
        log.append(NoteAdded(text="later"))
        log.ask([EntryWithdrawn(target=1, reason="twice")])
        log.ask([EntryWithdrawn(target=2, reason="twice")])
    assert len(load(path, GAMES)[1]) == 9


def test_one_id_on_several_events_is_one_violation_on_the_second():
    texts = [b'{"type":"note_added","n":%d,"id":"x","text":"%d"}' % (n, n) for n in range(1, 6)]
    report = audit(chained(START, *texts), GAMES)
    assert [(finding.n, finding.rule, finding.severity) for finding in report.findings] == [(2, "entry", "violation")]
    assert report.findings[0].message.values["n"] == 5


def test_every_door_gives_every_event_an_id(path):
    with Log(path, GAMES) as log:
        log.enter([NoteAdded(text="a"), NoteAdded(text="b")], seal=True)
        assert all(event.id for event in log.events[5:])
    transcript = b'{"type":"game_started","game":"lutece","players":["Ana","Bo"]}\n{"type":"game_ended","winners":[]}\n'
    _, events = decode(scan(imported(transcript, GAMES)), GAMES)
    assert len({event.id for event in events} - {""}) == 3


# --- the clock --------------------------------------------------------------------------------------------------------


def timed(*stamps: str) -> list[tuple[int, str]]:
    texts = [b'{"type":"note_added","n":%d,"ts":"%s","text":""}' % (n, ts.encode()) for n, ts in enumerate(stamps, 1)]
    report = audit(chained(START, *texts), GAMES)
    assert report.verdict == "clean"
    assert {finding.severity for finding in report.findings} <= {"warning"}
    return [(finding.n, finding.rule) for finding in report.findings]


def test_a_clock_that_is_put_back_by_more_than_two_minutes_is_a_warning():
    assert timed("2026-11-15T20:05:00.000Z", "2026-11-15T20:03:00.000Z") == []
    assert timed("2026-11-15T20:05:00.000Z", "2026-11-15T20:02:59.999Z") == [(2, "clock")]
    assert timed("2026-11-15T20:05:00.000Z", "2026-11-15T20:09:00.000Z", "2026-11-15T20:06:00.000Z") == [(3, "clock")]


@pytest.mark.parametrize(
    "ts", ["yesterday", "2026-02-30T00:00:00.000Z", "2026-13-01T00:00:00.000Z", "٢٠٢٦-11-15T20:01:02.123Z"]
)
def test_what_is_no_moment_is_one_warning(ts):
    assert timed(ts, ts, ts) == [(1, "clock")]


# --- recovering -------------------------------------------------------------------------------------------------------


def recover(data: bytes, **how) -> tuple[list, LogRecovered]:
    new, last = recovered(data, GAMES, **how)
    assert scan(new).integrity == "ok"
    assert audit(new, GAMES).verdict in ("clean", "findings")
    return decode(scan(new), GAMES)[1], last


def test_a_recovered_log_keeps_its_numbers_and_says_what_it_was_made_from(path):
    lines = lines_of(notes(9, seal=True))
    lines[4] = b"garbage\n"
    data = b"".join(lines)
    events, last = recover(data)
    assert [event.n for event in events] == list(range(11))
    lost = [(event.n, event.why) for event in events if isinstance(event, LineLost)]
    assert lost == [(4, "unreadable"), (9, "seal")]
    assert (last.digest, last.lost, last.unvouched) == (sha256(data).hexdigest(), 1, 5)
    assert isinstance(events[-1], LogRecovered)
    path.write_bytes(recovered(data, GAMES)[0])
    with Log(path, GAMES) as log:
        log.append(NoteAdded(text="on"))
    warned = [finding for finding in audit(read(path), GAMES).findings if finding.rule == "chain"]
    assert [finding.severity for finding in warned] == ["warning"]


def test_entries_that_are_whole_stay_entries_when_a_log_is_recovered():
    lines = lines_of(entries(2, 3, 3, 2))
    del lines[4]  # of the second entry
    events, last = recover(b"".join(lines))
    assert [event.more for event in events] == [0, 1, 0, 0, 0, 0, 2, 1, 0, 1, 0, 0]
    assert (last.lost, last.unvouched) == (1, 5)


def test_a_log_that_has_lost_its_first_line_needs_another():
    data = b"garbage\n" + b"".join(lines_of(notes(5))[1:])
    with pytest.raises(LogError):
        recovered(data, GAMES)
    events, last = recover(data, start=START.replace(b'"n":0,', b""))
    assert (len(events), last.unvouched, events[0].players) == (6, 1, ("Ana", "Bo"))


def test_there_is_nothing_to_recover_in_a_sound_log():
    with pytest.raises(LogError, match="nothing is wrong"):
        recovered(notes(5), GAMES)


@pytest.mark.parametrize("name", ["edited-line", "missing-line", "cut-tail"])
def test_a_spoilt_sample_can_be_recovered_and_gone_on_with(name, tmp_path):
    data = (BAD / "lutece" / f"{name}.jsonl").read_bytes()
    create(tmp_path / "new.jsonl", recovered(data, GAMES)[0])
    with Log(tmp_path / "new.jsonl", GAMES) as log:
        log.append(NoteAdded(text="on"))
    assert audit(read(tmp_path / "new.jsonl"), GAMES).integrity == "ok"


def test_a_log_that_was_changed_by_another_program_comes_back_whole():
    for spoilt in (b"\xef\xbb\xbf" + notes(5), notes(5).replace(b"\n", b"\r\n")):
        events, last = recover(spoilt)
        assert (len(events), last.lost, last.unvouched) == (6, 0, 0)


def test_several_logs_in_one_file_are_recovered_one_by_one():
    events, last = recover(notes(5) + notes(3))
    assert (len(events), last.lost, last.unvouched) == (6, 0, 0)


def test_the_page_tells_all_of_it():
    page = FORMAT.read_text("utf-8")
    for word in ("`more`", "`line_lost`", "`log_recovered`", ".waiting", "torn", "are only warned about"):
        assert word in page, word


def test_a_seal_may_stand_in_an_entry():
    body = chained(START, said(1), b'{"type":"note_added","n":2,"more":1,"text":""}')
    data = chained(*texts_of(body), seal_text(3, body))
    assert audit(data, GAMES).sealed


def test_a_line_that_stands_there_is_kept_when_only_the_first_one_is_missing():
    whole = entries(1, 1, 1)
    missing = b"".join(whole.splitlines(keepends=True)[1:])
    spoilt = b"garbage\n" + missing
    for damaged in (missing, spoilt):
        new, last = recovered(damaged, GAMES, start=START.replace(b'"n":0,', b""))
        _, events = decode(scan(new), GAMES)
        assert [type(event) for event in events] == [GameStarted, NoteAdded, NoteAdded, NoteAdded, LogRecovered]
        assert (last.lost, last.unvouched) == (0, 1)


def test_a_start_that_is_given_is_all_there_is_where_nothing_else_was_recorded():
    new, last = recovered(entries()[:50], GAMES, start=START.replace(b'"n":0,', b""))
    assert [type(event) for event in decode(scan(new), GAMES)[1]] == [GameStarted, LogRecovered]
    assert last.lost == 0


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "utf-16-le"])
def test_a_log_saved_as_utf_16_is_told_as_that(encoding):
    mark = b"\xfe\xff" if encoding == "utf-16-be" else b"\xff\xfe" if encoding == "utf-16-le" else b""
    report = audit(mark + entries(1, 2).decode().encode(encoding), GAMES)
    assert report.verdict == "unjudgeable"
    assert "UTF-16" in str(report.findings[0].message)
