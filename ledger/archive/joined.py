"""Tables that are joined once, when logs are put in place, so that no question need join them again: one .sql each.

The rows of a log stand in one part of every table, so joining the new part's rows among themselves is all there is to
do. The head of a file says what it holds, of which game, and its columns (`-- name kind | what`).
"""

import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import duckdb

HERE = Path(__file__).parent.parent / "questions" / "joined"


class Joined(NamedTuple):
    """A joined table: its name, what it is, whose it is, and how it is made."""

    name: str
    about: str
    game: str
    columns: tuple[tuple[str, str, str], ...]  # name, kind and what it means
    sql: str
    key: tuple[str, ...] = ()  # the columns that tell a row from every other

    def needs(self) -> set[str]:
        """The words in it, the tables it is made of among them."""
        return set(re.findall(r"\w+", self.sql))


@cache
def joined() -> dict[str, Joined]:
    """Every joined table, by name."""
    return {path.stem: _read(path) for path in sorted(HERE.glob("*.sql"))}


def _read(path: Path) -> Joined:
    lines = path.read_text("utf-8").splitlines()
    head = [line.removeprefix("-- ") for line in lines if line.startswith("-- ")]
    columns: list[tuple[str, str, str]] = []
    key: tuple[str, ...] = ()
    for line in head[2:]:
        if line.startswith("key: "):
            key = tuple(line.removeprefix("key: ").split())
            continue
        left, _, about = line.partition(" | ")
        name, kind = left.split()
        columns.append((name, kind, about))
    body = "\n".join(line for line in lines if not line.startswith("-- "))
    return Joined(path.stem, head[0], head[1].removeprefix("game: "), tuple(columns), body, key)


def write_joined(
    db: "duckdb.DuckDBPyConnection",
    one: Joined,
    sources: Mapping[str, str],
    place: Path,
    types: Mapping[str, str],
    quoted: Callable[[str], str],
) -> int:
    """Make one from the SELECTs of the tables it needs; `types` is how SQL calls each kind. Gives how many rows."""
    for name, query in sources.items():
        db.execute(f'CREATE OR REPLACE TEMP VIEW "{name}" AS {query}')
    names = ", ".join(f'CAST("{name}" AS {types[kind]}) AS "{name}"' for name, kind, _ in one.columns)
    made = f"SELECT log, {names}, {quoted(one.game)} AS game, CAST(year AS INTEGER) AS year FROM ({one.sql})"
    db.execute(f"COPY ({made}) TO {quoted(str(place))} (FORMAT parquet, COMPRESSION zstd)")
    for name in sources:
        db.execute(f'DROP VIEW "{name}"')
    row = db.execute(f"SELECT count(*) FROM read_parquet({quoted(str(place))})").fetchone()
    assert row is not None
    return int(row[0])
