"""Whose action it is: slots in playing order, and the actions that structures and hired clients give in between.

Everything that is asked here is asked of the table before an event; `act` and `close_actions` are what an event then
does to it.
"""

from collections.abc import Iterator
from typing import Any

from ledger.game import SLIP, Complaint, Condition
from ledger.games.glory_to_rome.cards import ARCHITECT, CRAFTSMAN, UNSEEN
from ledger.games.glory_to_rome.structures import THINK, academy, circus_maximus, plays, tower
from ledger.games.glory_to_rome.table import (
    ACT,
    ENDING,
    ENDINGS,
    FOLLOW,
    LEAD,
    SETUP,
    THOUGHT,
    ActionFit,
    Frame,
    Player,
    Table,
    leading,
    set_up,
)

BUILDERS = (CRAFTSMAN, ARCHITECT)
NONE: list[Frame] = []


# --- how many actions there are ---------------------------------------------------------------------------------------


def available(table: Table, frame: Frame) -> int:
    """G11: how many actions are left, counted anew each time; G13: a client not yet used may count twice."""
    if not frame.slot:
        return frame.left
    number = frame.left + frame.bonus
    if not frame.clients and not frame.once:
        return number
    able = len(acting(table, frame)) if frame.clients else 0
    if not frame.player.works:
        return number + able
    if doubled(table, frame):
        able *= 2
        if frame.once and table.options["circus_maximus"] == "all":
            able += frame.once
    return number + able


def has_more(table: Table, frame: Frame) -> bool:
    """Is an action left? A unit not yet used is one, whatever else is counted."""
    return frame.left > 0 or available(table, frame) > 0


def doubled(table: Table, frame: Frame) -> bool:
    """G13: does a Circus Maximus double the clients of this slot?"""
    return frame.twice if table.options["circus_maximus"] == "next-time" else circus_maximus(frame.player)


def acting(table: Table, frame: Frame) -> list[str]:
    """Those clients that have not acted and may act in the role of the round; one that nobody saw may."""
    works, role, cards = frame.player.works, table.role, table.cards
    if works and ("ludus_magna" in works or "storeroom" in works):
        return [client for client in frame.clients if plays(table, frame.player, client, role)]
    fitting = (role, "")
    return [client for client in frame.clients if cards[client].role in fitting]


def spend(table: Table, frame: Frame) -> None:
    """One action is used: units on the camp first, then clients of the role, then those that stand in for it."""
    frame.spent += 1
    if frame.left > 0 or not frame.slot:
        frame.left -= 1
    elif frame.bonus > 0:
        frame.bonus -= 1
    else:
        _spend_client(table, frame)


def _spend_client(table: Table, frame: Frame) -> None:
    able, double = acting(table, frame), doubled(table, frame)
    if able:
        own = [client for client in able if table.cards[client].role == table.role]
        frame.clients.remove((own or able)[0])
        frame.bonus += double
        frame.once += not double
    else:
        frame.once = max(0, frame.once - 1)


def slot_of(table: Table, player: Player) -> Frame:
    """What a player may do in a round."""
    return Frame(player, (table.role,), player.units, True, circus_maximus(player), player.clientele.copy())


# --- which action an event belongs to ---------------------------------------------------------------------------------


def frames(table: Table, player: Player) -> list[Frame]:
    """The actions a player may use now, the innermost last; none while or after others have their turn."""
    if table.phase == ACT:
        order, turn = table.order, table.turn
        if 0 <= turn < len(order) and order[turn] is player:
            return table.stack
        if player in order and order.index(player) > turn:
            return [slot_of(table, player)]
        return NONE
    return [slot_of(table, player)] if table.phase == FOLLOW else NONE


def find(table: Table, player: Player, roles: tuple[str, ...], part: str) -> ActionFit | None:
    """The action that something done now belongs to: a part still open, else a new action, the innermost first."""
    for frame in reversed(frames(table, player)):
        if suits(frame.roles, roles):
            if continues(frame, roles, part):
                return ActionFit(frame, fresh=False)
            if has_more(table, frame):
                return ActionFit(frame, fresh=True)
    return None


def suits(roles: tuple[str, ...], wanted: tuple[str, ...]) -> bool:
    """Is one of these roles among those?"""
    return wanted[0] in roles or (len(wanted) > 1 and wanted[1] in roles)


