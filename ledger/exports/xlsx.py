"""Everything about some games as a workbook."""

from collections.abc import Sequence

from ledger.exports import Played
from ledger.exports.game_tables import event_table, finding_table, line_table, score_table
from ledger.exports.table_files import xlsx_bytes


def workbook(games: Sequence[Played]) -> bytes:
    """Everything about some games, a sheet each."""
    return xlsx_bytes(
        {
            "scores": score_table(games),
            "score lines": line_table(games),
            "events": event_table(games),
            "findings": finding_table(games),
        }
    )
