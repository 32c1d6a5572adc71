"""Interleaved measurement on CPU time: every contestant in turn, several rounds, the best of every slice kept.

All are cut into slices of a few milliseconds: what disturbs the machine for a moment then spoils a slice of one round,
and not a long contestant more than a short one.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from itertools import zip_longest

Slices = Sequence[Callable[[], int]]  # each does some units of work, and says how many


def best(contestants: Mapping[str, Slices], rounds: int = 5) -> dict[str, float]:
    """Seconds of CPU time a unit of work, by contestant."""
    fastest = {name: [float("inf")] * len(slices) for name, slices in contestants.items()}
    units = dict.fromkeys(contestants, 0)
    for _ in range(rounds):
        units = dict.fromkeys(contestants, 0)
        for at, turn in enumerate(zip_longest(*contestants.values())):
            for name, work in zip(contestants, turn, strict=True):
                if work is not None:
                    begun = time.process_time()
                    units[name] += work()
                    fastest[name][at] = min(fastest[name][at], time.process_time() - begun)
    return {name: sum(fastest[name]) / units[name] for name in contestants}


def row(name: str, seconds: float, against: float, goal: str = "") -> str:
    """One line of the result: microseconds, and the ratio that counts."""
    return f"  {name:34} {seconds * 1e6:9.2f} µs {seconds / against:8.2f} ×  {goal}"
