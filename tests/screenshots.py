"""The pictures in the README and the docs, taken anew: python tests/screenshots.py (needs Chromium)."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import to_builtins
from pads import Seat, Server
from playwright.sync_api import Page, sync_playwright

from ledger.games import GAMES
from ledger.log import decode, scan
from ledger.simulate import simulate

HERE = Path(__file__).parent.parent / "docs" / "pages" / "pictures"
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 780}, "device_scale_factor": 1.5, "is_mobile": True}
WIDE: dict[str, Any] = {"viewport": {"width": 1280, "height": 720}}
SEED, PLAYERS = 33, 4
GAME = GAMES["lutece"]


def main() -> None:
    """Play half a game, and look at it."""
    HERE.mkdir(exist_ok=True)
    folder = Path(tempfile.mkdtemp()) / "logs"
    server = Server(folder)
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            for scheme, name, page in pages(browser, server):
                page.wait_for_timeout(400)
                page.screenshot(path=HERE / f"{name}.png")
                print(f"{name}.png, {scheme}, {(HERE / f'{name}.png').stat().st_size // 1024} kB")
            browser.close()
    finally:
        server.stop()
        shutil.rmtree(folder.parent)


def pages(browser: Any, server: Server) -> Iterator[tuple[str, str, Page]]:
    """Entering a round, the cards one has, the sheet, the story in the dark, the table on a large screen."""
    half = played(server, share=0.62)
    page = opened(browser, half, "light")
    page.wait_for_selector(".choice")
    yield "light", "record", page
    page.get_by_role("button", name="Score only").click()
    page.locator(".open-picker").first.click()
    page.wait_for_selector("dialog .pick .icons")
    yield "light", "cards", page
    whole = played(server, share=1)
    page = opened(browser, whole, "light", "sheet")
    page.wait_for_selector("table.sheet")
    page.get_by_role("button", name="All at once").click()
    yield "light", "sheet", page
    page = opened(browser, whole, "dark", "story")
    page.wait_for_selector(".curve")
    page.locator("input[type=range]").evaluate("one => { one.value = 120; one.dispatchEvent(new Event('input')); }")
    page.wait_for_selector(".replay .thing")
    yield "dark", "story", page
    page = opened(browser, half, "light", screen=WIDE)
    page.wait_for_selector(".middle .thing")
    yield "light", "table", page


def opened(browser: Any, table: Seat, scheme: str, page: str = "", screen: dict[str, Any] = PHONE) -> Page:
    """A phone at this table, or a larger screen."""
    context = browser.new_context(**screen, locale="en-GB", color_scheme=scheme)
    shown: Page = context.new_page()
    rest = f"&p={page}" if page else ""
    shown.goto(f"{table.server.address}/#t={table.name}&k={table.keys['scribe']}{rest}")
    return shown


def played(server: Server, share: float) -> Seat:
    """A simulated game as far as that share of it, in the middle of a purchase phase, with one slip put right."""
    _, events = decode(scan(simulate(GAME, SEED, players=PLAYERS, edition="en")), GAMES)
    drop = ("n", "ts", "by", "id")
    told = [{name: value for name, value in to_builtins(one).items() if name not in drop} for one in events]
    kept = [one for one in told[1:] if one["type"] not in ("score_claimed", "game_ended", "log_sealed")]
    end = int(len(kept) * share)
    while end < len(kept) and kept[end]["type"] != "card_purchased":
        end += 1
    table = server.table(*told[0]["players"], edition="en", title="Friday night")
    for at in range(0, end, 20):
        assert table.enter(*kept[at : min(at + 20, end)]).status == 200
    bribe = next(at for at in range(end // 2, end) if kept[at]["type"] == "bribe_raised")
    right = {"type": "entry_corrected", "target": bribe + 1, "entry": kept[bribe], "reason": "read too fast"}
    assert table.enter(right).status == 200
    return table


if __name__ == "__main__":
    main()
