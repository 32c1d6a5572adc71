"""A game under way as its record has it, folded entry by entry for somebody who watches it grow."""

from collections.abc import Sequence

from ledger.audit import Case, Finding, ordered
from ledger.events import AMENDMENTS, OF_THE_LOG, EntryWithdrawn, Event, GameStarted
from ledger.game import Catalogue, Game
from ledger.story import Moment, happen, placed, told
from ledger.walk import in_force, open_record

KEPT = (GameStarted, *OF_THE_LOG)  # what nobody takes back


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
        return self.take_entry([event])

    def take_entry(self, events: Sequence[Event]) -> list[Finding]:
        """Believe all events of an entry that the log just got."""
        self.believe(events)
        return [finding for finding in self.case.findings if finding.n is not None and finding.n >= events[0].n]

    def believe(self, events: Sequence[Event]) -> None:
        """Fold an entry that the log just got; what there is to say about it is worked out when somebody asks."""
        if any(isinstance(event, AMENDMENTS) for event in events):
            self.rebuild()
            return
        for event in events:
            self.force.events.append(event)
            self.moments.append(happen(self.case, event))

    def explain(self) -> None:
        """Work out what follows from which mistake; entries may be believed meanwhile."""
        _ = self.case.findings

    @property
    def amended(self) -> int:
        """The last event that may have changed what stood before it; -1: none has."""
        return next((event.n for event in reversed(self.events) if isinstance(event, AMENDMENTS)), -1)

    def story(self) -> list[Moment]:
        """Everything so far in words, every finding at its moment."""
        return placed(self.moments, ordered(self.case))

    def last_entry(self) -> list[Event]:
        """What undoing would withdraw: the events of the latest entry, or correction, that still count."""
        gone = {struck.old.n for struck in self.force.struck if struck.old and isinstance(struck.by, EntryWithdrawn)}
        gone |= {event.n for event, _ in self.force.refused}
        gone |= {event.n for event in self.events if isinstance(event, KEPT)}
        counts = (event for event in reversed(self.events) if event.n not in gone)
        last = next((event.n for event in counts if not isinstance(event, EntryWithdrawn)), None)  # undoing goes back
        if last is None:
            return []
        while last and self.events[last - 1].more:
            last -= 1
        entry = self.events[last : last + self.events[last].more + 1]
        return [event for event in entry if event.n not in gone]
