"""Phase 4, purchases: the cards are turned, revenue is paid, and tile after tile is settled.

What comes of a tile is its outcome: somebody buys the card, or it leaves the game.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from ledger.choices import possible
from ledger.events import Event, Whole
from ledger.forms import Field, Form, Pick, entry_form, number_field, players_field
from ledger.game import SLIP, SUM, Complaint, Condition, Happening
from ledger.games.lutece import picks
from ledger.games.lutece.apprentice import forget, must_attach, still_owed
from ledger.games.lutece.cards import BOX_COINS, PAYING
from ledger.games.lutece.deck import Card
from ledger.games.lutece.table import (
    BIDS,
    OUT,
    PURCHASES,
    REVENUE_COINS,
    SILENT,
    Due,
    Player,
    Slot,
    Table,
    all_have_bid,
    can_pay,
    coming,
    highest,
    income,
    leave,
    loosely_tied,
    missing,
    next_slot,
    settle,
    spendable,
    strength,
    unless_silent,
)
from ledger.language.sayings import CARD, PLAYER, Kind, Saying, Sayings, never
from ledger.words import Words

WHY = (Pick("tied", Words("no bribe is highest")), Pick("unpaid", Words("the winner cannot pay")))


class CardPurchased(Event, frozen=True, kw_only=True, tag="card_purchased"):
    """Phase 4: a card changes hands. Left out, `paid` and `received` are what the rules say."""

    player: str
    tile: str
    card: str
    paid: Whole | None = None
    received: Whole | None = None


class CardRemoved(Event, frozen=True, kw_only=True, tag="card_removed"):
    """Phase 4: a card leaves the game, because its contest was tied or because `player` could not pay."""

    tile: str
    card: str
    reason: str
    player: str = ""


Outcome = CardPurchased | CardRemoved


# --- when a tile may be settled ---------------------------------------------------------------------------------------


def attached_before(table: Table, event: Outcome) -> bool:
    """R29: an Apprentice is attached before the next tile is settled; a tile that is late or settled is R10's."""
    return not table.owed or table.tiles[event.tile] not in table.queue


def cards_may_turn(table: Table, event: Any) -> bool:
    """R6: the cards are turned when everybody has played two."""
    return table.phase is PURCHASES or all_have_bid(table)


def somebody_has_not_bid(table: Table, event: Any) -> Complaint:
    return Complaint("not everybody has bid in this round; still to bid: {found}", found=missing(table))


def tile_is_next(table: Table, event: Any) -> bool:
    """R10: tiles with a bid are settled A to E, then 1 to 5, each once; one that was passed over may come late."""
    slot: Slot = table.tiles[event.tile]
    queue = table.queue
    if queue[0] is slot if queue else next_slot(table) is slot:
        return True
    return slot.card is not None and slot not in coming(table)


def not_its_turn(table: Table, event: Any) -> Complaint:
    slot, queue = table.tiles[event.tile], coming(table)
    if slot not in queue:
        return Complaint("tile {found} was settled already in this round", found=slot.tile)
    missed = [one.tile for one in queue[: queue.index(slot)]]
    words = "tile {found} comes too early; still to be settled before it: {expected}"
    return Complaint(words, found=slot.tile, expected=missed)


def card_lies_there(table: Table, event: Outcome) -> bool:
    """R12: one takes the card that lies under the tile."""
    slot: Slot = table.tiles[event.tile]
    return slot.card == event.card


def another_lies_there(table: Table, event: Outcome) -> Complaint:
    card = table.cards[event.card]
    lying = table.tiles[event.tile].card
    words = "{found} is taken from tile {tile}, where {expected} lies"
    if not lying:
        words = "{found} is taken from tile {tile}, where nothing lies"
    expected = table.deck.named(lying) if lying else None
    return Complaint(words, found=table.deck.named(card.id), tile=event.tile, expected=expected)


def _due(table: Table, event: Outcome) -> Due:
    card: Card = table.cards[event.card]
    return settle(table, table.tiles[event.tile], card.cost)


def _name(player: Player | None) -> str | None:
    return player.name if player else None


def _bribes(slot: Slot) -> list[Words]:
    return [Words("{player} {coins}", player=one.player.name, coins=strength(slot, one)) for one in slot.bidders]


# --- when somebody buys -----------------------------------------------------------------------------------------------


