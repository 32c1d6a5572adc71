"""Doubt: what a mistake that was told leaves open, and which later contradictions only follow from it.

An auditor that goes on past a mistake believes what the record says. Often the record was merely written down wrongly:
something was left out, written twice, too early or too late, for the wrong player or with a wrong word. So, when
something later does not fit either, the game is taken back to where the mistake was told and tried again with one thing
put right there. Where all that came since fits such a game, the later contradiction is a consequence of the mistake and
no mistake of its own; and that game is followed on, for what comes later still.

The search goes backwards from the mistake over the places that have to do with it. A few slips of every sort are tried
in every place before many in one, on the record as it stands and on the games in which earlier mistakes are put right.
No game says what its mistakes may touch: what could have happened instead is what its conditions allow.

Where no single slip explains a mistake that a whole turn or round left out would make, nobody can tell what was played
there. What then does not fit is its consequence as long as it is about something that did not stand in order since, or
about a number that may have changed by so much; a turn out of order is a mistake of its own. So is a claim that cannot
be right whatever was played: by somebody whose turns all stand there, figures that do not add up, or winners who have
not claimed the most.

What it cannot do: nothing that comes after the contradiction is looked at, so that the same is told while a game is
being recorded, and a round left out may be told more than once before it is known for one; and the work for one log
has an end, behind which every contradiction that no game followed so far explains is told.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import islice, takewhile, zip_longest
from typing import Any, NamedTuple, cast

from msgspec.structs import replace

from ledger.choices import allowed, offered
from ledger.claims import could_be_claimed
from ledger.events import OF_THE_LINE, Event, GameStarted
from ledger.game import Complaint, Happening
from ledger.walk import Record, new_record, walk
from ledger.words import Name, Words

NEAR = 40  # a mistake lies at most so many events before the one that shows it,
FAR = 80  # twice as many where it shows again,
RARE = 4  # or names something that was named this seldom before
FEW = 8  # so many ways of a sort are tried in one place before others,
TRIED = 60  # and so many at most
KEPT = 12  # so many games put right are followed at a time
DUE = 12  # so many things at most were left out in a row, each of which the rules made of its moment
COPY = 30  # copying a table costs about as much as so many events
WORK = 50_000  # events gone through again to search, for one log; as many again once two are told, and to follow
CLOSE = 8  # two mistakes that a stretch left out would make, so close together, are one
MUCH = 20  # it changes a number by so much at most
AGAIN = 10_000  # so much of it to find that a mistake shows again, and three times as much in all


class Edit(NamedTuple):
    """One thing put right: `drop` events from a place on are not there, and others are in their stead."""

    place: int
    drop: int
    put: tuple[Event, ...] = ()


class World:
    """The game as it would be with things put right, followed beside the record."""

    __slots__ = ("cause", "edits", "fault", "place", "record")

    def __init__(self, record: Record, place: int, cause: int, edits: tuple[Edit, ...]) -> None:
        self.record = record
        self.place = place  # so many of the events were gone through
        self.cause = cause  # the place of the mistake that is put right
        self.edits = edits
        self.fault = -1  # the place where it did not fit last


class Doubt:
    """The mistakes told of a record so far, and the games in which they are put right."""

    __slots__ = (
        "_again", "_asked", "_gap", "_left", "_named", "_now", "_searches", "_settled", "_shown", "_skips", "_told",
        "_worlds", "events", "record", "righted",
    )  # fmt: skip

    def __init__(self, record: Record, events: Sequence[Event]) -> None:
        self.record = record  # for its game and rules
        self.events = events  # in force; the list may grow
        self.righted: Record | None = None  # the game in which what was asked about last fits
        self._told: set[int] = set()  # places where a mistake was told
        self._named: dict[int, frozenset[str]] = {}  # for each of them: whom and what it is about
        self._searches: list[Iterator[World]] = []  # for each of them: the games in which it is put right
        self._worlds: list[World] = []
        self._left = WORK
        self._again = 3 * AGAIN
        self._asked: set[int] = set()  # places where something did not fit
        self._shown: list[int] = []  # those of them that a whole turn or round left out would make,
        self._skips: dict[int, Complaint] = {}  # and what was said there of those that were told
        self._gap = 0  # the place behind which such a stretch is missing for sure, if it is not 0,
        self._settled: tuple[int, frozenset[str]] = (0, frozenset())  # and up to where what was named in order since
        self._now = 0  # the place that is to be explained: what comes after it is not looked at

    def cause(self, place: int, said: Sequence[Words] = ()) -> int | None:
        """The event whose mistake explains what does not fit at this place; None: it is a mistake of its own.

        `said` is what is complained of there: a mistake is about everything that its event or the complaint names, and
        where the complaint names nothing at all about anybody.
        """
        self._now = place
        self._named[place] = names_of(self.events[place]).union(*(_names(one) for one in said))
        if not any(one.values for one in said):
            self._named[place] |= frozenset(self.record.table.players)
        self._asked.add(place)
        skips = next((one for one in said if isinstance(one, Complaint) and one.skips), None)
        if skips is not None:
            self._shown.append(place)
        if self._behind_gap(place, said):
            return self.events[self._gap].n
        world = self._explained(place)
        self.righted = world.record if world is not None else None
        if world is not None:
            return self.events[world.cause].n
        if not self._gap and self._shows_gap(place, said) and self._behind_gap(place, said):
            return self.events[self._gap].n
        self._told.add(place)
        if skips is not None:
            self._skips[place] = skips
        self._left += WORK if len(self._told) == 2 else 0  # most went into finding that the first is not to blame
        if self._left > 0:
            others = [world.edits for world in self._worlds[:2]]
            self._searches.append(self._search(place, others, self._named[place], NEAR))
        return None

    def _shows_gap(self, place: int, said: Sequence[Words]) -> bool:
        """Whether a stretch is missing: no slip explains what it would make, or that shows again at once or late."""
        slips: set[int] = set()
        for world in self._worlds:
            if not any(self._stretch(edit) for edit in world.edits):
                slips.update((world.cause, *(edit.place for edit in world.edits[:-1])))
        skips = [told for told in self._skips if told not in slips or self._shows_again(told, place, said)]
        if skips:
            self._gap = min(skips)
            self._settled = (self._gap + 1, frozenset())
        return self._gap > 0

    def _shows_again(self, told: int, place: int, said: Sequence[Words]) -> bool:
        """Close behind it, or where the game seems not to be over because of what is missing."""
        if place - told <= CLOSE:
            in_order = self._in_order(told + 1, place)
            return any(told < at for at in self._shown) or self._names_another(place, said, in_order)
        return self._shown[-1] == place and self._happening(place) is None

    def _in_order(self, begun: int, place: int) -> frozenset[str]:
        """What was named in the meantime where all fits."""
        events = (self.events[at] for at in range(begun, place) if at not in self._asked)
        return frozenset[str]().union(*(names_of(event) for event in events))

    def _names_another(self, place: int, said: Sequence[Words], known: frozenset[str]) -> bool:
        """Whether something is complained of that is not among what is known, players apart."""
        players = self.record.table.players.keys()
        named = frozenset[str]().union(*(_names(one) for one in said)) - players
        return bool(named) and not (named | names_of(self.events[place])) - players <= known

    def _happening(self, place: int) -> Happening | None:
        """What kind of move stands there; None: a claim."""
        return self.record.game.happens.get(type(self.events[place]))

    def _behind_gap(self, place: int, said: Sequence[Words]) -> bool:
        """Whether what does not fit may be so because of what stands nowhere."""
        if not self._gap:
            return False
        begun, settled = self._settled
        settled |= self._in_order(begun, place)
        self._settled = (place, settled)
        happening = self._happening(place)
        if happening is None:
            early = place in self._shown
            return early or could_be_claimed(self.record, self.events, place, self._left_out_by())
        if happening.recount:  # somebody counts what lies there
            return True
        return any(_counts(one) for one in said) or self._names_another(place, said, settled)

    def _left_out_by(self) -> frozenset[str]:
        """Of whom something stands nowhere: whose turn it was, up to who played instead; of a round, everybody."""
        seats, said = [*self.record.table.players], self._skips[self._gap]
        due, plays = said.values.get("expected"), said.values.get("found")
        if said.skips != "turn" or due not in seats or plays not in seats:
            return frozenset(seats)
        first = seats.index(due)
        return frozenset(takewhile(lambda name: name != plays, seats[first:] + seats[:first]))

    def _explained(self, place: int) -> World | None:
        if self._left <= -WORK:
            return None
        before = self._worlds
        self._worlds = [world for world in before if self._lasts(world, place)]
        if self._left <= 0:
            return next((world for world in self._worlds if world.fault != place), None)
        for world in self._worlds:
            if world.fault != place:
                return world
        found = self._first(reversed([*self._searches]), place)
        if found is None:
            short = [world for world in (*before, *self._worlds) if self._whole_turn(world.edits[-1])]
            grown = [self._grown(world, place) for world in dict.fromkeys(short[-2:])]
            self._searches += grown
            found = self._first(grown, place)
        return self._seen_again(place) if found is None else found

    def _seen_again(self, place: int) -> World | None:
        """The last mistake told, if what is named here were put right there: it shows a second time, elsewhere."""
        told = max(self._told, default=place)
        last = type(self.events[place]) not in self.record.game.happens  # a claim: little can follow it
        kept, self._left = self._left, self._again if last else min(self._again, AGAIN)
        self._again -= self._left
        found = next(self._shown_by(told, place), None) if told < place else None
        self._again, self._left = self._again + max(0, self._left), kept
        if found is not None:
            self._worlds = [found, *self._worlds][:KEPT]
        return found

    def _shown_by(self, told: int, place: int) -> Iterator[World]:
        """Games in which the mistake told explains this too, by what is named here or there."""
        for names in (self._named[place], self._named[told]):
            for world in self._search(told, [], names, FAR):
                if self._lasts(world, place) and world.fault != place:
                    yield world

    def _first(self, searches: Iterable[Iterator[World]], place: int) -> World | None:
        """The first game found in which everything fits; searches that are at an end are forgotten.

        Games in which all but this place fits are kept: this may be another mistake, and they may explain what follows.
        """
        for search in searches:
            for world in search:
                if not self._lasts(world, place):
                    continue
                if world.fault != place:
                    self._worlds = [world, *self._worlds][:KEPT]
                    return world
                self._worlds = [*self._worlds, world][:KEPT]
            self._searches.remove(search)
        return None

    def _whole_turn(self, edit: Edit) -> bool:
        """What puts the mistake right is by a player of whom nothing stands just before or behind it."""
        if edit.drop or not edit.put:
            return False
        acting = [getattr(event, "player", "") for event in self.events[: edit.place] if hasattr(event, "player")][-1:]
        acting.append(getattr(self.events[edit.place], "player", ""))
        return edit.place in self._told and getattr(edit.put[-1], "player", "") not in ("", *acting)

    def _stretch(self, edit: Edit) -> bool:
        """What puts the mistake right is a turn where one is left out, or only that a round ended as the last did."""
        told = self._skips.get(edit.place)
        if told is None or not self._whole_turn(edit):
            return False
        return told.skips == "turn" or type(edit.put[-1]) is type(self.events[edit.place - 1])

    def _lasts(self, world: World, place: int) -> bool:
        """Follow a game up to and including a place; False when something does not fit that the record was not told."""
        if world.fault >= 0 and world.fault not in self._told:
            return False
        while world.place <= place:
            begun = world.place
            world.place, breaches = walk(world.record, self.events, begun, place + 1)
            self._left -= world.place - begun
            if _wrong(breaches) and not self._entered_late(world):
                world.fault = world.place - 1
                if world.fault != place and world.fault not in self._told:
                    return False
        return True

    def _entered_late(self, world: World) -> bool:
        """What the game was put right by was entered after all, later; without it there, everything fits."""
        fault, since = world.place - 1, max(edit.place + edit.drop for edit in world.edits)
        put = [event for edit in world.edits if not edit.drop for event in edit.put]
        places = range(fault, max(world.cause, since - 1, fault - NEAR), -1)
        late = next((place for place in places if any(_same(self.events[place], event) for event in put)), None)
        if late is None:
            return False
        edits = (*world.edits, Edit(late, 1))
        record = self._stands(edits, {late + 1}).get(late + 1)
        if record is None or not self._fits(record, late + 1, world.place):
            return False
        world.record, world.edits = record, edits
        return True

    def _fits(self, record: Record, place: int, end: int) -> bool:
        self._left -= end - place
        while place < end:
            place, breaches = walk(record, self.events, place, end)
            if _wrong(breaches):
                return False
        return True

    # --- what may have happened instead -------------------------------------------------------------------------------

    def _search(self, told: int, others: list[tuple[Edit, ...]], names: frozenset[str], near: int) -> Iterator[World]:
        """Games in which the mistake told at a place is put right by what has to do with these, the simplest first."""
        places = self._places(told, names, near)
        ways = [
            (edits, stand, way)
            for edits in ([(), *others] if places else [])
            for place, stand in sorted(self._stands(edits, places).items(), reverse=True)
            for way in self._ways(stand, place, told, names)
        ]
        for number in (FEW, TRIED):
            for edits, stand, way in ways:
                for edit in islice(way, number):
                    if self._left <= 0:
                        return
                    world = self._tried(stand, edit, told, edits)
                    if world is not None:
                        yield world

    def _places(self, told: int, names: frozenset[str], near: int) -> set[int]:
        """Where something may have been otherwise: just before the mistake, and where it names what is seldom named."""
        self._left -= told // COPY
        window = range(max(1, told - near), told + 1)
        places = {place for place in window if self._apart(place, told, names) is not None}
        named: dict[str, list[int]] = {name: [] for name in names}
        for place in range(1, told):
            for name in names_of(self.events[place]) & names:
                named[name].append(place)
        for found in named.values():
            places.update(found if len(found) <= RARE else ())
        if not all(named.values()):  # what was never named before: perhaps where the rules, not a player, named another
            happens = self.record.game.happens
            places.update(place for place in range(1, told) if _by_the_rules(happens.get(type(self.events[place]))))
        return places

    def _apart(self, place: int, told: int, names: frozenset[str]) -> bool | None:
        """Whether an event has nothing to do with a mistake unless it named the wrong player; None: not even then."""
        event = self.events[place]
        if place > told - 3 or _related(event, names):
            return False
        return True if hasattr(event, "player") else None

    def _stands(self, edits: tuple[Edit, ...], places: set[int]) -> dict[int, Record]:
        """The record just before each of these places, with earlier mistakes put right."""
        record = new_record(self.record.game, cast(GameStarted, self.events[0]), self.record.rules)
        stands = {}
        instead = {edit.place: edit for edit in edits}
        place, end = 0, max(places)
        while place <= end and self._left > 0:
            edit = instead.get(place)
            if edit is not None:
                _believe(record, edit.put)
                place += edit.drop
                del instead[edit.place]
                continue
            if place in places:
                stands[place] = record.copy()
                self._left -= COPY
            _believe(record, self.events[place : place + 1])
            self._left -= 1
            place += 1
        return stands

    def _tried(self, stand: Record, edit: Edit, told: int, edits: tuple[Edit, ...]) -> World | None:
        """The game with one more thing put right, if everything up to the mistake then fits."""
        if self._left <= 0:
            return None
        self._left -= COPY + len(edit.put)
        world = World(stand.copy(), edit.place + edit.drop, told, (*edits, edit))
        for event in edit.put:
            if _wrong(walk(world.record, [replace(event, n=self.events[edit.place - 1].n)])[1]):
                return None
        return world if self._lasts(world, told) and world.fault != told else None

    def _ways(self, stand: Record, place: int, told: int, names: frozenset[str]) -> Iterator[Iterator[Edit]]:
        """What may have been otherwise at a place, the likeliest first, by sorts of slips."""
        yield self._misplaced(stand, place, told, names)
        yield (Edit(place, 1, (one,)) for one in self._variants(stand, place, told, names))
        yield self._rearranged(place)
        if place == told or not _alike(self.events[place - 1], self.events[place]):
            yield self._left_out(stand, place, told, names)

    def _misplaced(self, stand: Record, place: int, told: int, names: frozenset[str]) -> Iterator[Edit]:
        """Once too often; left out, where the rules made it of the moment; too early or too late."""
        if not self._apart(place, told, names):
            yield Edit(place, 1)
        if place == told:
            yield from self._due(stand, place)
        if told - 1 <= place < self._now:
            yield Edit(place, 2, (self.events[place + 1], self.events[place]))
        if place < told and self._could_be(stand, self.events[told]):
            yield Edit(place, told + 1 - place, (self.events[told], *self.events[place:told]))

    def _could_be(self, stand: Record, event: Event) -> bool:
        happening = stand.game.happens.get(type(event))
        self._left -= 1
        return happening is not None and allowed(happening, stand.table, event)

    def _rearranged(self, place: int) -> Iterator[Edit]:
        """What several players did in a row was entered for the wrong ones: for each other, or for the next seat."""
        row = self._row(place)
        players = [getattr(event, "player", "") for event in row]
        for order in _orders(len(row), moved_on=type(self.events[place - 1]) is not type(self.events[place])):
            put = tuple(replace(row[of], player=player) for of, player in zip(order, players, strict=True))
            yield Edit(place, len(row), put)

    def _row(self, place: int) -> list[Event]:
        """The events from here on that are of one kind, each by another player."""
        row: dict[str, Event] = {}
        if not hasattr(self.events[place], "player"):
            return []
        for event in self.events[place : self._now + 1]:
            player = getattr(event, "player", "")
            if type(event) is not type(self.events[place]) or player in row:
                break
            row[player] = event
        return [*row.values()]

    def _variants(self, stand: Record, place: int, told: int, names: frozenset[str]) -> Iterator[Event]:
        """The event with one thing about it otherwise (the one told: or two), as the rules would have allowed it."""
        event = self.events[place]
        happening = stand.game.happens.get(type(event))
        if happening is None:
            return
        wanted = names if place != told else None
        words = _words_apart(event, self.events[told])
        one: dict[str, list[Event]] = {}
        both: list[Event] = []
        for name in happening.event.__struct_fields__:
            if name not in OF_THE_LINE and getattr(event, name) is not None and _may_be_none(happening.event, name):
                yield replace(event, **{name: None})
        for other in happening.offers(stand.table):
            self._left -= 1
            every = [name for name in _fields(type(event)) if getattr(other, name) != getattr(event, name)]
            differing = every
            if len(every) > 1:  # what was left out, or is left open, is what the rules say
                differing = [name for name in every if None not in (getattr(event, name), getattr(other, name))]
            twofold = place == told and len(every) == 2
            if (len(differing) != 1 and not twofold) or not allowed(happening, stand.table, other):
                continue
            if twofold:
                both.append(replace(event, **{name: getattr(other, name) for name in every}))
            if len(differing) != 1:
                continue
            new = _names(getattr(other, differing[0])) ^ _names(getattr(event, differing[0]))
            if wanted is None or not new or new & wanted or differing[0] in words:
                word = {differing[0]: getattr(other, differing[0])}
                one.setdefault(differing[0], []).append(replace(event, **word))
        for some in zip_longest(*(self._likeliest(found, told) for found in one.values())):
            yield from (found for found in some if found is not None)
        yield from self._likeliest(both, told)

    def _due(self, stand: Record, place: int) -> Iterator[Edit]:
        """What the rules made of the moment: once in place of this event, or several times before it."""
        record = stand.copy()
        put: tuple[Event, ...] = ()
        self._left -= COPY
        while len(put) < DUE:
            found = [
                event
                for happening in record.game.course.happenings
                if happening.due
                for event in happening.offers(record.table)
                if allowed(happening, record.table, event)
            ]
            if len(found) != 1:
                return
            if not put:
                yield Edit(place, 1, (found[0],))
            put = (*put, found[0])
            if len(put) > 1:
                yield Edit(place, 0, put)
            _believe(record, found)

    def _left_out(self, stand: Record, place: int, told: int, names: frozenset[str]) -> Iterator[Edit]:
        """Something that could have happened here, best what was named since."""
        found = []
        for _, event in offered(stand.game, stand.table):
            self._left -= 1
            if place == told or names_of(event) & names:
                found.append(event)
        for event in self._likeliest(found, told):
            yield Edit(place, 0, (event,))

    def _likeliest(self, events: list[Event], told: int) -> Iterator[Event]:
        """First those that name what was named since; what came meanwhile is looked at before each."""
        left = [(names_of(event), event) for event in events]
        since: list[frozenset[str]] = []
        while left:
            if len(since) < self._now + 1 - told:
                since = [names_of(event) for event in self.events[told : self._now + 1]]
                left.sort(key=lambda one: -max(len(one[0] & names) for names in since))
            yield left.pop(0)[1]

    def _grown(self, world: World, place: int) -> Iterator[World]:
        """A player's whole turn was left out, and more happened in it than what put the mistake told right."""
        *edits, edit = world.edits
        stand = self._stands(tuple(edits), {edit.place}).get(edit.place)
        wanted = self._named[place]
        if stand is None:
            return
        for at in range(len(edit.put), -1, -1):
            begun = stand.copy()
            _believe(begun, edit.put[:at])
            for more in self._more(begun, wanted):
                put = (*edit.put[:at], *more, *edit.put[at:])
                found = self._tried(stand, edit._replace(put=put), world.cause, tuple(edits))
                if found is not None and self._lasts(found, place) and found.fault != place:
                    yield found

    def _more(self, begun: Record, wanted: frozenset[str]) -> Iterator[tuple[Event, ...]]:
        """One thing that may have happened and names what is wanted; or one, and what chance or more of it brought."""
        every = [event for _, event in offered(begun.game, begun.table)]
        self._left -= len(every)
        yield from ((event,) for event in every if names_of(event) & wanted)
        pairs = []
        for event in every if self._left > 0 else ():
            then, names = begun.copy(), names_of(event) - {getattr(event, "player", "")}
            _believe(then, [event])
            self._left -= COPY
            for _, after in offered(then.game, then.table):
                own = names_of(after)
                if not hasattr(after, "player") and (own | names) & wanted:
                    yield (event, after)
                elif own & names and own & wanted:
                    pairs.append((event, after))
        yield from pairs


