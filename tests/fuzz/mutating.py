"""Inputs made from others by small changes that know what a file is made of: lines, keys, values, words, bytes."""

import json
from collections.abc import Callable
from hashlib import sha256
from random import Random
from typing import Any

MOST = 24 * 1024  # bytes of an input; the limits themselves are tried in test_linear and test_hostile
NUMBERS = (-(2**63), -(2**53), -1, 0, 1, 2, 3, 5, 7, 29, 999, 2**31, 2**53 - 1, 2**53, 2**64, 10**30, 1.5, -0.0, 1e400)
STRINGS = (
    "", " ", "?", "A", "Ana", "Bo", "C01", "L34", "b01", "w18", "t1", "u4", "l2", "revenue", "tied", "unpaid", "stone",
    "\x00", "\x1b[31m", "\u202e", "\ud800", "é", "ß", "𝟙", "1e9", "-1", "true", "null", "../../x", "%s", "{player}",
    "{0.__class__}", "a" * 300, "2026-11-15T20:01:02.123Z", "yesterday", "<b>", "'", '"', "\\", "\n", "\r\n", "\u2028",
)  # fmt: skip
BYTES = (b"", b"\x00", b"\xff", b"\n", b"\r\n", b"\xef\xbb\xbf", b'"', b"{", b"}", b"[", b",", b":", b"\\", b"9" * 40)
Mutate = Callable[[Random, bytes, list[bytes]], bytes]


def bytewise(dice: Random, data: bytes, pool: list[bytes]) -> bytes:
    """A few bytes changed, cut out, doubled or put in."""
    for _ in range(dice.choice((1, 1, 2, 4))):
        at = dice.randrange(len(data) + 1)
        size = dice.choice((0, 1, 1, 2, 8, 64, 400))
        put = dice.choice((bytes([dice.randrange(256)]), dice.choice(BYTES), data[at : at + size] * 2, b""))
        data = data[:at] + put + data[at + size :]
        if dice.random() < 0.05:
            other = dice.choice(pool)
            data = data[:at] + other[dice.randrange(len(other) + 1) :]
    return data[:MOST]


def briefly(mutate: Mutate, most: int = 12) -> Mutate:
    """The same of a few first lines, four times in five: so many more inputs are read, and whole games still are."""

    def short(dice: Random, data: bytes, pool: list[bytes]) -> bytes:
        if dice.random() < 0.8:
            data = b"".join(data.splitlines(keepends=True)[: dice.randrange(1, most)])
        return mutate(dice, data, pool)

    return short


def in_words(dice: Random, data: bytes, pool: list[bytes]) -> bytes:
    """Lines and words changed, dropped, doubled, swapped or taken from another text."""
    lines = data.decode("utf-8", "surrogateescape").split("\n")
    for _ in range(dice.choice((1, 1, 2, 3, 6))):
        at = dice.randrange(len(lines))
        lines[at:] = dice.choice((_reworded, _reworded, _reworded, _relined))(dice, lines, at, pool)
        lines = lines or [""]
    return "\n".join(lines).encode("utf-8", "surrogateescape")[:MOST]


def _reworded(dice: Random, lines: list[str], at: int, pool: list[bytes]) -> list[str]:
    words = lines[at].split(" ")
    place = dice.randrange(len(words))
    word = words[place]
    others = (
        dice.choice(STRINGS),
        word[: dice.randrange(len(word) + 1)],
        word + word,
        word.swapcase(),
        str(dice.choice(NUMBERS)),
        dice.choice(dice.choice(lines).split(" ")),
    )
    words[place : place + dice.choice((0, 1, 1, 1, 2))] = [_plain(dice.choice(others))]
    return [" ".join(words), *lines[at + 1 :]]


def _relined(dice: Random, lines: list[str], at: int, pool: list[bytes]) -> list[str]:
    rest = lines[at + 1 :]
    other = dice.choice(dice.choice(pool).decode("utf-8", "surrogateescape").split("\n"))
    return dice.choice(([], rest, [lines[at], lines[at], *rest], [other, lines[at], *rest], [other, *rest]))


