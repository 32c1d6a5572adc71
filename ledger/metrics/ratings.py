"""How strong players are, game by game, by a library's model; and what an equal would have won against them."""

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import date, datetime
from typing import Any, NamedTuple

from ledger.archive.store import ArchiveError
from ledger.words import Words

START = 25.0  # where everybody begins, with a third of it as doubt
BETA_SQUARED = (START / 6) ** 2  # what luck does to one game, as the model has it


class Rated(NamedTuple):
    """Where a player stands after one of their games."""

    player: str
    games: int
    day: date | None
    skill: float
    doubt: float
    cautious: float


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


def strengths(whole: str) -> str:
    """Every seat of every game before it was played, as SQL over `rated` (player, skill, doubt, games) and the seats of
    `whole`: how far a player stands above the others there, and an average player's chance in that seat.

    Who is not rated, or has played once, is taken for an average player.
    """
    average = "(SELECT coalesce(sum(skill * games) / sum(games), 0) FROM rated)"
    seats = (
        f"SELECT s.log, s.seat, coalesce(r.skill, {START}) AS skill, coalesce(r.doubt, {START / 3}) AS doubt "
        f"FROM {whole} s LEFT JOIN rated r ON r.player = s.player"
    )
    spread = (
        "SELECT log, seat, skill, count(*) OVER (PARTITION BY log) AS number, sum(skill) OVER (PARTITION BY log) AS "
        f"skills, sqrt(sum(doubt * doubt + {BETA_SQUARED}) OVER (PARTITION BY log)) AS spread FROM ({seats})"
    )
    powers = f"SELECT *, exp((skill - {average}) / spread) AS power FROM ({spread}) WHERE number > 1"
    return (
        "SELECT log, seat, round(skill - (skills - skill) / (number - 1), 9) AS ahead, "
        f"1 / (1 + sum(power) OVER (PARTITION BY log) - power) AS chance FROM ({powers})"
    )


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
