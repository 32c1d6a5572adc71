"""Putting an archive in place: a whole new folder beside the old one, exchanged with it in one step."""

import ctypes
import fcntl
import json
import os
import shutil
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from glob import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import NODEFAULT
from msgspec.structs import fields

from ledger import __version__
from ledger.archive.columns import column_of
from ledger.archive.cover import COVER, FORMAT, ArchiveError, fingerprint, is_current
from ledger.archive.people import quoted
from ledger.archive.tables import (
    LOGS,
    SPOOL,
    Table,
    card_type,
    cards_table,
    folders_of,
    kind_of,
    schema,
    spooled,
    tables,
)
from ledger.game import Game, shipped
from ledger.words import Words

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa


MANY_FILES = 16  # in one folder; then they are made one

GROUP = 120_000  # rows of a Parquet row group

LOGS_FILLED = ("rules", "game", "year", "verdict", "integrity", "line", "reason")


Watch = Callable[[int, int], None]  # how many logs are done, of how many


class Work(NamedTuple):
    """Everything that is settled before the first log is read."""

    roots: list[str]
    output: Path
    draft: Path
    games: Mapping[str, Game]
    workers: int | None
    readings: bool
    judge: bool
    watch: Watch


def commit(db: "duckdb.DuckDBPyConnection", work: Work, spool: Path, *, first: bool) -> None:
    """Lay the new archive beside the old one and exchange them."""
    import pyarrow as pa

    fresh = spooled_batches(spool, LOGS)
    db.register("fresh", pa.Table.from_batches(fresh, spooled(LOGS)))
    stated = ", ".join(f"f.{name}" for name in ("path", "log", "digest", "size", "modified", "changed"))
    filled = ", ".join(f"coalesce(f.{name}, o.{name}) AS {name}" for name in LOGS_FILLED)
    db.execute(
        f"CREATE OR REPLACE TABLE fresh_logs AS SELECT {stated}, {filled}, f.{SPOOL} AS source, "
        "f.verdict IS NOT NULL AS judged FROM fresh f LEFT JOIN (SELECT log, "
        + ", ".join(f"any_value({name}) AS {name}" for name in LOGS_FILLED)
        + " FROM old GROUP BY log) o ON f.verdict IS NULL AND o.log = f.log"
    )
    db.unregister("fresh")
    without = "path NOT IN (SELECT path FROM fresh_logs)" + (
        " AND path NOT IN (SELECT path FROM gone)" if first else ""
    )
    names = ", ".join(column.name for column in LOGS.columns)
    db.execute(
        f"CREATE OR REPLACE TABLE now AS SELECT {names} FROM old WHERE {without} "
        f"UNION ALL SELECT {names} FROM fresh_logs"
    )
    losers = {
        number
        for (number,) in db.execute(
            "SELECT source FROM (SELECT source, row_number() OVER (PARTITION BY log ORDER BY source) AS copy "
            "FROM fresh_logs WHERE judged AND log IS NOT NULL) WHERE copy > 1"
        ).fetchall()
    }
    removed = db.execute(
        "SELECT DISTINCT game, year, log FROM old WHERE verdict IN ('clean', 'findings') AND (log NOT IN "
        "(SELECT log FROM now WHERE log IS NOT NULL) OR log IN "
        "(SELECT log FROM fresh_logs WHERE judged AND log IS NOT NULL))"
    ).fetchall()
    kept = db.execute(
        "SELECT game, year, count(DISTINCT log) FROM old WHERE verdict IN ('clean', 'findings') GROUP BY ALL"
    ).fetchall()
    new = work.draft / "new"
    shutil.rmtree(new, ignore_errors=True)
    new.mkdir()
    _carry_over(work, new, removed, {(game, year): number for game, year, number in kept})
    mark = f"{time.time_ns():x}"
    for table in tables(work.games).values():
        _write(new / table.name, table, spooled_batches(spool, table), losers, mark)
    _write_small(db, work, new)
    _in_place(new, work.output)
    db.execute("DROP TABLE old")
    db.execute("ALTER TABLE now RENAME TO old")


def spooled_batches(spool: Path, table: Table) -> "Iterator[pa.RecordBatch]":
    """Everything that the workers wrote of a table, batch by batch."""
    import pyarrow as pa

    for path in sorted(spool.glob(f"{table.name}-*.arrows")):
        with pa.OSFile(str(path), "rb") as file:
            yield from pa.ipc.open_stream(file)


def _carry_over(
    work: Work, new: Path, removed: Sequence[tuple[str, int, int]], kept: Mapping[tuple[str, int], int]
) -> None:
    """Link what did not change; write again what lost rows or lies in too many files."""
    if not is_current(work.output, work.games):
        return
    out: dict[tuple[str, int], list[int]] = {}
    for game, year, log in removed:
        out.setdefault((game, year), []).append(log)
    for table in tables(work.games).values():
        for folder in sorted((work.output / table.name).glob("game=*/year=*")):
            part = (folder.parent.name.removeprefix("game="), int(folder.name.removeprefix("year=")))
            lost = out.get(part, [])
            if len(lost) >= kept.get(part, 0):
                continue
            files = sorted(folder.glob("*.parquet"))
            place = new / table.name / folder.parent.name / folder.name
            if not lost and len(files) < MANY_FILES:
                place.mkdir(parents=True)
                for file in files:
                    _link(file, place / file.name)
            else:
                _rewrite(files, place, table, lost)


def _link(old: Path, new: Path) -> None:
    try:
        os.link(old, new)
    except OSError:
        shutil.copy2(old, new)


