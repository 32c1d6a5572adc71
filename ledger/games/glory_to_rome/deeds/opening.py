"""What the rules do by themselves before an event: whose action it is, and what has ended."""

from typing import Any

from ledger.games.glory_to_rome.cards import ARCHITECT, CRAFTSMAN, LABORER, LEGIONARY, MERCHANT, PATRON
from ledger.games.glory_to_rome.deeds.cards import discard, finish
from ledger.games.glory_to_rome.events import (
    ActionDeclined,
    ClientHired,
    DemandAnswered,
    FoundationLaid,
    FountainDrawn,
    LatrineUsed,
    MaterialAdded,
    MaterialHauled,
    MaterialsDemanded,
    MaterialSold,
    PoolTaken,
    RoleFollowed,
    RoleLed,
    RoundEnded,
    SenateUsed,
    SewerUsed,
    StairwayUsed,
    StructureTaken,
    Thought,
    VomitoriumUsed,
)
from ledger.games.glory_to_rome.structures import PRISON, THINK
from ledger.games.glory_to_rome.table import ACT, FOLLOW, LEAD, SETUP, Fit, Player, Table
from ledger.games.glory_to_rome.turns import BUILDERS, available, close_actions, locate, reach, thinking

FIRST_PART = {PATRON: "pool", LABORER: "pool", MERCHANT: "main", LEGIONARY: "demand", THINK: THINK, PRISON: PRISON}


def opened(table: Table, event: Any) -> Player:
    """Something is played: the set-up is over, and a last step that was not taken is lost."""
    player: Player = table.players[event.player]
    table.played = True
    if table.phase == SETUP:
        table.phase = LEAD
    if table.fresh:
        table.fresh = False
        table.doubts.unled |= table.doubts.shaken
        table.doubts.shaken = False
    table.fit, table.late, table.passed, table.undecided = None, False, [], []
    if table.last_step and not (isinstance(event, FoundationLaid | MaterialAdded) and event.player == table.last_step):
        table.last_step = ""
        finish(table, "deck", event.n)
    return player


def open_play(table: Table, event: RoleLed | RoleFollowed) -> None:
    """A role is led or followed."""
    for card in event.cards:
        table.cards[card]
    opened(table, event)


def open_think(table: Table, event: Thought | LatrineUsed | VomitoriumUsed) -> None:
    """G12: before an Academy's think the camps are emptied."""
    player = opened(table, event)
    why = thinking(table, player)
    if why == "academy":
        close_actions(table)
        discard(table)
    elif why == "school":
        table.fit = locate(table, player, (THINK,), THINK)


def open_action(table: Table, event: Any) -> None:
    """Somebody acts: find the action that this belongs to."""
    player = opened(table, event)
    roles, part = parts(table, event)
    if roles == (THINK,) and thinking(table, player) == "academy":
        close_actions(table)
        discard(table)
        return
    reach(table, player)
    if isinstance(event, MaterialsDemanded):
        table.doubts.muddled = False
    if table.phase == ACT and not table.late:
        table.fit = _anew(table, player) if isinstance(event, FountainDrawn) else locate(table, player, roles, part)


def _anew(table: Table, player: Player) -> Fit | None:
    """G30: a Fountain draws at most once for an action."""
    for frame in reversed(table.stack):
        if frame.player is player and CRAFTSMAN in frame.roles and available(table, frame) > 0:
            return Fit(frame, fresh=True)
    return None


def parts(table: Table, event: Any) -> tuple[tuple[str, ...], str]:
    """Which roles an event may belong to, and which part of such an action it is."""
    if isinstance(event, ActionDeclined):
        return (event.role,), event.part or FIRST_PART.get(event.role, "build")
    if isinstance(event, ClientHired):
        return (PATRON,), event.source
    if isinstance(event, MaterialHauled):
        return (LABORER,), event.source
    if isinstance(event, MaterialSold):
        return (MERCHANT,), "hand" if event.source == "hand" else "main"
    if isinstance(event, FoundationLaid):
        return BUILDERS, "build"
    if isinstance(event, MaterialAdded):
        return (CRAFTSMAN if event.source == "hand" else ARCHITECT,), "build"
    if isinstance(event, StairwayUsed):
        return (ARCHITECT,), "stairway" if table.options["stairway"] == "extra" else "build"
    if isinstance(event, StructureTaken):
        return (PRISON,), PRISON
    if isinstance(event, MaterialsDemanded):
        return (LEGIONARY,), "demand"
    return (CRAFTSMAN,), "fountain"


def open_end(table: Table, event: SenateUsed | SewerUsed) -> None:
    """The actions of the round are over."""
    opened(table, event)
    if table.phase in (ACT, FOLLOW):
        close_actions(table)


def open_demand(table: Table, event: PoolTaken | DemandAnswered) -> None:
    """A demand is answered."""
    opened(table, event)


def open_round(table: Table, event: RoundEnded) -> None:
    """The actions of the round are over."""
    table.played = True
    table.late, table.passed, table.undecided = False, [], []
    if table.last_step:
        table.last_step = ""
        finish(table, "deck", event.n)
    if table.phase in (ACT, FOLLOW):
        close_actions(table)
