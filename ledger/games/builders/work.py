"""Send somebody to work: a worker, citizen, prisoner or machine goes to a site, with a tool or without."""

from collections.abc import Iterator
from typing import Any

from ledger.choices import possible
from ledger.events import Event
from ledger.forms import Form, entry_form, pick_field
from ledger.game import SLIP, Complaint, Condition, Happening
from ledger.games.builders.cards import Card
from ledger.games.builders.picks import A_BUILDING, A_TOOL, card_picks, one_card, pool, who
from ledger.games.builders.table import (
    Person,
    Player,
    Site,
    Table,
    Tool,
    acting,
    available,
    enough,
    finish,
    idle_tools,
    lift,
    minus,
    open_sites,
    pay,
    place_of,
    plus,
    reading,
    receive,
    useful,
)
from ledger.games.builders.turn import FILLED, IN_TURN, PLAYED, act, had, purse_holds, spend, unpaid
from ledger.language.sayings import CARD, PLAYER, Saying, Sayings
from ledger.words import Words


class SentToWork(Event, frozen=True, kw_only=True, tag="sent_to_work"):
    """A worker, citizen, prisoner or machine goes to a site, with a tool or without."""

    player: str
    worker: str
    site: str
    tool: str = ""


# --- who --------------------------------------------------------------------------------------------------------------


def machine_is_finished(table: Table, event: SentToWork) -> bool:
    """B9: a machine works once it is finished."""
    return event.worker in table.people or table.deck.people[event.worker].kind != "machine"


def machine_is_not_finished(table: Table, event: SentToWork) -> Complaint:
    words = "{player} sends {found}, which is not finished"
    return Complaint(words, player=event.player, found=table.deck.named(event.worker))


def works_for(table: Table, player: str, card: str) -> bool:
    """Whether somebody is in a player's pool, or may have been from the start."""
    person = table.people.get(card)
    if person is None:
        return may_be_dealt(table, player, card)
    return person.owner is table.players[player]


def sends_ones_own(table: Table, event: SentToWork) -> bool:
    """B1a: somebody of one's own."""
    return works_for(table, event.player, event.worker)


def sends_somebody_elses(table: Table, event: SentToWork) -> Complaint:
    person = table.people.get(event.worker)
    if person is None:
        return never_joined(table, event.player, event.worker)
    words = "{player} sends {found}, who works for {expected}"
    return Complaint(words, player=event.player, found=table.deck.named(event.worker), expected=person.owner.name)


def never_joined(table: Table, player: str, card: str) -> Complaint:
    """The record never saw this one come to the player."""
    words = "{player} uses {found} without having it ({expected})"
    return Complaint(words, player=player, found=table.deck.named(card), expected=place_of(table, card))


def may_be_dealt(table: Table, player: str, card: str) -> bool:
    """B23a: where the start does not say which apprentice a player has, it may be this one."""
    known: Card = table.deck.people[card]
    return known.grade == "apprentice" and card not in table.where and table.players[player].undealt


def apprentice_is_known(table: Table, event: SentToWork) -> bool:
    """B1a, B23a: the record saw this one come to the player."""
    return event.worker in table.people


def apprentice_is_unknown(table: Table, event: SentToWork) -> Complaint:
    return perhaps_dealt(table, event.player, event.worker)


def perhaps_dealt(table: Table, player: str, card: str) -> Complaint:
    """Nobody can tell whether a player was dealt this apprentice."""
    words = "whether {player} was dealt {found} cannot be told from the start of the game"
    return Complaint(words, severity="undecidable", player=player, found=table.deck.named(card))


def is_available(table: Table, event: SentToWork) -> bool:
    """B1a: nobody leaves a site before it is finished."""
    person = table.people.get(event.worker)
    return person is None or person.site is None


def is_at_work(table: Table, event: SentToWork) -> Complaint:
    return busy(table, event.player, "sends", event.worker)


def busy(table: Table, player: str, verb: str, card: str) -> Complaint:
    """Somebody is at work."""
    person = table.people[card]
    site = table.deck.named(person.site.id) if person.site else ""
    words = "{player} {verb} {found}, who is at work on {expected} until that is finished"
    return Complaint(words, player=player, verb=verb, found=table.deck.named(card), expected=site)


def machine_may_work(table: Table, event: SentToWork) -> bool:
    """B9: a machine works at once, by the other reading from the next turn on."""
    return table.options["fresh_machine"] == "at_once" or not _fresh(table, event, "machine")


def machine_is_fresh(table: Table, event: SentToWork) -> Complaint:
    words = "{player} sends {found} in the turn in which it was finished ({option})"
    found, option = table.deck.named(event.worker), reading(table, "fresh_machine")
    return Complaint(words, player=event.player, found=found, option=option)


