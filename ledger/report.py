"""One page about a whole archive, to be sent to one's club: charts and tables, light and dark, printable."""

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ledger.archive import ArchiveError, open
from ledger.archive.store import Place, is_url
from ledger.charts import Chart, Facet, Mark, chart_of
from ledger.exports.page import page, tagged
from ledger.games import GAMES
from ledger.labels import along, heading, series_name, up, word
from ledger.questions import EVERY, Answer, ask, is_rate, questions
from ledger.words.speech import ENGLISH, Language

if TYPE_CHECKING:
    import duckdb

FIRST = ("leaderboard", "years", "rating", "seats", "lengths", "categories", "running", "records")
LAST = ("readings", "violations", "violating_tables")
LEFT_OUT = ("rejected", "course", "head_to_head")
MOST_ROWS, MOST_OF_ALL = 12, 60  # rows in sight, and in the page


def report(path: Place, speak: Language = ENGLISH, *, as_of: str = "") -> str:
    """The page for an archive: the main questions for every game it has, the most played first."""
    name = called(path)
    return page(tagged(name), summary(open(path, as_of=as_of), name, speak), speak)


def called(path: Place) -> str:
    """What an archive is called: the folder it lies in."""
    return str(path).rstrip("/").rpartition("/")[2] if is_url(path) else Path(path).resolve().name


def summary(db: "duckdb.DuckDBPyConnection", name: str, speak: Language = ENGLISH) -> str:
    """What a page about an archive has to say, for browsers that run no script."""
    played = db.execute(
        "SELECT game, count(*), count(*) FILTER (final), min(started), max(started) FROM games "
        "GROUP BY game ORDER BY 2 DESC, 1"
    ).fetchall()
    bad = db.execute("SELECT verdict, count(*) FROM rejected GROUP BY 1 ORDER BY 1").fetchall()
    about = speak("What {n} recorded games tell.", n=speak.number(sum(row[1] for row in played)))
    parts = [f"<h1>{tagged(name)}</h1><p class=faint>{tagged(about)}</p>"]
    parts += [_game(db, speak, *row) for row in played] or [f"<p>{tagged(speak('No games yet.'))}</p>"]
    if bad:
        told = [f"{number} {speak.term(verdict, 'logs')}" for verdict, number in bad]
        left = speak("Not counted: {what} (see: quaestor ask rejected).", what=told)
        parts.append(f"<p class=faint>{tagged(left)}</p>")
    return "\n".join(parts)


def _game(
    db: "duckdb.DuckDBPyConnection",
    speak: Language,
    game: str,
    games: int,
    finished: int,
    first: datetime | None,
    last: datetime | None,
) -> str:
    title = speak.text(GAMES[game].title)
    people = db.execute("SELECT count(DISTINCT player) FROM seats WHERE game = ?", [game]).fetchone()
    seconds = db.execute("SELECT sum(minutes) // 60, sum(events) FROM games WHERE game = ?", [game]).fetchone()
    assert people is not None and seconds is not None
    figures = {
        "games": speak.number(games),
        "finished": speak.number(finished),
        "players": speak.number(people[0]),
        "hours": speak.number(seconds[0] or 0),
        "events": speak.number(seconds[1] or 0),
        "years": f"{first.year if first else '?'}–{last.year if last else '?'}",
    }
    boxes = "".join(
        f"<div><b>{tagged(value)}</b><span class=faint>{tagged(speak.term(name))}</span></div>"
        for name, value in figures.items()
    )
    own = [name for name, one in questions().items() if one.games == game]
    asked = [*FIRST, *own, *LAST]
    sections = [(name, _section(db, speak, name, game)) for name in asked if name not in LEFT_OUT]
    told = [(name, text) for name, text in sections if text]
    links = "".join(f'<a href="#{game}-{name}">{tagged(speak.text(questions()[name].title))}</a>' for name, _ in told)
    body = "\n".join(text for _, text in told)
    return f"<article><h1>{tagged(title)}</h1><div class=figures>{boxes}</div><nav>{links}</nav>\n{body}</article>"


def _section(db: "duckdb.DuckDBPyConnection", speak: Language, name: str, game: str) -> str:
    given = {"game": game} if questions()[name].games == EVERY else {}
    if name == "records":
        given["show"] = "3"
    try:
        answer = ask(db, name, given)
    except ArchiveError:
        return ""
    if not answer.rows:
        return ""
    one = answer.question
    drawn = drawing(answer, speak)
    number = speak("n = {n} finished games.", n=speak.number(answer.games))
    return (
        f'<section id="{game}-{name}"><h2>{tagged(speak.text(one.title))}</h2>{drawn}'
        f"<p class=faint>{tagged(speak.text(one.about))} {tagged(number)}</p>"
        f"{_told(answer, speak, bool(drawn))}</section>"
    )


