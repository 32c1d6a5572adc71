"""What a table of Lutèce is worth, worked out by hand: majorities, prestige, influence, fortune, and who wins.

Mostly a tally: everybody says what they hold, Ana with event 1, Bo with 2, and so on.
"""

from typing import Any

import pytest
from conftest import Played, numbered, play
from lutece import (
    ApprenticeAttached,
    BidPlaced,
    BribeRaised,
    CardOffered,
    CardPurchased,
    CardRemoved,
    HoldingsDeclared,
    LegionDiscarded,
    RoundEnded,
)
from msgspec import json
from msgspec.structs import replace

from ledger.audit import judge
from ledger.events import Event, ScoreAdjusted
from ledger.game import catalogue_of
from ledger.games.lutece import GAME
from ledger.score import ScoreLine, as_json
from ledger.simulate import start
from ledger.walk import in_force, open_record
from ledger.words import Words

NAMES = ["Ana", "Bo", "Cem", "Dia", "Eli"]
BEER, BREAD, POTION, GLADIUS = "beer", "bread", "potion", "gladius"


def holding(player: str, held: str) -> HoldingsDeclared:
    """What somebody has, as in "7: C01 C37>C01": seven coins, a Brewer, and an Apprentice with him."""
    coins, _, words = held.rpartition(":")
    pairs = [word.split(">") for word in words.split()]
    attached = {pair[0]: pair[1] for pair in pairs if len(pair) == 2}
    return HoldingsDeclared(
        player=player, coins=int(coins or 0), cards=tuple(pair[0] for pair in pairs), attached=attached
    )


def tally(*held: str, **options: Any) -> Played:
    """Two to five players put their cards on the table."""
    return play(GAME, NAMES[: len(held)], *map(holding, NAMES, held), **options)


def awards(game: Played, resource: str) -> list[int]:
    """What everybody scores for one resource, in seat order."""
    lines = [line for line in game.sheet.lines if line.category == "majority"]
    return [line.points for line in lines if line.reason.values["resource"] == resource]


def sheet(game: Played) -> dict[str, list[int]]:
    """Everybody's majority, prestige, influence and fortune, and the total."""
    return {one["player"]: [*one["categories"].values(), one["total"]] for one in as_json(game.sheet)["players"]}


def points(game: Played, category: str, player: str = "Ana") -> dict[str, int]:
    """The points of one category by the card that scores them."""
    lines = [line for line in game.sheet.lines if (line.player, line.category) == (player, category)]
    return {line.cards[0]: line.points for line in lines}


def reasons(game: Played, category: str, player: str = "Ana") -> list[tuple[int, str, str]]:
    lines = [line for line in game.sheet.lines if (line.player, line.category) == (player, category)]
    return [(line.points, str(line.reason), line.rule) for line in lines]


# --- immediate effects: R22 to R24 ------------------------------------------------------------------------------------


def income(location: str, first: str, second: str) -> int:
    """Ana buys two Characters, and in the next round a Location: how many coins does its effect bring?"""
    rest = BidPlaced(player="Bo", actions=("revenue", "revenue"))
    opening = zip("ABC123", (first, second, "C33", location, "L26", "L29"), strict=True)
    events: list[Event] = [CardOffered(tile=tile, card=card) for tile, card in opening]
    events += [BidPlaced(player="Ana", actions=("A", "B")), rest]
    events += [CardPurchased(player="Ana", tile="A", card=first), CardPurchased(player="Ana", tile="B", card=second)]
    if second == "C37":
        events += [ApprenticeAttached(player="Ana", apprentice="C37", host=first)]
    events += [RoundEnded(), CardOffered(tile="A", card="C03"), CardOffered(tile="B", card="C34")]
    events += [BidPlaced(player="Ana", actions=("1", "revenue")), rest]
    before = play(GAME, NAMES[:2], *events)
    after = play(GAME, NAMES[:2], *events, CardPurchased(player="Ana", tile="1", card=location, paid=0))
    assert before.found() == []
    return after.table.players["Ana"].purse - before.table.players["Ana"].purse - 3 - 1  # revenue, and the coin on it


