"""The house: a folder of logs, and the tables that are open in it. Nothing is kept anywhere else."""

import asyncio
import re
import time
import unicodedata
from contextlib import suppress
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from msgspec import MsgspecError, Struct, convert

from cli.pad.boxes import Boxes
from cli.pad.keys import Keys, Refused, Tries
from cli.pad.open_table import OpenTable, Stamp, stamp
from cli.pad.past import Past
from cli.pad.seats import Seats
from cli.pad.streams import Streams
from cli.pad.turns import Turns
from cli.render import complain
from ledger.audit import audit
from ledger.events import Event
from ledger.files import create
from ledger.game import REFERENCE, Game, Reading
from ledger.games import GAMES, outside_fault
from ledger.log import LogError, NotKnown, Unreadable, encode, read
from ledger.rulebook import editions_told, options_told
from ledger.walk import named_in_full
from ledger.words import Words, why
from ledger.words.speech import LANGUAGES

NAME = re.compile(r"[a-z0-9-]{1,60}")
LISTED = 200  # the newest tables that the house shows
OPEN = 300  # tables kept in memory while nobody watches them
FORGOTTEN, CROWDED = 900.0, 60.0  # seconds after which a table nobody watches is let go
BEAT = 0.5  # seconds between two looks at the files


class NewTable(Struct, forbid_unknown_fields=True, kw_only=True):
    """What somebody says who starts a game."""

    game: str
    players: tuple[str, ...]
    edition: str = ""
    options: dict[str, Reading] = {}
    title: str = ""
    place: str = ""
    also: dict[str, Any] = {}
    catalogue: str = ""  # which cards; nothing: the house's own box, if one was typed, else ours
    mode: str = ""  # "score": only who has what at the end; "record": everything as it happens
    id: str = ""


