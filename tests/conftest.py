"""One helper: a game is played by naming its events; everything else is pure."""

import os
import re
import sys
from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest
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


QUICK = (
    "test_lutece_rules", "test_lutece_scoring", "test_lutece_cards", "test_lutece_counts", "test_builders_rules",
    "test_builders_scoring", "test_builders_cards", "test_glory_to_rome_rules", "test_glory_to_rome_scoring",
    "test_glory_to_rome_scenarios", "test_glory_to_rome_variants", "test_walk", "test_entries", "test_tally",
)  # fmt: skip


def pytest_collection_modifyitems(items):
    """`pytest -m quick`: what is pure, and done in less than a minute."""
    for item in items:
        if item.path.stem in QUICK:
            item.add_marker(pytest.mark.quick)


PARTS = {  # what a run says it covered: a part of the product, and how the files of its tests are called
    "rules": "games/|spoil|sample_logs|tally|forms|story|readings",
    "log and writer": "log|processes|durable|entries|hostile|linear|verifier|walk|audit|live|fuzz",
    "command line": "cli|compare|verdicts|whatif|explain|language|export|replay_viewer",
    "pad": "pad|board|drawing|webkit",
    "archive and statistics": "archive|packs|spark|sql_process|questions|metrics|charts|club",
    "library, docs and words": "docs|house|library|outside|words|compiled",
}


def part_of(path: str) -> str:
    """The part of the product that a file of tests is about."""
    name = path.removeprefix("tests/").removeprefix("test_")
    return next((part for part, names in PARTS.items() if re.match(names, name)), "the rest")


def pytest_terminal_summary(terminalreporter):
    """Which parts were covered, and what could not be tried here."""
    passed, skipped = (terminalreporter.stats.get(one, []) for one in ("passed", "skipped"))
    parts = Counter(part_of(report.nodeid) for report in passed)
    if parts:
        terminalreporter.write_line("covered: " + " · ".join(f"{part} {n:,}" for part, n in sorted(parts.items())))
    for (part, why), n in sorted(Counter((part_of(one.nodeid), one.longrepr[2]) for one in skipped).items()):
        terminalreporter.write_line(f"not tried here: {part}, {n}: {why.removeprefix('Skipped: ')}")


@pytest.fixture(autouse=True)
def english():
    """A test that spoke another language in this process leaves English to the next."""
    yield
    if "cli.reader" in sys.modules:
        sys.modules["cli.reader"].speak("en")


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
