"""Does the pad hold out: 50 tables of 4 phones, one entry a second a table, then killed 100 times under that load?

    uv run python tests/bench/pad.py                 # everything, about ten minutes
    uv run python tests/bench/pad.py --tables 5 --seconds 10 --kills 10

A real server process, on this machine only. Every phone keeps a stream open and reads the state after each piece of
news, as the pages do. Times are taken at the phone, from sending an entry to having its acknowledgement; the phones
are all in this one process and share the machine with the server.
"""

import argparse
import asyncio
import json
import os
import random
import re
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parent.parent))

from msgspec import to_builtins
from pads import Server, new_id

from ledger.events import LogSealed, TailSetAside
from ledger.games import GAMES
from ledger.log import decode, load, scan
from ledger.simulate import simulate

LOST = (OSError, EOFError, TimeoutError, ValueError, IndexError)  # how a killed server looks from outside
PATIENCE = 10.0


class Line:
    """A connection that is kept, as a phone keeps it."""

    def __init__(self, server: Server, key: str) -> None:
        self.server, self.key = server, key
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    def _head(self, method: str, path: str, more: str) -> bytes:
        host = f"Host: 127.0.0.1:{self.server.port}\r\nAuthorization: Bearer {self.key}\r\n"
        return f"{method} {path} HTTP/1.1\r\n{host}Accept-Encoding: gzip\r\n{more}\r\n".encode()

    async def ask(self, method: str, path: str, value: object = None, *, deaf: bool = False) -> tuple[int, bytes]:
        """One request and its answer; a deaf phone loses its network right after sending."""
        body = b"" if value is None else json.dumps(value).encode()
        more = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n" if value is not None else ""
        try:
            async with asyncio.timeout(PATIENCE):
                await self._open()
                assert self.writer is not None
                self.writer.write(self._head(method, path, more) + body)
                await self.writer.drain()
                if deaf:
                    raise EOFError
                return await self._answer()
        except LOST:
            self.close()
            raise

    async def _open(self) -> None:
        if self.writer is None or self.writer.is_closing():
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.server.port)

    async def _answer(self) -> tuple[int, bytes]:
        status, headers = await self._headers()
        assert self.reader is not None
        return status, await self.reader.readexactly(int(headers.get("content-length", 0)))

    async def _headers(self) -> tuple[int, dict[str, str]]:
        assert self.reader is not None
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        pairs = (line.partition(":") for line in head[1:] if line)
        return int(head[0].split()[1]), {name.lower(): value.strip() for name, _, value in pairs}

    async def news(self, path: str) -> AsyncIterator[dict[str, Any]]:
        """What a stream tells, until it ends."""
        await self._open()
        assert self.writer is not None and self.reader is not None
        self.writer.write(self._head("GET", path, ""))
        status, _ = await self._headers()
        if status != 200:
            raise EOFError
        while line := await self.reader.readline():
            if line.startswith(b"data: "):
                yield json.loads(line[6:])

    def close(self) -> None:
        """Hang up."""
        if self.writer is not None:
            self.writer.close()
            self.writer = None


class Phone:
    """Watches a table, and enters what happens there."""

    def __init__(self, table: "Table", key: str) -> None:
        self.table = table
        self.line, self.spare, self.ear = (Line(table.server, key) for _ in range(3))
        self.seen = -1

    async def watch(self) -> None:
        """Follow the stream for ever, and read the state after each piece of news."""
        while True:
            try:
                async for news in self.ear.news(f"{self.table.at}/stream"):
                    self.seen = news["n"]
                    status, body = await self.spare.ask("GET", f"{self.table.at}/state")
                    if status != 200:
                        self.table.odd.append(f"{status} {body.decode()[:200]}")
            except LOST:
                pass
            self.ear.close()
            await asyncio.sleep(0.2)

    def hang_up(self) -> None:
        """Close every connection."""
        for line in (self.line, self.spare, self.ear):
            line.close()

    async def enter(self, batch: list[dict[str, Any]], after: int, *, deaf: bool = False) -> list[dict[str, Any]]:
        """Send entries until they are acknowledged, however often that takes."""
        while True:
            try:
                value = {"entries": batch, "after": after}
                status, body = await self.line.ask("POST", f"{self.table.at}/entries", value, deaf=deaf)
                if status == 200:
                    written: list[dict[str, Any]] = json.loads(body)["written"]
                    return written
                raise AssertionError(f"{self.table.name}: {status} {body.decode()[:300]}")
            except LOST:
                deaf = False
                self.table.server.alive()
                await asyncio.sleep(0.1)


