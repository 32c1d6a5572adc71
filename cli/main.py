"""The `quaestor` command: finds the room of the command asked for, so that a quick question starts quickly."""

import os
import sys
from importlib import import_module
from typing import NoReturn

from cli.doors import Failure, app
from cli.render import complain
from ledger.log import LogError

ROOMS = {
    "judging": ("audit", "score", "show", "tally"),
    "writing": ("new", "record", "amend", "import", "export", "simulate"),
    "statistics": ("archive", "ask", "sql", "report"),
    "house": ("catalogue", "rule", "schema"),
    "pad.command": ("pad",),
}


def _open_rooms(words: list[str]) -> None:
    """Import the room that has the command; all of them when somebody asks what there is."""
    asked = next((word for word in words if not word.startswith("-")), "")
    for room, commands in ROOMS.items():
        if asked in commands or not any(asked in others for others in ROOMS.values()):
            import_module(f"cli.{room}")


def main() -> NoReturn:
    """Run a command; whatever goes wrong is one line for the user."""
    try:
        _open_rooms(sys.argv[1:])
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
