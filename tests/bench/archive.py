"""What does an archive cost to build and to ask, against DuckDB doing the bare minimum on the same bytes?

    uv run python tests/bench/archive.py [GAMES] [FOLDER]

One interleaved run on the wall clock with all cores: DuckDB's own COPY of the same lines (one NDJSON file, explicit
schema, zstd) against our build without and with judging. FOLDER keeps the logs for another run.
"""

import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import duckdb

from ledger import archive
from ledger.archive.tables import SQL, event_tables
from ledger.games import GAMES
from ledger.questions import PARAMETER, ask, questions
from ledger.simulate import simulate

JOINS = 2.0


def clock(work: Callable[[], object]) -> float:
    """Seconds on the wall."""
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def simulated(folder: Path, games: int) -> Path:
    """Logs of Lutèce; those that are there already are kept."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(games):
        path = folder / f"{number:07d}.jsonl"
        if not path.exists():
            path.write_bytes(simulate(GAMES["lutece"], number))
    return folder


def one_file(logs: Path, place: Path) -> Path:
    """All lines in one file, as DuckDB likes them best."""
    with place.open("wb") as file:
        for path in sorted(logs.glob("*.jsonl")):
            file.write(path.read_bytes())
    return place


def copy(lines: Path, place: Path) -> None:
    """DuckDB alone: NDJSON with an explicit schema into one Parquet file."""
    columns = {"type": "VARCHAR", "hash": "VARCHAR"}
    for table in event_tables({"lutece": GAMES["lutece"]}).values():
        columns |= {
            column.name: SQL[column.kind] for column in table.columns if column.name not in ("log", "step", "round")
        }
    columns |= {"game": "VARCHAR", "ts": "VARCHAR"}
    wanted = ", ".join(f"'{name}': '{kind}'" for name, kind in columns.items())
    source = f"read_json('{lines}', format = 'newline_delimited', columns = {{{wanted}}})"
    duckdb.connect().execute(f"COPY (SELECT * FROM {source}) TO '{place}' (FORMAT parquet, COMPRESSION zstd)")


def building(logs: Path, club: Path, **how: object) -> Callable[[], object]:
    """A build from nothing."""

    def work() -> None:
        shutil.rmtree(club, ignore_errors=True)
        archive.build([logs], club, GAMES, **how)

    return work


def main(games: int, folder: Path) -> None:
    """Print the ratios."""
    logs = simulated(folder / "logs", games)
    club = folder / "club"
    lines = one_file(logs, folder / "lines.ndjson")
    work = {
        "DuckDB's COPY of the lines": lambda: copy(lines, folder / "lines.parquet"),
        "logs to Parquet, not judged": building(logs, folder / "bare", judge=False),
        "whole audit, one worker": building(logs, club, workers=1),
        "whole audit, all cores": building(logs, club),
    }
    best = dict.fromkeys(work, float("inf"))
    for _ in range(2):
        for name, one in work.items():
            best[name] = min(best[name], clock(one))
    floor = best["DuckDB's COPY of the lines"]
    goals = {"logs to Parquet, not judged": "goal: at most 2", "whole audit, all cores": "goal: at most 6"}
    size = lines.stat().st_size / 1e6
    print(f"{games} games of Lutèce, {size:.0f} MB, {os.cpu_count()} cores; seconds, and times the COPY")
    for name, seconds in best.items():
        print(f"  {name:32} {seconds:9.2f} s {seconds / floor:8.2f} ×  {goals.get(name, '')}")
    faster = best["whole audit, one worker"] / best["whole audit, all cores"]
    print(f"  all cores against one worker     {faster:20.2f} ×  goal: at least 1.5")
    time.sleep(1.1)
    archive.build([logs], club, GAMES)
    again = clock(lambda: archive.build([logs], club, GAMES))
    print(f"  a second run, nothing new        {100 * again / best['whole audit, all cores']:20.2f} %  goal: at most 5")
    size = sum(path.stat().st_size for path in club.rglob("*.parquet"))
    print(f"  {size / games:.0f} bytes a game in the archive, {lines.stat().st_size / games:.0f} in its log")
    asking(club)


def asking(club: Path) -> None:
    """Every question: how long it takes, and what our layer adds to the bare SQL."""
    db = archive.open(club)
    number = db.execute("SELECT count(*) FROM games").fetchone()
    print(f"questions to {number[0]} games: seconds (goal: 1, joins 2), and times the bare SQL (goal: at most 1.2)")
    for name, one in questions().items():
        if one.games not in ("every", "lutece"):
            continue
        answer = ask(db, name)
        bare, whole = float("inf"), float("inf")
        for _ in range(3):
            sql = PARAMETER.sub(r"$\1", one.sql)
            bare = min(bare, clock(lambda sql=sql, given=answer.given: db.execute(sql, given).fetchall()))
            whole = min(whole, clock(lambda name=name: ask(db, name)))
        mark = "  (rated in Python afterwards)" if one.then else "" if whole < JOINS else "  TOO SLOW"
        print(f"  {name:18} {whole:8.3f} s {whole / bare:8.2f} ×{mark}")


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
    if len(sys.argv) > 2:
        main(count, Path(sys.argv[2]))
    else:
        with tempfile.TemporaryDirectory() as place:
            main(count, Path(place))
