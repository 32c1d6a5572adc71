"""A batch of logs as a batch of rows: the one pure function that a local pool and Spark both call."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.json import encode

from ledger.archive.columns import Gathered, columns, reading_text
from ledger.archive.judge_log import Judge, Judged, closes_round, closing_kinds, judged, other_readings, tag_of
from ledger.archive.tables import SPOOL
from ledger.audit import Finding, Report, unjudgeable
from ledger.events import AMENDMENTS, Event, GameStarted
from ledger.game import Catalogue, Game
from ledger.log import END_AT, HASH_AT, Unreadable
from ledger.score import ADJUSTED, ScoreLine, Sheet, known
from ledger.words import Words, spoken

if TYPE_CHECKING:
    import pyarrow as pa


NO_YEAR = 0  # the partition of games whose first line has no readable date

KEY_BITS = 63


_TOLD: dict[tuple[Any, ...], str] = {}

TOLD_LIMIT = 50_000


class Source(NamedTuple):
    """A log as it lies somewhere: its place, its bytes, and what the disk says of it."""

    path: str
    data: bytes
    number: int = 0  # tells two copies of the same bytes apart
    size: int = 0
    modified: int = 0
    changed: int = 0
    trouble: str = ""  # why there are no bytes
    digest: bytes = b""  # SHA-256 of the bytes, where it is known already
    file: str = ""  # the file it lies in, where that is not its path


def key_of(digest: bytes) -> int:
    """The short key of a log in every table."""
    return int.from_bytes(digest[:8], "big") >> (64 - KEY_BITS)


def start_of(data: bytes) -> int | None:
    """The short key of a log's first line: all copies of one game have it, however far they go on."""
    mark = data[: data.find(b"\n") + 1][HASH_AT:END_AT][:16]
    try:
        return int(mark, 16) >> (64 - KEY_BITS)
    except ValueError:
        return None


def rows(
    logs: Iterable[Source],
    games: Mapping[str, Game],
    *,
    readings: bool = False,
    catalogue: Catalogue | None = None,
    judge: Judge = judged,
    rules: Callable[[str | None], str] = lambda game: "",
) -> dict[str, "pa.Table"]:
    """Every table's rows for a batch of logs; `source` in each tells which of them a row came from.

    >>> rows([Source("friday.jsonl", Path("friday.jsonl").read_bytes())], GAMES)["seats"]
    """
    gathered = Gathered(games, readings=readings)
    for source in logs:
        found = _unread(source) if source.trouble else judge(source.data, games, catalogue)
        _gather(gathered, source, found, rules)
    return columns(gathered)


def _unread(source: Source) -> Report:
    return unjudgeable(Unreadable("entry", None, Words("{why}", why=source.trouble)))


def _gather(gathered: Gathered, source: Source, found: Judged | Report, rules: Callable[[str | None], str]) -> None:
    digest = source.digest or sha256(source.data).digest()
    report = found if isinstance(found, Report) else found.report
    key = None if source.trouble else key_of(digest)
    year = year_of(report.started.ts) if report.started else None
    bad = isinstance(found, Report)
    why = next((one for one in report.findings if one.severity == "violation"), None) if bad else None
    gathered.add(
        "logs",
        _source=source.number,
        path=source.path,
        file=source.file or source.path,
        log=key,
        digest=None if source.trouble else digest.hex(),
        size=source.size or len(source.data),
        modified=source.modified,
        changed=source.changed,
        start=None if source.trouble else start_of(source.data),
        part=None,  # known when it is put in place
        rules=rules(report.game),
        game=report.game,
        year=year,
        verdict=report.verdict,
        integrity=report.integrity,
        line=why.line if why else None,
        reason=f"{why.rule}: {why.message}" if why else None,
    )
    if isinstance(found, Judged) and key is not None and year is not None:
        _gather_game(gathered, found, digest.hex(), {SPOOL: source.number, "log": key, "year": year})


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
            entry, word = encode(old).decode(), tag_of(type(old))
            gathered.add("struck", **about, n=old.n, type=word, entry=entry, amended_by=by.n)
    if report.sheet is not None and report.started is not None:
        _gather_sheet(gathered, one, report.sheet, report.started, about)


