"""The log: no change to its bytes goes unseen, and nothing acknowledged is ever lost."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import get_args

import pytest
from msgspec.structs import fields, replace

from ledger.audit import Report, audit
from ledger.events import GameStarted, LogSealed, NoteAdded, ScoreAdjusted, TailSetAside
from ledger.files import create as write
from ledger.games import GAMES
from ledger.log import (
    ENCODER,
    EVENT_LIMIT,
    FILE_LIMIT,
    LINE_LIMIT,
    LogError,
    Unreadable,
    decode,
    encode,
    load,
    nesting,
    read,
    scan,
)
from ledger.simulate import simulate
from ledger.writer import Locked, Log, Moved
from tests.patience import PATIENCE

FORMAT = Path(__file__).parent.parent / "schemas" / "FORMAT.md"
TAIL = 75  # ,"hash":" and 64 digits and "}
STAMP = "2026-11-15T20:01:02.123Z"
START = GameStarted(game="lutece", players=("Ana", "Jo*"), ts=STAMP)


# --- the bytes, with hashlib alone ------------------------------------------------------------------------------------


def chained(*texts: bytes) -> bytes:
    """Events as text, made a log the way FORMAT.md tells a stranger to."""
    before, lines = b"0" * 64, []
    for text in texts:
        body = text[:-1]
        before = sha256(before + body).hexdigest().encode()
        lines.append(body + b',"hash":"' + before + b'"}\n')
    return b"".join(lines)


def texts_of(data: bytes) -> list[bytes]:
    return [line[:-TAIL] + b"}" for line in data.splitlines()]


def seal_text(n: int, data: bytes) -> bytes:
    return b'{"type":"log_sealed","n":%d,"digest":"%s"}' % (n, sha256(data).hexdigest().encode())


def lines_of(data: bytes) -> list[bytes]:
    return data.splitlines(keepends=True)


def head_of(data: bytes) -> str:
    return data[-67:-3].decode()


def note(n: int) -> NoteAdded:
    return NoteAdded(text=f"note {n}", ts="2026-11-15T20:01:02.123Z")


def notes(count: int, *, seal: bool = False) -> bytes:
    """A log of a start and some notes."""
    return encode([START, *map(note, range(1, count))], seal=seal)


def short() -> bytes:
    """A sealed log of a dozen lines, small enough to spoil in every way there is."""
    return notes(11, seal=True)


def places(report: Report) -> list[tuple[int | None, str]]:
    return [(finding.line, finding.rule) for finding in report.findings]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A log with five events."""
    write(tmp_path / "friday.jsonl", notes(5))
    return tmp_path / "friday.jsonl"


def opens_with(path: Path, *expected: str) -> None:
    """The next writer finds these notes, and readers a sound chain."""
    with Log(path, GAMES) as log:
        assert [event.text for event in log.events if isinstance(event, NoteAdded)] == list(expected)
    assert scan(read(path)).integrity == "ok"


# --- the format -------------------------------------------------------------------------------------------------------


def example() -> bytes:
    (found,) = re.findall(r"```jsonl\n(.*?)```", FORMAT.read_text("utf-8"), re.DOTALL)
    return found.encode()


def test_the_worked_example_has_the_hashes_that_hashlib_finds():
    before, done = b"0" * 64, sha256()
    for line in lines_of(example()):
        body, tail = line[: -TAIL - 1], line[-TAIL - 1 :]
        assert tail == b',"hash":"' + sha256(before + body).hexdigest().encode() + b'"}\n'
        if body.startswith(b'{"type":"log_sealed"'):
            assert body.endswith(b'"digest":"' + done.hexdigest().encode() + b'"')
        done.update(line)
        before = tail[9:73]
    assert before.decode() in FORMAT.read_text("utf-8").rpartition("```")[2]


def test_the_worked_example_is_audited_clean():
    report = audit(example(), GAMES)
    assert (report.verdict, report.findings, report.events, report.sealed) == ("clean", [], 8, True)
    assert report.sheet.winners == ["Zoé"]


def test_the_worked_example_is_in_force_as_the_page_says():
    force = audit(example(), GAMES).force
    assert [event.n for event in force.events] == [0, 1, 2, 4, 5, 6, 7]
    assert (force.events[2].coins, force.line(2)) == (12, 4)


def test_the_page_counts_the_bytes_of_its_example_rightly():
    pattern = r"first (\d+) bytes.*first (\d+) bytes.*file has (\d+) bytes"
    first, second, whole = map(int, re.search(pattern, FORMAT.read_text("utf-8")).groups())
    sizes = [len(b"".join(lines_of(example())[:lines])) for lines in (5, 7, 8)]
    assert [first, second, whole] == sizes


