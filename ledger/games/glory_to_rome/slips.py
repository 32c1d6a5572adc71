"""What a mistake leaves open: cards that are not where they should be, and what then is no longer held against anybody.

The rules tell a mistake once. What is kept in mind here lets them keep silent about what merely follows from it.
"""

from typing import Any

from ledger.events import Event
from ledger.game import Complaint, Remark
from ledger.games.glory_to_rome.cards import OF_EACH, SENATOR, UNSEEN
from ledger.games.glory_to_rome.events import (
    ClientHired,
    DemandAnswered,
    FoundationLaid,
    HandDealt,
    LeaderChosen,
    MaterialAdded,
    MaterialsDemanded,
    PoolTaken,
    RoleFollowed,
    RoleLed,
    StructureTaken,
    Thought,
)
from ledger.games.glory_to_rome.hands import Denial
from ledger.games.glory_to_rome.table import FOLLOW, LEAD, SETUP, THOUGHT, Player, Table, place


def take(table: Table, zone: list[str], token: str) -> str:
    """A card leaves a place; where the record had another name for it, the more exact one counts."""
    if token in zone:
        zone.remove(token)
        return token
    at = place(table, zone, token)
    if at < 0:
        _instead(table, zone, token)
        return token
    found = zone.pop(at)
    if table.cards[found].id and ("#" in found or not table.cards[token].id):
        return found
    return token


def leave(table: Table, player: Player, token: str, n: int) -> str:
    """A card leaves a hand, known or unseen."""
    table.clock += 1
    if token in player.hand and not player.shown and table.cards[token].id:
        player.hand.remove(token)
        return token
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
        player.unsure = True
        _instead(table, player.hand, token, any_other=True)
    return token


def _instead(table: Table, zone: list[str], token: str, *, any_other: bool = False) -> None:
    """A card left that the record has elsewhere: one of its material goes, so that the numbers stay right."""
    material = table.cards[token].material
    same = [at for at, other in enumerate(zone) if table.cards[other].material == material]
    if same or (any_other and zone):
        zone.pop(same[-1] if same else -1)


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
        player.unsure = True
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
    """A demand was not answered in full: what those asked hold is no longer known; who answers late is believed."""
    asked = [table.players[name] for name in table.owed if name]
    for player in asked:
        player.unsure = player.miscounted = True
    table.doubts.loose += sum(table.demand.materials.values()) * len(table.owed) if table.demand else 1
    table.owed = []
    table.doubts.muddled = table.doubts.amiss = True


def doubt(table: Table, event: Event) -> None:
    """An event named a stranger and changed nothing; what it may have meant is not held against the table later."""
    doubts = table.doubts
    doubts.shaken = doubts.muddled = doubts.amiss = doubts.adrift = True
    doubts.loose += len(cards_of(event)) or 1
    player: Player | None = table.players.get(getattr(event, "player", ""))
    if player is None:
        return
    player.unsure = player.miscounted = True
    player.lapsed = event.n
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


# --- what a mistake excuses -------------------------------------------------------------------------------------------


def mistaken(table: Table, event: Event, *, turn: bool) -> None:
    """A mistake was told: note how many cards it may leave elsewhere, and of whom the record is no longer certain.

    `turn`: it was one of the order of play, so an event may be missing or stand in another's name.
    """
    table.doubts.amiss = True
    if turn or not isinstance(event, Thought):  # the cards named, and those that it may have been in their place
        table.doubts.loose += 2 * len(cards_of(event)) or 1
    names = {getattr(event, "player", ""), getattr(event, "owner", "")}
    if turn:
        table.doubts.shaken = table.doubts.adrift = True
        table.doubts.loose += len(table.passed) + len(table.undecided)
        names |= {*table.passed, *table.undecided}
    if isinstance(event, MaterialsDemanded | PoolTaken | DemandAnswered):
        table.doubts.muddled = True
        table.doubts.shaken |= _undemanded(table, event)
    if isinstance(event, Thought):
        table.doubts.adrift = True
    if isinstance(event, LeaderChosen):
        table.doubts.unled = True
    if isinstance(event, RoleLed) or (isinstance(event, RoleFollowed) and _senator_led(table)):
        table.doubts.shaken = True  # which role was led is not certain
    for player in (table.players[name] for name in names if name in table.players):
        player.unsure = player.miscounted = player.erred = True
        if turn or isinstance(event, BUILDING):
            player.lapsed = event.n


def _undemanded(table: Table, event: Any) -> bool:
    """A demand itself is missing, or an answer stands in another's name."""
    demand = table.demand
    if demand is None:
        return True
    if isinstance(event, DemandAnswered):
        player = table.players[event.player]
        return player not in demand.asked or player in demand.answered
    return isinstance(event, PoolTaken) and demand.player.name != event.player


def _senator_led(table: Table) -> bool:
    return table.phase == FOLLOW and not table.order[0].camp


BUILDING = FoundationLaid | MaterialAdded | StructureTaken | ClientHired


def cards_of(event: Event) -> tuple[str, ...]:
    """Every card that an event moves."""
    single = [getattr(event, field, "") for field in ("card", "material")]
    several = [getattr(event, field, ()) for field in ("cards", "stockpile", "clients")]
    listed = [cards for cards in several if isinstance(cards, tuple)]  # a declaration only counts its stockpile
    return (*(card for card in single if card), *(card for cards in listed for card in cards))


def excused(table: Table, number: int = 1) -> bool:
    """So many cards are not where they should be: does a mistake told before account for it?"""
    if table.doubts.disputed:
        return True
    if table.doubts.loose < number:
        return False
    table.doubts.loose -= number
    return True


def uncertain(table: Table, event: Any) -> Player | None:
    """The player of an event, if what they own rests on a mistake told before."""
    player: Player | None = table.players.get(getattr(event, "player", ""))
    return player if player is not None and (player.lapsed >= 0 or table.doubts.disputed) else None


def unsettled(table: Table, player: Player) -> Complaint | None:
    """Said once: what this player may do cannot be told any more."""
    if player.lapsed < 0 or player.doubted:
        return None
    player.doubted = True
    words = "whether {player} may do this cannot be told: since event {expected} the record of theirs is not certain"
    return Complaint(words, severity="undecidable", player=player.name, expected=player.lapsed)
