"""Many logs in one file: our own packs, whose index finds one log without the rest, and those of others, read through.

Our own pack is a .zst file that `zstd -d` turns into the lines of all its logs. Before each log stands its name in a
skippable frame, then the log as one compressed frame; the last frame is skippable too and holds where each log begins.
"""

import io
import os
import re
import struct
import sys
from array import array
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import IO, TYPE_CHECKING, NamedTuple, cast

from ledger.log import (
    BOM,
    END_AT,
    FILE_LIMIT,
    HASH_AT,
    LINE_LIMIT,
    NOTHING,
    START,
    TAIL,
    LogError,
    Unreadable,
    read,
    scan,
)
from ledger.words import Words

if TYPE_CHECKING:
    import zstandard

SUFFIXES = (".jsonl", ".jsonl.zst", ".jsonl.gz")  # what a folder is searched for
OPENING = START + b',"n":0,'  # how the first line of a log begins
ADDRESS = re.compile(r"(.+)#([1-9][0-9]{0,9})", re.DOTALL)

ZSTD, GZIP, ZIP, TAR = b"\x28\xb5\x2f\xfd", b"\x1f\x8b", (b"PK\x03\x04", b"PK\x05\x06"), b"ustar"
SKIPPED = re.compile(rb"[\x50-\x5f]\x2a\x4d\x18", re.DOTALL)
SIGNED, NAME, INDEX = (struct.pack("<I", 0x184D2A50 + nibble) for nibble in (0, 1, 14))
SIGNATURE = b"quaestor pack 1\n"
HEAD = SIGNED + struct.pack("<I", len(SIGNATURE)) + SIGNATURE
MARK = b"QPACKIDX"
FOOT = struct.Struct("<QQ8s")  # how many logs, where the index begins, its mark
LONGEST_NAME = 4096
CHUNK = 1 << 17
MORSEL = 2048  # compressed bytes that are unpacked at once
LEVEL = 3  # of compression
LAYERS = 4  # a .tar in a .gz is two


CHAINED = re.compile(rb'"hash":"[0-9a-f]{64}"\}\r?$', re.M)  # how a line of a log ends


class PackError(LogError):
    """Something could not be done with a pack."""


EMPTY = Words("an empty pack: there is no log in it")


class Packed(NamedTuple):
    """One log of a pack, or why it cannot be had."""

    number: int  # from 1
    name: str  # as the pack has it; empty where nobody noted one
    data: bytes
    trouble: Words | None = None


# --- which files hold logs --------------------------------------------------------------------------------------------


def address(pack: Path | str, number: int) -> str:
    """How one log of a pack is called."""
    return f"{pack}#{number}"


def addressed(path: Path) -> tuple[Path, int] | None:
    """The pack and the number, where a path names one log of a pack and no file of its own."""
    found = ADDRESS.fullmatch(str(path))
    if found is None or path.exists() or not Path(found[1]).is_file():
        return None
    return Path(found[1]), int(found[2])


def files_under(path: Path) -> list[Path]:
    """A file itself; of a folder every log and every pack of lines at any depth, in order."""
    if not path.is_dir():
        return [path]
    found = [Path(place, name) for place, _, names in os.walk(path) for name in names if name.endswith(SUFFIXES)]
    return sorted(found)


def logs_in(path: Path) -> Iterator[tuple[str, Packed]]:
    """Every log of a file with its address: a file of one log is called by its own name."""
    named = addressed(path)
    if named is not None:
        yield str(path), one(*named)
        return
    try:
        data = read(path)
    except Unreadable as error:
        if error.rule != "limit":
            raise
        with path.open("rb") as file:
            yield from ((address(path, one.number), one) for one in unpacked(file))
        return
    if is_single(data):
        yield str(path), Packed(1, path.name, data)
    else:
        yield from ((address(path, one.number), one) for one in unpacked(io.BytesIO(data)))


def is_single(data: bytes) -> bool:
    """Whether these bytes are one log, or would be if they were sound, and no pack."""
    if _is_packed(data[:512]):
        return False
    at = data.find(OPENING, len(BOM) + 1)  # a log that some program marked is one log
    while at > 0:
        if _opens(data[at : data.find(b"\n", at) + 1]):
            return False
        at = data.find(OPENING, at + 1)
    return True


