"""The rules of Lutèce: each a small function from the table before an event, and the event, to a complaint.

`table.due` is what must become of the tile of an outcome; it is None where an earlier mistake, told already, leaves
that unknown. A rule keeps silent where a more basic one speaks, so that one mistake is one finding.
"""

from collections.abc import Callable, Iterable
from typing import Any

from ledger.game import Complaint
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
from ledger.games.lutece.slips import may_be_theirs, unbought, unrecorded
from ledger.games.lutece.table import (
    BIDS,
    OFFERS,
    PURCHASES,
    REVENUE,
    Due,
    Player,
    Slot,
    Table,
    differs,
    effect,
    plenty,
    strength,
    stuck_before,
    unended,
    unserved,
)
from ledger.words import Words

# --- set-up and round -------------------------------------------------------------------------------------------------


def card_is_for_this_many(table: Table, event: CardOffered) -> Complaint | None:
    """R1: a card marked for more players stays in the box."""
    mark = table.cards[event.card].mark
    if mark <= len(table.players):
        return None
    return Complaint(
        "{card} is marked {found}+; with {expected} players it stays in the box",
        card=table.deck.named(event.card), found=mark, expected=len(table.players),
    )  # fmt: skip


def markets_taken_out(table: Table, event: CardOffered) -> Complaint | None:
    """R2: some Markets were taken out unseen, so only so many can come."""
    if table.markets > 0 or table.cards[event.card].role != "market":
        return None
    if event.card in table.where or not table.piles_known:
        return None
    words = "{card} is one Market too many; with {players} players {expected} are left in the game"
    expected = table.deck.markets[len(table.players)]
    return Complaint(words, card=table.deck.named(event.card), players=len(table.players), expected=expected)


def refill_is_in_order(table: Table, event: CardOffered) -> Complaint | None:
    """R3: before the bids, a card of its row goes from its pile under an empty tile."""
    slot: Slot = table.tiles[event.tile]
    card: Card = table.cards[event.card]
    named = table.deck.named
    if card.row != slot.row:
        words = "{card} lies under tile {tile}, which is for {expected} cards"
        return Complaint(words, card=named(card.id), tile=slot.tile, expected=slot.row)
    if card.id in table.where and table.piles_known and card.id not in table.strays:
        return Complaint("{card} has left its pile already", card=named(card.id))
    if slot.card is not None and not slot.doubted:
        words = "{card} is laid under tile {tile}, where {found} lies"
        return Complaint(words, card=named(card.id), tile=slot.tile, found=named(slot.card))
    if (table.phase == BIDS or table.queue) and not slot.doubted:
        return Complaint("{card} is offered after bidding began", card=named(card.id))
    return None


def game_not_over(table: Table, event: CardOffered | BidPlaced) -> Complaint | None:
    """R4: the game ends at the moment an empty tile cannot be served."""
    if table.phase != OFFERS or (plenty(table) and not table.untold):
        return None
    if table.untold:
        words = "whether the game is over cannot be told: the piles are unknown since the holdings were declared"
        return Complaint(words, "undecidable")
    stuck = unserved(table)
    if not stuck or table.played_on or not table.piles_known:
        return None
    if isinstance(event, CardOffered) and not stuck_before(table, table.tiles[event.tile]):
        return None
    return Complaint("the game is over: no card is left for tile {found}", found=[slot.tile for slot in stuck])


def every_tile_served(table: Table, event: BidPlaced) -> Complaint | None:
    """R4: nobody bids before every empty tile has its card."""
    if table.phase != OFFERS or table.played_on or not table.piles_known:
        return None
    bare = [slot.tile for slot in table.board if slot.card is None and not slot.doubted]
    if not bare or unserved(table):
        return None
    return Complaint("tile {found} was left empty though its pile can serve it", found=bare)


def round_was_ended(table: Table, event: CardOffered) -> Complaint | None:
    """R5: the round ends, with a coin on every card left, before the next one begins."""
    if table.phase != PURCHASES or table.queue:
        return None
    return Complaint("the round has not been ended (round_ended is missing)")


