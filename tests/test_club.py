"""A club's page in a real browser: its figures are those of `ask`, nobody hidden is in it, and it opens anywhere."""

import json
import random
import re
import shutil
from base64 import b64decode
from gzip import decompress
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from cli.club_page import MOST, club_page
from ledger import archive
from ledger.archive import ArchiveError
from ledger.archive.sample import make
from ledger.games import GAMES
from ledger.metrics import COLUMNS, dimensions, measure, metrics, row
from ledger.metrics.filters import filters
from ledger.simulate import simulate
from ledger.words.speech import ENGLISH, LANGUAGES, language
from tests.pads import Phone, Server
from tests.patience import PATIENCE

AXE = Path(__file__).parent / "vendor" / "axe.min.js"
VIEWS = (
    "",
    "players",
    "player/Ana",
    "versus/Ana/Bo",
    "cards",
    "games",
    "game/3",
    "years",
    "year/2019",
    "records",
    "slips",
    "ask",
)


@pytest.fixture(scope="module")
def club(tmp_path_factory):
    folder = tmp_path_factory.mktemp("club") / "sample"
    make(folder, GAMES, 8, 3, workers=1)
    return folder / "archive"


@pytest.fixture(scope="module")
def page_file(club):
    path = club.parent / "club.html"
    path.write_bytes(club_page(club, ENGLISH))
    return path


@pytest.fixture(scope="module")
def browser():
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("no Chromium to open pages with")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def look(browser):
    """Opens a page; whatever it complains of fails the test."""
    complaints, contexts = [], []

    def opened(path, **more):
        context = browser.new_context(**({"viewport": {"width": 390, "height": 800}} | more))
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda one: complaints.append(one.url) if not one.url.startswith(("file:", "blob:")) else 0)
        page.goto(path.as_uri())
        if more.get("java_script_enabled", True):
            page.wait_for_selector("html.live main")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []


def inside(page):
    """What a page holds, as whoever opens it finds it."""
    packed = re.search(rb'id="data">([^<]*)<', page)[1]
    return decompress(b64decode(packed)).decode()


# --- figures ----------------------------------------------------------------------------------------------------------


def some_questions(db, dice, number):
    """Metrics by some dimensions under filters that combine."""
    games = db.execute("SELECT game, edition, seats, year FROM games ORDER BY log").fetchall()
    while number:
        one = dice.choice(list(metrics().values()))
        game, edition, seats, year = dice.choice([each for each in games if one.games in ("every", each[0])])
        people = db.execute("SELECT DISTINCT player FROM seats WHERE game = ? ORDER BY 1", [game]).fetchall()
        name, other = (person for (person,) in dice.sample(people, 2))
        known = [key for key in dimensions(one) if not key.startswith("option.")]
        by = ["player"] if one.kind == "rating" else dice.sample(known, dice.choice([1, 1, 2]))
        where = {"game": game}
        maybe = {"edition": edition, "seats": seats, "with": other}
        maybe |= {} if one.kind == "rating" else {"player": name, "won": "true", "seat": 1}
        where |= {key: str(value) for key, value in maybe.items() if dice.random() < 0.25}
        since = dice.choice(["", "", str(year), f"{year}-03"])
        yield one.name, by, where, since, "rating" if one.against == "chance" and dice.random() < 0.5 else ""
        number -= 1


def same(one, other):
    if isinstance(one, float | int) and isinstance(other, float | int):
        return abs(one - other) <= 1e-7 * max(1.0, abs(one))
    return one == other


def by_keys(rows, width):
    return {json.dumps([None if key is None else str(key).lower() for key in row[:width]]): row[width:] for row in rows}


ASK = """asked => {
    const found = quaestor.measure(...asked);
    const names = ["n", "games", "total", "value", "low", "high", "baseline", "supported", "p", "side"];
    return [found.games, found.groups.map(one => [...one.keys, ...names.map(name => one[name])])];
}"""


def measured(db, name, by, where, since, adjust):
    """What ask says, and by what; nothing where nobody of that name was there."""
    try:
        pairs = [f"{key}={value}" for key, value in where.items()]
        told = measure(db, name, by, filters(pairs, since=since), adjust=adjust)
        return told.by, told.groups
    except ArchiveError:
        return by, []