def citizen_may_work(table: Table, event: SentToWork) -> bool:
    """B16: a citizen works at once, by the other reading from the next turn on."""
    return table.options["fresh_citizen"] == "at_once" or not _fresh(table, event, "citizen")


def citizen_is_fresh(table: Table, event: SentToWork) -> Complaint:
    words = "{player} sends {found} in the turn in which they were freed ({option})"
    found, option = table.deck.named(event.worker), reading(table, "fresh_citizen")
    return Complaint(words, player=event.player, found=found, option=option)


def _fresh(table: Table, event: SentToWork, kind: str) -> bool:
    person, player = table.people.get(event.worker), table.players[event.player]
    return person is not None and person.kind == kind and person.fresh is not None and person.fresh is player.turn


# --- where ------------------------------------------------------------------------------------------------------------


def site_is_ones_own_and_open(table: Table, event: SentToWork) -> bool:
    """B1a: to a site of one's own that is not finished."""
    site = table.sites.get(event.site)
    return site is not None and site.owner is table.players[event.player] and not site.done


def site_is_no_place_to_work(table: Table, event: SentToWork) -> Complaint:
    site = table.sites.get(event.site)
    named = table.deck.named(table.deck.buildings[event.site].id)
    if site is None:
        words = "{player} sends somebody to {found}, which nobody has started"
        return Complaint(words, player=event.player, found=named)
    if site.owner is not table.players[event.player]:
        words = "{player} sends somebody to {found}, which is {expected}'s"
        return Complaint(words, player=event.player, found=named, expected=site.owner.name)
    return Complaint("{player} sends somebody to {found}, which is finished", player=event.player, found=named)


# --- with what --------------------------------------------------------------------------------------------------------


def tool_comes_in_time(table: Table, event: SentToWork) -> bool:
    """B3: a tool is given when somebody is sent, and not to somebody who is at work already."""
    if not event.tool:
        return True
    person = table.people.get(event.worker)
    return person is None or person.tool is not None or not _is_there(table, event, person)


def tool_comes_too_late(table: Table, event: SentToWork) -> Complaint:
    named = table.deck.named
    words = "{player} gives {found} to {person}, who is at work already; a tool goes along when somebody is sent"
    return Complaint(words, player=event.player, found=named(event.tool), person=named(event.worker))


def one_tool_each(table: Table, event: SentToWork) -> bool:
    """B5: nobody holds two tools."""
    if not event.tool:
        return True
    person = table.people.get(event.worker)
    return person is None or person.tool is None or not _is_there(table, event, person)


def a_second_tool(table: Table, event: SentToWork) -> Complaint:
    named, held = table.deck.named, table.people[event.worker].tool
    words = "{player} gives {found} to {person}, who holds {expected} already; there is one tool for each"
    holds = named(held.id) if held is not None else ""
    return Complaint(words, player=event.player, found=named(event.tool), person=named(event.worker), expected=holds)


def _is_there(table: Table, event: SentToWork, person: Person) -> bool:
    """Sent to where they are."""
    site = person.site
    return site is not None and site.id == event.site and person.owner is table.players[event.player]


def tool_is_at_hand(table: Table, event: SentToWork) -> bool:
    """B3: a tool of one's own that nobody holds."""
    if not event.tool:
        return True
    tool = table.tools.get(event.tool)
    return tool is not None and tool.owner is table.players[event.player] and tool.holder is None


def tool_is_not_at_hand(table: Table, event: SentToWork) -> Complaint:
    tool, named = table.tools.get(event.tool), table.deck.named(table.deck.tools[event.tool].id)
    if tool is None:
        words = "{player} gives {found} without having it ({expected})"
        return Complaint(words, player=event.player, found=named, expected=place_of(table, event.tool))
    if tool.owner is not table.players[event.player]:
        words = "{player} gives {found}, which is {expected}'s"
        return Complaint(words, player=event.player, found=named, expected=tool.owner.name)
    words = "{player} gives {found}, which {expected} holds until the building is finished"
    holder = table.deck.named(tool.holder.id) if tool.holder else ""
    return Complaint(words, player=event.player, found=named, expected=holder)


def prisoner_holds_no_tool(table: Table, event: SentToWork) -> bool:
    """B4: a prisoner works with bare hands; by the other reading not."""
    return not event.tool or table.options["tool_on_prisoner"] == "allowed" or not _is(table, event, "prisoner")


def prisoner_holds_a_tool(table: Table, event: SentToWork) -> Complaint:
    named = table.deck.named
    words = "{player} gives {found} to {person}; a prisoner works without tools"
    return Complaint(words, player=event.player, found=named(event.tool), person=named(event.worker))