def only_bidder_buys(table: Table, event: CardPurchased) -> bool:
    """R11, R12: one bidder takes the card if the purse holds its cost, whatever it brings; without a bid, nobody."""
    bidders = table.tiles[event.tile].bidders
    if len(bidders) != 1:
        return bool(bidders)
    bidder: Player = bidders[0].player
    return bidder is table.players[event.player] and can_pay(table, bidder, table.cards[event.card].cost)


def only_bidder_does_not_buy(table: Table, event: CardPurchased) -> Complaint:
    bidders = table.tiles[event.tile].bidders
    if not bidders:
        return Complaint("{player} buys on tile {tile}, where nobody bids", player=event.player, tile=event.tile)
    if bidders[0].player.name == event.player:
        return cannot_pay(table, event)
    words = "{found} buys on tile {tile}, where only {expected} bids"
    return Complaint(words, found=event.player, tile=event.tile, expected=bidders[0].player.name)


def cannot_pay(table: Table, event: CardPurchased) -> Complaint:
    """R11, R18: whoever won it."""
    words = "{player} holds {found} {found:coin|coins} and cannot pay {expected} for {card}; it leaves the game"
    card, purse = table.cards[event.card], spendable(table, table.players[event.player])
    severity = unless_silent(table, "revenue_bribe", "LUT-R9" in table.unsaid)
    named = table.deck.named(card.id)
    return Complaint(words, severity, player=event.player, found=purse, expected=card.cost, card=named)


def one_highest_bribe_buys(table: Table, event: CardPurchased) -> bool:
    """R14: a contested card goes to the one highest bribe, if that one can pay (R18)."""
    slot: Slot = table.tiles[event.tile]
    if len(slot.bidders) < 2:
        return True
    best = highest(slot, slot.bidders)
    if best is not None and best.player.name == event.player:
        return True
    due = _due(table, event)
    return due.player is table.players[event.player] or due.outcome == "unpaid"


def not_the_highest(table: Table, event: CardPurchased) -> Complaint:
    slot = table.tiles[event.tile]
    due, bribes = _due(table, event), _bribes(slot)
    if due.player is None:
        words = "{found} buys on tile {tile}; no bribe is highest ({bribes}), so the card leaves the game"
        top = max(strength(slot, bidder) for bidder in slot.bidders)
        best = [bidder.player.name for bidder in slot.bidders if strength(slot, bidder) == top]
        severity = unless_silent(table, "shared_highest", loosely_tied(slot) and event.player in best)
        return Complaint(words, severity, found=event.player, tile=event.tile, bribes=bribes)
    words = "{found} buys on tile {tile}; {expected} has the highest bribe ({bribes})"
    return Complaint(words, found=event.player, tile=event.tile, expected=due.player.name, bribes=bribes)


def winner_can_pay(table: Table, event: CardPurchased) -> bool:
    """R18: a contest's winner who cannot pay loses card and bribe."""
    if len(table.tiles[event.tile].bidders) < 2:
        return True
    due = _due(table, event)
    return due.outcome == "purchased" and due.player is table.players[event.player]


def winner_cannot_pay(table: Table, event: CardPurchased) -> Complaint:
    due = _due(table, event)
    if table.players[event.player] in due.unpaid:
        return cannot_pay(table, event)
    words = "{found} buys on tile {tile}; {expected} won it and cannot pay, so the card leaves the game"
    return Complaint(words, found=event.player, tile=event.tile, expected=_name(due.player))


def _price(table: Table, event: CardPurchased) -> int:
    """R11, R13, R17: the printed cost and the coins of the bribe."""
    cost: int = table.cards[event.card].cost
    for bidder in table.tiles[event.tile].bidders:
        if bidder.player.name == event.player:
            return cost + int(bidder.coins)
    return cost


def only_bidder_pays_cost_and_bribe(table: Table, event: CardPurchased) -> bool:
    """R11: a single bidder pays the printed cost and the bribe."""
    if event.paid is None or len(table.tiles[event.tile].bidders) > 1:
        return True
    return event.paid == _price(table, event)


def winner_pays_cost_and_bribe(table: Table, event: CardPurchased) -> bool:
    """R13: so does the winner of a contest."""
    if event.paid is None or len(table.tiles[event.tile].bidders) < 2:
        return True
    return event.paid == _price(table, event)


