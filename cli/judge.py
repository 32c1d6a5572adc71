"""Commands that judge and score: audit, score, show, replay, tally."""

import signal
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_args

import typer

from cli.many_logs import LogVerdict, expected, findings, gathered, heard, judged, names, single
from cli.options import (
    AllReadings,
    CardList,
    Editions,
    Failure,
    Json,
    Letter,
    LogFile,
    LogOrPipe,
    LogsOrSamples,
    Options,
    Read,
    Under,
    Workers,
    address,
    app,
    bytes_of,
    card_list,
    progress,
    readings,
    samples,
    sound,
    typed,
)
from cli.reader import reader, told
from cli.render import (
    complain,
    finding_text,
    grid,
    heading,
    say,
    say_json,
    sheet_text,
    verdict_text,
    view_text,
    why_text,
)
from ledger import tally
from ledger.audit import FOREIGN, Report, Verdict, report_json
from ledger.game import Game
from ledger.games import GAMES
from ledger.log import Unreadable
from ledger.packs import Packed, files_under
from ledger.rulebook import rule_title
from ledger.score import as_json, draw_up
from ledger.story import seen
from ledger.waiting import read_waiting
from ledger.waiting import told as untold
from ledger.walk import Record, replay
from ledger.words import Words, verbatim

if TYPE_CHECKING:
    from cli.replay import Reel


@app.command("audit")
def audit_command(
    paths: LogsOrSamples = None,
    sample: Annotated[
        bool, typer.Option("--samples", help="Audit the sample games that come with the program.")
    ] = False,
    under: Editions = "",
    letter: Letter = False,
    option: Options = None,
    all_readings: AllReadings = False,
    head: Annotated[
        list[str] | None,
        typer.Option(
            help="The hash that the log ended with when you last saw it, or its first 16 digits; "
            "of several logs, each as NAME=HASH."
        ),
    ] = None,
    catalogue: CardList = None,
    workers: Workers = None,
    json: Json = False,
) -> None:
    """Check logs: integrity, every rule, every claimed score.

    One line a finding, then the sheet. Exit 0: all clean; 1: findings or damage; 2: something could not be judged.
    Several editions (--under fr,en,pl), or --readings, give a table of each log instead: what changes the winner first.

    Example: quaestor audit friday.jsonl --under en
    """
    paths = [*(paths or []), *([samples() / name for name in GAMES if (samples() / name).is_dir()] if sample else [])]
    if not paths:
        raise Failure(
            Words("name a log or a folder of logs, or say --samples for the games that come with the program")
        )
    laid = {
        "under": under.strip(" ,"),
        "letter": letter,
        "options": readings(option),
        "catalogue": card_list(catalogue),
        "head": "",
    }
    editions = list(dict.fromkeys(one.strip() for one in under.split(",") if one.strip()))
    beside = all_readings or len(editions) > 1
    alone = single(paths[0]) if len(paths) == 1 else None
    only = None if beside else alone
    laid |= _heads(head or [], paths, alone is not None, beside=beside)
    stopped: list[bool] = []
    if beside:
        from cli.side_by_side import audit_side_by_side

        verdicts = audit_side_by_side(paths, editions, laid, readings=all_readings, json=json)
    elif only is not None:
        verdicts = {_audit_one(only, laid, json=json)}
    else:
        reports = progress(
            heard(gathered(paths), laid, json=json, workers=workers), expected(paths), Words("auditing"), quiet=json
        )
        reports = _until_stopped(reports, stopped)
        verdicts = _list_json(reports, stopped) if json else _list(paths, list(reports), stopped)
    if stopped:
        raise typer.Exit(130)
    raise typer.Exit(2 if "unjudgeable" in verdicts or not verdicts else 1 if verdicts - {"clean"} else 0)


