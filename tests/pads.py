"""A real pad in a process of its own, and phones that talk to it."""

import http.client
import json
import resource
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from tests.patience import PATIENCE


class Answer(NamedTuple):
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Server:
    """`quaestor pad`, started, stopped and killed."""

    def __init__(self, folder: Path, *more: str, port: int = 0) -> None:
        self.folder, self.more, self.port = Path(folder), more, port or free_port()
        try:
            self.start()
        except AssertionError:
            if port:
                raise
            self.port = free_port()  # somebody else was quicker
            self.start()

    def start(self) -> None:
        command = [
            sys.executable,
            "-m",
            "cli.main",
            "pad",
            "--json",
            "--dir",
            str(self.folder),
            "--port",
            str(self.port),
        ]
        self.errors = (self.folder.parent / "errors").open("ab")
        self.process = subprocess.Popen([*command, *self.more], stdout=subprocess.PIPE, stderr=self.errors, text=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise AssertionError((self.folder.parent / "errors").read_text())
        self.told = json.loads(line)
        self.address = self.told["address"]
        self.port = urlsplit(self.address).port or 0
        self.key = self.told["link"].partition("#house=")[2]

    def alive(self) -> None:
        """Fail if it went without being told to."""
        code = self.process.poll()
        if code not in (None, -signal.SIGKILL):
            raise AssertionError(f"the pad ended with {code}: {(self.folder.parent / 'errors').read_text()}")

    def kill(self) -> None:
        """As a power cut would."""
        self.process.kill()
        self._gone()

    def stop(self) -> int:
        """As Ctrl-C does."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        return self._gone()

    def _gone(self) -> int:
        code = self.process.wait(20)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.errors.close()
        return code

    def phone(self, key: str = "") -> "Phone":
        return Phone(self, key or self.key)

    def table(self, *players: str, game: str = "lutece", **more: Any) -> "Seat":
        """A new table with its scribe."""
        players = players or ("Ana", "Bo", "Cem")
        made = self.phone().post("/api/tables", {"game": game, "players": players, "id": new_id(), **more})
        assert made.status == 201, made.body
        return Seat(self, made.json["name"], made.json["keys"])


@contextmanager
def full_disk(server: Server, size: int) -> Iterator[None]:
    """For a while the server's files cannot grow beyond this size."""
    _, most = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, most))
    try:
        yield
    finally:
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (most, most))


class Phone:
    """Sends requests with a key."""

    def __init__(self, server: Server, key: str | None) -> None:
        self.server, self.key = server, key

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE)
        own = {"Authorization": f"Bearer {self.key}"} if self.key is not None else {}
        try:
            connection.request(method, path, body, own | {name.replace("_", "-"): one for name, one in headers.items()})
            answer = connection.getresponse()
            return Answer(answer.status, {name.lower(): one for name, one in answer.getheaders()}, answer.read())
        finally:
            connection.close()

    def get(self, path: str, **headers: str) -> Answer:
        return self.ask("GET", path, **headers)

    def post(self, path: str, value: object, **headers: str) -> Answer:
        return self.ask("POST", path, json.dumps(value).encode(), **{"Content_Type": "application/json", **headers})

    def stream(self, path: str) -> "Stream":
        return Stream(self, path)


class Seat:
    """A phone at a table, for each of the three links."""

    def __init__(self, server: Server, name: str, keys: dict[str, str]) -> None:
        self.server, self.name, self.keys = server, name, keys
        self.at = f"/api/tables/{name}"
        self.path = server.folder / f"{name}.jsonl"
        self.scribe, self.player, self.spectator = (
            server.phone(keys[role]) for role in ("scribe", "player", "spectator")
        )

    def enter(self, *events: dict[str, Any], after: int | None = None, who: Phone | None = None, **more: Any) -> Answer:
        """Entries from the scribe's phone, or somebody else's."""
        entries = [{"id": new_id(), **event} for event in events]
        return (who or self.scribe).post(f"{self.at}/entries", {"entries": entries, "after": after, **more})

    def state(self, who: Phone | None = None, query: str = "") -> Any:
        answer = (who or self.scribe).get(f"{self.at}/state{query}")
        assert answer.status == 200, answer.body
        return answer.json

    def story(self) -> Any:
        return self.scribe.get(f"{self.at}/story").json

    def lines(self) -> list[dict[str, Any]]:
        """The log as it is on disk."""
        return [json.loads(line) for line in self.path.read_bytes().splitlines()]


class Stream:
    """An open stream of news."""

    def __init__(self, phone: Phone, path: str) -> None:
        self.socket = socket.create_connection(("127.0.0.1", phone.server.port), timeout=PATIENCE)
        head = (
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{phone.server.port}\r\nAuthorization: Bearer {phone.key}\r\n\r\n"
        )
        self.socket.sendall(head.encode())
        self.file = self.socket.makefile("rb")
        self.status = int(self.file.readline().split()[1])
        while self.file.readline() not in (b"\r\n", b""):
            pass

    def news(self) -> dict[str, Any] | None:
        """The next piece of news; None when the stream has ended."""
        while line := self.file.readline():
            if line.startswith(b"data: "):
                found: dict[str, Any] = json.loads(line[6:])
                return found
            if line == b"0\r\n":
                return None
        return None

    def __enter__(self) -> "Stream":
        return self

    def __exit__(self, *error: object) -> None:
        self.file.close()
        self.socket.close()


def free_port() -> int:
    """A port that no outgoing connection takes while the server is dead for a moment."""
    while True:
        port = 12_000 + secrets.randbelow(18_000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def until(true: Callable[[], object], seconds: float = PATIENCE) -> None:
    """Wait for something that nobody tells us of."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "waited for what did not come"
        time.sleep(0.05)


def new_id() -> str:
    """As a phone makes one."""
    return secrets.token_hex(16)
