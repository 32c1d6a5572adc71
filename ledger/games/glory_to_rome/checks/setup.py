"""Rules of the set-up."""

from collections import Counter

from ledger.game import Complaint
from ledger.games.glory_to_rome.cards import SENATOR
from ledger.games.glory_to_rome.events import DeckShuffled, HandDealt, LeaderChosen, OrderRevealed
from ledger.games.glory_to_rome.slips import excused
from ledger.games.glory_to_rome.table import Player, Table


def deck_is_whole(table: Table, event: DeckShuffled) -> Complaint | None:
    """G2: deck, hands and pool are all orders of the box, each once."""
    if table.played:
        return Complaint("the deck is shuffled after play began")
    expected = table.left if table.options["deck_fraction"] == "1" or table.chosen else table.left - table.left // 2
    if len(event.cards) != expected and not excused(table, abs(len(event.cards) - expected)):
        return Complaint("the deck has {found} orders; {expected} are left", found=len(event.cards), expected=expected)
    counts = Counter(table.cards[card].id for player in table.seats for card in player.hand)
    counts += Counter(table.cards[card].id for card in (*table.pool, *event.cards))
    copies = table.deck.copies
    many = [table.deck.named(name) for name, count in counts.items() if name and count > copies.get(name, 0)]
    twice = [card for card, count in Counter((*table.pool, *event.cards)).items() if "#" in card and count > 1]
    if many or twice:
        return Complaint("more of {found} than the box has", found=many or twice)
    return None


def start_hand(table: Table, event: HandDealt) -> Complaint | None:
    """R2: everybody starts with 4 orders and a senator (or 5 orders), once."""
    player: Player = table.players[event.player]
    if player.dealt or table.played:
        return Complaint("{player} is dealt a hand a second time", player=player.name)
    orders = 4 if table.options["start_hand"] == "4+1" else 5
    senators = sum(card == SENATOR for card in event.cards)
    if (len(event.cards) - senators, senators) == (orders, 5 - orders):
        return None
    words = (
        "{player} is dealt {found} {found:order|orders} and {senators} {senators:senator|senators}; "
        "a hand at the start is {expected} orders and {due} {due:senator|senators}"
    )
    found = len(event.cards) - senators
    return Complaint(words, player=player.name, found=found, senators=senators, expected=orders, due=5 - orders)


def revealed_by_the_tied(table: Table, event: OrderRevealed) -> Complaint | None:
    """G4: everybody turns up one order; only those who are tied turn up more."""
    if table.played or table.chosen:
        return Complaint("{card} is turned up after the leader was chosen", card=table.deck.named(event.card))
    if event.card == SENATOR:
        return Complaint("a senator is turned up; orders decide who leads")
    if not event.player:
        return None
    player: Player = table.players[event.player]
    competing = table.tied or table.seats
    if player in competing and len(player.revealed) == min(len(other.revealed) for other in competing):
        return None
    expected = [other.name for other in competing if len(other.revealed) < len(player.revealed) or other is not player]
    words = "{found} turns up another order; only {expected} may"
    return Complaint(words, found=player.name, expected=expected)


def leader_is_first_by_name(table: Table, event: LeaderChosen) -> Complaint | None:
    """G3: who turned up the alphabetically first order leads."""
    table.players[event.player]
    if table.chosen or table.played:
        return Complaint("the first leader was chosen already")
    if any(player.revealed for player in table.seats):
        if [player.name for player in table.tied] == [event.player]:
            return None
        first = [player.name for player in table.tied] or [player.name for player in table.seats if not player.revealed]
        words = "{found} is to lead; the alphabetically first order was turned up by {expected}"
        if len(table.tied) != 1:
            words = "{found} is to lead before {expected} have turned up an order to decide it"
        return Complaint(words, found=event.player, expected=first)
    if len(table.pool) < len(table.seats):
        words = "{found} orders were turned up to find the leader; everybody turns up one ({expected})"
        return Complaint(words, found=len(table.pool), expected=len(table.seats))
    return None
