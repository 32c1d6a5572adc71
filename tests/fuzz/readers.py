"""Every door that reads what others wrote, as a command or a phone opens it, in this process."""

import asyncio
import gzip
import io
import json
import shutil
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

import typer
from typer.main import get_command

from cli.main import ROOMS
from cli.options import Failure, app
from cli.reader import dressed, speak
from ledger import files
from ledger.audit import audit, report_json
from ledger.games import GAMES
from ledger.log import LogError, decode, encode, scan
from ledger.simulate import simulate
from ledger.transcript import read, write
from ledger.words.speech import LANGUAGES

from .mutating import Mutate, briefly, bytewise, in_a_chain, in_json, in_json_lines, in_words

ROOT = Path(__file__).parent.parent.parent
SMALL = 16 * 1024  # seeds beyond this are cut or left out: many small inputs find more than few large ones
BRIEF = 20  # events of a game in words
LOG, OUT, OTHER = "LOG", "OUT", "OTHER"  # stand for files in a door's words


class Reader(NamedTuple):
    """One kind of file: inputs to begin with, how one is changed, and what reads it."""

    seeds: Callable[[], list[bytes]]
    mutate: Mutate
    read: Callable[[bytes], None]


# --- commands ---------------------------------------------------------------------------------------------------------


class Forgetful(files.Disk):
    """A disk that need not keep anything: flushing is what takes longest, and it is tried elsewhere."""

    def sync(self, descriptor: int) -> None:
        """Not now."""

    def sync_folder(self, folder: Path) -> None:
        """Not now."""


@cache
def _command() -> Any:
    for room in ROOMS:
        import_module(f"cli.{room}")
    return dressed(get_command(app))


@cache
def _folder() -> Path:
    memory = Path("/dev/shm")  # where it is there nothing is worn out
    return Path(tempfile.mkdtemp(prefix="fuzz-", dir=memory if memory.is_dir() else None))


@contextmanager
def quiet(typed: bytes = b"") -> Iterator[None]:
    """What is printed goes nowhere, as to a pipe in UTF-8; what is typed comes from `typed`."""
    stdin, disk = sys.stdin, files.disk
    sys.stdin, files.disk = io.TextIOWrapper(io.BytesIO(typed), "utf-8", "surrogateescape"), Forgetful()
    try:
        with redirect_stdout(_nowhere()), redirect_stderr(_nowhere()):
            yield
    finally:
        sys.stdin, files.disk = stdin, disk


def _nowhere() -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True)


def opened(words: tuple[str, ...], data: bytes, name: str, typed: bytes = b"") -> None:
    """Run a command over a file with these bytes; a refusal is an answer."""
    folder = _folder()
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    (folder / name).write_bytes(data)
    (folder / "other.jsonl").write_bytes(_played("lutece"))
    places = {LOG: folder / name, OTHER: folder / "other.jsonl", OUT: folder / "out"}
    given = [str(places[word]) if word in places else word.replace("OUT", str(folder / "out")) for word in words]
    with quiet(typed):
        try:
            _command()(given, standalone_mode=False)
        except (Failure, LogError, typer.TyperException, OSError):
            return