def round_was_ended_before_bids(table: Table, event: BidPlaced) -> Complaint | None:
    """R5, where no card had to be offered in between."""
    player: Player = table.players[event.player]
    if player.bid is None or not unended(table, player):
        return None
    return Complaint("the round has not been ended (round_ended is missing)")


def two_action_cards(table: Table, event: BidPlaced) -> Complaint | None:
    """R6: two action cards, for tiles in play, no tile twice, once a round."""
    player: Player = table.players[event.player]
    name, actions = event.player, event.actions
    if player.bid is not None and not unended(table, player):
        return Complaint("{player} has bid already in this round", player=name)
    if table.phase == PURCHASES and player.bid is None and not table.missing_told:
        return Complaint("{player} bids after the cards were turned", player=name)
    if len(actions) != 2:
        return Complaint(
            "{player} plays {found} action cards; {expected} are played", player=name, found=len(actions), expected=2
        )
    for action in actions:
        if action != REVENUE and action not in table.tiles:
            return Complaint("{player} bids on {found}, which is not in play", player=name, found=action)
    if actions[0] == actions[1] != REVENUE:
        return Complaint(
            "{player} bids twice on {found}; there is one card for each tile", player=name, found=actions[0]
        )
    return None


def everybody_has_bid(table: Table, event: Any) -> Complaint | None:
    """R6: the cards are turned when everybody has played two."""
    if table.bids == len(table.players) or table.missing_told:
        return None
    if table.assumed if isinstance(event, RoundEnded) else table.slot.late:
        return None
    missing = [name for name, player in table.players.items() if player.bid is None]
    return Complaint("{found} has not bid in this round", found=missing)


# --- bribes and money -------------------------------------------------------------------------------------------------


def bribe_is_free(table: Table, event: BribeRaised) -> Complaint | None:
    """R7: coins one holds now, on one's own card, when all have bid and before the cards are turned."""
    player: Player = table.players[event.player]
    name = event.player
    if table.phase == PURCHASES and not table.unclear:
        return Complaint("{player} adds coins after the cards were turned", player=name)
    if table.bids < len(table.players) and not table.missing_told:
        missing = [one for one, other in table.players.items() if other.bid is None]
        return Complaint("{player} bribes before {found} has bid", player=name, found=missing)
    if player.bid is None:
        return None
    if not 1 <= event.card <= max(2, len(player.bid)):
        return Complaint("{player} bribes on action card {found}; there are 1 and 2", player=name, found=event.card)
    if event.coins < 1:
        return Complaint("{player} raises a bribe by {found}; a bribe only grows", player=name, found=event.coins)
    if event.coins > player.purse and not player.unsure and player.purse >= 0:
        return Complaint(
            "{player} bribes with {found} coins and holds {expected}",
            player=name,
            found=event.coins,
            expected=player.purse,
        )
    return None


def tiles_in_order(table: Table, event: Any) -> Complaint | None:
    """R10: tiles with a bid are settled A to E, then 1 to 5, each once."""
    slot, queue = table.slot, table.queue
    if queue and queue[0] is slot:
        return None
    if isinstance(event, LegionDiscarded) and event.legion not in table.players[event.player].cards:
        return None  # told by R16
    if slot.settled:
        return Complaint("tile {found} was settled already in this round", found=slot.tile)
    if slot in queue:
        missed = [one.tile for one in queue[: queue.index(slot)]]
        return Complaint("tile {expected} comes before {found} and is not settled", expected=missed, found=slot.tile)
    return None


def all_tiles_settled(table: Table, event: RoundEnded) -> Complaint | None:
    """R10: a round ends when every tile with a bid is settled."""
    if not table.queue:
        return None
    return Complaint("the round ends and tile {found} is not settled", found=[slot.tile for slot in table.queue])


