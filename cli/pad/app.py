"""The application: each route asks who is there, calls the house or a table, and answers."""

import asyncio
import gzip
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from anyio import create_task_group
from msgspec import MsgspecError, convert
from msgspec.structs import replace
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from cli.pad import folder as folders
from cli.pad import state as states
from cli.pad.boxes import LARGEST
from cli.pad.club_page import DOOR, POLICY, Club
from cli.pad.evening import SIZE, Evening
from cli.pad.folder import LogFolder, NewTable
from cli.pad.front import front
from cli.pad.guard import body, error_json, language, log_bytes
from cli.pad.keys import ROLES, Refused, Role, same
from cli.pad.open_table import Made, OpenTable, Sender, failed
from cli.pad.seats import known_as
from cli.pad.streams import Watcher
from cli.render import complain, mistake
from ledger.events import OF_THE_LOG, Event, GameStarted, ScoreConfirmed
from ledger.game import REFERENCE, Game
from ledger.games import GAMES, outside_fault
from ledger.log import LogError, check_line
from ledger.rulebook import rulebook
from ledger.waiting import Begun
from ledger.words import Words, why
from ledger.words.misfits import of_player
from ledger.words.speech import LANGUAGES, browser

STATIC = Path(__file__).parent / "static"
BATCH = 64  # entries a request
QUIET = 15.0  # seconds after which a stream says that it is still there
ID = 100  # characters
HEAD = 64