def _believe(record: Record, events: Iterable[Event]) -> None:
    listed, place = list(events), 0
    while place < len(listed):
        place, _ = walk(record, listed, place)


def _wrong(breaches: Sequence[Any]) -> bool:
    return any(breach.complaint.severity == "violation" for breach in breaches)


def _counts(complaint: Words) -> bool:
    """Whether a complaint is about a number, or some of things, that may be what it is by what a stretch brought."""
    found, expected = complaint.values.get("found"), complaint.values.get("expected")
    if isinstance(found, dict) and isinstance(expected, dict):
        return all(abs(found.get(thing, 0) - expected.get(thing, 0)) <= MUCH for thing in {*found, *expected})
    return isinstance(found, int) and isinstance(expected, int) and abs(found - expected) <= MUCH


def _alike(one: Event, other: Event) -> bool:
    """The same kind of thing by the same player: what was left out between them as well stands before both."""
    return type(one) is type(other) and getattr(one, "player", "") == getattr(other, "player", "")


def _orders(count: int, moved_on: bool) -> Iterator[list[int]]:
    """Ways in which so many things may have been mixed up: all moved on by one, or the first for another."""
    if moved_on and count > 2:
        yield [*range(1, count), 0]
        yield [count - 1, *range(count - 1)]
    for other in range(1, count):
        yield [other, *range(1, other), 0, *range(other + 1, count)]


