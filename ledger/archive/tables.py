"""Every table of an archive and every column of it, made from the event types; no game is known here."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, cast, get_args, get_origin

from msgspec import Struct, inspect
from msgspec.structs import fields

from ledger.archive.joined import joined
from ledger.events import Event, ScoreAdjusted, ScoreClaimed
from ledger.game import Game, lines_of
from ledger.score import ADJUSTED

if TYPE_CHECKING:
    import pyarrow as pa


ColumnKind = Literal["text", "whole", "truth", "moment", "texts", "wholes", "map", "counts", "real", "json"]

SQL: dict[ColumnKind, str] = {
    "text": "VARCHAR",
    "whole": "BIGINT",
    "truth": "BOOLEAN",
    "moment": "TIMESTAMP",
    "texts": "VARCHAR[]",
    "wholes": "BIGINT[]",
    "map": "MAP(VARCHAR, VARCHAR)",
    "counts": "MAP(VARCHAR, BIGINT)",
    "real": "DOUBLE",
    "json": "VARCHAR",
}

SHARED_TYPES = {"game": "VARCHAR", "year": "INTEGER"}


SHARED_ABOUT = {"game": "which game", "year": "the year of the log's first line; 0 where it has no date"}


SPOOL = "_source"  # a column on its way only; no event has a field of such a name


class Column(NamedTuple):
    """A column: its name, what it holds, and what that means."""

    name: str
    kind: ColumnKind
    about: str


class ArchiveTable(NamedTuple):
    """A table of the archive; `game` and `year`, which every table has, are not listed."""

    name: str
    about: str
    columns: tuple[Column, ...]
    key: tuple[str, ...] = ()  # its grain: the columns that tell a row from every other; empty: nothing does


LOG = Column("log", "whole", "the key of a log: the first 63 bits of its digest; joins every table")

PLAYER = Column("player", "text", "the player's name")

SCALE = Column("scale", "whole", "points are counted in this part of one: 10 means tenths")

LOGS = ArchiveTable(
    "logs",
    "Every file that was asked for, also one that is not counted as a game, with the reason.",
    (
        Column("path", "text", "where the log lies; in a pack, the pack and its number: games.jsonl.zst#17"),
        Column("file", "text", "the file it lies in: its own, or the pack"),
        Column("log", "whole", "its key; the same for two copies of one log; NULL where nothing could be read"),
        Column("digest", "text", "SHA-256 of the file's bytes"),
        Column("size", "whole", "bytes"),
        Column("modified", "whole", "when its file was written, in nanoseconds, as the disk says"),
        Column("changed", "whole", "when the disk last touched its entry, in nanoseconds"),
        Column("start", "whole", "the key of its first line; all copies of a game have it, however far they go on"),
        Column("part", "whole", "the version of the archive in which its rows were written"),
        Column("rules", "text", "the version of the rules and tables it was judged with"),
        Column("game", "text", "its game, where that is known"),
        Column("year", "whole", "the year of its first line"),
        Column(
            "verdict",
            "text",
            "clean or findings; or what is no game here: damaged, unjudgeable, shorter (a part of another log)",
        ),
        Column("integrity", "text", "ok, torn, damaged or unreadable"),
        Column("line", "whole", "where a log that is not counted is spoilt"),
        Column("reason", "text", "why it is not counted"),
    ),
    ("path",),
)

GAMES = ArchiveTable(
    "games",
    "One row a log that could be judged.",
    (
        LOG,
        Column("digest", "text", "SHA-256 of the log's bytes"),
        Column("edition", "text", "whose rules were played"),
        Column("options", "map", "every reading of a disputed rule, as it was judged"),
        Column("catalogue", "text", "the name of the card list"),
        Column("catalogue_digest", "text", "and its digest"),
        Column("software", "text", "what wrote the log"),
        Column("place", "text", "where it was played"),
        Column("title", "text", "what the evening was called"),
        Column("players", "texts", "their names in seat order"),
        Column("seats", "whole", "how many they were"),
        Column("rounds", "whole", "rounds that were ended; NULL where the game has no word for it"),
        Column("events", "whole", "events in force"),
        Column("lines", "whole", "lines of the log, amendments and seals included"),
        Column("started", "moment", "when the first line was written (UTC)"),
        Column("ended", "moment", "when the game's end was written, else its last line (UTC)"),
        Column("minutes", "whole", "whole minutes between the two"),
        Column("verdict", "text", "clean, or findings: at least one violation"),
        Column("violations", "whole", "how many"),
        Column("final", "truth", "the game is over; only then has it winners and ranks"),
        Column("sealed", "truth", "the log ends in a seal"),
        Column("winners", "texts", "in seat order"),
        Column("ended_by", "text", "how it came to its end, in the game's own word; empty where there is one way"),
        SCALE,
        Column("head", "text", "the hash of the last line"),
        Column(
            "chance", "real", "how often a seat would win by luck alone: winners by seats; NULL while nobody has won"
        ),
    ),
    ("log",),
)

SCORE_LINES = ArchiveTable(
    "score_lines",
    "Every line of every sheet; the totals are their sums.",
    (
        LOG,
        Column("seat", "whole", "the player's seat, from 1"),
        PLAYER,
        Column("category", "text", "the heading on the pad"),
        SCALE,
        Column("points", "whole", "in the game's scale"),
        Column("reason", "text", "why, in English"),
        Column("rule", "text", "the rule behind it"),
        Column("cards", "texts", "the cards behind it, the scoring one first"),
        Column("events", "wholes", "the events behind it"),
    ),
)

FINDINGS = ArchiveTable(
    "findings",
    "Everything the audit had to say.",
    (
        LOG,
        Column("n", "whole", "the event; NULL: about the file"),
        Column("line", "whole", "the line on which its text in force stands"),
        Column("rule", "text", "a rule of the game, or a word of the ledger's own"),
        Column("severity", "text", "violation, consequence, warning, note or undecidable"),
        Column("of", "whole", "of a consequence: the event of the finding that explains it"),
        Column("player", "text", "whom it is about, where it is about one player"),
        Column("message", "text", "in English"),
        Column("expected", "text", "what the rules ask for"),
        Column("found", "text", "what stands in the log"),
    ),
)

RUNNING = ArchiveTable(
    "running",
    "The score as it stood after each round, one row a player.",
    (
        LOG,
        Column("round", "whole", "the round that had just ended"),
        Column("seat", "whole", "the player's seat, from 1"),
        PLAYER,
        SCALE,
        Column("total", "whole", "what the table was worth to this player at that moment, in the game's scale"),
        Column("place", "whole", "1 for who led; of equal totals the earlier seat comes first"),
        Column(
            "lead", "whole", "how far ahead of the next one who led was; how far behind the first the others, negative"
        ),
    ),
    ("log", "round", "seat"),
)

STRUCK = ArchiveTable(
    "struck",
    "Entries that no longer hold, and the amendment that says so.",
    (
        LOG,
        Column("n", "whole", "the old entry"),
        Column("type", "text", "its word"),
        Column("entry", "json", "its text, as JSON"),
        Column("amended_by", "whole", "the event that struck it"),
    ),
    ("log", "n"),
)

READINGS = ArchiveTable(
    "readings",
    "Every finished game under each other reading of each option (only with `archive build --readings`).",
    (
        LOG,
        Column("option", "text", "the option that is read otherwise"),
        Column("value", "text", "how"),
        SCALE,
        Column("seat", "whole", "the player's seat, from 1"),
        PLAYER,
        Column("total", "whole", "the total under that reading, in the game's scale"),
        Column("won", "truth", "whether the player wins then"),
    ),
    ("log", "option", "value", "seat"),
)

N = Column("n", "whole", "the event's number in the log")

ROUND = Column("round", "whole", "the round it belongs to, from 1; NULL where the game has no word for rounds")

SHARED_COLUMNS = (
    LOG,
    N,
    Column("step", "whole", "its place among the events in force (NULL for amendments)"),
    ROUND,
    Column("ts", "moment", "when it was written (UTC)"),
    Column("by", "text", "who wrote it"),
    Column("id", "text", "the mark of the phone that sent it"),
)

SEAT = Column("seat", "whole", "the seat of its player, from 1; NULL when nobody of that name sits there")

OWN = {"game"}  # the name of a folder already

SCORED = (ScoreClaimed, ScoreAdjusted)  # events that hold points


def seats_table(games: Mapping[str, Game]) -> ArchiveTable:
    """One row a player and game, with every category that any game has."""
    categories = dict.fromkeys(name for game in games.values() for name in game.worth.categories)
    own = [
        Column(name, "whole", f"points of this category ({_of(games, name)}); NULL in other games")
        for name in categories
    ]
    return ArchiveTable(
        "seats",
        "One row a player and game.",
        (
            LOG,
            Column("seat", "whole", "from 1, in the order of the log"),
            PLAYER,
            SCALE,
            Column("total", "whole", "the total as the rules have it, in the game's scale"),
            Column("rank", "whole", "1 for a winner; NULL while the game is not over"),
            Column("won", "truth", "NULL while the game is not over"),
            Column("claimed", "whole", "the total that the table wrote on its pad, where it did"),
            *own,
            Column(ADJUSTED, "whole", "what the house added or took away; NULL: nothing"),
        ),
        ("log", "seat"),
    )


def _of(games: Mapping[str, Game], category: str) -> str:
    return ", ".join(name for name, game in games.items() if category in game.worth.categories)


def kind_of(annotation: Any) -> ColumnKind:
    """What a column holds for a field of this type; whatever is no plain value or list of them is kept as JSON."""
    return _kind(inspect.type_info(annotation))


def _kind(info: inspect.Type) -> ColumnKind:
    if isinstance(info, inspect.Metadata):
        return _kind(info.type)
    if isinstance(info, inspect.UnionType):
        rest = [one for one in info.types if not isinstance(one, inspect.NoneType)]
        return _kind(rest[0]) if len(rest) == 1 else "json"
    if isinstance(info, inspect.VarTupleType | inspect.ListType):
        many: dict[ColumnKind, ColumnKind] = {"text": "texts", "whole": "wholes"}
        return many.get(_kind(info.item_type), "json")
    if isinstance(info, inspect.DictType):
        if isinstance(_bare(info.value_type), inspect.IntType):
            return "counts"
        plain = isinstance(info.value_type, inspect.StrType | inspect.IntType | inspect.BoolType | inspect.UnionType)
        return "map" if plain else "json"
    if isinstance(info, inspect.LiteralType):
        return "text" if all(isinstance(value, str) for value in info.values) else "json"
    simple: dict[type, ColumnKind] = {inspect.StrType: "text", inspect.IntType: "whole", inspect.BoolType: "truth"}
    return simple.get(type(info), "json")


def _bare(info: inspect.Type) -> inspect.Type:
    return _bare(info.type) if isinstance(info, inspect.Metadata) else info


def kinds_of(game: Game) -> dict[str, type[Event]]:
    """Everything that may stand on a line of this game's log, by its word."""
    return _kinds(game.play)


