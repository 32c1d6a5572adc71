"""What happens at a table of Lutèce: what the rules do by themselves, and one handler for each event.

A handler believes the record; whether a thing was allowed is the business of `rules`.
"""

from ledger.events import Event
from ledger.game import Handler
from ledger.games.lutece.cards import BOX_COINS
from ledger.games.lutece.deck import Card
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
from ledger.games.lutece.slips import (
    bid_again,
    bought_astray,
    clear,
    doubt_other_bid,
    lapse,
    lay_astray,
    lay_over,
    leave,
    missed,
    overlook,
    reach,
    unbought,
    unsure,
)
from ledger.games.lutece.table import (
    BIDS,
    NOTHING,
    OFFERS,
    OUT,
    PURCHASES,
    REVENUE,
    REVENUE_COINS,
    TIED,
    ActionCard,
    Due,
    Player,
    Slot,
    Table,
    attachment,
    belongs,
    differs,
    effect,
    hosts,
    may_host,
    over,
    settle,
    stuck_before,
    unended,
)

# --- what the rules do by themselves ----------------------------------------------------------------------------------


def open_purchases(table: Table, event: Event) -> None:
    """R9, R10: the cards are turned; revenue is paid, and bribes on revenue cards are lost."""
    if table.phase == PURCHASES:
        return
    table.phase = PURCHASES
    table.queue = [slot for slot in table.board if slot.bidders and not slot.late]
    back = table.options["revenue_bribe"] == "returned"
    for card in table.revenue.bidders:
        coins, card.coins = card.coins, 0
        card.player.purse += REVENUE_COINS + (coins if back else 0)
        card.player.money.append(event.n)
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


def open_ending(table: Table, event: RoundEnded) -> None:
    """A round in which everybody took revenue has no other event that turns the cards."""
    if table.bids:
        open_purchases(table, event)


