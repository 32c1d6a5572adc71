"""The examples of the Polish rulebook, one by one: given a table, when this is played, then that lies there."""

from collections import Counter

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
    vomit,
)

from ledger.games.glory_to_rome.structures import clientele_limit, hand_limit, vault_limit

SIX = "rubble wood brick concrete stone marble"

# --- the main text ----------------------------------------------------------------------------------------------------


def test_e01_a_sample_round():
    scene = Scene(
        4,
        Y=seat(hand="road", clients="rubble"),
        L=seat(hand="senator"),
        O=seat(hand="gate gate gate", clients="rubble"),
        R=seat(hand="gate wall wall wall bar"),
    )
    scene.legal(lead("Y", "laborer", "road"), follow("L", "senator"), think("O", "? ?"), think("R", "?"))

    assert [scene.actions(name) for name in "YLOR"] == [2, 1, 1, 0]
    scene.legal(END)
    assert scene.table.pool == ["road"]
    assert scene.table.senators == 4
    assert scene.table.seats[scene.table.leader].name == "L"
    assert (scene["O"].cards, scene["R"].cards) == (5, 6)


def test_e02_a_petition_may_be_of_the_role_itself():
    scene = Scene(2, Y=seat(hand="road bar")).legal(lead("Y", "laborer", "road bar"), think("L"))

    assert scene.actions("Y") == 1
    assert scene.legal(END).table.pool == ["road", "bar"]


def test_e03_two_senators_are_not_one():
    Scene(2, Y=seat(hand="senator senator")).illegal("GTR-R5", lead("Y", "laborer", "senator senator"))


def test_e04_a_legionary_takes_from_the_pool_and_from_who_has_it():
    scene = Scene(pool="bar", Y=seat(hand="gate road"), R=seat(hand="insula"), L=seat(hand="wall"))
    scene.legal(lead("Y", "legionary", "gate"), think("L"), think("R"))
    scene.legal(demand("Y", "road"), pool("Y", "bar"), give("L"), give("R", "insula"))

    assert scene["Y"].stockpile == ["bar", "insula"]
    assert scene["Y"].hand == ["road"]


def test_e05_scoring():
    scene = Scene(2, Y=seat(vault="concrete concrete stone", influence=10), L=seat(vault="stone"))

    assert scene.sheet.total("Y") == 20
    assert scene.sheet.figures["Y"] == {"influence": 10, "vault": 7, "merchant_bonus": 3, "structures": 0}


def test_e06_four_sites_of_wood_lie_in_town_for_four():
    scene = Scene(4)

    assert (scene.table.in_town["wood"], scene.table.out_of_town["wood"]) == (4, 2)


# --- the structures ---------------------------------------------------------------------------------------------------


def test_academy_thinks_though_its_owner_did_not_follow():
    scene = Scene(leader="R", R=seat(hand="dock"), Y=seat(built="academy", clients="wood wood"))
    scene.legal(lead("R", "craftsman", "dock"), think("Y", "gate wall bar road insula"), think("L"))
    scene.legal(lay("Y", "gate"), lay("Y", "wall"), think("Y", "? ?"), END)

    assert scene["Y"].cards == 5


def test_aqueduct_hires_from_the_hand_even_when_the_pool_is_empty():
    scene = Scene(pool="stone", Y=seat(hand="marble gate shrine", built="aqueduct", clients="marble"))
    scene.legal(lead("Y", "patron", "marble"), think("L"), think("R"))
    scene.legal(hire("Y", "stone"), hire("Y", "gate", "hand"), hire("Y", "shrine", "hand"))

    assert scene["Y"].clientele == ["marble", "stone", "gate", "shrine"]


def test_aqueduct_doubles_after_the_insula():
    scene = Scene(2, Y=seat(built="insula aqueduct"))

    assert clientele_limit(scene["Y"]) == 14


def test_amphitheatre_gives_four_craftsman_actions_of_which_two_are_used():
    scene = Scene(2, Y=seat(hand="dock wall gate brick", amphitheatre="concrete"))
    scene.legal(lead("Y", "craftsman", "dock"), think("L"), add("Y", "amphitheatre", "wall", "hand"))
    scene.legal(lay("Y", "gate"), add("Y", "gate", "brick", "hand"), END)

    assert scene["Y"].influence == 4
    assert not scene.table.seats[0].structures[1].complete


