"""The log: a hash-chained file of events that is only ever added to.

Reading never writes. Writing goes through `Log`, which holds the file's lock for as long as it is open and says that
an event is recorded only when it is on the disk. `schemas/FORMAT.md` describes the bytes.
"""

import fcntl
import os
import stat
from binascii import hexlify
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from hashlib import sha256
from io import BytesIO
from operator import itemgetter
from pathlib import Path
from types import TracebackType
from typing import Literal, NamedTuple

from msgspec import MsgspecError, Struct
from msgspec.json import Decoder, Encoder
from msgspec.structs import replace

from ledger.events import Event, LogSealed, TailSetAside
from ledger.game import Game
from ledger.words import Words

LINE_LIMIT = 16 * 1024
FILE_LIMIT = 16 * 1024 * 1024
EVENT_LIMIT = 50_000
NESTING_LIMIT = 16

NOTHING = b"0" * 64  # the hash before the first line
MARK = b',"hash":"'
END = b'"}\n'
TAIL = len(MARK) + 64 + len(END)
HASH_AT, END_AT = -len(END) - 64, -len(END)  # where a line has its hash
BODY_OF, TAIL_OF = itemgetter(slice(None, -TAIL)), itemgetter(slice(-TAIL, None))
HASH_OF = itemgetter(slice(HASH_AT, END_AT))
SEAL = b'{"type":"log_sealed","n":'
START = b'{"type":"game_started"'

FIRST = Words("the first line is unfinished; nothing was recorded here yet")

Integrity = Literal["ok", "torn", "damaged", "unreadable"]
ENCODER = Encoder()


class LogError(Exception):
    """Something could not be done with a log; its words say what, where and what to do."""

    def __init__(self, words: Words) -> None:
        super().__init__(str(words))
        self.words = words


class Unreadable(LogError):
    """These bytes are no log that can be judged: which rule of the format they break, and on which line."""

    def __init__(self, rule: str, line: int | None, words: Words) -> None:
        super().__init__(words)
        self.rule = rule
        self.line = line


class Locked(LogError):
    """Somebody else is writing."""


class Moved(LogError):
    """The log has gone on since the event that the writer knew as its last; `since` is what came."""

    def __init__(self, words: Words, since: list[Event]) -> None:
        super().__init__(words)
        self.since = since


class Fault(NamedTuple):
    """One place where the bytes are not what was recorded."""

    line: int
    rule: str
    words: Words


class Scan(NamedTuple):
    """What the bytes of a log say before anything is decoded."""

    integrity: Integrity
    faults: list[Fault]
    lines: list[bytes]  # the sound ones, each with its newline, from the first up to the damage
    bodies: list[bytes]  # the same without their hashes
    head: str  # the hash of the last whole line
    sealed: bool


# --- reading ---------------------------------------------------------------------------------------------------------


def read(path: Path) -> bytes:
    """A log's bytes; refuses what cannot be a log before reading it."""
    try:
        with open(path, "rb", opener=_no_wait) as file:
            about = os.fstat(file.fileno())
            if not stat.S_ISREG(about.st_mode):
                raise Unreadable("entry", None, Words("not a file"))
            _within(about.st_size)
            return file.read(FILE_LIMIT + 1)
    except (OSError, ValueError) as error:  # ValueError: a name with a NUL in it
        why = getattr(error, "strerror", None) or str(error)
        raise Unreadable("entry", None, Words("cannot be read: {why}", why=why)) from error


def _no_wait(path: str, flags: int) -> int:
    """Open a pipe without waiting for somebody to write into it."""
    return os.open(path, flags | os.O_NONBLOCK)