def sole(path: Path) -> bytes:
    """The one log that a path means: a file, a log of a pack by its number, or a pack that holds just one."""
    named = addressed(path)
    if named is not None:
        return _data(one(*named))
    found = logs_in(path)
    first = next(found, None)
    if first is None:
        raise Unreadable("entry", None, EMPTY)
    if next(found, None) is not None:
        words = Words("many logs in one file; say which: {first}, {second}, …", first=address(path.name, 1),
                      second=address(path.name, 2))  # fmt: skip
        raise Unreadable("entry", None, words)
    return _data(first[1])


def sole_of(file: IO[bytes]) -> bytes:
    """The one log that comes through a pipe, packed or not."""
    found = unpacked(file)
    first = next(found, Packed(0, "", b""))
    if next(found, None) is not None:
        raise Unreadable("entry", None, Words("many logs in one; this wants one log"))
    return _data(first)


def _data(found: Packed) -> bytes:
    if found.trouble is not None:
        raise Unreadable("entry", None, found.trouble)
    return found.data


class Lot(NamedTuple):
    """Some logs that a process takes at once: a file, some of one of our packs by number, or such as were read."""

    file: str
    numbers: range | None = None
    logs: tuple[Packed, ...] = ()

    def __len__(self) -> int:
        """How many logs it holds; of a file that nobody has opened yet, one."""
        return len(self.numbers) if self.numbers is not None else len(self.logs) or 1

    def taken(self) -> Iterator[tuple[str, Packed]]:
        """Every log with its address."""
        if self.logs:
            yield from ((address(self.file, one.number), one) for one in self.logs)
        elif self.numbers is None:
            yield from logs_in(Path(self.file))
        else:
            with Path(self.file).open("rb") as file:
                index = Index.of(file)
                if index is None or len(index) < self.numbers.stop - 1:
                    raise Unreadable("entry", None, Words("the pack was changed while it was read"))
                yield from ((address(self.file, one.number), one) for one in index.logs(file, self.numbers))


def count(path: Path) -> int:
    """How many logs a file holds, where that can be told without reading it; else 1."""
    try:
        with path.open("rb") as file:
            index = None if path.name.endswith(".jsonl") else Index.of(file)
    except OSError:
        return 1
    return 1 if index is None else len(index)


def lots(path: Path, many: int, size: int = 4 << 20) -> Iterator[Lot]:
    """What lies in a file, in lots of so many logs: a file that may be one log is left to who takes it."""
    if path.name.endswith(".jsonl") and not _is_large(path):
        yield Lot(str(path))
        return
    if addressed(path) is not None or not path.is_file():
        yield Lot(str(path))
        return
    with path.open("rb") as file:
        yield from lots_of(file, str(path), many, size)


def lots_of(file: IO[bytes], name: str, many: int, size: int = 4 << 20, *, again: bool = True) -> Iterator[Lot]:
    """The same for an open file, or for a pipe that nobody can open again."""
    index = Index.of(file) if again else None
    if index is not None:
        for first in range(1, len(index) + 1, many):
            yield Lot(name, range(first, min(first + many, len(index) + 1)))
        return
    held: list[Packed] = []
    for found in unpacked(file):
        held.append(found)
        if len(held) >= many or sum(len(one.data) for one in held) > size:
            yield Lot(name, None, tuple(held))
            held = []
    if held:
        yield Lot(name, None, tuple(held))


def _is_large(path: Path) -> bool:
    try:
        return path.stat().st_size > FILE_LIMIT
    except (OSError, ValueError):
        return False


# --- reading ----------------------------------------------------------------------------------------------------------


def unpacked(file: IO[bytes]) -> Iterator[Packed]:
    """Every log of a pack that lies in a file or comes through a pipe; where it is broken, a last one says so."""
    index = Index.of(file)
    if index is not None:
        yield from index.logs(file, range(1, len(index) + 1))
        return
    number, through = 0, _peekable(file)
    wrapped = _is_packed(through.peek(512)[:512])
    try:
        for number, (name, data) in enumerate(_through(through, LAYERS), 1):
            yield Packed(number, name, data)
        if wrapped and not number:
            yield Packed(1, "", b"", EMPTY)
    except _broken() as error:
        words = Words("the pack is broken here: {why} ({n} {n:log|logs} before it could be read)", why=_why(error),
                      n=number)  # fmt: skip
        yield Packed(number + 1, "", b"", words)


