"""What takes long and no entry waits for: past moments, films and exports, worked out in a process of their own."""

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, asynccontextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

from cli.pad import state as states
from cli.pad.keys import Refused
from cli.pad.turns import Turns
from cli.pad.words import sayer
from ledger.events import Event
from ledger.film import film
from ledger.game import Catalogue, Game
from ledger.games import GAMES, bring
from ledger.log import LogError, decode, read, scan, stored
from ledger.memory import given_back
from ledger.processes import hired
from ledger.words import Words

QUEUE = 64  # moments that may be asked for at once
KINDNESS = 10  # how far this work stands behind the writer's
OF_THE_LOG = ("n", "head", "events", "sealed", "mode", "last_ts")  # what a past moment does not know


class Past:
    """One process for the past moments of every table in the house."""

    def __init__(self, turns: Turns) -> None:
        self.made = 0  # moments that were worked out
        self._turns = turns
        self._stack = ExitStack()
        self._pool: ProcessPoolExecutor | None = None
        self._asked = 0

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """A place among those who look back, after whatever players are entering; Refused where there are too many."""
        if self._asked >= QUEUE:
            raise Refused(429, "busy", Words("too many are looking at old moments; try again"))
        self._asked += 1
        try:
            async with self._turns.back():
                yield
        finally:
            self._asked -= 1

    async def moment(self, path: Path, game: Game, heads: Sequence[str], at: int, lang: str) -> bytes:
        """The table as it stood after event `at`, as JSON; its log is the one whose lines have these hashes."""
        self.made += 1
        return await self._of_a_log(stood, path, game, heads, at, lang)

    async def film(self, path: Path, game: Game, heads: Sequence[str], lang: str) -> bytes:
        """The drawing of every moment, as JSON."""
        return await self._of_a_log(filmed, path, game, heads, lang)

    async def export(self, path: Path, form: str, lang: str) -> tuple[bytes, str]:
        """A log in another form, and what kind of file that is."""
        brought = {name: game.cards.brought for name, game in GAMES.items()}
        found: tuple[bytes, str] = await self._worked(exported, str(path), brought, form, lang)
        return found

    async def _of_a_log(
        self, job: Callable[..., bytes], path: Path, game: Game, heads: Sequence[str], *more: object
    ) -> bytes:
        found = await self._worked(job, str(path), game.name, game.cards.brought, len(heads), heads[-1], *more)
        if not found:
            raise Refused(409, "past", Words("this log is not what it was: its old moments cannot be shown"))
        return bytes(found)

    async def _worked(self, job: Callable[..., Any], *given: Any) -> Any:
        if self._pool is None:
            broken = Refused(503, "past", Words("the old moment could not be worked out; try again"))
            self._pool = self._stack.enter_context(hired(1, "cli.pad.past", broken, _stand_back))
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, job, *given)
        except BrokenProcessPool:
            self.close()
            raise Refused(503, "past", Words("the old moment could not be worked out; try again")) from None

    def close(self) -> None:
        """Send the process home."""
        self._pool = None
        self._stack.close()


def _stand_back() -> None:
    given_back()
    if hasattr(os, "nice"):
        os.nice(KINDNESS)


def stood(path: str, game: str, brought: tuple[Catalogue, ...], count: int, head: str, at: int, lang: str) -> bytes:
    """What a table looked like after event `at`; only the first `count` events of its log are known."""
    events = _known(path, game, brought, count, head)
    if not events:
        return b""
    found = states.state_at(GAMES[game], events, "", at)
    return states.state_bytes({name: one for name, one in found.items() if name not in OF_THE_LOG}, lang)


def filmed(path: str, game: str, brought: tuple[Catalogue, ...], count: int, head: str, lang: str) -> bytes:
    """The drawing of every moment of those events."""
    events = _known(path, game, brought, count, head)
    return film(GAMES[game], events, sayer(lang)) if events else b""


def exported(path: str, brought: Mapping[str, tuple[Catalogue, ...]], form: str, lang: str) -> tuple[bytes, str]:
    """A log in another form."""
    from cli.pad.files import export

    for game, cards in brought.items():
        _with_cards(game, cards)
    return export(Path(path), form, lang)


def _known(path: str, game: str, brought: tuple[Catalogue, ...], count: int, head: str) -> list[Event]:
    """The events that a table knows; none, where the file is no longer its log: the last has another hash."""
    _with_cards(game, brought)
    try:
        about = Path(path).stat()
        heads, events = _events(path, about.st_mtime_ns, about.st_size)
    except (OSError, LogError):
        return []
    return events[:count] if heads[count - 1 : count] == [head] else []


def _with_cards(game: str, brought: tuple[Catalogue, ...]) -> None:
    """The card lists that the house has meanwhile, the newest first."""
    known = {one.digest for one in GAMES[game].cards.brought}
    for cards in reversed(brought):
        if cards.digest not in known:
            bring(game, cards)


@lru_cache(maxsize=2)  # the largest of them takes 30 MB
def _events(path: str, stamp: int, size: int) -> tuple[list[str], list[Event]]:
    found = scan(read(Path(path)))
    return [stored(line) for line in found.lines], decode(found, GAMES)[1] if found.lines else []
