"""The archive: what goes in comes out, once; killed, resumed, damaged and changed as it may be."""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import duckdb
import pytest

from ledger import archive
from ledger.archive import ArchiveError, all_tables, build, building, manifest, page, placing, read_people, selections
from ledger.archive.building import versions
from ledger.archive.handing_on import hand_on
from ledger.archive.rows import Source, rank, rows
from ledger.archive.tables import kind_of
from ledger.audit import audit
from ledger.events import NoteAdded
from ledger.games import GAMES
from ledger.log import LogError, decode, encode, scan
from ledger.score import summed
from ledger.simulate import play_out, simulate, start
from ledger.walk import fold, in_force, open_record
from ledger.writer import Log

HOUSE = Path(__file__).parent.parent


def played(folder: Path, games: int = 12, first: int = 0) -> Path:
    """A folder of simulated logs of every game."""
    for number in range(first, first + games):
        for name, game in GAMES.items():
            place = folder / name
            place.mkdir(parents=True, exist_ok=True)
            (place / f"{number:03d}.jsonl").write_bytes(simulate(game, number))
    return folder


def settle(folder: Path) -> None:
    """Let the logs look as if they had been lying there for a while; the disk's own clock has to pass."""
    time.sleep(1.1)


def content(path: Path) -> dict[str, list[tuple]]:
    """Everything an archive holds but when the files were touched."""
    db = archive.open(path)
    found = {}
    for name in selections(path):
        columns = [row[0] for row in db.execute(f'DESCRIBE "{name}"').fetchall()]
        kept = ", ".join(f'"{one}"' for one in columns if one not in ("modified", "changed", "part"))
        found[name] = sorted(map(repr, db.execute(f'SELECT {kept} FROM "{name}"').fetchall()))
    return found


@pytest.fixture(scope="module")
def shelf(tmp_path_factory):
    folder = tmp_path_factory.mktemp("shelf")
    logs = played(folder / "logs")
    build([logs], folder / "club", GAMES, workers=1)
    return folder


# --- rows -------------------------------------------------------------------------------------------------------------


def test_every_number_in_tenths_has_its_scale_beside_it(shelf):
    db = archive.open(shelf / "club")
    tables = ("games", "seats", "score_lines", "running", "readings", "score_claimed", "score_adjusted")
    scales = {name: game.worth.scale for name, game in GAMES.items()}
    for table in tables:
        assert set(db.execute(f"SELECT DISTINCT game, scale FROM {table}").fetchall()) <= set(scales.items()), table
    both = "sum(c.total * 1.0 / c.scale), sum(s.total * 1.0 / s.scale)"
    claimed, made = db.execute(f"SELECT {both} FROM score_claimed c JOIN seats s USING (log, seat)").fetchone()
    assert claimed == made > 0
    numbers = "SELECT typeof(resources), typeof(demand) FROM cards LIMIT 1"
    assert db.execute(numbers).fetchone() == ("MAP(VARCHAR, BIGINT)", "MAP(VARCHAR, BIGINT)")


def _summed(names):
    return ", ".join(["count(*)", *(f"sum(TRY_CAST({one} AS BIGINT))" for one in names)])


@pytest.mark.parametrize("name", GAMES)
def test_counts_and_sums_are_those_of_duckdb_reading_the_raw_logs(shelf, name):
    from ledger.archive.tables import event_tables

    db = archive.open(shelf / "club")
    files = f"'{shelf}/logs/{name}/*.jsonl', format = 'newline_delimited'"
    raw = f"read_json({files}, columns = {{type: 'VARCHAR'}})"
    words = dict(db.execute(f"SELECT type, count(*) FROM {raw} GROUP BY 1").fetchall())
    assert len(words) > 8
    for word, table in event_tables({name: GAMES[name]}).items():
        own = [column.name for column in table.columns if column.kind == "whole" and column.name != "log"]
        ours = ("step", "round", "seat", "scale", "format")  # and a log omits its format 1
        sums = [one for one in own if one not in ours]
        written = [one.removesuffix("_") for one in sums]  # an event's own round stands beside ours
        columns = ", ".join(["type: 'VARCHAR'", *(f"{one}: 'JSON'" for one in written)])
        lines = f"read_json({files}, columns = {{{columns}}})"
        due = db.execute(f"SELECT {_summed(written)} FROM {lines} WHERE type = '{word}'").fetchone()
        found = db.execute(f"SELECT {_summed(sums)} FROM {word} WHERE game = '{name}'").fetchone()
        assert found[0] == words.get(word, 0), word
        assert [one or 0 for one in found] == [one or 0 for one in due], word


