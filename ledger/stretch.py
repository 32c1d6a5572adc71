"""A stretch left out: a turn, a round, more than one thing that was played just before a mistake and stands nowhere.

Nobody can tell what was played there. So dice play it, by the conditions of the game, in a few ways: until the event of
the mistake may happen, or on until it may happen once more, a turn or a round later. These games are followed beside
the record. What is complained of later has to do with the stretch where not all of them give the same complaint, or
where what it is about stands otherwise in them; what is wrong in the same way whatever was played there has not.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from ledger.choices import allowed
from ledger.events import Event
from ledger.game import SLIP, Complaint
from ledger.names import names_in, names_of
from ledger.walk import Record, fold, walk

WAYS = 8  # so many ways in which it may have gone are tried at a time,
STEPS = 90  # of so many events at most,
ENOUGH = 32  # and so many in all
DEAR = 10  # to find something that may happen costs about as much as so many events
MORE = 8  # a turn has at most so many more events than it must have


class Stretch:
    """Some ways in which play may have gone on before an event, each followed beside the record."""

    __slots__ = ("_dice", "_events", "_followed", "_least", "_start", "_ways", "cause", "work")

    def __init__(self, start: Record, events: Sequence[Event], place: int) -> None:
        self.cause = place  # the event that shows that something was left out
        self.work = place  # so many events were gone through for it
        self._start = start  # the game just before it
        self._events = events
        self._dice = Random(place)  # noqa: S311
        self._least = STEPS  # so many things let the event happen, if it is not more
        self._followed = place + 1  # so many of the events were gone through
        self._ways: list[Way] = [Way(start.copy(), 0, False, events[place : place + 1])]  # first the record itself

    def explains(self, place: int, wrong: Sequence[Complaint], named: frozenset[str]) -> bool:
        """Whether what is wrong at a place is in order if just so much was left out that the event could happen."""
        return self._any(place, named, False, lambda: any(way.fits for way in self._short()))

    def changes(self, place: int, wrong: Sequence[Complaint], named: frozenset[str]) -> bool:
        """Whether all that is wrong at a place would be wrong otherwise if just so much was left out."""
        record, short = self._ways[0], self._short

        def differs(way: "Way", one: Complaint) -> bool:
            return way.touches(one, record) if "player" in one.values else way.changes(one)

        return self._any(place, named, False, lambda: all(any(differs(way, one) for way in short()) for one in wrong))

    def touches(self, place: int, wrong: Sequence[Complaint], named: frozenset[str]) -> bool:
        """Whether all that is wrong at a place may be so because of what was left out, a turn or a whole round."""
        record = self._ways[0]
        self.work += DEAR * len(wrong)
        return self._any(
            place, named, True, lambda: all(any(way.touches(one, record) for way in self._ways) for one in wrong)
        )

    def _short(self) -> list["Way"]:
        return [way for way in self._ways[1:] if way.steps <= self._least + MORE]

    def _any(self, place: int, named: frozenset[str], long: bool, found: Callable[[], bool]) -> bool:
        """Whether something is found in the ways followed so far, or in others that name the same."""
        while self._followed <= place:
            for way in self._ways:
                way.follow(self._events[self._followed : self._followed + 1])
            self._followed += 1
            self.work += len(self._ways)
        while not found():
            if sum(way.long == long for way in self._ways) > ENOUGH:
                return False
            self._ways += [self._played(place, named, long) for _ in range(WAYS)]
        return True

    def _played(self, place: int, named: frozenset[str], long: bool) -> "Way":
        """The game played on until the event may happen, or until it may once more; then as it is recorded."""
        game, until = self._start.copy(), self._events[self.cause]
        fits, times, steps = False, 2 if long else 1, 0
        while times and steps < STEPS:
            event = _anything(game, self._dice, named)
            if event is None:
                break
            fold(game, [event])
            steps += 1
            fitted, fits = fits, _may_happen(game, until)
            times -= fits and not fitted
        self._least = min(self._least, steps)
        self.work += place - self.cause + DEAR * (steps + 3)
        return Way(game, steps, long, self._events[self.cause : place + 1])

    @property
    def record(self) -> Record | None:
        """A game in which the event looked at last is in order."""
        return next((way.game for way in self._ways if way.fits), None)


class Way:
    """One way in which the stretch may have gone, and what is wrong in that game with the event looked at last."""

    __slots__ = ("game", "long", "said", "steps")

    def __init__(self, game: Record, steps: int, long: bool, events: Sequence[Event]) -> None:
        self.game = game
        self.steps = steps  # so many events were played
        self.long = long  # more was played than what lets the event behind the stretch happen
        self.said: list[Complaint] = []
        self.follow(events)

    def follow(self, events: Sequence[Event]) -> None:
        """Believe what the record says."""
        for event in events:
            self.said = _said(self.game, event)

    @property
    def fits(self) -> bool:
        """Whether nothing is wrong with it; that claims come too early is said only once."""
        return not self.said and not self.game.early

    def changes(self, complaint: Complaint) -> bool:
        """Whether the complaint would not be made here."""
        return str(complaint) not in map(str, self.said)

    def touches(self, complaint: Complaint, record: "Way") -> bool:
        """Whether the complaint might not be made here; of a thing out of its place, if others are out of theirs."""
        if complaint.mistake != SLIP or names_in(complaint) <= self.game.table.players.keys():
            return self.changes(complaint)
        player = complaint.values.get("player")
        return bool(self._sight(player) != record._sight(player))

    def _sight(self, player: str | None) -> Any:
        sight = self.game.game.scribe.view(self.game.table)
        return next((one for one in sight["players"] if one["player"] == player), sight)


def _said(game: Record, event: Event) -> list[Complaint]:
    """What is wrong with an event in a game, which then believes it."""
    return [complaint for _, complaint in walk(game, [event])[1] if complaint.severity == "violation"]


def _anything(game: Record, dice: Random, named: frozenset[str]) -> Event | None:
    """Something that may happen now, every other time something that names one of these."""
    found: Event | None = None
    wanted = named if dice.random() < 0.5 else frozenset()
    kinds = [happening for happening in game.game.course.happenings if not happening.recount]
    for happening in dice.sample(kinds, len(kinds)):
        events = [*happening.offers(game.table)]
        for event in dice.sample(events, len(events)):
            if (found is None or names_of(event) & wanted) and allowed(happening, game.table, event):
                if not wanted or names_of(event) & wanted:
                    return event
                found = event
    return found


def _may_happen(game: Record, event: Event) -> bool:
    happening = game.game.happens.get(type(event))
    if happening is not None:
        return allowed(happening, game.table, event)
    return not _said(game.copy(), event)
