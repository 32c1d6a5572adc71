"""The audit: every event judged against the rules, then every claim against the sheet, to the last line of the log."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from threading import Lock
from typing import Any, Literal, NamedTuple

from ledger.claims import Breach
from ledger.doubt import Doubt
from ledger.events import Event, GameStarted
from ledger.game import Catalogue, Game, Reading, Severity, failing
from ledger.lines import remarks_on, since_recovered
from ledger.log import Integrity, LogError, Scan, Unreadable, scan, stored
from ledger.recover import Salvaged, salvage
from ledger.score import Sheet, added_up, as_json, draw_up
from ledger.walk import InForce, Record, Rules, in_force, open_record, walk
from ledger.words import Words, plainly

Verdict = Literal["clean", "findings", "damaged", "unjudgeable"]
Parts = Callable[[Record, InForce], Iterable[int]]
PRINTED = 16  # so many digits of a head stand in a report


class Finding(NamedTuple):
    """One thing the audit has to say about one event, or about the file."""

    n: int | None  # the event
    line: int | None  # where its text in force stands
    rule: str  # a heading in RULES.md, or a word of the ledger's own
    severity: Severity
    message: Words
    of: int | None = None  # a consequence: the event of the finding that explains it


class Report(NamedTuple):
    """What an audit found."""

    verdict: Verdict
    integrity: Integrity  # of the file: its chain, its end and its seal
    findings: list[Finding]  # in the order of the log
    game: str | None = None
    rules: Rules | None = None  # the readings and the card list it was judged by
    events: int = 0  # lines of the log, amendments included
    head: str = ""  # the hash of the last complete entry
    attested: bool = False  # that hash was known beforehand: nothing was cut off the end
    sealed: bool = False
    started: GameStarted | None = None  # the first line
    force: InForce | None = None  # the events as amendments leave them
    sheet: Sheet | None = None  # what the table is worth; None: it cannot be told
    unvouched: int | None = None  # the line from which on nothing is vouched for
    package: str = ""  # who brought the game, if it is none of ours


def audit(
    data: bytes,
    games: Mapping[str, Game],
    *,
    chain: bool = True,
    head: str = "",
    under: str = "",
    letter: bool = False,
    options: Mapping[str, Reading] | None = None,
    catalogue: Catalogue | None = None,
    parts: Parts | None = None,
) -> Report:
    """Judge a log from its bytes: what is damaged, what breaks a rule, and what the game is worth."""
    found: Scan | None = None
    try:
        found = scan(data, chain=chain)
        if not found.lines and not _opens(found, games):
            return Report("damaged", found.integrity, [*_faults(found), *_attested(found, head)], head=found.head)
        kept = salvage(found, games)
        game, events = kept.game, kept.events
        force = in_force(events)
        with its_own_affair(game):
            record = open_record(game, force.events, under=under, letter=letter, options=options, catalogue=catalogue)
            judged = [*judge(record, force, parts), *_of_lines(events)]
            sheet = draw_up(record) if game.package else added_up(record)  # what fails in another's fails in here
    except Unreadable as error:
        return unjudgeable(error, found)
    since = _since(kept)
    findings = [*_faults(found), *_attested(found, head), *_unvouched(judged, kept, since)]
    return Report(
        _verdict(found.integrity, findings),
        found.integrity,
        findings,
        game.name,
        record.rules,
        len(events) - kept.lost,
        found.head,
        found.integrity == "ok" and _names(head, found.head),
        found.sealed,
        force.events[0],  # type: ignore[arg-type]
        force,
        sheet,
        _first_unvouched(kept, since),
        game.package,
    )


@contextmanager
def its_own_affair(game: Game) -> Iterator[None]:
    """A game from outside that fails on a log cannot judge that one, and keeps nobody from judging others."""
    try:
        yield
    except LogError:
        raise
    except Exception as error:
        if not game.package:
            raise
        raise Unreadable("entry", None, failing(game, error)) from error


def _opens(found: Scan, games: Mapping[str, Game]) -> bool:
    """Whether a damaged first line can at least be read."""
    try:
        return bool(found.beyond) and bool(salvage(found, games))
    except Unreadable:
        return False


def unjudgeable(error: Unreadable, found: Scan | None = None) -> Report:
    """The report on something that cannot be judged, and why."""
    finding = Finding(None, error.line, error.rule, "violation", error.words)
    if found is None:
        return Report("unjudgeable", "unreadable", [finding])
    return Report("unjudgeable", found.integrity, [*_faults(found), finding], head=found.head, sealed=found.sealed)


def _verdict(integrity: Integrity, findings: list[Finding]) -> Verdict:
    if integrity != "ok":
        return "damaged"
    return "findings" if any(finding.severity == "violation" for finding in findings) else "clean"


def _faults(found: Scan) -> list[Finding]:
    return [Finding(None, fault.line, fault.rule, "violation", fault.words) for fault in found.faults]


def _of_lines(events: list[Event]) -> list[Finding]:
    return [
        Finding(n, None if n is None else n + 1, rule, complaint.severity, complaint)
        for n, rule, complaint in remarks_on(events)
    ]


def _unvouched(findings: list[Finding], kept: Salvaged, since: int | None) -> list[Finding]:
    """Past the damage nothing can be held against anybody; and lines may stand elsewhere than their numbers say."""
    if since is None:
        return findings
    told = []
    for finding in findings:
        beyond = finding.n is not None and finding.n >= since and finding.severity not in ("warning", "note")
        place = kept.places[finding.line - 1] if kept.places and finding.line is not None else finding.line
        told.append(
            finding._replace(severity="undecidable", line=place, of=None) if beyond else finding._replace(line=place)
        )
    return told


def _since(kept: Salvaged) -> int | None:
    if kept.unvouched < len(kept.events):
        return kept.unvouched
    return since_recovered(kept.events)


def _first_unvouched(kept: Salvaged, since: int | None) -> int | None:
    if since is None:
        return None
    return kept.places[since] if kept.places and since < len(kept.places) else since + 1


def _attested(found: Scan, head: str) -> list[Finding]:
    """A chain cannot see its own end being cut off; somebody who noted the head can."""
    if not head or _names(head, found.head):
        return []
    ends = [stored(line) for line in found.lines]
    at = next((at for at, end in enumerate(ends, 1) if _names(head, end)), None)
    if at is not None:
        words = Words(
            "the attested end is on line {expected}; the log goes on to line {found}", expected=at, found=len(ends)
        )
        return [Finding(None, at, "chain", "violation", words)]
    told = 8 if head[:8] != found.head[:8] else 64
    words = Words(
        "the attested end {expected}… is not here: the log ends in {found}…; lines were cut off, or it is another log",
        expected=head[:told],
        found=found.head[:told],
    )
    return [Finding(None, None, "chain", "violation", words)]


def _names(head: str, end: str) -> bool:
    """A head is noted whole, or as far as a report prints it."""
    return len(head) >= PRINTED and end.startswith(head)


# --- judging ----------------------------------------------------------------------------------------------------------

FOREIGN = Words("judged with another card list than the one the log was recorded with")


class Case:
    """A record before the auditor, what was said about it so far, and what that leaves in doubt."""

    __slots__ = ("_explaining", "_findings", "_unexplained", "doubt", "force", "place", "record", "righted")

    def __init__(self, record: Record, force: InForce) -> None:
        self.record = record
        self.force = force
        self.place = 0  # so many of the events in force are judged
        self._findings: list[Finding] = []
        self._unexplained: deque[tuple[int, list[Breach]]] = deque()  # said, not yet asked why
        self._explaining = Lock()
        self.doubt = Doubt(record, force.events)
        self.righted: Record | None = None  # the game by which claims are judged that a mistake made come too early

    def judge(self, end: int) -> None:
        """Hold events up to this place against the rules, and believe them."""
        while self.place < end:
            begun, until = self.place, end if self.righted is None else self.place + 1
            self.place, breaches = walk(self.record, self.force.events, begun, until)
            if self.righted is not None:
                instead = walk(self.righted, self.force.events, begun, until)[1]
                breaches = breaches or instead
            if breaches:
                self._unexplained.append((self.place - 1, breaches))
                if self.record.early and self.righted is None:
                    self._put_right()

    def _put_right(self) -> None:
        """Where an earlier mistake is why claims come too early, judge them by the game in which it is put right."""
        if self.findings[-1].of is not None and self.doubt.righted is not None:
            self.righted = self.doubt.righted.copy()

    @property
    def findings(self) -> list[Finding]:
        """What was said so far. Which of it follows from which takes longest, so it is worked out when it is asked.

        It looks at nothing but events that were judged, so that others may be judged meanwhile, in another thread.
        """
        with self._explaining:
            while self._unexplained:
                self._find(*self._unexplained.popleft())
        return self._findings

    def _find(self, place: int, breaches: list[Breach]) -> None:
        """Note what is said about an event; what an earlier finding explains is its consequence."""
        event = self.force.events[place]
        cause: int | None = None
        wrong = [complaint for _, complaint in breaches if complaint.severity == "violation"]
        if wrong:
            cause = self.doubt.cause(place, wrong)
        for rule, complaint in breaches:
            follows = cause is not None and complaint.severity == "violation"
            severity: Severity = "consequence" if follows else complaint.severity
            line, of = self.force.line(event.n), cause if follows else None
            self._findings.append(Finding(event.n, line, rule, severity, complaint, of))


def judge(record: Record, force: InForce, parts: Parts | None = None) -> list[Finding]:
    """Everything there is to say about the events in force, in their order; the record is folded on the way.

    `parts` gives the places up to which to judge at a time, for somebody who looks at the record in between.
    """
    case = Case(record, force)
    for end in [len(force.events)] if parts is None else parts(record, force):
        case.judge(end)
    return ordered(case)


def ordered(case: Case) -> list[Finding]:
    """All findings in the order of the game, with what the whole of it gives reason to say."""
    findings = [*case.findings]
    for n, rule, complaint in case.record.game.course.remarks(case.record.table):
        line = None if n is None else case.force.line(n)
        findings.append(Finding(n, line, rule, complaint.severity, complaint))
    for event, complaint in case.force.refused:
        findings.append(Finding(event.n, event.n + 1, "entry", complaint.severity, complaint))
    if case.record.rules.foreign:
        findings.append(Finding(0, case.force.line(0), "entry", "warning", FOREIGN))
    if len(findings) > 1:
        places = {event.n: place for place, event in enumerate(case.force.events)}
        end = len(places)
        findings.sort(key=lambda finding: end if finding.n is None else places.get(finding.n, finding.n))
    return findings


def grouped(findings: Iterable[Finding]) -> list[tuple[Finding, list[Finding]]]:
    """Every finding with what follows from it."""
    groups: dict[int, tuple[Finding, list[Finding]]] = {}
    found: list[tuple[Finding, list[Finding]]] = []
    for finding in findings:
        if finding.of is not None and finding.of in groups:
            groups[finding.of][1].append(finding)
            continue
        found.append((finding, []))
        if finding.severity == "violation" and finding.n is not None:
            groups[finding.n] = found[-1]
    return found


# --- for other programs -----------------------------------------------------------------------------------------------


def report_json(report: Report, log: str) -> dict[str, Any]:
    """A report as `audit --json` prints it."""
    return {
        "log": log,
        "game": report.game,
        **({"package": report.package} if report.package else {}),
        "edition": report.rules.edition if report.rules else None,
        "options": report.rules.options if report.rules else {},
        "events": report.events,
        "head": report.head,
        "attested": report.attested,
        "integrity": report.integrity,
        "verdict": report.verdict,
        "findings": [finding_json(finding) for finding in report.findings],
        "sheet": as_json(report.sheet) if report.sheet else None,
    }


def finding_json(finding: Finding) -> dict[str, Any]:
    """A finding with its sentence in English, and what was expected and found as values of their own."""
    values = finding.message.values
    return {
        "n": finding.n,
        "line": finding.line,
        "rule": finding.rule,
        "severity": finding.severity,
        "of": finding.of,
        "message": str(finding.message),
        "expected": plainly(values.get("expected")),
        "found": plainly(values.get("found")),
    }
