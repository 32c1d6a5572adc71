"""The questions we answer: one .sql file each, and the few lines that run them.

The head of a file says what it asks: a title, a sentence, which games, its parameters (`:name kind default | what`),
the columns that are quantities, the chart that suits it and the names of its axes, and what is done with the rows
afterwards, if anything. A question that is no more than some metrics by a dimension says so in place of SQL
(`combining.py`). For the figure that is drawn it names the columns with the number behind it (`n`), with what it
is held against (`against`) and, of a mean, with its standard deviation (`spread`); bounds are added from these.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, cast

from ledger.archive.store import ArchiveError
from ledger.metrics import GREY, metrics
from ledger.metrics.filters import Filters, like, narrowed
from ledger.metrics.ratings import Rated, rated, standing
from ledger.metrics.uncertainty import caution, t_95, wilson
from ledger.questions.combining import Combination, combination, combined
from ledger.words import Words, why

if TYPE_CHECKING:
    import duckdb

HERE = Path(__file__).parent
EVERY = "every"
PARAMETER = re.compile(r"(?<![:\w]):([a-z_]+)\b")
Value = str | int
ParameterKind = Literal["text", "whole"]
Of = Literal["finished", "judged", "logs"]  # which games, or the logs that are not counted
Form = Literal["bar", "ranked", "line"]  # bars in the order of the rows, or the highest first; curves


class Parameter(NamedTuple):
    """Something a question wants to know first."""

    name: str
    kind: ParameterKind
    default: Value
    about: str


class Plan(NamedTuple):
    """How an answer is drawn: over which labels, how high, the bounds or the series, and the axes' names."""

    form: Form
    labels: tuple[str, ...]
    value: str
    more: tuple[str, ...]
    along: str  # what the labels are,
    up: str  # and what is counted
    n: str = ""  # the columns with the number behind a figure,
    against: str = ""  # and with what it is held against
    facets: str = ""  # the column that parts it into small charts


class Question(NamedTuple):
    """A question by name."""

    name: str
    title: str
    about: str
    games: str  # one game's name, or every
    parameters: tuple[Parameter, ...]
    bars: tuple[str, ...]
    chart: Plan | None
    then: str
    sql: str
    spread: str = ""  # the column with the standard deviation of a mean
    of: Of = "finished"
    above: str = ""  # what is said of a row that luck does not explain
    below: str = ""
    note: str = ""  # what a reader must be told
    source: str = ""  # of one from outside: the distribution it came with
    combines: Combination | None = None  # metrics by some dimensions, in place of SQL,
    order: str = ""  # and the column by which its rows are ordered, the highest first


class Answer(NamedTuple):
    """What came of a question."""

    question: Question
    given: dict[str, Value]
    columns: list[str]
    rows: list[tuple[Any, ...]]
    games: int  # how many games, or logs, it was asked of
    game: str = ""  # of which game; empty: of all
    filters: Filters = Filters()
    every: Sequence[tuple[Any, ...]] = ()  # the rows that filters chose among: each is judged among all


class Shelf(NamedTuple):
    """Every question by name, and what could not be read, with the reason."""

    questions: dict[str, Question]
    broken: dict[str, Words | str]


def questions() -> dict[str, Question]:
    """Every question, by name; those from outside after ours."""
    return shelf().questions


@cache
def shelf() -> Shelf:
    """Our questions, and those of other distributions (entry points `quaestor.questions`: name, a folder of .sql)."""
    from ledger.questions.outside import folders

    found = {path.stem: _read(path) for path in sorted(HERE.glob("*.sql"))}
    broken: dict[str, Words | str] = {}
    for source, folder in folders():
        if not isinstance(folder, Path):
            broken[source] = folder
            continue
        for path in sorted(folder.glob("*.sql")):
            if path.stem in found:
                broken[f"{source}: {path.name}"] = Words("there is a question of this name already")
                continue
            try:
                found[path.stem] = _read(path)._replace(source=source)
            except (OSError, ValueError, LookupError) as error:
                broken[f"{source}: {path.name}"] = Words("its head cannot be read: {why}", why=why(error))
    return Shelf(found, broken)