def one(path: Path, number: int) -> Packed:
    """One log of a pack: by its index where it has one, else by reading through."""
    with path.open("rb") as file:
        index = Index.of(file)
        if index is not None and number <= len(index):
            return next(iter(index.logs(file, range(number, number + 1))))
        last = 0
        if index is None:
            for packed in unpacked(file):
                if packed.number == number:
                    return packed
                last = packed.number
    words = Words("{path} has no log {n}; it has {last}", path=path, n=number, last=len(index) if index else last)
    raise Unreadable("entry", None, words)


class Index:
    """Where each log of one of our packs begins; 8 bytes each, read when they are needed."""

    def __init__(self, number: int, at: int) -> None:
        self.number, self.at = number, at

    @staticmethod
    def of(file: IO[bytes]) -> "Index | None":
        """The index of a pack; None where it has none that fits, or cannot be looked into at any place."""
        if not file.seekable():
            return None
        begun = file.tell()
        size = file.seek(0, os.SEEK_END)
        try:
            if begun or size < len(HEAD) + 8 + FOOT.size:
                return None
            file.seek(0)
            if file.read(len(HEAD)) != HEAD:
                return None
            file.seek(size - FOOT.size)
            number, at, mark = FOOT.unpack(file.read(FOOT.size))
            fits = mark == MARK and at + 8 + 8 * number + FOOT.size == size
            return Index(number, at) if fits else None
        finally:
            file.seek(begun)

    def __len__(self) -> int:
        return self.number

    def logs(self, file: IO[bytes], numbers: range) -> Iterator[Packed]:
        """These logs; one that is spoilt does not hinder the next."""
        unzip = _decompressor()
        for first in range(numbers.start, numbers.stop, 1000):
            last = min(first + 1000, numbers.stop)
            file.seek(self.at + 8 + 8 * (first - 1))
            places = [*struct.unpack(f"<{last - first}Q", file.read(8 * (last - first)))]
            places.append(self._end(file, last))
            file.seek(places[0])
            for number, begins, ends in zip(range(first, last), places, places[1:], strict=False):
                yield self._log(file, number, begins, ends, unzip)

    def _end(self, file: IO[bytes], after: int) -> int:
        return self.at if after > self.number else int(struct.unpack("<Q", file.read(8))[0])

    def _log(self, file: IO[bytes], number: int, begins: int, ends: int, unzip: "zstandard.ZstdDecompressor") -> Packed:
        name = ""
        try:
            if not len(HEAD) <= begins < ends <= self.at:
                raise ValueError("its place in the index cannot be")
            if file.tell() != begins:
                file.seek(begins)
            name, frame = _named(file.read(ends - begins))
            return Packed(number, name, _one_frame(frame, unzip))
        except _broken() as error:
            words = Words("the pack is broken here: {why}; its other logs can be read", why=_why(error))
            return Packed(number, name, b"", words)


def _named(piece: bytes) -> tuple[str, bytes]:
    size = int.from_bytes(piece[4:8], "little")
    if piece[:4] != NAME or size > LONGEST_NAME or 8 + size > len(piece):
        raise ValueError("a name is expected before each log")
    return piece[8 : 8 + size].decode("utf-8", "surrogateescape"), piece[8 + size :]


def _one_frame(frame: bytes, unzip: "zstandard.ZstdDecompressor") -> bytes:
    import zstandard

    if zstandard.frame_content_size(frame) > FILE_LIMIT:
        raise ValueError("a log has at most 16 MiB")
    return unzip.decompress(frame, max_output_size=FILE_LIMIT + 1, allow_extra_data=False)


def _peekable(file: IO[bytes]) -> io.BufferedReader:
    """A file whose beginning can be looked at without being taken, also where it comes by the drop."""
    some = getattr(file, "read1", file.read)  # gzip's `read` keeps to itself what it has before a break
    return io.BufferedReader(_Chunks(iter(lambda: some(CHUNK), b"")), CHUNK)


