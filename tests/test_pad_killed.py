"""The pad under load and under fire, at a tenth of the size; the whole is `python tests/bench/pad.py`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "bench"))

from pad import run


def test_under_load_and_killed_again_and_again_nothing_is_lost_or_doubled():
    calm, killed = run(tables=5, phones=4, seconds=6, kills=10)

    assert calm.entries >= 25
    assert calm.p50 < 200  # at full size p99 is; a machine that runs other tests has moments of its own
    assert calm.memory[1] - calm.memory[0] < 20
    assert killed.kills == 10
    assert killed.entries >= 30
    assert killed.resent
    assert (killed.lost, killed.doubled) == (0, 0)
