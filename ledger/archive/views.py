"""An archive as DuckDB sees it: every table under its name, with the names of `players.toml` laid over it."""

from collections.abc import Mapping, MutableMapping
from glob import escape
from pathlib import Path
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from ledger.archive.manifest import check_cover, counted, said
from ledger.archive.people import People, quoted, read_people
from ledger.archive.tables import FOLDER_TYPES, SQL, ArchiveTable, all_tables, folders_of
from ledger.game import Game

if TYPE_CHECKING:
    import duckdb


_OPENED: "MutableMapping[duckdb.DuckDBPyConnection, Path]" = WeakKeyDictionary()  # the archive behind a connection


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
    _OPENED[db] = path


def finished(db: "duckdb.DuckDBPyConnection") -> dict[str, int]:
    """How many finished games of each game there are, the most played first: the cover says so."""
    if db in _OPENED:
        return dict(said(_OPENED[db]).get("finished", {}))
    return counted(db, "games")


def selections(path: Path, games: Mapping[str, Game] | None = None) -> dict[str, str]:
    """Each table of an archive as a SELECT from its files; `rejected` are the logs that are not counted."""
    known = games or _shelf()
    check_cover(path, known)
    people = read_people(path)
    found = {table.name: _selection(path, table, people) for table in all_tables(known).values()}
    bad = f"SELECT * FROM ({found['logs']}) WHERE verdict NOT IN ('clean', 'findings')"
    return found | {"rejected": bad}


def _shelf() -> Mapping[str, Game]:
    from ledger.games import GAMES

    return GAMES


def _selection(path: Path, table: ArchiveTable, people: "People") -> str:
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