def _is_packed(begin: bytes) -> bool:
    return bool(begin[:4] == ZSTD or begin[:2] == GZIP or begin[:4] in ZIP or begin[257:262] == TAR
                or SKIPPED.match(begin))  # fmt: skip


def _through(file: io.BufferedReader, layers: int) -> Iterator[tuple[str, bytes]]:
    """Name and bytes of every log, whatever it is wrapped in: what a file begins with says what it is."""
    import gzip

    if not layers:
        raise ValueError("packed in too many layers")
    begin = file.peek(512)[:512]
    if begin.startswith(HEAD):
        yield from _own_frames(file)
    elif begin[:4] == ZSTD or SKIPPED.match(begin):
        content = (piece for frame, pieces in _frames(file) for piece in pieces if not SKIPPED.match(frame))
        yield from _through(io.BufferedReader(_Chunks(content), CHUNK), layers - 1)
    elif begin[:2] == GZIP:
        with gzip.GzipFile(fileobj=file) as inner:
            yield from _through(_peekable(cast(IO[bytes], inner)), layers - 1)
    elif begin[:4] in ZIP:
        yield from _from_zip(file, layers)
    elif begin[257:262] == TAR:
        yield from _from_tar(file, layers)
    else:
        some = file.read1
        for data in split(iter(lambda: some(CHUNK), b"")):
            yield "", data


class _Chunks(io.RawIOBase):
    """Pieces of bytes as a file."""

    def __init__(self, chunks: Iterator[bytes]) -> None:
        self.chunks, self.rest = chunks, b""
        self.broken: Exception | None = None

    def readable(self) -> bool:
        """It can only be read."""
        return True

    def readinto(self, buffer: "memoryview") -> int:  # type: ignore[override]
        """As many bytes as there are; what comes before a break is given first."""
        filled = 0
        while filled < len(buffer):
            if not self.rest:
                some = self._next()
                if some is None:
                    break
                self.rest = some
            size = min(len(buffer) - filled, len(self.rest))
            buffer[filled : filled + size], self.rest = self.rest[:size], self.rest[size:]
            filled += size
        if not filled and self.broken is not None:
            raise self.broken
        return filled

    def _next(self) -> bytes | None:
        try:
            return None if self.broken else next(self.chunks, None)
        except _broken() as error:
            self.broken = error
            return None


def _frames(file: io.BufferedReader) -> Iterator[tuple[bytes, Iterator[bytes]]]:
    """The frames of a .zst, each as its first bytes and the pieces of its content, which the caller takes first."""
    unzip = _decompressor()
    while begin := file.read(4):
        if SKIPPED.match(begin):
            yield begin, _skipped(file)
        else:
            yield begin, _content(begin, file, unzip)


def _skipped(file: io.BufferedReader) -> Iterator[bytes]:
    left = int.from_bytes(_exactly(file, 4), "little")
    while left:
        some = _exactly(file, min(left, CHUNK))
        left -= len(some)
        yield some


def _content(begin: bytes, file: io.BufferedReader, unzip: "zstandard.ZstdDecompressor") -> Iterator[bytes]:
    """What a frame holds; fed by the morsel, because a few bytes can ask for a great deal."""
    frame = unzip.decompressobj()
    yield frame.decompress(begin)
    while not frame.eof:
        seen = file.peek(MORSEL)[:MORSEL]
        if not seen:
            raise ValueError("it ends too early")
        yield frame.decompress(seen)
        file.read(len(seen) - len(frame.unused_data))


def _exactly(file: io.BufferedReader, size: int) -> bytes:
    data = file.read(size)
    if len(data) < size:
        raise ValueError("it ends too early")
    return data


def _own_frames(file: io.BufferedReader) -> Iterator[tuple[str, bytes]]:
    """A pack of ours from a pipe, or one whose index is lost: frame by frame."""
    name = ""
    for begin, content in _frames(file):
        if begin == NAME:
            name = _bounded(content, LONGEST_NAME).decode("utf-8", "surrogateescape")
        elif SKIPPED.match(begin):
            for _ in content:
                pass
        else:
            yield name, _bounded(content, FILE_LIMIT + 1)
            name = ""


