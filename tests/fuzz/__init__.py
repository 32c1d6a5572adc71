"""Fuzzing: whatever bytes come through a door, the answer is a result or one line of complaint.

    uv run python -m tests.fuzz --minutes 10                       # every reader in turn
    uv run python -m tests.fuzz --minutes 10 --reader log --seed 7

What is found (an error that no door catches, more than 256 MB, more seconds than a careless table would wait) is made
as small as it goes and kept under `found/READER/`; `tests/test_fuzz.py` reads all of these again, every time.

The loop is our own. Atheris was tried: its newest version for Python 3.11 installs, but audits under it took 3.6 times
the processor time with the games themselves left uninstrumented, and its later wheels know neither 3.11 nor any system
but Linux on Intel. Hypothesis searches well within one test but keeps no corpus that grows by coverage. Here a line of
ours that was never run before makes an input worth keeping; from Python 3.12 on watching for that costs nothing.
"""
