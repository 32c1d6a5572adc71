"""Metrics and filters: every figure worked out again, planted effects found, and silence where there is none."""

import random
import re
from collections import defaultdict
from math import comb, sqrt

import duckdb
import pytest

from ledger import archive
from ledger.archive import ArchiveError, build
from ledger.charts import chart_of
from ledger.games import GAMES
from ledger.metrics import FEW, GREY, dimensions, lay, measure, metric, metrics
from ledger.metrics.filters import filters
from ledger.metrics.uncertainty import ALARM, believable, binomial, stand_out, student, t_95, wilson
from ledger.questions import ask, questions
from ledger.simulate import simulate
from ledger.words.speech import ENGLISH

PLAYERS = [f"P{number:02d}" for number in range(20)]
CARDS = [f"C{number:02d}" for number in range(1, 31)]


# --- tables made by hand ----------------------------------------------------------------------------------------------


def club(seed, games=300, *, strong=None, seat=None, card=None, shared=0.0, deal=4):
    """An archive in memory: who is strong, which seat and which card help, by so much in the weight of a win."""
    dice = random.Random(seed)
    rows, seats, bought = [], [], []
    for log in range(games):
        size = dice.choice([2, 3, 4, 5])
        names = dice.sample(PLAYERS, size)
        edition, year = dice.choice(["en", "fr", "pl"]), dice.choice([2022, 2023, 2024])
        held = [(place, one, dice.randint(1, 8)) for place in range(size) for one in dice.sample(CARDS, deal)]
        weights = []
        for place, name in enumerate(names):
            weight = 1.0
            weight *= (strong or {}).get(name, 1.0)
            weight *= (seat or {}).get(place + 1, 1.0)
            weight *= (
                (card or {}).get("weight", 1.0) if (place, (card or {}).get("card")) in {h[:2] for h in held} else 1
            )
            weights.append(weight)
        winners = {dice.choices(range(size), weights)[0]}
        if dice.random() < shared:
            winners.add(dice.randrange(size))
        totals = [30 + dice.randint(0, 9) if place in winners else dice.randint(5, 29) for place in range(size)]
        started = f"{year}-{dice.randint(1, 12):02d}-{dice.randint(1, 28):02d} 20:00:00"
        place_played = dice.choice(["", "Café", "Home"])
        took = (dice.randint(6, 12), dice.randint(20, 60))
        won = [names[one] for one in sorted(winners)]
        reading = dice.choice(["strict", "loose"])
        rows.append((log, "lutece", edition, size, year, started, place_played, *took, won, reading))
        for number, name in enumerate(names):
            rank = 1 if number in winners else 1 + len(winners) + sum(
                totals[other] > totals[number] for other in range(size) if other not in winners
            )  # fmt: skip
            seats.append((log, number + 1, name, totals[number], rank, number in winners))
        bought += [(log, number + 1, one, turn) for number, one, turn in held]
    return tables(rows, seats, bought)


GAME = {
    "log": "BIGINT", "game": "VARCHAR", "edition": "VARCHAR", "seats": "BIGINT", "year": "INTEGER",
    "started": "TIMESTAMP", "place": "VARCHAR", "rounds": "BIGINT", "minutes": "BIGINT", "winners": "VARCHAR[]",
    "option": "VARCHAR",
}  # fmt: skip
SEAT = {"log": "BIGINT", "seat": "BIGINT", "player": "VARCHAR", "total": "BIGINT", "rank": "BIGINT", "won": "BOOLEAN"}
CARD = {"log": "BIGINT", "seat": "BIGINT", "card": "VARCHAR", "round": "BIGINT"}


def tables(rows, seats, bought):
    db = duckdb.connect(config={"threads": 1})
    lay(db, "g", GAME, rows)
    lay(db, "s", SEAT, seats)
    lay(db, "c", CARD, bought)
    more = "MAP {'reading': option} AS options, true AS final, CAST(1 AS BIGINT) AS scale, 'clean' AS verdict"
    more += ", len(winners) * 1e0 / seats AS chance"
    db.execute(f"CREATE TABLE games AS SELECT *, {more} FROM g")
    db.execute("CREATE TABLE seats AS SELECT *, 'lutece' AS game FROM s")
    db.execute("CREATE TABLE card_purchased AS SELECT *, 'lutece' AS game FROM c")
    return db


def found(db, name, by):
    return {group.keys: group.stands_out for group in measure(db, name, by).groups if group.stands_out}


# --- planted effects, and none ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_a_player_who_is_truly_better_is_found_and_said(seed):
    db = club(seed, 300, strong={"P07": 4.0})
    told = measure(db, "wins", ["player"])
    assert found(db, "wins", ["player"]) == {("P07",): "above"}
    assert told.groups[0].keys == ("P07",)
    best = told.groups[0]
    assert chart_of(told).title == (
        f"P07 wins more than chance: {round(100 * best.value)} % of {best.n} games, "
        f"between {round(100 * best.low)} and {round(100 * best.high)} %"
    )


