"""Whom and what an event or a sentence names."""

from functools import cache
from typing import Any

from ledger.events import OF_THE_LINE, Event
from ledger.words import Name, Words


@cache
def own_fields(kind: type[Event]) -> tuple[str, ...]:
    """What an event says beside where and when it was written."""
    return tuple(name for name in kind.__struct_fields__ if name not in OF_THE_LINE)


def names_of(event: Event) -> frozenset[str]:
    """Everybody and everything that an event names."""
    found: frozenset[str] = frozenset()
    for name in own_fields(type(event)):
        found |= names_in(getattr(event, name))
    return found


def names_in(value: Any) -> frozenset[str]:
    """Everybody and everything that a field or a sentence names."""
    if isinstance(value, Words):
        return frozenset().union(*(names_in(one) for one in value.values.values()))
    if isinstance(value, Name):
        return frozenset({value.number or value})
    if isinstance(value, str):
        return frozenset({value}) if value else frozenset()
    if isinstance(value, tuple | list):
        return frozenset().union(*(names_in(one) for one in value if isinstance(one, str | Words)))
    if isinstance(value, dict):
        return frozenset(value) | frozenset(one for one in value.values() if isinstance(one, str))
    return frozenset()
