"""What became of every action card: the table `bids` of an archive, read off the table."""

from typing import Annotated

from msgspec import Meta, Struct

from ledger.game import Facts
from ledger.games.lutece.legion import LegionDiscarded
from ledger.games.lutece.purchase import CardPurchased, CardRemoved
from ledger.games.lutece.round import RoundEnded
from ledger.games.lutece.table import BIDS, REVENUE, ActionCard, Slot, Table, legions


class Bid(Struct, gc=False):
    """One row an action card: what it was played for, the coins laid on it, and what came of both."""

    n: int
    round: int
    player: str
    action: Annotated[int, Meta(description="1 for the player's first action card, 2 for the second")]
    tile: Annotated[str, Meta(description="what it was played for: a tile, or revenue")]
    card: Annotated[str | None, Meta(description="the card that was bought or removed there; NULL: none was")] = None
    coins: Annotated[int, Meta(description="the bribe: coins laid on it in that round")] = 0
    legions: Annotated[int, Meta(description="Legionnaires that were spent for this bribe")] = 0
    bidders: Annotated[int, Meta(description="how many bid for that tile; 0 for revenue")] = 0
    nth: Annotated[int, Meta(description="its place among them, in the order in which they bid; 0 for revenue")] = 0
    outcome: Annotated[str, Meta(description="bought, outbid, tied, unpaid, revenue, or open: nothing says so")] = (
        "open"
    )
    spent: Annotated[int, Meta(description="coins of the bribe that bought the card")] = 0
    lost: Annotated[int, Meta(description="coins of it that went for nothing; what is neither came back")] = 0


def purchased(table: Table, event: CardPurchased) -> list[Bid]:
    """Who bid for the card that is bought."""
    rows = _settled(table, event)
    for bid in rows:
        if bid.player == event.player:
            bid.outcome, bid.spent = "bought", bid.coins
        else:
            bid.outcome = "outbid"
    return turned(table) + rows


def removed(table: Table, event: CardRemoved) -> list[Bid]:
    """Who bid for the card that leaves the game."""
    rows = _settled(table, event)
    for bid in rows:
        if event.reason == "unpaid" and bid.player == event.player:
            bid.outcome, bid.lost = "unpaid", bid.coins  # R18
        else:
            bid.outcome = "tied" if event.reason == "tied" else "outbid"
    return turned(table) + rows


def turned(table: Table, event: object = None) -> list[Bid]:
    """R9: who took revenue, when the cards are turned."""
    if table.phase is not BIDS:
        return []
    rows = [_row(table, card) for card in table.revenue.bidders]
    for bid in rows:
        bid.outcome = REVENUE
        bid.lost = bid.coins if table.options["revenue_bribe"] != "returned" else 0
    return rows


def left(table: Table, event: object = None) -> list[Bid]:
    """What is not settled when a round ends, or the record does."""
    return turned(table) + [row for slot in table.board if _open(table, slot) for row in _rows(table, slot)]


def _settled(table: Table, event: CardPurchased | CardRemoved) -> list[Bid]:
    slot = table.tiles.get(event.tile)
    rows = _rows(table, slot) if slot is not None and slot.bidders and _open(table, slot) else []
    for row in rows:
        row.card = event.card
    return rows


def _open(table: Table, slot: Slot) -> bool:
    """Nothing was said yet of what became of this tile."""
    return table.phase is BIDS or slot.card is not None or slot in table.queue


def _rows(table: Table, slot: Slot) -> list[Bid]:
    bidders, rows = slot.bidders, []
    for nth, card in enumerate(bidders, 1):
        helped = legions(slot, card.player.name) if slot.legions else 0
        rows.append(_row(table, card, helped, len(bidders), nth))
    return rows


def _row(table: Table, card: ActionCard, helped: int = 0, bidders: int = 0, nth: int = 0) -> Bid:
    player = card.player
    action = 0
    for place, one in enumerate(player.bid or (), 1):
        if one is card:
            action = place
            break
    return Bid(card.n, table.round, player.name, action, card.action, None, card.coins, helped, bidders, nth)


FACTS = Facts(Bid, {LegionDiscarded: turned, CardPurchased: purchased, CardRemoved: removed, RoundEnded: left}, left)
