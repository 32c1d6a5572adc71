"""A game from outside: built and installed as a package beside ours, and used through every door."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tomllib
from pathlib import Path
from urllib.request import Request, urlopen
from zipfile import ZipFile

import pytest
from msgspec.structs import replace

from ledger.events import Event
from ledger.game import About, Course, Dice, Game, Happening, Players, Worth, option, sentence
from ledger.games import GAMES, broken, check
from ledger.language import understand
from ledger.rulebook import options_told, rule_text
from ledger.simulate import start
from ledger.walk import open_record
from tests.pads import Server, free_port
from tests.patience import PATIENCE

HOUSE = Path(__file__).parent.parent
PACKAGE = Path(__file__).parent / "outside"


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The wheel of the package, laid where an installer would put it."""
    place = tmp_path_factory.mktemp("outside")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(place / "dist")]
    subprocess.run(build, cwd=PACKAGE, check=True, capture_output=True)
    with ZipFile(next((place / "dist").glob("*.whl"))) as wheel:
        wheel.extractall(place / "site")
    return place / "site"


@pytest.fixture
def quaestor(installed, tmp_path):
    def run(*words, code=0, **extra):
        environment = os.environ | {"PYTHONPATH": f"{installed}{os.pathsep}{HOUSE}", "QUAESTOR_TRACEBACK": "1"}
        done = subprocess.run(
            [sys.executable, "-m", "cli.main", *words], cwd=tmp_path, env=environment, capture_output=True, **extra
        )
        assert done.returncode == code, done.stderr.decode()
        return done.stdout.decode()

    return run


def test_a_small_game_is_at_most_eighty_lines():
    assert len((PACKAGE / "pig.py").read_text().splitlines()) <= 80


def test_it_is_simulated_audited_and_named_with_its_package(quaestor):
    quaestor("simulate", "pig", "--games", "2", "--seed", "1", "-o", "logs")
    (report, other) = json.loads(quaestor("audit", "logs", "--json"))["reports"]

    assert (report["verdict"], other["verdict"]) == ("clean", "clean")
    assert (report["game"], report["package"]) == ("pig", "quaestor-pig 1.0")
    assert "the game is not one of ours: quaestor-pig 1.0" in quaestor("audit", "logs/pig-1-000000.jsonl")


def test_its_rules_are_judged(quaestor, tmp_path):
    events = [
        {"type": "game_started", "game": "pig", "players": ["Ana Maria", "Bo"]},
        {"type": "rolled", "player": "Ana Maria", "pips": 7},
        {"type": "rolled", "player": "Bo", "pips": 2},
    ]
    (tmp_path / "t.jsonl").write_text("".join(json.dumps(one) + "\n" for one in events))
    quaestor("import", "t.jsonl", "-o", "log.jsonl")

    text = quaestor("audit", "log.jsonl", code=1)

    assert "log.jsonl:2: PIG-1: a die has no 7" in text
    assert "log.jsonl:3: PIG-1: it is not the turn of Bo" in text


def test_its_sentences_are_understood_as_they_are_printed_and_as_people_shorten_them(quaestor, tmp_path):
    quaestor("new", "log.jsonl", "-g", "pig", "-p", "Ana Maria,Bo")
    quaestor("record", "log.jsonl", input=b"ana rolls 5\nAna Maria keeps the points\nana rolls 2\nquit\n")

    lines = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()[1:]]
    assert [(one["type"], one.get("pips")) for one in lines] == [("rolled", 5), ("kept", None), ("rolled", 2)]
    text = quaestor("export", "log.jsonl", "--text")
    assert text.splitlines()[-3:] == ["Ana Maria rolls 5", "Ana Maria keeps the points", "Ana Maria rolls 2"]
    quaestor("import", "--text", "-", "-o", "again.jsonl", input=text.encode())
    assert quaestor("export", "again.jsonl", "--text") == text


def test_a_game_without_cards_and_options_says_so(quaestor):
    assert "Pig is played without options" in quaestor("options", "pig")
    quaestor("cards", "pig", code=2)


