"""The usual course of a game of Lutèce: events in order, recognised and done in one step, for the speed of it.

Each function here stands for an opener, the rules and a handler together, and only where all of them would let the
event pass in silence: whatever is odd about the event or the table is left to them.
"""

from ledger.game import Usual
from ledger.games.lutece.cards import BOX_COINS, PAYING
from ledger.games.lutece.events import (
    ApprenticeAttached,
    BidPlaced,
    BribeRaised,
    CardOffered,
    CardPurchased,
    CardRemoved,
    RoundEnded,
)
from ledger.games.lutece.moves import apprentice_attached, must_attach, open_purchases
from ledger.games.lutece.table import (
    BIDS,
    OFFERS,
    OUT,
    PURCHASES,
    REVENUE,
    ActionCard,
    Player,
    Slot,
    Table,
    effect,
    highest,
    stuck_before,
)


def card_offered(table: Table, event: CardOffered) -> bool:
    """A card of this game goes from its pile under an empty tile of its row, which the refill has come to."""
    slot = table.places.get(event.tile)
    if slot is None or slot.card is not None or slot.doubted or table.phase is not OFFERS or table.untold:
        return False
    name, pile = event.card, slot.pile
    card = table.pack.get(name)
    if card is None or card.row != pile.row or name in table.where or pile.left < 1:
        return False
    if (table.characters.left < 1 or table.locations.left < 1) and stuck_before(table, slot):
        return False
    if card.role == "market":
        if table.markets < 1:
            return False
        table.markets -= 1
    table.offers += 1
    pile.left -= 1
    table.where[name] = slot
    slot.card = name
    return True


def bid_placed(table: Table, event: BidPlaced) -> bool:
    """Somebody who has not bid yet in this round plays two cards, each for another tile or for revenue."""
    hand, actions = table.hands.get(event.player), event.actions
    if hand is None or len(actions) != 2 or (table.phase is not BIDS and not _served(table)):
        return False
    left, right, one, two = hand[0], hand[1], actions[0], actions[1]
    first, second, player = table.places.get(one), table.places.get(two), left.player
    if first is None or second is None or player.bid is not None or (first is second and one != REVENUE):
        return False
    left.action, right.action = one, two
    left.coins = right.coins = 0
    first.bidders.append(left)
    second.bidders.append(right)
    player.bid = hand
    table.bids += 1
    table.phase = BIDS
    return True


def _served(table: Table) -> bool:
    """A card lies under every tile, so that the bidding may begin."""
    if table.phase is not OFFERS or table.untold or table.slipped:
        return False
    return None not in [slot.card for slot in table.board]


def bribe_raised(table: Table, event: BribeRaised) -> bool:
    """Everybody has bid, and somebody puts coins of their own on one of their two cards."""
    hand, card, coins = table.hands.get(event.player), event.card, event.coins
    if hand is None or table.phase is not BIDS or table.bids < table.seats or card < 1 or card > 2:
        return False
    player = hand[0].player
    if player.bid is not hand or coins < 1 or coins > player.purse:
        return False
    hand[card - 1].coins += coins
    player.purse -= coins
    player.money.append(event.n)
    return True


def card_purchased(table: Table, event: CardPurchased) -> bool:
    """The card under the tile that is next goes to its only bidder or to the highest bribe, for the right sum."""
    slot = _next(table, event)
    if slot is None or slot.card is None:
        return False
    bidders, name = slot.bidders, slot.card
    bid = bidders[0] if len(bidders) == 1 else highest(slot, bidders)
    card = table.pack.get(name)
    if card is None or bid is None:
        return False
    cost, role, n = card.cost, card.role, event.n
    if bid.player.name != event.player or bid.player.purse < cost:
        return False
    buyer, coins, price = bid.player, slot.coins, cost + bid.coins
    due = coins if role not in PAYING else coins + effect(table, buyer, card)
    paid, received = event.paid, event.received
    if (paid is not None and paid != price) or (received is not None and received != due):
        return False
    buyer.purse += due - cost
    buyer.money.append(n)
    buyer.cards[name] = n
    bid.coins = 0
    table.money += due - price - coins
    table.where[name] = buyer
    _taken(table, slot, bid, n)
    if buyer.waiting or role == "apprentice":
        must_attach(table, buyer, card, n)
    return True