ADVANCE: dict[type, Handler] = {
    LegionDiscarded: open_legion,
    CardPurchased: open_outcome,
    CardRemoved: open_outcome,
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
        lay_over(table, slot, card)
        return
    if card.id in table.where or not belongs(table, card, slot) or slot.doubted:
        lay_astray(table, slot, card)
    elif card.role == "market":
        table.markets -= 1
    slot.pile.left -= 1
    table.where[card.id] = slot
    slot.card = card.id


def bid_placed(table: Table, event: BidPlaced) -> None:
    """Two action cards lie before a player."""
    player: Player = table.players[event.player]
    if table.phase != BIDS or (player.bid is not None and unended(table, player)):
        _first_bid(table, event)
    if player.bid is None:
        table.bids += 1
    old, actions, places = player.bid, event.actions, table.places
    player.bid = [ActionCard(player, action) for action in actions]
    if old is not None:
        bid_again(table, player, old)
    fair = len(actions) == 2 and table.phase == BIDS
    for card in player.bid:
        bidders = places[card.action].bidders if card.action in places else []
        if card.action not in places or (card.action != REVENUE and bidders and bidders[-1].player is player):
            fair = False
        else:
            bidders.append(card)
    if not fair:
        table.unclear = player.unsure = True


def _first_bid(table: Table, event: BidPlaced) -> None:
    if table.phase != OFFERS:
        if not unended(table, table.players[event.player]):
            return  # a bid too late
        open_purchases(table, event)
        end_round(table, event.n, assumed=True)
    table.untold = table.slipped = False
    if over(table):
        table.played_on = True
    for slot in table.board:
        slot.late = False
        if slot.card is None:
            slot.doubted = True  # something must lie there if somebody bids for it
    table.phase = BIDS


def bribe_raised(table: Table, event: BribeRaised) -> None:
    """R7, R8: coins leave a purse and lie on an action card, where they can pay for nothing else."""
    player: Player = table.players[event.player]
    bid = player.bid
    if table.bids < len(table.players):
        table.missing_told = True
    if bid is None or not 1 <= event.card <= len(bid):
        table.unclear = True
        return
    if not 1 <= event.coins <= player.purse or table.phase == PURCHASES:
        table.unclear = True
    bid[event.card - 1].coins += event.coins
    player.purse -= event.coins
    player.money.append(event.n)


def legion_discarded(table: Table, event: LegionDiscarded) -> None:
    """R16, R17, R20: a Legionnaire, however new, is gone in every case, and a bribe weighs 2 more."""
    player: Player = table.players[event.player]
    slot: Slot = table.tiles[event.tile]
    favour: Player = table.players[event.favour]
    legion: Card = table.cards[event.legion]
    reach(table, slot)
    table.missing_told = True
    if any(legion.id == spent for spent, _ in slot.legions):
        return  # told twice
    bidders = [bidder.player for bidder in slot.bidders]
    if legion.id not in player.cards or legion.role != "legionnaire" or favour not in bidders or len(bidders) < 2:
        slot.late = table.slipped = True  # what it did to the contest nobody can say
    leave(table, legion.id)
    table.where[legion.id] = OUT
    slot.legions.append((legion.id, favour.name))
    for apprentice, (host, _, _) in list(player.attached.items()):
        if host == legion.id:
            del player.attached[apprentice]
            player.waiting.append(apprentice)
            table.late.add(apprentice)


def _taken(table: Table, slot: Slot) -> None:
    """An outcome empties its tile."""
    queue = table.queue
    if queue and queue[0] is slot:
        del queue[0]
    elif slot in queue:
        reach(table, slot)
        del queue[0]
    slot.settled = table.phase == PURCHASES
    slot.late = False
    slot.doubted = table.due is NOTHING  # taken though nobody bid: the card may still lie here


def card_purchased(table: Table, event: CardPurchased) -> None:
    """R12, R24: bribe, cost, card, coins on it, effect, once and in this order; the other bidders are settled too."""
    player: Player = table.players[event.player]
    slot, card, n = table.slot, table.card, event.n
    table.missing_told = True
    if bought_astray(table, player):
        return
    bribe = _settle_bids(table, slot, player, n)
    coins, slot.coins = slot.coins, 0
    price = card.cost + bribe
    paid = price if event.paid is None else event.paid
    received = coins + effect(table, player, card) if event.received is None else event.received
    player.purse += bribe - paid + received
    player.money.append(n)
    player.unsure = player.unsure or paid != price
    table.money += received - paid - coins
    if table.money > BOX_COINS:
        table.count(n)
    slot.card = None
    _taken(table, slot)
    table.where[card.id] = player
    player.cards[card.id] = n
    if player.waiting or card.role == "apprentice":
        must_attach(table, player, card, n)


def _settle_bids(table: Table, slot: Slot, buyer: Player | None, n: int) -> int:
    """The buyer's bribe, now spent; everybody else takes theirs back, with 1 coin if the card was contested."""
    own = 0
    lost = table.due.unpaid if table.due else ()
    for bidder in slot.bidders:
        coins, bidder.coins = bidder.coins, 0
        if bidder.player is buyer:
            own = coins
        elif bidder.player in lost:
            table.money -= coins
        elif coins:
            bidder.player.gain(coins, n)
    if len(slot.bidders) > 1:
        _compensate(table, slot, buyer, lost, n)
    elif table.bids < table.seats and all(bidder.player is not buyer for bidder in slot.bidders):
        unsure(slot)  # the bid that is missing may have made this a contest, with 1 coin for who did not win it
    return own


def _compensate(table: Table, slot: Slot, buyer: Player | None, lost: tuple[Player, ...], n: int) -> None:
    """R15: 1 coin from the reserve for each bidder who did not win the card."""
    every = table.options["compensated"] == "all_others"
    for player in table.players.values() if every else [bidder.player for bidder in slot.bidders]:
        if player is not buyer and player not in lost:
            player.purse += 1
            player.money.append(n)
            table.money += 1


def must_attach(table: Table, player: Player, card: Card, n: int) -> None:
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


def card_removed(table: Table, event: CardRemoved) -> None:
    """R14, R18, R19: the card leaves the game, the coins on it go to the reserve."""
    slot, card, debtor = table.slot, table.card, table.buyer
    table.missing_told = True
    if slot.settled and table.where.get(event.card) == OUT:
        return  # told twice
    unbid = table.due is NOTHING
    if table.due is not None and (table.due.outcome, table.due.player) != (event.reason, debtor):
        unsure(slot)
        if debtor is not None:
            doubt_other_bid(table, debtor, slot)
    if event.reason == "tied":
        table.due = TIED
    elif debtor is not None and (table.due is None or debtor not in table.due.unpaid):
        table.due = Due("unpaid", debtor, (debtor,))
    _settle_bids(table, slot, None, event.n)
    clear(table, slot)
    table.count(event.n)
    if slot.card is not None:
        table.where[slot.card] = OUT
    slot.card = None
    _taken(table, slot)
    slot.doubted = unbid
    if event.card not in table.where:
        table.pile(card.row).left -= 1
    leave(table, event.card)
    table.where[event.card] = OUT


def apprentice_attached(table: Table, event: ApprenticeAttached) -> None:
    """R30: an Apprentice produces 1 of its host's resource."""
    player: Player = table.players[event.player]
    apprentice: Card = table.cards[event.apprentice]
    host: Card = table.cards[event.host]
    for card in (apprentice, host):
        slot = unbought(table, player, card)
        if slot is not None:  # its purchase was left out, which R29 tells
            overlook(table, slot)
            del table.queue[:1]
    player.attached[apprentice.id] = attachment(apprentice, host, event.n, event.resource)
    if apprentice.id in player.waiting:
        player.waiting.remove(apprentice.id)
    table.owed = [one for one in table.owed if one != (player, apprentice.id)]
    table.late.discard(apprentice.id)


def round_ended(table: Table, event: RoundEnded) -> None:
    """R21, R5: a coin on every card still on offer, and the action cards go back to hand."""
    if table.phase != PURCHASES:
        table.assumed = False
        return  # nobody has bid: there is no round to end
    missed(table, len(table.queue))
    end_round(table, event.n)


def end_round(table: Table, n: int, *, assumed: bool = False) -> None:
    """Put the table in order for the next round; `assumed`: the record forgot to say that this one ended."""
    table.assumed = assumed
    for slot in table.board:
        if slot.card is not None or slot.doubted:
            slot.coins += 1
            table.money += 1
        if slot.bidders:
            slot.bidders = []
            slot.legions = []
            slot.settled = False
    for player in table.players.values():
        if player.bid is None:
            player.unsure = True
        elif lying := player.pledged():
            player.gain(lying, n)
        player.bid = None
    table.count(n)
    table.phase = OFFERS
    table.round += 1
    table.bids = 0
    table.revenue.bidders = []
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
        leave(table, card.id)
        table.where[card.id] = player
        player.cards[card.id] = event.n
    player.attached = attached
    player.waiting = [card.id for card in listed if card.role == "apprentice" and card.id not in attached]
    table.money += event.coins - player.purse
    table.count(event.n)
    player.purse, player.money = event.coins, [event.n]
    player.declared = True


def doubt(table: Table, event: Event) -> None:
    """An event named a stranger and changed nothing; what it may have meant is not held against the table later."""
    slot: Slot | None = table.tiles.get(getattr(event, "tile", ""))
    if isinstance(event, CardOffered):
        table.offers += 1
        for open_slot in [slot] if slot else table.board:
            open_slot.doubted = open_slot.doubted or open_slot.card is None
    elif isinstance(event, BidPlaced):
        table.missing_told = True
    elif isinstance(event, CardPurchased | CardRemoved):
        _doubt_outcome(table, slot, event)
    elif isinstance(event, LegionDiscarded | BribeRaised):
        table.unclear = True
    elif isinstance(event, ApprenticeAttached):
        lapse(table)


def _doubt_outcome(table: Table, slot: Slot | None, event: CardPurchased | CardRemoved) -> None:
    """Some tile was settled; which one, or by whom, nobody can say."""
    if table.phase == BIDS:
        open_purchases(table, event)
    table.missing_told = True
    if slot is None:
        missed(table, len(table.queue))
    elif slot in table.queue:
        missed(table, table.queue.index(slot) + 1)


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
