"""The table of Lutèce, and one handler for each event.

A handler believes the record; whether a thing was allowed is the business of `rules`. What the record left doubtful
after a mistake is remembered, so that one mistake is told once.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple, cast

from msgspec import Struct

from ledger.events import Event, GameStarted
from ledger.game import Handler, Named, Opener, Reading
from ledger.games.lutece.cards import (
    BOX_COINS,
    LETTERS,
    NUMBERS,
    RESOURCES,
    START_COINS,
    TILES,
    Card,
    Deck,
    Resource,
    Row,
)
from ledger.games.lutece.events import (
    ApprenticeAttached,
    BidPlaced,
    BribeRaised,
    CardOffered,
    CardPurchased,
    CardRemoved,
    HoldingsDeclared,
    LegionDiscarded,
    RoundEnded,
)

REVENUE = "revenue"
REVENUE_COINS = 3
LEGION = 2
OFFERS, BIDS, PURCHASES = "offers", "bids", "purchases"
OUT = "out of the game"


class Bid(Struct, gc=False):
    """Two action cards, and the coins lying on each."""

    actions: tuple[str, ...]
    coins: list[int]


class Attachment(NamedTuple):
    """Where an Apprentice works and what it produces there."""

    host: str
    resource: str
    n: int


class Player:
    """What lies in front of somebody."""

    __slots__ = ("attached", "bid", "cards", "declared", "money", "name", "purse", "unsure", "waiting")

    def __init__(self, name: str) -> None:
        self.name = name
        self.purse = START_COINS
        self.money: list[int] = [0]  # the events that moved the purse
        self.cards: dict[str, int] = {}  # each with the event that brought it
        self.attached: dict[str, Attachment] = {}
        self.waiting: list[str] = []  # Apprentices without a host
        self.bid: Bid | None = None
        self.declared = False
        self.unsure = False  # after a mistake about money the record no longer knows this purse for certain

    def gain(self, coins: int, n: int) -> None:
        """Coins come (or go), and the event is remembered."""
        self.purse += coins
        self.money.append(n)

    def pledged(self) -> int:
        """Coins lying on the action cards."""
        return sum(self.bid.coins) if self.bid else 0


class Slot:
    """A tile, the card under it, and who bids for it."""

    __slots__ = ("bidders", "card", "coins", "doubted", "late", "legions", "n", "row", "settled", "tile")

    def __init__(self, tile: str, row: Row) -> None:
        self.tile = tile
        self.row = row
        self.card: str | None = None
        self.coins = 0
        self.n = -1
        self.bidders: list[tuple[Player, int]] = []  # with the place of the action card
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
        "assumed", "bids", "buyer", "card", "cards", "crowded", "deck", "due", "forgotten", "home", "late",
        "left", "markets", "missing_told", "money", "offers", "options", "owed", "owed_n", "phase",
        "piles_known", "played_on", "players", "queue", "round", "slot", "strays", "tiles", "unclear",
        "untold", "where",
    )  # fmt: skip

    def __init__(self, started: GameStarted, deck: Deck, options: Mapping[str, Reading]) -> None:
        seats = len(started.players)
        self.deck = deck
        self.cards = deck.cards
        self.options = options
        self.players: Named = Named({name: Player(name) for name in started.players})
        self.tiles: Named = Named(
            {tile: Slot(tile, "character") for tile in LETTERS[: TILES[seats]]}
            | {tile: Slot(tile, "location") for tile in NUMBERS[: TILES[seats]]}
        )
        self.phase = OFFERS
        self.round = 1
        self.offers = 0
        self.home = deck.home[seats]  # the row of each card that is in this game
        self.left = dict(deck.piles[seats])
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
    bare = [slot for slot in table.tiles.values() if slot.card is None]
    doubted = sum(slot.doubted for slot in bare)  # cards may lie there that the record does not know to have come
    return any(table.left[slot.row] <= doubted for slot in bare)


def unserved(table: Table) -> list[Slot]:
    """Empty tiles whose pile is empty too; the refill reaches them A to E, then 1 to 5."""
    left = table.left
    if left["character"] > 0 < left["location"]:
        return []
    return [slot for slot in table.tiles.values() if empty(slot) and left[slot.row] <= 0]


def stuck_before(table: Table, slot: Slot) -> bool:
    """The refill has come to its end before it reached this tile."""
    left = table.left
    if left["character"] > 0 < left["location"] or table.phase != OFFERS:
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
    """How many of each resource a player controls, Apprentices included."""
    counts: dict[str, int] = dict.fromkeys(RESOURCES, 0)
    cards = table.cards
    for card in player.cards:
        for resource, number in cards[card].resources.items():
            counts[resource] += number
    for apprentice, (host, resource, _) in player.attached.items():
        if resource and apprentice in player.cards and host in player.cards:
            counts[resource] += 1
    return counts


def effect(table: Table, player: Player, card: Card) -> int:
    """R22, R23: what a card pays at the moment it is bought, its own symbol counted."""
    if card.role not in ("income", "tavern"):
        return 0
    per = cast(Resource, card.per)
    own = 0 if card.id in player.cards else card.resources.get(per, 0)
    return card.coins + symbols(table, player)[per] + own


def may_host(table: Table, card: Card) -> bool:
    """R29a: who can carry an Apprentice so that it must be attached at once."""
    if table.options["apprentice_host"] == "any_character":
        return card.row == "character" and card.role != "apprentice"
    return card.row == "character" and bool(card.resources)


def hosts(table: Table, player: Player) -> list[Card]:
    """The Characters of a player that an Apprentice can join."""
    cards = table.cards
    return [cards[card] for card in player.cards if may_host(table, cards[card])]


def pledge(bidder: tuple[Player, int]) -> int:
    """The coins lying on a bidder's action card."""
    player, place = bidder
    return player.bid.coins[place]  # type: ignore[union-attr]


