"""The score: a flat list of lines, and the sheet that is summed from them."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from ledger.words import Words

if TYPE_CHECKING:
    from ledger.replay import Record

ADJUSTED = "adjusted"


class ScoreLine(NamedTuple):
    """Some points, with the reason, the rule, the cards and the log lines behind them."""

    player: str
    category: str
    points: int
    reason: Words
    rule: str
    cards: tuple[str, ...] = ()
    events: tuple[int, ...] = ()


class Sheet(NamedTuple):
    """What the pad would show: nobody's total is stored, all are sums of lines."""

    game: str
    edition: str
    scale: int
    final: bool
    players: tuple[str, ...]
    categories: tuple[str, ...]
    lines: list[ScoreLine]
    winners: list[str]

    def figures(self, player: str) -> dict[str, int]:
        """Points by category; every category of the game is there, an adjustment only where there was one."""
        figures = dict.fromkeys(self.categories, 0)
        for line in self.lines:
            if line.player == player:
                figures[line.category] = figures.get(line.category, 0) + line.points
        return figures

    def total(self, player: str) -> int:
        """The sum of everything that stands to this player's name."""
        return sum(line.points for line in self.lines if line.player == player)


def totals(players: Iterable[str], lines: Iterable[ScoreLine]) -> dict[str, int]:
    """Everybody's sum, in seat order."""
    sums = dict.fromkeys(players, 0)
    for line in lines:
        sums[line.player] += line.points
    return sums


def draw_up(record: "Record") -> Sheet:
    """The sheet as the record stands; it is final when the rules or the table say so."""
    game, table = record.game, record.table
    players = tuple(table.players)
    lines = [*game.score(table), *record.adjusted]
    final = record.ended or game.over(table) is True
    winners = game.winners(table, totals(players, lines)) if final else []
    return Sheet(game.name, record.rules.edition, game.scale, final, players, game.categories, lines, winners)


def as_json(sheet: Sheet) -> dict[str, Any]:
    """The sheet as other programs read it."""
    return {
        "game": sheet.game,
        "edition": sheet.edition,
        "scale": sheet.scale,
        "final": sheet.final,
        "players": [_player(sheet, name) for name in sheet.players],
        "winners": sheet.winners,
    }


def _player(sheet: Sheet, name: str) -> dict[str, Any]:
    lines = [line for line in sheet.lines if line.player == name]
    return {
        "player": name,
        "total": sum(line.points for line in lines),
        "categories": sheet.figures(name),
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
