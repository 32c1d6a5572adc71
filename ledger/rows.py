"""A batch of logs as a batch of rows: the one pure function that a local pool and Spark both call.

Tables and their columns come from the event types; no game is known here. pyarrow is imported only where rows are made.
"""

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args, get_origin

from msgspec import inspect, to_builtins
from msgspec.json import encode
from msgspec.structs import fields

from ledger.audit import Finding, Report, audit, unjudgeable
from ledger.events import AMENDMENTS, Event, GameStarted
from ledger.game import Game, Reading, lines_of
from ledger.log import Unreadable, decode_lines, scan
from ledger.replay import InForce, Record, in_force, replay
from ledger.score import ADJUSTED, Sheet, draw_up
from ledger.words import Words, spoken

if TYPE_CHECKING:
    import pyarrow as pa

Kind = Literal["text", "whole", "truth", "moment", "texts", "wholes", "map", "json"]
SQL: dict[Kind, str] = {
    "text": "VARCHAR",
    "whole": "BIGINT",
    "truth": "BOOLEAN",
    "moment": "TIMESTAMP",
    "texts": "VARCHAR[]",
    "wholes": "BIGINT[]",
    "map": "MAP(VARCHAR, VARCHAR)",
    "json": "VARCHAR",
}
NO_YEAR = 0  # the partition of games whose first line has no readable date
KEY_BITS = 63
SPOOL = "_source"  # a column on its way only; no event has a field of such a name


class Column(NamedTuple):
    """A column: its name, what it holds, and what that means."""

    name: str
    kind: Kind
    about: str


class Table(NamedTuple):
    """A table of the archive; `game` and `year` are not listed, being the names of its folders."""

    name: str
    about: str
    columns: tuple[Column, ...]


class Source(NamedTuple):
    """A log as it lies somewhere: its place, its bytes, and what the disk says of it."""

    path: str
    data: bytes
    number: int = 0  # tells two copies of the same bytes apart
    size: int = 0
    modified: int = 0
    changed: int = 0
    trouble: str = ""  # why there are no bytes


# --- tables and columns -----------------------------------------------------------------------------------------------


LOG = Column("log", "whole", "the key of a log: the first 63 bits of its digest; joins every table")
PLAYER = Column("player", "text", "the player's name")

