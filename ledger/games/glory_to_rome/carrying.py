"""What Patron, Laborer and Merchant have in common: with a part of an action one card comes from one of several places.

From the pool or the stockpile as the role says, from the hand or the deck where a structure allows it; each role says
which, and where the card goes.
"""

from typing import Any

from ledger.game import Complaint, Condition
from ledger.games.glory_to_rome.moving import known_source, taken
from ledger.games.glory_to_rome.table import Frame, Player, Table
from ledger.games.glory_to_rome.turns import act, find, go_on, no_action, reach


class Carried:
    """An event in which a `card` comes from a `source`, by an action of one of these `roles`."""

    __slots__ = ()

    @property
    def token(self: Any) -> str:
        return str(self.card)

    @property
    def from_hand(self: Any) -> tuple[str, ...]:
        return (self.card,) if self.source == "hand" else ()

    @property
    def drawn(self: Any) -> tuple[str, ...]:
        return (self.card,) if self.source == "deck" else ()

    @property
    def materials(self: Any) -> tuple[str, ...]:
        return (self.card,)

    @property
    def part(self: Any) -> str:
        """Of the action: every place once."""
        return str(self.source)


def has_an_action(table: Table, event: Any) -> bool:
    """R3, R7, G33, G44: an action of the role, or a part of one that was not done yet."""
    return find(table, table.players[event.player], event.roles, event.part) is not None


def has_no_action(table: Table, event: Any) -> Complaint:
    return no_action(table, table.players[event.player], event.roles)


HAS_ACTION = Condition("GTR-R3", has_an_action, has_no_action)


def carry(table: Table, event: Any) -> tuple[Player, Frame | None, str]:
    """The action is used and the card leaves its place: whose it now is, by which actions, and which card it was."""
    player: Player = table.players[event.player]
    table.cards[event.card]
    known_source(event.source)
    go_on(table, event)
    reach(table, player)
    frame = act(table, find(table, player, event.roles, event.part), event.roles, event.part)
    return player, frame, taken(table, player, event.source, event.card, event.n)
