"""What can be said of a log's lines whatever game they tell of: their clock, their ids, and what was recovered."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from operator import attrgetter, itemgetter

from ledger.events import Event, LogRecovered
from ledger.game import Complaint, Remark

BACK = timedelta(minutes=2)
MOMENTS = re.compile(
    r"(?:\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z)*", re.ASCII
)
SHAPE = "0000-00-00T00:00:00.000Z"
LENGTH, TENS_OF_SECONDS, TENS_OF_MINUTES = len(SHAPE), SHAPE.index("00.000Z"), SHAPE.index("00:00.000Z")
ZEROS = str.maketrans("123456789", "000000000")
TS, ID, KIND = attrgetter("ts"), attrgetter("id"), type
DAY = itemgetter(slice(SHAPE.index("T")))
MINUTE = itemgetter(slice(SHAPE.index(":00.000Z")))


def remarks_on(events: Sequence[Event]) -> list[Remark]:
    """Warnings about the clock, ids that stand twice, and from where on a recovered log is not vouched for."""
    found: list[Remark] = []
    stamps = list(map(TS, events))
    if not _rise(stamps):
        found += _clock(events)
    ids = list(filter(None, map(ID, events)))
    if len(set(ids)) < len(ids):
        found += _twice(events, Counter(ids))
    if LogRecovered in set(map(KIND, events)):
        found += map(_recovered, filter(lambda event: isinstance(event, LogRecovered), events))
    return found


def since_recovered(events: Sequence[Event]) -> int | None:
    """The number from which on a recovered log is not vouched for."""
    if LogRecovered not in set(map(KIND, events)):
        return None
    lines = [event.unvouched for event in events if isinstance(event, LogRecovered) and event.unvouched > 0]
    return min(lines) - 1 if lines else None


def _rise(stamps: list[str]) -> bool:
    """The plain case at once: every line has a moment, and none is before the one above it."""
    whole = "".join(stamps)
    if not whole:
        return True
    if whole.translate(ZEROS) != SHAPE * len(stamps) or max(whole[TENS_OF_SECONDS::LENGTH]) > "5":
        return False
    if stamps != sorted(stamps):
        return False
    first, last = stamps[0], stamps[-1]
    if DAY(first) == DAY(last) and max(whole[TENS_OF_MINUTES::LENGTH]) <= "5":  # then whatever lies between is one, too
        return MOMENTS.fullmatch(first + last) is not None
    minutes = "".join([minute + ":00.000Z" for minute in {*map(MINUTE, stamps)}])  # fewer than there are lines
    return MOMENTS.fullmatch(minutes) is not None


def moment(ts: str) -> datetime | None:
    """A time as a log writes it; None: it is none."""
    if len(ts) != LENGTH or not MOMENTS.fullmatch(ts):
        return None
    try:
        return datetime.fromisoformat(ts)
    except ValueError:  # 30 February
        return None


def _clock(events: Sequence[Event]) -> Iterator[Remark]:
    last: datetime | None = None
    said = ""
    strange = [event for event in events if event.ts and moment(event.ts) is None]
    if strange:
        words = "ts '{found}' is not a moment like {expected} ({n} {n:line|lines} in all)"
        expected = "2026-11-15T20:01:02.123Z"
        complaint = Complaint(words, severity="warning", found=strange[0].ts[:40], expected=expected, n=len(strange))
        yield Remark(strange[0].n, "clock", complaint)
    for event in events:
        now = moment(event.ts)
        if now is None:
            continue
        if last is not None and last - now > BACK:
            words = "written at {found}, after a line of {expected}: the clock was put back"
            yield Remark(event.n, "clock", Complaint(words, severity="warning", found=event.ts, expected=said))
        last, said = now, event.ts


def _twice(events: Sequence[Event], times: Counter[str]) -> Iterator[Remark]:
    """One finding an id, on its second event, however often it stands there."""
    seen: dict[str, int] = {}
    for event in events:
        if not event.id or times[event.id] == 1:
            continue
        if seen.get(event.id, -1) >= 0:
            words = "id '{found}' stands on {n} events, first on event {expected}; an id names one event"
            complaint = Complaint(words, found=event.id, n=times[event.id], expected=seen[event.id])
            yield Remark(event.n, "entry", complaint)
            seen[event.id] = -2
        seen.setdefault(event.id, event.n)


def _recovered(event: Event) -> Remark:
    assert isinstance(event, LogRecovered)
    words = "recovered from a damaged log, {n} {n:line|lines} lost"
    if event.unvouched > 0:
        words = "recovered from a damaged log, {n} {n:line|lines} lost; nothing is vouched for from line {found} on"
    return Remark(event.n, "chain", Complaint(words, severity="warning", n=event.lost, found=event.unvouched))
