"""What happens at a table of The Builders: Antiquity: one handler for each event.

A handler believes the record; whether a thing was allowed is the business of `rules`. Before each event `ADVANCE` looks
up what it is about (whose turn it is, which person and site, what it costs), once for the rules and the handler.
"""

from collections.abc import Callable
from typing import Any

from ledger.games.builders.cards import ACTION_PRICE, PACKETS, Card
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
    Started,
    ToolBought,
    TurnEnded,
    WorkerHired,
    WorkerRevealed,
    WorkerTrained,
)
from ledger.games.builders.slips import (
    PLENTY,
    adopt,
    break_off,
    can_pay,
    change_hands,
    count_begins,
    excuse,
    freed_by_mistake,
    ground,
    hand_on_loan,
    hand_over,
    lapse,
    may_be_at_hand,
    may_be_sent,
    may_be_site,
    may_have_joined,
    may_owe,
    miss,
    mistrained,
    owner_of_the_turn,
    passed_over,
    penniless,
    settle,
    shake,
    step_in,
    summon,
    taken_unseen,
    turned_up_again,
    uncalled,
    unmiss,
    unsettled,
)
from ledger.games.builders.table import (
    OUT,
    Person,
    Player,
    Row,
    Site,
    Table,
    Tool,
    Turn,
    after,
    close,
    differs,
    enough,
    fill,
    finish,
    gain,
    join,
    minus,
    packet,
    pay,
    plus,
    release,
    trained,
)

Move = (
    ConstructionStarted
    | WorkerHired
    | SentToWork
    | CoinsTaken
    | ActionsBought
    | PrisonerBought
    | ToolBought
    | LoanTaken
    | WorkerTrained
    | PrisonerFreed
    | LoanRepaid
    | TurnEnded
)

# --- what is looked up before an event --------------------------------------------------------------------------------


def open_move(table: Table, event: Move, cost: int = 1, price: int = 0) -> None:
    """Whose turn it is, before somebody does something for actions and coins."""
    player: Player = table.players[event.player]
    table.player = player
    table.cost = cost
    table.price = price
    if table.setting_up:
        table.setting_up = False
        table.early = None if table.reveals else event.n
    turn = table.turn
    if turn.player is player and not table.over:
        turn.touched = True
        table.astray = None
    else:
        step_in(table, player, event.n)


def open_reveal(table: Table, event: BuildingRevealed | WorkerRevealed) -> None:
    """A card is turned up; a stranger is told before anything else."""
    pile = table.deck.buildings if isinstance(event, BuildingRevealed) else table.deck.workers
    pile[event.card]


def open_construction(table: Table, event: ConstructionStarted) -> None:
    """A building is taken."""
    table.deck.buildings[event.building]
    open_move(table, event)


def open_hiring(table: Table, event: WorkerHired) -> None:
    """A worker is taken."""
    table.deck.workers[event.worker]
    open_move(table, event)


def open_sending(table: Table, event: SentToWork) -> None:
    """B1, B2: the k-th sent to a site in one turn costs k actions, whoever was there before."""
    person = table.person = table.people.get(event.worker)
    site = table.site = table.sites.get(event.site)
    if site is None:
        table.deck.buildings[event.site]
    if event.tool:
        table.deck.tools[event.tool]
    open_move(table, event, 0, table.deck.people[event.worker].wage if person is None else person.wage)
    table.cost = table.turn.sent.get(event.site, 0) + 1


def open_coins(table: Table, event: CoinsTaken) -> None:
    """B20: as many actions as the packet says."""
    open_move(table, event, event.actions if event.actions in PACKETS else 0)


def open_purchase(table: Table, event: ActionsBought) -> None:
    """B21: 5 coins for each action."""
    open_move(table, event, 0, ACTION_PRICE * max(event.count, 0))


def open_prisoner(table: Table, event: PrisonerBought) -> None:
    """B13: a prisoner is taken from the line."""
    open_move(table, event, 1, table.deck.prisoners[event.prisoner].price)


def open_tool(table: Table, event: ToolBought) -> None:
    """B13: a tool is taken from the line."""
    open_move(table, event, 1, table.deck.tools[event.tool].price)


def open_loan(table: Table, event: LoanTaken) -> None:
    """B13, B19: a loan is taken from the line."""
    table.deck.loans[event.loan]
    open_move(table, event)


