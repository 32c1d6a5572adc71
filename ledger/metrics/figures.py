"""Figures and how sure they are: bounds, what each is held against, which of them luck does not explain, in order."""

import re
from collections.abc import Sequence
from math import sqrt
from typing import Any, NamedTuple

from ledger.metrics.adding_up import STEPS, Summed
from ledger.metrics.metric_files import Metric
from ledger.metrics.uncertainty import Contrast, Sums, binomial, caution, contrast, stand_out, student, wilson

FEW, GREY = 5, 10  # a figure of fewer games is not drawn; is grey, ranked last and never called a finding
NEVER = 3.69  # what was never seen is seen so often at most in as many (Poisson, 95 %)
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


def groups_of(one: Metric, summed: list[Summed]) -> list[Group]:
    """What was added up, with how sure each figure is among all of them."""
    usual = _usual(summed)
    drawn = [_group(one, each, usual) for each in summed]
    groups = [group for group, _ in drawn]
    believed = stand_out([group.p if not group.few else None for group in groups])
    weight = caution([_apart(one, group, variance) for group, variance in drawn])
    told = [_told(group, sure, weight) for group, sure in zip(groups, believed, strict=True)]
    return [_over(group) for group in told] if one.over else told


def _usual(summed: list[Summed]) -> float:
    """What a game varies by around its group's own mean, over all groups: a small one may vary by less by luck."""
    known = [each.over for each in summed if each.over.games > 1]
    games = sum(one.games - 1 for one in known)
    return sum(one.single * (one.games - 1) for one in known) / games if games else 0.0


def _group(one: Metric, each: Summed, usual: float) -> tuple[Group, float]:
    """A figure, and the variance of its difference from what it is held against."""
    rows, compared = each.rows, contrast(each.beside, rate=not one.of_means)
    baseline = compared.baseline if each.beside else each.baseline
    variance = compared.variance if each.beside else max(each.over.variance, usual / max(1, rows.games))
    low, high = _interval(one, rows)
    p = None
    if one.above and baseline is not None:
        p = _others(rows, baseline, compared) if each.beside else _unlikely(one, each, variance)
    return Group(each.keys, rows.n, rows.games, rows.y, rows.mean, low, high, baseline, None, p), variance


def _over(group: Group) -> Group:
    """By how much a figure is over what it is held against, in hundredths."""
    by = group.baseline
    if by is None:
        return group
    low, high = (None if one is None else 100 * (one - by) for one in (group.low, group.high))
    supported = None if group.supported is None else 100 * group.supported
    total = 100 * (group.total - by * group.n)
    return group._replace(
        total=total, value=100 * (group.value - by), low=low, high=high, baseline=0.0, supported=supported
    )


def _interval(one: Metric, rows: Sums) -> tuple[float | None, float | None]:
    if not one.of_means:
        return wilson(rows.mean, rows.worth())
    bounds = rows.interval()
    if bounds is None:
        return None, None
    if one.kind != "count":
        return bounds
    return max(0.0, bounds[0]), bounds[1] if rows.y else NEVER / rows.n


def _others(rows: Sums, baseline: float, compared: Contrast) -> float | None:
    if min(rows.games, compared.games) < GREY:
        return None
    return _student(rows.mean - baseline, compared.variance, min(rows.games, compared.games) - 1)


def _unlikely(one: Metric, each: Summed, variance: float) -> float | None:
    """How likely such a difference from a row's own table, or from chance, is when there is none."""
    rows = each.rows
    if one.of_means or each.baseline is None:
        return _student(each.over.mean, variance, rows.games - 1) if rows.games >= GREY else None
    if rows.n == rows.games:
        return binomial(rows.y, rows.n, each.baseline)
    if rows.games < GREY:
        return None
    worth = round(rows.worth())  # several rows of one game: whichever test is the more careful
    exact = binomial(rows.mean * worth, worth, each.baseline)
    return max(_student(each.over.mean, variance, rows.games - 1), exact)


def _student(difference: float, variance: float, freedom: int) -> float:
    """What never varies proves nothing: there may be too few to have seen it vary."""
    return student(difference / sqrt(variance), freedom) if variance > 1e-12 else 1.0


def _apart(one: Metric, group: Group, variance: float) -> tuple[float, float, float]:
    """A difference, the games behind it, and the variance of a single one."""
    if group.baseline is None:
        return 0.0, 0.0, 0.0
    single = variance * group.games if one.of_means else group.baseline * (1 - group.baseline)
    return group.value - group.baseline, float(group.games), single if not one.of_means or not group.few else 0.0


def _told(group: Group, sure: bool, weight: float) -> Group:
    if group.baseline is None:
        return group
    difference = group.value - group.baseline
    side = ("above" if difference > 0 else "below") if sure and difference else ""
    return group._replace(supported=difference * group.games / (group.games + weight), stands_out=side)


def is_ranked(by: Sequence[str]) -> bool:
    """Whether there is no order of their own in which these are told."""
    return not all(key in IN_ORDER or key == "edition" for key in by)


def ordered(one: Metric, by: Sequence[str], groups: list[Group]) -> list[Group]:
    """In their own order where they have one; else by what the data support, those with few games last."""
    if not is_ranked(by):
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
