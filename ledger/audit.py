"""The audit: every event judged against the rules, then every claim against the sheet, to the last line of the log."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, Literal, NamedTuple

from ledger.events import Event, GameEnded, GameStarted, ScoreAdjusted, ScoreClaimed, ScoreConfirmed
from ledger.game import Catalogue, Complaint, Game, Reading, Severity, Stranger
from ledger.lines import remarks_on, since_recovered
from ledger.log import Integrity, Scan, Unreadable, scan, stored
from ledger.recover import Salvaged, salvage
from ledger.score import ADJUSTED, Sheet, as_json, draw_up
from ledger.walk import SHARED, InForce, Record, Rules, in_force, open_record
from ledger.words import Points, Words, plainly

Verdict = Literal["clean", "findings", "damaged", "unjudgeable"]
Parts = Callable[[Record, InForce], Iterable[list[Event]]]
PRINTED = 16  # so many digits of a head stand in a report


class Finding(NamedTuple):
    """One thing the audit has to say about one event, or about the file."""

    n: int | None  # the event
    line: int | None  # where its text in force stands
    rule: str  # a heading in RULES.md, or a word of the ledger's own
    severity: Severity
    message: Words


class Report(NamedTuple):
    """What an audit found."""

    verdict: Verdict
    integrity: Integrity
    findings: list[Finding]
    game: str | None = None
    rules: Rules | None = None
    events: int = 0
    head: str = ""
    attested: bool = False
    sealed: bool = False
    started: GameStarted | None = None
    force: InForce | None = None
    sheet: Sheet | None = None
    unvouched: int | None = None  # the line from which on nothing is vouched for


def audit(
    data: bytes,
    games: Mapping[str, Game],
    *,
    chain: bool = True,
    head: str = "",
    under: str = "",
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
        record = open_record(game, force.events, under=under, options=options, catalogue=catalogue)
    except Unreadable as error:
        return unjudgeable(error, found)
    judged = [*judge(record, force, parts), *_of_lines(events)]
    findings = [*_faults(found), *_attested(found, head), *_unvouched(judged, kept)]
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
        draw_up(record),
        _first_unvouched(kept),
    )


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


def _unvouched(findings: list[Finding], kept: Salvaged) -> list[Finding]:
    """Past the damage nothing can be held against anybody; and lines may stand elsewhere than their numbers say."""
    since = _since(kept)
    if since is None:
        return findings
    told = []
    for finding in findings:
        beyond = finding.n is not None and finding.n >= since and finding.severity not in ("warning", "note")
        place = kept.places[finding.line - 1] if kept.places and finding.line is not None else finding.line
        told.append(finding._replace(severity="undecidable" if beyond else finding.severity, line=place))
    return told


def _since(kept: Salvaged) -> int | None:
    if kept.unvouched < len(kept.events):
        return kept.unvouched
    return since_recovered(kept.events)


def _first_unvouched(kept: Salvaged) -> int | None:
    since = _since(kept)
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


EARLY = Complaint("claimed before the game is over")
UNTOLD = Complaint("whether the game is over here cannot be told from the record", severity="undecidable")
FOREIGN = Words("judged with another card list than the one the log was recorded with")
UNDECIDED = Complaint("who won cannot be told from the record", severity="undecidable")


class Case:
    """A record before the auditor, and what was said about it so far."""

    __slots__ = ("claims", "early", "findings", "force", "idle", "record")

    def __init__(self, record: Record, force: InForce) -> None:
        self.record = record
        self.force = force
        self.findings: list[Finding] = []
        self.claims: set[str] = set()
        self.early = False  # it was said already that claims came before the end
        self.idle = False  # it was said already that play went on after the end

    def find(self, event: Event, rule: str, complaint: Complaint) -> None:
        """Note a complaint about an event."""
        self.findings.append(Finding(event.n, self.force.line(event.n), rule, complaint.severity, complaint))


def judge(record: Record, force: InForce, parts: Parts | None = None) -> list[Finding]:
    """Everything there is to say about the events in force, in their order; the record is folded on the way.

    `parts` gives the same events in pieces, for somebody who looks at the record in between.
    """
    case = Case(record, force)
    for part in [force.events] if parts is None else parts(record, force):
        judge_events(case, part)
    return ordered(case)


def judge_events(case: Case, events: list[Event]) -> None:
    """Hold each event against the rules, then believe it; what goes its usual way is both in one step."""
    record = case.record
    table, usual = record.table, record.game.usual
    swift = record.sheet is None and not record.ended
    for event in events:
        step = usual.get(type(event))
        try:
            if step is not None and swift and step(table, event):
                continue
        except Stranger:
            pass  # told by the long way
        _judge_event(case, event)
        swift = record.sheet is None and not record.ended


def _judge_event(case: Case, event: Event) -> None:
    """The long way: what the rules do by themselves, every rule about such an event, and what it does."""
    record, kind = case.record, type(event)
    game, table = record.game, record.table
    if kind not in game.apply:
        _shared(case, event)
        return
    if record.ended:
        _after_the_end(case, event)
    record.sheet = None
    try:
        if table.owed:
            _overdue(case, event)
        if kind in game.advance:
            game.advance[kind](table, event)
        for rule, check in game.rules[kind]:
            complaint = check(table, event)
            if complaint is not None and not record.ended:
                case.find(event, rule, complaint)
        game.apply[kind](table, event)
    except Stranger as stranger:
        case.find(event, "entry", Complaint("'{found}' is not at this table", found=stranger.args[0]))
        game.doubt(table, event)


def _overdue(case: Case, event: Event) -> None:
    """Something had to be the very next event; if this is not it, that is said once and the game goes on."""
    rule, check = case.record.game.overdue
    complaint = check(case.record.table, event)
    if complaint is not None:
        case.find(event, rule, complaint)
        case.record.game.lapse(case.record.table)


def ordered(case: Case) -> list[Finding]:
    """All findings in the order of the game, with what the whole of it gives reason to say."""
    findings = [*case.findings]
    for n, rule, complaint in case.record.game.remarks(case.record.table):
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


def _shared(case: Case, event: Event) -> None:
    kind = type(event)
    check = _claim(kind)
    if check is not None:
        check(case, event)
    if kind in SHARED:
        SHARED[kind](case.record, event)


@cache
def _claim(kind: type) -> Callable[[Case, Any], None] | None:
    return next((check for claim, check in CLAIMS.items() if issubclass(kind, claim)), None)


def _after_the_end(case: Case, event: Event) -> None:
    """Once the table has said who won, only notes, adjustments, confirmations, amendments and the seal may follow."""
    if not case.idle:
        case.idle = True
        case.find(event, "entry", Complaint("play goes on after game_ended"))


def _started(case: Case, event: GameStarted) -> None:
    if event.n != 0:
        case.find(event, "entry", Complaint("a game starts once, on the first line"))


def _player_known(case: Case, event: Any) -> bool:
    if event.player in case.record.table.players:
        return True
    case.find(event, "entry", Complaint("'{found}' is not at this table", found=event.player))
    return False


def _too_early(case: Case, event: Event, rule: str) -> bool:
    """A claim before the game is over is said once, and its figures are not compared with a sheet still moving."""
    game, table = case.record.game, case.record.table
    over = game.over(table)
    if case.record.ended or over is True:
        return False
    unknown = over is None
    if not case.early:
        case.early = True
        case.find(event, rule, UNTOLD if unknown else _early(game.lacking(table)))
    return not unknown


def _early(lacking: Words | None) -> Complaint:
    return Complaint("claimed before the game is over: {why}", why=lacking) if lacking else EARLY


def _claimed(case: Case, event: Any) -> None:
    if not _player_known(case, event):
        return
    if case.record.ended:
        _after_the_end(case, event)
    elif event.player in case.claims:
        case.find(event, "score", Complaint("{player} has claimed a score already", player=event.player))
    elif not _too_early(case, event, "score"):
        case.claims.add(event.player)
        _compare(case, event)


def _compare(case: Case, event: Any) -> None:
    """The claim beside the sheet: one finding however many figures are wrong."""
    sheet = draw_up(case.record)
    due = {**sheet.figures[event.player], "total": sheet.total(event.player)}
    wrong = [name for name, figure in due.items() if name != ADJUSTED and getattr(event, name) not in (None, figure)]
    if not wrong:
        return
    claimed = {name: getattr(event, name) for name in due if name != ADJUSTED}
    left = _left_unclaimed(case, event, wrong, claimed, due)
    if left and claimed["total"] in (None, due["total"] - left, due["total"]):
        wrong = [name for name in wrong if name != "total"]
    if wrong:
        case.find(event, "score", _wrong_claim(event.player, wrong, claimed, due, sheet.scale))


def _left_unclaimed(case: Case, event: Any, wrong: list[str], claimed: dict[str, int], due: dict[str, int]) -> int:
    """Points that a player may leave unclaimed are a note; the figure is then not wrong."""
    left = 0
    for name in [name for name in wrong if name != "total"]:
        forgone = case.record.game.forgone(case.record.table, event.player, name, due[name] - claimed[name])
        if forgone is not None:
            case.find(event, *forgone)
            left += due[name] - claimed[name]
            wrong.remove(name)
    return left


def _wrong_claim(player: str, wrong: list[str], claimed: dict[str, int], due: dict[str, int], scale: int) -> Complaint:
    return Complaint(
        "{player} claims {found}; the table is worth {expected}",
        player=player,
        found=[_figure(name, claimed[name], scale) for name in wrong],
        expected=[_figure(name, due[name], scale) for name in wrong],
    )


def _figure(category: str, value: int, scale: int) -> Words:
    return Words("{category} {points}", category=category, points=Points(value, scale))


def _adjusted(case: Case, event: ScoreAdjusted) -> None:
    _player_known(case, event)


def _confirmed(case: Case, event: ScoreConfirmed) -> None:
    _player_known(case, event)


def _winners(case: Case, event: GameEnded) -> None:
    if case.record.ended:
        _after_the_end(case, event)
        return
    if _too_early(case, event, "winners"):
        return
    due = draw_up(case.record).winners
    if not due:
        case.find(event, "winners", UNDECIDED)
        return
    if sorted(event.winners) != sorted(due):
        complaint = Complaint("the table names {found}; won by {expected}", found=event.winners, expected=due)
        case.find(event, "winners", complaint)


CLAIMS: dict[type, Callable[[Case, Any], None]] = {
    GameStarted: _started,
    ScoreClaimed: _claimed,
    ScoreAdjusted: _adjusted,
    ScoreConfirmed: _confirmed,
    GameEnded: _winners,
}


# --- for other programs -----------------------------------------------------------------------------------------------


def report_json(report: Report, log: str) -> dict[str, Any]:
    """A report as `audit --json` prints it."""
    return {
        "log": log,
        "game": report.game,
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
        "message": str(finding.message),
        "expected": plainly(values.get("expected")),
        "found": plainly(values.get("found")),
    }
