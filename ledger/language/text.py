"""A whole game in words: written line by line, and read back to the same events."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any, NamedTuple

from msgspec import MsgspecError, convert
from msgspec.json import encode as as_json
from msgspec.structs import replace

from ledger.events import OF_THE_LOG, Event, GameEnded, GameStarted, NoteAdded
from ledger.game import Catalogue, Game
from ledger.language import Ambiguous, NotUnderstood, Understood
from ledger.language.lexicon import plainly_written, same_word, words_of
from ledger.language.reading import NOTE, Reader
from ledger.log import BOM, FILE_LIMIT, Unreadable, check_line, encode
from ledger.transcript import strict_json
from ledger.walk import fold, in_force, named_in_full, new_record, open_record, rules_of, unknown_edition
from ledger.words import Words, why
from ledger.words.plain import plain
from ledger.words.speech import ENGLISH, LANGUAGES, Language, language

ALWAYS_SAID = {"game": Words("game"), "edition": Words("edition"), "players": Words("players")}
HEADINGS = ALWAYS_SAID | {
    "place": Words("place"),
    "title": Words("title"),
    "catalogue": Words("catalogue"),
    "catalogue_digest": Words("digest of the catalogue"),
    "software": Words("software"),
}
NOT_ALWAYS_SAID = [name for name in HEADINGS if name not in ALWAYS_SAID]
OPTION = "option"
DATE = "date"  # read from paper, and kept as a note
ALSO_CALLED = {  # headings that are read, though never written
    "edycja": "edition",
    "joueuses": "players",
    "player": "players",
    "where": "place",
    "ou": "place",
    "gdzie": "place",
    "when": DATE,
    "le": DATE,
    "data": DATE,
    "kiedy": DATE,
    DATE: DATE,
}
EDITIONS = {  # whose rules and names; an edition is said by the language it is in, or by its own name
    "en": Words("English edition"),
    "fr": Words("French edition"),
    "pl": Words("Polish edition"),
}
OPTION_SAID = Words("option")
YES, NO = "yes", "no"
DRAWN = "-–—=_*~. "  # a line of these is drawn across the page, and says nothing
UNNAMED = "-"  # what an old log leaves out and a new one names


def bare(event: Event) -> Event:
    """An event without what belongs to its line."""
    return replace(event, n=-1, ts="", by="", id="", more=0)


# --- writing ----------------------------------------------------------------------------------------------------------


def written(game: Game, events: Sequence[Event], speak: Language = ENGLISH, catalogue: Catalogue | None = None) -> str:
    """The events in force of a log, one a line in words; what words cannot say stands there as JSON."""
    standing = [event for event in in_force(events).events if not isinstance(event, OF_THE_LOG)]
    started = standing[0]
    assert isinstance(started, GameStarted)
    lines = [*_header(game, started, speak, catalogue), ""]
    reader = Reader(open_record(game, standing, catalogue=catalogue), speak)
    fold(reader.record, standing[:1])
    for event in standing[1:]:
        lines.append(line_of(reader, event))
        fold(reader.record, [event])
    return "".join(f"{line}\n" for line in lines)


def line_of(reader: Reader, event: Event) -> str:
    """One event as a line that is read back to it at this moment."""
    fact = bare(event)
    text = f"{NOTE} {fact.text}" if isinstance(fact, NoteAdded) else reader.speak(reader.spelt(fact))
    safe = text == text.strip() == plain(text) and not text.startswith("{")
    return text if safe and _says(reader, text, fact) else as_json(fact).decode()


def _says(reader: Reader, text: str, fact: Event) -> bool:
    if text.startswith(NOTE):
        return fact == NoteAdded(text=text[1:].strip())
    found = reader.printed(text, reader.speak) or reader.understand(text, ahead=True)
    if isinstance(found, Understood):
        return found.exact and not found.strange and found.events == [fact]
    return found == [fact]


def _header(game: Game, started: GameStarted, speak: Language, catalogue: Catalogue | None) -> list[str]:
    """Who plays what, and how: a line for each thing that a new game would not have anyway."""
    fact = bare(started)
    assert isinstance(fact, GameStarted)
    lines = [*_headings(game, fact, speak, catalogue)]
    try:
        if (
            all(plain(line) == line == line.strip() for line in lines)
            and _started(lines, {game.name: game}, catalogue)[0] == fact
        ):
            return lines
    except Unreadable:
        pass
    return [as_json(fact).decode()]


def _headings(game: Game, fact: GameStarted, speak: Language, catalogue: Catalogue | None) -> Iterator[str]:
    usual = named_in_full(game, replace(fact, options={}, **dict.fromkeys(NOT_ALWAYS_SAID, "")), catalogue)
    told = {name: getattr(fact, name) for name in HEADINGS}
    told["players"] = ", ".join(fact.players)
    told["game"] = game.title
    for name, value in told.items():
        if (value and name in ALWAYS_SAID) or value != getattr(usual, name, value):
            yield f"{speak(HEADINGS[name])}: {value or UNNAMED}"
    for name in {**usual.options, **fact.options}:
        if name not in fact.options or usual.options.get(name) != fact.options[name]:
            yield f"{speak(OPTION_SAID)} {name}: {_reading(fact.options.get(name, UNNAMED))}"
    for name in _own_fields(game):
        if getattr(fact, name):
            yield f"{speak.term(name)}: {_in_pairs(getattr(fact, name))}"


def _own_fields(game: Game) -> list[str]:
    """What a game's first line has of its own, such as what was dealt."""
    return [name for name in game.course.started.__struct_fields__ if name not in GameStarted.__struct_fields__]


