"""What does a simulated game cost? Every game by the same seeds, on CPU time.

    uv run python tests/bench/simulate.py [GAMES]

A pack is written by as many processes as there are cores: `quaestor simulate GAME --games N -o games.jsonl.zst`.
"""

import sys
from functools import partial

from measure import best

from ledger.games import GAMES
from ledger.simulate import simulate

GOALS = {"lutece": "goal: at most 3"}


def one(name: str, seed: int) -> int:
    """One game."""
    simulate(GAMES[name], seed)
    return 1


def main(games: int) -> None:
    """Print milliseconds a game."""
    seconds = best({name: [partial(one, name, seed) for seed in range(games)] for name in GAMES})
    for name, cost in seconds.items():
        print(f"  {GAMES[name].title:34} {cost * 1e3:9.2f} ms  {GOALS.get(name, '')}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 50)