def test_it_is_recorded_shown_replayed_scored_and_exported(quaestor):
    quaestor("new", "log.jsonl", "-g", "pig", "-p", "Ana Maria,Bo")
    quaestor("record", "log.jsonl", input=b"1\n2\nundo\nquit\n")

    assert json.loads(quaestor("show", "log.jsonl", "--json"))["brought"] == 6
    assert "Ana Maria rolls 6" in quaestor("replay", "log.jsonl", "--at", "1")
    assert "Ana Maria" in quaestor("score", "log.jsonl", "--why")
    assert "Ana Maria rolls 6" in quaestor("export", "log.jsonl", "--text")


def test_it_is_archived_and_asked_about(quaestor):
    quaestor("simulate", "pig", "--games", "3", "--seed", "2", "-o", "logs")
    quaestor("archive", "build", "logs", "-o", "club")

    rows = json.loads(quaestor("sql", "club", "SELECT count(*) AS n FROM rolled WHERE pips > 6", "--json"))

    assert rows["rows"] == [[0]]


def test_a_question_of_its_own_is_answered(quaestor):
    quaestor("simulate", "pig", "--games", "3", "--seed", "2", "-o", "logs")
    quaestor("archive", "build", "logs", "-o", "club")
    throws = "SELECT player, count(*) FROM rolled GROUP BY player ORDER BY player"

    answer = json.loads(quaestor("ask", "daring", "club", "--json"))

    rolls = sorted([row[answer["columns"].index(one)] for one in ("player", "rolls")] for row in answer["rows"])
    assert rolls == json.loads(quaestor("sql", "club", throws, "--json"))["rows"]


def test_an_export_of_its_own_takes_every_game(quaestor):
    log = next((HOUSE / "sample_logs" / "lutece").glob("*.jsonl"))
    sheet = json.loads(quaestor("score", str(log), "--json"))

    written = quaestor("--lang", "fr", "export", str(log), "--as", "scoreboard")

    totals = [f"| {one['player']} | {one['total']} |" for one in sheet["players"]]
    assert written.splitlines()[4:] == totals
    assert written.startswith("**Lutèce**, ")


def test_what_it_has_not_is_said_and_breaks_nothing(quaestor):
    quaestor("rule", "PIG-1", code=2)
    entry = b'{"game":"pig","players":[{"player":"A"},{"player":"B"}]}'
    quaestor("tally", "-", code=2, input=entry)
    assert quaestor("rule", "LUT-R11")


@pytest.fixture
def optional(installed, tmp_path):
    """The same game with an option, of which no RULES.md tells anything."""
    site = shutil.copytree(installed, tmp_path / "optional")
    text = (site / "pig.py").read_text().replace("import Condition,", "import About, Condition,")
    text = text.replace('title="Pig",', 'title="Pig", about=About(options={"target": option(100, 50)}),')
    (site / "pig.py").write_text(text.replace("says, sentence", "option, says, sentence"))
    return site


def test_an_option_without_rules_stands_for_itself_at_every_door(optional, tmp_path, monkeypatch):
    options = run_with(optional, tmp_path, "options", "pig")
    made = run_with(optional, tmp_path, "new", "log.jsonl", "-g", "pig", "-p", "Ana,Bo", "--option", "target=50")
    under = run_with(optional, tmp_path, "audit", "log.jsonl", "--readings")

    assert (options.stdout, options.stderr) == ("target: 100, 50\n", "")
    assert (made.returncode, under.returncode) == (0, 0), made.stderr + under.stderr
    assert "target=100" in under.stdout
    monkeypatch.setenv("PYTHONPATH", f"{optional}{os.pathsep}{HOUSE}")
    pad = Server(tmp_path)
    try:
        (pig,) = [one for one in pad.phone().get("/api/house").json["games"] if one["name"] == "pig"]
    finally:
        pad.stop()
    values = [{"value": 100, "words": "100"}, {"value": 50, "words": "50"}]
    assert pig["options"] == [{"name": "target", "words": "target", "values": values, "defaults": {"first": 100}}]