def test_seats_say_what_the_audit_says(shelf):
    db = archive.open(shelf / "club")
    for path in (shelf / "logs").rglob("*.jsonl"):
        report = audit(path.read_bytes(), GAMES)
        found = db.execute(
            "SELECT player, total, won FROM seats s JOIN logs l ON l.log = s.log WHERE path = ? ORDER BY seat",
            [str(path)],
        ).fetchall()
        sheet = report.sheet
        assert found == [(name, sheet.total(name), name in sheet.winners) for name in sheet.players]
        lines = db.execute(
            "SELECT sum(points), count(*) FROM score_lines s JOIN logs l ON l.log = s.log WHERE l.path = ?", [str(path)]
        ).fetchone()
        assert lines == (sum(line.points for line in sheet.lines), len(sheet.lines))


def test_the_cover_counts_the_finished_games(shelf, tmp_path):
    db = archive.open(shelf / "club")
    due = dict(db.execute("SELECT game, count(*) FILTER (final) FROM games GROUP BY 1").fetchall())
    assert archive.finished(db) == archive.finished(db.cursor()) == due != {}
    spoilt = tmp_path / "logs" / "spoilt.jsonl"
    spoilt.parent.mkdir()
    spoilt.write_bytes(b"no log")
    build([spoilt], tmp_path / "club", GAMES, workers=1)
    assert archive.finished(archive.open(tmp_path / "club")) == {}


def test_a_game_s_header_is_what_its_log_says(shelf):
    db = archive.open(shelf / "club")
    path = shelf / "logs" / "lutece" / "003.jsonl"
    lines = [json.loads(line) for line in path.read_bytes().splitlines()]
    row = db.execute(
        "SELECT g.digest, g.edition, g.players, g.seats, g.rounds, g.events, g.lines, g.started, "
        "g.verdict, g.final, g.sealed, g.winners, g.options['ties'], g.year "
        "FROM games g JOIN logs l ON l.log = g.log WHERE l.path = ?",
        [str(path)],
    ).fetchone()
    import hashlib

    assert row[0] == hashlib.sha256(path.read_bytes()).hexdigest()
    assert row[1:4] == (lines[0]["edition"], lines[0]["players"], len(lines[0]["players"]))
    assert row[4] == sum(line["type"] == "round_ended" for line in lines)
    assert row[5:7] == (len(lines), len(lines))
    assert row[7].isoformat(timespec="milliseconds") + "Z" == lines[0]["ts"]
    assert row[8:11] == ("clean", True, True)
    assert row[11] == next(line["winners"] for line in lines if line["type"] == "game_ended")
    assert row[12:] == ("money_cards", int(lines[0]["ts"][:4]))


def test_the_round_of_an_event_counts_the_rounds_ended_before_it(shelf):
    db = archive.open(shelf / "club")
    path = shelf / "logs" / "lutece" / "001.jsonl"
    due, number = [], 1
    for line in path.read_bytes().splitlines():
        event = json.loads(line)
        if event["type"] == "bid_placed":
            due.append((event["n"], number))
        number += event["type"] == "round_ended"
    found = db.execute(
        "SELECT b.n, b.round FROM bid_placed b JOIN logs l ON l.log = b.log WHERE l.path = ? ORDER BY b.n", [str(path)]
    ).fetchall()
    assert found == due


def test_the_running_score_is_what_the_table_was_worth_after_each_round(shelf):
    from ledger.log import load
    from ledger.score import draw_up
    from ledger.walk import replay

    db = archive.open(shelf / "club")
    path = shelf / "logs" / "lutece" / "002.jsonl"
    game, events = load(path, GAMES)
    ends = [event.n for event in events if type(event).__struct_config__.tag == "round_ended"]
    due = []
    for number, n in enumerate(ends, 1):
        sheet = draw_up(replay(game, events, n))
        due += [(number, player, sheet.total(player)) for player in sheet.players]
    found = db.execute(
        "SELECT round, player, total FROM running r JOIN logs l ON l.log = r.log WHERE path = ? ORDER BY round, seat",
        [str(path)],
    ).fetchall()
    assert found == due


