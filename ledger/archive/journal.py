"""What the processes of a build have done so far: rows by the handful, so that a killed build goes on where it was.

Each process appends to a file of its own; a handful of logs is one record, written at once. A record that is not
whole ends its file.
"""

import os
import struct
import zlib
from array import array
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING, NamedTuple

import msgspec

from ledger.locks import taken

if TYPE_CHECKING:
    import pyarrow as pa

HEAD = struct.Struct("<8sIII")  # a mark, how long the list of pieces and the pieces are, and their checksum
MARK = b"QHANDFUL"


class Piece(NamedTuple):
    """Rows of one table and one game, as Arrow writes a batch of them."""

    table: str
    game: str
    rows: int
    size: int
    plain: int  # its size when it is not compressed


class PlacedPiece(NamedTuple):
    """A piece, and where it stands."""

    piece: Piece
    file: str
    at: int


class Stretch(NamedTuple):
    """Where the bytes of a piece stand."""

    file: str
    at: int
    size: int
    plain: int


class Stretches:
    """Where the pieces of one table and one game stand, 32 bytes each: a build has a hundred thousand of them."""

    def __init__(self, found: Iterable[PlacedPiece] = ()) -> None:
        self.files: dict[str, int] = {}
        self.noted = array("Q")
        for one in found:
            self.add(one)

    def add(self, one: PlacedPiece) -> None:
        """One more."""
        file = self.files.setdefault(one.file, len(self.files))
        self.noted.extend((file, one.at, one.piece.size, one.piece.plain))

    def __bool__(self) -> bool:
        return bool(self.noted)

    def __iter__(self) -> Iterator[Stretch]:
        files = [*self.files]
        for file, at, size, plain in zip(*[iter(self.noted)] * 4, strict=True):
            yield Stretch(files[file], at, size, plain)

    def plain(self) -> int:
        """Their bytes when they are not compressed."""
        return sum(self.noted[3::4])


def append(file: IO[bytes], batches: "list[tuple[str, str, pa.RecordBatch]]") -> None:
    """Write one handful: table, game and rows of each piece."""
    import pyarrow as pa

    listed_pieces, parts = [], []
    for table, game, batch in batches:
        plain = batch.serialize()
        parts.append(pa.compress(plain, codec="lz4", asbytes=True))
        listed_pieces.append(Piece(table, game, batch.num_rows, len(parts[-1]), plain.size))
    listed = msgspec.json.encode(listed_pieces)
    body = b"".join(parts)
    check = zlib.crc32(body, zlib.crc32(listed))
    left = memoryview(b"".join((HEAD.pack(MARK, len(listed), len(body), check), listed, body)))
    while left:  # a disk that is nearly full takes a part first, and refuses the rest
        left = left[file.write(left) :]
    file.flush()


def pieces(path: Path, *, check: bool) -> Iterator[list[PlacedPiece]]:
    """The whole records of a file, each as its pieces; `check`: of a killed build, whose bytes may be spoilt too."""
    size = path.stat().st_size
    with path.open("rb") as file:
        at = 0
        while at + HEAD.size <= size:
            file.seek(at)
            mark, listed, body, due = HEAD.unpack(file.read(HEAD.size))
            begins = at + HEAD.size
            at = begins + listed + body
            if mark != MARK or at > size:
                return
            names = file.read(listed)
            if check and zlib.crc32(file.read(body), zlib.crc32(names)) != due:
                return
            found, place = [], begins + listed
            for piece in msgspec.json.decode(names, type=list[Piece]):
                found.append(PlacedPiece(piece, str(path), place))
                place += piece.size
            yield found


def batches(found: Iterable[Stretch], schema: "pa.Schema") -> "Iterator[pa.RecordBatch]":
    """The rows of some pieces of one table."""
    import pyarrow as pa

    files: dict[str, pa.OSFile] = {}
    for one in found:
        if one.file not in files:
            files[one.file] = pa.OSFile(one.file, "rb")
        packed = files[one.file].read_at(one.size, one.at)
        yield pa.ipc.read_record_batch(pa.decompress(packed, one.plain, codec="lz4"), schema)


class Workplace(NamedTuple):
    """A build's own folder; its lock is held as long as the build lives, so that nobody takes over a living one's."""

    folder: Path
    lock: int


def take(work: Path, orders: str) -> Workplace:
    """A folder for a build that works by these orders: one that a killed build left, else a new one."""
    work.mkdir(parents=True, exist_ok=True)
    for number in range(10_000):
        folder = work / f"{orders}-{number}"
        folder.mkdir(exist_ok=True)
        lock = _lock(folder)
        if taken(lock):
            return Workplace(folder, lock)
        os.close(lock)
    raise OSError("too many builds at once")


def left_behind(work: Path, mine: Path) -> Iterator[Path]:
    """Folders of builds that are no longer alive and worked by other orders."""
    for folder in work.iterdir() if work.is_dir() else ():
        if folder == mine or not folder.is_dir():
            continue
        lock = _lock(folder)
        try:
            if taken(lock):
                yield folder
        finally:
            os.close(lock)


def _lock(folder: Path) -> int:
    return os.open(folder / "lock", os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o644)