def test_a_game_whose_opening_goes_wrong_is_not_offered_and_takes_no_other_away(installed, tmp_path, monkeypatch):
    site = shutil.copytree(installed, tmp_path / "site")
    with (site / "pig.py").open("a") as code:
        code.write("from msgspec.structs import replace\n")
        code.write("GAME = replace(GAME, scribe=replace(GAME.scribe, opening=lambda deck, players: 1 / 0))\n")
    monkeypatch.setenv("PYTHONPATH", f"{site}{os.pathsep}{HOUSE}")

    pad = Server(tmp_path / "logs")
    try:
        house = pad.phone().get("/api/house")
    finally:
        pad.stop()

    offered = [one["name"] for one in house.json["games"]]
    assert "lutece" in offered and "pig" not in offered
    assert "the game Pig (quaestor-pig 1.0) goes wrong here: ZeroDivisionError" in (tmp_path / "errors").read_text()


def test_a_broken_game_is_named_and_harms_nobody(tmp_path):
    """What cannot be imported is listed with the reason; a game of ours keeps its name."""
    about = tmp_path / "bad-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: bad\nVersion: 1\n")
    (about / "entry_points.txt").write_text("[quaestor.games]\nnope = not_there:GAME\nlutece = mine:GAME\n")
    code = "from ledger.games import GAMES, broken; print(len(GAMES), *[f'{b.name}|{b.package}' for b in broken()])"
    environment = os.environ | {"PYTHONPATH": f"{tmp_path}{os.pathsep}{HOUSE}"}

    said = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)

    assert said.stdout.split() == ["3", "nope|bad", "1", "lutece|bad", "1"]
    assert broken() == []


@pytest.mark.parametrize("name", GAMES)
def test_our_own_games_lack_nothing_they_must_have(name):
    assert [str(gap.words) for gap in check(GAMES[name]) if gap.kind == "must"] == []


def test_our_own_games_are_registered_as_others_are():
    points = tomllib.loads((HOUSE / "pyproject.toml").read_text())["project"]["entry-points"]["quaestor.games"]

    assert points == {name: f"ledger.games.{name}:GAME" for name in GAMES}


def test_check_tells_every_gap_in_one_go():
    game = GAMES["lutece"]
    twice = (
        *game.course.happenings,
        Happening(event=game.course.happenings[0].event, effect=lambda table, event: None),
    )
    worth = Worth(score=lambda table: [], categories=("total",))
    course = Course(table=game.course.table, happenings=twice)
    about = replace(game.about, seats=(), folder=None)

    found = [str(gap.words) for gap in check(replace(game, name="A b", course=course, worth=worth, about=about))]

    assert found[:5] == [
        "the name 'A b' goes into logs and SQL: use lower-case letters, digits and _",
        "about.seats says for how many players it is, like (2, 3, 4)",
        "'total' cannot be a category: it is a column, and no word of ours",
        "two kinds of events have the word 'card_offered' in the log; choose another tag",
        "it has cards but no list of them: put one into its folder as catalogue/reference.json",
    ]
    assert "it has no RULES.md: set about.folder, and head every rule there with '### NAME-1 title'" in found


FAILS = """
def pay(table, event):
    if table.order[0] == event.player and table.brought > 3:
        raise ZeroDivisionError("no such pips")
    roll(table, event)
"""


@pytest.fixture
def failing(installed, tmp_path):
    """The same game with a mistake in it that shows in the middle of a game."""
    site = tmp_path / "failing"
    shutil.copytree(installed, site)
    text = (site / "pig.py").read_text()
    text = text.replace("\n\nTURN =", f"\n{FAILS}\n\nTURN =", 1).replace(
        "happening(Rolled, roll,", "happening(Rolled, pay,"
    )
    (site / "pig.py").write_text(text)
    return site


