"""The usual course of a game of Glory to Rome: events in order, recognised at a glance and done, for the speed of it.

Each function here says of a plain event that the opener and every rule would let it pass in silence, and leaves what
it does to its deed; whatever is odd about the event or the table is left to them. Nothing changes before that is clear.
"""

from collections import Counter

from ledger.game import Usual
from ledger.games.glory_to_rome.cards import (
    ARCHITECT,
    CRAFTSMAN,
    LABORER,
    LEGIONARY,
    MERCHANT,
    PATRON,
    ROLES,
    SENATOR,
    UNSEEN,
    Card,
)
from ledger.games.glory_to_rome.deeds import building, legion, rounds, trade
from ledger.games.glory_to_rome.deeds.cards import deck_may_end
from ledger.games.glory_to_rome.deeds.opening import parts
from ledger.games.glory_to_rome.events import (
    ActionDeclined,
    ClientHired,
    DemandAnswered,
    FoundationLaid,
    MaterialAdded,
    MaterialHauled,
    MaterialsDemanded,
    MaterialSold,
    PoolTaken,
    RoleFollowed,
    RoleLed,
    RoundEnded,
    Thought,
)
from ledger.games.glory_to_rome.structures import clientele_limit, immune, vault_limit
from ledger.games.glory_to_rome.table import ACT, ENDING, FOLLOW, LEAD, THOUGHT, Fit, Player, Table
from ledger.games.glory_to_rome.turns import BUILDERS, acting, available, reach, slot_of

WITH_A_BRIDGE_OR_AN_ARENA = frozenset(("bridge", "arena"))


def _quiet(table: Table) -> bool:
    """The game goes on, nothing is owed, nobody's Forum has to be looked at, and no mistake was told."""
    return not (table.over or table.owed or table.last_step or table.forums or table.doubts.amiss)


def _opened(table: Table) -> None:
    """Something is played; see `opened`."""
    table.played = True
    table.fresh = table.late = False
    if table.passed or table.undecided:
        table.passed, table.undecided = [], []


# --- the round --------------------------------------------------------------------------------------------------------


def thought(table: Table, event: Thought) -> bool:
    """The leader instead of leading, or whoever is next to follow, draws a senator or the top of a known deck."""
    player: Player = table.players[event.player]
    if not _quiet(table) or table.doubts.adrift or player.miscounted or event.cards is not None:
        return False
    if not _leads(table, player) and not _is_next(table, player):
        return False
    if event.draw == SENATOR:
        if table.senators < 1:
            return False
        table.senators -= 1
        player.senators += 1
        table.clock += 1
    elif event.draw != "orders" or not _draws(table, player):
        return False
    _opened(table)
    player.purged = False
    player.decided = True
    if table.phase is LEAD:
        table.phase = THOUGHT
    if table.left <= 0 and event.draw != SENATOR:
        deck_may_end(table, event.n)
    return True


def _draws(table: Table, player: Player) -> bool:
    """Orders of a deck that a program recorded come into the hand."""
    pile, first, number = table.pile, table.drawn, rounds.due(player)
    if pile is None or number > table.left:
        return False
    top = pile[first : first + number]
    if UNSEEN in top or SENATOR in top:
        return False
    player.hand += top
    table.clock += len(top)
    table.drawn += number
    table.left -= number
    return True


def _leads(table: Table, player: Player) -> bool:
    return table.phase is LEAD and table.seats[table.leader] is player


def _is_next(table: Table, player: Player) -> bool:
    """Everybody before this player has followed or thought."""
    if table.phase is not FOLLOW or player.decided:
        return False
    for other in table.order:
        if other is player:
            return True
        if not other.decided:
            return False
    return False


def role_led(table: Table, event: RoleLed) -> bool:
    """The leader plays one unit."""
    player: Player = table.players[event.player]
    if not _leads(table, player) or event.role not in ROLES or not _quiet(table):
        return False
    if not _one_unit(table, player, event.role, event):
        return False
    _opened(table)
    rounds.role_led(table, event)
    return True


def role_followed(table: Table, event: RoleFollowed) -> bool:
    """Whoever is next plays one unit."""
    player: Player = table.players[event.player]
    if not _is_next(table, player) or not _quiet(table) or not _one_unit(table, player, table.role, event):
        return False
    _opened(table)
    rounds.role_followed(table, event)
    return True


