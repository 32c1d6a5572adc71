"""Past moments: worked out beside the writer, in a process of its own, after whatever players are entering."""

import asyncio
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

from cli.pad import state as states
from cli.pad.keys import Refused
from ledger.events import Event
from ledger.game import Catalogue, Game
from ledger.games import GAMES, bring
from ledger.log import decode, read, scan
from ledger.processes import hired
from ledger.words import Words

QUEUE = 64  # moments that may be asked for at once
KINDNESS = 10  # how far this work stands behind the writer's
PATIENCE = 0.25  # seconds that a moment waits for entries at most, so that it comes in the end
OF_THE_LOG = ("n", "head", "events", "sealed", "mode", "last_ts")  # what a past moment does not know


class Past:
    """One process for the past moments of every table in the house."""

    def __init__(self) -> None:
        self.made = 0  # moments that were worked out
        self._stack = ExitStack()
        self._pool: ProcessPoolExecutor | None = None
        self._turn = asyncio.Semaphore(1)
        self._asked = 0
        self._entering = 0
        self._calm = asyncio.Event()
        self._calm.set()

    @contextmanager
    def after(self) -> Iterator[None]:
        """While somebody enters something no past moment is begun."""
        self._entering += 1
        self._calm.clear()
        try:
            yield
        finally:
            self._entering -= 1
            if not self._entering:
                self._calm.set()

    async def moment(self, path: Path, game: Game, events: int, at: int, lang: str) -> bytes:
        """The table of a log as it stood after event `at`, as JSON."""
        if self._asked >= QUEUE:
            raise Refused(429, "busy", Words("too many are looking at old moments; try again"))
        self._asked += 1
        try:
            async with self._turn:
                await self._let_entries_pass()
                self.made += 1
                return await self._worked(str(path), game.name, game.cards.brought, events, at, lang)
        finally:
            self._asked -= 1

    async def _let_entries_pass(self) -> None:
        try:
            await asyncio.wait_for(self._calm.wait(), PATIENCE)
        except TimeoutError:
            return

    async def _worked(self, *given: Any) -> bytes:
        if self._pool is None:
            broken = Refused(503, "past", Words("the old moment could not be worked out; try again"))
            self._pool = self._stack.enter_context(hired(1, "cli.pad.past", broken, _stand_back))
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, stood, *given)
        except BrokenProcessPool:
            self.close()
            raise Refused(503, "past", Words("the old moment could not be worked out; try again")) from None

    def close(self) -> None:
        """Send the process home."""
        self._pool = None
        self._stack.close()


def _stand_back() -> None:
    if hasattr(os, "nice"):
        os.nice(KINDNESS)


def stood(path: str, game: str, brought: tuple[Catalogue, ...], count: int, at: int, lang: str) -> bytes:
    """What a table looked like after event `at`; only the first `count` events of its log are known."""
    _with_cards(game, brought)
    about = Path(path).stat()
    _, events = _events(path, about.st_mtime_ns, about.st_size)
    found = states.state_at(GAMES[game], events[:count], "", at)
    return states.state_bytes({name: one for name, one in found.items() if name not in OF_THE_LOG}, lang)


def _with_cards(game: str, brought: tuple[Catalogue, ...]) -> None:
    """The card lists that the house has meanwhile, the newest first."""
    known = {one.digest for one in GAMES[game].cards.brought}
    for cards in reversed(brought):
        if cards.digest not in known:
            bring(game, cards)


@lru_cache(maxsize=8)
def _events(path: str, stamp: int, size: int) -> tuple[Game, list[Event]]:
    return decode(scan(read(Path(path))), GAMES)
