"""What can be counted about games, said once: one .sql file a metric, and the dimensions and filters that all share.

The head of a file says what it counts, its kind (a rate, a mean, a count, a rating), its unit, what it is held
against, of which game it is, and the dimensions that are its own. Its SQL gives a row for each thing counted: `log`,
`seat`, those dimensions, a `value` and, where each row has its own, a `baseline`.
"""

import re
from collections.abc import Iterable, Sequence
from functools import cache
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, cast

from ledger.archive.store import ArchiveError
from ledger.metrics.filters import (
    GAME_LEVEL,
    OPTION,
    ROW_LEVEL,
    Filters,
    catalogue,
    check_option,
    expression,
    is_of_games,
    narrowed,
    unknown,
)
from ledger.metrics.uncertainty import Sums, binomial, caution, stand_out, student, wilson
from ledger.words import Words

if TYPE_CHECKING:
    import duckdb

HERE = Path(__file__).parent
EVERY = "every"
FEW, GREY = 5, 10  # a figure of fewer games is not drawn; is grey, ranked last and never called a finding
Kind = Literal["rate", "mean", "count", "rating"]
Against = Literal["chance", "table", "others", "equals", "half", "nought", "nothing"]
IN_ORDER = ("seat", "seats", "year", "month", "round", "experience", "won")  # told in their own order, not by value
STEPS = ((1, "1"), (4, "2–4"), (9, "5–9"), (19, "10–19"), (49, "20–49"))  # how many games somebody had played
RATING = "rating"
RATED = 5_000  # so many of the latest games say how strong everybody is, as in the question of that name


class Metric(NamedTuple):
    """Something that can be counted."""

    name: str
    title: str
    about: str
    kind: Kind
    unit: str
    against: Against
    games: str  # one game's name, or every
    per: str  # of a count: a game or a player
    own: tuple[str, ...]  # dimensions that only it has
    by: tuple[str, ...]  # by what it is told where nothing else is asked for
    above: str
    below: str
    sql: str
    only: str = ""  # of a category's points: which


class Group(NamedTuple):
    """A figure and how sure it is."""

    keys: tuple[Any, ...]
    n: int  # rows behind it,
    games: int  # and the games they come from
    total: float
    value: float
    low: float | None
    high: float | None
    baseline: float | None
    supported: float | None  # the difference from the baseline that remains after caution
    p: float | None
    stands_out: str = ""  # above or below, where luck is no explanation

    @property
    def few(self) -> bool:
        """Too few games to be looked at closely."""
        return self.games < GREY


COLUMNS = ("n", "games", "total", "value", "low", "high", "baseline", "supported", "p", "stands_out")


class Measured(NamedTuple):
    """A metric by some dimensions, over the games asked for."""

    metric: Metric
    by: tuple[str, ...]
    filters: Filters
    adjust: str
    game: str  # of which game; empty where they are told apart
    games: int  # how many finished ones
    groups: list[Group]
    left_out: int  # groups with fewer games than were asked for
    least: int


@cache
def metrics() -> dict[str, Metric]:
    """Every metric, by name."""
    return {path.stem: _read(path) for path in sorted(HERE.glob("*.sql"))}


def metric(name: str) -> Metric:
    """One of them; a category of a sheet is one too."""
    name = name.replace("-", "_")
    found = metrics().get(name)
    if found is None and name in _categories():
        found = metrics()["category_points"]._replace(name=name, only=name)
    if found is None:
        words = Words("there is no metric '{name}'; there are: {known}", name=name, known=list(metrics()))
        raise ArchiveError(words)
    return found


def is_metric(name: str) -> bool:
    """Whether something is called so."""
    return name.replace("-", "_") in metrics() or name.replace("-", "_") in _categories()


@cache
def _categories() -> dict[str, str]:
    """Every category of every game, and the first game that has it."""
    from ledger.games import GAMES

    found: dict[str, str] = {}
    for name, game in GAMES.items():
        for category in game.worth.categories:
            found.setdefault(category, name)
    return found


def _read(path: Path) -> Metric:
    lines = path.read_text("utf-8").splitlines()
    head = [line.removeprefix("-- ") for line in lines if line.startswith("-- ")]
    said = dict(line.split(": ", 1) for line in head[2:])
    kind = cast(Kind, said["kind"])
    return Metric(
        path.stem,
        head[0],
        head[1],
        kind,
        said.get("unit", "%"),
        cast(Against, said["against"]),
        said.get("games", EVERY),
        said.get("per", "player"),
        tuple(said.get("own", "").split()),
        tuple(said.get("by", "player").split()),
        said.get("above", ""),
        said.get("below", ""),
        "\n".join(line for line in lines if not line.startswith("-- ")),
    )


