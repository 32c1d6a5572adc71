"""The SQL door: one SELECT of somebody's own, put to an archive, in a process that can do nothing else.

DuckDB is no sandbox, so the query runs in a short-lived process of its own: limits of the operating system on memory,
time and written bytes, no network, no settings, and no files but those of the tables it names, which this process
opened for it to be read. Where names are hidden it does not get the files, but tables without those names.
"""

import os
import re
import resource
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple, cast
from zoneinfo import ZoneInfo

import msgspec
from msgspec import Struct

from ledger.archive import ArchiveError, all_tables, read_people, selections, shared_of
from ledger.archive.manifest import DataFile, asked_version
from ledger.archive.people import quoted
from ledger.archive.store import Place, store_at
from ledger.archive.tables import SHARED_ABOUT, SHARED_TYPES, SQL
from ledger.game import Game
from ledger.words import Words

if TYPE_CHECKING:
    import duckdb

SECONDS, ROWS, MEMORY = 30, 10_000, 2 << 30
LATE = 5  # seconds more for a process that does not hear the bell
LONGEST = 100_000  # characters of a query
ANSWER = 64 << 20  # bytes of an answer
LOCKED = (
    "SET temp_directory = ''",
    "SET autoinstall_known_extensions = false",
    "SET autoload_known_extensions = false",
    "SET enable_progress_bar = false",
    "SET enable_external_access = false",  # from here on no folder can be named
    "SET lock_configuration = true",
)


class SqlQuestion(Struct):
    """What goes into the process: each table it names as a SELECT, the others' columns, and the files it may read."""

    query: str
    tables: dict[str, str]
    others: dict[str, list[tuple[str, str]]]
    files: list[str]
    filled: bool  # the tables are filled first, and then no file can be read any more
    seconds: int = SECONDS
    rows: int = ROWS
    memory: int = MEMORY


class SqlAnswer(Struct):
    """What comes out of it: an answer, or one line of complaint."""

    columns: list[str] = []
    types: list[str] = []
    rows: list[list[Any]] = []
    cut: bool = False  # there were more rows than are given
    error: str = ""


class Shape(NamedTuple):
    """A table as `--schema` shows it."""

    name: str
    about: str
    columns: list[tuple[str, str, str]]


def shapes(games: Mapping[str, Game]) -> list[Shape]:
    """Every table and column that a query may name."""
    found = []
    for table in all_tables(games).values():
        columns = [(column.name, SQL[column.kind], column.about) for column in table.columns]
        own = {column.name for column in table.columns}
        columns += [(name, SHARED_TYPES[name], SHARED_ABOUT[name]) for name in shared_of(table) if name not in own]
        found.append(Shape(table.name, table.about, columns))
    logs = next(shape for shape in found if shape.name == "logs")
    return [*found, Shape("rejected", "The rows of `logs` that are not counted as games.", logs.columns)]


def select(
    archive: Place, query: str, *, seconds: int = SECONDS, rows: int = ROWS, memory: int = MEMORY, as_of: str = ""
) -> SqlAnswer:
    """Run one SELECT behind the door; ArchiveError says in one line why there is no answer."""
    if len(query) > LONGEST:
        raise ArchiveError(Words("the query has {found} characters; at most {most}", found=len(query), most=LONGEST))
    if not _is_text(query):
        raise ArchiveError(Words("sql: {why}", why="the query is no valid UTF-8"))
    with ExitStack() as stack:
        asked = _asked(stack, archive, query, as_of)
        asked.seconds, asked.rows, asked.memory = seconds, rows, memory
        told = _sent(asked)
    if told.error:
        raise ArchiveError(Words("sql: {why}", why=told.error))
    return told


def _asked(stack: ExitStack, archive: Place, query: str, as_of: str) -> SqlQuestion:
    """What the process is given: the tables that a query names, their files open."""
    from ledger.games import GAMES

    version = asked_version(archive, GAMES, as_of)
    store = store_at(archive)
    known = {shape.name: shape for shape in shapes(GAMES)}
    words = set(re.findall(r"\w+", query.lower()))
    files: list[str] = []

    def opened(file: DataFile) -> str:
        descriptor = os.open(store.local(file.path, file.sha256), os.O_RDONLY | os.O_CLOEXEC)
        stack.callback(os.close, descriptor)
        files.append(f"/dev/fd/{descriptor}")
        return files[-1]

    named = selections(archive, GAMES, manifest=version, only=words & set(known), where=opened)
    others = {name: [column[:2] for column in shape.columns] for name, shape in known.items() if name not in named}
    return SqlQuestion(query, named, others, files, bool(read_people(archive).hidden))


