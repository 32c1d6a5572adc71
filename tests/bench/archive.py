"""What does an archive cost to build and to ask, against DuckDB doing the bare minimum on the same bytes?

    uv run python tests/bench/archive.py [GAMES] [FOLDER] [GAME]

One interleaved run: DuckDB's own COPY of the same lines (one NDJSON file, explicit
schema, zstd) against our build without and with judging. FOLDER keeps the logs for another run.
Then every question to 100,000 games, against its bare SQL: the same text on the same connection and views.
"""

import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import duckdb

from ledger import archive
from ledger.archive import manifest
from ledger.archive.store import store_at
from ledger.archive.tables import SQL, event_tables
from ledger.games import GAMES
from ledger.questions import EVERY, PARAMETER, ask, questions
from ledger.simulate import simulate

JOINS = 2.0


class Cost(NamedTuple):
    """Seconds on the wall, and seconds of CPU in this process with all its threads."""

    wall: float
    cpu: float


def clock(work: Callable[[], object]) -> Cost:
    """What some work costs."""
    begun, used = time.perf_counter(), time.process_time()
    work()
    return Cost(time.perf_counter() - begun, time.process_time() - used)


def least(one: Cost, other: Cost) -> Cost:
    """The smaller of each."""
    return Cost(min(one.wall, other.wall), min(one.cpu, other.cpu))


