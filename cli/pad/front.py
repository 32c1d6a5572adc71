"""The pad's front: one page that brings all that a first table needs, and one script with the rest."""

import re
from base64 import b64encode
from functools import cache
from hashlib import sha256

from cli.modules import REST, STATIC, bundle, gathered, later

FIRST = "first.js"  # asks for the table before the rest of the page has come
APP = "app.js"
STYLES = ("style.css", "declare.css", "board/board.css")
PAGE, SCRIPT = "/", REST
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
SPARE = re.compile(r";?\s*(})\s*|\s*([{;,>])\s*|(?<=:)\s+|(?<![\w.])0(?=\.\d)")


@cache
def front() -> dict[str, bytes]:
    """What is made of our files, by the address it is asked for."""
    begun = frozenset(gathered(FIRST))
    app = frozenset(gathered(FIRST, APP))
    page = (STATIC / "index.html").read_text("utf-8")
    page = page.replace("<!-- first -->", f"<script>{bundle(FIRST)}</script>\n  <style>{styles()}</style>")
    page = page.replace("<!-- app -->", f"<script>{bundle(APP, without=begun)}</script>")
    return {PAGE: page.encode(), SCRIPT: bundle(*later(FIRST, APP), without=app).encode()}


@cache
def styles() -> str:
    """All our styles, without what is there for whoever writes them."""
    whole = "\n".join((STATIC / name).read_text("utf-8") for name in STYLES)
    return SPARE.sub(lambda one: one[1] or one[2] or "", COMMENT.sub("", whole)).strip()


@cache
def sources() -> tuple[str, str]:
    """The scripts and the style sheet that stand in the page, as a policy names them."""
    begun = frozenset(gathered(FIRST))
    scripts = (bundle(FIRST), bundle(APP, without=begun))
    return " ".join(map(_named, scripts)), _named(styles())


def _named(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
