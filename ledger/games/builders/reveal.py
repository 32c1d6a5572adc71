"""Set-up and rows: everybody is dealt an apprentice; five buildings and five workers lie face up and are replaced."""

from collections.abc import Iterator, Sequence

from ledger.choices import possible
from ledger.events import Event, GameStarted
from ledger.forms import Field, Form, Row, players_field, table_form
from ledger.game import SLIP, Complaint, Condition, Happening
from ledger.games.builders.cards import ROW, Deck
from ledger.games.builders.picks import A_BUILDING, A_WORKER, every_card, turned_up
from ledger.games.builders.table import Row as Display
from ledger.games.builders.table import Table, place_of
from ledger.language.sayings import Saying, Sayings
from ledger.words import Words


class Started(GameStarted, frozen=True, kw_only=True, tag="game_started"):
    """The players in seat order, the first player first, and the apprentice that each was dealt."""

    apprentices: dict[str, str] = {}


class BuildingRevealed(Event, frozen=True, kw_only=True, tag="building_revealed"):
    """The top card of the building deck joins the row."""

    card: str


class WorkerRevealed(Event, frozen=True, kw_only=True, tag="worker_revealed"):
    """The top card of the worker deck joins the row."""

    card: str


Revealed = BuildingRevealed | WorkerRevealed


# --- the apprentices --------------------------------------------------------------------------------------------------


def dealt_to_players(table: Table, event: Started) -> bool:
    """B23a: apprentices are dealt to those who play."""
    return event.apprentices.keys() <= table.players.keys()


def dealt_to_others(table: Table, event: Started) -> Complaint:
    name, card = next((name, card) for name, card in event.apprentices.items() if name not in table.players)
    return Complaint("{found} is dealt {card} and does not play", found=name, card=table.deck.named(card))


def apprentices_are_dealt(table: Table, event: Started) -> bool:
    """B23a: what is dealt are apprentices."""
    return set(event.apprentices.values()) <= set(table.deck.apprentices)


def no_apprentice_is_dealt(table: Table, event: Started) -> Complaint:
    apprentices = table.deck.apprentices
    name, card = next((name, card) for name, card in event.apprentices.items() if card not in apprentices)
    return Complaint("{player} is dealt {found}, who is no apprentice", player=name, found=table.deck.named(card))


def each_is_dealt_once(table: Table, event: Started) -> bool:
    """B23a: every apprentice goes to one player."""
    return len(set(event.apprentices.values())) == len(event.apprentices)


def one_is_dealt_twice(table: Table, event: Started) -> Complaint:
    dealt = list(event.apprentices.values())
    twice = next(card for card in dealt if dealt.count(card) > 1)
    return Complaint("{found} is dealt twice", found=table.deck.named(twice))


def everybody_is_dealt_one(table: Table, event: Started) -> bool:
    """B23a: everybody has an apprentice; a start that says nothing of them leaves it open."""
    return not event.apprentices or table.players.keys() <= event.apprentices.keys()


def somebody_is_dealt_none(table: Table, event: Started) -> Complaint:
    missing = [name for name in table.players if name not in event.apprentices]
    return Complaint("{found} is dealt no apprentice", found=missing)


def start(table: Table, event: Started) -> None:
    """B23a: the apprentices were dealt when the table was laid."""


def start_told(table: Table, event: Started) -> Words:
    return Words("the game begins")


def opening(deck: Deck, players: Sequence[str]) -> tuple[Field, ...]:
    """The first line names the apprentice that everybody was dealt."""
    return (
        Field(
            name="apprentices",
            label=Words("everybody's apprentice"),
            kind="pairs",
            picks=players_field(players).picks,
            partners=tuple(every_card(deck)[card] for card in deck.apprentices),
            sole=True,
        ),
    )


STARTED = Happening(
    event=Started,
    conditions=(
        Condition("BLD-B23a", dealt_to_players, dealt_to_others, mistake=SLIP),
        Condition("BLD-B23a", apprentices_are_dealt, no_apprentice_is_dealt, mistake=SLIP),
        Condition("BLD-B23a", each_is_dealt_once, one_is_dealt_twice, mistake=SLIP),
        Condition("BLD-B23a", everybody_is_dealt_one, somebody_is_dealt_none),
    ),
    effect=start,
    words=start_told,
)


# --- the rows ---------------------------------------------------------------------------------------------------------


def row_of(table: Table, event: Revealed) -> Display:
    """The row that a card joins."""
    return table.buildings if isinstance(event, BuildingRevealed) else table.workers


