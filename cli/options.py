"""The doors of the command line: the application, what its commands share, and how they fail."""

import sys
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path
from shlex import quote
from typing import Annotated, Any, NamedTuple

import typer
from typer.core import TyperGroup

from cli.reader import SYNTAX, reader, told
from cli.render import complain, say
from ledger import __version__
from ledger.events import Event
from ledger.files import create
from ledger.game import Catalogue, Game, Reading, catalogue_of
from ledger.games import GAMES
from ledger.log import Scan, Unreadable, scan
from ledger.packs import sole, sole_of
from ledger.recover import Salvaged, salvage
from ledger.transcript import strict_json
from ledger.words import Words, why

SHELVES = {  # the commands as somebody looks for them
    "At the table": ("new", "record", "pad", "amend", "show", "score", "tally", "replay"),
    "For a judge": ("audit", "verdicts", "compare", "whatif", "explain", "rule"),
    "Logs in and out": ("import", "export", "simulate", "recover", "pack", "unpack"),
    "Many games": ("archive", "ask", "sql", "report"),
    "What there is": ("games", "options", "cards", "catalogue", "schema"),
}


class Whole(TyperGroup):
    """Commands in a list, each with its whole first sentence."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the list."""
        self.write(formatter, SYNTAX[3], tuple(self.commands))

    def write(self, formatter: Any, heading: str, names: Iterable[str]) -> None:
        """Write some commands under a heading."""
        width = max(map(len, self.commands))
        with formatter.section(reader().text(heading)):
            told = [self.commands[name] for name in names]
            formatter.write_dl([(str(one.name).ljust(width), one.get_short_help_str(LONGEST)) for one in told])


class Shelved(Whole):
    """The same by what they are for."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write every shelf with its commands."""
        for heading, names in SHELVES.items():
            self.write(formatter, heading, names)


LONGEST = 1000  # of a sentence in a list: it is wrapped, not cut

app = typer.Typer(cls=Shelved, no_args_is_help=True, rich_markup_mode=None, pretty_exceptions_enable=False)


def _version(wanted: bool) -> None:
    if wanted:
        say(f"quaestor {__version__}")
        raise typer.Exit


@app.callback()
def quaestor(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and leave.")
    ] = False,
) -> None:
    """Audit, replay and score recorded tabletop games.

    Begin with: quaestor audit --samples
    """


def samples() -> Path:
    """The sample games: beside the checkout's packages, or inside the installed one."""
    here = Path(__file__).parent
    return next((one for one in (here / "samples", here.parent / "sample_logs") if one.is_dir()), here)


def games_begun(word: str) -> list[str]:
    """Games for whoever presses Tab."""
    return [name for name in GAMES if name.startswith(word)]


WhichGame = Annotated[str, typer.Argument(help="Which game.", show_default=False, autocompletion=games_begun)]
LogFile = Annotated[Path, typer.Argument(help="A log (*.jsonl).", show_default=False)]
LogOrPipe = Annotated[
    Path,
    typer.Argument(
        help="A log (*.jsonl), or one of a pack (games.jsonl.zst#17); - reads it from a pipe.", show_default=False
    ),
]
Logs = Annotated[
    list[Path],
    typer.Argument(
        help="Logs, packs of logs (.zst, .gz, .tar, .zip), or folders searched for *.jsonl at any depth.",
        show_default=False,
    ),
]
LogsOrPipe = Annotated[
    list[Path],
    typer.Argument(
        help="Logs, packs of logs (.zst, .gz, .tar, .zip), or folders searched for *.jsonl at any depth; "
        "- reads from a pipe.",
        show_default=False,
    ),
]
LogsOrSamples = Annotated[
    list[Path] | None,
    typer.Argument(
        help="Logs, packs of logs (.zst, .gz, .tar, .zip), or folders searched for *.jsonl at any depth; "
        "- reads from a pipe.",
        show_default=False,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")]
Under = Annotated[
    str, typer.Option("--under", help="Judge with this edition's defaults in place of the log's options.")
]
Editions = Annotated[
    str,
    typer.Option(
        "--under",
        help="Judge with this edition's defaults in place of the log's options; several, like fr,en,pl, side by side.",
    ),
]
AllReadings = Annotated[
    bool, typer.Option("--readings", help="The game under each other value of each option, side by side.")
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


class Read(NamedTuple):
    """A log as it was read for printing something of it."""

    game: Game
    events: list[Event]
    code: int  # what the command ends with: 1 when the log is not sound


def sound(log: Path, *, json: bool = False) -> Read:
    """A log's events for reading, every link of its chain checked; what is not vouched for is headed as that."""
    try:
        found = scan(given(log))
        for fault in found.faults:
            complain(f"{log}:{fault.line}: {reader().term(fault.rule)}: {told(fault.words)}")
        if not found.lines and not found.beyond:
            complain(Words("{log}: damaged; nothing is worked out from it (see: quaestor audit {log})", log=typed(log)))
            raise typer.Exit(1)
        kept = salvage(found, GAMES)
    except Unreadable as error:
        raise Failure(address(log, error)) from None
    if found.integrity != "ok":
        (complain if json else say)(unvouched(log, found, kept))
    return Read(kept.game, kept.events, 1 if found.faults else 0)


def unvouched(log: Path, found: Scan, kept: Salvaged) -> Words:
    """What heads everything that is printed of a log that is not sound."""
    if found.integrity == "torn":
        return Words(
            "NOT VOUCHED FOR: {log} is torn, and what it ends with is left out (quaestor audit {log})", log=typed(log)
        )
    if kept.unvouched < len(kept.events):
        line = kept.places[kept.unvouched]
        words = "NOT VOUCHED FOR: {log} is damaged, and from line {line} on nothing is certain (quaestor audit {log})"
        return Words(words, log=typed(log), line=line)
    return Words("NOT VOUCHED FOR: {log} was changed by some program (quaestor audit {log})", log=typed(log))


def typed(path: Path | str) -> str:
    """A path as it is typed behind a command, in quotes where a shell needs them."""
    return quote(str(path))


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
    """One log, or another file's content: from a pipe when its name is -, from a pack when it is PACK#17."""
    if str(path).startswith("/dev/") and path.is_fifo():  # what a shell hands over as <(…)
        with path.open("rb") as pipe:
            return sole_of(BytesIO(pipe.read(1 << 25)))
    if str(path) != "-":
        return sole(path)
    return sole_of(BytesIO(sys.stdin.buffer.read(1 << 25) if sys.stdin else b""))  # a closed pipe has nothing in it


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
    create(output, data)


def progress(items: Iterable[Any], total: int, verb: Words, *, quiet: bool) -> Iterable[Any]:
    """A bar on a terminal when the work is long; nothing in a pipe."""
    if quiet or total < 200 or not sys.stderr.isatty():
        return items
    from rich.console import Console
    from rich.progress import track

    return track(items, total=total, description=told(verb), console=Console(stderr=True), transient=True)
