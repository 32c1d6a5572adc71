"""One helper: a game is played by naming its events; everything else is pure."""

import os
from collections.abc import Iterable
from typing import Any

from hypothesis import HealthCheck, settings
from msgspec.structs import replace

from ledger.audit import Finding, judge
from ledger.events import Event
from ledger.game import Game
from ledger.score import Sheet, draw_up
from ledger.simulate import start
from ledger.walk import Record, in_force, open_record

os.environ["LC_ALL"] = "C.UTF-8"  # whoever runs the tests reads English
settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")  # a busy machine breaks no test


class Played:
    """A game that was played for a test: its record, and what the audit says of it."""

    def __init__(self, record: Record, findings: list[Finding]) -> None:
        self.record = record
        self.table: Any = record.table
        self.findings = findings

    @property
    def sheet(self) -> Sheet:
        return draw_up(self.record)

    def found(self) -> list[tuple[int | None, str, str]]:
        """Where, which rule, how grave."""
        return [(finding.n, finding.rule, finding.severity) for finding in self.findings]


def numbered(events: Iterable[Event]) -> list[Event]:
    """Events as a log numbers them."""
    return [replace(event, n=n) for n, event in enumerate(events)]


def play(game: Game, players: list[str], *events: Event, **options: Any) -> Played:
    """Seat the players, let the events happen (the start is event 0), and judge them."""
    force = in_force(numbered([start(game, players, options=options), *events]))
    record = open_record(game, force.events)
    return Played(record, judge(record, force))