def _heads(given: Sequence[str], paths: Sequence[Path], alone: bool, *, beside: bool) -> dict[str, Any]:
    """Attested ends: of one log, or of several by their names; each must be the end of something asked for."""
    named = {name: head for name, equals, head in (one.rpartition("=") for one in given) if equals}
    bare = [_end(one) for one in given if "=" not in one]
    if (bare and not alone) or len(bare) > 1 or (bare and named):
        raise Failure(Words("--head HASH is for one log; of several say each as --head NAME=HASH"))
    if bare or not named:
        return {"head": bare[0] if bare else ""}
    logs = [str(file) for path in paths for file in files_under(path)]
    for name in named:
        fits = [log for log in logs if names(name.partition("#")[0], log)]
        if len(fits) != 1:
            words = "--head {name}=…: {n} {n:log|logs} of that name here; write its path as it is printed"
            raise Failure(Words(words, name=name, n=len(fits)))
    if beside and not alone:
        raise Failure(Words("--head goes with one log when it is read in several ways"))
    heads = {name: _end(head) for name, head in named.items()}
    return {"head": next(iter(heads.values()))} if alone else {"heads": heads}


def _end(head: str) -> str:
    return head.strip().lower().rstrip("…")


def _until_stopped(reports: Iterable[LogVerdict], stopped: list[bool]) -> Iterator[LogVerdict]:
    """Reports until somebody has had enough; what was judged by then is told whole. Asked twice, it ends at once."""

    def enough(*_: object) -> None:
        if stopped:
            raise KeyboardInterrupt
        stopped.append(True)

    before = signal.signal(signal.SIGINT, enough)
    try:
        for one in reports:
            yield one
            if stopped:
                return
    finally:
        signal.signal(signal.SIGINT, before)


def _audit_one(log: tuple[str, Packed], laid: dict[str, Any], *, json: bool) -> Verdict:
    report = judged(log, laid)
    if json:
        say_json({"reports": [report_json(report, log[0])]})
    else:
        _say_report(log[0], report)
    return report.verdict


def _list_json(reports: Iterable[LogVerdict], stopped: list[bool]) -> set[Verdict]:
    """Every report as soon as it is there: nobody waits, and nobody's memory fills, for the last of them."""
    verdicts: set[Verdict] = set()
    print('{"reports":[', end="")
    for one in reports:
        print("," if verdicts else "", one.json, sep="", end="")
        verdicts.add(one.verdict)
    print('],"interrupted":true}' if stopped else "]}")
    return verdicts


def _say_report(log: str, report: Report) -> None:
    game = GAMES[report.game] if report.game else None
    if report.started is not None:
        say(f"{log}: {heading(report, game)}")
    if report.rules is not None and game is not None:
        _say_rules(report, game)
    for line in findings(log, report):
        say(line.text, line.look)
    if game is not None and report.rules is not None:
        _say_titles(report, game)
    if report.sheet is not None:
        say()
        if report.unvouched is not None:
            say(Words("  not vouched for from line {line} on:", line=report.unvouched))
        say(sheet_text(report.sheet, cards=False))  # which cards were used is said above
    say(verdict_text(report) + _hint(log, report), report.verdict)


def _say_rules(report: Report, game: Game) -> None:
    """Which readings and which cards were used, wherever they are not the plain ones."""
    assert report.rules is not None
    if report.package:
        say(Words("  the game is not one of ours: {package}", package=report.package))
    if report.rules.deck.title:
        say(Words("  cards: {title}", title=verbatim(report.rules.deck.title)))
    own = report.started.edition if report.started and report.started.edition else game.about.editions[0]
    if own != report.rules.edition:
        words = "  judged by the rules of edition {edition}; the table played edition {own}"
        say(Words(words, edition=report.rules.edition, own=own))
    plain = game.readings({}, report.rules.edition, fresh=True)
    other = [f"{key}={value}" for key, value in report.rules.options.items() if value != plain[key]]
    if other:
        say(Words("  read with: {readings}", readings=other))


def _say_titles(report: Report, game: Game) -> None:
    """The rules that were named, each with its heading and its place in the edition's rulebook."""
    assert report.rules is not None
    named = dict.fromkeys(finding.rule for finding in report.findings if "-" in finding.rule)
    titles = [
        title for title in (rule_title(game, rule, report.rules.edition, reader().code) for rule in named) if title
    ]
    for title in titles:
        say(f"  {title}")
    if titles:
        say(Words("  (the whole of it: quaestor rule {rule})", rule=next(iter(named))))


