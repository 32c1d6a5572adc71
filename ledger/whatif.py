"""What if: a game in which one thing was otherwise, and the corrections by which a record fits again.

What the rules make of the following moments is worked out anew; what players chose, and what chance dealt, is kept
while it is legal. Where that ends, nobody can know how the game would have gone on.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

from msgspec import to_builtins
from msgspec.structs import replace

from ledger.amend import entry, would_hold
from ledger.choices import allowed, barred, offered
from ledger.claims import Breach
from ledger.doubt import names_of
from ledger.events import (
    EntryCorrected,
    EntryInserted,
    EntryWithdrawn,
    Event,
    GameEnded,
    ScoreClaimed,
)
from ledger.game import Becomes, Catalogue, Game, Happening, Stranger, as_it_was
from ledger.log import Unreadable
from ledger.score import ScoreLine, Sheet, as_json, draw_up
from ledger.story import tell
from ledger.walk import Record, fold, in_force, open_record, step, until, walk
from ledger.words import Words
from ledger.words.speech import ENGLISH, Language

UNSEEN = Words("which card would come up, the record has not seen")
NOT_OVER = Words("the game would not be over, and how it would have gone on nobody can know")
DUE = 12  # so many things at most does the record lack in a row, each of which the rules make of its moment


class Reworked(NamedTuple):
    """One event that would be another, or would not be, or be there as well."""

    n: int  # of the event; of one that comes in, the event it comes before
    was: Event | None
    now: Event | None
    was_said: Words | None = None
    now_said: Words | None = None


class Change(NamedTuple):
    """What is otherwise, in words, and which rule would be broken by it."""

    was: Words | None
    now: Words | None
    breaches: list[Breach]


class Otherwise(NamedTuple):
    """The game as it would stand."""

    change: Change
    events: list[Event]  # in force, as far as anybody can know
    kept: int  # so many events after the change are as they were
    reworked: list[Reworked]
    ends_at: int | None  # the event from which on nobody can know
    ends_with: Words | None  # that event,
    why: Words | None  # and why it cannot be as it was
    before: Sheet  # as the game stood at that moment, or at its end
    after: Sheet

    @property
    def told(self) -> list[Reworked]:
        """What comes out otherwise in the words of people, to whom copies of a card are the same."""
        return [one for one in self.reworked if one.was_said != one.now_said]

    @property
    def needed(self) -> list[Reworked]:
        """What would have to be written down otherwise; what the rules bring about by an entry is not."""
        return [one for one in self.reworked if one.was is None or one.now is None or fact(one.was) != fact(one.now)]


class FigureDifference(NamedTuple):
    """One figure that is not the same on two sheets, and the lines behind it that are not."""

    player: str
    category: str
    before: int
    after: int
    gone: list[ScoreLine]
    new: list[ScoreLine]


# --- what is asked ----------------------------------------------------------------------------------------------------


def amendment_of(
    game: Game,
    events: Sequence[Event],
    n: int,
    *,
    instead: str = "",
    before: str = "",
    catalogue: Catalogue | None = None,
    speak: Language = ENGLISH,
) -> Event:
    """A question as the amendment that would make it true; Unreadable says why there is no such game."""
    if not 0 <= n < len(events):
        template = "there is no event {found}; events go from 0 to {expected}"
        raise Unreadable("entry", None, Words(template, found=n, expected=len(events) - 1))
    made: Event = EntryWithdrawn(target=n)
    if instead:
        made = EntryCorrected(target=n, entry=said_at(game, events, n, instead, catalogue, speak))
    elif before:
        made = EntryInserted(before=n, entry=said_at(game, events, n, before, catalogue, speak))
    would_hold(game, events, made, catalogue)
    if [*map(fact, _standing(events))] == [*map(fact, _standing(events, made))]:
        raise Unreadable("entry", None, Words("event {n} does not count any more, or is just that already", n=n))
    return made


def said_at(
    game: Game, events: Sequence[Event], n: int, text: str, catalogue: Catalogue | None, speak: Language
) -> Event:
    """One event in words, or as JSON, said at the table as it was just before event n."""
    if text.lstrip().startswith("{"):
        return entry(game, text)
    from ledger.language import Ambiguous, NotUnderstood, understand

    standing = _standing(events)
    place = next((at for at, event in enumerate(standing) if event.n == n), None)
    earlier = standing[:place] if place else [*until(standing, max(0, n - 1))]
    record = fold(open_record(game, standing, catalogue=catalogue), earlier)
    heard = understand(record, text, speak)
    if isinstance(heard, NotUnderstood):
        template = "'{text}' is not understood: {why}; nearest: {nearest}"
        raise Unreadable("entry", None, Words(template, text=text, why=heard.why, nearest=heard.nearest))
    if isinstance(heard, Ambiguous):
        could = [words for one in heard.possibilities for words in one.words]
        raise Unreadable("entry", None, Words("'{text}' may be one of: {could}", text=text, could=could))
    if len(heard.events) != 1:
        template = "'{text}' is several things; only one can be otherwise at a time"
        raise Unreadable("entry", None, Words(template, text=text))
    return heard.events[0]


def _standing(events: Sequence[Event], *amendments: Event) -> list[Event]:
    further = [replace(one, n=len(events) + at) for at, one in enumerate(amendments)]
    return in_force([*events, *further]).events


# --- the game that would have been ------------------------------------------------------------------------------------


def what_if(
    game: Game, events: Sequence[Event], amendment: Event, *, dealt_anew: bool = True, **laid_over: Any
) -> Otherwise:
    """The game with this amendment, as far as the rules, the piles and what players chose can tell.

    `dealt_anew`: what chance dealt comes off the same piles, wherever there is a place for it then; False: it stays
    where people saw it, because a correction changes what was written down and not what lay there.
    """
    old, new = _standing(events), _standing(events, amendment)
    first, after = _alike(old, new)
    world = TwoGames(
        fold(open_record(game, old, **laid_over), old[:first]),
        fold(open_record(game, new, **laid_over), new[:first]),
        new[:first],
        len(events) + 1,
        dealt_anew=dealt_anew,
    )
    world.beside = game.course.beside(world.old.table, _course(world.old, old[first:]), dealt_anew)
    change = world.change(old[first : len(old) - after], new[first : len(new) - after])
    world.stack(old[len(old) - after :])
    ends = next((event for event in old[len(old) - after :] if not world.follow(event)), None)
    said = tell(game, world.new.table, ends) if ends is not None else None
    return Otherwise(
        change,
        world.events,
        world.kept,
        world.reworked,
        None if ends is None else ends.n,
        said,
        world.why,
        draw_up(world.old),
        draw_up(world.new),
    )


def _course(record: Record, events: Sequence[Event]) -> Iterator[tuple[Any, Event]]:
    """Every event with the table before it."""
    record = record.copy()
    for event in events:
        yield record.table, event
        step(record, event)


def _alike(old: list[Event], new: list[Event]) -> tuple[int, int]:
    """How many events at the beginning, and how many at the end, the two have in common."""
    shorter = min(len(old), len(new))
    first = next((at for at in range(shorter) if old[at] != new[at]), shorter)
    after = next((at for at in range(shorter - first) if old[-1 - at] != new[-1 - at]), shorter - first)
    return first, after


class TwoGames:
    """Two games side by side: the recorded one, and the one that would have been."""

    def __init__(self, old: Record, new: Record, events: list[Event], number: int, *, dealt_anew: bool) -> None:
        self.old = old
        self.new = new
        self.events = events
        self.number = number  # of the next amendment that would be needed
        self.dealt_anew = dealt_anew
        self.beside = as_it_was(old.table, (), dealt_anew)
        # By pile: the cards that lie on it, as far as the record saw them.
        self.coming: defaultdict[str, list[str]] = defaultdict(list)
        self.kept = 0
        self.reworked: list[Reworked] = []
        self.why: Words | None = None

    def change(self, old: list[Event], new: list[Event]) -> Change:
        """What is asked: it is believed, legal or not."""
        was = [tell(self.old.game, self.old.table, event) for event in old]
        now = [tell(self.new.game, self.new.table, event) for event in new]
        for event in old:
            step(self.old, event)
        breaches = [breach for event in new for breach in step(self.new, event) if _wrong(breach)]
        self.events += new
        return Change(was[0] if was else None, now[0] if now else None, breaches)

    def stack(self, events: Sequence[Event]) -> None:
        """Chance has dealt already: what comes up later in the record lies on its pile in that order."""
        for event in events:
            pile = self._pile(event)
            if pile is not None:
                self.coming[pile].append(_card(event))

    def _pile(self, event: Event) -> str | None:
        happening = self.new.game.happens.get(type(event))
        if happening is None or happening.pile is None or not self.dealt_anew:
            return None
        try:
            return happening.pile(self.new.table, event)
        except Stranger:
            return None

    def follow(self, event: Event) -> bool:
        """Take the next event of the record over into the other game; False when nobody can know any more."""
        was_said = tell(self.old.game, self.old.table, event)
        happening = self._happening(event)
        becomes = self._becomes(happening, event)
        if becomes != (event,):
            return self._replaced(event, becomes, was_said)
        fits = happening is not None and self._as_it_came(event) and allowed(happening, self.new.table, event)
        idle = happening is not None and not fits and not happening.due and self._not_asked(happening, event)
        stood = None if fits else self.old.copy()
        was = step(self.old, event)
        if self._taken_over(happening, event, was, was_said, fits=fits, idle=idle):
            return True
        self.old = stood or self.old  # both sheets are of the same moment
        return False

    def _becomes(self, happening: Happening | None, event: Event) -> Becomes:
        """What the game makes of an event that was right; what comes before it happens as well."""
        if happening is None or not allowed(happening, self.old.table, event):
            return (event,)
        becomes = self.beside(self.old.table, self.new.table, event)
        for _ in range(DUE):
            if isinstance(becomes, Words) or len(becomes) < 2:
                break
            for one in becomes[:-1]:
                self._insert(event, one)
            becomes = self.beside(self.old.table, self.new.table, event)
        return becomes

    def _replaced(self, event: Event, becomes: Becomes, was_said: Words) -> bool:
        """Another event comes in place of this one, or none; or nobody can know."""
        if isinstance(becomes, Words):
            self.why = becomes
            return False
        now = becomes[0] if becomes else None
        if now is not None and (against := barred(self.new.game.happens[type(now)], self.new.table, now)) is not None:
            self.why = _barred(against)
            return False
        step(self.old, event)
        return self._put(event, now, was_said)

    def _taken_over(
        self, happening: Happening | None, event: Event, was: list[Breach], was_said: Words, *, fits: bool, idle: bool
    ) -> bool:
        if happening is None:
            return self._beside(event, was, was_said)
        if idle or self._counts_another_game(happening, event, was):
            return self._put(event, None, was_said)
        if fits or self._wrong_as_before(happening, event, was):
            return self._keep(event, was_said)
        pile = self._pile(event)
        if pile is not None:
            return self._drawn(happening, event, pile, was_said)
        return self._anew(happening, event, was_said)

    def _happening(self, event: Event) -> Happening | None:
        game = self.new.game
        return None if isinstance(event, game.course.started) else game.happens.get(type(event))

    def _as_it_came(self, event: Event) -> bool:
        """The card that comes up lies on top of its pile in the other game too."""
        pile = self._pile(event)
        return pile is None or self.coming[pile][:1] == [_card(event)]

    def _believe(self, event: Event) -> None:
        """It happens, and what comes off a pile is no longer there."""
        pile = self._pile(event)
        if pile is not None and _card(event) in self.coming[pile]:
            self.coming[pile].remove(_card(event))
        step(self.new, event)

    def _keep(self, event: Event, was_said: Words) -> bool:
        said = tell(self.new.game, self.new.table, event)
        if said == was_said:
            self.kept += 1
        else:  # the same was done, and it came to something else
            self.reworked.append(Reworked(event.n, event, event, was_said, said))
        self._believe(event)
        self.events.append(event)
        return True

    def _put(self, was: Event, now: Event | None, was_said: Words) -> bool:
        """Something else happens in place of an event, or nothing."""
        said = None
        if now is not None:
            now = fact(now, was.n)
            said = tell(self.new.game, self.new.table, now)
            self._believe(now)
            self.events.append(now)
        self.kept += said == was_said
        self.reworked.append(Reworked(was.n, was, now, was_said, said))
        self.number += 1
        return True

    def _insert(self, before: Event, now: Event) -> None:
        """Something happens that did not happen in the record."""
        now = fact(now, self.number)
        said = tell(self.new.game, self.new.table, now)
        self.reworked.append(Reworked(before.n, None, now, None, said))
        self.number += 1
        self._believe(now)
        self.events.append(now)

    def _wrong_as_before(self, happening: Happening, event: Event, was: list[Breach]) -> bool:
        """A mistake of the record that has nothing to do with the change stays a mistake."""
        if not any(map(_wrong, was)):
            return False
        now = step(self.new.copy(), event)
        if happening.due:
            return [*map(_told, was)] == [*map(_told, now)]
        return {breach.rule for breach in now if _wrong(breach)} <= {breach.rule for breach in was}

    def _not_asked(self, happening: Happening, event: Event) -> bool:
        """A player had to answer there what nobody asks here: nothing of the kind is open to them."""

        def same(other: Event) -> bool:
            return type(other) is type(event) and _player(other) == _player(event) is not None

        open_there = [one for _, one in offered(self.old.game, self.old.table)]
        return bool(open_there) and all(map(same, open_there)) and not any(map(same, _may(happening, self.new)))

    def _counts_another_game(self, happening: Happening, event: Event, was: list[Breach]) -> bool:
        """Somebody says how the table stands, rightly there and wrongly here: it was said of the other table."""
        return happening.recount and not was and self._played() and bool(step(self.new.copy(), event))

    def _played(self) -> bool:
        """Not only counted: a tally has nothing but what people say they have."""
        return any(happening is not None and not happening.recount for happening in map(self._happening, self.events))

    def _anew(self, happening: Happening, event: Event, was_said: Words) -> bool:
        """An event that cannot be as it was: what the rules make of the moment, or of those before it."""
        reached = self._reached(happening, event)
        if reached is not None:
            for one in reached[0]:
                self._insert(event, one)
            return self._keep(event, was_said) if reached[1] is event else self._put(event, reached[1], was_said)
        if happening.due or self.new.game.course.over(self.new.table) is True:
            return self._put(event, None, was_said)
        self.why = next((_barred(one.complaint) for one in step(self.new.copy(), event) if _wrong(one)), None)
        return False

    def _drawn(self, happening: Happening, event: Event, pile: str, was_said: Words) -> bool:
        """Chance: the card on top of the pile comes, here or where else there is a place for it; or none does."""
        top = self.coming[pile][:1]
        places = [one for one in _may(happening, self.new) if self._pile(one) == pile]
        if not places:
            reached = self._reached(happening, replace(event, card=top[0])) if top else None
            if reached is None or self._pile(reached[1]) is None:
                return self._put(event, None, was_said)
            for one in reached[0]:
                self._insert(event, one)
            places = [reached[1]]
        fitting = [one for one in places if [_card(one)] == top]
        if not fitting:
            self.why = UNSEEN
            return False
        same = [one for one in fitting if names_of(one) == names_of(replace(event, card=top[0]))]
        found = (same or fitting)[0]
        return self._keep(event, was_said) if fact(found) == fact(event) else self._put(event, found, was_said)

    def _reached(self, happening: Happening, event: Event) -> tuple[list[Event], Event] | None:
        """What the rules and the piles bring about until this event may happen, or another has to in its place."""
        record, before = self.new.copy(), list[Event]()
        while len(before) < DUE:
            found = must(record) or (self._next_card(record, before) if happening.pile is None else None)
            if found is None:
                return None
            if _same_moment(record, found, event):
                return before, found
            before.append(found)
            walk(record, [replace(found, n=self.number + len(before))])
            if allowed(happening, record.table, event):
                return before, event
        return None

    def _next_card(self, record: Record, before: Sequence[Event]) -> Event | None:
        """The card that comes up next, where the rules want one and the record has seen it."""
        gone = {_card(one) for one in before if self._pile(one) is not None}
        tops = {pile: next((card for card in cards if card not in gone), None) for pile, cards in self.coming.items()}
        for happening in record.game.course.happenings:
            for event in _may(happening, record) if happening.pile is not None else ():
                if tops.get(self._pile(event) or "") == _card(event):
                    return event
        return None

    # --- what stands beside the game ----------------------------------------------------------------------------------

    def _beside(self, event: Event, was: list[Breach], was_said: Words) -> bool:
        """Claims that were right follow the sheet; a wrong one stays its player's word."""
        found = [breach for breach in step(self.new.copy(), event) if _wrong(breach)]
        if not found or any(map(_wrong, was)):
            return self._keep(event, was_said)
        right = _rightly(self.new, event)
        if right is not None and not any(map(_wrong, step(self.new.copy(), right))):
            return self._put(event, right, was_said)
        over = self.new.game.course.over
        ended = over(self.old.table) is True and over(self.new.table) is False
        self.why = NOT_OVER if ended else _barred(found[0].complaint)
        return False


