"""Reading: a line at a table, as the events that it says."""

import re
from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher
from functools import cached_property, lru_cache
from itertools import islice, product
from typing import Any, NamedTuple

from msgspec import MsgspecError, convert, to_builtins

from ledger.choices import allowed, barred, due
from ledger.events import Event, GameEnded, NoteAdded
from ledger.game import Happening, nothing_offered
from ledger.language import Ambiguous, Answer, NotUnderstood, Refused, Understood
from ledger.language.lexicon import (
    ARTICLES,
    FILLERS,
    LONGEST,
    NO_SENTENCE,
    SAYS_NOTHING,
    Lexicon,
    number_of,
    plainly_written,
    same_word,
    words_of,
)
from ledger.language.sayings import (
    CARD,
    NUMBER,
    PLAYER,
    UNKNOWN,
    Derived,
    Kind,
    Pairs,
    Place,
    Run,
    Saying,
    Sayings,
    Several,
    Shown,
    defaults,
    names,
)
from ledger.language.shared import shared_sayings
from ledger.log import LogError
from ledger.story import tell
from ledger.walk import Record, fold
from ledger.words import Words, parts, why
from ledger.words.speech import LANGUAGES, Language, language

NOTE = "#"
NOTED = re.compile(r"\s#(?!\d)")  # a note behind something else; #2 is the second copy of a card
ARTICLE = "a"
DITTO = re.compile(r"""(?:["″”“〃]|,,|'')(?=\s|$)""")  # as above, on paper
UNITS = r"k|[$]|coins?|pi[eè]ces?|monety?|sesterces?|sestercj[aeię]"
COINS = re.compile(
    rf"(?:[(+]|(?<![\w+]))[ ]?([$])?(\d{{1,3}})(?(1)(?:{UNITS})?|(?:{UNITS}))(?![\w$])[)]?", re.IGNORECASE
)
FULL_STOPS = " .!"
PARTING = re.compile(r"\s*;\s*")
COMMAS = re.compile(r"\s*[;,]\s*")
LONGEST_RUN = 500  # of the same in a row
MANY = 64  # readings of one line that are looked at
STEPS = 20_000  # so long a line is turned over before it is given up
NEAREST = 3
MOST_DUE = 24  # so much may go without saying before a line
WORD_AND_NUMBER = re.compile(r"[^\W\d_]+\s*\d+[\s.:)–—-]*")


class Heard(NamedTuple):
    """One way in which a line fits a sentence."""

    fields: dict[str, list[Any]]  # by field: what it may be
    skipped: int = 0  # words that say nothing
    begun: int = 0  # names of which only the beginning was said
    literal: int = 0  # words of the sentence that were said
    unsaid: int = 0  # and that were not
    derived: tuple[tuple[Derived, int], ...] = ()  # figures that the table knows already, as they were said
    shown: tuple[tuple[Shown | Derived, list[Any]], ...] = ()  # what was said of something by what it stands for


class Candidate(NamedTuple):
    """An event that a line may mean, and how near it is to what was said."""

    event: Event
    rank: tuple[int, ...]


