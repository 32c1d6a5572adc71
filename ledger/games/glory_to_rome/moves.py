"""What happens at a table of Glory to Rome: what the rules do by themselves, and one handler for each event.

A handler believes the record; whether a thing was allowed is the business of `rules`.
"""

from collections.abc import Iterable
from typing import Any

from ledger.game import Handler, Opener, Stranger
from ledger.games.glory_to_rome.cards import (
    ARCHITECT,
    CRAFTSMAN,
    LABORER,
    LEGIONARY,
    MATERIALS,
    MERCHANT,
    PATRON,
    SENATOR,
    UNSEEN,
    VALUE,
)
from ledger.games.glory_to_rome.events import (
    ActionDeclined,
    ClientHired,
    DeckShuffled,
    DemandAnswered,
    FoundationLaid,
    FountainDrawn,
    GameConceded,
    HandDealt,
    HoldingsDeclared,
    LatrineUsed,
    LeaderChosen,
    MaterialAdded,
    MaterialHauled,
    MaterialsDemanded,
    MaterialSold,
    OrderRevealed,
    PoolTaken,
    RoleFollowed,
    RoleLed,
    RoundEnded,
    SenateUsed,
    SewerUsed,
    StairwayUsed,
    StructureTaken,
    TableNoted,
    Thought,
    VaultShown,
    VomitoriumUsed,
)
from ledger.games.glory_to_rome.noted import NotedPlayer
from ledger.games.glory_to_rome.slips import come_to_light, introduce, leave, take
from ledger.games.glory_to_rome.structures import (
    COMPLETION,
    PRISON,
    THINK,
    baths,
    bridge,
    completes,
    forum,
    hand_limit,
    immune,
    palace,
    renew,
)
from ledger.games.glory_to_rome.table import (
    ACT,
    ENDING,
    FOLLOW,
    LEAD,
    SETUP,
    THOUGHT,
    Demand,
    Doubts,
    Fit,
    Frame,
    Player,
    Structure,
    Table,
    materials,
    place,
)
from ledger.games.glory_to_rome.turns import (
    BUILDERS,
    available,
    close_actions,
    locate,
    reach,
    spend_all,
    spend_second,
    thinking,
    use,
)
from ledger.games.glory_to_rome.units import most_units

FIRST_PART = {PATRON: "pool", LABORER: "pool", MERCHANT: "main", LEGIONARY: "demand", THINK: THINK, PRISON: PRISON}

# --- what the rules do by themselves ----------------------------------------------------------------------------------


def opened(table: Table, event: Any) -> Player:
    """Something is played: the set-up is over, and a last step that was not taken is lost."""
    player: Player = table.players[event.player]
    table.played = True
    if table.phase == SETUP:
        table.phase = LEAD
    if table.fresh:
        table.fresh = False
        table.doubts.unled |= table.doubts.shaken
        table.doubts.shaken = False
    table.fit, table.late, table.passed, table.undecided = None, False, [], []
    if table.last_step and not (isinstance(event, FoundationLaid | MaterialAdded) and event.player == table.last_step):
        table.last_step = ""
        finish(table, "deck", event.n)
    return player


def open_play(table: Table, event: RoleLed | RoleFollowed) -> None:
    """A role is led or followed."""
    for card in event.cards:
        table.cards[card]
    opened(table, event)


def open_think(table: Table, event: Thought | LatrineUsed | VomitoriumUsed) -> None:
    """G12: before an Academy's think the camps are emptied."""
    player = opened(table, event)
    why = thinking(table, player)
    if why == "academy":
        close_actions(table)
        discard(table)
    elif why == "school":
        table.fit = locate(table, player, (THINK,), THINK)


def open_action(table: Table, event: Any) -> None:
    """Somebody acts: find the action that this belongs to."""
    player = opened(table, event)
    roles, part = parts(table, event)
    if roles == (THINK,) and thinking(table, player) == "academy":
        close_actions(table)
        discard(table)
        return
    reach(table, player)
    if isinstance(event, MaterialsDemanded):
        table.doubts.muddled = False
    if table.phase == ACT and not table.late:
        table.fit = _anew(table, player) if isinstance(event, FountainDrawn) else locate(table, player, roles, part)


