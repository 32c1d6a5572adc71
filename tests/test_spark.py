"""The same archive, built by a real Spark with two workers, and the same answers from its SQL."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ledger import archive
from ledger.archive import build
from ledger.games import GAMES
from ledger.packs import pack
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