def card_removed(table: Table, event: CardRemoved) -> bool:
    """No bribe is highest on the tile that is next, or whose it is cannot pay, so its card leaves the game."""
    slot = _next(table, event)
    if slot is None:
        return False
    bid = highest(slot, slot.bidders)
    if bid is None:
        if event.reason != "tied" or event.player:
            return False
    else:
        if len(slot.bidders) > 1 and table.options["unpaid_goes_to"] != "nobody":
            return False
        debtor, cost = bid.player, table.cards[event.card].cost
        if event.reason != "unpaid" or event.player != debtor.name or not 0 <= debtor.purse < cost or debtor.unsure:
            return False
        table.money -= bid.coins
        bid.coins = 0
    table.money -= slot.coins
    table.where[event.card] = OUT
    _taken(table, slot, bid, event.n)
    return True


def _next(table: Table, event: CardPurchased | CardRemoved) -> Slot | None:
    """The tile that is settled next, when this event is about its card and nothing is in doubt."""
    if table.phase is BIDS:
        open_purchases(table, event)
    queue = table.queue
    if not queue or table.unclear or table.bids < table.seats or table.owed:
        return None
    slot = queue[0]
    if slot.tile != event.tile or slot.card != event.card or slot.late or slot.settled:
        return None
    return slot if table.plain or len(slot.bidders) == 1 else None


def _taken(table: Table, slot: Slot, winning: ActionCard | None, n: int) -> None:
    """A tile is empty; R15: everybody else who bid there takes their bribe back, and 1 coin."""
    if len(slot.bidders) > 1:
        for bidder in slot.bidders:
            if bidder is not winning:
                player = bidder.player
                player.purse += bidder.coins + 1
                player.money.append(n)
                bidder.coins = 0
                table.money += 1
    if table.money > BOX_COINS:
        table.count(n)
    slot.card = None
    slot.coins = 0
    slot.settled = True
    slot.doubted = False
    del table.queue[0]


def attached(table: Table, event: ApprenticeAttached) -> bool:
    """The one Apprentice that is due joins a Character of its owner that shows what it is to produce."""
    player: Player = table.players[event.player]
    if table.owed != [(player, event.apprentice)] or event.host not in player.cards:
        return False
    host = table.pack.get(event.host)
    if host is None or host.row != "character" or event.apprentice in player.attached or event.host == event.apprentice:
        return False
    if event.resource not in host.resources and (event.resource or len(host.resources) != 1):
        return False
    apprentice_attached(table, event)
    return True


def round_ended(table: Table, event: RoundEnded) -> bool:
    """Every tile is settled; a coin lies on every card that is left, and the action cards go back to hand."""
    if table.phase is not PURCHASES or table.queue or table.bids < table.seats:
        return False
    if table.unclear or table.slipped or table.owed:
        return False
    left = 0
    for slot in table.board:
        if slot.bidders:
            slot.bidders = []
            slot.legions = []
            slot.settled = False
        if slot.card is not None or slot.doubted:
            slot.coins += 1
            left += 1
    for player in table.players.values():
        player.bid = None
    table.revenue.bidders = []
    table.money += left
    if table.money > BOX_COINS:
        table.count(event.n)
    table.phase = OFFERS
    table.round += 1
    table.bids = 0
    table.missing_told = table.assumed = False
    return True


USUAL: dict[type, Usual] = {
    CardOffered: card_offered,
    BidPlaced: bid_placed,
    BribeRaised: bribe_raised,
    CardPurchased: card_purchased,
    CardRemoved: card_removed,
    ApprenticeAttached: attached,
    RoundEnded: round_ended,
}