def open_training(table: Table, event: WorkerTrained) -> None:
    """B11, B13: a university is taken from the line."""
    table.deck.people[event.worker]
    table.person = table.people.get(event.worker)
    open_move(table, event, 1, table.deck.universities[event.university].price)


def open_freeing(table: Table, event: PrisonerFreed) -> None:
    """B14: an action in play, 5 coins in the final count."""
    table.deck.people[event.prisoner]
    table.person = table.people.get(event.prisoner)
    _open_settling(table, event, 1, 0, ACTION_PRICE)


def open_repayment(table: Table, event: LoanRepaid) -> None:
    """B17: no action, in one's own turn or in the final count."""
    price = table.deck.loans[event.loan].repay
    _open_settling(table, event, 0, price, price)


def _open_settling(table: Table, event: PrisonerFreed | LoanRepaid, cost: int, price: int, final_price: int) -> None:
    """B28: in play it is done in one's turn, in the final count everybody decides alone, in any order."""
    player: Player = table.players[event.player]
    unended = None if table.over else count_begins(table, player, event.n)
    if not table.over:
        turn, touched = table.turn, table.turn.touched
        open_move(table, event, cost, price)
        turn.touched = touched  # settling alone shows no turn: the final count may have begun
        return
    table.player = player
    table.cost = 0
    table.price = final_price
    table.astray = unended


def open_ending(table: Table, event: TurnEnded) -> None:
    """B27: a turn is ended by the one whose turn it is; a wrong name begins no other."""
    player: Player = table.players[event.player]
    turn, aside = table.turn, table.aside
    if turn.player is player or table.over or (aside is not None and aside.player is player):
        open_move(table, event, 0)
        return
    table.player = player
    table.astray = turn


ADVANCE: dict[type, Callable[[Any, Any], None]] = {
    BuildingRevealed: open_reveal,
    WorkerRevealed: open_reveal,
    ConstructionStarted: open_construction,
    WorkerHired: open_hiring,
    SentToWork: open_sending,
    CoinsTaken: open_coins,
    ActionsBought: open_purchase,
    PrisonerBought: open_prisoner,
    ToolBought: open_tool,
    LoanTaken: open_loan,
    WorkerTrained: open_training,
    PrisonerFreed: open_freeing,
    LoanRepaid: open_repayment,
    TurnEnded: open_ending,
}


# --- rows -------------------------------------------------------------------------------------------------------------


def started(table: Table, event: Started) -> None:
    """B23a: the apprentices were dealt when the table was laid."""


def building_revealed(table: Table, event: BuildingRevealed) -> None:
    """B23: a building lies face up, and its deck is one smaller."""
    _reveal(table, table.buildings, table.workers, table.deck.buildings[event.card], event.n)


def worker_revealed(table: Table, event: WorkerRevealed) -> None:
    """B23: a worker lies face up, and its deck is one smaller."""
    _reveal(table, table.workers, table.buildings, table.deck.workers[event.card], event.n)


def _reveal(table: Table, row: Row, other: Row, card: Card, n: int) -> None:
    table.reveals += 1
    table.untold = False
    if table.early is not None and table.reveals == 1:
        lapse(table)  # that the set-up was not written down is told already
    if other.waiting and not row.waiting and not table.setting_up:
        lapse(table)
    if card.id in table.where:
        turned_up_again(table, row, card, n)
        return
    table.where[card.id] = row
    row.cards[card.id] = n
    if row.waiting:
        row.left -= 1
        fill(table, row)
    elif row.spare:
        row.spare -= 1
    elif row.unknown:
        row.unknown -= 1
    else:
        uncalled(table, row, card)


def _take(table: Table, row: Row, card: Card, n: int) -> bool:
    """B23: a card leaves its row, and its place is to be filled while the deck lasts; False when that was told."""
    table.untold = False
    lay_there = card.id in row.cards
    if lay_there:
        del row.cards[card.id]
    else:
        lay_there = taken_unseen(table, row, card)
    row.spare = 0
    fair = spend(table, n, lay_there)
    if not fair:
        unsettled(table, row, card, lay_there)
    elif row.ahead:
        row.ahead -= 1
        row.spare = 1
    elif row.left > row.slack and table.piles_known:
        row.waiting = 1
        table.owed.append(row)
    elif row.slack:
        row.spare = 1
    return fair