def strength(slot: Slot, bidder: tuple[Player, int]) -> int:
    """A bribe's coins, and 2 for each Legionnaire spent on it."""
    coins = pledge(bidder)
    return coins + LEGION * legions(slot, bidder[0].name) if slot.legions else coins


def legions(slot: Slot, favour: str) -> int:
    """How many Legionnaires were spent here for somebody."""
    return sum(helped == favour for _, helped in slot.legions)


def spendable(table: Table, player: Player) -> int:
    """R10: what a purse can pay with in the purchase phase, the revenue that opens it counted."""
    if table.phase == PURCHASES:
        return player.purse
    bid = player.bid
    if bid is None or REVENUE not in bid.actions:
        return player.purse
    lying = [coins for action, coins in zip(bid.actions, bid.coins, strict=False) if action == REVENUE]
    back = sum(lying) if table.options["revenue_bribe"] == "returned" else 0
    return player.purse + REVENUE_COINS * len(lying) + back


def next_slot(table: Table) -> Slot | None:
    """The tile that is settled next."""
    if table.phase == PURCHASES:
        return table.queue[0] if table.queue else None
    return next((slot for slot in table.tiles.values() if slot.bidders), None)


def settle(table: Table, slot: Slot, cost: int) -> Due | None:
    """R11, R13, R18: what must become of a tile, given what everybody holds now; None: nobody knows what that is."""
    bidders = slot.bidders
    unpaid: tuple[Player, ...] = ()
    while bidders:
        winner = highest(slot, bidders)
        if winner is None:
            return Due("unpaid", unpaid[0], unpaid) if unpaid else TIED
        if spendable(table, winner) >= cost:
            return Due("purchased", winner, unpaid)
        if winner.unsure or winner.purse < 0:
            return None
        unpaid += (winner,)
        if table.options["unpaid_goes_to"] == "nobody":
            break
        bidders = [bidder for bidder in bidders if bidder[0] is not winner]
    return Due("unpaid", unpaid[0], unpaid) if unpaid else NOTHING


