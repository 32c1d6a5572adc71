"""The questions about Glory to Rome against numbers worked out in plain Python from the logs themselves."""

from collections import Counter, defaultdict
from pathlib import Path

import pytest

from ledger import archive
from ledger.archive import build
from ledger.games import GAMES
from ledger.log import decode, scan
from ledger.questions import ask, questions
from ledger.score import draw_up
from ledger.simulate import simulate
from ledger.walk import fold, in_force, open_record
from tests.test_questions import heads_are_true

GAME = GAMES["glory_to_rome"]
SAMPLES = Path(__file__).parent.parent / "sample_logs" / "glory_to_rome"


class Played:
    """A log, its events with the round each belongs to, and its table at the end."""

    def __init__(self, path):
        _, raw = decode(scan(path.read_bytes()), GAMES)
        events = in_force(raw).events
        record = open_record(GAME, events)
        fold(record, events)
        self.table, self.sheet = record.table, draw_up(record)
        self.edition = record.rules.edition
        self.players = self.sheet.players
        self.totals = {name: self.sheet.total(name) for name in self.players}
        self.events = []
        number = 1
        for event in events:
            word = type(event).__struct_config__.tag
            self.events.append((word, number, event))
            number += word == "round_ended"
        self.rounds = number - 1

    def of(self, word):
        return [(number, event) for one, number, event in self.events if one == word]

    def won(self, player):
        return float(player in self.sheet.winners)


@pytest.fixture(scope="module")
def shelf(tmp_path_factory):
    folder = tmp_path_factory.mktemp("rome")
    logs = folder / "logs"
    logs.mkdir()
    for seed in range(10):
        (logs / f"{seed:03d}.jsonl").write_bytes(simulate(GAME, 100 + seed))
    for path in SAMPLES.glob("*.jsonl"):
        (logs / path.name).write_bytes(path.read_bytes())
    build([logs], folder / "club", GAMES, workers=1)
    return folder


@pytest.fixture(scope="module")
def db(shelf):
    return archive.open(shelf / "club")


@pytest.fixture(scope="module")
def games(shelf):
    return [Played(path) for path in sorted((shelf / "logs").glob("*.jsonl"))]


def told(db, name, **given):
    answer = ask(db, name, given)
    return [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]


def near(value):
    return None if value is None else pytest.approx(value, rel=1e-9, abs=1e-9)


def mean(values):
    values = list(values)
    return sum(values) / len(values) if values else None


def test_structures(db, games):
    begun, rounds, completed, when, wins = (defaultdict(list) for _ in range(5))
    for game in games:
        layers = {}
        for number, event in game.of("foundation_laid"):
            card = event.card.partition("#")[0]
            begun[card].append(game)
            rounds[card].append(number)
            layers[event.n] = event.player
        by_n = {event.n: number for _, number, event in game.events}
        for player in game.table.seats:
            for one in player.structures:
                if one.complete and one.n in layers:
                    completed[one.id].append(game)
                    when[one.id].append(by_n[one.done])
                    wins[one.id].append(game.won(layers[one.n]))
    found = {row["card"]: row for row in told(db, "structures")}
    assert set(found) == set(begun)
    assert sum(len(one) for one in completed.values()) > 50
    for card, row in found.items():
        assert (row["begun"], row["completed"]) == (len(begun[card]), len(completed[card]))
        assert row["completed_rate"] == near(len(completed[card]) / len(begun[card]))
        assert row["begun_in_round"] == near(mean(rounds[card]))
        assert row["completed_in_round"] == near(mean(when[card]))
        assert row["win_rate"] == near(mean(wins[card]))
    assert (found["insula"]["name"], found["insula"]["material"]) == ("Insula", "rubble")


