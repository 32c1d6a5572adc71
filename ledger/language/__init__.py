"""One language of entry: what the program prints, it understands; each game gives its words once, in its phases."""

from typing import TYPE_CHECKING, NamedTuple

from ledger.events import Event
from ledger.words import Words
from ledger.words.speech import ENGLISH, Language

if TYPE_CHECKING:
    from ledger.walk import Record


class Understood(NamedTuple):
    """What was said, as events; `exact`: it was typed as it is printed, and nothing had to be guessed."""

    events: list[Event]
    exact: bool
    words: list[Words]
    strange: bool = False  # it names somebody or something that this table does not have


class Ambiguous(NamedTuple):
    """It may be one of several things."""

    possibilities: list[Understood]


class NotUnderstood(NamedTuple):
    """It is nothing that can be said here: why, and what comes nearest."""

    why: Words
    nearest: list[Words]
    final: bool = False  # it is clear what it says, and that cannot be: nothing else is looked for in it


class Refused(ValueError):
    """A game's own short form is clear, and cannot be."""


Answer = Understood | Ambiguous | NotUnderstood


def understand(record: "Record", text: str, speak: Language = ENGLISH) -> Answer:
    """What a line means at a table: an event as it is printed, a short form, a note after `#`, or JSON.

    The record is not changed. `speak` is the reader's language; the other two are understood as well.

    >>> from ledger.games import GAMES
    >>> from ledger.events import GameStarted
    >>> from ledger.walk import open_record
    >>> record = open_record(GAMES["lutece"], [GameStarted(game="lutece", players=("Ana Maria", "Bo"))])
    >>> understand(record, "A brewer 1").words
    [Words('A: Brewer 1 C01 is laid out')]
    """
    from ledger.language.reading import Reader

    return Reader(record, speak).understand(text)
