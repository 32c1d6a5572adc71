"""The rules of The Builders: Antiquity: each a small function from the table and an event to a complaint.

`table.player`, `person`, `site`, `cost` and `price` are those of the event. A rule keeps silent where a more basic one
speaks, and where a mistake that was told leaves open what lay there (`slips`), so that one mistake is one finding.
"""

from collections.abc import Callable
from typing import Any

from ledger.game import Complaint, Severity
from ledger.games.builders.cards import FREE_ACTIONS, PACKETS, Card
from ledger.games.builders.events import (
    ActionsBought,
    BuildingRevealed,
    CoinsTaken,
    ConstructionStarted,
    HoldingsDeclared,
    LoanRepaid,
    LoanTaken,
    PrisonerBought,
    PrisonerFreed,
    SentToWork,
    Started,
    ToolBought,
    TurnEnded,
    WorkerHired,
    WorkerRevealed,
    WorkerTrained,
)
from ledger.games.builders.moves import Move
from ledger.games.builders.slips import (
    can_pay,
    may_be_at_hand,
    may_be_sent,
    may_be_site,
    may_have_joined,
    may_owe,
    worked_for,
)
from ledger.games.builders.table import OUT, Person, Player, Row, Table, after, differs, finished
from ledger.words import Words


def _complaint(table: Table, template: str, severity: Severity = "violation", **values: Any) -> Complaint | None:
    """A tally holds no play to complain about."""
    return None if table.tally else Complaint(template, severity, **values)


def _reading(table: Table, option: str) -> str:
    """By which reading of the rules something is told."""
    return f"{option} = {table.options[option]}"


# --- set-up, rows and turns -------------------------------------------------------------------------------------------


def starts_once(table: Table, event: Started) -> Complaint | None:
    """A game starts on the first line of its log and nowhere else."""
    return Complaint("a game starts once, on the first line") if event.n else None


def one_apprentice_each(table: Table, event: Started) -> Complaint | None:
    """B23a: everybody is dealt one of the apprentices; a start that says nothing of them leaves it open."""
    dealt = event.apprentices
    if not dealt or event.n:
        return None
    apprentices = table.deck.apprentices
    for name, card in dealt.items():
        if name not in table.players:
            return Complaint("{found} is dealt {card} and does not play", found=name, card=card)
        if card not in apprentices:
            return Complaint(
                "{player} is dealt {found}; the apprentices are {expected}",
                player=name,
                found=table.deck.named(card) if card in table.deck.cards else card,
                expected=apprentices,
            )
        if list(dealt.values()).count(card) > 1:
            return Complaint("{found} is dealt twice", found=table.deck.named(card))
    missing = [name for name in table.players if name not in dealt]
    return Complaint("{found} is dealt no apprentice", found=missing) if missing else None


def turned_from_the_deck(table: Table, event: BuildingRevealed | WorkerRevealed) -> Complaint | None:
    """B23: a card is turned up that still lay in its deck."""
    if event.card not in table.where or event.card in table.doubted:
        return None
    return Complaint(
        "{found} has left its deck already: {expected}",
        found=table.deck.named(event.card),
        expected=_place(table, event.card),
    )


def _place(table: Table, card: str) -> Words:
    """Where a card is, in words."""
    place = table.where.get(card)
    if isinstance(place, Player):
        return Words("{player} has it", player=place.name)
    if isinstance(place, Row):
        return Words("it lies face up")
    return Words("it is in its deck or stack") if place is None else Words("it is out of the game")


def a_place_is_free(table: Table, event: BuildingRevealed | WorkerRevealed) -> Complaint | None:
    """B23: five cards at the start, then one for each that was taken, and none that was not."""
    row, other = table.buildings, table.workers
    if isinstance(event, WorkerRevealed):
        row, other = other, row
    if row.waiting or row.spare or row.unknown or event.card in table.doubted or event.card in table.where:
        return None
    if other.waiting and not table.setting_up:
        words = "{found} is turned up in the row of {row}s, where nothing was taken; a {expected} was"
        return Complaint(words, found=table.deck.named(event.card), row=row.name, expected=other.name)
    return Complaint("{found} is turned up, and no place in the row is free", found=table.deck.named(event.card))