def construction_started(table: Table, event: ConstructionStarted) -> None:
    """B24: a building lies before a player as a site; there may be any number of them."""
    card: Card = table.deck.buildings[event.building]
    player = table.player
    fair = _take(table, table.buildings, card, event.n)
    table.where[card.id] = player
    site = table.sites.get(card.id)
    if site is None:
        site = table.sites[card.id] = Site(card, player, event.n)
    if not fair or player.unsure:
        shake(table, site)
    if not site.done:
        site.owner = player
        site.disputed = not fair


def worker_hired(table: Table, event: WorkerHired) -> None:
    """B24: a worker joins a player's pool."""
    card: Card = table.deck.workers[event.worker]
    fair = _take(table, table.workers, card, event.n)
    _receive(table, card, fair, event.n)


def _receive(table: Table, card: Card, fair: bool, n: int) -> None:
    """Somebody is the player's from now on, wherever the record had them."""
    person = table.people.get(card.id)
    if person is None:
        person = join(table, card, n)
    elif person.owner is table.player:
        return  # the same once more: told, and theirs all the same
    else:
        change_hands(person, table.player)
    if not fair:
        person.disputed = True
        person.unsure = person.kind == "worker"  # perhaps it was another


# --- actions and coins ------------------------------------------------------------------------------------------------


def spend(table: Table, n: int, sound: bool = True) -> bool:
    """The actions and coins of an event are gone; False when something about it was told."""
    turn, player = table.turn, table.player
    sound = sound and table.astray is None
    if table.cost:
        turn.left -= table.cost
        if sound and turn.left < turn.floor:
            turn.overspent = True
            sound = False
    if table.price:
        if sound and player.coins - table.price < player.floor and not can_pay(table, player, table.price):
            penniless(table, player)
            sound = False
        pay(table, player, table.price, n)
    if sound:
        return True
    excuse(table)
    return False


def coins_taken(table: Table, event: CoinsTaken) -> None:
    """B20: 1, 3 or 6 coins for a packet of 1, 2 or 3 actions."""
    turn = table.turn
    table.cost = max(event.actions, 0)
    spend(table, event.n, event.actions in PACKETS)
    begun = turn.packet if table.options["coin_packets"] == "cumulated" else 0
    turn.packet = (begun + table.cost) % 3
    coins = packet(begun + table.cost) - packet(begun)
    if coins:
        gain(table, table.player, coins, event.n)
    if table.astray is not None:
        table.astray.player.floor -= coins
    if event.actions not in PACKETS:
        table.player.floor -= max(PACKETS[3] - coins, 0)


def actions_bought(table: Table, event: ActionsBought) -> None:
    """B21: actions for 5 coins each."""
    if event.count > 0:
        spend(table, event.n)
        table.turn.left += event.count
        table.turn.bought += event.count
    if table.astray is not None:
        table.astray.floor -= max(event.count, 0)


# --- work -------------------------------------------------------------------------------------------------------------


def sent_to_work(table: Table, event: SentToWork) -> None:
    """B33: the wage is paid, then the work is done; B25: when the needs are met the building is finished."""
    player, person, site, n = table.player, table.person, table.site, event.n
    sound = True
    if person is None:
        sound = may_have_joined(table, table.deck.people[event.worker])
        person = summon(table, event.worker, None, n)
    elif person.owner is not player or person.site is not None:
        sound = may_be_sent(table, person)
        if person.owner is not player or person.site is not site or person.doubted:
            person = summon(table, event.worker, person, n)
        else:  # here already, as was told: perhaps it was somebody else
            sound = False
            player.adrift = plus(player.adrift, person.gives)
    whose = sound  # or that was told, so they are where they were before
    if site is None or site.owner is not player or site.done:
        sound = sound and may_be_site(table, event.site, site)
        site = ground(table, event.site, site, person, n)
    tool = None
    if event.tool:
        tool = table.tools.get(event.tool)
        if tool is None or tool.owner is not player or tool.holder is not None or person.kind == "prisoner":
            sound = sound and may_be_at_hand(table, tool) and person.kind != "prisoner"
            tool = hand_over(table, event.tool, tool)
    if spend(table, n, sound):
        table.turn.sent[event.site] = table.cost
        if person.doubted or person.unsure:
            settle(table, person, site)
    else:
        person.doubted = whose
        if not site.done:
            shake(table, site, 1)
    if not site.done:
        work(table, person, site, tool, n)


