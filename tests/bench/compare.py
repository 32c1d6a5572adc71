"""Are the differences between two records found, and none invented? Games copied with some of every kind.

    uv run python tests/bench/compare.py [--games 30] [--seed 1] [--game NAME] [--differences 1 3 10]

Simulated games of every edition and number of players; the copy has 1, 3 or 10 differences, drawn by dice: something
left out, written twice, put in from elsewhere, with another word in a field, neighbours of one turn or round swapped, a
false claim. Besides, and told as no difference: names respelled, cards unseen, figures left out that the rules give.
*Found*: a difference is told at its place. *Invented*: something is told where nothing differs; *fits*: two equal
things side by side are the same thing.
"""

import argparse
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from sys import path as search
from typing import Any, NamedTuple

from msgspec.structs import fields, replace

search.insert(0, str(Path(__file__).parents[2]))

from ledger.archive.judge_log import closing_kinds
from ledger.compare import Comparison, compare, renamed
from ledger.events import Event, GameStarted
from tests.bench import spoil
from tests.bench.spoil import Change, Played

LOUD = ("dropped", "doubled", "inserted", "changed", "swapped", "claim", "winners")
QUIET = ("respelled", "unseen", "left out")
APART = 3  # events between two differences


def inserted(dice: Random, legal: Played) -> Change:
    """Something that was written down elsewhere."""
    at, other = dice.randrange(1, legal.claims), legal.events[dice.randrange(1, legal.claims)]
    other = replace(other, ts=legal.events[at].ts)
    return Change(
        "inserted", at, 1, (other, legal.events[at]), spoil.tag(other), f"before event {at}: {spoil.text(other)}"
    )


def drawn(dice: Random, legal: Played, kind: str) -> Change:
    """A change of a kind that changes something; neighbours are swapped inside a turn or round."""
    kinds = (*closing_kinds(legal.game), GameStarted)
    while True:
        change = inserted(dice, legal) if kind == "inserted" else spoil.draw(dice, legal, kind)
        old, new = legal.events[change.at : change.at + change.cut], change.put
        if kind == "swapped" and any(isinstance(one, kinds) for one in (*old, *new)):
            continue
        if kind == "changed" and silent(old[0], new[0]):
            continue
        return change


def silent(old: Event, new: Event) -> bool:
    """Something is left open: no contradiction."""
    pairs = [(getattr(old, one.name), getattr(new, one.name)) for one in fields(old) if one.name not in spoil.LINE]
    return all(one == other or one is None or other is None or "?" in (one, other) for one, other in pairs)


def unlike(dice: Random, legal: Played, number: int) -> list[Change]:
    """So many changes in different places."""
    found: list[Change] = []
    while len(found) < number:
        change = drawn(dice, legal, dice.choice(LOUD))
        if all(abs(change.at - other.at) > APART for other in found):
            found.append(change)
    return sorted(found, key=lambda one: one.at)


# --- what is no difference --------------------------------------------------------------------------------------------


def quietly(dice: Random, events: Sequence[Event], touched: set[int]) -> list[Event]:
    """Cards that this scribe did not see and figures left out, here and there."""
    return [event if at == 0 or at in touched else unsaid(dice, event) for at, event in enumerate(events)]


def unsaid(dice: Random, event: Event) -> Event:
    """An event by somebody who did not see or write down everything."""
    less: dict[str, Any] = {}
    for one in fields(event):
        value = getattr(event, one.name)
        if one.default is None and value is not None and dice.random() < 0.2:
            less[one.name] = None
        elif one.name == "cards" and isinstance(value, tuple) and value and dice.random() < 0.1:
            less[one.name] = ("?", *value[1:])
    return replace(event, **less)


def respelled(dice: Random, events: Sequence[Event]) -> tuple[list[Event], dict[str, str]]:
    """Other spellings of everybody."""
    players: Any = events[0].players  # type: ignore[attr-defined]
    names = {
        name: dice.choice((name, name.lower(), name + "a", name[:-1] + "á", f" {name}", name.upper()))
        for name in players
    }
    if len({*names.values()}) < len(names):
        return [*events], {name: name for name in players}
    return renamed([*events], {one: other for one, other in names.items() if one != other}), names


# --- what is told -----------------------------------------------------------------------------------------------------