def _bounded(chunks: Iterator[bytes], most: int) -> bytes:
    """What there is, up to a limit; the rest is passed over."""
    parts, size = [], 0
    for chunk in chunks:
        if size < most:
            parts.append(chunk[: most - size])
            size += len(parts[-1])
    return b"".join(parts)


def _from_tar(file: io.BufferedReader, layers: int) -> Iterator[tuple[str, bytes]]:
    import tarfile

    with tarfile.open(fileobj=file, mode="r|") as tar:
        for member in tar:
            inner = tar.extractfile(member) if member.isfile() and _is_wanted(member.name) else None
            if inner is not None:
                yield from _member(member.name, inner, layers)


def _from_zip(file: IO[bytes], layers: int) -> Iterator[tuple[str, bytes]]:
    """The list of a zip stands at its end, so it is laid aside first: it may come through a pipe."""
    import tempfile
    import zipfile

    with ExitStack() as stack:
        whole = stack.enter_context(tempfile.TemporaryFile())
        while some := file.read(CHUNK):
            whole.write(some)
        packed = stack.enter_context(zipfile.ZipFile(whole))
        for member in packed.infolist():
            if not member.is_dir() and _is_wanted(member.filename):
                with packed.open(member) as inner:
                    yield from _member(member.filename, inner, layers)


def _is_wanted(name: str) -> bool:
    return name.endswith(SUFFIXES) and not Path(name).name.startswith("._")  # a Mac adds such shadows


def _member(name: str, inner: IO[bytes], layers: int) -> Iterator[tuple[str, bytes]]:
    """A file inside a pack may hold many logs itself; alone it has its own name."""
    found = _through(_peekable(inner), layers - 1)
    first = next(found, ("", b""))
    try:
        second = next(found, None)
    except _broken():
        yield first[0] or name, first[1]
        raise
    if second is None:
        yield first[0] or name, first[1]
        return
    for number, (own, data) in enumerate(chain((first, second), found), 1):
        yield own or address(name, number), data


