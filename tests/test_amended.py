"""A game put right by amendments is the game recorded right from the start: the same sheet, the same findings."""

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from ledger import judge
from ledger.games import GAMES
from ledger.log import decode, scan
from ledger.simulate import simulate
from ledger.transcript import read, write

Line = dict[str, Any]


def told(lines: list[Line]) -> tuple[Any, ...]:
    """What a report says, numbers of events aside."""
    report = judge(read("\n".join(map(json.dumps, lines)).encode(), GAMES))
    assert report.sheet is not None
    points = [(one.player, one.category, one.points, str(one.reason), one.cards) for one in report.sheet.lines]
    found = [(one.rule, one.severity, re.sub(r"\d+", "#", str(one.message))) for one in report.findings]
    return report.sheet.winners, points, found


def played(name: str, seed: int) -> list[Line]:
    """A game by dice; of every second one an event is missing, and that is told."""
    _, events = decode(scan(simulate(GAMES[name], seed)), GAMES)
    lines = [{**json.loads(line), "ts": ""} for line in write(events).splitlines()]
    if seed % 2:
        del lines[Random(seed).randrange(len(lines) // 2, len(lines) - 8)]
    return lines


def recorded(right: list[Line], dice: Random) -> list[Line]:
    """The same game as a careless scribe writes it, with what puts it right at the end."""
    places = dict.fromkeys(dice.sample(range(12, len(right) - 1), 4))
    slips = dict(zip(places, dice.sample(["forgotten", "invented", "wrong", "withdrawn", "corrected"], 4), strict=True))
    log: list[Line] = []
    mends: list[Line] = []
    undone: list[Line] = []
    forgotten: list[Line] = []
    for at, line in enumerate(right):
        slip, other = slips.get(at), dice.choice(right[1:-1])
        if slip == "forgotten":
            forgotten.append(line)
            continue
        mends += [{"type": "entry_inserted", "before": len(log), "entry": bare(one)} for one in forgotten]
        forgotten = []
        mends += _mend(slip, len(log), line, other)
        if slip in ("withdrawn", "corrected"):
            undone.append(mends[-1])
        log += [other, line] if slip == "invented" else [other] if slip == "wrong" else [line]
    places_of = {id(mend): len(log) + at for at, mend in enumerate(mends)}
    return [*log, *mends, *({"type": "entry_withdrawn", "target": places_of[id(mend)]} for mend in undone)]


def _mend(slip: str | None, n: int, line: Line, other: Line) -> Iterator[Line]:
    if slip in ("invented", "withdrawn"):
        yield {"type": "entry_withdrawn", "target": n}
    elif slip == "wrong":
        yield {"type": "entry_corrected", "target": n, "entry": bare(line)}
    elif slip == "corrected":
        yield {"type": "entry_corrected", "target": n, "entry": bare(other)}


def bare(line: Line) -> Line:
    return {key: value for key, value in line.items() if key != "ts"}


@pytest.mark.parametrize("name", sorted(GAMES))
@pytest.mark.parametrize("seed", range(4))
def test_a_game_put_right_is_the_game_recorded_right(name: str, seed: int) -> None:
    right, dice = played(name, seed), Random(seed)

    for _ in range(3):
        assert told(recorded(right, dice)) == told(right)
