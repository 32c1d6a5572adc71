"""Rules of the round: thinking, leading, following, and whose action it is."""

from typing import Any

from ledger.game import Complaint
from ledger.games.glory_to_rome.cards import ROLES, SENATOR
from ledger.games.glory_to_rome.deeds.opening import parts
from ledger.games.glory_to_rome.deeds.rounds import due
from ledger.games.glory_to_rome.events import (
    LatrineUsed,
    MaterialsDemanded,
    RoleFollowed,
    RoleLed,
    RoundEnded,
    Thought,
    VomitoriumUsed,
)
from ledger.games.glory_to_rome.slips import excused
from ledger.games.glory_to_rome.structures import latrine, palace, vomitorium
from ledger.games.glory_to_rome.table import ENDING, FOLLOW, LEAD, SETUP, THOUGHT, Player, Table, named
from ledger.games.glory_to_rome.turns import thinking
from ledger.games.glory_to_rome.units import unit_counts


def may_think(table: Table, event: Thought | LatrineUsed | VomitoriumUsed) -> Complaint | None:
    """R3: the leader thinks instead of leading, others instead of following. G8: who thought does not follow."""
    player: Player = table.players[event.player]
    if thinking(table, player) or table.over or table.doubts.shaken:
        return None
    if table.phase == LEAD and not table.doubts.unled:
        words = "{found} thinks; {expected} is the leader"
        return Complaint(words, found=player.name, expected=table.seats[table.leader].name)
    if table.phase == FOLLOW:
        return Complaint("{player} has followed or thought already in this round", player=player.name)
    return None


def has_a_think(table: Table, event: Thought | LatrineUsed | VomitoriumUsed) -> Complaint | None:
    """R3, G12: while others act one thinks by a School, and at the end of a round by an Academy."""
    player: Player = table.players[event.player]
    if thinking(table, player) or table.over or table.doubts.shaken or table.phase in (SETUP, LEAD, FOLLOW):
        return None
    if table.phase == ENDING and "academy" in player.works:
        words = "{player} thinks at the end of a round without a Craftsman action, or a second time"
        return Complaint(words, player=player.name)
    return Complaint("{player} may not think now", player=player.name)


def think_draws_to_the_limit(table: Table, event: Thought) -> Complaint | None:
    """R4, G7: orders up to the limit, all of them, or exactly one; G6: a senator only while there is one."""
    player: Player = table.players[event.player]
    if event.draw == SENATOR:
        if event.cards not in (None, (), (SENATOR,)):
            return Complaint(
                "{player} draws a senator and {found}", player=player.name, found=named(table, event.cards or ())
            )
        if table.senators > 0 or excused(table):
            return None
        return Complaint("{player} draws a senator; none is left", player=player.name)
    if event.draw != "orders":
        words = "{player} draws {found}; one draws {expected}"
        return Complaint(words, player=player.name, found=event.draw, expected=["orders", SENATOR])
    if event.cards is None or player.miscounted:
        return None
    expected = min(due(player), table.left)
    if len(event.cards) == expected and SENATOR not in event.cards:
        return None
    words = (
        "{player} draws {found} {found:order|orders} with {cards} {cards:card|cards} in hand; a think draws {expected}"
    )
    return Complaint(words, player=player.name, found=len(event.cards), cards=player.cards, expected=expected)


def latrine_is_active(table: Table, event: LatrineUsed) -> Complaint | None:
    """G47: before each think one card, if there is a Latrine."""
    player: Player = table.players[event.player]
    if not latrine(player):
        return Complaint("{player} discards a card without a Latrine", player=player.name)
    if player.purged:
        return Complaint("{player} discards twice before one think", player=player.name)
    return None


def vomitorium_is_active(table: Table, event: VomitoriumUsed) -> Complaint | None:
    """G47: before each think the whole hand, if there is a Vomitorium."""
    player: Player = table.players[event.player]
    if not vomitorium(player):
        return Complaint("{player} discards the hand without a Vomitorium", player=player.name)
    if event.cards is None or player.miscounted:
        return None
    found = sum(card != SENATOR for card in event.cards)
    expected = player.cards - player.senators
    if found == expected:
        return None
    words = "{player} discards {found} orders; the whole hand has {expected}"
    return Complaint(words, player=player.name, found=found, expected=expected)


def leader_leads(table: Table, event: RoleLed) -> Complaint | None:
    """R3: the leader leads, once a round, and the round before has ended. G5: it takes a card to lead."""
    player: Player = table.players[event.player]
    leader = table.seats[table.leader]
    if table.over or table.doubts.shaken:
        return None
    if table.phase != LEAD:
        return Complaint("{player} leads before the round has ended (round_ended is missing)", player=player.name)
    if player is not leader and not table.doubts.unled:
        return Complaint("{found} leads; {expected} is the leader", found=player.name, expected=leader.name)
    if not event.cards:
        return Complaint("{player} leads without a card; with an empty hand one thinks", player=player.name)
    if event.role not in ROLES:
        return Complaint("{player} leads {found}; roles are {expected}", player=player.name, found=event.role, expected=ROLES)  # fmt: skip  # noqa: E501
    return None


