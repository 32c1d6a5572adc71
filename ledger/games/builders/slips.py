"""What a mistake leaves open: where the record no longer says for certain what lay on the table.

The rules tell a mistake once. What is kept here lets them keep silent about what merely follows from it, whether the
table went on from the mistake as recorded or the scribe slipped and the table never made it.
"""

from ledger.events import Event
from ledger.games.builders.cards import END_POINTS, FREE_ACTIONS, PACKETS, TRAINED, Card, Materials
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
from ledger.games.builders.table import (
    Person,
    Player,
    Row,
    Site,
    Table,
    Tool,
    Turn,
    after,
    close,
    enough,
    fill,
    finish,
    join,
    minus,
    open_sites,
    plus,
)

ANYBODY: Materials = (TRAINED + 1, TRAINED + 1, TRAINED + 1, TRAINED + 1)  # at most, of each, with a tool
PLENTY = 99  # more cards than a row ever has
LOAN = 10
WHOLE_TURN = LOAN + PACKETS[FREE_ACTIONS - 1]  # the coins of a turn in which nothing is finished
MISSED: dict[type, str] = {PrisonerBought: "prisoner", ToolBought: "tool", LoanTaken: "loan"}

# --- turns ------------------------------------------------------------------------------------------------------------


def step_in(table: Table, player: Player, n: int) -> None:
    """B27: it is somebody else's turn, or nobody's any more. The turn broken off may go on, or this one may."""
    table.astray = None
    if table.over and not _resumed(table):
        table.astray = None if table.played_on else table.turn
        table.played_on = True
        if table.turn.player is not player:
            table.turn = Turn(player)
    elif table.turn.player is not player:
        turn, aside = table.turn, table.aside
        if turn.passed and player is after(table, turn.player):
            break_off(table, player, n)
        elif aside is not None and aside.player is player:
            table.turn, table.aside = aside, None if turn.touched else turn  # touched: no turn, only a slip
        else:
            table.astray = turn
            if not turn.touched:
                passed_over(table, turn.player)
            break_off(table, player, n)
    table.turn.touched = True


def passed_over(table: Table, player: Player) -> None:
    """A whole turn was perhaps played and not written down: whatever three actions can do."""
    for kind in ("building", "worker", "prisoner", "tool", "loan"):
        player.unseen[kind] = player.unseen.get(kind, 0) + FREE_ACTIONS
    for row in (table.buildings, table.workers):
        row.unknown += FREE_ACTIONS
        row.slack += FREE_ACTIONS
    player.floor -= WHOLE_TURN
    mistrained(table, player)
    stray(table, player)
    table.out_of_step = True


def _resumed(table: Table) -> bool:
    """An end that rests on doubtful points is no end when the table plays on."""
    sure = any(_sure_points(table, player) >= END_POINTS for player in table.seats)
    if not table.played_on and (table.out_of_step or not sure):
        table.over = table.out_of_step = False
    return not table.over


def _sure_points(table: Table, player: Player) -> int:
    """Points of buildings about which nothing was told."""
    sites = [site for site in table.sites.values() if site.owner is player and site.done and site.doubted]
    return player.points - sum(site.card.points for site in sites)


def count_begins(table: Table, player: Player, n: int) -> Turn | None:
    """Somebody settles out of turn: is it the final count? Gives the turn whose end the record left out, if so."""
    turn, seats = table.turn, table.seats
    if player is turn.player:
        return None
    if turn.player is seats[-1] and (table.last or turn.player.points >= END_POINTS):
        close(table, turn.player, n)
        table.aside, table.turn, table.shaken = turn, Turn(seats[0]), True
        table.out_of_step = True
        return turn
    resumed = table.ended >= 0  # the end was reached once before
    if not turn.touched and (resumed or (table.shaken and turn.player is seats[0])):  # the points may suffice
        table.over = True
        table.ended = n
    return None


def break_off(table: Table, player: Player, n: int) -> None:
    """A turn is left as it is for another player's; one that was left before is taken as ended."""
    turn, aside = table.turn, table.aside
    if aside is not None and aside.touched:
        close(table, aside.player, n)
    if turn.passed:
        close(table, turn.player, n)
    table.aside = None if turn.passed else turn
    table.turn = Turn(player)


# --- rows -------------------------------------------------------------------------------------------------------------


def lapse(table: Table) -> None:
    """B23: what was taken was not replaced before something else happened."""
    for row in list(table.owed):
        unnamed(table, row, row.waiting)


