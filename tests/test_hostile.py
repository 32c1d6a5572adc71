"""Bytes that mean no good: each is refused with one clear finding, and nothing ever raises.

Where it matters the chain is right, so that integrity holds and the decoding itself must refuse.
"""

import json
import os
import socket
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_log import chained

from ledger.audit import Report, audit, report_json
from ledger.games import GAMES
from ledger.log import ENCODER, FILE_LIMIT, Unreadable, read
from ledger.simulate import simulate
from ledger.walk import replay

START = b'{"type":"game_started","n":0,"game":"lutece","players":["Ana","Bo"]}'
NOTE = b'{"type":"note_added","n":1,"text":"a"}'
AFTER = b'{"type":"note_added","n":2,"text":"b"}'


def judged(data: bytes, **how: Any) -> Report:
    """An audit that can be printed in every way it is printed."""
    report = audit(data, GAMES, **how)
    ENCODER.encode(report_json(report, "friday.jsonl"))
    assert all(str(finding.message) for finding in report.findings)
    assert (report.verdict == "clean") <= (report.integrity == "ok")
    return report


def refused(data: bytes) -> tuple[int | None, str]:
    """Where and under which rule a log is refused, with exactly one finding."""
    report = judged(data)
    assert report.verdict == "unjudgeable"
    (finding,) = report.findings
    assert (finding.n, finding.severity) == (None, "violation")
    assert "\n" not in str(finding.message)
    return finding.line, finding.rule


def test_the_log_that_is_spoilt_below_is_clean():
    assert judged(chained(START, NOTE, AFTER)).verdict == "clean"


# --- a line that cannot be read ---------------------------------------------------------------------------------------


def bribe(coins: bytes) -> bytes:
    return b'{"type":"bribe_raised","n":1,"player":"Ana","card":1,"coins":%s}' % coins


def text(string: bytes) -> bytes:
    return b'{"type":"note_added","n":1,"text":%s}' % string


def entry(event: bytes) -> bytes:
    return b'{"type":"entry_corrected","n":1,"target":0,"entry":%s}' % event


