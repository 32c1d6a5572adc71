"""Bringing an archive up to date: what must be read, who reads it, and when it counts."""

import os
import re
import shutil
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from glob import escape
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ledger.archive import journal, manifest
from ledger.archive.joined import Joined, joined, write_joined
from ledger.archive.journal import PlacedPiece, Stretches
from ledger.archive.manifest import DataFile, Manifest, fingerprint, kept_catalogue, said
from ledger.archive.people import NOBODY, quoted
from ledger.archive.placing import Crew, Rows, cards_file, described, groups, planned, share, written
from ledger.archive.store import ArchiveError, LocalStore, Place, Store, store_at
from ledger.archive.tables import LOGS, SPOOL, SQL, spooled, tables
from ledger.archive.views import selection
from ledger.archive.worker import Item, Orders, Task, tabled
from ledger.game import Catalogue, Game
from ledger.log import FILE_LIMIT, LogError
from ledger.packs import SUFFIXES, Lot, lots, sole
from ledger.processes import hired
from ledger.words import Words

if TYPE_CHECKING:
    import duckdb


COMMIT = 200_000  # logs after which a long build makes what it has count
FEWEST, MOST = 25, 100  # logs that a worker takes at once,
HANDFUL = 4 << 20  # and bytes
JUST_NOW = 1_000_000_000  # a file touched this many nanoseconds ago may be touched again unseen
MEMORY = "96MB"  # of DuckDB; what needs more goes to the folder of the build
JOINED_AT_ONCE = 500_000  # rows of what is joined, so that it mostly keeps within that;
MOST_PIECES = 4096  # of those that do not, ever smaller ones are tried
COUNTED = "verdict IN ('clean', 'findings')"  # the logs that are games
FILLED = ("start", "part", "rules", "game", "year", "verdict", "integrity", "line", "reason")
IMPORTED = re.compile(r"^\s*(?:from (ledger[\w.]*) import ([^#\n]*)|import (ledger[\w.]*))", re.M)

LOCAL = "local"  # judged by processes of this machine
Watch = Callable[[int, int], None]  # how many logs are done, of how many


class Built(NamedTuple):
    """What a build did."""

    files: int  # logs asked for
    read: int  # read this time
    games: int  # in the archive now
    rejected: int  # logs in the archive's list that are not counted
    gone: int  # logs that are no longer where they were, and so no longer here
    seconds: float
    version: int = 0


class Work(NamedTuple):
    """Everything that is settled before the first log is read."""

    roots: list[str]
    store: Store
    folder: Path
    games: Mapping[str, Game]
    workers: int
    readings: bool
    judge: bool
    catalogue: Catalogue | None
    rules: dict[str, str]
    watch: Watch
    on: str


# --- by what a log was judged -----------------------------------------------------------------------------------------


def versions(games: Mapping[str, Game], *how: object) -> dict[str, str]:
    """By game, what its logs are judged and tabled with; under "", for logs whose game is not known, all of them.

    Everything counts that a game's own folder holds, folders below it included, and every module of the ledger that
    judging and tabling reaches.
    """
    here = Path(__file__).parent.parent.parent
    core = sha256(repr((fingerprint(), *how)).encode())
    for path in _reached(here, "ledger.archive.rows", "ledger.archive.judge_log"):
        core.update(path.read_bytes())
    found = {}
    for name, game in games.items():
        own = core.copy()
        own.update(fingerprint(game).encode())
        for called, path in _files_of(game):
            own.update(called.encode() + path.read_bytes())
        for one in joined().values():
            own.update(one.sql.encode() if one.game == name else b"")
        found[name] = own.hexdigest()[:16]
    return found | {"": sha256("".join(found.values()).encode() + core.digest()).hexdigest()[:16]}


def _files_of(game: Game) -> Iterator[tuple[str, Path]]:
    """What a game is made of, by name: all of the package that it stands in, or the one module; and its own folder."""
    name = game.course.table.__module__
    package = name.split(".")[: 3 if name.startswith("ledger.games.") else 1]
    top = sys.modules[".".join(package)]
    folders = [*map(Path, getattr(top, "__path__", ())), *([game.about.folder] if game.about.folder else [])]
    if not folders and top.__file__:
        yield top.__name__, Path(top.__file__)
    for folder in dict.fromkeys(folders):
        for path in sorted([*folder.rglob("*.py"), *folder.rglob("*.json")]):
            yield path.relative_to(folder).as_posix(), path


