"""Phase 5, valuation: a coin on every card that is left, and the action cards go back to hand."""

from collections.abc import Iterator
from typing import Any

from ledger.choices import possible
from ledger.events import Event
from ledger.forms import Form, entry_form
from ledger.game import SLIP, Complaint, Condition, Happening
from ledger.games.lutece.apprentice import forget, nothing_owed, still_owed
from ledger.games.lutece.purchase import cards_may_turn, open_purchases, somebody_has_not_bid
from ledger.games.lutece.table import BIDS, OFFERS, SILENT, Table, coming, next_slot
from ledger.language.sayings import Derived, Saying, Sayings
from ledger.words import Words


class RoundEnded(Event, frozen=True, kw_only=True, tag="round_ended"):
    """Phase 5 is done: a coin lies on every card that nobody bought."""


# --- when it may happen -----------------------------------------------------------------------------------------------


def every_tile_is_settled(table: Table, event: RoundEnded) -> bool:
    """R10: a round ends when every tile with a bid is settled."""
    return next_slot(table) is None


def bids_left(table: Table, event: RoundEnded) -> Complaint:
    words = "the round ends while bids are still to be settled on {found}"
    return Complaint(words, found=[slot.tile for slot in coming(table)])


def not_ended(table: Table, event: Any) -> Complaint:
    """R5, on whatever begins the next round."""
    return Complaint("the next round begins, and the end of round {found} was not written down", found=table.round)


# --- what it does -----------------------------------------------------------------------------------------------------


def end(table: Table, event: RoundEnded) -> None:
    """The round is over, if there was one."""
    if table.owed:
        forget(table)
    if table.phase is BIDS:
        open_purchases(table, event.n)
    if table.phase is not OFFERS:
        end_round(table, event.n)


def end_round(table: Table, n: int) -> None:
    """R21, R5: a coin on every card still on offer; the action cards go back to hand, with what still lies on them."""
    left = 0
    for slot in table.board:
        if slot.bidders:
            slot.bidders = []
            slot.legions = []
        if slot.card is not None:
            slot.coins += 1
            left += 1
    for player in table.players.values():
        if player.bid is not None:
            for card in player.bid:
                if card.coins:
                    player.gain(card.coins, n)
            player.bid = None
    table.revenue.bidders = []
    table.queue = []
    table.money += left
    table.count(n)
    if table.options["action_cards"] == SILENT:
        table.unsaid.setdefault("LUT-R5", n)
    table.phase = OFFERS
    table.round += 1
    table.bids = 0


# --- how it is told and entered ---------------------------------------------------------------------------------------


TOLD = Sayings(
    Saying(
        "round {round} ends; a coin on every card left",
        round=Derived(lambda table, event: table.round),
        also=(
            "end of round {round}",
            "next round",
            "round {round} over/done/ended/finished",
            "round {round} is over/done/ended/finished",
        ),
    )
)


def offers(table: Table) -> Iterator[RoundEnded]:
    """It ends in one way."""
    yield RoundEnded()


def forms(table: Table) -> Iterator[Form]:
    """One tap."""
    yield entry_form(RoundEnded, Words("the round ends"), now=possible(ENDED, table))


ENDED = Happening(
    event=RoundEnded,
    conditions=(
        Condition("LUT-R29", nothing_owed, still_owed),
        Condition("LUT-R6", cards_may_turn, somebody_has_not_bid, mistake=SLIP),
        Condition("LUT-R10", every_tile_is_settled, bids_left, mistake=SLIP),
    ),
    effect=end,
    words=TOLD,
    offers=offers,
    due=True,
    forms=forms,
)
