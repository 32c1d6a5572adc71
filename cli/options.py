"""The doors of the command line: the application, what its commands share, and how they fail."""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import typer

from cli.reader import reader, told
from cli.render import complain, say
from ledger.events import Event
from ledger.game import Catalogue, Game, Reading, catalogue_of
from ledger.games import GAMES
from ledger.log import Scan, Unreadable, decode, read, scan
from ledger.transcript import strict_json
from ledger.words import Words, why

app = typer.Typer(add_completion=False, no_args_is_help=True, rich_markup_mode=None, pretty_exceptions_enable=False)


@app.callback()
def quaestor() -> None:
    """Audit, replay and score recorded tabletop games.

    Begin with: quaestor audit sample_logs/lutece
    """


LogFile = Annotated[Path, typer.Argument(help="A log (*.jsonl).", show_default=False)]
LogOrPipe = Annotated[Path, typer.Argument(help="A log (*.jsonl); - reads it from a pipe.", show_default=False)]
Logs = Annotated[
    list[Path], typer.Argument(help="Logs, or folders searched for *.jsonl at any depth.", show_default=False)
]
LogsOrPipe = Annotated[
    list[Path],
    typer.Argument(
        help="Logs, or folders searched for *.jsonl at any depth; - reads one from a pipe.", show_default=False
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")]
Under = Annotated[
    str, typer.Option("--under", help="Judge with this edition's defaults in place of the log's options.")
]
Letter = Annotated[
    bool, typer.Option("--letter", help="Read the edition by its letter: nothing is filled in from the other editions.")
]
Options = Annotated[
    list[str] | None, typer.Option("--option", help="Lay a reading over the log's own, like ties=shared.")
]
CardList = Annotated[
    Path | None, typer.Option("--catalogue", help="A card list of one's own in place of a shipped one.")
]


Workers = Annotated[int | None, typer.Option("--workers", min=1, help="Processes; all cores by default.")]


class Failure(Exception):
    """The command could not be done; its words are for the user."""


def sound(log: Path) -> tuple[Game, list[Event], Scan]:
    """A log's events for reading: its seal is checked; from a damaged one nothing is worked out."""
    try:
        found = scan(given(log), chain=False)
        for fault in found.faults:
            complain(f"{log}:{fault.line}: {reader().term(fault.rule)}: {told(fault.words)}")
        if found.integrity == "damaged" or not found.lines:
            complain(Words("{log}: damaged; nothing is worked out from it (see: quaestor audit {log})", log=log))
            raise typer.Exit(1)
        game, events = decode(found, GAMES)
    except Unreadable as error:
        raise Failure(address(log, error)) from None
    return game, events, found


def address(path: Path, error: Unreadable) -> str:
    """Where, then what."""
    return f"{path}: {told(error)}" if error.line is None else f"{path}:{error.line}: {told(error)}"


def game_of(name: str) -> Game:
    """A game by the word that logs use."""
    if name not in GAMES:
        raise Failure(Words("unknown game '{found}'; known: {expected}", found=name, expected=list(GAMES)))
    return GAMES[name]


def readings(options: list[str] | None) -> dict[str, Reading]:
    """What stands behind --option, as a log would have it."""
    found: dict[str, Reading] = {}
    for text in options or ():
        key, equals, value = text.partition("=")
        if not equals:
            raise Failure(Words("--option {text}: write it as name=value, like ties=shared", text=text))
        found[key.strip()] = _reading(value.strip())
    return found


def _reading(value: str) -> Reading:
    if value in ("true", "false"):
        return value == "true"
    return int(value) if value.lstrip("-").isascii() and value.lstrip("-").isdigit() else value


def card_list(path: Path | None) -> Catalogue | None:
    """What stands behind --catalogue."""
    if path is None:
        return None

    data = bytes_of(path)
    try:
        content = strict_json(data)
    except (ValueError, RecursionError) as error:
        raise Failure(Words("{path}: not a card list: {why}", path=path, why=why(error))) from None
    if not isinstance(content, dict) or "id" not in content:
        raise Failure(Words("{path}: not a card list: it has no id", path=path))
    return catalogue_of(data, str(content["id"]))


def given(path: Path) -> bytes:
    """A file's content, or what comes through a pipe when its name is -."""
    if str(path) != "-":
        return read(path)
    return sys.stdin.buffer.read(1 << 25) if sys.stdin else b""  # a closed pipe has nothing in it


def bytes_of(path: Path) -> bytes:
    """The same, for a command that can do nothing without it."""
    try:
        return given(path)
    except Unreadable as error:
        raise Failure(f"{path}: {told(error)}") from None


def put(data: bytes, output: Path | None) -> None:
    """A result on the screen, or in a file that was not there before."""
    if output is None:
        say(data.decode().rstrip("\n"))
        return
    try:
        with output.open("xb") as file:
            file.write(data)
    except FileExistsError:
        raise Failure(Words("{path} exists already and is not overwritten", path=output)) from None


def progress(items: Iterable[Any], total: int, verb: Words, *, quiet: bool) -> Iterable[Any]:
    """A bar on a terminal when the work is long; nothing in a pipe."""
    if quiet or total < 200 or not sys.stderr.isatty():
        return items
    from rich.console import Console
    from rich.progress import track

    return track(items, total=total, description=told(verb), console=Console(stderr=True), transient=True)
