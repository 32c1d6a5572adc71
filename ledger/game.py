"""Game: what a game hands to the core, which knows none."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial, reduce
from hashlib import sha256
from operator import or_
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, cast

from msgspec import Struct, defstruct
from msgspec.json import Decoder
from msgspec.structs import fields, force_setattr

from ledger.events import (
    OF_THE_LINE,
    EntryCorrected,
    EntryInserted,
    EntryWithdrawn,
    Event,
    GameStarted,
    LogSealed,
    ScoreClaimed,
    Shared,
    Whole,
)
from ledger.language.sayings import NUMBER, PLAYER, TEXT, Kind, Saying, Sayings
from ledger.score import Missing, ScoreLine
from ledger.words import Words

if TYPE_CHECKING:
    from ledger.drawing import Drawing, Face
    from ledger.forms import Field, Form

REFERENCE = "reference"  # the default catalogue of every game

Severity = Literal["violation", "consequence", "warning", "note", "undecidable"]
Mistake = Literal["move", "slip", "sum"]
SLIP: Mistake = "slip"  # it cannot have happened, or not unseen: so the record is wrong, or lacks something
SUM: Mistake = "sum"  # the right thing happened, with a wrong figure
Skips = Literal["", "turn", "round"]  # what may stand nowhere: nothing, turns of some players in a row, what all did
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


class Printed:
    """What is printed and never changes: every copy of a table shares it."""

    __slots__ = ()


class Cards(Named, Printed):
    """The cards of a deck."""

    stranger = "the deck has no card '{found}'"


class Complaint(Words):
    """What a rule has to say about an event; `expected` and `found` among its values are reported apart."""

    __slots__ = ("mistake", "severity", "skips")

    def __init__(self, template: str, /, severity: Severity = "violation", **values: Any) -> None:
        super().__init__(template, **values)
        self.severity: Severity = severity
        self.mistake: Mistake = "move"  # whose condition it comes from says so,
        self.skips: Skips = ""  # and this too


class Remark(NamedTuple):
    """Something the whole game gives reason to say, about one of its events."""

    n: int | None
    rule: str
    complaint: Complaint


class Slip(NamedTuple):
    """A way in which a player may count wrongly: what it is, and by how much which figures are then off."""

    words: Words
    changes: Mapping[str, int]
    twice: str = ""  # the card that is counted twice, if that is it


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
    mistake: Mistake = "move"  # what was probably done wrong where it does not hold: played, written down or reckoned
    skips: Skips = ""  # where it does not hold, so much may stand nowhere

    def complains(self, table: Any, event: Any) -> Complaint:
        """The complaint, with the kind of mistake that this condition guards against."""
        complaint = self.complaint(table, event)
        complaint.mistake, complaint.skips = self.mistake, self.skips
        return complaint


def nothing_offered(table: Any) -> "Iterable[Event]":
    """Nothing of this kind can be listed."""
    return ()


def plain_words(table: Any, event: Any) -> Words:
    """An event in the words of its own type and fields, for a game that has no sentence for it."""
    said = _said(event)
    who, what = said.pop("player", None), str(event.__struct_config__.tag).replace("_", " ")
    details = [Words("{field} {value}", field=name.replace("_", " "), value=value) for name, value in said.items()]
    if who is None:
        return Words("{what}: {details}", what=what, details=details) if details else Words("{what}", what=what)
    if not details:
        return Words("{player}: {what}", player=who, what=what)
    return Words("{player}: {what}, {details}", player=who, what=what, details=details)


class Sentence(Struct, frozen=True):
    """The sentence of an event whose fields stand in it."""

    template: str

    def __call__(self, table: Any, event: Any) -> Words:
        """The event in this sentence."""
        return Words(self.template, **_said(event))

    def of(self, event: type[Event], offers: "Callable[[Any], Iterable[Event]]") -> "Sentence | Sayings":
        """The same for one kind of event, read backwards as well, where every field in it is a name or a number."""
        told = (one for one in fields(event) if f"{{{one.name}}}" in self.template)
        kinds: dict[str, Any] = {one.name: _kind(one.name, one.type, offers) for one in told}
        return self if None in kinds.values() else Sayings(Saying(self.template, **kinds))


KEYWORDS = ("when", "given", "also", "implied")  # of a Saying: a place of a sentence cannot be called so


def _kind(field: str, type_: Any, offers: "Callable[[Any], Iterable[Event]]") -> Kind | None:
    """What stands in a place of a sentence, by the field that it tells; words are known from what is offered."""
    words = TEXT._replace(every=lambda table: dict.fromkeys(getattr(event, field) for event in offers(table)))
    plain = {int: NUMBER, str: PLAYER if field == "player" else words}
    return plain.get(type_) if field not in KEYWORDS else None


def sentence(template: str) -> Sentence:
    """How an event is told, and understood when somebody types it: `sentence("{player} rolls {number}")`."""
    return Sentence(template)


def says(template: str) -> Callable[[Any, Any], Complaint]:
    """A complaint in which the fields of its event stand: `says("{player} has rolled already")`."""
    return lambda table, event: Complaint(template, **_said(event))


def _said(event: Event) -> dict[str, Any]:
    return {name: getattr(event, name) for name in event.__struct_fields__ if name not in OF_THE_LINE}


class Happening(Struct, frozen=True, kw_only=True):
    """One kind of event with everything there is to say about it.

    `advance` is what the rules do by themselves before such an event; conditions see the table as that leaves it. The
    effect believes: it never judges and never fails.
    """

    event: type[Event]
    conditions: tuple[Condition, ...] = ()
    advance: Effect | None = None
    effect: Effect
    words: Callable[[Any, Any], Words] = plain_words  # the event as a person reads it, at the table before it
    offers: Callable[[Any], Iterable[Event]] = nothing_offered  # those worth asking about here, the likeliest first
    due: bool = False  # what the rules make of the moment, and nobody's decision
    pile: Callable[[Any, Any], str] | None = None  # chance brings its `card`: the pile from which that comes
    recount: bool = False  # somebody says how the table stands: no decision, and true of that table only
    picked: bool = True  # a person may pick it from a list; False: there are too many, and a form is filled in
    forms: "Callable[[Any], Iterable[Form]] | None" = None  # how a person enters it; None: field by field
    asks: Question = None  # type: ignore[assignment]  # made from the conditions: do they all hold?

    def __post_init__(self) -> None:
        force_setattr(self, "asks", partial(_first_asked, self))
        if isinstance(self.words, Sentence):
            force_setattr(self, "words", self.words.of(self.event, self.offers))


def _first_asked(happening: Happening, table: Any, event: Any) -> bool:
    """Write the conditions out as one question, one `and` after the other, and answer it.

    A call that reaches the same function every time is quicker than a loop that calls another in each turn. It is done
    when something first happens, because most processes see few kinds of events.
    """
    named = {f"holds_{at}": condition.holds for at, condition in enumerate(happening.conditions)}
    asked = " and ".join(f"{name}(table, event)" for name in named) or "True"
    force_setattr(happening, "asks", eval(f"lambda table, event: {asked}", named))  # noqa: S307
    return happening.asks(table, event)


class Choice(NamedTuple):
    """Something that may happen next, for a person to pick."""

    event: Event
    words: Words
    due: bool = False  # what the rules make of this moment, and nobody's decision


def not_said(table: Any) -> bool | None:
    """The game does not say when it is over: the table does, by writing down who won."""
    return None


def most_points(table: Any, totals: dict[str, int]) -> list[str]:
    """Whoever has the most; several who have equally many share it."""
    best = max(totals.values())
    return [player for player, points in totals.items() if points == best]


def in_sight(table: Any) -> dict[str, Any]:
    """Everything that the table has, as it stands there; what is each player's own stands with their name."""
    found = {name: value for name, value in _parts(table).items() if not isinstance(value, Printed)}
    players = [{"player": name, **_own(_plain(own))} for name, own in table.players.items()]
    return {**{name: value for name, value in found.items() if name != "players"}, "players": players}