def test_a_seat_with_an_advantage_is_found():
    db = club(5, 500, seat={1: 2.2})
    assert found(db, "wins", ["seat"])[(1,)] == "above"
    assert ("above" in found(db, "wins", ["seats", "seat"]).values()) is True


def test_a_card_that_truly_helps_is_found_among_thirty():
    db = club(8, 500, card={"card": "C11", "weight": 3.5})
    assert found(db, "card_wins", ["card"]) == {("C11",): "above"}
    told = chart_of(measure(db, "card_wins", ["card"]))
    assert "That a card goes with wins does not say that it causes them." in told.notes


def test_archives_without_any_effect_stay_silent():
    """Twenty players at every seat: in at least 95 of 100 clubs nothing is said of either."""
    alarms = defaultdict(int)
    for seed in range(100):
        db = club(1000 + seed, 60, deal=0)
        for by in ("player", "seat"):
            alarms[by] += bool(found(db, "wins", [by]))
    assert {by: number for by, number in alarms.items() if number > 5} == {}


def test_a_page_of_several_questions_without_any_effect_stays_silent():
    """What is read at once is tested at once: more questions on a page raise no more alarms."""
    alarms = 0
    for seed in range(100):
        db = club(7000 + seed, 60, deal=0)
        asked = (("wins", ["player"]), ("wins", ["seats", "seat"]), ("points", ["player"]), ("wins", ["year"]))
        groups = [group for name, by in asked for group in measure(db, name, by).groups]
        alarms += believable([group.p if group.games >= GREY else None for group in groups]) > 0
    assert alarms <= 5


def test_points_experience_and_cards_without_any_effect_stay_silent():
    alarms = defaultdict(int)
    for seed in range(20):
        db = club(3000 + seed, 80)
        for name, by in (("points", "player"), ("wins", "experience"), ("card_wins", "card")):
            alarms[name, by] += bool(found(db, name, [by]))
    assert {key: number for key, number in alarms.items() if number > 3} == {}


def test_what_never_varies_is_no_proof():
    """Ten games, all at tables of four and all lost: that happens to one player in eighteen."""
    dice, names = random.Random(1), PLAYERS[:4]
    rows, seats = [], []
    for log in range(10):
        winner = dice.randrange(1, 4)
        rows.append(
            (log, "lutece", "en", 4, 2024, f"2024-01-{log + 1:02d} 20:00:00", "", 8, 30, [names[winner]], "strict")
        )
        seats += [
            (log, at + 1, names[at], 30 if at == winner else 10, 1 + (at != winner), at == winner) for at in range(4)
        ]
    db = tables(rows, seats, [])
    lost = next(group for group in measure(db, "win_over_chance", ["player"]).groups if group.keys == (names[0],))
    assert (lost.value, lost.baseline, lost.p) == (-25.0, 0.0, pytest.approx(tail(0, 10, 0.25)))
    assert found(db, "win_over_chance", ["player"]) == {}


def test_cards_of_one_lost_game_are_one_loss():
    """Eleven games without a win and four cards in each are eleven losses, not forty-four."""
    db = club(9, 60)
    db.execute("UPDATE seats SET won = false WHERE player = 'P03'")
    few = [group for group in measure(db, "card_wins", ["player"]).groups if group.keys == ("P03",)]
    assert few[0].games > 9 and few[0].value == 0 and few[0].n > 3 * few[0].games
    assert few[0].p > tail(0, few[0].games, few[0].baseline) / 2
    assert few[0].high > 0.2


def sized_by_year(seed, games=400):
    """Large tables take longer and end further apart; only in 2024 are tables large, and P00 sits at small ones."""
    dice, rows, seats = random.Random(seed), [], []
    for log in range(games):
        year = dice.choice([2022, 2023, 2024])
        size = dice.choice([4, 4, 5] if year == 2024 else [2, 2, 2, 5])
        names = dice.sample(PLAYERS[1:], size - (size == 2)) + (["P00"] if size == 2 else [])
        dice.shuffle(names)
        totals = [dice.randint(5, 40) for _ in names]
        winner = totals.index(max(totals))
        rows.append(
            (
                log,
                "lutece",
                "en",
                size,
                year,
                f"{year}-01-01 20:00:00",
                "",
                6 + size,
                10 * size + dice.randint(0, 9),
                [names[winner]],
                "strict",
            )
        )
        for at, name in enumerate(names):
            seats.append((log, at + 1, name, totals[at], 1 + sum(one > totals[at] for one in totals), at == winner))
    return tables(rows, seats, [])


