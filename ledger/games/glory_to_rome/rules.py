"""The rules of Glory to Rome: each a small function from the table before an event, and the event, to a complaint.

`table.fit` is the action an event belongs to, found before it is judged. A rule keeps silent where a more basic one
speaks, so that one mistake is one finding; what merely follows from a mistake told before is excused (`slips`).
"""

from collections import Counter
from collections.abc import Callable
from functools import wraps
from typing import Any

from ledger.game import Complaint
from ledger.games.glory_to_rome.cards import MATERIALS, ROLES, SENATOR, UNSEEN, VALUE
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
from ledger.games.glory_to_rome.moves import due, parts
from ledger.games.glory_to_rome.slips import excused, mistaken, uncertain, unsettled
from ledger.games.glory_to_rome.structures import (
    aqueduct,
    archway,
    arena,
    at_once,
    atrium,
    bar,
    basilica,
    bridge,
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
    ENDING,
    ENDINGS,
    FOLLOW,
    LEAD,
    SETUP,
    THOUGHT,
    Player,
    Structure,
    Table,
    holds,
    lacks,
    materials,
    named,
    place,
)
from ledger.games.glory_to_rome.turns import BUILDERS, available, consecutive, thinking
from ledger.games.glory_to_rome.units import unit_counts
from ledger.words import Words

Rule = Callable[[Any, Any], Complaint | None]

# --- everywhere -------------------------------------------------------------------------------------------------------


def game_not_over(table: Table, event: Any) -> Complaint | None:
    """R11: the game ends at once; what is left undone is lost."""
    if not table.over or table.played_on:
        return None
    table.played_on = True
    if table.over == "deck" and table.doubts.adrift:
        return None  # how many cards were drawn is not certain
    words = "the game is over since event {expected} ({why}); nothing more is played"
    return Complaint(words, expected=table.over_n, why=ENDINGS[table.over])


def cards_are_in_hand(table: Table, event: Any) -> Complaint | None:
    """R1: one plays what one holds."""
    player: Player = table.players[event.player]
    if player.unsure or table.over:
        return None
    missing = holds(table, player, from_hand(event))
    if not missing or excused(table, len(missing)):
        return None
    return Complaint("{player} does not hold {found}", player=player.name, found=named(table, missing))


def from_hand(event: Any) -> tuple[str, ...]:
    """The cards that an event takes from its player's hand."""
    if isinstance(event, MaterialAdded):
        return (event.material,) if event.source == "hand" else ()
    if isinstance(event, FoundationLaid | LatrineUsed):
        return (event.card,)
    if isinstance(event, ClientHired | MaterialHauled | MaterialSold):
        return (event.card,) if event.source == "hand" else ()
    if isinstance(event, VomitoriumUsed):
        return event.cards or ()
    return tuple(event.cards)


def card_is_there(table: Table, event: Any) -> Complaint | None:
    """R1: a card is taken from where it lies: the pool or the stockpile."""
    player: Player = table.players[event.player]
    token = event.material if isinstance(event, MaterialAdded | StairwayUsed) else event.card
    if event.source == "pool":
        zone, words = table.pool, "{player} takes {found}, which does not lie in the pool"
    elif event.source == "stockpile":
        zone, words = player.stockpile, "{player} takes {found}, which does not lie in their stockpile"
    else:
        return None
    if place(table, zone, token) >= 0 or excused(table):
        return None
    return Complaint(words, player=player.name, found=table.deck.named(token))


def top_of_the_deck(table: Table, event: Any) -> Complaint | None:
    """R1: a card from the deck is its top card, where the deck is known; there is one."""
    if table.doubts.adrift or table.over:
        return None
    told = _drawn(event)
    if not told:
        return None
    if len(told) > table.left and not isinstance(event, Thought):
        return Complaint("{player} draws from a deck that is empty", player=event.player)
    if table.pile is None:
        return None
    top = table.pile[table.drawn : table.drawn + len(told)]
    wrong = [
        table.deck.named(token)
        for token, known in zip(told, top, strict=False)
        if token not in (UNSEEN, known) and ("#" in token or table.cards[token] != table.cards[known])
    ]
    if not wrong:
        return None
    return Complaint("{player} draws {found}; the deck gives {expected}", player=event.player, found=wrong, expected=named(table, list(top)))  # fmt: skip  # noqa: E501


def _drawn(event: Any) -> tuple[str, ...]:
    if isinstance(event, Thought):
        return event.cards or ()
    if isinstance(event, FountainDrawn) or event.source == "deck":
        return (event.card,)
    return ()


# --- set-up -----------------------------------------------------------------------------------------------------------


def deck_is_whole(table: Table, event: DeckShuffled) -> Complaint | None:
    """G2: deck, hands and pool are all orders of the box, each once."""
    if table.played:
        return Complaint("the deck is shuffled after play began")
    expected = table.left if table.options["deck_fraction"] == "1" or table.chosen else table.left - table.left // 2
    if len(event.cards) != expected and not excused(table, abs(len(event.cards) - expected)):
        return Complaint("the deck has {found} orders; {expected} are left", found=len(event.cards), expected=expected)
    counts = Counter(table.cards[card].id for player in table.seats for card in player.hand)
    counts += Counter(table.cards[card].id for card in (*table.pool, *event.cards))
    copies = table.deck.copies
    many = [table.deck.named(name) for name, count in counts.items() if name and count > copies.get(name, 0)]
    twice = [card for card, count in Counter((*table.pool, *event.cards)).items() if "#" in card and count > 1]
    if many or twice:
        return Complaint("more of {found} than the box has", found=many or twice)
    return None


def start_hand(table: Table, event: HandDealt) -> Complaint | None:
    """R2: everybody starts with 4 orders and a senator (or 5 orders), once."""
    player: Player = table.players[event.player]
    if player.dealt or table.played:
        return Complaint("{player} is dealt a hand a second time", player=player.name)
    orders = 4 if table.options["start_hand"] == "4+1" else 5
    senators = sum(card == SENATOR for card in event.cards)
    if (len(event.cards) - senators, senators) == (orders, 5 - orders):
        return None
    found = {"orders": len(event.cards) - senators, "senators": senators}
    expected = {"orders": orders, "senators": 5 - orders}
    words = "{player} is dealt {found}; a hand at the start is {expected}"
    return Complaint(words, player=player.name, found=found, expected=expected)


