"""Legionary: materials are demanded from the pool and from opponents, who answer."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, islice, product
from typing import Any

from ledger.events import Event
from ledger.forms import Field, Form, Pick, Row, entry_form, players_field, several_field, table_form
from ledger.game import SLIP, Complaint, Condition, Happening
from ledger.games.glory_to_rome.cards import LEGIONARY, MATERIALS, SENATOR, UNSEEN
from ledger.games.glory_to_rome.moving import HELD, NO_SENATOR, come_to_light, forum_may_win, leave, take
from ledger.games.glory_to_rome.naming import named
from ledger.games.glory_to_rome.picks import NO_ORDER, Openings, among, known_hand, orders_held, row_of
from ledger.games.glory_to_rome.sayings import ANY_CARDS, CARDS, LEFT
from ledger.games.glory_to_rome.structures import arena, asked, bridge, immune, vault_limit
from ledger.games.glory_to_rome.table import (
    ActionFit,
    Demand,
    Player,
    Table,
    counted,
    lacks,
    materials,
    not_held,
    of_materials,
    place,
)
from ledger.games.glory_to_rome.turns import (
    ACTS,
    GOES_ON,
    act,
    available,
    find,
    go_on,
    no_action,
    players_of,
    reach,
    spend_all,
)
from ledger.language.sayings import PLAYER, Saying, Sayings
from ledger.words import Words

ROLE = (LEGIONARY,)
MANY = 60  # so many ways to choose among cards are offered at most


def told(counts: Mapping[str, int]) -> dict[str, int]:
    """How many of each material there are."""
    return {material: count for material, count in counts.items() if count > 0}


# --- the demand -------------------------------------------------------------------------------------------------------


class MaterialsDemanded(Event, frozen=True, kw_only=True, tag="materials_demanded"):
    """Legionary: the orders shown from the hand, for all of the player's actions at once."""

    player: str
    cards: tuple[str, ...]

    @property
    def from_hand(self) -> tuple[str, ...]:
        return self.cards

    @property
    def materials(self) -> tuple[str, ...]:
        return self.cards


def _demanding(table: Table, event: MaterialsDemanded) -> ActionFit | None:
    return find(table, table.players[event.player], ROLE, "demand")


def has_a_legionary(table: Table, event: MaterialsDemanded) -> bool:
    """R3, R9: a Legionary's actions, all used at once."""
    return _demanding(table, event) is not None


def has_no_legionary(table: Table, event: MaterialsDemanded) -> Complaint:
    if table.demand is not None and table.demand.player.name == event.player:
        return Complaint("{player} demands a second time; all demands are made at once", player=event.player)
    return no_action(table, table.players[event.player], ROLE)


def demands_within_the_actions(table: Table, event: MaterialsDemanded) -> bool:
    """R9: at most one shown card for each action, all declared at once."""
    fit = _demanding(table, event)
    return fit is None or len(event.cards) <= available(table, fit.frame)


def demands_too_much(table: Table, event: MaterialsDemanded) -> Complaint:
    fit = _demanding(table, event)
    number = available(table, fit.frame) if fit is not None else 0
    words = (
        "{player} demands with {found} {found:card|cards} and has {expected} {expected:action|actions}; "
        "one card is shown for each"
    )
    return Complaint(words, player=event.player, found=len(event.cards), expected=number)


def shown_once_a_round(table: Table, event: MaterialsDemanded) -> bool:
    """G35: a card is not shown twice in a round."""
    player = table.players[event.player]
    return not player.shown or not not_held(table, player, (*player.shown, *event.cards))


def shown_again(table: Table, event: MaterialsDemanded) -> Complaint:
    player = table.players[event.player]
    again = named(table, not_held(table, player, (*player.shown, *event.cards)))
    return Complaint("{player} shows {found} a second time in this round", player=player.name, found=again)


def everybody_sees_what_is_shown(table: Table, event: MaterialsDemanded) -> bool:
    """R9: a card is shown for its material."""
    return UNSEEN not in event.cards


def nobody_saw_what_was_shown(table: Table, event: MaterialsDemanded) -> Complaint:
    words = "what {player} demands cannot be told: the card shown was not written down"
    return Complaint(words, severity="undecidable", player=event.player)


