"""Promises of the house: imports point one way; rules, schemas, help texts and README are true."""

import ast
import json
import re
import shlex
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import urllib.request
from pathlib import Path

import msgspec
import pytest

import cli.comparing
import cli.disputes
import cli.judge
import cli.packing
import cli.pad.command
import cli.reference
import cli.statistics
import cli.writing
from cli.main import ROOMS, whole
from cli.options import SHELVES
from ledger.choices import allowed, choices
from ledger.events import Event
from ledger.games import GAMES
from ledger.log import decode, scan
from ledger.rulebook import editions_told, options_told
from ledger.schema import schemas
from ledger.simulate import simulate
from ledger.walk import fold, in_force, open_record
from ledger.words.speech import LANGUAGES
from tests.patience import PATIENCE

HOUSE = Path(__file__).parent.parent
OWN_WORDS = {"entry", "score", "winners", "holdings", "chain", "seal", "torn", "limit", "clock", "adjusted"}


def imports(path):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def test_nothing_in_the_ledger_imports_the_command_line():
    for path in (HOUSE / "ledger").rglob("*.py"):
        assert not [name for name in imports(path) if name.split(".")[0] == "cli"], path


def test_the_core_knows_no_game():
    for path in (HOUSE / "ledger").rglob("*.py"):
        if HOUSE / "ledger" / "games" in path.parents:
            continue
        known = [name for name in imports(path) if name.startswith("ledger.games.")]
        assert not known, path


def test_a_game_imports_no_other_game():
    for game in GAMES:
        for path in (HOUSE / "ledger" / "games" / game).rglob("*.py"):
            others = [name for name in imports(path) if name.startswith("ledger.games.")]
            assert {name.split(".")[2] for name in others} <= {game}, path


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_the_same_files(name):
    files = {path.name for path in (HOUSE / "ledger" / "games" / name).iterdir() if path.name != "__pycache__"}

    assert files >= {  # and one for each phase of its own
        "__init__.py", "cards.py", "catalogue", "table.py", "scoring.py", "play.py", "RULES.md",
    }  # fmt: skip


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_in_code_is_a_heading_in_rules_md_and_back(name):
    game = GAMES[name]
    text = (game.about.folder / "RULES.md").read_text()
    headings = set(re.findall(r"^### ([A-Z]+-\w+) ", text, re.M))
    source = "".join(path.read_text() for path in game.about.folder.rglob("*.py"))
    prefix = next(iter(headings)).split("-")[0]
    used = set(re.findall(rf"\b{prefix}-\w+\b", source))
    told = {f"{prefix}-{short}" for short in re.findall(r"\b([RBG]\d+[a-z]?)\b", source)}  # in a docstring

    assert used <= headings
    assert headings <= used | told


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_of_a_report_is_a_heading_or_a_word_of_the_ledger(name):
    headings = set(re.findall(r"^### ([A-Z]+-\w+) ", (GAMES[name].about.folder / "RULES.md").read_text(), re.M))
    rules = {condition.rule for happening in GAMES[name].course.happenings for condition in happening.conditions}

    assert rules <= headings | OWN_WORDS


@pytest.mark.parametrize("name", GAMES)
def test_every_kind_of_event_happens_in_one_place_and_no_condition_is_asked_twice(name):
    """A rule may be asked of several kinds of events, always by the same function, and of one event once."""
    happenings = GAMES[name].course.happenings

    assert len({happening.event for happening in happenings}) == len(happenings)
    for happening in happenings:
        asked = [condition.holds for condition in happening.conditions]
        assert len(set(asked)) == len(asked), happening.event


@pytest.mark.parametrize("name", GAMES)
def test_audit_choices_forms_and_dice_ask_the_same_conditions(name):
    """What the dice play and what a scribe is offered is what the audit's own conditions allow."""
    game = GAMES[name]
    events = decode(scan(simulate(game, 5)), GAMES)[1]
    record = open_record(game, events)
    for event in in_force(events).events:
        happening = game.happens.get(type(event))
        if happening is not None:
            assert allowed(happening, record.table, event), event
        for choice in choices(game, record.table)[:12]:
            assert allowed(game.happens[type(choice.event)], record.table, choice.event), choice
        fold(record, [event])


