"""What may happen next at a table of Glory to Rome: for a scribe who records it, and for players who make it up."""

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from random import Random
from typing import NamedTuple

from ledger.events import Event
from ledger.game import Choice
from ledger.games.glory_to_rome.cards import (
    ARCHITECT,
    CRAFTSMAN,
    LABORER,
    LEGIONARY,
    MATERIALS,
    MERCHANT,
    PATRON,
    ROLES,
    SENATOR,
    UNSEEN,
)
from ledger.games.glory_to_rome.events import (
    ActionDeclined,
    ClientHired,
    DeckShuffled,
    DemandAnswered,
    FoundationLaid,
    FountainDrawn,
    HandDealt,
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
    Thought,
    VomitoriumUsed,
)
from ledger.games.glory_to_rome.structures import (
    PRISON,
    THINK,
    academy,
    aqueduct,
    archway,
    arena,
    atrium,
    bar,
    basilica,
    bridge,
    circus,
    clientele_limit,
    dock,
    fits,
    fountain,
    immune,
    latrine,
    palace,
    senate,
    sewer,
    stairway,
    statue,
    tower,
    vault_limit,
    vomitorium,
)
from ledger.games.glory_to_rome.table import (
    ACT,
    ENDING,
    FOLLOW,
    LEAD,
    SETUP,
    THOUGHT,
    Frame,
    Player,
    Structure,
    Table,
    over,
    owners,
)
from ledger.games.glory_to_rome.telling import tell
from ledger.games.glory_to_rome.turns import available, slot_of

# --- what an action may be --------------------------------------------------------------------------------------------


def actions(table: Table, player: Player, frame: Frame) -> Iterator[Event]:
    """Everything that may be done with the next action of a frame, or with what is left of the one under way."""
    for role in frame.roles:
        if role in ACTIONS:
            yield from ACTIONS[role](table, player, frame)


def _may(table: Table, frame: Frame, part: str) -> bool:
    if frame.open is not None and part not in frame.open:
        return True
    return available(table, frame) > 0


def _each(table: Table, zone: list[str]) -> list[str]:
    """One token for each kind of card that lies here."""
    return list({table.cards[token].id or token: token for token in zone}.values())


def _laborer(table: Table, player: Player, frame: Frame) -> Iterator[Event]:
    if _may(table, frame, "pool"):
        yield from (MaterialHauled(player=player.name, card=card) for card in _each(table, table.pool))
    if dock(player) and _may(table, frame, "hand"):
        yield from (MaterialHauled(player=player.name, card=card, source="hand") for card in _each(table, player.hand))


def _patron(table: Table, player: Player, frame: Frame) -> Iterator[Event]:
    if len(player.clientele) >= clientele_limit(player):
        return
    if _may(table, frame, "pool"):
        yield from (ClientHired(player=player.name, card=card) for card in _each(table, table.pool))
    if bar(player) and table.left and _may(table, frame, "deck"):
        yield ClientHired(player=player.name, card=_top(table), source="deck")
    if aqueduct(player) and _may(table, frame, "hand"):
        yield from (ClientHired(player=player.name, card=card, source="hand") for card in _each(table, player.hand))


def _top(table: Table) -> str:
    return table.pile[table.drawn] if table.pile is not None and table.drawn < len(table.pile) else UNSEEN


def _merchant(table: Table, player: Player, frame: Frame) -> Iterator[Event]:
    if len(player.vault) >= vault_limit(player):
        return
    if _may(table, frame, "main"):
        yield from (MaterialSold(player=player.name, card=card) for card in _each(table, player.stockpile))
        if atrium(player) and table.left:
            yield MaterialSold(player=player.name, card=_top(table), source="deck")
    if basilica(player) and _may(table, frame, "hand"):
        yield from (MaterialSold(player=player.name, card=card, source="hand") for card in _each(table, player.hand))


