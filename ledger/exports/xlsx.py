"""Everything about some games as a workbook."""

from collections.abc import Sequence

from ledger.exports import Export, Played
from ledger.exports.game_tables import (
    claim_table,
    event_table,
    finding_table,
    line_table,
    score_table,
    verdict_table,
)
from ledger.exports.table_files import xlsx_bytes
from ledger.words.speech import ENGLISH, Language


def workbook(games: Sequence[Played], speak: Language = ENGLISH) -> bytes:
    """Everything about some games, a sheet each."""
    return xlsx_bytes(
        {
            "scores": score_table(games),
            "verdicts": verdict_table(games),
            "claims": claim_table(games),
            "score lines": line_table(games),
            "events": event_table(games),
            "findings": finding_table(games),
        }
    )


EXPORT = Export(
    name="xlsx",
    about="Scores, verdicts, claims, score lines, events and findings as a workbook.",
    ending="xlsx",
    games=workbook,
    binary=True,
)
