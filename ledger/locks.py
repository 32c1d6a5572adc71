"""One writer at a time: the lock on an open file. What only one kind of system has stands here."""

import os


def taken(descriptor: int) -> bool:
    """Take the lock of an open file, which ends with the process at the latest; False: somebody else has it."""
    if os.name == "posix":
        import fcntl

        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
    import portalocker

    try:
        portalocker.lock(descriptor, portalocker.LockFlags.EXCLUSIVE | portalocker.LockFlags.NON_BLOCKING)
    except portalocker.exceptions.LockException:
        return False
    return True
