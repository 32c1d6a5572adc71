"""A table of the pad: its log, the game as the log has it, and the phones that watch it.

Everything here that touches the disk or folds runs in a thread, under the table's lock; the event loop only hands out
bytes that are ready.
"""

import asyncio
import gzip
import time
from collections.abc import Callable, Collection, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from cli.pad import state as states
from cli.pad.keys import Refused, Role
from cli.pad.past import Past
from cli.pad.seats import Seats, known_as
from cli.pad.turns import Turns
from ledger.amend import would_hold
from ledger.any_table import faces
from ledger.events import AMENDMENTS, Event, GameEnded, LogSealed, ScoreConfirmed, TailSetAside
from ledger.games import GAMES
from ledger.live import LiveGame
from ledger.log import Changed, Doubled, Locked, LogError, NotKnown, Unreadable, decode, read, scan, stored
from ledger.score import leading
from ledger.story import unwrapped
from ledger.waiting import Begun, read_waiting, stays, told
from ledger.walk import in_force
from ledger.words import Words
from ledger.writer import Log

IDLE = 2.0  # seconds without an entry after which another program may write
PATIENCE = 0.5  # seconds to wait for another program to finish writing
SILENT = (TailSetAside, LogSealed)  # the log's own lines: nobody's entry goes stale by them
PHONES = 64  # that a table remembers, and rows that may be begun at once
MOST = 60  # amendments that a correction takes along at once
KEPT = 512  # past moments that a table remembers
Stamp = tuple[int, int, int]


class Sender(NamedTuple):
    """Who sends something: with which link, from which phone, and with the ids of what it wrote before."""

    role: Role = "scribe"
    phone: str = ""  # what the phone calls itself: known to nobody else
    own: Collection[str] = ()


SCRIBE = Sender()


class Seen(NamedTuple):
    """The newest that a phone has seen of a table."""

    who: str
    n: int
    head: str
    continues: bool  # the log, as it is, goes on from there


class Made(NamedTuple):
    """An answer that is ready, and the head of the log that it was made from."""

    head: str
    packed: bytes  # gzip, as nearly everybody takes it

    @property
    def data(self) -> bytes:
        """The same for somebody who does not."""
        return gzip.decompress(self.packed)


def _packed(head: str, data: bytes) -> Made:
    return Made(head, gzip.compress(data, 1, mtime=0))