def _disputed(table: Table, outcome: str) -> Due | None:
    """What this tile's outcome must be, when the event says something else and nothing told before explains it."""
    due = table.due
    if due is None or table.slot.settled or (due.outcome == outcome and due.player is table.buyer):
        return None
    if outcome == "unpaid" and due.outcome == "purchased" and due.player is not None and due.player.unsure:
        return None  # this purse may well have been too small
    return due


def _contested(table: Table) -> bool:
    return len(table.slot.bidders) > 1


def _name(player: Player | None) -> str | None:
    return player.name if player else None


def single_bidder_buys(table: Table, event: CardPurchased) -> Complaint | None:
    """R11: the only bidder takes the card if the purse can pay its cost."""
    due = _disputed(table, "purchased")
    if due is None or _contested(table):
        return None
    if due.outcome == "nothing":
        return Complaint("{player} buys on tile {tile}, where nobody bids", player=event.player, tile=event.tile)
    if due.player is not table.buyer:
        words = "{found} buys on tile {tile}, where only {expected} bids"
        return Complaint(words, found=event.player, tile=event.tile, expected=_name(due.player))
    return _cannot_pay(table)


def _cannot_pay(table: Table) -> Complaint:
    words = "{player} holds {found} coins and cannot pay {expected} for {card}; it leaves the game"
    buyer, card = table.buyer, table.card
    return Complaint(
        words,
        player=_name(buyer),
        found=buyer.purse if buyer else 0,
        expected=card.cost,
        card=table.deck.named(card.id),
    )


def single_bidder_must_buy(table: Table, event: CardRemoved) -> Complaint | None:
    """R11: a card with one bidder leaves the game only when that bidder cannot pay."""
    due = _disputed(table, event.reason)
    if due is None or _contested(table):
        return None
    card = table.deck.named(event.card)
    if due.outcome == "nothing":
        return Complaint("{card} is removed from tile {tile}, where nobody bids", card=card, tile=event.tile)
    if due.outcome == "purchased":
        words = "{card} is removed as {found}; {expected} is the only bidder and can pay"
        return Complaint(words, card=card, found=event.reason, expected=_name(due.player))
    words = "{card} is removed as {found}; it is unpaid by {expected}"
    return Complaint(words, card=card, found=_removal(event), expected=_name(due.player))


def _removal(event: CardRemoved) -> Words | str:
    return Words("{reason} by {player}", reason=event.reason, player=event.player) if event.player else event.reason


def card_as_offered(table: Table, event: CardPurchased | CardRemoved) -> Complaint | None:
    """R12: one takes the card that lies under the tile."""
    slot = table.slot
    if slot.card == event.card or slot.doubted or slot.settled or slot.late:
        return None
    lies = table.deck.named(slot.card) if slot.card else Words("nothing")
    words = "{found} is taken from tile {tile}, where {expected} lies"
    return Complaint(words, found=table.deck.named(event.card), tile=event.tile, expected=lies)


def _as_due(table: Table) -> bool:
    """The right player bought: only then do the sums mean anything."""
    due = table.due
    return due is not None and due.player is table.buyer and due.outcome == "purchased"


def _wrong_price(table: Table, event: CardPurchased) -> Complaint | None:
    cost, buyer = table.card.cost, table.buyer
    bribe = next(bidder.coins for bidder in table.slot.bidders if bidder.player is buyer)
    if event.paid == cost + bribe:
        return None
    words = "{player} pays {found} for {card}; cost {cost} and bribe {bribe} make {expected}"
    card = table.deck.named(event.card)
    return Complaint(
        words, player=event.player, found=event.paid, card=card, cost=cost, bribe=bribe, expected=cost + bribe
    )


def price_is_cost_and_bribe(table: Table, event: CardPurchased) -> Complaint | None:
    """R11: a single bidder pays the printed cost and the bribe."""
    if event.paid is None or _contested(table) or not _as_due(table):
        return None
    return _wrong_price(table, event)


def winner_pays_like_anybody(table: Table, event: CardPurchased) -> Complaint | None:
    """R13: so does the winner of a contest."""
    if event.paid is None or not _contested(table) or not _as_due(table):
        return None
    return _wrong_price(table, event)


