"""A copied table has everything the original has, and nothing in common with it but what is printed."""

from collections import Counter, defaultdict

from msgspec import Struct

from ledger.copies import copied
from ledger.game import Players, Printed


class Purse(Struct, eq=False):
    coins: list[int]


class Card(Struct, Printed, frozen=True):
    name: dict[str, str]


class Table:
    __slots__ = ("card", "left", "players", "purses", "seen")


def table():
    found = Table()
    found.card = Card({"en": "Mill"})
    found.players = Players({"Ana": Purse([1, 2]), "Bo": Purse([])})
    found.players.left["Bo"] = 3
    found.purses = [*found.players.values()]
    found.seen = defaultdict(int, mill=1)
    return found  # nobody has filled `left`


def test_what_two_things_share_they_share_in_the_copy():
    other = copied(table())
    assert other.purses[0] is other.players["Ana"]


def test_a_copy_has_nothing_in_common_with_the_original_but_what_is_printed():
    one = table()
    other = copied(one)
    other.players["Ana"].coins.append(5)
    other.players.left["Ana"] = 4
    other.seen["forge"] += 1
    assert (one.players["Ana"].coins, one.players.left, dict(one.seen)) == ([1, 2], {"Bo": 3}, {"mill": 1})
    assert other.card is one.card
    assert type(other.players) is Players


def test_what_is_named_as_shared_is_shared():
    one = table()
    assert copied(one, (one.purses,)).purses is one.purses


def test_a_slot_that_was_never_filled_stays_empty():
    assert not hasattr(copied(table()), "left")


def test_other_dictionaries_and_sets_keep_their_kind():
    for one in (Counter("aab"), defaultdict(list, a=[1]), {1, 2}, {"a": [1]}, ((1, [2]), 3)):
        other = copied(one)
        assert (type(other), other) == (type(one), one)
        assert other is not one