def machine_may_hold_a_tool(table: Table, event: SentToWork) -> bool:
    """B6: no text says whether a machine may have a tool; by the other reading it may not."""
    return not event.tool or table.options["tool_on_machine"] == "allowed" or not _is(table, event, "machine")


def machine_holds_no_tool(table: Table, event: SentToWork) -> bool:
    """B6: a machine with a tool is worth a note."""
    return not event.tool or not _is(table, event, "machine")


def machine_holds_a_tool(table: Table, event: SentToWork) -> Complaint:
    named, option = table.deck.named, reading(table, "tool_on_machine")
    noted = table.options["tool_on_machine"] == "allowed"
    words = "{player} gives {found} to a machine, {person} ({option})"
    values = {"found": named(event.tool), "person": named(event.worker), "option": option}
    return Complaint(words, severity="note" if noted else "violation", player=event.player, **values)


def _is(table: Table, event: SentToWork, kind: str) -> bool:
    person = table.people.get(event.worker)
    return person is not None and person.kind == kind


# --- for what ---------------------------------------------------------------------------------------------------------


def actions_suffice(table: Table, event: SentToWork) -> bool:
    """B1, B2: the k-th sent to a site in one turn costs k actions, whoever was there before."""
    turn = table.players[event.player].turn
    return turn is not None and turn.left > turn.sent.get(event.site, 0)


def actions_do_not_suffice(table: Table, event: SentToWork) -> Complaint:
    turn = table.players[event.player].turn
    sent, left = (turn.sent.get(event.site, 0), turn.left) if turn is not None else (0, 0)
    named = table.deck.named(event.site)
    if not sent:
        words = "{player} sends somebody to {site} and has used all {expected} actions of this turn"
        return Complaint(words, player=event.player, site=named, found=1, expected=had(table, event))
    if not left:
        words = (
            "{player} has sent {sent} {sent:person|people} to {site} in this turn; "
            "one more costs {found} actions, and none is left"
        )
        return Complaint(words, player=event.player, sent=sent, site=named, found=sent + 1, expected=0)
    words = (
        "{player} has sent {sent} {sent:person|people} to {site} in this turn; "
        "one more costs {found} actions, and {expected} {expected:is|are} left"
    )
    return Complaint(words, player=event.player, sent=sent, site=named, found=sent + 1, expected=left)


def wage_is_in_the_purse(table: Table, event: SentToWork) -> bool:
    """B12, B33: the wage is paid out of what is there before the work is done."""
    return purse_holds(table, event, _wage(table, event))


def wage_is_not_in_the_purse(table: Table, event: SentToWork) -> Complaint:
    words = "the wage of {card} is {found} {found:coin|coins}; {player} has {expected}"
    return unpaid(table, event, words, _wage(table, event), event.worker)


def _wage(table: Table, event: SentToWork) -> int:
    person = table.people.get(event.worker)
    return person.wage if person is not None else table.deck.people[event.worker].wage


# --- what it does -----------------------------------------------------------------------------------------------------


def send(table: Table, event: SentToWork) -> None:
    """B33: the wage is paid, then the work is done; B25: when the needs are met the building is finished."""
    person, site, tool = table.people.get(event.worker), table.sites.get(event.site), None
    if event.tool:
        table.deck.tools[event.tool]
    if person is None:
        table.deck.people[event.worker]
    if site is None:
        table.deck.buildings[event.site]
    turn, n = act(table, event), event.n
    player: Player = turn.player
    if person is None or person.owner is not player or (person.site is not None and person.site is not site):
        person = _call(table, event, player)
    if site is None:
        lift(table, table.buildings, event.site, player)
        site = table.sites[event.site] = Site(table.deck.buildings[event.site], player, n)
    if event.tool:
        tool = _hand_over(table, event.tool, player)
    sent = turn.sent[event.site] = turn.sent.get(event.site, 0) + 1
    spend(turn, sent)
    if person.wage:
        pay(table, player, person.wage, n)
    if not site.done:
        _work(table, person, site, tool, n)


def _work(table: Table, person: Person, site: Site, tool: Tool | None, n: int) -> None:
    """B3, B25: somebody works on a site, with a tool that stays there too, until it has all it needs."""
    person.site = site
    site.sent.append(n)
    if person not in site.crew:
        site.crew.append(person)
        site.have = plus(site.have, person.gives)
    if tool is not None:
        if person.tool is not None:
            person.tool.holder = None
        tool.holder = person
        person.tool = tool
        site.have = plus(site.have, tool.gives)
    if enough(site.have, site.card.needs):
        finish(table, site, n)


def _call(table: Table, event: SentToWork, player: Player) -> Person:
    """Somebody is sent whom the record has elsewhere: they are the player's and go, and the work they did stays."""
    person = receive(table, table.deck.people[event.worker], player, event.n)
    person.site = None
    return person


