"""How every game tells what all games share: notes, claims, rulings, who won."""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from ledger.events import Event, GameEnded, NoteAdded, PlayerLeft, ScoreAdjusted, ScoreClaimed, ScoreConfirmed
from ledger.game import Game
from ledger.language.lexicon import plainly_written
from ledger.language.sayings import PLAYER, TEXT, Saying, Sayings, Several
from ledger.words import Points, Words
from ledger.words.speech import LANGUAGES, language

TOTAL = "total"
FIGURE = re.compile(r"(-?)(\d{1,15})(?:[., ](\d))?")  # words said one by one have lost their comma
NAMED_FIGURE = re.compile(r"[\s,;]*([^\W\d_][^\d,;:=+-]*?)[\s:=]+(-?\d{1,15}(?:[., ]\d(?!\d))?)")


def shared_sayings(game: Game) -> dict[type[Event], Sayings]:
    """The sentences of the shared events, with this game's categories and its way to write points."""
    return _sayings(game.claim, game.worth.categories, game.worth.scale)


@lru_cache(maxsize=16)
def _sayings(claim: type[ScoreClaimed], categories: tuple[str, ...], scale: int) -> dict[type[Event], Sayings]:
    figures = (*categories, TOTAL)
    some = Several(
        _figures_said(figures, scale),
        _figures_heard(figures, scale),
        figures,
        lambda word: points_of(word, scale) is not None or _category(word, figures) is not None,
    )
    total, points = _points(TOTAL, scale), _points("points", scale)

    def only_total(table: Any, event: Any) -> bool:
        return event.total is not None and all(getattr(event, one) is None for one in categories)

    def any_figure(table: Any, event: Any) -> bool:
        return any(getattr(event, one) is not None for one in figures)

    return {
        NoteAdded: Sayings(Saying("note: {text}", text=TEXT)),
        claim: Sayings(
            Saying(
                "{player} writes down {points}",
                player=PLAYER,
                points=total,
                when=only_total,
                also=("{player} claims {points} points", "{player} has {points} points"),
            ),
            Saying(
                "{player} writes down {figures}",
                player=PLAYER,
                figures=some,
                when=any_figure,
                also=("{player} claims {figures}",),
            ),
            Saying("{player} writes down a score", player=PLAYER),
        ),
        ScoreAdjusted: Sayings(
            Saying("{player} is given {points} by the table: {reason}", player=PLAYER, points=points, reason=TEXT),
            Saying("{player} is given {points} by the table", player=PLAYER, points=points),
        ),
        ScoreConfirmed: Sayings(Saying("{player} agrees with the sheet", player=PLAYER)),
        PlayerLeft: Sayings(Saying("{player} leaves the table", player=PLAYER)),
        GameEnded: Sayings(
            Saying(
                "the game ends; won by {winners}",
                winners=PLAYER.several,
                also=("{winners} wins", "winner: {winners}", "{winners} won"),
            )
        ),
    }


def _points(field: str, scale: int) -> Several:
    def say(table: Any, event: Any) -> Points:
        return Points(getattr(event, field), scale)

    def hear(text: str) -> dict[str, Any] | None:
        points = points_of(text, scale)
        return None if points is None else {field: points}

    return Several(say, hear, (field,), lambda word: points_of(word, scale) is not None)


def points_of(text: str, scale: int) -> int | None:
    """Points as a pad has them: 4.5 or 4,5 where tenths are counted."""
    match = FIGURE.fullmatch(text.strip())
    if match is None or (match[3] and scale == 1):
        return None
    value = int(match[2]) * scale + (int(match[3]) * scale // 10 if match[3] else 0)
    return -value if match[1] else value


def _figures_said(figures: tuple[str, ...], scale: int) -> Callable[[Any, Any], list[Words]]:
    def say(table: Any, event: Any) -> list[Words]:
        told = {one: getattr(event, one) for one in figures if getattr(event, one) is not None}
        words = "{category:term} {points}"
        return [Words(words, category=one, points=Points(value, scale)) for one, value in told.items()]

    return say


def _figures_heard(figures: tuple[str, ...], scale: int) -> Callable[[str], dict[str, Any] | None]:
    def hear(text: str) -> dict[str, Any] | None:
        found: dict[str, Any] = {}
        at = 0
        while match := NAMED_FIGURE.match(text, at):
            points, one = points_of(match[2], scale), _category(match[1], figures)
            if points is None or one is None or one in found:
                return None
            found[one], at = points, match.end()
        last = points_of(text[at:], scale)  # prestige 8, fortune 2 = 10
        if found and last is not None and TOTAL not in found:
            return found | {TOTAL: last}
        return found if found and not text[at:].strip() else None

    return hear


def _category(said: str, figures: tuple[str, ...]) -> str | None:
    """The category that is called so, or whose name alone begins so."""
    called = {one: one for one in figures}
    called |= {plainly_written(language(code).term(one)): one for code in LANGUAGES for one in figures}
    word = plainly_written(said)
    begun = {one for name, one in called.items() if name.startswith(word)}
    return called.get(word) or (begun.pop() if len(begun) == 1 else None)
