"""Card types of The Builders: Antiquity, and reading a catalogue of them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct

from ledger.card_lists import Provenance, checked, each_once, reads, repeated
from ledger.game import Cards, Named, Printed
from ledger.words import Name, Words

CardKind = Literal["building", "machine", "worker", "prisoner", "tool", "university", "loan"]
Grade = Literal["master", "journeyman", "labourer", "apprentice"]
Language = Literal["fr", "en", "pl"]
Figure = Annotated[int, Meta(ge=0, le=99)]
Materials = tuple[Figure, Figure, Figure, Figure]  # stone, wood, architecture, decoration: always in this order

MATERIALS = ("stone", "wood", "architecture", "decoration")
NONE: Materials = (0, 0, 0, 0)
BOX = {"building": 29, "machine": 4, "worker": 18, "prisoner": 6, "tool": 4, "university": 4, "loan": 4}
GRADES = {"master": 4, "journeyman": 6, "labourer": 4, "apprentice": 4}
WAGES = {"master": 5, "journeyman": 4, "labourer": 3, "apprentice": 2}
ROW = 5  # face-up cards in a row
BOX_COINS = 108
START_COINS = 10
FREE_ACTIONS = 3
ACTION_PRICE = 5
PACKETS = {1: 1, 2: 3, 3: 6}  # actions given for coins
END_POINTS = 17
TRAINED = 3  # of the university's material


class Citizen(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The other side of a prisoner: the same materials, now for a wage."""

    name: dict[Language, str]
    wage: Figure