@pytest.mark.parametrize("name", GAMES)
def test_an_event_is_named_in_few_files(name):
    """Its phase, and where the scribe, the dice or another program's format needs its name."""
    game = GAMES[name]
    sources = {path: path.read_text() for path in (HOUSE / "ledger").rglob("*.py")}
    for happening in game.course.happenings:
        word = re.compile(rf"\b{happening.event.__name__}\b")
        own = [path for path, text in sources.items() if name in path.parts and word.search(text)]
        assert len(own) <= 4, [happening.event.__name__, *(str(path) for path in own)]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_option_and_every_value_is_told_in_words_by_the_rules_of_every_language(name, lang):
    game = GAMES[name]
    told = options_told(game, lang)

    for one in told.values():
        assert len(one.about) > 4 and one.rule
        assert all(meaning not in ("", value) and "`" not in meaning for value, meaning in one.meanings.items())
    assert [*editions_told(game, lang)] in ([], [*game.about.editions])
    own = game.about.presets.items()
    page = (game.about.folder / ("RULES.md" if lang == "en" else f"RULES.{lang}.md")).read_text()
    assert all(", ".join(f"`{key}` `{value}`" for key, value in preset.items()) in page for _, preset in own)
    listed = re.findall(r"^\| `(\w+)` \|(?:[^|]+\|){4}$", page, re.M)
    assert [name for name in listed if name not in game.about.editions] == [*game.about.options]


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_number_has_a_test(name):
    text = (GAMES[name].about.folder / "RULES.md").read_text()
    tests = "".join(path.read_text() for path in (HOUSE / "tests" / "games").glob(f"test_{name}_*.py"))
    for heading in re.findall(r"^### ([A-Z]+-\w+) ", text, re.M):
        assert f"def test_{heading.lower().replace('-', '_')}_" in tests, heading


