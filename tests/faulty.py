"""A disk that fails where it is told to, or loses power there: what was not flushed is gone, or any part of it is."""

import errno
import os
from contextlib import suppress
from pathlib import Path

from ledger.files import Disk

ERRORS = (errno.EIO, errno.ENOSPC, errno.EDQUOT, errno.EACCES, errno.EROFS)
SURVIVES = ("only what was flushed", "everything", "half of it", "zeros", "newlines", "names only", "all but the last")


class PowerLost(BaseException):
    """The machine is off; nothing in the program can do anything about it."""


class FaultyDisk(Disk):
    """Counts the calls; the one of that number fails, with or without having been done, or is the last one ever.

    From there on those named in `lasting` fail too: what was written before may be on the disk or not.
    """

    def __init__(
        self, folder: Path, at: int = 0, error: int = 0, *, done: bool = False, lasting: frozenset[str] = frozenset()
    ) -> None:
        self.folder, self.at, self.error, self.done, self.lasting = folder, at, error, done, lasting
        self.calls = 0
        self.off = False
        self.failed = ""  # which call it was
        self.flushed = {path.stat().st_ino: path.read_bytes() for path in folder.iterdir() if path.is_file()}
        self.names = {path.name: path.stat().st_ino for path in folder.iterdir() if path.is_file()}
        self.pending: dict[int, list[tuple[int, bytes | None]]] = {}  # by file: where what was written; None: cut there

    def _call(self, name, *args, **how):
        if self.off:
            raise PowerLost
        self.calls += 1
        if self.lasting and self.calls >= self.at and name in self.lasting:
            self.failed = name
            raise OSError(self.error, os.strerror(self.error))
        if self.lasting or self.calls != self.at:
            return getattr(super(), name)(*args, **how)
        self.failed = name
        if not self.error:
            self.off = True
            self._part(name, *args)
            raise PowerLost
        if self.done and name not in ("open", "open_unnamed", "lock"):
            getattr(super(), name)(*args, **how)
        elif name == "write":
            self._part(name, *args)
        if name == "sync":
            self.pending.pop(self._file(args[0]), None)  # the system has forgotten it, and shows it all the same
        raise OSError(self.error, os.strerror(self.error))

    def _part(self, name, *args):
        """A write that was under way has done some of its work."""
        if name == "write" and len(args[2]) > 1:
            descriptor, at, data = args
            half = data[: len(data) // 2]
            super().write(descriptor, at, half)
            self.pending.setdefault(self._file(descriptor), []).append((at, half))

    @staticmethod
    def _file(descriptor):
        return os.fstat(descriptor).st_ino

    def open(self, path, *, create=False, private=False):
        return self._call("open", path, create=create, private=private)

    def open_unnamed(self, folder):
        return self._call("open_unnamed", folder)

    def about(self, place):
        return self._call("about", place)

    def lock(self, descriptor):
        return self._call("lock", descriptor)

    def read(self, descriptor, at, size):
        return self._call("read", descriptor, at, size)

    def write(self, descriptor, at, data):
        written = self._call("write", descriptor, at, data)
        self.pending.setdefault(self._file(descriptor), []).append((at, data[:written]))
        return written

    def truncate(self, descriptor, size):
        self._call("truncate", descriptor, size)
        self.pending.setdefault(self._file(descriptor), []).append((size, None))

    def sync(self, descriptor):
        self._call("sync", descriptor)
        file = self._file(descriptor)
        self.flushed[file] = applied(self.flushed.get(file, b""), self.pending.pop(file, []))

    def sync_folder(self, folder):
        self._call("sync_folder", folder)
        self.names = {path.name: path.stat().st_ino for path in self.folder.iterdir() if path.is_file()}

    def name(self, descriptor, path):
        self._call("name", descriptor, path)

    def link(self, old, new):
        self._call("link", old, new)

    def replace(self, old, new):
        self._call("replace", old, new)

    def remove(self, path):
        self._call("remove", path)

    def close(self, descriptor):
        with suppress(OSError):
            os.close(descriptor)  # a process that is gone holds no lock
        if not self.off:
            self.calls += 1
            if self.calls == self.at and self.error:
                raise OSError(self.error, os.strerror(self.error))

    def crash(self, survives: str) -> None:
        """Put the folder in the state in which it is found when the power is back."""
        there = {path.name: path.stat().st_ino for path in self.folder.iterdir() if path.is_file()}
        names = self.names if survives == "only what was flushed" else there
        found = {}
        for name, file in names.items():
            pending = [] if survives in ("only what was flushed", "names only") else self.pending.get(file, [])
            flushed = self.flushed.get(file, b"")
            found[name] = applied(flushed, spoilt(pending, survives, len(flushed)))
        for path in self.folder.iterdir():
            path.unlink()
        for name, data in found.items():
            (self.folder / name).write_bytes(data)


def applied(data: bytes, writes: list[tuple[int, bytes | None]]) -> bytes:
    """A file's bytes after what was done to them."""
    for at, new in writes:
        data = data[:at] if new is None else data[:at].ljust(at, b"\0") + new + data[at + len(new) :]
    return data


def spoilt(writes: list[tuple[int, bytes | None]], survives: str, flushed: int) -> list[tuple[int, bytes | None]]:
    """What became of the last write; where something was flushed before, the old bytes are there or the new ones."""
    if survives == "all but the last":
        return writes[:-1]
    if not writes or writes[-1][1] is None or survives == "everything":
        return writes
    at, data = writes[-1]
    half = max(len(data) // 2, min(len(data), flushed - at))
    if len(data) - half <= 1:
        return writes  # a byte is there or not
    spoil = {
        "half of it": data[:half],
        "zeros": data[:half] + bytes(len(data) - half),
        "newlines": data[:half] + (b"\n\0x\n" * len(data))[: len(data) - half],
    }
    return [*writes[:-1], (at, spoil[survives])]