def test_like_is_held_against_like_tables_as_large():
    """Longer games in a year of large tables are no finding about the year, nor small margins at tables of two."""
    alarms = defaultdict(int)
    for seed in range(20):
        db = sized_by_year(seed)
        for name, by in (("minutes", "year"), ("rounds", "year"), ("margin", "player"), ("margin", "seat")):
            alarms[name, by] += bool(found(db, name, [by]))
        assert found(db, "minutes", ["seats"])[(5,)] == "above"
    assert {key: number for key, number in alarms.items() if number > 3} == {}
    told = chart_of(measure(db, "minutes", ["year"]))
    assert told.baseline == "everybody else at tables as large"


def test_others_are_worked_out_again():
    """Everybody else's mean at tables of each size, weighted by one's own; and its variance, table by table."""
    db = sized_by_year(3)
    rows = db.execute("SELECT year, seats, minutes FROM games").fetchall()
    for group in measure(db, "minutes", ["year"]).groups:
        own = [row for row in rows if row[0] == group.keys[0]]
        due, variance = 0.0, 0.0
        for size in {row[1] for row in own}:
            mine = [row[2] for row in own if row[1] == size]
            other = [row[2] for row in rows if row[1] == size and row[0] != group.keys[0]]
            share, every = len(mine) / len(own), mine + other
            mean = sum(every) / len(every)
            due += share * (sum(other) / len(other) if other else sum(mine) / len(mine))
            if other:
                variance += sum((one - mean) ** 2 for one in mine) / len(own) ** 2
                variance += sum((one - mean) ** 2 for one in other) * (share / len(other)) ** 2
        assert group.baseline == pytest.approx(due)
        assert group.p is None or 0 <= group.p <= 1
        far = abs(group.value - due) / sqrt(variance)
        assert group.p == pytest.approx(student(far, group.games), abs=0.01)


def test_a_sentence_says_whose_figure_it_is():
    db = club(6, 400, strong={"P07": 6.0})
    against = chart_of(measure(db, "wins", ["opponent"]))
    assert against.title.startswith("everybody (against P07) wins less than chance: ")
    mine = chart_of(measure(db, "wins", ["seats"], filters(["player=P07"])))
    assert re.match(r"P07 \(\d players\) wins more than chance: ", mine.title)
    yearly = chart_of(measure(db, "wins", ["year"], filters(["opponent=P07"])))
    assert re.match(r"everybody \(against P07, \d{4}\) wins less than chance: ", yearly.title)
    seats = chart_of(measure(club(7, 400, seat={1: 6.0}), "wins", ["seats", "seat"]))
    assert re.match(r"seat 1 \(\d players\) wins more than chance: ", seats.title)
    sizes = chart_of(measure(sized_by_year(3), "points", ["seats"]))
    assert sizes.baseline == "everybody else" and "the others at the table" not in " ".join(sizes.findings)


def test_what_a_mean_is_held_against_is_said_with_it():
    """Behind the best by 2.2 is further ahead only beside what the others are behind by."""
    found = measure(club(6, 400, strong={"P07": 6.0}), "margin", ["player"])
    (first, *_), chart = [group for group in found.groups if group.stands_out], chart_of(found)
    assert first.keys == ("P07",)
    assert chart.title.endswith(f", against {ENGLISH.number(first.baseline, 1)}")
    assert not chart_of(measure(club(6, 400, strong={"P07": 6.0}), "wins", ["player"])).title.count(", against ")


def played(meetings, weight, seed):
    """An archive of games between these players, each as likely to win as it is heavy."""
    dice, rows, seats = random.Random(seed), [], []
    for log, people in enumerate(meetings):
        names = dice.sample(people, len(people))
        winner = dice.choices(range(len(names)), [weight[name] for name in names])[0]
        started = f"{2020 + log // 300}-{1 + log // 25 % 12:02d}-{1 + log % 25:02d} 20:00:00"
        rows.append((log, "lutece", "en", len(names), 2020, started, "", 8, 30, [names[winner]], "strict"))
        for number, name in enumerate(names):
            seats.append(
                (log, number + 1, name, 30 if number == winner else 10, 1 + (number != winner), number == winner)
            )
    return tables(rows, seats, [])


