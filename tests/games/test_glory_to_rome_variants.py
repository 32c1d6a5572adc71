"""The structures once more in other words: other numbers of players, other materials, both sides of each limit."""

from collections import Counter

import pytest
from rome import (
    END,
    Scene,
    add,
    demand,
    follow,
    fountain,
    give,
    haul,
    hire,
    latrine,
    lay,
    lead,
    pool,
    prison,
    seat,
    sell,
    senate,
    sewer,
    stairs,
    think,
    vault,
    vomit,
)

from ledger.games.glory_to_rome.structures import clientele_limit, hand_limit, vault_limit

# --- thinking -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("built", "held", "draws"), [("", 4, 1), ("", 5, 1), ("", 7, 1), ("shrine", 5, 2), ("temple", 2, 7)]
)
def test_a_think_draws_to_the_limit_and_at_the_limit_one(built, held, draws):
    given = {"Y": seat(hand=" ".join(["road"] * held), built=built)}
    Scene(5, **given).legal(think("Y", " ".join("?" * draws)), END)
    Scene(5, **given).illegal("GTR-R4", think("Y", " ".join("?" * (draws + 1))))
    if draws > 1:
        Scene(5, **given).illegal("GTR-R4", think("Y", " ".join("?" * (draws - 1))))


def test_the_last_cards_are_drawn_though_fewer_than_the_limit_and_the_game_is_over():
    scene = Scene(4, deck=2, Y=seat()).legal(think("Y", "? ?"))

    assert scene.table.over == "deck"


def test_shrine_and_temple_together():
    assert hand_limit(Scene(2, Y=seat(built="shrine temple"))["Y"]) == 11


def test_latrine_once_before_a_think_and_vomitorium_for_all_of_the_hand():
    given = {"hand": "road wood senator", "built": "latrine vomitorium"}
    Scene(2, Y=seat(**given)).illegal("GTR-G47", latrine("Y", "road"), latrine("Y", "wood"))
    Scene(2, Y=seat(**given)).illegal("GTR-G47", vomit("Y", "wood"))
    Scene(2, Y=seat(**given), senators=2).legal(vomit("Y", "road wood"), think("Y", "? ? ? ? ?"))


def test_latrine_discards_a_senator_to_the_stack_and_not_to_the_pool():
    scene = Scene(2, senators=1, Y=seat(hand="senator road", built="latrine")).legal(latrine("Y", "senator"))

    assert (scene.table.senators, scene.table.pool) == (2, [])


def test_academy_needs_a_craftsman_action_and_works_once():
    given = {"Y": seat(hand="dock gate", built="academy"), "L": seat(hand="wood")}
    played = (lead("Y", "craftsman", "dock"), think("L"))
    Scene(2, **given).illegal("GTR-R3", *played, think("Y", "? ? ? ?"))
    Scene(2, **given).illegal("GTR-R3", *played, lay("Y", "gate"), think("Y", "? ? ? ? ?"), think("Y", "?"))


def test_school_thinks_once_for_each_point_of_influence_and_no_more():
    given = {"Y": seat(hand="dock brick", built="insula", school="brick"), "senators": 6}
    built = (lead("Y", "craftsman", "dock"), think("L"), add("Y", "school", "brick", "hand"))
    thinks = [think("Y", "senator")] * 5
    Scene(2, **given).legal(*built, *thinks, END)
    Scene(2, **given).illegal("GTR-R3", *built, *thinks, think("Y", "senator"))


# --- playing a role ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("edition", "cards", "legal"), [
    ("pl", "road bar", True), ("pl", "road wood", False), ("pl-classic", "road bar", False),
    ("pl-classic", "road bar insula", True), ("en-iv", "road bar insula", True), ("pl", "road bar insula", False),
])  # fmt: skip
def test_a_petition_is_so_many_orders_of_one_role(edition, cards, legal):
    scene = Scene(3, edition=edition, Y=seat(hand="road bar insula wood"))
    play = lead("Y", "merchant", cards)
    if legal:
        scene.legal(play)
    else:
        scene.illegal("GTR-R5", play)