def deck_of(table: Table, event: Revealed) -> str:
    """B23: buildings and workers each have a deck."""
    return row_of(table, event).name


def lay_in_its_deck(table: Table, event: Revealed) -> bool:
    """B23: a card is turned up that still lay in its deck."""
    return row_of(table, event).pile[event.card].id not in table.where


def has_left_its_deck(table: Table, event: Revealed) -> Complaint:
    words = "{found} has left its deck already: {expected}"
    return Complaint(words, found=table.deck.named(event.card), expected=place_of(table, event.card))


def a_place_is_free(table: Table, event: Revealed) -> bool:
    """B23: five cards at the start, then one for each that was taken, and none that was not."""
    row = row_of(table, event)
    return (len(row.cards) < ROW and row.left > 0) or row in table.owed or not table.piles_known


def no_place_is_free(table: Table, event: Revealed) -> Complaint:
    found, row = table.deck.named(event.card), row_of(table, event)
    if table.owed and not table.setting_up:
        words = "{found} is turned up in the row of {row}s, where nothing was taken; a {expected} was"
        return Complaint(words, found=found, row=row.name, expected=table.owed[0].name)
    if row.left <= 0:
        return Complaint("{found} is turned up, and the deck of {row}s is empty", found=found, row=row.name)
    return Complaint("{found} is turned up, and no place in the row is free", found=found)


def row_is_known(table: Table, event: Revealed) -> bool:
    """B23: how many lie there can be told, unless holdings were declared that differ from the record."""
    return table.piles_known or len(row_of(table, event).cards) < ROW


def row_is_unknown(table: Table, event: Revealed) -> Complaint:
    words = "whether a place was free for {found} cannot be told from the record"
    return Complaint(words, severity="undecidable", found=table.deck.named(event.card))


def turn_up(table: Table, event: Revealed) -> None:
    """B23: a card lies face up, and its deck is one smaller; one that has left its deck stays where it is."""
    row, card = row_of(table, event), event.card
    row.pile[card]
    if not table.reveals and table.early is not None:
        table.piles_known = table.setting_up = False  # that is told, and nobody knows what lay there
    table.reveals += 1
    if card not in table.where:
        table.where[card] = row
        row.cards[card] = event.n
        row.left -= 1
    if not table.setting_up:
        table.owed.clear()
    elif not row.free and row in table.owed:
        table.owed.remove(row)


def buildings_that_may_come(table: Table) -> Iterator[BuildingRevealed]:
    return (BuildingRevealed(card=card) for card in table.deck.buildings if card not in table.where)


def workers_that_may_come(table: Table) -> Iterator[WorkerRevealed]:
    return (WorkerRevealed(card=card) for card in table.deck.workers if card not in table.where)


def buildings_form(table: Table) -> Iterator[Form]:
    yield _form(
        table,
        BUILDING_REVEALED,
        Words("buildings are turned up"),
        Words("{term:nom}", term="building"),
        table.buildings,
    )


def workers_form(table: Table) -> Iterator[Form]:
    yield _form(table, WORKER_REVEALED, Words("workers are turned up"), Words("worker"), table.workers)


def _form(table: Table, happening: Happening, title: Words, label: Words, row: Display) -> Form:
    card = turned_up(table, row, "card", label)
    places = range(1, max(1, row.free) + 1)
    rows = [Row(label=Words("card {number}", number=one), given={"place": one}, fields=(card,)) for one in places]
    return table_form(happening.event, title, rows, now=possible(happening, table))


FROM_THE_DECK = (
    Condition("BLD-B23", lay_in_its_deck, has_left_its_deck, mistake=SLIP),
    Condition("BLD-B23", a_place_is_free, no_place_is_free, mistake=SLIP),
    Condition("BLD-B23", row_is_known, row_is_unknown),
)

ALSO = ("{card} comes/turned up", "up comes {card}")

BUILDING_REVEALED = Happening(
    event=BuildingRevealed,
    conditions=FROM_THE_DECK,
    effect=turn_up,
    words=Sayings(Saying("{card} is turned up", card=A_BUILDING, also=(*ALSO, "new building/machine {card}"))),
    offers=buildings_that_may_come,
    pile=deck_of,
    due=True,
    picked=False,
    forms=buildings_form,
)

WORKER_REVEALED = Happening(
    event=WorkerRevealed,
    conditions=FROM_THE_DECK,
    effect=turn_up,
    words=Sayings(Saying("{card} is turned up", card=A_WORKER, also=(*ALSO, "new worker {card}"))),
    offers=workers_that_may_come,
    pile=deck_of,
    due=True,
    picked=False,
    forms=workers_form,
)