class OpenTable:
    """One log, open for the phones around it."""

    def __init__(self, name: str, path: Path, seats: Seats, past: Past, turns: Turns) -> None:
        self.name = name
        self.path = path
        self.seats = seats
        self.past = past
        self.turns = turns
        self.lock = asyncio.Lock()
        self.live: LiveGame | None = None
        self.head = ""
        self.listeners: set[asyncio.Event] = set()
        self.used = self._wrote = time.monotonic()
        self._log: Log | None = None
        self._stamp: Stamp | None = None
        self.waiting: list[Event] = []  # said at the table, and not in the log yet
        self.changed: Words | None = None  # the file is not what it was; nothing is written until somebody says so
        self.rows = 0  # how often what waits has changed
        self.heads: list[str] = []  # the hash of every line
        self.phones: dict[str, Seen] = {}  # by what others may know of them
        self._past: dict[tuple[object, ...], bytes] = {}  # past moments that no later entry changes, the oldest first
        self._made: dict[tuple[object, ...], Made] = {}  # answers about this head
        self._now: dict[str, bytes] = {}  # the state of this head by language, for whichever role

    # --- reading

    async def fresh(self) -> LiveGame:
        """The game as the file has it now."""
        self.used = time.monotonic()
        if self._log is None and (self.live is None or self._stamp != stamp(self.path)):
            async with self.lock:
                await asyncio.to_thread(self._look)
            self.tell()
        if self.live is None:
            raise Refused(409, "damaged", Words("nothing is known of this table"))
        return self.live

    def _look(self) -> None:
        """Read the file again, if somebody else has written to it."""
        found = stamp(self.path)
        if self._log is not None or (self.live is not None and found == self._stamp):
            return
        try:
            sound = scan(read(self.path))
            if sound.integrity == "damaged" or not sound.lines:
                raise Unreadable(sound.faults[0].rule, sound.faults[0].line, sound.faults[0].words)
            game, events = decode(sound, GAMES)
            self._continues(lambda n: stored(sound.lines[n]) if n < len(sound.lines) else "")
            self.heads = [stored(line) for line in sound.lines]
            self.waiting = read_waiting(self.path, game, events)
            self._take(
                LiveGame(game, events) if sound.head != self.head or self.live is None else self.live, sound.head
            )
            self._stamp = found
        except Unreadable as error:
            raise unreadable(error) from None

    def _continues(self, head_at: Callable[[int], str]) -> None:
        """Whether the file goes on from what was seen of it; if not, that is said, and nothing more is written."""
        if self.live is None or self.changed is not None:
            return
        n = len(self.live.events) - 1
        if head_at(n) != self.head:
            words = "this log is not what it was: event {n} is gone or another one. It was rolled back or replaced"
            self.changed = Words(words, n=n)
            self._past.clear()

    def _take(self, live: LiveGame, head: str) -> None:
        self.live, self.head = live, head
        self._now.clear()
        self._made.clear()
        for phone, seen in self.phones.items():
            self.phones[phone] = seen._replace(continues=self._has(seen.n, seen.head))

    def _has(self, n: int, head: str) -> bool:
        return 0 <= n < len(self.heads) and self.heads[n] == head

    def saw(self, phone: str, who: str, n: int, head: str) -> dict[str, Any]:
        """What a phone remembers of this table, compared with what there is."""
        known = known_as(phone)
        before = self.phones.pop(known, None)
        if len(self.phones) >= PHONES:
            del self.phones[next(iter(self.phones))]
        self.phones[known] = Seen(who, n, head, self._has(n, head))
        if self.phones[known].continues != (before is None or before.continues):
            self.tell()
        return {"n": len(self.heads) - 1, "head": self.head, "continues": self.phones[known].continues}

    def _apart(self) -> list[dict[str, Any]]:
        """The phones that have seen what this log does not have."""
        return [{"who": one.who, "n": one.n} for one in self.phones.values() if not one.continues]

    async def made(self, what: tuple[object, ...], make: Callable[[LiveGame], bytes]) -> Made:
        """Something worked out once for this head, in a thread."""
        live = await self.fresh()
        found = self._made.get(what)
        if found is None:
            async with self.turns.looking():
                await self.turns.look(live.explain)  # the longest of it, and no entry waits for that
                async with self.lock:
                    found = self._made.get(what)
                    if found is None:
                        found = self._made[what] = await self.turns.look(self._pack, make)
        return found

    def _pack(self, make: Callable[[LiveGame], bytes]) -> Made:
        assert self.live is not None
        return _packed(self.head, make(self.live))

    async def state(self, lang: str, role: Role) -> Made:
        """The table as it stands, as JSON."""

        def stated(live: LiveGame) -> bytes:
            if lang not in self._now:
                self._now[lang] = states.state_bytes(states.state(live, self.head), lang)
            about = {
                "table": self.name,
                "role": role,
                "changed": self.changed,
                "waiting": self._waits(),
                "planned": self.seats.of(self.name).mode,
                "seats": list(self.seats.of(self.name).phones),
                "apart": self._apart() if role == "scribe" else [],
            }
            return states.encode(about, lang)[:-1] + b"," + self._now[lang][1:]

        return await self.made(("state", lang, role, self.mark), stated)

    @property
    def mark(self) -> str:
        """What else an answer about this head depends on."""
        waits = sum(not isinstance(event, Begun) for event in self.waiting)
        found = (self.changed is not None, waits, self.seats.of(self.name).phones, [one["n"] for one in self._apart()])
        return sha256(repr(found).encode()).hexdigest()[:12] if any(found) else ""

    def _waits(self) -> list[Words]:
        """What was said and must wait; a row that somebody has begun is shown where it is filled in."""
        return [told(event) for event in self.waiting if not isinstance(event, Begun)]

    async def state_at(self, lang: str, role: Role, at: int) -> Made:
        """The table as it stood after event `at`."""
        live = await self.fresh()
        if not 0 <= at < len(live.events):
            last = len(live.events) - 1
            words = Words("there is no event {found}; events go from 0 to {expected}", found=at, expected=last)
            raise Refused(404, "event", words)
        async with self.past.turn():
            past = await self._moment(live, lang, at)
            return await self.turns.look(self._pack_past, live, lang, role, past)

    def _pack_past(self, live: LiveGame, lang: str, role: Role, past: bytes) -> Made:
        about = {"table": self.name, "role": role, "head": self.head, **states.about_log(live)}
        return _packed(self.head, states.encode(about, lang)[:-1] + b"," + past[1:])

    async def _moment(self, live: LiveGame, lang: str, at: int) -> bytes:
        """A past moment is what it was until an earlier entry is amended; so it is worked out once."""
        key = (live.amended, at, lang)
        found = self._past.pop(key, None)
        if found is None:
            found = await self.past.moment(self.path, live.game, self.heads, at, lang)
            while len(self._past) >= KEPT:
                del self._past[next(iter(self._past))]
        self._past[key] = found
        return found

    async def story(self, lang: str) -> Made:
        """The history, as JSON."""
        return await self.made(("story", lang), lambda live: states.story_bytes(live, lang))

    async def film(self, lang: str) -> Made:
        """The drawing of every moment, as JSON."""
        live, what = await self.fresh(), ("film", lang)
        found = self._made.get(what)
        if found is None:
            async with self.past.turn():
                head, data = self.head, await self.past.film(self.path, live.game, self.heads, lang)
                found = await self.turns.look(_packed, head, data)
            if head == self.head:  # nobody has entered anything meanwhile
                self._made[what] = found
        return found

    async def faces(self, lang: str) -> Made:
        """Every card as it looks, as JSON."""
        return await self.made(("faces", lang), lambda live: states.encode({"faces": faces(live.record)}, lang))

    async def draft(self, lang: str, role: Role, entries: Sequence[Event]) -> Made:
        """The table as if these entries were written."""
        await self.fresh()

        def drafted(live: LiveGame) -> bytes:
            _check(live, entries)
            found = states.state_with(live.game, live.events, self.head, entries)
            return states.state_bytes({"table": self.name, "role": role, **found}, lang)

        return await self._worked(drafted)

    async def looked(self, make: Callable[[LiveGame], bytes]) -> Made:
        """Something that is asked of the table as it stands."""
        await self.fresh()
        return await self._worked(make)

    async def carried(self, amendment: Event) -> list[dict[str, Any]]:
        """The further amendments by which the record fits again after this one: what was, and what would be."""
        live = await self.fresh()
        _check(live, [amendment])
        return await asyncio.to_thread(_carried, live, amendment)

    async def _worked(self, make: Callable[[LiveGame], bytes]) -> Made:
        async with self.turns.looking(), self.lock:
            return await self.turns.look(self._pack, make)

    # --- writing

    async def write(
        self, entries: Sequence[Event], after: int | None, role: Role, own: Collection[str], phone: str = ""
    ) -> dict[str, Any]:
        """Put entries into the log, each once however often it is sent; they are on disk when this returns."""
        sender = Sender(role, phone, own)
        async with self.lock:
            answer = await self.turns.enter(self._write, entries, after, sender)
        self.tell()
        return answer

    def _write(self, entries: Sequence[Event], after: int | None, sender: Sender) -> dict[str, Any]:
        log, live = self._open()
        try:
            there = bool(log.standing(entries))
        except Doubled as error:
            raise _doubled(error) from None
        if not there:
            if after is not None:
                self._not_stale(live, after, {entry.id for entry in entries}, log)
            _check(live, entries, sender)
            self._seated(live, entries, sender)
        written = self._enter(log, live, entries, seal=_sealed_again(live, entries))
        self._take_up(log, live)
        return {
            "written": [{"n": event.n, "id": event.id} for event in written],
            "n": len(log.events) - 1,
            "head": self.head,
        }

    def _enter(self, log: Log, live: LiveGame, entries: Sequence[Event], *, seal: bool = False) -> list[Event]:
        """One entry, written whole; what stands there already is flushed and acknowledged.

        What the rules say about it is worked out with the state, which every phone asks for next: nobody waits for it.
        """
        before = len(log.events)
        try:
            written = log.enter(entries, seal=seal) if entries else [log.seal()]
        except LogError as error:
            self._close()
            if isinstance(error, Changed):
                self.changed = error.words.values["what"]
            raise failed(error) from None
        news = log.events[before:]
        self.heads += [log.head_at(event.n) for event in news]
        try:
            live.believe(news)
        except BaseException:  # a mistake of ours: it is on disk, and nothing half folded is shown
            self._close()
            self.live = None
            raise
        self._take(live, log.head)
        return written

    def _take_up(self, log: Log, live: LiveGame) -> None:
        """What waited and may stand in the log now is written; a begun row that stands there now is done."""
        known = {event.id for event in log.events}
        if any(event.id in known for event in log.waiting):
            self._wait(log, [event for event in log.waiting if event.id not in known])
        while ready := [event for event in log.waiting if not stays(live.game, live.record.table, event)]:
            self._enter(log, live, ready[:1])
            self._wait(log, [event for event in log.waiting if event is not ready[0]])
        self.waiting = list(log.waiting)

    def _wait(self, log: Log, events: Sequence[Event]) -> None:
        try:
            log.wait(events)
        except LogError as error:
            self._close()
            raise failed(error) from None
        self.waiting = list(log.waiting)
        self.rows += 1

    # --- rows that somebody has begun

    async def begin(self, row: Begun, sender: Sender) -> dict[str, Any]:
        """Keep what a phone has of a player's row so far; nothing of it means that it is dropped."""
        async with self.lock:
            await self.turns.enter(self._begin, row, sender)
        self.tell()
        return {"rows": self.rows}

    def _begin(self, row: Begun, sender: Sender) -> None:
        log, live = self._open()
        if row.player not in live.record.table.players:
            raise Refused(422, "player", Words("nobody called '{found}' sits at this table", found=row.player))
        if sender.role != "scribe" and self.seats.seat(self.name, sender.phone) != row.player:
            raise _not_their_seat(row.player)
        kept = [one for one in log.waiting if not _same_row(one, row)]
        if row.answers and len(kept) >= PHONES:
            raise Refused(429, "busy", Words("too many rows are begun at this table; finish or drop some"))
        standing = any(event.id == row.id for event in log.events)
        wanted = [*kept, row] if row.answers and not standing else kept
        if wanted != log.waiting:
            self._wait(log, wanted)

    def begun(self, sender: Sender) -> list[dict[str, Any]]:
        """The rows that this phone may go on with: a scribe's are everybody's, a player's those of their seat."""
        seat = self.seats.seat(self.name, sender.phone)
        rows = [
            one for one in self.waiting if isinstance(one, Begun) and (sender.role == "scribe" or one.player == seat)
        ]
        own = known_as(sender.phone)
        return [msgspec.to_builtins(one) | {"mine": one.phone == own} for one in rows]

    def _seated(self, live: LiveGame, entries: Sequence[Event], sender: Sender) -> None:
        """A player speaks for their own seat: what they have, and whether they agree. A scribe notes what was said."""
        if sender.role == "scribe":
            return
        seat = self.seats.seat(self.name, sender.phone)
        for entry in map(unwrapped, entries):
            player = getattr(entry, "player", "")
            if isinstance(entry, (ScoreConfirmed, *states.declarations(live.game))) and player != seat:
                raise _not_their_seat(player)

    def _not_stale(self, live: LiveGame, after: int, ids: set[str], log: Log) -> None:
        """Refuse what was entered without knowing what came meanwhile; one's own entries are no news."""
        news = [
            event for event in live.events[max(after + 1, 0) :] if event.id not in ids and not isinstance(event, SILENT)
        ]
        if not news:
            return
        words = Words(
            "the log has gone on to event {found} since event {expected}", found=len(live.events) - 1, expected=after
        )
        written = [{"n": event.n, "id": event.id} for event in log.events if event.id in ids]
        more = {"since": states.since_json(live, news), "n": len(live.events) - 1, "written": written}
        raise Refused(409, "stale", words, **more)

    async def end(self, entry_id: str, by: str) -> dict[str, Any]:
        """Write down who won, unless it stands there already, and seal the log."""
        async with self.lock:
            answer = await self.turns.enter(self._end, entry_id, by)
        self.tell()
        return answer

    def _end(self, entry_id: str, by: str) -> dict[str, Any]:
        log, live = self._open()
        if log.waiting:
            waits = [told(event) for event in log.waiting]
            words = Words("the game is not ended while something waits: {waiting}", waiting=waits)
            raise Refused(409, "waiting", words)
        known = {event.id for event in log.events if event.id}
        if not live.record.ended and entry_id not in known:
            winners = tuple(leading(live.record))
            self._enter(log, live, [GameEnded(winners=winners, id=entry_id, by=by)], seal=True)
        elif live.record.ended:
            self._enter(log, live, [])
        return {"n": len(log.events) - 1, "head": self.head, "sealed": log.sealed}

    async def reopen(self) -> dict[str, Any]:
        """Somebody has looked at a file that is not what it was, and goes on with it as it is."""
        async with self.lock:
            self.changed = None
            self.live, self._stamp, self.head = None, None, ""
            self._past.clear()
            self._close()
            await asyncio.to_thread(self._look)
        self.tell()
        return {"n": len(self.live.events) - 1 if self.live else -1, "head": self.head}

    def _open(self) -> tuple[Log, LiveGame]:
        """The log with its lock held, and the live in step with it."""
        self.used = self._wrote = time.monotonic()
        try:
            stamp(self.path)
        except Refused:  # gone, or not to be seen: from now on that is told
            self._close()
            raise
        if self._log is None and self.changed is None:
            self._log = _waited_for(self.path)
            self._continues(self._log.head_at)
            self.heads = [self._log.head_at(event.n) for event in self._log.events]
            self.waiting = list(self._log.waiting)
        if self.changed is not None or self._log is None:
            self._close()
            raise Refused(409, "changed", Words("nothing is written: {what}", what=self.changed))
        log = self._log
        if self.live is None or self.head != log.head or self.live.events is not log.events:
            self._take(LiveGame(log.game, log.events), log.head)
        assert self.live is not None
        return log, self.live

    def _close(self) -> None:
        if self._log is not None:
            self._log.close()
            self._log = None
            self._stamp = None

    def _let_go(self) -> None:
        found = stamp(self.path) if self.path.exists() else None
        ours = self._log is not None and found is not None and found[1:] == self._log.left
        self._close()
        self._stamp = found if ours else None  # what is not as it was left is looked at

    async def rest(self, *, now: bool = False) -> None:
        """Let other programs write when nobody has entered anything for a while."""
        if self._log is not None and (now or time.monotonic() - self._wrote > IDLE) and not self.lock.locked():
            async with self.lock:
                self._let_go()

    # --- watching

    def tell(self) -> None:
        """Wake everybody who watches."""
        for listener in self.listeners:
            listener.set()