def _one_unit(table: Table, player: Player, role: str, event: RoleLed | RoleFollowed) -> bool:
    """A senator, an order of the role or, without a Palace, a petition; from the hand, and nothing was discarded."""
    cards, hand = event.cards, player.hand
    if player.purged or (event.actions is not None and event.actions != 1):
        return False
    if len(cards) == 1:
        token = cards[0]
        if token == SENATOR:
            return player.senators > 0
        return token in hand and table.cards[token].role == role
    if len(cards) != table.options["petition"] or "palace" in player.works or not _among(cards, hand):
        return False
    return len({table.cards[token].role for token in cards}) == 1


def _among(tokens: tuple[str, ...], zone: list[str]) -> bool:
    """These cards lie there, each by its own name."""
    if len(tokens) == 1:
        return tokens[0] in zone
    return len(set(tokens)) == len(tokens) and all(token in zone for token in tokens)


def round_ended(table: Table, event: RoundEnded) -> bool:
    """The leader has thought, or everybody has decided; where passes are recorded, nobody has an action left."""
    phase = table.phase
    if not _quiet(table):
        return False
    if phase is FOLLOW or phase is ACT:
        if (phase is FOLLOW and not _all_decided(table)) or not _nobody_passed(table, len(table.order)):
            return False
    elif phase is not THOUGHT and phase is not ENDING:
        return False
    _opened(table)
    rounds.round_ended(table, event)
    return True


def _all_decided(table: Table) -> bool:
    return False not in [player.decided for player in table.seats]


def _nobody_passed(table: Table, until: int) -> bool:
    """Where passes are recorded: nobody before this place in playing order has an action left."""
    if table.options["passes"] != "recorded":
        return True
    frames = [*table.stack, *(slot_of(table, player) for player in table.order[table.turn + 1 : until])]
    return not any(UNSEEN not in frame.clients and available(table, frame) > 0 for frame in frames)


# --- actions ----------------------------------------------------------------------------------------------------------


def _acts(table: Table, player: Player, role: str, part: str) -> bool:
    """A new action of the role led, in the player's own turn, which may just have come; then it is what fits."""
    if table.role != role or not _quiet(table):
        return False
    phase, order, turn = table.phase, table.order, table.turn
    if phase is ACT and order[turn] is player:
        if len(table.stack) != 1:
            return False
        (frame,) = table.stack
        if (frame.open is not None and part not in frame.open) or available(table, frame) < 1:
            return False
        _opened(table)
    else:
        if (phase is not ACT and phase is not FOLLOW) or player in order[: turn + 1]:
            return False
        if player.units < 1 and not acting(table, player, player.clientele, role):
            return False
        if (phase is FOLLOW and not _all_decided(table)) or not _nobody_passed(table, order.index(player)):
            return False
        _opened(table)
        reach(table, player)
        (frame,) = table.stack
    table.fit = Fit(frame, fresh=True)
    return True


def material_hauled(table: Table, event: MaterialHauled) -> bool:
    """A card of the pool."""
    player: Player = table.players[event.player]
    if event.source != "pool" or event.card not in table.pool or event.card not in table.cards:
        return False
    if not _acts(table, player, LABORER, "pool"):
        return False
    trade.material_hauled(table, event)
    return True


def client_hired(table: Table, event: ClientHired) -> bool:
    """A card of the pool, and there is room."""
    player: Player = table.players[event.player]
    if event.source != "pool" or event.card not in table.pool or event.card not in table.cards:
        return False
    if len(player.clientele) >= clientele_limit(player) or not _acts(table, player, PATRON, "pool"):
        return False
    trade.client_hired(table, event)
    return True


def material_sold(table: Table, event: MaterialSold) -> bool:
    """A card of the stockpile, and there is room."""
    player: Player = table.players[event.player]
    if event.source != "stockpile" or event.card not in player.stockpile or event.card not in table.cards:
        return False
    if len(player.vault) >= vault_limit(player) or not _acts(table, player, MERCHANT, "main"):
        return False
    trade.material_sold(table, event)
    return True


def foundation_laid(table: Table, event: FoundationLaid) -> bool:
    """An order of the hand that the player has no structure of, on a free site of its material in town."""
    player: Player = table.players[event.player]
    card: Card = table.cards[event.card]
    if event.card not in player.hand or not card.id or event.out_of_town or table.gates:
        return False
    if (event.site and event.site != card.material) or table.in_town[card.material] < 1:
        return False
    if player.structure(card.id) is not None or table.role not in BUILDERS:
        return False
    if not _acts(table, player, table.role, "build"):
        return False
    building.foundation_laid(table, event)
    return True


