"""Investments: a prisoner, a tool, a loan or a university is taken from the line, one card a turn."""

from collections.abc import Iterator
from typing import Protocol

from ledger.choices import possible
from ledger.events import Event
from ledger.forms import Field, Form, entry_form
from ledger.game import SLIP, Complaint, Condition, Happening
from ledger.games.builders.cards import Card, Deck, Materials, Pile
from ledger.games.builders.picks import A_LOAN, A_PRISONER, A_TOOL, A_UNIVERSITY, one_card, pool, who
from ledger.games.builders.table import (
    OUT,
    Player,
    Table,
    Tool,
    Turn,
    available,
    gain,
    in_the_line,
    join,
    minus,
    pay,
    place_of,
    plus,
    reading,
    receive,
)
from ledger.games.builders.turn import ACTION, FILLED, IN_TURN, PLAYED, Move, act, purse_holds, spend, unpaid
from ledger.games.builders.work import busy, never_joined, perhaps_dealt, works_for
from ledger.language.sayings import CARD, PLAYER, Derived, Kind, Saying, Sayings
from ledger.words import Words


class PrisonerBought(Event, frozen=True, kw_only=True, tag="prisoner_bought"):
    """An investment: a prisoner joins the player's pool."""

    player: str
    prisoner: str

    def taken(self, deck: Deck) -> Card:
        """The card of the line."""
        card: Card = deck.prisoners[self.prisoner]
        return card


class ToolBought(Event, frozen=True, kw_only=True, tag="tool_bought"):
    """An investment: a tool joins the player's pool."""

    player: str
    tool: str

    def taken(self, deck: Deck) -> Card:
        """The card of the line."""
        card: Card = deck.tools[self.tool]
        return card


class LoanTaken(Event, frozen=True, kw_only=True, tag="loan_taken"):
    """An investment: a loan card is taken, and coins with it."""

    player: str
    loan: str

    def taken(self, deck: Deck) -> Card:
        """The card of the line."""
        card: Card = deck.loans[self.loan]
        return card


class WorkerTrained(Event, frozen=True, kw_only=True, tag="worker_trained"):
    """An investment: a university is laid on an available worker or citizen."""

    player: str
    worker: str
    university: str

    def taken(self, deck: Deck) -> Card:
        """The card of the line."""
        card: Card = deck.universities[self.university]
        return card


class Investment(Move, Protocol):
    """Any of these."""

    def taken(self, deck: Deck) -> Card:
        """The card of the line."""


# --- what all of them need --------------------------------------------------------------------------------------------


def is_in_the_line(table: Table, event: Investment) -> bool:
    """B13, B19: a card of the line is taken once; a loan is held by one player at a time."""
    return event.taken(table.deck).id not in table.where


def is_not_in_the_line(table: Table, event: Investment) -> Complaint:
    card = event.taken(table.deck).id
    words = "{player} takes {found}, which is not in the line any more: {expected}"
    return Complaint(words, player=event.player, found=table.deck.named(card), expected=place_of(table, card))


def one_investment(table: Table, event: Investment) -> bool:
    """B13: one card of the investment line in a turn, of whatever kind; by the other reading any number."""
    turn: Turn | None = table.players[event.player].turn
    return turn is None or not turn.invested or table.options["investments"] == "any"


def a_second_investment(table: Table, event: Investment) -> Complaint:
    words = "{player} takes a second card of the investment line in one turn"
    return Complaint(words, player=event.player)


def price_is_in_the_purse(table: Table, event: Investment) -> bool:
    """B11, B13: 7 coins for a prisoner or a university, 2 for a tool."""
    return purse_holds(table, event, event.taken(table.deck).price)


def price_is_not_in_the_purse(table: Table, event: Investment) -> Complaint:
    card = event.taken(table.deck)
    words = "{card} costs {found} {found:coin|coins}; {player} has {expected}"
    return unpaid(table, event, words, card.price, card.id)


