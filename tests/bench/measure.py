"""Interleaved measurement on CPU time: every contestant in turn, several rounds, the best of each kept."""

import time
from collections.abc import Callable, Mapping


def best(contestants: Mapping[str, Callable[[], int]], rounds: int = 5) -> dict[str, float]:
    """Seconds of CPU time a unit of work, by contestant; each returns how many units it did."""
    fastest = dict.fromkeys(contestants, float("inf"))
    for _ in range(rounds):
        for name, work in contestants.items():
            begun = time.process_time()
            units = work()
            fastest[name] = min(fastest[name], (time.process_time() - begun) / units)
    return fastest


def row(name: str, seconds: float, against: float, goal: str = "") -> str:
    """One line of the result: microseconds, and the ratio that counts."""
    return f"  {name:34} {seconds * 1e6:9.2f} µs {seconds / against:8.2f} ×  {goal}"
