"""What happens at a table of Glory to Rome: what the rules do by themselves, and one handler for each event.

A handler believes the record; whether a thing was allowed is the business of `rules`.
"""

from ledger.game import Handler
from ledger.games.glory_to_rome.deeds.building import (
    foundation_laid,
    fountain_drawn,
    material_added,
    stairway_used,
    structure_taken,
)
from ledger.games.glory_to_rome.deeds.ending import (
    game_conceded,
    holdings_declared,
    senate_used,
    sewer_used,
    vault_shown,
)
from ledger.games.glory_to_rome.deeds.legion import demand_answered, materials_demanded, pool_taken
from ledger.games.glory_to_rome.deeds.noted import table_noted
from ledger.games.glory_to_rome.deeds.opening import (
    open_action,
    open_demand,
    open_end,
    open_play,
    open_round,
    open_think,
)
from ledger.games.glory_to_rome.deeds.rounds import (
    latrine_used,
    role_followed,
    role_led,
    round_ended,
    thought,
    vomitorium_used,
)
from ledger.games.glory_to_rome.deeds.setup import deck_shuffled, hand_dealt, leader_chosen, order_revealed
from ledger.games.glory_to_rome.deeds.trade import action_declined, client_hired, material_hauled, material_sold
from ledger.games.glory_to_rome.events import (
    ActionDeclined,
    ClientHired,
    DeckShuffled,
    DemandAnswered,
    FoundationLaid,
    FountainDrawn,
    GameConceded,
    HandDealt,
    HoldingsDeclared,
    LatrineUsed,
    LeaderChosen,
    MaterialAdded,
    MaterialHauled,
    MaterialsDemanded,
    MaterialSold,
    OrderRevealed,
    PoolTaken,
    RoleFollowed,
    RoleLed,
    RoundEnded,
    SenateUsed,
    SewerUsed,
    StairwayUsed,
    StructureTaken,
    TableNoted,
    Thought,
    VaultShown,
    VomitoriumUsed,
)

ADVANCE: dict[type, Handler] = {
    Thought: open_think,
    LatrineUsed: open_think,
    VomitoriumUsed: open_think,
    RoleLed: open_play,
    RoleFollowed: open_play,
    ClientHired: open_action,
    MaterialHauled: open_action,
    MaterialSold: open_action,
    FountainDrawn: open_action,
    FoundationLaid: open_action,
    MaterialAdded: open_action,
    StairwayUsed: open_action,
    StructureTaken: open_action,
    MaterialsDemanded: open_action,
    ActionDeclined: open_action,
    PoolTaken: open_demand,
    DemandAnswered: open_demand,
    SenateUsed: open_end,
    SewerUsed: open_end,
    RoundEnded: open_round,
}

APPLY: dict[type, Handler] = {
    DeckShuffled: deck_shuffled,
    HandDealt: hand_dealt,
    OrderRevealed: order_revealed,
    LeaderChosen: leader_chosen,
    Thought: thought,
    LatrineUsed: latrine_used,
    VomitoriumUsed: vomitorium_used,
    RoleLed: role_led,
    RoleFollowed: role_followed,
    RoundEnded: round_ended,
    ClientHired: client_hired,
    MaterialHauled: material_hauled,
    MaterialSold: material_sold,
    FountainDrawn: fountain_drawn,
    FoundationLaid: foundation_laid,
    MaterialAdded: material_added,
    StairwayUsed: stairway_used,
    StructureTaken: structure_taken,
    MaterialsDemanded: materials_demanded,
    PoolTaken: pool_taken,
    DemandAnswered: demand_answered,
    ActionDeclined: action_declined,
    SenateUsed: senate_used,
    SewerUsed: sewer_used,
    GameConceded: game_conceded,
    VaultShown: vault_shown,
    HoldingsDeclared: holdings_declared,
    TableNoted: table_noted,
}