def stamp(path: Path) -> Stamp:
    """What changes when somebody writes to a file."""
    try:
        about = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        raise Refused(404, "gone", Words("this table's log is no longer there")) from None
    except OSError as error:
        raise Refused(507, "disk", Words("this log cannot be read: {why}", why=error.strerror or str(error))) from None
    return about.st_mtime_ns, about.st_size, about.st_ino


def _waited_for(path: Path) -> Log:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return Log(path, GAMES)
        except Locked:
            if time.monotonic() > until:
                words = Words("another program is writing this log; try again when it is done")
                raise Refused(423, "locked", words) from None
            time.sleep(0.03)
        except LogError as error:
            raise failed(error) from None


def unreadable(error: Unreadable) -> Refused:
    """A log that nothing can be worked out from: it is left as it is."""
    words = Words("this log is damaged on line {line}: {why}", line=error.line, why=error.words)
    if error.line is None:
        words = Words("this log cannot be read: {why}", why=error.words)
    return Refused(409, "damaged", words)


def failed(error: LogError) -> Refused:
    """Why nothing was written, without the path of the file."""
    if isinstance(error, Unreadable):
        return unreadable(error) if error.rule != "limit" else Refused(422, "limit", error.words)
    if isinstance(error, NotKnown):
        return Refused(507, "unknown", Words("whether this was recorded is not known; it is sent again by itself"))
    if isinstance(error, Changed):
        return Refused(409, "changed", Words("nothing is written: {what}", what=error.words.values["what"]))
    if "why" in error.words.values:
        return Refused(507, "disk", Words("not recorded: {why}", why=error.words.values["why"]))
    return Refused(507, "disk", Words("not recorded: the log was closed"))


