"""The table of Glory to Rome: what lies on it, and what can be read off it."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from ledger.events import GameStarted
from ledger.game import Players, Reading
from ledger.games.glory_to_rome.cards import (
    MATERIALS,
    ORDERS,
    SENATOR,
    SENATORS,
    SITES,
    UNSEEN,
    VALUE,
    Card,
    Deck,
)
from ledger.games.glory_to_rome.hands import Unseen
from ledger.words import Words

if TYPE_CHECKING:
    from ledger.games.glory_to_rome.counts import CountsDeclared

PHASES = SETUP, LEAD, THOUGHT, FOLLOW, ACT, ENDING = ("setup", "lead", "thought", "follow", "act", "ending")
CAMP_INFLUENCE = 2
ENDINGS = {  # R11
    "deck": Words("the deck ran out"),
    "sites": Words("the last site in town was taken"),
    "catacomb": Words("Catacombs were completed"),
    "forum": Words("a Forum won"),
    "conceded": Words("it was conceded"),
}


class Structure:
    """A foundation on its site, with what was added to it."""

    __slots__ = ("card", "complete", "done", "id", "materials", "n", "out_of_town", "site", "stairway")

    def __init__(self, card: str, name: str, site: str, n: int, *, out_of_town: bool = False) -> None:
        self.card = card
        self.id = name
        self.site = site
        self.out_of_town = out_of_town
        self.materials: list[str] = []
        self.stairway: list[str] = []  # added by others with a Stairway: its function is everybody's
        self.complete = False
        self.n = n
        self.done = -1  # the event that completed it

    @property
    def needs(self) -> int:
        """G19: the site decides how many materials complete it."""
        return VALUE[self.site]


class Player:
    """What lies in front of somebody, and what they did in this round."""

    __slots__ = (
        "academy", "camp", "camp_senators", "clientele", "counts", "crafted", "dealt", "decided", "declared",
        "followed", "hand", "influence", "name", "purged", "revealed", "seat", "senators", "shown", "sites",
        "stockpile", "structures", "units", "unseen", "vault", "works",
    )  # fmt: skip

    def __init__(self, name: str, seat: int) -> None:
        self.name = name
        self.seat = seat
        self.hand: list[str] = []  # orders the record knows
        self.unseen = Unseen()  # orders it does not
        self.senators = 0
        self.stockpile: list[str] = []
        self.clientele: list[str] = []
        self.vault: list[tuple[str, int]] = []  # each card with the event that brought it
        self.camp: list[str] = []
        self.camp_senators = 0
        self.sites: list[tuple[str, int]] = []
        self.influence = CAMP_INFLUENCE
        self.structures: list[Structure] = []
        self.works: frozenset[str] = frozenset()  # the functions that are active for this player
        self.dealt = False
        self.revealed: list[str] = []  # orders turned up for the first leader
        self.declared: int | None = None  # the event in which all this was only declared
        self.counts: CountsDeclared | None = None  # and that event, where it was counted without naming cards
        self.new_round()

    def new_round(self) -> None:
        """Nothing was decided yet."""
        self.decided = self.followed = self.crafted = self.academy = self.purged = False
        self.units = 0
        self.shown: list[str] = []

    @property
    def cards(self) -> int:
        """How many cards are in the hand, senators included."""
        return len(self.hand) + len(self.unseen) + self.senators

    def structure(self, name: str) -> Structure | None:
        """This player's structure of that name, finished or not."""
        for structure in self.structures:
            if structure.id == name:
                return structure
        return None


class Frame(Struct, eq=False):
    """Actions a player has: a round's own (`slot`), or what a structure or a hired client gives at once."""

    player: Player
    roles: tuple[str, ...]
    left: int  # for a slot: the units on the camp
    slot: bool = False
    twice: bool = False  # a Circus Maximus doubled its clients when it began
    clients: list[str] = []  # those that have not acted yet
    once: int = 0  # clients that have acted, and not twice
    bonus: int = 0  # second actions of clients that Circus Maximus doubles
    spent: int = 0  # actions used
    idle: int = 0  # a Legionary's that went with the others unused, for all are used at once
    doing: tuple[str, ...] = ()  # the role of the action under way; two where it may be either,
    parts: set[str] | None = None  # and which parts of it are done
    drawn: str = ""  # the card a Fountain brought for it
    second: bool = False  # it took two actions, and what the second adds to it is still open
    vague: int = 0  # what was taken for a further part of an action may have been another action


class ActionFit(Struct, frozen=True):
    """Where an event finds its action."""

    frame: Frame
    fresh: bool  # it begins a new action