@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if game.worth.figures])
def test_figures_told_without_lines_are_the_sums_of_the_lines_after_every_event(name):
    game = GAMES[name]
    logs = [simulate(game, number, options=options) for number in range(6) for options in ({}, _others(game))]
    logs += [path.read_bytes() for path in sorted((HOUSE / "sample_logs").rglob("*.jsonl"))[:400]]
    seen = 0
    for data in logs:
        try:
            found, events = decode(scan(data, chain=False), GAMES)
            record = open_record(found, in_force(events).events)
        except LogError:
            continue
        if found is not game:
            continue
        for event in in_force(events).events:
            fold(record, [event])
            lines = [*game.worth.score(record.table)]
            told = game.worth.figures(record.table)
            if told is None:
                continue
            assert told == summed(record.table.players, game.worth.categories, lines)
            assert not any(line.maybe for line in lines)
            seen += 1
    assert seen > 2000


def _others(game):
    """Every option read in its last way."""
    return {key: option.values[-1] for key, option in game.about.options.items() if option.values[-1] != "silent"}


def test_the_pure_function_gives_the_same_rows_in_one_batch_or_in_many(shelf):
    sources = [Source(str(path), path.read_bytes()) for path in sorted((shelf / "logs").rglob("*.jsonl"))]
    whole = rows(sources, GAMES)
    for name in ("games", "seats", "score_lines", "bid_placed", "sent_to_work"):
        parts = [rows([one], GAMES).get(name) for one in sources]
        assert sorted(map(repr, whole[name].to_pylist())) == sorted(
            repr(row) for part in parts if part is not None for row in part.to_pylist()
        )


def test_every_file_has_the_schema_of_its_table_and_every_event_type_has_a_table(shelf):
    import pyarrow.parquet as pq

    from ledger.archive.tables import kinds_of, schema, tables

    for name, table in tables(GAMES).items():
        for file in (shelf / "club" / name).rglob("*.parquet"):
            due = [(field.name, field.type) for field in schema(table)]
            assert [(field.name, field.type) for field in pq.read_schema(file)] == due
            assert pq.ParquetFile(file).metadata.row_group(0).column(0).compression == "ZSTD"
    for game in GAMES.values():
        assert set(kinds_of(game)) <= set(tables(GAMES))


def test_fields_become_columns_by_their_type():
    assert [kind_of(one) for one in (str, int, bool, int | None, tuple[str, ...], tuple[int, ...])] == [
        "text", "whole", "truth", "whole", "texts", "wholes",
    ]  # fmt: skip
    assert kind_of(dict[str, str | int | bool]) == "map"
    assert kind_of(dict[str, list[int]]) == "json"
    assert kind_of(int | str) == "json"


def test_winners_are_first_and_the_rest_stand_behind_them():
    assert [rank(name, {"A": 9, "B": 9, "C": 7, "D": 7}, ["B"]) for name in "ABCD"] == [2, 1, 3, 3]
    assert [rank(name, {"A": 9, "B": 9, "C": 7}, ["A", "B"]) for name in "ABC"] == [1, 1, 3]


def test_amended_games_are_archived_as_they_stand_and_the_old_entry_is_kept(tmp_path):
    from ledger.amend import amend

    path = tmp_path / "logs" / "a.jsonl"
    path.parent.mkdir()
    path.write_bytes(simulate(GAMES["lutece"], 5))
    bribe = next(json.loads(line) for line in path.read_bytes().splitlines() if b"bribe_raised" in line)
    amend(path, GAMES, bribe["n"], reason="never happened")
    build([path], tmp_path / "club", GAMES)
    db = archive.open(tmp_path / "club")
    assert db.execute("SELECT count(*) FROM bribe_raised WHERE n = ?", [bribe["n"]]).fetchone() == (0,)
    assert db.execute("SELECT n, type, amended_by FROM struck").fetchone()[:2] == (bribe["n"], "bribe_raised")
    assert db.execute("SELECT target, reason, step FROM entry_withdrawn").fetchall() == [
        (bribe["n"], "never happened", None)
    ]
    assert db.execute("SELECT lines - events FROM games").fetchone() == (2,)


