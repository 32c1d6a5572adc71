"""A chart as a part of a page that runs no script: figures as rows of a table that is drawn in, courses as curves."""

from collections.abc import Sequence
from datetime import date
from math import ceil, floor, log10
from typing import NamedTuple

from ledger.charts import Chart, Facet, Mark, figure
from ledger.exports.page import tagged
from ledger.words.speech import Language

WIDE, HALF, TALL = 400, 200, 190  # as a phone is wide; of small charts two stand beside each other
LEFT, TOP, FOOT, NAMES = 42, 8, 34, 72  # room around a curve, and for the names at the ends of several


def drawing(chart: Chart, speak: Language) -> str:
    """What was found, then the chart."""
    drawn = (
        _curves(chart, speak) if chart.form == "lines" else "".join(_dots(chart, one, speak) for one in chart.facets)
    )
    return f"<p class=finding>{tagged(chart.title)}</p>{drawn}" if drawn else ""


def _beside(chart: Chart, marks: Sequence[Mark], speak: Language) -> str:
    """What must be said beside a chart."""
    bounds = [speak.text("bars: 95 % bounds")] if any(mark.low is not None for mark in marks) else []
    against = [speak("broken line: {baseline}", baseline=chart.baseline)] if chart.baseline else []
    return f"<p class='faint small'>{' · '.join(map(tagged, (chart.axis, *bounds, *against, *chart.notes)))}</p>"


def ticks(low: float, high: float) -> list[float]:
    """Round steps between two figures, three or four of them."""
    wide = high - low
    if wide <= 0:
        return []
    size = 10.0 ** floor(log10(wide / 2.5))
    step = next(size * one for one in (1, 2, 2.5, 5, 10) if wide / (size * one) <= 4.2)
    first = ceil(low / step - 1e-9)
    return [float(f"{step * number:.12g}") for number in range(first, floor(high / step + 1e-9) + 1)]


# --- figures between their bounds -------------------------------------------------------------------------------------


class Scale(NamedTuple):
    """From where to where a drawing goes."""

    low: float
    high: float

    def at(self, value: float) -> str:
        """Where a figure stands, as a style has it."""
        return f"{min(96.0, max(0.0, 96 * (value - self.low) / ((self.high - self.low) or 1))):.1f}%"


def _dots(chart: Chart, facet: Facet, speak: Language) -> str:
    """Each figure as a row: its name, where it lies between its bounds beside what it is held against, and n."""
    scale = _scale(chart, [mark for one in chart.facets for mark in one.marks])
    marks = ticks(*scale)
    rows = "".join(_dot(chart, mark, scale, marks, speak) for mark in facet.marks)
    title = f"<h3>{tagged(facet.title)}</h3>" if facet.title else ""
    told = "".join(f'<span style="left:{scale.at(tick)}">{tagged(figure(chart, tick, speak))}</span>' for tick in marks)
    foot = f"<tfoot aria-hidden=true><tr><td></td><td class='plot scale'>{told}</td><td></td></tr></tfoot>"
    table = f"<table><tbody>{rows}</tbody>{foot}</table>"
    return f"<figure class=dots>{title}{table}{_beside(chart, facet.marks, speak)}</figure>"


def _scale(chart: Chart, marks: Sequence[Mark]) -> Scale:
    """From nought; a rate's bounds are shown whole, others' of small samples do not stretch it for all."""
    known = [one for mark in marks for one in (mark.value, mark.baseline) if one is not None]
    whole = [mark for mark in marks if chart.unit == "%" or not mark.grey]
    known += [one for mark in whole for one in (mark.low, mark.high) if one is not None]
    low, high = min([0.0, *known]), max([0.0, *known]) or 1.0
    return Scale(low, high + 0.04 * (high - low))


def _dot(chart: Chart, mark: Mark, scale: Scale, marks: Sequence[float], speak: Language) -> str:
    kind = "few" if mark.grey else "sure" if mark.stands_out else ""
    lines = "".join(f'<i class=tick style="left:{scale.at(tick)}"></i>' for tick in marks)
    bounds = ""
    if mark.low is not None and mark.high is not None:
        lines += f'<i class=span style="left:{scale.at(mark.low)};right:calc(100% - {scale.at(mark.high)})"></i>'
        ends = (figure(chart, one, speak).removesuffix(" %") for one in (mark.low, mark.high))
        bounds = f"<small class=between>{tagged('–'.join(ends))}</small> "
    if mark.baseline is not None:
        lines += f'<i class=base style="left:{scale.at(mark.baseline)}"></i>'
    lines += f'<i class=dot style="left:{scale.at(mark.value or 0)}"></i>'
    number = f"<small>n {speak.number(mark.n)}</small>" if mark.n is not None else ""
    value = tagged(figure(chart, mark.value or 0, speak, beside=[one for part in chart.facets for one in part.marks]))
    return (
        f'<tr class="{kind}"><th scope=row>{tagged(mark.label)}</th><td class=plot>{lines}</td>'
        f"<td class=n><div class=told><b>{value}</b> {bounds}{number}</div></td></tr>"
    )


# --- courses ----------------------------------------------------------------------------------------------------------


