"""Game: what a game hands to the core, which knows none."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from msgspec import Struct
from msgspec.json import Decoder

from ledger.events import EntryCorrected, EntryInserted, EntryWithdrawn, Event, GameStarted, LogSealed, ScoreClaimed
from ledger.score import ScoreLine
from ledger.words import Words

if TYPE_CHECKING:
    from ledger.forms import Field, Form

REFERENCE = "reference"  # the default catalogue of every game

Severity = Literal["violation", "warning", "note", "undecidable"]
Reading = str | int | bool  # the value of an option
Table = Any  # each game has its own, with `players` and `owed`; only its own functions look further inside


class Stranger(LookupError):
    """An event names a player, card or tile that this table does not have."""


class Named(dict[str, Any]):
    """Things at the table by name; asking for one that is not there is what `Stranger` says."""

    def __missing__(self, name: str) -> Any:
        raise Stranger(name)


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


Rule = Callable[[Table, Any], Complaint | None]
Handler = Callable[[Table, Any], None]
Usual = Callable[[Table, Any], bool]  # True: the event is in order, and done; anything else goes the long way


class Choice(NamedTuple):
    """Something that may happen next, for a person to pick."""

    event: Event
    words: Words
    due: bool = False  # what the rules make of this moment, and nobody's decision


def nothing_dealt(deck: Any, players: Sequence[str], dice: Random) -> dict[str, Any]:
    """Most games begin with nothing in anybody's hands that the first line would have to name."""
    return {}


def exactly(table: Table) -> dict[str, tuple[int, int]]:
    """In most games everything that scores is in sight."""
    return {}


def one_way(table: Table) -> str:
    """Most games end in one way."""
    return ""


def unexplained(table: Table) -> Words | None:
    """Most games say only that they are not over."""
    return None


def nothing_asked(deck: Any, players: Sequence[str]) -> "tuple[Field, ...]":
    """Nor does a person who starts such a game have to say more than who plays."""
    return ()


class Facts(NamedTuple):
    """A table that a game adds to an archive: the type of its rows, and the rows that its events in force make."""

    row: type[Struct]  # with n, round and player; its sentence and its fields' descriptions describe the table
    rows: Callable[[Iterable[Event], Mapping[str, Reading]], list[Any]]


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
    categories: tuple[str, ...]
    scale: int  # 10: points are counted in tenths
    terms: tuple[str, ...] = ()  # other words of its own that people read, for translators
    play: Any  # the union of what may happen at this table, without amendments and seals
    decoder: "Decoder[Event]"  # reads every line of this game's log, its hash cut off
    cards: Any  # the type of a catalogue file
    brought: "tuple[Catalogue, ...]" = ()  # card lists of somebody's own, which go before the shipped ones

    deck: Callable[[bytes, str], Any]  # a catalogue's bytes, in an edition's names
    check: Callable[[bytes], list[Words]]  # what is wrong with a catalogue
    table: Callable[[GameStarted, Any, Mapping[str, Reading]], Table]
    advance: Mapping[type, Handler]  # what the rules do by themselves before an event
    apply: Mapping[type, Handler]
    usual: dict[type, Usual] = {}  # the plain legal case of the commonest events, for the speed of it
    doubt: Handler  # an event named a stranger: what is no longer held against the table
    rules: Mapping[type, tuple[tuple[str, Rule], ...]]
    overdue: tuple[str, Rule]  # asked while `table.owed`: something must be the very next event, and this is not it
    lapse: Callable[[Table], None]  # it was not; how the game goes on all the same
    remarks: Callable[[Table], Iterable[Remark]]

    over: Callable[[Table], bool | None]  # the rules say that play is finished; None: it cannot be told
    score: Callable[[Table], Iterable[ScoreLine]]
    winners: Callable[[Table, dict[str, int]], list[str]]
    interval: Callable[[Table], Mapping[str, tuple[int, int]]] = (
        exactly  # between what a total lies, if cards are unseen
    )
    ending: Callable[[Table], str] = one_way  # how the game came to its end, in a word
    lacking: Callable[[Table], Words | None] = unexplained  # what is wanting before it is over
    forgone: Callable[[Table, str, str, int], tuple[str, Complaint] | None]  # points one may leave unclaimed
    claim: type[ScoreClaimed]  # with the game's categories
    holdings: type[Event]  # what a player's entry in a tally file becomes

    facts: Mapping[str, Facts] = {}  # tables of its own in an archive, read off the events in force
    formats: Mapping[str, Callable[[bytes], list[Event]]] = {}  # other programs' files; ValueError says why not
    view: Callable[[Table], dict[str, Any]]  # the table as it stands, for show
    tell: Callable[[Table, Any], Words]  # one of its events, at the table before it, as a person reads it
    forms: Callable[[Table], "list[Form]"]  # how to enter every event it has, first what the moment asks for
    opening: Callable[[Any, Sequence[str]], "tuple[Field, ...]"] = nothing_asked  # what else its first line needs
    ask: Callable[[Table], Words]  # what a scribe is asked for now, with an example
    choices: Callable[[Table], list[Choice]]  # what may happen next, the likeliest first
    hear: Callable[[Table, str], list[Event]]  # a scribe's short words as events; ValueError says why not
    holds: Callable[[Table, Event], bool]  # heard already, but to be recorded only after others
    started: type[GameStarted] = GameStarted  # with what else the first line of this game needs
    deal: Callable[[Any, Sequence[str], Random], dict[str, Any]] = nothing_dealt  # that, as chance gives it to players
    styles: Mapping[str, Any]  # ways of playing
    step: Callable[[Table, Random, Mapping[str, Any]], list[Event]]  # what players of those styles do next

    def catalogue(self, name: str = "", digest: str = "") -> "Catalogue":
        """A card list by digest, else the newest of that name, else the usual one; KeyError when there is none."""
        wanted = name or (self.brought[0].name if self.brought else REFERENCE)
        for one in (*self.brought, *shipped(self.folder)):
            if one.digest == digest or (not digest and one.name == wanted):
                return one
        raise KeyError(digest or name)

    def readings(self, named: Mapping[str, Reading], edition: str = "", *, fresh: bool = False) -> dict[str, Reading]:
        """Every option with its value: named, else the edition's own, else an old log's, or (fresh) the default."""
        if named.keys() >= self.options.keys():
            return {key: named[key] for key in self.options}
        own = {key: one.default if fresh else one.unnamed for key, one in self.options.items()}
        own |= self.presets.get(edition, {})
        return {key: named.get(key, value) for key, value in own.items()}


def lines_of(play: Any) -> Any:
    """The union of everything that may stand on a line of a game's log."""
    return play | EntryWithdrawn | EntryCorrected[play] | EntryInserted[play] | LogSealed


def reader(play: Any) -> "Decoder[Event]":
    """A decoder for the lines of a game's log."""
    return Decoder(lines_of(play))
