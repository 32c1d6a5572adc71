"""Where a wrong claim comes from: planted slips are named, first or among equals."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from msgspec.json import encode
from msgspec.structs import replace

from ledger.audit import audit
from ledger.events import Event, GameEnded, ScoreClaimed
from ledger.explain import Count, Fit, claim_of, explained, fitting
from ledger.game import Game
from ledger.games import GAMES
from ledger.log import Unreadable, scan
from ledger.recover import salvage
from ledger.score import Sheet, draw_up
from ledger.simulate import simulate
from ledger.tally import tally
from ledger.walk import in_force, replay
from tests.test_cli import SAMPLES, quaestor

GAMES_WITH = {
    "lutece": ("legion-for-another-player", "markets-where-greed-fails", "most-and-least-talent-in-one-hand"),
    "builders": ("loan-in-the-final-count", "citizen-freed-and-trained"),
    "glory_to_rome": ("prison-takes-a-structure", "forum-wins"),
}
EVERY = [f"{game}/{name}" for game, names in GAMES_WITH.items() for name in names]


def sample(name: str) -> tuple[Game, list[Event], bytes]:
    data = (SAMPLES / f"{name}.jsonl").read_bytes()
    kept = salvage(scan(data), GAMES)
    return kept.game, kept.events, data


def sheet_of(game: Game, events: list[Event]) -> Sheet:
    return draw_up(replay(game, events))


@cache
def slips_of(name: str, player: str) -> list[Fit]:
    """Every slip that can be made in counting for this player."""
    game, events, _ = sample(name)
    standing = [event for event in in_force(events).events if not isinstance(event, ScoreClaimed | GameEnded)]
    record = replay(game, standing)
    return [*Count(record, draw_up(record), standing, player, {}).slips()]


def planted(name: str, player: str, figures: dict[str, int]) -> list[str]:
    """What is said of a log in which this player claims these figures."""
    return [str(fit.words) for fit in fitting(slips_of(name, player), figures)]


def right(sheet: Sheet, player: str) -> dict[str, int]:
    return {**sheet.figures[player], "total": sheet.total(player)}


def off(sheet: Sheet, player: str, category: str, points: int) -> dict[str, int]:
    figures = right(sheet, player)
    return {**figures, category: figures[category] + points, "total": figures["total"] + points}


# --- adding up --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", EVERY)
def test_a_total_added_up_wrong_is_the_first_thing_said(name: str) -> None:
    game, events, _ = sample(name)
    sheet = sheet_of(game, events)
    for player in sheet.players:
        figures = right(sheet, player)
        for wrong in (-10, -1, 1, 10):
            claimed = {**figures, "total": figures["total"] + wrong * game.worth.scale}
            assert planted(name, player, claimed)[0].startswith("the total is wrong by ")


def test_swapped_digits_of_a_total_are_named() -> None:
    assert planted("lutece/legion-for-another-player", "Hana", {"total": 13}) == ["two digits are swapped: 13 for 31"]


@pytest.mark.parametrize("name", EVERY)
def test_a_category_left_out_of_the_total_or_added_twice_is_named(name: str) -> None:
    game, events, _ = sample(name)
    sheet = sheet_of(game, events)
    for player in sheet.players:
        figures = right(sheet, player)
        for category, points in sheet.figures[player].items():
            if points:
                out = planted(name, player, {**figures, "total": figures["total"] - points})
                assert f"{category} is left out of the total" in out
                twice = planted(name, player, {**figures, "total": figures["total"] + points})
                assert f"{category} is added into the total twice" in twice


# --- the sheet --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", EVERY)
def test_a_line_of_the_sheet_forgotten_or_counted_twice_is_named(name: str) -> None:
    game, events, _ = sample(name)
    sheet = sheet_of(game, events)
    for line in [line for line in sheet.lines if line.points]:
        what = f"{line.reason} ({line.category})"
        less = planted(name, line.player, off(sheet, line.player, line.category, -line.points))
        assert f"forgotten: {what}" in less
        twice = planted(name, line.player, off(sheet, line.player, line.category, line.points))
        assert f"counted twice: {what}" in twice


def test_lut_r27_a_minority_that_is_not_noticed_is_named() -> None:
    seen = 0
    for name in GAMES_WITH["lutece"]:
        game, events, _ = sample(f"lutece/{name}")
        sheet = sheet_of(game, events)
        for line in sheet.lines:
            if line.category == "majority" and line.points == 0 and line.rule in ("LUT-R27", "LUT-R28"):
                found = planted(f"lutece/{name}", line.player, off(sheet, line.player, "majority", 4))
                resource = line.reason.values["resource"]
                assert f"{resource}: the minority is not noticed, 4 counted for 0" in found
                seen += 1
    assert seen > 5


def test_lut_r33_a_market_that_cannot_be_served_and_one_that_was_missed_are_named() -> None:
    game, events, _ = sample("lutece/markets-where-greed-fails")
    sheet = sheet_of(game, events)
    markets = [line for line in sheet.lines if "Market" in str(line.reason)]
    assert {line.points for line in markets} == {0, 6}
    for line in markets:
        by = 6 if line.points == 0 else -6
        found = planted("lutece/markets-where-greed-fails", line.player, off(sheet, line.player, "influence", by))
        card = line.reason.values["card"]
        wanted = f"{card}: counted although" if by > 0 else f"forgotten: {line.reason}"
        assert any(words.startswith(wanted) for words in found)


def test_figures_in_the_wrong_column_are_named() -> None:
    game, events, _ = sample("lutece/legion-for-another-player")
    sheet = sheet_of(game, events)
    assert planted("lutece/legion-for-another-player", "Dia", right(sheet, "Kim"))[0] == "these are the figures of Kim"


def test_a_debt_added_instead_of_taken_off_is_named() -> None:
    game, events, _ = sample("builders/loan-in-the-final-count")
    sheet = sheet_of(game, events)
    line = next(line for line in sheet.lines if line.category == "loans")
    found = planted("builders/loan-in-the-final-count", line.player, off(sheet, line.player, "loans", -2 * line.points))
    assert f"added instead of taken off: {line.reason} (loans)" in found


# --- cards ------------------------------------------------------------------------------------------------------------


def forgotten_cards(game: Game, events: list[Event]) -> Iterator[tuple[str, str, dict[str, int]]]:
    """By a second derivation: a tally of the same holdings with one card of one player less."""
    table = replay(game, events).table
    held = {
        name: {
            "player": name,
            "coins": player.purse,
            "cards": list(player.cards),
            "attached": {one: joined.host for one, joined in player.attached.items()},
        }
        for name, player in table.players.items()
    }
    for name, own in held.items():
        for card in own["cards"]:
            rest = [one for one in own["cards"] if one != card]
            joined = {one: host for one, host in own["attached"].items() if card not in (one, host)}
            others = {**held, name: {**own, "cards": rest, "attached": joined}}
            sheet, _ = tally(encode({"game": game.name, "players": [*others.values()]}), GAMES)
            yield name, card, right(sheet, name)


@pytest.mark.parametrize("name", GAMES_WITH["lutece"][:2])
def test_a_forgotten_card_is_named(name: str) -> None:
    game, events, _ = sample(f"lutece/{name}")
    sheet = sheet_of(game, events)
    seen = 0
    for player, card, figures in forgotten_cards(game, events):
        if figures != right(sheet, player):
            found = planted(f"lutece/{name}", player, figures)
            lines = [line for line in sheet.lines if line.player == player and line.cards[:1] == (card,)]
            said = [f"forgotten: {line.reason} ({line.category})" for line in lines]
            assert any(words.endswith(card) and words.startswith("forgotten: ") for words in found) or {*said} & {
                *found
            }
            seen += 1
    assert seen > 10


def test_a_card_counted_twice_is_named_with_all_it_brings() -> None:
    game, events, _ = sample("lutece/legion-for-another-player")
    sheet = sheet_of(game, events)
    # Hana's second Brewer counted twice: level with nobody any more, the most beer all the same; so Kim's, who then has
    # the most potion, is told apart from a line counted twice.
    figures = off(sheet, "Kim", "majority", 6)
    assert any(
        words.startswith("counted twice: ") for words in planted("lutece/legion-for-another-player", "Kim", figures)
    )


def test_a_card_of_a_vault_forgotten_is_named_with_the_bonus_that_goes_with_it() -> None:
    game, events, _ = sample("glory_to_rome/forum-wins")
    sheet = sheet_of(game, events)
    figures = off(sheet, "Kacper", "vault", -3)  # one of two stone: level with Nela, and so no bonus either
    claimed = {**figures, "merchant_bonus": figures["merchant_bonus"] - 3, "total": figures["total"] - 3}
    found = planted("glory_to_rome/forum-wins", "Kacper", claimed)
    assert any(words.startswith("forgotten: ") and "vault" not in words for words in found)


# --- readings ---------------------------------------------------------------------------------------------------------


def test_another_reading_of_the_rules_is_named() -> None:
    game, seen = GAMES["lutece"], 0
    for seed in range(6):
        data = simulate(game, seed)
        events = salvage(scan(data), GAMES).events
        sheet = sheet_of(game, events)
        for key, value in (("talent_of", "any_card"), ("minority", "none_and_fewest"), ("all_level", "no_minority")):
            other = audit(data, GAMES, options={key: value}).sheet
            assert other is not None
            for player in sheet.players:
                if right(other, player) != right(sheet, player):
                    found = explained(game, events, player, right(other, player))
                    assert f"another reading of the rules: {key}={value}" in [str(fit.words) for fit in found.fits]
                    seen += 1
    assert seen > 5


# --- as people ask for it ---------------------------------------------------------------------------------------------


def test_a_wrong_claim_in_the_log_is_the_one_explained() -> None:
    game, events, _ = sample("lutece/legion-for-another-player")
    claim = claim_of(events, "Hana")
    assert claim is not None
    spoilt = [replace(event, total=13) if event.n == claim.n else event for event in events]
    found = explained(game, spoilt, "Hana")
    assert found.claimed == {"majority": 24, "prestige": 2, "influence": 4, "fortune": 1, "total": 13}
    assert [str(fit.words) for fit in found.fits] == ["two digits are swapped: 13 for 31"]


def test_a_claim_that_no_single_slip_gives_is_told_as_that() -> None:
    assert planted("lutece/legion-for-another-player", "Hana", {"majority": 17, "total": 99}) == []


def test_a_right_claim_needs_no_explanation() -> None:
    game, events, _ = sample("lutece/legion-for-another-player")
    found = explained(game, events, "Hana")
    assert (found.right, found.fits) == (True, [])


def test_who_claims_nothing_is_told_so() -> None:
    game, events, _ = sample("lutece/legion-for-another-player")
    silent = [event for event in events if not isinstance(event, ScoreClaimed)]
    with pytest.raises(Unreadable, match="Hana has claimed nothing"):
        explained(game, silent, "Hana")


def test_the_command_prints_the_figures_and_the_slips() -> None:
    log = SAMPLES / "lutece" / "legion-for-another-player.jsonl"
    run = quaestor("explain", log, "--player", "Hana", "--claim", "influence=8,total=35")
    assert run.stdout.splitlines() == [
        "Hana claims influence 8, total 35; the table is worth influence 4, total 31",
        "  one slip gives exactly these figures:",
        "    counted twice: Statue of Augustus: 3 and 1 a roman Location (1) (influence)",
    ]
    value = json.loads(quaestor("explain", log, "--player", "Hana", "--claim", "total=13", "--json").stdout)
    assert (value["claimed"], value["right"]) == ({"total": 13}, False)
    assert value["fits"][0]["kind"] == "addition"


@pytest.mark.parametrize(
    "words",
    [
        ["--player", "Nobody"],
        ["--claim", "total=3"],
        ["--player", "Hana", "--claim", "luck=3"],
        ["--player", "Hana", "--claim", "total=nan"],
        ["--player", "Hana", "--claim", "total="],
    ],
)
def test_what_cannot_be_asked_is_one_line(words: list[str], tmp_path: Path) -> None:
    run = quaestor("explain", SAMPLES / "lutece" / "legion-for-another-player.jsonl", *words)
    assert (run.returncode, run.stdout, run.stderr.count("\n")) == (2, "", 1)


def test_tenths_are_claimed_as_people_write_them() -> None:
    log = SAMPLES / "builders" / "two-players.jsonl"
    game, events, _ = sample("builders/two-players")
    sheet = sheet_of(game, events)
    player = sheet.players[0]
    claimed = f"total={sheet.total(player) / 10 + 1:.1f}"
    value = json.loads(quaestor("explain", log, "--player", player, "--claim", claimed, "--json").stdout)
    assert value["claimed"] == {"total": sheet.total(player) + 10}
    assert value["fits"][0]["message"] == "the total is wrong by 1.0, the figures are right"
