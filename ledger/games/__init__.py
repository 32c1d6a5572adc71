"""The only list of games; each is imported when somebody asks for it."""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from threading import Lock

from ledger.game import Game

NAMES = ("lutece", "builders", "glory_to_rome")


class _Shelf(Mapping[str, Game]):
    def __getitem__(self, name: str) -> Game:
        if name not in NAMES:
            raise KeyError(name)
        return _taken_out(name)

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


GAMES: Mapping[str, Game] = _Shelf()
