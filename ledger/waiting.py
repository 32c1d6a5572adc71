"""What was said at a table and may not stand in the log yet: it waits in NAME.waiting, beside the log."""

from collections.abc import Iterable, Sequence, Set
from pathlib import Path
from typing import Any

from msgspec import MsgspecError
from msgspec.json import Decoder
from msgspec.structs import replace

from ledger.events import Event
from ledger.game import Game
from ledger.log import ENCODER, LINE_LIMIT, Unreadable, check_line
from ledger.words import Words

LIMIT = 64 * LINE_LIMIT
AGAIN = "-again"  # behind the id of a withdrawal: what waits again if that withdrawal stands in the log


class Begun(Event, frozen=True, kw_only=True, tag="entry_begun"):
    """A form that somebody has begun to fill in. It waits until it is finished or dropped, and never stands in a log.

    Its `id` is the one that the finished entry will get.
    """

    player: str  # whom it is about
    phone: str  # where it is being filled in
    form: str
    answers: dict[str, Any] = {}


BEGUN = Decoder(Begun)


def stays(game: Game, table: Any, event: Event) -> bool:
    """Whether something must go on waiting: the rules want others first, or its author has not finished it."""
    return isinstance(event, Begun) or game.scribe.holds(table, event)


def place(log: Path) -> Path:
    """Where the words wait that belong to a log."""
    return log.with_name(log.name + ".waiting")


def read_waiting(log: Path, game: Game, events: Iterable[Event]) -> list[Event]:
    """What waits, without what stands in the log already; Unreadable when there is something that cannot be read."""
    path = place(log)
    try:
        if path.is_symlink() or not path.is_file():
            return []
        with path.open("rb") as file:
            data = file.read(LIMIT + 1)
    except OSError as error:
        raise _unreadable(path, None, Words("{why}", why=error.strerror or str(error))) from None
    if len(data) > LIMIT:
        words = Words("{found} bytes on a line; at most {expected} are allowed", found=len(data), expected=LIMIT)
        raise _unreadable(path, None, words)
    known = {event.id for event in events}
    return [event for event in _decoded(path, game, data.splitlines()) if _waits(event.id, known)]


def _waits(name: str, known: Set[str]) -> bool:
    """Not what stands in the log, and not what waits for a withdrawal that was never written."""
    return name not in known and (not name.endswith(AGAIN) or name.removesuffix(AGAIN) in known)


def again(event: Event, withdrawal: Event) -> Event:
    """What waits again once it is withdrawn; it may be on disk before the withdrawal is."""
    return replace(event, n=-1, ts="", more=0, id=withdrawal.id + AGAIN)


def _decoded(path: Path, game: Game, lines: Sequence[bytes]) -> list[Event]:
    events = []
    for at, line in enumerate(lines, 1):
        try:
            check_line(line, at)
            events.append(_read(game, line))
        except Unreadable as error:
            raise _unreadable(path, at, error.words) from None
        except (MsgspecError, ValueError, RecursionError) as error:
            raise _unreadable(path, at, Words("{why}", why=str(error))) from None
    return events


def _read(game: Game, line: bytes) -> Event:
    return BEGUN.decode(line) if line.startswith(b'{"type":"entry_begun"') else game.decoder.decode(line)


def _unreadable(path: Path, line: int | None, why: Words) -> Unreadable:
    words = Words(
        "what waits in {path} cannot be read: {why}; put it right, or move that file away", path=path, why=why
    )
    return Unreadable("entry", line, words)


def encode(events: Iterable[Event]) -> bytes:
    """What waits, as its file has it."""
    return ENCODER.encode_lines(events)


def told(event: Event) -> Words:
    """That something waits, without the values that the table has not seen."""
    player = getattr(event, "player", "")
    if isinstance(event, Begun):
        return Words("what {player} has, begun and not finished", player=player)
    if player:
        return Words("something that {player} named", player=player)
    return Words("something that was named")