def _hint(log: str, report: Report) -> str:
    if report.integrity == "damaged":
        return " " + told(Words("(to go on with it: quaestor recover {log} -o NEW)", log=typed(log)))
    if any(finding.rule == "score" for finding in report.findings):
        return " " + told(Words("(see: quaestor score {log} --why)", log=typed(log)))
    return ""


def _list(paths: Sequence[Path], reports: Sequence[LogVerdict], stopped: list[bool]) -> set[Verdict]:
    if stopped:
        say(Words("interrupted; judged until then:"))
    if not reports:
        if stopped:
            return set()
        complain(Words("no *.jsonl under {paths}", paths=[str(path) for path in paths]))
        return set()
    for one, row in zip(reports, grid([one.row for one in reports], right=False).split("\n"), strict=True):
        say(row, one.verdict)
    for one in reports:
        for line in one.findings:
            say(line.text, line.look)
    for words in _copies(reports):
        say(words)
    counts = Counter(one.verdict for one in reports)
    numbers = [f"{counts[word]} {reader().term(word, 'logs')}" for word in get_args(Verdict) if counts[word]]
    say()
    say(Words("{n} {n:log|logs}: {counts}", n=len(reports), counts=numbers))
    for title in sorted({one.cards for one in reports if one.cards}):
        say(Words("cards: {title}", title=Words(title)))
    return set(counts)


def _copies(reports: Sequence[LogVerdict]) -> Iterator[Words]:
    """Logs that are another one up to some line: older copies, which is no harm, but good to know."""
    games: dict[str, list[tuple[int, str, str]]] = {}
    for one in reports:
        log = one.row[1]
        if one.start and not log.startswith("-"):  # what came through a pipe cannot be looked at again
            games.setdefault(one.start, []).append((one.events, one.head, log))
    for same in games.values():
        events, head, longest = max(same, key=lambda one: one[0])
        whole = bytes_of(Path(longest)) if len(same) > 1 else b""
        for fewer, end, log in same:
            if log is not longest and fewer <= events and end.encode() in whole:
                template = "{log} is a shorter copy of {other}: its first {n} {n:line|lines}"
                template = "{log} is a copy of {other}" if end == head else template
                yield Words(template, log=log, other=longest, n=fewer)


@app.command()
def score(
    log: LogOrPipe,
    player: Annotated[str, typer.Option("--player", help="Only this player's lines.")] = "",
    why: Annotated[
        bool, typer.Option("--why", help="The lines behind each figure, with rule, cards and events.")
    ] = False,
    under: Under = "",
    option: Options = None,
    catalogue: CardList = None,
    json: Json = False,
) -> None:
    """Print the score sheet, and why it is so.

    Example: quaestor score friday.jsonl --why --player Bo
    """
    laid = {"under": under, "options": readings(option), "catalogue": card_list(catalogue)}
    (game, _, code), record = _record(log, None, json=json, **laid)
    sheet = draw_up(record)
    if player and player not in sheet.players:
        words = Words(
            "{log}: '{player}' is not at this table; players: {players}", log=log, player=player, players=sheet.players
        )
        raise Failure(words)
    if json:
        value = as_json(sheet)
        value["players"] = [one for one in value["players"] if player in ("", one["player"])]
        say_json(value)
    elif why or player:
        say("\n\n".join(why_text(sheet, name, game) for name in sheet.players if player in ("", name)))
    else:
        say(sheet_text(sheet))
    raise typer.Exit(code)


