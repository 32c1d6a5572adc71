"""A table that somebody wrote down beside the one that the record gives."""

from typing import Any

from ledger.game import Complaint
from ledger.games.glory_to_rome.cards import MATERIALS, SENATOR, UNSEEN
from ledger.games.glory_to_rome.deeds.noted import recognised
from ledger.games.glory_to_rome.events import TableNoted
from ledger.games.glory_to_rome.noted import NotedPlayer, NotedStructure
from ledger.games.glory_to_rome.table import Player, Table, lacks, named
from ledger.words import Words

NO_SITES: dict[str, int] = dict.fromkeys(MATERIALS, 0)


def table_as_recorded(table: Table, event: TableNoted) -> Complaint | None:
    """R12: a table that was noted is the table that the record gives."""
    if _alike(table, event):
        table.doubts.agreed = event
        return None
    recognised(table, event)
    difference = next(_differences(table, event), None)
    if difference is None or table.doubts.amiss or table.doubts.disputed:
        return None
    what, found, expected = difference
    words = "the table noted here differs from the record in {what}: noted {found}, recorded {expected}"
    return Complaint(words, what=what, found=found, expected=expected)


def _alike(table: Table, event: TableNoted) -> bool:
    """At a glance: everything was noted just as the record has it."""
    recorded = (table.round, table.seats[table.leader].name, table.left, table.senators)
    if (event.round, event.leader, event.deck, event.senators) != recorded:
        return False
    if NO_SITES | event.in_town != table.in_town or NO_SITES | event.out_of_town != table.out_of_town:
        return False
    return _same(event.pool, table.pool) and all(_alike_before(table, one) for one in event.players)


def _alike_before(table: Table, noted: NotedPlayer) -> bool:
    player: Player = table.players[noted.player]
    hand = player.hand + [UNSEEN] * len(player.unseen) + [SENATOR] * player.senators
    return (
        _same(noted.hand, hand)
        and _same(noted.stockpile, player.stockpile)
        and _same(noted.clientele, player.clientele)
        and _same(noted.vault, [token for token, _ in player.vault])
        and _same(noted.camp, player.camp + [SENATOR] * player.camp_senators)
        and noted.influence == player.influence
        and _same(noted.sites, [site for site, _ in player.sites])
        and len(noted.structures) == len(player.structures)
        and all(_alike_built(table, player, one) for one in noted.structures)
    )


def _alike_built(table: Table, player: Player, noted: NotedStructure) -> bool:
    structure = player.structure(table.cards[noted.card].id)
    return (
        structure is not None
        and (noted.site, noted.complete) == (structure.site, structure.complete)
        and _same(noted.materials, structure.materials)
        and _same(noted.stairway, structure.stairway)
    )


def _same(noted: tuple[str, ...], zone: list[str]) -> bool:
    """The same cards, in any order."""
    return len(noted) == len(zone) and (not zone or sorted(noted) == sorted(zone))


def _differences(table: Table, event: TableNoted) -> Any:
    """Everything in which a noted table differs: what, as noted, as recorded."""
    figures = (
        (Words("the round"), event.round, table.round),
        (Words("the leader"), event.leader, table.seats[table.leader].name),
        (Words("the deck"), event.deck, table.left),
        (Words("the senators that are left"), event.senators, table.senators),
    )
    yield from (one for one in figures if one[1] != one[2])
    for where, seen, sites in (
        (Words("the sites in town"), event.in_town, table.in_town),
        (Words("the sites out of town"), event.out_of_town, table.out_of_town),
    ):
        left = {material: count for material, count in sites.items() if count}
        noted = {material: count for material, count in seen.items() if count}
        if noted != left:
            yield where, noted, left
    yield from _zone(table, Words("the pool"), event.pool, table.pool)
    for one in event.players:
        yield from _player_differences(table, one)


def _player_differences(table: Table, noted: Any) -> Any:
    player: Player = table.players[noted.player]
    name = player.name
    hand = [*player.hand, *[UNSEEN] * len(player.unseen), *[SENATOR] * player.senators]
    camp = [*player.camp, *[SENATOR] * player.camp_senators]
    yield from _zone(table, Words("the hand of {player}", player=name), noted.hand, hand)
    yield from _zone(table, Words("the stockpile of {player}", player=name), noted.stockpile, player.stockpile)
    yield from _zone(table, Words("the clientele of {player}", player=name), noted.clientele, player.clientele)
    yield from _zone(
        table, Words("the vault of {player}", player=name), noted.vault, [token for token, _ in player.vault]
    )
    yield from _zone(table, Words("the camp of {player}", player=name), noted.camp, camp)
    if noted.influence != player.influence:
        yield Words("the influence of {player}", player=name), noted.influence, player.influence
    if sorted(noted.sites) != sorted(site for site, _ in player.sites):
        yield Words("the sites of {player}", player=name), list(noted.sites), [site for site, _ in player.sites]
    for seen in noted.structures:
        structure = player.structure(table.cards[seen.card].id)
        if structure is None:
            yield Words("the structures of {player}", player=name), table.deck.named(seen.card), None
            continue
        which = {"player": name, "structure": table.deck.named(seen.card)}
        if seen.site != structure.site:
            yield Words("the site of {structure} of {player}", **which), seen.site, structure.site
        if seen.complete != structure.complete:
            words = "how far {structure} of {player} is"
            yield Words(words, **which), _state(complete=seen.complete), _state(complete=structure.complete)
        under, stairs = (
            "the materials under {structure} of {player}",
            "the Stairway materials under {structure} of {player}",
        )
        yield from _zone(table, Words(under, **which), seen.materials, structure.materials)
        yield from _zone(table, Words(stairs, **which), seen.stairway, structure.stairway)
    if len(noted.structures) < len(player.structures):
        ids = {table.cards[seen.card].id for seen in noted.structures}
        missing = [table.deck.named(one.id) for one in player.structures if one.id not in ids]
        yield Words("the structures of {player}", player=name), None, missing


def _state(*, complete: bool) -> Words:
    return Words("complete") if complete else Words("unfinished")


def _zone(table: Table, where: Words, noted: tuple[str, ...], zone: list[str]) -> Any:
    """Cards that lie somewhere, in any order; one that nobody knows may be any other."""
    if _same(noted, zone) or (len(noted) == len(zone) and not _unmatched(table, noted, zone)):
        return
    yield where, named(table, _unmatched(table, noted, zone)), named(table, _unmatched(table, tuple(zone), list(noted)))


def _unmatched(table: Table, tokens: tuple[str, ...], zone: list[str]) -> list[str]:
    known = tuple(token for token in tokens if token != UNSEEN)
    return lacks(table, zone, known)
