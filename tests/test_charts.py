"""Charts as data and as drawings: bounds, numbers and baselines are there, nothing is dropped in silence."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from statistics import stdev

import msgspec
import pytest

from ledger import archive
from ledger.charts import MOST, Chart, Facet, Mark, chart_of, heading_of
from ledger.games import GAMES
from ledger.metrics import measure
from ledger.metrics.filters import filters
from ledger.plot import plot
from ledger.questions import ask, questions, shelf
from ledger.words.speech import ENGLISH, LANGUAGES, language
from tests.patience import PATIENCE
from tests.test_metrics import club

HOUSE = Path(__file__).parent.parent
QUAESTOR = str(Path(sys.executable).with_name("quaestor"))


@pytest.fixture(scope="module")
def sample(tmp_path_factory):
    folder = tmp_path_factory.mktemp("charts") / "sample"
    said = run("archive", "sample", "-o", folder, "--games", 6, "--workers", 1)
    assert said.returncode == 0, said.stderr
    return folder


@pytest.fixture(scope="module")
def db(sample):
    return archive.open(sample / "archive")


def run(*said):
    env = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8"}
    return subprocess.run([QUAESTOR, *map(str, said)], capture_output=True, text=True, env=env, timeout=PATIENCE)


def test_the_sample_comes_with_its_card_and_is_not_written_over(sample):
    card = (sample / "README.md").read_text()
    assert all(game.title in card for game in GAMES.values())
    assert "CC0" in card and "--games 6 --seed 1" in card
    again = run("archive", "sample", "-o", sample)
    assert again.returncode == 2 and "is not empty" in again.stderr and "Traceback" not in again.stderr


def test_the_notebook_runs(sample):
    said = subprocess.run(
        [sys.executable, HOUSE / "docs" / "analysis.py", sample / "archive"],
        capture_output=True, text=True, cwd=HOUSE, timeout=PATIENCE,
    )  # fmt: skip
    assert said.returncode == 0, said.stderr
    assert "stand out: []" in said.stdout


def test_every_table_has_the_grain_it_says(db):
    for table in archive.all_tables(GAMES).values():
        if table.key:
            columns = ", ".join(f'"{name}"' for name in table.key)
            number, apart = db.execute(f'SELECT count(*), count(DISTINCT ({columns})) FROM "{table.name}"').fetchone()
            assert number == apart, table.name
            assert "One row for each `log`, `seat`." in archive.page(GAMES)


def test_every_rate_has_its_number_and_its_bounds(db):
    for name, one in questions().items():
        answer = ask(db, name)
        chart = chart_of(answer)
        if chart is None:
            assert one.chart is None or not answer.rows
            continue
        marks = [mark for facet in chart.facets for mark in facet.marks]
        assert msgspec.json.decode(msgspec.json.encode(chart), type=Chart) == chart
        for mark in marks:
            if chart.unit == "%" and mark.value is not None:
                assert mark.n is not None and 0 <= mark.low <= mark.value + 1e-9 <= mark.high + 2e-9 <= 1 + 3e-9, name
            assert mark.grey is False or mark.n is not None


def test_every_row_is_drawn_or_spoken_of(db):
    for name in questions():
        answer = ask(db, name)
        chart = chart_of(answer)
        if chart is None or chart.form == "lines":
            continue
        drawn = sum(len(facet.marks) for facet in chart.facets)
        spoken = sum(int(re.search(r"\d+", note).group()) for note in chart.notes if note.startswith("and "))
        assert drawn + spoken == len(answer.rows), name


def test_two_thousand_players_are_a_chart_that_fits_and_says_what_is_left_out():
    db = club(11, 200, strong={"P19": 5.0}, deal=0)
    few = chart_of(measure(db, "wins", ["player", "opponent"]))
    assert sum(len(facet.marks) for facet in few.facets) <= 2 * MOST
    assert any("more" in note for note in few.notes)


def test_what_stands_out_is_drawn_wherever_it_ranks():
    db = club(12, 400, strong={"P19": 0.02}, deal=0)
    told = measure(db, "wins", ["player"])
    assert told.groups[-1].stands_out == "below"
    chart = chart_of(told, top=3)
    assert [mark.label for mark in chart.facets[0].marks][-1] == "P19"
    assert chart.title.startswith("P19 wins less than chance: ")


def test_headings_name_the_game_the_filters_and_the_number(db):
    told = measure(db, "wins", ["player"], filters(["game=lutece"], since="2014"))
    assert heading_of(told) == "Games won by player · Lutèce · since 2014 · 6 finished games"
    assert heading_of(ask(db, "rejected")) == "Logs that are not counted · 0 logs not counted"


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_finding_is_said_in_every_language(code):
    db = club(0, 300, strong={"P07": 4.0}, deal=0)
    said = chart_of(measure(db, "wins", ["player"]), language(code)).title
    numbers = re.findall(r"\d+", said)
    assert said.startswith("P07 ") and len(numbers) == 5
    starts = {
        "en": "P07 wins more than chance: ",
        "fr": "P07 gagne plus que le hasard : ",
        "pl": "P07 wygrywa częściej, ",
    }
    assert said.startswith(starts[code])


DOTS = Chart(
    name="wins", form="dots", title="Ola wins more than chance: 41 % of 82 games, between 31 and 52 %",
    heading="Games won by player · Lutèce · 300 finished games", axis="Games won (%)", along="player", unit="%",
    baseline="chance", together=False, findings=(), games=300,
    notes=("and 14 more with fewer than 5 behind the figure",),
    facets=(Facet("", (
        Mark("Ola", 0.41, 0.31, 0.52, 82, 0.26, stands_out="above"),
        Mark("$x^2$ <script>", 0.2, 0.05, 0.5, 8, 0.25, grey=True),
    )),),
)  # fmt: skip


def test_a_drawing_is_as_wide_as_a_phone_and_turns_dark_by_itself():
    svg = plot(DOTS, "svg").decode()
    assert re.search(r'width="390(\.0+)?pt"', svg)
    assert "prefers-color-scheme: dark" in svg and "<script" not in svg
    assert plot(DOTS, "svg").decode() == svg
    png = plot(DOTS, "png")
    assert png.startswith(b"\x89PNG") and int.from_bytes(png[16:20]) == 1170


def test_lines_are_drawn_apart_together_and_alone():
    marks = tuple(Mark(str(at), at / 10, at / 20, at / 8, 30 - at, 0.25, at > 6, at=at) for at in range(1, 8))
    facets = tuple(Facet(f"role {number}", marks) for number in range(3))
    for some, together in ((facets, False), (facets, True), (facets[:1], False)):
        chart = msgspec.structs.replace(DOTS, form="lines", facets=some, together=together)
        assert plot(chart, "png").startswith(b"\x89PNG")


def test_ask_json_carries_the_chart_and_the_finding(sample):
    said = run("ask", "wins", sample / "archive", "--by", "seat", "--game", "lutece", "--json")
    told = json.loads(said.stdout)
    assert told["columns"][:2] == ["seat", "n"]
    assert told["chart"]["title"] == told["finding"]
    assert [mark["n"] for mark in told["chart"]["facets"][0]["marks"]] == [
        row[1] for row in told["rows"] if row[1] >= 5
    ]
    assert told["chart"]["notes"][-1].endswith("more with fewer than 5 behind the figure")
    named = json.loads(run("ask", "leaderboard", sample / "archive", "--game", "lutece", "--top", 3, "--json").stdout)
    assert (len(named["rows"]), named["game"]) == (3, "lutece")


def test_ask_alone_teaches_by_examples_and_a_mistake_is_one_line(sample):
    said = run("ask")
    assert "quaestor ask wins club --by player --where edition=fr --since 2024 --seats 4 --top 20" in said.stdout
    for wrong in (
        ["--by", "weather"],
        ["--where", "edition"],
        ["--where", "player=Nobody"],
        ["--since", "soon"],
        ["--adjust", "moon"],
    ):
        said = run("ask", "wins", sample / "archive", *wrong)
        assert (said.returncode, said.stdout, len(said.stderr.splitlines())) == (2, "", 1), wrong
    said = run("ask", "winz", sample / "archive")
    assert (
        said.stderr
        == "quaestor: there is no question 'winz'; nearest: wins, card_wins, rating; all of them: quaestor ask\n"
    )
    said = run("ask", "wins", sample / "archive", "--since", "2099")
    assert (said.returncode, said.stdout) == (0, "no games are left: since 2099\n")
    said = run("ask", "wins", sample / "archive", "--by", "seats", "--game", "lutece", "--least", "99")
    assert said.stdout.splitlines()[-1].endswith(" more with fewer than 99 games")


def test_questions_from_outside_join_in_and_a_broken_one_harms_nothing(tmp_path, monkeypatch, sample):
    where = tmp_path / "site"
    (where / "club_questions").mkdir(parents=True)
    (where / "club_questions" / "tables.sql").write_text(
        "-- Tables\n-- How many games there are.\n-- games: every\nSELECT COUNT(*) AS games FROM games\n"
    )
    (where / "club_questions" / "leaderboard.sql").write_text("-- Mine\n-- Other.\n-- games: every\nSELECT 1\n")
    (where / "club_questions" / "headless.sql").write_text("SELECT 1\n")
    (where / "club-1.2.dist-info").mkdir()
    (where / "club-1.2.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: club\nVersion: 1.2\n")
    (where / "club-1.2.dist-info" / "entry_points.txt").write_text(
        "[quaestor.questions]\nclub = club_questions\ngone = no_such_package.questions\n"
    )
    monkeypatch.syspath_prepend(str(where))
    shelf.cache_clear()
    try:
        found = shelf()
        assert found.questions["tables"].source == "club (club 1.2)"
        assert found.questions["leaderboard"].source == ""
        assert sorted(found.broken) == [
            "club (club 1.2): headless.sql",
            "club (club 1.2): leaderboard.sql",
            "gone (club 1.2)",
        ]
        assert "club_questions" not in sys.modules
        assert ask(archive.open(sample / "archive"), "tables").rows == [(6 * len(GAMES),)]
    finally:
        shelf.cache_clear()


def test_a_line_from_the_axis_begins_at_nought(db):
    from ledger.plot import _limits

    chart = chart_of(ask(db, "years", {"game": "lutece"}))
    assert chart is not None
    low, high = _limits(
        chart, [msgspec.structs.replace(mark, value=(mark.value or 0) + 400) for mark in chart.facets[0].marks]
    )
    assert low <= 0 < high


def test_where_points_come_from_is_drawn_with_its_bounds(db):
    chart = chart_of(ask(db, "categories", {"game": "lutece"}))
    assert chart is not None
    assert all(mark.low < mark.value < mark.high and mark.baseline is not None for mark in chart.facets[0].marks)


def test_a_figure_and_its_per_cent_stay_on_one_line():
    from ledger.plot import wrap

    lines = wrap("Hana, against Cem: below more often than above: 30 % of 95 games", 50)
    assert [line.startswith("%") for line in lines] == [False, False]


def test_what_the_title_says_is_not_said_again_and_small_charts_name_their_axis(db):
    from ledger.plot import _about

    ratings = chart_of(ask(db, "rating_over_time", {"game": "lutece"}))
    assert _about(ratings, ENGLISH) == "Lutèce · 6 finished games · skill: 25 at first · bars: 95 % bounds"
    wins = chart_of(measure(db, "wins", filters=filters(["game=lutece"])))
    assert _about(wins, ENGLISH).startswith("Games won by player · Lutèce · ")


def test_a_course_does_not_end_in_a_handful_of_games():
    from ledger.charts import _from_to
    from ledger.words import Words

    plan = questions()["running"].chart
    marks = [Mark(str(at), at / 20, n=n, at=at) for at, n in ((1, 500), (9, 80), (14, 11))]
    said = ENGLISH(_from_to(Words("Lead"), plan, marks, ENGLISH))
    assert said == "Lead: 5 % at round 1, 45 % at round 9"


def test_a_rate_s_bounds_are_drawn_whole_and_a_column_has_as_many_places_everywhere():
    from ledger.charts import figure
    from ledger.plot import _limits

    small = Mark("Bo", 0.6, 0.2, 0.95, 5, 0.5, grey=True)
    assert _limits(DOTS, [small])[1] >= 95
    rounds = msgspec.structs.replace(DOTS, unit="")
    assert [figure(rounds, one, ENGLISH, beside=[Mark("", 10.0), Mark("", 9.6)]) for one in (10.0, 9.6)] == [
        "10.0",
        "9.6",
    ]


def test_bribes_have_the_bounds_of_a_mean(db):
    answer = ask(db, "bribes")
    told = [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]
    one = max(told, key=lambda row: row["players"])
    laid = db.execute(
        "SELECT coalesce(sum(b.coins), 0) FROM seats s JOIN games g ON g.log = s.log LEFT JOIN bids b"
        " ON b.log = s.log AND b.seat = s.seat AND b.round = ? WHERE g.game = 'lutece' AND g.final AND s.won = ?"
        " AND g.rounds >= ? GROUP BY s.log, s.seat",
        [one["round"], one["won"], one["round"]],
    ).fetchall()
    each = [float(coins) for (coins,) in laid]
    assert (len(each), sum(each)) == (one["players"], one["coins"])
    assert one["deviation"] == pytest.approx(stdev(each))
    assert one["lower"] < one["coins_a_player"] < one["upper"]