def _craftsman(table: Table, player: Player, frame: Frame) -> Iterator[Event]:
    if frame.drawn and frame.open == {"fountain"}:
        yield from _building(table, player, frame, [frame.drawn])
        if not available(table, frame):
            return
    if available(table, frame) <= 0 and not (frame.open and "build" not in frame.open):
        return
    if not (frame.drawn and frame.open == {"fountain"}):
        yield from _building(table, player, frame, player.hand)
    if fountain(player) and table.left and available(table, frame) > 0:
        yield FountainDrawn(player=player.name, card=_top(table))


def _building(table: Table, player: Player, frame: Frame, hand: list[str]) -> Iterator[Event]:
    yield from _foundations(table, player, frame, hand)
    for structure in _unfinished(player):
        for card in _each(table, hand):
            if fits(table, player, structure, table.cards[card].material):
                yield MaterialAdded(player=player.name, structure=structure.id, material=card, source="hand")


def _unfinished(player: Player) -> list[Structure]:
    return [one for one in player.structures if not one.complete]


def _foundations(table: Table, player: Player, frame: Frame, hand: list[str]) -> Iterator[Event]:
    far = tower(player) or _twice(table, frame)
    forced = table.options["oot_choice"] == "forced-in-town-first"
    for token in _each(table, hand):
        card = table.cards[token]
        if not card.id or player.structure(card.id) is not None:
            continue
        for site in MATERIALS if statue(table, card.id) else (card.material,):
            if table.in_town[site] > 0:
                yield FoundationLaid(player=player.name, card=token, site=site)
            if far and table.out_of_town[site] > 0 and not (forced and table.in_town[site] > 0):
                yield FoundationLaid(player=player.name, card=token, site=site, out_of_town=True)


def _twice(table: Table, frame: Frame) -> bool:
    """Two actions one after the other: for simplicity of the same frame."""
    begun = 1 if frame.open is not None and "build" not in frame.open else 0
    return available(table, frame) + begun >= 2 and not (frame.open is not None and "stairway" in frame.open)


def _architect(table: Table, player: Player, frame: Frame) -> Iterator[Event]:
    if _may(table, frame, "build"):
        yield from _foundations(table, player, frame, player.hand)
        for source, zone in (("stockpile", player.stockpile), ("pool", table.pool if archway(player) else [])):
            for card in _each(table, zone):
                for structure in _unfinished(player):
                    if fits(table, player, structure, table.cards[card].material):
                        yield MaterialAdded(player=player.name, structure=structure.id, material=card, source=source)
    part = "stairway" if table.options["stairway"] == "extra" else "build"
    if stairway(player) and _may(table, frame, part):
        yield from _stairways(table, player)


def _stairways(table: Table, player: Player) -> Iterator[Event]:
    for owner, one in owners(table):
        if owner is player or not one.complete:
            continue
        for source, zone in (("stockpile", player.stockpile), ("pool", table.pool if archway(player) else [])):
            for card in _each(table, zone):
                if table.cards[card].material in (one.site, table.cards[one.id].material):
                    yield StairwayUsed(
                        player=player.name, owner=owner.name, structure=one.id, material=card, source=source
                    )


def _legionary(table: Table, player: Player, frame: Frame) -> Iterator[Event]:
    hand = list(player.hand)
    for shown in player.shown:
        if shown in hand:
            hand.remove(shown)
    number = min(available(table, frame), len(hand))
    if number > 0:
        yield MaterialsDemanded(player=player.name, cards=tuple(hand[:number]))
        if len(hand) > number:
            yield MaterialsDemanded(player=player.name, cards=tuple(hand[-number:]))


def _think(table: Table, player: Player, frame: Frame) -> Iterator[Event]:
    if available(table, frame) > 0:
        yield from thinks(table, player)