def unnamed(table: Table, row: Row, cards: int = 1) -> None:
    """Cards left the deck for the row, and the record does not know which."""
    for _ in range(min(cards, row.waiting)):
        row.left -= 1
        row.slack += 1
        row.unknown += 1
        fill(table, row)


def turned_up_again(table: Table, row: Row, card: Card, n: int) -> None:
    """A card that has left its deck is turned up: another must lie here, unless where it was is in doubt."""
    if card.id not in table.doubted:
        row.perhaps.add(card.id)
        unnamed(table, row)
        return
    table.doubted.discard(card.id)
    if row.waiting:
        fill(table, row)
    elif row.unknown:
        row.unknown -= 1
    site, person = table.sites.get(card.id), table.people.get(card.id)
    if (site is None or not (site.done or site.crew)) and (person is None or person.site is None):
        table.sites.pop(card.id, None)
        table.people.pop(card.id, None)
        table.where[card.id] = row
        row.cards[card.id] = n


def uncalled(table: Table, row: Row, card: Card) -> None:
    """A card is turned up though no place was free: perhaps the record left out what made it free."""
    row.left -= 1
    row.slack += 1
    row.ahead += 1
    table.doubted.add(card.id)
    miss(table.turn.player, row.name)


def taken_unseen(table: Table, row: Row, card: Card) -> bool:
    """A card is taken that the record does not have in the row; True when it may have lain there all the same."""
    if card.id in row.perhaps:
        row.perhaps.discard(card.id)
        row.left -= 1
        row.slack += 1
        row.ahead += 1
        return True
    if card.id not in table.where:
        if row.unknown:
            row.unknown -= 1
            return True
        row.left -= 1
        row.slack += 1
    miss(table.player, row.name)
    return False


def unsettled(table: Table, row: Row, card: Card, lay_there: bool) -> None:
    """A card was taken by mistake: it may lie where it was still, and its place may be filled or not."""
    if lay_there:
        row.perhaps.add(card.id)
    elif card.id not in table.where:
        table.doubted.add(card.id)
    row.spare += 1
    row.left -= 1
    row.slack += 1


def miss(player: Player, kind: str) -> None:
    """A card of this kind may have come to a player without the record knowing it."""
    player.unseen[kind] = player.unseen.get(kind, 0) + 1


def unmiss(player: Player, kind: str) -> None:
    """Here it is."""
    if player.unseen.get(kind, 0):
        player.unseen[kind] -= 1


def excuse(table: Table) -> None:
    """What a mistake cost in actions and coins was perhaps not paid."""
    table.turn.floor -= table.cost
    table.player.floor -= table.price


def penniless(table: Table, player: Player) -> None:
    """Coins were not there: perhaps the record left out how they came, by a loan or from a building finished."""
    player.floor -= max(LOAN - table.price, 0)  # the price itself is excused
    miss(player, "loan")
    stray(table, player)


def can_pay(table: Table, player: Player, price: int) -> bool:
    """The purse holds so much, or may do so: by what a mistake was worth, or what an open site may have paid."""
    short = player.floor - (player.coins - price)
    if short <= 0:
        return True
    return any(site.card.coins >= short and may_be_done(site) for site in open_sites(table, player))


def owner_of_the_turn(table: Table) -> Player:
    """The one who perhaps did what another is said to have done."""
    return table.player if table.astray is None else table.astray.player


# --- work -------------------------------------------------------------------------------------------------------------


def shake(table: Table, site: Site, strays: int = 0) -> None:
    """Who worked on a site is open, and so whether it is finished and has paid."""
    table.shaken = True
    site.doubted = True
    site.strays += strays


def drift(table: Table, player: Player, gives: Materials) -> None:
    """Work was recorded where it cannot have been done: any site of the player may have had it."""
    player.adrift = plus(player.adrift, gives)
    for site in open_sites(table, player):
        shake(table, site)


def stray(table: Table, player: Player) -> None:
    """Somebody may have worked on any site of the player whom the record does not know."""
    for site in open_sites(table, player):
        shake(table, site, 1)


def worked_for(site: Site) -> bool:
    """The record names enough work for this site, wherever it put it."""
    return site.doubted and enough(plus(site.have, site.owner.adrift), site.card.needs)


def may_be_done(site: Site) -> bool:
    """With those whom the record may not know a site may have all it needs; points are never made up out of that."""
    have = plus(site.have, site.owner.adrift)
    for _ in range(site.strays):
        have = plus(have, ANYBODY)
    return site.doubted and enough(have, site.card.needs)