def test_an_unfinished_game_has_no_winners_and_no_ranks(tmp_path):
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "a.jsonl").write_bytes(encode([start(GAMES["lutece"], ["Ana", "Bo"])]))
    build([tmp_path / "logs"], tmp_path / "club", GAMES)
    db = archive.open(tmp_path / "club")
    assert db.execute("SELECT final, winners FROM games").fetchall() == [(False, [])]
    assert db.execute("SELECT DISTINCT rank, won FROM seats").fetchall() == [(None, None)]


def test_odd_times_go_to_the_year_nought_and_are_null(tmp_path):
    from msgspec.structs import replace

    from ledger.log import link

    lines, before = [], b"0" * 64
    for n, event in enumerate(play_out(GAMES["lutece"], start(GAMES["lutece"], ["Ana", "Bo"]), random.Random(1))):
        lines.append(link(before, replace(event, n=n, ts="last friday" if n % 2 == 0 else "2020-02-30T00:00:00.000Z")))
        before = lines[-1][-67:-3]
    (tmp_path / "a.jsonl").write_bytes(b"".join(lines))
    build([tmp_path / "a.jsonl"], tmp_path / "club", GAMES)
    db = archive.open(tmp_path / "club")
    assert db.execute("SELECT year, started, minutes, verdict FROM games").fetchall() == [(0, None, None, "clean")]
    assert db.execute("SELECT count(ts) FROM bid_placed").fetchone() == (0,)


# --- incremental ------------------------------------------------------------------------------------------------------


def test_nothing_new_is_not_read_again_and_the_archive_stays_the_very_files(tmp_path):
    logs = played(tmp_path / "logs", 4)
    settle(logs)
    first = build([logs], tmp_path / "club", GAMES, workers=1)
    before = sorted(path.name for path in (tmp_path / "club").rglob("*"))
    again = build([logs], tmp_path / "club", GAMES, workers=1)
    assert (first.read, again.read, again.games) == (first.files, 0, first.files)
    assert sorted(path.name for path in (tmp_path / "club").rglob("*")) == before


def test_added_changed_moved_copied_and_vanished_logs_give_what_a_fresh_build_gives(tmp_path):
    logs = played(tmp_path / "logs", 6)
    club = tmp_path / "club"
    settle(logs)
    build([logs], club, GAMES, workers=1)
    played(logs, 2, first=50)
    with Log(logs / "lutece" / "000.jsonl", GAMES) as log:
        log.append(NoteAdded(text="Bo arrived late"))
    shutil.move(logs / "lutece" / "001.jsonl", logs / "moved.jsonl")
    shutil.copy(logs / "lutece" / "002.jsonl", logs / "copy.jsonl")
    (logs / "builders" / "003.jsonl").unlink()
    built = build([logs], club, GAMES, workers=1)
    fresh = build([logs], tmp_path / "fresh", GAMES, workers=2)
    assert built.read < fresh.read
    assert built.gone == 2
    assert built.games == fresh.games == len(list(logs.rglob("*.jsonl"))) - 1
    assert content(club) == content(tmp_path / "fresh")


def test_what_lies_outside_the_paths_given_stays(tmp_path):
    one, two = played(tmp_path / "one", 2), played(tmp_path / "two", 2, first=10)
    build([one], tmp_path / "club", GAMES, workers=1)
    built = build([two], tmp_path / "club", GAMES, workers=1)
    assert built.games == 4 * len(GAMES)


def test_logs_are_judged_again_when_the_rules_change(tmp_path, monkeypatch):
    logs = played(tmp_path / "logs", 3)
    settle(logs)
    build([logs], tmp_path / "club", GAMES, workers=1)
    real = versions(GAMES, False, True, "")
    monkeypatch.setattr(building, "versions", lambda games, *how: {**real, "lutece": "other"})
    built = build([logs], tmp_path / "club", GAMES, workers=1)
    assert (built.read, built.games) == (3, 3 * len(GAMES))