def wrong_price(table: Table, event: CardPurchased) -> Complaint:
    cost, price = table.cards[event.card].cost, _price(table, event)
    words = "{player} pays {found} {found:coin|coins} for {card}; cost {cost} and bribe {bribe} make {expected}"
    values = {"cost": cost, "bribe": price - cost, "expected": price}
    return Complaint(words, player=event.player, found=event.paid, card=table.deck.named(event.card), **values)


def _by_the_right_one(table: Table, event: CardPurchased) -> bool:
    """The card that lies there goes to whom it must: only then does what is received mean anything."""
    due = _due(table, event)
    return card_lies_there(table, event) and due.outcome == "purchased" and _name(due.player) == event.player


def receives_the_coins_on_it(table: Table, event: CardPurchased) -> bool:
    """R12: the buyer takes the coins lying on the card."""
    card: Card = table.cards[event.card]
    if event.received is None or card.role in PAYING or event.received == table.tiles[event.tile].coins:
        return True
    return not _by_the_right_one(table, event)


def other_coins_lie_on_it(table: Table, event: CardPurchased) -> Complaint:
    words = "{player} receives {found} {found:coin|coins} with {card}; {expected} {expected:lies|lie} on it"
    card, coins = table.deck.named(event.card), table.tiles[event.tile].coins
    severity = unless_silent(table, "won_coins", _leaves_the_coins(table, event, 0))
    return Complaint(words, severity, player=event.player, found=event.received, card=card, expected=coins)


def _leaves_the_coins(table: Table, event: CardPurchased, effect: int) -> bool:
    """R13: the winner of a contest takes what the card pays, and not what lies on it."""
    return len(table.tiles[event.tile].bidders) > 1 and event.received == effect


def income_by_resource(table: Table, event: CardPurchased) -> bool:
    """R22: Field, Forest and Mine pay 1 coin for each matching resource, their own included."""
    return event.received is None or table.cards[event.card].role != "income" or _pays_its_effect(table, event)


def tavern_by_beer(table: Table, event: CardPurchased) -> bool:
    """R23: a Tavern pays 5 coins and 1 for each Beer."""
    return event.received is None or table.cards[event.card].role != "tavern" or _pays_its_effect(table, event)


def _pays_its_effect(table: Table, event: CardPurchased) -> bool:
    buyer: Player = table.players[event.player]
    due = table.tiles[event.tile].coins + income(table, buyer, table.cards[event.card])
    return event.received == due or not _by_the_right_one(table, event)


def pays_something_else(table: Table, event: CardPurchased) -> Complaint:
    words = (
        "{player} receives {found} {found:coin|coins} with {card}; "
        "{coins} on the card and {effect} by its effect make {expected}"
    )
    coins = table.tiles[event.tile].coins
    effect = income(table, table.players[event.player], table.cards[event.card])
    severity = unless_silent(table, "won_coins", _leaves_the_coins(table, event, effect))
    values = {"coins": coins, "effect": effect, "expected": coins + effect, "card": table.deck.named(event.card)}
    return Complaint(words, severity, player=event.player, found=event.received, **values)


# --- when a card leaves the game --------------------------------------------------------------------------------------


def as_due(due: Due, event: CardRemoved) -> bool:
    """The card leaves the game for the reason, and by the debtor, that the rules give."""
    named = due.player.name if due.player else ""
    return due.outcome in ("tied", "unpaid") and (event.reason, event.player) == (due.outcome, named)


def only_bidder_must_buy(table: Table, event: CardRemoved) -> bool:
    """R11: a card with one bidder leaves the game only when that bidder cannot pay."""
    return len(table.tiles[event.tile].bidders) > 1 or as_due(_due(table, event), event)


def wrongly_removed(table: Table, event: CardRemoved) -> Complaint:
    due, card = _due(table, event), table.deck.named(event.card)
    if due.player is None:
        return Complaint("{card} is removed from tile {tile}, where nobody bids", card=card, tile=event.tile)
    if due.outcome == "purchased":
        words = "{card} is removed as {found}; {expected} is the only bidder and can pay"
        return Complaint(words, card=card, found=event.reason, expected=due.player.name)
    words = "{card} is removed as {found}; it is unpaid by {expected}"
    return Complaint(words, card=card, found=_removal(event), expected=due.player.name)


