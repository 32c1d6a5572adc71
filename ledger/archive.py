"""Many logs into Parquet, and back out of it with DuckDB.

An archive is a folder: `TABLE/game=G/year=Y/*.parquet` for every table, `logs/logs.parquet` for what was read and
`archive.json`. It is derived from logs and may be deleted. A build writes a whole new folder (what did not change is
linked into it) and exchanges the two in one step, so that whoever looks sees the old archive or the new one.
"""

import ctypes
import fcntl
import json
import os
import shutil
import time
import tomllib
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from glob import escape
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, get_args

from msgspec import NODEFAULT
from msgspec.structs import fields

from ledger import __version__
from ledger.game import Game, shipped
from ledger.log import LogError, Unreadable, read
from ledger.rows import (
    LOGS,
    SPOOL,
    SQL,
    Column,
    Kind,
    Source,
    Table,
    judged,
    kind_of,
    rows,
    schema,
    spooled,
    tables,
    unjudged,
)
from ledger.words import Words

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

FORMAT = 1
COVER = "archive.json"
PEOPLE = "players.toml"
TASK_LOGS, TASK_BYTES = 50, 8 << 20  # what a worker takes at once
COMMIT = 50_000  # logs after which a long build puts what it has in place
MANY_FILES = 16  # in one folder; then they are made one
GROUP = 120_000  # rows of a Parquet row group
JUST_NOW = 1_000_000_000  # a file touched this many nanoseconds ago may be touched again unseen
CORE = ("audit", "events", "game", "log", "replay", "rows", "score")
COUNTED = ("clean", "findings")


class ArchiveError(LogError):
    """Something could not be done with an archive."""


class Built(NamedTuple):
    """What a build did."""

    files: int  # asked for
    read: int  # read this time
    games: int  # in the archive now
    rejected: int  # files in the archive's list that are not counted
    gone: int  # logs that are no longer where they were, and so no longer here
    seconds: float


Watch = Callable[[int, int], None]  # how many logs are done, of how many


# --- what the archive looks like --------------------------------------------------------------------------------------


def cards_table(games: Mapping[str, Game]) -> Table:
    """Every card of every card list, with the fields that any game prints."""
    columns: dict[str, Kind] = {}
    users: dict[str, list[str]] = {}
    for name, game in games.items():
        for field in fields(_card_type(game)):
            if field.name not in ("id", "name", "source"):
                kind = kind_of(field.type)
                columns[field.name] = kind if columns.get(field.name, kind) == kind else "json"
                users.setdefault(field.name, []).append(name)
    own = (Column(name, kind, f"as printed ({', '.join(users[name])})") for name, kind in columns.items())
    return Table(
        "cards",
        "Every card of every card list we ship; join on card and on `games.catalogue_digest`.",
        (
            Column("catalogue_digest", "text", "which card list"),
            Column("card", "text", "its id, as in the log"),
            Column("name", "text", "its English name"),
            *own,
        ),
    )


def _card_type(game: Game) -> Any:
    field = next(field for field in fields(game.cards) if field.name == "cards")
    return get_args(field.type)[0]


def _card_rows(games: Mapping[str, Game], name: str) -> dict[str, list[Any]]:
    table = cards_table(games)
    lists: dict[str, list[Any]] = {column.name: [] for column in table.columns}
    game = games[name]
    for catalogue in shipped(game.folder):
        for card in json.loads(catalogue.data)["cards"]:
            lists["catalogue_digest"].append(catalogue.digest)
            lists["card"].append(card["id"])
            lists["name"].append(card["name"].get("en") or next(iter(card["name"].values()), card["id"]))
            for field in fields(_card_type(game)):
                if field.name in lists and field.name != "name":
                    lists[field.name].append(card.get(field.name, _default(field)))
            for column in table.columns:
                if len(lists[column.name]) < len(lists["card"]):
                    lists[column.name].append(None)
    return lists


