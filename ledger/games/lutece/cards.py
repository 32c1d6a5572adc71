"""The cards of Lutèce as they are printed, and a catalogue of them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any, Literal, NamedTuple

from msgspec import Meta, Struct, to_builtins

from ledger.card_lists import Provenance, checked, reads, repeated
from ledger.words import Name, Words

Resource = Literal["beer", "bread", "potion", "gladius"]
Family = Literal["beer", "bread", "potion", "gladius", "purple", "red"]
Role = Literal["worker", "legionnaire", "apprentice", "income", "mill", "bakery", "tavern", "statue", "market"]
Row = Literal["character", "location"]
Symbols = dict[Resource, Annotated[int, Meta(ge=1, le=9)]]
Figure = Annotated[int, Meta(ge=0, le=99)]

RESOURCES: tuple[Resource, ...] = ("beer", "bread", "potion", "gladius")
CHARACTERS = ("worker", "legionnaire", "apprentice")
COUNTING = ("income", "mill", "tavern")  # these count a resource
PAYING = ("income", "tavern")  # these pay something at once
PRINTED: dict[str, dict[str, Any]] = {  # what the rulebooks say of a kind of card
    "legionnaire": {"points": 2, "family": "red"},
    "market": {"points": 6, "family": "purple"},
    "statue": {"points": 3, "family": "purple"},
    "bakery": {"points": 2},
    "tavern": {"coins": 5},
}


class Place(NamedTuple):
    """A kind of Location that scores by what it counts."""

    kind: str
    role: Role
    counts: str  # a resource, the family of that name, or "roman"
    name: Name


def _place(kind: str, role: Role, counts: str, *names: str) -> Place:
    english, french, polish = names
    return Place(kind, role, counts, Name(english, {"fr": french, "pl": polish}))


PLACES: dict[str, Place] = {
    place.kind: place
    for place in (
        _place("laboratory", "mill", "potion", "Laboratory", "Laboratoire", "Laboratorium"),
        _place("forge", "mill", "gladius", "Forge", "Forge", "Kuźnia"),
        _place("mill", "mill", "bread", "Mill", "Moulin", "Młyn"),
        _place("herbalist", "bakery", "potion", "Herbalist's Shop", "Herboristerie", "Sklep zielarza"),
        _place("armoury", "bakery", "gladius", "Armoury", "Armurerie", "Zbrojownia"),
        _place("bakery", "bakery", "bread", "Bakery", "Boulangerie", "Piekarnia"),
        _place("statue", "statue", "roman", "Statue of Augustus", "Statue d'Auguste", "Statua Augusta"),
    )
}
LETTERS, NUMBERS = "ABCDE", "12345"
TILES = {2: 3, 3: 3, 4: 4, 5: 5}  # of each row, by the number of players
MARKETS_OUT = {2: 3, 3: 2, 4: 1, 5: 0}
BOX = {"character": 40, "location": 34}
BOX_COINS = 66
START_COINS = 5


class Card(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One card as it is printed, with the provenance of every figure."""

    id: str
    role: Role
    name: dict[Literal["en", "fr", "pl"], str]
    mark: Annotated[int, Meta(ge=2, le=5)] = 2  # in the game with at least so many players
    cost: Figure
    resources: Symbols = {}
    talent: Figure | None = None
    family: Family | None = None
    roman: bool = False
    points: Figure = 0  # victory points, or the base of a bonus
    coins: Figure = 0  # the base of an immediate effect
    per: Family | None = None  # what an effect or a bonus counts
    demand: Symbols = {}
    source: dict[str, Provenance]

    @property
    def row(self) -> Row:
        """Characters lie under letters, Locations under numbers."""
        return "character" if self.role in CHARACTERS else "location"


