"""Demands, and what is given."""

from ledger.games.glory_to_rome.cards import SENATOR, UNSEEN
from ledger.games.glory_to_rome.deeds.cards import forum_may_win
from ledger.games.glory_to_rome.events import DemandAnswered, MaterialsDemanded, PoolTaken
from ledger.games.glory_to_rome.slips import come_to_light, leave, take
from ledger.games.glory_to_rome.structures import bridge, immune
from ledger.games.glory_to_rome.table import Demand, Player, Table, materials, place
from ledger.games.glory_to_rome.turns import spend_all, use


def materials_demanded(table: Table, event: MaterialsDemanded) -> None:
    """The shown cards stay in the hand, and from now on everybody knows them."""
    player: Player = table.players[event.player]
    wanted = [table.cards[card].material for card in event.cards if card != SENATOR]
    frame = use(table, "demand")
    if frame is not None:
        spend_all(table, frame)
    for token in event.cards:
        _show(table, player, token, event.n)
    if not wanted:
        return
    asked = table.from_leader(player.seat)[1:] if bridge(player) else table.neighbours(player)
    table.demand = Demand(player, wanted, asked, event.n)
    every = table.options["passes"] == "recorded"  # then the immune say so too
    table.owed = [other.name for other in asked if every or not immune(other, player)]
    if table.options["pool_take"] == "mandatory" and table.demand.materials & materials(table, table.pool):
        table.owed.append("")


def _show(table: Table, player: Player, token: str, n: int) -> None:
    left = list(player.hand)
    for known in player.shown:
        if known in left:
            left.remove(known)
    at = place(table, left, token) if token not in (SENATOR, UNSEEN) else -1
    if at >= 0:
        player.shown.append(left[at])
    elif token not in (SENATOR, UNSEEN) and len(player.unseen):
        table.clock += 1
        come_to_light(table, player, token, n)
        player.hand.append(token)
        player.shown.append(token)


def pool_taken(table: Table, event: PoolTaken) -> None:
    """The pool gives its part of a demand."""
    player: Player = table.players[event.player]
    for card in event.cards:
        table.cards[card]
    player.stockpile += [take(table, table.pool, card) for card in event.cards]
    if table.demand is not None:
        table.demand.pool = True
    table.owed = [name for name in table.owed if name]
    forum_may_win(table, event.n)


def demand_answered(table: Table, event: DemandAnswered) -> None:
    """Cards go to the demander's stockpile, clients to the vault; who gives too little says to have no more."""
    player: Player = table.players[event.player]
    for card in (*event.cards, *event.stockpile, *event.clients):
        table.cards[card]
    demand = table.demand
    if demand is None:
        return
    demander = demand.player
    for token in event.cards:
        demander.stockpile.append(leave(table, player, token, event.n))
    for token in event.stockpile:
        demander.stockpile.append(take(table, player.stockpile, token))
    for token in event.clients:
        demander.vault.append((take(table, player.clientele, token), event.n))
    if not immune(player, demander):
        table.clock += 1
        given = materials(table, event.cards)
        for material, number in demand.materials.items():
            if given[material] < number:
                player.unseen.deny(table.clock, material, event.n)
    demand.answered.append(player)
    if player.name in table.owed:
        table.owed.remove(player.name)
    forum_may_win(table, event.n)
