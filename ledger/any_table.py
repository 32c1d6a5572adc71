"""The drawing of any table: the game's own, or one made from its view for a game that draws nothing."""

from collections import Counter as Tally
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from ledger.choices import offered
from ledger.drawing import Counter, Drawing, Face, Layout, Seat, Text, Thing, Zone, called, term
from ledger.story import NAMES
from ledger.walk import Record
from ledger.words import Name, Span, Words

BEHIND = "events"  # where something comes from: asked for with the sheet, and nothing that lies on a table


def draw(record: Record) -> Drawing:
    """The table of any game as it stands: as the game itself draws it, else as its view tells it."""
    drawing = record.game.scribe.drawing
    drawn = drawing(record.table) if drawing is not None else from_view(record)
    return drawn if not record.left else replace(drawn, players=tuple(_gone(seat, record) for seat in drawn.players))


def _gone(seat: Seat, record: Record) -> Seat:
    """For somebody who left the table nobody waits."""
    return replace(seat, turn=False, note=Words("left the table")) if seat.name in record.left else seat


def faces(record: Record) -> dict[str, Face]:
    """What is to be seen of every card of the deck."""
    face, deck = record.game.scribe.face, record.rules.deck
    return {name: face(deck, name) for name in deck.cards} if face is not None else {}


def from_view(record: Record) -> Drawing:
    """Any table: lists become zones, whatever stands beside a player's name lies in front of that player."""
    view = record.game.scribe.view(record.table)
    drawn = _Drawn(record)
    for name, value in view.items():
        drawn.add(name, value)
    drawn.awaited = drawn.awaited or mover(record)
    return Drawing(
        players=tuple(drawn.seats()),
        zones=tuple(zone for zone in drawn.zones if zone.things),
        round=view.get("round") if isinstance(view.get("round"), int) else None,
        phase=drawn.text(view["phase"]) if view.get("phase") else "",
        counters=tuple(drawn.counters),
    )


def mover(record: Record) -> str | None:
    """The player whose move it is: everything that is offered is theirs."""
    found = None
    if record.game.course.over(record.table):
        return None
    for _, event in offered(record.game, record.table):
        player = getattr(event, "player", None)
        if player is None or found not in (None, player):
            return None
        found = player
    return found


class _Drawn:
    """A view on its way to becoming a drawing."""

    def __init__(self, record: Record) -> None:
        self.people: list[str] = list(record.table.players)
        self.deck = record.rules.deck
        self.told = record.game.worth.categories  # points stand beside the table already
        self.zones: list[Zone] = []
        self.counters: list[Counter] = []
        self.of: dict[str, list[Counter]] = {name: [] for name in self.people}
        self.awaited: str | None = None

    def add(self, name: str, value: Any) -> None:
        if name == "turn" and value in self.people:
            self.awaited = value
        elif name in ("round", "phase", BEHIND) or value in (None, "", [], {}) or value is False:
            return
        elif _rows(value):
            self._rows(name, value)
        elif isinstance(value, list | dict):
            self.zones.append(Zone(id=name, title=term(name), layout="small", things=tuple(self._things(value))))
        else:
            self.counters.append(Counter(term(name), self.text(value)))

    def _rows(self, name: str, rows: list[dict[str, Any]]) -> None:
        """A row that is about a player lies in front of them; those of one kind that are not lie together."""
        own: dict[str, list[Thing]] = {}
        for row in rows:
            owner = next((one for one in row.values() if isinstance(one, str) and one in self.of), "")
            if owner and next(iter(row.values())) == owner and name == "players":
                self._seat(owner, row)
            else:
                own.setdefault(owner, []).append(self._thing({key: one for key, one in row.items() if one != owner}))
        for owner, things in own.items():
            ident = f"{name} {owner}" if owner else name
            layout: Layout = "small" if owner else "cards"
            self.zones.append(Zone(id=ident, title=term(name), layout=layout, owner=owner, things=tuple(things)))

    def _seat(self, player: str, row: Mapping[str, Any]) -> None:
        for name, value in row.items():
            if value == player or name in (*NAMES, *self.told, BEHIND) or value in (None, "", [], {}) or value is False:
                continue
            if isinstance(value, list | dict):
                things = tuple(self._things(value))
                zone = Zone(id=f"{name} {player}", title=term(name), layout="small", owner=player, things=things)
                self.zones.append(zone)
            else:
                self.of[player].append(Counter(term(name), self.text(value)))

    def _thing(self, row: Mapping[str, Any]) -> Thing:
        """A row of a list: its first word names it, the others are written on it."""
        ids = tuple(one for one in row.values() if isinstance(one, str))
        shown = [(key, one) for key, one in row.items() if key not in NAMES and one not in (None, "", 0, [], {})]
        title = self.text(shown[0][1]) if shown else ""
        lines = tuple(Words("{name} {value}", name=term(key), value=self.text(one)) for key, one in shown[1:])
        return Thing(id=ids[0] if ids else "", also=ids[1:], face=Face(title=title, lines=lines))

    def _things(self, value: "list[Any] | dict[Any, Any]") -> Iterator[Thing]:
        if isinstance(value, dict):
            for key, one in value.items():
                count = one if isinstance(one, int) and not isinstance(one, bool) else 1
                lines = () if isinstance(one, int) else (self.text(one),)
                yield Thing(id=str(key), face=Face(title=self.text(key), lines=lines), count=count)
        else:
            words = [one for one in value if not isinstance(one, dict)]
            yield from (self._thing(one) for one in value if isinstance(one, dict))
            for one, number in Tally(map(str, words)).items():
                yield Thing(id=one, face=Face(title=self.text(one), back=one == "?"), count=number)

    def text(self, value: Any) -> Text:
        """A value as something to read: cards by their names, our own words as terms, people as they are."""
        if isinstance(value, bool):
            return term("yes" if value else "no")
        if isinstance(value, int | Words):
            return value
        if isinstance(value, Span):
            return str(value)
        if isinstance(value, dict):
            return Words(
                "{list}", list=[Words("{what} ×{number}", what=self.text(k), number=n) for k, n in value.items()]
            )
        if isinstance(value, list | tuple):
            return Words("{list}", list=[self.text(one) for one in value])
        return self._word(value)

    def _word(self, value: Any) -> Text:
        word = str(value)
        if word in self.of:
            return word
        if word in self.deck.cards:
            return called(self.deck.named(word))
        return called(value) if isinstance(value, Name) else term(word)

    def seats(self) -> Iterator[Seat]:
        for name in self.people:
            yield Seat(name=name, counters=tuple(self.of[name]), turn=name == self.awaited)


def _rows(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(row, dict) for row in value)
