"""A score sheet as a table in Markdown, for a club's wiki: `quaestor export LOG --as scoreboard`."""

from collections.abc import Sequence

from ledger.exports import Export, Played, points, won
from ledger.words.speech import Language


def scoreboard(games: Sequence[Played], speak: Language) -> str:
    """Every game with its totals and its winner, in the reader's language."""
    return "\n".join(_one(game, speak) for game in games)


def _one(game: Played, speak: Language) -> str:
    sheet = game.sheet
    rows = [f"| {name} | {points(sheet.total(name), sheet.scale)} |" for name in sheet.figures]
    return "\n".join([f"**{game.game.title}**, {won(sheet, speak)}", "", "| | |", "|---|---|", *rows, ""])


EXPORT = Export(name="scoreboard", about="A score sheet for a wiki.", ending=".md", games=scoreboard)
