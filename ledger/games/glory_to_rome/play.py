"""Players by dice: they pick among what is offered and allowed, each in a style of their own."""

from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

from ledger.choices import allowed
from ledger.events import Event
from ledger.game import Happening
from ledger.games.glory_to_rome.cards import ARCHITECT, CRAFTSMAN, LABORER, MERCHANT, PATRON, SENATOR
from ledger.games.glory_to_rome.ending import VAULT_SHOWN, GameConceded, holdings
from ledger.games.glory_to_rome.follow import ROLE_FOLLOWED
from ledger.games.glory_to_rome.foundation import FOUNDATION_LAID, FoundationLaid
from ledger.games.glory_to_rome.fountain import FOUNTAIN_DRAWN
from ledger.games.glory_to_rome.laborer import MATERIAL_HAULED, MaterialHauled
from ledger.games.glory_to_rome.lead import LATRINE_USED, ROLE_LED, THOUGHT_, VOMITORIUM_USED
from ledger.games.glory_to_rome.legionary import DEMAND_ANSWERED, MATERIALS_DEMANDED, POOL_TAKEN
from ledger.games.glory_to_rome.material import MATERIAL_ADDED, MaterialAdded
from ledger.games.glory_to_rome.merchant import MATERIAL_SOLD, MaterialSold
from ledger.games.glory_to_rome.noted import noted
from ledger.games.glory_to_rome.patron import CLIENT_HIRED, ClientHired
from ledger.games.glory_to_rome.prison import STRUCTURE_TAKEN
from ledger.games.glory_to_rome.round import SENATE_USED, SEWER_USED, ActionDeclined, RoundEnded
from ledger.games.glory_to_rome.setup import DeckShuffled, HandDealt, LeaderChosen, OrderRevealed, orders_dealt
from ledger.games.glory_to_rome.stairway import STAIRWAY_USED
from ledger.games.glory_to_rome.structures import clientele_limit, completes, fits, vault_limit
from ledger.games.glory_to_rome.table import ACT, ENDING, FOLLOW, LEAD, SETUP, THOUGHT, Player, Table, over
from ledger.games.glory_to_rome.turns import available, open_frames, waiting

ACTIONS = (
    CLIENT_HIRED, MATERIAL_HAULED, MATERIAL_SOLD, FOUNTAIN_DRAWN, FOUNDATION_LAID, MATERIAL_ADDED, STAIRWAY_USED,
    STRUCTURE_TAKEN, MATERIALS_DEMANDED, LATRINE_USED, VOMITORIUM_USED, THOUGHT_,
)  # fmt: skip
CONCEDED = 2000  # in one of so many rounds the table agrees who has won,
NOTED = 500  # and in one of so many somebody writes down the whole table
COUNTED_ALOUD = 4  # one table in so many turns over the vaults at the end and says what everybody has


class Style(NamedTuple):
    """A way of playing, in chances out of a hundred."""

    think: int  # to think although a role could be led
    follow: int  # to follow when one can
    act: int  # to use an action that can be used
    build: int  # to complete what can be completed before anything else
    forum: int = 0  # to collect what a Forum asks for
    raises: int = 0  # to lead a builder's role if there is something to build
    settles: int = 0  # to take a site in town before anything else


STYLES = {
    "patient": Style(think=30, follow=50, act=90, build=80),
    "eager": Style(think=15, follow=85, act=97, build=95),
    "careless": Style(think=25, follow=60, act=75, build=40),
    "orator": Style(think=15, follow=85, act=99, build=85, forum=90),
    "builder": Style(think=10, follow=90, act=99, build=98, raises=60),
    "settler": Style(think=5, follow=95, act=99, build=50, raises=90, settles=90),
}


def step(table: Table, dice: Random, styles: Mapping[str, Style]) -> list[Event]:
    """What happens next when players of these styles play a legal game; nothing when it is over."""
    if over(table) and not table.last_step:
        return _count_aloud(table, dice)
    if table.phase == SETUP:
        return _set_up(table, dice)
    if table.demand is not None and (found := _answer(table, dice)):
        return found
    if table.phase == LEAD:
        return _lead(table, dice, styles)
    if table.phase == FOLLOW and (player := waiting(table)) is not None:
        return _follow(table, dice, styles[player.name], player)
    if table.phase in (FOLLOW, ACT) and (found := _act(table, dice, styles)):
        return found
    return [] if table.last_step else _end(table, dice)


def may(table: Table, *happenings: Happening, player: str = "") -> list[Any]:
    """What is offered of these kinds, to everybody or to one player, where all conditions allow it."""
    return [
        event
        for happening in happenings
        for event in happening.offers(table)
        if (not player or event.player == player) and allowed(happening, table, event)  # type: ignore[attr-defined]
    ]