class Reader:
    """What is understood at one table, in one reader's language."""

    def __init__(self, record: Record, speak: Language) -> None:
        self.record, self.speak = record, speak
        self.game = record.game
        self.lexicons: dict[int, Lexicon] = {}
        self.barred: list[Event] = []  # what a line might mean, if it were allowed
        self.languages = [speak, *(language(code) for code in LANGUAGES if code != speak.code)]
        self.sayings = [
            (happening.event, one)
            for happening in self.game.course.happenings
            if isinstance(happening.words, Sayings)
            for one in happening.words.every
        ]
        self.sayings += [(kind, one) for kind, said in shared_sayings(self.game).items() for one in said.every]

    @property
    def table(self) -> Any:
        """The table as it stands now."""
        return self.record.table

    def understand(self, text: str, *, ahead: bool = False) -> Answer:
        """What a line means; `ahead`: also behind what the rules make of the moment, which nobody needs to say."""
        text = text.strip()
        if not text:
            return NotUnderstood(Words("nothing was said"), self.nearest(text))
        if text.startswith(NOTE):
            return self._told([NoteAdded(text=text[1:].strip())], exact=True)
        if text.startswith("{"):
            return self._json(text)
        if DITTO.match(text):
            return NotUnderstood(Words("a ditto mark does not say who or what it stands for"), self.nearest(text))
        exactly = (self._answer(self.printed(text, speak), exact=True) for speak in self.languages)
        found: Answer | None = next((one for one in exactly if one is not None), None)
        if found is not None:
            return self._or_else(text, found)
        if noted := NOTED.search(text):
            return self._with_note(text[: noted.start()], text[noted.end() :].strip(), ahead=ahead)
        if not ahead:
            return self._freely(text)
        found = self._on_paper(text)
        return found if self._may_be(found) else self._behind_what_is_due(text) or found

    def _or_else(self, text: str, found: Answer) -> Answer:
        """What a line says word by word; where that may not happen and the words fit what may, it is asked back."""
        if not isinstance(found, Understood) or self._may_be(found):
            return found
        other = self._what_may_be(text)
        return found if other is None or other.events == found.events else Ambiguous([other, found])

    def _freely(self, text: str) -> Answer:
        """What a line means that is not written as it is printed."""
        found = self._shortly(text)  # first as a whole: a sentence may have a semicolon of its own
        if not isinstance(found, NotUnderstood) or found.final:
            return found
        in_parts = (self._in_parts(text, mark) for mark in (PARTING, COMMAS))
        told = [one for one in in_parts if one is not None]
        whole = next((one for one in told if isinstance(one, Understood)), None)
        return whole or self._strange(text) or (next(iter(told), found) if found.why is NO_SENTENCE else found)

    def _with_note(self, text: str, note: str, *, ahead: bool) -> Answer:
        """What was said before a note on the same line, and the note."""
        found = self.understand(text, ahead=ahead)
        if isinstance(found, Ambiguous):
            return Ambiguous([one._replace(events=[*one.events, NoteAdded(text=note)]) for one in found.possibilities])
        if isinstance(found, NotUnderstood) or not note:
            return found
        told = self._told([*found.events, NoteAdded(text=note)], exact=found.exact)
        return told._replace(strange=found.strange)

    def _strange(self, text: str) -> Understood | None:
        """Words as they are printed of somebody or something that this table does not have."""
        for speak in self.languages:
            found = self._told_so(text, speak, known=False)
            if len(found) == 1:
                return Understood(found, exact=True, words=[self.spelt(found[0])], strange=True)
        return None

    def _shortly(self, text: str) -> Answer:
        """What a line means that has a game's own short form, or is said loosely."""
        text = COINS.sub(self._laid, text.rstrip(FULL_STOPS) or text)
        try:
            heard = self.game.scribe.hear(self.table, text)
        except Refused as error:
            return NotUnderstood(error.args[0], self.nearest(text), final=True)
        except ValueError as error:
            reason = why(error)
        else:
            short = self._told(heard, exact=not any(map(self._begun, words_of(text))))
            return short if self._may_be(short) else self._what_may_be(text) or short
        self.barred.clear()
        for speak in self.languages:
            found = self._answer(self._loosely(text, speak), exact=False)
            if found is not None:
                return found
        told = self._unheard_of(text) or (self._not_allowed() if reason is NO_SENTENCE else None)
        return NotUnderstood(
            told or (reason if isinstance(reason, Words) else Words("{why}", why=reason)), self.nearest(text)
        )

    def _what_may_be(self, text: str) -> Understood | None:
        """The one thing that a line may loosely mean and that may happen now, where it says something else in full."""
        for speak in self.languages:
            found = self._loosely(text, speak, legal=True)
            if len(found) == 1:
                return self._told(found, exact=False)
        return None

    def _not_allowed(self) -> Words | None:
        """What stands against the one thing that a line might mean."""
        if len({repr(event) for event in self.barred}) != 1:
            return None
        return barred(self.game.happens[type(self.barred[0])], self.table, self.barred[0])

    def _unheard_of(self, text: str) -> Words | None:
        """The words of a line that nobody and nothing here is called, and that no sentence has."""
        strange = [word for word in words_of(text) if self._known(word) is None]
        return Words("nothing here is called {words}", words=[f"'{word}'" for word in strange]) if strange else None

    def _known(self, word: str) -> object:
        """Something that this word may be, if there is anything."""
        if word in FILLERS or "+" in word or any(one.isdigit() for one in word) or len(word) == 1:
            return word  # a code or a figure is the game's own to judge
        for _, saying in self.sayings:
            for template, speak in product((saying.template, *saying.also), self.languages):
                elements = _elements(saying, template, speak)
                if _word_of(word, elements) or _place_for(word, elements, self.lexicon):
                    return saying
        return None

    def _laid(self, found: re.Match[str]) -> str:
        """2k are coins that lie on something, and at the end of a line may as well be a price; 5k may be a player."""
        if any(map(self.lexicon(PLAYER).knows, words_of(found[0]))):
            return found[0]
        last = not found.string[found.end() :].strip()
        return f" {found[2]}" if last and not found[0].startswith("+") else f"+{found[2]}"

    def _begun(self, word: str) -> bool:
        """Is this only a part of a name? Codes of tiles and cards are exact, and so are whole names of players."""
        called, whole = self.lexicon(PLAYER).heard((word,))
        return not whole and (bool(called) or (len(word) > 2 and word.isalpha() and self.lexicon(CARD).knows(word)))

    # --- as it is printed ---------------------------------------------------------------------------------------------

    def printed(self, text: str, speak: Language) -> list[Event]:
        """The events that are told in exactly these words at this table; where it matters, those that may happen."""
        found = self._told_so(text, speak, known=True) or self._offered_as(text, speak)
        if len(found) > 1:
            legal = [event for event in found if self._allowed(event)]
            return legal if len(legal) == 1 else found
        return found

    def _told_so(self, text: str, speak: Language, *, known: bool) -> list[Event]:
        """The events that a sentence tells so; with names that are known here, or with any others."""
        found: list[Event] = []
        kinds: set[type[Event]] = set()  # told by a sentence from which the rest follows: that is what is meant
        for kind, saying in self.sayings:
            if kind in kinds:
                continue
            for event in self._inverted(kind, saying, text, speak, known):
                if event not in found and self._tells(event, text, speak):
                    found.append(event)
                    kinds |= {kind} if saying.implied else set()
        return found

    def _offered_as(self, text: str, speak: Language) -> list[Event]:
        """Of a game that only tells its events and has no sayings: what is offered in these words."""
        plain = [one for one in self.game.course.happenings if not isinstance(one.words, Sayings)]
        offered = (event for happening in plain for event in happening.offers(self.table))
        return [event for event in offered if speak(tell(self.game, self.table, event)) == text]

    def _tells(self, event: Event, text: str, speak: Language) -> bool:
        return text in (speak(self.spelt(event)), speak(tell(self.game, self.table, event)))

    def spelt(self, event: Event) -> Words:
        """An event in the words of a written game."""
        happening = self.game.happens.get(type(event))
        words = happening.words if happening else shared_sayings(self.game).get(type(event))
        return (
            words(self.table, event, spelt=True) if isinstance(words, Sayings) else tell(self.game, self.table, event)
        )

    def _inverted(self, kind: type[Event], saying: Saying, text: str, speak: Language, known: bool) -> Iterator[Event]:
        """Every event that a sentence would be about if this text were that sentence."""
        pieces, pattern, places = _pattern(saying, speak)
        if any(piece not in text for piece in pieces):
            return
        match = pattern.fullmatch(text)
        if match is None:
            return
        fields: dict[str, list[Any]] = {name: [value] for name, value in saying.given.items()}
        for (name, spec), said in zip(places, match.groups(), strict=True):
            place = saying.places[name]
            if isinstance(place, Several):
                told = place.hear(said)
                if told is None:
                    return
                fields |= {field: [value] for field, value in told.items()}
            elif isinstance(place, Pairs):
                fields[place.field] = self._paired(place, said, speak, known)
            elif isinstance(place, Shown):
                fields[place.field] = [*place.values]
            elif isinstance(place, Place):
                fields[place.field] = self._written(place.kind, said, spec, speak, known)
                if not fields[place.field]:
                    return
        yield from islice(self._events(kind, saying, fields), MANY)

    def _events(self, kind: type[Event], saying: Saying, fields: dict[str, list[Any]]) -> Iterator[Event]:
        """The events of a kind, for every combination of what its fields may be, with what follows from them."""
        for values in product(*fields.values()):
            said = dict(zip(fields, values, strict=True))
            follows = {name: follow(self.table, said) for name, follow in saying.implied.items() if name not in said}
            try:
                yield convert(to_builtins(said | follows) | {"type": _tag(kind)}, kind)
            except MsgspecError:
                continue

    def _written(self, kind: Kind, said: str, spec: str, speak: Language, known: bool) -> list[Any]:
        if kind.listed:
            if said == str(speak.spell([], spec)):
                return [()]
            each: list[list[Any]] = []
            for one in said.split(", "):
                counted = _counted(kind, one, speak)
                each += (
                    [[kind.run.value]] * counted
                    if kind.run and counted
                    else [self._written(kind._replace(listed=False), one, spec, speak, known)]
                )
            return list(islice(product(*each), MANY))
        lexicon = self.lexicon(kind)
        named = lexicon.written(said, spec, speak)
        if named:
            return named
        if kind.number:
            number = number_of(said)
            return [] if number is None else [number]
        strange = kind.free and (said.startswith(UNKNOWN) or not (known and lexicon.values))
        return [said.removeprefix(UNKNOWN)] if strange else []

    def _paired(self, place: Pairs, said: str, speak: Language, known: bool) -> list[Any]:
        """What a list of pairs may be."""
        pair = Saying(place.template, one=place.one, other=place.other)
        _, pattern, places = _pattern_of(pair, speak)
        matches = [pattern.fullmatch(one) for one in said.split(", ")]
        each = []
        for match in matches:
            if match is None:
                return []
            told = dict(zip((name for name, _ in places), match.groups(), strict=True))
            keys = self._written(place.one, told["one"], "", speak, known)
            each.append([*product(keys, self._written(place.other, told["other"], "", speak, known))])
        return [dict(pairs) for pairs in islice(product(*each), MANY)]

    def lexicon(self, kind: Kind) -> Lexicon:
        """What the values of a kind are called here."""
        key = id(kind.every)
        if key not in self.lexicons:
            self.lexicons[key] = Lexicon(kind, self.table)
            if kind.every is not PLAYER.every:
                self.lexicons[key].not_begun = lambda: self._whole_names
        return self.lexicons[key]

    @cached_property
    def _kinds(self) -> list[Kind]:
        """What may stand in the sentences of this game."""
        return [*{id(one.kind.every): one.kind for _, saying in self.sayings for one in _places(saying)}.values()]

    @cached_property
    def _whole_names(self) -> frozenset[str]:
        """Words by which a tile or a card, say, is wholly called: nothing else is called so by a beginning."""
        kinds = [kind for kind in self._kinds if kind.every is not PLAYER.every]
        return frozenset(name[0] for kind in kinds for name in self.lexicon(kind).whole() if len(name) == 1)

    # --- as it is said ------------------------------------------------------------------------------------------------

    def _loosely(self, text: str, speak: Language, *, legal: bool = False) -> list[Event]:
        """What a line may mean whose words are shortened, left out or in another form; only the best readings."""
        said = self._without_articles(words_of(text))
        found: list[Candidate] = []
        for kind, saying in self.sayings:
            for template in (saying.template, *saying.also):
                elements = _elements(saying, template, speak)
                for heard in islice(_aligned(said, elements, self.lexicon), MANY):
                    if heard.literal or template is saying.template or not _unsaid(elements):
                        found += self._candidates(kind, saying, heard, printed=template is saying.template)
        found = [one for one in found if not legal or self._allowed(one.event)]
        best = min((one.rank for one in found), default=None)
        events: list[Event] = []
        for one in found:
            if one.rank == best and one.event not in events:
                events.append(one.event)
        return self._told_apart(events)

    def _without_articles(self, said: Sequence[str]) -> Sequence[str]:
        """An English `a` is left out, unless it begins the line or something here is called so, as a tile is."""
        if ARTICLE not in said[1:]:
            return said
        if any(self.lexicon(kind).heard((ARTICLE,))[1] for kind in self._kinds):
            return said
        return [*said[:1], *(word for word in said[1:] if word != ARTICLE)]

    def _told_apart(self, events: list[Event]) -> list[Event]:
        """Of events that differ only by copies of one card, of which nobody at the table can tell which it is, one."""
        looks: dict[str, Event] = {}
        for one in events if len(events) > 1 else ():
            looks.setdefault(repr([_tag(type(one)), *map(self._looks, _own(one))]), one)
        return [*looks.values()] or events

    def _looks(self, value: Any) -> Any:
        """A value with every card in it as it looks."""
        if isinstance(value, tuple | list):
            return [*map(self._looks, value)]
        return value if value in self.table.players else self.game.scribe.alike(self.table, value)

    def _candidates(self, kind: type[Event], saying: Saying, heard: Heard, *, printed: bool) -> Iterator[Candidate]:
        """The events that a way of fitting a sentence leaves: all said, or as they are offered here.

        A mistake of the table is told in whole sentences, and in other words than ours with what it is about: half of
        a sentence is more likely something else.
        """
        if not heard.literal and not heard.fields:
            return
        fields = {name: [value] for name, value in saying.given.items()} | heard.fields
        usual = defaults(kind)
        lacking = [name for name in names(kind) if name not in fields]
        needed = [name for name in lacking if name not in usual and name not in saying.implied]
        direct = [] if needed else list(islice(self._events(kind, saying, fields), MANY))
        if lacking and (heard.literal or direct or needed == ["player"] or len(heard.fields) > 1):
            offered = [event for event in self._offers(kind) if _agrees(event, fields)]
            direct = [event for event in direct if event in offered] or offered or direct
        for event in direct:
            if any(self._shown(place, event) not in values for place, values in heard.shown):
                continue
            if any(place.say(self.table, event) not in (figure, str(figure)) for place, figure in heard.derived):
                continue
            illegal = not self._allowed(event)
            if illegal and isinstance(event, GameEnded):
                continue  # who won is said when it is over, or as it is printed
            if illegal and heard.literal and (heard.unsaid or not (printed or heard.fields.keys() - {"player"})):
                self.barred += [event]
                continue
            if not heard.literal and not saying.meant_by_names(heard.fields):
                continue
            words_alone = not heard.fields and heard.unsaid  # such as the heading: round 2
            if not heard.literal or words_alone:
                # names alone, or words alone, are taken for what may happen next, never for a mistake; and names are
                # not taken for a declaration
                self.barred += [event] if illegal and not direct[1:] else []
                if illegal or not (words_alone or self._listed(kind)):
                    continue
            untold = [name for name in names(kind) if name not in heard.fields and name not in saying.implied]
            unsaid = heard.unsaid if heard.literal else 0  # names alone fit a short sentence no better than a long one
            yield Candidate(event, (heard.skipped, illegal, heard.begun, -heard.literal, len(untold), unsaid))

    def _shown(self, place: Shown | Derived, event: Event) -> Any:
        return place.stands_for(self.table, event) if isinstance(place, Shown) else place.value

    def _listed(self, kind: type[Event]) -> bool:
        """Can what may happen of this kind be listed at all?"""
        happening = self.game.happens.get(kind)
        return happening is not None and happening.offers is not nothing_offered

    def _offers(self, kind: type[Event]) -> Iterator[Event]:
        happening = self.game.happens.get(kind)
        for event in happening.offers(self.table) if happening else ():
            if allowed(happening, self.table, event):  # type: ignore[arg-type]
                yield event

    def _allowed(self, event: Event) -> bool:
        happening: Happening | None = self.game.happens.get(type(event))
        if happening is None:
            return not isinstance(event, GameEnded) or bool(self.game.course.over(self.table))
        return allowed(happening, self.table, event)

    # --- the answer ---------------------------------------------------------------------------------------------------

    def _answer(self, events: Sequence[Event], *, exact: bool) -> Answer | None:
        if not events:
            return None
        if len(events) == 1:
            return self._told([events[0]], exact=exact)
        return Ambiguous([self._told([event], exact=False) for event in events])

    def _told(self, events: list[Event], *, exact: bool) -> Understood:
        words, trial = [], self.record
        for event in events:
            words.append(tell(self.game, trial.table, event))
            if len(words) < len(events):
                trial = trial.copy() if trial is self.record else trial
                fold(trial, [event])
        return Understood(events, exact, words)

    # --- on paper, where what follows from the rules is not written down ----------------------------------------------

    def _on_paper(self, text: str) -> Answer:
        """A line, or the heading of the round under way, or both."""
        headed = _heading().match(plainly_written(text))
        if headed is None:
            return self._freely(text)
        under_way = self.game.scribe.view(self.table).get("round")
        if int(headed[1]) != under_way:
            return NotUnderstood(Words("round {round} is under way", round=under_way), self.nearest(text), final=True)
        rest = WORD_AND_NUMBER.sub("", text, count=1)
        return self.understand(rest) if rest.strip() else Understood([], exact=True, words=[_round(int(headed[1]))])

    def _may_be(self, found: Answer) -> bool:
        """Is that what may have been said at this moment: does no rule stand against it?"""
        if not isinstance(found, Understood):
            return isinstance(found, Ambiguous)
        trial = Reader(self.record.copy(), self.speak) if len(found.events) > 1 else self
        for event in found.events:
            if found.strange or not (self.game.scribe.holds(trial.table, event) or trial._allowed(event)):
                return False
            if len(found.events) > 1:
                fold(trial.record, [event])
        return True

    def _behind_what_is_due(self, text: str) -> Understood | None:
        """A line that may only be said behind what the rules alone make of the moment; that is said with it."""
        trial, events = self.record.copy(), list[Event]()
        while len(events) < MOST_DUE and (event := due(self.game, trial.table)) is not None:
            fold(trial, [event])
            events.append(event)
            reader = Reader(trial, self.speak)
            found = reader._on_paper(text)
            if isinstance(found, Understood) and reader._may_be(found):
                return self._told([*events, *found.events], exact=False)
        return None

    def _json(self, text: str) -> Answer:
        from ledger.amend import entry

        try:
            return self._told([entry(self.game, text)], exact=True)
        except LogError as error:
            return NotUnderstood(error.words, [])

    def _in_parts(self, text: str, mark: re.Pattern[str]) -> Answer | None:
        """Several things on one line; each is read after the one before."""
        several = [part for part in mark.split(text) if part]
        return self._one_after_another(several) if len(several) > 1 else None

    def _one_after_another(self, several: list[str]) -> Answer | None:
        trial, events, exact = Reader(self.record.copy(), self.speak), list[Event](), True
        for part in several:
            found = trial.understand(part)
            if not isinstance(found, Understood):
                return _stopped_at(part, found) if events else None
            events += found.events
            exact = exact and found.exact
            fold(trial.record, found.events)
        return self._told(events, exact=exact)

    def nearest(self, text: str) -> list[Words]:
        """What can be said here and looks most like it."""
        said = plainly_written(text)

        def likeness(words: Words) -> float:
            return SequenceMatcher(None, said, plainly_written(self.speak(words))).ratio()

        return sorted(dict.fromkeys(self.sayable()), key=likeness, reverse=True)[:NEAREST]

    def sayable(self, most: int = MANY) -> Iterator[Words]:
        """What may happen next, in words: of each kind so many, as far as it can be listed."""
        for happening in self.game.course.happenings:
            offered = (event for event in happening.offers(self.table) if allowed(happening, self.table, event))
            for event in islice(offered, most):
                yield happening.words(self.table, event)


