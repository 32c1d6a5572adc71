"""What makes a folder an archive: its cover, which says by which tables it was made."""

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ledger.archive.tables import all_tables
from ledger.game import Catalogue, Game, catalogue_of
from ledger.log import LogError
from ledger.words import Words

if TYPE_CHECKING:
    import duckdb

COVER = "archive.json"
CATALOGUE = "catalogue.json"
FORMAT = 2


class ArchiveError(LogError):
    """Something could not be done with an archive."""


def fingerprint(games: Mapping[str, Game]) -> str:
    """Changes with any table or column."""
    shape = [[table.name, [column[:2] for column in table.columns]] for table in all_tables(games).values()]
    return sha256(json.dumps([FORMAT, shape]).encode()).hexdigest()[:16]


def is_current(archive: Path, games: Mapping[str, Game]) -> bool:
    """Whether an archive has the tables and columns that this version makes."""
    return said(archive).get("schema") == fingerprint(games)


def check_cover(archive: Path, games: Mapping[str, Game]) -> None:
    """Complain of a folder that is no archive, or one of another version."""
    cover = said(archive)
    if not cover:
        words = Words("{path} is no archive; make one: quaestor archive build LOGS -o {path}", path=archive)
        raise ArchiveError(words)
    if cover.get("schema") != fingerprint(games):
        words = Words(
            "{path} was made by another version; bring it up to date: quaestor archive build LOGS -o {path}",
            path=archive,
        )
        raise ArchiveError(words)


def said(archive: Path) -> dict[str, Any]:
    """What stands on the cover; nothing when there is none or nobody can read it."""
    try:
        cover = json.loads((archive / COVER).read_bytes())
    except (OSError, ValueError):
        return {}
    return cover if isinstance(cover, dict) else {}


def counted(db: "duckdb.DuckDBPyConnection", games: str) -> dict[str, int]:
    """How many finished games of each game stand in a table, the most played first."""
    query = f"SELECT game, count(*) FILTER (final) FROM {games} GROUP BY game ORDER BY count(*) DESC, game"
    return dict(db.execute(query).fetchall())


def kept_catalogue(archive: Path) -> Catalogue | None:
    """The card list that an archive was built with, where it was one of somebody's own."""
    try:
        return catalogue_of((archive / CATALOGUE).read_bytes(), str(said(archive).get("catalogue", "")))
    except OSError:
        return None


def check_place(output: Path) -> None:
    """Only an archive is ever replaced by one."""
    if output.exists() and not (output / COVER).exists() and not (output.is_dir() and not any(output.iterdir())):
        raise ArchiveError(Words("{path} exists and is no archive; it is not overwritten", path=output))
