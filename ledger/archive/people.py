"""Who is who in an archive: other spellings of a name, and names that are not shown."""

import re
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

from ledger.archive.store import ArchiveError, Place, is_url, store_at
from ledger.archive.tables import Column
from ledger.words import Words

PEOPLE = "players.toml"

NAMED = ("player", "favour", "by", "owner", "winner", "leader")  # columns that hold a name,

NAMED_LISTS = ("players", "winners", "owners")  # or several,

TELLING = (
    "message",
    "expected",
    "found",
    "reason",
    "text",
    "entry",
    "title",
    "place",
    "path",
    "file",
)  # or speak of somebody


def quoted(text: str) -> str:
    """Text as SQL writes it."""
    return "'" + text.replace("'", "''") + "'"


class People(NamedTuple):
    """Who is who: other spellings of a name, and what stands in place of a hidden one."""

    names: dict[str, str]
    hidden: dict[str, str]

    def shown(self, column: Column) -> str:
        """A column as everybody sees it."""
        name = f'"{column.name}"'
        if not self.names and not self.hidden:
            return name
        if column.name in NAMED and column.kind == "text":
            return f"{self._case(name)} AS {name}"
        if column.name in NAMED_LISTS and column.kind == "texts":
            return f"list_transform({name}, lambda one: {self._case('one')}) AS {name}"
        if column.kind in ("map", "counts"):
            keys = _told_apart(f"list_transform(map_keys({name}), lambda one: {self._case('one')})")
            return f"CASE WHEN {name} IS NULL THEN NULL ELSE map({keys}, map_values({name})) END AS {name}"
        if self.hidden and ((column.name in TELLING and column.kind == "text") or column.kind == "json"):
            return f"{self._veiled(name)} AS {name}"
        return name

    def _case(self, value: str) -> str:
        cases = {**self.names, **self.hidden}
        when = " ".join(f"WHEN {quoted(old)} THEN {quoted(new)}" for old, new in cases.items())
        return f"CASE {value} {when} ELSE {value} END"

    def _veiled(self, value: str) -> str:
        """As it is written it goes wherever it stands; in other letters, as files are called, where it is a word."""
        for old, new in sorted(self.hidden.items(), key=lambda one: -len(one[0])):
            value = f"replace({value}, {quoted(old)}, {quoted(new)})"
            word, shown = rf"(?i)(^|\P{{L}}){re.escape(old)}(\P{{L}}|$)", rf"\1{new}\2"
            for _ in range(2):  # two in a row share what stands between them
                value = f"regexp_replace({value}, {quoted(word)}, {quoted(shown)}, 'g')"
        return value

    def call(self, name: str) -> str:
        """A name as it is shown."""
        return self.hidden.get(name) or self.names.get(name, name)


NOBODY = People({}, {})  # every name as it stands


def _told_apart(keys: str) -> str:
    """A map has every key once, also where two at one table are said to be the same."""
    again = f"list_position({keys}, one) < nth"
    return f"list_transform({keys}, lambda one, nth: CASE WHEN {again} THEN one || ' (' || nth || ')' ELSE one END)"


def read_people(place: Place) -> People:
    """What `players.toml` in the archive's own folder says of names; it is yours, and no build touches it.

    hidden = ["Bo"]

    [aliases]
    Ana = ["Anna", "ana"]
    """
    data = store_at(place).read(PEOPLE)
    file = f"{place}/{PEOPLE}"
    if data is None:
        return NOBODY
    try:
        content = tomllib.loads(data.decode("utf-8-sig"))
        names = {old: new for new, olds in _table(content.get("aliases", {})).items() for old in _texts(olds)}
        veiled = _texts(content.get("hidden", []))
    except (OSError, ValueError, TypeError, RecursionError) as error:
        raise ArchiveError(Words("{path} cannot be used: {why}", path=file, why=str(error))) from None
    unknown = set(content) - {"aliases", "hidden"}
    if unknown:
        words = Words("{path}: unknown {found}; it has 'hidden' and [aliases]", path=file, found=sorted(unknown))
        raise ArchiveError(words)
    hidden: dict[str, str] = {}
    for number, name in enumerate(veiled, 1):
        for one in (name, *(old for old, new in names.items() if new == name)):
            hidden[one] = f"(hidden {number})"
    return People(names, hidden)


def ignored(place: Place) -> Path | None:
    """A `players.toml` that lies beside an archive, where it once belonged, and has no effect there."""
    if is_url(place):
        return None
    beside = Path(place).resolve().parent / PEOPLE
    return beside if beside.is_file() else None


def _table(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise TypeError('[aliases] is a table: Ana = ["Anna", "ana"]')
    return value


def _texts(value: Any) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise TypeError("aliases and hidden are lists of names")
    return value
