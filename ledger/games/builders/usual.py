"""The usual course of a game of The Builders: events in order, recognised and done in one step, for the speed of it.

Each function here stands for an opener, the rules and a handler together, and only where all of them would let the
event pass in silence: whatever is odd about the event or the table is left to them.
"""

from ledger.game import Usual
from ledger.games.builders.cards import ACTION_PRICE, PACKETS, Card
from ledger.games.builders.events import (
    ActionsBought,
    BuildingRevealed,
    CoinsTaken,
    ConstructionStarted,
    LoanTaken,
    PrisonerBought,
    SentToWork,
    ToolBought,
    TurnEnded,
    WorkerHired,
    WorkerRevealed,
    WorkerTrained,
)
from ledger.games.builders.moves import work
from ledger.games.builders.table import Person, Player, Row, Site, Table, Tool, Turn, after, close, gain, pay, trained


def revealed(table: Table, event: BuildingRevealed | WorkerRevealed) -> bool:
    """A card of its deck is turned up where a place is to be filled."""
    row = table.buildings if type(event) is BuildingRevealed else table.workers
    card = event.card
    if not row.waiting or card in table.where or card not in row.pile or table.untold or table.early is not None:
        return False
    table.reveals += 1
    table.where[card] = row
    row.cards[card] = event.n
    row.left -= 1
    row.waiting -= 1
    if not row.waiting:
        table.owed.remove(row)
    return True


def _turn(table: Table, player: str) -> Turn | None:
    """The turn that goes on, when it is this player's and no row is to be filled first."""
    turn = table.turn
    if table.owed or turn.player.name != player or table.over or table.setting_up:
        return None
    return turn


def construction_started(table: Table, event: ConstructionStarted) -> bool:
    """A face-up building that nobody has worked on becomes a site."""
    turn, row, card = _turn(table, event.player), table.buildings, event.building
    if turn is None or turn.player.unsure or card in table.sites or not _takes(table, turn, row, card):
        return False
    table.sites[card] = Site(row.pile[card], turn.player, event.n)
    return True


def worker_hired(table: Table, event: WorkerHired) -> bool:
    """A face-up worker joins the pool."""
    turn, row, card = _turn(table, event.player), table.workers, event.worker
    if turn is None or card in table.people or not _takes(table, turn, row, card):
        return False
    table.people[card] = Person(row.pile[card], turn.player, event.n)
    return True


def _takes(table: Table, turn: Turn, row: Row, card: str) -> bool:
    """An action is left for a card that lies face up, and it is known whether its place can be filled."""
    if turn.left < 1 or card not in row.cards or row.slack or table.untold:
        return False
    turn.left -= 1
    turn.touched = True
    table.where[card] = turn.player
    del row.cards[card]
    row.spare = 0
    if row.left > 0 and table.piles_known:
        row.waiting = 1
        table.owed.append(row)
    return True


def sent_to_work(table: Table, event: SentToWork) -> bool:
    """Somebody free goes to an open site, both the player's own, for actions and a wage that are there."""
    turn = _turn(table, event.player)
    person, site = table.people.get(event.worker), table.sites.get(event.site)
    if turn is None or person is None or site is None:
        return False
    player: Player = turn.player
    if person.owner is not player or person.site is not None or site.owner is not player or site.done:
        return False
    cost, wage = turn.sent.get(site.id, 0) + 1, person.wage
    if cost > turn.left or wage > player.coins or person.fresh is turn or person.doubted or person.unsure:
        return False
    tool = None
    if event.tool:
        tool = table.tools.get(event.tool)
        if tool is None or tool.owner is not player or tool.holder is not None or person.tool is not None:
            return False
        if person.kind in ("prisoner", "machine"):
            return False
    turn.left -= cost
    turn.touched = True
    turn.sent[site.id] = cost
    if wage:
        pay(table, player, wage, event.n)
    work(table, person, site, tool, event.n)
    return True