def run_with(site, place, *words):
    environment = os.environ | {"PYTHONPATH": f"{site}{os.pathsep}{HOUSE}"}
    command = [sys.executable, "-m", "cli.main", *words]
    return subprocess.run(command, cwd=place, env=environment, capture_output=True, text=True)


def test_a_game_that_fails_in_mid_game_spoils_no_audit_and_no_archive_of_others(quaestor, failing, tmp_path):
    quaestor("simulate", "pig", "--games", "1", "--seed", "1", "-o", "logs")
    shutil.copy(next((HOUSE / "sample_logs" / "lutece").glob("*.jsonl")), tmp_path / "logs" / "ours.jsonl")

    done = run_with(failing, tmp_path, "audit", "logs", "--json")
    built = run_with(failing, tmp_path, "archive", "build", "logs", "-o", "club")

    ours, theirs = json.loads(done.stdout)["reports"]
    assert (done.returncode, ours["verdict"], theirs["verdict"]) == (2, "clean", "unjudgeable")
    assert theirs["findings"][0]["message"] == (
        "the game Pig (quaestor-pig 1.0) goes wrong here: ZeroDivisionError: no such pips; tell those who wrote it"
    )
    assert built.returncode == 0, built.stderr
    counted = run_with(tmp_path / "nobody", tmp_path, "sql", "club", "SELECT game FROM games", "--json")
    assert json.loads(counted.stdout)["rows"] == [["lutece"]]


def test_whose_mistake_it_is_is_said(quaestor, failing, tmp_path):
    quaestor("simulate", "pig", "--games", "1", "--seed", "1", "-o", "logs")

    done = run_with(failing, tmp_path, "show", "logs/pig-1-000000.jsonl")

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("quaestor: the game Pig (quaestor-pig 1.0) goes wrong here: ZeroDivisionError")


def test_a_category_that_the_game_does_not_list_is_named(quaestor, installed, tmp_path):
    quaestor("simulate", "pig", "--games", "1", "--seed", "1", "-o", "logs")
    site = shutil.copytree(installed, tmp_path / "site")
    (site / "pig.py").write_text(
        (site / "pig.py").read_text().replace('"points", own["points"]', '"kept", own["points"]')
    )

    for words in (["simulate", "pig", "-o", "more"], ["score", "logs/pig-1-000000.jsonl"]):
        done = run_with(site, tmp_path, *words)

        assert (done.returncode, done.stdout) == (2, "")
        assert (
            "the game Pig (quaestor-pig 1.0) goes wrong here: UnknownCategory: worth.score gives kept, " in done.stderr
        )
        assert "worth.categories are points; tell those who wrote it" in done.stderr


def test_check_plays_whole_games():
    """What fails only when something lies on the table, and a step of dice that breaks the game's own rules."""
    sys.path.insert(0, str(PACKAGE))
    import pig

    broken = replace(pig.ROLLED, effect=lambda table, event: 1 // (event.pips - 1) and pig.roll(table, event))
    course = replace(pig.COURSE, happenings=(broken, *pig.COURSE.happenings[1:]))
    cheats = Dice(step=lambda table, dice, styles: [pig.Kept(player=table.order[-1])])

    fails = [str(gap.words) for gap in check(replace(pig.GAME, course=course)) if gap.kind == "must"]
    cheated = [str(gap.words) for gap in check(replace(pig.GAME, dice=cheats)) if gap.kind == "must"]

    assert [one.split(", ", 1)[1] for one in fails] == ["rolled: ZeroDivisionError: integer division or modulo by zero"]
    assert cheated == ["players by dice do what its rules forbid: kept: it is not the turn of P2"]
    assert not any(gap.kind == "must" for gap in check(pig.GAME))


def test_a_game_that_fails_spoils_no_evening(quaestor, failing, tmp_path):
    """The organiser's page shows every other table, and at this one whose mistake it is."""
    quaestor("simulate", "pig", "--games", "1", "--seed", "1", "-o", "logs")
    shutil.copy(next((HOUSE / "sample_logs" / "lutece").glob("*.jsonl")), tmp_path / "logs" / "ours.jsonl")
    environment = os.environ | {"PYTHONPATH": f"{failing}{os.pathsep}{HOUSE}"}
    command = [sys.executable, "-m", "cli.main", "pad", "--dir", "logs", "--port", str(free_port()), "--json"]
    with subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, text=True) as pad:
        try:
            told = json.loads(pad.stdout.readline())
            asked = Request(f"{told['address']}/api/evening")
            asked.add_header("Authorization", f"Bearer {told['link'].partition('house=')[2]}")
            with urlopen(asked, timeout=PATIENCE) as answer:
                tables = {one["name"]: one for one in json.load(answer)["tables"]}
        finally:
            pad.send_signal(signal.SIGINT)
        assert pad.wait(PATIENCE) == 0

    assert tables["ours"]["final"]
    assert tables["pig-1-000000"]["error"].startswith("the game Pig (quaestor-pig 1.0) goes wrong here: Zero")


