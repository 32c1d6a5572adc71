"""A copy of an archive for other people: names as `players.toml` shows them, inside the Parquet files too."""

import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from ledger.archive import manifest
from ledger.archive.manifest import DataFile, Manifest
from ledger.archive.people import People, quoted, read_people
from ledger.archive.placing import described
from ledger.archive.store import ArchiveError, LocalStore, Place, Store, store_at
from ledger.archive.tables import ArchiveTable, all_tables
from ledger.archive.views import selection
from ledger.game import Game
from ledger.words import Words

if TYPE_CHECKING:
    import duckdb


def hand_on(archive: Place, output: Place, games: Mapping[str, Game]) -> Manifest:
    """Write an archive once more, at a place that is empty: joined spellings joined, hidden names nowhere in it.

    >>> hand_on("club", "for-the-league", GAMES)
    """
    import duckdb

    version, people = manifest.asked_version(archive, games), read_people(archive)
    source, store = store_at(archive), store_at(output)
    _check_empty(store)
    db = duckdb.connect()
    db.execute("SET preserve_insertion_order = false; SET memory_limit = '400MB'")
    store.work.mkdir(parents=True, exist_ok=True)
    try:
        tables = {
            name: tuple(_written(db, table, version.tables.get(name, ()), people, source, store))
            for name, table in all_tables(games).items()
        }
    finally:
        shutil.rmtree(store.work, ignore_errors=True)
    catalogue = source.read(manifest.CATALOGUE)
    if catalogue is not None:
        store.write(manifest.CATALOGUE, catalogue)
    return manifest.commit(
        store,
        1,
        schema=version.schema,
        games=version.games,
        rules=version.rules,
        readings=version.readings,
        catalogue=version.catalogue,
        finished=version.finished,
        tables={name: files for name, files in tables.items() if files},
    )


def _check_empty(store: Store) -> None:
    taken = (
        any(store.root.iterdir()) if isinstance(store, LocalStore) and store.root.is_dir() else bool(store.names(""))
    )
    if taken:
        raise ArchiveError(Words("{path} exists already and is not empty; choose another folder", path=str(store)))


def _written(
    db: "duckdb.DuckDBPyConnection",
    table: ArchiveTable,
    files: tuple[DataFile, ...],
    people: People,
    source: Store,
    store: Store,
) -> Iterator[DataFile]:
    for number, file in enumerate(files, 1):
        query = selection(table, (file,), people, lambda one: str(source.local(one.path, one.sha256)))
        place = Path(store.work) / f"{table.name}-{number}.parquet"
        db.execute(f"COPY ({query}) TO {quoted(str(place))} (FORMAT parquet, COMPRESSION zstd)")
        new = described(place, file.rows, game=file.game, parts=(1,))
        name = f"{table.name}/{file.game or table.name}-00000001-{new.sha256[:12]}.parquet"
        store.place(name, place)
        yield DataFile(name, new.rows, new.bytes, new.sha256, new.game, new.parts)
