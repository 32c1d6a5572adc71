"""Processes that lend a hand: whatever ends one of them, whoever asked hears of it."""

import os
import signal
import sys
from concurrent.futures.process import BrokenProcessPool

import pytest

from ledger.processes import hired, in_order


def double(number):
    return 2 * number


def gone(number):
    os.kill(os.getpid(), signal.SIGKILL)


def half_an_answer(number):
    """Killed while the answer was on its way: its length stands in the pipe, and nothing behind it."""
    frame = sys._getframe()
    while "result_queue" not in frame.f_locals:
        frame = frame.f_back
    os.write(frame.f_locals["result_queue"]._writer.fileno(), (1000).to_bytes(4, "big"))
    gone(number)


class Ended(Exception):
    """What was to be raised."""


def test_what_they_make_comes_in_order():
    with hired(2, "ledger.words", Ended()) as pool:
        assert [*in_order(pool, double, range(50), 8)] == [2 * number for number in range(50)]


@pytest.mark.parametrize("job", [gone, half_an_answer])
def test_one_that_is_killed_at_any_moment_is_told(job):
    with pytest.raises(Ended), hired(2, "ledger.words", Ended()) as pool:
        pool.submit(double, 1).result()
        [*in_order(pool, job, range(3), 8)]


def test_whoever_waits_for_one_answer_hears_of_it_too():
    with hired(1, "ledger.words", Ended()) as pool:
        with pytest.raises(BrokenProcessPool):
            pool.submit(half_an_answer, 1).result()
        with pytest.raises(BrokenProcessPool):
            pool.submit(double, 1).result()
