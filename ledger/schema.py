"""JSON Schema of every game's events and the page of the archive's columns, generated from the types."""

import re
from collections.abc import Mapping
from typing import Any

from msgspec.json import encode, format, schema

from ledger.archive import page
from ledger.game import Game, lines_of


def schemas(games: Mapping[str, Game]) -> dict[str, bytes]:
    """File names and contents of the schemas folder's generated part."""
    files = {"ARCHIVE.md": page(games).encode()}
    for name, game in games.items():
        files[f"{name}.schema.json"] = _text(
            f"An event of {game.title}, without the hash of its line", lines_of(game.play)
        )
        if game.cards.catalogue is not None:
            files[f"{name}.catalogue.schema.json"] = _text(f"A card list of {game.title}", game.cards.catalogue)
    return files


PARTS = re.compile(rb"(Entry[A-Z][a-z]+)[_\[][^\"]+")  # an amendment's name, and in it all that it may hold


def _text(title: str, kind: Any) -> bytes:
    whole = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title, **schema(kind)}
    return format(PARTS.sub(rb"\1", encode(whole)), indent=2) + b"\n"