def test_the_page_s_figures_are_those_of_ask_under_any_filters(club, page_file, look):
    db, page, cells = archive.open(club), look(page_file), 0
    for name, by, where, since, adjust in some_questions(db, random.Random(17), 60):
        told_by, asked = measured(db, name, by, where, since, adjust)
        given = [
            name,
            by,
            {"where": {key: [value] for key, value in where.items()}, "since": since},
            {"adjust": adjust},
        ]
        _, told = page.evaluate(ASK, given)
        width = len(told_by)
        ours, theirs = by_keys([row(group) for group in asked], width), by_keys(told, width)
        assert set(theirs) == set(ours), given
        wrong = [
            (key, column, *pair)
            for key in ours
            for column, *pair in zip(COLUMNS, ours[key], theirs[key], strict=True)
            if not same(*pair)
        ]
        assert wrong == [], given
        cells += sum(map(len, ours.values()))
    assert cells > 2000


ONE = "p => ({ p, games: 20, value: 2, baseline: 1 })"


@pytest.mark.parametrize(("chances", "sides"), [([0.04], ["above"]), ([0.04, *[0.9] * 9], [""] * 10)])
def test_what_is_read_at_once_is_tested_at_once(page_file, look, chances, sides):
    """The same figure stands out alone, and not among nine others of the same view."""
    told = look(page_file).evaluate(
        f"chances => quaestor.together(...chances.map({ONE}).map(one => ({{groups: [one], tests: [one.p]}})))", chances
    )
    assert [found["groups"][0]["side"] for found in told] == sides


def test_what_is_sure_of_cards_makes_nothing_surer_of_players(page_file, look):
    told = look(page_file).evaluate(
        f"many => quaestor.together(...many.map(tests => ({{groups: tests.map({ONE}), tests}})))",
        [[0.01] + [0.5] * 19, [1e-6] * 60],
    )
    assert [{group["side"] for group in found["groups"]} for found in told] == [{""}, {"above"}]


def test_one_winner_level_on_points_is_no_shared_win(page_file, look):
    page = look(page_file)
    page.evaluate(
        """() => {
            const game = Object.keys(quaestor.data.titles)[0];
            for (const one of quaestor.data.games.filter(one => one.game === game && one.winners.length)) {
                one.winners = one.winners.slice(0, 1);
                one.table.forEach(seat => { seat.won = seat === one.winners[0]; seat.total = 30; });
            }
            location.hash = "#/records";
        }"""
    )
    page.wait_for_selector(".cards")
    said = page.inner_text("main")
    assert "level on points" in said and "a shared win" not in said


def test_records_say_how_many_more_are_as_good(page_file, look):
    page = look(page_file)
    page.evaluate(
        """() => {
            const game = Object.keys(quaestor.data.titles)[0];
            for (const one of quaestor.data.games.filter(one => one.game === game)) one.rounds = 12;
            location.hash = "#/records";
        }"""
    )
    page.wait_for_selector(".cards")
    games = page.evaluate("quaestor.data.games.filter(one => one.game === Object.keys(quaestor.data.titles)[0]).length")
    said = page.locator(".cards section", has_text="Most rounds").inner_text()
    assert f"{games - 3} more are as good" in said


def test_the_course_of_a_game_ends_where_its_sheet_does(page_file, look):
    """In The Builders coins are settled after the last round."""
    page = look(page_file)
    later = "one => one.final && one.curve.some((line, seat) => line.at(-1) !== one.table[seat].total)"
    at = page.evaluate(f"quaestor.data.games.find({later}).at")
    page.evaluate("at => { location.hash = `#/game/${at}`; }", at)
    page.wait_for_selector("text=The last point is the sheet")
    drawn = page.locator(".drawing svg g[aria-label='line'] path").first.get_attribute("d")
    assert len(re.findall("[ML]", drawn)) == page.evaluate("at => quaestor.data.games[at].curve[0].length + 1", at)


# --- who reads it -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_view_opens_from_a_file_on_a_phone_and_axe_finds_nothing(page_file, look, scheme):
    only = {"light": {}, "dark": {"runOnly": ["color-contrast"]}}[scheme]  # nothing else changes in the dark
    page = look(page_file, color_scheme=scheme)
    page.evaluate(AXE.read_text("utf-8"))
    for view in VIEWS:
        page.evaluate("view => { location.hash = '#/' + view; }", view)
        page.wait_for_function("view => location.hash === '#/' + view", arg=view)
        page.wait_for_timeout(50)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), view
        told = page.evaluate("rules => axe.run(document, {...rules, resultTypes: ['violations']})", only)
        assert [(one["id"], one["nodes"][0]["html"][:200]) for one in told["violations"]] == [], view