def may_be_back(person: Person) -> bool:
    """Somebody at work is free after all, if the site may be finished, or the one they were sent away from."""
    site = person.site
    if site is None or person.moved is None or person.unsure:
        return site is None or may_be_done(site)
    return worked_for(site) or worked_for(person.moved)


def may_be_sent(table: Table, person: Person) -> bool:
    """Somebody is the player's and free, or may be."""
    if person.owner is not table.player:
        return person.disputed
    return person.doubted or may_be_back(person)


def may_have_joined(table: Table, card: Card) -> bool:
    """The record never saw this one come to the player, and it may be so all the same."""
    player = table.player
    if card.kind == "machine":
        site = table.sites.get(card.id)
        return site is not None and may_be_done(site)
    if player.undealt and card.grade == "apprentice" and card.id not in table.where:
        return True
    return bool(player.unseen.get(card.kind, 0))


def summon(table: Table, worker: str, person: Person | None, n: int) -> Person:
    """Somebody is sent whom the record has elsewhere: from here on they are the player's, and here."""
    if person is None:
        machine = table.sites.get(worker)
        if machine is not None and worked_for(machine):
            finish(table, machine, n)  # the table had it finished
            person = table.people[worker]
        else:
            if machine is not None:
                shake(table, machine)
            return adopt(table, table.deck.people[worker], n)
    if person.site is not None:
        _call_away(table, person, person.site, n)
    if person.owner is not table.player:
        if not person.disputed:
            stray(table, table.player)
        change_hands(person, table.player)
    return person


def _call_away(table: Table, person: Person, site: Site, n: int) -> None:
    """Somebody at work is sent elsewhere: the table had the site finished, or they left it as it was."""
    told, moved = not may_be_sent(table, person), person.moved
    person.moved = None
    if worked_for(site):
        finish(table, site, n)  # so its crew is free
        return
    _leave(table, person, site)
    if moved is not None and not moved.done and worked_for(moved):
        finish(table, moved, n)
    if told and moved is not None:
        person.unsure = True  # twice: perhaps trained, which was left out
        site.owner.floor -= moved.card.coins
    if person.unsure:
        site.owner.floor -= site.card.coins
    if told:
        person.moved = site  # and a tool stays in their hands
        shake(table, site, 1)  # or somebody finished it whom the record does not know
    elif person.tool is not None:
        person.tool.holder = None
        person.tool = None


def _leave(table: Table, person: Person, site: Site) -> None:
    """Somebody left a site before it was finished."""
    shake(table, site)
    site.crew.remove(person)
    person.site = None
    gives = person.gives if person.tool is None else plus(person.gives, person.tool.gives)
    site.have = minus(site.have, gives)
    site.owner.adrift = plus(site.owner.adrift, gives)


def _lay_down(site: Site, tool: Tool) -> None:
    site.have = minus(site.have, tool.gives)
    site.owner.adrift = plus(site.owner.adrift, tool.gives)
    if tool.holder is not None:
        tool.holder.tool = None
    tool.holder = None


def adopt(table: Table, card: Card, n: int) -> Person:
    """The record never saw this one join the player."""
    player = table.player
    if card.kind == "worker" and card.id not in table.where and not (player.undealt and card.grade == "apprentice"):
        table.workers.left -= 1
        table.workers.slack += 1
    if card.grade == "apprentice":
        player.undealt = False
    unmiss(player, card.kind)
    _slip_out(table, table.workers, card.id)
    return join(table, card, n)


def _slip_out(table: Table, row: Row, card: str) -> None:
    """A card is used that nobody has taken: it may lie where it was, or its place may have been filled unseen."""
    if row.cards.pop(card, None) is None:
        table.doubted.add(card)
        return
    row.perhaps.add(card)
    row.unknown += 1
    row.left -= 1
    row.slack += 1


def change_hands(thing: Person | Tool, player: Player) -> None:
    """Somebody has what another had; that one may use it once more."""
    if isinstance(thing, Person) and thing.kind == "prisoner":
        thing.owner.unfreed -= 1
        player.unfreed += 1
    thing.owner = player
    thing.disputed = not thing.disputed


def may_be_site(table: Table, card: str, site: Site | None) -> bool:
    """What is no open site of the player in the record may be one all the same."""
    if site is None:
        return bool(table.player.unseen.get("building", 0))
    return site.doubted if site.owner is table.player else site.disputed