@cache
def _kinds(play: Any) -> dict[str, type[Event]]:
    kinds = [get_origin(one) or one for one in get_args(lines_of(play))]
    return {str(kind.__struct_config__.tag): kind for kind in kinds}


@cache
def own_columns(kind: type[Struct]) -> dict[str, tuple[str, ColumnKind]]:
    """An event's own fields: the column that holds each, and how."""
    taken = {column.name for column in (*SHARED_COLUMNS, SEAT, SCALE)} | {"year"}
    own = [field for field in fields(kind) if field.name not in (*Event.__struct_fields__, *OWN)]
    return {field.name: (field.name + "_" if field.name in taken else field.name, kind_of(field.type)) for field in own}


def event_tables(games: Mapping[str, Game]) -> dict[str, ArchiveTable]:
    """A table for each word, with the fields it has in any game; where games differ in type it is kept as JSON."""
    words: dict[str, dict[str, ColumnKind]] = {}
    about: dict[str, str] = {}
    users: dict[str, dict[str, list[str]]] = {}
    scaled: set[str] = set()
    for name, game in games.items():
        for word, kind in kinds_of(game).items():
            columns = words.setdefault(word, {})
            about.setdefault(word, (kind.__doc__ or "").split("\n")[0])
            if issubclass(kind, SCORED):
                scaled.add(word)
            for column, own in own_columns(kind).values():
                columns[column] = own if columns.get(column, own) == own else "json"
                users.setdefault(word, {}).setdefault(column, []).append(name)
    return {
        word: ArchiveTable(
            word,
            about[word],
            (
                *SHARED_COLUMNS,
                *([SEAT] if "player" in columns else []),
                *([SCALE] if word in scaled else []),
                *_own(columns, users.get(word, {})),
            ),
            ("log", "n"),
        )
        for word, columns in words.items()
    }