class LogFolder:
    """The folder, its keys, and who is in."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.keys = Keys(folder)
        self.tries = Tries()
        self.seats = Seats(self.keys.folder)
        self.boxes = Boxes(folder)
        self.streams = Streams()
        self.turns = Turns()
        self.past = Past(self.turns)
        self.listeners: set[asyncio.Event] = set()  # who looks at the list of tables
        self._shown: tuple[object, ...] = ()
        self.stopping = asyncio.Event()
        self.starting = asyncio.Lock()
        self._tables: dict[str, OpenTable] = {}
        self._summaries: dict[Path, tuple[Stamp, dict[str, Any]]] = {}

    # --- tables

    def paths(self) -> dict[str, Path]:
        """Every log of the folder by the name it has here."""
        found = (path for path in self.folder.glob("*.jsonl") if path.is_file() and not path.is_symlink())
        return {_name(path): path for path in found if not path.name.startswith(".")}

    def table(self, name: str) -> OpenTable:
        """An open table; the name is looked up, never made into a path."""
        known = self._tables.get(name)
        if known is None:
            path = self.paths().get(name) if NAME.fullmatch(name) else None
            if path is None:
                raise Refused(404, "table", Words("there is no such table here"))
            known = self._tables[name] = OpenTable(name, path, self.seats, self.past, self.turns)
        known.used = time.monotonic()
        return known

    def opened(self, name: str) -> OpenTable | None:
        """A table that is open already."""
        return self._tables.get(name)

    async def start(self, wanted: NewTable) -> str:
        """Start a table and give its name; the same id again gives the same table."""
        async with self.starting:
            return await asyncio.to_thread(self._start, wanted)

    def _start(self, wanted: NewTable) -> str:
        there = self._started_with(wanted.id)
        if there:
            return there
        if wanted.catalogue != REFERENCE:
            usual = self.boxes.play_with(game_of(wanted.game))
            wanted = msgspec.structs.replace(wanted, catalogue=wanted.catalogue or usual)
        started = _first_event(wanted)
        data = encode([started])
        base = f"{datetime.now(UTC):%Y-%m-%d}-{slug(wanted.title or wanted.game)}"[:54].strip("-")
        for number in range(1, 1000):
            path = self.folder / f"{base if number == 1 else f'{base}-{number}'}.jsonl"
            name = _name(path)
            if not path.exists() and name not in self._tables and self.keys.known(name) is None:
                try:  # the log comes last: what stands beside it is there when it is
                    self.keys.of(name)
                    self.seats.start(name, wanted.mode)
                    create(path, data)
                except NotKnown:
                    raise
                except LogError as error:
                    raise Refused(507, "disk", Words("not started: {why}", why=error.words.values.get("why"))) from None
                return name
        raise Refused(409, "name", Words("there are too many tables of this name; choose another title"))

    def _started_with(self, entry_id: str) -> str:
        """The table that this phone has started already."""
        if not entry_id:
            raise Refused(422, "id", Words("every entry needs an id of its own"))
        mark = b'"id":' + msgspec.json.encode(entry_id) + b","
        for name, path in self.paths().items():
            with suppress(OSError), path.open("rb") as file:  # gone, or not ours to read
                if mark in file.readline(32_768):
                    return name
        return ""

    # --- lists

    def listed(self) -> list[dict[str, Any]]:
        """The newest tables with where they stand; one that cannot be read is there with the reason."""
        stamped = []
        for name, path in self.paths().items():
            with suppress(Refused):  # gone in this very moment
                stamped.append((stamp(path), name, path))
        newest = sorted(stamped, reverse=True)[:LISTED]
        return [{"name": name, **self._summary(path, found)} for found, name, path in newest]

    def _summary(self, path: Path, found: Stamp) -> dict[str, Any]:
        known = self._summaries.get(path)
        if known is None or known[0] != found:
            known = self._summaries[path] = (found, summary(path, found))
        return known[1]

    # --- keeping house

    async def keep(self) -> None:
        """Look after the open tables: what others wrote is shown, what nobody uses is let go."""
        while not self.stopping.is_set():
            for name, table in list(self._tables.items()):
                await self._look_after(name, table)
            if self.listeners:
                await self._look_at_the_list()
            try:
                await asyncio.wait_for(self.stopping.wait(), BEAT)
            except TimeoutError:
                continue

    async def _look_after(self, name: str, table: OpenTable) -> None:
        try:
            await table.rest()
            if table.listeners:
                await table.fresh()
            elif time.monotonic() - table.used > (FORGOTTEN if len(self._tables) <= OPEN else CROWDED):
                await table.rest(now=True)
                del self._tables[name]
        except Refused:
            table.tell()
        except Exception as error:  # a mistake of ours with one table stops no other
            self._tables.pop(name, None)
            complain(f"quaestor: {name}: {type(error).__name__}: {error}")

    async def _look_at_the_list(self) -> None:
        """Wake those who look at the list of tables when one of them has moved."""
        found = await asyncio.to_thread(self._stamps)
        if found != self._shown:
            self._shown = found
            for listener in self.listeners:
                listener.set()

    def _stamps(self) -> tuple[object, ...]:
        found = []
        for name, path in self.paths().items():
            with suppress(Refused):
                found.append((name, stamp(path)))
        return tuple(sorted(found))

    def mark(self) -> str:
        """What changes when the list of tables does."""
        return sha256(repr(self._shown).encode()).hexdigest()[:16]

    def stop(self) -> None:
        """End all streams; the house closes."""
        self.stopping.set()
        for listener in self.listeners:
            listener.set()
        for table in self._tables.values():
            table.tell()


def _name(path: Path) -> str:
    """A log's name in the house; a file named otherwise gets one that no other file can have."""
    if NAME.fullmatch(path.stem):
        return path.stem
    return f"{slug(path.stem)[:50]}-{sha256(path.stem.encode('utf-8', 'surrogateescape')).hexdigest()[:8]}".strip("-")


