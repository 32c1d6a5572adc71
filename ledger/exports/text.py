"""A game in words: every event in force, in the language that import --text reads."""

from collections.abc import Sequence

from ledger.exports import Export, Played
from ledger.words.speech import ENGLISH, Language


def text(one: Played, speak: Language = ENGLISH) -> str:
    """The whole game, one event a line."""
    from ledger.language.text import written

    assert one.report.force is not None and one.report.rules is not None
    return written(one.game, one.report.force.events, speak, one.report.rules.catalogue)


def texts(games: Sequence[Played], speak: Language) -> str:
    """Game after game."""
    return "\n".join(text(one, speak) for one in games)


EXPORT = Export(name="text", about="The game in words, ready to import again.", ending="txt", games=texts)
