"""The hunt: inputs are changed and read for as long as it is given; what breaks a door is made small and kept."""

import json
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import NamedTuple

from .readers import READERS, Reader
from .watching import OURS, SELDOM, Watch

FOUND = Path(__file__).parent / "found"
SECONDS = 5.0  # of the processor, for one input
MEMORY = 160 * 1024  # kilobytes for one input: a command has 256 MB, and takes up to 90 of them to start
POOL = 600  # inputs that are kept to go on from
TRIES = 400  # to make a finding smaller


class TooSlow(BaseException):
    """An input took longer than anybody waits."""


class TooLarge(BaseException):
    """An input took more memory than there is."""


class Hunted(NamedTuple):
    """What came of it."""

    inputs: int
    kept: int  # that ran lines nobody had run before
    found: list[Path]


@contextmanager
def bounded(seconds: float = SECONDS) -> Iterator[None]:
    """Only so much of the processor."""

    def ring(number: int, frame: object) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGVTALRM, ring)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def peak() -> int:
    """The most memory that this process ever had, in kilobytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def broken(reader: Reader, data: bytes) -> str:
    """How reading this input fails: the kind of error and where in our code it came up; nothing if it does not."""
    before = peak()
    try:
        with bounded():
            reader.read(data)
        if peak() - before > MEMORY:
            raise TooLarge
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        places = [one for one in traceback.extract_tb(error.__traceback__) if one.filename.startswith(OURS)]
        where = f"{Path(places[-1].filename).stem}:{places[-1].name}" if places else ""
        if isinstance(error, AssertionError) and not where:
            where = str(error)[:60]
        return f"{type(error).__name__} {where}".strip()
    return ""


def smaller(data: bytes, fails: Callable[[bytes], bool]) -> bytes:
    """The same failure with as little as it takes: lines first, then bytes."""
    tries = TRIES
    for pieces in (lambda one: one.splitlines(keepends=True), lambda one: [one[i : i + 1] for i in range(len(one))]):
        parts, size = pieces(data), max(len(pieces(data)) // 2, 1)
        while tries > 0 and size:
            at = 0
            while at < len(parts) and tries > 0:
                rest = [*parts[:at], *parts[at + size :]]
                tries -= 1
                if fails(b"".join(rest)):
                    parts = rest
                else:
                    at += size
            size //= 2
        data = b"".join(parts)
    return data


def hunt(
    name: str, *, seconds: float = 0, inputs: int = 0, seed: int = 1, watched: bool = True, seeds: bool = True
) -> Hunted:
    """Read changed inputs for so many seconds, or so many of them; unwatched, the same seed reads the same inputs."""
    reader, dice, watch = READERS[name], Random(f"{name} {seed}"), Watch()
    pool = reader.seeds()
    done = kept = 0
    found: dict[str, Path] = {}
    until = time.monotonic() + seconds
    for data in _inputs(reader, dice, pool, seeds=seeds):
        if (inputs and done >= inputs) or (not inputs and time.monotonic() >= until):
            break
        done += 1
        looking = watched and done % SELDOM == 0
        failure = _watched(watch, reader, data) if looking else broken(reader, data)
        if failure and failure not in found:
            found[failure] = keep(name, data, failure)
        elif looking and watch.new and not failure:
            kept += 1
            _join(pool, data, dice)
    return Hunted(done, kept, list(found.values()))


def _watched(watch: Watch, reader: Reader, data: bytes) -> str:
    """The same, seeing which lines it runs; watching is slow itself, so what is too slow is tried again without."""
    watch.new = 0
    watch.start()
    try:
        failure = broken(reader, data)
    finally:
        watch.stop()
    return broken(reader, data) if failure.startswith(TooSlow.__name__) else failure


def _join(pool: list[bytes], data: bytes, dice: Random) -> None:
    if len(pool) < POOL:
        pool.append(data)
    else:
        pool[dice.randrange(len(pool))] = data


def _inputs(reader: Reader, dice: Random, pool: list[bytes], *, seeds: bool) -> Iterator[bytes]:
    """Every seed as it is, if asked, then what can be made of them for ever."""
    yield from list(pool) if seeds else []
    while True:
        yield reader.mutate(dice, dice.choice(pool), pool)


def keep(name: str, data: bytes, failure: str) -> Path:
    """Keep what was found, made small where that goes quickly enough, with what went wrong beside it."""
    reader = READERS[name]
    if failure.split(maxsplit=1)[0] not in ("TooSlow", "TooLarge"):
        data = smaller(data, lambda one: broken(reader, one) == failure)
    place = FOUND / name / sha256(data).hexdigest()[:12]
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(data)
    print(json.dumps({"reader": name, "found": str(place.relative_to(FOUND)), "failure": failure}), file=sys.stderr)
    return place
