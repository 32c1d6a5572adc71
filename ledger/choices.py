"""What may happen next: for a scribe who picks, a form that is drawn, dice that play, a doubt that tries what was.

All of them ask the same conditions as the audit.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from ledger.copies import copied
from ledger.events import Event
from ledger.game import Choice, Complaint, Game, Happening, Stranger
from ledger.words import Words

if TYPE_CHECKING:
    from ledger.forms import Form


def tell(game: Game, table: Any, event: Event) -> Words:
    """One of a game's own events as a person reads it, at the table as it was before."""
    return game.happens[type(event)].words(table, event)


def barred(happening: Happening, table: Any, event: Event, *, surely: bool = False) -> Complaint | None:
    """What stands against this event, in the audit's words.

    A warning or a note does not, nor (surely: it does) what cannot be told.
    """
    bars = ("violation", "undecidable") if surely else ("violation",)
    try:
        if happening.advance is not None:
            table = copied(table)
            happening.advance(table, event)
        if happening.asks(table, event):
            return None
        for condition in happening.conditions:
            if not condition.holds(table, event) and (found := condition.complaint(table, event)).severity in bars:
                return found
    except Stranger as stranger:
        return Complaint(stranger.template, found=stranger.name)
    return None


def allowed(happening: Happening, table: Any, event: Event, *, surely: bool = False) -> bool:
    """Would no rule be broken by this event?"""
    return barred(happening, table, event, surely=surely) is None


def possible(happening: Happening, table: Any) -> bool:
    """May something of this kind happen now, as far as it can be listed?"""
    return any(allowed(happening, table, event, surely=True) for event in happening.offers(table))


def offered(game: Game, table: Any) -> Iterator[tuple[Happening, Event]]:
    """What may happen next, as far as it can be listed: what is offered, where every condition allows it."""
    for happening in game.course.happenings:
        for event in happening.offers(table):
            if allowed(happening, table, event):
                yield happening, event


def example(table: Any, *happenings: Happening) -> Event | None:
    """Something of these kinds that may happen now: the first that is offered."""
    offering = ((happening, event) for happening in happenings for event in happening.offers(table))
    return next((event for happening, event in offering if allowed(happening, table, event)), None)


def choices(game: Game, table: Any) -> list[Choice]:
    """What a person may pick from; first what the rules make of the moment, and nothing of somebody who left."""
    gone = getattr(table.players, "left", {})  # a game from outside may keep its players in a map of its own
    found = [
        Choice(event, happening.words(table, event), happening.due)
        for happening in game.course.happenings
        if happening.picked
        for event in happening.offers(table)
        if getattr(event, "player", None) not in gone and allowed(happening, table, event, surely=True)
    ]
    return sorted(found, key=lambda choice: not choice.due)


def due(game: Game, table: Any) -> Event | None:
    """What the rules alone make of the moment, if nobody does anything else; None where that is for a player."""
    found = [choice.event for choice in choices(game, table) if choice.due]
    return found[0] if len(found) == 1 else None


def forms(game: Game, table: Any) -> "list[Form]":
    """How to enter everything this game has, first what the moment asks for."""
    found = [form for happening in game.course.happenings for form in forms_of(happening, table)]
    return sorted(found, key=lambda form: not form.now)


def forms_of(happening: Happening, table: Any) -> "Iterable[Form]":
    """How one kind of event is entered; where the game does not say, by what its fields are."""
    from ledger.forms import plain_form

    if happening.forms is not None:
        return happening.forms(table)
    form = plain_form(happening.event, table.players)
    return [form] if form else []
