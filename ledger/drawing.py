"""A table as things that lie in places: data, so that a pad, a page or another program can draw any game.

A game hands over a function from its table to a `Drawing`; one that has none is drawn from its `view`. Nothing here
says how wide a card is or where it lies on a screen. A drawing says

- `players`: who sits there, with what is counted of them (`Counter`) and whether the table waits for them;
- `zones`: places where things lie, in the middle of the table or (`owner`) in front of a player;
- the things in a zone: a `Face` (what is printed on a card), `marks` (what lies on it: a bid, coins, somebody at work),
  a `count` of equal ones, and in `id` and `also` the words by which events name it, so that it can be tapped.

Icons and tones are names. Whoever draws knows some of them and shows the text of an icon that it does not know. What
people read is `Words`, so that it is in their language; a card's own name is put into words by `called`.
"""

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from ledger.words import Words

Text = Words | str | int
Layout = Literal["cards", "small"]  # cards one can read, or many little ones
Tone = Literal["plain", "amber", "wheat", "green", "red", "purple", "blue", "grey", "brown", "white"]


class Icon(Struct, frozen=True, omit_defaults=True):
    """A small picture of something, what it is in words, and how many of them or (`figure`) of what strength."""

    name: str
    text: Text
    count: int = 1
    figure: int | None = None


class Mark(Struct, frozen=True, omit_defaults=True):
    """What lies on a thing: whose it is, what it says, a picture of it."""

    who: str = ""
    text: Text = ""
    icon: str = ""


class Face(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What is to be seen of a card."""

    title: Text = ""
    lines: tuple[Text, ...] = ()
    cost: Text | None = None  # in the corner where cards have their price
    icons: tuple[Icon, ...] = ()
    worth: Text | None = None  # points, in the corner where cards have them
    tone: Tone = "plain"
    back: bool = False  # it lies face down


class Thing(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Something that lies somewhere."""

    id: str = ""  # as events name it
    also: tuple[str, ...] = ()  # other words in events that mean it: the tile that it lies under
    spot: Text = ""  # what is written on its place
    face: Face | None = None  # None: the place is empty
    marks: tuple[Mark, ...] = ()
    count: int = 1


class Zone(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A place where things lie."""

    id: str
    title: Text
    layout: Layout = "cards"
    owner: str = ""  # the player in front of whom it is
    things: tuple[Thing, ...] = ()


class Counter(Struct, frozen=True, omit_defaults=True):
    """Something that is counted of a player."""

    label: Text
    value: Text
    icon: str = ""


class Seat(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Somebody at the table; the first counter is what one wants to see of everybody all the time."""

    name: str
    counters: tuple[Counter, ...] = ()
    turn: bool = False  # the table waits for them
    note: Text = ""  # what they are doing


class Drawing(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Everything to be seen of a table at one moment."""

    players: tuple[Seat, ...]
    zones: tuple[Zone, ...]
    round: int | None = None
    phase: Text = ""
    counters: tuple[Counter, ...] = ()  # of the whole table: decks, coins in play


def called(name: str) -> Words:
    """A card's own name as something to read."""
    return Words("{card}", card=name)


def term(word: str) -> Words:
    """A word of the game's own, like a resource, as something to read."""
    return Words("{term:nom}", term=word.replace("_", " "))


def alike(things: Iterable[Thing]) -> tuple[Thing, ...]:
    """Equal things lie together, with their number."""
    counted: dict[tuple[str, str], tuple[Thing, int]] = {}
    for thing in things:
        key = (thing.id, repr(thing))
        first, number = counted.get(key, (thing, 0))
        counted[key] = (first, number + thing.count)
    return tuple(_many(thing, number) for thing, number in counted.values())


def _many(thing: Thing, number: int) -> Thing:
    return Thing(id=thing.id, also=thing.also, spot=thing.spot, face=thing.face, marks=thing.marks, count=number)
