"""A metric's rows added up in SQL: by what it is told, whose rows, and of a count those who could have done it."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ledger.metrics.equals import rows_of
from ledger.metrics.filters import Filters, catalogue, expression, is_of_games, unknown
from ledger.metrics.shelf import Metric
from ledger.metrics.uncertainty import Sums

if TYPE_CHECKING:
    import duckdb

STEPS = ((1, "1"), (4, "2–4"), (9, "5–9"), (19, "10–19"), (49, "20–49"))  # how many games somebody had played


class Summed(NamedTuple):
    """A group as SQL adds it up."""

    keys: tuple[Any, ...]
    rows: Sums
    baseline: float | None
    over: Sums  # of each row's value less its baseline


def _expression(one: Metric, key: str) -> str:
    if key in one.own:
        return f"m.{key}"
    if is_of_games(key):
        return expression(key)
    return {"player": "s.player", "seat": "m.seat", "won": "s.won", "opponent": "o.player", "experience": "e.step"}[key]


def _joins(one: Metric, keys: Iterable[str], whole: str) -> str:
    wanted = {key for key in keys if key not in one.own}
    joins = "JOIN games g ON g.log = m.log" if any(map(is_of_games, wanted)) else ""
    if wanted & {"player", "won"}:
        joins += " LEFT JOIN seats s ON s.log = m.log AND s.seat = m.seat"
    if "opponent" in keys and "opponent" not in one.own:
        joins += " JOIN seats o ON o.log = m.log AND o.seat <> m.seat"
    if "experience" in keys:
        joins += f" LEFT JOIN ({experience(whole)}) e ON e.log = m.log AND e.seat = m.seat"
    return joins


def experience(whole: str) -> str:
    """How many games everybody had played: the fiftieth is the fiftieth in whatever year one asks about."""
    steps = " ".join(f"WHEN nth <= {most} THEN '{label}'" for most, label in STEPS)
    nth = "row_number() OVER (PARTITION BY b.game, a.player ORDER BY b.started, b.log, a.seat)"
    counted = f"SELECT a.log, a.seat, {nth} AS nth FROM {whole}.seats a JOIN {whole}.games b ON b.log = a.log"
    return f"SELECT log, seat, CASE {steps} ELSE '50+' END AS step FROM ({counted})"


def _conditions(one: Metric, filters: Filters) -> tuple[str, list[Any]]:
    conditions, values = ["m.value IS NOT NULL"], []
    rows = filters.of_rows() | ({"category": [one.only]} if one.only else {})
    for key, wanted in rows.items():
        conditions.append(f"CAST({_expression(one, key)} AS VARCHAR) IN ({', '.join('?' * len(wanted))})")
        values += wanted
    return " AND ".join(conditions), values


def summed(
    db: "duckdb.DuckDBPyConnection", one: Metric, by: Sequence[str], filters: Filters, adjust: str
) -> list[Summed]:
    """A metric's rows in the games asked for, added up by these dimensions."""
    keys = {*by, *filters.of_rows()}
    told = "".join(f", {_expression(one, key)} AS d{number}" for number, key in enumerate(by))
    condition, values = _conditions(one, filters)
    joins = _joins(one, keys | ({"seats"} if adjust else set()), catalogue(db))
    baseline = "m.baseline" if one.kind != "count" else "NULL"
    if adjust:
        joins += " LEFT JOIN strength t ON t.log = m.log AND t.seat = m.seat"
        baseline = "m.baseline * g.seats * t.chance"
    rows = f"SELECT m.log, m.seat, m.value, {baseline} AS baseline{told} FROM m {joins} WHERE {condition}"
    start = f"WITH m AS ({rows_of(one)}), picked AS ({rows})"
    if one.kind == "count":
        query, more = _counted(one, by, filters, catalogue(db))
    else:
        query, more = _averaged(len(by)), []
    found = db.execute(f"{start} {query}", [*values, *more]).fetchall()
    if not found:
        _explain(db, one, filters)
    return [_sums(row, len(by)) for row in found]