def highest(slot: Slot, bidders: list[tuple[Player, int]]) -> Player | None:
    """R14: the one highest bribe; nobody when it is shared."""
    if len(bidders) == 1:
        return bidders[0][0]
    top, best = -1, None
    for bidder in bidders:
        power = strength(slot, bidder)
        if power > top:
            top, best = power, bidder[0]
        elif power == top:
            best = None
    return best


# --- what the rules do by themselves ----------------------------------------------------------------------------------


def open_purchases(table: Table, event: Event) -> None:
    """R9, R10: the cards are turned; revenue is paid, and bribes on revenue cards are lost."""
    if table.phase == PURCHASES:
        return
    table.phase = PURCHASES
    table.queue = [slot for slot in table.tiles.values() if slot.bidders]
    back = table.options["revenue_bribe"] == "returned"
    for player in table.players.values():
        bid = player.bid
        if bid is None or REVENUE not in bid.actions:
            continue
        for place, action in enumerate(bid.actions):
            if action == REVENUE:
                coins, bid.coins[place] = bid.coins[place], 0
                player.gain(REVENUE_COINS + (coins if back else 0), event.n)
                table.money += REVENUE_COINS - (0 if back else coins)
    table.count(event.n)


def open_legion(table: Table, event: LegionDiscarded) -> None:
    """A Legionnaire turns the cards too, if nothing has yet."""
    table.slot = table.tiles[event.tile]
    open_purchases(table, event)


def open_outcome(table: Table, event: CardPurchased | CardRemoved) -> None:
    """The purchase phase is open, and what must become of this tile is worked out once."""
    slot: Slot = table.tiles[event.tile]
    card: Card = table.cards[event.card]
    table.buyer = table.players[event.player] if event.player else None
    table.slot = slot
    table.card = card
    if table.phase != PURCHASES and not slot.late:
        open_purchases(table, event)
    if slot.late or table.unclear or table.bids < len(table.players):
        table.due = None
    elif slot.settled:
        table.due = NOTHING
    elif slot.card not in (None, event.card) or (slot.bidders and table.queue[0] is not slot):
        table.due = None  # another card than lies here, or before its turn: who may take it is no question
    else:
        table.due = settle(table, slot, card.cost)


def open_purchase(table: Table, event: CardPurchased) -> bool:
    """Open an outcome; True when the purchase is in every point what the rules demand, and nothing is left to judge."""
    open_outcome(table, event)
    due, slot, card, buyer = table.due, table.slot, table.card, table.buyer
    if due is None or buyer is None or due.player is not buyer or due.outcome != "purchased":
        return False
    if slot.card != card.id or not table.queue or table.queue[0] is not slot:
        return False
    bribe = next(pledge(bidder) for bidder in slot.bidders if bidder[0] is buyer)
    paid, received = event.paid, event.received
    if paid is not None and paid != card.cost + bribe:
        return False
    return received is None or received == slot.coins + (effect(table, buyer, card) if card.per else 0)


def open_removal(table: Table, event: CardRemoved) -> bool:
    """Open an outcome; True when the removal is in every point what the rules demand."""
    open_outcome(table, event)
    due, slot = table.due, table.slot
    if due is None or due.player is not table.buyer or due.outcome != event.reason or due is NOTHING:
        return False
    return slot.card == event.card and bool(table.queue) and table.queue[0] is slot


def open_ending(table: Table, event: RoundEnded) -> None:
    """A round in which everybody took revenue has no other event that turns the cards."""
    if table.bids:
        open_purchases(table, event)


ADVANCE: dict[type, Opener] = {
    LegionDiscarded: open_legion,
    CardPurchased: open_purchase,
    CardRemoved: open_removal,
    RoundEnded: open_ending,
}


# --- handlers ---------------------------------------------------------------------------------------------------------