IN_THE_LINE = Condition("BLD-B13", is_in_the_line, is_not_in_the_line, mistake=SLIP)
ONE_A_TURN = Condition("BLD-B13", one_investment, a_second_investment)
PAID = Condition("BLD-B13", price_is_in_the_purse, price_is_not_in_the_purse)


def invest(table: Table, event: Investment, card: Card) -> Player:
    """B13: an action and the price."""
    turn = act(table, event)
    spend(turn)
    turn.invested = True
    if card.price:
        pay(table, turn.player, card.price, event.n)
    return turn.player


def _line(table: Table, name: str, label: Words, pile: Pile) -> Field:
    return one_card(table, name, label, [card.id for card in in_the_line(table, pile)], pile)


# --- a prisoner -------------------------------------------------------------------------------------------------------


def buy_prisoner(table: Table, event: PrisonerBought) -> None:
    """B13: a prisoner joins the pool and works for nothing."""
    card = event.taken(table.deck)
    player = invest(table, event, card)
    join(table, card, player, event.n)


def bought(field: str, kind: Kind) -> Sayings:
    """Who buys what of the line, and for how much."""
    return Sayings(
        Saying(
            "{player} buys {card} for {price} {price:coin|coins}",
            when=lambda table, event: getattr(event, field) in table.deck.cards,
            player=PLAYER,
            card=kind(field),
            price=Derived(lambda table, event: table.deck.cards[getattr(event, field)].price),
        ),
        Saying(
            "{player} buys {card}", player=PLAYER, card=kind(field), also=("{player} takes/bought/gets/got {card}",)
        ),
    )


def prisoners(table: Table) -> Iterator[PrisonerBought]:
    name = table.turn.player.name
    return (PrisonerBought(player=name, prisoner=card.id) for card in in_the_line(table, table.deck.prisoners))


def prisoner_form(table: Table) -> Iterator[Form]:
    fields = [who(table), _line(table, "prisoner", Words("prisoner"), table.deck.prisoners)]
    yield entry_form(PrisonerBought, Words("buy a prisoner"), fields, now=possible(PRISONER, table))


PRISONER = Happening(
    event=PrisonerBought,
    conditions=(PLAYED, IN_TURN, IN_THE_LINE, ONE_A_TURN, ACTION, PAID, FILLED),
    effect=buy_prisoner,
    words=bought("prisoner", A_PRISONER),
    offers=prisoners,
    forms=prisoner_form,
)


# --- a tool -----------------------------------------------------------------------------------------------------------


def buy_tool(table: Table, event: ToolBought) -> None:
    """B13: a tool joins the pool."""
    card = event.taken(table.deck)
    player = invest(table, event, card)
    tool = table.tools.get(card.id)
    if tool is None:
        tool = table.tools[card.id] = Tool(card, player)
    tool.owner = player
    table.where[card.id] = player


def tools(table: Table) -> Iterator[ToolBought]:
    name = table.turn.player.name
    return (ToolBought(player=name, tool=card.id) for card in in_the_line(table, table.deck.tools))


def tool_form(table: Table) -> Iterator[Form]:
    fields = [who(table), _line(table, "tool", Words("tool"), table.deck.tools)]
    yield entry_form(ToolBought, Words("buy a tool"), fields, now=possible(TOOL, table))


TOOL = Happening(
    event=ToolBought,
    conditions=(PLAYED, IN_TURN, IN_THE_LINE, ONE_A_TURN, ACTION, PAID, FILLED),
    effect=buy_tool,
    words=bought("tool", A_TOOL),
    offers=tools,
    forms=tool_form,
)


# --- a university -----------------------------------------------------------------------------------------------------


def no_machine_is_trained(table: Table, event: WorkerTrained) -> bool:
    """B9: only workers and citizens are trained."""
    known: Card = table.deck.people[event.worker]
    return known.kind != "machine"


def a_machine_is_trained(table: Table, event: WorkerTrained) -> Complaint:
    words = "{player} trains {found}; a machine is never trained"
    return Complaint(words, player=event.player, found=table.deck.named(event.worker))


