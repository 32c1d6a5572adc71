"""The rules of Glory to Rome: each a small function from the table before an event, and the event, to a complaint.

`table.fit` is the action an event belongs to, found before it is judged. A rule keeps silent where a more basic one
speaks, so that one mistake is one finding; what merely follows from a mistake told before is excused (`slips`).
"""

from functools import wraps
from typing import Any

from ledger.game import Complaint
from ledger.games.glory_to_rome.checks.building import (
    added_from,
    completion_may_be_declined,
    foundation_is_allowed,
    fountain_card_is_used,
    fountain_is_active,
    out_of_town_takes_two,
    prison_takes,
    site_is_free,
    stairway_is_allowed,
    structure_takes_the_material,
)
from ledger.games.glory_to_rome.checks.cards import (
    Rule,
    card_is_there,
    cards_are_in_hand,
    game_not_over,
    top_of_the_deck,
)
from ledger.games.glory_to_rome.checks.ending import (
    everybody_concedes,
    holdings_are_possible,
    holdings_as_recorded,
    senate_takes,
    senates_come_first,
    sewer_takes,
    vault_as_recorded,
    vault_at_the_end,
)
from ledger.games.glory_to_rome.checks.legion import (
    answers_the_demand,
    arena_part,
    bridge_part,
    demand_is_answered,
    demand_within_actions,
    gives_all_that_match,
    pool_part,
    shown_once_a_round,
)
from ledger.games.glory_to_rome.checks.noted import table_as_recorded
from ledger.games.glory_to_rome.checks.setup import (
    deck_is_whole,
    leader_is_first_by_name,
    revealed_by_the_tied,
    start_hand,
)
from ledger.games.glory_to_rome.checks.trade import (
    hauled_from,
    hired_from,
    no_senator,
    room_in_the_clientele,
    room_in_the_vault,
    sold_from,
)
from ledger.games.glory_to_rome.checks.turns import (
    decided_in_order,
    discard_leads_to_a_think,
    everybody_decided,
    follows_once,
    has_a_think,
    has_an_action,
    latrine_is_active,
    leader_leads,
    may_think,
    passes_are_recorded,
    round_can_end,
    think_draws_to_the_limit,
    units_of_the_role,
    vomitorium_is_active,
)
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
from ledger.games.glory_to_rome.slips import mistaken, uncertain, unsettled
from ledger.games.glory_to_rome.table import Table

TURNS = (
    may_think, has_a_think, leader_leads, follows_once, decided_in_order, everybody_decided, round_can_end,
    has_an_action, passes_are_recorded, game_not_over, demand_is_answered,
)  # fmt: skip

RESTS_ON_THE_PAST = (
    room_in_the_clientele, room_in_the_vault, hired_from, hauled_from, sold_from, added_from, fountain_is_active,
    has_a_think, latrine_is_active, vomitorium_is_active, stairway_is_allowed, senate_takes, sewer_takes,
    units_of_the_role, has_an_action, out_of_town_takes_two, demand_within_actions,
    structure_takes_the_material, prison_takes,
)  # fmt: skip


def _tells(rule: Rule) -> Rule:
    """Whoever breaks a rule is told, once an event; what may follow from it is kept in mind (`slips`)."""
    turn, rests = rule in TURNS, rule in RESTS_ON_THE_PAST

    @wraps(rule)
    def check(table: Table, event: Any) -> Complaint | None:
        complaint = rule(table, event)
        return None if complaint is None else weighed(table, event, complaint)

    def weighed(table: Table, event: Any, complaint: Complaint) -> Complaint | None:
        if table.doubts.told is event:
            return None
        if complaint.severity != "violation":
            return complaint
        if rests and (lapsed := uncertain(table, event)) is not None:
            return unsettled(table, lapsed)
        table.doubts.told = event
        mistaken(table, event, turn=turn)
        return complaint

    return check


OVERDUE = ("GTR-R9", _tells(demand_is_answered))

_ACTION: tuple[tuple[str, Rule], ...] = (
    ("GTR-R11", game_not_over),
    ("GTR-R3", everybody_decided),
    ("GTR-R3", passes_are_recorded),
    ("GTR-R3", has_an_action),
)

