"""Is one mistake told once? Legal games, each spoilt by one change (or by two that have nothing to do with each other).

    uv run python tests/bench/spoil.py [--games 700] [--seed 1] [--game NAME] [--kind KIND] [--workers 1]
                                       [--keep DIR] [--reference CHECKOUT] [--patterns 10] [--json]

Simulated games of every edition and number of players; the dice pick one change of each kind for every game, and the
claims at the end stay those of the game as it was played. Counted are findings of severity violation. A spoilt game
without any is legal, or its mistake cannot be seen; it is left out of the rate. *In place*: nothing is told before
the first event that is not as it was. Two mistakes are two that are each told once when alone, the second made well
after the first was told; they should be told as the same two violations.

`--keep` writes every log that was told otherwise, and beside it what was changed and found. `--reference` lets the
`quaestor audit` of another checkout (or of the Python in its .venv) judge the same logs and compares the first
violation, which an auditor that goes on past it must not lose.
"""

import argparse
import shutil
import subprocess
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from functools import cache, partial
from itertools import product, zip_longest
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import FieldInfo, fields, replace

from ledger.audit import audit
from ledger.events import Event, GameEnded, LogSealed, ScoreClaimed
from ledger.game import Game
from ledger.games import GAMES
from ledger.log import decode, encode, scan
from ledger.simulate import simulate

APART = 15  # so many events lie at least between two unrelated mistakes
NEAR = 30  # a scribe confuses what was named so many events before or after
LATE = 40  # an event is entered so many events late at most
DRAWS = 400  # so often the dice are asked for a change that changes something
PAIRING = 24  # so many single mistakes are looked at to find two that are unrelated
LINE = {field.name: field.default for field in fields(Event)}  # what belongs to the line, not to the fact
WORDS: dict[str, dict[str, tuple[str, ...]]] = {  # fields that hold one of a few words
    "lutece": {"reason": ("tied", "unpaid"), "resource": ("beer", "bread", "potion", "gladius")},
    "builders": {},
    "glory_to_rome": {
        "draw": ("orders", "senator"),
        "part": ("pool", "hand", "deck", "main", "stairway"),
        "role": ("laborer", "craftsman", "legionary", "architect", "merchant", "patron"),
        "site": ("rubble", "wood", "brick", "concrete", "stone", "marble"),
        "source": ("pool", "hand", "stockpile", "deck"),
    },
}

WHOLE = {"lutece": "round_ended", "builders": "turn_ended", "glory_to_rome": "round_ended"}  # a stretch ends with it


# --- a legal game -----------------------------------------------------------------------------------------------------


class Played(NamedTuple):
    """A legal game without its seal: the play, then the claims, then who won."""

    game: Game
    seed: int
    events: list[Event]
    sorts: list[tuple[str, ...]]  # players, and cards of one kind

    @property
    def claims(self) -> int:
        """Where the claims begin."""
        return next(at for at, event in enumerate(self.events) if isinstance(event, ScoreClaimed | GameEnded))


def played(name: str, seed: int) -> Played:
    """The game of a seed; seeds in a row go through all editions and numbers of players."""
    game = GAMES[name]
    tables = [*product(game.about.editions, game.about.seats)]
    edition, seats = tables[seed % len(tables)]
    data = simulate(game, seed, edition=edition, players=seats)
    if audit(data, GAMES).verdict != "clean":
        raise RuntimeError(f"the simulated game {name} {seed} is not legal")
    _, events = decode(scan(data), GAMES)
    facts = [_unnumbered(event) for event in events if not isinstance(event, LogSealed)]
    return Played(game, seed, facts, [events[0].players, *card_sorts(name, seats)])  # type: ignore[attr-defined]


def _unnumbered(event: Event) -> Event:
    """An event as a transcript has it, with its time."""
    return replace(event, **LINE | {"ts": event.ts})


