"""The `quaestor` command: finds the room of the command asked for, so that a quick question starts quickly."""

import os
import sys
from importlib import import_module
from io import StringIO
from typing import Any, NoReturn

import typer
from typer.main import get_command

from cli.options import Failure, app
from cli.reader import UnknownLanguage, choose, dressed, reader, told, usage_complaint
from cli.render import complain, in_any_encoding, mistake
from ledger.log import LogError
from ledger.words import Words

ROOMS = {
    "comparing": ("compare", "verdicts"),
    "judge": ("audit", "score", "show", "replay", "tally"),
    "writing": ("new", "record", "amend", "import", "export", "simulate", "recover"),
    "disputes": ("whatif", "explain"),
    "packing": ("pack", "unpack"),
    "statistics": ("archive", "ask", "sql", "report"),
    "reference": ("catalogue", "cards", "games", "options", "rule", "schema"),
    "pad.command": ("pad",),
}


def whole() -> Any:
    """The command with every room open."""
    _open_rooms([])
    return get_command(app)


def _open_rooms(words: list[str]) -> None:
    """Import the room that has the command; all of them when somebody asks what there is."""
    asked = words[0] if words else ""
    for room, commands in ROOMS.items():
        if asked in commands or not any(asked in others for others in ROOMS.values()):
            import_module(f"cli.{room}")


def main() -> NoReturn:
    """Run a command; whatever goes wrong is one line for the user."""
    in_any_encoding()
    try:
        code = _answered(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:
        _print_no_more()
        code = 2
    except KeyboardInterrupt:
        code = 130
    except OSError as error:
        what = reader().term(error.strerror or str(error))
        unnamed = Words("quaestor: the answer cannot be printed: {why}; look what is there before repeating", why=what)
        complain(f"quaestor: {error.filename}: {what}" if error.filename else unnamed)
        if not error.filename:
            _print_no_more()
        code = 2
    except Exception as error:
        if os.environ.get("QUAESTOR_TRACEBACK"):
            raise
        complain(mistake(error))
        code = 2
    sys.exit(code)


def _answered(given: list[str]) -> int:
    try:
        words = choose(given)
        _open_rooms(words)
        return _run(words)
    except (Failure, LogError, UnknownLanguage) as error:
        complain(f"quaestor: {told(error)}")
        return 2


def _print_no_more() -> None:
    """What still waits to be printed goes nowhere, without a word."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(words: list[str]) -> int:
    """A command's exit code; what typer cannot make sense of is told in the reader's language."""
    try:
        code = dressed(get_command(app))(words, standalone_mode=False)
        return code if isinstance(code, int) else 0
    except typer.TyperException as error:
        _complain_of(error)
        return error.exit_code


def _complain_of(error: Any) -> None:
    stream = StringIO()
    error.show(stream)
    text = stream.getvalue()
    print(text.rstrip() if reader().code == "en" else usage_complaint(text), file=sys.stderr)


if __name__ == "__main__":
    main()