def dimensions(one: Metric) -> list[str]:
    """By what a metric can be told apart."""
    if one.kind == "rating":
        return ["player"]
    return list(dict.fromkeys([*one.own, *ROW_LEVEL, *GAME_LEVEL, f"{OPTION}NAME"]))


def tables_of(name: str) -> set[str]:
    """The tables that a metric speaks of, so that no others need be fetched."""
    return set(re.findall(r"\w+", metric(name).sql.lower())) | {"games", "seats", "cards"}


# --- asking -----------------------------------------------------------------------------------------------------------


def measure(
    db: "duckdb.DuckDBPyConnection",
    name: str,
    by: Sequence[str] = (),
    filters: Filters = Filters(),  # noqa: B008  a tuple
    *,
    adjust: str = "",
    least: int = 1,
) -> Measured:
    """A metric by some dimensions over the games asked for, each figure with how sure it is.

    >>> measure(ledger.archive.open("club"), "wins", ["player"], filters(["edition=fr"], since="2024"))
    """
    one = metric(name)
    wanted = tuple(dict.fromkeys(key.lower() for key in by)) or (("player",) if one.only else one.by)
    _checked(one, wanted, filters, adjust)
    game, filters = _of_one_game(db, one, wanted, filters)
    narrow = narrowed(db, filters, tables_of(name))
    for key in wanted:
        check_option(narrow, key)
    row = narrow.execute("SELECT count(*) FROM games WHERE final").fetchone()
    assert row is not None
    if one.kind == "rating":
        groups = _ratings(narrow, one, filters)
    else:
        _lay_strength(narrow, one, adjust)
        groups = _groups(one, wanted, filters, _summed(narrow, one, wanted, filters, adjust))
    kept = [group for group in _ordered(one, wanted, groups) if group.games >= least]
    return Measured(one, wanted, filters, adjust, game, row[0], kept, len(groups) - len(kept), least)


def _checked(one: Metric, by: Sequence[str], filters: Filters, adjust: str) -> None:
    known = dimensions(one)
    for key in (*by, *filters.keys()):
        if key not in by and (key == "with" or (one.kind == "rating" and is_of_games(key))):
            continue
        if key not in known and not key.startswith(OPTION):
            words = Words("'{one}' is not told by '{name}'; by: {known}", one=one.name, name=key, known=known)
            raise ArchiveError(words)
    if adjust and (adjust != RATING or one.against != "chance"):
        raise ArchiveError(Words("--adjust is for wins alone: quaestor ask wins ARCHIVE --adjust rating"))


def _of_one_game(
    db: "duckdb.DuckDBPyConnection", one: Metric, by: Sequence[str], filters: Filters
) -> tuple[str, Filters]:
    """Points of two games are not added up: the metric's own game, the one asked for, or the one most played."""
    asked = filters.keys().get("game", [])
    if len(asked) == 1 or (len(asked) > 1 and "game" in by) or ("game" in by and one.games == EVERY):
        return (asked[0] if len(asked) == 1 else ""), filters
    if len(asked) > 1:
        raise ArchiveError(Words("several games: tell them apart with --by game"))
    game = one.games
    if game == EVERY:
        narrow = narrowed(db, filters, {"games", "score_lines"})
        having = "AND log IN (SELECT log FROM score_lines WHERE category = ?)" if one.only else ""
        row = narrow.execute(
            f"SELECT game FROM games WHERE final {having} GROUP BY game ORDER BY count(*) DESC, game LIMIT 1",
            [one.only] if one.only else [],
        ).fetchone()
        if row is None:
            return "", filters
        game = row[0]
    elif not db.execute("SELECT 1 FROM games WHERE game = ? LIMIT 1", [game]).fetchone():
        known = [name for (name,) in db.execute("SELECT DISTINCT game FROM games ORDER BY 1").fetchall()]
        raise ArchiveError(Words("the archive has no games of '{game}'; it has: {known}", game=game, known=known))
    return game, filters._replace(where=(*filters.where, ("game", game)))


# --- in SQL -----------------------------------------------------------------------------------------------------------


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


