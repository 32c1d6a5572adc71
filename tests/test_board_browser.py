"""The drawn table, the replay and the evening in a real browser."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec import to_builtins
from pads import Server, until
from playwright.sync_api import expect
from test_pad_browser import AXE, AXE_RULES, browser, launch, link, phone, server  # noqa: F401

from cli.replay_page import replay_page
from ledger.games import GAMES
from ledger.log import decode, read, scan
from ledger.simulate import simulate

SAMPLES = Path(__file__).parent.parent / "sample_logs"
WIDE = {"viewport": {"width": 1400, "height": 900}}
LOGS = {
    "lutece": SAMPLES / "lutece/withdrawn-corrected-and-inserted.jsonl",
    "builders": SAMPLES / "builders/two-players.jsonl",
    "glory_to_rome": SAMPLES / "glory_to_rome/training-game-shared-win.jsonl",
}


def played(at: Server, game: str, share: float):
    """A simulated game as far as that share of it."""
    _, events = decode(scan(simulate(GAMES[game], 33, players=3)), GAMES)
    drop = ("n", "ts", "by", "id", "more")
    told = [{name: value for name, value in to_builtins(one).items() if name not in drop} for one in events]
    kept = [one for one in told[1:] if one["type"] not in ("score_claimed", "game_ended", "log_sealed")]
    also = {"also": {"apprentices": told[0]["apprentices"]}} if game == "builders" else {}
    table = at.table(*told[0]["players"], game=game, title=f"Table of {game}", **also)
    end = int(len(kept) * share)
    for first in range(0, end, 20):
        assert table.enter(*kept[first : min(first + 20, end)]).status == 200
    return table, kept[end:]


def faults(page, scheme="light"):
    """What axe objects to; a button that the bar below happens to cover half is scrolled to by whoever wants it."""
    page.evaluate("document.querySelector('.foot')?.style.setProperty('position', 'static')")
    page.evaluate(AXE.read_text("utf-8"))
    told = page.evaluate("rules => axe.run(document, {...rules, resultTypes: ['violations']})", AXE_RULES[scheme])
    return [(one["id"], one["nodes"][0]["html"][:300], one["nodes"][0]["failureSummary"]) for one in told["violations"]]


def spills(page):
    """How far the page is wider than the screen."""
    return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")


@pytest.mark.parametrize("game", LOGS)
def test_every_table_is_drawn_and_fits(server, phone, game):  # noqa: F811
    table, _ = played(server, game, 0.6)
    page = phone(link(table))
    page.locator(".middle .thing").first.wait_for()
    assert page.locator(".seat-of").count() == 3
    assert spills(page) <= 0
    rows = page.locator(".middle .zone:not(.many) .things")
    assert all(rows.evaluate_all("all => all.map(one => one.scrollWidth <= one.clientWidth)"))
    assert faults(page) == []
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert spills(page) <= 0


def test_a_tap_on_the_thing_itself_enters_what_it_means(server, phone):  # noqa: F811
    table, rest = played(server, "lutece", 0.62)
    while rest[0]["type"] != "card_purchased":
        assert table.enter(rest.pop(0)).status == 200
    bought = rest[0]
    page = phone(link(table))
    card = page.locator(
        ".middle button.thing.due", has=page.locator(".spot", has_text=re.compile(f"^{bought['tile']}$"))
    )
    card.click()
    page.get_by_role("button", name=re.compile(f"^Undo: {bought['tile']}: {bought['player']} buys")).wait_for()
    until(lambda: table.lines()[-1].get("card") == bought["card"])
    assert page.locator(f".seat-of[aria-label={bought['player']}] .thing").count() >= 1


def test_who_has_only_keys_goes_on_at_the_question(server, phone):  # noqa: F811
    table, rest = played(server, "lutece", 0.62)
    while rest[0]["type"] != "card_purchased":
        assert table.enter(rest.pop(0)).status == 200
    page = phone(link(table))
    page.locator(".choice.main").focus()
    before = page.locator(".undo").inner_text()
    page.keyboard.press("Enter")
    expect(page.locator(".undo")).not_to_have_text(before)
    expect(page.locator("h2.ask")).to_be_focused()


def test_the_table_and_what_it_asks_stand_side_by_side_on_a_large_screen(browser, server):  # noqa: F811
    table, _ = played(server, "builders", 0.5)
    context = browser.new_context(**WIDE, locale="en-GB")
    page = context.new_page()
    page.goto(link(table))
    page.locator(".middle .thing").first.wait_for()
    board, asking = page.locator(".table-pane").bounding_box(), page.locator(".asking").bounding_box()
    assert asking["x"] >= board["x"] + board["width"] and asking["y"] < board["y"] + board["height"]
    context.close()


def test_what_there_is_to_pick_is_drawn_as_cards(server, phone):  # noqa: F811
    table = server.table("Ana", "Bo", edition="en", mode="score")
    page = phone(link(table))
    page.locator(".open-picker").first.click()
    pick = page.locator("dialog [data-value=C02]")
    expect(pick.locator(".face .icons")).to_be_visible()
    expect(pick).to_contain_text("Brewer 2 C02")
    expect(pick).to_have_accessible_name("Brewer 2 C02 cost 2 2× beer talent 4")
    assert faults(page) == []
    pick.click()
    expect(pick).to_have_attribute("aria-pressed", "true")


def test_a_phone_held_sideways_has_the_table_beside_what_is_asked(browser, server):  # noqa: F811
    table, _ = played(server, "glory_to_rome", 0.5)
    context = browser.new_context(viewport={"width": 844, "height": 390}, is_mobile=True, locale="en-GB")
    page = context.new_page()
    page.goto(link(table))
    page.locator(".middle .thing").first.wait_for()
    board, asking = page.locator(".table-pane").bounding_box(), page.locator(".asking").bounding_box()
    assert asking["x"] >= board["x"] + board["width"] and asking["y"] < 100
    assert spills(page) <= 0
    context.close()


def test_the_sheet_fills_in_category_by_category_and_names_the_winner_last(server, phone):  # noqa: F811
    table = played(server, "lutece", 1)[0]
    page = phone(link(table, p="sheet"))
    rows, total, running = (page.locator(what) for what in (".sheet tbody .n", ".sheet .total .n", ".running"))
    expect(rows.first).to_be_visible()
    assert rows.last.is_hidden() and total.first.is_hidden() and running.is_hidden()
    assert page.get_by_role("img", name="won").count() == 0
    page.get_by_role("button", name="All at once").click()
    for one in (rows.last, total.first, running, page.get_by_role("img", name="won").first):
        expect(one).to_be_visible()
    page.get_by_role("button", name=re.compile("^The longest step")).click()
    expect(page.locator(".moment-words")).to_be_visible()


def test_the_latest_moment_is_drawn_before_its_film_has_come(server, phone):  # noqa: F811
    table, _ = played(server, "lutece", 0.4)
    page = phone(link(table), rough=True)
    page.route("**/film*", lambda route: None)  # never answered
    page.locator(".tabs a", has_text="Story").click()
    expect(page.locator(".story .shown .seat-of")).to_have_count(3)
    page.keyboard.press("Home")
    expect(page.locator(".shown")).to_contain_text("The table is being drawn")
    page.locator(".tabs a", has_text="Story").focus()  # whoever came by the tab has it under their keys
    page.keyboard.press("End")
    expect(page.locator(".story .shown .seat-of")).to_have_count(3)


def test_names_stay_whole_where_text_is_twice_as_large(server, phone):  # noqa: F811
    page = phone(link(played(server, "lutece", 1)[0], p="sheet"))
    page.get_by_role("button", name="All at once").click()
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    names = page.locator(".signatures li > span:first-child")
    heights = names.evaluate_all("all => all.map(one => one.getBoundingClientRect().height / 32)")
    assert len(heights) == 3 and max(heights) < 2


def test_of_a_table_that_is_silent_no_points_are_shown(server, phone):  # noqa: F811
    table = server.table("Ana", "Bo", edition="en", mode="score", title="Quiet")
    page = phone(f"{server.address}/#house={server.key}&p=evening")
    scores = page.locator(".tables-of > li", has_text="Quiet").locator(".scores-of b")
    expect(scores).to_have_count(2)
    assert scores.all_inner_texts() == ["", ""]
    declared = {"type": "holdings_declared", "player": "Ana", "coins": 7, "cards": ["L11"]}
    assert table.enter(declared).status == 200
    expect(scores.last).to_have_text("?")
    page.goto(f"{server.address}/#house={server.key}&p=evening&screen={table.name}")
    expect(page.locator(".seat-of .total").first).to_contain_text(re.compile("Points [0-9.]+$"))
    expect(page.locator(".seat-of .total").last).to_have_text("Points ?")


# --- the replay -------------------------------------------------------------------------------------------------------


@pytest.fixture
def opened(browser, tmp_path):  # noqa: F811
    """Opens a game's page from a file, with no network at all; what it complains of fails the test."""
    contexts, complaints = [], []

    def open_file(path, at="", lang="en", **more):
        sound = scan(read(path))
        game, events = decode(sound, GAMES)
        file = tmp_path / f"{path.stem}-{lang}.html"
        file.write_bytes(replay_page(game, events, sound.head, lang))
        context = browser.new_context(**{**WIDE, **more}, offline=True)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        page.goto(f"file://{file}{at}")
        page.locator(".replay .board").wait_for()
        return page

    yield open_file
    for context in contexts:
        context.close()
    assert complaints == []


