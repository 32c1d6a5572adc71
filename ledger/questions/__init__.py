"""The questions we answer: one .sql file each, and the few lines that run them.

The head of a file says what it asks: a title, a sentence, which games, its parameters (`:name kind default | what`),
the columns that are quantities, the chart that suits it and the names of its axes, and what is done with the rows
afterwards, if anything.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date, datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, cast

from ledger.archive import ArchiveError, finished
from ledger.words import Words

if TYPE_CHECKING:
    import duckdb

HERE = Path(__file__).parent
EVERY = "every"
PARAMETER = re.compile(r"(?<![:\w]):([a-z_]+)\b")
Value = str | int
ParameterKind = Literal["text", "whole"]
Form = Literal["bar", "ranked", "line"]  # bars in the order of the rows, or the highest first; curves


class Parameter(NamedTuple):
    """Something a question wants to know first."""

    name: str
    kind: ParameterKind
    default: Value
    about: str


class Chart(NamedTuple):
    """How an answer is drawn: over which labels, how high, the bounds or the series, and the axes' names."""

    form: Form
    labels: tuple[str, ...]
    value: str
    more: tuple[str, ...]
    along: str  # what the labels are,
    up: str  # and what is counted


class Question(NamedTuple):
    """A question by name."""

    name: str
    title: str
    about: str
    games: str  # one game's name, or every
    parameters: tuple[Parameter, ...]
    bars: tuple[str, ...]
    chart: Chart | None
    then: str
    sql: str


class Answer(NamedTuple):
    """What came of a question."""

    question: Question
    given: dict[str, Value]
    columns: list[str]
    rows: list[tuple[Any, ...]]
    games: int  # how many finished games of that game it was asked of


@cache
def questions() -> dict[str, Question]:
    """Every question, by name."""
    return {path.stem: _read(path) for path in sorted(HERE.glob("*.sql"))}


def question(name: str) -> Question:
    """One of them; the nearest names are told when there is none."""
    found = questions().get(name.replace("-", "_"))
    if found is None:
        words = Words("there is no question '{name}'; there are: {known}", name=name, known=list(questions()))
        raise ArchiveError(words)
    return found


def tables_of(name: str) -> set[str]:
    """The tables that a question speaks of, so that no others need be fetched."""
    return set(re.findall(r"\w+", question(name).sql.lower())) | {"games"}


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
        _chart(said.get("chart", "").split(), said.get("axes", "")),
        said.get("then", ""),
        body,
    )


def _parameter(line: str) -> Parameter:
    left, _, about = line.partition(" | ")
    name, kind, *default = left.removeprefix(":").split()
    if kind == "whole":
        return Parameter(name, "whole", int(default[0]), about)
    return Parameter(name, "text", default[0] if default else "", about)


def _chart(words: list[str], axes: str) -> Chart | None:
    if not words:
        return None
    form, labels, value, *more = words
    along, _, up = axes.partition(" | ")
    return Chart(cast(Form, form), tuple(labels.split("+")), value, tuple(more), along, up)


def is_rate(column: str) -> bool:
    """A part of one, shown in per cent."""
    return column.endswith("_rate") or column in ("low", "high")


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


def ask(db: "duckdb.DuckDBPyConnection", name: str, given: Mapping[str, str] | None = None) -> Answer:
    """Put a question to an archive that `ledger.archive.open` has opened.

    >>> ask(ledger.archive.open("club"), "leaderboard", {"least": "10"}).rows
    """
    one = question(name)
    values = typed(one, given or {})
    games = finished(db)
    if values.get("game") == "":
        values["game"] = next(iter(games), "")
    game = one.games if one.games != EVERY else str(values.get("game", ""))
    if game and game not in games:
        words = Words("the archive has no games of '{game}'; it has: {known}", game=game, known=list(games))
        raise ArchiveError(words)
    columns, rows = run(db, one, values)
    if one.then:
        columns, rows = THEN[one.then](rows)
    number = 1 if "log" in values else games.get(game, sum(games.values()))
    return Answer(one, values, columns, rows, min(number, int(values.get("last", number))))


def run(
    db: "duckdb.DuckDBPyConnection", one: Question, values: Mapping[str, Value]
) -> tuple[list[str], list[tuple[Any, ...]]]:
    """The bare SQL with its parameters; files say :name, as other engines do, where DuckDB wants $name."""
    result = db.execute(PARAMETER.sub(r"$\1", one.sql), dict(values))
    columns = [column[0] for column in result.description or ()]
    return columns, result.fetchall()


# --- afterwards -------------------------------------------------------------------------------------------------------


class Rated(NamedTuple):
    """Where a player stands after one of their games."""

    player: str
    games: int
    day: date | None
    skill: float
    doubt: float
    cautious: float


Rows = tuple[list[str], list[tuple[Any, ...]]]


def rating(rows: Iterable[tuple[Any, ...]]) -> Rows:
    """Where every player stands now, the best first."""
    return list(Rated._fields), list(_standing(_rated(rows)))


def rating_over_time(rows: list[tuple[Any, ...]]) -> Rows:
    """How those who stand highest came there: every so manyth game, and the last."""
    best, every = rows[0][4:] if rows else (0, 1)
    course = list(_rated(rows))
    standing = _standing(course)[: max(best, 0)]
    names, last = {one.player for one in standing}, set(standing)
    told = [one for one in course if one.player in names and (one.games % max(every, 1) == 0 or one in last)]
    return list(Rated._fields), list(told)


def _standing(course: Iterable[Rated]) -> list[Rated]:
    latest = {one.player: one for one in course}
    return sorted(latest.values(), key=lambda one: (-one.cautious, one.player))


def _rated(rows: Iterable[tuple[Any, ...]]) -> Iterator[Rated]:
    """Every player after each of their games, by a library's model."""
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        words = Words("ratings need openskill: pip install 'quaestor[archive]'")
        raise ArchiveError(words) from None
    model = PlackettLuce()
    skills: dict[str, Any] = {}
    games: Counter[str] = Counter()
    for table in _by_log(rows):
        names = [row[2] for row in table]
        if len(set(names)) < 2 or len(set(names)) < len(names):
            continue
        teams = [[skills.get(name) or model.rating(name=name)] for name in names]
        rated = model.rate(teams, ranks=[row[3] for row in table])
        moment: datetime | None = table[0][1]
        for name, (skill,) in zip(names, rated, strict=True):
            skills[name] = skill
            games[name] += 1
            cautious = round(skill.mu - 3 * skill.sigma, 3)
            day = moment.date() if moment else None
            yield Rated(name, games[name], day, round(skill.mu, 3), round(skill.sigma, 3), cautious)


def _by_log(rows: Iterable[tuple[Any, ...]]) -> Iterable[list[tuple[Any, ...]]]:
    table: list[tuple[Any, ...]] = []
    for row in rows:
        if table and table[0][0] != row[0]:
            yield table
            table = []
        table.append(row)
    if table:
        yield table


THEN: dict[str, Callable[[list[tuple[Any, ...]]], Rows]] = {"rating": rating, "rating_over_time": rating_over_time}