def card_offered(table: Table, event: CardOffered) -> None:
    """R3: a card lies under a tile, and its pile is one smaller."""
    slot: Slot = table.tiles[event.tile]
    card: Card = table.cards[event.card]
    if table.phase == PURCHASES and not table.queue:
        end_round(table, event.n, assumed=True)
    elif stuck_before(table, slot):
        table.played_on = True
    if table.untold:
        table.untold = False
    table.offers += 1
    if slot.card is not None and not slot.doubted:
        _lay_over(table, slot, card)
        return
    if card.id in table.where or table.home.get(card.id) != slot.row or slot.doubted:
        _lay_astray(table, slot, card)
    elif card.role == "market":
        table.markets -= 1
    table.left[slot.row] -= 1
    table.where[card.id] = slot
    slot.card = card.id
    slot.n = event.n


def _lay_over(table: Table, slot: Slot, card: Card) -> None:
    """A card was laid on another: which tile it was meant for nobody can say, so every empty one is doubted."""
    for other in table.tiles.values():
        other.doubted = other.doubted or other.card is None or other is slot
    if card.id not in table.where:
        table.left[slot.row] -= 1
        table.where[card.id] = slot
        table.strays.add(card.id)


def _lay_astray(table: Table, slot: Slot, card: Card) -> None:
    """This card cannot be what came off the pile, or this tile was doubted: from here it is as the record says."""
    slot.doubted = (card.id in table.where and card.id not in table.strays) or table.home.get(card.id) != slot.row
    _clear(table, slot)
    if slot.card is not None:
        table.where[slot.card] = OUT
    if slot.doubted and card.id not in table.where:
        table.strays.add(card.id)
    else:
        table.strays.discard(card.id)
    _leave(table, card.id)


def _clear(table: Table, slot: Slot) -> None:
    """What the record still had under this tile must have gone, with the coins on it."""
    table.money -= slot.coins
    slot.coins = 0


def _leave(table: Table, card: str) -> None:
    """A card goes from wherever the record had it: it is where the latest event puts it."""
    place = table.where.get(card)
    if isinstance(place, Player):
        del place.cards[card]
        if card in place.waiting:
            place.waiting.remove(card)
    elif isinstance(place, Slot) and place.card == card:
        place.card = None


def bid_placed(table: Table, event: BidPlaced) -> None:
    """Two action cards lie before a player."""
    player: Player = table.players[event.player]
    if table.phase != BIDS or unended(table, player):
        _first_bid(table, event)
    actions = event.actions
    if player.bid is None:
        table.bids += 1
        player.bid = Bid(actions, [0] * len(actions))
    else:
        _bid_again(table, player, event)
    laid, tiles = 0, table.tiles
    for place, action in enumerate(actions):
        if action == REVENUE:
            laid += 1
        elif action in tiles and actions.index(action) == place:
            laid += 1
            tiles[action].bidders.append((player, place))
    if laid != 2 or len(actions) != 2 or table.phase == PURCHASES:
        table.unclear = player.unsure = True


def _bid_again(table: Table, player: Player, event: BidPlaced) -> None:
    """A second bid replaces the first; the coins stay where they lie."""
    old, actions = player.bid, event.actions
    if old is None or old.actions == actions:
        lying = old.coins if old else []
    else:
        table.unclear = True
        lying = old.coins + [0] * (len(actions) - len(old.coins))
    player.bid = Bid(actions, lying)
    for slot in table.tiles.values():
        slot.bidders = [bidder for bidder in slot.bidders if bidder[0] is not player]


def _first_bid(table: Table, event: BidPlaced) -> None:
    if table.phase != OFFERS:
        if not unended(table, table.players[event.player]):
            return  # a bid too late
        open_purchases(table, event)
        end_round(table, event.n, assumed=True)
    table.untold = False
    if over(table):
        table.played_on = True
    for slot in table.tiles.values():
        slot.late = False
        if slot.card is None:
            slot.doubted = True  # something must lie there if somebody bids for it
    table.phase = BIDS


def bribe_raised(table: Table, event: BribeRaised) -> None:
    """Coins leave a purse and lie on an action card."""
    player: Player = table.players[event.player]
    bid = player.bid
    if table.bids < len(table.players):
        table.missing_told = True
    if bid is None or not 1 <= event.card <= len(bid.actions):
        table.unclear = True
        return
    if not 1 <= event.coins <= player.purse or table.phase == PURCHASES:
        table.unclear = True
    bid.coins[event.card - 1] += event.coins
    player.purse -= event.coins
    player.money.append(event.n)


