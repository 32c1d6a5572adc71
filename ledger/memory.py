"""Memory that is let go goes back to the system. What only one kind of system needs stands here."""

import ctypes
from contextlib import suppress

LARGE = 256 * 1024  # bytes from which on a block is fetched from the system alone
THRESHOLD, ARENAS = -3, -8  # what glibc calls M_MMAP_THRESHOLD and M_ARENA_MAX


def given_back() -> None:
    """For a process that lives all evening and reads whole logs now and then: glibc keeps their room for ever else."""
    with suppress(OSError, AttributeError, TypeError):
        system = ctypes.CDLL(None)
        system.mallopt(THRESHOLD, LARGE)
        system.mallopt(ARENAS, 2)
