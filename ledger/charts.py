"""An answer as a chart, by matplotlib: labelled, readable in grey, with the number of games under it."""

from collections.abc import Sequence
from io import BytesIO
from typing import Any

from ledger.archive import ArchiveError
from ledger.games import GAMES
from ledger.questions import Answer
from ledger.words import Words
from ledger.words.plain import plain

FEWEST_BARS, MOST_BARS = 4, 40  # room for so many at least; so many are drawn
LONGEST = 40  # characters of a label
INK, BAR = "#1b1b1b", "#9fb4ca"
LINES = (
    ("#1b1b1b", "-", "o"),
    ("#7a7a7a", "--", "s"),
    ("#4a6785", "-.", "^"),
    ("#a05a2c", ":", "D"),
    ("#5b8a5b", "-", "v"),
)


def draw(answer: Answer, form: str) -> bytes:
    """The chart that suits the question, as svg or png."""
    try:
        from matplotlib import rc_context
        from matplotlib.figure import Figure
    except ImportError:
        words = Words("charts need matplotlib: pip install 'quaestor[archive]'")
        raise ArchiveError(words) from None
    chart = answer.question.chart
    if chart is None or not answer.rows:
        why = "nothing to draw" if chart else "a table says it better"
        raise ArchiveError(Words("{name}: no chart: {why}", name=answer.question.name, why=why))
    with rc_context({"svg.hashsalt": "quaestor", "svg.fonttype": "path", "text.parse_math": False}):
        figure = Figure(figsize=(8, 4.5), layout="constrained")
        axes = figure.add_subplot()
        (_bars if chart.form == "bar" else _lines)(figure, axes, answer)
        axes.set_title(answer.question.title, loc="left", fontsize=13, color=INK)
        figure.supxlabel(_caption(answer), fontsize=8, color="#555555", x=0.99, ha="right")
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
        stream = BytesIO()
        figure.savefig(stream, format=form, dpi=150, metadata={"Date": None} if form == "svg" else None)
    return stream.getvalue()


SPOKEN = {"seats": "{} players", "seat": "seat {}", "round": "round {}"}


def label(answer: Answer, row: Sequence[Any]) -> str:
    """What a row is called on an axis."""
    assert answer.question.chart is not None
    names = answer.question.chart.labels
    found = [(name, row[answer.columns.index(name)]) for name in names]
    if len(found) == 1:
        return _short(plain(found[0][1]))
    return _short(plain(", ".join(SPOKEN.get(name, "{}").format(one) for name, one in found)))


def _short(text: str) -> str:
    """A label that leaves room for the bars; what is cut off is seen to be."""
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def _caption(answer: Answer) -> str:
    cut = answer.question.chart is not None and answer.question.chart.form == "bar" and len(answer.rows) > MOST_BARS
    rest = f", the first {MOST_BARS} of {len(answer.rows)} rows" if cut else ""
    game = answer.given.get("game") or answer.question.games
    title = GAMES[str(game)].title if game in GAMES else game
    return plain(f"n = {answer.games:,} finished games of {title}{rest} · quaestor ask {answer.question.name}")


def _bars(figure: Any, axes: Any, answer: Answer) -> None:
    assert answer.question.chart is not None
    chart = answer.question.chart
    rows = answer.rows[:MOST_BARS]
    percent = chart.value.endswith("_rate")
    part = 100 if percent else 1
    values = [(row[answer.columns.index(chart.value)] or 0) * part for row in rows]
    places = range(len(rows))
    figure.set_size_inches(8, max(2.6, 1.3 + 0.24 * len(rows)))
    axes.barh(places, values, color=BAR, height=0.7)
    if chart.more:
        low, high = ([(row[answer.columns.index(name)] or 0) * part for row in rows] for name in chart.more[:2])
        spans = [
            [max(0.0, value - one) for value, one in zip(values, low, strict=True)],
            [max(0.0, one - value) for value, one in zip(values, high, strict=True)],
        ]
        axes.errorbar(values, places, xerr=spans, fmt="none", ecolor=INK, elinewidth=1, capsize=2)
    axes.set_yticks(list(places), [label(answer, row) for row in rows], fontsize=8)
    axes.set_ylim(max(len(rows), FEWEST_BARS) - 0.4, -0.6)
    axes.set_ylabel(chart.along)
    axes.set_xlabel(chart.up + (", with 95 % bounds" if chart.more else ""))
    axes.grid(axis="x", color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)


def _lines(figure: Any, axes: Any, answer: Answer) -> None:
    assert answer.question.chart is not None
    chart = answer.question.chart
    part = 100 if chart.value.endswith("_rate") else 1
    where, value = answer.columns.index(chart.labels[0]), answer.columns.index(chart.value)
    series = answer.columns.index(chart.more[0]) if chart.more else None
    groups: dict[Any, list[tuple[Any, float]]] = {}
    for row in answer.rows:
        if row[value] is not None:
            groups.setdefault(row[series] if series is not None else "", []).append((row[where], row[value] * part))
    for (name, points), (colour, style, mark) in zip(
        groups.items(), LINES * (len(groups) // len(LINES) + 1), strict=False
    ):
        told = name if not isinstance(name, bool) else f"{chart.more[0]}: {'yes' if name else 'no'}"
        axes.plot(
            *zip(*points, strict=True), color=colour, linestyle=style, marker=mark, markersize=4, label=plain(told)
        )
    if series is not None:
        axes.legend(frameon=False, fontsize=8)
    axes.set_xlabel(chart.along)
    axes.set_ylabel(chart.up)
    axes.set_ylim(bottom=min(0, axes.get_ylim()[0]))
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.grid(color="#dddddd", linewidth=0.6)