def _summed(
    db: "duckdb.DuckDBPyConnection", one: Metric, by: Sequence[str], filters: Filters, adjust: str
) -> list[Summed]:
    keys = {*by, *filters.of_rows()}
    told = "".join(f", {_expression(one, key)} AS d{number}" for number, key in enumerate(by))
    condition, values = _conditions(one, filters)
    joins = _joins(one, keys | ({"seats"} if adjust else set()), catalogue(db))
    baseline = "m.baseline" if one.kind != "count" else "NULL"
    if adjust:
        joins += " LEFT JOIN strength t ON t.log = m.log AND t.seat = m.seat"
        baseline = "m.baseline * g.seats * t.chance"
    rows = f"SELECT m.log, m.seat, m.value, {baseline} AS baseline{told} FROM m {joins} WHERE {condition}"
    start = f"WITH m AS ({_rows_of(one)}), picked AS ({rows})"
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


# --- within equals ----------------------------------------------------------------------------------------------------

EQUALS = (
    10  # so many others of the same band, round and table, or the band is left out, then the round, then it is chance
)


def _rows_of(one: Metric) -> str:
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


def _lay_strength(db: "duckdb.DuckDBPyConnection", one: Metric, adjust: str) -> None:
    """Who was how strong, as a table beside the others, where it is asked for; rated by the latest games."""
    if not adjust and one.against != "equals":
        return
    from ledger.metrics.ratings import rated, standing, strengths

    latest = f"SELECT log FROM games WHERE final ORDER BY started DESC, log LIMIT {RATED}"
    order = "ORDER BY started, log, seat"
    rows = db.execute(f"SELECT * FROM ({metrics()[RATING].sql}) WHERE log IN ({latest}) {order}").fetchall()
    now = [(one.player, one.skill, one.doubt, one.games) for one in standing(rated(rows))]
    lay(db, "rated", {"player": "VARCHAR", "skill": "DOUBLE", "doubt": "DOUBLE", "games": "BIGINT"}, now)
    final = "(SELECT * FROM seats WHERE log IN (SELECT log FROM games WHERE final))"
    db.execute(
        "CREATE TEMP TABLE strength AS SELECT *, ntile(3) OVER (ORDER BY ahead, log, seat) AS band "
        f"FROM ({strengths(final)})"
    )


def lay(db: "duckdb.DuckDBPyConnection", name: str, types: dict[str, str], rows: Sequence[Sequence[Any]]) -> None:
    """Rows of ours as a table beside the archive's."""
    import json

    shape = json.dumps([types])
    text = json.dumps([dict(zip(types, row, strict=True)) for row in rows], default=str)
    db.execute(f'CREATE TEMP TABLE "{name}" AS SELECT unnest(from_json(?, ?), recursive := true)', [text, shape])


# --- how sure ---------------------------------------------------------------------------------------------------------


def _groups(one: Metric, by: Sequence[str], filters: Filters, summed: list[Summed]) -> list[Group]:
    others = one.against == "others" or (one.against == "table" and not of_players(by, filters))
    whole = _whole(summed)
    groups = [_group(one, each, whole.without(each.rows) if others and len(summed) > 1 else None) for each in summed]
    believed = stand_out([group.p if not group.few else None for group in groups])
    weight = caution([_apart(one, group, each) for group, each in zip(groups, summed, strict=True)])
    return [_told(group, sure, weight) for group, sure in zip(groups, believed, strict=True)]


def of_players(by: Sequence[str], filters: Filters) -> bool:
    """Whether it is told by something in which players of one table differ."""
    return any(not is_of_games(key) and key not in ("category", "round", "card") for key in (*by, *filters.of_rows()))


def _whole(summed: list[Summed]) -> Sums:
    columns = [(each.rows.n, each.rows.games, each.rows.y, each.rows.yy, each.rows.yk, each.rows.kk) for each in summed]
    n, games, y, yy, yk, kk = (sum(column) for column in zip(*columns, strict=True)) if columns else (0,) * 6
    return Sums(int(n), int(games), y, yy, yk, kk)


def _group(one: Metric, each: Summed, others: Sums | None) -> Group:
    rows = each.rows
    baseline = each.baseline if others is None else (others.mean if others.n else None)
    low, high = _interval(one, rows)
    p = _unlikely(one, each, others) if one.above and baseline is not None else None
    return Group(each.keys, rows.n, rows.games, rows.y, rows.mean, low, high, baseline, None, p)


def _interval(one: Metric, rows: Sums) -> tuple[float | None, float | None]:
    if one.kind == "rate":
        return wilson(rows.mean, rows.worth())
    bounds = rows.interval()
    if bounds is None:
        return None, None
    return (max(0.0, bounds[0]) if one.kind == "count" else bounds[0]), bounds[1]


