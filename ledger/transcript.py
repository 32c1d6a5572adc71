"""Transcripts: the same events without numbers and hashes, as people and other programs write them."""

import json
import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from msgspec import MsgspecError
from msgspec.structs import replace

from ledger.events import OF_THE_LOG as OF_ITSELF
from ledger.events import EntryCorrected, EntryInserted, Event, GameEnded, GameStarted, LogSealed
from ledger.game import Catalogue, Game
from ledger.log import BOM, ENCODER, FILE_LIMIT, MARK, START, TAIL, Unreadable, check_line, encode, opening
from ledger.walk import named_in_full
from ledger.words import Words, why

OF_THE_LOG = ("n", "by", "id", "more", "hash")
BARE = Words("an entry has no n, ts, by, id or more of its own")
DIGITS = 20  # more than any number of ours has
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")


def read(data: bytes, games: Mapping[str, Game], catalogue: Catalogue | None = None) -> bytes:
    """Make a log of a transcript: line k becomes event k - 1. Unreadable names the line that cannot be read."""
    lines = _lines(data)
    game = opening(_checked(lines[0], 1), games)
    events = [_event(game, line, at) for at, line in enumerate(lines, 1)]
    if not isinstance(events[0], GameStarted):
        raise Unreadable("entry", 1, Words("a game begins with game_started"))
    events[0] = named_in_full(game, events[0], catalogue)
    return encode(events, seal=isinstance(events[-1], GameEnded), ids=data)


def read_event(data: bytes, games: Mapping[str, Game]) -> Event:
    """The first event of a log or a transcript, for somebody whose log has lost its own."""
    line = data.removeprefix(BOM).split(b"\n", 1)[0].removesuffix(b"\r")
    if line[-TAIL + 1 : -TAIL + 1 + len(MARK)] == MARK:
        line = line[: -TAIL + 1] + b"}"
    game = opening(_checked(line, 1), games)
    try:
        event = game.decoder.decode(line)
    except (MsgspecError, ValueError, RecursionError) as error:
        raise Unreadable("entry", 1, Words("cannot be read: {why}", why=why(error))) from None
    return named_in_full(game, event) if isinstance(event, GameStarted) and event.n < 0 else event


def write(events: Iterable[Event]) -> bytes:
    """The events in force as a transcript, ready to be read again."""
    kept = [replace(event, n=-1, by="", id="", more=0) for event in events if not isinstance(event, OF_ITSELF)]
    return ENCODER.encode_lines(kept)


def _lines(data: bytes) -> list[bytes]:
    if len(data) > FILE_LIMIT:
        words = Words("{found} bytes; a transcript has at most {expected}", found=len(data), expected=FILE_LIMIT)
        raise Unreadable("limit", None, words)
    lines = [line.removesuffix(b"\r") for line in data.removeprefix(BOM).split(b"\n")]
    while lines and not lines[-1].strip():
        lines.pop()
    if not lines:
        words = Words("empty; a transcript begins with {expected}", expected=START.decode() + " …")
        raise Unreadable("entry", None, words)
    return lines


def _checked(line: bytes, at: int) -> bytes:
    """A line that is safe and fair to decode: within the limits, one JSON object, no key twice, no floats."""
    check_line(line, at)
    if not line.strip():
        raise Unreadable("entry", at, Words("a blank line; every line is an event"))
    try:
        found = strict_json(line)
    except (ValueError, RecursionError) as error:
        raise Unreadable("entry", at, Words("cannot be read: {why}", why=why(error))) from None
    if not isinstance(found, dict):
        raise Unreadable("entry", at, Words("not an event; an event is written as {expected}", expected='{"type": …}'))
    return line


def strict_json(text: bytes) -> Any:
    """JSON in UTF-8 with no key twice and no number that is not whole; ValueError says what is wrong."""
    found = json.loads(
        text.decode("utf-8-sig"),
        object_pairs_hook=_once,
        parse_int=_whole,
        parse_float=_no_float,
        parse_constant=_no_float,
    )
    if b"\\u" in text:
        _whole_characters(found)
    return found


def _whole_characters(found: Any) -> None:
    """An escaped half of a character is no text that could ever be written."""
    try:
        json.dumps(found, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        half = f"\\u{ord(error.object[error.start]):04x}"
        raise ValueError(Words("{text} is only half a character", text=half)) from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(Words("the key '{key}' stands twice", key=key))
        found[key] = value
    return found


def _whole(text: str) -> int:
    if len(text) > DIGITS:
        raise ValueError(Words("{text}… is too large a number", text=text[:DIGITS]))
    return int(text)


def _no_float(text: str) -> Any:
    raise ValueError(Words("{text} is not a whole number", text=text))


def _event(game: Game, line: bytes, at: int) -> Event:
    _checked(line, at)
    own = [key for key in json.loads(line) if key in OF_THE_LOG]
    if own:
        words = Words("a transcript has no {found}; the log gives them", found=own)
        raise Unreadable("entry", at, words)
    try:
        event = game.decoder.decode(line)
    except (MsgspecError, ValueError, RecursionError) as error:
        raise Unreadable("entry", at, Words("cannot be read: {why}", why=why(error))) from None
    if isinstance(event, LogSealed):
        raise Unreadable("entry", at, Words("a transcript has no seal; the log gets its own"))
    if isinstance(event, EntryCorrected | EntryInserted) and not bare(event.entry):
        raise Unreadable("entry", at, BARE)
    _moment(event.ts, at)
    return event


def bare(entry: Event) -> bool:
    """What stands inside an amendment has nothing that only a line of a log has."""
    return (entry.n, entry.ts, entry.by, entry.id, entry.more) == (-1, "", "", "", 0)


def _moment(ts: str, at: int) -> None:
    try:
        if ts and not (MOMENT.fullmatch(ts) and datetime.fromisoformat(ts)):
            raise ValueError(ts)
    except ValueError:
        words = Words("ts '{found}' is not a moment like {expected}", found=ts, expected="2026-11-15T20:01:02.123Z")
        raise Unreadable("entry", at, words) from None
