"""Everything that a club's page works with, as columns: the games, who sat there, and the rows behind every metric."""

from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from ledger.charts import ELSEWHERE, HELD_AGAINST
from ledger.games import GAMES
from ledger.labels import column_of, key_of
from ledger.metrics import EVERY, Metric, experience, metrics
from ledger.metrics.equals import RATED
from ledger.metrics.filters import GAME_LEVEL, ROW_LEVEL, catalogue, latest
from ledger.rulebook import rule_text
from ledger.words.plain import plain
from ledger.words.speech import ENGLISH, Language

if TYPE_CHECKING:
    import duckdb

DIGITS = 9  # after the point
OWN = ("category", "severity", "rule", "card", "round", "opponent")  # dimensions of single metrics


def contents(
    db: "duckdb.DuckDBPyConnection",
    speak: Language = ENGLISH,
    replay: Callable[[str], str] = lambda log: "",
    *,
    most: int = RATED,
) -> dict[str, Any]:
    """What the page holds of the latest games, at most so many finished ones. The same archive gives the same.

    `replay` says where a log's replay lies, if it does.
    """
    db, older = latest(db, most)
    logs = [log for (log,) in db.execute("SELECT log FROM games ORDER BY started, log").fetchall()]
    number = {log: at for at, log in enumerate(logs)}
    counted = [one for one in metrics().values() if one.kind != "rating" and _has(db, one.games)]
    rows = {one.name: _rows(db, one, number) for one in counted if not one.over}
    return {
        "games": _games(db, number, replay),
        "seats": _seats(db, number),
        "curves": _curves(db, number),
        "metrics": _once([{**_head(one, speak), "rows": rows.get(one.name)} for one in counted]),
        "titles": {game: speak.text(GAMES[game].title) for game in _played(db)},
        "dimensions": {key: column_of(key, speak) for key in (*ROW_LEVEL, *GAME_LEVEL, *OWN)},
        "said": _said(db, rows, speak),
        "held": {name: speak.text(said) for name, said in HELD_AGAINST.items()},
        "elsewhere": {name: speak.text(said) for name, said in zip(("above", "below"), ELSEWHERE, strict=True)},
        "rated": RATED,
        "older": older,
        "not_counted": _rejected(db, speak),
    }


def _played(db: "duckdb.DuckDBPyConnection") -> list[str]:
    """The games there are, the most played first."""
    rows = db.execute("SELECT game FROM games GROUP BY game ORDER BY count(*) FILTER (final) DESC, game").fetchall()
    return [game for (game,) in rows]


def _has(db: "duckdb.DuckDBPyConnection", game: str) -> bool:
    return game == EVERY or game in _played(db)


def _head(one: Metric, speak: Language) -> dict[str, Any]:
    said = {name: speak.text(getattr(one, name)) for name in ("title", "about", "unit", "above", "below")}
    kept = {
        name: getattr(one, name) for name in ("name", "kind", "against", "games", "per", "own", "by", "over", "apart")
    }
    return {**kept, **said, "percent": one.unit == "%"}


# --- columns ----------------------------------------------------------------------------------------------------------


def column(values: Sequence[Any]) -> Any:
    """A column: as it is, or its different values and where each stands, whichever is shorter."""
    known: dict[Any, int] = {}
    at = [known.setdefault((type(value), value), len(known)) for value in values]
    return {"of": [value for _, value in known], "at": at} if 2 * len(known) < len(values) else list(values)


