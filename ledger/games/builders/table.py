"""What lies on a table of The Builders: Antiquity, and what can be read off it."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ledger.events import GameStarted
from ledger.game import Players, Reading
from ledger.games.builders.cards import (
    BOX_COINS,
    END_POINTS,
    FREE_ACTIONS,
    NONE,
    ROW,
    START_COINS,
    Card,
    Deck,
    Materials,
    Pile,
)
from ledger.words import Words

if TYPE_CHECKING:
    from ledger.games.builders.counts import CountsDeclared

OUT = "out of the game"


class Turn:
    """What somebody may still do before the turn passes on."""

    __slots__ = ("bought", "invested", "left", "packet", "player", "sent")

    def __init__(self, player: "Player") -> None:
        self.player = player
        self.left = FREE_ACTIONS
        self.bought = 0
        self.sent: dict[str, int] = {}  # how many went to each site
        self.invested = False
        self.packet = 0  # actions given for coins that do not make a whole packet yet

    @property
    def begun(self) -> bool:
        """Something was done in it that counts."""
        return self.left < FREE_ACTIONS or self.bought > 0


class Player:
    """Somebody's purse and debts; sites, people and tools know their owner themselves."""

    __slots__ = (
        "coins", "counts", "declared", "loans", "money", "name", "owing", "points", "seat", "turn",
        "undealt", "unfreed",
    )  # fmt: skip

    def __init__(self, name: str, seat: int) -> None:
        self.name = name
        self.seat = seat
        self.turn: Turn | None = None  # begun, and not ended
        self.coins = START_COINS
        self.money: list[int] = [0]  # the events that moved the purse
        self.points = 0  # of finished buildings and machines
        self.loans: dict[str, int] = {}  # each with the event that brought it
        self.owing = 0  # loans not repaid, and
        self.unfreed = 0  # prisoners not freed; in a declaration they have no names
        self.declared = False
        self.counts: CountsDeclared | None = None  # what this player counted, where no cards were named
        self.undealt = False  # nobody wrote down which apprentice this player was dealt


class Row:
    """Five face-up cards, and the deck that fills their places."""

    __slots__ = ("cards", "left", "name", "pile")

    def __init__(self, name: str, pile: Pile, left: int) -> None:
        self.name = name
        self.pile = pile  # the cards of which it is made
        self.cards: dict[str, int] = {}  # each with the event that turned it up
        self.left = left  # in the deck

    @property
    def free(self) -> int:
        """Places that can be filled."""
        return max(min(ROW - len(self.cards), self.left), 0)


class Person:
    """A worker, prisoner, citizen or finished machine, in a pool or on a site."""

    __slots__ = ("fresh", "gives", "id", "kind", "n", "owner", "site", "tool", "trained", "wage")

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


class Tool:
    """A mallet, saw, set square or brush, in a pool or in somebody's hands."""

    __slots__ = ("gives", "holder", "id", "owner")

    def __init__(self, card: Card, owner: Player) -> None:
        self.id = card.id
        self.gives = card.gives
        self.owner = owner
        self.holder: Person | None = None


class Site:
    """A building or machine that somebody has started, finished or not."""

    __slots__ = ("card", "crew", "done", "have", "id", "n", "owner", "sent")

    def __init__(self, card: Card, owner: Player, n: int) -> None:
        self.id = card.id
        self.card = card
        self.owner = owner
        self.n = n
        self.sent: list[int] = []  # the events that sent somebody here
        self.crew: list[Person] = []
        self.have: Materials = NONE
        self.done = False


