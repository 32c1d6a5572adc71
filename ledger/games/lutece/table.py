"""The table of Lutèce: what lies on it, and what can be read off it."""

from collections.abc import Mapping
from typing import NamedTuple

from msgspec import Struct

from ledger.events import GameStarted
from ledger.game import Named, Reading
from ledger.games.lutece.cards import (
    BOX_COINS,
    LETTERS,
    NUMBERS,
    PAYING,
    RESOURCES,
    START_COINS,
    TILES,
)
from ledger.games.lutece.deck import Card, Deck
from ledger.games.lutece.events import HoldingsDeclared

REVENUE = "revenue"
REVENUE_COINS = 3
LEGION = 2
OFFERS, BIDS, PURCHASES = "offers", "bids", "purchases"
OUT = "out of the game"


class Attachment(NamedTuple):
    """Where an Apprentice works and what it produces there."""

    host: str
    resource: str
    n: int


class Player:
    """What lies in front of somebody; R39: no event passes it to another player."""

    __slots__ = ("attached", "bid", "cards", "declared", "money", "name", "purse", "unsure", "waiting")

    def __init__(self, name: str) -> None:
        self.name = name
        self.purse = START_COINS
        self.money = [0]  # the events that moved the purse, one that did so twice twice
        self.cards: dict[str, int] = {}  # each with the event that brought it
        self.attached: dict[str, Attachment] = {}
        self.waiting: list[str] = []  # Apprentices without a host
        self.bid: list[ActionCard] | None = None
        self.declared = False
        self.unsure = False  # after a mistake about money the record no longer knows this purse for certain

    def gain(self, coins: int, n: int) -> None:
        """Coins come (or go), and the event is remembered."""
        self.purse += coins
        self.money.append(n)

    def pledged(self) -> int:
        """Coins lying on the action cards."""
        return sum([card.coins for card in self.bid or ()])


class ActionCard:
    """A card played for a tile or for revenue, and the coins lying on it."""

    __slots__ = ("action", "coins", "player")

    def __init__(self, player: "Player", action: str) -> None:
        self.player = player
        self.action = action
        self.coins = 0


class Pile:
    """The cards of a row that are still to come."""

    __slots__ = ("left", "row")

    def __init__(self, row: str, left: int) -> None:
        self.row = row
        self.left = left


class Slot:
    """A tile, the card under it, and who bids for it."""

    __slots__ = ("bidders", "card", "coins", "doubted", "late", "legions", "pile", "row", "settled", "tile")

    def __init__(self, tile: str, pile: Pile) -> None:
        self.tile = tile
        self.row = pile.row
        self.pile = pile
        self.card: str | None = None
        self.coins = 0
        self.bidders: list[ActionCard] = []
        self.legions: list[tuple[str, str]] = []  # Legionnaires spent here, each with whom it helps
        self.settled = False
        self.late = False  # its outcome was missed and told
        self.doubted = False  # after a mistake the record no longer says for certain what lies here


class Due(Struct, frozen=True, gc=False):
    """What the rules say must become of a tile."""

    outcome: str  # purchased, tied, unpaid, or nothing
    player: Player | None = None
    unpaid: tuple[Player, ...] = ()  # who won and could not pay


NOTHING = Due("nothing")
TIED = Due("tied")


