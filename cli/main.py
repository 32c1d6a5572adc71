"""The `quaestor` command: each function parses, calls the ledger, and prints."""

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from cli.render import (
    complain,
    event_text,
    finding_text,
    grid,
    heading,
    points,
    say,
    say_json,
    sheet_text,
    struck_text,
    verdict_text,
    view_text,
    why_text,
)
from ledger.audit import Report, audit, report_json
from ledger.events import Event
from ledger.game import Catalogue, Game, Reading, catalogue_of
from ledger.games import GAMES
from ledger.log import LogError, Scan, Unreadable, decode_lines, read, scan
from ledger.score import as_json, draw_up

if TYPE_CHECKING:
    from ledger.replay import Record

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="Audit, replay and score recorded tabletop games.\n\nBegin with: quaestor audit sample_logs/lutece",
)
catalogue_app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Card lists typed off one's own box.")
app.add_typer(catalogue_app, name="catalogue")

Logs = Annotated[list[Path], typer.Argument(help="Logs, or folders searched for *.jsonl at any depth.", show_default=False)]
LogFile = Annotated[Path, typer.Argument(help="A log (*.jsonl).", show_default=False)]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")]
Under = Annotated[str, typer.Option("--under", help="Judge with this edition's defaults in place of the log's options.")]
Options = Annotated[list[str] | None, typer.Option("--option", help="Lay a reading over the log's own, like ties=shared.")]
CardList = Annotated[Path | None, typer.Option("--catalogue", help="A card list of one's own in place of a shipped one.")]


class Failure(Exception):
    """The command could not be done; its words are for the user."""


# --- judging and scoring ----------------------------------------------------------------------------------------------


@app.command("audit")
def audit_command(
    paths: Logs,
    under: Under = "",
    option: Options = None,
    head: Annotated[str, typer.Option(help="The hash that the log ended with when you last saw it.")] = "",
    catalogue: CardList = None,
    json: Json = False,
) -> None:
    """Check logs: integrity, every rule, every claimed score.

    One line a finding, then the sheet. Exit 0: all clean; 1: findings or damage; 2: something could not be judged.

    Example: quaestor audit friday.jsonl --under en
    """
    logs = list(_logs(paths))
    laid = {"under": under, "options": _readings(option), "catalogue": _card_list(catalogue), "head": head.lower()}
    reports = _audited(logs, laid, quiet=json)
    single = len(paths) == 1 and not paths[0].is_dir()
    if json:
        objects = [report_json(report, str(log)) for log, report in zip(logs, reports, strict=True)]
        say_json(objects[0] if single else objects)
    elif single:
        _say_report(str(logs[0]), reports[0])
    else:
        _say_reports(paths, logs, reports)
    verdicts = {report.verdict for report in reports}
    raise typer.Exit(2 if "unjudgeable" in verdicts or not reports else 1 if verdicts - {"clean"} else 0)


