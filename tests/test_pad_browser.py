"""The pad in a real browser: phones at a table, as people use them."""

import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections import defaultdict
from contextlib import contextmanager
from pathlib import Path

import pytest
from msgspec import to_builtins
from pads import Seat, Server

from ledger.games import GAMES
from ledger.log import decode_lines, scan
from ledger.simulate import simulate

HERE = Path(__file__).parent
STATIC = HERE.parent / "cli" / "pad" / "static"
SHOTS = HERE.parent / "cli" / "pad" / "screenshots"
AXE = HERE / "vendor" / "axe.min.js"
PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}
FLAGS = "--no-sandbox --disable-gpu --disable-background-networking --disable-component-update --disable-sync --no-first-run"
GAME = GAMES["lutece"]


@pytest.fixture(scope="module")
def browser():
    chromium = shutil.which("chromium")
    if chromium is None:
        if os.environ.get("CI") == "true":
            pytest.fail("no Chromium: apt-get install chromium")
        pytest.skip("no Chromium to open pages with")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS.split())
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("pad") / "logs")
    yield server
    server.stop()


@pytest.fixture
def phone(browser):
    """Opens pages as phones do; whatever a page complains of fails the test."""
    opened, complaints = [], []

    def open_phone(address, *, rough=False, locale="en-GB", **more):
        """`rough`: the network or the server will fail, which browsers note in their console."""
        context = browser.new_context(**PHONE, locale=locale, **more)
        context.set_default_timeout(10_000)
        opened.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if _bad(said, rough) else None)
        page.goto(address)
        return page

    yield open_phone
    for context in opened:
        context.close()
    assert complaints == []


def _bad(said, rough):
    return said.type in ("error", "warning") and not (rough and said.text.startswith("Failed to load resource"))


# --- what a thumb does ------------------------------------------------------------------------------------------------


def link(table: Seat, role="scribe", **more):
    rest = "".join(f"&{name}={value}" for name, value in more.items())
    return f"{table.server.address}/#t={table.name}&k={table.keys[role]}{rest}"


def tap(page, name, **more):
    page.get_by_role("button", name=name, **more).first.click()


def tab(page, name):
    page.locator(".tabs a", has_text=name).click()


def until_saved(page):
    page.wait_for_selector(".link.well")


def write(page):
    page.get_by_role("button", name="Write it down").last.click()


def choose(row, page, value):
    """Pick a value that lies open in the row, or from its list."""
    if row.locator(".open-picker").count():
        row.locator(".open-picker").first.click()
        page.locator(f'dialog [data-value="{value}"]').click()
        if page.locator("dialog").count():
            page.locator("dialog .close").click()
    else:
        row.locator(f'[data-value="{value}"]').first.click()


def lay_out(page, offers):
    page.wait_for_selector(".row.short")
    for event in offers:
        row = page.locator(".row.short", has=page.locator(f'.row-label:text-is("tile {event["tile"]}")'))
        choose(row, page, event["card"])
    write(page)


def turn_cards(page, bids, coins):
    page.wait_for_selector(".fold")
    for event in bids:
        fold = page.locator(f'.fold[aria-label="{event["player"]}"]')
        if fold.locator(".fold-head").get_attribute("aria-expanded") == "false":
            fold.locator(".fold-head").click()
        for action in event["actions"]:
            fold.locator(f'[data-value="{action}"]').click()
        for card in (1, 2):
            if coins[event["player"], card]:
                fold.locator(".figure").nth(card - 1).click()
                page.keyboard.type(str(coins[event["player"], card]))
                page.keyboard.press("Enter")
    write(page)


def turns(events):
    """The events of a game as a scribe meets them: cards laid out, cards turned, then one thing after another."""
    at = 0
    while at < len(events):
        kind = events[at]["type"]
        if kind in ("card_offered", "bid_placed"):
            end = next(i for i in range(at, len(events) + 1) if i == len(events) or events[i]["type"] != kind)
            group, at = events[at:end], end
            coins = defaultdict(int)
            while kind == "bid_placed" and at < len(events) and events[at]["type"] == "bribe_raised":
                coins[events[at]["player"], events[at]["card"]] += events[at]["coins"]
                at += 1
            yield kind, group, coins
        else:
            yield kind, [events[at]], {}
            at += 1