class Table:
    """A table with its phones, and what was entered there."""

    def __init__(self, server: Server, number: int, phones: int) -> None:
        self.server = server
        made = server.table("Ana", "Bo", "Cem", "Dia", title=f"table {number}")
        self.name, self.at, self.path = made.name, made.at, made.path
        self.spectator = made.keys["spectator"]
        keys = [made.keys["scribe"], *[made.keys["player"]] * (phones - 1)]
        self.phones = [Phone(self, key) for key in keys]
        self.entered: list[dict[str, Any]] = []
        self.acknowledged: list[dict[str, Any]] = []
        self.odd: list[str] = []  # answers that nobody expects
        self.coming = _game(number)

    def next(self, many: int) -> list[dict[str, Any]]:
        """What happens next: a game of dice, then notes."""
        batch = []
        for _ in range(many):
            event = self.coming.pop(0) if self.coming else {"type": "note_added", "text": f"after the game {new_id()}"}
            batch.append({**event, "id": new_id()})
        return batch


def _game(number: int) -> list[dict[str, Any]]:
    _, events = decode(scan(simulate(GAMES["lutece"], number, players=4)), GAMES)
    named = dict(zip(events[0].players, ("Ana", "Bo", "Cem", "Dia"), strict=True))  # type: ignore[attr-defined]
    played = [to_builtins(event) for event in events[1:] if not isinstance(event, LogSealed)]
    bare = [{name: one for name, one in event.items() if name not in ("n", "ts")} for event in played]
    quoted = re.compile("|".join(f'"{re.escape(name)}"' for name in named))  # all at once: some are called alike
    text = quoted.sub(lambda one: json.dumps(named[one[0][1:-1]]), json.dumps(bare, ensure_ascii=False))
    found: list[dict[str, Any]] = json.loads(text)
    return found


class Figures(NamedTuple):
    """What came of it."""

    entries: int = 0
    p50: float = 0.0  # milliseconds
    p99: float = 0.0
    worst: float = 0.0
    memory: tuple[float, float] = (0.0, 0.0)  # megabytes after the first third, and at the end
    processor: float = 0.0  # of one core, by the server
    echo: float = 0.0  # milliseconds: the p99 of a line sent to a bare process and back, at the same time
    kills: int = 0
    resent: int = 0
    lost: int = 0
    doubled: int = 0


ECHO = """
import socket
door = socket.create_server(("127.0.0.1", 0))
print(door.getsockname()[1], flush=True)
line, _ = door.accept()
while data := line.recv(100):
    line.sendall(data)
"""


async def echo(times: list[float]) -> None:
    """What the machine itself needs while others use it: a line to a bare process and back, twenty times a second."""
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", ECHO, stdout=asyncio.subprocess.PIPE)
    assert process.stdout is not None
    reader, writer = await asyncio.open_connection("127.0.0.1", int(await process.stdout.readline()))
    try:
        while True:
            sent = time.perf_counter()
            writer.write(b"hello\n")
            await reader.readline()
            times.append((time.perf_counter() - sent) * 1000)
            await asyncio.sleep(0.05)
    finally:
        writer.close()
        process.kill()
        await process.wait()


# --- load -------------------------------------------------------------------------------------------------------------


async def look_back(table: Table, line: Line) -> None:
    """A spectator who loops over the old moments of a table for ever."""
    at = 0
    while True:
        at = (at + 1) % (len(table.entered) + 1)
        try:
            status, body = await line.ask("GET", f"{table.at}/state?at={at}")
        except LOST:  # whoever looks back comes after those who enter
            line.close()
            continue
        if status not in (200, 429):
            table.odd.append(f"{status} {body.decode()[:200]}")


