"""An answer as a chart, by matplotlib: labelled, readable in grey, with the number of games under it."""

import re
from collections.abc import Sequence
from functools import cache
from io import BytesIO
from typing import Any

from ledger.archive import ArchiveError
from ledger.games import GAMES
from ledger.questions import Answer, Chart, is_rate
from ledger.words import Name, Words
from ledger.words.plain import plain
from ledger.words.speech import ENGLISH, Language

FEWEST_BARS, MOST_BARS = 3, 40  # room for so many at least; so many are drawn
LONGEST = 40  # characters of a label
TERMED = ("category", "fate", "integrity", "investment", "record", "resource", "severity", "verdict")  # words of ours
SPOKEN = {"seats": "{} players", "seat": "seat {}", "round": "round {}"}
INK, BAR = "#1b1b1b", "#9fb4ca"
LINES = (
    ("#1b1b1b", "-", "o"),
    ("#7a7a7a", "--", "s"),
    ("#4a6785", "-.", "^"),
    ("#a05a2c", ":", "D"),
    ("#5b8a5b", "-", "v"),
    ("#8a3b5c", "--", "X"),
    ("#1b1b1b", ":", "P"),
    ("#7a7a7a", "-.", "*"),
)


def draw(answer: Answer, form: str, speak: Language = ENGLISH) -> bytes:
    """The chart that suits the question, as svg or png."""
    try:
        from matplotlib import rc_context
        from matplotlib.figure import Figure
    except ImportError:
        words = Words("charts need matplotlib: pip install 'quaestor[archive]'")
        raise ArchiveError(words) from None
    chart = answer.question.chart
    if chart is None or not answer.rows:
        template = "{name}: no chart: nothing to draw" if chart else "{name}: no chart: a table says it better"
        raise ArchiveError(Words(template, name=answer.question.name))
    with rc_context({"svg.hashsalt": "quaestor", "svg.fonttype": "path", "text.parse_math": False}):
        figure = Figure(figsize=(8, 4.5), layout="constrained")
        axes = figure.add_subplot()
        (_lines if chart.form == "line" else _bars)(figure, axes, answer, speak)
        axes.set_title(speak.text(answer.question.title), loc="left", fontsize=13, color=INK)
        figure.supxlabel(_caption(answer, speak), fontsize=8, color="#555555", x=0.99, ha="right")
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
        stream = BytesIO()
        figure.savefig(stream, format=form, dpi=150, metadata={"Date": None} if form == "svg" else None)
    return stream.getvalue()


def heading(column: str, speak: Language = ENGLISH) -> str:
    """A column's name as a person reads it."""
    if speak.code != "en":
        return speak.column(column.replace("_", " ")) + (" (%)" if column.endswith("_rate") else "")
    return column.replace("_", " ").replace(" rate", " (%)" if column.endswith("_rate") else " rate")


def word(column: str, value: Any, speak: Language = ENGLISH, game: str = "") -> str:
    """A value in words: terms of ours and names of cards in the reader's language, names of people as they are."""
    text = str(value)
    if speak.code == "en":
        return text
    if column == "name":
        return speak.told(_cards(game).get(text, text))
    if column == "demand" and (counts := re.findall(r"(\w+) (\d+)", text)):
        return speak.told({thing: int(number) for thing, number in counts})
    return speak.term(text) if column in TERMED else text


@cache
def _cards(game: str) -> dict[str, Name]:
    """A game's cards by their English names, which is what an archive has."""
    if game not in GAMES:
        return {}
    one = GAMES[game]
    return {str(name): name for name in one.cards.deck(one.catalogue().data, one.about.editions[0]).names.values()}


def label(answer: Answer, row: Sequence[Any], speak: Language = ENGLISH) -> str:
    """What a row is called on an axis."""
    assert answer.question.chart is not None
    names = answer.question.chart.labels
    found = [(name, row[answer.columns.index(name)]) for name in names]
    if len(found) == 1:
        return _short(plain(word(*found[0], speak, answer.question.games)))
    return _short(plain(", ".join(_part(name, one, speak, answer.question.games) for name, one in found)))


def _part(name: str, one: Any, speak: Language, game: str) -> str:
    """One of several labels of a row; a bare number says what it counts."""
    if not isinstance(one, int):
        return word(name, one, speak, game)
    return SPOKEN[name].format(one) if speak.code == "en" and name in SPOKEN else f"{heading(name, speak)} {one}"