def test_the_worked_example_is_torn_without_its_last_line_as_the_page_says():
    lines = lines_of(example())
    report = audit(b"".join(lines[:7]), GAMES)
    assert (report.integrity, places(report), report.events) == ("torn", [(7, "torn")], 6)
    assert report.head == head_of(lines[5])


def test_what_we_write_is_what_the_page_describes():
    data = simulate(GAMES["lutece"], 1)
    assert chained(*texts_of(data)) == data


def test_a_string_is_escaped_as_the_page_says():
    text = "".join(map(chr, range(0x20))) + '"\\/\x7f\u2028é😀<'
    line = texts_of(encode([START, NoteAdded(text=text, ts="t")]))[1].decode()
    controls = [f"\\u{code:04x}" for code in range(0x20)]
    for letter, code in {"b": 8, "t": 9, "n": 10, "f": 12, "r": 13}.items():
        controls[code] = "\\" + letter
    assert line == '{"type":"note_added","n":1,"ts":"t","text":"' + "".join(controls) + '\\"\\\\/\x7f\u2028é😀<"}'


def test_a_default_that_is_a_word_may_be_written_out_or_left_out_as_the_page_says():
    page = FORMAT.read_text().split("one exception", 1)[1].split("\n\n", 1)[0]
    words = [
        (game, kind, field)
        for game in GAMES.values()
        for kind in get_args(game.play)
        for field in fields(kind)
        if isinstance(field.default, str | tuple) and field.default
    ]
    assert {game.name for game, _, _ in words} == {"glory_to_rome"}
    for game, kind, field in words:
        assert f"`{field.name}`" in page
        given = {one.name: "x" if one.type is str else [] for one in fields(kind) if one.required}
        short = ENCODER.encode({"type": kind.__struct_config__.tag, **given})
        long = short[:-1] + b"," + ENCODER.encode({field.name: field.default})[1:]
        events = [game.decoder.decode(text) for text in (short, long)]
        assert events[0] == events[1]
        order = [one.name for one in fields(kind)]
        if order[order.index(field.name) :] == [field.name]:  # the last field: then the text is in order as it stands
            assert [ENCODER.encode(event) for event in events] == [short, long]


def test_a_log_comes_back_as_it_was_written():
    events = [replace(event, n=n) for n, event in enumerate([START, *map(note, range(1, 5))])]
    game, found = decode(scan(encode(events)), GAMES)
    assert (game, found) == (GAMES["lutece"], events)


def test_a_simulated_game_comes_back_and_gives_the_same_bytes():
    data = simulate(GAMES["lutece"], 7)
    _, events = decode(scan(data), GAMES)
    assert encode(events) == data


# --- what is noticed --------------------------------------------------------------------------------------------------


def flips(data: bytes) -> Iterator[tuple[int, int, bytes]]:
    """Every log that differs in one bit, with the line it differs on."""
    line = 1
    for at, byte in enumerate(data):
        for bit in range(8):
            yield line, byte ^ 1 << bit, data[:at] + bytes([byte ^ 1 << bit]) + data[at + 1 :]
        line += byte == 0x0A


def test_every_flipped_bit_is_noticed_on_its_line():
    for line, byte, spoilt in flips(short()):
        report = audit(spoilt, GAMES)
        assert report.verdict == "damaged", spoilt
        assert report.findings[0].line == line, spoilt
        faults = [finding for finding in report.findings if finding.severity == "violation"]
        assert len(faults) == 1 or byte == 0x0A, spoilt  # a new newline makes two broken lines of one


def test_every_flipped_bit_is_noticed_when_only_the_seal_is_checked():
    for line, _, spoilt in flips(short()):
        found = scan(spoilt, chain=False)
        assert found.integrity != "ok", spoilt
        assert found.faults[0].line == line, spoilt


def test_every_flipped_bit_is_noticed_in_a_log_that_has_only_begun():
    for _, _, spoilt in flips(notes(1)):
        assert audit(spoilt, GAMES).verdict == "damaged", spoilt


def test_every_cut_inside_a_line_is_noticed():
    data = short()
    for at in range(1, len(data)):
        if data[at - 1] != 0x0A:
            report = audit(data[:at], GAMES)
            line = data[:at].count(b"\n") + 1
            assert (report.verdict, report.integrity, places(report)) == ("damaged", "torn", [(line, "torn")])