class Pad:
    """The routes of one house."""

    def __init__(
        self, house: LogFolder, address: str, *, lan: bool = False, lang: str = "en", authority: Path | None = None
    ) -> None:
        self.house = house
        self.organiser = Evening(house)
        self.club_room = Club(house.folder, house.keys.folder)
        self.address = address
        self.lan = lan
        self.lang = lang
        self.authority = authority  # the certificate that phones are told to trust

    # --- who is there

    def _key(self, request: Request) -> str:
        kind, _, key = request.headers.get("authorization", "").partition(" ")
        if kind.lower() != "bearer" or not key:
            raise Refused(401, "key", Words("this needs a key: open the link or the QR code that you were given"))
        return key.strip()

    def _wrong(self, request: Request) -> Refused:
        return self.house.tries.wrong(_address(request))

    def housekeeper(self, request: Request) -> None:
        """Only whoever has the house's key."""
        if not same(self.house.keys.house, self._key(request)):
            raise self._wrong(request)

    def seated(self, request: Request, *roles: Role) -> tuple[OpenTable, Role, str]:
        """A table for somebody who has one of its keys; the house's key makes a scribe everywhere."""
        key, name = self._key(request), request.path_params["table"]
        if same(self.house.keys.house, key):
            role: Role | None = "scribe"
        else:
            known = self.house.keys.known(name) if folders.NAME.fullmatch(name) else None
            role = known.role(key) if known else None
        if role is None:
            raise self._wrong(request)
        if role not in (roles or ROLES):
            raise Refused(
                403, "role", Words("this is for the scribe" if roles == ("scribe",) else "this link is for reading")
            )
        return self.house.table(name), role, key

    def still_seated(self, table: OpenTable, key: str) -> bool:
        """Whether a key that opened a table opens it still."""
        known = self.house.keys.known(table.name)
        return same(self.house.keys.house, key) or bool(known and known.role(key))

    def sender(self, request: Request, role: Role) -> Sender:
        """Who sends something to a table."""
        return Sender(role, request.headers.get("x-phone", "")[:ID])

    # --- the house

    async def house_list(self, request: Request) -> Response:
        """Every table, every game, every name."""
        self.housekeeper(request)
        tables = await asyncio.to_thread(self.house.listed)
        names = dict.fromkeys(name for table in tables for name in table.get("players", ()))
        found = {
            "tables": tables,
            "games": await asyncio.to_thread(folders.games_json, self._lang(request), self.house.boxes),
            "names": list(names)[:100],
            "address": self.address,
            "lan": self.lan,
        }
        return self._json(request, found)

    async def evening(self, request: Request) -> Response:
        """Where every table stands, or those that answer to some words or a day."""
        self.housekeeper(request)
        asked = request.query_params
        tables = await self.organiser.tables(asked.get("find", "")[:ID], asked.get("day", "")[:10])
        return self._json(request, {"tables": tables})

    async def club(self, request: Request) -> Response:
        """The club's page about every game of the folder."""
        self.housekeeper(request)
        return _answer(await self.club_room.page(self.house.paths(), self._lang(request)), "text/html")

    async def take_in(self, request: Request) -> Response:
        """A log from elsewhere."""
        self.housekeeper(request)
        name = request.query_params.get("name", "")[:ID]
        taken = await self.organiser.take_in(name, await log_bytes(request, SIZE))
        return self._json(request, {"taken": taken}, 201)

    async def opening(self, request: Request) -> Response:
        """What else a game's first line needs."""
        self.housekeeper(request)
        given = await body(request)
        players = [str(name) for name in given.get("players", [])] if isinstance(given.get("players"), list) else []
        game = folders.game_of(str(given.get("game")))
        return self._json(request, {"fields": folders.opening(game, str(given.get("edition", "")), players)})

    async def start(self, request: Request) -> Response:
        """A new table."""
        self.housekeeper(request)
        try:
            wanted = convert(await body(request), NewTable)
        except MsgspecError as error:
            raise Refused(422, "start", Words("not started: {why}", why=why(error))) from None
        return await self._started(request, wanted)

    async def rematch(self, request: Request) -> Response:
        """The same people again, the next one first."""
        table, _, _ = self.seated(request, "scribe")
        given = await body(request)
        live = await table.fresh()
        before = live.force.events[0]
        assert isinstance(before, GameStarted)
        mode = states.mode(live.game, live.events) or self.house.seats.of(table.name).mode
        wanted = NewTable(
            game=before.game,
            players=(*before.players[1:], before.players[0]),
            edition=before.edition,
            options=dict(before.options),
            title=before.title,
            place=before.place,
            catalogue=REFERENCE if before.catalogue == REFERENCE else "",  # else the box the house has now
            also=given.get("also") if isinstance(given.get("also"), dict) else {},
            mode=mode,
            id=_id(given),
        )
        asked = folders.opening(live.game, wanted.edition, list(wanted.players)) if mode != "score" else []
        if asked and "also" not in given:
            return self._json(request, {"asks": asked})
        return await self._started(request, wanted)

    async def box(self, request: Request) -> Response:
        """The cards of a game as somebody typed them off their own box."""
        self.housekeeper(request)
        return await self._box(request)

    async def _box(self, request: Request) -> Response:
        game = folders.game_of(request.path_params["game"])
        return self._json(request, await asyncio.to_thread(self.house.boxes.shown, game, self._lang(request)))

    async def type_card(self, request: Request) -> Response:
        """What somebody read off one card, or a whole list that somebody else typed."""
        self.housekeeper(request)
        game, given = folders.game_of(request.path_params["game"]), await body(request, LARGEST)
        if isinstance(given.get("list"), dict):
            await asyncio.to_thread(self.house.boxes.take, game, given["list"])
        elif isinstance(given.get("card"), dict):
            await asyncio.to_thread(self.house.boxes.type, game, given["card"])
        else:
            raise Refused(422, "card", Words("send one card, or a whole list"))
        return await self._box(request)

    async def box_file(self, request: Request) -> Response:
        """A card list by its digest: whoever has that link was given it."""
        data = await asyncio.to_thread(self.house.boxes.version, request.path_params["digest"])
        return _answer(data)

    async def _started(self, request: Request, wanted: NewTable) -> Response:
        _id({"id": wanted.id})
        name = await self.house.start(wanted)
        keys = await asyncio.to_thread(self.house.keys.of, name)
        return self._json(request, {"name": name, "keys": keys}, 201)

    # --- a table

    async def state(self, request: Request) -> Response:
        """The table now, or as it stood."""
        table, role, _ = self.seated(request)
        lang, at = self._lang(request), request.query_params.get("at", "")
        if at:
            if not at.isascii() or not at.isdigit():
                raise Refused(422, "event", Words("at names an event by its number"))
            made = await table.state_at(lang, role, int(at[:9]))
        else:
            made = await table.state(lang, role)
        return _tagged(request, made, f"{lang}-{role}-{at}{table.mark}")

    async def story(self, request: Request) -> Response:
        """The table's history."""
        table, _, _ = self.seated(request)
        lang = self._lang(request)
        made = await table.story(lang)
        return _tagged(request, made, f"{lang}-story")

    async def film(self, request: Request) -> Response:
        """The drawing of every moment."""
        table, _, _ = self.seated(request)
        lang = self._lang(request)
        return _tagged(request, await table.film(lang), f"{lang}-film")

    async def faces(self, request: Request) -> Response:
        """How every card of the game looks."""
        table, _, _ = self.seated(request)
        lang = self._lang(request)
        return _tagged(request, await table.faces(lang), f"{lang}-faces")

    async def draft(self, request: Request) -> Response:
        """The table as if something were written."""
        table, role, _ = self.seated(request, "scribe", "player")
        live = await table.fresh()
        entries = [read_entry(live.game, one) for one in _entries(await body(request))]
        return _tagged(request, await table.draft(self._lang(request), role, entries), "draft")

    async def write(self, request: Request) -> Response:
        """Entries from a phone, each written once."""
        table, role, _ = self.seated(request, "scribe", "player")
        given = await body(request)
        live = await table.fresh()
        entries = [_signed(read_entry(live.game, one), role) for one in _entries(given)]
        ids = [entry.id for entry in entries]
        if not all(ids) or len(set(ids)) < len(ids):
            raise Refused(422, "id", Words("every entry needs an id of its own"))
        after, own = given.get("after"), given.get("own", [])
        if not isinstance(after, int | None) or isinstance(after, bool) or not isinstance(own, list):
            raise Refused(422, "after", Words("after is the number of an event, own a list of ids"))
        phone = self.sender(request, role).phone
        return self._json(request, await table.write(entries, after, role, [str(one) for one in own], phone))

    async def said(self, request: Request) -> Response:
        """What a line means at the table as it stands; nothing is written."""
        from cli.pad import spoken

        table, _, _ = self.seated(request, "scribe", "player")
        text, lang = spoken.line_of(await body(request)), self._lang(request)
        return _tagged(request, await table.looked(lambda live: spoken.heard(live, text, lang)), "said")

    async def otherwise(self, request: Request) -> Response:
        """The game as it would stand if one entry had been otherwise; nothing is written."""
        from cli.pad import spoken

        table, _, _ = self.seated(request)
        return _answer(await spoken.tried(table, await body(request), self._lang(request)))

    async def carry(self, request: Request) -> Response:
        """What the rules make of the moments after a correction; nothing is written."""
        table, _, _ = self.seated(request, "scribe")
        live = await table.fresh()
        (entry,) = [read_entry(live.game, one) for one in _entries(await body(request))[:1]]
        return self._json(request, {"carried": await table.carried(entry)})

    async def sit(self, request: Request) -> Response:
        """A phone takes a seat, or leaves its own; a scribe may free one."""
        table, role, _ = self.seated(request, "scribe", "player")
        given, phone = await body(request), self.sender(request, role).phone
        player, live = str(given.get("player", "")), await table.fresh()
        if player and player not in live.record.table.players:
            raise Refused(422, "player", Words("nobody called '{found}' sits at this table", found=player))
        if given.get("free") and role == "scribe":
            self.house.seats.free(table.name, player)
        elif len(phone) < 8:
            raise Refused(422, "phone", Words("a phone that sits down says which one it is"))
        else:
            self.house.seats.sit(table.name, player, phone)
        table.tell()
        return self._json(request, {"seat": self.house.seats.seat(table.name, phone)})

    async def saw(self, request: Request) -> Response:
        """What a phone remembers of a table: whether the log goes on from there."""
        table, role, _ = self.seated(request)
        given = await body(request)
        n, head = given.get("n"), given.get("head")
        if not isinstance(n, int) or isinstance(n, bool) or not isinstance(head, str) or len(head) != HEAD:
            raise Refused(422, "head", Words("n is the number of an event, head the hash of its line"))
        await table.fresh()
        return self._json(request, table.saw(self.sender(request, role).phone, str(given.get("who", ""))[:ID], n, head))

    async def rows(self, request: Request) -> Response:
        """The rows of a score sheet that somebody has begun."""
        table, role, _ = self.seated(request, "scribe", "player")
        await table.fresh()
        return self._json(request, {"rows": table.begun(self.sender(request, role))})

    async def begin(self, request: Request) -> Response:
        """What a phone has of a player's row so far."""
        table, role, _ = self.seated(request, "scribe", "player")
        given, sender = await body(request), self.sender(request, role)
        await table.fresh()
        phone = str(given["of"]) if role == "scribe" and "of" in given else known_as(sender.phone)
        wanted = {name: given.get(name) for name in ("player", "form", "answers", "by") if given.get(name) is not None}
        try:
            row = convert({"type": "entry_begun", **wanted, "phone": phone, "id": _id(given)}, Begun)
            check_line(msgspec.json.encode(row), 1)
        except (MsgspecError, LogError) as error:
            raise Refused(422, "entry", Words("an entry cannot be read: {why}", why=why(error))) from None
        return self._json(request, await table.begin(row, sender))

    async def end(self, request: Request) -> Response:
        """The game is over: who won, and the seal."""
        table, _, _ = self.seated(request, "scribe")
        given = await body(request)
        return self._json(request, await table.end(_id(given), str(given.get("by", ""))[:ID]))

    async def reopen(self, request: Request) -> Response:
        """Go on with a log that was rolled back or replaced, as it is now."""
        table, _, _ = self.seated(request, "scribe")
        await body(request)
        return self._json(request, await table.reopen())

    async def stream(self, request: Request) -> Response:
        """News of a table as they come."""
        table, role, key = self.seated(request)
        await table.fresh()
        watcher = self.house.streams.let_in((table.name, role), self._watching(request))
        return _streamed(
            self._news(watcher, table.listeners, lambda: self.still_seated(table, key), lambda: _news_of(table))
        )

    async def house_stream(self, request: Request) -> Response:
        """News of the list of tables."""
        self.housekeeper(request)
        watcher = self.house.streams.let_in(("", "scribe"), self._watching(request))
        return _streamed(
            self._news(watcher, self.house.listeners, lambda: True, lambda: _told({"list": self.house.mark()}))
        )

    def _watching(self, request: Request) -> tuple[str, str]:
        return _address(request), known_as(request.headers.get("x-phone", "")[:ID])

    async def _news(
        self,
        watcher: Watcher,
        listeners: set[asyncio.Event],
        still: Callable[[], bool],
        news: Callable[[], bytes],
    ) -> AsyncIterator[bytes]:
        bell = watcher.bell
        listeners.add(bell)
        try:
            while not self.house.stopping.is_set() and not watcher.sent_away and still():
                bell.clear()
                yield news()
                while not bell.is_set():
                    try:
                        await asyncio.wait_for(bell.wait(), QUIET)
                    except TimeoutError:
                        yield b": still here\n\n"
        finally:
            listeners.discard(bell)
            self.house.streams.leave(watcher)

    # --- keys and files

    async def keys(self, request: Request) -> Response:
        """The links of a table."""
        table, _, _ = self.seated(request, "scribe")
        return self._json(request, await asyncio.to_thread(self.house.keys.of, table.name))

    async def renew(self, request: Request) -> Response:
        """A new key; the old one opens nothing any more."""
        table, _, _ = self.seated(request, "scribe")
        role = (await body(request)).get("renew")
        if role not in ROLES:
            raise Refused(422, "role", Words("renew one of {expected}", expected=ROLES))
        keys = await asyncio.to_thread(self.house.keys.renew, table.name, role)
        table.tell()
        return self._json(request, keys)

    async def qr(self, request: Request) -> Response:
        """A join link as a QR code."""
        import io

        import segno

        table, _, _ = self.seated(request, "scribe")
        role = request.query_params.get("role", "player")
        if role not in ROLES:
            raise Refused(422, "role", Words("renew one of {expected}", expected=ROLES))
        key = getattr(self.house.keys.of(table.name), role)
        stream = io.BytesIO()
        link = f"{self.address}/#t={table.name}&k={key}"
        segno.make(link, error="m").save(stream, kind="svg", scale=8, border=2, xmldecl=False, nl=False, light="#fff")
        return _answer(stream.getvalue(), "image/svg+xml")

    async def export(self, request: Request) -> Response:
        """The game as a file for others."""
        form = request.query_params.get("format", "")
        table, _, _ = self.seated(request, *(("scribe",) if form == "jsonl" else ()))
        async with self.house.past.turn():
            data, kind = await self.house.past.export(table.path, form, self._lang(request))
        return _answer(data, kind)

    async def words(self, request: Request) -> Response:
        """The browser's own words."""
        lang = request.path_params["lang"]
        if lang not in LANGUAGES:
            raise Refused(404, "route", Words("there is nothing here"))
        return _tagged(request, _words(lang), "words")

    async def rules(self, request: Request) -> Response:
        """The rules of a game in words: no table's secret, so that a browser may keep them for when it is alone."""
        game, edition, lang = (request.path_params[name] for name in ("game", "edition", "lang"))
        if game not in GAMES or edition not in GAMES[game].about.editions or lang not in LANGUAGES:
            raise Refused(404, "route", Words("there is nothing here"))
        return _tagged(request, await asyncio.to_thread(_rules, game, edition, lang), "rules")

    async def trust(self, request: Request) -> Response:
        """How a phone comes to trust this pad, and the certificate."""
        from cli.pad import trust

        if self.authority is None:
            raise Refused(404, "route", Words("there is nothing here"))
        if request.url.path == "/trust":
            return _answer(trust.page(self._lang(request)), "text/html")
        return _answer(self.authority.read_bytes(), "application/x-x509-ca-cert")

    # --- answers

    def _lang(self, request: Request) -> str:
        return language(request, self.lang)

    def _json(self, request: Request, value: object, status: int = 200) -> Response:
        return _answer(states.encode(value, self._lang(request)), status=status)

    async def refuse(self, request: Request, error: Exception) -> Response:
        """A refusal in one line."""
        if isinstance(error, HTTPException):
            error = Refused(error.status_code, "route", Words("there is nothing here"))
        if isinstance(error, LogError):  # where files lie is nobody's business
            error = failed(error) if "path" in error.words.values else Refused(409, "log", error.words)
        assert isinstance(error, Refused)
        return _answer(error_json(error, self._lang(request)), status=error.status)

    async def broken(self, request: Request, error: Exception) -> Response:
        """A mistake of ours: whoever runs the pad reads which, the caller learns no more than that."""
        complain(mistake(error))
        ours = Words("a mistake of ours; nothing more was written. Try again")
        refused = Refused(500, "ours", outside_fault(error) or ours)
        return _answer(error_json(refused, self._lang(request)), status=500)