class Demand:
    """A Legionary's demand while it is answered."""

    __slots__ = ("answered", "asked", "materials", "n", "player", "pool")

    def __init__(self, player: Player, materials: list[str], asked: list[Player], n: int) -> None:
        self.player = player
        self.materials = counted(materials)
        self.asked = asked
        self.answered: list[Player] = []
        self.pool = False  # the pool's part was taken
        self.n = n


class Table:
    """Everything on the table."""

    __slots__ = (
        "blind", "cards", "chosen", "clock", "closing", "deck", "demand", "drawn", "forums", "gates", "in_town",
        "last_step", "leader", "led", "left", "options", "order", "out_of_town", "over", "over_n", "owed", "phase",
        "pile", "played", "played_on", "players", "pool", "role", "round", "seats", "seen", "senators", "stack",
        "tied", "turn", "winners",
    )  # fmt: skip

    def __init__(self, started: GameStarted, deck: Deck, options: Mapping[str, Reading]) -> None:
        self.deck = deck
        self.cards = deck.cards
        self.options = options
        self.players: Players = Players({name: Player(name, seat) for seat, name in enumerate(started.players)})
        self.seats: list[Player] = list(self.players.values())
        number = len(self.seats)
        orders = 4 if options["start_hand"] == "4+1" else 5
        self.clock = 0
        for player in self.seats:
            player.senators = 5 - orders
            player.unseen.forget(orders, 0)
        self.senators = SENATORS - number * (5 - orders)
        self.left = min(ORDERS, sum(deck.copies.values())) - number * orders
        self.pile: tuple[str, ...] | None = None  # the deck's order, if a program recorded it
        self.blind = -1  # the first card named from a deck that nobody recorded
        self.drawn = 0  # how many of the pile are gone
        self.pool: list[str] = []
        cap = SITES if options["sites_cap"] == "none" else 3
        self.in_town: dict[str, int] = dict.fromkeys(MATERIALS, min(number, cap))
        self.out_of_town: dict[str, int] = dict.fromkeys(MATERIALS, cap - min(number, cap))
        self.seen: defaultdict[str, int] = defaultdict(int)  # how often each order, copy and material came to light
        self.forums = self.gates = False  # somebody's Forum, somebody's Gate is active
        self.phase = SETUP
        self.played = False  # something was played: this is no tally
        self.round = 1
        self.leader = 0
        self.chosen = False  # who leads was said
        self.tied: list[Player] = []  # who still competes to be first leader; empty: everybody
        self.role = ""
        self.led = -1  # the event with which this round was led
        self.order: list[Player] = []  # of this round, the leader first
        self.closing: Player | None = None  # whose Senate was used last at the end of this round
        self.turn = -1  # whose slot it is, by place in that order
        self.stack: list[Frame] = []  # the actions of whose turn it is, those to be used first at the end
        self.demand: Demand | None = None
        self.owed: list[str] = []  # who must still answer the demand; "" is the pool
        self.last_step = ""  # whose Fountain card was the last of the deck, to be used before the end
        self.over = ""  # why the game is over
        self.over_n = -1
        self.played_on = False  # and the table went on all the same
        self.winners: list[str] | None = None  # where the ending names them

    @property
    def tally(self) -> bool:
        """Nothing was played here: the players only say what they have."""
        return not self.played

    def from_leader(self, start: int | None = None) -> list[Player]:
        """Everybody in playing order, from the leader or another seat."""
        first = self.leader if start is None else start
        around = self.seats[first:] + self.seats[:first]
        gone = self.players.left
        return [one for one in around if one.name not in gone or one.seat == first] if gone else around

    @property
    def next_leader(self) -> int:
        """R3: the seat to the left, of those who still sit there."""
        around = self.from_leader()
        return (around[1] if len(around) > 1 else self.seats[self.leader]).seat

    def neighbours(self, player: Player) -> list[Player]:
        """G43: the players to the left and right, each once."""
        around = self.from_leader(player.seat)[1:]
        return around if len(around) < 3 else [around[0], around[-1]]


def over(table: Table) -> bool | None:
    """Is play finished?"""
    if table.tally:
        return not undeclared(table)
    return bool(table.over or table.last_step)


def undeclared(table: Table) -> list[str]:
    """Who is still to say what they have; of those who left nobody asks."""
    gone = table.players.left
    return [player.name for player in table.seats if player.declared is None and player.name not in gone]


def declaring(table: Table) -> bool:
    """A tally in which somebody has spoken: who has not yet may have anything."""
    return table.tally and (bool(table.players.left) or any(player.declared is not None for player in table.seats))


