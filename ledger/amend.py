"""Putting the record right: an amendment is appended, the old entry stays."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import MsgspecError
from msgspec.json import Decoder
from msgspec.structs import replace

from ledger.events import EntryCorrected, EntryInserted, EntryWithdrawn, Event
from ledger.game import Catalogue, Game
from ledger.log import Unreadable, check_line
from ledger.story import tell_at
from ledger.transcript import BARE, bare, strict_json
from ledger.walk import in_force, rules_of
from ledger.words import Words, why
from ledger.writer import Log


def amend(
    path: Path,
    games: Mapping[str, Game],
    n: int,
    *,
    instead: str = "",
    before: str = "",
    reason: str = "",
    catalogue: Catalogue | None = None,
) -> tuple[Words, Event, str]:
    """Withdraw event n, correct it, or insert one before it; gives the old entry, the amendment and the head."""
    with Log(path.resolve(), games) as log:
        if not 0 <= n < len(log.events):
            words = Words(
                "there is no event {found}; events go from 0 to {expected}", found=n, expected=len(log.events) - 1
            )
            raise Unreadable("entry", None, words)
        amendment = _amendment(log.game, n, instead, before, reason)
        would_hold(log.game, log.events, amendment, catalogue)
        old, sealed = tell_at(log.game, log.events, n, catalogue=catalogue), log.was_sealed
        return old, log.ask([amendment], seal=sealed)[0], log.head


def _amendment(game: Game, n: int, instead: str, before: str, reason: str) -> Event:
    if instead:
        return EntryCorrected(target=n, entry=entry(game, instead), reason=reason)
    if before:
        return EntryInserted(before=n, entry=entry(game, before), reason=reason)
    return EntryWithdrawn(target=n, reason=reason)


def entry(game: Game, text: str) -> Event:
    """An event typed as JSON; Unreadable says why it is none."""
    data = text.encode("utf-8", "surrogateescape")
    try:
        check_line(data, 1)
        strict_json(data)
        event: Event = Decoder(game.play).decode(data)
    except (MsgspecError, ValueError, RecursionError) as error:
        raise Unreadable("entry", None, Words("the entry cannot be read: {why}", why=why(error))) from None
    if not bare(event):
        raise Unreadable("entry", None, BARE)
    return event


def would_hold(game: Game, events: Sequence[Event], amendment: Event, catalogue: Catalogue | None = None) -> None:
    """An amendment that would have no effect, or leave no table to fold onto, is not written."""
    force = in_force([*events, replace(amendment, n=len(events))])
    for refused, complaint in force.refused:
        if refused.n == len(events):
            raise Unreadable("entry", None, complaint)
    rules_of(game, force.events[0], catalogue=catalogue)  # type: ignore[arg-type]
