"""The rulebook: each game's numbered rules, options and editions, read from its RULES.md in a reader's language."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from ledger.game import Game, Reading


def rule_title(game: Game, rule: str, edition: str, language: str = "en") -> str:
    """A rule in one line: its heading, and its place in an edition's own rulebook; empty when it has none."""
    return _titled(rule_text(game, rule, language), edition)


def rule_text(game: Game, rule: str, language: str = "en") -> str:
    """A rule's section in the game's RULES.md, or in the one of that language; empty when it has none."""
    wanted = rule.casefold()
    return next((text for name, text in _sections(game, language) if name.casefold() == wanted), "")


def rulebook(game: Game, edition: str, language: str = "en") -> dict[str, dict[str, str]]:
    """Every rule of the game: its heading with its place in an edition's own rulebook, and its text."""
    return {name: {"title": _titled(text, edition), "text": text} for name, text in _sections(game, language)}


HEADING = re.compile(r"^#+(?:[ ]|$)", re.MULTILINE)
SILENT = (" silent", " muet", " milczy")  # as the three languages write that a rulebook says nothing


def _titled(text: str, edition: str) -> str:
    heading, _, rest = text.partition("\n")
    places = [part.strip() for part in rest.strip().partition("\n")[0].split("·")]
    place = next((part for part in places if part.startswith(edition.upper() + " ")), "")
    return f"{heading} ({place})" if place and not place.endswith(SILENT) else heading


def _sections(game: Game, language: str) -> list[tuple[str, str]]:
    """Every rule by its number, with its text: a heading below the page's own that begins with a number."""
    sections = [section.strip() for section in HEADING.split(_page(game, language))[1:]]
    named = [(section.split()[0].strip("`.:"), section) for section in sections if section]
    return [(name, section) for name, section in named if any(map(str.isdigit, name))]


class OptionText(NamedTuple):
    """What an option is about, and what each of its values means, in words."""

    about: str
    meanings: dict[str, str]
    rule: str  # empty where the rules are silent: then its name and its values stand for themselves


def options_told(game: Game, language: str = "en") -> dict[str, OptionText]:
    """Every option with every value, told by a table in the game's RULES.md: option, about, value, meaning, rule."""
    rules = _options(game, language)
    found = {}
    for name, option in game.about.options.items():
        about, meanings, rule = rules.get(name, OptionText(name, {}, ""))
        found[name] = OptionText(about, {str(one): meanings.get(str(one), str(one)) for one in option.values}, rule)
    return found


def _options(game: Game, language: str) -> dict[str, OptionText]:
    found: dict[str, OptionText] = {}
    here = ""
    for cells in _cells(game, language, 5):
        name, about, value, meaning, rule = cells
        here = name.strip("`") or here
        if (option := game.about.options.get(here)) is None:
            continue
        meanings = found.setdefault(here, OptionText(about, {}, rule)).meanings
        meanings |= {str(one): meaning for one in option.values if value.strip("`").casefold() in _written(one)}
    return found


def _written(value: Reading) -> tuple[str, ...]:
    """How a value of an option may stand in a table."""
    plain = str(value).casefold()
    return (plain, ("no", "yes")[value]) if isinstance(value, bool) else (plain,)


def editions_told(game: Game, language: str = "en") -> dict[str, str]:
    """What the editions are, where the game's RULES.md has a table of them: edition, what it is, its defaults."""
    return {
        name.strip("`"): what for name, what, _ in _cells(game, language, 3) if name.strip("`") in game.about.editions
    }


def _cells(game: Game, language: str, number: int) -> Iterable[list[str]]:
    """The rows of all tables in the game's rules that have so many columns."""
    for line in _page(game, language).splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else []
        if len(cells) == number:
            yield cells


def _page(game: Game, language: str) -> str:
    pages = [game.about.folder / name for name in (f"RULES.{language}.md", "RULES.md")] if game.about.folder else []
    return next((page.read_text("utf-8") for page in pages if page.exists()), "")
