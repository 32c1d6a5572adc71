"""A whole turn or round that nobody wrote down is one mistake; what is wrong whatever was played there is another."""

from random import Random

import pytest
from bench.spoil import played, spoilt, stretch, tag

from ledger.audit import audit
from ledger.games import GAMES
from ledger.log import encode

GAME_AND_SEED = [("lutece", 41000005), ("builders", 41000006), ("glory_to_rome", 41000010)]


def left_out(name, seed):
    """A legal game without one of its rounds or turns, and where that is missing."""
    legal = played(name, seed)
    change = stretch(Random(f"spoilt {name} {seed} stretch"), legal)
    return spoilt(legal.events, [change]), change.at


def severities(events, *wanted):
    findings = audit(encode(events, seal=True), GAMES).findings
    return [(found.n, found.of) for found in findings if found.severity in wanted]


@pytest.mark.parametrize(("name", "seed"), GAME_AND_SEED)
def test_a_whole_stretch_left_out_is_told_once_where_it_shows(name, seed):
    events, at = left_out(name, seed)

    [(told, _)] = severities(events, "violation")

    assert at <= told <= at + 4
    assert {of for _, of in severities(events, "consequence")} == {told}


@pytest.mark.parametrize(
    ("name", "seed", "twice"),
    [("lutece", 41000005, "bid_placed"), ("glory_to_rome", 41000010, "round_ended")],
)
def test_what_is_wrong_whatever_was_played_there_is_told_too(name, seed, twice):
    events, at = left_out(name, seed)
    [(told, _)] = severities(events, "violation")
    second = next(one for one in range(at + 30, len(events)) if tag(events[one]) == twice)
    events.insert(second, events[second])

    assert severities(events, "violation") == [(told, None), (second + 1, None)]
