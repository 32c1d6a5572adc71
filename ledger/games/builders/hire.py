"""Hire: a face-up worker joins the player's pool, for one action."""

from collections.abc import Iterator

from ledger.choices import possible
from ledger.events import Event
from ledger.forms import Form, entry_form
from ledger.game import SLIP, Complaint, Condition, Happening
from ledger.games.builders.cards import Card
from ledger.games.builders.construction import may_lie_there, not_face_up, unknown
from ledger.games.builders.picks import A_WORKER, one_card, taking_form, who
from ledger.games.builders.reveal import WorkerRevealed
from ledger.games.builders.table import Table, join, take
from ledger.games.builders.turn import ACTION, FILLED, IN_TURN, PLAYED, act, spend
from ledger.language.sayings import PLAYER, Saying, Sayings
from ledger.words import Words

HIRING = "hiring"  # our word for the form that takes a card and turns up the next one


class WorkerHired(Event, frozen=True, kw_only=True, tag="worker_hired"):
    """A face-up worker joins the player's pool."""

    player: str
    worker: str


def worker_is_face_up(table: Table, event: WorkerHired) -> bool:
    """B23: one of the face-up workers is hired."""
    return event.worker in table.workers.cards or may_lie_there(table, event.worker)


def worker_is_not_face_up(table: Table, event: WorkerHired) -> Complaint:
    return not_face_up(table, table.workers, event.player, event.worker)


def worker_is_known(table: Table, event: WorkerHired) -> bool:
    """B23: what lay face up can be told, unless holdings were declared that differ from the record."""
    return table.piles_known or event.worker in table.workers.cards


def worker_is_unknown(table: Table, event: WorkerHired) -> Complaint:
    return unknown(table, event.worker)


def hire(table: Table, event: WorkerHired) -> None:
    """B24: a worker joins a player's pool."""
    card: Card = table.deck.workers[event.worker]
    turn = act(table, event)
    spend(turn)
    take(table, table.workers, card.id, turn.player)
    join(table, card, turn.player, event.n)


TOLD = Sayings(
    Saying(
        "{player} hires {card}",
        player=PLAYER,
        card=A_WORKER("worker"),
        also=("{player} employs/hired/recruits/engages/takes/gets {card}", "{player} takes on {card}"),
    )
)


def hirings(table: Table) -> Iterator[WorkerHired]:
    name = table.turn.player.name
    return (WorkerHired(player=name, worker=card) for card in table.workers.cards)


def forms(table: Table) -> Iterator[Form]:
    fields = [who(table), one_card(table, "worker", Words("worker"), table.workers.cards, table.deck.workers)]
    events, now = (WorkerHired, WorkerRevealed), possible(HIRED, table)
    yield taking_form(HIRING, Words("hire a worker"), fields, table, table.workers, events, now=now)
    yield entry_form(WorkerHired, Words("hire a worker, nothing turned up"), fields)


HIRED = Happening(
    event=WorkerHired,
    conditions=(
        PLAYED,
        IN_TURN,
        Condition("BLD-B23", worker_is_face_up, worker_is_not_face_up, mistake=SLIP),
        ACTION,
        FILLED,
        Condition("BLD-B23", worker_is_known, worker_is_unknown),
    ),
    effect=hire,
    words=TOLD,
    offers=hirings,
    forms=forms,
)
