"""Every *may* of Lutèce is a may, and no more: used, used in part, left alone, in another order, by whom, misused.

One table of cases. `LEGAL` breaks no rule; a rule's number is what the last event breaks, and all there is to say.
What a rulebook says one *must* stands beside it, because nobody may decline it.
"""

from typing import Any, NamedTuple

import pytest
from conftest import play
from test_lutece_rules import (
    END,
    FIVE,
    OPEN,
    WITH_LEGION,
    WITH_LEGION_3,
    attach,
    bid,
    bribe,
    buy,
    claim,
    declare,
    legion,
    offer,
    opening,
    rest,
    tied,
    unpaid,
)

from ledger.events import Event
from ledger.games.lutece import GAME

LEGAL = ""
NOTE = {"LUT-R33": "note", "LUT-R29a": "warning"}  # what is told and breaks nothing


class Case(NamedTuple):
    """How many play, what happens, and what is said of the last event."""

    name: str
    rule: str
    seats: int
    events: tuple[Event, ...]
    options: dict[str, Any]


def cases(about: str, before: list[Event], seats: int = 2, /, **ways: tuple[Any, ...]) -> list[Case]:
    """The ways to go on from one setting: by name, the rule that is broken (or LEGAL) and what happens."""
    options = ways.pop("options", {})
    return [
        Case(f"{about} {name.replace('_', ' ')}", rule, seats, (*before, *events), options)
        for name, (rule, *events) in ways.items()
    ]


