"""Many logs before the auditor: each is judged, told in a few words and forgotten, on every core."""

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import IO, Any, NamedTuple, cast

from cli.options import Failure
from cli.reader import reader, speak, told
from cli.render import amended_text, figure, finding_text, json_text, together, verdict_text
from ledger.audit import Report, Verdict, audit, grouped, report_json, unjudgeable
from ledger.games import GAMES
from ledger.log import ENCODER, Unreadable
from ledger.packs import Lot, Packed, count, files_under, lots, lots_of
from ledger.story import amendments
from ledger.words import Words

FEW = 200  # so many logs are judged before another process would be ready
SHOWN = 4  # so many consequences of one finding are printed
HANDFUL = 50  # logs that a process takes at once


class StyledLine(NamedTuple):
    """A line about a log, and how it looks on a terminal."""

    text: str
    look: str


class LogVerdict(NamedTuple):
    """What is kept of a report when there are many."""

    verdict: Verdict
    row: list[str]  # the verdict, the log, which game it was, who won, and the scores
    findings: list[StyledLine]
    cards: str  # the title of the card list it was judged with
    json: str
    start: str = ""  # what tells one game from another
    head: str = ""
    events: int = 0


def judged(log: tuple[str, Packed], laid: Mapping[str, Any]) -> Report:
    """The report on one log, whatever it is; `heads` are attested ends by the names of logs."""
    laid = {**laid}
    heads = laid.pop("heads", {})
    if heads:
        laid["head"] = next((head for name, head in heads.items() if names(name, log[0])), "")
    try:
        if log[1].trouble is not None:
            raise Unreadable("entry", None, log[1].trouble)
        return audit(log[1].data, GAMES, **laid)
    except Unreadable as error:
        return unjudgeable(error)


def names(name: str, log: str) -> bool:
    """Does somebody who writes this name mean that log? A path as it is printed, or its last parts."""
    return f"/{Path(log).as_posix()}".endswith(f"/{Path(name).as_posix()}")


def taken(lot: Lot) -> Iterator[tuple[str, Packed]]:
    """Every log of a lot; a file that cannot be read is one log that cannot be had."""
    try:
        yield from lot.taken()
    except Unreadable as error:
        yield lot.file, Packed(1, "", b"", error.words)


def gathered(paths: Iterable[Path]) -> Iterator[Lot]:
    """Everything that was asked for, in lots."""
    for path in paths:
        if str(path) == "-":
            yield from lots_of(pipe(), "-", HANDFUL, again=False)
        else:
            for file in files_under(path):
                yield from lots(file, HANDFUL)


@cache
def pipe() -> IO[bytes]:
    """What comes through the pipe, laid aside so that it can be looked at twice."""
    import shutil
    from tempfile import SpooledTemporaryFile

    aside = SpooledTemporaryFile(1 << 25)  # noqa: SIM115
    if sys.stdin is not None:  # a closed pipe has nothing in it
        shutil.copyfileobj(sys.stdin.buffer, aside)
    aside.seek(0)
    return cast(IO[bytes], aside)


def single(path: Path) -> tuple[str, Packed] | None:
    """The one log that a path leads to; None where it leads to many."""
    if path.is_dir():
        return None
    found = chain.from_iterable(
        map(taken, lots_of(pipe(), "-", 2, again=False) if str(path) == "-" else [Lot(str(path))])
    )
    first = next(found, (str(path), Packed(1, "", b"")))
    if next(found, None) is None:
        return str(path), first[1]
    if str(path) == "-":
        pipe().seek(0)
    return None


def expected(paths: Iterable[Path]) -> int:
    """About how many logs these are, for a bar on a terminal; nobody else needs to know."""
    if not sys.stderr.isatty():
        return 0
    return sum(count(file) for path in paths for file in files_under(path))


def heard(lots: Iterable[Lot], laid: dict[str, Any], *, json: bool, workers: int | None = None) -> Iterator[LogVerdict]:
    """Every log's report in short, in the order of the logs; `json`: for other programs, else in words."""
    others = workers or os.cpu_count() or 1
    held: list[Lot] = []
    waiting = iter(lots)
    for lot in waiting if others > 1 and workers is None else ():
        held.append(lot)
        if sum(map(len, held)) > FEW:
            break
    if others == 1 or (workers is None and sum(map(len, held)) <= FEW):
        for lot in chain(held, waiting):
            yield from _handful(([lot], laid, json))
    else:
        yield from _shared_out(chain(held, waiting), laid, others, json=json)


def findings(log: str, report: Report) -> Iterator[StyledLine]:
    """What was amended and what is wrong, a line each."""
    if report.force and report.game and report.rules:
        for amended in amendments(GAMES[report.game], report.force, catalogue=report.rules.catalogue):
            yield StyledLine(amended_text(log, amended), "faint")
    for finding, following in grouped(report.findings):
        yield StyledLine(finding_text(log, finding), "violation" if finding.severity == "violation" else "mild")
        yield from (StyledLine(f"  {finding_text(log, one)}", "faint") for one in following[:SHOWN])
        if len(following) > SHOWN:
            more = len(following) - SHOWN
            words = "  … and {n} more {n:thing that follows|things that follow} from it (--json lists them)"
            yield StyledLine(told(Words(words, n=more)), "faint")


def _told(log: str, report: Report, *, json: bool) -> LogVerdict:
    title = report.rules.deck.title if report.rules else ""
    if json:
        return LogVerdict(report.verdict, [], [], title, json_text(report_json(report, log)))
    row = [verdict_text(report), log, *_summary(report)]
    told_of = list(findings(log, report)) if report.verdict != "clean" else []
    start = sha256(ENCODER.encode(report.started)).hexdigest() if report.started else ""
    return LogVerdict(report.verdict, row, told_of, title, "", start, report.head, report.events)


def _summary(report: Report) -> list[str]:
    sheet = report.sheet
    if sheet is None or report.rules is None:
        return []
    scores = ", ".join(f"{name} {figure(sheet.total(name), sheet)}" for name in sheet.players)
    words = "{winners} share the win" if len(sheet.winners) > 1 else "{winners} won"
    won = Words(words, winners=together(sheet.winners)) if sheet.final else Words("not finished")
    return [f"{sheet.game} {sheet.edition}", told(won), scores]


# --- on every core ----------------------------------------------------------------------------------------------------


def _shared_out(lots: Iterable[Lot], laid: dict[str, Any], workers: int, *, json: bool) -> Iterator[LogVerdict]:
    """Handfuls go out while their answers come back in order: never more than a few are on their way."""
    from ledger.processes import hired, in_order

    broken = Failure(Words("a process of the audit was ended from outside; no log was touched, audit again"))
    with hired(workers, __name__, broken, speak, reader().code) as pool:
        for told in in_order(pool, _handful, ((some, laid, json) for some in _handfuls(lots)), 4 * workers):
            yield from told


def _handfuls(lots: Iterable[Lot]) -> Iterator[list[Lot]]:
    some: list[Lot] = []
    for lot in lots:
        some.append(lot)
        if sum(map(len, some)) >= HANDFUL:
            yield some
            some = []
    if some:
        yield some


def _handful(given: tuple[Iterable[Lot], dict[str, Any], bool]) -> list[LogVerdict]:
    lots, laid, json = given
    return [_told(log[0], judged(log, laid), json=json) for lot in lots for log in taken(lot)]
