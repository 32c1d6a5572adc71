"""What several forms of The Builders ask: who, and which card."""

from collections.abc import Iterable
from functools import lru_cache

from ledger.events import Event
from ledger.forms import Field, Form, Pick, Row, Write, elsewhere, pick_field, players_field, tag
from ledger.games.builders.cards import MATERIALS, Card, Deck
from ledger.games.builders.table import Person, Table, acting, available
from ledger.games.builders.table import Row as Display
from ledger.language.sayings import CARD, Kind
from ledger.words import Words


def _of(*kinds: str) -> Kind:
    """Cards of some kinds, as they are named in words."""

    def every(table: Table) -> list[str]:
        return [card.id for card in table.deck.cards.values() if card.kind in kinds]

    return Kind(CARD.say, every, free=False)


A_BUILDING, A_WORKER = _of("building", "machine"), _of("worker")
A_PRISONER, A_TOOL, A_UNIVERSITY, A_LOAN = _of("prisoner"), _of("tool"), _of("university"), _of("loan")


def who(table: Table) -> Field:
    """Whose move it is: in the final count anybody's."""
    return players_field(table.players, value=None if table.over else table.turn.player.name)


def pool(table: Table) -> list[Person]:
    """Whoever can be used now."""
    return [person for player in acting(table) for person in available(table, player)]


def one_card(table: Table, name: str, label: Words, likely: Iterable[str], every: Iterable[str]) -> Field:
    """Which card? First what the moment suggests."""
    return pick_field(name, label, card_picks(table, likely, every))


def card_picks(table: Table, likely: Iterable[str], every: Iterable[str]) -> tuple[Pick, ...]:
    """Cards to tap; those that only a careless table would pick stand apart."""
    first, (own, others) = dict.fromkeys(likely), (every_card(table.deck), _elsewhere(table.deck))
    rest = [card for card in every if card not in first]
    return (*(own[card] for card in first), *((others if first else own)[card] for card in rest))


@lru_cache(maxsize=16)
def _elsewhere(deck: Deck) -> dict[str, Pick]:
    return {card: elsewhere(pick) for card, pick in every_card(deck).items()}


@lru_cache(maxsize=16)
def every_card(deck: Deck) -> dict[str, Pick]:
    """Every card of the box, with what is printed on it."""
    return {
        card: Pick(card, Words("{card}", card=deck.named(card)), about=_printed(known))
        for card, known in deck.cards.items()
    }


def _printed(card: Card) -> Words:
    """What tells a card from others of its name: what it needs or gives, and what it costs or brings."""
    figures = card.needs if any(card.needs) else card.gives
    materials = zip(MATERIALS, figures, strict=True)
    told = [Words("{materials}", materials={one: number}) for one, number in materials if number]
    told += [Words("wage {wage}", wage=card.wage)] if card.wage else []
    told += [Words("price {price}", price=card.price)] if card.price else []
    told += [Words("{coins} {coins:coin|coins}", coins=card.coins)] if card.coins else []
    told += [Words("{points} {points:point|points}", points=card.points)] if card.points else []
    return Words("{list}", list=told)


def turned_up(table: Table, row: Display, name: str, label: Words, *, optional: bool = False) -> Field:
    """Which card comes off the deck?"""
    unseen = [card for card in row.pile if card not in table.where]
    picks = card_picks(table, unseen, row.pile)
    return Field(name=name, label=label, kind="pick", picks=picks, sole=True, optional=optional)


def taking_form(
    name: str,
    title: Words,
    fields: list[Field],
    table: Table,
    row: Display,
    events: tuple[type[Event], type[Event]],
    *,
    now: bool,
) -> Form:
    """Take a card of a row, and turn up the next one."""
    taken, shown = events
    writes = [Write({"type": tag(taken)} | {field.name: f"${field.name}" for field in fields})]
    if row.left > 0:
        fields = [*fields, turned_up(table, row, "next", Words("turned up in its place"), optional=True)]
        writes.append(Write({"type": tag(shown), "card": "$next"}, when="next"))
    return Form(name=name, title=title, rows=(Row(fields=tuple(fields)),), writes=tuple(writes), now=now)
