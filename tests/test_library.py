"""The library as people use it: every example in its own words is run, and a type checker sees its types."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

import ledger
from ledger import records
from ledger.events import NoteAdded
from tests import release

HOUSE = Path(__file__).parent.parent


def test_every_example_of_the_library_is_true(tmp_path, monkeypatch):
    monkeypatch.chdir(HOUSE)
    names = {"folder": tmp_path, "club": tmp_path / "asked", "NoteAdded": NoteAdded, "ledger": ledger}
    ledger.archive.build(["sample_logs/lutece"], names["club"], ledger.GAMES)
    finder, runner = doctest.DocTestFinder(), doctest.DocTestRunner()
    tests = [*finder.find(records, extraglobs=names), *finder.find(ledger, extraglobs=names, module=ledger)]
    for name in ("build", "open", "ask"):
        tests += finder.find(getattr(ledger.archive, name), name, extraglobs=names)
    for test in sorted(tests, key=lambda one: (one.filename or "", one.lineno or 0)):
        runner.run(test)

    assert runner.summarize(verbose=False) == (0, runner.tries)
    assert runner.tries >= 15


def test_what_is_exported_is_documented_and_hides_no_module():
    for name in ledger.__all__:
        thing = getattr(ledger, name)
        assert name == "GAMES" or thing.__doc__, name
        assert not (HOUSE / "ledger" / f"{name}.py").exists(), name
    for name in ("begin", "go_on", "read", "judge", "table", "sheet", "why"):
        assert "Examples:\n        >>> " in getattr(ledger, name).__doc__  # else a page shows it as a quotation


def test_a_type_checker_sees_the_types(tmp_path):
    script = tmp_path / "mine.py"
    script.write_text(
        "import ledger\n"
        "report = ledger.judge('friday.jsonl')\n"
        "reveal_type(report.verdict)\n"
        "total: str = ledger.sheet('friday.jsonl').total('Ana')\n"
    )
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), str(script)]
    said = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True).stdout

    assert "Literal['clean']" in said
    assert "Literal['unjudgeable']" in said
    assert 'expression has type "int", variable has type "str"' in said
    assert (HOUSE / "ledger" / "py.typed").exists()


def test_what_cannot_be_begun_or_read_is_said(tmp_path):
    with pytest.raises(ledger.LogError, match="unknown game 'nim'"):
        ledger.begin(tmp_path / "a.jsonl", "nim", ["Ana", "Bo"])
    with pytest.raises(ledger.LogError, match="1 player"):
        ledger.begin(tmp_path / "a.jsonl", "lutece", ["Ana"])
    ledger.begin(tmp_path / "a.jsonl", "lutece", ["Ana", "Bo"]).close()
    with pytest.raises(ledger.LogError, match="not overwritten"):
        ledger.begin(tmp_path / "a.jsonl", "lutece", ["Ana", "Bo"])
    (tmp_path / "a.jsonl").write_bytes((tmp_path / "a.jsonl").read_bytes().replace(b"Bo", b"Co"))
    with pytest.raises(ledger.LogError):
        ledger.read(tmp_path / "a.jsonl")


def test_a_wheel_has_the_sample_games_the_types_and_everything_that_is_read(tmp_path):
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=HOUSE, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("quaestor_ledger-*.whl")
    with ZipFile(wheel) as opened:
        names = set(opened.namelist())
        opened.extractall(tmp_path / "site")
    data = [path for folder in ("ledger", "cli") for path in (HOUSE / folder).rglob("*") if path.is_file()]
    there = {path.relative_to(HOUSE).as_posix() for path in data if "__pycache__" not in path.parts}

    assert there <= names
    said = subprocess.run(
        [sys.executable, "-P", "-m", "cli.main", "audit", "--samples"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(tmp_path / "site")},
        capture_output=True,
        text=True,
    )
    assert said.returncode == 0, said.stderr
    assert "clean" in said.stdout and str(tmp_path / "site") in said.stdout


def test_an_archive_is_asked_without_another_import(tmp_path):
    """And nobody who does not ask one pays for it."""
    code = "import ledger, sys; print('ledger.archive' in sys.modules, ledger.archive.ask.__name__)"
    command = [sys.executable, "-c", code]
    said = subprocess.run(command, cwd=HOUSE, capture_output=True, text=True, check=True).stdout

    assert said == "False ask\n"


def test_a_package_page_finds_its_pictures_and_what_it_links_to(tmp_path):
    """It is read where nothing of the tree lies."""
    tree = release.at_home(tmp_path / "tree", "https://example.org/quaestor/")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=tree, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("quaestor_ledger-*.whl")
    with ZipFile(wheel) as opened:
        (about,) = [name for name in opened.namelist() if name.endswith("/METADATA")]
        page = opened.read(about).decode()

    leads = re.findall(r'src="([^"]+)"|\]\(([^)]+)\)', page)
    assert len(leads) > 15
    assert all("".join(lead).startswith("https://example.org/quaestor/") for lead in leads)
    there = ["".join(lead).split("/main/")[1].partition("#")[0] for lead in leads]
    assert [path for path in there if not (HOUSE / path).exists()] == []
    assert "Project-URL: Homepage, https://example.org/quaestor\n" in page
