"""What a chart shows, as data: each figure with its bounds, the number behind it and what it is held against.

A chart is described once, here, from an answer or a measurement; `ledger.plot` draws it as SVG or PNG, and
`ledger.chart_html` within a page.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from ledger.archive.store import ArchiveError
from ledger.labels import (
    SPOKEN,
    along,
    column_of,
    counted,
    game_title,
    heading,
    in_words,
    key_of,
    label_of,
    series_name,
    short,
    up,
    word,
)
from ledger.metrics import FEW, GREY, Group, Measured, Metric, is_ranked
from ledger.metrics.filters import Filters, is_of_games
from ledger.metrics.uncertainty import believable, binomial, stand_out
from ledger.questions import Answer, Plan, Question, is_rate
from ledger.words import Words
from ledger.words.plain import plain
from ledger.words.speech import ENGLISH, Language

MOST = 25  # marks that are drawn; of the rest it is said that they are not
APART = 1.6  # of many figures the highest and the lowest differ anyway; so much wider must their bounds be apart


class Mark(Struct, frozen=True):
    """One figure: a rate is a part of one."""

    label: str
    value: float | None
    low: float | None = None
    high: float | None = None
    n: int | None = None
    baseline: float | None = None
    grey: bool = False  # too few to be looked at closely
    stands_out: str = ""  # above or below, where luck is no explanation
    at: float | str | None = None  # its place along a line: a number or a day
    games: int | None = None  # where several of n may come from one


class Facet(Struct, frozen=True):
    """A part of a chart, drawn by itself; a chart of one part has one without a title."""

    title: str
    marks: tuple[Mark, ...]


class Chart(Struct, frozen=True):
    """A chart: what was found, over what, the figures, and what must be said beside them."""

    name: str
    form: Literal["dots", "lines"]
    title: str  # the finding
    heading: str  # what is shown: the question, the game, the filters, how many games
    axis: str  # what is counted
    along: str  # what the labels are
    unit: str  # % for rates
    baseline: str  # what figures are held against, in words
    facets: tuple[Facet, ...]
    together: bool  # lines that are drawn over each other
    findings: tuple[str, ...]  # every finding, the surest first
    notes: tuple[str, ...]
    games: int


def figure(chart: Chart, value: float, speak: Language, *, beside: Sequence[Mark] = ()) -> str:
    """A figure in words, with as many places as those beside it."""
    if chart.unit == "%":
        return f"{speak.number(100 * value)} %"
    whole = all(float(one).is_integer() for one in (value, *(mark.value or 0 for mark in beside)))
    return speak.number(value, 0 if whole else 1 if abs(value) >= 1 else 2)


def chart_of(
    asked: Answer | Measured, speak: Language = ENGLISH, *, top: int = 0, limit: float | None = None
) -> Chart | None:
    """The chart that suits an answer or a measurement; None where a table says it better, or nothing is to be told.

    `limit` is up to which chance a row of an answer is believed, where many answers are read at once.
    """
    if isinstance(asked, Measured):
        return _measured(asked, speak, top) if asked.groups else None
    return _answered(asked, speak, top, limit) if asked.question.chart and asked.rows else None


def chances(answer: Answer) -> list[float | None]:
    """How likely luck alone makes each row of an answer, where it would be said of a row that luck does not."""
    plan = answer.question.chart
    if plan is None or not answer.question.above:
        return []
    return [_unlikely(_marked(answer, plan, row, ENGLISH)) for row in answer.every]


def no_chart(asked: Answer | Measured) -> ArchiveError:
    """Why there is none."""
    one = asked.metric if isinstance(asked, Measured) else asked.question
    table = isinstance(one, Question) and one.chart is None
    template = "{name}: no chart: a table says it better" if table else "{name}: no chart: nothing to draw"
    return ArchiveError(Words(template, name=one.name))


def heading_of(asked: Answer | Measured, speak: Language = ENGLISH) -> str:
    """What is shown: the question, its game, the filters, and over how many games."""
    one = asked.metric if isinstance(asked, Measured) else asked.question
    title = speak.text(one.title)
    if isinstance(one, Metric) and one.only:
        title = f"{title}: {speak.term(one.only)}"
    if isinstance(asked, Measured):
        title = speak("{what} by {by}", what=title, by=", ".join(column_of(key, speak) for key in asked.by))
    parts = [title, game_title(asked.game, speak), *_filtered(asked.filters, asked.game, speak), _number(asked, speak)]
    return plain(" · ".join(part for part in parts if part))


def _filtered(filters: Filters, game: str, speak: Language) -> list[str]:
    found = []
    for key, values in filters.keys().items():
        if (key, values) != ("game", [game]):
            told = [key_of(key, TYPED.get(key, str)(value), speak, game) for value in values]
            found.append(" / ".join(told) if key in SPOKEN else f"{column_of(key, speak)}: {' / '.join(told)}")
    return [*found, *(speak(one) for one in filters.days())]


TYPED: dict[str, Callable[[str], Any]] = {
    "seats": int, "seat": int, "round": int, "won": lambda value: value == "true",
}  # fmt: skip


def _number(asked: Answer | Measured, speak: Language) -> str:
    number = speak.number(asked.games)
    if isinstance(asked, Answer) and asked.question.of == "logs":
        return speak("{number} {n:log|logs} not counted", n=asked.games, number=number)
    if isinstance(asked, Answer) and asked.question.of == "judged":
        return speak("{number} {n:game|games}", n=asked.games, number=number)
    return speak("{number} finished {n:game|games}", n=asked.games, number=number)


# --- a measurement ----------------------------------------------------------------------------------------------------

RANKED = "Ordered by how much above or below so many games support"
KNOWN = ("chance", "half")  # what everybody knows by the number of players need not be said in a sentence
ELSEWHERE = ("{who}: more than elsewhere", "{who}: less than elsewhere")
HELD_AGAINST = {
    "chance": "chance",
    "table": "the others at the table",
    "others": "everybody else",
    "size": "everybody else at tables as large",
    "equals": "equally strong players in the same rounds",
    "half": "as often above as below",
}


def _measured(asked: Measured, speak: Language, top: int) -> Chart:
    one = asked.metric
    marks = [_mark(asked, group, speak) for group in asked.groups]
    named = [replace(mark, label=_who(asked, group, speak)) for mark, group in zip(marks, asked.groups, strict=True)]
    findings = _findings(named, said_of(asked), speak, against=asked.against not in KNOWN)
    facets, notes = _drawn(marks, [""] * len(marks), speak, top)
    if asked.left_out:
        few = Words("{n} more with fewer than {least} {least:game|games}", n=asked.left_out, least=asked.least)
        notes.append(speak(few))
    if is_ranked(asked.by) and any(group.supported is not None and not group.few for group in asked.groups):
        notes.append(speak.text(RANKED))
    baseline = speak.text(HELD_AGAINST[asked.against]) if any(mark.baseline is not None for mark in marks) else ""
    if one.against == "equals":
        notes.append(speak.text("That a card goes with wins does not say that it causes them."))
    return Chart(
        name=one.name,
        form="dots",
        title=findings[0]
        if findings
        else speak(_silence(marks) if one.above and baseline else _apart(Words(one.title), marks)),
        heading=heading_of(asked, speak),
        axis=_axis(one, speak),
        along=", ".join(column_of(key, speak) for key in asked.by),
        unit=one.unit,
        baseline=baseline,
        facets=facets,
        together=False,
        findings=tuple(findings),
        notes=tuple(notes),
        games=asked.games,
    )


def said_of(asked: Measured) -> Metric:
    """The metric with what is said of a figure; of one that is not held against its own table, that it is so there."""
    one = asked.metric
    if one.against != "table" or asked.against == "table":
        return one
    return one._replace(above=ELSEWHERE[0], below=ELSEWHERE[1])


def _who(asked: Measured, group: Group, speak: Language) -> str:
    """Of whom a sentence speaks: not that a year wins, but Ola (2024); whoever it is stands first."""
    rows = [(key, value) for key, values in asked.filters.of_rows().items() if key not in asked.by for value in values]
    parts = [(key, _spoken(key, value, speak, asked.game)) for key, value in rows]
    parts += [(key, in_words(key, value, speak, asked.game)) for key, value in zip(asked.by, group.keys, strict=True)]
    keys = {key for key, _ in parts}
    if "opponent" in keys and not {"player", "seat"} & keys:
        parts.append(("player", speak.text("everybody")))
    first, *rest = [told for _, told in sorted(parts, key=lambda part: _later(part[0]))]
    return short(plain(f"{first} ({', '.join(rest)})" if rest else first))


def _later(key: str) -> int:
    """A player stands before a seat or a card, these before when and where that was."""
    if key == "player":
        return 0
    return 2 if is_of_games(key) or key in ("opponent", "won", "experience", "round") else 1


def _spoken(key: str, value: str, speak: Language, game: str) -> str:
    return in_words(key, TYPED.get(key, str)(value), speak, game)


def _axis(one: Metric, speak: Language) -> str:
    title = speak.text(one.title)
    if one.unit == "%":
        return f"{title} (%)"
    return title if one.unit == one.title.lower() else f"{title} ({speak.text(one.unit)})"


def _mark(asked: Measured, group: Group, speak: Language) -> Mark:
    return Mark(
        label_of(asked, group, speak), group.value, group.low, group.high, group.n, group.baseline,
        group.few, group.stands_out, games=group.games,
    )  # fmt: skip


# --- an answer --------------------------------------------------------------------------------------------------------


def _answered(answer: Answer, speak: Language, top: int, limit: float | None) -> Chart:
    one, plan = answer.question, answer.question.chart
    assert plan is not None
    least = min(believable(chances(answer)), 1.0 if limit is None else limit)
    marks = _judged(one, [_marked(answer, plan, row, speak) for row in answer.rows], least)
    parts = [_part_of(answer, plan, row, speak) for row in answer.rows]
    findings = _findings(marks, one, speak)
    if plan.form == "line":
        facets, notes, together = _lines(marks, parts), _greyed(marks, speak), bool(plan.more) and not plan.facets
    else:
        ranked = plan.form == "ranked"
        (facets, notes), together = _drawn(marks, parts, speak, top, ranked=ranked), False
    if one.then == "supported":
        notes.append(speak.text(RANKED))
    if one.note:
        notes.append(speak.text(one.note))
    return Chart(
        name=one.name,
        form="lines" if plan.form == "line" else "dots",
        title=findings[0] if findings else speak(_described(one, plan, marks, parts, speak)),
        heading=heading_of(answer, speak),
        axis=up(plan, speak),
        along=along(plan, speak),
        unit="%" if is_rate(plan.value) else "",
        baseline=_against(plan, speak),
        facets=facets,
        together=together,
        findings=tuple(findings),
        notes=tuple(notes),
        games=answer.games,
    )


def _against(plan: Plan, speak: Language) -> str:
    return heading(plan.against, speak).removesuffix(" (%)") if plan.against else ""


def _marked(answer: Answer, plan: Plan, row: Sequence[Any], speak: Language) -> Mark:
    def cell(name: str) -> Any:
        return row[answer.columns.index(name)] if name in answer.columns else None

    low, high = ("low", "high") if is_rate(plan.value) else ("lower", "upper")
    bounded = plan.form != "line" or plan.n
    where = cell(plan.labels[0]) if plan.form == "line" else None
    n = cell(plan.n) if plan.n else None
    return Mark(
        _label(answer, plan, row, speak),
        cell(plan.value),
        cell(low) if bounded else None,
        cell(high) if bounded else None,
        int(n) if n is not None else None,
        cell(plan.against) if plan.against else None,
        n is not None and n < GREY,
        "",
        where.isoformat() if isinstance(where, date) else where,
    )


def _label(answer: Answer, plan: Plan, row: Sequence[Any], speak: Language) -> str:
    """What a row is called; the part it stands in need not be said again."""
    names = [name for name in plan.labels if name != plan.facets]
    found = [(name, row[answer.columns.index(name)]) for name in names]
    game = answer.question.games
    if len(found) == 1 and not (plan.form != "line" and found[0][0] in SPOKEN):
        return short(plain(word(*found[0], speak, game)))
    return short(plain(", ".join(counted(name, one, speak, game) for name, one in found)))


def _part_of(answer: Answer, plan: Plan, row: Sequence[Any], speak: Language) -> str:
    """The small chart that a row stands in, or the line it is a part of."""
    column = plan.facets or (plan.more[0] if plan.form == "line" and plan.more else "")
    return plain(series_name(column, row[answer.columns.index(column)], speak)) if column else ""


def _judged(one: Question, marks: list[Mark], limit: float) -> list[Mark]:
    """With what luck does not explain marked, where the question tells us how to say so."""
    if not one.above:
        return marks
    tests = [_unlikely(mark) for mark in marks]
    return [
        replace(mark, stands_out="above" if (mark.value or 0) > (mark.baseline or 0) else "below")
        if sure else mark
        for mark, sure in zip(marks, stand_out(tests, limit), strict=True)
    ]  # fmt: skip


def _unlikely(mark: Mark) -> float | None:
    if mark.value is None or mark.baseline is None or not mark.n or mark.n < GREY:
        return None
    return binomial(mark.value * mark.n, mark.n, mark.baseline)


# --- what was found ---------------------------------------------------------------------------------------------------


def _findings(marks: list[Mark], one: Question | Metric, speak: Language, *, against: bool = False) -> list[str]:
    """A sentence for every figure that luck does not explain, the surest first; what it is held against, if asked."""
    found = [mark for mark in marks if mark.stands_out and mark.value is not None]
    found.sort(key=lambda mark: -_distance(mark))
    rate = one.unit == "%" if isinstance(one, Metric) else one.chart is not None and is_rate(one.chart.value)
    told = [sentence(mark, one.above if mark.stands_out == "above" else one.below, rate, speak) for mark in found]
    if against:
        told = [_beside(words, mark, rate, speak) for words, mark in zip(told, found, strict=True)]
    return [plain(speak(words)) for words in told]


def _beside(finding: Words, mark: Mark, rate: bool, speak: Language) -> Words:
    if mark.baseline is None:
        return finding
    value = f"{speak.number(100 * mark.baseline)} %" if rate else speak.number(mark.baseline, 1)
    return Words("{finding}, against {baseline}", finding=finding, baseline=value)


def _distance(mark: Mark) -> float:
    """How far a figure is from what it is held against, in the width of its bounds."""
    width = (mark.high or 0) - (mark.low or 0)
    return abs((mark.value or 0) - (mark.baseline or 0)) / width if width > 0 else 0.0


def sentence(mark: Mark, said: str, rate: bool, speak: Language = ENGLISH) -> Words:
    """A finding with its uncertainty: Ola wins more than chance: 41 % of 82 games, between 31 and 52 %."""
    value, low, high = (
        speak.number((one or 0) * (100 if rate else 1), 0 if rate else 1) for one in (mark.value, mark.low, mark.high)
    )
    who = Words(said, who=mark.label)
    if rate:
        games = mark.games is None or mark.games == mark.n
        words = "{who}: {value} % of {number} {n:game|games}, between {low} and {high} %"
        words = words if games else "{who}: {value} % of {number}, between {low} and {high} %"
    else:
        words = "{who}: {value} on average in {number} {n:game|games}, between {low} and {high}"
    return Words(words, who=who, value=value, n=mark.n or 0, number=speak.number(mark.n or 0), low=low, high=high)


def _silence(marks: list[Mark]) -> Words:
    """Nothing was found: too little was played, or luck alone makes such differences."""
    if all(mark.grey for mark in marks):
        return Words("Nothing can be said yet: too few games")
    return Words("Nothing stands out: luck alone makes such differences")


def _apart(title: Words, marks: Sequence[Mark]) -> Words:
    """The highest and the lowest, where they are surely apart."""
    sure = [mark for mark in marks if mark.value is not None and mark.low is not None and not mark.grey]
    if not sure:
        return Words("{title}: too few games to tell", title=title)
    best, least = max(sure, key=lambda mark: mark.value or 0), min(sure, key=lambda mark: mark.value or 0)
    if len(sure) < 2 or _bound(best, -1) <= _bound(least, 1):
        return Words("{title}: no clear difference", title=title)
    return Words("{title}: most with {who}, least with {other}", title=title, who=best.label, other=least.label)


def _bound(mark: Mark, side: int) -> float:
    value, bound = mark.value or 0.0, (mark.low if side < 0 else mark.high) or 0.0
    return value + APART * (bound - value)


def _described(one: Question, plan: Plan, marks: list[Mark], parts: list[str], speak: Language) -> Words:
    """The finding of a question; where it tests nothing, what is surely so."""
    title = Words(one.title)
    if one.above:
        return _silence(marks)
    if plan.form == "line":
        large = [mark for mark in marks if not mark.grey and mark.value is not None]
        return _from_to(title, plan, large, speak) if len(large) > 1 and not any(parts) else title
    return _apart(title, marks) if any(mark.low is not None for mark in marks) else title


THIN = 10  # a figure with so many times fewer behind it than another is not what a course ends in


def _from_to(title: Words, plan: Plan, every: list[Mark], speak: Language) -> Words:
    most = max(mark.n or 1 for mark in every)
    marks = [mark for mark in every if (mark.n or 1) * THIN >= most]
    rate, name = is_rate(plan.value), plan.labels[0]
    values = [(mark.value or 0) * (100 if rate else 1) for mark in (marks[0], marks[-1])]
    first, last = (speak.number(value, 0 if rate else 1) + (" %" if rate else "") for value in values)
    start, end = (counted(name, mark.at, speak, "") for mark in (marks[0], marks[-1]))
    words = "{title}: {first} at {start}, {last} at {end}"
    return Words(words, title=title, first=first, start=start, last=last, end=end)


# --- what is drawn ----------------------------------------------------------------------------------------------------


def _drawn(
    marks: list[Mark], parts: list[str], speak: Language, top: int, *, ranked: bool = False
) -> tuple[tuple[Facet, ...], list[str]]:
    """The marks that are drawn, part by part, and a word on all that are not."""
    pairs = [(part, mark) for part, mark in zip(parts, marks, strict=True) if mark.value is not None]
    if ranked:
        pairs.sort(key=lambda pair: (pair[1].grey, -(pair[1].value or 0)))
    enough = [pair for pair in pairs if pair[1].n is None or pair[1].n >= FEW]
    shown = enough or pairs[:FEW]
    most = top or (MOST if len(set(parts)) == 1 else 2 * MOST)
    first = shown[:most]
    first += [pair for pair in shown[most:] if pair[1].stands_out][:MOST]
    notes = _greyed([mark for _, mark in first], speak)
    if len(shown) > len(first):
        notes.append(speak("and {n} more between or below", n=len(shown) - len(first)))
    if len(pairs) > len(shown):
        words = "and {n} more with fewer than {few} behind the figure"
        notes.append(speak(Words(words, n=len(pairs) - len(shown), few=FEW)))
    if len(marks) > len(pairs):
        notes.append(speak("and {n} more without a figure", n=len(marks) - len(pairs)))
    return _lines([mark for _, mark in first], [part for part, _ in first]), notes


def _lines(marks: Iterable[Mark], parts: Iterable[str]) -> tuple[Facet, ...]:
    groups: dict[str, list[Mark]] = {}
    for part, mark in zip(parts, marks, strict=True):
        groups.setdefault(part, []).append(mark)
    return tuple(Facet(part, tuple(group)) for part, group in groups.items())


def _greyed(marks: Sequence[Mark], speak: Language) -> list[str]:
    if not any(mark.grey for mark in marks):
        return []
    return [speak(Words("Grey: fewer than {n} behind the figure, too few to tell", n=GREY))]
