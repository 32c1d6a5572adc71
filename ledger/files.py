"""Files as writers use them: whole and on disk, or not at all.

Every call that can fail stands in `Disk`, so that a test can put one in its place that fails at any of them, or that
loses power. Nothing here follows a symbolic link that lies in the place of a file.
"""

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from ledger.log import LogError, NotKnown
from ledger.words import Words

OURS = sum(getattr(os, flag, 0) for flag in ("O_CLOEXEC", "O_NOFOLLOW", "O_NONBLOCK", "O_BINARY"))
UNNAMED = getattr(os, "O_TMPFILE", 0)
HELD = "/proc/self/fd"  # where Linux has a name for a file that has none


class FileIdentity(NamedTuple):
    """What tells one file from another, and how much is in it."""

    device: int
    number: int
    size: int
    regular: bool
    touched: tuple[int, int]  # when somebody last wrote to it, or did anything to it

    def same_file(self, other: "FileIdentity") -> bool:
        """Whether these are the same file, whatever happened to it."""
        return (self.device, self.number) == (other.device, other.number)


class Disk:
    """The calls of the system, one by one."""

    def open(self, path: Path, *, create: bool = False, private: bool = False) -> int:
        """An existing file for reading and writing, or a new one where there is none (private: its owner's alone)."""
        return os.open(path, os.O_RDWR | OURS | (os.O_CREAT if create else 0), 0o600 if private else 0o666)

    def open_unnamed(self, folder: Path) -> int:
        """A file that is nowhere yet and vanishes with the process; OSError where the system has none."""
        if not UNNAMED or not os.path.isdir(HELD):  # noqa: PTH112
            raise OSError(errno.EOPNOTSUPP, os.strerror(errno.EOPNOTSUPP))
        return os.open(folder, os.O_RDWR | os.O_CLOEXEC | UNNAMED, 0o666)

    def about(self, place: int | Path) -> FileIdentity:
        """An open file, or what lies under a name."""
        found = os.fstat(place) if isinstance(place, int) else os.lstat(place)
        touched = found.st_mtime_ns, found.st_ctime_ns
        return FileIdentity(found.st_dev, found.st_ino, found.st_size, stat.S_ISREG(found.st_mode), touched)

    def lock(self, descriptor: int) -> bool:
        """Take the lock of an open file; False: somebody else has it."""
        from ledger.locks import taken

        return taken(descriptor)

    def read(self, descriptor: int, at: int, size: int) -> bytes:
        """So many bytes, or as many as there are."""
        os.lseek(descriptor, at, os.SEEK_SET)
        return os.read(descriptor, size)

    def write(self, descriptor: int, at: int, data: bytes) -> int:
        """One write; gives how much of it was taken."""
        os.lseek(descriptor, at, os.SEEK_SET)
        return os.write(descriptor, data)

    def truncate(self, descriptor: int, size: int) -> None:
        """Cut a file off."""
        os.ftruncate(descriptor, size)

    def sync(self, descriptor: int) -> None:
        """Flush a file to the disk."""
        os.fsync(descriptor)

    def sync_folder(self, folder: Path) -> None:
        """Flush the names in a folder; a system where folders cannot be opened keeps them by itself."""
        if os.name != "posix":
            return
        descriptor = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

    def name(self, descriptor: int, path: Path) -> None:
        """Give a file that has no name one that is free."""
        held = os.open(HELD, os.O_RDONLY | os.O_CLOEXEC)
        try:
            os.link(str(descriptor), path, src_dir_fd=held, follow_symlinks=True)
        finally:
            os.close(held)

    def link(self, old: Path, new: Path) -> None:
        """Give a file a second name that is free."""
        os.link(old, new)

    def replace(self, old: Path, new: Path) -> None:
        """Put a file in the place of another."""
        os.replace(old, new)  # noqa: PTH105

    def remove(self, path: Path) -> None:
        """Take a name away."""
        os.unlink(path)  # noqa: PTH108

    def close(self, descriptor: int) -> None:
        """Let a file go, and its lock with it."""
        os.close(descriptor)


disk = Disk()


def read_all(descriptor: int, at: int, size: int) -> bytes:
    """So many bytes of an open file, unless it ends before."""
    parts = []
    while size > 0 and (part := disk.read(descriptor, at, size)):
        parts.append(part)
        at, size = at + len(part), size - len(part)
    return b"".join(parts)


def write_all(descriptor: int, at: int, data: bytes) -> None:
    """Everything with one write, or, where a disk takes only part of it, with as many as it needs."""
    done = 0
    while done < len(data):
        done += disk.write(descriptor, at + done, data[done:] if done else data)


def create(path: Path, data: bytes) -> None:
    """Put a new file in its place, whole and on disk, or not at all; what is already there is never overwritten."""
    path = Path(path)
    try:
        _create(path, data)
    except FileExistsError:
        raise _is_there(path) from None
    except OSError as error:
        raise cannot_write(path, error) from error
    _on_disk(path)


def _is_there(path: Path) -> LogError:
    return LogError(Words("{path} exists already and is not overwritten; choose another name", path=path))


def _on_disk(path: Path) -> None:
    """A new file's name is flushed, or there is no such file."""
    try:
        disk.sync_folder(path.parent)
    except OSError as error:
        _take_back(path, error)
        raise cannot_write(path, error) from error


def cannot_write(path: Path, error: OSError) -> LogError:
    """Why there is no such file now."""
    return LogError(Words("{path} cannot be written: {why}", path=path, why=error.strerror or str(error)))