def scan(data: bytes, *, chain: bool = True) -> Scan:
    """Check the bytes: by every link of the chain, or (quicker) by the seal alone where the log ends in a sound one."""
    _within(len(data))
    lines = BytesIO(data).readlines()
    rest = b"" if data.endswith(b"\n") or not lines else lines.pop()
    _limits(data, lines)
    _is_log(lines, rest)
    bodies = list(map(BODY_OF, lines))
    if not chain and not rest and lines[-1].startswith(SEAL) and _seal_holds(data, lines):
        return Scan("ok", [], lines, bodies, stored(lines[-1]), True)
    faults = [] if _chain_holds(lines, bodies) else _foreign_ends(lines) or _broken_links(lines)
    faults = faults or _broken_seals(data[: len(data) - len(rest)])
    if faults:
        sound = faults[0].line - 1
        return Scan("damaged", faults, lines[:sound], bodies[:sound], _head(lines), False)
    if rest:
        return _torn(lines, bodies, rest)
    return Scan("ok", [], lines, bodies, _head(lines), lines[-1].startswith(SEAL))


def decode(found: Scan, games: Mapping[str, Game]) -> tuple[Game, list[Event]]:
    """The events of sound lines; their game is named by the first."""
    game = opening(found.bodies[0] + b"}", games)
    text = b"}\n".join([*found.bodies, b""])
    try:
        events = game.decoder.decode_lines(text)
    except (MsgspecError, ValueError, RecursionError):
        raise _undecodable(game, found.bodies) from None
    if ENCODER.encode_lines(events) != text:
        raise _odd_line(events, text)
    for at, event in enumerate(events):
        if event.n != at:
            words = Words("event {found} stands where event {expected} belongs", found=event.n, expected=at)
            raise Unreadable("entry", at + 1, words)
    return game, events


def load(path: Path, games: Mapping[str, Game]) -> tuple[Game, list[Event]]:
    """The events of a whole and undamaged log, for a reader that has nothing to say about a broken one."""
    found = scan(read(path))
    if found.faults:
        raise Unreadable(found.faults[0].rule, found.faults[0].line, found.faults[0].words)
    return decode(found, games)


def nesting(text: bytes) -> int:
    """How deep the brackets of a piece of JSON go, those inside strings not counted."""
    depth = deepest = 0
    quoted = escaped = False
    for byte in text:
        if quoted:
            quoted = escaped or byte != 0x22
            escaped = byte == 0x5C and not escaped
        elif byte == 0x22:
            quoted = True
        elif byte in b"[{":
            depth += 1
            deepest = max(deepest, depth)
        elif byte in b"]}":
            depth -= 1
    return deepest


def check_line(text: bytes, line: int) -> None:
    """Refuse a line that is too long or too deep before anything tries to decode it."""
    if len(text) > LINE_LIMIT:
        words = Words("{found} bytes on a line; at most {expected} are allowed", found=len(text), expected=LINE_LIMIT)
        raise Unreadable("limit", line, words)
    if text.count(b"[") + text.count(b"{") > NESTING_LIMIT and nesting(text) > NESTING_LIMIT:
        words = Words(
            "brackets go {found} deep; at most {expected} are allowed", found=nesting(text), expected=NESTING_LIMIT
        )
        raise Unreadable("limit", line, words)


def _within(size: int) -> None:
    if size > FILE_LIMIT:
        words = Words("{found} bytes; a log has at most {expected}", found=size, expected=FILE_LIMIT)
        raise Unreadable("limit", None, words)


def _limits(data: bytes, lines: list[bytes]) -> None:
    if len(lines) > EVENT_LIMIT:
        words = Words("{found} events; a log has at most {expected}", found=len(lines), expected=EVENT_LIMIT)
        raise Unreadable("limit", None, words)
    if _has_long_line(data):
        for at, line in enumerate(lines, 1):
            check_line(line.removesuffix(b"\n"), at)


def _has_long_line(data: bytes) -> bool:
    """Is a newline missing where one must have come? Looked for once in so many bytes, not line by line."""
    start, longest = 0, LINE_LIMIT + 1
    while len(data) - start > longest:
        end = data.rfind(b"\n", start, start + longest)
        if end < 0:
            return True
        start = end + 1
    return False