def legion_discarded(table: Table, event: LegionDiscarded) -> None:
    """R16, R17: a Legionnaire is gone in every case, and a bribe weighs 2 more."""
    player: Player = table.players[event.player]
    slot: Slot = table.tiles[event.tile]
    favour: Player = table.players[event.favour]
    legion: Card = table.cards[event.legion]
    _reach(table, slot)
    table.missing_told = True
    if any(legion.id == spent for spent, _ in slot.legions):
        return  # told twice
    bidders = [bidder for bidder, _ in slot.bidders]
    if legion.id not in player.cards or legion.role != "legionnaire" or favour not in bidders or len(bidders) < 2:
        slot.late = True  # what it did to the contest nobody can say
    _leave(table, legion.id)
    table.where[legion.id] = OUT
    slot.legions.append((legion.id, favour.name))
    for apprentice, attachment in list(player.attached.items()):
        if attachment.host == legion.id:
            del player.attached[apprentice]
            player.waiting.append(apprentice)
            table.late.add(apprentice)


def _reach(table: Table, slot: Slot) -> None:
    """Tiles still waiting before this one were missed; their cards may have gone."""
    if slot in table.queue:
        _missed(table, table.queue.index(slot))


def _missed(table: Table, number: int) -> None:
    for slot in table.queue[:number]:
        slot.late = slot.doubted = True
        _unsure(slot)
    del table.queue[:number]


def _taken(table: Table, slot: Slot) -> None:
    """An outcome empties its tile."""
    queue = table.queue
    if queue and queue[0] is slot:
        del queue[0]
    elif slot in queue:
        _reach(table, slot)
        del queue[0]
    slot.settled = table.phase == PURCHASES
    slot.late = False
    slot.doubted = table.due is NOTHING  # taken though nobody bid: the card may still lie here


def card_purchased(table: Table, event: CardPurchased) -> None:
    """R12: bribe, cost, card, coins on it, effect, in this order; the other bidders are settled as the rules say."""
    player: Player = table.players[event.player]
    slot, card = table.slot, table.card
    table.missing_told = True
    if slot.settled and table.where.get(card.id) is player:
        return  # told twice
    if table.due is not None and table.due.player is not player:
        _unsure(slot, player)
    bribe = _settle_bids(table, slot, player, event.n)
    coins, slot.coins = slot.coins, 0
    paid = card.cost + bribe if event.paid is None else event.paid
    if paid != card.cost + bribe:
        player.unsure = True
    received = coins + effect(table, player, card) if event.received is None else event.received
    player.purse += bribe - paid + received
    player.money.append(event.n)
    table.money += received - paid - coins
    if table.money > BOX_COINS:
        table.count(event.n)
    _move_to(table, slot, card, player)
    player.cards[card.id] = event.n
    if player.waiting or card.role == "apprentice":
        _must_attach(table, player, card, event.n)


def _unsure(slot: Slot, *others: Player) -> None:
    """Something else happened here than the rules say: later sums are not held against those concerned."""
    for player in (*others, *(bidder for bidder, _ in slot.bidders)):
        player.unsure = True


def _move_to(table: Table, slot: Slot, card: Card, player: Player) -> None:
    """The card goes from its tile to its buyer; the record may have had it elsewhere."""
    place = table.where.get(card.id)
    if place is not slot:
        _leave(table, card.id)
        if place is None:
            table.left[card.row] -= 1
            table.strays.add(card.id)
        if slot.card is not None:
            table.where[slot.card] = OUT
    slot.card = None
    _taken(table, slot)
    table.where[card.id] = player


