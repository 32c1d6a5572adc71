"""A game as moments to step through: what each has to show, as text and for other programs."""

from collections.abc import Sequence
from typing import Any

from msgspec import to_builtins

from cli.reader import reader, told
from cli.render import strike
from ledger.audit import finding_json
from ledger.events import Event
from ledger.forms import tag
from ledger.game import Catalogue, Game
from ledger.score import as_known, unbounded
from ledger.story import Moment, seen, story
from ledger.walk import Record, fold, open_record
from ledger.words import Words

MONEY = ("purse", "coins")  # what a player's money is called in a view


class Reel:
    """A log with all its moments; the table of any of them is folded when it is looked at."""

    def __init__(self, log: str, game: Game, events: Sequence[Event], catalogue: Catalogue | None = None) -> None:
        self.log = log
        self.game = game
        self.laid_over = {"catalogue": catalogue}
        self.moments = story(game, events, **self.laid_over)
        self.players = list(self.moments[0].totals)
        self.marks = [at for at, one in enumerate(self.moments) if one.amended or one.findings]

    def place(self, n: int) -> int:
        """Which moment shows event n: its own, the one that it amends, or the last one before it."""
        for at, one in enumerate(self.moments):
            if one.event.n == n or (one.amended and one.amended.by.n == n):
                return at
        return max((at for at, one in enumerate(self.moments) if one.event.n < n), default=0)

    def record(self, at: int) -> Record:
        """The game folded up to a moment."""
        standing = [one.event for one in self.moments if one.stands]
        record = open_record(self.game, standing, **self.laid_over)
        return fold(record, [one.event for one in self.moments[: at + 1] if one.stands])

    def view(self, at: int) -> dict[str, Any]:
        """The table after a moment."""
        return seen(self.record(at))

    def points(self, at: int, player: str) -> str:
        """What a player has after a moment."""
        moment = self.moments[at]
        return reader().told(as_known(moment.totals[player], moment.ranges.get(player), self.game.worth.scale))

    def known(self, player: str) -> list[int | None]:
        """What a player has at least, moment by moment; None where it may be anything."""
        return [None if unbounded(one.ranges.get(player)) else one.totals[player] for one in self.moments]

    def about(self) -> dict[str, Any]:
        """Whose game this is."""
        return {"log": self.log, "game": self.game.name, "scale": self.game.worth.scale, "players": self.players}


def money(view: dict[str, Any]) -> dict[str, int]:
    """Everybody's money, where a game has any."""
    seats = [row for row in view.get("players", ()) if isinstance(row, dict)]
    return {row["player"]: row[key] for row in seats for key in MONEY if row.get(key) is not None}


def correction(moment: Moment) -> str:
    """What was done to an entry after it was written, and why; empty when nothing was."""
    if moment.amended is None:
        return ""
    by, reason = moment.amended.by, str(getattr(moment.amended.by, "reason", ""))
    if not moment.stands:
        words = Words("withdrawn by entry {n}", n=by.n)
    elif moment.before is None:
        words = Words("put in later by entry {n}", n=by.n)
    else:
        words = Words("corrected by entry {n}", n=by.n)
    return told(words) + (f" ({reason})" if reason else "")


def moment_text(reel: Reel, at: int) -> str:
    """A moment on one line, with what was put right and what was found below it."""
    moment = reel.moments[at]
    words = told(moment.words) if moment.stands else strike(told(moment.words))
    totals = ", ".join(f"{player} {reel.points(at, player)}" for player in reel.players)
    lines = [f"{moment.event.n:5}  {words}  [{totals}]"]
    if moment.amended:
        old = f"{strike(told(moment.before))} " if moment.before and moment.stands else ""
        lines.append(f"       {old}{correction(moment)}")
    for finding in moment.findings:
        lines.append(f"       {finding.rule}: {reader().term(finding.severity)}: {told(finding.message)}")
    return "\n".join(lines)


def moment_json(reel: Reel, at: int) -> dict[str, Any]:
    """A moment for other programs, in English like the log."""
    moment = reel.moments[at]
    by = moment.amended.by if moment.amended else None
    return {
        "n": moment.event.n,
        "type": tag(type(moment.event)),
        "words": str(moment.words),
        "stands": moment.stands,
        "before": str(moment.before) if moment.before and moment.stands else None,
        "amended_by": by.n if by else None,
        "reason": getattr(by, "reason", "") if by else "",
        "totals": moment.totals,
        **({"ranges": dict(moment.ranges)} if moment.ranges else {}),
        "findings": [finding_json(finding) for finding in moment.findings],
        "event": to_builtins(moment.event),
    }
