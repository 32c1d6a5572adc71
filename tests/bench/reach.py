"""Do players by dice reach everything? Simulated games, and what happened in none of them.

    uv run python tests/bench/reach.py [--games 500] [--seed 1] [--game NAME] [--edition E] [--option K=V]
                                       [--players N] [--workers 1] [--rarest 5] [--json]

For each game and edition: every kind of event with its conditions (each of them is asked of a legal event of its kind),
every way the game can end, and what the game has of its own beside these: in OWN, a list of names and something that
watches a game and says which of them it sees. In Glory to Rome that is the function of every structure: it was used
where an event would not have been allowed, or would have been another, without it. A simulated game that is not legal
is named. The exit is 1 while something was not reached.
"""

import argparse
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from functools import partial
from typing import Any, NamedTuple

import msgspec

from ledger.choices import allowed
from ledger.events import Event
from ledger.game import Game, Happening, Question, Reading
from ledger.games import GAMES
from ledger.log import decode, scan
from ledger.simulate import simulate
from ledger.walk import open_record, walk

Watch = Callable[[Any, Event], Iterator[str]]  # asked at the table before an event, and taken up again after it


class Own(NamedTuple):
    """What a game has to reach beside its events, as it is read: by name, and what sees them in one game."""

    ends: tuple[str, ...] = ()  # every word of `course.ending`
    names: tuple[str, ...] = ()
    watch: Callable[[Game], Watch] | None = None
    never: tuple[str, ...] = ()  # events that cannot happen


# --- Glory to Rome ----------------------------------------------------------------------------------------------------


def watch_rome(game: Game) -> Watch:
    """The functions of structures, as one game uses them."""
    from ledger.games.glory_to_rome.structures import COMPLETION, hand_limit

    given: dict[int, tuple[Any, str]] = {}  # actions that came at once, and from which structure

    def see(table: Any, event: Any) -> Iterator[str]:
        yield from _needed(game, table, event, hand_limit)
        player = table.players.get(getattr(event, "player", ""))
        built = {one.id for one in player.structures if one.complete} if player else set()
        spent = [(frame, frame.spent, given[id(frame)][1]) for frame in table.stack if id(frame) in given]
        before = {id(frame) for frame in table.stack}
        yield ""  # and now it happens
        yield from (name for frame, used, name in spent if frame.spent > used)
        if player is None:
            return
        new = [one for one in player.structures if one.complete and one.id not in built]
        yield from (one.id for one in new if one.id == "villa" and len(one.materials) < one.needs)
        yield from (one.id for one in new if one.id == "statue" or one.id == table.over)
        for frame in (frame for frame in table.stack if id(frame) not in before and not frame.slot):
            name = next((one.id for one in new if one.id in COMPLETION), "baths")
            given[id(frame)] = frame, name
        if table.over == "forum":
            yield "forum"
        if table.demand is not None and table.demand.n == event.n:
            yield from _spared(table)

    return see


def _spared(table: Any) -> Iterator[str]:
    """What keeps somebody who has it from giving what is demanded."""
    for player in table.demand.asked:
        held = {table.cards[token].material for token in player.hand}
        if player.name not in table.owed and held & {*table.demand.materials}:
            yield "wall" if "wall" in player.works else "palisade"


def _needed(game: Game, table: Any, event: Any, hand_limit: Callable[[Any], int]) -> Iterator[str]:
    """The functions without which this would not be allowed, or would draw fewer cards."""
    happening = game.happens.get(type(event))
    if happening is None:
        return
    for player in table.seats:
        works, begun = player.works, {one.id for one in player.structures if not one.complete}
        thinks = type(event).__name__ == "Thought" and event.draw == "orders" and event.player == player.name
        limit = hand_limit(player)
        for name in sorted(works):
            player.works = works - ({"gate"} | begun if name == "gate" else {name})
            fewer = thinks and max(1, hand_limit(player) - player.cards) < max(1, limit - player.cards)
            if fewer or not allowed(happening, table, event):
                yield name
        player.works = works


def rome(readings: Mapping[str, Reading]) -> Own:
    """Its five ends and forty structures; where functions are ignored there are neither all ends nor any functions."""
    from ledger.games.glory_to_rome.table import ENDINGS

    if readings["functions"] == "off":
        return Own(("deck", "sites", "conceded"), never=OF_STRUCTURES)
    cards = msgspec.json.decode(GAMES["glory_to_rome"].catalogue().data)["cards"]
    return Own(tuple(ENDINGS), tuple(card["id"] for card in cards), watch_rome)


OF_STRUCTURES = (
    "latrine_used", "vomitorium_used", "fountain_drawn", "stairway_used", "structure_taken", "senate_used",
    "sewer_used",
)  # fmt: skip
OWN: dict[str, Callable[[Mapping[str, Reading]], Own]] = {"glory_to_rome": rome}


# --- any game ---------------------------------------------------------------------------------------------------------


class Tables(NamedTuple):
    """Which games: of what edition, with which readings and how many players."""

    game: str
    edition: str
    options: dict[str, Reading]
    players: int | None = None

    @property
    def own(self) -> Own:
        """What they have to reach beside events."""
        readings = GAMES[self.game].readings(self.options, self.edition, fresh=True)
        return OWN[self.game](readings) if self.game in OWN else Own()


