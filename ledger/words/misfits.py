"""What a decoder says of a value of another kind, for people: the field, what belongs there, and what was found."""

import re
from typing import Any

from ledger.words import Words, why

KINDS = {
    "array": Words("a list"),
    "bool": Words("true or false"),
    "float": Words("a number with decimals"),
    "int": Words("a whole number"),
    "null": Words("nothing at all"),
    "object": Words("names with values"),
    "str": Words("a text"),
}
KIND = re.compile(r"Expected `([a-z |]+)`, got `([a-z]+)`(?: - at `(?:key in )?(.*)`)?$")
STRANGE = re.compile(r"Object contains unknown field `(.*?)`(?: - at `.*`)?$", re.DOTALL)
LACKING = re.compile(r"Object missing required field `(.*?)`(?: - at `.*`)?$", re.DOTALL)


def misfit(said: str) -> Words | None:
    """The same in words of ours, where it is about a value in its field."""
    if found := STRANGE.match(said):
        return Words("nothing here is called {field}", field=found[1])
    if found := LACKING.match(said):
        return Words("{field} is missing", field=found[1])
    if (found := KIND.match(said)) and {*found[1].split(" | "), found[2]} <= KINDS.keys():
        wanted = [KINDS[kind] for kind in found[1].split(" | ") if kind != "null"]
        kinds = {"expected": wanted, "found": KINDS[found[2]]}
        field = (found[3] or "").removeprefix("$").removeprefix(".").partition("[")[0]
        if field:
            return Words("{field}: expected {expected}, found {found}", field=field, **kinds)
        return Words("expected {expected}, found {found}", **kinds)
    return None


def of_player(entry: Any, error: BaseException) -> Words | str:
    """What is wrong with an entry, and whose it is where it says so."""
    player = entry.get("player") if isinstance(entry, dict) else None
    return Words("{player}: {why}", player=player, why=why(error)) if isinstance(player, str) else why(error)
