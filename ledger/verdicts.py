"""A league judge's list of many logs: what needs a person first, and every finding beside what happened around it."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args

from ledger.audit import PRINTED, Finding, Report, Verdict, finding_json, grouped
from ledger.claims import written_down
from ledger.exports.page import page, tagged
from ledger.exports.table_files import csv_text
from ledger.game import Complaint, Game
from ledger.rulebook import rule_title
from ledger.story import story
from ledger.words import Points, Words
from ledger.words.speech import ENGLISH, Language

Kind = Literal["file", "move", "slip", "arithmetic", "consequence", "undecidable", "remark"]
KINDS: tuple[Kind, ...] = get_args(Kind)

OF_THE_FILE = ("chain", "seal", "torn", "limit")
OF_THE_PAD = ("score", "winners")
OF_THE_PEN = ("entry", "holdings")
AROUND = 3  # so many events before and after a finding are told
FOLLOWS = 6  # so many consequences of one finding are told


class Told(NamedTuple):
    """An event in words, near a finding."""

    n: int
    words: Words


class FoundInLog(NamedTuple):
    """A finding, what kind of mistake it is, what follows from it, and what happened around it."""

    finding: Finding
    kind: Kind
    follows: list[Finding]
    around: list[Told]


class Claim(NamedTuple):
    """A player's total: as the table wrote it (None: it did not), and as the rules have it."""

    player: str
    claimed: int | None
    worth: int
    right: bool  # also every other figure that was written down


class LeagueLog(NamedTuple):
    """One log of the league."""

    log: str
    game: Game | None
    report: Report
    found: list[FoundInLog]
    claims: list[Claim]
    said_won: tuple[str, ...] | None  # None: nobody said
    edition: str | None = None  # by which it was judged

    @property
    def counts(self) -> Counter[Kind]:
        """How many findings of each kind."""
        kinds = Counter(one.kind for one in self.found)
        kinds["consequence"] += sum(len(one.follows) for one in self.found)
        return kinds

    @property
    def won(self) -> list[str]:
        """Who won by the rules."""
        return self.report.sheet.winners if self.report.sheet else []


def judged(log: str, report: Report, games: Mapping[str, Game]) -> LeagueLog:
    """What a judge needs of one report."""
    game = games[report.game] if report.game else None
    events = report.force.events if report.force else []
    claims, said_won = written_down(events)
    told = _told(game, report)
    places: dict[int | None, int] = {one.n: at for at, one in enumerate(told)}
    found = [
        FoundInLog(finding, kind_of(finding), following, _around(told, places.get(finding.n)))
        for finding, following in grouped(report.findings)
    ]
    edition = report.rules.edition if report.rules else None
    said = report._replace(rules=None, force=None)  # what is said of it is said: that can be handed on
    return LeagueLog(log, game, said, found, _claims(report, claims), said_won, edition)


def kind_of(finding: Finding) -> Kind:
    """What kind of mistake this is: each condition says which it guards against.

    A slip of the scribe is what cannot have happened at a table, or not unseen: a card in two places, coins that nobody
    has, a bid that is missing. Arithmetic is the right thing with a wrong figure. What hands can do and the rules
    forbid is an illegal move.
    """
    if finding.severity == "consequence":
        return "consequence"
    if finding.severity == "undecidable":
        return "undecidable"
    if finding.severity != "violation":
        return "remark"
    if finding.rule in OF_THE_PAD:
        return "arithmetic"
    if finding.rule in OF_THE_FILE or finding.n is None:
        return "file"
    if finding.rule in OF_THE_PEN:
        return "slip"
    mistake = finding.message.mistake if isinstance(finding.message, Complaint) else "move"
    return "arithmetic" if mistake == "sum" else mistake


def _claims(report: Report, claims: Mapping[str, Any]) -> list[Claim]:
    sheet = report.sheet
    if sheet is None:
        return []
    wrong = {
        finding.message.values.get("player")
        for finding in report.findings
        if finding.rule == "score" and finding.severity in ("violation", "consequence")
    }
    return [
        Claim(player, getattr(claims.get(player), "total", None), sheet.total(player), player not in wrong)
        for player in sheet.players
    ]


