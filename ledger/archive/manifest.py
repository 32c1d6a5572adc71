"""What counts in an archive: a numbered list of files, written once; the highest number is the archive as it is now.

`versions/00000017.json` names every file of every table. A build writes its files, then creates the next number, in
one step that only one of two builds at a time can take. `archive.json` is a copy of the newest, for those who look.
"""

import json
import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from ledger import __version__
from ledger.archive.store import ArchiveError, LocalStore, Place, Store, store_at
from ledger.archive.tables import all_tables
from ledger.game import Catalogue, Game, catalogue_of
from ledger.words import Words

if TYPE_CHECKING:
    import duckdb

__all__ = ["ArchiveError", "DataFile", "Manifest"]

COVER = "archive.json"
CATALOGUE = "catalogue.json"
VERSIONS = "versions"
FORMAT = 3
WRITTEN = re.compile(r"\w+/\w+-([0-9]{8})-[0-9a-f]{12}\.parquet")
KEPT = 10  # versions that can still be asked


class DataFile(Struct, frozen=True):
    """A Parquet file that counts."""

    path: str  # from the archive's own folder
    rows: int
    bytes: int
    sha256: str
    game: str = ""  # whose rows it holds; a file never holds two games
    parts: tuple[int, ...] = ()  # the batches whose rows it holds


class Manifest(Struct, frozen=True):
    """Everything that counts at one moment."""

    format: int = FORMAT
    version: int = 0
    made: str = ""
    schema: str = ""
    games: dict[str, str] = {}  # of each game that was known: the shape of its tables,
    rules: dict[str, str] = {}  # and what its logs were judged and tabled with
    software: str = ""
    readings: bool = False
    catalogue: str = ""
    finished: dict[str, int] = {}
    packs: dict[str, tuple[int, int]] = {}  # packs that were read to their ends, and their times
    tables: dict[str, tuple[DataFile, ...]] = {}

    def files(self) -> Iterable[DataFile]:
        """Every file of every table."""
        return (file for files in self.tables.values() for file in files)


def fingerprint(game: Game | None = None) -> str:
    """Changes with any table or column that a game has; without one, that are there without any game."""
    known = {game.name: game} if game is not None else {}
    shape = [[table.name, [column[:2] for column in table.columns]] for table in all_tables(known).values()]
    return sha256(json.dumps([FORMAT, shape]).encode()).hexdigest()[:16]


def is_current(found: Manifest, games: Mapping[str, Game]) -> bool:
    """Whether its files have the columns that they would have today; a game that is new changes nothing for others."""
    held = {file.game for name, files in found.tables.items() if name != "cards" for file in files} & set(games)
    return found.schema == fingerprint() and all(found.games.get(name) == fingerprint(games[name]) for name in held)


def version_name(number: int) -> str:
    """The name of a version's list."""
    return f"{VERSIONS}/{number:08d}.json"


def versions_of(store: Store) -> list[int]:
    """The numbers of the versions that can be asked, the oldest first."""
    found = (re.fullmatch(rf"{VERSIONS}/([0-9]{{8}})\.json", name) for name in store.names(VERSIONS))
    return sorted(int(one[1]) for one in found if one)


def newest(store: Store) -> Manifest | None:
    """The archive as it is now; None where there is none that this software can read."""
    numbers = versions_of(store)
    return read_version(store, numbers[-1]) if numbers else None


def read_version(store: Store, number: int) -> Manifest | None:
    """One version; None where nobody can read it."""
    data = store.read(version_name(number))
    try:
        return None if data is None else msgspec.json.decode(data, type=Manifest)
    except msgspec.MsgspecError:
        return None