def revealed_by_the_tied(table: Table, event: OrderRevealed) -> Complaint | None:
    """G4: everybody turns up one order; only those who are tied turn up more."""
    if table.played or table.chosen:
        return Complaint("{card} is turned up after the leader was chosen", card=table.deck.named(event.card))
    if event.card == SENATOR:
        return Complaint("a senator is turned up; orders decide who leads")
    if not event.player:
        return None
    player: Player = table.players[event.player]
    competing = table.tied or table.seats
    if player in competing and len(player.revealed) == min(len(other.revealed) for other in competing):
        return None
    expected = [other.name for other in competing if len(other.revealed) < len(player.revealed) or other is not player]
    words = "{found} turns up another order; only {expected} may"
    return Complaint(words, found=player.name, expected=expected)


def leader_is_first_by_name(table: Table, event: LeaderChosen) -> Complaint | None:
    """G3: who turned up the alphabetically first order leads."""
    table.players[event.player]
    if table.chosen or table.played:
        return Complaint("the first leader was chosen already")
    if any(player.revealed for player in table.seats):
        if [player.name for player in table.tied] == [event.player]:
            return None
        first = [player.name for player in table.tied] or [player.name for player in table.seats if not player.revealed]
        words = "{found} is to lead; the alphabetically first order was turned up by {expected}"
        if len(table.tied) != 1:
            words = "{found} is to lead before {expected} have turned up an order to decide it"
        return Complaint(words, found=event.player, expected=first)
    if len(table.pool) < len(table.seats):
        words = "{found} orders were turned up to find the leader; everybody turns up one ({expected})"
        return Complaint(words, found=len(table.pool), expected=len(table.seats))
    return None


# --- the round --------------------------------------------------------------------------------------------------------


def may_think(table: Table, event: Thought | LatrineUsed | VomitoriumUsed) -> Complaint | None:
    """R3: the leader thinks instead of leading, others instead of following. G8: who thought does not follow."""
    player: Player = table.players[event.player]
    if thinking(table, player) or table.over or table.doubts.shaken:
        return None
    if table.phase == LEAD and not table.doubts.unled:
        words = "{found} thinks; {expected} is the leader"
        return Complaint(words, found=player.name, expected=table.seats[table.leader].name)
    if table.phase == FOLLOW:
        return Complaint("{player} has followed or thought already in this round", player=player.name)
    return None


def has_a_think(table: Table, event: Thought | LatrineUsed | VomitoriumUsed) -> Complaint | None:
    """R3, G12: while others act one thinks by a School, and at the end of a round by an Academy."""
    player: Player = table.players[event.player]
    if thinking(table, player) or table.over or table.doubts.shaken or table.phase in (SETUP, LEAD, FOLLOW):
        return None
    if table.phase == ENDING and "academy" in player.works:
        words = "{player} thinks at the end of a round without a Craftsman action, or a second time"
        return Complaint(words, player=player.name)
    return Complaint("{player} may not think now", player=player.name)


def think_draws_to_the_limit(table: Table, event: Thought) -> Complaint | None:
    """R4, G7: orders up to the limit, all of them, or exactly one; G6: a senator only while there is one."""
    player: Player = table.players[event.player]
    if event.draw == SENATOR:
        if event.cards not in (None, (), (SENATOR,)):
            return Complaint(
                "{player} draws a senator and {found}", player=player.name, found=named(table, event.cards or ())
            )
        if table.senators > 0 or excused(table):
            return None
        return Complaint("{player} draws a senator; none is left", player=player.name)
    if event.draw != "orders":
        words = "{player} draws {found}; one draws {expected}"
        return Complaint(words, player=player.name, found=event.draw, expected=["orders", SENATOR])
    if event.cards is None or player.miscounted:
        return None
    expected = min(due(player), table.left)
    if len(event.cards) == expected and SENATOR not in event.cards:
        return None
    words = "{player} draws {found} orders with {cards} cards in hand; a think draws {expected}"
    return Complaint(words, player=player.name, found=len(event.cards), cards=player.cards, expected=expected)


def latrine_is_active(table: Table, event: LatrineUsed) -> Complaint | None:
    """G47: before each think one card, if there is a Latrine."""
    player: Player = table.players[event.player]
    if not latrine(player):
        return Complaint("{player} discards a card without a Latrine", player=player.name)
    if player.purged:
        return Complaint("{player} discards twice before one think", player=player.name)
    return None


def vomitorium_is_active(table: Table, event: VomitoriumUsed) -> Complaint | None:
    """G47: before each think the whole hand, if there is a Vomitorium."""
    player: Player = table.players[event.player]
    if not vomitorium(player):
        return Complaint("{player} discards the hand without a Vomitorium", player=player.name)
    if event.cards is None or player.miscounted:
        return None
    found = sum(card != SENATOR for card in event.cards)
    expected = player.cards - player.senators
    if found == expected:
        return None
    words = "{player} discards {found} orders; the whole hand has {expected}"
    return Complaint(words, player=player.name, found=found, expected=expected)


def leader_leads(table: Table, event: RoleLed) -> Complaint | None:
    """R3: the leader leads, once a round, and the round before has ended. G5: it takes a card to lead."""
    player: Player = table.players[event.player]
    leader = table.seats[table.leader]
    if table.over or table.doubts.shaken:
        return None
    if table.phase != LEAD:
        return Complaint("{player} leads before the round has ended (round_ended is missing)", player=player.name)
    if player is not leader and not table.doubts.unled:
        return Complaint("{found} leads; {expected} is the leader", found=player.name, expected=leader.name)
    if not event.cards:
        return Complaint("{player} leads without a card; with an empty hand one thinks", player=player.name)
    if event.role not in ROLES:
        return Complaint("{player} leads {found}; roles are {expected}", player=player.name, found=event.role, expected=ROLES)  # fmt: skip  # noqa: E501
    return None


def follows_once(table: Table, event: RoleFollowed) -> Complaint | None:
    """R3: each of the others follows or thinks, clockwise, before the actions begin. G8: never both."""
    player: Player = table.players[event.player]
    if table.over or table.doubts.shaken:
        return None
    if table.phase != FOLLOW:
        words = "{player} follows, but no role was led" if table.phase in (LEAD, THOUGHT) else ""
        words = words or "{player} follows after the actions began"
        return Complaint(words, player=player.name)
    if player.decided:
        return Complaint("{player} has led, followed or thought already in this round", player=player.name)
    return None