@pytest.mark.parametrize(("cards", "actions"), [
    ("stone stone", 2), ("stone senator", 2), ("road bar stone", 2), ("road bar wood dock stone senator senator", 5),
])  # fmt: skip
def test_palace_mixes_orders_senators_and_petitions(cards, actions):
    given = {"Y": seat(hand="stone stone senator senator road bar wood dock", built="palace")}
    Scene(2, **given).legal(lead("Y", "merchant", cards, actions))
    Scene(2, **given).illegal("GTR-R5", lead("Y", "merchant", cards, actions + 1))


def test_circus_is_for_architects_only_and_in_english_a_pair():
    given = {"Y": seat(hand="road bar stone", built="circus")}
    Scene(2, **given).legal(lead("Y", "architect", "stone"))
    Scene(2, **given).illegal("GTR-R5", lead("Y", "craftsman", "stone"))
    Scene(2, edition="en-iv", **given).legal(lead("Y", "patron", "road bar"))
    Scene(2, edition="en-iv", **given).illegal("GTR-R5", lead("Y", "architect", "stone"))


def test_circus_maximus_doubles_for_who_followed_and_not_for_who_thought():
    clients = {"built": "circus_maximus", "clients": "rubble rubble rubble"}
    scene = Scene(4, leader="R", R=seat(hand="road"), Y=seat(hand="bar", **clients), L=seat(**clients))
    scene.legal(lead("R", "laborer", "road"), follow("Y", "bar"), think("L"), think("O"))

    assert (scene.actions("Y"), scene.actions("L"), scene.actions("R")) == (7, 3, 1)


def test_storeroom_makes_laborers_of_all_and_ludus_only_of_merchants():
    clients = "brick stone marble wood"
    for built, actions in (("", 1), ("ludus_magna", 2), ("storeroom", 5), ("ludus_magna storeroom", 5)):
        scene = Scene(2, Y=seat(hand="road", clients=clients, built=built)).legal(lead("Y", "laborer", "road"))
        assert scene.actions("Y") == actions


# --- clients ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("built", "limit"), [
    ("", 2), ("insula", 5), ("aqueduct", 8), ("insula aqueduct", 14), ("garden", 5), ("insula garden aqueduct", 20),
])  # fmt: skip
def test_the_clientele_limit_on_both_sides(built, limit):
    full = Scene(2, pool="wood", Y=seat(hand="marble", built=built, clients=" ".join(["road"] * limit)))
    assert clientele_limit(full["Y"]) == limit
    full.illegal("GTR-R6", lead("Y", "patron", "marble"), think("L"), hire("Y", "wood"))
    room = Scene(2, pool="wood", Y=seat(hand="marble", built=built, clients=" ".join(["road"] * (limit - 1))))
    room.legal(lead("Y", "patron", "marble"), think("L"), hire("Y", "wood"))


def test_bar_and_aqueduct_in_any_order_each_once():
    given = {"pool": "wood", "Y": seat(hand="marble road", built="bar aqueduct")}
    begin = (lead("Y", "patron", "marble"), think("L"))
    Scene(2, **given).legal(*begin, hire("Y", "?", "deck"), hire("Y", "wood"), hire("Y", "road", "hand"))
    Scene(2, **given).illegal("GTR-R3", *begin, hire("Y", "?", "deck"), hire("Y", "?", "deck"))
    Scene(2, Y=seat(hand="marble road", built="bar")).illegal("GTR-G33", *begin, hire("Y", "road", "hand"))


def test_baths_let_a_merchant_sell_at_once_and_only_once():
    given = {"pool": "stone", "Y": seat(hand="marble", built="bath", stock="wood brick")}
    begin = (lead("Y", "patron", "marble"), think("L"), hire("Y", "stone"))
    Scene(2, **given).legal(*begin, sell("Y", "wood"), END)
    Scene(2, **given).illegal("GTR-R3", *begin, sell("Y", "wood"), sell("Y", "brick"))
    given["Y"] = seat(hand="marble", stock="wood brick")
    Scene(2, **given).illegal("GTR-R3", *begin, sell("Y", "wood"))


def test_a_client_hired_in_a_round_does_not_act_in_it():
    given = {"pool": "marble wood", "Y": seat(hand="marble")}
    Scene(4, **given).illegal(
        "GTR-R3",
        lead("Y", "patron", "marble"),
        think("L"),
        think("O"),
        think("R"),
        hire("Y", "marble"),
        hire("Y", "wood"),
    )


# --- materials and the vault ------------------------------------------------------------------------------------------


