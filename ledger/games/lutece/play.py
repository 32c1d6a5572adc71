"""What may happen next at a table of Lutèce: for a scribe who records it, and for players who make it up."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import NamedTuple

from ledger.events import Event
from ledger.game import Choice
from ledger.games.lutece.deck import Card
from ledger.games.lutece.events import (
    ApprenticeAttached,
    BidPlaced,
    BribeRaised,
    CardOffered,
    CardPurchased,
    CardRemoved,
    LegionDiscarded,
    RoundEnded,
)
from ledger.games.lutece.table import (
    OFFERS,
    REVENUE,
    TIED,
    Player,
    Slot,
    Table,
    effect,
    hosts,
    next_slot,
    settle,
)
from ledger.games.lutece.telling import tell
from ledger.words import Words

# --- what may happen next ---------------------------------------------------------------------------------------------


def outcome(table: Table, slot: Slot) -> CardPurchased | CardRemoved:
    """What the rules say becomes of a tile."""
    card: Card = table.cards[slot.card or ""]
    due = settle(table, slot, card.cost) or TIED
    if due.outcome != "purchased" or due.player is None:
        player = due.player.name if due.player else ""
        return CardRemoved(tile=slot.tile, card=card.id, reason=due.outcome, player=player)
    return purchase(table, slot, due.player)


def purchase(table: Table, slot: Slot, player: Player) -> CardPurchased:
    """A purchase with the sums that the rules give."""
    card: Card = table.cards[slot.card or ""]
    bribe = sum(bidder.coins for bidder in slot.bidders if bidder.player is player)
    received = slot.coins + effect(table, player, card)
    return CardPurchased(player=player.name, tile=slot.tile, card=card.id, paid=card.cost + bribe, received=received)


def choices(table: Table) -> list[Choice]:
    """What may happen next where it can be listed, the likeliest first."""
    if table.owed:
        return list(_attachments(table))
    if table.phase == OFFERS or table.bids < len(table.players):
        return []
    slot = next_slot(table)
    if slot is None:
        return [Choice(RoundEnded(), tell(table, RoundEnded()), due=True)]
    if slot.card is None:
        return []  # after a mistake nobody knows what lies here
    due = outcome(table, slot)
    return [Choice(due, tell(table, due), due=True), *_legions(table, slot)]


def _attachments(table: Table) -> Iterator[Choice]:
    player, apprentice = table.owed[0]
    for host in hosts(table, player):
        for resource in host.resources or ("",):
            event = ApprenticeAttached(
                player=player.name,
                apprentice=apprentice,
                host=host.id,
                resource=resource if len(host.resources) > 1 else "",
            )
            words = Words(
                "{player} puts {card} with {host}: 1 {resource}",
                player=player.name,
                card=table.deck.named(apprentice),
                host=table.deck.named(host.id),
                resource=resource or Words("nothing"),
            )
            yield Choice(event, words)


def _legions(table: Table, slot: Slot) -> Iterator[Choice]:
    """R16: on a contested card anybody's Legionnaire may help any bidder."""
    bidders = [bidder.player for bidder in slot.bidders]
    if len(bidders) < 2:
        return
    for player in table.players.values():
        legion = next((card for card in player.cards if table.cards[card].role == "legionnaire"), None)
        if legion is None or (table.options["legions_from"] == "bidders" and player not in bidders):
            continue
        for favour in bidders:
            event = LegionDiscarded(player=player.name, legion=legion, tile=slot.tile, favour=favour.name)
            yield Choice(event, tell(table, event))


# --- players who make it up -------------------------------------------------------------------------------------------


class Style(NamedTuple):
    """A way of playing, in chances out of a hundred."""

    revenue: int  # to take revenue although something could be bought
    bribe: int  # to put coins on a bid
    boldness: int  # how much of the spare coins goes into a bribe
    legion: int  # to spend a Legionnaire in a contest
    appetite: int  # how much better cards are preferred


STYLES = {
    "timid": Style(revenue=35, bribe=15, boldness=25, legion=5, appetite=20),
    "greedy": Style(revenue=10, bribe=40, boldness=40, legion=20, appetite=90),
    "bribing": Style(revenue=15, bribe=85, boldness=80, legion=50, appetite=50),
}