def _default(field: Any) -> Any:
    value = None if field.default is NODEFAULT else field.default
    return value if isinstance(value, str | int | bool | tuple) else {} if kind_of(field.type) == "map" else None


def all_tables(games: Mapping[str, Game]) -> dict[str, Table]:
    """Every table by name, in the order of the page that describes them."""
    return {"logs": LOGS, "cards": cards_table(games)} | tables(games)


def folders_of(table: Table) -> tuple[str, ...]:
    """The columns that are the names of folders."""
    return {"logs": (), "cards": ("game",)}.get(table.name, ("game", "year"))


def fingerprint(games: Mapping[str, Game]) -> str:
    """Changes with any table or column."""
    shape = [[table.name, [column[:2] for column in table.columns]] for table in all_tables(games).values()]
    return sha256(json.dumps([FORMAT, shape]).encode()).hexdigest()[:16]


def versions(games: Mapping[str, Game], *, readings: bool) -> dict[str, str]:
    """By game, what its logs are judged and tabled with; under "", for logs whose game is not known, all of them."""
    here = Path(__file__).parent
    shape = f"{fingerprint(games)} {readings}".encode()
    core = sha256(shape + b"".join((here / f"{name}.py").read_bytes() for name in CORE))
    found = {}
    for name, game in games.items():
        own = core.copy()
        for path in sorted([*game.folder.glob("*.py"), *game.folder.glob("catalogue/*.json")]):
            own.update(path.name.encode() + path.read_bytes())
        found[name] = own.hexdigest()[:16]
    return found | {"": sha256("".join(found.values()).encode() + core.digest()).hexdigest()[:16]}


def page(games: Mapping[str, Game]) -> str:
    """The page that describes every column, made from the tables themselves."""
    parts = [PAGE]
    for table in all_tables(games).values():
        rows = [f"| `{column.name}` | {SQL[column.kind]} | {column.about} |" for column in table.columns]
        rows += [f"| `{name}` | {'VARCHAR' if name == 'game' else 'INTEGER'} | the name of the folder |"
                 for name in folders_of(table)]  # fmt: skip
        parts.append(
            f"## {table.name}\n\n{table.about}\n\n| column | type | meaning |\n|---|---|---|\n" + "\n".join(rows)
        )
    return "\n\n".join(parts) + "\n"


PAGE = """# The archive, column by column

Made from the code by `quaestor schema`; never edited by hand.

`quaestor archive build LOGS -o ARCHIVE` writes `ARCHIVE/TABLE/game=G/year=Y/*.parquet` (zstd). DuckDB, Spark and
pandas read it as it lies; `quaestor sql ARCHIVE "SELECT …"` and `ledger.archive.open(path)` show the same tables as
views, with the names of `players.toml` laid over them, and one view more, `rejected`: the rows of `logs` that are not
counted. `log` joins every table. Event tables hold what is in force: a withdrawn or corrected entry stands in
`struck`, the amendments themselves in `entry_withdrawn`, `entry_corrected` and `entry_inserted`. Logs that are
damaged or cannot be judged stand in `logs` with the reason and in no other table."""


# --- building ---------------------------------------------------------------------------------------------------------


def build(
    paths: Iterable[Path],
    output: Path,
    games: Mapping[str, Game],
    *,
    workers: int | None = None,
    readings: bool = False,
    judge: bool = True,
    watch: Watch = lambda done, total: None,
) -> Built:
    """Bring an archive up to date with the logs under these paths; what is already in it is not read again."""
    _needs_pyarrow()
    begun = time.monotonic()
    output = Path(output).resolve()
    roots = [str(Path(path).resolve()) for path in paths]
    with _held(output):
        _sweep(output)
        _is_replaceable(output)
        draft = output.with_name(f".{output.name}.draft-{os.getpid()}")
        draft.mkdir(parents=True)
        try:
            return _built(_Build(roots, output, draft, games, workers, readings, judge, watch), begun)
        finally:
            shutil.rmtree(draft, ignore_errors=True)