LOGS = Table(
    "logs",
    "Every file that was asked for, also one that is not counted as a game, with the reason.",
    (
        Column("path", "text", "where the file lies"),
        Column("log", "whole", "its key; the same for two copies of one log; NULL where nothing could be read"),
        Column("digest", "text", "SHA-256 of the file's bytes"),
        Column("size", "whole", "bytes"),
        Column("modified", "whole", "when it was written, in nanoseconds, as the disk says"),
        Column("changed", "whole", "when the disk last touched its entry, in nanoseconds"),
        Column("rules", "text", "the version of the rules and tables it was judged with"),
        Column("game", "text", "its game, where that is known"),
        Column("year", "whole", "the year of its first line"),
        Column("verdict", "text", "clean, findings, damaged or unjudgeable; the last two are no games here"),
        Column("integrity", "text", "ok, torn, damaged or unreadable"),
        Column("line", "whole", "where a log that is not counted is spoilt"),
        Column("reason", "text", "why it is not counted"),
    ),
)
GAMES = Table(
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
        Column("scale", "whole", "points are counted in this part of one: 10 means tenths"),
        Column("head", "text", "the hash of the last line"),
    ),
)
SCORE_LINES = Table(
    "score_lines",
    "Every line of every sheet; the totals are their sums.",
    (
        LOG,
        Column("seat", "whole", "the player's seat, from 1"),
        PLAYER,
        Column("category", "text", "the heading on the pad"),
        Column("points", "whole", "in the game's scale"),
        Column("reason", "text", "why, in English"),
        Column("rule", "text", "the rule behind it"),
        Column("cards", "texts", "the cards behind it, the scoring one first"),
        Column("events", "wholes", "the events behind it"),
    ),
)
FINDINGS = Table(
    "findings",
    "Everything the audit had to say.",
    (
        LOG,
        Column("n", "whole", "the event; NULL: about the file"),
        Column("line", "whole", "the line on which its text in force stands"),
        Column("rule", "text", "a rule of the game, or a word of the ledger's own"),
        Column("severity", "text", "violation, warning, note or undecidable"),
        Column("message", "text", "in English"),
        Column("expected", "text", "what the rules ask for"),
        Column("found", "text", "what stands in the log"),
    ),
)
RUNNING = Table(
    "running",
    "The score as it stood after each round, one row a player.",
    (
        LOG,
        Column("round", "whole", "the round that had just ended"),
        Column("seat", "whole", "the player's seat, from 1"),
        PLAYER,
        Column("total", "whole", "what the table was worth to this player at that moment, in the game's scale"),
    ),
)
STRUCK = Table(
    "struck",
    "Entries that no longer hold, and the amendment that says so.",
    (
        LOG,
        Column("n", "whole", "the old entry"),
        Column("type", "text", "its word"),
        Column("entry", "json", "its text, as JSON"),
        Column("amended_by", "whole", "the event that struck it"),
    ),
)
READINGS = Table(
    "readings",
    "Every finished game under each other reading of each option (only with `archive build --readings`).",
    (
        LOG,
        Column("option", "text", "the option that is read otherwise"),
        Column("value", "text", "how"),
        Column("seat", "whole", "the player's seat, from 1"),
        PLAYER,
        Column("total", "whole", "the total under that reading, in the game's scale"),
        Column("won", "truth", "whether the player wins then"),
    ),
)
SHARED_COLUMNS = (
    LOG,
    Column("n", "whole", "the event's number in the log"),
    Column("step", "whole", "its place among the events in force (NULL for amendments)"),
    Column("round", "whole", "the round it belongs to, from 1; NULL where the game has no word for rounds"),
    Column("ts", "moment", "when it was written (UTC)"),
    Column("by", "text", "who wrote it"),
    Column("id", "text", "the mark of the phone that sent it"),
)
OWN = {"game"}  # the name of a folder already


def seats_table(games: Mapping[str, Game]) -> Table:
    """One row a player and game, with every category that any game has."""
    categories = dict.fromkeys(name for game in games.values() for name in game.categories)
    own = [
        Column(name, "whole", f"points of this category ({_of(games, name)}); NULL in other games")
        for name in categories
    ]
    return Table(
        "seats",
        "One row a player and game.",
        (
            LOG,
            Column("seat", "whole", "from 1, in the order of the log"),
            PLAYER,
            Column("total", "whole", "the total as the rules have it, in the game's scale"),
            Column("rank", "whole", "1 for a winner; NULL while the game is not over"),
            Column("won", "truth", "NULL while the game is not over"),
            Column("claimed", "whole", "the total that the table wrote on its pad, where it did"),
            *own,
            Column(ADJUSTED, "whole", "what the house added or took away; NULL: nothing"),
        ),
    )


def _of(games: Mapping[str, Game], category: str) -> str:
    return ", ".join(name for name, game in games.items() if category in game.categories)


def kind_of(annotation: Any) -> Kind:
    """What a column holds for a field of this type; whatever is no plain value or list of them is kept as JSON."""
    return _kind(inspect.type_info(annotation))


def _kind(info: inspect.Type) -> Kind:
    if isinstance(info, inspect.UnionType):
        rest = [one for one in info.types if not isinstance(one, inspect.NoneType)]
        return _kind(rest[0]) if len(rest) == 1 else "json"
    if isinstance(info, inspect.VarTupleType | inspect.ListType):
        many: dict[Kind, Kind] = {"text": "texts", "whole": "wholes"}
        return many.get(_kind(info.item_type), "json")
    if isinstance(info, inspect.DictType):
        plain = isinstance(info.value_type, inspect.StrType | inspect.IntType | inspect.BoolType | inspect.UnionType)
        return "map" if plain else "json"
    if isinstance(info, inspect.LiteralType):
        return "text" if all(isinstance(value, str) for value in info.values) else "json"
    simple: dict[type, Kind] = {inspect.StrType: "text", inspect.IntType: "whole", inspect.BoolType: "truth"}
    return simple.get(type(info), "json")