def _set_up(table: Table, dice: Random) -> list[Event]:
    """Hands, the first leader and the deck."""
    cards = table.deck.all()
    dice.shuffle(cards)
    orders = orders_dealt(table)
    events: list[Event] = []
    for player in table.seats:
        hand = [cards.pop() for _ in range(orders)] + [SENATOR] * (5 - orders)
        events.append(HandDealt(player=player.name, cards=tuple(hand)))
    tied = list(table.seats)
    ranks = table.deck.ranks[str(table.options["collation"])]
    while len(tied) > 1:
        turned = {player.name: cards.pop() for player in tied}
        events += [OrderRevealed(player=name, card=card) for name, card in turned.items()]
        rank = {name: ranks[table.cards[card].id] for name, card in turned.items()}
        tied = [player for player in tied if rank[player.name] == min(rank.values())]
    events.append(LeaderChosen(player=tied[0].name))
    if table.options["deck_fraction"] == "1/2":
        cards = cards[: len(cards) - len(cards) // 2]
    return [*events, DeckShuffled(cards=tuple(cards))]


# --- a round ----------------------------------------------------------------------------------------------------------


def _think(table: Table, dice: Random, player: Player) -> list[Event]:
    """A think, perhaps after a discard; orders more often than a senator."""
    if not player.purged:
        for happening, chance in ((VOMITORIUM_USED, 6), (LATRINE_USED, 2)):
            drops = may(table, happening, player=player.name)
            if drops and dice.randrange(chance) == 0:
                return [dice.choice(drops)]
    thoughts = may(table, THOUGHT_, player=player.name)
    others = thoughts[1:]
    if not others or dice.randrange(4):
        return thoughts[:1]
    return others if len(others) == 1 else [dice.choice(others)]


def _lead(table: Table, dice: Random, styles: Mapping[str, Style]) -> list[Event]:
    leader = table.seats[table.leader]
    if dice.randrange(NOTED) == 0:
        return [noted(table)]
    if dice.randrange(CONCEDED) == 0:
        unnamed = table.options["concession"] == "points" and dice.randrange(2)
        winner = "" if unnamed else dice.choice(table.seats).name
        return [GameConceded(winner=winner, players=tuple(table.players))]
    plays = [] if dice.randrange(100) < styles[leader.name].think else may(table, ROLE_LED)
    if not plays:
        return _think(table, dice, leader)
    roles = list(dict.fromkeys(event.role for event in plays))
    useful = [role for role in roles if _useful(table, leader, role)]
    if dice.randrange(100) < styles[leader.name].raises:
        able = roles if styles[leader.name].settles else useful
        useful = [role for role in able if role in (CRAFTSMAN, ARCHITECT)] or useful
    role = dice.choice(useful if useful and dice.randrange(5) else roles)
    return [dice.choice([event for event in plays if event.role == role])]


def _useful(table: Table, player: Player, role: str) -> bool:
    """Is there something to do in this role?"""
    if role in (CRAFTSMAN, ARCHITECT):
        zone = player.hand if role == CRAFTSMAN else player.stockpile
        begun = [one for one in player.structures if not one.complete]
        if not begun:
            return role == CRAFTSMAN
        return any(fits(table, player, one, table.cards[token].material) for one in begun for token in zone)
    if role == MERCHANT:
        return bool(player.stockpile) and len(player.vault) < vault_limit(player)
    if role == PATRON:
        return bool(table.pool) and len(player.clientele) < clientele_limit(player)
    return bool(table.pool) if role == LABORER else len(player.hand) > 1


def _follow(table: Table, dice: Random, style: Style, player: Player) -> list[Event]:
    if dice.randrange(100) < style.follow and (plays := may(table, ROLE_FOLLOWED)):
        return [dice.choice(plays)]
    return _think(table, dice, player)


def _answer(table: Table, dice: Random) -> list[Event]:
    """A demand is answered: the pool first, then everybody asked, with all that is due unless somebody waives it."""
    demand = table.demand
    assert demand is not None
    if not demand.pool and not demand.answered:
        taken = may(table, POOL_TAKEN)
        if taken and (table.owed or dice.randrange(5)):
            return [dice.choice(taken) if dice.randrange(4) == 0 else taken[0]]
    for name in table.owed:
        if name:
            answers = may(table, DEMAND_ANSWERED, player=name)
            return [dice.choice(answers) if dice.randrange(3) == 0 else answers[0]]
    if dice.randrange(8) == 0:  # somebody who need not may give all the same
        free = [event for event in may(table, DEMAND_ANSWERED) if event.cards]
        return [dice.choice(free)] if free else []
    return []


def _act(table: Table, dice: Random, styles: Mapping[str, Style]) -> list[Event]:
    """The next action that somebody uses, in playing order; others pass."""
    told = table.options["passes"] == "recorded"
    passed = set()
    for player, frame in list(open_frames(table)):
        if player.name in passed:
            continue
        style = styles[player.name]
        events = may(table, *ACTIONS, player=player.name) if table.stack or available(table, frame) > 0 else []
        if events and dice.randrange(100) < style.act:
            return [_chosen(table, dice, style, player, events)]
        if available(table, frame) > 0 and (told or dice.randrange(20) == 0):
            return [ActionDeclined(player=player.name, role=frame.roles[0])]
        if not told:
            passed.add(player.name)
    return []


def _chosen(table: Table, dice: Random, style: Style, player: Player, events: list[Any]) -> Any:
    """Completing a structure is preferred, a Forum wants what it asks for, and rare things get their turn."""
    wanted = [event for event in events if _wanted(table, player, event)] if style.forum else []
    if wanted and dice.randrange(100) < style.forum:
        return dice.choice(wanted)
    laying = [event for event in events if isinstance(event, FoundationLaid) and not event.out_of_town]
    if laying and dice.randrange(100) < style.settles:
        return dice.choice(laying)
    adding = [event for event in events if isinstance(event, MaterialAdded)]
    if adding and dice.randrange(100) < style.build:
        done = [event for event in adding if _completes(table, player, event)]
        return dice.choice(done or adding)
    if sum(not one.complete for one in player.structures) > 1 and dice.randrange(6):
        events = [event for event in events if not isinstance(event, FoundationLaid)] or events
    if style.forum:
        events = [event for event in events if not isinstance(event, MaterialSold)] or events
    kinds = list(dict.fromkeys(_kind(event) for event in events))
    kind = dice.choice(kinds)
    return dice.choice([event for event in events if _kind(event) == kind])


def _kind(event: Any) -> tuple[Any, ...]:
    far = isinstance(event, FoundationLaid) and event.out_of_town
    return type(event).__name__, getattr(event, "source", ""), far


def _completes(table: Table, player: Player, event: MaterialAdded) -> bool:
    structure = player.structure(table.cards[event.structure].id)
    material = table.cards[event.material].material
    return (
        structure is not None and not event.unfinished and completes(table, player, structure, material, event.source)
    )


def _wanted(table: Table, player: Player, event: Any) -> bool:
    """Does this bring a Forum nearer: itself, a client of another role, another material in the stockpile?"""
    if isinstance(event, FoundationLaid | MaterialAdded):
        token = event.card if isinstance(event, FoundationLaid) else event.structure
        return table.cards[token].id in ("forum", "gate", "insula", "aqueduct", "ludus_magna", "storeroom")
    if isinstance(event, ClientHired):
        return table.cards[event.card].role not in {table.cards[one].role for one in player.clientele}
    if isinstance(event, MaterialHauled):
        return table.cards[event.card].material not in {table.cards[one].material for one in player.stockpile}
    return False


def _end(table: Table, dice: Random) -> list[Event]:
    """The end of a round: Senate, Sewer, Academy, and the leader passes."""
    if table.phase == THOUGHT:
        return [RoundEnded()]
    if table.phase != ENDING and dice.randrange(2):
        closing = list(_closing(table, dice))
        if closing:
            return closing
    for player in table.from_leader():
        if may(table, THOUGHT_, player=player.name) and (player.purged or dice.randrange(4)):
            return _think(table, dice, player)
    return [RoundEnded()]


def _count_aloud(table: Table, dice: Random) -> list[Event]:
    """The game is over. Some tables turn over the vaults and say what everybody has before they write down the score.

    What only a Gate or a Stairway gives cannot be said that way.
    """
    own = all(player.works == {one.id for one in player.structures if one.complete} for player in table.seats)
    played = table.options["functions"] == "off" or own
    if not played or any(player.declared is not None for player in table.seats) or dice.randrange(COUNTED_ALOUD):
        return []
    vaults = may(table, VAULT_SHOWN)
    return [*vaults, *(holdings(player) for player in table.seats)]


def _closing(table: Table, dice: Random) -> Iterator[Event]:
    """One Senate and one Sewer, in either order."""
    events: Iterable[Any] = may(table, SENATE_USED), may(table, SEWER_USED)
    both = [dice.choice(some) for some in events if some and dice.randrange(4)]
    dice.shuffle(both)
    return iter(both)
