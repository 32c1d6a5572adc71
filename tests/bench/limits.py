"""What do the largest legal logs cost: the memory and the processor time of every command, each in its own process?

    uv run python tests/bench/limits.py                       # every kind of log, every command: about an hour
    uv run python tests/bench/limits.py --kinds notes --commands audit,score

A command may take 256 MB, and the audit 60 times what decoding its bytes takes. What is over is marked.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parent.parent))

from test_linear import LOGS, lines
from test_log import chained

from ledger.games import GAMES
from ledger.log import EVENT_LIMIT, FILE_LIMIT, LINE_LIMIT, decode, scan
from ledger.simulate import simulate

HERE = Path(__file__).parent
MOST = 256  # megabytes
TIMES = 60  # the audit, against decoding


def long_lines() -> bytes:
    """As many bytes as a file has, in lines as long as lines are."""
    text = "x" * (LINE_LIMIT - 130)
    return lines(lambda n: f'{{"type":"note_added","n":{n},"text":"{text}"}}', FILE_LIMIT // LINE_LIMIT)


def again_and_again(game: str) -> bytes:
    """A game by dice, its moves played over and over: nearly every one breaks a rule."""
    played = [line[:-76] for line in simulate(GAMES[game], 3).splitlines(keepends=True)[:-1]]
    bodies, size = [played[0] + b"}"], 0
    while len(bodies) < EVENT_LIMIT:
        for body in played[1:]:
            head, _, rest = body.partition(b',"n":')
            bodies.append(
                head + b',"n":%d' % len(bodies) + rest[rest.index(b",") if b"," in rest else len(rest) :] + b"}"
            )
            size += len(bodies[-1]) + 75
            if len(bodies) == EVENT_LIMIT or size > FILE_LIMIT - 2 * LINE_LIMIT:
                return chained(*bodies)
    return chained(*bodies)


KINDS: dict[str, Callable[[], bytes]] = {
    **{kind: (lambda kind=kind: LOGS[kind](EVENT_LIMIT)) for kind in (
        "notes", "findings", "withdrawals", "adjustments and claims", "changed lines", "one id", "false seals"
    )},
    "long lines": long_lines,
    **{game: (lambda game=game: again_and_again(game)) for game in GAMES},
}  # fmt: skip
COMMANDS = {
    "audit": "audit LOG",
    "audit json": "audit LOG --json",
    "score": "score LOG --why",
    "show": "show LOG --at 25000",
    "replay": "replay LOG",
    "transcript": "export LOG --transcript -o OUT",
    "text": "export LOG --text -o OUT",
    "html": "export LOG --html -o OUT",
    "csv": "export LOG --csv -o OUT",
    "xlsx": "export LOG --xlsx -o OUT",
    "replay page": "export LOG --replay OUT",
    "recover": "recover LOG -o OUT",
    "amend": "amend LOG 1 --withdraw",
    "record": "record LOG",
    "compare": "compare LOG LOG",
    "verdicts": "verdicts LOG -o OUT.html",
    "whatif": "whatif LOG --without 2",
    "explain": "explain LOG --player Ana",
    "pack": "pack LOG -o OUT.jsonl.zst",
}


class Cost(NamedTuple):
    """What a process took."""

    seconds: float  # of the processor
    megabytes: int  # at its highest
    code: int


def run(words: list[str], limit: float = 600) -> Cost:
    """A command in a process of its own."""
    process = subprocess.Popen(
        [sys.executable, "-m", "cli.main", *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=HERE.parent.parent,
    )
    until = time.monotonic() + limit
    while True:
        number, status, used = os.wait4(process.pid, os.WNOHANG)
        if number:
            process.returncode = os.waitstatus_to_exitcode(status)
            return Cost(used.ru_utime + used.ru_stime, used.ru_maxrss // 1024, process.returncode)
        if time.monotonic() > until:
            process.kill()
        time.sleep(0.05)


def decoding(data: bytes) -> float:
    """What it takes to decode a log, the best of three."""
    from ledger.log import LogError

    took = []
    for _ in range(3):
        begun = time.process_time()
        try:
            decode(scan(data), GAMES)
        except LogError:
            continue
        took.append(time.process_time() - begun)
    return min(took, default=0.0)


def measured(kinds: list[str], commands: list[str]) -> Iterator[tuple[str, str, Cost, bool]]:
    """Each command over each log, and whether it is within what was promised."""
    for kind in kinds:
        data = KINDS[kind]()
        bare = decoding(data)
        for name in commands:
            with tempfile.TemporaryDirectory() as folder:
                log = Path(folder) / "log.jsonl"
                log.write_bytes(data)
                cost = run(
                    [word.replace("LOG", str(log)).replace("OUT", f"{folder}/out") for word in COMMANDS[name].split()]
                )
            slow = name == "audit" and bare and cost.seconds > TIMES * bare
            yield kind, name, cost, cost.megabytes <= MOST and cost.code in (0, 1, 2) and not slow


def main() -> None:
    """Print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--commands", default=",".join(COMMANDS))
    asked = parser.parse_args()
    fine = True
    for kind, name, cost, within in measured(asked.kinds.split(","), asked.commands.split(",")):
        fine = fine and within
        mark = "" if within else "  OVER"
        print(f"{kind:24} {name:12} {cost.seconds:7.1f} s {cost.megabytes:5d} MB, exit {cost.code}{mark}", flush=True)
    sys.exit(0 if fine else 1)


if __name__ == "__main__":
    main()