def in_json(dice: Random, data: bytes, pool: list[bytes]) -> bytes:
    """Keys and values of one JSON document changed; now and then its bytes."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return bytewise(dice, data, pool)
    if dice.random() < 0.1:
        return bytewise(dice, data, pool)
    for _ in range(dice.choice((1, 1, 2, 3))):
        value = changed(dice, value)
    return _dumped(value)[:MOST]


def in_json_lines(dice: Random, data: bytes, pool: list[bytes]) -> bytes:
    """Lines of JSON changed one by one, dropped, doubled, swapped, or taken from another file."""
    if dice.random() < 0.1:
        return bytewise(dice, data, pool)
    return b"\n".join(_lines(dice, data, pool))[:MOST] + b"\n"


def in_a_chain(dice: Random, data: bytes, pool: list[bytes]) -> bytes:
    """The same for a log: its lines are numbered and chained anew, so that they are read and not only refused."""
    if dice.random() < 0.15:
        return bytewise(dice, data, pool)
    return chained(_lines(dice, data, pool), keep=dice.random() < 0.1)


def _lines(dice: Random, data: bytes, pool: list[bytes]) -> list[bytes]:
    lines = data.split(b"\n")[:-1] or [b"{}"]
    if len(lines) > 12 and dice.random() < 0.2:
        start = dice.randrange(1, len(lines))
        del lines[start : start + dice.randrange(len(lines))]
    for _ in range(dice.choice((1, 1, 2, 3, 6))):
        at = dice.randrange(len(lines))
        what = dice.random()
        if what < 0.7:
            lines[at] = _changed_line(dice, lines[at])
        elif what < 0.8:
            lines[at], lines[-1] = lines[-1], lines[at]
        elif what < 0.9:
            lines.insert(at, dice.choice(lines))
        else:
            lines.insert(at + 1, dice.choice(dice.choice(pool).split(b"\n")))
    return lines


def _changed_line(dice: Random, line: bytes) -> bytes:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return line[: dice.randrange(len(line) + 1)]
    if isinstance(value, dict):
        value.pop("hash", None)
    return _dumped(changed(dice, value))


def chained(lines: list[bytes], *, keep: bool) -> bytes:
    """Lines as a log, each with the number of its place (or its own) and the hash of what stands before it."""
    before, done = b"0" * 64, []
    for n, line in enumerate(lines):
        done.append(_link(before, n, line, b"".join(done), keep=keep))
        before = done[-1][-67:-3]
    return b"".join(done)[:MOST]


def _link(before: bytes, n: int, line: bytes, above: bytes, *, keep: bool) -> bytes:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        value = None
    if isinstance(value, dict):
        value.pop("hash", None)
        if not keep and "n" in value:
            value["n"] = n
        if not keep and value.get("type") == "log_sealed":
            value["digest"] = sha256(above).hexdigest()
        line = _dumped(value)
    body = line.removesuffix(b"}")
    return body + b',"hash":"' + sha256(before + body).hexdigest().encode() + b'"}\n'


def changed(dice: Random, value: Any, depth: int = 0) -> Any:
    """A JSON value with one change somewhere in it."""
    if isinstance(value, dict) and value and dice.random() < 0.9:
        return _changed_object(dice, value, depth)
    if isinstance(value, list) and value and dice.random() < 0.9:
        return _changed_list(dice, value, depth)
    if isinstance(value, bool) or dice.random() < 0.1:
        return dice.choice((None, True, False, [], {}, [[]], 0, "", [value], {"x": value}))
    if isinstance(value, int):
        return dice.choice((value + 1, value - 1, -value, dice.choice(NUMBERS), dice.choice(NUMBERS), str(value)))
    if isinstance(value, str):
        return dice.choice((dice.choice(STRINGS), dice.choice(STRINGS), value + dice.choice(STRINGS), value[1:], 1))
    return dice.choice(STRINGS)


def _changed_object(dice: Random, value: dict[str, Any], depth: int) -> dict[str, Any]:
    key, what = dice.choice([*value]), dice.random()
    one = dict(value)
    if what < 0.75:
        one[key] = changed(dice, one[key], depth + 1)
    elif what < 0.85:
        del one[key]
    elif what < 0.93:
        one[dice.choice(STRINGS)] = one[key]
    else:
        one[dice.choice([*value])] = one[key]
    return one


def _changed_list(dice: Random, value: list[Any], depth: int) -> list[Any]:
    at, what, one = dice.randrange(len(value)), dice.random(), list(value)
    if what < 0.6:
        one[at] = changed(dice, one[at], depth + 1)
    elif what < 0.75:
        del one[at]
    elif what < 0.9:
        one.insert(at, dice.choice(value))
    else:
        one *= dice.choice((0, 2, 9))
    return one


def _dumped(value: Any) -> bytes:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "surrogatepass")


def _plain(word: str) -> str:
    return word.encode("utf-8", "surrogateescape" if "\ud800" not in word else "surrogatepass").decode(
        "utf-8", "surrogateescape"
    )