def _stopped_at(part: str, found: Ambiguous | NotUnderstood) -> NotUnderstood:
    """What stands before this part of a line is understood; this is not."""
    if isinstance(found, Ambiguous):
        could = [words for one in found.possibilities for words in one.words]
        return NotUnderstood(Words("'{text}' may be one of: {could}", text=part, could=could), [])
    return NotUnderstood(Words("'{text}': {why}", text=part, why=found.why), found.nearest)


def _round(number: int) -> Words:
    return Words("round {round}", round=number)


@lru_cache(maxsize=1)
def _heading() -> re.Pattern[str]:
    """What stands over a round on paper, in every language: round 2."""
    words = {plainly_written(language(code)(_round(0))).partition(" ")[0] for code in LANGUAGES}
    return re.compile(rf"(?:{'|'.join(sorted(words))})\s*(\d{{1,4}})(?!\w)")


# --- templates, read backwards ----------------------------------------------------------------------------------------


@lru_cache(maxsize=2048)
def _pattern(saying: Saying, speak: Language) -> tuple[list[str], re.Pattern[str], list[tuple[str, str]]]:
    return _pattern_of(saying, speak)


def _pattern_of(saying: Saying, speak: Language) -> tuple[list[str], re.Pattern[str], list[tuple[str, str]]]:
    """A template as a pattern: what must stand in the text, the pattern, and what each of its groups holds."""
    pieces, made, places = [], [], []
    for text, name, spec in parts(speak.text(saying.template)):
        pieces.append(text)
        made.append(re.escape(text))
        if name is None:
            continue
        if "|" in spec:
            made.append("(?:" + "|".join(map(re.escape, spec.split("|"))) + ")")
        elif isinstance(saying.places[name], Derived):
            made.append(".+?")
        else:
            made.append(f"({_group(saying.places[name])})")
            places.append((name, spec))
    return pieces, re.compile("".join(made), re.DOTALL), places


