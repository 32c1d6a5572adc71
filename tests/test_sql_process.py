"""The SQL door: one SELECT gets an answer, and nothing else gets anything but one clear line."""

import subprocess
import sys
from pathlib import Path

import pytest

from ledger import archive
from ledger.archive import ArchiveError, build
from ledger.games import GAMES
from ledger.simulate import simulate
from ledger.sql_process import plain, select, shapes


@pytest.fixture(scope="module")
def club(tmp_path_factory):
    folder = tmp_path_factory.mktemp("door")
    (folder / "logs").mkdir()
    for seed in range(8):
        (folder / "logs" / f"{seed}.jsonl").write_bytes(simulate(GAMES["lutece"], seed))
    (folder / "secret.csv").write_text("name,word\nana,sesame\n")
    (folder / "secret.json").write_text('{"word":"sesame"}\n')
    build([folder / "logs"], folder / "club", GAMES, workers=1)
    return folder / "club"


def everything(folder: Path) -> dict[str, tuple[int, int]]:
    """Every file near the archive, with its size and time."""
    return {str(path): (path.stat().st_size, path.stat().st_mtime_ns) for path in folder.rglob("*")}


def test_a_select_is_answered_like_the_library_answers(club):
    query = "SELECT player, count(*) AS wins FROM seats WHERE won GROUP BY player ORDER BY wins DESC, player"
    told = select(club, query)
    assert told.columns == ["player", "wins"]
    assert told.rows == [list(row) for row in archive.open(club).execute(query).fetchall()]
    assert not told.cut


@pytest.mark.parametrize(
    "query",
    [
        "SELECT count(*) FROM bids", "SELECT * FROM seats ORDER BY log, seat", "FROM seats ORDER BY ALL", "TABLE games",
        "SELECT s FROM seats s ORDER BY s.log, s.seat", "SELECT SEATS FROM seats ORDER BY log, seat",
        'SELECT #3 FROM "seats" ORDER BY ALL', "SELECT count(*), max(rank) FROM seats NATURAL JOIN games",
        "SELECT COLUMNS('to.*l') FROM seats ORDER BY ALL", "SELECT PLAYER, Total FROM Seats ORDER BY ALL",
        "SELECT total.total FROM seats total ORDER BY ALL", "SELECT count(*) FROM seats JOIN bids USING (log, seat)",
        "WITH one AS (FROM seats) SELECT max(total) FROM one", "SELECT max(o.total) FROM (TABLE seats) AS o",
        "SELECT max(x.total) FROM (SELECT s AS x FROM seats s)",
        "SELECT struct_extract(seats, 'total') FROM seats ORDER BY 1",
        "SELECT max(total) FROM query_table('seats')", "SELECT UNNEST(s) FROM seats s ORDER BY ALL",
        "SELECT count(*) FROM seats WHERE (total, rank) IN (SELECT (total, rank) FROM seats)",
    ],
)  # fmt: skip
def test_a_query_finds_every_column_it_means_also_those_it_does_not_name(club, query):
    db = archive.open(club)
    due = [[plain(value) for value in row] for row in db.execute(query).fetchall()]
    assert select(club, query).rows == due != []


def test_every_table_that_the_schema_shows_can_be_asked(club):
    for shape in shapes(GAMES)[::9]:
        told = select(club, f'SELECT * FROM "{shape.name}" LIMIT 1')
        assert told.columns == [column[0] for column in shape.columns]
    assert select(club, "SELECT count(*) FROM SEATS s JOIN main.games g USING (log)").rows[0][0] > 0


def test_tables_can_be_listed_turned_and_asked_for_the_time(club):
    assert ["seats"] in select(club, "SHOW TABLES").rows
    assert ["seats", "rank"] in select(club, "SELECT table_name, column_name FROM information_schema.columns").rows
    assert "rank" in [row[0] for row in select(club, "DESCRIBE seats").rows]
    pivot = select(club, "PIVOT seats ON seat USING sum(total) GROUP BY game")
    due = select(club, "SELECT sum(total) FROM seats WHERE seat = 1").rows[0][0]
    assert pivot.rows[0][pivot.columns.index("1")] == due
    assert select(club, "SELECT now() > TIMESTAMP '2020-01-01', now()").rows[0][0] is True
    with pytest.raises(ArchiveError, match="write the name seats itself"):
        select(club, "SELECT * FROM query_table('se' || 'ats')")


def test_two_rows_of_anything_need_little_memory(club):
    for name in ("score_lines", "running", "seats"):
        assert len(select(club, f"SELECT * FROM {name} LIMIT 2", memory=64 << 20).rows) == 2