def test_lut_r22_a_field_counts_itself_every_symbol_and_an_apprentice() -> None:
    assert income("L01", "C01", "C17") == 1  # no bread but its own
    assert income("L01", "C01", "C09") == 2
    assert income("L01", "C09", "C11") == 4  # 1 + 1 + 2
    assert income("L01", "C11", "C37") == 4  # 1 + 2, and the Apprentice


def test_lut_r22_forest_and_mine_count_their_own_kind() -> None:
    assert income("L04", "C19", "C37") == 4
    assert income("L07", "C27", "C37") == 4
    assert income("L04", "C27", "C37") == 1


def test_lut_r23_a_tavern_counts_five_and_every_beer() -> None:
    assert income("L22", "C09", "C17") == 5
    assert income("L22", "C01", "C09") == 6
    assert income("L22", "C02", "C37") == 8


def play_with(changes: dict[str, dict[str, Any]], players: int, *events: Event) -> Played:
    """A table with a card list in which some cards are different."""
    data = json.decode(GAME.catalogue().data)
    data["cards"] = [{**card, **changes.get(card["id"], {})} for card in data["cards"]]
    force = in_force(numbered([replace(start(GAME, NAMES[:players]), catalogue_digest=""), *events]))
    record = open_record(GAME, force.events, catalogue=catalogue_of(json.encode(data)))
    return Played(record, judge(record, force))


def test_lut_r23_a_tavern_that_shows_a_beer_counts_it() -> None:
    opening = zip("ABC123", ("C01", "C10", "C33", "L01", "L22", "L29"), strict=True)
    events: list[Event] = [CardOffered(tile=tile, card=card) for tile, card in opening]
    events += [BidPlaced(player="Ana", actions=("A", "2")), BidPlaced(player="Bo", actions=("revenue", "revenue"))]
    events += [CardPurchased(player="Ana", tile="A", card="C01")]
    tavern = CardPurchased(player="Ana", tile="2", card="L22", received=7)  # 5, the Brewer, and its own
    beer = {"L22": {"resources": {"beer": 1}, "talent": 9}}
    assert play_with(beer, 2, *events, tavern).found() == []
    assert play_with({}, 2, *events, tavern).found() == [(10, "LUT-R23", "violation")]


# --- majorities: R25 to R28a ------------------------------------------------------------------------------------------


def test_lut_r25_symbols_are_counted_not_cards() -> None:
    assert awards(tally("C02 C03", "C01 C04 C06"), BEER) == [10, 0]  # two cards with four symbols, three with three


def test_lut_r25_an_apprentice_is_a_symbol() -> None:
    assert awards(tally("C01 C37>C01 C38>C01", "C02"), BEER) == [10, 0]  # 3 against 2


def test_lut_r25_the_highest_talent_breaks_a_tie_for_the_most() -> None:
    assert awards(tally("C02", "C05"), BEER) == [0, 10]  # 2 each; talent 4 against 5
    assert awards(tally("C01 C06", "C03"), BEER) == [10, 0]  # 2 each; the better of 1 and 8 against 7


def test_lut_r25_characters_and_locations_are_alike_in_a_tie() -> None:
    assert awards(tally("L03", "C13"), BREAD) == [10, 0]  # a Field with 10, a Baker with 9


def test_lut_r25_the_talent_of_the_resource_or_of_any_card_decides() -> None:
    held = ["C01 C13", "C04"]  # one beer each, talent 1 and 2; Ana has a Baker with talent 9
    assert awards(tally(*held, talent_of="resource"), BEER) == [0, 10]
    assert awards(tally(*held, talent_of="any_card"), BEER) == [10, 0]


def test_lut_r25_the_talent_of_the_resource_or_of_any_card_decides_the_minority_too() -> None:
    held = ["C02", "C06 C09", "C04 C13"]  # beers 2, 1, 1; talents of beer 8 and 2, of any card 1, 8 and 2, 9
    assert awards(tally(*held, talent_of="resource"), BEER) == [10, 4, 0]
    assert awards(tally(*held, talent_of="any_card"), BEER) == [10, 0, 4]


def test_lut_r26_nobody_scores_for_a_resource_that_nobody_has() -> None:
    game = tally("C01", "C02", "C03")
    assert [awards(game, kind) for kind in (BREAD, POTION, GLADIUS)] == [[0, 0, 0]] * 3


