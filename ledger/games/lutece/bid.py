"""Phase 2, bids: every player lays two action cards, each for a tile or for revenue."""

from collections.abc import Iterator
from itertools import combinations

from ledger.choices import allowed
from ledger.events import Event
from ledger.forms import Field, Form, Row, Write, entry_form, number_field, players_field, several_field, tag
from ledger.game import SLIP, Complaint, Condition, Happening
from ledger.games.lutece import picks
from ledger.games.lutece.apprentice import forget, nothing_owed, still_owed
from ledger.games.lutece.bribe import BribeRaised
from ledger.games.lutece.purchase import open_purchases
from ledger.games.lutece.round import end_round, not_ended
from ledger.games.lutece.table import (
    BIDS,
    OFFERS,
    PURCHASES,
    REVENUE,
    ActionCard,
    Player,
    Table,
    all_have_bid,
    missing,
    next_slot,
    unserved,
)
from ledger.language.sayings import PLAYER, Saying, Sayings
from ledger.words import Words

TURNED = "cards_turned"  # our word for the form that writes everybody's bids, then the coins on them


class BidPlaced(Event, frozen=True, kw_only=True, tag="bid_placed"):
    """Phase 2: the two action cards of a player, each a tile or "revenue"."""

    player: str
    actions: tuple[str, ...]


# --- when it may happen -----------------------------------------------------------------------------------------------


def has_not_bid(table: Table, event: BidPlaced) -> bool:
    """R6: one bids once a round, before the cards are turned."""
    player: Player = table.players[event.player]
    return table.phase is not PURCHASES if player.bid is None else unended(table, player)


def has_bid(table: Table, event: BidPlaced) -> Complaint:
    if table.players[event.player].bid is None:
        return Complaint("{player} bids after the cards were turned", player=event.player)
    return Complaint("{player} has bid already in this round", player=event.player)


def unended(table: Table, player: Player) -> bool:
    """Everything in this round is settled and it was not ended, yet this player bids again."""
    return player.bid is not None and all_have_bid(table) and next_slot(table) is None


def two_cards_of_the_hand(table: Table, event: BidPlaced) -> bool:
    """R6: a hand has one card for each tile in play and two for revenue."""
    actions, places = event.actions, table.places
    if len(actions) != 2:
        return False
    one, two = actions
    return one in places and two in places and (one != two or one == REVENUE)


def no_such_bid(table: Table, event: BidPlaced) -> Complaint:
    name, actions = event.player, event.actions
    if len(actions) != 2:
        words = "{player} plays {found} action {found:card|cards}; {expected} are played"
        return Complaint(words, player=name, found=len(actions), expected=2)
    strange = next((action for action in actions if action not in table.places), None)
    if strange is not None:
        return Complaint("{player} bids on {found}, which is not in play", player=name, found=strange)
    return Complaint("{player} bids twice on {found}; there is one card for each tile", player=name, found=actions[0])


def every_tile_is_served(table: Table, event: BidPlaced) -> bool:
    """R4: nobody bids before every empty tile has its card, nor when one could not be served."""
    if table.phase is OFFERS and table.piles_known:
        for slot in table.board:
            if slot.card is None:
                return False
    return True


def tile_is_empty(table: Table, event: BidPlaced) -> Complaint:
    stuck = [slot.tile for slot in unserved(table)]
    if stuck:
        return Complaint("the game is over: no card is left to lay under {found}", found=stuck)
    words = "bidding begins while nothing lies under {found}, though there are cards to lay there"
    return Complaint(words, found=[slot.tile for slot in table.board if slot.card is None])


def round_was_ended(table: Table, event: BidPlaced) -> bool:
    """R5: where no card had to be offered in between, the next bid shows that a round was not ended."""
    return not all_have_bid(table) or not unended(table, table.players[event.player])


# --- what it does -----------------------------------------------------------------------------------------------------