def _told(game: Game | None, report: Report) -> list[Told]:
    """Every event in words, of a log of which something is to be said."""
    if game is None or report.force is None or report.rules is None or not report.findings:
        return []
    moments = story(game, report.force.events, catalogue=report.rules.catalogue)
    return [Told(moment.event.n, moment.words) for moment in moments]


def _around(told: Sequence[Told], at: int | None) -> list[Told]:
    return [] if at is None else list(told[max(0, at - AROUND) : at + AROUND + 1])


# --- in the order of need ---------------------------------------------------------------------------------------------


def in_need(logs: Iterable[LeagueLog]) -> list[LeagueLog]:
    """What needs a person first: what cannot be judged, damage, another winner, illegal moves, then the rest."""
    return sorted(logs, key=lambda one: (_need(one), one.log))


def _need(one: LeagueLog) -> int:
    counts = one.counts
    if one.report.verdict in ("unjudgeable", "damaged"):
        return 0 if one.report.verdict == "unjudgeable" else 1
    if counts["arithmetic"] and one.said_won is not None and sorted(one.said_won) != sorted(one.won):
        return 2
    for need, kind in enumerate(("move", "arithmetic", "slip", "file", "undecidable"), 3):
        if counts[kind]:  # type: ignore[index]
            return need
    return 9


def state(one: LeagueLog) -> str:
    """The verdict, and `open` where a clean log has something that cannot be decided."""
    return "open" if one.report.verdict == "clean" and one.counts["undecidable"] else one.report.verdict


# --- for other programs -----------------------------------------------------------------------------------------------


def verdicts_json(logs: Sequence[LeagueLog]) -> dict[str, Any]:
    """The list as `verdicts --json` prints it."""
    counts = Counter(one.report.verdict for one in logs)
    return {
        "logs": [_log_json(one) for one in logs],
        "counts": {verdict: counts[verdict] for verdict in get_args(Verdict)},
    }


def _log_json(one: LeagueLog) -> dict[str, Any]:
    report = one.report
    return {
        "log": one.log,
        "verdict": report.verdict,
        "integrity": report.integrity,
        "game": report.game,
        "edition": one.edition,
        "events": report.events,
        "sealed": report.sealed,
        "head": report.head,
        "players": [claim._asdict() for claim in one.claims],
        "winners": one.won,
        "said_won": one.said_won,
        "kinds": {kind: one.counts[kind] for kind in KINDS},
        "findings": [
            {**finding_json(finding), "kind": kind_of(finding)}
            for found in one.found
            for finding in (found.finding, *found.follows)
        ],
    }


def verdicts_csv(logs: Sequence[LeagueLog]) -> str:
    """One row a log; English in every language, because programs read it."""
    head = [
        "log", "verdict", "integrity", "game", "edition", "events", "sealed", "players", "totals", "claimed", "winners",
        "said_won", *KINDS, "first", "head",
    ]  # fmt: skip
    return csv_text(head, [_csv_row(one) for one in logs])


def _csv_row(one: LeagueLog) -> list[Any]:
    report, scale = one.report, one.report.sheet.scale if one.report.sheet else 1
    totals = [_figure(claim.worth, scale, ENGLISH) for claim in one.claims]
    claimed = ["?" if claim.claimed is None else _figure(claim.claimed, scale, ENGLISH) for claim in one.claims]
    first = next((f"{_place(found.finding)}{found.finding.rule}: {found.finding.message}" for found in one.found), "")
    return [
        one.log, report.verdict, report.integrity, report.game, one.edition,
        report.events, report.sealed, "; ".join(claim.player for claim in one.claims), "; ".join(totals),
        "; ".join(claimed), "; ".join(one.won), None if one.said_won is None else "; ".join(one.said_won),
        *(one.counts[kind] for kind in KINDS), first, report.head,
    ]  # fmt: skip


def _place(finding: Finding) -> str:
    return "" if finding.line is None else f"{finding.line}: "