def _is_log(lines: list[bytes], rest: bytes) -> None:
    """Tell a damaged log from a file that never was one: one flipped bit must not make a log unrecognisable."""
    first = lines[0] if lines else rest
    if any(_marked(line.replace(b"\r\n", b"\n")) for line in lines[:3]):
        return
    if lines and first.startswith(START):
        raise Unreadable(
            "entry", 1, Words("a transcript, not a log: its lines have no hashes (make a log of it: quaestor import)")
        )
    if not first or (first[: len(START)] != START[: len(first)]):
        raise Unreadable(
            "entry", None, Words("not a log: a log begins with {expected}", expected=START.decode() + " …")
        )


def _marked(line: bytes) -> bool:
    """A line ends in a hash, give or take one spoilt byte."""
    mark = line[-TAIL : -TAIL + len(MARK)]
    return mark == MARK or sum(one == due for one, due in zip(mark, MARK, strict=False)) >= len(MARK) - 1


def stored(line: bytes) -> str:
    """The hash that a line says it has."""
    return line[HASH_AT:END_AT].decode("ascii", "replace")


def _head(lines: list[bytes]) -> str:
    return stored(lines[-1]) if lines else ""


def _tail(before: bytes, body: bytes) -> bytes:
    return MARK + hexlify(sha256(before + body).digest()) + END


def _chain_holds(lines: list[bytes], bodies: list[bytes]) -> bool:
    """All links at once; where the chain is broken is looked for only when it does not hold."""
    fresh, hashes = sha256().copy, [NOTHING, *map(HASH_OF, lines)]
    links = []
    for at, body in enumerate(bodies):
        link = fresh()
        link.update(hashes[at])
        link.update(body)
        links.append(link.digest())
    due = hexlify(b"".join(links), b" ", 32).replace(b" ", END + MARK)
    return MARK + due + END == b"".join(map(TAIL_OF, lines))


def _broken_links(lines: list[bytes]) -> list[Fault]:
    """Each link is checked against the hash stored before it, so that one edited line is one fault."""
    faults = []
    before = due = NOTHING
    fresh = sha256().copy
    for at, line in enumerate(lines, 1):
        link = fresh()
        link.update(before + line[:-TAIL])
        found = hexlify(link.digest())
        if MARK + found + END != line[-TAIL:]:
            if before == due or not _fits(line, due, lines[at - 3][HASH_AT:END_AT] if at > 2 else NOTHING):
                faults.append(_broken_link(at, found, line))
            due = found
        else:
            due = line[HASH_AT:END_AT]
        before = line[HASH_AT:END_AT]
    return faults


def _fits(line: bytes, *hashes: bytes) -> bool:
    """A changed hash, a line slipped in, or two swapped would spoil the next line too; only the first is at fault."""
    return line[-TAIL:] in [_tail(before, line[:-TAIL]) for before in hashes]


def _foreign_ends(lines: list[bytes]) -> list[Fault]:
    """A log that was sent as text may have come out with the line ends of another system."""
    if not lines or not all(line.endswith(b"\r\n") for line in lines):
        return []
    words = Words("its lines end in CR LF, a log's in LF alone; it was converted: get the original file")
    return [Fault(1, "chain", words)]


def _broken_link(at: int, due: bytes, line: bytes) -> Fault:
    if line[-TAIL:HASH_AT] != MARK or line[END_AT:] != END:
        return Fault(at, "chain", Words("does not end in a hash; this line was changed after it was recorded"))
    found = stored(line)
    told = 8 if found[:8] != due[:8].decode() else 64
    return Fault(
        at,
        "chain",
        Words(
            "expected hash {expected}…, found {found}…; this line was changed, or lines before it were, "
            "after it was recorded",
            expected=due[:told].decode(),
            found=found[:told],
        ),
    )


def _seal_holds(data: bytes, lines: list[bytes]) -> bool:
    body = lines[-1][:-TAIL]
    before = lines[-2][HASH_AT:END_AT] if len(lines) > 1 else NOTHING
    return lines[-1][-TAIL:] == _tail(before, body) and _digest(body) == hexlify(
        sha256(memoryview(data)[: len(data) - len(lines[-1])]).digest()
    )


