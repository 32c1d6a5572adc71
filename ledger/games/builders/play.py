"""What may happen next at a table of The Builders: for a scribe who records it, and for players who make it up."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import NamedTuple

from ledger.events import Event
from ledger.game import Choice
from ledger.games.builders.cards import ACTION_PRICE, FREE_ACTIONS, PACKETS, Card, Deck, Materials
from ledger.games.builders.events import (
    ActionsBought,
    BuildingRevealed,
    CoinsTaken,
    ConstructionStarted,
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
from ledger.games.builders.moves import Move
from ledger.games.builders.table import (
    Person,
    Player,
    Row,
    Site,
    Table,
    Tool,
    available,
    enough,
    minus,
    open_sites,
    plus,
    trained,
)
from ledger.games.builders.telling import tell
from ledger.words import Words


def deal(deck: Deck, players: Sequence[str], dice: Random) -> dict[str, dict[str, str]]:
    """What chance gives out before the first event: an apprentice for everybody."""
    return {"apprentices": dict(zip(players, dice.sample(deck.apprentices, len(players)), strict=True))}


# --- what may happen next ---------------------------------------------------------------------------------------------


def choices(table: Table) -> list[Choice]:
    """What may happen next where it can be listed, the likeliest first; tools are said, not listed."""
    if table.owed:
        return []
    if table.over:
        return [choice for player in table.seats for choice in _settling(table, player)]
    player = table.turn.player
    ending = _may(table, TurnEnded(player=player.name))
    if table.turn.left <= 0:
        return [ending._replace(due=True), *_settling(table, player), *_bought(table, player)]
    able = [*_sendings(table, player), *_takings(table, player), *_investments(table, player)]
    return [*able, *_settling(table, player), *_bought(table, player), ending]


def _may(table: Table, event: Move) -> Choice:
    return Choice(event, tell(table, event))


def may_send(table: Table, person: Person) -> bool:
    """B9, B16: whoever became able to work in this turn may, unless the table reads it otherwise."""
    if person.fresh is not table.turn:
        return True
    return table.options["fresh_machine" if person.kind == "machine" else "fresh_citizen"] == "at_once"


def _sendings(table: Table, player: Player) -> list[Choice]:
    """Who can go where; first what finishes a site, last what a site has no use for."""
    people = [one for one in available(table, player) if one.wage <= player.coins and may_send(table, one)]
    able = [
        (_rank(site, person), site, person)
        for site in open_sites(table, player)
        for person in people
        if table.turn.sent.get(site.id, 0) < table.turn.left
    ]
    able.sort(key=lambda one: one[0])
    return [_sending(table, site, person) for _, site, person in able]


def _rank(site: Site, person: Person) -> tuple[bool, int]:
    unfinished = not enough(plus(site.have, person.gives), site.card.needs)
    return unfinished, -_useful(minus(site.card.needs, site.have), person.gives)


def _sending(table: Table, site: Site, person: Person) -> Choice:
    words = "{player} sends {person} to {site}: {cost} {cost:action|actions}, {wage} {wage:coin|coins}"
    if enough(plus(site.have, person.gives), site.card.needs):
        words = (
            "{player} sends {person} to {site} and finishes it: {cost} {cost:action|actions}, {wage} {wage:coin|coins}"
        )
    name, named = person.owner.name, table.deck.named
    cost = table.turn.sent.get(site.id, 0) + 1
    event = SentToWork(player=name, worker=person.id, site=site.id)
    values = {"person": named(person.id), "site": named(site.id), "cost": cost, "wage": person.wage}
    return Choice(event, Words(words, player=name, **values))


def _takings(table: Table, player: Player) -> Iterator[Choice]:
    name = player.name
    for card in table.buildings.cards:
        yield _may(table, ConstructionStarted(player=name, building=card))
    for card in table.workers.cards:
        yield _may(table, WorkerHired(player=name, worker=card))
    for actions in PACKETS:
        if actions <= table.turn.left:
            yield _may(table, CoinsTaken(player=name, actions=actions))


def in_the_line(table: Table, pile: Mapping[str, Card]) -> list[Card]:
    """The cards of the investment line that are still there."""
    return [card for card in pile.values() if card.id not in table.where]


def _investments(table: Table, player: Player) -> Iterator[Choice]:
    if table.turn.invested:
        return
    deck = table.deck
    for card in [*in_the_line(table, deck.prisoners), *in_the_line(table, deck.tools)]:
        if card.price <= player.coins:
            yield _may(table, _purchase(player, card))
    for event in _trainings(table, player):
        yield _may(table, event)
    for card in in_the_line(table, deck.loans)[:1] if may_borrow(table, player) else ():
        yield _may(table, LoanTaken(player=player.name, loan=card.id))


def _purchase(player: Player, card: Card) -> PrisonerBought | ToolBought:
    if card.kind == "tool":
        return ToolBought(player=player.name, tool=card.id)
    return PrisonerBought(player=player.name, prisoner=card.id)


def _trainings(table: Table, player: Player) -> list[WorkerTrained]:
    """B11: whoever would give more than before."""
    pupils = [one for one in available(table, player) if not one.trained and one.kind in ("worker", "citizen")]
    return [
        WorkerTrained(player=player.name, worker=person.id, university=card.id)
        for card in in_the_line(table, table.deck.universities)
        for person in pupils
        if card.price <= player.coins and sum(trained(table, person.gives, card)) > sum(person.gives)
    ]


def may_borrow(table: Table, player: Player) -> bool:
    """B19: debts are no bar, unless the table reads it otherwise."""
    return table.options["loans_held"] == "any" or not player.owing


def _settling(table: Table, player: Player) -> Iterator[Choice]:
    """B14, B17: what may be settled now, in play or in the final count."""
    name = player.name
    able = player.coins >= ACTION_PRICE if table.over else table.turn.left > 0
    for person in available(table, player) if able else ():
        if person.kind == "prisoner":
            yield _may(table, PrisonerFreed(player=name, prisoner=person.id))
    for loan in player.loans:
        if table.deck.loans[loan].repay <= player.coins:
            yield _may(table, LoanRepaid(player=name, loan=loan))


def _bought(table: Table, player: Player) -> Iterator[Choice]:
    """B21: an action more, where the table's reading allows it now."""
    turn = table.turn
    late = table.options["bought_actions"] == "before_first" and turn.left != FREE_ACTIONS + turn.bought
    if player.coins >= ACTION_PRICE and not late:
        yield _may(table, ActionsBought(player=player.name, count=1))


