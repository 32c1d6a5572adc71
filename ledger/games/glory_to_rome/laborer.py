"""Laborer: a material is hauled from the pool, or from the hand (Dock), to the stockpile."""

from collections.abc import Iterator

from ledger.events import Event
from ledger.forms import Form, entry_form, pick_field, players_field
from ledger.game import Complaint, Condition, Happening
from ledger.games.glory_to_rome.cards import LABORER, MATERIALS
from ledger.games.glory_to_rome.carrying import HAS_ACTION, Carried, carry
from ledger.games.glory_to_rome.moving import HELD, LIES_THERE, NO_SENATOR, forum_may_win, from_elsewhere
from ledger.games.glory_to_rome.picks import Openings, among, source_field
from ledger.games.glory_to_rome.sayings import CARD
from ledger.games.glory_to_rome.structures import dock
from ledger.games.glory_to_rome.table import Table
from ledger.games.glory_to_rome.turns import ACTS, players_of
from ledger.language.sayings import PLAYER, Saying, Sayings
from ledger.words import Words

ROLE = (LABORER,)


class MaterialHauled(Carried, Event, frozen=True, kw_only=True, tag="material_hauled"):
    """Laborer: from the pool, or from the hand (Dock), to the stockpile."""

    player: str
    card: str
    source: str = "pool"

    roles = ROLE


def hauls_from_where_one_may(table: Table, event: MaterialHauled) -> bool:
    """R7: the pool, and with a Dock the hand."""
    return event.source == "pool" or (event.source == "hand" and dock(table.players[event.player]))


def hauls_from_elsewhere(table: Table, event: MaterialHauled) -> Complaint:
    if event.source == "hand":
        return Complaint("{player} hauls from the hand without a Dock", player=event.player)
    return from_elsewhere(event, "pool", "hand")


def haul(table: Table, event: MaterialHauled) -> None:
    """A material joins the stockpile."""
    player, _, token = carry(table, event)
    player.stockpile.append(token)
    forum_may_win(table, event.n)


HAULED_SAID = Sayings(
    Saying(
        "{player} puts {card} from the hand into the stockpile",
        player=PLAYER,
        card=CARD,
        given={"source": "hand"},
        also=("{player} hauls {card} from the hand",),
    ),
    Saying(
        "{player} takes {card} from the pool into the stockpile",
        player=PLAYER,
        card=CARD,
        also=(
            "{player} hauls {card} from the pool",
            "{player} hauls/takes/gets/picks {card}",
            "{player} takes {card} from the pool",
            "{player} takes/puts/hauls/moves {card} to/into/in stockpile",
            "{player} {card} to stockpile",
        ),
    ),
)


def hauls_offered(table: Table) -> Iterator[Event]:
    for player in players_of(table, ROLE):
        yield from (MaterialHauled(player=player.name, card=card) for card in dict.fromkeys(table.pool))
        if dock(player):
            held = [*dict.fromkeys(player.hand), *(MATERIALS if len(player.unseen) else ())]
            yield from (MaterialHauled(player=player.name, card=card, source="hand") for card in held)


def haul_forms(table: Table) -> Iterator[Form]:
    moment = Openings(table)
    fields = [
        players_field(table.players, value=moment.who),
        pick_field("card", Words("material"), among(table, table.pool)),
        source_field("pool", "hand"),
    ]
    yield entry_form(MaterialHauled, Words("take a material"), fields, now=LABORER in moment.roles)


MATERIAL_HAULED = Happening(
    event=MaterialHauled,
    conditions=(
        *ACTS,
        HAS_ACTION,
        Condition("GTR-R7", hauls_from_where_one_may, hauls_from_elsewhere),
        NO_SENATOR,
        *HELD,
        LIES_THERE,
    ),
    effect=haul,
    words=HAULED_SAID,
    offers=hauls_offered,
    forms=haul_forms,
)

HAPPENINGS = (MATERIAL_HAULED,)