def _anew(table: Table, player: Player) -> Fit | None:
    """G30: a Fountain draws at most once for an action."""
    for frame in reversed(table.stack):
        if frame.player is player and CRAFTSMAN in frame.roles and available(table, frame) > 0:
            return Fit(frame, fresh=True)
    return None


def parts(table: Table, event: Any) -> tuple[tuple[str, ...], str]:
    """Which roles an event may belong to, and which part of such an action it is."""
    if isinstance(event, ActionDeclined):
        return (event.role,), event.part or FIRST_PART.get(event.role, "build")
    if isinstance(event, ClientHired):
        return (PATRON,), event.source
    if isinstance(event, MaterialHauled):
        return (LABORER,), event.source
    if isinstance(event, MaterialSold):
        return (MERCHANT,), "hand" if event.source == "hand" else "main"
    if isinstance(event, FoundationLaid):
        return BUILDERS, "build"
    if isinstance(event, MaterialAdded):
        return (CRAFTSMAN if event.source == "hand" else ARCHITECT,), "build"
    if isinstance(event, StairwayUsed):
        return (ARCHITECT,), "stairway" if table.options["stairway"] == "extra" else "build"
    if isinstance(event, StructureTaken):
        return (PRISON,), PRISON
    if isinstance(event, MaterialsDemanded):
        return (LEGIONARY,), "demand"
    return (CRAFTSMAN,), "fountain"


def open_end(table: Table, event: SenateUsed | SewerUsed) -> None:
    """The actions of the round are over."""
    opened(table, event)
    if table.phase in (ACT, FOLLOW):
        close_actions(table)


def open_demand(table: Table, event: PoolTaken | DemandAnswered) -> None:
    """A demand is answered."""
    opened(table, event)


def open_round(table: Table, event: RoundEnded) -> None:
    """The actions of the round are over."""
    table.played = True
    table.late, table.passed, table.undecided = False, [], []
    if table.last_step:
        table.last_step = ""
        finish(table, "deck", event.n)
    if table.phase in (ACT, FOLLOW):
        close_actions(table)


ADVANCE: dict[type, Opener] = {
    Thought: open_think,
    LatrineUsed: open_think,
    VomitoriumUsed: open_think,
    RoleLed: open_play,
    RoleFollowed: open_play,
    ClientHired: open_action,
    MaterialHauled: open_action,
    MaterialSold: open_action,
    FountainDrawn: open_action,
    FoundationLaid: open_action,
    MaterialAdded: open_action,
    StairwayUsed: open_action,
    StructureTaken: open_action,
    MaterialsDemanded: open_action,
    ActionDeclined: open_action,
    PoolTaken: open_demand,
    DemandAnswered: open_demand,
    SenateUsed: open_end,
    SewerUsed: open_end,
    RoundEnded: open_round,
}


# --- cards on the move ------------------------------------------------------------------------------------------------


def draw(table: Table, number: int, told: Iterable[str] | None, n: int) -> list[str]:
    """Cards come off the deck: those the record tells, else its top, unseen where nobody knows it."""
    if told is not None:
        tokens = list(told)
        number = len(tokens)
    else:
        number = max(0, min(number, table.left))
        tokens = [UNSEEN] * number
    pile = table.pile
    if pile is not None:
        top = pile[table.drawn : table.drawn + number]
        tokens = [known if token == UNSEEN else token for token, known in zip(tokens, top, strict=False)]
    else:
        for token in tokens:
            introduce(table, token, n)
    table.drawn += number
    table.left = max(0, table.left - number)
    return tokens


def enter(table: Table, player: Player, token: str) -> None:
    """A card comes into a hand."""
    table.clock += 1
    if token == SENATOR:
        player.senators += 1
    elif token == UNSEEN:
        player.unseen.enter(table.clock)
    else:
        player.hand.append(token)


