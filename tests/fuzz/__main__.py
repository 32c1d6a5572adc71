"""The command: hunt through one reader or all of them, and say how many inputs were tried."""

import argparse
import subprocess
import sys

from .hunting import FOUND, hunt, peak
from .readers import READERS


def main() -> None:
    """Each reader in a process of its own, so that none is blamed for another's memory."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description="Fuzz every reader.")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--reader", choices=READERS)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    if asked.reader is None:
        share, words = asked.minutes / len(READERS), [sys.executable, "-m", "tests.fuzz", "--seed", str(asked.seed)]
        ended = [subprocess.run([*words, "--minutes", f"{share}", "--reader", name]).returncode for name in READERS]
        sys.exit(max(ended))
    came = hunt(asked.reader, seconds=asked.minutes * 60, seed=asked.seed)
    told = f"{came.inputs} inputs, {came.kept} of them new ways through the code, {peak() // 1024} MB at most"
    print(f"{asked.reader}: {told}", flush=True)
    for place in came.found:
        print(f"{asked.reader}: broken by {place.relative_to(FOUND.parent.parent.parent)}", flush=True)
    sys.exit(1 if came.found else 0)


if __name__ == "__main__":
    main()