def continues(frame: Frame, roles: tuple[str, ...], part: str) -> bool:
    """Is this a part of the action under way that was not done yet? G34: whoever may act in two roles acts in one."""
    if frame.parts is None or not suits(frame.doing, roles):
        return False
    return part not in frame.parts or (frame.second and part == "stairway")  # G27: once for each of two actions


def find_new(table: Table, player: Player, role: str) -> ActionFit | None:
    """A new action, the innermost first."""
    for frame in reversed(frames(table, player)):
        if role in frame.roles and has_more(table, frame):
            return ActionFit(frame, fresh=True)
    return None


def find_building(
    table: Table, player: Player, roles: tuple[str, ...], token: str, number: int = 1
) -> ActionFit | None:
    """The action that something is built with, of all that are open: one from which so many follow one another (G15).

    G30: with a card other than the one a Fountain drew for it, it is another action than the Fountain's, if there is
    one and passes need not be told.
    """
    first: ActionFit | None = None
    stack = frames(table, player)
    for frame in reversed(stack):
        if not suits(frame.roles, roles):
            continue
        under_way = continues(frame, roles, "build")
        if under_way and (not frame.drawn or same_card(table, frame.drawn, token)):
            fit = ActionFit(frame, fresh=False)
        elif has_more(table, frame) and not (under_way and table.options["passes"] == "recorded"):
            fit = ActionFit(frame, fresh=True)
        elif under_way:
            first = first or ActionFit(frame, fresh=False)
            continue
        else:
            continue
        if number == 1 or following(table, stack, fit, roles) >= number:
            return fit
        first = first or fit
    return first


def same_card(table: Table, one: str, other: str) -> bool:
    """May these two tokens be the same card?"""
    if one == other or UNSEEN in (one, other):
        return True
    own, known = table.cards[other], table.cards[one]
    return own.id in ("", known.id) and own.material == known.material and ("#" not in one or "#" not in other)


def following(table: Table, stack: list[Frame], fit: ActionFit, roles: tuple[str, ...]) -> int:
    """G15: how many actions of one builder's role follow one another from here on; with `either` of both roles."""
    own = roles if table.options["oot_roles"] == "either" else tuple(role for role in roles if role in fit.frame.roles)
    number = 0 if fit.fresh else 1
    for frame in reversed(stack[: stack.index(fit.frame) + 1]):
        left = available(table, frame)
        if left > 0 and not suits(frame.roles, own):
            break
        number += max(0, left)
    return number


# --- what an event does to them ---------------------------------------------------------------------------------------


def go_on(table: Table, event: Any, *, building: str = "") -> None:
    """Something is played: the set-up is over, what was owed is forgotten, a last step not taken is lost."""
    table.played = True
    if table.phase == SETUP:
        set_up(table)
    table.owed = []
    if table.over:
        table.played_on = True
    if table.last_step and building != table.last_step:
        table.last_step, table.played_on = "", True
        finish(table, "deck", event.n)


def finish(table: Table, why: str, n: int, winners: list[str] | None = None) -> None:
    """The game is over at once; what is left undone is lost."""
    if not table.over:
        table.over, table.over_n, table.winners = why, n, winners
        table.owed = []


def reach(table: Table, player: Player) -> None:
    """Somebody acts: those before them in playing order have had their turn."""
    if table.phase == FOLLOW:
        table.phase, table.turn = ACT, -1
    if table.phase == ACT and player in table.order:
        at = table.order.index(player)
        if at > table.turn:
            table.turn, table.stack = at, [slot_of(table, player)]


def act(table: Table, fit: ActionFit | None, roles: tuple[str, ...], part: str) -> Frame | None:
    """The event takes its part of an action; actions above it that were not used are gone."""
    if fit is None:
        return None
    frame = fit.frame
    own = tuple([role for role in roles if role in frame.roles])
    if fit.fresh:
        spend(table, frame)
        frame.parts, frame.doing, frame.drawn, frame.second = {part}, own, "", False
        while table.stack and table.stack[-1] is not frame:
            table.stack.pop()
    elif frame.parts is not None:
        frame.vague += "fountain" not in frame.parts
        frame.second = frame.second and part not in frame.parts
        frame.parts.add(part)
        frame.doing = tuple([role for role in frame.doing if role in own]) or frame.doing
    return frame


