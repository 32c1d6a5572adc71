"""Lutèce declared by counts: scored as cards are, unknown where nobody said, audited for what cannot be."""

from typing import Any

import pytest
from conftest import Played, play
from lutece import Claimed, HoldingsDeclared

from ledger.events import GameEnded, PlayerLeft, ScoreAdjusted
from ledger.forms import fill, rest_is_zero
from ledger.games import GAMES
from ledger.games.lutece import GAME
from ledger.games.lutece.cards import PLACES, RESOURCES
from ledger.games.lutece.counts import CountsDeclared, counts_of
from ledger.log import decode, scan
from ledger.score import as_json, deck_note, open_spans
from ledger.simulate import simulate
from ledger.tally import missing
from ledger.walk import fold, open_record

NAMES = ["Ana", "Bo", "Cem", "Dia"]
NO_PLACES = dict.fromkeys(PLACES, 0)


def counts(player: str = "Ana", **said: Any) -> CountsDeclared:
    """Nothing of everything, but what is said otherwise."""
    resources = dict.fromkeys(RESOURCES, 0) | said.pop("resources", {})
    places = NO_PLACES | said.pop("locations", {})
    whole = {"coins": 0, "roman": 0, "markets": 0, "legionnaires": 0} | said
    return CountsDeclared(player=player, resources=resources, locations=places, **whole)


def tally(*declared: Any, players: int = 0, **options: Any) -> Played:
    return play(GAME, NAMES[: players or max(2, len(declared))], *declared, **options)


def figures(game: Played, player: str = "Ana") -> list[int]:
    return list(game.sheet.figures[player].values())


def told(game: Played) -> list[tuple[int | None, str, str]]:
    return [(finding.n, finding.rule, str(finding.message)) for finding in game.findings]


def wanting(game: Played) -> dict[str, list[str]]:
    return {player: [one.field for one in own] for player, own in missing(game.record).items()}


# --- what it is worth -------------------------------------------------------------------------------------------------


def test_everything_that_was_counted_scores_in_the_four_categories_with_a_reason():
    ana = counts(
        coins=8,
        resources={"beer": 3, "bread": 2},
        locations={"mill": 2, "bakery": 1, "statue": 1},
        families={"bread": 4},
        roman=5,
        markets=2,
        legionnaires=3,
    )
    game = tally(ana, counts("Bo", resources={"beer": 1, "potion": 1}))
    assert game.found() == []
    assert figures(game) == [10 + 10, 2 * 2 + 2 + 4, 3 + 5 + 12 + 6, 2]
    assert [(line.points, str(line.reason), line.rule) for line in game.sheet.lines if line.player == "Ana"] == [
        (10, "the most beer (3), declared", "LUT-R25"),
        (10, "the most bread (2), declared", "LUT-R25"),
        (0, "no potion, declared", "LUT-R27"),
        (0, "nobody has any gladius, declared", "LUT-R26"),
        (4, "2 × Mill: 1 a bread (2), declared", "LUT-R35"),
        (6, "Bakery: 2 and 1 a card of the bread family (4), declared", "LUT-R35"),
        (8, "Statue of Augustus: 3 and 1 a roman Location (5), declared", "LUT-R35"),
        (12, "Markets fulfilled: 2, declared", "LUT-R33"),
        (6, "Legionnaires kept: 3, declared", "LUT-R17"),
        (2, "8 coins, declared", "LUT-R37"),
    ]
    assert (game.sheet.final, game.sheet.winners, game.sheet.missing) == (True, ["Ana"], {})


def test_a_table_may_be_half_by_cards_and_half_by_counts():
    bo = HoldingsDeclared(player="Bo", coins=3, cards=("C02", "L10"))
    game = tally(counts(resources={"beer": 1, "bread": 1}), bo)
    assert figures(game) == [10, 0, 0, 0]
    assert figures(game, "Bo") == [10, 0, 0, 1]