BIDS = cases(
    "R6 a bid",
    OPEN,
    two_tiles=(LEGAL, bid("Ana", "A", "1")),
    the_other_way_round=(LEGAL, bid("Ana", "1", "A")),
    two_of_a_row=(LEGAL, bid("Ana", "A", "B")),
    one_and_revenue=(LEGAL, bid("Ana", "revenue", "2")),
    revenue_twice=(LEGAL, rest("Ana")),
    either_player_first=(LEGAL, rest("Bo"), rest("Ana")),
    more_than_can_be_paid=(LEGAL, bid("Ana", "2", "3")),
    one_card=("LUT-R6", bid("Ana", "A")),
    none=("LUT-R6", bid("Ana")),
    three=("LUT-R6", bid("Ana", "A", "1", "revenue")),
    one_tile_twice=("LUT-R6", bid("Ana", "A", "A")),
    a_tile_not_in_play=("LUT-R6", bid("Ana", "D", "revenue")),
    again=("LUT-R6", rest("Ana"), rest("Ana")),
)
BOTH_ON_A = [*OPEN, bid("Ana", "A", "revenue"), bid("Bo", "A", "1")]
BRIBES = [
    *cases(
        "R7 a bribe",
        BOTH_ON_A,
        left_alone=(LEGAL, tied("A", "C01")),
        on_one_card=(LEGAL, bribe("Bo", 2, 1), tied("A", "C01")),
        on_both=(LEGAL, bribe("Bo", 1, 2), bribe("Bo", 2, 3), buy("Bo", "A", "C01")),
        raised=(LEGAL, bribe("Bo", 1, 1), bribe("Ana", 1, 1), bribe("Bo", 1, 1), buy("Bo", "A", "C01")),
        in_a_row=(LEGAL, bribe("Bo", 1, 1), bribe("Bo", 1, 1)),
        every_coin=(LEGAL, bribe("Ana", 1, 5)),
        on_revenue=(LEGAL, bribe("Ana", 2, 5)),
        one_coin_more=("LUT-R7", bribe("Ana", 1, 5), bribe("Ana", 2, 1)),
        taken_back=("LUT-R7", bribe("Ana", 1, 2), bribe("Ana", 1, -1)),
        of_nothing=("LUT-R7", bribe("Ana", 1, 0)),
        on_a_third_card=("LUT-R7", bribe("Ana", 3, 1)),
        after_the_first_outcome=("LUT-R7", tied("A", "C01"), bribe("Bo", 2, 1)),
    ),
    *cases("R7 a bribe", [*OPEN, bid("Ana", "A", "B")], before_all_have_bid=("LUT-R7", bribe("Ana", 1, 1))),
    *cases(
        "R9 a bribe on revenue",
        [*OPEN, bid("Ana", "revenue", "2"), rest("Bo"), bribe("Ana", 1, 5)],
        pays_nothing_else=(LEGAL, buy("Ana", "2", "L22", paid=3, received=5)),
        does_not_stop_the_purchase=("LUT-R11", unpaid("2", "L22", "Ana")),
    ),
    *cases(
        "R9 a bribe on revenue given back",
        [*OPEN, bid("Ana", "revenue", "2"), rest("Bo"), bribe("Ana", 1, 5)],
        options={"revenue_bribe": "returned"},
        pays=(LEGAL, buy("Ana", "2", "L22")),
    ),
]
ALONE = [*OPEN, bid("Ana", "2", "B"), rest("Bo")]
PURCHASES = [
    *cases(
        "R11 what one bids for alone",
        ALONE,
        bought=(LEGAL, buy("Ana", "B", "C10"), buy("Ana", "2", "L22"), END),
        with_the_sums=(LEGAL, buy("Ana", "B", "C10", paid=1, received=0)),
        with_one_sum=(LEGAL, buy("Ana", "B", "C10", paid=1)),
        destroyed_by_pledging=(LEGAL, bribe("Ana", 2, 5), unpaid("B", "C10", "Ana")),
        declined=("LUT-R11", unpaid("B", "C10", "Ana")),
        called_a_tie=("LUT-R11", tied("B", "C10")),
        left_alone=("LUT-R10", END),
        the_second_first=("LUT-R10", buy("Ana", "2", "L22")),
        by_another=("LUT-R11", buy("Bo", "B", "C10")),
        with_coins_pledged_on_it=("LUT-R11", bribe("Ana", 2, 5), buy("Ana", "B", "C10")),
    ),
    *cases(
        "R18 a contest won",
        [*OPEN, bid("Ana", "2", "revenue"), bid("Bo", "2", "3"), bribe("Bo", 1, 3)],
        unpaid=(LEGAL, unpaid("2", "L22", "Bo")),
        bought_all_the_same=("LUT-R18", buy("Bo", "2", "L22")),
        by_the_runner_up=("LUT-R18", buy("Ana", "2", "L22")),
    ),
    *cases(
        "R18 a contest won, for the runner-up",
        [*OPEN, bid("Ana", "2", "revenue"), bid("Bo", "2", "3"), bribe("Bo", 1, 3)],
        options={"unpaid_goes_to": "runner_up"},
        by_the_runner_up=(LEGAL, buy("Ana", "2", "L22")),
    ),
]
OWN = [*WITH_LEGION, bid("Ana", "A", "B"), bid("Bo", "A", "B")]
LENT = [*WITH_LEGION_3, rest("Ana"), bid("Bo", "A", "B"), bid("Cem", "A", "B")]
LEGIONS = [
    *cases(
        "R16 a Legionnaire",
        OWN,
        used=(LEGAL, legion("Ana", "C33", "A", "Ana"), buy("Ana", "A", "C01")),
        left_alone=(LEGAL, tied("A", "C01")),
        left_alone_once=(LEGAL, tied("A", "C01"), legion("Ana", "C33", "B", "Ana"), buy("Ana", "B", "C10")),
        for_the_other=(LEGAL, legion("Ana", "C33", "A", "Bo"), buy("Bo", "A", "C01")),
        in_vain=(LEGAL, bribe("Bo", 1, 2), legion("Ana", "C33", "A", "Ana"), tied("A", "C01")),
        not_enough=(LEGAL, bribe("Bo", 1, 3), legion("Ana", "C33", "A", "Ana"), buy("Bo", "A", "C01")),
        of_another=("LUT-R16", legion("Bo", "C33", "A", "Bo")),
        twice=("LUT-R16", legion("Ana", "C33", "A", "Ana"), legion("Ana", "C33", "A", "Ana")),
        after_the_outcome=("LUT-R10", tied("A", "C01"), legion("Ana", "C33", "A", "Ana")),
        before_its_tile_comes=("LUT-R10", legion("Ana", "C33", "B", "Ana")),
        another_card=("LUT-R16", legion("Ana", "C01", "A", "Ana")),
    ),
    *cases(
        "R16 a Legionnaire lent",
        LENT,
        3,
        to_one=(LEGAL, legion("Ana", "C33", "A", "Cem"), buy("Cem", "A", "C01")),
        left_alone=(LEGAL, tied("A", "C01")),
        to_who_does_not_bid=("LUT-R16", legion("Ana", "C33", "A", "Ana")),
    ),
    *cases(
        "R16 a Legionnaire of bidders only",
        LENT,
        3,
        options={"legions_from": "bidders"},
        lent=("LUT-R16", legion("Ana", "C33", "A", "Cem")),
    ),
    *cases(
        "R16 a Legionnaire",
        [*WITH_LEGION, bid("Ana", "A", "revenue"), bid("Bo", "B", "revenue")],
        uncontested=("LUT-R16", legion("Ana", "C33", "A", "Ana")),
    ),
    *cases(
        "R20 a Legionnaire just bought",
        [*OPEN, bid("Ana", "C", "1"), bid("Bo", "1", "revenue"), buy("Ana", "C", "C33")],
        used=(LEGAL, legion("Ana", "C33", "1", "Ana"), buy("Ana", "1", "L01")),
        left_alone=(LEGAL, tied("1", "L01")),
    ),
]
REFILLED = [*OPEN, bid("Ana", "A", "B"), rest("Bo"), buy("Ana", "A", "C01"), buy("Ana", "B", "C10"), END]
REFILLS = cases(
    "R3 filling up",
    REFILLED,
    in_order=(LEGAL, offer("A", "C02"), offer("B", "C03"), rest("Ana")),
    the_other_way_round=(LEGAL, offer("B", "C02"), offer("A", "C03"), rest("Bo")),
    in_part=("LUT-R4", offer("B", "C02"), rest("Ana")),
    left_alone=("LUT-R4", rest("Ana")),
    on_a_card=("LUT-R3", offer("C", "C02")),
)
TWO_HOSTS = [
    *opening("C01", "C10", "C37", "L01", "L22", "L29"),
    *[bid("Ana", "A", "B"), rest("Bo"), buy("Ana", "A", "C01"), buy("Ana", "B", "C10"), END],
    *[offer("A", "C33"), offer("B", "C09"), bid("Ana", "C", "A"), rest("Bo"), buy("Ana", "A", "C33")],
    buy("Ana", "C", "C37"),
]
APPRENTICES = [
    *cases(
        "R29 an Apprentice",
        TWO_HOSTS,
        joins_one=(LEGAL, attach("Ana", "C37", "C01"), END),
        joins_the_other=(LEGAL, attach("Ana", "C37", "C10"), END),
        with_its_resource=(LEGAL, attach("Ana", "C37", "C10", "bread"), END),
        joins_a_legionnaire=("LUT-R29a", attach("Ana", "C37", "C33")),
        left_alone=("LUT-R29", END),
        joins_what_lies_there=("LUT-R29", attach("Ana", "C37", "C09")),
        by_another=("LUT-R29", attach("Bo", "C37", "C01")),
        moves=("LUT-R29", attach("Ana", "C37", "C01"), attach("Ana", "C37", "C10")),
        another_resource=("LUT-R30", attach("Ana", "C37", "C10", "beer")),
    ),
    *cases(
        "R29 an Apprentice without a host",
        [*opening("C01", "C10", "C37", "L01", "L22", "L29"), bid("Ana", "C", "1"), rest("Bo"), buy("Ana", "C", "C37")],
        waits=(LEGAL, buy("Ana", "1", "L01"), END),
        joins_nobody=("LUT-R29", attach("Ana", "C37", "C01")),
    ),
]
# Two beers and two breads serve the Market L29; Bo has nothing.
MARKET = [declare("Ana", 3, "C02 C14 L29"), declare("Bo", 0)]
MARKETS = cases(
    "R33 a Market",
    MARKET,
    4,
    served=(LEGAL, declare("Cem", 0), declare("Dia", 0), claim("Ana", influence=6)),
    left_alone=("LUT-R33", declare("Cem", 0), declare("Dia", 0), claim("Ana", influence=0)),
    counted_twice=("score", declare("Cem", 0), declare("Dia", 0), claim("Ana", influence=12)),
)
CASES = [*BIDS, *BRIBES, *PURCHASES, *LEGIONS, *REFILLS, *APPRENTICES, *MARKETS]


@pytest.mark.parametrize("case", CASES, ids=[case.name.replace(" ", "-") for case in CASES])
def test_a_may_is_a_may_and_no_more(case: Case) -> None:
    played = play(GAME, FIVE[: case.seats], *case.events, **case.options)

    last = (len(case.events), case.rule, NOTE.get(case.rule, "violation"))
    assert played.found() == ([last] if case.rule else [])
