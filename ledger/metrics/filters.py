"""Which games and whose: filters that combine, laid over every table of an archive at once."""

import re
from calendar import monthrange
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from ledger.archive.people import quoted
from ledger.archive.store import ArchiveError
from ledger.words import Words

if TYPE_CHECKING:
    import duckdb

OPTION = "option."
GAME_LEVEL = {  # what is true of a whole game, as SQL over `games g`
    "game": "g.game",
    "edition": "g.edition",
    "seats": "g.seats",
    "year": "NULLIF(g.year, 0)",
    "month": "strftime(g.started, '%Y-%m')",
    "place": "NULLIF(g.place, '')",
    "verdict": "g.verdict",
}
WITH = "with"  # games at which somebody sat
ROW_LEVEL = ("player", "opponent", "seat", "won", "experience")  # what is true of one player in it
WHOLE = {"seats", "seat", "year", "round"}
DAY = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$")
TRUTH = {"yes": "true", "true": "true", "no": "false", "false": "false"}


class Filters(NamedTuple):
    """What an answer is narrowed to: values by key (of one key any, of several keys all), and the days between."""

    where: tuple[tuple[str, str], ...] = ()
    since: str = ""
    until: str = ""

    def keys(self) -> dict[str, list[str]]:
        """The values asked for, by key."""
        found: dict[str, list[str]] = {}
        for key, value in self.where:
            found.setdefault(key, []).append(value)
        return found

    def days(self) -> list[Words]:
        """From when to when."""
        since = [Words("since {day}", day=self.since)] if self.since else []
        return since + ([Words("until {day}", day=self.until)] if self.until else [])

    def told(self) -> list[Words | str]:
        """The filters as they were written."""
        return [*(f"{key}={' / '.join(values)}" for key, values in self.keys().items()), *self.days()]

    def of_rows(self) -> dict[str, list[str]]:
        """Those that are about one player or one row, not a whole game."""
        return {key: values for key, values in self.keys().items() if not is_of_games(key)}

    def but(self, by: Collection[str]) -> "Filters":
        """The same without those that choose among what is told apart anyway."""
        return self._replace(where=tuple(pair for pair in self.where if is_of_games(pair[0]) or pair[0] not in by))


def written(value: Any) -> str:
    """A value as a filter has it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def is_of_games(key: str) -> bool:
    """Whether a key is about whole games."""
    return key in GAME_LEVEL or key == WITH or key.startswith(OPTION)


def filters(where: Iterable[str] = (), *, since: str = "", until: str = "", game: str = "", seats: int = 0) -> Filters:
    """Filters as somebody writes them: key=value, several times; a day as 2024, 2024-05 or 2024-05-31."""
    pairs = [_pair(text) for text in where]
    pairs += [("game", game)] if game else []
    pairs += [("seats", str(seats))] if seats else []
    for day in (since, until):
        if day:
            _days(day)
    return Filters(tuple(dict.fromkeys(pairs)), since, until)


def _pair(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not equals or not key.strip():
        words = Words("--where {text}: write it as key=value, like edition=fr or player=Ana", text=text)
        raise ArchiveError(words)
    key, value = key.strip().lower(), value.strip()
    if key in WHOLE and not re.fullmatch(r"\d{1,9}", value):
        raise ArchiveError(Words("{name}={text}: a whole number is wanted", name=key, text=value))
    if key == "won":
        if value.lower() not in TRUTH:
            raise ArchiveError(Words("won={text}: yes or no is wanted", text=value))
        value = TRUTH[value.lower()]
    return key, value


def _days(text: str) -> tuple[str, str]:
    """The first and the last day of a year, a month or a day."""
    match = DAY.match(text)
    year, month, day = (int(one) if one else 0 for one in match.groups()) if match else (0, 0, 0)
    try:
        last = monthrange(year, month or 12)[1] if year else 0
    except ValueError:
        last = 0
    if not last or day > last or (match and match.group(3) == "00"):
        raise ArchiveError(Words("{text}: a day is wanted, like 2024, 2024-05 or 2024-05-31", text=text))
    return f"{year:04}-{month or 1:02}-{day or 1:02}", f"{year:04}-{month or 12:02}-{day or last:02}"


def narrowed(
    db: "duckdb.DuckDBPyConnection", asked: Filters, only: Collection[str] | None = None
) -> "duckdb.DuckDBPyConnection":
    """The same archive with only the games asked for, in every table or these; the one handed in stays as it is."""
    cursor = db.cursor()
    conditions, values = _conditions(cursor, asked)
    if not conditions:
        return cursor
    whole = catalogue(cursor)
    held = "log IN (SELECT log FROM chosen_logs)"
    if {*asked.keys()} == {"game"} and not (asked.since or asked.until):  # every table says of which game its rows are
        held = f"game IN ({', '.join(quoted(name) for name in values)})"
    else:
        cursor.execute(
            f"CREATE TEMP TABLE chosen_logs AS SELECT log FROM {whole}.games g WHERE {' AND '.join(conditions)}", values
        )
    _lay_over(cursor, held, only)
    return cursor


def _lay_over(cursor: "duckdb.DuckDBPyConnection", held: str, only: Collection[str] | None = None) -> None:
    """Narrower tables over those of the archive, under their names."""
    whole = catalogue(cursor)
    tables = cursor.execute(
        "SELECT table_name FROM duckdb_columns() WHERE column_name = 'log' AND database_name = ? "
        "AND table_name NOT IN ('logs', 'rejected')",
        [whole.partition(".")[0]],
    ).fetchall()
    for name in [name for (name,) in tables if only is None or name in only]:
        cursor.execute(f'CREATE TEMP VIEW "{name}" AS SELECT * FROM {whole}."{name}" WHERE {held}')


def latest(db: "duckdb.DuckDBPyConnection", finished: int) -> tuple["duckdb.DuckDBPyConnection", int]:
    """The same archive with its latest games, so many finished ones and what lies between them; how many are older."""
    nth = "count(*) FILTER (final) OVER (ORDER BY started DESC NULLS FIRST, log DESC ROWS UNBOUNDED PRECEDING)"
    chosen = f"SELECT log FROM (SELECT log, {nth} AS nth FROM games) WHERE nth <= {finished}"
    older = db.execute(f"SELECT count(*) FROM games WHERE log NOT IN ({chosen})").fetchone()
    if older is None or not older[0]:
        return db, 0
    cursor = db.cursor()
    cursor.execute(f"CREATE TEMP TABLE chosen_logs AS {chosen}")
    _lay_over(cursor, "log IN (SELECT log FROM chosen_logs)")
    return cursor, older[0]


def catalogue(db: "duckdb.DuckDBPyConnection") -> str:
    """Where the whole archive's tables stand, whatever narrower ones are laid over them."""
    row = db.execute("SELECT current_database()").fetchone()
    assert row is not None
    return f"{row[0]}.main"


