"""Things to tap: players, tiles and cards as the forms of every phase show them."""

from collections.abc import Iterable
from functools import lru_cache

from ledger.forms import Field, Pick, elsewhere, likely_first, pick_field
from ledger.games.lutece.deck import Card, Deck
from ledger.games.lutece.table import REVENUE, Table
from ledger.language.sayings import Kind
from ledger.words import Words

EVERY_TILE = "ABCDE12345"
GROUPS = {"character": Words("Characters"), "location": Words("Locations")}


def action(one: str) -> Words:
    """An action card: a tile, or revenue."""
    return Words("revenue") if one == REVENUE else Words("{tile}", tile=one)


ACTION = Kind(lambda table, one: action(one), lambda table: (*table.tiles, REVENUE))
TILE = Kind(lambda table, tile: tile, lambda table: list(table.tiles))


def actions(table: Table) -> tuple[Pick, ...]:
    """Every action card that is in play."""
    return (*(tile(table.deck, slot.tile, slot.card) for slot in table.board), Pick(REVENUE, action(REVENUE)))


@lru_cache(maxsize=2048)
def tile(deck: Deck, name: str, card: str | None) -> Pick:
    """A tile and what lies under it."""
    if card is None:
        return Pick(name, Words("{tile}", tile=name))
    return Pick(name, Words("{tile}: {card}", tile=name, card=deck.named(card)), about=printed(deck.cards[card]))


def tiles(table: Table) -> Field:
    """Which tile: those in play, then all others."""
    lying = {slot.tile: slot.card for slot in table.board}
    picks = likely_first(lying, EVERY_TILE, lambda name: tile(table.deck, name, lying.get(name)))
    return pick_field("tile", Words("tile"), picks)


def cards(table: Table, likely: Iterable[Card], name: str = "card", label: Words | None = None) -> Field:
    """Which card: those that the table suggests, then all others."""
    own, rest = _picks(table.deck)
    first = {card.id: own[card.id] for card in likely}
    others = [pick for card, pick in rest.items() if card not in first]
    return Field(name=name, label=label or Words("card"), kind="pick", picks=(*first.values(), *others), sole=True)


def card(table: Table, one: Card) -> Pick:
    """A card under its own heading."""
    return _picks(table.deck)[0][one.id]


@lru_cache(maxsize=16)
def _picks(deck: Deck) -> tuple[dict[str, Pick], dict[str, Pick]]:
    """Every card under its own heading, and again for where only a careless table would pick it."""
    own = {
        name: Pick(name, Words("{card}", card=deck.named(name)), GROUPS[known.row], printed(known))
        for name, known in deck.cards.items()
    }
    return own, {name: elsewhere(pick) for name, pick in own.items()}


def printed(card: Card) -> Words:
    """What tells a card from others of its name: the price, the resources, the talent, what it counts or asks for."""
    told = [Words("costs {cost}", cost=card.cost)]
    told += [Words("{resources}", resources={one: number}) for one, number in card.resources.items()]
    told += [Words("talent {talent}", talent=card.talent)] if card.talent is not None else []
    told += [Words("{points} {points:point|points}", points=card.points)] if card.points else []
    told += [Words("counts {family}", family=card.per)] if card.per and card.per not in card.resources else []
    told += [Words("asks for {resources}", resources=dict(card.demand))] if card.demand else []
    return Words("{list}", list=told)


def on_offer(table: Table) -> list[Card]:
    """The cards that lie under tiles; all there are, when none does."""
    lying = [table.cards[slot.card] for slot in table.board if slot.card]
    return lying or list(table.cards.values())


def owned(table: Table) -> list[Card]:
    """The cards that lie before the players."""
    return [table.cards[name] for player in table.players.values() for name in player.cards]


def of_role(table: Table, role: str) -> list[Card]:
    """All cards of a kind."""
    return [one for one in table.cards.values() if one.role == role]