def ground(table: Table, card: str, site: Site | None, person: Person, n: int) -> Site:
    """Somebody is sent to what is no open site of the player in the record."""
    player = table.player
    if site is not None and site.disputed and not site.done:
        site.owner, site.disputed = player, False
        return site
    if site is not None:
        drift(table, player, person.gives)
        return site
    if player.unseen.get("building", 0):
        unmiss(player, "building")
    else:
        drift(table, player, person.gives)
    if card not in table.where:
        table.buildings.left -= 1
        table.buildings.slack += 1
    _slip_out(table, table.buildings, card)
    table.where[card] = player
    site = table.sites[card] = Site(table.deck.buildings[card], player, n)
    return site


def may_be_at_hand(table: Table, tool: Tool | None) -> bool:
    """A tool that the record has in other hands, or in nobody's, may be the player's and free."""
    if tool is None:
        return bool(table.player.unseen.get("tool", 0))
    if tool.owner is not table.player:
        return tool.disputed
    return tool.holder is None or may_be_back(tool.holder)


def hand_over(table: Table, card: str, tool: Tool | None) -> Tool:
    """A tool is used that the record has in other hands, or in nobody's."""
    player = table.player
    if tool is None:
        unmiss(player, "tool")
        table.where[card] = player
        table.doubted.add(card)
        tool = table.tools[card] = Tool(table.deck.tools[card], player)
    elif tool.holder is not None and tool.holder.site is not None:
        shake(table, tool.holder.site)
        _lay_down(tool.holder.site, tool)
    if tool.owner is not player:
        change_hands(tool, player)
    return tool


def may_owe(table: Table, loan: str) -> bool:
    """A loan that the record does not have with the player may be there."""
    unseen = table.player.unseen
    return bool(unseen.get(loan, 0) or (unseen.get("loan", 0) and not isinstance(table.where.get(loan), Player)))


def hand_on_loan(holder: Player, loan: str) -> None:
    """A loan is taken or repaid that another has: that one perhaps never took it, or took another."""
    holder.loans.pop(loan, None)
    holder.owing = max(holder.owing - 1, 0)
    miss(holder, loan)


def mistrained(table: Table, player: Player) -> None:
    """Somebody of this player may have been trained whom the record does not know: all sites are in doubt."""
    player.unsure = True
    drift(table, player, (TRAINED, TRAINED, TRAINED, TRAINED))


def settle(table: Table, person: Person, site: Site) -> None:
    """Somebody in doubt is sent: they are the player's, and here; what they cost and give may be in doubt still."""
    person.doubted = False
    shake(table, site, int(person.unsure))
    if person.kind == "citizen" and person.unsure:
        table.player.floor -= person.wage


def freed_by_mistake(table: Table, person: Person) -> None:
    """A citizen perhaps is a prisoner still, whom nobody pays."""
    person.unsure = True
    if not table.over:  # in the final count nobody is sent any more
        person.owner.floor -= person.wage


# --- strangers --------------------------------------------------------------------------------------------------------


def doubt(table: Table, event: Event) -> None:
    """An event named a stranger and changed nothing; what it may have meant is not held against the table later."""
    player: Player = table.players.get(getattr(event, "player", ""), table.turn.player)
    if isinstance(event, BuildingRevealed | WorkerRevealed):
        unnamed(table, table.buildings if isinstance(event, BuildingRevealed) else table.workers)
    elif isinstance(event, ConstructionStarted | WorkerHired):
        row = table.buildings if isinstance(event, ConstructionStarted) else table.workers
        row.spare += 1
        miss(player, row.name)
    elif isinstance(event, SentToWork):
        site = table.sites.get(event.site)
        if site is None or site.done:
            stray(table, player)
        else:
            shake(table, site, 1)
        if event.worker in table.people:
            table.people[event.worker].doubted = True
    elif isinstance(event, PrisonerBought | ToolBought | LoanTaken):
        miss(player, MISSED[type(event)])
        if isinstance(event, LoanTaken):
            player.floor -= max(loan.coins for loan in table.deck.loans.values())
    elif isinstance(event, CoinsTaken | ActionsBought):
        if isinstance(event, CoinsTaken):
            player.floor -= max(PACKETS.values())
        table.turn.overspent = True
    elif isinstance(event, WorkerTrained):
        mistrained(table, player)
    elif isinstance(event, TurnEnded) and table.turn.touched:
        break_off(table, after(table, table.turn.player), event.n)