def _settle_bids(table: Table, slot: Slot, buyer: Player | None, n: int) -> int:
    """The buyer's bribe, now spent; everybody else takes theirs back, with 1 coin if the card was contested."""
    bidders = slot.bidders
    if len(bidders) == 1 and bidders[0][0] is buyer:
        return _spent(bidders[0])
    own = 0
    lost = table.due.unpaid if table.due else ()
    for bidder in bidders:
        coins = _spent(bidder)
        player = bidder[0]
        if player is buyer:
            own = coins
        elif player in lost:
            table.money -= coins
        elif coins:
            player.gain(coins, n)
    if len(bidders) > 1:
        _compensate(table, slot, buyer, lost, n)
    return own


def _spent(bidder: tuple[Player, int]) -> int:
    """The coins taken off an action card."""
    player, place = bidder
    lying = player.bid.coins  # type: ignore[union-attr]
    coins, lying[place] = lying[place], 0
    return coins


def _compensate(table: Table, slot: Slot, buyer: Player | None, lost: tuple[Player, ...], n: int) -> None:
    """R15: 1 coin from the reserve for each bidder who did not win the card."""
    every = table.options["compensated"] == "all_others"
    for player in table.players.values() if every else [bidder for bidder, _ in slot.bidders]:
        if player is not buyer and player not in lost:
            player.purse += 1
            player.money.append(n)
            table.money += 1


def _must_attach(table: Table, player: Player, card: Card, n: int) -> None:
    """R29: an Apprentice joins a Character as soon as there is one."""
    if card.role == "apprentice":
        if card.id in player.attached:
            return  # recorded before its time, and told
        player.waiting.append(card.id)
        if hosts(table, player):
            table.owed, table.owed_n = [(player, card.id)], n
    elif may_host(table, card):
        table.owed = [(player, one) for one in player.waiting if one not in table.forgotten]
        table.owed_n = n


def lapse(table: Table) -> None:
    """R29: an attachment was left out. Where the rules leave only one resource to produce, that one is produced."""
    for player, apprentice in table.owed:
        table.late.add(apprentice)
        table.forgotten.add(apprentice)
        able = hosts(table, player)
        kinds = {resource for host in able for resource in host.resources}
        if len(kinds) == 1:
            player.attached[apprentice] = Attachment(able[0].id, kinds.pop(), table.owed_n)
            player.waiting.remove(apprentice)
    table.owed = []


def card_removed(table: Table, event: CardRemoved) -> None:
    """R14, R18, R19: the card leaves the game, the coins on it go to the reserve."""
    slot, card, debtor = table.slot, table.card, table.buyer
    table.missing_told = True
    if slot.settled and table.where.get(event.card) == OUT:
        return  # told twice
    if table.due is not None and (table.due.outcome, table.due.player) != (event.reason, debtor):
        _unsure(slot)
    if event.reason == "tied":
        table.due = TIED
    elif debtor is not None and (table.due is None or debtor not in table.due.unpaid):
        table.due = Due("unpaid", debtor, (debtor,))
    _settle_bids(table, slot, None, event.n)
    _clear(table, slot)
    table.count(event.n)
    if slot.card is not None:
        table.where[slot.card] = OUT
    slot.card = None
    _taken(table, slot)
    if event.card not in table.where:
        table.left[card.row] -= 1
    _leave(table, event.card)
    table.where[event.card] = OUT


def apprentice_attached(table: Table, event: ApprenticeAttached) -> None:
    """R30: an Apprentice produces 1 of its host's resource."""
    player: Player = table.players[event.player]
    apprentice: Card = table.cards[event.apprentice]
    host: Card = table.cards[event.host]
    player.attached[apprentice.id] = attachment(apprentice, host, event.n, event.resource)
    if apprentice.id in player.waiting:
        player.waiting.remove(apprentice.id)
    table.owed = [one for one in table.owed if one != (player, apprentice.id)]
    table.late.discard(apprentice.id)


def attachment(apprentice: Card, host: Card, n: int, resource: str = "") -> Attachment:
    """What is produced: nothing unless an Apprentice joins a Character."""
    able = list(host.resources) if apprentice.role == "apprentice" and host.row == "character" else []
    return Attachment(host.id, resource if resource in able else next(iter(able), ""), n)


