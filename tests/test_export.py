"""What others get: sheets, tables, words, plays, charts and the page for the club; nothing in a name ever acts."""

import csv
import io
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import parse_qs, urlparse

import pytest

from ledger import archive
from ledger.archive import ArchiveError, build
from ledger.exports import OURS, export, played
from ledger.exports.bgstats import bgstats
from ledger.exports.game_tables import claim_table, score_table
from ledger.exports.html import html
from ledger.exports.table_files import csv_text
from ledger.exports.text import text as in_words
from ledger.exports.xlsx import workbook
from ledger.games import GAMES
from ledger.log import encode
from ledger.plot import draw
from ledger.questions import ask, questions
from ledger.report import report
from ledger.simulate import play_out, simulate, start
from tests.patience import PATIENCE

ACTING = ['=HYPERLINK("http://x")', "<img src=x onerror=alert(1)>", "\x1b[2Jred\u202e", "@SUM(A1)"]
QUAESTOR = str(Path(sys.executable).with_name("quaestor"))


@pytest.fixture(scope="module")
def acting(tmp_path_factory):
    path = tmp_path_factory.mktemp("acting") / "evil.jsonl"
    events = play_out(GAMES["lutece"], start(GAMES["lutece"], ACTING), random.Random(2))
    path.write_bytes(encode(events, seal=True))
    return path


@pytest.fixture(scope="module")
def club(tmp_path_factory, acting):
    folder = tmp_path_factory.mktemp("club")
    (folder / "logs").mkdir()
    for name, number in (("lutece", 25), ("builders", 8), ("glory_to_rome", 4)):
        for seed in range(number):
            (folder / "logs" / f"{name}-{seed}.jsonl").write_bytes(simulate(GAMES[name], seed))
    shutil.copy(acting, folder / "logs" / "evil.jsonl")
    build([folder / "logs"], folder / "club", GAMES, workers=1)
    return folder / "club"


