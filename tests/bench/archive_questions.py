"""What does every named question and metric cost at a million games?

    uv run python tests/bench/archive_questions.py [GAMES] [FOLDER] [NAME…]

Some hundred games of each kind are simulated and built; the rows of the tables that are asked then stand there so often
under other keys that there are GAMES, without anybody having judged them. Everybody's name stands there a thousand
times less often than games do, as in a club that many pass through. Each question is asked by a process of its own: its
CPU, and its memory at its highest. FOLDER keeps the archive for another run.
"""

import os
import resource
import shutil
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from ledger import archive, metrics, questions
from ledger.archive import manifest
from ledger.archive.store import store_at
from ledger.games import GAMES
from ledger.simulate import simulate

SIMULATED = 300  # games of each kind
PEOPLE = 50  # so many of each name
LARGE = 64 << 20  # bytes of a file, as builds leave them
GOAL = 2.0  # seconds of CPU


def simulated(logs: Path) -> Path:
    """Some games of each kind."""
    logs.mkdir(parents=True, exist_ok=True)
    for name, game in GAMES.items():
        for number in range(SIMULATED):
            path = logs / f"{name}-{number:04d}.jsonl"
            if not path.exists():
                path.write_bytes(simulate(game, number))
    return logs


def asked() -> set[str]:
    """The tables that some question or metric speaks of."""
    known = set(archive.all_tables(GAMES))
    spoken = [questions.tables_of(name) for name in questions.questions()]
    spoken += [metrics.tables_of(name) for name in metrics.metrics()]
    return known & set().union(*spoken)


def multiplied(club: Path, place: Path, times: int) -> Path:
    """Every game of an archive so many times, each under another key: the files of so large a build, in less time."""
    old = manifest.newest(store_at(club))
    shutil.rmtree(place, ignore_errors=True)
    tables = {
        name: tuple(
            many
            for file in files
            for many in (copied(club, place, file, name) if name == "cards" else repeated(club, place, file, times))
        )
        for name, files in old.tables.items()
        if name in asked()
    }
    finished = {game: number * times for game, number in old.finished.items()}
    manifest.commit(
        store_at(place), 1, schema=old.schema, games=old.games, rules=old.rules, finished=finished, tables=tables
    )
    return place


def copied(club: Path, place: Path, file: manifest.DataFile, name: str) -> list[manifest.DataFile]:
    """A table that does not grow with the games."""
    (place / name).mkdir(parents=True, exist_ok=True)
    shutil.copy(club / file.path, place / file.path)
    return [file]


def repeated(club: Path, place: Path, file: manifest.DataFile, times: int) -> list[manifest.DataFile]:
    """One file so many times, in files as large as builds leave them."""
    source = pq.ParquetFile(club / file.path).read()
    some = max(1, LARGE // max(1, file.bytes))
    return [written(source, place, file, range(at, min(at + some, times))) for at in range(0, times, some)]


def written(source: pa.Table, place: Path, file: manifest.DataFile, again: range) -> manifest.DataFile:
    """A file of these copies, some at once."""
    path = f"{file.path.removesuffix('.parquet')}-{again.start}.parquet"
    (place / path).parent.mkdir(parents=True, exist_ok=True)
    at_once = max(1, 120_000 // max(1, source.num_rows))
    with pq.ParquetWriter(place / path, source.schema, compression="zstd") as writer:
        for at in range(0, len(again), at_once):
            writer.write_table(pa.concat_tables([renamed(source, number) for number in again[at : at + at_once]]))
    size = (place / path).stat().st_size
    return manifest.DataFile(path, file.rows * len(again), size, "0" * 64, file.game, (1,))


def renamed(source: pa.Table, again: int) -> pa.Table:
    """The same rows under another key, and of other people."""
    changed = {"log": pa.array(source["log"].to_numpy() ^ np.int64(again * 0x9E3779B97F4A7C15 % 2**63))}
    if "player" in source.column_names:
        changed["player"] = pc.binary_join_element_wise(source["player"], str(again % PEOPLE), " ")
    return pa.table([changed.get(name, source[name]) for name in source.column_names], schema=source.schema)


def ask(club: Path, name: str) -> None:
    """One question or metric, as `quaestor ask` puts it."""
    if name in questions.questions():
        questions.ask(archive.open(club, only=questions.tables_of(name)), name)
    else:
        metrics.measure(archive.open(club, only=metrics.tables_of(name)), name)


def report(club: Path) -> None:
    """The whole report, as `quaestor report` writes it."""
    from cli.main import main as quaestor

    sys.argv = ["quaestor", "report", str(club), "-o", str(club.parent / "report.html")]
    quaestor()


def cost(club: Path, name: str) -> tuple[float, float, int, int]:
    """Seconds of CPU and on the wall, MB at the highest, and how it ended, of a process that asks one thing."""
    begun = time.perf_counter()
    child = os.fork()
    if child == 0:
        report(club) if name == "report" else ask(club, name)
        os._exit(0)
    _, status, used = os.wait4(child, 0)
    return used.ru_utime + used.ru_stime, time.perf_counter() - begun, used.ru_maxrss >> 10, status


def main(games: int, folder: Path, only: list[str]) -> None:
    """Print what each costs."""
    many = folder / f"many-{games}"
    if not many.exists():
        archive.build([simulated(folder / "logs")], folder / "club", GAMES)
        multiplied(folder / "club", many, max(1, games // (SIMULATED * len(GAMES))))
    names = only or [*questions.questions(), *(set(metrics.metrics()) - set(questions.questions())), "report"]
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    print(f"{games} games, load average {os.getloadavg()[0]:.1f}: seconds of CPU (goal: {GOAL}), on the wall, and MB")
    for name in names:
        cpu, wall, memory, status = cost(many, name)
        mark = "FAILED" if status else "TOO SLOW" if cpu > (10 * GOAL if name == "report" else GOAL) else ""
        print(f"  {name:18} {cpu:8.2f} s {wall:8.2f} s {memory:6d} MB  {mark}", flush=True)


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    if len(sys.argv) > 2:
        main(count, Path(sys.argv[2]), sys.argv[3:])
    else:
        with tempfile.TemporaryDirectory() as scratch:
            main(count, Path(scratch), [])