class _Build(NamedTuple):
    """Everything that is settled before the first log is read."""

    roots: list[str]
    output: Path
    draft: Path
    games: Mapping[str, Game]
    workers: int | None
    readings: bool
    judge: bool
    watch: Watch


def _built(work: _Build, begun: float) -> Built:
    db = _desk(work)
    odd = _list_files(db, work.roots)
    _plan(db, work)
    files = _one(db, "SELECT count(*) FROM found")
    total = _one(db, "SELECT count(*) FROM todo")
    gone = _one(db, "SELECT count(*) FROM gone")
    if not files and not (work.output / COVER).exists():
        raise ArchiveError(Words("no *.jsonl under {paths}; nothing was built", paths=work.roots))
    if total or gone or not _current(work):
        with _crew(work, total) as crew:
            done = 0
            work.watch(0, total)
            while True:
                done = _slice(db, work, crew, odd, done, total)
                if done >= total:
                    break
    counts = db.execute(
        "SELECT count(DISTINCT log) FILTER (verdict IN ('clean', 'findings')), "
        "count(*) FILTER (verdict NOT IN ('clean', 'findings')) FROM old"
    ).fetchone()
    assert counts is not None
    return Built(files, total, counts[0], counts[1], gone, time.monotonic() - begun)


def _current(work: _Build) -> bool:
    cover = work.output / COVER
    return cover.exists() and json.loads(cover.read_bytes()).get("schema") == fingerprint(work.games)


def _one(db: "duckdb.DuckDBPyConnection", query: str) -> int:
    row = db.execute(query).fetchone()
    assert row is not None
    return int(row[0])


def _desk(work: _Build) -> "duckdb.DuckDBPyConnection":
    """Where a build keeps its lists; what does not fit into memory goes to its draft folder."""
    import duckdb

    db = duckdb.connect()
    db.execute("SET memory_limit = '1GB'")
    db.execute("SET preserve_insertion_order = false")
    db.execute(f"SET temp_directory = {quoted(str(work.draft / 'tmp'))}")
    columns = ", ".join(f"{column.name} {SQL[column.kind]}" for column in LOGS.columns)
    db.execute(f"CREATE TABLE old ({columns})")
    listed = work.output / "logs" / "logs.parquet"
    if listed.exists() and _current(work):
        db.execute(f"INSERT INTO old SELECT * FROM read_parquet({quoted(escape(str(listed)))})")
    db.execute("CREATE TABLE found (path VARCHAR, size BIGINT, modified BIGINT, changed BIGINT)")
    db.execute("CREATE TABLE versions (game VARCHAR, rules VARCHAR)")
    for game, rules in versions(work.games, readings=work.readings).items():
        db.execute("INSERT INTO versions VALUES (?, ?)", [game, rules])
    return db


def _list_files(db: "duckdb.DuckDBPyConnection", roots: Sequence[str]) -> dict[str, str]:
    """Put every log under the roots on the list; gives the real names of those that no text can hold."""
    import pyarrow as pa

    odd: dict[str, str] = {}
    batch: list[tuple[str, int, int, int]] = []

    def flush() -> None:
        made = pa.table(
            dict(zip(("path", "size", "modified", "changed"), map(list, zip(*batch, strict=True)), strict=True))
        )
        db.register("batch", made)
        db.execute("INSERT INTO found SELECT * FROM batch")
        db.unregister("batch")
        batch.clear()

    now = time.time_ns()
    for path, about in _files(roots):
        shown = path.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
        if shown != path:
            odd[shown] = path
        changed = about.st_ctime_ns if about and now - about.st_ctime_ns > JUST_NOW else 0
        batch.append((shown, about.st_size if about else 0, about.st_mtime_ns if about else 0, changed))
        if len(batch) >= 20_000:
            flush()
    if batch:
        flush()
    db.execute("CREATE OR REPLACE TABLE found AS SELECT DISTINCT * FROM found")
    return odd