def demand(table: Table, event: MaterialsDemanded) -> None:
    """The shown cards stay in the hand, and from now on everybody knows them."""
    player: Player = table.players[event.player]
    wanted = [table.cards[card].material for card in event.cards if card not in (SENATOR, UNSEEN)]
    go_on(table, event)
    reach(table, player)
    frame = act(table, _demanding(table, event), ROLE, "demand")
    if frame is not None:
        spend_all(table, frame, len(event.cards) - 1)
    for token in event.cards:
        _show(table, player, token)
    if not wanted:
        return
    table.demand = Demand(player, wanted, asked(table, player), event.n)
    if frame is None:
        return  # nobody owes an answer to a demand that is none
    every = table.options["passes"] == "recorded"  # then the immune say so too
    table.owed = [other.name for other in table.demand.asked if every or not immune(other, player)]
    if table.options["pool_take"] == "mandatory" and any(table.cards[card].material in wanted for card in table.pool):
        table.owed.append("")


def _show(table: Table, player: Player, token: str) -> None:
    if token in player.hand and not player.shown:
        player.shown.append(token)
        return
    left = list(player.hand)
    for known in player.shown:
        if known in left:
            left.remove(known)
    at = place(table, left, token) if token not in (SENATOR, UNSEEN) else -1
    if at >= 0:
        player.shown.append(left[at])
    elif token not in (SENATOR, UNSEEN) and len(player.unseen):
        table.clock += 1
        come_to_light(table, player, token)
        player.hand.append(token)
        player.shown.append(token)


DEMANDED_SAID = Sayings(
    Saying(
        "{player} demands with {cards}",
        player=PLAYER,
        cards=CARDS,
        also=(
            "{player} demands/shows/wants {cards}",
            "{player} demands/asks for {cards}",
        ),
    )
)


def demands_offered(table: Table) -> Iterator[Event]:
    """As many as there are actions, then fewer; of an unseen hand any one material."""
    for player in players_of(table, ROLE):
        fit = find(table, player, ROLE, "demand")
        left = list(player.hand)
        for known in player.shown:
            if known in left:
                left.remove(known)
        number = min(available(table, fit.frame), len(left)) if fit is not None else 0
        ways = (cards for size in range(number, 0, -1) for cards in combinations(left, size))
        yield from (MaterialsDemanded(player=player.name, cards=cards) for cards in islice(ways, MANY))
        if len(player.unseen):
            yield from (MaterialsDemanded(player=player.name, cards=(one,)) for one in MATERIALS)


def demand_forms(table: Table) -> Iterator[Form]:
    moment = Openings(table)
    shown = several_field("cards", Words("orders shown"), orders_held(table, moment, NO_ORDER))
    fields = [players_field(table.players, value=moment.who), shown]
    yield entry_form(MaterialsDemanded, Words("demand materials"), fields, now=LEGIONARY in moment.roles)


MATERIALS_DEMANDED = Happening(
    event=MaterialsDemanded,
    conditions=(
        *ACTS,
        Condition("GTR-R3", has_a_legionary, has_no_legionary),
        NO_SENATOR,
        Condition("GTR-R9", demands_within_the_actions, demands_too_much),
        *HELD,
        Condition("GTR-G35", shown_once_a_round, shown_again),
        Condition("GTR-R9", everybody_sees_what_is_shown, nobody_saw_what_was_shown),
    ),
    effect=demand,
    words=DEMANDED_SAID,
    offers=demands_offered,
    forms=demand_forms,
)


# --- the pool's part --------------------------------------------------------------------------------------------------


class PoolTaken(Event, frozen=True, kw_only=True, tag="pool_taken"):
    """The part of a demand that the pool gives."""

    player: str
    cards: tuple[str, ...]


def pool_was_demanded(table: Table, event: PoolTaken) -> bool:
    """G37: the pool gives its part of a demand, once."""
    demand = table.demand
    return demand is not None and demand.player is table.players[event.player] and not demand.pool


def pool_was_not_demanded(table: Table, event: PoolTaken) -> Complaint:
    if table.demand is not None and table.demand.pool and table.demand.player.name == event.player:
        return Complaint("{player} takes from the pool a second time for one demand", player=event.player)
    return Complaint("{player} takes from the pool without a demand", player=event.player)