def decided_in_order(table: Table, event: RoleFollowed | Thought) -> Complaint | None:
    """R3: clockwise from the leader."""
    player: Player = table.players[event.player]
    if table.phase != FOLLOW or player.decided or table.doubts.shaken or table.over:
        return None
    waiting = [other.name for other in table.order[: table.order.index(player)] if not other.decided]
    if not waiting:
        return None
    return Complaint("{found} decides before {expected}", found=player.name, expected=waiting)


def discard_leads_to_a_think(table: Table, event: RoleLed | RoleFollowed) -> Complaint | None:
    """G47: who used a Latrine or Vomitorium thinks."""
    player: Player = table.players[event.player]
    if not player.purged:
        return None
    return Complaint("{player} discarded cards as before a think, and plays a role instead", player=player.name)


def units_of_the_role(table: Table, event: RoleLed | RoleFollowed) -> Complaint | None:
    """R5, G9, G10: an order of the role, a senator or a petition; several only with a Palace."""
    player: Player = table.players[event.player]
    role = event.role if isinstance(event, RoleLed) else table.role
    if role not in ROLES or not event.cards or table.over or table.doubts.shaken:
        return None
    counts = unit_counts(table, player, role, event.cards)
    if event.actions is None and (palace(player) and counts):
        return None
    actions = 1 if event.actions is None else event.actions
    if actions in counts and (actions == 1 or palace(player)):
        return None
    cards = named(table, event.cards)
    if not counts:
        words = (
            "{player} plays {found} for {role}; that takes an order of the role, a senator, or a petition of "
            "{expected} orders of one role"
        )
        return Complaint(words, player=player.name, found=cards, role=role, expected=table.options["petition"])
    words = "{player} plays {cards} for {role} and counts {found} actions; they make {expected}"
    if not palace(player) and counts == {len(event.cards)} != {1}:
        words = "{player} plays {cards} for {role}, {found} actions at once; without a Palace it is {expected}"
        return Complaint(words, player=player.name, cards=cards, role=role, found=max(counts), expected=1)
    expected = sorted(counts if palace(player) else counts & {1})
    return Complaint(words, player=player.name, cards=cards, role=role, found=actions, expected=expected)


def everybody_decided(table: Table, event: Any) -> Complaint | None:
    """R3: the actions begin when everybody has followed or thought."""
    if not table.undecided or table.doubts.shaken or table.over:
        return None
    return Complaint("{found} has neither followed nor thought", found=table.undecided)


def round_can_end(table: Table, event: RoundEnded) -> Complaint | None:
    """R3: a round ends after the leader has led or thought."""
    if table.over or table.phase not in (SETUP, LEAD) or table.doubts.shaken:
        return None
    leader = table.seats[table.leader].name
    return Complaint("the round ends, but {expected} has neither led nor thought", expected=leader)


def has_an_action(table: Table, event: Any) -> Complaint | None:
    """R3, G11: one for leading or following and one for each matching client, in playing order."""
    if table.fit is not None or table.doubts.shaken or table.over:
        return None
    player: Player = table.players[event.player]
    if player.erred:
        return None
    roles, _ = parts(table, event)
    if roles == ("think",) and player.academy is False and table.phase == ENDING:
        return None
    role = roles[0] if len(roles) == 1 else table.role
    if table.phase in (SETUP, LEAD, THOUGHT):
        return Complaint("{player} acts as {role}, but no role was led", player=player.name, role=role)
    if isinstance(event, MaterialsDemanded) and table.demand is not None and table.demand.player is player:
        return Complaint("{player} demands a second time; all demands are made at once", player=player.name)
    if table.late:
        words = "{player} acts as {role} after {expected}; actions are done clockwise from the leader"
        return Complaint(words, player=player.name, role=role, expected=table.order[table.turn].name)
    if table.phase == ENDING:
        return Complaint("{player} acts as {role} after the actions of the round", player=player.name, role=role)
    return Complaint("{player} has no action as {role} left", player=player.name, role=role)


def passes_are_recorded(table: Table, event: Any) -> Complaint | None:
    """R3: where the record promised to tell of every action, one left out is missing."""
    if table.options["passes"] != "recorded" or table.doubts.shaken or table.over:
        return None
    found = [name for name in table.passed if not table.players[name].erred and table.players[name].lapsed < 0]
    if not found:
        return None
    return Complaint("{found} has actions left of which the record says nothing", found=found)


# --- patron, laborer, merchant ----------------------------------------------------------------------------------------


def room_in_the_clientele(table: Table, event: ClientHired) -> Complaint | None:
    """R6, G32: the limit is asked when a client comes, and never again."""
    player: Player = table.players[event.player]
    limit = clientele_limit(player)
    if len(player.clientele) < limit:
        return None
    words = "{player} hires with {found} clients; there is room for {expected}"
    return Complaint(words, player=player.name, found=len(player.clientele), expected=limit)


HIRING = {
    "hand": (aqueduct, "{player} hires from the hand without an Aqueduct"),
    "deck": (bar, "{player} hires from the deck without a Bar"),
}
HAULING = {"hand": (dock, "{player} hauls from the hand without a Dock")}
SELLING = {
    "hand": (basilica, "{player} sells from the hand without a Basilica"),
    "deck": (atrium, "{player} sells from the deck without an Atrium"),
}


def _source(event: Any, player: Player, basic: str, functions: Any) -> Complaint | None:
    """A card comes from the ordinary place, or from another by a function."""
    if event.source == basic:
        return None
    if event.source not in functions:
        words = "{player} takes a card from {found}; it comes from {expected}"
        return Complaint(words, player=player.name, found=event.source, expected=[basic, *functions])
    active, words = functions[event.source]
    return None if active(player) else Complaint(words, player=player.name)


def hired_from(table: Table, event: ClientHired) -> Complaint | None:
    """G33: the pool, and with an Aqueduct the hand, and with a Bar the deck, each once an action."""
    return _source(event, table.players[event.player], "pool", HIRING)