def played(seed, players=3, edition="en"):
    _, events = decode_lines(scan(simulate(GAME, seed, players=players, edition=edition)).lines, GAMES)
    drop = ("n", "ts", "by", "id")
    return [{name: one for name, one in to_builtins(event).items() if name not in drop} for event in events]


def shown_sheet(page):
    """The sheet as the page shows it: player, then category, then figure."""
    rows = page.locator("table.sheet tr").evaluate_all(
        "rows => rows.map(row => [...row.cells].map(cell => cell.innerText.trim()))"
    )
    names = [re.sub(r"^★\s*", "", name) for name in rows[0][1:]]
    return {name: {row[0].lower(): int(row[at + 1]) for row in rows[1:]} for at, name in enumerate(names)}


def scored(path):
    """The sheet as `quaestor score` has it."""
    run = subprocess.run(
        [sys.executable, "-m", "cli.main", "score", str(path), "--json"], capture_output=True, text=True, check=True
    )
    told = json.loads(run.stdout)
    return {one["player"]: {**one["categories"], "total": one["total"]} for one in told["players"]}


# --- a whole game -----------------------------------------------------------------------------------------------------


def test_a_whole_game_on_two_phones_one_of_them_offline_for_a_while(server, phone):
    events = played(11)
    table = server.table(*events[0]["players"], edition="en")
    first, second = phone(link(table)), phone(link(table, "player"), rough=True)
    tap(second, "Nobody in particular")
    for number, happened in enumerate(rounds(events[1:]), 1):
        page = second if number % 2 else first
        if number == 3:
            _cut(second)
            _note(second, "written without a network")
            page = first
        for kind, group, coins in happened:
            before = len(table.lines())
            if number == 4 and kind == "round_ended":
                _both_end_the_round(table, first, second)
            elif number == 5 and kind == "card_offered":
                _cut(second)
                lay_out(second, group)
                second.wait_for_selector(".waits")
                second.context.set_offline(False)
            elif kind == "card_offered":
                lay_out(page, group)
            elif kind == "bid_placed":
                turn_cards(page, group, coins)
            else:
                take(table, page, group[0])
            _written(table, before)
            _has(table, page)
        if number == 3:
            second.context.set_offline(False)
        if number == 6:
            second.reload()
        _has(table, first)
        _has(table, second)
    tab(second, "Sheet")
    second.wait_for_selector("table.sheet")
    assert shown_sheet(second) == scored(table.path)
    lines = table.lines()
    assert [one["text"] for one in lines if one["type"] == "note_added"] == ["written without a network"]
    for kind in ("round_ended", "card_offered", "card_purchased", "bid_placed"):
        assert sum(one["type"] == kind for one in lines) == sum(one["type"] == kind for one in events), kind


def rounds(events):
    """What a scribe meets, round by round, up to the end of play."""
    met = [[]]
    for turn in turns([one for one in events if one["type"] not in ("score_claimed", "game_ended", "log_sealed")]):
        met[-1].append(turn)
        if turn[0] == "round_ended":
            met.append([])
    return met


def take(table, page, event):
    """Tap what happened among what may happen."""
    page.locator(".choice").nth([choice["event"] for choice in table.state()["choices"]].index(event)).click()


def _cut(page):
    page.context.set_offline(True)
    page.wait_for_selector(".link.away")


def _note(page, text):
    page.locator("summary", has_text="Something else").click()
    tap(page, "Note…")
    page.locator("dialog input[type=text]").fill(text)
    write(page)
    page.wait_for_selector("dialog", state="detached")


def _both_end_the_round(table, first, second):
    """Both phones say so, the second without having heard the first: it is one event."""
    _has(table, second)
    _cut(second)
    second.locator(".choice").first.click()
    second.wait_for_selector(".waits")
    before = len(table.lines())
    first.locator(".choice").first.click()
    _written(table, before)
    second.context.set_offline(False)
    second.get_by_text("Another phone had already entered this").wait_for()


def _written(table, before):
    """Something more has reached the disk."""
    until = time.monotonic() + 10
    while len(table.lines()) <= before:
        assert time.monotonic() < until
        time.sleep(0.02)


def _has(table, page):
    """The phone has nothing left to send, and shows the log as it is on disk."""
    page.wait_for_selector(".link.well")
    page.wait_for_function("n => Number(document.querySelector('.frame').dataset.n) >= n", arg=len(table.lines()) - 1)