def discard(table: Table) -> None:
    """The camps are emptied: orders to the pool, senators to their stack. G56: not before."""
    for player in table.seats:
        if player.camp:
            table.pool += player.camp
            player.camp = []
        table.senators += player.camp_senators
        player.camp_senators = 0


def finish(table: Table, why: str, n: int, winners: list[str] | None = None) -> None:
    """The game is over at once; what is left undone is lost."""
    if not table.over:
        table.over, table.over_n, table.winners = why, n, winners
        table.owed = []


def deck_may_end(table: Table, n: int) -> None:
    """G48: after every draw the deck may be at its end."""
    if table.left <= 0:
        finish(table, "deck", n)


def forum_may_win(table: Table, n: int) -> None:
    """G50: does somebody's Forum win? G29: a shared Forum is tested for everybody."""
    if table.over or not any("forum" in player.works for player in table.seats):
        return
    winners = [player.name for player in table.seats if forum(table, player)]
    if winners:
        finish(table, "forum", n, winners)


# --- set-up -----------------------------------------------------------------------------------------------------------


def deck_shuffled(table: Table, event: DeckShuffled) -> None:
    """From here every draw is known."""
    for card in event.cards:
        table.cards[card]
    table.pile, table.drawn, table.left = event.cards, 0, len(event.cards)


def hand_dealt(table: Table, event: HandDealt) -> None:
    """A hand replaces the unseen one every player starts with."""
    player: Player = table.players[event.player]
    for card in event.cards:
        table.cards[card]
    if not player.dealt:
        player.unseen.forget(0, table.clock)
        player.senators, player.hand = 0, []
    player.dealt = True
    for token in event.cards:
        enter(table, player, token)
        introduce(table, token, event.n)


def order_revealed(table: Table, event: OrderRevealed) -> None:
    """All cards turned up to find the leader begin the pool."""
    card = table.cards[event.card]
    player: Player | None = table.players[event.player] if event.player else None
    table.pool.append(event.card)
    introduce(table, event.card, event.n)
    table.left -= 1 if table.pile is None else 0
    if player is not None:
        player.revealed.append(card.id)
        _still_tied(table)


def _still_tied(table: Table) -> None:
    """G4: when all who compete have turned up a card, the alphabetically first ones stay in."""
    competing = table.tied or table.seats
    turns = max(len(player.revealed) for player in competing)
    if any(len(player.revealed) < turns for player in competing):
        return
    ranks = table.deck.ranks[str(table.options["collation"])]
    first = min(ranks.get(player.revealed[-1], 0) for player in competing)
    table.tied = [player for player in competing if ranks.get(player.revealed[-1], 0) == first]


def leader_chosen(table: Table, event: LeaderChosen) -> None:
    """The first leader. G54: in a training game half of the deck is now taken away."""
    player: Player = table.players[event.player]
    table.leader, table.chosen = player.seat, True
    if table.phase == SETUP:
        table.phase = LEAD
    if table.options["deck_fraction"] == "1/2" and table.pile is None:
        table.left -= table.left // 2


# --- the round --------------------------------------------------------------------------------------------------------


def due(player: Player) -> int:
    """G7: how many orders a think draws."""
    return max(1, hand_limit(player) - player.cards)


def thought(table: Table, event: Thought) -> None:
    """A senator, or orders; then the deck may be at its end."""
    player: Player = table.players[event.player]
    for card in event.cards or ():
        table.cards[card]
    why = thinking(table, player) or ("lead" if table.phase == LEAD else "")
    player.purged = False
    if event.draw == SENATOR:
        table.senators = max(0, table.senators - 1)
        enter(table, player, SENATOR)
    else:
        for token in draw(table, due(player), event.cards, event.n):
            enter(table, player, token)
        table.doubts.adrift |= player.miscounted and event.cards is None
        player.unsure |= table.doubts.adrift
    if why == "school":
        use(table, THINK)
    elif why == "academy":
        player.academy = True
    elif table.phase == LEAD:
        _led_by(table, player)
        table.phase = THOUGHT
    player.decided = True
    if event.draw != SENATOR:
        deck_may_end(table, event.n)