def _same(one: Event, other: Event) -> bool:
    """Two entries of the same fact, wherever they stand."""
    return type(one) is type(other) and all(getattr(one, name) == getattr(other, name) for name in _fields(type(one)))


def _by_the_rules(happening: Happening | None) -> bool:
    return happening is not None and happening.due


def _related(event: Event, names: frozenset[str]) -> bool:
    own = names_of(event)
    return not own or bool(own & names)


@cache
def _fields(kind: type[Event]) -> tuple[str, ...]:
    return tuple(name for name in kind.__struct_fields__ if name not in OF_THE_LINE)


def _words_apart(event: Event, told: Event) -> list[str]:
    """Fields of an event that hold one word, of a sort that the event told has nothing to say about."""
    spoken = _fields(type(told))
    return [name for name in _fields(type(event)) if name not in spoken and isinstance(getattr(event, name), str)]


@cache
def _may_be_none(kind: type[Event], name: str) -> bool:
    where = kind.__struct_fields__.index(name) - len(kind.__struct_fields__)
    defaults = kind.__struct_defaults__
    return -where <= len(defaults) and defaults[where] is None


def names_of(event: Event) -> frozenset[str]:
    """Everybody and everything that an event names."""
    found: frozenset[str] = frozenset()
    for name in _fields(type(event)):
        found |= _names(getattr(event, name))
    return found


def _names(value: Any) -> frozenset[str]:
    if isinstance(value, Words):
        return frozenset().union(*(_names(one) for one in value.values.values()))
    if isinstance(value, Name):
        return frozenset({value.number or value})
    if isinstance(value, str):
        return frozenset({value}) if value else frozenset()
    if isinstance(value, tuple | list):
        return frozenset().union(*(_names(one) for one in value if isinstance(one, str | Words)))
    if isinstance(value, dict):
        return frozenset(value) | frozenset(one for one in value.values() if isinstance(one, str))
    return frozenset()
