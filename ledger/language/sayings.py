"""Sayings: the sentences in which a game tells an event, each read backwards as well as forwards."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from itertools import groupby
from typing import Any, NamedTuple

from msgspec import NODEFAULT
from msgspec.structs import fields

from ledger.events import OF_THE_LINE, Event
from ledger.words import Words

UNKNOWN = "? "  # what stands in a written game before somebody or something that the table does not have


class Kind(NamedTuple):
    """What may stand in a place of a sentence: how a value is said, and which values there are to be heard."""

    say: Callable[[Any, Any], Any]  # of a table and a value
    every: Callable[[Any], Iterable[Any]]  # of a table: the values that have names
    number: bool = False  # a whole number, or a sum like 2+1
    listed: bool = False  # several of them, with commas
    blank: bool = False  # nothing is said as well, where the field has its default
    free: bool = True  # any other text may stand there too
    spell: Callable[[Any, Any], Any] | None = None  # how a whole game is written, where people say less
    run: "Run | None" = None  # in a list: how several of the same in a row are said

    def __call__(self, field: str) -> "Place":
        """This kind in another field than the place is called."""
        return Place(field, self)

    @property
    def several(self) -> "Kind":
        """A list of them."""
        return self._replace(listed=True)


class Run(NamedTuple):
    """A value that is counted where it stands several times in a row: 3 unseen cards."""

    value: Any
    template: str  # with the number as {n}


class Place(NamedTuple):
    """A place of a sentence that holds a field of the event."""

    field: str
    kind: Kind


class Derived(NamedTuple):
    """A place that holds what the table knows already; whoever says it, says it right or is not understood."""

    say: Callable[[Any, Any], Any]  # of a table and an event
    kind: Kind | None = None  # where it is no figure: what has such names,
    value: Any = None  # and which of them it is


class Shown(NamedTuple):
    """A place that tells a field by what it stands for at the table: an action card by what was played on it."""

    field: str
    values: tuple[Any, ...]  # what the field may be
    kind: Kind
    stands_for: Callable[[Any, Any], Any]  # of a table and an event: a value of that kind, or None


class Pairs(NamedTuple):
    """A place that holds pairs, each said by a template of its own with the places `one` and `other`."""

    field: str
    template: str
    one: Kind
    other: Kind


class Several(NamedTuple):
    """A place that holds several fields at once: how they are said, and what a text of them says."""

    say: Callable[[Any, Any], Any]  # of a table and an event
    hear: Callable[[str], "dict[str, Any] | None"]  # of a text, in any language
    fields: tuple[str, ...]
    knows: Callable[[str], bool]  # may this word be a part of such a text?


Spot = Place | Derived | Shown | Pairs | Several
Test = Callable[[Any, Any], bool]
Implied = Callable[[Any, Mapping[str, Any]], Any]  # of a table and the fields that were said


def always(table: Any, event: Any) -> bool:
    """Nothing stands against it."""
    return True


def never(table: Any, event: Any) -> bool:
    """So it is heard, and never told."""
    return False


class Saying:
    """One sentence: a template, and what stands in its places."""

    __slots__ = ("aloud", "also", "fields", "given", "implied", "in_full", "places", "template", "when")

    def __init__(
        self,
        template: str,
        /,
        *,
        when: Test = always,
        given: Mapping[str, Any] | None = None,
        also: tuple[str, ...] = (),
        implied: "Mapping[str, Implied] | None" = None,
        in_full: bool = False,
        aloud: bool = False,
        **places: "Kind | Spot",
    ) -> None:
        self.template = template
        self.also = also  # other templates with the same places that are understood, though never printed
        self.when = when
        self.in_full = in_full  # said only where a whole game is written, for people would not read it to its end
        self.aloud = aloud  # names and figures alone never mean it
        self.given = given or {}
        self.implied = implied or {}  # fields that need not be said, because they follow from those that are
        self.places: dict[str, Spot] = {
            name: Place(name, one) if isinstance(one, Kind) else one for name, one in places.items()
        }
        self.fields = {*self.given, *self.implied}
        for one in self.places.values():
            self.fields.update(_fields_of(one))

    def fits(self, table: Any, event: Event) -> bool:
        """May this event be told so? What is left out must be, and what is said must be there."""
        usual = defaults(type(event))
        for one in self.places.values():
            if isinstance(one, Derived | Several) or (isinstance(one, Place) and one.kind.blank):
                continue
            if one.field in usual and getattr(event, one.field) == usual[one.field]:
                return False
        given = all(getattr(event, name) == value for name, value in self.given.items())
        return given and self.when(table, event) and self._follows(table, event)

    def _follows(self, table: Any, event: Event) -> bool:
        """Is what need not be said what follows from the rest?"""
        said = {name: getattr(event, name) for name in names(type(event))} if self.implied else {}
        return all(follow(table, said) == getattr(event, name) for name, follow in self.implied.items())

    def meant_by_names(self, said: Mapping[str, Any]) -> bool:
        """May names and figures alone mean it? Where somebody chooses a figure, only all of them together."""
        places = [one for one in self.places.values() if isinstance(one, Place | Shown)]
        chosen = any(one.kind.number and not one.kind.blank for one in places)
        return not self.aloud and (not chosen or all(one.field in said for one in places))

    def tells_all(self, event: Event) -> bool:
        """Does nothing of the event stay unsaid?"""
        usual = defaults(type(event))
        return all(
            name in self.fields or (name in usual and getattr(event, name) == usual[name])
            for name in names(type(event))
        )

    def words(self, table: Any, event: Event, *, spelt: bool = False) -> Words:
        """The event in this sentence."""
        return Words(self.template, **{name: _said(one, table, event, spelt) for name, one in self.places.items()})


def _fields_of(one: Spot) -> tuple[str, ...]:
    if isinstance(one, Several):
        return one.fields
    return () if isinstance(one, Derived) else (one.field,)


def _said(one: Spot, table: Any, event: Event, spelt: bool) -> Any:
    if isinstance(one, Shown):
        return one.kind.say(table, one.stands_for(table, event))
    if isinstance(one, Pairs):
        pairs = getattr(event, one.field).items()
        return [Words(one.template, one=one.one.say(table, key), other=one.other.say(table, its)) for key, its in pairs]
    if not isinstance(one, Place):
        return one.say(table, event)
    kind, value = one.kind, getattr(event, one.field)
    say = kind.spell if spelt and kind.spell else kind.say
    if spelt and kind.free:
        say = partial(_marked, say, {*kind.every(table)})
    if kind.listed:
        return [*_in_a_row(kind, say, table, value)]
    return say(table, value)


def _marked(say: Callable[[Any, Any], Any], known: set[Any], table: Any, value: Any) -> Any:
    """A value as it is said; one that this table does not have with the mark of a stranger."""
    if not known or value in known or not isinstance(value, str) or not value:
        return say(table, value)
    return f"{UNKNOWN}{value}"


def _in_a_row(kind: Kind, say: Callable[[Any, Any], Any], table: Any, values: Iterable[Any]) -> Iterator[Any]:
    """A list one by one, what is counted in a row by its number."""
    for value, same in groupby(values):
        number = len([*same])
        if kind.run and number > 1 and value == kind.run.value:
            yield Words(kind.run.template, n=number)
        else:
            yield from [say(table, value)] * number


class Sayings:
    """Every sentence that tells one kind of event; the first that fits is said, the last where none does."""

    __slots__ = ("every",)

    def __init__(self, *every: Saying) -> None:
        self.every = every

    def __call__(self, table: Any, event: Event, *, spelt: bool = False) -> Words:
        """The event as a person reads it, at the table before it; `spelt`: as a whole game is written."""
        fitting = [one for one in self.every if (spelt or not one.in_full) and one.fits(table, event)]
        told = next((one for one in fitting if one.tells_all(event)), (*fitting, self.every[-1])[0])
        return told.words(table, event, spelt=spelt)


@cache
def names(kind: type[Event]) -> tuple[str, ...]:
    """The fields of an event that are its own."""
    return tuple(name for name in kind.__struct_fields__ if name not in OF_THE_LINE)


@cache
def defaults(kind: type[Event]) -> dict[str, Any]:
    """The fields that may be left out of an event, with what they then are."""
    found = {}
    for one in fields(kind):
        if one.name in OF_THE_LINE:
            continue
        if one.default is not NODEFAULT:
            found[one.name] = one.default
        elif one.default_factory is not NODEFAULT:
            found[one.name] = one.default_factory()
    return found


# --- what every game has ----------------------------------------------------------------------------------------------


def _itself(table: Any, value: Any) -> Any:
    return value


def _nothing(table: Any) -> Iterable[Any]:
    return ()


def _named(table: Any, card: str) -> Any:
    return table.deck.named(card)


PLAYER = Kind(_itself, lambda table: list(table.players))
CARD = Kind(_named, lambda table: list(table.deck.cards))
NUMBER = Kind(_itself, _nothing, number=True, free=False)
TEXT = Kind(_itself, _nothing)


def one_of(*values: str) -> Kind:
    """One of a few words of a game's own."""
    return Kind(_itself, lambda table: values)