async def load_phase(tables: list[Table], seconds: float, lookers: int) -> Figures:
    """One entry a second a table, while spectators loop over old moments."""
    watching = [asyncio.create_task(phone.watch()) for table in tables for phone in table.phones]
    lines = [Line(tables[0].server, tables[at % len(tables)].spectator) for at in range(lookers)]
    watching += [asyncio.create_task(look_back(tables[at % len(tables)], line)) for at, line in enumerate(lines)]
    while any(phone.seen < 0 for table in tables for phone in table.phones):  # everybody is at the table
        await asyncio.sleep(0.1)
    pid = tables[0].server.process.pid
    times: list[float] = []
    memory: list[float] = []
    begun, spent = time.monotonic(), _processor(pid)

    async def play(table: Table, offset: float) -> None:
        await asyncio.sleep(offset)
        turn = 0
        while time.monotonic() - begun < seconds:
            due = begun + offset + turn
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            batch, phone = table.next(1), table.phones[turn % len(table.phones)]
            sent = time.perf_counter()
            written = await phone.enter(batch, len(table.entered))
            times.append((time.perf_counter() - sent) * 1000)
            table.entered += batch
            table.acknowledged += written
            turn += 1

    async def weigh() -> None:
        while True:
            memory.append(_memory(pid))
            await asyncio.sleep(1)

    echoes: list[float] = []
    beside = [asyncio.create_task(weigh()), asyncio.create_task(echo(echoes))]
    await asyncio.gather(*(play(table, number / len(tables)) for number, table in enumerate(tables)))
    spent = (_processor(pid) - spent) / (time.monotonic() - begun)
    await _ended([*watching, *beside])
    for line in lines:
        line.close()
    times.sort()
    echoes.sort()
    third = memory[len(memory) // 3 :]
    return Figures(
        len(times),
        times[len(times) // 2],
        times[int(len(times) * 0.99)],
        times[-1],
        (third[0], max(third[-3:])),
        spent,
        echoes[int(len(echoes) * 0.99)],
    )


async def _ended(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    for task in tasks:
        with suppress(asyncio.CancelledError):
            await task


def _memory(pid: int) -> float:
    """Megabytes that a process has in memory."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def _processor(pid: int) -> float:
    """CPU seconds of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


# --- kills ------------------------------------------------------------------------------------------------------------


async def kill_phase(server: Server, tables: list[Table], kills: int, dice: random.Random) -> Figures:
    """The same load, batches now and then, replies lost, entries sent twice, and the server killed again and again."""
    watching = [asyncio.create_task(phone.watch()) for table in tables for phone in table.phones]
    done = asyncio.Event()
    resent = 0

    async def play(table: Table, offset: float) -> None:
        nonlocal resent
        await asyncio.sleep(offset)
        turn = 0
        while not done.is_set():
            began, after = time.monotonic(), len(table.entered) + table_notes(table)
            batch, first = table.next(dice.choice((1, 1, 3, 5))), table.phones[turn % len(table.phones)]
            senders = [first.enter(batch, after, deaf=dice.random() < 0.1)]
            if dice.random() < 0.3:  # a second phone, or the same one twice
                senders.append(table.phones[(turn + 1) % len(table.phones)].enter(batch, after))
                resent += 1
            answers = await asyncio.gather(*senders)
            assert all(answer == answers[0] for answer in answers)
            table.entered += batch
            table.acknowledged += answers[0]
            turn += 1
            await asyncio.sleep(max(0.0, 1 - (time.monotonic() - began)))

    playing = [asyncio.create_task(play(table, number / len(tables))) for number, table in enumerate(tables)]
    begun = len([one for table in tables for one in table.entered])
    started = [asyncio.create_task(_started(server, done)) for _ in range(2)]
    for _ in range(kills):
        await _some_entered(tables, dice.randrange(1, len(tables)))
        await asyncio.sleep(dice.uniform(0.0, 1.0))
        server.kill()
        await asyncio.to_thread(server.start)
    await asyncio.sleep(1)
    done.set()
    await asyncio.gather(*playing)
    names = [name for one in started for name in await one]
    await _ended(watching)
    lost, doubled = _counted(tables, server.folder, names)
    entries = len([one for table in tables for one in table.entered]) - begun
    return Figures(entries, kills=kills, resent=resent, lost=lost, doubled=doubled)


async def _some_entered(tables: list[Table], many: int) -> None:
    """Wait until the server that has just come back was used a little."""
    before = sum(len(table.acknowledged) for table in tables)
    until = time.monotonic() + 2 * PATIENCE
    while sum(len(table.acknowledged) for table in tables) < before + many and time.monotonic() < until:
        await asyncio.sleep(0.01)


def table_notes(table: Table) -> int:
    """Lines that the log itself added: a phone learns of them from the stream."""
    known = {one["id"] for one in table.entered}
    lines = table.path.read_bytes().splitlines()[1:]
    return sum(1 for line in lines if json.loads(line).get("id") not in known)


async def _started(server: Server, done: asyncio.Event) -> list[tuple[str, str]]:
    """New tables meanwhile, each asked for until it is there."""
    line, made = Line(server, server.key), []
    while not done.is_set():
        wanted = {"game": "lutece", "players": ["Ana", "Bo"], "title": "meanwhile", "id": new_id()}
        while True:
            try:
                status, body = await line.ask("POST", "/api/tables", wanted)
                assert status == 201, body
                made.append((wanted["id"], json.loads(body)["name"]))
                break
            except LOST:
                server.alive()
                await asyncio.sleep(0.1)
        await asyncio.sleep(1)
    line.close()
    return made  # type: ignore[return-value]


def _counted(tables: list[Table], folder: Path, started: list[tuple[str, str]]) -> tuple[int, int]:
    """What is missing from the logs or not where it was acknowledged, and what stands there twice or out of order."""
    lost = doubled = 0
    for table in tables:
        _, events = load(table.path, GAMES)
        found = [event for event in events[1:] if not isinstance(event, TailSetAside)]
        places = {event.id: event.n for event in found}
        lost += sum(1 for one in table.entered if one["id"] not in places)
        lost += sum(1 for one in table.acknowledged if places.get(one["id"]) != one["n"])
        doubled += len(found) - len(places)
        doubled += sum(1 for event, one in zip(found, table.entered, strict=False) if event.id != one["id"])
    ids = [event.id for path in folder.glob("*.jsonl") for event in load(path, GAMES)[1][:1]]
    lost += sum(1 for one, _ in started if one not in ids)
    doubled += len(ids) - len(set(ids))
    return lost, doubled


# --- the whole --------------------------------------------------------------------------------------------------------


async def _run(
    folder: Path, tables: int, phones: int, seconds: float, kills: int, seed: int, lookers: int
) -> list[Figures]:
    server, seated = Server(folder), list[Table]()
    try:
        seated += [Table(server, number, phones) for number in range(tables)]
        found = [await load_phase(seated, seconds, lookers)]
        print(_told(found[0]), flush=True)
        found.append(await kill_phase(server, seated, kills, random.Random(seed)))
        lost, doubled = _counted(seated, folder, [])
        print(_told(found[1]), flush=True)
        assert (lost, doubled) == (found[1].lost, found[1].doubled)
        assert not [one for table in seated for one in table.odd]
        return found
    finally:
        for table in seated:
            for phone in table.phones:
                phone.hang_up()
        await asyncio.sleep(0.1)
        server.stop()


def _told(one: Figures) -> str:
    if one.kills:
        return (
            f"killed {one.kills} times: {one.entries} entries, {one.resent} batches sent by two phones at once; "
            f"lost {one.lost}, doubled {one.doubled}"
        )
    return (
        f"load: {one.entries} entries; p50 {one.p50:.1f} ms, p99 {one.p99:.1f} ms, worst {one.worst:.1f} ms; "
        f"memory {one.memory[0]:.1f} MB after a third, {one.memory[1]:.1f} MB at the end; "
        f"{one.processor:.0%} of a core by the server; a bare echo on this machine meanwhile: p99 {one.echo:.1f} ms"
    )


def run(
    tables: int = 50, phones: int = 4, seconds: float = 180, kills: int = 100, seed: int = 1, lookers: int = 20
) -> list[Figures]:
    """Both phases: figures under load, then under kills."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_run(Path(folder) / "logs", tables, phones, seconds, kills, seed, lookers))


def main() -> None:
    """Print the figures; fail where the promise is broken."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, value in (("tables", 50), ("phones", 4), ("seconds", 180), ("kills", 100), ("seed", 1), ("lookers", 20)):
        parser.add_argument(f"--{name}", type=int, default=value)
    asked = parser.parse_args()
    print(f"{asked.tables} tables, {asked.phones} phones each, {asked.seconds} s, then {asked.kills} kills", flush=True)
    calm, killed = run(**vars(asked))
    sys.exit(0 if calm.p99 < 200 and not killed.lost and not killed.doubled else 1)


if __name__ == "__main__":
    main()
