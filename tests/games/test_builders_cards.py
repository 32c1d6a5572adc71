"""The card list of The Builders: Antiquity: what the box says of it, and what a wrong list is told."""

from typing import Any

import msgspec
import pytest

from ledger.game import Stranger
from ledger.games.builders import GAME
from ledger.games.builders.cards import BOX, Catalogue, check, deck, read
from ledger.words.speech import language

DATA = GAME.catalogue().data
LIST = read(DATA)
CARDS = {card.id: card for card in LIST.cards}


def changed(card: str, **figures: Any) -> bytes:
    """The reference list with some figures of one card typed otherwise."""
    whole = msgspec.json.decode(DATA)
    for one in whole["cards"]:
        if one["id"] == card:
            one.update(figures)
    return msgspec.json.encode(whole)


def without(card: str) -> bytes:
    whole = msgspec.json.decode(DATA)
    whole["cards"] = [one for one in whole["cards"] if one["id"] != card]
    return msgspec.json.encode(whole)


def told(data: bytes) -> list[str]:
    return list(map(str, check(data)))


def test_the_reference_list_is_in_order():
    assert told(DATA) == []


def test_ids_are_those_of_the_page():
    def ids(letter: str, number: int) -> list[str]:
        return [f"{letter}{n:02d}" if letter in "bmwp" else f"{letter}{n}" for n in range(1, number + 1)]

    kinds = {
        "building": "b",
        "machine": "m",
        "worker": "w",
        "prisoner": "p",
        "tool": "t",
        "university": "u",
        "loan": "l",
    }
    assert list(CARDS) == [card for kind, letter in kinds.items() for card in ids(letter, BOX[kind])]


def test_points_coins_and_needs_add_up():
    built = [card for card in LIST.cards if card.kind in ("building", "machine")]

    assert sum(card.points for card in built) == 101
    assert sum(card.coins for card in built) == 324
    assert [sum(column) for column in zip(*(card.needs for card in built), strict=True)] == [52, 52, 52, 52]


def test_the_doubtful_figures_are_as_decided():
    assert [CARDS[card].gives for card in ("w15", "w16", "w17", "w18")] == [
        (1, 1, 0, 0), (0, 0, 1, 1), (0, 1, 0, 1), (1, 0, 1, 0),
    ]  # fmt: skip
    assert (CARDS["b17"].points, CARDS["b20"].coins) == (3, 14)
    assert {card.citizen.wage for card in LIST.cards if card.citizen} == {4}
    assert (CARDS["m01"].needs, CARDS["m04"].needs) == ((0, 1, 2, 0), (1, 2, 0, 0))


def test_every_figure_names_where_it_comes_from():
    figures = ("needs", "coins", "points", "gives", "wage", "price", "repay", "penalty", "citizen")
    for card in LIST.cards:
        printed = {name for name in figures if getattr(card, name) not in (0, None, (0, 0, 0, 0))}
        assert printed | {"name"} <= set(card.source), card.id
    assert set(CARDS["b23"].source.values()) == set(CARDS["w11"].source.values()) == {"published"}
    assert [card.id for card in LIST.cards if "reconstructed" in card.source.values()] == [
        "w15", "w16", "w17", "w18", "p01", "p02", "p03", "p04", "p05", "p06",
    ]  # fmt: skip
    assert CARDS["b06"].source["needs"] == "transcribed"


def test_names_are_french_and_english_and_polish_where_known():
    assert all({"fr", "en"} <= set(card.name) for card in LIST.cards)
    assert CARDS["b23"].name == {
        "fr": "Le phare d'Alexandrie", "en": "Lighthouse of Alexandria", "pl": "Latarnia w Aleksandrii",
    }  # fmt: skip
    assert {card.name["pl"] for card in LIST.cards if card.grade == "labourer"} == {"Czeladnik"}
    cards, polish = deck(DATA, "pl"), language("pl")
    assert (cards.named("b23"), cards.named("b29")) == ("Lighthouse of Alexandria b23", "Pyramid b29")
    assert polish.told(cards.named("b23")) == "Latarnia w Aleksandrii b23"  # as the Polish rulebook has it
    assert polish.told(cards.named("b29")) == "Piramida b29"  # ours


def test_one_card_stands_on_one_line():
    lines = DATA.decode().splitlines()

    assert [line[8:11].rstrip('"') for line in lines if line.startswith('{"id"')] == [card[:3] for card in CARDS]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (changed("b01", points=1), "points of buildings add up to 94; in the box to 93"),
        (changed("b01", coins=9), "coins of buildings add up to 323; in the box to 324"),
        (changed("m01", needs=[0, 1, 1, 0]), "the needs of machines add up to 3, 3, 2, 3; in the box to 3 of each"),
        (changed("b29", needs=[4, 4, 4, 5]),
         "the needs of buildings that need 16 add up to 0, 0, 0, 0; in the box to 4 of each"),
        (changed("w01", gives=[3, 0, 0, 2]), "what a master gives add up to 6, 5, 5, 4; in the box to 5 of each"),
        (changed("w05", wage=3), "w05 has wage 3; grade and materials make it 4"),
        (changed("w15", gives=[2, 0, 0, 0]), "w15 is an apprentice and gives 2, not one each of two materials"),
        (changed("p01", gives=[4, 0, 0, 0]), "p01 gives 4; a prisoner gives two each of two materials"),
        (changed("p01", price=8), "p01 has price 8; the rulebook says 7"),
        (changed("l1", repay=12), "l1 has repay 12; the rulebook says 15"),
        (changed("t1", gives=[1, 1, 0, 0]), "t1 gives 1, 1; a tool gives one material"),
        (changed("m02", coins=4), "m02 pays 4 coins; a machine pays none"),
        (changed("b02", needs=[0, 0, 0, 0]), "b02 needs nothing"),
        (changed("b02", id="b01"), "b01 stands 2 times"),
        (without("t4"), "3 cards of the kind tool; the box has 4"),
        (without("w18"), "3 cards of the kind apprentice; the box has 4"),
    ],
)  # fmt: skip
def test_what_the_box_says_against_a_list(data, words):
    assert words in told(data)


def test_another_set_of_apprentices_is_in_order():
    assert told(changed("w15", gives=[0, 1, 1, 0])) == []


def test_a_list_that_cannot_be_played_with_is_refused():
    for data in (b"", b"{}", b"[", changed("b01", colour="red"), changed("b01", needs=[1, 2, 3])):
        assert len(told(data)) == 1 and told(data)[0].startswith("cannot be read")
        with pytest.raises(ValueError):
            deck(data, "pl")
    for data in (changed("b02", id="b01"), changed("p01", citizen=None), changed("u1", gives=[3, 3, 0, 0])):
        with pytest.raises(ValueError):
            deck(data, "pl")


def test_asking_for_a_card_of_another_kind_is_asking_for_a_stranger():
    cards = deck(DATA, "pl")

    assert cards.people["m01"].gives == (3, 0, 0, 0)
    for pile, card in ((cards.workers, "b01"), (cards.buildings, "w01"), (cards.prisoners, "w01"), (cards.tools, "u1")):
        with pytest.raises(Stranger):
            pile[card]


def test_the_catalogue_type_is_what_the_schema_is_made_from():
    assert GAME.cards.catalogue is Catalogue
