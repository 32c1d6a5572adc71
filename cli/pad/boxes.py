"""One's own box: a card list typed off the cards on a phone, checked as it grows, and played with by the next game.

It begins as the list we ship. A card that somebody has looked at carries what they read off it, `transcribed`; the
others stay as they are and say so. Every version that a game was begun with is kept, because its log names it.
"""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect

from cli.pad.keys import Refused
from cli.pad.words import Term
from ledger.files import put_in_place
from ledger.game import REFERENCE, Catalogue, Game, catalogue_of
from ledger.games import GAMES, bring
from ledger.log import LogError
from ledger.transcript import strict_json
from ledger.words import Name, Words, why
from ledger.words.speech import language

FOLDER = "boxes"
OWN = "own-box"  # what a log calls it; its digest says which version
LARGEST = 256 * 1024
OF_CARDS = {"card", "other"}  # where a sentence about a list names a card of it
UNTYPED = ("id", "role", "kind", "source", "note", "also", "citizen")  # what tells a card from the others, and remarks


LABELS = {  # what is printed on cards, as people call it
    "mark": Words("mark"),
    "cost": Words("cost"),
    "resources": Words("resources"),
    "talent": Words("talent"),
    "family": Words("family"),
    "roman": Words("Roman icon"),
    "per": Words("counts"),
    "demand": Words("demand"),
    "price": Words("price"),
    "repay": Words("to repay"),
    "penalty": Words("penalty"),
    "copies": Words("copies"),
    "grade": Words("rank"),
    "citizen.wage": Words("wage as a citizen"),
}
PLACES = ("stone", "wood", "architecture", "decoration")
LISTED = {"needs": PLACES, "gives": PLACES}  # what stands in which place of a list
LOOKED_AT = "id"  # among a card's sources: somebody here had the card itself before them


class Boxes:
    """The card lists of a house, as files in a folder of their own."""

    def __init__(self, logs: Path) -> None:
        self.folder = logs / FOLDER
        self._one = threading.Lock()
        for path in sorted(self.folder.glob("*.json")) if self.folder.is_dir() else ():
            self._bring(path)

    def _bring(self, path: Path) -> None:
        """A list that was typed before is played with again; one that cannot be read harms nobody."""
        try:
            cards = catalogue_of(path.read_bytes(), OWN)
            game = str(strict_json(cards.data).get("game", ""))
            if game in GAMES and not path.is_symlink() and _readable(GAMES[game], cards.data) is None:
                _brought(GAMES[game], cards)
        except (OSError, ValueError, RecursionError, AttributeError):
            return

    # --- looking

    def shown(self, game: Game, lang: str) -> dict[str, Any]:
        """A list with what is printed on every card, which of it was typed, and what cannot be."""
        found = self.of(game)
        cards = strict_json(found.data)["cards"]
        printed = _printed(strict_json(game.catalogue(REFERENCE).data)["cards"])
        told = game.cards.check(found.data)
        return {
            "game": game.name,
            "title": Words(game.title),
            "cards": [_card_json(card, lang, printed.get(_kind(card), set())) for card in cards],
            "fields": _fields(game),
            "typed": sum(map(_is_typed, cards)),
            "faults": [_by_name(fault, {card["id"]: _called(card, lang) for card in cards}) for fault in told],
            "digest": found.digest,
        }

    def of(self, game: Game) -> Catalogue:
        """The list as it was typed so far, else the one we ship."""
        if game.cards.catalogue is None:
            raise Refused(422, "cards", Words("this game has no cards"))
        path = self._path(game)
        return catalogue_of(path.read_bytes(), OWN) if path.is_file() else game.catalogue(REFERENCE)

    def summary(self, game: Game) -> dict[str, Any] | None:
        """How many cards of a game were typed here, of how many, and whether ours are a reconstruction."""
        if game.cards.catalogue is None:
            return None
        cards = strict_json(self.of(game).data)["cards"]
        ours = game.catalogue(REFERENCE).data
        return {
            "typed": sum(map(_is_typed, cards)),
            "all": len(cards),
            "reconstructed": b"(reconstructed)" in ours,
        }

    def version(self, digest: str) -> bytes:
        """A list by its digest, for whoever was given the link."""
        for game in GAMES.values():
            for cards in game.cards.brought:
                if cards.digest == digest:
                    return cards.data
        raise Refused(404, "cards", Words("there is no such card list here"))

    # --- typing

    def type(self, game: Game, card: dict[str, Any]) -> None:
        """What somebody read off a card: it takes the place of what stood there."""
        with self._one:
            whole = strict_json(self.of(game).data)
            at = next((at for at, one in enumerate(whole["cards"]) if one["id"] == card.get("id")), None)
            if at is None:
                raise Refused(422, "card", Words("the list has no card '{found}'", found=str(card.get("id"))[:40]))
            whole["cards"][at] = _transcribed(whole["cards"][at], card)
            self._keep(game, whole)

    def take(self, game: Game, whole: Any) -> None:
        """A list that somebody else typed, as they saved it."""
        if not isinstance(whole, dict) or whole.get("game") != game.name:
            raise Refused(422, "cards", Words("this is no card list of {game}", game=Words(game.title)))
        with self._one:
            self._keep(game, whole)

    def _keep(self, game: Game, whole: dict[str, Any]) -> None:
        cards = whole.get("cards", [])
        typed = sum(map(_is_typed, cards)) if isinstance(cards, list) else 0
        title = f"{game.title}: a box typed off its cards, {typed} of {len(cards)}"
        data = _written({**whole, "id": OWN, "title": title})
        wrong = _readable(game, data)
        if wrong is not None:
            raise Refused(422, "cards", Words("the card list cannot be used: {why}", why=wrong))
        _put(self._path(game), data)
        _brought(game, catalogue_of(data, OWN))

    def play_with(self, game: Game) -> str:
        """The list, by its name, that a game is begun with: this version stays, whatever is typed later.

        A list that was taken away again is read for the games that were begun with it, and for no other.
        """
        if game.cards.catalogue is None:
            return ""
        found = self.of(game)
        if found.name != OWN:
            return next((one.name for one in game.cards.brought if one.name != OWN), REFERENCE)
        _put(self.folder / f"{game.name}-{found.digest[:16]}.json", found.data)
        _brought(game, found)
        return OWN

    def _path(self, game: Game) -> Path:
        return self.folder / f"{game.name}.json"


