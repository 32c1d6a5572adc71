"""The score: a flat list of lines, and the sheet that is summed from them."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from ledger.words import Points, Words, decimal

if TYPE_CHECKING:
    from ledger.walk import Record

ADJUSTED = "adjusted"


class ScoreLine(Struct, frozen=True, gc=False):
    """Some points, with the reason, the rule, the cards and the log lines behind them."""

    player: str
    category: str
    points: int
    reason: Words
    rule: str
    cards: tuple[str, ...] = ()
    behind: tuple[int, ...] = ()  # the events, in the order in which the table remembers them

    @property
    def events(self) -> tuple[int, ...]:
        """The log lines behind the points, in their order and each once."""
        return tuple(sorted({*self.behind}))


class Sheet(Struct, frozen=True):
    """What the pad would show, summed from its lines."""

    game: str
    edition: str
    scale: int
    final: bool
    lines: list[ScoreLine]
    figures: dict[
        str, dict[str, int]
    ]  # by player in seat order, then by category: an adjustment only where there was one
    winners: list[str]
    ranges: dict[str, tuple[int, int]] = {}  # between what a total lies, of those of whom cards are still unseen
    ended_by: str = ""  # how the game came to its end, in the game's own word, where it has several ways

    @property
    def players(self) -> list[str]:
        """In seat order."""
        return list(self.figures)

    def total(self, player: str) -> int:
        """The sum of everything that stands to this player's name."""
        return sum(self.figures[player].values())


def summed(players: Iterable[str], categories: Iterable[str], lines: Iterable[ScoreLine]) -> dict[str, dict[str, int]]:
    """Everybody's points by category; every category of the game is there."""
    empty = dict.fromkeys(categories, 0)
    figures = {player: empty.copy() for player in players}
    for line in lines:
        if line.points:
            own = figures[line.player]
            own[line.category] = own.get(line.category, 0) + line.points
    return figures


def points(value: int, scale: int) -> str:
    """Points as the pad shows them: tenths with a decimal."""
    return decimal(Points(value, scale))


def draw_up(record: "Record") -> Sheet:
    """The sheet as the record stands; it is final when the rules or the table say so."""
    if record.sheet is None:
        record.sheet = _drawn(record)
    return record.sheet


def _drawn(record: "Record") -> Sheet:
    game, table = record.game, record.table
    lines = [*game.worth.score(table), *record.adjusted]
    figures = summed(table.players, game.worth.categories, lines)
    final = record.ended or game.course.over(table) is True
    totals = {player: sum(own.values()) for player, own in figures.items()}
    winners = game.worth.winners(table, totals) if final else []
    ranges = {
        player: (low + figures[player].get(ADJUSTED, 0), high + figures[player].get(ADJUSTED, 0))
        for player, (low, high) in game.worth.interval(table).items()
    }
    edition, ended_by = record.rules.edition, game.course.ending(table) if final else ""
    return Sheet(game.name, edition, game.worth.scale, final, lines, figures, winners, ranges, ended_by)


def totals(record: "Record") -> dict[str, int]:
    """Everybody's total at this moment, without the sheet around it; the game's part is kept until something moves."""
    if record.scored is None:
        record.scored = record.game.worth.totals(record.table) if record.game.worth.totals else _added(record)
    return {player: points + record.ruled.get(player, 0) for player, points in record.scored.items()}


def _added(record: "Record") -> dict[str, int]:
    points = dict.fromkeys(record.table.players, 0)
    for line in record.game.worth.score(record.table):
        points[line.player] += line.points
    return points


def as_json(sheet: Sheet) -> dict[str, Any]:
    """The sheet as other programs read it; `ended_by`, and a player's `range`, only where there is one."""
    return {
        "game": sheet.game,
        "edition": sheet.edition,
        "scale": sheet.scale,
        "final": sheet.final,
        "players": [_player(sheet, name) for name in sheet.figures],
        "winners": sheet.winners,
        **({"ended_by": sheet.ended_by} if sheet.ended_by else {}),
    }


def _player(sheet: Sheet, name: str) -> dict[str, Any]:
    lines = [line for line in sheet.lines if line.player == name]
    return {
        "player": name,
        "total": sheet.total(name),
        **({"range": sheet.ranges[name]} if name in sheet.ranges else {}),
        "categories": sheet.figures[name],
        "lines": [
            {
                "category": line.category,
                "points": line.points,
                "reason": str(line.reason),
                "rule": line.rule,
                "cards": line.cards,
                "events": line.events,
            }
            for line in lines
        ],
    }
