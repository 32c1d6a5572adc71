"""Is what export --text writes read back to the same events? Games of every kind, legal and spoilt, in each language.

    uv run python tests/bench/language.py [--games 300] [--seed 1] [--game NAME] [--lang en,fr,pl]

Simulated games of every edition and number of players; each is written and read as it was played, and again with five
changes of the kinds that `spoil.py` makes, and as a log with amendments, of which what is in force is read back; every
third has players with awkward names. A line that words cannot say is JSON; how many of those there are in games as they
were played is counted.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any, NamedTuple

import msgspec

try:
    from bench import spoil
except ImportError:
    import spoil  # type: ignore[no-redef]

from ledger.events import OF_THE_LOG, EntryCorrected, EntryInserted, EntryWithdrawn, Event
from ledger.game import Game
from ledger.games import GAMES
from ledger.language.text import bare, read_events, written
from ledger.log import decode, scan
from ledger.simulate import simulate
from ledger.walk import in_force
from ledger.words.speech import language

AWKWARD = (
    "Ana Maria", "Ana", "A", "d'Artagnan de B", "1", "Łucja, Bo", "Bo plays A", "# Cem", '{"x"}', " Eve  ", "Brewer",
    "undo", "revenue", "w12", "brick", "🐝 Zoé", "“Quoted”", "דנה", "Zoe\u0301", "Zo", "end", "?", "2+1", "a; b",
    "Gate", "senator", "rev", "dochód", "nikt", "nobody", "personne", "fin", "koniec", "Senator-Bo", "Wood Wood",
    "game", "players", "$2", "→", "Ana A+2",
)  # fmt: skip
CHANGES = 5


class Outcome(NamedTuple):
    """How a game was read back."""

    lines: int
    json: Counter[str]
    same: bool


def events_of(game: Game, seed: int, awkward: bool) -> list[Event]:
    """A legal game; seeds in a row go through all editions and numbers of players."""
    tables = [*product(game.about.editions, game.about.seats)]
    edition, seats = tables[seed % len(tables)]
    _, events = decode(scan(simulate(game, seed, edition=edition, players=seats)), GAMES)
    facts = [bare(event) for event in events if not isinstance(event, OF_THE_LOG)]
    if not awkward:
        return facts
    names = dict(zip(facts[0].players, Random(seed).sample(AWKWARD, seats), strict=True))  # type: ignore[attr-defined]
    return [game.decoder.decode(msgspec.json.encode(_renamed(msgspec.to_builtins(fact), names))) for fact in facts]


def _renamed(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {names.get(key, key): _renamed(one, names) for key, one in value.items()}
    if isinstance(value, list):
        return [_renamed(one, names) for one in value]
    return names.get(value, value) if isinstance(value, str) else value


def spoilt(game: Game, seed: int, events: list[Event]) -> list[Event]:
    """The same game with some changes, whatever the rules say of them."""
    seats = len(events[0].players)  # type: ignore[attr-defined]
    dice = Random(seed)
    for _ in range(CHANGES):
        legal = spoil.Played(game, seed, events, [events[0].players, *spoil.card_sorts(game.name, seats)])  # type: ignore[attr-defined]
        try:
            events = spoil.spoilt(events, [spoil.draw(dice, legal, dice.choice(spoil.IN_PLAY))])
        except (RuntimeError, StopIteration, IndexError):
            break
    return events


def amended(events: list[Event], seed: int) -> list[Event]:
    """A log with amendments at its end, also of amendments: other lines withdrawn, put in place of some, inserted."""
    dice, log = Random(seed), [*events]
    for _ in range(CHANGES):
        at, entry = dice.randrange(1, len(events)), dice.choice(events[1:])
        mends = (
            EntryWithdrawn(target=at),
            EntryCorrected(target=at, entry=entry),
            EntryInserted(before=at, entry=entry),
        )
        log.append(dice.choice(mends))
    return [*log, EntryWithdrawn(target=len(log) - 1)]


def read_back(game: Game, events: list[Event], code: str) -> Outcome:
    """Write a game in a language and read it again."""
    text = written(game, [msgspec.structs.replace(one, n=n) for n, one in enumerate(events)], language(code))
    lines = [line for line in text.splitlines() if line]
    kinds = Counter(line.split('"')[3] for line in lines if line.startswith('{"type"'))
    standing = [
        bare(one) for one in in_force([msgspec.structs.replace(one, n=n) for n, one in enumerate(events)]).events
    ]
    return Outcome(
        len(lines), kinds, [bare(one) for one in read_events(text.encode(), GAMES, language(code))] == standing
    )


def trials(game: Game, seed: int) -> Iterator[tuple[str, list[Event]]]:
    """The games of a seed, each with what was done to it."""
    events = events_of(game, seed, awkward=False)
    yield "played", events
    yield "spoilt", spoilt(game, seed, events)
    yield "amended", amended(events, seed)
    if seed % 3 == 0:
        yield "awkward", events_of(game, seed, awkward=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", choices=[*GAMES])
    parser.add_argument("--lang", default="en,fr,pl")
    asked = parser.parse_args()
    for name in [asked.game] if asked.game else GAMES:
        lines: Counter[str] = Counter()
        json: Counter[tuple[str, str]] = Counter()
        otherwise = 0
        for seed in range(asked.seed, asked.seed + asked.games):
            for kind, events in trials(GAMES[name], seed):
                for code in asked.lang.split(","):
                    found = read_back(GAMES[name], events, code)
                    lines[kind] += found.lines
                    json.update({(kind, word): number for word, number in found.json.items()})
                    otherwise += not found.same
                    if not found.same:
                        print(f"{name} {seed} {kind} {code}: not read back to the same events")
        for kind, number in lines.items():
            own = {word: count for (of, word), count in json.items() if of == kind}
            print(f"{name}, {kind}: {number} lines, {sum(own.values()) / number:.2%} as JSON {own}")
        print(f"{name}: {otherwise} games not read back to the same events")


if __name__ == "__main__":
    main()