def _led_by(table: Table, player: Player) -> None:
    table.leader, table.doubts.unled = player.seat, False


def latrine_used(table: Table, event: LatrineUsed) -> None:
    """G47: a card of the hand to the pool, a senator to the stack."""
    player: Player = table.players[event.player]
    _discarded(table, leave(table, player, event.card, event.n))
    player.purged = True


def _discarded(table: Table, token: str) -> None:
    if token == SENATOR:
        table.senators += 1
    else:
        table.pool.append(token)


def vomitorium_used(table: Table, event: VomitoriumUsed) -> None:
    """The whole hand to the pool, senators to the stack."""
    player: Player = table.players[event.player]
    told = [token for token in event.cards or () if token != SENATOR]
    for token in told:
        _discarded(table, leave(table, player, token, event.n))
    table.pool += player.hand
    table.pool += [UNSEEN] * len(player.unseen)
    table.senators += player.senators
    player.hand, player.senators = [], 0
    player.unseen.forget(0, table.clock)
    player.purged = True


def role_led(table: Table, event: RoleLed) -> None:
    """A round begins."""
    player: Player = table.players[event.player]
    if table.phase == FOLLOW and table.order[0] is player:
        return  # told twice
    if table.phase != LEAD:
        end_round(table)
        table.fresh = False
    _led_by(table, player)
    table.phase, table.role, table.order, table.turn = FOLLOW, event.role, table.from_leader(), -1
    table.stack = []
    _to_camp(table, player, event)


def role_followed(table: Table, event: RoleFollowed) -> None:
    """Somebody else takes part."""
    _to_camp(table, table.players[event.player], event)


def _to_camp(table: Table, player: Player, event: RoleLed | RoleFollowed) -> None:
    actions = event.actions
    if actions is None:
        actions = max(1, most_units(table, player, table.role, event.cards)) if palace(player) else 1
    for token in event.cards:
        card = leave(table, player, token, event.n)
        if card == SENATOR:
            player.camp_senators += 1
        else:
            player.camp.append(card)
    player.units += max(0, actions)
    player.decided = player.followed = True


def round_ended(table: Table, event: RoundEnded) -> None:
    """The leader card passes to the left."""
    end_round(table)


def end_round(table: Table) -> None:
    """Put the table in order for the next round."""
    discard(table)
    table.phase, table.role, table.order, table.turn = LEAD, "", [], -1
    table.stack, table.demand, table.owed = [], None, []
    table.leader = (table.leader + 1) % len(table.seats)
    table.round += 1
    table.fresh = True
    for player in table.seats:
        player.new_round()


# --- actions ----------------------------------------------------------------------------------------------------------


def client_hired(table: Table, event: ClientHired) -> None:
    """A client joins; with Baths it acts at once."""
    player: Player = table.players[event.player]
    table.cards[event.card]
    use(table, event.source)
    token = _from(table, player, event.source, event.card, event.n)
    player.clientele.append(token)
    frame = baths(table, player, token)
    if frame is not None:
        table.stack.append(frame)
    forum_may_win(table, event.n)
    if event.source == "deck":
        deck_may_end(table, event.n)


def _from(table: Table, player: Player, source: str, token: str, n: int) -> str:
    """A card comes from the pool, a hand, a stockpile or the deck."""
    if source == "hand":
        return leave(table, player, token, n)
    if source == "deck":
        if table.blind < 0 and table.pile is None:
            table.blind = n
        return (draw(table, 1, [token], n) or [UNSEEN])[0]
    if source == "stockpile":
        return take(table, player.stockpile, token)
    if source == "pool":
        return take(table, table.pool, token)
    raise Stranger(source)


