"""One log on its way into an archive: judged, and looked at between its rounds."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from ledger.audit import Report, audit, unjudgeable
from ledger.events import Event
from ledger.game import Game, Reading
from ledger.log import Unreadable, decode_lines, scan
from ledger.replay import InForce, Record, in_force, replay
from ledger.score import Sheet, draw_up


class Judged(NamedTuple):
    """A log that counts: its report, its events as they stand in the file, and the score after each round."""

    report: Report
    game: Game
    raw: list[Event]
    running: list[dict[str, int]]


CLOSING = ("round_ended", "turn_ended")


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
        if tag_of(type(event)) in CLOSING:
            yield events[begun : at + 1]
            begun = at + 1
    if begun < len(events):
        yield events[begun:]


def closes_round(event: Event, players: Iterable[str]) -> bool:
    """A round ends when the table says so, or else with the turn of the last seat."""
    word = tag_of(type(event))
    return word == "round_ended" or (word == "turn_ended" and getattr(event, "player", "") == list(players)[-1])


@cache
def tag_of(kind: type[Event]) -> str:
    """The word that stands in the log."""
    return str(kind.__struct_config__.tag)


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