def hauled_from(table: Table, event: MaterialHauled) -> Complaint | None:
    """R7: the pool, and with a Dock the hand."""
    return _source(event, table.players[event.player], "pool", HAULING)


def sold_from(table: Table, event: MaterialSold) -> Complaint | None:
    """G44: the stockpile, or with an Atrium the deck instead, and with a Basilica the hand too."""
    return _source(event, table.players[event.player], "stockpile", SELLING)


def no_senator(table: Table, event: Any) -> Complaint | None:
    """G36: a senator is no material, no client, and is not shown for a demand."""
    tokens = from_hand(event) if not isinstance(event, PoolTaken | SewerUsed) else event.cards
    if isinstance(event, DemandAnswered):
        tokens = (*event.cards, *event.stockpile, *event.clients)
    if SENATOR not in tokens:
        return None
    return Complaint(
        "{player} uses a senator, which is no material, no client and no order to show", player=event.player
    )


def room_in_the_vault(table: Table, event: MaterialSold) -> Complaint | None:
    """R10, G44: every card that enters must fit."""
    player: Player = table.players[event.player]
    limit = vault_limit(player)
    if len(player.vault) < limit:
        return None
    words = "{player} vaults with {found} in the vault; there is room for {expected}"
    return Complaint(words, player=player.name, found=len(player.vault), expected=limit)


# --- building ---------------------------------------------------------------------------------------------------------


def foundation_is_allowed(table: Table, event: FoundationLaid) -> Complaint | None:
    """R8, G14: an order one has no structure of yet, on a site of its material. G19: a Statue on any."""
    player: Player = table.players[event.player]
    card = table.cards[event.card]
    if not card.id or card.id == SENATOR:
        return Complaint("{player} lays {found}, which is no order", player=player.name, found=event.card)
    if player.structure(card.id) is not None:
        words = "{player} lays {found} and has one already"
        return Complaint(words, player=player.name, found=table.deck.named(event.card))
    site = event.site or card.material
    if site != card.material and not statue(table, card.id):
        words = "{player} lays {card} on a site of {found}; it needs {expected}"
        name = table.deck.named(event.card)
        return Complaint(words, player=player.name, card=name, found=site, expected=card.material)
    return None


def site_is_free(table: Table, event: FoundationLaid) -> Complaint | None:
    """R8, G16: a site of that kind is left where it is taken; with `forced-in-town-first` not out of town before."""
    site = event.site or table.cards[event.card].material
    if site not in MATERIALS:
        return None
    where = table.out_of_town if event.out_of_town else table.in_town
    if where[site] <= 0:
        if excused(table):
            return None
        words = "{player} lays a foundation where no site of {found} is left in town"
        if event.out_of_town:
            words = "{player} lays a foundation where no site of {found} is left out of town"
        return Complaint(words, player=event.player, found=site)
    if event.out_of_town and table.options["oot_choice"] == "forced-in-town-first" and table.in_town[site] > 0:
        if excused(table):
            return None
        words = "{player} goes out of town for {found}; {expected} sites of it are left in town"
        return Complaint(words, player=event.player, found=site, expected=table.in_town[site])
    return None


def out_of_town_takes_two(table: Table, event: FoundationLaid) -> Complaint | None:
    """G15: two actions of the same role one after the other, or a Tower."""
    player: Player = table.players[event.player]
    if not event.out_of_town or tower(player) or table.fit is None or table.doubts.shaken:
        return None
    found = consecutive(table, player, BUILDERS)
    if found >= 2:
        return None
    words = "{player} lays a foundation out of town with {found} action left; it takes {expected}"
    return Complaint(words, player=player.name, found=found, expected=2)


def structure_takes_the_material(table: Table, event: MaterialAdded) -> Complaint | None:
    """R8, G23, G24: an unfinished structure of one's own, and a material that fits it now."""
    player: Player = table.players[event.player]
    structure = player.structure(table.cards[event.structure].id)
    name = table.deck.named(event.structure)
    if structure is None:
        return (
            None
            if excused(table)
            else Complaint("{player} adds to {found} and has none", player=player.name, found=name)
        )
    if structure.complete:
        return Complaint("{player} adds to {found}, which is complete", player=player.name, found=name)
    material = table.cards[event.material].material
    if fits(table, player, structure, material):
        return None
    words = "{player} adds {found} to {structure}, which takes {expected}"
    expected = [one for one in MATERIALS if fits(table, player, structure, one)]
    return Complaint(words, player=player.name, found=material, structure=name, expected=expected)


def added_from(table: Table, event: MaterialAdded) -> Complaint | None:
    """R8: a Craftsman's from the hand, an Architect's from the stockpile, or with an Archway from the pool."""
    player: Player = table.players[event.player]
    if event.source in ("hand", "stockpile"):
        return None
    if event.source == "pool":
        if archway(player):
            return None
        return Complaint("{player} uses a material of the pool without an Archway", player=player.name)
    words = "{player} takes a material from {found}; it comes from {expected}"
    return Complaint(words, player=player.name, found=event.source, expected=["hand", "stockpile", "pool"])


def completion_may_be_declined(table: Table, event: MaterialAdded) -> Complaint | None:
    """G22: only what a Scriptorium or a Villa (G21) would complete at once may be left unfinished."""
    if not event.unfinished:
        return None
    player: Player = table.players[event.player]
    structure = player.structure(table.cards[event.structure].id)
    if structure is None or structure.complete:
        return None
    material = table.cards[event.material].material
    if len(structure.materials) + 1 >= structure.needs:
        words = "{player} leaves {found} unfinished; it has all {expected} materials and is complete"
        name = table.deck.named(event.structure)
        return Complaint(words, player=player.name, found=name, expected=structure.needs)
    if at_once(table, player, structure, material, event.source):
        return None
    return Complaint("{player} declines what nothing offers", severity="warning", player=player.name)


def fountain_is_active(table: Table, event: FountainDrawn) -> Complaint | None:
    """G30: a Fountain's owner may draw, once an action."""
    if fountain(table.players[event.player]):
        return None
    return Complaint("{player} draws a card to build with, without a Fountain", player=event.player)


