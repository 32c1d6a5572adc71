"""The sheet of Glory to Rome: what each line is worth, and why."""

import json

import pytest
from conftest import play
from rome import END, Scene, add, lead, prison, seat, sell, think, vault
from rome_events import Claimed, HoldingsDeclared

from cli.render import sheet_text
from ledger.events import GameEnded
from ledger.games import GAMES
from ledger.games.glory_to_rome import GAME
from ledger.games.glory_to_rome.scoring import interval
from ledger.log import Unreadable
from ledger.score import as_json
from ledger.tally import tally

SIX = "rubble wood brick concrete stone marble"


def test_every_material_of_the_vault_is_worth_its_value():
    sheet = Scene(2, Y=seat(vault=SIX)).sheet

    assert sheet.figures["Y"]["vault"] == 12
    assert sheet.figures["Y"]["merchant_bonus"] == 18


def test_a_line_leads_to_the_event_that_brought_the_card():
    scene = Scene(2, Y=seat(hand="senator", stock="brick")).legal(
        lead("Y", "merchant", "senator"), think("L"), sell("Y", "brick")
    )
    (line,) = [line for line in scene.sheet.lines if line.category == "vault"]

    assert (line.events, line.points, str(line.reason)) == ((4,), 2, "1 brick in the vault")


def test_influence_leads_to_the_completions():
    scene = Scene(2, Y=seat(hand="dock brick", gate="brick")).legal(
        lead("Y", "craftsman", "dock"), think("L"), add("Y", "gate", "brick", "hand")
    )
    camp, gate = [line for line in scene.sheet.lines if (line.player, line.category) == ("Y", "influence")]

    assert (camp.points, camp.cards, camp.events) == (2, (), ())
    assert (gate.points, gate.cards, gate.events) == (2, ("gate",), (4,))


def test_influence_paid_for_a_structure_still_leads_to_the_one_that_won_it():
    given = {"hand": "dock stone", "prison": "stone stone"}
    scene = Scene(2, Y=seat(**given), L=seat(built="tower")).legal(
        lead("Y", "craftsman", "dock"), think("L"), add("Y", "prison", "stone", "hand"), prison("Y", "L", "tower")
    )
    lines = {name: [] for name in ("Y", "L")}
    for line in scene.sheet.lines:
        if line.category == "influence":
            lines[line.player].append((line.points, line.cards))

    assert lines == {"Y": [(2, ())], "L": [(2, ()), (2, ("tower",)), (3, ("prison",))]}


def test_nobody_has_a_bonus_for_what_nobody_has():
    assert [line for line in Scene(2).sheet.lines if line.category == "merchant_bonus"] == []


def test_a_forum_wins_whatever_the_points():
    scene = Scene(2, Y=seat(), L=seat(vault="stone stone"))
    scene.table.over, scene.table.winners = "forum", ["Y"]

    assert scene.sheet.winners == ["Y"]


def test_during_play_the_score_lies_between_two_figures():
    scene = Scene(2, Y=seat(vault="stone ? ?"), L=seat(vault="brick"))

    assert interval(scene.table)["Y"] == (2 + 3 + 3 + 2, 2 + 3 + 3 + 6 + 3 * 2)  # stone, and one bonus an unseen card
    assert interval(scene.table)["L"] == (2 + 2, 2 + 2 + 3)
    assert scene.sheet.ranges == {"Y": (10, 20), "L": (4, 7)}
    assert [one["range"] for one in as_json(scene.sheet)["players"]] == [(10, 20), (4, 7)]
    assert "10–20" in sheet_text(scene.sheet)
    assert "worth 2 to 6" in " ".join(str(line.reason) for line in scene.sheet.lines)


def test_at_the_end_the_score_is_exact():
    scene = Scene(2, deck=5, Y=seat(vault="stone ?"), L=seat(vault="brick")).legal(think("Y"))
    assert interval(scene.table)["Y"][0] < interval(scene.table)["Y"][1]
    scene.legal(vault("Y", "stone gate"), vault("L", "brick"))

    assert interval(scene.table)["Y"] == (2 + 5 + 3, 2 + 5 + 3)
    assert scene.sheet.ranges == {}
    assert "range" not in as_json(scene.sheet)["players"][0]
    assert as_json(scene.sheet)["ended_by"] == "deck"


