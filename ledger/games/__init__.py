"""The games there are: each folder here, and every one that another package hands over by an entry point.

A game from outside stands in its package's metadata: `[project.entry-points."quaestor.games"]`, `dice = "dice:GAME"`.
Names are found without importing anything; a game is imported when somebody asks for it.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from ledger.game import Catalogue, Game, failing
from ledger.score import UnknownCategory
from ledger.words import Words

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from ledger.gaps import Gap

GROUP = "quaestor.games"


class Broken(NamedTuple):
    """A game from outside that cannot be played, and why not."""

    name: str
    package: str  # the distribution that brought it, with its version
    why: Words


class _Shelf(Mapping[str, Game]):
    """Games by name: ours in the order of their folders, then those from outside."""

    def __init__(self) -> None:
        self.changed: dict[str, Game] = {}

    def __getitem__(self, name: str) -> Game:
        if name in self.changed:
            return self.changed[name]
        if name in _ours():
            return _taken_out(name)
        if name in _outside():
            found = _loaded(name)
            if isinstance(found, Game):
                return found
        raise KeyError(name)

    def __contains__(self, name: object) -> bool:
        return name in _ours() or (name in _outside() and isinstance(_loaded(str(name)), Game))

    def __iter__(self) -> Iterator[str]:
        yield from _ours()
        yield from (name for name in _outside() if isinstance(_loaded(name), Game))

    def __len__(self) -> int:
        return sum(1 for _ in self)


@cache
def _ours() -> tuple[str, ...]:
    return tuple(sorted(path.parent.name for path in Path(__file__).parent.glob("*/__init__.py")))


@cache
def _outside() -> "dict[str, EntryPoint]":
    """Who else has a game, by its name; of two with one name the first counts, and ours always."""
    from importlib.metadata import entry_points

    found: dict[str, EntryPoint] = {}
    for point in entry_points(group=GROUP):
        if point.name not in _ours():
            found.setdefault(point.name, point)
    return found


@cache
def _taken_out(name: str) -> Game:
    with _ONE_AT_A_TIME:
        game: Game = import_module(f"ledger.games.{name}").GAME
    return game


# msgspec looks into a type when its decoder is made, and crashes when two threads have it look into the same type at
# once. Decoders are made when a module is imported; games share events, so no two games are imported at once.
_ONE_AT_A_TIME = Lock()


@cache
def _loaded(name: str) -> Game | Broken:
    """A game from outside, or why it is none: whatever goes wrong in it is its own affair."""
    point = _outside()[name]
    try:
        with _ONE_AT_A_TIME:
            game = point.load()
    except Exception as error:
        why = Words("it cannot be imported: {what}", what=f"{type(error).__name__}: {error}")
        return Broken(name, _package(point), why)
    if not isinstance(game, Game):
        return Broken(name, _package(point), Words("its entry point is no Game but {found}", found=type(game).__name__))
    if game.name != name:
        words = Words("its entry point is called '{name}', the game '{found}'", name=name, found=game.name)
        return Broken(name, _package(point), words)
    return replace(game, package=_package(point))


def _package(point: "EntryPoint") -> str:
    return f"{point.dist.name} {point.dist.version}" if point.dist else ""


def broken() -> list[Broken]:
    """The games from outside that cannot be played, each with the reason; also those that took a name of ours."""
    from importlib.metadata import entry_points

    found = [one for one in map(_loaded, _outside()) if isinstance(one, Broken)]
    for point in entry_points(group=GROUP):
        if point.name in _ours() and not point.value.startswith(f"{__name__}."):
            found.append(Broken(point.name, _package(point), Words("the name is that of a game of ours")))
    return found


def outside_fault(error: BaseException) -> Words | None:
    """What is said where this went wrong in the code of a game from outside; None: it is a mistake of ours."""
    from traceback import walk_tb

    if isinstance(error, UnknownCategory):
        return failing(error.game, error) if error.game.package else None
    ran = {str(frame.f_globals.get("__name__")).partition(".")[0] for frame, _ in walk_tb(error.__traceback__)}
    for name, point in _outside().items():
        if point.module.partition(".")[0] in ran and name in GAMES:
            return failing(GAMES[name], error)
    return None


_SHELF = _Shelf()
GAMES: Mapping[str, Game] = _SHELF


def bring(name: str, cards: Catalogue) -> None:
    """From here on a game is played with a card list of one's own; logs that name another are still read with that."""
    game = GAMES[name]
    _SHELF.changed[name] = replace(game, cards=replace(game.cards, brought=(cards, *game.cards.brought)))


def check(game: Game) -> "list[Gap]":
    """What a game lacks or says in two ways, all of it, with what to do; nothing: it is ready to be played."""
    from ledger.gaps import gaps

    return gaps(game)