def fountain_card_is_used(table: Table, event: FoundationLaid | MaterialAdded) -> Complaint | None:
    """G30: the action of a Fountain is done with the card drawn."""
    if table.fit is None or table.fit.fresh or not table.fit.frame.drawn:
        return None
    token = event.card if isinstance(event, FoundationLaid) else event.material
    drawn = table.fit.frame.drawn
    if drawn in (UNSEEN, token) or token == UNSEEN or table.cards[token].id in ("", table.cards[drawn].id):
        return None
    words = "{player} drew {expected} with the Fountain and builds with {found}"
    named_ = table.deck.named
    return Complaint(words, player=event.player, expected=named_(drawn), found=named_(token))


def stairway_is_allowed(table: Table, event: StairwayUsed) -> Complaint | None:
    """G27, G28: on an opponent's completed structure, a material of its kind."""
    player: Player = table.players[event.player]
    owner: Player = table.players[event.owner]
    structure = owner.structure(table.cards[event.structure].id)
    name = table.deck.named(event.structure)
    if not stairway(player):
        return Complaint("{player} adds to another's structure without a Stairway", player=player.name)
    if owner is player or structure is None or not structure.complete:
        words = "{player} uses a Stairway on {found}, which is no completed structure of an opponent"
        return Complaint(words, player=player.name, found=name)
    kinds = list(dict.fromkeys((structure.site, table.cards[structure.id].material)))
    material = table.cards[event.material].material
    if material not in (*kinds, ""):
        words = "{player} adds {found} to {structure} by a Stairway; it takes {expected}"
        return Complaint(words, player=player.name, found=material, structure=name, expected=kinds)
    if event.source == "pool" and not archway(player):
        return Complaint("{player} uses a material of the pool without an Archway", player=player.name)
    return None


def prison_takes(table: Table, event: StructureTaken) -> Complaint | None:
    """G51: an opponent's completed structure that one neither has nor has begun, for sites worth 3."""
    player: Player = table.players[event.player]
    owner: Player = table.players[event.owner]
    name = table.cards[event.structure].id
    structure: Structure | None = owner.structure(name)
    told = table.deck.named(event.structure)
    if owner is player or structure is None or not structure.complete:
        words = "{player} takes {found}, which is no completed structure of an opponent"
        return Complaint(words, player=player.name, found=told)
    if player.structure(name) is not None:
        return Complaint("{player} takes {found} and has one already", player=player.name, found=told)
    worth = sum(VALUE.get(site, 0) for site in event.sites)
    if worth != 3:
        return Complaint("{player} gives sites worth {found} for it; {expected} are due", player=player.name, found=worth, expected=3)  # fmt: skip  # noqa: E501
    missing = Counter(event.sites) - Counter(site for site, _ in player.sites)
    if missing:
        return Complaint("{player} gives a site of {found} and has none", player=player.name, found=list(missing))
    return None


# --- legionaries ------------------------------------------------------------------------------------------------------


def demand_within_actions(table: Table, event: MaterialsDemanded) -> Complaint | None:
    """R9: at most one shown card for each action, all declared at once."""
    if table.fit is None or table.doubts.shaken:
        return None
    number = available(table, table.fit.frame)
    if len(event.cards) <= number:
        return None
    words = "{player} shows {found} cards with {expected} actions"
    return Complaint(words, player=event.player, found=len(event.cards), expected=number)


def shown_once_a_round(table: Table, event: MaterialsDemanded) -> Complaint | None:
    """G35: a card is not shown twice in a round."""
    player: Player = table.players[event.player]
    if player.unsure or holds(table, player, event.cards):
        return None
    again = holds(table, player, (*player.shown, *event.cards))
    if not again:
        return None
    return Complaint(
        "{player} shows {found} a second time in this round", player=player.name, found=named(table, again)
    )


def pool_part(table: Table, event: PoolTaken) -> Complaint | None:
    """G37: for each shown card one matching card of the pool, all there are; with `optional` any of them."""
    demand = table.demand
    if table.doubts.shaken or table.doubts.muddled:
        return None
    if demand is None or demand.player.name != event.player or demand.pool:
        return Complaint("{player} takes from the pool without a demand", player=event.player)
    missing = lacks(table, table.pool, event.cards)
    if missing and not excused(table, len(missing)):
        return Complaint("{found} does not lie in the pool", found=named(table, missing))
    taken = materials(table, event.cards)
    much = {one: count for one, count in taken.items() if one and count > demand.materials[one]}
    if much:
        words = "{player} takes {found} from the pool; {expected} was demanded"
        return Complaint(words, player=event.player, found=_told(taken), expected=_told(demand.materials))
    expected = demand.materials & materials(table, table.pool)
    if table.options["pool_take"] == "optional" or not expected - taken:
        return None
    words = "{player} takes {found} from the pool; the demand takes {expected}"
    return Complaint(words, player=event.player, found=_told(taken), expected=_told(expected))


def _told(counts: Counter[str]) -> dict[str, int]:
    return {material: count for material, count in counts.items() if count > 0}


def answers_the_demand(table: Table, event: DemandAnswered) -> Complaint | None:
    """R9, G43: those asked answer, once each, with what was demanded (G38: which card is theirs to choose)."""
    player: Player = table.players[event.player]
    demand = table.demand
    if table.doubts.shaken or table.doubts.muddled:
        return None
    if demand is None:
        return Complaint("{player} answers where nothing is demanded", player=player.name)
    if player not in demand.asked:
        words = "{found} is not asked; the demand goes to {expected}"
        return Complaint(words, found=player.name, expected=[other.name for other in demand.asked])
    if player in demand.answered:
        return Complaint("{player} answers a second time", player=player.name)
    for tokens in (event.cards, event.stockpile, event.clients):
        given = materials(table, tokens)
        if given - demand.materials:
            words = "{player} gives {found}; {expected} was demanded"
            return Complaint(words, player=player.name, found=_told(given), expected=_told(demand.materials))
    return None


def gives_all_that_match(table: Table, event: DemandAnswered) -> Complaint | None:
    """G39: unless immune one gives all that was demanded and is there."""
    player: Player = table.players[event.player]
    demand = table.demand
    if demand is None or player not in demand.asked or player in demand.answered or immune(player, demand.player):
        return None
    if player.unsure or table.doubts.muddled:
        return None
    expected = demand.materials & materials(table, player.hand)
    expected.pop("", None)
    given = materials(table, event.cards)
    if not expected - given:
        return None
    words = "{player} gives {found} from the hand; {expected} was demanded and is there"
    return Complaint(words, player=player.name, found=_told(given), expected=_told(expected))