# --- players who make it up -------------------------------------------------------------------------------------------


class Style(NamedTuple):
    """A way of playing: how many people are wanted, and chances out of a hundred."""

    crew: int
    grand: int  # to prefer points to coins
    invest: int  # to look at the investment line
    borrow: int  # to take a loan when coins are short
    hurry: int  # to buy actions
    settle: int  # to free prisoners and repay loans


STYLES = {
    "careful": Style(crew=5, grand=30, invest=15, borrow=2, hurry=5, settle=90),
    "grand": Style(crew=7, grand=90, invest=35, borrow=15, hurry=25, settle=70),
    "debtor": Style(crew=6, grand=60, invest=60, borrow=80, hurry=60, settle=35),
}


def step(table: Table, dice: Random, styles: Mapping[str, Style]) -> list[Event]:
    """What happens next when players of these styles play a legal game; nothing when it is over."""
    if table.owed:
        return [event for row in table.owed for event in _dealt(table, dice, row)]
    if table.over:
        return [event for player in table.seats for event in _final_count(table, dice, styles[player.name], player)]
    player = table.turn.player
    return [_move(table, dice, styles[player.name], player)]


def _dealt(table: Table, dice: Random, row: Row) -> Iterator[Event]:
    """Cards off a shuffled deck."""
    pile = table.deck.buildings if row is table.buildings else table.deck.workers
    unseen = [card for card in pile if card not in table.where]
    return (revealed(card) for card in dice.sample(unseen, row.waiting))