class Reached(NamedTuple):
    """How often what was reached, and which games were not legal."""

    events: Counter[str]
    ends: Counter[str]
    own: Counter[str]
    illegal: list[str]

    def add(self, other: "Reached") -> None:
        """Take in what another game reached."""
        for mine, theirs in zip(self[:3], other[:3], strict=True):
            mine.update(theirs)
        self.illegal.extend(other.illegal)


def nothing() -> Reached:
    """Before the first game."""
    return Reached(Counter(), Counter(), Counter(), [])


def tag(kind: type[Event]) -> str:
    """The word of the log for a kind of event."""
    return str(kind.__struct_config__.tag)


def questions(happening: Happening) -> list[Question]:
    """What is asked before such an event."""
    return [condition.holds for condition in happening.conditions]


def played(tables: Tables, seed: int) -> Reached:
    """One game, gone through event by event."""
    game, own, found = GAMES[tables.game], tables.own, nothing()
    data = simulate(game, seed, edition=tables.edition, players=tables.players, options=tables.options)
    _, events = decode(scan(data), GAMES)
    record = open_record(game, events)
    watch = own.watch(game) if own.watch else None
    for event in events:
        found.events[tag(type(event))] += 1
        seen = watch(record.table, event) if watch else iter(())
        found.own.update(iter(partial(next, seen, ""), ""))
        _, breaches = walk(record, [event])
        found.own.update(seen)
        if any(complaint.severity == "violation" for _, complaint in breaches):
            found.illegal.append(f"{tables.game} {tables.edition} {seed}, event {event.n}: {breaches[0].rule}")
    found.ends.update([game.course.ending(record.table)] if own.ends else [])
    return found


def missing(tables: Tables, found: Reached) -> dict[str, list[str]]:
    """What was not reached; where the dice know every card, nobody counts them without naming them."""
    game, own = GAMES[tables.game], tables.own
    possible = [one for one in game.course.happenings if one.event is not game.worth.counts]
    kinds = {tag(one.event): one for one in possible if tag(one.event) not in own.never}
    asked = {question for name, one in kinds.items() if found.events[name] for question in questions(one)}
    due = dict.fromkeys(question for one in kinds.values() for question in questions(one))
    return {
        "events": [name for name in kinds if not found.events[name]],
        "conditions": [question.__name__ for question in due if question not in asked],
        "ends": [end for end in own.ends if not found.ends[end]],
        "own": [name for name in own.names if not found.own[name]],
    }


def measure(tables: Tables, seeds: range, workers: int = 1) -> Reached:
    """So many games."""
    total = nothing()
    with ExitStack() as stack:
        work: Any = map
        if workers > 1:
            work = partial(stack.enter_context(ProcessPoolExecutor(workers)).map, chunksize=4)
        for found in work(partial(played, tables), seeds):
            total.add(found)
    return total


def print_report(tables: Tables, games: int, found: Reached, rarest: int) -> None:
    """What was not reached, and what hardly was."""
    names = tables.own.names
    parts = {"events": found.events, "ends": found.ends, "own": Counter({one: found.own[one] for one in names})}
    print(f"{tables.game} {tables.edition}, {games} games")
    for part, counts in parts.items():
        some = ", ".join(f"{what} {number}" for what, number in reversed(counts.most_common()[-rarest:]))
        if counts:
            print(f"  rarest {part}: {some}")
    for part, left in missing(tables, found).items():
        if left:
            print(f"  not reached, {part}: {', '.join(left)}")
    for line in found.illegal:
        print(f"  not legal: {line}")


def reading(text: str) -> tuple[str, Reading]:
    """An option as K=V."""
    key, _, value = text.partition("=")
    return key, int(value) if value.isdigit() else value


def arguments(given: Sequence[str] | None = None) -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=500, help="so many of each edition")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", action="append", choices=[*GAMES], help="only this one; may be repeated")
    parser.add_argument("--edition", action="append", help="only this one; may be repeated")
    parser.add_argument("--option", action="append", type=reading, default=[], help="a reading, K=V; may be repeated")
    parser.add_argument("--players", type=int, help="how many; without it any number")
    parser.add_argument("--workers", type=int, default=1, help="processes")
    parser.add_argument("--rarest", type=int, default=5, help="so many of the rarest things that were reached")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args(given)


def main() -> int:
    """Print what was not reached."""
    asked, failed, results = arguments(), False, []
    seeds = range(asked.seed * 1_000_000, asked.seed * 1_000_000 + asked.games)
    for name in asked.game or GAMES:
        for edition in asked.edition or GAMES[name].about.editions:
            tables = Tables(name, edition, dict(asked.option), asked.players)
            found = measure(tables, seeds, asked.workers)
            left = missing(tables, found)
            failed = failed or bool(found.illegal) or any(left.values())
            results.append({"game": name, "edition": edition, **found._asdict(), "missing": left})
            if not asked.json:
                print_report(tables, asked.games, found, asked.rarest)
    if asked.json:
        print(msgspec.json.encode({"games": asked.games, "reached": results}).decode())
    return int(failed)


if __name__ == "__main__":
    raise SystemExit(main())
