"""The one writer: entries go into a log whole or not at all, and the answer is the truth.

It holds the file's lock for as long as it is open, looks at the file before each entry, and says that an entry is
recorded only when it is on the disk.
"""

import errno
from collections.abc import Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from types import TracebackType
from typing import NoReturn

from msgspec import MsgspecError
from msgspec.structs import replace

from ledger import files
from ledger import waiting as waiting_words
from ledger.events import Event, LogSealed, TailSetAside
from ledger.files import let_go, read_all, write_all
from ledger.game import Game
from ledger.log import (
    ENCODER,
    END_AT,
    EVENT_LIMIT,
    FILE_LIMIT,
    FIRST,
    HASH_AT,
    NOTHING,
    TAIL,
    Changed,
    Doubled,
    Locked,
    LogError,
    Moved,
    NotKnown,
    Unreadable,
    check_line,
    decode,
    link,
    made_id,
    now,
    scan,
    within,
)
from ledger.words import Words

PIECE = 1024 * 1024  # of a file that is hashed
NEVER = (0, 0)


def fresh_id() -> str:
    """A name for an event that a person enters."""
    return token_hex(8)


class Log:
    """A log open for writing.

    Examples:
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

    # --- opening

    def _load(self, games: Mapping[str, Game]) -> None:
        data = self._found()
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
        self._know_last(found.lines)
        files.forget_draft(waiting_words.place(self.path))
        self.waiting = waiting_words.read_waiting(self.path, self.game, self.events)
        if len(sound) > len(data):
            self._confirm()
        elif found.tail:
            self._set_aside(found.tail)
        else:
            self._note_torn()

    def _found(self) -> bytes:
        try:
            about = files.disk.about(self._descriptor)
            if not about.regular:
                raise Unreadable("entry", None, Words("not a file"))
            within(about.size)
            self._identity, self._touched = about, about.touched
            return read_all(self._descriptor, 0, FILE_LIMIT + 1)
        except OSError as error:
            raise Unreadable("entry", None, Words("cannot be read: {why}", why=_why(error))) from error

    def _know_last(self, lines: Sequence[bytes]) -> None:
        """The last entry may never have reached the disk; and a command that wrote it may be asked again."""
        self._heads = [line[HASH_AT:END_AT] for line in lines]
        start = self._start_of(len(self.events) - 1)
        self._last = b"".join(lines[start:])
        self._flushed = False
        while start and isinstance(self.events[start], TailSetAside):
            start = self._start_of(start - 1)
        self._asked = start  # the last entry that somebody asked for, and the hash before it
        self._asked_on = lines[start - 1][HASH_AT:END_AT] if start else NOTHING

    def _start_of(self, n: int) -> int:
        """Where the entry begins that event n belongs to."""
        while n and self.events[n - 1].more:
            n -= 1
        return n

    # --- what stands there

    @property
    def head(self) -> str:
        """The hash of the last line: note it down, and nobody can cut the log's end unseen."""
        return self._before.decode()

    @property
    def sealed(self) -> bool:
        """Nothing has been added since the last seal."""
        return isinstance(self.events[-1], LogSealed)

    @property
    def was_sealed(self) -> bool:
        """Nothing has been added since the last seal but notes of torn tails."""
        return isinstance(next(one for one in reversed(self.events) if not isinstance(one, TailSetAside)), LogSealed)

    @property
    def left(self) -> tuple[int, int]:
        """How large this writer left the file, and the number of the file."""
        return self._size, self._identity.number

    def head_at(self, n: int) -> str:
        """The hash of the line that event n stands on; nothing where there is no such event."""
        return self._heads[n].decode() if 0 <= n < len(self._heads) else ""

    def entry_of(self, n: int) -> list[Event]:
        """All events of the entry that event n belongs to."""
        start = self._start_of(n)
        return self.events[start : start + self.events[start].more + 1]

    # --- entering

    def append(self, event: Event, after: int | None = None) -> Event:
        """Record an entry of one event and give it back as recorded, once it is on disk."""
        return self.enter([event], after)[0]

    def enter(self, events: Sequence[Event], after: int | None = None, *, seal: bool = False) -> list[Event]:
        """Record events as one entry, with a new seal if asked, and give them back once they are on disk.

        `after` is the last event the caller knows of: when the log has gone on since, `Moved` tells what came. An entry
        whose ids are recorded already answers with what was recorded, so that one sent twice is one entry.
        """
        if any(isinstance(event, LogSealed) for event in events):
            raise LogError(Words("a seal is made by sealing, not appended"))
        known = self.standing(events)
        if known:
            self._confirm()
            return known
        if after is not None and after != len(self.events) - 1:
            words = Words(
                "the log has gone on to event {found} since event {expected}",
                found=len(self.events) - 1,
                expected=after,
            )
            raise Moved(words, self.events[after + 1 :] if after >= 0 else list(self.events))
        named = [event if event.id else replace(event, id=fresh_id()) for event in events]
        return self._record(named, seal=seal)[: len(named)]

    def ask(self, events: Sequence[Event], *, seal: bool = False) -> list[Event]:
        """Record what a command asks for, once: repeated at once, after whatever failure, it is not doubled.

        Its ids are made from the head that it was asked on, so that the same command is a new entry later.
        """
        named = self._named(events, self._asked_on)
        if self._asked and [event.id for event in named] == [
            event.id for event in self.entry_of(self._asked)[: len(named)]
        ]:
            return self.enter(named, seal=seal)
        return self.enter(self._named(events, self._before), seal=seal)

    def _named(self, events: Sequence[Event], head: bytes) -> list[Event]:
        texts = b"".join(map(ENCODER.encode, events))
        return [replace(event, id=made_id(head + texts, at)) for at, event in enumerate(events)]

    def seal(self) -> Event:
        """Seal every byte recorded so far; a sealed log stays as it is."""
        if self.sealed:
            self._confirm()
            return self.events[-1]
        return self._record([], seal=True)[0]

    def wait(self, events: Sequence[Event]) -> None:
        """Keep what may not stand in the log yet; it is on disk when this returns."""
        self._still_open()
        path = waiting_words.place(self.path)
        try:
            if events:
                files.put_in_place(path, waiting_words.encode(events))
            else:
                files.remove(path)
        except OSError as error:
            raise files.cannot_write(path, error) from error
        self.waiting = list(events)

    def close(self) -> None:
        """Let the next writer in."""
        if self._descriptor >= 0:
            let_go(self._descriptor)
            self._descriptor = -1

    def __enter__(self) -> "Log":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # --- once each

    def standing(self, events: Sequence[Event]) -> list[Event]:
        """What was recorded, if this entry was; Doubled when only part of it was, or something else."""
        known = [self._ids[event.id] for event in events if event.id and event.id in self._ids]
        if not known:
            return []
        there = [event for event in self.entry_of(known[0].n) if not isinstance(event, LogSealed)]
        if list(map(_bare, there)) == list(map(_bare, events)):
            return there
        other = next((one for one in known if all(_bare(one) != _bare(event) for event in events)), None)
        if other is not None:
            template = "id '{id}' was recorded with another event, number {n}; nothing was written"
            raise Doubled(Words(template, id=other.id, n=other.n), known)
        template = "of these {expected} events {found} stand in the log already, in another entry; nothing was written"
        raise Doubled(Words(template, expected=len(events), found=len(known)), known)

    # --- writing

    def _record(self, events: Sequence[Event], *, seal: bool) -> list[Event]:
        if seal and self.waiting:
            template = "{path}: not sealed: something still waits to be written ({waiting})"
            raise LogError(Words(template, path=self.path, waiting=[waiting_words.told(one) for one in self.waiting]))
        self._still_open()
        entry, lines = self._lines(events, seal=seal)
        data = b"".join(lines)
        if len(self.events) + len(lines) > EVENT_LIMIT:
            words = Words("the log is full: it has {expected} events", expected=EVENT_LIMIT)
            raise Unreadable("limit", len(self.events) + 1, words)
        within(self._size + len(data))
        self._unchanged()
        try:
            self._flush()
        except OSError as error:
            raise self._not_recorded(error) from error
        self._put(data)
        self._touched = self._touched_now()
        if not isinstance(entry[0], TailSetAside):
            self._asked, self._asked_on = len(self.events), self._before
        self._running.update(data)
        self._size += len(data)
        self._before = lines[-1][HASH_AT:END_AT]
        self._last = data
        self._heads += [line[HASH_AT:END_AT] for line in lines]
        self.events += entry
        self._ids.update({event.id: event for event in entry})
        return entry

    def _lines(self, events: Sequence[Event], *, seal: bool) -> tuple[list[Event], list[bytes]]:
        """The entry as it will stand in the file; what cannot be read again is not written."""
        entry: list[Event] = []
        lines: list[bytes] = []
        before, stamp, running = self._before, now(), self._running.copy()
        count = len(events) + seal
        while len(entry) < count:
            at = len(entry)
            event = events[at] if at < len(events) else _seal(before, running.hexdigest())
            event = replace(event, n=len(self.events) + at, ts=stamp, more=count - at - 1)
            line = self._line(before, event)
            check_line(line[:-1], event.n + 1)
            entry.append(event)
            lines.append(line)
            running.update(line)
            before = line[HASH_AT:END_AT]
        return entry, lines

    def _line(self, before: bytes, event: Event) -> bytes:
        try:
            self.game.decoder.decode(ENCODER.encode(event))
            return link(before, event)
        except (MsgspecError, ValueError, TypeError, RecursionError) as error:
            raise LogError(Words("{path}: not recorded: {why}", path=self.path, why=str(error))) from error

    def _still_open(self) -> None:
        if self._descriptor < 0:
            raise LogError(Words("{path} is closed", path=self.path))

    def _unchanged(self) -> None:
        """Look whether the file is what this writer left; one that is not is written no further."""
        try:
            here = files.disk.about(self._descriptor)
            there = files.disk.about(self.path)
            end = read_all(self._descriptor, self._size - TAIL, TAIL + 1)
        except FileNotFoundError:
            self._refuse(Words("was taken away or given another name"))
        except OSError as error:  # it may be what it was: nobody knows
            raise self._not_recorded(error) from error
        if not there.same_file(here) or not there.same_file(self._identity):
            self._refuse(Words("another file was put in its place"))
        if here.size < self._size:
            self._refuse(Words("it was shortened"))
        same = here.touched == self._touched or self._digest() == self._running.digest()
        if here.size > self._size or end != self._last[-TAIL:] or not same:
            self._refuse(Words("somebody else wrote into it"))

    def _digest(self) -> bytes:
        """What the file has now; asked only when somebody did anything to it."""
        found = sha256()
        with suppress(OSError):
            for at in range(0, self._size, PIECE):
                found.update(read_all(self._descriptor, at, min(PIECE, self._size - at)))
        return found.digest()

    def _touched_now(self) -> tuple[int, int]:
        """By whom the file was last touched: by this writer, unless somebody does it later."""
        with suppress(OSError):
            return files.disk.about(self._descriptor).touched
        return NEVER

    def _refuse(self, what: Words) -> NoReturn:
        self.close()
        words = "{path}: not recorded: {what} while it was open; see: quaestor audit {path}"
        raise Changed(Words(words, path=self.path, what=what))

    def _flush(self) -> None:
        """What was merely found in the file is written again in place, and flushed, before anything rests on it."""
        self._still_open()
        if self._flushed:
            return
        write_all(self._descriptor, self._size - len(self._last), self._last)
        files.disk.sync(self._descriptor)
        files.disk.sync_folder(self.path.parent)
        self._flushed = True

    def _confirm(self) -> None:
        """Somebody is told that what stands there is recorded; so it must be on disk."""
        try:
            self._flush()
        except OSError as error:
            self.close()
            raise self._not_known(error) from error

    def _put(self, data: bytes) -> None:
        """One write, flushed to the disk; when that fails, the truth is looked for."""
        try:
            write_all(self._descriptor, self._size, data)
            files.disk.sync(self._descriptor)
        except OSError as error:
            self._settle(data, error)
        except BaseException:
            self.close()
            raise

    def _settle(self, data: bytes, error: OSError) -> None:
        """After a failure: all of it is put on disk after all, or nothing is left; else nobody knows."""
        whole = True
        with suppress(OSError):
            whole = (there := self._there(data))[:-1] == data[:-1]
            if there == data:
                write_all(self._descriptor, self._size, data)  # the system may have forgotten it
                files.disk.sync(self._descriptor)
                return
        try:
            files.disk.truncate(self._descriptor, self._size)
            files.disk.sync(self._descriptor)
        except OSError:
            if whole:  # less than that is harmless: the next writer sets it aside
                self.close()
                raise self._not_known(error) from error
        raise self._not_recorded(error) from error

    def _not_recorded(self, error: OSError) -> LogError:
        self.close()
        return LogError(Words("{path}: not recorded: {why}", path=self.path, why=_why(error)))

    def _there(self, data: bytes) -> bytes:
        return read_all(self._descriptor, self._size, len(data))

    def _not_known(self, error: OSError) -> NotKnown:
        words = "{path}: whether it is recorded is not known ({why}); open it again before repeating"
        return NotKnown(Words(words, path=self.path, why=_why(error)))

    # --- torn tails

    def _set_aside(self, tail: bytes) -> None:
        """Move what is no entry to NAME.torn, where nothing is lost."""
        try:
            tail = self._kept_aside(tail)
            files.disk.truncate(self._descriptor, self._size)
            files.disk.sync(self._descriptor)
        except OSError as error:
            words = "{path}: its unfinished last line cannot be set aside: {why}"
            raise LogError(Words(words, path=self.path, why=_why(error))) from error
        self._note(tail)

    def _kept_aside(self, tail: bytes) -> bytes:
        """Everything in NAME.torn that is not noted yet, this tail last."""
        torn = files.disk.open(self._torn(), create=True)
        try:
            about, noted = files.disk.about(torn), self._noted()
            if not about.regular:
                raise OSError(errno.EINVAL, "not a file")
            size = about.size
            unnoted = read_all(torn, noted, size) if size > noted else b""
            begun = tail.startswith(unnoted)  # a writer died while it was doing this
            write_all(torn, size - len(unnoted) if begun else size, tail)
            files.disk.sync(torn)
        finally:
            let_go(torn)
        files.disk.sync_folder(self.path.parent)
        return tail if begun else unnoted + tail

    def _torn(self) -> Path:
        return self.path.with_name(self.path.name + ".torn")

    def _noted(self) -> int:
        """How many bytes of NAME.torn the log tells of."""
        return sum(event.bytes for event in self.events if isinstance(event, TailSetAside))

    def _note_torn(self) -> None:
        """Note what lies in NAME.torn and is not noted yet: a tail whose writer died too soon."""
        try:
            torn = files.disk.open(self._torn())
        except OSError:
            return
        try:
            noted = self._noted()
            tail = read_all(torn, noted, max(files.disk.about(torn).size - noted, 0))
        except OSError as error:
            raise files.cannot_write(self._torn(), error) from error
        finally:
            let_go(torn)
        if tail:
            self._note(tail)

    def _note(self, tail: bytes) -> None:
        aside = TailSetAside(bytes=len(tail), digest=sha256(tail).hexdigest())
        self._record([replace(aside, id=made_id(self._before + tail, 0))], seal=False)


def _bare(event: Event) -> Event:
    return replace(event, n=-1, ts="", more=0)


def _seal(before: bytes, digest: str) -> Event:
    return LogSealed(digest=digest, id=made_id(before + digest.encode(), 0))


def _why(error: OSError) -> str:
    return error.strerror or str(error)


def _locked(path: Path) -> int:
    try:
        descriptor = files.disk.open(path)
    except OSError as error:
        why = Words("a symbolic link lies there") if path.is_symlink() else _why(error)
        raise LogError(Words("{path} cannot be opened: {why}", path=path, why=why)) from error
    try:
        free = files.disk.lock(descriptor)
    except OSError as error:
        let_go(descriptor)
        raise LogError(Words("{path} cannot be opened: {why}", path=path, why=_why(error))) from error
    if not free:
        let_go(descriptor)
        raise Locked(Words("{path} is being written by another program; close that one first", path=path))
    return descriptor
