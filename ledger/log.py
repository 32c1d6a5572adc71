"""The log: a hash-chained file of events that is only ever added to.

This is the format: which bytes a log consists of, what they say before anything is decoded, and how they are made.
Reading never writes; `ledger.writer` does. `schemas/FORMAT.md` describes the bytes.
"""

import os
import re
import stat
from binascii import hexlify
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from io import BytesIO
from operator import attrgetter, itemgetter
from pathlib import Path
from typing import Literal, NamedTuple

from msgspec import MsgspecError, Struct
from msgspec.json import Decoder, Encoder
from msgspec.structs import replace

from ledger.events import Event, LogSealed
from ledger.game import Game
from ledger.words import Words

LINE_LIMIT = 16 * 1024
FILE_LIMIT = 16 * 1024 * 1024
EVENT_LIMIT = 50_000
NESTING_LIMIT = 16

BOM = b"\xef\xbb\xbf"
UTF_16 = (b"\xff\xfe", b"\xfe\xff")  # what such a text begins with
NOTHING = b"0" * 64  # the hash before the first line
MARK = b',"hash":"'
END = b'"}\n'
TAIL = len(MARK) + 64 + len(END)
HASH_AT, END_AT = -len(END) - 64, -len(END)  # where a line has its hash
BODY_OF, TAIL_OF = itemgetter(slice(None, -TAIL)), itemgetter(slice(-TAIL, None))
HASH_OF = itemgetter(slice(HASH_AT, END_AT))
N_OF, MORE_OF = attrgetter("n"), attrgetter("more")
SEAL = b'{"type":"log_sealed","n":'
START = b'{"type":"game_started"'
NUMBER = re.compile(rb'\{"type":"[a-z_]+","n":(\d{1,16})[,}]')
TEXT = rb'"(?:[^"\\]|\\.)*"'
MORE = re.compile(
    NUMBER.pattern[:-4]
    + rb'(?:,"ts":'
    + TEXT
    + rb')?(?:,"by":'
    + TEXT
    + rb')?(?:,"id":'
    + TEXT
    + rb')?,"more":(\d{1,16})[,}]'
)

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


class Changed(LogError):
    """The file is no longer the one that this writer knew; it is written no further."""


class Doubled(LogError):
    """Some of an entry's ids stand in the log already, but not as this entry; `known` are the events there."""

    def __init__(self, words: Words, known: list[Event]) -> None:
        super().__init__(words)
        self.known = known


class Moved(LogError):
    """The log has gone on since the event that the writer knew as its last; `since` is what came."""

    def __init__(self, words: Words, since: list[Event]) -> None:
        super().__init__(words)
        self.since = since


class NotKnown(LogError):
    """Whether it was recorded cannot be told; whoever opens the file again will see."""


class Fault(NamedTuple):
    """One place where the bytes are not what was recorded."""

    line: int
    rule: str
    words: Words


class Scan(NamedTuple):
    """What the bytes of a log say before anything is decoded."""

    integrity: Integrity
    faults: list[Fault]
    lines: list[bytes]  # the sound ones, each with its newline: whole entries, from the first up to the damage
    bodies: list[bytes]  # the same without their hashes
    head: str  # the hash of the last line of the last complete entry
    sealed: bool
    tail: bytes = b""  # of a torn log: what the next writer sets aside
    beyond: Sequence[bytes] = ()  # of a damaged one: the lines from the damage on, which nobody vouches for


# --- reading ---------------------------------------------------------------------------------------------------------


def read(path: Path) -> bytes:
    """A log's bytes; refuses what cannot be a log before reading it."""
    try:
        with open(path, "rb", opener=_no_wait) as file:
            about = os.fstat(file.fileno())
            if not stat.S_ISREG(about.st_mode):
                raise Unreadable("entry", None, Words("not a file"))
            within(about.st_size)
            return file.read(FILE_LIMIT + 1)
    except (OSError, ValueError) as error:  # ValueError: a name with a NUL in it
        why = getattr(error, "strerror", None) or str(error)
        raise Unreadable("entry", None, Words("cannot be read: {why}", why=why)) from error


