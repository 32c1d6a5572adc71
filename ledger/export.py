"""Games and answers for others: sheets, tables, words, plays for a tracker; names come out harmless in all of them."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from html import escape
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

import msgspec

from ledger.archive import ArchiveError
from ledger.archive.rows import rank
from ledger.audit import Finding, Report, audit, grouped
from ledger.events import Event
from ledger.game import Catalogue, Game
from ledger.questions import is_rate
from ledger.score import Sheet
from ledger.story import story
from ledger.words import Points, Words
from ledger.words.plain import cell, plain
from ledger.words.speech import ENGLISH, Language

BGSTATS = "https://app.bgstatsapp.com/createPlay.html?data="


class Played(NamedTuple):
    """A game to be written out: where it came from, and what the audit says of it."""

    log: str
    game: Game
    report: Report

    @property
    def sheet(self) -> Sheet:
        """What the pad shows."""
        assert self.report.sheet is not None
        return self.report.sheet


def played(log: str, data: bytes, games: Mapping[str, Game], catalogue: Catalogue | None = None) -> Played:
    """Read a game for writing it out; a damaged one or one that cannot be judged is not."""
    report = audit(data, games, catalogue=catalogue)
    if report.game is None or report.sheet is None or report.integrity != "ok":
        why = report.findings[0].message if report.findings else Words("nothing to read")
        verdict = report.verdict
        raise ArchiveError(Words("{log}: {verdict}, not exported: {why}", log=log, verdict=verdict, why=why))
    return Played(log, games[report.game], report)


def points(value: int | None, scale: int) -> int | float | None:
    """Points as a number that people know: tenths become a fraction."""
    return value if value is None or scale == 1 else value / scale


# --- tables -----------------------------------------------------------------------------------------------------------


def csv_text(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """A table as CSV that no spreadsheet takes for formulas."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow([cell(name) for name in columns])
    writer.writerows([["" if one is None else cell(one) for one in row] for row in rows])
    return stream.getvalue()


