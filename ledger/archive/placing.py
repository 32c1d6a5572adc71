"""Putting rows in place: new Parquet files, old ones rewritten only where they lost rows or have become too many."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, as_completed
from hashlib import file_digest
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import NODEFAULT
from msgspec.structs import fields

from ledger.archive.columns import column_of
from ledger.archive.journal import Stretches, batches
from ledger.archive.manifest import DataFile, Manifest
from ledger.archive.store import Store
from ledger.archive.tables import SPOOL, ArchiveTable, card_type, cards_table, kind_of, schema, spooled, tables
from ledger.game import Catalogue, Game

if TYPE_CHECKING:
    import pyarrow as pa


SMALL = 64 << 20  # bytes; larger files are not merged any more
MANY_FILES = 8  # small ones of one table and game; then some are made one
NEAR = 4  # times the others' size: a file that is larger is not written again for their sake
GROUP = 120_000  # rows of a Parquet row group,
HELD = 8 << 20  # or bytes

Job = tuple[Callable[..., Any], tuple[Any, ...]]  # a function, and what it is given


class Crew(NamedTuple):
    """Who does the jobs of a build beside this process: how many others, and how one of them is told."""

    others: int
    submit: Callable[..., "Future[Any]"]


def share(jobs: Iterable[Job], crew: Crew | None) -> Iterator[Any]:
    """Have jobs done: others get them until each has one more to do, the rest is done here; gives what each answers."""
    waiting: set[Future[Any]] = set()
    for job, given in jobs:
        if crew is not None and len(waiting) < 2 * crew.others:
            waiting.add(crew.submit(job, *given))
        else:
            yield job(*given)
        done = {one for one in waiting if one.done()}
        waiting -= done
        yield from (one.result() for one in done)
    yield from (one.result() for one in as_completed(waiting))


class Rows(NamedTuple):
    """One file to be written: new rows from journals, and old files whose rows stay, but for those of lost logs."""

    table: str
    game: str
    number: int  # what the new rows are a part of; 0: there are none
    found: Stretches
    left_out: list[int]  # sources that are copies
    old: list[tuple[str, tuple[int, ...]]]  # files as this machine reads them, and the parts in each
    lost: list[int]  # logs


def planned(
    version: Manifest | None,
    store: Store,
    found: Mapping[tuple[str, str], Stretches],
    number: int,
    left_out: list[int],
    lost: Mapping[str, list[int]],
    touched: frozenset[int],
) -> tuple[list[Rows], dict[str, list[DataFile]]]:
    """What must be written, the most first, and the files of each table that stay as they are.

    `lost` are logs by game whose rows go, `touched` the parts that have such rows.
    """
    old: dict[tuple[str, str], list[DataFile]] = {}
    for table, listed in version.tables.items() if version else ():
        for file in listed:
            if table not in ("logs", "cards"):
                old.setdefault((table, file.game), []).append(file)
    writing: list[Rows] = []
    stay: dict[str, list[DataFile]] = {}
    for table, game in dict.fromkeys([*found, *old]):
        fresh, files = found.get((table, game), Stretches()), old.get((table, game), [])
        again = [file for file in files if game in lost and touched.intersection(file.parts)]
        again += _too_many([file for file in files if file not in again], new=bool(fresh))
        stay.setdefault(table, []).extend(file for file in files if file not in again)
        if fresh or again:
            here = [(str(store.local(file.path, file.sha256)), file.parts) for file in again]
            writing.append(Rows(table, game, number if fresh else 0, fresh, left_out, here, lost.get(game, [])))
    writing.sort(key=lambda one: -one.found.plain())
    return writing, stay


def _too_many(files: list[DataFile], *, new: bool) -> list[DataFile]:
    """Small files that are made one, the smallest first, as long as the next is not much larger than all before it."""
    small = sorted((file for file in files if file.bytes < SMALL), key=lambda file: file.bytes)
    if len(small) + new <= MANY_FILES:
        return []
    run, size = small[:2], max(1 << 20, sum(file.bytes for file in small[:2]))
    for file in small[2:]:
        if file.bytes > NEAR * size:
            break
        run.append(file)
        size += file.bytes
    return run


def written(folder: str, rows: Rows, games: tuple[str, ...]) -> tuple[str, str, DataFile | None]:
    """Write one file; gives table, its place here, and what it is (nothing where no rows are left)."""
    import pyarrow.parquet as pq

    from ledger.games import GAMES

    table = tables({name: GAMES[name] for name in games})[rows.table]
    shape = schema(table)
    place = Path(folder) / f"{rows.table}-{rows.game}-{rows.number}.parquet"
    number = 0
    with pq.ParquetWriter(place, shape, compression="zstd") as writer:
        for group in groups(_all_rows(table, rows)):
            writer.write_table(group, row_group_size=GROUP)
            number += group.num_rows
    if not number:
        place.unlink()
        return rows.table, "", None
    parts = {part for _, of in rows.old for part in of} | ({rows.number} - {0})
    return rows.table, str(place), described(place, number, game=rows.game, parts=tuple(sorted(parts)))


def described(place: Path, rows: int, *, game: str = "", parts: tuple[int, ...] = ()) -> DataFile:
    """What is said of a file in the list; its place there is not known yet."""
    with place.open("rb") as file:
        digest = file_digest(file, "sha256").hexdigest()
    return DataFile("", rows, place.stat().st_size, digest, game, parts)


def _all_rows(table: ArchiveTable, rows: Rows) -> "Iterator[pa.RecordBatch]":
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.parquet as pq

    shape = schema(table)
    lost = pa.array(rows.lost, pa.int64())
    for path, _ in rows.old:
        with pq.ParquetFile(path) as file:
            for batch in file.iter_batches(32_768):
                stays = batch.filter(pc.invert(pc.is_in(batch["log"], lost))) if rows.lost else batch
                yield _aligned(stays, shape)
    left_out = pa.array(rows.left_out, pa.int64())
    for batch in batches(rows.found, spooled(table)):
        mine = batch.filter(pc.invert(pc.is_in(batch[SPOOL], left_out))) if rows.left_out else batch
        yield mine.drop_columns([SPOOL])


def _aligned(batch: "pa.RecordBatch", shape: "pa.Schema") -> "pa.RecordBatch":
    """Rows that were written when fewer games were known: the columns of others are empty."""
    import pyarrow as pa

    if batch.schema.equals(shape):
        return batch
    missing = pa.nulls(batch.num_rows)
    held = set(batch.schema.names)
    return pa.record_batch([_held_as(batch[f.name] if f.name in held else missing, f.type) for f in shape], shape)


def _held_as(values: "pa.Array", kind: "pa.DataType") -> "pa.Array":
    """A column as it is held now; where games came to differ in its type that is JSON."""
    import pyarrow as pa

    if kind == pa.string() and pa.types.is_nested(values.type):
        plain = dict if pa.types.is_map(values.type) else list
        return pa.array([None if one is None else json.dumps(plain(one)) for one in values.to_pylist()], kind)
    return values.cast(kind)


def groups(rows: "Iterable[pa.RecordBatch]") -> "Iterator[pa.Table]":
    """Batches put together until they are worth a row group."""
    import pyarrow as pa

    held: list[pa.RecordBatch] = []
    number = size = 0
    for batch in rows:
        if batch.num_rows:
            held.append(batch)
            number += batch.num_rows
            size += batch.nbytes
        if number >= GROUP or size >= HELD:
            yield pa.Table.from_batches(held)
            held, number, size = [], 0, 0
    if held:
        yield pa.Table.from_batches(held)


def cards_file(folder: Path, games: Mapping[str, Game], name: str, given: Catalogue | None) -> Path:
    """The card lists of a game."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    table = cards_table(games)
    lists = _card_rows(games, name, given)
    columns = [column_of(lists[column.name], column.kind, "json") for column in table.columns]
    columns.append(pa.repeat(pa.scalar(name), len(lists["card"])))
    place = folder / f"cards-{name}.parquet"
    pq.write_table(pa.Table.from_arrays(columns, schema=schema(table)), place, compression="zstd")
    return place


def _card_rows(games: Mapping[str, Game], name: str, given: Catalogue | None) -> dict[str, list[Any]]:
    table = cards_table(games)
    lists: dict[str, list[Any]] = {column.name: [] for column in table.columns}
    game = games[name]
    own = [given] if given and json.loads(given.data).get("game") == name else []
    printed = {field.name: _default(field) for field in fields(card_type(game)) if field.name not in ("id", "name")}
    for catalogue in (*game.catalogues(), *own) if game.cards.catalogue else ():
        for card in json.loads(catalogue.data)["cards"]:
            lists["catalogue_digest"].append(catalogue.digest)
            lists["card"].append(card["id"])
            lists["name"].append(card["name"].get("en") or next(iter(card["name"].values()), card["id"]))
            for field, default in printed.items():
                if field in lists:
                    lists[field].append(card.get(field, default))
            for column in table.columns:
                if len(lists[column.name]) < len(lists["card"]):
                    lists[column.name].append(None)
    return lists


def _default(field: Any) -> Any:
    value = None if field.default is NODEFAULT else field.default
    if isinstance(value, str | int | bool | tuple):
        return value
    return {} if kind_of(field.type) in ("map", "counts") else None
