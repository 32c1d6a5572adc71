"""What a mistake leaves open: where the record no longer says for certain what lay on the table.

The rules tell a mistake once. What is kept in mind here lets them keep silent about what merely follows from it.
"""

from ledger.games.lutece.cards import Card
from ledger.games.lutece.events import (
    BidPlaced,
)
from ledger.games.lutece.table import (
    OUT,
    Attachment,
    Bid,
    Player,
    Slot,
    Table,
    hosts,
)


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


def missed(table: Table, number: int) -> None:
    """So many tiles were passed over: what became of their cards and bribes nobody can say."""
    for slot in table.queue[:number]:
        slot.late = slot.doubted = True
        unsure(slot)
    del table.queue[:number]


def reach(table: Table, slot: Slot) -> None:
    """Tiles still waiting before this one were missed; their cards may have gone."""
    if slot in table.queue:
        missed(table, table.queue.index(slot))


def unsure(slot: Slot, *others: Player) -> None:
    """Something else happened here than the rules say: later sums are not held against those concerned."""
    for player in (*others, *(bidder for bidder, _ in slot.bidders)):
        player.unsure = True


def lay_over(table: Table, slot: Slot, card: Card) -> None:
    """A card was laid on another: which tile it was meant for nobody can say, so every empty one is doubted."""
    for other in table.tiles.values():
        other.doubted = other.doubted or other.card is None or other is slot
    if card.id not in table.where:
        table.left[slot.row] -= 1
        table.where[card.id] = slot
        table.strays.add(card.id)


def lay_astray(table: Table, slot: Slot, card: Card) -> None:
    """This card cannot be what came off the pile, or this tile was doubted: from here it is as the record says."""
    slot.doubted = (card.id in table.where and card.id not in table.strays) or table.home.get(card.id) != slot.row
    clear(table, slot)
    if slot.card is not None:
        table.where[slot.card] = OUT
    if slot.doubted and card.id not in table.where:
        table.strays.add(card.id)
    else:
        table.strays.discard(card.id)
    leave(table, card.id)


def clear(table: Table, slot: Slot) -> None:
    """What the record still had under this tile must have gone, with the coins on it."""
    table.money -= slot.coins
    slot.coins = 0


def leave(table: Table, card: str) -> None:
    """A card goes from wherever the record had it: it is where the latest event puts it."""
    place = table.where.get(card)
    if isinstance(place, Player):
        del place.cards[card]
        if card in place.waiting:
            place.waiting.remove(card)
    elif isinstance(place, Slot) and place.card == card:
        place.card = None


def bid_again(table: Table, player: Player, event: BidPlaced) -> None:
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