def _own(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {"has": value}


def _parts(thing: Any) -> dict[str, Any]:
    if isinstance(thing, Struct):
        names: Iterable[str] = type(thing).__struct_fields__
    else:
        names = dict.fromkeys([*vars(thing)] if hasattr(thing, "__dict__") else type(thing).__slots__)
    return {name: _plain(getattr(thing, name)) for name in names if not name.startswith("_")}


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, str | int | Printed):
        return value
    if isinstance(value, Mapping):
        return {str(key): _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(one) for one in value]
    return _parts(value)


def what_happened(table: Any) -> Words:
    """A game without questions of its own asks only this."""
    return Words("what happened?")


def not_heard(table: Any, text: str) -> list[Event]:
    """A game without short words is spoken to in its own sentences, or by JSON."""
    raise ValueError(Words("this game has no short words; pick a line of the list, or write the event as JSON"))


def itself(table: Any, value: Any) -> Any:
    """In most games every card is told from every other by its name."""
    return value


def nothing_held(table: Any, event: Event) -> bool:
    """In most games everything may stand in the log as soon as it was said."""
    return False


def nothing_dealt(deck: Any, players: Sequence[str], dice: Random) -> dict[str, Any]:
    """Most games begin with nothing in anybody's hands that the first line would have to name."""
    return {}


