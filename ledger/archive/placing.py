"""Putting an archive in place: a whole new folder beside the old one, exchanged with it in one step."""

import ctypes
import fcntl
import json
import os
import shutil
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, as_completed
from contextlib import contextmanager
from glob import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import NODEFAULT
from msgspec.structs import fields

from ledger import __version__
from ledger.archive.columns import column_of
from ledger.archive.manifest import CATALOGUE, COVER, FORMAT, ArchiveError, counted, fingerprint, is_current
from ledger.archive.people import quoted
from ledger.archive.tables import (
    LOGS,
    SPOOL,
    ArchiveTable,
    card_type,
    cards_table,
    folders_of,
    kind_of,
    schema,
    spooled,
    tables,
)
from ledger.game import Catalogue, Game, shipped
from ledger.words import Words

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa


MANY_FILES = 16  # in one folder; then they are made one

GROUP = 120_000  # rows of a Parquet row group

COUNTED = "verdict IN ('clean', 'findings')"  # the logs that are games

LOGS_FILLED = ("rules", "game", "year", "verdict", "integrity", "line", "reason")


Watch = Callable[[int, int], None]  # how many logs are done, of how many
Job = tuple[Callable[..., int], tuple[Any, ...]]  # a function, and what it is given


class Crew(NamedTuple):
    """Who does the jobs of a build beside this process: how many others, and how one of them is told."""

    others: int
    submit: Callable[..., "Future[int]"]


def share(jobs: Iterable[Job], crew: Crew | None) -> Iterator[int]:
    """Have jobs done: others get them until each has one more to do, the rest is done here; gives what each answers."""
    waiting: set[Future[int]] = set()
    for job, given in jobs:
        if crew is not None and len(waiting) < 2 * crew.others:
            waiting.add(crew.submit(job, *given))
        else:
            yield job(*given)
        done = {one for one in waiting if one.done()}
        waiting -= done
        yield from (one.result() for one in done)
    yield from (one.result() for one in as_completed(waiting))


class Work(NamedTuple):
    """Everything that is settled before the first log is read."""

    roots: list[str]
    output: Path
    draft: Path
    games: Mapping[str, Game]
    workers: int
    readings: bool
    judge: bool
    catalogue: Catalogue | None
    watch: Watch


def commit(db: "duckdb.DuckDBPyConnection", work: Work, spool: Path, crew: Crew | None, *, first: bool) -> None:
    """Lay the new archive beside the old one and exchange them."""
    _list_logs(db, spool, first=first)
    new = work.draft / "new"
    shutil.rmtree(new, ignore_errors=True)
    new.mkdir()
    mark = f"part-{time.time_ns():x}"
    copies = _copies(db)
    writing: list[Job] = [
        (_write, (new / table.name, table, files, copies, mark)) for table, files in _spools(spool, tables(work.games))
    ]
    writing += _carry_over(work, new, mark, _lost(db), _kept(db))
    for _ in share(writing, crew):
        pass
    _write_small(db, work, new)
    _write_cover(db, work, new)
    _in_place(new, work.output)
    db.execute("DROP TABLE old")
    db.execute("ALTER TABLE now RENAME TO old")


def _list_logs(db: "duckdb.DuckDBPyConnection", spool: Path, *, first: bool) -> None:
    """Make `now`, the list of logs as it will be; where bytes were known already the rest comes from the old list."""
    import pyarrow as pa

    files = sorted(spool.glob("logs-*.arrows"))
    reader = pa.RecordBatchReader.from_batches(spooled(LOGS), _batches(files))
    db.register("reader", reader)
    db.execute("CREATE OR REPLACE TABLE fresh AS SELECT * FROM reader")  # a stream can be read once only
    db.unregister("reader")
    stated = ", ".join(f"f.{name}" for name in ("path", "log", "digest", "size", "modified", "changed"))
    filled = ", ".join(f"coalesce(f.{name}, o.{name}) AS {name}" for name in LOGS_FILLED)
    db.execute(
        f"CREATE OR REPLACE TABLE fresh_logs AS SELECT {stated}, {filled}, f.{SPOOL} AS source, "
        "f.verdict IS NOT NULL AS judged FROM fresh f LEFT JOIN (SELECT log, "
        + ", ".join(f"any_value({name}) AS {name}" for name in LOGS_FILLED)
        + " FROM old GROUP BY log) o ON f.verdict IS NULL AND o.log = f.log"
    )
    gone = " AND path NOT IN (SELECT path FROM gone)" if first else ""
    names = ", ".join(column.name for column in LOGS.columns)
    db.execute(
        f"CREATE OR REPLACE TABLE now AS SELECT {names} FROM old "
        f"WHERE path NOT IN (SELECT path FROM fresh_logs){gone} UNION ALL SELECT {names} FROM fresh_logs"
    )


def _copies(db: "duckdb.DuckDBPyConnection") -> list[int]:
    """Sources whose bytes another one had too: their rows are left out."""
    found = db.execute(
        "SELECT source FROM (SELECT source, row_number() OVER (PARTITION BY log ORDER BY source) AS copy "
        "FROM fresh_logs WHERE judged AND log IS NOT NULL) WHERE copy > 1 ORDER BY source"
    ).fetchall()
    return [source for (source,) in found]