def material_hauled(table: Table, event: MaterialHauled) -> None:
    """A material joins the stockpile."""
    player: Player = table.players[event.player]
    table.cards[event.card]
    use(table, event.source)
    player.stockpile.append(_from(table, player, event.source, event.card, event.n))
    forum_may_win(table, event.n)


def material_sold(table: Table, event: MaterialSold) -> None:
    """A material joins the vault, and remembers which event put it there."""
    player: Player = table.players[event.player]
    table.cards[event.card]
    use(table, "hand" if event.source == "hand" else "main")
    player.vault.append((_from(table, player, event.source, event.card, event.n), event.n))
    if event.source == "deck":
        deck_may_end(table, event.n)


def fountain_drawn(table: Table, event: FountainDrawn) -> None:
    """G30: the drawn card is in the hand whatever is done with it, and the action counts as a Craftsman's."""
    player: Player = table.players[event.player]
    table.cards[event.card]
    frame = use(table, "fountain")
    token = (draw(table, 1, [event.card], event.n) or [UNSEEN])[0]
    enter(table, player, token)
    player.crafted = True
    if frame is not None:
        frame.drawn = token
    if table.left <= 0:  # G31
        if table.options["last_card"] == "immediate":
            finish(table, "deck", event.n)
        else:
            table.last_step = player.name


def _crafted(player: Player, frame: Frame | None) -> None:
    if frame is not None and CRAFTSMAN in frame.roles:
        player.crafted = True


def foundation_laid(table: Table, event: FoundationLaid) -> None:
    """An order from the hand takes a site."""
    player: Player = table.players[event.player]
    card = table.cards[event.card]
    site = event.site or card.material
    if site not in MATERIALS:
        raise Stranger(site)
    frame = use(table, "build")
    _crafted(player, frame)
    if event.out_of_town and frame is not None:
        spend_second(table, frame)
    token = leave(table, player, event.card, event.n)
    structure = Structure(token, card.id or token, site, event.n, out_of_town=event.out_of_town)
    player.structures.append(structure)
    sites = table.out_of_town if event.out_of_town else table.in_town
    sites[site] -= 1
    renew(table)
    forum_may_win(table, event.n)  # G18: before the sites are counted
    if not event.out_of_town and not any(count > 0 for count in table.in_town.values()):  # G17
        finish(table, "sites", event.n)
    _after_last_step(table, event.n)


def _after_last_step(table: Table, n: int) -> None:
    if table.last_step:
        table.last_step = ""
        finish(table, "deck", n)


def material_added(table: Table, event: MaterialAdded) -> None:
    """A material lies under a structure for the rest of the game."""
    player: Player = table.players[event.player]
    name, material = table.cards[event.structure].id, table.cards[event.material].material
    structure = player.structure(name)
    if structure is None:
        structure = _begun(table, player, event)
    frame = use(table, "build")
    if event.source == "hand":
        _crafted(player, frame)
    token = _from(table, player, event.source, event.material, event.n)
    done = not structure.complete and completes(table, player, structure, material, event.source)
    if event.unfinished and len(structure.materials) + 1 < structure.needs:
        done = False
    structure.materials.append(token)
    if done:
        complete(table, player, structure, event.n)
    _after_last_step(table, event.n)


def _begun(table: Table, player: Player, event: MaterialAdded) -> Structure:
    """Something is added to a structure whose foundation the record lacks: it lies there."""
    card = table.cards[event.structure]
    if not card.material:
        raise Stranger(event.structure)
    if event.structure in player.hand:
        player.hand.remove(event.structure)
    structure = Structure(event.structure, card.id or event.structure, card.material, event.n)
    player.structures.append(structure)
    table.in_town[card.material] -= 1
    return structure


def complete(table: Table, player: Player, structure: Structure, n: int) -> None:
    """G25: influence first, then the function, then what happens upon completion."""
    structure.complete, structure.done = True, n
    player.sites.append((structure.site, n))
    player.influence += VALUE[structure.site]
    renew(table)
    fire(table, player, structure.id, n)


