"""The set-up."""

from ledger.games.glory_to_rome.deeds.cards import enter
from ledger.games.glory_to_rome.events import DeckShuffled, HandDealt, LeaderChosen, OrderRevealed
from ledger.games.glory_to_rome.slips import introduce
from ledger.games.glory_to_rome.table import LEAD, SETUP, Player, Table


def deck_shuffled(table: Table, event: DeckShuffled) -> None:
    """From here every draw is known."""
    for card in event.cards:
        table.cards[card]
    table.pile, table.drawn, table.left = event.cards, 0, len(event.cards)


def hand_dealt(table: Table, event: HandDealt) -> None:
    """A hand replaces the unseen one every player starts with."""
    player: Player = table.players[event.player]
    for card in event.cards:
        table.cards[card]
    if not player.dealt:
        player.unseen.forget(0, table.clock)
        player.senators, player.hand = 0, []
    player.dealt = True
    for token in event.cards:
        enter(table, player, token)
        introduce(table, token, event.n)


def order_revealed(table: Table, event: OrderRevealed) -> None:
    """All cards turned up to find the leader begin the pool."""
    card = table.cards[event.card]
    player: Player | None = table.players[event.player] if event.player else None
    table.pool.append(event.card)
    introduce(table, event.card, event.n)
    table.left -= 1 if table.pile is None else 0
    if player is not None:
        player.revealed.append(card.id)
        _still_tied(table)


def _still_tied(table: Table) -> None:
    """G4: when all who compete have turned up a card, the alphabetically first ones stay in."""
    competing = table.tied or table.seats
    turns = max(len(player.revealed) for player in competing)
    if any(len(player.revealed) < turns for player in competing):
        return
    ranks = table.deck.ranks[str(table.options["collation"])]
    first = min(ranks.get(player.revealed[-1], 0) for player in competing)
    table.tied = [player for player in competing if ranks.get(player.revealed[-1], 0) == first]


def leader_chosen(table: Table, event: LeaderChosen) -> None:
    """The first leader. G54: in a training game half of the deck is now taken away."""
    player: Player = table.players[event.player]
    table.leader, table.chosen = player.seat, True
    if table.phase == SETUP:
        table.phase = LEAD
    if table.options["deck_fraction"] == "1/2" and table.pile is None:
        table.left -= table.left // 2
