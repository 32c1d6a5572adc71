"""The rulings of Glory to Rome at the table, one by one: the last thing that is allowed and the first that is not."""

import pytest
import rome_events as e
from conftest import play
from msgspec.structs import replace
from rome import (
    END,
    SEATS,
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
from rome_events import NotedPlayer

from ledger.games.glory_to_rome import GAME
from ledger.games.glory_to_rome.structures import clientele_limit, hand_limit, vault_limit

SIX = "rubble wood brick concrete stone marble"


def dealt(player, cards):
    return e.HandDealt(player=player, cards=tuple(cards.split()))


def turned(player, card):
    return e.OrderRevealed(player=player, card=card)


def leader(player):
    return e.LeaderChosen(player=player)


def opening(*events, players=("Ana", "Bo"), **options):
    return play(GAME, list(players), *events, **options)


def crafting(hand="dock", number=2, **given):
    """You lead Craftsman and the others think; your hand keeps the rest."""
    others = [think(name) for name in SEATS[number][1:]]
    scene = Scene(number, Y=seat(hand=f"dock {hand}", **given.pop("Y", {})), **given)
    return scene.legal(lead("Y", "craftsman", "dock"), *others)


def building(number=2, **given):
    """You lead Architect and the others think."""
    others = [think(name) for name in SEATS[number][1:]]
    mine = given.pop("Y", {})
    scene = Scene(number, Y=seat(**{**mine, "hand": f"wall {mine.get('hand', '')}"}), **given)
    return scene.legal(lead("Y", "architect", "wall"), *others)


# --- the game ---------------------------------------------------------------------------------------------------------


def test_gtr_r1_one_plays_what_one_holds():
    Scene(2, Y=seat(hand="road")).legal(lead("Y", "laborer", "road"))
    Scene(2, Y=seat(hand="bar")).illegal("GTR-R1", lead("Y", "laborer", "road"))


def test_gtr_r1_a_material_is_taken_from_where_it_lies():
    for material, rule in (("brick", None), ("stone", "GTR-R1")):
        scene = Scene(2, pool="brick", Y=seat(hand="road")).legal(lead("Y", "laborer", "road"), think("L"))
        scene.do(haul("Y", material))
        assert scene.found == ([rule] if rule else [])


def test_gtr_r1_a_fourth_gate_is_one_too_many():
    hands = [dealt("Ana", "gate gate road bar senator"), dealt("Bo", "gate road bar dock senator")]

    assert opening(*hands).found() == []
    assert opening(*hands, turned("Ana", "gate")).found() == [(3, "GTR-R1", "violation")]


def test_gtr_r1_the_deck_gives_its_top_card():
    scene = Scene(2, pile="gate#1 wall#1 road#1", Y=seat(hand="forum", built="bar"), L=seat(hand="bar bar dock dock"))
    scene.legal(lead("Y", "patron", "forum"), think("L", "gate#1"))
    assert scene.table.left == 2
    scene.illegal("GTR-R1", hire("Y", "road#1", "deck"))


def test_gtr_r1_a_card_from_a_deck_nobody_recorded_is_undecidable():
    scene = Scene(2, Y=seat(hand="forum", built="bar"))
    scene.legal(lead("Y", "patron", "forum"), think("L"), hire("Y", "gate", "deck"))

    assert [(f.rule, f.severity) for f in scene.findings] == [("GTR-R1", "undecidable")]


def test_gtr_r2_everybody_starts_with_four_orders_and_a_senator():
    assert opening(dealt("Ana", "gate road bar dock senator")).found() == []
    assert opening(dealt("Ana", "gate road bar dock wall")).found() == [(1, "GTR-R2", "violation")]
    assert opening(dealt("Ana", "gate road bar dock wall"), start_hand="5+0").found() == []


def test_gtr_r2_a_hand_is_dealt_once():
    hand = dealt("Ana", "gate road bar dock senator")

    assert opening(hand, hand).found() == [(2, "GTR-R2", "violation")]


def test_gtr_r3_the_leader_leads():
    Scene(2, Y=seat(hand="road"), L=seat(hand="road")).illegal("GTR-R3", lead("L", "laborer", "road"))


def test_gtr_r3_actions_begin_when_everybody_has_decided():
    scene = Scene(pool="brick wood", Y=seat(hand="road"))
    scene.legal(lead("Y", "laborer", "road"), think("L")).illegal("GTR-R3", haul("Y", "brick"))


def test_gtr_r3_actions_go_clockwise():
    scene = Scene(2, pool="brick wood", Y=seat(hand="road"), L=seat(hand="road"))
    scene.legal(lead("Y", "laborer", "road"), follow("L", "road"), haul("L", "brick"))
    scene.illegal("GTR-R3", haul("Y", "wood"))


def test_gtr_r3_a_round_is_ended():
    scene = Scene(2, Y=seat(hand="road"), L=seat(hand="bar"))
    scene.legal(lead("Y", "laborer", "road"), think("L"))
    scene.illegal("GTR-R3", lead("L", "laborer", "bar"))


def test_gtr_r3_a_round_in_which_nothing_was_led_does_not_end():
    Scene(2, Y=seat(hand="road")).illegal("GTR-R3", END)


def test_gtr_r3_others_decide_clockwise():
    Scene(Y=seat(hand="road")).legal(lead("Y", "laborer", "road")).illegal("GTR-R3", think("R"))


def test_gtr_r3_clients_hired_in_a_round_do_not_act_in_it():
    scene = Scene(2, pool="marble wood", Y=seat(hand="forum"))
    scene.legal(lead("Y", "patron", "forum"), think("L"), hire("Y", "marble")).illegal("GTR-R3", hire("Y", "wood"))


def test_gtr_r3_an_action_left_out_is_missing_where_passes_are_recorded():
    given = {"pool": "brick", "Y": seat(hand="road"), "L": seat(hand="road")}
    plays = [lead("Y", "laborer", "road"), follow("L", "road")]

    Scene(2, **given).legal(*plays, haul("L", "brick"))
    told = {"passes": "recorded"}
    Scene(2, options=told, **given).illegal("GTR-R3", *plays, haul("L", "brick"))
    passed = e.ActionDeclined(player="Y", role="laborer")
    Scene(2, options=told, **given).legal(*plays, passed, haul("L", "brick"), END)


def test_gtr_r4_a_think_draws_to_the_limit():
    Scene(2, Y=seat(hand="road bar")).legal(think("Y", "? ? ?"))
    Scene(2, Y=seat(hand="road bar")).illegal("GTR-R4", think("Y", "? ?"))


def test_gtr_r4_a_think_may_draw_nothing_where_the_table_reads_it_so():
    """ "Może wykonać": who neither leads nor follows may draw; by default we take it that one does."""
    nothing = e.Thought(player="Y", draw="nothing")
    given = {"Y": seat(hand="road bar")}

    scene = Scene(2, **given).illegal("GTR-R4", nothing)
    assert str(scene.findings[0].message) == "Y thinks and draws nothing; one draws orders, or a senator"

    scene = Scene(2, options={"empty_think": "yes"}, **given).legal(nothing)
    assert (scene.table.players["Y"].cards, scene.table.left) == (2, 60)
    scene.legal(END, think("L", "senator"))
    Scene(2, options={"empty_think": "yes"}, **given).illegal("GTR-R4", replace(nothing, cards=("gate",)))


def test_gtr_r4_a_hand_limit_is_raised_by_shrine_and_temple():
    Scene(2, Y=seat(built="shrine temple")).legal(think("Y", " ".join("?" * 11)))
    Scene(2, Y=seat()).illegal("GTR-R4", think("Y", " ".join("?" * 6)))


def test_gtr_r5_a_role_is_played_with_its_own_order():
    Scene(2, Y=seat(hand="gate")).illegal("GTR-R5", lead("Y", "laborer", "gate"))


def test_gtr_r5_several_units_take_a_palace():
    Scene(2, Y=seat(hand="road bar", built="palace")).legal(lead("Y", "laborer", "road bar", 2))
    Scene(2, Y=seat(hand="road bar")).illegal("GTR-R5", lead("Y", "laborer", "road bar", 2))


def test_gtr_r6_a_client_needs_room():
    for clients, found in (("wood", []), ("wood wood", ["GTR-R6"])):
        scene = Scene(2, pool="brick", Y=seat(hand="forum", clients=clients))
        assert scene.do(lead("Y", "patron", "forum"), think("L"), hire("Y", "brick")).found == found


def test_gtr_r7_a_laborer_hauls_from_the_hand_only_with_a_dock():
    Scene(2, Y=seat(hand="road gate", built="dock")).legal(
        lead("Y", "laborer", "road"), think("L"), haul("Y", "gate", "hand")
    )
    Scene(2, Y=seat(hand="road gate")).illegal(
        "GTR-R7", lead("Y", "laborer", "road"), think("L"), haul("Y", "gate", "hand")
    )


def test_gtr_r8_a_foundation_lies_on_a_site_of_its_material():
    crafting("gate").legal(lay("Y", "gate", "brick"))
    crafting("gate").illegal("GTR-R8", lay("Y", "gate", "stone"))


def test_gtr_r8_a_material_fits_its_structure():
    crafting("brick", Y={"gate": ""}).legal(add("Y", "gate", "brick", "hand"))
    crafting("stone", Y={"gate": ""}).illegal("GTR-R8", add("Y", "gate", "stone", "hand"))
    crafting("brick", Y={"built": "gate"}).illegal("GTR-R8", add("Y", "gate", "brick", "hand"))
    crafting("brick").illegal("GTR-R8", add("Y", "gate", "brick", "hand"))


def test_gtr_r8_an_architect_uses_the_pool_only_with_an_archway():
    building(pool="brick", Y={"gate": "", "built": "archway"}).legal(add("Y", "gate", "brick", "pool"))
    building(pool="brick", Y={"gate": ""}).illegal("GTR-R8", add("Y", "gate", "brick", "pool"))


def test_gtr_r8_no_site_is_left():
    crafting("gate", in_town={"brick": 0}).illegal("GTR-G16", lay("Y", "gate"))


def legion(hand="gate", number=3, pool_="", edition="pl", options=None, **others):
    """You lead Legionary with a senator and the others think for a senator."""
    mine = seat(hand=f"senator {hand}", **others.pop("Y", {}))
    scene = Scene(number, pool=pool_, senators=6, edition=edition, options=options, Y=mine, **others)
    return scene.legal(lead("Y", "legionary", "senator"), *[think(name, "senator") for name in SEATS[number][1:]])


def test_gtr_r9_one_card_is_shown_for_each_action():
    legion("gate road", 2, Y={"clients": "brick"}).legal(demand("Y", "gate road"), give("L"))
    legion("gate road", 2).illegal("GTR-R9", demand("Y", "gate road"))


def test_gtr_r9_all_demands_are_made_at_once():
    scene = legion("gate road", 2, Y={"clients": "brick"}).legal(demand("Y", "gate"), give("L"))
    scene.illegal("GTR-R3", demand("Y", "road"))


def test_gtr_r9_a_demand_is_answered_before_anything_else():
    legion().legal(demand("Y", "gate"), give("L"), give("R"), END)
    legion().illegal("GTR-R9", demand("Y", "gate"), give("L"), END)


def test_gtr_r9_one_gives_what_was_demanded():
    legion(number=2, L=seat(hand="road shrine")).legal(demand("Y", "gate"), give("L", "shrine"))
    legion(number=2, L=seat(hand="road")).illegal("GTR-R9", demand("Y", "gate"), give("L", "road"))


def selling(edition="pl", **mine):
    scene = Scene(2, edition=edition, Y=seat(hand=f"senator {mine.pop('hand', '')}", **mine), deck=mine.get("deck", 60))
    return scene.legal(lead("Y", "merchant", "senator"), think("L", "senator"))


def test_gtr_r10_a_vault_has_room_for_influence():
    selling(stock="brick", vault="wood").legal(sell("Y", "brick"))
    selling(stock="brick", vault="wood wood").illegal("GTR-R10", sell("Y", "brick"))


def test_gtr_r10_a_shown_vault_is_what_went_in():
    for shown, found in (("brick gate", []), ("brick", ["GTR-R10"]), ("stone villa", ["GTR-R10"])):
        scene = Scene(2, Y=seat(vault="brick ?"))
        scene.table.over = "deck"
        assert scene.do(vault("Y", shown)).found == found


def test_gtr_r10_nobody_looks_into_a_vault_before_the_end():
    Scene(2, Y=seat(vault="brick")).illegal("GTR-R10", vault("Y", "brick"))


def test_gtr_r11_nothing_is_played_after_the_end():
    scene = Scene(2, deck=3).legal(think("Y", "? ? ?"))

    assert scene.table.over == "deck"
    scene.illegal("GTR-R11", END)


def noted(scene, **changes):
    table = scene.table
    players = tuple(
        NotedPlayer(player=one.name, influence=one.influence + changes.get(one.name, 0), hand=tuple(one.hand))
        for one in table.seats
    )
    return e.TableNoted(
        round=table.round,
        leader=table.seats[table.leader].name,
        deck=changes.get("deck", table.left),
        senators=table.senators,
        pool=tuple(table.pool),
        in_town=dict(table.in_town),
        out_of_town=dict(table.out_of_town),
        players=players,
    )


def test_gtr_r12_a_noted_table_is_the_table_of_the_record():
    scene = Scene(2, pool="gate", Y=seat(hand="road bar"))
    scene.legal(noted(scene))
    scene.illegal("GTR-R12", noted(scene, deck=59))


def test_gtr_r12_the_game_goes_on_from_what_was_noted():
    scene = Scene(2, Y=seat(hand="road"))
    scene.do(noted(scene, Y=3))

    assert scene["Y"].influence == 5
    assert scene.found == ["GTR-R12"]


@pytest.mark.parametrize("deck", [-(2**53 - 1), -1, 0, 3, 2**53 - 1])
def test_gtr_r12_any_number_of_cards_may_be_noted_in_the_deck(deck):
    scene = Scene(2, pile="road bar gate", Y=seat(hand="road"))
    scene.do(lead("O", "laborer", "dock"), noted(scene, deck=deck))  # after a mistake the noted cards are looked for

    assert scene.table.drawn == 3 - min(3, max(0, deck))


@pytest.mark.parametrize("place", ["vault", "hand", "sites", "stockpile"])
def test_gtr_r12_a_noted_table_with_a_stranger_is_not_believed(place):
    scene = Scene(2, Y=seat(hand="road"))
    table = noted(scene, Y=3)
    first = replace(table.players[1], **{place: ("marmalade",)})
    scene.do(replace(table, players=(table.players[0], first)))

    assert (scene["Y"].influence, scene["Y"].hand) == (2, ["road"])
    assert scene.found == ["entry"]


# --- set-up and turn --------------------------------------------------------------------------------------------------


def test_gtr_g1_every_name_of_a_card_is_one_card():
    cards = Scene(2).table.cards

    assert cards["forum"] == cards["plac miejski"] == cards["Plac miejski"] == cards["Forum Romanum"]
    assert cards["forum"] != cards["fountain"]


def test_gtr_g2_a_deck_is_what_hands_and_pool_leave():
    every = Scene(2).table.deck.all()
    hands = [dealt("Ana", " ".join(every[:4]) + " senator"), dealt("Bo", " ".join(every[4:8]) + " senator")]
    first = [turned("Ana", every[8]), turned("Bo", every[-1]), leader("Ana")]
    rest = tuple(every[9:-1])

    assert opening(*hands, *first, e.DeckShuffled(cards=rest)).found() == []
    assert opening(*hands, *first, e.DeckShuffled(cards=rest[1:])).found() == [(6, "GTR-G2", "violation")]
    twice = (*rest[1:], every[0])
    assert opening(*hands, *first, e.DeckShuffled(cards=twice)).found()[0][:2] == (6, "GTR-G2")


def test_gtr_g3_the_alphabet_is_polish():
    # Latryna comes before Łaźnie, though ł has the higher code; Archway is Łuk triumfalny, Storeroom is Magazyn.
    turns = [turned("Ana", "archway"), turned("Bo", "storeroom")]

    assert opening(*turns, leader("Ana")).found() == []
    assert opening(*turns, leader("Bo")).found() == [(3, "GTR-G3", "violation")]
    assert opening(turned("Ana", "baths"), turned("Bo", "latrine"), leader("Bo")).found() == []


def test_gtr_g3_in_english_by_the_english_names():
    turns = [turned("Ana", "prison"), turned("Bo", "wall")]  # Więzienie after Mur obronny

    assert opening(*turns, leader("Bo")).found() == []
    assert opening(*turns, leader("Ana"), collation="en").found() == []


def test_gtr_g4_only_the_tied_turn_up_another_order():
    three = {"players": ("Ana", "Bo", "Cem")}
    first = [turned("Ana", "gate"), turned("Bo", "gate"), turned("Cem", "wall")]

    assert opening(*first, turned("Ana", "road"), turned("Bo", "bar"), leader("Bo"), **three).found() == []
    assert opening(*first, turned("Cem", "road"), **three).found() == [(4, "GTR-G4", "violation")]
    assert opening(*first, leader("Ana"), **three).found() == [(4, "GTR-G3", "violation")]


def test_gtr_g5_it_takes_a_card_to_lead():
    Scene(2, Y=seat()).illegal("GTR-R3", lead("Y", "laborer", ""))
    Scene(2, Y=seat()).legal(think("Y", "? ? ? ? ?"))


def test_gtr_g6_no_senator_comes_from_an_empty_stack():
    Scene(2, senators=1).legal(think("Y", "senator"))
    Scene(2, senators=0).illegal("GTR-R4", think("Y", "senator"))


def test_gtr_g7_at_the_limit_exactly_one_is_drawn():
    Scene(2, Y=seat(hand="road road bar bar dock")).legal(think("Y", "?"))
    Scene(2, Y=seat(hand="road road bar bar dock dock")).legal(think("Y", "?"))
    Scene(2, Y=seat(hand="road road bar bar dock")).illegal("GTR-R4", think("Y", "? ?"))


def test_gtr_g8_who_thinks_does_not_follow():
    scene = Scene(2, Y=seat(hand="road"), L=seat(hand="road"))
    scene.legal(lead("Y", "laborer", "road"), think("L")).illegal("GTR-R3", follow("L", "road"))


def test_gtr_g8_a_thinker_s_clients_may_use_what_was_drawn():
    scene = Scene(2, Y=seat(hand="dock"), L=seat(clients="wood"))
    scene.legal(lead("Y", "craftsman", "dock"), think("L", "gate wall road bar insula"), lay("L", "gate"))


def test_gtr_g9_a_petition_is_two_orders_of_one_role():
    Scene(2, Y=seat(hand="gate shrine")).legal(lead("Y", "laborer", "gate shrine"))
    Scene(2, Y=seat(hand="gate wall")).illegal("GTR-R5", lead("Y", "laborer", "gate wall"))
    Scene(2, edition="pl-classic", Y=seat(hand="gate shrine")).illegal("GTR-R5", lead("Y", "laborer", "gate shrine"))
    Scene(2, edition="pl-classic", Y=seat(hand="gate shrine baths")).legal(lead("Y", "laborer", "gate shrine baths"))


def test_gtr_g9_a_petition_is_one_unit_of_a_palace():
    scene = Scene(2, Y=seat(hand="gate shrine road", built="palace"))
    scene.legal(lead("Y", "laborer", "gate shrine road", 2), think("L"))

    assert scene.actions("Y") == 2


def test_gtr_g10_with_a_circus_each_order_is_an_architect():
    scene = Scene(2, Y=seat(hand="gate road", built="circus palace"))
    scene.legal(lead("Y", "architect", "gate road"), think("L"))

    assert scene.actions("Y") == 2
    Scene(2, Y=seat(hand="gate")).illegal("GTR-R5", lead("Y", "architect", "gate"))
    Scene(2, Y=seat(hand="gate", built="circus")).illegal("GTR-R5", lead("Y", "laborer", "gate"))


def test_gtr_g10_in_the_english_edition_a_circus_makes_a_pair_a_senator():
    Scene(2, edition="en-iv", Y=seat(hand="gate shrine", built="circus")).legal(lead("Y", "laborer", "gate shrine"))
    Scene(2, edition="en-iv", Y=seat(hand="gate", built="circus")).illegal("GTR-R5", lead("Y", "architect", "gate"))
    Scene(2, edition="en-iv", Y=seat(hand="gate shrine")).illegal("GTR-R5", lead("Y", "laborer", "gate shrine"))


def test_gtr_g11_a_client_lost_before_its_turn_does_not_act():
    scene = legion(number=2, Y={"built": "arena"}, L=seat(hand="brick", clients="brick"))
    scene.legal(demand("Y", "gate"), give("L", "brick", clients="brick"))

    scene.illegal("GTR-R3", demand("L", "senator"))


def test_gtr_g11_every_matching_client_adds_an_action():
    scene = Scene(2, pool="wood wood wood", Y=seat(hand="road", clients="rubble brick"))
    scene.legal(lead("Y", "laborer", "road"), think("L"), haul("Y", "wood"), haul("Y", "wood"))
    scene.illegal("GTR-R3", haul("Y", "wood"))


def test_gtr_g12_the_academy_thinks_when_the_camps_are_empty():
    scene = Scene(2, senators=0, Y=seat(hand="senator gate", built="academy"))
    scene.legal(lead("Y", "craftsman", "senator"), think("L"), lay("Y", "gate"), think("Y", "senator"), END)

    assert scene["Y"].senators == 1


def test_gtr_g12_no_action_follows_the_end_of_the_round():
    scene = Scene(2, Y=seat(hand="dock gate wall", built="academy", clients="wood"))
    scene.legal(lead("Y", "craftsman", "dock"), think("L"), lay("Y", "gate"), think("Y", "? ? ? ?"))
    scene.illegal("GTR-R3", lay("Y", "wall"))


def test_gtr_g12_an_academy_may_end_the_game():
    scene = Scene(2, deck=5, Y=seat(hand="dock gate", built="academy"), L=seat(hand="road road bar bar"))
    scene.legal(lead("Y", "craftsman", "dock"), think("L", "?"), lay("Y", "gate"), think("Y", "? ? ? ?"))

    assert scene.table.over == "deck"


def test_gtr_g12_no_academy_without_a_craftsman_action():
    scene = Scene(2, Y=seat(hand="dock gate", built="academy"))
    scene.legal(lead("Y", "craftsman", "dock"), think("L")).illegal("GTR-R3", think("Y", "? ? ? ?"))


def test_gtr_g12_senates_are_used_in_the_leaders_order_before_or_after_a_sewer():
    def scene():
        given = {"hand": "senator", "built": "senate"}
        return Scene(Y=seat(hand="road", built="sewer"), L=seat(**given), R=seat(**given)).legal(
            lead("Y", "laborer", "road"), follow("L", "senator"), follow("R", "senator")
        )

    scene().legal(senate("L", "R"), senate("R", "L"), sewer("Y", "road"), END)
    scene().illegal("GTR-G12", senate("R", "L"), senate("L", "R"))
    scene().legal(sewer("Y", "road"), senate("L", "R"), END)


def test_gtr_g13_circus_maximus_doubles_clients_not_yet_used():
    scene = Scene(
        2, Y=seat(hand="dock stone gate wall latrine market", clients="wood wood", circus_maximus="stone stone")
    )
    scene.legal(lead("Y", "craftsman", "dock"), think("L"), add("Y", "circus_maximus", "stone", "hand"))
    scene.legal(lay("Y", "gate"), lay("Y", "wall"), lay("Y", "latrine"), lay("Y", "market"))
    scene.illegal("GTR-R3", lay("Y", "gate"))


# --- building ---------------------------------------------------------------------------------------------------------


def test_gtr_g14_nobody_has_a_structure_twice():
    crafting("gate", L=seat(built="gate")).legal(lay("Y", "gate"))
    crafting("gate", Y={"gate": ""}).illegal("GTR-R8", lay("Y", "gate"))
    crafting("gate", Y={"built": "gate"}).illegal("GTR-R8", lay("Y", "gate"))


def test_gtr_g15_out_of_town_takes_two_actions():
    crafting("gate", Y={"clients": "wood"}).legal(lay("Y", "gate", out=True))
    crafting("gate").illegal("GTR-G15", lay("Y", "gate", out=True))
    crafting("gate", Y={"built": "tower"}).legal(lay("Y", "gate", out=True))


def test_gtr_g15_the_second_action_is_gone():
    scene = crafting("gate wall", Y={"clients": "wood"}).legal(lay("Y", "gate", out=True))
    scene.illegal("GTR-R3", lay("Y", "wall"))


def test_gtr_g15_a_craftsman_and_an_architect_do_not_mix():
    scene = building(Y={"hand": "gate", "stock": "concrete", "clients": "concrete", "amphitheatre": "concrete"})
    scene.legal(add("Y", "amphitheatre", "concrete", "stockpile"))
    frame = scene.table.stack[-1]
    frame.left = 1

    scene.illegal("GTR-G15", lay("Y", "gate", out=True))


def test_gtr_g16_out_of_town_is_free_to_choose():
    crafting("gate", Y={"clients": "wood"}).legal(lay("Y", "gate", out=True))
    forced = crafting("gate", edition="en-iv", Y={"clients": "wood"})
    forced.illegal("GTR-G16", lay("Y", "gate", out=True))
    crafting("gate", edition="en-iv", in_town={"brick": 0}, Y={"clients": "wood"}).legal(lay("Y", "gate", out=True))


NONE_LEFT = dict.fromkeys(SIX.split(), 0)


def test_gtr_g17_the_last_site_in_town_ends_the_game():
    scene = crafting("gate wall", in_town=NONE_LEFT | {"brick": 1}, Y={"clients": "wood"}).legal(lay("Y", "gate"))

    assert scene.table.over == "sites"
    scene.illegal("GTR-R11", lay("Y", "wall"))


def test_gtr_g17_a_foundation_out_of_town_ends_nothing():
    scene = crafting("gate", in_town=NONE_LEFT | {"wood": 1}, Y={"clients": "wood"}).legal(lay("Y", "gate", out=True))

    assert scene.table.over == ""


def test_gtr_g18_a_forum_is_tested_before_the_sites():
    mine = {"built": "gate", "clients": SIX, "stock": SIX}
    scene = crafting("forum", in_town=NONE_LEFT | {"marble": 1}, Y=mine).legal(lay("Y", "forum"))

    assert scene.table.over == "forum"
    poorer = crafting("forum", in_town=NONE_LEFT | {"marble": 1}, Y=mine | {"stock": ""}).legal(lay("Y", "forum"))
    assert poorer.table.over == "sites"


def test_gtr_g19_a_statue_goes_by_its_site():
    scene = crafting("statue rubble", Y={"clients": "wood"}).legal(lay("Y", "statue", "rubble"))
    scene.legal(add("Y", "statue", "rubble", "hand"))

    assert (scene["Y"].structure("statue").complete, scene["Y"].influence) == (True, 3)
    crafting("brick", Y={"statue__stone": ""}).illegal("GTR-R8", add("Y", "statue", "brick", "hand"))
    crafting("brick", Y={"statue__stone": "", "built": "road"}).legal(add("Y", "statue", "brick", "hand"))


def test_gtr_g20_a_statue_scores_when_owned_and_complete():
    assert Scene(2, Y=seat(built="statue@brick")).sheet.figures["Y"]["structures"] == 3
    assert Scene(2, Y=seat(built="gate", statue="")).sheet.figures["Y"]["structures"] == 0
    assert Scene(2, edition="en-iv", Y=seat(built="gate", statue="")).sheet.figures["Y"]["structures"] == 3


def test_gtr_g21_a_villa_is_completed_by_an_architect_s_material():
    archway = {"built": "archway", "villa": ""}
    yes = building(pool="stone", Y=archway).legal(add("Y", "villa", "stone", "pool"))
    no = building(pool="stone", Y=archway, options={"villa_pool": "no"}).legal(add("Y", "villa", "stone", "pool"))
    crafted = crafting("stone", Y={"villa": ""}).legal(add("Y", "villa", "stone", "hand"))

    assert [one["Y"].structure("villa").complete for one in (yes, no, crafted)] == [True, False, False]


def test_gtr_g22_completing_with_one_marble_may_be_declined():
    mine = {"built": "scriptorium", "temple": ""}
    done = crafting("marble", Y=mine).legal(add("Y", "temple", "marble", "hand"))
    left = crafting("marble", Y=mine).legal(add("Y", "temple", "marble", "hand", unfinished=True))

    assert done["Y"].structure("temple").complete
    assert not left["Y"].structure("temple").complete


def test_gtr_g22_what_has_all_its_materials_is_complete():
    crafting("brick", Y={"gate": "brick"}).illegal("GTR-G22", add("Y", "gate", "brick", "hand", unfinished=True))


def test_gtr_g23_a_material_placed_stays_valid():
    scene = crafting("marble", Y={"temple": "marble rubble"}).legal(add("Y", "temple", "marble", "hand"))

    assert scene["Y"].structure("temple").complete
    crafting("rubble", Y={"temple": "marble rubble"}).illegal("GTR-R8", add("Y", "temple", "rubble", "hand"))


def test_gtr_g24_road_is_for_stone_and_tower_for_rubble():
    crafting("wood", Y={"built": "road", "villa": ""}).legal(add("Y", "villa", "wood", "hand"))
    crafting("wood", Y={"built": "road", "temple": ""}).illegal("GTR-R8", add("Y", "temple", "wood", "hand"))
    crafting("rubble", Y={"built": "tower", "temple": ""}).legal(add("Y", "temple", "rubble", "hand"))
    building(Y={"stock": "rubble", "built": "tower", "temple": ""}).legal(add("Y", "temple", "rubble", "stockpile"))


def test_gtr_g25_influence_comes_before_what_completion_gives():
    scene = crafting("concrete", Y={"amphitheatre": "concrete"}).legal(add("Y", "amphitheatre", "concrete", "hand"))

    assert (scene["Y"].influence, scene.table.stack[-1].left) == (4, 4)


def test_gtr_g26_what_completion_gives_comes_before_the_rest():
    mine = {"clients": "wood", "foundry": "brick"}
    scene = crafting("brick gate", pool="wood", Y=mine).legal(add("Y", "foundry", "brick", "hand"))
    scene.legal(haul("Y", "wood"), lay("Y", "gate"))
    late = crafting("brick gate", pool="wood", Y=mine).legal(add("Y", "foundry", "brick", "hand"), lay("Y", "gate"))
    late.illegal("GTR-R3", haul("Y", "wood"))


def test_gtr_g27_a_stairway_is_extra_once_an_action():
    given = {"L": seat(built="shrine gate"), "Y": {"built": "stairway", "stock": "brick brick brick", "academy": ""}}
    scene = building(**given).legal(add("Y", "academy", "brick", "stockpile"), stairs("Y", "L", "shrine", "brick"))
    scene.illegal("GTR-R3", stairs("Y", "L", "gate", "brick"))
    instead = building(options={"stairway": "instead"}, **given).legal(add("Y", "academy", "brick", "stockpile"))
    instead.illegal("GTR-R3", stairs("Y", "L", "shrine", "brick"))


def test_gtr_g28_a_stairway_is_for_an_opponent_s_completed_structure():
    mine = {"built": "stairway", "stock": "brick stone"}
    building(Y=mine, L=seat(built="shrine")).legal(stairs("Y", "L", "shrine", "brick"))
    building(Y=mine, L=seat(built="shrine")).illegal("GTR-G28", stairs("Y", "L", "shrine", "stone"))
    building(Y=mine, L=seat(shrine="brick")).illegal("GTR-G28", stairs("Y", "L", "shrine", "brick"))
    building(Y={"stock": "brick"}, L=seat(built="shrine")).illegal("GTR-G28", stairs("Y", "L", "shrine", "brick"))


def test_gtr_g28_nothing_happens_again_upon_completion():
    scene = building(pool="wood", Y={"built": "stairway", "stock": "brick"}, L=seat(built="foundry"))
    scene.legal(stairs("Y", "L", "foundry", "brick")).illegal("GTR-R3", haul("Y", "wood"))


def test_gtr_g29_a_shared_wall_protects_and_scores_for_everybody():
    scene = building(Y={"built": "stairway", "stock": "concrete wood wood"}, L=seat(built="wall", stock="wood wood"))
    scene.legal(stairs("Y", "L", "wall", "concrete"), END)

    assert "wall" in scene["Y"].works
    assert [scene.sheet.figures[name]["structures"] for name in "YL"] == [1, 1]


def test_gtr_g30_a_fountain_builds_with_the_card_drawn_or_not_at_all():
    crafting("gate", Y={"built": "fountain"}).legal(fountain("Y", "wall"), lay("Y", "wall"))
    crafting("gate", Y={"built": "fountain"}).illegal("GTR-G30", fountain("Y", "wall"), lay("Y", "gate"))
    crafting("gate").illegal("GTR-G30", fountain("Y", "wall"))
    twice = crafting("gate", Y={"built": "fountain"}).legal(fountain("Y", "wall"))
    twice.illegal("GTR-R3", fountain("Y", "road"))


def test_gtr_g30_a_fountain_arms_an_academy():
    scene = crafting("", Y={"built": "fountain academy"}).legal(fountain("Y", "wall"), think("Y", "? ? ? ?"), END)

    assert scene["Y"].cards == 5


def test_gtr_g31_the_last_order_ends_the_game_at_once():
    mine = {"built": "fountain"}
    strict = crafting("gate", deck=6, Y=mine).legal(fountain("Y", "wall"))
    assert strict.table.over == "deck"
    strict.illegal("GTR-R11", lay("Y", "wall"))
    finish = crafting("gate", deck=6, Y=mine, options={"last_card": "finish_step"}).legal(fountain("Y", "wall"))
    finish.legal(lay("Y", "wall"))
    assert finish.table.over == "deck"
    finish.illegal("GTR-R11", END)


# --- clients, vault, legionaries --------------------------------------------------------------------------------------


def test_gtr_g32_losing_influence_removes_nobody():
    mine = {"prison": "stone stone", "clients": "wood wood", "vault": "wood wood"}
    scene = crafting("stone", Y=mine, L=seat(built="shrine")).legal(add("Y", "prison", "stone", "hand"))
    scene.legal(prison("Y", "L", "shrine"))

    assert (len(scene["Y"].clientele), len(scene["Y"].vault), clientele_limit(scene["Y"])) == (2, 2, 2)


def test_gtr_g33_pool_deck_and_hand_hire_once_each_in_one_action():
    given = {"pool": "wood wood", "Y": seat(hand="forum gate wall", built="bar aqueduct")}
    scene = Scene(2, **given).legal(lead("Y", "patron", "forum"), think("L"))
    scene.legal(hire("Y", "road", "deck"), hire("Y", "gate", "hand"), hire("Y", "wood"))
    scene.illegal("GTR-R3", hire("Y", "wall", "hand"))
    plain = Scene(2, Y=seat(hand="forum gate")).legal(lead("Y", "patron", "forum"), think("L"))
    plain.illegal("GTR-G33", hire("Y", "gate", "hand"))


def test_gtr_g34_baths_let_a_hired_client_act_once():
    given = {"pool": "rubble brick wood", "Y": seat(hand="forum", built="baths circus_maximus")}
    scene = Scene(2, **given).legal(lead("Y", "patron", "forum"), think("L"), hire("Y", "rubble"), haul("Y", "brick"))
    scene.illegal("GTR-R3", haul("Y", "wood"))


def test_gtr_g34_a_hired_merchant_acts_in_any_role_with_ludus_magna():
    for built, found in (("baths ludus_magna", []), ("baths", ["GTR-R3"])):
        scene = Scene(2, pool="villa brick", Y=seat(hand="forum", built=built))
        assert scene.do(lead("Y", "patron", "forum"), think("L"), hire("Y", "villa"), haul("Y", "brick")).found == found


def test_gtr_g35_a_card_is_shown_once_a_round():
    mine = {"built": "baths", "clients": "marble"}
    for second, rule in (("road", None), ("gate", "GTR-G35")):
        scene = Scene(2, pool="brick shrine", options={"pool_take": "optional"}, Y=seat(hand="forum gate road", **mine))
        scene.legal(lead("Y", "patron", "forum"), think("L", "senator"))
        scene.legal(hire("Y", "brick"), demand("Y", "gate"), give("L"), hire("Y", "shrine"))
        scene.do(demand("Y", second))
        assert scene.found == ([rule] if rule else [])


@pytest.mark.parametrize(
    ("built", "role", "move"),
    [
        ("dock", "laborer", haul("Y", "senator", "hand")),
        ("aqueduct", "patron", hire("Y", "senator", "hand")),
        ("basilica", "merchant", sell("Y", "senator", "hand")),
        ("gate", "legionary", demand("Y", "senator")),
    ],
)
def test_gtr_g36_a_senator_is_never_a_material(built, role, move):
    scene = Scene(2, Y=seat(hand="senator senator", built=built)).legal(lead("Y", role, "senator"), think("L"))
    scene.illegal("GTR-G36", move)


def test_gtr_g37_the_pool_s_part_is_taken():
    legion(number=2, pool_="shrine").legal(demand("Y", "gate"), pool("Y", "shrine"), give("L"), END)
    legion(number=2, pool_="shrine").illegal("GTR-G37", demand("Y", "gate"), pool("Y", ""))
    legion(number=2, pool_="shrine").illegal("GTR-R9", demand("Y", "gate"), give("L"), END)
    legion(number=2, pool_="shrine road").illegal("GTR-G37", demand("Y", "gate"), pool("Y", "road"))
    legion(number=2, pool_="shrine school").illegal("GTR-G37", demand("Y", "gate"), pool("Y", "shrine school"))
    legion(number=2, pool_="shrine", edition="en-iv").legal(demand("Y", "gate"), give("L"), END)


def test_gtr_g38_any_card_of_the_material_will_do():
    for card in ("shrine", "baths"):
        legion(number=2, L=seat(hand="shrine baths")).legal(demand("Y", "gate"), give("L", card))


def test_gtr_g39_a_refusal_is_true():
    legion(number=2, L=seat(hand="road")).legal(demand("Y", "gate"), give("L"))
    legion(number=2, L=seat(hand="shrine")).illegal("GTR-G39", demand("Y", "gate"), give("L"))


def test_gtr_g39_a_partial_gift_is_all_there_is():
    for given, found in (("shrine baths", []), ("shrine", ["GTR-G39"])):
        scene = legion("gate school", 2, Y={"clients": "brick"}, L=seat(hand="shrine baths"))
        assert scene.do(demand("Y", "gate school"), give("L", given)).found == found


def test_gtr_g39_a_false_refusal_is_proved_by_a_later_card():
    scene = legion(number=2, L=seat(hand="? ? ?")).legal(demand("Y", "gate"), give("L"), END)
    scene.do(lead("L", "legionary", "shrine"))
    (lie,) = [finding for finding in scene.findings if finding.severity == "violation"]

    assert (lie.n, lie.rule) == (len(scene.events) - 1, "GTR-G39")
    assert (lie.message.values["found"], lie.message.values["expected"]) == (len(scene.events) - 1, 6 - 1)


def test_gtr_g39_a_card_drawn_after_the_refusal_proves_nothing():
    scene = legion(number=2, L=seat(hand="? ? ?")).legal(demand("Y", "gate"), give("L"), END)
    scene.legal(think("L", "?"), END, think("Y"), END, lead("L", "legionary", "shrine"))


def test_gtr_g39_two_cards_of_which_one_was_drawn_later_prove_it():
    scene = legion(number=2, L=seat(hand="? ? ?")).legal(demand("Y", "gate"), give("L"), END)
    scene.legal(think("L", "?"), END, think("Y"), END)
    scene.legal(lead("L", "legionary", "shrine"), think("Y", "?"), demand("L", "road"), give("Y"), END)
    scene.legal(think("Y"), END)
    scene.do(lead("L", "legionary", "baths"))

    assert scene.found == ["GTR-G39"]


def test_gtr_g39_a_refusal_that_nothing_proves_is_undecidable():
    scene = legion(number=2, L=seat(hand="? ?")).legal(demand("Y", "gate"), give("L"), END)

    assert [(finding.n, finding.rule, finding.severity) for finding in scene.findings] == [
        (5, "GTR-G39", "undecidable")
    ]


def test_gtr_g40_the_immune_may_give_from_the_hand_only():
    walled = seat(hand="shrine", stock="baths", built="wall")
    legion(number=2, L=walled).legal(demand("Y", "gate"), give("L", "shrine"))
    legion(number=2, L=walled).legal(demand("Y", "gate"), give("L"))
    legion(number=2, Y={"built": "bridge"}, L=walled).illegal("GTR-G41", demand("Y", "gate"), give("L", "", "baths"))


def test_gtr_g41_a_bridge_takes_from_the_stockpile_too():
    stocked = seat(hand="shrine", stock="baths")
    bridge = {"built": "bridge"}
    legion(number=2, Y=bridge, L=stocked).legal(demand("Y", "gate"), give("L", "shrine", "baths"))
    legion(number=2, L=stocked).illegal("GTR-G41", demand("Y", "gate"), give("L", "shrine", "baths"))


def test_gtr_g41_a_bridge_may_leave_a_stockpile_and_says_so_where_passes_are_recorded():
    stocked = seat(hand="shrine", stock="baths school")
    given = {"number": 2, "hand": "gate academy", "Y": {"built": "bridge", "clients": "brick"}, "L": stocked}
    told = {"options": {"passes": "recorded"}}
    asked = demand("Y", "gate academy")
    legion(**given).legal(asked, give("L", "shrine", "baths school"))
    legion(**given).legal(asked, give("L", "shrine", "baths"))
    legion(**given).legal(asked, give("L", "shrine"))
    legion(**given).legal(asked, give("L", "shrine", waived="stockpile"))
    legion(**given, **told).legal(asked, give("L", "shrine", "baths", waived="stockpile"))
    legion(**given, **told).illegal("GTR-G41", asked, give("L", "shrine", "baths"))
    legion(**given, **told).illegal("GTR-G41", asked, give("L", "shrine"))
    legion(**given).illegal("GTR-G39", asked, give("L", "", "baths", waived="stockpile"))
    legion(**given).illegal("GTR-R9", asked, give("L", "shrine", "baths", waived="hand"))


def test_gtr_g41_a_bridge_reaches_everybody():
    scene = legion(number=5, Y={"built": "bridge"}).legal(demand("Y", "gate"), *[give(name) for name in "LOQR"], END)

    assert scene.found == []
    legion(number=5).illegal("GTR-R9", demand("Y", "gate"), give("O"))


def test_gtr_g42_an_arena_takes_clients_while_the_vault_has_room():
    arena = {"built": "arena"}
    legion(number=2, Y=arena, L=seat(clients="brick brick")).legal(demand("Y", "gate"), give("L", clients="brick"))
    legion(number=2, Y=arena, L=seat(clients="road")).illegal("GTR-R9", demand("Y", "gate"), give("L", clients="road"))
    legion(number=2, L=seat(clients="brick")).illegal("GTR-G42", demand("Y", "gate"), give("L", clients="brick"))
    full = {"built": "arena", "vault": "wood wood wood wood wood"}
    legion(number=2, Y=full, L=seat(clients="brick")).legal(demand("Y", "gate"), give("L"))
    legion(number=2, Y=full, L=seat(clients="brick")).illegal(
        "GTR-G42", demand("Y", "gate"), give("L", clients="brick")
    )


def test_gtr_g42_an_arena_may_leave_clients_and_its_owner_chooses():
    mine = {"built": "arena", "clients": "brick", "vault": "wood wood wood wood"}
    given = {"number": 2, "hand": "gate academy", "Y": mine, "L": seat(clients="shrine bath")}
    told = {"options": {"passes": "recorded"}}
    asked = demand("Y", "gate academy")
    legion(**given).legal(asked, give("L", clients="shrine"))
    legion(**given).legal(asked, give("L", clients="bath"))
    legion(**given).legal(asked, give("L"))
    legion(**given).illegal("GTR-G42", asked, give("L", clients="shrine bath"))
    legion(**given, **told).legal(asked, give("L", clients="bath"))
    legion(**given, **told).legal(asked, give("L", waived="clients"))
    legion(**given, **told).illegal("GTR-G42", asked, give("L"))


def test_gtr_g43_neighbours_are_asked_once_each():
    legion(number=2).legal(demand("Y", "gate"), give("L"), END)
    legion(number=2).illegal("GTR-R9", demand("Y", "gate"), give("L"), give("L"))
    legion(number=4).legal(demand("Y", "gate"), give("L"), give("R"), END)


def test_gtr_g44_atrium_replaces_and_basilica_adds():
    selling(hand="gate", stock="brick", built="atrium basilica").legal(
        sell("Y", "?", "deck"), sell("Y", "gate", "hand")
    )
    selling(stock="brick", built="atrium").illegal("GTR-R3", sell("Y", "?", "deck"), sell("Y", "brick"))
    selling(hand="gate").illegal("GTR-G44", sell("Y", "gate", "hand"))
    selling().illegal("GTR-G44", sell("Y", "?", "deck"))


def test_gtr_g44_the_last_card_ends_the_game_before_the_basilica():
    scene = Scene(2, deck=1, Y=seat(hand="senator gate", built="atrium basilica"))
    scene.legal(lead("Y", "merchant", "senator"), think("L", "senator"), sell("Y", "?", "deck"))

    assert scene.table.over == "deck"
    scene.illegal("GTR-R11", sell("Y", "gate", "hand"))


def test_gtr_g45_a_sewer_keeps_one_s_own_orders_never_senators():
    for cards, keep, rule in (("gate shrine", "gate", None), ("gate shrine", "road", "GTR-G45")):
        scene = Scene(2, Y=seat(hand=cards, built="sewer")).legal(lead("Y", "laborer", cards), think("L"))
        scene.do(sewer("Y", keep))
        assert scene.found == ([rule] if rule else [])
    scene = Scene(2, Y=seat(hand="senator", built="sewer")).legal(lead("Y", "laborer", "senator"), think("L"))
    scene.illegal("GTR-G36", sewer("Y", "senator"))
    scene = Scene(2, Y=seat(hand="road")).legal(lead("Y", "laborer", "road"), think("L"))
    scene.illegal("GTR-G45", sewer("Y", "road"))


def senators(built="senate"):
    scene = Scene(2, Y=seat(hand="senator", built=built), L=seat(hand="senator"))
    return scene.legal(lead("Y", "laborer", "senator"), follow("L", "senator"))


def test_gtr_g46_a_senate_takes_others_senators():
    senators().legal(senate("Y", "L"), END)
    senators().illegal("GTR-G46", senate("Y", "Y"))
    senators().illegal("GTR-G46", senate("Y", "L", "L"))
    senators("gate").illegal("GTR-G46", senate("Y", "L"))


def test_gtr_g46_what_the_first_takes_the_second_cannot():
    scene = Scene(Y=seat(hand="senator"), L=seat(built="senate"), R=seat(built="senate"))
    scene.legal(lead("Y", "laborer", "senator"), think("L"), think("R"), senate("L", "Y"))
    scene.illegal("GTR-G46", senate("R", "Y"))


def test_gtr_g47_latrine_and_vomitorium_come_before_a_think():
    scene = Scene(2, Y=seat(hand="senator road", built="latrine")).legal(latrine("Y", "senator"), think("Y", "? ? ? ?"))
    assert scene.table.senators == 4
    Scene(2, Y=seat(hand="gate road")).illegal("GTR-G47", latrine("Y", "gate"))
    Scene(2, Y=seat(hand="gate road", built="latrine")).legal(latrine("Y", "gate")).illegal(
        "GTR-G47", lead("Y", "laborer", "road")
    )
    Scene(2, Y=seat(hand="gate road")).illegal("GTR-G47", vomit("Y", "gate road"))
    Scene(2, Y=seat(hand="gate road", built="vomitorium")).illegal("GTR-G47", vomit("Y", "gate"))


def test_gtr_g47_a_latrine_is_used_before_every_think_of_a_school():
    scene = crafting("brick road bar", Y={"built": "latrine", "school": "brick"})
    scene.legal(add("Y", "school", "brick", "hand"), latrine("Y", "road"), think("Y", "? ? ? ?"))
    scene.legal(latrine("Y", "bar"), think("Y", "?"))


# --- ending and scoring -----------------------------------------------------------------------------------------------


def test_gtr_g48_the_deck_is_counted_after_every_draw():
    assert Scene(2, deck=6).legal(think("Y", "? ? ? ? ?")).table.over == ""
    assert Scene(2, deck=5).legal(think("Y", "? ? ? ? ?")).table.over == "deck"
    assert Scene(2, deck=4).legal(think("Y", "? ? ? ?")).table.over == "deck"
    bar = Scene(2, deck=1, Y=seat(hand="forum", built="bar"))
    assert (
        bar.legal(lead("Y", "patron", "forum"), think("L", "senator"), hire("Y", "gate", "deck")).table.over == "deck"
    )


def test_gtr_g49_a_tie_for_a_bonus_pays_nobody_and_says_so():
    scene = Scene(Y=seat(vault="brick brick stone"), L=seat(vault="brick brick"), R=seat(vault="brick"))
    sheet = scene.sheet

    assert [sheet.figures[name]["merchant_bonus"] for name in "YLR"] == [3, 0, 0]
    reasons = [str(line.reason) for line in sheet.lines if line.category == "merchant_bonus"]
    assert "no merchant bonus for brick: 2 players hold 2 each" in reasons
    assert not any("wood" in reason for reason in reasons)


def test_gtr_g50_a_forum_needs_six_materials_too():
    for stock, over in ((SIX, "forum"), ("rubble wood brick concrete stone", "")):
        scene = crafting("marble", Y={"clients": SIX, "stock": stock, "forum": "marble marble"})
        assert scene.legal(add("Y", "forum", "marble", "hand")).table.over == over


def test_gtr_g50_a_forum_is_tested_after_hires_and_hauls():
    five = "rubble wood brick concrete stone"
    hired = Scene(2, pool="marble", Y=seat(hand="forum", clients=five, stock=SIX, built="forum insula"))
    assert hired.legal(lead("Y", "patron", "forum"), think("L"), hire("Y", "marble")).table.over == "forum"
    hauled = Scene(2, pool="marble", Y=seat(hand="road", clients=SIX, stock=five, built="forum"))
    assert hauled.legal(lead("Y", "laborer", "road"), think("L"), haul("Y", "marble")).table.over == "forum"


def test_gtr_g51_a_prison_pays_three_influence_in_sites():
    given = {"Y": {"prison": "stone stone"}, "L": seat(built="shrine", gate="brick")}
    first = [add("Y", "prison", "stone", "hand")]
    scene = crafting("stone", **given).legal(*first, prison("Y", "L", "shrine"))
    assert [scene[name].influence for name in "YL"] == [2, 7]
    crafting("stone", **given).legal(*first).illegal("GTR-G51", prison("Y", "L", "shrine", "brick"))
    crafting("stone", **given).legal(*first).illegal("GTR-G51", prison("Y", "L", "shrine", "marble"))
    crafting("stone", **given).legal(*first).illegal("GTR-G51", prison("Y", "L", "gate"))
    owned = given | {"Y": {"prison": "stone stone", "shrine": ""}}
    crafting("stone", **owned).legal(*first).illegal("GTR-G51", prison("Y", "L", "shrine"))
    crafting("stone", **given).illegal("GTR-R3", prison("Y", "L", "shrine"))


def test_gtr_g51_a_stolen_catacomb_ends_the_game():
    scene = crafting("stone", Y={"prison": "stone stone"}, L=seat(built="catacomb"))

    assert scene.legal(add("Y", "prison", "stone", "hand"), prison("Y", "L", "catacomb")).table.over == "catacomb"


def test_gtr_g52_a_stolen_structure_fires_again():
    given = {"Y": {"prison": "stone stone"}, "L": seat(built="foundry"), "pool": "wood wood wood"}
    scene = crafting("stone", **given).legal(add("Y", "prison", "stone", "hand"), prison("Y", "L", "foundry"))
    scene.legal(haul("Y", "wood"), haul("Y", "wood")).illegal("GTR-R3", haul("Y", "wood"))


def test_gtr_g53_cards_in_hand_break_a_tie():
    for hand, winners in (("gate senator", ["Y"]), ("gate", ["Y", "L"])):
        scene = Scene(2, Y=seat(hand=hand, vault="brick"), L=seat(hand="road", vault="concrete"))
        scene.table.over = "deck"
        assert scene.sheet.winners == winners


def test_gtr_g54_a_training_game_is_smaller_and_plain():
    two, four = Scene(2, edition="pl-training").table, Scene(4, edition="pl-training").table
    assert (two.in_town["wood"], two.out_of_town["wood"]) == (2, 1)
    assert (four.in_town["wood"], four.out_of_town["wood"]) == (3, 0)
    scene = crafting("stone", edition="pl-training", Y={"catacomb": "stone stone", "built": "shrine"})
    scene.legal(add("Y", "catacomb", "stone", "hand"))
    assert (scene.table.over, scene["Y"].influence, hand_limit(scene["Y"]), vault_limit(scene["Y"])) == ("", 7, 5, 7)


def test_gtr_g54_half_of_the_deck_is_taken_away():
    turns = [turned("Ana", "gate"), turned("Bo", "wall"), leader("Ana")]
    started = play(GAME, ["Ana", "Bo"], *turns, deck_fraction="1/2")

    assert started.table.left == 67


def test_gtr_g54_half_of_the_deck_is_taken_away_though_nobody_wrote_down_who_leads():
    turns = [turned("Ana", "gate"), turned("Bo", "wall"), think("Ana", "senator")]
    started = play(GAME, ["Ana", "Bo"], *turns, deck_fraction="1/2")

    assert started.table.left == 67


def test_gtr_g55_everybody_concedes():
    scene = Scene().legal(e.GameConceded(winner="Y", players=("L", "R")))
    assert (scene.table.over, scene.sheet.winners) == ("conceded", ["Y"])
    Scene().illegal("GTR-G55", e.GameConceded(winner="Y", players=("L",)))


def test_gtr_g56_a_camp_is_not_the_pool():
    scene = Scene(2, Y=seat(hand="road")).legal(lead("Y", "laborer", "road"), think("L"))
    scene.illegal("GTR-R1", haul("Y", "road"))


# --- a may is a may ---------------------------------------------------------------------------------------------------


def declined(player, role, part=""):
    return e.ActionDeclined(player=player, role=role, part=part)


TOLD = {"options": {"passes": "recorded"}}


def test_gtr_g30_a_card_drawn_and_kept_leaves_the_next_action_free():
    mine = {"built": "fountain", "clients": "wood"}
    kept = crafting("gate", Y=mine).legal(fountain("Y", "wall"), lay("Y", "gate"))
    assert "wall" in kept["Y"].hand
    kept.illegal("GTR-R3", lay("Y", "wall"))
    crafting("gate", Y=mine).legal(fountain("Y", "wall"), lay("Y", "wall"), lay("Y", "gate"))
    crafting("gate", Y=mine).legal(fountain("Y", "wall"), fountain("Y", "road"), lay("Y", "road"))


def test_gtr_g30_where_passes_are_recorded_a_card_that_is_kept_is_told_of():
    mine = {"built": "fountain", "clients": "wood"}
    crafting("gate", Y=mine, **TOLD).illegal("GTR-G30", fountain("Y", "wall"), lay("Y", "gate"))
    crafting("gate", Y=mine, **TOLD).legal(fountain("Y", "wall"), declined("Y", "craftsman"), lay("Y", "gate"), END)


def test_gtr_g34_a_hired_client_of_two_roles_acts_in_one_of_them():
    def scene(built):
        given = {"pool": "villa brick", "Y": seat(hand="forum gate", built=built)}
        return Scene(2, **given).legal(lead("Y", "patron", "forum"), think("L"), hire("Y", "villa"))

    scene("baths ludus_magna").legal(lay("Y", "gate"))
    scene("baths ludus_magna").legal(haul("Y", "brick")).illegal("GTR-R3", lay("Y", "gate"))
    scene("baths storeroom").legal(haul("Y", "brick")).illegal("GTR-R3", sell("Y", "brick"))


def test_gtr_g34_where_passes_are_recorded_no_action_of_such_a_client_is_left():
    given = {"pool": "villa brick wood", "Y": seat(hand="forum gate", built="baths ludus_magna", clients="marble")}
    scene = Scene(2, **TOLD, **given).legal(lead("Y", "patron", "forum"), think("L"))
    scene.legal(hire("Y", "villa"), haul("Y", "brick"), hire("Y", "wood"), declined("Y", "craftsman"), END)


def test_gtr_g15_out_of_town_is_paid_with_two_actions_wherever_they_are_open():
    mine = {"clients": "wood wood", "built": "baths", "garden": "stone stone"}
    scene = crafting("stone gate wall", pool="dock", Y=mine).legal(
        add("Y", "garden", "stone", "hand"), hire("Y", "dock")
    )
    scene.legal(lay("Y", "gate", out=True)).illegal("GTR-R3", lay("Y", "wall"))
    inner = crafting("stone gate wall", pool="dock", Y=mine).legal(
        add("Y", "garden", "stone", "hand"), hire("Y", "dock")
    )
    inner.legal(lay("Y", "wall"), lay("Y", "gate", out=True))


def test_gtr_r3_what_is_declined_is_a_part_of_the_action():
    def scene():
        return Scene(2, **TOLD, pool="brick", Y=seat(hand="road")).legal(lead("Y", "laborer", "road"), think("L"))

    scene().legal(declined("Y", "laborer", "pool"), END)
    scene().legal(declined("Y", "laborer"), END)
    for part in ("deck", "build", "cellar"):
        scene().illegal("GTR-R3", declined("Y", "laborer", part))
    scene().illegal("GTR-R3", declined("Y", "king"))
    scene().illegal("GTR-R3", declined("Y", "patron", "pool"))


def test_gtr_g3_a_leader_of_whom_nothing_was_noted_cannot_be_judged():
    unnamed = [turned("", "gate"), turned("", "wall")]
    begun = e.RoleLed(player="Bo", role="laborer", cards=("road",))

    assert opening(*unnamed, leader("Bo")).found() == [(3, "GTR-G3", "undecidable")]
    assert opening(begun).found() == [(1, "GTR-R3", "undecidable")]
    assert opening(turned("Ana", "gate"), turned("Bo", "wall"), begun).found() == [(3, "GTR-R3", "violation")]
    assert opening(turned("Ana", "brick"), turned("Bo", "wall"), leader("Bo")).found()[0][1:] == (
        "GTR-G3",
        "undecidable",
    )


def severities(scene):
    return [(finding.rule, finding.severity) for finding in scene.findings]


def test_gtr_r5_a_card_nobody_saw_cannot_be_judged():
    scene = Scene(2, Y=seat(hand="? ?")).do(lead("Y", "laborer", "?"))

    assert severities(scene) == [("GTR-R5", "undecidable")]


def test_gtr_r8_a_material_nobody_wrote_down_cannot_be_judged():
    scene = crafting("? ?", Y={"gate": ""}).do(add("Y", "gate", "?", "hand"))
    assert severities(scene) == [("GTR-R8", "undecidable")]
    assert severities(crafting("? ?").do(lay("Y", "?")))[0] == ("entry", "violation")


def test_gtr_r1_a_card_taken_and_not_named_cannot_be_judged():
    scene = Scene(2, pool="brick wood", Y=seat(hand="road")).legal(lead("Y", "laborer", "road"), think("L"))
    assert severities(scene.do(haul("Y", "?"))) == [("GTR-R1", "undecidable")]
    empty = Scene(2, Y=seat(hand="road")).legal(lead("Y", "laborer", "road"), think("L"))
    empty.illegal("GTR-R1", haul("Y", "?"))


def test_gtr_r9_a_card_given_or_shown_and_not_named_cannot_be_judged():
    scene = legion(number=2, L=seat(hand="? ?")).do(demand("Y", "gate"), give("L", "?"))
    assert ("GTR-R9", "undecidable") in severities(scene)
    assert "violation" not in [severity for _, severity in severities(scene)]


# --- readings ---------------------------------------------------------------------------------------------------------


def test_gtr_g50_an_unfinished_forum_under_a_gate():
    mine = {"built": "gate", "clients": SIX, "stock": SIX}
    for reading, over in (("yes", "forum"), ("no", "")):
        scene = crafting("forum", Y=mine, options={"forum_gate": reading}).legal(lay("Y", "forum"))
        assert scene.table.over == over


def test_gtr_g15_with_either_role_a_craftsman_and_an_architect_mix():
    mine = {"hand": "gate", "stock": "concrete", "clients": "concrete", "amphitheatre": "concrete"}
    scene = building(Y=mine, options={"oot_roles": "either"}).legal(add("Y", "amphitheatre", "concrete", "stockpile"))
    scene.table.stack[-1].left = 1
    scene.legal(lay("Y", "gate", out=True)).illegal("GTR-R3", lay("Y", "gate"))


def test_gtr_g28_a_stairway_with_a_tower_or_a_road():
    wide = {"stairway_fits": "tower+road"}
    tower = {"Y": {"built": "stairway tower", "stock": "rubble"}, "L": seat(built="shrine")}
    road = {"Y": {"built": "stairway road", "stock": "wood"}, "L": seat(built="villa shrine")}
    building(**tower).illegal("GTR-G28", stairs("Y", "L", "shrine", "rubble"))
    building(**tower, options=wide).legal(stairs("Y", "L", "shrine", "rubble"))
    building(**road).illegal("GTR-G28", stairs("Y", "L", "villa", "wood"))
    building(**road, options=wide).legal(stairs("Y", "L", "villa", "wood"))
    building(**road, options=wide).illegal("GTR-G28", stairs("Y", "L", "shrine", "wood"))


def test_gtr_g13_circus_maximus_becomes_active_in_mid_sequence():
    hand = "stone gate wall latrine market bar"

    def scene(reading):
        mine = {"clients": "wood wood", "circus_maximus": "stone stone"}
        return crafting(hand, Y=mine, options={"circus_maximus": reading})

    late = (lay("Y", "gate"), lay("Y", "wall"), add("Y", "circus_maximus", "stone", "hand"))
    more = (lay("Y", "latrine"), lay("Y", "market"))
    scene("unused").illegal("GTR-R3", *late, more[0])
    scene("unused").legal(late[0], late[2], *late[1:2], more[0]).illegal("GTR-R3", more[1])
    scene("all").legal(*late, *more).illegal("GTR-R3", lay("Y", "bar"))
    scene("next-time").illegal("GTR-R3", *late, more[0])
    scene("next-time").legal(late[2], *late[:2]).illegal("GTR-R3", more[0])


def test_gtr_g55_a_concession_that_names_no_winner():
    everybody = e.GameConceded(winner="", players=("Y", "L", "R"))
    Scene().illegal("GTR-G55", everybody)
    scene = Scene(L=seat(vault="brick"), options={"concession": "points"}).legal(everybody)
    assert (scene.table.over, scene.sheet.winners) == ("conceded", ["L"])


def test_gtr_g41_a_bridge_that_asks_neighbours_only():
    near = {"number": 5, "Y": {"built": "bridge"}, "options": {"bridge_asks": "neighbours"}}
    legion(**near).legal(demand("Y", "gate"), give("L"), give("R"), END)
    legion(**near).illegal("GTR-R9", demand("Y", "gate"), give("O"))


def test_gtr_g34_the_first_of_two_clients_hired_in_one_action():
    def scene(reading):
        given = {"pool": "road brick", "Y": seat(hand="forum", built="baths bar"), "options": {"baths": reading}}
        return Scene(2, **given).legal(
            lead("Y", "patron", "forum"), think("L"), hire("Y", "road"), hire("Y", "wall", "deck")
        )

    scene("any-time").legal(haul("Y", "brick"))
    scene("at-once").illegal("GTR-R3", haul("Y", "brick"))


# --- what is told -----------------------------------------------------------------------------------------------------


def said(scene):
    return str(scene.findings[-1].message)


def test_what_is_told_names_what_where_and_what_instead():
    hauling = Scene(2, pool="brick wood", Y=seat(hand="road")).legal(lead("Y", "laborer", "road"), think("L"))
    assert said(hauling.do(haul("Y", "brick"), haul("Y", "wood"))) == (
        "Y acts as laborer once more than the 1 action there was"
    )
    assert said(Scene(2, pool="brick").do(haul("Y", "brick"))) == "Y acts as laborer, but no role was led"
    assert said(senators().do(senate("Y", "Y"))) == (
        "Y takes back a senator of their own; a Senate takes those of others"
    )
    full = Scene(2, pool="brick", Y=seat(hand="forum", clients="wood wood")).do(
        lead("Y", "patron", "forum"), think("L")
    )
    assert said(full.do(hire("Y", "brick"))) == "Y has 2 clients and hires one more; there is room for 2 in all"
    unended = Scene(2, Y=seat(hand="road"), L=seat(hand="bar")).do(lead("Y", "laborer", "road"), think("L"))
    assert said(unended.do(lead("L", "laborer", "bar"))) == "L leads, but the end of round 5 was not written down"


# --- cards named by their material alone ------------------------------------------------------------------------------


def test_gtr_r1_a_card_named_by_its_material_may_be_any_of_them():
    scene = Scene(2, pool="gate shrine", Y=seat(hand="road"), L=seat(clients="rubble"))
    scene.legal(lead("Y", "laborer", "road"), think("L", "senator"), haul("Y", "brick"), haul("L", "gate"))
    scene = Scene(2, pool="gate shrine", Y=seat(hand="road"), L=seat(clients="rubble"))
    scene.legal(lead("Y", "laborer", "road"), think("L", "senator"), haul("Y", "brick"), haul("L", "shrine"))
    scene.legal(END, lead("L", "merchant", "senator"), think("Y", "senator"), sell("L", "shrine"))
    scene = Scene(2, pool="gate shrine", Y=seat(hand="road", clients="rubble"), L=seat(clients="rubble"))
    scene.legal(lead("Y", "laborer", "road"), think("L", "senator"), haul("Y", "brick"), haul("Y", "brick"))
    scene.illegal("GTR-R1", haul("L", "gate"))


def test_gtr_r1_what_is_led_as_a_material_may_be_a_known_card_or_an_unseen_one():
    scene = Scene(2, Y=seat(hand="gate ?"), L=seat(clients="rubble", hand="road"))
    scene.legal(lead("Y", "legionary", "brick"), think("L", "senator"), END)
    scene.legal(lead("L", "laborer", "road"), think("Y", "senator"), haul("L", "shrine"))


def test_gtr_r1_the_card_that_is_named_is_found_before_the_one_that_is_not():
    scene = Scene(2, Y=seat(hand="wall tower"))
    scene.legal(lead("Y", "laborer", "concrete wall"), think("L", "senator"))
    Scene(2, Y=seat(hand="wall road")).illegal("GTR-R1", lead("Y", "laborer", "concrete wall"))
