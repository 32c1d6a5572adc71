"""Start a construction: a face-up building or machine is laid before the player as a site, for one action."""

from collections.abc import Iterator

from ledger.choices import possible
from ledger.events import Event
from ledger.forms import Form, entry_form
from ledger.game import SLIP, Complaint, Condition, Happening
from ledger.games.builders.cards import Card
from ledger.games.builders.picks import A_BUILDING, one_card, taking_form, who
from ledger.games.builders.reveal import BuildingRevealed
from ledger.games.builders.table import Player, Row, Site, Table, place_of, take
from ledger.games.builders.turn import ACTION, FILLED, IN_TURN, PLAYED, act, spend
from ledger.language.sayings import PLAYER, Saying, Sayings
from ledger.words import Words

CONSTRUCTION = "construction"  # our word for the form that takes a card and turns up the next one


class ConstructionStarted(Event, frozen=True, kw_only=True, tag="construction_started"):
    """A face-up building or machine becomes a site of the player."""

    player: str
    building: str


def building_is_face_up(table: Table, event: ConstructionStarted) -> bool:
    """B23: one of the face-up buildings is started."""
    return event.building in table.buildings.cards or may_lie_there(table, event.building)


def building_is_not_face_up(table: Table, event: ConstructionStarted) -> Complaint:
    return not_face_up(table, table.buildings, event.player, event.building)


def may_lie_there(table: Table, card: str) -> bool:
    """What lies in the rows is not known, and the record has this card nowhere else."""
    return not table.piles_known and card not in table.where


def not_face_up(table: Table, row: Row, player: str, card: str) -> Complaint:
    """Where a card is that does not lie face up."""
    words = "{player} takes {found}, which does not lie face up ({expected})"
    return Complaint(words, player=player, found=table.deck.named(row.pile[card].id), expected=place_of(table, card))


def building_is_known(table: Table, event: ConstructionStarted) -> bool:
    """B23: what lay face up can be told, unless holdings were declared that differ from the record."""
    return table.piles_known or event.building in table.buildings.cards


def building_is_unknown(table: Table, event: ConstructionStarted) -> Complaint:
    return unknown(table, event.building)


def unknown(table: Table, card: str) -> Complaint:
    """Nobody can tell whether a card lay there."""
    words = "whether {found} lay face up cannot be told from the record"
    return Complaint(words, severity="undecidable", found=table.deck.named(card))


def start_building(table: Table, event: ConstructionStarted) -> None:
    """B24: a building lies before a player as a site; there may be any number of them."""
    card: Card = table.deck.buildings[event.building]
    turn = act(table, event)
    player: Player = turn.player
    spend(turn)
    if card.id not in table.sites:  # what another has started stays there
        take(table, table.buildings, card.id, player)
        table.sites[card.id] = Site(card, player, event.n)


TOLD = Sayings(
    Saying(
        "{player} starts {card}",
        player=PLAYER,
        card=A_BUILDING("building"),
        also=(
            "{player} builds/started/begins/began/opens/takes {card}",
            "{player} starts/opens the site/building/work of {card}",
        ),
    )
)


def constructions(table: Table) -> Iterator[ConstructionStarted]:
    name = table.turn.player.name
    return (ConstructionStarted(player=name, building=card) for card in table.buildings.cards)


def forms(table: Table) -> Iterator[Form]:
    fields = [
        who(table),
        one_card(table, "building", Words("{term:nom}", term="building"), table.buildings.cards, table.deck.buildings),
    ]
    events, now = (ConstructionStarted, BuildingRevealed), possible(STARTED, table)
    yield taking_form(CONSTRUCTION, Words("start a building"), fields, table, table.buildings, events, now=now)
    yield entry_form(ConstructionStarted, Words("start a building, nothing turned up"), fields)


STARTED = Happening(
    event=ConstructionStarted,
    conditions=(
        PLAYED,
        IN_TURN,
        Condition("BLD-B23", building_is_face_up, building_is_not_face_up, mistake=SLIP),
        ACTION,
        FILLED,
        Condition("BLD-B23", building_is_known, building_is_unknown),
    ),
    effect=start_building,
    words=TOLD,
    offers=constructions,
    forms=forms,
)
