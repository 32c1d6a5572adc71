"""The table of The Builders: Antiquity: everything that lies on it, and how to look at it.

What happens there is in `moves`, what a mistake leaves open in `slips`.
"""

from collections.abc import Mapping

from ledger.events import GameStarted
from ledger.game import Named, Reading
from ledger.games.builders.cards import (
    BOX_COINS,
    END_POINTS,
    FREE_ACTIONS,
    NONE,
    PACKETS,
    ROW,
    START_COINS,
    Card,
    Deck,
    Materials,
    Pile,
)
from ledger.games.builders.events import HoldingsDeclared

OUT = "out of the game"


class Player:
    """Somebody's purse and debts; sites, people and tools know their owner themselves."""

    __slots__ = (
        "adrift", "coins", "declared", "floor", "loans", "money", "name", "owing", "points", "seat", "undealt",
        "unfreed", "unseen", "unsure",
    )  # fmt: skip

    def __init__(self, name: str, seat: int) -> None:
        self.name = name
        self.seat = seat
        self.coins = START_COINS
        self.money: list[int] = [0]  # the events that moved the purse
        self.points = 0  # of finished buildings and machines
        self.loans: dict[str, int] = {}  # each with the event that brought it
        self.owing = 0  # loans not repaid, and
        self.unfreed = 0  # prisoners not freed; in a declaration they have no names
        self.declared = False
        # What a mistake that was told leaves open.
        self.undealt = False  # nobody wrote down which apprentice this player was dealt
        self.floor = 0  # the purse may fall below 0 by what the mistake may have been worth
        self.unseen: dict[str, int] = {}  # cards, by kind, that may have come to this player
        self.adrift: Materials = NONE  # what may have been done on another site
        self.unsure = False  # somebody may give more than the record knows


class Turn:
    """What somebody may still do before the turn passes on."""

    __slots__ = (
        "bought",
        "floor",
        "invested",
        "left",
        "overspent",
        "packet",
        "passed",
        "player",
        "sent",
        "touched",
    )

    def __init__(self, player: Player) -> None:
        self.player = player
        self.left = FREE_ACTIONS
        self.bought = 0
        self.sent: dict[str, int] = {}  # how many went to each site
        self.invested = False
        self.packet = 0  # actions given for coins that do not make a whole packet yet
        self.touched = False  # something was done in it
        self.floor = 0  # the actions may fall below 0 by what a told mistake may have cost
        self.passed = False  # perhaps it has ended already, as was told
        self.overspent = False  # that there are too few actions was told


class Row:
    """Five face-up cards, and the deck that fills their places."""

    __slots__ = ("ahead", "cards", "left", "name", "perhaps", "pile", "slack", "spare", "unknown", "waiting")

    def __init__(self, name: str, pile: Pile, left: int) -> None:
        self.name = name
        self.pile = pile  # the cards of which it is made
        self.cards: dict[str, int] = {}  # each with the event that turned it up
        self.left = left  # in the deck
        self.waiting = min(ROW, left)  # places to be filled before anything else happens
        # What a mistake that was told leaves open.
        self.perhaps: set[str] = set()  # cards that may lie here though the record has them elsewhere
        self.unknown = 0  # cards that may lie here though the record does not know them
        self.spare = 0  # places that may have to be filled, or not
        self.ahead = 0  # cards that were turned up before a place was free
        self.slack = 0  # by how many the deck may be larger or smaller


class Person:
    """A worker, prisoner, citizen or finished machine, in a pool or on a site."""

    __slots__ = (
        "disputed", "doubted", "fresh", "gives", "id", "kind", "moved", "n", "owner", "site", "tool", "trained",
        "unsure", "wage",
    )  # fmt: skip

    def __init__(self, card: Card, owner: Player, n: int) -> None:
        self.id = card.id
        self.kind: str = card.kind
        self.gives = card.gives
        self.wage = card.wage
        self.owner = owner
        self.n = n
        self.site: Site | None = None
        self.tool: Tool | None = None
        self.trained = ""  # by which university
        self.fresh: Turn | None = None  # the turn in which a citizen was freed or a machine finished
        # What a mistake that was told leaves open.
        self.disputed = False  # whose it is, until somebody else uses it
        self.doubted = False  # whether it is at work, until it is sent again
        self.moved: Site | None = None  # the site it was sent away from
        self.unsure = False  # what it gives and costs