UNREADABLE = {
    "no JSON": b"what a lovely evening}",
    "nothing": b"}",
    "an array": b'["note_added"]}',
    "two objects": NOTE + b" " + AFTER,
    "two objects without a space": NOTE + AFTER,
    "an object cut short": b'{"type":"note_added","n":1,"text":"a}',
    "something after the object": NOTE + b",}",
    "an unknown type": b'{"type":"tax_collected","n":1,"text":"a"}',
    "no type": b'{"n":1,"text":"a"}',
    "a type that is no string": b'{"type":7,"n":1,"text":"a"}',
    "an unknown field": b'{"type":"note_added","n":1,"text":"a","mood":"good"}',
    "a hash of its own": b'{"type":"note_added","n":1,"text":"a","hash":"' + b"0" * 64 + b'"}',
    "a missing field": b'{"type":"note_added","n":1}',
    "null for a string": text(b"null"),
    "a number for a string": text(b"7"),
    "a string for a number": bribe(b'"3"'),
    "true for a number": bribe(b"true"),
    "a float": bribe(b"3.5"),
    "a float without a fraction": bribe(b"3.0"),
    "an exponent": bribe(b"3e0"),
    "minus nothing": bribe(b"-0"),
    "a leading zero": bribe(b"03"),
    "not a number": bribe(b"NaN"),
    "infinity": bribe(b"Infinity"),
    "2 to the 53rd": bribe(b"9007199254740992"),
    "minus 2 to the 53rd": bribe(b"-9007199254740992"),
    "2 to the 64th": bribe(b"18446744073709551616"),
    "5,000 digits": bribe(b"9" * 5000),
    "a huge exponent": bribe(b"1e999999999"),
    "no UTF-8": text(b'"caf\xe9"'),
    "half a letter": text(b'"\xc3"'),
    "an overlong letter": text(b'"\xc0\xaf"'),
    "a surrogate in UTF-8": text(b'"\xed\xa0\x80"'),
    "no UTF-8 in a key": b'{"type":"note_added","n":1,"te\xffxt":"a"}',
    "a surrogate without its partner": text(rb'"\ud800"'),
    "a second half without its first": text(rb'"\udc00"'),
    "a first half and something else": text(rb'"\ud800\u0041"'),
    "an unknown escape": text(rb'"\x41"'),
    "a raw NUL": text(b'"\x00"'),
    "a raw tab": text(b'"\t"'),
    "a NUL between tokens": b'{"type":"note_added",\x00"n":1,"text":"a"}',
    "a key twice": b'{"type":"note_added","n":1,"text":"a","text":"b"}',
    "n twice": b'{"type":"note_added","n":7,"n":1,"text":"a"}',
    "type twice": b'{"type":"note_added","type":"note_added","n":1,"text":"a"}',
    "odd spacing": b'{"type":"note_added", "n":1,"text":"a"}',
    "a space before": b' {"type":"note_added","n":1,"text":"a"}',
    "a carriage return": b'{"type":"note_added","n":1,"text":"a"\r}',
    "odd order": b'{"type":"note_added","text":"a","n":1}',
    "type not first": b'{"n":1,"type":"note_added","text":"a"}',
    "a default written out": b'{"type":"note_added","n":1,"by":"","text":"a"}',
    "null for a default": b'{"type":"card_purchased","n":1,"player":"Ana","tile":"A","card":"C01","paid":null}',
    "a needless escape": text(rb'"\u0061"'),
    "an escaped slash": text(rb'"\/"'),
    "an escape in capitals": text(rb'"\u001F"'),
    "a byte order mark": b"\xef\xbb\xbf" + NOTE,
    "the number before": b'{"type":"note_added","n":0,"text":"a"}',
    "the number after": b'{"type":"note_added","n":2,"text":"a"}',
    "a negative number": b'{"type":"note_added","n":-2,"text":"a"}',
    "no number": b'{"type":"note_added","text":"a"}',
    "an amendment in an amendment": entry(b'{"type":"entry_withdrawn","target":1}'),
    "a seal in an amendment": entry(b'{"type":"log_sealed","digest":""}'),
    "an unknown event in an amendment": entry(b'{"type":"tax_collected"}'),
    "a key twice in an amendment": entry(b'{"type":"note_added","text":"a","text":"b"}'),
    "a key twice in a map": b'{"type":"holdings_declared","n":1,"player":"Ana","coins":1,"cards":[],'
    b'"attached":{"C37":"C01","C37":"C02"}}',
}


@pytest.mark.parametrize("spoilt", UNREADABLE.values(), ids=UNREADABLE)
def test_a_line_is_refused_that_holds(spoilt: bytes):
    assert refused(chained(START, spoilt, AFTER)) == (2, "entry")


@pytest.mark.parametrize("spoilt", UNREADABLE.values(), ids=UNREADABLE)
def test_a_last_line_is_refused_that_holds(spoilt: bytes):
    assert refused(chained(START, spoilt)) == (2, "entry")


DEEP = {
    "brackets": text(b"[" * 10_000 + b"]" * 5),
    "brackets that close": text(b"[" * 7_000 + b"]" * 7_000),
    "braces": text(b'{"":' * 3_000),
    "brackets before the type": b'{"x":' + b"[" * 10_000 + b'],"type":"note_added"}',
    "brackets in an amendment": entry(b"[" * 10_000),
    "brackets in an unknown field": b'{"type":"note_added","n":1,"text":"a","x":' + b"[" * 10_000 + b"}",
    "17 brackets": text(b"[" * 16 + b"]" * 16),
}


@pytest.mark.parametrize("spoilt", DEEP.values(), ids=DEEP)
def test_a_line_is_refused_before_decoding_that_nests_too_deep_with(spoilt: bytes):
    assert refused(chained(START, spoilt, AFTER)) == (2, "limit")


def test_a_first_line_that_nests_too_deep_is_refused():
    deep = b'{"type":"game_started","n":0,"game":"lutece","players":' + b"[" * 10_000 + b"}"
    assert refused(chained(deep, NOTE)) == (1, "limit")


def test_the_largest_numbers_are_read():
    for coins in (b"9007199254740991", b"-9007199254740991"):
        assert judged(chained(START, bribe(coins))).verdict == "findings"  # illegal, but not unreadable


