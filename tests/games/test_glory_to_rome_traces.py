"""Games that another program played: every table, the scores and the winners must come out the same."""

import gzip
import json
import os
from pathlib import Path

import pytest
from rome_events import LeaderChosen, TableNoted

from ledger.audit import judge
from ledger.games.glory_to_rome import GAME
from ledger.games.glory_to_rome.neutral import _Reader, read
from ledger.score import draw_up
from ledger.walk import in_force, open_record

HERE = Path(__file__).parent.parent / "data" / "glory_to_rome"
TRACES = sorted(HERE.glob("*.json.gz"))
MORE = sorted(Path(os.environ["QUAESTOR_TRACES"]).glob("*.json.gz")) if "QUAESTOR_TRACES" in os.environ else []


def judged(events):
    """A trace does not say who turned up which order, so its first leader cannot be judged; only that is said."""
    force = in_force(events)
    record = open_record(GAME, force.events)
    findings = judge(record, force)
    assert [(one.rule, one.n) for one in findings if one.severity == "undecidable"] == [("GTR-G3", _leader(events))]
    return record, [finding for finding in findings if finding.severity != "undecidable"]


def _leader(events):
    return next(event.n for event in events if isinstance(event, LeaderChosen))


def trace(path):
    return json.loads(gzip.decompress(path.read_bytes()))


def spoilt(path, change):
    data = trace(path)
    change(data)
    return judged(read(json.dumps(data).encode()))[1]


@pytest.mark.parametrize("path", [*TRACES, *MORE], ids=lambda path: path.stem)
def test_a_trace_audits_clean_with_equal_tables_scores_and_winners(path):
    events = read(path.read_bytes())
    record, findings = judged(events)
    data = trace(path)

    assert [(finding.n, finding.rule, str(finding.message)) for finding in findings] == []
    assert sum(isinstance(event, TableNoted) for event in events) == len(data["round_snapshots"]) + 2
    assert record.table.over == data["end"]
    sheet = draw_up(record)
    assert [sheet.total(name) for name in sheet.players] == [one["total"] for one in data["scores"]]
    assert sheet.winners == [f"P{seat + 1}" for seat in data["winners"]]
    assert [line for line in sheet.lines if line.points and line.category != "influence" and not line.events] == []


def test_a_trace_is_read_gzipped_or_not():
    data = TRACES[0].read_bytes()

    assert read(data) == read(gzip.decompress(data))


@pytest.mark.parametrize("data", [b"", b"{}", b"\x1f\x8bnonsense", b'{"schema":"gtr-neutral-1"}', b"[1]"])
def test_what_is_no_trace_is_refused(data):
    with pytest.raises(ValueError, match=r"trace|read"):
        read(data)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"verb": "juggle"}, "event 3: unknown verb 'juggle'"),
        ({"player": 9}, "event 3: there is no player 9"),
        ({"player": -1}, "event 3: there is no player -1"),
        ({"round": "two"}, "event 3: a value is of another kind"),
        ({"structure": 7}, "event 3: a value is of another kind"),
    ],
)
def test_a_move_that_cannot_be_read_is_told_with_its_place(change, told):
    data = trace(TRACES[0])
    move = next(move for move in data["events"] if move["verb"] == "craftsman" and move["structure"])
    move |= {"seq": 3, **change}
    with pytest.raises(ValueError, match=told):
        read(json.dumps(data).encode())


@pytest.mark.parametrize(
    "part", ["players", "setup", "deck", "events", "round_snapshots", "final", "scores", "winners"]
)
def test_a_part_that_is_missing_is_named(part):
    data = trace(TRACES[0])
    del data[part]
    with pytest.raises(ValueError, match=f"'{part}' is missing"):
        read(json.dumps(data).encode())


def test_moves_of_which_we_have_no_example_are_understood_by_their_shape():
    def kinds(**move):
        reader = _Reader(trace(TRACES[0]))
        return [type(event).__name__ for event in reader._moved({"player": 0, "seq": 1, **move})]

    built = {"structure": "Gate#1", "material": None, "site": "Brick"}
    assert kinds(verb="use_fountain", use=True) == ["FountainDrawn"]
    assert kinds(verb="use_fountain", use=False) == []
    assert kinds(verb="fountain", **built) == ["FoundationLaid"]
    assert kinds(verb="fountain", structure=None, material=None, site=None) == ["ActionDeclined"]
    assert kinds(verb="bar_or_aqueduct", bar_first=True) == []
    assert kinds(verb="hire_order", first="deck") == []
    assert kinds(verb="take_clients", cards=[]) == []


@pytest.mark.parametrize("number", [0, 1, 6, 2**53 - 1, 10**30, -1, "2", None])
def test_a_number_of_players_that_no_table_has_is_refused_before_they_sit_down(number):
    def change(data):
        data["players"] = number

    with pytest.raises(ValueError, match="glory_to_rome is for 2, 3, 4, 5 players, not for"):
        spoilt(TRACES[0], change)


def dropped(verb):
    def change(data):
        at = next(at for at, move in enumerate(data["events"]) if move["verb"] == verb and at > 20)
        del data["events"][at]

    return change


@pytest.mark.parametrize("path", TRACES, ids=lambda path: path.stem)
@pytest.mark.parametrize("verb", ["lead", "think", "craftsman", "labor", "merchant", "demand", "hire_pool"])
def test_a_move_left_out_is_one_finding(path, verb):
    findings = spoilt(path, dropped(verb))

    assert len([finding for finding in findings if finding.severity == "violation"]) == 1


@pytest.mark.parametrize("path", TRACES, ids=lambda path: path.stem)
def test_a_claimed_score_that_is_wrong_is_one_finding(path):
    def change(data):
        data["scores"][0]["vault"] += 1

    assert [finding.rule for finding in spoilt(path, change)] == ["score"]


@pytest.mark.parametrize("path", TRACES, ids=lambda path: path.stem)
def test_a_noted_table_that_is_wrong_is_one_finding_there(path):
    def change(data):
        data["round_snapshots"][4]["state"]["players"][0]["influence"] += 1

    first, *others = spoilt(path, change)
    assert (first.rule, first.severity) == ("GTR-R12", "violation")
    assert {(finding.severity, finding.of) for finding in others} <= {("consequence", first.n)}


@pytest.mark.parametrize("path", TRACES, ids=lambda path: path.stem)
def test_a_card_one_does_not_hold_is_found_where_it_is_played(path):
    def change(data):
        move = next(move for move in data["events"] if move["verb"] == "lead" and "Jack" not in move["cards"][0])
        move["cards"][0] = data["deck"][-1]
        change.seq = move["seq"]

    findings = spoilt(path, change)
    assert findings[0].rule in ("GTR-R1", "GTR-R5")
    assert {finding.severity for finding in findings[1:]} <= {"consequence"}
