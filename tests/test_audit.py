"""The audit goes on to the last line, tells each thing once and where it stands, whatever the game."""

import random
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from conftest import numbered
from msgspec.structs import replace

from ledger.audit import Case, audit, finding_json, judge, ordered, report_json
from ledger.choices import choices
from ledger.events import Event, GameEnded, NoteAdded, ScoreAdjusted, ScoreConfirmed
from ledger.games import GAMES
from ledger.log import decode, encode, scan
from ledger.score import as_json, draw_up
from ledger.simulate import simulate
from ledger.walk import in_force, open_record

SAMPLES = Path(__file__).parent.parent / "sample_logs"
BAD = sorted((SAMPLES / "bad").rglob("*.jsonl"))
MORE_OPTIONS = {
    "lutece": {"compensated": "all_others", "unpaid_goes_to": "runner_up"},
    "builders": {
        "fresh_machine": "next_turn",
        "fresh_citizen": "next_turn",
        "coin_packets": "cumulated",
        "bought_actions": "before_first",
        "tool_on_machine": "refused",
    },
}


def judged(game, events):
    force = in_force(numbered(events))
    record = open_record(game, force.events)
    return judge(record, force), record


def whole(seed, name="lutece", **wishes):
    """A simulated game as events, its seal left out."""
    game = GAMES[name]
    return game, decode(scan(simulate(game, seed, **wishes)), GAMES)[1][:-1]


def both_ways(game, events):
    """What is found, the sheet and the table: judged in one go, and entry by entry as a table watches it grow."""
    standing = in_force(numbered(events)).events
    for ends in ([len(standing)], range(1, len(standing) + 1)):
        force = in_force(numbered(events))
        case = Case(open_record(game, force.events), force)
        for end in ends:
            case.judge(end)
        record = case.record
        yield (
            [finding_json(finding) for finding in ordered(case)],
            as_json(draw_up(record)),
            game.scribe.view(record.table),
            [str(one) for one in choices(game, record.table)],
        )


def test_an_event_left_out_of_a_game_of_lutece_is_told_once_97_times_of_100():
    """What nobody can put right with one entry is told as often as it shows: a bid that is missing, now and then."""
    times = []
    for seed in range(20):
        game, events = whole(seed)
        played = [at for at, event in enumerate(events) if type(event) in game.happens]
        for at in random.Random(seed).sample(played, 12):
            findings, _ = judged(game, events[:at] + events[at + 1 :])
            times.append(sum(one.severity == "violation" for one in findings))

    assert sum(told <= 1 for told in times) >= 0.97 * len(times)


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_a_spoilt_game_is_judged_alike_in_one_go_and_entry_by_entry(path):
    game, events = decode(scan(path.read_bytes()), GAMES)
    swift, long = both_ways(game, events)

    assert swift == long


@pytest.mark.parametrize("seed", range(15))
@pytest.mark.parametrize("name", ["lutece", "builders"])
def test_a_game_with_an_event_lost_doubled_or_moved_is_judged_alike_both_ways(name, seed):
    game, events = whole(seed, name)
    dice = Random(seed)
    for _ in range(dice.choice((1, 1, 2))):
        event = events.pop(dice.randrange(1, len(events)))
        events[(at := dice.randrange(1, len(events))) : at] = [event] * dice.choice((0, 1, 2))
    swift, long = both_ways(game, events)

    assert swift == long


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("name", ["lutece", "builders"])
def test_a_game_with_entries_mixed_up_is_judged_alike_both_ways(name, seed):
    game, events = whole(seed, name, options=MORE_OPTIONS[name] if seed % 2 else {})
    dice = Random(seed)
    for at in dice.sample(range(1, len(events)), dice.choice((3, 9))):
        other = dice.choice([event for event in events if type(event) is type(events[at])])
        own = [field for field in other.__struct_fields__ if field not in Event.__struct_fields__]
        mixed = {field: getattr(other, field) for field in own if dice.randrange(2)}
        named = [field for field, value in mixed.items() if isinstance(value, str)]
        strange = {dice.choice(named): "nobody"} if named and not dice.randrange(3) else {}
        events[at] = replace(events[at], **mixed | strange)
    swift, long = both_ways(game, events)

    assert swift == long


@pytest.mark.parametrize("seed", range(8))
def test_a_game_in_which_somebody_declares_something_else_is_judged_alike_both_ways(seed):
    game, events = whole(seed, "builders")
    dice = Random(seed)
    for _ in range(dice.choice((1, 1, 2))):
        declared = game.worth.holdings(player=dice.choice(events[0].players), coins=dice.randrange(20))
        events.insert(dice.randrange(11, len(events)), declared)
    swift, long = both_ways(game, events)

    assert swift == long


