"""An evening of many tables: where each one stands, games found again, and finished logs taken in."""

import asyncio
import time
from collections.abc import Iterable
from contextlib import suppress
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from cli.pad.folder import LISTED, LogFolder, slug
from cli.pad.keys import Refused
from cli.pad.open_table import Stamp, stamp, unreadable
from cli.pad.state import mode
from cli.pad.words import Term
from ledger.any_table import draw
from ledger.audit import audit, ordered
from ledger.events import AMENDMENTS, LogSealed
from ledger.files import create
from ledger.games import GAMES, outside_fault
from ledger.live import LiveGame
from ledger.log import LogError, Unreadable, decode, read, scan
from ledger.packs import EMPTY, is_single, unpacked
from ledger.score import draw_up
from ledger.words import Words

SIZE = 16 * 1024 * 1024  # of a log, as everywhere
PACKED = 100  # logs of a pack
AWAY = 3600.0  # seconds after which a phone that left is no longer missed
FIRST_LINE = 32_768


class First(NamedTuple):
    """What a log's first line says, for finding it again."""

    words: str
    day: str


class Evening:
    """What an organiser sees of a house."""

    def __init__(self, house: LogFolder) -> None:
        self.house = house
        self._first: dict[Path, tuple[Stamp, First]] = {}
        self._stood: dict[Path, tuple[Stamp, dict[str, Any]]] = {}
        self._phones: dict[str, tuple[int, float]] = {}  # the most that watched a table, and when they last did

    async def tables(self, find: str = "", day: str = "") -> list[dict[str, Any]]:
        """The newest tables that answer to these words and this day, with where they stand."""
        found = await asyncio.to_thread(self._found, find, day)
        return [await self._told(name, path, mark) for mark, name, path in found]

    def _found(self, find: str, day: str) -> list[tuple[Stamp, str, Path]]:
        stamped = []
        for name, path in self.house.paths().items():
            try:
                mark = stamp(path)
            except Refused:
                continue  # gone in this very moment
            if _answers(self._opened(path, mark), name, find, day):
                stamped.append((mark, name, path))
        return sorted(stamped, reverse=True)[:LISTED]

    def _opened(self, path: Path, mark: Stamp) -> First:
        """The first line of a log, which never changes once there is a second."""
        known = self._first.get(path)
        if known is None or known[0][2] != mark[2]:
            known = self._first[path] = (mark, _first(path))
        return known[1]

    async def _told(self, name: str, path: Path, mark: Stamp) -> dict[str, Any]:
        table = self.house.opened(name)
        try:
            if table is not None and table.live is not None:
                told = await asyncio.to_thread(standing, table.live)
            else:
                told = await asyncio.to_thread(self._read, path, mark)
        except Exception as error:  # what goes wrong in a game from outside is told of its own tables
            why = outside_fault(error)
            if why is None:
                raise
            told = {"error": why}
        now = len(table.listeners) if table is not None else 0
        return {"name": name, **told, "phones": now, "away": self._away(name, now), "missed": self._missed(name)}

    def _read(self, path: Path, mark: Stamp) -> dict[str, Any]:
        known = self._stood.get(path)
        if known is None or known[0] != mark:
            known = self._stood[path] = (mark, _from_file(path))
        return known[1]

    def _missed(self, name: str) -> list[str]:
        """Whose phone has taken a seat and does not watch: those that are away and can be named."""
        here = {one.phone[1] for one in self.house.streams.open if one.link[0] == name}
        return [player for player, phone in self.house.seats.of(name).phones.items() if phone not in here]

    def _away(self, name: str, now: int) -> int:
        """How many phones fewer than there were."""
        most, when = self._phones.get(name, (0, 0.0))
        moment = time.monotonic()
        if now >= most or moment - when > AWAY:
            self._phones[name] = (now, moment)
            return 0
        return most - now

    # --- logs from elsewhere

    async def take_in(self, name: str, data: bytes) -> list[dict[str, Any]]:
        """Check a log, or every log of a pack, and put it among the others; what nobody can vouch for stays outside."""
        async with self.house.starting:
            if is_single(data):
                return [await asyncio.to_thread(self._take_in, name, data)]
            return await asyncio.to_thread(self._take_all_in, name, data)

    def _take_all_in(self, name: str, data: bytes) -> list[dict[str, Any]]:
        found = []
        for one in islice(unpacked(BytesIO(data)), PACKED + 1):
            own = Path(one.name).name or f"{name.partition('.')[0]}-{one.number}"
            try:
                if one.number > PACKED:
                    raise Refused(413, "many", Words("a pack of at most {most} logs is taken in", most=PACKED))
                if one.trouble is not None:
                    raise Refused(422, "log", Words("not taken in: {why}", why=one.trouble))
                found.append(self._take_in(own, one.data))
            except Refused as refused:
                found.append({"name": own, "error": refused.words})
        return found or [{"name": name, "error": EMPTY}]

    def _take_in(self, name: str, data: bytes) -> dict[str, Any]:
        try:
            report = audit(data, GAMES)
        except Unreadable as error:
            raise unreadable(error) from None
        if report.sheet is None or report.integrity != "ok":
            why = report.findings[0].message if report.findings else Words("nothing to read")
            raise Refused(422, "log", Words("not taken in: {why}", why=why))
        there = self._twin(report.head)
        if there:
            raise Refused(409, "there", Words("this log is here already: {name}", name=there))
        path = self._free(name)
        try:
            create(path, data)
        except LogError as error:
            raise Refused(507, "disk", Words("not taken in: {why}", why=error.words.values.get("why"))) from None
        broken = [one for one in report.findings if one.severity in ("violation", "warning")]
        return {
            "name": path.stem,
            "verdict": Term(report.verdict),
            "final": report.sheet.final,
            "winners": report.sheet.winners,
            "findings": [one.message for one in broken],
        }

    def _twin(self, head: str) -> str:
        """The log that ends as this one does."""
        tail = head.encode() + b'"}\n'
        for name, path in self.house.paths().items():
            with suppress(OSError), path.open("rb") as file:
                file.seek(max(path.stat().st_size - len(tail), 0))
                if file.read() == tail:
                    return name
        return ""

    def _free(self, name: str) -> Path:
        base = (slug(name.removesuffix(".jsonl")) or "log")[:54].strip("-")
        for number in range(1, 1000):
            path = self.house.folder / f"{base if number == 1 else f'{base}-{number}'}.jsonl"
            if not path.exists():
                return path
        raise Refused(409, "name", Words("there are too many tables of this name; choose another title"))


