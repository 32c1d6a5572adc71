"""The scores of games as CSV, one row a player and game."""

from collections.abc import Sequence

from ledger.exports import Export, Played
from ledger.exports.game_tables import score_table
from ledger.exports.table_files import csv_text
from ledger.words.speech import Language


def scores(games: Sequence[Played], speak: Language) -> str:
    """The scores; English in every language, because programs read it."""
    return csv_text(*score_table(games))


EXPORT = Export(name="csv", about="The scores, one row a player and game.", ending="csv", games=scores)