@cache
def card_sorts(name: str, seats: int) -> list[tuple[str, ...]]:
    """The cards at a table of so many, those of one kind together."""
    sorts = defaultdict(list)
    for card in msgspec.json.decode(GAMES[name].catalogue().data)["cards"]:
        if card.get("mark", 0) <= seats:
            sorts[card.get("kind") or card.get("role")].append(card["id"])
            sorts["copy"] += [f"{card['id']}#{copy}" for copy in range(1, card.get("copies", 0) + 1)]
    return [tuple(sort) for sort in sorts.values() if sort]


# --- another value ----------------------------------------------------------------------------------------------------


def another(dice: Random, legal: Played, at: int, field: FieldInfo) -> Any:
    """What else might stand in a field of event `at`; now and then the same, when there is nothing else."""
    value = getattr(legal.events[at], field.name)
    empty = None if field.required else field.default
    if value is None or value == "":
        return _filled(dice, legal, at, field)
    if not field.required and value != empty and dice.random() < 0.25:
        return field.default_factory() if empty is msgspec.NODEFAULT else empty
    return _altered(dice, legal, at, field.name, value)


def _altered(dice: Random, legal: Played, at: int, name: str, value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + dice.choice((-2, -1, 1, 2, dice.randrange(3, 12)))
    if isinstance(value, str):
        return _another_word(dice, legal, at, name, value)
    if isinstance(value, tuple):
        return _another_list(dice, legal, at, name, value)
    if isinstance(value, dict) and value:
        key = dice.choice(sorted(value))
        return {**value, key: _altered(dice, legal, at, name, value[key])}
    return value


def _another_list(dice: Random, legal: Played, at: int, name: str, value: tuple[Any, ...]) -> tuple[Any, ...]:
    """One element changed, added or removed."""
    where = dice.randrange(len(value)) if value else 0
    way = dice.choice(("changed", "added", "removed")) if value else "added"
    if way == "removed":
        return value[:where] + value[where + 1 :]
    like = value[where] if value else ""
    new = _altered(dice, legal, at, name, like)
    return (*value, new) if way == "added" else (*value[:where], new, *value[where + 1 :])


def _another_word(dice: Random, legal: Played, at: int, name: str, word: str) -> str:
    """Another word of the same sort: one that was named here lately, or any at all."""
    lately = _named(legal.events[max(0, at - NEAR) : at + NEAR], name) if dice.random() < 0.5 else []
    others = [other for other in lately or _sort(legal, name, word) if other != word]
    return dice.choice(others) if others else word


def _sort(legal: Played, name: str, word: str) -> Sequence[str]:
    """The words that might stand in a field in place of this one."""
    if name in WORDS[legal.game.name]:
        return WORDS[legal.game.name][name]
    sort = next((sort for sort in legal.sorts if word in sort), None)
    return sort or _named(legal.events, name) or legal.sorts[-1]


def _filled(dice: Random, legal: Played, at: int, field: FieldInfo) -> Any:
    """Something in a field that was left out: the first guess that the field can hold."""
    sort = legal.sorts[0] if field.name == "player" else _sort(legal, field.name, "")
    word = dice.choice(sort)
    for guess in (word, dice.randrange(4), (word,)):
        try:
            return msgspec.convert(guess, field.type)
        except msgspec.ValidationError:
            continue
    return getattr(legal.events[at], field.name)


def _named(events: Iterable[Event], name: str) -> list[str]:
    """Every word that stands in a field of this name."""
    values = [getattr(event, name, None) for event in events]
    words = {word for value in values for word in (value if isinstance(value, tuple) else (value,))}
    return sorted(word for word in words if isinstance(word, str) and word)


# --- one change -------------------------------------------------------------------------------------------------------


class Change(NamedTuple):
    """At event `at`, `cut` events are taken out and others put in."""

    kind: str
    at: int
    cut: int
    put: tuple[Event, ...]
    what: str  # the events and the field it is about
    words: str

    @property
    def shift(self) -> int:
        """How far all that follows moves."""
        return len(self.put) - self.cut


def dropped(dice: Random, legal: Played) -> Change:
    """An event was not written down; a claim may be left out, and nobody will know."""
    at = dice.randrange(1, len(legal.events))
    event = legal.events[at]
    return Change("dropped", at, 1, (), tag(event), f"event {at} left out: {text(event)}")


def doubled(dice: Random, legal: Played) -> Change:
    """An event was written down twice."""
    at = dice.randrange(1, legal.claims)
    event = legal.events[at]
    return Change("doubled", at, 1, (event, event), tag(event), f"event {at} written twice: {text(event)}")


def changed(dice: Random, legal: Played) -> Change:
    """One field of an event says something else."""
    at = dice.randrange(1, legal.claims)
    event = legal.events[at]
    own = [field for field in fields(event) if field.name not in LINE]
    if not own:
        return Change("changed", at, 1, (event,), tag(event), "")
    field = dice.choice(own)
    new = replace(event, **{field.name: another(dice, legal, at, field)})
    return _one_field("changed", at, event, new, field.name)


def swapped(dice: Random, legal: Played) -> Change:
    """Two neighbours were written down in the wrong order; the clock is not to blame."""
    at = dice.randrange(1, legal.claims - 1)
    one, two = legal.events[at : at + 2]
    put = (replace(two, ts=one.ts), replace(one, ts=two.ts))
    words = f"events {at} and {at + 1} swapped: {text(one)} {text(two)}"
    return Change("swapped", at, 2, put, f"{tag(one)} {tag(two)}", words)


def late(dice: Random, legal: Played) -> Change:
    """An event was entered well after it happened."""
    at = dice.randrange(1, legal.claims - 1)
    to = min(at + dice.randrange(2, LATE), legal.claims)
    event = replace(legal.events[at], ts=legal.events[to - 1].ts)
    words = f"event {at} entered behind {to - 1}: {text(event)}"
    return Change("late", at, to - at, (*legal.events[at + 1 : to], event), tag(event), words)


def mixed(dice: Random, legal: Played) -> Change:
    """What two players did or claimed, one after the other or nearly so, was entered for each other."""
    at, row = dice.choice([*rows(legal.events)])
    one, other = sorted(dice.sample(range(len(row)), 2))
    put = row[one : other + 1]
    put[0], put[-1] = replace(put[-1], player=put[0].player), replace(put[0], player=put[-1].player)
    words = f"events {at + one} and {at + other}, for each other: {text(row[one])} {text(row[other])}"
    return Change("mixed", at + one, len(put), tuple(put), tag(row[0]), words)


def rows(events: Sequence[Any]) -> Iterator[tuple[int, list[Any]]]:
    """Events one after the other that are of one kind, each by another player, and where they begin."""
    at = 1
    while at < len(events):
        row: dict[str, Any] = {}
        for event in events[at:]:
            if type(event) is not type(events[at]) or getattr(event, "player", None) in (None, *row):
                break
            row[event.player] = event
        if len(row) > 1:
            yield at, [*row.values()]
        at += len(row) or 1


def stretch(dice: Random, legal: Played) -> Change:
    """A whole round, or a player's whole turn, was not written down."""
    ends = [at for at, event in enumerate(legal.events[: legal.claims]) if tag(event) == WHOLE[legal.game.name]]
    last = dice.randrange(1, len(ends)) if len(ends) > 1 else 0
    at = ends[last - 1] + 1 if last else 1
    left_out = legal.events[at : ends[last] + 1]
    words = f"events {at} to {ends[last]} left out: {text(left_out[0])} … {text(left_out[-1])}"
    return Change(STRETCH, at, len(left_out), (), f"until {tag(left_out[-1])}", words)


def claim(dice: Random, legal: Played) -> Change:
    """A figure of a claim is wrong, and its total follows or does not."""
    at = dice.choice([at for at, event in enumerate(legal.events) if isinstance(event, ScoreClaimed)])
    event: Any = legal.events[at]
    name = dice.choice([name for name in own_fields(event) if isinstance(getattr(event, name), int)])
    by = dice.choice((-2, -1, 1, 2, dice.randrange(3, 12)))
    new = replace(event, **{name: getattr(event, name) + by})
    if name != "total" and dice.random() < 0.5:
        return _one_field("claim", at, event, replace(new, total=event.total + by), f"{name}+total")
    return _one_field("claim", at, event, new, name)


def winners(dice: Random, legal: Played) -> Change:
    """The wrong players are said to have won."""
    at = len(legal.events) - 1
    event: Any = legal.events[at]
    some = dice.sample(legal.sorts[0], dice.randrange(len(legal.sorts[0]) + 1))
    won = event.winners if {*some} == {*event.winners} else tuple(some)
    return _one_field("winners", at, event, replace(event, winners=won), "winners")


def _one_field(kind: str, at: int, event: Event, new: Event, name: str) -> Change:
    words = f"event {at}, {name}: {text(event)} became {text(new)}"
    return Change(kind, at, 1, (new,), f"{tag(event)}.{name}", words)


ONE: dict[str, Callable[[Random, Played], Change]] = {
    "dropped": dropped,
    "doubled": doubled,
    "changed": changed,
    "swapped": swapped,
    "late": late,
    "mixed": mixed,
    "claim": claim,
    "winners": winners,
}
STRETCH = "stretch"  # more than one event: for itself, and not among the single mistakes
TWO = "two"
KINDS = (*ONE, STRETCH, TWO)
IN_PLAY = ("dropped", "doubled", "changed", "swapped")
PAIRED = IN_PLAY * 2 + ("claim", "winners")  # of these, two are drawn


def tag(event: Event) -> str:
    """The word of the log for what happened."""
    return str(event.__struct_config__.tag)


def own_fields(event: Event) -> list[str]:
    """What an event says beside where and when it was written."""
    return [name for name in event.__struct_fields__ if name not in LINE]


def text(event: Event) -> str:
    """An event as a transcript has it, without its time; a whole deck is not read out."""
    line = msgspec.json.encode(replace(event, **LINE)).decode()
    return line if len(line) < 300 else line[:300] + "…"


def draw(dice: Random, legal: Played, kind: str) -> Change:
    """A change that changes something."""
    for _ in range(DRAWS):
        change = stretch(dice, legal) if kind == STRETCH else ONE[kind](dice, legal)
        if place(legal, [change]) is not None:
            return change
    raise RuntimeError(f"{legal.game.name} {legal.seed}: no way found to have something {kind}")


def spoilt(events: Sequence[Event], changes: Iterable[Change]) -> list[Event]:
    """The events with changes made; the last first, so that places stay what they are."""
    result = [*events]
    for change in sorted(changes, key=lambda change: -change.at):
        result[change.at : change.at + change.cut] = change.put
    return result


def place(legal: Played, changes: list[Change]) -> int | None:
    """The first event that is not as it was."""
    start = min(change.at for change in changes)
    pairs = zip_longest(legal.events[start:], spoilt(legal.events, changes)[start:])
    return next((at for at, (old, new) in enumerate(pairs, start) if not _same(old, new)), None)


def _same(old: Event | None, new: Event | None) -> bool:
    return old is not None and new is not None and replace(old, ts="") == replace(new, ts="")


# --- what is told -----------------------------------------------------------------------------------------------------


class Violation(NamedTuple):
    """Where a violation stands, and which rule it breaks."""

    n: int | None
    rule: str


class Told(NamedTuple):
    """What an audit said of a log."""

    violations: list[Violation]
    findings: list[str]  # of every severity, in words


def told(data: bytes) -> Told:
    """The audit of a log."""
    findings = audit(data, GAMES).findings
    return Told(
        [Violation(found.n, found.rule) for found in findings if found.severity == "violation"],
        [f"{found.n}: {found.rule}: {found.severity}: {found.message}" for found in findings],
    )


class Outcome(msgspec.Struct):
    """A spoilt game, and what was told of it."""

    name: str
    game: str
    kind: str
    what: str
    words: list[str]
    place: int  # the first event that is not as it was
    alone: list[Violation]  # of two mistakes: how each is told alone
    violations: list[Violation]
    reference: Violation | None = None  # the first violation that another checkout tells

    @property
    def due(self) -> int:
        """So many violations there should be."""
        return len(self.words)

    @property
    def well(self) -> bool:
        """Told once a mistake; a single one that nobody can see is none."""
        return len(self.violations) == self.due or not (self.violations or self.alone)

    @property
    def in_place(self) -> bool:
        """Nothing is told before it happened; two mistakes are told where each is when alone."""
        if self.alone:
            return self.violations == self.alone
        return all(found.n is None or found.n >= self.place for found in self.violations)

    @property
    def first(self) -> Violation | None:
        """What an audit would say that stops there."""
        return self.violations[0] if self.violations else None

    @property
    def pattern(self) -> str:
        """What was done, and which rules were told of it; + is more than once."""
        rules = Counter(found.rule for found in self.violations)
        return f"{self.kind} {self.what}: " + ", ".join(f"{rule}+" if n > 1 else rule for rule, n in rules.items())


def spoil(legal: Played, kind: str) -> tuple[list[Change], list[Violation]]:
    """The changes of a kind that the dice make in a game, and how each is told alone where that had to be known."""
    dice = Random(f"spoilt {legal.game.name} {legal.seed} {kind}")
    if kind != TWO:
        return [draw(dice, legal, kind)], []
    pair = unrelated(dice, legal)
    if pair is None:
        return [], []
    (first, one), (second, two) = pair
    return [first, second], [one, Violation(None if two.n is None else two.n + first.shift, two.rule)]


Single = tuple[Change, Violation]


def unrelated(dice: Random, legal: Played) -> tuple[Single, Single] | None:
    """Two mistakes that are each told once, far apart; about different players and cards if there are such."""
    singles: list[Single] = []
    for _ in range(PAIRING):
        change = draw(dice, legal, dice.choice(PAIRED))
        violations = told(encode(spoilt(legal.events, [change]), seal=True)).violations
        if len(violations) == 1 and violations[0].n is not None:
            singles.append((change, violations[0]))
            for pair in _pairs_with_last(singles):
                if _about(legal, pair[0][0]).isdisjoint(_about(legal, pair[1][0])):
                    return pair
    return next((pair for end in range(len(singles)) for pair in _pairs_with_last(singles[: end + 1])), None)


def _pairs_with_last(singles: list[Single]) -> Iterator[tuple[Single, Single]]:
    """The last mistake with each of the others of which the earlier was told well before the later is made."""
    *others, last = singles
    for other in others:
        early, late = sorted((other, last), key=lambda single: single[0].at)
        if (early[1].n or 0) + APART <= late[0].at and early[0].at + APART <= late[0].at:
            yield early, late


def _about(legal: Played, change: Change) -> set[str]:
    """The names in the events that were taken out and put in."""
    events = [*legal.events[change.at : change.at + change.cut], *change.put]
    values = [getattr(event, name) for event in events for name in own_fields(event)]
    words = [word for value in values for word in (value if isinstance(value, tuple) else (value,))]
    return {word for word in words if isinstance(word, str)}


def measure(name: str, kinds: Sequence[str], keep: Path | None, every: Path | None, seed: int) -> list[Outcome]:
    """A game of one seed, spoilt in each way; `every` is where all logs go, `keep` those told otherwise than once."""
    legal, outcomes = played(name, seed), []
    for kind in kinds:
        changes, alone = spoil(legal, kind)
        at = place(legal, changes) if changes else None
        if at is None:
            continue
        data = encode(spoilt(legal.events, changes), seal=True)
        result = told(data)
        words = [change.words for change in changes]
        what = " and ".join(change.what if kind != TWO else f"{change.kind} {change.what}" for change in changes)
        outcomes.append(Outcome(f"{name}-{seed}-{kind}", name, kind, what, words, at, alone, result.violations))
        _write(outcomes[-1], data, result, keep, every)
    return outcomes


def _write(outcome: Outcome, data: bytes, result: Told, keep: Path | None, every: Path | None) -> None:
    if every is not None:
        (every / f"{outcome.name}.jsonl").write_bytes(data)
    if keep is not None and not outcome.well:
        (keep / f"{outcome.name}.jsonl").write_bytes(data)
        alone = [f"alone it is told at {found.n}: {found.rule}" for found in outcome.alone]
        lines = [*outcome.words, *alone, "", *result.findings, ""]
        (keep / f"{outcome.name}.txt").write_text("\n".join(lines))


# --- the reference ----------------------------------------------------------------------------------------------------


def quaestor_of(where: str) -> Path:
    """The command of another checkout, or of the Python in its .venv."""
    path = Path(where).absolute()
    command = path.with_name("quaestor") if path.is_file() else path / ".venv/bin/quaestor"
    if not command.exists():
        raise argparse.ArgumentTypeError(f"there is no {command}")
    return command


def refer(quaestor: Path, folder: Path, outcomes: Iterable[Outcome], workers: int) -> None:
    """Note what another checkout says first of every log in a folder; its processes import what lies where they run."""
    command = [quaestor, "audit", folder, "--json", "--workers", str(workers)]
    done = subprocess.run(command, cwd=quaestor.parents[2], stdout=subprocess.PIPE)
    if done.returncode not in (0, 1):
        raise SystemExit(f"{quaestor} audit ended with {done.returncode}")
    found = msgspec.json.decode(done.stdout)  # a checkout of before {"reports": […]} prints the list alone
    reports = found["reports"] if isinstance(found, dict) else found
    told_there = {Path(report["log"]).stem: report["findings"] for report in reports}
    for outcome in outcomes:
        findings = told_there[outcome.name]
        violations = (Violation(one["n"], one["rule"]) for one in findings if one["severity"] == "violation")
        outcome.reference = next(violations, None)


# --- the report -------------------------------------------------------------------------------------------------------


def run(asked: argparse.Namespace) -> list[Outcome]:
    """Spoil and audit everything that was asked for, game by game."""
    outcomes: list[Outcome] = []
    with ExitStack() as open_till_the_end:
        work: Any = map
        if asked.workers > 1:
            work = partial(open_till_the_end.enter_context(ProcessPoolExecutor(asked.workers)).map, chunksize=4)
        if asked.keep:
            asked.keep.mkdir(parents=True, exist_ok=True)
        for name in asked.game or GAMES:
            outcomes += _run_game(name, asked, work)
    return outcomes


def _run_game(name: str, asked: argparse.Namespace, work: Any) -> list[Outcome]:
    every = Path(tempfile.mkdtemp(prefix="spoilt-")) if asked.reference else None
    try:
        seeds = range(asked.seed * 1_000_000, asked.seed * 1_000_000 + asked.games)
        some = work(partial(measure, name, asked.kind or KINDS, asked.keep, every), seeds)
        outcomes = [outcome for one in some for outcome in one]
        if every is not None:
            refer(asked.reference, every, outcomes, asked.workers)
        return outcomes
    finally:
        if every is not None:
            shutil.rmtree(every)


def counted(outcomes: list[Outcome], reference: bool) -> dict[str, Any]:
    """How often a kind of mistake in a game was told as often as it was made."""
    seen = [outcome for outcome in outcomes if outcome.violations or outcome.alone]
    right = sum(len(outcome.violations) == outcome.due for outcome in seen)
    more = sum(len(outcome.violations) > outcome.due for outcome in seen)
    counts = {
        "games": len(outcomes),
        "unseen": len(outcomes) - len(seen),
        "fewer": len(seen) - right - more,
        "right": right,
        "more": more,
        "rate": share(right, len(seen)),
        "in_place": share(sum(outcome.in_place for outcome in seen), len(seen)),
    }
    if reference:
        counts["as_reference"] = share(sum(one.first == one.reference for one in outcomes), len(outcomes))
    return counts


def share(some: int, of: int) -> float | None:
    """A part of a whole in percent."""
    return round(100 * some / of, 1) if of else None


def table(outcomes: list[Outcome], reference: bool) -> dict[str, dict[str, dict[str, Any]]]:
    """The counts by game and kind; `play` is all single mistakes but wrong claims together, `single` is with them."""
    rows: dict[str, dict[str, Any]] = {}
    for name in dict.fromkeys(outcome.game for outcome in outcomes):
        own = [outcome for outcome in outcomes if outcome.game == name]
        kinds = {kind: [outcome for outcome in own if outcome.kind == kind] for kind in KINDS}
        kinds["play"] = [outcome for outcome in own if outcome.kind in IN_PLAY]
        kinds["single"] = [outcome for outcome in own if outcome.kind in ONE]
        rows[name] = {kind: counted(some, reference) for kind, some in kinds.items() if some}
    return rows


def patterns(outcomes: list[Outcome], name: str, number: int) -> list[tuple[str, int]]:
    """What was told otherwise than once most often in a game."""
    return Counter(one.pattern for one in outcomes if one.game == name and not one.well).most_common(number)


def print_table(rows: dict[str, dict[str, dict[str, Any]]]) -> None:
    """For people."""
    columns = [*next(iter(next(iter(rows.values())).values()))]
    print(f"{'':24}" + "".join(f"{column:>13}" for column in columns))
    for name, kinds in rows.items():
        for kind, counts in kinds.items():
            print(f"{name:14} {kind:9}" + "".join(f"{_cell(counts[column]):>13}" for column in columns))


def _cell(value: float | None) -> str:
    return "-" if value is None else f"{value} %" if isinstance(value, float) else str(value)


def print_report(outcomes: list[Outcome], asked: argparse.Namespace) -> None:
    """The rates, the commonest ways to be told otherwise, and where the reference disagrees."""
    rows = table(outcomes, bool(asked.reference))
    print_table(rows)
    for name in rows if asked.patterns else ():
        print(f"\n{name}: told otherwise than once")
        for pattern, times in patterns(outcomes, name, asked.patterns):
            print(f"{times:5} {pattern}")
    for one in outcomes if asked.reference else ():
        if one.first != one.reference:
            print(f"{one.name}: first told {_where(one.first)}, the reference {_where(one.reference)}: {one.words}")


def _where(found: Violation | None) -> str:
    return f"{found.rule} at {found.n}" if found else "nothing"


def arguments(given: Sequence[str] | None = None) -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=700, help="so many of each game, each spoilt once in every way")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", action="append", choices=[*GAMES], help="only this one; may be repeated")
    parser.add_argument("--kind", action="append", choices=KINDS, help="only this one; may be repeated")
    parser.add_argument("--workers", type=int, default=1, help="processes")
    parser.add_argument("--keep", type=Path, help="a folder for the logs that are told otherwise than once")
    parser.add_argument("--reference", type=quaestor_of, help="another checkout, or the Python in its .venv")
    parser.add_argument("--patterns", type=int, default=10, help="so many of the commonest failures of each game")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args(given)


def main() -> None:
    """Print the rates."""
    asked = arguments()
    outcomes = run(asked)
    if not asked.json:
        print_report(outcomes, asked)
        return
    rows = table(outcomes, bool(asked.reference))
    told_otherwise = {name: patterns(outcomes, name, asked.patterns) for name in rows}
    result = {"seed": asked.seed, "rates": rows, "patterns": told_otherwise, "outcomes": outcomes}
    print(msgspec.json.encode(result).decode())


if __name__ == "__main__":
    main()
