"""Putting the record right: an amendment is appended, the old entry stays."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec import MsgspecError
from msgspec.json import Decoder
from msgspec.structs import replace

from ledger.audit import Finding
from ledger.events import EntryCorrected, EntryInserted, EntryWithdrawn, Event
from ledger.game import Catalogue, Game
from ledger.log import Unreadable, check_line
from ledger.story import Moment, story, tell_at
from ledger.transcript import BARE, bare, strict_json
from ledger.walk import in_force, open_record, replay, rules_of
from ledger.words import Words, why
from ledger.words.speech import ENGLISH, Language
from ledger.writer import Log


class Preview(NamedTuple):
    """What an amendment would do to the record, told before it is written."""

    before: Words | None  # the entry as it stands; None: there is none
    after: Words | None  # as it would stand; None: it is taken out
    totals: dict[str, tuple[int, int]]  # by player: the score before and after
    gone: list[Finding]  # findings that would no longer be made
    come: list[Finding]  # findings that there were not before
    scale: int = 1  # 10: points are counted in tenths

    @property
    def worse(self) -> bool:
        """Does the record come out with more violations than it had?"""
        return _violations(self.come) > _violations(self.gone)


def _violations(findings: Sequence[Finding]) -> int:
    return sum(finding.severity == "violation" for finding in findings)


def change(game: Game, events: Sequence[Event], amendment: Event, catalogue: Catalogue | None = None) -> Preview:
    """What an amendment would change: the entry in words, everybody's score, the findings that come and go."""
    after = [*events, replace(amendment, n=len(events))]
    old, new = (story(game, one, catalogue=catalogue) for one in (events, after))
    target = getattr(amendment, "target", None)
    came = len(events) if target is None else target  # where the text in force stands afterwards
    found, founder = ([finding for one in told for finding in one.findings] for told in (old, new))
    was, will = {*map(_key, found)}, {*map(_key, founder)}
    return Preview(
        before=_standing(old, target),
        after=_standing(new, came),
        totals={name: (had, new[-1].totals[name]) for name, had in old[-1].totals.items() if name in new[-1].totals},
        gone=[one for one in found if _key(one) not in will],
        come=[one for one in founder if _key(one) not in was],
        scale=game.worth.scale,
    )


def _standing(moments: Sequence[Moment], n: int | None) -> Words | None:
    return next((one.words for one in moments if one.stands and one.event.n == n), None)


def _key(finding: Finding) -> tuple[object, ...]:
    return finding.n, finding.rule, finding.severity, finding.message


def agreed(change: Preview) -> bool:
    """Nobody is asked."""
    return True


def amend(
    path: Path,
    games: Mapping[str, Game],
    n: int,
    *,
    instead: str = "",
    before: str = "",
    reason: str = "",
    catalogue: Catalogue | None = None,
    speak: Language = ENGLISH,
    agree: Callable[[Preview], bool] = agreed,
) -> tuple[Words, Event, str] | None:
    """Withdraw event n, correct it, or insert one before it; gives the old entry, the amendment and the head.

    `instead` and `before` are words as record reads them, or JSON. `agree` is shown what will change before anything is
    written; where it says no, nothing is, and nothing comes back.
    """
    with Log(path.resolve(), games) as log:
        if not 0 <= n < len(log.events):
            words = Words(
                "there is no event {found}; events go from 0 to {expected}", found=n, expected=len(log.events) - 1
            )
            raise Unreadable("entry", None, words)
        said = instead or before
        told = said_at(log.game, log.events, n, said, speak, catalogue) if said else None
        amendment = _amendment(n, told, reason, inserted=bool(before))
        would_hold(log.game, log.events, amendment, catalogue)
        old, sealed = tell_at(log.game, log.events, n, catalogue=catalogue), log.was_sealed
        if not agree(change(log.game, log.events, amendment, catalogue)):
            return None
        return old, log.ask([amendment], seal=sealed)[0], log.head


def _amendment(n: int, entry: Event | None, reason: str, *, inserted: bool) -> Event:
    if entry is None:
        return EntryWithdrawn(target=n, reason=reason)
    if inserted:
        return EntryInserted(before=n, entry=entry, reason=reason)
    return EntryCorrected(target=n, entry=entry, reason=reason)


def said_at(
    game: Game,
    events: Sequence[Event],
    n: int,
    text: str,
    speak: Language = ENGLISH,
    catalogue: Catalogue | None = None,
) -> Event:
    """The event that a text says at the table as it was before event n; Unreadable says why it says none."""
    from ledger.language import Understood, understand
    from ledger.language.text import refusal

    if text.lstrip().startswith("{"):
        return entry(game, text)
    record = replay(game, events, n - 1, catalogue=catalogue) if n else open_record(game, in_force(events).events)
    found = understand(record, text, speak)
    if not isinstance(found, Understood):
        raise Unreadable("entry", None, refusal(text, found))
    if len(found.events) > 1:
        raise Unreadable("entry", None, Words("'{text}' says several things; an amendment is one", text=text))
    return found.events[0]


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