def _own(columns: dict[str, ColumnKind], users: dict[str, list[str]]) -> Iterator[Column]:
    for name, kind in columns.items():
        yield Column(name, kind, f"as the event has it ({', '.join(users[name])})")


def fact_tables(games: Mapping[str, Game]) -> dict[str, ArchiveTable]:
    """What games add of their own, each by its name."""
    return {name: _fact_table(name, facts.row) for game in games.values() for name, facts in game.facts.items()}


def _fact_table(name: str, row: type[Struct]) -> ArchiveTable:
    about = {field.name: getattr(inspect.type_info(field.type), "extra_json_schema", None) for field in fields(row)}
    own = [
        Column(column, kind, (about[field] or {}).get("description", "as the events have it"))
        for field, (column, kind) in own_columns(row).items()
        if field != ROUND.name
    ]
    return ArchiveTable(name, (row.__doc__ or "").split("\n")[0], (LOG, N, ROUND, SEAT, *own))


def cards_table(games: Mapping[str, Game]) -> ArchiveTable:
    """Every card of every card list, with the fields that any game prints."""
    columns: dict[str, ColumnKind] = {}
    users: dict[str, list[str]] = {}
    for name, game in games.items():
        for field in fields(card_type(game)):
            if field.name not in ("id", "name", "source"):
                kind = kind_of(field.type)
                columns[field.name] = kind if columns.get(field.name, kind) == kind else "json"
                users.setdefault(field.name, []).append(name)
    own = (Column(name, kind, f"as printed ({', '.join(users[name])})") for name, kind in columns.items())
    return ArchiveTable(
        "cards",
        "Every card of every card list we ship; join on card and on `games.catalogue_digest`.",
        (
            Column("catalogue_digest", "text", "which card list"),
            Column("card", "text", "its id, as in the log"),
            Column("name", "text", "its English name"),
            *own,
        ),
        ("game", "catalogue_digest", "card"),
    )