def slug(text: str) -> str:
    """A title as it may stand in a file name."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


def _first_event(wanted: NewTable) -> Event:
    """The first line of a new log."""
    game = game_of(wanted.game)
    fields = {
        "game": wanted.game,
        "players": tuple(name.strip() for name in wanted.players),
        "edition": wanted.edition,
        "options": wanted.options,
        "title": wanted.title.strip(),
        "place": wanted.place.strip(),
        "catalogue": wanted.catalogue,
        "id": wanted.id,
    }
    try:
        return named_in_full(game, convert({"type": "game_started", **wanted.also, **fields}, game.course.started))
    except Unreadable as error:
        raise Refused(422, "start", Words("not started: {why}", why=error.words)) from None
    except (MsgspecError, ValueError, TypeError) as error:
        raise Refused(422, "start", Words("not started: {why}", why=why(error))) from None


def game_of(name: str) -> Game:
    """A game by its word."""
    if name not in GAMES:
        raise Refused(422, "game", Words("unknown game '{found}'; known: {expected}", found=name, expected=list(GAMES)))
    return GAMES[name]


def summary(path: Path, found: Stamp) -> dict[str, Any]:
    """A log in one line: who played what, and how it stands; or why it cannot be told."""
    updated = datetime.fromtimestamp(found[0] // 10**9, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    try:
        report = audit(read(path), GAMES)
    except Unreadable as error:
        return {"updated": updated, "error": error.words}
    if report.started is None or report.sheet is None or report.integrity == "damaged":
        return {
            "updated": updated,
            "error": report.findings[0].message if report.findings else Words("nothing to read"),
        }
    sheet, started = report.sheet, report.started
    return {
        "game": sheet.game,
        "game_title": Words(GAMES[sheet.game].title),
        "title": started.title,
        "place": started.place,
        "players": list(started.players),
        "edition": sheet.edition,
        "events": report.events,
        "ended": sheet.final,
        "sealed": report.sealed,
        "updated": updated,
        "totals": [
            sheet.ranges.get(player, (total, total)) for player in sheet.players for total in [sheet.total(player)]
        ]
        if report.events > 1
        else [],  # nobody has said anything
        "scale": sheet.scale,
        "winners": sheet.winners,
    }


def games_json(lang: str, boxes: Boxes) -> list[dict[str, Any]]:
    """What can be played, and with which readings of the rules; a game from outside that goes wrong is left out."""
    found = []
    for game in GAMES.values():
        try:
            found.append(_game_json(game, lang, boxes))
        except Exception as error:
            fault = outside_fault(error)
            if fault is None:
                raise
            complain(f"quaestor: {fault}")
    return found


def _game_json(game: Game, lang: str, boxes: Boxes) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": Words(game.title),
        "editions": _editions(game, lang),
        "seats": game.about.seats,
        "options": _options(game, lang),
        "box": boxes.summary(game),
        "needs_opening": bool(game.scribe.opening(_deck(game, game.about.editions[0]), ["1", "2", "3"])),
    }


def _editions(game: Game, lang: str) -> list[dict[str, str]]:
    """An edition is called by its language, which needs no translation; the game's rules may say more of it."""
    told = editions_told(game, lang)
    return [
        {"id": one, "name": LANGUAGES.get(one.partition("-")[0], one), "about": told.get(one, "")}
        for one in game.about.editions
    ]


def _options(game: Game, lang: str) -> list[dict[str, Any]]:
    """Every disputed reading in the words of the game's own rules."""
    told = options_told(game, lang)
    return [
        {
            "name": name,
            "words": told[name].about,
            "values": [{"value": value, "words": told[name].meanings[str(value)]} for value in one.values],
            "defaults": {edition: game.readings({}, edition, fresh=True)[name] for edition in game.about.editions},
        }
        for name, one in game.about.options.items()
    ]


def _deck(game: Game, edition: str) -> Any:
    return game.cards.deck(game.catalogue().data, edition)


def opening(game: Game, edition: str, players: list[str]) -> list[Any]:
    """What else the first line of this game needs."""
    chosen = edition or game.about.editions[0]
    if chosen not in game.about.editions:
        raise Refused(422, "edition", Words("unknown edition '{found}'", found=edition))
    return list(game.scribe.opening(_deck(game, chosen), players))