def _logs(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        yield from sorted(path.rglob("*.jsonl")) if path.is_dir() else [path]


def _audited(logs: Sequence[Path], laid: dict[str, Any], *, quiet: bool) -> list[Report]:
    return [_audit_file(log, laid) for log in _progress(logs, "auditing", quiet=quiet)]


def _audit_file(path: Path, laid: dict[str, Any]) -> Report:
    from ledger.audit import unjudgeable

    try:
        return audit(read(path), GAMES, **laid)
    except Unreadable as error:
        return unjudgeable(error)


def _say_report(log: str, report: Report) -> None:
    game = GAMES[report.game] if report.game else None
    say(f"{log}: {heading(report, game) or verdict_text(report)}")
    if report.rules is not None and game is not None:
        _say_rules(report, game)
    _say_findings(log, report)
    if report.sheet is not None:
        say(f"\n{sheet_text(report.sheet)}")
    say(f"{verdict_text(report)}" + _hint(log, report))


def _say_rules(report: Report, game: Game) -> None:
    """Which readings and which cards were used, wherever they are not the plain ones."""
    assert report.rules is not None
    say(f"  cards: {report.rules.deck.title}")
    other = [f"{key}={value}" for key, value in report.rules.options.items() if value != game.options[key].default]
    if other:
        say(f"  read with: {', '.join(other)}")


def _say_findings(log: str, report: Report) -> None:
    for struck in report.force.struck if report.force else ():
        say(struck_text(log, struck, struck.by.n + 1))
    for finding in report.findings:
        say(finding_text(log, finding))


def _hint(log: str, report: Report) -> str:
    if any(finding.rule == "score" for finding in report.findings):
        return f" (see: quaestor score {log} --why)"
    return ""


def _say_reports(paths: Sequence[Path], logs: Sequence[Path], reports: Sequence[Report]) -> None:
    if not logs:
        complain(f"no *.jsonl under {', '.join(map(str, paths))}")
        return
    rows = [[verdict_text(report), str(log), *_summary(report)] for log, report in zip(logs, reports, strict=True)]
    say(grid(rows, right=False))
    for log, report in zip(logs, reports, strict=True):
        if report.verdict != "clean":
            _say_findings(str(log), report)
    counts = {word: sum(1 for report in reports if report.verdict == word) for word in ("clean", "findings", "damaged", "unjudgeable")}
    say(f"\n{len(logs)} logs: " + ", ".join(f"{number} {word}" for word, number in counts.items() if number))
    for title in sorted({report.rules.deck.title for report in reports if report.rules}):
        say(f"cards: {title}")


def _summary(report: Report) -> list[str]:
    sheet = report.sheet
    if sheet is None or report.rules is None:
        return []
    scores = ", ".join(f"{name} {points(sheet.total(name), sheet.scale)}" for name in sheet.players)
    won = " and ".join(sheet.winners) + (" share the win" if len(sheet.winners) > 1 else " won")
    return [f"{sheet.game} {sheet.edition}", won if sheet.final else "not finished", scores]


@app.command()
def score(
    log: LogFile,
    player: Annotated[str, typer.Option("--player", help="Only this player's lines.")] = "",
    why: Annotated[bool, typer.Option("--why", help="The lines behind each figure, with rule, cards and events.")] = False,
    under: Under = "",
    option: Options = None,
    catalogue: CardList = None,
    json: Json = False,
) -> None:
    """Print the score sheet, and why it is so.

    Example: quaestor score friday.jsonl --why --player Bo
    """
    game, record, code = _record(log, None, under=under, options=_readings(option), catalogue=_card_list(catalogue))
    sheet = draw_up(record)
    if player and player not in sheet.players:
        raise Failure(f"{log}: '{player}' is not at this table; players: {', '.join(sheet.players)}")
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
    log: LogFile,
    at: Annotated[int | None, typer.Option("--at", help="The number of the event to stop after (line 43 is event 42).")] = None,
    catalogue: CardList = None,
    json: Json = False,
) -> None:
    """Show the table as it stood after an event.

    Example: quaestor show friday.jsonl --at 42
    """
    game, record, code = _record(log, at, catalogue=_card_list(catalogue))
    view = {"log": str(log), "game": game.name, "at": at, **game.view(record.table)}
    if json:
        say_json(view)
    else:
        say(view_text(view))
    raise typer.Exit(code)


def _record(log: Path, at: int | None, **laid: Any) -> tuple[Game, "Record", int]:
    """A log folded for reading: its seal is checked; what is damaged is not counted, what is torn is said."""
    from ledger.replay import replay

    game, events, found = _sound(log)
    if at is not None and not 0 <= at < len(events):
        raise Failure(f"{log}: there is no event {at}; events go from 0 to {len(events) - 1}")
    try:
        return game, replay(game, events, at, **laid), 1 if found.faults else 0
    except Unreadable as error:
        raise Failure(_address(log, error)) from None


def _sound(log: Path) -> tuple[Game, list[Event], Scan]:
    try:
        found = scan(read(log), chain=False)
        for fault in found.faults:
            complain(f"{log}:{fault.line}: {fault.rule}: {fault.words}")
        if found.integrity == "damaged" or not found.lines:
            complain(f"{log}: damaged; nothing is worked out from it (see: quaestor audit {log})")
            raise typer.Exit(1)
        game, events = decode_lines(found.lines, GAMES)
    except Unreadable as error:
        raise Failure(_address(log, error)) from None
    return game, events, found


def _address(path: Path, error: Unreadable) -> str:
    return f"{path}: {error}" if error.line is None else f"{path}:{error.line}: {error}"