def test_a_place_that_a_stranger_may_have_left_is_closed_by_the_next_building_both_ways():
    game, events = whole(1, "builders")
    seen = {event.card for event in events if hasattr(event, "card")}
    at = [place for place, event in enumerate(events) if hasattr(event, "building")][1]
    turned_up = events[at + 1]
    unseen = next(f"b{number:02}" for number in range(1, 30) if f"b{number:02}" not in seen)
    events[at : at + 2] = [replace(events[at], building="b99"), events[at], turned_up, replace(turned_up, card=unseen)]
    swift, long = both_ways(game, events)

    assert swift == long
    assert (at + 3, "BLD-B23") in [(finding["n"], finding["rule"]) for finding in swift[0]]


def test_an_adjustment_counts_in_the_total_and_for_the_win():
    game, events = whole(11, players=2)
    winner, other = events[-1].winners[0], next(name for name in events[0].players if name not in events[-1].winners)
    fined = [*events[:-1], ScoreAdjusted(player=winner, points=-100, reason="late"), GameEnded(winners=(other,))]
    findings, record = judged(game, fined)

    assert findings == []
    assert record.sheet.winners == [other]
    assert record.sheet.figures[winner]["adjusted"] == -100
    assert "adjusted" not in record.sheet.figures[other]


def test_after_the_end_notes_adjustments_and_confirmations_may_follow_and_nothing_else():
    game, events = whole(12, players=3)
    name = events[0].players[0]
    fine = [NoteAdded(text="good game"), ScoreAdjusted(player=name, points=1), ScoreConfirmed(player=name)]

    assert judged(game, [*events, *fine])[0] == []
    late = judged(game, [*events, events[-2], events[1], events[2]])[0]
    assert [(finding.n, finding.rule) for finding in late] == [(len(events), "entry")]


def test_winners_are_right_in_any_order_and_must_be_exactly_the_winners():
    data = (SAMPLES / "lutece" / "shared-win.jsonl").read_bytes()
    game, events = decode(scan(data), GAMES)
    both = events[-2].winners

    def said(*winners):
        return [finding.rule for finding in judged(game, [*events[:-2], GameEnded(winners=winners)])[0]]

    assert len(both) == 2
    assert said(*both) == said(*both[::-1]) == []
    assert said(both[0]) == said(*both, both[0]) == said() == ["winners"]


def test_a_stranger_who_claims_confirms_or_is_adjusted_is_found_and_changes_nothing():
    game, events = whole(13, players=2)
    claim = replace(events[-2], player="Zed")
    strangers = [ScoreAdjusted(player="Zed", points=9), ScoreConfirmed(player="Zed"), claim]
    findings, record = judged(game, [*events[:-1], *strangers, events[-1]])

    assert [finding.rule for finding in findings] == ["entry"] * 3
    assert list(record.sheet.figures) == list(events[0].players)


def test_a_report_for_programs_has_every_part_whatever_happened():
    keys = list(report_json(audit(b"", GAMES), "x"))
    for data in (b"", b"noise", simulate(GAMES["lutece"], 1), simulate(GAMES["lutece"], 1)[:-9]):
        report = report_json(audit(data, GAMES), "x")
        assert list(report) == keys
        for finding in report["findings"]:
            assert list(finding) == ["n", "line", "rule", "severity", "of", "message", "expected", "found"]


def test_a_game_left_unfinished_is_clean_and_has_no_winner():
    _, events = whole(14)
    report = audit(encode(events[:40]), GAMES)

    assert (report.verdict, report.sealed) == ("clean", False)
    assert (report.sheet.final, report.sheet.winners) == (False, [])


FIRST_USE = """
import json
import sys
from pathlib import Path
from threading import Barrier, Thread

from ledger.audit import audit
from ledger.games import GAMES
from ledger.tally import tally

sys.setswitchinterval(1e-6)
shelf, ready = Path(sys.argv[1]), Barrier(12)
logs = [sorted((shelf / name).glob("*.jsonl"))[0].read_bytes() for name in GAMES]
players = [{"player": name, "coins": 3, "cards": []} for name in ("Ana", "Bo")]
holdings = json.dumps({"game": "lutece", "players": players}).encode()
verdicts = []


def judge(number):
    ready.wait()
    tally(holdings, GAMES)
    verdicts.append(audit(logs[number % len(logs)], GAMES).verdict)


threads = [Thread(target=judge, args=(number,)) for number in range(12)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(sorted(set(verdicts)), len(verdicts))
"""


@pytest.mark.parametrize("time", range(3))
def test_threads_that_use_every_game_for_the_first_time_at_once_judge_as_one_does(time):
    run = subprocess.run([sys.executable, "-c", FIRST_USE, SAMPLES], capture_output=True, text=True)

    assert (run.returncode, run.stderr, run.stdout) == (0, "", "['clean'] 12\n")


def test_lines_of_a_game_from_outside_that_fail_leave_its_own_log_unjudged():
    """Ours are drawn when somebody looks at them; what goes wrong in another's is found while it is judged."""

    def fails(table):
        raise ZeroDivisionError("no such pips")

    lutece = GAMES["lutece"]
    theirs = replace(lutece, package="quaestor-pips 1.0", worth=replace(lutece.worth, score=fails))
    assert audit(simulate(lutece, 1), {"lutece": theirs}).verdict == "unjudgeable"
