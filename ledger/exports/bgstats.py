"""A play for a tracker: a link that a phone with BG Stats opens."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from urllib.parse import quote

import msgspec

from ledger.archive.rows import rank
from ledger.exports import Export, Played, points
from ledger.score import Sheet, deck_note
from ledger.words.plain import plain
from ledger.words.speech import Language

BGSTATS = "https://app.bgstatsapp.com/createPlay.html?data="


def play(one: Played) -> dict[str, Any]:
    """A play as BG Stats' push link documents it."""
    sheet, started, report = one.sheet, one.report.started, one.report
    assert started is not None and report.force is not None
    totals = {player: sheet.total(player) for player in sheet.figures}
    found: dict[str, Any] = {
        "sourceName": "Quaestor",
        "sourcePlayId": report.force.events[0].ts + " " + report.head[:16] if not report.head else report.head,
        "playDate": started.ts[:19].replace("T", " "),
        "durationMin": _minutes(started.ts, report.force.events[-1].ts),
        "board": sheet.edition,
        "comments": plain(" · ".join(filter(None, (started.title, noted(sheet))))),
        "location": plain(started.place),
        "game": {
            "name": one.game.title,
            "sourceGameId": one.game.name,
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {
                "name": plain(player),
                "sourcePlayerId": plain(player),
                "score": str(points(totals[player], sheet.scale)) if player not in sheet.spans else "",
                "rank": rank(player, totals, sheet.winners) if sheet.final and not sheet.spans else 0,
                "winner": player in sheet.winners,
                "startPlayer": False,
                "role": "",
            }
            for player in sheet.figures
        ],
    }
    return found


def noted(sheet: Sheet) -> str:
    """That the cards behind the score are a reconstruction, where they are."""
    return str(deck_note(sheet) or "")


def _minutes(begun: str, ended: str) -> int:
    try:
        return max(0, int((datetime.fromisoformat(ended) - datetime.fromisoformat(begun)).total_seconds() // 60))
    except (ValueError, TypeError):
        return 0


def bgstats(one: Played) -> str:
    """A link that a phone with BG Stats opens as a play to be logged."""
    return BGSTATS + quote(msgspec.json.encode(play(one)).decode(), safe="")


def links(games: Sequence[Played], speak: Language) -> str:
    """A line each."""
    return "".join(bgstats(one) + "\n" for one in games)


def plays(games: Sequence[Played]) -> list[dict[str, Any]]:
    """What the links hold."""
    return [play(one) for one in games]


EXPORT = Export(
    name="bgstats", about="A link that BG Stats opens as a play, one a game.", ending="txt", games=links, data=plays
)
