"""In WebKit, of which Safari is made: a number pad that can be tapped, and a replay opened from a file."""

import pytest
from pads import Server
from test_board_browser import LOGS
from webkit import WANTED, safari

from cli.replay_page import replay_page
from ledger.games import GAMES
from ledger.log import decode, read, scan

pytestmark = WANTED


@pytest.fixture
def page():
    with safari() as page:
        yield page


def test_a_number_pad_opens_with_a_height_of_its_own(page, tmp_path):
    """It had none once: nothing could be counted on an iPhone."""
    server = Server(tmp_path / "logs")
    try:
        table = server.table("Ana", "Bo", mode="score")
        page.open(f"{server.address}/#t={table.name}&k={table.keys['scribe']}")
        page.tap("//button[text()='By counting']")
        page.tap("//button[starts-with(@aria-label, 'Ana,') and contains(@aria-label, 'coins')]")
        height = "return document.querySelector('dialog[open]')?.getBoundingClientRect().height || 0"
        page.until(lambda: page.run(height) > 150, "the number pad")
    finally:
        server.stop()


def test_a_replay_opens_from_a_file(page, tmp_path):
    sound = scan(read(LOGS["lutece"]))
    file = tmp_path / "game.html"
    file.write_bytes(replay_page(*decode(sound, GAMES), sound.head, "en"))
    page.open(f"file://{file}#42")
    page.shows("of 112")
    assert page.run("return document.querySelectorAll('.replay .board .thing').length") > 6
    page.shows("your box may differ")
    page.tap("//button[@aria-label='To the latest']")
    page.shows("112 of 112")