def card_type(game: Game) -> Any:
    """What a game's cards are made of; nothing, where it has none."""
    if game.cards.catalogue is None:
        return Struct
    field = next(field for field in fields(game.cards.catalogue) if field.name == "cards")
    return get_args(field.type)[0]


_MADE: dict[tuple[int, ...], tuple[list[Game], dict[str, ArchiveTable]]] = {}


def tables(games: Mapping[str, Game]) -> dict[str, ArchiveTable]:
    """Every table that a log has rows in; `logs` and `cards` stand apart."""
    found = [*games.values()]
    key = tuple(map(id, found))
    if key not in _MADE:
        _MADE[key] = found, _tables(games)  # a game that is held keeps its id
    return dict(_MADE[key][1])


def _tables(games: Mapping[str, Game]) -> dict[str, ArchiveTable]:
    core = (GAMES, seats_table(games), SCORE_LINES, FINDINGS, RUNNING, STRUCK, READINGS)
    return {table.name: table for table in core} | fact_tables(games) | joined_tables(games) | event_tables(games)


def joined_tables(games: Mapping[str, Game]) -> dict[str, ArchiveTable]:
    """Tables that are made of others when logs are put in place."""
    found = {}
    for name, one in joined().items():
        if one.game in games:
            own = (Column(column, cast(ColumnKind, kind), about) for column, kind, about in one.columns)
            found[name] = ArchiveTable(name, one.about, (LOG, *own), one.key)
    return found


def all_tables(games: Mapping[str, Game]) -> dict[str, ArchiveTable]:
    """Every table by name, in the order of the page that describes them."""
    return {"logs": LOGS, "cards": cards_table(games)} | tables(games)