class Table:
    """Everything on the table, and the few things an auditor keeps in mind."""

    __slots__ = (
        "assumed", "bids", "board", "buyer", "card", "cards", "characters", "crowded", "deck", "due", "forgotten",
        "hands", "late", "locations", "markets", "missed", "missing_told", "money", "offers", "options",
        "owed", "owed_n", "pack", "phase", "piles_known", "places", "plain", "played_on", "players", "queue", "revenue",
        "round", "seats", "slipped", "slot", "strays", "tiles", "unclear", "untold", "where",
    )  # fmt: skip

    def __init__(self, started: GameStarted, deck: Deck, options: Mapping[str, Reading]) -> None:
        self.seats = seats = len(started.players)
        self.deck = deck
        self.cards = deck.cards
        self.options = options
        self.players: Named = Named({name: Player(name) for name in started.players})
        self.hands: dict[str, list[ActionCard]] = {  # the two action cards of each, taken back after every round
            name: [ActionCard(player, ""), ActionCard(player, "")] for name, player in self.players.items()
        }
        self.characters = Pile("character", deck.piles[seats]["character"])
        self.locations = Pile("location", deck.piles[seats]["location"])
        self.tiles: Named = Named(
            {tile: Slot(tile, self.characters) for tile in LETTERS[: TILES[seats]]}
            | {tile: Slot(tile, self.locations) for tile in NUMBERS[: TILES[seats]]}
        )
        self.board: tuple[Slot, ...] = tuple(self.tiles.values())
        self.revenue = Slot(REVENUE, Pile(REVENUE, 0))
        self.places: dict[str, Slot] = {**self.tiles, REVENUE: self.revenue}  # whatever an action card is played for
        self.plain = options["compensated"] == "bidders"  # R15
        self.phase = OFFERS
        self.round = 1
        self.offers = 0
        self.pack = deck.packs[seats]  # the cards that are in this game
        self.markets = deck.markets[seats]  # still to come
        self.where: dict[str, Player | Slot | str] = {}  # a card that is not here lies in its pile
        self.queue: list[Slot] = []  # tiles with a bid, still to be settled in this order
        self.bids = 0  # players who have bid in this round
        self.slot: Slot = self.tiles["A"]  # the outcome being looked at: its tile, card and buyer or debtor,
        self.card: Card = next(iter(deck.cards.values()))
        self.buyer: Player | None = None
        self.due: Due | None = None  # and what it must be; None: a mistake before it leaves that unknown
        self.owed: list[tuple[Player, str]] = []  # Apprentices that must be attached by the very next event
        self.owed_n = -1
        self.late: set[str] = set()  # Apprentices that may still be attached: told missing, or their host was spent
        self.forgotten: set[str] = set()  # those told missing, which is told once
        self.missing_told = False  # that somebody has not bid in this round
        self.unclear = False  # this round's bids or bribes cannot be trusted after a mistake that was told
        self.slipped = False  # a tile was passed over, and nobody has bid since
        self.missed: dict[str, list[Player]] = {}  # cards whose outcome was left out, and who had bid for them
        self.assumed = False  # the round was ended for the record, which may still say so
        self.strays: set[str] = set()  # cards that a mistake named before their time
        self.played_on = False  # that play went on after the end
        self.piles_known = True
        self.untold = False  # that the piles are unknown is still to be said
        self.money = START_COINS * seats  # in purses, on action cards and on cards on offer
        self.crowded: int | None = None  # the event with which there were more coins in play than the box has

    def count(self, n: int) -> None:
        """R36: remember the event with which there were first more coins in play than the box has."""
        if self.crowded is None and self.money > BOX_COINS:
            self.crowded = n

    def pile(self, row: str) -> Pile:
        """Where the cards of a row come from."""
        return self.characters if row == self.characters.row else self.locations

    @property
    def tally(self) -> bool:
        """Nothing was played here: the players only say what they have."""
        return not self.offers


# --- looking at the table ---------------------------------------------------------------------------------------------


def over(table: Table) -> bool | None:
    """R4: an empty tile cannot be served, its pile being empty. None: the record cannot tell."""
    if not table.offers:
        return all(player.declared for player in table.players.values())
    if table.played_on:
        return True
    if not table.piles_known:
        return None
    if table.phase != OFFERS:
        return False
    bare = [slot for slot in table.board if slot.card is None]
    doubted = sum(slot.doubted for slot in bare)  # cards may lie there that the record does not know to have come
    return any(slot.pile.left <= doubted for slot in bare)


def belongs(table: Table, card: Card, slot: Slot) -> bool:
    """A card that is in this game, and of this tile's row."""
    return card.row == slot.row and card.id in table.pack


def plenty(table: Table) -> bool:
    """Neither pile has run out."""
    return table.characters.left > 0 < table.locations.left


def unserved(table: Table) -> list[Slot]:
    """Empty tiles whose pile is empty too; the refill reaches them A to E, then 1 to 5."""
    return [] if plenty(table) else [slot for slot in table.board if empty(slot) and slot.pile.left <= 0]


def stuck_before(table: Table, slot: Slot) -> bool:
    """The refill has come to its end before it reached this tile."""
    if plenty(table) or table.phase != OFFERS:
        return False
    stuck = unserved(table)
    return bool(stuck) and (stuck[0].row, stuck[0].tile) < (slot.row, slot.tile)


def unended(table: Table, player: Player) -> bool:
    """Everything in this round is settled and it was not ended, yet this player bids again."""
    if player.bid is None or table.bids < len(table.players):
        return False
    return next_slot(table) is None