def kinds_of(game: Game) -> dict[str, type[Event]]:
    """Everything that may stand on a line of this game's log, by its word."""
    kinds = [get_origin(one) or one for one in get_args(lines_of(game.play))]
    return {str(kind.__struct_config__.tag): kind for kind in kinds}


def own_columns(kind: type[Event]) -> dict[str, tuple[str, Kind]]:
    """An event's own fields: the column that holds each, and how."""
    taken = {column.name for column in SHARED_COLUMNS} | {"year"}
    own = [field for field in fields(kind) if field.name not in (*Event.__struct_fields__, *OWN)]
    return {field.name: (field.name + "_" if field.name in taken else field.name, kind_of(field.type)) for field in own}


def event_tables(games: Mapping[str, Game]) -> dict[str, Table]:
    """A table for each word, with the fields it has in any game; where games differ in type it is kept as JSON."""
    words: dict[str, dict[str, Kind]] = {}
    about: dict[str, str] = {}
    users: dict[str, dict[str, list[str]]] = {}
    for name, game in games.items():
        for word, kind in kinds_of(game).items():
            columns = words.setdefault(word, {})
            about.setdefault(word, (kind.__doc__ or "").split("\n")[0])
            for column, own in own_columns(kind).values():
                columns[column] = own if columns.get(column, own) == own else "json"
                users.setdefault(word, {}).setdefault(column, []).append(name)
    return {
        word: Table(word, about[word], (*SHARED_COLUMNS, *_own(columns, users.get(word, {}))))
        for word, columns in words.items()
    }


def _own(columns: dict[str, Kind], users: dict[str, list[str]]) -> Iterator[Column]:
    for name, kind in columns.items():
        yield Column(name, kind, f"as the event has it ({', '.join(users[name])})")


def tables(games: Mapping[str, Game]) -> dict[str, Table]:
    """Every table that is partitioned by game and year; `logs` stands apart."""
    core = (GAMES, seats_table(games), SCORE_LINES, FINDINGS, RUNNING, STRUCK, READINGS)
    return {table.name: table for table in core} | event_tables(games)


def schema(table: Table) -> "pa.Schema":
    """The table as Arrow has it, partition columns last."""
    import pyarrow as pa

    folders = [] if table is LOGS else [pa.field("game", pa.string()), pa.field("year", pa.int32())]
    return pa.schema([pa.field(column.name, arrow_type(column.kind)) for column in table.columns] + folders)


@cache
def arrow_type(kind: Kind) -> "pa.DataType":
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
        "json": pa.string(),
    }[kind]


# --- one log ----------------------------------------------------------------------------------------------------------


class Judged(NamedTuple):
    """A log that counts: its report, its events as they stand in the file, and the score after each round."""

    report: Report
    game: Game
    raw: list[Event]
    running: list[dict[str, int]]


def judged(data: bytes, games: Mapping[str, Game]) -> Judged | Report:
    """Verify and audit a log, and look at the score between its rounds; a bare report when it is no game to count."""
    running: list[dict[str, int]] = []

    def parts(record: Record, force: InForce) -> Iterator[list[Event]]:
        for part in by_round(force.events):
            yield part
            if closes_round(part[-1], record.table.players):
                sheet = draw_up(record)
                running.append({player: sheet.total(player) for player in sheet.figures})

    report = audit(data, games, parts=parts)
    if report.game is None or report.force is None or report.integrity != "ok":
        return report
    game = games[report.game]
    raw = report.force.events if len(report.force.events) == report.events else decode_lines(scan(data).lines, games)[1]
    if report.force.struck or report.force.refused:
        raw = decode_lines(scan(data).lines, games)[1]
    return Judged(report, game, raw, running)