def coins_on_the_card(table: Table, event: CardPurchased) -> Complaint | None:
    """R12: the buyer takes the coins lying on the card."""
    if event.received is None or (table.card.per and table.card.role in ("income", "tavern")):
        return None
    if event.received == table.slot.coins or not _as_due(table):
        return None
    words = "{player} receives {found} with {card}; {expected} lie on it"
    card = table.deck.named(event.card)
    return Complaint(words, player=event.player, found=event.received, card=card, expected=table.slot.coins)


def income_by_resource(table: Table, event: CardPurchased) -> Complaint | None:
    """R22: Field, Forest and Mine pay 1 coin for each matching resource, their own included."""
    return _wrong_effect(table, event) if table.card.role == "income" else None


def tavern_by_beer(table: Table, event: CardPurchased) -> Complaint | None:
    """R23: a Tavern pays 5 coins and 1 for each Beer."""
    return _wrong_effect(table, event) if table.card.role == "tavern" else None


def _wrong_effect(table: Table, event: CardPurchased) -> Complaint | None:
    if event.received is None or not _as_due(table):
        return None
    coins = table.slot.coins
    player: Player = table.players[event.player]
    paid_out = effect(table, player, table.card)
    if event.received == coins + paid_out:
        return None
    if 0 < event.received - coins - paid_out <= unrecorded(table, player, table.card.per):
        return None
    words = "{player} receives {found} with {card}; {coins} on the card and {effect} by its effect make {expected}"
    card = table.deck.named(event.card)
    return Complaint(
        words,
        player=event.player,
        found=event.received,
        card=card,
        coins=coins,
        effect=paid_out,
        expected=coins + paid_out,
    )


# --- contests ---------------------------------------------------------------------------------------------------------


def _bribes(slot: Slot) -> str:
    return ", ".join(f"{bidder.player.name} {strength(slot, bidder)}" for bidder in slot.bidders)


def one_highest_bribe_wins(table: Table, event: CardPurchased) -> Complaint | None:
    """R14: a contested card goes to the one highest bribe."""
    due = _disputed(table, "purchased")
    if due is None or not _contested(table) or due.outcome == "unpaid" or table.buyer in due.unpaid:
        return None
    bribes = _bribes(table.slot)
    if due.outcome == "tied":
        words = "{found} buys on tile {tile}; no bribe is highest ({bribes}), so the card leaves the game"
        return Complaint(words, found=event.player, tile=event.tile, bribes=bribes)
    words = "{found} buys on tile {tile}; {expected} has the highest bribe ({bribes})"
    return Complaint(words, found=event.player, tile=event.tile, expected=_name(due.player), bribes=bribes)


def tie_removes_the_card(table: Table, event: CardRemoved) -> Complaint | None:
    """R14: a contested card leaves the game as tied when, and only when, no bribe is highest."""
    due = _disputed(table, event.reason)
    if due is None or not _contested(table) or "tied" not in (due.outcome, event.reason) or due.outcome == "unpaid":
        return None
    card, bribes = table.deck.named(event.card), _bribes(table.slot)
    if due.outcome == "tied":
        words = "{card} is removed as {found}; it is {expected} ({bribes})"
        return Complaint(words, card=card, found=_removal(event), expected="tied", bribes=bribes)
    words = "{card} is removed as {found}; {expected} has the highest bribe ({bribes}) and can pay"
    return Complaint(words, card=card, found=event.reason, expected=_name(due.player), bribes=bribes)


def winner_can_pay(table: Table, event: CardPurchased) -> Complaint | None:
    """R18: a contest's winner who cannot pay loses card and bribe."""
    due = _disputed(table, "purchased")
    if due is None or not _contested(table) or not (due.outcome == "unpaid" or table.buyer in due.unpaid):
        return None
    if table.buyer in due.unpaid:
        return _cannot_pay(table)
    words = "{found} buys on tile {tile}; {expected} won it and cannot pay, so the card leaves the game"
    return Complaint(words, found=event.player, tile=event.tile, expected=_name(due.player))