class Outcome(NamedTuple):
    """How a comparison fared against what was planted."""

    found: Counter[str]
    missed: Counter[str]
    invented: list[str]
    matched: bool


def held_against(name: str, seed: int, number: int, *, quiet: bool = True) -> Outcome:
    """A game, its copy with differences, and what the comparison makes of them."""
    dice = Random(f"{name} {seed} {number}")
    legal = spoil.played(name, seed)
    changes = unlike(dice, legal, number)
    copy, mine, theirs = spelled_out(legal.events, changes)
    players = {one: one for one in legal.events[0].players}  # type: ignore[attr-defined]
    if quiet:
        copy = quietly(dice, copy, {at for ats in theirs for at in ats})
        copy, players = respelled(dice, copy)
    told = compare(legal.game, numbered(legal.events), numbered(copy))
    return outcome(legal, copy, changes, mine, theirs, told, players)


def numbered(events: Sequence[Event]) -> list[Event]:
    """As in a log."""
    return [replace(event, n=at) for at, event in enumerate(events)]


def spelled_out(events: Sequence[Event], changes: Sequence[Change]) -> tuple[list[Event], list[range], list[range]]:
    """The copy, and for each change the places that it has in either."""
    copy: list[Event] = []
    here, mine, theirs = 0, [], []
    for change in changes:
        copy += events[here : change.at]
        mine.append(range(change.at, change.at + change.cut))
        theirs.append(range(len(copy), len(copy) + len(change.put)))
        copy += change.put
        here = change.at + change.cut
    return [*copy, *events[here:]], mine, theirs


def outcome(
    legal: Played,
    copy: Sequence[Event],
    changes: Sequence[Change],
    mine: Sequence[range],
    theirs: Sequence[range],
    told: Comparison,
    players: dict[str, str],
) -> Outcome:
    """Every difference told belongs to one that was planted, and the other way round."""
    found: Counter[str] = Counter()
    missed: Counter[str] = Counter()
    hit = [False] * len(changes)
    invented = []
    for one in told.differences:
        ours = {at for at in range(len(changes)) if one.a is not None and near(legal.events, one.a, mine[at])}
        others = {at for at in range(len(changes)) if one.b is not None and near(copy, one.b, theirs[at])}
        for at in ours | others:
            hit[at] = True
        if not ours | others:
            invented.append(f"{one.kind} {one.a} {one.b} {[str(words) for words in one.words.values()]}")
    for at, change in enumerate(changes):
        (found if hit[at] else missed)[change.kind] += 1
    return Outcome(found, missed, invented, told.players == players)


def near(events: Sequence[Event], n: int, places: range) -> bool:
    """At one of the places, or the same thing in a row with it."""
    if n in places:
        return True
    bare = [replace(event, n=0, ts="") for event in events[max(0, n - 8) : n + 9]]
    own = replace(events[n], n=0, ts="")
    return any(abs(n - at) <= 8 and bare[at - max(0, n - 8)] == own for at in places if at < len(events))


def main() -> None:
    """Count over many games."""
    parse = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parse.add_argument("--games", type=int, default=30)
    parse.add_argument("--seed", type=int, default=1)
    parse.add_argument("--game", choices=[*spoil.GAMES])
    parse.add_argument("--differences", type=int, nargs="*", default=[1, 3, 10])
    parse.add_argument("--show", action="store_true", help="what was missed or invented")
    given = parse.parse_args()
    for name in [given.game] if given.game else [*spoil.GAMES]:
        for number in given.differences:
            found: Counter[str] = Counter()
            missed: Counter[str] = Counter()
            invented, unmatched = 0, 0
            for seed in range(given.seed, given.seed + given.games):
                one = held_against(name, seed, number)
                found += one.found
                missed += one.missed
                invented += len(one.invented)
                unmatched += not one.matched
                if given.show and (one.missed or one.invented):
                    print(name, seed, number, dict(one.missed), *one.invented[:5], sep="\n   ")
            planted = found.total() + missed.total()
            print(
                f"{name}, {number} differences in each of {given.games}: {found.total()} of {planted} found, "
                f"{invented} invented, {unmatched} games with players mistaken; missed: {dict(missed)}"
            )


if __name__ == "__main__":
    main()
