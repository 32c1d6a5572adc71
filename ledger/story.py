"""The story of a game: everything that happened in words, with what was put right and where everybody stood."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from ledger.audit import Case, Finding, judge_events
from ledger.events import (
    EntryCorrected,
    EntryInserted,
    EntryWithdrawn,
    Event,
    GameEnded,
    GameStarted,
    LogSealed,
    NoteAdded,
    ScoreAdjusted,
    ScoreClaimed,
    ScoreConfirmed,
    TailSetAside,
)
from ledger.game import Game, Table
from ledger.replay import InForce, Struck, in_force, open_record
from ledger.score import draw_up, points
from ledger.words import Words


class Moment(NamedTuple):
    """One thing that happened, or that was once said to have happened."""

    event: Event
    words: Words
    totals: dict[str, int]  # after it
    findings: list[Finding]
    amended: Struck | None = None  # the amendment that this text comes from, and the entry before it
    before: Words | None = None  # that entry in words
    stands: bool = True  # False: withdrawn


def story(game: Game, events: Sequence[Event], **laid_over: Any) -> Iterator[Moment]:
    """Every entry in the order of the game, the withdrawn ones where they once stood."""
    force = in_force(events)
    return told(Case(open_record(game, force.events, **laid_over), force))


def told(case: Case) -> Iterator[Moment]:
    """The story of what is in force, judged and believed on the way."""
    record, amended = case.record, _amended(case.force)
    for event, struck in _entries(case.force):
        old = tell(record.game, record.table, struck.old) if struck and struck.old else None
        if struck and isinstance(struck.by, EntryWithdrawn):
            yield Moment(event, old or Words(""), _totals(record), [], struck, old, stands=False)
        else:
            yield happen(case, event, amended.get(event.n), old)


def happen(case: Case, event: Event, amended: Struck | None = None, old: Words | None = None) -> Moment:
    """Judge and believe one event, and tell it."""
    record, before = case.record, len(case.findings)
    words = tell(record.game, record.table, event)
    judge_events(case, [event])
    return Moment(event, words, _totals(record), case.findings[before:], amended, old)


def _amended(force: InForce) -> dict[int, Struck]:
    return {struck.old.n if struck.old else struck.by.n: struck for struck in force.struck}


def _entries(force: InForce) -> Iterator[tuple[Event, Struck | None]]:
    """What is in force, with what was withdrawn put back where it stood, each with its amendment."""
    amended = _amended(force)
    gone = [struck for struck in force.struck if isinstance(struck.by, EntryWithdrawn) and _stood(struck.old)]
    gone.sort(key=lambda struck: struck.old.n if struck.old else 0)
    for event in force.events:
        own = amended.get(event.n)
        while gone and gone[0].old and gone[0].old.n < event.n and not (own and own.old is None):
            struck = gone.pop(0)
            yield struck.old or struck.by, struck
        yield event, own
    for struck in gone:
        yield struck.old or struck.by, struck


def _stood(old: Event | None) -> bool:
    """Whether a withdrawn entry had a place in the game of its own; a correction stood in that of its target."""
    return old is not None and not isinstance(old, EntryWithdrawn | EntryCorrected)


def _totals(record: Any) -> dict[str, int]:
    sheet = draw_up(record)
    return {player: sheet.total(player) for player in sheet.figures}


# --- in words ---------------------------------------------------------------------------------------------------------


def tell(game: Game, table: Table, event: Event) -> Words:
    """An event as a person reads it, at the table as it was before."""
    if isinstance(event, EntryCorrected | EntryInserted):
        return tell(game, table, event.entry)
    shared = next((SHARED[kind] for kind in type(event).__mro__ if kind in SHARED), None)
    return shared(event, game) if shared else game.tell(table, event)


def _claimed(event: ScoreClaimed, game: Game) -> Words:
    total = getattr(event, "total", None)
    if total is None:
        return Words("{player} writes down a score", player=event.player)
    return Words("{player} writes down {points}", player=event.player, points=points(total, game.scale))


def _started(event: GameStarted, game: Game) -> Words:
    return Words("{players} sit down to play", players=event.players)


def _noted(event: NoteAdded, game: Game) -> Words:
    return Words("note: {text}", text=event.text)


def _adjusted(event: ScoreAdjusted, game: Game) -> Words:
    words = (
        "{player} is given {points} by the table: {reason}"
        if event.reason
        else "{player} is given {points} by the table"
    )
    return Words(words, player=event.player, points=points(event.points, game.scale), reason=event.reason)


def _confirmed(event: ScoreConfirmed, game: Game) -> Words:
    return Words("{player} agrees with the sheet", player=event.player)


def _torn(event: TailSetAside, game: Game) -> Words:
    return Words("an unfinished line of {bytes} bytes was set aside", bytes=event.bytes)


def _ended(event: GameEnded, game: Game) -> Words:
    return Words("the game ends; won by {winners}", winners=event.winners)


def _withdrawn(event: EntryWithdrawn, game: Game) -> Words:
    return Words("event {n} is withdrawn", n=event.target)


def _sealed(event: LogSealed, game: Game) -> Words:
    return Words("the log is sealed")


SHARED: dict[type, Callable[[Any, Game], Words]] = {
    GameStarted: _started,
    NoteAdded: _noted,
    ScoreAdjusted: _adjusted,
    ScoreConfirmed: _confirmed,
    TailSetAside: _torn,
    GameEnded: _ended,
    ScoreClaimed: _claimed,
    LogSealed: _sealed,
    EntryWithdrawn: _withdrawn,
}