def test_full_counts_of_the_cards_of_played_games_give_the_figures_of_the_cards():
    for seed in range(30):
        _, events = decode(scan(simulate(GAME, seed)), GAMES)
        played = fold(open_record(GAME, events), [one for one in events if not isinstance(one, (Claimed, GameEnded))])
        table = played.table
        said = [counts_of(table, player) for player in table.players.values()]
        held = [
            HoldingsDeclared(
                player=player.name,
                coins=player.purse,
                cards=tuple(player.cards),
                attached={one: where.host for one, where in player.attached.items()},
            )
            for player in table.players.values()
        ]
        players = list(table.players)
        by_cards, by_counts = play(GAME, players, *held), play(GAME, players, *said)
        assert by_counts.sheet.figures == by_cards.sheet.figures
        assert (by_counts.sheet.winners, by_counts.sheet.missing) == (by_cards.sheet.winners, {})
        assert by_counts.found() == []


def test_the_later_declaration_of_a_player_replaces_the_earlier_with_a_warning_and_nobody_elses():
    first, bo = counts(coins=9), counts("Bo", coins=6)
    game = tally(first, bo, counts(coins=12), players=2)
    assert [(n, rule) for n, rule, _ in game.found()] == [(3, "holdings")]
    assert game.findings[0].severity == "warning"
    assert (figures(game)[3], figures(game, "Bo")[3]) == (4, 2)
    assert tally(first, bo, first, players=2).found() == []
    by_cards = tally(first, bo, HoldingsDeclared(player="Ana", coins=3, cards=("C33",)), players=2)
    assert figures(by_cards) == [0, 0, 2, 1]


# --- unknown is not zero ----------------------------------------------------------------------------------------------


def test_what_was_left_out_is_unknown_and_named():
    game = tally(CountsDeclared(player="Ana", coins=7), counts("Bo", coins=12))
    ana, bo = as_json(game.sheet)["players"]
    assert (ana["total"], ana["range"]) == (2, (2, None))
    assert ana["ranges"] == {"majority": (0, 40), "prestige": (0, None), "influence": (0, None)}
    assert ana["unknown"] == [
        *(f"resources.{one}" for one in RESOURCES),
        *(f"locations.{one}" for one in PLACES),
        "markets",
        "legionnaires",
    ]
    assert "unknown" not in bo and bo["categories"]["fortune"] == 4
    assert (game.sheet.final, game.sheet.winners) == (False, [])


def test_who_has_not_declared_may_have_anything_once_somebody_has():
    assert tally(players=2).sheet.missing == {}
    game = tally(counts(resources={"beer": 2}), players=2)
    assert wanting(game) == {"Bo": ["holdings"]}
    assert game.sheet.spans["Ana"] == {"majority": (0, 10)}  # for beer; who has none of the others gets nothing
    assert game.sheet.ranges["Bo"] == (0, None)


def test_what_counts_for_nothing_is_not_asked_for():
    game = tally(counts(locations={"bakery": 1, "statue": 1, "mill": 1}, roman=None), counts("Bo"))
    assert wanting(game) == {"Ana": ["families.bread", "roman"]}
    assert wanting(tally(counts(roman=None, coins=1), counts("Bo", roman=None))) == {}


def test_a_bakery_counts_at_least_itself_and_a_statue_what_is_known_to_be_roman():
    game = tally(counts(locations={"bakery": 2, "statue": 1}, roman=None), counts("Bo"))
    assert game.sheet.spans["Ana"] == {"prestige": (2 * (2 + 2), None), "influence": (3 + 2, None)}


def test_coins_that_nobody_counted_are_unknown_beside_named_cards_too():
    game = tally(HoldingsDeclared(player="Ana", cards=("C33",)), counts("Bo", coins=9))
    assert game.sheet.spans["Ana"] == {"fortune": (0, None)}
    assert (wanting(game), game.sheet.final) == ({"Ana": ["coins"]}, False)


# --- who has won ------------------------------------------------------------------------------------------------------


