"""When does a phone see its table? Chromium with its processor slowed to a quarter, over 3G (1.6 Mbit/s, 150 ms).

    uv run python tests/bench/first.py

A busy machine spoils the time, so what it is made of is told beside it: requests and bytes until then, and how long
scripts, styles and layout took on the slowed processor.
"""

import shutil
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))
from pads import Seat, Server
from playwright.sync_api import Browser, sync_playwright
from screenshots import played

TIMES = 9
SLOWER = 4
NETWORK = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 0.75e6 / 8}
SEEN = """new MutationObserver((_, watcher) => {
    if (!document.querySelector(".middle .thing")) return;
    watcher.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(() => { globalThis.seen = performance.now(); }));
}).observe(document, { childList: true, subtree: true });"""
ASKED = """performance.getEntries().filter((one) => one.responseEnd && one.responseEnd < globalThis.seen
    && !one.name.endsWith(".svg")).map((one) => one.encodedBodySize)"""  # the icon is the browser's own wish
SPENT = ("ScriptDuration", "LayoutDuration", "RecalcStyleDuration")


def main() -> None:
    """Open the same half of a game again and again, each time on a new phone."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "logs")
        try:
            table = played(server, 0.6)
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            all_of_them = [opened(browser, table) for _ in range(TIMES)]
            browser.close()
        finally:
            server.stop()
    for name in all_of_them[0]:
        figures = sorted(one[name] for one in all_of_them)
        print(f"{name:28} fastest {figures[0]:8,.0f}   median {median(figures):8,.0f}")


def opened(browser: Browser, table: Seat) -> dict[str, float]:
    """One phone that has never been here."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, is_mobile=True, bypass_csp=True)
    page = context.new_page()
    told: Any = context.new_cdp_session(page)
    told.send("Network.enable")
    told.send("Network.emulateNetworkConditions", NETWORK)
    told.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    told.send("Performance.enable")
    page.add_init_script(SEEN)
    page.goto(f"{table.server.address}/#t={table.name}&k={table.keys['scribe']}")
    page.wait_for_function("globalThis.seen")
    spent = {one["name"]: one["value"] * 1000 for one in told.send("Performance.getMetrics")["metrics"]}
    asked = page.evaluate(ASKED)
    seen = page.evaluate("globalThis.seen")
    context.close()
    return {"ms until the table is seen": seen, "requests": len(asked), "bytes": sum(asked)} | {
        f"ms of {name.removesuffix('Duration')}": spent[name] for name in SPENT
    }


if __name__ == "__main__":
    main()