def _in_pairs(value: Any) -> str:
    """Ana w15, Bo w16; what is not made of such pairs, as JSON."""
    if isinstance(value, dict) and all(isinstance(one, str) for one in value.values()):
        said = ", ".join(f"{key} {one}" for key, one in value.items())
        if _pairs(said) == value:
            return said
    return as_json(value).decode()


def _pairs(said: str) -> dict[str, str]:
    parted = [one.strip().rpartition(" ") for one in said.split(",")]
    return {key.strip().removesuffix(":"): value for key, _, value in parted}


def _reading(value: Any) -> str:
    return str(value) if not isinstance(value, bool) else YES if value else NO


# --- reading ----------------------------------------------------------------------------------------------------------


class Line(NamedTuple):
    """One line of a text, and where it stands."""

    at: int
    text: str


def read(
    data: bytes, games: Mapping[str, Game], speak: Language = ENGLISH, catalogue: Catalogue | None = None
) -> bytes:
    """Make a log of a game in words; Unreadable names the line that is not understood."""
    events = read_events(data, games, speak, catalogue)
    return encode(events, seal=isinstance(events[-1], GameEnded), ids=data)


def read_events(
    data: bytes, games: Mapping[str, Game], speak: Language = ENGLISH, catalogue: Catalogue | None = None
) -> list[Event]:
    """The events that a game in words tells."""
    every = _lines(data)
    above = [*takewhile(lambda line: line.text.startswith(NOTE), every)]
    lines = every[len(above) :] or every
    started, used = _started([line.text for line in lines], games, catalogue, [line.at for line in lines])
    game = games[started.game]
    record = new_record(game, started, rules_of(game, started, catalogue=catalogue))
    fold(record, [replace(started, n=0)])
    told = _Telling(Reader(record, speak), [started])
    dated = [line._replace(text=f"{NOTE} {line.text}") for line in lines[:used] if _dated(line.text)]
    for line in (*above, *dated):
        told.take(line)
    for line in lines[used:]:
        told.take(line)
    return told.events + told.waiting


