"""An archive as DuckDB sees it: every table under its name, with the names of `players.toml` laid over it."""

from collections.abc import Callable, Collection, Mapping, MutableMapping
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from ledger.archive.manifest import DataFile, Manifest, asked_version, counted
from ledger.archive.people import People, quoted, read_people
from ledger.archive.store import ArchiveError, Place, store_at
from ledger.archive.tables import SHARED_TYPES, SQL, ArchiveTable, all_tables, shared_of
from ledger.game import Game
from ledger.words import Words

if TYPE_CHECKING:
    import duckdb


_OPENED: "MutableMapping[duckdb.DuckDBPyConnection, Manifest]" = WeakKeyDictionary()  # the version behind a connection

Where = Callable[[DataFile], str]  # how a file is called where it is read


def open(
    path: Place, games: Mapping[str, Game] | None = None, *, as_of: str = "", only: Collection[str] | None = None
) -> "duckdb.DuckDBPyConnection":
    """A DuckDB connection with every table of an archive as a view.

    `as_of` asks an earlier version, by its number or a date; `only` these tables, so that no others need be fetched
    from a store.

    Examples:
        >>> db = ledger.archive.open(club)
        >>> db.sql("SELECT player, count(*) FROM seats WHERE won GROUP BY ALL ORDER BY ALL").fetchall()[0]
        ('Ana', 1)
    """
    import duckdb

    db = duckdb.connect()
    db.execute("SET enable_progress_bar = false")
    known = games or _shelf()
    manifest = asked_version(path, known, as_of)
    for name, query in selections(path, known, manifest=manifest, only=only).items():
        try:
            db.execute(f'CREATE VIEW "{name}" AS {query}')
        except duckdb.Error as error:
            why = str(error).split("\n")[0]
            words = "{path}: a file is spoilt ({why}); delete the archive and build it again from its logs"
            raise ArchiveError(Words(words, path=str(path), why=why)) from None
    _OPENED[db] = manifest
    return db


def finished(db: "duckdb.DuckDBPyConnection") -> dict[str, int]:
    """How many finished games of each game there are, the most played first: the manifest says so."""
    if db in _OPENED:
        return dict(_OPENED[db].finished)
    return counted(db, "games")


def selections(
    path: Place,
    games: Mapping[str, Game] | None = None,
    *,
    manifest: Manifest | None = None,
    only: Collection[str] | None = None,
    where: Where | None = None,
) -> dict[str, str]:
    """Each table of an archive as a SELECT from its files; `rejected` are the logs that are not counted."""
    known = games or _shelf()
    version = manifest or asked_version(path, known)
    people = read_people(path)
    store = store_at(path)
    wanted = {"logs" if name == "rejected" else name for name in only} if only is not None else None

    def here(file: DataFile) -> str:
        return str(store.local(file.path, file.sha256))

    found = {
        table.name: selection(table, version.tables.get(table.name, ()), people, where or here)
        for table in all_tables(known).values()
        if wanted is None or table.name in wanted
    }
    if "logs" in found:
        found["rejected"] = f"SELECT * FROM ({found['logs']}) WHERE verdict NOT IN ('clean', 'findings')"
    return found


def _shelf() -> Mapping[str, Game]:
    from ledger.games import GAMES

    return GAMES


def selection(table: ArchiveTable, files: tuple[DataFile, ...], people: People, where: Where) -> str:
    """One table as a SELECT from its files."""
    shared = [name for name in shared_of(table) if name not in {column.name for column in table.columns}]
    listed = [f'CAST(NULL AS {SQL[column.kind]}) AS "{column.name}"' for column in table.columns]
    listed += [f"CAST(NULL AS {SHARED_TYPES[name]}) AS {name}" for name in shared]
    empty = f"SELECT {', '.join(listed)} WHERE false"
    if not files:
        return empty
    columns = [*(people.shown(column) for column in table.columns), *shared]
    names = ", ".join(quoted(_plain(where(file))) for file in files)
    rows = f"SELECT * FROM read_parquet([{names}], hive_partitioning = false, union_by_name = true)"
    return f"SELECT {', '.join(columns)} FROM ({empty} UNION ALL BY NAME {rows})"


def _plain(path: str) -> str:
    """A path in which nothing is a pattern."""
    from glob import escape

    return escape(path)