def decks_are_known(table: Table, event: Any) -> Complaint | None:
    """B23: after a declaration that differs from the record nobody can tell what the decks still hold."""
    if not table.untold:
        return None
    words = "what the decks still hold cannot be told since the holdings were declared"
    return Complaint(words, severity="undecidable")


def rows_are_filled(table: Table, event: Any) -> Complaint | None:
    """B23: a row is filled before anything else happens, at the start with five cards."""
    if table.tally or isinstance(event, BuildingRevealed | WorkerRevealed | HoldingsDeclared | Started):
        return None
    taken = event.building if isinstance(event, ConstructionStarted) else ""
    taken = event.worker if isinstance(event, WorkerHired) else taken
    if isinstance(table.where.get(taken), Player):
        return None  # the same card once more: told as that
    words = "the row of {found}s was not filled: {missing} {missing:card is|cards are} missing"
    return Complaint(words, found=[row.name for row in table.owed], missing=sum(row.waiting for row in table.owed))


def in_turn(table: Table, event: Move) -> Complaint | None:
    """B27: turns go round by seat, each is ended, and after the last round there are no more."""
    due = table.astray
    if due is None:
        return None
    if table.over and not isinstance(event, PrisonerFreed | LoanRepaid):
        words = "{found} plays on; the last round ended with event {expected}"
        return Complaint(words, found=event.player, expected=table.ended)
    if table.tally:
        return None
    if due.touched and table.player is after(table, due.player) and not isinstance(event, TurnEnded):
        words = "{found} plays before {expected} has ended the turn (out of turn, or turn_ended is missing)"
        return Complaint(words, found=event.player, expected=due.player.name)
    ends = isinstance(event, TurnEnded)
    words = "{found} ends the turn of {expected}" if ends else "{found} plays; it is the turn of {expected}"
    return Complaint(words, found=event.player, expected=due.player.name)


# --- actions and coins ------------------------------------------------------------------------------------------------


def actions_suffice(table: Table, event: Move) -> Complaint | None:
    """B1, B21: three actions are free in a turn, more are bought before they are used."""
    turn = table.turn
    if turn.left - table.cost >= turn.floor or turn.overspent:
        return None
    words = "{player} needs {found} {found:action|actions} and has {expected} left"
    return _complaint(table, words, player=event.player, found=table.cost, expected=max(turn.left, 0))


def actions_suffice_to_send(table: Table, event: SentToWork) -> Complaint | None:
    """B1: the second to one site in a turn costs 2 actions, the third 3 more."""
    complaint = actions_suffice(table, event)
    if complaint is None or table.cost == 1:
        return complaint
    words = "{player} sends person number {found} to {site} in one turn, for {found} actions, and has {expected} left"
    return Complaint(words, **{**complaint.values, "site": table.deck.named(event.site)})


def wage_is_in_the_purse(table: Table, event: SentToWork) -> Complaint | None:
    """B33: the wage is paid out of what is there before the work is done."""
    return _unpaid(table, "the wage of {card} is {found} {found:coin|coins}; {player} has {expected}", event.worker)


def actions_are_paid_for(table: Table, event: ActionsBought) -> Complaint | None:
    """B21: 5 coins for each."""
    words = "{count} {count:action costs|actions cost} {found} coins; {player} has {expected}"
    return _unpaid(table, words, count=event.count)


def prisoner_is_paid_for(table: Table, event: PrisonerBought) -> Complaint | None:
    """B13: 7 coins."""
    return _unpaid(table, "{card} costs {found} {found:coin|coins}; {player} has {expected}", event.prisoner)


def tool_is_paid_for(table: Table, event: ToolBought) -> Complaint | None:
    """B13: 2 coins."""
    return _unpaid(table, "{card} costs {found} {found:coin|coins}; {player} has {expected}", event.tool)


def university_is_paid_for(table: Table, event: WorkerTrained) -> Complaint | None:
    """B11: 7 coins."""
    return _unpaid(table, "{card} costs {found} {found:coin|coins}; {player} has {expected}", event.university)


def freeing_is_paid_for(table: Table, event: PrisonerFreed) -> Complaint | None:
    """B14: 5 coins in the final count."""
    words = "freeing {card} costs {found} {found:coin|coins} in the final count; {player} has {expected}"
    return _unpaid(table, words, event.prisoner)


def loan_is_paid_back(table: Table, event: LoanRepaid) -> Complaint | None:
    """B17: 15 coins."""
    words = "repaying {card} costs {found} {found:coin|coins}; {player} has {expected}"
    return _unpaid(table, words, event.loan)