def test_arena_takes_clients_to_the_vault():
    scene = Scene(
        leader="R",
        pool="marble marble",
        Y=seat(hand="brick brick stone marble", built="arena", clients="brick concrete concrete concrete"),
        R=seat(hand="brick marble marble", clients="brick stone"),
        L=seat(hand="stone", clients="brick concrete"),
    )
    scene.legal(lead("R", "legionary", "brick"), follow("Y", "brick"), think("L", "senator"))
    scene.legal(demand("R", "marble marble"), pool("R", "marble marble"), give("Y", "marble"), give("L"))
    scene.legal(demand("Y", "brick stone"), give("L", "stone", clients="brick"), give("R", "", clients="brick stone"))

    assert Counter(token for token, _ in scene["Y"].vault) == Counter(stone=1, brick=2)
    assert scene["Y"].stockpile == ["stone"]
    assert scene["R"].stockpile == ["marble", "marble", "marble"]
    assert scene.actions("L") == 0


def test_atrium_sells_the_unseen_top_instead():
    scene = Scene(
        leader="R", R=seat(hand="stone"), Y=seat(hand="senator", stock="stone", built="atrium", clients="stone")
    )
    scene.legal(lead("R", "merchant", "stone"), follow("Y", "senator"), think("L"))
    scene.legal(sell("Y", "stone"), sell("Y", "?", "deck"), END)

    assert [token for token, _ in scene["Y"].vault] == ["stone", "?"]


def test_gate_gives_the_function_of_an_unfinished_temple_at_once():
    scene = Scene(2, Y=seat(hand="dock brick", temple="", gate="brick"))
    scene.legal(lead("Y", "craftsman", "dock"), think("L"), add("Y", "gate", "brick", "hand"))

    assert hand_limit(scene["Y"]) == 9


def test_circus_makes_any_order_an_architect():
    scene = Scene(2, Y=seat(hand="villa road", built="circus"), L=seat(hand="wall"))
    scene.legal(lead("Y", "architect", "road"), think("L"), END)
    scene.legal(lead("L", "architect", "wall"), follow("Y", "villa"), END)


def test_dock_hauls_from_the_hand_too():
    scene = Scene(
        leader="R",
        pool="wood wood",
        R=seat(hand="road"),
        Y=seat(hand="rubble gate shrine", built="dock", clients="rubble"),
    )
    scene.legal(lead("R", "laborer", "road"), follow("Y", "rubble"), think("L"), haul("R", "wood"))
    scene.legal(haul("Y", "wood"), haul("Y", "gate", "hand"), haul("Y", "shrine", "hand"), END)

    assert scene["Y"].stockpile == ["wood", "gate", "shrine"]


def test_fountain_builds_with_what_it_draws():
    scene = Scene(
        Y=seat(hand="dock", built="fountain", clients="wood wood wood"),
        L=seat(hand="dock"),
        R=seat(hand="dock"),
        in_town={"wood": 0},
    )
    scene.legal(lead("Y", "craftsman", "dock"), follow("L", "dock"), follow("R", "dock"))
    scene.legal(fountain("Y", "palisade"), lay("Y", "palisade", out=True))
    scene.legal(fountain("Y", "palisade"), add("Y", "palisade", "palisade", "hand"), fountain("Y", "palisade"), END)

    assert scene["Y"].structure("palisade").complete
    assert scene["Y"].hand == ["palisade"]


def test_fountain_card_that_is_owned_cannot_be_laid():
    scene = Scene(2, Y=seat(hand="dock", built="fountain palisade"))
    scene.legal(lead("Y", "craftsman", "dock"), think("L"), fountain("Y", "palisade"))
    scene.illegal("GTR-R8", lay("Y", "palisade"))


def test_insula_makes_room_for_two_clients_more():
    scene = Scene(2, Y=seat(built="insula"))

    assert (scene["Y"].influence, clientele_limit(scene["Y"]), vault_limit(scene["Y"])) == (3, 5, 3)


