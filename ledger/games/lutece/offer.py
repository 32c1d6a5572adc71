"""Phase 1, cards for sale: a card goes from its pile under every empty tile."""

from collections.abc import Iterator

from ledger.choices import possible
from ledger.events import Event
from ledger.forms import Form, Row, table_form
from ledger.game import SLIP, Complaint, Condition, Happening
from ledger.games.lutece import picks
from ledger.games.lutece.apprentice import forget, nothing_owed, still_owed
from ledger.games.lutece.deck import Card
from ledger.games.lutece.round import end_round, not_ended
from ledger.games.lutece.table import OUT, PURCHASES, Slot, Table, leave, over
from ledger.language.sayings import CARD, Saying, Sayings
from ledger.words import Words


class CardOffered(Event, frozen=True, kw_only=True, tag="card_offered"):
    """Phase 1: a card is laid under an empty tile."""

    tile: str
    card: str


# --- when it may happen -----------------------------------------------------------------------------------------------


def card_goes_under_its_tile(table: Table, event: CardOffered) -> bool:
    """R3: between rounds, from its pile, under an empty tile; Characters under letters, Locations under numbers."""
    slot: Slot = table.tiles[event.tile]
    card: Card = table.cards[event.card]
    if card.row != slot.row or slot.card is not None or table.queue:
        return False  # a tile that was bare when bidding began is R4's
    return event.card not in table.where or not table.piles_known


def goes_astray(table: Table, event: CardOffered) -> Complaint:
    slot, card = table.tiles[event.tile], _card(table, event)
    if table.cards[event.card].row != slot.row:
        words = "{card} lies under tile {tile}, which is for {expected} cards"
        return Complaint(words, card=card, tile=event.tile, expected=slot.row)
    if event.card in table.where and table.piles_known:
        return Complaint("{card} has left its pile already", card=card)
    if slot.card is None:
        return Complaint("{card} is offered before every bid of this round is settled", card=card)
    words = "{card} is laid under tile {tile}, where {found} lies"
    return Complaint(words, card=card, tile=event.tile, found=table.deck.named(slot.card))


def pile_can_serve(table: Table, event: CardOffered) -> bool:
    """R4: the game ends when an empty tile cannot be served; no order of the last filling-up is printed (R3)."""
    slot: Slot = table.tiles[event.tile]
    return slot.pile.left > 0 or not table.piles_known


def pile_has_run_out(table: Table, event: CardOffered) -> Complaint:
    return Complaint("the game is over: no card is left to lay under {found}", found=event.tile)


def round_was_ended(table: Table, event: CardOffered) -> bool:
    """R5: the round ends, with a coin on every card left, before the next one begins."""
    return table.phase is not PURCHASES


def card_is_for_this_many(table: Table, event: CardOffered) -> bool:
    """R1: a card marked for more players stays in the box."""
    return event.card in table.pack


def for_more_players(table: Table, event: CardOffered) -> Complaint:
    words = "{card} is marked {found}+; with {expected} players it stays in the box"
    return Complaint(words, card=_card(table, event), found=table.cards[event.card].mark, expected=table.seats)


def market_stayed_in(table: Table, event: CardOffered) -> bool:
    """R2: some Markets were taken out unseen, so only so many can come."""
    card: Card = table.cards[event.card]
    return card.role != "market" or table.markets > 0 or not table.piles_known


def one_market_too_many(table: Table, event: CardOffered) -> Complaint:
    words = "{card} is one Market too many; with {players} players {expected} are left in the game"
    return Complaint(words, card=_card(table, event), players=table.seats, expected=table.deck.markets[table.seats])


def _card(table: Table, event: CardOffered) -> str:
    return table.deck.named(event.card)


# --- what it does -----------------------------------------------------------------------------------------------------


def lay_out(table: Table, event: CardOffered) -> None:
    """R3: a card lies under a tile, and its pile is one smaller."""
    slot: Slot = table.tiles[event.tile]
    card: Card = table.cards[event.card]
    if table.owed:
        forget(table)
    if table.phase is PURCHASES and not table.queue:
        end_round(table, event.n)
    table.tally = False
    if not table.piles_known and table.unknown is None:
        table.unknown = event.n
    if event.card in table.where:
        leave(table, event.card)
    else:
        table.pile(card.row).left -= 1
        if card.role == "market":
            table.markets -= 1
    if slot.card is not None:  # only a careless table lays a card on another
        table.where[slot.card] = OUT
    table.where[event.card] = slot
    slot.card = event.card


# --- how it is told and entered ---------------------------------------------------------------------------------------


TOLD = Sayings(
    Saying(
        "{tile}: {card} is laid out",
        tile=picks.TILE,
        card=CARD,
        also=("{card} on {tile}", "{card} under {tile}", "{card} in/at/to {tile}"),
    )
)


def pile_of(table: Table, event: CardOffered) -> str:
    """R3: Characters and Locations each have a pile."""
    card: Card = table.cards[event.card]
    return card.row


def offers(table: Table) -> Iterator[CardOffered]:
    """Every card that may still come, for every empty tile."""
    if over(table):
        return
    for slot in table.board:
        if slot.card is None:
            yield from offers_under(table, slot)


def offers_under(table: Table, slot: Slot) -> Iterator[CardOffered]:
    """Every card that may still come under one tile."""
    for card in unseen(table, slot.row):
        yield CardOffered(tile=slot.tile, card=card.id)


def unseen(table: Table, row: str) -> list[Card]:
    """The cards of a row that have not come up yet."""
    return [card for name, card in table.pack.items() if card.row == row and name not in table.where]


def forms(table: Table) -> Iterator[Form]:
    """A row for each empty tile, and one for any other."""
    rows = [
        Row(
            label=Words("tile {tile}", tile=slot.tile),
            given={"tile": slot.tile},
            fields=(picks.cards(table, unseen(table, slot.row)),),
        )
        for slot in table.board
        if slot.card is None
    ]
    every = [card for card in table.cards.values() if card.id not in table.where]
    rows.append(Row(label=Words("another tile"), fields=(picks.tiles(table), picks.cards(table, every))))
    yield table_form(CardOffered, Words("lay out cards"), rows, now=possible(OFFERED, table))


OFFERED = Happening(
    event=CardOffered,
    conditions=(
        Condition("LUT-R29", nothing_owed, still_owed),
        Condition("LUT-R3", card_goes_under_its_tile, goes_astray, skips="round"),
        Condition("LUT-R4", pile_can_serve, pile_has_run_out, mistake=SLIP),
        Condition("LUT-R5", round_was_ended, not_ended, mistake=SLIP),
        Condition("LUT-R1", card_is_for_this_many, for_more_players),
        Condition("LUT-R2", market_stayed_in, one_market_too_many),
    ),
    effect=lay_out,
    words=TOLD,
    pile=pile_of,
    offers=offers,
    picked=False,
    forms=forms,
)
