"""What equals have won: players as strong, at tables as large, in the same rounds; and who is how strong."""

from typing import TYPE_CHECKING

from ledger.metrics.as_tables import lay
from ledger.metrics.metric_files import RATING, Metric, metrics

if TYPE_CHECKING:
    import duckdb

    from ledger.metrics.ratings import Rated

RATED = 5_000  # so many of the latest games say how strong everybody is, as in the question of that name
EQUALS = (
    10  # so many others of the same band, round and table, or the band is left out, then the round, then it is chance
)


def rows_of(one: Metric) -> str:
    """A metric's rows; where it is held against equals, each with what those have won."""
    if one.against != "equals":
        return one.sql
    banded = (
        f"SELECT r.*, g.seats, g.chance, coalesce(t.band, 2) AS band FROM ({one.sql}) r"
        f" JOIN games g ON g.log = r.log LEFT JOIN strength t ON t.log = r.log AND t.seat = r.seat"
    )
    cell = "seats, band, round, card"
    cells = f"SELECT {cell}, sum(value) AS y, count(*) AS n FROM banded GROUP BY {cell}"
    sums = ", ".join(
        f"sum({what}) OVER (PARTITION BY {band}) - sum({what}) OVER (PARTITION BY {band}, card) AS {what}{number}"
        for number, band in enumerate(("seats, band, round", "seats, round", "seats"))
        for what in ("y", "n")
    )
    known = " ".join(f"WHEN n{number} >= {EQUALS} THEN y{number} / n{number}" for number in range(3))
    equals = f"SELECT {cell}, CASE {known} END AS others FROM (SELECT {cell}, {sums} FROM ({cells}))"
    same = " AND ".join(f"e.{name} IS NOT DISTINCT FROM b.{name}" for name in cell.split(", "))
    return (
        f"WITH banded AS MATERIALIZED ({banded}) SELECT b.*, coalesce(e.others, b.chance) AS baseline"
        f" FROM banded b JOIN ({equals}) e ON {same}"
    )


def strongest(db: "duckdb.DuckDBPyConnection") -> "list[Rated]":
    """Everybody as they stand after the latest games, the best first."""
    from ledger.metrics.ratings import rated, standing

    latest = f"SELECT log FROM games WHERE final ORDER BY started DESC NULLS FIRST, log DESC LIMIT {RATED}"
    order = "ORDER BY started, log, seat"
    rows = db.execute(f"SELECT * FROM ({metrics()[RATING].sql}) WHERE log IN ({latest}) {order}").fetchall()
    return standing(rated(rows))


def lay_strength(db: "duckdb.DuckDBPyConnection", one: Metric, adjust: str) -> None:
    """Who was how strong, as a table beside the others, where it is asked for; rated by the latest games."""
    if not adjust and one.against != "equals":
        return
    from ledger.metrics.ratings import strengths

    now = [(one.player, one.skill, one.doubt, one.games) for one in strongest(db)]
    lay(db, "rated", {"player": "VARCHAR", "skill": "DOUBLE", "doubt": "DOUBLE", "games": "BIGINT"}, now)
    final = "(SELECT * FROM seats WHERE log IN (SELECT log FROM games WHERE final))"
    db.execute(
        "CREATE TEMP TABLE strength AS SELECT *, ntile(3) OVER (ORDER BY ahead, log, seat) AS band "
        f"FROM ({strengths(final)})"
    )