def test_catacomb_ends_the_game_at_once():
    scene = Scene(
        leader="R",
        R=seat(hand="dock gate"),
        Y=seat(hand="stone stone", clients="wood wood", catacomb="stone stone"),
        L=seat(hand="dock wall"),
    )
    scene.legal(lead("R", "craftsman", "dock"), think("Y"), follow("L", "dock"), lay("R", "gate"))
    scene.legal(add("Y", "catacomb", "stone", "hand"))

    assert (scene.table.over, scene["Y"].influence, scene.sheet.final) == ("catacomb", 5, True)
    scene.illegal("GTR-R11", lay("L", "wall"))


def test_latrine_discards_before_a_think():
    scene = Scene(leader="R", R=seat(hand="wall"), Y=seat(hand="gate gate gate shrine", built="latrine"))
    scene.legal(lead("R", "architect", "wall"), latrine("Y", "gate"), think("Y", "? ?"), think("L"))

    assert (scene.table.pool, scene["Y"].cards) == (["gate"], 5)


def test_baths_let_hired_clients_act_at_once():
    scene = Scene(
        leader="R",
        pool="road wall villa temple",
        R=seat(hand="forum"),
        Y=seat(hand="forum", built="baths"),
        L=seat(hand="forum"),
    )
    scene.legal(lead("R", "patron", "forum"), follow("Y", "forum"), follow("L", "forum"), hire("R", "wall"))
    scene.legal(hire("Y", "temple"), hire("Y", "road"), haul("Y", "villa"))

    assert scene["Y"].clientele == ["temple", "road"]
    assert scene["Y"].stockpile == ["villa"]
    assert scene.table.pool == []
    scene.illegal("GTR-R1", hire("L", "forum"))


def test_archway_takes_a_material_of_the_pool_instead():
    scene = Scene(2, pool="brick", Y=seat(hand="wall", stock="brick", clients="concrete", built="archway", gate=""))
    scene.legal(lead("Y", "architect", "wall"), think("L"))
    scene.legal(add("Y", "gate", "brick", "pool"), add("Y", "gate", "brick", "stockpile"))

    assert scene["Y"].structure("gate").complete


def test_storeroom_makes_every_client_a_laborer():
    scene = Scene(
        2, pool="brick brick brick brick stone", Y=seat(hand="road", built="storeroom", clients="rubble wood marble")
    )
    scene.legal(lead("Y", "laborer", "road"), think("L"))

    assert scene.actions("Y") == 4
    scene.legal(haul("Y", "stone"), haul("Y", "brick"), haul("Y", "brick"), haul("Y", "brick"))
    scene.illegal("GTR-R3", haul("Y", "brick"))


def test_bridge_reaches_everybody_and_beats_a_palisade_but_no_wall():
    scene = Scene(
        4,
        pool="marble",
        Y=seat(hand="gate forum", built="bridge"),
        L=seat(hand="marble", stock="marble", built="palisade"),
        O=seat(hand="marble", stock="marble"),
        R=seat(hand="marble", stock="marble", built="wall"),
    )
    scene.legal(lead("Y", "legionary", "gate"), think("L"), think("O"), think("R"), demand("Y", "forum"))
    scene.legal(pool("Y", "marble"), give("L", "marble", "marble"), give("O", "marble", "marble"), give("R"), END)

    assert scene["Y"].stockpile == ["marble"] * 5


def test_wall_protects_from_a_bridge_and_its_owner_may_demand():
    scene = Scene(
        leader="R",
        R=seat(hand="brick stone", built="bridge"),
        Y=seat(hand="stone stone brick", stock="stone", built="wall"),
        L=seat(hand="wood"),
    )
    scene.legal(lead("R", "legionary", "brick"), follow("Y", "brick"), think("L"), demand("R", "stone"), give("L"))
    scene.legal(give("Y"), demand("Y", "stone"), give("L"), give("R", "stone"))

    assert scene["Y"].stockpile == ["stone", "stone"]


def test_wall_scores_a_point_for_two_materials():
    scene = Scene(2, Y=seat(built="wall insula", stock="wood wood wood wood wood"))

    assert scene.sheet.total("Y") == 7