def _gather_header(gathered: Gathered, one: Judged, digest: str, rounds: int | None, about: dict[str, Any]) -> None:
    report = one.report
    started, force, rules, sheet = report.started, report.force, report.rules, report.sheet
    assert started is not None and force is not None
    last = next((event for event in reversed(force.events) if tag_of(type(event)) == "game_ended"), force.events[-1])
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
        minutes=None,  # worked out from the two, a column at a time
        verdict=report.verdict,
        violations=sum(1 for finding in report.findings if finding.severity == "violation"),
        final=sheet.final if sheet else None,
        sealed=report.sealed,
        winners=sheet.winners if sheet else (),
        ended_by=sheet.ended_by if sheet else "",
        scale=one.game.worth.scale,
        head=report.head,
        chance=len(sheet.winners) / len(started.players) if sheet and sheet.winners else None,
    )


def _gather_events(gathered: Gathered, one: Judged, about: dict[str, Any]) -> int | None:
    """Events in force and facts, amendments as the log has them; gives the number of rounds ended."""
    assert one.report.force is not None and one.report.started is not None
    events, players = one.report.force.events, one.report.started.players
    seats = {player: seat for seat, player in enumerate(players, 1)}
    closing = _closing(one.game, events, players)
    gathered.standing[one.game.name].play(events, closing, about, seats)
    amendments = [event for event in one.raw if isinstance(event, AMENDMENTS)] if one.raw is not events else []
    gathered.put_apart(about, seats, [*amendments, *one.facts])
    return None if closing is None else len(closing)


def _closing(game: Game, events: list[Event], players: Sequence[str]) -> list[int] | None:
    """The places of the events that close a round; None where the game has no word for rounds."""
    kinds = closing_kinds(game)
    if not kinds:
        return None
    return [at for at, event in enumerate(events) if type(event) in kinds and closes_round(event, players)]


def _gather_finding(gathered: Gathered, finding: Finding, about: dict[str, Any]) -> None:
    values = finding.message.values
    gathered.add(
        "findings",
        **about,
        n=finding.n,
        line=finding.line,
        rule=finding.rule,
        severity=finding.severity,
        of=finding.of,
        player=values.get("player") if isinstance(values.get("player"), str) else None,
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
    for player, figures in sheet.figures.items():
        won = player in sheet.winners
        gathered.add(
            "seats",
            **about,
            seat=seats[player],
            player=player,
            scale=one.game.worth.scale,
            total=known(sheet, player, "total"),
            rank=rank(player, totals, sheet.winners) if sheet.final and not sheet.spans else None,
            won=won if sheet.final else None,
            claimed=claims.get(player),
            **{name: known(sheet, player, name) for name in gathered.categories},
            **{ADJUSTED: figures.get(ADJUSTED)},
        )
    scale = one.game.worth.scale
    gathered.put("score_lines", about, [_line(line, seats, scale) for line in sheet.lines])
    for number, totals in enumerate(one.running, 1):
        gathered.put("running", about, _standing(number, totals, seats, scale))
    if gathered.readings and sheet.final:
        for option, value, other in other_readings(one):
            for player in other.figures:
                gathered.add(
                    "readings",
                    **about,
                    option=option,
                    value=reading_text(value),
                    scale=one.game.worth.scale,
                    seat=seats[player],
                    player=player,
                    total=known(other, player, "total"),
                    won=player in other.winners,
                )


def _line(line: ScoreLine, seats: Mapping[str, int], scale: int) -> tuple[Any, ...]:
    """A row of `score_lines`."""
    reason = told(line.reason)
    player = line.player
    points = None if line.maybe else line.points  # what nobody counted is not nothing
    return seats[player], player, line.category, scale, points, reason, line.rule, line.cards, line.events


def _standing(number: int, totals: Mapping[str, int], seats: Mapping[str, int], scale: int) -> list[tuple[Any, ...]]:
    """Rows of `running`: everybody's score after a round, and who led by how much."""
    order = sorted(totals, key=lambda player: (-totals[player], seats[player]))
    first = totals[order[0]]
    lead = first - totals[order[1]] if len(order) > 1 else 0
    return [
        (number, seats[player], player, scale, totals[player], place, totals[player] - first if place > 1 else lead)
        for place, player in enumerate(order, 1)
    ]


def rank(player: str, totals: Mapping[str, int], winners: Iterable[str]) -> int:
    """Winners are first; everybody else stands behind them and behind those with more points."""
    won = set(winners)
    if player in won:
        return 1
    return 1 + sum(1 for other in totals if other in won or totals[other] > totals[player])


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