def _files(roots: Iterable[str]) -> Iterator[tuple[str, os.stat_result | None]]:
    for root in roots:
        if not Path(root).is_dir():
            yield root, _stat(root)
            continue
        waiting = [root]
        while waiting:
            with os.scandir(waiting.pop()) as entries:
                for entry in entries:
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
                    elif entry.name.endswith(".jsonl"):
                        yield entry.path, _stat(entry)


def _stat(what: "str | os.DirEntry[str]") -> os.stat_result | None:
    try:
        return Path(what).stat() if isinstance(what, str) else what.stat()
    except OSError:
        return None


def _plan(db: "duckdb.DuckDBPyConnection", work: _Build) -> None:
    """What must be read, and what is no longer there."""
    db.execute(
        "CREATE TABLE todo AS SELECT row_number() OVER (ORDER BY f.path) - 1 AS number, f.* FROM found f "
        "LEFT JOIN old o ON o.path = f.path LEFT JOIN versions v ON v.game = coalesce(o.game, '') "
        "WHERE o.path IS NULL OR o.size <> f.size OR o.modified <> f.modified OR o.changed <> f.changed "
        "OR o.changed = 0 OR v.rules IS NULL OR v.rules <> o.rules"
    )
    under = " OR ".join(
        f"path = {quoted(root)} OR starts_with(path, {quoted(root.rstrip('/') + '/')})" for root in work.roots
    )
    db.execute(f"CREATE TABLE gone AS SELECT path FROM old WHERE ({under}) AND path NOT IN (SELECT path FROM found)")


@contextmanager
def _crew(work: _Build, total: int) -> Iterator[Callable[..., "Future[int]"]]:
    """Something that does tasks: processes for much work, this one for little."""
    number = work.workers or os.cpu_count() or 1
    if number == 1 or total <= TASK_LOGS:
        yield _now
        return
    pool = ProcessPoolExecutor(number, mp_context=get_context("forkserver"))
    try:
        yield pool.submit
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _now(task: Callable[..., int], *given: Any) -> "Future[int]":
    future: Future[int] = Future()
    future.set_result(task(*given))
    return future


def _slice(
    db: "duckdb.DuckDBPyConnection",
    work: _Build,
    crew: Callable[..., "Future[int]"],
    odd: dict[str, str],
    done: int,
    total: int,
) -> int:
    """Read the next logs on the list and put the archive with them in place; gives how many are done then."""
    spool = work.draft / f"spool-{time.time_ns():x}"
    spool.mkdir()
    known = db.execute(
        "SELECT DISTINCT o.log FROM old o JOIN versions v ON v.game = coalesce(o.game, '') AND v.rules = o.rules "
        "WHERE o.log IS NOT NULL ORDER BY 1"
    ).fetchall()
    (spool / "known").write_bytes(b"".join(key.to_bytes(8, "big") for (key,) in known))
    rules = dict(db.execute("SELECT game, rules FROM versions").fetchall())
    last = min(done + COMMIT, total)
    waiting: set[Future[int]] = set()
    finished = done
    for task in _tasks(db, odd, done, last):
        waiting.add(crew(_reduce, str(spool), task, rules, work.readings, work.judge, list(work.games)))
        if len(waiting) >= 4 * (work.workers or os.cpu_count() or 1):
            finished += _some(waiting)
            work.watch(finished, total)
    while waiting:
        finished += _some(waiting)
        work.watch(finished, total)
    _commit(db, work, spool, first=done == 0)
    shutil.rmtree(spool, ignore_errors=True)
    return last


def _some(waiting: "set[Future[int]]") -> int:
    done, rest = wait(waiting, return_when=FIRST_COMPLETED)
    waiting.clear()
    waiting |= rest
    return sum(future.result() for future in done)


Task = list[tuple[int, str, str, int, int, int]]