def test_a_cut_at_the_end_of_a_line_is_seen_only_by_the_head():
    data = short()
    for kept in range(1, len(lines_of(data))):
        cut = b"".join(lines_of(data)[:kept])
        report = audit(cut, GAMES)
        assert (report.integrity, report.sealed, report.attested, report.findings) == ("ok", False, False, [])
        assert places(audit(cut, GAMES, head=head_of(data))) == [(None, "chain")]
        assert audit(cut, GAMES, head=head_of(data)).verdict == "findings"


def test_a_log_that_ends_where_it_was_attested_is_attested():
    report = audit(short(), GAMES, head=head_of(short()))
    assert (report.verdict, report.attested, report.head) == ("clean", True, head_of(short()))


def test_a_log_that_went_on_after_its_attested_end_is_told_from_a_cut_one():
    lines = lines_of(short())
    report = audit(short(), GAMES, head=head_of(lines[6]))
    assert (places(report), report.attested) == ([(7, "chain")], False)


def edited(data: bytes, line: int) -> list[bytes]:
    lines = lines_of(data)
    lines[line - 1] = lines[line - 1].replace(b"note ", b"mote ")
    return lines


def test_an_edited_line_is_one_finding_on_that_line():
    for line in range(2, 12):
        report = audit(b"".join(edited(short(), line)), GAMES)
        assert (report.verdict, places(report), report.events) == ("damaged", [(line, "chain")], 12)
        assert (report.integrity, report.unvouched) == ("damaged", line)


def test_a_line_made_longer_is_one_finding_on_that_line():
    lines = lines_of(short())
    lines[4] = lines[4].replace(b"note ", b"no note ")
    assert places(audit(b"".join(lines), GAMES)) == [(5, "chain")]


def test_an_edited_hash_is_one_finding_on_its_own_line():
    for line in range(1, 13):
        lines = lines_of(short())
        lines[line - 1] = lines[line - 1][:-67] + b"0" * 64 + b'"}\n'
        assert places(audit(b"".join(lines), GAMES)) == [(line, "chain" if line < 12 else "torn")]


def test_what_is_said_of_a_changed_hash_shows_the_difference():
    data = opened_with(b'{"type":"note_added","n":1,"text":""}')
    lines = lines_of(opened_with(b'{"type":"note_added","n":1,"text":""}', b'{"type":"note_added","n":2,"text":""}'))
    lines[1] = lines[1][:-5] + (b"1" if lines[1][-5:-4] == b"0" else b"0") + lines[1][-4:]
    after = chained(b'{"type":"note_added","n":3,"text":""}')  # something that fits, so that it is no torn tail
    body = after[: -TAIL - 1]
    tail = sha256(lines[2][-67:-3] + body).hexdigest().encode()
    late = audit(b"".join([*lines, body, b',"hash":"', tail, b'"}\n']), GAMES).findings[0].message
    assert late.values["expected"][:60] == late.values["found"][:60] != late.values["found"]
    assert late.values["expected"] != late.values["found"]
    mark = audit(data.replace(b'"hash"', b'"Hash"'), GAMES).findings
    assert [str(finding.message).split(";")[0] for finding in mark] == ["does not end in a hash"] * 2


def test_the_head_is_reported_also_when_the_first_line_is_damaged():
    data = opened_with(b'{"type":"note_added","n":1,"text":""}')
    report = audit(data.replace(b"Ana", b"Bea"), GAMES)
    assert (report.integrity, report.head) == ("damaged", data[-67:-3].decode())
    assert (report.unvouched, list(report.sheet.players)) == (1, ["Bea", "Bo"])


def test_a_removed_line_is_one_finding_where_it_stood():
    for line in range(1, 12):
        lines = lines_of(short())
        del lines[line - 1]
        report = audit(b"".join(lines), GAMES)
        assert places(report)[:1] == [(line, "chain" if line < 11 else "torn")]
        assert {finding.severity for finding in report.findings[1:]} <= {"undecidable"}
        if 1 < line < 11:
            assert str(report.findings[0].message).startswith("1 line is missing before this one: event")


def test_a_swapped_pair_is_one_finding_where_it_begins():
    for line in range(1, 12):
        lines = lines_of(short())
        lines[line - 1 : line + 1] = lines[line], lines[line - 1]
        assert places(audit(b"".join(lines), GAMES)) == [(line, "chain" if line < 10 else "torn")]


def test_a_line_slipped_in_is_one_finding_on_that_line():
    for line in range(2, 12):
        lines = lines_of(short())
        lines.insert(line - 1, chained(b'{"type":"note_added","n":%d,"text":"forged"}' % (line - 1)))
        assert places(audit(b"".join(lines), GAMES)) == [(line, "chain")]