def _prison(table: Table, player: Player, frame: Frame) -> Iterator[Event]:
    if available(table, frame) <= 0:
        return
    payments = _payments([site for site, _ in player.sites])
    for owner, one in owners(table):
        if owner is not player and one.complete and player.structure(one.id) is None:
            for sites in payments[:1]:
                yield StructureTaken(player=player.name, owner=owner.name, structure=one.id, sites=sites)


def _payments(sites: list[str]) -> list[tuple[str, ...]]:
    value = {"rubble": 1, "wood": 1, "brick": 2, "concrete": 2, "stone": 3, "marble": 3}
    found = [paid for size in (1, 2, 3) for paid in combinations(sites, size) if sum(value[one] for one in paid) == 3]
    return sorted(set(found), key=lambda paid: (len(paid), paid[0] != "stone"))


ACTIONS: dict[str, Callable[[Table, Player, Frame], Iterator[Event]]] = {
    LABORER: _laborer,
    PATRON: _patron,
    MERCHANT: _merchant,
    CRAFTSMAN: _craftsman,
    ARCHITECT: _architect,
    LEGIONARY: _legionary,
    THINK: _think,
    PRISON: _prison,
}


def thinks(table: Table, player: Player) -> Iterator[Event]:
    """A think: orders, or a senator while there is one."""
    yield Thought(player=player.name)
    if table.senators > 0:
        yield Thought(player=player.name, draw=SENATOR)


# --- leading and following --------------------------------------------------------------------------------------------


def units(table: Table, player: Player, role: str) -> list[tuple[str, ...]]:
    """Every single unit of cards with which this player can play a role."""
    any_order, pairs = circus(table, player, role)
    petition = int(table.options["petition"])
    found: list[tuple[str, ...]] = [(SENATOR,)] if player.senators else []
    for own in ROLES:
        orders = [card for card in player.hand if table.cards[card].role == own]
        if own == role or any_order:
            found += [(card,) for card in _each(table, orders)]
        for size in {petition, 2} if pairs else {petition}:
            if len(orders) >= size:
                found.append(tuple(orders[:size]))
    return found


def _played(table: Table, dice: Random, player: Player, role: str) -> tuple[tuple[str, ...], int | None]:
    """A unit, and with a Palace perhaps more of them."""
    able = units(table, player, role)
    if not able:
        return (), None
    cards = dice.choice(able)
    if not palace(player):
        return cards, None
    number = 1
    while dice.randrange(3) and len(cards) < 8:
        left = [card for card in player.hand if card not in cards and table.cards[card].role == role]
        if cards.count(SENATOR) < player.senators:
            left.append(SENATOR)
        if not left:
            break
        cards += (dice.choice(left),)
        number += 1
    return cards, number


# --- what may happen next ---------------------------------------------------------------------------------------------


def waiting(table: Table) -> Player | None:
    """Who decides next, where that is one player."""
    if table.phase in (SETUP, LEAD):
        return table.seats[table.leader]
    if table.phase == FOLLOW:
        return next((player for player in table.order if not player.decided), None)
    return None


def choices(table: Table) -> list[Choice]:
    """What may happen next where it can be listed, the likeliest first."""
    if table.phase == SETUP and len(table.tied) == 1:
        leader = LeaderChosen(player=table.tied[0].name)
        return [Choice(leader, tell(table, leader), due=True)]
    if over(table) or table.phase == SETUP:
        return []
    if table.demand is not None and table.owed:
        return [Choice(event, tell(table, event)) for event in _answers(table)]
    events: list[Event] = []
    player = waiting(table)
    if player is not None:
        events += thinks(table, player)
        roles = ROLES if table.phase == LEAD else (table.role,)
        for role in roles:
            for cards in units(table, player, role):
                if table.phase == LEAD:
                    events.append(RoleLed(player=player.name, role=role, cards=cards))
                else:
                    events.append(RoleFollowed(player=player.name, cards=cards))
    else:
        for actor, frame in frames(table):
            events += actions(table, actor, frame)
        events.append(RoundEnded())
    left = any(available(table, frame) > 0 for _, frame in frames(table))  # what hidden hands may hold is not listed
    due = events == [RoundEnded()] and not left
    return [Choice(event, tell(table, event), due=due) for event in events]


