"""One game under several readings of the rules: editions side by side, or every other value of every option."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ledger.audit import Report, audit, judge, report_json
from ledger.game import Game, Reading
from ledger.score import draw_up
from ledger.walk import new_record
from ledger.words import Words


class Way(NamedTuple):
    """A way to read the rules: what is laid over a log, and what that is called."""

    name: Words
    laid: dict[str, Any]
    option: tuple[str, str] | None = None  # the one that has another value, and which


class JudgedSo(NamedTuple):
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
) -> list[JudgedSo]:
    """A log judged in every one of these ways; where judging it never asks for an option, its values are all one."""
    asked = _asked_for(recorded, games) if any(way.option for way in ways) else frozenset()
    judged = []
    for way in ways:
        idle = way.option is not None and way.option[0] not in asked
        report = _read_so(recorded, way) if idle else audit(data, games, **{**given, **way.laid})
        judged.append(_beside(recorded, way, report))
    return judged


class _Watched(Mapping[str, Reading]):
    """Readings that notice which of them are asked for."""

    def __init__(self, readings: Mapping[str, Reading]) -> None:
        self.readings = readings
        self.asked: set[str] = set()

    def __getitem__(self, key: str) -> Reading:
        self.asked.add(key)
        return self.readings[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.readings)

    def __len__(self) -> int:
        return len(self.readings)


def _asked_for(report: Report, games: Mapping[str, Game]) -> frozenset[str]:
    """Which options it takes to judge a log: judged once more, with an eye on them."""
    if report.game is None or report.rules is None or report.started is None or report.force is None:
        return frozenset()
    options = _Watched(report.rules.options)
    record = new_record(games[report.game], report.started, report.rules._replace(options=options))
    judge(record, report.force)
    draw_up(record)
    return frozenset(options.asked)


def _read_so(report: Report, way: Way) -> Report:
    """The same report under the name of another reading."""
    assert report.rules is not None
    return report._replace(rules=report.rules._replace(options={**report.rules.options, **way.laid["options"]}))


def gravest_first(judged: Iterable[JudgedSo]) -> list[JudgedSo]:
    """What changes the winner first, then what changes anything."""
    return sorted(judged, key=lambda one: (not one.flips, not one.changes))


def _beside(recorded: Report, way: Way, report: Report) -> JudgedSo:
    was, now = recorded.sheet, report.sheet
    if was is None or now is None:
        return JudgedSo(way, report, flips=False, changes=True)
    flips = sorted(was.winners) != sorted(now.winners)
    changes = flips or was.figures != now.figures or found(recorded) != found(report)
    return JudgedSo(way, report, flips, changes)


def found(report: Report) -> dict[str, int]:
    """How many findings there are of each kind that is held against somebody, or cannot be decided."""
    kinds = ("violation", "consequence", "undecidable")
    return {kind: sum(finding.severity == kind for finding in report.findings) for kind in kinds}


def judged_json(judged: JudgedSo, log: str) -> dict[str, Any]:
    """A report with what was laid over the log, and whether somebody else wins."""
    return {**report_json(judged.report, log), "reading": str(judged.way.name), "flips": judged.flips}