def test_lut_r26_the_only_one_who_has_it_scores_ten_and_the_others_nothing() -> None:
    assert awards(tally("", "C01", ""), BEER) == [0, 10, 0]
    assert awards(tally("", "C01", "", minority="none_and_fewest"), BEER) == [0, 10, 0]


@pytest.mark.parametrize(("reading", "given"), [("none_only", [10, 4, 0]), ("none_and_fewest", [10, 0, 0])])
def test_lut_r27_where_somebody_has_none_the_fewest_are_no_minority_or_are(reading: str, given: list[int]) -> None:
    assert awards(tally("C02 C01", "C04", "", minority=reading), BEER) == given  # 3, 1, 0


@pytest.mark.parametrize("reading", ["none_only", "none_and_fewest"])
def test_lut_r27_where_everybody_has_some_the_one_with_the_fewest_is_the_minority(reading: str) -> None:
    assert awards(tally("C02 C01", "C05", "C04", minority=reading), BEER) == [10, 4, 0]  # 3, 2, 1


def test_lut_r27_all_who_have_none_are_the_minority() -> None:
    assert awards(tally("C02", "", "C01", ""), BEER) == [10, 0, 4, 0]


def test_lut_r27_the_lowest_talent_breaks_a_tie_for_the_fewest() -> None:
    assert awards(tally("C02 C03", "C04", "C06"), BEER) == [10, 0, 4]  # one beer each; talent 2 against 8
    assert awards(tally("C02 C03", "C01 C06", "C05"), BEER) == [10, 0, 4]  # two each; the worse of 1 and 8 against 5


def test_lut_r27_a_tie_among_holders_makes_a_second_minority_under_the_polish_letter() -> None:
    held = ["C02 C03", "C04", "C06", ""]  # 4, 1, 1, 0
    assert awards(tally(*held, minority="none_only"), BEER) == [10, 4, 4, 0]
    assert awards(tally(*held, minority="none_and_fewest"), BEER) == [10, 0, 4, 0]


# Three with two swords each: talents 1 and 9, 4 and 5, 7 and 8. Ana has the highest and the lowest.
LEVEL = ["C25 C29", "L07 L08", "C31 C26"]


@pytest.mark.parametrize(("reading", "given"), [("exclude_majority", [10, 0, 4]), ("no_minority", [10, 4, 4])])
def test_lut_r28_where_all_are_level_the_majority_is_left_out_or_nobody_is_the_minority(
    reading: str, given: list[int]
) -> None:
    assert awards(tally(*LEVEL, all_level=reading), GLADIUS) == given


@pytest.mark.parametrize("reading", ["exclude_majority", "no_minority"])
def test_lut_r28_the_lowest_talent_of_another_player_is_the_minority_in_either_reading(reading: str) -> None:
    assert awards(tally("C29 C26", "L07 L08", "C25 C31", all_level=reading), GLADIUS) == [10, 4, 0]


@pytest.mark.parametrize(("reading", "given"), [("exclude_majority", [10, 0]), ("no_minority", [10, 4])])
def test_lut_r28_two_players_who_are_level_score_ten_and_nothing_by_default(reading: str, given: list[int]) -> None:
    assert awards(tally("C25 C29", "L07 L08", all_level=reading), GLADIUS) == given


def test_lut_r28_the_example_of_the_ruling_with_its_own_talents() -> None:
    changes = {"C31": {"talent": 6}, "C26": {"talent": 7}, "C27": {"talent": 20}}
    game = play_with(changes, 3, *map(holding, NAMES, LEVEL))
    assert awards(game, GLADIUS) == [10, 0, 4]


def any_card(*held: str) -> Played:
    return tally(*held, talent_of="any_card")


def test_lut_r28a_equal_talents_are_compared_card_by_card() -> None:
    # One beer each, and 9 as the best talent of both; then Ana's 8 beats Bo's 2.
    assert awards(any_card("C01 C13 C10", "C04 C21"), BEER) == [10, 0]


def test_lut_r28a_the_list_that_ends_first_is_the_weaker() -> None:
    assert awards(any_card("C01 C13", "C04 C21 C17"), BEER) == [0, 10]  # 9 1 against 9 2
    assert awards(any_card("C04 C13", "C06 C21 C12"), BEER) == [0, 10]  # 9 2 against 9 8
    assert awards(any_card("C04 C10", "C06 C12 C17"), BEER) == [0, 10]  # 8 2 against 8 2 1
    # And for the fewest: 2 8 against 2 8 9, after Ana's two beers.
    assert awards(any_card("C02", "C04 C10", "C06 C12 C21"), BEER) == [10, 0, 4]