def question(name: str) -> Question:
    """One of them; the nearest names are told when there is none."""
    found = questions().get(name.replace("-", "_"))
    if found is None:
        known = like(name, [*questions(), *metrics()])
        raise ArchiveError(
            Words("there is no question '{name}'; nearest: {known}; all of them: quaestor ask", name=name, known=known)
        )
    return found


def tables_of(name: str) -> set[str]:
    """The tables that a question speaks of, so that no others need be fetched."""
    one = question(name)
    spoken = one.combines.tables if one.combines is not None else set(re.findall(r"\w+", one.sql.lower()))
    return spoken | {"games"}


def _read(path: Path) -> Question:
    lines = path.read_text("utf-8").splitlines()
    head = [line.removeprefix("-- ") for line in lines if line.startswith("-- ")]
    body = "\n".join(line for line in lines if not line.startswith("-- "))
    said = dict(line.split(": ", 1) for line in head[2:] if not line.startswith(":"))
    return Question(
        path.stem,
        head[0],
        head[1],
        said["games"],
        tuple(_parameter(line) for line in head[2:] if line.startswith(":")),
        tuple(said.get("bars", "").split()),
        _plan(said),
        said.get("then", ""),
        body,
        said.get("spread", ""),
        cast(Of, said.get("of", "finished")),
        said.get("above", ""),
        said.get("below", ""),
        said.get("note", ""),
        combines=combination(body),
        order=said.get("order", ""),
    )


def _parameter(line: str) -> Parameter:
    left, _, about = line.partition(" | ")
    name, kind, *default = left.removeprefix(":").split()
    if kind == "whole":
        return Parameter(name, "whole", int(default[0]), about)
    return Parameter(name, "text", default[0] if default else "", about)


def _plan(said: Mapping[str, str]) -> Plan | None:
    if not said.get("chart"):
        return None
    form, labels, value, *more = said["chart"].split()
    along, _, up = said.get("axes", "").partition(" | ")
    known = [said.get(key, "") for key in ("n", "against", "facets")]
    return Plan(cast(Form, form), tuple(labels.split("+")), value, tuple(more), along, up, *known)


def is_rate(column: str) -> bool:
    """A part of one, shown in per cent."""
    return column.endswith("_rate") or column in ("low", "high", "rate")


def typed(one: Question, given: Mapping[str, str]) -> dict[str, Value]:
    """What somebody gave for the parameters, as their kinds ask for it; the rest have their defaults."""
    known = {parameter.name: parameter for parameter in one.parameters}
    for name in given:
        if name not in known:
            words = Words(
                "'{one}' has no parameter '{name}'; it has: {known}", one=one.name, name=name, known=list(known)
            )
            raise ArchiveError(words)
    return {
        name: _value(parameter, given[name]) if name in given else parameter.default
        for name, parameter in known.items()
    }


def _value(parameter: Parameter, text: str) -> Value:
    if parameter.kind == "text":
        return text
    try:
        number = int(text)
    except ValueError:
        number = -(2**63)
    if not -(2**63) < number < 2**63:
        words = Words("{name}={text}: a whole number is wanted", name=parameter.name, text=text)
        raise ArchiveError(words)
    return number


