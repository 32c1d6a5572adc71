"""The story of a game: everything that happened in words, with what was put right and where everybody stood."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from msgspec.structs import replace

from ledger import choices
from ledger.audit import Case, Finding, ordered
from ledger.events import (
    EntryCorrected,
    EntryInserted,
    EntryWithdrawn,
    Event,
    GameStarted,
    LineLost,
    LogRecovered,
    LogSealed,
    TailSetAside,
)
from ledger.game import Game, Table
from ledger.language.shared import shared_sayings
from ledger.score import Bounds, open_totals, totals
from ledger.walk import InForce, Record, Struck, in_force, open_record, replay
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
    ranges: Mapping[str, Bounds] = {}  # between what a total lies, of those of whom something is unseen or unknown


def story(game: Game, events: Sequence[Event], **laid_over: Any) -> list[Moment]:
    """Every entry in the order of the game, the withdrawn ones where they once stood."""
    force = in_force(events)
    return _moments(Case(open_record(game, force.events, **laid_over), force))


def _moments(case: Case) -> list[Moment]:
    return placed(list(told(case)), ordered(case))


def told(case: Case) -> Iterator[Moment]:
    """What is in force, judged and believed on the way, with what was withdrawn put back where it stood."""
    game, table, amended = case.record.game, case.record.table, _amended(case.force)
    for event, gone in _told(case.force):
        struck = gone or amended.get(event.n)
        old = tell(game, table, unwrapped(struck.old)) if struck and struck.old else None
        if gone and old:
            yield Moment(event, old, totals(case.record), [], struck, old, False, open_totals(case.record))
        else:
            yield happen(case, event, struck, old)


def happen(case: Case, event: Event, struck: Struck | None = None, old: Words | None = None) -> Moment:
    """Judge and believe one event, and tell it."""
    words = tell(case.record.game, case.record.table, event)
    case.judge(case.place + 1)
    return Moment(event, words, totals(case.record), [], struck, old, ranges=open_totals(case.record))


def placed(moments: Sequence[Moment], findings: Iterable[Finding]) -> list[Moment]:
    """The story with every finding at its moment."""
    found: dict[int, list[Finding]] = {}
    own = {one.event.n: at for at, one in reversed([*enumerate(moments)]) if one.stands}
    least = [*accumulate((one.event.n for one in reversed(moments)), min)][::-1]  # of all numbers from there on
    for finding in findings:
        place = len(moments) - 1 if finding.n is None else own.get(finding.n)
        if place is None:  # the last thing that happened before it
            place = max(bisect_left(least, finding.n) - 1, 0)  # type: ignore[type-var]
        found.setdefault(place, []).append(finding)
    return [moment._replace(findings=found.get(at, [])) for at, moment in enumerate(moments)]


def unwrapped(event: Event) -> Event:
    """What an amendment says happened; any other event itself."""
    return replace(event.entry, n=event.n) if isinstance(event, EntryCorrected | EntryInserted) else event


def _amended(force: InForce) -> dict[int, Struck]:
    """By event in force: the amendment that its text comes from."""
    return {struck.old.n if struck.old else struck.by.n: struck for struck in force.struck}


def _told(force: InForce) -> Iterator[tuple[Event, Struck | None]]:
    """What is in force, with what was withdrawn put back where it stood."""
    gone = sorted(_withdrawn(force), key=lambda one: one[0])
    inserted = {struck.by.n for struck in force.struck if struck.old is None}
    for event in force.events:
        while gone and event.n not in inserted and gone[0][0] < event.n:
            yield gone.pop(0)[1:]
        yield event, None
    for one in gone:
        yield one[1:]


def _withdrawn(force: InForce) -> Iterator[tuple[float, Event, Struck]]:
    """What was taken back and where it stood; a correction taken back leaves nothing to tell."""
    for struck in force.struck:
        old = struck.old
        if old is None or not isinstance(struck.by, EntryWithdrawn) or isinstance(old, EntryWithdrawn | EntryCorrected):
            continue
        place = old.before - 0.5 if isinstance(old, EntryInserted) else old.n
        yield place, unwrapped(old), struck


class Amended(NamedTuple):
    """An amendment in force: what stood there, and what stands there now."""

    by: Event
    old: Words | None  # None: something forgotten was put in
    new: Words | None  # None: it was taken out


def amendments(game: Game, force: InForce, **laid_over: Any) -> list[Amended]:
    """What was put right, in the order in which it was."""
    if not force.struck:
        return []
    record = open_record(game, force.events, **laid_over)
    moments = {moment.event.n: moment for moment in _moments(Case(record, force))}
    return [_put_right(record, moments.get((struck.old or struck.by).n), struck) for struck in force.struck]


def _put_right(record: Record, moment: Moment | None, struck: Struck) -> Amended:
    entry = getattr(struck.by, "entry", None)
    old = moment.before if moment else None
    if old is None and struck.old is not None:
        old = tell(record.game, record.table, unwrapped(struck.old))
    if moment is not None and entry is not None and moment.event == replace(entry, n=moment.event.n):
        return Amended(struck.by, old, moment.words)
    return Amended(struck.by, old, tell(record.game, record.table, entry) if entry is not None else None)


# --- in words ---------------------------------------------------------------------------------------------------------


def tell(game: Game, table: Table, event: Event) -> Words:
    """An event as a person reads it, at the table as it was before."""
    said = shared_sayings(game).get(type(event))
    if said is not None:
        return said(table, event)
    shared = next((SHARED[kind] for kind in type(event).__mro__ if kind in SHARED), None)
    return shared(event, game) if shared else choices.tell(game, table, event)


def tell_at(game: Game, events: Sequence[Event], n: int, **laid_over: Any) -> Words:
    """Event n of a log as it stands, told at the table as it was before."""
    event = next((one for one in in_force(events).events if one.n == n), events[n])
    return tell(game, replay(game, events, max(0, n - 1), **laid_over).table, unwrapped(event))


def _started(event: GameStarted, game: Game) -> Words:
    return Words("{players} sit down to play", players=event.players)


def _torn(event: TailSetAside, game: Game) -> Words:
    return Words("an unfinished line of {bytes} bytes was set aside", bytes=event.bytes)


def _lost(event: LineLost, game: Game) -> Words:
    return Words("a line of the log was lost")


def _recovered(event: LogRecovered, game: Game) -> Words:
    return Words("the log was recovered from a damaged one")


def _sealed(event: LogSealed, game: Game) -> Words:
    return Words("the log is sealed")


def _taken_back(event: EntryWithdrawn, game: Game) -> Words:
    return Words("entry {target} is withdrawn", target=event.target)


def _corrected(event: EntryCorrected[Event], game: Game) -> Words:
    return Words("entry {target} is corrected", target=event.target)


def _inserted(event: EntryInserted[Event], game: Game) -> Words:
    return Words("something is put in before entry {before}", before=event.before)


SHARED: dict[type, Callable[[Any, Game], Words]] = {
    GameStarted: _started,
    TailSetAside: _torn,
    LineLost: _lost,
    LogRecovered: _recovered,
    LogSealed: _sealed,
    EntryWithdrawn: _taken_back,
    EntryCorrected: _corrected,
    EntryInserted: _inserted,
}


# --- the table --------------------------------------------------------------------------------------------------------

NAMES = ("name", "names")  # a card that is told by its name needs no column for it


def seen(record: Record) -> dict[str, Any]:
    """The table as it stands, as a person sees it: every card by its name."""
    return _row(record, record.game.scribe.view(record.table))


def _row(record: Record, row: dict[str, Any]) -> dict[str, Any]:
    return {key: _seen(record, value) for key, value in row.items() if key not in NAMES}


def _seen(record: Record, value: Any) -> Any:
    if isinstance(value, dict):
        return {_seen(record, key): _seen(record, one) for key, one in value.items()}
    if isinstance(value, list):
        return [_row(record, one) if isinstance(one, dict) else _seen(record, one) for one in value]
    if isinstance(value, str) and value not in record.table.players and value in record.rules.deck.cards:
        return record.rules.deck.named(value)
    return value