def xlsx_bytes(tables: Mapping[str, tuple[Sequence[str], Iterable[Sequence[Any]]]]) -> bytes:
    """Tables as the sheets of a workbook; text stays text."""
    try:
        import xlsxwriter
    except ImportError:
        words = Words("spreadsheets need xlsxwriter: pip install 'quaestor[archive]'")
        raise ArchiveError(words) from None
    stream = io.BytesIO()
    text = {"strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
    book = xlsxwriter.Workbook(stream, {"in_memory": True, "default_date_format": "yyyy-mm-dd", **text})
    for name, (columns, rows) in tables.items():
        _write_sheet(book, name, columns, list(rows))
    book.close()
    return stream.getvalue()


def _write_sheet(book: Any, name: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    """A table under bold headings that stay in sight and can be filtered; parts of one in per cent."""
    sheet, bold = book.add_worksheet(name[:31]), book.add_format({"bold": True})
    looks = [book.add_format({"num_format": "0.0%" if is_rate(column) else "0.00"}) for column in columns]
    sheet.freeze_panes(1, 0)
    for at, column in enumerate(columns):
        sheet.write_string(0, at, plain(column), bold)
    for line, row in enumerate(rows, 1):
        for at, value in enumerate(row):
            _write_cell(sheet, line, at, value, looks[at])
    sheet.autofilter(0, 0, len(rows), max(len(columns) - 1, 0))
    sheet.autofit()
    for at, column in enumerate(columns):
        if any(isinstance(row[at], float) for row in rows):
            sheet.set_column(at, at, max(8, len(column) + 3))  # as wide as what is shown of a long fraction


def _write_cell(sheet: Any, line: int, at: int, value: Any, look: Any) -> None:
    if isinstance(value, bool):
        sheet.write_boolean(line, at, value)
    elif isinstance(value, int | float) and abs(value) < 2**53:
        sheet.write_number(line, at, value, look if isinstance(value, float) else None)
    elif isinstance(value, date) and not isinstance(value, datetime):
        sheet.write_datetime(line, at, value)
    elif value is not None:
        sheet.write_string(line, at, str(cell(value))[:32_000])


def parquet_bytes(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> bytes:
    """A table as Parquet."""
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise ArchiveError(Words("Parquet needs pyarrow: pip install 'quaestor[archive]'")) from None
    stream = io.BytesIO()
    values = list(zip(*rows, strict=True)) or [()] * len(columns)
    names = _distinct(columns)
    pq.write_table(pa.Table.from_arrays([pa.array(list(one)) for one in values], names), stream, compression="zstd")
    return stream.getvalue()


def _distinct(columns: Sequence[str]) -> list[str]:
    return [name if name not in columns[:at] else f"{name}_{at}" for at, name in enumerate(columns)]


def score_table(games: Iterable[Played]) -> tuple[list[str], list[list[Any]]]:
    """One row a player and game."""
    categories: dict[str, None] = {}
    found = list(games)
    for one in found:
        categories |= dict.fromkeys(name for own in one.sheet.figures.values() for name in own)
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
    ]
    return head, [row for one in found for row in _score_rows(one, list(categories))]


def _score_rows(one: Played, categories: list[str]) -> Iterable[list[Any]]:
    sheet, started = one.sheet, one.report.started
    assert started is not None
    totals = {player: sheet.total(player) for player in sheet.figures}
    for seat, (player, figures) in enumerate(sheet.figures.items(), 1):
        yield [
            one.log, sheet.game, sheet.edition, started.ts, started.place, started.title, seat, player,
            *(points(figures.get(name), sheet.scale) for name in categories),
            points(totals[player], sheet.scale),
            rank(player, totals, sheet.winners) if sheet.final else None,
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
        rows += [[one.log, event.n, event.ts, _word(event), str(words)] for event, words in told(one)]
    return head, rows


def finding_table(games: Iterable[Played]) -> tuple[list[str], list[list[Any]]]:
    """Everything the audit had to say."""
    head = ["log", "line", "rule", "severity", "of", "message"]
    return head, [
        [one.log, finding.line, finding.rule, finding.severity, finding.of, str(finding.message)]
        for one in games
        for finding in one.report.findings
    ]


def workbook(games: Sequence[Played]) -> bytes:
    """Everything about some games, a sheet each."""
    return xlsx_bytes(
        {
            "scores": score_table(games),
            "score lines": line_table(games),
            "events": event_table(games),
            "findings": finding_table(games),
        }
    )


# --- words ------------------------------------------------------------------------------------------------------------


def _word(event: Event) -> str:
    return str(type(event).__struct_config__.tag)


def told(one: Played) -> list[tuple[Event, Words]]:
    """Every event in force, in words."""
    assert one.report.force is not None
    assert one.report.rules is not None
    moments = story(one.game, one.report.force.events, catalogue=one.report.rules.catalogue)
    return [(moment.event, moment.words) for moment in moments]


def text(one: Played, speak: Language = ENGLISH) -> str:
    """The event list in words, then the sheet."""
    report, sheet = one.report, one.sheet
    assert report.started is not None and report.force is not None
    title = f"{speak.text(one.game.title)} ({sheet.edition})"
    lines = [f"{title}, {report.started.ts[:10]}: {', '.join(report.started.players)}", ""]
    round_ = 1
    for event, words in told(one):
        if _word(event) == "log_sealed":
            continue
        lines.append(f"{event.n:4}  {event.ts[11:19]}  {speak(words)}")
        if _word(event) == "round_ended":
            round_ += 1
            lines += ["", speak("round {n}", n=round_)]
    lines += ["", *(f"{player}: {_figure(sheet.total(player), sheet, speak)}" for player in sheet.figures)]
    lines.append(_won(sheet, speak))
    return "\n".join(plain(line) for line in lines) + "\n"


# --- a page -----------------------------------------------------------------------------------------------------------


def tagged(value: object) -> str:
    """Text for a page: shown, never acting."""
    return escape(plain(value))


def _figure(value: int, sheet: Sheet, speak: Language) -> str:
    return speak.told(Points(value, sheet.scale))


def _won(sheet: Sheet, speak: Language) -> str:
    if not sheet.final:
        return speak("not finished")
    return speak("won by {winners}", winners=f" {speak.text('and')} ".join(sheet.winners))


def html(games: Sequence[Played], speak: Language = ENGLISH) -> str:
    """A printable page for each game: the sheet, and the reason for every figure."""
    body = "\n".join(_sheet_page(one, speak) for one in games)
    first = speak.text(games[0].game.title)
    title = tagged(first if len(games) == 1 else speak("{n} {n:game|games}", n=len(games)))
    return page(title, body, speak)


def page(title: str, body: str, speak: Language = ENGLISH) -> str:
    """A page that needs nothing but itself, and runs nothing."""
    policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
    style = (Path(__file__).parent / "page.css").read_text("utf-8")
    return (
        f'<!doctype html>\n<html lang="{speak.code}"><head><meta charset="utf-8"><title>{title}</title>\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<style>{style}</style></head>\n<body>\n{body}\n</body></html>\n"
    )


def _sheet_page(one: Played, speak: Language) -> str:
    report, sheet = one.report, one.sheet
    started = report.started
    assert started is not None
    edition = speak("edition {edition}", edition=sheet.edition)
    events = speak("{n} {n:event|events}", n=report.events)
    about = ", ".join(part for part in (started.ts[:10], started.place, edition, events) if part)
    title = speak.text(one.game.title)
    head = f"<h1>{tagged(started.title or title)}</h1>"
    head += f"<p class=faint>{tagged(f'{title}, {about}' if started.title else about)}</p>"
    won = _won(sheet, speak)
    won = f"<p>{tagged(won[0].upper() + won[1:])}.</p>"
    return "\n".join(["<article>", head, _pad(sheet, speak), won, _why(one, speak), _said(one, speak), "</article>"])


def _pad(sheet: Sheet, speak: Language) -> str:
    names = list(sheet.figures)
    categories = list(dict.fromkeys(name for own in sheet.figures.values() for name in own))
    rows = ["<tr><th></th>" + "".join(f"<th class=n>{tagged(name)}</th>" for name in names) + "</tr>"]
    for category in categories:
        cells = "".join(
            f"<td class=n>{_figure(sheet.figures[name].get(category, 0), sheet, speak)}</td>" for name in names
        )
        rows.append(f"<tr><td>{tagged(speak.term(category))}</td>{cells}</tr>")
    totals = "".join(f"<td class=n>{_figure(sheet.total(name), sheet, speak)}</td>" for name in names)
    return f"<table>{''.join(rows)}<tr class=total><td>{tagged(speak.term('total'))}</td>{totals}</tr></table>"


def _why(one: Played, speak: Language) -> str:
    rows = []
    for player in one.sheet.figures:
        name = player  # said once
        for line in one.sheet.lines:
            if line.player == player and line.points:
                value, category = _figure(line.points, one.sheet, speak), speak.term(line.category)
                rows.append(
                    f"<tr><td>{tagged(name)}</td><td>{tagged(category)}</td><td class=n>{value}</td>"
                    f"<td>{tagged(speak(line.reason))}</td><td>{tagged(speak.term(line.rule))}</td></tr>"
                )
                name = ""
    names = [tagged(speak.term(name)) for name in ("player", "category", "points", "why", "rule")]
    head = "<tr><th>{}</th><th>{}</th><th class=n>{}</th><th>{}</th><th>{}</th></tr>".format(*names)
    return f"<h2>{tagged(speak('Why'))}</h2><table>{head}{''.join(rows)}</table>"


def _finding_row(finding: Finding, speak: Language, *, follows: bool = False) -> str:
    kind, mark = (" class=faint", "↳ ") if follows else ("", "")
    return (
        f"<tr{kind}><td class=n>{finding.line or ''}</td><td>{tagged(speak.term(finding.rule))}</td>"
        f"<td>{mark}{tagged(speak(finding.message))}</td></tr>"
    )


def _said(one: Played, speak: Language) -> str:
    found = [finding for finding in one.report.findings if finding.severity in ("violation", "consequence")]
    if not found:
        return f"<p class=faint>{tagged(speak('Audited: no rule was broken.'))}</p>"
    rows = "".join(
        _finding_row(first, speak) + "".join(_finding_row(one, speak, follows=True) for one in rest)
        for first, rest in grouped(found)
    )
    head = f"<tr><th class=n>{tagged(speak.term('line'))}</th><th>{tagged(speak.term('rule'))}</th><th></th></tr>"
    return f"<h2>{tagged(speak('What the audit says'))}</h2><table>{head}{rows}</table>"


# --- a play for a tracker ---------------------------------------------------------------------------------------------


def play(one: Played) -> dict[str, Any]:
    """A play as BG Stats' push link documents it."""
    sheet, started, report = one.sheet, one.report.started, one.report
    assert started is not None and report.force is not None
    totals = {player: sheet.total(player) for player in sheet.figures}
    found: dict[str, Any] = {
        "sourceName": "Quaestor",
        "sourcePlayId": report.force.events[0].ts + " " + report.head[:16] if not report.head else report.head,
        "playDate": started.ts[:19].replace("T", " "),
        "durationMin": _minutes(started.ts, report.force.events[-1].ts),
        "board": sheet.edition,
        "comments": plain(started.title),
        "location": plain(started.place),
        "game": {
            "name": one.game.title,
            "sourceGameId": one.game.name,
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {
                "name": plain(player),
                "sourcePlayerId": plain(player),
                "score": str(points(totals[player], sheet.scale)),
                "rank": rank(player, totals, sheet.winners) if sheet.final else 0,
                "winner": player in sheet.winners,
                "startPlayer": False,
                "role": "",
            }
            for player in sheet.figures
        ],
    }
    return found


def _minutes(begun: str, ended: str) -> int:
    from datetime import datetime

    try:
        return max(0, int((datetime.fromisoformat(ended) - datetime.fromisoformat(begun)).total_seconds() // 60))
    except (ValueError, TypeError):
        return 0


def bgstats(one: Played) -> str:
    """A link that a phone with BG Stats opens as a play to be logged."""
    return BGSTATS + quote(msgspec.json.encode(play(one)).decode(), safe="")
