"""A page for a browser and for paper, whatever stands on it: shown, never acting."""

from html import escape
from pathlib import Path

from ledger.words.plain import plain
from ledger.words.speech import ENGLISH, Language


def tagged(value: object) -> str:
    """Text for a page: shown, never acting."""
    return escape(plain(value))


def page(title: str, body: str, speak: Language = ENGLISH, style: str = "") -> str:
    """A page that needs nothing but itself, and runs nothing."""
    policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
    style = (Path(__file__).parent.parent / "page.css").read_text("utf-8") + style
    return (
        f'<!doctype html>\n<html lang="{speak.code}"><head><meta charset="utf-8"><title>{title}</title>\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<style>{style}</style></head>\n<body>\n{body}\n</body></html>\n"
    )
