"""Every *may* of The Builders is a may, and no more: used, used in part, left alone, in another order, misused.

One table of cases. Ana begins; `LEGAL` breaks no rule, a rule's number is what the last event breaks, and all there is
to say.
"""

from typing import Any, NamedTuple

import pytest
from test_builders_rules import (
    RICH,
    build,
    buy,
    coins,
    declared,
    end,
    free,
    grave,
    hire,
    loan,
    prisoner,
    repay,
    send,
    tool,
    train,
    two,
)

from ledger.events import Event

LEGAL = ""
HOUSE = build("Ana", "b01", "b06")  # needs 1 wood and 1 architecture
LIGHTHOUSE = build("Ana", "b23", "b07")


class Case(NamedTuple):
    """What happens after the opening, and which rule the last event breaks."""

    name: str
    rule: str
    events: tuple[Event, ...]
    options: dict[str, Any]


def cases(about: str, before: list[Event], **ways: Any) -> list[Case]:
    """The ways to go on from one setting: by name, the rule that is broken (or LEGAL) and what happens."""
    options = ways.pop("options", {})
    return [
        Case(f"{about} {name.replace('_', ' ')}", rule, (*before, *events), options)
        for name, (rule, *events) in ways.items()
    ]


TURNS = [
    *cases(
        "B32 three actions",
        [],
        used=(LEGAL, *HOUSE, *hire("Ana", "w09", "w02"), coins("Ana", 1), *end("Ana")),
        in_part=(LEGAL, *HOUSE, *end("Ana")),
        left_alone=(LEGAL, *end("Ana")),
        of_one_kind=(LEGAL, *HOUSE, *build("Ana", "b03", "b07"), *build("Ana", "b05", "b08"), *end("Ana")),
        one_more=("BLD-B21", coins("Ana", 3), *hire("Ana", "w09")),
        by_another=("BLD-B27", *hire("Bo", "w09")),
    ),
    *cases(
        "B21 actions bought",
        RICH,
        one=(LEGAL, coins("Ana", 3), buy("Ana", 1), *HOUSE),
        one_by_one=(LEGAL, coins("Ana", 3), buy("Ana", 1), *HOUSE, buy("Ana", 1), coins("Ana", 1)),
        at_first=(LEGAL, buy("Ana", 2), coins("Ana", 3), coins("Ana", 2)),
        and_left_alone=(LEGAL, buy("Ana", 1), *end("Ana")),
        of_nothing=("BLD-B21", buy("Ana", 0)),
        more_than_paid=("BLD-B21", buy("Ana", 6)),
        by_another=("BLD-B27", buy("Bo", 1)),
    ),
    *cases(
        "B20 coins",
        [],
        in_one_packet=(LEGAL, coins("Ana", 3)),
        in_two=(LEGAL, coins("Ana", 1), coins("Ana", 2)),
        one_by_one=(LEGAL, coins("Ana", 1), coins("Ana", 1), coins("Ana", 1)),
        in_part=(LEGAL, coins("Ana", 2), *end("Ana")),
        of_nothing=("BLD-B20", coins("Ana", 0)),
    ),
    *cases("B20 coins", [*RICH, buy("Ana", 1)], four_at_once=("BLD-B20", coins("Ana", 4))),
]
HIRED = hire("Ana", "w09", "w02")
CREW = [*HIRED, *HOUSE, *LIGHTHOUSE, *end("Ana", "Bo")]
WORK = [
    *cases(
        "B1 sending",
        CREW,
        one=(LEGAL, send("Ana", "w09", "b01")),
        to_two_sites=(LEGAL, send("Ana", "w15", "b23"), send("Ana", "w09", "b01"), coins("Ana", 1)),
        two_to_one=(LEGAL, send("Ana", "w15", "b23"), send("Ana", "w09", "b23"), *end("Ana")),
        nobody=(LEGAL, *end("Ana")),
        who_came_back=(LEGAL, send("Ana", "w09", "b01"), send("Ana", "w09", "b23")),
        who_is_at_work=("BLD-B1a", send("Ana", "w09", "b23"), send("Ana", "w09", "b01")),
        to_what_is_finished=("BLD-B1a", send("Ana", "w09", "b01"), send("Ana", "w15", "b01")),
        of_another=("BLD-B1a", send("Ana", "w16", "b01")),
        two_for_one_action=("BLD-B1", coins("Ana", 1), send("Ana", "w15", "b23"), send("Ana", "w09", "b23")),
    ),
    *cases(
        "B1 sending in the turn of hiring",
        [*HIRED, *HOUSE],
        allowed=(LEGAL, send("Ana", "w09", "b01")),
    ),
]
TOOL = [tool("Ana", "t2"), *LIGHTHOUSE, *HOUSE, *end("Ana", "Bo")]
TOOLS = [
    *cases(
        "B3 a tool",
        TOOL,
        used=(LEGAL, send("Ana", "w15", "b23", "t2")),
        left_alone=(LEGAL, send("Ana", "w15", "b23")),
        beyond_the_need=(LEGAL, send("Ana", "w15", "b01", "t2")),
        at_work=(
            "BLD-B3",
            *hire("Ana", "w09", "w02"),
            send("Ana", "w15", "b23", "t2"),
            send("Ana", "w09", "b01", "t2"),
        ),
        not_ones_own=("BLD-B3", send("Ana", "w15", "b23", "t1")),
    ),
    *cases(
        "B3 a tool in the turn of buying",
        LIGHTHOUSE,
        used=(LEGAL, tool("Ana", "t2"), send("Ana", "w15", "b23", "t2")),
    ),
]
INVESTING = [
    *cases(
        "B13 an investment",
        RICH,
        a_prisoner=(LEGAL, prisoner("Ana", "p01")),
        a_tool=(LEGAL, tool("Ana", "t4")),
        a_loan=(LEGAL, loan("Ana", "l1")),
        a_university=(LEGAL, train("Ana", "w15", "u1")),
        at_last=(LEGAL, coins("Ana", 2), tool("Ana", "t1")),
        none=(LEGAL, coins("Ana", 3), *end("Ana")),
        any_of_its_stack=(LEGAL, prisoner("Ana", "p06")),
        two_of_a_kind=("BLD-B13", tool("Ana", "t1"), tool("Ana", "t2")),
        two_kinds=("BLD-B13", loan("Ana", "l1"), prisoner("Ana", "p01")),
        in_the_next_turn=(LEGAL, tool("Ana", "t1"), *end("Ana", "Bo"), tool("Ana", "t2")),
    ),
    *cases(
        "B13 two investments",
        RICH,
        options={"investments": "any"},
        allowed=(LEGAL, tool("Ana", "t1"), prisoner("Ana", "p01")),
    ),
    *cases(
        "B11 training",
        RICH,
        who_was_hired=(LEGAL, *hire("Ana", "w09", "w02"), train("Ana", "w09", "u1")),
        and_sent=(LEGAL, *HOUSE, train("Ana", "w15", "u3"), send("Ana", "w15", "b01")),
        what_is_three_already=(LEGAL, *hire("Ana", "w01", "w02"), train("Ana", "w01", "u4")),
        a_prisoner=("BLD-B11", prisoner("Ana", "p01"), *end("Ana", "Bo"), train("Ana", "p01", "u1")),
        twice=("BLD-B11", train("Ana", "w15", "u1"), *end("Ana", "Bo"), train("Ana", "w15", "u2")),
        who_is_at_work=("BLD-B11", *LIGHTHOUSE, send("Ana", "w15", "b23"), train("Ana", "w15", "u1")),
        of_another=("BLD-B11", train("Ana", "w16", "u1")),
    ),
]
BOUGHT = [*RICH, prisoner("Ana", "p01"), *LIGHTHOUSE, *end("Ana", "Bo")]
LENT = [*RICH, loan("Ana", "l1"), *end("Ana", "Bo")]
SETTLING = [
    *cases(
        "B14 a prisoner",
        BOUGHT,
        freed=(LEGAL, free("Ana", "p01")),
        kept=(LEGAL, coins("Ana", 3), *end("Ana")),
        sent=(LEGAL, send("Ana", "p01", "b23")),
        freed_and_sent=(LEGAL, free("Ana", "p01"), send("Ana", "p01", "b23")),
        freed_and_trained=(LEGAL, free("Ana", "p01"), train("Ana", "p01", "u1")),
        freed_beside_an_investment=(LEGAL, tool("Ana", "t1"), free("Ana", "p01")),
        freed_with_a_bought_action=(LEGAL, coins("Ana", 3), buy("Ana", 1), free("Ana", "p01")),
        freed_at_work=("BLD-B15", send("Ana", "p01", "b23"), free("Ana", "p01")),
        freed_twice=("BLD-B14", free("Ana", "p01"), free("Ana", "p01")),
        freed_without_an_action=("BLD-B21", coins("Ana", 3), free("Ana", "p01")),
        with_a_tool=("BLD-B4", tool("Ana", "t1"), send("Ana", "p01", "b23", "t1")),
    ),
    *cases(
        "B14 a prisoner bought",
        RICH,
        freed_at_once=(LEGAL, prisoner("Ana", "p01"), free("Ana", "p01")),
        sent_at_once=(LEGAL, *LIGHTHOUSE, prisoner("Ana", "p01"), send("Ana", "p01", "b23")),
    ),
    *cases(
        "B17 a loan",
        LENT,
        repaid=(LEGAL, repay("Ana", "l1")),
        repaid_without_an_action=(LEGAL, coins("Ana", 3), repay("Ana", "l1")),
        repaid_beside_an_investment=(LEGAL, repay("Ana", "l1"), loan("Ana", "l2")),
        kept=(LEGAL, coins("Ana", 3), *end("Ana")),
        another=(LEGAL, loan("Ana", "l2")),
        repaid_twice=("BLD-B17", repay("Ana", "l1"), repay("Ana", "l1")),
        repaid_by_another=("BLD-B17", *end("Ana"), repay("Bo", "l1")),
        repaid_out_of_turn=("BLD-B27", *end("Ana"), repay("Ana", "l1")),
    ),
    *cases("B17 a loan", RICH, repaid_at_once=(LEGAL, loan("Ana", "l1"), repay("Ana", "l1"))),
]
WON = declared("Bo", 20, buildings=("b29", "b28"), machines=("m01",))  # 17 points, and Bo sits last
OVER = [*RICH, prisoner("Ana", "p01"), *end("Ana", "Bo"), loan("Ana", "l1"), *end("Ana"), WON]
FINAL = [
    *cases(
        "B28 the final count",
        [*OVER, *end("Bo")],
        both_settled=(LEGAL, free("Ana", "p01"), repay("Ana", "l1")),
        the_other_way_round=(LEGAL, repay("Ana", "l1"), free("Ana", "p01")),
        the_prisoner_alone=(LEGAL, free("Ana", "p01")),
        the_loan_alone=(LEGAL, repay("Ana", "l1")),
        left_alone=(LEGAL,),
        of_another=("BLD-B14", free("Bo", "p01")),
        the_loan_of_another=("BLD-B17", repay("Bo", "l1")),
        nothing_else=("BLD-B27", coins("Ana", 1)),
    ),
    *cases("B28 the final count", OVER, before_the_last_turn_has_ended=("BLD-B27", free("Ana", "p01"))),
]
CASES = [*TURNS, *WORK, *TOOLS, *INVESTING, *SETTLING, *FINAL]


@pytest.mark.parametrize("case", CASES, ids=[case.name.replace(" ", "-") for case in CASES])
def test_a_may_is_a_may_and_no_more(case):
    played = two(*case.events, **case.options)

    assert grave(played) == ([(10 + len(case.events), case.rule)] if case.rule else [])
