"""What the pad says, in the language of whoever reads it."""

from collections.abc import Callable
from typing import Any

from ledger.words import Words
from ledger.words.speech import Language, language

REMEMBERED = 4096  # sentences, and no more: a film says as many as a game has moments


class Term(str):
    """A word of ours that stands alone: a category, a heading, a reading of the rules."""

    __slots__ = ()


def said(value: Any, lang: str) -> str:
    """Something to read as text."""
    return _said(value, language(lang))


def _said(value: Any, speak: Language) -> str:
    if isinstance(value, Words):
        return speak(value)
    return speak.term(str(value)) if isinstance(value, Term) else speak.told(value)


def sayer(lang: str) -> Callable[[Any], str]:
    """How JSON gets its sentences: one that stands there many times is said once."""
    speak, known = language(lang), dict[int, tuple[Any, str]]()

    def say(value: Any) -> str:
        found = known.get(id(value))
        if found is None:
            if len(known) >= REMEMBERED:
                known.clear()
            found = known[id(value)] = (value, _said(value, speak))  # kept, so that its id stays its own
        return found[1]

    return say