def _address(request: Request) -> str:
    return request.client.host if request.client else ""


def _answer(data: bytes, kind: str = "application/json", status: int = 200) -> Response:
    return Response(data, status, {"cache-control": "no-store"}, kind)


def _tagged(request: Request, made: Made, tag: str) -> Response:
    """An answer that need not be sent to somebody who has it."""
    about = {
        "etag": f'"{made.head[:24]}-{tag}"',
        "cache-control": "private, no-cache",
        "vary": "authorization, accept-encoding",
    }
    if request.method == "GET" and request.headers.get("if-none-match") == about["etag"]:
        return Response(status_code=304, headers=about)
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(made.packed, 200, about | {"content-encoding": "gzip"}, "application/json")
    return Response(made.data, 200, about, "application/json")


@cache
def _rules(game: str, edition: str, lang: str) -> Made:
    data = msgspec.json.encode(rulebook(GAMES[game], edition, lang))
    return Made(sha256(data).hexdigest(), gzip.compress(data, 6, mtime=0))


@cache
def _words(lang: str) -> Made:
    data = browser(lang)
    return Made(sha256(data).hexdigest(), gzip.compress(data, 6, mtime=0))


def _streamed(news: AsyncIterator[bytes]) -> Response:
    return StreamingResponse(news, media_type="text/event-stream", headers={"cache-control": "no-store"})


