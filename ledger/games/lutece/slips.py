"""What a mistake leaves open: where the record no longer says for certain what lay on the table.

The rules tell a mistake once. What is kept in mind here lets them keep silent about what merely follows from it.
"""

from ledger.games.lutece.deck import Card
from ledger.games.lutece.table import (
    OUT,
    ActionCard,
    Attachment,
    Player,
    Slot,
    Table,
    belongs,
    hosts,
    next_slot,
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
    """So many tiles were passed over."""
    for slot in table.queue[:number]:
        overlook(table, slot)
    del table.queue[:number]


def overlook(table: Table, slot: Slot) -> None:
    """The outcome of a tile was left out: what became of its card and bribes nobody can say."""
    table.slipped = True
    slot.late = slot.doubted = True
    unsure(slot)
    if slot.card is not None:
        table.missed[slot.card] = [bidder.player for bidder in slot.bidders]


def may_be_theirs(table: Table, player: Player, card: str) -> bool:
    """A card is somebody's, or its purchase was left out, which was told."""
    place = table.where.get(card)
    return place is player or (not isinstance(place, Player) and player in table.missed.get(card, ()))


def unbought(table: Table, player: Player, card: Card) -> Slot | None:
    """The tile that is settled next, when this card still lies there and this player bids for it."""
    slot = next_slot(table)
    if slot is None or slot.card != card.id or slot.late or table.bids < table.seats:
        return None
    return slot if any(bidder.player is player for bidder in slot.bidders) else None


def unrecorded(table: Table, player: Player, resource: str) -> int:
    """How much of a resource somebody may have from purchases and attachments that were left out."""
    new = [card for card in table.missed if may_be_theirs(table, player, card) and card not in player.cards]
    cards = [table.cards[card] for card in new]
    idle = [one for one in player.waiting if one in table.forgotten]
    busy = [one for one, (host, _, _) in player.attached.items() if host in new and one not in new]
    return sum(1 if card.role == "apprentice" else card.resources.get(resource, 0) for card in cards) + len(idle + busy)


def reach(table: Table, slot: Slot) -> None:
    """Tiles still waiting before this one were missed; their cards may have gone."""
    if slot in table.queue:
        missed(table, table.queue.index(slot))


def doubt_other_bid(table: Table, player: Player, slot: Slot) -> None:
    """Somebody could not pay who should have been able to: a bribe on their other card may have been left out."""
    for card in player.bid or ():
        other = table.places.get(card.action)
        if other is not slot and other in table.queue:
            other.late = table.slipped = True


def unsure(slot: Slot, *others: Player) -> None:
    """Something else happened here than the rules say: later sums are not held against those concerned."""
    for player in (*others, *(bidder.player for bidder in slot.bidders)):
        player.unsure = True


def lay_over(table: Table, slot: Slot, card: Card) -> None:
    """A card was laid on another: which tile it was meant for nobody can say, so every empty one is doubted."""
    for other in table.board:
        other.doubted = other.doubted or other.card is None or other is slot
    if card.id not in table.where:
        slot.pile.left -= 1
        table.where[card.id] = slot
        table.strays.add(card.id)


def lay_astray(table: Table, slot: Slot, card: Card) -> None:
    """This card cannot be what came off the pile, or this tile was doubted: from here it is as the record says."""
    slot.doubted = (card.id in table.where and card.id not in table.strays) or not belongs(table, card, slot)
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


def bid_again(table: Table, player: Player, old: list[ActionCard]) -> None:
    """A second bid replaces the first; the coins stay where they lie."""
    new = player.bid or []
    if [card.action for card in old] != [card.action for card in new]:
        table.unclear = True
    for card, before in zip(new, old, strict=False):
        card.coins = before.coins
    spare = old[len(new) :]  # what lies on a card too many is not lost
    new += spare
    for slot in table.board:
        slot.bidders = [bidder for bidder in slot.bidders if bidder.player is not player]
    table.revenue.bidders = [
        bidder for bidder in table.revenue.bidders if bidder.player is not player or any(bidder is one for one in spare)
    ]


def bought_astray(table: Table, player: Player) -> bool:
    """A purchase that is not what the rules demand; True when the record merely says the same thing twice."""
    slot, card = table.slot, table.card
    if slot.settled and table.where.get(card.id) is player:
        return True
    if table.due is not None and table.due.player is not player:
        unsure(slot, player)
    place = table.where.get(card.id)
    if place is not slot:
        leave(table, card.id)
        if place is None:
            table.pile(card.row).left -= 1
            table.strays.add(card.id)
        if slot.card is not None:
            table.where[slot.card] = OUT
    return False
