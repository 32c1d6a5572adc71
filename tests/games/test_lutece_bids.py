"""What an archive says of every action card."""

from ledger.games.lutece.bids import Bid, bids
from ledger.games.lutece.events import BidPlaced, BribeRaised, CardPurchased, CardRemoved, LegionDiscarded, RoundEnded

LOST, RETURNED = {"revenue_bribe": "lost"}, {"revenue_bribe": "returned"}

FIRST = [
    BidPlaced(n=1, player="Ana", actions=("A", "revenue")),
    BidPlaced(n=2, player="Bo", actions=("A", "B")),
    BribeRaised(n=3, player="Ana", card=1, coins=2),
    BribeRaised(n=4, player="Bo", card=1, coins=1),
    BribeRaised(n=5, player="Ana", card=2, coins=4),
    BribeRaised(n=6, player="Bo", card=2, coins=3),
    LegionDiscarded(n=7, player="Bo", legion="C30", tile="A", favour="Ana"),
    CardPurchased(n=8, player="Ana", tile="A", card="C01"),
    CardPurchased(n=9, player="Bo", tile="B", card="C02"),
    RoundEnded(n=10),
]


def told(events, options=LOST):
    """Each action card by its round, player and number."""
    return {(bid.round, bid.player, bid.action): bid for bid in bids(events, options)}


def test_every_action_card_is_told_with_its_bribe_and_what_came_of_it():
    assert [*bids(FIRST, LOST)] == [
        Bid(1, 1, "Ana", 1, "A", "C01", coins=2, legions=1, bidders=2, nth=1, outcome="bought", spent=2),
        Bid(1, 1, "Ana", 2, "revenue", coins=4, outcome="revenue", lost=4),
        Bid(2, 1, "Bo", 1, "A", "C01", coins=1, bidders=2, nth=2, outcome="outbid"),
        Bid(2, 1, "Bo", 2, "B", "C02", coins=3, bidders=1, nth=1, outcome="bought", spent=3),
    ]


def test_lut_r9_a_bribe_on_revenue_comes_back_where_that_is_the_reading():
    assert told(FIRST, RETURNED)[1, "Ana", 2].lost == 0


def test_lut_r18_who_cannot_pay_loses_the_bribe_and_a_tie_loses_nothing():
    second = [
        *FIRST,
        BidPlaced(n=11, player="Ana", actions=("A", "B")),
        BidPlaced(n=12, player="Bo", actions=("A", "B")),
        BribeRaised(n=13, player="Bo", card=1, coins=1),
        BribeRaised(n=14, player="Ana", card=2, coins=1),
        BribeRaised(n=15, player="Bo", card=2, coins=1),
        CardRemoved(n=16, tile="A", card="C05", reason="unpaid", player="Bo"),
        CardRemoved(n=17, tile="B", card="C06", reason="tied"),
    ]
    found = told(second)
    assert [(bid.outcome, bid.spent, bid.lost) for key, bid in sorted(found.items()) if key[0] == 2] == [
        ("outbid", 0, 0),
        ("tied", 0, 0),
        ("unpaid", 0, 1),
        ("tied", 0, 0),
    ]


def test_a_second_bid_in_one_round_is_made_in_place_of_the_first_and_a_stranger_s_bribe_is_nobody_s():
    again = [
        *FIRST[:2],
        BidPlaced(n=3, player="Bo", actions=("C", "revenue")),
        BribeRaised(player="Cy", card=1, coins=9),
    ]
    found = told(again)
    assert [(bid.player, bid.tile, bid.bidders, bid.outcome) for bid in found.values()] == [
        ("Ana", "A", 1, "open"),
        ("Ana", "revenue", 0, "revenue"),
        ("Bo", "C", 1, "open"),
        ("Bo", "revenue", 0, "revenue"),
    ]