def test_lut_r28a_nobody_has_the_majority_when_the_lists_are_equal_to_the_end() -> None:
    # Ana and Bo have two beers and talents 4 and 5, Cem has one beer: the first two are not last.
    game = any_card("C02 L02", "C05 L04", "C01")
    assert awards(game, BEER) == [4, 4, 0]
    said = "level at the top with 2 beer, unresolved by the rules"
    assert reasons(game, "majority")[0] == (4, said, "LUT-R28a")


def test_lut_r28a_all_who_are_tied_for_last_score_nothing() -> None:
    game = any_card("C02", "C01 C12", "C04 C17")  # beers 2, 1, 1; talents 1 and 2 twice
    assert awards(game, BEER) == [10, 0, 0]
    said = "the fewest beer (1), level with another, unresolved by the rules"
    assert reasons(game, "majority", "Bo")[0] == (0, said, "LUT-R28a")


def test_lut_r28a_two_players_level_to_the_end_both_score_nothing() -> None:
    assert awards(any_card("C01 C12", "C04 C17"), BEER) == [0, 0]


def test_lut_r28a_the_same_holdings_are_resolved_by_the_talent_of_the_resource() -> None:
    assert awards(tally("C01 C12", "C04 C17"), BEER) == [0, 10]


# --- apprentices and legionnaires: R31, R32, R17 ----------------------------------------------------------------------


def test_lut_r31_an_apprentice_counts_for_a_mill_and_not_for_a_bakery() -> None:
    game = tally("C10 C37>C10 L10 L16", "")
    assert points(game, "prestige") == {"L10": 2, "L16": 5}  # two breads; 2 + Baker, Mill and Bakery


def test_lut_r31_an_apprentice_counts_for_a_market() -> None:
    assert points(tally("C01 C37>C01 C11 L29", ""), "influence") == {"L29": 6}
    assert points(tally("C01 C37 C11 L29", ""), "influence") == {"L29": 0}  # not attached


def test_lut_r31_an_apprentice_is_no_roman_location() -> None:
    assert points(tally("C10 C37>C10 L26", ""), "influence") == {"L26": 3}


def test_lut_r31_an_apprentice_alone_or_with_a_legionnaire_gives_nothing() -> None:
    assert sheet(tally("C37", "C38>C33 C33")) == {"Ana": [0, 0, 0, 0, 0], "Bo": [0, 0, 2, 0, 2]}


def test_lut_r32_an_apprentice_without_a_talent_is_left_out_of_ties() -> None:
    # Two breads each: Bo has the highest talent, 9; of Ana's 8 and Cem's 6 Cem's is the lower. Were the Apprentice a 0,
    # Ana would be the minority.
    assert awards(tally("C10 C37>C10", "C13 C09", "C11"), BREAD) == [4, 10, 0]


def test_lut_r32_a_talent_printed_on_an_apprentice_counts_for_what_it_produces() -> None:
    held = ["C10 C37>C10", "C13 C09", "C11"]
    high = play_with({"C37": {"talent": 12}}, 3, *map(holding, NAMES, held))
    assert awards(high, BREAD) == [10, 0, 4]  # 12 beats 9, and Bo's 1 is the lowest
    low = play_with({"C37": {"talent": 0}}, 3, *map(holding, NAMES, held))
    assert awards(low, BREAD) == [0, 10, 4]


def test_lut_r17_a_legionnaire_kept_scores_two_points() -> None:
    assert points(tally("C33 C34", ""), "influence") == {"C33": 2, "C34": 2}


# --- influence and prestige: R33 to R35 -------------------------------------------------------------------------------

TWO_OF_EACH = "C02 C11 C19 C27"  # two beers, two breads, two potions, two swords


def test_lut_r33_a_market_pays_six_for_its_demand_and_nothing_for_less() -> None:
    assert points(tally("C02 C11 L29", ""), "influence") == {"L29": 6}
    assert points(tally("C02 C10 L29", ""), "influence") == {"L29": 0}


