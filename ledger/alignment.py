"""Two lists of events side by side: which of one are which of the other."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, Literal

from msgspec.structs import FieldInfo, fields, replace

from ledger.events import OF_THE_LINE, Event, GameStarted
from ledger.log import LogError
from ledger.words import Words

Kind = Literal["both", "only_a", "only_b", "differ", "moved"]

UNSEEN = "?"  # a card that nobody saw
OF_THE_EVENING = ("software", "place", "title", "format")  # of a start: who wrote it, and where; no fact of the game
NEAR = 40  # the same thing in two places is one thing, written down at most so many events apart
APART = 2_000  # so many differences are no two records of one game


class Step:
    """A place in the game where the records go together or apart.

    Something moved has two places: the later one is an echo of the first.
    """

    __slots__ = ("a", "b", "early", "echo", "kind", "of")

    def __init__(self, kind: Kind, a: Event | None, b: Event | None) -> None:
        self.kind = kind
        self.a = a
        self.b = b
        self.echo = False  # the second place of something moved,
        self.of: Step | None = None  # and each place names the other;
        self.early = ""  # who has it at the first of them

    @property
    def event(self) -> Event:
        """What is said there, in the words of the one who knows more."""
        if self.a is not None and self.b is not None and self.kind != "differ":
            return knowing_more(self.a, self.b)
        found = self.a or self.b
        assert found is not None
        return found


def ways(a: Sequence[Event], b: Sequence[Event], closing: Callable[[Event], bool]) -> list[Step]:
    """Both lists as one, in the order of the game; `closing` tells what ends a round or a turn."""
    laid: list[Step] = []
    here, there = 0, 0
    for i, j in [*common(a, b), (len(a), len(b))]:
        laid += _hunk(a[here:i], b[there:j])
        laid += [Step("both", a[i], b[j])] if i < len(a) else []
        here, there = i + 1, j + 1
    _find_moved(laid, closing)
    return laid


# --- one event and another --------------------------------------------------------------------------------------------


@cache
def _own(kind: type[Event]) -> tuple[FieldInfo, ...]:
    """What an event of this kind says of the game."""
    aside = OF_THE_EVENING if issubclass(kind, GameStarted) else ()
    return tuple(field for field in fields(kind) if field.name not in OF_THE_LINE and field.name not in aside)


def agree(a: Event, b: Event) -> bool:
    """Do two events say the same, or the one what the other leaves open?"""
    if type(a) is not type(b):
        return False
    return all(_fits(getattr(a, one.name), getattr(b, one.name)) for one in _own(type(a)))


def _fits(a: Any, b: Any) -> bool:
    if a == b or a is None or b is None or UNSEEN in (a, b):
        return True
    return isinstance(a, tuple) and isinstance(b, tuple) and len(a) == len(b) and _cards_fit(a, b)


def _cards_fit(a: tuple[Any, ...], b: tuple[Any, ...]) -> bool:
    """Lists of cards, some of them unseen: in their order, or any where nothing but unseen cards is left over."""
    if UNSEEN not in a and UNSEEN not in b:
        return False
    if all(one == other or UNSEEN in (one, other) for one, other in zip(a, b, strict=True)):
        return True
    left, right = Counter(map(str, a)), Counter(map(str, b))
    rest_a, rest_b = left - right, right - left
    return rest_a.total() - rest_a[UNSEEN] <= right[UNSEEN] and rest_b.total() - rest_b[UNSEEN] <= left[UNSEEN]


def knowing_more(a: Event, b: Event) -> Event:
    """One event of two that agree: what one leaves open the other says."""
    if not isinstance(a, type(b)):
        return a
    more = {one.name: _fuller(getattr(a, one.name), getattr(b, one.name)) for one in _own(type(a))}
    return replace(a, **{name: value for name, value in more.items() if value is not getattr(a, name)})


def _fuller(a: Any, b: Any) -> Any:
    if a == b or b is None or b == UNSEEN:
        return a
    if a is None or a == UNSEEN:
        return b
    if isinstance(a, tuple) and isinstance(b, tuple) and a.count(UNSEEN) > b.count(UNSEEN):
        return b
    return a


def likeness(a: Event, b: Event) -> float:
    """How much two events that do not agree have in common: from 0 to 1."""
    if type(a) is not type(b):
        left, right = _said(a), _said(b)
        shared = sum(left[name] == right[name] for name in left.keys() & right.keys())
        return shared / max(len(left), len(right), 1) if shared > 1 else 0.0
    said = [(getattr(a, one.name), getattr(b, one.name)) for one in _own(type(a))]
    told = [(one, other) for one, other in said if one or other]
    return sum(_alike(one, other) for one, other in told) / max(len(told), 1)


def _said(event: Event) -> dict[str, Any]:
    return {one.name: getattr(event, one.name) for one in _own(type(event)) if getattr(event, one.name)}


def _alike(a: Any, b: Any) -> float:
    if _fits(a, b):
        return 1.0
    if isinstance(a, tuple) and isinstance(b, tuple):
        both = Counter(map(str, a)) & Counter(map(str, b))
        return both.total() / max(len(a), len(b))
    return 0.0


# --- what both have ---------------------------------------------------------------------------------------------------


def common(a: Sequence[Event], b: Sequence[Event]) -> list[tuple[int, int]]:
    """The places of the longest run of events that both have in the same order (Myers, 1986)."""
    start = 0
    while start < min(len(a), len(b)) and agree(a[start], b[start]):
        start += 1
    found = [(at, at) for at in range(start)]
    return found + [(i + start, j + start) for i, j in _shortest(a[start:], b[start:])]


def _shortest(a: Sequence[Event], b: Sequence[Event]) -> list[tuple[int, int]]:
    """Go along the diagonals with ever more differences until both ends are reached, then back the way one came."""
    reach = {1: 0}  # on each diagonal, how far into a
    trail: list[dict[int, int]] = []
    for cost in range(len(a) + len(b) + 1):
        if cost > APART:
            raise LogError(Words("too little is the same in the two; these are not two records of one game"))
        trail.append(reach.copy())
        for diagonal in range(-cost, cost + 1, 2):
            at = _furthest(reach, diagonal, cost)
            while at < len(a) and at - diagonal < len(b) and agree(a[at], b[at - diagonal]):
                at += 1
            reach[diagonal] = at
            if at >= len(a) and at - diagonal >= len(b):
                return _way_back(trail, len(a), len(b))
    return []


def _furthest(reach: dict[int, int], diagonal: int, cost: int) -> int:
    if diagonal == -cost or (diagonal != cost and reach[diagonal - 1] < reach[diagonal + 1]):
        return reach[diagonal + 1]
    return reach[diagonal - 1] + 1


def _way_back(trail: list[dict[int, int]], i: int, j: int) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for cost in range(len(trail) - 1, -1, -1):
        reach, diagonal = trail[cost], i - j
        down = diagonal == -cost or (diagonal != cost and reach[diagonal - 1] < reach[diagonal + 1])
        before = diagonal + 1 if down else diagonal - 1
        start = reach[before] if cost else 0
        entered = start if down or not cost else start + 1  # behind the one difference that led here
        while i > entered and j > 0:
            i, j = i - 1, j - 1
            found.append((i, j))
        if cost:
            i, j = start, start - before
    return found[::-1]


# --- what only one has ------------------------------------------------------------------------------------------------


def _hunk(a: Sequence[Event], b: Sequence[Event]) -> list[Step]:
    """What lies between two things that both have: pairs that contradict each other, and the rest of each."""
    pairs = _contradictions(a, b)
    laid: list[Step] = []
    there = 0
    for i, event in enumerate(a):
        if i not in pairs:
            laid.append(Step("only_a", event, None))
            continue
        laid += [Step("only_b", None, other) for other in b[there : pairs[i]]]
        laid.append(Step("differ", event, b[pairs[i]]))
        there = pairs[i] + 1
    return laid + [Step("only_b", None, other) for other in b[there:]]


def _contradictions(a: Sequence[Event], b: Sequence[Event]) -> dict[int, int]:
    """Which of one side says of the same moment what which of the other side says: the likest first, none crossing."""
    found: dict[int, int] = {}
    if len(a) == 1 and len(b) == 1 and type(a[0]) is type(b[0]):
        return {0: 0}
    sizes = range(max(0, len(a) - NEAR), len(a)) if len(a) > 5 * NEAR else range(len(a))
    ranked = sorted(
        (-likeness(a[i], b[j]), abs(i - j), i, j) for i in sizes for j in range(len(b)) if abs(i - j) <= NEAR
    )
    for minus, _, i, j in ranked:
        if -minus < 0.5:
            break
        free = i not in found and j not in found.values()
        if free and all((i < other) == (j < same) for other, same in found.items()):
            found[i] = j
    return found


def _find_moved(laid: list[Step], closing: Callable[[Event], bool]) -> None:
    """The same thing in two places of one round was written down in another order."""
    for at, one in enumerate(laid):
        if one.kind not in ("only_a", "only_b") or one.of is not None:
            continue
        for later in _within(laid, at, closing):
            event, other = one.event, later.event
            if later.kind in ("only_a", "only_b") and later.kind != one.kind and agree(event, other):
                _link(one, later)
                break


def _within(laid: list[Step], at: int, closing: Callable[[Event], bool]) -> Iterator[Step]:
    """What comes after a place in the same round; and always the two places after it."""
    closed = closing(laid[at].event)
    for ahead, way in enumerate(laid[at + 1 : at + 1 + NEAR]):
        if closed and ahead > 1:
            return
        if way.of is None:
            yield way
        closed = closed or closing(way.event)


def _link(one: Step, later: Step) -> None:
    a, b = (one.a, later.b) if one.kind == "only_a" else (later.a, one.b)
    one.early = later.early = one.kind[-1]
    one.of, later.of, later.echo = later, one, True
    one.kind = later.kind = "moved"
    one.a = later.a = a
    one.b = later.b = b
