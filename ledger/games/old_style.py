"""Happenings made of rules, openers and handlers that stand apart: gone when every game has its phases."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ledger.events import Event
from ledger.game import Choice, Complaint, Condition, Happening
from ledger.words import Words


def happenings(
    *,
    rules: Mapping[type, Iterable[tuple[str, Callable[[Any, Any], Complaint | None]]]],
    advance: Mapping[type, Callable[[Any, Any], None]],
    apply: Mapping[type, Callable[[Any, Any], None]],
    overdue: tuple[str, Callable[[Any, Any], Complaint | None]],
    lapse: Callable[[Any], None],
    tell: Callable[[Any, Any], Words],
    choices: Callable[[Any], list[Choice]],
    forms: Callable[[Any], Any],
) -> tuple[Happening, ...]:
    """One happening for each handler."""
    late: list[Complaint] = []

    def opener(kind: type) -> Callable[[Any, Any], None]:
        own = advance.get(kind)

        def open_it(table: Any, event: Any) -> None:
            late.clear()
            if table.owed and (complaint := overdue[1](table, event)) is not None:
                late.append(complaint)
                lapse(table)
            if own is not None:
                own(table, event)

        return open_it

    def condition(rule: str, check: Callable[[Any, Any], Complaint | None]) -> Condition:
        def complaint(table: Any, event: Any) -> Complaint:
            found = last.pop("it", None) or check(table, event)
            assert found is not None
            return found

        last: dict[str, Complaint | None] = {}

        def holds(table: Any, event: Any) -> bool:
            last["it"] = check(table, event)
            return last["it"] is None

        return Condition(rule, holds, complaint, apart=True)

    def offers(kind: type) -> Callable[[Any], list[Event]]:
        return lambda table: [one.event for one in choices(table) if type(one.event) is kind]

    in_time = Condition(overdue[0], lambda table, event: not late, lambda table, event: late[0])
    first = next(iter(apply))
    return tuple(
        Happening(
            event=kind,
            conditions=(in_time, *(condition(*one) for one in rules.get(kind, ()))),
            advance=opener(kind),
            effect=effect,
            words=tell,
            offers=offers(kind),
            forms=forms if kind is first else lambda table: (),
        )
        for kind, effect in apply.items()
    )
