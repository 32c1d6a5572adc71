"""The table of Lutèce: what lies on it, and what can be read off it."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct

from ledger.events import GameStarted
from ledger.game import Named, Players, Reading, Severity
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

if TYPE_CHECKING:
    from ledger.games.lutece.counts import CountsDeclared

REVENUE = "revenue"
REVENUE_COINS = 3
LEGION = 2
OFFERS, BIDS, PURCHASES = "offers", "bids", "purchases"
OUT = "out of the game"
SILENT = "silent"  # a reading: the rulebook does not say, so what would break our rule cannot be decided


class Tiles(Named):
    """The tiles in play."""

    stranger = "there is no tile '{found}' at this table"


class Attachment(NamedTuple):
    """Where an Apprentice works and what it produces there."""

    host: str
    resource: str
    n: int


class Player:
    """What lies in front of somebody; R39: no event passes it to another player."""

    __slots__ = (
        "attached", "bid", "cards", "counted", "counts", "declared", "hand", "money", "name", "purse", "waiting",
    )  # fmt: skip

    def __init__(self, name: str) -> None:
        self.name = name
        self.purse = START_COINS
        self.money = [0]  # the events that moved the purse, one that did so twice twice
        self.cards: dict[str, int] = {}  # each with the event that brought it
        self.attached: dict[str, Attachment] = {}
        self.waiting: list[str] = []  # Apprentices without a host
        self.hand = [ActionCard(self), ActionCard(self)]  # two are played, and come back every round
        self.bid: list[ActionCard] | None = None
        self.declared = False
        self.counted = True  # False: coins were not among what this player declared
        self.counts: CountsDeclared | None = None  # what this player counted, where no cards were named

    def gain(self, coins: int, n: int) -> None:
        """Coins come (or go), and the event is remembered."""
        self.purse += coins
        self.money.append(n)

    def pledged(self) -> int:
        """Coins lying on the action cards."""
        return sum([card.coins for card in self.bid or ()])


class ActionCard:
    """A card played for a tile or for revenue, and the coins lying on it."""

    __slots__ = ("action", "coins", "n", "player")

    def __init__(self, player: "Player") -> None:
        self.player = player
        self.action = ""
        self.n = -1  # the bid
        self.coins = 0


class Pile:
    """The cards of a row that are still to come."""

    __slots__ = ("left", "row")

    def __init__(self, row: str, left: int) -> None:
        self.row = row
        self.left = left


class Slot:
    """A tile, the card under it, and who bids for it."""

    __slots__ = ("bidders", "card", "coins", "legions", "pile", "row", "tile")

    def __init__(self, tile: str, pile: Pile) -> None:
        self.tile = tile
        self.row = pile.row
        self.pile = pile
        self.card: str | None = None
        self.coins = 0
        self.bidders: list[ActionCard] = []
        self.legions: list[tuple[str, str]] = []  # Legionnaires spent here, each with whom it helps


class Due(Struct, frozen=True, gc=False):
    """What the rules say must become of a tile."""

    outcome: str  # purchased, tied, unpaid, or nothing
    player: Player | None = None
    unpaid: tuple[Player, ...] = ()  # who won and could not pay


NOTHING = Due("nothing")
TIED = Due("tied")


class Table:
    """Everything on the table."""

    __slots__ = (
        "bids", "board", "cards", "characters", "crowded", "deck", "locations", "markets", "money", "options", "owed",
        "pack", "phase", "piles_known", "places", "players", "queue", "revenue", "round", "seats", "tally", "tiles",
        "unknown", "unsaid", "where",
    )  # fmt: skip

    def __init__(self, started: GameStarted, deck: Deck, options: Mapping[str, Reading]) -> None:
        self.seats = seats = len(started.players)
        self.deck = deck
        self.cards = deck.cards
        self.options = options
        self.players = Players({name: Player(name) for name in started.players})
        self.characters = Pile("character", deck.piles[seats]["character"])
        self.locations = Pile("location", deck.piles[seats]["location"])
        self.tiles = Tiles(
            {tile: Slot(tile, self.characters) for tile in LETTERS[: TILES[seats]]}
            | {tile: Slot(tile, self.locations) for tile in NUMBERS[: TILES[seats]]}
        )
        self.board: tuple[Slot, ...] = tuple(self.tiles.values())
        self.revenue = Slot(REVENUE, Pile(REVENUE, 0))
        self.places: dict[str, Slot] = {**self.tiles, REVENUE: self.revenue}  # whatever an action card is played for
        self.phase = OFFERS
        self.round = 1
        self.bids = 0  # players who have bid in this round
        self.pack = deck.packs[seats]  # the cards that are in this game
        self.markets = deck.markets[seats]  # still to come
        self.where: dict[str, Player | Slot | str] = {}  # a card that is not here lies in its pile
        self.queue: list[Slot] = []  # tiles with a bid, still to be settled in this order, once the cards are turned
        self.owed: list[tuple[Player, str]] = []  # Apprentices that must be attached by the very next event
        self.tally = True  # nothing was played here: the players only say what they have
        self.piles_known = True
        self.unknown: int | None = None  # the first event at which the piles were wanted and not known
        self.unsaid: dict[str, int] = {}  # by rule: the first event at which a rulebook's silence mattered
        self.money = START_COINS * seats  # in purses, on action cards and on cards on offer
        self.crowded: int | None = None  # the event with which there were more coins in play than the box has

    def count(self, n: int) -> None:
        """R36: remember the event with which there were first more coins in play than the box has."""
        if self.crowded is None and self.money > BOX_COINS:
            self.crowded = n

    def pile(self, row: str) -> Pile:
        """Where the cards of a row come from."""
        return self.characters if row == self.characters.row else self.locations


# --- looking at the table ---------------------------------------------------------------------------------------------


def over(table: Table) -> bool | None:
    """R4: an empty tile cannot be served, its pile being empty. None: the record cannot tell."""
    if table.tally:
        return not undeclared(table)
    if not table.piles_known:
        return None
    return table.phase is OFFERS and bool(unserved(table))


def undeclared(table: Table) -> list[str]:
    """Who is still to say what they have; of those who left nobody asks."""
    gone = table.players.left
    return [name for name, player in table.players.items() if not player.declared and name not in gone]


def declaring(table: Table) -> bool:
    """A tally in which somebody has spoken: who has not yet may have anything."""
    return table.tally and (bool(table.players.left) or any(player.declared for player in table.players.values()))


def purse_of(table: Table, player: Player) -> int | None:
    """What is in somebody's purse; None: at a table that only declares, nobody has counted it."""
    return None if declaring(table) and not (player.declared and player.counted) else player.purse


