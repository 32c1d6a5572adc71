"""The only list of games; each is imported when somebody asks for it."""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from threading import Lock

from msgspec.structs import replace

from ledger.game import Catalogue, Game

NAMES = ("lutece", "builders", "glory_to_rome")


class _Shelf(Mapping[str, Game]):
    def __init__(self) -> None:
        self.changed: dict[str, Game] = {}

    def __getitem__(self, name: str) -> Game:
        if name not in NAMES:
            raise KeyError(name)
        return self.changed.get(name) or _taken_out(name)

    def __contains__(self, name: object) -> bool:
        return name in NAMES

    def __iter__(self) -> Iterator[str]:
        return iter(NAMES)

    def __len__(self) -> int:
        return len(NAMES)


@cache
def _taken_out(name: str) -> Game:
    with _ONE_AT_A_TIME:
        game: Game = import_module(f"ledger.games.{name}").GAME
    return game


# msgspec looks into a type when its decoder is made, and crashes when two threads have it look into the same type at
# once. Decoders are made when a module is imported; games share events, so no two games are imported at once.
_ONE_AT_A_TIME = Lock()


_SHELF = _Shelf()
GAMES: Mapping[str, Game] = _SHELF


def bring(name: str, cards: Catalogue) -> None:
    """From here on a game is played with a card list of one's own; logs that name another are still read with that."""
    game = GAMES[name]
    _SHELF.changed[name] = replace(game, brought=(cards, *game.brought))
