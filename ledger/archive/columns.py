"""Rows as Arrow holds them, column by column."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Struct, to_builtins
from msgspec.json import encode
from msgspec.structs import astuple

from ledger.archive.judge_log import tag_of
from ledger.archive.tables import GAMES, LOGS, SPOOL, ArchiveTable, ColumnKind, arrow_type, own_columns, spooled, tables
from ledger.events import Event
from ledger.game import Game

if TYPE_CHECKING:
    import pyarrow as pa

NO_SEATS: Mapping[str, int] = {}


class Gathered:
    """Rows on their way into columns: values by table, and events by game and kind."""

    def __init__(self, games: Mapping[str, Game], *, readings: bool) -> None:
        self.games = games
        self.readings = readings
        self.tables = tables(games) | {"logs": LOGS}
        self.categories = tuple(dict.fromkeys(name for game in games.values() for name in game.worth.categories))
        self.rows: dict[str, list[dict[str, Any]]] = {}
        self.standing: dict[str, Standing] = defaultdict(Standing)  # by game
        self.apart: dict[tuple[str, type[Struct]], Bucket] = defaultdict(Bucket)  # by game and kind
        self.many: dict[tuple[str, str], Bucket] = defaultdict(Bucket)  # by table and game
        self.named = {facts.row: name for game in games.values() for name, facts in game.facts.items()}

    def add(self, table: str, **values: Any) -> None:
        """One row; every row of a table names the same columns."""
        self.rows.setdefault(table, []).append(values)

    def put(self, table: str, about: Mapping[str, Any], rows: list[tuple[Any, ...]]) -> None:
        """Rows of a log, each with the table's columns in their order, but for the log's key."""
        self.many[table, about["game"]].add(rows, about)

    def put_apart(self, about: Mapping[str, Any], seats: Mapping[str, int], rows: list[Any]) -> None:
        """Facts and amendments of a log: they have no place among the events in force."""
        for kind in dict.fromkeys(map(type, rows)):
            self.apart[about["game"], kind].add([row for row in rows if type(row) is kind], about, seats)


class Bucket:
    """Things one after another (events, facts, lines of a sheet), with the log, source and year they belong to."""

    __slots__ = ("ends", "logs", "seats", "sources", "things", "years")

    def __init__(self) -> None:
        self.things: list[Any] = []
        self.ends: list[int] = []  # by log: where its things end,
        self.logs: list[int] = []
        self.sources: list[int] = []
        self.years: list[int] = []
        self.seats: list[Mapping[str, int]] = []  # and the seat of each of its players

    def add(self, things: list[Any], about: Mapping[str, Any], seats: Mapping[str, int] = NO_SEATS) -> None:
        """What a log has of them."""
        if things:
            self.things += things
            self.ends.append(len(self.things))
            self.logs.append(about["log"])
            self.sources.append(about[SPOOL])
            self.years.append(about["year"])
            self.seats.append(seats)

    def about(self) -> "Belonging":
        """Where each of them belongs."""
        import pyarrow as pa

        logs, sources = spread(self.ends, self.logs, pa.int64()), spread(self.ends, self.sources, pa.int64())
        return Belonging(logs, sources, spread(self.ends, self.years, pa.int32()), self.ends, self.seats)


class Belonging(NamedTuple):
    """The log, source and year of each of many things."""

    logs: "pa.Array"
    sources: "pa.Array"
    years: "pa.Array"
    ends: list[int]
    seats: list[Mapping[str, int]]

    def seated(self, players: Sequence[str]) -> list[int | None]:
        """The seat of each one's player; None where nobody of that name sits at that table."""
        found: list[int | None] = []
        begun = 0
        for end, seats in zip(self.ends, self.seats, strict=True):
            found += map(seats.get, players[begun:end])
            begun = end
        return found


