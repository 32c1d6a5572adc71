"""What an amendment would change, for a person who decides and for a program that asks."""

from typing import Any

from cli.reader import reader, told
from cli.render import complain, say
from ledger.amend import Preview
from ledger.audit import Finding
from ledger.words import Points, Words


def say_change(change: Preview) -> None:
    """The entry before and after, the scores that move, the findings that come and go; a warning if it gets worse."""
    if change.before is not None:
        say(Words("  it stands: {event}", event=change.before))
    said = Words("  it would stand: {event}", event=change.after) if change.after else Words("  it would be taken out")
    say(said)
    for player, (before, after) in change.totals.items():
        if before != after:
            template = "  score of {player}: {before} before, {after} after"
            both = {"before": Points(before, change.scale), "after": Points(after, change.scale)}
            say(Words(template, player=player, **both))
    for finding in change.gone:
        say(Words("  no longer found: {finding}", finding=_told(finding)))
    for finding in change.come:
        say(Words("  found then: {finding}", finding=_told(finding)))
    if change.worse:
        complain(Words("  careful: this makes the record worse; it would break more rules than it does now"))


def _told(finding: Finding) -> str:
    speak = reader()
    place = "" if finding.n is None else f"{finding.n}: "
    return f"{place}{speak.term(finding.severity)}, {speak.term(finding.rule)}: {told(finding.message)}"


def change_json(change: Preview) -> dict[str, Any]:
    """The same for a program."""
    return {
        "before": None if change.before is None else str(change.before),
        "after": None if change.after is None else str(change.after),
        "totals": {player: list(both) for player, both in change.totals.items()},
        "gone": [_row(finding) for finding in change.gone],
        "come": [_row(finding) for finding in change.come],
        "worse": change.worse,
    }


def _row(finding: Finding) -> dict[str, Any]:
    found = {"n": finding.n, "rule": finding.rule, "severity": finding.severity}
    return found | {"message": str(finding.message)}