@app.command("tally")
def tally_command(
    file: Annotated[Path, typer.Argument(help="Holdings as JSON; - reads them from a pipe.", show_default=False)],
    catalogue: CardList = None,
    json: Json = False,
) -> None:
    """Score a game from what everybody holds at its end.

    Example: quaestor tally holdings.json, where the file has
    {"game":"lutece","players":[{"player":"Ana","coins":7,"cards":["C01","L10"],"attached":{}}, …]}
    """
    from ledger.tally import tally

    try:
        sheet, findings = tally(_bytes(file), GAMES, _card_list(catalogue))
    except Unreadable as error:
        raise Failure(_address(file, error)) from None
    for finding in findings:
        complain(finding_text(str(file), finding._replace(line=None)))
    if json:
        say_json(as_json(sheet))
    else:
        say(sheet_text(sheet))
    raise typer.Exit(1 if any(finding.severity == "violation" for finding in findings) else 0)


# --- writing ----------------------------------------------------------------------------------------------------------


@app.command("import")
def import_command(
    file: Annotated[Path, typer.Argument(help="A transcript: a log's events without numbers and hashes.", show_default=False)],
    output: Annotated[Path, typer.Option("--output", "-o", help="The log to write; it must not exist yet.", show_default=False)],
    form: Annotated[str, typer.Option("--from", help="The format of the file.")] = "transcript",
    catalogue: CardList = None,
) -> None:
    """Make a log of a transcript. Whether it is legal is not asked here: audit the log.

    Example: quaestor import friday.txt -o friday.jsonl
    """
    from ledger import transcript
    from ledger.log import write

    if form != "transcript":
        raise Failure(f"unknown format '{form}'; known: transcript")
    try:
        data = transcript.read(_bytes(file), GAMES, _card_list(catalogue))
    except Unreadable as error:
        raise Failure(f"{_address(file, error)}; nothing was written") from None
    write(output, data)
    say(f"{output}: {data.count(NEWLINE)} lines, head {_head(data)}")


NEWLINE = b"\n"


def _head(data: bytes) -> str:
    return data[-67:-3].decode()


@app.command()
def new(
    log: Annotated[Path, typer.Argument(help="The log to start; it must not exist yet.", show_default=False)],
    players: Annotated[str, typer.Option("--players", "-p", help="Names in seat order, with commas between.", show_default=False)],
    game: Annotated[str, typer.Option("--game", "-g", help="Which game.")] = "lutece",
    edition: Annotated[str, typer.Option("--edition", "-e", help="Which rulebook; the game's first by default.")] = "",
    option: Annotated[list[str] | None, typer.Option("--option", help="A reading of the rules, like ties=shared.")] = None,
    place: Annotated[str, typer.Option(help="Where it is played.")] = "",
    title: Annotated[str, typer.Option(help="What the evening is called.")] = "",
    catalogue: CardList = None,
) -> None:
    """Start a log.

    Example: quaestor new friday.jsonl --players Ana,Bo,Cem --edition en
    """
    from ledger.events import GameStarted
    from ledger.log import encode, write
    from ledger.replay import named_in_full

    names = tuple(name.strip() for name in players.split(",") if name.strip())
    readings = _readings(option)
    started = GameStarted(game=game, players=names, edition=edition, options=readings, place=place, title=title)
    try:
        write(log, encode([named_in_full(_game(game), started, _card_list(catalogue))]))
    except Unreadable as error:
        raise Failure(str(error)) from None
    say(f"{log}: started; go on with: quaestor record {log}")


@app.command()
def record(
    log: Annotated[Path, typer.Argument(help="A log that was started with quaestor new.", show_default=False)],
    by: Annotated[str, typer.Option(help="Who writes; kept with every entry.")] = "",
) -> None:
    """Enter what happens at the table, with what may happen next offered.

    Every entry is on disk before the next is asked for. Warnings never block: what happened, happened.

    Example: quaestor record friday.jsonl
    """
    from cli.record import scribe

    scribe(log, by)


