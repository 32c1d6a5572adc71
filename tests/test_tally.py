"""Tally: a sheet from what people say they have, by cards or by counts; blanks are unknown."""

from typing import Any

import pytest
from msgspec.json import encode

from ledger.games import GAMES
from ledger.log import Unreadable
from ledger.score import Sheet, as_json
from ledger.tally import tally

PLACES = dict.fromkeys(("laboratory", "forge", "mill", "herbalist", "armoury", "bakery", "statue"), 0)
NOTHING = {
    "coins": 0,
    "resources": dict.fromkeys(("beer", "bread", "potion", "gladius"), 0),
    "locations": PLACES,
    "markets": 0,
    "legionnaires": 0,
}


def sheet(game: str, *players: dict[str, Any]) -> tuple[Sheet, list[tuple[str, str]]]:
    found, findings = tally(encode({"game": game, "players": players}), GAMES)
    return found, [(finding.rule, finding.severity) for finding in findings]


def unknown(found: Sheet) -> dict[str, list[str]]:
    return {one["player"]: one.get("unknown", []) for one in as_json(found)["players"]}


def test_an_entry_with_counts_is_scored_beside_one_with_cards():
    ana = NOTHING | {"player": "Ana", "coins": 9, "resources": NOTHING["resources"] | {"beer": 1}}
    found, findings = sheet("lutece", ana, {"player": "Bo", "coins": 3, "cards": ["C02"], "attached": {}})
    assert (found.figures["Ana"], findings) == ({"majority": 0, "prestige": 0, "influence": 0, "fortune": 3}, [])
    assert (found.total("Bo"), found.final, found.winners) == (11, True, ["Bo"])


def test_blanks_are_unknown_left_out_or_null():
    bo = NOTHING | {"player": "Bo", "coins": 30}
    without = {name: value for name, value in NOTHING.items() if name != "coins"} | {"player": "Ana"}
    for ana in (without, without | {"coins": None}):
        found, findings = sheet("lutece", ana, bo)
        assert (unknown(found), found.final, findings) == ({"Ana": ["coins"], "Bo": []}, False, [])
    some = NOTHING | {"player": "Ana", "resources": {"beer": 1, "bread": None, "potion": 0, "gladius": 0}}
    assert unknown(sheet("lutece", some, bo)[0]) == {"Ana": ["resources.bread"], "Bo": []}
    assert unknown(sheet("lutece", {"player": "Ana"}, bo)[0]) == {"Ana": ["holdings"], "Bo": []}


def test_somebody_who_left_needs_no_entry_and_cannot_win():
    found, findings = sheet("lutece", NOTHING | {"player": "Ana"}, {"player": "Bo", "left": True})
    assert (found.final, found.winners, findings) == (True, ["Ana"], [])
    found, _ = sheet("lutece", NOTHING | {"player": "Ana"}, NOTHING | {"player": "Bo", "coins": 30, "left": True})
    assert (found.winners, found.total("Bo")) == (["Ana"], 10)


@pytest.mark.parametrize(
    "entry", [{"coinz": 3}, {"coins": "3"}, {"roman": [1]}, {"left": "yes"}, {"resources": {"wine": 1}}]
)
def test_what_cannot_be_read_is_refused(entry: dict[str, Any]):
    with pytest.raises(Unreadable):
        sheet("lutece", {"player": "Ana"} | entry, NOTHING | {"player": "Bo"})


def test_what_cannot_be_is_a_finding():
    _, findings = sheet("lutece", NOTHING | {"player": "Ana", "markets": 35}, NOTHING | {"player": "Bo"})
    assert findings == [("holdings", "violation")]


def test_the_builders_are_counted_by_points_and_may_be_half_by_cards():
    ana = {"player": "Ana", "coins": 7, "buildings": 20, "machines": 3, "prisoners": 1, "loans": 2}
    found, findings = sheet("builders", ana, {"player": "Bo", "coins": 12, "buildings": []})
    assert (list(found.figures["Ana"].values()), findings) == ([200, 30, -10, -40, 7], [])
    assert found.winners == ["Ana"]


@pytest.mark.parametrize(("coins", "won"), [(55, []), (54, ["Ana"])])
def test_prisoners_that_nobody_counted_may_be_all_or_none(coins: int, won: list[str]):
    """All but the prisoners is known of Bo: they cost six points at most and may cost nothing."""
    ana = {"player": "Ana", "coins": 55, "buildings": 10, "machines": 0, "prisoners": 0, "loans": 0}
    bo = ana | {"player": "Bo", "coins": coins, "prisoners": None}
    found, _ = sheet("builders", ana, bo)
    assert as_json(found)["players"][1]["ranges"] == {"prisoners": (-60, 0)}
    assert (found.winners, found.final) == (won, bool(won))


