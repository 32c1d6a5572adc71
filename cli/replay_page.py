"""A game as one page that needs nothing but itself: the pad's own modules, its drawings and the game, in one file."""

import json
from collections.abc import Sequence
from html import escape
from typing import Any

from msgspec import Raw

from cli.modules import STATIC, bundle
from cli.pad.state import deck_note, encode, sheet_json, story_json
from cli.pad.words import said, sayer
from ledger.events import Event, GameStarted
from ledger.film import film
from ledger.game import Catalogue, Game
from ledger.live import LiveGame
from ledger.words import Words
from ledger.words.speech import browser

ENTRY = "board/page.js"
STYLES = ("style.css", "board/board.css")


def replay_page(
    game: Game,
    events: Sequence[Event],
    head: str,
    lang: str,
    *,
    catalogue: Catalogue | None = None,
    vouched: bool = True,
) -> bytes:
    """The game to step through, for somebody who has neither the log nor the pad."""
    drawn = film(game, events, sayer(lang), catalogue=catalogue)  # first: it needs as much memory as all that follows
    live = LiveGame(game, events, catalogue)
    started = live.force.events[0]
    assert isinstance(started, GameStarted)
    about = {
        "game_title": Words(game.title),
        "title": started.title,
        "place": started.place,
        "started_ts": events[0].ts,
        "head": head,
        "vouched": vouched,
        "deck": deck_note(live.record, events),
        "language": lang,
        "words": json.loads(browser(lang)) if lang != "en" else {},
    }
    told = {"about": about, "story": _story(live), "sheet": sheet_json(live.record, live.force.events)}
    data = encode(told | {"film": Raw(drawn)}, lang)
    return _page(said(started.title or Words(game.title), lang), lang, data)


def _story(live: LiveGame) -> dict[str, Any]:
    """The story without what only a pad needs."""
    story = story_json(live)
    unneeded = ("event", "form", "type", "entry")
    story["moments"] = [{key: one for key, one in moment.items() if key not in unneeded} for moment in story["moments"]]
    return story


def _page(title: str, lang: str, data: bytes) -> bytes:
    """The file; nothing in it is fetched, and nothing could be."""
    styles = "\n".join((STATIC / name).read_text("utf-8") for name in STYLES)
    policy = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:"
    head = (
        f'<meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta name="color-scheme" content="light dark"><style>{styles}</style>'
    )
    before = f'<!doctype html>\n<html lang="{lang}"><head>{head}</head><body><div id="app"></div>'
    before += '<script type="application/json" id="game">'
    after = f"</script><script>{bundle(ENTRY)}</script></body></html>\n"
    return b"".join([before.encode(), data.replace(b"<", b"\\u003c"), after.encode()])
