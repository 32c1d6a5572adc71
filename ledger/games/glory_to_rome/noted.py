"""A whole table as somebody wrote it down; apart from `events`, because these are no events."""

from msgspec import Struct

from ledger.events import Whole


class NotedStructure(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A structure as somebody saw it."""

    card: str
    site: str
    materials: tuple[str, ...] = ()
    stairway: tuple[str, ...] = ()
    complete: bool = False


class NotedPlayer(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What lay in front of a player when the table was noted."""

    player: str
    influence: Whole
    hand: tuple[str, ...] = ()
    stockpile: tuple[str, ...] = ()
    clientele: tuple[str, ...] = ()
    vault: tuple[str, ...] = ()
    camp: tuple[str, ...] = ()
    sites: tuple[str, ...] = ()
    structures: tuple[NotedStructure, ...] = ()