class Table:
    """Everything on the table."""

    __slots__ = (
        "buildings", "crowded", "deck", "early", "ended", "last", "money", "options", "over", "owed", "people",
        "piles_known", "players", "reveals", "round", "seats", "setting_up", "sites", "tools", "turn", "where",
        "workers",
    )  # fmt: skip

    def __init__(self, started: GameStarted, deck: Deck, options: Mapping[str, Reading]) -> None:
        self.deck = deck
        self.options = options
        self.seats = [Player(name, seat) for seat, name in enumerate(started.players)]
        self.players: Players = Players({player.name: player for player in self.seats})
        self.buildings = Row("building", deck.buildings, len(deck.buildings))
        self.workers = Row("worker", deck.workers, len(deck.workers) - len(self.seats))
        self.where: dict[str, Player | Row | str] = {}  # a card that is not here lies in its deck or stack
        self.people: dict[str, Person] = {}
        self.sites: dict[str, Site] = {}
        self.tools: dict[str, Tool] = {}
        self.round = 1
        self.last = False  # somebody ended a turn with 17 points: this round is the last
        self.over = False
        self.ended = -1  # the event with which play was over
        self.reveals = 0
        self.setting_up = True
        self.owed = [self.buildings, self.workers]  # rows to be filled before anything else happens
        self.early: int | None = None  # the event that was played before any card was turned up
        self.piles_known = True  # what lies in the rows and decks is what the record says
        self.money = START_COINS * len(self.seats)  # in all purses
        self.crowded: int | None = None  # the event with which there were more coins in play than the box has
        self.turn = Turn(self.seats[0])  # the one that was begun last
        self.seats[0].turn = self.turn
        self._deal(getattr(started, "apprentices", {}))

    def _deal(self, apprentices: Mapping[str, str]) -> None:
        """B23a: everybody has one apprentice; nobody can tell whose it is that was dealt wrongly."""
        cards = list(apprentices.values())
        for player in self.seats:
            card = apprentices.get(player.name, "")
            player.undealt = card not in self.deck.workers or cards.count(card) > 1
            if not player.undealt:
                self.where[card] = player
                self.people[card] = Person(self.deck.workers[card], player, 0)

    @property
    def tally(self) -> bool:
        """Nothing was played here: the players only say what they have."""
        return not self.reveals


# --- looking at it ----------------------------------------------------------------------------------------------------


def over(table: Table) -> bool:
    """B27, B31: the last round is played to its end; where nobody ever has 17 points a game is never over."""
    if table.tally:
        return not undeclared(table)
    return table.over


def undeclared(table: Table) -> list[str]:
    """Who is still to say what they have; of those who left nobody asks."""
    return [player.name for player in table.seats if not player.declared and player.name not in table.players.left]


def declaring(table: Table) -> bool:
    """A tally in which somebody has spoken: who has not yet may have anything."""
    return table.tally and (bool(table.players.left) or any(player.declared for player in table.seats))


def purse_of(table: Table, player: Player) -> int | None:
    """What is in somebody's purse; None: at a table that only declares, nobody has counted it."""
    silent = declaring(table) and not player.declared
    return None if silent or (player.counts is not None and player.counts.coins is None) else player.coins


def points_of(table: Table, player: Player) -> int | None:
    """Points of finished buildings and machines; None: nobody has said all of them."""
    said = player.counts
    silent = declaring(table) and not player.declared
    return None if silent or (said is not None and None in (said.buildings, said.machines)) else player.points


def plus(one: Materials, other: Materials) -> Materials:
    """Materials taken together, each kind by itself."""
    return (one[0] + other[0], one[1] + other[1], one[2] + other[2], one[3] + other[3])


def minus(one: Materials, other: Materials) -> Materials:
    """What is left of materials when some are gone."""
    return (one[0] - other[0], one[1] - other[1], one[2] - other[2], one[3] - other[3])


def enough(have: Materials, needs: Materials) -> bool:
    """B7, B8: every material by itself is there, or more than that."""
    return have[0] >= needs[0] and have[1] >= needs[1] and have[2] >= needs[2] and have[3] >= needs[3]


def useful(needs: Materials, gives: Materials) -> int:
    """How much of what is still needed somebody gives."""
    done = 0
    for need, give in zip(needs, gives, strict=True):
        if need > 0:
            done += need if need < give else give
    return done


def available(table: Table, player: Player) -> list[Person]:
    """Everybody in a player's pool who is not at work."""
    return [person for person in table.people.values() if person.owner is player and person.site is None]