def test_many_small_builds_do_not_leave_many_small_files(tmp_path, monkeypatch):
    monkeypatch.setattr(placing, "MANY_FILES", 3)
    for number in range(6):
        game = simulate(GAMES["lutece"], 0).replace(b"", b"")
        (tmp_path / "logs").mkdir(exist_ok=True)
        (tmp_path / "logs" / f"{number}.jsonl").write_bytes(
            game if number == 0 else simulate(GAMES["lutece"], number, players=3)
        )
        build([tmp_path / "logs"], tmp_path / "club", GAMES, workers=1)
    listed = json.loads((tmp_path / "club" / "archive.json").read_bytes())["tables"]
    assert all(len(files) <= 4 for files in listed.values())
    assert archive.open(tmp_path / "club").execute("SELECT count(*) FROM games").fetchone() == (6,)


def test_long_builds_are_put_in_place_bit_by_bit(tmp_path, monkeypatch):
    monkeypatch.setattr(building, "COMMIT", 5)
    logs = played(tmp_path / "logs", 7)
    build([logs], tmp_path / "club", GAMES, workers=1)
    monkeypatch.setattr(building, "COMMIT", 50_000)
    build([logs], tmp_path / "fresh", GAMES, workers=1)
    assert content(tmp_path / "club") == content(tmp_path / "fresh")


def test_one_worker_or_two_give_the_same_archive(tmp_path, monkeypatch):
    monkeypatch.setattr(building, "FEWEST", 3)
    monkeypatch.setattr(building, "MOST", 3)
    logs = played(tmp_path / "logs", 5)
    build([logs], tmp_path / "one", GAMES, workers=1)
    build([logs], tmp_path / "two", GAMES, workers=2)
    assert content(tmp_path / "one") == content(tmp_path / "two")


def test_a_path_that_is_not_there_is_a_slip_and_empties_nothing(tmp_path):
    logs = played(tmp_path / "logs", 1)
    build([logs], tmp_path / "club", GAMES, workers=1)
    before = content(tmp_path / "club")
    with pytest.raises(ArchiveError, match="is not there; nothing was built"):
        build([logs, tmp_path / "lgos"], tmp_path / "club", GAMES, workers=1)
    assert content(tmp_path / "club") == before


def test_an_archive_of_another_version_is_read_again_whole_also_what_was_not_asked_for(tmp_path):
    one, two = played(tmp_path / "one", 1), played(tmp_path / "two", 1, first=9)
    build([one, two], tmp_path / "club", GAMES, workers=1)
    cover = next((tmp_path / "club" / "versions").iterdir())
    cover.write_text(json.dumps({**json.loads(cover.read_text()), "schema": "older"}))
    with pytest.raises(ArchiveError, match="another version"):
        archive.open(tmp_path / "club")
    built = build([one], tmp_path / "club", GAMES, workers=1)
    assert built.games == 2 * len(GAMES)
    shutil.rmtree(tmp_path / "club" / "versions")
    (tmp_path / "club" / "archive.json").write_text("no JSON")
    with pytest.raises(ArchiveError, match="is no archive"):
        archive.open(tmp_path / "club")


def test_other_readings_are_kept_until_somebody_says_otherwise(tmp_path):
    logs = played(tmp_path / "logs", 1)
    settle(logs)
    build([logs], tmp_path / "club", GAMES, workers=1, readings=True)
    number = archive.open(tmp_path / "club").execute("SELECT count(*) FROM readings").fetchone()
    assert build([logs], tmp_path / "club", GAMES, workers=1).read == 0
    assert archive.open(tmp_path / "club").execute("SELECT count(*) FROM readings").fetchone() == number != (0,)
    build([logs], tmp_path / "club", GAMES, workers=1, readings=False)
    assert archive.open(tmp_path / "club").execute("SELECT count(*) FROM readings").fetchone() == (0,)


def test_a_card_list_of_one_s_own_judges_the_logs_that_need_it_and_is_kept(tmp_path):
    from msgspec.structs import replace

    from ledger.game import catalogue_of, shipped
    from ledger.walk import named_in_full

    game = GAMES["lutece"]
    mine = catalogue_of(shipped(game.about.folder)[0].data.replace(b"Brewer 1", b"Brewster"), "mine")
    begun = named_in_full(game, replace(start(game, ["Ana", "Bo"]), catalogue="", catalogue_digest=""), mine)
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "mine.jsonl").write_bytes(encode([begun]))
    (tmp_path / "logs" / "ours.jsonl").write_bytes(simulate(game, 1))
    assert build([tmp_path / "logs"], tmp_path / "club", GAMES).rejected == 1
    built = build([tmp_path / "logs"], tmp_path / "club", GAMES, catalogue=mine)
    assert (built.games, built.rejected) == (2, 0)
    settle(tmp_path)
    assert build([tmp_path / "logs"], tmp_path / "club", GAMES).games == 2
    names = archive.open(tmp_path / "club").execute(
        "SELECT c.name FROM games g JOIN cards c ON c.catalogue_digest = g.catalogue_digest WHERE c.card = 'C01'"
    )
    assert sorted(names.fetchall()) == [("Brewer 1",), ("Brewster",)]