def _figure(value: int, scale: int, speak: Language) -> str:
    return speak.told(Points(value, scale))


# --- a page -----------------------------------------------------------------------------------------------------------

HEADINGS = (Words("Log"), Words("Verdict"), Words("Game"), Words("Players"), Words("Findings"), Words("Head"))
CALLED: dict[Kind, Words] = {
    "file": Words("Fault in the file"),
    "move": Words("Illegal move"),
    "slip": Words("Slip of the scribe"),
    "arithmetic": Words("Wrong figure"),
    "consequence": Words("Consequence"),
    "undecidable": Words("Undecidable"),
    "remark": Words("Remark"),
}


def numbered(kind: Kind, n: int) -> Words:
    """So many findings of a kind."""
    told: dict[Kind, Words] = {
        "file": Words("{n} {n:fault in the file|faults in the file}", n=n),
        "move": Words("{n} {n:illegal move|illegal moves}", n=n),
        "slip": Words("{n} {n:slip of the scribe|slips of the scribe}", n=n),
        "arithmetic": Words("{n} {n:wrong figure|wrong figures}", n=n),
        "consequence": Words("{n} {n:consequence|consequences}", n=n),
        "undecidable": Words("{n} undecidable", n=n),
        "remark": Words("{n} {n:remark|remarks}", n=n),
    }
    return told[kind]


def verdicts_page(logs: Sequence[LeagueLog], speak: Language = ENGLISH) -> str:
    """The list, then every log of which something is to be said; the same bytes wherever it is made."""
    style = (Path(__file__).parent / "verdicts.css").read_text("utf-8")
    title = speak("Verdicts on {n} {n:log|logs}", n=len(logs))
    body = [f"<h1>{tagged(title)}</h1>", _summary(logs, speak), _list(logs, speak)]
    body += [_section(at, one, speak) for at, one in enumerate(logs, 1) if one.found]
    return page(tagged(title), "\n".join(body), speak, style)


def _summary(logs: Sequence[LeagueLog], speak: Language) -> str:
    counts = Counter(one.report.verdict for one in logs)
    figures = "".join(
        f"<div><b>{counted}</b><span class={word}>{tagged(said)}</span></div>"
        for word in get_args(Verdict)
        if counts[word]
        for counted, _, said in [speak.counted(counts[word], word).partition(" ")]
    )
    order = speak("What needs a person comes first. Whoever judges the same logs with Quaestor gets the same page.")
    return f"<p class=faint>{tagged(order)}</p><div class=figures>{figures}</div>"


def _list(logs: Sequence[LeagueLog], speak: Language) -> str:
    head = "<th class=n></th>" + "".join(f"<th>{tagged(speak(words))}</th>" for words in HEADINGS)
    rows = "".join(_row(at, one, speak) for at, one in enumerate(logs, 1))
    return f"<div class=wide><table class=list id=list><tr>{head}</tr>{rows}</table></div>"


def _row(at: int, one: LeagueLog, speak: Language) -> str:
    report = one.report
    name = f'<a href="#log-{at}">{tagged(one.log)}</a>' if one.found else tagged(one.log)
    game = f"{speak.text(one.game.title)} ({one.edition})" if one.game and one.edition else ""
    return (
        f"<tr><td class=n>{at}</td><td class=log>{name}</td><td>{_verdict(one, speak)}</td><td>{tagged(game)}</td>"
        f"<td class=people>{_people(one, speak)}</td><td>{_kinds(at, one, speak)}</td>"
        f"<td><code>{report.head[:PRINTED]}</code></td></tr>\n"
    )


def _verdict(one: LeagueLog, speak: Language) -> str:
    word = state(one)
    told = speak("clean, something open") if word == "open" else speak.term(one.report.verdict)
    return f'<span class="verdict {word}">{tagged(told)}</span>'