@app.command()
def show(
    log: LogOrPipe,
    at: Annotated[
        int | None, typer.Option("--at", help="The number of the event to stop after (line 43 is event 42).")
    ] = None,
    catalogue: CardList = None,
    json: Json = False,
) -> None:
    """Show the table as it stood after an event.

    Example: quaestor show friday.jsonl --at 42
    """
    found, record = _record(log, at, json=json, catalogue=card_list(catalogue))
    game, waits = found.game, _waiting(log, found) if at is None else []
    if json:
        waiting = {"waiting": list(map(str, waits))} if waits else {}
        say_json({"log": str(log), "game": game.name, "at": at, **game.scribe.view(record.table), **waiting})
    else:
        say(view_text({"log": str(log), "game": Words(game.title), "at": at, **seen(record)}))
        for words in waits:
            say(Words("waits until it may stand in the log: {what}", what=words))
    raise typer.Exit(found.code)


def _waiting(log: Path, found: Read) -> list[Words]:
    """What was said at the table and is not in the log yet, without what the table has not seen."""
    try:
        return [untold(event) for event in read_waiting(log.resolve(), found.game, found.events)]
    except Unreadable as error:
        complain(error.words)
        return []


@app.command("replay")
def replay_command(
    log: LogFile,
    at: Annotated[int | None, typer.Option("--at", help="The number of the event to begin at.")] = None,
    catalogue: CardList = None,
    json: Json = False,
) -> None:
    """Step through a game: the table, what happened, where everybody stood, what was corrected or broke a rule.

    In a pipe, or with --json, every moment is printed instead; with --at that one only.

    Example: quaestor replay friday.jsonl --at 42
    """
    from cli.replay import Reel, moment_json, moment_text

    game, events, code = sound(log, json=json)
    if at is not None:
        _there_is(log, at, len(events))
    try:
        reel = Reel(str(log), game, events, card_list(catalogue))
    except Unreadable as error:
        raise Failure(address(log, error)) from None
    chosen = range(len(reel.moments)) if at is None else [reel.place(at)]
    if json:
        say_json({**reel.about(), "moments": [moment_json(reel, one) for one in chosen]})
    elif sys.stdin.isatty() and sys.stdout.isatty():
        _watch(reel, at)
    else:
        for one in chosen:
            say(moment_text(reel, one))
    raise typer.Exit(code)


def _watch(reel: "Reel", at: int | None) -> None:
    try:
        from cli.viewer import Viewer
    except ImportError:
        words = "looking at a game needs textual: pip install 'quaestor-ledger[replay]'; in a pipe it needs nothing"
        raise Failure(Words(words)) from None
    Viewer(reel, 0 if at is None else reel.place(at)).run()


def _there_is(log: Path, at: int, events: int) -> None:
    if not 0 <= at < events:
        words = "{log}: there is no event {at}; events go from 0 to {last}"
        raise Failure(Words(words, log=log, at=at, last=events - 1))


def _record(log: Path, at: int | None, *, json: bool, **laid: Any) -> tuple[Read, "Record"]:
    """A log folded for reading."""
    found = sound(log, json=json)
    if at is not None:
        _there_is(log, at, len(found.events))
    try:
        record = replay(found.game, found.events, at, **laid)
    except Unreadable as error:
        raise Failure(address(log, error)) from None
    if record.rules.foreign:
        complain(f"{log}:1: {told(FOREIGN)}")
    return found, record


@app.command("tally")
def tally_command(
    file: Annotated[Path, typer.Argument(help="Holdings as JSON; - reads them from a pipe.", show_default=False)],
    catalogue: CardList = None,
    json: Json = False,
) -> None:
    """Score a game from what everybody holds at its end.

    Example: quaestor tally holdings.json, where the file has
    {"game":"lutece","players":[{"player":"Ana","coins":7,"cards":["C01","L10"],"attached":{}}, …]}

    A player may have counted instead of naming cards: resources, Locations and so on, as schemas/FORMAT.md lists them.
    What is left out is unknown; "left": true is somebody who left the table.
    """
    try:
        sheet, findings = tally.tally(bytes_of(file), GAMES, card_list(catalogue))
    except Unreadable as error:
        raise Failure(address(file, error)) from None
    for finding in findings:
        complain(finding_text(str(file), finding._replace(line=None)))
    if json:
        say_json(as_json(sheet))
    else:
        say(sheet_text(sheet))
    raise typer.Exit(1 if any(finding.severity == "violation" for finding in findings) else 0)
