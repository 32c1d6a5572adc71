"""A game from outside on the pad: its table, forms, sheet and replay are drawn from what every game says of itself."""

import os

from pads import Server
from playwright.sync_api import expect
from test_outside import HOUSE, installed  # noqa: F401
from test_pad_browser import browser, launch, link, phone  # noqa: F401


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
        expect(page.locator(".seats-pane")).not_to_contain_text("Events")
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
