"""The cards of Lutèce as they are played with."""

from ledger.card_lists import each_once
from ledger.game import Cards, Printed
from ledger.games.lutece import cards
from ledger.games.lutece.cards import (
    COUNTING,
    MARKETS_OUT,
    RESOURCES,
    TILES,
    Catalogue,
    Role,
    Row,
    read,
)
from ledger.words import Name, Words


class Card(Printed):
    """One card, with what a table asks of it again and again."""

    __slots__ = (
        "coins", "cost", "demand", "family", "id", "mark", "per", "points", "resources", "role", "roman", "row",
        "talent",
    )  # fmt: skip

    def __init__(self, printed: cards.Card) -> None:
        self.id = printed.id
        self.role: Role = printed.role
        self.row: Row = printed.row
        self.mark = printed.mark
        self.cost = printed.cost
        self.resources: dict[str, int] = dict(printed.resources.items())
        self.talent = printed.talent
        self.family: str = printed.family or ""
        self.roman = printed.roman
        self.points = printed.points
        self.coins = printed.coins
        self.per: str = printed.per or ""
        self.demand: dict[str, int] = dict(printed.demand.items())


class Deck(Printed):
    """The cards of a catalogue, ready to be played with."""

    __slots__ = ("cards", "full", "markets", "names", "packs", "piles", "reconstructed", "shows", "title")

    def __init__(self, catalogue: Catalogue, edition: str) -> None:
        self.title = catalogue.title
        self.reconstructed = any("reconstructed" in card.source.values() for card in catalogue.cards)
        self.cards = Cards({printed.id: Card(printed) for printed in catalogue.cards})
        self.names = {card.id: Name(_name(card, edition), card.name) for card in catalogue.cards}
        self.full = {card: Name(name.word, name.others, card) for card, name in self.names.items()}
        self.shows: dict[str, dict[str, int]] = {
            resource: {card.id: card.resources[resource] for card in catalogue.cards if resource in card.resources}
            for resource in RESOURCES
        }
        # By the number of players: R1 which cards are in the game, R2 how many Markets and cards of each row are left.
        self.packs: dict[int, dict[str, Card]] = {
            players: {name: card for name, card in self.cards.items() if card.mark <= players} for players in TILES
        }
        self.markets = {
            players: sum(card.role == "market" for card in pack.values()) - MARKETS_OUT[players]
            for players, pack in self.packs.items()
        }
        self.piles = {
            players: {
                "character": sum(card.row == "character" for card in pack.values()),
                "location": sum(card.row == "location" for card in pack.values()) - MARKETS_OUT[players],
            }
            for players, pack in self.packs.items()
        }

    def named(self, card: str) -> str:
        """A card as a person reads it: its name and its number."""
        return self.full.get(card) or f"? {card}"


def _name(card: cards.Card, edition: str) -> str:
    names: dict[str, str] = dict(card.name.items())
    return names.get("en") or names.get(edition) or card.id


def playable(data: bytes, edition: str) -> Deck:
    """A playable deck; ValueError says why the catalogue gives none."""
    catalogue = read(data)
    each_once(catalogue.cards)
    blind = [card.id for card in catalogue.cards if card.role in COUNTING and card.per not in RESOURCES]
    if blind:
        raise ValueError(Words("{card} does not say which resource it counts", card=blind[0]))
    deck = Deck(catalogue, edition)
    if min(deck.markets.values()) < 0:
        raise ValueError(Words("it has fewer Markets than are taken out of the game"))
    return deck