def test_lut_r33_one_symbol_serves_one_market() -> None:
    both = points(tally("C02 C11 C19 L29 L30", ""), "influence")  # two beers for two Markets that want two each
    assert sorted(both.values()) == [0, 6]
    assert points(tally("C02 C03 C11 C19 L29 L30", ""), "influence") == {"L29": 6, "L30": 6}


def test_lut_r33_the_most_markets_are_served_where_taking_them_in_turn_would_fail() -> None:
    # Beer and bread first would leave nothing for beer and potion, nor for bread and swords.
    assert points(tally(f"{TWO_OF_EACH} L29 L30 L33", ""), "influence") == {"L29": 0, "L30": 6, "L33": 6}


def test_lut_r33_all_six_markets_can_be_served_with_six_of_each() -> None:
    six = "C02 C03 C05 C11 C14 C09 C12 C19 C22 C17 C20 C27 C30 C25 C28 L29 L30 L31 L32 L33 L34"
    assert points(tally(six, ""), "influence") == dict.fromkeys(["L29", "L30", "L31", "L32", "L33", "L34"], 6)
    fewer = six.replace("C28 ", "")  # five swords serve two Markets of the three that want them
    assert sum(points(tally(fewer, ""), "influence").values()) == 30


def test_lut_r33_spending_lowers_nothing_else() -> None:
    with_market = tally("C02 C11 L10 L29", "C04 C10")
    without = tally("C02 C11 L10", "C04 C10")
    assert sheet(with_market)["Ana"] == [20, 2, 6, 0, 28]
    assert sheet(without)["Ana"] == [20, 2, 0, 0, 22]


def test_lut_r34_a_market_pays_once() -> None:
    assert points(tally("C02 C03 C11 C14 L29", ""), "influence") == {"L29": 6}  # four of each


def test_lut_r34_two_bakeries_count_themselves_and_each_other() -> None:
    assert points(tally("L16 L17", ""), "prestige") == {"L16": 4, "L17": 4}


def test_lut_r34_every_mill_and_every_statue_scores_by_itself() -> None:
    game = tally("C11 L10 L11 L26 L27", "")
    assert points(game, "prestige") == {"L10": 2, "L11": 2}
    assert points(game, "influence") == {"L26": 5, "L27": 5}


@pytest.mark.parametrize(
    ("worker", "mill", "bakery"), [("C11", "L10", "L16"), ("C19", "L12", "L18"), ("C27", "L14", "L20")]
)
def test_lut_r35_mills_count_symbols_and_bakeries_count_cards(worker: str, mill: str, bakery: str) -> None:
    game = tally(f"{worker} {mill} {bakery}", "")
    assert points(game, "prestige") == {mill: 2, bakery: 5}  # two symbols on one card; worker, Mill and Bakery


def test_lut_r35_other_kinds_count_for_neither() -> None:
    assert points(tally("C02 C19 C27 L10 L16 L12", ""), "prestige") == {"L10": 0, "L16": 4, "L12": 2}


def test_lut_r35_a_statue_counts_roman_locations_and_only_those() -> None:
    assert points(tally("L26", ""), "influence") == {"L26": 3}
    assert points(tally("L10 L12 L14 L16 L18 L20 L26", ""), "influence") == {"L26": 9}
    assert points(tally("C01 C33 L01 L04 L07 L22 L26 L27 L29", ""), "influence")["L26"] == 3


def test_lut_r35_the_card_list_says_which_locations_are_roman() -> None:
    game = play_with({"L22": {"roman": True}}, 2, holding("Ana", "L22 L26"), holding("Bo", ""))
    assert points(game, "influence") == {"L26": 4}


# --- fortune and the win: R37, R38 ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("coins", "given"), [(0, 0), (2, 0), (3, 1), (5, 1), (6, 2), (66, 22), (-4, 0)])
def test_lut_r37_every_three_coins_are_a_point_and_the_rest_is_worth_nothing(coins: int, given: int) -> None:
    assert sheet(tally(f"{coins}:", "0:"))["Ana"] == [0, 0, 0, given, given]


def test_lut_r38_most_points_win() -> None:
    assert tally("6:", "5: L22 L23").sheet.winners == ["Ana"]