def pupil_is_free(table: Table, event: WorkerTrained) -> bool:
    """B11: a worker or citizen is trained, and no prisoner."""
    person = table.people.get(event.worker)
    return person is None or person.kind != "prisoner"


def pupil_is_a_prisoner(table: Table, event: WorkerTrained) -> Complaint:
    words = "{player} trains {found}; a prisoner is trained only after being freed"
    return Complaint(words, player=event.player, found=table.deck.named(event.worker))


def trained_once(table: Table, event: WorkerTrained) -> bool:
    """B11: everybody is trained once for the game."""
    person = table.people.get(event.worker)
    return person is None or not person.trained


def trained_again(table: Table, event: WorkerTrained) -> Complaint:
    named, before = table.deck.named, table.people[event.worker].trained
    words = "{player} trains {found} again, after {expected}; everybody is trained once"
    return Complaint(words, player=event.player, found=named(event.worker), expected=named(before))


def trains_ones_own(table: Table, event: WorkerTrained) -> bool:
    """B11: one's own worker or citizen."""
    return works_for(table, event.player, event.worker)


def trains_somebody_elses(table: Table, event: WorkerTrained) -> Complaint:
    person = table.people.get(event.worker)
    if person is None:
        return never_joined(table, event.player, event.worker)
    words = "{player} trains {found}, who works for {expected}"
    return Complaint(words, player=event.player, found=table.deck.named(event.worker), expected=person.owner.name)


def pupil_is_available(table: Table, event: WorkerTrained) -> bool:
    """B11: nobody is trained at work."""
    person = table.people.get(event.worker)
    return person is None or person.site is None


def pupil_is_at_work(table: Table, event: WorkerTrained) -> Complaint:
    return busy(table, event.player, "trains", event.worker)


def pupil_is_known(table: Table, event: WorkerTrained) -> bool:
    """B11, B23a: the record saw this one come to the player."""
    return event.worker in table.people


def pupil_is_unknown(table: Table, event: WorkerTrained) -> Complaint:
    return perhaps_dealt(table, event.player, event.worker)


def taught(table: Table, gives: Materials, university: Card) -> Materials:
    """B11: what somebody gives under a university."""
    way = table.options["training"]
    if way == "added":
        return plus(gives, university.gives)
    if way == "whole":
        return university.gives
    stone, wood, architecture, decoration = map(max, gives, university.gives)
    return (stone, wood, architecture, decoration)


def train(table: Table, event: WorkerTrained) -> None:
    """B11, B12: three of one material in place of what was shown there; the wage stays."""
    card, known = event.taken(table.deck), table.deck.people[event.worker]
    player = invest(table, event, card)
    person = table.people.get(known.id)
    if person is None or person.owner is not player:
        person = receive(table, known, player, event.n)
    table.where[card.id] = player
    gives = taught(table, person.gives, card)
    if person.site is not None:
        person.site.have = plus(minus(person.site.have, person.gives), gives)
    person.gives = gives
    person.trained = card.id


TRAINING_TOLD = Sayings(
    Saying(
        "{player} trains {card} at {university}",
        player=PLAYER,
        card=CARD("worker"),
        university=A_UNIVERSITY,
        also=("{player} sends/teaches/puts {card} to/in {university}",),
    )
)


def trainings(table: Table) -> Iterator[WorkerTrained]:
    """Whom one could train where; first those who would give most."""
    player = table.turn.player
    able = [
        (sum(person.gives) - sum(taught(table, person.gives, card)), person.id, card.id)
        for card in in_the_line(table, table.deck.universities)
        for person in available(table, player)
    ]
    able.sort()
    return (WorkerTrained(player=player.name, worker=worker, university=card) for _, worker, card in able)


def training_form(table: Table) -> Iterator[Form]:
    pupils = [person.id for person in pool(table) if person.kind in ("worker", "citizen") and not person.trained]
    fields = [
        who(table),
        one_card(table, "worker", Words("who"), pupils, table.deck.people),
        _line(table, "university", Words("university"), table.deck.universities),
    ]
    yield entry_form(WorkerTrained, Words("train somebody"), fields, now=possible(TRAINED, table))


