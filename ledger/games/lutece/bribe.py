"""Phase 3, bribes: coins are laid on action cards, and added to, until all agree."""

from collections.abc import Iterator

from ledger.choices import possible
from ledger.events import Event, Whole
from ledger.forms import Field, Form, Pick, entry_form, number_field, players_field
from ledger.game import Complaint, Condition, Happening
from ledger.games.lutece import picks
from ledger.games.lutece.cards import BOX_COINS
from ledger.games.lutece.table import PURCHASES, Player, Table, missing
from ledger.words import Words

WHICH = (Pick(1, Words("first card")), Pick(2, Words("second card")))


class BribeRaised(Event, frozen=True, kw_only=True, tag="bribe_raised"):
    """Phase 3: coins added on the first or second action card."""

    player: str
    card: Whole
    coins: Whole


# --- when it may happen -----------------------------------------------------------------------------------------------


def before_the_cards_turn(table: Table, event: BribeRaised) -> bool:
    """R7: no coins are added once the purchase phase has opened."""
    return table.phase is not PURCHASES


def cards_were_turned(table: Table, event: BribeRaised) -> Complaint:
    return Complaint("{player} adds coins after the cards were turned", player=event.player)


def everybody_has_bid(table: Table, event: BribeRaised) -> bool:
    """R7: bribes begin when everybody has bid."""
    return table.bids >= table.seats


def somebody_has_not(table: Table, event: BribeRaised) -> Complaint:
    words = "{player} bribes before everybody has bid; still to bid: {found}"
    return Complaint(words, player=event.player, found=missing(table))


def on_one_of_two_cards(table: Table, event: BribeRaised) -> bool:
    """R7: on one's first or second action card."""
    player: Player = table.players[event.player]
    return 1 <= event.card <= len(player.bid or ())


def no_such_card(table: Table, event: BribeRaised) -> Complaint:
    words = "{player} bribes on action card {found}; there are 1 and 2"
    return Complaint(words, player=event.player, found=event.card)


def bribe_grows(table: Table, event: BribeRaised) -> bool:
    """R7: a bribe is never lowered."""
    return event.coins >= 1


def bribe_falls(table: Table, event: BribeRaised) -> Complaint:
    words = "{player} raises a bribe by {found}; a bribe only grows"
    return Complaint(words, player=event.player, found=event.coins)


def purse_holds_it(table: Table, event: BribeRaised) -> bool:
    """R7, R8: coins that one holds now, none that lie elsewhere or are still to come."""
    player: Player = table.players[event.player]
    return event.coins <= player.purse


def more_than_the_purse(table: Table, event: BribeRaised) -> Complaint:
    words = "{player} bribes with {found} {found:coin|coins} and holds {expected}"
    return Complaint(words, player=event.player, found=event.coins, expected=table.players[event.player].purse)


# --- what it does -----------------------------------------------------------------------------------------------------


def lay(table: Table, event: BribeRaised) -> None:
    """R7, R8: coins leave a purse and lie on an action card, where they can pay for nothing else."""
    player: Player = table.players[event.player]
    bid = player.bid
    if bid is not None and 1 <= event.card <= len(bid):
        bid[event.card - 1].coins += event.coins
        player.purse -= event.coins
        player.money.append(event.n)


# --- how it is told and entered ---------------------------------------------------------------------------------------


def tell(table: Table, event: BribeRaised) -> Words:
    """Who lays how much on what."""
    player = table.players.get(event.player)
    played = player.bid if player and player.bid else []
    if 1 <= event.card <= len(played):
        words = "{player} puts {coins} {coins:coin|coins} on {action}"
        where = picks.action(played[event.card - 1].action)
        return Words(words, player=event.player, coins=event.coins, action=where)
    words = "{player} puts {coins} {coins:coin|coins} on action card {card}"
    return Words(words, player=event.player, coins=event.coins, card=event.card)


def offers(table: Table) -> Iterator[BribeRaised]:
    """Every bribe that a purse allows, small ones first."""
    richest = max(player.purse for player in table.players.values())
    for coins in range(1, min(richest, BOX_COINS) + 1):
        for name, player in table.players.items():
            for place in range(1, len(player.bid or ()) + 1):
                yield BribeRaised(player=name, card=place, coins=coins)


def forms(table: Table) -> Iterator[Form]:
    """Coins that were added after the cards were entered."""
    fields = [
        players_field(table.players),
        Field(name="card", label=Words("action card"), kind="pick", picks=WHICH),
        number_field("coins", Words("coins"), 1),
    ]
    yield entry_form(BribeRaised, Words("add coins to a bid"), fields, now=possible(RAISED, table))


RAISED = Happening(
    event=BribeRaised,
    conditions=(
        Condition("LUT-R7", before_the_cards_turn, cards_were_turned),
        Condition("LUT-R7", everybody_has_bid, somebody_has_not),
        Condition("LUT-R7", on_one_of_two_cards, no_such_card),
        Condition("LUT-R7", bribe_grows, bribe_falls),
        Condition("LUT-R7", purse_holds_it, more_than_the_purse),
    ),
    effect=lay,
    words=tell,
    offers=offers,
    picked=False,
    forms=forms,
)
