"""Where an archive lies and what counts in it: versions, stores, packs, killed builds, shorter copies of a log."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from msgspec.structs import replace

from ledger import archive
from ledger.archive import ArchiveError, build, building, ignored, manifest, placing
from ledger.archive.building import versions
from ledger.archive.joined import joined
from ledger.archive.store import store_at
from ledger.events import NoteAdded
from ledger.games import GAMES
from ledger.packs import pack
from ledger.questions import ask
from ledger.simulate import simulate
from ledger.writer import Log
from tests.test_archive import content

DATA = [simulate(GAMES[name], seed) for seed in range(4) for name in GAMES]


def some(folder: Path, numbers: range = range(len(DATA))) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for number in numbers:
        (folder / f"{number:02d}.jsonl").write_bytes(DATA[number])
    return folder


def rows(club: Path | str, query: str, **how: str) -> list[tuple]:
    return archive.open(club, **how).execute(query).fetchall()


def test_earlier_versions_can_be_asked_by_number_and_by_date(tmp_path):
    for number in (3, 6, 9):
        build([some(tmp_path / "logs", range(number))], tmp_path / "club", GAMES, workers=1)
    assert rows(tmp_path / "club", "SELECT count(*) FROM games") == [(9,)]
    assert [rows(tmp_path / "club", "SELECT count(*) FROM games", as_of=one) for one in "123"] == [
        [(3,)],
        [(6,)],
        [(9,)],
    ]
    assert rows(tmp_path / "club", "SELECT count(*) FROM games", as_of="2999-01-01") == [(9,)]
    for wrong in ("17", "1999-01-01", "yesterday"):
        with pytest.raises(ArchiveError, match="version"):
            archive.open(tmp_path / "club", as_of=wrong)


def test_versions_too_old_to_be_asked_go_with_their_files(tmp_path, monkeypatch):
    monkeypatch.setattr("ledger.archive.manifest.KEPT", 1)
    for number in range(1, 6):
        build([some(tmp_path / "logs", range(number))], tmp_path / "club", GAMES, workers=1)
    club = tmp_path / "club"
    assert len(list((club / "versions").iterdir())) == 2
    named = {
        one["path"]
        for file in (club / "versions").iterdir()
        for files in json.loads(file.read_bytes())["tables"].values()
        for one in files
    }
    assert {path.relative_to(club).as_posix() for path in club.rglob("*.parquet")} == named
    assert rows(club, "SELECT count(*) FROM games") == [(5,)]


def test_what_does_not_change_is_not_written_again(tmp_path):
    club = tmp_path / "club"
    build([some(tmp_path / "logs", range(9))], club, GAMES, workers=1)
    before = {path: path.stat().st_mtime_ns for path in club.rglob("*.parquet") if path.parent.name != "logs"}
    build([some(tmp_path / "more", range(9, 12))], club, GAMES, workers=1)
    assert {path: path.stat().st_mtime_ns for path in before} == before


def test_a_pack_is_built_like_its_logs(tmp_path):
    logs = some(tmp_path / "logs")
    pack(((path.name, path.read_bytes()) for path in sorted(logs.iterdir())), tmp_path / "games.jsonl.zst")
    (tmp_path / "plain.jsonl").write_bytes(b"".join(DATA))
    time.sleep(1.1)
    build([logs], tmp_path / "one", GAMES, workers=1)
    due = content(tmp_path / "one")
    for name in ("games.jsonl.zst", "plain.jsonl"):
        club = tmp_path / f"club-{name}"
        built = build([tmp_path / name], club, GAMES, workers=1)
        assert (built.read, built.games, built.files) == (len(DATA), len(DATA), len(DATA))
        found = content(club)
        assert {key: value for key, value in found.items() if key != "logs"} == {
            key: value for key, value in due.items() if key != "logs"
        }
        paths = {f"{(tmp_path / name).resolve()}#{number}" for number in range(1, len(DATA) + 1)}
        assert {path for (path,) in rows(club, "SELECT path FROM logs")} == paths
        assert build([tmp_path / name], club, GAMES, workers=1).read == 0
    os.utime(tmp_path / "games.jsonl.zst")
    club = tmp_path / "club-games.jsonl.zst"
    assert build([tmp_path / "games.jsonl.zst"], club, GAMES, workers=1).games == len(DATA)
    assert rows(club, "SELECT count(*), count(DISTINCT path) FROM logs") == [(len(DATA), len(DATA))]
    (tmp_path / "games.jsonl.zst").unlink()
    pack([("a", DATA[0])], tmp_path / "games.jsonl.zst")
    built = build([tmp_path / "games.jsonl.zst"], club, GAMES, workers=1)
    assert (built.games, rows(club, "SELECT count(*) FROM seats")) == (
        1,
        [(len(json.loads(DATA[0].split(b"\n")[0])["players"]),)],
    )


def test_a_broken_pack_is_listed_where_it_breaks(tmp_path):
    pack([(str(number), one) for number, one in enumerate(DATA)], tmp_path / "a.jsonl.zst")
    whole = (tmp_path / "a.jsonl.zst").read_bytes()
    (tmp_path / "cut.jsonl.zst").write_bytes(whole[: len(whole) // 2])
    built = build([tmp_path / "cut.jsonl.zst"], tmp_path / "club", GAMES, workers=1)
    assert (built.rejected, 0 < built.games < len(DATA)) == (1, True)
    (found,) = rows(tmp_path / "club", "SELECT path, verdict, reason FROM rejected")
    assert found[0].endswith(f"cut.jsonl.zst#{built.games + 1}")
    assert "the pack is broken here" in found[2]


def test_a_log_and_a_shorter_copy_of_it_are_one_game_and_the_longer_counts(tmp_path):
    logs = some(tmp_path / "logs", range(1))
    club = tmp_path / "club"
    build([logs], club, GAMES, workers=1)
    shutil.copy(logs / "00.jsonl", logs / "01.jsonl")
    with Log(logs / "01.jsonl", GAMES) as log:
        log.append(NoteAdded(text="looked at again"))
    built = build([logs], club, GAMES, workers=1)
    assert (built.games, built.rejected) == (1, 1)
    ((path, verdict, reason),) = rows(club, "SELECT path, verdict, reason FROM rejected")
    assert (Path(path).name, verdict, reason) == ("00.jsonl", "shorter", f"a shorter copy of {logs.resolve()}/01.jsonl")
    assert rows(club, "SELECT count(*) FROM note_added") == [(1,)]
    build([logs], tmp_path / "fresh", GAMES, workers=1)
    assert content(club) == content(tmp_path / "fresh")
    (logs / "01.jsonl").unlink()
    built = build([logs], club, GAMES, workers=1)
    assert (built.games, built.rejected, rows(club, "SELECT count(*) FROM note_added")) == (1, 0, [(0,)])


def test_a_rule_that_changes_in_a_folder_below_is_another_version(tmp_path, monkeypatch):
    game = GAMES["glory_to_rome"]
    copy = tmp_path / "copy"
    shutil.copytree(game.about.folder, copy)
    (copy / "below").mkdir()
    (copy / "below" / "more.py").write_text("RULE = 1\n")
    moved = {**GAMES, "glory_to_rome": replace(game, about=replace(game.about, folder=copy))}
    before = versions(moved)
    (copy / "below" / "more.py").write_text("RULE = 2\n")
    after = versions(moved)
    assert {name for name in before if before[name] != after[name]} == {"glory_to_rome", ""}


SHARED = ("seats", "score_claimed", "game_started", "score_lines", "logs")


def everything(club: Path) -> list[list[tuple]]:
    """The tables that all games share."""
    kept = {"logs": "* EXCLUDE (part, modified, changed)"}
    return [rows(club, f"SELECT {kept.get(table, '*')} FROM {table} ORDER BY ALL") for table in SHARED]


def test_a_game_that_is_new_changes_nothing_for_the_others(tmp_path):
    logs, club = some(tmp_path / "logs", range(6)), tmp_path / "club"
    few = {name: GAMES[name] for name in GAMES if name != "glory_to_rome"}
    time.sleep(1.1)
    assert build([logs], club, few, workers=1).rejected == 2  # nobody knows their game
    assert versions(few).items() - {("", versions(few)[""])} <= versions(GAMES).items()
    before = manifest.newest(store_at(club))
    assert rows(club, "SELECT DISTINCT game FROM seats ORDER BY 1") == [("builders",), ("lutece",)]  # with all known
    assert build([logs], club, GAMES, workers=1)[:4] == (6, 2, 6, 0)
    after = manifest.newest(store_at(club))
    assert {one for one in before.files() if one.path.startswith(("seats/", "bids/"))} <= {*after.files()}
    build([logs], tmp_path / "fresh", GAMES, workers=1)
    assert everything(club) == everything(tmp_path / "fresh")


def test_files_from_before_a_game_came_are_made_one_with_later_ones(tmp_path, monkeypatch):
    logs, club = some(tmp_path / "logs", range(3)), tmp_path / "club"
    build([logs], club, {"lutece": GAMES["lutece"]}, workers=1)
    monkeypatch.setattr(placing, "MANY_FILES", 0)
    build([some(logs, range(9))], club, GAMES, workers=1)
    found = manifest.newest(store_at(club))
    assert found is not None and [len(found.tables[name]) for name in ("seats", "game_started")] == [3, 3]
    build([logs], tmp_path / "fresh", GAMES, workers=1)
    assert everything(club) == everything(tmp_path / "fresh")


KILLED = """
import os, sys
from pathlib import Path
from ledger import archive
from ledger.archive import building, worker
from ledger.games import GAMES
building.FEWEST, building.MOST = 1, 1
real, seen = worker.tabled, []
def dying(orders, task):
    if len(seen) == 7:
        os.kill(os.getpid(), 9)
    seen.append(task)
    return real(orders, task)
