"""Every metric there is: read from the heads of the .sql files, one file a metric."""

import re
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple, cast

from ledger.archive.store import ArchiveError
from ledger.metrics.filters import GAME_LEVEL, OPTION, ROW_LEVEL, like
from ledger.words import Words

HERE = Path(__file__).parent
EVERY = "every"
RATING = "rating"
Kind = Literal["rate", "mean", "count", "rating"]
Against = Literal["chance", "table", "others", "equals", "half", "nothing"]


class Metric(NamedTuple):
    """Something that can be counted."""

    name: str
    title: str
    about: str
    kind: Kind
    unit: str
    against: Against
    games: str  # one game's name, or every
    per: str  # of a count: a game or a player
    own: tuple[str, ...]  # dimensions that only it has
    by: tuple[str, ...]  # by what it is told where nothing else is asked for
    above: str
    below: str
    sql: str
    over: str = ""  # it is by how much another metric is over what that is held against, in hundredths
    apart: tuple[str, ...] = ()  # dimensions of whose values like is held against like only
    only: str = ""  # of a category's points: which

    @property
    def of_means(self) -> bool:
        """Whether it is worked out from means, and not from how often something is so."""
        return self.kind != "rate" and not self.over


@cache
def metrics() -> dict[str, Metric]:
    """Every metric, by name."""
    return {path.stem: _read(path) for path in sorted(HERE.glob("*.sql"))}


def metric(name: str) -> Metric:
    """One of them; a category of a sheet is one too."""
    name = name.replace("-", "_")
    found = metrics().get(name)
    if found is None and name in _categories():
        found = metrics()["category_points"]._replace(name=name, only=name)
    if found is None:
        known = like(name, [*metrics(), *_categories()])
        raise ArchiveError(
            Words("there is no metric '{name}'; nearest: {known}; all of them: quaestor ask", name=name, known=known)
        )
    return found


def is_metric(name: str) -> bool:
    """Whether something is called so."""
    return name.replace("-", "_") in metrics() or name.replace("-", "_") in _categories()


@cache
def _categories() -> dict[str, str]:
    """Every category of every game, and the first game that has it."""
    from ledger.games import GAMES

    found: dict[str, str] = {}
    for name, game in GAMES.items():
        for category in game.worth.categories:
            found.setdefault(category, name)
    return found


def _read(path: Path) -> Metric:
    lines = path.read_text("utf-8").splitlines()
    head = [line.removeprefix("-- ") for line in lines if line.startswith("-- ")]
    said = dict(line.split(": ", 1) for line in head[2:])
    kind = cast(Kind, said["kind"])
    over = said.get("over", "")
    if over:
        lines = path.with_name(f"{over}.sql").read_text("utf-8").splitlines()
    return Metric(
        path.stem,
        head[0],
        head[1],
        kind,
        said.get("unit", "%"),
        cast(Against, said["against"]),
        said.get("games", EVERY),
        said.get("per", "player"),
        tuple(said.get("own", "").split()),
        tuple(said.get("by", "player").split()),
        said.get("above", ""),
        said.get("below", ""),
        "\n".join(line for line in lines if not line.startswith("-- ")),
        over,
        tuple(said.get("apart", "").split()),
    )


def dimensions(one: Metric) -> list[str]:
    """By what a metric can be told apart."""
    if one.kind == "rating":
        return ["player"]
    own = [] if one.only else one.own
    return list(dict.fromkeys([*own, *ROW_LEVEL, *GAME_LEVEL, f"{OPTION}NAME"]))


def tables_of(name: str) -> set[str]:
    """The tables that a metric speaks of, so that no others need be fetched."""
    return set(re.findall(r"\w+", metric(name).sql.lower())) | {"games", "seats", "cards"}