def bridge_part(table: Table, event: DemandAnswered) -> Complaint | None:
    """G41, G40: a Bridge also takes from the stockpile; nobody else does, and not from the immune."""
    demand = table.demand
    if demand is None or table.doubts.muddled:
        return None
    player: Player = table.players[event.player]
    due_ = Counter[str]()
    if bridge(demand.player) and not immune(player, demand.player):
        due_ = demand.materials & materials(table, player.stockpile)
    words = (
        "{player} gives {found}, which is not in their stockpile",
        "{player} gives {found} from the stockpile; {expected} is due",
    )
    return _part(table, player, event.stockpile, player.stockpile, due_, words)


def arena_part(table: Table, event: DemandAnswered) -> Complaint | None:
    """G42, G40: an Arena also takes clients, as many as the vault has room for."""
    demand = table.demand
    if demand is None or table.doubts.muddled:
        return None
    player: Player = table.players[event.player]
    due_ = Counter[str]()
    if arena(demand.player) and not immune(player, demand.player):
        due_ = demand.materials & materials(table, player.clientele)
    room = max(0, vault_limit(demand.player) - len(demand.player.vault))
    given = materials(table, event.clients)
    if sum(due_.values()) > room and len(event.clients) == room and not given - due_:
        return None
    if sum(due_.values()) > room:
        words = "{player} gives {found} clients; the vault has room for {expected}"
        return Complaint(words, player=player.name, found=len(event.clients), expected=room)
    part = (
        "{player} gives {found}, which is not in their clientele",
        "{player} gives {found} from the clientele; {expected} is due",
    )
    return _part(table, player, event.clients, player.clientele, due_, part)


def _part(
    table: Table,
    player: Player,
    tokens: tuple[str, ...],
    zone: list[str],
    expected: Counter[str],
    words: tuple[str, str],
) -> Complaint | None:
    missing = lacks(table, zone, tokens)
    if missing and excused(table, len(missing)):
        return None
    if missing:
        return Complaint(words[0], found=named(table, missing), player=player.name)
    given = materials(table, tokens)
    if given == +expected:
        return None
    return Complaint(words[1], player=player.name, found=_told(given), expected=_told(expected))


def demand_is_answered(table: Table, event: Any) -> Complaint | None:
    """R9: the pool's part is taken and everybody asked answers before anything else happens."""
    if isinstance(event, PoolTaken | DemandAnswered):
        return None
    if table.doubts.shaken:
        table.owed = []
        return None
    found = [name for name in table.owed if name]
    words = "the demand of event {expected} was not answered by {found}"
    if not found:
        words = "the demand of event {expected} was not taken from the pool, which has what was demanded"
    n = table.demand.n if table.demand else None
    return Complaint(words, expected=n, found=found)


# --- the end of a round and of the game -------------------------------------------------------------------------------


def senate_takes(table: Table, event: SenateUsed) -> Complaint | None:
    """G46: senators that others played in this round; G12: before the camps are emptied."""
    player: Player = table.players[event.player]
    if not senate(player):
        return Complaint("{player} takes senators without a Senate", player=player.name)
    if table.over:
        return None
    if player.name in event.owners:
        return Complaint("{player} takes back an own senator", player=player.name)
    wanted = Counter(event.owners)
    short = [name for name, number in wanted.items() if table.players[name].camp_senators < number]
    if short and not excused(table, len(short)):
        words = "{player} takes a senator of {found}, who has none on the camp"
        return Complaint(words, player=player.name, found=short)
    return None


def sewer_takes(table: Table, event: SewerUsed) -> Complaint | None:
    """G45: orders one led or followed with."""
    player: Player = table.players[event.player]
    if not sewer(player):
        return Complaint("{player} keeps orders without a Sewer", player=player.name)
    missing = lacks(table, player.camp, event.cards)
    if not missing or excused(table, len(missing)):
        return None
    words = "{player} keeps {found}, which is not on the camp"
    return Complaint(words, player=player.name, found=named(table, missing))


def everybody_concedes(table: Table, event: GameConceded) -> Complaint | None:
    """G55: a game is conceded by everybody."""
    table.players[event.winner]
    missing = [name for name in table.players if name not in event.players and name != event.winner]
    if not missing:
        return None
    return Complaint("{found} has not agreed to concede the game", found=missing)


def vault_as_recorded(table: Table, event: VaultShown) -> Complaint | None:
    """R10: a vault holds what went in, no more and no less."""
    player: Player = table.players[event.player]
    if player.declared is not None:
        return None
    if len(event.cards) != len(player.vault):
        words = "{player} shows {found} cards; {expected} went into the vault"
        return Complaint(words, player=player.name, found=len(event.cards), expected=len(player.vault))
    known = tuple(token for token, _ in player.vault if token != UNSEEN)
    missing = lacks(table, list(event.cards), known)
    if missing:
        words = "{player} shows a vault without {expected}, which went in"
        return Complaint(words, player=player.name, expected=named(table, missing))
    return None


def vault_at_the_end(table: Table, event: VaultShown) -> Complaint | None:
    """R10: nobody looks into a vault before the end."""
    if table.tally or table.over or table.last_step:
        return None
    return Complaint("{player} shows the vault before the game is over", player=event.player)


def holdings_are_possible(table: Table, event: HoldingsDeclared) -> Complaint | None:
    """A structure twice, more copies than the box has, or fewer points of influence than one starts with."""
    player: Player = table.players[event.player]
    ids = [table.cards[card].id for card in event.structures]
    twice = [table.deck.named(name) for name, count in Counter(ids).items() if count > 1 or not name]
    if twice:
        return Complaint("{player} has {found} twice", player=player.name, found=twice)
    if min(event.influence - 2, event.stockpile, event.hand) < 0:
        return Complaint("{player} declares less than nothing", player=player.name)
    if any(not table.cards[card].material for card in event.vault):
        return Complaint("{player} declares a card in the vault that is no material", player=player.name)
    counts = Counter(ids)
    for other in table.seats:
        declared = other.declared
        if declared is not None and other is not player:
            counts += Counter(table.cards[card].id for card in (*declared.vault, *declared.structures))
    counts += Counter(table.cards[card].id for card in event.vault)
    many = [table.deck.named(one) for one, count in counts.items() if one and count > table.deck.copies.get(one, 0)]
    if many:
        return Complaint("with {player} there are more of {found} than the box has", player=player.name, found=many)
    return None