def _group(place: Any) -> str:
    plain_number = isinstance(place, Place) and place.kind.number and not (place.kind.blank or place.kind.listed)
    return r"-?\d+(?:\+\d+)*" if plain_number else ".+?"


def _counted(kind: Kind, said: str, speak: Language) -> int:
    """How many in a row these words count, if they do."""
    if kind.run is None:
        return 0
    _, pattern, _ = _pattern(_run_saying(kind.run), speak)
    match = pattern.fullmatch(said)
    number = number_of(match[1]) if match else None
    return number if number is not None and 0 < number <= LONGEST_RUN else 0


@lru_cache(maxsize=16)
def _run_saying(run: Run) -> Saying:
    return Saying(run.template, n=NUMBER)


@lru_cache(maxsize=16)
def _run_words(run: Run) -> tuple[str, ...]:
    """The words that count a run, in every language."""
    said = [_elements(_run_saying(run), run.template, language(code)) for code in LANGUAGES]
    return tuple(word for elements in said for one in elements if type(one) is tuple for word in one)


def _run_of(said: Sequence[str], run: Run) -> tuple[int, int] | None:
    """How many words count a run here, and how long it is: 4 cards, 4 unseen."""
    number = number_of(said[0]) or 0
    words = next((at for at, word in enumerate(said[1:]) if not same_word(word, _run_words(run))), len(said) - 1)
    return (words + 1, number) if words and 0 < number <= LONGEST_RUN else None