def by_round(events: list[Event]) -> Iterator[list[Event]]:
    """The events in pieces, each up to a word that may close a round."""
    begun = 0
    for at, event in enumerate(events):
        if _tag(type(event)) in CLOSING:
            yield events[begun : at + 1]
            begun = at + 1
    if begun < len(events):
        yield events[begun:]


CLOSING = ("round_ended", "turn_ended")


@cache
def _tag(kind: type[Event]) -> str:
    return str(kind.__struct_config__.tag)


def closes_round(event: Event, players: Iterable[str]) -> bool:
    """A round ends when the table says so, or else with the turn of the last seat."""
    word = _tag(type(event))
    return word == "round_ended" or (word == "turn_ended" and getattr(event, "player", "") == list(players)[-1])


def unjudged(data: bytes, games: Mapping[str, Game]) -> Judged | Report:
    """Only read a log: for measuring what the judging costs."""
    try:
        found = scan(data, chain=False)
        game, events = decode_lines(found.lines, games)
    except Unreadable as error:
        return unjudgeable(error)
    force = in_force(events)
    started: Any = force.events[0]
    report = Report("clean", "ok", [], game.name, None, len(events), found.head, False, found.sealed, started, force)
    return Judged(report, game, events, [])


def other_readings(one: Judged) -> Iterator[tuple[str, Reading, Sheet]]:
    """The sheet of a finished game under each reading of an option that is not its own."""
    assert one.report.rules is not None
    own = one.report.rules.options
    for name, option in one.game.options.items():
        for value in option.values:
            if value != own[name]:
                yield name, value, draw_up(replay(one.game, one.raw, options={name: value}))


# --- rows -------------------------------------------------------------------------------------------------------------


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


def key_of(digest: bytes) -> int:
    """The short key of a log in every table."""
    return int.from_bytes(digest[:8], "big") >> (64 - KEY_BITS)


def rows(
    logs: Iterable[Source],
    games: Mapping[str, Game],
    *,
    readings: bool = False,
    judge: Callable[[bytes, Mapping[str, Game]], Judged | Report] = judged,
    rules: Callable[[str | None], str] = lambda game: "",
) -> dict[str, "pa.Table"]:
    """Every table's rows for a batch of logs; `source` in each tells which of them a row came from.

    >>> rows([Source("friday.jsonl", Path("friday.jsonl").read_bytes())], GAMES)["seats"]
    """
    gathered = Gathered(games, readings=readings)
    for source in logs:
        _gather(gathered, source, judge, rules)
    return _columns(gathered)


def _gather(
    gathered: Gathered,
    source: Source,
    judge: Callable[[bytes, Mapping[str, Game]], Judged | Report],
    rules: Callable[[str | None], str],
) -> None:
    if source.trouble:
        found: Judged | Report = unjudgeable(Unreadable("entry", None, Words("{why}", why=source.trouble)))
    else:
        found = judge(source.data, gathered.games)
    digest = sha256(source.data)
    report = found if isinstance(found, Report) else found.report
    key = None if source.trouble else key_of(digest.digest())
    year = year_of(report.started.ts) if report.started else None
    bad = isinstance(found, Report)
    why = next((one for one in report.findings if one.severity == "violation"), None) if bad else None
    gathered.add(
        "logs",
        _source=source.number,
        path=source.path,
        log=key,
        digest=None if source.trouble else digest.hexdigest(),
        size=source.size or len(source.data),
        modified=source.modified,
        changed=source.changed,
        rules=rules(report.game),
        game=report.game,
        year=year,
        verdict=report.verdict,
        integrity=report.integrity,
        line=why.line if why else None,
        reason=f"{why.rule}: {why.message}" if why else None,
    )
    if isinstance(found, Judged) and key is not None and year is not None:
        _gather_game(gathered, found, digest.hexdigest(), {SPOOL: source.number, "log": key, "year": year})


