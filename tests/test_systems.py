"""Every system: other locks, other encodings, names of files that are no text."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SAMPLE = ROOT / "sample_logs" / "lutece" / "five-players-french.jsonl"
QUAESTOR = (sys.executable, "-c", "from cli.main import main; main()")
PLAIN = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


def run(*words: object, typed: bytes = b"", **env: str) -> subprocess.CompletedProcess[bytes]:
    given = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG", "PYTHON"))}
    return subprocess.run([*QUAESTOR, *words], capture_output=True, input=typed, cwd=ROOT, env=given | env)


@pytest.mark.parametrize(
    ("env", "held"),
    [
        ({"PYTHONIOENCODING": "ascii"}, b"Lut\\u00e8ce"),
        ({"PYTHONIOENCODING": "latin-1"}, b"Lut\xe8ce"),
        ({"PYTHONIOENCODING": "cp1250"}, b"Lut\\u00e8ce"),
        (PLAIN, b"Lut\\u00e8ce"),
    ],
    ids=["ascii", "latin-1", "cp1250", "the C locale"],
)
def test_what_an_encoding_cannot_hold_is_escaped(env: dict[str, str], held: bytes):
    told = run("audit", SAMPLE, **env)
    assert (told.returncode, told.stderr, held in told.stdout) == (0, b"", True)


def test_json_in_ascii_is_the_same_json():
    plain, other = run("audit", SAMPLE, "--json"), run("audit", SAMPLE, "--json", PYTHONIOENCODING="ascii")
    assert other.stdout.isascii()
    assert json.loads(other.stdout) == json.loads(plain.stdout)


def test_a_complaint_is_escaped_too(tmp_path: Path):
    told = run("score", tmp_path / "d\u00e9j\u00e0.jsonl", "--lang", "pl", PYTHONIOENCODING="ascii")
    assert told.returncode == 2
    assert b"d\\u00e9j\\u00e0.jsonl" in told.stderr
    assert told.stderr.count(b"\n") == 1


def test_letters_typed_in_utf_8_are_read_where_only_ascii_is_known(tmp_path: Path):
    log = tmp_path / "x.jsonl"
    assert run("new", log, "-p", "Ana,Bo").returncode == 0
    told = run("record", log, typed="# déjà\n".encode() + b"# \xff\n", PYTHONIOENCODING="ascii")
    assert told.returncode == 0, told.stderr
    assert [json.loads(line)["text"] for line in log.read_bytes().splitlines()[1:]] == ["déjà", "\\xff"]


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are bytes only here")
def test_a_log_may_have_a_name_that_is_no_text(tmp_path: Path):
    path = os.fsdecode(os.fsencode(tmp_path) + b"/\xff.jsonl")
    Path(path).write_bytes(SAMPLE.read_bytes())
    assert run("audit", path).returncode == 0
    told = run("audit", path, "--json")
    assert json.loads(told.stdout)["reports"][0]["log"] == path


def test_recording_reading_and_judging_go_without_what_only_unix_has(tmp_path: Path):
    """A machine without fcntl, without files that have no name, whose folders cannot be flushed, and other locks."""
    script = """
import os, sys
from types import ModuleType, SimpleNamespace
held = set()
class LockException(Exception): pass
def lock(descriptor, flags):
    number = os.fstat(descriptor).st_ino
    if number in held: raise LockException
    held.add(number)
other = ModuleType("portalocker")
other.lock, other.exceptions = lock, SimpleNamespace(LockException=LockException)
other.LockFlags = SimpleNamespace(EXCLUSIVE=1, NON_BLOCKING=2)
sys.modules |= {"portalocker": other, "fcntl": None, "resource": None, "pwd": None, "termios": None}
for name in ("O_NONBLOCK", "O_NOFOLLOW", "O_CLOEXEC", "O_TMPFILE", "nice"): delattr(os, name)
import ledger.files, ledger.locks
ledger.locks.os = SimpleNamespace(name="nt")
ledger.files.os = type("Nt", (), {"__getattr__": lambda self, key: "nt" if key == "name" else getattr(os, key)})()
from cli.main import main
close = os.close
def closed(descriptor):
    try: held.discard(os.fstat(descriptor).st_ino)
    finally: close(descriptor)
os.close = closed
main()
"""
    log = tmp_path / "x.jsonl"

    def there(*words: object, typed: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        done = subprocess.run([sys.executable, "-c", script, *words], input=typed, capture_output=True, cwd=ROOT)
        assert done.returncode == 0, done.stderr
        return done

    there("new", log, "-p", "Ana,Bo")
    there("record", log, typed=b"A 1 B 2 C 3\n1 1 2 4 3 29\nquit\n")
    there("amend", log, "1", "--withdraw")
    assert log.read_bytes().count(b"\n") == 8
    there("audit", log)
    there("show", log)
    assert list(tmp_path.iterdir()) == [log]


def test_a_log_that_another_program_marked_or_converted_is_told_as_that_and_as_one_log(tmp_path: Path):
    path = tmp_path / "x.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + SAMPLE.read_bytes())
    told = json.loads(run("audit", path, "--json").stdout)["reports"]
    assert [(one["verdict"], one["integrity"]) for one in told] == [("damaged", "damaged")]
    assert "byte order mark" in told[0]["findings"][0]["message"]


def test_memory_that_is_let_go_is_given_back():
    """Large blocks in a thread, with small ones kept between them: glibc alone would keep the room of all."""
    script = """
import os
from threading import Thread
from ledger.memory import given_back

def held():
    with open('/proc/self/statm') as file:
        return int(file.read().split()[1]) * os.sysconf('SC_PAGE_SIZE') // 2**20

def work():
    bytearray(16 * 2**20)  # once it is let go, glibc keeps whatever is smaller
    large = [(b'x' * 2**20, kept.append(b'y' * 100_000)) for _ in range(100)]
    assert held() - before > 90

given_back()
before, kept = held(), []
thread = Thread(target=work)
thread.start()
thread.join()
assert len(kept) == 100 and held() - before < 40, held() - before
"""
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT)
    assert ended.returncode == 0, ended.stderr