@pytest.mark.parametrize(
    ("found", "told"),
    [
        ("count(kept_by)", 'Referenced column "kept_by" not found'),
        ("count(*)", "its head names rolls_a_turn, turns, its columns are: player, thrown"),
    ],
)
def test_a_question_that_goes_wrong_says_whose_it_is_and_spoils_no_report(quaestor, installed, tmp_path, found, told):
    quaestor("simulate", "pig", "--games", "3", "--seed", "2", "-o", "logs")
    quaestor("archive", "build", "logs", "-o", "club")
    site = shutil.copytree(installed, tmp_path / "faulty")
    asked = f"SELECT player, {found} AS thrown FROM rolled GROUP BY player"
    sql = site / "pig_questions" / "daring.sql"
    sql.write_text("\n".join([*(line for line in sql.read_text().splitlines() if line.startswith("--")), asked]))

    done = run_with(site, tmp_path, "ask", "daring", "club")
    page = run_with(site, tmp_path, "report", "club", "-o", "club.html")

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("quaestor: the question 'daring' of pig (quaestor-pig 1.0) goes wrong: ")
    assert told in done.stderr
    assert page.returncode == 0, page.stderr
    assert "goes wrong: " in (tmp_path / "club.html").read_text()


def test_an_export_that_goes_wrong_says_whose_it_is(quaestor, installed, tmp_path):
    quaestor("simulate", "pig", "--games", "1", "--seed", "2", "-o", "logs")
    site = shutil.copytree(installed, tmp_path / "faulty")
    code = site / "scoreboard.py"
    code.write_text(code.read_text().replace("sheet = game.sheet", "sheet = game.scores"))

    done = run_with(site, tmp_path, "export", "logs/pig-2-000000.jsonl", "--as", "scoreboard", "-o", "sheet.md")

    assert done.returncode == 2
    assert done.stderr.startswith(
        "quaestor: the export 'scoreboard' of quaestor-pig 1.0 goes wrong: "
        "AttributeError: 'Played' object has no attribute 'scores'; tell those who wrote it"
    )
    assert not (tmp_path / "sheet.md").exists()


def test_a_type_checker_finds_nothing_wrong_with_a_game_from_outside(tmp_path):
    files = [str(PACKAGE / name) for name in ("pig.py", "scoreboard.py")] + [str(HOUSE / "tests" / "twenty_lines.py")]
    check_types = [sys.executable, "-m", "mypy", "--config-file=", "--cache-dir", str(tmp_path), *files]

    done = subprocess.run(check_types, cwd=HOUSE, capture_output=True, text=True)

    assert done.stdout.startswith("Success"), done.stdout