def year_of(ts: str) -> int:
    """The year in which a line was written."""
    return int(ts[:4]) if ts[:4].isascii() and ts[:4].isdigit() and ts[4:5] == "-" else NO_YEAR


def _gather_game(gathered: Gathered, one: Judged, digest: str, about: dict[str, Any]) -> None:
    about["game"] = one.game.name
    rounds = _gather_events(gathered, one, about)
    report = one.report
    _gather_header(gathered, one, digest, rounds, about)
    for finding in report.findings:
        _gather_finding(gathered, finding, about)
    for old, by in report.force.struck if report.force else ():
        if old is not None:
            entry, word = encode(old).decode(), _tag(type(old))
            gathered.add("struck", **about, n=old.n, type=word, entry=entry, amended_by=by.n)
    if report.sheet is not None and report.started is not None:
        _gather_sheet(gathered, one, report.sheet, report.started, about)


def _gather_header(gathered: Gathered, one: Judged, digest: str, rounds: int | None, about: dict[str, Any]) -> None:
    report = one.report
    started, force, rules, sheet = report.started, report.force, report.rules, report.sheet
    assert started is not None and force is not None
    last = next((event for event in reversed(force.events) if _tag(type(event)) == "game_ended"), force.events[-1])
    gathered.add(
        "games",
        **about,
        digest=digest,
        edition=rules.edition if rules else started.edition,
        options=rules.options if rules else started.options,
        catalogue=(rules.catalogue.name if rules else "") or started.catalogue,
        catalogue_digest=rules.catalogue.digest if rules else started.catalogue_digest,
        software=started.software,
        place=started.place,
        title=started.title,
        players=started.players,
        seats=len(started.players),
        rounds=rounds,
        events=len(force.events),
        lines=report.events,
        started=started.ts,
        ended=last.ts,
        verdict=report.verdict,
        violations=sum(1 for finding in report.findings if finding.severity == "violation"),
        final=sheet.final if sheet else None,
        sealed=report.sealed,
        winners=sheet.winners if sheet else (),
        ended_by=sheet.ended_by if sheet else "",
        scale=one.game.scale,
        head=report.head,
    )


def _gather_events(gathered: Gathered, one: Judged, about: dict[str, Any]) -> int | None:
    """Sort the events in force by kind; amendments come from the log as it lies. Gives the number of rounds ended."""
    assert one.report.force is not None and one.report.started is not None
    words = kinds_of_cached(one.game)
    count = 1 if any(word in words for word in CLOSING) else None
    players = one.report.started.players
    buckets = gathered.events
    log, source, year, game = about["log"], about[SPOOL], about["year"], about["game"]
    for step, event in enumerate(one.report.force.events):
        kind = type(event)
        bucket = buckets.get((game, kind))
        if bucket is None:
            bucket = buckets[game, kind] = Bucket()
        bucket.events.append(event)
        bucket.logs.append(log)
        bucket.sources.append(source)
        bucket.years.append(year)
        bucket.steps.append(step)
        bucket.rounds.append(count)
        if count is not None and _tag(kind) in CLOSING and closes_round(event, players):
            count += 1
    if one.raw is not one.report.force.events:
        for event in one.raw:
            if isinstance(event, AMENDMENTS):
                bucket = buckets.setdefault((game, type(event)), Bucket())
                bucket.events.append(event)
                bucket.logs.append(log)
                bucket.sources.append(source)
                bucket.years.append(year)
                bucket.steps.append(None)
                bucket.rounds.append(None)
    return None if count is None else count - 1


_KINDS: dict[str, dict[str, type[Event]]] = {}


def kinds_of_cached(game: Game) -> dict[str, type[Event]]:
    """`kinds_of`, worked out once a game."""
    if game.name not in _KINDS:
        _KINDS[game.name] = kinds_of(game)
    return _KINDS[game.name]


