"""The lexicon: what players, cards and words are called, in every language, whole or by a beginning."""

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice, takewhile
from typing import Any

from ledger.language.sayings import PLAYER, UNKNOWN, Kind
from ledger.words import Name, Words
from ledger.words.speech import LANGUAGES, Language, language

WORD = re.compile(r"[^\s,;:/()\[\]\"“”„«»!]+")
NUMBER = re.compile(r"[+-]?\d{1,15}(?:\+\d{1,15})*")
CODE = re.compile(r"[a-z]0*(\d+)")
PADDED = re.compile(r"([a-z]+)0+(\d+)")
NO_SENTENCE = Words("no sentence that can be said now has these words")
MANY = 20  # so many things are not told apart by one letter
LONGEST = 8  # words that one name may have
ARTICLES = frozenset(("the", "le", "la", "les", "l'"))
FILLERS = frozenset(("the", "of", "an", "and", "then", "now", "i", "oraz", "potem")).union(
    ("le", "les", "la", "l'", "au", "aux", "un", "une", "et", "puis", "de", "d'", "du", "des")
)
LINES = frozenset(("-", "–", "—", "+", "*", "•", "."))  # drawn between words on paper,
DRAWN = re.compile(r"[-–—=]*>|[=→⇒|&]|\+(?!\s*\d)|(?<=\b[^\W_])-(?=[^\W\d_]{2})")  # or without spaces: A→Ana, A-druid
STUCK = re.compile(r"([^\W\d_]{3,})(\d{1,3})")  # brewer1
ELIDED = re.compile(r"\b([dln])'(?=\w)")  # d'Ana is two words
SAYS_NOTHING = ARTICLES | FILLERS
SHORTEST = 3  # letters with which one of many things is called
STEM = 4  # letters that stay the same in every form of a name
ENDINGS = ("a", "e", "y", "i", "u", "o", "em", "om", "ami", "ach", "owi", "s", "x")  # of French and Polish nouns
FLEETING = (("ca", "iec"), ("cow", "iec"), ("nia", "ien"), ("niow", "ien"), ("ka", "ek"))  # fachowca, więźnia
STROKES = str.maketrans("łøđ’", "lod'")


@lru_cache(maxsize=4096)
def plainly_written(text: str) -> str:
    """Text without capitals, accents and double spaces: as hurried people type."""
    apart = unicodedata.normalize("NFKD", text.casefold().translate(STROKES).replace("œ", "oe"))
    return " ".join("".join(one for one in apart if not unicodedata.combining(one)).split())


@lru_cache(maxsize=4096)
def words_of(text: str) -> tuple[str, ...]:
    """The words of a text, plainly written."""
    said = ELIDED.sub(r"\1' ", plainly_written(text))
    words = [word.rstrip(".?") or word for word in WORD.findall(DRAWN.sub(" ", said)) or WORD.findall(said)]
    return tuple(one for one in words if one not in LINES) or tuple(words)


def begun_with(table: Any, words: Sequence[str]) -> tuple[str, int]:
    """The one player with whose name, or a beginning of it, a line begins, and how many words that takes."""
    names = Lexicon(PLAYER, table)
    called: list[str] = []
    for used in range(min(LONGEST, len(words)), 0, -1):
        found, _ = names.heard([one for word in words[:used] for one in words_of(word)])
        if len(found) == 1:
            return str(found[0]), used
        called = called or found
    if not called:
        raise ValueError(NO_SENTENCE)
    said = "'{word}' may be one of {names}; write more of the name"
    raise ValueError(Words(said, word=words[0], names=called))


def number_of(text: str) -> int | None:
    """A whole number, or a sum like 2+1."""
    return sum(map(int, text.lstrip("+").split("+"))) if NUMBER.fullmatch(text) else None