FULL = """
import resource, sys
from pathlib import Path
from ledger.archive import ArchiveError, build
from ledger.games import GAMES
resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000))
try:
    build([Path(sys.argv[1])], Path(sys.argv[2]), GAMES, workers=1)
except ArchiveError as error:
    print(error)
"""


def test_a_disk_that_takes_no_more_leaves_the_archive_as_it_was(tmp_path):
    logs = played(tmp_path / "logs", 1)
    build([logs], tmp_path / "club", GAMES, workers=1)
    before = content(tmp_path / "club")
    played(logs, 3, first=5)
    run = subprocess.run(
        [sys.executable, "-c", FULL, str(logs), str(tmp_path / "club")], capture_output=True, text=True
    )
    assert run.stdout.count("\n") == 1 and run.stdout.endswith("the archive is as it was\n"), run
    assert content(tmp_path / "club") == before
    assert not list((tmp_path / "club").rglob(".*parquet*"))


# --- damage -----------------------------------------------------------------------------------------------------------


def test_damaged_and_unjudgeable_logs_are_listed_with_the_reason_and_never_counted(tmp_path):
    logs = played(tmp_path / "logs", 3)
    sound = (logs / "lutece" / "000.jsonl").read_bytes()
    spoilt = {
        "edited.jsonl": (sound.replace(b'"coins":1', b'"coins":9', 1), "damaged"),
        "torn.jsonl": (sound[:-40], "damaged"),
        "text.jsonl": (b"hello\n", "unjudgeable"),
        "empty.jsonl": (b"", "unjudgeable"),
        "gloria.jsonl": (encode([start(GAMES["lutece"], ["Ana", "Bo"])]).replace(b"lutece", b"gloria"), None),
        "bytes.jsonl": (random.Random(1).randbytes(5000), "unjudgeable"),
        "deep.jsonl": (b'{"type":"game_started"' + b"[" * 9000 + b"\n", None),
    }
    for name, (data, _) in spoilt.items():
        (logs / name).write_bytes(data)
    (logs / "nowhere.jsonl").symlink_to(tmp_path / "missing")
    os.mkfifo(logs / "pipe.jsonl")
    (logs / os.fsdecode(b"odd\xff.jsonl")).write_bytes(simulate(GAMES["lutece"], 99))
    built = build([logs], tmp_path / "club", GAMES, workers=1)
    assert built.games == 3 * len(GAMES) + 1
    assert built.rejected == len(spoilt) + 2
    db = archive.open(tmp_path / "club")
    rejected = {
        Path(path).name: (verdict, reason)
        for path, verdict, reason in db.execute("SELECT path, verdict, reason FROM rejected").fetchall()
    }
    for name, (_, verdict) in spoilt.items():
        assert rejected[name][1], name
        assert verdict in (None, rejected[name][0])
    assert db.execute("SELECT count(*) FROM games").fetchone() == (built.games,)
    for table in all_tables(GAMES):
        if table not in ("logs", "cards"):
            strays = f'SELECT count(*) FROM "{table}" WHERE log NOT IN (SELECT log FROM games)'
            assert db.execute(strays).fetchone() == (0,), table


def test_names_that_act_are_only_data(tmp_path):
    names = ["'; DROP TABLE games; --", "=cmd|'/c calc'!A0", "<script>alert(1)</script>", "\x1b[31mred\u202e"]
    events = play_out(GAMES["lutece"], start(GAMES["lutece"], names), random.Random(3))
    (tmp_path / "it's [a] *.jsonl").write_bytes(encode(events, seal=True))
    build([tmp_path / "it's [a] *.jsonl"], tmp_path / "club's [x]", GAMES)
    db = archive.open(tmp_path / "club's [x]")
    assert db.execute("SELECT player FROM seats ORDER BY seat").fetchall() == [(name,) for name in names]