def _unpaid(table: Table, words: str, card: str = "", **values: Any) -> Complaint | None:
    """Nobody pays what is not in the purse."""
    player = table.player
    if player.coins - table.price >= player.floor or can_pay(table, player, table.price):
        return None
    named = table.deck.named(card) if card else ""
    return _complaint(table, words, player=player.name, card=named, found=table.price, expected=player.coins, **values)


def packet_of_three(table: Table, event: CoinsTaken) -> Complaint | None:
    """B20: a packet is 1, 2 or 3 actions."""
    if event.actions in PACKETS:
        return None
    words = "{player} gives {found} {found:action|actions} for coins; a packet is one of {expected}"
    return _complaint(table, words, player=event.player, found=event.actions, expected=list(PACKETS))


def at_least_one_is_bought(table: Table, event: ActionsBought) -> Complaint | None:
    """B21: any number of actions, at 5 coins each."""
    if event.count > 0:
        return None
    words = "{player} buys {found} {found:action|actions}; one buys {expected} or more"
    return _complaint(table, words, player=event.player, found=event.count, expected=1)


def bought_at_the_right_time(table: Table, event: ActionsBought) -> Complaint | None:
    """B21: at any moment of the turn; by the other reading before its first action."""
    turn = table.turn
    if table.options["bought_actions"] == "any_moment" or turn.left == FREE_ACTIONS + turn.bought:
        return None
    words = "{player} buys actions after the first action of the turn ({option})"
    return _complaint(table, words, player=event.player, option=_reading(table, "bought_actions"))


# --- taking a building or a worker ------------------------------------------------------------------------------------


def building_is_face_up(table: Table, event: ConstructionStarted) -> Complaint | None:
    """B23: one of the face-up buildings is started."""
    return (
        None
        if event.building in table.buildings.cards
        else _not_face_up(table, table.buildings, event.player, event.building)
    )


def worker_is_face_up(table: Table, event: WorkerHired) -> Complaint | None:
    """B23: one of the face-up workers is hired."""
    return (
        None if event.worker in table.workers.cards else _not_face_up(table, table.workers, event.player, event.worker)
    )


def _not_face_up(table: Table, row: Row, player: str, card: str) -> Complaint | None:
    if card in row.perhaps or (row.unknown and card not in table.where):
        return None
    words = "{player} takes {found}, which does not lie face up ({expected})"
    return _complaint(table, words, player=player, found=table.deck.named(card), expected=_place(table, card))


# --- sending ----------------------------------------------------------------------------------------------------------


def sends_ones_own(table: Table, event: SentToWork) -> Complaint | None:
    """B1a: somebody of one's own, who is not at work."""
    person = table.person
    if person is None:
        return _never_joined(table, event.player, event.worker)
    if person.site is None and person.owner is table.player:
        return None
    if may_be_sent(table, person) and not _there_already(table, event, person):
        return None
    if person.owner is not table.player:
        words = "{player} sends {found}, who works for {expected}"
        return _complaint(
            table, words, player=event.player, found=table.deck.named(event.worker), expected=person.owner.name
        )
    return _at_work(table, person, "sends")


def _never_joined(table: Table, player: str, card: str) -> Complaint | None:
    """The record never saw this one come to the player."""
    known: Card = table.deck.people[card]
    if table.player.undealt and known.grade == "apprentice" and card not in table.where:
        words = "whether {player} was dealt {found} cannot be told: the start of the game does not say"
        return _complaint(table, words, "undecidable", player=player, found=table.deck.named(card))
    if known.kind == "machine" or may_have_joined(table, known):
        return None
    words = "{player} uses {found} without having it ({expected})"
    return _complaint(table, words, player=player, found=table.deck.named(card), expected=_place(table, card))


def _at_work(table: Table, person: Person, verb: str) -> Complaint | None:
    """Nobody leaves a site before it is finished."""
    words = "{player} {verb} {found}, who is at work on {expected} until that is finished"
    return _complaint(
        table,
        words,
        player=table.player.name,
        verb=verb,
        found=table.deck.named(person.id),
        expected=table.deck.named(person.site.id) if person.site else "",
    )


