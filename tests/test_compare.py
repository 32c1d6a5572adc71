"""Two scribes at one table: what differs is found, nothing is invented, and both make one record."""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

from ledger.audit import audit
from ledger.compare import compare
from ledger.events import NoteAdded
from ledger.games import GAMES
from ledger.log import LogError, decode, encode, scan
from ledger.simulate import simulate
from tests.bench import compare as bench
from tests.bench import spoil

QUAESTOR = str(Path(sys.executable).with_name("quaestor"))


def game(name: str, seed: int = 3, **wanted):
    found, events = decode(scan(simulate(GAMES[name], seed, **wanted)), GAMES)
    return found, events[:-1]


def renumbered(events):
    return [replace(event, n=n) for n, event in enumerate(events)]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("number", [1, 3, 10])
def test_every_difference_is_found_and_none_invented(name, number):
    for seed in range(20, 23):
        told = bench.held_against(name, seed, number)
        assert (told.missed, told.invented, told.matched) == (Counter(), [], True)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(
    ("kind", "due"),
    [("dropped", {"only_a"}), ("doubled", {"only_b"}), ("inserted", {"only_b"}), ("changed", {"differ"}),
     ("swapped", {"differ", "moved"}), ("claim", {"differ"}), ("winners", {"differ"})],
)  # fmt: skip
def test_a_difference_is_told_as_what_it_is(name, kind, due):
    legal = spoil.played(name, 5)
    change = bench.drawn(bench.Random(7), legal, kind)
    copy, _, _ = bench.spelled_out(legal.events, [change])
    (told,) = compare(legal.game, renumbered(legal.events), renumbered(copy)).differences
    assert told.kind in due
    assert told.kind not in ("differ", "only_a") or told.taken == "a"  # the legal game goes on with what happened


@pytest.mark.parametrize("name", GAMES)
def test_a_record_is_the_same_as_itself(name):
    found, events = game(name)
    told = compare(found, events, events)
    assert (told.same, told.differences) == (len(events), [])
    assert told.sheets["a"] == told.sheets["b"]
    assert audit(encode(told.merged, seal=True), GAMES).verdict == "clean"


def test_a_missing_round_is_what_only_the_other_has():
    found, events = game("lutece", players=3)
    ends = [at for at, event in enumerate(events) if type(event).__struct_config__.tag == "round_ended"]
    without = renumbered([*events[: ends[1] + 1], *events[ends[2] + 1 :]])
    told = compare(found, without, events)
    assert [(one.kind, one.b, one.legal, one.taken) for one in told.differences] == [
        ("only_b", n, "b", "b") for n in range(ends[1] + 1, ends[2] + 1)
    ]
    merged = audit(encode(told.merged, seal=True), GAMES)
    assert merged.verdict == "clean"
    assert merged.sheet.figures == told.sheets["b"].figures


def test_names_are_matched_though_a_tile_is_called_like_somebody():
    found, events = game("lutece", players=2)
    start, *rest = events
    first, second = start.players
    there = {first: "A", second: second.lower()}
    copy = bench_renamed([start, *rest], there)
    told = compare(found, events, copy)
    assert told.players == there
    assert told.differences == []


def bench_renamed(events, names):
    """Every player by another name, field by field, as Lutèce has them."""
    made = []
    for event in events:
        change = {key: names[getattr(event, key)] for key in ("player", "favour") if getattr(event, key, "") in names}
        for key in ("players", "winners"):
            if hasattr(event, key):
                change[key] = tuple(names[name] for name in getattr(event, key))
        made.append(replace(event, **change))
    return made


def test_notes_and_seals_are_no_difference_and_are_kept():
    found, events = game("builders")
    noted = renumbered([*events[:9], NoteAdded(text="tea"), *events[9:]])
    told = compare(found, noted, events)
    assert told.differences == []
    assert [(event.text, event.by) for event in told.merged if isinstance(event, NoteAdded)] == [("tea", "A")]


def test_what_contradicts_stands_as_a_note_for_the_table():
    found, events = game("builders")
    at = next(at for at, event in enumerate(events) if type(event).__struct_config__.tag == "worker_hired")
    there = [*events]
    there[at] = replace(events[at], worker="w99")
    told = compare(found, events, there, ("ana", "bo"))
    (one,) = told.differences
    assert (one.kind, one.a, one.b, one.legal, one.taken) == ("differ", at, at, "a", "a")
    (note,) = [event.text for event in told.merged if isinstance(event, NoteAdded)]
    assert note.startswith("ana has: ") and "; bo has: " in note and note.endswith("(here stands what ana has)")
    assert {event.by for event in told.merged} == {"ana, bo", "ana"}


def test_two_games_are_not_compared():
    one, events = game("lutece", players=3)
    with pytest.raises(LogError, match="one has 3 players, the other 2"):
        compare(one, events, game("lutece", players=2)[1])
    with pytest.raises(LogError, match="one is a game of lutece, the other of builders"):
        compare(one, events, game("builders", players=3)[1])


def quaestor(*words, code=0):
    done = subprocess.run([QUAESTOR, *map(str, words)], capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout


def test_compare_on_the_command_line(tmp_path):
    _, events = game("lutece", players=2)
    ana, bo, both = (tmp_path / f"{name}.jsonl" for name in ("ana", "bo", "both"))
    ana.write_bytes(encode(events, seal=True))
    bo.write_bytes(encode([*events[:20], *events[21:]], seal=True))
    assert quaestor("compare", ana, ana).endswith("the same game\n")
    told = json.loads(quaestor("compare", ana, bo, "--json", "-o", both, code=1))
    assert {key: told[key] for key in ("same", "only_a", "only_b", "differ")} == {
        "same": len(events) - 1, "only_a": [20], "only_b": [], "differ": [],
    }  # fmt: skip
    assert set(told["sheets"]) == {"a", "b", "merged"}
    assert told["sheets"]["a"]["players"] == told["sheets"]["merged"]["players"]
    assert f"{ana}:21: only here: " in quaestor("compare", ana, bo, code=1)
    assert "clean" in quaestor("audit", both)
    assert [json.loads(line)["by"] for line in both.read_text().splitlines()[20:21]] == ["ana"]
    quaestor("compare", ana, bo, "-o", both, code=2)  # nothing is overwritten
    quaestor("compare", ana, "sample_logs/builders", code=2)