_RULES: dict[type, tuple[tuple[str, Rule], ...]] = {
    DeckShuffled: (("GTR-G2", deck_is_whole),),
    HandDealt: (("GTR-R2", start_hand),),
    OrderRevealed: (("GTR-G4", revealed_by_the_tied),),
    LeaderChosen: (("GTR-G3", leader_is_first_by_name),),
    Thought: (
        ("GTR-R11", game_not_over),
        ("GTR-R3", may_think),
        ("GTR-R3", has_a_think),
        ("GTR-R3", decided_in_order),
        ("GTR-R3", passes_are_recorded),
        ("GTR-R4", think_draws_to_the_limit),
        ("GTR-R1", top_of_the_deck),
    ),
    LatrineUsed: (
        ("GTR-R11", game_not_over),
        ("GTR-R3", may_think),
        ("GTR-R3", has_a_think),
        ("GTR-G47", latrine_is_active),
        ("GTR-R1", cards_are_in_hand),
    ),
    VomitoriumUsed: (
        ("GTR-R11", game_not_over),
        ("GTR-R3", may_think),
        ("GTR-R3", has_a_think),
        ("GTR-G47", vomitorium_is_active),
        ("GTR-R1", cards_are_in_hand),
    ),
    RoleLed: (
        ("GTR-R11", game_not_over),
        ("GTR-R3", leader_leads),
        ("GTR-R1", cards_are_in_hand),
        ("GTR-G47", discard_leads_to_a_think),
        ("GTR-R5", units_of_the_role),
    ),
    RoleFollowed: (
        ("GTR-R11", game_not_over),
        ("GTR-R3", follows_once),
        ("GTR-R3", decided_in_order),
        ("GTR-R1", cards_are_in_hand),
        ("GTR-G47", discard_leads_to_a_think),
        ("GTR-R5", units_of_the_role),
    ),
    RoundEnded: (
        ("GTR-R11", game_not_over),
        ("GTR-R3", everybody_decided),
        ("GTR-R3", round_can_end),
        ("GTR-R3", passes_are_recorded),
    ),
    ClientHired: (
        *_ACTION,
        ("GTR-G33", hired_from),
        ("GTR-G36", no_senator),
        ("GTR-R6", room_in_the_clientele),
        ("GTR-R1", cards_are_in_hand),
        ("GTR-R1", card_is_there),
        ("GTR-R1", top_of_the_deck),
    ),
    MaterialHauled: (
        *_ACTION,
        ("GTR-R7", hauled_from),
        ("GTR-G36", no_senator),
        ("GTR-R1", cards_are_in_hand),
        ("GTR-R1", card_is_there),
    ),
    MaterialSold: (
        *_ACTION,
        ("GTR-G44", sold_from),
        ("GTR-G36", no_senator),
        ("GTR-R10", room_in_the_vault),
        ("GTR-R1", cards_are_in_hand),
        ("GTR-R1", card_is_there),
        ("GTR-R1", top_of_the_deck),
    ),
    FountainDrawn: (*_ACTION, ("GTR-G30", fountain_is_active), ("GTR-R1", top_of_the_deck)),
    FoundationLaid: (
        *_ACTION,
        ("GTR-R8", foundation_is_allowed),
        ("GTR-G16", site_is_free),
        ("GTR-G15", out_of_town_takes_two),
        ("GTR-G30", fountain_card_is_used),
        ("GTR-R1", cards_are_in_hand),
    ),
    MaterialAdded: (
        *_ACTION,
        ("GTR-R8", added_from),
        ("GTR-R8", structure_takes_the_material),
        ("GTR-G22", completion_may_be_declined),
        ("GTR-G30", fountain_card_is_used),
        ("GTR-R1", cards_are_in_hand),
        ("GTR-R1", card_is_there),
    ),
    StairwayUsed: (*_ACTION, ("GTR-G28", stairway_is_allowed), ("GTR-R1", card_is_there)),
    StructureTaken: (*_ACTION, ("GTR-G51", prison_takes)),
    MaterialsDemanded: (
        *_ACTION,
        ("GTR-G36", no_senator),
        ("GTR-R9", demand_within_actions),
        ("GTR-R1", cards_are_in_hand),
        ("GTR-G35", shown_once_a_round),
    ),
    PoolTaken: (("GTR-R11", game_not_over), ("GTR-G37", pool_part)),
    DemandAnswered: (
        ("GTR-R11", game_not_over),
        ("GTR-G36", no_senator),
        ("GTR-R9", answers_the_demand),
        ("GTR-R1", cards_are_in_hand),
        ("GTR-G39", gives_all_that_match),
        ("GTR-G41", bridge_part),
        ("GTR-G42", arena_part),
    ),
    ActionDeclined: _ACTION,
    SenateUsed: (
        ("GTR-R11", game_not_over),
        ("GTR-R3", everybody_decided),
        ("GTR-R3", passes_are_recorded),
        ("GTR-G46", senate_takes),
        ("GTR-G12", senates_come_first),
    ),
    SewerUsed: (
        ("GTR-R11", game_not_over),
        ("GTR-R3", everybody_decided),
        ("GTR-R3", passes_are_recorded),
        ("GTR-G36", no_senator),
        ("GTR-G45", sewer_takes),
    ),
    GameConceded: (("GTR-R11", game_not_over), ("GTR-G55", everybody_concedes)),
    VaultShown: (("GTR-R10", vault_at_the_end), ("GTR-R10", vault_as_recorded)),
    HoldingsDeclared: (("holdings", holdings_are_possible), ("holdings", holdings_as_recorded)),
    TableNoted: (("GTR-R12", table_as_recorded),),
}

RULES = {kind: tuple((name, _tells(rule)) for name, rule in rules) for kind, rules in _RULES.items()}