def empty(slot: Slot) -> bool:
    """Nothing lies under this tile, for all we know."""
    return slot.card is None and not slot.doubted


def symbols(table: Table, player: Player) -> dict[str, int]:
    """R31: how many of each resource a player controls, Apprentices included."""
    return {resource: shown(table, player, resource) for resource in RESOURCES}


def shown(table: Table, player: Player, resource: str) -> int:
    """R31: how many of one resource a player controls."""
    shows, held = table.deck.shows[resource], player.cards
    count = sum([shows[card] for card in held if card in shows])
    for apprentice, (host, produced, _) in player.attached.items():
        if produced == resource and apprentice in held and host in held:
            count += 1
    return count


def effect(table: Table, player: Player, card: Card) -> int:
    """R22, R23: what a card pays at the moment it is bought, its own symbol counted."""
    if card.role not in PAYING:
        return 0
    own = 0 if card.id in player.cards else card.resources.get(card.per, 0)
    return card.coins + shown(table, player, card.per) + own


def may_host(table: Table, card: Card) -> bool:
    """R29a: who can carry an Apprentice so that it must be attached at once."""
    if table.options["apprentice_host"] == "any_character":
        return card.row == "character" and card.role != "apprentice"
    return card.row == "character" and bool(card.resources)


def hosts(table: Table, player: Player) -> list[Card]:
    """The Characters of a player that an Apprentice can join."""
    cards = table.cards
    return [cards[card] for card in player.cards if may_host(table, cards[card])]


def strength(slot: Slot, bidder: ActionCard) -> int:
    """A bribe's coins, and 2 for each Legionnaire spent on it."""
    return bidder.coins + LEGION * legions(slot, bidder.player.name) if slot.legions else bidder.coins


def legions(slot: Slot, favour: str) -> int:
    """How many Legionnaires were spent here for somebody."""
    return sum(helped == favour for _, helped in slot.legions)


def spendable(table: Table, player: Player) -> int:
    """R10: what a purse can pay with in the purchase phase, the revenue that opens it counted."""
    if table.phase == PURCHASES:
        return player.purse
    lying = [card.coins for card in player.bid or () if card.action == REVENUE]
    back = sum(lying) if table.options["revenue_bribe"] == "returned" else 0
    return player.purse + REVENUE_COINS * len(lying) + back


def next_slot(table: Table) -> Slot | None:
    """The tile that is settled next."""
    if table.phase == PURCHASES:
        return table.queue[0] if table.queue else None
    return next((slot for slot in table.board if slot.bidders), None)


def settle(table: Table, slot: Slot, cost: int) -> Due | None:
    """R11, R13, R18: what must become of a tile, given what everybody holds now; None: nobody knows what that is."""
    bidders = slot.bidders
    if len(bidders) == 1 and bidders[0].player.purse >= cost:
        return Due("purchased", bidders[0].player)
    unpaid: tuple[Player, ...] = ()
    while bidders:
        best = highest(slot, bidders)
        if best is None:
            return Due("unpaid", unpaid[0], unpaid) if unpaid else TIED
        winner = best.player
        if spendable(table, winner) >= cost:
            return Due("purchased", winner, unpaid)
        if winner.unsure or winner.purse < 0:
            return None
        unpaid += (winner,)
        if table.options["unpaid_goes_to"] == "nobody":
            break
        bidders = [bidder for bidder in bidders if bidder.player is not winner]
    return Due("unpaid", unpaid[0], unpaid) if unpaid else NOTHING


def highest(slot: Slot, bidders: list[ActionCard]) -> ActionCard | None:
    """R14: the one highest bribe; nobody's when it is shared."""
    top, best = -1, None
    for bidder in bidders:
        power = strength(slot, bidder) if slot.legions else bidder.coins
        if power > top:
            top, best = power, bidder
        elif power == top:
            best = None
    return best


def attachment(apprentice: Card, host: Card, n: int, resource: str = "") -> Attachment:
    """What is produced: nothing unless an Apprentice joins a Character."""
    able = list(host.resources) if apprentice.role == "apprentice" and host.row == "character" else []
    return Attachment(host.id, resource if resource in able else next(iter(able), ""), n)


def differs(player: Player, event: HoldingsDeclared) -> bool:
    """Does a declaration say something else than the record?"""
    recorded = {one: attachment.host for one, attachment in player.attached.items()}
    return (player.purse, set(player.cards), recorded) != (event.coins, set(event.cards), event.attached)