def round_ended(table: Table, event: RoundEnded) -> None:
    """R21, R5: a coin on every card still on offer, and the action cards go back to hand."""
    if table.phase != PURCHASES:
        table.assumed = False
        return  # nobody has bid: there is no round to end
    _missed(table, len(table.queue))
    end_round(table, event.n)


def end_round(table: Table, n: int, *, assumed: bool = False) -> None:
    """Put the table in order for the next round; `assumed`: the record forgot to say that this one ended."""
    table.assumed = assumed
    for slot in table.tiles.values():
        if slot.card is not None or slot.doubted:
            slot.coins += 1
            table.money += 1
        if slot.bidders:
            slot.bidders = []
            slot.legions = []
            slot.settled = False
    for player in table.players.values():
        if player.bid is not None and any(player.bid.coins):
            player.gain(player.pledged(), n)
        player.unsure = player.unsure or player.bid is None
        player.bid = None
    table.count(n)
    table.phase = OFFERS
    table.round += 1
    table.bids = 0
    table.missing_told = table.unclear = False


def holdings_declared(table: Table, event: HoldingsDeclared) -> None:
    """What a player says replaces what the record says; if the two differ, the piles are no longer known."""
    player: Player = table.players[event.player]
    cards = table.cards
    attached = {one: attachment(cards[one], cards[host], event.n) for one, host in event.attached.items()}
    listed: list[Card] = [cards[card] for card in event.cards]
    if not table.tally and differs(player, event):
        table.piles_known = False
        table.untold = True
    for old in player.cards:
        table.where[old] = OUT
    player.cards = {}
    for card in listed:
        _leave(table, card.id)
        table.where[card.id] = player
        player.cards[card.id] = event.n
    player.attached = attached
    player.waiting = [card.id for card in listed if card.role == "apprentice" and card.id not in attached]
    table.money += event.coins - player.purse
    table.count(event.n)
    player.purse, player.money = event.coins, [event.n]
    player.declared = True


def differs(player: Player, event: HoldingsDeclared) -> bool:
    """Does a declaration say something else than the record?"""
    recorded = {one: attachment.host for one, attachment in player.attached.items()}
    return (player.purse, set(player.cards), recorded) != (event.coins, set(event.cards), event.attached)


def doubt(table: Table, event: Event) -> None:
    """An event named a stranger and changed nothing; what it may have meant is not held against the table later."""
    slot: Slot | None = table.tiles.get(getattr(event, "tile", ""))
    if isinstance(event, CardOffered):
        table.offers += 1
        for open_slot in [slot] if slot else table.tiles.values():
            open_slot.doubted = open_slot.doubted or open_slot.card is None
    elif isinstance(event, BidPlaced):
        table.missing_told = True
    elif isinstance(event, CardPurchased | CardRemoved):
        _doubt_outcome(table, slot, event)
    elif isinstance(event, LegionDiscarded | BribeRaised):
        table.unclear = True
    elif isinstance(event, ApprenticeAttached):
        table.forgotten.update(apprentice for _, apprentice in table.owed)
        table.late.update(apprentice for _, apprentice in table.owed)
        table.owed = []


def _doubt_outcome(table: Table, slot: Slot | None, event: CardPurchased | CardRemoved) -> None:
    """Some tile was settled; which one, or by whom, nobody can say."""
    if table.phase == BIDS:
        open_purchases(table, event)
    table.missing_told = True
    if slot is None:
        _missed(table, len(table.queue))
    elif slot in table.queue:
        _missed(table, table.queue.index(slot) + 1)


APPLY: dict[type, Handler] = {
    CardOffered: card_offered,
    BidPlaced: bid_placed,
    BribeRaised: bribe_raised,
    LegionDiscarded: legion_discarded,
    CardPurchased: card_purchased,
    CardRemoved: card_removed,
    ApprenticeAttached: apprentice_attached,
    RoundEnded: round_ended,
    HoldingsDeclared: holdings_declared,
}


def events_of(*lists: Iterable[int]) -> tuple[int, ...]:
    """Event numbers behind a line, each once, in order."""
    return tuple(sorted({n for one in lists for n in one}))