def test_a_doubled_line_is_one_finding_on_the_second():
    lines = lines_of(short())
    lines.insert(5, lines[4])
    assert places(audit(b"".join(lines), GAMES)) == [(6, "chain")]


def test_two_edited_lines_are_two_findings():
    lines = edited(short(), 4)
    lines[7] = lines[7].replace(b"note ", b"mote ")
    assert places(audit(b"".join(lines), GAMES)) == [(4, "chain"), (8, "chain")]


def test_neighbouring_edited_lines_are_two_findings():
    lines = edited(short(), 4)
    lines[4] = lines[4].replace(b"note ", b"mote ")
    assert places(audit(b"".join(lines), GAMES)) == [(4, "chain"), (5, "chain")]


def test_the_lines_after_the_damage_are_judged_too_but_nobody_is_blamed_for_them():
    nobody = ScoreAdjusted(player="Nobody", points=1, ts="2026-11-15T20:01:02.123Z")
    spoilt = b"".join(edited(encode([START, nobody, note(2), note(3), nobody]), 4))
    report = audit(spoilt, GAMES)
    assert places(report) == [(4, "chain"), (2, "entry"), (5, "entry")]
    assert [finding.severity for finding in report.findings] == ["violation", "violation", "undecidable"]
    assert (report.unvouched, report.events) == (4, 5)


def forged() -> bytes:
    """A log in which one line was changed and all hashes were computed anew, the seal's digest too."""
    changed = chained(*(text.replace(b"note 3", b"note 4") for text in texts_of(notes(11))))
    return chained(*texts_of(changed), seal_text(11, changed))


def test_a_forgery_with_new_hashes_is_seen_only_by_the_head():
    assert audit(forged(), GAMES).verdict == "clean"
    report = audit(forged(), GAMES, head=head_of(short()))
    assert (report.verdict, places(report), report.attested) == ("findings", [(None, "chain")], False)


# --- seals ------------------------------------------------------------------------------------------------------------


def test_a_seal_with_a_wrong_digest_is_damage_although_the_chain_is_right():
    data = chained(*texts_of(notes(5)), seal_text(5, b"something else"))
    report = audit(data, GAMES)
    assert (report.verdict, places(report), report.sealed) == ("damaged", [(6, "seal")], False)


def test_a_wrong_chain_is_damage_although_the_digest_is_right():
    lines = edited(notes(5), 3)
    body = seal_text(5, b"".join(lines))[:-1]
    tail = sha256(head_of(lines[-1]).encode() + body).hexdigest().encode()
    data = b"".join([*lines, body, b',"hash":"', tail, b'"}\n'])
    assert scan(data, chain=False).integrity == "ok"
    assert places(audit(data, GAMES)) == [(3, "chain")]


def test_what_is_appended_after_a_seal_leaves_the_log_unsealed_until_the_next(path: Path):
    with Log(path, GAMES) as log:
        log.seal()
        assert log.sealed
        log.append(NoteAdded(text="one more"))
        assert not log.sealed
        assert not audit(read(path), GAMES).sealed
        log.seal()
    report = audit(read(path), GAMES)
    assert (report.verdict, report.sealed, report.events) == ("clean", True, 8)


def test_every_seal_in_the_middle_must_hold():
    opened = notes(5)
    first = chained(*texts_of(opened), seal_text(5, b"wrong"))
    more = chained(*texts_of(first), b'{"type":"note_added","n":6,"text":"more"}')
    both = chained(*texts_of(more), seal_text(7, more))
    assert places(audit(both, GAMES)) == [(6, "seal")]


def test_sealing_a_sealed_log_adds_nothing(path: Path):
    with Log(path, GAMES) as log:
        assert log.seal() == log.seal()
    assert audit(read(path), GAMES).events == 6


def test_a_seal_is_made_by_sealing_and_never_appended_by_hand(path: Path):
    with Log(path, GAMES) as log, pytest.raises(LogError):
        log.append(LogSealed(digest="0" * 64))
    assert audit(read(path), GAMES).verdict == "clean"


# --- appending --------------------------------------------------------------------------------------------------------


def test_an_appended_event_is_given_back_as_the_file_has_it(path: Path):
    with Log(path, GAMES) as log:
        event = log.append(NoteAdded(text="Bo arrived late", by="Ana"))
        assert (event.n, log.head) == (5, head_of(read(path)))
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", event.ts)
    assert load(path, GAMES)[1][-1] == event


def test_a_writer_who_knows_the_last_event_may_go_on(path: Path):
    with Log(path, GAMES) as log:
        assert log.append(NoteAdded(text="next"), after=4).n == 5


