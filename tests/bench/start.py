"""How long does a command take to start, against `python -c pass`?

    uv run python tests/bench/start.py

CPU time of whole processes, interleaved; bytecode is compiled by the first round.
"""

import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from measure import row

from ledger.games import GAMES
from ledger.simulate import simulate


def cost(command: list[str]) -> float:
    """CPU seconds of one process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Print the ratios."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "game.jsonl"
        log.write_bytes(simulate(GAMES["lutece"], 1))
        quaestor = str(Path(sys.executable).with_name("quaestor"))
        commands = {
            "python -c pass": [sys.executable, "-c", "pass"],
            "quaestor --help": [quaestor, "--help"],
            "quaestor audit game.jsonl": [quaestor, "audit", str(log)],
        }
        rounds = [{name: cost(command) for name, command in commands.items()} for _ in range(15)]
    fastest = {name: min(one[name] for one in rounds) for name in commands}
    goals = {"quaestor --help": "goal: at most 18", "quaestor audit game.jsonl": "goal: at most 12"}
    for name, seconds in fastest.items():
        print(row(name, seconds, fastest["python -c pass"], goals.get(name, "")))


if __name__ == "__main__":
    main()