def _unlikely(one: Metric, each: Summed, others: Sums | None) -> float | None:
    """How likely such a difference is when there is none."""
    rows = each.rows
    if others is not None:
        return _two(rows, others, one.kind == "rate") if min(rows.games, others.games) >= GREY and others.n else None
    if one.kind != "rate" or each.baseline is None:
        return _one(each.over) if rows.games >= GREY else None
    if rows.n == rows.games:
        return binomial(rows.y, rows.n, each.baseline)
    worth = round(rows.worth())  # several rows of one game: whichever test is the more careful
    return max(_one(each.over), binomial(rows.mean * worth, worth, each.baseline)) if rows.games >= GREY else None


def _one(over: Sums) -> float:
    if over.variance <= 1e-12:
        return 1.0 if abs(over.mean) < 1e-9 else 0.0
    return student(over.mean / sqrt(over.variance), over.games - 1)


def _two(rows: Sums, others: Sums, rate: bool) -> float:
    variance = rows.variance + others.variance
    if rate:  # a few successes vary by less than they should
        both = (rows.y + others.y) / (rows.n + others.n)
        variance = max(variance, both * (1 - both) * (1 / rows.n + 1 / others.n))
    difference = rows.mean - others.mean
    if variance <= 1e-12:
        return 1.0 if abs(difference) < 1e-9 else 0.0
    return student(difference / sqrt(variance), rows.games - 1)


def _apart(one: Metric, group: Group, each: Summed) -> tuple[float, float, float]:
    """A difference, the games behind it, and the variance of a single one."""
    if group.baseline is None:
        return 0.0, 0.0, 0.0
    single = group.baseline * (1 - group.baseline) if one.kind == "rate" else each.over.variance * group.games
    single = single if one.kind == "rate" or group.games >= GREY else 0.0
    return group.value - group.baseline, float(group.games), single


def _told(group: Group, sure: bool, weight: float) -> Group:
    if group.baseline is None:
        return group
    difference = group.value - group.baseline
    side = ("above" if difference > 0 else "below") if sure and difference else ""
    return group._replace(supported=difference * group.games / (group.games + weight), stands_out=side)


def _ratings(db: "duckdb.DuckDBPyConnection", one: Metric, filters: Filters) -> list[Group]:
    from ledger.metrics.ratings import rated, standing

    wanted = filters.of_rows().get("player")
    found = [one for one in standing(rated(db.execute(one.sql).fetchall())) if not wanted or one.player in wanted]
    return [_rated(one.player, one.games, one.skill, 1.96 * one.doubt) for one in found]


def _rated(player: str, games: int, skill: float, doubt: float) -> Group:
    return Group((player,), games, games, skill * games, skill, skill - doubt, skill + doubt, None, None, None)


def _ordered(one: Metric, by: Sequence[str], groups: list[Group]) -> list[Group]:
    """In their own order where they have one; else by what the data support, those with few games last."""
    if all(key in IN_ORDER or key == "edition" for key in by):
        return sorted(groups, key=lambda group: tuple(_place(key) for key in group.keys))
    if one.kind == "rating":
        return groups
    return sorted(groups, key=lambda group: (group.few, -_worth(group), -group.n, tuple(map(_place, group.keys))))


def _worth(group: Group) -> float:
    return round(group.value if group.supported is None else group.supported, 12)


def _place(key: Any) -> tuple[int, Any]:
    """Nothing last; steps of experience as numbers."""
    if key is None:
        return 2, 0
    if (
        isinstance(key, str)
        and (number := re.match(r"\d+", key))
        and any(key == label for _, label in (*STEPS, (0, "50+")))
    ):
        return 0, int(number.group())
    return (0, key) if isinstance(key, int | float) else (1, str(key))


def as_relation(db: "duckdb.DuckDBPyConnection", found: Measured) -> "duckdb.DuckDBPyRelation":
    """What was measured, as a relation to go on asking with."""
    cursor = db.cursor()
    types = {
        key.replace(".", "_"): _type([group.keys[at] for group in found.groups]) for at, key in enumerate(found.by)
    }
    numbers = {"n": "BIGINT", "games": "BIGINT", "stands_out": "VARCHAR"}
    types |= {name: numbers.get(name, "DOUBLE") for name in COLUMNS}
    lay(cursor, "measured", types, [row(group) for group in found.groups])
    return cursor.table("measured")


def row(group: Group) -> list[Any]:
    """A group as a row: its keys, then COLUMNS."""
    return [*group.keys, *(getattr(group, name) for name in COLUMNS)]


def _type(values: list[Any]) -> str:
    kinds = {type(value) for value in values if value is not None}
    return {frozenset({int}): "BIGINT", frozenset({bool}): "BOOLEAN"}.get(frozenset(kinds), "VARCHAR")
