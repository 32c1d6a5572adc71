"""Commands that ask a whole shelf of games: archive, ask, sql, report."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.options import Failure, Json, Logs, Whole, Workers, app, card_list, put
from cli.reader import reader, told
from cli.render import complain, grid, say, say_json, width
from ledger.files import write_over
from ledger.games import GAMES
from ledger.words import Words
from ledger.words.plain import plain
from ledger.words.speech import ENGLISH

if TYPE_CHECKING:
    from ledger.archive import Built
    from ledger.metrics import Measured
    from ledger.metrics.filters import Filters
    from ledger.questions import Answer

archive_app = typer.Typer(
    cls=Whole, no_args_is_help=True, rich_markup_mode=None, help="Many logs as Parquet, to be asked questions."
)
app.add_typer(archive_app, name="archive")

Archive = Annotated[
    str, typer.Argument(help="An archive made by quaestor archive build: a folder or a URL.", show_default=False)
]
AsOf = Annotated[str, typer.Option("--as-of", help="Ask an earlier version: its number, or a date like 2026-11-18.")]
Csv = Annotated[Path | None, typer.Option("--csv", help="Write the table as CSV to this file; - for the screen.")]
Xlsx = Annotated[Path | None, typer.Option("--xlsx", help="Write the table as a workbook.")]
Parquet = Annotated[Path | None, typer.Option("--parquet", help="Write the table as Parquet.")]
BAR = 24
MOST_SHOWN = 40  # rows on a screen, unless somebody asks for more


@archive_app.command("build")
def archive_build(
    paths: Logs,
    output: Annotated[
        str,
        typer.Option(
            "--output", "-o", help="The archive: a folder, or a URL like s3://bucket/club.", show_default=False
        ),
    ],
    workers: Workers = None,
    readings: Annotated[
        bool | None,
        typer.Option(
            "--readings/--no-readings",
            help="Also score every game under each other reading of the options (slower); kept until said otherwise.",
            show_default=False,
        ),
    ] = None,
    catalogue: Annotated[
        Path | None,
        typer.Option(
            "--catalogue", help="A card list for logs that cannot be judged with a shipped one; kept in the archive."
        ),
    ] = None,
    on: Annotated[
        str,
        typer.Option("--on", help="Where the logs are judged: local, or a Spark by its URL, like spark://host:7077."),
    ] = "local",
    json: Json = False,
) -> None:
    """Verify and audit logs and write them as Parquet; what is already in the archive is not read again.

    A log that changed replaces its rows, and one that is gone from a path given here leaves the archive; logs from
    other paths stay. Damaged logs and files that cannot be judged are listed, never counted: quaestor ask rejected
    ARCHIVE. A build that is stopped leaves the archive as it was, or with some of the new logs; build again.

    Example: quaestor archive build played -o club
    """
    from ledger.archive import build

    watch, done = _bar(quiet=json)
    try:
        built = build(
            paths,
            output,
            GAMES,
            workers=workers,
            readings=readings,
            catalogue=card_list(catalogue),
            on=on,
            watch=watch,
        )
    finally:
        done()
    if json:
        say_json({"archive": str(output), **built._asdict()})
    else:
        say(_built(output, built))


@archive_app.command("sample")
def archive_sample(
    output: Annotated[Path, typer.Option("--output", "-o", help="A new folder.", show_default=False)],
    games: Annotated[int, typer.Option("--games", min=1, max=10_000, help="So many of each game.")] = 40,
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same logs.")] = 1,
    workers: Workers = None,
    json: Json = False,
) -> None:
    """Make a small data set to try things on: games played by dice, their archive, and a card that says what it is.

    Example: quaestor archive sample -o sample
    """
    from ledger.archive.sample import make

    built = make(output, GAMES, games, seed, workers=workers)
    if json:
        say_json({"archive": str(output / "archive"), **built._asdict()})
    else:
        say(_built(str(output / "archive"), built))


@archive_app.command("share")
def archive_share(
    archive: Archive,
    output: Annotated[str, typer.Option("--output", "-o", help="A new folder, or a URL.", show_default=False)],
    json: Json = False,
) -> None:
    """Copy an archive for other people: spellings joined and hidden names left out, inside the Parquet files too.

    Who is who stands in ARCHIVE/players.toml, which is not copied.

    Example: quaestor archive share club -o for-the-league
    """
    from ledger.archive.handing_on import hand_on
    from ledger.archive.people import read_people

    new, hidden = hand_on(archive, output, GAMES), len({*read_people(archive).hidden.values()})
    games = sum(file.rows for file in new.tables.get("games", ()))
    if json:
        say_json({"archive": output, "games": games, "hidden": hidden})
    else:
        words = "{path}: {games} {games:game|games}; {hidden} {hidden:hidden name|hidden names}"
        say(told(Words(words, path=output, games=games, hidden=hidden)))


def _built(output: str, built: "Built") -> str:
    """What a build did, in one line."""
    words = "{path}: {games} {games:game|games}; {read} of {files} logs read in {seconds} s"
    seconds = reader().number(built.seconds, 1)
    parts = [Words(words, path=output, games=built.games, read=built.read, files=built.files, seconds=seconds)]
    if built.gone:
        parts.append(Words("{n} gone", n=built.gone))
    if built.rejected:
        parts.append(Words("{n} not counted (see: quaestor ask rejected {path})", n=built.rejected, path=output))
    return ", ".join(map(told, parts))


def _bar(*, quiet: bool) -> tuple[Callable[[int, int], None], Callable[[], None]]:
    """A bar with rate and time left on a terminal; nothing in a pipe."""
    if quiet or not sys.stderr.isatty():
        return (lambda done, total: None), (lambda: None)
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    bar = Progress(
        TextColumn(told(Words("building"))), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(), console=Console(stderr=True), transient=True,
    )  # fmt: skip
    task = bar.add_task("building", total=None, rate="")
    bar.start()

    def watch(done: int, total: int) -> None:
        speed = bar.tasks[0].finished_speed or bar.tasks[0].speed
        bar.update(task, completed=done, total=total, rate=told(Words("{n} logs/s", n=int(speed))) if speed else "")

    return watch, bar.stop


By = Annotated[
    list[str] | None, typer.Option("--by", help="Tell it apart by this: player, seat, year, card and so on; several.")
]
Where = Annotated[
    list[str] | None,
    typer.Option("--where", "-w", help="Only these: edition=fr, player=Ana, with=Bo, option.NAME=VALUE; several."),
]


@app.command("ask")
def ask_command(
    question: Annotated[
        str, typer.Argument(help="A question or a metric by its name; without one, all are listed.")
    ] = "",
    archive: Annotated[str | None, typer.Argument(help="An archive made by quaestor archive build.")] = None,
    by: By = None,
    where: Where = None,
    since: Annotated[str, typer.Option("--since", help="From this day, month or year on, like 2024-05.")] = "",
    until: Annotated[str, typer.Option("--until", help="Up to and with this day, month or year.")] = "",
    game: Annotated[str, typer.Option("--game", help="Which game; by default the one played most.")] = "",
    seats: Annotated[int, typer.Option("--seats", min=0, max=99, help="Only tables of so many players.")] = 0,
    least: Annotated[int, typer.Option("--least", min=0, help="Leave out what has fewer games behind it.")] = 0,
    top: Annotated[
        int | None, typer.Option("--top", min=0, help="Only the first so many rows; 0 for all.", show_default=False)
    ] = None,
    adjust: Annotated[str, typer.Option("--adjust", help="rating: hold wins against opponents as strong.")] = "",
    given: Annotated[
        list[str] | None, typer.Option("--set", "-s", help="A parameter of the question, like least=10 or player=Ana.")
    ] = None,
    json: Json = False,
    csv: Csv = None,
    xlsx: Xlsx = None,
    parquet: Parquet = None,
    plot: Annotated[Path | None, typer.Option("--plot", help="Draw a chart: a file that ends in .svg or .png.")] = None,
    as_of: AsOf = "",
    show_sql: Annotated[bool, typer.Option("--sql", help="Print the SQL behind it.")] = False,
) -> None:
    """Ask an archive a named question, or count something by whatever you like; alone, teach how.

    Example: quaestor ask wins club --by player --where edition=fr --since 2024 --top 20
    """
    from ledger.metrics.filters import filters

    if not question:
        _say_questions(json=json)
        return
    measuring = _is_measured(question, by)
    if show_sql:
        say(_sql(question, measuring=measuring))
        return
    if archive is None:
        (_say_metric if measuring else _say_question)(question)
        return
    asked = filters(where or (), since=since, until=until, game=game, seats=seats)
    _warn(archive)
    if measuring:
        answer: Answer | Measured = _measured(
            archive, question, by or [], asked, adjust=adjust, least=least, as_of=as_of
        )
    else:
        if adjust:
            raise Failure(Words("--adjust is for wins alone: quaestor ask wins ARCHIVE --adjust rating"))
        answer = _answer(archive, question, given or [], asked, least, as_of)
    _give(answer, json=json, csv=csv, xlsx=xlsx, parquet=parquet, plot=plot, top=top)


def _is_measured(name: str, by: list[str] | None) -> bool:
    """A metric, unless a question of the same name is meant."""
    from ledger.metrics import is_metric
    from ledger.questions import questions

    return is_metric(name) and (bool(by) or name.replace("-", "_") not in questions())


def _sql(name: str, *, measuring: bool) -> str:
    from ledger.metrics import metric
    from ledger.questions import question

    return (metric(name).sql if measuring else question(name).sql).strip()


def _measured(
    archive: str, name: str, by: Sequence[str], asked: "Filters", *, adjust: str, least: int, as_of: str
) -> "Measured":
    from ledger.archive import open as open_archive
    from ledger.metrics import measure, tables_of

    db = open_archive(archive, as_of=as_of, only=tables_of(name))
    dimensions = [key.strip() for text in by for key in text.split(",") if key.strip()]
    return measure(db, name, dimensions, asked, adjust=adjust, least=max(least, 1))


def _answer(archive: str, name: str, given: Sequence[str], asked: "Filters", least: int, as_of: str) -> "Answer":
    from ledger.archive import open as open_archive
    from ledger.questions import ask, question, tables_of

    pairs = [text.partition("=") for text in given]
    for key, equals, _ in pairs:
        if not equals:
            raise Failure(Words("--set {key}: write it as name=value, like least=10", key=key))
    values = {key.strip(): value for key, _, value in pairs}
    if least:
        values["least"] = str(least)
    if "player" in {one.name for one in question(name).parameters}:  # its own parameter knows better than a filter
        chosen = asked.keys().get("player", [])
        if len(chosen) == 1:
            values.setdefault("player", chosen[0])
    return ask(open_archive(archive, as_of=as_of, only={*tables_of(name), "seats"}), name, values, asked)


def _give(
    answer: "Answer | Measured",
    *,
    json: bool,
    csv: Path | None,
    xlsx: Path | None,
    parquet: Path | None,
    plot: Path | None,
    top: int | None,
) -> None:
    """The answer in the form that is wanted."""
    from ledger.questions import Answer

    if plot is not None:
        _plot(answer, plot, top or 0)
    one = answer.question if isinstance(answer, Answer) else answer.metric
    columns, rows = _table_of(answer)
    kept = rows[:top] if top else rows
    if _put_table(columns, kept, csv=csv, xlsx=xlsx, parquet=parquet, name=one.name) or (plot is not None and not json):
        return
    if json:
        say_json(_answer_json(answer, columns, kept, top or 0))
    else:
        _say_answer(answer, MOST_SHOWN if top is None else top)


def _table_of(answer: "Answer | Measured") -> tuple[list[str], list[tuple[Any, ...]]]:
    from ledger.metrics import COLUMNS, row
    from ledger.questions import Answer

    if isinstance(answer, Answer):
        return answer.columns, answer.rows
    keys = [key.replace(".", "_") for key in answer.by]
    return [*keys, *COLUMNS], [tuple(row(group)) for group in answer.groups]


def _warn(archive: str) -> None:
    """Say so when a file about names lies where it has no effect."""
    from ledger.archive import ignored

    beside = ignored(archive)
    if beside is not None:
        words = Words(
            "{path} has no effect; put it into the archive: {archive}/players.toml", path=beside, archive=archive
        )
        complain(words)


EXAMPLES = (
    ("quaestor ask leaderboard club", "who wins, by what the games support"),
    ("quaestor ask wins club --by player --where edition=fr --since 2024 --seats 4 --top 20", "the same, narrowed"),
    ("quaestor ask wins club --by seat --seats 4", "does the seat matter?"),
    ("quaestor ask wins club --by opponent --where player=Ana", "against whom Ana wins"),
    ("quaestor ask wins club --by experience", "first games and fiftieth"),
    ("quaestor ask wins club --by player --adjust rating", "against opponents as strong"),
    ("quaestor ask card_wins club --plot cards.svg", "cards that go with wins, as a chart"),
    ("quaestor ask majority club --by player", "points of one category"),
    ("quaestor ask findings club --by rule,year", "slips over the years"),
)


def _say_questions(*, json: bool) -> None:
    from ledger.metrics import metrics
    from ledger.metrics.filters import GAME_LEVEL, ROW_LEVEL
    from ledger.questions import questions, shelf

    broken = shelf().broken
    if json:
        asked = [
            {**one._asdict(), "parameters": [each._asdict() for each in one.parameters]} for one in questions().values()
        ]
        counted = [{**one._asdict(), "metric": True} for one in metrics().values()]
        say_json([*asked, *counted, *({"name": name, "broken": str(why)} for name, why in broken.items())])
        return
    text = reader().text
    say(Words("Questions"))
    say(grid([[name, text(one.title), _of(one.games)] for name, one in questions().items()], right=False, indent="  "))
    say()
    say(Words("What can be counted, by whatever you like"))
    say(grid([[name, text(one.title), _of(one.games)] for name, one in metrics().items()], right=False, indent="  "))
    say()
    say(Words("By and where: {keys}, option.NAME; where alone: with", keys=[*ROW_LEVEL, *GAME_LEVEL]))
    say()
    say(Words("Examples"))
    say(grid([[command, text(about)] for command, about in EXAMPLES], right=False, indent="  "))
    say()
    say(Words("quaestor ask NAME tells more; quaestor ask NAME ARCHIVE asks"))
    for name, why in broken.items():
        complain(Words("{name}: not loaded: {why}", name=name, why=why))


def _of(games: str) -> str:
    return "" if games == "every" else games


def _say_question(name: str) -> None:
    from ledger.questions import question

    one = question(name)
    say(f"{reader().text(one.title)}\n{reader().text(one.about)}")
    for parameter in one.parameters:
        given = Words("(by default {value})", value=parameter.default)
        default = f" {told(given)}" if parameter.default != "" else ""
        kind, about = reader().term(parameter.kind), reader().text(parameter.about)
        say(f"  --set {parameter.name}=…  {kind}: {about}{default}")
    say(Words("quaestor ask {name} ARCHIVE", name=one.name))


def _say_metric(name: str) -> None:
    from ledger.metrics import dimensions, metric

    one = metric(name)
    say(f"{reader().text(one.title)}\n{reader().text(one.about)}")
    say(Words("by: {known}", known=dimensions(one)))
    say(Words("quaestor ask {name} ARCHIVE --by {by}", name=one.name, by=one.by))


def _answer_json(
    answer: "Answer | Measured", columns: Sequence[str], rows: Sequence[Sequence[Any]], top: int
) -> dict[str, Any]:
    from msgspec import to_builtins

    from ledger.charts import chart_of
    from ledger.questions import Answer
    from ledger.sql_process import plain as value

    chart = chart_of(answer, ENGLISH, top=top)
    if isinstance(answer, Answer):
        said: dict[str, Any] = {"question": answer.question.name, "title": answer.question.title, "given": answer.given}
    else:
        said = {"metric": answer.metric.name, "title": answer.metric.title, "by": answer.by, "adjust": answer.adjust}
    return {
        **said,
        "game": answer.game,
        "filters": {"where": answer.filters.where, "since": answer.filters.since, "until": answer.filters.until},
        "games": answer.games,
        "columns": columns,
        "rows": [[value(one) for one in row] for row in rows],
        "finding": chart.title if chart else None,
        "chart": to_builtins(chart) if chart else None,
    }


def _say_answer(answer: "Answer | Measured", top: int) -> None:
    from ledger.charts import chart_of, heading_of
    from ledger.questions import Answer

    one = answer.question if isinstance(answer, Answer) else answer.metric
    columns, rows = _table_of(answer) if isinstance(answer, Answer) else _shown(answer)
    if not (rows or answer.games) and any(answer.filters):
        say(Words("no games are left: {filters}", filters=answer.filters.told()))
        return
    say(heading_of(answer, reader()))
    say(reader().text(one.about) + "\n")
    if not rows:
        words = "nothing to tell (build the archive with --readings)" if one.name == "readings" else "nothing to tell"
        say(Words(words))
        _say_left_out(answer)
        return
    chart = chart_of(answer, reader())
    for sentence in (chart.findings or (chart.title,)) if chart else ():
        say(sentence)
    say()
    bars = answer.question.bars if isinstance(answer, Answer) else ()
    say(table_text(columns, rows[:top] if top else rows, bars, answer.game, named=True))
    if top and len(rows) > top:
        say()
        say(Words("and {n} {n:row|rows} more: --top 0", n=len(rows) - top))
    if isinstance(answer, Answer) and answer.question.note:
        say("\n" + reader().text(answer.question.note))
    _say_left_out(answer)


def _say_left_out(answer: "Answer | Measured") -> None:
    from ledger.questions import Answer

    if not isinstance(answer, Answer) and answer.left_out:
        words = "{n} more with fewer than {least} {least:game|games}"
        say(Words(words, n=answer.left_out, least=answer.least))


def _shown(answer: "Measured") -> tuple[list[str], list[tuple[Any, ...]]]:
    """A measurement as a person reads it: rates in per cent, what is too little said so."""
    from ledger.labels import key_of

    rate = "_rate" if answer.metric.unit == "%" else ""
    bounds = ("low", "high") if rate else ("lower", "upper")
    columns = [*(key.removeprefix("option.") for key in answer.by), "n", f"value{rate}", *bounds]
    columns += [f"baseline{rate}", f"supported{rate}", "remark"]
    rows = [
        (
            *(key_of(name, key, reader(), answer.game) for name, key in zip(answer.by, group.keys, strict=True)),
            group.n, group.value, group.low, group.high, group.baseline, group.supported,
            reader().term(group.stands_out) if group.stands_out else reader().term("few games") if group.few else "",
        )
        for group in answer.groups
    ]  # fmt: skip
    if all(group.baseline is None for group in answer.groups):
        return [*columns[:-3], columns[-1]], [(*row[:-3], row[-1]) for row in rows]
    return columns, rows


def table_text(
    columns: Sequence[str],
    rows: Sequence[Sequence[Any]],
    bars: Sequence[str] = (),
    game: str = "",
    *,
    named: bool = False,
) -> str:
    """A table for the terminal: numbers to the right, and a bar behind each row where a column is a quantity."""
    from ledger.report import shown

    numeric = [all(_number(row[at]) for row in rows) for at in range(len(columns))]
    speak = reader() if named else ENGLISH  # an answer of ours, or somebody's own query
    texts = [shown(name, [row[at] for row in rows], speak, game) for at, name in enumerate(columns)]
    cells = [[_headed(name, columns) if named else plain(name) for name in columns]]
    cells += [[plain(column[line]) for column in texts] for line in range(len(rows))]
    widths = [max(width(row[at]) for row in cells) for at in range(len(columns))]
    bar = next((columns.index(name) for name in bars if name in columns), None)
    longest = max((row[bar] or 0 for row in rows), default=0) if bar is not None else 0
    lines = []
    for number, row in enumerate(cells):
        parts = []
        for at, text in enumerate(row):
            gap = " " * (widths[at] - width(text))
            parts.append(gap + text if numeric[at] else text + gap)
        if bar is not None and number and longest:
            parts.append(_block((rows[number - 1][bar] or 0) / longest))
        lines.append("  ".join(parts).rstrip())
    return "\n".join(lines)


def _headed(column: str, columns: Sequence[str]) -> str:
    """A rate is called like what it is a rate of, unless that stands beside it."""
    from ledger.labels import heading

    text = plain(heading(column, reader()))
    return text if column.removesuffix("_rate") in columns else text.removesuffix(" (%)")


def _number(value: Any) -> bool:
    return value is None or (isinstance(value, int | float) and not isinstance(value, bool))


def _block(part: float) -> str:
    """A bar of whole and eighth blocks."""
    eighths = round(max(0.0, min(1.0, part)) * BAR * 8)
    return "█" * (eighths // 8) + " ▏▎▍▌▋▊▉"[eighths % 8].strip()


def _put_table(
    columns: Sequence[str],
    rows: Sequence[Sequence[Any]],
    *,
    csv: Path | None,
    xlsx: Path | None,
    parquet: Path | None,
    name: str,
) -> bool:
    """Write a table where it is wanted; False when nobody wants it in a file."""
    if csv is None and xlsx is None and parquet is None:
        return False
    from ledger.exports.table_files import csv_text, parquet_bytes, xlsx_bytes

    if csv is not None:
        put(csv_text(columns, rows).encode(), None if str(csv) == "-" else csv)
    if xlsx is not None:
        put(xlsx_bytes({name: (columns, rows)}), xlsx)
    if parquet is not None:
        put(parquet_bytes(columns, rows), parquet)
    for path in (csv, xlsx, parquet):
        if path is not None and str(path) != "-":
            complain(Words("{path}: {n} {n:row|rows}", path=path, n=len(rows)))
    return True


def _plot(answer: "Answer | Measured", plot: Path, top: int) -> None:
    from ledger.charts import chart_of, no_chart
    from ledger.plot import plot as drawn

    form = plot.suffix.lower().removeprefix(".")
    if form not in ("svg", "png"):
        raise Failure(Words("{path}: a chart is a file that ends in .svg or .png", path=plot))
    chart = chart_of(answer, reader(), top=top)
    if chart is None:
        raise no_chart(answer)
    put(drawn(chart, form, reader()), plot)
    complain(f"{plot}: {chart.title}")


@app.command("sql")
def sql_command(
    archive: Archive,
    query: Annotated[str, typer.Argument(help="One SELECT.")] = "",
    schema: Annotated[bool, typer.Option("--schema", help="Show the tables and their columns.")] = False,
    seconds: Annotated[int, typer.Option("--seconds", min=1, max=3600, help="At most so long.")] = 30,
    rows: Annotated[int, typer.Option("--rows", min=1, max=1_000_000, help="At most so many rows.")] = 10_000,
    memory: Annotated[int, typer.Option("--memory", min=64, max=65_536, help="At most so many megabytes.")] = 2048,
    as_of: AsOf = "",
    json: Json = False,
    csv: Csv = None,
    xlsx: Xlsx = None,
    parquet: Parquet = None,
) -> None:
    """Ask an archive a question of one's own: one SELECT, without files, network or settings, within limits.

    Example: quaestor sql club "SELECT player, count(*) FROM seats WHERE won GROUP BY player"
    """
    from ledger.sql_process import select, shapes

    if schema:
        _say_shapes(shapes(GAMES), json=json)
        return
    if not query.strip():
        words = 'write a query, like "SELECT player, count(*) FROM seats WHERE won GROUP BY player"; or --schema'
        raise Failure(Words(words))
    _warn(archive)
    told = select(archive, query, seconds=seconds, rows=rows, memory=memory << 20, as_of=as_of)
    if not _put_table(told.columns, told.rows, csv=csv, xlsx=xlsx, parquet=parquet, name="sql"):
        if json:
            say_json({"columns": told.columns, "types": told.types, "rows": told.rows, "cut": told.cut})
        else:
            say(table_text(told.columns, told.rows) if told.columns else "")
    if told.cut:
        complain(Words("only the first {rows} rows; raise --rows for more", rows=rows))


def _say_shapes(shapes: Sequence[Any], *, json: bool) -> None:
    if json:
        say_json([{"table": one.name, "about": one.about, "columns": one.columns} for one in shapes])
        return
    for one in shapes:
        say(f"{one.name}: {one.about}")
        say(grid(one.columns, right=False, indent="  ") + "\n")


@app.command("report")
def report_command(
    archive: Archive,
    output: Annotated[Path, typer.Option("--output", "-o", help="The page to write.", show_default=False)],
    as_of: AsOf = "",
) -> None:
    """Write one page about the whole archive, to be sent to one's club: players, cards, games, years, head to head.

    It is one file, needs no network, and is narrowed at will where it is read; without script it is still a report. A
    game whose replay lies beside it under the log's name (quaestor export friday.jsonl --replay) gets a link there.

    Example: quaestor report club -o club.html
    """
    from cli.club_page import club_page

    _warn(archive)
    write_over(output, club_page(archive, reader(), as_of=as_of, beside=output.resolve().parent))
    say(Words("{path}: open it in a browser", path=output))
