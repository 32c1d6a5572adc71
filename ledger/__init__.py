"""Records of tabletop games that can be trusted.

>>> from ledger import GAMES, audit
>>> report = audit(Path("friday.jsonl").read_bytes(), GAMES)
>>> report.verdict, report.sheet.winners

`ledger.log.Log` appends to a log, `ledger.walk.replay` gives the table after any event, `ledger.score.draw_up`
the sheet.
"""

__version__ = "0.1.0"

from ledger.audit import audit
from ledger.games import GAMES

__all__ = ["GAMES", "audit"]