def _digest(body: bytes) -> bytes:
    return body[-65:-1]


def _broken_seals(data: bytes) -> list[Fault]:
    """Every seal holds the digest of every byte before its line."""
    faults = []
    running, done, view = sha256(), 0, memoryview(data)
    for at in _seals(data):
        running.update(view[done:at])
        done = at
        due = hexlify(running.digest())
        found = _digest(data[at : data.find(b"\n", at) + 1][:-TAIL])
        if found != due:
            words = Words(
                "the seal expects digest {found}…, the lines before it have {expected}…; "
                "something before the seal was changed",
                found=found[:8].decode("ascii", "replace"),
                expected=due[:8].decode(),
            )
            faults.append(Fault(data.count(b"\n", 0, at) + 1, "seal", words))
    return faults


def _seals(data: bytes) -> Iterator[int]:
    """Where a line begins that is a seal."""
    if data.startswith(SEAL):
        yield 0
    before = data.find(END + SEAL)
    while before >= 0:
        yield before + len(END)
        before = data.find(END + SEAL, before + 1)


def _torn(lines: list[bytes], bodies: list[bytes], rest: bytes) -> Scan:
    """The last line has no end: whole but for its newline, it keeps its event; half-written, it is left out."""
    at = len(lines) + 1
    before = lines[-1][HASH_AT:END_AT] if lines else NOTHING
    whole = rest + b"\n"
    if whole[-TAIL:] == _tail(before, whole[:-TAIL]):
        lines, bodies = [*lines, whole], [*bodies, whole[:-TAIL]]
        data = b"".join(lines)
        _limits(data, lines)  # once its newline is added it must still be a log
        _within(len(data))
        words = Words("the last line is whole but has no newline; the next writer will end it")
        return Scan("torn", [Fault(at, "torn", words)], lines, bodies, stored(whole), False)
    words = Words("the last line is unfinished ({found} bytes); the next writer will set it aside", found=len(rest))
    words = words if lines else FIRST
    return Scan("torn", [Fault(at, "torn", words)], lines, bodies, _head(lines), False)


class _Opening(Struct, tag_field="type", tag="game_started"):
    game: str
    format: int = 1


OPENING = Decoder(_Opening)


def opening(text: bytes, games: Mapping[str, Game]) -> Game:
    """Which game this is, before its decoder can be chosen."""
    check_line(text, 1)
    try:
        opening = OPENING.decode(text)
    except (MsgspecError, ValueError, RecursionError) as error:
        raise Unreadable("entry", 1, Words("a log begins with game_started: {why}", why=str(error))) from None
    if opening.format != 1:
        words = Words(
            "format {found} is newer than this software, which reads {expected}", found=opening.format, expected=1
        )
        raise Unreadable("entry", 1, words)
    if opening.game not in games:
        words = Words("unknown game '{found}'; known: {expected}", found=opening.game, expected=sorted(games))
        raise Unreadable("entry", 1, words)
    return games[opening.game]


def _undecodable(game: Game, bodies: Sequence[bytes]) -> Unreadable:
    for at, body in enumerate(bodies, 1):
        text = body + b"}"
        try:
            check_line(text, at)
            game.decoder.decode(text)
        except Unreadable as refused:
            return refused
        except (MsgspecError, ValueError, RecursionError) as error:
            return Unreadable("entry", at, Words("cannot be read: {why}", why=str(error)))
    return Unreadable("entry", None, Words("cannot be read: lines run into one another"))


def _odd_line(events: list[Event], text: bytes) -> Unreadable:
    """Name the line that is not written the way a log writes it."""
    for at, (event, line) in enumerate(zip(events, text.split(b"\n"), strict=False), 1):
        if ENCODER.encode(event) != line:
            return Unreadable("entry", at, Words("not written as a log writes it (a key twice, odd order or spacing)"))
    return Unreadable("entry", None, Words("cannot be read: there are blank lines"))