def _rewrite(files: list[Path], place: Path, table: Table, lost: list[int]) -> None:
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.dataset as ds

    own = pa.schema([field for field in schema(table) if field.name not in folders_of(table)])
    stay = ~pc.field("log").isin(pa.array(lost, pa.int64())) if lost else None
    scanner = ds.dataset([str(file) for file in files], schema=own, format="parquet").scanner(
        filter=stay, batch_size=32_768, fragment_readahead=2
    )
    place.mkdir(parents=True)
    _write_dataset(scanner, place, f"part-{time.time_ns():x}", None)


def _write(place: Path, table: Table, batches: "Iterator[pa.RecordBatch]", losers: set[int], mark: str) -> None:
    """New rows into their folders by game and year."""
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.dataset as ds

    whole = schema(table)
    losing = pa.array(sorted(losers), pa.int64())

    def sifted() -> "Iterator[pa.RecordBatch]":
        for batch in batches:
            mine = batch.filter(pc.invert(pc.is_in(batch[SPOOL], losing))) if losers else batch
            yield mine.drop_columns([SPOOL])

    first = next(batches, None)
    if first is None:
        return
    rest = batches
    batches = _chained(first, rest)
    folders = ds.partitioning(pa.schema([whole.field("game"), whole.field("year")]), flavor="hive")
    place.mkdir(parents=True, exist_ok=True)
    reader = pa.RecordBatchReader.from_batches(whole, sifted())
    _write_dataset(reader, place, f"part-{mark}", folders)


def _chained(first: Any, rest: Iterable[Any]) -> Iterator[Any]:
    yield first
    yield from rest


def _write_dataset(rows: Any, place: Path, name: str, folders: Any) -> None:
    import pyarrow.dataset as ds

    form = ds.ParquetFileFormat()
    ds.write_dataset(
        rows,
        place,
        format=form,
        file_options=form.make_write_options(compression="zstd"),
        partitioning=folders,
        basename_template=name + "-{i}.parquet",
        existing_data_behavior="overwrite_or_ignore",
        max_rows_per_group=GROUP,
        min_rows_per_group=GROUP // 4,
        max_partitions=12_000,
    )


def _write_small(db: "duckdb.DuckDBPyConnection", work: Work, new: Path) -> None:
    """The list of logs, the card lists and the cover."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    (new / "logs").mkdir()
    db.execute(
        f"COPY (SELECT * FROM now ORDER BY path) TO {quoted(str(new / 'logs' / 'logs.parquet'))} "
        "(FORMAT parquet, COMPRESSION zstd)"
    )
    table = cards_table(work.games)
    own = pa.schema([field for field in schema(table) if field.name not in ("game", "year")])
    for name in work.games:
        lists = _card_rows(work.games, name)
        columns = [column_of(lists[column.name], column.kind, "json") for column in table.columns]
        place = new / "cards" / f"game={name}"
        place.mkdir(parents=True)
        pq.write_table(pa.Table.from_arrays(columns, schema=own), place / "cards.parquet", compression="zstd")
    cover = {
        "format": FORMAT,
        "schema": fingerprint(work.games),
        "software": f"quaestor {__version__}",
        "readings": work.readings,
    }
    (new / COVER).write_text(json.dumps(cover) + "\n")


def _card_rows(games: Mapping[str, Game], name: str) -> dict[str, list[Any]]:
    table = cards_table(games)
    lists: dict[str, list[Any]] = {column.name: [] for column in table.columns}
    game = games[name]
    for catalogue in shipped(game.folder):
        for card in json.loads(catalogue.data)["cards"]:
            lists["catalogue_digest"].append(catalogue.digest)
            lists["card"].append(card["id"])
            lists["name"].append(card["name"].get("en") or next(iter(card["name"].values()), card["id"]))
            for field in fields(card_type(game)):
                if field.name in lists and field.name != "name":
                    lists[field.name].append(card.get(field.name, _default(field)))
            for column in table.columns:
                if len(lists[column.name]) < len(lists["card"]):
                    lists[column.name].append(None)
    return lists


def _default(field: Any) -> Any:
    value = None if field.default is NODEFAULT else field.default
    return value if isinstance(value, str | int | bool | tuple) else {} if kind_of(field.type) == "map" else None


def _in_place(new: Path, output: Path) -> None:
    """Everything on disk first, then one step."""
    for path in new.rglob("*"):
        if path.is_file() and path.stat().st_nlink == 1:
            _flush(path)
    _flush(new)
    if not output.exists():
        new.rename(output)
    elif not _exchange(new, output):
        aside = output.with_name(f".{output.name}.old")
        output.rename(aside)
        new.rename(output)
        shutil.rmtree(aside, ignore_errors=True)
    _flush(output.parent)
    shutil.rmtree(new, ignore_errors=True)


def _flush(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _exchange(one: Path, other: Path) -> bool:
    """Linux swaps two names in one step; elsewhere, or on a disk that cannot, the caller takes two."""
    try:
        swap = ctypes.CDLL(None, use_errno=True).renameat2
    except (AttributeError, OSError):
        return False
    here, exchange = -100, 2
    return bool(swap(here, os.fsencode(one), here, os.fsencode(other), exchange) == 0)


@contextmanager
def held(output: Path) -> Iterator[None]:
    """One build at a time."""
    output.parent.mkdir(parents=True, exist_ok=True)
    lock = os.open(output.with_name(f".{output.name}.lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError:
        raise ArchiveError(Words("{path} is being built by another program; wait for it", path=output)) from None
    finally:
        os.close(lock)


def sweep(output: Path) -> None:
    """What a killed build left behind; where it died between two steps of an exchange, the old archive goes back."""
    aside = output.with_name(f".{output.name}.old")
    if aside.exists() and not output.exists():
        aside.rename(output)
    shutil.rmtree(aside, ignore_errors=True)
    for left in output.parent.glob(f".{escape(output.name)}.draft-*"):
        shutil.rmtree(left, ignore_errors=True)