def doors(name: str, *commands: str) -> Callable[[bytes], None]:
    """Which of several commands reads an input is decided by its bytes, so that it is the same again next time."""
    split = [tuple(one.split()) for one in commands]

    def read(data: bytes) -> None:
        number = crc32(data)
        speak(tuple(LANGUAGES)[number // 1000 % len(LANGUAGES)])
        opened(split[number % len(split)], data, name)

    return read


LOG_DOORS = (
    "audit LOG",
    "audit LOG --json",
    "audit LOG",
    "audit LOG --json",
    "score LOG --why",
    "score LOG --json",
    "show LOG --at 7",
    "show LOG --json",
    "replay LOG",
    "export LOG --text",
    "export LOG --transcript",
    "export LOG --csv",
    "export LOG --html",
    "export LOG --bgstats",
    "export LOG --replay OUT.html",
    "recover LOG -o OUT",
    "whatif LOG --without 5",
    "explain LOG --player Ana",
    "compare LOG OTHER",
    "verdicts LOG -o OUT.csv",
    "amend LOG 3 --withdraw",
    "audit LOG --under en",
    "audit LOG --under fr,en",
    "pack LOG -o OUT.jsonl.zst",
)


# --- what there is to begin with --------------------------------------------------------------------------------------


@cache
def _played(game: str, seed: int = 3) -> bytes:
    return simulate(GAMES[game], seed)


@cache
def logs() -> list[bytes]:
    """Sound and spoilt logs, the long ones cut where an event ends."""
    paths = sorted((ROOT / "sample_logs").rglob("*.jsonl"))
    return [_cut(path.read_bytes()) for path in paths]


def _cut(data: bytes) -> bytes:
    return data if len(data) <= SMALL else data[: data.rfind(b"\n", 0, SMALL) + 1]


def _events() -> Iterator[tuple[Any, list[Any]]]:
    for data in logs():
        try:
            found = scan(data)
            yield decode(found, GAMES)
        except LogError:
            continue


def transcripts() -> list[bytes]:
    return [write(events) for _, events in _events()]


@cache
def texts() -> list[bytes]:
    """Games in words, in each language."""
    from ledger.language.text import written
    from ledger.walk import in_force
    from ledger.words.speech import language

    chosen = [(game, in_force(events[:BRIEF]).events) for game, events in list(_events())[::16]]
    return [written(game, events, language(code)).encode() for game, events in chosen for code in LANGUAGES]


TALLIES = (
    {"game": "lutece", "edition": "fr", "players": [
        {"player": "Ana", "coins": 7, "cards": ["C01", "C37", "L01"], "attached": {"C37": "C01"}},
        {"player": "Bo", "coins": 2, "cards": ["C02", "L30"]}]},
    {"game": "builders", "players": [
        {"player": "Ana", "coins": 3, "buildings": ["b01"], "machines": ["m01"], "prisoners": 1, "loans": 2},
        {"player": "Bo", "left": True}]},
    {"game": "glory_to_rome", "players": [{"player": "Ana"}, {"player": "Bo", "left": False}]},
)  # fmt: skip
COUNTS = (
    {"game": "lutece", "players": [
        {"player": "Ana", "coins": 7, "resources": {"beer": 2, "bread": 1, "potion": 0, "gladius": 3},
         "talents": {"beer": [3, 9]}, "locations": {"laboratory": 1, "forge": 0, "statue": 2, "bakery": 1},
         "families": {"beer": 3}, "roman": 1, "markets": 2, "legionnaires": 1, "cards": 9},
        {"player": "Bo", "coins": None, "roman": 2}]},
)  # fmt: skip


def counts() -> list[bytes]:
    """Declarations by counts, each game's own fields among them."""
    made = [json.dumps(one).encode() for one in COUNTS]
    for game in GAMES.values():
        kind = game.worth.counts
        if kind is not None:
            fields = {
                name: 1 for name in kind.__struct_fields__ if name not in ("player", "n", "ts", "by", "id", "more")
            }
            players = [{"player": "Ana", **fields}, {"player": "Bo", **{name: {"x": 2} for name in fields}}]
            made.append(json.dumps({"game": game.name, "players": players}).encode())
    return made


def catalogues() -> list[bytes]:
    """Every card list we ship; the long ones with their first cards only."""
    made = []
    for game in GAMES.values():
        content = json.loads(game.catalogue().data)
        short = {key: one[:6] if isinstance(one, list) else one for key, one in content.items()}
        made += [json.dumps(short).encode(), game.catalogue().data]
    return made


PEOPLE = b'hidden = ["Bo"]\n\n[aliases]\nAna = ["Anna", "ana"]\nCem = ["Bo"]\n'


def traces() -> list[bytes]:
    """Neutral traces, cut short, gzipped and not."""
    made = []
    for path in sorted((ROOT / "tests" / "data" / "glory_to_rome").glob("*.json.gz")):
        trace = json.loads(gzip.decompress(path.read_bytes()))
        for most in (3, 12):
            made.append(json.dumps({key: _short(one, most) for key, one in trace.items()}).encode())
    return [*made, gzip.compress(made[0], mtime=0)]


def _short(value: Any, most: int) -> Any:
    return value[:most] if isinstance(value, list) else value


def packs() -> list[bytes]:
    """Small games in every kind of file that many logs come in."""
    import zstandard

    from ledger.packs import pack

    one, two = _begun("lutece"), _cut(_played("builders"))
    pair = [("a.jsonl", one), ("b/c.jsonl", two)]
    target = _folder() / "seed.jsonl.zst"
    with quiet():
        pack(iter(pair), target)
    own = target.read_bytes()
    target.unlink()
    tar, wrapped = io.BytesIO(), io.BytesIO()
    with tarfile.open(fileobj=tar, mode="w") as archive, zipfile.ZipFile(wrapped, "w", zipfile.ZIP_DEFLATED) as other:
        for name, data in pair:
            about = tarfile.TarInfo(name)
            about.size = len(data)
            archive.addfile(about, io.BytesIO(data))
            other.writestr(name, data)
    plain = one + two
    packed = zstandard.compress(plain)
    return [own, tar.getvalue(), wrapped.getvalue(), gzip.compress(plain), gzip.compress(tar.getvalue()), packed, plain]


# --- the pad ----------------------------------------------------------------------------------------------------------

NEW = {"game": "lutece", "players": ["Ana", "Bo", "Cem"], "title": "x", "id": "0" * 16}
BODIES = (
    [{"to": "entries", "body": {"entries": [{"type": "note_added", "text": "a", "id": "a" * 16}], "after": 0}},
     {"to": "entries", "role": "player", "body": {"entries": [
         {"type": "card_offered", "tile": "A", "card": "C01", "id": "b" * 16},
         {"type": "bid_placed", "player": "Ana", "actions": ["A", "revenue"], "id": "c" * 16}], "after": 1, "own": []}},
     {"to": "state", "role": "spectator"}, {"to": "story"}],
    [{"to": "draft", "body": {"entries": [{"type": "entry_withdrawn", "target": 1, "id": "d" * 16}]}},
     {"to": "carried", "body": {"entries": [{"type": "entry_corrected", "target": 1, "entry": {
         "type": "note_added", "text": "b"}, "id": "e" * 16}]}},
     {"to": "seen", "body": {"n": 0, "head": "0" * 64, "who": "Ana"}}],
    [{"to": "seat", "role": "player", "body": {"player": "Ana"}},
     {"to": "rows", "role": "player", "body": {"player": "Ana", "form": "holdings_declared", "answers": {"coins": 3},
                                               "id": "f" * 16}},
     {"to": "rows"}, {"to": "state"},
     {"to": "entries", "body": {"entries": [{"type": "holdings_declared", "player": "Ana", "coins": 3,
                                             "cards": ["C01"], "id": "1" * 16}]}},
     {"to": "end", "body": {"id": "2" * 16, "by": "Ana"}}, {"to": "reopen", "body": {}}],
    [{"to": "keys", "body": {"renew": "player"}}, {"to": "keys"}, {"to": "export?format=html"},
     {"to": "rematch", "body": {"id": "3" * 16}},
     {"to": "/api/opening", "body": {"game": "builders", "players": ["A"]}},
     {"to": "/api/boxes/lutece", "body": {"card": {"id": "C01", "name": "x"}}}, {"to": "/api/boxes/lutece"},
     {"to": "/api/evening?find=a&day=2026-11-15"}, {"to": "/api/house"}],
)  # fmt: skip


def bodies() -> list[bytes]:
    """What phones send, a request a line; the first starts the table."""
    games = [NEW, NEW | {"game": "glory_to_rome"}, NEW | {"game": "builders", "mode": "score"}]
    games.append(NEW | {"game": "builders", "also": {"apprentices": {"Ana": "w15", "Bo": "w16", "Cem": "w17"}}})
    made = [[{"to": "/api/tables", "body": game}, *rest] for game in games for rest in BODIES]
    return [b"".join(json.dumps(line).encode() + b"\n" for line in lines) for lines in made]


def sent(data: bytes) -> None:
    """Send every line of an input to a house of its own; an answer of 500 is a mistake of ours."""
    folder = _folder() / "house"
    shutil.rmtree(folder, ignore_errors=True)
    with quiet():
        asyncio.run(_evening(folder, data.splitlines()[:12]))


async def _evening(folder: Path, lines: list[bytes]) -> None:
    from cli.pad.app import Pad, application
    from cli.pad.folder import LogFolder

    house = LogFolder(folder)
    pad = application(Pad(house, "http://pad"))
    keys = {"house": house.keys.house}
    name = "none"
    for line in lines:
        asked = _asked(line)
        path = str(asked.get("to", ""))
        path = path if path.startswith("/") else f"/api/tables/{name}/{path}"
        if any(one in path for one in ("at=", "film", "export", "stream")):
            continue  # those are answered by another process, or without end
        status, answer = await _request(pad, path, asked, keys.get(str(asked.get("role")), keys["house"]))
        assert status != 500, f"{path} was answered with 500: {answer[:300]!r}"
        if status == 201 and name == "none" and path == "/api/tables":
            made = json.loads(answer)
            name, keys = made["name"], {**keys, **made["keys"]}
    house.past.close()


def _asked(line: bytes) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        found = None
    return found if isinstance(found, dict) else {"to": "entries", "body": line.decode("latin-1")}


async def _request(pad: Any, path: str, asked: dict[str, Any], key: str) -> tuple[int, bytes]:
    given = asked.get("body")
    body = given.encode("latin-1", "replace") if isinstance(given, str) else json.dumps(given).encode()
    where, _, query = path.encode("utf-8", "replace").decode().partition("?")  # made of bytes, as a server makes it
    headers = {"authorization": f"Bearer {key}", "content-type": "application/json", "x-phone": "p" * 16}
    scope = {
        "type": "http",
        "method": "GET" if given is None else "POST",
        "path": where,
        "raw_path": where.encode("utf-8", "replace"),
        "query_string": query.encode("utf-8", "replace"),
        "root_path": "",
        "scheme": "http",
        "http_version": "1.1",
        "client": ("127.0.0.1", 1),
        "server": ("pad", 80),
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }
    answers: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        answers.append(message)

    await pad(scope, receive, send)
    return answers[0]["status"], b"".join(one.get("body", b"") for one in answers)


# --- beneath the doors: no file and no command, so that millions are tried in an hour ---------------------------------


def beneath(reading: Callable[[bytes], object]) -> Callable[[bytes], None]:
    """What a door calls with the bytes that it was given; it catches these errors and no others."""

    def read(data: bytes) -> None:
        try:
            reading(data)
        except (LogError, ValueError):
            return

    return read


def decoded(data: bytes) -> None:
    """The bytes of a log, and its events."""
    found = scan(data)
    if found.lines:
        decode(found, GAMES)


def reported(data: bytes) -> None:
    """A whole audit, as JSON has it."""
    json.dumps(report_json(audit(data, GAMES), "friday.jsonl"))


def openings(kind: Callable[[], list[bytes]]) -> Callable[[], list[bytes]]:
    """The first lines of each."""
    return lambda: list(dict.fromkeys(b"".join(one.splitlines(keepends=True)[:5]) for one in kind()))


# --- the others -------------------------------------------------------------------------------------------------------


def players_file(data: bytes) -> None:
    """The names of an archive, and the SQL that is made of them."""
    from ledger.archive.people import read_people

    folder = _folder()
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    (folder / "players.toml").write_bytes(data)
    try:
        people = read_people(folder)
    except LogError:
        return
    people.call("Ana")


def typed(data: bytes) -> None:
    """What a scribe types, at a table that has just begun."""
    game = list(GAMES)[crc32(data) % len(GAMES)]
    begun = _begun(game)
    speak(tuple(LANGUAGES)[crc32(data) // 7 % len(LANGUAGES)])
    opened(("record", LOG), begun, "log.jsonl", typed=data)


@cache
def _begun(game: str) -> bytes:
    _, events = decode(scan(_played(game)), GAMES)
    return encode(events[:1])


def said() -> list[bytes]:
    """Games in words without their headings: what a scribe would type."""
    short = [b"\n".join(text.split(b"\n\n", 1)[-1].split(b"\n")[:4]) for text in texts()]
    return [*short, b"A 1 B 2 C 3\n1 1 2 4 3 29\nana A+2 rev\nundo\nquit\n", b"?\ncards le\nsheet\nshow\n1\nend game\n"]


def dumped(values: Any) -> Callable[[], list[bytes]]:
    """Values as files of JSON."""
    return lambda: [json.dumps(one).encode() for one in values]


TALLY = doors("tally.json", "tally LOG", "tally LOG --json")
READERS: dict[str, Reader] = {
    "log": Reader(logs, briefly(in_a_chain), doors("log.jsonl", *LOG_DOORS)),
    "transcript": Reader(
        transcripts, briefly(in_json_lines), doors("game.txt", "import LOG -o OUT", "import LOG -o OUT --json")
    ),
    "text": Reader(texts, briefly(in_words), doors("game.txt", "import --text LOG -o OUT")),
    "record": Reader(said, in_words, typed),
    "tally": Reader(dumped(TALLIES), in_json, TALLY),
    "counts": Reader(counts, in_json, TALLY),
    "catalogue": Reader(
        catalogues,
        in_json,
        doors(
            "cards.json",
            "catalogue check LOG",
            "audit OTHER --catalogue LOG",
            "cards lutece --catalogue LOG",
            "new OUT -p Ana,Bo --catalogue LOG",
            "new OUT -g glory_to_rome -p Ana,Bo --catalogue LOG",
        ),
    ),
    "players": Reader(lambda: [PEOPLE, b"hidden = []\n", b"[aliases]\n"], in_words, players_file),
    "neutral": Reader(traces, in_json, doors("trace.json", "import --from gtr-neutral LOG -o OUT")),
    "packs": Reader(
        packs,
        bytewise,
        doors("games.jsonl.zst", "audit LOG", "audit LOG --json", "unpack LOG -o OUT", "score LOG", "audit LOG#2"),
    ),
    "pad": Reader(bodies, in_json_lines, sent),
    "bytes": Reader(openings(logs), bytewise, beneath(decoded)),
    "chain": Reader(openings(logs), in_a_chain, beneath(decoded)),
    "lines": Reader(openings(transcripts), in_json_lines, beneath(lambda data: read(data, GAMES, None))),
    "verdict": Reader(openings(logs), in_a_chain, beneath(reported)),
}