def site_is_ones_own(table: Table, event: SentToWork) -> Complaint | None:
    """B1a: to a site of one's own that is not finished."""
    site = table.site
    if site is not None and site.owner is table.player and not site.done:
        return None
    if may_be_site(table, event.site, site):
        return None
    if site is None:
        words = "{player} sends somebody to {found}, which nobody has started"
        return _complaint(table, words, player=event.player, found=table.deck.named(event.site))
    named = table.deck.named(event.site)
    if site.owner is not table.player:
        words = "{player} sends somebody to {found}, which is {expected}'s"
        return _complaint(table, words, player=event.player, found=named, expected=site.owner.name)
    return _complaint(table, "{player} sends somebody to {found}, which is finished", player=event.player, found=named)


def machine_is_finished(table: Table, event: SentToWork) -> Complaint | None:
    """B9: a machine works once it is finished, by the other reading from the next turn on."""
    person = table.person
    if person is None:
        card: Card = table.deck.people[event.worker]
        if card.kind != "machine" or may_have_joined(table, card):
            return None
        words = "{player} sends {found}, which is not finished"
        return _complaint(table, words, player=event.player, found=table.deck.named(event.worker))
    if person.kind != "machine" or person.fresh is not table.turn or table.options["fresh_machine"] == "at_once":
        return None
    words, option = "{player} sends {found} in the turn in which it was finished ({option})", "fresh_machine"
    named = table.deck.named(event.worker)
    return _complaint(table, words, player=event.player, found=named, option=_reading(table, option))


def citizen_may_work(table: Table, event: SentToWork) -> Complaint | None:
    """B16: a citizen works at once, by the other reading from the next turn on."""
    person = table.person
    if person is None or person.kind != "citizen" or person.fresh is not table.turn:
        return None
    if table.options["fresh_citizen"] == "at_once":
        return None
    words, option = "{player} sends {found} in the turn in which they were freed ({option})", "fresh_citizen"
    named = table.deck.named(event.worker)
    return _complaint(table, words, player=event.player, found=named, option=_reading(table, option))


# --- tools ------------------------------------------------------------------------------------------------------------


def tool_comes_too_late(table: Table, event: SentToWork) -> Complaint | None:
    """B3: a tool is given when somebody is sent, and not to somebody who is at work already."""
    person = table.person
    if not event.tool or person is None or person.tool is not None or not _there_already(table, event, person):
        return None
    words = "{player} gives {found} to {person}, who is at work already; a tool goes along when somebody is sent"
    named = table.deck.named
    return _complaint(table, words, player=event.player, found=named(event.tool), person=named(person.id))


def tool_is_at_hand(table: Table, event: SentToWork) -> Complaint | None:
    """B3: a tool of one's own that nobody holds."""
    if not event.tool:
        return None
    tool, name = table.tools.get(event.tool), table.deck.named(event.tool)
    if may_be_at_hand(table, tool):
        return None
    if tool is None:
        words = "{player} gives {found} without having it ({expected})"
        return _complaint(table, words, player=event.player, found=name, expected=_place(table, event.tool))
    if tool.owner is not table.player:
        words = "{player} gives {found}, which is {expected}'s"
        return _complaint(table, words, player=event.player, found=name, expected=tool.owner.name)
    words = "{player} gives {found}, which {expected} holds until the building is finished"
    holder = table.deck.named(tool.holder.id) if tool.holder else ""
    return _complaint(table, words, player=event.player, found=name, expected=holder)


def _there_already(table: Table, event: SentToWork, person: Person) -> bool:
    """Sent to where they are, unless they were sent there from a site too soon that is finished only now."""
    site = person.site
    if site is None or site.id != event.site or person.owner is not table.player or person.doubted:
        return False
    return person.moved is None or not worked_for(person.moved)


def one_tool_each(table: Table, event: SentToWork) -> Complaint | None:
    """B5: nobody holds two tools."""
    person = table.person
    if not event.tool or person is None or person.tool is None or not _there_already(table, event, person):
        return None
    words = "{player} gives {found} to {person}, who holds {expected} already; there is one tool for each"
    return _complaint(
        table,
        words,
        player=event.player,
        found=table.deck.named(event.tool),
        person=table.deck.named(person.id),
        expected=table.deck.named(person.tool.id),
    )


