"""What can still be read of a damaged log, and a new log made of it that can be gone on with.

Numbers stay: what is lost leaves a `line_lost` in its place, so that every amendment still names what it named.
"""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import NamedTuple

from msgspec import MsgspecError
from msgspec.structs import replace

from ledger.events import Event, GameStarted, LineLost, LogRecovered, LogSealed, TailSetAside
from ledger.game import Game
from ledger.log import (
    EVENT_LIMIT,
    TAIL,
    LogError,
    Scan,
    Unreadable,
    check_line,
    decode,
    encode,
    fits_on,
    made_id,
    now,
    opening,
    scan,
)
from ledger.transcript import read_event
from ledger.words import Words


class Salvaged(NamedTuple):
    """Every line of a damaged log that can be read, by its number."""

    game: Game
    events: list[Event]  # what is missing or cannot be read is a LineLost
    places: list[int]  # by number: the line of the file; empty where event n stands on line n + 1
    unvouched: int  # from this number on nobody vouches for anything; behind the last one: for everything
    lost: int = 0  # so many lines are missing or cannot be read


class _Line(NamedTuple):
    """A line past the damage."""

    place: int
    text: bytes
    event: Event | None  # None: it cannot be read
    fits: bool  # the line before it


def salvage(found: Scan, games: Mapping[str, Game], start: Event | None = None) -> Salvaged:
    """Read on past the damage; Unreadable when not even the first line can be read and nobody gave another."""
    if found.lines:
        game, events = decode(found, games)
        if not found.beyond:
            return Salvaged(game, events, [], len(events))
    else:
        game, events = _started(found, games, start)
    sound = len(found.lines)
    lines = _lines_beyond(game, found)
    if lines and not sound and (lines[0].event is None or lines[0].event.n <= 0):
        lines = lines[1:]  # the first line itself; where it is missing, this is another one
    taken = _placed(lines, len(events))
    places = list(range(1, len(events) + 1))
    lost = 0
    for n in range(len(events), max(taken, default=len(events) - 1) + 1):
        line = taken.get(n)
        if line is None:
            events.append(LineLost(n=n, why="missing"))
        elif line.event is None:
            events.append(LineLost(n=n, why="unreadable", digest=sha256(line.text).hexdigest()))
        else:
            events.append(line.event)
        lost += isinstance(events[-1], LineLost)
        places.append(line.place if line else places[-1] + 1)
    return Salvaged(game, events, places, sound, lost)


def _started(found: Scan, games: Mapping[str, Game], start: Event | None) -> tuple[Game, list[Event]]:
    if start is not None and isinstance(start, GameStarted):
        return games[start.game], [replace(start, n=0)]
    text = found.beyond[0][:-TAIL] + b"}" if found.beyond else b""
    game = opening(text, games)
    event = _event(game, text)
    if not isinstance(event, GameStarted):
        raise Unreadable("entry", 1, Words("a log begins with game_started"))
    return game, [replace(event, n=0)]


def _event(game: Game, text: bytes) -> Event | None:
    try:
        check_line(text, 1)
        return game.decoder.decode(text)
    except (MsgspecError, ValueError, RecursionError, LogError):
        return None


def _lines_beyond(game: Game, found: Scan) -> list[_Line]:
    lines = []
    before = found.lines[-1] if found.lines else b""
    for at, line in enumerate(found.beyond):
        fits = bool(before) and fits_on(before, line)
        lines.append(_Line(len(found.lines) + at + 1, line, _event(game, line[:-TAIL] + b"}"), fits))
        before = line
    return lines


def _placed(lines: Sequence[_Line], first: int) -> dict[int, _Line]:
    """Each line at its number: first those that fit the line before them, then changed ones where there is room."""
    taken: dict[int, _Line] = {}
    for line in lines:
        if line.event is not None and line.fits and first <= line.event.n < EVENT_LIMIT:
            taken.setdefault(line.event.n, line)
    most, last = max(taken, default=0), first - 1
    for line in lines:
        n = line.event.n if line.event is not None else last + 1
        if not line.fits and first <= n < EVENT_LIMIT and n not in taken and (n < most or n == last + 1):
            taken[n] = line
        last = n if n in taken else last
    return taken


def recovered(data: bytes, games: Mapping[str, Game], start: bytes = b"") -> tuple[bytes, LogRecovered]:
    """A new log of what can be read of a damaged one, and its last event, which says what it was made from."""
    found = scan(data)
    if found.integrity == "ok":
        raise LogError(Words("nothing is wrong with this log; there is nothing to recover"))
    kept = salvage(found, games, read_event(start, games) if start else None)
    events = [_as_kept(event) for event in _whole_entries(kept.events)]
    unvouched = kept.unvouched + 1 if kept.unvouched < len(events) else 0
    digest = sha256(data).hexdigest()
    last = LogRecovered(ts=now(), id=made_id(data, len(events)), digest=digest, lost=kept.lost, unvouched=unvouched)
    return encode([*events, last], stamp=False), last


def _as_kept(event: Event) -> Event:
    """A seal, or a note of a torn tail, is true of the old file only."""
    if isinstance(event, LogSealed):
        return LineLost(n=event.n, more=event.more, why="seal")
    if isinstance(event, TailSetAside):
        return LineLost(n=event.n, more=event.more, why="tail_set_aside")
    return event


def _whole_entries(events: Sequence[Event]) -> list[Event]:
    """An entry of which something is missing falls into its events."""
    kept = list(events)
    at = 0
    while at < len(events):
        size = max(events[at].more, 0) + 1
        whole = [event.more for event in events[at : at + size]] == list(range(size - 1, -1, -1))
        if not whole:
            kept[at], size = replace(events[at], more=0), 1
        at += size
    return kept