def test_rows_are_limited_and_it_says_so(club):
    told = select(club, "SELECT range FROM range(100000)", rows=10)
    assert (told.rows, told.cut) == ([[number] for number in range(10)], True)
    assert not select(club, "SELECT range FROM range(10)", rows=10).cut


def test_hidden_names_stay_hidden(club):
    people = club / "players.toml"
    name = archive.open(club).execute("SELECT player FROM seats LIMIT 1").fetchone()[0]
    people.write_text(f'hidden = ["{name}"]\n')
    try:
        assert select(club, f"SELECT count(*) FROM seats WHERE player = '{name}'").rows == [[0]]
        assert select(club, f"SELECT count(*) FROM games WHERE list_contains(players, '{name}')").rows == [[0]]
    finally:
        people.unlink()


NO_SELECT = (
    "", "-- nothing", ";", "SELECT 1; SELECT 2", "SELECT 1; DROP TABLE seats", "DROP TABLE seats", "DELETE FROM seats",
    "UPDATE seats SET total = 99", "INSERT INTO seats SELECT * FROM seats", "CREATE TABLE mine AS SELECT 1",
    "CREATE VIEW mine AS SELECT 1", "CREATE MACRO f() AS 1", "ALTER TABLE seats ADD COLUMN x INT", "TRUNCATE seats",
    "COPY seats TO '{folder}/out.csv'", "COPY (SELECT 1) TO ':memory:'", "COPY seats FROM '{folder}/secret.csv'",
    "EXPORT DATABASE '{folder}/out'", "IMPORT DATABASE '{folder}/out'", "ATTACH '{folder}/out.db'", "DETACH memory",
    "INSTALL httpfs", "LOAD httpfs", "SET memory_limit = '90GB'", "SET enable_external_access = true", "RESET ALL",
    "SET GLOBAL temp_directory = '/tmp'", "PRAGMA memory_limit = '90GB'", "PRAGMA database_list", "USE main",
    "CALL pragma_version()", "CALL enable_logging()", "CHECKPOINT", "VACUUM", "BEGIN", "COMMIT", "ANALYZE",
    "EXPLAIN ANALYZE SELECT 1", "PREPARE p AS SELECT 1", "EXECUTE p", "DEALLOCATE p", "SET VARIABLE x = 1",
    "CREATE SECRET (TYPE s3, KEY_ID 'a', SECRET 'b')", "COMMENT ON TABLE seats IS 'mine'", "SELECT $1", "SELECT ?",
    "WITH x AS (DELETE FROM seats RETURNING *) SELECT * FROM x", "EXPLAIN ANALYZE COPY seats TO '{folder}/out.csv'",
    "WITH x AS (INSERT INTO seats SELECT * FROM seats RETURNING *) SELECT * FROM x",
    "WITH x AS (UPDATE seats SET total = 99 RETURNING *) SELECT * FROM x", "SELECT error('a\nb')",
    "SELECT " + "(" * 9000 + "1" + ")" * 9000, "SELECT * FROM '/etc/passwd'", "SELECT * FROM read_duckdb('/x')",
    "SELECT * FROM parquet_scan('{folder}/club/logs/logs.parquet')", "SELECT * FROM duckdb_extensions()",
    "SELECT '\ud800'", "SELECT 1\x00; DROP TABLE seats",
    "SELECT $name", "SELEKT 1", "SELECT * FROM nowhere", "SELECT nothing FROM seats",
)  # fmt: skip

