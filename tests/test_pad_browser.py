"""The pad in a real browser: phones at a table, as people use them."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import threading
from base64 import b64encode
from collections import defaultdict
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from msgspec import to_builtins
from pads import Seat, Server, full_disk, until
from playwright.sync_api import expect, sync_playwright

from cli.pad.front import front
from ledger.games import GAMES
from ledger.log import decode, scan
from ledger.simulate import simulate
from tests.patience import PATIENCE

HERE = Path(__file__).parent
STATIC = HERE.parent / "cli" / "pad" / "static"
AXE = HERE / "vendor" / "axe.min.js"
PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}
FLAGS = (
    "--no-sandbox --disable-gpu --disable-background-networking "
    "--disable-component-update --disable-sync --no-first-run"
)
GAME = GAMES["lutece"]
expect.set_options(timeout=1000 * PATIENCE)


@pytest.fixture(scope="module")
def launch():
    """Starts Chromium with some more flags."""
    chromium = shutil.which("chromium")
    if chromium is None:
        if os.environ.get("CI") == "true":
            pytest.fail("no Chromium: apt-get install chromium")
        pytest.skip("no Chromium to open pages with")
    with sync_playwright() as playwright:
        yield lambda *more: playwright.chromium.launch(executable_path=chromium, args=[*FLAGS.split(), *more])


@pytest.fixture(scope="module")
def browser(launch):
    browser = launch()
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
        page = new_page(browser, locale=locale, **more)
        opened.append(page.context)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if _bad(said, rough) else None)
        page.goto(address)
        return page

    yield open_phone
    for context in opened:
        context.close()
    assert complaints == []


def new_page(browser, **more):
    context = browser.new_context(**PHONE, **more)
    context.set_default_timeout(1000 * PATIENCE)
    return context.new_page()


def _bad(said, rough):
    known = ("Failed to load resource", "An unknown error occurred when fetching the script") if rough else ()
    known += ("The Cross-Origin-Opener-Policy header has been ignored",)  # on http in a Wi-Fi
    known += ("Service Worker registration blocked",)  # where a test wants it so
    return said.type in ("error", "warning") and not said.text.startswith(known)


# --- what a thumb does ------------------------------------------------------------------------------------------------


def link(table: Seat, role="scribe", **more):
    rest = "".join(f"&{name}={value}" for name, value in more.items())
    return f"{table.server.address}/#t={table.name}&k={table.keys[role]}{rest}"


def tap(page, name, **more):
    page.get_by_role("button", name=name, **more).first.click()


def tab(page, name):
    """Go to another page of the table, and be there."""
    page.locator(".tabs a", has_text=name).click()
    page.locator(".tabs a[aria-current=page]", has_text=name).wait_for()


def escape(page):
    """Leave the topmost dialog with the keyboard."""
    left = page.locator("dialog").count() - 1
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(left)


def until_saved(page):
    page.wait_for_selector(".link.well", timeout=1000 * PATIENCE)


def write(page):
    page.get_by_role("button", name="Write it down").last.click()


def choose(page, spot, value):
    """Pick a value that lies open in a field, or from the list behind its button."""
    spot.wait_for()  # whether there is such a button can only be seen on what is drawn
    behind = spot.locator("xpath=descendant-or-self::button[contains(@class, 'open-picker')]")
    if behind.count() == 0:
        spot.locator(f'[data-value="{value}"]').first.click()
        return
    before = page.locator("dialog").count()
    behind.click()
    page.locator(f'dialog >> nth=-1 >> [data-value="{value}"]').click()
    if page.locator("dialog").count() > before:
        page.locator("dialog >> nth=-1 >> .close").click()


def lay_out(page, offers):
    page.wait_for_selector(".row.short")
    for event in offers:
        row = page.locator(".row.short", has=page.locator(f'.row-label:text-is("Tile {event["tile"]}")'))
        choose(page, row, event["card"])
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


def played(seed, players=3, edition="en", game=GAME):
    _, events = decode(scan(simulate(game, seed, players=players, edition=edition)), GAMES)
    drop = ("n", "ts", "by", "id")
    return [{name: one for name, one in to_builtins(event).items() if name not in drop} for event in events]


def shown_sheet(page, scale=1):
    """The sheet as the page shows it: player, then category, then figure."""
    expect(page.locator("table.sheet .to-come")).to_have_count(0)  # at the end of a game it fills in
    rows = page.locator("table.sheet tr").evaluate_all(
        "rows => rows.map(row => [...row.cells].map(cell => cell.innerText.trim()))"
    )
    names = [re.sub(r"^★\s*", "", name) for name in rows[0][1:]]
    return {
        name: {row[0].lower(): round(float(row[at + 1]) * scale) for row in rows[1:]} for at, name in enumerate(names)
    }


def scored(path):
    """The sheet as `quaestor score` has it."""
    run = subprocess.run(
        [sys.executable, "-m", "cli.main", "score", str(path), "--json"], capture_output=True, text=True, check=True
    )
    told = json.loads(run.stdout)
    return {one["player"]: {**one["categories"], "total": one["total"]} for one in told["players"]}


# --- a whole game -----------------------------------------------------------------------------------------------------


def test_a_whole_game_on_two_phones_one_of_them_offline_for_a_while(server, phone):
    events = played(43, players=2)  # with a Legionnaire, an Apprentice and a card that leaves the game
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
    choice = page.locator(".choice").nth([choice["event"] for choice in table.state()["choices"]].index(event))
    choice.wait_for(state="attached")
    if not choice.is_visible():
        page.locator("summary", has_text=re.compile(r"^\d+ more$")).click()
    choice.click()


def _cut(page):
    page.context.set_offline(True)
    page.wait_for_selector(".link.away")


def _note(page, text):
    if not page.locator("details", has_text="Something else").evaluate("one => one.open"):
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
    until(lambda: len(table.lines()) > before)


def _has(table, page):
    """The phone has nothing left to send, and shows the log as it is on disk."""
    until_saved(page)
    _shows(page, len(table.lines()))


def _shows(page, events):
    shown = "n => Number(document.querySelector('.frame')?.dataset.n ?? -1) >= n"
    page.wait_for_function(shown, arg=events - 1, timeout=1000 * PATIENCE)


# --- score only -------------------------------------------------------------------------------------------------------

HELD = {
    "Ana": ("7+3+2", ["C01", "C02", "C17", "L01", "L10", "C37"]),
    "Bo": ("4", ["C09", "C10", "L16", "L26", "C33"]),
    "Cem": ("9", ["C25", "C26", "L07", "L14", "L29"]),
}
TOTALS = ["29", "22", "16"]


def test_score_only_the_sheet_appears_while_you_tap(server, phone):
    page = phone(f"{server.address}/#house={server.key}")
    page.get_by_role("link", name="New table").click()
    tap(page, "Lutèce")
    for name in HELD:
        page.get_by_role("textbox", name="Name of player").fill(name)
        tap(page, "Add")
    tap(page, re.compile("^Score only"))
    tap(page, "Start")
    tap(page, "Cards ›")
    for name, (coins, cards) in HELD.items():
        page.locator("dialog h2", has_text=f"{name} · cards").wait_for()
        for card in cards:
            page.locator(f'dialog [data-value="{card}"]').click()
        page.locator("dialog footer .main").click()
        if "C37" in cards:
            page.locator('dialog .pair [aria-haspopup="dialog"]').click()
            page.locator('dialog [data-value="C17"]').click()
            page.locator("dialog footer .main").click()
        for key in coins:
            page.locator(f'dialog [data-key="{key}"]').click()
        if name != "Cem":
            page.locator("dialog footer .main", has_text="Write it down").click()
    name = page.evaluate("new URLSearchParams(location.hash.slice(1)).get('t')")
    log = server.folder / f"{name}.jsonl"
    until(lambda: len(log.read_bytes().splitlines()) == 3)  # two have said what they have, and the third has not
    page.locator("dialog footer .main", has_text="Write it down").click()
    page.get_by_text("Does everybody agree?").wait_for()
    expect(page.locator("table.sheet .total td")).to_have_text(TOTALS)
    assert shown_sheet(page) == scored(log)
    declared = [json.loads(line) for line in log.read_bytes().splitlines()[1:]]
    assert [(one["player"], one["coins"], one["cards"]) for one in declared] == [
        (name, sum(map(int, coins.split("+"))), cards) for name, (coins, cards) in HELD.items()
    ]
    assert declared[0]["attached"] == {"C37": "C17"}
    _agree_and_seal(page, log, HELD)


def _unfold(page, name):
    head = page.locator(f'.fold[aria-label="{name}"] .fold-head')
    if head.get_attribute("aria-expanded") == "false":
        head.click()


def _agree_and_seal(page, log, names):
    for name in names:
        tap(page, f"{name} agreed aloud")
        if page.get_by_label("Your name").count():
            page.get_by_label("Your name").fill("Zoe")
            tap(page, "Note it")
        page.locator(".signatures li", has_text=name).get_by_text("✓ agrees").wait_for()
    tap(page, "End the game…")
    tap(page, "End and seal")
    page.get_by_role("button", name="End the game…").wait_for(state="detached")
    kinds = [json.loads(line)["type"] for line in log.read_bytes().splitlines()]
    assert kinds[-len(names) - 2 :] == [*["score_confirmed"] * len(names), "game_ended", "log_sealed"]


def test_a_card_that_another_player_has_is_marked_and_stays_with_them(server, phone):
    table = server.table("Ana", "Bo", edition="en", mode="score")
    page = phone(link(table))
    tap(page, "Cards ›")
    page.locator('dialog [data-value="C01"]').click()
    page.locator("dialog footer .main").click()
    page.locator('dialog [data-key="5"]').click()
    page.locator("dialog footer .main").click()
    expect(page.locator('dialog [data-value="C01"] .owner')).to_have_text("Ana")
    page.locator('dialog [data-value="C01"]').click()
    page.locator("dialog footer .main").click()
    page.locator('dialog [data-key="5"]').click()
    page.locator("dialog footer .main").click()
    page.get_by_text("Bo holds Brewer 1 C01, which Ana holds").first.wait_for()
    assert [line["cards"] for line in table.lines()[1:]] == [["C01"], ["C01"]]


# --- putting things right ---------------------------------------------------------------------------------------------

OFFERED = {"A": "C01", "B": "C02", "C": "C03", "1": "L01", "2": "L04", "3": "L07"}
ROUND = [
    *({"type": "card_offered", "tile": tile, "card": card} for tile, card in OFFERED.items()),
    {"type": "bid_placed", "player": "Ana", "actions": ["A", "revenue"]},
    {"type": "bid_placed", "player": "Bo", "actions": ["A", "1"]},
    {"type": "bribe_raised", "player": "Ana", "card": 1, "coins": 2},
]


def begun(server, **more):
    """A table of two in the middle of a round."""
    table = server.table("Ana", "Bo", edition="en", **more)
    assert table.enter(*ROUND[:6]).status == 200
    assert all(table.enter(one).status == 200 for one in ROUND[6:])  # an entry each, taken back one by one
    return table


def told(table, n):
    """An entry of the log in words."""
    return next(one["words"] for one in table.story()["moments"] if one["n"] == n)


def test_undo_says_what_it_withdraws_and_a_warning_has_it_beside(server, phone):
    table = begun(server)
    page = phone(link(table))
    tap(page, f"Undo: {told(table, 9)}")
    tap(page, f"Undo: {told(table, 8)}")
    page.locator(".row", has_text="Bo").wait_for()
    assert [line["target"] for line in table.lines() if line["type"] == "entry_withdrawn"] == [9, 8]
    page.locator("summary", has_text="Something else").click()
    _buy_out_of_turn(page)
    page.get_by_text("Does this fit?").first.wait_for()
    before = len(table.lines())
    page.locator(".warning").first.get_by_role("button", name="Undo").click()
    page.get_by_text("Does this fit?").first.wait_for(state="detached")
    _written(table, before)
    made = table.lines()[-1]
    assert (made["type"], made["target"]) == ("entry_withdrawn", before - 1)


def _buy_out_of_turn(page):
    tap(page, "Somebody buys a card…")
    for field, value in (("player", "Bo"), ("tile", "2"), ("card", "L04")):
        choose(page, page.locator(f"#dialog-card_purchased-0-{field}"), value)
    write(page)


def test_a_past_entry_is_corrected_in_place_and_the_old_one_stays_struck_through(server, phone):
    table = begun(server)
    page = phone(link(table, p="story"))
    old = told(table, 8)
    page.locator(".moments button", has_text=old).click()
    tap(page, "Correct it")
    page.get_by_role("button", name=re.compile(r"^2\. 1.*take it back")).click()
    choose(page, page.locator("#amend-0-actions"), "revenue")
    page.locator("#reason").fill("Bo had turned another card")
    tap(page, "Put it right")
    entry = page.locator(".moments li", has_text="Bo had turned another card")
    entry.wait_for()
    assert told(table, 8) in entry.inner_text()
    assert entry.locator("s").inner_text() == old
    made = table.lines()[-1]
    assert (made["type"], made["target"], made["entry"]["actions"]) == ("entry_corrected", 8, ["A", "revenue"])
    page.locator(".moments button", has_text=told(table, 4)).click()
    tap(page, "Something was forgotten before it")
    tap(page, "Note…")
    page.locator("dialog input[type=text]").first.fill("somebody spilt the wine")
    tap(page, "Put it right")
    page.locator(".moments li", has_text="put in later").wait_for()
    page.locator(".moments button", has_text="somebody spilt the wine").click()
    tap(page, "It did not happen")
    tap(page, "Withdraw it")
    page.locator(".moments .struck", has_text="spilt").wait_for()


def test_a_player_takes_back_only_what_this_phone_wrote(server, phone):
    table = begun(server)
    page = phone(link(table, "player"))
    tap(page, "Nobody in particular")
    page.get_by_text(f"Last: {told(table, 9)}").last.wait_for()
    expect(page.get_by_role("button", name=re.compile("^Undo"))).to_have_count(0)
    _note(page, "mine")
    tap(page, "Undo: note: mine")
    page.get_by_text(f"Last: {told(table, 9)}").last.wait_for()
    assert table.lines()[-1]["type"] == "entry_withdrawn"


def test_a_number_leads_to_its_lines_a_line_to_its_rule_and_to_the_moment(server, phone):
    table = begun(server)
    page = phone(link(table))
    page.locator(".choice").first.click()
    page.get_by_role("button", name=re.compile("^Undo: A: Ana buys")).wait_for()
    tab(page, "Sheet")
    tap(page, "Ana, majority: 10")
    page.locator(".score-line").first.click()
    page.get_by_role("heading", name=re.compile("LUT-R25")).wait_for()
    page.locator(".because a").last.click()
    expect(page.locator(".moment-now")).to_contain_text("Ana buys")
    tap(page, "One step back")
    page.locator(".moment-now", has_text=told(table, 9)).wait_for()
    page.wait_for_url(re.compile("at=9$"))
    page.locator(".replay .board .thing").first.wait_for()
    page.reload()
    expect(page.locator(".moment-now")).to_contain_text("10 of 11")


def test_an_onlooker_sees_everything_and_can_change_nothing(server, phone):
    table = begun(server)
    page = phone(link(table, "spectator"))
    page.wait_for_selector("table.sheet")
    assert page.get_by_role("button", name=re.compile("Undo|Agree|End")).count() == 0
    assert page.locator(".tabs a").count() == 3
    tab(page, "Story")
    page.locator(".moments button").first.click()
    page.get_by_role("button", name="Look at the table then").wait_for()
    assert page.get_by_role("button", name="Correct it").count() == 0


# --- when things go wrong ---------------------------------------------------------------------------------------------


def test_the_server_is_killed_in_mid_entry_and_nothing_is_lost_or_doubled(tmp_path, phone):
    server = Server(tmp_path / "logs")
    table = server.table("Ana", "Bo", edition="en")
    page = phone(link(table), rough=True)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    for number in range(4):
        _note(page, f"note {number}")
        server.kill()
        if number == 2:
            page.reload()  # with no server at all: the service worker and what the phone kept
        page.wait_for_selector(".link.away")  # what waits is shown now, and pushes nothing away under the thumb
        _note(page, f"note {number}, the server being dead")
        server.start()
        _has_all(page, table, 2 * number + 3)
    texts = [line["text"] for line in table.lines() if line["type"] == "note_added"]
    assert texts == [f"note {number}{rest}" for number in range(4) for rest in ("", ", the server being dead")]
    server.stop()


def _has_all(page, table, events):
    """The phone has nothing left to send, and this many events are on disk and shown."""
    _shows(page, events)
    until_saved(page)
    lines = [line for line in table.lines() if line["type"] != "tail_set_aside"]
    assert len(lines) == events


def test_on_a_full_disk_the_phone_keeps_the_entry_says_so_and_goes_on_when_there_is_room(tmp_path, phone):
    server = Server(tmp_path / "logs")
    table = server.table("Ana", "Bo", edition="en")
    page = phone(link(table), rough=True)
    until_saved(page)
    with full_disk(server, table.path.stat().st_size + 20):
        _note(page, "no room")
        warning = page.locator(".warning", has_text="Not recorded")
        warning.wait_for()
        assert "kept on this phone" in warning.inner_text()
        page.locator(".waits", has_text="no room").wait_for()
        page.reload()
        page.locator(".waits", has_text="no room").wait_for()
        _note(page, "still none")
        assert table.path.read_bytes().count(b"\n") == 1
    until_saved(page)
    expect(page.locator(".warning")).to_have_count(0)
    texts = [line["text"] for line in table.lines() if line["type"] == "note_added"]
    assert texts == ["no room", "still none"]
    page.close()
    server.stop()


def test_a_lost_reply_does_not_double_the_entry(server, phone):
    table = begun(server)
    page = phone("about:blank", rough=True, service_workers="block")
    lost = []

    def lose(route):
        if len(lost) < 2:
            lost.append(route.fetch().status)  # the server has it, the phone never hears of it
            route.abort()
        else:
            route.continue_()

    page.route("**/entries**", lose)
    page.goto(link(table))
    page.locator(".choice").first.click()
    page.get_by_role("button", name=re.compile("^Undo: A: Ana buys")).wait_for()
    _has(table, page)
    assert lost == [200, 200]
    assert [line["type"] for line in table.lines()[10:]] == ["card_purchased"]


def test_somebody_else_s_word_on_the_same_thing_is_asked_about(server, phone):
    table = begun(server)
    page = phone(link(table), rough=True)
    page.wait_for_selector(".choice")
    _cut(page)
    page.locator("summary", has_text="Something else").click()
    tap(page, "House ruling or penalty…")
    page.locator('dialog [data-value="Ana"]').click()
    page.locator("dialog .figure").click()
    page.keyboard.type("5")
    page.keyboard.press("Enter")
    write(page)
    page.wait_for_selector(".waits")
    assert table.enter({"type": "score_adjusted", "player": "Ana", "points": 3, "by": "Bo"}).status == 200
    page.context.set_offline(False)
    page.get_by_role("heading", name="Somebody else entered something meanwhile").wait_for()
    expect(page.locator("dialog")).to_contain_text("Bo: Ana is given 3 by the table")
    tap(page, "Drop mine")
    _has(table, page)
    assert [line["points"] for line in table.lines() if line["type"] == "score_adjusted"] == [3]


def test_bids_stay_on_the_phone_until_they_are_written_down(server, phone):
    table = server.table("Ana", "Bo", edition="en")
    assert table.enter(*ROUND[:6]).status == 200
    page = phone(link(table))
    sent = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    page.locator('.fold[aria-label="Ana"] [data-value="A"]').click()
    page.reload()
    expect(page.locator('.fold[aria-label="Ana"] [data-value="A"]')).to_have_attribute("aria-pressed", "true")
    assert sent == []


# --- while others write -----------------------------------------------------------------------------------------------


def test_a_list_stays_with_its_row_when_another_phone_answers_the_row_before(server, phone):
    table = server.table("Ana", "Bo", edition="en")
    page = phone(link(table))
    page.locator(".row.short", has_text="Tile B").locator(".open-picker").click()
    assert table.enter(ROUND[0]).status == 200
    _shows(page, 2)
    expect(page.locator("dialog h2")).to_contain_text("Tile B")
    page.locator('dialog [data-value="C02"]').click()
    page.locator("dialog .close").click()
    write(page)
    _has_all(page, table, 3)
    assert [(line["tile"], line["card"]) for line in table.lines()[1:]] == [("A", "C01"), ("B", "C02")]


def test_an_entry_one_looks_at_stays_the_same_when_another_is_put_in_before_it(server, phone):
    table = begun(server)
    page = phone(link(table, p="story"))
    page.locator(".moments button", has_text=told(table, 8)).click()
    late = {"type": "note_added", "text": "forgotten"}
    assert table.enter({"type": "entry_inserted", "before": 4, "entry": late}).status == 200
    page.locator(".moments li", has_text="forgotten").wait_for(state="attached")
    tap(page, "It did not happen")
    tap(page, "Withdraw it")
    _has_all(page, table, 12)
    assert (table.lines()[-1]["type"], table.lines()[-1]["target"]) == ("entry_withdrawn", 8)


def test_undo_beside_a_warning_never_takes_back_what_somebody_else_entered_since(server, phone):
    table = begun(server)
    page = phone(link(table))
    page.locator("summary", has_text="Something else").click()
    _buy_out_of_turn(page)
    undo = page.locator(".warning").first.get_by_role("button", name="Undo")
    undo.wait_for()
    assert table.enter({"type": "note_added", "text": "meanwhile"}).status == 200
    _has_all(page, table, 12)
    page.get_by_text("Does this fit?").first.wait_for()
    assert undo.count() == 0


def test_what_was_written_is_not_offered_again_while_the_news_of_it_are_lost(server, phone):
    table = begun(server)
    page = phone("about:blank", rough=True, service_workers="block")
    page.goto(link(table))
    until_saved(page)
    page.route("**/state**", lambda route: route.abort())
    choice = page.locator(".choice", has_text=page.locator(".choice").first.inner_text())
    choice.click()
    _written(table, 10)
    page.wait_for_selector(".link.away")
    expect(choice).to_have_count(0)
    page.unroute("**/state**")
    page.evaluate("dispatchEvent(new Event('online'))")
    _has_all(page, table, 11)


def test_an_answer_that_was_on_its_way_does_not_hide_that_the_network_is_gone(server, phone):
    table, held = begun(server), []
    page = phone("about:blank", rough=True, service_workers="block")
    page.goto(link(table))
    until_saved(page)
    page.route("**/state**", lambda route: held.append((route, route.fetch())))
    page.evaluate("dispatchEvent(new Event('online'))")  # it asks how things stand
    until(lambda: page.evaluate("1") and held)
    _cut(page)
    route, answer = held.pop()
    route.fulfill(response=answer)
    page.evaluate("new Promise((done) => setTimeout(done, 1000))")
    expect(page.locator(".link.away")).to_be_visible()


def test_what_waits_for_a_network_moves_nothing_under_the_thumb(server, phone):
    page = phone(link(begun(server)), rough=True)
    until_saved(page)
    place = page.locator(".ask").evaluate("one => one.getBoundingClientRect().y + scrollY")
    _cut(page)
    for text in ("one", "two"):
        _note(page, text)
        page.locator(".waits", has_text=text).wait_for()
        assert page.locator(".ask").evaluate("one => one.getBoundingClientRect().y + scrollY") == place


def test_nothing_is_sealed_before_what_this_phone_has_to_send_is_written(server, phone):
    table, held = begun(server), []
    page = phone("about:blank", service_workers="block")
    page.route("**/entries**", lambda route: held.append(route))  # noqa: PLW0108 - playwright marks what it is given
    page.goto(link(table))
    _note(page, "on its way")
    tab(page, "Sheet")
    tap(page, "End the game…")
    expect(page.get_by_role("button", name="End and seal")).to_be_disabled()
    held.pop().continue_()
    tap(page, "End and seal")
    page.get_by_role("button", name="End the game…").wait_for(state="detached")
    assert [line["type"] for line in table.lines()[10:]] == ["note_added", "game_ended", "log_sealed"]


# --- for everybody ----------------------------------------------------------------------------------------------------


def test_with_the_keyboard_alone(server, phone):
    table = server.table("Ana", "Bo", edition="en")
    page = phone(link(table))
    page.wait_for_selector(".ask")
    _reach(page, "Score only")
    page.keyboard.press("Enter")
    for name, card in (("Ana", "C01"), ("Bo", "L01")):
        _reach(page, "Cards ›") if name == "Ana" else None
        page.keyboard.press("Enter") if name == "Ana" else None
        page.locator("dialog h2", has_text=f"{name} · cards").wait_for()
        _reach(page, "Search")
        page.keyboard.type(card)
        page.keyboard.press("Tab")
        page.keyboard.press("Tab") if "Clear" in _focused(page) else None
        page.keyboard.press("Space")
        _reach(page, "Coins ›")
        page.keyboard.press("Enter")
        page.locator("dialog h2", has_text=f"{name} · coins").wait_for()
        page.keyboard.type("3+2")
        page.keyboard.press("Enter")
    page.get_by_text("Does everybody agree?").wait_for()
    declared = [line for line in table.lines() if line["type"] == "holdings_declared"]
    assert [(line["player"], line["coins"], line["cards"]) for line in declared] == [
        ("Ana", 5, ["C01"]),
        ("Bo", 5, ["L01"]),
    ]


FOCUSED = "() => document.activeElement.getAttribute('aria-label') || document.activeElement.innerText || ''"


def _focused(page):
    return page.evaluate(FOCUSED).strip()


def _reach(page, name):
    for _ in range(60):
        if _focused(page).startswith(name):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the keyboard does not reach {name}")


def _all_in_sight(page):
    """However many tables there are: nothing lies under the bar at the bottom."""
    whole = page.evaluate("document.documentElement.scrollHeight")
    page.set_viewport_size({"width": 390, "height": max(2600, whole)})


def every_page(server, page):
    """Each page and dialog of the pad in turn."""
    table = begun(server, title="Friday", place="at home")
    page.goto(f"{server.address}/#")
    page.get_by_role("heading", name="Quaestor").wait_for()
    yield "welcome"
    page.goto(f"{server.address}/#house={server.key}")
    page.wait_for_selector(".list .item")
    yield "house"
    page.get_by_role("link", name="New table").click()
    page.locator("summary").click()
    yield "new"
    page.goto(link(table))
    page.wait_for_selector(".choice")
    page.locator("summary", has_text="Something else").click()
    page.locator("summary", has_text="The table now").click()
    yield "record"
    tap(page, "Somebody buys a card…")
    yield "form"
    page.locator("dialog .figure").first.click()
    yield "number pad"
    escape(page)
    escape(page)
    tap(page, "Score only")
    page.wait_for_selector(".fold")
    yield "score"
    page.locator(".open-picker").first.click()
    page.locator("dialog .pick").first.click()
    yield "cards"
    escape(page)
    tab(page, "Sheet")
    yield "sheet"
    page.locator(".cell").first.click()
    page.locator(".score-line").first.click()
    page.wait_for_selector(".rule")
    yield "lines"
    escape(page)
    tab(page, "Story")
    page.locator(".replay .board").wait_for()
    yield "story"
    page.locator(".moments button", has_text=told(table, 8)).click()
    yield "entry"
    tap(page, "Correct it")
    yield "correction"
    escape(page)
    tab(page, "More")
    page.wait_for_selector(".qr svg")
    yield "more"


DARK = "rgb(23, 20, 23)"
AXE_RULES = {
    "light": {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]},
    "dark": {"runOnly": ["color-contrast"]},  # nothing else changes
}


@pytest.mark.parametrize("scheme", AXE_RULES)
def test_axe_finds_nothing_on_any_page(server, phone, scheme):
    page = phone(f"{server.address}/#", color_scheme=scheme, reduced_motion="reduce")
    page.evaluate(AXE.read_text("utf-8"))
    found = {}
    for name in every_page(server, page):
        _all_in_sight(page)
        told = page.evaluate("rules => axe.run(document, {...rules, resultTypes: ['violations']})", AXE_RULES[scheme])
        if told["violations"]:
            found[name] = [(one["id"], [node["html"][:200] for node in one["nodes"][:3]]) for one in told["violations"]]
    assert found == {}, json.dumps(found, indent=1)
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor") == DARK
    assert dark == (scheme == "dark")


def test_twice_the_text_size_loses_nothing_and_targets_are_large(server, phone):
    page = phone(f"{server.address}/#", reduced_motion="reduce")
    small = """() => [...document.querySelectorAll('button, a, select, summary, input:not([type=checkbox])')]
        .map(one => [one, one.getBoundingClientRect()])
        .filter(([one, box]) => box.width && (box.height < 43.5 || box.width < 43.5))
        .map(([one]) => one.outerHTML.slice(0, 120))"""
    wide = "() => document.scrollingElement.scrollWidth > document.scrollingElement.clientWidth + 1"
    found = {}
    for name in every_page(server, page):
        if tiny := page.evaluate(small):
            found[name] = tiny
        page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
        if page.evaluate(wide):
            found[f"{name} at 200 %"] = "scrolls sideways"
        page.evaluate("() => { document.documentElement.style.fontSize = ''; }")
    assert found == {}, json.dumps(found, indent=1)


def test_the_colours_can_be_chosen(server, phone):
    page = phone(f"{server.address}/#", color_scheme="light")
    page.get_by_label("Colours").select_option("dark")
    page.reload()
    expect(page.locator("body")).to_have_css("background-color", DARK)


def test_the_sheet_prints_on_one_page(server, phone):
    table = begun(server, title="Friday", place="at home")
    table.enter({"type": "game_ended", "winners": ["Ana"]})
    page = phone(link(table, p="sheet"))
    page.get_by_text("Does everybody agree?").wait_for()
    page.emulate_media(media="print")
    expect(page.locator(".print-head h1")).to_have_text("Friday")
    expect(page.locator(".tabs")).to_be_hidden()
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A5"))) == 1


def test_the_service_worker_keeps_every_file_of_ours():
    """The page and the script with the rest hold every module between them; beside them stand only drawings."""
    beside = {f"/static/{path.relative_to(STATIC)}" for path in STATIC.rglob("*.svg")}
    kept = re.findall(r'"([^"]+)"', re.search(r"FILES = \[([^\]]*)\]", (STATIC / "sw.js").read_text("utf-8"))[1])
    assert set(kept) == {*front(), "/manifest.webmanifest", *beside}


@pytest.mark.parametrize("locale", ["fr-FR", "pl-PL"])
def test_the_pad_speaks_the_phone_s_language(server, phone, locale):
    texts = server.phone().get(f"/api/words/{locale[:2]}.json").json.get("texts", {})
    table = begun(server)
    page = phone(link(table), locale=locale)
    page.wait_for_selector(".choice")
    until_saved(page)
    assert page.evaluate("document.documentElement.lang") == locale[:2]
    text = page.locator("#app").inner_text()
    wanted = ("Sheet", "Story", "Score only", "Something else", "The table now", "saved")
    assert [one for one in wanted if texts[one] not in text] == []
    assert "Ana buys" not in text
    page.locator(".picks .pick").nth(1).click()
    unlikely = page.locator("#dialog-card_purchased-0-tile .pick").last.inner_text()
    assert unlikely == f"{texts['something else']}…", "what only a careless table picks is folded away"
    escape(page)
    page.locator(".tabs a").last.click()
    page.locator("select", has=page.locator("option[value=en]")).select_option("en")
    page.get_by_role("heading", name="Join with another phone").wait_for()


def test_polish_has_three_plurals(server, phone):
    tables = [server.table("Ana", "Bo", title=f"table {number}") for number in (1, 3, 5)]
    for table, more in zip(tables, (0, 2, 4), strict=True):
        assert more == 0 or table.enter(*ROUND[:more]).status == 200
    page = phone("about:blank", locale="pl-PL", service_workers="block")
    forms = {"{n} entry\0{n} entries": ["{n} wpis", "{n} wpisy", "{n} wpisów"]}
    told = {"texts": forms, "plurals": {"one": 0, "few": 1, "many": 2, "other": 2}}
    page.route("**/api/words/pl.json", lambda route: route.fulfill(json=told))
    page.goto(f"{server.address}/#house={server.key}")
    for number, words in ((1, "1 wpis"), (3, "3 wpisy"), (5, "5 wpisów")):
        shown = page.locator("button.item", has_text=f"table {number}").first.locator(".small").inner_text()
        assert shown.endswith(words)


def test_on_the_wi_fi_without_encryption_everything_works(tmp_path, phone):
    """A phone on http with such an address has no crypto.randomUUID, no clipboard, no service worker."""
    address = _own_address()
    server = Server(tmp_path / "logs", "--host", "0.0.0.0")
    table = server.table("Ana", "Bo", edition="en")
    page = phone(link(table).replace(server.address, f"http://{address}:{server.port}"), rough=True)
    page.wait_for_selector(".ask")
    assert not page.evaluate("isSecureContext")
    _note(page, "from the sofa")
    page.get_by_role("button", name="Undo: note: from the sofa").wait_for()
    page.reload()
    page.get_by_role("button", name="Undo: note: from the sofa").wait_for()
    expect(page.get_by_text("Leave this page open")).to_have_count(0)
    _cut(page)
    page.get_by_text("Leave this page open: it is not encrypted").wait_for()
    page.close()
    server.stop()


def _own_address():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        try:
            one.connect(("192.0.2.1", 9))  # nothing is sent
        except OSError:
            pytest.skip("this machine has no network")
        return one.getsockname()[0]


# --- sharing ----------------------------------------------------------------------------------------------------------


def test_a_table_is_shared_revoked_exported_and_played_again(server, phone):
    table = begun(server)
    page, friend = phone(link(table, p="share")), phone(link(table, "player"), rough=True)
    page.wait_for_selector(".qr svg path")
    tap(friend, "Nobody in particular")
    tap(page, "New link, revoke the old")
    page.get_by_text("The old link no longer works.").wait_for()
    friend.locator(".warning").first.wait_for()
    with page.expect_download() as saved:
        tap(page, "Scores as CSV")
    assert "Ana" in Path(saved.value.path()).read_text("utf-8")
    tap(page, "Rematch: same people, seats moved on by one")
    expect(page.locator(".running .who")).to_have_text(["Bo", "Ana"])
    assert f"t={table.name}&" not in page.evaluate("location.hash")


def test_a_tap_that_trembles_is_one_entry(server, phone):
    table = begun(server)
    page = phone(link(table))
    page.locator(".choice").first.dblclick()
    _written(table, 10)
    _has(table, page)
    _note_twice(page, "said once")
    _written(table, 11)
    _has(table, page)
    assert [line["type"] for line in table.lines()[10:]] == ["card_purchased", "note_added"]


def _note_twice(page, text):
    page.locator("summary", has_text="Something else").click()
    tap(page, "Note…")
    page.locator("dialog input[type=text]").fill(text)
    page.evaluate("() => { const main = document.querySelector('dialog footer .main'); main.click(); main.click(); }")
    page.wait_for_selector("dialog", state="detached")


# --- other games ------------------------------------------------------------------------------------------------------


def test_a_whole_game_of_the_builders_is_tapped_from_the_first_card_to_the_sealed_sheet(server, phone):
    begun, *events = played(54, players=2, edition="pl", game=GAMES["builders"])  # with tool, loan, prisoner, training
    events = [one for one in events if one["type"] not in ("game_ended", "log_sealed")]
    page = phone(f"{server.address}/#house={server.key}&p=new")
    tap(page, "The Builders: Antiquity")
    _seat(page, *begun["players"])
    tap(page, re.compile("^Round by round"))
    for name, card in begun["apprentices"].items():
        choose(page, page.locator(".pair", has_text=name), card)
    tap(page, "Start")
    page.wait_for_selector(".ask")
    place = page.evaluate("Object.fromEntries(new URLSearchParams(location.hash.slice(1)))")
    table = Seat(server, place["t"], dict.fromkeys(("scribe", "player", "spectator"), place["k"]))
    at = 0
    while at < len(events):
        at += _enter(table, page, events[at:])
        _has_all(page, table, at + 1)
        assert page.locator(".warning").count() == 0, events[at - 1]
    first, *lines = table.lines()
    assert first["apprentices"] == begun["apprentices"]
    assert [{name: line.get(name) for name in one} for one, line in zip(events, lines, strict=True)] == events
    tab(page, "Sheet")
    claims = {one.pop("player"): one for one in events if one.pop("type") == "score_claimed"}
    assert shown_sheet(page, scale=10) == scored(table.path) == claims
    _agree_and_seal(page, table.path, begun["players"])
    told = [sys.executable, "-m", "cli.main", "audit", str(table.path), "--json"]
    assert (
        json.loads(subprocess.run(told, capture_output=True, text=True, check=True).stdout)["reports"][0]["verdict"]
        == "clean"
    )


def test_names_beside_the_curve_are_not_cut_off(server, phone):
    table = begun_building(server, "Wanda", "Maximilian")
    page = phone(link(table, p="story"))
    expect(page.locator(".curve text:not(.axis)")).to_have_text(["Wanda 1.0", "Maxim… 1.0"])
    right = "one => [...one.querySelectorAll('text')].map(text => text.getBBox().x + text.getBBox().width)"
    assert max(page.locator(".curve").evaluate(right)) <= 380


def _seat(page, *names):
    for name in names:
        page.get_by_role("textbox", name="Name of player").fill(name)
        tap(page, "Add")


def _enter(table, page, events):
    """Tap what happened as the page has it: among what may happen next, else in its form; how many events that was."""
    state = table.state()
    if events[0] in [choice["event"] for choice in state["choices"]]:
        take(table, page, events[0])
        return 1
    form = next(one for one in state["forms"] if one["name"] == events[0]["type"])
    alike = next((at for at, one in enumerate(events) if one["type"] != form["name"]), len(events))
    told = events[: min(alike, len(form["rows"]))]
    name = form["name"]
    if page.locator(f'[id^="{name}-0-"]').count() == 0:
        _open_form(page, form["title"])
        name = f"dialog-{name}"
    for at, (row, event) in enumerate(zip(form["rows"], told, strict=False)):
        for field in row["fields"]:
            if event.get(field["name"], field["value"]) != field["value"]:
                _answer(page, page.locator(f'[id="{name}-{at}-{field["name"]}"]'), field, event[field["name"]])
    write(page)
    return len(told)


def _open_form(page, title):
    button = page.locator(".pick[aria-haspopup]", has_text=re.compile(f"^{re.escape(title)}…$", re.IGNORECASE))
    if not button.is_visible():
        page.locator("summary", has_text="Something else").click()
    button.click()


def _answer(page, spot, field, value):
    if field["kind"] == "pick":
        choose(page, spot, value)
        return
    spot.click()
    page.keyboard.type(str(value / field["scale"]) if field["scale"] > 1 else str(value))
    page.keyboard.press("Enter")


def test_an_apprentice_that_another_player_was_dealt_is_marked_and_moves_when_tapped(server, phone):
    page = phone(f"{server.address}/#house={server.key}&p=new")
    tap(page, "The Builders: Antiquity")
    _seat(page, "Ana", "Bo")
    tap(page, re.compile("^Round by round"))
    choose(page, page.locator(".pair", has_text="Ana"), "w15")
    page.locator(".pair .open-picker").nth(1).click()
    expect(page.locator('dialog [data-value="w15"] .owner')).to_have_text("Ana")
    page.locator('dialog [data-value="w15"]').click()
    expect(page.locator(".pair .open-picker span:first-child")).to_have_text(["choose…", "Apprentice w15"])


def test_after_a_tap_far_down_the_next_question_is_in_view_and_the_long_list_is_folded_again(server, phone):
    table = begun_building(server)
    page = phone(link(table))
    event = next(one["event"] for one in table.state()["choices"] if one["event"]["type"] == "tool_bought")
    take(table, page, event)
    _has_all(page, table, 12)
    assert _in_view(page, ".ask")
    assert not page.locator("details", has_text="more").first.evaluate("one => one.open")
    _note(page, "from the foot of the page")
    _has_all(page, table, 13)
    assert _in_view(page, ".ask")


def _in_view(page, what):
    """Below the bar that stays where it is, and on the screen."""
    box, bar = page.locator(what).bounding_box(), page.locator(".bar").bounding_box()
    return bar["y"] + bar["height"] - 1 <= box["y"] and box["y"] + box["height"] <= PHONE["viewport"]["height"]


def test_what_lies_open_with_one_tap_is_not_asked_for_in_a_form_as_well(server, phone):
    table = begun_building(server)
    page = phone(link(table))
    page.locator(".pick", has_text="The turn ends").wait_for()  # ending it early is far down in the list
    assert table.enter({"type": "coins_taken", "player": "Ana", "actions": 3}).status == 200
    page.locator(".choice", has_text="Ana ends the turn").wait_for()
    assert not page.locator(".pick", has_text="The turn ends").is_visible()
    assert page.locator(".pick", has_text="Buy actions").is_visible()  # how many is not said yet
    page.locator("summary", has_text="Something else").click()
    assert page.locator(".pick", has_text="The turn ends").is_visible()


def begun_building(server, *players):
    """A table of The Builders with all cards laid out."""
    table = server.table(*(players or ("Ana", "Bo")), game="builders")
    cards = {"building": ("b01", "b06", "b11", "b15", "b21"), "worker": ("w01", "w05", "w09", "w12", "w14")}
    laid = [{"type": f"{kind}_revealed", "card": card} for kind, own in cards.items() for card in own]
    assert table.enter(*laid).status == 200
    return table


def test_cards_turned_up_together_are_told_apart(server, phone):
    table = server.table("Ana", "Bo", game="builders")
    page = phone(link(table))
    for kind, cards in (("b", ("b01", "b06", "b11", "b15", "b21")), ("w", ("w01", "w05", "w09", "w12", "w14"))):
        page.locator(".open-picker").first.click()
        for card in cards:  # from one card's list straight to the next one's
            page.locator(f'dialog [data-value="{card}"]').click()
        page.wait_for_selector("dialog", state="detached")
        write(page)
        _has_all(page, table, 6 if kind == "b" else 11)
        assert [line["card"] for line in table.lines()[-5:]] == list(cards)
    page.locator(".pick", has_text="Start a building").first.click()
    house = page.locator('dialog [data-value="b01"]')
    expect(house).to_have_accessible_name("House b01 wood architecture +10 coins")
    house.click()
    page.locator("dialog .open-picker").click()
    page.locator('dialog >> nth=-1 >> [data-value="b03"]').click()
    write(page)
    page.wait_for_selector("dialog", state="detached")
    _has_all(page, table, 13)
    assert [line["type"] for line in table.lines()[-2:]] == ["construction_started", "building_revealed"]


def test_what_the_rules_make_of_a_moment_is_one_large_button_and_a_decision_is_a_menu(server, phone):
    table = server.table("Ana", "Bo", game="glory_to_rome")
    page = phone(link(table))
    page.locator(".open-picker").first.click()
    page.locator('dialog [data-value="road"]').click()
    page.locator('dialog [data-value="academy"]').click()
    page.wait_for_selector("dialog", state="detached")
    write(page)
    page.locator(".choice.main", has_text="Bo is the first leader").click()
    page.locator(".ask", has_text="Bo leads or thinks").wait_for()
    assert page.locator(".choice.main").count() == 0
    page.locator(".pick", has_text="Somebody leads a role").click()
    page.locator('dialog [data-value="patron"]').click()
    page.locator("dialog .open-picker").first.click()
    page.locator('dialog >> nth=-1 >> [data-value="statue"]').click()
    tap(page, "Done (1)")
    write(page)
    page.wait_for_selector("dialog", state="detached")
    page.locator(".ask", has_text="Ana follows Patron or thinks").wait_for()
    page.locator(".choice", has_text="Ana thinks and draws orders").click()
    page.locator(".ask", has_text="What does Bo do as Patron?").wait_for()
    assert page.locator(".choice.main").count() == 0  # that the round ends is not yet what comes
    page.locator(".choice", has_text="Bo hires Road").click()
    page.locator(".choice", has_text="Round 1 ends").click()
    page.locator(".ask", has_text="Ana leads or thinks").wait_for()


def test_every_reading_of_the_rules_is_a_sentence_in_the_reader_s_language(server, phone):
    page = phone(f"{server.address}/#house={server.key}&p=new", locale="pl-PL")
    for game in ("Lutecja", "Budowniczowie", "Glory to Rome"):
        page.locator(".pick", has_text=game).first.click()
        if not page.locator("details.more").evaluate("one => one.open"):
            page.locator("summary").click()
        told = page.locator(".reading .grow > span").all_inner_texts()
        assert len(told) >= 8
        assert not [one for one in told if "_" in one or "`" in one or len(one) < 4]
    page.locator(".reading", has_text="Petycja").click()
    page.locator("dialog .pick", has_text="Potrzeba trzech").click()
    expect(page.locator(".reading", has_text="Petycja")).to_contain_text("zmienione")


# --- encrypted --------------------------------------------------------------------------------------------------------


def test_with_tls_the_pad_opens_and_records_with_no_network_at_all(tmp_path, launch):
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
    from cryptography.x509 import load_pem_x509_certificate

    server = Server(tmp_path / "logs", "--tls")
    own = load_pem_x509_certificate((tmp_path / "logs" / ".pad" / "server.pem").read_bytes()).public_key()
    pin = b64encode(sha256(own.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).digest()).decode()
    trusting = launch(f"--ignore-certificate-errors-spki-list={pin}")  # as a phone that trusts the authority
    try:
        page = new_page(trusting, locale="fr-FR")
        page.goto(server.told["link"])
        _start_a_table(page)
        assert page.evaluate("isSecureContext")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        until(lambda: page.evaluate("caches.match('/api/rules/lutece/fr/fr.json').then(Boolean)"))
        server.kill()
        page.reload()
        page.wait_for_selector(".link.away")
        tab(page, "Feuille")
        page.locator(".cell").first.click()
        page.locator(".score-line").first.click()
        expect(page.locator(".rule h3")).to_contain_text("LUT-R")  # the rules are there too, in the reader's language
        assert "serveur" not in page.locator(".rule").inner_text()
        assert len(page.locator(".rule p").all_inner_texts()[-1]) > 60
        escape(page)
        tab(page, "Saisie")
        page.locator("summary", has_text="Autre chose").click()
        page.locator(".pick", has_text="Remarque").first.click()
        page.locator("dialog input[type=text]").fill("sans réseau")
        page.locator("dialog footer .main").click()
        page.locator(".waits", has_text="sans réseau").wait_for()
        page.reload()
        page.locator(".waits", has_text="sans réseau").wait_for()
        server.start()
        until_saved(page)
        log = next((tmp_path / "logs").glob("*.jsonl"))
        assert [json.loads(line).get("text") for line in log.read_bytes().splitlines()][1:] == ["sans réseau"]
    finally:
        trusting.close()
        server.stop()


def _start_a_table(page):
    page.locator(".foot a, .foot button").first.click()
    tap(page, "Lutèce")
    for name in ("Zoé", "Bartek"):
        page.locator(".adding input").fill(name)
        page.keyboard.press("Enter")
    page.locator(".foot button.main").click()
    page.wait_for_selector(".ask")
    until_saved(page)


# --- hostile pages ----------------------------------------------------------------------------------------------------

HOSTILE = """<!doctype html><title>free games</title><iframe name="hole"></iframe><script type="module">
const [pad, table, key] = decodeURIComponent(location.hash.slice(1)).split(" ");
const entry = { type: "note_added", text: "from elsewhere", id: "hostile-" + Math.random() };
const body = JSON.stringify({ entries: [entry] });
const at = `${pad}/api/tables/${table}`;
const json = { "Content-Type": "application/json" };
const known = { Authorization: `Bearer ${key}` };
const tried = {};
const attempt = async (name, path, how) => {
  try {
    const answer = await fetch(path, how);
    tried[name] = answer.type === "opaque" ? "opaque" : `read ${answer.status}`;
  } catch {
    tried[name] = "refused";
  }
};
await attempt("read", `${at}/state`, { headers: known });
await attempt("read without a header", `${at}/state`, { credentials: "include" });
await attempt("stream", `${at}/stream`, { headers: known });
await attempt("write", `${at}/entries`, { method: "POST", headers: { ...json, ...known }, body });
const text = { method: "POST", mode: "no-cors", headers: { "Content-Type": "text/plain" } };
await attempt("write as text", `${at}/entries`, { ...text, body });
const wanted = { game: "lutece", players: ["A", "B"], id: "hostile-start" };
await attempt("start", `${pad}/api/tables`, { ...text, body: JSON.stringify(wanted) });
const form = document.createElement("form");
Object.assign(form, { method: "post", enctype: "text/plain", action: `${at}/entries`, target: "hole" });
form.append(Object.assign(document.createElement("input"), { name: body.slice(0, -1) + ',"x":"', value: '"}' }));
document.body.append(form);
const answered = new Promise((done) => document.querySelector("[name=hole]").addEventListener("load", done));
form.submit();
await answered;
const frame = Object.assign(document.createElement("iframe"), { src: pad });
document.body.append(frame);
await new Promise((done) => frame.addEventListener("load", done));
try {
  tried.frame = frame.contentDocument ? "read" : "refused";
} catch {
  tried.frame = "refused";
}
window.tried = tried;
</script>"""


@pytest.fixture
def elsewhere():
    """A site of somebody else's on this very machine."""

    class Site(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(HOSTILE.encode())

        def log_message(self, *_):
            pass

    site = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=site.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{site.server_port}"
    site.shutdown()
    site.server_close()


def test_a_page_from_elsewhere_reads_and_writes_nothing_even_with_a_key(server, browser, elsewhere):
    table = server.table("Ana", "Bo")
    before = sorted(server.folder.glob("*.jsonl"))
    page = new_page(browser)
    page.goto(f"{elsewhere}/#{server.address} {table.name} {table.keys['scribe']}")
    page.wait_for_function("window.tried")

    assert len(page.evaluate("tried")) == 7
    assert set(page.evaluate("tried").values()) == {"refused"}
    page.context.close()
    assert len(table.lines()) == 1
    assert sorted(server.folder.glob("*.jsonl")) == before


def test_a_name_that_was_rebound_to_this_machine_opens_nothing(server, launch):
    table = server.table("Ana", "Bo")
    rebound = launch("--host-resolver-rules=MAP pad.evil.example 127.0.0.1")
    try:
        page = rebound.new_page()
        assert page.goto(f"http://pad.evil.example:{server.port}/").status == 403
        read = "([path, key]) => fetch(path, { headers: { Authorization: `Bearer ${key}` } }).then((one) => one.status)"
        assert page.evaluate(read, [f"{table.at}/state", table.keys["scribe"]]) == 403
        write = "([path, body]) => fetch(path, { method: 'POST', body }).then((one) => one.status)"
        assert page.evaluate(write, [f"{table.at}/entries", "{}"]) == 403
    finally:
        rebound.close()
    assert len(table.lines()) == 1


def test_no_secret_stands_in_an_address_that_is_sent_nor_in_a_referer(server, browser):
    table, sent = begun(server), []
    page = new_page(browser, service_workers="block", locale="en-GB")
    page.on("request", lambda request: sent.append(request))  # noqa: PLW0108
    page.goto(link(table))
    page.wait_for_selector(".choice")
    for name in ("Sheet", "Story", "More", "Enter"):
        tab(page, name)
    page.wait_for_selector(".choice")
    told = [(request.url, request.all_headers()) for request in sent]
    page.context.close()

    assert len(told) > 10  # the page, its script, states and pieces
    for address, headers in told:
        open_ones = {name: value for name, value in headers.items() if name != "authorization"}
        assert not any(key in f"{address.partition('#')[0]} {open_ones}" for key in (server.key, *table.keys.values()))
        assert "referer" not in headers