def push(table: Table, frame: Frame) -> None:
    """Actions come at once, before what is left of the round's own; only in one's own turn."""
    if table.phase == ACT and 0 <= table.turn < len(table.order) and table.order[table.turn] is frame.player:
        table.stack.append(frame)


def spend_all(table: Table, frame: Frame, used: int) -> None:
    """A Legionary uses every action at once: one is spent already, and of the others so many."""
    rest = max(0, available(table, frame))
    frame.spent += rest
    frame.idle = max(0, rest - used)
    frame.left = frame.bonus = frame.once = 0
    frame.clients = []


def spend_second(table: Table, frame: Frame, roles: tuple[str, ...]) -> None:
    """A foundation out of town takes a second action."""
    if tower(frame.player) or frame not in table.stack:
        return
    own = roles if table.options["oot_roles"] == "either" else frame.doing
    for other in reversed(table.stack[: table.stack.index(frame) + 1]):
        if suits(other.roles, own) and has_more(table, other):
            spend(table, other)
            frame.second = True
            return


def close_actions(table: Table) -> None:
    """Nobody acts any more in this round."""
    if table.phase in (FOLLOW, ACT):
        table.phase, table.turn, table.stack = ENDING, len(table.order), []


# --- what every event of a round must keep ----------------------------------------------------------------------------


def play_goes_on(table: Table, event: Any) -> bool:
    """R11: the game ends at once; what is left undone is lost."""
    return (not table.over and not table.last_step) or table.played_on


def game_is_over(table: Table, event: Any) -> Complaint:
    words = "the game is over since event {expected} ({why}); nothing more is played"
    n = table.over_n if table.over else None
    if n is None:
        return Complaint("the game is over ({why}); nothing more is played", why=ENDINGS["deck"])
    return Complaint(words, expected=n, why=ENDINGS[table.over])


GOES_ON = Condition("GTR-R11", play_goes_on, game_is_over)


def nothing_is_owed(table: Table, event: Any) -> bool:
    """R9: the pool's part is taken and everybody asked answers before anything else happens."""
    return not table.owed


def demand_is_open(table: Table, event: Any) -> Complaint:
    found = [name for name in table.owed if name]
    words = "the demand of event {expected} was not answered by {found}"
    if not found:
        words = "the demand of event {expected} was not taken from the pool, which has what was demanded"
    return Complaint(words, expected=table.demand.n if table.demand else None, found=found)


ANSWERED = Condition("GTR-R9", nothing_is_owed, demand_is_open)


def everybody_decided(table: Table, event: Any) -> bool:
    """R3: the actions begin when everybody has followed or thought."""
    if table.phase == FOLLOW:
        for player in table.seats:
            if not player.decided:
                return False
    return True


def somebody_is_undecided(table: Table, event: Any) -> Complaint:
    found = [player.name for player in table.order if not player.decided]
    return Complaint("{found} {found:has|have} neither followed nor thought", found=found)


DECIDED = Condition("GTR-R3", everybody_decided, somebody_is_undecided, mistake=SLIP)


def passed_over(table: Table, end: int) -> Iterator[str]:
    """Who has actions left, of those before this place in playing order."""
    if table.phase not in (FOLLOW, ACT):
        return
    turn = table.turn if table.phase == ACT else -1
    now = table.order[turn].name if 0 <= turn < end else ""
    if now and now not in table.players.left and any(_surely_left(table, frame) for frame in table.stack):
        yield now
    for player in table.order[turn + 1 : end]:
        if player.name not in table.players.left and _surely_left(table, slot_of(table, player)):
            yield player.name


def _surely_left(table: Table, frame: Frame) -> bool:
    return UNSEEN not in frame.clients and available(table, frame) > frame.vague


def _upto(table: Table, event: Any) -> int:
    player = table.players[event.player]
    return table.order.index(player) if player in table.order else 0


def no_pass_is_missing(table: Table, event: Any) -> bool:
    """R3: where the record promised to tell of every action, one left out is missing."""
    return table.options["passes"] != "recorded" or next(passed_over(table, _upto(table, event)), None) is None


def pass_is_missing(table: Table, event: Any) -> Complaint:
    found = list(passed_over(table, _upto(table, event)))
    return Complaint("{found} {found:has|have} actions left of which the record says nothing", found=found)