def _barred(complaint: Words) -> Words:
    """Nobody did anything wrong: what is said would be said of it in the other game."""
    return Words("it would not be allowed then ({why})", why=complaint)


def must(record: Record) -> Event | None:
    """The one thing that the rules make of the moment, if there is one."""
    due = [
        event
        for happening in record.game.course.happenings
        if happening.due
        for event in islice(_may(happening, record), 2)
    ]
    if not due:
        due = [event for _, event in islice(offered(record.game, record.table), 2)]
    return due[0] if len(due) == 1 else None


def _may(happening: Happening, record: Record) -> Iterator[Event]:
    return (event for event in happening.offers(record.table) if allowed(happening, record.table, event))


def _same_moment(record: Record, one: Event, other: Event) -> bool:
    """Two events that answer the same question: what becomes of this tile, of this card; how the round ends."""
    happens = record.game.happens
    if type(one) is not type(other) and not (happens[type(one)].due and happens[type(other)].due):
        return False
    own, others = (names_of(event) - record.table.players.keys() for event in (one, other))
    return bool(own & others) or (type(one) is type(other) and not own | others)


def _card(event: Event) -> str:
    return str(getattr(event, "card", ""))


def _player(event: Event) -> str | None:
    return getattr(event, "player", None)


def _rightly(record: Record, event: Event) -> Event | None:
    """A claim as the sheet has it."""
    sheet = draw_up(record)
    if isinstance(event, GameEnded):
        return replace(event, winners=tuple(sheet.winners))
    if not isinstance(event, ScoreClaimed) or event.player not in sheet.figures:
        return None
    figures = {**sheet.figures[event.player], "total": sheet.total(event.player)}
    return replace(event, **{name: figures[name] for name in figures if getattr(event, name, None) is not None})


