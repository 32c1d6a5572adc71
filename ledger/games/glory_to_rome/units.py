"""Units: what pays for one action when a role is led or followed."""

from collections import Counter

from ledger.games.glory_to_rome.cards import SENATOR
from ledger.games.glory_to_rome.structures import circus, palace
from ledger.games.glory_to_rome.table import Player, Table


def unit_counts(table: Table, player: Player, role: str, cards: tuple[str, ...]) -> set[int]:
    """Into how many units these cards can be split, all of them used.

    An order of the role, a senator, or a petition: so many orders of one role, which may be the role itself (G9).
    """
    any_order, pairs = circus(table, player, role)
    petition = int(table.options["petition"])
    groups = {petition, 2} if pairs else {petition}
    senators = sum(card == SENATOR for card in cards)
    counts = {senators}
    roles = Counter(table.cards[card].role for card in cards if card != SENATOR)
    for own, number in roles.items():
        sizes = groups | {1} if own == role or any_order else groups
        counts = {sofar + more for sofar in counts for more in _splits(number, frozenset(sizes))}
    return counts - {0}


def _splits(number: int, sizes: frozenset[int]) -> set[int]:
    """In how many groups of these sizes so many cards can be laid."""
    ways: list[set[int]] = [{0}]
    for total in range(1, number + 1):
        ways.append({one + 1 for size in sizes if size <= total for one in ways[total - size]})
    return ways[number]


def most_units(table: Table, player: Player, role: str, cards: tuple[str, ...]) -> int:
    """The most units these cards make; without a Palace only one is played."""
    counts = unit_counts(table, player, role, cards)
    return max(counts, default=0) if palace(player) else int(1 in counts)
