"""Phase 3, bribes: coins are laid on action cards, and added to, until all agree."""

from collections.abc import Iterator

from ledger.choices import possible
from ledger.events import Event, Whole
from ledger.forms import Field, Form, Pick, entry_form, number_field, players_field
from ledger.game import SLIP, Complaint, Condition, Happening
from ledger.games.lutece import picks
from ledger.games.lutece.cards import BOX_COINS
from ledger.games.lutece.table import PURCHASES, Player, Table, all_have_bid, missing, next_slot, unless_silent
from ledger.language.sayings import NUMBER, PLAYER, Saying, Sayings, Shown
from ledger.words import Words

WHICH = (Pick(1, Words("first card")), Pick(2, Words("second card")))


class BribeRaised(Event, frozen=True, kw_only=True, tag="bribe_raised"):
    """Phase 3: coins added on the first or second action card."""

    player: str
    card: Whole
    coins: Whole


# --- when it may happen -----------------------------------------------------------------------------------------------


def bribes_are_open(table: Table, event: BribeRaised) -> bool:
    """R7: coins are laid when everybody has bid, and before the cards are turned."""
    return table.phase is not PURCHASES and all_have_bid(table)


def not_now(table: Table, event: BribeRaised) -> Complaint:
    if table.phase is PURCHASES:
        severity = unless_silent(table, "contest_coins", _in_a_contest(table, event))
        return Complaint("{player} adds coins after the cards were turned", severity, player=event.player)
    words = "{player} bribes before everybody has bid; still to bid: {found}"
    return Complaint(words, player=event.player, found=missing(table))


def _in_a_contest(table: Table, event: BribeRaised) -> bool:
    """R16: the coins would go on the contested tile that is settled next."""
    slot, player = next_slot(table), table.players[event.player]
    bidders = [card.player for card in slot.bidders] if slot is not None else []
    return len(bidders) > 1 and player in bidders and 1 <= event.coins <= player.purse


def coins_come_from_the_purse(table: Table, event: BribeRaised) -> bool:
    """R7, R8: coins that one holds now, onto one's first or second card; a bribe is never lowered."""
    player: Player = table.players[event.player]
    return 1 <= event.coins <= player.purse and 1 <= event.card <= len(player.bid or ())


def no_such_bribe(table: Table, event: BribeRaised) -> Complaint:
    name, player = event.player, table.players[event.player]
    if not 1 <= event.card <= len(player.bid or ()):
        words = "{player} bribes on action card {found}; there are 1 and 2"
        return Complaint(words, player=name, found=event.card)
    if event.coins < 1:
        return Complaint("{player} raises a bribe by {found}; a bribe only grows", player=name, found=event.coins)
    words = "{player} bribes with {found} {found:coin|coins} and holds {expected}"
    severity = unless_silent(table, "revenue_bribe", "LUT-R9" in table.unsaid)
    return Complaint(words, severity, player=name, found=event.coins, expected=player.purse)


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


def played_on(table: Table, event: BribeRaised) -> str | None:
    """What the action card was played for, where no other of theirs was played for the same."""
    player = table.players.get(event.player)
    played = [card.action for card in player.bid] if player and player.bid else []
    action = played[event.card - 1] if 1 <= event.card <= len(played) else None
    return action if played.count(action) == 1 else None


TOLD = Sayings(
    Saying(
        "{player} puts {coins} {coins:coin|coins} on {action}",
        when=lambda table, event: played_on(table, event) is not None,
        player=PLAYER,
        coins=NUMBER,
        action=Shown("card", (1, 2), picks.ACTION, played_on),
        also=(
            "{player} {coins} {action}",
            "{player} adds/lays/gives/bribes/pays/bids {coins} more {coins:coin|coins} to/on {action}",
            "{player} raises {action} by {coins}",
        ),
    ),
    Saying(
        "{player} puts {coins} {coins:coin|coins} on action card {card}",
        player=PLAYER,
        coins=NUMBER,
        card=NUMBER,
        aloud=True,
    ),
)


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
        Condition("LUT-R7", bribes_are_open, not_now),
        Condition("LUT-R7", coins_come_from_the_purse, no_such_bribe, mistake=SLIP),
    ),
    effect=lay,
    words=TOLD,
    offers=offers,
    picked=False,
    forms=forms,
)