def _places(saying: Saying) -> list[Place]:
    return [one for one in saying.places.values() if isinstance(one, Place)]


def _tag(kind: type[Event]) -> str:
    return str(kind.__struct_config__.tag)


def _own(event: Event) -> list[Any]:
    return [getattr(event, name) for name in names(type(event))]


def _agrees(event: Event, fields: dict[str, list[Any]]) -> bool:
    return all(getattr(event, name) in values for name, values in fields.items())


# --- words, laid along a template -------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def _elements(saying: Saying, template: str, speak: Language) -> list[Any]:
    """A template word by word: what a word may be, or a place. Of words like buys/takes, any one is said."""
    found: list[Any] = []
    for text, name, spec in parts(speak.text(template)):
        if template in saying.also:
            found += [one for part in text.split() for one in ([words_of(part)] if "/" in part else _alone(part))]
        else:
            found += _alone(text)
        if name is not None:
            found.append(
                tuple(word for one in spec.split("|") for word in words_of(one)) if "|" in spec else saying.places[name]
            )
    return found


def _alone(text: str) -> list[tuple[str, ...]]:
    return [(word,) for word in words_of(text)]


class _Budget:
    """So many steps, and no more: a long line that fits nothing is given up."""

    __slots__ = ("left",)

    def __init__(self) -> None:
        self.left = STEPS