def _reached(root: Path, *modules: str) -> list[Path]:
    """The files of these modules and of all of the ledger's that they import, games left out."""
    waiting, found = list(modules), dict[str, Path | None]()
    while waiting:
        name = waiting.pop()
        if name in found or name.startswith("ledger.games"):
            continue
        path = found[name] = _file_of(root, name)
        for module, names, plain in IMPORTED.findall(path.read_text("utf-8")) if path else ():
            some = (one.strip() for one in names.split(","))
            waiting += [plain] if plain else [module, *(f"{module}.{one}" for one in some if one.islower())]
    return [path for _, path in sorted(found.items()) if path]


def _file_of(root: Path, module: str) -> Path | None:
    place = root / module.replace(".", "/")
    if module in ("ledger", "ledger.archive") or not re.fullmatch(r"[\w.]+", module):
        return None  # they only gather names
    return next((one for one in (place.with_suffix(".py"), place / "__init__.py") if one.is_file()), None)


# --- the build --------------------------------------------------------------------------------------------------------


def build(
    paths: Iterable[Path | str],
    output: Place,
    games: Mapping[str, Game],
    *,
    workers: int | None = None,
    readings: bool | None = None,
    catalogue: Catalogue | None = None,
    judge: bool = True,
    on: str = LOCAL,
    watch: Watch = lambda done, total: None,
) -> Built:
    """Bring an archive up to date with the logs under these paths; what is already in it is not read again.

    `catalogue` is a card list for logs that cannot be judged with ours; `readings` scores every game under each other
    reading of the options too; an archive keeps both until something else is said. `watch` hears how many logs are
    done, of how many. `on` is where the logs are judged: here, or a Spark by its URL. A build that is killed goes on
    where it was when it is called again.

    Examples:
        >>> ledger.archive.build(["sample_logs/lutece"], folder / "club", ledger.GAMES).rejected
        0
    """
    _needs_pyarrow()
    import duckdb

    begun = time.monotonic()
    roots = [_root(Path(path)) for path in paths]
    store = store_at(output)
    manifest.check_place(store)
    readings = bool(said(store).get("readings")) if readings is None else readings
    catalogue = catalogue or kept_catalogue(store)
    rules = versions(games, readings, judge, catalogue.digest if catalogue else "")
    try:
        place = journal.take(store.work, sha256(repr(sorted(rules.items())).encode()).hexdigest()[:16])
        try:
            hands = workers or os.cpu_count() or 1
            work = Work(roots, store, place.folder, games, hands, readings, judge, catalogue, rules, watch, on)
            built = _built(work, begun)
            for left in (*journal.left_behind(store.work, place.folder), place.folder):
                shutil.rmtree(left, ignore_errors=True)
        finally:
            os.close(place.lock)
        if not any(store.work.iterdir()):
            store.work.rmdir()
        return built
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
    found = manifest.newest(work.store)
    number = (manifest.versions_of(work.store) or [0])[-1]  # the archive as it is now; the next is ours
    version = found if found is not None and manifest.is_current(found, work.games) else None
    db = _desk(work, version)
    odd = _list_files(db, work, found if version is None else None)
    packs = _plan(db, work, version)
    files, total = _one(db, "SELECT count(*) FROM found"), _one(db, "SELECT coalesce(sum(logs), 0) FROM todo")
    gone = _one(db, "SELECT count(*) FROM gone")
    adopted = _adopted(work)
    if not files and found is None and not said(work.store):
        raise ArchiveError(Words("no *.jsonl under {paths}; nothing was built", paths=work.roots))
    read = 0
    if total or gone or adopted or version is None:
        with _crew(work, total) as crew:
            work.watch(0, total)
            tasks = _tasks(db, odd, work, total)
            more = True
            while more:
                done, more = _slice(db, work, crew, tasks, lambda number: work.watch(min(number, total), total), read)
                read += done
                number += 1
                version = _commit(db, work, crew, version, number, last=not more, packs=None if more else packs)
    counts = db.execute(
        f"SELECT count(*) FILTER (file IN (SELECT path FROM found)), count(*) FILTER (NOT {COUNTED}) FROM old"
    ).fetchone()
    assert counts is not None and version is not None
    return Built(counts[0], read, _games_in(version), counts[1], gone, time.monotonic() - begun, version.version)


def _one(db: "duckdb.DuckDBPyConnection", query: str) -> int:
    row = db.execute(query).fetchone()
    assert row is not None
    return int(row[0])