def fire(table: Table, player: Player, name: str, n: int) -> None:
    """G26: what a structure does upon completion comes at once, before the actions that are left."""
    if table.options["functions"] == "on":
        if name == "catacomb":
            finish(table, "catacomb", n)
        elif name in COMPLETION:
            table.stack.append(COMPLETION[name](table, player))
    forum_may_win(table, n)


def stairway_used(table: Table, event: StairwayUsed) -> None:
    """G28: from now on the function is everybody's; what happens upon completion does not happen again."""
    player: Player = table.players[event.player]
    owner: Player = table.players[event.owner]
    structure = owner.structure(table.cards[event.structure].id)
    table.cards[event.material]
    if structure is None:
        return
    use(table, parts(table, event)[1])
    structure.stairway.append(_from(table, player, event.source, event.material, event.n))
    renew(table)
    forum_may_win(table, event.n)


def structure_taken(table: Table, event: StructureTaken) -> None:
    """G51: the sites paid go to the former owner, who keeps the influence of the structure's own site.

    G52: what happens upon completion happens for the new owner, another Prison's theft too.
    """
    player: Player = table.players[event.player]
    owner: Player = table.players[event.owner]
    structure = owner.structure(table.cards[event.structure].id)
    if any(site not in MATERIALS for site in event.sites):
        raise Stranger(next(site for site in event.sites if site not in MATERIALS))
    if structure is None:
        return
    use(table, PRISON)
    for site in event.sites:
        paid = next((one for one in reversed(player.sites) if one[0] == site), None)
        if paid is not None:
            player.sites.remove(paid)
        player.influence -= VALUE[site]
        owner.sites.append(paid or (site, event.n))
        owner.influence += VALUE[site]
    owner.structures.remove(structure)
    player.structures.append(structure)
    renew(table)
    if structure.complete:
        fire(table, player, structure.id, event.n)


# --- legionaries ------------------------------------------------------------------------------------------------------


def materials_demanded(table: Table, event: MaterialsDemanded) -> None:
    """The shown cards stay in the hand, and from now on everybody knows them."""
    player: Player = table.players[event.player]
    wanted = [table.cards[card].material for card in event.cards if card != SENATOR]
    frame = use(table, "demand")
    if frame is not None:
        spend_all(table, frame)
    for token in event.cards:
        _show(table, player, token, event.n)
    if not wanted:
        return
    asked = table.from_leader(player.seat)[1:] if bridge(player) else table.neighbours(player)
    table.demand = Demand(player, wanted, asked, event.n)
    every = table.options["passes"] == "recorded"  # then the immune say so too
    table.owed = [other.name for other in asked if every or not immune(other, player)]
    if table.options["pool_take"] == "mandatory" and table.demand.materials & materials(table, table.pool):
        table.owed.append("")


def _show(table: Table, player: Player, token: str, n: int) -> None:
    left = list(player.hand)
    for known in player.shown:
        if known in left:
            left.remove(known)
    at = place(table, left, token) if token not in (SENATOR, UNSEEN) else -1
    if at >= 0:
        player.shown.append(left[at])
    elif token not in (SENATOR, UNSEEN) and len(player.unseen):
        table.clock += 1
        come_to_light(table, player, token, n)
        player.hand.append(token)
        player.shown.append(token)


def pool_taken(table: Table, event: PoolTaken) -> None:
    """The pool gives its part of a demand."""
    player: Player = table.players[event.player]
    for card in event.cards:
        table.cards[card]
    player.stockpile += [take(table, table.pool, card) for card in event.cards]
    if table.demand is not None:
        table.demand.pool = True
    table.owed = [name for name in table.owed if name]
    forum_may_win(table, event.n)