def test_dock_takes_no_second_card_of_the_hand():
    given = {"pool": "wood", "Y": seat(hand="road brick stone", built="dock")}
    begin = (lead("Y", "laborer", "road"), think("L"), haul("Y", "brick", "hand"))
    Scene(2, **given).legal(*begin, haul("Y", "wood"))
    Scene(2, **given).illegal("GTR-R3", *begin, haul("Y", "stone", "hand"))


def test_atrium_replaces_and_basilica_adds():
    begin = (lead("Y", "merchant", "stone"), think("L"), sell("Y", "?", "deck"))
    Scene(2, Y=seat(hand="stone wood", stock="brick", built="atrium")).illegal("GTR-R3", *begin, sell("Y", "brick"))
    Scene(2, Y=seat(hand="stone wood", stock="brick", built="atrium basilica")).legal(*begin, sell("Y", "wood", "hand"))
    Scene(2, Y=seat(hand="stone wood", stock="brick", built="atrium")).illegal(
        "GTR-G44", *begin, sell("Y", "wood", "hand")
    )


@pytest.mark.parametrize(("built", "limit"), [("", 2), ("market", 5), ("market dock", 6), ("garden", 5)])
def test_the_vault_limit_on_both_sides(built, limit):
    begin = (lead("Y", "merchant", "stone"), think("L"), sell("Y", "brick"))
    full = Scene(2, Y=seat(hand="stone", stock="brick", built=built, vault=" ".join(["wood"] * limit)))
    assert vault_limit(full["Y"]) == limit
    full.illegal("GTR-R10", *begin)
    Scene(2, Y=seat(hand="stone", stock="brick", built=built, vault=" ".join(["wood"] * (limit - 1)))).legal(*begin)


def test_sewer_keeps_a_whole_petition_and_no_senator():
    given = {"Y": seat(hand="road bar", built="sewer"), "L": seat(hand="senator", built="sewer")}
    begin = (lead("Y", "merchant", "road bar"), follow("L", "senator"))
    assert Scene(2, **given).legal(*begin, sewer("Y", "road bar"), END)["Y"].stockpile == ["road", "bar"]
    Scene(2, **given).illegal("GTR-G36", *begin, sewer("L", "senator"))


# --- building ---------------------------------------------------------------------------------------------------------


def test_out_of_town_takes_two_clients_actions_or_a_tower():
    begin = (lead("Y", "craftsman", "dock"), think("L"), lay("Y", "gate", out=True))
    Scene(2, Y=seat(hand="dock gate")).illegal("GTR-G15", *begin)
    Scene(2, Y=seat(hand="dock gate", clients="wood")).legal(*begin)
    Scene(2, Y=seat(hand="dock gate", built="tower")).legal(*begin)
    spent = Scene(2, Y=seat(hand="dock gate brick", clients="wood"))
    spent.illegal("GTR-R3", *begin, add("Y", "gate", "brick", "hand"))


def test_road_is_for_stone_and_tower_for_rubble():
    begin = (lead("Y", "architect", "concrete"), think("L"))
    given = {"hand": "concrete", "stock": "rubble wood"}
    Scene(2, Y=seat(villa="", built="road", **given)).legal(*begin, add("Y", "villa", "wood", "stockpile"))
    Scene(2, Y=seat(gate="", built="road", **given)).illegal("GTR-R8", *begin, add("Y", "gate", "wood", "stockpile"))
    Scene(2, Y=seat(gate="", built="tower", **given)).legal(*begin, add("Y", "gate", "rubble", "stockpile"))
    Scene(2, Y=seat(gate="", built="tower", **given)).illegal("GTR-R8", *begin, add("Y", "gate", "wood", "stockpile"))


def test_villa_takes_three_of_a_craftsman_and_one_of_an_architect():
    by_hand = Scene(2, Y=seat(hand="dock stone", villa="")).legal(
        lead("Y", "craftsman", "dock"), think("L"), add("Y", "villa", "stone", "hand")
    )
    assert not by_hand["Y"].structures[0].complete
    by_stock = Scene(2, Y=seat(hand="concrete", stock="stone", villa="")).legal(
        lead("Y", "architect", "concrete"), think("L"), add("Y", "villa", "stone", "stockpile")
    )
    assert by_stock["Y"].influence == 5