def _wrong(breach: Breach) -> bool:
    return breach.complaint.severity == "violation"


def _told(breach: Breach) -> tuple[str, str]:
    return breach.rule, str(breach.complaint)


# --- what comes of it -------------------------------------------------------------------------------------------------


def difference(before: Sheet, after: Sheet) -> list[FigureDifference]:
    """Every figure that two sheets do not have in common, and every total."""
    found = []
    for player in after.players:
        own, other = before.figures.get(player, {}), after.figures[player]
        for category in dict.fromkeys((*own, *other)):
            gone, new = _lines_apart(before, after, player, category)
            figures = own.get(category, 0), other.get(category, 0)
            if figures[0] != figures[1]:
                found.append(FigureDifference(player, category, *figures, gone, new))
        totals = sum(own.values()), after.total(player)
        if totals[0] != totals[1]:
            found.append(FigureDifference(player, "total", *totals, [], []))
    return found


def _lines_apart(before: Sheet, after: Sheet, player: str, category: str) -> tuple[list[ScoreLine], list[ScoreLine]]:
    """Lines of one figure that only one of the sheets has; which events are behind them does not matter."""
    mine, yours = (
        {(line.points, line.reason): line for line in sheet.lines if (line.player, line.category) == (player, category)}
        for sheet in (before, after)
    )
    return [mine[key] for key in mine if key not in yours], [yours[key] for key in yours if key not in mine]


