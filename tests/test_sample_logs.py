"""Every game in sample_logs/ is a test by being there; every spoilt one must give the report beside it."""

import subprocess
import sys
from pathlib import Path

import pytest

from ledger.audit import audit
from ledger.games import GAMES
from ledger.log import decode, scan
from ledger.transcript import read, write
from ledger.walk import fold, in_force, open_record

SAMPLES = Path(__file__).parent.parent / "sample_logs"
QUAESTOR = Path(sys.executable).with_name("quaestor")
LOGS = sorted(path for path in SAMPLES.rglob("*.jsonl") if "bad" not in path.parts)
BAD = sorted((SAMPLES / "bad").rglob("*.jsonl"))


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_sample_is_clean_sealed_finished_and_claims_what_it_is_worth(path):
    report = audit(path.read_bytes(), GAMES)

    assert report.verdict == "clean", [str(finding.message) for finding in report.findings]
    assert report.sealed
    assert report.sheet is not None
    assert report.sheet.final
    words = [event.__struct_config__.tag for event in report.force.events]
    assert words.count("score_claimed") == len(report.sheet.figures)
    assert words.count("game_ended") == 1


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_sample_exported_and_imported_again_has_the_same_sheet(path):
    _, events = decode(scan(path.read_bytes()), GAMES)
    again = audit(read(write(in_force(events).events), GAMES), GAMES)
    before = audit(path.read_bytes(), GAMES)

    assert again.verdict == "clean"
    assert again.sheet.figures == before.sheet.figures
    assert again.sheet.winners == before.sheet.winners


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_a_spoilt_log_gives_its_report(path):
    run = subprocess.run([QUAESTOR, "audit", path.name], cwd=path.parent, capture_output=True, text=True)

    assert run.stdout == path.with_suffix(".report.txt").read_text()
    assert run.stderr == ""
    assert run.returncode == 1


def test_every_report_belongs_to_a_spoilt_log():
    reports = {path.name.removesuffix(".report.txt") for path in SAMPLES.rglob("*.report.txt")}

    assert reports == {path.stem for path in BAD}


def test_every_rule_of_the_builders_is_shown_broken_by_one_mistake_with_one_finding():
    told = set()
    for path in (SAMPLES / "bad" / "builders").glob("*.jsonl"):
        report = audit(path.read_bytes(), GAMES)
        graver = [finding.severity for finding in report.findings if finding.severity != "undecidable"]
        assert path.stem == "turn-left-out" or graver == ["violation", *["consequence"] * (len(graver) - 1)], path.stem
        assert (report.integrity, report.sealed) == ("ok", True), path.stem
        told.add(report.findings[0].rule)

    rules = {condition.rule for happening in GAMES["builders"].course.happenings for condition in happening.conditions}
    assert told == {*rules, "score", "winners", "entry"}


def test_both_ways_a_game_of_lutece_can_end_are_shown():
    ends = set()
    for path in LOGS:
        report = audit(path.read_bytes(), GAMES)
        if report.game == "lutece" and path.stem != "score-only":
            offered = {event.card[0] for event in report.force.events if event.__struct_config__.tag == "card_offered"}
            assert offered == {"C", "L"}
            ends.add(_pile_that_ran_out(report.force.events, len(report.sheet.figures)))

    assert ends == {"C", "L"}


def _pile_that_ran_out(events, players):
    deck = GAMES["lutece"].cards.deck(GAMES["lutece"].catalogue().data, "en")
    offered = [event.card[0] for event in events if event.__struct_config__.tag == "card_offered"]
    piles = {"C": deck.piles[players]["character"], "L": deck.piles[players]["location"]}
    empty = [row for row, size in piles.items() if offered.count(row) == size]
    return empty[0]


def test_every_way_a_game_of_glory_to_rome_can_end_is_shown_in_every_edition_and_with_every_number_of_players():
    ends, editions, seats = set(), set(), set()
    for path in (SAMPLES / "glory_to_rome").glob("*.jsonl"):
        _, events = decode(scan(path.read_bytes()), GAMES)
        record = open_record(GAMES["glory_to_rome"], in_force(events).events)
        fold(record, in_force(events).events)
        ends.add(record.table.over)
        editions.add(record.rules.edition)
        seats.add(len(record.table.seats))

    assert ends - {""} == {"catacomb", "conceded", "deck", "forum", "sites"}
    assert editions == {*GAMES["glory_to_rome"].about.editions}
    assert seats == {2, 3, 4, 5}