building.tabled = dying
archive.build([Path(sys.argv[1])], sys.argv[2], GAMES, workers=1)
"""


@pytest.mark.parametrize("packed", [False, True])
def test_a_killed_build_goes_on_where_it_was(tmp_path, packed):
    logs = some(tmp_path / "logs")
    if packed:
        pack([(path.name, path.read_bytes()) for path in sorted(logs.iterdir())], tmp_path / "logs.jsonl.zst")
        logs = tmp_path / "logs.jsonl.zst"
    time.sleep(1.1)
    run = subprocess.run([sys.executable, "-c", KILLED, str(logs), str(tmp_path / "club")], capture_output=True)
    assert run.returncode == -signal.SIGKILL, run.stderr
    built = build([logs], tmp_path / "club", GAMES, workers=1)
    assert (built.read, built.games) == (len(DATA) - 7, len(DATA))
    build([logs], tmp_path / "fresh", GAMES, workers=1)
    assert content(tmp_path / "club") == content(tmp_path / "fresh")
    assert not (tmp_path / "club" / ".building").exists()


def test_tables_joined_in_several_pieces_hold_the_same_rows(tmp_path, monkeypatch):
    logs = some(tmp_path / "logs")
    build([logs], tmp_path / "whole", GAMES, workers=1)
    monkeypatch.setattr(building, "JOINED_AT_ONCE", 20)
    build([logs], tmp_path / "pieces", GAMES, workers=1)
    listed = [manifest.newest(store_at(tmp_path / name)).tables for name in ("whole", "pieces")]
    for name in joined():
        assert len(listed[0][name]) == 1 < len(listed[1][name])
    assert content(tmp_path / "pieces") == content(tmp_path / "whole")


def test_a_file_that_was_cut_or_taken_away_is_told_by_name(tmp_path):
    logs = some(tmp_path / "logs")
    build([logs], tmp_path / "club", GAMES, workers=1)
    gone = next((tmp_path / "club" / "seats").glob(f"{next(iter(GAMES))}-*"))
    gone.write_bytes(gone.read_bytes()[:200])
    with pytest.raises(ArchiveError, match="a file is spoilt"):
        archive.open(tmp_path / "club")
    gone.unlink()
    with pytest.raises(ArchiveError, match=f"the file seats/{gone.name} is missing; delete the archive"):
        archive.open(tmp_path / "club")
    (logs / "00.jsonl").unlink()
    with pytest.raises(ArchiveError, match="is missing; delete the archive"):
        build([logs], tmp_path / "club", GAMES, workers=1)


def test_players_toml_in_the_archive_is_never_touched_and_one_beside_it_is_warned_of(tmp_path):
    (tmp_path / "club").mkdir()
    (tmp_path / "club" / "players.toml").write_text('hidden = ["Ana"]\n')
    for number in (1, 2):
        build([some(tmp_path / "logs", range(number))], tmp_path / "club", GAMES, workers=1)
    assert (tmp_path / "club" / "players.toml").read_text() == 'hidden = ["Ana"]\n'
    assert ignored(tmp_path / "club") is None
    (tmp_path / "players.toml").write_text("")
    assert ignored(tmp_path / "club") == (tmp_path / "players.toml").resolve()


@pytest.fixture(scope="module")
def bucket(tmp_path_factory):
    """A real S3 server over HTTP on this machine."""
    import boto3
    from moto.server import ThreadedMotoServer

    server = ThreadedMotoServer(port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    given = {
        "AWS_ENDPOINT_URL": f"http://{host}:{port}",
        "AWS_ACCESS_KEY_ID": "test",
        "AWS_SECRET_ACCESS_KEY": "test",
        "AWS_DEFAULT_REGION": "us-east-1",
        "AWS_REGION": "us-east-1",
        "QUAESTOR_CACHE": str(tmp_path_factory.mktemp("cache")),
    }
    with pytest.MonkeyPatch.context() as patch:
        for name, value in given.items():
            patch.setenv(name, value)
        boto3.client("s3").create_bucket(Bucket="club")
        yield server
    server.stop()


@pytest.mark.filterwarnings("ignore")
def test_an_archive_lies_in_a_store_and_a_question_fetches_what_it_needs(bucket, tmp_path):
    logs = some(tmp_path / "logs")
    url = "s3://club/league"
    build([logs], url, GAMES, workers=1)
    build([logs], tmp_path / "here", GAMES, workers=1)
    cache = Path(os.environ["QUAESTOR_CACHE"]) / "files"
    shutil.rmtree(cache, ignore_errors=True)
    db = archive.open(url, only={"seats", "games"})
    assert ask(db, "leaderboard").rows == ask(archive.open(tmp_path / "here"), "leaderboard").rows
    assert 0 < len(list(cache.iterdir())) <= 6
    assert content(url) == content(tmp_path / "here")
    time.sleep(1.1)
    build([logs], url, GAMES, workers=1)
    (logs / "00.jsonl").unlink()
    assert build([logs], url, GAMES, workers=1).games == len(DATA) - 1
    assert rows(url, "SELECT count(*) FROM games", as_of="1") == [(len(DATA),)]


@pytest.mark.filterwarnings("ignore")
def test_a_store_that_fails_in_between_leaves_the_archive_as_it_was(bucket, tmp_path, monkeypatch):
    import obstore

    url = "s3://club/failing"
    build([some(tmp_path / "logs", range(3))], url, GAMES, workers=1)
    before = content(url)
    real, calls = obstore.put, []

    def failing(store, name, *given, **how):
        calls.append(name)
        if len(calls) == 9:
            raise obstore.exceptions.GenericError("connection reset")
        return real(store, name, *given, **how)

    monkeypatch.setattr(obstore, "put", failing)
    with pytest.raises(ArchiveError, match="does not answer as it should"):
        build([some(tmp_path / "logs")], url, GAMES, workers=1)
    monkeypatch.setattr(obstore, "put", real)
    assert content(url) == before
    built = build([some(tmp_path / "logs")], url, GAMES, workers=1)
    assert built.games == len(DATA)
    with pytest.raises(ArchiveError, match="no archive"):
        archive.open("s3://club/nowhere")
    shutil.rmtree(Path(os.environ["QUAESTOR_CACHE"]) / "files")
    store_at(url).remove(store_at(url).names("seats")[0])
    with pytest.raises(ArchiveError, match="is missing; delete the archive"):
        archive.open(url)
    assert building.COMMIT > 0
