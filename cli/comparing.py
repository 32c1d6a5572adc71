"""Commands that lay logs side by side: compare, verdicts."""

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from multiprocessing import parent_process
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_args

import typer

from cli.many_logs import FEW, expected, gathered, taken
from cli.many_logs import judged as report_on
from cli.options import (
    CardList,
    Failure,
    Json,
    LogsOrPipe,
    Options,
    Under,
    Workers,
    app,
    card_list,
    progress,
    readings,
    sound,
)
from cli.reader import reader, told
from cli.render import complain, figure, grid, say, say_json, won_by
from ledger.audit import Verdict
from ledger.events import GameEnded
from ledger.files import create
from ledger.games import GAMES
from ledger.log import LogError, encode, stored
from ledger.packs import Packed
from ledger.words import Points, Words

if TYPE_CHECKING:
    from ledger.compare import Comparison, Difference
    from ledger.verdicts import LeagueLog

SHOWN = 12  # so many things in a row that only one has are printed


@app.command("compare")
def compare_command(
    a: Annotated[Path, typer.Argument(metavar="A", help="One scribe's log.", show_default=False)],
    b: Annotated[Path, typer.Argument(metavar="B", help="Another scribe's log of the same game.", show_default=False)],
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", help="Write one log made of both, each entry marked with who has it.", show_default=False
        ),
    ] = None,
    under: Under = "",
    option: Options = None,
    catalogue: CardList = None,
    json: Json = False,
) -> None:
    """Lay two records of one game side by side: what only one has, where they contradict, and what the rules allow.

    Other spellings of players, cards that one did not see, figures left out and another order where the rules leave it
    open are no contradictions. Exit 0: the same game; 1: they differ.

    Example: quaestor compare ana.jsonl bo.jsonl -o both.jsonl
    """
    from ledger.compare import compare, comparison_json

    first, second = sound(a, json=json), sound(b, json=json)
    if first.game.name != second.game.name:
        raise Failure(Words("one is a game of {a}, the other of {b}", a=first.game.name, b=second.game.name))
    laid = {"under": under, "options": readings(option), "catalogue": card_list(catalogue)}
    names = _scribes(a, b)
    try:
        found = compare(first.game, first.events, second.events, names, reader(), **laid)
    except LogError as error:
        raise Failure(Words("{a} and {b}: {why}", a=a, b=b, why=error.words)) from None
    if output is not None:
        data = encode(
            found.merged,
            seal=any(isinstance(event, GameEnded) for event in found.merged),
            ids=f"{first.events[-1].id} {second.events[-1].id} {len(found.merged)}".encode(),
        )
        create(output, data)
    if json:
        say_json({"a": str(a), "b": str(b), **comparison_json(found)})
    else:
        _say_comparison(found, a, b)
        if output is not None:
            words = "{log}: {n} {n:line|lines} made of both, head {head}"
            say(Words(words, log=output, n=data.count(b"\n"), head=stored(data)))
    differing = [one for one in found.differences if one.kind != "moved"]
    raise typer.Exit(max(first.code, second.code, 1 if differing else 0))


def _scribes(a: Path, b: Path) -> tuple[str, str]:
    """Who has what is told by the files' names, as far as they tell the two apart."""
    if a.stem != b.stem:
        return a.stem, b.stem
    return (str(a), str(b)) if str(a) != str(b) else ("A", "B")


def _say_comparison(found: "Comparison", a: Path, b: Path) -> None:
    say(Words("both have {n} {n:event|events} alike", n=found.same))
    if 2 * found.same < len(found.differences):
        complain(Words("little is alike; are {a} and {b} records of one game?", a=a, b=b))
    respelled = [f"{one} = {other}" for one, other in found.players.items() if one != other]
    if respelled:
        say(Words("players: {players}", players=respelled))
    moved = [one for one in found.differences if one.kind == "moved"]
    if moved:
        say(Words("in another order, which the rules leave open: {n} {n:event|events}", n=len(moved)))
    differing = [one for one in found.differences if one.kind != "moved"]
    for lines in _told(differing, a, b, found.sheets["a"].scale):
        say(lines)
    say()
    say(_sheets_text(found, a, b))
    if not differing:
        say(Words("the same game"))
    else:
        say(Words("{n} {n:difference|differences}", n=len(differing)))


def _told(differences: Sequence["Difference"], a: Path, b: Path, scale: int) -> Iterator[str]:
    """Every difference; a long run of what only one has is cut short."""
    row, last = 0, ""
    for at, one in enumerate(differences):
        row, last = (row + 1 if one.kind == last and one.kind != "differ" else 1), one.kind
        if row <= SHOWN:
            yield "\n".join(_lines(one, a, b, scale))
        elif at + 1 == len(differences) or differences[at + 1].kind != last:
            yield told(Words("  … and {n} more (--json lists them)", n=row - SHOWN))