def follows_once(table: Table, event: RoleFollowed) -> Complaint | None:
    """R3: each of the others follows or thinks, clockwise, before the actions begin. G8: never both."""
    player: Player = table.players[event.player]
    if table.over or table.doubts.shaken:
        return None
    if table.phase != FOLLOW:
        words = "{player} follows, but no role was led" if table.phase in (LEAD, THOUGHT) else ""
        words = words or "{player} follows after the actions began"
        return Complaint(words, player=player.name)
    if player.decided:
        return Complaint("{player} has led, followed or thought already in this round", player=player.name)
    return None


def decided_in_order(table: Table, event: RoleFollowed | Thought) -> Complaint | None:
    """R3: clockwise from the leader."""
    player: Player = table.players[event.player]
    if table.phase != FOLLOW or player.decided or table.doubts.shaken or table.over:
        return None
    waiting = [other.name for other in table.order[: table.order.index(player)] if not other.decided]
    if not waiting:
        return None
    return Complaint("{found} decides before {expected}", found=player.name, expected=waiting)


def discard_leads_to_a_think(table: Table, event: RoleLed | RoleFollowed) -> Complaint | None:
    """G47: who used a Latrine or Vomitorium thinks."""
    player: Player = table.players[event.player]
    if not player.purged:
        return None
    return Complaint("{player} discarded cards as before a think, and plays a role instead", player=player.name)


def units_of_the_role(table: Table, event: RoleLed | RoleFollowed) -> Complaint | None:
    """R5, G9, G10: an order of the role, a senator or a petition; several only with a Palace."""
    player: Player = table.players[event.player]
    role = event.role if isinstance(event, RoleLed) else table.role
    if role not in ROLES or not event.cards or table.over or table.doubts.shaken:
        return None
    if len(event.cards) == 1 and event.actions in (None, 1) and table.cards[event.cards[0]].role in (role, ""):
        return None
    counts = unit_counts(table, player, role, event.cards)
    if event.actions is None and (palace(player) and counts):
        return None
    actions = 1 if event.actions is None else event.actions
    if actions in counts and (actions == 1 or palace(player)):
        return None
    cards = named(table, event.cards)
    if not counts:
        words = (
            "{player} plays {found} for {role}; that takes an order of the role, a senator, or a petition of "
            "{expected} orders of one role"
        )
        return Complaint(words, player=player.name, found=cards, role=role, expected=table.options["petition"])
    words = "{player} plays {cards} for {role} and counts {found} actions; they make {expected}"
    if not palace(player) and counts == {len(event.cards)} != {1}:
        words = "{player} plays {cards} for {role}, {found} actions at once; without a Palace it is {expected}"
        return Complaint(words, player=player.name, cards=cards, role=role, found=max(counts), expected=1)
    expected = sorted(counts if palace(player) else counts & {1})
    return Complaint(words, player=player.name, cards=cards, role=role, found=actions, expected=expected)


def everybody_decided(table: Table, event: Any) -> Complaint | None:
    """R3: the actions begin when everybody has followed or thought."""
    if not table.undecided or table.doubts.shaken or table.over:
        return None
    return Complaint("{found} has neither followed nor thought", found=table.undecided)


def round_can_end(table: Table, event: RoundEnded) -> Complaint | None:
    """R3: a round ends after the leader has led or thought."""
    if table.over or table.phase not in (SETUP, LEAD) or table.doubts.shaken:
        return None
    leader = table.seats[table.leader].name
    return Complaint("the round ends, but {expected} has neither led nor thought", expected=leader)


def has_an_action(table: Table, event: Any) -> Complaint | None:
    """R3, G11: one for leading or following and one for each matching client, in playing order."""
    if table.fit is not None or table.doubts.shaken or table.over:
        return None
    player: Player = table.players[event.player]
    if player.erred:
        return None
    roles, _ = parts(table, event)
    if roles == ("think",) and player.academy is False and table.phase == ENDING:
        return None
    role = roles[0] if len(roles) == 1 else table.role
    if table.phase in (SETUP, LEAD, THOUGHT):
        return Complaint("{player} acts as {role}, but no role was led", player=player.name, role=role)
    demand = None if table.doubts.muddled else table.demand
    if isinstance(event, MaterialsDemanded) and demand is not None and demand.player is player:
        return Complaint("{player} demands a second time; all demands are made at once", player=player.name)
    if table.late:
        words = "{player} acts as {role} after {expected}; actions are done clockwise from the leader"
        return Complaint(words, player=player.name, role=role, expected=table.order[table.turn].name)
    if table.phase == ENDING:
        return Complaint("{player} acts as {role} after the actions of the round", player=player.name, role=role)
    return Complaint("{player} has no action as {role} left", player=player.name, role=role)


def passes_are_recorded(table: Table, event: Any) -> Complaint | None:
    """R3: where the record promised to tell of every action, one left out is missing."""
    if table.options["passes"] != "recorded" or table.doubts.shaken or table.over:
        return None
    found = [name for name in table.passed if not table.players[name].erred and table.players[name].lapsed < 0]
    if not found:
        return None
    return Complaint("{found} has actions left of which the record says nothing", found=found)