def _take_back(path: Path, error: OSError) -> None:
    """A file whose name is perhaps not on disk is none; where that cannot be undone, nobody knows."""
    try:
        disk.remove(path)
        disk.sync_folder(path.parent)
    except OSError:
        raise _perhaps(path, error) from error


def _perhaps(path: Path, error: OSError) -> NotKnown:
    words = "{path}: whether it was written is not known ({why}); look what is there before repeating"
    return NotKnown(Words(words, path=path, why=error.strerror or str(error)))


def _create(path: Path, data: bytes) -> None:
    try:
        descriptor = disk.open_unnamed(path.parent)
    except OSError as error:
        if error.errno not in (errno.EOPNOTSUPP, errno.EISDIR, errno.EINVAL):
            raise
        _create_from_draft(path, data)
        return
    try:
        write_all(descriptor, 0, data)
        disk.sync(descriptor)
        named = _named(descriptor, path)
    finally:
        let_go(descriptor)
    if not named:
        _create_from_draft(path, data)


def _named(descriptor: int, path: Path) -> bool:
    """Give a file its name; False where the system cannot do that."""
    try:
        disk.name(descriptor, path)
    except FileExistsError:
        raise
    except OSError as error:  # done or not done? It says not, so it shall not be
        with suppress(FileNotFoundError):
            if disk.about(path).same_file(disk.about(descriptor)):
                _take_back(path, error)
        if error.errno not in (errno.EOPNOTSUPP, errno.EXDEV, errno.EPERM, errno.ENOENT):
            raise
        return False
    return True


def let_go(descriptor: int) -> None:
    """Close a file that has nothing left to lose."""
    with suppress(OSError):
        disk.close(descriptor)


def _create_from_draft(path: Path, data: bytes) -> None:
    """Where every file has a name: the draft of somebody who was killed is written anew by the next."""
    draft = _draft(path)
    if os.path.lexists(path):
        raise FileExistsError
    descriptor = _drafted(draft, data)
    try:
        _link_draft(draft, path)
    finally:
        with suppress(OSError):
            disk.remove(draft)
        let_go(descriptor)


def _link_draft(draft: Path, path: Path) -> None:
    try:
        disk.link(draft, path)
    except FileExistsError:
        raise
    except OSError:  # a disk without hard links
        disk.replace(draft, path)


def _draft(path: Path) -> Path:
    return path.with_name(f".{path.name}.new")


def forget_draft(path: Path) -> None:
    """Take away what somebody left who was killed while writing this file; only for whoever keeps others from it."""
    if os.path.lexists(_draft(path)):
        with suppress(OSError):
            disk.remove(_draft(path))


def _drafted(draft: Path, data: bytes, *, private: bool = False) -> int:
    descriptor = disk.open(draft, create=True, private=private)
    try:
        if not disk.lock(descriptor):
            raise BlockingIOError(errno.EAGAIN, "somebody else is writing it")
        disk.truncate(descriptor, 0)
        write_all(descriptor, 0, data)
        disk.sync(descriptor)
    except BlockingIOError:
        let_go(descriptor)
        raise
    except OSError:
        with suppress(OSError):
            disk.remove(draft)
        let_go(descriptor)
        raise
    return descriptor


def put_in_place(path: Path, data: bytes, *, private: bool = False) -> None:
    """A file's new content in place of the old, whole and on disk; OSError when the old stays, NotKnown else."""
    draft = _draft(path)
    descriptor = _drafted(draft, data, private=private)
    try:
        disk.replace(draft, path)
        disk.sync_folder(path.parent)
    except OSError as error:
        with suppress(OSError):
            disk.remove(draft)
        raise _perhaps(path, error) from error
    finally:
        let_go(descriptor)


def write_over(path: Path, data: bytes) -> None:
    """A file that is made anew each time it is asked for: the old one stays until the new one is whole and on disk."""
    place = path.resolve()
    try:
        if place.exists() and not place.is_file():  # a pipe, or the screen
            place.write_bytes(data)
        else:
            put_in_place(place, data)
    except OSError as error:
        raise cannot_write(path, error) from error


class Growing:
    """A new file that is written piece by piece, beside its place: it is put there when it is whole and on disk.

    What somebody left who was killed is written over by the next; nothing that is already there is.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.size = 0
        self._draft = _draft(path)
        if os.path.lexists(path):
            raise _is_there(path)
        try:
            self._descriptor = _drafted(self._draft, b"")
        except OSError as error:
            raise cannot_write(path, error) from error

    def write(self, data: bytes) -> None:
        """One more piece."""
        try:
            write_all(self._descriptor, self.size, data)
        except OSError as error:
            raise cannot_write(self.path, error) from error
        self.size += len(data)

    def finish(self) -> None:
        """Give it its name."""
        try:
            disk.sync(self._descriptor)
            _link_draft(self._draft, self.path)
        except FileExistsError:
            raise _is_there(self.path) from None
        except OSError as error:
            raise cannot_write(self.path, error) from error
        self.close()
        _on_disk(self.path)

    def close(self) -> None:
        """Leave nothing beside it."""
        if self._descriptor < 0:
            return
        with suppress(OSError):
            disk.remove(self._draft)
        let_go(self._descriptor)
        self._descriptor = -1


def remove(path: Path) -> None:
    """Take a file away, if it is there."""
    try:
        disk.remove(path)
        disk.sync_folder(path.parent)
    except FileNotFoundError:
        return
    except OSError as error:
        raise _perhaps(path, error) from error