def pool_has_them(table: Table, event: PoolTaken) -> bool:
    """R1: they lie there."""
    return not lacks(table, table.pool, event.cards)


def pool_lacks_them(table: Table, event: PoolTaken) -> Complaint:
    missing = lacks(table, table.pool, event.cards)
    if UNSEEN in missing and table.pool:
        words = "which card {player} takes was not written down"
        return Complaint(words, severity="undecidable", player=event.player)
    return Complaint("{found} does not lie in the pool", found=named(table, missing))


def among_these(table: Table, wanted: Counter[str], zone: Iterable[str]) -> Counter[str]:
    """How many of what is wanted lie here."""
    cards = table.cards
    lying = counted([material for token in zone if (material := cards[token].material) in wanted])
    found = counted(())
    for material, number in wanted.items() if lying else ():
        if material in lying:
            found[material] = min(number, lying[material])
    return found


def _exceeds(given: Mapping[str, int], wanted: Mapping[str, int]) -> bool:
    """Is there more of a material, among those that were seen, than was wanted?"""
    return bool([one for one, number in given.items() if one and number > wanted.get(one, 0)])


def _short(due: Mapping[str, int], given: Mapping[str, int]) -> int:
    """How many cards of what is due were not given."""
    return sum([max(0, number - given.get(material, 0)) for material, number in due.items()])


def _pool_part(table: Table) -> Counter[str]:
    """What a demand finds in the pool."""
    return among_these(table, table.demand.materials, table.pool) if table.demand is not None else Counter()


def pool_gives_no_more(table: Table, event: PoolTaken) -> bool:
    """G37: for each shown card one matching card of the pool."""
    if table.demand is None:
        return True
    return not _exceeds(materials(table, event.cards), table.demand.materials)


def pool_gives_more(table: Table, event: PoolTaken) -> Complaint:
    taken, wanted = materials(table, event.cards), table.demand.materials if table.demand else Counter[str]()
    words = "{player} takes {found} from the pool; {expected} was demanded"
    return Complaint(words, player=event.player, found=told(taken), expected=told(wanted))


def pool_gives_all(table: Table, event: PoolTaken) -> bool:
    """G37: all there are; with `optional` any of them."""
    return table.options["pool_take"] == "optional" or not _short(_pool_part(table), materials(table, event.cards))


def pool_gives_less(table: Table, event: PoolTaken) -> Complaint:
    words = "{player} takes {found} from the pool; the demand takes {expected}"
    found, expected = told(materials(table, event.cards)), told(_pool_part(table))
    return Complaint(words, player=event.player, found=found, expected=expected)


def take_from_pool(table: Table, event: PoolTaken) -> None:
    """The pool gives its part of a demand."""
    player: Player = table.players[event.player]
    for card in event.cards:
        table.cards[card]
    owed = [name for name in table.owed if name]
    go_on(table, event)
    player.stockpile += [take(table, table.pool, card) for card in event.cards]
    if table.demand is not None:
        table.demand.pool = True
    table.owed = owed
    forum_may_win(table, event.n)


POOL_SAID = Sayings(
    Saying("{player} takes nothing from the pool", player=PLAYER, given={"cards": ()}),
    Saying(
        "{player} takes {cards} from the pool",
        player=PLAYER,
        cards=CARDS,
        also=("{player} gets {cards} from the pool", "{player} pool {cards}"),
    ),
)


def selections(table: Table, zone: Iterable[str], wanted: Mapping[str, int]) -> Iterator[tuple[str, ...]]:
    """Every way to take so many cards of each material from among these, as many as there are."""
    kinds: dict[str, list[str]] = {material: [] for material in wanted if material}
    for token in zone:
        material = table.cards[token].material
        if material in kinds:
            kinds[material].append(token)
    ways = [list(islice(combinations(held, min(wanted[one], len(held))), MANY)) for one, held in kinds.items()]
    yield from islice(dict.fromkeys(tuple(card for part in way for card in part) for way in product(*ways)), MANY)


def pools_offered(table: Table) -> Iterator[Event]:
    demand = table.demand
    if demand is not None and not demand.pool:
        for cards in selections(table, table.pool, demand.materials):
            if cards:
                yield PoolTaken(player=demand.player.name, cards=cards)
        if table.options["pool_take"] == "optional" and _pool_part(table):
            yield PoolTaken(player=demand.player.name, cards=())
            for token in of_materials(table, table.pool, dict.fromkeys(demand.materials, len(table.pool))):
                yield PoolTaken(player=demand.player.name, cards=(token,))


