"""Game: what a game hands to the core, which knows none."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, reduce
from hashlib import sha256
from operator import or_
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

from msgspec import Struct
from msgspec.json import Decoder
from msgspec.structs import force_setattr

from ledger.events import (
    EntryCorrected,
    EntryInserted,
    EntryWithdrawn,
    Event,
    GameStarted,
    LogSealed,
    ScoreClaimed,
    Shared,
)
from ledger.score import Missing, ScoreLine
from ledger.words import Words

if TYPE_CHECKING:
    from ledger.forms import Field, Form

REFERENCE = "reference"  # the default catalogue of every game

Severity = Literal["violation", "consequence", "warning", "note", "undecidable"]
Reading = str | int | bool  # the value of an option


class Table(Protocol):
    """What the core knows of a game's table; only the game's own functions look further inside."""

    players: Any  # by name, in seat order


class Stranger(LookupError):
    """An event names a player, card or tile that this table does not have: who or what, and how that is said."""

    def __init__(self, name: "str | Words", template: str = "'{found}' is not at this table") -> None:
        super().__init__(name)
        self.name = name
        self.template = template


class Named(dict[str, Any]):
    """Things at the table by name; asking for one that is not there is what `Stranger` says."""

    stranger = "there is no '{found}' at this table"

    def __missing__(self, name: str) -> Any:
        raise Stranger(name, self.stranger)


class Players(Named):
    """Who sits at the table, in seat order, and who of them left it with which event."""

    stranger = "nobody called '{found}' sits at this table"

    def __init__(self, seated: Mapping[str, Any]) -> None:
        super().__init__(seated)
        self.left: dict[str, int] = {}


class Cards(Named):
    """The cards of a deck."""

    stranger = "the deck has no card '{found}'"


class Printed:
    """What is printed and never changes: every copy of a table shares it."""

    __slots__ = ()


class Complaint(Words):
    """What a rule has to say about an event; `expected` and `found` among its values are reported apart."""

    __slots__ = ("severity",)

    def __init__(self, template: str, /, severity: Severity = "violation", **values: Any) -> None:
        super().__init__(template, **values)
        self.severity: Severity = severity


class Remark(NamedTuple):
    """Something the whole game gives reason to say, about one of its events."""

    n: int | None
    rule: str
    complaint: Complaint


class Option(NamedTuple):
    """A disputed reading: its values with the default first, and what a log means that is older than the option."""

    values: tuple[Reading, ...]
    unnamed: Reading

    @property
    def default(self) -> Reading:
        """What a new log gets."""
        return self.values[0]


def option(*values: Reading) -> Option:
    """An option that was there from the first day: a log that does not name it means its default."""
    return Option(values, values[0])


Question = Callable[[Any, Any], bool]  # of a table and an event: does it hold?
Effect = Callable[[Any, Any], None]


class Condition(NamedTuple):
    """Something a rule wants of an event, asked of the table before it: a cheap question, and its complaint beside it.

    The complaint is made only where the question's answer is no. It need not be a violation: a warning, a note, or
    undecidable where the table cannot tell.
    """

    rule: str  # a heading in RULES.md
    holds: Question
    complaint: Callable[[Any, Any], Complaint]
    apart: bool = False  # asked also where an earlier condition of the same event does not hold


def nothing_offered(table: Any) -> "Iterable[Event]":
    """Nothing of this kind can be listed."""
    return ()


def no_forms(table: Any) -> "Iterable[Form]":
    """It is entered by a form that belongs to another event."""
    return ()


class Happening(Struct, frozen=True, kw_only=True):
    """One kind of event with everything there is to say about it.

    `advance` is what the rules do by themselves before such an event; conditions see the table as that leaves it. The
    effect believes: it never judges and never fails.
    """

    event: type[Event]
    conditions: tuple[Condition, ...] = ()
    advance: Effect | None = None
    effect: Effect
    words: Callable[[Any, Any], Words]  # the event as a person reads it, at the table before it
    offers: Callable[[Any], Iterable[Event]] = nothing_offered  # those worth asking about here, the likeliest first
    due: bool = False  # what the rules make of the moment, and nobody's decision
    picked: bool = True  # a person may pick it from a list; False: there are too many, and a form is filled in
    forms: "Callable[[Any], Iterable[Form]]" = no_forms  # how a person enters it
    asks: tuple[Question, ...] = ()  # made from the conditions

    def __post_init__(self) -> None:
        force_setattr(self, "asks", tuple(condition.holds for condition in self.conditions))


class Choice(NamedTuple):
    """Something that may happen next, for a person to pick."""

    event: Event
    words: Words
    due: bool = False  # what the rules make of this moment, and nobody's decision


def nothing_dealt(deck: Any, players: Sequence[str], dice: Random) -> dict[str, Any]:
    """Most games begin with nothing in anybody's hands that the first line would have to name."""
    return {}