def test_only_an_archive_is_replaced_by_one(tmp_path):
    logs = played(tmp_path / "logs", 1)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("years of work")
    with pytest.raises(ArchiveError, match="not overwritten"):
        build([logs], tmp_path / "mine", GAMES)
    assert (tmp_path / "mine" / "thesis.txt").read_text() == "years of work"
    with pytest.raises(ArchiveError, match="nothing was built"):
        build([tmp_path / "mine"], tmp_path / "club", GAMES)
    with pytest.raises(ArchiveError, match="is no archive"):
        archive.open(tmp_path / "mine")


def test_of_two_builds_at_the_same_time_one_counts_and_the_other_says_so(tmp_path, monkeypatch):
    one, two = played(tmp_path / "one", 1), played(tmp_path / "two", 1, first=7)
    real = manifest.commit

    def meanwhile(*given, **what):
        monkeypatch.setattr(manifest, "commit", real)
        build([two], tmp_path / "club", GAMES, workers=1)
        return real(*given, **what)

    monkeypatch.setattr(manifest, "commit", meanwhile)
    with pytest.raises(ArchiveError, match="another program"):
        build([one], tmp_path / "club", GAMES, workers=1)
    assert build([one], tmp_path / "club", GAMES, workers=1).games == 2 * len(GAMES)


KILLED = """
import sys
from pathlib import Path
from ledger import archive
from ledger.archive import building
from ledger.games import GAMES
if __name__ == "__main__":
    building.FEWEST, building.MOST, building.COMMIT = 4, 4, 20
    archive.build([Path(sys.argv[1])], Path(sys.argv[2]), GAMES, workers=int(sys.argv[3]))
"""


def test_a_build_killed_at_any_moment_leaves_an_archive_that_is_whole(tmp_path):
    logs, club = played(tmp_path / "logs", 8), tmp_path / "club"
    script = tmp_path / "script.py"
    script.write_text(KILLED)
    build([logs], club, GAMES, workers=1)
    before = content(club)
    played(logs, 24, first=100)
    dice = random.Random(4)
    states = []
    for _ in range(12):
        run = subprocess.Popen(
            [sys.executable, str(script), str(logs), str(club), dice.choice("12")], start_new_session=True
        )
        time.sleep(dice.uniform(0.2, 2.5))
        if run.poll() is None:
            os.killpg(run.pid, signal.SIGKILL)
        run.wait()
        found = content(club)
        numbers = {table: len(values) for table, values in found.items()}
        states.append(numbers["games"])
        assert numbers["games"] == len(found["logs"])
        assert numbers["game_started"] == numbers["games"] == numbers["log_sealed"]
        assert set(before["games"]) <= set(found["games"])
    assert states == sorted(states)
    build([logs], club, GAMES, workers=1)
    build([logs], tmp_path / "fresh", GAMES, workers=1)
    assert content(club) == content(tmp_path / "fresh")
    assert not list((tmp_path / "club").rglob(".*parquet*"))


# --- people and pages -------------------------------------------------------------------------------------------------


def test_players_toml_joins_spellings_and_hides_names_everywhere(tmp_path):
    logs = tmp_path / "logs"
    logs.mkdir()
    for number, names in enumerate([["Ana", "Bo"], ["Anna", "Cem"], ["Bo", "Cem"]]):
        events = play_out(GAMES["lutece"], start(GAMES["lutece"], names), random.Random(number))
        (logs / f"{number}.jsonl").write_bytes(encode(events, seal=True))
    build([logs], tmp_path / "club", GAMES)
    raw = archive.open(tmp_path / "club").execute("SELECT DISTINCT player FROM seats ORDER BY 1").fetchall()
    assert raw == [("Ana",), ("Anna",), ("Bo",), ("Cem",)]
    (tmp_path / "club" / "players.toml").write_text('hidden = ["Bo"]\n[aliases]\nAna = ["Anna"]\n')
    db = archive.open(tmp_path / "club")
    names = db.execute("SELECT player, count(*) FROM seats GROUP BY 1 ORDER BY 1").fetchall()
    assert names == [("(hidden 1)", 2), ("Ana", 2), ("Cem", 2)]
    for table in selections(tmp_path / "club"):
        assert "'Bo'" not in repr(db.execute(f'SELECT * FROM "{table}"').fetchall()), table
    for spoilt in ("aliases = 3\n", "aliases = []\n", "[aliases]\nAna = 3\n", "hidden = " + "[" * 5000):
        (tmp_path / "club" / "players.toml").write_text(spoilt)
        with pytest.raises(ArchiveError, match="cannot be used"):
            read_people(tmp_path / "club")
    (tmp_path / "club" / "players.toml").write_text('\ufeffhidden = ["Bo"]\n')  # as Windows writes it
    assert read_people(tmp_path / "club").hidden == {"Bo": "(hidden 1)"}
    (tmp_path / "club" / "players.toml").write_text("nicknames = []\n")
    with pytest.raises(ArchiveError, match="unknown"):
        read_people(tmp_path / "club")


