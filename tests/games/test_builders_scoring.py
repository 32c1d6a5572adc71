"""The sheet of The Builders: Antiquity: every line with its reason, rule, cards and events, and the worked checks."""

from pathlib import Path
from typing import Any

import pytest
from builders import Claimed, HoldingsDeclared
from conftest import Played
from test_builders_rules import (
    RICH,
    build,
    buy,
    coins,
    declared,
    end,
    final,
    free,
    grave,
    hire,
    judged,
    loan,
    prisoner,
    purse,
    repay,
    send,
    two,
)

from ledger.events import GameEnded, GameStarted, ScoreAdjusted
from ledger.games.builders import GAME
from ledger.score import as_json


def tally(*holdings: HoldingsDeclared, **options: Any) -> Played:
    players = tuple(dict.fromkeys(one.player for one in holdings))
    return judged(GameStarted(game="builders", players=players, options=options), *holdings)


# --- the worked checks ------------------------------------------------------------------------------------------------


def test_bld_b25_worked_check_a_the_last_labourer_finishes_the_lighthouse():
    """Lighthouse 2-4-1-3 lacks 1 wood and 2 decoration; w11 goes for 1 action and 3 coins; 14 coins and 5 points."""
    crew = [
        *build("Ana", "b23", "b06"), *hire("Ana", "w02", "w05"), *hire("Ana", "w09", "w06"), *end("Ana", "Bo"),
        *hire("Ana", "w11", "w07"), send("Ana", "w02", "b23"), coins("Ana", 1), *end("Ana", "Bo"),
        send("Ana", "w09", "b23"), coins("Ana", 2), *end("Ana", "Bo"),
    ]  # fmt: skip
    before = two(*crew, workers="w02 w09 w10 w11 w13")
    after = two(*crew, send("Ana", "w11", "b23"), workers="w02 w09 w10 w11 w13")

    assert before.table.sites["b23"].have == (4, 3, 1, 1)  # 1 wood and 2 decoration are missing
    assert after.found() == []
    assert purse(after) == purse(before) - 3 + 14
    assert after.table.turn.left == before.table.turn.left - 1
    assert after.sheet.figures["Ana"]["buildings"] - before.sheet.figures["Ana"]["buildings"] == 50


def test_bld_b7_worked_check_b_the_palace_is_finished_with_one_architecture_lost():
    """Palace 3-1-4-2 with w11 and w06 has 1-1-3-2: not finished; with p03 it has 3-1-5-2; wages 3 and 4 and 0."""
    crew = [
        *RICH, *build("Ana", "b22", "b06"), *hire("Ana", "w11", "w05"), *hire("Ana", "w06", "w07"), *end("Ana", "Bo"),
        send("Ana", "w11", "b22"), send("Ana", "w06", "b22"), *end("Ana", "Bo"), prisoner("Ana", "p03"),
    ]  # fmt: skip
    rows = {"buildings": "b01 b03 b05 b22 m01", "workers": "w01 w06 w10 w11 w13"}
    before = two(*crew, **rows)
    after = two(*crew, send("Ana", "p03", "b22"), **rows)

    assert before.table.sites["b22"].have == (1, 1, 3, 2)
    assert not before.table.sites["b22"].done
    assert after.found() == []
    assert after.table.sites["b22"].have == (3, 1, 5, 2)
    assert purse(after) == 28 - 3 - 4 - 7 - 0 + 14


def test_bld_b1_worked_check_c_three_to_one_site_are_three_free_actions_and_three_bought_for_15():
    crew = [
        *RICH,
        *build("Ana", "b23", "b06"),
        *hire("Ana", "w11", "w05"),
        *hire("Ana", "w13", "w07"),
        *end("Ana", "Bo"),
    ]
    played = two(*crew, buy("Ana", 3), send("Ana", "w15", "b23"), send("Ana", "w11", "b23"), send("Ana", "w13", "b23"))

    assert played.found() == []
    assert purse(played) == 28 - 15 - 2 - 3 - 3
    assert played.table.turn.left == 0


