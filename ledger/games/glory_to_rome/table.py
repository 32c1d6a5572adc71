"""The table of Glory to Rome, and how to look at it."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from ledger.events import GameStarted
from ledger.game import Named, Reading, Remark
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
from ledger.games.glory_to_rome.events import HoldingsDeclared
from ledger.games.glory_to_rome.hands import Unseen
from ledger.words import Words

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
        "academy", "camp", "camp_senators", "clientele", "crafted", "dealt", "decided", "declared", "doubted", "erred",
        "followed", "hand", "influence", "lapsed", "miscounted", "name", "purged", "revealed", "seat", "senators",
        "shown", "sites", "stockpile", "structures", "units", "unseen", "unsure", "vault", "works",
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
        self.declared: HoldingsDeclared | None = None
        # After a mistake the record is no longer certain of this player:
        self.unsure = False  # which cards are in the hand
        self.miscounted = False  # how many there are
        self.lapsed = -1  # since this event: clients, structures and influence
        self.doubted = False  # and it was said so
        self.erred = False  # in this round
        self.decided = self.followed = self.crafted = self.academy = self.purged = False
        self.units = 0
        self.shown: list[str] = []

    def new_round(self) -> None:
        """Nothing was decided yet."""
        self.erred = False
        self.decided = self.followed = self.crafted = self.academy = self.purged = False
        self.units = 0
        self.shown = []

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


class Frame:
    """Actions a player has: a round's own (`slot`), or what a structure or a hired client gives at once."""

    __slots__ = ("bonus", "clients", "drawn", "left", "open", "player", "roles", "slot", "why")

    def __init__(self, player: Player, roles: tuple[str, ...], left: int, why: str = "", *, slot: bool = False) -> None:
        self.player = player
        self.roles = roles
        self.left = left  # for a slot: the units on the camp
        self.why = why
        self.slot = slot
        self.clients: list[str] = list(player.clientele) if slot else []  # those that have not acted yet
        self.bonus = 0  # second actions of clients that Circus Maximus doubles
        self.open: set[str] | None = None  # which parts of the action under way are done
        self.drawn = ""  # the card a Fountain brought for the action under way


class Fit(NamedTuple):
    """Where an event finds its action."""

    frame: Frame
    fresh: bool  # it begins a new action


def counted(names: Iterable[str]) -> Counter[str]:
    """How often each is there; for a few of them quicker than a Counter does it itself."""
    counts: Counter[str] = Counter()
    for name in names:
        counts[name] = counts.get(name, 0) + 1
    return counts


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


class Doubts:
    """What mistakes that were told leave open; `slips` says what they excuse."""

    __slots__ = ("adrift", "agreed", "amiss", "disputed", "loose", "muddled", "shaken", "told", "unled")

    def __init__(self) -> None:
        self.told: object = None  # the event of which something was told
        self.agreed: object = None  # the noted table that was found to be just as the record has it
        self.amiss = False  # something was told since the table was last noted
        self.loose = 0  # how many cards may lie elsewhere than the record says
        self.shaken = False  # whose turn it is in this round is not certain: its order of play was broken
        self.unled = False  # that was so in the round before: who leads now is believed
        self.muddled = False  # the demand under way is not as it should be
        self.adrift = False  # how many cards were drawn is not certain, so neither is what the deck brings
        self.disputed = False  # a noted table differed from the record; which was wrong the next one shows


class Table:
    """Everything on the table, and the few things an auditor keeps in mind."""

    __slots__ = (
        "blind", "cards", "chosen", "clock", "closing", "deck", "demand", "doubts", "drawn", "fit", "forums", "fresh",
        "gates", "in_town", "last_step", "late", "leader", "left", "lies", "options", "order", "out_of_town", "over",
        "over_n", "owed", "passed", "phase", "pile", "played", "played_on", "players", "pool", "role", "round",
        "seats", "seen", "senators", "sewers", "stack", "tied", "turn", "undecided", "winners",
    )  # fmt: skip

    def __init__(self, started: GameStarted, deck: Deck, options: Mapping[str, Reading]) -> None:
        self.deck = deck
        self.cards = deck.cards
        self.options = options
        self.players: Named = Named({name: Player(name, seat) for seat, name in enumerate(started.players)})
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
        self.chosen = False
        self.tied: list[Player] = []  # who still competes to be first leader; empty: everybody
        self.role = ""
        self.order: list[Player] = []  # of this round, the leader first
        self.closing: Player | None = None  # whose Senate or Sewer was used last at the end of this round
        self.sewers = False  # a Sewer was used in this round
        self.turn = -1  # whose slot it is, by place in that order
        self.stack: list[Frame] = []  # actions, those to be used first at the end
        self.fit: Fit | None = None  # where the event under judgement finds its action
        self.late = False  # it comes after its player's slot
        self.undecided: list[str] = []  # who had neither followed nor thought when the actions began
        self.passed: list[str] = []  # whose actions were passed over by this event
        self.demand: Demand | None = None
        self.owed: list[str] = []  # who must still answer the demand; "" is the pool
        self.last_step = ""  # whose Fountain card was the last of the deck, to be used before the end
        self.over = ""  # why the game is over
        self.over_n = -1
        self.winners: list[str] | None = None  # where the ending names them
        self.played_on = False
        self.fresh = True  # nothing has been played in this round
        self.doubts = Doubts()
        self.lies: list[Remark] = []  # contradictions that only the whole record shows

    @property
    def tally(self) -> bool:
        """Nothing was played here: the players only say what they have."""
        return not self.played

    def from_leader(self, start: int | None = None) -> list[Player]:
        """Everybody in playing order, from the leader or another seat."""
        first = self.leader if start is None else start
        return self.seats[first:] + self.seats[:first]

    def neighbours(self, player: Player) -> list[Player]:
        """G43: the players to the left and right, each once."""
        around = self.from_leader(player.seat)[1:]
        return around if len(around) < 3 else [around[0], around[-1]]


def over(table: Table) -> bool | None:
    """Is play finished?"""
    if table.tally:
        return all(player.declared is not None for player in table.seats)
    return bool(table.over or table.last_step)


def ending(table: Table) -> str:
    """How the game came to its end: a key of ENDINGS. A Fountain's last card left unused: the deck."""
    return table.over or ("deck" if table.last_step else "")


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


def holds(table: Table, player: Player, tokens: tuple[str, ...]) -> list[str]:
    """Which of these cards cannot come from this hand."""
    if len(tokens) == 1 and tokens[0] in player.hand:
        return []
    known, unseen, senators = list(player.hand), len(player.unseen), player.senators
    missing = []
    for token in tokens:
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


def lacks(table: Table, zone: list[str], tokens: tuple[str, ...]) -> list[str]:
    """Which of these cards do not lie here."""
    left = list(zone)
    missing = []
    for token in tokens:
        at = place(table, left, token)
        if at >= 0:
            left.pop(at)
        else:
            missing.append(token)
    return missing


def materials(table: Table, tokens: tuple[str, ...] | list[str]) -> Counter[str]:
    """How many of each material; a card nobody saw is counted under no name."""
    cards = table.cards
    return counted([cards[token].material for token in tokens])


def named(table: Table, tokens: tuple[str, ...] | list[str]) -> list[str]:
    """Cards as a person reads them."""
    return [table.deck.named(token) for token in tokens]


def owners(table: Table) -> Iterator[tuple[Player, Structure]]:
    """Every structure with its owner."""
    for player in table.seats:
        for structure in player.structures:
            yield player, structure