def _hand_over(table: Table, card: str, player: Player) -> Tool:
    """A tool is the player's and free, wherever the record had it."""
    tool = table.tools.get(card)
    if tool is None:
        tool = table.tools[card] = Tool(table.deck.tools[card], player)
        table.where[card] = player
    if tool.holder is not None:
        tool.holder.tool = None
        tool.holder = None
    tool.owner = player
    return tool


# --- how it is told and entered ---------------------------------------------------------------------------------------


def finishes(table: Table, event: SentToWork) -> bool:
    person, site, tool = table.people.get(event.worker), table.sites.get(event.site), table.tools.get(event.tool)
    if person is None or site is None or site.done:
        return False
    have = plus(site.have, person.gives)
    return enough(plus(have, tool.gives) if tool else have, site.card.needs)


GONE: dict[str, Any] = {"player": PLAYER, "person": CARD("worker"), "site": A_BUILDING}
ALSO_WITH = (
    "{player} sends/sent/puts {person} to/on/at/into {site} with {tool}",
    "{player} {person} works on/at {site} with {tool}",
    "{player} {person} to/on/at {site} with {tool}",
)
WITH_A_TOOL: dict[str, Any] = {**GONE, "tool": A_TOOL, "also": ALSO_WITH}


TOLD = Sayings(
    Saying("{player} sends {person} with {tool} to {site} and finishes it", **WITH_A_TOOL, when=finishes),
    Saying("{player} sends {person} to {site} and finishes it", **GONE, when=finishes),
    Saying("{player} sends {person} with {tool} to {site}", **WITH_A_TOOL),
    Saying(
        "{player} sends {person} to {site}",
        **GONE,
        also=(
            "{player} sends/sent/puts {person} to/on/at/into {site}",
            "{player} {person} works on/at {site}",
            "{player} {person} to/on/at {site}",
        ),
    ),
)


def sendings(table: Table) -> Iterator[SentToWork]:
    """Who can go where, with each tool; first what finishes a site, last what a site has no use for."""
    player = table.turn.player
    people, tools = available(table, player), ["", *(tool.id for tool in idle_tools(table, player))]
    able = [(_rank(site, person), site, person) for site in open_sites(table, player) for person in people]
    able.sort(key=lambda one: one[0])
    for tool in tools:
        for _, site, person in able:
            yield SentToWork(player=player.name, worker=person.id, site=site.id, tool=tool)


def _rank(site: Site, person: Person) -> tuple[bool, int]:
    unfinished = not enough(plus(site.have, person.gives), site.card.needs)
    return unfinished, -useful(minus(site.card.needs, site.have), person.gives)


def forms(table: Table) -> Iterator[Form]:
    deck, players = table.deck, acting(table)
    idle = [tool.id for player in players for tool in idle_tools(table, player)]
    sites = [site.id for player in players for site in open_sites(table, player)]
    fields = [
        who(table),
        one_card(table, "worker", Words("who goes"), [person.id for person in pool(table)], deck.people),
        one_card(table, "site", Words("where"), sites, deck.buildings),
        pick_field("tool", Words("with a tool"), card_picks(table, idle, deck.tools), optional=True),
    ]
    yield entry_form(SentToWork, Words("send somebody to work"), fields, now=possible(SENT, table))


SENT = Happening(
    event=SentToWork,
    conditions=(
        PLAYED,
        IN_TURN,
        Condition("BLD-B3", tool_comes_in_time, tool_comes_too_late),
        Condition("BLD-B5", one_tool_each, a_second_tool),
        Condition("BLD-B9", machine_is_finished, machine_is_not_finished),
        Condition("BLD-B1a", sends_ones_own, sends_somebody_elses, mistake=SLIP),
        Condition("BLD-B1a", is_available, is_at_work, mistake=SLIP),
        Condition("BLD-B9", machine_may_work, machine_is_fresh),
        Condition("BLD-B16", citizen_may_work, citizen_is_fresh),
        Condition("BLD-B1a", site_is_ones_own_and_open, site_is_no_place_to_work),
        Condition("BLD-B3", tool_is_at_hand, tool_is_not_at_hand, mistake=SLIP),
        Condition("BLD-B4", prisoner_holds_no_tool, prisoner_holds_a_tool),
        Condition("BLD-B6", machine_may_hold_a_tool, machine_holds_a_tool),
        Condition("BLD-B1", actions_suffice, actions_do_not_suffice),
        Condition("BLD-B33", wage_is_in_the_purse, wage_is_not_in_the_purse),
        FILLED,
        Condition("BLD-B1a", apprentice_is_known, apprentice_is_unknown),
        Condition("BLD-B6", machine_holds_no_tool, machine_holds_a_tool),
    ),
    effect=send,
    words=TOLD,
    offers=sendings,
    forms=forms,
)