def _no_wait(path: str, flags: int) -> int:
    """Open a pipe without waiting for somebody to write into it."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def scan(data: bytes, *, chain: bool = True) -> Scan:
    """Check the bytes: by every link of the chain, or (quicker) by the seal alone where the log ends in a sound one."""
    within(len(data))
    plain = data.removeprefix(BOM)
    lines = BytesIO(plain).readlines()
    rest = b"" if plain.endswith(b"\n") or not lines else lines.pop()
    _limits(plain, lines)
    _is_log(lines, rest)
    foreign = _foreign(data, lines)
    if foreign:
        return _converted(foreign, lines, rest)
    bodies = list(map(BODY_OF, lines))
    if not chain and not rest and _ends_sealed(lines) and _seal_holds(data, lines):
        return Scan("ok", [], lines, bodies, stored(lines[-1]), True)
    if lines and not _chain_holds(lines, bodies):
        return _misfit(lines, rest)
    faults = _broken_seals(lines)
    if faults:
        return _damaged(faults, lines, faults[0].line - 1)
    if rest or _more(lines[-1]):
        return _unfinished(lines, bodies, rest)
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
    _numbered(events, whole=found.integrity != "damaged")
    return game, events


def _numbered(events: list[Event], *, whole: bool) -> None:
    """Event n stands on line n + 1, and the events of an entry count down to its last one."""
    if list(map(N_OF, events)) == list(range(len(events))) and not any(map(MORE_OF, events)):
        return  # the plain case at once: every entry is one event
    left = 0
    for at, event in enumerate(events):
        if event.n != at:
            words = Words("event {found} stands where event {expected} belongs", found=event.n, expected=at)
            raise Unreadable("entry", at + 1, words)
        if event.more != left - 1 if left else event.more < 0:
            raise _out_of_step(at, event.more, max(left - 1, 0))
        left = event.more
    if left and whole:
        raise _out_of_step(len(events) - 1, left, 0)


def _out_of_step(at: int, found: int, due: int) -> Unreadable:
    words = Words(
        "more is {found} where {expected} belongs: the events of an entry count down", found=found, expected=due
    )
    return Unreadable("entry", at + 1, words)


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


def within(size: int) -> None:
    """Refuse more bytes than a log has."""
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
    if first.startswith(UTF_16):
        words = Words("saved as UTF-16 by another program, a log is UTF-8; get the original file")
        raise Unreadable("entry", None, words)
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


def _head(lines: Sequence[bytes]) -> str:
    return stored(lines[-1]) if lines else ""


def number(line: bytes) -> int:
    """The number that a line says its event has; -1 when it says none."""
    found = NUMBER.match(line)
    return int(found[1]) if found else -1


def _more(line: bytes) -> int:
    """How many further events of its entry a line says will follow."""
    found = MORE.match(line)
    return int(found[2]) if found else 0


def entry_start(lines: Sequence[bytes]) -> int:
    """Where the entry begins that these lines end in the middle of; behind them all if they end with an entry."""
    at, before = len(lines), 0
    while at:
        more = _more(lines[at - 1])
        if not more or (before and more != before + 1):
            break
        at, before = at - 1, more
    return at


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


def _broken_links(lines: Sequence[bytes]) -> list[Fault]:
    """Each link is checked against the hash stored before it, so that one edited line is one fault."""
    faults = []
    before = due = NOTHING
    last = -1
    fresh = sha256().copy
    for at, line in enumerate(lines, 1):
        link = fresh()
        link.update(before + line[:-TAIL])
        found = hexlify(link.digest())
        if MARK + found + END != line[-TAIL:]:
            if before == due or not _fits(line, due, lines[at - 3][HASH_AT:END_AT] if at > 2 else NOTHING):
                faults.append(_broken_link(at, found, line, last))
            due = found
        else:
            due = line[HASH_AT:END_AT]
        before = line[HASH_AT:END_AT]
        last = number(line) if number(line) >= 0 else last + 1
    return faults


def _fits(line: bytes, *hashes: bytes) -> bool:
    """A changed hash, a line slipped in, or two swapped would spoil the next line too; only the first is at fault."""
    return line[-TAIL:] in [_tail(before, line[:-TAIL]) for before in hashes]


def _foreign(data: bytes, lines: list[bytes]) -> list[Fault]:
    """What another program did to a log that it saved or sent as text."""
    faults = []
    if data.startswith(BOM):
        words = Words("begins with a byte order mark, a log does not; a program saved it anew: get the original file")
        faults.append(Fault(1, "chain", words))
    if lines and all(line.endswith(b"\r\n") for line in lines):
        words = Words("its lines end in CR LF, a log's in LF alone; it was converted: get the original file")
        faults.append(Fault(1, "chain", words))
    return faults


def _converted(foreign: list[Fault], lines: list[bytes], rest: bytes) -> Scan:
    """Such a log is damaged, but nothing that was recorded in it need be lost: it is read as it was before."""
    if all(line.endswith(b"\r\n") for line in lines):
        lines = [line[:-2] + b"\n" for line in lines]
    found = scan(b"".join([*lines, rest]))
    return found._replace(integrity="damaged", faults=[*foreign, *found.faults], sealed=False, tail=b"")


def _misfit(lines: list[bytes], rest: bytes) -> Scan:
    """Somewhere a line does not fit the one before it: another log, a torn tail, or damage."""
    fits = _fitting(lines)
    another = _another_log(lines, fits)
    if another:
        start = another[0].line - 1
        faults = _broken_links(lines[:start])
        return _damaged([*faults, *another], lines[:start], faults[0].line - 1 if faults else start)
    first = fits.index(False)
    over = bool(rest) and fits_on(lines[-1], rest + b"\n")
    if first and not over and not any(fits[first:]):
        start = entry_start(lines[:first])
        return _torn_tail(lines[:start], b"".join([*lines[start:], rest]))
    faults = _broken_links(lines)
    if over:
        lines = [*lines, rest + b"\n"]
    elif rest:
        faults.append(Fault(len(lines) + 1, "torn", _no_entry(rest)))
    return _damaged(faults, lines, first)


def _fitting(lines: Sequence[bytes]) -> list[bool]:
    """Of each line, whether it fits the hash stored before it, or the one that should have been stored there."""
    fits, before, due = [], NOTHING, b""
    for line in lines:
        tail = _tail(before, line[:-TAIL])
        fits.append(line[-TAIL:] == tail or (bool(due) and line[-TAIL:] == _tail(due, line[:-TAIL])))
        due = b"" if line[-TAIL:] == tail else tail[HASH_AT:END_AT]
        before = line[HASH_AT:END_AT]
    return fits


def fits_on(before: bytes, line: bytes) -> bool:
    """Whether a line is chained to the line before it."""
    return _tail(before[HASH_AT:END_AT], line[:-TAIL]) == line[-TAIL:]


def _another_log(lines: list[bytes], fits: list[bool]) -> list[Fault]:
    """A further log in the same file: it begins with a start of its own, chained to nothing."""
    if not fits[0]:
        return []
    for at, line in enumerate(lines):
        if (
            at
            and not fits[at]
            and line.startswith(START)
            and number(line) == 0
            and _tail(NOTHING, line[:-TAIL]) == TAIL_OF(line)
        ):
            return [Fault(at + 1, "chain", _told_apart(lines, at))]
    return []


def _told_apart(lines: list[bytes], at: int) -> Words:
    same = min(at, len(lines) - at)
    if lines[:same] == lines[at : at + same]:
        if len(lines) - at >= at:
            return Words("the same log begins again here and goes at least as far: keep what stands from this line on")
        return Words("the beginning of the same log stands here once more: keep what stands before this line")
    return Words("another log begins here; a file holds one log: cut them apart before this line")


def _damaged(faults: list[Fault], lines: list[bytes], sound: int) -> Scan:
    whole, last = lines[:sound], next((line for line in reversed(lines) if _marked(line)), b"")
    return Scan(
        "damaged", faults, whole, list(map(BODY_OF, whole)), stored(last) if last else "", False, b"", lines[sound:]
    )


def _torn_tail(lines: list[bytes], tail: bytes) -> Scan:
    """What lies at the end is no entry, whatever bytes it consists of."""
    words = _no_entry(tail) if lines else FIRST
    fault = Fault(len(lines) + 1, "torn", words)
    return Scan("torn", [fault], lines, list(map(BODY_OF, lines)), _head(lines), False, tail)


def _no_entry(tail: bytes) -> Words:
    """What is said of a tail that is no entry."""
    if tail.startswith(b'{"type":"') and tail.endswith(END):
        words = "the last entry is incomplete or does not fit ({found} bytes); the next writer will set it aside"
        return Words(words, found=len(tail))
    return Words("the last line is unfinished ({found} bytes); the next writer will set it aside", found=len(tail))


def _broken_link(at: int, due: bytes, line: bytes, before: int) -> Fault:
    if line[-TAIL:HASH_AT] != MARK or line[END_AT:] != END:
        words = Words("does not end in a hash; this line was changed after it was recorded. {beyond}", beyond=BEYOND)
        return Fault(at, "chain", words)
    if before + 1 < number(line) < EVENT_LIMIT:
        words = Words(
            "{n} {n:line is|lines are} missing before this one: event {expected} should stand here, not {found}. "
            "{beyond}",
            n=number(line) - before - 1,
            expected=before + 1,
            found=number(line),
            beyond=BEYOND,
        )
        return Fault(at, "chain", words)
    found = stored(line)
    told = 8 if found[:8] != due[:8].decode() else 64
    return Fault(
        at,
        "chain",
        Words(
            "expected hash {expected}…, found {found}…; this line was changed, or lines before it were, "
            "after it was recorded. {beyond}",
            expected=due[:told].decode(),
            found=found[:told],
            beyond=BEYOND,
        ),
    )


BEYOND = Words("From here on nothing is vouched for")


def _seal_holds(data: bytes, lines: list[bytes]) -> bool:
    body = lines[-1][:-TAIL]
    before = lines[-2][HASH_AT:END_AT] if len(lines) > 1 else NOTHING
    return lines[-1][-TAIL:] == _tail(before, body) and _digest(body) == hexlify(
        sha256(memoryview(data)[: len(data) - len(lines[-1])]).digest()
    )


def _digest(body: bytes) -> bytes:
    return body[-65:-1]


def _ends_sealed(lines: list[bytes]) -> bool:
    return lines[-1].startswith(SEAL) and not _more(lines[-1])


def _broken_seals(lines: list[bytes]) -> list[Fault]:
    """Every seal holds the digest of every byte before its line."""
    faults: list[Fault] = []
    running, done = sha256(), 0
    for at in _seals(lines):
        line = lines[at]
        running.update(b"".join(lines[done:at]))
        done = at
        due = hexlify(running.digest())
        found = _digest(line[:-TAIL])
        if found != due:
            words = Words(
                "the seal expects digest {found}…, the lines before it have {expected}…; "
                "something before the seal was changed",
                found=found[:8].decode("ascii", "replace"),
                expected=due[:8].decode(),
            )
            faults.append(Fault(at + 1, "seal", words))
    return faults


def _seals(lines: list[bytes]) -> list[int]:
    """Where the seals stand. Nearly always it is the last line alone, and one search in all the others says so."""
    if SEAL not in b"".join(lines[:-1]):
        return [len(lines) - 1] if lines and lines[-1].startswith(SEAL) else []
    return [at for at, line in enumerate(lines) if line.startswith(SEAL)]


def _unfinished(lines: list[bytes], bodies: list[bytes], rest: bytes) -> Scan:
    """All that is there fits, and the end is missing: that of the last line, or that of its entry."""
    before, whole = lines[-1] if lines else NOTHING + END, rest + b"\n"
    if rest and not fits_on(before, whole):
        start = entry_start(lines)
        return _torn_tail(lines[:start], b"".join([*lines[start:], rest]))
    if rest:
        lines, bodies = [*lines, whole], [*bodies, whole[:-TAIL]]
        data = b"".join(lines)
        _limits(data, lines)  # once its newline is added it must still be a log
        within(len(data))
    start = entry_start(lines)
    if start < len(lines):
        tail = b"".join(lines[start:])
        return _torn_tail(lines[:start], tail[:-1] if rest else tail)
    words = Words("the last line is whole but has no newline; the next writer will end it")
    return Scan("torn", [Fault(len(lines), "torn", words)], lines, bodies, stored(whole), False)


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


def made_id(source: bytes, n: int) -> str:
    """A name for the n-th event of what a command was asked to write, the same whenever it is asked the same."""
    return sha256(b"%d %b" % (n, source)).hexdigest()[:16]


def encode(events: Iterable[Event], *, seal: bool = False, ids: bytes = b"", stamp: bool = True) -> bytes:
    """A whole log: the events numbered, stamped where they have no time of their own, chained and, if asked, sealed.

    `ids` is what they were made from, when a door of ours writes them: it gives each event an id.
    """
    lines: list[bytes] = []
    before, moment, last = NOTHING, now() if stamp else "", ""
    ids = sha256(ids).digest() if ids else b""
    for n, event in enumerate(events):
        last = event.ts or moment
        name = event.id or (made_id(ids, n) if ids else "")
        lines.append(link(before, replace(event, n=n, ts=last, id=name)))
        before = lines[-1][HASH_AT:END_AT]
    if seal:
        digest = sha256(b"".join(lines)).hexdigest()
        lines.append(
            link(before, LogSealed(n=len(lines), ts=last, id=made_id(ids, len(lines)) if ids else "", digest=digest))
        )
    data = b"".join(lines)
    _limits(data, lines)
    within(len(data))
    return data