def prisoner_holds_no_tool(table: Table, event: SentToWork) -> Complaint | None:
    """B4: a prisoner works with bare hands."""
    person = table.person
    if not event.tool or person is None or person.kind != "prisoner" or person.unsure:
        return None
    words = "{player} gives {found} to {person}; a prisoner works without tools"
    return _complaint(
        table, words, player=event.player, found=table.deck.named(event.tool), person=table.deck.named(event.worker)
    )


def machine_holds_a_tool(table: Table, event: SentToWork) -> Complaint | None:
    """B6: no text says whether a machine may have a tool; a note, by the other reading a violation."""
    if not event.tool or table.person is None or table.person.kind != "machine":
        return None
    severity: Severity = "note" if table.options["tool_on_machine"] == "allowed" else "violation"
    words = "{player} gives {found} to a machine, {person} ({option})"
    return _complaint(
        table,
        words,
        severity,
        player=event.player,
        found=table.deck.named(event.tool),
        person=table.deck.named(event.worker),
        option=_reading(table, "tool_on_machine"),
    )


# --- investments ------------------------------------------------------------------------------------------------------


def one_investment(table: Table, event: Move) -> Complaint | None:
    """B13: one card of the investment line in a turn, of whatever kind."""
    if not table.turn.invested:
        return None
    return _complaint(table, "{player} takes a second card of the investment line in one turn", player=event.player)


def prisoner_is_in_the_line(table: Table, event: PrisonerBought) -> Complaint | None:
    """B13: a prisoner is bought once."""
    return _gone(table, event.player, event.prisoner) if event.prisoner in table.where else None


def tool_is_in_the_line(table: Table, event: ToolBought) -> Complaint | None:
    """B13: a tool is bought once."""
    return _gone(table, event.player, event.tool) if event.tool in table.where else None


def university_is_in_the_line(table: Table, event: WorkerTrained) -> Complaint | None:
    """B13: a university teaches once."""
    return _gone(table, event.player, event.university) if event.university in table.where else None


def loan_is_in_the_line(table: Table, event: LoanTaken) -> Complaint | None:
    """B19: there are four loans, each for one player at a time."""
    return _gone(table, event.player, event.loan) if isinstance(table.where.get(event.loan), Player) else None


def _gone(table: Table, player: str, card: str) -> Complaint | None:
    if card in table.doubted:
        return None
    words = "{player} takes {found}, which is not in the line any more: {expected}"
    return _complaint(table, words, player=player, found=table.deck.named(card), expected=_place(table, card))


def repaid_loan_is_gone(table: Table, event: LoanTaken) -> Complaint | None:
    """B18: a loan that was repaid has left the game, by the other reading it is back in its stack."""
    if table.where.get(event.loan) != OUT or event.loan in table.doubted:
        return None
    words = "{player} takes {found}, which was repaid and has left the game"
    return _complaint(table, words, player=event.player, found=table.deck.named(event.loan))


def debts_do_not_matter(table: Table, event: LoanTaken) -> Complaint | None:
    """B19: whoever owes may borrow again, by the other reading not."""
    if table.options["loans_held"] == "any" or not table.player.owing:
        return None
    words, owing = "{player} takes a loan and owes {found} already ({option})", table.player.owing
    return _complaint(table, words, player=event.player, found=owing, option=_reading(table, "loans_held"))


def trains_ones_own(table: Table, event: WorkerTrained) -> Complaint | None:
    """B11: one's own worker or citizen who is not at work, once for the game; B9: never a machine."""
    person, name = table.person, table.deck.named(event.worker)
    if person is None:
        return _never_joined(table, event.player, event.worker)
    if person.kind == "prisoner":
        words = "{player} trains {found}; a prisoner is trained only after being freed"
        return _complaint(table, words, player=event.player, found=name)
    if person.trained and not person.unsure:
        words = "{player} trains {found} again, after {expected}; everybody is trained once"
        return _complaint(table, words, player=event.player, found=name, expected=table.deck.named(person.trained))
    if person.owner is not table.player and not person.disputed:
        words = "{player} trains {found}, who works for {expected}"
        return _complaint(table, words, player=event.player, found=name, expected=person.owner.name)
    if person.kind == "machine" or may_be_sent(table, person):
        return None
    return _at_work(table, person, "trains")


def machine_learns_nothing(table: Table, event: WorkerTrained) -> Complaint | None:
    """B9: only workers and citizens are trained."""
    if table.deck.people[event.worker].kind != "machine":
        return None
    words = "{player} trains {found}; a machine is never trained"
    return _complaint(table, words, player=event.player, found=table.deck.named(event.worker))