OUTSIDE = (
    "SELECT * FROM read_csv('{folder}/secret.csv')", "SELECT * FROM '{folder}/secret.csv'",
    "SELECT * FROM read_csv_auto('{folder}/secret.csv')", "SELECT * FROM read_text('{folder}/secret.csv')",
    "SELECT * FROM read_blob('{folder}/secret.csv')", "SELECT * FROM read_json('{folder}/secret.json')",
    "SELECT * FROM read_json_objects('{folder}/secret.json')", "SELECT * FROM read_ndjson('{folder}/secret.json')",
    "SELECT * FROM sniff_csv('{folder}/secret.csv')", "SELECT * FROM glob('{folder}/*')",
    "SELECT * FROM glob('/etc/*')", "SELECT * FROM read_parquet('{folder}/club/seats/*/*/*.parquet')",
    "SELECT * FROM '{folder}/club/logs/logs.parquet'",
    "SELECT * FROM parquet_metadata('{folder}/club/logs/logs.parquet')",
    "SELECT * FROM parquet_schema('{folder}/club/logs/logs.parquet')",
    "SELECT * FROM parquet_file_metadata('{folder}/club/logs/logs.parquet')",
    "SELECT * FROM read_csv('http://127.0.0.1:1/x.csv')", "SELECT * FROM 'https://example.com/x.parquet'",
    "SELECT * FROM read_parquet('s3://bucket/x.parquet')", "SELECT * FROM read_text('/proc/self/environ')",
    "SELECT * FROM read_text('/dev/stdin')", "SELECT getenv('PATH')", "SELECT * FROM query('DROP TABLE seats')",
    "SELECT * FROM query('SELECT * FROM read_text(''{folder}/secret.csv'')')",
    "SELECT * FROM query_table('{folder}/secret.csv')",
    "SELECT (SELECT content FROM read_text('{folder}/secret.csv'))",
    "WITH x AS (SELECT * FROM read_text('{folder}/secret.csv')) SELECT * FROM x",
    "SELECT * FROM seats WHERE EXISTS (SELECT * FROM read_text('{folder}/secret.csv'))",
    "SELECT * FROM json_execute_serialized_sql(json_serialize_sql('SELECT * FROM read_text(''{folder}/secret.csv'')'))",
    "WITH x AS (COPY seats TO '{folder}/out.csv') SELECT * FROM x", "SELECT * FROM sqlite_scan('{folder}/x.db', 't')",
    "SELECT * FROM duckdb_secrets()", "SELECT * FROM which_secret('s3://a', 's3')", "SELECT load_extension('x')",
    "SELECT * FROM read_csv(['{folder}/secret.csv'])", "FROM '{folder}/secret.csv'", "TABLE '{folder}/secret.csv'",
)  # fmt: skip


@pytest.mark.parametrize("query", [*NO_SELECT, *OUTSIDE])
def test_an_escape_gives_one_clear_line(club, query):
    folder = club.parent
    before = everything(folder)
    with pytest.raises(ArchiveError) as caught:
        select(club, query.replace("{folder}", str(folder)))
    text = str(caught.value)
    assert text.startswith("sql: ") and "\n" not in text and len(text) < 400
    assert "sesame" not in text
    assert everything(folder) == before


GREEDY = (
    "SELECT count(*) FROM range(100000000000)",
    "SELECT sum(a.range * b.range) FROM range(10000000) a, range(10000000) b",
    "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT count(*) FROM t",
    "SELECT list(range) FROM range(3000000000)",
    "SELECT repeat('x', 4000000000)",
    "SELECT a.range FROM range(300000000) a ORDER BY hash(a.range)",
    "SELECT string_agg(repeat('x', 1000000), '') FROM range(100000)",
    "SELECT count(*) FROM seats a, seats b, seats c, seats d, seats e, seats f, seats g, seats h, seats i, seats j",
    "SELECT hex(repeat('x', 1000000000))",
    "SELECT list_sum(range(1000000000))",
)


@pytest.mark.parametrize("query", GREEDY)
def test_a_greedy_query_is_stopped_in_time_and_in_its_memory(club, query):
    with pytest.raises(ArchiveError, match=r"sql: (stopped|more than|the query ended|.*[Mm]emory|.*larger)"):
        select(club, query, seconds=3, memory=256 << 20)


def test_bombs_that_do_not_go_off_are_answered(club):
    assert select(club, "SELECT regexp_matches(repeat('a', 100000) || '!', '^(a+)+$')").rows == [[False]]
    assert len(select(club, "SELECT * FROM range(1000000000000)", rows=3).rows) == 3


def test_the_process_has_no_way_to_write_even_if_the_engine_would(club):
    code = (
        "import os; from ledger.sql_process import SqlQuestion, _limit; _limit(SqlQuestion('x', {}, {}, [], False))\n"
        f"try:\n    os.write(os.open({str(club.parent / 'written')!r}, os.O_WRONLY | os.O_CREAT), b'x')\n"
        "except OSError as error:\n    print('refused', error.errno)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.startswith("refused")
    (club.parent / "written").unlink(missing_ok=True)


def test_what_is_no_archive_is_said_before_anything_runs(tmp_path):
    with pytest.raises(ArchiveError, match="is no archive"):
        select(tmp_path, "SELECT 1")


def test_values_that_json_does_not_know_come_out_as_text(club):
    moments = "DATE '2026-11-15', TIMESTAMP '2026-11-15 20:01:02'"
    query = f"SELECT 'nan'::DOUBLE, {moments}, 1.5::DECIMAL(4, 2), '\\xAA'::BLOB, {{'a': [1]}}"
    assert select(club, query).rows == [["nan", "2026-11-15", "2026-11-15T20:01:02", 1.5, "aa", {"a": [1]}]]
