"""The documentation is true: the commands that it names are there, its generated page is current, its programs run."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cli.main import whole
from tests import docs

HOUSE = Path(__file__).parent.parent
PAGES = sorted((HOUSE / "docs" / "pages").glob("*.md"))
NAMED = [*PAGES, HOUSE / "CONTRIBUTING.md"]


def test_the_page_of_commands_is_current():
    assert docs.PAGE.read_text() == docs.page(), "write it anew: python -m tests.docs"


@pytest.mark.parametrize("page", NAMED, ids=lambda page: page.stem)
def test_every_command_that_a_page_names_is_there(page):
    known = whole().commands
    for line in re.findall(r"^\$ (quaestor .*)$", page.read_text(), re.M):
        words = shlex.split(line.partition("#")[0].partition("|")[0].partition("&&")[0])
        command = known[words[1]]
        command = getattr(command, "commands", {}).get(words[2], command) if len(words) > 2 else command
        options = {name for one in command.params for name in one.opts} | {"--help", "--lang"}
        assert not {word for word in words[2:] if re.match(r"--?[a-z]", word)} - options, line


def test_twenty_lines_record_judge_and_explain_a_game(tmp_path):
    script = HOUSE / "tests" / "twenty_lines.py"
    done = subprocess.run(
        [sys.executable, script, tmp_path / "mine.jsonl"], cwd=HOUSE, capture_output=True, text=True, check=True
    )

    assert len([line for line in script.read_text().splitlines() if line.strip()]) <= 20
    assert done.stdout.splitlines()[0] == "mine.jsonl:9: LUT-R6: Ana has bid already in this round"
    assert done.stdout.splitlines()[-1] == "1 fortune 5 coins LUT-R37 (0,)"


def test_every_page_is_in_the_contents():
    listed = (HOUSE / "docs" / "mkdocs.yml").read_text()

    assert [page.name for page in PAGES if page.name not in listed] == []


@pytest.mark.parametrize("page", NAMED, ids=lambda page: page.stem)
def test_what_a_page_quotes_is_there_and_quoted(page):
    quoting = [line for line in page.read_text().splitlines() if "--8" in line]
    quoted = [re.fullmatch(r'--8<-- "(.+)"', line) for line in quoting]
    assert all(one and (HOUSE / one[1]).is_file() for one in quoted), quoting


@pytest.fixture
def desk(tmp_path):
    """What whoever reads a first hour has: a game with a false claim, two scribes' records, a league, a shelf."""
    bad, good = HOUSE / "sample_logs" / "bad" / "lutece", HOUSE / "sample_logs" / "lutece"
    for name in ("friday", "ana", "bo"):
        shutil.copy(bad / "false-claimed-score.jsonl", tmp_path / f"{name}.jsonl")
    shutil.copytree(good, tmp_path / "played")
    shutil.copytree(good, tmp_path / "league")
    return tmp_path


def unanswered(page):
    """The commands that a page shows without what comes back, in their order."""
    blocks = re.findall(r"^```console\n(.*?)^```", page.read_text(), re.M | re.S)
    return [line[2:] for block in blocks if re.fullmatch(r"(\$ .*\n)+", block) for line in block.splitlines()]


def typed(command, place):
    environment = {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}", "LANG": "C.UTF-8"}
    return subprocess.run(
        command, shell=True, cwd=place, capture_output=True, text=True, env=environment | {"HOME": str(place)}
    )


@pytest.mark.parametrize("name", ["judge", "analyst", "at-the-table"])
def test_the_commands_of_a_first_hour_run_one_after_the_other(name, desk):
    commands = unanswered(HOUSE / "docs" / "pages" / f"{name}.md")
    if any("-o friday.jsonl" in command for command in commands):
        (desk / "friday.txt").write_text(typed("quaestor export friday.jsonl --text", desk).stdout)
        (desk / "friday.jsonl").unlink()

    for command in commands:
        done = typed(command, desk)
        assert done.returncode in (0, 1), (command, done.stderr)  # 1: something was found, and told
        assert done.stdout + done.stderr, command
    assert len(commands) > 1