def unserved(table: Table) -> list[Slot]:
    """Empty tiles whose pile is empty too."""
    return [slot for slot in table.board if slot.card is None and slot.pile.left <= 0]


def missing(table: Table) -> list[str]:
    """Who is still to bid in this round; for those who left nobody waits."""
    gone = table.players.left
    return [name for name, player in table.players.items() if player.bid is None and name not in gone]


def all_have_bid(table: Table) -> bool:
    """R6: everybody who still sits there has played two cards."""
    return table.bids >= table.seats or (bool(table.players.left) and not missing(table))


def player_leaves(table: Table, player: str, n: int) -> None:
    """Whoever left attaches no Apprentice any more."""
    table.owed = [one for one in table.owed if one[0].name != player]


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


def income(table: Table, player: Player, card: Card) -> int:
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
    purse = player.purse
    if table.phase is BIDS:
        for card in player.bid or ():
            if card.action == REVENUE:
                purse += REVENUE_COINS + (card.coins if table.options["revenue_bribe"] == "returned" else 0)
    return purse


def can_pay(table: Table, player: Player, cost: int) -> bool:
    """R11: a purse of exactly the cost is enough; what costs nothing anybody can pay."""
    return cost <= 0 or spendable(table, player) >= cost


def coming(table: Table) -> list[Slot]:
    """R10: the tiles that are to be settled in this round, in their order."""
    return table.queue if table.phase is PURCHASES else [slot for slot in table.board if slot.bidders]


def next_slot(table: Table) -> Slot | None:
    """R10: the tile that is settled next."""
    if table.phase is PURCHASES:
        return table.queue[0] if table.queue else None
    for slot in table.board:
        if slot.bidders:
            return slot
    return None


def settle(table: Table, slot: Slot, cost: int) -> Due:
    """R11, R13, R18: what must become of a tile, given what everybody holds now."""
    bidders = slot.bidders
    unpaid: tuple[Player, ...] = ()
    while bidders:
        best = highest(slot, bidders)
        if best is None:
            return Due("unpaid", unpaid[0], unpaid) if unpaid else TIED
        winner = best.player
        if can_pay(table, winner, cost):
            return Due("purchased", winner, unpaid)
        unpaid += (winner,)
        if table.options["unpaid_goes_to"] == "nobody":
            break
        bidders = [bidder for bidder in bidders if bidder.player is not winner]
    return Due("unpaid", unpaid[0], unpaid) if unpaid else NOTHING


def highest(slot: Slot, bidders: list[ActionCard]) -> ActionCard | None:
    """R14: the one highest bribe; nobody's when it is shared."""
    top, best = None, None
    for bidder in bidders:
        power = strength(slot, bidder) if slot.legions else bidder.coins
        if top is None or power > top:
            top, best = power, bidder
        elif power == top:
            best = None
    return best


def loosely_tied(slot: Slot) -> bool:
    """R14: the highest bribe is shared, and another is lower: 5-5-2."""
    powers = sorted(strength(slot, bidder) for bidder in slot.bidders)
    return len(powers) > 2 and powers[0] < powers[-2] == powers[-1]


def unless_silent(table: Table, option: str, also: bool = True) -> Severity:
    """How grave a breach is: where the rulebook is silent about it, it cannot be decided."""
    return "undecidable" if also and table.options[option] == SILENT else "violation"


def attachment(apprentice: Card, host: Card, n: int, resource: str = "") -> Attachment:
    """What is produced: nothing unless an Apprentice joins a Character."""
    able = list(host.resources) if apprentice.role == "apprentice" and host.row == "character" else []
    return Attachment(host.id, resource if resource in able else next(iter(able), ""), n)


# --- moving things on it ----------------------------------------------------------------------------------------------


def set_purse(table: Table, player: Player, coins: int | None, n: int) -> None:
    """What somebody declared is in the purse; None: not counted, and so what the record of a game has stays."""
    player.counted = coins is not None or not table.tally
    new = player.purse if coins is None and not table.tally else coins or 0
    table.money += new - player.purse
    table.count(n)
    player.purse, player.money = new, [n]


def leave(table: Table, card: str) -> None:
    """A card goes from wherever the record had it: it is where the latest event puts it."""
    place = table.where.get(card)
    if place is None:
        table.pile(table.cards[card].row).left -= 1
    elif isinstance(place, Player):
        del place.cards[card]
        if card in place.waiting:
            place.waiting.remove(card)
    elif isinstance(place, Slot) and place.card == card:
        place.card = None
