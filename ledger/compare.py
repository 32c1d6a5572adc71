"""Two records of one game by two scribes: what both say, what one lacks, where they contradict; one made of both."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import permutations
from typing import Any, Literal, NamedTuple
from unicodedata import combining, normalize

from msgspec import Struct, convert, to_builtins
from msgspec.json import encode
from msgspec.structs import fields, replace

from ledger.alignment import Step, ways
from ledger.archive.judge_log import closing_kinds
from ledger.events import OF_THE_LINE, Event, GameStarted, LineLost, LogRecovered, LogSealed, NoteAdded, TailSetAside
from ledger.game import Game
from ledger.log import LogError
from ledger.score import Sheet, as_json, draw_up, totals
from ledger.story import tell
from ledger.walk import Record, fold, in_force, open_record, step, walk
from ledger.words import Words
from ledger.words.speech import ENGLISH, Language

Side = Literal["a", "b"]
Legal = Literal["a", "b", "both", "neither"]
Kind = Literal["only_a", "only_b", "differ", "moved"]

OF_THE_FILE = (LogSealed, TailSetAside, LineLost, LogRecovered)
AHEAD = 30  # so many events tell which of two ways the game went on
WORK = 200_000  # events gone through again to say what differences do to the sheet, at most


class Difference(Struct, kw_only=True):
    """Something that the two records do not both say."""

    kind: Kind
    a: int | None = None  # the number that it has in its own log
    b: int | None = None
    legal: Legal  # which of the two the rules allow there; of what only one has: that one, or neither
    taken: Side | None  # which stands in the reconciled record
    words: dict[Side, Words]
    effect: dict[str, int] | None = None  # on the totals: b in place of a, or with it against without; None: not asked


class Comparison(NamedTuple):
    """Two records side by side, and what can be made of both."""

    game: Game
    players: dict[str, str]  # as a calls them, and as b does
    same: int
    differences: list[Difference]  # in the order of the game
    sheets: dict[str, Sheet]  # a, b, and the reconciled one: merged
    merged: list[Event]  # every entry marked with who has it


def compare(
    game: Game,
    a: Sequence[Event],
    b: Sequence[Event],
    names: tuple[str, str] = ("A", "B"),
    speak: Language = ENGLISH,
    **laid_over: Any,
) -> Comparison:
    """Lay two records of one game side by side; LogError where they are not of one game."""
    ours, theirs = in_force(a).events, in_force(b).events
    own = [event for event in ours if not isinstance(event, (*OF_THE_FILE, NoteAdded))]
    others = [event for event in theirs if not isinstance(event, (*OF_THE_FILE, NoteAdded))]
    players = _people(own, others)
    respelled = renamed(others, {there: here for here, there in players.items() if here != there})
    kinds = tuple(closing_kinds(game))
    laid = ways(own, respelled, lambda event: isinstance(event, kinds))
    judge = _Judge(game, laid, laid_over)
    sheets = {
        "a": draw_up(fold(open_record(game, own, **laid_over), own)),
        "b": draw_up(fold(open_record(game, others, **laid_over), others)),
        "merged": draw_up(judge.judge()),
    }
    differences = judge.differences()
    same = sum(way.kind in ("both", "moved") and not way.echo for way in laid)
    merged = _merged(judge, _notes(ours), _notes(theirs), names, speak)
    return Comparison(game, players, same, differences, sheets, merged)


# --- who is who -------------------------------------------------------------------------------------------------------


def _people(a: Sequence[Event], b: Sequence[Event]) -> dict[str, str]:
    """Who of one record is who of the other: by seat, by how the names look, by what they did."""
    here, there = _started(a), _started(b)
    if here.game != there.game:
        raise LogError(Words("one is a game of {a}, the other of {b}", a=here.game, b=there.game))
    if len(here.players) != len(there.players):
        words = "one has {a} players, the other {b}; these are not two records of one game"
        raise LogError(Words(words, a=len(here.players), b=len(there.players)))
    if here.players == there.players:
        return dict(zip(here.players, there.players, strict=True))
    done, also = _deeds(a, here.players), _deeds(b, there.players)
    fit = {
        (one, other): _look_alike(one, other) + 0.5 * (seat == place) + _overlap(done[one], also[other])
        for seat, one in enumerate(here.players)
        for place, other in enumerate(there.players)
    }
    best = max(
        permutations(there.players), key=lambda order: sum(fit[pair] for pair in zip(here.players, order, strict=True))
    )
    return dict(zip(here.players, best, strict=True))


def _started(events: Sequence[Event]) -> GameStarted:
    if not events or not isinstance(events[0], GameStarted):
        raise LogError(Words("a log begins with game_started"))
    return events[0]


def _look_alike(a: str, b: str) -> float:
    one, other = _bare(a), _bare(b)
    return 2.0 if a == b else 1.9 if one == other else 1.5 * SequenceMatcher(None, one, other).ratio()


def _bare(name: str) -> str:
    """A name without accents and capitals."""
    return "".join(one for one in normalize("NFKD", name).casefold() if not combining(one)).strip()


def _deeds(events: Sequence[Event], players: Iterable[str]) -> dict[str, Counter[bytes]]:
    """What everybody did, without who did it."""
    done: dict[str, Counter[bytes]] = {player: Counter() for player in players}
    for event in events:
        player = getattr(event, "player", None)
        if player in done:
            bare = to_builtins(event)
            done[player][encode({key: bare[key] for key in bare if key not in (*OF_THE_LINE, "player")})] += 1
    return done


def _overlap(a: Counter[bytes], b: Counter[bytes]) -> float:
    return 2 * (a & b).total() / max(a.total() + b.total(), 1)


def renamed(events: list[Event], names: Mapping[str, str]) -> list[Event]:
    """The events with other names for players, in every field that holds players."""
    if not names:
        return events
    plain = [to_builtins(event) for event in events]
    players = {*_started(events).players}
    holding = _holding(plain, players)
    return [
        convert(_with_names(one, (one["type"],), holding, names), type(event))
        for one, event in zip(plain, events, strict=True)
    ]


def _holding(events: list[Any], players: set[str]) -> set[tuple[str, ...]]:
    """Which fields hold players: those in which mostly players stand. A tile may be called like somebody."""
    said: dict[tuple[str, ...], list[str]] = {}
    for event in events:
        _gather(event, (event["type"],), said)
    return {path for path, words in said.items() if 3 * sum(word in players for word in words) > 2 * len(words)}


def _gather(value: Any, path: tuple[str, ...], said: dict[tuple[str, ...], list[str]]) -> None:
    if isinstance(value, str) and value:
        said.setdefault(path, []).append(value)
    elif isinstance(value, list | tuple):
        for one in value:
            _gather(one, path, said)
    elif isinstance(value, dict):
        for key, one in value.items():
            said.setdefault((*path, "{}"), []).append(key)
            _gather(one, (*path, key), said)


def _with_names(value: Any, path: tuple[str, ...], holding: set[tuple[str, ...]], names: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return names.get(value, value) if path in holding else value
    if isinstance(value, list | tuple):
        return [_with_names(one, path, holding, names) for one in value]
    if isinstance(value, dict):
        keys = (*path, "{}") in holding
        return {
            (names.get(key, key) if keys else key): _with_names(one, (*path, key), holding, names)
            for key, one in value.items()
        }
    return value


# --- what the rules say -----------------------------------------------------------------------------------------------


class _Judge:
    """Goes through both records as one, and at every difference asks the rules and what comes after."""

    def __init__(self, game: Game, laid: list[Step], laid_over: Mapping[str, Any]) -> None:
        self.game = game
        self.laid = laid
        self.laid_over = laid_over
        self.taken: list[Event | None] = []  # for each place: what the reconciled record says there
        self.found: dict[int, Difference] = {}  # by place

    def _opened(self) -> Record:
        return open_record(self.game, [self.laid[0].event], **self.laid_over)

    def judge(self) -> Record:
        """Decide every difference; gives the reconciled record as it then stands."""
        record = self._opened()
        for place, way in enumerate(self.laid):
            if way.kind != "both":
                self._decide(record, place, way)
            else:
                self.taken.append(way.event)
            event = self.taken[-1]
            if event is not None:
                step(record, replace(event, n=place))
        self._weigh()
        return record

    def differences(self) -> list[Difference]:
        """In the order of the game."""
        return [one for _, one in sorted(self.found.items())]

    def _decide(self, record: Record, place: int, way: Step) -> None:
        if way.kind == "moved":
            self._decide_moved(record, place, way)
            return
        words = self._told(record, way)
        if way.kind == "differ":
            assert way.a is not None and way.b is not None
            if self._comes_to_the_same(record, way.a, way.b):
                way.kind = "both"
                self.taken.append(way.a)
                return
            taken = self._chosen(record, place, (way.a,), (way.b,))
        else:
            taken = self._chosen(record, place, (way.event,), ())
            taken = None if taken == "b" else "a" if way.kind == "only_a" else "b"
        legal = _legal(_allowed(record, way.a, place), _allowed(record, way.b, place))
        self.found[place] = Difference(
            kind=way.kind,  # type: ignore[arg-type]
            a=way.a.n if way.a else None,
            b=way.b.n if way.b else None,
            legal=legal,
            taken=taken,
            words=words,
        )
        self.taken.append(way.a if taken == "a" else way.b if taken == "b" else None)

    def _told(self, record: Record, way: Step) -> dict[Side, Words]:
        """Both sides in words; with the fields that differ where the words do not tell them apart."""
        words: dict[Side, Words] = {}
        if way.a is not None:
            words["a"] = tell(self.game, record.table, way.a)
        if way.b is not None:
            words["b"] = tell(self.game, record.table, way.b)
        if way.a is not None and way.b is not None and str(words["a"]) == str(words["b"]):
            words = {
                "a": _in_full(words["a"], way.a, way.b),
                "b": _in_full(words["b"], way.b, way.a),
            }
        return words

    def _comes_to_the_same(self, record: Record, a: Event, b: Event) -> bool:
        """Something left out that the rules fill in: the table is the same afterwards."""
        if type(a) is not type(b) or type(a) not in self.game.happens or not _leaves_out(a, b):
            return False
        tables = [record.copy() for _ in "ab"]
        for table, event in zip(tables, (a, b), strict=True):
            step(table, replace(event, n=1))
        return bool(self.game.scribe.view(tables[0].table) == self.game.scribe.view(tables[1].table))

    def _chosen(self, record: Record, place: int, a: Sequence[Event], b: Sequence[Event]) -> Side | None:
        """Which of two goes better with the rules and with what comes next; the first where both go as well."""
        ahead = [
            replace(way.event, n=place + 1 + at)
            for at, way in enumerate(self.laid[place + 1 : place + 1 + AHEAD])
            if not way.echo
        ]
        wrong = [_wrong(record, [replace(one, n=place) for one in side], ahead) for side in (a, b)]
        return "a" if wrong[0] <= wrong[1] else "b"

    def _decide_moved(self, record: Record, place: int, way: Step) -> None:
        """The order in which the rules allow it, and no difference at all where they allow both."""
        if way.echo:
            assert way.of is not None
            first = self.laid.index(way.of)
            self.taken.append(way.event if self.taken[first] is None else None)
            return
        end = next(at for at in range(place + 1, len(self.laid)) if self.laid[at] is way.of)
        rest = self.laid[place + 1 : end]
        between = [replace(one.event, n=place + 1 + at) for at, one in enumerate(rest) if not one.echo]
        own = replace(way.event, n=place)
        records = [_after(record, [own, *between]), _after(record, [*between, own])]
        wrong = [number for number, _ in records]
        early, late = ("a", "b") if way.early == "a" else ("b", "a")
        at_once = wrong[0] < wrong[1] or (wrong[0] == wrong[1] and early == "a")
        self.taken.append(way.event if at_once else None)
        harmless = wrong[0] == wrong[1] and totals(records[0][1]) == totals(records[1][1])
        legal = _legal(*(wrong[0 if early == side else 1] == 0 for side in ("a", "b")))
        assert way.a is not None and way.b is not None
        words = tell(self.game, record.table, way.event)
        self.found[place] = Difference(
            kind="moved" if harmless else "differ",
            a=way.a.n,
            b=way.b.n,
            legal=legal,
            taken=early if at_once else late,  # type: ignore[arg-type]
            words={"a": words, "b": words},
        )
        if not harmless:
            way.kind = "differ"

    # --- what it does to the sheet ------------------------------------------------------------------------------------

    def _weigh(self) -> None:
        """Go through the reconciled record again, and at every difference also through the game as it would be else."""
        left, record = WORK, self._opened()
        final: dict[str, int] | None = None
        for place, event in enumerate(self.taken):
            one = self.found.get(place)
            left -= 0 if one is None or one.kind == "moved" else len(self.taken) - place
            if one is not None and one.kind != "moved" and left > 0:
                final = final or self._end(record, [], place - 1)
                self._weighed(record, place, one, final)
            if event is not None:
                step(record, replace(event, n=place))

    def _weighed(self, record: Record, place: int, one: Difference, final: dict[str, int]) -> None:
        way = self.laid[place]
        if way.of is not None:
            one.effect = {}
            return
        sides: list[Event | None] = [way.a, way.b] if one.kind == "differ" else [None, way.event]
        mine = self.taken[place]
        ends = [final if side is mine else self._end(record, [side] if side else [], place) for side in sides]
        one.effect = {
            player: ends[1].get(player, 0) - total
            for player, total in ends[0].items()
            if ends[1].get(player, 0) != total
        }

    def _end(self, record: Record, instead: Sequence[Event], place: int) -> dict[str, int]:
        """Everybody's total at the end of the game, with something else at a place."""
        other = record.copy()
        fold(other, [replace(one, n=max(place, 0)) for one in instead])
        fold(other, [replace(one, n=at) for at, one in enumerate(self.taken) if one is not None and at > place])
        return totals(other)


