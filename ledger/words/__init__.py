"""What the ledger says: an English template and its values, kept apart until somebody reads it.

A field of a template may say how its value is written: `{coins:coin|coins}` is the word that goes with that number,
`{players:has|have}` with so many listed,
`{resource:gen}` a term of ours in a grammatical form (translations use that), `{player:de}` what French puts before it.
"""

from collections.abc import Callable, Mapping
from functools import cache
from string import Formatter
from typing import Any, NamedTuple


class Words:
    """One sentence for a person: printed in the reader's language, never stored as text."""

    __slots__ = ("template", "values")

    def __init__(self, template: str, /, **values: Any) -> None:
        self.template = template
        self.values = values

    def __str__(self) -> str:
        return filled(self.template, self.values, spoken)

    def __repr__(self) -> str:
        return f"Words({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Words) and (self.template, self.values) == (other.template, other.values)

    def __hash__(self) -> int:
        return hash(str(self))


def verbatim(text: str) -> Words:
    """What anybody may have written, as words: translated if it is known, and no template whatever is in it."""
    return Words(text.replace("{", "{{").replace("}", "}}"))


class Name(str):
    """What a card is called: in English, and in other languages wherever its card list says so."""

    def __new__(cls, word: str, others: Mapping[Any, str] | None = None, number: str = "") -> "Name":
        """`number` stands behind the name in every language."""
        name = super().__new__(cls, f"{word} {number}" if number else word)
        name.word, name.others, name.number = word, others or {}, number
        return name

    word: str
    others: Mapping[Any, str]
    number: str


class Points(NamedTuple):
    """Points as the pad shows them: tenths with a decimal."""

    value: int
    scale: int


class Span(NamedTuple):
    """A figure that is known to lie between two: 4–10, 4+ where nothing bounds it, ? where nothing is known."""

    least: int
    most: int | None
    scale: int = 1

    def __str__(self) -> str:
        return self.told()

    def told(self, mark: str = ".") -> str:
        """With a language's decimal mark."""
        least = decimal(Points(self.least, self.scale), mark)
        if self.most is None:
            return f"{least}+" if self.least > 0 else "?"
        most = decimal(Points(self.most, self.scale), mark)
        if self.least < 0 and least != most:
            return f"{least} – {most}"
        return least if least == most else f"{least}–{most}"


def decimal(points: Points, mark: str = ".") -> str:
    """Points with a language's decimal mark."""
    value, scale = points
    if scale == 1:
        return str(value)
    sign, whole = "-" if value < 0 else "", abs(value)
    return f"{sign}{whole // scale}{mark}{whole % scale}"


Spell = Callable[[Any, str], object]  # a value and what its field asks for, as text


@cache
def parts(template: str) -> tuple[tuple[str, str | None, str], ...]:
    """A template cut up: some text, then the name of a value and what its field asks for."""
    return tuple((text, field, spec or "") for text, field, spec, _ in Formatter().parse(template))


def filled(template: str, values: Mapping[str, Any], spell: Spell) -> str:
    """A template with its values in place."""
    made = []
    for text, field, spec in parts(template):
        made.append(text)
        if field is not None:
            made.append(str(spell(values[field], spec)))
    return "".join(made)


def spoken(value: Any, spec: str = "") -> object:
    """English: a list has commas, a count of things is '2 bread and 1 beer', nothing at all is 'none'."""
    if isinstance(value, str | Words | Span):
        return value
    if isinstance(value, bool):
        return "yes" if value else "no"
    if "|" in spec and isinstance(value, int | list | tuple):
        return spec.split("|")[counted(value) != 1]
    if isinstance(value, int):
        return value
    if value is None:
        return "none"
    if isinstance(value, Points):
        return decimal(value)
    if isinstance(value, dict):
        return " and ".join(f"{number} {thing}" for thing, number in value.items()) or "none"
    if isinstance(value, list | tuple | set | frozenset):
        return ", ".join(str(spoken(one)) for one in value) or "none"
    return value


def counted(value: "int | list[Any] | tuple[Any, ...]") -> int:
    """The number that a word goes with: it, or that of the things listed."""
    return value if isinstance(value, int) else len(value)


def why(error: BaseException) -> Words | str:
    """What an error says: words of ours, or another program's text."""
    from ledger.words.misfits import misfit

    said = getattr(error, "words", error.args[0] if error.args else None)
    return said if isinstance(said, Words) else misfit(str(error)) or str(error)


def plainly(value: Any) -> Any:
    """A value as JSON has it: sentences and names in English, the rest as it is."""
    if isinstance(value, Words | Name):
        return str(value)
    if isinstance(value, Points):
        return decimal(value)
    if isinstance(value, dict):
        return {plainly(key): plainly(one) for key, one in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plainly(one) for one in value]
    return value
