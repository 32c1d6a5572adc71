"""Card lists as files: what reading and checking those of any game have in common."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Literal, Protocol, TypeVar

from msgspec import MsgspecError
from msgspec.json import Decoder

from ledger.words import Words, why

Provenance = Literal["published", "inferred", "transcribed", "reconstructed"]
List = TypeVar("List")


class Listed(Protocol):
    """A card on a list."""

    @property
    def id(self) -> str:
        """What the log calls it."""


def reads(kind: type[List]) -> Callable[[bytes], List]:
    """A file of this kind as data; ValueError says what cannot be read in it."""
    decoder = Decoder(kind)

    def read(data: bytes) -> List:
        try:
            return decoder.decode(data)
        except (MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise ValueError(str(error)) from error

    return read


def each_once(cards: Iterable[Listed]) -> None:
    """ValueError names a card that stands twice: nothing can be played with such a list."""
    for card, _ in _repeated(cards):
        raise ValueError(Words("{card} stands twice in it", card=card))


def checked(data: bytes, read: Callable[[bytes], List], *checks: Callable[[List], Iterable[Words]]) -> list[Words]:
    """Everything that is to be said against a file."""
    try:
        read_list = read(data)
    except ValueError as error:
        return [Words("cannot be read: {why}", why=why(error))]
    return [words for check in checks for words in check(read_list)]


def repeated(cards: Iterable[Listed]) -> Iterator[Words]:
    """Every card that stands there more than once."""
    return (Words("{card} stands {found} times", card=card, found=times) for card, times in _repeated(cards))


def _repeated(cards: Iterable[Listed]) -> list[tuple[str, int]]:
    return [(card, times) for card, times in Counter(card.id for card in cards).items() if times > 1]