def _put(path: Path, data: bytes) -> None:
    try:
        path.parent.mkdir(exist_ok=True)
        put_in_place(path, data)
    except OSError as error:
        raise Refused(507, "disk", Words("not recorded: {why}", why=error.strerror or str(error))) from None


def _brought(game: Game, cards: Catalogue) -> None:
    """The newest list goes first; one that is there already is not there twice."""
    now = GAMES[game.name]
    if not now.cards.brought or now.cards.brought[0].digest != cards.digest:
        bring(game.name, cards)


def _readable(game: Game, data: bytes) -> Words | str | None:
    """Why a list cannot be played with, if it cannot."""
    try:
        for edition in game.about.editions:
            game.cards.deck(data, edition)
    except (ValueError, LogError) as error:
        return why(error)
    return None


def _written(whole: dict[str, Any]) -> bytes:
    """A list as a file that people can read: one card a line."""
    cards = b",\n".join(map(msgspec.json.encode, whole["cards"]))
    head = msgspec.json.encode({name: one for name, one in whole.items() if name != "cards"})
    return head[:-1] + b',"cards":[\n' + cards + b"\n]}\n"


def _transcribed(old: dict[str, Any], given: dict[str, Any]) -> dict[str, Any]:
    """A card with what was read off it; what is not printed on it is left out."""
    figures = {name: one for name, one in given.items() if name not in UNTYPED and "." not in name}
    inside = [(*name.split(".", 1), one) for name, one in given.items() if "." in name]
    for name, part, one in inside:
        figures[name] = {**(old.get(name) or {}), part: one}
    kept = {name: one for name, one in old.items() if name in UNTYPED or name not in figures}
    card = kept | {name: one for name, one in figures.items() if one not in (None, "", {}, [])}
    typed = {name for name in card if name not in UNTYPED} | {name for name, _, _ in inside}
    return card | {"source": dict.fromkeys([LOOKED_AT, *(name for name in card if name in typed)], "transcribed")}