# --- what must be read ------------------------------------------------------------------------------------------------


def _desk(work: Work, version: Manifest | None) -> "duckdb.DuckDBPyConnection":
    """Where a build keeps its lists; what does not fit into memory goes to its folder."""
    import duckdb

    db = duckdb.connect()
    for setting in (
        "enable_progress_bar = false",
        f"memory_limit = '{MEMORY}'",
        "threads = 1",  # each would hold as much again
        "preserve_insertion_order = false",
        f"temp_directory = {quoted(str(work.folder / 'tmp'))}",
    ):
        db.execute(f"SET {setting}")
    _lay_old(db, work.store, version)
    db.execute("CREATE TABLE found (path VARCHAR, size BIGINT, modified BIGINT, changed BIGINT)")
    db.execute("CREATE TABLE done (path VARCHAR)")
    db.execute("CREATE TABLE versions (game VARCHAR, rules VARCHAR)")
    db.executemany("INSERT INTO versions VALUES (?, ?)", [list(one) for one in work.rules.items()])
    return db


def _lay_old(db: "duckdb.DuckDBPyConnection", store: Store, version: Manifest | None) -> None:
    """The list of logs as the archive has it: a view of its file, not a copy."""
    files = version.tables.get("logs", ()) if version else ()
    if files:
        source = f"read_parquet([{', '.join(_file(store, one) for one in files)}], hive_partitioning = false)"
        db.execute(f"CREATE OR REPLACE VIEW old AS SELECT * FROM {source}")
    else:
        columns = ", ".join(f"CAST(NULL AS {SQL[column.kind]}) AS {column.name}" for column in LOGS.columns)
        db.execute(f"CREATE OR REPLACE VIEW old AS SELECT {columns} WHERE false")


def _file(store: Store, file: DataFile) -> str:
    return quoted(escape(str(store.local(file.path, file.sha256))))


def _list_files(db: "duckdb.DuckDBPyConnection", work: Work, other: Manifest | None) -> dict[str, str]:
    """Put every file under the roots on the list; gives the real names of those that no text can hold."""
    import pyarrow as pa

    odd: dict[str, str] = {}
    batch: list[tuple[str, int, int, int]] = []

    def flush() -> None:
        names = ("path", "size", "modified", "changed")
        made = pa.table(dict(zip(names, map(list, zip(*batch, strict=True)), strict=True)))
        db.register("batch", made)
        db.execute("INSERT INTO found SELECT * FROM batch")
        db.unregister("batch")
        batch.clear()

    now = time.time_ns()
    for path, about in _files([*work.roots, *_listed_before(work, other)]):
        shown = _shown(path)
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


def _listed_before(work: Work, other: Manifest | None) -> list[str]:
    """Files that an archive of another version lists: all are read again, also those that were not asked for now."""
    import duckdb

    files = [_file(work.store, one) for one in other.tables.get("logs", ())] if other is not None else []
    column = "file"
    if other is None and isinstance(work.store, LocalStore) and (work.store.root / "logs" / "logs.parquet").exists():
        files, column = [quoted(escape(str(work.store.root / "logs" / "logs.parquet")))], "path"  # of format 2
        if manifest.newest(work.store) is not None:
            return []
    if not files:
        return []
    try:
        found = duckdb.connect().execute(f"SELECT DISTINCT {column} FROM read_parquet([{', '.join(files)}])").fetchall()
    except duckdb.Error:
        return []
    return [path for (path,) in found if Path(path).is_file()]


def _shown(path: str) -> str:
    """A path as text, also where no text can hold it."""
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


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
                    elif entry.name.endswith(SUFFIXES):
                        yield entry.path, _stat(entry)


def _stat(what: "str | os.DirEntry[str]") -> os.stat_result | None:
    try:
        return Path(what).stat() if isinstance(what, str) else what.stat()
    except OSError:
        return None