def work(table: Table, person: Person, site: Site, tool: Tool | None, n: int) -> None:
    """B3, B25: somebody works on a site, with a tool that stays there too, until it has all it needs."""
    if person.site is not site:
        site.have = plus(site.have, person.gives)
        person.site = site
        site.crew.append(person)
    site.sent.append(n)
    if tool is not None:
        site.have = plus(site.have, tool.gives)
        if person.tool is not None:
            person.tool.holder = None
        tool.holder = person
        person.tool = tool
    if enough(site.have, site.card.needs):
        finish(table, site, n)


# --- investments, freeing, repaying -----------------------------------------------------------------------------------


def _invest(table: Table, card: str, n: int, sound: bool = True) -> bool:
    """B13: a card of the line is taken, one a turn; False when something about it was told."""
    there = card not in table.where or card in table.doubted
    if spend(table, n, sound and there and not table.turn.invested):
        table.turn.invested = True
        table.doubted.discard(card)
        return True
    if there:
        table.doubted.add(card)
    if not there or table.astray is not None:
        miss(owner_of_the_turn(table), table.deck.cards[card].kind)
    return False


def prisoner_bought(table: Table, event: PrisonerBought) -> None:
    """B13: a prisoner joins the pool and works for nothing."""
    fair = _invest(table, event.prisoner, event.n)
    _receive(table, table.deck.prisoners[event.prisoner], fair, event.n)


def tool_bought(table: Table, event: ToolBought) -> None:
    """B13: a tool joins the pool."""
    fair = _invest(table, event.tool, event.n)
    tool = table.tools.get(event.tool)
    if tool is not None and tool.owner is table.player:
        return  # the same once more: told, and theirs all the same
    if tool is None:
        tool = table.tools[event.tool] = Tool(table.deck.tools[event.tool], table.player)
        table.where[event.tool] = table.player
    else:
        change_hands(tool, table.player)
    tool.disputed = tool.disputed or not fair


def loan_taken(table: Table, event: LoanTaken) -> None:
    """B19: a loan card and its coins."""
    player = table.player
    coins = table.deck.loans[event.loan].coins
    _invest(table, event.loan, event.n)
    gain(table, player, coins, event.n)
    holder = table.where.get(event.loan)
    if isinstance(holder, Player):
        hand_on_loan(holder, event.loan)
    if table.astray is not None:
        table.astray.player.floor -= coins
    player.loans[event.loan] = event.n
    player.owing += 1
    table.where[event.loan] = player


def worker_trained(table: Table, event: WorkerTrained) -> None:
    """B11, B12: three of one material in place of what was shown there; the wage stays."""
    university: Card = table.deck.universities[event.university]
    person = table.person
    if person is None:
        sound = may_have_joined(table, table.deck.people[event.worker])
    else:
        sound = (person.owner is table.player and person.site is None) or may_be_sent(table, person)
        sound = sound and person.kind in ("worker", "citizen") and (not person.trained or person.unsure)
    fair = _invest(table, university.id, event.n, sound)
    if person is None:
        person = adopt(table, table.deck.people[event.worker], event.n)
    table.where[university.id] = person.owner
    gives = trained(table, person.gives, university)
    if person.site is not None:
        shake(table, person.site)
        person.site.have = plus(minus(person.site.have, person.gives), gives)
    person.gives = gives
    person.trained = university.id
    if not fair:
        person.unsure = True
        mistrained(table, owner_of_the_turn(table))


def prisoner_freed(table: Table, event: PrisonerFreed) -> None:
    """B12, B14, B16: the card is turned over: a citizen who gives the same, for a wage."""
    card: Card = table.deck.people[event.prisoner]
    person = table.person
    if person is None:
        sound = card.kind == "prisoner" and may_have_joined(table, card)
    else:
        sound = (person.owner is table.player and person.site is None) or may_be_sent(table, person)
        sound = sound and (person.kind == "prisoner" or (person.kind == "citizen" and person.unsure))
    fair = spend(table, event.n, sound)
    if card.citizen is None:
        return
    if person is None:
        person = adopt(table, card, event.n)
    if person.kind == "prisoner":
        person.kind = "citizen"
        person.wage = card.citizen.wage
        person.fresh = table.turn
        person.owner.unfreed = max(person.owner.unfreed - 1, 0)
        if not fair:
            freed_by_mistake(table, person)
    elif fair:
        person.unsure = False


