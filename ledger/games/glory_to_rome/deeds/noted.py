"""A table that somebody wrote down is believed."""

from ledger.game import Stranger
from ledger.games.glory_to_rome.cards import MATERIALS, SENATOR, UNSEEN, VALUE
from ledger.games.glory_to_rome.deeds.rounds import end_round
from ledger.games.glory_to_rome.events import TableNoted
from ledger.games.glory_to_rome.noted import NotedPlayer
from ledger.games.glory_to_rome.structures import renew
from ledger.games.glory_to_rome.table import LEAD, SETUP, Doubts, Player, Structure, Table


def table_noted(table: Table, event: TableNoted) -> None:
    """What somebody saw is believed; the game goes on from there."""
    noted = [(table.players[one.player], one) for one in event.players]
    leader: Player = table.players[event.leader]
    if table.doubts.agreed is not event:
        recognised(table, event)
    if event.round > table.round and table.phase not in (SETUP, LEAD):
        end_round(table)  # the end of the round is missing
    table.pool = list(event.pool)
    table.senators = event.senators
    for sites, seen in ((table.in_town, event.in_town), (table.out_of_town, event.out_of_town)):
        for material in MATERIALS:
            sites[material] = seen.get(material, 0)
    if table.pile is not None:
        table.drawn = max(0, len(table.pile) - max(0, event.deck))
    table.left = event.deck
    if table.phase in (SETUP, LEAD):
        table.leader, table.round = leader.seat, event.round
    for player, one in noted:
        _adopt(table, player, one, event.n)
    if table.doubts.amiss and table.pile is not None:
        _trade(table, event)
    disputed = table.doubts.told is event
    table.doubts = Doubts()
    table.doubts.disputed = disputed
    renew(table)


def _trade(table: Table, event: TableNoted) -> None:
    """Cards seen on the table that the pile has still to bring: those that should lie there come in their place."""
    pile = list(table.pile or ())
    seen = _seen(event)
    early = [at for at in range(table.drawn, len(pile)) if pile[at] in seen]
    gone = [at for at in range(table.drawn) if pile[at] not in seen]
    for late, soon in zip(early, gone, strict=False):
        pile[late], pile[soon] = pile[soon], pile[late]
    table.pile = tuple(pile)


def _seen(event: TableNoted) -> set[str]:
    """Every card that was noted anywhere."""
    seen = {*event.pool}
    for one in event.players:
        seen.update(one.hand, one.stockpile, one.clientele, one.vault, one.camp)
        seen.update(card for built in one.structures for card in (built.card, *built.materials, *built.stairway))
    return seen


def recognised(table: Table, event: TableNoted) -> None:
    """A noted table with a card or a site that there is none of is not believed at all: Stranger says which."""
    sites = {*event.in_town, *event.out_of_town}
    for one in event.players:
        sites.update(one.sites, [built.site for built in one.structures])
    for name in sorted(_seen(event).difference(table.cards)) + sorted(sites.difference(VALUE)):
        raise Stranger(name)


def _adopt(table: Table, player: Player, noted: NotedPlayer, n: int) -> None:
    """What lay in front of a player; events that brought things are kept where the thing is still there."""
    orders = [card for card in noted.hand if card not in (SENATOR, UNSEEN)]
    unseen = noted.hand.count(UNSEEN)
    if len(player.unseen) != unseen or sorted(player.hand) != sorted(orders):
        player.unseen.forget(unseen, table.clock)
        player.hand = orders
    player.senators = noted.hand.count(SENATOR)
    player.stockpile, player.clientele = list(noted.stockpile), list(noted.clientele)
    player.camp = [card for card in noted.camp if card != SENATOR]
    player.camp_senators = noted.camp.count(SENATOR)
    player.vault = _kept(player.vault, noted.vault, n)
    player.sites = _kept(player.sites, noted.sites, n)
    player.influence = noted.influence
    player.unsure = player.miscounted = player.doubted = False
    player.lapsed = -1
    old = {structure.card: structure for structure in player.structures}
    player.structures = []
    for one in noted.structures:
        structure = old.get(one.card) or Structure(one.card, table.cards[one.card].id, one.site, n)
        structure.site, structure.materials, structure.stairway = one.site, list(one.materials), list(one.stairway)
        if one.complete and not structure.complete:
            structure.done = n
        structure.complete = one.complete
        player.structures.append(structure)


def _kept(old: list[tuple[str, int]], seen: tuple[str, ...], n: int) -> list[tuple[str, int]]:
    if [token for token, _ in old] == list(seen):
        return old
    left = list(old)
    kept = []
    for token in seen:
        known = next((one for one in left if one[0] == token), None)
        if known is not None:
            left.remove(known)
        kept.append(known or (token, n))
    return kept
