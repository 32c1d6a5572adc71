"""A round: thinking, leading, following, and its end."""

from ledger.games.glory_to_rome.cards import SENATOR, UNSEEN
from ledger.games.glory_to_rome.deeds.cards import deck_may_end, discard, draw, enter
from ledger.games.glory_to_rome.events import LatrineUsed, RoleFollowed, RoleLed, RoundEnded, Thought, VomitoriumUsed
from ledger.games.glory_to_rome.slips import leave
from ledger.games.glory_to_rome.structures import THINK, hand_limit, palace
from ledger.games.glory_to_rome.table import FOLLOW, LEAD, THOUGHT, Player, Table
from ledger.games.glory_to_rome.turns import thinking, use
from ledger.games.glory_to_rome.units import most_units


def due(player: Player) -> int:
    """G7: how many orders a think draws."""
    return max(1, hand_limit(player) - player.cards)


def thought(table: Table, event: Thought) -> None:
    """A senator, or orders; then the deck may be at its end."""
    player: Player = table.players[event.player]
    for card in event.cards or ():
        table.cards[card]
    why = thinking(table, player) or ("lead" if table.phase == LEAD else "")
    player.purged = False
    if event.draw == SENATOR:
        table.senators = max(0, table.senators - 1)
        enter(table, player, SENATOR)
    else:
        for token in draw(table, due(player), event.cards, event.n):
            enter(table, player, token)
        table.doubts.adrift |= player.miscounted and event.cards is None
        player.unsure |= table.doubts.adrift
    if why == "school":
        use(table, THINK)
    elif why == "academy":
        player.academy = True
    elif table.phase == LEAD:
        _led_by(table, player)
        table.phase = THOUGHT
    player.decided = True
    if event.draw != SENATOR:
        deck_may_end(table, event.n)


def _led_by(table: Table, player: Player) -> None:
    table.leader, table.doubts.unled = player.seat, False


def latrine_used(table: Table, event: LatrineUsed) -> None:
    """G47: a card of the hand to the pool, a senator to the stack."""
    player: Player = table.players[event.player]
    _discarded(table, leave(table, player, event.card, event.n))
    player.purged = True


def _discarded(table: Table, token: str) -> None:
    if token == SENATOR:
        table.senators += 1
    else:
        table.pool.append(token)


def vomitorium_used(table: Table, event: VomitoriumUsed) -> None:
    """The whole hand to the pool, senators to the stack."""
    player: Player = table.players[event.player]
    told = [token for token in event.cards or () if token != SENATOR]
    for token in told:
        table.cards[token]
    for token in told:
        _discarded(table, leave(table, player, token, event.n))
    table.pool += player.hand
    table.pool += [UNSEEN] * len(player.unseen)
    table.senators += player.senators
    player.hand, player.senators = [], 0
    player.unseen.forget(0, table.clock)
    player.purged = True


def role_led(table: Table, event: RoleLed) -> None:
    """A round begins."""
    player: Player = table.players[event.player]
    if table.phase == FOLLOW and table.order[0] is player:
        return  # told twice
    if table.phase != LEAD:
        end_round(table)
        table.fresh = False
    _led_by(table, player)
    table.phase, table.role, table.order, table.turn = FOLLOW, event.role, table.from_leader(), -1
    table.stack = []
    _to_camp(table, player, event)


def role_followed(table: Table, event: RoleFollowed) -> None:
    """Somebody else takes part."""
    _to_camp(table, table.players[event.player], event)


def _to_camp(table: Table, player: Player, event: RoleLed | RoleFollowed) -> None:
    actions = event.actions
    if actions is None:
        actions = max(1, most_units(table, player, table.role, event.cards)) if palace(player) else 1
    for token in event.cards:
        card = leave(table, player, token, event.n)
        if card == SENATOR:
            player.camp_senators += 1
        else:
            player.camp.append(card)
    player.units += max(0, actions)
    player.decided = player.followed = True


def round_ended(table: Table, event: RoundEnded) -> None:
    """The leader card passes to the left, and whoever had actions left has lost them."""
    table.passed = []
    end_round(table)


def end_round(table: Table) -> None:
    """Put the table in order for the next round."""
    discard(table)
    table.phase, table.role, table.order, table.turn = LEAD, "", [], -1
    table.stack, table.demand, table.owed = [], None, []
    table.closing, table.sewers = None, False
    table.leader = (table.leader + 1) % len(table.seats)
    table.round += 1
    table.fresh = True
    for player in table.seats:
        player.new_round()