# --- writing ---------------------------------------------------------------------------------------------------------


def now() -> str:
    """This moment as a log writes it."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"


def link(before: bytes, event: Event) -> bytes:
    """An event as a line, chained to the hash before it."""
    body = ENCODER.encode(event)[:-1]
    return body + _tail(before, body)


def encode(events: Iterable[Event], *, seal: bool = False) -> bytes:
    """A whole log: the events numbered, stamped where they have no time of their own, chained and, if asked, sealed."""
    lines: list[bytes] = []
    before, stamp, last = NOTHING, now(), ""
    for n, event in enumerate(events):
        last = event.ts or stamp
        lines.append(link(before, replace(event, n=n, ts=last)))
        before = lines[-1][HASH_AT:END_AT]
    if seal:
        digest = sha256(b"".join(lines)).hexdigest()
        lines.append(link(before, LogSealed(n=len(lines), ts=last, digest=digest)))
    data = b"".join(lines)
    _limits(data, lines)
    _within(len(data))
    return data


def write(path: Path, data: bytes) -> None:
    """Put a new log in its place, whole and on disk, or not at all; what is already there is never overwritten."""
    path = Path(path)
    draft = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        with draft.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        _place(draft, path)
        _sync_folder(path.parent)
    except FileExistsError:
        raise LogError(Words("{path} exists already and is not overwritten; choose another name", path=path)) from None
    except OSError as error:
        words = Words("{path} cannot be written: {why}", path=path, why=error.strerror or str(error))
        raise LogError(words) from error
    finally:
        with suppress(OSError):
            draft.unlink()


def _place(draft: Path, path: Path) -> None:
    """Give the finished draft its name; a disk without hard links gets a plain exclusive copy."""
    try:
        os.link(draft, path)
    except FileExistsError:
        raise
    except OSError:
        with path.open("xb") as file:
            file.write(draft.read_bytes())
            file.flush()
            os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


class Log:
    """A log open for writing.

    >>> with Log(path, GAMES) as log:
    ...     log.append(NoteAdded(text="Bo arrived late"))
    """

    def __init__(self, path: Path, games: Mapping[str, Game]) -> None:
        self.path = Path(path)
        self._descriptor = _locked(self.path)
        try:
            self._load(games)
        except BaseException:
            self.close()
            raise

    def _load(self, games: Mapping[str, Game]) -> None:
        data = read(self.path)
        found = scan(data)
        if found.integrity == "damaged":
            fault = found.faults[0]
            raise Unreadable(fault.rule, fault.line, fault.words)
        if not found.lines:
            raise Unreadable("torn", 1, FIRST)
        self.game, self.events = decode(found, games)
        sound = b"".join(found.lines)
        self._running, self._size, self._before = sha256(sound), len(sound), found.lines[-1][HASH_AT:END_AT]
        self._ids = {event.id: event for event in self.events if event.id}
        if len(sound) > len(data):
            self._put(b"\n")
        elif len(sound) < len(data):
            self._set_aside(data[len(sound) :])
        self._note_torn()

    @property
    def head(self) -> str:
        """The hash of the last line: note it down, and nobody can cut the log's end unseen."""
        return self._before.decode()

    @property
    def sealed(self) -> bool:
        """Nothing has been added since the last seal."""
        return isinstance(self.events[-1], LogSealed)

    def append(self, event: Event, after: int | None = None) -> Event:
        """Record an event and give it back as recorded, once it is on disk.

        `after` is the last event the caller knows of: when the log has gone on since, `Moved` tells what came. An `id`
        that is recorded already answers with the recorded event, so that a tap sent twice is one event.
        """
        if isinstance(event, LogSealed):
            raise LogError(Words("a seal is made by sealing, not appended"))
        known = self._ids.get(event.id) if event.id else None
        if known is not None:
            return self._again(known, event)
        if after is not None and after != len(self.events) - 1:
            words = Words(
                "the log has gone on to event {found} since event {expected}",
                found=len(self.events) - 1,
                expected=after,
            )
            raise Moved(words, self.events[after + 1 :] if after >= 0 else list(self.events))
        return self._record(event)

    def seal(self) -> Event:
        """Seal every byte recorded so far; a sealed log stays as it is."""
        if self.sealed:
            return self.events[-1]
        return self._record(LogSealed(digest=self._running.hexdigest()))

    def close(self) -> None:
        """Let the next writer in."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def __enter__(self) -> "Log":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _again(self, known: Event, event: Event) -> Event:
        if replace(known, n=-1, ts="") == replace(event, n=-1, ts=""):
            return known
        words = Words(
            "id '{id}' was recorded with another event, number {n}; nothing was written", id=event.id, n=known.n
        )
        raise LogError(words)

    def _record(self, event: Event) -> Event:
        event = replace(event, n=len(self.events), ts=now())
        line = self._line(event)
        check_line(line[:-1], event.n + 1)
        if len(self.events) >= EVENT_LIMIT:
            words = Words("the log is full: it has {expected} events", expected=EVENT_LIMIT)
            raise Unreadable("limit", event.n + 1, words)
        _within(self._size + len(line))
        self._put(line)
        self._running.update(line)
        self._size += len(line)
        self._before = line[HASH_AT:END_AT]
        self.events.append(event)
        if event.id:
            self._ids[event.id] = event
        return event

    def _line(self, event: Event) -> bytes:
        """The event as a line; what cannot be read again is not written."""
        try:
            self.game.decoder.decode(ENCODER.encode(event))
            return link(self._before, event)
        except (MsgspecError, ValueError, TypeError, RecursionError) as error:
            raise LogError(Words("{path}: not recorded: {why}", path=self.path, why=str(error))) from error

    def _put(self, text: bytes) -> None:
        """One write, flushed to the disk; whatever goes wrong ends this writer, and nothing is acknowledged."""
        if self._descriptor < 0:
            raise LogError(Words("{path} is closed", path=self.path))
        try:
            written = os.write(self._descriptor, text)
            os.fsync(self._descriptor)
        except OSError as error:
            self.close()
            words = Words("{path}: not recorded: {why}", path=self.path, why=error.strerror or str(error))
            raise LogError(words) from error
        if written != len(text):
            self.close()
            part = Words("the disk took only part of the line")
            raise LogError(Words("{path}: not recorded: {why}", path=self.path, why=part))

    def _set_aside(self, tail: bytes) -> None:
        """Move an unfinished last line to NAME.torn, where nothing is lost, and note it in the log."""
        torn = self.path.with_name(self.path.name + ".torn")
        try:
            kept = torn.read_bytes() if torn.exists() else b""
            if not kept.endswith(tail):
                with torn.open("ab") as file:
                    file.write(tail)
                    file.flush()
                    os.fsync(file.fileno())
                _sync_folder(torn.parent)
            os.ftruncate(self._descriptor, self._size)
        except OSError as error:
            words = Words(
                "{path}: its unfinished last line cannot be set aside: {why}", path=self.path, why=error.strerror
            )
            raise LogError(words) from error

    def _note_torn(self) -> None:
        """Note what lies in NAME.torn and is not noted yet: this time's tail, or one whose writer died too soon."""
        torn = self.path.with_name(self.path.name + ".torn")
        noted = sum(event.bytes for event in self.events if isinstance(event, TailSetAside))
        try:
            tail = torn.read_bytes()[noted:] if torn.exists() else b""
        except OSError:
            return
        if tail:
            self._record(TailSetAside(bytes=len(tail), digest=sha256(tail).hexdigest()))


def _locked(path: Path) -> int:
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CLOEXEC | os.O_NONBLOCK)
    except OSError as error:
        raise LogError(Words("{path} cannot be opened: {why}", path=path, why=error.strerror or str(error))) from error
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        raise Locked(Words("{path} is being written by another program; close that one first", path=path)) from None
    return descriptor