def _is_typed(card: Any) -> bool:
    """Somebody read it off the card: not so with ours, whoever has read those."""
    source = card.get("source") if isinstance(card, dict) else None
    return isinstance(source, dict) and LOOKED_AT in source


# --- what is printed on a card ----------------------------------------------------------------------------------------


def _printed(cards: list[dict[str, Any]]) -> dict[str, set[str]]:
    """What stands on a card of each kind: a source may also be named for what never does."""
    found: dict[str, set[str]] = {}
    for card in cards:
        found.setdefault(_kind(card), set()).update(card)
    return found


def _called(card: dict[str, Any], lang: str) -> str:
    """A card's name; of several cards of one name, with its number."""
    names = card.get("name", {})
    first = names.get("en") or next(iter(names.values()), card["id"])
    number = card["id"] if any(map(str.isdigit, card["id"])) else ""
    return language(lang).told(Name(first, names, number))


def _by_name(fault: Words, names: dict[str, str]) -> Words:
    """What is odd about a card, said of its name instead of its id."""
    named = {what: names.get(fault.values[what], fault.values[what]) for what in OF_CARDS & fault.values.keys()}
    return Words(fault.template, **{**fault.values, **named})


def _card_json(card: dict[str, Any], lang: str, printed: set[str]) -> dict[str, Any]:
    inside = {
        name: {part: one for part, one in own.items() if f"{name}.{part}" in LABELS}
        for name, own in card.items()
        if isinstance(own, dict)
    }
    asked = [name for name in card.get("source", {}) if name in printed and name not in (*UNTYPED, "name")]
    return {
        "card": card | {f"{name}.{part}": one for name, parts in inside.items() for part, one in parts.items()},
        "words": _called(card, lang),
        "kind": Term(_kind(card)),
        "asks": [*asked, *(f"{name}.{part}" for name, parts in inside.items() for part in parts)],
        "typed": _is_typed(card),
    }


def _kind(card: dict[str, Any]) -> str:
    return card.get("role") or card.get("kind") or card.get("material") or ""


def _fields(game: Game) -> list[dict[str, Any]]:
    """Every figure that a card may show, from the type of the list."""
    assert game.cards.catalogue is not None
    whole = inspect.type_info(game.cards.catalogue)
    cards = next(field.type for field in whole.fields if field.name == "cards")  # type: ignore[attr-defined]
    found = (_field(name, kind) for name, kind in _figures(cards.item_type))
    return [field for field in found if field is not None]


def _figures(card: Any, inside: str = "") -> Iterator[tuple[str, inspect.Type]]:
    """The fields of a card, and those of what is printed on its other side."""
    for field in card.fields:
        name, kind = inside + field.name, field.type
        if isinstance(kind, inspect.UnionType):
            kind = next(one for one in kind.types if not isinstance(one, inspect.NoneType))
        if isinstance(kind, inspect.StructType):
            yield from ((one, own) for one, own in _figures(kind, f"{name}.") if one in LABELS)
        else:
            yield name, kind


def _field(name: str, kind: inspect.Type) -> dict[str, Any] | None:
    about = {"name": name, "label": LABELS.get(name, Term(name))}
    if name in (*UNTYPED, "name"):
        return None
    if isinstance(kind, inspect.IntType):
        return about | {"kind": "number", "least": kind.ge or 0, "most": kind.le or 99}
    if isinstance(kind, inspect.BoolType):
        return about | {"kind": "yes"}
    if isinstance(kind, inspect.LiteralType):
        return about | {"kind": "choice", "values": [_value(str(one)) for one in kind.values]}
    if isinstance(kind, inspect.DictType) and isinstance(kind.key_type, inspect.LiteralType):
        return about | {"kind": "counts", "values": [_value(str(one)) for one in kind.key_type.values]}
    if isinstance(kind, inspect.TupleType):
        places = LISTED.get(name) or map(str, range(1, len(kind.item_types) + 1))
        return about | {"kind": "list", "values": list(map(_value, places))}
    return None


def _value(one: str) -> dict[str, Any]:
    return {"value": one, "words": Term(one)}
