"""How strong players are, game by game, by a library's model; and what an equal would have won against them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from math import exp, sqrt
from typing import Any, NamedTuple

from ledger.archive.store import ArchiveError
from ledger.words import Words

BETA_SQUARED = (25.0 / 6) ** 2  # what luck does to one game, as the model has it


class Rated(NamedTuple):
    """Where a player stands after one of their games."""

    player: str
    games: int
    day: date | None
    skill: float
    doubt: float
    cautious: float


class Strength(NamedTuple):
    """Before a game: how far a player stands above the others there, and an average player's chance in that seat."""

    log: int
    seat: int
    ahead: float
    chance: float


Row = tuple[Any, ...]  # log, started, player, rank and whatever more, in the order of play


def rated(rows: Iterable[Row]) -> Iterator[Rated]:
    """Every player after each of their games."""
    for table, skills, games in _played(rows):
        moment: datetime | None = table[0][1]
        for row in table:
            skill = skills[row[2]]
            cautious = round(skill.mu - 3 * skill.sigma, 3)
            day = moment.date() if moment else None
            yield Rated(row[2], games[row[2]], day, round(skill.mu, 3), round(skill.sigma, 3), cautious)


def standing(course: Iterable[Rated]) -> list[Rated]:
    """Everybody as they stand now, the best first."""
    latest = {one.player: one for one in course}
    return sorted(latest.values(), key=lambda one: (-one.cautious, one.player))


def strengths(rows: Sequence[Row]) -> Iterator[Strength]:
    """Every seat of every game, by the ratings as they stand after all of them; rows end in the seat.

    Who has played once is rated near everybody's start, so that a stranger is taken for an average player.
    """
    now = {one.player: one for one in standing(rated(rows))}
    average = sum(one.skill * one.games for one in now.values()) / max(1, sum(one.games for one in now.values()))
    for table in by_log(rows):
        if any(row[2] not in now for row in table):
            continue
        skills = [now[row[2]].skill for row in table]
        spread = sqrt(sum(now[row[2]].doubt ** 2 + BETA_SQUARED for row in table))
        powers = [exp((skill - average) / spread) for skill in skills]
        for number, row in enumerate(table):
            others = len(table) - 1
            ahead = skills[number] - (sum(skills) - skills[number]) / others
            yield Strength(row[0], row[-1], ahead, 1 / (1 + sum(powers) - powers[number]))


def _played(rows: Iterable[Row]) -> Iterator[tuple[list[Row], dict[str, Any], Counter[str]]]:
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        words = Words("ratings need openskill: pip install 'quaestor-ledger[archive]'")
        raise ArchiveError(words) from None
    model = PlackettLuce()
    skills: dict[str, Any] = {}
    games: Counter[str] = Counter()
    for table in by_log(rows):
        names = [row[2] for row in table]
        if len(set(names)) < 2 or len(set(names)) < len(names):
            continue
        teams = [[skills.get(name) or model.rating(name=name)] for name in names]
        for name, (skill,) in zip(names, model.rate(teams, ranks=[row[3] for row in table]), strict=True):
            skills[name] = skill
            games[name] += 1
        yield table, skills, games


def by_log(rows: Iterable[Row]) -> Iterator[list[Row]]:
    """The rows of each game together."""
    table: list[Row] = []
    for row in rows:
        if table and table[0][0] != row[0]:
            yield table
            table = []
        table.append(row)
    if table:
        yield table