@pytest.mark.parametrize(("edition", "complete"), [("pl", True), ("en-iv", False)])
def test_villa_with_a_material_of_the_pool(edition, complete):
    scene = Scene(2, edition=edition, pool="stone", Y=seat(hand="concrete", built="archway", villa=""))
    scene.legal(lead("Y", "architect", "concrete"), think("L"), add("Y", "villa", "stone", "pool"))

    assert scene["Y"].structure("villa").complete is complete


def test_scriptorium_completes_with_one_marble_or_declines():
    given = {"hand": "concrete", "stock": "marble", "built": "scriptorium", "bridge": ""}
    begin = (lead("Y", "architect", "concrete"), think("L"))
    done = Scene(2, Y=seat(**given)).legal(*begin, add("Y", "bridge", "marble", "stockpile"))
    left = Scene(2, Y=seat(**given)).legal(*begin, add("Y", "bridge", "marble", "stockpile", unfinished=True))

    assert (done["Y"].structure("bridge").complete, left["Y"].structure("bridge").complete) == (True, False)
    given["built"] = ""
    Scene(2, Y=seat(**given)).illegal("GTR-R8", *begin, add("Y", "bridge", "marble", "stockpile"))


@pytest.mark.parametrize(("site", "needs"), [("rubble", 1), ("concrete", 2), ("stone", 3)])
def test_statue_on_any_site_counts_by_the_site(site, needs):
    scene = Scene(2, Y=seat(hand="dock statue", clients="wood"))
    scene.legal(lead("Y", "craftsman", "dock"), think("L"), lay("Y", "statue", site))

    assert scene["Y"].structure("statue").needs == needs


def test_gate_is_for_marble_only():
    assert hand_limit(Scene(2, Y=seat(built="gate", temple=""))["Y"]) == 9
    assert hand_limit(Scene(2, Y=seat(built="gate", shrine=""))["Y"]) == 5
    assert hand_limit(Scene(2, Y=seat(temple=""))["Y"]) == 5


def test_a_statue_under_a_gate_scores_only_where_its_function_is_enough():
    given = {"Y": seat(built="gate", statue="")}

    assert Scene(2, **given).sheet.figures["Y"]["structures"] == 0
    assert Scene(2, edition="en-iv", **given).sheet.figures["Y"]["structures"] == 3


def test_fountain_draws_once_an_action_and_builds_with_nothing_else():
    given = {"Y": seat(hand="dock gate", built="fountain")}
    begin = (lead("Y", "craftsman", "dock"), think("L", "senator"), fountain("Y", "wall"))
    Scene(2, pile="wall road", **given).legal(*begin, lay("Y", "wall"))
    Scene(2, pile="wall road", **given).illegal("GTR-G30", *begin, lay("Y", "gate"))
    Scene(2, pile="wall road", **given).illegal("GTR-R3", *begin, fountain("Y", "road"))


def test_stairway_needs_a_completed_structure_of_another_and_its_material():
    given = {
        "Y": seat(hand="concrete", stock="brick wood", built="stairway shrine"),
        "L": seat(built="academy", bath=""),
    }
    begin = (lead("Y", "architect", "concrete"), think("L"))
    Scene(2, **given).legal(*begin, stairs("Y", "L", "academy", "brick"))
    Scene(2, **given).illegal("GTR-G28", *begin, stairs("Y", "L", "academy", "wood"))
    Scene(2, **given).illegal("GTR-G28", *begin, stairs("Y", "L", "bath", "brick"))
    Scene(2, **given).illegal("GTR-G28", *begin, stairs("Y", "Y", "shrine", "brick"))


def test_stairway_is_extra_to_building_or_instead_of_it():
    given = {"Y": seat(hand="concrete", stock="brick brick", built="stairway", gate=""), "L": seat(built="academy")}
    both = (lead("Y", "architect", "concrete"), think("L"), add("Y", "gate", "brick", "stockpile"))
    Scene(2, **given).legal(*both, stairs("Y", "L", "academy", "brick"))
    Scene(2, options={"stairway": "instead"}, **given).illegal("GTR-R3", *both, stairs("Y", "L", "academy", "brick"))