def test_a_writer_who_missed_something_is_told_what_came(path: Path):
    with Log(path, GAMES) as log:
        came = [log.append(NoteAdded(text="one")), log.append(NoteAdded(text="two"))]
        with pytest.raises(Moved) as moved:
            log.append(NoteAdded(text="late"), after=4)
        assert moved.value.since == came
        assert len(log.events) == 7


def test_a_writer_who_knows_nothing_is_told_everything(path: Path):
    with Log(path, GAMES) as log, pytest.raises(Moved) as moved:
        log.append(NoteAdded(text="late"), after=-1)
    assert moved.value.since == load(path, GAMES)[1]


def test_a_tap_sent_twice_is_one_event(path: Path):
    with Log(path, GAMES) as log:
        first = log.append(NoteAdded(text="tap", id="t1"), after=4)
        assert log.append(NoteAdded(text="tap", id="t1"), after=4) is first
    with Log(path, GAMES) as log:
        assert log.append(NoteAdded(text="tap", id="t1")) == first
    assert len(load(path, GAMES)[1]) == 6


@pytest.mark.parametrize("other", [NoteAdded(text="tup", id="t1"), NoteAdded(text="tap", id="t1", by="Jo*"),
                                   ScoreAdjusted(player="Ana", points=1, id="t1")])  # fmt: skip
def test_an_id_recorded_with_another_event_is_refused(path: Path, other):
    with Log(path, GAMES) as log:
        log.append(NoteAdded(text="tap", id="t1"))
        before = read(path)
        with pytest.raises(LogError, match="t1"):
            log.append(other)
    assert read(path) == before


@pytest.mark.parametrize("text", ["\ud800", 5, None, 2**60])
def test_what_could_not_be_read_again_is_refused_and_not_written(path: Path, text):
    before = read(path)
    with Log(path, GAMES) as log:
        with pytest.raises(LogError):
            log.append(NoteAdded(text=text))
        assert read(path) == before
        assert log.append(NoteAdded(text="goes on")).n == 5


def test_a_closed_writer_refuses(path: Path):
    with Log(path, GAMES) as log:
        pass
    with pytest.raises(LogError, match="closed"):
        log.append(NoteAdded(text="too late"))
    assert len(load(path, GAMES)[1]) == 5


def test_a_new_log_never_overwrites_what_is_there(path: Path):
    before = path.read_bytes()
    with pytest.raises(LogError, match="exists already"):
        write(path, notes(1))
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


def test_a_new_log_in_a_folder_that_is_not_there_is_refused(tmp_path: Path):
    with pytest.raises(LogError, match="cannot be written"):
        write(tmp_path / "nowhere" / "friday.jsonl", notes(1))


def test_a_writer_needs_a_log_to_write_to(tmp_path: Path):
    with pytest.raises(LogError, match="cannot be opened"):
        Log(tmp_path / "nothing.jsonl", GAMES)
    with pytest.raises(LogError, match="cannot be opened"):
        Log(tmp_path, GAMES)
    assert list(tmp_path.iterdir()) == []


# --- unfinished ends --------------------------------------------------------------------------------------------------


def test_reading_a_torn_log_writes_nothing(path: Path):
    path.write_bytes(torn := read(path)[:-30])
    assert audit(read(path), GAMES).integrity == "torn"
    with pytest.raises(Unreadable):
        load(path, GAMES)
    assert [(one, one.read_bytes()) for one in path.parent.iterdir()] == [(path, torn)]


def test_an_unfinished_line_is_set_aside_and_noted(path: Path):
    whole = read(path)
    path.write_bytes(whole[:-30])
    tail = lines_of(whole)[-1][:-30]
    with Log(path, GAMES) as log:
        aside = log.events[-1]
        assert aside == TailSetAside(n=4, ts=aside.ts, id=aside.id, bytes=len(tail), digest=sha256(tail).hexdigest())
    assert path.with_name("friday.jsonl.torn").read_bytes() == tail
    assert read(path).startswith(b"".join(lines_of(whole)[:-1]))
    opens_with(path, "note 1", "note 2", "note 3")


def test_a_second_unfinished_line_is_kept_beside_the_first(path: Path):
    for tail in (b'{"type":"not', b'{"type":"note_added","n":'):
        path.write_bytes(read(path) + tail)
        Log(path, GAMES).close()
    assert path.with_name("friday.jsonl.torn").read_bytes() == b'{"type":"not{"type":"note_added","n":'
    opens_with(path, "note 1", "note 2", "note 3", "note 4")


def test_a_last_line_that_lacks_only_its_newline_keeps_its_event(path: Path):
    whole = read(path)
    path.write_bytes(whole[:-1])
    opens_with(path, "note 1", "note 2", "note 3", "note 4")
    assert read(path) == whole
    assert list(path.parent.iterdir()) == [path]


