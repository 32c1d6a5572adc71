"""One log audited under several editions or readings, as one table."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Any

from cli.many_logs import gathered, judged, taken
from cli.options import Failure
from cli.reader import reader, told
from cli.render import WIDE, grid, say, say_json, together, total, way_meaning
from ledger.audit import Report, Verdict, report_json
from ledger.game import Game
from ledger.games import GAMES
from ledger.packs import Packed
from ledger.readings import RECORDED, JudgedSo, Way, editions, found, gravest_first, judged_json, others, side_by_side
from ledger.rulebook import options_told
from ledger.score import Sheet
from ledger.words import Words


def audit_side_by_side(
    paths: Iterable[Path], under: Sequence[str], laid: dict[str, Any], *, readings: bool, json: bool
) -> set[Verdict]:
    """A table for each log: totals, winners and findings in every way it can be read."""
    if readings and len(under) > 1:
        raise Failure(Words("say --readings, or several editions behind --under; not both at once"))
    verdicts: set[Verdict] = set()
    reports: list[dict[str, Any]] = []
    recorded: list[dict[str, Any]] = []
    for log in (one for lot in gathered(paths) for one in taken(lot)):
        base, ways = _ways(log, under, laid, readings=readings)
        rows = side_by_side(log[1].data, GAMES, base, ways, **_given(laid)) if base.sheet is not None else []
        verdicts |= {base.verdict} if not rows else {one.report.verdict for one in rows}
        if json:
            reports += [judged_json(one, log[0]) for one in rows] or [report_json(base, log[0])]
            recorded.append(report_json(base, log[0]))
        else:
            _say_table(log[0], base, rows)
    if json:
        say_json({"reports": reports, "recorded": recorded})
    return verdicts


def _ways(
    log: tuple[str, Packed], under: Sequence[str], laid: dict[str, Any], *, readings: bool
) -> tuple[Report, list[Way]]:
    """The log as it was recorded (or, for readings, as it is to be read), and the ways to hold beside it."""
    if not readings:
        return judged(log, _given(laid)), editions(under, letter=laid["letter"], options=laid["options"])
    base = judged(log, laid)
    if base.rules is None or base.game is None:
        return base, []
    own = {"under": laid["under"], "letter": laid["letter"], "options": laid["options"]}
    return base, [*others(GAMES[base.game], base.rules.options, own)]


def _given(laid: dict[str, Any]) -> dict[str, Any]:
    """What goes with every way of reading."""
    return {"catalogue": laid["catalogue"], "head": laid["head"]}


def _say_table(log: str, base: Report, rows: list[JudgedSo]) -> None:
    sheet, game = base.sheet, GAMES[base.game] if base.game else None
    if sheet is None or game is None:
        say(f"{log}: {reader().term(base.verdict)}")
        for finding in base.findings:
            say(f"  {told(finding.message)}")
        return
    say(f"{log}: {_title(base, game)}")
    ordered = gravest_first(rows)
    shown = [one for one in ordered if one.changes or one.way.option is None]
    head = ["", *sheet.players, told(Words("won by")), told(Words("findings"))]
    lines = [_row(one.way, one.report, sheet, "*" if one.flips else " ") for one in shown]
    say(grid([head, _row(RECORDED, base, sheet, " "), *lines], right=False, indent="  "))
    _say_what_flips(game, ordered)
    same = [told(one.way.name) for one in ordered if one not in shown]
    if same:
        text = told(Words("nothing changes with: {ways}", ways=same))
        say("\n".join(wrap(text, WIDE, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False)))


def _title(base: Report, game: Game) -> str:
    edition = base.rules.edition if base.rules else ""
    return told(Words("{game} ({edition})", game=Words(game.title), edition=edition))


def _row(way: Way, report: Report, recorded: Sheet, mark: str) -> list[str]:
    sheet = report.sheet
    name = f"{mark} {told(way.name)}"
    if sheet is None:
        return [name, *("?" for _ in recorded.players), "?", "; ".join(told(one.message) for one in report.findings)]
    won = (
        together(sheet.winners)
        if sheet.winners
        else told(Words("not decided") if sheet.final else Words("not finished"))
    )
    return [name, *(total(sheet, player) for player in sheet.players), won, _found(report)]


def _found(report: Report) -> str:
    violations, consequences, undecidable = found(report).values()
    said = {
        Words("{n} {n:violation|violations}", n=violations): violations,
        Words("{n} {n:consequence|consequences}", n=consequences): consequences,
        Words("{n} undecidable", n=undecidable): undecidable,
    }
    return ", ".join(told(words) for words, number in said.items() if number) or "–"


def _say_what_flips(game: Game, rows: list[JudgedSo]) -> None:
    flips = [one.way for one in rows if one.flips]
    if not flips:
        say(Words("  the winner is the same in every way"))
        return
    say(Words("  * the winner is another with:"))
    options = options_told(game, reader().code)
    for way in flips:
        say(f"      {told(way.name)}{way_meaning(options, way)}")