def test_foundry_gives_four_laborer_actions():
    scene = Scene(2, pool="wood brick brick marble marble", Y=seat(hand="dock brick", foundry="brick"))
    scene.legal(lead("Y", "craftsman", "dock"), think("L"), add("Y", "foundry", "brick", "hand"))
    scene.legal(haul("Y", "brick"), haul("Y", "brick"), haul("Y", "marble"), haul("Y", "marble"))
    scene.illegal("GTR-R3", haul("Y", "wood"))


def test_garden_gives_five_patron_actions_of_which_the_fifth_is_declined():
    scene = Scene(2, pool="brick brick wood marble marble", Y=seat(hand="dock stone", garden="stone stone"))
    scene.legal(lead("Y", "craftsman", "dock"), think("L"), add("Y", "garden", "stone", "hand"))
    scene.legal(hire("Y", "marble"), hire("Y", "wood"), hire("Y", "brick"), hire("Y", "brick"), END)

    assert scene["Y"].clientele == ["marble", "wood", "brick", "brick"]


def test_shrine_raises_the_hand_limit_by_two():
    assert hand_limit(Scene(2, Y=seat(built="shrine"))["Y"]) == 7


def test_palisade_protects_its_owner_who_may_demand():
    scene = Scene(
        leader="R",
        pool="marble marble",
        R=seat(hand="brick marble marble"),
        Y=seat(hand="brick marble", built="palisade"),
        L=seat(hand="marble marble"),
    )
    scene.legal(lead("R", "legionary", "brick"), follow("Y", "brick"), think("L"))
    scene.legal(demand("R", "marble"), pool("R", "marble"), give("L", "marble"))
    scene.legal(demand("Y", "marble"), pool("Y", "marble"), give("L", "marble"), give("R", "marble"))

    assert scene["Y"].stockpile == ["marble"] * 3


def test_palace_plays_four_units():
    scene = Scene(2, Y=seat(hand="stone stone stone rubble senator", built="palace", clients="stone"))
    scene.legal(lead("Y", "merchant", "stone stone stone senator", 4), think("L"))

    assert scene.actions("Y") == 5


def test_forum_wins_at_once():
    scene = Scene(
        Y=seat(hand="dock marble", clients=SIX, stock=SIX, forum="marble marble"),
        L=seat(hand="dock marble", clients=SIX, stock=SIX, forum="marble marble"),
        R=seat(hand="dock"),
    )
    scene.legal(lead("Y", "craftsman", "dock"), follow("L", "dock"), follow("R", "dock"))
    scene.legal(add("Y", "forum", "marble", "hand"))

    assert (scene.table.over, scene.sheet.winners) == ("forum", ["Y"])
    scene.illegal("GTR-R11", add("L", "forum", "marble", "hand"))


def test_forum_with_ludus_magna_counts_merchants_for_missing_roles():
    clients = "rubble wood brick stone stone stone"
    scene = Scene(2, Y=seat(hand="dock marble", clients=clients, stock=SIX, built="ludus_magna", forum="marble marble"))

    assert scene.legal(lead("Y", "craftsman", "dock"), think("L"), add("Y", "forum", "marble", "hand")).table.over


def test_forum_with_storeroom_needs_a_client_to_spare_for_the_laborer():
    for clients, over in (("wood brick concrete stone marble", ""), ("wood wood brick concrete stone marble", "forum")):
        scene = Scene(
            2, Y=seat(hand="dock marble", clients=clients, stock=SIX, built="storeroom", forum="marble marble")
        )
        scene.legal(lead("Y", "craftsman", "dock"), think("L"), add("Y", "forum", "marble", "hand"))
        assert scene.table.over == over


def test_forum_shared_by_a_stairway_is_decided_by_points():
    scene = Scene(
        2,
        Y=seat(hand="wall", clients=SIX, stock=f"{SIX} marble", built="stairway", vault="stone"),
        L=seat(clients=SIX, stock=SIX, built="forum", vault="stone stone"),
    )
    scene.legal(lead("Y", "architect", "wall"), think("L"), stairs("Y", "L", "forum", "marble"))

    assert (scene.table.over, scene.table.winners, scene.sheet.winners) == ("forum", ["Y", "L"], ["L"])


