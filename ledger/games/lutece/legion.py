"""Phase 4, contests: a Legionnaire leaves the game for somebody's bribe."""

from collections.abc import Iterator

from ledger.choices import possible
from ledger.events import Event
from ledger.forms import Form, entry_form, players_field
from ledger.game import SLIP, Complaint, Condition, Happening
from ledger.games.lutece import picks
from ledger.games.lutece.apprentice import forget, nothing_owed, still_owed
from ledger.games.lutece.deck import Card
from ledger.games.lutece.purchase import (
    cards_may_turn,
    not_its_turn,
    open_purchases,
    pass_over,
    somebody_has_not_bid,
    tile_is_next,
)
from ledger.games.lutece.table import BIDS, OUT, Player, Slot, Table, leave, next_slot
from ledger.language.sayings import CARD, PLAYER, Saying, Sayings
from ledger.words import Words


class LegionDiscarded(Event, frozen=True, kw_only=True, tag="legion_discarded"):
    """One Legionnaire leaves the game for `favour`'s bribe on a contested tile."""

    player: str
    legion: str
    tile: str
    favour: str


# --- when it may happen -----------------------------------------------------------------------------------------------


def is_a_legionnaire(table: Table, event: LegionDiscarded) -> bool:
    """R16: what is spent is a Legionnaire."""
    card: Card = table.cards[event.legion]
    return card.role == "legionnaire"


def is_none(table: Table, event: LegionDiscarded) -> Complaint:
    words = "{player} discards {found}, which is no Legionnaire"
    return Complaint(words, player=event.player, found=table.deck.named(event.legion))


def ones_own(table: Table, event: LegionDiscarded) -> bool:
    """R16, R20: it lies before the player who spends it, however new it is."""
    player: Player = table.players[event.player]
    return event.legion in player.cards


def not_theirs(table: Table, event: LegionDiscarded) -> Complaint:
    words = "{player} discards {found} without owning it"
    return Complaint(words, player=event.player, found=table.deck.named(event.legion))


def tile_is_contested(table: Table, event: LegionDiscarded) -> bool:
    """R16: at least two players bid there."""
    slot: Slot = table.tiles[event.tile]
    return len(slot.bidders) > 1


def nothing_to_decide(table: Table, event: LegionDiscarded) -> Complaint:
    words = "{player} discards a Legionnaire on tile {found}, which is not contested"
    return Complaint(words, player=event.player, found=event.tile)


def helps_a_bidder(table: Table, event: LegionDiscarded) -> bool:
    """R16: it adds to the bribe of one who bids there."""
    slot: Slot = table.tiles[event.tile]
    favour: Player = table.players[event.favour]
    return _bids(slot, favour)


def helps_nobody(table: Table, event: LegionDiscarded) -> Complaint:
    words = "{player} helps {found}, who does not bid on tile {tile}"
    if event.player == event.favour:
        words = "{player} discards a Legionnaire for a bid of their own on tile {tile}, and has none there"
    return Complaint(words, player=event.player, found=event.favour, tile=event.tile)


def may_help(table: Table, event: LegionDiscarded) -> bool:
    """R16: anybody may help there, or only who bids there."""
    slot: Slot = table.tiles[event.tile]
    return table.options["legions_from"] != "bidders" or _bids(slot, table.players[event.player])


def may_not_help(table: Table, event: LegionDiscarded) -> Complaint:
    words = "{found} does not bid on tile {tile} and may not help there"
    return Complaint(words, found=event.player, tile=event.tile)


def _bids(slot: Slot, player: Player) -> bool:
    return any(bidder.player is player for bidder in slot.bidders)


# --- what it does -----------------------------------------------------------------------------------------------------


def discard(table: Table, event: LegionDiscarded) -> None:
    """R16, R17: a Legionnaire is gone in every case, and a bribe weighs 2 more."""
    player: Player = table.players[event.player]
    slot: Slot = table.tiles[event.tile]
    favour: Player = table.players[event.favour]
    legion: Card = table.cards[event.legion]
    if table.owed:
        forget(table)
    if table.phase is BIDS:
        open_purchases(table, event.n)
    pass_over(table, slot)
    if table.where.get(legion.id) == OUT:
        return  # it is gone already
    leave(table, legion.id)
    table.where[legion.id] = OUT
    slot.legions.append((legion.id, favour.name))
    for apprentice, (host, _, _) in [*player.attached.items()]:
        if host == legion.id:  # R29a: it stays, and waits
            del player.attached[apprentice]
            player.waiting.append(apprentice)


# --- how it is told and entered ---------------------------------------------------------------------------------------


TOLD = Sayings(
    Saying(
        "{tile}: {player} spends {card} for {favour}",
        tile=picks.TILE,
        player=PLAYER,
        card=CARD("legion"),
        favour=PLAYER,
        also=(
            "{player} uses/discards/plays/gives {card} for {favour} on/at {tile}",
            "legion {player} for {favour}",
        ),
        aloud=True,
    )
)


def offers(table: Table) -> Iterator[LegionDiscarded]:
    """Everybody's Legionnaires, for each who bids on the tile that is next; first for oneself."""
    slot = next_slot(table)
    if slot is None:
        return
    for player in table.players.values():
        own = [card for card in player.cards if table.cards[card].role == "legionnaire"]
        for favour in sorted(slot.bidders, key=lambda bidder: bidder.player is not player):
            for card in own:
                yield LegionDiscarded(player=player.name, legion=card, tile=slot.tile, favour=favour.player.name)


def forms(table: Table) -> Iterator[Form]:
    """Whose Legionnaire is spent, where, and for whom."""
    own = [card for card in picks.owned(table) if card.role == "legionnaire"]
    fields = [
        players_field(table.players),
        picks.cards(table, own or picks.of_role(table, "legionnaire"), "legion", Words("Legionnaire")),
        picks.tiles(table),
        players_field(table.players, "favour", Words("for whom")),
    ]
    yield entry_form(LegionDiscarded, Words("a Legionnaire is spent"), fields, now=possible(DISCARDED, table))


DISCARDED = Happening(
    event=LegionDiscarded,
    conditions=(
        Condition("LUT-R29", nothing_owed, still_owed),
        Condition("LUT-R16", is_a_legionnaire, is_none, mistake=SLIP),
        Condition("LUT-R16", ones_own, not_theirs, mistake=SLIP),
        Condition("LUT-R6", cards_may_turn, somebody_has_not_bid, mistake=SLIP),
        Condition("LUT-R10", tile_is_next, not_its_turn),
        Condition("LUT-R16", tile_is_contested, nothing_to_decide),
        Condition("LUT-R16", helps_a_bidder, helps_nobody),
        Condition("LUT-R16", may_help, may_not_help),
    ),
    effect=discard,
    words=TOLD,
    offers=offers,
    forms=forms,
)