TRAINED = Happening(
    event=WorkerTrained,
    conditions=(
        PLAYED,
        IN_TURN,
        Condition("BLD-B9", no_machine_is_trained, a_machine_is_trained),
        Condition("BLD-B11", pupil_is_free, pupil_is_a_prisoner),
        Condition("BLD-B11", trained_once, trained_again),
        Condition("BLD-B11", trains_ones_own, trains_somebody_elses, mistake=SLIP),
        Condition("BLD-B11", pupil_is_available, pupil_is_at_work),
        IN_THE_LINE,
        ONE_A_TURN,
        ACTION,
        Condition("BLD-B11", price_is_in_the_purse, price_is_not_in_the_purse),
        FILLED,
        Condition("BLD-B11", pupil_is_known, pupil_is_unknown),
    ),
    effect=train,
    words=TRAINING_TOLD,
    offers=trainings,
    forms=training_form,
)


# --- a loan -----------------------------------------------------------------------------------------------------------


def loan_is_in_the_game(table: Table, event: LoanTaken) -> bool:
    """B18: a loan that was repaid has left the game, by the other reading it is back in its stack."""
    return table.where.get(event.loan) != OUT


def loan_has_left(table: Table, event: LoanTaken) -> Complaint:
    words = "{player} takes {found}, which was repaid and has left the game"
    return Complaint(words, player=event.player, found=table.deck.named(event.loan))


def debts_are_no_bar(table: Table, event: LoanTaken) -> bool:
    """B19: whoever owes may borrow again, by the other reading not."""
    return table.options["loans_held"] == "any" or not table.players[event.player].owing


def debts_are_a_bar(table: Table, event: LoanTaken) -> Complaint:
    words, owing = "{player} takes a loan and owes {found} already ({option})", table.players[event.player].owing
    return Complaint(words, player=event.player, found=owing, option=reading(table, "loans_held"))


def borrow(table: Table, event: LoanTaken) -> None:
    """B19: a loan card and its coins."""
    card = event.taken(table.deck)
    player = invest(table, event, card)
    gain(table, player, card.coins, event.n)
    settle_loan(table, card.id)
    player.loans[card.id] = event.n
    player.owing += 1
    table.where[card.id] = player


def settle_loan(table: Table, card: str) -> None:
    """Whoever had a loan has it no more."""
    holder = table.where.get(card)
    if isinstance(holder, Player) and holder.loans.pop(card, None) is not None:
        holder.owing = max(holder.owing - 1, len(holder.loans))


LOAN_TOLD = Sayings(
    Saying(
        "{player} takes {card} and {coins} {coins:coin|coins}",
        when=lambda table, event: event.loan in table.deck.loans,
        player=PLAYER,
        card=A_LOAN("loan"),
        coins=Derived(lambda table, event: table.deck.loans[event.loan].coins),
        also=("{player} borrows {card}", "{player} borrows/takes {coins} {coins:coin|coins}"),
    ),
    Saying("{player} takes {card}", player=PLAYER, card=A_LOAN("loan")),
)


def loans(table: Table) -> Iterator[LoanTaken]:
    name = table.turn.player.name
    return (LoanTaken(player=name, loan=card.id) for card in in_the_line(table, table.deck.loans))


def loan_form(table: Table) -> Iterator[Form]:
    fields = [who(table), _line(table, "loan", Words("loan"), table.deck.loans)]
    yield entry_form(LoanTaken, Words("take a loan"), fields, now=possible(LOAN, table))


LOAN = Happening(
    event=LoanTaken,
    conditions=(
        PLAYED,
        IN_TURN,
        Condition("BLD-B18", loan_is_in_the_game, loan_has_left, mistake=SLIP),
        Condition("BLD-B19", is_in_the_line, is_not_in_the_line, mistake=SLIP),
        Condition("BLD-B19", debts_are_no_bar, debts_are_a_bar),
        ONE_A_TURN,
        ACTION,
        FILLED,
    ),
    effect=borrow,
    words=LOAN_TOLD,
    offers=loans,
    forms=loan_form,
)