def holdings_as_recorded(table: Table, event: HoldingsDeclared) -> Complaint | None:
    """A declaration that differs from the recorded play is worth a warning."""
    player: Player = table.players[event.player]
    if table.tally:
        return None
    recorded = (player.influence, len(player.vault), len(player.stockpile), player.cards)
    declared = (event.influence, len(event.vault), event.stockpile, event.hand)
    if recorded == declared:
        return None
    words = "{player} declares influence, vault, stockpile and hand of {found}; the record has {expected}"
    return Complaint(words, "warning", player=player.name, found=declared, expected=recorded)


def table_as_recorded(table: Table, event: TableNoted) -> Complaint | None:
    """R12: a table that was noted is the table that the record gives."""
    difference = next(_differences(table, event), None)
    if difference is None or table.doubts.amiss or table.doubts.disputed:
        return None
    what, found, expected = difference
    words = "the table noted here differs from the record in {what}: noted {found}, recorded {expected}"
    return Complaint(words, what=what, found=found, expected=expected)


def _differences(table: Table, event: TableNoted) -> Any:
    """Everything in which a noted table differs: what, as noted, as recorded."""
    figures = (
        (Words("the round"), event.round, table.round),
        (Words("the leader"), event.leader, table.seats[table.leader].name),
        (Words("the deck"), event.deck, table.left),
        (Words("the senators that are left"), event.senators, table.senators),
    )
    yield from (one for one in figures if one[1] != one[2])
    for where, seen, sites in (
        (Words("the sites in town"), event.in_town, table.in_town),
        (Words("the sites out of town"), event.out_of_town, table.out_of_town),
    ):
        left = {material: count for material, count in sites.items() if count}
        noted = {material: count for material, count in seen.items() if count}
        if noted != left:
            yield where, noted, left
    yield from _zone(table, Words("the pool"), event.pool, table.pool)
    for one in event.players:
        yield from _player_differences(table, one)


def _player_differences(table: Table, noted: Any) -> Any:
    player: Player = table.players[noted.player]
    name = player.name
    hand = [*player.hand, *[UNSEEN] * len(player.unseen), *[SENATOR] * player.senators]
    camp = [*player.camp, *[SENATOR] * player.camp_senators]
    yield from _zone(table, Words("the hand of {player}", player=name), noted.hand, hand)
    yield from _zone(table, Words("the stockpile of {player}", player=name), noted.stockpile, player.stockpile)
    yield from _zone(table, Words("the clientele of {player}", player=name), noted.clientele, player.clientele)
    yield from _zone(
        table, Words("the vault of {player}", player=name), noted.vault, [token for token, _ in player.vault]
    )
    yield from _zone(table, Words("the camp of {player}", player=name), noted.camp, camp)
    if noted.influence != player.influence:
        yield Words("the influence of {player}", player=name), noted.influence, player.influence
    if sorted(noted.sites) != sorted(site for site, _ in player.sites):
        yield Words("the sites of {player}", player=name), list(noted.sites), [site for site, _ in player.sites]
    for seen in noted.structures:
        structure = player.structure(table.cards[seen.card].id)
        if structure is None:
            yield Words("the structures of {player}", player=name), table.deck.named(seen.card), None
            continue
        which = {"player": name, "structure": table.deck.named(seen.card)}
        if seen.site != structure.site:
            yield Words("the site of {structure} of {player}", **which), seen.site, structure.site
        if seen.complete != structure.complete:
            words = "how far {structure} of {player} is"
            yield Words(words, **which), _state(complete=seen.complete), _state(complete=structure.complete)
        under, stairs = (
            "the materials under {structure} of {player}",
            "the Stairway materials under {structure} of {player}",
        )
        yield from _zone(table, Words(under, **which), seen.materials, structure.materials)
        yield from _zone(table, Words(stairs, **which), seen.stairway, structure.stairway)
    if len(noted.structures) < len(player.structures):
        ids = {table.cards[seen.card].id for seen in noted.structures}
        missing = [table.deck.named(one.id) for one in player.structures if one.id not in ids]
        yield Words("the structures of {player}", player=name), None, missing


def _state(*, complete: bool) -> Words:
    return Words("complete") if complete else Words("unfinished")


def _zone(table: Table, where: Words, noted: tuple[str, ...], zone: list[str]) -> Any:
    """Cards that lie somewhere, in any order; one that nobody knows may be any other."""
    if len(noted) == len(zone) and (sorted(noted) == sorted(zone) or not _unmatched(table, noted, zone)):
        return
    yield where, named(table, _unmatched(table, noted, zone)), named(table, _unmatched(table, tuple(zone), list(noted)))


def _unmatched(table: Table, tokens: tuple[str, ...], zone: list[str]) -> list[str]:
    known = tuple(token for token in tokens if token != UNSEEN)
    return lacks(table, zone, known)


TURNS = (
    may_think, has_a_think, leader_leads, follows_once, decided_in_order, everybody_decided, round_can_end,
    has_an_action, passes_are_recorded, game_not_over, demand_is_answered,
)  # fmt: skip
RESTS_ON_THE_PAST = (
    room_in_the_clientele, room_in_the_vault, hired_from, hauled_from, sold_from, added_from, fountain_is_active,
    has_a_think, latrine_is_active, vomitorium_is_active, stairway_is_allowed, senate_takes, sewer_takes,
    units_of_the_role, has_an_action, out_of_town_takes_two, demand_within_actions,
    structure_takes_the_material, prison_takes,
)  # fmt: skip


def _tells(rule: Rule) -> Rule:
    """Whoever breaks a rule is told, once an event; what may follow from it is kept in mind (`slips`)."""
    turn, rests = rule in TURNS, rule in RESTS_ON_THE_PAST

    @wraps(rule)
    def check(table: Table, event: Any) -> Complaint | None:
        if table.doubts.told is event:
            return None
        complaint = rule(table, event)
        if complaint is None or complaint.severity != "violation":
            return complaint
        if rests and (lapsed := uncertain(table, event)) is not None:
            return unsettled(table, lapsed)
        table.doubts.told = event
        mistaken(table, event, turn=turn)
        return complaint

    return check