def unpaid_names_the_winner(table: Table, event: CardRemoved) -> Complaint | None:
    """R18: a contested card is unpaid by the one who won it and cannot pay."""
    due = _disputed(table, event.reason)
    if due is None or not _contested(table) or ("tied" in (due.outcome, event.reason) and due.outcome != "unpaid"):
        return None
    words = "{card} is removed as {found}; {expected} won it and can pay"
    if due.outcome == "unpaid":
        words = "{card} is removed as {found}; {expected} won it and cannot pay"
    return Complaint(words, card=table.deck.named(event.card), found=_removal(event), expected=_name(due.player))


def legion_helps_a_bidder(table: Table, event: LegionDiscarded) -> Complaint | None:
    """R16: one's own Legionnaire, for a bidder, on a contested card that is next to be settled."""
    player: Player = table.players[event.player]
    slot = table.slot
    card: Card = table.cards[event.legion]
    table.players[event.favour]
    bidders = [bidder.player.name for bidder in slot.bidders]
    name = event.player
    if card.role != "legionnaire":
        return Complaint(
            "{player} discards {found}, which is no Legionnaire", player=name, found=table.deck.named(event.legion)
        )
    if not may_be_theirs(table, player, event.legion):
        return Complaint(
            "{player} discards {found} without owning it", player=name, found=table.deck.named(event.legion)
        )
    if slot.settled or table.bids < len(table.players):
        return None  # told by R10 and R6
    if len(bidders) < 2:
        return Complaint(
            "{player} discards a Legionnaire on tile {found}, which is not contested", player=name, found=slot.tile
        )
    if event.favour not in bidders:
        return Complaint(
            "{player} helps {found}, who does not bid on tile {tile}", player=name, found=event.favour, tile=slot.tile
        )
    if table.options["legions_from"] == "bidders" and name not in bidders:
        return Complaint("{found} does not bid on tile {tile} and may not help there", found=name, tile=slot.tile)
    return None


# --- apprentices ------------------------------------------------------------------------------------------------------


def attached_at_once(table: Table, event: Any) -> Complaint | None:
    """R29: an Apprentice is attached by the very next event after the purchase that makes it possible."""
    if isinstance(event, ApprenticeAttached | BribeRaised) or _told_otherwise(table, event):
        return None  # a bribe comes too late here, which R7 tells
    named = table.deck.named
    missing = [Words("{card} of {player}", card=named(one), player=player.name) for player, one in table.owed]
    return Complaint("{found} was not attached, though a Character can carry it", found=missing)


def _told_otherwise(table: Table, event: Any) -> bool:
    """The purchase that made it possible stands in the record a second time, or an outcome comes late: R10 tells."""
    slot = table.tiles.get(event.tile) if isinstance(event, CardPurchased | CardRemoved) else None
    return slot is not None and bool(slot.settled or slot.late)


def attached_to_ones_own(table: Table, event: ApprenticeAttached) -> Complaint | None:
    """R29: one's own Apprentice joins one's own Character, once for the game."""
    player: Player = table.players[event.player]
    apprentice: Card = table.cards[event.apprentice]
    host: Card = table.cards[event.host]
    named = table.deck.named
    if apprentice.role == "apprentice" and (slot := unbought(table, player, apprentice)):
        words = "{player} attaches {found}, which still lies under tile {tile}; its purchase is missing"
        return Complaint(words, player=player.name, found=named(apprentice.id), tile=slot.tile)
    if apprentice.role != "apprentice" or not may_be_theirs(table, player, apprentice.id):
        return Complaint(
            "{player} attaches {found}, which is no Apprentice of theirs",
            player=player.name,
            found=named(apprentice.id),
        )
    if host.row == "character" and (slot := unbought(table, player, host)):
        words = "{player} attaches {card} to {found}, which still lies under tile {tile}; its purchase is missing"
        return Complaint(words, player=player.name, card=named(apprentice.id), found=named(host.id), tile=slot.tile)
    if not may_be_theirs(table, player, host.id) or host.row != "character" or host is apprentice:
        return Complaint(
            "{player} attaches {card} to {found}, which is no Character of theirs",
            player=player.name,
            card=named(apprentice.id),
            found=named(host.id),
        )
    if apprentice.id in player.attached and apprentice.id not in table.late:
        return Complaint(
            "{card} works for {expected} already and never moves",
            card=named(apprentice.id),
            expected=named(player.attached[apprentice.id].host),
        )
    return None


