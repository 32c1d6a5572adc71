"""Does another build of this package judge as this one does, byte for byte, and do its dice fall alike?

    uv run python tests/bench/same.py PACKAGE [--games 100] [--seed 1] [--two]

PACKAGE is a folder with the other `ledger` in it: the compiled package unpacked, or another checkout. Simulated games
of every game and edition, each as it was played and spoilt in every way of `spoil.py` (`--two`: by two unrelated
mistakes too, which takes longer to find), are judged by both as `audit --json` prints it; and both simulate a few.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from hashlib import sha256
from importlib import import_module
from pathlib import Path

import msgspec

SIMULATED = 5  # games by the dice of both


def spoilt_logs(games: int, seed: int, kinds: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """Legal games and what is made of them, each with its name."""
    from ledger.games import GAMES
    from ledger.log import encode

    spoil = import_module("bench.spoil" if __package__ else "spoil")
    for name in GAMES:
        for number in range(seed * 1_000_000, seed * 1_000_000 + games):
            legal = spoil.played(name, number)
            yield f"{name}-{number}", encode(legal.events, seal=True)
            for kind in kinds:
                changes, _ = spoil.spoil(legal, kind)
                if changes and spoil.place(legal, changes) is not None:
                    yield f"{name}-{number}-{kind}", encode(spoil.spoilt(legal.events, changes), seal=True)


def judge(folder: Path) -> None:
    """Print how the package of this process judges every log of a folder, and the games that its dice play."""
    from ledger.audit import audit, report_json
    from ledger.games import GAMES
    from ledger.simulate import simulate

    for path in sorted(folder.rglob("*.jsonl")):
        name = str(path.relative_to(folder))
        print(name, msgspec.json.encode(report_json(audit(path.read_bytes(), GAMES), name)).decode())
    for name, game in GAMES.items():
        for seed in range(SIMULATED):
            print(name, seed, sha256(simulate(game, seed)).hexdigest())


def judged_by(package: Path, folder: Path) -> list[str]:
    """What the package in that place says of every log."""
    env = os.environ | {"PYTHONPATH": str(package.absolute())}
    command = [sys.executable, "-P", __file__, "--judge", str(folder)]
    done = subprocess.run(command, env=env, stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout.splitlines()


def differences(package: Path, folder: Path) -> list[str]:
    """The logs of which that package says something else than this one, and what both say."""
    here = Path(__file__).parent.parent.parent
    ours, theirs = judged_by(here, folder), judged_by(package, folder)
    found = [f"{one}\n{two}\n" for one, two in zip(ours, theirs, strict=False) if one != two]
    return found if len(ours) == len(theirs) else [*found, f"{len(ours)} reports here, {len(theirs)} there"]


def main() -> None:
    """Print every difference, and how many logs were judged."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("package", type=Path)
    parser.add_argument("--games", type=int, default=100, help="so many of each game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--two", action="store_true", help="two unrelated mistakes too")
    asked = parser.parse_args()
    from spoil import KINDS, ONE

    with tempfile.TemporaryDirectory(prefix="same-") as made:
        folder = Path(made)
        for name, data in spoilt_logs(asked.games, asked.seed, KINDS if asked.two else [*ONE]):
            (folder / f"{name}.jsonl").write_bytes(data)
        found = differences(asked.package, folder)
        print(*found, sep="\n", end="")
        print(f"{sum(1 for _ in folder.iterdir())} logs judged by both: {len(found)} differences")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--judge"]:
        judge(Path(sys.argv[2]))
    else:
        main()
