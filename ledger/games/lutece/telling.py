"""What happened at a table of Lutèce, in words."""

from collections.abc import Callable
from typing import Any

from ledger.events import Event
from ledger.games.lutece.events import (
    ApprenticeAttached,
    BidPlaced,
    BribeRaised,
    CardOffered,
    CardPurchased,
    CardRemoved,
    HoldingsDeclared,
    LegionDiscarded,
    RoundEnded,
)
from ledger.games.lutece.table import REVENUE, Table
from ledger.words import Words


def tell(table: Table, event: Event) -> Words:
    """An event as a person reads it, at the table as it was before."""
    return TOLD[type(event)](table, event)


def _offered(table: Table, event: CardOffered) -> Words:
    return Words("{tile}: {card} is laid out", tile=event.tile, card=table.deck.named(event.card))


def _bid(table: Table, event: BidPlaced) -> Words:
    return Words("{player} plays {actions}", player=event.player, actions=[action(one) for one in event.actions])


def action(one: str) -> Words:
    """An action card: a tile, or revenue."""
    return Words("revenue") if one == REVENUE else Words("{tile}", tile=one)


def _bribe(table: Table, event: BribeRaised) -> Words:
    player = table.players.get(event.player)
    played = player.bid if player and player.bid else []
    if 1 <= event.card <= len(played):
        where = action(played[event.card - 1].action)
        return Words(
            "{player} puts {coins} {coins:coin|coins} on {action}", player=event.player, coins=event.coins, action=where
        )
    words = "{player} puts {coins} {coins:coin|coins} on action card {card}"
    return Words(words, player=event.player, coins=event.coins, card=event.card)


def _legion(table: Table, event: LegionDiscarded) -> Words:
    words = "{tile}: {player} spends {card} for {favour}"
    card = table.deck.named(event.legion)
    return Words(words, tile=event.tile, player=event.player, card=card, favour=event.favour)


def purchased(table: Table, event: CardPurchased) -> Words:
    """Who buys what, with the sums as far as they were written down."""
    values: dict[str, Any] = {"tile": event.tile, "player": event.player, "card": table.deck.named(event.card)}
    if event.paid is None and event.received is None:
        return Words("{tile}: {player} buys {card}", **values)
    words = "{tile}: {player} buys {card}, pays {paid}, receives {received}"
    due = Words("what is due")
    paid = due if event.paid is None else event.paid
    received = due if event.received is None else event.received
    return Words(words, **values, paid=paid, received=received)


def removed(table: Table, event: CardRemoved) -> Words:
    """Which card leaves the game, and why."""
    card = table.deck.named(event.card)
    if event.player:
        words = "{tile}: {player} cannot pay, {card} leaves the game"
        return Words(words, tile=event.tile, player=event.player, card=card)
    return Words("{tile}: no bribe is highest, {card} leaves the game", tile=event.tile, card=card)


def _attached(table: Table, event: ApprenticeAttached) -> Words:
    words = "{player} puts {card} with {host}"
    named = table.deck.named
    return Words(words, player=event.player, card=named(event.apprentice), host=named(event.host))


def _round(table: Table, event: RoundEnded) -> Words:
    return Words("round {round} ends; a coin on every card left", round=table.round)


def _holdings(table: Table, event: HoldingsDeclared) -> Words:
    words = "{player} declares {coins} {coins:coin|coins} and {cards}"
    cards = [table.deck.named(card) for card in event.cards]
    return Words(words, player=event.player, coins=event.coins, cards=cards)


TOLD: dict[type, Callable[[Table, Any], Words]] = {
    CardOffered: _offered,
    BidPlaced: _bid,
    BribeRaised: _bribe,
    LegionDiscarded: _legion,
    CardPurchased: purchased,
    CardRemoved: removed,
    ApprenticeAttached: _attached,
    RoundEnded: _round,
    HoldingsDeclared: _holdings,
}