def host_shows_a_resource(table: Table, event: ApprenticeAttached) -> Complaint | None:
    """R29a: a Legionnaire or another Apprentice gives nothing to copy."""
    host: Card = table.cards[event.host]
    if host.resources or host.row != "character" or table.options["apprentice_host"] == "any_character":
        return None
    if event.host not in table.players[event.player].cards or host.id == event.apprentice:
        return None  # told by R29
    severity = "warning" if host.role == "legionnaire" else "violation"
    words = "{card} joins {found}, which shows no resource; it will produce nothing"
    return Complaint(words, severity, card=table.deck.named(event.apprentice), found=table.deck.named(host.id))  # type: ignore[arg-type]


def produces_what_the_host_shows(table: Table, event: ApprenticeAttached) -> Complaint | None:
    """R30: where the host shows two kinds the owner chooses, and the choice is recorded."""
    host: Card = table.cards[event.host]
    if event.resource in host.resources or (not event.resource and len(host.resources) < 2):
        return None
    words = "{card} produces {found}; {host} shows {expected}"
    return Complaint(
        words,
        card=table.deck.named(event.apprentice),
        found=event.resource or None,
        host=table.deck.named(host.id),
        expected=list(host.resources),
    )


# --- holdings ---------------------------------------------------------------------------------------------------------


def holdings_are_possible(table: Table, event: HoldingsDeclared) -> Complaint | None:
    """Nobody has a card twice, one that another declared, or an Apprentice without its host."""
    player: Player = table.players[event.player]
    cards = table.cards
    listed = [cards[card] for card in event.cards]
    named = table.deck.named
    for card in listed:
        if event.cards.count(card.id) > 1:
            return Complaint("{player} holds {found} twice", player=player.name, found=named(card.id))
        owner = table.where.get(card.id)
        if isinstance(owner, Player) and owner is not player and owner.declared:
            return Complaint(
                "{player} holds {found}, which {expected} holds",
                player=player.name,
                found=named(card.id),
                expected=owner.name,
            )
    for apprentice, host in event.attached.items():
        if apprentice not in event.cards or cards[apprentice].role != "apprentice":
            return Complaint(
                "{player} attaches {found}, which is no Apprentice of theirs",
                player=player.name,
                found=named(cards[apprentice].id),
            )
        if host not in event.cards or cards[host].row != "character" or host == apprentice:
            return Complaint(
                "{player} attaches {card} to {found}, which is no Character of theirs",
                player=player.name,
                card=named(apprentice),
                found=named(cards[host].id),
            )
    if event.coins < 0:
        return Complaint("{player} declares {found} coins", player=player.name, found=event.coins)
    return None


def holdings_as_recorded(table: Table, event: HoldingsDeclared) -> Complaint | None:
    """A declaration that differs from the recorded play is worth a warning."""
    player: Player = table.players[event.player]
    if table.tally or not differs(player, event):
        return None
    recorded, declared = _holding(player.purse, player.cards), _holding(event.coins, event.cards)
    words = "{player} declares {found}; the record has {expected}"
    return Complaint(words, "warning", player=player.name, found=declared, expected=recorded)


def _holding(coins: int, cards: Iterable[str]) -> Words:
    held = " ".join(sorted(cards))
    if not held:
        return Words("{coins} {coins:coin|coins}, no cards", coins=coins)
    return Words("{coins} {coins:coin|coins}, {cards}", coins=coins, cards=held)


