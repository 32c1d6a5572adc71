"""`python -m tests.docs` writes docs/pages/commands.md from the commands' own help."""

import re
from pathlib import Path

from cli.main import whole

PAGE = Path(__file__).parent.parent / "docs" / "pages" / "commands.md"
HEAD = """# Commands

Every command has `--help`; results go to stdout, complaints to stderr, and `--json` prints for programs.
"""


def page():
    """Every command with what it says of itself."""
    parts = [HEAD]
    for name, command in sorted(whole().commands.items()):
        for words, one in [(name, command), *((f"{name} {sub}", own) for sub, own in children(command))]:
            if not hasattr(one, "commands"):
                parts.append(told(words, one))
    return "\n".join(parts)


def children(command):
    return sorted(getattr(command, "commands", {}).items())


def told(words, command):
    text = re.sub(r"[\b\f]", "", command.help or "").strip()
    about, _, example = text.partition("Example: ")
    lines = [f"## quaestor {words}\n", about.strip(), ""]
    if example:
        first, _, rest = example.partition("\n\n")
        lines += ["```console", f"$ {' '.join(first.split())}", "```", "", rest.strip(), ""]
    rows = [row(one) for one in command.params if one.help]
    return "\n".join([*lines, "| | |", "|---|---|", *rows, ""]) if rows else "\n".join(lines)


def row(param):
    named = param.opts if param.param_type_name == "option" else [param.human_readable_name.upper()]
    names = ", ".join(f"`{one}`" for one in named)
    return f"| {names} | {param.help.replace('|', '/')} |"


if __name__ == "__main__":
    PAGE.write_text(page())