def _conditions(db: "duckdb.DuckDBPyConnection", asked: Filters) -> tuple[list[str], list[Any]]:
    conditions: list[str] = []
    values: list[Any] = []
    for key, wanted in asked.keys().items():
        if is_of_games(key):
            check_option(db, key)
            _known(db, key, wanted)
            marks = ", ".join("?" * len(wanted))
            played = f"g.log IN (SELECT log FROM seats WHERE player IN ({marks}))"
            conditions.append(played if key == WITH else f"CAST({expression(key)} AS VARCHAR) IN ({marks})")
            values += wanted
    if asked.since:
        conditions.append("CAST(g.started AS DATE) >= CAST(? AS DATE)")
        values.append(_days(asked.since)[0])
    if asked.until:
        conditions.append("CAST(g.started AS DATE) <= CAST(? AS DATE)")
        values.append(_days(asked.until)[1])
    return conditions, values


def expression(key: str) -> str:
    """A key about whole games as SQL."""
    if key.startswith(OPTION):
        name = key.removeprefix(OPTION).replace("'", "''")
        return f"g.options['{name}']"
    return GAME_LEVEL[key]


def check_option(db: "duckdb.DuckDBPyConnection", key: str) -> None:
    """An option that no game has is said, with those there are."""
    if not key.startswith(OPTION):
        return
    rows = db.execute("SELECT DISTINCT unnest(map_keys(options)) FROM games ORDER BY 1").fetchall()
    name, known = key.removeprefix(OPTION), [one for (one,) in rows]
    if name not in known:
        words = Words("no game here has an option '{name}'; there are: {known}", name=name, known=_some(name, known))
        raise ArchiveError(words)


def _known(db: "duckdb.DuckDBPyConnection", key: str, wanted: list[str]) -> None:
    """A value that nothing has is said, with those there are."""
    if key == WITH:
        query = "SELECT DISTINCT player FROM seats ORDER BY 1"
    else:
        value = f"CAST({expression(key)} AS VARCHAR)"
        query = f"SELECT DISTINCT {value} AS value FROM games g WHERE {value} IS NOT NULL ORDER BY 1"
    check_known(key, wanted, [value for (value,) in db.execute(query).fetchall()])


def check_known(key: str, wanted: Iterable[str], known: list[str]) -> None:
    """A value that nothing has is said, with those there are."""
    for value in wanted:
        if value not in known:
            words = "{key}={value}: nothing here has it; there are: {known}"
            words = words if known else "{key}={value}: nothing here says so"
            raise ArchiveError(Words(words, key=key, value=value, known=_some(value, known)))


MOST = 20  # of what there is, so many are named


def _some(text: str, known: list[str]) -> list[str]:
    """What there is, the likest first; numbers in their order."""
    numbers = all(one.isdigit() for one in known)
    told = sorted(known, key=int) if numbers else [*dict.fromkeys([*like(text, known, 0.6), *known])]
    return [*told[:MOST], *(["…"] if len(told) > MOST else [])]


def like(text: str, known: Iterable[str], least: float = 0.0) -> list[str]:
    """The three names that are most like a text."""
    from difflib import get_close_matches

    return get_close_matches(text, list(known), cutoff=least)
