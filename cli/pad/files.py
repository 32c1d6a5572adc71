"""The game as a file for others; the keys of the table are in none of them."""

from pathlib import Path

import msgspec

from cli.pad.keys import Refused
from cli.pad.open_table import unreadable
from cli.replay_page import replay_page
from ledger import transcript
from ledger.exports import played
from ledger.exports.bgstats import bgstats
from ledger.exports.game_tables import score_table
from ledger.exports.html import html
from ledger.exports.table_files import csv_text
from ledger.exports.text import text
from ledger.games import GAMES
from ledger.log import LogError, Unreadable, decode, read, scan
from ledger.words import Words
from ledger.words.speech import language

FORMATS = ("csv", "text", "html", "bgstats", "jsonl", "transcript", "replay")


def export(path: Path, form: str, lang: str) -> tuple[bytes, str]:
    """A log in another form, and what kind of file that is."""
    if form not in FORMATS:
        raise Refused(422, "format", Words("formats are {expected}", expected=FORMATS))
    try:
        data = read(path)
        if form == "jsonl":
            return data, "application/x-ndjson"
        one = played(path.name, data, GAMES)
    except Unreadable as error:
        raise unreadable(error) from None
    except LogError as error:
        raise Refused(409, "damaged", error.words) from None
    if form == "replay":
        sound = scan(data)
        game, events = decode(sound, GAMES)
        return replay_page(game, events, sound.head, lang), "text/html; charset=utf-8"
    speak = language(lang)
    if form == "csv":
        return csv_text(*score_table([one])).encode(), "text/csv; charset=utf-8"
    if form == "html":
        return html([one], speak).encode(), "text/html; charset=utf-8"
    if form == "bgstats":
        return msgspec.json.encode({"link": bgstats(one)}), "application/json"
    if form == "transcript":
        assert one.report.force is not None
        return transcript.write(one.report.force.events), "application/x-ndjson"
    return text(one, speak).encode(), "text/plain; charset=utf-8"