def _news_of(table: OpenTable) -> bytes:
    n = len(table.live.events) - 1 if table.live else -1
    beside = {"rows": table.rows, "mark": table.mark}
    return _told({"n": n, "head": table.head} | {name: one for name, one in beside.items() if one})


def _told(news: dict[str, Any]) -> bytes:
    return b"data: " + msgspec.json.encode(news) + b"\n\n"


def _id(given: dict[str, Any]) -> str:
    """The id that a phone gives to what it wants done once."""
    found = given.get("id")
    if not isinstance(found, str) or not 8 <= len(found) <= ID:
        raise Refused(422, "id", Words("every entry needs an id of its own"))
    return found


def _entries(given: dict[str, Any]) -> list[Any]:
    found = given.get("entries")
    if not isinstance(found, list) or not 1 <= len(found) <= BATCH:
        raise Refused(422, "entries", Words("send 1 to {most} entries at a time", most=BATCH))
    return found


def read_entry(game: Game, given: Any) -> Event:
    """An event as a phone sends it; the log numbers and dates it."""
    try:
        text = msgspec.json.encode(given)
        check_line(text, 1)
        event = game.decoder.decode(text)
    except (MsgspecError, LogError, ValueError, RecursionError) as error:
        raise Refused(422, "entry", Words("an entry cannot be read: {why}", why=of_player(given, error))) from None
    if event.n != -1 or event.ts or event.more:
        raise Refused(422, "entry", Words("an entry has no n, ts or more of its own"))
    if isinstance(event, (*OF_THE_LOG, GameStarted)):
        raise Refused(422, "entry", Words("this is not entered by hand"))
    if len(event.id) > ID or len(event.by) > ID:
        raise Refused(422, "entry", Words("id and by have at most {most} characters", most=ID))
    return event