def _tasks(db: "duckdb.DuckDBPyConnection", odd: dict[str, str], first: int, last: int) -> Iterator[Task]:
    """Logs in handfuls: neither too many nor too large together."""
    listed = db.cursor().execute(
        "SELECT number, path, size, modified, changed FROM todo WHERE number >= ? AND number < ? ORDER BY number",
        [first, last],
    )
    task: Task = []
    size = 0
    while some := listed.fetchmany(1000):
        for number, path, bytes_, modified, changed in some:
            if task and (len(task) >= TASK_LOGS or size + bytes_ > TASK_BYTES):
                yield task
                task, size = [], 0
            task.append((number, path, odd.get(path, path), bytes_, modified, changed))
            size += bytes_
    if task:
        yield task


# --- in a worker ------------------------------------------------------------------------------------------------------


def _reduce(spool: str, task: Task, rules: dict[str, str], readings: bool, judge: bool, names: list[str]) -> int:
    """Turn a handful of logs into rows and put them on this process's spool."""
    from ledger.games import GAMES

    games = {name: GAMES[name] for name in names}
    known = _known(spool)
    fresh: list[Source] = []
    seen: list[tuple[Source, str, int]] = []
    for one in task:
        source, digest, key = _source(*one)
        if not source.trouble and known.has(key):
            seen.append((source, digest, key))
        else:
            fresh.append(source)
    made = rows(
        fresh,
        games,
        readings=readings,
        judge=judged if judge else unjudged,
        rules=lambda game: rules[game or ""],
    )
    for name, table in made.items():
        _spool(spool, name, table.schema).write_table(table)
    if seen:
        _spool_seen(spool, seen)
    return len(task)


def _source(number: int, path: str, real: str, size: int, modified: int, changed: int) -> tuple[Source, str, int]:
    try:
        data = read(Path(real))
    except Unreadable as error:
        return Source(path, b"", number, size, modified, changed, str(error)), "", 0
    digest = sha256(data)
    return (
        Source(path, data, number, size, modified, changed),
        digest.hexdigest(),
        int.from_bytes(digest.digest()[:8], "big") >> 1,
    )


class _Known:
    """Keys of logs that are in the archive as they should be: 8 bytes each, sorted."""

    def __init__(self, data: bytes) -> None:
        self.data = data

    def __len__(self) -> int:
        return len(self.data) // 8

    def __getitem__(self, at: int) -> int:
        return int.from_bytes(self.data[8 * at : 8 * at + 8], "big")

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


def _spool_seen(spool: str, seen: list[tuple[Source, str, int]]) -> None:
    """Logs whose bytes are known, at a place or a time that is not: the rest is filled in from the old list."""
    import pyarrow as pa

    shape = spooled(LOGS)
    values: dict[str, list[Any]] = {name: [None] * len(seen) for name in shape.names}
    values |= {
        SPOOL: [source.number for source, _, _ in seen],
        "path": [source.path for source, _, _ in seen],
        "size": [source.size for source, _, _ in seen],
        "modified": [source.modified for source, _, _ in seen],
        "changed": [source.changed for source, _, _ in seen],
        "digest": [digest for _, digest, _ in seen],
        "log": [key for _, _, key in seen],
    }
    _spool(spool, "logs", shape).write_table(pa.table(values, schema=shape))


# --- putting in place -------------------------------------------------------------------------------------------------


def _commit(db: "duckdb.DuckDBPyConnection", work: _Build, spool: Path, *, first: bool) -> None:
    """Lay the new archive beside the old one and exchange them."""
    import pyarrow as pa

    fresh = _spooled(spool, LOGS)
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
        _write(new / table.name, table, _spooled(spool, table), losers, mark)
    _write_small(db, work, new)
    _in_place(new, work.output)
    db.execute("DROP TABLE old")
    db.execute("ALTER TABLE now RENAME TO old")


LOGS_FILLED = ("rules", "game", "year", "verdict", "integrity", "line", "reason")