def test_an_average_player_who_meets_only_the_weak_or_only_the_strong_is_seen_to_be_average():
    """Pol sits with the weak, Quy with the strong: against chance both stand out, against equals neither."""
    strong, weak = PLAYERS[:8], PLAYERS[8:16]
    weight = dict.fromkeys(strong, 3.0) | dict.fromkeys(weak, 1 / 3) | {"Pol": 1.0, "Quy": 1.0}
    for seed in range(3):
        dice = random.Random(seed)
        mixed = [[*dice.sample(strong, 1), *dice.sample(weak, 1)] for _ in range(500)]
        alone = [["Pol", *dice.sample(weak, 1)] for _ in range(120)] + [
            ["Quy", *dice.sample(strong, 1)] for _ in range(120)
        ]
        db = played(dice.sample(mixed + alone, len(mixed + alone)), weight, seed)
        plain, fair = (
            {group.keys[0]: group for group in measure(db, "wins", ["player"], adjust=adjust).groups}
            for adjust in ("", "rating")
        )
        assert [plain[name].stands_out for name in ("Pol", "Quy")] == ["above", "below"]
        assert [fair[name].stands_out for name in ("Pol", "Quy")] == ["", ""]
        assert {name: group.value for name, group in fair.items()} == {name: one.value for name, one in plain.items()}
        assert 0.65 < fair["Pol"].baseline < 0.85 and 0.15 < fair["Quy"].baseline < 0.35
        assert {fair[name].stands_out for name in strong} <= {"above", ""} and any(
            fair[one].stands_out for one in strong
        )


def test_a_shared_win_counts_for_each_and_in_the_chance_too():
    db = club(4, 200, shared=0.5)
    groups = measure(db, "wins", ["player"]).groups
    assert sum(group.total for group in groups) > 200
    assert sum(group.baseline * group.n for group in groups) == pytest.approx(sum(group.total for group in groups))


# --- figures worked out again -----------------------------------------------------------------------------------------


def seat_rows(db):
    columns = [
        "log",
        "seat",
        "player",
        "total",
        "rank",
        "won",
        "edition",
        "seats",
        "year",
        "started",
        "place",
        "option",
    ]
    rows = db.execute(
        "SELECT s.log, s.seat, s.player, s.total, s.rank, s.won, g.edition, g.seats, g.year, g.started, g.place, "
        "g.option FROM seats s JOIN games g ON g.log = s.log ORDER BY g.started, s.log, s.seat"
    ).fetchall()
    return [dict(zip(columns, row, strict=True)) for row in rows]


def chosen(rows, asked):
    """The rows that filters leave, in plain Python."""
    keep, wanted = [], asked.keys()
    for row in rows:
        values = {
            "edition": row["edition"], "seats": str(row["seats"]), "year": str(row["year"]), "player": row["player"],
            "seat": str(row["seat"]), "month": row["started"].strftime("%Y-%m"), "place": row["place"],
            "option.reading": row["option"], "won": str(row["won"]).lower(), "game": "lutece",
        }  # fmt: skip
        if any(key != "with" and values[key] not in some for key, some in wanted.items()):
            continue
        there = {one["player"] for one in rows if one["log"] == row["log"]}
        if not there & set(wanted.get("with", there)):
            continue
        day = row["started"].strftime("%Y-%m-%d")
        if (asked.since and day[: len(asked.since)] < asked.since) or (
            asked.until and day[: len(asked.until)] > asked.until
        ):
            continue
        keep.append(row)
    return keep


def asked_at_random(dice, rows):
    where = []
    for key, value in (
        ("edition", dice.choice(["en", "fr"])), ("seats", str(dice.choice([2, 3, 4, 5]))), ("year", "2023"),
        ("place", "Café"), ("option.reading", "strict"), ("with", dice.choice(PLAYERS)), ("seat", "1"),
    ):  # fmt: skip
        if dice.random() < 0.3:
            where.append(f"{key}={value}")
    since = dice.choice(["", "", "2023", "2022-06", "2023-02-14"])
    until = dice.choice(["", "", "2024", "2024-06", "2023-11-30"])
    return filters(where, since=since, until=until)


@pytest.mark.parametrize("seed", range(5))
def test_every_figure_is_recomputed_under_random_filters(seed):
    db = club(50, 150, shared=0.2)
    rows, dice = seat_rows(db), random.Random(seed)
    tables_of = defaultdict(list)
    for row in rows:
        tables_of[row["log"]].append(row)
    for by in (["player"], ["seat"], ["edition", "seats"], ["year"], ["won"], ["option.reading"], ["month"]):
        asked = asked_at_random(dice, rows)
        left = chosen(rows, asked)
        groups = defaultdict(list)
        for row in left:
            values = {**row, "month": row["started"].strftime("%Y-%m"), "option.reading": row["option"]}
            groups[tuple(values[key] for key in by)].append(row)
        wins = {group.keys: group for group in measure(db, "wins", by, asked).groups}
        assert set(wins) == set(groups)
        points = {group.keys: group for group in measure(db, "points", by, asked).groups}
        for keys, own in groups.items():
            share = [sum(one["won"] for one in tables_of[row["log"]]) / row["seats"] for row in own]
            won = sum(row["won"] for row in own)
            assert (wins[keys].n, wins[keys].total) == (len(own), won)
            assert wins[keys].games == len({row["log"] for row in own})
            assert wins[keys].value == pytest.approx(won / len(own))
            assert wins[keys].baseline == pytest.approx(sum(share) / len(own))
            assert points[keys].value == pytest.approx(sum(row["total"] for row in own) / len(own))
            if wins[keys].n == wins[keys].games:
                assert (wins[keys].low, wins[keys].high) == pytest.approx(by_hand(won, len(own)))
                assert wins[keys].p == pytest.approx(tail(won, len(own), sum(share) / len(own)))