def influence_said(table: Table, player: Player) -> int | None:
    """The influence of a player; None: at a table that only declares, nothing says it."""
    said = player.counts
    silent = declaring(table) and player.declared is None
    return None if silent or (said and said.structures is None and said.influence is None) else player.influence


def ending(table: Table) -> str:
    """How the game came to its end: a key of ENDINGS. A Fountain's last card left unused: the deck."""
    return table.over or ("deck" if table.last_step else "")


def leading(table: Table) -> Player | None:
    """Whose it is to lead or think first; None while nobody wrote down who leads the first round."""
    if table.chosen or table.phase != SETUP:
        return table.seats[table.leader]
    return table.tied[0] if len(table.tied) == 1 else None


def set_up(table: Table) -> None:
    """The set-up is over: somebody leads, and of a deck that nobody wrote down only its part is left."""
    first = leading(table)
    table.left = deck_size(table)
    table.phase, table.leader = LEAD, table.leader if first is None else first.seat


def deck_size(table: Table) -> int:
    """How many orders hands and pool leave; G54: in a training game half of them are taken away when they are known."""
    whole = table.options["deck_fraction"] == "1" or table.phase != SETUP or table.chosen or table.pile is not None
    return table.left if whole else table.left - table.left // 2


def place(table: Table, zone: list[str], token: str) -> int:
    """Where a card lies among others: itself, one of its name, one of its material, one nobody knows; -1: nowhere."""
    if token in zone:
        return zone.index(token)
    cards = table.cards
    card: Card = cards[token]
    if card.id and "#" not in token:
        for at, other in enumerate(zone):
            if cards[other].id == card.id:
                return at
    for at, other in enumerate(zone):
        found: Card = cards[other]
        if found.material == card.material and (not found.id or not card.id):
            return at
        if card.id and found.id == card.id and "#" not in other:
            return at
    return zone.index(UNSEEN) if UNSEEN in zone else -1


def not_held(table: Table, player: Player, tokens: Sequence[str]) -> list[str]:
    """Which of these cards cannot come from this hand."""
    if len(tokens) == 1 and (tokens[0] in player.hand or (tokens[0] == SENATOR and player.senators > 0)):
        return []
    if len({*tokens}) == len(tokens) and {*tokens}.issubset(player.hand):
        return []
    known, unseen, senators = list(player.hand), len(player.unseen), player.senators
    missing = []
    for token in _exact_first(table, tokens):
        if token == SENATOR:
            senators -= 1
            if senators < 0:
                missing.append(token)
            continue
        at = place(table, known, token) if token != UNSEEN else -1
        if at >= 0:
            known.pop(at)
        elif unseen:
            unseen -= 1
        elif token == UNSEEN and known:
            known.pop()
        else:
            missing.append(token)
    return missing


def _exact_first(table: Table, tokens: Collection[str]) -> Iterable[str]:
    """A card named by its material alone is any that the others leave."""
    cards = table.cards
    exact = [token for token in tokens if cards[token].id]
    return tokens if len(exact) == len(tokens) else [*exact, *(token for token in tokens if not cards[token].id)]


def lacks(table: Table, zone: list[str], tokens: Collection[str]) -> list[str]:
    """Which of these cards do not lie here."""
    left = list(zone)
    missing = []
    for token in _exact_first(table, tokens):
        at = place(table, left, token)
        if at >= 0:
            left.pop(at)
        else:
            missing.append(token)
    return missing


def counted(names: Iterable[str]) -> Counter[str]:
    """How often each is there; for a few of them quicker than a Counter does it itself."""
    counts: Counter[str] = Counter.__new__(Counter)  # an empty one, without the way through __init__
    for name in names:
        counts[name] = counts.get(name, 0) + 1
    return counts


def materials(table: Table, tokens: Iterable[str]) -> Counter[str]:
    """How many of each material; a card nobody saw is counted under no name."""
    cards = table.cards
    return counted([cards[token].material for token in tokens])


def of_materials(table: Table, zone: Iterable[str], wanted: Mapping[str, int]) -> tuple[str, ...]:
    """So many cards of each material from among these."""
    left, found = dict(wanted), []
    for token in zone:
        material = table.cards[token].material
        if left.get(material, 0) > 0:
            left[material] -= 1
            found.append(token)
    return tuple(found)


def owners(table: Table) -> Iterator[tuple[Player, Structure]]:
    """Every structure with its owner."""
    for player in table.seats:
        for structure in player.structures:
            yield player, structure
