"""The card list of Glory to Rome, and how cards are named."""

import json

import pytest

from ledger.games.glory_to_rome import GAME, structures
from ledger.games.glory_to_rome.cards import MATERIALS, check, collated, deck
from ledger.words.speech import language

DATA = GAME.catalogue().data
DECK = deck(DATA, "pl")


def changed(change):
    data = json.loads(DATA)
    change(data["cards"])
    return json.dumps(data).encode()


def test_the_reference_list_is_what_the_box_has():
    assert check(DATA) == []
    assert len(DECK.all()) == len(set(DECK.all())) == 144


def test_there_are_twenty_four_cards_of_each_material():
    for material in MATERIALS:
        assert sum(DECK.cards[token].material == material for token in DECK.all()) == 24


def test_the_polish_order_is_the_appendix_s():
    names = sorted(DECK.kinds, key=DECK.ranks["pl"].get)

    assert names == list(DECK.kinds)
    assert sorted(("Łaźnie", "Latryna", "Magazyn", "Łuk"), key=collated) == ["Latryna", "Łaźnie", "Łuk", "Magazyn"]


def test_a_code_point_sort_would_get_most_ranks_wrong():
    by_code = sorted(DECK.kinds.values(), key=lambda order: order.name["pl"])

    assert sum(order.id != list(DECK.kinds)[at] for at, order in enumerate(by_code)) > 15


def test_every_structure_has_its_function_named_as_on_the_card():
    for order in DECK.kinds.values():
        told = getattr(structures, order.id).__doc__
        assert order.name["pl"] in told, order.id
        assert order.name["en"] in told, order.id


def test_every_structure_is_found_in_rules_md_with_what_its_function_says():
    text = (GAME.about.folder / "RULES.md").read_text()
    for order in DECK.kinds.values():
        what = getattr(structures, order.id).__doc__.splitlines()[0].partition(": ")[2]
        row = f"| {order.name['en']} | {order.name['pl']} | {order.material} | `{order.id}` | {what} |"
        assert row in text, order.id


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda cards: cards.pop(), "39 kinds"),
        (lambda cards: cards.append(cards[0]), "stands 2 times"),
        (lambda cards: cards[0].update(copies=4), "has 4 copies"),
        (lambda cards: cards[0].update(name={"en": "Gate", "pl": "Akademia"}), "both called gate"),
        (lambda cards: cards[0].update(source={}), "does not say where"),
    ],
)
def test_a_wrong_list_is_told(change, told):
    assert any(told in str(words) for words in check(changed(change)))


def test_what_is_no_list_is_told():
    assert "cannot be read" in str(check(b"nonsense")[0])
    with pytest.raises(ValueError, match="stands twice"):
        deck(changed(lambda cards: cards.append(cards[0])), "pl")
    with pytest.raises(ValueError, match="word of the log"):
        deck(changed(lambda cards: cards[0].update(id="brick")), "pl")


def test_a_card_is_named_in_the_reader_s_language():
    assert DECK.named("gate#2") == deck(DATA, "en-iv").named("gate") == "Gate"
    assert language("pl").told(DECK.named("gate#2")) == "Brama"
    assert DECK.named("?") == "?"