def _first(path: Path) -> First:
    try:
        with path.open("rb") as file:
            line = msgspec.json.decode(file.readline(FIRST_LINE))
        words = [line.get("title", ""), line.get("place", ""), line.get("game", ""), *line.get("players", ())]
        return First(" ".join(map(str, words)).casefold(), str(line.get("ts", ""))[:10])
    except (OSError, msgspec.MsgspecError, AttributeError, TypeError):
        return First("", "")


def _answers(first: First, name: str, find: str, day: str) -> bool:
    words: Iterable[str] = find.casefold().split()
    return all(_says(first, name, word) for word in words) and (not day or first.day == day)


def _says(first: First, name: str, word: str) -> bool:
    """A number is a word of the title or begins the day, never a part of one: table 11 is no table in November."""
    if not word.isdigit():
        return word in f"{first.words} {first.day} {name}"
    return word in first.words.split() or first.day.startswith(word)


def _from_file(path: Path) -> dict[str, Any]:
    try:
        sound = scan(read(path))
        if sound.integrity == "damaged" or not sound.lines:
            fault = sound.faults[0].words if sound.faults else Words("nothing to read")
            return {"error": fault}
        return standing(LiveGame(*decode(sound, GAMES)))
    except Unreadable as error:
        return {"error": error.words}


def standing(live: LiveGame) -> dict[str, Any]:
    """Where a table stands: round, turn, points, and what an organiser should look at."""
    record, drawing, sheet = live.record, draw(live.record), draw_up(live.record)
    started: Any = live.force.events[0]
    broken = [one for one in ordered(live.case) if one.severity in ("violation", "warning")]
    return {
        "game_title": Words(live.game.title),
        "title": started.title,
        "place": started.place,
        "started_ts": live.events[0].ts,
        "last_ts": live.events[-1].ts,
        "last": live.moments[-1].words,
        "n": len(live.events) - 1,
        "round": drawing.round,
        "phase": drawing.phase,
        "players": [
            {
                "name": seat.name,
                "total": sheet.total(seat.name),
                "range": sheet.ranges.get(seat.name),
                "turn": seat.turn,
                "note": seat.note,
            }
            for seat in drawing.players
        ],
        "scale": sheet.scale,
        "silent": not mode(live.game, live.events),  # nobody has played or said anything: no figure stands for it
        "winners": sheet.winners if sheet.final else [],
        "final": sheet.final,
        "ended": record.ended,
        "sealed": isinstance(live.events[-1], LogSealed),
        "corrected": sum(isinstance(event, AMENDMENTS) for event in live.events),
        "findings": len(broken),
        "disputed": [one.message for one in broken if one.rule in DISPUTES],
    }


DISPUTES = ("score", "winners")  # rules of the ledger: a claim that is not what the record says