def by_hand(wins, n):
    z, p = 1.96, wins / n
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return max(0, middle - half), min(1, middle + half)


def tail(wins, n, chance):
    if not 0 < chance < 1:
        return 1.0
    each = [comb(n, k) * chance**k * (1 - chance) ** (n - k) for k in range(n + 1)]
    return min(1.0, 2 * min(sum(each[wins:]), sum(each[: wins + 1])))


@pytest.mark.parametrize("seed", [0, 1, 3])
def test_a_named_question_is_narrowed_to_the_same_games(seed):
    db = club(51, 150, shared=0.2)
    rows = seat_rows(db)
    asked = asked_at_random(random.Random(seed), rows)
    asked = asked._replace(where=tuple(pair for pair in asked.where if pair[0] != "seat"))
    left = defaultdict(list)
    for row in chosen(rows, asked):
        left[row["player"]].append(row)
    answer = ask(db, "leaderboard", {"game": "lutece"}, asked)
    told = {row[0]: dict(zip(answer.columns, row, strict=True)) for row in answer.rows}
    assert {name: (one["games"], one["wins"]) for name, one in told.items()} == {
        name: (len(own), sum(row["won"] for row in own)) for name, own in left.items()
    }
    assert answer.games == len({row["log"] for own in left.values() for row in own})
    again = ask(db, "leaderboard", {"game": "lutece"})
    assert sum(row[1] for row in again.rows) == len(rows)  # the archive itself is as it was


@pytest.mark.parametrize(
    ("metric", "by", "key"),
    [("wins", ["player"], "player"), ("wins", ["seat", "seats"], "seat"), ("points", ["won", "player"], "won"),
     ("card_wins", ["card"], "card"), ("category_points", ["category"], "category"),
     ("above", ["opponent"], "opponent"), ("bribes_that_pay", ["round"], "round")],
)  # fmt: skip
def test_whoever_is_asked_for_alone_is_judged_among_all(real, metric, by, key):
    """Else whoever goes from player to player finds one in twenty, and others' figures are nobody's."""
    db = archive.open(real)
    every = measure(db, metric, by, filters(["game=lutece"])).groups
    at = by.index(key)
    for value in sorted({group.keys[at] for group in every if group.keys[at] is not None})[:5]:
        text = str(value).lower() if isinstance(value, bool) else value
        own = measure(db, metric, by, filters(["game=lutece", f"{key}={text}"])).groups
        same = [group for group in every if group.keys[at] == value]
        assert [(one.keys, one.n, one.stands_out) for one in own] == [(one.keys, one.n, one.stands_out) for one in same]
        for one, other in zip(own, same, strict=True):
            assert one[5:10] == pytest.approx(other[5:10])


def test_a_row_of_an_answer_is_judged_among_all_of_them():
    """Nobody of twenty stands out; whoever is furthest from chance does not because one asks for nobody else."""
    for seed in range(8000, 8010):
        db = club(seed, 60, deal=0)
        whole = chart_of(ask(db, "leaderboard"))
        said = {
            finding
            for name in PLAYERS
            for finding in chart_of(ask(db, "leaderboard", filters=filters([f"player={name}"]))).findings
        }
        assert said == set(whole.findings)


def test_counts_are_held_against_everybody_who_could_have():
    db = club(52, 60)
    bought = db.execute("SELECT card, count(*) FROM card_purchased GROUP BY card").fetchall()
    seats = db.execute("SELECT count(*) FROM seats").fetchone()[0]
    groups = {group.keys[0]: group for group in measure(db, "purchases", ["card"]).groups}
    assert {card: (group.n, group.total) for card, group in groups.items()} == {c: (seats, n) for c, n in bought}
    by_player = {group.keys[0]: group for group in measure(db, "purchases", ["player"]).groups}
    assert all(group.value == pytest.approx(4.0) for group in by_player.values())


