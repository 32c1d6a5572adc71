"""Findings, sheets and tables as text for a person; names come out harmless whatever is in them."""

import sys
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from cli.reader import told
from ledger.audit import Finding, Report
from ledger.events import EntryInserted, Event
from ledger.game import Game
from ledger.replay import Struck
from ledger.score import ScoreLine, Sheet, points
from ledger.words import plainly
from ledger.words.plain import UNSEEN, plain


def say(text: object = "") -> None:
    """A result, on stdout, in the reader's language."""
    print("\n".join(plain(line) for line in told(text).split("\n")))


def complain(text: object) -> None:
    """A complaint, on stderr, in the reader's language."""
    print(plain(told(text)), file=sys.stderr)


def say_json(value: Any) -> None:
    """A result for other programs; unseen characters are escaped, so that it is safe to look at as well."""
    text = msgspec.json.encode(value, enc_hook=plainly).decode()
    print(UNSEEN.sub(lambda match: _escaped(match[0]), text))


def answer(value: Any, text: object, *, json: bool) -> None:
    """A result in words, or for other programs."""
    if json:
        say_json(value)
    else:
        say(text)


def _escaped(character: str) -> str:
    code = ord(character)
    if code < 0x10000:
        return f"\\u{code:04x}"
    code -= 0x10000
    return f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"


def width(text: str) -> int:
    """How many columns a text takes on a terminal."""
    return sum(
        0 if unicodedata.combining(one) else 2 if unicodedata.east_asian_width(one) in "WF" else 1 for one in text
    )


def grid(rows: Sequence[Sequence[object]], *, right: bool = True, indent: str = "") -> str:
    """Columns that line up: the first to the left, the others to the right or left."""
    cells = [[plain(cell) for cell in row] for row in rows]
    widths = [max(width(row[at]) for row in cells if at < len(row)) for at in range(max(map(len, cells), default=0))]
    lines = []
    for row in cells:
        parts = []
        for at, cell in enumerate(row):
            gap = " " * (widths[at] - width(cell))
            parts.append(gap + cell if right and at else cell + gap)
        lines.append(indent + "  ".join(parts).rstrip())
    return "\n".join(lines)


# --- sheets -----------------------------------------------------------------------------------------------------------


def sheet_text(sheet: Sheet) -> str:
    """The pad: a column for each player, a row for each category."""
    figures = sheet.figures
    rows: list[list[object]] = [["", *sheet.players]]
    categories = list(dict.fromkeys(key for one in figures.values() for key in one))
    for category in categories:
        rows.append([category, *(points(figures[name].get(category, 0), sheet.scale) for name in sheet.players)])
    rows.append(["total", *(points(sheet.total(name), sheet.scale) for name in sheet.players)])
    return grid(rows, indent="  ") + "\n" + won_by(sheet)


def won_by(sheet: Sheet) -> str:
    """Who won, in words."""
    if not sheet.final:
        return "  not finished yet"
    return f"  won by {' and '.join(sheet.winners)}" + (" (shared)" if len(sheet.winners) > 1 else "")


def why_text(sheet: Sheet, player: str, game: Game) -> str:
    """The lines behind a player's figures: points, reason, rule, cards and events."""
    figures = sheet.figures[player]
    blocks = [f"{player}: {points(sheet.total(player), sheet.scale)}"]
    for category, figure in figures.items():
        blocks.append(f"  {category} {points(figure, sheet.scale)}")
        lines = [line for line in sheet.lines if (line.player, line.category) == (player, category)]
        rows = [_why(line, sheet.scale) for line in lines]
        blocks += [grid(rows, right=False, indent="    ")] if rows else []
    return "\n".join(blocks)


def _why(line: ScoreLine, scale: int) -> list[str]:
    behind = " ".join(line.cards)
    events = "events " + ranges(line.events) if line.events else ""
    return [points(line.points, scale).rjust(4), str(line.reason), line.rule, behind, events]