class Standing(Bucket):
    """Events in force, log after log, and the rounds they stand in."""

    __slots__ = ("round_ends", "rounds")

    def __init__(self) -> None:
        super().__init__()
        self.round_ends: list[int] = []
        self.rounds: list[int | None] = []

    def play(
        self, events: list[Event], closing: list[int] | None, about: Mapping[str, Any], seats: Mapping[str, int]
    ) -> None:
        """Those of a log; `closing` are the places of those that close a round, None where there are no rounds."""
        begun = len(self.things)
        self.add(events, about, seats)
        ends = [begun + place + 1 for place in closing or ()]
        if len(self.things) > (ends[-1] if ends else begun):
            ends.append(len(self.things))
        self.round_ends += ends
        self.rounds += [None] * len(ends) if closing is None else range(1, len(ends) + 1)

    def kinds(self) -> dict[type[Event], list[int]]:
        """By kind, where its events stand."""
        found: dict[type[Event], list[int]] = defaultdict(list)
        for place, kind in enumerate(map(type, self.things)):
            found[kind].append(place)
        return found

    def buckets(self) -> "Iterator[tuple[type[Event], list[Any], dict[str, pa.Array], Belonging]]":
        """Each kind with its events, their steps and rounds, and where they belong."""
        import pyarrow as pa
        import pyarrow.compute as pc

        whole = self.about()
        starts = spread(self.ends, [0, *self.ends[:-1]], pa.int64())
        steps = pc.subtract(pa.array(range(len(self.things)), pa.int64()), starts)
        rounds = spread(self.round_ends, self.rounds, pa.int64())
        for kind, places in self.kinds().items():
            at = pa.array(places, pa.int64())
            ends = [bisect_left(places, end) for end in self.ends]
            own = Belonging(whole.logs.take(at), whole.sources.take(at), whole.years.take(at), ends, self.seats)
            events = list(map(self.things.__getitem__, places))
            yield kind, events, {"step": steps.take(at), "round": rounds.take(at)}, own


def spread(ends: list[int], values: Sequence[int | None], kind: "pa.DataType") -> "pa.Array":
    """Each value as often as it takes to reach its end."""
    import pyarrow as pa
    import pyarrow.compute as pc

    return pc.run_end_decode(pa.RunEndEncodedArray.from_arrays(pa.array(ends, pa.int32()), pa.array(values, kind)))


def columns(gathered: Gathered) -> dict[str, "pa.Table"]:
    """Every table of what was gathered."""
    import pyarrow as pa

    made: dict[str, list[pa.Table]] = {}
    for name, rows in gathered.rows.items():
        made.setdefault(name, []).append(_listed(gathered.tables[name], rows))
    for (name, game), bucket in gathered.many.items():
        if bucket.things:
            made.setdefault(name, []).append(_put(gathered.tables[name], game, bucket))
    for game, kind, things, placed, about in _of_events(gathered):
        table = gathered.tables[gathered.named.get(kind) or tag_of(kind)]
        made.setdefault(table.name, []).append(_bucketed(table, gathered.games[game], kind, things, placed, about))
    return {name: pa.concat_tables(parts) for name, parts in made.items()}


def _of_events(
    gathered: Gathered,
) -> "Iterator[tuple[str, type[Struct], list[Any], dict[str, pa.Array], Belonging]]":
    """By game and kind: events in force with their places, and what has none."""
    for game, standing in gathered.standing.items():
        for kind, events, placed, about in standing.buckets():
            yield game, kind, events, placed, about
    for (game, other), bucket in gathered.apart.items():
        yield game, other, bucket.things, {}, bucket.about()


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

    about = bucket.about()
    columns = [about.logs]
    for column, values in zip(table.columns[1:], zip(*bucket.things, strict=True), strict=True):
        columns.append(column_of(values, column.kind))
    columns += _behind(game, about)
    return pa.Table.from_arrays(columns, schema=spooled(table))


def _behind(game: str, about: Belonging) -> "list[pa.Array]":
    """The columns that stand behind a table's own."""
    import pyarrow as pa

    return [pa.repeat(pa.scalar(game), len(about.logs)), about.years, about.sources]


def _with_minutes(made: "pa.Table") -> "pa.Table":
    import pyarrow as pa
    import pyarrow.compute as pc

    begun, ended = made["started"].cast(pa.int64()), made["ended"].cast(pa.int64())
    minutes = pc.divide(pc.subtract(ended, begun), pa.scalar(60_000))
    return made.set_column(made.schema.get_field_index("minutes"), made.schema.field("minutes"), minutes)


def _bucketed(
    table: ArchiveTable,
    game: Game,
    kind: type[Struct],
    things: list[Any],
    placed: "Mapping[str, pa.Array]",
    about: Belonging,
) -> "pa.Table":
    import pyarrow as pa

    number = len(things)
    own = {column: (name, how) for name, (column, how) in own_columns(kind).items()}
    values = dict(zip(kind.__struct_fields__, zip(*map(astuple, things), strict=True), strict=True))
    given: dict[str, Any] = {"log": about.logs, **placed}
    if not issubclass(kind, Event):  # a fact says itself in which round it stands
        given["round"] = pa.array(values["round"], pa.int64())
    if "player" in values:
        given["seat"] = pa.array(about.seated(values["player"]), pa.int64())
    given["scale"] = pa.repeat(pa.scalar(game.worth.scale, pa.int64()), number)
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
    columns += _behind(game.name, about)
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
