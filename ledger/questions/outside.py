"""Questions that other distributions bring: folders of .sql files, found without importing what need not be."""

from collections.abc import Iterator
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path

from ledger.words import Words, why

GROUP = "quaestor.questions"


def folders() -> Iterator[tuple[str, Path | Words | str]]:
    """Where each folder lies, by the name and version of whose it is; or why it cannot be told."""
    for one in sorted(entry_points(group=GROUP), key=lambda one: one.name):
        source = f"{one.name} ({one.dist.name} {one.dist.version})" if one.dist else one.name
        try:
            yield source, _folder(one)
        except Exception as error:  # whatever another's package does when it is imported is told, and harms nothing
            yield source, Words("it does not load: {why}", why=why(error) or type(error).__name__)


def _folder(one: EntryPoint) -> Path | Words:
    place = _beside(one) or _packaged(one)
    if place is None:
        loaded = one.load()
        place = Path(loaded) if isinstance(loaded, str | Path) else Path(next(iter(loaded.__path__)))
    return place if place.is_dir() else Words("there is no folder {path}", path=place)


def _beside(one: EntryPoint) -> Path | None:
    """Where an installed distribution has it."""
    if one.attr or one.dist is None:
        return None
    place = Path(str(one.dist.locate_file(one.module.replace(".", "/"))))
    return place if place.is_dir() else None


def _packaged(one: EntryPoint) -> Path | None:
    """A package of that name; only what it lies in is imported."""
    if one.attr:
        return None
    spec = find_spec(one.module)
    places = spec.submodule_search_locations if spec else None
    return Path(next(iter(places))) if places else None
