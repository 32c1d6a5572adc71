"""Cards of Glory to Rome, and reading a catalogue of them.

A card's material settles its role and its value. In a log a card is a token: an order (`gate`, or `gate#2` where the
record tells copies apart), only its material (`brick`), `senator`, or `?` when nobody at the table saw it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct

from ledger.card_lists import Provenance, checked, each_once, reads, repeated
from ledger.game import Cards, Named, Printed
from ledger.words import Name, Words

Material = Literal["rubble", "wood", "brick", "concrete", "stone", "marble"]

MATERIALS: tuple[Material, ...] = ("rubble", "wood", "brick", "concrete", "stone", "marble")
LABORER, CRAFTSMAN, LEGIONARY, ARCHITECT, MERCHANT, PATRON = (
    "laborer", "craftsman", "legionary", "architect", "merchant", "patron",
)  # fmt: skip
ROLES = (LABORER, CRAFTSMAN, LEGIONARY, ARCHITECT, MERCHANT, PATRON)
ROLE_OF = dict(zip(MATERIALS, ROLES, strict=True))
MATERIAL_OF = dict(zip(ROLES, MATERIALS, strict=True))
VALUE = {"rubble": 1, "wood": 1, "brick": 2, "concrete": 2, "stone": 3, "marble": 3, "": 0}
OF_EACH = 24
ORDERS = 144
SENATORS = 6
SITES = 6  # of each material
SENATOR, UNSEEN = "senator", "?"

POLISH = "aąbcćdeęfghijklłmnńoópqrsśtuvwxyzźż"


class Order(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One kind of order as it is printed, with the provenance of what is known of it."""

    id: str
    name: dict[Literal["en", "pl"], str]
    also: tuple[str, ...] = ()  # other names of the same card
    material: Material
    copies: Annotated[int, Meta(ge=1, le=9)]
    source: dict[str, Provenance]

    def called(self, language: Literal["en", "pl"]) -> str:
        """Its name there, or the one it has: a box has its cards in one language."""
        return self.name.get(language) or next(iter(self.name.values()), self.id)


class Catalogue(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card list as a file has it."""

    id: str
    game: Literal["glory_to_rome"]
    title: str
    cards: tuple[Order, ...]


class Card(Struct, frozen=True):
    """What a token says of a card: which order it is, as far as the record knows."""

    id: str  # "" when only the material is known
    material: str  # "" for a senator and for a card nobody saw
    role: str
    value: int


def built_on(structure: Order | Card) -> int | None:
    """The influence of a completed structure: its site is of its own material; None: a Statue's is of any."""
    return None if structure.id == "statue" else VALUE[structure.material]


class Deck(Printed):
    """The cards of a catalogue, ready to be played with."""

    __slots__ = ("cards", "copies", "kinds", "names", "plain", "ranks", "size", "title", "tokens")

    def __init__(self, catalogue: Catalogue, edition: str) -> None:
        self.title = catalogue.title
        self.kinds: Named = Named({order.id: order for order in catalogue.cards})
        self.copies = {order.id: order.copies for order in catalogue.cards}
        self.size = sum(self.copies.values()) + SENATORS  # every card in the box that may be in a hand
        self.names = {order.id: Name(order.called("en"), order.name) for order in catalogue.cards}
        self.plain = {word: Name(word) for word in (*MATERIALS, SENATOR)}
        # G3: the rank of each order in Polish and in English alphabetical order.
        self.ranks = {
            "pl": _ranked(catalogue.cards, lambda order: collated(order.called("pl"))),
            "en": _ranked(catalogue.cards, lambda order: order.called("en").casefold()),
        }
        self.cards: Cards = Cards(_tokens(catalogue.cards))
        self.tokens = frozenset(self.all())

    def named(self, token: str) -> str:
        """A card as a person reads it."""
        card = self.cards.get(token)
        if card and card.id in self.names:
            return self.names[card.id]
        return self.plain.get(token, token)

    def all(self) -> list[str]:
        """Every order by its token, copies told apart."""
        return [f"{order}#{copy}" for order, copies in self.copies.items() for copy in range(1, copies + 1)]


def _tokens(orders: Iterable[Order]) -> dict[str, Card]:
    """G1: every way to name a card in a log; all names of one card resolve to it."""
    tokens: dict[str, Card] = {
        material: Card("", material, ROLE_OF[material], VALUE[material]) for material in MATERIALS
    }
    for order in orders:
        card = Card(order.id, order.material, ROLE_OF[order.material], VALUE[order.material])
        for name in (order.id, *order.name.values(), *order.also):
            tokens[name] = tokens[name.lower()] = tokens[name.lower().replace(" ", "_")] = card
        tokens |= {f"{order.id}#{copy}": card for copy in range(1, order.copies + 1)}
    return tokens | {SENATOR: Card(SENATOR, "", "", 0), UNSEEN: Card("", "", "", 0)}


def collated(name: str) -> tuple[int, ...]:
    """G3: a name as the Polish alphabet sorts it; what is no letter comes first."""
    return tuple(POLISH.find(letter) for letter in name.lower())


def _ranked(orders: Iterable[Order], key: object) -> dict[str, int]:
    ordered = sorted(orders, key=key)  # type: ignore[call-overload]
    return {order.id: rank for rank, order in enumerate(ordered)}


read = reads(Catalogue)


def deck(data: bytes, edition: str) -> Deck:
    """A playable deck; ValueError says why the catalogue gives none."""
    catalogue = read(data)
    each_once(catalogue.cards)
    reserved = [card.id for card in catalogue.cards if card.id in (*MATERIALS, SENATOR, UNSEEN)]
    if reserved:
        raise ValueError(Words("'{card}' is a word of the log and cannot name an order", card=reserved[0]))
    return Deck(catalogue, edition)


def check(data: bytes) -> list[Words]:
    """Everything that the box's published contents say against a catalogue."""
    return checked(data, lambda one: read(one).cards, repeated, _counts, _names)


def _counts(orders: Sequence[Order]) -> Iterator[Words]:
    """G2: 40 kinds, 24 cards of each material, 144 in all."""
    if len(orders) != 40:
        yield Words("{found} kinds of orders; the box has {expected}", found=len(orders), expected=40)
    of_each = Counter(dict.fromkeys(MATERIALS, 0))
    for order in orders:
        of_each[order.material] += order.copies
        expected = 6 if VALUE[order.material] == 1 else 3
        if order.copies != expected:
            words = "{card} has {found} copies; an order of {material} has {expected}"
            yield Words(words, card=order.id, found=order.copies, material=order.material, expected=expected)
    for material, found in of_each.items():
        if found != OF_EACH:
            words = "{found} cards of {material}; the box has {expected}"
            yield Words(words, found=found, material=material, expected=OF_EACH)


def _names(orders: Iterable[Order]) -> Iterator[Words]:
    seen: dict[str, str] = {}
    for order in orders:
        for name in {name.lower() for name in (order.id, *order.name.values(), *order.also)}:
            other = seen.setdefault(name, order.id)
            if other != order.id:
                yield Words("{card} and {other} are both called {found}", card=order.id, other=other, found=name)
        unsourced = [key for key in ("name", "material", "copies") if key not in order.source]
        if unsourced:
            yield Words(
                "{card} does not say where its {found} were taken from (source)", card=order.id, found=unsourced
            )
