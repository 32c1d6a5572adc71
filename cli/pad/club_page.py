"""The club's page, live from the pad's folder: built by commands of their own, after whatever players are entering."""

import asyncio
import os
import shutil
import sys
from asyncio.subprocess import DEVNULL, PIPE
from pathlib import Path

from cli.pad.keys import Refused
from ledger.words import Words

ARCHIVE, PEOPLE = "club", "players.toml"
DOOR = Path(__file__).parent / "club" / "door.html"
POLICY = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
COMMAND = (sys.executable, "-c", "import os; hasattr(os, 'nice') and os.nice(10); from cli.main import main; main()")
Stamp = dict[str, tuple[int, int]]


class Club:
    """An archive beside the keys, and the page made of it in each language that was asked for."""

    def __init__(self, folder: Path, hidden: Path) -> None:
        self.folder = folder
        self.archive = hidden / ARCHIVE / (folder.resolve().name or ARCHIVE)
        self._built: Stamp = {}
        self._pages: dict[str, bytes] = {}
        self._turn = asyncio.Lock()

    async def page(self, logs: dict[str, Path], lang: str) -> bytes:
        """The page; built anew only when a log or a name has changed."""
        if not logs:
            raise Refused(409, "club", Words("no games yet: the club's page comes with the first"))
        async with self._turn:
            try:
                return await self._made(logs, lang)
            except OSError as error:
                raise _not_made(error.strerror or str(error)) from None

    async def _made(self, logs: dict[str, Path], lang: str) -> bytes:
        stamp = self._stamp(logs)
        if stamp != self._built:
            await self._build(list(logs.values()), gone=not set(self._built) <= set(stamp))
            self._built, self._pages = stamp, {}
        if lang not in self._pages:
            self._pages[lang] = await self._write(lang)
        return self._pages[lang]

    def _stamp(self, logs: dict[str, Path]) -> Stamp:
        found = [*logs.values(), self.folder / PEOPLE]
        states = {str(path): path.stat() for path in found if path.is_file()}
        return {path: (state.st_mtime_ns, state.st_size) for path, state in states.items()}

    async def _build(self, logs: list[Path], *, gone: bool) -> None:
        if gone or not self._built:  # what lies there from another day may hold logs that are gone
            await asyncio.to_thread(shutil.rmtree, self.archive, ignore_errors=True)
        self.archive.parent.mkdir(mode=0o700, exist_ok=True)
        await self._run("archive", "build", *map(str, logs), "-o", str(self.archive), "--workers", "1")
        if (self.folder / PEOPLE).is_file():
            shutil.copyfile(self.folder / PEOPLE, self.archive / PEOPLE)
        else:
            (self.archive / PEOPLE).unlink(missing_ok=True)

    async def _write(self, lang: str) -> bytes:
        path = self.archive.parent / f"{lang}.html"
        await self._run("report", str(self.archive), "-o", str(path), "--lang", lang)
        return await asyncio.to_thread(path.read_bytes)

    async def _run(self, *words: str) -> None:
        """A command of ours in a process that stands behind the writer's."""
        process = await asyncio.create_subprocess_exec(*COMMAND, *words, stdin=DEVNULL, stdout=DEVNULL, stderr=PIPE)
        _, said = await process.communicate()
        if process.returncode:
            why = said.decode(errors="replace").strip().splitlines()[-1:] or [""]
            raise _not_made(why[0].replace(f"{self.folder}{os.sep}", ""))  # where files lie is nobody's business


def _not_made(why: str) -> Refused:
    return Refused(507, "club", Words("the club's page could not be made: {why}", why=why))