def test_names_may_hold_anything_that_is_text():
    strange = rb'"\u0000\u001b[31m{0}{player}%s<script>=1+1' + "\u202e\u2028😀".encode() + b'"'
    start = START.replace(b'"Bo"', strange)
    report = judged(chained(start, b'{"type":"score_adjusted","n":1,"player":%s,"points":1}' % strange))
    assert report.verdict == "clean"
    assert [line.points for line in report.sheet.lines if line.category == "adjusted"] == [1]
    stranger = b'{"type":"score_adjusted","n":1,"player":%s,"points":1}' % strange
    assert [finding[:3] for finding in judged(chained(START, stranger)).findings] == [(1, 2, "entry")]


# --- a first line that opens no table ---------------------------------------------------------------------------------


def start(**fields: Any) -> bytes:
    whole = {"type": "game_started", "n": 0, "game": "lutece", "players": ["Ana", "Bo"], **fields}
    return json.dumps(whole, ensure_ascii=False, separators=(",", ":")).encode()


NO_TABLE = {
    "an unknown game": start(game="gloria"),
    "a game with a path in it": start(game="../lutece"),
    "no game": b'{"type":"game_started","n":0,"players":["Ana","Bo"]}',
    "a later format": start(format=2),
    "format 0": start(format=0),
    "a format that is no number": start(format="1"),
    "an unknown edition": start(edition="la"),
    "an unknown option": start(options={"happiness": "lost"}),
    "an unknown value of an option": start(options={"revenue_bribe": "stolen"}),
    "a number for a word in an option": start(options={"revenue_bribe": 1}),
    "true for a word in an option": start(options={"revenue_bribe": True}),
    "a float in an option": start(options={"revenue_bribe": 1.5}),
    "a list in an option": start(options={"revenue_bribe": ["lost"]}),
    "an unknown catalogue": start(catalogue="mine"),
    "an unknown catalogue digest": start(catalogue_digest="0" * 64),
    "a catalogue with a path in it": start(catalogue="../../../etc/passwd"),
    "one player": start(players=["Ana"]),
    "six players": start(players=list("ABCDEF")),
    "nobody": start(players=[]),
    "one name twice": start(players=["Ana", "Ana"]),
    "a player without a name": start(players=["Ana", ""]),
    "players that are no list": start(players="Ana"),
    "an unknown field": start(weather="rain"),
    "another event first": b'{"type":"note_added","n":0,"text":"a"}',
    "an amendment first": b'{"type":"entry_withdrawn","n":0,"target":0}',
    "a seal first": b'{"type":"log_sealed","n":0,"digest":"%s"}' % sha256(b"").hexdigest().encode(),
    "a key twice": b'{"type":"game_started","n":0,"game":"x","game":"lutece","players":["Ana","Bo"]}',
    "the number 1": start().replace(b'"n":0', b'"n":1'),
    "nothing": b"}",
}


@pytest.mark.parametrize("opening", NO_TABLE.values(), ids=NO_TABLE)
def test_a_log_is_refused_whose_first_line_has(opening: bytes):
    assert refused(chained(opening, NOTE, AFTER)) == (1, "entry")


def test_a_start_corrected_into_one_without_a_table_is_refused():
    bad = start(edition="la").replace(b'"n":0,', b"")
    assert refused(chained(START, entry(bad))) == (1, "entry")


def test_a_second_start_is_a_finding_and_seats_nobody():
    again = start(players=["Cem", "Dia"]).replace(b'"n":0', b'"n":1')
    report = judged(chained(START, again))
    assert [finding[:3] for finding in report.findings] == [(1, 2, "entry")]
    assert list(report.sheet.players) == ["Ana", "Bo"]


# --- files that are no logs -------------------------------------------------------------------------------------------


NO_LOG = {
    "nothing at all": b"",
    "a newline": b"\n",
    "blank lines": b"\n\n\n\n",
    "NULs": bytes(1000),
    "random bytes": b"".join(sha256(bytes([seed])).digest() for seed in range(100)),
    "a picture": b"\x89PNG\r\n\x1a\n" + bytes(100),
    "a gzipped log": b"\x1f\x8b\x08" + bytes(100),
    "text": b"Ana 12\nBo 9\n",
    "a JSON document": b'{"game":"lutece","players":["Ana","Bo"]}\n',
    "an array of events": b"[" + START + b"]\n",
    "depth": b"[" * 100_000,
    "a log in UTF-16": chained(START, NOTE).decode().encode("utf-16"),
    "a transcript that begins elsewhere": NOTE + b"\n" + AFTER + b"\n",
}


