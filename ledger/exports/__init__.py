"""Games for others: one file a form, and what a game is when it is written out."""

from collections.abc import Mapping
from typing import NamedTuple

from ledger.archive import ArchiveError
from ledger.audit import Report, audit
from ledger.events import Event
from ledger.game import Catalogue, Game
from ledger.score import Sheet
from ledger.story import story
from ledger.words import Points, Words
from ledger.words.speech import Language


class Played(NamedTuple):
    """A game to be written out: where it came from, and what the audit says of it."""

    log: str
    game: Game
    report: Report

    @property
    def sheet(self) -> Sheet:
        """What the pad shows."""
        assert self.report.sheet is not None
        return self.report.sheet


def played(log: str, data: bytes, games: Mapping[str, Game], catalogue: Catalogue | None = None) -> Played:
    """Read a game for writing it out; a damaged one or one that cannot be judged is not."""
    report = audit(data, games, catalogue=catalogue)
    if report.game is None or report.sheet is None or report.integrity != "ok":
        why = report.findings[0].message if report.findings else Words("nothing to read")
        verdict = report.verdict
        raise ArchiveError(Words("{log}: {verdict}, not exported: {why}", log=log, verdict=verdict, why=why))
    return Played(log, games[report.game], report)


def points(value: int | None, scale: int) -> int | float | None:
    """Points as a number that people know: tenths become a fraction."""
    return value if value is None or scale == 1 else value / scale


def told(one: Played) -> list[tuple[Event, Words]]:
    """Every event in force, in words."""
    assert one.report.force is not None
    assert one.report.rules is not None
    moments = story(one.game, one.report.force.events, catalogue=one.report.rules.catalogue)
    return [(moment.event, moment.words) for moment in moments]


def figure(value: int, sheet: Sheet, speak: Language) -> str:
    """Points as the reader writes them."""
    return speak.told(Points(value, sheet.scale))


def won(sheet: Sheet, speak: Language) -> str:
    """Who won, if it is known."""
    if not sheet.final:
        return speak("not finished")
    return speak("won by {winners}", winners=f" {speak.text('and')} ".join(sheet.winners))
