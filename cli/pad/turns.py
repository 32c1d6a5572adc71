"""Whose turn it is: what players enter comes first, then the table as it stands, and last how it once stood."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from typing import TypeVar, TypeVarTuple, Unpack

WRITERS = 16  # entries that wait for the disk at once
LOOKERS = 2  # they need the processor, and two of them keep a slow one from holding up everybody
PATIENCE = 0.25  # seconds that anything waits for entries at most, so that it comes in the end
PAUSE = 0.005  # seconds between two past moments: whoever loops over them leaves the others most of the time

Given = TypeVarTuple("Given")
Found = TypeVar("Found")


class Turns:
    """The threads of a house, and who waits for whom."""

    def __init__(self) -> None:
        self._writers = ThreadPoolExecutor(WRITERS, "entry")
        self._lookers = ThreadPoolExecutor(LOOKERS, "look")
        self._looking = asyncio.Semaphore(LOOKERS)
        self._back = asyncio.Semaphore(1)
        self._entering = 0
        self._calm = asyncio.Event()
        self._calm.set()

    @contextmanager
    def first(self) -> Iterator[None]:
        """While somebody enters something nothing else is begun."""
        self._entering += 1
        self._calm.clear()
        try:
            yield
        finally:
            self._entering -= 1
            if not self._entering:
                self._calm.set()

    async def enter(self, work: Callable[[Unpack[Given]], Found], *given: *Given) -> Found:
        """Do what an entry needs, before whatever else there is to do."""
        with self.first():
            return await asyncio.get_running_loop().run_in_executor(self._writers, work, *given)

    async def look(self, work: Callable[[Unpack[Given]], Found], *given: *Given) -> Found:
        """Work out what somebody wants to see, beside the entries."""
        return await asyncio.get_running_loop().run_in_executor(self._lookers, work, *given)

    @asynccontextmanager
    async def looking(self) -> AsyncIterator[None]:
        """A place among those who look, to be had before a table is held: no entry waits behind the looks at others."""
        async with self._looking:
            await self.calm()
            yield

    async def calm(self) -> None:
        """Let entries pass, for a while; never asked by somebody whom an entry may wait for."""
        try:
            await asyncio.wait_for(self._calm.wait(), PATIENCE)
        except TimeoutError:
            return

    @asynccontextmanager
    async def back(self) -> AsyncIterator[None]:
        """One past moment at a time, also of those that are known, and none while somebody enters something."""
        async with self._back:
            await self.calm()
            yield
            await asyncio.sleep(PAUSE)

    def close(self) -> None:
        """Send the threads home."""
        self._writers.shutdown(wait=False)
        self._lookers.shutdown(wait=False)