def revealed(card: str) -> Event:
    """A card turned up in its row."""
    return WorkerRevealed(card=card) if card[0] == "w" else BuildingRevealed(card=card)


def _final_count(table: Table, dice: Random, style: Style, player: Player) -> list[Event]:
    """B28: one thing after the other, as long as the player cares to."""
    able = [choice.event for choice in _settling(table, player)]
    return able[:1] if dice.randrange(100) < style.settle else []


def _move(table: Table, dice: Random, style: Style, player: Player) -> Event:
    """One thing that a player of this style does in the turn."""
    site, crew = _project(table, style, player)
    if table.turn.left <= 0:
        hurry = _hurry(table, dice, style, player, site, crew[0]) if site is not None else None
        return hurry or _last_word(table, dice, style, player)
    return (
        _aside(table, dice, style, player)
        or (_work(table, dice, style, player, site, crew[0]) if site is not None else None)
        or _preparation(table, dice, style, player)
    )


def _hurry(table: Table, dice: Random, style: Style, player: Player, site: Site, person: Person) -> Event | None:
    """B21: buy the actions that are missing to send one more person here."""
    count = table.turn.sent.get(site.id, 0) + 1 - table.turn.left
    if player.coins < ACTION_PRICE * count + person.wage or dice.randrange(100) >= style.hurry:
        return None
    if table.options["bought_actions"] == "before_first":
        return None
    return ActionsBought(player=player.name, count=count)


def _last_word(table: Table, dice: Random, style: Style, player: Player) -> Event:
    """No action is left; what costs none may still be done."""
    loan = next((loan for loan in player.loans if player.coins >= table.deck.loans[loan].repay + ACTION_PRICE), None)
    if loan is not None and dice.randrange(100) < style.settle // 3:
        return LoanRepaid(player=player.name, loan=loan)
    return TurnEnded(player=player.name)


# What somebody plans.


def _project(table: Table, style: Style, player: Player) -> tuple[Site | None, list[Person]]:
    """The site that can be finished with people of the pool, the one with most at work first, and who is to go."""
    people = [person for person in available(table, player) if may_send(table, person)]
    best: tuple[Site | None, list[Person]] = (None, [])
    rank = -1
    for site in open_sites(table, player):
        crew = _crew(minus(site.card.needs, site.have), people)
        worth = _worth(site.card, style) // len(crew) + 1000 * len(site.crew) if crew else -1
        if crew and worth > rank:
            best, rank = (site, crew), worth
    return best


def _crew(needs: Materials, people: Iterable[Person]) -> list[Person]:
    """One after the other who does most of what is still needed, for the least wage; empty when not enough."""
    pool, crew = list(people), []
    while pool and max(needs) > 0:
        person = max(pool, key=lambda one: (12 * _useful(needs, one.gives) - 2 * one.wage - sum(one.gives), one.id))
        if not _useful(needs, person.gives):
            break
        pool.remove(person)
        crew.append(person)
        needs = minus(needs, person.gives)
    return crew if max(needs) <= 0 else []


def _useful(needs: Materials, gives: Materials) -> int:
    return sum(min(need, give) for need, give in zip(needs, gives, strict=True) if need > 0)


