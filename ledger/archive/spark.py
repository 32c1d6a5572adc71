"""The same rows on many machines: `ledger.archive.rows` inside Spark, as one stream of tagged batches.

Every task takes some lots of logs (files, or numbers of a pack) and yields what a process of a local build writes into
its journal: which table, which game, and the rows as Arrow writes a batch. Packs and files must lie where every
executor can read them under the same path; the driver puts the rows in place, as it does locally.
"""

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from ledger.archive.journal import append
from ledger.archive.store import ArchiveError
from ledger.archive.worker import Item, Orders, Task, pieces_of
from ledger.packs import Lot, Packed
from ledger.words import Words

if TYPE_CHECKING:
    import pyarrow as pa

TAGGED = "handful long, number int, table string, game string, logs int, rows binary"


def on_spark(master: str, orders: Orders, tasks: Iterable[Task], folder: Path) -> Iterator[int]:
    """Have handfuls of logs turned into rows by Spark and note them in a journal here; gives how many logs each has."""
    import pyarrow as pa

    from ledger.archive.tables import LOGS, spooled, tables
    from ledger.games import GAMES

    spark = _session(master)
    from pyspark import StorageLevel

    known = tables({name: GAMES[name] for name in orders.games}) | {"logs": LOGS}
    shapes = {name: spooled(table) for name, table in known.items()}
    given = [(one.number, _encoded(one)) for one in tasks]
    if not given:
        return
    frame = spark.createDataFrame(given, "number long, task binary")
    frame = frame.repartition(max(1, min(len(given), 4 * spark.sparkContext.defaultParallelism)), "number")
    made = frame.mapInArrow(_mapper(orders), TAGGED).persist(StorageLevel.DISK_ONLY)
    _counted(made)  # on all executors at once; then the pieces are fetched in order
    held: list[tuple[str, str, pa.RecordBatch]] = []
    with (folder / f"{orders.slice}-spark.rows").open("ab", buffering=0) as journal:
        for row in made.toLocalIterator(prefetchPartitions=True):
            batch = pa.ipc.read_record_batch(pa.py_buffer(bytes(row.rows)), shapes[row.table])
            held.append((row.table, row.game, batch))
            if row.number == 0:  # the last piece of its handful
                append(journal, held)
                held = []
                yield row.logs
    made.unpersist()


def _counted(made: Any) -> None:
    from py4j.protocol import Py4JError
    from pyspark.errors import PySparkException

    try:
        made.count()
    except (PySparkException, Py4JError) as error:
        why = str(error).split("\n")[0][:200]
        raise ArchiveError(Words("Spark could not do it: {why}; the archive is as it was", why=why)) from None


def _session(master: str) -> Any:
    try:
        from pyspark.sql import SparkSession
    except ImportError:
        words = Words(
            "--on {master} needs pyspark, pandas and a Java: pip install 'quaestor-ledger[spark]'", master=master
        )
        raise ArchiveError(words) from None
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)  # else its workers take another python3
    os.environ.setdefault("PYSPARK_DRIVER_PYTHON", sys.executable)
    house = str(Path(__file__).parent.parent.parent)
    build = SparkSession.builder.master(master).appName("quaestor archive build")
    build = build.config("spark.executorEnv.PYTHONPATH", house).config("spark.ui.enabled", "false")
    build = build.config("spark.sql.execution.arrow.maxRecordsPerBatch", "1").config("spark.log.level", "ERROR")
    return build.getOrCreate()


def _encoded(task: Task) -> bytes:
    items = [
        (item.lot.file, _span(item.lot), [tuple(one[:3]) for one in item.lot.logs], *item[1:]) for item in task.items
    ]
    return msgspec.msgpack.encode((task.number, items))


def _span(lot: Lot) -> tuple[int, int] | None:
    return (lot.numbers.start, lot.numbers.stop) if lot.numbers is not None else None


def _decoded(data: bytes) -> Task:
    number, items = msgspec.msgpack.decode(data)
    return Task(
        number,
        [
            Item(Lot(file, range(*span) if span else None, tuple(Packed(*log) for log in logs)), *about)
            for file, span, logs, *about in items
        ],
    )


def _mapper(orders: Orders) -> Any:
    """What runs in an executor: tasks in, tagged batches out; of each handful the last piece has the number 0."""

    def mapped(batches: "Iterator[pa.RecordBatch]") -> "Iterator[pa.RecordBatch]":
        import pyarrow as pa

        shape = pa.schema(
            [
                ("handful", pa.int64()),
                ("number", pa.int32()),
                ("table", pa.string()),
                ("game", pa.string()),
                ("logs", pa.int32()),
                ("rows", pa.binary()),
            ]
        )
        for batch in batches:
            for data in batch["task"].to_pylist():
                task = _decoded(data)
                logs, pieces = pieces_of(orders, task)
                left = len(pieces)
                for table, game, rows in pieces:
                    left -= 1
                    values = [[task.number], [left], [table], [game], [logs], [rows.serialize().to_pybytes()]]
                    yield pa.record_batch(
                        [pa.array(value, field.type) for value, field in zip(values, shape, strict=True)], schema=shape
                    )

    return mapped
