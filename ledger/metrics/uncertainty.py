"""How sure a figure is: intervals, tests against a baseline, and what remains of them when many are made at once."""

from collections.abc import Sequence
from functools import cache
from math import ceil, exp, floor, inf, lgamma, log, log1p, sqrt
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ledger.metrics.adding_up import Beside

Z = 1.96  # 95 %, as every interval here
ALARM = 0.05  # of all that is called a finding in one answer, so much may be luck
TINY = 1e-9  # by so much a half may be missed that was worked out from a rate
CAUTION = (20.0, 1000.0)  # games at the baseline that are laid to everybody's own: at least and at most


def wilson(rate: float, n: float) -> tuple[float, float]:
    """Between which bounds a true rate lies (Wilson, 95 %)."""
    if n <= 0:
        return 0.0, 1.0
    middle = (rate + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z / (1 + Z * Z / n) * sqrt(max(0.0, rate * (1 - rate)) / n + Z * Z / (4 * n * n))
    return max(0.0, middle - half), min(1.0, middle + half)


def binomial(wins: float, n: int, chance: float) -> float:
    """How likely so many wins or so few are by chance alone: twice the smaller tail. Half a win goes to chance."""
    if n <= 0 or not 0 < chance < 1:
        return 1.0
    whole = ceil(wins - 0.5 - TINY) if wins > n * chance else floor(wins + 0.5 + TINY)
    above = incomplete_beta(whole, n - whole + 1, chance) if whole > 0 else 1.0
    below = 1 - incomplete_beta(whole + 1, n - whole, chance) if whole < n else 1.0
    return min(1.0, 2 * min(above, below))


def student(t: float, freedom: float) -> float:
    """How likely a t so far from nought is, on either side."""
    if freedom <= 0:
        return 1.0
    return incomplete_beta(freedom / 2, 0.5, freedom / (freedom + t * t)) if t * t < inf else 0.0


@cache
def t_95(freedom: int) -> float:
    """The t within which 95 % lie."""
    low, high = 1.0, 13.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if student(middle, freedom) > 0.05 else (low, middle)
    return low


def incomplete_beta(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function, by its continued fraction (Lentz)."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - incomplete_beta(b, a, 1 - x)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x)) / a
    c, d = 1.0, 1 / _apart(1 - (a + b) * x / (a + 1))
    whole = d
    for m in range(1, 400):
        for term in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / _apart(1 + term * d)
            c = _apart(1 + term / c)
            whole *= c * d
        if abs(c * d - 1) < 1e-13:
            break
    return min(1.0, front * whole)


def _apart(value: float) -> float:
    return value if abs(value) > 1e-300 else 1e-300


def believable(chances: Sequence[float | None]) -> float:
    """Up to which chance one of many tests may be believed (Benjamini and Hochberg): the more, the more each must show.

    Whatever is read at once is tested at once: where there is nothing to find, one page in twenty finds something.
    """
    tested = sorted(one for one in chances if one is not None)
    return max((one for number, one in enumerate(tested, 1) if one <= ALARM * number / len(tested)), default=0.0)


def stand_out(chances: Sequence[float | None], limit: float | None = None) -> list[bool]:
    """Which of many tests may be believed: among themselves, and up to a limit that more of them have set.

    Cards that truly help make many tests believable; that is no reason to believe more of what is said of players.
    """
    limit = min(believable(chances), 1.0 if limit is None else limit)
    return [one is not None and limit > 0 and one <= limit for one in chances]


def caution(differences: Sequence[tuple[float, float, float]]) -> float:
    """How many games at the baseline are laid to everybody's own before they are ranked.

    Each difference comes with the number of games behind it and the variance of a single one. What the differences
    vary by beyond luck is what players really differ by (method of moments); the less that is, the more caution.
    """
    many = [(difference, n, spread) for difference, n, spread in differences if n > 0 and spread > 0]
    if len(many) < 3:
        return CAUTION[0]
    weights = [n / spread for _, n, spread in many]
    middle = sum(weight * one[0] for weight, one in zip(weights, many, strict=True)) / sum(weights)
    surplus = sum(weight * (one[0] - middle) ** 2 for weight, one in zip(weights, many, strict=True)) - (len(many) - 1)
    room = sum(weights) - sum(weight * weight for weight in weights) / sum(weights)
    real = surplus / room if room > 0 else 0.0
    single = sum(spread for _, _, spread in many) / len(many)
    return min(CAUTION[1], max(CAUTION[0], single / real)) if real > 0 else CAUTION[1]


class Sums:
    """What SQL adds up about a group: rows, games, and sums over games, so that rows of one game count as one draw."""

    __slots__ = ("games", "kk", "n", "y", "yk", "yy")

    def __init__(self, n: int, games: int, y: float, yy: float, yk: float, kk: float) -> None:
        self.n, self.games, self.y, self.yy, self.yk, self.kk = n, games, y, yy, yk, kk

    @property
    def mean(self) -> float:
        """A row's value, on average."""
        return self.y / self.n

    @property
    def variance(self) -> float:
        """Of the mean, with the rows of a game kept together."""
        if self.games < 2:
            return inf
        mean = self.mean
        apart = self.yy - 2 * mean * self.yk + mean * mean * self.kk
        return max(0.0, apart) / (self.n * self.n) * self.games / (self.games - 1)

    @property
    def single(self) -> float:
        """The variance of one game's part in the mean."""
        return self.variance * self.games

    def interval(self) -> tuple[float, float] | None:
        """Between which bounds the true mean lies (t, 95 %)."""
        if self.games < 2:
            return None
        half = t_95(min(self.games - 1, 200)) * sqrt(self.variance)
        return self.mean - half, self.mean + half

    def worth(self) -> float:
        """So many independent rows would tell as much about a rate."""
        if self.n == self.games:
            return float(self.n)
        rate, variance = self.mean, self.variance
        own = rate * (1 - rate) / variance if 0 < variance < inf else self.games  # all alike: no more than the games
        return min(float(self.n), max(float(self.games), own))


class Contrast(NamedTuple):
    """Everybody else: their mean, the variance of the difference, and the games they come from."""

    baseline: float | None
    variance: float
    games: int


def contrast(parts: Sequence["Beside"], *, rate: bool) -> Contrast:
    """A group against everybody else, at tables of each size by itself.

    The variance is that of the difference where there is none, from what each game adds to both sides of it at once:
    players of one table are not independent. Where there is nobody else at a size, nothing can be held against it.
    """
    n = sum(one.n for one in parts)
    baseline, variance, least, games, known = 0.0, 0.0, 0.0, 0, 0
    for one in parts:
        whole, others = one.whole, one.whole.n - one.n
        if not others:
            baseline += one.y / n
            continue
        mean, share = whole.mean, one.n / n
        baseline += share * (whole.y - one.y) / others
        own, off = 1 / n + share / others, share / others
        y_all, y_k, k_y, k_k = one.own_all
        ee = one.yy - 2 * mean * one.yk + mean * mean * one.kk
        both = y_all - mean * (y_k + k_y) + mean * mean * k_k
        every = whole.yy - 2 * mean * whole.yk + mean * mean * whole.kk
        variance += own * own * ee - 2 * own * off * both + off * off * every
        least += mean * (1 - mean) * (share / n + share * share / others) if rate else 0.0
        games += whole.games - one.alone
        known += whole.games
    if not known:
        return Contrast(None, inf, 0)
    return Contrast(baseline, max(0.0, variance * known / max(1, known - 1), least), games)