def test_filters_stand_in_the_address_and_narrow_every_figure(club, page_file, look):
    page = look(page_file)
    game = next(iter(archive.finished(archive.open(club))))
    page.evaluate("game => { location.hash = `#/players?game=${game}&seats=3`; }", game)
    page.wait_for_selector(".chip")
    asked = measure(archive.open(club), "wins", ["player"], filters([f"game={game}", "seats=3"]))
    number = f"{asked.games} finished games"
    assert number in page.inner_text("main")
    page.click(".chip")
    page.wait_for_selector(".chip", state="detached")
    assert number not in page.inner_text("main")


def test_without_script_it_is_still_a_report(page_file, look):
    page = look(page_file, java_script_enabled=False)
    said = page.locator("#report").inner_text()
    assert all(game.title in said for game in GAMES.values())
    assert "Leaderboard" in said and page.locator("#report figure.dots").count() > 10


@pytest.mark.parametrize("code", LANGUAGES)
def test_it_speaks_the_reader_s_language_with_or_without_script(club, tmp_path, look, code):
    path = tmp_path / "club.html"
    path.write_bytes(club_page(club, language(code)))
    page = look(path)
    nav = {"en": "Head to head", "fr": "Face à face", "pl": language("pl").text("Head to head")}
    assert nav[code] in page.inner_text("nav.views")
    labels = {"en": "finished games", "fr": "parties terminées", "pl": "ukończone gry"}
    assert labels[code] in page.locator(".figures").first.inner_text()


def test_no_french_line_begins_with_its_colon(club, tmp_path, look):
    path = tmp_path / "club.html"
    path.write_bytes(club_page(club, language("fr")))
    page, said = look(path), []
    for view in ("", "players", "player/Ana", "records", "slips"):
        page.evaluate("view => { location.hash = '#/' + view; }", view)
        page.wait_for_function("view => location.hash === '#/' + view", arg=view)
        page.wait_for_timeout(50)
        said += page.locator("#app").all_text_contents()
    assert re.findall(r"\w+ [:;?!]", " ".join(said)) == [] and re.search("\u00a0[:;]", " ".join(said))


# --- what is in it ----------------------------------------------------------------------------------------------------


def test_the_same_archive_gives_the_same_bytes_and_hidden_names_are_nowhere(club, tmp_path):
    shutil.copytree(club, tmp_path / "club")
    open_page = club_page(club, ENGLISH)
    assert club_page(club, ENGLISH) == open_page and len(open_page) <= MOST
    assert '"Ana"' in inside(open_page)
    (tmp_path / "club" / "players.toml").write_text('hidden = ["Ana"]\n')
    page = club_page(tmp_path / "club", ENGLISH)
    assert "(hidden 1)" in inside(page)
    assert re.findall(rb"\bAna\b", page) == [] and re.findall(r"\bAna\b", inside(page)) == []


def test_a_hidden_name_is_in_no_file_s_name_however_it_is_written(tmp_path):
    logs = tmp_path / "logs"
    logs.mkdir()
    for seed, name in enumerate(("ana-ana.jsonl", "Bo,ANA.jsonl", "banana.jsonl")):
        (logs / name).write_bytes(simulate(GAMES["lutece"], seed))
    archive.build([logs], tmp_path / "club", GAMES, workers=1)
    (tmp_path / "club" / "players.toml").write_text('hidden = ["Ana"]\n')
    page = club_page(tmp_path / "club", ENGLISH)
    assert re.findall(rb"(?i)\bana\b", page) == [] and re.findall(r"(?i)\bana\b", inside(page)) == []
    assert b"(hidden 1)-(hidden 1).jsonl" in page and b"banana.jsonl" in page


def test_a_game_leads_to_its_replay_where_that_lies_beside_the_page(club, tmp_path):
    logs = tmp_path / "logs"
    logs.mkdir()
    (logs / "friday night.jsonl").write_bytes(simulate(GAMES["lutece"], 4))
    archive.build([logs], tmp_path / "club", GAMES, workers=1)
    assert "friday%20night.html" not in inside(club_page(tmp_path / "club", ENGLISH, beside=tmp_path))
    (tmp_path / "friday night.html").write_text("a replay")
    assert "friday%20night.html" in inside(club_page(tmp_path / "club", ENGLISH, beside=tmp_path))


# --- in the pad's house -----------------------------------------------------------------------------------------------


