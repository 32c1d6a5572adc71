"""Figures and how sure they are: bounds, what each is held against, which of them luck does not explain, in order."""

import re
from collections.abc import Sequence
from math import sqrt
from typing import Any, NamedTuple

from ledger.metrics.filters import Filters, is_of_games
from ledger.metrics.rows import STEPS, Summed
from ledger.metrics.shelf import Metric
from ledger.metrics.uncertainty import Sums, binomial, caution, stand_out, student, wilson

FEW, GREY = 5, 10  # a figure of fewer games is not drawn; is grey, ranked last and never called a finding
IN_ORDER = ("seat", "seats", "year", "month", "round", "experience", "won")  # told in their own order, not by value


class Group(NamedTuple):
    """A figure and how sure it is."""

    keys: tuple[Any, ...]
    n: int  # rows behind it,
    games: int  # and the games they come from
    total: float
    value: float
    low: float | None
    high: float | None
    baseline: float | None
    supported: float | None  # the difference from the baseline that remains after caution
    p: float | None
    stands_out: str = ""  # above or below, where luck is no explanation

    @property
    def few(self) -> bool:
        """Too few games to be looked at closely."""
        return self.games < GREY


COLUMNS = ("n", "games", "total", "value", "low", "high", "baseline", "supported", "p", "stands_out")


def groups_of(one: Metric, by: Sequence[str], filters: Filters, summed: list[Summed]) -> list[Group]:
    """What was added up, with how sure each figure is among all of them."""
    others = one.against == "others" or (one.against == "table" and not of_players(by, filters))
    whole = _whole(summed)
    groups = [_group(one, each, whole.without(each.rows) if others and len(summed) > 1 else None) for each in summed]
    believed = stand_out([group.p if not group.few else None for group in groups])
    weight = caution([_apart(one, group, each) for group, each in zip(groups, summed, strict=True)])
    return [_told(group, sure, weight) for group, sure in zip(groups, believed, strict=True)]


def of_players(by: Sequence[str], filters: Filters) -> bool:
    """Whether it is told by something in which players of one table differ."""
    return any(not is_of_games(key) and key not in ("category", "round", "card") for key in (*by, *filters.of_rows()))


def _whole(summed: list[Summed]) -> Sums:
    columns = [(each.rows.n, each.rows.games, each.rows.y, each.rows.yy, each.rows.yk, each.rows.kk) for each in summed]
    n, games, y, yy, yk, kk = (sum(column) for column in zip(*columns, strict=True)) if columns else (0,) * 6
    return Sums(int(n), int(games), y, yy, yk, kk)


def _group(one: Metric, each: Summed, others: Sums | None) -> Group:
    rows = each.rows
    baseline = each.baseline if others is None else (others.mean if others.n else None)
    low, high = _interval(one, rows)
    p = _unlikely(one, each, others) if one.above and baseline is not None else None
    return Group(each.keys, rows.n, rows.games, rows.y, rows.mean, low, high, baseline, None, p)


def _interval(one: Metric, rows: Sums) -> tuple[float | None, float | None]:
    if one.kind == "rate":
        return wilson(rows.mean, rows.worth())
    bounds = rows.interval()
    if bounds is None:
        return None, None
    return (max(0.0, bounds[0]) if one.kind == "count" else bounds[0]), bounds[1]


def _unlikely(one: Metric, each: Summed, others: Sums | None) -> float | None:
    """How likely such a difference is when there is none."""
    rows = each.rows
    if others is not None:
        return _two(rows, others, one.kind == "rate") if min(rows.games, others.games) >= GREY and others.n else None
    if one.kind != "rate" or each.baseline is None:
        return _one(each.over) if rows.games >= GREY else None
    if rows.n == rows.games:
        return binomial(rows.y, rows.n, each.baseline)
    worth = round(rows.worth())  # several rows of one game: whichever test is the more careful
    return max(_one(each.over), binomial(rows.mean * worth, worth, each.baseline)) if rows.games >= GREY else None


def _one(over: Sums) -> float:
    if over.variance <= 1e-12:
        return 1.0 if abs(over.mean) < 1e-9 else 0.0
    return student(over.mean / sqrt(over.variance), over.games - 1)


def _two(rows: Sums, others: Sums, rate: bool) -> float:
    variance = rows.variance + others.variance
    if rate:  # a few successes vary by less than they should
        both = (rows.y + others.y) / (rows.n + others.n)
        variance = max(variance, both * (1 - both) * (1 / rows.n + 1 / others.n))
    difference = rows.mean - others.mean
    if variance <= 1e-12:
        return 1.0 if abs(difference) < 1e-9 else 0.0
    return student(difference / sqrt(variance), rows.games - 1)


def _apart(one: Metric, group: Group, each: Summed) -> tuple[float, float, float]:
    """A difference, the games behind it, and the variance of a single one."""
    if group.baseline is None:
        return 0.0, 0.0, 0.0
    single = group.baseline * (1 - group.baseline) if one.kind == "rate" else each.over.variance * group.games
    single = single if one.kind == "rate" or group.games >= GREY else 0.0
    return group.value - group.baseline, float(group.games), single


def _told(group: Group, sure: bool, weight: float) -> Group:
    if group.baseline is None:
        return group
    difference = group.value - group.baseline
    side = ("above" if difference > 0 else "below") if sure and difference else ""
    return group._replace(supported=difference * group.games / (group.games + weight), stands_out=side)


def ordered(one: Metric, by: Sequence[str], groups: list[Group]) -> list[Group]:
    """In their own order where they have one; else by what the data support, those with few games last."""
    if all(key in IN_ORDER or key == "edition" for key in by):
        return sorted(groups, key=lambda group: tuple(_place(key) for key in group.keys))
    if one.kind == "rating":
        return groups
    return sorted(groups, key=lambda group: (group.few, -_worth(group), -group.n, tuple(map(_place, group.keys))))


def _worth(group: Group) -> float:
    return round(group.value if group.supported is None else group.supported, 12)


def _place(key: Any) -> tuple[int, Any]:
    """Nothing last; steps of experience as numbers."""
    if key is None:
        return 2, 0
    if (
        isinstance(key, str)
        and (number := re.match(r"\d+", key))
        and any(key == label for _, label in (*STEPS, (0, "50+")))
    ):
        return 0, int(number.group())
    return (0, key) if isinstance(key, int | float) else (1, str(key))