def _plan(db: "duckdb.DuckDBPyConnection", work: Work, version: Manifest | None) -> dict[str, tuple[int, int]]:
    """What must be read, and what is no longer there; gives the packs that will have been read to their ends."""
    whole = {} if version is None else version.packs
    db.execute("CREATE TABLE whole (path VARCHAR, modified BIGINT, changed BIGINT)")
    if whole:
        db.executemany("INSERT INTO whole VALUES (?, ?, ?)", [[path, *stamp] for path, stamp in whole.items()])
    packed = f"(NOT ends_with(f.path, '.jsonl') OR f.size > {FILE_LIMIT})"
    db.execute(
        "CREATE TABLE todo AS WITH listed AS (SELECT o.file, bool_and(coalesce(v.rules = o.rules, false)) AS current, "
        "any_value(o.modified) AS modified, any_value(o.changed) AS changed FROM old o "
        "LEFT JOIN versions v ON v.game = coalesce(o.game, '') GROUP BY o.file), "
        "again AS (SELECT DISTINCT s.file FROM old s WHERE s.verdict = 'shorter' AND NOT EXISTS (SELECT 1 FROM old l "
        f"JOIN found f ON f.path = l.file AND f.modified = l.modified WHERE l.start = s.start AND l.{COUNTED})) "
        f"SELECT f.*, {packed} AS packed, 1 AS logs FROM found f LEFT JOIN listed o ON o.file = f.path "
        "LEFT JOIN whole w ON w.path = f.path AND w.modified = f.modified AND w.changed = f.changed "
        "LEFT JOIN again a ON a.file = f.path "
        "WHERE o.file IS NULL OR o.modified <> f.modified OR o.changed <> f.changed OR o.changed = 0 "
        f"OR NOT o.current OR a.file IS NOT NULL OR ({packed} AND w.path IS NULL)"
    )
    from ledger.packs import count

    for (path,) in db.execute("SELECT path FROM todo WHERE packed").fetchall():
        db.execute("UPDATE todo SET logs = ? WHERE path = ?", [count(Path(path)), path])
    under = " OR ".join(
        f"file = {quoted(root)} OR starts_with(file, {quoted(root.rstrip('/') + '/')})"
        for root in map(_shown, work.roots)
    )
    db.execute(f"CREATE TABLE gone AS SELECT path FROM old WHERE ({under}) AND file NOT IN (SELECT path FROM found)")
    db.execute("CREATE TABLE again AS SELECT path FROM todo WHERE path IN (SELECT file FROM old)")
    listed = db.execute(f"SELECT f.path, f.modified, f.changed FROM found f WHERE {packed}").fetchall()
    return {path: stamp for path, stamp in whole.items() if Path(path).exists()} | {
        path: (modified, changed) for path, modified, changed in listed if changed
    }