@pytest.mark.parametrize(("field", "most"), [("prisoners", 6), ("loans", 4)])
def test_the_builders_box_has_no_more(field: str, most: int):
    bo = {"player": "Bo", "coins": 0, "buildings": 0, "machines": 0, "prisoners": 0, "loans": 0}
    assert sheet("builders", bo | {"player": "Ana", field: most}, bo)[1] == []
    assert sheet("builders", bo | {"player": "Ana", field: most + 1}, bo)[1] == [("holdings", "violation")]
    assert sheet("builders", bo | {"player": "Ana", field: -1}, bo)[1] == [("holdings", "violation")]


VAULT = dict.fromkeys(("rubble", "wood", "brick", "concrete", "stone", "marble"), 0)
ROME = {"vault": VAULT, "structures": [], "others": {"1": 0, "2": 0, "3": 0}}


def test_in_rome_influence_follows_from_what_was_completed_and_three_marbles_are_three_times_marble():
    ana = ROME | {
        "player": "Ana",
        "vault": VAULT | {"marble": 3},
        "structures": ["wall", "statue"],
        "statue": 2,
        "others": {"1": 2, "2": 1, "3": 0},
        "stockpile": 5,
    }
    found, findings = sheet("glory_to_rome", ana, ROME | {"player": "Bo"})
    wall = 2  # a site of concrete
    assert found.figures["Ana"] == {
        "influence": 2 + wall + 2 + 2 + 2,
        "vault": 9,
        "merchant_bonus": 3,
        "structures": 3 + 2,
    }
    assert (found.winners, found.missing, findings) == (["Ana"], {}, [])


def test_in_rome_a_material_that_somebody_has_not_counted_leaves_its_bonus_open():
    ana = ROME | {"player": "Ana", "vault": VAULT | {"marble": 1}}
    bo = ROME | {"player": "Bo", "vault": {one: 0 for one in VAULT if one != "marble"}}
    found, _ = sheet("glory_to_rome", ana, bo)
    assert found.spans == {
        "Ana": {"merchant_bonus": (0, 3)},
        "Bo": {"vault": (0, None), "merchant_bonus": (0, 3)},
    }
    assert (unknown(found), found.winners) == ({"Ana": [], "Bo": ["vault.marble"]}, [])


def test_in_rome_the_hand_and_the_site_of_a_statue_are_asked_for_only_where_they_matter():
    level = sheet("glory_to_rome", ROME | {"player": "Ana"}, ROME | {"player": "Bo"})[0]
    assert (unknown(level), level.winners) == ({"Ana": ["hand"], "Bo": ["hand"]}, [])
    hands = sheet("glory_to_rome", ROME | {"player": "Ana", "hand": 2}, ROME | {"player": "Bo", "hand": 3})[0]
    assert (hands.missing, hands.winners) == ({}, ["Bo"])
    statue = sheet("glory_to_rome", ROME | {"player": "Ana", "structures": ["statue"]}, ROME | {"player": "Bo"})[0]
    assert (unknown(statue)["Ana"], statue.spans["Ana"]) == (["statue"], {"influence": (3, 5)})
    assert statue.winners == ["Ana"]


def test_in_rome_what_cannot_be_is_a_finding():
    for wrong, right in (
        ({"vault": VAULT | {"marble": 25}}, {"vault": VAULT | {"marble": 24}}),
        ({"structures": ["wall", "wall"]}, {"structures": ["wall"], "stockpile": 0}),
        ({"structures": ["statue"], "statue": 4}, {"structures": ["statue"], "statue": 3}),
        ({"others": {"1": 13, "2": 0, "3": 0}}, {"others": {"1": 12, "2": 0, "3": 0}}),
        ({"influence": 1}, {"influence": 2}),
    ):
        assert sheet("glory_to_rome", ROME | {"player": "Ana"} | wrong, ROME | {"player": "Bo"})[1] == [
            ("holdings", "violation")
        ]
        assert sheet("glory_to_rome", ROME | {"player": "Ana"} | right, ROME | {"player": "Bo"})[1] == []
    with pytest.raises(Unreadable):
        sheet("glory_to_rome", ROME | {"player": "Ana", "vault": {"gold": 1}}, ROME | {"player": "Bo"})


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_file_in_which_nobody_says_anything_is_told_so_and_no_points_are_shown(game):
    file = {"game": game, "players": [{"player": "Ana"}, {"player": "Bo"}]}
    with pytest.raises(Unreadable, match=r"nobody has said anything yet.*beside a name"):
        tally(encode(file), GAMES)