def test_bld_b28_worked_check_d_settling_a_prisoner_and_a_loan_gains_a_point():
    """18 points, 1 prisoner, 1 loan, 21 coins: settled 18.1, unsettled 17.1."""
    before = [
        *RICH[:3], prisoner("Ana", "p01"), *end("Ana", "Bo"), loan("Ana", "l1"), *end("Ana", "Bo"),
        declared("Ana", 21, buildings=("b29", "b28", "b13"), prisoners=1, loans=1), *end("Ana", "Bo"),
    ]  # fmt: skip

    unsettled = two(*before)
    settled = two(*before, free("Ana", "p01"), repay("Ana", "l1"))

    assert unsettled.sheet.final and settled.sheet.final
    assert unsettled.sheet.total("Ana") == 171
    assert settled.sheet.total("Ana") == 181
    assert purse(settled) == 1
    assert [finding.rule for finding in unsettled.findings if finding.severity == "note"] == ["BLD-B28"]
    assert [finding.rule for finding in settled.findings if finding.severity == "note"] == []


def test_bld_b28_the_order_prisoners_first_buys_more_with_short_money():
    """With 15 coins: three prisoners freed gain 1.5, one loan repaid gains 0.5."""
    assert 15 // 5 * (10 - 5) > (20 - 15)


# --- the sheet --------------------------------------------------------------------------------------------------------


def test_every_line_has_a_reason_a_rule_cards_and_events():
    play = [
        *build("Ana", "b03", "b06"), send("Ana", "w15", "b03"), prisoner("Ana", "p01"), *end("Ana", "Bo"),
        loan("Ana", "l2"), *build("Ana", "b06", "b07"), *end("Ana"),
    ]  # fmt: skip
    lines = [line for line in two(*play).sheet.lines if line.player == "Ana"]

    assert [(line.category, line.points, str(line.reason), line.rule, line.cards, line.events) for line in lines] == [
        ("buildings", 0, "Quarry finished", "BLD-B25", ("b03",), (11, 13)),
        ("prisoners", -10, "prisoners not freed: 1", "BLD-B28", ("p01",), (14,)),
        ("loans", -20, "loans not repaid: 1", "BLD-B28", ("l2",), (17,)),
        ("coins", 21, "21 coins", "BLD-B29", (), (0, 13, 14, 17)),
    ]


def test_bld_b9_the_points_of_a_machine_count_idle_or_at_work():
    play = [
        *build("Ana", "m01", "b06"), *hire("Ana", "w13", "w02"), *hire("Ana", "w10", "w03"), *end("Ana", "Bo"),
        send("Ana", "w13", "m01"), send("Ana", "w10", "m01"), *end("Ana", "Bo"),
    ]  # fmt: skip
    idle = two(*play)
    working = two(*play, *build("Ana", "b23", "b07"), send("Ana", "m01", "b23"))

    assert idle.sheet.figures["Ana"]["machines"] == working.sheet.figures["Ana"]["machines"] == 20
    assert idle.sheet.figures["Ana"]["buildings"] == 0


def test_bld_b24_an_unfinished_site_scores_nothing_and_costs_nothing():
    play = [*build("Ana", "b29", "b06"), send("Ana", "w15", "b29")]
    sheet = two(*play, buildings="b01 b03 b05 b29 m01").sheet

    assert sheet.figures["Ana"] == {"buildings": 0, "machines": 0, "prisoners": 0, "loans": 0, "coins": 8}


def test_bld_b29_the_sheet_is_in_tenths():
    sheet = as_json(two().sheet)

    assert sheet["scale"] == 10
    assert [player["total"] for player in sheet["players"]] == [10, 10]
    assert list(sheet["players"][0]["categories"]) == ["buildings", "machines", "prisoners", "loans", "coins"]


def test_bld_b29_a_purse_below_nought_is_worth_nothing():
    played = two(buy("Ana", 3))

    assert purse(played) == -5
    assert played.sheet.figures["Ana"]["coins"] == 0


def test_bld_b30_adjustments_count_for_the_win():
    over = final()

    assert two(*over).sheet.winners == ["Bo"]
    assert two(*over, ScoreAdjusted(player="Ana", points=170)).sheet.winners == ["Ana", "Bo"]
    assert two(*over, ScoreAdjusted(player="Ana", points=171)).sheet.winners == ["Ana"]


