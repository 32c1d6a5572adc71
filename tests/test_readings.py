"""The same game under several editions, or under each other value of each option."""

import json
from pathlib import Path

import pytest

from ledger.audit import audit, report_json
from ledger.games import GAMES
from ledger.readings import editions, gravest_first, others, side_by_side
from tests.test_cli import SAMPLES, quaestor

LUTECE = GAMES["lutece"]
LOG = SAMPLES / "lutece" / "legion-for-another-player.jsonl"


def test_every_other_value_of_every_option_is_tried_once() -> None:
    data = LOG.read_bytes()
    base = audit(data, GAMES)
    assert base.rules is not None
    ways = [*others(LUTECE, base.rules.options, {})]
    expected = [(key, value) for key, one in LUTECE.about.options.items() for value in one.values[1:]]
    assert [way.option for way in ways] == expected
    for (key, value), one in zip(expected, side_by_side(data, GAMES, base, ways), strict=True):
        assert one.report.rules is not None
        assert one.report.rules.options == {**base.rules.options, key: value}


def test_what_changes_the_winner_comes_first_then_what_changes_anything() -> None:
    data = LOG.read_bytes()
    base = audit(data, GAMES)
    assert base.rules is not None
    rows = gravest_first(side_by_side(data, GAMES, base, [*others(LUTECE, base.rules.options, {})]))
    assert [str(one.way.name) for one in rows if one.flips] == ["talent_of=any_card", "minority=none_and_fewest"]
    assert [str(one.way.name) for one in rows if one.changes and not one.flips] == [
        "compensated=all_others",
        "legions_from=bidders",
        "unpaid_goes_to=runner_up",
        "action_cards=silent",
    ]
    assert [(one.flips, one.changes) for one in rows] == sorted(
        [(one.flips, one.changes) for one in rows], reverse=True
    )


@pytest.mark.parametrize(
    "log", ["lutece/shared-win", "builders/*", "glory_to_rome/*", "bad/lutece/*", "bad/builders/*"]
)
def test_readings_side_by_side_are_the_audits_one_by_one(log: str) -> None:
    """Also those that are not judged anew, because nothing in this game ever asks for their option."""
    path = next(iter(sorted(SAMPLES.glob(f"{log}.jsonl"))))
    data = path.read_bytes()
    base = audit(data, GAMES)
    assert base.rules is not None and base.game is not None
    ways = [*others(GAMES[base.game], base.rules.options, {})]
    for way, one in zip(ways, side_by_side(data, GAMES, base, ways), strict=True):
        assert report_json(one.report, "x") == report_json(audit(data, GAMES, **way.laid), "x"), way.name


def test_an_option_that_a_game_never_asks_for_is_not_judged_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    data = LOG.read_bytes()
    base = audit(data, GAMES)
    assert base.rules is not None
    judged: list[str] = []
    real = audit
    monkeypatch.setattr(
        "ledger.readings.audit", lambda *one, **laid: judged.extend(laid["options"]) or real(*one, **laid)
    )
    side_by_side(data, GAMES, base, [*others(LUTECE, base.rules.options, {})])
    assert "talent_of" in judged
    assert 0 < len(judged) < len(LUTECE.about.options)


@pytest.mark.parametrize("letter", [False, True])
def test_editions_side_by_side_are_the_audits_one_by_one(letter: bool) -> None:
    data = LOG.read_bytes()
    ways = editions(["fr", "en", "pl"], letter=letter)
    for name, one in zip(["fr", "en", "pl"], side_by_side(data, GAMES, audit(data, GAMES), ways), strict=True):
        assert report_json(one.report, "x") == report_json(audit(data, GAMES, under=name, letter=letter), "x")


# --- as people ask for it ---------------------------------------------------------------------------------------------


def test_several_editions_are_one_report_each_in_the_order_asked() -> None:
    run = quaestor("audit", LOG, "--under", "pl, fr,,en", "--letter", "--json")
    reports = json.loads(run.stdout)["reports"]
    assert [one["edition"] for one in reports] == ["pl", "fr", "en"]
    assert [one["flips"] for one in reports] == [True, True, True]
    assert [one["options"]["minority"] for one in reports] == ["none_and_fewest", "none_only", "none_only"]
    assert run.returncode == 1


def test_a_table_names_what_changes_the_winner_in_the_words_of_the_rules() -> None:
    run = quaestor("audit", LOG, "--readings")
    lines = run.stdout.splitlines()
    assert lines[2].split() == ["as", "recorded", "11", "33", "31", "Kim", "–"]
    assert lines[3].split() == ["*", "talent_of=any_card", "11", "27", "37", "Hana", "3", "violations"]
    assert "looks at the talents of all the player's cards (R25)" in run.stdout
    assert "nothing changes with: revenue_bribe=returned," in run.stdout


def test_an_option_given_stays_in_every_reading() -> None:
    run = quaestor("audit", LOG, "--readings", "--option", "ties=shared", "--json")
    reports = json.loads(run.stdout)["reports"]
    assert {one["options"]["ties"] for one in reports} == {"shared", "money_cards", "silent"}
    assert [one["options"]["ties"] for one in reports].count("shared") == len(reports) - 2


def test_an_edition_that_is_not_known_is_told_beside_the_others() -> None:
    run = quaestor("audit", LOG, "--under", "fr,de")
    assert run.returncode == 2
    assert "unknown edition 'de'" in run.stdout
    assert quaestor("audit", LOG, "--under", "fr,en", "--readings").returncode == 2


def test_a_folder_gives_a_table_for_each_log(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}.jsonl").write_bytes(LOG.read_bytes())
    (tmp_path / "none.jsonl").write_text("no log\n")
    run = quaestor("audit", tmp_path, "--under", "fr,en")
    assert run.stdout.count("as recorded") == 2
    assert run.returncode == 2
    reports = json.loads(quaestor("audit", tmp_path, "--under", "fr,en", "--json").stdout)["reports"]
    assert [one["verdict"] for one in reports] == ["unjudgeable", "clean", "clean", "clean", "clean"]


def test_a_new_log_can_follow_the_letter_of_an_edition(tmp_path: Path) -> None:
    log = tmp_path / "friday.jsonl"
    quaestor("new", log, "-p", "Ana,Bo", "-e", "pl", "--letter", "--option", "ties=shared")
    options = json.loads(log.read_text())["options"]
    assert options == {**LUTECE.readings({}, "pl", fresh=True, letter=True), "ties": "shared"}
