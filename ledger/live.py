"""A game under way as its record has it, folded entry by entry for somebody who watches it grow."""

from collections.abc import Sequence

from ledger.audit import Case, Finding, ordered
from ledger.events import AMENDMENTS, EntryWithdrawn, Event, GameStarted, LogSealed, TailSetAside
from ledger.game import Catalogue, Game
from ledger.story import Moment, happen, placed, told
from ledger.walk import in_force, open_record

UNSAID = (GameStarted, LogSealed, TailSetAside, EntryWithdrawn)  # what nobody takes back by undoing


class LiveGame:
    """What a scribe has before them: the events so far, the table they make, and their story."""

    def __init__(self, game: Game, events: Sequence[Event], catalogue: Catalogue | None = None) -> None:
        self.game = game
        self.catalogue = catalogue  # in place of a shipped one
        self.events = events  # the log's own list: it grows there
        self.rebuild()

    def rebuild(self) -> None:
        """Fold everything anew; an amendment changes what came before."""
        self.force = in_force(self.events)
        self.record = open_record(self.game, self.force.events, catalogue=self.catalogue)
        self.case = Case(self.record, self.force)
        self.moments: list[Moment] = list(told(self.case))

    def take(self, event: Event) -> list[Finding]:
        """Believe an event that the log just got; what the rules have to say about it comes back."""
        if isinstance(event, AMENDMENTS):
            self.rebuild()
            return [finding for finding in self.case.findings if finding.n == event.n]
        before = len(self.case.findings)
        self.force.events.append(event)
        self.moments.append(happen(self.case, event))
        return self.case.findings[before:]

    def story(self) -> list[Moment]:
        """Everything so far in words, every finding at its moment."""
        return placed(self.moments, ordered(self.case))

    def last_entry(self) -> Event | None:
        """What undoing would withdraw: the latest entry or correction that still counts."""
        gone = {struck.old.n for struck in self.force.struck if struck.old and isinstance(struck.by, EntryWithdrawn)}
        gone |= {event.n for event, _ in self.force.refused}
        standing = (event for event in reversed(self.events) if event.n not in gone)
        return next((event for event in standing if not isinstance(event, UNSAID)), None)
