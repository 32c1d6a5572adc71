"""Free prisoners and repay loans: in one's own turn, or in the final count."""

from collections.abc import Iterator

from ledger.choices import possible
from ledger.events import Event
from ledger.forms import Form, entry_form
from ledger.game import SLIP, Complaint, Condition, Happening
from ledger.games.builders.cards import ACTION_PRICE, Card
from ledger.games.builders.invest import settle_loan
from ledger.games.builders.picks import A_LOAN, A_PRISONER, one_card, pool, who
from ledger.games.builders.table import OUT, Player, Table, acting, available, pay, place_of, receive
from ledger.games.builders.turn import (
    FILLED,
    PLAYED,
    Move,
    act,
    an_action_is_left,
    in_turn,
    no_action_is_left,
    out_of_turn,
    purse_holds,
    spend,
    unpaid,
)
from ledger.games.builders.work import busy, never_joined
from ledger.language.sayings import PLAYER, Saying, Sayings
from ledger.words import Words


class PrisonerFreed(Event, frozen=True, kw_only=True, tag="prisoner_freed"):
    """A prisoner is turned over and is a citizen."""

    player: str
    prisoner: str


class LoanRepaid(Event, frozen=True, kw_only=True, tag="loan_repaid"):
    """A loan is paid back."""

    player: str
    loan: str


def in_turn_or_in_the_count(table: Table, event: Move) -> bool:
    """B27, B28: in one's own turn; in the final count everybody decides alone, in any order."""
    return in_turn(table, event) or table.over


IN_TIME = Condition("BLD-B27", in_turn_or_in_the_count, out_of_turn)


# --- prisoners --------------------------------------------------------------------------------------------------------


def frees_a_prisoner(table: Table, event: PrisonerFreed) -> bool:
    """B9, B14: neither a worker nor a machine is freed."""
    known: Card = table.deck.people[event.prisoner]
    return known.kind == "prisoner"


def frees_no_prisoner(table: Table, event: PrisonerFreed) -> Complaint:
    words = "{player} frees {found}, who is no prisoner"
    return Complaint(words, player=event.player, found=table.deck.named(event.prisoner))


def frees_ones_own(table: Table, event: PrisonerFreed) -> bool:
    """B14: one's own prisoner."""
    person = table.people.get(event.prisoner)
    return person is not None and person.owner is table.players[event.player]


def frees_somebody_elses(table: Table, event: PrisonerFreed) -> Complaint:
    person = table.people.get(event.prisoner)
    if person is None:
        return never_joined(table, event.player, event.prisoner)
    words = "{player} frees {found}, who works for {expected}"
    return Complaint(words, player=event.player, found=table.deck.named(event.prisoner), expected=person.owner.name)


def freed_once(table: Table, event: PrisonerFreed) -> bool:
    """B14: who is not a citizen yet."""
    return table.people[event.prisoner].kind == "prisoner"


def freed_again(table: Table, event: PrisonerFreed) -> Complaint:
    words = "{player} frees {found}, who is a citizen already"
    return Complaint(words, player=event.player, found=table.deck.named(event.prisoner))


def freed_when_not_at_work(table: Table, event: PrisonerFreed) -> bool:
    """B15: nobody is freed at work, not even in the final count."""
    return table.people[event.prisoner].site is None


def freed_at_work(table: Table, event: PrisonerFreed) -> Complaint:
    return busy(table, event.player, "frees", event.prisoner)


def an_action_is_left_to_free(table: Table, event: PrisonerFreed) -> bool:
    """B14: an action in play."""
    return table.over or an_action_is_left(table, event)


def freeing_is_paid_for(table: Table, event: PrisonerFreed) -> bool:
    """B14: 5 coins in the final count."""
    return not table.over or purse_holds(table, event, ACTION_PRICE)


def freeing_is_not_paid_for(table: Table, event: PrisonerFreed) -> Complaint:
    words = "freeing {card} costs {found} {found:coin|coins} in the final count; {player} has {expected}"
    return unpaid(table, event, words, ACTION_PRICE, event.prisoner)


def free(table: Table, event: PrisonerFreed) -> None:
    """B12, B14, B16: the card is turned over: a citizen who gives the same, for a wage."""
    card: Card = table.deck.people[event.prisoner]
    player: Player = table.players[event.player]
    if table.over:
        pay(table, player, ACTION_PRICE, event.n)
    else:
        spend(act(table, event))
    if card.citizen is None:
        return
    person = table.people.get(card.id)
    if person is None:
        person = receive(table, card, player, event.n)
    if person.kind == "prisoner":
        person.kind = "citizen"
        person.wage = card.citizen.wage
        person.fresh = player.turn
        person.owner.unfreed = max(person.owner.unfreed - 1, 0)