def test_a_claim_is_compared_figure_by_figure():
    over = final()

    right = Claimed(player="Bo", buildings=170, machines=0, prisoners=0, loans=0, coins=10, total=180)
    wrong = Claimed(player="Bo", buildings=160, coins=10)
    assert grave(two(*over, right, GameEnded(winners=("Bo",)))) == []
    assert grave(two(*over, wrong)) == [(14, "score")]
    assert grave(two(Claimed(player="Bo", total=10))) == [(11, "score")]


# --- holdings alone ---------------------------------------------------------------------------------------------------


def test_a_tally_counts_what_everybody_declares():
    played = tally(
        declared("Ana", 21, buildings=("b29", "b28", "b13"), prisoners=1, loans=1),
        declared("Bo", 7, buildings=("b23", "b22", "b19"), machines=("m01", "m02")),
    )

    assert played.found() == []
    assert played.sheet.final
    assert played.sheet.figures == {
        "Ana": {"buildings": 180, "machines": 0, "prisoners": -10, "loans": -20, "coins": 21},
        "Bo": {"buildings": 140, "machines": 40, "prisoners": 0, "loans": 0, "coins": 7},
    }
    assert played.sheet.winners == ["Bo"]


def test_a_tally_is_final_when_all_have_declared():
    started = GameStarted(game="builders", players=("Ana", "Bo"))

    assert not judged(started, declared("Ana", 3)).sheet.final
    assert judged(started, declared("Ana", 3), declared("Bo", 3)).sheet.winners == ["Ana", "Bo"]


@pytest.mark.parametrize(
    ("holdings", "words"),
    [
        ({"buildings": ("b01", "b01")}, "Bo has House b01 twice"),
        ({"buildings": ("b29",)}, "Bo declares Pyramid b29, which Ana has declared"),
        ({"buildings": ("m01",)}, "Bo lists Hoist m01 as a building"),
        ({"machines": ("b02",)}, "Bo lists Market b02 as a machine"),
        ({"prisoners": 6}, "Bo declares 6 prisoners; there can be 5 at most"),
        ({"loans": -1}, "Bo declares -1 loans; there can be 4 at most"),
        ({"coins": -1}, "Bo declares -1 coins; a purse is never below nought"),
    ],
)
def test_holdings_that_cannot_be_are_told(holdings, words):
    played = tally(
        declared("Ana", 0, buildings=("b29",), prisoners=1), HoldingsDeclared(player="Bo", **{"coins": 0} | holdings)
    )

    assert [(finding.n, finding.rule, finding.severity) for finding in played.findings] == [
        (2, "holdings", "violation")
    ]
    assert str(played.findings[0].message) == words


def test_the_box_holds_six_prisoners_and_four_loans():
    assert tally(declared("Ana", 0, prisoners=6, loans=4), declared("Bo", 0)).found() == []
    assert tally(declared("Ana", 0, prisoners=6, loans=4), declared("Bo", 0, loans=1)).found() == [
        (2, "holdings", "violation")
    ]


def test_a_card_that_does_not_exist_is_a_stranger():
    assert tally(declared("Ana", 0, buildings=("b30",)), declared("Bo", 0)).found() == [(1, "entry", "violation")]


def test_what_is_declared_replaces_the_record():
    played = two(*build("Ana", "b03", "b06"), send("Ana", "w15", "b03"), declared("Ana", 12, buildings=("b29",)))

    assert played.sheet.figures["Ana"] == {"buildings": 80, "machines": 0, "prisoners": 0, "loans": 0, "coins": 12}
    assert played.sheet.lines[0].events == (14,)


def test_the_catalogue_s_names_stand_on_the_sheet():
    assert (Path(GAME.about.folder) / "RULES.md").exists()
    played = tally(declared("Ana", 0, buildings=("b23",)), declared("Bo", 0))
    assert str(played.sheet.lines[0].reason) == "Lighthouse of Alexandria finished"


def test_more_prisoners_or_loans_than_the_box_holds_are_told_with_one_player():
    def complaints(**too_many: int) -> int:
        return len(tally(declared("Ana", 0, **too_many), declared("Bo", 0), declared("Cem", 0)).findings)

    assert complaints(prisoners=6) == complaints(loans=4) == 0
    assert complaints(prisoners=7) == complaints(loans=5) == 1
