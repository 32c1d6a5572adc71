"""A table as it stands, taken down whole, so that something can be tried on the copy."""

from collections import Counter, defaultdict
from copy import copy
from functools import cache
from types import NoneType
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ledger.game import Printed

ATOMS = frozenset({str, int, bool, NoneType, float, bytes, frozenset, type})
PLAIN = frozenset({dict, defaultdict, Counter})


def copied(thing: Any, shared: tuple[Any, ...] = ()) -> Any:
    """A copy that has nothing in common with the original but what is printed, and what is named as shared."""
    return _copy(thing, {id(one): one for one in shared})


def _copy(thing: Any, known: dict[int, Any]) -> Any:
    kind = type(thing)
    if kind in ATOMS:
        return thing
    found = known.get(id(thing))
    if found is not None or isinstance(thing, Printed):
        return thing if found is None else found
    if kind is list:
        made: Any = []
        known[id(thing)] = made
        made += [one if type(one) in ATOMS else _copy(one, known) for one in thing]
        return made
    if isinstance(thing, dict):
        return _copied_dict(thing, known)
    if isinstance(thing, set):
        return kind(_copy(one, known) for one in thing)
    if isinstance(thing, tuple):
        if ATOMS.issuperset(map(type, thing)):
            return thing
        parts = [_copy(one, known) for one in thing]
        if all(new is old for new, old in zip(parts, thing, strict=True)):
            return thing
        return kind(*parts) if hasattr(kind, "_fields") else kind(parts)
    return _copied_object(thing, known)


def _copied_dict(thing: dict[Any, Any], known: dict[int, Any]) -> dict[Any, Any]:
    made: dict[Any, Any] = copy(thing) if type(thing) in PLAIN else type(thing).__new__(type(thing))
    known[id(thing)] = made
    for key, value in thing.items():
        made[key] = value if type(value) in ATOMS else _copy(value, known)
    for name, value in getattr(thing, "__dict__", {}).items():
        setattr(made, name, _copy(value, known))
    return made


def _copied_object(thing: Any, known: dict[int, Any]) -> Any:
    if isinstance(thing, Printed | str) or callable(thing):
        return thing
    kind: Any = type(thing)
    if isinstance(thing, Struct):
        own = {name: getattr(thing, name) for name in kind.__struct_fields__}
        new = {name: _copy(value, known) for name, value in own.items()}
        changed = {name: value for name, value in new.items() if value is not own[name]}
        return replace(thing, **changed) if changed or not kind.__struct_config__.frozen else thing
    made = kind.__new__(kind)
    known[id(thing)] = made
    for name in _slots(kind):
        if hasattr(thing, name):
            value = getattr(thing, name)
            setattr(made, name, value if type(value) in ATOMS else _copy(value, known))
    for name, value in getattr(thing, "__dict__", {}).items():
        setattr(made, name, _copy(value, known))
    return made


@cache
def _slots(kind: type) -> tuple[str, ...]:
    """What an object of this class has; a compiled class says so under another name."""
    found: dict[str, None] = {}
    for one in kind.__mro__:
        own = getattr(one, "__mypyc_attrs__", None) or one.__dict__.get("__slots__", ())
        found |= dict.fromkeys((own,) if isinstance(own, str) else own)
    return tuple(name for name in found if name not in ("__dict__", "__weakref__"))
