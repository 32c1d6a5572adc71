"""Other processes that lend a hand where there is much to do."""

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from threading import Event, Thread
from typing import Any, TypeVar

LOOK = 2.0  # seconds between two looks at who is still there
Given = TypeVar("Given")
Made = TypeVar("Made")


@contextmanager
def hired(
    number: int, ready: str, broken: Exception, settle_in: Callable[..., None] | None = None, *given: Any
) -> Iterator[ProcessPoolExecutor]:
    """So many processes that have a module ready; `broken` is raised when one of them is ended from outside."""
    context = get_context("forkserver")
    context.set_forkserver_preload([ready])
    pool, done = ProcessPoolExecutor(number, context, _begin, (settle_in, given)), Event()
    Thread(target=_look_after, args=(pool, done), daemon=True).start()
    try:
        yield pool
    except BrokenProcessPool:
        raise broken from None
    finally:
        done.set()
        pool.shutdown(wait=True, cancel_futures=True)


def _look_after(pool: ProcessPoolExecutor, done: Event) -> None:
    """Whoever is killed in the middle of an answer leaves half of it, and the pool would wait for the rest for ever.

    So, where somebody is gone and the pool does not say so, all are sent home and its own end of the pipe, which stays
    its to close, leads nowhere any more: then what it reads has an end too.
    """
    while not done.wait(LOOK):
        hands = [*(pool._processes or {}).values()]
        answers: Any = pool._result_queue  # held, so that it lives until here
        if hands and wait([one.sentinel for one in hands], 0) and not done.wait(LOOK) and not pool._broken:
            for one in hands:
                one.kill()
            with open(os.devnull, "wb") as nowhere:  # noqa: PTH123
                os.dup2(nowhere.fileno(), answers._writer.fileno())
            return


def in_order(
    pool: ProcessPoolExecutor, job: Callable[[Given], Made], given: Iterable[Given], most: int
) -> Iterator[Made]:
    """What a job makes of each, in order; never more than so many are on their way."""
    waiting: deque[Future[Made]] = deque()
    for one in given:
        waiting.append(pool.submit(job, one))
        if len(waiting) >= most:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


def _begin(settle_in: Callable[..., None] | None, given: tuple[Any, ...]) -> None:
    """An interrupt is for the first process, which sends the others home."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_leave_with_the_first, daemon=True).start()
    if settle_in is not None:
        settle_in(*given)


def _leave_with_the_first() -> None:
    """When the first process is gone, however it went, there is nobody left to work for."""
    first = parent_process()
    if first is not None:
        first.join()
        os._exit(1)