def demand_answered(table: Table, event: DemandAnswered) -> None:
    """Cards go to the demander's stockpile, clients to the vault; who gives too little says to have no more."""
    player: Player = table.players[event.player]
    for card in (*event.cards, *event.stockpile, *event.clients):
        table.cards[card]
    demand = table.demand
    if demand is None:
        return
    demander = demand.player
    for token in event.cards:
        demander.stockpile.append(leave(table, player, token, event.n))
    for token in event.stockpile:
        demander.stockpile.append(take(table, player.stockpile, token))
    for token in event.clients:
        demander.vault.append((take(table, player.clientele, token), event.n))
    if not immune(player, demander):
        table.clock += 1
        given = materials(table, event.cards)
        for material, number in demand.materials.items():
            if given[material] < number:
                player.unseen.deny(table.clock, material, event.n)
    demand.answered.append(player)
    if player.name in table.owed:
        table.owed.remove(player.name)
    forum_may_win(table, event.n)


def action_declined(table: Table, event: ActionDeclined) -> None:
    """An action, or a part of one, was left unused."""
    player: Player = table.players[event.player]
    part = parts(table, event)[1]
    if event.role == THINK and table.phase == ENDING:
        player.academy = True
        return
    frame = use(table, part)
    if frame is not None and event.role == LEGIONARY:
        spend_all(table, frame)


# --- the end of a round and of the game -------------------------------------------------------------------------------


def senate_used(table: Table, event: SenateUsed) -> None:
    """Senators that others played come into the hand."""
    player: Player = table.players[event.player]
    for owner in [table.players[name] for name in event.owners]:
        if owner.camp_senators > 0:
            owner.camp_senators -= 1
        enter(table, player, SENATOR)


def sewer_used(table: Table, event: SewerUsed) -> None:
    """Orders of the camp become materials."""
    player: Player = table.players[event.player]
    for card in event.cards:
        table.cards[card]
    player.stockpile += [take(table, player.camp, card) for card in event.cards]
    forum_may_win(table, event.n)


def game_conceded(table: Table, event: GameConceded) -> None:
    """G55: the game is over by agreement."""
    winner: Player = table.players[event.winner]
    table.played = True
    finish(table, "conceded", event.n, [winner.name])


def vault_shown(table: Table, event: VaultShown) -> None:
    """What was unseen in a vault is known; each card keeps the event that brought it."""
    player: Player = table.players[event.player]
    shown = list(event.cards)
    for card in shown:
        table.cards[card]
    vault: list[tuple[str, int]] = []
    waiting: list[int] = []
    for token, n in player.vault:
        at = place(table, shown, token) if token != UNSEEN else -1
        if at >= 0:
            vault.append((shown.pop(at), n))
        else:
            waiting.append(n)
    for token in shown:
        introduce(table, token, event.n)
        vault.append((token, waiting.pop(0) if waiting else event.n))
    player.vault = vault


def holdings_declared(table: Table, event: HoldingsDeclared) -> None:
    """What a player says replaces what the record says."""
    player: Player = table.players[event.player]
    for card in (*event.vault, *event.structures):
        table.cards[card]
    player.declared = event
    player.vault = [(card, event.n) for card in event.vault]
    player.influence = event.influence
    player.sites = []
    player.stockpile = [UNSEEN] * max(0, event.stockpile)
    player.structures = []
    for card in event.structures:
        name = table.cards[card].id
        structure = Structure(card, name, table.cards[card].material, event.n)
        structure.complete, structure.done = True, event.n
        player.structures.append(structure)
    player.hand, player.senators = [], 0
    player.unseen.forget(max(0, event.hand), table.clock)
    player.unsure = player.miscounted = True
    renew(table)


def table_noted(table: Table, event: TableNoted) -> None:
    """What somebody saw is believed; the game goes on from there."""
    noted = [(table.players[one.player], one) for one in event.players]
    leader: Player = table.players[event.leader]
    if event.round > table.round and table.phase not in (SETUP, LEAD):
        end_round(table)  # the end of the round is missing
    table.pool = list(event.pool)
    table.senators = event.senators
    for sites, seen in ((table.in_town, event.in_town), (table.out_of_town, event.out_of_town)):
        for material in MATERIALS:
            sites[material] = seen.get(material, 0)
    if table.pile is not None:
        table.drawn = max(0, len(table.pile) - event.deck)
    table.left = event.deck
    if table.phase in (SETUP, LEAD):
        table.leader, table.round = leader.seat, event.round
    for player, one in noted:
        _adopt(table, player, one, event.n)
    if table.doubts.amiss and table.pile is not None:
        _trade(table, event)
    disputed = table.doubts.told is event
    table.doubts = Doubts()
    table.doubts.disputed = disputed
    renew(table)