def _aligned(said: Sequence[str], elements: Sequence[Any], lexicon: Callable[[Kind], Lexicon]) -> Iterator[Heard]:
    """Every way to lay a line along a template, in its order: words and places may be left out, nothing said may."""
    if all(_word_of(word, elements) or _place_for(word, elements, lexicon) or word in FILLERS for word in said):
        yield from _rest(said, elements, lexicon, Heard({}), _Budget())


def _unsaid(elements: Sequence[Any]) -> int:
    """How many of these are words that say something, or name what allows it, and no places."""
    return sum(
        isinstance(one, Derived) and one.kind is not None
        if isinstance(one, Place | Derived | Shown | Pairs | Several)
        else not FILLERS.issuperset(one)
        for one in elements
    )


def _word_of(word: str, elements: Sequence[Any]) -> bool:
    return any(
        isinstance(one, tuple)
        and not isinstance(one, Place | Derived | Shown | Pairs | Several)
        and _is_word(word, one)
        for one in elements
    )


def _tells_something(word: str, written: Sequence[str]) -> bool:
    """A number, an article or a single letter may stand in any sentence, and two letters begin many words."""
    return word.isalpha() and word not in SAYS_NOTHING and (len(word) > 2 or (len(word) > 1 and word in written))


def _is_word(word: str, written: Sequence[str]) -> bool:
    return word in written or (len(word) > 1 and same_word(word, written))