def _people(one: LeagueLog, speak: Language) -> str:
    """Everybody's points, the winners in bold, a wrong claim struck through; who was said to have won instead."""
    scale = one.report.sheet.scale if one.report.sheet else 1
    cells = []
    for claim in one.claims:
        name, worth = tagged(claim.player), _figure(claim.worth, scale, speak)
        name = f"<b>{name}</b>" if claim.player in one.won else name
        wrong = claim.claimed is not None and claim.claimed != claim.worth
        mark = f" <del>{_figure(claim.claimed, scale, speak)}</del>" if wrong and claim.claimed is not None else ""
        cells.append(f"<span>{name}{mark} {worth}{'' if claim.right or wrong else ' *'}</span>")
    told = ", ".join(cells)
    if one.said_won is not None and sorted(one.said_won) != sorted(one.won):
        said = speak("the table says: won by {winners}", winners=list(one.said_won) or "-")
        told += f"<br><span class=findings>{tagged(said)}</span>"
    return told


def _kinds(at: int, one: LeagueLog, speak: Language) -> str:
    """How many of each kind, each kind leading to its first."""
    first: dict[Kind, int] = {}
    for number, found in enumerate(one.found, 1):
        first.setdefault(found.kind, number)
        if found.follows:
            first.setdefault("consequence", number)
    return "<br>".join(
        f'<a href="#log-{at}-{first[kind]}">{tagged(speak(numbered(kind, one.counts[kind])))}</a>'
        for kind in KINDS
        if one.counts[kind]
    )


def _section(at: int, one: LeagueLog, speak: Language) -> str:
    back = f' <a class=back href="#list" title="{tagged(speak("back to the list"))}">↑</a>'
    parts = [
        f'<section id="log-{at}"><h2>{at}. {tagged(one.log)} {_verdict(one, speak)}{back}</h2>',
        _about(one, speak),
    ]
    parts += [_finding(f"log-{at}-{number}", one, found, speak) for number, found in enumerate(one.found, 1)]
    return "\n".join([*parts, "</section>"])


def _about(one: LeagueLog, speak: Language) -> str:
    report = one.report
    if one.edition is None or one.game is None or report.started is None:
        return f"<p class=faint><code>{report.head}</code></p>"
    told = speak(
        "{game} ({edition}), {events} {events:event|events}, {sealed}",
        game=speak.text(one.game.title),
        edition=one.edition,
        events=report.events,
        sealed=Words("sealed") if report.sealed else Words("not sealed"),
    )
    when = "" if not report.started.ts else f", {report.started.ts[:10]}"
    head = f"<p class=faint>{tagged(told + when)}<br><code>{report.head}</code></p>"
    return f"{head}<p class=people>{_people(one, speak)}</p>"


def _finding(name: str, one: LeagueLog, found: FoundInLog, speak: Language) -> str:
    finding = found.finding
    line = "" if finding.line is None else speak("line {line}", line=finding.line)
    about = " · ".join(part for part in (speak(CALLED[found.kind]), line, _rule(one, finding, speak)) if part)
    rows = "".join(
        f"<tr{' class=here' if told.n == finding.n else ''}><td class=n>{told.n + 1}</td>"
        f"<td>{tagged(speak(told.words))}</td></tr>"
        for told in found.around
    )
    around = f"<table class=around>{rows}</table>" if rows else ""
    return (
        f'<div class="finding {found.kind}" id="{name}"><h3>{tagged(about)}</h3>'
        f"<p>{tagged(speak(finding.message))}</p>{around}{_follows(found, speak)}</div>"
    )


def _rule(one: LeagueLog, finding: Finding, speak: Language) -> str:
    """The rule by its number and heading."""
    title = rule_title(one.game, finding.rule, one.edition, speak.code) if one.game and one.edition else ""
    return title or speak.term(finding.rule)


def _follows(found: FoundInLog, speak: Language) -> str:
    if not found.follows:
        return ""
    told = [tagged(speak("line {line}: {what}", line=one.line, what=one.message)) for one in found.follows[:FOLLOWS]]
    more = len(found.follows) - FOLLOWS
    told += [tagged(speak("… and {n} more", n=more))] if more > 0 else []
    head = tagged(speak("Only because of this, these do not fit either:"))
    return f"<p class=follows>{head}<br>{'<br>'.join(told)}</p>"
