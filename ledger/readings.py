"""One game under several readings of the rules: editions side by side, or every other value of every option."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ledger.audit import Report, audit, report_json
from ledger.game import Game, Reading
from ledger.words import Words


class Way(NamedTuple):
    """A way to read the rules: what is laid over a log, and what that is called."""

    name: Words
    laid: dict[str, Any]
    option: tuple[str, str] | None = None  # the one that has another value, and which


class Judged(NamedTuple):
    """A game judged in one way, beside the way in which it was recorded."""

    way: Way
    report: Report
    flips: bool  # somebody else wins
    changes: bool  # a total, or what is found, is another


RECORDED = Way(Words("as recorded"), {})


def editions(names: Sequence[str], *, letter: bool = False, options: Mapping[str, Reading] | None = None) -> list[Way]:
    """Each of these editions, with what is laid over it."""
    words = "edition {edition} by its letter" if letter else "edition {edition}"
    given = {"letter": letter, "options": {**(options or {})}}
    return [Way(Words(words, edition=name), {"under": name, **given}) for name in names]


def others(game: Game, base: Mapping[str, Reading], laid: Mapping[str, Any]) -> Iterator[Way]:
    """Each other value of each option, one at a time."""
    for key, one in game.about.options.items():
        for value in one.values:
            if value != base[key]:
                options = {**laid.get("options", {}), key: value}
                words = Words("{option}={value}", option=key, value=str(value))
                yield Way(words, {**laid, "options": options}, (key, str(value)))


def side_by_side(
    data: bytes, games: Mapping[str, Game], recorded: Report, ways: Sequence[Way], **given: Any
) -> list[Judged]:
    """A log judged in every one of these ways."""
    return [_beside(recorded, way, audit(data, games, **{**given, **way.laid})) for way in ways]


def gravest_first(judged: Iterable[Judged]) -> list[Judged]:
    """What changes the winner first, then what changes anything."""
    return sorted(judged, key=lambda one: (not one.flips, not one.changes))


def _beside(recorded: Report, way: Way, report: Report) -> Judged:
    was, now = recorded.sheet, report.sheet
    if was is None or now is None:
        return Judged(way, report, flips=False, changes=True)
    flips = sorted(was.winners) != sorted(now.winners)
    changes = flips or was.figures != now.figures or found(recorded) != found(report)
    return Judged(way, report, flips, changes)


def found(report: Report) -> dict[str, int]:
    """How many findings there are of each kind that is held against somebody, or cannot be decided."""
    kinds = ("violation", "consequence", "undecidable")
    return {kind: sum(finding.severity == kind for finding in report.findings) for kind in kinds}


def judged_json(judged: Judged, log: str) -> dict[str, Any]:
    """A report with what was laid over the log, and whether somebody else wins."""
    return {**report_json(judged.report, log), "reading": str(judged.way.name), "flips": judged.flips}