def _lines(one: "Difference", a: Path, b: Path, scale: int) -> Iterator[str]:
    if one.kind != "differ":
        path, n, words = (a, one.a, one.words["a"]) if one.kind == "only_a" else (b, one.b, one.words["b"])
        yield f"{path}:{_line(n)}: {told(Words('only here: {what}', what=words))}{_effect(one, scale)}"
        if one.legal == "neither":
            yield "  " + told(Words("the rules do not allow it there"))
        return
    if one.words["a"] is one.words["b"]:
        yield f"{a}:{_line(one.a)}: {told(Words('elsewhere in the other: {what}', what=one.words['a']))}"
        yield f"{b}:{_line(one.b)}: {told(Words('it stands here'))}{_effect(one, scale)}"
    else:
        yield f"{a}:{_line(one.a)}: {told(one.words['a'])}"
        yield f"{b}:{_line(one.b)}: {told(one.words['b'])}{_effect(one, scale)}"
    allowed = {
        "a": Words("the rules allow {log} there", log=a),
        "b": Words("the rules allow {log} there", log=b),
        "both": Words("the rules allow both"),
        "neither": Words("the rules allow neither"),
    }
    yield "  " + told(allowed[one.legal])


def _line(n: int | None) -> int:
    return 0 if n is None else n + 1


def _effect(one: "Difference", scale: int) -> str:
    """What it does to the sheet: b in place of a, or with it."""
    if not one.effect:
        return ""
    changes = [
        f"{player} {'+' if by > 0 else ''}{reader().told(Points(by, scale))}" for player, by in one.effect.items()
    ]
    return " " + told(Words("(on the sheet: {changes})", changes=changes))


def _sheets_text(found: "Comparison", a: Path, b: Path) -> str:
    """Everybody's total in each record and in the one made of both."""
    titles = [str(a), str(b), told(Words("both together"))]
    rows: list[list[object]] = [["", *found.players]]
    for title, (side, sheet) in zip(titles, found.sheets.items(), strict=True):
        names = found.players.values() if side == "b" else found.players
        rows.append([title, *(figure(sheet.total(name), sheet) for name in names)])
    text = grid(rows)
    for title, sheet in zip(titles, found.sheets.values(), strict=True):
        text += f"\n{title}: {won_by(sheet)}"
    return text


@app.command("verdicts")
def verdicts_command(
    paths: LogsOrPipe,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="The page (.html) or table (.csv) to write.", show_default=False),
    ] = None,
    catalogue: CardList = None,
    workers: Workers = None,
    json: Json = False,
) -> None:
    """Judge many logs for a league: one list, sorted by what needs a person, every finding beside what happened there.

    A page for a browser and for paper, or a table. Whoever judges the same logs gets the same bytes. Exit codes as
    those of audit.

    Example: quaestor verdicts league -o verdicts.html
    """
    from ledger.verdicts import in_need, verdicts_csv, verdicts_json, verdicts_page

    if output is None and not json:
        raise Failure(Words("say where to write the list: -o verdicts.html or -o verdicts.csv; or --json"))
    if output is not None and output.suffix.lower() not in (".html", ".csv"):
        raise Failure(Words("{path}: the list is a file that ends in .html or .csv", path=output))
    laid = {"catalogue": card_list(catalogue)}
    found = progress(_all_logs(paths), expected(paths), Words("judging"), quiet=json)
    logs = in_need(_judged(found, laid, workers))
    if not logs:
        raise Failure(Words("no *.jsonl under {paths}", paths=[str(path) for path in paths]))
    if output is not None:
        made = verdicts_csv(logs) if output.suffix.lower() == ".csv" else verdicts_page(logs, reader())
        create(output, made.encode())
    if json:
        say_json(verdicts_json(logs))
    else:
        _say_counts(logs)
        say(Words("{path}: {n} {n:log|logs}", path=output, n=len(logs)))
    verdicts = {one.report.verdict for one in logs}
    raise typer.Exit(2 if "unjudgeable" in verdicts else 1 if verdicts - {"clean"} else 0)


def _judged(
    logs: Iterable[tuple[str, tuple[str, Packed]]], laid: dict[str, Any], workers: int | None
) -> Iterator["LeagueLog"]:
    """Every log judged, on every core where there are many; in their order."""
    waiting, others = iter(logs), workers or os.cpu_count() or 1
    held = [*islice(waiting, FEW + 1)]
    given = ((name, log, laid) for name, log in chain(held, waiting))
    if others == 1 or (workers is None and len(held) <= FEW):
        yield from map(_judge, given)
        return
    from ledger.processes import hired, in_order

    broken = Failure(Words("a process of the audit was ended from outside; no log was touched, audit again"))
    with hired(others, __name__, broken) as pool:
        for one in in_order(pool, _judge, given, 4 * others):
            yield one._replace(game=GAMES.get(one.report.game or ""))


def _judge(given: tuple[str, tuple[str, Packed], dict[str, Any]]) -> "LeagueLog":
    """One log; without its game, which every process has of its own."""
    from ledger.verdicts import judged

    name, log, laid = given
    one = judged(name, report_on(log, laid), GAMES)
    return one if parent_process() is None else one._replace(game=None)


def _say_counts(logs: Sequence["LeagueLog"]) -> None:
    counts = Counter(one.report.verdict for one in logs)
    numbers = [reader().counted(counts[word], word) for word in get_args(Verdict) if counts[word]]
    say(Words("{n} {n:log|logs}: {counts}", n=len(logs), counts=numbers))


def _all_logs(paths: Sequence[Path]) -> Iterator[tuple[str, tuple[str, Packed]]]:
    """Every log by a name that is the same on every machine: a folder's from the folder on, a file's its own."""
    plain = Counter(path.name for path in paths)
    for path in paths:
        above = f"{path.parent}{os.sep}" if plain[path.name] == 1 and str(path.parent) != "." else ""
        for lot in gathered([path]):
            for log in taken(lot):
                yield Path(log[0].removeprefix(above)).as_posix(), log