def _lost(db: "duckdb.DuckDBPyConnection") -> dict[tuple[str, int], list[int]]:
    """By game and year, the logs in the archive that are gone or were judged again."""
    found: dict[tuple[str, int], list[int]] = {}
    for game, year, log in db.execute(
        f"SELECT DISTINCT game, year, log FROM old WHERE {COUNTED} AND (log NOT IN "
        "(SELECT log FROM now WHERE log IS NOT NULL) OR log IN "
        "(SELECT log FROM fresh_logs WHERE judged AND log IS NOT NULL))"
    ).fetchall():
        found.setdefault((game, year), []).append(log)
    return found


def _kept(db: "duckdb.DuckDBPyConnection") -> dict[tuple[str, int], int]:
    """By game and year, how many logs the archive has."""
    query = f"SELECT game, year, count(DISTINCT log) FROM old WHERE {COUNTED} GROUP BY game, year"
    return {(game, year): number for game, year, number in db.execute(query).fetchall()}


def _spools(spool: Path, known: Mapping[str, ArchiveTable]) -> list[tuple[ArchiveTable, list[Path]]]:
    """What the workers wrote, by table, the most first."""
    found: dict[str, list[Path]] = {}
    for path in sorted(spool.glob("*.arrows")):
        found.setdefault(path.name.rpartition("-")[0], []).append(path)
    whole = [(known[name], files) for name, files in found.items() if name in known]
    return sorted(whole, key=lambda one: -sum(file.stat().st_size for file in one[1]))


def _batches(files: Iterable[Path]) -> "Iterator[pa.RecordBatch]":
    import pyarrow as pa

    for path in files:
        with pa.OSFile(str(path), "rb") as file:
            yield from pa.ipc.open_stream(file)


def _carry_over(
    work: Work,
    new: Path,
    mark: str,
    lost: Mapping[tuple[str, int], list[int]],
    kept: Mapping[tuple[str, int], int],
) -> list[Job]:
    """Link what did not change; have written again what lost rows or lies in too many files."""
    if not is_current(work.output, work.games):
        return []
    writing: list[Job] = []
    for table in tables(work.games).values():
        for folder in sorted((work.output / table.name).glob("game=*/year=*")):
            part = (folder.parent.name.removeprefix("game="), int(folder.name.removeprefix("year=")))
            out = lost.get(part, [])
            if len(out) >= kept.get(part, 0):
                continue
            files = sorted(folder.glob("*.parquet"))
            place = new / table.name / folder.parent.name / folder.name
            place.mkdir(parents=True, exist_ok=True)
            if out or len(files) >= MANY_FILES:
                writing.append((_rewrite, (files, place, table, out, mark)))
            else:
                for file in files:
                    _link(file, place / file.name)
    return writing


def _link(old: Path, new: Path) -> None:
    try:
        os.link(old, new)
    except OSError:
        shutil.copy2(old, new)


def _rewrite(files: list[Path], place: Path, table: ArchiveTable, lost: list[int], mark: str) -> int:
    """Rows that stay, in one file."""
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.dataset as ds

    own = pa.schema([field for field in schema(table) if field.name not in folders_of(table)])
    stay = ~pc.field("log").isin(pa.array(lost, pa.int64())) if lost else None
    scanner = ds.dataset([str(file) for file in files], schema=own, format="parquet").scanner(
        filter=stay, batch_size=32_768, fragment_readahead=2
    )
    _write_dataset(scanner, place, mark + "-kept", None)
    return 0


def _write(place: Path, table: ArchiveTable, files: list[Path], copies: list[int], mark: str) -> int:
    """New rows into their folders by game and year."""
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.dataset as ds

    whole = schema(table)
    left_out = pa.array(copies, pa.int64())

    def sifted() -> "Iterator[pa.RecordBatch]":
        for batch in _batches(files):
            mine = batch.filter(pc.invert(pc.is_in(batch[SPOOL], left_out))) if copies else batch
            yield mine.drop_columns([SPOOL])

    folders = ds.partitioning(pa.schema([whole.field("game"), whole.field("year")]), flavor="hive")
    place.mkdir(parents=True, exist_ok=True)
    _write_dataset(pa.RecordBatchReader.from_batches(whole, sifted()), place, mark, folders)
    return 0


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
    """The list of logs and the card lists."""
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
        lists = _card_rows(work.games, name, work.catalogue)
        columns = [column_of(lists[column.name], column.kind, "json") for column in table.columns]
        place = new / "cards" / f"game={name}"
        place.mkdir(parents=True)
        pq.write_table(pa.Table.from_arrays(columns, schema=own), place / "cards.parquet", compression="zstd")


def _write_cover(db: "duckdb.DuckDBPyConnection", work: Work, new: Path) -> None:
    """By which tables it was made, and how many finished games of each game are in it."""
    played = new / "games"
    files = f"read_parquet({quoted(escape(str(played)) + '/*/*/*.parquet')}, hive_partitioning = true)"
    cover = {
        "format": FORMAT,
        "schema": fingerprint(work.games),
        "software": f"quaestor {__version__}",
        "readings": work.readings,
        "catalogue": work.catalogue.name if work.catalogue else "",
        "finished": counted(db, files) if any(played.rglob("*.parquet")) else {},
    }
    if work.catalogue:
        (new / CATALOGUE).write_bytes(work.catalogue.data)
    (new / COVER).write_text(json.dumps(cover) + "\n")


def _card_rows(games: Mapping[str, Game], name: str, given: Catalogue | None) -> dict[str, list[Any]]:
    table = cards_table(games)
    lists: dict[str, list[Any]] = {column.name: [] for column in table.columns}
    game = games[name]
    own = [given] if given and json.loads(given.data).get("game") == name else []
    for catalogue in (*shipped(game.folder), *own):
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
