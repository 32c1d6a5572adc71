"""What columns, keys and values are called where people read them: on axes, in tables and in sentences."""

import re
from functools import cache
from typing import Any

from ledger.games import GAMES
from ledger.metrics import Group, Measured
from ledger.metrics.filters import OPTION
from ledger.questions import Plan
from ledger.words import Name
from ledger.words.plain import plain
from ledger.words.speech import ENGLISH, Language

LONGEST = 40  # characters of a label
TERMED = ("category", "fate", "integrity", "investment", "record", "resource", "severity", "verdict")  # words of ours
SPOKEN = {"seats": "{n} {n:player|players}", "seat": "seat {n}", "round": "round {n}"}


def column_of(key: str, speak: Language) -> str:
    """A dimension as a person reads it."""
    return key.removeprefix(OPTION) if key.startswith(OPTION) else heading(key, speak)


def game_title(game: str, speak: Language) -> str:
    """A game's own name."""
    return speak.text(GAMES[game].title) if game in GAMES else game


def label_of(asked: Measured, group: Group, speak: Language = ENGLISH) -> str:
    """What a group is called."""
    pairs = list(zip(asked.by, group.keys, strict=True))
    return short(plain(", ".join(in_words(name, key, speak, asked.game) for name, key in pairs)))


def in_words(name: str, key: Any, speak: Language, game: str) -> str:
    """A value of a dimension where no heading says of which: an opponent is not who is spoken of."""
    told = key_of(name, key, speak, game)
    return speak("against {who}", who=told) if name == "opponent" else told


def key_of(name: str, key: Any, speak: Language, game: str) -> str:
    """A value of a dimension in words."""
    if key is None:
        return speak.term("unknown")
    if name == "won":
        return speak.term("won" if key else "lost")
    if name == "game":
        return game_title(str(key), speak)
    if name == "card":
        return _card(str(key), speak, game)
    if name == "experience":
        return speak("game {nth}", nth=key)
    return counted(name, key, speak, game) if name in SPOKEN else word(name, key, speak, game)


def _card(key: str, speak: Language, game: str) -> str:
    """A card's name; of several cards of one name, with its mark."""
    name = _names(game).get(key)
    if name is None:
        return key
    several = sum(str(other) == str(name) for other in _names(game).values()) > 1
    return f"{speak.told(name)} ({key})" if several else speak.told(name)


def heading(column: str, speak: Language = ENGLISH) -> str:
    """A column's name as a person reads it."""
    if speak.code != "en":
        return speak.column(column.replace("_", " ")) + (" (%)" if column.endswith("_rate") else "")
    return column.replace("_", " ").replace(" rate", " (%)" if column.endswith("_rate") else " rate")


def word(column: str, value: Any, speak: Language = ENGLISH, game: str = "") -> str:
    """A value in words: terms of ours and names of cards in the reader's language, names of people as they are."""
    text = str(value)
    if speak.code == "en":
        return text
    if column == "name":
        return speak.told(_cards(game).get(text, text))
    if column == "demand" and (counts := re.findall(r"(\w+) (\d+)", text)):
        return speak.told({thing: int(number) for thing, number in counts})
    return speak.term(text) if column in TERMED else text


@cache
def _names(game: str) -> dict[str, Name]:
    """A game's cards by their ids."""
    if game not in GAMES:
        return {}
    one = GAMES[game]
    return dict(one.cards.deck(one.catalogue().data, one.about.editions[0]).names)


@cache
def _cards(game: str) -> dict[str, Name]:
    """A game's cards by their English names, which is what an archive has."""
    return {str(name): name for name in _names(game).values()}


def counted(name: str, one: Any, speak: Language, game: str) -> str:
    """One of several labels of a row; a bare number says what it counts."""
    if not isinstance(one, int):
        return word(name, one, speak, game)
    return speak(SPOKEN[name], n=one) if name in SPOKEN else f"{heading(name, speak)} {one}"


def short(text: str) -> str:
    """A label that leaves room for the bars; what is cut off is seen to be."""
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def along(chart: Plan, speak: Language) -> str:
    """What the labels of a chart are."""
    own = chart.along if speak.code == "en" else ""
    return own or ", ".join(heading(name, speak) for name in chart.labels)


def up(chart: Plan, speak: Language) -> str:
    """What a chart counts."""
    return (chart.up if speak.code == "en" else "") or heading(chart.value, speak)


def series_name(column: str, value: Any, speak: Language) -> str:
    """What a line of a chart is called."""
    if isinstance(value, bool):
        return f"{heading(column, speak)}: {speak.term('yes' if value else 'no')}"
    return word(column, value, speak)