def frames(table: Table) -> Iterator[tuple[Player, Frame]]:
    """Actions that may be used now: of the player whose turn it is, then of those who come later."""
    if table.phase not in (ACT, FOLLOW):
        return
    turn = table.turn if table.phase == ACT else -1
    if turn >= 0:
        for frame in reversed(table.stack):
            yield frame.player, frame
    for player in table.order[turn + 1 :]:
        yield player, slot_of(table, player)


def usable(table: Table) -> Iterator[tuple[Player, Frame]]:
    """Those of them that are not used up."""
    return (one for one in frames(table) if one[1].open is not None or available(table, one[1]) > 0)


def _answers(table: Table) -> list[Event]:
    """What must be answered to a demand."""
    demand = table.demand
    if demand is None:
        return []
    events: list[Event] = []
    taken = of_materials(table, table.pool, demand.materials)
    if taken and not demand.pool:
        events.append(PoolTaken(player=demand.player.name, cards=taken))
    for name in table.owed:
        if name:
            events.append(full_answer(table, table.players[name]))
    return events


def of_materials(table: Table, zone: list[str], wanted: Mapping[str, int]) -> tuple[str, ...]:
    """So many cards of each material from among these."""
    left, found = dict(wanted), []
    for token in zone:
        material = table.cards[token].material
        if left.get(material, 0) > 0:
            left[material] -= 1
            found.append(token)
    return tuple(found)


def full_answer(table: Table, player: Player) -> DemandAnswered:
    """All that a demand takes from somebody who is not immune."""
    demand = table.demand
    if demand is None or immune(player, demand.player):
        return DemandAnswered(player=player.name)
    demander = demand.player
    room = max(0, vault_limit(demander) - len(demander.vault))
    return DemandAnswered(
        player=player.name,
        cards=of_materials(table, player.hand, demand.materials),
        stockpile=of_materials(table, player.stockpile, demand.materials) if bridge(demander) else (),
        clients=of_materials(table, player.clientele, demand.materials)[:room] if arena(demander) else (),
    )


# --- players who make it up -------------------------------------------------------------------------------------------


class Style(NamedTuple):
    """A way of playing, in chances out of a hundred."""

    think: int  # to think although a role could be led
    follow: int  # to follow when one can
    act: int  # to use an action that can be used
    build: int  # to complete what can be completed before anything else


STYLES = {
    "patient": Style(think=35, follow=50, act=90, build=50),
    "eager": Style(think=15, follow=85, act=97, build=80),
    "careless": Style(think=25, follow=60, act=75, build=20),
}


def step(table: Table, dice: Random, styles: Mapping[str, Style]) -> list[Event]:
    """What happens next when players of these styles play a legal game; nothing when it is over."""
    if over(table):
        return []
    if table.phase == SETUP:
        return _set_up(table, dice)
    if table.demand is not None and (table.owed or not table.demand.pool):
        answers = _demand_step(table, dice)
        if answers:
            return answers
    if table.phase == LEAD:
        return _lead(table, dice, styles)
    if table.phase == FOLLOW and (player := waiting(table)) is not None:
        return _follow(table, dice, styles[player.name], player)
    if table.phase in (FOLLOW, ACT):
        events = _act(table, dice, styles)
        if events:
            return events
    return _end(table, dice)


def _set_up(table: Table, dice: Random) -> list[Event]:
    """Hands, the first leader and the deck."""
    cards = table.deck.all()
    dice.shuffle(cards)
    orders = 4 if table.options["start_hand"] == "4+1" else 5
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