def exactly(table: Any) -> dict[str, tuple[int, int]]:
    """In most games everything that scores is in sight."""
    return {}


def nothing_missing(table: Any, totals: dict[str, int]) -> Iterable[Missing]:
    """In most games nobody is asked what they have."""
    return ()


Becomes = tuple[Event, ...] | Words  # of something played, at another table; Words: why nobody can know
Follower = Callable[[Any, Any, Event], Becomes]  # of the table as it was, of the other one, and of what happened


def as_it_was(table: Any, course: Iterable[tuple[Any, Event]], dealt_anew: bool) -> Follower:
    """In most games what is played stays what it is wherever it is allowed."""
    return lambda was, now, event: (event,)


def nothing_waits(table: Any, player: str, n: int) -> None:
    """A game in which nobody waits for anybody: whoever leaves the table leaves it as it is."""


def nothing_to_remark(table: Any) -> Iterable[Remark]:
    """Most games say all they have to say event by event."""
    return ()


def no_slips(table: Any, player: str) -> Iterable[Slip]:
    """Nothing that people often misread was thought of."""
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


class NoCards(Printed):
    """The deck of a game that has no cards."""

    __slots__ = ()
    title = ""
    cards: Mapping[str, Any] = {}
    names: Mapping[str, str] = {}


NO_CARDS = Catalogue(REFERENCE, b"", "")


def no_deck(data: bytes, edition: str) -> NoCards:
    """A game without cards has the empty deck."""
    return NoCards()


def no_list(data: bytes) -> list[Words]:
    """Nor can anybody bring a list of them."""
    return [Words("this game has no cards")]


@cache
def shipped(folder: Path) -> tuple[Catalogue, ...]:
    """Every version of every card list we ever shipped with a game, newest first: reference-2, reference."""
    paths = sorted((folder / "catalogue").glob("*.json"), key=lambda path: path.stem, reverse=True)
    return tuple(catalogue_of(path.read_bytes(), path.stem.split("-")[0]) for path in paths)


class About(Struct, frozen=True, kw_only=True):
    """What a game is: its rulebooks, who can play it, and what may be read in more than one way."""

    folder: Path | None = None  # its RULES.md and catalogue/; None: it has neither
    editions: tuple[str, ...] = ("first",)  # the first is the default
    seats: tuple[int, ...] = (2, 3, 4, 5, 6)
    options: Mapping[str, Option] = {}
    presets: Mapping[str, Mapping[str, Reading]] = {}  # by edition: where its defaults are not the options' own
    letter: Mapping[str, Mapping[str, Reading]] = {}  # by edition: what it says where nothing is filled in from others
    terms: tuple[str, ...] = ()  # words of its own that people read, for translators


