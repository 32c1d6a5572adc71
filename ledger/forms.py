"""Forms: how a game lets a person enter what happened. Data only, so that any door can draw them."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import fields as fields_of

from ledger.events import Event, GameEnded, NoteAdded, ScoreAdjusted, ScoreClaimed, ScoreConfirmed
from ledger.words import Words

Value = str | int | bool
Kind = Literal["pick", "number", "text", "yes", "pairs"]
BARE = ("n", "ts", "by", "id")  # what the log or the phone fills in, never a person


class Pick(Struct, frozen=True):
    """One thing to tap: what it writes, what it says, and under which heading it stands."""

    value: Value
    words: Words
    group: Words | None = None


class Field(Struct, frozen=True, kw_only=True):
    """One question of a form."""

    name: str  # a field of the event, or a word that `Write` uses
    label: Words
    kind: Kind
    picks: tuple[Pick, ...] = ()  # pick: to choose from; pairs: the keys
    partners: tuple[Pick, ...] = ()  # pairs: what a key may go with
    least: int = 1  # how many are picked; where most is more than 1 the answer is a list
    most: int = 1
    again: bool = False  # the same thing may be picked twice
    sole: bool = False  # what one row has picked, no other row can have
    optional: bool = False  # left out of the event when empty
    value: Any = None  # what stands there before anybody taps


class Row(Struct, frozen=True, kw_only=True):
    """The questions once: for the whole form, or for one player or tile of it."""

    fields: tuple[Field, ...] = ()
    given: Mapping[str, Value] = {}  # answered already
    label: Words | None = None


class Write(Struct, frozen=True):
    """An event that a filled-in row becomes; "$name" stands for the answer to that field."""

    event: Mapping[str, Any]
    when: str = ""  # only if this field's answer is neither empty nor 0


class Form(Struct, frozen=True, kw_only=True):
    """A page to fill in. All rows' first events are written, then all rows' second ones."""

    name: str  # the type of the event it writes, or the game's own word where it writes several
    title: Words
    rows: tuple[Row, ...]
    writes: tuple[Write, ...]
    now: bool = False  # it is what this moment asks for


def tag(kind: type[Event]) -> str:
    """The word that an event has in a log."""
    return str(kind.__struct_config__.tag)


def entry_form(kind: type[Event], title: Words, fields: Iterable[Field] = (), *, now: bool = False) -> Form:
    """A form that writes one event, field by field."""
    return table_form(kind, title, (Row(fields=tuple(fields)),), now=now)


def table_form(kind: type[Event], title: Words, rows: Iterable[Row], *, now: bool = False) -> Form:
    """A form that writes one event of the same type for each row."""
    names = [one.name for one in fields_of(kind) if one.name not in BARE]
    write = Write({"type": tag(kind)} | {name: f"${name}" for name in names})
    return Form(name=tag(kind), title=title, rows=tuple(rows), writes=(write,), now=now)


def players_field(names: Iterable[str], name: str = "player", label: Words | None = None) -> Field:
    """Who?"""
    picks = tuple(Pick(one, Words("{player}", player=one)) for one in names)
    return Field(name=name, label=label or Words("player"), kind="pick", picks=picks)


def number_field(name: str, label: Words, value: int | None = None, *, optional: bool = False) -> Field:
    """How many?"""
    return Field(name=name, label=label, kind="number", value=value, optional=optional)


def text_field(name: str, label: Words) -> Field:
    """In words, or nothing."""
    return Field(name=name, label=label, kind="text", optional=True)


def shared_forms(
    players: Iterable[str], claim: type[ScoreClaimed], categories: Mapping[str, Words], winners: Iterable[str]
) -> list[Form]:
    """What every table may want to say besides the game itself."""
    names = list(players)
    figures = [number_field(one, label, optional=True) for one, label in categories.items()]
    who = players_field(names)
    won = Field(
        name="winners",
        label=Words("who won"),
        kind="pick",
        picks=who.picks,
        most=len(names),
        value=list(winners),
    )
    return [
        entry_form(NoteAdded, Words("note"), [Field(name="text", label=Words("text"), kind="text")]),
        entry_form(
            claim, Words("what the paper says"), [who, *figures, number_field("total", Words("total"), optional=True)]
        ),
        entry_form(
            ScoreAdjusted,
            Words("house ruling or penalty"),
            [who, number_field("points", Words("points")), text_field("reason", Words("reason"))],
        ),
        entry_form(ScoreConfirmed, Words("agree with the sheet"), [who]),
        entry_form(GameEnded, Words("end of the game"), [won]),
    ]