def pool_forms(table: Table) -> Iterator[Form]:
    demand, moment = table.demand, Openings(table)
    who = players_field(table.players, value=demand.player.name if demand else None)
    due = of_materials(table, table.pool, demand.materials) if demand else ()
    taken = several_field("cards", Words("cards"), among(table, table.pool, each=False), value=due)
    now = moment.asked and demand is not None and not demand.pool and bool(due)
    yield entry_form(PoolTaken, Words("the pool gives its part"), [who, taken], now=now)


POOL_TAKEN = Happening(
    event=PoolTaken,
    conditions=(
        GOES_ON,
        Condition("GTR-G37", pool_was_demanded, pool_was_not_demanded),
        Condition("GTR-G37", pool_has_them, pool_lacks_them, mistake=SLIP),
        Condition("GTR-G37", pool_gives_no_more, pool_gives_more, mistake=SLIP),
        Condition("GTR-G37", pool_gives_all, pool_gives_less),
    ),
    effect=take_from_pool,
    words=POOL_SAID,
    offers=pools_offered,
    forms=pool_forms,
)


# --- the answers ------------------------------------------------------------------------------------------------------


class DemandAnswered(Event, frozen=True, kw_only=True, tag="demand_answered"):
    """What an opponent gives, from the hand, the stockpile (Bridge), the clientele (Arena); nothing is a refusal.

    `waived`: what the demander left though it could be taken, the stockpile or the clients.
    """

    player: str
    cards: tuple[str, ...] = ()
    stockpile: tuple[str, ...] = ()
    clients: tuple[str, ...] = ()
    waived: tuple[str, ...] = ()

    @property
    def from_hand(self) -> tuple[str, ...]:
        return self.cards

    @property
    def materials(self) -> tuple[str, ...]:
        return self.cards + self.stockpile + self.clients


WAIVABLE = ("stockpile", "clients")
NOTHING: Counter[str] = Counter()


def was_asked(table: Table, event: DemandAnswered) -> bool:
    """R9, G43: those asked answer."""
    return table.demand is not None and table.players[event.player] in table.demand.asked


def was_not_asked(table: Table, event: DemandAnswered) -> Complaint:
    if table.demand is None:
        return Complaint("{player} answers where nothing is demanded", player=event.player)
    words = "{found} is not asked; the demand goes to {expected}"
    return Complaint(words, found=event.player, expected=[other.name for other in table.demand.asked])


def answers_once(table: Table, event: DemandAnswered) -> bool:
    """R9: once each."""
    return table.demand is None or table.players[event.player] not in table.demand.answered


def answers_again(table: Table, event: DemandAnswered) -> Complaint:
    return Complaint("{player} answers a second time", player=event.player)


def _beyond(table: Table, event: DemandAnswered) -> Counter[str] | None:
    """The first part of an answer that has something in it that was not demanded."""
    if table.demand is not None:
        for tokens in (event.cards, event.stockpile, event.clients):
            given = materials(table, tokens) if tokens else Counter[str]()
            if _exceeds(given, table.demand.materials):
                return given
    return None


def gives_what_was_demanded(table: Table, event: DemandAnswered) -> bool:
    """R9, G38: a card of the material for each that was shown; which one is theirs to choose."""
    return not (event.cards or event.stockpile or event.clients) or _beyond(table, event) is None


def gives_something_else(table: Table, event: DemandAnswered) -> Complaint:
    wanted = table.demand.materials if table.demand else Counter[str]()
    words = "{player} gives {found}; {expected} was demanded"
    return Complaint(words, player=event.player, found=told(_beyond(table, event) or {}), expected=told(wanted))


def everybody_sees_what_is_given(table: Table, event: DemandAnswered) -> bool:
    """R9: what is given lies in the stockpile for everybody to see."""
    return UNSEEN not in event.cards and UNSEEN not in event.stockpile and UNSEEN not in event.clients