def idle_tools(table: Table, player: Player) -> list[Tool]:
    """The tools in a player's pool that nobody holds."""
    return [tool for tool in table.tools.values() if tool.owner is player and tool.holder is None]


def open_sites(table: Table, player: Player) -> list[Site]:
    """What a player has started and not finished."""
    return [site for site in table.sites.values() if site.owner is player and not site.done]


def finished(table: Table, player: Player, kind: str) -> set[str]:
    """The buildings or machines that a player has finished."""
    return {site.id for site in table.sites.values() if site.done and site.owner is player and site.card.kind == kind}


def in_the_line(table: Table, pile: Pile) -> list[Card]:
    """The cards of the investment line that are still there."""
    return [card for card in pile.values() if card.id not in table.where]


def acting(table: Table) -> list[Player]:
    """Who may do something: in the final count everybody, before that whose turn it is."""
    return table.seats if table.over else [table.turn.player]


def after(table: Table, player: Player) -> Player:
    """Whose turn comes next: of those who have not left, the next by seat."""
    around = table.seats[player.seat + 1 :] + table.seats[: player.seat + 1]
    gone = table.players.left
    return around[0] if not gone else next((one for one in around if one.name not in gone), around[0])


def place_of(table: Table, card: str) -> Words:
    """Where a card is, in words."""
    place = table.where.get(card)
    if isinstance(place, Player):
        return Words("{player} has it", player=place.name)
    if isinstance(place, Row):
        return Words("it lies face up")
    return Words("it is in its deck or stack") if place is None else Words("it is out of the game")


def reading(table: Table, option: str) -> str:
    """By which reading of the rules something is told."""
    return f"{option} = {table.options[option]}"


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


def take(table: Table, row: Row, card: str, player: Player) -> None:
    """B23: a card leaves its row, and its place is to be filled while the deck lasts."""
    if lift(table, row, card, player) and row.left > 0 and table.piles_known:
        table.owed.append(row)


def lift(table: Table, row: Row, card: str, player: Player) -> bool:
    """A card is the player's, wherever the record had it; True when it lay face up."""
    if card in row.cards:
        del row.cards[card]
        table.where[card] = player
        return True
    if card not in table.where:
        row.left -= 1  # it came off the deck
    table.where[card] = player
    return False


def join(table: Table, card: Card, player: Player, n: int) -> Person:
    """Somebody is in a player's pool, wherever the record had them."""
    person = table.people.get(card.id)
    if person is None:
        person = table.people[card.id] = Person(card, player, n)
        player.unfreed += card.kind == "prisoner"
    elif person.kind == "prisoner":
        person.owner.unfreed -= 1
        player.unfreed += 1
    person.owner = player
    table.where[card.id] = player
    return person


def receive(table: Table, card: Card, player: Player, n: int) -> Person:
    """Somebody is used whom the record has elsewhere: from here on they are the player's."""
    if player.undealt and card.grade == "apprentice" and card.id not in table.where:
        player.undealt = False
    elif card.kind == "worker":
        lift(table, table.workers, card.id, player)
    return join(table, card, player, n)


def finish(table: Table, site: Site, n: int) -> None:
    """B10, B25: people and tools are free again, the building pays and counts; B9: a machine joins the pool."""
    release(site)
    owner, card = site.owner, site.card
    owner.points += card.points
    if card.coins:
        gain(table, owner, card.coins, n)
    if card.kind == "machine":
        machine = table.people[card.id] = Person(card, owner, n)
        machine.fresh = owner.turn


def release(site: Site) -> None:
    """Nobody works here any more."""
    site.done = True
    for person in site.crew:
        if person.site is not site:
            continue  # sent away, against the rules
        person.site = None
        if person.tool is not None:
            person.tool.holder = None
            person.tool = None
    site.crew = []


def close(table: Table, player: Player, n: int) -> None:
    """B26, B27: who ends a turn with 17 points of buildings and machines makes this round the last."""
    player.turn = None
    if player.points >= END_POINTS:
        table.last = True
    if after(table, player).seat <= player.seat:
        table.round += 1
        if table.last and not table.over:
            table.over = True
            table.ended = n
