"""Findings, sheets and tables as text for a person; names come out harmless whatever is in them."""

import json
import os
import re
import sys
import unicodedata
from codecs import register_error
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from io import BufferedWriter, RawIOBase, TextIOWrapper
from shutil import get_terminal_size
from textwrap import wrap
from typing import Any, NamedTuple, TextIO, cast

import msgspec

from cli.reader import reader, told
from ledger.audit import PRINTED, Finding, Report
from ledger.events import EntryInserted, Event
from ledger.game import Game
from ledger.readings import Way
from ledger.rulebook import OptionText
from ledger.score import ScoreLine, Sheet, bounds, deck_note, worth
from ledger.story import Amended
from ledger.words import Name, Points, Span, Words, plainly
from ledger.words.plain import UNSEEN, plain

LOOKS = {"": "", "violation": "31", "damaged": "35", "unjudgeable": "35", "clean": "32", "mild": "33", "faint": "2"}
LOOKS["findings"] = LOOKS["violation"]


def say(text: object = "", look: str = "") -> None:
    """A result, on stdout, in the reader's language; on a terminal with a colour, and no line broken in mid-word."""
    lines = [plain(line) for line in told(text).split("\n")]
    print(coloured("\n".join(folded(lines)), look))


def coloured(text: str, look: str) -> str:
    """A text in the colour of what it says, where a terminal shows colours and nobody minds them."""
    code = LOOKS[look]
    return f"\x1b[{code}m{text}\x1b[0m" if code and text and in_colour() else text


def in_colour() -> bool:
    """Whether colours are shown: see no-color.org."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def folded(lines: Iterable[str], stream: TextIO | None = None) -> list[str]:
    """Lines that are longer than a terminal is wide go on below, at a word's beginning; in a pipe they stay whole."""
    if not (stream or sys.stdout).isatty():
        return [*lines]
    columns = max(get_terminal_size().columns, 20)
    return [part for line in lines for part in ([line] if width(line) <= columns else _parts(line, columns))]


def _parts(line: str, columns: int) -> list[str]:
    indent = " " * (min(len(line) - len(line.lstrip()), columns // 4) + 4)
    return wrap(line, columns, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False) or [line]


def complain(text: object) -> None:
    """A complaint, on stderr, in the reader's language; on a terminal no line is broken in mid-word either."""
    lines = [plain(line) for line in told(text).split("\n")]
    print("\n".join(folded(lines, sys.stderr)), file=sys.stderr)


def mistake(error: Exception) -> Words:
    """Something that nobody at the table did wrong: whose mistake it is, and how to see more of it."""
    from ledger.games import outside_fault

    why = outside_fault(error)
    if why is not None:
        return Words("quaestor: {why} (QUAESTOR_TRACEBACK=1 shows more)", why=why)
    what = f"{type(error).__name__}: {error}"
    return Words("quaestor: a mistake of ours: {what} (QUAESTOR_TRACEBACK=1 shows more)", what=what)


def json_text(value: Any) -> str:
    """A value for other programs; unseen characters are escaped, so that it is safe to look at as well."""
    try:
        text = msgspec.json.encode(value, enc_hook=plainly).decode()
    except UnicodeEncodeError:  # the name of a file that is no text
        text = json.dumps(msgspec.to_builtins(value, enc_hook=plainly), separators=(",", ":"))
    return UNSEEN.sub(lambda match: _escaped(match[0]), text)


def say_json(value: Any) -> None:
    """A result for other programs."""
    print(json_text(value))


def answer(value: Any, text: object, *, json: bool) -> None:
    """A result in words, or for other programs."""
    if json:
        say_json(value)
    else:
        say(text)


def in_any_encoding() -> None:
    """What a terminal or a pipe cannot hold is escaped as in JSON; what comes from one in another encoding is read.

    Under PYTHONUNBUFFERED the rest of a write that a signal or a full disk cut short would be lost without a word:
    only a buffer goes on with it.
    """
    register_error("escaped", _unheld)
    for name in ("stdin", "stdout", "stderr"):  # one that is closed is nobody's
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "r" if name == "stdin" else "w", encoding="utf-8"))  # noqa: SIM115, PTH123
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if isinstance(stream, TextIOWrapper):
            if isinstance(stream.buffer, RawIOBase):
                encoding = stream.encoding
                whole = BufferedWriter(cast(RawIOBase, stream.detach()))
                stream = TextIOWrapper(whole, encoding, line_buffering=True)
                setattr(sys, name, stream)
            stream.reconfigure(errors="escaped")
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="surrogateescape")