def split(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Logs that stand one after another: a further one begins with a first line that is chained from nothing.

    Where the chunks break off, what was there of the last log is given first.
    """
    held, looked = b"", 1  # the first byte belongs to this log in any case
    broken: list[Exception] = []
    for chunk in _until_broken(chunks, broken):
        held += chunk
        begun = 0
        while (at := held.find(OPENING, looked)) >= 0:
            end = held.find(b"\n", at, at + LINE_LIMIT + 1)
            if end < 0 and len(held) - at <= LINE_LIMIT:  # the rest of the line is still to come
                looked = at
                break
            if _opens(held[at : end + 1]):
                yield held[begun:at]
                begun = at
            looked = at + 1
        else:
            looked = max(looked, len(held) - len(OPENING) + 1)
        held, looked = held[begun:], looked - begun
        if len(held) > 2 * FILE_LIMIT:  # no log; enough is kept to say so
            cut = min(looked, len(held) - CHUNK)
            held, looked = held[: FILE_LIMIT + 1] + held[cut:], FILE_LIMIT + 1 + looked - cut
    if held:
        yield held
    if broken:
        raise broken[0]


def _until_broken(chunks: Iterable[bytes], broken: list[Exception]) -> Iterator[bytes]:
    try:
        yield from chunks
    except _broken() as error:
        broken.append(error)


def _opens(line: bytes) -> bool:
    """Whether a line is the first of a log: nothing is chained before it, whatever its end was converted to."""
    line = line.removesuffix(b"\r\n") + b"\n" if line.endswith(b"\r\n") else line
    return line[HASH_AT:END_AT] == sha256(NOTHING + line[:-TAIL]).hexdigest().encode()


# --- writing ----------------------------------------------------------------------------------------------------------


class Packer:
    """Writes a pack log by log, beside its place; it is put there when it is whole."""

    def __init__(self, output: Path) -> None:
        import zstandard

        from ledger.files import Growing

        self.zip = zstandard.ZstdCompressor(level=LEVEL, write_checksum=True)
        self.file = Growing(output)
        self.places = array("Q")
        try:
            self.file.write(HEAD)
        except BaseException:
            self.file.close()
            raise

    def add(self, name: str, data: bytes) -> None:
        """One more log, as it is."""
        self.put(framed(name, self.zip.compress(data)))

    def put(self, piece: bytes) -> None:
        """One more log that is in its frame already."""
        self.places.append(self.file.size)
        self.file.write(piece)

    def finish(self) -> int:
        """Write the index, see everything on the disk and put the pack in place; gives how many logs it has."""
        number = len(self.places)
        size = 8 * number + FOOT.size
        if size >= 1 << 32:
            raise PackError(Words("too many logs for one pack: {n}", n=number))
        places = self.places if sys.byteorder == "little" else _swapped(self.places)
        self.file.write(INDEX + struct.pack("<I", size) + places.tobytes() + FOOT.pack(number, self.file.size, MARK))
        self.file.finish()
        return number

    def __enter__(self) -> "Packer":
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()


def framed(name: str, compressed: bytes) -> bytes:
    """A compressed log with its name before it."""
    called = name.encode("utf-8", "surrogateescape")[:LONGEST_NAME]
    return NAME + struct.pack("<I", len(called)) + called + compressed


def _swapped(places: "array[int]") -> "array[int]":
    turned = array("Q", places)
    turned.byteswap()
    return turned


def pack(logs: Iterable[tuple[str, bytes]], output: Path) -> int:
    """Write logs with their names into a new pack; what is torn or no log at all is named, and nothing is written."""
    torn: list[str] = []
    strange: list[str] = []
    with Packer(output) as packer:
        for name, data in logs:
            if not is_log(data):
                strange.append(name)
            elif is_torn(data):
                torn.append(name)
            elif not torn and not strange:
                packer.add(name, data)
        if strange:
            raise PackError(Words("{names}: this is no log; nothing was packed", names=_some(strange)))
        if torn:
            words = "{names}: the last entry is unfinished; nothing was packed (a writer mends it: quaestor record)"
            raise PackError(Words(words, names=_some(torn)))
        return packer.finish()


def _some(names: list[str]) -> list[str]:
    return names[:20] + (["…"] if len(names) > 20 else [])


def is_log(data: bytes) -> bool:
    """Whether anything in a file is a line of a log, however spoilt the rest; or the beginning of its only one."""
    return CHAINED.search(data) is not None or data.startswith(b'{"type":"game_started"')


def is_torn(data: bytes) -> bool:
    """Whether a log's last entry is unfinished."""
    try:
        return scan(data, chain=False).integrity == "torn"
    except Unreadable:
        return bool(data) and not data.endswith(b"\n")


def unpack(file: IO[bytes], folder: Path) -> Iterator[tuple[str, Words | None]]:
    """Write every log of a pack into a folder under its name; tells of each, and why one could not be written."""
    for found in unpacked(file):
        name = found.name or f"{found.number:07d}.jsonl"
        yield name, found.trouble or _written(folder, name, found.data)


def _written(folder: Path, name: str, data: bytes) -> Words | None:
    if not _is_safe(name):
        return Words("such a name leads out of the folder; it was not written")
    from ledger.files import create

    place = folder / name
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        if not _there_already(place, data):
            create(place, data)
    except LogError as error:
        return error.words
    except (OSError, ValueError) as error:
        return Words("{path} cannot be written: {why}", path=place, why=getattr(error, "strerror", None) or str(error))
    return None


def _there_already(place: Path, data: bytes) -> bool:
    return place.is_file() and place.stat().st_size == len(data) and place.read_bytes() == data


def _is_safe(name: str) -> bool:
    parts = name.replace("\\", "/").split("/")
    return not any(part in ("", ".", "..") for part in parts) and "\0" not in name and ":" not in parts[0]


# --- zstd -------------------------------------------------------------------------------------------------------------


def _decompressor() -> "zstandard.ZstdDecompressor":
    import zstandard

    return zstandard.ZstdDecompressor(max_window_size=1 << 27)


def _broken() -> tuple[type[Exception], ...]:
    """What the libraries raise on files that are spoilt."""
    import tarfile
    import zipfile
    import zlib

    import zstandard

    return (
        *(OSError, EOFError, ValueError, RuntimeError, NotImplementedError, MemoryError, struct.error),
        *(zlib.error, tarfile.TarError, zipfile.BadZipFile, zstandard.ZstdError),
    )


def _why(error: BaseException) -> str:
    return getattr(error, "strerror", None) or str(error).split("\n")[0] or type(error).__name__