def _short(text: str) -> str:
    """A label that leaves room for the bars; what is cut off is seen to be."""
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def along(chart: Chart, speak: Language) -> str:
    """What the labels of a chart are."""
    own = chart.along if speak.code == "en" else ""
    return own or ", ".join(heading(name, speak) for name in chart.labels)


def up(chart: Chart, speak: Language) -> str:
    """What a chart counts."""
    return (chart.up if speak.code == "en" else "") or heading(chart.value, speak)


def _caption(answer: Answer, speak: Language) -> str:
    cut = answer.question.chart is not None and answer.question.chart.form != "line" and len(answer.rows) > MOST_BARS
    game = answer.given.get("game") or answer.question.games
    title = speak.text(GAMES[str(game)].title) if game in GAMES else game
    said = speak("n = {n} finished games of {game}", n=speak.number(answer.games), game=title)
    if cut:
        said += ", " + speak("the first {shown} of {rows} rows", shown=MOST_BARS, rows=len(answer.rows))
    return plain(f"{said} · quaestor ask {answer.question.name}")


def _bars(figure: Any, axes: Any, answer: Answer, speak: Language) -> None:
    assert answer.question.chart is not None
    chart = answer.question.chart
    rows = answer.rows[:MOST_BARS]
    if chart.form == "ranked":
        rows = sorted(rows, key=lambda row: -(row[answer.columns.index(chart.value)] or 0))
    percent = is_rate(chart.value)
    part = 100 if percent else 1
    values = [(row[answer.columns.index(chart.value)] or 0) * part for row in rows]
    places = range(len(rows))
    figure.set_size_inches(8, max(2.2, 1.3 + 0.24 * len(rows)))
    axes.barh(places, values, color=BAR, height=0.7)
    if chart.more:
        low, high = ([(row[answer.columns.index(name)] or 0) * part for row in rows] for name in chart.more[:2])
        spans = [
            [max(0.0, value - one) for value, one in zip(values, low, strict=True)],
            [max(0.0, one - value) for value, one in zip(values, high, strict=True)],
        ]
        axes.errorbar(values, places, xerr=spans, fmt="none", ecolor=INK, elinewidth=1, capsize=2)
    axes.set_yticks(list(places), [label(answer, row, speak) for row in rows], fontsize=8)
    axes.set_ylim(max(len(rows), FEWEST_BARS) - 0.4, -0.6)
    axes.set_ylabel(along(chart, speak))
    value = up(chart, speak)
    axes.set_xlabel(speak("{value}, with 95 % bounds", value=value) if chart.more else value)
    axes.grid(axis="x", color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)


def series_name(column: str, value: Any, speak: Language) -> str:
    """What a line of a chart is called."""
    if isinstance(value, bool):
        return f"{heading(column, speak)}: {speak.term('yes' if value else 'no')}"
    return word(column, value, speak)


def _lines(figure: Any, axes: Any, answer: Answer, speak: Language) -> None:
    assert answer.question.chart is not None
    chart = answer.question.chart
    part = 100 if is_rate(chart.value) else 1
    where, value = answer.columns.index(chart.labels[0]), answer.columns.index(chart.value)
    series = answer.columns.index(chart.more[0]) if chart.more else None
    groups: dict[Any, list[tuple[Any, float]]] = {}
    for row in answer.rows:
        if row[value] is not None and row[where] is not None:
            groups.setdefault(row[series] if series is not None else "", []).append((row[where], row[value] * part))
    for (name, points), (colour, style, mark) in zip(
        groups.items(), LINES * (len(groups) // len(LINES) + 1), strict=False
    ):
        told = series_name(chart.more[0], name, speak) if chart.more else ""
        axes.plot(
            *zip(*points, strict=True), color=colour, linestyle=style, marker=mark, markersize=4, label=plain(told)
        )
    if series is not None:
        axes.legend(frameon=False, fontsize=8)
    axes.set_xlabel(along(chart, speak))
    axes.set_ylabel(up(chart, speak))
    axes.set_ylim(bottom=min(0, axes.get_ylim()[0]))
    if answer.rows and isinstance(answer.rows[0][where], int):
        axes.xaxis.get_major_locator().set_params(integer=True)
    axes.grid(color="#dddddd", linewidth=0.6)