def declared_cards_are_in_play(table: Table, event: HoldingsDeclared) -> Complaint | None:
    """R1: a declared card that is marked for more players is worth a warning."""
    seats = len(table.players)
    found = [table.deck.named(card) for card in event.cards if table.cards[card].mark > seats]
    if not found:
        return None
    words = "{player} holds {found}, which stays in the box with {expected} players"
    return Complaint(words, "warning", player=event.player, found=found, expected=seats)


def declared_markets_are_in_play(table: Table, event: HoldingsDeclared) -> Complaint | None:
    """R2: more Markets declared than are left in the game are worth a warning."""
    cards, held = table.cards, {card for player in table.players.values() for card in player.cards}
    markets = [card for card in {*held, *event.cards} if cards[card].role == "market"]
    if len(markets) <= table.deck.markets[len(table.players)]:
        return None
    words = "with {player} the players hold {found} Markets; {expected} are left in the game"
    return Complaint(
        words, "warning", player=event.player, found=len(markets), expected=table.deck.markets[len(table.players)]
    )


def declared_hosts_show_a_resource(table: Table, event: HoldingsDeclared) -> Complaint | None:
    """R29a, for a declaration: an Apprentice joined a Character that shows nothing."""
    cards = table.cards
    if table.options["apprentice_host"] == "any_character":
        return None
    found = [
        table.deck.named(host)
        for apprentice, host in event.attached.items()
        if cards[host].row == "character" and not cards[host].resources and host != apprentice
    ]
    if not found:
        return None
    words = "{player} has an Apprentice with {found}, which shows no resource; it produces nothing"
    return Complaint(words, "warning", player=event.player, found=found)


OVERDUE = ("LUT-R29", attached_at_once)

RULES: dict[type, tuple[tuple[str, Callable[[Any, Any], Complaint | None]], ...]] = {
    CardOffered: (
        ("LUT-R3", refill_is_in_order),
        ("LUT-R4", game_not_over),
        ("LUT-R5", round_was_ended),
        ("LUT-R1", card_is_for_this_many),
        ("LUT-R2", markets_taken_out),
    ),
    BidPlaced: (
        ("LUT-R6", two_action_cards),
        ("LUT-R4", game_not_over),
        ("LUT-R4", every_tile_served),
        ("LUT-R5", round_was_ended_before_bids),
    ),
    BribeRaised: (("LUT-R7", bribe_is_free),),
    LegionDiscarded: (
        ("LUT-R16", legion_helps_a_bidder),
        ("LUT-R6", everybody_has_bid),
        ("LUT-R10", tiles_in_order),
    ),
    CardPurchased: (
        ("LUT-R6", everybody_has_bid),
        ("LUT-R10", tiles_in_order),
        ("LUT-R11", single_bidder_buys),
        ("LUT-R14", one_highest_bribe_wins),
        ("LUT-R18", winner_can_pay),
        ("LUT-R12", card_as_offered),
        ("LUT-R11", price_is_cost_and_bribe),
        ("LUT-R13", winner_pays_like_anybody),
        ("LUT-R12", coins_on_the_card),
        ("LUT-R22", income_by_resource),
        ("LUT-R23", tavern_by_beer),
    ),
    CardRemoved: (
        ("LUT-R6", everybody_has_bid),
        ("LUT-R10", tiles_in_order),
        ("LUT-R11", single_bidder_must_buy),
        ("LUT-R14", tie_removes_the_card),
        ("LUT-R18", unpaid_names_the_winner),
        ("LUT-R12", card_as_offered),
    ),
    ApprenticeAttached: (
        ("LUT-R29", attached_to_ones_own),
        ("LUT-R29a", host_shows_a_resource),
        ("LUT-R30", produces_what_the_host_shows),
    ),
    RoundEnded: (("LUT-R6", everybody_has_bid), ("LUT-R10", all_tiles_settled)),
    HoldingsDeclared: (
        ("holdings", holdings_are_possible),
        ("holdings", holdings_as_recorded),
        ("LUT-R1", declared_cards_are_in_play),
        ("LUT-R2", declared_markets_are_in_play),
        ("LUT-R29a", declared_hosts_show_a_resource),
    ),
}