def _demand_step(table: Table, dice: Random) -> list[Event]:
    demand = table.demand
    if demand is None:
        return []
    if not demand.pool and not demand.answered:
        taken = of_materials(table, table.pool, demand.materials)
        if table.options["pool_take"] == "optional" and dice.randrange(5) == 0:
            taken = taken[:-1]
        if taken:
            return [PoolTaken(player=demand.player.name, cards=taken)]
    for name in table.owed:
        if name:
            return [full_answer(table, table.players[name])]
    return []


def _purge(table: Table, dice: Random, player: Player) -> list[Event]:
    if vomitorium(player) and player.hand and dice.randrange(6) == 0:
        orders = tuple(card for card in player.hand)
        return [VomitoriumUsed(player=player.name, cards=orders)]
    if latrine(player) and player.hand and dice.randrange(2):
        card = SENATOR if player.senators and dice.randrange(8) == 0 else dice.choice(player.hand)
        return [LatrineUsed(player=player.name, card=card)]
    return []


def _thinking(table: Table, dice: Random, player: Player) -> list[Event]:
    """A think, perhaps after a discard; orders more often than a senator."""
    if not player.purged and (purge := _purge(table, dice, player)):
        return purge
    if table.senators > 0 and dice.randrange(4) == 0:
        return [Thought(player=player.name, draw=SENATOR)]
    return [Thought(player=player.name)]


def _lead(table: Table, dice: Random, styles: Mapping[str, Style]) -> list[Event]:
    leader = table.seats[table.leader]
    if leader.purged or not (leader.hand or leader.senators) or dice.randrange(100) < styles[leader.name].think:
        return _thinking(table, dice, leader)
    able = [role for role in ROLES if units(table, leader, role)]
    role = dice.choice(able)
    cards, number = _played(table, dice, leader, role)
    return [RoleLed(player=leader.name, role=role, cards=cards, actions=number)]


def _follow(table: Table, dice: Random, style: Style, player: Player) -> list[Event]:
    if not player.purged and dice.randrange(100) < style.follow:
        cards, number = _played(table, dice, player, table.role)
        if cards:
            return [RoleFollowed(player=player.name, cards=cards, actions=number)]
    return _thinking(table, dice, player)


def _act(table: Table, dice: Random, styles: Mapping[str, Style]) -> list[Event]:
    """The next action that somebody uses, in playing order; others pass."""
    told = table.options["passes"] == "recorded"
    for player, frame in list(frames(table)):
        events = list(actions(table, player, frame))
        if events and dice.randrange(100) < styles[player.name].act:
            return [_chosen(table, dice, styles[player.name], events)]
        if told and available(table, frame) > 0:
            return [ActionDeclined(player=player.name, role=frame.roles[0])]
    return []


def _chosen(table: Table, dice: Random, style: Style, events: list[Event]) -> Event:
    """Adding to a structure is preferred to beginning another."""
    adding = [event for event in events if isinstance(event, MaterialAdded)]
    if adding and dice.randrange(100) < style.build:
        return dice.choice(adding)
    return dice.choice(events)


def _end(table: Table, dice: Random) -> list[Event]:
    """The end of a round: Senate, Sewer, Academy, and the leader passes."""
    if table.phase == THOUGHT:
        return [RoundEnded()]
    events: list[Event] = []
    if table.phase != ENDING:
        events += _senates(table, dice)
        for player in table.from_leader():
            if sewer(player) and player.camp and dice.randrange(3):
                events.append(SewerUsed(player=player.name, cards=tuple(player.camp)))
        if events:
            return events
    for player in table.from_leader():
        if academy(player) and (player.purged or dice.randrange(4)):
            return _thinking(table, dice, player)
    return [RoundEnded()]


def _senates(table: Table, dice: Random) -> Iterator[Event]:
    taken = {player.name: player.camp_senators for player in table.seats}
    for player in table.from_leader():
        others = [name for name, count in taken.items() if count and name != player.name]
        if senate(player) and others and dice.randrange(4):
            for name in others:
                taken[name] -= 1
            yield SenateUsed(player=player.name, owners=tuple(others))
