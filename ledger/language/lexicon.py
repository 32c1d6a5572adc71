"""The lexicon: what players, cards and words are called, in every language, whole or by a beginning."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from ledger.language.sayings import Kind
from ledger.words import Name
from ledger.words.speech import LANGUAGES, Language, language

WORD = re.compile(r"[^\s,;:()\[\]\"“”„«»!]+")
NUMBER = re.compile(r"[+-]?\d{1,15}(?:\+\d{1,15})*")
PADDED = re.compile(r"([a-z]+)0+(\d+)")
LONGEST = 8  # words that one name may have
STROKES = str.maketrans("łøđ’", "lod'")


@lru_cache(maxsize=4096)
def plainly_written(text: str) -> str:
    """Text without capitals, accents and double spaces: as hurried people type."""
    apart = unicodedata.normalize("NFKD", text.casefold().translate(STROKES).replace("œ", "oe"))
    return " ".join("".join(one for one in apart if not unicodedata.combining(one)).split())


@lru_cache(maxsize=4096)
def words_of(text: str) -> tuple[str, ...]:
    """The words of a text, plainly written."""
    return tuple(one for one in (word.rstrip(".?") or word for word in WORD.findall(plainly_written(text))) if one)


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
        self._words: set[str] = set()
        self._heard: dict[tuple[str, ...], tuple[list[Any], bool]] = {}

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
            begun = [] if said in called else [value for name, value in self._within if _begins(said, name)]
            self._heard[said] = (called[said], True) if said in called else (list(dict.fromkeys(begun)), False)
        return self._heard[said]

    def knows(self, word: str) -> bool:
        """May this word be a part of some name?"""
        self._names()
        return word in self._words or any(one.startswith(word) for one in self._words)

    def _names(self) -> dict[tuple[str, ...], list[Any]]:
        if self._called is None:
            self._called = {}
            for value in self.values:
                for name in dict.fromkeys(self._calls(value)):
                    each = self._called.setdefault(name, [])
                    each += [] if value in each else [value]
                    self._words.update(name)
                    self._within += [(name[at:], value) for at in range(len(name)) if at == 0 or len(name[at]) > 2]
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
                yield text[: -len(words_of(said.number))]


def _unpadded(words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """C01 is C1 as well."""
    if words:
        yield words
        last = PADDED.fullmatch(words[-1])
        if last:
            yield (*words[:-1], last[1] + last[2])


def _begins(said: Sequence[str], name: Sequence[str]) -> bool:
    """Is every word said the beginning of the word that stands there in the name?"""
    return len(said) <= len(name) and all(whole.startswith(part) for part, whole in zip(said, name, strict=False))


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