FREED_TOLD = Sayings(
    Saying(
        "{player} frees {card}", player=PLAYER, card=A_PRISONER("prisoner"), also=("{player} freed/releases {card}",)
    )
)


def freeings(table: Table) -> Iterator[PrisonerFreed]:
    for player in acting(table):
        for person in available(table, player):
            if person.kind == "prisoner":
                yield PrisonerFreed(player=player.name, prisoner=person.id)


def freed_form(table: Table) -> Iterator[Form]:
    bound = [person.id for person in pool(table) if person.kind == "prisoner"]
    every = [*table.deck.prisoners, *(one for one in table.deck.people if one not in table.deck.prisoners)]
    fields = [who(table), one_card(table, "prisoner", Words("prisoner"), bound, every)]
    yield entry_form(PrisonerFreed, Words("free a prisoner"), fields, now=possible(FREED, table))


FREED = Happening(
    event=PrisonerFreed,
    conditions=(
        PLAYED,
        IN_TIME,
        Condition("BLD-B14", frees_a_prisoner, frees_no_prisoner, mistake=SLIP),
        Condition("BLD-B14", frees_ones_own, frees_somebody_elses, mistake=SLIP),
        Condition("BLD-B14", freed_once, freed_again, mistake=SLIP),
        Condition("BLD-B15", freed_when_not_at_work, freed_at_work),
        Condition("BLD-B21", an_action_is_left_to_free, no_action_is_left),
        Condition("BLD-B14", freeing_is_paid_for, freeing_is_not_paid_for),
        FILLED,
    ),
    effect=free,
    words=FREED_TOLD,
    offers=freeings,
    forms=freed_form,
)


# --- loans ------------------------------------------------------------------------------------------------------------


def loan_is_held(table: Table, event: LoanRepaid) -> bool:
    """B17: one repays a loan that one has; those of a declaration have no names."""
    player: Player = table.players[event.player]
    if event.loan in player.loans:
        return True
    return player.owing > len(player.loans) and not isinstance(table.where.get(event.loan), Player)


def loan_is_not_held(table: Table, event: LoanRepaid) -> Complaint:
    words, named = "{player} repays {found} without having it ({expected})", table.deck.named(event.loan)
    return Complaint(words, player=event.player, found=named, expected=place_of(table, event.loan))


def loan_is_paid_back(table: Table, event: LoanRepaid) -> bool:
    """B17: 15 coins."""
    return purse_holds(table, event, table.deck.loans[event.loan].repay)


def loan_is_not_paid_back(table: Table, event: LoanRepaid) -> Complaint:
    words = "repaying {card} costs {found} {found:coin|coins}; {player} has {expected}"
    return unpaid(table, event, words, table.deck.loans[event.loan].repay, event.loan)


def repay(table: Table, event: LoanRepaid) -> None:
    """B17, B18: 15 coins, and the card leaves the game or goes back to its stack, whoever had it."""
    card: Card = table.deck.loans[event.loan]
    player: Player = table.players[event.player]
    if not table.over:
        act(table, event)
    pay(table, player, card.repay, event.n)
    if isinstance(table.where.get(card.id), Player):
        settle_loan(table, card.id)
        if table.options["repaid_loan"] == "returns":
            del table.where[card.id]
        else:
            table.where[card.id] = OUT
    elif player.owing > len(player.loans):
        player.owing -= 1


REPAID_TOLD = Sayings(
    Saying(
        "{player} repays {card}", player=PLAYER, card=A_LOAN("loan"), also=("{player} pays/gives/returns back {card}",)
    )
)


def repayments(table: Table) -> Iterator[LoanRepaid]:
    return (LoanRepaid(player=player.name, loan=loan) for player in acting(table) for loan in player.loans)


def repaid_form(table: Table) -> Iterator[Form]:
    owed = [loan for player in acting(table) for loan in player.loans]
    fields = [who(table), one_card(table, "loan", Words("loan"), owed, table.deck.loans)]
    yield entry_form(LoanRepaid, Words("repay a loan"), fields, now=possible(REPAID, table))


REPAID = Happening(
    event=LoanRepaid,
    conditions=(
        PLAYED,
        IN_TIME,
        Condition("BLD-B17", loan_is_held, loan_is_not_held, mistake=SLIP),
        Condition("BLD-B17", loan_is_paid_back, loan_is_not_paid_back),
        FILLED,
    ),
    effect=repay,
    words=REPAID_TOLD,
    offers=repayments,
    forms=repaid_form,
)