class Course(Struct, frozen=True, kw_only=True):
    """What can happen: the empty table, every kind of event, and when it is over."""

    table: Callable[[Any, Any, Mapping[str, Reading]], Any]  # from the first event, the deck and the readings
    happenings: tuple[Happening, ...]  # everything that can happen at this table, in the rulebook's order
    started: type[GameStarted] = GameStarted  # with what else the first line of this game needs
    over: Callable[[Any], bool | None] = not_said  # the rules say that play is finished; None: it cannot be told
    ending: Callable[[Any], str] = one_way  # how the game came to its end, in a word
    endings: Mapping[str, Words] = {}  # what these words stand for
    lacking: Callable[[Any], Words | None] = unexplained  # what is wanting before it is over
    remarks: Callable[[Any], Iterable[Remark]] = nothing_to_remark
    leaves: Callable[[Any, str, int], None] = nothing_waits  # with event n a player left: who waited for them goes on
    beside: Callable[[Any, Iterable[tuple[Any, Event]], bool], Follower] = (
        as_it_was  # two tables from here on: what is still to come, each at its table; is chance dealt anew?
    )


class Worth(Struct, frozen=True, kw_only=True):
    """What a table is worth, and who won."""

    score: Callable[[Any], Iterable[ScoreLine]]
    categories: tuple[str, ...] = ("points",)
    scale: int = 1  # 10: points are counted in tenths
    figures: Callable[[Any], dict[str, dict[str, int]] | None] | None = (
        None  # by player and category what its lines come to, if that is cheaper; None: something is open, draw them
    )
    winners: Callable[[Any, dict[str, int]], list[str]] = most_points
    interval: Callable[[Any], Mapping[str, tuple[int, int]]] = exactly  # between what a total lies, if cards are unseen
    forgone: Callable[[Any, str, str, int], tuple[str, Complaint] | None] = nothing_forgone  # points left unclaimed
    slips: Callable[[Any, str], Iterable[Slip]] = no_slips  # how a player may count wrongly, by rules often misread
    claim: type[ScoreClaimed] | None = None  # with the game's categories; None: made from them
    holdings: type[Event] | None = None  # what a player's entry in a tally file becomes; None: it cannot be tallied
    counts: type[Event] | None = None  # or this, where cards are counted and not named
    missing: Callable[[Any, dict[str, int]], Iterable[Missing]] = nothing_missing  # what somebody has yet to say


class CardLists(Struct, frozen=True, kw_only=True):
    """The cards of a game: how a list of them is read and checked."""

    catalogue: type[Struct] | None = None  # the type of a card list's file; None: the game has no cards
    deck: Callable[[bytes, str], Any] = no_deck  # a list's bytes, in an edition's names
    check: Callable[[bytes], list[Words]] = no_list  # what is wrong with a list
    brought: "tuple[Catalogue, ...]" = ()  # lists of somebody's own, which go before the shipped ones


class Scribe(Struct, frozen=True, kw_only=True):
    """How a person sees the table and says what happened."""

    view: Callable[[Any], dict[str, Any]] = in_sight  # the table as it stands, for show
    drawing: "Callable[[Any], Drawing] | None" = None  # and as it is drawn; None: as its view tells it
    face: "Callable[[Any, str], Face] | None" = None  # what is to be seen of a card of the deck, wherever it is
    opening: Callable[[Any, Sequence[str]], "tuple[Field, ...]"] = nothing_asked  # what else its first line needs
    ask: Callable[[Any], Words] = what_happened  # what a scribe is asked for now, with an example
    hear: Callable[[Any, str], list[Event]] = not_heard  # a scribe's short words as events; ValueError says why not
    holds: Callable[[Any, Event], bool] = nothing_held  # heard already, but to be recorded only after others
    alike: Callable[[Any, Any], Any] = itself  # what of a card tells it from others; copies are the same to people


