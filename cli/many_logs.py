"""Many logs before the auditor: each is judged, told in a few words and forgotten, on every core."""

import os
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from cli.options import Failure, given
from cli.reader import reader, speak, told
from cli.render import amended_text, figure, finding_text, json_text, together, verdict_text
from ledger.audit import Report, Verdict, audit, report_json, unjudgeable
from ledger.games import GAMES
from ledger.log import ENCODER, Unreadable
from ledger.story import amendments
from ledger.words import Words

FEW = 200  # so many logs are judged before another process would be ready
HANDFUL = 50  # logs that a process takes at once


class LogVerdict(NamedTuple):
    """What is kept of a report when there are many."""

    verdict: Verdict
    row: list[str]  # the verdict, the log, which game it was, who won, and the scores
    findings: list[str]
    cards: str  # the title of the card list it was judged with
    json: str
    start: str = ""  # what tells one game from another
    head: str = ""
    events: int = 0


def judged(path: Path, laid: dict[str, Any]) -> Report:
    """The report on one file, whatever it is."""
    try:
        return audit(given(path), GAMES, **laid)
    except Unreadable as error:
        return unjudgeable(error)


def heard(
    logs: Sequence[Path], laid: dict[str, Any], *, json: bool, workers: int | None = None
) -> Iterator[LogVerdict]:
    """Every log's report in short, in the order of the logs; `json`: for other programs, else in words."""
    others = workers or os.cpu_count() or 1
    if others == 1 or (workers is None and len(logs) <= FEW) or Path("-") in logs:
        for log in logs:
            yield _told(log, judged(log, laid), json=json)
    else:
        yield from _shared_out(logs, laid, others, json=json)


def findings(log: str, report: Report) -> Iterator[str]:
    """What was amended and what is wrong, a line each."""
    if report.force and report.game and report.rules:
        for amended in amendments(GAMES[report.game], report.force, catalogue=report.rules.catalogue):
            yield amended_text(log, amended)
    for finding in report.findings:
        yield finding_text(log, finding)


def _told(log: Path, report: Report, *, json: bool) -> LogVerdict:
    title = report.rules.deck.title if report.rules else ""
    if json:
        return LogVerdict(report.verdict, [], [], title, json_text(report_json(report, str(log))))
    row = [verdict_text(report), str(log), *_summary(report)]
    told = list(findings(str(log), report)) if report.verdict != "clean" else []
    start = sha256(ENCODER.encode(report.started)).hexdigest() if report.started else ""
    return LogVerdict(report.verdict, row, told, title, "", start, report.head, report.events)


def _summary(report: Report) -> list[str]:
    sheet = report.sheet
    if sheet is None or report.rules is None:
        return []
    scores = ", ".join(f"{name} {figure(sheet.total(name), sheet)}" for name in sheet.players)
    words = "{winners} share the win" if len(sheet.winners) > 1 else "{winners} won"
    won = Words(words, winners=together(sheet.winners)) if sheet.final else Words("not finished")
    return [f"{sheet.game} {sheet.edition}", told(won), scores]


# --- on every core ----------------------------------------------------------------------------------------------------


def _shared_out(logs: Sequence[Path], laid: dict[str, Any], workers: int, *, json: bool) -> Iterator[LogVerdict]:
    from ledger.processes import hired

    handfuls = [(logs[at : at + HANDFUL], laid, json) for at in range(0, len(logs), HANDFUL)]
    broken = Failure(Words("a process of the audit was ended from outside; no log was touched, audit again"))
    with hired(workers, __name__, broken, speak, reader().code) as pool:
        for some in pool.map(_handful, handfuls):
            yield from some


def _handful(given: tuple[Iterable[Path], dict[str, Any], bool]) -> list[LogVerdict]:
    logs, laid, json = given
    return [_told(log, judged(log, laid), json=json) for log in logs]