@pytest.mark.parametrize("name", GAMES)
def test_a_hidden_name_shows_nowhere_whatever_the_game(tmp_path, name):
    game, seats = GAMES[name], ["Zebulon", "Wilhelmina", "Xanthippe", "Quirin", "Yolande"]
    (tmp_path / "logs").mkdir()
    for number in range(3):
        names = seats[: game.about.seats[-1]]
        events = play_out(game, start(game, names), random.Random(number))
        (tmp_path / "logs" / f"{number}.jsonl").write_bytes(encode(events, seal=True))
    build([tmp_path / "logs"], tmp_path / "club", GAMES, readings=True, workers=1)
    (tmp_path / "club" / "players.toml").write_text('hidden = ["Zebulon"]\n[aliases]\nMina = ["Wilhelmina"]\n')
    db = archive.open(tmp_path / "club")
    for table in selections(tmp_path / "club"):
        text = repr(db.execute(f'SELECT * FROM "{table}"').fetchall())
        assert "Zebulon" not in text, table
        if table not in ("findings", "score_lines"):
            assert "Wilhelmina" not in text, table
    assert_handed_on_without("Zebulon", tmp_path / "club", tmp_path / "shared")
    (tmp_path / "club" / "players.toml").write_text('[aliases]\nZebulon = ["Wilhelmina"]\n')  # two at one table
    db = archive.open(tmp_path / "club")
    counted = {table: len(db.execute(f'SELECT * FROM "{table}"').fetchall()) for table in selections(tmp_path / "club")}
    assert counted["game_started"] == 3


def assert_handed_on_without(name: str, club: Path, shared: Path) -> None:
    """A copy for others has the same rows, and the name in no file of it."""
    import pyarrow.parquet as pq

    hand_on(club, shared, GAMES)
    files = [path for path in shared.rglob("*") if path.is_file()]
    assert not [path for path in files if path.suffix == ".parquet" and name in repr(pq.read_table(path).to_pylist())]
    assert not [path for path in files if name in str(path) or name.encode() in path.read_bytes()]
    assert content(shared) == content(club)
    with pytest.raises(ArchiveError, match="not empty"):
        hand_on(club, shared, GAMES)


def test_the_page_of_columns_is_current():
    assert (HOUSE / "schemas" / "ARCHIVE.md").read_text("utf-8") == page(GAMES), "run quaestor schema"


def listed(club: Path, table: str) -> list[str]:
    """The files of a table that count, as the page of columns says to find them."""
    return [f"{club}/{one['path']}" for one in json.loads((club / "archive.json").read_bytes())["tables"][table]]


def test_duckdb_pandas_polars_and_pyarrow_read_the_files_that_the_list_names(shelf):
    import pandas
    import polars
    import pyarrow.dataset as ds

    db = archive.open(shelf / "club")
    for name in ("games", "seats", "score_lines", "bid_placed", "cards"):
        due = db.execute(f"SELECT count(*) FROM {name}").fetchone()[0]
        files = listed(shelf / "club", name)
        assert duckdb.connect().execute("SELECT count(*) FROM read_parquet(?)", [files]).fetchone() == (due,)
        assert len(pandas.concat(map(pandas.read_parquet, files))) == due
        assert polars.read_parquet(files).height == due
        assert ds.dataset(files, format="parquet").count_rows() == due
    total = db.execute("SELECT sum(total) FROM seats").fetchone()[0]
    assert polars.read_parquet(listed(shelf / "club", "seats"))["total"].sum() == total
