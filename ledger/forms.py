"""Forms: how a game lets a person enter what happened. Data only, so that any door can draw them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from types import NoneType
from typing import Any, Literal, get_args

from msgspec import Struct, structs
from msgspec.structs import replace

from ledger.events import (
    OF_THE_LINE,
    Event,
    GameEnded,
    GameStarted,
    NoteAdded,
    PlayerLeft,
    ScoreAdjusted,
    ScoreClaimed,
    ScoreConfirmed,
)
from ledger.words import Words

Value = str | int | bool
FieldKind = Literal["pick", "number", "text", "yes", "pairs"]
MANY = 200
ELSEWHERE = Words("something else")  # heads what only a careless table picks: last, and as well folded away


class Pick(Struct, frozen=True, weakref=True):
    """One thing to tap: what it writes, what it says, under which heading it stands, and what is printed on it."""

    value: Value
    words: Words
    group: Words | None = None
    about: Words | None = None
    adds: int | None = None  # to a number that follows from what is picked; None: that cannot be told


class Field(Struct, frozen=True, kw_only=True):
    """One question of a form."""

    name: str  # a field of the event, or a word that `Write` uses
    label: Words
    kind: FieldKind
    picks: tuple[Pick, ...] = ()  # pick: to choose from; pairs: the keys
    partners: tuple[Pick, ...] = ()  # pairs: what a key may go with
    least: int = 1  # how many are picked; where most is more than 1 the answer is a list
    most: int = 1
    again: bool = False  # the same thing may be picked twice
    sole: bool = False  # what one row has picked, no other row can have
    optional: bool = False  # left out of the event when empty
    value: Any = None  # what stands there before anybody taps
    scale: int = 1  # number: 10 means that people say 4.5 and the event has 45
    group: Words | None = None  # the heading under which it stands; fields of one heading follow each other
    late: bool = False  # asked only once something else, such as a tie, makes it matter
    large: bool = False  # number: typed, because it is seldom one of the first few
    follows: str = ""  # number: from what is picked in that field, unless somebody says another
    start: int = 0  # what it is where nothing is picked there


class Row(Struct, frozen=True, kw_only=True, weakref=True):
    """The questions once: for the whole form, or for one player or tile of it.

    A row writes nothing while a question that is not optional has no answer, nor (`some`) before any question has one.
    """

    fields: tuple[Field, ...] = ()
    given: Mapping[str, Value] = {}  # answered already; what tells the rows of a form apart
    label: Words | None = None
    some: bool = False


class Write(Struct, frozen=True):
    """An event that a filled-in row becomes; "$name" stands for the answer to that field, also inside a map or a list.

    In a map what has no answer is left out; a list of which a part has none is left out whole, and so is an empty map.
    """

    event: Mapping[str, Any]
    when: str = ""  # only if this field's answer is neither empty nor 0


class Form(Struct, frozen=True, kw_only=True):
    """A page to fill in. All rows' first events are written, then all rows' second ones."""

    name: str  # the type of the event it writes, or the game's own word where it writes several
    title: Words
    rows: tuple[Row, ...]
    writes: tuple[Write, ...]
    now: bool = False  # it is what this moment asks for
    zeros: bool = False  # "the rest is 0" can be said of a row, as an act of its own: blank is unknown


def fill(form: Form, answers: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The events that a filled-in form becomes; `answers` has one mapping a row."""
    filled = [(row, {**row.given, **said}) for row, said in zip(form.rows, answers, strict=True)]
    whole = [(row, said) for row, said in filled if _whole(row, said)]
    return [
        _written(write, row, said)
        for write in form.writes
        for row, said in whole
        if not write.when or said.get(write.when)
    ]


def rest_is_zero(row: Row, said: Mapping[str, Any]) -> dict[str, Any]:
    """The answers with 0, or none of a list, wherever nothing was said; what is asked only late stays blank."""
    blank = [field for field in row.fields if not field.late and not _answered(said, field.name)]
    return {**said, **{field.name: 0 if field.kind == "number" else [] for field in blank}}


def _whole(row: Row, said: Mapping[str, Any]) -> bool:
    wanted = [field for field in row.fields if not field.optional and field.least]
    whole = all(_answered(said, field.name) for field in wanted)
    return whole and (not row.some or any(_answered(said, field.name) for field in row.fields))


def _answered(said: Mapping[str, Any], name: str) -> bool:
    return said.get(name) not in (None, "", [], (), {})


def _written(write: Write, row: Row, said: Mapping[str, Any]) -> dict[str, Any]:
    """One event; a question without an answer leaves its field out, and so does an optional one left empty."""
    optional = {field.name for field in row.fields if field.optional}
    event = {}
    for name, value in write.event.items():
        if _asked(value):
            if _answered(said, value[1:]) or (value[1:] in said and value[1:] not in optional):
                event[name] = said[value[1:]]
        elif (made := _filled(value, said)) is not None:
            event[name] = made
    return event


def _asked(value: Any) -> bool:
    return isinstance(value, str) and value.startswith("$")


def _filled(value: Any, said: Mapping[str, Any]) -> Any:
    """A part of an event with its answers in place; None where they leave nothing of it."""
    if _asked(value):
        return said[value[1:]] if _answered(said, value[1:]) else None
    if isinstance(value, Mapping) and value:
        made = {name: _filled(one, said) for name, one in value.items()}
        return {name: one for name, one in made.items() if one is not None} or None
    if isinstance(value, list) and any(map(_asked, value)):
        parts = [_filled(one, said) for one in value]
        return None if None in parts else parts
    return value


# --- making them ------------------------------------------------------------------------------------------------------


def tag(kind: type[Event]) -> str:
    """The word that an event has in a log."""
    return str(kind.__struct_config__.tag)