def _in_full(words: Words, event: Event, other: Event) -> Words:
    own = [one.name for one in fields(event) if one.name not in OF_THE_LINE]
    said = [name for name in own if getattr(event, name) != getattr(other, name, None)]
    return Words("{what} ({fields})", what=words, fields=[f"{name}: {_plain(getattr(event, name))}" for name in said])


def _plain(value: Any) -> str:
    return "-" if value is None else encode(value).decode() if isinstance(value, list | tuple | dict) else str(value)


def _leaves_out(a: Event, b: Event) -> bool:
    """Where two events differ, one of them says nothing."""
    own = [one for one in fields(a) if one.name not in OF_THE_LINE]
    unlike = [one for one in own if getattr(a, one.name) != getattr(b, one.name)]
    return all(not one.required and "" in (getattr(a, one.name), getattr(b, one.name)) for one in unlike)


def _allowed(record: Record, event: Event | None, place: int) -> bool:
    """Would no rule be broken by it here?"""
    return event is not None and not _violations(step(record.copy(), replace(event, n=place)))


def _violations(breaches: Iterable[Any]) -> int:
    return sum(complaint.severity == "violation" for _, complaint in breaches)


def _legal(a: bool, b: bool) -> Legal:
    if a and b:
        return "both"
    return "a" if a else "b" if b else "neither"