def test_every_cut_inside_the_last_line_can_be_written_on(path: Path):
    whole = read(path)
    start = len(whole) - len(lines_of(whole)[-1])
    for at in range(start + 1, len(whole) - 1):
        path.write_bytes(whole[:at])
        with Log(path, GAMES) as log:
            assert len(log.events) == 5
            assert isinstance(log.events[4], TailSetAside)
        assert path.with_name("friday.jsonl.torn").read_bytes().endswith(whole[start:at])
        assert scan(read(path)).integrity == "ok"


def test_a_log_cut_inside_its_first_line_is_left_alone(path: Path):
    path.write_bytes(begun := read(path)[:40])
    with pytest.raises(Unreadable, match="unfinished"):
        Log(path, GAMES)
    assert [(one, one.read_bytes()) for one in path.parent.iterdir()] == [(path, begun)]


@pytest.mark.parametrize("tail", [b"", b'{"type":"note_ad'])
def test_a_damaged_log_is_never_opened_for_writing(path: Path, tail: bytes):
    path.write_bytes(spoilt := b"".join(edited(read(path), 3)) + tail)
    with pytest.raises(Unreadable) as refused:
        Log(path, GAMES)
    assert (refused.value.rule, refused.value.line) == ("chain", 3)
    assert [(one, one.read_bytes()) for one in path.parent.iterdir()] == [(path, spoilt)]


# --- limits -----------------------------------------------------------------------------------------------------------


def long_note(n: int, size: int) -> bytes:
    """A note that makes a line of that many bytes."""
    text = b'{"type":"note_added","n":%d,"text":""}' % n
    return text[:-2] + b"x" * (size - len(text) - TAIL + 1) + text[-2:]


def opened_with(*more: bytes) -> bytes:
    return chained(b'{"type":"game_started","n":0,"game":"lutece","players":["Ana","Bo"]}', *more)


def test_a_line_of_16_kib_is_read_and_one_byte_more_is_not():
    assert LINE_LIMIT == 16384
    assert len(lines_of(opened_with(long_note(1, LINE_LIMIT)))[1]) == LINE_LIMIT + 1  # and its newline
    assert audit(opened_with(long_note(1, LINE_LIMIT)), GAMES).verdict == "clean"
    report = audit(opened_with(long_note(1, LINE_LIMIT + 1)), GAMES)
    assert (report.verdict, places(report)) == ("unjudgeable", [(2, "limit")])


def test_a_line_of_16_kib_is_written_and_one_byte_more_is_not(path: Path):
    with Log(path, GAMES) as log:
        bare = len(lines_of(encode([*log.events, replace(note(5), id="0" * 16, text="")]))[-1]) - 1
        log.append(NoteAdded(text="x" * (LINE_LIMIT - bare)))
        assert len(lines_of(read(path))[-1]) == LINE_LIMIT + 1
        before = read(path)
        with pytest.raises(Unreadable, match="bytes on a line"):
            log.append(NoteAdded(text="x" * (LINE_LIMIT - bare + 1)))
        assert read(path) == before
        log.append(NoteAdded(text="goes on"))


