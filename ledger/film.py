"""A game as a film: the drawing of every moment, each thing in it told once however long it lies there."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from ledger.any_table import draw
from ledger.audit import Case
from ledger.drawing import Drawing, Zone
from ledger.events import Event
from ledger.game import Game
from ledger.story import told
from ledger.walk import in_force, open_record

Say = Callable[[Any], str]  # how words become text in the reader's language


def film(game: Game, events: Sequence[Event], say: Say, **laid_over: Any) -> bytes:
    """Every moment of a game's story as JSON.

    `things`, `zones`, `seats` and `tops` hold each state of each of them once. `frames` has an entry for every moment:
    0 where nothing changed, else the places of what is to be seen: [top, [a seat each], [a zone each]].
    """
    force = in_force(events)
    case = Case(open_record(game, force.events, **laid_over), force)
    reel = _Reel(say)
    for _ in told(case):
        reel.take(draw(case.record))
    return reel.json()


class _Reel:
    def __init__(self, say: Say) -> None:
        self.encoder = msgspec.json.Encoder(enc_hook=say)
        self.pools: dict[str, dict[bytes, int]] = {"things": {}, "zones": {}, "seats": {}, "tops": {}}
        self.frames: list[object] = []
        self.last: object = None

    def take(self, drawing: Drawing) -> None:
        """One more moment."""
        frame = [
            self._place("tops", {"round": drawing.round, "phase": drawing.phase, "counters": drawing.counters}),
            [self._place("seats", seat) for seat in drawing.players],
            [self._place("zones", self._zone(zone)) for zone in drawing.zones],
        ]
        self.frames.append(0 if frame == self.last else frame)
        self.last = frame

    def _zone(self, zone: Zone) -> dict[str, object]:
        things = [self._place("things", thing) for thing in zone.things]
        return {"id": zone.id, "title": zone.title, "layout": zone.layout, "owner": zone.owner, "things": things}

    def _place(self, pool: str, value: object) -> int:
        """Where this value stands in its pool."""
        return self.pools[pool].setdefault(self.encoder.encode(value), len(self.pools[pool]))

    def json(self) -> bytes:
        """All of it."""
        return self.encoder.encode({**dict(self._raw()), "frames": self.frames})

    def _raw(self) -> Iterator[tuple[str, msgspec.Raw]]:
        for name, pool in self.pools.items():
            yield name, msgspec.Raw(b"[" + b",".join(pool) + b"]")