def test_an_unknown_figure_that_cannot_change_the_winner_leaves_the_win():
    ahead = counts(resources={"beer": 2}, markets=3)  # 10 and 18
    game = tally(ahead, counts("Bo", resources={"beer": 1, "bread": None} if False else {"beer": 1}, coins=2))
    assert game.sheet.winners == ["Ana"]
    known = {one: 0 for one in RESOURCES if one != "bread"} | {"beer": 1}
    partly = CountsDeclared(player="Bo", coins=0, resources=known, locations=NO_PLACES, markets=0, legionnaires=0)
    game = tally(ahead, partly)
    assert game.sheet.spans["Bo"] == {"majority": (0, 10)}
    assert (game.sheet.final, game.sheet.winners, wanting(game)) == (True, ["Ana"], {"Bo": ["resources.bread"]})


@pytest.mark.parametrize(("lead", "won"), [(10, []), (11, ["Ana"])])
def test_the_win_is_open_while_the_unknown_may_reach_it(lead: int, won: list[str]):
    known = {one: 0 for one in RESOURCES if one != "bread"}
    bo = CountsDeclared(player="Bo", coins=0, resources=known, locations=NO_PLACES, markets=0, legionnaires=0)
    game = tally(counts(), bo, ScoreAdjusted(player="Ana", points=lead), players=2)
    assert (game.sheet.winners, game.sheet.final) == (won, bool(won))


def test_what_one_resource_gives_two_players_it_gives_at_once():
    """Cem has not counted beer: either Bo keeps 4 and Ana 10, or Cem takes the majority and Bo, the fewest, has 0."""
    known = {one: 0 for one in RESOURCES if one != "beer"}
    cem = CountsDeclared(player="Cem", coins=0, resources=known, locations=NO_PLACES, markets=0, legionnaires=0)
    table = counts(resources={"beer": 3}), counts("Bo", resources={"beer": 2}), cem
    for points, won in ((3, ["Ana"]), (4, [])):
        rulings = ScoreAdjusted(player="Bo", points=points), ScoreAdjusted(player="Ana", points=10 - 10)
        game = tally(*table, *rulings, ScoreAdjusted(player="Cem", points=-20), players=3)
        assert game.sheet.spans == {
            "Ana": {"majority": (4, 10)},
            "Bo": {"majority": (0, 4)},
            "Cem": {"majority": (0, 10)},
        }
        assert game.sheet.winners == won


def test_talents_are_asked_for_only_where_a_tie_needs_them():
    level = counts(resources={"beer": 2}), counts("Bo", resources={"beer": 2})
    game = tally(*level)
    assert wanting(game) == {"Ana": ["talents.beer"], "Bo": ["talents.beer"]}
    assert all(one.late for own in missing(game.record).values() for one in own)
    assert game.sheet.winners == []
    broken = tally(
        counts(resources={"beer": 2}, talents={"beer": (1, 7)}),
        counts("Bo", resources={"beer": 2}, talents={"beer": (2, 5)}),
    )
    assert (broken.sheet.winners, wanting(broken), figures(broken)[0], figures(broken, "Bo")[0]) == (["Ana"], {}, 10, 0)
    apart = tally(counts(resources={"beer": 2}), counts("Bo", resources={"beer": 1}))
    assert wanting(apart) == {}


def test_a_tie_between_neither_most_nor_fewest_needs_no_talent():
    table = [counts(name, resources={"beer": number}) for name, number in zip(NAMES, (3, 2, 2, 0), strict=True)]
    assert wanting(tally(*table)) == {}


def test_cards_are_asked_for_only_where_a_tie_for_the_win_needs_them():
    game = tally(counts(coins=3), counts("Bo", coins=3))
    assert (wanting(game), game.sheet.winners) == ({"Ana": ["cards"], "Bo": ["cards"]}, [])
    assert tally(counts(coins=3), counts("Bo", coins=4)).sheet.winners == ["Bo"]
    assert tally(counts(coins=3, cards=4), counts("Bo", coins=3, cards=3)).sheet.winners == ["Ana"]
    assert tally(counts(coins=3), counts("Bo", coins=3), ties="shared").sheet.winners == ["Ana", "Bo"]


