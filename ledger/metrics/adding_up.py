"""A metric's rows added up in SQL: by what it is told, whose rows, and of a count those who could have done it."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ledger.metrics.equals import rows_of
from ledger.metrics.filters import Filters, catalogue, check_known, expression, is_of_games
from ledger.metrics.metric_files import Metric
from ledger.metrics.uncertainty import Sums

if TYPE_CHECKING:
    import duckdb

STEPS = ((1, "1"), (4, "2–4"), (9, "5–9"), (19, "10–19"), (49, "20–49"))  # how many games somebody had played


class Beside(NamedTuple):
    """A group among all that is counted at tables of one size: sums over games of its own rows and of all rows."""

    n: int
    games: int
    y: float
    yy: float
    yk: float
    kk: float
    own_all: tuple[float, float, float, float]  # y × all y, y × all k, k × all y, k × all k
    alone: int  # games in which nobody else has a row
    whole: Sums


class Summed(NamedTuple):
    """A group as SQL adds it up."""

    keys: tuple[Any, ...]
    rows: Sums
    baseline: float | None
    over: Sums  # of each row's value less its baseline
    beside: tuple[Beside, ...] = ()  # where it is held against others: at tables of each size


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
    for key, wanted in _of_rows(one, filters).items():
        conditions.append(f"CAST({_expression(one, key)} AS VARCHAR) IN ({', '.join('?' * len(wanted))})")
        values += wanted
    return " AND ".join(conditions), values


def _of_rows(one: Metric, filters: Filters) -> dict[str, list[str]]:
    """Which rows: those asked for, and of a category's points that one."""
    return filters.of_rows() | ({"category": [one.only]} if one.only else {})


def summed(
    db: "duckdb.DuckDBPyConnection", one: Metric, by: Sequence[str], filters: Filters, adjust: str
) -> list[Summed]:
    """A metric's rows in the games asked for, added up by these dimensions."""
    keys = {*by, *filters.of_rows()}
    told = "".join(f", {_expression(one, key)} AS d{number}" for number, key in enumerate(by))
    condition, values = _conditions(one, filters)
    others = against_others(one, by, filters)
    sized = others and at_equal_size(one, by)
    size = "g.seats" if sized else "0"
    joins = _joins(one, keys | ({"seats"} if adjust or sized else set()), catalogue(db))
    baseline = "m.baseline" if one.kind != "count" and not others else "NULL"
    if adjust:
        joins += " LEFT JOIN strength t ON t.log = m.log AND t.seat = m.seat"
        baseline = "m.baseline * g.seats * t.chance"
    rows = (
        f"SELECT m.log, m.seat, m.value, {baseline} AS baseline, {size} AS size{told} FROM m {joins} WHERE {condition}"
    )
    start = f"WITH m AS ({rows_of(one)}), picked AS ({rows})"
    if one.kind == "count":
        query, more = _counted(one, by, filters, catalogue(db))
    elif others:
        query, more = _beside(one, by), []
    else:
        query, more = _averaged(len(by)), []
    found = db.execute(f"{start} {query}", [*values, *more]).fetchall()
    return _sized(found, len(by)) if others else [_sums(row, len(by)) for row in found]


def against_others(one: Metric, by: Sequence[str], filters: Filters) -> bool:
    """Whether figures are held against everybody else's, and not each row against its own table or chance."""
    return one.against == "others" or (one.against == "table" and not of_players(by, filters))


def of_players(by: Sequence[str], filters: Filters) -> bool:
    """Whether it is told by something in which players of one table differ."""
    return any(not is_of_games(key) and key not in ("category", "round", "card") for key in (*by, *filters.of_rows()))


def at_equal_size(one: Metric, by: Sequence[str]) -> bool:
    """Whether others are those at tables as large; where sizes themselves are told apart, they cannot be."""
    return bool({*by} - {"seats", *one.apart})


