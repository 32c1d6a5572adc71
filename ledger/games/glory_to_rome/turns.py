"""Whose action it is: slots in playing order, and the actions that structures and hired clients give in between."""

from ledger.games.glory_to_rome.cards import ARCHITECT, CRAFTSMAN, UNSEEN
from ledger.games.glory_to_rome.structures import THINK, academy, circus_maximus, plays, tower
from ledger.games.glory_to_rome.table import ACT, ENDING, FOLLOW, LEAD, Fit, Frame, Player, Table

BUILDERS = (CRAFTSMAN, ARCHITECT)


def available(table: Table, frame: Frame) -> int:
    """G11: how many actions are left, counted anew each time; G13: a client not yet used may count twice."""
    if not frame.slot:
        return frame.left
    player, role = frame.player, table.role
    if not frame.clients:
        return frame.left + frame.bonus
    acting = len([client for client in frame.clients if plays(table, player, client, role)])
    return frame.left + frame.bonus + acting * circus_maximus(player)


def spend(table: Table, frame: Frame) -> None:
    """One action is used: units on the camp first, then clients of the role, then those that stand in for it."""
    if frame.left > 0 or not frame.slot:
        frame.left -= 1
    elif frame.bonus > 0:
        frame.bonus -= 1
    else:
        player, role = frame.player, table.role
        able = [client for client in frame.clients if plays(table, player, client, role)]
        if able:
            own = [client for client in able if table.cards[client].role == role]
            frame.clients.remove((own or able)[0])
            frame.bonus = circus_maximus(player) - 1


def spend_all(table: Table, frame: Frame) -> None:
    """A Legionary uses every action at once."""
    frame.left = frame.bonus = 0
    frame.clients = []


def locate(table: Table, player: Player, roles: tuple[str, ...], part: str) -> Fit | None:
    """The action that something done now belongs to: a part still open, else a new action, the innermost first."""
    for frame in reversed(table.stack):
        if frame.player is not player:
            return None
        if any(role in frame.roles for role in roles):
            if frame.open is not None and part not in frame.open:
                return Fit(frame, fresh=False)
            if available(table, frame) > 0:
                return Fit(frame, fresh=True)
    return None


def use(table: Table, part: str) -> Frame | None:
    """The event takes its part of an action; actions above it that were not used are gone."""
    if table.fit is None:
        return None
    frame, fresh = table.fit
    if fresh:
        spend(table, frame)
        frame.open = set()
        frame.drawn = ""
        while table.stack[-1] is not frame:
            table.stack.pop()
    if frame.open is not None:
        frame.open.add(part)
    return frame


def consecutive(table: Table, player: Player, roles: tuple[str, ...]) -> int:
    """G15: how many actions of one builder's role the player can still do one after the other."""
    if table.fit is None:
        return 0
    frame = table.fit.frame
    own = [role for role in roles if role in frame.roles]
    number = 0 if table.fit.fresh else 1
    for other in reversed(table.stack[: table.stack.index(frame) + 1]):
        if other.player is not player or not any(role in other.roles for role in own):
            break
        number += available(table, other)
    return number


def spend_second(table: Table, frame: Frame) -> None:
    """A foundation out of town takes a second action."""
    if tower(frame.player):
        return
    at = table.stack.index(frame)
    for other in reversed(table.stack[: at + 1]):
        if other.player is frame.player and available(table, other) > 0:
            spend(table, other)
            return


def slot_of(table: Table, player: Player) -> Frame:
    """What a player may do in a round."""
    return Frame(player, (table.role,), player.units, slot=True)


def reach(table: Table, player: Player) -> None:
    """Somebody acts: those before them in playing order have had their turn."""
    table.late = False
    table.passed = []
    table.undecided = []
    if table.phase == FOLLOW:
        table.undecided = [other.name for other in table.seats if not other.decided]
        table.phase, table.turn = ACT, -1
    if table.phase != ACT:
        return
    at = table.order.index(player)
    if at < table.turn:
        table.late = True
    while table.turn < at:
        close_slot(table)
        table.turn += 1
        table.stack = [slot_of(table, table.order[table.turn])]


def close_slot(table: Table) -> None:
    """A player's turn is over; actions left are lost, and the record may have promised to tell of them."""
    for frame in table.stack:
        if UNSEEN not in frame.clients and available(table, frame) > 0 and frame.player.name not in table.passed:
            table.passed.append(frame.player.name)
    table.stack = []


def close_actions(table: Table) -> None:
    """Nobody acts any more in this round."""
    if table.phase == FOLLOW or (table.phase == ACT and table.order):
        reach(table, table.order[-1])
        close_slot(table)
    table.phase = ENDING


def thinking(table: Table, player: Player) -> str:
    """Why this player may think now: as the leader, instead of following, by a School, by an Academy; or not at all."""
    if table.phase == LEAD and table.seats[table.leader] is player:
        return "lead"
    if table.phase == FOLLOW and not player.decided:
        return "follow"
    if table.phase == ACT and locate(table, player, (THINK,), THINK) is not None:
        return "school"
    if table.phase in (ACT, FOLLOW, ENDING) and academy(player):
        return "academy"
    return ""