def test_a_claim_that_the_unknown_may_explain_cannot_be_judged_and_any_other_is_wrong():
    table = CountsDeclared(player="Ana", coins=7), PlayerLeft(player="Bo")
    judged = {points: tally(*table, Claimed(player="Ana", fortune=2, prestige=points), players=2) for points in (9, -1)}
    assert [finding.severity for finding in judged[9].findings] == ["undecidable"]
    assert [(finding.severity, str(finding.message)) for finding in judged[-1].findings] == [
        ("violation", "Ana claims prestige -1; the table is worth prestige ?")
    ]


# --- who left ---------------------------------------------------------------------------------------------------------


def test_the_others_finish_without_somebody_who_left():
    table = counts(resources={"beer": 2}), counts("Bo", resources={"beer": 1})
    assert tally(*table, players=3).sheet.final is False
    game = tally(*table, PlayerLeft(player="Cem"), players=3)
    assert (game.found(), game.sheet.final, game.sheet.winners) == ([], True, ["Ana"])
    assert (figures(game), figures(game, "Bo"), figures(game, "Cem")) == ([10, 0, 0, 0], [0] * 4, [0] * 4)


def test_who_left_cannot_win_and_what_they_declared_still_counts():
    table = counts(resources={"beer": 2}, coins=30), counts("Bo", resources={"beer": 1}), counts("Cem", coins=3)
    game = tally(*table, PlayerLeft(player="Ana"), players=3)
    assert (game.sheet.winners, game.sheet.total("Ana"), game.sheet.total("Bo")) == (["Bo"], 20, 4)


def test_leaving_is_judged():
    def leaving(*events: Any) -> list[tuple[int | None, str, str]]:
        return told(tally(counts(), counts("Bo"), *events, players=2))

    assert leaving(PlayerLeft(player="Zoe")) == [(3, "entry", "nobody called 'Zoe' sits at this table")]
    twice = leaving(PlayerLeft(player="Bo"), PlayerLeft(player="Bo"))
    assert twice == [(4, "entry", "Bo has left the table already")]
    after = leaving(GameEnded(winners=("Ana", "Bo")), PlayerLeft(player="Bo"))
    assert (4, "entry", "play goes on after the end of the game was written down") in after
    everybody = tally(PlayerLeft(player="Ana"), PlayerLeft(player="Bo"), players=2)
    assert (everybody.sheet.final, everybody.sheet.winners) == (True, [])


# --- what cannot be ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ({"coins": -1}, {"coins": 0}),
        ({"resources": {"beer": -1}}, {"resources": {"beer": 0}}),
        ({"locations": {"mill": -1}}, {"locations": {"mill": 1}, "roman": 1}),
        (
            {"talents": {"beer": (3,)}, "resources": {"beer": 1}},
            {"talents": {"beer": (3, 3)}, "resources": {"beer": 1}},
        ),
        (
            {"talents": {"beer": (4, 3)}, "resources": {"beer": 2}},
            {"talents": {"beer": (3, 4)}, "resources": {"beer": 2}},
        ),
        ({"talents": {"beer": (3, 4)}}, {"talents": {"beer": (3, 4)}, "resources": {"beer": 2}}),
        (
            {"locations": {"bakery": 2}, "families": {"bread": 1}, "roman": 2},
            {"locations": {"bakery": 2}, "families": {"bread": 2}, "roman": 2},
        ),
        ({"locations": {"mill": 2}, "roman": 1}, {"locations": {"mill": 2}, "roman": 2}),
        ({"legionnaires": 3, "markets": 2, "cards": 4}, {"legionnaires": 3, "markets": 2, "cards": 5}),
        ({"markets": 35}, {"markets": 34}),
        ({"legionnaires": 41}, {"legionnaires": 40}),
        ({"cards": 75}, {"cards": 74}),
    ],
)
def test_what_cannot_be_is_a_finding_and_the_last_that_can_is_none(wrong: dict[str, Any], right: dict[str, Any]):
    found = [(finding.n, finding.rule, finding.severity) for finding in tally(counts(**wrong), counts("Bo")).findings]
    assert found == [(1, "holdings", "violation")]
    assert tally(counts(**right), counts("Bo")).found() == []