def _worth(card: Card, style: Style) -> int:
    points = card.points + (2 if card.kind == "machine" else 0)
    return 10 * (points * style.grand + card.coins * (100 - style.grand) // 5)


# What somebody does.


def _work(table: Table, dice: Random, style: Style, player: Player, site: Site, person: Person) -> Event | None:
    """Send the next of the crew, or see to the coins and actions for it."""
    if table.turn.sent.get(site.id, 0) + 1 > table.turn.left:
        return _hurry(table, dice, style, player, site, person)
    if person.wage > player.coins:
        return _funds(table, dice, style, player)
    tool = _tool(table, player, site, person) if dice.randrange(100) < 80 else None
    return SentToWork(player=player.name, worker=person.id, site=site.id, tool=tool.id if tool else "")


def _tool(table: Table, player: Player, site: Site, person: Person) -> Tool | None:
    """B3, B4: a tool in the pool that gives what is still needed."""
    if person.kind == "prisoner" or (person.kind == "machine" and table.options["tool_on_machine"] == "refused"):
        return None
    needs = minus(minus(site.card.needs, site.have), person.gives)
    idle = (tool for tool in table.tools.values() if tool.owner is player and tool.holder is None)
    return next((tool for tool in idle if _useful(needs, tool.gives)), None)


def _funds(table: Table, dice: Random, style: Style, player: Player) -> Event:
    """Coins are short: a loan, or what the actions left are worth."""
    loans = in_the_line(table, table.deck.loans) if may_borrow(table, player) and not table.turn.invested else []
    if loans and dice.randrange(100) < style.borrow:
        return LoanTaken(player=player.name, loan=dice.choice(loans).id)
    return CoinsTaken(player=player.name, actions=min(table.turn.left, 3))


def _aside(table: Table, dice: Random, style: Style, player: Player) -> Event | None:
    """Now and then something else comes to mind: a citizen freed, a tool, a university, a loan paid back."""
    if dice.randrange(100) >= style.invest // 2:
        return None
    able: list[Event] = []
    if dice.randrange(100) < style.settle // 3:
        able += [choice.event for choice in _settling(table, player)]
    if table.turn.invested:
        return dice.choice(able) if able else None
    line = [*in_the_line(table, table.deck.tools), *in_the_line(table, table.deck.prisoners)]
    able += [_purchase(player, card) for card in line if card.price + 3 <= player.coins]
    able += _trainings(table, player) if player.coins >= 10 else []
    return dice.choice(able) if able else None


def _preparation(table: Table, dice: Random, style: Style, player: Player) -> Event:
    """Nothing can be built with the people of the pool, or not now: hire, start, invest, or take coins."""
    name, row = player.name, table.workers.cards
    people = [person for person in table.people.values() if person.owner is player]
    if row and (len(people) < 3 or (len(people) < style.crew and dice.randrange(100) < 40)):
        return WorkerHired(player=name, worker=_hireling(table, dice, player))
    idle = available(table, player)
    sites = open_sites(table, player)
    able = [card for card in (table.deck.buildings[one] for one in table.buildings.cards) if _crew(card.needs, idle)]
    if able and len(sites) < 3:
        return ConstructionStarted(
            player=name, building=max(able, key=lambda card: _worth(card, style) + dice.randrange(200)).id
        )
    if len(idle) < len(people) or player.coins < 8:
        return _funds(table, dice, style, player)
    return _growth(table, dice, player)


def _hireling(table: Table, dice: Random, player: Player) -> str:
    """Whoever helps most on the sites that wait, else whoever gives most."""
    needs = [minus(site.card.needs, site.have) for site in open_sites(table, player)]
    workers = table.deck.workers
    return max(
        table.workers.cards,
        key=lambda one: (
            sum(_useful(need, workers[one].gives) for need in needs),
            dice.randrange(6) + workers[one].wage,
        ),
    )


def _growth(table: Table, dice: Random, player: Player) -> Event:
    """Everybody is idle and nothing can be built with them: more people, better ones, or other buildings."""
    name, line = player.name, in_the_line(table, table.deck.prisoners)
    if table.workers.cards:
        return WorkerHired(player=name, worker=_hireling(table, dice, player))
    if line and not table.turn.invested and player.coins >= line[0].price:
        return PrisonerBought(player=name, prisoner=dice.choice(line).id)
    lessons = [] if table.turn.invested else _trainings(table, player)
    if lessons:
        return dice.choice(lessons)
    if table.buildings.cards:
        smallest = min(table.buildings.cards, key=lambda one: sum(table.deck.buildings[one].needs))
        return ConstructionStarted(player=name, building=smallest)
    return CoinsTaken(player=name, actions=min(table.turn.left, 3))