@app.command()
def amend(
    log: LogFile,
    n: Annotated[int, typer.Argument(help="The number of the event.", show_default=False)],
    withdraw: Annotated[bool, typer.Option("--withdraw", help="It did not happen.")] = False,
    entry: Annotated[str, typer.Option("--entry", help="It happened like this instead: an event as JSON.")] = "",
    before: Annotated[str, typer.Option("--before", help="A forgotten event that happened just before it, as JSON.")] = "",
    reason: Annotated[str, typer.Option("--reason", help="Why; kept in the log.")] = "",
) -> None:
    """Put a mistake in the record right; the old entry stays readable.

    Example: quaestor amend friday.jsonl 17 --withdraw --reason "counted twice"
    """
    from ledger.amend import amend as append

    if (withdraw, bool(entry), bool(before)).count(True) != 1:
        raise Failure("say one of --withdraw, --entry JSON or --before JSON")
    try:
        old, amendment, head = append(log, GAMES, n, instead=entry, before=before, reason=reason)
    except Unreadable as error:
        raise Failure(f"{_address(log, error)}; nothing was written") from None
    said = {"entry_withdrawn": "withdrawn", "entry_corrected": "corrected", "entry_inserted": "something inserted before it"}
    say(f"{log}:{amendment.n + 1}: event {n} ({event_text(old)}) {said[event_text(amendment).split()[0]]}; head {head}")


@app.command("simulate")
def simulate_command(
    game: Annotated[str, typer.Argument(help="Which game.", show_default=False)],
    output: Annotated[Path, typer.Option("--output", "-o", help="The folder for the logs.", show_default=False)],
    games: Annotated[int, typer.Option("--games", min=1, help="How many.")] = 10,
    players: Annotated[int | None, typer.Option("--players", help="How many players; any number by default.")] = None,
    edition: Annotated[str, typer.Option("--edition", help="Which edition; any by default.")] = "",
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same bytes.")] = 1,
) -> None:
    """Write legal games played by dice, each a sealed log.

    Example: quaestor simulate lutece --games 100 --players 4 --seed 7 -o played
    """
    from ledger.simulate import simulate

    one = _game(game)
    if players is not None and players not in one.seats:
        raise Failure(f"{game} is for {', '.join(map(str, one.seats))} players, not {players}")
    if edition and edition not in one.editions:
        raise Failure(f"unknown edition '{edition}' of {game}; known: {', '.join(one.editions)}")
    output.mkdir(parents=True, exist_ok=True)
    for number in _progress(range(games), "simulating", quiet=False):
        path = output / f"{game}-{seed}-{number:06d}.jsonl"
        data = simulate(one, seed * 1_000_003 + number, players=players, edition=edition)
        if path.exists() and path.read_bytes() != data:
            raise Failure(f"{path} exists already and is not overwritten; choose another folder")
        path.write_bytes(data)
    say(f"{output}: {games} games of {game}")


@app.command()
def export(
    log: LogFile,
    transcript: Annotated[bool, typer.Option("--transcript", help="The events in force, ready to import again.")] = True,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="A file in place of the screen.")] = None,
) -> None:
    """Write a game out for others.

    Example: quaestor export friday.jsonl --transcript -o friday.txt
    """
    from ledger import transcript as form
    from ledger.replay import in_force

    _, events, found = _sound(log)
    text = form.write(in_force(events).events)
    if output is None:
        say(text.decode().rstrip("\n"))
    elif output.exists():
        raise Failure(f"{output} exists already and is not overwritten")
    else:
        output.write_bytes(text)
    raise typer.Exit(1 if found.faults else 0)


# --- the house --------------------------------------------------------------------------------------------------------


@catalogue_app.command("check")
def catalogue_check(
    file: Annotated[Path, typer.Argument(help="A card list as JSON.", show_default=False)],
    json: Json = False,
) -> None:
    """Check a card list typed off one's own box: counts, unique talents, marks.

    Example: quaestor catalogue check my-lutece.json
    """
    from ledger.transcript import strict_json

    data = _bytes(file)
    try:
        content = strict_json(data)
    except (ValueError, RecursionError) as error:
        raise Failure(f"{file}: cannot be read: {error}") from None
    game = _game(str(content.get("game", "")) if isinstance(content, dict) else "")
    complaints = game.check(data)
    if json:
        say_json({"catalogue": str(file), "game": game.name, "digest": catalogue_of(data).digest, "complaints": list(map(str, complaints))})
    else:
        for words in complaints:
            say(f"{file}: {words}")
        say(f"{file}: {len(complaints)} complaints" if complaints else f"{file}: in order, digest {catalogue_of(data).digest}")
    raise typer.Exit(1 if complaints else 0)


