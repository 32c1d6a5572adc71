"""One page about a whole archive, to be sent to one's club: charts and tables, light and dark, printable."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ledger.archive import ArchiveError, open
from ledger.archive.store import Place, is_url
from ledger.chart_html import drawing
from ledger.charts import chances, chart_of
from ledger.exports.page import page, tagged
from ledger.games import GAMES
from ledger.labels import heading, word
from ledger.metrics.uncertainty import believable
from ledger.questions import EVERY, Answer, Faulty, ask, is_rate, questions
from ledger.words.speech import ENGLISH, Language

if TYPE_CHECKING:
    import duckdb

FIRST = ("leaderboard", "years", "rating", "seats", "lengths", "categories", "running", "records")
LAST = ("readings", "violations", "violating_tables")
MOST_ROWS, MOST_OF_ALL = 12, 60  # rows in sight, and in the page


def report(path: Place, speak: Language = ENGLISH, *, as_of: str = "") -> str:
    """The page for an archive: the main questions for every game it has, the most played first."""
    name = called(path)
    return page(tagged(name), summary(open(path, as_of=as_of), name, speak), speak)


def called(path: Place) -> str:
    """What an archive is called: the folder it lies in."""
    return str(path).rstrip("/").rpartition("/")[2] if is_url(path) else Path(path).resolve().name


def summary(db: "duckdb.DuckDBPyConnection", name: str, speak: Language = ENGLISH) -> str:
    """What a page about an archive has to say, for browsers that run no script."""
    played = db.execute(
        "SELECT game, count(*), count(*) FILTER (final), min(started), max(started) FROM games "
        "GROUP BY game ORDER BY 2 DESC, 1"
    ).fetchall()
    bad = db.execute("SELECT verdict, count(*) FROM rejected GROUP BY 1 ORDER BY 1").fetchall()
    about = speak("What {n} recorded games tell.", n=speak.number(sum(row[1] for row in played)))
    parts = [f"<h1>{tagged(name)}</h1><p class=faint>{tagged(about)}</p>"]
    faulty: list[Faulty] = []
    answers = {row[0]: _answers(db, row[0], faulty) for row in played}
    limit = believable([one for each in answers.values() for answer in each for one in chances(answer)])
    parts += [_game(db, speak, answers[row[0]], limit, *row) for row in played]
    parts += [] if played else [f"<p>{tagged(speak('No games yet.'))}</p>"]
    if bad:
        told = [speak.counted(number, verdict) for verdict, number in bad]
        left = speak("Not counted: {what} (see: quaestor ask rejected).", what=told)
        parts.append(f"<p class=faint>{tagged(left)}</p>")
    parts += [f"<p class=faint>{tagged(speak(error.words.template, **error.words.values))}</p>" for error in faulty]
    return "\n".join(parts)


def _game(
    db: "duckdb.DuckDBPyConnection",
    speak: Language,
    answers: Sequence[Answer],
    limit: float,
    game: str,
    games: int,
    finished: int,
    first: datetime | None,
    last: datetime | None,
) -> str:
    title = speak.text(GAMES[game].title)
    people = db.execute("SELECT count(DISTINCT player) FROM seats WHERE game = ?", [game]).fetchone()
    seconds = db.execute("SELECT sum(minutes) // 60, sum(events) FROM games WHERE game = ?", [game]).fetchone()
    assert people is not None and seconds is not None
    figures = {
        "games": speak.number(games),
        "finished": speak.number(finished),
        "players": speak.number(people[0]),
        "hours": speak.number(seconds[0] or 0),
        "events": speak.number(seconds[1] or 0),
        "years": f"{first.year if first else '?'}–{last.year if last else '?'}",
    }
    boxes = "".join(
        f"<div><b>{tagged(value)}</b><span class=faint>{tagged(speak.term(name))}</span></div>"
        for name, value in figures.items()
    )
    titles = [(one.question.name, speak.text(one.question.title)) for one in answers]
    links = "".join(f'<a href="#{game}-{name}">{tagged(title)}</a>' for name, title in titles)
    body = "\n".join(_section(answer, speak, game, limit) for answer in answers)
    return f"<article><h1>{tagged(title)}</h1><div class=figures>{boxes}</div><nav>{links}</nav>\n{body}</article>"


def _answers(db: "duckdb.DuckDBPyConnection", game: str, faulty: list[Faulty]) -> list[Answer]:
    """Everything that is asked of a game, where there is something to tell; and what goes wrong."""
    own = [name for name, one in questions().items() if one.games == game]
    found = []
    for name in (*FIRST, *own, *LAST):
        given = {"game": game} if questions()[name].games == EVERY else {}
        if name == "records":
            given["show"] = "3"
        try:
            answer = ask(db, name, given)
        except Faulty as error:
            faulty.append(error)
            continue
        except ArchiveError:
            continue
        found += [answer] if answer.rows else []
    return found


def _section(answer: Answer, speak: Language, game: str, limit: float) -> str:
    one = answer.question
    chart = chart_of(answer, speak, limit=limit)
    drawn = drawing(chart, speak) if chart is not None else ""
    number = speak("n = {n} finished games.", n=speak.number(answer.games))
    return (
        f'<section id="{game}-{one.name}"><h2>{tagged(speak.text(one.title))}</h2>{drawn}'
        f"<p class=faint>{tagged(speak.text(one.about))} {tagged(number)}</p>"
        f"{_told(answer, speak, bool(drawn))}</section>"
    )


def _told(answer: Answer, speak: Language, drawn: bool) -> str:
    """The rows: behind a word that opens them where they are drawn already."""
    if not drawn:
        return f"<div class=wide>{_table(answer, speak, MOST_ROWS)}</div>{_rest(answer, speak)}"
    table = f"<div class=wide>{_table(answer, speak, MOST_OF_ALL)}</div>"
    return f"<details><summary>{tagged(speak.text('As a table'))}</summary>{table}</details>"


def _rest(answer: Answer, speak: Language) -> str:
    """More rows, behind a word that opens them."""
    rest = len(answer.rows) - MOST_ROWS
    if rest <= 0:
        return ""
    said = speak("and {n} {n:row|rows} more: quaestor ask {name}", n=rest, name=answer.question.name)
    whole = _table(answer, speak, MOST_OF_ALL)
    return f"<details><summary>{tagged(said)}</summary><div class=wide>{whole}</div></details>"


# --- tables -----------------------------------------------------------------------------------------------------------


def shown(column: str, values: Sequence[Any], speak: Language = ENGLISH, game: str = "") -> list[str]:
    """A column as people read it: rates in per cent, other fractions with the places they need, at most two."""
    fractions = [value for value in values if isinstance(value, float)]
    places = next((most for most in (0, 1) if all(abs(one - round(one, most)) < TINY for one in fractions)), 2)
    return [_shown(column, value, places, speak, game) for value in values]


TINY = 1e-9


def _shown(column: str, value: Any, places: int, speak: Language, game: str) -> str:
    if value is None:
        return "–"
    if isinstance(value, bool):
        return speak.term("yes" if value else "no")
    if isinstance(value, float):
        return f"{speak.number(100 * value, 1)} %" if is_rate(column) else speak.number(value, places)
    if isinstance(value, int) and column not in ("year", "log", "seat", "round", "line"):
        return speak.number(value)
    return word(column, value, speak, game)


def _table(answer: Answer, speak: Language, most: int) -> str:
    drawn = answer.question.chart is not None and answer.question.chart.form != "line" and answer.question.chart.more
    bar = "" if drawn else next((name for name in answer.question.bars if name in answer.columns), "")
    rows = answer.rows[:most]
    numeric = {name for at, name in enumerate(answer.columns) if all(_number(row[at]) for row in answer.rows)}
    at = answer.columns.index(bar) if bar else -1
    longest = max((row[at] or 0 for row in rows), default=0) if bar else 0
    head = "".join(
        f"<th{' class=n' if name in numeric else ''}>{tagged(heading(name, speak))}</th>" for name in answer.columns
    )
    body, game = [], answer.question.games
    texts = [
        shown(name, [_near(name, row[number]) for row in rows], speak, game)
        for number, name in enumerate(answer.columns)
    ]
    for line, row in enumerate(rows):
        cells = "".join(
            f"<td{' class=n' if name in numeric else ''}>{tagged(texts[number][line])}</td>"
            for number, name in enumerate(answer.columns)
        )
        if bar:
            part = max(0.0, 100 * (row[at] or 0) / longest) if longest else 0
            cells += f'<td class=bar><i style="width:{part:.1f}%"></i></td>'
        body.append(f"<tr>{cells}</tr>")
    head += f"<th>{tagged(heading(bar, speak))}</th>" if bar else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(body)}</tbody></table>"


def _near(column: str, value: Any) -> Any:
    """Where a log lies is nobody's business but its owner's; its name is enough."""
    return Path(value).name if column == "path" and isinstance(value, str) else value


def _number(value: Any) -> bool:
    return value is None or (isinstance(value, int | float) and not isinstance(value, bool))