# --- freeing and repaying ---------------------------------------------------------------------------------------------


def frees_ones_own(table: Table, event: PrisonerFreed) -> Complaint | None:
    """B14: one's own prisoner who is not a citizen yet; B9: a machine is no prisoner."""
    person, name = table.person, table.deck.named(event.prisoner)
    if table.deck.people[event.prisoner].kind != "prisoner":
        return _complaint(table, "{player} frees {found}, who is no prisoner", player=event.player, found=name)
    if person is None:
        return _never_joined(table, event.player, event.prisoner)
    if person.owner is not table.player and not person.disputed:
        words = "{player} frees {found}, who works for {expected}"
        return _complaint(table, words, player=event.player, found=name, expected=person.owner.name)
    if person.kind == "citizen" and not person.unsure:
        return _complaint(table, "{player} frees {found}, who is a citizen already", player=event.player, found=name)
    return None


def freed_when_not_at_work(table: Table, event: PrisonerFreed) -> Complaint | None:
    """B15: nobody is freed at work, not even in the final count."""
    person = table.person
    if person is None or person.kind != "prisoner" or person.owner is not table.player:
        return None
    return None if may_be_sent(table, person) else _at_work(table, person, "frees")


def loan_is_held(table: Table, event: LoanRepaid) -> Complaint | None:
    """B17: one repays a loan that one has."""
    player = table.player
    if event.loan in player.loans or may_owe(table, event.loan):
        return None
    words, named = "{player} repays {found} without having it ({expected})", table.deck.named(event.loan)
    return _complaint(table, words, player=event.player, found=named, expected=_place(table, event.loan))


# --- holdings ---------------------------------------------------------------------------------------------------------


def holdings_are_possible(table: Table, event: HoldingsDeclared) -> Complaint | None:
    """Nobody has a card twice, one that another declared, or more than the box holds."""
    player: Player = table.players[event.player]
    for cards, kind in ((event.buildings, "building"), (event.machines, "machine")):
        for card in cards:
            name = table.deck.named(card)
            if table.deck.buildings[card].kind != kind:
                return Complaint("{player} lists {found} as a {kind}", player=player.name, found=name, kind=kind)
            if cards.count(card) > 1:
                return Complaint("{player} has {found} twice", player=player.name, found=name)
            site = table.sites.get(card)
            if site is not None and site.owner is not player and site.owner.declared and site.done:
                words = "{player} declares {found}, which {expected} has declared"
                return Complaint(words, player=player.name, found=name, expected=site.owner.name)
    return _possible_numbers(table, player, event)


def _possible_numbers(table: Table, player: Player, event: HoldingsDeclared) -> Complaint | None:
    others = [other for other in table.seats if other is not player and other.declared]
    for what, found, box, taken in (
        ("prisoners", event.prisoners, len(table.deck.prisoners), sum(other.unfreed for other in others)),
        ("loans", event.loans, len(table.deck.loans), sum(other.owing for other in others)),
    ):
        most = box if taken > box else box - taken  # more than the box holds was told with another player
        if not 0 <= found <= most:
            words = "{player} declares {found} {what}; there can be {expected} at most"
            return Complaint(words, player=player.name, found=found, what=what, expected=most)
    if event.coins < 0:
        return Complaint("{player} declares {found} coins", player=player.name, found=event.coins)
    return None


def holdings_as_recorded(table: Table, event: HoldingsDeclared) -> Complaint | None:
    """A declaration that differs from the recorded play is worth a warning."""
    player: Player = table.players[event.player]
    if table.tally or not differs(table, player, event):
        return None
    built = sorted(finished(table, player, "building") | finished(table, player, "machine"))
    words = "{player} declares {found}; the record has {expected}"
    return Complaint(
        words, "warning", player=player.name,
        found=_holding(event.coins, sorted((*event.buildings, *event.machines)), event.prisoners, event.loans),
        expected=_holding(player.coins, built, player.unfreed, player.owing),
    )  # fmt: skip


def _holding(coins: int, built: list[str], prisoners: int, loans: int) -> Words:
    return Words(
        "{coins} {coins:coin|coins}, {built}, {prisoners} {prisoners:prisoner|prisoners}, {loans} {loans:loan|loans}",
        coins=coins, built=" ".join(built) or Words("no buildings"), prisoners=prisoners, loans=loans,
    )  # fmt: skip