def test_a_replay_opens_at_a_moment_and_obeys_the_keyboard(opened):
    page = opened(LOGS["lutece"], "#42")
    now = page.locator(".moment-now")
    expect(now).to_contain_text(re.compile("^4[0-9] of 112"))
    page.keyboard.press("Home")
    expect(now).to_contain_text(re.compile("^1 of 112"))
    page.keyboard.press("ArrowRight")
    expect(now).to_contain_text(re.compile("^2 of 112"))
    page.wait_for_function("location.hash === '#1'")  # the address follows what is drawn
    page.keyboard.press("PageDown")
    expect(now).to_contain_text("Round 2")
    page.keyboard.press("End")
    expect(now).to_contain_text("112 of 112")
    page.keyboard.press(" ")
    expect(now).to_contain_text("1 of 112")
    page.get_by_role("button", name="Pause").click()
    assert page.locator(".curve .mark").count() >= 2, "what was put right stands on the axis"
    assert page.locator(".curve .round").count() >= 5


@pytest.mark.parametrize("game", LOGS)
def test_a_replay_shows_no_points_of_whoever_has_said_nothing(opened, game):
    page = opened(SAMPLES / game / "score-only.jsonl", "#1")
    shown = page.locator(".seat-of .total").all_inner_texts()
    assert shown[0] != "Points\n?" and set(shown[1:]) == {"Points\n?"}
    assert page.locator(".curve text", has_text="?").count() == len(shown) - 1
    page.keyboard.press("End")
    assert "?" not in "".join(page.locator(".seat-of .total").all_inner_texts())