def _place_for(word: str, elements: Sequence[Any], lexicon: Callable[[Kind], Lexicon]) -> bool:
    """May this word be a part of what stands in some place?"""
    if any(isinstance(one, Several) and one.knows(word) for one in elements):
        return True
    if any(isinstance(one, Derived) and one.kind and lexicon(one.kind).knows(word) for one in elements):
        return True
    places = [one for one in elements if isinstance(one, Place | Shown)]
    if any(one.kind.run and (number_of(word) or same_word(word, _run_words(one.kind.run))) for one in places):
        return True
    if any(isinstance(one, Derived) for one in elements) and number_of(word) is not None:
        return True
    return any((one.kind.number and number_of(word) is not None) or lexicon(one.kind).knows(word) for one in places)


def _rest(
    said: Sequence[str], elements: Sequence[Any], lexicon: Callable[[Kind], Lexicon], heard: Heard, budget: _Budget
) -> Iterator[Heard]:
    budget.left -= 1
    if budget.left < 0:
        return
    if not said:
        yield heard._replace(unsaid=heard.unsaid + _unsaid(elements))
        return
    if elements:
        for used, more in _begun_with(said, elements[0], lexicon, heard):
            yield from _rest(said[used:], elements[1:], lexicon, more, budget)
        unsaid = heard.unsaid + _unsaid(elements[:1])
        yield from _rest(said, elements[1:], lexicon, heard._replace(unsaid=unsaid), budget)
    if said[0] in FILLERS:
        skipped = heard.skipped + (said[0] not in ARTICLES)
        yield from _rest(said[1:], elements, lexicon, heard._replace(skipped=skipped), budget)