class Lexicon:
    """What the values of one kind are called at one table."""

    def __init__(self, kind: Kind, table: Any) -> None:
        self.kind, self.table = kind, table
        self.values = [*kind.every(table)]
        self._written: dict[tuple[str, str], dict[str, list[Any]]] = {}
        self._called: dict[tuple[str, ...], list[Any]] | None = None
        self._within: list[tuple[tuple[str, ...], Any]] = []
        self._inner: list[tuple[tuple[str, ...], Any]] = []  # from a later word of the name on
        self._sorted: list[str] = []  # every word of every name
        self._heard: dict[tuple[str, ...], tuple[list[Any], bool]] = {}
        self.not_begun: Callable[[], frozenset[str]] = frozenset  # words that are something's whole name elsewhere

    def written(self, text: str, spec: str, speak: Language) -> list[Any]:
        """The values that are written exactly so, in that place of a template."""
        key = (speak.code, spec)
        if key not in self._written:
            found: dict[str, list[Any]] = {}
            for value in self.values:
                said = (self.kind.spell or self.kind.say)(self.table, value)
                each = found.setdefault(str(speak.spell(said, spec)), [])
                each += [] if value in each else [value]
            self._written[key] = found
        return self._written[key].get(text, [])

    def heard(self, said: Sequence[str]) -> tuple[list[Any], bool]:
        """The values that these words call, and whether they are called by their whole name."""
        said = tuple(said)
        if said not in self._heard:
            called = self._names()
            begun = [] if said in called else self._begun(said) or self._inflected(said)
            found = (called[said], True) if said in called else (list(dict.fromkeys(begun)), False)
            stuck = STUCK.fullmatch(said[-1]) if said and not found[0] else None
            self._heard[said] = (self.heard((*said[:-1], stuck[1], stuck[2]))[0], False) if stuck else found
        return self._heard[said]

    def _begun(self, said: tuple[str, ...]) -> list[Any]:
        """What has a name that begins so; of a thing, and of its later words, more must be said than of a person."""
        if self.kind.every is not PLAYER.every and self._says_little(said):
            return []
        inner = self._inner if said and (self.kind.every is PLAYER.every or len(said[0]) > 2) else []
        return [value for name, value in (*self._within, *inner) if _begins(said, name)]

    def _says_little(self, said: tuple[str, ...]) -> bool:
        """An article, or of many things a letter or a word like `in`: no beginning of a name."""
        short = len("".join(said)) < SHORTEST and len(self.values) > MANY
        return short or SAYS_NOTHING.issuperset(said)

    def _inflected(self, said: tuple[str, ...]) -> list[Any]:
        """What is called so in another form of grammar: kupuje piwowara, Kowala 2. People are called by their names."""
        if self.kind.every is PLAYER.every or not any(map(_may_have_ending, said)):
            return []
        nearest: dict[int, list[Any]] = {}
        for name, value in self._within:
            if len(said) <= len(name) and all(map(_inflects, said, name)):
                nearest.setdefault(sum(map(shared_beginning, said, name)), []).append(value)
        return nearest[max(nearest)] if nearest else []

    def knows(self, word: str) -> bool:
        """May this word be a part of some name?"""
        self._names()
        stuck = STUCK.fullmatch(word)
        return any(map(self._begins_a_word, (word, stuck[1]) if stuck else (word,))) or (
            self.kind.every is not PLAYER.every
            and _may_have_ending(word)
            and any(_inflects(word, one) for one in self._beginning(word[:STEM]))
        )

    def _beginning(self, stem: str) -> Iterator[str]:
        """Every word of a name that begins so."""
        return takewhile(lambda one: one.startswith(stem), islice(self._sorted, bisect_left(self._sorted, stem), None))

    def _begins_a_word(self, beginning: str) -> bool:
        """Words in order that begin so stand side by side."""
        at = bisect_left(self._sorted, beginning)
        return at < len(self._sorted) and self._sorted[at].startswith(beginning)

    def whole(self) -> Collection[tuple[str, ...]]:
        """Every name, word by word."""
        return self._names().keys()

    def _names(self) -> dict[tuple[str, ...], list[Any]]:
        if self._called is None:
            self._called = {}
            for value in self.values:
                for name in dict.fromkeys(self._calls(value)):
                    each = self._called.setdefault(name, [])
                    each += [] if value in each else [value]
                    self._within += [(name, value)]
                    inner = range(1, len(name)) if value != UNKNOWN.strip() else ()  # a card may be any card
                    self._inner += [(name[at:], value) for at in inner if len(name[at]) > 2]
            self._called = {**_without_article(self._called), **self._called}
            self._sorted = sorted({word for name in self._called for word in name})
            self._within += [
                (name, value) for name, values in _without_article(self._called).items() for value in values
            ]
        return self._called

    def _calls(self, value: Any) -> Iterator[tuple[str, ...]]:
        """Every name of a value: as the log has it, and as each language says it, with and without its number."""
        yield from _unpadded(words_of(str(value)))
        for code in LANGUAGES:
            speak = language(code)
            said = (self.kind.spell or self.kind.say)(self.table, value)
            text = words_of(str(speak.spell(said, "")))
            yield from _unpadded(text)
            if isinstance(said, Name) and said.number and self.kind.spell is None:
                name = text[: -len(words_of(said.number))]
                yield name
                code_of = CODE.fullmatch(text[-1])
                if code_of and not name[-1].isdigit():
                    yield (*name, code_of[1])  # Market 34 is Market L34


def _without_article(called: dict[tuple[str, ...], list[Any]]) -> dict[tuple[str, ...], list[Any]]:
    """La maison is maison as well, and L'échoppe is échoppe."""
    found: dict[tuple[str, ...], list[Any]] = {}
    for name, values in called.items():
        bare = name[1:] if name[0] in ARTICLES else (name[0][2:], *name[1:]) if name[0].startswith("l'") else ()
        if bare and bare[0]:
            found.setdefault(bare, []).extend(one for one in values if one not in found.get(bare, []))
    return found


def _unpadded(words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """C01 is C1 as well."""
    if words:
        yield words
        last = PADDED.fullmatch(words[-1])
        if last:
            yield (*words[:-1], last[1] + last[2])


def _begins(said: Sequence[str], name: Sequence[str]) -> bool:
    """Is every word said the beginning of the word that stands there in the name? A number is said whole."""
    return len(said) <= len(name) and all(map(_begins_word, said, name))


def _begins_word(said: str, name: str) -> bool:
    return name == said if said.isdigit() else name.startswith(said)


def _may_have_ending(word: str) -> bool:
    return len(word) > STEM and word.isalpha() and word.endswith((*ENDINGS, *(said for said, _ in FLEETING)))


def _inflects(said: str, name: str) -> bool:
    """Is this a word of a name, begun or with an ending of grammar in place of its own?"""
    if _begins_word(said, name):
        return True
    same = shared_beginning(said, name)
    if (said[same:], name[same:]) in FLEETING:
        return True
    return same >= STEM and said[same:] in ENDINGS and len(name) - same <= 1


def shared_beginning(one: str, two: str) -> int:
    """How many letters two words have in common before they part."""
    return next((at for at, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))


def same_word(said: str, written: Iterable[str]) -> bool:
    """Is this a word of the sentence, shortened or in another form of grammar?"""
    for word in written:
        if word.startswith(said):
            return True
        same = shared_beginning(said, word)
        if same >= 4 and len(said) - same <= 3 and len(word) - same <= 3:
            return True
    return False