def test_the_box_is_one_for_all_players():
    assert tally(counts(markets=30), counts("Bo", markets=4)).found() == []
    assert [n for n, _, _ in tally(counts(markets=30), counts("Bo", markets=5)).found()] == [2]


@pytest.mark.parametrize(
    ("field", "name", "words"),
    [
        ("resources", "wine", "there is no resource 'wine'"),
        ("locations", "tavern", "there is no kind of Location 'tavern' that is counted"),
        ("families", "green", "there is no family 'green'"),
    ],
)
def test_a_name_that_is_none_changes_nothing(field: str, name: str, words: str):
    game = tally(CountsDeclared(player="Ana", coins=30, **{field: {name: 1}}), counts("Bo"))
    assert told(game) == [(1, "entry", words)]
    assert (game.table.players["Ana"].declared, wanting(game)) == (False, {"Ana": ["holdings"]})


# --- the form ---------------------------------------------------------------------------------------------------------


def the_form(game: Played) -> Any:
    happening = next(one for one in GAME.course.happenings if one.event is CountsDeclared)
    assert happening.forms is not None
    (form,) = happening.forms(game.table)
    return form


def test_a_blank_row_writes_nothing_and_any_answer_writes_just_that():
    form = the_form(tally(players=2))
    assert fill(form, [{}, {}]) == []
    assert fill(form, [{"resources.beer": 0}, {}]) == [
        {"type": "counts_declared", "player": "Ana", "resources": {"beer": 0}}
    ]
    half = {"coins": 3, "talents.beer.lowest": 2}
    assert fill(form, [{}, half]) == [{"type": "counts_declared", "player": "Bo", "coins": 3}]
    whole = fill(form, [{}, half | {"talents.beer.highest": 5}])
    assert whole == [{"type": "counts_declared", "player": "Bo", "coins": 3, "talents": {"beer": [2, 5]}}]


def test_the_rest_is_nought_only_as_an_act_of_its_own():
    form = the_form(tally(players=2))
    assert form.zeros
    assert all(field.value is None and field.optional for row in form.rows for field in row.fields)
    (event,) = fill(form, [rest_is_zero(form.rows[0], {"coins": 7}), {}])
    assert event["coins"] == 7 and event["markets"] == 0 and event["resources"] == dict.fromkeys(RESOURCES, 0)
    assert "talents" not in event and "cards" not in event


def test_what_was_declared_stands_in_the_form():
    row = the_form(tally(CountsDeclared(player="Ana", coins=7, talents={"beer": (2, 5)}), players=2)).rows[0]
    assert {field.name: field.value for field in row.fields if field.value is not None} == {
        "coins": 7,
        "talents.beer.lowest": 2,
        "talents.beer.highest": 5,
    }


# --- the cards --------------------------------------------------------------------------------------------------------


def test_a_sheet_of_the_reconstructed_deck_says_so_and_one_without_cards_does_not():
    named = tally(HoldingsDeclared(player="Ana", coins=0, cards=("C01",)), counts("Bo")).sheet
    assert str(deck_note(named)) == "cards: Lutèce reference deck (reconstructed)"
    title = {"title": "Lutèce reference deck (reconstructed)", "provenance": "reconstructed"}
    assert as_json(named)["cards"] == title
    counted = tally(counts(), counts("Bo")).sheet
    assert (deck_note(counted), "cards" in as_json(counted)) == (None, False)
    assert open_spans(counted.figures, counted.lines) == {}