def _unheld(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_escaped, error.object[error.start : error.end])), error.end


def _escaped(character: str) -> str:
    code = ord(character)
    if code < 0x10000:
        return f"\\u{code:04x}"
    code -= 0x10000
    return f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"


WIDE = 110  # columns; what is wider is told in lines


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


# --- markdown ---------------------------------------------------------------------------------------------------------


def say_markdown(text: str) -> None:
    """A text in markdown as a person reads it: paragraphs filled, what is strong in bold where that can be shown."""
    columns = min(WIDE, get_terminal_size().columns) if sys.stdout.isatty() else WIDE
    blocks = [_block(block, columns) for block in plain_blocks(text)]
    print(_inline("\n\n".join(blocks)))


def plain_blocks(text: str) -> list[str]:
    """Its paragraphs, lists and tables; nothing unseen is left in them."""
    lines = "\n".join(plain(line) for line in text.split("\n"))
    return [block for block in re.split(r"\n\s*\n", lines) if block.strip()]


def _block(block: str, columns: int) -> str:
    lines = block.split("\n")
    if lines[0].startswith("|"):
        rows = [[_bare(cell.strip()) for cell in line.strip().strip("|").split("|")] for line in lines]
        return grid([row for row in rows if not all(set(cell) <= set("-: ") for cell in row)], right=False)
    items = re.split(r"\n(?=[-*] )", block)
    return "\n".join(_filled(item, columns) for item in items)


def _filled(item: str, columns: int) -> str:
    hanging = "  " if item.startswith(("- ", "* ")) else ""
    filled = " ".join(item.lstrip("#").split())
    return "\n".join(wrap(filled, columns, subsequent_indent=hanging, break_long_words=False, break_on_hyphens=False))


STRONG = re.compile(r"\*\*(.+?)\*\*", re.S)
EMPHASIS = re.compile(r"(?<![\w*])\*(?![\s*])(.+?)(?<![\s*])\*(?![\w*])", re.S)
CODE = re.compile(r"`([^`]+)`")
LINK = re.compile(r"\[([^\]]+)\]\([^)\s]+\)")


def _bare(text: str) -> str:
    for mark in (STRONG, EMPHASIS, CODE, LINK):
        text = mark.sub(r"\1", text)
    return text


def _inline(text: str) -> str:
    """Marks of markdown become what a terminal can show, or nothing."""
    if not in_colour():
        return _bare(text)
    text = STRONG.sub("\x1b[1m\\1\x1b[22m", text)
    text = EMPHASIS.sub("\x1b[3m\\1\x1b[23m", text)
    return LINK.sub(r"\1", CODE.sub("\x1b[36m\\1\x1b[39m", text))


# --- sheets -----------------------------------------------------------------------------------------------------------


def sheet_text(sheet: Sheet, *, cards: bool = True) -> str:
    """The pad: a column for each player, a row for each category."""
    speak, figures = reader(), sheet.figures
    rows: list[list[object]] = [["", *sheet.players]]
    categories = list(dict.fromkeys(key for one in figures.values() for key in one))
    for category in categories:
        rows.append([speak.term(category), *(speak.told(worth(sheet, name, category)) for name in sheet.players)])
    rows.append([speak.term("total"), *(total(sheet, name) for name in sheet.players)])
    note = deck_note(sheet) if cards else None
    return "\n  ".join([grid(rows, indent="  "), *missing_text(sheet), won_by(sheet), *([told(note)] if note else [])])