def corrected(game: Game, events: Sequence[Event], amendment: Event, **laid_over: Any) -> Otherwise:
    """The game as a correction of the record leaves it: what the rules made of it anew, and where that does not fit."""
    return what_if(game, events, amendment, dealt_anew=False, **laid_over)


def carried(game: Game, events: Sequence[Event], amendment: Event, reason: str = "", **laid_over: Any) -> list[Event]:
    """The further amendments by which the record fits again, to be written with this one as one entry."""
    return [amending(one, reason) for one in corrected(game, events, amendment, **laid_over).needed]


def amending(one: Reworked, reason: str = "") -> Event:
    """The amendment that writes one of them down."""
    if one.now is None:
        return EntryWithdrawn(target=one.n, reason=reason)
    if one.was is None:
        return EntryInserted(before=one.n, entry=fact(one.now), reason=reason)
    return EntryCorrected(target=one.n, entry=fact(one.now), reason=reason)


def fact(event: Event, n: int = -1) -> Event:
    """What happened, without what the log says of the line."""
    return replace(event, n=n, ts="", by="", id="", more=0)


# --- for other programs -----------------------------------------------------------------------------------------------


def otherwise_json(found: Otherwise, log: str, amendment: Event) -> dict[str, Any]:
    """The game that would have been, as `whatif --json` prints it."""
    change = found.change
    return {
        "log": log,
        "change": {
            **to_builtins(fact(amendment)),
            "was": _said(change.was),
            "now": _said(change.now),
            "breaks": [{"rule": rule, "message": str(complaint)} for rule, complaint in change.breaches],
        },
        "kept": found.kept,
        "reworked": [_reworked_json(one) for one in found.told],
        "ends_at": found.ends_at,
        "why": _said(found.why),
        "before": as_json(found.before),
        "after": as_json(found.after),
        "difference": [_difference_json(one) for one in difference(found.before, found.after)],
    }


def _reworked_json(one: Reworked) -> dict[str, Any]:
    was, now = (None if event is None else to_builtins(fact(event)) for event in (one.was, one.now))
    return {"n": one.n, "was": was, "now": now, "was_said": _said(one.was_said), "now_said": _said(one.now_said)}


def _difference_json(one: FigureDifference) -> dict[str, Any]:
    gone, new = ([{"points": line.points, "reason": str(line.reason)} for line in some] for some in (one.gone, one.new))
    return {**one._asdict(), "gone": gone, "new": new}


def _said(words: Words | None) -> str | None:
    return None if words is None else str(words)