@pytest.mark.parametrize("data", NO_LOG.values(), ids=NO_LOG)
def test_it_is_not_called_a_log_but(data: bytes):
    assert refused(data) == (None, "entry")
    assert judged(data).integrity == "unreadable"


@pytest.mark.parametrize("newline", [b"\n", b"\r\n"])
def test_a_transcript_in_place_of_a_log_is_told_what_it_is(newline: bytes):
    transcript = newline.join([START.replace(b'"n":0,', b""), b'{"type":"note_added","text":"a"}', b""])
    assert refused(transcript) == (1, "entry")
    assert "import" in str(judged(transcript).findings[0].message)


@pytest.mark.parametrize("fill", [b"\n", b"x", b"[", chained(START)], ids=["newlines", "text", "brackets", "starts"])
def test_17_mib_are_refused_by_their_size(fill: bytes):
    assert refused((fill * (17 * 1024 * 1024 // len(fill) + 1))[: 17 * 1024 * 1024]) == (None, "limit")


def test_a_million_newlines_are_refused_by_their_number():
    assert refused(chained(START) + b"\n" * 1_000_000) == (None, "limit")


@pytest.mark.parametrize("place", [0, 1, 2, 3])
def test_a_blank_line_anywhere_is_damage(place: int):
    lines = chained(START, NOTE, AFTER).splitlines(keepends=True)
    report = judged(b"".join([*lines[:place], b"\n", *lines[place:]]))
    assert (report.verdict, report.findings[0].line) == ("damaged", place + 1)


def test_a_log_with_windows_line_ends_is_damaged_and_not_called_a_transcript():
    report = judged(chained(START, NOTE, AFTER).replace(b"\n", b"\r\n"))
    assert (report.verdict, report.findings[0].line) == ("damaged", 1)
    assert len(report.findings) == 1


def test_one_log_after_another_is_damage_where_the_second_begins():
    report = judged(chained(START, NOTE) + chained(START, NOTE))
    assert [(finding.line, finding.rule) for finding in report.findings] == [(3, "chain")]


@pytest.mark.parametrize("head", ["0" * 64, "x", "é", "{found}", "\ud800", "a" * 100_000])
def test_any_head_may_be_asked_for(head: str):
    report = audit(chained(START, NOTE), GAMES, head=head)
    assert (report.verdict, report.attested) == ("findings", False)
    assert [(finding.line, finding.rule) for finding in report.findings] == [(None, "chain")]


# --- logs that are well-formed and mean harm --------------------------------------------------------------------------


def amendments(make: Callable[[int], dict[str, Any]], count: int) -> bytes:
    made = ({"type": "", "n": n, **make(n)} for n in range(2, count))
    return chained(START, NOTE, *(json.dumps(one, separators=(",", ":")).encode() for one in made))


HARM: dict[str, Callable[[int], dict[str, Any]]] = {
    "withdrawals of withdrawals": lambda n: {"type": "entry_withdrawn", "target": n - 1},
    "withdrawals of one event": lambda n: {"type": "entry_withdrawn", "target": 1},
    "corrections of corrections": lambda n: {
        "type": "entry_corrected", "target": n - 1, "entry": {"type": "note_added", "text": ""}
    },
    "insertions before insertions": lambda n: {
        "type": "entry_inserted", "before": n - 1, "entry": {"type": "note_added", "text": ""}
    },
    "insertions before one event": lambda n: {
        "type": "entry_inserted", "before": 1, "entry": {"type": "note_added", "text": ""}
    },
}  # fmt: skip


@pytest.mark.parametrize("make", HARM.values(), ids=HARM)
def test_there_may_be_any_number_of(make: Callable[[int], dict[str, Any]]):
    assert judged(amendments(make, 5_000)).verdict == "clean"


# --- paths that are no files ------------------------------------------------------------------------------------------


def unread(path: Path) -> str:
    with pytest.raises(Unreadable) as error:
        read(path)
    return str(error.value)


def test_a_folder_is_not_read(tmp_path: Path):
    assert "directory" in unread(tmp_path)


def test_refusing_a_folder_leaves_nothing_open(tmp_path: Path):
    unread(tmp_path)
    before = sorted(Path("/proc/self/fd").iterdir())
    unread(tmp_path)
    assert sorted(Path("/proc/self/fd").iterdir()) == before


def test_a_missing_file_is_not_read(tmp_path: Path):
    assert "No such file" in unread(tmp_path / "nothing.jsonl")


def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path):
    os.mkfifo(tmp_path / "pipe.jsonl")
    assert unread(tmp_path / "pipe.jsonl") == "not a file"


def test_a_socket_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)  # the name of a socket is short
    with socket.socket(socket.AF_UNIX) as one:
        one.bind("s.jsonl")
        assert "cannot be read" in unread(tmp_path / "s.jsonl")


@pytest.mark.parametrize("path", ["/dev/null", "/dev/zero", "/proc/self/mem", "/proc/self/fd/0/x"])
def test_a_device_is_not_read(path: str):
    try:
        assert refused(read(Path(path))) == (None, "entry")
    except Unreadable as error:
        assert str(error) == "not a file" or "cannot be read" in str(error)


def test_a_link_that_leads_round_in_a_circle_is_not_read(tmp_path: Path):
    (tmp_path / "round.jsonl").symlink_to(tmp_path / "round.jsonl")
    assert "cannot be read" in unread(tmp_path / "round.jsonl")


def test_a_name_that_no_file_can_have_is_not_read(tmp_path: Path):
    assert "cannot be read" in unread(tmp_path / ("x" * 5000))
    assert "cannot be read" in unread(tmp_path / "a\0b")


def test_a_huge_file_is_refused_before_it_is_read(tmp_path: Path):
    with (tmp_path / "huge.jsonl").open("wb") as file:
        file.truncate(1 << 40)
    assert str(FILE_LIMIT) in unread(tmp_path / "huge.jsonl")


# --- whatever comes ---------------------------------------------------------------------------------------------------


GAME = simulate(GAMES["lutece"], 3, players=3)
VERDICTS = ("clean", "findings", "damaged", "unjudgeable")


@given(st.binary(max_size=2000))
def test_random_bytes_never_raise(data: bytes):
    assert judged(data).verdict in VERDICTS[2:]  # "{" may be a log just begun


@given(st.lists(st.binary(max_size=200), max_size=10))
def test_random_bytes_with_a_right_chain_never_raise(texts: list[bytes]):
    data = chained(START, *(b"{" + text.replace(b"\n", b"") + b"}" for text in texts))
    assert judged(data).verdict == ("unjudgeable" if texts else "clean")


@given(st.data())
@settings(max_examples=300)
def test_a_log_with_any_bytes_changed_never_raises_and_is_never_clean(data: st.DataObject):
    at = data.draw(st.integers(0, len(GAME)))
    cut = data.draw(st.integers(0, 40))
    put = data.draw(st.binary(max_size=40))
    spoilt = GAME[:at] + put + GAME[at + cut :]
    for chain in (True, False):
        verdict = judged(spoilt, chain=chain).verdict
        assert verdict in VERDICTS[2:] or spoilt == GAME or GAME.startswith(spoilt)


@given(st.data())
@settings(max_examples=300)
def test_a_rechained_log_with_any_bytes_changed_never_raises(data: st.DataObject):
    texts = [line[:-75] + b"}" for line in GAME.splitlines()]
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(texts) - 1))
        at = data.draw(st.integers(0, len(texts[place]) - 1))
        put = data.draw(st.sampled_from([b"", *(bytes([byte]) for byte in b'"09-{],C\\\xff A')]))
        texts[place] = texts[place][:at] + put + texts[place][at + 1 :]
    assert judged(chained(*texts)).verdict in VERDICTS