@pytest.mark.parametrize("together", [1, 5])
def test_roles(db, games, together):
    led, share = Counter(), defaultdict(list)
    for game in games:
        roles = {number: event.role for number, event in game.of("role_led")}
        for number in {number for number, _ in game.of("thought")} - set(roles):
            roles[number] = "think"
        followers = Counter(number for number, _ in game.of("role_followed"))
        for number, role in roles.items():
            key = ((number - 1) // together * together + 1, role)
            led[key] += 1
            share[key].append(followers[number] / (len(game.players) - 1))
    rows = told(db, "roles", rounds=str(together))
    assert {(row["from_round"], row["role"]): row["led"] for row in rows} == dict(led)
    for row in rows:
        all_led = sum(count for (start, _), count in led.items() if start == row["from_round"])
        assert row["led_rate"] == near(row["led"] / all_led)
        due = None if row["role"] == "think" else near(mean(share[row["from_round"], row["role"]]))
        assert row["follow_rate"] == due


def test_endings(db, games):
    ways = defaultdict(list)
    for game in games:
        if game.rounds:
            ways[game.edition, game.table.over or "deck"].append(game)
    rows = {(row["edition"], row["ended_by"]): row for row in told(db, "endings")}
    assert {way for _, way in rows} == {"catacomb", "conceded", "deck", "forum", "sites"}
    assert set(rows) == set(ways)
    for key, own in ways.items():
        row = rows[key]
        assert row["games"] == len(own)
        assert row["rate"] == near(len(own) / sum(len(one) for (edition, _), one in ways.items() if edition == key[0]))
        assert row["rounds"] == near(mean(game.rounds for game in own))
        assert row["winning_points"] == near(
            mean(max(game.totals[name] for name in game.sheet.winners) for game in own)
        )


def test_clients(db, games):
    groups = defaultdict(list)
    for game in games:
        hired = Counter(event.player for _, event in game.of("client_hired"))
        elsewhere = Counter(event.player for _, event in game.of("client_hired") if event.source != "pool")
        for player in game.players if game.rounds else ():
            groups[hired[player]].append((game.won(player), game.totals[player], elsewhere[player]))
    rows = {row["clients"]: row for row in told(db, "clients")}
    assert set(rows) == set(groups)
    for clients, own in groups.items():
        row = rows[clients]
        assert (row["players"], row["wins"]) == (len(own), sum(won for won, _, _ in own))
        assert row["win_rate"] == near(mean(won for won, _, _ in own))
        assert row["average_points"] == near(mean(total for _, total, _ in own))
        assert row["not_from_the_pool"] == near(mean(number for _, _, number in own))


def test_vaults(db, games):
    groups = defaultdict(list)
    for game in games:
        for player, figures in game.sheet.figures.items():
            stored = figures["vault"] + figures["merchant_bonus"]
            share = stored * 10 // game.totals[player] / 10
            groups[share].append((game.won(player), game.totals[player], figures))
    rows = {float(row["vault_share"]): row for row in told(db, "vaults")}
    assert set(rows) == set(groups)
    for share, own in groups.items():
        row = rows[share]
        assert (row["players"], row["wins"]) == (len(own), sum(won for won, _, _ in own))
        assert row["win_rate"] == near(mean(won for won, _, _ in own))
        assert row["average_points"] == near(mean(total for _, total, _ in own))
        for category in ("influence", "vault", "merchant_bonus"):
            assert row[category] == near(mean(figures[category] for _, _, figures in own))


def test_first_leader(db, games):
    groups = defaultdict(list)
    for game in games:
        leaders = [event.player for _, event in game.of("leader_chosen")]
        if len(leaders) == 1:
            others = [total for name, total in game.totals.items() if name != leaders[0]]
            ahead = game.totals[leaders[0]] - mean(others)
            chance = len(game.sheet.winners) / len(game.players)
            groups[game.edition, len(game.players)].append((game.won(leaders[0]), ahead, chance))
    rows = {(row["edition"], row["seats"]): row for row in told(db, "first_leader")}
    assert set(rows) == set(groups)
    for key, own in groups.items():
        row, wins, number = rows[key], sum(won for won, *_ in own), len(own)
        assert (row["games"], row["wins"]) == (number, wins)
        assert row["win_rate"] == near(wins / number)
        assert row["chance_rate"] == near(mean(one[2] for one in own))
        assert row["ahead"] == near(mean(ahead for _, ahead, _ in own))
        z, p = 1.96, wins / number
        middle = (p + z * z / (2 * number)) / (1 + z * z / number)
        half = z / (1 + z * z / number) * (p * (1 - p) / number + z * z / (4 * number * number)) ** 0.5
        assert (row["low"], row["high"]) == (near(middle - half), near(middle + half))


def test_the_tables_of_its_events_are_typed(db):
    def kinds(table):
        rows = db.execute("SELECT column_name, data_type FROM information_schema.columns WHERE table_name = ?", [table])
        return dict(rows.fetchall())

    assert kinds("foundation_laid") | {"out_of_town": "BOOLEAN", "card": "VARCHAR"} == kinds("foundation_laid")
    assert kinds("role_led") | {"cards": "VARCHAR[]", "actions": "BIGINT"} == kinds("role_led")
    assert kinds("demand_answered") | {"stockpile": "VARCHAR[]", "clients": "VARCHAR[]"} == kinds("demand_answered")
    assert kinds("table_noted") | {"in_town": "MAP(VARCHAR, BIGINT)", "deck": "BIGINT"} == kinds("table_noted")


@pytest.mark.parametrize("word", ["foundation_laid", "role_led", "demand_answered", "structure_taken", "thought"])
def test_every_event_in_force_is_a_row(db, games, word):
    due = sum(len(game.of(word)) for game in games)

    assert db.execute(f"SELECT COUNT(*) FROM {word}").fetchone() == (due,)
    assert due > 0


def test_every_question_of_the_game_has_a_test_and_a_head_that_is_true(db):
    own = [name for name, one in questions().items() if one.games == GAME.name]
    assert len(own) >= 6
    heads_are_true(db, Path(__file__), own)
