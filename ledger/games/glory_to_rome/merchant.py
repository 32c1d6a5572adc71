"""Merchant: a material is sold from the stockpile, the hand (Basilica) or the deck (Atrium) to the vault."""

from collections.abc import Iterator

from ledger.events import Event
from ledger.forms import Form, entry_form, pick_field, players_field
from ledger.game import Complaint, Condition, Happening
from ledger.games.glory_to_rome.cards import MERCHANT, UNSEEN
from ledger.games.glory_to_rome.carrying import HAS_ACTION, Carried, carry
from ledger.games.glory_to_rome.moving import (
    DRAWN,
    HELD,
    LIES_THERE,
    NO_SENATOR,
    deck_may_end,
    from_elsewhere,
    top,
)
from ledger.games.glory_to_rome.picks import Openings, among, source_field
from ledger.games.glory_to_rome.sayings import CARD
from ledger.games.glory_to_rome.structures import atrium, basilica, vault_limit
from ledger.games.glory_to_rome.table import Table
from ledger.games.glory_to_rome.turns import ACTS, players_of
from ledger.language.sayings import PLAYER, Saying, Sayings
from ledger.words import Words

ROLE = (MERCHANT,)


class MaterialSold(Carried, Event, frozen=True, kw_only=True, tag="material_sold"):
    """Merchant: from the stockpile, the hand (Basilica) or the deck (Atrium) to the vault."""

    player: str
    card: str = "?"
    source: str = "stockpile"

    roles = ROLE

    @property
    def part(self) -> str:
        """G44: the deck replaces the stockpile, the hand adds to it."""
        return "hand" if self.source == "hand" else "main"


def sells_from_where_one_may(table: Table, event: MaterialSold) -> bool:
    """G44: the stockpile, or with an Atrium the deck instead, and with a Basilica the hand too."""
    if event.source == "stockpile":
        return True
    player = table.players[event.player]
    return basilica(player) if event.source == "hand" else event.source == "deck" and atrium(player)


def sells_from_elsewhere(table: Table, event: MaterialSold) -> Complaint:
    if event.source == "hand":
        return Complaint("{player} sells from the hand without a Basilica", player=event.player)
    if event.source == "deck":
        return Complaint("{player} sells from the deck without an Atrium", player=event.player)
    return from_elsewhere(event, "stockpile", "hand", "deck")


def vault_has_room(table: Table, event: MaterialSold) -> bool:
    """R10, G44: every card that enters must fit."""
    player = table.players[event.player]
    return len(player.vault) < vault_limit(player)


def vault_is_full(table: Table, event: MaterialSold) -> Complaint:
    player = table.players[event.player]
    words = (
        "{player} has {found} {found:card|cards} in the vault and sells one more; there is room for {expected} in all"
    )
    return Complaint(words, player=player.name, found=len(player.vault), expected=vault_limit(player))


def sell(table: Table, event: MaterialSold) -> None:
    """A material joins the vault, and remembers which event put it there."""
    player, _, token = carry(table, event)
    player.vault.append((token, event.n))
    if event.source == "deck":
        deck_may_end(table, event.n)


SOLD_SAID = Sayings(
    Saying("{player} sells {card} from the hand", player=PLAYER, card=CARD, given={"source": "hand"}),
    Saying("{player} sells {card} from the deck", player=PLAYER, card=CARD, given={"source": "deck"}),
    Saying(
        "{player} sells {card}",
        player=PLAYER,
        card=CARD,
        also=(
            "{player} vaults/sold {card}",
            "{player} sells/puts/moves {card} to/into/in vault",
            "{player} {card} to/into vault",
        ),
    ),
)


def sales_offered(table: Table) -> Iterator[Event]:
    for player in players_of(table, ROLE):
        yield from (MaterialSold(player=player.name, card=card) for card in dict.fromkeys(player.stockpile))
        if atrium(player) and table.left > 0:
            yield MaterialSold(player=player.name, card=top(table), source="deck")
        if basilica(player):
            held = [*dict.fromkeys(player.hand), *[UNSEEN] * bool(len(player.unseen))]
            yield from (MaterialSold(player=player.name, card=card, source="hand") for card in held)


def sale_forms(table: Table) -> Iterator[Form]:
    moment = Openings(table)
    stockpile = [token for player in moment.actors for token in player.stockpile]
    fields = [
        players_field(table.players, value=moment.who),
        pick_field("card", Words("material"), among(table, stockpile)),
        source_field("stockpile", "hand", "deck"),
    ]
    yield entry_form(MaterialSold, Words("sell a material"), fields, now=MERCHANT in moment.roles)


MATERIAL_SOLD = Happening(
    event=MaterialSold,
    conditions=(
        *ACTS,
        HAS_ACTION,
        Condition("GTR-G44", sells_from_where_one_may, sells_from_elsewhere),
        NO_SENATOR,
        Condition("GTR-R10", vault_has_room, vault_is_full),
        *HELD,
        LIES_THERE,
        *DRAWN,
    ),
    effect=sell,
    words=SOLD_SAID,
    offers=sales_offered,
    forms=sale_forms,
)

HAPPENINGS = (MATERIAL_SOLD,)