def _trade(table: Table, event: TableNoted) -> None:
    """Cards seen on the table that the pile has still to bring: those that should lie there come in their place."""
    pile = list(table.pile or ())
    seen = {*event.pool}
    for one in event.players:
        seen.update(one.hand, one.stockpile, one.clientele, one.vault, one.camp)
        seen.update(card for built in one.structures for card in (built.card, *built.materials, *built.stairway))
    early = [at for at in range(table.drawn, len(pile)) if pile[at] in seen]
    gone = [at for at in range(table.drawn) if pile[at] not in seen]
    for late, soon in zip(early, gone, strict=False):
        pile[late], pile[soon] = pile[soon], pile[late]
    table.pile = tuple(pile)


def _adopt(table: Table, player: Player, noted: NotedPlayer, n: int) -> None:
    """What lay in front of a player; events that brought things are kept where the thing is still there."""
    orders = [card for card in noted.hand if card not in (SENATOR, UNSEEN)]
    unseen = sum(card == UNSEEN for card in noted.hand)
    if len(player.unseen) != unseen or sorted(player.hand) != sorted(orders):
        player.unseen.forget(unseen, table.clock)
        player.hand = orders
    player.senators = sum(card == SENATOR for card in noted.hand)
    player.stockpile, player.clientele = list(noted.stockpile), list(noted.clientele)
    player.camp = [card for card in noted.camp if card != SENATOR]
    player.camp_senators = sum(card == SENATOR for card in noted.camp)
    player.vault = _kept(player.vault, noted.vault, n)
    player.sites = _kept(player.sites, noted.sites, n)
    player.influence = noted.influence
    player.unsure = player.miscounted = player.doubted = False
    player.lapsed = -1
    old = {structure.card: structure for structure in player.structures}
    player.structures = []
    for one in noted.structures:
        structure = old.get(one.card) or Structure(one.card, table.cards[one.card].id, one.site, n)
        structure.site, structure.materials, structure.stairway = one.site, list(one.materials), list(one.stairway)
        if one.complete and not structure.complete:
            structure.done = n
        structure.complete = one.complete
        player.structures.append(structure)


def _kept(old: list[tuple[str, int]], seen: Iterable[str], n: int) -> list[tuple[str, int]]:
    left = list(old)
    kept = []
    for token in seen:
        known = next((one for one in left if one[0] == token), None)
        if known is not None:
            left.remove(known)
        kept.append(known or (token, n))
    return kept


APPLY: dict[type, Handler] = {
    DeckShuffled: deck_shuffled,
    HandDealt: hand_dealt,
    OrderRevealed: order_revealed,
    LeaderChosen: leader_chosen,
    Thought: thought,
    LatrineUsed: latrine_used,
    VomitoriumUsed: vomitorium_used,
    RoleLed: role_led,
    RoleFollowed: role_followed,
    RoundEnded: round_ended,
    ClientHired: client_hired,
    MaterialHauled: material_hauled,
    MaterialSold: material_sold,
    FountainDrawn: fountain_drawn,
    FoundationLaid: foundation_laid,
    MaterialAdded: material_added,
    StairwayUsed: stairway_used,
    StructureTaken: structure_taken,
    MaterialsDemanded: materials_demanded,
    PoolTaken: pool_taken,
    DemandAnswered: demand_answered,
    ActionDeclined: action_declined,
    SenateUsed: senate_used,
    SewerUsed: sewer_used,
    GameConceded: game_conceded,
    VaultShown: vault_shown,
    HoldingsDeclared: holdings_declared,
    TableNoted: table_noted,
}