class _Telling:
    """A game being read: what was said so far, and what may only stand after what others say."""

    def __init__(self, reader: Reader, events: list[Event]) -> None:
        self.reader, self.events = reader, events
        self.waiting: list[Event] = []

    def take(self, line: Line) -> None:
        """Read a line; Unreadable says why it is not understood."""
        check_line(line.text.encode("utf-8", "surrogatepass"), line.at)
        found = self.reader.understand(line.text, ahead=True)
        if isinstance(found, Understood) and found.strange:
            found = nobody_here(self.reader, line.text, found)
        if not isinstance(found, Understood):
            raise Unreadable("entry", line.at, refusal(line.text, found))
        literal = found.exact and len(found.events) == 1  # a bid and the coins on it, said at once, are two things
        for event in found.events:
            if not literal and self.reader.game.scribe.holds(self.reader.table, event):
                self.waiting.append(event)
            else:
                self._believe(event)
        self._go_on()

    def _go_on(self) -> None:
        """What waited is written as soon as it may stand there."""
        holds = self.reader.game.scribe.holds
        while ready := [event for event in self.waiting if not holds(self.reader.table, event)]:
            self.waiting.remove(ready[0])
            self._believe(ready[0])

    def _believe(self, event: Event) -> None:
        self.events.append(event)
        fold(self.reader.record, [replace(event, n=len(self.events) - 1)])


def nobody_here(reader: Reader, text: str, found: Understood) -> NotUnderstood:
    """A typed line may have a slip of the pen in it; only what is marked as strange is meant to be."""
    template = "it names somebody or something that this table does not have (if it was so, write: {words})"
    return NotUnderstood(Words(template, words=found.words[0]), reader.nearest(text))


def refusal(text: str, found: Ambiguous | NotUnderstood) -> Words:
    """Why a line was not taken, with what may be meant or comes nearest."""
    if isinstance(found, Ambiguous):
        possible = _apart([words for one in found.possibilities for words in one.words])
        return Words("not understood: '{text}' may be one of: {possible}", text=text, possible=possible)
    if not found.nearest:
        return Words("not understood: '{text}': {why}", text=text, why=found.why)
    template = "not understood: '{text}': {why}; the nearest that can be said: {nearest}"
    return Words(template, text=text, why=found.why, nearest=_apart(found.nearest))


def _apart(several: Sequence[Words]) -> Words:
    """Sentences one after the other, parted so that their own commas do not confuse."""
    first, *others = several
    for one in others:
        first = Words("{one} / {other}", one=first, other=one)
    return first


def _lines(data: bytes) -> list[Line]:
    if len(data) > FILE_LIMIT:
        words = Words("{found} bytes; a text has at most {expected}", found=len(data), expected=FILE_LIMIT)
        raise Unreadable("limit", None, words)
    try:
        text = data.removeprefix(BOM).decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Unreadable("entry", line, Words("is not UTF-8 text")) from None
    lines = [Line(at, line.strip()) for at, line in enumerate(text.split("\n"), 1)]
    found = [line for line in lines if line.text.strip(DRAWN)]
    if not found:
        raise Unreadable("entry", None, Words("empty; a game in words begins with {expected}", expected="game: Lutèce"))
    return found


def _started(
    lines: Sequence[str],
    games: Mapping[str, Game],
    catalogue: Catalogue | None,
    places: Sequence[int] = (),
) -> tuple[GameStarted, int]:
    """The first event of a game in words, and how many lines it took."""
    first = places[0] if places else 1
    if lines[0].startswith("{"):
        return _started_as_json(lines[0], games, catalogue, first), 1
    called = _called()
    stands: dict[str, int] = {}
    fields_of = [name for game in games.values() for name in _own_fields(game)]
    own = {plainly_written(one): name for name in fields_of for one in (name, *_in_every_language(name))}
    fields: dict[str, Any] = {}
    options: dict[str, Any] = {}
    used = 0
    for line in lines:
        name, colon, value = line.partition(":")
        key, _, rest = plainly_written(name).partition(" ")
        if colon and called.get(key) == OPTION and rest:
            options[rest.strip()] = value.strip()
        elif colon and (found := called.get(plainly_written(name))) and found not in fields:
            fields[found] = value.strip()
            stands[found] = places[used] if places else 1
        elif colon and (found := own.get(plainly_written(name))) and found not in fields:
            fields[found] = value.strip()
        else:
            break
        used += 1
    fields.pop(DATE, None)
    game = _game_called(str(fields.get("game", "")), games, stands.get("game", first))
    fields |= {"edition": _edition(game, fields["edition"], stands["edition"])} if fields.get("edition") else {}
    return _made(game, fields, options, catalogue, first), used


