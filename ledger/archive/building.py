"""Bringing an archive up to date: what must be read, who reads it, and when it is put in place."""

import os
import shutil
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from glob import escape
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ledger.archive.manifest import COVER, ArchiveError, check_place, fingerprint, is_current, kept_catalogue, said
from ledger.archive.people import quoted
from ledger.archive.placing import COUNTED, Crew, Watch, Work, commit, held, share, sweep
from ledger.archive.tables import LOGS, SQL
from ledger.archive.worker import Orders, Task, tabled
from ledger.game import Catalogue, Game
from ledger.processes import hired
from ledger.words import Words

if TYPE_CHECKING:
    import duckdb


SOON, COMMIT = 5_000, 50_000  # logs after which a long build puts what it has in place: at first, and in the long run
FEWEST, MOST = 25, 200  # logs that a worker takes at once,
HANDFUL = 8 << 20  # and bytes
JUST_NOW = 1_000_000_000  # a file touched this many nanoseconds ago may be touched again unseen
CORE = (
    *("audit", "events", "game", "log", "walk", "score", "words/__init__"),
    *("archive/columns", "archive/judge_log", "archive/rows", "archive/tables"),
)


class Built(NamedTuple):
    """What a build did."""

    files: int  # asked for
    read: int  # read this time
    games: int  # in the archive now
    rejected: int  # files in the archive's list that are not counted
    gone: int  # logs that are no longer where they were, and so no longer here
    seconds: float


def versions(games: Mapping[str, Game], *how: object) -> dict[str, str]:
    """By game, what its logs are judged and tabled with; under "", for logs whose game is not known, all of them."""
    here = Path(__file__).parent.parent
    core = sha256(repr((fingerprint(games), *how)).encode())
    for name in CORE:
        core.update((here / f"{name}.py").read_bytes())
    found = {}
    for name, game in games.items():
        own = core.copy()
        for path in sorted([*game.folder.glob("*.py"), *game.folder.glob("catalogue/*.json")]):
            own.update(path.name.encode() + path.read_bytes())
        found[name] = own.hexdigest()[:16]
    return found | {"": sha256("".join(found.values()).encode() + core.digest()).hexdigest()[:16]}


def build(
    paths: Iterable[Path],
    output: Path,
    games: Mapping[str, Game],
    *,
    workers: int | None = None,
    readings: bool | None = None,
    catalogue: Catalogue | None = None,
    judge: bool = True,
    watch: Watch = lambda done, total: None,
) -> Built:
    """Bring an archive up to date with the logs under these paths; what is already in it is not read again.

    `catalogue` is a card list for logs that cannot be judged with ours; `readings` scores every game under each other
    reading of the options too; an archive keeps both until something else is said. `watch` hears how many logs are
    done, of how many.
    """
    _needs_pyarrow()
    import duckdb

    begun = time.monotonic()
    output = Path(output).resolve()
    roots = [_root(Path(path)) for path in paths]
    try:
        with held(output):
            sweep(output)
            check_place(output)
            draft = output.with_name(f".{output.name}.draft-{os.getpid()}")
            draft.mkdir(parents=True)
            hands = workers or os.cpu_count() or 1
            readings = bool(said(output).get("readings")) if readings is None else readings
            catalogue = catalogue or kept_catalogue(output)
            try:
                return _built(Work(roots, output, draft, games, hands, readings, judge, catalogue, watch), begun)
            finally:
                shutil.rmtree(draft, ignore_errors=True)
    except (OSError, duckdb.IOException) as error:
        full = "No space left" in str(error)
        why = "no space left on the disk" if full else str(error).split("\n")[0]
        raise ArchiveError(Words("{path}: {why}; the archive is as it was", path=output, why=why)) from None


def _root(path: Path) -> str:
    """A path that was asked for; one that is not there is a slip, and no reason to empty an archive."""
    if not path.exists() and not path.is_symlink():
        raise ArchiveError(Words("{path} is not there; nothing was built", path=path))
    return str(path.resolve())


def _built(work: Work, begun: float) -> Built:
    db = _desk(work)
    odd = _list_files(db, work)
    _plan(db, work)
    files = _one(db, "SELECT count(*) FROM found")
    total = _one(db, "SELECT count(*) FROM todo")
    gone = _one(db, "SELECT count(*) FROM gone")
    if not files and not (work.output / COVER).exists():
        raise ArchiveError(Words("no *.jsonl under {paths}; nothing was built", paths=work.roots))
    current = is_current(work.output, work.games)
    if total or gone or not current:
        bits = current or not (work.output / COVER).exists()
        with _crew(work, total) as crew:
            work.watch(0, total)
            for numbers in _slices(total) if bits else [range(total)]:
                _slice(db, work, crew, odd, numbers, total)
    counts = db.execute(
        f"SELECT count(DISTINCT log) FILTER ({COUNTED}), count(*) FILTER (NOT {COUNTED}) FROM old"
    ).fetchone()
    assert counts is not None
    return Built(files, total, counts[0], counts[1], gone, time.monotonic() - begun)


def _slices(total: int) -> Iterator[range]:
    """The list in pieces, each twice as long as the one before until they are long enough."""
    first, size = 0, min(SOON, COMMIT)
    while first < total or not first:
        yield range(first, min(first + size, total))
        first, size = first + size, min(2 * size, COMMIT)