def exactly(table: Any) -> dict[str, tuple[int, int]]:
    """In most games everything that scores is in sight."""
    return {}


def nothing_missing(table: Any, totals: dict[str, int]) -> Iterable[Missing]:
    """In most games nobody is asked what they have."""
    return ()


def nothing_to_remark(table: Any) -> Iterable[Remark]:
    """Most games say all they have to say event by event."""
    return ()


def nothing_forgone(table: Any, player: str, category: str, points: int) -> tuple[str, Complaint] | None:
    """In most games every point is taken."""
    return None


def one_way(table: Any) -> str:
    """Most games end in one way."""
    return ""


def unexplained(table: Any) -> Words | None:
    """Most games say only that they are not over."""
    return None


def nothing_asked(deck: Any, players: Sequence[str]) -> "tuple[Field, ...]":
    """Nor does a person who starts such a game have to say more than who plays."""
    return ()


class Facts(NamedTuple):
    """A table that a game adds to an archive: the type of its rows, and the rows that are read off the table."""

    row: type[Struct]  # with n, round and player; its sentence and its fields' descriptions describe the table
    at: Mapping[type[Event], Callable[[Any, Any], Iterable[Any]]]  # by event: the rows it makes, at the table before it
    left: Callable[[Any], Iterable[Any]]  # those that the end of the record leaves


class Catalogue(NamedTuple):
    """A card list as bytes, with the digest by which a log names it."""

    name: str
    data: bytes
    digest: str


def catalogue_of(data: bytes, name: str = "") -> Catalogue:
    """A card list that somebody brought along."""
    return Catalogue(name, data, sha256(data).hexdigest())


@cache
def shipped(folder: Path) -> tuple[Catalogue, ...]:
    """Every version of every card list we ever shipped with a game, newest first: reference-2, reference."""
    paths = sorted((folder / "catalogue").glob("*.json"), key=lambda path: path.stem, reverse=True)
    return tuple(catalogue_of(path.read_bytes(), path.stem.split("-")[0]) for path in paths)