def ask(
    db: "duckdb.DuckDBPyConnection",
    name: str,
    given: Mapping[str, str] | None = None,
    filters: Filters = Filters(),  # noqa: B008  a tuple
) -> Answer:
    """Put a question to an archive that `ledger.archive.open` has opened, narrowed to the games asked for.

    >>> ask(ledger.archive.open("club"), "leaderboard", {"least": "10"}, filters(["edition=fr"])).rows
    """
    one = question(name)
    if filters != Filters() and one.of == "logs":
        raise ArchiveError(Words("'{name}' is about logs that are no games; it cannot be narrowed", name=one.name))
    values = _of_one_game(one, typed(one, given or {}), filters)
    narrow = narrowed(db, filters, tables_of(name)) if filters != Filters() else db
    games = _counted(narrow, one)
    if not games and filters != Filters():
        raise ArchiveError(Words("no games are left: {filters}", filters=filters.told()))
    if values.get("game") == "":
        values["game"] = next(iter(games), "")
    game = one.games if one.games != EVERY else str(values.get("game", ""))
    if game and game not in games:
        words = Words("the archive has no games of '{game}'; it has: {known}", game=game, known=list(games))
        raise ArchiveError(words)

    def told() -> Rows:
        return combined(db, one.combines, game, filters, one.order) if one.combines else run(narrow, one, values)

    columns, rows = _sound(one, told) if one.source else bounded(one, *told())
    kept = _kept(one, columns, rows, filters)
    number = 1 if "log" in values else games.get(game, sum(games.values()))
    games_asked = min(number, int(values.get("last", number)))
    return Answer(one, values, columns, kept, games_asked, game, filters, rows)


class Faulty(ArchiveError):
    """A question from outside that goes wrong: it says whose it is, and harms no other."""


def _sound(one: Question, told: "Callable[[], Rows]") -> "Rows":
    """What a question from outside answers, where it does and its chart can be drawn of that."""
    try:
        columns, rows = told()
    except Exception as error:
        raise _faulty(one, " ".join(str(error).partition("\n\n")[0].split())) from error
    plan = one.chart
    named = (*plan.labels, plan.value, plan.n, plan.against, plan.facets) if plan else ()
    lacking = [*dict.fromkeys(name for name in (*one.bars, *named, one.spread) if name and name not in columns)]
    if lacking:
        why = Words("its head names {found}, its columns are: {known}", found=lacking, known=columns)
        raise _faulty(one, why)
    return bounded(one, columns, rows)


def _faulty(one: Question, why: object) -> Faulty:
    words = "the question '{name}' of {package} goes wrong: {why}; tell those who wrote it"
    return Faulty(Words(words, name=one.name, package=one.source, why=why))


def _of_one_game(one: Question, values: dict[str, Value], filters: Filters) -> dict[str, Value]:
    """A game asked for by a filter is the one that the question is about."""
    asked = filters.keys().get("game", [])
    if len(asked) > 1 or (asked and one.games not in (EVERY, asked[0])):
        raise ArchiveError(Words("'{name}' is about one game at a time: {game}", name=one.name, game=one.games))
    if asked and "game" in values:
        return {**values, "game": asked[0]}
    return values


def _counted(db: "duckdb.DuckDBPyConnection", one: Question) -> dict[str, int]:
    """How many games of each game a question is asked of, the most played first; or how many logs are no games."""
    from ledger.archive.views import finished

    if one.of == "finished":
        return finished(db)
    if one.of == "logs":
        query = "SELECT '', count(*) FROM logs WHERE verdict NOT IN ('clean', 'findings')"
    else:
        query = "SELECT game, count(*) FROM games GROUP BY game ORDER BY count(*) FILTER (final) DESC, game"
    return dict(db.execute(query).fetchall())


def bounded(one: Question, columns: list[str], rows: list[tuple[Any, ...]]) -> "Rows":
    """The rows with what is done afterwards: what SQL cannot, and the bounds of the figure that is drawn."""
    if one.then:
        columns, rows = THEN[one.then](columns, rows)
    plan = one.chart
    if plan is None or not plan.n or {"low", "lower"} & set(columns):
        return columns, rows
    value, n = columns.index(plan.value), columns.index(plan.n)
    if is_rate(plan.value):
        return _wider(columns, rows, value, ("low", "high"), lambda row: _of_rate(row[value], row[n]))
    if one.spread:
        spread = columns.index(one.spread)
        return _wider(columns, rows, value, ("lower", "upper"), lambda row: _of_mean(row[value], row[spread], row[n]))
    return columns, rows


