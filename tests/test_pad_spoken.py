"""The pad's quick line, and a past moment tried otherwise: through the real server, and in a real browser."""

import json

import pytest
from playwright.sync_api import expect
from test_pad_browser import _has_all, browser, launch, link, phone, server, tab, until_saved  # noqa: F401

from ledger.games import GAMES
from ledger.log import load
from ledger.whatif import amendment_of, difference, what_if

LAID = [("A", "C01"), ("B", "C02"), ("C", "C03"), ("1", "L01"), ("2", "L04"), ("3", "L29")]


def say(table, text, lang="en", who=None):
    return (who or table.scribe).post(f"{table.at}/said?lang={lang}", {"text": text})


def bought(server):  # noqa: F811
    """A table at which Ana has bought a Brewer for 2 coins."""
    table = server.table("Ana", "Bo", edition="en")
    for text in ("A1 B2 C3", "1 1 2 4 3 29", "a A+2 r b A 1+1", "ana buys"):
        assert table.enter(*say(table, text).json["events"]).status == 200
    return table


def test_what_a_line_means_is_told_and_nothing_is_written(server):  # noqa: F811
    table = server.table("Ana", "Bo", edition="en")
    exact = say(table, "A: Brewer 1 C01 is laid out").json
    assert exact == {
        "events": [{"type": "card_offered", "tile": "A", "card": "C01"}],
        "words": ["A: Brewer 1 C01 is laid out"],
        "exact": True,
    }
    assert say(table, "a brasseur 1", "fr").json["exact"] is False
    several = say(table, "A Brewer").json["possibilities"]
    assert [one["events"][0]["card"] for one in several] == ["C01", "C02", "C03"]
    refused = say(table, "Ana dances").json
    assert refused["why"] == "nothing here is called 'dances'" and len(refused["nearest"]) == 3
    assert say(table, "Zed plays A, B").json["exact"] is False  # nobody of that name sits here
    assert len(table.lines()) == 1


def test_each_language_is_read_and_answered(server):  # noqa: F811
    table = server.table("Ana", "Bo", edition="en")
    table.enter(*({"type": "card_offered", "tile": tile, "card": card} for tile, card in LAID))
    told = say(table, "a A r").json
    for lang in ("fr", "pl"):
        found = say(table, "a A r", lang).json
        assert found["events"] == told["events"]
        assert say(table, found["words"][0], lang).json == {**found, "exact": True}


@pytest.mark.parametrize("given", [{"text": 7}, {"text": "x" * 501}])
def test_a_line_that_is_no_line_is_refused(server, given):  # noqa: F811
    table = server.table("Ana", "Bo", edition="en")
    assert table.scribe.post(f"{table.at}/said", given).status == 422
    assert say(table, "A1", who=table.spectator).status == 403


def test_a_past_moment_is_tried_otherwise_as_whatif_says_it_and_nothing_is_written(server):  # noqa: F811
    table = bought(server)
    before = table.path.read_bytes()
    asked = {"n": 7, "way": "instead", "text": "Ana plays B, revenue"}
    told = table.spectator.post(f"{table.at}/otherwise", asked).json
    _, events = load(table.path, GAMES)
    found = what_if(GAMES["lutece"], events, amendment_of(GAMES["lutece"], events, 7, instead=asked["text"]))
    assert (told["kept"], told["ends_at"], len(told["reworked"])) == (found.kept, found.ends_at, len(found.reworked))
    assert [(one["player"], one["category"], one["before"], one["after"]) for one in told["difference"]] == [
        one[:4] for one in difference(found.before, found.after)
    ]
    assert told["difference"] and told["now"] == "Ana plays B, revenue"
    assert table.path.read_bytes() == before


@pytest.mark.parametrize(
    "asked",
    [
        {"n": 9, "way": "instead"},
        {"n": 9, "way": "instead", "text": "Ana dances"},
        {"n": 99, "way": "without"},
        {"n": True, "way": "without"},
        {"n": 9, "way": "sideways"},
    ],
)
def test_what_cannot_be_tried_is_refused_with_a_reason(server, asked):  # noqa: F811
    table = bought(server)
    answer = table.scribe.post(f"{table.at}/otherwise", asked)
    assert answer.status in (404, 422) and answer.json["error"]


def test_a_scribe_types_a_round_on_a_phone_and_tries_a_past_moment_otherwise(server, phone):  # noqa: F811
    table = server.table("Ana Maria", "Bo", edition="en")
    page = phone(link(table))
    line = page.get_by_label("In words")
    line.fill("A1 B2 C3")
    line.press("Enter")
    _has_all(page, table, 4)
    expect(line).to_have_value("")
    line.fill("1 field L01 2 4 3 29")
    line.press("Enter")
    expect(page.locator(".quick")).to_contain_text("Understood, and not written yet:")
    assert len(table.lines()) == 4
    page.locator(".quick").get_by_role("button", name="Write it down").click()
    until_saved(page)
    line.fill("dance")
    line.press("Enter")
    expect(page.locator(".quick .hint")).to_contain_text("Not understood")
    line.fill("maria A+2 r bo A 1+1")
    line.press("Enter")
    page.locator(".quick").get_by_role("button", name="Write it down").click()
    until_saved(page)
    expect(page.locator(".choice.main").first).to_contain_text("Ana Maria buys Brewer 1")
    page.locator(".choice.main").first.click()
    until_saved(page)
    lines = table.path.read_bytes()
    tab(page, "Story")
    page.locator(".moments button", has_text="Ana Maria puts 2 coins on A").click()
    page.get_by_role("button", name="What if…? Try it here").last.click()
    page.get_by_label("It had not happened").check()
    page.get_by_role("button", name="Try it", exact=True).click()
    expect(page.locator(".otherwise")).to_contain_text("The difference")
    expect(page.locator(".otherwise table.sheet")).to_have_count(2)
    assert table.path.read_bytes() == lines


def test_the_words_of_a_line_are_those_of_the_log(server):  # noqa: F811
    table = bought(server)
    assert [json.loads(line)["type"] for line in table.path.read_text().splitlines()][7:] == [
        "bid_placed", "bid_placed", "bribe_raised", "bribe_raised", "card_purchased",
    ]  # fmt: skip