def missing_text(sheet: Sheet) -> list[str]:
    """What nobody has said yet, a line for each player."""
    words = "not known yet of {player}: {what}"
    return [told(Words(words, player=player, what=[one.label for one in own])) for player, own in sheet.missing.items()]


def figure(value: int, sheet: Sheet) -> str:
    """Points with the decimal mark of the reader's language."""
    return reader().told(Points(value, sheet.scale))


def total(sheet: Sheet, player: str) -> str:
    """A total, or between what it lies while cards are unseen or not counted."""
    return reader().told(worth(sheet, player, "total"))


def won_by(sheet: Sheet) -> str:
    """Who won, in words."""
    if not sheet.final:
        return told(Words("not finished yet"))
    if not sheet.winners:
        return told(Words("who won cannot be told from the record"))
    words = "won by {winners} (shared)" if len(sheet.winners) > 1 else "won by {winners}"
    return told(Words(words, winners=together(sheet.winners)))


def together(names: Sequence[str]) -> str:
    """Ana and Bo."""
    return f" {told(Words('and'))} ".join(names)


def why_text(sheet: Sheet, player: str, game: Game) -> str:
    """The lines behind a player's figures: points, reason, rule, cards and events."""
    blocks = [f"{player}: {total(sheet, player)}"]
    for category in sheet.figures[player]:
        blocks.append(f"  {reader().term(category)} {reader().told(worth(sheet, player, category))}")
        lines = [line for line in sheet.lines if (line.player, line.category) == (player, category)]
        rows = [_why(line, sheet) for line in lines]
        blocks += [grid(rows, right=False, indent="    ")] if rows else []
    return "\n".join(blocks)


def _why(line: ScoreLine, sheet: Sheet) -> list[str]:
    behind = " ".join(line.cards)
    events = told(Words("events {events}", events=ranges(line.events))) if line.events else ""
    rule = reader().term(line.rule)
    points = reader().told(Span(*bounds(line.points, line.maybe), sheet.scale))
    return [points.rjust(4), told(line.reason), rule, behind, events]


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
    mild = "" if finding.severity == "violation" else f"{_mild(finding)}: "
    return f"{place}: {reader().term(finding.rule)}: {mild}{told(finding.message)}"


def _mild(finding: Finding) -> str:
    if finding.of is None:
        return reader().term(finding.severity)
    return told(Words("follows from event {n}", n=finding.of))


def amended_text(log: str, amended: Amended) -> str:
    """An old entry struck through, and what came in its place."""
    by = amended.by
    reason = getattr(by, "reason", "")
    because = f" ({reason})" if reason else ""
    if isinstance(by, EntryInserted):
        words = Words("amended: before event {n} also: {now}", n=by.before, now=amended.new)
    elif amended.new is None:
        words = Words("amended: event {n} {old} is withdrawn", n=_target(by), old=_struck(amended))
    else:
        words = Words("amended: event {n} {old}, now: {now}", n=_target(by), old=_struck(amended), now=amended.new)
    return f"{log}:{by.n + 1}: {told(words)}{because}"


def _target(by: Event) -> int:
    return int(getattr(by, "target", 0))


def _struck(amended: Amended) -> str:
    return strike(told(amended.old))


def strike(text: str) -> str:
    """Struck through."""
    return f"~~{text}~~"


def heading(report: Report, game: Game | None) -> str:
    """What was judged, in one line."""
    if report.started is None or game is None or report.rules is None:
        return ""
    words = Words(
        "{game} ({edition}), {players} {players:player|players}, {events} {events:event|events}, {sealed}, "
        "head {head}… ({attested})",
        game=Words(game.title),
        edition=report.rules.edition,
        players=len(report.started.players),
        events=report.events,
        sealed=Words("sealed") if report.sealed else Words("not sealed"),
        head=report.head[:PRINTED],
        attested=Words("end attested") if report.attested else Words("end not attested"),
    )
    return told(words)


def verdict_text(report: Report) -> str:
    """What came of it."""
    number = sum(1 for finding in report.findings if finding.severity == "violation")
    if report.verdict == "findings":
        return told(Words("{n} {n:violation|violations}", n=number))
    return reader().term(report.verdict)


