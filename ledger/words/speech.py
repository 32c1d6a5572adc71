"""Words in the reader's language: English as the code has it, French and Polish from gettext catalogues.

The catalogues are `fr.po` and `pl.po`; `tests/words.py` keeps them complete and compiles them. A term of ours
(a resource, a category) may have several forms there: `piwo | gen: piwa | n: piwo, piwa, piw`.
"""

import os
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ledger.words import Name, Points, Span, Words, counted, decimal, filled, spoken

if TYPE_CHECKING:
    from gettext import NullTranslations

HERE = Path(__file__).parent
LANGUAGES = {"en": "English", "fr": "français", "pl": "polski"}
TERM, CARD, COLUMN = "term", "card", "column"  # the contexts of single words in a catalogue
VOWELS = tuple("aeiouyâàäéèêëîïôöûùüœæAEIOUYÂÀÄÉÈÊËÎÏÔÖÛÙÜŒÆ")


def asked_for(environment: Mapping[str, str] = os.environ) -> str:
    """The language that the system's settings ask for, if we have it; else English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(name):
            code = environment[name][:2].lower()
            return code if code in LANGUAGES else "en"
    return "en"


class Language:
    """A reader's language: calling it with something to say gives text."""

    code = "en"
    mark = "."  # before decimals
    thousands = ","

    def __call__(self, said: Words | str, /, **values: Any) -> str:
        """A sentence as text: words, or a template with its values."""
        if isinstance(said, Words):
            return filled(self.text(said.template), said.values, self.spell)
        return filled(self.text(said), values, self.spell)

    def text(self, english: str) -> str:
        """A sentence or a template of ours."""
        return english

    def term(self, word: str, form: str = "") -> str:
        """A word of ours, like a resource or a category, in a grammatical form; other words stay as they are."""
        return word.replace("_", " ")

    def column(self, word: str) -> str:
        """What a column of an answer is headed."""
        return word

    def counted(self, number: int, word: str) -> str:
        """Two bread, one beer."""
        return f"{number} {word}"

    def told(self, value: object) -> str:
        """A value by itself."""
        return str(self.spell(value, ""))

    def spell(self, value: Any, spec: str) -> object:
        """A value in the field of a template."""
        return spoken(value, spec)

    def plural(self, number: int) -> int:
        """Which of the forms goes with a number."""
        return 0 if number == 1 else 1

    def number(self, value: float, places: int = 0) -> str:
        """A number with its thousands apart."""
        text = f"{value:,.{places}f}".replace(",", "\0").replace(".", self.mark)
        return text.replace("\0", self.thousands)


ENGLISH = Language()


class Translated(Language):
    """A language with a catalogue."""

    thousands = "\u202f"
    mark = ","

    def __init__(self, code: str) -> None:
        from gettext import GNUTranslations

        self.code = code
        with (HERE / f"{code}.mo").open("rb") as file:
            self.catalogue: NullTranslations = GNUTranslations(file)
        self.forms = cache(self._forms)

    def text(self, english: str) -> str:
        """A sentence or a template of ours."""
        return self.catalogue.gettext(english) if english else ""

    def term(self, word: str, form: str = "") -> str:
        """A word of ours in a grammatical form, or in the one that dictionaries have."""
        forms = self.forms(word)
        return forms.get(form) or forms[""]

    def _forms(self, word: str) -> dict[str, str]:
        spaced = word.replace("_", " ")
        found = self.catalogue.pgettext(TERM, spaced)
        first, *others = (word if found == spaced else found).split(" | ")
        return {"": first} | {form: text for form, _, text in (other.partition(": ") for other in others)}

    def column(self, word: str) -> str:
        """What a column of an answer is headed."""
        return self.catalogue.pgettext(COLUMN, word)

    def counted(self, number: int, word: str) -> str:
        """A number and the form of a term that goes with it."""
        forms = self.forms(word)
        several = forms["n"].split(", ") if "n" in forms else []
        return f"{number} {several[self.plural(number)] if several else forms['']}"

    def spell(self, value: Any, spec: str) -> object:
        """A value in the field of a template."""
        if isinstance(value, Words):
            return self._before(self(value), spec)
        if isinstance(value, Name):
            return self._before(self._name(value), spec)
        if isinstance(value, str):
            return self._before(self.term(value, spec), spec) if spec else value
        if isinstance(value, bool):
            return self.term("yes" if value else "no")
        if "|" in spec and isinstance(value, int | list | tuple):
            return self._form(counted(value), spec.split("|"))
        if isinstance(value, int):
            return value
        if value is None:
            return self.term("none", spec)
        if isinstance(value, Points):
            return decimal(value, self.mark)
        if isinstance(value, Span):
            return value.told(self.mark)
        if isinstance(value, dict):
            counts = [self.counted(number, thing) for thing, number in value.items()]
            return f" {self.text('and')} ".join(counts) or self.term("none", spec)
        if isinstance(value, list | tuple | set | frozenset):
            return self._listed(value, spec)
        return value

    def _form(self, number: int, forms: list[str]) -> str:
        """Which form goes with a number; a template not yet translated has only the English two."""
        return forms[min(self.plural(number), len(forms) - 1)]

    def _listed(self, values: Iterable[Any], spec: str) -> str:
        return ", ".join(str(self.spell(one, spec)) for one in values) or self.term("none", spec)

    def _name(self, name: Name) -> str:
        word = name.others.get(self.code) or self.catalogue.pgettext(CARD, name.word)
        word = self.term(word) if word == name.word else word
        return f"{word} {name.number}" if name.number else word

    def _before(self, text: str, spec: str) -> str:
        """French says d'Ana and de Bo."""
        if spec != "de" or self.code != "fr" or text.startswith(("de ", "d'", "du ", "des ")):
            return text
        return f"d'{text}" if text.startswith(VOWELS) else f"de {text}"


class French(Translated):
    """Nought is singular as well."""

    def plural(self, number: int) -> int:
        """Which of the two forms goes with a number."""
        return 0 if abs(number) < 2 else 1


class Polish(Translated):
    """Three forms: 1 moneta, 2 monety, 5 monet."""

    def plural(self, number: int) -> int:
        """Which of the three forms goes with a number."""
        if number == 1:
            return 0
        return 1 if 2 <= abs(number) % 10 <= 4 and not 12 <= abs(number) % 100 <= 14 else 2


@cache
def language(code: str = "") -> Language:
    """A language by its code; the system's when none is given."""
    code = code or asked_for()
    if code == "en":
        return ENGLISH
    return {"fr": French, "pl": Polish}[code](code)


def browser(code: str) -> bytes:
    """The catalogue that a page needs, as JSON; the pad reads it."""
    return (HERE / f"{code}.json").read_bytes() if code != "en" else b"{}"