def test_the_pad_shows_the_same_page_live_from_its_folder(tmp_path, browser):
    folder = tmp_path / "friday"
    folder.mkdir()
    for seed in (1, 2):
        (folder / f"g{seed}.jsonl").write_bytes(simulate(GAMES["lutece"], seed))
    server = Server(folder)
    try:
        assert Phone(server, None).get("/api/club").status == 401
        page = browser.new_context().new_page()
        page.goto(f"{server.address}/club#house={server.key}")
        page.wait_for_selector("html.live main", timeout=1000 * PATIENCE)
        assert page.inner_text("h1") == "friday" and page.evaluate("quaestor.data.games.length") == 2
        assert server.key not in page.url
        (folder / "g3.jsonl").write_bytes(simulate(GAMES["lutece"], 3))
        page.reload()
        page.wait_for_function("() => globalThis.quaestor?.data.games.length === 3", timeout=1000 * PATIENCE)
        page.context.close()
    finally:
        server.stop()


def test_a_page_that_would_be_too_large_says_what_it_leaves_out(club, tmp_path, monkeypatch, look):
    whole = len(club_page(club, ENGLISH))
    monkeypatch.setattr("cli.club_page.MOST", whole - 3_000)
    path = tmp_path / "small.html"
    path.write_bytes(club_page(club, ENGLISH))
    assert path.stat().st_size <= whole - 3_000
    page = look(path)
    said, told = page.inner_text("footer"), json.loads(inside(path.read_bytes()))
    assert told["left_out"] > 0 or told["without"]
    assert ("oldest games is left out" in said) == (told["left_out"] > 0)
    assert all(name in said for name in told["without"])
    for view in ("", "cards", "player/Ana", "ask", "game/0"):
        page.goto(f"{path.as_uri()}#/{view}")
        page.wait_for_selector("main > *")


def test_of_a_large_club_the_latest_games_are_in_the_page_and_it_says_so(club, tmp_path, monkeypatch, look):
    monkeypatch.setattr("cli.club_page.LATEST", 9)
    path = tmp_path / "latest.html"
    path.write_bytes(club_page(club, ENGLISH))
    page, db = look(path), archive.open(club)
    whole, finished = db.execute("SELECT count(*), count(*) FILTER (final) FROM games").fetchall()[0]
    told = json.loads(inside(path.read_bytes()))
    assert told["older"] == whole - len(told["games"]["order"]) > 0 and finished > 9
    assert "latest 9 games" in page.inner_text("header ~ .notice") and str(told["older"]) in page.inner_text(".notice")
    newest = "SELECT log FROM games ORDER BY started DESC NULLS FIRST, log DESC LIMIT 9"
    wins = f"SELECT player, count(*), sum(won::INT) FROM seats WHERE log IN ({newest}) AND game = ? GROUP BY 1"
    for (game,) in db.execute("SELECT DISTINCT game FROM games WHERE final ORDER BY 1").fetchall():
        found = page.evaluate(
            "game => quaestor.measure('wins', ['player'], {where: {game: [game]}, since: ''}, {adjust: ''})", game
        )["groups"]
        shown = {(one["keys"][0], one["n"], one["total"]) for one in found}
        assert shown == {*db.execute(wins, [game]).fetchall()}, game


@pytest.fixture(scope="module")
def cards_file(tmp_path_factory):
    """A club whose cards truly differ: Markets are bought by those who lose."""
    folder = tmp_path_factory.mktemp("cards")
    make(folder / "sample", {"lutece": GAMES["lutece"]}, 400, 4, workers=1)
    path = folder / "club.html"
    path.write_bytes(club_page(folder / "sample" / "archive", ENGLISH))
    return path


def test_a_figure_is_judged_once_wherever_it_stands(cards_file, look):
    """What a list calls a finding is one on its own page and in the overview, and the other way round."""
    page = look(cards_file)
    overview = page.locator("#app ul.findings li").all_inner_texts()
    lists = []
    for view in ("players", "cards"):
        page.evaluate("view => { location.hash = '#/' + view; }", view)
        page.wait_for_selector(f"nav.views a[aria-current][href^='#/{view}']")
        lists += page.locator("#app .finding").all_inner_texts() + page.locator("#app .more li").all_text_contents()
        sure = page.locator("#app figure tr.sure a").all()
        own = [(one.inner_text(), one.get_attribute("href")) for one in sure]
    assert len(own) == len(lists) == len(overview) > 1
    for name, link in own:
        page.evaluate("link => { location.hash = link; }", link)
        page.wait_for_selector(f"h2:text-is('{name}')")
        assert name in page.locator("#app figure .finding").first.inner_text()
