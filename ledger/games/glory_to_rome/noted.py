"""Somebody writes down the whole table: it is compared with the record, and play goes on from what was seen."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct, to_builtins

from ledger.events import Event, Whole
from ledger.forms import Field, Form, Pick, Row, Write, number_field, players_field, several_field, tag
from ledger.game import SLIP, Complaint, Condition, Happening, Stranger
from ledger.games.glory_to_rome.cards import MATERIALS, SENATOR, UNSEEN, VALUE
from ledger.games.glory_to_rome.naming import MATERIAL_NAMES, named
from ledger.games.glory_to_rome.picks import among
from ledger.games.glory_to_rome.round import end_round
from ledger.games.glory_to_rome.structures import renew
from ledger.games.glory_to_rome.table import LEAD, SETUP, Player, Structure, Table, lacks
from ledger.words import Words


class NotedStructure(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A structure as somebody saw it."""

    card: str
    site: str
    materials: tuple[str, ...] = ()
    stairway: tuple[str, ...] = ()
    complete: bool = False


class NotedPlayer(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What lay in front of a player when the table was noted."""

    player: str
    influence: Whole
    hand: tuple[str, ...] = ()
    stockpile: tuple[str, ...] = ()
    clientele: tuple[str, ...] = ()
    vault: tuple[str, ...] = ()
    camp: tuple[str, ...] = ()
    sites: tuple[str, ...] = ()
    structures: tuple[NotedStructure, ...] = ()


class TableNoted(Event, frozen=True, kw_only=True, tag="table_noted"):
    """Somebody wrote down the whole table; the audit compares it with the record, and goes on from what was seen."""

    round: Whole
    leader: str
    deck: Whole
    senators: Whole
    pool: tuple[str, ...]
    in_town: dict[str, Whole]
    out_of_town: dict[str, Whole]
    players: tuple[NotedPlayer, ...]


# --- beside the record ------------------------------------------------------------------------------------------------


NO_SITES: dict[str, int] = dict.fromkeys(MATERIALS, 0)


def table_as_recorded(table: Table, event: TableNoted) -> bool:
    """R12: a table that was noted is the table that the record gives."""
    if alike(table, event):
        return True
    recognised(table, event)
    return next(_differences(table, event), None) is None


def table_differs(table: Table, event: TableNoted) -> Complaint:
    what, found, expected = next(_differences(table, event))
    words = "the table noted here differs from the record in {what}: noted {found}, recorded {expected}"
    return Complaint(words, what=what, found=found, expected=expected)


def alike(table: Table, event: TableNoted) -> bool:
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
        raise Stranger(name, "there is no card and no site '{found}'")


# --- what was seen is believed ----------------------------------------------------------------------------------------


def note(table: Table, event: TableNoted) -> None:
    """What somebody saw is believed; the game goes on from there."""
    leader: Player = table.players[event.leader]
    noted = [(table.players[one.player], one) for one in event.players]
    if alike(table, event):
        table.chosen = True
        return
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
        table.leader, table.round, table.chosen = leader.seat, event.round, True
    for player, one in noted:
        _adopt(table, player, one, event.n)
    if table.pile is not None:
        _trade(table, event)
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


def noted_said(table: Table, event: TableNoted) -> Words:
    return Words("the table is noted in round {round}; {leader} leads", round=event.round, leader=event.leader)


def noting_forms(table: Table) -> Iterator[Form]:
    counts = [Pick(number, Words("{number}", number=number)) for number in range(7)]
    sites = tuple(Pick(one, MATERIAL_NAMES[one]) for one in MATERIALS)
    fields = (
        number_field("round", Words("round"), table.round),
        players_field(table.players, "leader", Words("leader"), value=table.seats[table.leader].name),
        number_field("deck", Words("orders in the deck"), table.left),
        number_field("senators", Words("senators in the stack"), table.senators),
        several_field("pool", Words("pool"), among(table, table.pool, each=False), value=table.pool),
        _pairs("in_town", Words("sites in town"), sites, counts, table.in_town),
        _pairs("out_of_town", Words("sites out of town"), sites, counts, table.out_of_town),
    )
    event = {"type": tag(TableNoted)} | {field.name: f"${field.name}" for field in fields}
    players = [to_builtins(noted_player(player)) for player in table.seats]
    writes = (Write({**event, "players": players}),)
    yield Form(name=tag(TableNoted), title=Words("note the whole table"), rows=(Row(fields=fields),), writes=writes)


def _pairs(name: str, label: Words, keys: tuple[Pick, ...], counts: list[Pick], value: dict[str, int]) -> Field:
    return Field(name=name, label=label, kind="pairs", picks=keys, partners=tuple(counts), value=dict(value))


def noted(table: Table) -> TableNoted:
    """The whole table, to be written down."""
    return TableNoted(
        round=table.round,
        leader=table.seats[table.leader].name,
        deck=table.left,
        senators=table.senators,
        pool=tuple(table.pool),
        in_town=dict(table.in_town),
        out_of_town=dict(table.out_of_town),
        players=tuple(noted_player(player) for player in table.seats),
    )


def noted_player(player: Player) -> NotedPlayer:
    """What lies in front of a player, to be written down."""
    return NotedPlayer(
        player=player.name,
        influence=player.influence,
        hand=(*player.hand, *[UNSEEN] * len(player.unseen), *[SENATOR] * player.senators),
        stockpile=tuple(player.stockpile),
        clientele=tuple(player.clientele),
        vault=tuple(token for token, _ in player.vault),
        camp=(*player.camp, *[SENATOR] * player.camp_senators),
        sites=tuple(site for site, _ in player.sites),
        structures=tuple(
            NotedStructure(one.card, one.site, tuple(one.materials), tuple(one.stairway), one.complete)
            for one in player.structures
        ),
    )


TABLE_NOTED = Happening(
    event=TableNoted,
    conditions=(Condition("GTR-R12", table_as_recorded, table_differs, mistake=SLIP),),
    effect=note,
    words=noted_said,
    recount=True,
    forms=noting_forms,
)

HAPPENINGS = (TABLE_NOTED,)
