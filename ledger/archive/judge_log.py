"""One log on its way into an archive: judged, and looked at between its rounds."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from msgspec import Struct

from ledger.archive.tables import kinds_of
from ledger.audit import Report, audit, unjudgeable
from ledger.events import Event
from ledger.game import Catalogue, Game, Reading
from ledger.log import Unreadable, decode, scan
from ledger.score import Sheet, draw_up, totals
from ledger.walk import InForce, Record, in_force, replay

CLOSING = ("round_ended", "turn_ended")  # words that may close a round


class Judged(NamedTuple):
    """A log that counts: its report, its events as they stand in the file, and the score after each round."""

    report: Report
    game: Game
    raw: list[Event]
    running: list[dict[str, int]]
    facts: list[Any]  # rows of the game's own tables


Judge = Callable[[bytes, Mapping[str, Game], Catalogue | None], Judged | Report]


def judged(data: bytes, games: Mapping[str, Game], catalogue: Catalogue | None = None) -> Judged | Report:
    """Verify and audit a log, and look at the score between its rounds; a bare report when it is no game to count.

    `catalogue` is a card list for logs that cannot be judged with ours.
    """
    found = _judged(data, games, None)
    if catalogue is not None and isinstance(found, Report) and found.verdict == "unjudgeable":
        again = _judged(data, games, catalogue)
        return again if isinstance(again, Judged) else found
    return found


def _judged(data: bytes, games: Mapping[str, Game], catalogue: Catalogue | None) -> Judged | Report:
    running: list[dict[str, int]] = []
    rows: list[Any] = []

    def parts(record: Record, force: InForce) -> Iterator[int]:
        """Stop before every event that a fact is read off, and behind every one that closes a round."""
        facts, closing, table = record.game.facts.values(), closing_kinds(record.game), record.table
        telling = {kind: [one.at[kind] for one in facts if kind in one.at] for fact in facts for kind in fact.at}
        for place, event in enumerate(force.events):
            kind = type(event)
            if kind in telling:
                yield place
                for read in telling[kind]:
                    rows.extend(read(table, event))
            if kind in closing:
                yield place + 1
                if closes_round(event, table.players):
                    running.append(totals(record))
        yield len(force.events)
        rows.extend(row for one in facts for row in one.left(table))

    report = audit(data, games, catalogue=catalogue, parts=parts)
    if report.game is None or report.force is None or report.integrity != "ok":
        return report
    raw = report.force.events
    if report.force.struck or report.force.refused or len(raw) != report.events:
        raw = decode(scan(data, chain=False), games)[1]
    return Judged(report, games[report.game], raw, running, rows)


def closing_kinds(game: Game) -> list[type[Event]]:
    """The events of a game that may close a round; none where it has no word for rounds."""
    kinds = kinds_of(game)
    return [kinds[word] for word in CLOSING if word in kinds]


def closes_round(event: Event, players: Iterable[str]) -> bool:
    """A round ends when the table says so, or else with the turn of the last seat."""
    word = tag_of(type(event))
    return word == "round_ended" or (word == "turn_ended" and getattr(event, "player", "") == [*players][-1])


@cache
def tag_of(kind: type[Struct]) -> str:
    """The word that stands in the log."""
    return str(kind.__struct_config__.tag)


def unjudged(data: bytes, games: Mapping[str, Game], catalogue: Catalogue | None = None) -> Judged | Report:
    """Only read a log: for measuring what the judging costs."""
    try:
        found = scan(data, chain=False)
        game, events = decode(found, games)
    except Unreadable as error:
        return unjudgeable(error)
    force = in_force(events)
    started: Any = force.events[0]
    report = Report("clean", "ok", [], game.name, None, len(events), found.head, False, found.sealed, started, force)
    return Judged(report, game, events if force.struck else force.events, [], [])


def other_readings(one: Judged) -> Iterator[tuple[str, Reading, Sheet]]:
    """The sheet of a finished game under each reading of an option that is not its own."""
    assert one.report.rules is not None
    own, cards = one.report.rules.options, one.report.rules.catalogue
    for name, option in one.game.about.options.items():
        for value in option.values:
            if value != own[name]:
                yield name, value, draw_up(replay(one.game, one.raw, options={name: value}, catalogue=cards))