def ranges(numbers: Iterable[int]) -> str:
    """3, 4, 5, 9 is said as 3-5, 9."""
    parts: list[list[int]] = []
    for number in numbers:
        if parts and number == parts[-1][-1] + 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    return ", ".join(str(part[0]) if len(part) == 1 else f"{part[0]}-{part[-1]}" for part in parts)


# --- findings ---------------------------------------------------------------------------------------------------------


def finding_text(log: str, finding: Finding) -> str:
    """Address first, then rule, then what is said; anything milder than a violation says so."""
    place = log if finding.line is None else f"{log}:{finding.line}"
    mild = "" if finding.severity == "violation" else f"{finding.severity}: "
    return f"{place}: {finding.rule}: {mild}{finding.message}"


def struck_text(log: str, struck: Struck, line: int) -> str:
    """An old entry struck through, and what came in its place."""
    entry = getattr(struck.by, "entry", None)
    now = event_text(entry) if entry is not None else "withdrawn"
    reason = getattr(struck.by, "reason", "")
    because = f" ({reason})" if reason else ""
    if isinstance(struck.by, EntryInserted):
        return f"{log}:{line}: amended: before event {struck.by.before} also {now}{because}"
    old = f"event {struck.old.n} {strike(event_text(struck.old))}" if struck.old else ""
    return f"{log}:{line}: amended: {old}, now: {now}{because}"


def strike(text: str) -> str:
    """Struck through."""
    return f"~~{text}~~"


def event_text(event: Event) -> str:
    """An event on one line: its word, then its fields."""
    fields = msgspec.to_builtins(event)
    word = fields.pop("type")
    for name in ("n", "ts", "by", "id"):
        fields.pop(name, None)
    return " ".join([word, *(_field(value) for value in fields.values())])


def _field(value: Any) -> str:
    if isinstance(value, list | tuple):
        return "[" + " ".join(map(str, value)) + "]"
    if isinstance(value, dict):
        return "{" + " ".join(f"{key}:{one}" for key, one in value.items()) + "}"
    return str(value)


def heading(report: Report, game: Game | None) -> str:
    """What was judged, in one line."""
    if report.started is None or game is None or report.rules is None:
        return ""
    sealed = "sealed" if report.sealed else "not sealed"
    attested = "end attested" if report.attested else "end not attested"
    players = f"{len(report.started.players)} players"
    title = f"{game.title} ({report.rules.edition}), {players}, {report.events} events, {sealed}"
    return f"{title}, head {report.head[:16]}… ({attested})"


def verdict_text(report: Report) -> str:
    """What came of it."""
    number = sum(1 for finding in report.findings if finding.severity == "violation")
    return {
        "clean": "clean",
        "findings": f"{number} violation{'s' if number != 1 else ''}",
        "damaged": "damaged",
        "unjudgeable": "unjudgeable",
    }[report.verdict]


# --- the table --------------------------------------------------------------------------------------------------------


def view_text(view: dict[str, Any]) -> str:
    """Any game's table: single figures on one line, lists as grids."""
    single = {name: value for name, value in view.items() if not isinstance(value, list)}
    blocks = ["  ".join(f"{name}: {_plain_value(value)}" for name, value in single.items())]
    for name, rows in view.items():
        if isinstance(rows, list) and rows:
            heads = [key for key in rows[0] if key != "names"]
            body = [
                [_plain_value(row.get("names", row[key]) if key == "cards" else row[key]) for key in heads]
                for row in rows
            ]
            blocks.append(f"{name}\n" + grid([heads, *body], right=False, indent="  "))
    return "\n\n".join(blocks)


def _plain_value(value: Any) -> str:
    if value is None or value in ([], {}):
        return "-"
    if isinstance(value, list):
        return ", ".join(_plain_value(one) for one in value)
    if isinstance(value, dict):
        return " ".join(f"{key} {one}" for key, one in value.items() if one not in (0, "") or key == "coins")
    return str(value)
