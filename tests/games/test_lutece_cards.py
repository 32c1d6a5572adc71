"""The reference catalogue of Lutèce against what is known of the box, and what a spoilt card list is told."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from conftest import play
from msgspec import json

from ledger.games.lutece import GAME
from ledger.games.lutece.cards import Card, check, read
from ledger.games.lutece.deck import playable
from ledger.words.speech import language

REFERENCE = GAME.catalogue().data
CARDS = read(REFERENCE).cards
RESOURCES = ("beer", "bread", "potion", "gladius")


def listed(players: int, row: str) -> list[Card]:
    """The cards of a row that stay in the game, before Markets are taken out."""
    return [card for card in CARDS if card.row == row and card.mark <= players]


def spoilt(card: str, **change: Any) -> bytes:
    """The reference catalogue with one card changed, as if typed off a box; a figure that is None is left out."""
    data = json.decode(REFERENCE)
    for one in data["cards"]:
        if one["id"] == card:
            typed = dict.fromkeys(set(change) - {"source", "role", "colour"}, "transcribed")
            one.update({"source": {**one["source"], **typed}, **change})
            for figure in [name for name, value in one.items() if value is None]:
                del one[figure]
    return json.encode(data)


def recast(change: Callable[[list[dict[str, Any]]], list[dict[str, Any]]]) -> bytes:
    """The reference catalogue with its list of cards changed."""
    data = json.decode(REFERENCE)
    data["cards"] = change(data["cards"])
    return json.encode(data)


def complaints(data: bytes) -> list[str]:
    return [str(words) for words in check(data)]


# --- the reference catalogue ------------------------------------------------------------------------------------------


def test_the_reference_catalogue_passes_its_check() -> None:
    assert check(REFERENCE) == []


def test_the_reference_catalogue_says_that_it_is_a_reconstruction() -> None:
    assert GAME.catalogue().name == "reference"
    assert "reconstructed" in read(REFERENCE).title


def test_the_box_has_forty_characters_and_thirty_four_locations() -> None:
    assert [card.id for card in CARDS] == [f"C{n:02}" for n in range(1, 41)] + [f"L{n:02}" for n in range(1, 35)]
    assert Counter(card.row for card in CARDS) == {"character": 40, "location": 34}


@pytest.mark.parametrize(
    ("players", "characters", "locations", "markets", "legionnaires", "apprentices", "symbols"),
    [
        (2, 16, 14, 3, 2, 2, (5, 5, 5, 5)),
        (3, 24, 20, 4, 2, 2, (8, 8, 8, 8)),
        (4, 32, 27, 5, 3, 3, (11, 10, 11, 10)),
        (5, 40, 34, 6, 4, 4, (13, 13, 13, 13)),
    ],
)
def test_the_deck_grows_with_the_number_of_players(
    players: int,
    characters: int,
    locations: int,
    markets: int,
    legionnaires: int,
    apprentices: int,
    symbols: tuple[int, ...],
) -> None:
    """The table of section 5.1 of the notes on the game."""
    out = {2: 3, 3: 2, 4: 1, 5: 0}[players]
    roles = Counter(card.role for card in [*listed(players, "character"), *listed(players, "location")])
    assert len(listed(players, "character")) == characters
    assert len(listed(players, "location")) - out == locations
    assert (roles["market"] - out, roles["legionnaire"], roles["apprentice"]) == (markets, legionnaires, apprentices)
    count: Counter[str] = Counter()
    for card in [*listed(players, "character"), *listed(players, "location")]:
        count.update(card.resources)
    assert tuple(count[resource] for resource in RESOURCES) == symbols


@pytest.mark.parametrize(("players", "characters", "locations"), [(2, 16, 14), (3, 24, 20), (4, 32, 27), (5, 40, 34)])
def test_a_new_table_has_these_piles(players: int, characters: int, locations: int) -> None:
    table = play(GAME, ["Ana", "Bo", "Cem", "Dia", "Eli"][:players]).table
    assert GAME.scribe.view(table)["piles"] == {"character": characters, "location": locations}


def test_every_kind_has_its_number_of_copies() -> None:
    assert Counter(card.role for card in CARDS) == {
        "worker": 32,
        "legionnaire": 4,
        "apprentice": 4,
        "income": 9,
        "mill": 6,
        "bakery": 6,
        "tavern": 4,
        "statue": 3,
        "market": 6,
    }
    kinds = Counter((card.role, card.per) for card in CARDS if card.role in ("income", "mill", "bakery"))
    for resource in ("bread", "potion", "gladius"):
        assert [kinds[role, resource] for role in ("income", "mill", "bakery")] == [3, 2, 2]


def test_talents_are_unique_in_each_resource_and_every_resource_has_one() -> None:
    talents = {resource: sorted(card.talent for card in CARDS if resource in card.resources) for resource in RESOURCES}
    assert talents["beer"] == list(range(1, 9))
    assert [talents[resource] for resource in RESOURCES[1:]] == [list(range(1, 12))] * 3
    assert [card.id for card in CARDS if card.talent is not None and not card.resources] == []


def test_costs_are_between_nought_and_three_and_free_cards_show_one_symbol() -> None:
    assert {card.cost for card in CARDS} == {0, 1, 2, 3}
    assert {sum(card.resources.values()) for card in CARDS if card.cost == 0} == {1}


def test_the_published_figures_are_what_the_rulebooks_print() -> None:
    by_role = {role: [card for card in CARDS if card.role == role] for role in Counter(card.role for card in CARDS)}
    assert {(card.points, card.family) for card in by_role["legionnaire"]} == {(2, "red")}
    assert {(card.points, card.family) for card in by_role["market"]} == {(6, "purple")}
    assert {(card.points, card.family) for card in by_role["statue"]} == {(3, "purple")}
    assert {card.points for card in by_role["bakery"]} == {2}
    assert {card.coins for card in by_role["tavern"]} == {5}
    assert {card.role for card in CARDS if card.roman} == {"mill", "bakery"}
    assert {card.role for card in CARDS if card.points} == {"legionnaire", "market", "statue", "bakery"}


def test_the_six_markets_ask_for_every_pair_of_resources() -> None:
    demands = [card.demand for card in CARDS if card.role == "market"]
    assert [sorted(demand.values()) for demand in demands] == [[2, 2]] * 6
    assert len({frozenset(demand) for demand in demands}) == 6


def test_every_figure_has_a_provenance_and_there_is_none_without_a_figure() -> None:
    for card in json.decode(REFERENCE)["cards"]:
        assert set(card["source"]) == set(card) - {"id", "role", "source"}, card["id"]


def test_what_is_said_to_be_published_is_published() -> None:
    """Costs, marks and talents of the printed cards are known to nobody; names of workers are ours."""
    said = {(card.role, figure) for card in CARDS for figure, source in card.source.items() if source == "published"}
    assert {figure for _, figure in said} == {"name", "points", "coins", "per", "roman", "family"}
    assert ("worker", "name") not in said
    assert ("market", "demand") not in said


def test_every_card_has_a_name_in_three_languages() -> None:
    assert [card.id for card in CARDS if set(card.name) != {"en", "fr", "pl"}] == []
    named = [playable(REFERENCE, edition).named("L22") for edition in GAME.about.editions]
    assert named == ["Tavern L22"] * 3  # the reader's language decides, not the edition
    names = {code: language(code).told(named[0]) for code in GAME.about.editions}
    assert names == {"fr": "Taverne L22", "en": "Tavern L22", "pl": "Tawerna L22"}


def test_a_name_missing_in_one_language_is_read_in_english_and_else_by_its_number() -> None:
    english = playable(spoilt("L22", name={"en": "Tavern"}), "pl")
    nameless = playable(spoilt("L22", name={"fr": "Taverne"}), "pl")
    assert (english.named("L22"), nameless.named("L22")) == ("Tavern L22", "L22 L22")


# --- spoilt catalogues ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "change", "complaint"),
    [
        ("C01", {"talent": 4}, "C02 and C01 both have talent 4 for beer; a tie of the two could not be broken"),
        ("L01", {"talent": 1}, "L01 and C09 both have talent 1 for bread; a tie of the two could not be broken"),
        ("C01", {"talent": None}, "C01 shows a resource and has no talent to break a tie with"),
        ("L29", {"demand": None}, "L29 is a Market and demands nothing"),
        ("C01", {"demand": {"beer": 1}}, "C01 demands resources and is no Market"),
        ("L01", {"per": None}, "L01 does not say which resource it counts (per)"),
        ("L10", {"per": None}, "L10 does not say which resource it counts (per)"),
        ("L16", {"per": None}, "L16 does not say what it counts (per)"),
        ("L22", {"per": None}, "L22 does not say which resource it counts (per)"),
        ("L01", {"resources": None, "talent": None}, "L01 counts bread, its own included, and shows none"),
        ("L10", {"roman": None}, "L10 has no roman icon; all cards that score prestige do"),
        ("L16", {"roman": False}, "L16 has no roman icon; all cards that score prestige do"),
        ("C33", {"points": 3}, "C33 has 3 points; a legionnaire has 2"),
        ("L29", {"points": 5}, "L29 has 5 points; a market has 6"),
        ("L26", {"points": None}, "L26 has 0 points; a statue has 3"),
        ("L16", {"points": 1}, "L16 has 1 points; a bakery has 2"),
        ("L22", {"coins": 4}, "L22 has 4 coins; a tavern has 5"),
        ("L01", {"per": "potion"}, "L01 counts potion, its own included, and shows none"),
        ("L01", {"per": "purple"}, "L01 does not say which resource it counts (per)"),
        ("L10", {"points": 3}, "L10 has 3 points; a mill has 0"),
        ("L29", {"family": "red"}, "L29 has red family; a market has purple"),
        ("L26", {"family": "beer"}, "L26 has beer family; a statue has purple"),
        ("C33", {"family": None}, "C33 has none family; a legionnaire has red"),
    ],
)
def test_one_spoilt_figure_is_one_complaint(card: str, change: dict[str, Any], complaint: str) -> None:
    assert complaints(spoilt(card, **change)) == [complaint]


def test_every_figure_says_where_it_was_taken_from() -> None:
    (complaint,) = complaints(spoilt("C01", source={"name": "transcribed", "cost": "transcribed"}))
    assert complaint == "C01 does not say where its resources, talent, family were taken from (source)"


def test_the_numbers_of_cards_are_those_of_the_box() -> None:
    fewer = recast(lambda cards: [card for card in cards if card["id"] != "C40"])
    assert complaints(fewer) == ["39 character cards; the box has 40"]
    more = recast(lambda cards: [*cards, {**cards[-1], "id": "L35"}])
    assert complaints(more) == ["35 location cards; the box has 34"]


def test_a_card_stands_once() -> None:
    twice = recast(lambda cards: [{**card, "id": "C37"} if card["id"] == "C38" else card for card in cards])
    assert complaints(twice) == ["C37 stands 2 times"]


def test_every_kind_that_the_rulebooks_name_is_there() -> None:
    statues = ("L26", "L27", "L28")
    tavern = json.decode(REFERENCE)["cards"][61]
    none = recast(lambda cards: [{**tavern, "id": card["id"]} if card["id"] in statues else card for card in cards])
    assert tavern["role"] == "tavern"
    assert complaints(none) == ["there is no statue; the rulebook names one"]


def test_at_least_four_markets_are_needed() -> None:
    def with_markets(number: int) -> bytes:
        gone = [f"L{n}" for n in range(29 + number, 35)]
        tavern = json.decode(REFERENCE)["cards"][61]
        return recast(lambda cards: [{**tavern, "id": one["id"]} if one["id"] in gone else one for one in cards])

    assert complaints(with_markets(4)) == []
    needed = "3 Markets; a game of two takes 3 out and leaves at least one, so 4 are needed"
    assert complaints(with_markets(3)) == [needed]


def test_the_first_deal_fills_every_tile() -> None:
    found = complaints(recast(lambda cards: [{**card, "mark": 5} if card["id"] > "C02" else card for card in cards]))
    assert "with 2 players only 2 character cards are left for 3 tiles" in found
    assert "with 4 players only 2 character cards are left for 4 tiles" in found
    assert not any("with 5 players" in complaint for complaint in found)


def test_several_mistakes_are_all_told() -> None:
    both = json.decode(spoilt("C33", points=3))
    both["cards"][-1]["points"] = 7
    assert complaints(json.encode(both)) == [
        "C33 has 3 points; a legionnaire has 2",
        "L34 has 7 points; a market has 6",
    ]


def test_marks_for_four_and_for_five_both_occur() -> None:
    def with_marks_to(highest: int) -> bytes:
        return recast(lambda cards: [{**card, "mark": min(card["mark"], highest)} for card in cards])

    assert complaints(with_marks_to(5)) == []
    assert complaints(with_marks_to(4)) == ["no card is marked 5+; the rulebooks name that mark"]
    assert len(complaints(with_marks_to(3))) == 2


# --- what cannot be read or played with -------------------------------------------------------------------------------

UNREADABLE = [
    b"",
    b"no card list",
    b"[]",
    b"\xff\xfe",
    b"[" * 100_000,
    b'{"id":"x","game":"builders","title":"x","cards":[]}',
    b'{"id":"x","game":"lutece","title":"x"}',
    spoilt("C01", cost="two"),
    spoilt("C01", cost=1.5),
    spoilt("C01", cost=-1),
    spoilt("C01", cost=None),
    spoilt("C01", mark=6),
    spoilt("C01", mark=1),
    spoilt("C01", role="emperor"),
    spoilt("C01", resources={"wine": 1}),
    spoilt("C01", resources={"beer": 0}),
    spoilt("C01", colour="yellow"),
    spoilt("C01", source={"cost": "guessed"}),
]


@pytest.mark.parametrize("data", UNREADABLE, ids=range(len(UNREADABLE)))
def test_what_cannot_be_read_is_one_complaint_and_gives_no_deck(data: bytes) -> None:
    (complaint,) = complaints(data)
    assert complaint.startswith("cannot be read: ")
    with pytest.raises(ValueError, match=r"\S"):
        playable(data, "fr")


def test_a_deck_has_no_card_twice() -> None:
    twice = recast(lambda cards: [*cards, cards[0]])
    with pytest.raises(ValueError, match="C01 stands twice in it"):
        playable(twice, "fr")


def test_a_deck_has_the_markets_that_are_taken_out() -> None:
    three = recast(lambda cards: cards[:-3])
    assert playable(three, "fr").title
    with pytest.raises(ValueError, match="fewer Markets than are taken out"):
        playable(recast(lambda cards: cards[:-4]), "fr")


@pytest.mark.parametrize("card", ["L01", "L10", "L22"])
@pytest.mark.parametrize("per", [None, "purple"])
def test_a_deck_says_which_resource_each_income_mill_and_tavern_counts(card: str, per: str | None) -> None:
    with pytest.raises(ValueError, match=card):
        playable(spoilt(card, per=per), "fr")
