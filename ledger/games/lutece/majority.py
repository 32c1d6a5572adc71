"""The majority in a resource: who gets 10, 4 or nothing, and every way it may go while something is unknown."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise, product
from typing import NamedTuple

MAJORITY, OTHERS, MINORITY = 10, 4, 0
Talents = Callable[[int], Sequence[int]]  # of a seat: from the lowest to the highest


class Award(NamedTuple):
    """What a resource brings one player, and why."""

    points: int
    reason: str
    rule: str


NOBODY = Award(MINORITY, "nobody has any {resource}", "LUT-R26")
MOST = Award(MAJORITY, "the most {resource} ({count})", "LUT-R25")
MOST_BY_TALENT = Award(MAJORITY, "the most {resource} ({count}), by talent", "LUT-R25")
LEVEL = Award(OTHERS, "level at the top with {count} {resource}, unresolved by the rules", "LUT-R28a")
BETWEEN = Award(OTHERS, "neither most nor fewest {resource} ({count})", "LUT-R27")
NONE = Award(MINORITY, "no {resource}", "LUT-R27")
FEWEST = Award(MINORITY, "the fewest {resource} ({count})", "LUT-R27")
FEWEST_BY_TALENT = Award(MINORITY, "the fewest {resource} ({count}), by talent", "LUT-R27")
FEWEST_OF_ALL_LEVEL = Award(
    MINORITY, "the fewest {resource} ({count}), by talent; the majority is not counted", "LUT-R28"
)
FEWEST_SHARED = Award(
    MINORITY, "the fewest {resource} ({count}), level with another, unresolved by the rules", "LUT-R28a"
)


def awards(counts: Sequence[int], talents: Talents, minority: object, all_level: object) -> list[Award]:
    """R25 to R28a: everybody's award for one resource, in seat order, under two readings."""
    most = max(counts)
    if most == 0:
        return [NOBODY] * len(counts)
    tied = counts.count(most) > 1
    best = _strongest(talents, _seats(counts, most)) if tied else [counts.index(most)]
    winner = best[0] if len(best) == 1 else None
    lowest = _minority(counts, talents, winner, minority, all_level)
    given = [BETWEEN] * len(counts)
    for seat in best:
        given[seat] = LEVEL
    for seat in lowest:
        given[seat] = _last(counts[seat], len(lowest), counts, winner)
    if winner is not None:
        given[winner] = MOST_BY_TALENT if tied else MOST
    return given


class _TalentsDecide(Exception):
    """Counts alone do not say it."""


@lru_cache(maxsize=8192)
def by_counts_alone(counts: tuple[int, ...], minority: object, all_level: object) -> tuple[int, ...] | None:
    """Everybody's points for one resource, where no talent need be looked at; None where one decides."""

    def asked(seat: int) -> Sequence[int]:
        raise _TalentsDecide

    try:
        return tuple(award.points for award in awards(counts, asked, minority, all_level))
    except _TalentsDecide:
        return None


def _seats(counts: Sequence[int], number: int) -> list[int]:
    """Who has so many."""
    return [seat for seat, count in enumerate(counts) if count == number]


def _last(count: int, shared: int, counts: Sequence[int], winner: int | None) -> Award:
    if count == 0:
        return NONE
    if shared > 1:
        return FEWEST_SHARED
    if min(counts) == max(counts) and winner is not None:
        return FEWEST_OF_ALL_LEVEL
    return FEWEST_BY_TALENT if counts.count(count) > 1 else FEWEST


def _minority(
    counts: Sequence[int], talents: Talents, winner: int | None, minority: object, all_level: object
) -> list[int]:
    """R27, R28: the seats that score nothing."""
    none = _seats(counts, 0) if 0 in counts else []
    if none and minority == "none_only":
        return none
    level = all_level == "exclude_majority"
    held = [count for seat, count in enumerate(counts) if count and not (level and seat == winner)]
    if not held:
        return none
    fewest = min(held)
    last = [seat for seat in _seats(counts, fewest) if not (level and seat == winner)]
    if len(last) > 1:
        last = _weakest(talents, last)
    return none + [seat for seat in last if seat != winner]


def _strongest(talents: Talents, seats: list[int]) -> list[int]:
    claims = {seat: list(talents(seat))[::-1] for seat in seats}
    best = max(claims.values())
    return [seat for seat in seats if claims[seat] == best]


def _weakest(talents: Talents, seats: list[int]) -> list[int]:
    claims = {seat: list(talents(seat)) for seat in seats}
    worst = min(claims.values())
    return [seat for seat in seats if claims[seat] == worst]


# --- while something is unknown ---------------------------------------------------------------------------------------

Counts = tuple[int | None, ...]  # by seat; None: nobody has said how many
Shown = tuple[tuple[int, ...] | None, ...]  # by seat: the talents; None: nobody has said
HIGH = 1000  # above every talent


@lru_cache(maxsize=2048)
def outcomes(counts: Counts, shown: Shown, minority: object, all_level: object) -> tuple[tuple[Award, ...], ...]:
    """Every way in which a resource may be awarded; one alone, where all that matters is known."""
    found = {
        tuple(awards(whole, claims.__getitem__, minority, all_level)): None
        for whole in _completed(counts)
        for claims in _resolved(whole, shown)
    }
    return tuple(found)


def _completed(counts: Counts) -> Iterator[tuple[int, ...]]:
    """Every order in which the unknown may stand among the known: only who has most, fewest or none matters."""
    known = sorted({0, *(count for count in counts if count is not None)})
    between = [number for low, high in pairwise(known) for number in (low + 1, low + 2) if number < high]
    above = [known[-1] + 1, known[-1] + 2, *([3] if known == [0] else [])]
    any_number = (*known, *between, *above)
    return product(*((count,) if count is not None else any_number for count in counts))


def _resolved(counts: tuple[int, ...], shown: Shown) -> Iterator[list[tuple[int, ...]]]:
    """Talents as they may be: of those who are level and did not say, any may have the highest, any the lowest."""
    unsaid = [seat for seat, own in enumerate(shown) if own is None and counts[seat] and counts.count(counts[seat]) > 1]
    for strong, weak in product((None, *unsaid), repeat=2) if unsaid else [(None, None)]:
        claims = [own or () for own in shown]
        for seat in unsaid:  # forwards it is compared for the fewest, backwards for the most
            claims[seat] = (-1 if seat == weak else HIGH + seat, HIGH if seat == strong else -1 - seat)
        yield claims