OVERDUE = ("BLD-B23", rows_are_filled)

Check = Callable[[Any, Any], Complaint | None]


def _first_only(*rules: tuple[str, Check]) -> tuple[tuple[str, Check], ...]:
    """One mistake is one finding: a rule speaks only where none before it in the list does."""
    return tuple(
        (rule, _unless([earlier for _, earlier in rules[:at]], check)) for at, (rule, check) in enumerate(rules)
    )


def _unless(before: list[Check], check: Check) -> Check:
    def speaks(table: Table, event: Any) -> Complaint | None:
        complaint = check(table, event)
        if complaint is None:
            return None
        told = (earlier(table, event) for earlier in before)
        return None if any(one is not None and one.severity == "violation" for one in told) else complaint

    return speaks


_REVEAL = (("BLD-B23", turned_from_the_deck), ("BLD-B23", a_place_is_free), ("BLD-B23", decks_are_known))
_TURN = ("BLD-B27", in_turn)
_ACTION = ("BLD-B21", actions_suffice)
_INVESTMENT = ("BLD-B13", one_investment)

RULES: dict[type, tuple[tuple[str, Check], ...]] = {
    Started: (("entry", starts_once), ("BLD-B23a", one_apprentice_each)),
    BuildingRevealed: _REVEAL,
    WorkerRevealed: _REVEAL,
    ConstructionStarted: _first_only(_TURN, ("BLD-B23", building_is_face_up), ("BLD-B23", decks_are_known), _ACTION),
    WorkerHired: _first_only(_TURN, ("BLD-B23", worker_is_face_up), ("BLD-B23", decks_are_known), _ACTION),
    SentToWork: _first_only(
        _TURN,
        ("BLD-B3", tool_comes_too_late),
        ("BLD-B5", one_tool_each),
        ("BLD-B9", machine_is_finished),
        ("BLD-B1a", sends_ones_own),
        ("BLD-B1a", site_is_ones_own),
        ("BLD-B3", tool_is_at_hand),
        ("BLD-B4", prisoner_holds_no_tool),
        ("BLD-B6", machine_holds_a_tool),
        ("BLD-B16", citizen_may_work),
        ("BLD-B1", actions_suffice_to_send),
        ("BLD-B33", wage_is_in_the_purse),
    ),
    CoinsTaken: _first_only(_TURN, ("BLD-B20", packet_of_three), _ACTION),
    ActionsBought: _first_only(
        _TURN,
        ("BLD-B21", at_least_one_is_bought),
        ("BLD-B21", bought_at_the_right_time),
        ("BLD-B21", actions_are_paid_for),
    ),
    PrisonerBought: _first_only(
        _TURN, ("BLD-B13", prisoner_is_in_the_line), _INVESTMENT, _ACTION, ("BLD-B13", prisoner_is_paid_for)
    ),
    ToolBought: _first_only(
        _TURN, ("BLD-B13", tool_is_in_the_line), _INVESTMENT, _ACTION, ("BLD-B13", tool_is_paid_for)
    ),
    LoanTaken: _first_only(
        _TURN,
        ("BLD-B18", repaid_loan_is_gone),
        ("BLD-B19", loan_is_in_the_line),
        ("BLD-B19", debts_do_not_matter),
        _INVESTMENT,
        _ACTION,
    ),
    WorkerTrained: _first_only(
        _TURN,
        ("BLD-B9", machine_learns_nothing),
        ("BLD-B11", trains_ones_own),
        ("BLD-B13", university_is_in_the_line),
        _INVESTMENT,
        _ACTION,
        ("BLD-B11", university_is_paid_for),
    ),
    PrisonerFreed: _first_only(
        _TURN,
        ("BLD-B14", frees_ones_own),
        ("BLD-B15", freed_when_not_at_work),
        _ACTION,
        ("BLD-B14", freeing_is_paid_for),
    ),
    LoanRepaid: _first_only(_TURN, ("BLD-B17", loan_is_held), ("BLD-B17", loan_is_paid_back)),
    TurnEnded: (_TURN,),
    HoldingsDeclared: (("holdings", holdings_are_possible), ("holdings", holdings_as_recorded)),
}
