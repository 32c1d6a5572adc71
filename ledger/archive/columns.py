"""Rows as Arrow holds them, column by column."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct, to_builtins
from msgspec.json import encode
from msgspec.structs import astuple

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
        self.events: dict[str, dict[type[Struct], Bucket]] = {name: defaultdict(Bucket) for name in games}
        self.many: dict[tuple[str, str], Bucket] = defaultdict(Bucket)  # by table and game
        self.named = {facts.row: name for game in games.values() for name, facts in game.facts.items()}

    def add(self, table: str, **values: Any) -> None:
        """One row; every row of a table names the same columns."""
        self.rows.setdefault(table, []).append(values)

    def put(self, table: str, about: Mapping[str, Any], rows: list[tuple[Any, ...]]) -> None:
        """Rows of a log, each with the table's columns in their order, but for the log's key."""
        bucket = self.many[table, about["game"]]
        bucket.events += rows
        bucket.end(about["log"], about[SPOOL], about["year"])


class Bucket:
    """Things of one kind (events, facts, lines of a sheet), with the log, source, year and seat they belong to."""

    __slots__ = ("ends", "events", "logs", "rounds", "seats", "sources", "steps", "years")

    def __init__(self) -> None:
        self.events: list[Any] = []
        self.steps: list[int | None] = []
        self.rounds: list[int | None] = []
        self.seats: list[int | None] = []
        self.ends: list[int] = []  # by log: where its things end
        self.logs: list[int] = []
        self.sources: list[int] = []
        self.years: list[int] = []

    def put(self, one: Any, round_: int | None = None) -> None:
        """Something that has no place among the events in force."""
        self.events.append(one)
        self.steps.append(None)
        self.rounds.append(round_)

    def belong(self, log: int, source: int, year: int, seats: Mapping[str, int]) -> None:
        """Say where the things came from that were put in since this was last said."""
        begun = self.ends[-1] if self.ends else 0
        if self.end(log, source, year) and "player" in self.events[begun].__struct_fields__:
            seat = seats.get
            self.seats += [seat(event.player) for event in self.events[begun:]]

    def end(self, log: int, source: int, year: int) -> bool:
        """The same without seats; gives whether there were any."""
        number = len(self.events)
        if number == (self.ends[-1] if self.ends else 0):
            return False
        self.ends.append(number)
        self.logs.append(log)
        self.sources.append(source)
        self.years.append(year)
        return True

    def about(self, game: str) -> "list[pa.Array]":
        """The columns that stand behind a table's own."""
        import pyarrow as pa

        years, sources = self.spread(self.years, pa.int32()), self.spread(self.sources, pa.int64())
        return [pa.repeat(pa.scalar(game), len(self.events)), years, sources]

    def spread(self, values: list[int], kind: "pa.DataType") -> "pa.Array":
        """A value of each log, as often as it has things."""
        import pyarrow as pa
        import pyarrow.compute as pc

        runs = pa.RunEndEncodedArray.from_arrays(pa.array(self.ends, pa.int32()), pa.array(values, kind))
        return pc.run_end_decode(runs)


def columns(gathered: Gathered) -> dict[str, "pa.Table"]:
    """Every table of what was gathered."""
    import pyarrow as pa

    made: dict[str, list[pa.Table]] = {}
    for name, rows in gathered.rows.items():
        made.setdefault(name, []).append(_listed(gathered.tables[name], rows))
    for (name, game), bucket in gathered.many.items():
        if bucket.events:
            made.setdefault(name, []).append(_put(gathered.tables[name], game, bucket))
    for game, kinds in gathered.events.items():
        for kind, bucket in kinds.items():
            table = gathered.tables[gathered.named.get(kind) or tag_of(kind)]
            made.setdefault(table.name, []).append(_bucketed(table, gathered.games[game], kind, bucket))
    return {name: pa.concat_tables(parts) for name, parts in made.items()}


def _listed(table: ArchiveTable, rows: list[dict[str, Any]]) -> "pa.Table":
    import pyarrow as pa

    columns = [column_of([row[column.name] for row in rows], column.kind) for column in table.columns]
    whole = spooled(table)
    for name in whole.names[len(columns) :]:
        columns.append(pa.array([row[name] for row in rows], whole.field(name).type))
    made = pa.Table.from_arrays(columns, schema=whole)
    return _with_minutes(made) if table is GAMES else made


def _put(table: ArchiveTable, game: str, bucket: Bucket) -> "pa.Table":
    import pyarrow as pa

    columns = [bucket.spread(bucket.logs, pa.int64())]
    for column, values in zip(table.columns[1:], zip(*bucket.events, strict=True), strict=True):
        columns.append(column_of(values, column.kind))
    columns += bucket.about(game)
    return pa.Table.from_arrays(columns, schema=spooled(table))


def _with_minutes(made: "pa.Table") -> "pa.Table":
    import pyarrow as pa
    import pyarrow.compute as pc

    begun, ended = made["started"].cast(pa.int64()), made["ended"].cast(pa.int64())
    minutes = pc.divide(pc.subtract(ended, begun), pa.scalar(60_000))
    return made.set_column(made.schema.get_field_index("minutes"), made.schema.field("minutes"), minutes)


def _bucketed(table: ArchiveTable, game: Game, kind: type[Struct], bucket: Bucket) -> "pa.Table":
    import pyarrow as pa

    number = len(bucket.events)
    own = {column: (name, how) for name, (column, how) in own_columns(kind).items()}
    values = dict(zip(kind.__struct_fields__, zip(*map(astuple, bucket.events), strict=True), strict=True))
    given: dict[str, Any] = {
        "log": bucket.spread(bucket.logs, pa.int64()),
        "step": pa.array(bucket.steps, pa.int64()),
        "round": pa.array(bucket.rounds, pa.int64()),
        "scale": pa.repeat(pa.scalar(game.worth.scale, pa.int64()), number),
        "seat": pa.array(bucket.seats, pa.int64()) if bucket.seats else pa.nulls(number, pa.int64()),
    }
    columns = []
    for column in table.columns:
        if column.name in given:
            columns.append(given[column.name])
        elif column.name in own:
            name, how = own[column.name]
            columns.append(column_of(values[name], column.kind, how))
        elif column.name in Event.__struct_fields__:
            columns.append(column_of(values[column.name], column.kind))
        else:
            columns.append(pa.nulls(number, arrow_type(column.kind)))
    columns += bucket.about(game.name)
    return pa.Table.from_arrays(columns, schema=spooled(table))


def column_of(values: Sequence[Any], kind: ColumnKind, held: ColumnKind | None = None) -> "pa.Array":
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


def moments(values: Sequence[str]) -> "pa.Array":
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
