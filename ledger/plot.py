"""A chart drawn by matplotlib, as SVG or PNG: as wide as a phone, readable in grey, and its SVG in the dark too."""

from collections.abc import Sequence
from datetime import date
from io import BytesIO
from textwrap import wrap as broken
from typing import Any

from ledger.archive.store import ArchiveError
from ledger.charts import Chart, Facet, Mark, chart_of, figure, no_chart
from ledger.metrics import Measured
from ledger.questions import Answer
from ledger.words import Words
from ledger.words.plain import plain
from ledger.words.speech import ENGLISH, Language

WIDE = 390 / 72  # inches: a phone's width, in points
EDGE, ROW, TITLE, SMALL = 0.14, 0.245, 0.21, 0.155  # inches: margins, and the heights of lines
INK, MIDDLE, FAINT, LIGHT, PAPER = "#1b1b1b", "#4a6785", "#6b6b6b", "#b9b9b9", "#ffffff"
DARK = {INK: "#f2f2f2", MIDDLE: "#9fc0e0", FAINT: "#b4b4b4", LIGHT: "#6f6f6f", PAPER: "#16181b"}
BANDS, NUMBERED = 0.18, 6  # how dense the bounds of a line are; how many of its marks have their number beside them;
DOTTED = 30  # up to how many marks a line shows each;
NUMBERS = 0.12  # room for them over the highest


def wrap(text: str, wide: int) -> list[str]:
    """A text in lines; a figure and its per cent stay together."""
    return broken(text.replace(" %", "\N{NO-BREAK SPACE}%"), wide)


def draw(asked: Answer | Measured, form: str, speak: Language = ENGLISH, *, top: int = 0) -> bytes:
    """The chart that suits what was asked, as svg or png."""
    chart = chart_of(asked, speak, top=top)
    if chart is None:
        raise no_chart(asked)
    return plot(chart, form, speak)


def plot(chart: Chart, form: str, speak: Language = ENGLISH) -> bytes:
    """A chart as svg or png."""
    try:
        from matplotlib import rc_context
    except ImportError:
        words = Words("charts need matplotlib: pip install 'quaestor-ledger[archive]'")
        raise ArchiveError(words) from None
    settings: Any = {"svg.hashsalt": "quaestor", "svg.fonttype": "path", "text.parse_math": False, "font.size": 9}
    with rc_context(settings):
        stream = BytesIO()
        _figure(chart, speak).savefig(stream, format=form, dpi=216, metadata={"Date": None} if form == "svg" else None)
    return _at_night(stream.getvalue()) if form == "svg" else stream.getvalue()


def _at_night(svg: bytes) -> bytes:
    """The same drawing with light ink for readers in the dark."""
    rules = "".join(
        f'[style*="{what}: {day}"]{{{what}:{night} !important}}'
        for day, night in DARK.items()
        for what in ("fill", "stroke")
    )
    style = f"<style>@media (prefers-color-scheme: dark){{{rules}}}</style>"
    start, defs, rest = svg.decode().partition("<defs>")
    return f"{start}{style}{defs}{rest}".encode()


def _figure(chart: Chart, speak: Language) -> Any:
    from matplotlib.figure import Figure

    title = wrap(chart.title, 50)
    about = wrap(_about(chart, speak), 78)
    notes = [line for note in chart.notes for line in wrap(note, 82)]
    tall = _height(chart)
    whole = 2 * EDGE + TITLE * len(title) + SMALL * (len(about) + len(notes)) + tall + 0.16
    figure = Figure(figsize=(WIDE, whole), facecolor=PAPER)
    y = whole - EDGE
    for lines, height, size, colour, weight in (
        (title, TITLE, 11.5, INK, "bold"),
        (about, SMALL, 8, FAINT, "normal"),
    ):
        for line in lines:
            figure.text(EDGE / WIDE, y / whole, line, fontsize=size, color=colour, weight=weight, va="top")
            y -= height
    y -= 0.08
    (_dots if chart.form == "dots" else _lines)(figure, chart, whole, y, speak)
    for number, line in enumerate(reversed(notes)):
        figure.text(EDGE / WIDE, (EDGE + SMALL * number) / whole, line, fontsize=7.5, color=FAINT, va="bottom")
    return figure