def _dated(line: str) -> bool:
    """Is this the heading that says when it was?"""
    name, colon, value = line.partition(":")
    return bool(colon and value.strip()) and _called().get(plainly_written(name)) == DATE


def _edition(game: Game, said: str, at: int) -> str:
    """An edition by its name, or by the language of the only one that is in it."""
    if said in game.about.editions or said == UNNAMED:
        return said
    names = {code: {word for one in LANGUAGES for word in words_of(language(one)(EDITIONS[code]))} for code in EDITIONS}
    shared = frozenset.intersection(*map(frozenset, names.values()))  # edition, wydanie
    words = [word for word in words_of(said) if len(word) > 1 and not same_word(word, shared)]
    spoken = [code for code in names if any(same_word(word, names[code]) for word in words)]
    found = [one for one in game.about.editions if one.partition("-")[0] in spoken]
    if len(found) == 1:
        return found[0]
    raise Unreadable("entry", at, unknown_edition(game, said))


def _started_as_json(line: str, games: Mapping[str, Game], catalogue: Catalogue | None, at: int) -> GameStarted:
    from ledger.log import opening
    from ledger.transcript import read_event

    data = line.encode()
    check_line(data, at)
    opening(data, games)
    event = read_event(data, games)
    if not isinstance(event, GameStarted):
        raise Unreadable("entry", at, Words("a game begins with game_started"))
    return named_in_full(games[event.game], bare(event), catalogue)  # type: ignore[arg-type]


def _in_every_language(name: str) -> list[str]:
    return [language(code).term(name) for code in LANGUAGES]


def _called() -> dict[str, str]:
    """What every heading of a game in words is called, in every language."""
    speaking = [language(code) for code in LANGUAGES]
    names = {**HEADINGS, OPTION: OPTION_SAID}
    called = {plainly_written(speak(words)): name for speak in speaking for name, words in names.items()}
    return called | ALSO_CALLED | {name: name for name in names}


def _game_called(name: str, games: Mapping[str, Game], at: int) -> Game:
    said = plainly_written(name)
    for game in games.values():
        titles = [game.name, game.title, *(language(code).text(game.title) for code in LANGUAGES)]
        if said in map(plainly_written, titles):
            return game
    if not name:
        template = "a game in words begins with what is played and by whom, like: {expected}"
        raise Unreadable("entry", at, Words(template, expected="game: Lutèce / players: Ana, Bo"))
    raise Unreadable("entry", at, Words("unknown game '{found}'; known: {expected}", found=name, expected=list(games)))


def _made(
    game: Game, fields: dict[str, Any], options: Mapping[str, str], catalogue: Catalogue | None, at: int
) -> GameStarted:
    unnamed = {name: "" for name, value in fields.items() if value == UNNAMED and name not in ALWAYS_SAID}
    told: dict[str, Any] = {"type": "game_started", **fields, **unnamed, "game": game.name}
    told["players"] = [name.strip() for name in str(fields.get("players", "")).split(",") if name.strip()]
    told["options"] = {name: _option(game, name, value) for name, value in options.items() if value != UNNAMED}
    try:
        for name, value in fields.items():
            if name not in HEADINGS:
                told[name] = strict_json(value.encode()) if value.startswith(("{", "[")) else _pairs(value)
        started: GameStarted = convert(told, game.course.started)
    except (MsgspecError, ValueError, RecursionError) as error:
        raise Unreadable("entry", at, Words("cannot be read: {why}", why=why(error))) from None
    named = named_in_full(game, started, catalogue)
    kept = {name: value for name, value in named.options.items() if options.get(name) != UNNAMED}
    return replace(named, options=kept, **unnamed)


def _option(game: Game, name: str, said: str) -> Any:
    """The reading that is called so; what is none of an option's own is left for the rules to refuse."""
    values = game.about.options[name].values if name in game.about.options else ()
    return next((value for value in values if plainly_written(_reading(value)) == plainly_written(said)), said)