class Catalogue(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card list as a file has it."""

    id: str
    game: Literal["lutece"]
    title: str
    cards: tuple[Card, ...]


read = reads(Catalogue)


def check(data: bytes) -> list[Words]:
    """Everything that the box's published contents say against a catalogue."""
    return checked(data, lambda one: read(one).cards, repeated, _counts, _talents, _figures, _marks)


def _counts(cards: Sequence[Card]) -> Iterator[Words]:
    for row, expected in BOX.items():
        found = sum(1 for card in cards if card.row == row)
        if found != expected:
            yield Words("{found} {row} cards; the box has {expected}", row=row, found=found, expected=expected)
    roles = Counter(card.role for card in cards)
    for role in Role.__args__:  # type: ignore[attr-defined]
        if not roles[role]:
            yield Words("there is no {role}; the rulebook names one", role=role)
    if roles["market"] < 4:
        yield Words(
            "{found} Markets; a game of two takes 3 out and leaves at least one, so 4 are needed", found=roles["market"]
        )


def _talents(cards: Iterable[Card]) -> Iterator[Words]:
    seen: dict[tuple[str, int], str] = {}
    for card in cards:
        if card.resources and card.talent is None:
            yield Words("{card} shows a resource and has no talent to break a tie with", card=card.id)
        for resource in card.resources if card.talent is not None else ():
            other = seen.setdefault((resource, card.talent or 0), card.id)
            if other != card.id:
                yield Words(
                    "{card} and {other} both have talent {found} for {resource}; a tie of the two could not be broken",
                    card=card.id,
                    other=other,
                    found=card.talent,
                    resource=resource,
                )


def _figures(cards: Iterable[Card]) -> Iterator[Words]:
    for card in cards:
        yield from _printed(card)
        yield from _counting(card)
        if card.role == "market" and not card.demand:
            yield Words("{card} is a Market and demands nothing", card=card.id)
        if card.role != "market" and card.demand:
            yield Words("{card} demands resources and is no Market", card=card.id)
        if card.role in ("mill", "bakery") and not card.roman:
            yield Words("{card} has no roman icon; all cards that score prestige do", card=card.id)
        figures = [key for key, value in to_builtins(card).items() if key not in ("id", "role", "source") and value]
        unsourced = [key for key in figures if key not in card.source]
        if unsourced:
            yield Words("{card} does not say where its {found} were taken from (source)", card=card.id, found=unsourced)


def _printed(card: Card) -> Iterator[Words]:
    """Points, coins and families that the rulebooks give."""
    printed: dict[str, Any] = {"points": 0, "coins": 0} | PRINTED.get(card.role, {})
    for name, expected in printed.items():
        found = getattr(card, name)
        if found != expected:
            words = "{card} has {found} {name}; a {role} has {expected}"
            yield Words(words, card=card.id, found=found, name=name, role=card.role, expected=expected)


def _counting(card: Card) -> Iterator[Words]:
    """What an effect or a bonus counts."""
    if card.role == "bakery" and card.per is None:
        yield Words("{card} does not say what it counts (per)", card=card.id)
    if card.role in COUNTING and card.per not in RESOURCES:
        yield Words("{card} does not say which resource it counts (per)", card=card.id)
    elif card.role == "income" and card.per not in card.resources:
        yield Words("{card} counts {expected}, its own included, and shows none", card=card.id, expected=card.per)


def _marks(cards: Iterable[Card]) -> Iterator[Words]:
    cards = list(cards)
    for mark in (4, 5):
        if not any(card.mark == mark for card in cards):
            yield Words("no card is marked {expected}+; the rulebooks name that mark", expected=mark)
    for players, tiles in TILES.items():
        for row in BOX:
            found = sum(1 for card in cards if card.row == row and card.mark <= players)
            found -= MARKETS_OUT[players] if row == "location" else 0
            if found < tiles:
                yield Words(
                    "with {players} players only {found} {row} cards are left for {expected} tiles",
                    players=players,
                    found=found,
                    row=row,
                    expected=tiles,
                )