def test_a_file_of_16_mib_is_read_and_a_byte_more_is_not(tmp_path: Path):
    first = len(opened_with())
    texts = [long_note(n, LINE_LIMIT - 1) for n in range(1, FILE_LIMIT // LINE_LIMIT)]
    full = opened_with(*texts, long_note(len(texts) + 1, LINE_LIMIT - first - 1))
    assert len(full) == FILE_LIMIT == 16 * 1024 * 1024
    assert audit(full, GAMES).verdict == "clean"
    write(tmp_path / "full.jsonl", full)
    with Log(tmp_path / "full.jsonl", GAMES) as log, pytest.raises(Unreadable, match="bytes"):
        log.append(NoteAdded(text=""))
    assert read(tmp_path / "full.jsonl") == full
    over = opened_with(*texts, long_note(len(texts) + 1, LINE_LIMIT - first))
    assert (audit(over, GAMES).verdict, places(audit(over, GAMES))) == ("unjudgeable", [(None, "limit")])


def test_a_log_of_50_000_events_is_read_and_one_more_is_not(tmp_path: Path):
    assert EVENT_LIMIT == 50_000
    write(tmp_path / "long.jsonl", notes(EVENT_LIMIT - 1))
    with Log(tmp_path / "long.jsonl", GAMES) as log:
        log.append(NoteAdded(text="the last"))
        with pytest.raises(Unreadable, match="full"):
            log.append(NoteAdded(text="one too many"))
    full = read(tmp_path / "long.jsonl")
    assert audit(full, GAMES).verdict == "clean"
    over = full + b'{"type":"note_added","n":50000,"text":""}\n'
    assert (audit(over, GAMES).verdict, places(audit(over, GAMES))) == ("unjudgeable", [(None, "limit")])
    with pytest.raises(Unreadable):
        notes(EVENT_LIMIT + 1)


def test_a_last_line_without_its_newline_keeps_to_the_limits_that_it_will_have_with_it():
    for size, verdict in ((LINE_LIMIT, "damaged"), (LINE_LIMIT + 1, "unjudgeable")):
        assert audit(opened_with(long_note(1, size))[:-1], GAMES).verdict == verdict
    for count, verdict in ((EVENT_LIMIT, "damaged"), (EVENT_LIMIT + 1, "unjudgeable")):
        texts = [b'{"type":"note_added","n":%d,"text":""}' % n for n in range(1, count)]
        assert audit(opened_with(*texts)[:-1], GAMES).verdict == verdict


def test_brackets_go_16_deep_and_no_deeper():
    for depth, rule in ((15, "entry"), (16, "limit")):  # the event itself is the first bracket
        text = b'{"type":"note_added","n":1,"text":' + b"[" * depth + b"]" * depth + b"}"
        report = audit(opened_with(text), GAMES)
        assert (report.verdict, places(report)) == ("unjudgeable", [(2, rule)])


def test_brackets_inside_strings_are_not_counted():
    assert nesting(rb'{"a":"[[[\"[[\\","b":[{}]}') == 3
    assert audit(opened_with(b'{"type":"note_added","n":1,"text":"%s"}' % (b"[{" * 20)), GAMES).verdict == "clean"


# --- real processes ---------------------------------------------------------------------------------------------------


PREAMBLE = """
import os, resource, signal, sys
from pathlib import Path
from random import Random
from ledger.events import NoteAdded
from ledger.games import GAMES
from ledger.log import LogError
from ledger.writer import Locked, Log
GAMES["lutece"]
"""


@contextmanager
def process(script: str, *args: object) -> "Iterator[subprocess.Popen[str]]":
    """Another Python at work; it ends when its standard input does."""
    command = [sys.executable, "-c", PREAMBLE + script, *map(str, args)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as running:
        try:
            yield running
        finally:
            running.kill()


HOLD = """
with Log(Path(sys.argv[1]), GAMES) as log:
    print("open", flush=True)
    sys.stdin.read()
"""


def test_a_second_writer_is_refused_at_once_and_let_in_later(path: Path):
    with process(HOLD, path) as first:
        assert first.stdout.readline() == "open\n"
        with pytest.raises(Locked, match="another program"):
            Log(path, GAMES)
        assert audit(read(path), GAMES).verdict == "clean"  # readers are not kept out
        first.communicate("")
        Log(path, GAMES).close()


def test_the_lock_of_a_killed_writer_is_gone(path: Path):
    with process(HOLD, path) as first:
        first.stdout.readline()
        first.kill()
        first.wait()
        Log(path, GAMES).close()


def test_a_second_writer_in_the_same_process_is_refused(path: Path):
    with Log(path, GAMES), pytest.raises(Locked):
        Log(path, GAMES)


RACE = """
path, name, left, refused = Path(sys.argv[1]), sys.argv[2], 60, 0
print("ready", flush=True)
sys.stdin.readline()
while left:
    try:
        with Log(path, GAMES) as log:
            for _ in range(min(left, Random(left).randint(1, 4))):
                log.append(NoteAdded(text=f"{name} {left}", by=name), after=len(log.events) - 1)
                left -= 1
    except Locked:
        refused += 1
"""


def test_two_writers_that_race_lose_nothing_and_take_turns(path: Path):
    with process(RACE, path, "Ana") as ana, process(RACE, path, "Bo") as bo:
        assert (ana.stdout.readline(), bo.stdout.readline()) == ("ready\n", "ready\n")
        for one in (ana, bo):
            one.stdin.write("go\n")
            one.stdin.flush()
        assert (ana.wait(30), bo.wait(30)) == (0, 0)
    _, events = load(path, GAMES)
    for name in ("Ana", "Bo"):
        assert [event.text for event in events if event.by == name] == [f"{name} {left}" for left in range(60, 0, -1)]
    assert len(events) == 5 + 120


FULL_DISK = """
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
_, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
for path in sorted(Path(sys.argv[1]).glob("*.jsonl")):
    acknowledged = []
    resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + int(path.stem), hard))
    try:
        with Log(path, GAMES) as log:
            while True:
                acknowledged.append(log.append(NoteAdded(text=f"more {len(acknowledged)}")).n)
    except LogError as error:
        why = str(error)
    try:
        log.append(NoteAdded(text="after the failure"))
    except (LogError, NameError):
        print(path.stem, *acknowledged, "|", why)
    resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
"""


def on_a_full_disk(folder: Path, begun: bytes, rooms: range) -> list[tuple[Path, list[int], str]]:
    """What a writer acknowledged on disks with that much room left, and why it stopped."""
    for room in rooms:
        (folder / f"{room:04}.jsonl").write_bytes(begun)
    with process(FULL_DISK, folder) as running:
        out, _ = running.communicate("", timeout=PATIENCE)
    assert running.returncode == 0
    told = [line.split(" | ") for line in out.splitlines()]
    return [(folder / f"{head.split()[0]}.jsonl", [int(n) for n in head.split()[1:]], why) for head, why in told]


def test_a_full_disk_acknowledges_nothing_and_loses_nothing(tmp_path: Path):
    rooms = range(0, 400, 5)
    told = on_a_full_disk(tmp_path, notes(5), rooms)
    assert len(told) == len(rooms)
    assert {len(acknowledged) for _, acknowledged, _ in told} == {0, 1, 2}
    for path, acknowledged, why in told:
        assert "not recorded" in why
        opens_with(path, *(f"note {n}" for n in range(1, 5)), *(f"more {n}" for n in range(len(acknowledged))))


def test_a_torn_log_on_a_full_disk_waits_for_room_and_loses_nothing(tmp_path: Path):
    tail = b'{"type":"note_added","n":5,"te'
    rooms = range(0, 150, 10)
    told = on_a_full_disk(tmp_path, notes(5) + tail, rooms)
    assert len(told) == len(rooms)
    for path, acknowledged, _ in told:
        assert acknowledged == []
        assert path.with_name(path.name + ".torn").read_bytes().startswith(tail)
        opens_with(path, *(f"note {n}" for n in range(1, 5)))


NEST = """
for order in iter(sys.stdin.readline, ""):
    child = os.fork()
    if not child:
        path, seed = order.rsplit(maxsplit=1)
        dice = Random(seed)
        with Log(Path(path), GAMES) as log:
            while True:
                event = log.append(NoteAdded(text="x" * dice.choice((10, 100, 1000, 9000))))
                os.write(1, f"{event.n} {log.head}\\n".encode())
    os.write(1, f"child {child}\\n".encode())
    os.waitpid(child, 0)
    os.write(1, b"gone\\n")
"""


def killed(nest: "subprocess.Popen[str]", path: Path, seed: int, wait: float) -> dict[int, str]:
    """What a writer acknowledged before it was killed, in the middle of whatever it was doing."""
    nest.stdin.write(f"{path} {seed}\n")
    nest.stdin.flush()
    acknowledged = {}
    while (line := nest.stdout.readline()) != "gone\n":
        word, rest = line.split()
        if word != "child":
            acknowledged[int(word)] = rest
            continue
        time.sleep(wait)
        assert scan(read(path)).integrity in ("ok", "torn")  # whoever reads meanwhile sees no damage
        os.kill(int(rest), signal.SIGKILL)
    return acknowledged


def lose_power(path: Path, acknowledged: int, dice: Random) -> bool:
    """Of a last line that nobody was told of, a power cut may leave any part."""
    lines = lines_of(read(path))
    if len(lines) > acknowledged:
        path.write_bytes(b"".join([*lines[:-1], lines[-1][: dice.randrange(1, len(lines[-1]))]]))
    return len(lines) > acknowledged


def test_300_killed_writers_lose_nothing_that_they_acknowledged(tmp_path: Path):
    dice, kept, unfinished = Random(300), {}, 0
    with process(NEST) as nest:
        for kill in range(300):
            path = tmp_path / f"{kill // 50}.jsonl"
            if kill % 50 == 0:
                write(path, notes(1))
                kept = {0: head_of(read(path))}
            kept.update(killed(nest, path, kill, dice.uniform(0, 0.02)))
            assert scan(read(path)).integrity in ("ok", "torn")
            unfinished += lose_power(path, max(kept) + 1, dice)
            with Log(path, GAMES) as log:  # goes on with the same file, whatever was left in it
                log.append(NoteAdded(text=f"after kill {kill}"))
                kept[log.events[-1].n] = log.head
            lines = lines_of(read(path))
            assert scan(b"".join(lines)).integrity == "ok"
            assert {n: head_of(lines[n]) for n in kept} == kept
    assert unfinished