def _spooled(spool: Path, table: Table) -> "Iterator[pa.RecordBatch]":
    """Everything that the workers wrote of a table, batch by batch."""
    import pyarrow as pa

    for path in sorted(spool.glob(f"{table.name}-*.arrows")):
        with pa.OSFile(str(path), "rb") as file:
            yield from pa.ipc.open_stream(file)


def _carry_over(
    work: _Build, new: Path, removed: Sequence[tuple[str, int, int]], kept: Mapping[tuple[str, int], int]
) -> None:
    """Link what did not change; write again what lost rows or lies in too many files."""
    if not _current(work):
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


def _write_small(db: "duckdb.DuckDBPyConnection", work: _Build, new: Path) -> None:
    """The list of logs, the card lists and the cover."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    from ledger.rows import column_of

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
def _held(output: Path) -> Iterator[None]:
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


def _sweep(output: Path) -> None:
    """What a killed build left behind; where it died between two steps of an exchange, the old archive goes back."""
    aside = output.with_name(f".{output.name}.old")
    if aside.exists() and not output.exists():
        aside.rename(output)
    shutil.rmtree(aside, ignore_errors=True)
    for left in output.parent.glob(f".{escape(output.name)}.draft-*"):
        shutil.rmtree(left, ignore_errors=True)


def _is_replaceable(output: Path) -> None:
    """Only an archive is ever replaced by one."""
    if output.exists() and not (output / COVER).exists() and not (output.is_dir() and not any(output.iterdir())):
        raise ArchiveError(Words("{path} exists and is no archive; it is not overwritten", path=output))


def _needs_pyarrow() -> None:
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        words = Words("building an archive needs pyarrow: pip install 'quaestor[archive]'")
        raise ArchiveError(words) from None


# --- reading ----------------------------------------------------------------------------------------------------------


def open(path: Path | str, games: Mapping[str, Game] | None = None) -> "duckdb.DuckDBPyConnection":
    """A DuckDB connection with every table of an archive as a view.

    >>> ledger.archive.open("club").sql("SELECT player, count(*) FROM seats WHERE won GROUP BY player")
    """
    import duckdb

    db = duckdb.connect()
    db.execute("SET enable_progress_bar = false")
    lay_views(db, Path(path), games)
    return db


def lay_views(
    db: "duckdb.DuckDBPyConnection", path: Path, games: Mapping[str, Game] | None = None, word: str = "VIEW"
) -> None:
    """Every table of an archive under its name, the names of `players.toml` laid over it."""
    for name, query in selections(path, games).items():
        db.execute(f'CREATE {word} "{name}" AS {query}')


def selections(path: Path, games: Mapping[str, Game] | None = None) -> dict[str, str]:
    """Each table of an archive as a SELECT from its files; `rejected` are the logs that are not counted."""
    known = games or _shelf()
    _check(path, known)
    people = read_people(path)
    found = {table.name: _selection(path, table, people) for table in all_tables(known).values()}
    bad = f"SELECT * FROM ({found['logs']}) WHERE verdict NOT IN ('clean', 'findings')"
    return found | {"rejected": bad}


def _shelf() -> Mapping[str, Game]:
    from ledger.games import GAMES

    return GAMES


def _check(path: Path, games: Mapping[str, Game]) -> None:
    try:
        cover = json.loads((path / COVER).read_bytes())
    except (OSError, ValueError):
        words = Words("{path} is no archive; make one: quaestor archive build LOGS -o {path}", path=path)
        raise ArchiveError(words) from None
    if cover.get("schema") != fingerprint(games):
        words = Words(
            "{path} was made by another version; bring it up to date: quaestor archive build LOGS -o {path}", path=path
        )
        raise ArchiveError(words)


def _selection(path: Path, table: Table, people: "People") -> str:
    folders = folders_of(table)
    columns = [people.shown(column) for column in table.columns]
    columns += [name for name in folders if name not in {column.name for column in table.columns}]
    place = path / table.name
    if not any(place.rglob("*.parquet")):
        empty = [f'CAST(NULL AS {SQL[column.kind]}) AS "{column.name}"' for column in table.columns]
        empty += [f"CAST(NULL AS {FOLDER_TYPES[name]}) AS {name}" for name in folders]
        return f"SELECT {', '.join(empty)} WHERE false"
    files = quoted(escape(str(place)) + "/*" * len(folders) + "/*.parquet")
    hive = ""
    if folders:
        types = ", ".join(f"'{name}': '{FOLDER_TYPES[name]}'" for name in folders)
        hive = f", hive_partitioning = true, hive_types = {{{types}}}"
    return f"SELECT {', '.join(columns)} FROM read_parquet({files}{hive})"


FOLDER_TYPES = {"game": "VARCHAR", "year": "INTEGER"}


def quoted(text: str) -> str:
    """Text as SQL writes it."""
    return "'" + text.replace("'", "''") + "'"


# --- people -----------------------------------------------------------------------------------------------------------


NAMED = ("player", "favour", "by")  # columns that hold a name,
NAMED_LISTS = ("players", "winners")  # or several,
TELLING = ("message", "expected", "found", "reason", "text", "entry", "title", "path")  # or speak of somebody


class People(NamedTuple):
    """Who is who: other spellings of a name, and what stands in place of a hidden one."""

    names: dict[str, str]
    hidden: dict[str, str]

    def shown(self, column: Column) -> str:
        """A column as everybody sees it."""
        name = f'"{column.name}"'
        if not self.names and not self.hidden:
            return name
        if column.name in NAMED and column.kind == "text":
            return f"{self._case(name)} AS {name}"
        if column.name in NAMED_LISTS and column.kind == "texts":
            return f"list_transform({name}, lambda one: {self._case('one')}) AS {name}"
        if column.kind == "map" and self.hidden:
            keys = f"list_transform(map_keys({name}), lambda one: {self._case('one')})"
            return f"CASE WHEN {name} IS NULL THEN NULL ELSE map({keys}, map_values({name})) END AS {name}"
        if self.hidden and (column.name in TELLING or column.kind == "json"):
            return f"{self._veiled(name)} AS {name}"
        return name

    def _case(self, value: str) -> str:
        cases = {**self.names, **self.hidden}
        when = " ".join(f"WHEN {quoted(old)} THEN {quoted(new)}" for old, new in cases.items())
        return f"CASE {value} {when} ELSE {value} END"

    def _veiled(self, value: str) -> str:
        for old, new in sorted(self.hidden.items(), key=lambda one: -len(one[0])):
            value = f"replace({value}, {quoted(old)}, {quoted(new)})"
        return value

    def call(self, name: str) -> str:
        """A name as it is shown."""
        return self.hidden.get(name) or self.names.get(name, name)


def read_people(path: Path) -> People:
    """What `players.toml` beside the archive says of names.

    hidden = ["Bo"]

    [aliases]
    Ana = ["Anna", "ana"]
    """
    file = Path(path).resolve().parent / PEOPLE
    if not file.exists():
        return People({}, {})
    try:
        content = tomllib.loads(file.read_text("utf-8"))
        names = {str(old): str(new) for new, olds in content.get("aliases", {}).items() for old in _texts(olds)}
        veiled = _texts(content.get("hidden", []))
    except (OSError, ValueError, AttributeError, TypeError) as error:
        raise ArchiveError(Words("{path} cannot be used: {why}", path=file, why=str(error))) from None
    unknown = set(content) - {"aliases", "hidden"}
    if unknown:
        words = Words("{path}: unknown {found}; it has 'hidden' and [aliases]", path=file, found=sorted(unknown))
        raise ArchiveError(words)
    hidden: dict[str, str] = {}
    for number, name in enumerate(veiled, 1):
        for one in (name, *(old for old, new in names.items() if new == name)):
            hidden[one] = f"(hidden {number})"
    return People(names, hidden)


def _texts(value: Any) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise TypeError("aliases and hidden are lists of names")
    return value
