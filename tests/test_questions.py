"""Every question against numbers worked out in plain Python from the logs themselves."""

import json
from collections import Counter, defaultdict
from datetime import datetime
from math import sqrt
from pathlib import Path

import pytest

from ledger import archive
from ledger.archive import ArchiveError, build
from ledger.archive.rows import rank
from ledger.audit import audit
from ledger.games import GAMES
from ledger.log import decode, encode, scan
from ledger.metrics import measure
from ledger.metrics.filters import Filters, filters
from ledger.questions import ask, combining, question, questions, typed
from ledger.questions.combining import combination, combined
from ledger.simulate import simulate

HOUSE = Path(__file__).parent.parent


class Game:
    """A log read with nothing but json, and the audit's sheet of it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        data = path.read_bytes()
        self.events = [json.loads(line) for line in data.splitlines()]
        self.start = self.events[0]
        self.players = self.start["players"]
        self.report = audit(data, GAMES)
        self.sheet = self.report.sheet
        self.scale = self.sheet.scale
        self.totals = {name: self.sheet.total(name) for name in self.players}
        self.winners = self.sheet.winners
        self.rank = {name: rank(name, self.totals, self.winners) for name in self.players}
        number = 1
        for event in self.events:
            event["round"] = number
            last = event["type"] == "turn_ended" and event["player"] == self.players[-1]
            number += event["type"] == "round_ended" or last
        self.rounds = number - 1

    def of(self, word: str) -> list[dict]:
        return [event for event in self.events if event["type"] == word]

    @property
    def minutes(self) -> int:
        ended = self.of("game_ended")[0]["ts"]
        gap = datetime.fromisoformat(ended) - datetime.fromisoformat(self.start["ts"])
        return int(gap.total_seconds() // 60)


@pytest.fixture(scope="module")
def shelf(tmp_path_factory):
    folder = tmp_path_factory.mktemp("questions")
    for name, number in (("lutece", 60), ("builders", 16), ("glory_to_rome", 12)):
        (folder / "logs" / name).mkdir(parents=True)
        for seed in range(number):
            (folder / "logs" / name / f"{seed:03d}.jsonl").write_bytes(simulate(GAMES[name], seed))
    build([folder / "logs"], folder / "club", GAMES, readings=True, workers=1)
    return folder


@pytest.fixture(scope="module")
def db(shelf):
    return archive.open(shelf / "club")


@pytest.fixture(scope="module", params=list(GAMES))
def played(request, shelf):
    return request.param, [Game(path) for path in sorted((shelf / "logs" / request.param).glob("*.jsonl"))]


@pytest.fixture(scope="module")
def lutece(shelf):
    return [Game(path) for path in sorted((shelf / "logs" / "lutece").glob("*.jsonl"))]


@pytest.fixture(scope="module")
def builders(shelf):
    return [Game(path) for path in sorted((shelf / "logs" / "builders").glob("*.jsonl"))]


def told(db, name: str, **given: str) -> list[dict]:
    answer = ask(db, name, given)
    return [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]


def near(value):
    return pytest.approx(value, rel=1e-9, abs=1e-9)


def mean(values):
    values = list(values)
    return sum(values) / len(values) if values else None


def wilson(wins: int, games: int) -> tuple[float, float]:
    z, p = 1.96, wins / games
    middle = (p + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * sqrt(p * (1 - p) / games + z * z / (4 * games * games))
    return middle - half, middle + half


# --- for every game ---------------------------------------------------------------------------------------------------


def test_leaderboard(db, played):
    name, games = played
    found = {row["player"]: row for row in told(db, "leaderboard", game=name)}
    people = {player for game in games for player in game.players}
    assert set(found) == people
    for player in people:
        own = [game for game in games if player in game.players]
        wins = sum(player in game.winners for game in own)
        row = found[player]
        assert (row["games"], row["wins"]) == (len(own), wins)
        assert row["win_rate"] == near(wins / len(own))
        assert (row["low"], row["high"]) == (near(wilson(wins, len(own))[0]), near(wilson(wins, len(own))[1]))
        assert row["average_points"] == near(mean(game.totals[player] / game.scale for game in own))
        assert row["best"] == near(max(game.totals[player] / game.scale for game in own))
        assert row["chance_rate"] == near(mean(len(game.winners) / len(game.players) for game in own))
    assert all(row["games"] >= 5 for row in told(db, "leaderboard", game=name, least="5"))


def test_head_to_head(db, played):
    name, games = played
    counts: dict[tuple[str, str], Counter] = defaultdict(Counter)
    for game in games:
        for one in game.players:
            for other in game.players:
                if one < other:
                    above = game.rank[other] - game.rank[one]
                    counts[one, other]["above" if above > 0 else "below" if above < 0 else "level"] += 1
    found = {(row["player"], row["opponent"]): row for row in told(db, "head_to_head", game=name)}
    assert set(found) == set(counts)
    for pair, count in counts.items():
        assert {key: found[pair][key] for key in ("above", "below", "level")} == {
            key: count[key] for key in ("above", "below", "level")
        }
    mine = told(db, "head_to_head", game=name, player="Ana")
    assert all(row["player"] == "Ana" for row in mine)
    assert sum(row["games"] for row in mine) == sum(len(game.players) - 1 for game in games if "Ana" in game.players)


def test_rating_is_the_library_s_game_by_game(db, played):
    from openskill.models import PlackettLuce

    name, games = played
    model = PlackettLuce()
    skills: dict = {}
    for game in sorted(games, key=lambda game: game.start["ts"]):
        teams = [[skills.get(player) or model.rating()] for player in game.players]
        rated = model.rate(teams, ranks=[game.rank[player] for player in game.players])
        skills |= {player: team[0] for player, team in zip(game.players, rated, strict=True)}
    found = {row["player"]: row for row in told(db, "rating", game=name)}
    assert set(found) == set(skills)
    for player, skill in skills.items():
        assert found[player]["skill"] == pytest.approx(skill.mu, abs=0.001)
        assert found[player]["cautious"] == pytest.approx(skill.mu - 3 * skill.sigma, abs=0.002)


def test_rating_over_time_ends_where_the_best_players_stand(db, played):
    name, games = played
    standing = told(db, "rating", game=name)
    course = told(db, "rating_over_time", game=name, every="1", best="99")
    assert len(course) == sum(len(game.players) for game in games)
    assert [row["day"] for row in course] == sorted(row["day"] for row in course)
    assert {row["player"]: row for row in course} == {row["player"]: row for row in standing}

    few = told(db, "rating_over_time", game=name, every="3", best="2")
    assert {row["player"] for row in few} == {row["player"] for row in standing[:2]}
    assert all(row["games"] % 3 == 0 or row in standing for row in few)
    assert all(row in few for row in standing[:2])


def test_seats(db, played):
    name, games = played
    counts: dict = defaultdict(list)
    for game in games:
        for seat, player in enumerate(game.players, 1):
            counts[game.sheet.edition, len(game.players), seat].append(player in game.winners)
    found = {(row["edition"], row["seats"], row["seat"]): row for row in told(db, "seats", game=name)}
    assert {key: (row["games"], row["wins"]) for key, row in found.items()} == {
        key: (len(won), sum(won)) for key, won in counts.items()
    }


def test_records(db, played):
    name, games = played
    rows = told(db, "records", game=name, show="3")
    longest = [row["minutes"] for row in rows if row["record"] == "longest"]
    assert longest == sorted((game.minutes for game in games), reverse=True)[:3]
    highest = [row["points"] for row in rows if row["record"] == "highest"]
    won = [max(game.totals[name] for name in game.winners) / game.scale for game in games]
    assert highest == near(sorted(won, reverse=True)[:3])
    leads = []
    for game in games:  # a game may be won with fewer points, by a Forum or because it was conceded
        first, second = sorted(game.totals.values(), reverse=True)[:2]
        if game.totals[game.winners[0]] == first:
            leads.append((first - second) / game.scale)
    assert [row["lead"] for row in rows if row["record"] == "closest"] == near(sorted(leads)[:3])


def test_years_and_lengths(db, played):
    name, games = played
    years = {row["year"]: row for row in told(db, "years", game=name)}
    due = Counter(int(game.start["ts"][:4]) for game in games)
    assert {year: row["games"] for year, row in years.items()} == dict(due)
    for year, row in years.items():
        own = [game for game in games if game.start["ts"].startswith(str(year))]
        assert row["players"] == len({player for game in own for player in game.players})
        assert row["average_minutes"] == near(mean(game.minutes for game in own))
    for row in told(db, "lengths", game=name):
        own = [game for game in games if len(game.players) == row["seats"]]
        assert (row["games"], row["fewest_rounds"], row["most_rounds"]) == (
            len(own), min(game.rounds for game in own), max(game.rounds for game in own),
        )  # fmt: skip
        assert row["average_rounds"] == near(mean(game.rounds for game in own))


def test_categories(db, played):
    name, games = played
    for row in told(db, "categories", game=name):
        for key, wanted in (("winners", True), ("others", False)):
            due = [
                game.sheet.figures[player].get(row["category"], 0) / game.scale
                for game in games
                for player in game.players
                if (player in game.winners) is wanted
            ]
            assert row[key] == near(mean(due))


def test_running_and_course(db, played):
    name, games = played
    leaders: dict = defaultdict(list)
    before: dict = defaultdict(set)
    from ledger.score import draw_up
    from ledger.walk import replay

    for game in games:
        model, events = decode(scan(game.path.read_bytes()), GAMES)
        ends = [
            event["n"]
            for event in game.events
            if event["type"] == "round_ended" or (event["type"] == "turn_ended" and event["player"] == game.players[-1])
        ]
        for number, n in enumerate(ends, 1):
            sheet = draw_up(replay(model, events, n))
            best = max(sheet.total(player) for player in game.players)
            ahead = {player for player in game.players if sheet.total(player) == best}
            second = sorted((sheet.total(player) for player in game.players), reverse=True)[1]
            won = mean(player in game.winners for player in ahead)
            kept = not before[game.path] or bool(ahead & before[game.path])
            leaders[number].append(
                (won, (best - second) / game.scale, len(ahead) > 1, not kept, len(game.winners) / len(game.players))
            )
            before[game.path] = ahead
    for row in told(db, "running", game=name):
        own = leaders[row["round"]]
        assert row["games"] == len(own)
        assert row["leader_wins_rate"] == near(mean(won for won, *_ in own))
        assert row["average_lead"] == near(mean(one[1] for one in own))
        assert row["level_rate"] == near(mean(one[2] for one in own))
        assert row["lead_changed_rate"] == (None if row["round"] == 1 else near(mean(one[3] for one in own)))
        assert row["chance_rate"] == near(mean(one[4] for one in own))
    latest = max(games, key=lambda game: game.start["ts"])
    course = told(db, "course", game=name)
    assert [row["points"] for row in course[-len(latest.players) :]] == near(
        [latest.totals[player] / latest.scale for player in latest.players]
    ) or name == "builders"  # after the last round of The Builders prisoners are freed and loans repaid
    assert len(course) == latest.rounds * len(latest.players)


def test_readings(db, played):
    name, games = played
    from ledger.score import draw_up
    from ledger.walk import replay

    found = {(row["option"], row["value"]): row for row in told(db, "readings", game=name)}
    due: dict = defaultdict(lambda: [0, 0, 0])
    for game in games:
        model, events = decode(scan(game.path.read_bytes()), GAMES)
        own = events[0].options
        for option, one in model.about.options.items():
            for value in (value for value in one.values if value != own[option]):
                sheet = draw_up(replay(model, events, options={option: value}))
                count = due[option, str(value)]
                count[0] += 1
                count[1] += any(sheet.total(player) != game.totals[player] for player in game.players)
                count[2] += sheet.winners != game.winners
    assert {key: [row["games"], row["other_points"], row["other_winners"]] for key, row in found.items()} == due


def test_violations_and_the_tables_that_make_them(tmp_path):
    samples = HOUSE / "sample_logs" / "bad" / "lutece"
    build([samples], tmp_path / "club", GAMES, workers=1)
    found: Counter = Counter()
    logs: dict = defaultdict(set)
    tables: Counter = Counter()
    for path in samples.glob("*.jsonl"):
        report = audit(path.read_bytes(), GAMES)
        if report.integrity != "ok" or report.sheet is None:
            continue
        for finding in report.findings:
            if finding.severity == "violation":
                found[finding.rule] += 1
                logs[finding.rule].add(path)
                tables[", ".join(sorted(report.started.players))] += 1
    db = archive.open(tmp_path / "club")
    rows = told(db, "violations", game="lutece")
    assert {row["rule"]: row["findings"] for row in rows} == dict(found)
    assert {row["rule"]: row["games"] for row in rows} == {rule: len(paths) for rule, paths in logs.items()}
    assert {row["table_name"]: row["violations"] for row in told(db, "violating_tables", game="lutece")} == dict(tables)
    bad = {path.name for path in samples.glob("*.jsonl") if audit(path.read_bytes(), GAMES).verdict == "damaged"}
    assert {Path(row["path"]).name for row in told(db, "rejected")} == bad


# --- Lutèce -----------------------------------------------------------------------------------------------------------


def printed(game: str) -> dict[str, dict]:
    return {card["id"]: card for card in json.loads(GAMES[game].catalogue().data)["cards"]}


def test_cards_and_prices(db, lutece):
    deck = printed("lutece")
    brought: dict = defaultdict(list)
    for game in lutece:
        points: Counter = Counter()
        for line in game.sheet.lines:
            if line.category == "majority" and line.points:
                for card in line.cards:
                    points[line.player, card] += line.points / len(line.cards)
            elif line.category in ("prestige", "influence") and line.points:
                points[line.player, line.cards[0]] += line.points
        for event in game.of("card_purchased"):
            won = event["player"] in game.winners
            others = (len(game.winners) - won, len(game.players) - 1)
            brought[event["card"]].append((points[event["player"], event["card"]], event["paid"], won, *others))
    rows = told(db, "cards")
    assert {row["card"] for row in rows} == set(brought)
    for row in rows:
        own = brought[row["card"]]
        assert row["bought"] == len(own)
        assert row["average_points"] == near(mean(one[0] for one in own))
        assert row["average_paid"] == near(mean(one[1] for one in own))
        assert row["with_rate"] == near(mean(one[2] for one in own))
        assert row["without_rate"] == near(sum(one[3] for one in own) / sum(one[4] for one in own))
        assert (row["name"], row["cost"]) == (deck[row["card"]]["name"]["en"], deck[row["card"]]["cost"])
    for row in told(db, "prices"):
        own = [one[1] for one in brought[row["card"]]]
        assert (row["bought"], row["highest_paid"]) == (len(own), max(own))
        assert row["average_over"] == near(mean(paid - deck[row["card"]]["cost"] for paid in own))
        assert row["over_cost_rate"] == near(mean(paid > deck[row["card"]]["cost"] for paid in own))


def bids_of(game: Game) -> list[tuple[int, str, int, str]]:
    return [
        (event["round"], event["player"], card, tile)
        for event in game.of("bid_placed")
        for card, tile in enumerate(event["actions"], 1)
    ]


def test_bribes(db, lutece):
    due: dict = defaultdict(Counter)
    people: Counter = Counter()
    for game in lutece:
        bids = {(round_, player, card): tile for round_, player, card, tile in bids_of(game)}
        bidders = Counter((round_, tile) for round_, _, _, tile in bids_of(game) if tile != "revenue")
        bought = {(event["round"], event["tile"]): event["player"] for event in game.of("card_purchased")}
        unpaid = {(e["round"], e["tile"]): e["player"] for e in game.of("card_removed") if e["reason"] == "unpaid"}
        for round_ in range(1, game.rounds + 1):
            for player in game.players:
                people[round_, player in game.winners] += 1
        for event in game.of("bribe_raised"):
            key = (event["round"], event["player"] in game.winners)
            tile = bids[event["round"], event["player"], event["card"]]
            place = (event["round"], tile)
            if tile == "revenue" or unpaid.get(place) == event["player"]:
                fate = "lost"
            elif bought.get(place) == event["player"]:
                fate = "needless" if bidders[place] == 1 else "spent"
            else:
                fate = "returned"
            due[key][fate] += event["coins"]
            due[key]["coins"] += event["coins"]
    rows = told(db, "bribes")
    assert {(row["round"], row["won"]) for row in rows} == set(due)
    for row in rows:
        count = due[row["round"], row["won"]]
        for name in ("coins", "spent", "needless", "returned", "lost"):
            assert row[name] == count[name]
        assert row["coins_a_player"] == near(count["coins"] / people[row["round"], row["won"]])
        assert row["wasted_rate"] == near((count["needless"] + count["lost"]) / count["coins"])


def test_contests(db, lutece):
    for row in told(db, "contests"):
        own = [game for game in lutece if len(game.players) == row["seats"]]
        tiles = [Counter((r, tile) for r, _, _, tile in bids_of(game) if tile != "revenue") for game in own]
        removed = [event["reason"] for game in own for event in game.of("card_removed")]
        assert row["games"] == len(own)
        assert row["tiles"] == sum(map(len, tiles))
        assert row["contested"] == sum(number > 1 for one in tiles for number in one.values())
        assert (row["tied"], row["unpaid"]) == (removed.count("tied"), removed.count("unpaid"))
        assert row["destroyed_a_game"] == near(len(removed) / len(own))


def test_legions(db, lutece):
    deck = printed("lutece")
    due: dict = defaultdict(list)
    for game in lutece:
        bought = {(event["round"], event["tile"]): event["player"] for event in game.of("card_purchased")}
        spent = {event["legion"]: event for event in game.of("legion_discarded")}
        for event in game.of("card_purchased"):
            if deck[event["card"]]["role"] == "legionnaire":
                use = spent.get(event["card"])
                won = event["player"] in game.winners
                if use is None:
                    due["kept"].append((won, None))
                else:
                    fate = "spent for oneself" if use["favour"] == event["player"] else "spent for another"
                    due[fate].append((won, bought.get((use["round"], use["tile"])) == use["favour"]))
    rows = told(db, "legions")
    assert {row["fate"]: row["legions"] for row in rows} == {fate: len(own) for fate, own in due.items()}
    for row in rows:
        own = due[row["fate"]]
        assert row["win_rate"] == near(mean(won for won, _ in own))
        if row["fate"] != "kept":
            assert row["got_the_card_rate"] == near(mean(got for _, got in own))


def test_talents_and_markets(db, lutece):
    for row in told(db, "talents"):
        lines = [
            (game.path, line)
            for game in lutece
            for line in game.sheet.lines
            if line.category == "majority" and line.reason.values["resource"] == row["resource"]
        ]
        assert row["games"] == len(lutece)
        assert row["majorities"] == sum(line.points == 10 for _, line in lines)
        assert row["by_talent"] == sum(line.points == 10 and "by talent" in line.reason.template for _, line in lines)
        assert row["nobody_had_any"] == len({path for path, line in lines if line.reason.template.startswith("nobody")})
    held: dict = defaultdict(list)
    for game in lutece:
        for line in game.sheet.lines:
            if line.rule == "LUT-R33":
                held[line.cards[0]].append((line.points > 0, line.player in game.winners))
    rows = told(db, "markets")
    assert {row["card"]: (row["held"], row["fulfilled"]) for row in rows} == {
        card: (len(own), sum(met for met, _ in own)) for card, own in held.items()
    }
    for row in rows:
        assert row["win_rate"] == near(mean(won for _, won in held[row["card"]]))


# --- The Builders -----------------------------------------------------------------------------------------------------


def test_buildings(db, builders):
    due: dict = defaultdict(list)
    for game in builders:
        done = {(line.player, line.cards[0]) for line in game.sheet.lines if line.category in ("buildings", "machines")}
        sent = Counter((event["player"], event["site"]) for event in game.of("sent_to_work"))
        for event in game.of("construction_started"):
            key = (event["player"], event["building"])
            due[event["building"]].append((key in done, event["round"], sent[key], event["player"] in game.winners))
    rows = told(db, "buildings")
    assert {row["card"]: (row["begun"], row["finished"]) for row in rows} == {
        card: (len(own), sum(done for done, *_ in own)) for card, own in due.items()
    }
    for row in rows:
        own = due[row["card"]]
        assert row["begun_in_round"] == near(mean(round_ for _, round_, _, _ in own))
        finished = [one for one in own if one[0]]
        assert row["sent_to_finish"] == (near(mean(one[2] for one in finished)) if finished else None)
        assert row["win_rate"] == (near(mean(one[3] for one in finished)) if finished else None)


def test_investments(db, builders):
    words = {"prisoner_bought": "prisoner", "tool_bought": "tool", "loan_taken": "loan", "worker_trained": "training",
             "worker_hired": "worker"}  # fmt: skip
    made = {(g.path, p, kind): 0 for g in builders for p in g.players for kind in words.values()}
    for game in builders:
        for word, kind in words.items():
            for event in game.of(word):
                made[game.path, event["player"], kind] += 1
    seen = {kind for (_, _, kind), number in made.items() if number}
    by_path = {game.path: game for game in builders}
    due: dict = defaultdict(list)
    for (path, player, kind), number in made.items():
        if kind in seen:
            game = by_path[path]
            due[kind, number].append((game.totals[player] / game.scale, player in game.winners))
    rows = told(db, "investments")
    assert {(row["investment"], row["number"]): row["players"] for row in rows} == {k: len(v) for k, v in due.items()}
    for row in rows:
        own = due[row["investment"], row["number"]]
        assert row["average_points"] == near(mean(points for points, _ in own))
        assert row["win_rate"] == near(mean(won for _, won in own))


def test_half_points(db, builders):
    due: dict = defaultdict(lambda: [0, 0])
    for game in builders:
        missed = {
            finding.message.values["player"]
            for finding in game.report.findings
            if finding.rule == "BLD-B28" and finding.severity == "note"
        }
        for player in game.players:
            due[player][0] += 1
            due[player][1] += player in missed
    assert {row["player"]: [row["games"], row["games_missed"]] for row in told(db, "half_points")} == dict(due)


# --- the questions themselves -----------------------------------------------------------------------------------------


def test_every_question_has_a_test_and_a_head_that_is_true(db):
    heads_are_true(db, Path(__file__), [one for one in questions() if questions()[one].games != "glory_to_rome"])


def heads_are_true(db, tests, names):
    source = tests.read_text()
    for name in names:
        one = questions()[name]
        assert f'told(db, "{name}"' in source, name
        assert one.title and one.about.endswith((".", ")."))
        assert one.games == "every" or one.games in GAMES
        answer = ask(db, name)
        assert set(one.bars) <= set(answer.columns)
        if one.chart is not None:
            assert {*one.chart.labels, one.chart.value, *one.chart.more} <= set(answer.columns)
        given = [] if one.combines else [parameter.name for parameter in one.parameters]
        assert all(f":{name}" in one.sql for name in given)


def test_a_metric_that_several_columns_are_figures_of_is_worked_out_once(db, monkeypatch):
    asked = []
    real = combining.measure
    monkeypatch.setattr(combining, "measure", lambda *given: asked.append(given[1:]) or real(*given))
    ask(db, "categories", {"game": "lutece"})
    assert len(asked) == 2, "of winners and of everybody else"


def test_a_question_may_be_metrics_by_a_dimension(db):
    told = combination("by player\nwins = total of wins\nrate = value of wins where seat=1\nleft = wins less rate\n")
    columns, rows = combined(db, told, "lutece", Filters(), "wins")
    assert columns == ["player", "wins", "rate", "left"]
    first = {
        group.keys[0]: group.value
        for group in measure(db, "wins", ["player"], filters(["game=lutece", "seat=1"])).groups
    }
    wins = {group.keys[0]: group.total for group in measure(db, "wins", ["player"], filters(["game=lutece"])).groups}
    assert {row[0]: row[1:3] for row in rows} == {name: (won, first.get(name)) for name, won in wins.items()}
    assert [row[1] for row in rows] == sorted(wins.values(), reverse=True)
    assert all(row[3] == (None if row[2] is None else row[1] - row[2]) for row in rows)
    assert combination("SELECT 1") is None
    with pytest.raises(ValueError, match="wins = most of wins"):
        combination("by player\nwins = most of wins")


def test_questions_use_no_syntax_of_duckdb_s_own():
    own = (
        "FILTER (",
        "GROUP BY ALL",
        "ORDER BY ALL",
        "QUALIFY",
        "::",
        "EXCLUDE",
        "list_",
        "struct_",
        "ASOF",
        "//",
        "SELECT *\n",
    )
    for name, one in questions().items():
        assert not [word for word in own if word in one.sql], name


def test_parameters_are_typed_and_told_apart(db):
    with pytest.raises(ArchiveError, match="no parameter 'leest'"):
        ask(db, "leaderboard", {"leest": "3"})
    with pytest.raises(ArchiveError, match="a whole number is wanted"):
        ask(db, "leaderboard", {"least": "many"})
    with pytest.raises(ArchiveError, match="there is no question 'weather'"):
        ask(db, "weather")
    with pytest.raises(ArchiveError, match="no games of 'chess'"):
        ask(db, "leaderboard", {"game": "chess"})
    assert typed(question("leaderboard"), {"least": "7"}) == {"game": "", "least": 7}
    assert ask(db, "leaderboard", {"game": "lutece", "least": "99999999"}).rows == []
    assert ask(db, "head_to_head", {"player": "'; DROP TABLE games; --"}).rows == []


def test_an_archive_of_one_unfinished_game_answers_everything_without_numbers(tmp_path):
    from ledger.simulate import start

    (tmp_path / "a.jsonl").write_bytes(encode([start(GAMES["lutece"], ["Ana", "Bo"])]))
    build([tmp_path / "a.jsonl"], tmp_path / "club", GAMES)
    empty = archive.open(tmp_path / "club")
    for name, one in questions().items():
        if one.games in ("every", "lutece"):
            assert isinstance(ask(empty, name).rows, list), name
