"""What an archive says of every action card."""

from conftest import numbered
from lutece import BidPlaced, BribeRaised, CardOffered, CardPurchased, CardRemoved, LegionDiscarded, RoundEnded

from ledger.games.lutece import GAME
from ledger.games.lutece.bids import Bid
from ledger.simulate import start
from ledger.walk import fold, open_record

CARDS = {"A": "C33", "B": "C01", "C": "C10", "1": "L01", "2": "L10", "3": "L12"}
OPEN = [CardOffered(tile=tile, card=card) for tile, card in CARDS.items()]

# Ana has a Legionnaire and 7 coins, Bo 11. Events 1 to 11.
BEFORE = [
    *OPEN,
    BidPlaced(player="Ana", actions=("A", "revenue")),
    BidPlaced(player="Bo", actions=("revenue", "revenue")),
    CardPurchased(player="Ana", tile="A", card="C33"),
    RoundEnded(),
    CardOffered(tile="A", card="C02"),
]
ROUND = [
    BidPlaced(player="Ana", actions=("A", "revenue")),
    BidPlaced(player="Bo", actions=("A", "B")),
    BribeRaised(player="Ana", card=1, coins=2),
    BribeRaised(player="Bo", card=1, coins=1),
    BribeRaised(player="Ana", card=2, coins=4),
    BribeRaised(player="Bo", card=2, coins=3),
    LegionDiscarded(player="Ana", legion="C33", tile="A", favour="Ana"),
    CardPurchased(player="Ana", tile="A", card="C02"),
    CardPurchased(player="Bo", tile="B", card="C01"),
    RoundEnded(),
    CardOffered(tile="A", card="C09"),
    CardOffered(tile="B", card="C27"),
]


def bids(*events, **options):
    """The rows that are read off the table on the way."""
    facts, rows = GAME.facts["bids"], []
    begun = numbered([start(GAME, ["Ana", "Bo"], options=options), *events])
    record = open_record(GAME, begun)
    for event in begun:
        if type(event) in facts.at:
            rows += facts.at[type(event)](record.table, event)
        fold(record, [event])
    return sorted([*rows, *facts.left(record.table)], key=lambda bid: (bid.n, bid.action))


def of_round(number, *events, **options):
    return [bid for bid in bids(*events, **options) if bid.round == number]


def test_every_action_card_is_told_with_its_bribe_and_what_came_of_it():
    assert of_round(2, *BEFORE, *ROUND) == [
        Bid(12, 2, "Ana", 1, "A", "C02", coins=2, legions=1, bidders=2, nth=1, outcome="bought", spent=2),
        Bid(12, 2, "Ana", 2, "revenue", coins=4, outcome="revenue", lost=4),
        Bid(13, 2, "Bo", 1, "A", "C02", coins=1, bidders=2, nth=2, outcome="outbid"),
        Bid(13, 2, "Bo", 2, "B", "C01", coins=3, bidders=1, nth=1, outcome="bought", spent=3),
    ]
    assert len(bids(*BEFORE, *ROUND)) == 8


def test_lut_r9_a_bribe_on_revenue_comes_back_where_that_is_the_reading():
    assert of_round(2, *BEFORE, *ROUND, revenue_bribe="returned")[1].lost == 0


def test_lut_r18_who_cannot_pay_loses_the_bribe_and_a_tie_loses_nothing():
    third = [
        BidPlaced(player="Ana", actions=("A", "B")),
        BidPlaced(player="Bo", actions=("A", "B")),
        BribeRaised(player="Ana", card=1, coins=1),
        BribeRaised(player="Bo", card=1, coins=1),
        BribeRaised(player="Bo", card=2, coins=7),
        CardRemoved(tile="A", card="C09", reason="tied"),
        CardRemoved(tile="B", card="C27", reason="unpaid", player="Bo"),
    ]
    assert [(bid.outcome, bid.spent, bid.lost) for bid in of_round(3, *BEFORE, *ROUND, *third)] == [
        ("tied", 0, 0),
        ("outbid", 0, 0),
        ("tied", 0, 0),
        ("unpaid", 0, 7),
    ]


def test_an_outcome_written_down_twice_or_never_makes_no_row_twice():
    twice = [*ROUND[:8], ROUND[7], *ROUND[8:]]
    assert of_round(2, *BEFORE, *twice) == of_round(2, *BEFORE, *ROUND)
    left_out = of_round(2, *BEFORE, *ROUND[:8], *ROUND[9:])
    assert [(bid.tile, bid.card, bid.outcome) for bid in left_out] == [
        ("A", "C02", "bought"),
        ("revenue", None, "revenue"),
        ("A", "C02", "outbid"),
        ("B", None, "open"),
    ]


def test_a_second_bid_in_one_round_is_made_in_place_of_the_first_and_a_stranger_s_bribe_is_nobody_s():
    again = [
        *ROUND[:2],
        BidPlaced(player="Bo", actions=("C", "revenue")),
        BribeRaised(player="Cy", card=1, coins=9),
    ]
    assert [(bid.player, bid.tile, bid.bidders, bid.outcome) for bid in of_round(2, *BEFORE, *again)] == [
        ("Ana", "A", 1, "open"),
        ("Ana", "revenue", 0, "revenue"),
        ("Bo", "C", 1, "open"),
        ("Bo", "revenue", 0, "revenue"),
    ]
