"""Rules for Patrons, Laborers and Merchants."""

from typing import Any

from ledger.game import Complaint
from ledger.games.glory_to_rome.cards import SENATOR
from ledger.games.glory_to_rome.checks.cards import from_hand
from ledger.games.glory_to_rome.events import (
    ClientHired,
    DemandAnswered,
    MaterialHauled,
    MaterialSold,
    PoolTaken,
    SewerUsed,
)
from ledger.games.glory_to_rome.structures import aqueduct, atrium, bar, basilica, clientele_limit, dock, vault_limit
from ledger.games.glory_to_rome.table import Player, Table


def room_in_the_clientele(table: Table, event: ClientHired) -> Complaint | None:
    """R6, G32: the limit is asked when a client comes, and never again."""
    player: Player = table.players[event.player]
    limit = clientele_limit(player)
    if len(player.clientele) < limit:
        return None
    words = "{player} hires with {found} clients; there is room for {expected}"
    return Complaint(words, player=player.name, found=len(player.clientele), expected=limit)


HIRING = {
    "hand": (aqueduct, "{player} hires from the hand without an Aqueduct"),
    "deck": (bar, "{player} hires from the deck without a Bar"),
}

HAULING = {"hand": (dock, "{player} hauls from the hand without a Dock")}

SELLING = {
    "hand": (basilica, "{player} sells from the hand without a Basilica"),
    "deck": (atrium, "{player} sells from the deck without an Atrium"),
}


def _source(event: Any, player: Player, basic: str, functions: Any) -> Complaint | None:
    """A card comes from the ordinary place, or from another by a function."""
    if event.source == basic:
        return None
    if event.source not in functions:
        words = "{player} takes a card from {found}; it comes from {expected}"
        return Complaint(words, player=player.name, found=event.source, expected=[basic, *functions])
    active, words = functions[event.source]
    return None if active(player) else Complaint(words, player=player.name)


def hired_from(table: Table, event: ClientHired) -> Complaint | None:
    """G33: the pool, and with an Aqueduct the hand, and with a Bar the deck, each once an action."""
    return _source(event, table.players[event.player], "pool", HIRING)


def hauled_from(table: Table, event: MaterialHauled) -> Complaint | None:
    """R7: the pool, and with a Dock the hand."""
    return _source(event, table.players[event.player], "pool", HAULING)


def sold_from(table: Table, event: MaterialSold) -> Complaint | None:
    """G44: the stockpile, or with an Atrium the deck instead, and with a Basilica the hand too."""
    return _source(event, table.players[event.player], "stockpile", SELLING)


def no_senator(table: Table, event: Any) -> Complaint | None:
    """G36: a senator is no material, no client, and is not shown for a demand."""
    tokens = from_hand(event) if not isinstance(event, PoolTaken | SewerUsed) else event.cards
    if isinstance(event, DemandAnswered):
        tokens = (*event.cards, *event.stockpile, *event.clients)
    if SENATOR not in tokens:
        return None
    return Complaint(
        "{player} uses a senator, which is no material, no client and no order to show", player=event.player
    )


def room_in_the_vault(table: Table, event: MaterialSold) -> Complaint | None:
    """R10, G44: every card that enters must fit."""
    player: Player = table.players[event.player]
    limit = vault_limit(player)
    if len(player.vault) < limit:
        return None
    words = "{player} vaults with {found} in the vault; there is room for {expected}"
    return Complaint(words, player=player.name, found=len(player.vault), expected=limit)
