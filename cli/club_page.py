"""A club's archive as one page that answers by itself: rows, what draws them, and a report where no script runs."""

import json
import re
from base64 import b64encode
from gzip import compress
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import Any

from cli.modules import bundle
from ledger.archive import open as open_archive
from ledger.archive.store import Place
from ledger.club import contents
from ledger.metrics import EVERY
from ledger.metrics.equals import RATED
from ledger.report import called, summary
from ledger.words.speech import Language, browser

PAD = Path(__file__).parent / "pad"
ENTRY = "club/page.js"
LATEST = RATED  # games that the page counts itself; the report without script is about all
PARTS = 4  # of the course of the games, of which the oldest are left out first
MOST = (
    1_500_000  # bytes; of a larger club the course of the oldest games is left out, then what is counted by most rows
)


def club_page(archive: Place, speak: Language, *, as_of: str = "", beside: Path | None = None, name: str = "") -> bytes:
    """The page; `beside` is the folder in which replays may lie. The same archive gives the same bytes."""
    db = open_archive(archive, as_of=as_of)
    db.execute("SET threads = 1")  # fractions added in another order differ in their last digit
    name = name or called(archive)
    told = contents(db, speak, lambda log: _replay(log, beside), most=LATEST)
    told["about"] = {"name": name, "language": speak.code, "words": _words(speak.code)}
    before, after = _page(name, speak.code, summary(db, name, speak))
    return (before + _fitting(told, MOST - len((before + after).encode())) + after).encode()


def _replay(log: str, beside: Path | None) -> str:
    """Where a log's replay lies, as a link from the page."""
    from urllib.parse import quote

    name = Path(log).name.partition(".jsonl")[0] + ".html"
    return quote(name) if beside is not None and log and "#" not in log and (beside / name).is_file() else ""


def _words(code: str) -> Any:
    """The page's own words among those that the pad has."""
    if code == "en":
        return {}
    known, script = json.loads(browser(code)), bundle(ENTRY, root=PAD)
    texts = {
        text: _on_one_line(said)
        for text, said in known["texts"].items()
        if json.dumps(text.split("\0")[0], ensure_ascii=False) in script
    }
    return {**known, "texts": texts}


def _on_one_line(said: Any) -> Any:
    """French signs that stand apart from their word do not begin a line."""
    return [_on_one_line(form) for form in said] if isinstance(said, list) else re.sub(r" (?=[:;?!»%])", "\u00a0", said)


def _fitting(told: dict[str, Any], room: int) -> str:
    """The rows, packed; where they are too many, without the course of the oldest games, then without a metric more."""
    curves, metrics, without = told["curves"], told["metrics"], list[str]()
    parts = [len(curves) * part // PARTS for part in range(PARTS + 1)]
    courses = [_size(curves[first:end]) for first, end in pairwise(parts)]
    sizes = {one["name"]: _size(one) for one in metrics}
    size = _size({key: one for key, one in told.items() if key not in ("curves", "metrics")})
    while True:
        for part in range(PARTS + 1):
            left = parts[part]
            if size + sum(courses[part:]) + sum(sizes[one["name"]] for one in metrics) > room:
                continue
            kept = [[] if at < left else curve for at, curve in enumerate(curves)]
            packed = _packed({**told, "curves": kept, "metrics": metrics, "left_out": left, "without": without})
            if len(packed) <= room:
                return packed
        large = _largest(metrics)
        if large is None:
            return _packed(
                {
                    **told,
                    "curves": [[] for _ in curves],
                    "metrics": metrics,
                    "left_out": len(curves),
                    "without": without,
                }
            )
        without.append(large["title"])
        metrics = [one for one in metrics if one is not large]


def _packed(told: dict[str, Any]) -> str:
    return b64encode(compress(_json(told), 9, mtime=0)).decode()


def _size(told: Any) -> int:
    """How long a part is when it is packed: quickly, and by itself, so rather too long."""
    return len(compress(_json(told), 6)) * 4 // 3


def _json(told: Any) -> bytes:
    return json.dumps(told, separators=(",", ":"), ensure_ascii=False).encode()


def _largest(metrics: list[dict[str, Any]]) -> dict[str, Any] | None:
    """Of the metrics of one game whose columns no other needs, the one with the most rows."""
    columns = [each for one in metrics for each in one["rows"].values() if isinstance(each, dict)]
    needed = {each["as"][0] for each in columns if "as" in each}
    spare = [one for one in metrics if one["games"] != EVERY and one["name"] not in needed]
    return max(spare, key=lambda one: len(json.dumps(one["rows"])), default=None)


def _page(name: str, lang: str, report: str) -> tuple[str, str]:
    """The file before and after its rows; nothing in it is fetched, and nothing could be."""
    import ledger

    sheets = (Path(ledger.__file__).parent / "page.css", PAD / "club" / "club.css")
    styles = "".join(sheet.read_text("utf-8") for sheet in sheets)
    policy = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:"
    plot = (PAD / "club" / "vendor" / "plot.js").read_text("utf-8").replace("</script", "<\\/script")
    before = (
        f'<!doctype html>\n<html lang="{lang}"><head><meta charset="utf-8"><title>{escape(name)}</title>\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<style>{styles}</style></head>\n<body>\n<div id=app></div>\n<div id=report>{report}</div>\n"
        '<script type="application/json" id="data">'
    )
    return (
        before,
        f"</script>\n<script>{plot}</script>\n<script type=module>{bundle(ENTRY, root=PAD)}</script>\n</body></html>\n",
    )