@catalogue_app.command("copy")
def catalogue_copy(
    game: Annotated[str, typer.Argument(help="Which game.", show_default=False)],
    output: Annotated[Path, typer.Option("--output", "-o", help="The file to write.", show_default=False)],
) -> None:
    """Copy the reference card list, to be changed into that of one's own box.

    Example: quaestor catalogue copy lutece -o my-lutece.json
    """
    from ledger.log import write

    write(output, _game(game).catalogue().data)
    say(f"{output}: change what your box has otherwise, then: quaestor catalogue check {output}")


@app.command()
def rule(
    name: Annotated[str, typer.Argument(help="A rule as a report names it, like LUT-R14.", show_default=False)],
) -> None:
    """Read a rule: what holds, where the rulebooks say it, and what the options change.

    Example: quaestor rule LUT-R14
    """
    from ledger.game import rule_text

    for game in GAMES.values():
        text = rule_text(game, name.upper().replace("A", "a") if name.upper().endswith("A") else name.upper())
        if text:
            say(text)
            return
    raise Failure(f"there is no rule {name}; they are in the RULES.md of each game")


@app.command()
def schema(
    output: Annotated[Path, typer.Option("--output", "-o", help="The folder.")] = Path("schemas"),
) -> None:
    """Write the JSON Schema of every game's events and card lists.

    Example: quaestor schema -o schemas
    """
    from ledger.schema import schemas

    output.mkdir(parents=True, exist_ok=True)
    for name, text in schemas(GAMES).items():
        (output / name).write_bytes(text)
        say(output / name)


# --- shared by the commands -------------------------------------------------------------------------------------------


def _game(name: str) -> Game:
    if name not in GAMES:
        raise Failure(f"unknown game '{name}'; known: {', '.join(GAMES)}")
    return GAMES[name]


def _readings(options: list[str] | None) -> dict[str, Reading]:
    readings: dict[str, Reading] = {}
    for text in options or ():
        key, found, value = text.partition("=")
        if not found:
            raise Failure(f"--option {text}: write it as name=value, like ties=shared")
        readings[key.strip()] = _reading(value.strip())
    return readings


def _reading(value: str) -> Reading:
    if value in ("true", "false"):
        return value == "true"
    return int(value) if value.lstrip("-").isascii() and value.lstrip("-").isdigit() else value


def _card_list(path: Path | None) -> Catalogue | None:
    if path is None:
        return None
    from ledger.transcript import strict_json

    data = _bytes(path)
    try:
        content = strict_json(data)
        name = str(content["id"])
    except (ValueError, RecursionError, TypeError, KeyError) as error:
        raise Failure(f"{path}: not a card list: {error}") from None
    return catalogue_of(data, name)


def _bytes(path: Path) -> bytes:
    if str(path) == "-":
        return sys.stdin.buffer.read(1 << 25)
    try:
        return read(path)
    except Unreadable as error:
        raise Failure(f"{path}: {error}") from None


def _progress(items: Sequence[Any], verb: str, *, quiet: bool) -> Iterable[Any]:
    """A bar on a terminal when the work is long; nothing in a pipe."""
    if quiet or len(items) < 200 or not sys.stderr.isatty():
        return items
    from rich.console import Console
    from rich.progress import track

    return track(items, description=verb, console=Console(stderr=True), transient=True)


def main() -> NoReturn:
    """Run a command; whatever goes wrong is one line for the user."""
    try:
        app(standalone_mode=True)
        code = 0
    except (Failure, LogError) as error:
        complain(f"quaestor: {error}")
        code = 2
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 2
    except KeyboardInterrupt:
        code = 130
    except OSError as error:
        complain(f"quaestor: {error.filename or ''}: {error.strerror or error}")
        code = 2
    except Exception as error:
        if os.environ.get("QUAESTOR_TRACEBACK"):
            raise
        complain(f"quaestor: a mistake of ours: {type(error).__name__}: {error} (QUAESTOR_TRACEBACK=1 shows more)")
        code = 2
    sys.exit(code)


if __name__ == "__main__":
    main()