LONG = ("Wolfeschlegelsteinhausen", "Krzysztof Brzęczyszczykiewicz", "Maximiliane-Charlotte", "Oma", "Jean-Baptiste")


@pytest.mark.parametrize("game", LOGS)
def test_no_moment_of_a_replay_is_wider_than_a_small_phone_at_any_text_size(opened, tmp_path, monkeypatch, game):
    monkeypatch.setattr("ledger.simulate.NAMES", LONG)
    path = tmp_path / f"{game}.jsonl"
    path.write_bytes(simulate(GAMES[game], 9, players=max(GAMES[game].about.seats)))
    page = opened(path, lang="pl", viewport={"width": 320, "height": 640})
    for size in (100, 150, 200):
        page.evaluate(f"document.documentElement.style.fontSize = '{size}%'")
        assert page.evaluate(WIDEST) <= 0, size


WIDEST = """async () => {
    const slider = document.querySelector("input[type=range]");
    let most = 0;
    for (let at = 0; at <= 20; at += 1) {
        slider.value = Math.round((slider.max * at) / 20);
        slider.dispatchEvent(new Event("input", { bubbles: true }));
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        most = Math.max(most, document.documentElement.scrollWidth - document.documentElement.clientWidth);
    }
    return most;
}"""


@pytest.mark.parametrize("game", LOGS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_replay_is_for_everybody(opened, game, scheme):
    page = opened(LOGS[game], "#60", lang="fr", color_scheme=scheme, viewport={"width": 390, "height": 844})
    assert spills(page) <= 0
    assert faults(page, scheme) == []
    assert page.locator(".board .thing .glyph").count() > 5
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert spills(page) <= 0


def test_the_end_counts_up_to_the_winner_and_at_once_for_who_wants_no_motion(opened):
    page = opened(LOGS["builders"], reduced_motion="reduce")
    page.keyboard.press("End")
    expect(page.locator(".ending h2")).to_contain_text("wins with")
    page = opened(LOGS["glory_to_rome"])
    page.keyboard.press("End")
    expect(page.locator(".ending h2")).not_to_contain_text("wins")
    page.get_by_role("button", name="All at once").click()
    expect(page.locator(".ending h2")).to_contain_text("Shared by")


def test_the_pad_hands_out_the_same_page(server, phone, tmp_path):  # noqa: F811
    table, _ = played(server, "lutece", 0.4)
    page = phone(link(table, p="story"))
    with page.expect_download() as waited:
        page.get_by_role("button", name="The replay as a file").click()
    saved = Path(waited.value.path()).read_bytes()
    assert saved.startswith(b"<!doctype html>") and table.keys["scribe"].encode() not in saved


def test_who_works_out_a_whole_game_for_a_minute_is_waited_for(server, phone):  # noqa: F811
    table, _ = played(server, "lutece", 0.4)
    page = phone(link(table, p="story"))
    page.clock.install()
    held = []

    def hold(route):
        held.append(route)

    page.route("**/export?*", hold)
    page.get_by_role("button", name="The replay as a file").click()
    while not held:
        page.wait_for_timeout(50)
    page.clock.fast_forward(60_000)
    with page.expect_download() as waited:
        held[0].continue_()
    assert waited.value.suggested_filename == f"{table.name}.html"


# --- an evening -------------------------------------------------------------------------------------------------------


def test_an_organiser_sees_every_table_finds_one_and_takes_in_a_log(server, phone):  # noqa: F811
    server.table("Ana", "Bo", title="Beside it")
    played(server, "builders", 0.5)
    page = phone(f"{server.address}/#house={server.key}&p=evening", rough=True)
    own = page.locator(".tables-of > li", has_text="Table of builders").first
    own.wait_for()
    expect(own).to_contain_text("Round")
    expect(page.locator(".counted")).to_contain_text(re.compile(r"\d+ tables under way"))
    assert faults(page) == []
    page.set_input_files("input[type=file]", LOGS["lutece"])
    expect(page.locator(".dropping p")).to_contain_text("taken in")
    kept = next(path for path in server.folder.glob("withdrawn-*.jsonl"))
    assert kept.read_bytes() == LOGS["lutece"].read_bytes()
    page.set_input_files("input[type=file]", LOGS["lutece"])
    expect(page.locator(".dropping p")).to_contain_text("is here already")
    spoilt = LOGS["builders"].read_bytes().replace(b'"coins"', b'"coinz"', 1)
    page.set_input_files("input[type=file]", {"name": "spoilt.jsonl", "mimeType": "text/plain", "buffer": spoilt})
    expect(page.locator(".dropping p.warning")).to_have_count(1)
    assert not [*server.folder.glob("spoilt*")]
    first = json.loads(LOGS["lutece"].read_bytes().splitlines()[0])
    page.get_by_role("searchbox").fill(f"{first['players'][0].upper()} {first['ts'][:10]}")
    expect(page.locator(".tables-of > li")).to_have_count(1)
    expect(page.locator(".tables-of > li h2")).to_contain_text(first["title"])


def test_a_log_may_be_dropped_anywhere_on_the_evening(server, phone):  # noqa: F811
    page = phone(f"{server.address}/#house={server.key}&p=evening")
    text = (SAMPLES / "lutece/shared-win.jsonl").read_text("utf-8")
    dropped = page.evaluate_handle(
        "text => { const it = new DataTransfer(); it.items.add(new File([text], 'won.jsonl')); return it; }", text
    )
    heading = page.get_by_role("heading", name="The evening")
    heading.dispatch_event("dragover", {"dataTransfer": dropped})
    expect(page.locator(".dropping.over")).to_be_visible()
    heading.dispatch_event("drop", {"dataTransfer": dropped})
    expect(page.locator(".dropping:not(.over) p")).to_contain_text("won.jsonl: taken in")


def test_whoever_won_is_first_and_it_is_said_how_whatever_the_points_are(server, phone):  # noqa: F811
    """By a tie-break, by another way to win than points, or because the one with more has left."""
    tie = server.table("Ana", "Bo", edition="en", mode="score")
    has = {"type": "holdings_declared", "cards": []}
    assert (
        tie.enter(*(has | {"player": player, "coins": coins} for player, coins in (("Ana", 3), ("Bo", 5)))).status
        == 200
    )
    sheet = tie.state()["sheet"]
    assert ([one["total"] for one in sheet["players"]], sheet["winners"]) == ([1, 1], ["Bo"])
    page = phone(link(tie, p="sheet"), reduced_motion="reduce")
    expect(page.locator(".ending h2")).to_have_text("Bo wins the tie at 1.")
    expect(page.locator(".ending li").first).to_contain_text("Bo")
    expect(page.locator(".running .lead")).to_contain_text("Bo")
    left = server.table("Ana", "Bo", "Cem", edition="en", mode="score")
    said = (
        has | {"player": "Ana", "coins": 30},
        has | {"player": "Bo", "coins": 2},
        has | {"player": "Cem", "coins": 0},
    )
    assert left.enter(*said, {"type": "player_left", "player": "Ana"}).status == 200
    page = phone(link(left, p="sheet"), reduced_motion="reduce")
    expect(page.locator(".ending h2")).to_have_text("Bo wins.")
    expect(page.locator(".ending li")).to_contain_text(
        [re.compile(r"1\.\s*Bo"), re.compile(r"2\.\s*Ana"), re.compile(r"3\.\s*Cem")]
    )


def test_an_exported_sheet_fits_a_phone(phone, tmp_path):  # noqa: F811
    file = tmp_path / "sheet.html"
    words = ("export", str(LOGS["lutece"]), "--html", "-o", str(file), "--lang", "pl")
    subprocess.run([sys.executable, "-m", "cli.main", *words], check=True, capture_output=True)
    page = phone(file.as_uri())
    expect(page.locator("article")).to_contain_text("LUT-R25")
    assert spills(page) <= 0


def test_on_paper_a_replay_is_dark_on_light_without_its_controls(opened):
    page = opened(LOGS["lutece"], "#60", color_scheme="dark")
    page.emulate_media(media="print", color_scheme="dark")
    shade = "one => Math.max(...getComputedStyle(one).backgroundColor.match(/[0-9.]+/g).slice(0, 3).map(Number))"
    assert page.locator(".seat-of .thing").first.evaluate(shade) > 240
    assert page.locator(".steps").is_hidden()


def test_the_replay_tells_how_the_game_ended(opened):
    page = opened(SAMPLES / "glory_to_rome" / "forum-wins.jsonl", reduced_motion="reduce")
    page.keyboard.press("End")
    expect(page.locator(".ending")).to_contain_text("A Forum won.")


def test_with_a_text_twice_as_large_nobodys_column_is_out_of_sight(server, phone):  # noqa: F811
    table = played(server, "lutece", 1)[0]
    page = phone(link(table, p="sheet"), reduced_motion="reduce")
    page.locator(".ending").wait_for()
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    right = """all => Math.max(...all.map((one) => one.getBoundingClientRect().right))"""
    for what in ("table.sheet .n", ".ending li > *", ".tabs a"):
        assert page.locator(what).evaluate_all(right) <= 390, what
    assert spills(page) <= 0


def test_a_number_finds_its_table_and_not_a_month(server):  # noqa: F811
    for number in (1, 11):
        server.table("Ana", "Bo", title=f"Board {number}")
    found = server.phone().get("/api/evening?find=board+11").json["tables"]
    assert [one["title"] for one in found] == ["Board 11"]


def test_a_large_screen_follows_one_table(server, phone):  # noqa: F811
    table, _ = played(server, "lutece", 0.3)
    page = phone(f"{server.address}/#house={server.key}&p=evening&screen={table.name}")
    page.locator(".screen .board .thing").first.wait_for()
    assert table.enter({"type": "note_added", "text": "somebody fetches bread"}).status == 200
    expect(page.locator(".screen .moment-words")).to_contain_text("somebody fetches bread")


def test_nobody_scrolls_on_a_wall(browser, tmp_path):  # noqa: F811
    own = Server(tmp_path / "logs")
    try:
        for number in range(11):
            own.table("Ana", "Bo", "Cem", "Dia", "Eva", title=f"Wall {number}")
        table, _ = played(own, "glory_to_rome", 0.5)
        context = browser.new_context(viewport={"width": 1920, "height": 1080}, locale="en-GB")
        for shown, seen, count in (("all", ".tables-of > li", 12), (table.name, ".board .seat-of", 3)):
            page = context.new_page()
            page.goto(f"{own.address}/#house={own.key}&p=evening&screen={shown}")
            expect(page.locator(f".screen {seen}")).to_have_count(count)
            until(lambda page=page: page.evaluate("document.documentElement.scrollHeight <= innerHeight"))
            assert page.locator(f".screen {seen}").last.bounding_box()["height"] > 150
        context.close()
    finally:
        own.stop()


def test_an_evening_of_twelve_tables_tells_which_are_disputed_over_and_whose_turn_it_is(server, phone):  # noqa: F811
    for number in range(1, 10):
        server.table("Ana", "Bo", title=f"Twelve {number}")
    for path in (LOGS["builders"], SAMPLES / "bad/lutece/false-claimed-score.jsonl", LOGS["glory_to_rome"]):
        name, body = path.stem, path.read_bytes()
        taken = server.phone().ask("POST", f"/api/logs?name={name}", body, Content_Type="application/x-ndjson")
        assert taken.status in (200, 201, 409), taken.body
    page = phone(f"{server.address}/#house={server.key}&p=evening&screen=all", rough=True)
    page.locator(".tables-of > li.disputed").wait_for()
    assert page.locator(".tables-of > li").count() >= 12
    expect(page.locator(".tables-of > li.disputed")).to_have_count(1)
    expect(page.locator(".tables-of > li.disputed")).to_contain_text("1 disputed")
    assert page.locator(".tables-of > li.over").count() >= 2
    assert page.locator(".tables-of > li.over .turn-badge").count() == 0
    assert spills(page) <= 0
    assert faults(page) == []


def test_only_the_house_sees_the_evening(server):  # noqa: F811
    table, _ = played(server, "lutece", 0.2)
    for who in (table.scribe, table.spectator):
        assert who.get("/api/evening").status == 401
        assert who.ask("POST", "/api/logs?name=x", b"{}", Content_Type="application/x-ndjson").status == 401
    assert server.phone().ask("POST", "/api/logs", b"{}", Content_Type="text/plain").status == 415


def test_tapping_the_tiles_fills_in_the_bids_and_a_wide_screen_tells_what_happened_last(browser, server):  # noqa: F811
    table, rest = played(server, "lutece", 0.6)
    while rest[0]["type"] != "bid_placed":
        assert table.enter(rest.pop(0)).status == 200
    context = browser.new_context(**WIDE, locale="en-GB")
    page = context.new_page()
    page.goto(link(table))
    spot = page.locator(".middle button.thing .spot")
    for tile in ("A", "B", "A"):
        spot.get_by_text(tile, exact=True).click()
    picked = page.locator(".asking .fold [data-value][aria-pressed=true]")
    expect(page.locator(".asking .fold-head").first).to_contain_text(re.compile("A: .*, B: "))
    expect(picked).to_have_count(1)
    lately = page.get_by_role("region", name="What happened last")
    expect(lately.locator("li").first).to_contain_text("is laid out")
    asking, last = page.locator(".asking").bounding_box(), lately.bounding_box()
    assert last["x"] >= asking["x"] + asking["width"]
    context.close()