def coins_taken(table: Table, event: CoinsTaken) -> bool:
    """A packet of actions that are left, and none smaller than three was given before in the turn."""
    turn, actions = _turn(table, event.player), event.actions
    if turn is None or actions not in PACKETS or actions > turn.left or turn.packet:
        return False
    turn.left -= actions
    turn.touched = True
    turn.packet = actions % 3
    gain(table, turn.player, PACKETS[actions], event.n)
    return True


def actions_bought(table: Table, event: ActionsBought) -> bool:
    """Actions that can be paid for, where that may be at any moment of the turn."""
    turn, count = _turn(table, event.player), event.count
    if turn is None or count < 1 or table.options["bought_actions"] != "any_moment":
        return False
    price = ACTION_PRICE * count
    if price > turn.player.coins:
        return False
    turn.left += count
    turn.bought += count
    turn.touched = True
    pay(table, turn.player, price, event.n)
    return True


def _invests(table: Table, turn: Turn, card: Card, price: int, n: int) -> bool:
    """An action and the coins are there for a card of the line, the first in the turn."""
    if turn.left < 1 or turn.invested or price > turn.player.coins:
        return False
    if card.id in table.where or card.id in table.doubted:
        return False
    turn.left -= 1
    turn.touched = turn.invested = True
    table.where[card.id] = turn.player
    if price:
        pay(table, turn.player, price, n)
    return True


def prisoner_bought(table: Table, event: PrisonerBought) -> bool:
    """A prisoner comes from the line into the pool."""
    turn, card = _turn(table, event.player), table.deck.prisoners[event.prisoner]
    if turn is None or card.id in table.people or not _invests(table, turn, card, card.price, event.n):
        return False
    table.people[card.id] = Person(card, turn.player, event.n)
    turn.player.unfreed += 1
    return True


def tool_bought(table: Table, event: ToolBought) -> bool:
    """A tool comes from the line into the pool."""
    turn, card = _turn(table, event.player), table.deck.tools[event.tool]
    if turn is None or card.id in table.tools or not _invests(table, turn, card, card.price, event.n):
        return False
    table.tools[card.id] = Tool(card, turn.player)
    return True


def loan_taken(table: Table, event: LoanTaken) -> bool:
    """A loan comes from the line to somebody who may borrow."""
    turn, card = _turn(table, event.player), table.deck.loans[event.loan]
    if turn is None or (turn.player.owing and table.options["loans_held"] != "any"):
        return False
    if not _invests(table, turn, card, 0, event.n):
        return False
    gain(table, turn.player, card.coins, event.n)
    turn.player.loans[card.id] = event.n
    turn.player.owing += 1
    return True


def worker_trained(table: Table, event: WorkerTrained) -> bool:
    """A university comes from the line onto somebody of one's own who is free and has not learnt yet."""
    turn, person = _turn(table, event.player), table.people.get(event.worker)
    if turn is None or person is None or person.owner is not turn.player or person.site is not None:
        return False
    if person.kind not in ("worker", "citizen") or person.trained or person.unsure:
        return False
    university = table.deck.universities[event.university]
    if not _invests(table, turn, university, university.price, event.n):
        return False
    person.gives = trained(table, person.gives, university)
    person.trained = university.id
    return True


def turn_ended(table: Table, event: TurnEnded) -> bool:
    """The turn passes on, and no other was broken off."""
    turn = _turn(table, event.player)
    if turn is None or table.aside is not None:
        return False
    close(table, turn.player, event.n)
    table.turn = Turn(after(table, turn.player))
    return True


USUAL: dict[type, Usual] = {
    BuildingRevealed: revealed,
    WorkerRevealed: revealed,
    ConstructionStarted: construction_started,
    WorkerHired: worker_hired,
    SentToWork: sent_to_work,
    CoinsTaken: coins_taken,
    ActionsBought: actions_bought,
    PrisonerBought: prisoner_bought,
    ToolBought: tool_bought,
    LoanTaken: loan_taken,
    WorkerTrained: worker_trained,
    TurnEnded: turn_ended,
}
