"""What a mistake leaves open: cards that are not where they should be, and what then is no longer held against anybody.

The rules tell a mistake once. What is kept in mind here lets them keep silent about what merely follows from it.
"""

from ledger.events import Event
from ledger.game import Complaint, Remark
from ledger.games.glory_to_rome.cards import OF_EACH, SENATOR, UNSEEN
from ledger.games.glory_to_rome.events import HandDealt, RoleFollowed, RoleLed, Thought
from ledger.games.glory_to_rome.hands import Denial
from ledger.games.glory_to_rome.table import FOLLOW, LEAD, SETUP, THOUGHT, Player, Table, place


def take(table: Table, zone: list[str], token: str) -> str:
    """A card leaves a place; where the record had another name for it, the more exact one counts."""
    at = place(table, zone, token)
    if at < 0:
        table.shaken = True
        return token
    found = zone.pop(at)
    if table.cards[found].id and ("#" in found or not table.cards[token].id):
        return found
    return token


def leave(table: Table, player: Player, token: str, n: int) -> str:
    """A card leaves a hand, known or unseen."""
    table.clock += 1
    if token == SENATOR:
        player.senators = max(0, player.senators - 1)
        return token
    if token == UNSEEN:
        return _leave_unseen(table, player)
    at = place(table, player.hand, token)
    if at >= 0:
        found = player.hand.pop(at)
        if found in player.shown:
            player.shown.remove(found)
        return found if table.cards[found].id else token
    if len(player.unseen):
        come_to_light(table, player, token, n)
    else:
        player.unsure = table.shaken = True
    return token


def come_to_light(table: Table, player: Player, token: str, n: int) -> None:
    """An unseen card of a hand is seen: it must not be one that was denied, nor one copy too many."""
    lie = player.unseen.show(table.clock, table.cards[token].material)
    if lie is not None and not player.unsure:
        table.lies.append(Remark(n, "GTR-G39", _false(table, player, token, n, lie)))
    introduce(table, token, n)


def _false(table: Table, player: Player, token: str, n: int, lie: Denial) -> Complaint:
    words = (
        "{player} shows {card} at event {found}, and had it when refusing {material} at event {expected}; "
        "the refusal was false"
    )
    return Complaint(
        words, player=player.name, card=table.deck.named(token), material=lie.material, found=n, expected=lie.n
    )


def _leave_unseen(table: Table, player: Player) -> str:
    """Nobody saw which card left: those that were known may have been it, and are unseen again."""
    if player.hand:
        for known in player.hand:
            withdraw(table, known)
            player.unseen.enter(table.clock - 1)
        player.hand.clear()
    if len(player.unseen):
        player.unseen.show(table.clock, "")
    else:
        player.unsure = table.shaken = True
    return UNSEEN


def introduce(table: Table, token: str, n: int) -> None:
    """A card is seen for the first time: there are only so many of each."""
    card = table.cards[token]
    if not card.material or table.pile is not None:
        return
    if "#" in token:
        table.seen[token] += 1
        _bounded(table, token, 1, n)
    for kind, copies in ((card.id, table.deck.copies.get(card.id, 0)), (card.material, OF_EACH)):
        if kind:
            table.seen[kind] += 1
            _bounded(table, kind, copies, n)


def _bounded(table: Table, kind: str, copies: int, n: int) -> None:
    if table.seen[kind] == copies + 1:
        words = "{card} comes to light for the {found}th time; there are {expected}"
        complaint = Complaint(words, card=table.deck.named(kind), found=copies + 1, expected=copies)
        table.lies.append(Remark(n, "GTR-R1", complaint))


def withdraw(table: Table, token: str) -> None:
    """A card is no longer in sight."""
    card = table.cards[token]
    if card.material and table.pile is None:
        for kind in {token if "#" in token else "", card.id, card.material} - {""}:
            table.seen[kind] -= 1


def lapse(table: Table) -> None:
    """A demand was not answered in full: what those asked hold is no longer known."""
    for name in table.owed:
        if name:
            table.players[name].unsure = True
    table.owed = []
    table.demand = None
    table.shaken = True


def doubt(table: Table, event: Event) -> None:
    """An event named a stranger and changed nothing; what it may have meant is not held against the table later."""
    table.shaken = True
    player: Player | None = table.players.get(getattr(event, "player", ""))
    if player is None:
        return
    player.unsure = True
    if isinstance(event, RoleFollowed | Thought) and table.phase == FOLLOW:
        player.decided = True
    elif isinstance(event, Thought) and table.phase in (SETUP, LEAD):
        table.phase = THOUGHT
    elif isinstance(event, RoleLed) and table.phase in (SETUP, LEAD):
        table.phase, table.role, table.leader, table.turn = FOLLOW, event.role, player.seat, -1
        table.order = table.from_leader()
        player.decided = player.followed = True
        player.units = 1
    elif isinstance(event, HandDealt):
        player.dealt = True