def test_a_claim_that_unseen_cards_explain_is_undecidable():
    scene = Scene(2, deck=5, Y=seat(vault="? ?"), L=seat()).legal(think("Y"))
    scene.do(Claimed(player="Y", influence=2, vault=5, merchant_bonus=6, structures=0, total=13))

    assert {finding.severity for finding in scene.findings} == {"undecidable"}
    scene.do(Claimed(player="L", influence=2, vault=1))
    assert scene.found == ["score"]


def test_who_won_is_undecidable_while_unseen_cards_may_decide():
    scene = Scene(2, deck=5, Y=seat(vault="?"), L=seat(vault="stone")).legal(think("Y"))
    scene.do(GameEnded(winners=("Y",)))

    assert [(finding.rule, finding.severity) for finding in scene.findings] == [("winners", "undecidable")]


def test_who_won_is_told_when_no_unseen_card_can_change_it():
    scene = Scene(2, deck=5, Y=seat(vault="?"), L=seat(influence=40)).legal(think("Y"))
    scene.do(GameEnded(winners=("Y",)))

    assert scene.found == ["winners"]


def tallied(**players):
    entries = [{"player": name, **entry} for name, entry in players.items()]
    return {"game": "glory_to_rome", "players": entries}


def counted(**players):
    return tally(json.dumps(tallied(**players)).encode(), {"glory_to_rome": GAME})


def test_a_tally_counts_final_holdings():
    sheet, findings = counted(
        Ana={"influence": 10, "vault": ["concrete", "concrete", "stone"], "structures": ["statue"], "hand": 2},
        Bo={"influence": 8, "vault": ["stone"], "structures": ["wall"], "stockpile": 5},
    )

    assert findings == []
    assert sheet.final
    assert sheet.figures["Ana"] == {"influence": 10, "vault": 7, "merchant_bonus": 3, "structures": 3}
    assert sheet.figures["Bo"] == {"influence": 8, "vault": 3, "merchant_bonus": 0, "structures": 2}
    assert sheet.winners == ["Ana"]


def test_a_tally_of_what_cannot_be_is_told():
    _, twice = counted(Ana={"influence": 9, "structures": ["gate", "gate"]}, Bo={"influence": 2})
    _, many = counted(Ana={"influence": 9, "vault": ["gate", "gate"]}, Bo={"influence": 9, "vault": ["gate", "gate"]})
    _, little = counted(Ana={"influence": 1}, Bo={"influence": 2})

    assert [[finding.rule for finding in one] for one in (twice, many, little)] == [["holdings"]] * 3
    with pytest.raises(Unreadable):
        counted(Ana={"influence": 9, "vault": ["gold"]}, Bo={"influence": 2})


def test_a_card_that_nobody_saw_may_be_declared_in_a_vault_and_a_senator_may_not():
    def of(card):
        return play(GAME, ["Ana", "Bo"], HoldingsDeclared(player="Ana", influence=3, vault=("stone", card)))

    assert of("?").found() == []
    assert of("senator").found() == [(1, "holdings", "violation")]


def test_nobody_holds_more_cards_than_the_box_has_and_any_number_can_be_declared():
    def of(number):
        return play(GAME, ["Ana", "Bo"], HoldingsDeclared(player="Ana", influence=3, stockpile=number, hand=6))

    assert of(144).found() == []
    assert of(145).found() == of(2**53 - 1).found() == [(1, "holdings", "violation")]


def test_holdings_that_differ_from_the_record_are_a_warning():
    played = play(GAME, ["Ana", "Bo"], HoldingsDeclared(player="Ana", influence=3))
    assert played.found() == []
    scene = Scene(2, Y=seat()).legal(think("Y"), END)
    scene.do(HoldingsDeclared(player="Y", influence=9, hand=5))

    assert [(finding.rule, finding.severity) for finding in scene.findings] == [("holdings", "warning")]


def test_the_game_is_on_the_shelf():
    assert GAMES["glory_to_rome"] is GAME