@pytest.mark.parametrize("latest", [5000, 6])  # six games, of which not everybody was in one
def test_equals_are_other_cards_of_the_same_round_table_and_strength(monkeypatch, latest):
    monkeypatch.setattr("ledger.metrics.equals.RATED", latest)
    db = club(53, 120)
    groups = {group.keys[0]: group for group in measure(db, "card_wins", ["card"]).groups}
    rows = db.execute(
        "SELECT p.card, min(p.round), s.won, g.seats, len(g.winners) * 1.0 / g.seats, p.log, p.seat "
        "FROM card_purchased p JOIN seats s ON s.log = p.log AND s.seat = p.seat JOIN games g ON g.log = p.log "
        "GROUP BY p.card, p.log, p.seat, s.won, g.seats, g.winners"
    ).fetchall()
    bands = strength_bands(db, latest)
    due = defaultdict(list)
    for card, turn, won, size, chance, log, seat in rows:
        near = [row for row in rows if row[0] != card and row[1] == turn and row[3] == size]
        equal = [row for row in near if bands[row[5], row[6]] == bands[log, seat]]
        pool = next((pool for pool in (equal, near) if len(pool) >= 10), None)
        due[card].append((won, sum(row[2] for row in pool) / len(pool) if pool else chance))
    for card, pairs in due.items():
        assert groups[card].total == sum(won for won, _ in pairs)
        assert groups[card].baseline == pytest.approx(sum(expected for _, expected in pairs) / len(pairs))


def strength_bands(db, latest):
    from ledger.metrics.ratings import by_log, rated, standing

    rows = db.execute(metrics()["rating"].sql).fetchall()
    newest = sorted({(row[1], -row[0]) for row in rows})[-latest:]
    some = [row for row in rows if (row[1], -row[0]) in newest]
    skill = defaultdict(lambda: 25.0, {one.player: one.skill for one in standing(rated(some))})
    ahead = []
    for table in by_log(rows):
        for log, _, player, _, seat in table:
            others = [skill[row[2]] for row in table if row[4] != seat]
            ahead.append((round(skill[player] - sum(others) / len(others), 9), log, seat))
    third, rest = divmod(len(ahead), 3)
    sizes = [third + (number < rest) for number in range(3)]
    bands = [number + 1 for number, size in enumerate(sizes) for _ in range(size)]
    return {(log, seat): band for (_, log, seat), band in zip(sorted(ahead), bands, strict=True)}


def test_the_fiftieth_game_is_the_fiftieth_whatever_year_is_asked_about():
    db = club(54, 200)
    seen, due = defaultdict(int), defaultdict(int)
    for row in seat_rows(db):
        seen[row["player"]] += 1
        nth = seen[row["player"]]
        if row["year"] == 2024:
            steps = ((1, "1"), (4, "2–4"), (9, "5–9"), (19, "10–19"), (49, "20–49"), (10**9, "50+"))
            due[next(label for most, label in steps if nth <= most)] += 1
    told = measure(db, "wins", ["experience"], filters(["year=2024"]))
    assert {group.keys[0]: group.n for group in told.groups} == dict(due)
    assert [group.keys[0] for group in told.groups] == [
        label for label in ("1", "2–4", "5–9", "10–19", "20–49", "50+") if label in due
    ]


# --- rankings, small samples and the many -----------------------------------------------------------------------------


@pytest.mark.parametrize("won", [4, 5, 9])
def test_who_won_five_of_five_is_not_crowned(won):
    """Not by a rank and not by a sentence, whatever the others do."""
    db = club(1, 200, strong={"P03": 6.0})
    for number in range(won):
        log = 900 + number
        db.execute(
            "INSERT INTO games SELECT ?, game, edition, 2, year, started, place, rounds, minutes, ['Lucky'], option, "
            "options, final, scale, verdict, 0.5 FROM games WHERE log = 1", [log],
        )  # fmt: skip
        db.execute(
            "INSERT INTO seats VALUES (?, 1, 'Lucky', 40, 1, true, 'lutece'), (?, 2, 'P00', 2, 2, false, 'lutece')",
            [log, log],
        )
    groups = measure(db, "wins", ["player"]).groups
    assert groups[0].keys == ("P03",)
    assert groups[-1].keys == ("Lucky",)
    assert (groups[-1].value, groups[-1].games, groups[-1].few, groups[-1].stands_out) == (1.0, won, True, "")
    answer = ask(db, "leaderboard", {"game": "lutece"})
    assert (answer.rows[0][0], answer.rows[-1][0]) == ("P03", "Lucky")
    chart = chart_of(answer)
    assert [mark.grey for mark in chart.facets[0].marks if mark.label == "Lucky"] == [True] * (won >= FEW)
    assert ("and 1 more with fewer than 5 behind the figure" in chart.notes) == (won < FEW)
    assert not any("Lucky" in one for one in chart.findings)
    assert measure(db, "wins", ["player"], least=GREY).left_out == 1


def test_two_games_say_nothing_yet():
    db = club(2, 2)
    assert chart_of(measure(db, "wins", ["player"])).title == "Nothing can be said yet: too few games"
    assert all(mark.grey for mark in chart_of(measure(db, "wins", ["player"])).facets[0].marks)