NO_PASS_MISSING = Condition("GTR-R3", no_pass_is_missing, pass_is_missing, mistake=SLIP)


def no_pass_is_missing_at_all(table: Table, event: Any) -> bool:
    """R3: the same when the actions of the round are over."""
    return table.options["passes"] != "recorded" or next(passed_over(table, len(table.order)), None) is None


def some_pass_is_missing(table: Table, event: Any) -> Complaint:
    found = list(passed_over(table, len(table.order)))
    return Complaint("{found} {found:has|have} actions left of which the record says nothing", found=found)


NO_PASS_MISSING_AT_ALL = Condition("GTR-R3", no_pass_is_missing_at_all, some_pass_is_missing, mistake=SLIP)

ACTS = (GOES_ON, ANSWERED, DECIDED, NO_PASS_MISSING)
ENDS = (GOES_ON, ANSWERED, DECIDED, NO_PASS_MISSING_AT_ALL)


def no_action(table: Table, player: Player, roles: tuple[str, ...]) -> Complaint:
    """R3, G11: one for leading or following and one for each matching client, in playing order."""
    role = roles[0] if len(roles) == 1 else table.role or roles[0]
    if table.phase in (SETUP, LEAD, THOUGHT):
        return Complaint("{player} acts as {role}, but no role was led", player=player.name, role=role)
    if table.phase == ENDING:
        return Complaint("{player} acts as {role} after the actions of the round", player=player.name, role=role)
    if table.phase == ACT and player in table.order and table.order.index(player) < table.turn:
        words = "{player} acts as {role} after {expected}; actions are done clockwise from the leader"
        return Complaint(words, player=player.name, role=role, expected=table.order[table.turn].name)
    had = sum(frame.spent for frame in frames(table, player) if suits(frame.roles, roles))
    if had:
        words = (
            "{player} acts as {role} once more than the {expected} {expected:action|actions} there {expected:was|were}"
        )
        return Complaint(words, player=player.name, role=role, expected=had)
    words = "{player} acts as {role} without an action: {table_role} was led"
    if table.role == role:
        words = "{player} acts as {role} without an action: {player} neither led nor followed, and has no client for it"
    return Complaint(words, player=player.name, role=role, table_role=table.role)


# --- thinking ---------------------------------------------------------------------------------------------------------


def thinking(table: Table, player: Player) -> str:
    """Why this player may think now: as the leader, instead of following, by a School, by an Academy; or not at all."""
    if table.phase in (SETUP, LEAD):
        return "lead" if leading(table) is player else ""
    if table.phase == FOLLOW and not player.decided:
        return "follow"
    if table.phase == ACT and find(table, player, (THINK,), THINK) is not None:
        return "school"
    if table.phase in (ACT, FOLLOW, ENDING) and academy(player):
        return "academy"
    return ""


# --- who is asked now -------------------------------------------------------------------------------------------------


def waiting(table: Table) -> Player | None:
    """Who decides next, where that is one player."""
    if table.phase in (SETUP, LEAD):
        return leading(table) or table.seats[table.leader]
    if table.phase == FOLLOW:
        return next((player for player in table.order if not player.decided), None)
    return None


def open_frames(table: Table) -> Iterator[tuple[Player, Frame]]:
    """Actions that may be used now: of the player whose turn it is, then of those who come later."""
    if table.phase not in (ACT, FOLLOW):
        return
    turn = table.turn if table.phase == ACT else -1
    for frame in reversed(table.stack if turn >= 0 else []):
        yield frame.player, frame
    for player in table.order[turn + 1 :]:
        yield player, slot_of(table, player)


def usable(table: Table, roles: tuple[str, ...] = ()) -> Iterator[tuple[Player, Frame]]:
    """Those of them that are not used up; of these roles alone, where some are named."""
    for player, frame in open_frames(table):
        if (not roles or suits(frame.roles, roles)) and (frame.parts is not None or available(table, frame) > 0):
            yield player, frame


def players_of(table: Table, roles: tuple[str, ...]) -> list[Player]:
    """Who has an action of these roles now or still to come in this round, or is in the middle of one."""
    return list(dict.fromkeys([player for player, _ in usable(table, roles)]))