def _removal(event: CardRemoved) -> Words | str:
    return Words("{reason} by {player}", reason=event.reason, player=event.player) if event.player else event.reason


def tie_removes_the_card(table: Table, event: CardRemoved) -> bool:
    """R14: a contested card leaves the game as tied when, and only when, no bribe is highest."""
    if len(table.tiles[event.tile].bidders) < 2:
        return True
    due = _due(table, event)
    return due.outcome == "unpaid" or "tied" not in (due.outcome, event.reason) or as_due(due, event)


def wrongly_tied(table: Table, event: CardRemoved) -> Complaint:
    due, card, bribes = _due(table, event), table.deck.named(event.card), _bribes(table.tiles[event.tile])
    if due.player is None:
        words = "{card} is removed as {found}; it is {expected} ({bribes})"
        return Complaint(words, card=card, found=_removal(event), expected="tied", bribes=bribes)
    words = "{card} is removed as {found}; {expected} has the highest bribe ({bribes}) and can pay"
    return Complaint(words, card=card, found=event.reason, expected=due.player.name, bribes=bribes)


def winner_must_buy(table: Table, event: CardRemoved) -> bool:
    """R18: a contested card is unpaid by the one who won it and cannot pay."""
    return len(table.tiles[event.tile].bidders) < 2 or as_due(_due(table, event), event)


def wrongly_unpaid(table: Table, event: CardRemoved) -> Complaint:
    due = _due(table, event)
    words = "{card} is removed as {found}; {expected} won it and can pay"
    if due.outcome == "unpaid":
        words = "{card} is removed as {found}; {expected} won it and cannot pay"
    return Complaint(words, card=table.deck.named(event.card), found=_removal(event), expected=_name(due.player))


# --- what an outcome does ---------------------------------------------------------------------------------------------


def open_purchases(table: Table, n: int) -> None:
    """R9, R10: the cards are turned and all revenue comes at once; what lies on such a card is lost, or comes back."""
    table.phase = PURCHASES
    table.queue = [slot for slot in table.board if slot.bidders]
    back = table.options["revenue_bribe"] == "returned"
    for card in table.revenue.bidders:
        coins, card.coins = card.coins, 0
        if coins and table.options["revenue_bribe"] == SILENT:
            table.unsaid.setdefault("LUT-R9", n)
        card.player.purse += REVENUE_COINS + (coins if back else 0)
        card.player.money.append(n)
        table.money += REVENUE_COINS - (0 if back else coins)
    table.count(n)


def pass_over(table: Table, slot: Slot) -> None:
    """R10: tiles still waiting before this one are out of their turn; what lies there stays until the round ends."""
    if slot in table.queue:
        del table.queue[: table.queue.index(slot)]


def buy(table: Table, event: CardPurchased) -> None:
    """R12, R24: bribe, cost, card, coins on it, effect, once and in this order; the other bidders are settled too."""
    buyer: Player = table.players[event.player]
    slot: Slot = table.tiles[event.tile]
    card: Card = table.cards[event.card]
    name, n = event.card, event.n
    if table.phase is BIDS:
        open_purchases(table, n)
    if name in buyer.cards:
        return  # they have it already
    if table.owed:
        forget(table)
    lost: tuple[Player, ...] = ()
    if len(slot.bidders) > 1 and table.options["unpaid_goes_to"] == "runner_up":
        lost = settle(table, slot, card.cost).unpaid
    bribe = _settle_bids(table, slot, buyer, lost, n)
    paid = card.cost + bribe if event.paid is None else event.paid
    received = slot.coins + income(table, buyer, card) if event.received is None else event.received
    buyer.purse += bribe - paid + received
    buyer.money.append(n)
    table.money += received - paid - slot.coins
    _take(table, slot, name, n)
    table.where[name] = buyer
    buyer.cards[name] = n
    if buyer.waiting or card.role == "apprentice":
        must_attach(table, buyer, card)


