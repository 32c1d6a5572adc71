"""Rows as Arrow holds them, column by column."""

from array import array
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from msgspec import to_builtins
from msgspec.json import encode

from ledger.archive.judging import tag_of
from ledger.archive.tables import GAMES, LOGS, SPOOL, Kind, Table, arrow_type, own_columns, spooled, tables
from ledger.events import Event
from ledger.game import Game

if TYPE_CHECKING:
    import pyarrow as pa


class Gathered:
    """Rows on their way into columns: values by table and column, and events by kind."""

    def __init__(self, games: Mapping[str, Game], *, readings: bool) -> None:
        self.games = games
        self.readings = readings
        self.lists: dict[str, dict[str, list[Any]]] = {}
        self.events: dict[tuple[str, type[Event]], Bucket] = {}

    def add(self, table: str, **values: Any) -> None:
        """One row."""
        columns = self.lists.get(table)
        if columns is None:
            columns = self.lists[table] = {name: [] for name in values}
        for name, value in values.items():
            columns[name].append(value)


class Bucket:
    """Events of one kind, and where each belongs."""

    __slots__ = ("events", "logs", "rounds", "sources", "steps", "years")

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.logs = array("q")
        self.sources = array("q")
        self.years = array("i")
        self.steps: list[int | None] = []
        self.rounds: list[int | None] = []


def columns(gathered: Gathered) -> dict[str, "pa.Table"]:
    """Every table of what was gathered."""
    import pyarrow as pa

    known = tables(gathered.games) | {"logs": LOGS}
    made: dict[str, list[pa.Table]] = {}
    for name, lists in gathered.lists.items():
        made.setdefault(name, []).append(_listed(known[name], lists))
    for (game, kind), bucket in gathered.events.items():
        table = known[tag_of(kind)]
        made.setdefault(table.name, []).append(_bucketed(table, game, kind, bucket))
    return {name: pa.concat_tables(parts) for name, parts in made.items()}


def _listed(table: Table, lists: dict[str, list[Any]]) -> "pa.Table":
    import pyarrow as pa

    if table is GAMES:
        lists["minutes"] = [None] * len(lists["log"])
    columns = [column_of(lists[column.name], column.kind) for column in table.columns]
    whole = spooled(table)
    for name in whole.names[len(columns) :]:
        columns.append(pa.array(lists[name], whole.field(name).type))
    made = pa.Table.from_arrays(columns, schema=whole)
    return _with_minutes(made) if table is GAMES else made


def _with_minutes(made: "pa.Table") -> "pa.Table":
    import pyarrow as pa
    import pyarrow.compute as pc

    begun, ended = made["started"].cast(pa.int64()), made["ended"].cast(pa.int64())
    minutes = pc.divide(pc.subtract(ended, begun), pa.scalar(60_000))
    return made.set_column(made.schema.get_field_index("minutes"), made.schema.field("minutes"), minutes)


def _bucketed(table: Table, game: str, kind: type[Event], bucket: Bucket) -> "pa.Table":
    import pyarrow as pa

    events, size = bucket.events, len(bucket.events)
    own = {column: (name, how) for name, (column, how) in own_columns_cached(kind).items()}
    given: dict[str, Any] = {
        "log": _packed(bucket.logs),
        "step": pa.array(bucket.steps, pa.int64()),
        "round": pa.array(bucket.rounds, pa.int64()),
        SPOOL: _packed(bucket.sources),
        "year": _packed(bucket.years),
        "game": pa.repeat(pa.scalar(game), size),
    }
    columns = []
    whole = spooled(table)
    for column in table.columns:
        if column.name in given:
            columns.append(given[column.name])
        elif column.name in own:
            name, how = own[column.name]
            values = [getattr(event, name) for event in events]
            columns.append(column_of(values, column.kind, how))
        elif column.name in Event.__struct_fields__:
            columns.append(column_of([getattr(event, column.name) for event in events], column.kind))
        else:
            columns.append(pa.nulls(size, arrow_type(column.kind)))
    columns += [given[name] for name in whole.names[len(columns) :]]
    return pa.Table.from_arrays(columns, schema=whole)


@cache
def own_columns_cached(kind: type[Event]) -> dict[str, tuple[str, Kind]]:
    """`own_columns`, worked out once a kind."""
    return own_columns(kind)


def _packed(numbers: "array[int]") -> "pa.Array":
    import pyarrow as pa

    kind = {"q": pa.int64(), "i": pa.int32()}[numbers.typecode]
    return pa.Array.from_buffers(kind, len(numbers), [None, pa.py_buffer(numbers)])


def column_of(values: list[Any], kind: Kind, held: Kind | None = None) -> "pa.Array":
    """Values as a column; what the column cannot hold as it is becomes JSON."""
    import pyarrow as pa

    if kind == "moment":
        return moments(values)
    if kind == "json":
        values = [None if value is None else _json(value, held) for value in values]
    elif kind == "map":
        values = [
            None if value is None else [(str(key), reading_text(one)) for key, one in value.items()] for value in values
        ]
    return pa.array(values, arrow_type(kind))


def _json(value: Any, held: Kind | None) -> str:
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
