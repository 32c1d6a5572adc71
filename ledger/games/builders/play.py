"""Players of The Builders by dice: of what may happen next they pick what suits their way of playing."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from ledger.choices import allowed
from ledger.events import Event
from ledger.game import Happening
from ledger.games.builders import coins, construction, hire, invest, reveal, settle, turn, work
from ledger.games.builders.cards import ACTION_PRICE, Card, Deck, Materials
from ledger.games.builders.holdings import holdings
from ledger.games.builders.table import Person, Player, Site, Table, available, minus, open_sites, useful

COUNTED_ALOUD = 6  # one table in so many says at the end what everybody has


def deal(deck: Deck, players: Sequence[str], dice: Random) -> dict[str, dict[str, str]]:
    """What chance gives out before the first event: an apprentice for everybody."""
    return {"apprentices": dict(zip(players, dice.sample(deck.apprentices, len(players)), strict=True))}


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


def may(table: Table, happening: Happening, **wanted: Any) -> list[Any]:
    """What may happen of a kind, with these words in its fields."""
    offered = (
        event
        for event in happening.offers(table)
        if all(getattr(event, name) == value for name, value in wanted.items())
    )
    return [event for event in offered if allowed(happening, table, event)]


def step(table: Table, dice: Random, styles: Mapping[str, Style]) -> list[Event]:
    """What happens next when players of these styles play a legal game; nothing when it is over."""
    if table.owed:
        row = table.owed[0]
        return [dice.choice(may(table, reveal.BUILDING_REVEALED if row is table.buildings else reveal.WORKER_REVEALED))]
    if table.over:
        return _final_count(table, dice, styles)
    player = table.turn.player
    return [_move(table, dice, styles[player.name], player)]


def _final_count(table: Table, dice: Random, styles: Mapping[str, Style]) -> list[Event]:
    """B28: one thing after the other, as long as the players care to. Then some tables say what everybody has."""
    if any(player.declared for player in table.seats):
        return []
    able = [*may(table, settle.FREED), *may(table, settle.REPAID)]
    done: list[Event] = [event for event in able if dice.randrange(100) < styles[event.player].settle][:1]
    if done or dice.randrange(COUNTED_ALOUD):
        return done
    return [holdings(table, player) for player in table.seats]


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
    return _one(dice, may(table, coins.BOUGHT, count=count))


def _last_word(table: Table, dice: Random, style: Style, player: Player) -> Event:
    """No action is left; what costs none may still be done."""
    able: list[settle.LoanRepaid] = may(table, settle.REPAID) if dice.randrange(100) < style.settle // 3 else []
    if able and player.coins >= table.deck.loans[able[0].loan].repay + ACTION_PRICE:
        return able[0]
    return turn.TurnEnded(player=player.name)


def _one(dice: Random, able: Sequence[Event]) -> Event | None:
    return dice.choice(able) if able else None


# --- what somebody plans ----------------------------------------------------------------------------------------------


def _project(table: Table, style: Style, player: Player) -> tuple[Site | None, list[Person]]:
    """The site that can be finished with people of the pool, the one with most at work first, and who is to go."""
    people = [person for person in available(table, player) if _may_go(table, player, person)]
    best: tuple[Site | None, list[Person]] = (None, [])
    rank = -1
    for site in open_sites(table, player):
        crew = _crew(minus(site.card.needs, site.have), people)
        worth = _worth(site.card, style) // len(crew) + 1000 * len(site.crew) if crew else -1
        if crew and worth > rank:
            best, rank = (site, crew), worth
    return best


def _may_go(table: Table, player: Player, person: Person) -> bool:
    """B9, B16: whoever became able to work in this turn may, unless the table reads it otherwise."""
    event = work.SentToWork(player=player.name, worker=person.id, site="")
    return work.machine_may_work(table, event) and work.citizen_may_work(table, event)


def _crew(needs: Materials, people: Iterable[Person]) -> list[Person]:
    """One after the other who does most of what is still needed, for the least wage; empty when not enough."""
    pool, crew = list(people), []
    while pool and max(needs) > 0:
        person = max(pool, key=lambda one: (12 * useful(needs, one.gives) - 2 * one.wage - sum(one.gives), one.id))
        if not useful(needs, person.gives):
            break
        pool.remove(person)
        crew.append(person)
        needs = minus(needs, person.gives)
    return crew if max(needs) <= 0 else []


def _worth(card: Card, style: Style) -> int:
    points = card.points + (2 if card.kind == "machine" else 0)
    return 10 * (points * style.grand + card.coins * (100 - style.grand) // 5)


# --- what somebody does -----------------------------------------------------------------------------------------------


def _work(table: Table, dice: Random, style: Style, player: Player, site: Site, person: Person) -> Event | None:
    """Send the next of the crew, with a tool that helps or without, or see to the coins and actions for it."""
    able: list[work.SentToWork] = may(table, work.SENT, worker=person.id, site=site.id)
    if able:
        needs = minus(minus(site.card.needs, site.have), person.gives)
        helped = [event for event in able if event.tool and useful(needs, table.tools[event.tool].gives)]
        return helped[0] if helped and dice.randrange(100) < 80 else able[0]
    if person.wage > player.coins:
        return _funds(table, dice, style)
    return _hurry(table, dice, style, player, site, person)


def _funds(table: Table, dice: Random, style: Style) -> Event:
    """Coins are short: a loan, or what the actions left are worth."""
    loans: list[invest.LoanTaken] = may(table, invest.LOAN)
    if loans and dice.randrange(100) < style.borrow:
        return dice.choice(loans)
    packets: list[coins.CoinsTaken] = may(table, coins.TAKEN)
    return max(packets, key=lambda packet: packet.actions)


def _aside(table: Table, dice: Random, style: Style, player: Player) -> Event | None:
    """Now and then something else comes to mind: a citizen freed, a tool, a university, a loan paid back."""
    if dice.randrange(100) >= style.invest // 2:
        return None
    able: list[Event] = []
    if dice.randrange(100) < style.settle // 3:
        able += [*may(table, settle.FREED), *may(table, settle.REPAID)]
    line = [*may(table, invest.TOOL), *may(table, invest.PRISONER)]
    able += [event for event in line if event.taken(table.deck).price + 3 <= player.coins]
    able += _lessons(table) if player.coins >= 10 else []
    return _one(dice, able)


def _lessons(table: Table) -> list[Event]:
    """B11: whoever would give more than before."""
    return [event for event in may(table, invest.TRAINED) if _learns(table, event)]


def _learns(table: Table, event: invest.WorkerTrained) -> bool:
    gives = table.people[event.worker].gives
    return sum(invest.taught(table, gives, event.taken(table.deck))) > sum(gives)


def _preparation(table: Table, dice: Random, style: Style, player: Player) -> Event:
    """Nothing can be built with the people of the pool, or not now: hire, start, invest, or take coins."""
    people = [person for person in table.people.values() if person.owner is player]
    hirings = may(table, hire.HIRED)
    if hirings and (len(people) < 3 or (len(people) < style.crew and dice.randrange(100) < 40)):
        return _hireling(table, dice, player, hirings)
    idle = available(table, player)
    buildings: list[construction.ConstructionStarted] = may(table, construction.STARTED)
    able = [event for event in buildings if _crew(table.deck.buildings[event.building].needs, idle)]
    if able and len(open_sites(table, player)) < 3:
        return max(able, key=lambda event: _worth(table.deck.buildings[event.building], style) + dice.randrange(200))
    if len(idle) < len(people) or player.coins < 8:
        return _funds(table, dice, style)
    return _growth(table, dice, style, player, hirings)


def _hireling(table: Table, dice: Random, player: Player, hirings: list[hire.WorkerHired]) -> Event:
    """Whoever helps most on the sites that wait, else whoever gives most."""
    needs = [minus(site.card.needs, site.have) for site in open_sites(table, player)]

    def rank(event: hire.WorkerHired) -> tuple[int, int]:
        card: Card = table.deck.workers[event.worker]
        return sum(useful(need, card.gives) for need in needs), dice.randrange(6) + card.wage

    return max(hirings, key=rank)


def _growth(table: Table, dice: Random, style: Style, player: Player, hirings: list[hire.WorkerHired]) -> Event:
    """Everybody is idle and nothing can be built with them: more people, better ones, or other buildings."""
    if hirings:
        return _hireling(table, dice, player, hirings)
    better = _one(dice, may(table, invest.PRISONER)) or _one(dice, _lessons(table))
    if better is not None:
        return better
    buildings: list[construction.ConstructionStarted] = may(table, construction.STARTED)
    if buildings:
        return min(buildings, key=lambda event: sum(table.deck.buildings[event.building].needs))
    return _funds(table, dice, style)