class Tool:
    """A mallet, saw, set square or brush, in a pool or in somebody's hands."""

    __slots__ = ("disputed", "gives", "holder", "id", "owner")

    def __init__(self, card: Card, owner: Player) -> None:
        self.id = card.id
        self.gives = card.gives
        self.owner = owner
        self.holder: Person | None = None
        self.disputed = False  # a told mistake leaves open whose it is, until somebody else uses it


class Site:
    """A building or machine that somebody has started, finished or not."""

    __slots__ = ("card", "crew", "disputed", "done", "doubted", "have", "id", "n", "owner", "sent", "strays")

    def __init__(self, card: Card, owner: Player, n: int) -> None:
        self.id = card.id
        self.card = card
        self.owner = owner
        self.n = n
        self.sent: list[int] = []  # the events that sent somebody here
        self.crew: list[Person] = []
        self.have: Materials = NONE
        self.done = False
        # What a mistake that was told leaves open.
        self.disputed = False  # whose it is, until somebody else uses it
        self.doubted = False  # who worked here
        self.strays = 0  # how many may have worked here whom the record does not know


class Table:
    """Everything on the table, and the few things an auditor keeps in mind."""

    __slots__ = (
        "aside", "astray", "buildings", "cost", "crowded", "deck", "doubted", "early", "ended", "last", "money",
        "options", "out_of_step", "over", "owed", "people", "person", "piles_known", "played_on", "player", "players",
        "price", "reveals", "round", "seats", "setting_up", "shaken", "site", "sites", "tools", "turn", "untold",
        "where", "workers",
    )  # fmt: skip

    def __init__(self, started: GameStarted, deck: Deck, options: Mapping[str, Reading]) -> None:
        self.deck = deck
        self.options = options
        self.seats = [Player(name, seat) for seat, name in enumerate(started.players)]
        self.players: Named = Named({player.name: player for player in self.seats})
        self.buildings = Row("building", deck.buildings, len(deck.buildings))
        self.workers = Row("worker", deck.workers, len(deck.workers) - len(self.seats))
        self.where: dict[str, Player | Row | str] = {}  # a card that is not here lies in its deck or stack
        self.people: dict[str, Person] = {}
        self.sites: dict[str, Site] = {}
        self.tools: dict[str, Tool] = {}
        self.turn = Turn(self.seats[0])
        self.round = 1
        self.last = False  # somebody ended a turn with 17 points: this round is the last
        self.over = False
        self.ended = -1  # the event with which play was over
        self.reveals = 0
        self.setting_up = True
        self.early: int | None = None  # the event that was played before any card was turned up
        self.owed = [self.buildings, self.workers]  # rows to be filled before anything else happens
        self.money = START_COINS * len(self.seats)  # in all purses
        self.crowded: int | None = None  # the event with which there were more coins in play than the box has
        # The event being looked at: who, with whom, where, and what it costs in actions and in coins.
        self.player = self.seats[0]
        self.person: Person | None = None
        self.site: Site | None = None
        self.cost = 0
        self.price = 0
        self.astray: Turn | None = None  # the turn that it ought to be, when it is not this player's
        # What a mistake that was told leaves open.
        self.aside: Turn | None = None  # a turn that was broken off or passed over
        self.out_of_step = False  # the last round may end with another turn than the record says
        self.played_on = False  # that play went on after the end was told
        self.doubted: set[str] = set()  # cards that may lie in their deck or line still
        self.shaken = False  # the right buildings may not be finished
        self.piles_known = True
        self.untold = False  # that the decks are unknown is still to be said
        self._deal(getattr(started, "apprentices", {}))

    def _deal(self, apprentices: Mapping[str, str]) -> None:
        """B23a: everybody has one apprentice. What is wrong with that is told on the start of the game."""
        cards = list(apprentices.values())
        for name, card in apprentices.items():
            if name in self.players and card in self.deck.workers and card not in self.where:
                self.where[card] = self.players[name]
                person = self.people[card] = Person(self.deck.workers[card], self.players[name], 0)
                if card not in self.deck.apprentices or cards.count(card) > 1:
                    self.doubted.add(card)
                    person.disputed = person.unsure = True
        dealt = [person.owner for person in self.people.values() if not person.disputed]
        for player in self.seats:
            if player not in dealt:
                player.undealt = not apprentices
                player.unseen["worker"] = 0 if player.undealt else 1

    @property
    def tally(self) -> bool:
        """Nothing was played here: the players only say what they have."""
        return not self.reveals


# --- looking at it ----------------------------------------------------------------------------------------------------