def test_tests_and_intervals_are_the_textbook_s():
    for wins, n, chance in ((0, 5, 0.25), (5, 5, 0.25), (34, 82, 0.25), (10, 40, 0.5), (300, 1000, 0.27)):
        assert binomial(wins, n, chance) == pytest.approx(tail(wins, n, chance), rel=1e-9)
    assert wilson(0.41, 82) == pytest.approx(by_hand(0.41 * 82, 82))
    assert t_95(9) == pytest.approx(2.2622, abs=1e-4)
    assert t_95(200) == pytest.approx(1.9719, abs=1e-4)
    assert student(2.2621571628, 9) == pytest.approx(0.05, abs=1e-9)


def test_level_counts_as_much_for_one_as_against_the_other():
    """66½ of 95 above is what 66½ of 95 below is; half a win is no reason to believe more."""
    for half, n in ((66.5, 95), (10.5, 12), (0.5, 9)):
        assert binomial(half, n, 0.5) == pytest.approx(binomial(n - half, n, 0.5), rel=1e-12)
        assert binomial(half, n, 0.5) >= binomial(half + 0.5 if half > n / 2 else half - 0.5, n, 0.5)
        assert binomial(half / n * n, n, 0.5) == binomial(half, n, 0.5)


def test_what_is_sure_of_cards_makes_nothing_surer_of_players():
    players, cards = [0.01] + [0.5] * 19, [1e-6] * 60
    limit = believable(players + cards)
    assert limit >= 0.01 and stand_out(players, limit) == [False] * 20
    assert stand_out(cards, limit) == [True] * 60


def test_many_tests_must_each_show_more():
    assert stand_out([0.04]) == [True]
    assert stand_out([0.04] + [0.9] * 19) == [False] * 20
    assert stand_out([ALARM / 20] + [0.9] * 19) == [True] + [False] * 19
    assert stand_out([0.01, 0.04, None]) == [True, True, False]
    assert stand_out([]) == []
    assert believable([0.01, 0.04, None]) == 0.04
    assert stand_out([0.01, 0.04], believable([0.01, 0.04] + [0.9] * 3)) == [True, False]


# --- what people write ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("metric", "where", "told"),
    [
        ("wins", ["player=P3"], "player=P3: nothing here has it; there are: P13, P03, "),
        ("wins", ["opponent=Anna"], "opponent=Anna: nothing here has it; there are: P00, "),
        ("wins", ["seat=9"], "seat=9: nothing here has it; there are: 1, 2, 3, 4, 5"),
        ("wins", ["experience=fifty"], "experience=fifty: nothing here has it; there are: 1, "),
        ("card_wins", ["card=C01x"], "card=C01x: nothing here has it; there are: C01, "),
        ("card_wins", ["round=77"], "round=77: nothing here has it; there are: 1, 2, 3, 4, 5, 6, 7, 8"),
        ("card_wins", ["game=builders"], "'card_wins' is about one game at a time: lutece"),
        ("rating", ["player=Anna"], "player=Anna: nothing here has it; there are: P00, "),
        ("majority", ["category=prestige"], "'majority' is not told by 'category'; by: player, "),
        ("winz", [], "there is no metric 'winz'; nearest: wins, card_wins, "),
    ],
)
def test_what_nothing_has_is_said_with_the_nearest(metric, where, told):
    with pytest.raises(ArchiveError) as error:
        measure(club(5, 30), metric, filters=filters(where))
    assert told in str(error.value)


@pytest.mark.parametrize(
    ("where", "since", "told"),
    [
        (["edition"], "", "--where edition: write it as key=value"),
        (["edition=xx"], "", "edition=xx: nothing here has it; there are: en, fr, pl"),
        (["with=Nobody"], "", "with=Nobody: nothing here has it; there are: P00"),
        (["player=Nobody"], "", "player=Nobody: nothing here has it; there are: P00"),
        (["option.moon=1"], "", "no game here has an option 'moon'; there are: reading"),
        (["seats=many"], "", "seats=many: a whole number is wanted"),
        (["won=maybe"], "", "won=maybe: yes or no is wanted"),
        (["weather=fine"], "", "'wins' is not told by 'weather'"),
        ([], "2024-13", "2024-13: a day is wanted"),
        ([], "2024-02-30", "2024-02-30: a day is wanted"),
        ([], "yesterday", "yesterday: a day is wanted"),
        (["player='; DROP TABLE games; --"], "", "nothing here has it"),
    ],
)
def test_a_filter_that_cannot_be_is_one_line(where, since, told):
    with pytest.raises(ArchiveError) as error:
        measure(club(6, 20), "wins", ["player"], filters(where, since=since))
    assert told in str(error.value)


