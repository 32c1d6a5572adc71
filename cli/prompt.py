"""The prompt: a line from a person, with completion and history where a terminal and prompt_toolkit are there."""

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from cli.reader import reader, told

if TYPE_CHECKING:
    from ledger.live import LiveGame

NAME = 4  # words that a name mostly has at most
ALWAYS = ("undo", "show", "sheet", "cards", "end game", "quit")


class Prompt:
    """Where a scribe types."""

    def __init__(self, game: "LiveGame") -> None:
        self.game = game
        self.asks = sys.stdin.isatty()  # somebody sits there who can be asked back
        self.session = self._session() if self.asks and sys.stdout.isatty() else None

    def listen(self) -> str:
        """What is typed next."""
        return self.ask("", completed=True)

    def ask(self, question: str, *, completed: bool = False) -> str:
        """The answer to a question."""
        sys.stdout.flush()
        mark = f"{question} > ".lstrip() if question else "> "
        if self.session is not None and completed:
            return str(self.session.prompt(mark)).strip()
        return _understood(input(mark if self.asks else "")).strip()

    def _session(self) -> Any:
        """A line with completion and history; None where prompt_toolkit is not installed."""
        try:
            from prompt_toolkit import PromptSession
            from prompt_toolkit.completion import Completer, Completion
            from prompt_toolkit.history import InMemoryHistory
        except ImportError:
            return None
        prompt = self

        class Saying(Completer):
            """Names, cards and words that go on from what is typed."""

            def get_completions(self, document: Any, event: Any) -> Iterator[Completion]:
                for begun in endings(document.text_before_cursor):
                    found = prompt.words(begun)
                    yield from (Completion(word, start_position=-len(begun)) for word in found)
                    if found:
                        return

        return PromptSession(completer=Saying(), history=InMemoryHistory(), complete_while_typing=False)

    def words(self, begun: str) -> list[str]:
        """Everything that begins so and can be said at this table: players, cards, words of what may happen now."""
        from ledger.language.lexicon import plainly_written
        from ledger.language.reading import Reader

        deck = self.game.record.rules.deck
        names = [*self.game.record.table.players, *(told_name(deck, card) for card in deck.names)]
        sayable = Reader(self.game.record, reader()).sayable(3)
        known = [*names, *(word for words in sayable for word in told(words).split() if word.isalpha()), *ALWAYS]
        start = plainly_written(begun)
        return [one for one in dict.fromkeys(known) if plainly_written(one).startswith(start)]


def endings(text: str) -> list[str]:
    """What may be the beginning of a name at the end of a line: its last words, the most first."""
    words = text.split(" ")
    return [" ".join(words[at:]) for at in range(max(0, len(words) - NAME), len(words))]


def _understood(typed: str) -> str:
    """Letters that the terminal's own encoding does not have are read as UTF-8, which is what most others send."""
    if typed.isascii() or all(not "\udc80" <= one <= "\udcff" for one in typed):
        return typed
    return typed.encode(sys.stdin.encoding, "surrogateescape").decode("utf-8", "backslashreplace")


def told_name(deck: Any, card: str) -> str:
    """A card's name in the reader's language."""
    return str(reader().spell(deck.names[card], ""))
