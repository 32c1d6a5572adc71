"""The reader's language on the command line: chosen before anything else, because help and complaints speak it too."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from ledger.words import Words, why
from ledger.words.speech import LANGUAGES, Language, language

LANG = "The language to print in: en, fr or pl; the system's by default. JSON stays English."
EXAMPLE = "Example: "
HELP = "Show this message and exit."
SYNTAX = (
    "Usage: ",
    "Arguments",
    "Options",
    "Commands",
    "required",
    "default: {default}",
    HELP,
    "Install completion for the current shell.",
    "Show completion for the current shell, to copy it or customize the installation.",
)
COMPLAINTS = (  # what typer says of a command it cannot make sense of
    "Try '{command}' for help.",
    "Error: {what}",
    "Missing argument {what}.",
    "Missing option {what}.",
    "Missing command.",
    "No such option: {what} (Possible options: {known})",
    "No such option: {what}",
    "No such command {what}.",
    "Got unexpected extra argument(s) ({what})",
    "Invalid value for {what}: {why}",
    "{what} is not a valid int.",
    "{what} is not in the range {expected}.",
    "Option {what} requires an argument.",
    "Option {what} does not take a value.",
)

_reader: list[Language] = [Language()]


def reader() -> Language:
    """Who reads what is printed now."""
    return _reader[0]


def choose(words: Sequence[str]) -> list[str]:
    """Take --lang out of a command's words, wherever it stands, and speak that language from here on."""
    rest, code = [], ""
    waiting = iter(words)
    for word in waiting:
        if word == "--":
            rest += [word, *waiting]
        elif word == "--lang" or word.startswith("--lang="):
            code = word.partition("=")[2] or next(waiting, "?")
        else:
            rest.append(word)
    if code and code not in LANGUAGES:
        raise UnknownLanguage(Words("unknown language '{found}'; known: {expected}", found=code, expected=[*LANGUAGES]))
    speak(code)
    return rest


def speak(code: str) -> None:
    """Speak a language from here on."""
    _reader[0] = language(code)


class UnknownLanguage(Exception):
    """Somebody asks for a language that we do not speak."""


def told(said: object) -> str:
    """What is said, in the reader's language; text that stands already stays as it is."""
    if isinstance(said, BaseException):
        said = why(said)
    return reader()(said) if isinstance(said, Words) else str(said)


# --- help -------------------------------------------------------------------------------------------------------------


def dressed(command: Any) -> Any:
    """A command and everything under it with the option --lang, and its help in the reader's language."""
    import typer.core

    if reader().code != "en":
        vars(typer.core)["_"] = reader().text
        _usage(command)
    for one in commands(command):
        one.params.append(
            typer.core.TyperOption(param_decls=["--lang"], metavar="|".join(LANGUAGES), help=LANG, expose_value=False)
        )
        if reader().code != "en":
            _translate(one)
    return command


def commands(command: Any) -> Iterator[Any]:
    """A command and everything under it."""
    yield command
    for one in getattr(command, "commands", {}).values():
        yield from commands(one)


def paragraphs(text: str) -> Iterator[str]:
    """A help text as it is translated: a paragraph at a time."""
    yield from (" ".join(part.split()) for part in text.split("\n\n") if part.strip())


def metavars(command: Any) -> Iterator[tuple[Any, str]]:
    """What stands for a value in a command's help."""
    for one in command.params:
        if not getattr(one, "is_flag", False) and not one.metavar:
            yield one, one.name if one.param_type_name == "argument" else one.type.name


def _translate(command: Any) -> None:
    speak = reader()
    command.help = "\n\n".join(_paragraph(one) for one in paragraphs(command.help or ""))
    command.options_metavar = speak.text("[OPTIONS]")
    if hasattr(command, "subcommand_metavar"):
        command.subcommand_metavar = speak.text("COMMAND [ARGS]...")
    for one, word in metavars(command):
        several = "..." if one.nargs != 1 else ""
        one.metavar = speak.term(word) + several if one.param_type_name == "argument" else f"<{speak.term(word)}>"
    for one in command.params:
        one.help = speak.text(one.help or "")
    asked = command.get_help_option
    command.get_help_option = lambda context: _helped(asked(context))


def _helped(option: Any) -> Any:
    if option is not None:
        option.help = reader().text(HELP)
    return option


def _paragraph(text: str) -> str:
    if text.startswith(EXAMPLE):
        return reader()("Example: {command}", command=text.removeprefix(EXAMPLE))
    return reader().text(text)


def _usage(command: Any) -> None:
    """The first line of a help text begins with a word of ours as well."""
    formatter = command.context_class.formatter_class
    write = formatter.write_usage

    def write_usage(self: Any, prog: str, args: str = "", prefix: str | None = None) -> None:
        write(self, prog, args, prefix or reader().text(SYNTAX[0]))

    formatter.write_usage = write_usage


# --- complaints about a command ---------------------------------------------------------------------------------------


def recognised(text: str) -> Words | str:
    """What typer says, as words of ours."""
    for template in COMPLAINTS:
        pattern = re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+)", re.escape(template))
        match = re.fullmatch(pattern, text, re.S)
        if match:
            return Words(template, **{name: recognised(part) for name, part in match.groupdict().items()})
    return text


def usage_complaint(text: str) -> str:
    """Every line of a complaint about a command, in the reader's language."""
    return "\n".join(told(recognised(line)) if line.strip() else line for line in text.rstrip().split("\n"))
