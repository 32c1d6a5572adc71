"""What is in force, the fold, and the table as it stood after event n."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, cast

from msgspec.structs import replace

from ledger import __version__
from ledger.claims import NOTHING, Breach, after_the_end, beside
from ledger.copies import copied
from ledger.events import (
    AMENDMENTS,
    EntryCorrected,
    EntryInserted,
    EntryWithdrawn,
    Event,
    GameStarted,
    LogSealed,
)
from ledger.game import REFERENCE, Catalogue, Complaint, Game, Happening, Reading, Stranger
from ledger.log import Unreadable
from ledger.score import Scored, ScoreLine, Sheet
from ledger.words import Words, why

# --- what is in force -------------------------------------------------------------------------------------------------


_AMENDING = frozenset(AMENDMENTS)


class Struck(NamedTuple):
    """An amendment in force, and the old entry that it takes the place of (None: it puts in a forgotten one)."""

    old: Event | None
    by: Event


class InForce(NamedTuple):
    """The record as it stands after its corrections."""

    events: list[Event]
    lines: dict[int, int]  # where the text of an amended event stands
    struck: list[Struck]
    refused: list[tuple[Event, Complaint]]  # amendments without effect

    def line(self, n: int) -> int:
        """The line of the log on which the text in force of event n stands."""
        return self.lines.get(n, n + 1)


def in_force(events: Sequence[Event]) -> InForce:
    """Read the amendments from the last to the first; the later one wins."""
    if _AMENDING.isdisjoint(map(type, events)):
        return InForce(list(events), {}, [], [])
    complaints = _complaints(events)
    words: dict[int, tuple[Event | None, int]] = {}  # what the last word on an event is (None: withdrawn), and its line
    struck: list[Struck] = []
    inserted: dict[int, list[Event]] = {}  # from the last to the first
    for event in reversed(events):
        if not isinstance(event, AMENDMENTS):
            continue
        own, line = words.get(event.n, (getattr(event, "entry", None), event.n + 1))
        undone = event.n in words and own is None
        if event.n in complaints:
            if undone:
                del complaints[event.n]  # a mistake taken back is none
        elif isinstance(event, EntryInserted):
            inserted.setdefault(event.before, []).append(event)  # also when undone: others may stand before it
            words[event.n] = (own, line)
            struck += [] if undone else [Struck(None, event)]
        elif not undone and event.target not in words:
            words[event.target] = (own, line)
            struck.append(Struck(events[event.target], event))
    standing: list[Event] = []
    for event in events:
        if not isinstance(event, AMENDMENTS):
            _stand(standing, event, words, inserted)
    lines = {n: line for n, (entry, line) in words.items() if entry is not None}
    return InForce(standing, lines, struck[::-1], [(events[n], why) for n, why in complaints.items()])


def _stand(
    standing: list[Event],
    event: Event,
    words: dict[int, tuple[Event | None, int]],
    inserted: dict[int, list[Event]],
) -> None:
    """Put an event in its place: what was inserted before it first, then what it now says."""
    waiting = [event]  # no recursion: insertions before insertions may go as deep as a log is long
    while waiting:
        event = waiting.pop()
        if event.n in inserted:
            waiting += [event, *inserted.pop(event.n)]
            continue
        entry, _ = words.get(event.n, (event, 0))
        if entry is not None:
            standing.append(entry if entry is event else replace(entry, n=event.n))


def _complaints(events: Sequence[Event]) -> dict[int, Complaint]:
    """The amendments that have no effect, by number, and why."""
    complaints: dict[int, Complaint] = {}
    for event in events:
        complaint = _refused(events, event, complaints) if isinstance(event, AMENDMENTS) else None
        if complaint is not None:
            complaints[event.n] = complaint
    return complaints


def _refused(events: Sequence[Event], event: Event, complaints: Mapping[int, Complaint]) -> Complaint | None:
    """Why an amendment has no effect, if it has none."""
    target = event.before if isinstance(event, EntryInserted) else cast(EntryWithdrawn, event).target
    if not 0 <= target < event.n:
        return Complaint("names event {found}; only an earlier event can be amended", found=target)
    aim = events[target]
    if isinstance(event, EntryInserted):
        return _misplaced(aim, complaints)
    if isinstance(aim, LogSealed):
        return Complaint("names the seal {found}; a seal stays as it is", found=target)
    if isinstance(event, EntryWithdrawn):
        return Complaint("withdraws the start of the game; correct it instead") if target == 0 else None
    return _miscorrected(aim, cast("EntryCorrected[Event]", event))


def _misplaced(aim: Event, complaints: Mapping[int, Complaint]) -> Complaint | None:
    if aim.n == 0:
        return Complaint("inserts something before the start of the game")
    if isinstance(aim, EntryWithdrawn | EntryCorrected) or aim.n in complaints:
        return Complaint("inserts something before the amendment {found}, which has no place in the game", found=aim.n)
    return None


def _miscorrected(aim: Event, event: "EntryCorrected[Event]") -> Complaint | None:
    if isinstance(aim, EntryWithdrawn):
        return Complaint("corrects the withdrawal {found}; withdraw that one, then correct the event", found=aim.n)
    if isinstance(aim, EntryCorrected | EntryInserted):
        aim = aim.entry
    if isinstance(aim, GameStarted) != isinstance(event.entry, GameStarted):
        return Complaint("the start of a game can only be corrected by the start of a game")
    if isinstance(aim, GameStarted) and aim.game != cast(GameStarted, event.entry).game:
        return Complaint(
            "the start of a game of {expected} becomes one of {found}",
            expected=aim.game,
            found=cast(GameStarted, event.entry).game,
        )
    return None


# --- the fold ---------------------------------------------------------------------------------------------------------


class Rules(NamedTuple):
    """Under which rules a record is read: its own, or those somebody asks for."""

    edition: str
    options: Mapping[str, Reading]
    deck: Any
    catalogue: Catalogue
    foreign: bool = False  # the catalogue in use is not the one the log names


class Record:
    """A game under way: its table, what stands beside it on the sheet, and what was claimed so far."""

    __slots__ = ("adjusted", "claimed", "early", "ended", "game", "idle", "ruled", "rules", "scored", "sheet", "table")

    def __init__(self, game: Game, rules: Rules, table: Any) -> None:
        self.game = game
        self.rules = rules
        self.table = table
        self.adjusted: list[ScoreLine] = []
        self.ruled: dict[str, int] = {}  # the sum of those, by player
        self.claimed: set[str] = set()  # who wrote down a score
        self.ended = False
        self.early = False  # it was said already that claims came before the end,
        self.idle = False  # and that play went on after it
        self.sheet: Sheet | None = None  # kept until something else happens,
        self.scored: Scored | None = None  # and the totals without rulings until something moves

    @property
    def left(self) -> dict[str, int]:
        """Who left the table, and with which event."""
        gone: dict[str, int] = self.table.players.left
        return gone

    def copy(self) -> "Record":
        """The same game, to try something on."""
        other = Record(self.game, self.rules, copied(self.table, (self.rules.deck, self.rules.options)))
        other.ended, other.early, other.idle = self.ended, self.early, self.idle
        other.adjusted, other.ruled, other.claimed = self.adjusted.copy(), self.ruled.copy(), self.claimed.copy()
        return other


def rules_of(
    game: Game,
    started: GameStarted,
    *,
    under: str = "",
    letter: bool = False,
    options: Mapping[str, Reading] | None = None,
    catalogue: Catalogue | None = None,
) -> Rules:
    """The rules a log asks for, with what the reader lays over them; Unreadable when there is no table to fold onto."""
    edition = under or started.edition or game.about.editions[0]
    _seated(game, started, edition)
    named = {**({} if under or letter else started.options), **(options or {})}
    for key, value in named.items():
        _known_option(game, key, value)
    cards = _catalogue(game, started, catalogue)
    foreign = catalogue is not None and started.catalogue_digest not in ("", cards.digest)
    readings = game.readings(named, edition, fresh=bool(under) or letter, letter=letter)
    return Rules(edition, readings, deck_of(game, cards, edition), cards, foreign)


def deck_of(game: Game, cards: Catalogue, edition: str) -> Any:
    """The cards of a list as they are played with, made once."""
    return _deck(game.cards.deck, cards, edition)


@lru_cache(maxsize=64)
def _deck(read: Any, cards: Catalogue, edition: str) -> Any:
    try:
        return read(cards.data, edition)
    except ValueError as error:
        raise Unreadable("entry", 1, Words("the catalogue cannot be used: {why}", why=why(error))) from error


def unknown_edition(game: Game, found: str) -> Words:
    """Nobody printed the game so."""
    template = "unknown edition '{found}' of {game}; known: {expected}"
    return Words(template, found=found, game=game.name, expected=game.about.editions)


def _seated(game: Game, started: GameStarted, edition: str) -> None:
    def refuse(template: str, **values: Any) -> None:
        raise Unreadable("entry", 1, Words(template, **values))

    if edition not in game.about.editions:
        raise Unreadable("entry", 1, unknown_edition(game, edition))
    if len(started.players) not in game.about.seats:
        refuse(
            "{found} {found:player|players}; {game} is for {expected}",
            found=len(started.players),
            game=game.name,
            expected=game.about.seats,
        )
    if len(set(started.players)) < len(started.players):
        refuse("one name stands twice among the players: {found}", found=started.players)
    if "" in started.players:
        refuse("a player has no name")


def _known_option(game: Game, key: str, value: Reading) -> None:
    if key not in game.about.options:
        words = Words(
            "unknown option '{found}'; {game} has {expected}",
            found=key,
            game=game.name,
            expected=list(game.about.options),
        )
        raise Unreadable("entry", 1, words)
    values = game.about.options[key].values
    if value not in values or type(values[values.index(value)]) is not type(value):  # True is no 1
        words = Words(
            "option {key} cannot be '{found}'; it is one of {expected}", key=key, found=value, expected=values
        )
        raise Unreadable("entry", 1, words)


def _catalogue(game: Game, started: GameStarted, given: Catalogue | None) -> Catalogue:
    if given is not None:
        return given
    try:
        return game.catalogue(started.catalogue, started.catalogue_digest)
    except KeyError as error:
        words = Words(
            "catalogue '{name}' ({found}) is not among those we have; give the card list with --catalogue FILE",
            name=started.catalogue or REFERENCE,
            found=str(error.args[0])[:12],
        )
        raise Unreadable("entry", 1, words) from None


def named_in_full(game: Game, started: GameStarted, catalogue: Catalogue | None = None) -> GameStarted:
    """The first event of a new log: every reading, the card list and the software are named in it."""
    cards = _catalogue(game, started, catalogue)
    edition = started.edition or game.about.editions[0]
    whole = replace(
        started,
        edition=edition,
        catalogue=started.catalogue or cards.name or REFERENCE,
        options=game.readings(started.options, edition, fresh=True) | started.options,
        catalogue_digest=cards.digest,
        software=started.software or f"quaestor {__version__}",
    )
    rules_of(game, whole, catalogue=catalogue)
    return whole


def open_record(game: Game, events: Sequence[Event], **laid_over: Any) -> Record:
    """An empty table for the game that these events begin."""
    started = events[0]
    if not isinstance(started, GameStarted):
        raise Unreadable("entry", 1, Words("a log begins with game_started"))
    return new_record(game, started, rules_of(game, started, **laid_over))


def new_record(game: Game, started: GameStarted, rules: Rules) -> Record:
    """An empty table under these rules."""
    return Record(game, rules, game.course.table(started, rules.deck, rules.options))


def step(record: Record, event: Event) -> list[Breach]:
    """Judge and believe one event."""
    return walk(record, [event])[1]


def walk(record: Record, events: Sequence[Event], place: int = 0, end: int | None = None) -> tuple[int, list[Breach]]:
    """The one loop: ask what the rules want of an event, then believe it.

    It stops behind the first event of which something is to be said, and gives the place behind that and what is said;
    where all is in order, the end and nothing.
    """
    table, happens, starts = record.table, record.game.happens, record.game.course.started
    if end is None:
        end = len(events)
    while place < end:
        event = events[place]
        place += 1
        kind = type(event)
        happening = happens.get(kind)
        if happening is None or (kind is starts and event.n > 0):
            found = beside(record, event)
        else:
            record.sheet = record.scored = None
            found = NOTHING
            try:
                if happening.advance is not None:
                    happening.advance(table, event)
                if not happening.asks(table, event):
                    found = _said(happening, table, event)
                happening.effect(table, event)
            except Stranger as stranger:
                found = [Breach("entry", Complaint(stranger.template, found=stranger.name))]
            if record.ended:
                found = after_the_end(record)
        if found:
            return place, found
    return place, NOTHING


def _said(happening: Happening, table: Any, event: Event) -> list[Breach]:
    """The first condition that does not hold, and those after it that stand apart from it."""
    found: list[Breach] = []
    for condition in happening.conditions:
        if (not found or condition.apart) and not condition.holds(table, event):
            found.append(Breach(condition.rule, condition.complains(table, event)))
    return found


def fold(record: Record, events: Sequence[Event]) -> Record:
    """Believe every event, one after the other, whatever is to be said of it."""
    place = 0
    while place < len(events):
        place, _ = walk(record, events, place)
    return record


def replay(game: Game, events: Sequence[Event], at: int | None = None, **laid_over: Any) -> Record:
    """The record as the whole log has it in force, up to and including event `at`."""
    standing = in_force(events).events
    record = open_record(game, standing, **laid_over)
    return fold(record, until(standing, at))


def until(standing: list[Event], at: int | None) -> list[Event]:
    """What is in force, up to and including event `at`."""
    if at is None:
        return standing
    return standing[: next((place + 1 for place, event in enumerate(standing) if event.n == at), _before(standing, at))]


def _before(standing: list[Event], at: int) -> int:
    """Where event `at` would stand if it were in force: inserted events have later numbers than their neighbours."""
    return max((place + 1 for place, event in enumerate(standing) if event.n < at), default=1)