def _wrong(record: Record, own: Sequence[Event], ahead: Sequence[Event]) -> int:
    return _after(record, [*own, *ahead])[0]


def _after(record: Record, events: Sequence[Event]) -> tuple[int, Record]:
    """How often rules are broken by these, and the record behind them."""
    other, place, wrong = record.copy(), 0, 0
    while place < len(events):
        place, breaches = walk(other, events, place)
        wrong += _violations(breaches)
    return wrong, other


# --- one record of both -----------------------------------------------------------------------------------------------


def _notes(events: Iterable[Event]) -> dict[int, list[NoteAdded]]:
    """What was noted, by the number of the fact that it stands behind."""
    found: dict[int, list[NoteAdded]] = {}
    last = 0
    for event in events:
        if isinstance(event, NoteAdded):
            found.setdefault(last, []).append(event)
        elif not isinstance(event, OF_THE_FILE):
            last = event.n
    return found


def _merged(
    judge: _Judge,
    ours: Mapping[int, list[NoteAdded]],
    theirs: Mapping[int, list[NoteAdded]],
    names: tuple[str, str],
    speak: Language,
) -> list[Event]:
    made: list[Event] = []

    def put(event: Event, by: str, ts: str = "") -> None:
        before = made[-1].ts if made else ""
        made.append(replace(event, n=-1, ts=max(ts, before), by=by, id="", more=0))

    for place, way in enumerate(judge.laid):
        event, one = judge.taken[place], judge.found.get(place)
        if event is not None:
            both = way.a is not None and way.b is not None and (one is None or way.of is not None)
            who = ", ".join(names) if both else names[0] if event is way.a else names[1]
            put(event, who, event.ts if event is not way.b else "")
        if one is not None and (words := _for_the_table(one, names)):
            put(NoteAdded(text=speak(words)), ", ".join(names))
        for notes, side, name in ((ours, way.a, names[0]), (theirs, way.b, names[1])):
            for note in notes.get(side.n, ()) if side is not None and not way.echo else ():
                if not any(isinstance(last, NoteAdded) and last.text == note.text for last in made[-3:]):
                    put(note, name)
    return made


