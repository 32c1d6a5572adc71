"""What the fuzzer once found is read again, and a share of its hunt is run; the whole is `python -m tests.fuzz`."""

from pathlib import Path

import pytest
from fuzz.hunting import FOUND, broken, hunt
from fuzz.readers import READERS

KEPT = sorted(path for path in FOUND.glob("*/*") if path.is_file())
SHARE = {
    "players": 300,
    "transcript": 60,
    "tally": 100,
    "counts": 100,
    "neutral": 40,
    "catalogue": 40,
    "packs": 40,
    "text": 5,
    "record": 5,
    "bytes": 2000,
    "chain": 500,
    "lines": 500,
    "verdict": 50,
}


@pytest.mark.parametrize("path", KEPT, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_what_was_found_once_is_answered_now(path: Path):
    assert broken(READERS[path.parent.name], path.read_bytes()) == ""


@pytest.mark.parametrize("name", READERS)
def test_a_share_of_the_hunt_breaks_no_door_of(name: str):
    assert hunt(name, inputs=SHARE.get(name, 12), seed=1, watched=False, seeds=False).found == []
