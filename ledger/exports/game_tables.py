"""Games as tables: their scores, score lines, events and findings."""

from collections.abc import Iterable
from typing import Any

from ledger.archive.rows import rank
from ledger.exports import Played, points, told
from ledger.forms import tag
from ledger.score import known


def score_table(games: Iterable[Played]) -> tuple[list[str], list[list[Any]]]:
    """One row a player and game."""
    categories: dict[str, None] = {}
    found = list(games)
    for one in found:
        categories |= dict.fromkeys(name for own in one.sheet.figures.values() for name in own)
    noted = any(one.sheet.cards for one in found)
    head = [
        "log",
        "game",
        "edition",
        "started",
        "place",
        "title",
        "seat",
        "player",
        *categories,
        "total",
        "rank",
        "won",
        *(["cards"] if noted else []),
    ]
    return head, [row + [one.sheet.cards] * noted for one in found for row in _score_rows(one, list(categories))]


def _score_rows(one: Played, categories: list[str]) -> Iterable[list[Any]]:
    sheet, started = one.sheet, one.report.started
    assert started is not None
    totals = {player: sheet.total(player) for player in sheet.figures}
    for seat, player in enumerate(sheet.figures, 1):
        yield [
            one.log, sheet.game, sheet.edition, started.ts, started.place, started.title, seat, player,
            *(points(known(sheet, player, name), sheet.scale) for name in categories),
            points(known(sheet, player, "total"), sheet.scale),
            rank(player, totals, sheet.winners) if sheet.final and not sheet.spans else None,
            player in sheet.winners if sheet.final else None,
        ]  # fmt: skip


def line_table(games: Iterable[Played]) -> tuple[list[str], list[list[Any]]]:
    """Every line of every sheet."""
    head = ["log", "player", "category", "points", "reason", "rule", "cards", "events"]
    return head, [
        [one.log, line.player, line.category, points(line.points, one.sheet.scale), str(line.reason), line.rule,
         " ".join(line.cards), " ".join(map(str, line.events))]
        for one in games for line in one.sheet.lines
    ]  # fmt: skip


def event_table(games: Iterable[Played]) -> tuple[list[str], list[list[Any]]]:
    """Every event in force, in words."""
    head = ["log", "n", "ts", "event", "in words"]
    rows: list[list[Any]] = []
    for one in games:
        rows += [[one.log, event.n, event.ts, tag(type(event)), str(words)] for event, words in told(one)]
    return head, rows


def finding_table(games: Iterable[Played]) -> tuple[list[str], list[list[Any]]]:
    """Everything the audit had to say."""
    head = ["log", "line", "rule", "severity", "of", "message"]
    return head, [
        [one.log, finding.line, finding.rule, finding.severity, finding.of, str(finding.message)]
        for one in games
        for finding in one.report.findings
    ]
