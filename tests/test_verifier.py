"""A second verifier, written in another language from the page alone, agrees with ours."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from random import Random

import pytest
from test_entries import TAILS, entries
from test_log import lines_of, notes, short

from ledger.audit import audit
from ledger.games import GAMES
from ledger.log import Unreadable, scan

HOUSE = Path(__file__).parent.parent
VERIFIER = Path(__file__).with_name("verify.js")


@pytest.fixture(scope="module")
def node():
    found = shutil.which("node")
    if not found and os.environ.get("CI") != "true":
        pytest.skip("there is no node here")
    assert found
    return found


def verified(node, paths):
    run = subprocess.run([node, VERIFIER, *paths], capture_output=True, text=True, check=True)
    return [(one["integrity"], one["head"]) for one in map(json.loads, run.stdout.splitlines())]


def test_it_is_short():
    assert len(VERIFIER.read_text().splitlines()) <= 100


def test_it_agrees_on_every_sample(node):
    paths = sorted((HOUSE / "sample_logs").rglob("*.jsonl"))
    ours = [audit(path.read_bytes(), GAMES) for path in paths]
    assert verified(node, paths) == [(report.integrity, report.head) for report in ours]


def ours(data):
    try:
        found = scan(data)
    except Unreadable:
        return "unreadable", ""
    return found.integrity, found.head


def spoilt():
    """Logs spoilt in every way the page tells of, and in some that it does not."""
    dice = Random(13)
    for whole in (short(), notes(6), entries(1, 3, 2), notes(1)):
        lines = lines_of(whole)
        yield whole
        yield b"\xef\xbb\xbf" + whole
        yield whole.replace(b"\n", b"\r\n")
        yield whole + whole
        yield b"".join(lines[:2]) + whole
        yield whole[:-1]
        yield from (whole + tail for tail in TAILS)
        yield from (whole[: dice.randrange(len(whole))] for _ in range(40))
        for _ in range(60):
            at = dice.randrange(len(whole))
            yield whole[:at] + bytes([dice.randrange(256)]) + whole[at + 1 :]
            yield b"".join(dice.sample(lines, dice.randrange(1, len(lines) + 1)))
    yield from (b"", b"\n", b"7\n", b"x" * 20000 + b"\n")


def test_it_agrees_on_logs_spoilt_in_every_way(node, tmp_path):
    logs = list(spoilt())
    paths = []
    for number, data in enumerate(logs):
        paths.append(tmp_path / f"{number}.jsonl")
        paths[-1].write_bytes(data)
    differ = [
        (data[:200], mine, theirs)
        for data, mine, theirs in zip(logs, map(ours, logs), verified(node, paths), strict=True)
        if mine != theirs
    ]
    assert differ == []
    assert {integrity for integrity, _ in map(ours, logs)} == {"ok", "torn", "damaged", "unreadable"}