def _about(chart: Chart, speak: Language) -> str:
    """What is shown: what the title says already is not said again, and small charts have no room for their axis."""
    marks = [mark for facet in chart.facets for mark in facet.marks]
    what, _, rest = chart.heading.partition(" · ")
    parts = [rest if rest and chart.title.startswith(what) else chart.heading]
    parts += [chart.axis] if _is_multiple(chart) else []
    if any(mark.low is not None for mark in marks):
        parts.append(speak.text("bars: 95 % bounds"))
    if chart.baseline:
        parts.append(speak("broken line: {baseline}", baseline=chart.baseline))
    return plain(" · ".join(parts))


def _is_multiple(chart: Chart) -> bool:
    return chart.form == "lines" and len(chart.facets) > 1 and not chart.together


# --- dots with their bounds -------------------------------------------------------------------------------------------

HEAD, AXIS, LINE = 0.24, 0.42, 0.13  # over a part, under the last one, and each line more of the axis's name


def _height(chart: Chart) -> float:
    if chart.form == "dots":
        heads = sum(HEAD for facet in chart.facets if facet.title)
        axis = AXIS + LINE * (len(_axis(chart)) - 1)
        return heads + sum(ROW * len(facet.marks) + 0.14 for facet in chart.facets) + axis + 0.1
    if not _is_multiple(chart):
        return 2.8
    return 1.55 * ((len(chart.facets) + 1) // 2) + 0.2


def _axis(chart: Chart) -> list[str]:
    return wrap(plain(chart.axis), 52)


def _dots(figure: Any, chart: Chart, whole: float, y: float, speak: Language) -> None:
    marks = [mark for facet in chart.facets for mark in facet.marks]
    longest = max(len(line) for mark in marks for line in _folded(mark.label))
    left = min(2.1, 0.25 + 0.073 * longest)
    right = 1.12 if any(mark.n is not None for mark in marks) else 0.6
    limits = _limits(chart, marks)
    heads: tuple[tuple[float, str, Any], ...] = (
        (EDGE, plain(chart.along), "left"),
        (WIDE - EDGE, _column(marks, speak), "right"),
    )
    for x, text, side in heads:
        figure.text(x / WIDE, y / whole, text, fontsize=7.5, color=FAINT, va="top", ha=side)
    y -= 0.16
    for number, facet in enumerate(chart.facets):
        if facet.title:
            figure.text(EDGE / WIDE, (y - 0.03) / whole, facet.title, fontsize=9, color=INK, weight="bold", va="top")
            y -= HEAD
        tall = ROW * len(facet.marks) + 0.08
        axes = figure.add_axes((left / WIDE, (y - tall) / whole, (WIDE - left - right) / WIDE, tall / whole))
        axes.patch.set_alpha(0)
        _panel(axes, chart, facet, limits, speak, last=number == len(chart.facets) - 1)
        y -= tall + 0.06


def _column(marks: Sequence[Mark], speak: Language) -> str:
    return speak.text("value (n)") if any(mark.n is not None for mark in marks) else ""


def _folded(label: str) -> list[str]:
    return wrap(label, 26)[:2] or [""]


def _limits(chart: Chart, marks: Sequence[Mark]) -> tuple[float, float]:
    """From nought where that is near, or lines are drawn from there; a rate's bounds are shown whole.

    Elsewhere those of small samples do not stretch the axis for all.
    """
    part = 100 if chart.unit == "%" else 1
    found = [one for mark in marks for one in (mark.value, mark.baseline) if one is not None]
    whole = [mark for mark in marks if not mark.grey or (part == 100 and chart.form == "dots")]
    found += [one for mark in whole for one in (mark.low, mark.high) if one is not None]
    least, most = min([*found, 0.0]) * part, max([*found, 0.0]) * part
    bare = any(mark.low is None and mark.value is not None for mark in marks)
    if min(found, default=0) * part > 0.3 * most and chart.unit != "%" and not bare:
        least = min(found) * part - 0.1 * (most - min(found) * part)
    room = (most - least) * 0.04 or 1.0
    return least - (room if least else room / 2), min(most + room, 102) if part == 100 else most + room


def _panel(axes: Any, chart: Chart, facet: Facet, limits: tuple[float, float], speak: Language, *, last: bool) -> None:
    part = 100 if chart.unit == "%" else 1
    marks = [mark for one in chart.facets for mark in one.marks]
    for place, mark in enumerate(facet.marks):
        _dot(axes, place, mark, part)
        axes.text(
            1.03, place, _figures(chart, mark, marks, speak), transform=axes.get_yaxis_transform(), fontsize=8,
            va="center", color=FAINT if mark.grey else INK, weight="bold" if mark.stands_out else "normal",
        )  # fmt: skip
    _frame(axes, "x")
    axes.set_xlim(*limits)
    axes.set_ylim(len(facet.marks) - 0.5, -0.5)
    axes.set_yticks(range(len(facet.marks)), ["\n".join(_folded(mark.label)) for mark in facet.marks], fontsize=8)
    for text, mark in zip(axes.get_yticklabels(), facet.marks, strict=True):
        text.set_color(FAINT if mark.grey else INK)
        text.set_linespacing(0.9)
    if last:
        axes.set_xlabel("\n".join(_axis(chart)), fontsize=8, color=FAINT)
    else:
        axes.set_xticklabels([])


def _dot(axes: Any, place: int, mark: Mark, part: int) -> None:
    colour = LIGHT if mark.grey else INK if mark.stands_out else MIDDLE
    if mark.low is not None and mark.high is not None:
        ends = [mark.low * part, mark.high * part]
        axes.plot(ends, [place, place], color=colour, linewidth=2.4 if mark.stands_out else 1.5, solid_capstyle="butt")
    elif mark.value is not None:
        axes.plot([0, mark.value * part], [place, place], color=colour, linewidth=1.5)
    if mark.baseline is not None:
        ends = [place - 0.5, place + 0.5]
        axes.plot([mark.baseline * part] * 2, ends, color=FAINT, linewidth=1, linestyle=(0, (2, 1.5)))
    axes.plot(
        [(mark.value or 0) * part], [place], marker="o", markersize=6.5 if mark.stands_out else 5, color=colour,
        markerfacecolor=PAPER if mark.grey else colour,
    )  # fmt: skip


def _figures(chart: Chart, mark: Mark, marks: Sequence[Mark], speak: Language) -> str:
    text = figure(chart, mark.value or 0, speak, beside=marks)
    return text if mark.n is None else f"{text} ({speak.number(mark.n)})"


def _frame(axes: Any, grid: str) -> None:
    for side in ("top", "right", "left", "bottom"):
        axes.spines[side].set_visible(False)
    axes.tick_params(length=0, labelsize=8, labelcolor=FAINT)
    axes.grid(axis=grid, color=LIGHT, linewidth=0.4)
    axes.set_axisbelow(True)


# --- lines ------------------------------------------------------------------------------------------------------------


def _lines(figure: Any, chart: Chart, whole: float, y: float, speak: Language) -> None:
    facets = [
        Facet(facet.title, tuple(mark for mark in facet.marks if mark.value is not None)) for facet in chart.facets
    ]
    facets = [facet for facet in facets if facet.marks]
    low, high = _limits(chart, [mark for facet in facets for mark in facet.marks])
    limits = low, high if chart.together else high + (high - low) * NUMBERS  # under a title, above its number
    if chart.together or len(facets) == 1:
        right = 0.9 if chart.together else EDGE
        axes = figure.add_axes((0.55 / WIDE, (y - 2.5) / whole, (WIDE - 0.55 - right) / WIDE, 2.4 / whole))
        for number, facet in enumerate(facets):
            _line(axes, chart, facet, speak, number=number, numbered=not chart.together)
        if chart.together:
            _ends(axes, chart, facets)
        _ruled(axes, chart, limits, [mark for facet in facets for mark in facet.marks], labelled=True)
        return
    wide = (WIDE - 0.5 - EDGE - 0.28) / 2
    for number, facet in enumerate(facets):
        row, column = divmod(number, 2)
        left, bottom = 0.5 + column * (wide + 0.28), y - 1.55 * (row + 1) + 0.22
        axes = figure.add_axes((left / WIDE, bottom / whole, wide / WIDE, 1.1 / whole))
        axes.set_title(facet.title, loc="left", fontsize=8.5, color=INK, pad=3)
        _line(axes, chart, facet, speak, number=0, numbered=True)
        _ruled(axes, chart, limits, [mark for one in facets for mark in one.marks], labelled=number >= len(facets) - 2)
        if column:
            axes.set_yticklabels([])


STYLES = (("-", "o"), ("--", "s"), ("-.", "^"), (":", "D"), ("-", "v"), ("--", "X"))


def _line(axes: Any, chart: Chart, facet: Facet, speak: Language, *, number: int, numbered: bool) -> None:
    part = 100 if chart.unit == "%" else 1
    where = [_place(mark) for mark in facet.marks]
    colour = (INK, MIDDLE, FAINT)[number % 3]
    style, shape = STYLES[number % len(STYLES)]
    enough = [(spot, mark) for spot, mark in zip(where, facet.marks, strict=True) if not mark.grey]
    values = [(mark.value or 0) * part for _, mark in enough]
    axes.plot([spot for spot, _ in enough], values, color=colour, linewidth=1.4, linestyle=style)
    seen = [mark.grey or len(where) <= DOTTED for mark in facet.marks]
    for mark, spot in [pair for pair, one in zip(zip(facet.marks, where, strict=True), seen, strict=True) if one]:
        axes.plot(
            [spot], [(mark.value or 0) * part], marker=shape, markersize=3.5, color=LIGHT if mark.grey else colour,
            markerfacecolor=PAPER if mark.grey else colour,
        )  # fmt: skip
    bounded = [(spot, mark) for spot, mark in enough if mark.low is not None]
    if bounded:
        low, high = ([(getattr(mark, name) or 0) * part for _, mark in bounded] for name in ("low", "high"))
        axes.fill_between([spot for spot, _ in bounded], low, high, color=colour, alpha=BANDS, linewidth=0)
    against = [
        (spot, mark.baseline * part) for spot, mark in zip(where, facet.marks, strict=True) if mark.baseline is not None
    ]
    if against:
        axes.plot(*zip(*against, strict=True), color=FAINT, linewidth=1, linestyle=(0, (2, 1.5)))
    if numbered:
        _numbers(axes, facet, where, part, speak)


def _numbers(axes: Any, facet: Facet, where: list[Any], part: int, speak: Language) -> None:
    """The number behind a mark, beside as many as there is room for."""
    step = max(1, (len(where) + NUMBERED - 1) // NUMBERED)
    for at in range(0, len(where), step):
        mark = facet.marks[at]
        if mark.n is not None:
            axes.annotate(
                speak.number(mark.n), (where[at], (mark.value or 0) * part), textcoords="offset points", xytext=(0, 5),
                ha="center", fontsize=6.5, color=FAINT,
            )  # fmt: skip


def _place(mark: Mark) -> Any:
    return date.fromisoformat(mark.at) if isinstance(mark.at, str) else mark.at


def _ends(axes: Any, chart: Chart, facets: list[Facet]) -> None:
    """Each line's name at its end, apart from the others'."""
    part = 100 if chart.unit == "%" else 1
    ends = sorted(((facet.marks[-1].value or 0) * part, number) for number, facet in enumerate(facets))
    low, high = axes.get_ylim()
    apart, last = (high - low) * 0.07, -float("inf")
    for value, number in ends:
        last = max(value, last + apart)
        facet = facets[number]
        axes.annotate(
            facet.title[:14], (_place(facet.marks[-1]), value), xytext=(1.02, last),
            textcoords=axes.get_yaxis_transform(), fontsize=8, color=(INK, MIDDLE, FAINT)[number % 3], va="center",
        )  # fmt: skip


def _ruled(axes: Any, chart: Chart, limits: tuple[float, float], marks: Sequence[Mark], *, labelled: bool) -> None:
    axes.patch.set_alpha(0)
    _frame(axes, "y")
    axes.set_ylim(*limits)
    places = [_place(mark) for mark in marks]
    if isinstance(places[0], date):
        first, last = min(places), max(places)
        days = list(dict.fromkeys((first, first + (last - first) / 2, last)))
        form = "%Y" if (last - first).days > 2 * 365 else "%Y-%m-%d"
        axes.set_xticks(days, [day.strftime(form) for day in days])
        for text, side in zip(axes.get_xticklabels(), ("left", "center", "right"), strict=False):
            text.set_horizontalalignment(side)
    elif all(isinstance(place, int) for place in places):
        from matplotlib.ticker import MaxNLocator

        axes.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=7))
    if chart.together or len(chart.facets) == 1:
        axes.set_ylabel(chart.axis, fontsize=8, color=FAINT)
    if labelled:
        axes.set_xlabel(chart.along, fontsize=8, color=FAINT)