def step(table: Table, dice: Random, styles: Mapping[str, Style]) -> list[Event]:
    """What happens next when players of these styles play a legal game; nothing when it is over."""
    if table.owed:
        return [dice.choice(list(_attachments(table))).event]
    if table.phase == OFFERS:
        bare = [slot for slot in table.board if slot.card is None]
        if bare:
            return _refill(table, dice, bare)
        return _bidding(table, dice, styles)
    slot = next_slot(table)
    if slot is None:
        return [RoundEnded()]
    legion = _spend(table, dice, styles, slot)
    return [legion or outcome(table, slot)]


def _refill(table: Table, dice: Random, bare: list[Slot]) -> list[Event]:
    """Cards come off the shuffled piles until a tile cannot be served."""
    left = {pile.row: pile.left for pile in (table.characters, table.locations)}
    markets, seats = table.markets, len(table.players)
    unseen = {
        row: [
            card
            for card in table.cards.values()
            if card.row == row and card.mark <= seats and card.id not in table.where
        ]
        for row in left
    }
    dealt: list[Event] = []
    for slot in bare:
        if left[slot.row] <= 0:
            break
        market = slot.row == "location" and dice.randrange(left[slot.row]) < markets
        pile = [card for card in unseen[slot.row] if (card.role == "market") == market]
        card = pile[dice.randrange(len(pile))]
        unseen[slot.row].remove(card)
        left[slot.row] -= 1
        markets -= market
        dealt.append(CardOffered(tile=slot.tile, card=card.id))
    return dealt


def _bidding(table: Table, dice: Random, styles: Mapping[str, Style]) -> list[Event]:
    """Everybody's two cards, then the coins on them."""
    bids: list[Event] = []
    bribes: list[Event] = []
    for player in table.players.values():
        style = styles[player.name]
        actions, purse = _actions(table, dice, style, player), player.purse
        bids.append(BidPlaced(player=player.name, actions=actions))
        for place, action in enumerate(actions, 1):
            coins = _bribe(table, dice, style, action, purse)
            if coins:
                bribes.append(BribeRaised(player=player.name, card=place, coins=coins))
                purse -= coins
    dice.shuffle(bribes)
    return bids + bribes


def _actions(table: Table, dice: Random, style: Style, player: Player) -> tuple[str, ...]:
    purse = player.purse
    chosen: list[str] = []
    tiles = sorted(table.board, key=lambda slot: dice.randrange(100) - style.appetite * _worth(table, slot))
    for slot in tiles:
        cost = table.cards[slot.card or ""].cost
        if len(chosen) < 2 and cost <= purse and dice.randrange(100) >= style.revenue:
            chosen.append(slot.tile)
            purse -= cost
    return (*chosen, *[REVENUE] * (2 - len(chosen)))


def _worth(table: Table, slot: Slot) -> int:
    """A rough idea of what a card is good for."""
    card: Card = table.cards[slot.card or ""]
    return 2 * sum(card.resources.values()) + card.points + card.roman + 2 * bool(card.per) + slot.coins - card.cost


def _bribe(table: Table, dice: Random, style: Style, action: str, purse: int) -> int:
    if action == REVENUE:
        return 1 if purse > 4 and dice.randrange(100) < style.bribe // 10 else 0
    spare = purse - table.cards[table.tiles[action].card].cost
    if dice.randrange(100) >= style.bribe:
        return 0
    if spare <= 0:  # now and then somebody pledges the very coins that the card costs
        return min(purse, 1) if dice.randrange(100) < style.bribe // 8 else 0
    return 1 + dice.randrange(spare) * style.boldness // 100


def _spend(table: Table, dice: Random, styles: Mapping[str, Style], slot: Slot) -> Event | None:
    """Somebody may throw in a Legionnaire, mostly for themselves."""
    for choice in _legions(table, slot):
        event = choice.event
        if not isinstance(event, LegionDiscarded):
            continue
        chance = styles[event.player].legion if event.favour == event.player else styles[event.player].legion // 8
        if dice.randrange(100) < chance:
            return event
    return None