def over(table: Table) -> bool:
    """B27, B31: the last round is played to its end; where nobody ever has 17 points a game is never over."""
    if table.tally:
        return all(player.declared for player in table.seats)
    return table.over


def plus(one: Materials, other: Materials) -> Materials:
    """Materials taken together, each kind by itself."""
    return (one[0] + other[0], one[1] + other[1], one[2] + other[2], one[3] + other[3])


def minus(one: Materials, other: Materials) -> Materials:
    """What is left of materials when some are gone."""
    return (one[0] - other[0], one[1] - other[1], one[2] - other[2], one[3] - other[3])


def enough(have: Materials, needs: Materials) -> bool:
    """B7, B8: every material by itself is there, or more than that."""
    return have[0] >= needs[0] and have[1] >= needs[1] and have[2] >= needs[2] and have[3] >= needs[3]


def available(table: Table, player: Player) -> list[Person]:
    """Everybody in a player's pool who is not at work."""
    return [person for person in table.people.values() if person.owner is player and person.site is None]


def open_sites(table: Table, player: Player) -> list[Site]:
    """What a player has started and not finished."""
    return [site for site in table.sites.values() if site.owner is player and not site.done]


def finished(table: Table, player: Player, kind: str) -> set[str]:
    """The buildings or machines that a player has finished."""
    return {site.id for site in table.sites.values() if site.done and site.owner is player and site.card.kind == kind}


def after(table: Table, player: Player) -> Player:
    """Whose turn comes next."""
    return table.seats[(player.seat + 1) % len(table.seats)]


def trained(table: Table, gives: Materials, university: Card) -> Materials:
    """B11: what somebody gives under a university."""
    reading = table.options["training"]
    if reading == "added":
        return plus(gives, university.gives)
    if reading == "whole":
        return university.gives
    stone, wood, architecture, decoration = map(max, gives, university.gives)
    return (stone, wood, architecture, decoration)


def packet(actions: int) -> int:
    """B20: the coins for so many actions: 1, 3, 6, and from there on as for packets of 3 and the rest."""
    return PACKETS[3] * (actions // 3) + PACKETS.get(actions % 3, 0) if actions > 0 else 0


def differs(table: Table, player: Player, event: HoldingsDeclared) -> bool:
    """Does a declaration say something else than the record?"""
    recorded = (
        player.coins,
        finished(table, player, "building"),
        finished(table, player, "machine"),
        player.unfreed,
        player.owing,
    )
    return recorded != (event.coins, set(event.buildings), set(event.machines), event.prisoners, event.loans)


# --- what moves on it -------------------------------------------------------------------------------------------------


def pay(table: Table, player: Player, coins: int, n: int) -> None:
    """Coins go to the bank; a purse may fall below nought."""
    player.coins -= coins
    player.money.append(n)
    table.money -= coins


def gain(table: Table, player: Player, coins: int, n: int) -> None:
    """B22: coins come from the bank, which never runs out."""
    player.coins += coins
    player.money.append(n)
    table.money += coins
    if table.money > BOX_COINS and table.crowded is None:
        table.crowded = n


def join(table: Table, card: Card, n: int) -> Person:
    """Somebody joins the player's pool."""
    person = table.people[card.id] = Person(card, table.player, n)
    table.where[card.id] = table.player
    if card.kind == "prisoner":
        table.player.unfreed += 1
    return person


def fill(table: Table, row: Row) -> None:
    """B23: a card lies where one was taken."""
    row.waiting -= 1
    if not row.waiting:
        table.owed.remove(row)


def finish(table: Table, site: Site, n: int) -> None:
    """B10, B25: people and tools are free again, the building pays and counts; B9: a machine joins the pool."""
    release(site)
    owner, card = site.owner, site.card
    owner.points += card.points
    if card.coins:
        gain(table, owner, card.coins, n)
    if card.kind == "machine":
        machine = table.people[card.id] = Person(card, owner, n)
        machine.fresh = table.turn
        machine.disputed = site.disputed


def release(site: Site) -> None:
    """Nobody works here any more."""
    site.done = True
    for person in site.crew:
        person.site = None
        if person.tool is not None:
            person.tool.holder = None
            person.tool = None
    site.crew = []


def close(table: Table, player: Player, n: int) -> None:
    """B26, B27: who ends a turn with 17 points of buildings and machines makes this round the last."""
    if player.points >= END_POINTS:
        table.last = True
    if player.seat == len(table.seats) - 1:
        table.round += 1
        if table.last and not table.over:
            table.over = True
            table.ended = n
