"""Is a planted slip found? Claims with one known slip, of every kind, held against what `explain` says of them.

    uv run python tests/bench/explain.py [--games 10] [--seed 1] [--game NAME]

For each kind: how many were planted, how often the planted slip is among those named, how often what is named first
gives the same figures for the same reason, and how many are named on average. What a slip does to the figures is worked
out without `explain`: from the sheet's lines, from a tally of other holdings, or from the game under another reading.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from ledger.events import Event, GameEnded, ScoreClaimed
from ledger.explain import TOTAL, Count, declared, fitting
from ledger.game import Game
from ledger.games import GAMES
from ledger.log import decode, scan
from ledger.readings import others
from ledger.score import Sheet, draw_up
from ledger.simulate import simulate
from ledger.walk import Record, fold, in_force, open_record, step
from ledger.words import Words

Figures = dict[str, int]


class Planted(NamedTuple):
    """A claim with one slip in it, and the words in which that slip is told."""

    kind: str
    figures: Figures
    told: str


def figures_of(sheet: Sheet, player: str) -> Figures:
    return {**sheet.figures[player], TOTAL: sheet.total(player)}


def off(figures: Figures, category: str, points: int) -> Figures:
    return {**figures, category: figures[category] + points, TOTAL: figures[TOTAL] + points}


def added_wrong(sheet: Sheet, player: str, dice: Random) -> Iterator[Planted]:
    """A total or a category wrong by one or by ten."""
    right, scale = figures_of(sheet, player), sheet.scale
    by = dice.choice((-10, -1, 1, 10)) * scale
    yield Planted("addition", {**right, TOTAL: right[TOTAL] + by}, "the total is wrong by")
    category = dice.choice([one for one in right if one != TOTAL])
    yield Planted("category", off(right, category, by), f"{category} is added up wrong by")


def lines_wrong(sheet: Sheet, player: str, dice: Random) -> Iterator[Planted]:
    """A line of the sheet forgotten, and one counted twice."""
    right = figures_of(sheet, player)
    lines = [line for line in sheet.lines if line.player == player and line.points]
    for kind, sign in (("line forgotten", -1), ("line twice", 1)):
        if lines:
            line = dice.choice(lines)
            told = "forgotten:" if sign < 0 else "counted twice:"
            yield Planted(kind, off(right, line.category, sign * line.points), told)


def cards_wrong(record: Record, player: str, events: list[Event], dice: Random) -> Iterator[Planted]:
    """A card not counted, and one counted twice, with all that hangs on it: as a tally of those holdings has it."""
    held = declared(record, player, events)
    if held is None:
        return
    lists = [(name, getattr(held, name)) for name in held.__struct_fields__ if isinstance(getattr(held, name), tuple)]
    full = [(name, value) for name, value in lists if value]
    for kind, told in (("card forgotten", "forgotten:"), ("card twice", "counted twice:")):
        if not full:
            return
        name, value = dice.choice(full)
        at = dice.randrange(len(value))
        other = (*value[:at], *value[at + 1 :]) if kind == "card forgotten" else (*value, value[at])
        trial = record.copy()
        step(trial, replace(held, **{name: other}))
        yield Planted(kind, figures_of(draw_up(trial), player), told)


def read_otherwise(record: Record, player: str, events: list[Event], dice: Random) -> Iterator[Planted]:
    """The game under another value of one option."""
    ways = [*others(record.game, record.rules.options, {})]
    dice.shuffle(ways)
    right = figures_of(draw_up(record), player)
    for way in ways[:6]:
        figures = figures_of(draw_up(fold(open_record(record.game, events, **way.laid), events)), player)
        if figures != right:
            yield Planted("reading", figures, str(Words("another reading of the rules: {way}", way=way.name)))
            return


def misread(record: Record, player: str, dice: Random) -> Iterator[Planted]:
    """A rule that people often misread."""
    slips = [
        one for one in record.game.worth.slips(record.table, player) if any(one.changes.values()) and not one.twice
    ]
    if slips:
        slip = dice.choice(slips)
        right = figures_of(draw_up(record), player)
        for category, points in slip.changes.items():
            right = off(right, category, points)
        yield Planted("rule", right, str(slip.words))


def trials(game: Game, seed: int) -> Iterator[tuple[Count, Planted]]:
    """The planted claims of one game."""
    dice = Random(seed)
    _, events = decode(scan(simulate(game, seed)), GAMES)
    standing = [one for one in in_force(events).events if not isinstance(one, ScoreClaimed | GameEnded)]
    record = fold(open_record(game, standing), standing)
    sheet = draw_up(record)
    for player in sheet.players:
        count = Count(record, sheet, standing, player, {})
        found = [*added_wrong(sheet, player, dice), *lines_wrong(sheet, player, dice)]
        found += [*misread(record, player, dice), *cards_wrong(record, player, standing, dice)]
        found += read_otherwise(record, player, standing, dice)
        right = figures_of(sheet, player)
        yield from ((count, one) for one in found if one.figures != right)


def measured(game: Game, seeds: range) -> dict[str, Counter[str]]:
    """By kind: planted, found, first, named."""
    found: dict[str, Counter[str]] = {}
    for seed in seeds:
        for count, one in trials(game, seed):
            named = [str(fit.words) for fit in fitting(count.slips(), one.figures)]
            hit = [words.startswith(one.told) for words in named]
            row = found.setdefault(one.kind, Counter())
            row.update(planted=1, found=any(hit), first=bool(hit and hit[0]), named=len(named))
    return found


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", choices=[*GAMES])
    asked = parser.parse_args()
    for name in [asked.game] if asked.game else GAMES:
        for kind, row in measured(GAMES[name], range(asked.seed, asked.seed + asked.games)).items():
            rates = f"found {row['found'] / row['planted']:.0%}, first {row['first'] / row['planted']:.0%}"
            print(f"{name}, {kind}: {row['planted']} planted, {rates}, {row['named'] / row['planted']:.1f} named")


if __name__ == "__main__":
    main()