class Dice(Struct, frozen=True, kw_only=True):
    """How chance and made-up players play it."""

    deal: Callable[[Any, Sequence[str], Random], dict[str, Any]] = nothing_dealt  # what else the first line needs
    styles: Mapping[str, Any] = {}  # ways of playing, if there are several
    step: Callable[[Any, Random, Mapping[str, Any]], Iterable[Event]] | None = None  # None: any of what may happen next


class Game(Struct, frozen=True, kw_only=True):
    """A game as plain functions and tables: what it is, what can happen, what it is worth; the rest has defaults."""

    name: str  # the word in the log
    title: str
    about: About = About()
    course: Course
    worth: Worth
    cards: CardLists = CardLists()
    scribe: Scribe = Scribe()
    dice: Dice = Dice()
    facts: Mapping[str, Facts] = {}  # tables of its own in an archive, read off the events in force
    formats: Mapping[str, Callable[[bytes], list[Event]]] = {}  # other programs' files; ValueError says why not
    package: str = ""  # the distribution that brought it, with its version; nothing: we ship it

    happens: dict[type[Event], Happening] = {}  # made from the above: what can happen, by the type of its event,
    claim: type[ScoreClaimed] = ScoreClaimed  # what is written on the pad of this game,
    play: Any = None  # the union of what may stand on a line, without amendments and seals,
    decoder: "Decoder[Event]" = None  # type: ignore[assignment]  # and what reads such a line, its hash cut off

    def __post_init__(self) -> None:
        own = {happening.event: happening for happening in self.course.happenings}
        claim = self.worth.claim or _claim_of(self.worth.categories)
        play = reduce(or_, dict.fromkeys((self.course.started, *own, claim))) | Shared
        force_setattr(self, "happens", own)
        force_setattr(self, "claim", claim)
        force_setattr(self, "play", play)
        force_setattr(self, "decoder", Decoder(lines_of(play)))

    def catalogue(self, name: str = "", digest: str = "") -> "Catalogue":
        """A card list by digest, else the newest of that name, else the usual one; KeyError when there is none."""
        lists = self.catalogues()
        wanted = name or (lists[0].name if self.cards.brought else REFERENCE)
        for one in lists:
            if one.digest == digest or (not digest and one.name == wanted):
                return one
        raise KeyError(digest or name)

    def catalogues(self) -> "tuple[Catalogue, ...]":
        """Every card list that this game can be played with; one that is empty where it has no cards."""
        if self.cards.catalogue is None:
            return (NO_CARDS,)
        return (*self.cards.brought, *(shipped(self.about.folder) if self.about.folder else ()))

    def readings(
        self, named: Mapping[str, Reading], edition: str = "", *, fresh: bool = False, letter: bool = False
    ) -> dict[str, Reading]:
        """Every option with its value: named, else the edition's own, else an old log's, or (fresh) the default."""
        about = self.about
        if named.keys() >= about.options.keys():
            return {key: named[key] for key in about.options}
        own = {key: one.default if fresh else one.unnamed for key, one in about.options.items()}
        own |= about.presets.get(edition, {})
        own |= about.letter.get(edition, {}) if letter else {}
        return {key: named.get(key, value) for key, value in own.items()}


def failing(game: Game, error: BaseException) -> Words:
    """What is said of a game from outside that goes wrong."""
    words = "the game {game} ({package}) goes wrong here: {what}; tell those who wrote it"
    return Words(words, game=game.title, package=game.package, what=f"{type(error).__name__}: {error}")


def _claim_of(categories: tuple[str, ...]) -> type[ScoreClaimed]:
    """What a table writes on its pad, for a game that has no more to say about it than its categories."""
    figures = [(name, Whole | None, None) for name in (*categories, "total")]
    made = defstruct(
        "Claimed", figures, bases=(ScoreClaimed,), frozen=True, kw_only=True, tag="score_claimed", module=__name__
    )
    made.__doc__ = ScoreClaimed.__doc__
    return cast(type[ScoreClaimed], made)


def lines_of(play: Any) -> Any:
    """The union of everything that may stand on a line of a game's log."""
    return play | EntryWithdrawn | EntryCorrected[play] | EntryInserted[play] | LogSealed