# --- readings ---------------------------------------------------------------------------------------------------------


def way_meaning(options: Mapping[str, OptionText], way: Way) -> str:
    """What a reading says, in the words of the rules."""
    if way.option is None or way.option[0] not in options:
        return ""
    about, meanings, rule = options[way.option[0]]
    return f" – {about}: {meanings[way.option[1]]} ({rule})" if rule else ""


# --- the table --------------------------------------------------------------------------------------------------------


class Laid(NamedTuple):
    """A part of the table with rows and columns."""

    title: str
    columns: list[str]
    rows: list[list[str]]


def view_text(view: dict[str, Any]) -> str:
    """Any game's table: single figures in lines, lists as grids, or row by row where a grid would be too wide."""
    blocks = [_in_lines([f"{name}: {value}" for name, value in view_figures(view)])]
    blocks += [f"{part.title}\n{_rows_text(part)}" for part in view_tables(view)]
    return "\n\n".join(blocks)


def _in_lines(items: list[str]) -> str:
    """Items beside one another as far as a line is wide."""
    lines = [""]
    for item in items:
        if lines[-1] and width(lines[-1]) + 2 + width(item) > WIDE:
            lines.append("")
        lines[-1] += f"  {item}" if lines[-1] else item
    return "\n".join(lines)


def _rows_text(part: Laid) -> str:
    text = grid([part.columns, *part.rows], right=False, indent="  ")
    if max(map(width, text.split("\n"))) <= WIDE:
        return text
    lines = []
    for head, *cells in part.rows:
        lines.append(f"  {plain(head)}")
        told = [f"{name}: {plain(cell)}" for name, cell in zip(part.columns[1:], cells, strict=True) if cell != "-"]
        for one in told:
            lines += wrap(one, WIDE, initial_indent="    ", subsequent_indent="      ", break_long_words=False)
    return "\n".join(lines)


def view_figures(view: dict[str, Any]) -> list[tuple[str, str]]:
    """Everything on a table that is one figure or word, by its name."""
    single = {name: value for name, value in view.items() if not _has_rows(value) and value not in (None, "", {}, [])}
    return [(_head(name), _plain_value(name, value)) for name, value in single.items()]


def view_tables(view: dict[str, Any]) -> list[Laid]:
    """Everything on a table that has rows."""
    return [_laid(name, rows) for name, rows in view.items() if _has_rows(rows)]


def _has_rows(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(row, dict) for row in value)


def _laid(name: str, rows: list[dict[str, Any]]) -> Laid:
    keys = list(dict.fromkeys(key for row in rows for key in row))
    return Laid(_head(name), [*map(_head, keys)], [[_plain_value(key, row.get(key)) for key in keys] for row in rows])


def _head(key: str) -> str:
    """What a part of the table is called."""
    return reader().term(key.replace("_", " "))


def _plain_value(key: str, value: Any) -> str:
    if value is None or value in ("", [], {}):
        return "-"
    if isinstance(value, list):
        return _several(key, value)
    if isinstance(value, dict):
        return ", ".join(_pair(name, one) for name, one in value.items() if one not in (0, "", [], None))
    if isinstance(value, Name) or not isinstance(value, str):
        return reader().told(value)
    return value if key in PEOPLE else reader().term(value)


def _several(key: str, values: list[Any]) -> str:
    """Things with their number where there are more of a kind; such as have commas in themselves stand apart."""
    if any(isinstance(one, dict) for one in values):
        return "; ".join(_plain_value(key, one) for one in values)
    told = Counter(_plain_value(key, one) for one in values)
    return ", ".join(one if number == 1 else f"{one} ×{number}" for one, number in told.items())


def _pair(name: Any, value: Any) -> str:
    """A name and its value: the name of a person says enough."""
    told = _plain_value(str(name), value)
    if name in PEOPLE:
        return told
    return f"{_plain_value('', name)}{':' if isinstance(value, Name) else ''} {told}"


PEOPLE = ("player", "leader", "turn", "log")  # these are not words of ours
