"""The same archive, built by a real Spark with two workers, and the same answers from its SQL."""

import os
import shutil
import subprocess
import sys
from decimal import Decimal
from pathlib import Path

import msgspec
import pytest

from ledger import archive
from ledger.archive import build, manifest
from ledger.archive.store import store_at
from ledger.games import GAMES
from ledger.metrics import metrics
from ledger.packs import pack
from ledger.questions import EVERY, PARAMETER, questions, typed
from ledger.simulate import simulate
from tests.test_archive import HOUSE, content

CI = os.environ.get("CI") == "true"
pytestmark = pytest.mark.skipif(
    not CI and not shutil.which("java"), reason="Spark needs a Java: apt-get install default-jre-headless"
)

BUILT = """
import sys
from pathlib import Path
from ledger import archive
from ledger.games import GAMES
archive.build([Path(one) for one in sys.argv[2:]], sys.argv[1], GAMES, on="local-cluster[2,1,1024]")
"""

ASKED = """
import json, sys
from decimal import Decimal
from pyspark.sql import SparkSession

where, asked = sys.argv[1:]
build = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").config("spark.log.level", "ERROR")
settings = {"shuffle.partitions": 1, "session.timeZone": "UTC", "adaptive.enabled": "false"}
settings |= {"codegen.wholeStage": "false", "codegen.factoryMode": "NO_CODEGEN"}  # a few rows are not worth compiling
for name, value in settings.items():
    build = build.config(f"spark.sql.{name}", value)
spark = build.getOrCreate()
given = json.load(open(asked))
for name, columns in given["empty"].items():
    spark.createDataFrame([], columns).createOrReplaceTempView(name)
for name, files in json.load(open(where + "/archive.json"))["tables"].items():
    spark.read.parquet(*(where + "/" + one["path"] for one in files)).createOrReplaceTempView(name)
spark.sql("SELECT * FROM logs WHERE verdict NOT IN ('clean', 'findings')").createOrReplaceTempView("rejected")
answers = {}
for name, (sql, values) in given["asked"].items():
    try:
        frame = spark.sql(sql, args=values)
        answers[name] = [frame.columns, [list(row) for row in frame.collect()]]
    except Exception as error:
        answers[name] = [str(error).splitlines()[:3], []]
plain = lambda value: float(value) if isinstance(value, Decimal) else str(value)
json.dump(answers, open(asked + ".answers", "w"), default=plain)
"""

SPARK_TYPES = {
    "BIGINT": "bigint", "INTEGER": "int", "VARCHAR": "string", "BOOLEAN": "boolean", "TIMESTAMP": "timestamp",
    "DOUBLE": "double", "VARCHAR[]": "array<string>", "BIGINT[]": "array<bigint>",
    "MAP(VARCHAR, VARCHAR)": "map<string, string>", "MAP(VARCHAR, BIGINT)": "map<string, bigint>",
}  # fmt: skip


def _run(script: str, *given: object) -> None:
    done = subprocess.run([sys.executable, "-c", script, *map(str, given)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]


def test_spark_builds_the_same_archive_row_for_row(tmp_path):
    logs = tmp_path / "logs"
    logs.mkdir()
    data = [simulate(GAMES[name], seed) for seed in range(4) for name in GAMES]
    for number, one in enumerate(data[:6]):
        (logs / f"{number}.jsonl").write_bytes(one)
    (logs / "spoilt.jsonl").write_bytes(data[0][:-100])
    pack([(str(number), one) for number, one in enumerate(data[6:])], tmp_path / "more.jsonl.zst")
    given = [logs, tmp_path / "more.jsonl.zst"]
    _run(BUILT, tmp_path / "spark", *given)
    build(given, tmp_path / "here", GAMES, workers=1)
    assert content(tmp_path / "spark") == content(tmp_path / "here")
    assert archive.open(tmp_path / "spark").execute("SELECT count(*) FROM games").fetchone() == (len(data),)


def _asked(db) -> dict[str, tuple[str, dict[str, object]]]:
    """Every question and the rows of every metric: their SQL and what it is given."""
    found: dict[str, tuple[str, dict[str, object]]] = {}
    for number, (name, one) in enumerate(questions().items()):
        if one.combines is not None:  # its metrics are asked
            continue
        game = [*GAMES][number % len(GAMES)] if one.games == EVERY else one.games
        given = typed(one, {"game": game} if any(each.name == "game" for each in one.parameters) else {})
        given |= {each: 1 for each in given if each == "least"}
        if "log" in given:
            (given["log"],) = db.execute("SELECT min(log) FROM games WHERE game = ?", [game]).fetchone()
        found[name] = one.sql, given
    return found | {f"metric {name}": (one.sql, {}) for name, one in metrics().items()}


def _empty(db, club: Path) -> dict[str, str]:
    """Tables without a file, as Spark writes their columns."""
    listed = manifest.newest(store_at(club)).tables
    none = [name for name in archive.all_tables(GAMES) if name not in listed]
    return {
        name: ", ".join(f"`{row[0]}` {SPARK_TYPES[row[1]]}" for row in db.execute(f'DESCRIBE "{name}"').fetchall())
        for name in none
    }


def test_every_question_and_metric_has_the_same_answer_in_spark_sql(tmp_path):
    logs, club, asked = tmp_path / "logs", tmp_path / "club", tmp_path / "asked.json"
    logs.mkdir()
    for number, name in enumerate([*GAMES] * 2):
        (logs / f"{number}.jsonl").write_bytes(simulate(GAMES[name], number))
    for bad in sorted((HOUSE / "sample_logs" / "bad").rglob("*.jsonl"))[:8]:
        shutil.copy(bad, logs / f"{bad.parent.name}-{bad.name}")
    build([logs], club, GAMES, workers=1, readings=True)
    db = archive.open(club)
    asked.write_bytes(msgspec.json.encode({"asked": _asked(db), "empty": _empty(db, club)}))
    _run(ASKED, club, asked)
    answers = msgspec.json.decode((tmp_path / "asked.json.answers").read_bytes())
    told = {}
    for name, (sql, given) in _asked(db).items():
        found = db.execute(PARAMETER.sub(r"$\1", sql), given)
        columns = [column[0] for column in found.description]
        told[name] = [columns, _ordered([[_plain(value) for value in row] for row in found.fetchall()], name)]
    assert sum(bool(rows) for _, rows in told.values()) >= 40, "hardly anything was compared"
    rounded = {name: [columns, _ordered([[_plain(one) for one in row] for row in rows], name)]
               for name, (columns, rows) in answers.items()}  # fmt: skip
    assert {name: one for name, one in rounded.items() if one != told[name]} == {}
    assert rounded.keys() == told.keys()


def _plain(value: object) -> object:
    """Numbers to nine digits: two engines add doubles up in different orders."""
    if isinstance(value, list):
        return [_plain(one) for one in value]
    if isinstance(value, int | float | Decimal) and not isinstance(value, bool):
        return float(f"{value:.9g}")
    return value if value is None or isinstance(value, bool) else str(value)


def _ordered(rows: list[list[object]], name: str) -> list[list[object]]:
    """The rows that a metric is counted from come in no order; a question's do."""
    return sorted(rows, key=repr) if name.startswith("metric") else rows