STRINGS = st.sampled_from([
    "", "Ana", "nobody", "A", "B", "E", "1", "5", "9", "revenue", "tied", "unpaid", "beer", "bread", "C01", "C33",
    "C34", "C37", "C38", "C39", "C40", "L01", "L10", "L34", "L99", "?",
])  # fmt: skip
NUMBERS = st.sampled_from([-(2**53) + 1, -7, -1, 0, 1, 2, 3, 5, 30, 1000, 2**53 - 1])


def other(draw: Callable, value: Any, names: list[str]) -> Any:
    """Another value of the same kind."""
    if isinstance(value, str):
        return draw(STRINGS | st.sampled_from(names))
    if isinstance(value, int):
        return draw(NUMBERS)
    if isinstance(value, list):
        return draw(st.lists(STRINGS | st.sampled_from(names), max_size=6))
    return draw(st.dictionaries(STRINGS, STRINGS, max_size=4))


EXTRA: list[dict[str, Any]] = [
    {"type": "legion_discarded", "player": "Ana", "legion": "C33", "tile": "A", "favour": "Ana"},
    {"type": "card_purchased", "player": "Ana", "tile": "A", "card": "C37", "paid": 1, "received": 2},
    {"type": "card_removed", "tile": "A", "card": "C01", "reason": "unpaid", "player": "Ana"},
    {"type": "apprentice_attached", "player": "Ana", "apprentice": "C37", "host": "C01", "resource": "beer"},
    {"type": "holdings_declared", "player": "Ana", "coins": 3, "cards": ["C37", "C01"], "attached": {"C37": "C01"}},
    {"type": "score_claimed", "player": "Ana", "majority": 1, "prestige": 2, "influence": 3, "fortune": 4, "total": 10},
    {"type": "score_adjusted", "player": "Ana", "points": 3, "reason": "late"},
    {"type": "score_confirmed", "player": "Ana"},
    {"type": "tail_set_aside", "bytes": 3, "digest": "x"},
    {"type": "game_ended", "winners": ["Ana"]},
    {"type": "round_ended"},
]