def _wider(
    columns: list[str], rows: list[tuple[Any, ...]], at: int, names: tuple[str, str], bounds: Callable[[Any], Any]
) -> "Rows":
    """Two columns more, behind the figure they are the bounds of."""
    wide = [(*row[: at + 1], *bounds(row), *row[at + 1 :]) for row in rows]
    return [*columns[: at + 1], *names, *columns[at + 1 :]], wide


def _of_rate(rate: float | None, n: int | None) -> tuple[float | None, float | None]:
    return wilson(rate, n) if rate is not None and n else (None, None)


def _of_mean(mean: float | None, deviation: float | None, n: int | None) -> tuple[float | None, float | None]:
    if mean is None or deviation is None or not n or n < 2:
        return None, None
    half = t_95(min(n - 1, 200)) * deviation / sqrt(n)
    return mean - half, mean + half


def _kept(one: Question, columns: list[str], rows: list[tuple[Any, ...]], filters: Filters) -> list[tuple[Any, ...]]:
    """Filters that are about a row and not a whole game choose among the rows."""
    for key, wanted in filters.of_rows().items():
        if key not in columns:
            words = "'{one}' has no '{name}' to narrow it by; it has: {known} (games with somebody: --where with=NAME)"
            raise ArchiveError(Words(words, one=one.name, name=key, known=columns))
        at, values = columns.index(key), {value.lower() for value in wanted}
        rows = [row for row in rows if str(row[at]).lower() in values]
    return rows


def run(
    db: "duckdb.DuckDBPyConnection", one: Question, values: Mapping[str, Value]
) -> tuple[list[str], list[tuple[Any, ...]]]:
    """The bare SQL with its parameters; files say :name, as other engines do, where DuckDB wants $name."""
    result = db.execute(PARAMETER.sub(r"$\1", one.sql), dict(values))
    columns = [column[0] for column in result.description or ()]
    return columns, result.fetchall()


# --- afterwards -------------------------------------------------------------------------------------------------------


Rows = tuple[list[str], list[tuple[Any, ...]]]


def rating(columns: list[str], rows: Iterable[tuple[Any, ...]]) -> Rows:
    """Where every player stands now, the best first, between the bounds of the doubt."""
    return _bounded(standing(rated(rows)))


def rating_over_time(columns: list[str], rows: list[tuple[Any, ...]]) -> Rows:
    """How those who stand highest came there: every so manyth game, and the last."""
    best, every = rows[0][4:] if rows else (0, 1)
    course = list(rated(rows))
    highest = standing(course)[: max(best, 0)]
    names, last = {one.player for one in highest}, set(highest)
    return _bounded([one for one in course if one.player in names and (one.games % max(every, 1) == 0 or one in last)])


def _bounded(course: Iterable[Rated]) -> Rows:
    rows = [(*one, round(one.skill - 1.96 * one.doubt, 3), round(one.skill + 1.96 * one.doubt, 3)) for one in course]
    return [*Rated._fields, "lower", "upper"], rows


def supported(columns: list[str], rows: list[tuple[Any, ...]]) -> Rows:
    """Ranked by the wins over chance that the data support; who has played little stands below the others."""
    games, rate, chance = (columns.index(name) for name in ("games", "win_rate", "chance_rate"))
    weight = caution([(row[rate] - row[chance], row[games], row[chance] * (1 - row[chance])) for row in rows])
    told = [(*row, (row[rate] - row[chance]) * row[games] / (row[games] + weight)) for row in rows]
    told.sort(key=lambda row: (row[games] < GREY, -round(row[-1], 12), -row[games], row[0]))
    return [*columns, "supported_rate"], told


THEN: dict[str, Callable[[list[str], list[tuple[Any, ...]]], Rows]] = {
    "rating": rating,
    "rating_over_time": rating_over_time,
    "supported": supported,
}
