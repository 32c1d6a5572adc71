"""What happened at a table of The Builders, in words."""

from collections.abc import Callable
from typing import Any

from ledger.events import Event
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
    ToolBought,
    TurnEnded,
    WorkerHired,
    WorkerRevealed,
    WorkerTrained,
)
from ledger.games.builders.table import Table, enough, packet, plus
from ledger.words import Words


def tell(table: Table, event: Event) -> Words:
    """An event as a person reads it, at the table as it was before."""
    return TOLD[type(event)](table, event)


def _revealed(table: Table, event: BuildingRevealed | WorkerRevealed) -> Words:
    return Words("{card} is turned up", card=table.deck.named(event.card))


def _started(table: Table, event: ConstructionStarted) -> Words:
    return Words("{player} starts {card}", player=event.player, card=table.deck.named(event.building))


def _hired(table: Table, event: WorkerHired) -> Words:
    return Words("{player} hires {card}", player=event.player, card=table.deck.named(event.worker))


def _sent(table: Table, event: SentToWork) -> Words:
    """Who goes where; that it finishes the site only where the record can tell."""
    named = table.deck.named
    values = {"player": event.player, "person": named(event.worker), "site": named(event.site)}
    if event.tool:
        values["tool"] = named(event.tool)
    if _finishes(table, event):
        if event.tool:
            return Words("{player} sends {person} with {tool} to {site} and finishes it", **values)
        return Words("{player} sends {person} to {site} and finishes it", **values)
    if event.tool:
        return Words("{player} sends {person} with {tool} to {site}", **values)
    return Words("{player} sends {person} to {site}", **values)


def _finishes(table: Table, event: SentToWork) -> bool:
    person, site, tool = table.people.get(event.worker), table.sites.get(event.site), table.tools.get(event.tool)
    if person is None or site is None or site.done:
        return False
    have = plus(site.have, person.gives)
    return enough(plus(have, tool.gives) if tool else have, site.card.needs)


def _coins(table: Table, event: CoinsTaken) -> Words:
    words = "{player} takes {coins} {coins:coin|coins} for {actions} {actions:action|actions}"
    return Words(words, player=event.player, coins=packet(event.actions), actions=event.actions)


def _actions(table: Table, event: ActionsBought) -> Words:
    return Words("{player} buys {count} {count:action|actions}", player=event.player, count=event.count)


def _bought(table: Table, event: PrisonerBought | ToolBought) -> Words:
    card = event.tool if isinstance(event, ToolBought) else event.prisoner
    known = table.deck.cards.get(card)
    if known is None:
        return Words("{player} buys {card}", player=event.player, card=table.deck.named(card))
    words = "{player} buys {card} for {price} {price:coin|coins}"
    return Words(words, player=event.player, card=table.deck.named(card), price=known.price)


def _borrowed(table: Table, event: LoanTaken) -> Words:
    known = table.deck.loans.get(event.loan)
    if known is None:
        return Words("{player} takes {card}", player=event.player, card=table.deck.named(event.loan))
    words = "{player} takes {card} and {coins} {coins:coin|coins}"
    return Words(words, player=event.player, card=table.deck.named(event.loan), coins=known.coins)


def _trained(table: Table, event: WorkerTrained) -> Words:
    named = table.deck.named
    words = "{player} trains {card} at {university}"
    return Words(words, player=event.player, card=named(event.worker), university=named(event.university))


def _freed(table: Table, event: PrisonerFreed) -> Words:
    return Words("{player} frees {card}", player=event.player, card=table.deck.named(event.prisoner))


def _repaid(table: Table, event: LoanRepaid) -> Words:
    return Words("{player} repays {card}", player=event.player, card=table.deck.named(event.loan))


def _ended(table: Table, event: TurnEnded) -> Words:
    return Words("{player} ends the turn", player=event.player)


def _holdings(table: Table, event: HoldingsDeclared) -> Words:
    words = (
        "{player} declares {coins} {coins:coin|coins}, the buildings {buildings}, the machines {machines}, "
        "prisoners: {prisoners}, loans: {loans}"
    )
    return Words(
        words,
        player=event.player,
        coins=event.coins,
        buildings=[table.deck.named(card) for card in event.buildings],
        machines=[table.deck.named(card) for card in event.machines],
        prisoners=event.prisoners,
        loans=event.loans,
    )


TOLD: dict[type, Callable[[Table, Any], Words]] = {
    BuildingRevealed: _revealed,
    WorkerRevealed: _revealed,
    ConstructionStarted: _started,
    WorkerHired: _hired,
    SentToWork: _sent,
    CoinsTaken: _coins,
    ActionsBought: _actions,
    PrisonerBought: _bought,
    ToolBought: _bought,
    LoanTaken: _borrowed,
    WorkerTrained: _trained,
    PrisonerFreed: _freed,
    LoanRepaid: _repaid,
    TurnEnded: _ended,
    HoldingsDeclared: _holdings,
}
