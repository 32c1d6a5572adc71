"""The door: what every request must have before anything else is asked, and what every answer carries."""

import asyncio
from base64 import b64encode
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from hashlib import sha256
from pathlib import Path
from typing import Any, ClassVar

import msgspec
from h11 import IDLE
from starlette.requests import ClientDisconnect, Request
from uvicorn.protocols.http.h11_impl import H11Protocol

import ledger
from cli.pad.front import sources
from cli.pad.keys import Refused
from cli.pad.words import sayer
from ledger.log import nesting
from ledger.transcript import strict_json
from ledger.words import Words, why
from ledger.words.speech import LANGUAGES

BODY = 16 * 1024
DEPTH = 20  # an event may be 16 deep, inside a list inside the request
SECONDS = 10.0  # for a request to arrive
PLACES, ALL_PLACES = 256, 1600  # connections of one address (a club behind one router), and in all
OWN = ("127.0.0.1", "::1")

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


def _policy() -> str:
    """Only our own files and scripts run; the printable page, opened from a blob, may have its one style sheet."""
    sheet = (Path(ledger.__file__).parent / "page.css").read_bytes()
    style = b64encode(sha256(sheet).digest()).decode()
    scripts, own = sources()
    return (
        f"default-src 'none'; script-src 'self' {scripts}; connect-src 'self'; img-src 'self' data: blob:; "
        f"font-src 'self'; style-src 'self' {own} 'sha256-{style}'; manifest-src 'self'; worker-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def headers() -> list[tuple[bytes, bytes]]:
    """What every answer carries."""
    found = {
        "content-security-policy": _policy(),
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": "camera=(), microphone=(), geolocation=(), screen-wake-lock=(self)",
    }
    return [(name.encode(), value.encode()) for name, value in found.items()]


class Guard:
    """Stands before the whole application: exact host and origin, and the headers."""

    def __init__(self, app: App, hosts: Iterable[str], scheme: str) -> None:
        self.app = app
        self.origins = {host: f"{scheme}://{host}" for host in hosts}
        self.headers = headers()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or say why not."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        elif scope["type"] == "http":
            why = self._refused(scope)
            if why is None:
                await self.app(scope, receive, self._dressed(send))
            else:
                await self._turn_away(why, language(Request(scope), "en"), self._dressed(send))

    def _refused(self, scope: Scope) -> Words | None:
        given: dict[bytes, list[bytes]] = {}
        for name, value in scope["headers"]:
            given.setdefault(name, []).append(value)
        hosts = given.get(b"host", [])
        host = hosts[0].decode("latin-1").lower() if len(hosts) == 1 else ""
        if host not in self.origins:
            return Words("this pad does not answer to that address; open it by the address it printed")
        if any(origin.decode("latin-1") != self.origins[host] for origin in given.get(b"origin", [])):
            return Words("a page from elsewhere cannot use this pad")
        return None

    def _dressed(self, send: Send) -> Send:
        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = {name for name, _ in message["headers"]}  # the club's page comes with its own policy
                message["headers"] = [*message["headers"], *(pair for pair in self.headers if pair[0] not in own)]
            await send(message)

        return dressed

    async def _turn_away(self, why: Words, lang: str, send: Send) -> None:
        body = error_json(Refused(403, "host", why), lang)
        about = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        await send({"type": "http.response.start", "status": 403, "headers": about})
        await send({"type": "http.response.body", "body": body})


class Door(H11Protocol):
    """A connection on which a request must come whole in a while, or its place is given to somebody else.

    Nobody has more than so many places; this machine itself may, because a proxy speaks for many.
    """

    _bell: asyncio.TimerHandle | None = None
    _places: ClassVar[Counter[str]] = Counter()
    _address = ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody is at the door."""
        super().connection_made(transport)
        self._address = self.client[0] if self.client else ""
        self._places[self._address] += 1
        crowding = self._places[self._address] > PLACES and self._address not in OWN
        if crowding or self._places.total() > ALL_PLACES:
            transport.abort()
        else:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone."""
        self._places[self._address] -= 1
        if not self._places[self._address]:
            del self._places[self._address]
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Somebody speaks."""
        super().data_received(data)
        self._wait()

    def _wait(self) -> None:
        if self._bell is None:
            self._bell = self.loop.call_later(SECONDS, self._look)

    def _look(self) -> None:
        self._bell = None
        begun = bool(self.conn.trailing_data[0])
        if not self.transport.is_closing() and (self.cycle is None or (begun and self.conn.their_state is IDLE)):
            self.transport.close()


def language(request: Request, otherwise: str) -> str:
    """The reader's language: asked for, else the browser's, else the house's."""
    asked = request.query_params.get("lang", "")
    preferred = [part.strip()[:2].lower() for part in request.headers.get("accept-language", "").split(",")]
    return next((lang for lang in (asked, *preferred) if lang in LANGUAGES), otherwise)


def error_json(refused: Refused, lang: str) -> bytes:
    """A refusal as a phone reads it."""
    told = {"error": refused.words, "code": refused.code, **refused.more}
    return msgspec.json.encode(told, enc_hook=sayer(lang))


async def body(request: Request, most: int = BODY) -> Any:
    """A request's JSON: of the right type, within the limits, no key twice, no floats."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Refused(415, "type", Words("send JSON, with Content-Type: application/json"))
    data = await _received(request, most)
    try:
        found = strict_json(data) if nesting(data) <= DEPTH else None
    except (ValueError, RecursionError) as error:
        raise Refused(422, "json", Words("cannot be read: {why}", why=why(error))) from None
    if not isinstance(found, dict):
        raise Refused(422, "json", Words("cannot be read: a JSON object is expected, not too deep"))
    return found


async def log_bytes(request: Request, most: int) -> bytes:
    """A whole log as somebody sends it; no page from elsewhere can send this type."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/x-ndjson":
        raise Refused(415, "type", Words("send a log, with Content-Type: application/x-ndjson"))
    return await _received(request, most)


async def _received(request: Request, most: int) -> bytes:
    """The body as it comes in; reading stops where it gets too large or too slow."""
    given = request.headers.get("content-length", "")
    data = bytearray()
    try:
        if given.isdigit() and int(given) > most:
            raise _too_large(most)
        async with asyncio.timeout(SECONDS):
            async for chunk in request.stream():
                data += chunk
                if len(data) > most:
                    raise _too_large(most)
    except TimeoutError:
        raise Refused(408, "slow", Words("the request did not arrive in time; send it again")) from None
    except ClientDisconnect:
        raise Refused(400, "cut", Words("the request was cut off; send it again")) from None
    return bytes(data)


def _too_large(most: int) -> Refused:
    return Refused(413, "large", Words("too large: at most {most} bytes at a time; send less at once", most=most))