class Card(Struct, Printed, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One card as it is printed, with the provenance of every figure."""

    id: str
    kind: CardKind
    grade: Grade | None = None
    name: dict[Language, str]
    needs: Materials = NONE
    coins: Figure = 0  # the reward of a building, or what a loan brings
    points: Figure = 0
    gives: Materials = NONE
    wage: Figure = 0
    price: Figure = 0  # of a card of the investment line
    repay: Figure = 0
    penalty: Figure = 0  # points lost when not freed or repaid
    citizen: Citizen | None = None
    note: str = ""
    source: dict[str, Provenance]


class Catalogue(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card list as a file has it."""

    id: str
    game: Literal["builders"]
    title: str
    cards: tuple[Card, ...]


class Pile(Named, Printed):
    """The cards of some kinds by name; asking for a card of another kind is asking for a stranger."""

    def __init__(self, stranger: str, cards: Iterable[Card]) -> None:
        super().__init__({card.id: card for card in cards})
        self.stranger = stranger


class Deck(Printed):
    """The cards of a catalogue, ready to be played with."""

    __slots__ = (
        "apprentices", "buildings", "cards", "full", "loans", "names", "people", "prisoners", "title", "tools",
        "universities", "workers",
    )  # fmt: skip

    def __init__(self, catalogue: Catalogue, edition: str) -> None:
        def pile(stranger: str, *kinds: CardKind) -> Pile:
            return Pile(stranger, (card for card in catalogue.cards if card.kind in kinds))

        self.title = catalogue.title
        self.cards: Cards = Cards({card.id: card for card in catalogue.cards})
        self.names = {
            card.id: Name(card.name.get("en") or next(iter(card.name.values()), card.id), card.name)
            for card in catalogue.cards
        }
        self.full = {card: Name(name.word, name.others, card) for card, name in self.names.items()}
        self.buildings = pile("the deck has no building '{found}'", "building", "machine")
        self.workers = pile("the deck has no worker '{found}'", "worker")
        self.people = pile("the deck has no worker, prisoner or machine '{found}'", "worker", "prisoner", "machine")
        self.prisoners = pile("the deck has no prisoner '{found}'", "prisoner")
        self.tools = pile("the deck has no tool '{found}'", "tool")
        self.universities = pile("the deck has no university '{found}'", "university")
        self.loans = pile("the deck has no loan '{found}'", "loan")
        self.apprentices = [card.id for card in catalogue.cards if card.grade == "apprentice"]

    def named(self, card: str) -> str:
        """A card as a person reads it: its name and its number."""
        return self.full.get(card) or f"? {card}"


read = reads(Catalogue)


def deck(data: bytes, edition: str) -> Deck:
    """A playable deck; ValueError says why the catalogue gives none."""
    catalogue = read(data)
    each_once(catalogue.cards)
    for card in catalogue.cards:
        if card.kind == "prisoner" and card.citizen is None:
            raise ValueError(Words("{card} has no citizen on its other side", card=card.id))
        if card.kind == "university" and sum(1 for figure in card.gives if figure) != 1:
            raise ValueError(Words("{card} does not teach one material", card=card.id))
    return Deck(catalogue, edition)


# --- what the box says against a catalogue ----------------------------------------------------------------------------


def check(data: bytes) -> list[Words]:
    """Everything that the box's contents and their balance say against a catalogue."""
    return checked(data, lambda one: read(one).cards, repeated, _counts, _sums, _balances, _figures)


def _counts(cards: Sequence[Card]) -> Iterator[Words]:
    for counted, box in ((Counter(card.kind for card in cards), BOX), (Counter(card.grade for card in cards), GRADES)):
        for what, expected in box.items():
            found = counted[what]  # type: ignore[index]
            if found != expected:
                yield Words(
                    "{found} cards of the kind {what}; the box has {expected}",
                    found=found,
                    what=what,
                    expected=expected,
                )


def _sums(cards: Iterable[Card]) -> Iterator[Words]:
    built = [card for card in cards if card.kind in ("building", "machine")]
    for what, found, expected in (
        (Words("points of buildings"), sum(card.points for card in built if card.kind == "building"), 93),
        (Words("points of machines"), sum(card.points for card in built if card.kind == "machine"), 8),
        (Words("coins of buildings"), sum(card.coins for card in built), 324),
    ):
        if found != expected:
            yield Words("{what} add up to {found}; in the box to {expected}", what=what, found=found, expected=expected)
    yield from _level(Words("the needs of all buildings"), [card.needs for card in built], 52)


def _balances(cards: Iterable[Card]) -> Iterator[Words]:
    """Each of these groups is balanced over the four materials."""
    cards = list(cards)
    buildings = [card for card in cards if card.kind == "building"]
    for points, expected in ((0, 2), (1, 2), (2, 4)):
        group = [card.needs for card in buildings if card.points == points]
        yield from _level(Words("the needs of buildings of {points} points", points=points), group, expected)
    for size, expected in ((6, 6), (8, 8), (10, 10), (12, 6), (14, 7), (16, 4)):
        group = [card.needs for card in buildings if sum(card.needs) == size]
        yield from _level(Words("the needs of buildings that need {size}", size=size), group, expected)
    yield from _level(Words("the needs of machines"), [card.needs for card in cards if card.kind == "machine"], 3)
    for grade, expected in (("master", 5), ("journeyman", 6), ("labourer", 3)):
        group = [card.gives for card in cards if card.grade == grade]
        yield from _level(Words("what a {kind} gives", kind=grade), group, expected)
    yield from _level(Words("what prisoners give"), [card.gives for card in cards if card.kind == "prisoner"], 6)
    for kind, expected in (("machine", 3), ("tool", 1), ("university", 3)):
        group = [card.gives for card in cards if card.kind == kind]
        yield from _level(Words("what a {kind} gives", kind=kind), group, expected)


def _level(what: Words, group: list[Materials], expected: int) -> Iterator[Words]:
    found = [sum(column) for column in zip(*group, strict=True)] or [0, 0, 0, 0]
    if found != [expected] * 4:
        yield Words(
            "{what} add up to {found}; in the box to {expected} of each",
            what=what,
            found=found,
            expected=expected,
        )


def _figures(cards: Iterable[Card]) -> Iterator[Words]:
    """What is certain of single cards: the law of wages, and how many materials a card shows."""
    for card in cards:
        shown = sorted(figure for figure in card.gives if figure)
        if card.kind == "worker" and not card.wage == sum(card.gives) == WAGES.get(str(card.grade)):
            yield Words(
                "{card} has wage {found}; grade and materials make it {expected}",
                card=card.id,
                found=card.wage,
                expected=sorted({sum(card.gives), WAGES.get(str(card.grade), 0)}),
            )
        if card.grade == "apprentice" and shown != [1, 1]:
            yield Words(
                "{card} is an apprentice and gives {found}, not one each of two materials", card=card.id, found=shown
            )
        if card.kind == "prisoner" and shown != [2, 2]:
            yield Words("{card} gives {found}; a prisoner gives two each of two materials", card=card.id, found=shown)
        if card.kind in ("machine", "tool", "university") and len(shown) != 1:
            yield Words("{card} gives {found}; a {kind} gives one material", card=card.id, found=shown, kind=card.kind)
        if card.kind in ("building", "machine") and not any(card.needs):
            yield Words("{card} needs nothing", card=card.id)
        if card.kind == "machine" and card.coins:
            yield Words("{card} pays {found} coins; a machine pays none", card=card.id, found=card.coins)
        for name, expected in _PRICES.get(card.kind, {}).items():
            if getattr(card, name) != expected:
                yield Words(
                    "{card} has {name} {found}; the rulebook says {expected}",
                    card=card.id,
                    name=name,
                    found=getattr(card, name),
                    expected=expected,
                )


_PRICES = {
    "prisoner": {"price": 7, "wage": 0, "penalty": 1},
    "machine": {"points": 2, "wage": 0},
    "tool": {"price": 2},
    "university": {"price": 7},
    "loan": {"coins": 10, "repay": 15, "penalty": 2},
}