def test_lut_r38_money_breaks_a_tie_and_the_english_letter_shares_it() -> None:
    held = ["3: L22 L23", "4:", "4:"]  # a point each
    assert tally(*held[:2], ties="money_cards").sheet.winners == ["Bo"]
    assert tally(*held[:2], ties="shared").sheet.winners == ["Ana", "Bo"]


def test_lut_r38_cards_break_a_tie_of_money() -> None:
    assert tally("4: L22", "4:").sheet.winners == ["Ana"]
    assert tally("4: C37", "4:").sheet.winners == ["Ana"]  # an Apprentice is a card too
    assert tally("4: L22", "4: C37 L23").sheet.winners == ["Bo"]
    assert tally("4: L22", "4:", ties="shared").sheet.winners == ["Ana", "Bo"]


def test_lut_r38_who_is_still_level_shares_the_win_in_seat_order() -> None:
    assert tally("4: L22", "4: L23").sheet.winners == ["Ana", "Bo"]
    assert tally("", "4: L22", "4: L23", "4:").sheet.winners == ["Bo", "Cem"]


def test_lut_r38_each_step_looks_only_at_those_still_level() -> None:
    # Ana and Bo have a point each, Bo more money; Cem has the most cards and no point.
    assert tally("3: L22 L23", "4:", "2: L24 L25 C37 C38").sheet.winners == ["Bo"]
    # Bo and Cem are level in points and money; Ana has more money than both and fewer points.
    assert tally("5:", "4: C33", "4: C34 L22").sheet.winners == ["Cem"]


def test_lut_r38_adjustments_count_for_the_win() -> None:
    held = [holding("Ana", "6:"), holding("Bo", "3:")]
    assert play(GAME, NAMES[:2], *held).sheet.winners == ["Ana"]
    assert play(GAME, NAMES[:2], *held, ScoreAdjusted(player="Bo", points=2)).sheet.winners == ["Bo"]
    assert play(GAME, NAMES[:2], *held, ScoreAdjusted(player="Bo", points=1)).sheet.winners == ["Ana"]  # by money


def test_lut_r38_there_is_no_winner_before_the_end() -> None:
    game = play(GAME, NAMES[:2], holding("Ana", "6:"))
    assert (game.sheet.final, game.sheet.winners) == (False, [])


# --- whole sheets and whole lines -------------------------------------------------------------------------------------


def test_a_sheet_worked_out_by_hand() -> None:
    game = tally(
        "7: C02 C10 C37>C10 L10 L16 L29",  # 2 beers, 2 breads
        "4: C01 C11 L01 L22 C33",  # 1 beer, 3 breads
        "11: C18 L04 L12 L26",  # 2 potions
    )
    assert game.found() == []
    assert sheet(game) == {
        # Beer 10, bread 4. Mill 2, Bakery 2 + Baker, Mill, Bakery. The Market has its beers and breads. 7 coins.
        "Ana": [14, 7, 6, 2, 29],
        # Beer 4, bread 10. A Legionnaire. 4 coins.
        "Bo": [14, 0, 2, 1, 17],
        # Potion 10. Laboratory 2. Statue 3 + Laboratory. 11 coins.
        "Cem": [10, 2, 4, 3, 19],
    }
    assert [awards(game, kind) for kind in (BEER, BREAD, POTION, GLADIUS)] == [
        [10, 4, 0],
        [4, 10, 0],
        [0, 0, 10],
        [0, 0, 0],
    ]
    assert game.sheet.winners == ["Ana"]


def test_the_reasons_say_how_a_tie_was_broken() -> None:
    game = tally("C25 C29", "L07 L08 C02", "C31 C26 C04")
    assert reasons(game, "majority", "Ana")[3] == (10, "the most gladius (2), by talent", "LUT-R25")
    assert reasons(game, "majority", "Bo") == [
        (10, "the most beer (2)", "LUT-R25"),
        (0, "nobody has any bread", "LUT-R26"),
        (0, "nobody has any potion", "LUT-R26"),
        (0, "the fewest gladius (2), by talent; the majority is not counted", "LUT-R28"),
    ]
    assert reasons(game, "majority", "Cem")[3] == (4, "neither most nor fewest gladius (2)", "LUT-R27")
    assert reasons(game, "majority", "Ana")[0] == (0, "no beer", "LUT-R27")