def test_prison_pays_with_any_sites_worth_three():
    given = {"hand": "dock stone", "built": "bar shrine", "prison": "stone stone"}
    begin = (lead("Y", "craftsman", "dock"), think("L"), add("Y", "prison", "stone", "hand"))
    owner = {"L": seat(built="tower latrine", bar="")}
    Scene(2, Y=seat(**given), **owner).legal(*begin, prison("Y", "L", "tower", "rubble brick"))
    Scene(2, Y=seat(**given), **owner).illegal("GTR-G51", *begin, prison("Y", "L", "tower", "rubble"))
    Scene(2, Y=seat(**given), **owner).illegal("GTR-G51", *begin, prison("Y", "L", "tower", "marble"))
    Scene(2, Y=seat(**given), **owner).illegal("GTR-G51", *begin, prison("Y", "L", "bar", "stone"))


# --- legionaries ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [2, 3, 4, 5])
def test_a_demand_goes_to_the_neighbours(number):
    names = {2: ["L"], 3: ["L", "R"], 4: ["L", "R"], 5: ["L", "R"]}[number]
    scene = Scene(number, Y=seat(hand="gate road")).legal(lead("Y", "legionary", "gate"))
    scene.legal(*(think(player.name) for player in scene.table.order[1:]))
    scene.legal(demand("Y", "road"), *(give(name) for name in names), END)


def test_a_bridge_asks_everybody_and_their_stockpiles():
    given = {"hand": "gate road", "built": "bridge"}
    thinks = (lead("Y", "legionary", "gate"), think("L"), think("O"), think("Q"), think("R"), demand("Y", "road"))
    scene = Scene(5, Y=seat(**given), O=seat(stock="bar"), Q=seat(built="palisade", stock="bar", hand="insula"))
    scene.legal(*thinks, give("L"), give("O", stock="bar"), give("Q", "insula", stock="bar"), give("R"))
    Scene(5, Y=seat(**given), O=seat(stock="bar")).legal(*thinks, give("L"), give("O"))
    Scene(5, Y=seat(**given), O=seat(built="wall", stock="bar")).illegal(
        "GTR-G41", *thinks, give("L"), give("O", stock="bar")
    )


def test_a_partial_gift_is_all_there_is():
    given = {"pool": "bar", "Y": seat(hand="gate road insula", clients="brick"), "L": seat(hand="road latrine wood")}
    begin = (lead("Y", "legionary", "gate"), think("L", "?  ?"), demand("Y", "road insula"), pool("Y", "bar"))
    Scene(2, **given).legal(*begin, give("L", "road latrine"))
    Scene(2, **given).illegal("GTR-G39", *begin, give("L", "latrine"))
    Scene(2, **given).illegal("GTR-R9", *begin, give("L", "road wood"))


def test_the_pool_part_is_a_must_or_a_may():
    given = {"pool": "bar wood", "Y": seat(hand="gate road")}
    begin = (lead("Y", "legionary", "gate"), think("L"), demand("Y", "road"))
    Scene(2, **given).illegal("GTR-G37", *begin, pool("Y", "wood"))
    Scene(2, **given).illegal("GTR-R9", *begin, give("L"), END)
    Scene(2, edition="en-iv", **given).legal(*begin, pool("Y", ""), give("L"), END)


def test_arena_takes_no_client_without_room():
    given = {"hand": "gate road", "built": "arena", "vault": "wood wood wood wood"}
    begin = (lead("Y", "legionary", "gate"), think("L"), demand("Y", "road"))
    Scene(2, Y=seat(**given), L=seat(clients="bar")).legal(*begin, give("L", clients="bar"))
    given["vault"] += " wood"
    Scene(2, Y=seat(**given), L=seat(clients="bar")).legal(*begin, give("L"))
    Scene(2, Y=seat(**given), L=seat(clients="bar")).illegal("GTR-G42", *begin, give("L", clients="bar"))


# --- the end of a round and of the game -------------------------------------------------------------------------------


def test_senate_takes_each_senator_once():
    hands = {
        "Y": seat(hand="senator", built="senate"),
        "L": seat(hand="senator", built="senate"),
        "R": seat(hand="senator"),
    }
    begin = (lead("Y", "laborer", "senator"), follow("L", "senator"), follow("R", "senator"))
    Scene(3, **hands).legal(*begin, senate("Y", "L", "R"), senate("L", "Y"), END)
    Scene(3, **hands).illegal("GTR-G46", *begin, senate("Y", "L", "R"), senate("L", "R"))
    Scene(3, **hands).illegal("GTR-G46", *begin, senate("R", "Y"))