def _tasks(db: "duckdb.DuckDBPyConnection", odd: dict[str, str], work: Work, total: int) -> Iterator[Task]:
    """Logs in handfuls: neither too many nor too large together, and enough of them for everybody."""
    done = _noted(db, work)
    most = max(FEWEST, min(MOST, total // (4 * work.workers)))
    number = time.time_ns() >> 10 << 12 & (1 << 42) - 1  # no handful of another build has it
    held: list[Item] = []
    logs = size = 0
    listed = db.cursor().execute("SELECT path, size, modified, changed FROM todo ORDER BY path")
    while some := listed.fetchmany(1000):
        for path, bytes_, modified, changed in some:
            for lot in _left(lots(Path(odd.get(path, path)), most), path, modified, changed, done):
                length = bytes_ if lot.numbers is None and not lot.logs else HANDFUL
                if held and (logs >= most or size + length > HANDFUL):
                    yield Task(number, held)
                    number, held, logs, size = number + 1, [], 0, 0
                held.append(Item(lot, path, bytes_, modified, changed))
                logs += len(lot)
                size += length
    if held:
        yield Task(number, held)


class Noted:
    """Which logs of files need not be read again: a byte for each of a pack, by its number; 0 is a file of its own."""

    def __init__(self) -> None:
        self.files: dict[tuple[str, int, int], bytearray] = {}

    def add(self, path: str, file: str, modified: int, changed: int) -> None:
        """One more."""
        number = int(path.removeprefix(file).removeprefix("#") or 0)
        marks = self.files.setdefault((file, modified, changed), bytearray())
        marks.extend(bytes(max(0, number + 1 - len(marks))))
        marks[number] = 1


def _noted(db: "duckdb.DuckDBPyConnection", work: Work) -> Noted:
    """Logs of files that must be read, and that need not be read again: by a killed build, or of a pack half done."""
    found = Noted()
    query = (
        "SELECT o.path, o.file, o.modified, o.changed FROM old o JOIN todo t ON t.path = o.file AND t.modified = "
        "o.modified AND t.changed = o.changed AND t.packed AND o.changed <> 0 AND o.verdict <> 'shorter' "
        "JOIN versions v ON v.game = coalesce(o.game, '') AND v.rules = o.rules"
    )
    listed = db.execute(query)
    while some := listed.fetchmany(1000):
        for log in some:
            found.add(*log)
    db.execute(f"INSERT INTO done SELECT path FROM ({query})")
    for record in _records(work.folder, check=True):
        for batch in journal.batches(Stretches(one for one in record if one.piece.table == "logs"), spooled(LOGS)):
            names = ("path", "file", "modified", "changed")
            for path, file, modified, changed in zip(*(batch[name].to_pylist() for name in names), strict=True):
                if changed:
                    found.add(path, file, modified, changed)
    return found


def _left(found: Iterator[Lot], path: str, modified: int, changed: int, done: Noted) -> Iterator[Lot]:
    """What of a file is not done yet."""
    noted = done.files.get((path, modified, changed))
    for lot in found:
        if not noted:
            yield lot
        elif lot.numbers is not None:
            yield from (Lot(lot.file, some) for some in _runs(lot.numbers, noted))
        elif lot.logs:
            rest = tuple(one for one in lot.logs if not any(noted[one.number : one.number + 1]))
            yield from [Lot(lot.file, None, rest)] if rest else []
        elif not any(noted[:2]):
            yield lot


def _runs(numbers: range, noted: bytearray) -> Iterator[range]:
    begun = numbers.start
    for number in (*numbers, None):
        if number is None or any(noted[number : number + 1]):
            end = numbers.stop if number is None else number
            if end > begun:
                yield range(begun, end)
            begun = end + 1


# --- reading and putting in place -------------------------------------------------------------------------------------


@contextmanager
def _crew(work: Work, total: int) -> Iterator[Crew | None]:
    """Other processes that lend a hand where there is much to do."""
    if work.workers == 1 or total <= 2 * MOST:
        yield None
        return
    words = Words("a process of the build was ended from outside; build again, it goes on where it was")
    with hired(work.workers - 1, "ledger.archive.preload", ArchiveError(words)) as pool:
        yield Crew(work.workers - 1, pool.submit)


def _slice(
    db: "duckdb.DuckDBPyConnection",
    work: Work,
    crew: Crew | None,
    tasks: Iterator[Task],
    watch: Callable[[int], None],
    before: int,
) -> tuple[int, bool]:
    """Have logs read until it is time to make them count; gives how many, and whether there are more."""
    _write_known(db, work.folder)
    slice_ = f"{time.time_ns():x}"  # a process knows by its name that it is another
    orders = Orders(str(work.folder), slice_, work.rules, tuple(work.games), work.catalogue, work.readings, work.judge)
    given = 0
    over = False

    def some() -> Iterator[Task]:
        nonlocal given, over
        while given < COMMIT:
            task = next(tasks, None)
            if task is None:
                over = True
                return
            given += sum(len(item.lot) for item in task.items)
            yield task

    done = 0
    if work.on == LOCAL:
        numbers = share(((tabled, (orders, task)) for task in some()), crew)
    else:
        from ledger.archive.spark import on_spark

        numbers = on_spark(work.on, orders, some(), work.folder)
    for number in numbers:
        done += number
        watch(before + done)
    return done, not over


def _write_known(db: "duckdb.DuckDBPyConnection", folder: Path) -> None:
    """The keys of logs that are in the archive as they should be, for the workers: 8 bytes each, sorted."""
    keys = db.execute(
        "SELECT DISTINCT o.log FROM old o JOIN versions v ON v.game = coalesce(o.game, '') AND v.rules = o.rules "
        "WHERE o.log IS NOT NULL AND o.verdict <> 'shorter' ORDER BY 1"
    )
    with (folder / "known").open("wb") as file:
        while some := keys.fetchmany(10_000):
            file.write(b"".join(key.to_bytes(8, "little") for (key,) in some))


def _adopted(work: Work) -> bool:
    """Whether a killed build left rows that only need to be put in place."""
    return next(_records(work.folder, check=False), None) is not None


def _records(folder: Path, *, check: bool) -> Iterator[list[PlacedPiece]]:
    for path in sorted(folder.glob("*.rows")):
        yield from journal.pieces(path, check=check)


def _commit(
    db: "duckdb.DuckDBPyConnection",
    work: Work,
    crew: Crew | None,
    version: Manifest | None,
    number: int,
    *,
    last: bool,
    packs: dict[str, tuple[int, int]] | None,
) -> Manifest:
    """Write what the journals hold into files and make it count."""
    found: dict[tuple[str, str], Stretches] = {}
    for record in _records(work.folder, check=False):
        for one in record:
            found.setdefault((one.piece.table, one.piece.game), Stretches()).add(one)
    logs = _list_logs(db, work, found.pop(("logs", ""), Stretches()), number, last=last)
    lost, touched = _lost(db)
    writing, stay = planned(version, work.store, found, number, _left_out(db), lost, touched)
    rows: list[tuple[Callable[..., object], tuple[object, ...]]] = [
        (written, (str(work.folder), one, tuple(work.games))) for one in _worth(writing, lost, version)
    ]
    for table, place, file in share(rows, crew):
        if file is not None:
            stay.setdefault(table, []).append(_placed(work, table, Path(place), file, number))
    for table, place, file in _joined(db, work, stay, number):
        stay.setdefault(table, []).append(_placed(work, table, place, file, number))
    stay["logs"] = [_placed(work, "logs", logs, described(logs, _number_of_rows(logs)), number)]
    stay["cards"] = list(_cards(work, version, number))
    if work.catalogue:
        work.store.write(manifest.CATALOGUE, work.catalogue.data)
    new = manifest.commit(
        work.store,
        number,
        schema=fingerprint(),
        games={name: fingerprint(game) for name, game in work.games.items()},
        rules=work.rules,
        readings=work.readings,
        catalogue=work.catalogue.name if work.catalogue else "",
        finished=_finished(db, work.store, stay.get("games", [])),
        packs=packs if packs is not None else version.packs if version else {},
        tables={name: tuple(files) for name, files in sorted(stay.items()) if files},
    )
    for path in work.folder.glob("*.rows"):
        path.unlink()
    _lay_old(db, work.store, new)
    if last:
        manifest.sweep(work.store, new)
        _sweep_format_2(work.store)
    return new


def _joined(
    db: "duckdb.DuckDBPyConnection", work: Work, files: Mapping[str, list[DataFile]], number: int
) -> Iterator[tuple[str, Path, DataFile]]:
    """Tables made of others, for the logs that were judged now."""
    known = tables(work.games)
    fresh = {
        game for (game,) in db.execute(f"SELECT DISTINCT game FROM fresh_logs WHERE judged AND {COUNTED}").fetchall()
    }
    for one in joined().values():
        if one.game not in fresh or one.game not in work.games:
            continue
        sources, many = {}, 0
        for name in one.needs() & set(known):
            new = tuple(file for file in files.get(name, ()) if file.game == one.game and number in file.parts)
            query = selection(known[name], new, NOBODY, lambda file: str(work.store.local(file.path, file.sha256)))
            sources[name] = f"SELECT * FROM ({query}) WHERE log IN (SELECT log FROM fresh_logs WHERE judged)"
            many += sum(file.rows for file in new)
        pieces = 1 + many // JOINED_AT_ONCE
        for piece in range(pieces):
            for place, rows in _joined_piece(db, work.folder, one, sources, pieces, piece):
                yield one.name, place, described(place, rows, game=one.game, parts=(number,))


def _joined_piece(
    db: "duckdb.DuckDBPyConnection", folder: Path, one: Joined, sources: Mapping[str, str], pieces: int, piece: int
) -> Iterator[tuple[Path, int]]:
    """Some logs' rows of a joined table; what does not fit into memory is joined by halves."""
    import duckdb

    some = {name: f"{query} AND log % {pieces} = {piece}" for name, query in sources.items()}
    place = folder / f"{one.name}-{pieces}-{piece}.parquet"
    try:
        rows = write_joined(db, one, some, place, {str(kind): name for kind, name in SQL.items()}, quoted)
    except duckdb.OutOfMemoryException:
        if pieces > MOST_PIECES:
            raise
        for half in (piece, piece + pieces):
            yield from _joined_piece(db, folder, one, sources, 2 * pieces, half)
        return
    if rows:
        yield place, rows


def _worth(writing: list[Rows], lost: Mapping[str, list[int]], version: Manifest | None) -> Iterator[Rows]:
    """Where every log of a game was judged again or went, its old files are not even looked at."""
    for one in writing:
        none_left = len(lost.get(one.game, ())) >= _games_in(version, one.game)
        if one.found or (one.old and not none_left):
            yield one._replace(old=[]) if none_left else one


def _games_in(version: Manifest | None, game: str = "") -> int:
    """How many logs count in a version, of one game or of all: the list of its files says so."""
    files = version.tables.get("games", ()) if version else ()
    return sum(file.rows for file in files if game in ("", file.game))


def _placed(work: Work, table: str, place: Path, file: DataFile, number: int) -> DataFile:
    name = f"{table}/{file.game or table}-{number:08d}-{file.sha256[:12]}.parquet"
    work.store.place(name, place)
    return DataFile(name, file.rows, file.bytes, file.sha256, file.game, file.parts)


def _cards(work: Work, version: Manifest | None, number: int) -> Iterator[DataFile]:
    """The card lists; those of a game in which nothing has changed stay as they are."""
    old = {file.game: file for file in version.tables.get("cards", ())} if version else {}
    columns = version is not None and set(version.games) == set(work.games)
    for name in work.games:
        if version is not None and columns and name in old and version.rules.get(name) == work.rules[name]:
            yield old[name]
            continue
        place = cards_file(work.folder, work.games, name, work.catalogue)
        file = described(place, _number_of_rows(place), game=name)
        same = name in old and old[name].sha256 == file.sha256
        yield old[name] if same else _placed(work, "cards", place, file, number)


def _number_of_rows(place: Path) -> int:
    import pyarrow.parquet as pq

    return int(pq.read_metadata(place).num_rows)


def _finished(db: "duckdb.DuckDBPyConnection", store: Store, files: list[DataFile]) -> dict[str, int]:
    if not files:
        return {}
    listed = ", ".join(_file(store, one) for one in files)
    return manifest.counted(db, f"read_parquet([{listed}], hive_partitioning = false)")


def _list_logs(db: "duckdb.DuckDBPyConnection", work: Work, found: Stretches, number: int, *, last: bool) -> Path:
    """Write the list of logs as it will be; where bytes were known already the rest comes from the old list.

    What grows with the logs lies in files of the build's folder: `fresh_logs` and `kept` are views of them.
    """
    db.execute("CREATE OR REPLACE TABLE aside (path VARCHAR, reason VARCHAR)")
    _lay_fresh(db, work, found, number)
    db.execute("INSERT INTO done SELECT path FROM fresh WHERE file IN (SELECT path FROM again)")
    db.execute("CREATE OR REPLACE TABLE leaving AS SELECT path FROM old SEMI JOIN fresh_logs USING (path)")
    db.execute("INSERT INTO leaving SELECT path FROM gone")
    if last:
        db.execute(
            "INSERT INTO leaving SELECT o.path FROM old o SEMI JOIN again a ON a.path = o.file "
            "ANTI JOIN done d ON d.path = o.path"
        )
    names = ", ".join(column.name for column in LOGS.columns)
    _lay(db, "kept", f"SELECT {names} FROM old ANTI JOIN leaving USING (path)")
    _set_shorter_aside(db)
    place = work.folder / "logs.parquet"
    both = f"SELECT {names} FROM kept UNION ALL SELECT {names} FROM fresh_logs"
    db.execute(f"COPY ({both}) TO {quoted(str(place))} (FORMAT parquet, COMPRESSION zstd)")
    return place


def _lay_fresh(db: "duckdb.DuckDBPyConnection", work: Work, found: Stretches, number: int) -> None:
    """The logs of this slice, `fresh` as the journals have them and `fresh_logs` with what is known from before."""
    import pyarrow.parquet as pq

    shape = spooled(LOGS)
    place = work.folder / "fresh.parquet"
    with pq.ParquetWriter(place, shape, compression="zstd") as writer:
        for group in groups(journal.batches(found, shape)):
            writer.write_table(group)
    db.execute(f"CREATE OR REPLACE VIEW fresh AS SELECT * FROM read_parquet({quoted(escape(str(place)))})")
    stated = ", ".join(f"f.{name}" for name in ("path", "file", "log", "digest", "size", "modified", "changed"))
    filled = ", ".join(
        f"coalesce(f.{name}, o.{name}) AS {name}" if name != "part" else
        f"CASE WHEN f.verdict IS NULL THEN o.part ELSE {number} END AS part"
        for name in FILLED
    )  # fmt: skip
    values = ", ".join(f"any_value({name}) AS {name}" for name in FILLED)
    whole = work.folder / "fresh-logs.parquet"
    db.execute(
        f"COPY (SELECT {stated}, {filled}, f.{SPOOL} AS source, "
        f"f.verdict IS NOT NULL AS judged FROM fresh f LEFT JOIN (SELECT log, {values} FROM old "
        "WHERE log IN (SELECT log FROM fresh WHERE verdict IS NULL) GROUP BY log) o "
        f"ON f.verdict IS NULL AND o.log = f.log) TO {quoted(str(whole))} (FORMAT parquet, COMPRESSION zstd)"
    )
    _lay(db, "fresh_logs", f"SELECT * FROM read_parquet({quoted(escape(str(whole)))})")


def _lay(db: "duckdb.DuckDBPyConnection", name: str, query: str) -> None:
    """A view of logs in which those that were set aside are shorter copies."""
    db.execute(
        f"CREATE OR REPLACE VIEW {name} AS SELECT l.* REPLACE (CASE WHEN a.path IS NULL THEN l.verdict "
        f"ELSE 'shorter' END AS verdict, coalesce(a.reason, l.reason) AS reason) FROM ({query}) l "
        "LEFT JOIN aside a ON a.path = l.path"
    )


def _set_shorter_aside(db: "duckdb.DuckDBPyConnection") -> None:
    """A log and a shorter copy of it are one game: the longer counts, the other is listed."""
    names = "path, log, start, size, verdict"
    both = (
        f"(SELECT * FROM (SELECT {names} FROM kept UNION ALL SELECT {names} FROM fresh_logs) "
        f"WHERE {COUNTED} OR verdict = 'shorter')"
    )
    several = (
        f"SELECT start FROM {both} WHERE start IN (SELECT start FROM fresh_logs WHERE {COUNTED}) "
        "GROUP BY start HAVING min(log) <> max(log)"
    )
    listed = "list({'path': path, 'log': log} ORDER BY size DESC, path)"
    copies = db.execute(f"SELECT {listed} FROM {both} WHERE start IN ({several}) GROUP BY start").fetchall()
    for (group,) in copies:
        for at, shorter in enumerate(group):
            longer = next((one for one in group[:at] if one["log"] != shorter["log"] and _goes_on(one, shorter)), None)
            if longer is not None:
                why = f"a shorter copy of {longer['path']}"
                db.execute("INSERT INTO aside VALUES (?, ?)", [shorter["path"], why])


def _goes_on(longer: dict[str, str], shorter: dict[str, str]) -> bool:
    """Whether one log begins with the whole of another, so that its chain contains the other's."""
    try:
        return sole(Path(longer["path"])).startswith(sole(Path(shorter["path"])))
    except LogError:
        return False


def _left_out(db: "duckdb.DuckDBPyConnection") -> list[int]:
    """Sources whose rows do not count: the same bytes as another one, or a shorter copy."""
    found = db.execute(
        "SELECT source FROM (SELECT source, verdict, row_number() OVER (PARTITION BY log ORDER BY source) AS copy "
        "FROM fresh_logs WHERE judged AND log IS NOT NULL) WHERE copy > 1 OR verdict = 'shorter' ORDER BY source"
    ).fetchall()
    return [source for (source,) in found]


def _lost(db: "duckdb.DuckDBPyConnection") -> tuple[dict[str, list[int]], frozenset[int]]:
    """By game, the logs in the archive that no longer count or were judged again; and the parts they stand in."""
    found: dict[str, list[int]] = {}
    parts: set[int] = set()
    db.execute(
        "CREATE OR REPLACE TEMP TABLE unsure AS SELECT DISTINCT game, part, log FROM old "
        f"SEMI JOIN (SELECT path FROM leaving UNION ALL SELECT path FROM aside) USING (path) WHERE {COUNTED}"
    )
    still = f"SELECT log FROM kept WHERE {COUNTED} UNION ALL SELECT log FROM fresh_logs WHERE {COUNTED}"
    for game, part, log in db.execute(
        f"SELECT * FROM unsure ANTI JOIN (SELECT * FROM ({still}) SEMI JOIN unsure USING (log)) USING (log) "
        f"UNION SELECT game, part, log FROM old SEMI JOIN fresh_logs f ON f.log = old.log AND f.judged WHERE {COUNTED}"
    ).fetchall():
        found.setdefault(game, []).append(log)
        parts.add(part)
    return found, frozenset(parts)


def _sweep_format_2(store: Store) -> None:
    """What archives were before: folders by game and year."""
    if isinstance(store, LocalStore):
        for old in store.root.glob("*/game=*"):
            shutil.rmtree(old, ignore_errors=True)


def _needs_pyarrow() -> None:
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        words = Words("building an archive needs pyarrow: pip install 'quaestor-ledger[archive]'")
        raise ArchiveError(words) from None