def asked_version(place: Place, games: Mapping[str, Game], as_of: str = "") -> Manifest:
    """The version that a question is put to: the newest, one by its number, or the last one made by a moment."""
    store = store_at(place)
    found = newest(store) if not as_of else _as_of(store, place, as_of)
    if found is None:
        old = said(store)
        template = (
            "{path} was made by another version; bring it up to date: quaestor archive build LOGS -o {path}"
            if old
            else "{path} is no archive; make one: quaestor archive build LOGS -o {path}"
        )
        raise ArchiveError(Words(template, path=place))
    if not is_current(found, games):
        template = "{path} was made by another version; bring it up to date: quaestor archive build LOGS -o {path}"
        raise ArchiveError(Words(template, path=place))
    return found


def _as_of(store: Store, place: Place, as_of: str) -> Manifest:
    numbers = versions_of(store)
    made = [one for number in reversed(numbers) if (one := read_version(store, number))]
    if as_of.isascii() and as_of.isdigit() and len(as_of) < 10:
        found = next((one for one in made if one.version == int(as_of)), None)
    else:
        _check_moment(as_of)
        found = next((one for one in made if one.made[: len(as_of)] <= as_of), None)
    if found is None:
        known = [f"{one.version} ({one.made})" for one in reversed(made)]
        raise ArchiveError(
            Words("{path} has no version '{as_of}'; it has: {known}", path=place, as_of=as_of, known=known)
        )
    return found


def _check_moment(text: str) -> None:
    try:
        datetime.fromisoformat(text)
    except ValueError:
        words = Words("--as-of {text}: a version's number or a date, like 17 or 2026-11-18", text=text)
        raise ArchiveError(words) from None


def said(store: Store) -> dict[str, Any]:
    """What stands in `archive.json`, of whatever version; nothing when there is none or nobody can read it."""
    try:
        cover = json.loads(store.read(COVER) or b"")
    except ValueError:
        return {}
    return cover if isinstance(cover, dict) else {}


def commit(store: Store, number: int, **what: Any) -> Manifest:
    """Make what was written count as the version of this number, unless another program was quicker."""
    made = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    new = Manifest(version=number, made=made, software=f"quaestor {__version__}", **what)
    data = msgspec.json.format(msgspec.json.encode(new), indent=1) + b"\n"
    if not store.create(version_name(number), data):
        words = Words("{path} was built by another program at the same time; build it again", path=str(store))
        raise ArchiveError(words)
    store.write(COVER, data)
    return new


def sweep(store: Store, new: Manifest) -> None:
    """Take away versions that are too old to be asked, and the files that no version names any more."""
    numbers = versions_of(store)
    kept = [one for number in numbers[-KEPT - 1 :] if (one := read_version(store, number))]
    named = {file.path for one in (*kept, new) for file in one.files()}
    for number in numbers[: -KEPT - 1]:
        store.remove(version_name(number))
    for name in store.names(""):
        found = WRITTEN.fullmatch(name)
        if found and name not in named and int(found[1]) <= new.version:  # one that is being built has a higher number
            store.remove(name)


def counted(db: "duckdb.DuckDBPyConnection", games: str) -> dict[str, int]:
    """How many finished games of each game stand in a table, the most played first."""
    query = f"SELECT game, count(*) FILTER (final) FROM {games} GROUP BY game ORDER BY count(*) DESC, game"
    return dict(db.execute(query).fetchall())


def kept_catalogue(store: Store) -> Catalogue | None:
    """The card list that an archive was built with, where it was one of somebody's own."""
    data = store.read(CATALOGUE)
    return None if data is None else catalogue_of(data, str(said(store).get("catalogue", "")))


def check_place(store: Store) -> None:
    """Only an archive is ever replaced by one."""
    if not isinstance(store, LocalStore) or store.read(COVER) is not None or store.names(VERSIONS):
        return
    if store.root.exists() and not store.root.is_dir():
        raise ArchiveError(Words("{path} exists and is no archive; it is not overwritten", path=store.root))
    if store.work.exists():  # the first build was killed, or is still at work
        return
    if store.root.exists() and any(one.name != "players.toml" for one in store.root.iterdir()):
        raise ArchiveError(Words("{path} exists and is no archive; it is not overwritten", path=store.root))
