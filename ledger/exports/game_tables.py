"""Games as tables: their scores, score lines, events and findings."""

from collections.abc import Iterable
from typing import Any

from ledger.archive.rows import rank
from ledger.claims import written_down
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
        "claimed",
        "said_won",
        "verdict",
        "violations",
        *(["cards"] if noted else []),
    ]
    return head, [row + [one.sheet.cards] * noted for one in found for row in _score_rows(one, list(categories))]


def _score_rows(one: Played, categories: list[str]) -> Iterable[list[Any]]:
    sheet, started = one.sheet, one.report.started
    assert started is not None
    totals = {player: sheet.total(player) for player in sheet.figures}
    claims, said_won = written_down(one.report.force.events if one.report.force else ())
    violations = sum(finding.severity == "violation" for finding in one.report.findings)
    for seat, player in enumerate(sheet.figures, 1):
        yield [
            one.log, sheet.game, sheet.edition, started.ts, started.place, started.title, seat, player,
            *(points(known(sheet, player, name), sheet.scale) for name in categories),
            points(known(sheet, player, "total"), sheet.scale),
            rank(player, totals, sheet.winners) if sheet.final and not sheet.spans else None,
            player in sheet.winners if sheet.final else None,
            points(getattr(claims.get(player), "total", None), sheet.scale),
            None if said_won is None else player in said_won,
            one.report.verdict,
            violations,
        ]  # fmt: skip


def line_table(games: Iterable[Played]) -> tuple[list[str], list[list[Any]]]:
    """Every line of every sheet."""
    head = ["log", "player", "category", "points", "reason", "rule", "cards", "events"]
    return head, [
        [one.log, line.player, line.category, points(line.points, one.sheet.scale), str(line.reason), line.rule,
         " ".join(line.cards), " ".join(map(str, line.events))]
        for one in games for line in one.sheet.lines
    ]  # fmt: skip


def claim_table(games: Iterable[Played]) -> tuple[list[str], list[list[Any]]]:
    """Every figure that the table wrote on its pad, beside what it is by the rules."""
    head = ["log", "player", "category", "claimed", "worth", "difference"]
    return head, [row for one in games for row in _claim_rows(one)]


def _claim_rows(one: Played) -> Iterable[list[Any]]:
    sheet = one.sheet
    claims, _ = written_down(one.report.force.events if one.report.force else ())
    for player, claim in claims.items():
        worth = {**sheet.figures.get(player, {}), "total": sheet.total(player) if player in sheet.figures else None}
        for category in (name for name in worth if getattr(claim, name, None) is not None):
            said, due = getattr(claim, category), worth[category]
            differs = None if due is None else points(said - due, sheet.scale)
            yield [one.log, player, category, points(said, sheet.scale), points(due, sheet.scale), differs]


def verdict_table(games: Iterable[Played]) -> tuple[list[str], list[list[Any]]]:
    """One row a log: what the audit made of it."""
    head = ["log", "game", "edition", "verdict", "violations", "events", "sealed", "head"]
    return head, [
        [one.log, one.sheet.game, one.sheet.edition, one.report.verdict,
         sum(finding.severity == "violation" for finding in one.report.findings), one.report.events, one.report.sealed,
         one.report.head]
        for one in games
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