OVERDUE = ("GTR-R9", _tells(demand_is_answered))

_ACTION: tuple[tuple[str, Rule], ...] = (
    ("GTR-R11", game_not_over),
    ("GTR-R3", everybody_decided),
    ("GTR-R3", passes_are_recorded),
    ("GTR-R3", has_an_action),
)

_RULES: dict[type, tuple[tuple[str, Rule], ...]] = {
    DeckShuffled: (("GTR-G2", deck_is_whole),),
    HandDealt: (("GTR-R2", start_hand),),
    OrderRevealed: (("GTR-G4", revealed_by_the_tied),),
    LeaderChosen: (("GTR-G3", leader_is_first_by_name),),
    Thought: (
        ("GTR-R11", game_not_over),
        ("GTR-R3", may_think),
        ("GTR-R3", has_a_think),
        ("GTR-R3", decided_in_order),
        ("GTR-R3", passes_are_recorded),
        ("GTR-R4", think_draws_to_the_limit),
        ("GTR-R1", top_of_the_deck),
    ),
    LatrineUsed: (
        ("GTR-R11", game_not_over),
        ("GTR-R3", may_think),
        ("GTR-R3", has_a_think),
        ("GTR-G47", latrine_is_active),
        ("GTR-R1", cards_are_in_hand),
    ),
    VomitoriumUsed: (
        ("GTR-R11", game_not_over),
        ("GTR-R3", may_think),
        ("GTR-R3", has_a_think),
        ("GTR-G47", vomitorium_is_active),
        ("GTR-R1", cards_are_in_hand),
    ),
    RoleLed: (
        ("GTR-R11", game_not_over),
        ("GTR-R3", leader_leads),
        ("GTR-R1", cards_are_in_hand),
        ("GTR-G47", discard_leads_to_a_think),
        ("GTR-R5", units_of_the_role),
    ),
    RoleFollowed: (
        ("GTR-R11", game_not_over),
        ("GTR-R3", follows_once),
        ("GTR-R3", decided_in_order),
        ("GTR-R1", cards_are_in_hand),
        ("GTR-G47", discard_leads_to_a_think),
        ("GTR-R5", units_of_the_role),
    ),
    RoundEnded: (
        ("GTR-R11", game_not_over),
        ("GTR-R3", everybody_decided),
        ("GTR-R3", round_can_end),
        ("GTR-R3", passes_are_recorded),
    ),
    ClientHired: (
        *_ACTION,
        ("GTR-G33", hired_from),
        ("GTR-G36", no_senator),
        ("GTR-R6", room_in_the_clientele),
        ("GTR-R1", cards_are_in_hand),
        ("GTR-R1", card_is_there),
        ("GTR-R1", top_of_the_deck),
    ),
    MaterialHauled: (
        *_ACTION,
        ("GTR-R7", hauled_from),
        ("GTR-G36", no_senator),
        ("GTR-R1", cards_are_in_hand),
        ("GTR-R1", card_is_there),
    ),
    MaterialSold: (
        *_ACTION,
        ("GTR-G44", sold_from),
        ("GTR-G36", no_senator),
        ("GTR-R10", room_in_the_vault),
        ("GTR-R1", cards_are_in_hand),
        ("GTR-R1", card_is_there),
        ("GTR-R1", top_of_the_deck),
    ),
    FountainDrawn: (*_ACTION, ("GTR-G30", fountain_is_active), ("GTR-R1", top_of_the_deck)),
    FoundationLaid: (
        *_ACTION,
        ("GTR-R8", foundation_is_allowed),
        ("GTR-G16", site_is_free),
        ("GTR-G15", out_of_town_takes_two),
        ("GTR-G30", fountain_card_is_used),
        ("GTR-R1", cards_are_in_hand),
    ),
    MaterialAdded: (
        *_ACTION,
        ("GTR-R8", added_from),
        ("GTR-R8", structure_takes_the_material),
        ("GTR-G22", completion_may_be_declined),
        ("GTR-G30", fountain_card_is_used),
        ("GTR-R1", cards_are_in_hand),
        ("GTR-R1", card_is_there),
    ),
    StairwayUsed: (*_ACTION, ("GTR-G28", stairway_is_allowed), ("GTR-R1", card_is_there)),
    StructureTaken: (*_ACTION, ("GTR-G51", prison_takes)),
    MaterialsDemanded: (
        *_ACTION,
        ("GTR-G36", no_senator),
        ("GTR-R9", demand_within_actions),
        ("GTR-R1", cards_are_in_hand),
        ("GTR-G35", shown_once_a_round),
    ),
    PoolTaken: (("GTR-R11", game_not_over), ("GTR-G37", pool_part)),
    DemandAnswered: (
        ("GTR-R11", game_not_over),
        ("GTR-G36", no_senator),
        ("GTR-R9", answers_the_demand),
        ("GTR-R1", cards_are_in_hand),
        ("GTR-G39", gives_all_that_match),
        ("GTR-G41", bridge_part),
        ("GTR-G42", arena_part),
    ),
    ActionDeclined: _ACTION,
    SenateUsed: (
        ("GTR-R11", game_not_over),
        ("GTR-R3", everybody_decided),
        ("GTR-R3", passes_are_recorded),
        ("GTR-G46", senate_takes),
    ),
    SewerUsed: (
        ("GTR-R11", game_not_over),
        ("GTR-R3", everybody_decided),
        ("GTR-R3", passes_are_recorded),
        ("GTR-G36", no_senator),
        ("GTR-G45", sewer_takes),
    ),
    GameConceded: (("GTR-R11", game_not_over), ("GTR-G55", everybody_concedes)),
    VaultShown: (("GTR-R10", vault_at_the_end), ("GTR-R10", vault_as_recorded)),
    HoldingsDeclared: (("holdings", holdings_are_possible), ("holdings", holdings_as_recorded)),
    TableNoted: (("GTR-R12", table_as_recorded),),
}

RULES = {kind: tuple((name, _tells(rule)) for name, rule in rules) for kind, rules in _RULES.items()}
