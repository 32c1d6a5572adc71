"""Cards are taken from where they lie, and nothing is played after the end."""

from collections.abc import Callable
from typing import Any

from ledger.game import Complaint
from ledger.games.glory_to_rome.cards import UNSEEN
from ledger.games.glory_to_rome.events import (
    DemandAnswered,
    FoundationLaid,
    FountainDrawn,
    LatrineUsed,
    MaterialAdded,
    MaterialsDemanded,
    RoleFollowed,
    RoleLed,
    StairwayUsed,
    Thought,
    VomitoriumUsed,
)
from ledger.games.glory_to_rome.slips import excused
from ledger.games.glory_to_rome.table import ENDINGS, Player, Table, holds, named, place

Rule = Callable[[Any, Any], Complaint | None]


def game_not_over(table: Table, event: Any) -> Complaint | None:
    """R11: the game ends at once; what is left undone is lost."""
    if not table.over or table.played_on:
        return None
    table.played_on = True
    if table.over == "deck" and table.doubts.adrift:
        return None  # how many cards were drawn is not certain
    words = "the game is over since event {expected} ({why}); nothing more is played"
    return Complaint(words, expected=table.over_n, why=ENDINGS[table.over])


def cards_are_in_hand(table: Table, event: Any) -> Complaint | None:
    """R1: one plays what one holds."""
    player: Player = table.players[event.player]
    if player.unsure or table.over:
        return None
    tokens = from_hand(event)
    missing = holds(table, player, tokens) if tokens else None
    if not missing or excused(table, len(missing)):
        return None
    return Complaint("{player} does not hold {found}", player=player.name, found=named(table, missing))


def from_hand(event: Any) -> tuple[str, ...]:
    """The cards that an event takes from its player's hand."""
    kind = type(event)
    if kind in WHOLLY:
        return tuple(event.cards)
    if kind is MaterialAdded:
        return (event.material,) if event.source == "hand" else ()
    if kind is FoundationLaid or kind is LatrineUsed:
        return (event.card,)
    if kind is VomitoriumUsed:
        return event.cards or ()
    return (event.card,) if event.source == "hand" else ()


WHOLLY = {RoleLed, RoleFollowed, MaterialsDemanded, DemandAnswered}


def card_is_there(table: Table, event: Any) -> Complaint | None:
    """R1: a card is taken from where it lies: the pool or the stockpile."""
    player: Player = table.players[event.player]
    token = event.material if isinstance(event, MaterialAdded | StairwayUsed) else event.card
    if event.source == "pool":
        zone, words = table.pool, "{player} takes {found}, which does not lie in the pool"
    elif event.source == "stockpile":
        zone, words = player.stockpile, "{player} takes {found}, which does not lie in their stockpile"
    else:
        return None
    if place(table, zone, token) >= 0 or excused(table):
        return None
    return Complaint(words, player=player.name, found=table.deck.named(token))


def top_of_the_deck(table: Table, event: Any) -> Complaint | None:
    """R1: a card from the deck is its top card, where the deck is known; there is one."""
    if table.doubts.adrift or table.over:
        return None
    told = _drawn(event)
    if not told:
        return None
    if len(told) > table.left and not isinstance(event, Thought):
        return Complaint("{player} draws from a deck that is empty", player=event.player)
    if table.pile is None:
        return None
    top = table.pile[table.drawn : table.drawn + len(told)]
    wrong = [
        table.deck.named(token)
        for token, known in zip(told, top, strict=False)
        if token not in (UNSEEN, known) and ("#" in token or table.cards[token] != table.cards[known])
    ]
    if not wrong:
        return None
    return Complaint("{player} draws {found}; the deck gives {expected}", player=event.player, found=wrong, expected=named(table, list(top)))  # fmt: skip  # noqa: E501


def _drawn(event: Any) -> tuple[str, ...]:
    if isinstance(event, Thought):
        return event.cards or ()
    if isinstance(event, FountainDrawn) or event.source == "deck":
        return (event.card,)
    return ()