def _told(answer: Answer, speak: Language, drawn: bool) -> str:
    """The rows: behind a word that opens them where they are drawn already."""
    if not drawn:
        return f"<div class=wide>{_table(answer, speak, MOST_ROWS)}</div>{_rest(answer, speak)}"
    table = f"<div class=wide>{_table(answer, speak, MOST_OF_ALL)}</div>"
    return f"<details><summary>{tagged(speak.text('As a table'))}</summary>{table}</details>"


def _rest(answer: Answer, speak: Language) -> str:
    """More rows, behind a word that opens them."""
    rest = len(answer.rows) - MOST_ROWS
    if rest <= 0:
        return ""
    said = speak("and {n} {n:row|rows} more: quaestor ask {name}", n=rest, name=answer.question.name)
    whole = _table(answer, speak, MOST_OF_ALL)
    return f"<details><summary>{tagged(said)}</summary><div class=wide>{whole}</div></details>"


# --- tables -----------------------------------------------------------------------------------------------------------


def shown(column: str, values: Sequence[Any], speak: Language = ENGLISH, game: str = "") -> list[str]:
    """A column as people read it: rates in per cent, other fractions with the places they need, at most two."""
    fractions = [value for value in values if isinstance(value, float)]
    places = next((most for most in (0, 1) if all(abs(one - round(one, most)) < TINY for one in fractions)), 2)
    return [_shown(column, value, places, speak, game) for value in values]


TINY = 1e-9


def _shown(column: str, value: Any, places: int, speak: Language, game: str) -> str:
    if value is None:
        return "–"
    if isinstance(value, bool):
        return speak.term("yes" if value else "no")
    if isinstance(value, float):
        return f"{speak.number(100 * value, 1)} %" if is_rate(column) else speak.number(value, places)
    if isinstance(value, int) and column not in ("year", "log", "seat", "round", "line"):
        return speak.number(value)
    return word(column, value, speak, game)


def _table(answer: Answer, speak: Language, most: int) -> str:
    drawn = answer.question.chart is not None and answer.question.chart.form != "line" and answer.question.chart.more
    bar = "" if drawn else next((name for name in answer.question.bars if name in answer.columns), "")
    rows = answer.rows[:most]
    numeric = {name for at, name in enumerate(answer.columns) if all(_number(row[at]) for row in answer.rows)}
    at = answer.columns.index(bar) if bar else -1
    longest = max((row[at] or 0 for row in rows), default=0) if bar else 0
    head = "".join(
        f"<th{' class=n' if name in numeric else ''}>{tagged(heading(name, speak))}</th>" for name in answer.columns
    )
    body, game = [], answer.question.games
    texts = [
        shown(name, [_near(name, row[number]) for row in rows], speak, game)
        for number, name in enumerate(answer.columns)
    ]
    for line, row in enumerate(rows):
        cells = "".join(
            f"<td{' class=n' if name in numeric else ''}>{tagged(texts[number][line])}</td>"
            for number, name in enumerate(answer.columns)
        )
        if bar:
            part = max(0.0, 100 * (row[at] or 0) / longest) if longest else 0
            cells += f'<td class=bar><i style="width:{part:.1f}%"></i></td>'
        body.append(f"<tr>{cells}</tr>")
    head += f"<th>{tagged(heading(bar, speak))}</th>" if bar else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(body)}</tbody></table>"


def _near(column: str, value: Any) -> Any:
    """Where a log lies is nobody's business but its owner's; its name is enough."""
    return Path(value).name if column == "path" and isinstance(value, str) else value


def _number(value: Any) -> bool:
    return value is None or (isinstance(value, int | float) and not isinstance(value, bool))


# --- drawings ---------------------------------------------------------------------------------------------------------


WIDE = 860


def drawing(answer: Answer, speak: Language = ENGLISH) -> str:
    """A chart of lines, or of figures between their bounds."""
    chart = chart_of(answer, speak)
    if chart is None:
        return ""
    if chart.form == "lines":
        return _said(chart) + f"<div class=wide>{_curves(answer, speak)}</div>"
    return _said(chart) + "".join(_dots(chart, facet, speak) for facet in chart.facets)


def _said(chart: Chart) -> str:
    return f"<p class=finding>{tagged(chart.title)}</p>"


def _dots(chart: Chart, facet: Facet, speak: Language) -> str:
    """Each figure as a row: its name, where it lies between its bounds beside what it is held against, and n."""
    part = 100 if chart.unit == "%" else 1
    known = [one for mark in facet.marks for one in (mark.value, mark.baseline) if one is not None]
    known += [one for mark in facet.marks if not mark.grey for one in (mark.low, mark.high) if one is not None]
    low, high = min([0.0, *known]), max([0.0, *known]) or 1.0

    def at(value: float) -> str:
        return f"{min(96.0, max(0.0, 96 * (value - low) / (high - low))):.1f}%"

    rows = "".join(_dot(mark, at, part, speak) for mark in facet.marks)
    title = f"<h3>{tagged(facet.title)}</h3>" if facet.title else ""
    against = [speak("broken line: {baseline}", baseline=chart.baseline)] if chart.baseline else []
    bounds = [speak.text("bars: 95 % bounds")] if any(mark.low is not None for mark in facet.marks) else []
    notes = " · ".join(map(tagged, (chart.axis, *bounds, *against, *chart.notes)))
    return f"<figure class=dots>{title}<table><tbody>{rows}</tbody></table><p class='faint small'>{notes}</p></figure>"