def test_every_event_repeats_frozen_and_kw_only_and_has_its_word_written_out():
    for path in (HOUSE / "ledger").rglob("events.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ClassDef) and node.name != "Event":
                given = {keyword.arg for keyword in node.keywords}
                assert {"frozen", "kw_only", "tag"} <= given, node.name


def test_type_comes_first_and_the_log_s_fields_next():
    def kinds(kind):
        for sub in kind.__subclasses__():
            yield sub
            yield from kinds(sub)

    for kind in kinds(Event):
        assert kind.__struct_fields__[:5] == ("n", "ts", "by", "id", "more"), kind


def test_schemas_are_current():
    for name, text in schemas(GAMES).items():
        assert (HOUSE / "schemas" / name).read_bytes() == text, f"{name}: run quaestor schema"


def test_schemas_describe_real_lines():
    for name in GAMES:
        schema = msgspec.json.decode((HOUSE / "schemas" / f"{name}.schema.json").read_bytes())
        assert "card_offered" in str(schema) or "turn_ended" in str(schema) or name not in ("lutece", "builders")


def test_every_command_has_help_with_an_example():
    group = whole()
    commands = dict(group.commands)
    for group_name in ("catalogue", "archive"):
        commands |= {f"{group_name} {name}": one for name, one in commands.pop(group_name).commands.items()}
    for name, command in commands.items():
        assert "Example: quaestor " in (command.help or ""), name
    assert {name.split()[0] for name in commands} == {name for names in ROOMS.values() for name in names}
    assert sorted(group.commands) == sorted(name for names in SHELVES.values() for name in names)


def test_every_room_is_used():
    rooms = (
        cli.comparing,
        cli.disputes,
        cli.judge,
        cli.writing,
        cli.packing,
        cli.statistics,
        cli.reference,
        cli.pad.command,
    )
    assert {room.__name__ for room in rooms} == {f"cli.{room}" for room in ROOMS}


def readme_commands():
    """What the README and the pages behind it show being typed, with what comes back."""
    pages = ("README.md", "docs/pages/at-the-table.md", "docs/pages/languages.md")
    text = "".join((HOUSE / page).read_text() for page in pages)
    for block in re.findall(r"^```console\n(.*?)^```", text, re.M | re.S):
        lines = block.splitlines(keepends=True)
        starts = [at for at, line in enumerate(lines) if line.startswith("$ ")]
        for at, start in enumerate(starts):
            end = starts[at + 1] if at + 1 < len(starts) else len(lines)
            if end == start + 1:
                continue  # shown without what comes back: tests/test_docs.py
            yield lines[start][2:].strip(), "".join(lines[start + 1 : end])


@pytest.mark.parametrize(("command", "output"), list(readme_commands()), ids=lambda text: text.split("\n")[0][:60])
def test_every_command_in_the_readme_does_what_it_shows(command, output, tmp_path):
    bin_folder = Path(sys.executable).parent
    (tmp_path / "sample_logs").symlink_to(HOUSE / "sample_logs")
    run = subprocess.run(
        command, shell=True, cwd=tmp_path, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        env={"PATH": f"{bin_folder}:/usr/bin:/bin", "LANG": "C.UTF-8"},
    )  # fmt: skip
    shown, said = output.strip().splitlines(), run.stdout.strip().splitlines()
    if "…" in shown:  # a cut in the middle of a long output
        at = shown.index("…")
        assert said[:at] == shown[:at]
        assert said[len(said) - (len(shown) - at - 1) :] == shown[at + 1 :]
    else:
        assert said == shown


def indented(start):
    """The commands that the README shows without their output, which depends on the day."""
    lines = (HOUSE / "README.md").read_text().splitlines()
    return [line.split(" #")[0].strip() for line in lines if line.startswith(f"    {start}")]


def test_the_readme_s_archive_commands_run_one_after_the_other(tmp_path):
    shutil.copytree(HOUSE / "sample_logs" / "lutece", tmp_path / "played")
    commands = [line for line in indented("quaestor ") if not line.startswith("quaestor pad ")]
    environment = {"PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": str(tmp_path)}
    for command in commands:
        run = subprocess.run(command, shell=True, cwd=tmp_path, capture_output=True, text=True, env=environment)
        assert run.returncode == 0, run.stderr
        assert run.stdout + run.stderr, command
    assert len(commands) >= 5
    assert (tmp_path / "wins.svg").read_text("utf-8").lstrip().startswith("<?xml")
    assert "</html>" in (tmp_path / "club.html").read_text("utf-8")


@pytest.mark.parametrize("command", indented("quaestor pad "))
def test_the_readme_s_pads_open(command, tmp_path):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    tool, *words = shlex.split(command)
    line = [Path(sys.executable).parent / tool, *words, "--port", str(port), "--json"]
    with subprocess.Popen(line, cwd=tmp_path, stdout=subprocess.PIPE, text=True) as pad:
        try:
            told = json.loads(pad.stdout.readline())
            trusted = str(tmp_path / "logs" / ".pad" / "authority.crt") if told["tls"] else None
            context = ssl.create_default_context(cafile=trusted)
            with urllib.request.urlopen(f"{told['address']}/", timeout=PATIENCE, context=context) as page:
                assert b"Quaestor" in page.read()
        finally:
            pad.send_signal(signal.SIGINT)
        assert pad.wait(20) == 0


def test_the_readme_s_set_up_commands_are_the_ones_ci_runs():
    text = (HOUSE / "README.md").read_text()
    command = "python3 -m pip install -q --target .uv uv && .uv/bin/uv run pytest"

    assert command in text
    assert command in (HOUSE / ".ci" / "run").read_text()
    assert "python3 -m pip install -q --target .uv uv && .uv/bin/uv run quaestor audit sample_logs/lutece" in text


def test_after_the_set_up_every_command_works_as_it_is_printed(tmp_path):
    """Where this runs in the set-up's own environment, the line after it finds the command."""
    assert "`. .venv/bin/activate`" in (HOUSE / "README.md").read_text()
    bare = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path)}
    line = f". {shlex.quote(sys.prefix)}/bin/activate && quaestor --version"
    said = subprocess.run(line, shell=True, cwd=tmp_path, env=bare, capture_output=True, text=True, check=True)

    assert said.stdout.startswith("quaestor ")


def test_no_machine_path_and_no_lock_file_is_in_the_tree():
    names = subprocess.run(["git", "ls-files"], cwd=HOUSE, capture_output=True, text=True).stdout.split()
    assert "uv.lock" not in names
    for name in names:
        path = HOUSE / name
        if path.suffix in {".py", ".md", ".toml", ".json", ".jsonl", ".txt", ""} and path.is_file():
            assert str(HOUSE.parent) + "/" not in path.read_text(errors="replace") or str(HOUSE.parent) == "/", name


def test_lint_and_types_are_clean():
    for command in (["ruff", "check", "."], ["ruff", "format", "--check", "-q", "."], ["mypy"]):
        run = subprocess.run([sys.executable, "-m", *command], cwd=HOUSE, capture_output=True, text=True)
        assert run.returncode == 0, run.stdout + run.stderr