def place(table: Table, event: BidPlaced) -> None:
    """R6: two action cards lie before a player; a second bid is made in place of the first."""
    player: Player = table.players[event.player]
    if table.owed:
        forget(table)
    if table.phase is not BIDS or player.bid is not None:
        _out_of_the_usual(table, player, event)
    actions, n = event.actions, event.n
    player.bid = hand = player.hand if len(actions) == 2 else [ActionCard(player) for _ in actions]
    table.bids += 1
    places = table.places
    for card, action in zip(hand, actions):  # noqa: B905
        card.action = action
        card.n = n
        card.coins = 0
        if action in places:
            bidders = places[action].bidders
            if not bidders or bidders[-1].player is not player or action == REVENUE:
                bidders.append(card)


def _out_of_the_usual(table: Table, player: Player, event: BidPlaced) -> None:
    """The first bid of a round, or one that should not be."""
    if unended(table, player):
        if table.phase is BIDS:
            open_purchases(table, event.n)
        end_round(table, event.n)
    if table.phase is OFFERS:
        table.phase = BIDS
        if not table.piles_known and table.unknown is None:
            table.unknown = event.n
    if player.bid is not None:
        take_back(table, player, event.n)


def take_back(table: Table, player: Player, n: int) -> None:
    """The action cards of a player, with the coins on them, come back to hand."""
    if lying := player.pledged():
        player.gain(lying, n)
    for place in table.places.values():
        place.bidders = [bidder for bidder in place.bidders if bidder.player is not player]
    table.bids -= 1


# --- how it is told and entered ---------------------------------------------------------------------------------------


TOLD = Sayings(
    Saying(
        "{player} plays {actions}",
        player=PLAYER,
        actions=picks.ACTION.several,
        also=("{player} bids/bets {actions}", "{player} bids/bets/goes on/for {actions}"),
    )
)


def offers(table: Table) -> Iterator[BidPlaced]:
    """Every bid of everybody who has not bid, with the two cards in either order."""
    names = missing(table)
    tiles = [*combinations(table.tiles, 2), *((tile, REVENUE) for tile in table.tiles)]
    for actions in (*tiles, (REVENUE, REVENUE), *((two, one) for one, two in tiles)):
        for name in names:
            yield BidPlaced(player=name, actions=actions)


def forms(table: Table) -> Iterator[Form]:
    """Everybody's bids with the coins on them, as the cards are turned; or one bid of one player."""
    bids = [BidPlaced(player=name, actions=(REVENUE, REVENUE)) for name in missing(table)]  # two cards everybody has
    now = any(allowed(PLACED, table, bid, surely=True) for bid in bids)
    yield _turned(table, missing(table) or [*table.players], now=now)
    any_actions = several_field("actions", Words("action cards"), (picks.actions(table)[-1], *picks.tiles(table).picks))
    yield entry_form(BidPlaced, Words("one player's bid"), [players_field(table.players), any_actions])


def _turned(table: Table, names: list[str], *, now: bool) -> Form:
    actions = picks.actions(table)
    fields = (
        Field(name="actions", label=Words("action cards"), kind="pick", picks=actions, least=2, most=2, again=True),
        number_field("first", Words("coins on the first card"), 0),
        number_field("second", Words("coins on the second card"), 0),
    )
    rows = tuple(Row(label=Words("{player}", player=one), given={"player": one}, fields=fields) for one in names)
    writes = (
        Write({"type": tag(BidPlaced), "player": "$player", "actions": "$actions"}, when="actions"),
        Write({"type": tag(BribeRaised), "player": "$player", "card": 1, "coins": "$first"}, when="first"),
        Write({"type": tag(BribeRaised), "player": "$player", "card": 2, "coins": "$second"}, when="second"),
    )
    return Form(name=TURNED, title=Words("the action cards are turned"), rows=rows, writes=writes, now=now)


PLACED = Happening(
    event=BidPlaced,
    conditions=(
        Condition("LUT-R29", nothing_owed, still_owed),
        Condition("LUT-R6", has_not_bid, has_bid, mistake=SLIP),
        Condition("LUT-R6", two_cards_of_the_hand, no_such_bid, mistake=SLIP),
        Condition("LUT-R4", every_tile_is_served, tile_is_empty, mistake=SLIP, skips="round"),
        Condition("LUT-R5", round_was_ended, not_ended, mistake=SLIP),
    ),
    effect=place,
    words=TOLD,
    offers=offers,
    picked=False,
    forms=forms,
)