def _dot(mark: Mark, at: Callable[[float], str], part: int, speak: Language) -> str:
    kind = "few" if mark.grey else "sure" if mark.stands_out else ""
    span = base = bounds = ""
    places = 0 if part == 100 or all(one is None or float(one).is_integer() for one in (mark.value, mark.low)) else 1
    if mark.low is not None and mark.high is not None:
        span = f'<i class=span style="left:{at(mark.low)};right:calc(100% - {at(mark.high)})"></i>'
        ends = (speak.number(one * part, places) for one in (mark.low, mark.high))
        bounds = f"<small>{tagged('–'.join(ends))}</small> "
    if mark.baseline is not None:
        base = f'<i class=base style="left:{at(mark.baseline)}"></i>'
    number = f"<small>n {speak.number(mark.n)}</small>" if mark.n is not None else ""
    value = speak.number((mark.value or 0) * part, places) + (" %" if part == 100 else "")
    dot = f'<i class=dot style="left:{at(mark.value or 0)}"></i>'
    return (
        f'<tr class="{kind}"><th scope=row>{tagged(mark.label)}</th><td class=plot>{span}{base}{dot}</td>'
        f"<td class=n><b>{tagged(value)}</b> {bounds}{number}</td></tr>"
    )


def _curves(answer: Answer, speak: Language) -> str:
    chart = answer.question.chart
    assert chart is not None
    where, value = answer.columns.index(chart.labels[0]), answer.columns.index(chart.value)
    series = answer.columns.index(chart.more[0]) if chart.more else None
    groups: dict[Any, list[tuple[float, float]]] = {}
    for row in answer.rows:
        if row[value] is not None and row[where] is not None:
            groups.setdefault(row[series] if series is not None else "", []).append((row[where], row[value]))
    spots = [spot for group in groups.values() for spot in group]
    if len(spots) < 2:
        return ""
    first, last = min(spot[0] for spot in spots), max(spot[0] for spot in spots)
    top = max(spot[1] for spot in spots) or 1
    high, low = 260, 30

    def place(spot: tuple[float, float]) -> tuple[float, float]:
        across = 70 + (WIDE - 220) * (spot[0] - first) / ((last - first) or 1)
        return across, 28 + (high - low - 42) * (1 - max(0.0, spot[1]) / top)

    parts = [f'<text class=faint x="4" y="12">{tagged(up(chart, speak))}</text>']
    for tick in _ticks(top):
        y = place((first, tick))[1]
        told = f"{100 * tick:.0f} %" if is_rate(chart.value) else f"{tick:g}"
        parts.append(f'<line class=grid x1="70" x2="{WIDE - 150}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(f'<text class=faint x="62" y="{y + 4:.1f}" text-anchor="end">{told}</text>')
    steps = sorted({spot[0] for spot in spots})
    for step in steps[:: 1 + len(steps) // 20]:
        parts.append(
            f'<text class=faint x="{place((step, 0))[0]:.1f}" y="{high - 24}" text-anchor="middle">{step}</text>'
        )
    said = along(chart, speak)
    parts.append(f'<text class=faint x="{WIDE - 150}" y="{high - 6}" text-anchor="end">{tagged(said)}</text>')
    ends: list[float] = []
    for number, (name, group) in enumerate(groups.items()):
        drawn = [place(spot) for spot in group]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in drawn)
        parts.append(f'<polyline class="curve k{number % 5}" points="{path}"/>')
        if series is None:
            continue
        y = drawn[-1][1]
        while any(abs(y - one) < 15 for one in ends):
            y += 15
        ends.append(y)
        told = series_name(chart.more[0], name, speak)
        parts.append(f'<text x="{drawn[-1][0] + 8:.1f}" y="{y + 4:.1f}">{tagged(told[:20])}</text>')
    by = speak("{value} by {by}", value=up(chart, speak), by=along(chart, speak))
    return _svg(high, parts, f"{speak.text(answer.question.title)}: {by}")


def _ticks(top: float) -> Sequence[float]:
    """Four or five round steps from nought."""
    step = 10.0 ** len(str(int(top))) if top >= 1 else 1.0
    while top / step < 4:
        step /= 2 if top / step >= 2 or f"{step:g}"[-1] != "5" else 2.5
    return [step * number for number in range(int(top / step) + 1)]


def _svg(high: float, parts: list[str], about: str) -> str:
    return f'<svg viewBox="0 0 {WIDE} {high}" role="img" aria-label="{tagged(about)}">{"".join(parts)}</svg>'