def test_several_values_of_a_key_are_any_and_several_keys_all():
    db = club(7, 120)
    both = measure(db, "wins", ["seats"], filters(["edition=en", "edition=fr", "seats=3"]))
    due = db.execute("SELECT count(*) FROM games WHERE edition IN ('en', 'fr') AND seats = 3").fetchone()[0]
    assert (both.games, [group.keys for group in both.groups]) == (due, [(3,)])


def test_the_relation_goes_on_being_asked():
    relation = archive.ask(club(9, 100), "wins", by="player", where={"edition": ["fr", "en"]}, seats=4)
    assert relation.columns == [
        "player", "n", "games", "total", "value", "low", "high", "baseline", "supported", "p", "stands_out",
    ]  # fmt: skip
    assert relation.filter("n > 2").aggregate("sum(total) AS wins").fetchall()[0][0] > 0
    assert archive.ask(club(9, 100), "wins", by=["option.reading"]).columns[0] == "option_reading"


# --- a real archive ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def real(tmp_path_factory):
    folder = tmp_path_factory.mktemp("metrics")
    for name, number in (("lutece", 8), ("builders", 3), ("glory_to_rome", 3)):
        (folder / "logs" / name).mkdir(parents=True)
        for seed in range(number):
            (folder / "logs" / name / f"{seed:03d}.jsonl").write_bytes(simulate(GAMES[name], seed))
    build([folder / "logs"], folder / "club", GAMES, workers=1)
    return folder / "club"


def test_every_metric_is_told_by_its_dimensions(real):
    db = archive.open(real)
    for name, one in metrics().items():
        shared = ["player", "opponent", "experience", "month"] if one.kind != "rating" else ["player"]
        for key in (*one.own, random.Random(name).choice(shared)):
            assert key in dimensions(metric(name))
            told = measure(db, name, [key])
            assert told.by == tuple(dict.fromkeys((key, *one.apart)))
            for group in told.groups:
                assert len(group.keys) == len(told.by) and group.n >= 1
                assert group.low is None or group.low <= group.value + 1e-9 <= group.high + 2e-9


def test_a_category_of_a_sheet_is_a_metric(real):
    db = archive.open(real)
    told = measure(db, "vault", ["player"])
    assert (told.game, told.metric.only) == ("glory_to_rome", "vault")
    due = db.execute("SELECT player, avg(vault) FROM seats WHERE game = 'glory_to_rome' GROUP BY player").fetchall()
    assert {group.keys[0]: pytest.approx(group.value) for group in told.groups} == dict(due)


def test_what_somebody_never_did_in_a_few_games_may_be_done_in_the_next(real):
    found = measure(archive.open(real), "purchases", ["player"], filters(["card=C05"])).groups
    never = [one for one in found if not one.total and one.games > 1]
    assert len(never) > 2 and {one.low for one in never} == {0}
    assert [one.high for one in never] == pytest.approx([3.69 / one.n for one in never])


def test_a_mean_is_never_of_several_categories_at_once(real):
    db = archive.open(real)
    due = db.execute("SELECT player, avg(vault) FROM seats WHERE game = 'glory_to_rome' GROUP BY player").fetchall()
    told = measure(db, "category_points", ["player"], filters(["game=glory_to_rome"]))
    assert told.by == ("player", "category")
    assert {group.keys[0]: pytest.approx(group.value) for group in told.groups if group.keys[1] == "vault"} == dict(due)
    several = ["game=glory_to_rome", "category=vault", "category=influence"]
    assert measure(db, "category_points", ["player"], filters(several)).by == ("player", "category")
    assert measure(db, "category_points", ["player"], filters(several[:2])).by == ("player",)


def test_hidden_names_are_hidden_in_what_is_measured(real, tmp_path):
    import shutil

    shutil.copytree(real, tmp_path / "club")
    name = measure(archive.open(real), "wins", ["player"]).groups[0].keys[0]
    (tmp_path / "club" / "players.toml").write_text(f'hidden = ["{name}"]\n')
    told = measure(archive.open(tmp_path / "club"), "wins", ["player"])
    assert name not in [group.keys[0] for group in told.groups]


def test_questions_can_be_narrowed_where_that_means_something(real):
    db = archive.open(real)
    for name, one in questions().items():
        if one.of == "logs":
            with pytest.raises(ArchiveError, match="cannot be narrowed"):
                ask(db, name, filters=filters(["edition=fr"]))
        else:
            game = one.games if one.games != "every" else "lutece"
            edition = db.execute("SELECT max(edition) FROM games WHERE game = ?", [game]).fetchone()[0]
            answer = ask(db, name, filters=filters([f"edition={edition}"], game=game))
            assert answer.game in (game, "") and answer.games >= 1
