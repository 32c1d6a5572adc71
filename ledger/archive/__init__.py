"""Many logs into Parquet, and back out of it with DuckDB.

An archive is a folder, or lies in a store by URL: immutable Parquet files, and numbered lists of those that count.
It is derived from logs and may be deleted. A build writes new files and then the next list, in one step, so that
whoever looks sees the archive as it was or as it is.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ledger.archive.building import Built, build
from ledger.archive.people import People, ignored, read_people
from ledger.archive.store import ArchiveError, Place
from ledger.archive.tables import all_tables, page, shared_of
from ledger.archive.views import finished, open, selections

if TYPE_CHECKING:
    import duckdb

__all__ = [
    "ArchiveError",
    "Built",
    "People",
    "all_tables",
    "ask",
    "build",
    "finished",
    "ignored",
    "open",
    "page",
    "read_people",
    "selections",
    "shared_of",
]


def ask(
    archive: "Place | duckdb.DuckDBPyConnection",
    metric: str,
    by: str | Sequence[str] = (),
    where: Mapping[str, object] | Sequence[str] = (),
    *,
    since: str = "",
    until: str = "",
    game: str = "",
    seats: int = 0,
    least: int = 1,
    adjust: str = "",
    as_of: str = "",
) -> "duckdb.DuckDBPyRelation":
    """A metric by some dimensions over the games asked for, as a relation: each figure with how sure it is.

    `where` is {"edition": "fr"}, several values of one key in a list, or ["edition=fr", "player=Ana"].

    Examples:
        >>> wins = ledger.archive.ask(club, "wins", by="player", where={"edition": "fr"})
        >>> wins.select("player, n, total").fetchall()[0]
        ('Rui', 1, 1.0)
    """
    import duckdb

    from ledger.metrics import as_relation, measure, tables_of
    from ledger.metrics.filters import filters

    db = (
        archive
        if isinstance(archive, duckdb.DuckDBPyConnection)
        else open(archive, as_of=as_of, only=tables_of(metric))
    )
    dimensions = by.split(",") if isinstance(by, str) and by else list(by)
    asked = filters(_pairs(where), since=since, until=until, game=game, seats=seats)
    return as_relation(db, measure(db, metric, dimensions, asked, adjust=adjust, least=least))


def _pairs(where: Mapping[str, object] | Sequence[str]) -> list[str]:
    if not isinstance(where, Mapping):
        return list(where)
    several = {key: value if isinstance(value, list | tuple) else [value] for key, value in where.items()}
    return [f"{key}={one}" for key, values in several.items() for one in values]
