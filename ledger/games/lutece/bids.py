"""What became of every action card: the table `bids` of an archive, read off the events in force."""

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any

from msgspec import Meta, Struct

from ledger.events import Event
from ledger.game import Reading
from ledger.games.lutece.events import BidPlaced, BribeRaised, CardPurchased, CardRemoved, LegionDiscarded, RoundEnded
from ledger.games.lutece.table import REVENUE


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


Hand = tuple[str, int]  # a player's first or second action card


class Round:
    """The action cards of a round: by whose they are, and by what they were played for until its outcome is told."""

    __slots__ = ("hands", "number", "tiles")

    def __init__(self, number: int) -> None:
        self.number = number
        self.hands: dict[Hand, Bid] = {}
        self.tiles: dict[str, dict[Hand, Bid]] = {}

    def told(self, tile: str) -> Iterable[Bid]:
        """Who bid for this tile, which is empty from now on."""
        own = self.tiles.pop(tile, {}).values()
        for nth, bid in enumerate(own, 1):
            bid.nth, bid.bidders = nth, len(own)
        return own


def bids(events: Iterable[Event], options: Mapping[str, Reading]) -> list[Bid]:
    """Every action card of a game."""
    found: list[Bid] = []
    now = Round(1)
    for event in events:
        kind = type(event)
        if kind in HAPPENED:
            HAPPENED[kind](now, event)
        elif kind is RoundEnded:
            found += _ended(now, options)
            now = Round(now.number + 1)
    return found + _ended(now, options)


def _ended(now: Round, options: Mapping[str, Reading]) -> list[Bid]:
    for bid in now.tiles.pop(REVENUE, {}).values():
        bid.outcome = REVENUE
        bid.lost = bid.coins if options["revenue_bribe"] == "lost" else 0  # R9
    for tile in [*now.tiles]:
        now.told(tile)
    return [*now.hands.values()]


def _placed(now: Round, event: BidPlaced) -> None:
    """A second bid in one round is made in place of the first."""
    for action, tile in enumerate(event.actions, 1):
        hand = (event.player, action)
        if hand in now.hands:
            now.tiles.get(now.hands[hand].tile, {}).pop(hand, None)
        now.hands[hand] = now.tiles.setdefault(tile, {})[hand] = Bid(event.n, now.number, event.player, action, tile)


def _raised(now: Round, event: BribeRaised) -> None:
    bid = now.hands.get((event.player, event.card))
    if bid is not None:
        bid.coins += event.coins


def _helped(now: Round, event: LegionDiscarded) -> None:
    own = now.tiles.get(event.tile, {})
    bid = own.get((event.favour, 1)) or own.get((event.favour, 2))
    if bid is not None:
        bid.legions += 1


def _bought(now: Round, event: CardPurchased) -> None:
    for bid in now.told(event.tile):
        bid.card = event.card
        if bid.player == event.player:
            bid.outcome, bid.spent = "bought", bid.coins
        else:
            bid.outcome = "outbid"


def _removed(now: Round, event: CardRemoved) -> None:
    for bid in now.told(event.tile):
        bid.card = event.card
        if event.reason == "unpaid" and bid.player == event.player:
            bid.outcome, bid.lost = "unpaid", bid.coins  # R18
        else:
            bid.outcome = "tied" if event.reason == "tied" else "outbid"


HAPPENED: dict[type[Event], Callable[[Round, Any], None]] = {
    BidPlaced: _placed,
    BribeRaised: _raised,
    LegionDiscarded: _helped,
    CardPurchased: _bought,
    CardRemoved: _removed,
}