def shared_of(table: ArchiveTable) -> tuple[str, ...]:
    """The columns that a table has beside those listed."""
    return {"logs": (), "cards": ("game",)}.get(table.name, ("game", "year"))


def schema(table: ArchiveTable) -> "pa.Schema":
    """The table as Arrow and Parquet have it."""
    import pyarrow as pa

    types = {"game": pa.string(), "year": pa.int32()}
    shared = [pa.field(name, types[name]) for name in shared_of(table)]
    return pa.schema([pa.field(column.name, arrow_type(column.kind)) for column in table.columns] + shared)


def spooled(table: ArchiveTable) -> "pa.Schema":
    """A table's schema while it is on its way: with the number of the source each row came from."""
    import pyarrow as pa

    return schema(table).append(pa.field(SPOOL, pa.int64()))


@cache
def arrow_type(kind: ColumnKind) -> "pa.DataType":
    """How Arrow and Parquet hold a kind of value."""
    import pyarrow as pa

    return {
        "text": pa.string(),
        "whole": pa.int64(),
        "truth": pa.bool_(),
        "moment": pa.timestamp("ms"),
        "texts": pa.list_(pa.string()),
        "wholes": pa.list_(pa.int64()),
        "map": pa.map_(pa.string(), pa.string()),
        "counts": pa.map_(pa.string(), pa.int64()),
        "real": pa.float64(),
        "json": pa.string(),
    }[kind]


def page(games: Mapping[str, Game]) -> str:
    """The page that describes every column, made from the tables themselves."""
    parts = [PAGE]
    for table in all_tables(games).values():
        rows = [f"| `{column.name}` | {SQL[column.kind]} | {column.about} |" for column in table.columns]
        rows += [f"| `{name}` | {SHARED_TYPES[name]} | {SHARED_ABOUT[name]} |"
                 for name in shared_of(table)]  # fmt: skip
        parts.append(
            f"## {table.name}\n\n{table.about} {_grain(table)}\n\n| column | type | meaning |\n|---|---|---|\n"
            + "\n".join(rows)
        )
    return "\n\n".join(parts) + "\n"


def _grain(table: ArchiveTable) -> str:
    if not table.key:
        return "Several rows may be alike in all but their content."
    return f"One row for each {', '.join(f'`{name}`' for name in table.key)}."


PAGE = """# The archive, column by column

Made from the code by `quaestor schema`; never edited by hand.

`quaestor archive build LOGS -o ARCHIVE` writes immutable Parquet files (zstd), `TABLE/….parquet`, and one list of those
that count: `archive.json` (and, for every version that can still be asked, `versions/N.json`; the highest number is
what counts). Files that no list names may lie there for a while, so read the list, never the folder:

    files = [ARCHIVE + "/" + one["path"] for one in json.load(open(ARCHIVE + "/archive.json"))["tables"]["seats"]]
    duckdb.read_parquet(files); pandas.concat(map(pandas.read_parquet, files)); polars.read_parquet(files)
    spark.read.parquet(*files)

The SQL of every named question (`ledger/questions`) and of every metric (`ledger/metrics`) is the same for DuckDB and
for Spark, and both answer it alike: make a view of each table under its name (an empty one where the list names no
file, and `rejected` as below), set `spark.sql.session.timeZone` to UTC, and call
`spark.sql(question("cards").sql, args={"least": 1})`. What follows in Python, bounds and ratings, takes the rows of
either. None of them needs DuckDB.

An archive may lie in a store (`s3://bucket/club`); its files are fetched into `~/.cache/quaestor` (or `QUAESTOR_CACHE`)
when a question needs them. `quaestor sql ARCHIVE "SELECT …"` and `ledger.archive.open(path)` show the tables as views,
with the names of `ARCHIVE/players.toml` laid over them, and one view more, `rejected`: the rows of `logs` that are not
counted. `log` joins every table. Event tables hold what is in force: a withdrawn or corrected entry stands in
`struck`, the amendments themselves in `entry_withdrawn`, `entry_corrected` and `entry_inserted`. Logs that are
damaged or cannot be judged, and shorter copies of another log, stand in `logs` with the reason and in no other table.
Numbers of points stand beside their `scale`: 10 means tenths."""