def material_added(table: Table, event: MaterialAdded) -> bool:
    """A material of its site for an unfinished structure: a Craftsman's of the hand, an Architect's stockpiled."""
    player: Player = table.players[event.player]
    card: Card = table.cards[event.structure]
    structure = player.structure(card.id)
    if structure is None or structure.complete or event.unfinished or table.gates or card.id in ("gate", "forum"):
        return False
    if table.cards[event.material].material != structure.site:
        return False
    if event.source == "hand":
        role, zone = CRAFTSMAN, player.hand
    elif event.source == "stockpile":
        role, zone = ARCHITECT, player.stockpile
    else:
        return False
    if event.material not in zone or not _acts(table, player, role, "build"):
        return False
    building.material_added(table, event)
    return True


def action_declined(table: Table, event: ActionDeclined) -> bool:
    """A player does nothing with an action of the role led."""
    player: Player = table.players[event.player]
    if event.role not in ROLES or not _acts(table, player, event.role, parts(table, event)[1]):
        return False
    trade.action_declined(table, event)
    return True


# --- legionaries ------------------------------------------------------------------------------------------------------


def materials_demanded(table: Table, event: MaterialsDemanded) -> bool:
    """Known orders of the hand, none shown in this round before, no more than the player has actions."""
    player: Player = table.players[event.player]
    cards = event.cards
    if not cards or player.shown or player.unsure or not _among(cards, player.hand):
        return False
    if "" in [table.cards[token].material for token in cards]:
        return False
    if len(cards) > 1 and len(cards) > _legions(table, player):
        return False
    if not _acts(table, player, LEGIONARY, "demand"):
        return False
    legion.materials_demanded(table, event)
    return True


def _legions(table: Table, player: Player) -> int:
    """How many actions the player has in a turn that is under way or has yet to come."""
    own = [frame for frame in table.stack if frame.player is player]
    return available(table, own[0] if own else slot_of(table, player))


def pool_taken(table: Table, event: PoolTaken) -> bool:
    """All cards of the pool that the demand takes."""
    player: Player = table.players[event.player]
    demand = table.demand
    if demand is None or demand.player is not player or demand.pool or not _answering(table):
        return False
    every = table.options["pool_take"] == "mandatory"
    if not _matches(table, demand.materials, table.pool, event.cards, every=every):
        return False
    _opened(table)
    legion.pool_taken(table, event)
    return True


def demand_answered(table: Table, event: DemandAnswered) -> bool:
    """Somebody asked gives all that match from a hand that is known, to a demander without a Bridge or an Arena."""
    player: Player = table.players[event.player]
    demand = table.demand
    if demand is None or event.stockpile or event.clients or player.unsure or not _answering(table):
        return False
    if player not in demand.asked or player in demand.answered or immune(player, demand.player):
        return False
    if not WITH_A_BRIDGE_OR_AN_ARENA.isdisjoint(demand.player.works):
        return False
    if not _matches(table, demand.materials, player.hand, event.cards, every=True):
        return False
    _opened(table)
    legion.demand_answered(table, event)
    return True


def _answering(table: Table) -> bool:
    """A demand is under way, and nothing else has to be looked at."""
    return table.phase is ACT and not (table.over or table.last_step or table.forums or table.doubts.amiss)


def _matches(table: Table, wanted: Counter[str], zone: list[str], tokens: tuple[str, ...], *, every: bool) -> bool:
    """These cards lie there and are what is wanted; `every`: and no other that is wanted does."""
    if tokens and not _among(tokens, zone):
        return False
    cards = table.cards
    given = [cards[token].material for token in tokens]
    there = [cards[token].material for token in zone] if every else given
    matching = 0
    for material, number in wanted.items():
        found = given.count(material)
        if not material or found > number or (found < number and found < there.count(material)):
            return False
        matching += found
    return matching == len(tokens)


USUAL: dict[type, Usual] = {
    Thought: thought,
    RoleLed: role_led,
    RoleFollowed: role_followed,
    RoundEnded: round_ended,
    MaterialHauled: material_hauled,
    ClientHired: client_hired,
    MaterialSold: material_sold,
    FoundationLaid: foundation_laid,
    MaterialAdded: material_added,
    MaterialsDemanded: materials_demanded,
    PoolTaken: pool_taken,
    DemandAnswered: demand_answered,
    ActionDeclined: action_declined,
}