def remove(table: Table, event: CardRemoved) -> None:
    """R14, R18, R19: the card leaves the game, the coins on it go to the reserve."""
    slot: Slot = table.tiles[event.tile]
    card: Card = table.cards[event.card]
    debtor: Player | None = table.players[event.player] if event.player else None
    if table.phase is BIDS:
        open_purchases(table, event.n)
    if slot.card is None and table.where.get(card.id) == OUT:
        return  # it is gone already
    if table.owed:
        forget(table)
    lost: tuple[Player, ...] = ()
    if table.options["shared_highest"] == SILENT and event.reason == "tied" and loosely_tied(slot):
        table.unsaid.setdefault("LUT-R14", event.n)
    if event.reason == "unpaid" and debtor is not None:
        due = settle(table, slot, card.cost)
        lost = due.unpaid if debtor in due.unpaid else (debtor,)
    _settle_bids(table, slot, None, lost, event.n)
    table.money -= slot.coins
    _take(table, slot, event.card, event.n)
    table.where[event.card] = OUT


def _settle_bids(table: Table, slot: Slot, buyer: Player | None, lost: tuple[Player, ...], n: int) -> int:
    """R11, R15: the buyer's bribe is spent and `lost` ones are; everybody else takes theirs back, and 1 coin."""
    own = 0
    for bidder in slot.bidders:
        coins, player = bidder.coins, bidder.player
        bidder.coins = 0
        if player is buyer:
            own = coins
        elif player in lost:
            table.money -= coins
        elif coins:
            player.gain(coins, n)
    if len(slot.bidders) > 1:
        every = table.options["compensated"] == "all_others"
        for player in table.players.values() if every else [bidder.player for bidder in slot.bidders]:
            if player is not buyer and player not in lost:
                player.purse += 1
                player.money.append(n)
                table.money += 1
    return own


def _take(table: Table, slot: Slot, card: str, n: int) -> None:
    """An outcome empties its tile, and the next one's turn comes."""
    slot.coins = 0
    if slot.card != card:
        leave(table, card)
        if slot.card is not None:
            table.where[slot.card] = OUT
    slot.card = None
    queue = table.queue
    if queue and queue[0] is slot:
        del queue[0]
    elif slot in queue:
        pass_over(table, slot)
        del queue[0]
    if table.money > BOX_COINS:
        table.count(n)


# --- how it is told and entered ---------------------------------------------------------------------------------------


DUE = Kind(
    lambda table, coins: Words("what is due") if coins is None else coins,
    lambda table: (None,),
    number=True,
    blank=True,
)
BOUGHT: dict[str, Any] = {"tile": picks.TILE, "player": PLAYER, "card": CARD}


def _where_it_lies(table: Table, said: Mapping[str, Any]) -> str | None:
    """Whoever buys a card need not say under which tile it lies; None: under none."""
    return next((slot.tile for slot in table.board if slot.card == said["card"]), None)


PURCHASE_TOLD = Sayings(
    Saying("{tile}: {player} buys {card}", **BOUGHT, when=lambda table, event: event.paid is event.received is None),
    Saying("{player} buys {card}", player=PLAYER, card=CARD, implied={"tile": _where_it_lies}, when=never),
    Saying(
        "{tile}: {player} buys {card}, pays {paid}, receives {received}",
        **BOUGHT,
        paid=DUE,
        received=DUE,
        also=(
            "buy {player} {paid} {received}",
            "{player} {tile} {card}",
            "{tile} {card} {player} {paid}",
            "{player} buys/bought/wins/won/takes/took/gets/got/has {tile} {card} for {paid}",
            "{tile} {card} goes to/for {player} for {paid}",
            "{tile} {card} to/for {player} for {paid}",
            "{player} pays/paid {paid} for {tile} {card}",
        ),
    ),
)


NOBODY = (  # why, the table knows
    "{tile}: {card} nobody/discarded/out/gone/tied/removed/none",
    "{tile}: {card}: no one",
    "{tile}: {card} is discarded/out/gone/tied/removed",
    "nobody gets/buys/takes/wants/wins {tile} {card}",
    "no one gets/buys/takes/wants/wins {tile} {card}",
    "{tile}: {card} leaves the game",
    "{tile}: {card} tied, gone",
)
REMOVAL_TOLD = Sayings(
    Saying(
        "{tile}: {player} cannot pay, {card} leaves the game",
        given={"reason": "unpaid"},
        tile=picks.TILE,
        player=PLAYER,
        card=CARD,
        also=("unpaid {player}", "{card}: {player} cannot pay", *NOBODY),
    ),
    Saying(
        "{tile}: no bribe is highest, {card} leaves the game",
        given={"reason": "tied"},
        tile=picks.TILE,
        card=CARD,
        also=("tied {tile}", *NOBODY),
    ),
)


