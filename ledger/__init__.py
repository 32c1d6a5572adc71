"""Records of tabletop games that can be trusted.

>>> import ledger
>>> report = ledger.judge("sample_logs/lutece/shared-win.jsonl")
>>> report.verdict, report.sheet.winners
('clean', ['Ana', 'Vic'])

What stands here is stable: `begin` and `go_on` give a log to write to, `read`, `judge`, `table`, `sheet` and `why` take
a log as a path or as bytes, `GAMES` are the games there are, `archive` builds, opens and asks an archive. The rest may
change.
"""

__version__ = "0.2.0"

from typing import TYPE_CHECKING, Any

from ledger.audit import Finding, Report
from ledger.events import Event
from ledger.game import Game
from ledger.games import GAMES
from ledger.log import LogError
from ledger.records import begin, go_on, judge, read, sheet, table, why
from ledger.score import ScoreLine, Sheet

if TYPE_CHECKING:
    from ledger import archive

__all__ = [
    "GAMES",
    "Event",
    "Finding",
    "Game",
    "LogError",
    "Report",
    "ScoreLine",
    "Sheet",
    "archive",
    "begin",
    "go_on",
    "judge",
    "read",
    "sheet",
    "table",
    "why",
]


def __getattr__(name: str) -> Any:
    """Archives are imported by whoever asks for them."""
    if name != "archive":
        raise AttributeError(f"module 'ledger' has no attribute '{name}'")
    from importlib import import_module

    return import_module("ledger.archive")
