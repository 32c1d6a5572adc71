"""Rows as Arrow holds them, column by column."""

from array import array
from collections.abc import Mapping
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from msgspec import Struct, to_builtins
from msgspec.json import encode

from ledger.archive.judge_log import tag_of
from ledger.archive.tables import GAMES, LOGS, SPOOL, ArchiveTable, ColumnKind, arrow_type, own_columns, spooled, tables
from ledger.events import Event
from ledger.game import Game

if TYPE_CHECKING:
    import pyarrow as pa


class Gathered:
    """Rows on their way into columns: values by table, and events by game and kind."""

    def __init__(self, games: Mapping[str, Game], *, readings: bool) -> None:
        self.games = games
        self.readings = readings
        self.tables = tables(games) | {"logs": LOGS}
        self.categories = tuple(dict.fromkeys(name for game in games.values() for name in game.worth.categories))
        self.rows: dict[str, list[dict[str, Any]]] = {}
        self.events: dict[str, dict[type[Struct], Bucket]] = {name: {} for name in games}
        self.named = {facts.row: name for game in games.values() for name, facts in game.facts.items()}

    def add(self, table: str, **values: Any) -> None:
        """One row; every row of a table names the same columns."""
        self.rows.setdefault(table, []).append(values)


class Bucket:
    """Events or facts of one kind, each with its step and round, and the log, source, year and seat they belong to."""

    __slots__ = ("events", "logs", "seats", "sources", "years")

    def __init__(self) -> None:
        self.events: list[tuple[Any, int | None, int | None]] = []
        self.logs = array("q")
        self.sources = array("q")
        self.years = array("i")
        self.seats: list[int | None] = []

    def belong(self, log: int, source: int, year: int, seats: Mapping[str, int]) -> None:
        """Say where the events came from that were put in since this was last said."""
        fresh = self.events[len(self.logs) :]
        if fresh:
            self.logs.extend([log] * len(fresh))
            self.sources.extend([source] * len(fresh))
            self.years.extend([year] * len(fresh))
            if "player" in fresh[0][0].__struct_fields__:
                self.seats.extend([seats.get(event.player) for event, _, _ in fresh])


def columns(gathered: Gathered) -> dict[str, "pa.Table"]:
    """Every table of what was gathered."""
    import pyarrow as pa

    made: dict[str, list[pa.Table]] = {}
    for name, rows in gathered.rows.items():
        made.setdefault(name, []).append(_listed(gathered.tables[name], rows))
    for game, kinds in gathered.events.items():
        for kind, bucket in kinds.items():
            table = gathered.tables[gathered.named.get(kind) or tag_of(kind)]
            made.setdefault(table.name, []).append(_bucketed(table, game, kind, bucket))
    return {name: pa.concat_tables(parts) for name, parts in made.items()}


def _listed(table: ArchiveTable, rows: list[dict[str, Any]]) -> "pa.Table":
    import pyarrow as pa

    columns = [column_of([row[column.name] for row in rows], column.kind) for column in table.columns]
    whole = spooled(table)
    for name in whole.names[len(columns) :]:
        columns.append(pa.array([row[name] for row in rows], whole.field(name).type))
    made = pa.Table.from_arrays(columns, schema=whole)
    return _with_minutes(made) if table is GAMES else made


def _with_minutes(made: "pa.Table") -> "pa.Table":
    import pyarrow as pa
    import pyarrow.compute as pc

    begun, ended = made["started"].cast(pa.int64()), made["ended"].cast(pa.int64())
    minutes = pc.divide(pc.subtract(ended, begun), pa.scalar(60_000))
    return made.set_column(made.schema.get_field_index("minutes"), made.schema.field("minutes"), minutes)


def _bucketed(table: ArchiveTable, game: str, kind: type[Struct], bucket: Bucket) -> "pa.Table":
    import pyarrow as pa

    events, steps, rounds = zip(*bucket.events, strict=True)
    own = {column: (name, how) for name, (column, how) in own_columns(kind).items()}
    given: dict[str, Any] = {
        "log": _packed(bucket.logs),
        "step": pa.array(steps, pa.int64()),
        "round": pa.array(rounds, pa.int64()),
        "seat": pa.array(bucket.seats, pa.int64()) if bucket.seats else pa.nulls(len(events), pa.int64()),
        SPOOL: _packed(bucket.sources),
        "year": _packed(bucket.years),
        "game": pa.repeat(pa.scalar(game), len(events)),
    }
    columns = []
    whole = spooled(table)
    for column in table.columns:
        if column.name in given:
            columns.append(given[column.name])
        elif column.name in own:
            name, how = own[column.name]
            columns.append(column_of(list(map(attrgetter(name), events)), column.kind, how))
        elif column.name in Event.__struct_fields__:
            columns.append(column_of(list(map(attrgetter(column.name), events)), column.kind))
        else:
            columns.append(pa.nulls(len(events), arrow_type(column.kind)))
    columns += [given[name] for name in whole.names[len(columns) :]]
    return pa.Table.from_arrays(columns, schema=whole)


def _packed(numbers: "array[int]") -> "pa.Array":
    import pyarrow as pa

    kind = {"q": pa.int64(), "i": pa.int32()}[numbers.typecode]
    return pa.Array.from_buffers(kind, len(numbers), [None, pa.py_buffer(numbers)])


def column_of(values: list[Any], kind: ColumnKind, held: ColumnKind | None = None) -> "pa.Array":
    """Values as a column; what the column cannot hold as it is becomes JSON."""
    import pyarrow as pa

    if kind == "moment":
        return moments(values)
    if kind == "json":
        values = [None if value is None else _json(value, held) for value in values]
    elif kind == "counts":
        values = [None if value is None else list(value.items()) for value in values]
    elif kind == "map":
        values = [
            None if value is None else [(str(key), reading_text(one)) for key, one in value.items()] for value in values
        ]
    return pa.array(values, arrow_type(kind))


def _json(value: Any, held: ColumnKind | None) -> str:
    return value if held is None and isinstance(value, str) else encode(to_builtins(value)).decode()


def reading_text(value: object) -> str:
    """An option's value as text: true and false in small letters, as JSON has them."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def moments(values: list[str]) -> "pa.Array":
    """Times as the log writes them; what is no time is NULL."""
    import pyarrow as pa

    try:
        return pa.array(values, pa.string()).cast(pa.timestamp("ms", "UTC")).cast(pa.timestamp("ms"))
    except pa.ArrowInvalid:
        return pa.concat_arrays([_moment(value) for value in values])


def _moment(value: str) -> "pa.Array":
    import pyarrow as pa

    try:
        return pa.array([value], pa.string()).cast(pa.timestamp("ms", "UTC")).cast(pa.timestamp("ms"))
    except pa.ArrowInvalid:
        return pa.nulls(1, pa.timestamp("ms"))