def test_forum_of_the_classic_variant_needs_clients_only():
    scene = Scene(2, edition="pl-classic", Y=seat(hand="dock marble", clients=SIX, forum="marble marble"))

    scene.legal(lead("Y", "craftsman", "dock"), think("L"), add("Y", "forum", "marble", "hand"))
    assert scene.table.over == "forum"


def test_statue_on_a_brick_site_is_worth_seven_with_the_camp():
    scene = Scene(2, Y=seat(hand="dock marble", statue__brick="brick"))
    scene.legal(lead("Y", "craftsman", "dock"), think("L"), add("Y", "statue", "marble", "hand"))

    assert scene.sheet.total("Y") == 7


def test_villa_is_completed_by_one_material_of_an_architect():
    scene = Scene(2, Y=seat(hand="wall", stock="stone", villa=""))
    scene.legal(lead("Y", "architect", "wall"), think("L"), add("Y", "villa", "stone", "stockpile"))

    assert (scene["Y"].influence, clientele_limit(scene["Y"]), vault_limit(scene["Y"])) == (5, 5, 5)


def test_basilica_sells_from_the_hand_too():
    scene = Scene(2, Y=seat(hand="wall tower senator", stock="brick", clients="stone", built="basilica"))
    scene.legal(lead("Y", "merchant", "senator"), think("L"))
    scene.legal(sell("Y", "brick"), sell("Y", "wall", "hand"), sell("Y", "tower", "hand"), END)

    assert len(scene["Y"].vault) == 3


def test_stairway_shares_and_then_uses_what_it_shared():
    scene = Scene(
        2,
        pool="brick",
        Y=seat(hand="wall", stock="marble brick", clients="concrete concrete", stairway="marble marble"),
        L=seat(built="archway shrine"),
    )
    scene.legal(lead("Y", "architect", "wall"), think("L"), add("Y", "stairway", "marble", "stockpile"))
    scene.legal(stairs("Y", "L", "archway", "brick"), stairs("Y", "L", "shrine", "brick", "pool"))

    assert hand_limit(scene["Y"]) == 7
    assert hand_limit(scene["L"]) == 7


def test_senate_takes_the_senators_of_others():
    scene = Scene(
        Y=seat(hand="senator", built="senate"), L=seat(hand="senator", built="senate"), R=seat(hand="senator")
    )
    scene.legal(lead("Y", "patron", "senator"), follow("L", "senator"), follow("R", "senator"))
    scene.legal(senate("Y", "L", "R"), senate("L", "Y"), END)

    assert [scene[name].senators for name in "YLR"] == [2, 1, 0]


def test_scriptorium_completes_with_one_marble():
    scene = Scene(
        2,
        Y=seat(
            hand="wood stone marble marble", clients="wood wood", scriptorium="stone stone", wall="", temple="marble"
        ),
    )
    scene.legal(lead("Y", "craftsman", "wood"), think("L"), add("Y", "scriptorium", "stone", "hand"))
    scene.legal(add("Y", "wall", "marble", "hand"), add("Y", "temple", "marble", "hand"))

    assert all(one.complete for one in scene["Y"].structures)


def test_school_thinks_four_times():
    scene = Scene(2, Y=seat(hand="dock brick road bar", school="brick"))
    scene.legal(lead("Y", "craftsman", "dock"), think("L"), add("Y", "school", "brick", "hand"))
    scene.legal(think("Y", "? ? ?"), think("Y", "senator"), think("Y", "senator"), think("Y", "?"), END)

    assert scene["Y"].cards == 8


def test_ludus_magna_adds_actions_in_the_middle_of_a_turn():
    scene = Scene(2, Y=seat(hand="dock marble insula rubble", clients="wood stone", ludus_magna="marble marble"))
    scene.legal(lead("Y", "craftsman", "dock"), think("L"), add("Y", "ludus_magna", "marble", "hand"))
    scene.legal(lay("Y", "insula"), add("Y", "insula", "rubble", "hand"))

    assert scene["Y"].structure("insula").complete


