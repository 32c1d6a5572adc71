"""What a process of a build does: a handful of logs becomes rows in its journal."""

import gc
import os
from bisect import bisect_left
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import IO, TYPE_CHECKING, NamedTuple

from ledger.archive.journal import append
from ledger.archive.judge_log import judged, unjudged
from ledger.archive.rows import Source, key_of, rows
from ledger.archive.tables import LOGS, SPOOL, spooled
from ledger.game import Catalogue
from ledger.log import Unreadable
from ledger.packs import Lot, Packed

if TYPE_CHECKING:
    import pyarrow as pa


class Item(NamedTuple):
    """Some logs of one file: which, how the file is called where it is listed, and what the disk says of it."""

    lot: Lot
    shown: str
    size: int
    modified: int
    changed: int


class Task(NamedTuple):
    """A handful: a number that no other has, and what is in it."""

    number: int
    items: list[Item]


class Orders(NamedTuple):
    """What every handful of logs of a build is done with."""

    folder: str  # for the journals
    slice: str  # its name begins the journals' names
    rules: dict[str, str]
    games: tuple[str, ...]
    catalogue: Catalogue | None
    readings: bool
    judge: bool


def tabled(orders: Orders, task: Task) -> int:
    """Turn a handful of logs into rows and note them in this process's journal; gives how many logs that were."""
    number, pieces = pieces_of(orders, task)
    append(_Desk.journal(orders), pieces)
    return number


def pieces_of(orders: Orders, task: Task) -> "tuple[int, list[tuple[str, str, pa.RecordBatch]]]":
    """How many logs a handful has, and their rows by table and game."""
    from ledger.games import GAMES

    known = _known(orders)
    sources = [Source(*one) for one in _sources(task)]
    seen = [source for source in sources if not source.trouble and known.has(key_of(source.digest))]
    numbers = {source.number for source in seen}
    collecting = gc.isenabled()
    gc.disable()  # a handful of logs makes many objects that all stay until it is done
    try:
        made = rows(
            [source for source in sources if source.number not in numbers],
            {name: GAMES[name] for name in orders.games},
            readings=orders.readings,
            catalogue=orders.catalogue,
            judge=judged if orders.judge else unjudged,
            rules=lambda game: orders.rules[game or ""],
        )
    finally:
        if collecting:
            gc.enable()
    pieces = [piece for name, table in made.items() for piece in _by_game(name, table)]
    if seen:
        pieces.append(("logs", "", _listed_only(seen)))
    return len(sources), pieces


def _sources(task: Task) -> Iterator[Source]:
    number = task.number << 20
    for item in task.items:
        try:
            for path, packed in item.lot.taken():
                yield _source(number, item, path, packed)
                number += 1
        except Unreadable as error:
            yield Source(item.shown, b"", number, item.size, item.modified, item.changed, str(error), file=item.shown)
            number += 1


def _source(number: int, item: Item, path: str, packed: Packed) -> Source:
    called = item.shown + path.removeprefix(item.lot.file)
    if packed.trouble is not None:
        trouble = str(packed.trouble)
        return Source(called, b"", number, 0, item.modified, item.changed, trouble, file=item.shown)
    data = packed.data
    digest = sha256(data).digest()
    return Source(called, data, number, len(data), item.modified, item.changed, "", digest, item.shown)


def _by_game(name: str, table: "pa.Table") -> "Iterator[tuple[str, str, pa.RecordBatch]]":
    """Rows of one game each; the list of logs is kept in one piece."""
    import pyarrow.compute as pc

    games = [""] if name == "logs" else pc.unique(table["game"]).to_pylist()
    for game in games:
        own = table if len(games) == 1 else table.filter(pc.equal(table["game"], game))
        yield name, game, own.combine_chunks().to_batches()[0]


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
    """What this process keeps from one handful to the next, as long as it works on the same slice."""

    slice = ""
    known = _Known(b"")
    file: IO[bytes] | None = None

    @classmethod
    def journal(cls, orders: Orders) -> IO[bytes]:
        """This process's own journal."""
        if cls.file is None:
            cls.file = (Path(orders.folder) / f"{orders.slice}-{os.getpid()}.rows").open("ab", buffering=0)
        return cls.file


def _known(orders: Orders) -> _Known:
    if _Desk.slice != orders.slice:
        _Desk.slice = orders.slice
        known = Path(orders.folder) / "known"
        _Desk.known = _Known(known.read_bytes() if known.exists() else b"")  # on another machine it is not there
        if _Desk.file is not None:
            _Desk.file.close()
        _Desk.file = None
    return _Desk.known


def _listed_only(seen: list[Source]) -> "pa.RecordBatch":
    """Logs whose bytes are known, at a place or a time that is not: the rest is filled in from the old list."""
    import pyarrow as pa

    shape = spooled(LOGS)
    values: dict[str, list[object]] = {name: [None] * len(seen) for name in shape.names}
    values |= {
        SPOOL: [source.number for source in seen],
        "path": [source.path for source in seen],
        "file": [source.file for source in seen],
        "size": [source.size for source in seen],
        "modified": [source.modified for source in seen],
        "changed": [source.changed for source in seen],
        "digest": [source.digest.hex() for source in seen],
        "log": [key_of(source.digest) for source in seen],
    }
    return pa.record_batch([pa.array(values[name], shape.field(name).type) for name in shape.names], schema=shape)
