"""What somebody types at a table of the pad: a line understood before it is written, a past moment tried otherwise."""

import asyncio
from collections.abc import Sequence
from typing import Any

from msgspec import to_builtins

from cli.pad import state as states
from cli.pad.keys import Refused
from cli.pad.open_table import OpenTable
from ledger.events import OF_THE_LINE, Event
from ledger.game import Game
from ledger.language import Ambiguous, Understood, understand
from ledger.live import LiveGame
from ledger.log import LogError, Unreadable
from ledger.score import Sheet
from ledger.whatif import FigureDifference, Otherwise, Reworked, amendment_of, difference, what_if
from ledger.words import Words
from ledger.words.speech import language

LONGEST = 500  # characters that a line may have
AT_ONCE = asyncio.Semaphore(2)  # games that are tried otherwise at the same time, in the whole house
WAYS = ("without", "instead", "before")


def line_of(given: dict[str, Any]) -> str:
    """The line that a phone sent."""
    text = given.get("text", "")
    if not isinstance(text, str) or len(text) > LONGEST:
        raise Refused(422, "text", Words("a line has at most {expected} characters", expected=LONGEST))
    return text.strip()


# --- the quick line ---------------------------------------------------------------------------------------------------


def heard(live: LiveGame, text: str, lang: str) -> bytes:
    """What a line means at the table as it stands, as JSON; nothing is written."""
    found = understand(live.record, text, language(lang))
    if isinstance(found, Understood):
        told: dict[str, Any] = {**_understood(found), "exact": found.exact and not found.strange}
    elif isinstance(found, Ambiguous):
        told = {"possibilities": [_understood(one) for one in found.possibilities]}
    else:
        told = {"why": found.why, "nearest": found.nearest}
    return states.encode(told, lang)


def _understood(found: Understood) -> dict[str, Any]:
    return {"events": [_bare(event) for event in found.events], "words": found.words}


def _bare(event: Event) -> dict[str, Any]:
    """An event as a phone sends it."""
    return {name: value for name, value in to_builtins(event).items() if name not in OF_THE_LINE}


# --- a past moment, otherwise -----------------------------------------------------------------------------------------


async def tried(table: OpenTable, given: dict[str, Any], lang: str) -> bytes:
    """The game as it would stand, as JSON; nothing is written."""
    n, way, text = given.get("n"), given.get("way"), line_of(given)
    if not isinstance(n, int) or isinstance(n, bool) or way not in WAYS:
        raise Refused(422, "event", Words("say which event, and one of {expected}", expected=WAYS))
    if way != "without" and not text:
        raise Refused(422, "text", Words("say what would have happened"))
    live = await table.fresh()
    async with AT_ONCE:
        return await asyncio.to_thread(_tried, live.game, [*live.events], n, way, text, lang)


def _tried(game: Game, events: Sequence[Event], n: int, way: str, text: str, lang: str) -> bytes:
    instead, before = (text if way == name else "" for name in ("instead", "before"))
    try:
        amendment = amendment_of(game, events, n, instead=instead, before=before, speak=language(lang))
        found = what_if(game, events, amendment)
    except (Unreadable, LogError) as error:
        raise Refused(422, "entry", error.words) from None
    return states.encode(_otherwise(game, found), lang)


def _otherwise(game: Game, found: Otherwise) -> dict[str, Any]:
    return {
        "was": found.change.was,
        "now": found.change.now,
        "breaks": [{"rule": rule, "message": complaint} for rule, complaint in found.change.breaches],
        "kept": found.kept,
        "reworked": [_reworked(one) for one in found.told],
        "ends_at": found.ends_at,
        "ends_with": found.ends_with,
        "why": found.why,
        "before": _sheet(game, found.before),
        "after": _sheet(game, found.after),
        "difference": [_difference(one) for one in difference(found.before, found.after)],
    }


def _sheet(game: Game, sheet: Sheet) -> dict[str, Any]:
    return states.sheet_told(game, sheet, set())


def _reworked(one: Reworked) -> dict[str, Any]:
    return {"n": one.n, "was": one.was_said, "now": one.now_said}


def _difference(one: FigureDifference) -> dict[str, Any]:
    lines = {
        name: [{"points": line.points, "reason": line.reason} for line in some]
        for name, some in (("gone", one.gone), ("new", one.new))
    }
    return {**one._asdict(), **lines, "label": states.label(one.category)}
