"""The same archive, built by a real Spark with two workers, and the same answers from its SQL."""

import datetime
import decimal
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ledger import archive
from ledger.archive import all_tables, build
from ledger.archive.tables import schema
from ledger.games import GAMES
from ledger.packs import pack
from ledger.questions import EVERY, questions, run
from ledger.simulate import simulate
from tests.test_archive import content

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


def test_spark_builds_the_same_archive_row_for_row(tmp_path):
    logs = tmp_path / "logs"
    logs.mkdir()
    data = [simulate(GAMES[name], seed) for seed in range(6) for name in GAMES]
    for number, one in enumerate(data[:9]):
        (logs / f"{number}.jsonl").write_bytes(one)
    (logs / "spoilt.jsonl").write_bytes(data[0][:-100])
    pack([(str(number), one) for number, one in enumerate(data[9:])], tmp_path / "more.jsonl.zst")
    given = [logs, tmp_path / "more.jsonl.zst"]
    done = subprocess.run(
        [sys.executable, "-c", BUILT, str(tmp_path / "spark"), *map(str, given)], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr[-3000:]
    build([Path(one) for one in given], tmp_path / "here", GAMES, workers=1)
    assert content(tmp_path / "spark") == content(tmp_path / "here")
    assert archive.open(tmp_path / "spark").execute("SELECT count(*) FROM games").fetchone() == (len(data),)


@pytest.fixture(scope="module")
def asked(tmp_path_factory):
    """An archive as DuckDB sees it, and the files of its list as Spark's tables."""
    from pyspark.sql import SparkSession
    from pyspark.sql.pandas.types import from_arrow_schema

    place = tmp_path_factory.mktemp("asked")
    logs = [(f"{name}-{seed}", simulate(GAMES[name], seed)) for seed in range(5) for name in GAMES]
    pack(logs, place / "logs.jsonl.zst")
    (place / "spoilt.jsonl").write_bytes(logs[0][1][:-100])
    build([place], place / "club", GAMES, workers=1, readings=True)
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    settings = {"spark.ui.enabled": "false", "spark.sql.shuffle.partitions": "1", "spark.log.level": "ERROR"}
    spark = SparkSession.builder.master("local[1]").config(map=settings).getOrCreate()
    listed = json.loads((place / "club" / "archive.json").read_text())["tables"]
    for name, table in all_tables(GAMES).items():
        files = [str(place / "club" / one["path"]) for one in listed.get(name, ())]
        read = spark.read.option("mergeSchema", "true")
        frame = read.parquet(*files) if files else spark.createDataFrame([], from_arrow_schema(schema(table)))
        frame.createOrReplaceTempView(name)
    spark.sql("SELECT * FROM logs WHERE verdict NOT IN ('clean', 'findings')").createOrReplaceTempView("rejected")
    yield archive.open(place / "club"), spark
    spark.stop()


@pytest.mark.parametrize("name", questions())
def test_every_question_has_the_same_answer_in_spark(asked, name):
    db, spark = asked
    one = questions()[name]
    given = {parameter.name: parameter.default for parameter in one.parameters}
    if "game" in given:
        given["game"] = "lutece" if one.games == EVERY else one.games
    due = run(db, one, given)[1]
    found = [tuple(row) for row in spark.sql(one.sql, args=given).collect()]
    assert alike(found) == alike(due)


def alike(value):
    """Numbers as numbers, however an engine holds them."""
    if isinstance(value, float | decimal.Decimal):
        return round(float(value), 6)
    if isinstance(value, list | tuple):
        return [alike(one) for one in value]
    return value.isoformat() if isinstance(value, datetime.date) else value
