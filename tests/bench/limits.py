"""What do the largest legal logs cost: the memory and the processor time of every command, each in its own process?

    uv run python tests/bench/limits.py                       # every kind of log, every command: about an hour
    uv run python tests/bench/limits.py --kinds notes --commands audit,score
    uv run python tests/bench/limits.py --pad                 # every route of the pad over such a table (Linux)

A command may take 256 MB, and so may each process of the pad, on every route; the audit may take 60 times what decoding
its bytes takes. What is over is marked.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

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


# --- the pad ----------------------------------------------------------------------------------------------------------

NOTE = {"type": "note_added", "text": "one more"}
ROOM = 8  # lines that may still be written
ROUTES: dict[str, tuple[str, dict[str, Any] | None]] = {
    "state": ("state", None),
    "state again": ("state?lang=pl", None),
    "a past moment": ("state?at=25000", None),
    "an early moment": ("state?at=1&lang=fr", None),
    "story": ("story", None),
    "film": ("film", None),
    "rows": ("rows", None),
    **{f"export {form}": (f"export?format={form}", None) for form in (
        "jsonl", "transcript", "text", "csv", "html", "bgstats"
    )},
    "draft": ("draft", {"entries": [NOTE | {"id": "d" * 16}]}),
    "a line said": ("said", {"text": "ana A+2 rev"}),
    "otherwise": ("otherwise", {"n": 2, "way": "without"}),
    "carried": ("carried", {"entries": [{"type": "entry_withdrawn", "target": 2, "id": "c" * 16}]}),
    "an entry": ("entries", {"entries": [NOTE | {"id": "e" * 16}], "after": None}),
    "the state after it": ("state", None),
    "a withdrawal": ("entries", {"entries": [{"type": "entry_withdrawn", "target": 2, "id": "f" * 16}], "after": None}),
    "the state after that": ("state", None),
    "rematch": ("rematch", {"id": "1" * 16}),
    "end": ("end", {"id": "2" * 16}),
    "reopen": ("reopen", {}),
    "house": ("/api/house", None),
    "evening": ("/api/evening", None),
    "club": ("/api/club", None),
}  # fmt: skip


def asked(kind: str) -> Iterator[tuple[str, str, Cost, bool]]:
    """Every route of a pad that has such a table; the code is the answer's status."""
    import pads
    from pads import Server

    pads.PATIENCE = 3600  # however busy the machine is
    with tempfile.TemporaryDirectory() as folder:
        logs = Path(folder) / "logs"
        logs.mkdir()
        whole = KINDS[kind]().splitlines(keepends=True)
        (logs / "largest.jsonl").write_bytes(b"".join(whole[:-ROOM]))
        server = Server(logs)
        try:
            for name, (where, body) in ROUTES.items():
                path = where if where.startswith("/") else f"/api/tables/largest/{where}"
                before = _processes(server.process.pid)
                for pid in before:
                    Path(f"/proc/{pid}/clear_refs").write_text("5")  # its highest is counted anew
                phone = server.phone()
                answer = phone.get(path) if body is None else phone.post(path, body)
                after = _processes(server.process.pid)
                seconds = sum(took - before.get(pid, (0.0, 0))[0] for pid, (took, _) in after.items())
                highest = max(megabytes for _, megabytes in after.values())
                yield kind, name, Cost(seconds, highest, answer.status), highest <= MOST and answer.status != 500
        finally:
            server.kill()


def _processes(first: int) -> dict[int, tuple[float, int]]:
    """A process and all that it began: each with its processor time, that of its ended ones, and its highest memory."""
    found = {}
    for pid in [first, *_children(first)]:
        times = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:15]
        status = Path(f"/proc/{pid}/status").read_text()
        most = next((line.split()[1] for line in status.splitlines() if line.startswith("VmHWM")), "0")
        found[pid] = sum(map(int, times)) / os.sysconf("SC_CLK_TCK"), int(most) // 1024
    return found


def _children(pid: int) -> list[int]:
    own = [int(one) for path in Path(f"/proc/{pid}/task").iterdir() for one in (path / "children").read_text().split()]
    return own + [further for one in own for further in _children(one)]


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
    parser.add_argument("--pad", action="store_true", help="the routes of the pad in place of the commands")
    chosen = parser.parse_args()
    kinds = chosen.kinds.split(",")
    found = chain.from_iterable(map(asked, kinds)) if chosen.pad else measured(kinds, chosen.commands.split(","))
    fine = True
    for kind, name, cost, within in found:
        fine = fine and within
        mark = "" if within else "  OVER"
        print(f"{kind:24} {name:20} {cost.seconds:7.1f} s {cost.megabytes:5d} MB, {cost.code}{mark}", flush=True)
    sys.exit(0 if fine else 1)


if __name__ == "__main__":
    main()