def nobody_saw_what_was_given(table: Table, event: DemandAnswered) -> Complaint:
    words = "whether {player} gives what was demanded cannot be told: the card was not written down"
    return Complaint(words, severity="undecidable", player=event.player)


def _due_from_hand(table: Table, event: DemandAnswered) -> Counter[str]:
    player, demand = table.players[event.player], table.demand
    if demand is None or not player.hand or immune(player, demand.player):
        return NOTHING
    return among_these(table, demand.materials, player.hand)


def gives_all_that_match(table: Table, event: DemandAnswered) -> bool:
    """G39: unless immune one gives all that was demanded and is there."""
    due = _due_from_hand(table, event)
    if not due:
        return True
    given = materials(table, event.cards)
    return _short(due, given) <= given.get("", 0)


def keeps_what_matches(table: Table, event: DemandAnswered) -> Complaint:
    words = "{player} gives {found} from the hand; {expected} was demanded and is there"
    found, expected = told(materials(table, event.cards)), told(_due_from_hand(table, event))
    return Complaint(words, player=event.player, found=found, expected=expected)


def due_from_stockpile(table: Table, player: Player) -> Counter[str]:
    """G41, G40: what a Bridge may take from a stockpile; nobody else may, and not from the immune."""
    demand = table.demand
    if demand is None or not bridge(demand.player) or immune(player, demand.player):
        return Counter()
    return among_these(table, demand.materials, player.stockpile)


def stockpile_gives_no_more(table: Table, event: DemandAnswered) -> bool:
    """G41: no more than is due, of what lies there."""
    if not event.stockpile:
        return True
    player = table.players[event.player]
    if lacks(table, player.stockpile, event.stockpile):
        return False
    given = materials(table, event.stockpile)
    return not given - due_from_stockpile(table, player)


def stockpile_gives_more(table: Table, event: DemandAnswered) -> Complaint:
    player = table.players[event.player]
    missing = lacks(table, player.stockpile, event.stockpile)
    if missing:
        words = "{player} gives {found}, which is not in their stockpile"
        return Complaint(words, player=player.name, found=named(table, missing))
    return _stockpile_due(table, event)


def _stockpile_due(table: Table, event: DemandAnswered) -> Complaint:
    expected = told(due_from_stockpile(table, table.players[event.player]))
    words = "{player} gives {found} from the stockpile; {expected} is due"
    if not expected:
        words = "{player} gives {found} from the stockpile; nothing of it is due"
    return Complaint(words, player=event.player, found=told(materials(table, event.stockpile)), expected=expected)


def stockpile_is_told_of(table: Table, event: DemandAnswered) -> bool:
    """G41: a Bridge may leave what it could take; where passes are recorded, that is said."""
    if table.options["passes"] != "recorded" or "stockpile" in event.waived:
        return True
    return not due_from_stockpile(table, table.players[event.player]) - materials(table, event.stockpile)


def due_from_clients(table: Table, player: Player) -> tuple[Counter[str], int]:
    """G42, G40: which clients an Arena may take, and for how many the vault has room."""
    demand = table.demand
    if demand is None or not arena(demand.player) or immune(player, demand.player):
        return Counter(), 0
    room = max(0, vault_limit(demand.player) - len(demand.player.vault))
    return among_these(table, demand.materials, player.clientele), room


def clients_give_no_more(table: Table, event: DemandAnswered) -> bool:
    """G42: matching clients, as many as the vault has room for; the demander chooses which."""
    if not event.clients:
        return True
    player = table.players[event.player]
    due, room = due_from_clients(table, player)
    if len(event.clients) > room or lacks(table, player.clientele, event.clients):
        return False
    return not materials(table, event.clients) - due


def clients_give_more(table: Table, event: DemandAnswered) -> Complaint:
    player = table.players[event.player]
    due, room = due_from_clients(table, player)
    missing = lacks(table, player.clientele, event.clients)
    if missing:
        words = "{player} gives {found}, which is not in their clientele"
        return Complaint(words, player=player.name, found=named(table, missing))
    if due and len(event.clients) > room:
        words = "{player} gives {found} {found:client|clients}; the vault has room for {expected}"
        return Complaint(words, player=player.name, found=len(event.clients), expected=room)
    return _clients_due(table, event)