def test_every_line_names_its_cards_and_the_events_that_brought_them() -> None:
    opening = zip("ABC123", ("C10", "C37", "C33", "L01", "L10", "L29"), strict=True)
    rest = BidPlaced(player="Bo", actions=("revenue", "revenue"))
    events: list[Event] = [
        *(CardOffered(tile=tile, card=card) for tile, card in opening),  # 1 to 6
        BidPlaced(player="Ana", actions=("A", "B")),
        rest,
        CardPurchased(player="Ana", tile="A", card="C10"),  # 9
        CardPurchased(player="Ana", tile="B", card="C37"),
        ApprenticeAttached(player="Ana", apprentice="C37", host="C10"),  # 11
        RoundEnded(),
        CardOffered(tile="A", card="C01"),
        CardOffered(tile="B", card="C02"),
        BidPlaced(player="Ana", actions=("2", "revenue")),
        rest,
        BribeRaised(player="Ana", card=2, coins=1),  # 17
        CardPurchased(player="Ana", tile="2", card="L10"),  # 18
    ]
    game = play(GAME, NAMES[:2], *events)
    assert game.found() == []
    lines = [line for line in game.sheet.lines if line.player == "Ana" and line.points]
    most = Words("the most {resource} ({count})", resource="bread", count=2)
    assert lines[0] == ScoreLine("Ana", "majority", 10, most, "LUT-R25", ("C10", "C37"), (9, 11))
    assert [(line.category, line.points, line.rule, line.cards, line.events) for line in lines] == [
        ("majority", 10, "LUT-R25", ("C10", "C37"), (9, 11)),
        ("prestige", 2, "LUT-R35", ("L10", "C10", "C37"), (9, 11, 18)),
        ("fortune", 1, "LUT-R37", (), (0, 9, 10, 17, 18)),  # 5 - 1 - 1 - 1, then + 3 - 2 + 1 lying on the Mill
    ]
    assert [str(line.reason) for line in lines[::2]] == ["the most bread (2)", "4 coins"]


def test_lines_name_the_card_that_scores_and_what_it_counts() -> None:
    game = tally("C11 L10 L16 L26 L32 C33", "")
    lines = [line for line in game.sheet.lines if line.player == "Ana" and line.category in ("prestige", "influence")]
    assert [(line.cards, line.points, line.rule, line.events) for line in lines] == [
        (("L10", "C11"), 2, "LUT-R35", (1,)),
        (("L16", "C11", "L10"), 5, "LUT-R35", (1,)),
        (("L26", "L10", "L16"), 5, "LUT-R35", (1,)),
        (("L32",), 0, "LUT-R33", (1,)),
        (("C33",), 2, "LUT-R17", (1,)),
    ]
    names = ["Mill", "Bakery", "Statue of Augustus", "Market", "Legionnaire"]
    assert [str(line.reason).startswith(name) for line, name in zip(lines, names, strict=True)] == [True] * 5


def test_an_adjustment_is_a_line_of_its_own() -> None:
    penalty = ScoreAdjusted(player="Bo", points=-3, reason="coins under the table")
    game = play(GAME, NAMES[:2], holding("Ana", "6:"), holding("Bo", "9:"), penalty)
    line = game.sheet.lines[-1]
    assert (line.player, line.category, line.points, line.rule, line.events) == ("Bo", "adjusted", -3, "adjusted", (3,))
    assert str(line.reason) == "coins under the table"


def test_lut_r17_a_legionnaire_spent_and_a_card_destroyed_score_nothing() -> None:
    opening = zip("ABC123", ("C01", "C10", "C33", "L01", "L22", "L29"), strict=True)
    both = [BidPlaced(player="Ana", actions=("C", "1")), BidPlaced(player="Bo", actions=("1", "revenue"))]
    events: list[Event] = [
        *(CardOffered(tile=tile, card=card) for tile, card in opening),
        *both,
        BribeRaised(player="Bo", card=1, coins=2),
        CardPurchased(player="Ana", tile="C", card="C33"),
        LegionDiscarded(player="Ana", legion="C33", tile="1", favour="Ana"),
        CardRemoved(tile="1", card="L01", reason="tied"),
        RoundEnded(),
    ]
    game = play(GAME, NAMES[:2], *events)
    assert game.found() == []
    assert sheet(game) == {"Ana": [0, 0, 0, 1, 1], "Bo": [0, 0, 0, 3, 3]}