def _doubled(error: Doubled) -> Refused:
    """An id was recorded with something else; what is there is told."""
    n = error.known[0].n
    words = Words("this entry was recorded with other content, as event {n}; nothing was written", n=n)
    return Refused(409, "doubled", words, n=n, written=[{"n": event.n, "id": event.id} for event in error.known])


def _sealed_again(live: LiveGame, entries: Sequence[Event]) -> bool:
    """What is added to a sealed game that is still over gets a new seal."""
    if not any(isinstance(event, LogSealed) for event in live.events):
        return False
    ahead = [*live.events, *(replace(entry, n=len(live.events) + at) for at, entry in enumerate(entries))]
    return any(isinstance(event, GameEnded) for event in in_force(ahead).events)


def _carried(live: LiveGame, amendment: Event) -> list[dict[str, Any]]:
    from ledger.whatif import amending, corrected

    events = list(live.events)
    found = corrected(live.game, events, amendment, catalogue=live.catalogue).needed
    return [{"entry": amending(one), "was": one.was_said, "now": one.now_said} for one in found[:MOST]]


def _same_row(one: Event, row: Begun) -> bool:
    return isinstance(one, Begun) and (one.player, one.phone) == (row.player, row.phone)


def _not_their_seat(player: str) -> Refused:
    words = Words("only the phone that sits in the seat of {player} says this; or the scribe notes it", player=player)
    return Refused(403, "seat", words)


def _check(live: LiveGame, entries: Sequence[Event], sender: Sender = SCRIBE) -> None:
    """Refuse the whole batch for one entry that this role may not write, or that would have no effect."""
    ahead = [*live.events]
    for entry in entries:
        if isinstance(entry, AMENDMENTS):
            _allowed(ahead, entry, sender)
            _holds(live, ahead, entry)
        ahead.append(replace(entry, n=len(ahead)))


def _allowed(events: Sequence[Event], entry: Event, sender: Sender) -> None:
    """A player puts right only what their own phone wrote, which they show by knowing its id."""
    target = getattr(entry, "target", -1)
    known = events[target].id if 0 <= target < len(events) else ""
    if sender.role != "scribe" and (not known or known not in sender.own):
        raise Refused(403, "role", Words("only the scribe may put right what others entered"))


def _holds(live: LiveGame, events: Sequence[Event], entry: Event) -> None:
    """An amendment that would have no effect is not written."""
    try:
        would_hold(live.game, events, entry, live.catalogue)
    except Unreadable as error:
        raise Refused(422, "entry", Words("not recorded: {why}", why=error.words)) from None
