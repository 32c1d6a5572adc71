"""Who sits where: which phone speaks for which player, and how a table is written; in a file beside its keys."""

from hashlib import sha256
from pathlib import Path

import msgspec
from msgspec import Struct

from cli.pad.keys import Refused, put_secret
from ledger.words import Words

MODES = ("record", "score")


class Seating(Struct):
    """A table's seats. What a phone calls itself is as good as a key, so only its digest is kept."""

    mode: str = ""  # how whoever started it wants it written, until its record shows it
    phones: dict[str, str] = {}  # by player


SEATING = msgspec.json.Decoder(Seating)


def known_as(phone: str) -> str:
    """What others may know of a phone."""
    return sha256(phone.encode()).hexdigest()[:16] if phone else ""


class Seats:
    """The seats of every table of a house."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._tables: dict[str, Seating] = {}

    def of(self, table: str) -> Seating:
        """Who sits at a table."""
        if table not in self._tables:
            try:
                self._tables[table] = SEATING.decode(self._path(table).read_bytes())
            except (OSError, msgspec.MsgspecError):
                self._tables[table] = Seating()
        return self._tables[table]

    def start(self, table: str, mode: str) -> None:
        """A new table is written like this."""
        if mode in MODES:
            self._keep(table, Seating(mode))

    def seat(self, table: str, phone: str) -> str:
        """Where a phone sits; nowhere is nothing."""
        own = known_as(phone)
        return next((player for player, one in self.of(table).phones.items() if own and one == own), "")

    def sit(self, table: str, player: str, phone: str) -> None:
        """A phone sits down at a free seat and leaves the one it had; without a player it only leaves."""
        own, taken = known_as(phone), self.of(table).phones
        if player and taken.get(player, own) != own:
            words = Words("another phone sits in the seat of {player}; the scribe can free it (More)", player=player)
            raise Refused(409, "taken", words)
        others = {name: one for name, one in taken.items() if one != own}
        self._seat(table, others | ({player: own} if player else {}))

    def free(self, table: str, player: str) -> None:
        """A seat for another phone."""
        self._seat(table, {name: one for name, one in self.of(table).phones.items() if name != player})

    def _seat(self, table: str, phones: dict[str, str]) -> None:
        known = self.of(table)
        if phones != known.phones:
            self._keep(table, Seating(known.mode, phones))

    def _keep(self, table: str, seating: Seating) -> None:
        put_secret(self._path(table), msgspec.json.encode(seating))
        self._tables[table] = seating

    def _path(self, table: str) -> Path:
        return self.folder / f"{table}.seats"