def _clients_due(table: Table, event: DemandAnswered) -> Complaint:
    expected = told(due_from_clients(table, table.players[event.player])[0])
    words = "{player} gives {found} from the clientele; {expected} is due"
    if not expected:
        words = "{player} gives {found} from the clientele; nobody there is due"
    return Complaint(words, player=event.player, found=told(materials(table, event.clients)), expected=expected)


def clients_are_told_of(table: Table, event: DemandAnswered) -> bool:
    """G42: an Arena may leave clients; where passes are recorded, that is said."""
    if table.options["passes"] != "recorded" or "clients" in event.waived:
        return True
    due, room = due_from_clients(table, table.players[event.player])
    return len(event.clients) >= min(room, due.total())


def waives_what_there_is(table: Table, event: DemandAnswered) -> bool:
    """G41, G42: a demander may leave stockpiles and clients."""
    return not event.waived or set(event.waived).issubset(WAIVABLE)


def waives_nonsense(table: Table, event: DemandAnswered) -> Complaint:
    found = [one for one in event.waived if one not in WAIVABLE]
    words = "the demander leaves {found} alone; only {expected} can be left"
    return Complaint(words, found=found, expected=list(WAIVABLE))


def answer(table: Table, event: DemandAnswered) -> None:
    """Cards go to the demander's stockpile, clients to the vault; who gives too little says to have no more."""
    player: Player = table.players[event.player]
    for card in event.materials:
        table.cards[card]
    demand, owed = table.demand, [name for name in table.owed if name != event.player]
    go_on(table, event)
    table.owed = owed if not table.over else []
    if demand is None:
        return
    demander = demand.player
    for token in event.cards:
        demander.stockpile.append(leave(table, player, token))
    for token in event.stockpile:
        demander.stockpile.append(take(table, player.stockpile, token))
    for token in event.clients:
        demander.vault.append((take(table, player.clientele, token), event.n))
    if not immune(player, demander):
        table.clock += 1
        given = materials(table, event.cards) if event.cards else NOTHING
        for material, number in demand.materials.items():
            if given.get(material, 0) < number:
                player.unseen.deny(table.clock, material, event.n)
    demand.answered.append(player)
    forum_may_win(table, event.n)


GIVEN: dict[str, Any] = {"player": PLAYER, "cards": ANY_CARDS, "stockpile": ANY_CARDS, "clients": ANY_CARDS}


def _more_than_the_hand(table: Table, event: DemandAnswered) -> bool:
    return bool(event.stockpile or event.clients)


ANSWERED_SAID = Sayings(
    Saying(
        "{player} gives from the hand {cards}, from the stockpile {stockpile}, of the clients {clients}; "
        "left alone: {waived}",
        **GIVEN,
        waived=LEFT.several,
    ),
    Saying(
        "{player} gives from the hand {cards}, from the stockpile {stockpile}, of the clients {clients}",
        **GIVEN,
        when=_more_than_the_hand,
    ),
    Saying(
        "{player} gives nothing",
        player=PLAYER,
        given={"cards": ()},
        also=(
            "{player} has none/nothing",
            "{player} gives none/no card",
            "{player} none/nothing/refuses/no",
            "{player} glory to rome",
        ),
    ),
    Saying(
        "{player} gives {cards}",
        player=PLAYER,
        cards=CARDS,
        also=("{player} gives/hands up/over {cards}", "{player} gave/surrenders {cards}"),
    ),
)


def full_answer(table: Table, player: Player) -> DemandAnswered:
    """All that a demand takes from somebody who is not immune."""
    demand = table.demand
    if demand is None or immune(player, demand.player):
        return DemandAnswered(player=player.name)
    due, room = due_from_clients(table, player)
    return DemandAnswered(
        player=player.name,
        cards=of_materials(table, player.hand, demand.materials),
        stockpile=of_materials(table, player.stockpile, due_from_stockpile(table, player)),
        clients=of_materials(table, player.clientele, due)[:room],
    )


