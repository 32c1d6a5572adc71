"""What the ledger says: an English template and its values, kept apart until somebody reads it."""

from typing import Any


class Words:
    """One sentence for a person: printed in the reader's language, never stored as text."""

    __slots__ = ("template", "values")

    def __init__(self, template: str, /, **values: Any) -> None:
        self.template = template
        self.values = values

    def __str__(self) -> str:
        return self.template.format_map({name: spoken(value) for name, value in self.values.items()})

    def __repr__(self) -> str:
        return f"Words({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Words) and (self.template, self.values) == (other.template, other.values)

    def __hash__(self) -> int:
        return hash(str(self))


def spoken(value: object) -> object:
    """A list is read out with commas, a count of things as '2 bread and 1 beer', nothing at all as 'none'."""
    if isinstance(value, dict):
        return " and ".join(f"{number} {thing}" for thing, number in value.items()) or "none"
    if isinstance(value, list | tuple | set | frozenset):
        return ", ".join(str(spoken(one)) for one in value) or "none"
    return "none" if value is None else value