def test_a_game_in_which_the_fewest_points_win_is_told_what_statistics_make_of_it():
    sys.path.insert(0, str(PACKAGE))
    import pig

    worst = Worth(score=pig.score, winners=lambda table, totals: [min(totals, key=totals.get)])

    found = [str(gap.words) for gap in check(replace(pig.GAME, worth=worst))]

    words = "whoever wins has not the most points, and statistics take more for better: count below zero"
    assert words in found
    assert words not in [str(gap.words) for gap in check(pig.GAME)]


def test_where_partners_win_together_whoever_has_most_still_wins():
    sys.path.insert(0, str(PACKAGE))
    import pig

    worth = Worth(score=pig.score, winners=lambda table, totals: list(totals))

    assert not [gap for gap in check(replace(pig.GAME, worth=worth)) if "wins" in gap.words.template]


def test_rules_and_options_are_read_as_people_write_them(tmp_path):
    sys.path.insert(0, str(PACKAGE))
    import pig

    (tmp_path / "RULES.md").write_text(
        "# Pig\n\n| option | about | value | meaning | rule |\n|---|---|---|---|---|\n"
        "| double | two ones | yes | all is lost | PIG-3 |\n| double | two ones | False | no matter | PIG-3 |\n\n"
        "## PIG-1\nThe turns.\n# PIG-2: keeping\nOr not.\n#### `PIG-3` A one\nIs bad.\n"
    )
    game = replace(pig.GAME, about=About(folder=tmp_path, options={"double": option(False, True)}))

    assert not [gap for gap in check(game) if "RULES.md" in gap.words.template]
    assert options_told(game)["double"] == ("two ones", {"False": "no matter", "True": "all is lost"}, "PIG-3")
    assert rule_text(game, "PIG-2").endswith("Or not.")


def test_a_word_that_is_offered_is_understood_in_a_sentence_as_people_type_it():
    class Laid(Event, frozen=True, kw_only=True, tag="laid"):
        player: str
        card: str

    laid = Happening(
        event=Laid,
        effect=lambda table, event: None,
        words=sentence("{player} lays {card}"),
        offers=lambda table: [Laid(player=name, card=card) for name in table.players for card in ("KB", "3S", "3B")],
    )

    class Table:
        def __init__(self, started, deck, options):
            self.players = Players(dict.fromkeys(started.players))

    worth = Worth(score=lambda table: [])
    game = Game(name="laying", title="Laying", course=Course(table=Table, happenings=(laid,)), worth=worth)
    record = open_record(game, [start(game, ["Ana Maria", "Bo"])])

    for text in ("ana lays kb", "Ana Maria lays KB", "ana KB", "ana maria lays the kb"):
        assert understand(record, text).events == [Laid(player="Ana Maria", card="KB")], text
    assert understand(record, "bo lays 9X").strange


def test_figures_that_are_not_what_the_lines_come_to_are_told():
    sys.path.insert(0, str(PACKAGE))
    import pig

    wrong = Worth(score=pig.score, figures=lambda table: {name: {"points": 1} for name in table.players})

    found = [str(gap.words) for gap in check(replace(pig.GAME, worth=wrong)) if gap.kind == "must"]

    assert "worth.figures are not what the lines of worth.score come to" in found


def test_of_many_choices_of_a_kind_the_prompt_shows_some_and_how_many_more(quaestor, installed, tmp_path):
    site = shutil.copytree(installed, tmp_path / "large")
    code = site / "pig.py"
    code.write_text(code.read_text().replace("range(6, 0, -1)", "range(1, 101)").replace("pips <= 6", "pips <= 100"))
    quaestor("new", "log.jsonl", "-g", "pig", "-p", "Ana,Bo")
    environment = os.environ | {"PYTHONPATH": f"{site}{os.pathsep}{HOUSE}", "COLUMNS": "80"}
    command = [sys.executable, "-m", "cli.main", "record", "log.jsonl"]

    done = subprocess.run(command, cwd=tmp_path, env=environment, input="quit\n", capture_output=True, text=True)

    assert "24  Ana rolls 24" in done.stdout
    assert "25  " not in done.stdout
    assert "… and 76 more like these, said in the same words" in done.stdout