def _once(metrics: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A column that another metric has too stands there only, and here its name."""
    seen: dict[str, list[str]] = {}

    def told(metric: str, name: str, values: Any) -> Any:
        first = seen.setdefault(repr(values), [metric, name])
        return values if first == [metric, name] else {"as": first}

    return [
        {**one, "rows": {name: told(one["name"], name, values) for name, values in (one["rows"] or {}).items()}}
        for one in metrics
    ]


def _columns(names: Sequence[str], rows: Sequence[Sequence[Any]]) -> dict[str, Any]:
    return {name: column([row[at] for row in rows]) for at, name in enumerate(names)}


def _fetched(relation: "duckdb.DuckDBPyRelation | duckdb.DuckDBPyConnection") -> list[tuple[Any, ...]]:
    return [tuple(_short(value) for value in row) for row in relation.fetchall()]


def _short(value: Any) -> Any:
    """A whole number needs no point, and no number the last digits: they depend on which thread added first."""
    value = round(float(value), DIGITS) if isinstance(value, Decimal | float) else value
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _steps(numbers: Iterable[int]) -> list[int]:
    """How far each is from the one before."""
    found, last = [], 0
    for one in numbers:
        found.append(one - last)
        last = one
    return found


def _games(db: "duckdb.DuckDBPyConnection", number: dict[int, int], replay: Callable[[str], str]) -> dict[str, Any]:
    games = db.sql(
        "SELECT g.log, g.game, g.edition, g.seats, NULLIF(g.year, 0), epoch(g.started), NULLIF(g.place, ''), "
        "g.verdict, g.options, g.rounds, g.minutes, g.final, g.scale, g.title, g.violations, g.ended_by, min(l.path) "
        "FROM games g LEFT JOIN logs l ON l.log = g.log GROUP BY ALL"
    )
    rows = _fetched(games)
    rows.sort(key=lambda row: number[row[0]])
    names = (
        "game", "edition", "seats", "year", "started", "place", "verdict", "options", "rounds", "minutes", "final",
        "scale", "title", "violations", "ended_by", "replay",
    )  # fmt: skip
    told = [
        (*row[1:8], _written(row[8]), *row[9:13], plain(row[13] or ""), *row[14:16], replay(row[16] or ""))
        for row in rows
    ]
    order = {log: at for at, log in enumerate(sorted(number))}  # of equal strength, the smaller key comes first
    return {**_columns(names, told), "order": [order[row[0]] for row in rows]}


def _written(options: dict[str, str] | None) -> str:
    import json

    return json.dumps(options or {}, sort_keys=True)


def _seats(db: "duckdb.DuckDBPyConnection", number: dict[int, int]) -> dict[str, Any]:
    chosen = "SELECT s.log, s.seat, s.player, s.total, s.rank, s.won, e.step FROM seats s"
    whole = experience(catalogue(db))
    rows = _fetched(db.execute(f"{chosen} LEFT JOIN ({whole}) e ON e.log = s.log AND e.seat = s.seat"))
    rows.sort(key=lambda row: (number[row[0]], row[1]))
    told = _columns(("seat", "player", "total", "rank", "won", "experience"), [row[1:] for row in rows])
    return {"game": _steps(number[row[0]] for row in rows), **told}


def _rows(db: "duckdb.DuckDBPyConnection", one: Metric, number: dict[int, int]) -> dict[str, Any]:
    """What a metric counts, row by row; what is filtered and added up is done where the page is read."""
    held = one.kind != "count" and one.against not in ("equals", "nothing", "others", "table")  # those are worked out
    names = ["seat", *one.own, "value", *(["baseline"] if held else [])]
    chosen = ", ".join(names)
    rows = _fetched(db.sql(one.sql).filter("value IS NOT NULL").project(f"log, {chosen}"))
    rows.sort(key=lambda row: (number[row[0]], tuple(str(value) for value in row[1:])))
    return {"game": _steps(number[row[0]] for row in rows), **_columns(names, [row[1:] for row in rows])}


def _curves(db: "duckdb.DuckDBPyConnection", number: dict[int, int]) -> list[list[list[int]]]:
    """Of each game the totals after each round, by seat: in steps, which are short."""
    found: list[list[list[int]]] = [[] for _ in number]
    rows = db.execute(
        "SELECT log, seat, list(total ORDER BY round) FROM running GROUP BY log, seat ORDER BY log, seat"
    ).fetchall()
    for log, _, totals in rows:
        if log in number:
            found[number[log]].append(_steps(totals))
    return found


# --- words ------------------------------------------------------------------------------------------------------------


def _said(db: "duckdb.DuckDBPyConnection", rows: dict[str, Any], speak: Language) -> dict[str, dict[str, str]]:
    """What keys are called, where that is not the key itself: cards, categories, rules."""
    played = _played(db)
    cards = {
        f"{game}/{card}": plain(key_of("card", card, speak, game))
        for game in played
        for one in metrics().values()
        if one.games == game and "card" in one.own
        for card in _kinds(rows[one.name]["card"])
    }
    rules = {rule: _ruled(rule, played, speak) for rule in _kinds(rows["findings"]["rule"])}
    words = {
        name: {str(one): speak.term(str(one)).replace("_", " ") for one in _kinds(found[name])}
        for found in rows.values()
        for name in ("category", "severity")
        if name in found
    }
    verdicts = [one for (one,) in db.execute("SELECT DISTINCT verdict FROM games ORDER BY 1").fetchall()]
    return {
        **words,
        "card": {key: name for key, name in cards.items() if name != key.partition("/")[2]},
        "rule": {rule: text for rule, text in rules.items() if text},
        "verdict": {one: speak.term(one) for one in verdicts},
    }


def _ruled(rule: str, played: list[str], speak: Language) -> str:
    """A rule's heading without its number; the ledger's own checks are their own name."""
    texts = (rule_text(GAMES[game], rule, speak.code) for game in played)
    heading = next((text for text in texts if text), "").partition("\n")[0]
    return plain(heading.partition(" ")[2]) if heading else speak.term(rule)


def _kinds(told: Any) -> list[Any]:
    values = told["of"] if isinstance(told, dict) else told
    return sorted({value for value in values if value is not None}, key=str)


def _rejected(db: "duckdb.DuckDBPyConnection", speak: Language) -> str:
    bad = db.execute("SELECT verdict, count(*) FROM rejected GROUP BY 1 ORDER BY 1").fetchall()
    if not bad:
        return ""
    told = [speak.counted(number, verdict) for verdict, number in bad]
    return speak("Not counted: {what} (see: quaestor ask rejected).", what=told)