class Panel(NamedTuple):
    """Room for curves, and what lies between its edges."""

    wide: int
    right: int
    across: Scale
    up: Scale

    def place(self, across: float, up: float) -> tuple[float, float]:
        """Where a spot is drawn."""
        part = (across - self.across.low) / ((self.across.high - self.across.low) or 1)
        high = (up - self.up.low) / ((self.up.high - self.up.low) or 1)
        x = LEFT + (self.wide - LEFT - self.right) * min(1.0, max(0.0, part))
        return x, TOP + (TALL - TOP - FOOT) * (1 - min(1.0, max(0.0, high)))


def _curves(chart: Chart, speak: Language) -> str:
    facets = [Facet(one.title, tuple(mark for mark in one.marks if _drawn(mark))) for one in chart.facets]
    facets = [one for one in facets if one.marks]
    marks = [mark for one in facets for mark in one.marks]
    if len(marks) < 2:
        return ""
    across = Scale(min(map(_at, marks)), max(map(_at, marks)))
    alone = chart.together or len(facets) == 1
    panel = Panel(WIDE if alone else HALF, NAMES if chart.together else 10, across, _scale(chart, marks))
    if alone:
        drawn = _panel(chart, panel, facets, speak)
    else:
        small = (f"<div><h3>{tagged(one.title)}</h3>{_panel(chart, panel, [one], speak)}</div>" for one in facets)
        drawn = f"<div class=multiples>{''.join(small)}</div>"
    return f"<figure class=course>{drawn}{_beside(chart, marks, speak)}</figure>"


def _drawn(mark: Mark) -> bool:
    return mark.value is not None and mark.at is not None


def _at(mark: Mark) -> float:
    return float(date.fromisoformat(mark.at).toordinal() if isinstance(mark.at, str) else mark.at or 0)


def _panel(chart: Chart, panel: Panel, facets: Sequence[Facet], speak: Language) -> str:
    parts = _frame(chart, panel, facets, speak)
    ends: list[float] = []
    for number, facet in enumerate(facets):
        parts += _curve(panel, facet, number)
        if chart.together:
            x, y = panel.place(_at(facet.marks[-1]), facet.marks[-1].value or 0)
            while any(abs(y - one) < 13 for one in ends):
                y += 1
            ends.append(y)
            parts.append(f'<text x="{x + 5:.1f}" y="{y + 4:.1f}">{tagged(facet.title[:12])}</text>')
    about = tagged(f"{chart.heading}: {chart.axis}")
    return f'<svg viewBox="0 0 {panel.wide} {TALL}" role="img" aria-label="{about}">{"".join(parts)}</svg>'


def _frame(chart: Chart, panel: Panel, facets: Sequence[Facet], speak: Language) -> list[str]:
    parts = []
    for tick in ticks(*panel.up):
        _, y = panel.place(panel.across.low, tick)
        parts.append(f'<line class=grid x1="{LEFT}" x2="{panel.wide - panel.right}" y1="{y:.1f}" y2="{y:.1f}"/>')
        told = tagged(figure(chart, tick, speak))
        parts.append(f'<text class=faint x="{LEFT - 4}" y="{y + 4:.1f}" text-anchor="end">{told}</text>')
    spots = sorted({(_at(mark), str(mark.at)) for facet in facets for mark in facet.marks})
    most = 3 if isinstance(facets[0].marks[0].at, str) or panel.wide == HALF else 10
    for at, told in spots[:: max(1, ceil(len(spots) / most))]:
        x, _ = panel.place(at, panel.up.low)
        parts.append(f'<text class=faint x="{x:.1f}" y="{TALL - 18}" text-anchor="middle">{tagged(told)}</text>')
    x = panel.wide - panel.right
    parts.append(f'<text class=faint x="{x}" y="{TALL - 4}" text-anchor="end">{tagged(chart.along)}</text>')
    return parts


def _curve(panel: Panel, facet: Facet, number: int) -> list[str]:
    """A course between its bounds, beside what it is held against; marks of few are hollow and no part of it."""
    bounded = [mark for mark in facet.marks if mark.low is not None and mark.high is not None and not mark.grey]
    band = [panel.place(_at(mark), mark.high or 0) for mark in bounded]
    band += [panel.place(_at(mark), mark.low or 0) for mark in reversed(bounded)]
    parts = [f'<polygon class=band points="{_points(band)}"/>'] if len(bounded) > 1 else []
    against = [panel.place(_at(mark), mark.baseline) for mark in facet.marks if mark.baseline is not None]
    parts += [f'<polyline class=against points="{_points(against)}"/>'] if len(against) > 1 else []
    spots = [panel.place(_at(mark), mark.value or 0) for mark in facet.marks]
    enough = [spot for mark, spot in zip(facet.marks, spots, strict=True) if not mark.grey]
    parts.append(f'<polyline class="curve k{number % 5}" points="{_points(enough)}"/>')
    for mark, (x, y) in zip(facet.marks, spots, strict=True):
        if len(spots) <= 30 or mark.grey:
            told = f"<title>{tagged(f'{mark.label}: n {mark.n}')}</title>" if mark.n is not None else ""
            parts.append(
                f'<circle class="{"few" if mark.grey else ""}" cx="{x:.1f}" cy="{y:.1f}" r="3">{told}</circle>'
            )
    return parts


def _points(spots: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