ALL = "rubble wood brick concrete stone marble"


@pytest.mark.parametrize(("edition", "clients", "stock", "wins"), [
    ("pl", ALL, ALL, True), ("pl", ALL, ALL.replace("wood", "brick"), False), ("pl-classic", ALL, "", True),
    ("pl-classic", ALL.replace("wood", "stone"), "", False), ("en-iv", ALL, "", True),
])  # fmt: skip
def test_forum_wins_with_six_roles_and_here_six_materials(edition, clients, stock, wins):
    given = {"hand": "dock marble", "forum": "marble marble", "clients": clients, "stock": stock}
    scene = Scene(4, edition=edition, Y=seat(**given)).legal(
        lead("Y", "craftsman", "dock"), think("L"), think("O"), think("R"), add("Y", "forum", "marble", "hand")
    )

    assert scene.table.over == ("forum" if wins else "")


def test_forum_with_ludus_needs_a_merchant_for_each_missing_role_and_one_more():
    for clients, wins in (
        ("rubble brick concrete marble stone stone", True),
        ("rubble brick concrete stone stone", False),
    ):
        given = {"hand": "dock marble", "forum": "marble marble", "built": "ludus_magna", "clients": clients}
        scene = Scene(2, edition="pl-classic", Y=seat(**given)).legal(
            lead("Y", "craftsman", "dock"), think("L"), add("Y", "forum", "marble", "hand")
        )
        assert scene.table.over == ("forum" if wins else "")


def test_the_last_site_in_town_ends_it_and_one_out_of_town_does_not():
    empty = dict.fromkeys(("rubble", "wood", "concrete", "stone", "marble"), 0)
    given = {"Y": seat(hand="dock gate wall", clients="wood"), "in_town": {**empty, "brick": 1}}
    begin = (lead("Y", "craftsman", "dock"), think("L"))

    assert Scene(2, **given).legal(*begin, lay("Y", "gate")).table.over == "sites"
    assert Scene(2, **given).legal(*begin, lay("Y", "wall", out=True)).table.over == ""


def test_a_wall_scores_for_every_two_and_a_shared_one_for_everybody():
    scene = Scene(
        3, Y=seat(built="wall", stock="wood " * 5), L=seat(stock="wood " * 4, built="stairway", hand="concrete wall")
    )
    assert [scene.sheet.figures[name]["structures"] for name in ("Y", "L", "R")] == [2, 0, 0]
    shared = Scene(
        3,
        leader="L",
        Y=seat(built="wall", stock="wood " * 5),
        L=seat(stock="wood concrete " * 2, built="stairway", hand="tower"),
    )
    shared.legal(lead("L", "architect", "tower"), think("R"), think("Y"), stairs("L", "Y", "wall", "concrete"))
    assert [shared.sheet.figures[name]["structures"] for name in ("Y", "L", "R")] == [2, 1, 0]


def test_a_tie_for_a_bonus_compares_only_the_most():
    scene = Scene(4, Y=seat(vault="brick brick"), L=seat(vault="brick brick wood"), O=seat(vault="brick"))

    assert scene.sheet.figures["L"]["merchant_bonus"] == 3
    assert scene.sheet.figures["Y"]["merchant_bonus"] == 0


def test_a_vault_turned_over_has_what_went_in_and_as_many():
    given = {"deck": 5, "Y": seat(vault="stone ?")}
    Scene(2, **given).legal(think("Y"), vault("Y", "garden wall"))
    Scene(2, **given).illegal("GTR-R10", think("Y"), vault("Y", "wall wall"))
    Scene(2, **given).illegal("GTR-R10", think("Y"), vault("Y", "garden"))


def test_what_is_demanded_stays_in_the_hand_and_is_known_to_everybody():
    scene = Scene(2, Y=seat(hand="? gate"), L=seat(hand="road"))
    scene.legal(lead("Y", "legionary", "gate"), think("L", "? ? ? ?"), demand("Y", "bar"), give("L", "road"))

    assert (scene["Y"].hand, len(scene["Y"].unseen)) == (["bar"], 0)
    assert Counter(scene["Y"].stockpile) == Counter(road=1)