@st.composite
def careless(draw: Callable) -> bytes:
    """A game as a careless or dishonest table might record it: readable, and otherwise anything."""
    events = [json.loads(line[:-75] + b"}") for line in GAME.splitlines()[:-1]]
    names = events[0]["players"]
    pool = [*events[1:], *EXTRA]
    for _ in range(draw(st.integers(1, 12))):
        at = draw(st.integers(1, len(events) - 1))
        what = draw(st.sampled_from(["change", "change", "change", "add", "drop", "swap", "cut", "amend"]))
        new = dict(draw(st.sampled_from(pool)))
        if what == "change":
            events[at] = new = dict(events[at])
        keys = [key for key in new if key not in ("type", "n", "ts", "target", "before", "entry")]
        if keys and what in ("change", "add", "amend"):
            key = draw(st.sampled_from(keys))
            new[key] = other(draw, new[key], names)
        if what == "add":
            events.insert(at, new)
        elif what == "drop" and len(events) > 2:
            del events[at]
        elif what == "swap":
            events[at], events[-1] = events[-1], events[at]
        elif what == "cut":
            del events[max(at, 2) :]
        elif what == "amend":
            bare = {key: value for key, value in new.items() if key not in ("n", "ts")}
            where = draw(st.integers(-1, len(events)))
            if bare["type"].startswith("entry") or draw(st.booleans()):
                events.append({"type": "entry_withdrawn", "target": where})
            else:
                kind = draw(st.sampled_from([("entry_corrected", "target"), ("entry_inserted", "before")]))
                events.append({"type": kind[0], kind[1]: where, "entry": canonical(bare)})
    return chained(*map(written, range(len(events)), events))


DEFAULTS = {"reason": "", "resource": "", "attached": {}}


def canonical(event: dict[str, Any]) -> dict[str, Any]:
    """An event without the defaults that are not written."""
    required = {"card_removed": ("reason",)}.get(event["type"], ())
    unowned = {"card_removed": {"player": ""}}.get(event["type"], {})
    left_out = DEFAULTS | unowned
    return {key: value for key, value in event.items() if key in required or left_out.get(key, ...) != value}


def written(n: int, event: dict[str, Any]) -> bytes:
    own = {key: value for key, value in canonical(event).items() if key not in ("type", "n", "ts")}
    whole = {"type": event["type"], "n": n, **own}
    return json.dumps(whole, ensure_ascii=False, separators=(",", ":")).encode()


@given(careless())
@settings(max_examples=35)
def test_whatever_a_table_did_is_judged_to_the_last_line(data: bytes):
    report = judged(data)
    assert report.verdict in ("clean", "findings"), report.findings
    assert (report.integrity, report.events) == ("ok", data.count(b"\n"))
    game = GAMES["lutece"]
    game.scribe.view(replay(game, report.force.events).table)