def _gather_finding(gathered: Gathered, finding: Finding, about: dict[str, Any]) -> None:
    values = finding.message.values
    gathered.add(
        "findings",
        **about,
        n=finding.n,
        line=finding.line,
        rule=finding.rule,
        severity=finding.severity,
        message=str(finding.message),
        expected=str(spoken(values["expected"])) if "expected" in values else None,
        found=str(spoken(values["found"])) if "found" in values else None,
    )


def _gather_sheet(gathered: Gathered, one: Judged, sheet: Sheet, started: GameStarted, about: dict[str, Any]) -> None:
    seats = {player: seat for seat, player in enumerate(started.players, 1)}
    claims: dict[str, int | None] = {}
    for event in one.report.force.events if one.report.force else ():
        if type(event) is one.game.claim:
            claims[event.player] = getattr(event, "total", None)
    totals = {player: sheet.total(player) for player in sheet.figures}
    categories = dict.fromkeys(name for game in gathered.games.values() for name in game.categories)
    for player, figures in sheet.figures.items():
        won = player in sheet.winners
        gathered.add(
            "seats",
            **about,
            seat=seats[player],
            player=player,
            total=totals[player],
            rank=rank(player, totals, sheet.winners) if sheet.final else None,
            won=won if sheet.final else None,
            claimed=claims.get(player),
            **{name: figures.get(name) for name in categories},
            **{ADJUSTED: figures.get(ADJUSTED)},
        )
    for line in sheet.lines:
        gathered.add(
            "score_lines",
            **about,
            seat=seats[line.player],
            player=line.player,
            category=line.category,
            points=line.points,
            reason=told(line.reason),
            rule=line.rule,
            cards=line.cards,
            events=line.events,
        )
    for number, totals in enumerate(one.running, 1):
        for player, total in totals.items():
            gathered.add("running", **about, round=number, seat=seats[player], player=player, total=total)
    if gathered.readings and sheet.final:
        for option, value, other in other_readings(one):
            for player in other.figures:
                gathered.add(
                    "readings",
                    **about,
                    option=option,
                    value=reading_text(value),
                    seat=seats[player],
                    player=player,
                    total=other.total(player),
                    won=player in other.winners,
                )


def rank(player: str, totals: Mapping[str, int], winners: Iterable[str]) -> int:
    """Winners are first; everybody else stands behind them and behind those with more points."""
    won = set(winners)
    if player in won:
        return 1
    return 1 + sum(1 for other in totals if other in won or totals[other] > totals[player])


_TOLD: dict[tuple[Any, ...], str] = {}
TOLD_LIMIT = 50_000


def told(words: Words) -> str:
    """A reason in English; games say the same things again and again."""
    key = (words.template, *words.values.values())
    try:
        text = _TOLD.get(key)
    except TypeError:
        return str(words)
    if text is None:
        text = str(words)
        if len(_TOLD) < TOLD_LIMIT:
            _TOLD[key] = text
    return text


def reading_text(value: object) -> str:
    """An option's value as text: true and false in small letters, as JSON has them."""
    return str(value).lower() if isinstance(value, bool) else str(value)


# --- columns ----------------------------------------------------------------------------------------------------------


def _columns(gathered: Gathered) -> dict[str, "pa.Table"]:
    import pyarrow as pa

    known = tables(gathered.games) | {"logs": LOGS}
    made: dict[str, list[pa.Table]] = {}
    for name, lists in gathered.lists.items():
        made.setdefault(name, []).append(_listed(known[name], lists))
    for (game, kind), bucket in gathered.events.items():
        table = known[_tag(kind)]
        made.setdefault(table.name, []).append(_bucketed(table, game, kind, bucket))
    return {name: pa.concat_tables(parts) for name, parts in made.items()}


def spooled(table: Table) -> "pa.Schema":
    """A table's schema while it is on its way: with the number of the source each row came from."""
    import pyarrow as pa

    return schema(table).append(pa.field(SPOOL, pa.int64()))


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