def loan_repaid(table: Table, event: LoanRepaid) -> None:
    """B17, B18: 15 coins, and the card leaves the game or goes back to its stack, whoever had it."""
    player, holder = table.player, table.where.get(event.loan)
    held = event.loan in player.loans
    fair = spend(table, event.n, held or may_owe(table, event.loan))
    if held:
        if not fair:
            miss(player, event.loan)
        del player.loans[event.loan]
        player.owing -= 1
        if table.options["repaid_loan"] == "returns":
            del table.where[event.loan]
        else:
            table.where[event.loan] = OUT
    elif fair:
        unmiss(player, event.loan if player.unseen.get(event.loan, 0) else "loan")
        player.owing = max(player.owing - 1, len(player.loans))  # a declaration leaves loans without names
    elif isinstance(holder, Player):
        hand_on_loan(holder, event.loan)
        table.where[event.loan] = OUT


# --- turns ------------------------------------------------------------------------------------------------------------


def turn_ended(table: Table, event: TurnEnded) -> None:
    """B32: the turn passes on, whatever is left of it."""
    turn, aside = table.turn, table.aside
    following = after(table, turn.player)
    if table.astray is not None and not table.over:
        if turn.touched:  # perhaps it was this turn that ended
            break_off(table, following, event.n)
            table.turn.passed = table.player is following  # or the next one as well
        elif after(table, table.player) is not turn.player:  # not the end of the turn before, said twice
            passed_over(table, turn.player)
            break_off(table, after(table, table.player), event.n)
            close(table, table.player, event.n)
        return
    if aside is not None and aside.touched:
        close(table, aside.player, event.n)
        table.aside = None
    if not table.over:
        close(table, turn.player, event.n)
    if aside is not None and aside.player is following:
        table.aside = None
    table.turn = Turn(following)


# --- holdings ---------------------------------------------------------------------------------------------------------


def holdings_declared(table: Table, event: HoldingsDeclared) -> None:
    """What a player says replaces what the record says; if the two differ, the decks are no longer known."""
    player: Player = table.players[event.player]
    listed: list[Card] = [table.deck.buildings[card] for card in (*event.buildings, *event.machines)]
    if not table.tally and differs(table, player, event):
        table.piles_known = False
        table.untold = True
        table.buildings.unknown = table.workers.unknown = PLENTY
        table.doubted.update(card.id for card in listed)
    for site in [site for site in table.sites.values() if site.owner is player and site.done]:
        if site.card not in listed:
            del table.sites[site.id]
            table.where[site.id] = OUT
    for card in listed:
        _declare(table, player, card, event.n)
    player.points = sum(card.points for card in listed)
    player.unfreed = event.prisoners
    if player.owing != event.loans:
        player.owing, player.loans = event.loans, {}
        player.unseen["loan"] = event.loans
    table.money += event.coins - player.coins
    player.coins, player.money = event.coins, [event.n]
    player.declared = True


def _declare(table: Table, player: Player, card: Card, n: int) -> None:
    """A finished building is a player's, wherever it was."""
    site = table.sites.get(card.id)
    if site is None or site.owner is not player:
        site = table.sites[card.id] = Site(card, player, n)
    if not site.done:
        release(site)
    table.buildings.cards.pop(card.id, None)
    table.where[card.id] = player


APPLY: dict[type, Callable[[Any, Any], None]] = {
    Started: started,
    BuildingRevealed: building_revealed,
    WorkerRevealed: worker_revealed,
    ConstructionStarted: construction_started,
    WorkerHired: worker_hired,
    SentToWork: sent_to_work,
    CoinsTaken: coins_taken,
    ActionsBought: actions_bought,
    PrisonerBought: prisoner_bought,
    ToolBought: tool_bought,
    LoanTaken: loan_taken,
    WorkerTrained: worker_trained,
    PrisonerFreed: prisoner_freed,
    LoanRepaid: loan_repaid,
    TurnEnded: turn_ended,
    HoldingsDeclared: holdings_declared,
}
