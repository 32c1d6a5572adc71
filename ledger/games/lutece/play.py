"""Players by dice: they pick among what may happen next, each in their own style."""

from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import Any, NamedTuple, cast

from ledger.choices import allowed
from ledger.events import Event
from ledger.game import Happening
from ledger.games.lutece.apprentice import ATTACHED
from ledger.games.lutece.bid import PLACED, BidPlaced
from ledger.games.lutece.bribe import RAISED, BribeRaised
from ledger.games.lutece.deck import Card
from ledger.games.lutece.holdings import HoldingsDeclared
from ledger.games.lutece.legion import DISCARDED, LegionDiscarded
from ledger.games.lutece.offer import OFFERED, CardOffered, offers_under
from ledger.games.lutece.purchase import PURCHASED, REMOVED
from ledger.games.lutece.round import ENDED
from ledger.games.lutece.table import OFFERS, PURCHASES, REVENUE, Player, Slot, Table, missing, next_slot, over


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
COUNTED_ALOUD = 6  # one table in so many says at the end what everybody has


def step(table: Table, dice: Random, styles: Mapping[str, Style]) -> Iterable[Event]:
    """What happens next when players of these styles play a legal game; nothing when it is over."""
    if table.owed:
        return [dice.choice(_may(table, ATTACHED))]
    if over(table):
        return _count_aloud(table, dice)
    if table.phase is OFFERS and (bare := [slot for slot in table.board if slot.card is None]):
        return [_refill(table, dice, dice.choice(bare) if dice.randrange(8) == 0 else bare[0])]
    if names := missing(table):
        return [_bid(table, dice, styles[names[0]], table.players[names[0]])]
    if table.phase is not PURCHASES:
        return _bribes_and_first_outcome(table, dice, styles)
    return [_outcome(table, dice, styles)]


def _may(table: Table, happening: Happening) -> list[Any]:
    return [event for event in happening.offers(table) if allowed(happening, table, event)]


def _count_aloud(table: Table, dice: Random) -> list[Event]:
    """The game is over. Some tables say what everybody has before they write down the score."""
    if any(player.declared for player in table.players.values()) or dice.randrange(COUNTED_ALOUD):
        return []
    return [
        HoldingsDeclared(
            player=name,
            coins=player.purse,
            cards=tuple(player.cards),
            attached={one: attachment.host for one, attachment in player.attached.items()},
        )
        for name, player in table.players.items()
    ]


def _refill(table: Table, dice: Random, slot: Slot) -> CardOffered:
    """A card comes off the shuffled pile; nobody knows which Markets are out, so those left are less likely."""
    coming = [event for event in offers_under(table, slot) if allowed(OFFERED, table, event)]
    roles = [table.cards[event.card].role for event in coming]
    others = max(roles.count("market"), 1)
    weights = [table.markets if role == "market" else others for role in roles]
    return dice.choices(coming, weights)[0]


def _bid(table: Table, dice: Random, style: Style, player: Player) -> BidPlaced:
    tiles = sorted(table.board, key=lambda slot: dice.randrange(100) - style.appetite * _worth(table, slot))
    purse, chosen = player.purse, list[str]()
    for slot in tiles:
        cost = table.cards[slot.card or ""].cost
        if len(chosen) < 2 and cost <= purse and dice.randrange(100) >= style.revenue:
            chosen.append(slot.tile)
            purse -= cost
    bid = BidPlaced(player=player.name, actions=(*chosen, *[REVENUE] * (2 - len(chosen))))
    return bid if allowed(PLACED, table, bid) else BidPlaced(player=player.name, actions=(REVENUE, REVENUE))


def _worth(table: Table, slot: Slot) -> int:
    """A rough idea of what a card is good for."""
    card: Card = table.cards[slot.card or ""]
    return 2 * sum(card.resources.values()) + card.points + card.roman + 2 * bool(card.per) + slot.coins - card.cost


def _bribes_and_first_outcome(table: Table, dice: Random, styles: Mapping[str, Style]) -> Iterator[Event]:
    """Coins are laid until nobody wants to; they decide what comes of the first tile."""
    wishes = [(name, place) for name, player in table.players.items() if player.bid for place in (1, 2)]
    dice.shuffle(wishes)
    for name, place in [*wishes, *dice.sample(wishes, 1)]:
        coins = _bribe(table, dice, styles[name], table.players[name], place)
        event = BribeRaised(player=name, card=place, coins=coins)
        if coins and allowed(RAISED, table, event):
            yield event
    yield _outcome(table, dice, styles)


def _bribe(table: Table, dice: Random, style: Style, player: Player, place: int) -> int:
    """How many coins somebody wants to lay on an action card."""
    action, purse = (player.bid or [])[place - 1].action, player.purse
    if action == REVENUE:
        return 1 if purse > 1 and dice.randrange(100) < style.bribe // 5 else 0  # a bluff
    if dice.randrange(100) >= style.bribe:
        return 0
    spare = purse - int(table.cards[table.tiles[action].card].cost)
    if spare <= 0:  # now and then somebody pledges the very coins that the card costs
        return min(purse, 1) if dice.randrange(100) < style.bribe // 8 else 0
    return 1 + dice.randrange(spare) * style.boldness // 100


def _outcome(table: Table, dice: Random, styles: Mapping[str, Style]) -> Event:
    """What the rules make of the next tile, or of the round; but somebody may throw in a Legionnaire first."""
    for event in _may(table, DISCARDED) if next_slot(table) else ():
        legion: LegionDiscarded = event
        chance = styles[legion.player].legion // (1 if legion.favour == legion.player else 8)
        if dice.randrange(100) < chance:
            return legion
    return cast(Event, next(one for kind in (PURCHASED, REMOVED, ENDED) for one in _may(table, kind)))