def _begun_with(
    said: Sequence[str], first: Any, lexicon: Callable[[Kind], Lexicon], heard: Heard
) -> Iterator[tuple[int, Heard]]:
    """Every way in which a line begins with a word or a place: how many words that takes, and what is heard then."""
    if isinstance(first, Several):
        for used in range(len(said), 0, -1):
            if told := first.hear(" ".join(said[:used])):
                named = any(word.isalpha() for word in said[:used])  # prestige 8: it is clear what that is
                fields = heard.fields | {name: [value] for name, value in told.items()}
                yield used, heard._replace(fields=fields, literal=heard.literal + named)
    elif isinstance(first, Derived) and first.kind is None:
        figure = number_of(said[0])
        if figure is not None:
            yield 1, heard._replace(derived=(*heard.derived, (first, figure)))
    elif isinstance(first, Place | Shown | Derived) and first.kind is not None:
        for used, values, begun in _taken(said, first.kind, lexicon):
            yield used, _with_values(heard._replace(begun=heard.begun + begun), first, values)
    elif not isinstance(first, Pairs) and _is_word(said[0], first):
        yield 1, heard._replace(literal=heard.literal + _tells_something(said[0], first))


def _with_values(heard: Heard, first: Place | Shown | Derived, values: list[Any]) -> Heard:
    if isinstance(first, Place):
        return heard._replace(fields={**heard.fields, first.field: values})
    heard = heard._replace(shown=(*heard.shown, (first, values)))
    return heard._replace(fields={**heard.fields, first.field: [*first.values]}) if isinstance(first, Shown) else heard


def _taken(said: Sequence[str], kind: Kind, lexicon: Callable[[Kind], Lexicon]) -> Iterator[tuple[int, list[Any], int]]:
    """What may stand in a place: how many words it takes, what it may be, and how many names are only begun."""
    if kind.listed:
        yield from _listed(said, kind._replace(listed=False), lexicon)
        return
    if kind.number:
        number = number_of(said[0])
        if number is not None:
            yield 1, [number], 0
    for used in range(min(LONGEST, len(said)), 0, -1):
        values, whole = lexicon(kind).heard(said[:used])
        if values and (whole or used > 1 or said[0] not in lexicon(kind).not_begun()):
            yield used, values, not whole


def _listed(
    said: Sequence[str], kind: Kind, lexicon: Callable[[Kind], Lexicon]
) -> Iterator[tuple[int, list[Any], int]]:
    """Several one after the other, each as long as a name goes; and then any fewer."""
    used, begun = 0, 0
    each: list[list[Any]] = []
    found = []
    while used < len(said):
        if each and said[used] in FILLERS and used + 1 < len(said):
            used += 1
        if kind.run and (run := _run_of(said[used:], kind.run)):
            used, each = used + run[0], [*each, *[[kind.run.value]] * run[1]]
            found.append((used, list(islice(product(*each), MANY)), begun))
            continue
        taken = next(_taken(said[used:], kind, lexicon), None)
        if taken is None:
            break
        used, begun = used + taken[0], begun + taken[2]
        each.append(taken[1])
        found.append((used, list(islice(product(*each), MANY)), begun))
    yield from reversed(found)
