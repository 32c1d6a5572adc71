"""What a process of a build does: a handful of logs becomes rows on its spool."""

import gc
import os
from bisect import bisect_left
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ledger.archive.judge_log import judged, unjudged
from ledger.archive.rows import Source, key_of, rows
from ledger.archive.tables import LOGS, SPOOL, spooled
from ledger.game import Catalogue
from ledger.log import Unreadable, read

if TYPE_CHECKING:
    import pyarrow as pa


Task = list[tuple[int, str, str, int, int, int]]  # number, path, its real name, size, modified, changed


class Orders(NamedTuple):
    """What every handful of logs of a build is done with."""

    spool: str
    rules: dict[str, str]
    games: tuple[str, ...]
    catalogue: Catalogue | None
    readings: bool
    judge: bool


def tabled(orders: Orders, task: Task) -> int:
    """Turn a handful of logs into rows and put them on this process's spool; gives how many logs that were."""
    from ledger.games import GAMES

    known = _known(orders.spool)
    sources = [_source(*one) for one in task]
    seen = [source for source in sources if not source.trouble and known.has(key_of(source.digest))]
    numbers = {source.number for source in seen}
    fresh = [source for source in sources if source.number not in numbers]
    collecting = gc.isenabled()
    gc.disable()  # a handful of logs makes many objects that all stay until it is done
    try:
        made = rows(
            fresh,
            {name: GAMES[name] for name in orders.games},
            readings=orders.readings,
            catalogue=orders.catalogue,
            judge=judged if orders.judge else unjudged,
            rules=lambda game: orders.rules[game or ""],
        )
    finally:
        if collecting:
            gc.enable()
    for name, table in made.items():
        _spool(orders.spool, name, table.schema).write_table(table)
    if seen:
        _spool_seen(orders.spool, seen)
    return len(task)


def _source(number: int, path: str, real: str, size: int, modified: int, changed: int) -> Source:
    try:
        data = read(Path(real))
    except Unreadable as error:
        return Source(path, b"", number, size, modified, changed, str(error))
    return Source(path, data, number, size, modified, changed, digest=sha256(data).digest())


class _Known:
    """Keys of logs that are in the archive as they should be: 8 bytes each, sorted."""

    def __init__(self, data: bytes) -> None:
        self.data = data

    def __len__(self) -> int:
        return len(self.data) // 8

    def __getitem__(self, at: int) -> int:
        return int.from_bytes(self.data[8 * at : 8 * at + 8], "little")

    def has(self, key: int) -> bool:
        """Whether this log need not be judged again."""
        at = bisect_left(self, key)
        return at < len(self) and self[at] == key


class _Desk:
    """What this process keeps from one handful to the next, as long as it works for the same spool."""

    spool = ""
    known = _Known(b"")
    streams: dict[str, Any] = {}


def _known(spool: str) -> _Known:
    if _Desk.spool != spool:
        _Desk.spool = spool
        _Desk.known = _Known((Path(spool) / "known").read_bytes())
        _Desk.streams = {}
    return _Desk.known


def _spool(spool: str, table: str, shape: "pa.Schema") -> Any:
    """This process's stream of a table; it is never closed, and reading stops where it stops."""
    import pyarrow as pa

    if table not in _Desk.streams:
        path = Path(spool) / f"{table}-{os.getpid()}.arrows"
        options = pa.ipc.IpcWriteOptions(compression="lz4")
        _Desk.streams[table] = pa.ipc.new_stream(pa.OSFile(str(path), "wb"), shape, options=options)
    return _Desk.streams[table]


def _spool_seen(spool: str, seen: list[Source]) -> None:
    """Logs whose bytes are known, at a place or a time that is not: the rest is filled in from the old list."""
    import pyarrow as pa

    shape = spooled(LOGS)
    values: dict[str, list[Any]] = {name: [None] * len(seen) for name in shape.names}
    values |= {
        SPOOL: [source.number for source in seen],
        "path": [source.path for source in seen],
        "size": [source.size for source in seen],
        "modified": [source.modified for source in seen],
        "changed": [source.changed for source in seen],
        "digest": [source.digest.hex() for source in seen],
        "log": [key_of(source.digest) for source in seen],
    }
    _spool(spool, "logs", shape).write_table(pa.table(values, schema=shape))