def _averaged(width: int) -> str:
    keys = "".join(f"d{number}, " for number in range(width))
    per = f"SELECT {keys}log, count(*) AS k, sum(value) AS y, sum(coalesce(baseline, value)) AS b, "
    per += f"count(baseline) AS told FROM picked GROUP BY {keys}log"
    return (
        f"SELECT {keys}sum(k), count(*), sum(y), sum(y * y), sum(y * k), sum(k * k), "
        f"CASE WHEN sum(told) > 0 THEN sum(b) / sum(k) END, sum(y - b), sum((y - b) * (y - b)), sum((y - b) * k) "
        f"FROM ({per}) {f'GROUP BY {keys[:-2]}' if width else 'HAVING count(*) > 0'}"
    )


def _beside(one: Metric, by: Sequence[str]) -> str:
    """Each group at tables of each size, and all that it is a part of there, game by game."""
    keys = "".join(f"d{number}, " for number in range(len(by)))
    apart = "".join(f"d{number}, " for number, key in enumerate(by) if key in one.apart)

    def same(one: str, other: str) -> str:
        names = [*apart.replace(",", "").split(), "size"]
        return " AND ".join(f"{one}.{name} IS NOT DISTINCT FROM {other}.{name}" for name in names)

    chosen = "".join(f"o.d{number}, " for number in range(len(by)))
    return (
        f", own AS (SELECT {keys}size, log, count(*) AS k, sum(value) AS y FROM picked GROUP BY {keys}size, log)"
        f", each_log AS (SELECT {apart}size, log, sum(k) AS k, sum(y) AS y FROM own GROUP BY {apart}size, log)"
        f", whole AS (SELECT {apart}size, sum(k) AS n, count(*) AS games, sum(y) AS y, sum(y * y) AS yy,"
        f" sum(y * k) AS yk, sum(k * k) AS kk FROM each_log GROUP BY {apart}size)"
        f" SELECT {chosen}sum(o.k), count(*), sum(o.y), sum(o.y * o.y), sum(o.y * o.k), sum(o.k * o.k),"
        f" sum(o.y * e.y), sum(o.y * e.k), sum(o.k * e.y), sum(o.k * e.k), count(*) FILTER (o.k = e.k),"
        f" any_value(w.n), any_value(w.games), any_value(w.y), any_value(w.yy), any_value(w.yk), any_value(w.kk)"
        f" FROM own o JOIN each_log e ON e.log = o.log AND {same('e', 'o')} JOIN whole w ON {same('w', 'o')}"
        f" GROUP BY {chosen}o.size ORDER BY o.size"
    )


def _sized(found: list[tuple[Any, ...]], width: int) -> list[Summed]:
    """Groups of the rows that each has at tables of each size."""
    parts: dict[tuple[Any, ...], list[Beside]] = {}
    for row in found:
        numbers = [float(one) for one in row[width:]]
        whole = Sums(int(numbers[11]), int(numbers[12]), *numbers[13:])
        own, beside = numbers[:6], (numbers[6], numbers[7], numbers[8], numbers[9])
        told = Beside(int(own[0]), int(own[1]), own[2], own[3], own[4], own[5], beside, int(numbers[10]), whole)
        parts.setdefault(row[:width], []).append(told)
    nothing = Sums(0, 0, 0.0, 0.0, 0.0, 0.0)
    return [Summed(keys, _own(own), None, nothing, tuple(own)) for keys, own in parts.items()]


def _own(parts: Sequence[Beside]) -> Sums:
    n, games, y, yy, yk, kk = (sum(one[at] for one in parts) for at in range(6))  # type: ignore[misc]
    return Sums(int(n), int(games), y, yy, yk, kk)


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


def explain(db: "duckdb.DuckDBPyConnection", one: Metric, filters: Filters) -> None:
    """Nothing was found: if that is because nothing has such a value, it is said."""
    for key, wanted in _of_rows(one, filters).items():
        value = f"CAST({_expression(one, key)} AS VARCHAR)"
        query = f"WITH m AS ({one.sql}) SELECT DISTINCT {value} AS value FROM m {_joins(one, [key], catalogue(db))}"
        known = [one for (one,) in db.execute(f"{query} WHERE {value} IS NOT NULL ORDER BY 1").fetchall()]
        if known and key != "won":
            check_known(key, wanted, known)