def _one(db: "duckdb.DuckDBPyConnection", query: str) -> int:
    row = db.execute(query).fetchone()
    assert row is not None
    return int(row[0])


def _desk(work: Work) -> "duckdb.DuckDBPyConnection":
    """Where a build keeps its lists; what does not fit into memory goes to its draft folder."""
    import duckdb

    db = duckdb.connect()
    db.execute("SET enable_progress_bar = false")
    db.execute("SET memory_limit = '1GB'")
    db.execute("SET preserve_insertion_order = false")
    db.execute(f"SET temp_directory = {quoted(str(work.draft / 'tmp'))}")
    columns = ", ".join(f"{column.name} {SQL[column.kind]}" for column in LOGS.columns)
    db.execute(f"CREATE TABLE old ({columns})")
    listed = work.output / "logs" / "logs.parquet"
    if listed.exists() and is_current(work.output, work.games):
        db.execute(f"INSERT INTO old SELECT * FROM read_parquet({quoted(escape(str(listed)))})")
    db.execute("CREATE TABLE found (path VARCHAR, size BIGINT, modified BIGINT, changed BIGINT)")
    db.execute("CREATE TABLE versions (game VARCHAR, rules VARCHAR)")
    digest = work.catalogue.digest if work.catalogue else ""
    for game, rules in versions(work.games, work.readings, work.judge, digest).items():
        db.execute("INSERT INTO versions VALUES (?, ?)", [game, rules])
    return db


def _list_files(db: "duckdb.DuckDBPyConnection", work: Work) -> dict[str, str]:
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
    for path, about in _files([*work.roots, *_listed_before(work)]):
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


def _listed_before(work: Work) -> list[str]:
    """Logs that an archive of another version lists: all are read again, also those that were not asked for now."""
    import duckdb

    listed = work.output / "logs" / "logs.parquet"
    if is_current(work.output, work.games) or not listed.exists():
        return []
    try:
        found = duckdb.connect().execute(f"SELECT path FROM read_parquet({quoted(escape(str(listed)))})").fetchall()
    except duckdb.Error:
        return []
    return [path for (path,) in found if Path(path).is_file()]


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


def _plan(db: "duckdb.DuckDBPyConnection", work: Work) -> None:
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
def _crew(work: Work, total: int) -> Iterator[Crew | None]:
    """Other processes that lend a hand where there is much to do."""
    if work.workers == 1 or total <= MOST:
        yield None
        return
    words = Words("a process of the build was ended from outside; the archive is as it was, build it again")
    with hired(work.workers - 1, "ledger.archive.preload", ArchiveError(words)) as pool:
        yield Crew(work.workers - 1, pool.submit)


def _slice(
    db: "duckdb.DuckDBPyConnection", work: Work, crew: Crew | None, odd: dict[str, str], numbers: range, total: int
) -> None:
    """Read these logs of the list and put the archive with them in place."""
    spool = work.draft / f"spool-{time.time_ns():x}"  # a worker knows by its name that it is another
    spool.mkdir()
    _write_known(db, spool)
    rules = dict(db.execute("SELECT game, rules FROM versions").fetchall())
    orders = Orders(str(spool), rules, tuple(work.games), work.catalogue, work.readings, work.judge)
    finished = numbers.start
    for number in share(((tabled, (orders, task)) for task in _tasks(db, odd, numbers, work.workers)), crew):
        finished += number
        work.watch(finished, total)
    commit(db, work, spool, crew, first=numbers.start == 0)
    shutil.rmtree(spool, ignore_errors=True)


def _write_known(db: "duckdb.DuckDBPyConnection", spool: Path) -> None:
    """The keys of logs that are in the archive as they should be, for the workers: 8 bytes each, sorted."""
    keys = db.execute(
        "SELECT DISTINCT o.log FROM old o JOIN versions v ON v.game = coalesce(o.game, '') AND v.rules = o.rules "
        "WHERE o.log IS NOT NULL ORDER BY 1"
    )
    with (spool / "known").open("wb") as file:
        while some := keys.fetchmany(10_000):
            file.write(b"".join(key.to_bytes(8, "little") for (key,) in some))


def _tasks(db: "duckdb.DuckDBPyConnection", odd: dict[str, str], numbers: range, workers: int) -> Iterator[Task]:
    """Logs in handfuls: neither too many nor too large together, and enough of them for everybody."""
    listed = db.cursor().execute(
        "SELECT number, path, size, modified, changed FROM todo WHERE number >= ? AND number < ? ORDER BY number",
        [numbers.start, numbers.stop],
    )
    most = max(FEWEST, min(MOST, len(numbers) // (4 * workers)))
    task: Task = []
    size = 0
    while some := listed.fetchmany(1000):
        for number, path, bytes_, modified, changed in some:
            if task and (len(task) >= most or size + bytes_ > HANDFUL):
                yield task
                task, size = [], 0
            task.append((number, path, odd.get(path, path), bytes_, modified, changed))
            size += bytes_
    if task:
        yield task


def _needs_pyarrow() -> None:
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        words = Words("building an archive needs pyarrow: pip install 'quaestor[archive]'")
        raise ArchiveError(words) from None