def _sent(asked: SqlQuestion) -> SqlAnswer:
    command = [sys.executable, "-I", "-B", "-m", "ledger.sql_process"]
    try:
        done = subprocess.run(  # noqa: S603
            command,
            input=msgspec.json.encode(asked),
            capture_output=True,
            timeout=asked.seconds + LATE,
            pass_fds=[int(name.rpartition("/")[2]) for name in asked.files],
            env={"LC_ALL": "C.UTF-8"},
            cwd="/",
            check=False,
        )
        return (
            msgspec.json.decode(done.stdout, type=SqlAnswer)
            if done.returncode == 0
            else SqlAnswer(error=_died(done.returncode))
        )
    except subprocess.TimeoutExpired:
        return SqlAnswer(error=_late(asked.seconds))
    except msgspec.MsgspecError:
        return SqlAnswer(error="it ended without an answer")


def _is_text(query: str) -> bool:
    """Bytes that are no text come from a shell as lone surrogates."""
    try:
        query.encode()
    except UnicodeEncodeError:
        return False
    return True


def _late(seconds: int) -> str:
    return f"stopped after {seconds} seconds; ask for less, or raise --seconds"


def _died(code: int) -> str:
    return f"the query ended its process (code {code}): it asked for more than it may have"


# --- behind the door --------------------------------------------------------------------------------------------------


def main() -> None:
    """Answer the one request on stdin, on stdout."""
    asked = msgspec.json.decode(sys.stdin.buffer.read(), type=SqlQuestion)
    out = os.dup(1)
    os.dup2(2, 1)  # whatever else writes does not write into the answer
    told = _answered(asked)
    try:
        text = msgspec.json.encode(told)
    except (MemoryError, ValueError, UnicodeError) as error:
        text = msgspec.json.encode(SqlAnswer(error=f"the answer cannot be given: {_line(error)}"))
    with os.fdopen(out, "wb") as stream:
        stream.write(text)
    os._exit(0)


def _answered(asked: SqlQuestion) -> SqlAnswer:
    import duckdb

    try:
        _limit(asked)
        return _run(_ready(asked), asked)
    except MemoryError:
        return SqlAnswer(error=_large(asked))
    except duckdb.OutOfMemoryException:
        return SqlAnswer(error=_large(asked))
    except duckdb.InterruptException:
        return SqlAnswer(error=_late(asked.seconds))
    except duckdb.TransactionException:
        return SqlAnswer(error="only a SELECT is answered here, not one that changes a table")
    except duckdb.PermissionException as error:
        return SqlAnswer(error=f"not allowed here: {_line(error)}")
    except (duckdb.Error, ArchiveError, ValueError, RuntimeError, OverflowError) as error:
        return SqlAnswer(error=_line(error))


def _large(asked: SqlQuestion) -> str:
    return f"more than {asked.memory >> 20} MB of memory would be needed; ask for less, or use ledger.archive.open"


def _line(error: BaseException) -> str:
    """The first line of a complaint, in one piece."""
    text = str(error).strip().split("\n")[0]
    return " ".join(text.split())[:300] or type(error).__name__


def _limit(asked: SqlQuestion) -> None:
    """Limits that no SQL can lift: memory, time, no written bytes, no core."""
    space = 2 * asked.memory + (1 << 30)
    for what, most in (
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_CPU, asked.seconds * (os.cpu_count() or 1) + 10),
        (resource.RLIMIT_AS, space),
    ):
        hard = resource.getrlimit(what)[1]
        least = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(what, (least, least))


class _Zone(ZoneInfo):
    """DuckDB gives a time with a zone by a library that is not needed for anything else."""

    def localize(self, moment: datetime) -> datetime:
        """The moment in this zone."""
        return moment.replace(tzinfo=self)