def run(*words: object, code: int = 0) -> str:
    done = subprocess.run([QUAESTOR, *map(str, words)], capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stderr
    return done.stdout


class Tags(HTMLParser):
    """Every tag and attribute of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict]] = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))


def harmless(text: str) -> None:
    tags = Tags(text).found
    assert not [tag for tag, _ in tags if tag in ("script", "img", "iframe", "object", "embed", "link", "base", "form")]
    assert not [name for _, attrs in tags for name in attrs if name.startswith("on")]
    assert not [
        value for _, attrs in tags for key, value in attrs.items() if key in ("href", "src") and value[:1] != "#"
    ]
    assert "\x1b" not in text and "\u202e" not in text


def test_a_page_shows_names_and_runs_nothing(acting):
    page = html([played("evil", acting.read_bytes(), GAMES)])
    harmless(page)
    assert "&lt;img src=x" in page


def test_csv_and_workbook_hold_no_formula(acting, tmp_path):
    one = played("evil", acting.read_bytes(), GAMES)
    rows = list(csv.DictReader(io.StringIO(csv_text(*score_table([one])))))
    assert [row["player"] for row in rows] == ["'" + ACTING[0], ACTING[1], "\\u{1b}[2Jred\\u{202e}", "'" + ACTING[3]]
    assert [int(row["total"]) for row in rows] == [one.sheet.total(name) for name in ACTING]
    with zipfile.ZipFile(io.BytesIO(workbook([one]))) as book:
        sheets = [book.read(name).decode() for name in book.namelist() if "worksheets/sheet" in name]
        assert len(sheets) == 6
        assert not [sheet for sheet in sheets if "<f>" in sheet or "<hyperlink" in sheet]
        assert "\x1b" not in book.read("xl/sharedStrings.xml").decode()


def test_verdict_and_claims_stand_beside_the_scores(tmp_path):
    log = Path("sample_logs/bad/builders/false-claimed-score.jsonl")
    rows = list(csv.DictReader(io.StringIO(run("export", log, "--csv"))))
    one = played(str(log), log.read_bytes(), GAMES)
    wrong = [row for row in rows if float(row["claimed"]) != float(row["total"])]
    assert {row["verdict"] for row in rows} == {"findings"} and {row["violations"] for row in rows} == {"1"}
    head, claims = claim_table([one])
    assert head == ["log", "player", "category", "claimed", "worth", "difference"]
    false = [row for row in claims if row[-1]]
    assert {row[1] for row in false} == {row["player"] for row in wrong} or not wrong
    assert false


@pytest.mark.parametrize("name", GAMES)
def test_a_play_for_bg_stats_has_the_documented_fields(name):
    one = played("log", simulate(GAMES[name], 4), GAMES)
    link = urlparse(bgstats(one))
    assert (link.scheme, link.netloc, link.path) == ("https", "app.bgstatsapp.com", "/createPlay.html")
    play = json.loads(parse_qs(link.query)["data"][0])
    assert set(play) == {
        "sourceName", "sourcePlayId", "playDate", "durationMin", "board", "comments", "location", "game", "players",
    }  # fmt: skip
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", play["playDate"])
    assert play["game"]["name"] == GAMES[name].title
    scores = {player["name"]: float(player["score"]) for player in play["players"]}
    assert scores == {player: one.sheet.total(player) / one.sheet.scale for player in one.sheet.players}
    assert [player["name"] for player in play["players"] if player["winner"]] == one.sheet.winners


def test_text_tells_every_event_with_the_names_of_the_cards(snapshot):
    one = played("log", simulate(GAMES["lutece"], 7, players=2, edition="en"), GAMES)
    text = in_words(one)
    assert len(text.partition("\n\n")[2].replace("\n\n", "\n").splitlines()) == one.report.events - 2  # start and seal
    assert "{" not in text
    assert text == snapshot


def test_the_sheet_of_one_game_looks_as_it_did(snapshot):
    page = html([played("log", simulate(GAMES["lutece"], 7, players=2, edition="en"), GAMES)])
    assert page.partition("</style>")[2] == snapshot


def test_export_commands(tmp_path, acting):
    (tmp_path / "spoilt.jsonl").write_bytes(acting.read_bytes()[:-30])
    assert run("export", acting, "--csv").startswith("log,game,edition")
    assert "won by" in run("export", acting, "--text")
    assert json.loads(run("export", acting, "--bgstats", "--json"))[0]["game"]["sourceGameId"] == "lutece"
    run("export", acting, tmp_path, "--html", "-o", tmp_path / "page.html", code=1)
    harmless((tmp_path / "page.html").read_text())
    run("export", acting, "--xlsx", "-o", tmp_path / "book.xlsx")
    run("export", acting, "--xlsx", code=2)
    run("export", acting, "--csv", "--html", code=2)
    run("export", acting, "--csv", "-o", tmp_path / "page.html", code=2)


# --- forms that other packages bring ----------------------------------------------------------------------------------

NAMES_ONLY = """
from ledger.exports import Export

def names(games, speak):
    return "".join(" ".join(one.sheet.players) + "\\n" for one in games)

EXPORT = Export(name="names", about="Who played.", ending="txt", games=names)
NOTHING = Export(name="nothing", about="Nothing.", ending="txt")
"""
POINTS = "[quaestor.exports]\nnames = own:EXPORT\nbroken = own:MISSING\nnothing = own:NOTHING\ncsv = own:EXPORT\n"


@pytest.fixture
def outside(tmp_path, monkeypatch):
    """A package beside ours, as an installer leaves it."""
    (tmp_path / "own.py").write_text(NAMES_ONLY)
    about = tmp_path / "own-1.2.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: own\nVersion: 1.2\n")
    (about / "entry_points.txt").write_text(POINTS)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))


def test_an_export_from_outside_is_one_file(outside, acting):
    log = next(iter(sorted(Path("sample_logs/lutece").glob("*.jsonl"))))
    players = json.loads(log.read_text().splitlines()[0])["players"]
    assert run("export", log, "--as", "names") == " ".join(players) + "\n"
    assert run("export", log, "--as", "csv") == run("export", log, "--csv")  # nobody takes a name of ours
    assert run("export", log, "--as", "transcript") == run("export", log)
    run("export", log, "--as", "names", "--csv", code=2)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("broken", "the export 'broken' of own 1.2 does not load: AttributeError"),
        ("nothing", "the export 'nothing' of own 1.2 does not load: it is no Export with either games or events"),
        ("weather", "unknown export 'weather'; known: transcript, csv, xlsx, html, text, bgstats, broken, names"),
    ],
)
def test_an_export_that_does_not_load_says_so(outside, acting, name, said):
    done = subprocess.run([QUAESTOR, "export", acting, "--as", name], capture_output=True, text=True, check=False)
    assert done.returncode == 2 and said in done.stderr


def test_our_exports_are_registered_like_any_other():
    registered = tomllib.loads(Path("pyproject.toml").read_text())["project"]["entry-points"]["quaestor.exports"]
    assert registered == {name: f"ledger.exports.{name}:EXPORT" for name in OURS}
    helped = " ".join(run("export", "--help").split())
    for name in OURS:
        one = export(name)
        assert one.name == name and f"--{name} " in helped and one.about in helped


# --- charts, tables and the report ------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["svg", "png"])
def test_every_question_with_a_chart_can_be_drawn(club, form):
    db = archive.open(club)
    played = {row[0] for row in db.execute("SELECT DISTINCT game FROM games").fetchall()}
    for name, one in questions().items():
        if one.games not in {"every", *played}:
            continue
        answer = ask(db, name)
        if one.chart is None or not answer.rows:
            with pytest.raises(ArchiveError, match="no chart"):
                draw(answer, form)
        else:
            data = draw(answer, form)
            assert data.startswith(b"<?xml" if form == "svg" else b"\x89PNG")
            if form == "svg":
                assert b"<script" not in data and data == draw(answer, form)


def test_tables_on_the_terminal_look_as_they_did(club, snapshot):
    assert run("ask", "leaderboard", club, "--set", "least=4") == snapshot
    assert run("ask", "contests", club) == snapshot
    assert run("ask") == snapshot
    assert run("ask", "rating") == snapshot


def test_answers_in_every_form_are_the_same_numbers(club, tmp_path):
    import pyarrow.parquet as pq

    told = json.loads(run("ask", "leaderboard", club, "--json"))
    run("ask", "leaderboard", club, "--csv", tmp_path / "a.csv", "--parquet", tmp_path / "a.parquet", "--xlsx",
        tmp_path / "a.xlsx", "--plot", tmp_path / "a.svg")  # fmt: skip
    book = zipfile.ZipFile(tmp_path / "a.xlsx")
    assert "0.0%" in book.read("xl/styles.xml").decode()
    sheet = book.read("xl/worksheets/sheet1.xml").decode()
    assert "<autoFilter " in sheet and f"<v>{told['rows'][0][told['columns'].index('win_rate')]:.16g}</v>" in sheet
    table = pq.read_table(tmp_path / "a.parquet")
    for row, due in zip(table.to_pylist(), told["rows"], strict=True):
        assert list(row.values()) == [pytest.approx(one) for one in due]  # sums of fractions by several threads
    rows = list(csv.reader((tmp_path / "a.csv").read_text().splitlines()))
    assert rows[0] == told["columns"]
    assert [float(row[3]) for row in rows[1:]] == pytest.approx([row[3] for row in told["rows"]])
    assert (
        "exists already"
        in subprocess.run(
            [QUAESTOR, "ask", "leaderboard", str(club), "--csv", str(tmp_path / "a.csv")],
            capture_output=True,
            text=True,
            check=False,
        ).stderr
    )


def test_sql_and_build_on_the_command_line(club, tmp_path):
    logs = club.parent / "logs"
    built = json.loads(run("archive", "build", logs, "-o", tmp_path / "again", "--json"))
    number = len(list(logs.glob("*.jsonl")))
    assert built["games"] == number
    told = json.loads(run("sql", tmp_path / "again", "SELECT count(*) AS games FROM games", "--json"))
    assert told == {"columns": ["games"], "types": ["BIGINT"], "rows": [[number]], "cut": False}
    assert run("sql", club, "SELECT 'a' AS x, 1 AS y UNION ALL SELECT 'b', 2 ORDER BY 1") == "x  y\na  1\nb  2\n"
    assert "seats: One row a player and game." in run("sql", club, "--schema")
    assert run("sql", club, "DROP TABLE games", code=2) == ""
    assert run("ask", "weather", club, code=2) == ""
    assert run("report", tmp_path, "-o", tmp_path / "x.html", code=2) == ""


def test_the_report_needs_nothing_but_itself(club, snapshot):
    page = report(club)
    harmless(page)
    assert "url(" not in page and "@import" not in page
    assert [tag for tag, _ in Tags(page).found].count("article") == len(GAMES)
    assert re.findall(r"<h2>(.*?)</h2>", page) == snapshot


def test_the_report_opens_in_a_real_browser_light_and_dark_and_prints(club, tmp_path):
    chromium = shutil.which("chromium")
    if chromium is None:
        assert os.environ.get("CI") != "true", "Chromium is needed"
        pytest.skip("no Chromium here")
    page = tmp_path / "report.html"
    page.write_text(report(club), "utf-8")
    base = [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
            "--disable-component-update", "--disable-sync", "--no-first-run", f"--user-data-dir={tmp_path}/profile",
            "--window-size=1000,3000", "--hide-scrollbars"]  # fmt: skip

    def look(*words: str) -> str:
        done = subprocess.run(
            [*base, *words, page.as_uri()], capture_output=True, text=True, timeout=PATIENCE, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    seen = look("--dump-dom")
    assert "Leaderboard" in seen and seen.count("<svg") >= 4
    look(f"--screenshot={tmp_path}/light.png")
    look("--blink-settings=preferredColorScheme=0", f"--screenshot={tmp_path}/dark.png")
    look(f"--print-to-pdf={tmp_path}/report.pdf")
    light, dark = (tmp_path / "light.png").read_bytes(), (tmp_path / "dark.png").read_bytes()
    assert min(len(light), len(dark)) > 50_000 and light != dark
    assert (tmp_path / "report.pdf").read_bytes().startswith(b"%PDF")