def purchase_by(table: Table, slot: Slot, player: Player) -> CardPurchased:
    """A purchase with the sums that the rules give."""
    name = slot.card or ""
    event = CardPurchased(player=player.name, tile=slot.tile, card=name)
    received = slot.coins + income(table, player, table.cards[name])
    return CardPurchased(player=player.name, tile=slot.tile, card=name, paid=_price(table, event), received=received)


def _due_next(table: Table) -> tuple[Slot, Due] | None:
    """The tile that is settled next, and what must become of it."""
    slot = next_slot(table)
    if slot is None or slot.card is None:
        return None
    return slot, settle(table, slot, table.cards[slot.card].cost)


def purchases(table: Table) -> Iterator[CardPurchased]:
    """The next tile's outcome, if somebody buys."""
    found = _due_next(table)
    if found is not None and found[1].outcome == "purchased" and found[1].player is not None:
        yield purchase_by(table, found[0], found[1].player)


def removals(table: Table) -> Iterator[CardRemoved]:
    """The next tile's outcome, if nobody does."""
    found = _due_next(table)
    if found is not None and found[1].outcome != "purchased":
        slot, due = found
        yield CardRemoved(tile=slot.tile, card=slot.card or "", reason=due.outcome, player=_name(due.player) or "")


def purchase_form(table: Table) -> Iterator[Form]:
    """Who buys what, for how much."""
    fields = [
        players_field(table.players),
        picks.tiles(table),
        picks.cards(table, picks.on_offer(table)),
        number_field("paid", Words("paid"), optional=True),
        number_field("received", Words("received"), optional=True),
    ]
    yield entry_form(CardPurchased, Words("somebody buys a card"), fields, now=possible(PURCHASED, table))


def removal_form(table: Table) -> Iterator[Form]:
    """What leaves the game, and why."""
    who = players_field(table.players, label=Words("who cannot pay"))
    fields = [
        picks.tiles(table),
        picks.cards(table, picks.on_offer(table)),
        Field(name="reason", label=Words("why"), kind="pick", picks=WHY),
        Field(name="player", label=who.label, kind="pick", picks=who.picks, optional=True),
    ]
    yield entry_form(CardRemoved, Words("a card leaves the game"), fields, now=possible(REMOVED, table))


PURCHASED = Happening(
    event=CardPurchased,
    conditions=(
        Condition("LUT-R29", attached_before, still_owed),
        Condition("LUT-R6", cards_may_turn, somebody_has_not_bid, mistake=SLIP),
        Condition("LUT-R10", tile_is_next, not_its_turn),
        Condition("LUT-R12", card_lies_there, another_lies_there, mistake=SLIP),
        Condition("LUT-R11", only_bidder_buys, only_bidder_does_not_buy),
        Condition("LUT-R14", one_highest_bribe_buys, not_the_highest),
        Condition("LUT-R18", winner_can_pay, winner_cannot_pay),
        Condition("LUT-R11", only_bidder_pays_cost_and_bribe, wrong_price, mistake=SUM),
        Condition("LUT-R13", winner_pays_cost_and_bribe, wrong_price, mistake=SUM),
        Condition("LUT-R12", receives_the_coins_on_it, other_coins_lie_on_it, apart=True, mistake=SUM),
        Condition("LUT-R22", income_by_resource, pays_something_else, apart=True, mistake=SUM),
        Condition("LUT-R23", tavern_by_beer, pays_something_else, apart=True, mistake=SUM),
    ),
    effect=buy,
    words=PURCHASE_TOLD,
    offers=purchases,
    due=True,
    forms=purchase_form,
)

REMOVED = Happening(
    event=CardRemoved,
    conditions=(
        Condition("LUT-R29", attached_before, still_owed),
        Condition("LUT-R6", cards_may_turn, somebody_has_not_bid, mistake=SLIP),
        Condition("LUT-R10", tile_is_next, not_its_turn),
        Condition("LUT-R12", card_lies_there, another_lies_there, mistake=SLIP),
        Condition("LUT-R11", only_bidder_must_buy, wrongly_removed),
        Condition("LUT-R14", tie_removes_the_card, wrongly_tied),
        Condition("LUT-R18", winner_must_buy, wrongly_unpaid),
    ),
    effect=remove,
    words=REMOVAL_TOLD,
    offers=removals,
    due=True,
    forms=removal_form,
)