def _signed(event: Event, role: Role) -> Event:
    """Whoever notes that somebody agreed aloud stands by it with a name."""
    nameless = isinstance(event, ScoreConfirmed) and not event.by and role == "scribe"
    return replace(event, by="scribe") if nameless else event


async def static(request: Request) -> Response:
    """A file of the front end, found among those that there are."""
    wanted = request.path_params.get("path") or request.url.path[1:] or "index.html"
    files = {path.relative_to(STATIC).as_posix(): path for path in STATIC.rglob("*") if path.is_file()}
    made = front().get(request.url.path)
    if made is None and wanted not in files:
        raise Refused(404, "route", Words("there is nothing here"))
    data = files[wanted].read_bytes() if made is None else made
    kind = KINDS.get(Path(wanted).suffix, "application/octet-stream")
    tag = f'"{sha256(data).hexdigest()[:24]}"'
    about = {"etag": tag, "cache-control": "no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=about)
    if "gzip" in request.headers.get("accept-encoding", ""):
        about |= {"content-encoding": "gzip", "vary": "accept-encoding"}
        return Response(_packed(data), 200, about, kind)
    return Response(data, 200, about, kind)


async def club_door(request: Request) -> Response:
    """Where a browser asks for the club's page with the key it has; nothing of the club is in it."""
    about = {"content-security-policy": POLICY, "cache-control": "no-cache"}
    return Response(await asyncio.to_thread(DOOR.read_bytes), 200, about, "text/html")


@lru_cache(128)
def _packed(data: bytes) -> bytes:
    return gzip.compress(data, 6, mtime=0)


KINDS = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".txt": "text/plain",
}


