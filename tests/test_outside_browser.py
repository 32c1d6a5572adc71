"""A game from outside on the pad: its table, forms, sheet and replay are drawn from what every game says of itself."""

import os
import shutil

import pytest
from pads import Server
from playwright.sync_api import expect
from test_board_browser import WIDE, faults, spills
from test_outside import HOUSE, PACKAGE, installed  # noqa: F401
from test_pad_browser import browser, launch, link, phone  # noqa: F401

SEVEN = ("Ana", "עומר בן־דוד", "مريم العلوي", "Józefina Święcicka-Brzęczyszczykiewicz", "王小明", "Bo", "Ｘ Æ A-12")
CUT = "[...document.querySelectorAll('.face .title')].filter(one => one.scrollWidth > one.clientWidth + 1).length"


def test_a_game_that_the_pad_has_never_seen_is_played_scored_and_shown(installed, tmp_path, monkeypatch, phone):  # noqa: F811
    monkeypatch.setenv("PYTHONPATH", f"{installed}{os.pathsep}{HOUSE}")
    server = Server(tmp_path / "logs")
    try:
        page = phone(f"{server.address}/#house={server.key}&p=new", rough=True)
        page.get_by_role("button", name="Pig").click()
        for name in ("Ana", "Bo"):
            page.get_by_role("textbox", name="Name of player").fill(name)
            page.get_by_role("button", name="Add").click()
        page.get_by_role("button", name="Start").click()
        page.get_by_role("button", name="Ana rolls 6").click()
        expect(page.locator(".undo")).to_contain_text("Ana rolls 6")
        page.get_by_role("button", name="Ana keeps the points").click()
        expect(page.locator(".running .seat-0.lead")).to_contain_text("Ana 6")
        expect(page.locator(".seats-pane .seat-of")).to_contain_text(["Ana", "Bo"])
        expect(page.locator(".seats-pane .seat-of.turn")).to_contain_text("Bo")  # whose are all the moves on offer
        for known in ("Events", "points 6"):  # the sheet tells of them
            expect(page.locator(".seats-pane")).not_to_contain_text(known)
        expect(page.locator(".middle-of")).not_to_contain_text("lost")  # nobody has
        expect(page.locator(".middle .thing")).to_have_text(["Bo", "Ana"])
        expect(page.locator(".middle button")).to_have_count(0)  # people are no things to take
        page.get_by_role("button", name="Bo rolls 1").click()
        page.get_by_role("button", name="Bo passes the die on").click()
        page.locator(".tabs a", has_text="Sheet").click()
        page.get_by_role("button", name="Ana, points: 6").click()
        expect(page.locator("dialog")).to_contain_text("kept")
        page.locator("dialog .close").click()
        page.locator(".tabs a", has_text="Story").click()
        with page.expect_download() as waited:
            page.get_by_role("button", name="The replay as a file").click()
        waited.value.save_as(tmp_path / "pig.html")
        assert "reconstructed" not in page.locator("main").inner_text()
        shown = phone((tmp_path / "pig.html").as_uri())
        shown.locator(".moment-words").wait_for()
        shown.keyboard.press("Home")
        for words in ("Ana rolls 6", "Ana keeps the points"):
            shown.keyboard.press("ArrowRight")
            expect(shown.locator(".moment-words")).to_have_text(words)
        expect(shown.locator(".seat-of .total")).to_contain_text(["6", "0"])
    finally:
        server.stop()


@pytest.fixture
def strange(tmp_path, monkeypatch):
    """A pad that knows a game whose table is like no other."""
    told = tmp_path / "site" / "strange-1.0.dist-info"
    told.mkdir(parents=True)
    shutil.copy(PACKAGE / "strange.py", told.parent)
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: strange\nVersion: 1.0\n")
    (told / "entry_points.txt").write_text("[quaestor.games]\nstrange = strange:GAME\n")
    monkeypatch.setenv("PYTHONPATH", f"{told.parent}{os.pathsep}{HOUSE}")
    server = Server(tmp_path / "logs")
    table = server.table(*SEVEN, game="strange", title="The reckoning")
    for at in range(20):
        assert table.enter({"type": "took", "player": SEVEN[at % 7], "card": f"X{3 * at:02}"}).status == 200
    yield table
    server.stop()


def test_a_table_like_no_other_is_drawn_whole(strange, phone, browser):  # noqa: F811
    page = phone(link(strange))
    large = browser.new_context(**WIDE, locale="en-GB").new_page()
    large.goto(link(strange))
    for shown in (page, large):
        expect(shown.locator(".seats-pane .seat-of")).to_have_count(7)
        assert spills(shown) <= 0 and shown.evaluate(CUT) == 0
        expect(shown.locator(".seats-pane")).to_contain_text("astrolabes 3")  # whose picture nobody has drawn
        assert faults(shown) == []
    signs = page.locator(".running .sign-of").evaluate_all("all => all.map(one => one.outerHTML)")
    assert len(set(signs)) == 7
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert spills(page) <= 0
    large.locator(".tabs a", has_text="Story").click()
    lines = large.locator(".curve path")
    expect(lines).to_have_count(7)
    assert "none" not in lines.evaluate_all("all => all.map(one => getComputedStyle(one).stroke)")
    large.context.close()