def entry_form(kind: type[Event], title: Words, fields: Iterable[Field] = (), *, now: bool = False) -> Form:
    """A form that writes one event, field by field."""
    return table_form(kind, title, (Row(fields=tuple(fields)),), now=now)


def table_form(kind: type[Event], title: Words, rows: Iterable[Row], *, now: bool = False) -> Form:
    """A form that writes one event of the same type for each row."""
    names = [name for name in kind.__struct_fields__ if name not in OF_THE_LINE]
    write = Write({"type": tag(kind)} | {name: f"${name}" for name in names})
    return Form(name=tag(kind), title=title, rows=tuple(rows), writes=(write,), now=now)


def counts_form(kind: type[Event], title: Words, rows: Sequence[Row], parts: Mapping[str, Any]) -> Form:
    """A form that writes what each player counted, as far as it was; `parts` are the event's fields but the player."""
    write = Write({"type": tag(kind), "player": "$player", **parts})
    return Form(name=tag(kind), title=title, rows=tuple(rows), writes=(write,), zeros=True)


def counts_row(player: str, fields: Iterable[Field]) -> Row:
    """What one player counted: any part of it, and nothing is written of a row that is blank."""
    return Row(label=Words("{player}", player=player), given={"player": player}, fields=tuple(fields), some=True)


def likely_first(likely: Iterable[str], every: Iterable[str], pick: Callable[[str], Pick]) -> tuple[Pick, ...]:
    """What the record suggests, then everything else there is under a heading of its own."""
    first = dict.fromkeys(likely)
    rest = [pick(one) for one in dict.fromkeys(every) if one not in first]
    return (*map(pick, first), *(map(elsewhere, rest) if first else rest))


def elsewhere(pick: Pick) -> Pick:
    """The same where only a careless table would pick it."""
    return replace(pick, group=ELSEWHERE)


def pick_field(name: str, label: Words, picks: Iterable[Pick], *, optional: bool = False, value: Any = None) -> Field:
    """Which one?"""
    return Field(name=name, label=label, kind="pick", picks=tuple(picks), optional=optional, value=value)


def several_field(
    name: str,
    label: Words,
    picks: Iterable[Pick],
    *,
    least: int = 0,
    optional: bool = False,
    again: bool = True,
    value: Iterable[str] = (),
) -> Field:
    """Which ones? Any number, and unless each is there once only, the same thing more than once."""
    return Field(
        name=name,
        label=label,
        kind="pick",
        picks=tuple(picks),
        least=least,
        most=MANY,
        again=again,
        optional=optional,
        value=list(value),
    )


def players_field(
    names: Iterable[str], name: str = "player", label: Words | None = None, *, value: str | None = None
) -> Field:
    """Who?"""
    return Field(name=name, label=label or Words("player"), kind="pick", picks=_people(tuple(names)), value=value)


@lru_cache(maxsize=256)
def _people(names: tuple[str, ...]) -> tuple[Pick, ...]:
    return tuple(Pick(one, Words("{player}", player=one)) for one in names)


def number_field(name: str, label: Words, value: int | None = None, *, optional: bool = False, scale: int = 1) -> Field:
    """How many?"""
    return Field(name=name, label=label, kind="number", value=value, optional=optional, scale=scale)


def count_field(
    name: str, label: Words, value: int | None, group: Words | None = None, *, late: bool = False, large: bool = False
) -> Field:
    """How many were counted? Blank is unknown."""
    return Field(name=name, label=label, kind="number", value=value, optional=True, group=group, late=late, large=large)


def yes_field(name: str, label: Words) -> Field:
    """Yes, or not."""
    return Field(name=name, label=label, kind="yes", optional=True)


def text_field(name: str, label: Words) -> Field:
    """In words, or nothing."""
    return Field(name=name, label=label, kind="text", optional=True)


def plain_form(kind: type[Event], players: Iterable[str]) -> Form | None:
    """A form made from the fields of an event: who, how many, yes or no, a word; None where that is not enough."""
    if issubclass(kind, GameStarted):
        return None
    names, fields = list(players), []
    for field in structs.fields(kind):
        if field.name in OF_THE_LINE:
            continue
        made = _plain_field(field.name, field.type, names, optional=not field.required)
        if made is None:
            return None
        fields.append(made)
    return entry_form(kind, Words("{what}", what=tag(kind).replace("_", " ")), fields)


def _plain_field(name: str, kind: Any, players: list[str], *, optional: bool) -> Field | None:
    label = Words("{field}", field=name.replace("_", " "))
    simple = {one for one in (get_args(kind) or (kind,)) if isinstance(one, type)} - {NoneType}
    if name == "player":
        return players_field(players)
    if simple == {bool}:
        return yes_field(name, label)
    if simple == {int}:
        return number_field(name, label, optional=optional)
    if simple == {str}:
        return Field(name=name, label=label, kind="text", optional=optional)
    return None


def shared_forms(
    players: Iterable[str],
    claim: type[ScoreClaimed],
    categories: Mapping[str, Words],
    winners: Iterable[str],
    scale: int = 1,
) -> list[Form]:
    """What every table may want to say besides the game itself."""
    names = list(players)
    figures = [number_field(one, label, optional=True, scale=scale) for one, label in categories.items()]
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
            claim,
            Words("what the paper says"),
            [who, *figures, number_field("total", Words("total"), optional=True, scale=scale)],
        ),
        entry_form(
            ScoreAdjusted,
            Words("house ruling or penalty"),
            [who, number_field("points", Words("points"), scale=scale), text_field("reason", Words("reason"))],
        ),
        entry_form(ScoreConfirmed, Words("agree with the sheet"), [who]),
        entry_form(PlayerLeft, Words("leave the table before the end"), [who]),
        entry_form(GameEnded, Words("end of the game"), [won]),
    ]