def routes(pad: Pad) -> list[Route]:
    """Every address of the pad."""
    table = "/api/tables/{table}"
    return [  # what phones ask for all the time comes first
        Route(f"{table}/state", pad.state),
        Route(f"{table}/entries", pad.write, methods=["POST"]),
        Route(f"{table}/draft", pad.draft, methods=["POST"]),
        Route(f"{table}/said", pad.said, methods=["POST"]),
        Route(f"{table}/otherwise", pad.otherwise, methods=["POST"]),
        Route(f"{table}/stream", pad.stream),
        Route(f"{table}/carried", pad.carry, methods=["POST"]),
        Route(f"{table}/seen", pad.saw, methods=["POST"]),
        Route(f"{table}/rows", pad.rows),
        Route(f"{table}/rows", pad.begin, methods=["POST"]),
        Route(f"{table}/seat", pad.sit, methods=["POST"]),
        Route(f"{table}/story", pad.story),
        Route(f"{table}/film", pad.film),
        Route(f"{table}/faces", pad.faces),
        Route(f"{table}/keys", pad.keys),
        Route(f"{table}/keys", pad.renew, methods=["POST"]),
        Route(f"{table}/qr", pad.qr),
        Route(f"{table}/export", pad.export),
        Route(f"{table}/end", pad.end, methods=["POST"]),
        Route(f"{table}/reopen", pad.reopen, methods=["POST"]),
        Route(f"{table}/rematch", pad.rematch, methods=["POST"]),
        Route("/api/tables", pad.start, methods=["POST"]),
        Route("/api/house", pad.house_list),
        Route("/api/evening", pad.evening),
        Route("/api/club", pad.club),
        Route("/api/logs", pad.take_in, methods=["POST"]),
        Route("/api/house/stream", pad.house_stream),
        Route("/api/opening", pad.opening, methods=["POST"]),
        Route("/api/boxes/{game}", pad.box),
        Route("/api/boxes/{game}", pad.type_card, methods=["POST"]),
        Route("/api/cards/{digest}.json", pad.box_file),
        Route("/api/words/{lang}.json", pad.words),
        Route("/api/rules/{game}/{edition}/{lang}.json", pad.rules),
        Route("/club", club_door),
        *(Route(path, pad.trust) for path in ("/trust", "/trust/authority.crt")),
        *(Route(path, static) for path in ("/", "/sw.js", "/manifest.webmanifest", "/static/{path:path}")),
    ]


def application(pad: Pad) -> Starlette:
    """The whole application, without the guard at its door."""

    @asynccontextmanager
    async def keeping(app: Starlette) -> AsyncIterator[None]:
        async with create_task_group():  # what the first stream would wait for is loaded before it comes
            keeper = asyncio.create_task(pad.house.keep())
        try:
            yield
        finally:
            pad.house.stop()
            await keeper
            await asyncio.to_thread(pad.house.past.close)
            pad.house.turns.close()

    handlers: dict[Any, Any] = {
        Refused: pad.refuse,
        HTTPException: pad.refuse,
        LogError: pad.refuse,
        Exception: pad.broken,
    }
    return Starlette(routes=routes(pad), exception_handlers=handlers, lifespan=keeping)