def answers_offered(table: Table) -> Iterator[Event]:
    """All that a demand takes, in every way to choose; then without the stockpile and the clients."""
    demand = table.demand
    if demand is None:
        return
    for player in demand.asked:
        if player in demand.answered:
            continue
        whole = full_answer(table, player)
        yield whole
        name, hands = player.name, list(selections(table, player.hand, demand.materials))
        for cards in hands:
            if cards != whole.cards:
                yield DemandAnswered(player=name, cards=cards, stockpile=whole.stockpile, clients=whole.clients)
        if immune(player, demand.player):
            yield DemandAnswered(player=name)
        for cards in selections(table, player.stockpile, due_from_stockpile(table, player)):
            if cards != whole.stockpile:
                yield DemandAnswered(player=name, cards=whole.cards, stockpile=cards, clients=whole.clients)
        due, room = due_from_clients(table, player)
        for cards in selections(table, player.clientele, due):
            if len(cards) <= room and cards != whole.clients:
                yield DemandAnswered(player=name, cards=whole.cards, stockpile=whole.stockpile, clients=cards)
        if len(player.unseen):
            for material in demand.materials:
                yield DemandAnswered(
                    player=name, cards=(*whole.cards, material), stockpile=whole.stockpile, clients=whole.clients
                )
        yield from _left(whole)


def _left(whole: DemandAnswered) -> Iterator[Event]:
    """The same where the demander leaves something."""
    if whole.stockpile:
        yield DemandAnswered(player=whole.player, cards=whole.cards, clients=whole.clients, waived=("stockpile",))
    if whole.clients:
        yield DemandAnswered(player=whole.player, cards=whole.cards, stockpile=whole.stockpile, waived=("clients",))
        yield from (
            DemandAnswered(
                player=whole.player, cards=whole.cards, stockpile=whole.stockpile, clients=(one,), waived=("clients",)
            )
            for one in whole.clients
            if len(whole.clients) > 1
        )


def answer_forms(table: Table) -> Iterator[Form]:
    moment = Openings(table)
    owed = [table.players[name] for name in table.owed if name] if moment.asked else []
    rows = [_answering(table, player) for player in owed] or [
        Row(fields=(players_field(table.players), *_given(table)))
    ]
    yield table_form(DemandAnswered, Words("the demand is answered"), rows, now=bool(owed))


def _answering(table: Table, player: Player) -> Row:
    """Filled in with all that the demand takes from this player, as far as the record knows."""
    due = full_answer(table, player)
    return row_of(player, *_given(table, player, due.cards, due.stockpile, due.clients))


def _given(
    table: Table,
    player: Player | None = None,
    cards: Iterable[str] = (),
    stockpile: Iterable[str] = (),
    clients: Iterable[str] = (),
) -> list[Field]:
    known = player is not None and known_hand(player)
    hand = among(table, player.hand if player else [], each=False, whole=known)
    pile = among(table, player.stockpile if player else [], each=False)
    people = among(table, player.clientele if player else [], each=False)
    left = [Pick("stockpile", Words("the stockpile")), Pick("clients", Words("clients"))]
    return [
        several_field("cards", Words("from the hand"), hand, value=cards),
        several_field("stockpile", Words("from the stockpile"), pile, value=stockpile),
        several_field("clients", Words("clients"), people, value=clients),
        several_field("waived", Words("left by whoever demands"), left, optional=True),
    ]


DEMAND_ANSWERED = Happening(
    event=DemandAnswered,
    conditions=(
        GOES_ON,
        NO_SENATOR,
        Condition("GTR-R9", was_asked, was_not_asked, mistake=SLIP),
        Condition("GTR-R9", answers_once, answers_again, mistake=SLIP),
        Condition("GTR-R9", gives_what_was_demanded, gives_something_else),
        *HELD,
        Condition("GTR-G39", gives_all_that_match, keeps_what_matches),
        Condition("GTR-R9", everybody_sees_what_is_given, nobody_saw_what_was_given),
        Condition("GTR-R9", waives_what_there_is, waives_nonsense),
        Condition("GTR-G41", stockpile_gives_no_more, stockpile_gives_more, mistake=SLIP),
        Condition("GTR-G41", stockpile_is_told_of, _stockpile_due),
        Condition("GTR-G42", clients_give_no_more, clients_give_more, mistake=SLIP),
        Condition("GTR-G42", clients_are_told_of, _clients_due),
    ),
    effect=answer,
    words=ANSWERED_SAID,
    offers=answers_offered,
    forms=answer_forms,
)

HAPPENINGS = (MATERIALS_DEMANDED, POOL_TAKEN, DEMAND_ANSWERED)
