"""Rules for Legionaries: demands and answers."""

from collections import Counter
from typing import Any

from ledger.game import Complaint
from ledger.games.glory_to_rome.events import DemandAnswered, MaterialsDemanded, PoolTaken
from ledger.games.glory_to_rome.slips import excused
from ledger.games.glory_to_rome.structures import arena, bridge, immune, vault_limit
from ledger.games.glory_to_rome.table import Player, Table, holds, lacks, materials, named
from ledger.games.glory_to_rome.turns import available


def demand_within_actions(table: Table, event: MaterialsDemanded) -> Complaint | None:
    """R9: at most one shown card for each action, all declared at once."""
    if table.fit is None or table.doubts.shaken:
        return None
    number = available(table, table.fit.frame)
    if len(event.cards) <= number:
        return None
    words = "{player} shows {found} cards with {expected} {expected:action|actions}"
    return Complaint(words, player=event.player, found=len(event.cards), expected=number)


def shown_once_a_round(table: Table, event: MaterialsDemanded) -> Complaint | None:
    """G35: a card is not shown twice in a round."""
    player: Player = table.players[event.player]
    if player.unsure or holds(table, player, event.cards):
        return None
    again = holds(table, player, (*player.shown, *event.cards))
    if not again:
        return None
    return Complaint(
        "{player} shows {found} a second time in this round", player=player.name, found=named(table, again)
    )


def pool_part(table: Table, event: PoolTaken) -> Complaint | None:
    """G37: for each shown card one matching card of the pool, all there are; with `optional` any of them."""
    demand = table.demand
    if table.doubts.shaken or table.doubts.muddled:
        return None
    if demand is None or demand.player.name != event.player or demand.pool:
        return Complaint("{player} takes from the pool without a demand", player=event.player)
    missing = lacks(table, table.pool, event.cards)
    if missing and not excused(table, len(missing)):
        return Complaint("{found} does not lie in the pool", found=named(table, missing))
    taken = materials(table, event.cards)
    much = {one: count for one, count in taken.items() if one and count > demand.materials[one]}
    if much:
        words = "{player} takes {found} from the pool; {expected} was demanded"
        return Complaint(words, player=event.player, found=_told(taken), expected=_told(demand.materials))
    expected = demand.materials & materials(table, table.pool)
    if table.options["pool_take"] == "optional" or not expected - taken:
        return None
    words = "{player} takes {found} from the pool; the demand takes {expected}"
    return Complaint(words, player=event.player, found=_told(taken), expected=_told(expected))


def _told(counts: Counter[str]) -> dict[str, int]:
    return {material: count for material, count in counts.items() if count > 0}


def answers_the_demand(table: Table, event: DemandAnswered) -> Complaint | None:
    """R9, G43: those asked answer, once each, with what was demanded (G38: which card is theirs to choose)."""
    player: Player = table.players[event.player]
    demand = table.demand
    if table.doubts.shaken or table.doubts.muddled:
        return None
    if demand is None:
        return Complaint("{player} answers where nothing is demanded", player=player.name)
    if player not in demand.asked:
        words = "{found} is not asked; the demand goes to {expected}"
        return Complaint(words, found=player.name, expected=[other.name for other in demand.asked])
    if player in demand.answered:
        return Complaint("{player} answers a second time", player=player.name)
    for tokens in (event.cards, event.stockpile, event.clients):
        given = materials(table, tokens) if tokens else Counter()
        if tokens and given - demand.materials:
            words = "{player} gives {found}; {expected} was demanded"
            return Complaint(words, player=player.name, found=_told(given), expected=_told(demand.materials))
    return None


def gives_all_that_match(table: Table, event: DemandAnswered) -> Complaint | None:
    """G39: unless immune one gives all that was demanded and is there."""
    player: Player = table.players[event.player]
    demand = table.demand
    if demand is None or player not in demand.asked or player in demand.answered or immune(player, demand.player):
        return None
    if player.unsure or table.doubts.muddled:
        return None
    if not player.hand:
        return None
    expected = demand.materials & materials(table, player.hand)
    expected.pop("", None)
    given = materials(table, event.cards)
    if not expected - given:
        return None
    words = "{player} gives {found} from the hand; {expected} was demanded and is there"
    return Complaint(words, player=player.name, found=_told(given), expected=_told(expected))


def bridge_part(table: Table, event: DemandAnswered) -> Complaint | None:
    """G41, G40: a Bridge also takes from the stockpile; nobody else does, and not from the immune."""
    demand = table.demand
    if demand is None or table.doubts.muddled:
        return None
    player: Player = table.players[event.player]
    if not event.stockpile and not bridge(demand.player):
        return None
    due_ = Counter[str]()
    if bridge(demand.player) and not immune(player, demand.player):
        due_ = demand.materials & materials(table, player.stockpile)
    words = (
        "{player} gives {found}, which is not in their stockpile",
        "{player} gives {found} from the stockpile; {expected} is due",
    )
    return _part(table, player, event.stockpile, player.stockpile, due_, words)


def arena_part(table: Table, event: DemandAnswered) -> Complaint | None:
    """G42, G40: an Arena also takes clients, as many as the vault has room for."""
    demand = table.demand
    if demand is None or table.doubts.muddled:
        return None
    player: Player = table.players[event.player]
    if not event.clients and not arena(demand.player):
        return None
    due_ = Counter[str]()
    if arena(demand.player) and not immune(player, demand.player):
        due_ = demand.materials & materials(table, player.clientele)
    room = max(0, vault_limit(demand.player) - len(demand.player.vault))
    given = materials(table, event.clients)
    if sum(due_.values()) > room and len(event.clients) == room and not given - due_:
        return None
    if sum(due_.values()) > room:
        words = "{player} gives {found} {found:client|clients}; the vault has room for {expected}"
        return Complaint(words, player=player.name, found=len(event.clients), expected=room)
    part = (
        "{player} gives {found}, which is not in their clientele",
        "{player} gives {found} from the clientele; {expected} is due",
    )
    return _part(table, player, event.clients, player.clientele, due_, part)


def _part(
    table: Table,
    player: Player,
    tokens: tuple[str, ...],
    zone: list[str],
    expected: Counter[str],
    words: tuple[str, str],
) -> Complaint | None:
    missing = lacks(table, zone, tokens)
    if missing and excused(table, len(missing)):
        return None
    if missing:
        return Complaint(words[0], found=named(table, missing), player=player.name)
    given = materials(table, tokens)
    if given == +expected:
        return None
    return Complaint(words[1], player=player.name, found=_told(given), expected=_told(expected))


def demand_is_answered(table: Table, event: Any) -> Complaint | None:
    """R9: the pool's part is taken and everybody asked answers before anything else happens."""
    if isinstance(event, PoolTaken | DemandAnswered):
        return None
    if table.doubts.shaken:
        table.owed = []
        return None
    found = [name for name in table.owed if name]
    words = "the demand of event {expected} was not answered by {found}"
    if not found:
        words = "the demand of event {expected} was not taken from the pool, which has what was demanded"
    n = table.demand.n if table.demand else None
    return Complaint(words, expected=n, found=found)
