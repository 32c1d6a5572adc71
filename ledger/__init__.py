"""Records of tabletop games that can be trusted.

>>> import ledger
>>> report = ledger.judge("sample_logs/lutece/shared-win.jsonl")
>>> report.verdict, report.sheet.winners
('clean', ['Ana', 'Vic'])

What stands here is stable: `begin` and `go_on` give a log to write to, `read`, `judge`, `table`, `sheet` and `why` take
a log as a path or as bytes, `GAMES` are the games there are, `ledger.archive` opens an archive. The rest may change.
"""

__version__ = "0.2.0"

from ledger.audit import Finding, Report
from ledger.events import Event
from ledger.game import Game
from ledger.games import GAMES
from ledger.log import LogError
from ledger.records import begin, go_on, judge, read, sheet, table, why
from ledger.score import ScoreLine, Sheet

__all__ = [
    "GAMES",
    "Event",
    "Finding",
    "Game",
    "LogError",
    "Report",
    "ScoreLine",
    "Sheet",
    "begin",
    "go_on",
    "judge",
    "read",
    "sheet",
    "table",
    "why",
]