def _ready(asked: SqlQuestion) -> "duckdb.DuckDBPyConnection":
    """A database in memory that shows the tables and is locked then."""
    sys.modules.setdefault("pytz", cast(ModuleType, SimpleNamespace(timezone=_Zone)))
    import duckdb

    db = duckdb.connect(config={"memory_limit": f"{asked.memory}B"})
    bell = threading.Timer(asked.seconds, db.interrupt)  # this process ends before it rings, or soon after
    bell.daemon = True
    bell.start()
    _one_select(db, asked.query)
    for setting in ("temp_directory = ''", "TimeZone = 'UTC'"):
        db.execute(f"SET {setting}")
    if not asked.filled and asked.files:
        db.execute(f"SET allowed_paths = [{', '.join(quoted(name) for name in asked.files)}]")
    words = set(re.findall(r"\w+", asked.query.lower()))
    whole = asked.filled and _needs_all(db, asked.query)
    for name, query in asked.tables.items():
        if asked.filled:
            columns = "*" if whole else _named(db, query, words)
            db.execute(f'CREATE TABLE "{name}" AS SELECT {columns} FROM ({query})')  # noqa: S608
        else:
            db.execute(f'CREATE VIEW "{name}" AS {query}')
    for name, shape in asked.others.items():
        listed = ", ".join(f'CAST(NULL AS {kind}) AS "{column}"' for column, kind in shape)
        why = quoted(f"write the name {name} itself into the query")
        db.execute(f'CREATE VIEW "{name}" AS SELECT {listed} WHERE error({why}) IS NULL')
    for setting in LOCKED:
        db.execute(setting)
    return db


def _named(db: "duckdb.DuckDBPyConnection", query: str, words: set[str]) -> str:
    """The columns of a table that a query may speak of: those it names, or just one to count rows by."""
    known = [row[0] for row in db.execute(f"DESCRIBE {query}").fetchall()]
    return ", ".join(f'"{name}"' for name in known if name in words) or f'"{known[0]}"'


def _needs_all(db: "duckdb.DuckDBPyConnection", query: str) -> bool:
    """Whether a query may mean columns that it does not name: by a star, a number, a whole row or a natural join."""
    row = db.execute("SELECT json_serialize_sql(?)", [query]).fetchone()
    tree = msgspec.json.decode(row[0]) if row else {"error": True}
    nodes = list(_nodes(tree))
    rows = {str(node.get(key, "")).lower() for node in nodes for key in ("alias", "table_name")}
    return bool(tree["error"]) or any(
        node.get("class") in ("STAR", "POSITIONAL_REFERENCE")
        or node.get("ref_type") == "NATURAL"
        or str(node.get("column_names", [""])[-1]).lower() in rows - {""}
        for node in nodes
    )


def _nodes(tree: Any) -> Iterator[dict[str, Any]]:
    """Every part of a query, without recursion: it may be nested deep."""
    waiting = [tree]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            yield one
            waiting.extend(one.values())
        elif isinstance(one, list):
            waiting.extend(one)


def _one_select(db: "duckdb.DuckDBPyConnection", query: str) -> None:
    """Read the query without binding it: it is one statement, and that is a SELECT."""
    import duckdb

    statements = db.extract_statements(query)
    if len(statements) != 1:
        raise ValueError(f"exactly one SELECT is answered here, not {len(statements)} statements")
    if statements[0].type not in (duckdb.StatementType.SELECT, duckdb.StatementType.MULTI):  # a PIVOT is two
        word = str(statements[0].type).rpartition(".")[2].replace("_", " ")
        raise ValueError(f"only a SELECT is answered here, not {word}")
    if statements[0].named_parameters:
        raise ValueError("a query here has no parameters; write the values into it")


def _run(db: "duckdb.DuckDBPyConnection", asked: SqlQuestion) -> SqlAnswer:
    db.execute("BEGIN TRANSACTION READ ONLY")  # a SELECT may hold a DELETE … RETURNING nowadays
    result = db.execute(asked.query)
    about = result.description or []
    rows: list[list[Any]] = []
    size = 0
    while len(rows) <= asked.rows:
        some = result.fetchmany(min(1000, asked.rows + 1 - len(rows)))
        if not some:
            break
        fresh = [[plain(value) for value in row] for row in some]
        size += len(msgspec.json.encode(fresh))
        if size > ANSWER:
            raise ValueError(f"the answer is larger than {ANSWER >> 20} MB; ask for less")
        rows += fresh
    return SqlAnswer(
        [column[0] for column in about],
        [str(column[1]) for column in about],
        rows[: asked.rows],
        len(rows) > asked.rows,
    )


def plain(value: Any) -> Any:
    """A value that JSON can hold."""
    if value is None or isinstance(value, bool | int | str):
        return value if not isinstance(value, int) or abs(value) < 2**63 else str(value)
    if isinstance(value, float):
        return value if value - value == 0 else str(value)
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, datetime | date | time | timedelta):
        return value.isoformat() if not isinstance(value, timedelta) else str(value)
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    if isinstance(value, dict):
        return {str(key): plain(one) for key, one in value.items()}
    return value.hex() if isinstance(value, bytes) else str(value)


if __name__ == "__main__":
    main()