def test_sewer_keeps_the_order_followed_with():
    scene = Scene(leader="R", R=seat(hand="villa"), Y=seat(hand="garden", built="sewer"))
    scene.legal(lead("R", "merchant", "villa"), follow("Y", "garden"), think("L"), sewer("Y", "garden"), END)

    assert (scene.table.pool, scene["Y"].stockpile) == (["villa"], ["garden"])


def test_temple_raises_the_hand_limit_by_four():
    assert hand_limit(Scene(2, Y=seat(built="temple"))["Y"]) == 9


def test_circus_maximus_doubles_for_who_leads_or_follows():
    both = {"built": "circus_maximus", "clients": "stone stone"}
    scene = Scene(2, Y=seat(hand="stone", **both), L=seat(hand="wood", **both))
    scene.legal(lead("Y", "merchant", "stone"), think("L"))

    assert [scene.actions(name) for name in "YL"] == [5, 2]


def test_market_makes_room_for_two_cards_more():
    scene = Scene(2, Y=seat(built="market"))

    assert (scene["Y"].influence, clientele_limit(scene["Y"]), vault_limit(scene["Y"])) == (3, 3, 5)


def test_bar_hires_the_top_of_the_deck():
    scene = Scene(
        pool="dock dock gate",
        Y=seat(hand="forum", built="bar"),
        L=seat(hand="forum", built="bar", clients="marble"),
        R=seat(hand="forum"),
    )
    scene.legal(lead("Y", "patron", "forum"), follow("L", "forum"), follow("R", "forum"))
    scene.legal(hire("Y", "gate"), hire("Y", "wall", "deck"), hire("L", "shrine", "deck"), hire("L", "villa", "deck"))

    assert (scene["Y"].clientele, scene["L"].clientele) == (["gate", "wall"], ["marble", "shrine", "villa"])


def test_road_lets_any_material_on_stone():
    scene = Scene(
        leader="R",
        R=seat(hand="wall"),
        Y=seat(hand="wall", stock="rubble wood wood", clients="concrete", road="", catacomb="stone"),
    )
    scene.legal(lead("R", "architect", "wall"), follow("Y", "wall"), think("L"))
    scene.legal(add("Y", "road", "rubble", "stockpile"), add("Y", "catacomb", "wood", "stockpile"), END)

    assert (scene.table.over, len(scene["Y"].structure("catacomb").materials)) == ("", 2)


def test_vomitorium_discards_the_whole_hand():
    scene = Scene(leader="R", R=seat(hand="wall"), Y=seat(hand="forum forum temple senator", built="vomitorium"))
    scene.legal(lead("R", "architect", "wall"), vomit("Y", "forum forum temple"), think("Y", "? ? ? ? ?"), think("L"))

    assert (scene.table.pool, scene.table.senators, scene["Y"].cards) == (["forum", "forum", "temple"], 4, 5)


def test_tower_lays_out_of_town_for_one_action_and_takes_rubble():
    scene = Scene(
        2,
        in_town={"stone": 0},
        Y=seat(hand="wall sewer", stock="concrete rubble", clients="concrete concrete", tower="concrete"),
    )
    scene.legal(lead("Y", "architect", "wall"), think("L"), add("Y", "tower", "concrete", "stockpile"))
    scene.legal(lay("Y", "sewer", out=True), add("Y", "sewer", "rubble", "stockpile"))

    assert scene["Y"].structure("sewer").needs - len(scene["Y"].structure("sewer").materials) == 2


def test_prison_takes_a_tower_for_a_site_worth_three():
    scene = Scene(
        2,
        Y=seat(hand="dock stone", prison="stone stone"),
        L=seat(built="tower", temple="marble rubble"),
    )
    scene.legal(
        lead("Y", "craftsman", "dock"), think("L"), add("Y", "prison", "stone", "hand"), prison("Y", "L", "tower")
    )

    assert (scene["Y"].influence, scene["L"].influence) == (2, 7)
    assert "tower" in scene["Y"].works
    assert scene["L"].structure("temple").materials == ["marble", "rubble"]