def _averaged(width: int) -> str:
    keys = "".join(f"d{number}, " for number in range(width))
    per = f"SELECT {keys}log, count(*) AS k, sum(value) AS y, sum(coalesce(baseline, value)) AS b, "
    per += f"count(baseline) AS told FROM picked GROUP BY {keys}log"
    return (
        f"SELECT {keys}sum(k), count(*), sum(y), sum(y * y), sum(y * k), sum(k * k), "
        f"CASE WHEN sum(told) > 0 THEN sum(b) / sum(k) END, sum(y - b), sum((y - b) * (y - b)), sum((y - b) * k) "
        f"FROM ({per}) {f'GROUP BY {keys[:-2]}' if width else 'HAVING count(*) > 0'}"
    )


def _counted(one: Metric, by: Sequence[str], filters: Filters, whole: str) -> tuple[str, list[Any]]:
    """A count is held against everybody who could have done it, those who did nothing among them."""
    shared = [number for number, key in enumerate(by) if key not in one.own]
    exposed, values = _exposed(one, by, filters, whole)
    columns = "".join(f"d{number}, " for number in shared)
    everything = "".join(f"d{number}, " for number in range(len(by)))
    equal = " AND ".join(["true", *(f"c.d{number} IS NOT DISTINCT FROM x.d{number}" for number in shared)])
    chosen = "".join(f"{'x' if number in shared else 'c'}.d{number}, " for number in range(len(by)))
    join = "LEFT JOIN" if len(shared) == len(by) else "JOIN"
    query = (
        f", exposed AS ({exposed})"
        f", each_log AS (SELECT {columns}log, count(*) AS k FROM exposed GROUP BY {columns}log)"
        f", whole AS (SELECT {columns}sum(k) AS n, count(*) AS games, sum(k * k) AS kk FROM each_log"
        f" {f'GROUP BY {columns[:-2]}' if shared else ''})"
        f", counted AS (SELECT {everything}log, sum(value) AS y FROM picked GROUP BY {everything}log)"
        f", met AS (SELECT c.*, x.k FROM counted c JOIN each_log x ON x.log = c.log AND {equal})"
        f" SELECT {chosen}x.n, x.games, coalesce(sum(c.y), 0), coalesce(sum(c.y * c.y), 0),"
        f" coalesce(sum(c.y * c.k), 0), x.kk, NULL, 0, 0, 0"
        f" FROM whole x {join} met c ON {equal} WHERE x.n > 0 GROUP BY {chosen}x.n, x.games, x.kk"
    )
    return query, values


def _exposed(one: Metric, by: Sequence[str], filters: Filters, whole: str) -> tuple[str, list[Any]]:
    """Every game, or every player in one, that a count could have been made of."""
    plain = one._replace(own=())
    keys = [(number, key) for number, key in enumerate(by) if key not in one.own]
    rows = {key: wanted for key, wanted in filters.of_rows().items() if key not in one.own}
    told = "".join(f", {_expression(plain, key)} AS d{number}" for number, key in keys)
    of_players = one.per == "player" or any(not is_of_games(key) for key in (*rows, *(key for _, key in keys)))
    source = "SELECT log, seat FROM seats" if of_players else "SELECT log, CAST(NULL AS BIGINT) AS seat FROM games"
    conditions = [
        f"CAST({_expression(plain, key)} AS VARCHAR) IN ({', '.join('?' * len(wanted))})"
        for key, wanted in rows.items()
    ]
    condition = " AND ".join(["g.final" if one.per == "player" else "true", *conditions])
    needed = {*(key for _, key in keys), *rows, *(["seats"] if one.per == "player" else [])}
    joins = _joins(plain, needed, whole)
    values = [value for wanted in rows.values() for value in wanted]
    return f"SELECT m.log{told} FROM ({source}) m {joins} WHERE {condition}", values


def _sums(row: tuple[Any, ...], width: int) -> Summed:
    n, games, y, yy, yk, kk, baseline, d, dd, dk = row[width:]
    rows = Sums(int(n), int(games), float(y), float(yy), float(yk), float(kk))
    over = Sums(int(n), int(games), float(d), float(dd), float(dk), float(kk))
    return Summed(row[:width], rows, float(baseline) if baseline is not None else None, over)


def _explain(db: "duckdb.DuckDBPyConnection", one: Metric, filters: Filters) -> None:
    """Nothing was found: if that is because nobody has such a name, it is said."""
    wanted = filters.of_rows()
    if "player" in wanted:
        known = [name for (name,) in db.execute("SELECT DISTINCT player FROM seats ORDER BY 1").fetchall()]
        for value in wanted["player"]:
            if known and value not in known:
                raise unknown("player", value, known)
