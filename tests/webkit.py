"""WebKit, of which Safari is made, driven through plain WebDriver: `apt-get install webkit2gtk-driver xvfb`."""

import http.client
import json
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from pads import free_port

from tests.patience import PATIENCE

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # what WebDriver calls a reference to an element
BROWSERS = [str(path) for path in Path("/usr/lib").glob("*/webkit2gtk-4*/MiniBrowser")]


def lacking() -> list[str]:
    """What is not installed of what this needs."""
    there = {name: shutil.which(name) for name in ("WebKitWebDriver", "Xvfb")}
    there["MiniBrowser"] = next(iter(BROWSERS), None)
    return [name for name, path in there.items() if path is None]


WANTED = pytest.mark.skipif(
    bool(lacking()) and os.environ.get("CI") != "true", reason=f"WebKit needs {', '.join(lacking())}"
)


class Safari:
    """A page in WebKit."""

    def __init__(self, port: int) -> None:
        self.port = port
        options = {"binary": BROWSERS[0], "args": ["--automation"]}
        wanted = {"browserName": "MiniBrowser", "webkitgtk:browserOptions": options}
        self.at = f"/session/{self.ask('POST', '/session', {'capabilities': {'alwaysMatch': wanted}})['sessionId']}"

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request(method, path, json.dumps(body) if body is not None else None)
            return json.loads(connection.getresponse().read()).get("value")
        finally:
            connection.close()

    def open(self, url: str) -> None:
        self.ask("POST", f"{self.at}/url", {"url": url})

    def run(self, script: str, *given: Any) -> Any:
        """What a script says that returns something."""
        return self.ask("POST", f"{self.at}/execute/sync", {"script": script, "args": list(given)})

    def tap(self, xpath: str) -> None:
        """Tap what is there, as soon as it is."""
        found: dict[str, str] = {}

        def tapped() -> bool:
            found.clear()
            found.update(self.ask("POST", f"{self.at}/element", {"using": "xpath", "value": xpath}) or {})
            if ELEMENT not in found:
                return False
            self.run("arguments[0].scrollIntoView({block: 'center'})", found)  # the bars do not cover it
            return self.ask("POST", f"{self.at}/element/{found[ELEMENT]}/click", {}) is None

        self.until(tapped, xpath)

    def until(self, true: Any, what: str) -> None:
        end = time.monotonic() + PATIENCE
        while not true():
            assert time.monotonic() < end, f"not there: {what}"
            time.sleep(0.1)

    def shows(self, text: str) -> None:
        self.until(lambda: text in (self.run("return document.body.innerText") or ""), text)


@contextmanager
def safari() -> Iterator[Safari]:
    """WebKit on a screen that nobody sees."""
    read, write = os.pipe()
    screen = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "1000x900x24", "-nolisten", "tcp"],
        pass_fds=(write,), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(write)
    with os.fdopen(read) as told:
        display = f":{told.readline().strip()}"
    port = free_port()
    env = {**os.environ, "DISPLAY": display, "GDK_BACKEND": "x11", "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"}
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "env": env}
    driver = subprocess.Popen(["WebKitWebDriver", f"--port={port}"], **quiet)
    try:
        page = _begun(port)
        yield page
        page.ask("DELETE", page.at)
    finally:
        for process in (driver, screen):
            process.terminate()
            process.wait(20)


def _begun(port: int) -> Safari:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return Safari(port)
        except ConnectionRefusedError:
            assert time.monotonic() < end, "WebKitWebDriver does not answer"
            time.sleep(0.1)