def simulated(folder: Path, games: int, game: str) -> Path:
    """Logs of a game; those that are there already are kept."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(games):
        path = folder / f"{number:07d}.jsonl"
        if not path.exists():
            path.write_bytes(simulate(GAMES[game], number))
    return folder


def one_file(logs: Path, place: Path) -> Path:
    """All lines in one file, as DuckDB likes them best."""
    with place.open("wb") as file:
        for path in sorted(logs.glob("*.jsonl")):
            file.write(path.read_bytes())
    return place


def copy(lines: Path, place: Path, game: str) -> None:
    """DuckDB alone: NDJSON with an explicit schema into one Parquet file."""
    columns = {"type": "VARCHAR", "hash": "VARCHAR", "game": "VARCHAR", "ts": "VARCHAR"}
    for table in event_tables({game: GAMES[game]}).values():
        for column in table.columns:
            if column.name in ("log", "step", "round", "seat", "scale", "game", "ts"):
                continue
            kind = SQL[column.kind]
            columns[column.name] = kind if columns.get(column.name, kind) == kind else "JSON"  # one name, two kinds
    wanted = ", ".join(f"'{name}': '{kind}'" for name, kind in columns.items())
    source = f"read_json('{lines}', format = 'newline_delimited', columns = {{{wanted}}})"
    duckdb.connect().execute(f"COPY (SELECT * FROM {source}) TO '{place}' (FORMAT parquet, COMPRESSION zstd)")


def building(logs: Path, club: Path, **how: object) -> Callable[[], object]:
    """A build from nothing."""
    shutil.rmtree(club, ignore_errors=True)
    return lambda: archive.build([logs], club, GAMES, **how)


def main(games: int, folder: Path, game: str = "lutece") -> None:
    """Print the ratios."""
    logs = simulated(folder / "logs", games, game)
    club = folder / "club"
    lines = one_file(logs, folder / "lines.ndjson")
    work = {
        "DuckDB's COPY of the lines": lambda: lambda: copy(lines, folder / "lines.parquet", game),
        "not judged, one worker": lambda: building(logs, folder / "bare", judge=False, workers=1),
        "not judged, all cores": lambda: building(logs, folder / "bare", judge=False),
        "whole audit, one worker": lambda: building(logs, club, workers=1),
        "whole audit, all cores": lambda: building(logs, club),
    }
    best = dict.fromkeys(work, Cost(float("inf"), float("inf")))
    for _ in range(2):
        for name, one in work.items():
            best[name] = least(best[name], clock(one()))
    floor = best["DuckDB's COPY of the lines"]
    goals = {"not judged": "goal: at most 1.6", "whole audit": "goal: at most 3"}
    size = lines.stat().st_size / 1e6
    print(f"{games} games of {GAMES[game].title}, {size:.0f} MB, {os.cpu_count()} cores")
    print("times DuckDB's COPY on the wall, and in CPU time")
    print("(CPU time is told where one process does all; with all cores look at the wall, on a quiet machine)")
    for name, cost in best.items():
        alone = f"{cost.cpu:8.2f} s {cost.cpu / floor.cpu:6.2f} ×" if "all cores" not in name else " " * 19
        goal = goals.get(name.partition(",")[0], "")
        print(f"  {name:28} {cost.wall:8.2f} s {cost.wall / floor.wall:6.2f} ×  {alone}  {goal}")
    faster = best["whole audit, one worker"].wall / best["whole audit, all cores"].wall
    print(f"  all cores against one worker {faster:17.2f} ×  goal: at least 1.6")
    time.sleep(1.1)
    archive.build([logs], club, GAMES)
    again = clock(lambda: archive.build([logs], club, GAMES))
    part = 100 * again.wall / best["whole audit, all cores"].wall
    print(f"  a second run, nothing new    {part:17.2f} %  goal: at most 1")
    size = sum(path.stat().st_size for path in club.rglob("*.parquet"))
    print(f"  {size / games:.0f} bytes a game in the archive, {lines.stat().st_size / games:.0f} in its log")
    times = max(1, 100_000 // games)
    asking(multiplied(club, folder / "many", times), times, game)


def multiplied(club: Path, place: Path, times: int) -> Path:
    """Every game of an archive so many times, each under another key: the files of so large a build, in less time."""
    shutil.rmtree(place, ignore_errors=True)
    old = manifest.newest(store_at(club))
    store = store_at(place)
    db = duckdb.connect()
    db.execute("SET memory_limit = '2GB'")
    key = "CAST((CAST(log AS HUGEINT) + CAST(_again AS HUGEINT) * 1234567890123456789) % 9223372036854775807 AS BIGINT)"
    tables = {}
    for name, files in old.tables.items():
        tables[name] = []
        for file in files:
            out = place / file.path
            out.parent.mkdir(parents=True, exist_ok=True)
            if name == "cards":
                shutil.copy(club / file.path, out)
            else:
                rows = f"read_parquet('{club / file.path}', hive_partitioning = false, file_row_number = true)"
                many = f"SELECT * REPLACE ({key} AS log) FROM {rows} CROSS JOIN range({times}) AS t(_again)"
                kept = f"SELECT * EXCLUDE (_again, file_row_number) FROM ({many} ORDER BY _again, file_row_number)"
                db.execute(f"COPY ({kept}) TO '{out}' (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 122880)")
            size = out.stat().st_size
            tables[name].append(manifest.DataFile(file.path, file.rows * times, size, "0" * 64, file.game, (1,)))
    finished = {game: number * times for game, number in old.finished.items()}
    manifest.commit(store, 1, schema=old.schema, games=old.games, finished=finished,
                    tables={name: tuple(files) for name, files in tables.items()})  # fmt: skip
    return place


def asking(club: Path, times: int, game: str) -> None:
    """Every question: how long it takes, and what our layer adds to the bare SQL."""
    db = archive.open(club)
    number = db.execute("SELECT count(*) FROM games").fetchone()
    print(f"questions to {number[0]} games (each simulated one {times} times under other keys):")
    print("seconds on the wall (goal: 1, joins 2), of CPU, and CPU times that of the bare SQL (goal: at most 1.2)")
    for name, one in questions().items():
        if one.games not in (EVERY, game):
            continue
        answer = ask(db, name)
        bare = whole = Cost(float("inf"), float("inf"))
        for _ in range(3):
            sql = PARAMETER.sub(r"$\1", one.sql)
            if one.combines is None:  # a combination of metrics has no SQL of its own
                bare = least(bare, clock(lambda sql=sql, given=answer.given: db.execute(sql, given).fetchall()))
            whole = least(whole, clock(lambda name=name: ask(db, name)))
        mark = "  (rated in Python afterwards)" if one.then else "" if whole.wall < JOINS else "  TOO SLOW"
        times_bare = f"{whole.cpu / bare.cpu:8.2f} ×" if one.combines is None else " " * 10
        print(f"  {name:18} {whole.wall:7.3f} s {whole.cpu:7.3f} s {times_bare}{mark}", flush=True)


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    if len(sys.argv) > 2:
        main(count, Path(sys.argv[2]), *sys.argv[3:])
    else:
        with tempfile.TemporaryDirectory() as place:
            main(count, Path(place))