def _for_the_table(one: Difference, names: tuple[str, str]) -> Words | None:
    """What the table has to settle."""
    a, b = names
    if one.kind == "differ" and one.words["a"] is one.words["b"]:
        words = "{a} and {b} have this at different moments: {what} (here as {taken} has it)"
        return Words(words, a=a, b=b, what=one.words["a"], taken=a if one.taken == "a" else b)
    if one.kind == "differ":
        words = "{a} has: {ours}; {b} has: {theirs} (here stands what {taken} has)"
        taken = a if one.taken == "a" else b
        return Words(words, a=a, ours=one.words["a"], b=b, theirs=one.words["b"], taken=taken)
    if one.taken is None:
        who, (what,) = (a if one.kind == "only_a" else b), one.words.values()
        return Words("left out, because it does not go with the rest: {who} has: {what}", who=who, what=what)
    return None


# --- for other programs -----------------------------------------------------------------------------------------------


def comparison_json(found: Comparison) -> dict[str, Any]:
    """A comparison as `compare --json` prints it."""
    return {
        "game": found.game.name,
        "same": found.same,
        "only_a": [one.a for one in found.differences if one.kind == "only_a"],
        "only_b": [one.b for one in found.differences if one.kind == "only_b"],
        "differ": [_difference_json(one) for one in found.differences if one.kind == "differ"],
        "moved": [{"a": one.a, "b": one.b} for one in found.differences if one.kind == "moved"],
        "players": found.players,
        "differences": [{"kind": one.kind, **_difference_json(one)} for one in found.differences],
        "sheets": {side: as_json(sheet) for side, sheet in found.sheets.items()},
    }


def _difference_json(one: Difference) -> dict[str, Any]:
    return {
        "a": one.a,
        "b": one.b,
        "legal": one.legal,
        "taken": one.taken,
        "effect": one.effect,
        "words": {side: str(words) for side, words in one.words.items()},
    }