class Game(Struct, frozen=True, kw_only=True):
    """A game as plain functions and tables."""

    name: str  # the word in the log
    title: str
    folder: Path  # its catalogue/ and RULES.md
    editions: tuple[str, ...]  # the first is the default
    seats: tuple[int, ...]
    options: Mapping[str, Option]
    presets: Mapping[str, Mapping[str, Reading]] = {}  # by edition: where its defaults are not the options' own
    letter: Mapping[str, Mapping[str, Reading]] = {}  # by edition: what it says where nothing is filled in from others
    categories: tuple[str, ...]
    scale: int  # 10: points are counted in tenths
    terms: tuple[str, ...] = ()  # other words of its own that people read, for translators
    cards: Any  # the type of a catalogue file
    brought: "tuple[Catalogue, ...]" = ()  # card lists of somebody's own, which go before the shipped ones

    deck: Callable[[bytes, str], Any]  # a catalogue's bytes, in an edition's names
    check: Callable[[bytes], list[Words]]  # what is wrong with a catalogue
    table: Callable[[Any, Any, Mapping[str, Reading]], Any]
    happenings: tuple[Happening, ...]  # everything that can happen at this table, in the rulebook's order
    remarks: Callable[[Any], Iterable[Remark]] = nothing_to_remark

    over: Callable[[Any], bool | None]  # the rules say that play is finished; None: it cannot be told
    score: Callable[[Any], Iterable[ScoreLine]]
    winners: Callable[[Any, dict[str, int]], list[str]]
    interval: Callable[[Any], Mapping[str, tuple[int, int]]] = exactly  # between what a total lies, if cards are unseen
    missing: Callable[[Any, dict[str, int]], Iterable[Missing]] = (
        nothing_missing  # what somebody has yet to say of what they have
    )
    ending: Callable[[Any], str] = one_way  # how the game came to its end, in a word
    lacking: Callable[[Any], Words | None] = unexplained  # what is wanting before it is over
    forgone: Callable[[Any, str, str, int], tuple[str, Complaint] | None] = nothing_forgone  # points left unclaimed
    claim: type[ScoreClaimed]  # with the game's categories
    holdings: type[Event]  # what a player's entry in a tally file becomes,
    counts: type[Event] | None = None  # or this, where cards are counted and not named

    facts: Mapping[str, Facts] = {}  # tables of its own in an archive, read off the events in force
    formats: Mapping[str, Callable[[bytes], list[Event]]] = {}  # other programs' files; ValueError says why not
    view: Callable[[Any], dict[str, Any]]  # the table as it stands, for show
    opening: Callable[[Any, Sequence[str]], "tuple[Field, ...]"] = nothing_asked  # what else its first line needs
    ask: Callable[[Any], Words]  # what a scribe is asked for now, with an example
    hear: Callable[[Any, str], list[Event]]  # a scribe's short words as events; ValueError says why not
    holds: Callable[[Any, Event], bool]  # heard already, but to be recorded only after others
    started: type[GameStarted] = GameStarted  # with what else the first line of this game needs
    deal: Callable[[Any, Sequence[str], Random], dict[str, Any]] = nothing_dealt  # that, as chance gives it to players
    styles: Mapping[str, Any]  # ways of playing
    step: Callable[[Any, Random, Mapping[str, Any]], list[Event]]  # what players of those styles do next

    happens: dict[type[Event], Happening] = {}  # made from the above: what can happen, by the type of its event,
    play: Any = None  # the union of what may stand on a line, without amendments and seals,
    decoder: "Decoder[Event]" = None  # type: ignore[assignment]  # and what reads such a line, its hash cut off

    def __post_init__(self) -> None:
        own = {happening.event: happening for happening in self.happenings}
        play = reduce(or_, dict.fromkeys((self.started, *own, self.claim))) | Shared
        force_setattr(self, "happens", own)
        force_setattr(self, "play", play)
        force_setattr(self, "decoder", Decoder(lines_of(play)))

    def catalogue(self, name: str = "", digest: str = "") -> "Catalogue":
        """A card list by digest, else the newest of that name, else the usual one; KeyError when there is none."""
        wanted = name or (self.brought[0].name if self.brought else REFERENCE)
        for one in (*self.brought, *shipped(self.folder)):
            if one.digest == digest or (not digest and one.name == wanted):
                return one
        raise KeyError(digest or name)

    def readings(
        self, named: Mapping[str, Reading], edition: str = "", *, fresh: bool = False, letter: bool = False
    ) -> dict[str, Reading]:
        """Every option with its value: named, else the edition's own, else an old log's, or (fresh) the default."""
        if named.keys() >= self.options.keys():
            return {key: named[key] for key in self.options}
        own = {key: one.default if fresh else one.unnamed for key, one in self.options.items()}
        own |= self.presets.get(edition, {})
        own |= self.letter.get(edition, {}) if letter else {}
        return {key: named.get(key, value) for key, value in own.items()}


def lines_of(play: Any) -> Any:
    """The union of everything that may stand on a line of a game's log."""
    return play | EntryWithdrawn | EntryCorrected[play] | EntryInserted[play] | LogSealed
