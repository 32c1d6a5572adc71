"""A printable sheet for each game, with the reason for every figure."""

from collections.abc import Sequence

from ledger.audit import Finding, grouped
from ledger.exports import Export, Played, won
from ledger.exports.page import page, tagged
from ledger.score import Sheet, bounds, deck_note, worth
from ledger.words import Span
from ledger.words.speech import ENGLISH, Language


def html(games: Sequence[Played], speak: Language = ENGLISH) -> str:
    """A printable page for each game: the sheet, and the reason for every figure."""
    body = "\n".join(_sheet_page(one, speak) for one in games)
    first = speak.text(games[0].game.title)
    title = tagged(first if len(games) == 1 else speak("{n} {n:game|games}", n=len(games)))
    return page(title, body, speak)


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
    end = won(sheet, speak)
    end = f"<p>{tagged(end[0].upper() + end[1:])}.</p>"
    if note := deck_note(sheet):
        end += f"<p class=faint>{tagged(speak(note))}</p>"
    return "\n".join(["<article>", head, _pad(sheet, speak), end, _why(one, speak), _said(one, speak), "</article>"])


def _pad(sheet: Sheet, speak: Language) -> str:
    names = list(sheet.figures)
    categories = list(dict.fromkeys(name for own in sheet.figures.values() for name in own))
    rows = ["<tr><th></th>" + "".join(f"<th class=n>{tagged(name)}</th>" for name in names) + "</tr>"]
    for category in categories:
        cells = "".join(f"<td class=n>{speak.told(worth(sheet, name, category))}</td>" for name in names)
        rows.append(f"<tr><td>{tagged(speak.term(category))}</td>{cells}</tr>")
    totals = "".join(f"<td class=n>{speak.told(worth(sheet, name, 'total'))}</td>" for name in names)
    return f"<table>{''.join(rows)}<tr class=total><td>{tagged(speak.term('total'))}</td>{totals}</tr></table>"


def _why(one: Played, speak: Language) -> str:
    rows = []
    for player in one.sheet.figures:
        name = player  # said once
        for line in one.sheet.lines:
            if line.player == player and (line.points or line.maybe):
                value = speak.told(Span(*bounds(line.points, line.maybe), one.sheet.scale))
                category = speak.term(line.category)
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


EXPORT = Export(name="html", about="A printable sheet with the reason for every figure.", ending="html", games=html)
