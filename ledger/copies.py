"""A table as it stands, taken down whole, so that something can be tried on the copy."""

from collections import defaultdict
from collections.abc import Callable
from copy import copy
from types import NoneType
from typing import Any, cast

from msgspec import Struct
from msgspec.structs import astuple, replace

from ledger.game import Printed

Known = dict[int, Any]  # by identity: what was copied already, and as what
Copier = Callable[[Any, Known], Any]
ATOMS: set[type] = {str, int, bool, NoneType, float, bytes, frozenset, type}  # whatever is printed joins them
PLAIN = frozenset({dict, defaultdict})


def copied(thing: Any, shared: tuple[Any, ...] = ()) -> Any:
    """A copy that has nothing in common with the original but what is printed, and what is named as shared."""
    return _copy(thing, {id(one): one for one in shared})


def _copy(thing: Any, known: Known) -> Any:
    found = known.get(id(thing))
    if found is not None:
        return found
    kind = type(thing)
    return (_COPIERS.get(kind) or _copier_of(kind))(thing, known)


_COPIERS: dict[type, Copier] = {}  # by type: made when the first of it is copied


def _copier_of(kind: type) -> Copier:
    """How things of a type are copied."""
    made: Copier
    calls = any("__call__" in one.__dict__ for one in kind.__mro__)
    if kind in ATOMS or calls or issubclass(kind, Printed | str | type):
        made = _itself
        ATOMS.add(kind)
    elif kind is list:
        made = _copied_list
    elif issubclass(kind, dict):
        made = _copied_dict if kind in PLAIN else _copied_named
    elif issubclass(kind, set):
        made = _copied_set
    elif issubclass(kind, tuple):
        made = _copied_tuple
    elif issubclass(kind, Struct) and kind.__struct_config__.frozen:
        made = _copied_struct
    else:
        made = _object_copier(kind)
    _COPIERS[kind] = made
    return made


def _itself(thing: Any, known: Known) -> Any:
    return thing


def _copied_list(thing: list[Any], known: Known) -> list[Any]:
    made = known[id(thing)] = thing.copy()
    if thing and not ATOMS.issuperset(map(type, thing)):
        made[:] = [one if type(one) in ATOMS else _copy(one, known) for one in thing]
    return made


def _copied_set(thing: set[Any], known: Known) -> set[Any]:
    if ATOMS.issuperset(map(type, thing)):
        return copy(thing)
    return type(thing)(_copy(one, known) for one in thing)


def _copied_tuple(thing: Any, known: Known) -> Any:
    if ATOMS.issuperset(map(type, thing)):
        return thing
    parts = [_copy(one, known) for one in thing]
    if all(new is old for new, old in zip(parts, thing, strict=True)):
        return thing
    kind = type(thing)
    return kind(*parts) if hasattr(kind, "_fields") else kind(parts)


def _copied_dict(thing: dict[Any, Any], known: Known) -> dict[Any, Any]:
    made = known[id(thing)] = thing.copy()
    _with_copies(made, thing, known)
    return made


def _copied_named(thing: Any, known: Known) -> Any:
    """A dictionary of another class, which may have attributes beside what stands in it."""
    kind: Any = type(thing)
    made = known[id(thing)] = kind.__new__(kind)
    dict.update(made, thing)
    for name, value in getattr(thing, "__dict__", {}).items():
        setattr(made, name, _copy(value, known))
    _with_copies(made, thing, known)
    return made


def _with_copies(made: Any, thing: Any, known: Known) -> None:
    """Put copies in the place of what is not simply the same."""
    if thing and not ATOMS.issuperset(map(type, thing.values())):
        for key, value in thing.items():
            if type(value) not in ATOMS:
                made[key] = _copy(value, known)


def _copied_struct(thing: Any, known: Known) -> Any:
    kind = type(thing)
    values = astuple(thing)
    if ATOMS.issuperset(map(type, values)):
        return thing
    own = dict(zip(kind.__struct_fields__, values, strict=True))
    new = {name: _copy(value, known) for name, value in own.items()}
    changed = {name: value for name, value in new.items() if value is not own[name]}
    return replace(thing, **changed) if changed else thing


def _object_copier(kind: Any) -> Copier:
    """What an object of this class has, written out slot by slot, as a person would who copies it by hand.

    Copies are made by the thousand where it is looked for what a mistake explains.
    """
    slots = _slots(kind)
    begin = "thing.__copy__()" if issubclass(kind, Struct) else "kind.__new__(kind)"
    lines = ["def copier(thing, known):", f" made = known[id(thing)] = {begin}", " try:", "  pass"]
    for name in slots:
        lines += [f"  value = thing.{name}", f"  made.{name} = value if type(value) in ATOMS else _copy(value, known)"]
    lines += [" except AttributeError: _what_is_there(thing, made, known, slots)"]
    if kind.__dictoffset__:
        lines += [" for name, value in thing.__dict__.items(): setattr(made, name, _copy(value, known))"]
    names = {"ATOMS": ATOMS, "_copy": _copy, "_what_is_there": _what_is_there, "kind": kind, "slots": slots}
    exec("\n".join([*lines, " return made"]), names)  # noqa: S102
    return cast(Copier, names["copier"])


def _what_is_there(thing: Any, made: Any, known: Known, slots: tuple[str, ...]) -> None:
    """Some slots were never filled."""
    for name in slots:
        if hasattr(thing, name):
            setattr(made, name, _copy(getattr(thing, name), known))


def _slots(kind: type) -> tuple[str, ...]:
    """What an object of this class has; a compiled class says so under another name."""
    if issubclass(kind, Struct):
        return kind.__struct_fields__
    found: dict[str, None] = {}
    for one in kind.__mro__:
        own = getattr(one, "__mypyc_attrs__", None) or one.__dict__.get("__slots__", ())
        found |= dict.fromkeys((own,) if isinstance(own, str) else own)
    return tuple(name for name in found if name not in ("__dict__", "__weakref__"))
