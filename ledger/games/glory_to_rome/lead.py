"""The leader leads a role with cards, or thinks; what a think is, for whoever thinks."""

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import combinations, islice
from typing import Any

from ledger.events import Event, Whole
from ledger.forms import Form, Pick, entry_form, number_field, pick_field, players_field, several_field
from ledger.game import SLIP, Complaint, Condition, Happening
from ledger.games.glory_to_rome.cards import MATERIAL_OF, ROLES, SENATOR, UNSEEN
from ledger.games.glory_to_rome.moving import (
    DRAWN,
    HELD,
    deck_may_end,
    draw,
    empty_camps,
    enter,
    leave,
    to_pool,
)
from ledger.games.glory_to_rome.naming import ROLE_NAMES, SENATOR_NAME, card_said, named
from ledger.games.glory_to_rome.picks import Openings, any_card, hand_of
from ledger.games.glory_to_rome.round import end_round
from ledger.games.glory_to_rome.sayings import CARD, CARDS, ROLE, thanks_to
from ledger.games.glory_to_rome.structures import THINK, circus, hand_limit, latrine, palace, vomitorium
from ledger.games.glory_to_rome.table import ENDING, FOLLOW, LEAD, SETUP, THOUGHT, Player, Table, counted, leading
from ledger.games.glory_to_rome.turns import (
    ANSWERED,
    GOES_ON,
    act,
    close_actions,
    find,
    go_on,
    no_pass_is_missing_at_all,
    some_pass_is_missing,
    thinking,
)
from ledger.language.sayings import NUMBER, PLAYER, Saying, Sayings
from ledger.words import Words

NOTHING = "nothing"  # R4: drawn by who thinks and draws neither orders nor a senator

# --- thinking ---------------------------------------------------------------------------------------------------------


class Thought(Event, frozen=True, kw_only=True, tag="thought"):
    """A player drew a senator, orders, or nothing; left out, `cards` are the top of the deck, unseen if not known."""

    player: str
    draw: str = "orders"
    cards: tuple[str, ...] | None = None

    @property
    def drawn(self) -> tuple[str, ...]:
        return self.cards or ()


class LatrineUsed(Event, frozen=True, kw_only=True, tag="latrine_used"):
    """Before a think: one card leaves the hand."""

    player: str
    card: str

    @property
    def from_hand(self) -> tuple[str, ...]:
        return (self.card,)


class VomitoriumUsed(Event, frozen=True, kw_only=True, tag="vomitorium_used"):
    """Before a think: the whole hand is discarded; `cards` are the orders that came to light."""

    player: str
    cards: tuple[str, ...] | None = None

    @property
    def from_hand(self) -> tuple[str, ...]:
        return self.cards or ()


Thinking = Thought | LatrineUsed | VomitoriumUsed


def may_think(table: Table, event: Thinking) -> bool:
    """R3: the leader thinks instead of leading, others instead of following (G8: who thought does not follow).

    While others act one thinks by a School, and at the end of a round by an Academy (G12).
    """
    return thinking(table, table.players[event.player]) != ""


def may_not_think(table: Table, event: Thinking) -> Complaint:
    player = table.players[event.player]
    if table.phase in (SETUP, LEAD):
        return not_the_leader(table, player, "{found} thinks; {expected} is the leader")
    if table.phase == FOLLOW:
        return Complaint("{player} has followed or thought already in this round", player=player.name)
    if table.phase == THOUGHT:
        return _not_ended(table, player, "{player} thinks, but the end of round {expected} was not written down")
    if table.phase == ENDING and "academy" in player.works:
        words = "{player} thinks at the end of a round without a Craftsman action, or a second time"
        return Complaint(words, player=player.name)
    if player.seat == table.next_leader:
        words = "{player} thinks while the actions of round {expected} are done; its end was not written down"
        return _not_ended(table, player, words)
    return Complaint("{player} thinks while the actions are done, without a School or an Academy", player=player.name)


def _not_ended(table: Table, player: Player, words: str) -> Complaint:
    return Complaint(words, player=player.name, expected=table.round)


def not_the_leader(table: Table, player: Player, words: str) -> Complaint:
    """Somebody else leads; undecidable where nobody wrote down who leads the first round."""
    leader = leading(table)
    if leader is None:
        words = "whether {player} leads first cannot be told: who leads was not written down"
        return Complaint(words, severity="undecidable", player=player.name)
    return Complaint(words, found=player.name, expected=leader.name)


MAY_THINK = Condition("GTR-R3", may_think, may_not_think, skips="round")


def thinks_in_order(table: Table, event: Any) -> bool:
    """R3: clockwise from the leader."""
    if table.phase != FOLLOW:
        return True
    player = table.players[event.player]
    for other in table.order:
        if other is player:
            return True
        if not other.decided:
            return False
    return True


def thinks_out_of_order(table: Table, event: Any) -> Complaint:
    player = table.players[event.player]
    waiting = [other.name for other in table.order[: table.order.index(player)] if not other.decided]
    words = "{found} follows or thinks before {expected}; it goes clockwise from the leader"
    return Complaint(words, found=player.name, expected=waiting)


IN_ORDER = Condition("GTR-R3", thinks_in_order, thinks_out_of_order)


def no_pass_before_an_academy(table: Table, event: Thinking) -> bool:
    """R3: with the Academies the actions of the round are over."""
    if table.options["passes"] != "recorded" or thinking(table, table.players[event.player]) != "academy":
        return True
    return no_pass_is_missing_at_all(table, event)


NO_PASS_BEFORE = Condition("GTR-R3", no_pass_before_an_academy, some_pass_is_missing)


def due(player: Player) -> int:
    """G7: how many orders a think draws."""
    return max(1, hand_limit(player) - player.cards)


def draws_one_kind(table: Table, event: Thought) -> bool:
    """R4: orders, or a senator; nothing at all where the table reads the rule so."""
    if event.draw == SENATOR:
        return event.cards in (None, (), (SENATOR,))
    if event.draw == NOTHING:
        return not event.cards and table.options["empty_think"] == "yes"
    return event.draw == "orders" and (event.cards is None or SENATOR not in event.cards)


def draws_something_else(table: Table, event: Thought) -> Complaint:
    if event.draw in ("orders", SENATOR):
        words = "{player} draws a senator and {found}"
        return Complaint(words, player=event.player, found=named(table, [c for c in event.cards or () if c != SENATOR]))
    if event.draw == NOTHING and not event.cards:
        return Complaint("{player} thinks and draws nothing; one draws orders, or a senator", player=event.player)
    words = "{player} draws {found}; one draws {expected}"
    return Complaint(words, player=event.player, found=event.draw, expected=["orders", SENATOR])


def senator_is_left(table: Table, event: Thought) -> bool:
    """G6: a senator only while there is one; G12: an Academy thinks when the camps are empty."""
    if event.draw != SENATOR or table.senators > 0:
        return True
    played = any(player.camp_senators for player in table.seats)
    return played and thinking(table, table.players[event.player]) == "academy"


def no_senator_is_left(table: Table, event: Thought) -> Complaint:
    return Complaint("{player} draws a senator; none is left", player=event.player)


def draws_to_the_limit(table: Table, event: Thought) -> bool:
    """R4, G7: orders up to the limit, all of them, or exactly one."""
    if event.cards is None or event.draw != "orders":
        return True
    return len(event.cards) == min(due(table.players[event.player]), table.left)


def draws_another_number(table: Table, event: Thought) -> Complaint:
    player = table.players[event.player]
    words = (
        "{player} draws {found} {found:order|orders} with {cards} {cards:card|cards} in hand; a think draws {expected}"
    )
    expected, found = min(due(player), table.left), len(event.cards or ())
    return Complaint(words, player=player.name, found=found, cards=player.cards, expected=expected)


def think(table: Table, event: Thought) -> None:
    """A senator, orders, or nothing; then the deck may be at its end."""
    player: Player = table.players[event.player]
    for card in event.cards or ():
        table.cards[card]
    why = begin_to_think(table, event, player)
    player.purged = False
    if event.draw == SENATOR:
        table.senators = max(0, table.senators - 1)
        enter(table, player, SENATOR)
    elif event.draw != NOTHING:
        for token in draw(table, due(player) if event.cards is None else 0, event.cards):
            enter(table, player, token)
    if why == "school":
        act(table, find(table, player, (THINK,), THINK), (THINK,), THINK)
    elif why == "academy":
        player.academy = True
    elif table.phase == LEAD:
        table.leader, table.phase, table.led = player.seat, THOUGHT, event.n
    player.decided = True
    if event.draw not in (SENATOR, NOTHING):
        deck_may_end(table, event.n)


def begin_to_think(table: Table, event: Thinking, player: Player) -> str:
    """Why somebody thinks; G12: before an Academy's think the camps are emptied. A round not ended ends now."""
    go_on(table, event)
    why = thinking(table, player)
    if why == "academy":
        close_actions(table)
        empty_camps(table)
    elif not why and table.phase not in (LEAD, FOLLOW) and player.seat == table.next_leader:
        end_round(table)
    return why


THOUGHT_SAID = Sayings(
    Saying(
        "{player} thinks and draws a senator",
        player=PLAYER,
        given={"draw": SENATOR},
        also=("{player} thinks/takes/draws/gets for a senator",),
    ),
    Saying("{player} thinks and draws nothing", player=PLAYER, given={"draw": NOTHING}),
    Saying("{player} thinks and draws {cards}", player=PLAYER, cards=CARDS),
    Saying(
        "{player} thinks and draws orders",
        player=PLAYER,
        also=("{player} thinks/thinker/draws", "{player} thinks/draws orders/cards"),
    ),
)


def thinkers(table: Table) -> Iterator[Player]:
    """Who may think now, in playing order."""
    for player in table.order or table.from_leader():
        if thinking(table, player):
            yield player


def thoughts_offered(table: Table) -> Iterator[Event]:
    """Orders, a senator while there is one, or nothing."""
    for player in thinkers(table):
        yield Thought(player=player.name)
        yield Thought(player=player.name, draw=SENATOR)
        if table.options["empty_think"] == "yes":
            yield Thought(player=player.name, draw=NOTHING)


def thought_forms(table: Table) -> Iterator[Form]:
    moment = Openings(table)
    draws = [Pick("orders", Words("orders")), Pick(SENATOR, SENATOR_NAME)]
    if table.options["empty_think"] == "yes":
        draws.append(Pick(NOTHING, Words("nothing")))
    drawn = several_field("cards", Words("orders, if all saw them"), any_card(table), optional=True)
    fields = [
        players_field(table.players, value=moment.who),
        pick_field("draw", Words("draws"), draws, value="orders"),
        drawn,
    ]
    yield entry_form(Thought, Words("somebody thinks"), fields, now=moment.thinking)


THOUGHT_ = Happening(
    event=Thought,
    conditions=(
        GOES_ON,
        ANSWERED,
        MAY_THINK,
        IN_ORDER,
        NO_PASS_BEFORE,
        Condition("GTR-R4", draws_one_kind, draws_something_else),
        Condition("GTR-R4", senator_is_left, no_senator_is_left, mistake=SLIP),
        Condition("GTR-R4", draws_to_the_limit, draws_another_number),
        DRAWN[1],
    ),
    effect=think,
    words=THOUGHT_SAID,
    offers=thoughts_offered,
    forms=thought_forms,
)


# --- before a think ---------------------------------------------------------------------------------------------------


def has_a_latrine(table: Table, event: LatrineUsed) -> bool:
    """G47: before each think one card, if there is a Latrine."""
    return latrine(table.players[event.player])


def has_no_latrine(table: Table, event: LatrineUsed) -> Complaint:
    return Complaint("{player} discards a card without a Latrine", player=event.player)


def discards_once(table: Table, event: LatrineUsed) -> bool:
    """G47: one card before each think."""
    return not table.players[event.player].purged


def discards_twice(table: Table, event: LatrineUsed) -> Complaint:
    return Complaint("{player} discards twice before one think; a Latrine takes one card", player=event.player)


def use_latrine(table: Table, event: LatrineUsed) -> None:
    """G47: a card of the hand to the pool, a senator to the stack."""
    player: Player = table.players[event.player]
    table.cards[event.card]
    begin_to_think(table, event, player)
    to_pool(table, leave(table, player, event.card))
    player.purged = True


LATRINE_SAID = Sayings(Saying("{player} discards {card} ({by})", player=PLAYER, card=CARD, by=thanks_to("latrine")))


def latrines_offered(table: Table) -> Iterator[Event]:
    for player in thinkers(table):
        if latrine(player) and not player.purged:
            held = [
                *dict.fromkeys(player.hand),
                *[SENATOR] * bool(player.senators),
                *[UNSEEN] * bool(len(player.unseen)),
            ]
            yield from (LatrineUsed(player=player.name, card=card) for card in held)


def latrine_forms(table: Table) -> Iterator[Form]:
    moment = Openings(table)
    dropped = pick_field("card", Words("card"), hand_of(table, moment))
    now = moment.thinking and any(latrine(player) for player in table.seats)
    title = Words("{structure}: discard a card", structure=card_said(table, "latrine"))
    yield entry_form(LatrineUsed, title, [players_field(table.players, value=moment.who), dropped], now=now)


LATRINE_USED = Happening(
    event=LatrineUsed,
    conditions=(
        GOES_ON,
        ANSWERED,
        MAY_THINK,
        IN_ORDER,
        NO_PASS_BEFORE,
        Condition("GTR-G47", has_a_latrine, has_no_latrine),
        Condition("GTR-G47", discards_once, discards_twice),
        *HELD,
    ),
    effect=use_latrine,
    words=LATRINE_SAID,
    offers=latrines_offered,
    forms=latrine_forms,
)


def has_a_vomitorium(table: Table, event: VomitoriumUsed) -> bool:
    """G47: before each think the whole hand, if there is a Vomitorium."""
    return vomitorium(table.players[event.player])


def has_no_vomitorium(table: Table, event: VomitoriumUsed) -> Complaint:
    return Complaint("{player} discards the hand without a Vomitorium", player=event.player)


def discards_the_whole_hand(table: Table, event: VomitoriumUsed) -> bool:
    """G47: all orders of it."""
    if event.cards is None:
        return True
    player: Player = table.players[event.player]
    return len(event.cards) - event.cards.count(SENATOR) == player.cards - player.senators


def discards_a_part(table: Table, event: VomitoriumUsed) -> Complaint:
    player, cards = table.players[event.player], event.cards or ()
    words = "{player} discards {found} {found:order|orders}; the whole hand has {expected}"
    found = len(cards) - cards.count(SENATOR)
    return Complaint(words, player=player.name, found=found, expected=player.cards - player.senators)


def use_vomitorium(table: Table, event: VomitoriumUsed) -> None:
    """The whole hand to the pool, senators to the stack."""
    player: Player = table.players[event.player]
    told = [token for token in event.cards or () if token != SENATOR]
    for token in told:
        table.cards[token]
    begin_to_think(table, event, player)
    for token in told:
        to_pool(table, leave(table, player, token))
    table.pool += player.hand
    table.pool += [UNSEEN] * len(player.unseen)
    table.senators += player.senators
    player.hand, player.senators = [], 0
    player.unseen.forget(0, table.clock)
    player.purged = True


VOMITORIUM_SAID = Sayings(
    Saying(
        "{player} discards the whole hand: {cards} ({by})",
        player=PLAYER,
        cards=CARDS,
        by=thanks_to("vomitorium"),
    ),
    Saying("{player} discards the whole hand ({by})", player=PLAYER, by=thanks_to("vomitorium")),
)


def vomitoriums_offered(table: Table) -> Iterator[Event]:
    for player in thinkers(table):
        if vomitorium(player) and not player.purged and player.cards:
            yield VomitoriumUsed(player=player.name, cards=None if len(player.unseen) else tuple(player.hand))


def vomitorium_forms(table: Table) -> Iterator[Form]:
    moment = Openings(table)
    emptied = several_field("cards", Words("orders that came to light"), hand_of(table, moment), optional=True)
    now = moment.thinking and any(vomitorium(player) for player in table.seats)
    title = Words("{structure}: discard the hand", structure=card_said(table, "vomitorium"))
    yield entry_form(VomitoriumUsed, title, [players_field(table.players, value=moment.who), emptied], now=now)


VOMITORIUM_USED = Happening(
    event=VomitoriumUsed,
    conditions=(
        GOES_ON,
        ANSWERED,
        MAY_THINK,
        IN_ORDER,
        NO_PASS_BEFORE,
        Condition("GTR-G47", has_a_vomitorium, has_no_vomitorium),
        Condition("GTR-G47", discards_the_whole_hand, discards_a_part),
        *HELD,
    ),
    effect=use_vomitorium,
    words=VOMITORIUM_SAID,
    offers=vomitoriums_offered,
    forms=vomitorium_forms,
)


# --- units ------------------------------------------------------------------------------------------------------------


def unit_counts(table: Table, player: Player, role: str, cards: tuple[str, ...]) -> frozenset[int]:
    """Into how many units these cards can be split, all of them used."""
    any_order, pairs = circus(table, player, role)
    petition = int(table.options["petition"])
    roles = tuple([table.cards[card].role for card in cards if card != SENATOR])
    return _units(roles, len(cards) - len(roles), role, any_order, frozenset({petition, 2} if pairs else {petition}))


@lru_cache(maxsize=4096)
def _units(roles: tuple[str, ...], senators: int, role: str, any_order: bool, groups: frozenset[int]) -> frozenset[int]:
    """An order of the role, a senator, or a petition: so many orders of one role, which may be the role itself (G9)."""
    counts = {senators}
    for own, number in counted(roles).items():
        sizes = groups | {1} if own == role or any_order else groups
        counts = {sofar + more for sofar in counts for more in _splits(number, sizes)}
    return frozenset(counts - {0})


@cache
def _splits(number: int, sizes: frozenset[int]) -> frozenset[int]:
    """In how many groups of these sizes so many cards can be laid."""
    ways = [frozenset({0})]
    for total in range(1, number + 1):
        ways.append(frozenset({one + 1 for size in sizes if size <= total for one in ways[total - size]}))
    return ways[number]


def makes_units(table: Table, player: Player, role: str, cards: tuple[str, ...], actions: int | None) -> bool:
    """R5, G9, G10: an order of the role, a senator or a petition; several only with a Palace."""
    if len(cards) == 1 and actions in (None, 1) and (cards[0] == SENATOR or table.cards[cards[0]].role == role):
        return True
    if UNSEEN in cards:
        return False
    counts = unit_counts(table, player, role, cards)
    if palace(player):
        return bool(counts) if actions is None else actions in counts
    return actions in (None, 1) and 1 in counts


def makes_no_units(table: Table, player: Player, role: str, cards: tuple[str, ...], actions: int | None) -> Complaint:
    """What is wrong with them."""
    told = named(table, cards)
    if UNSEEN in cards:
        words = "whether {player} may play {found} for {role} cannot be told: nobody saw every card"
        return Complaint(words, severity="undecidable", player=player.name, found=told, role=role)
    counts = unit_counts(table, player, role, cards)
    if not counts:
        words = (
            "{player} plays {found} for {role}; that takes an order of the role, a senator, or a petition of "
            "{expected} orders of one role"
        )
        return Complaint(words, player=player.name, found=told, role=role, expected=table.options["petition"])
    if not palace(player) and counts == {len(cards)} != {1}:
        words = "{player} plays {cards} for {role}, {found} actions at once; without a Palace it is {expected}"
        return Complaint(words, player=player.name, cards=told, role=role, found=max(counts), expected=1)
    words = "{player} plays {cards} for {role} and counts {found} {found:action|actions}; they make {expected}"
    expected = sorted(counts if palace(player) else counts & {1}) or sorted(counts)
    return Complaint(
        words,
        player=player.name,
        cards=told,
        role=role,
        found=1 if actions is None else actions,
        expected=expected,
    )


def units_offered(table: Table, player: Player, role: str) -> Iterator[tuple[str, ...]]:
    """Every single unit of cards with which this player can play a role; of an unseen hand any order of it."""
    any_order, pairs = circus(table, player, role)
    petition = int(table.options["petition"])
    cards = table.cards
    held = list(dict.fromkeys(player.hand)) if len(set(player.hand)) < len(player.hand) else player.hand
    yield from ((card,) for card in held if any_order or cards[card].role == role)
    if player.senators:
        yield (SENATOR,)
    if len(player.unseen):
        yield (MATERIAL_OF[role],)
    for own in ROLES:
        orders = [card for card in player.hand if cards[card].role == own]
        for size in sorted({petition, 2}) if pairs else (petition,):
            yield from islice(combinations(orders, size), 20)


def plays_offered(table: Table, player: Player, role: str) -> Iterator[tuple[tuple[str, ...], int | None]]:
    """With what this player can play a role, and for how many actions: a unit, with a Palace also several."""
    if not palace(player):
        yield from ((cards, None) for cards in units_offered(table, player, role))
        return
    yield from ((cards, 1) for cards in units_offered(table, player, role))
    any_order, _ = circus(table, player, role)
    orders = [card for card in player.hand if any_order or table.cards[card].role == role]
    singles = [*orders, *[SENATOR] * player.senators]
    for size in range(2, len(singles) + 1):
        yield from ((cards, size) for cards in islice(dict.fromkeys(combinations(singles, size)), 12))


def lay_down(table: Table, player: Player, cards: tuple[str, ...], actions: int | None) -> None:
    """Cards of the hand lie on the camp for the rest of the round."""
    if actions is None:
        actions = max(1, max(unit_counts(table, player, table.role, cards), default=1)) if palace(player) else 1
    for token in cards:
        card = leave(table, player, token)
        if card == SENATOR:
            player.camp_senators += 1
        else:
            player.camp.append(card)
    player.units += max(0, actions)
    player.decided = player.followed = True


def discarded_for_nothing(table: Table, event: Any) -> bool:
    """G47: who used a Latrine or Vomitorium thinks."""
    player: Player = table.players[event.player]
    return not player.purged


def discard_without_a_think(table: Table, event: Any) -> Complaint:
    return Complaint("{player} discarded cards as before a think, and plays a role instead", player=event.player)


NOT_DISCARDED = Condition("GTR-G47", discarded_for_nothing, discard_without_a_think)


# --- leading ----------------------------------------------------------------------------------------------------------


class RoleLed(Event, frozen=True, kw_only=True, tag="role_led"):
    """The leader plays cards for a role; `actions` is how many units they make, one unless there is a Palace."""

    player: str
    role: str
    cards: tuple[str, ...]
    actions: Whole | None = None

    @property
    def from_hand(self) -> tuple[str, ...]:
        return self.cards


def round_before_ended(table: Table, event: RoleLed) -> bool:
    """R3: a role is led once a round, and the round before has ended."""
    return table.phase in (SETUP, LEAD)


def round_before_goes_on(table: Table, event: RoleLed) -> Complaint:
    if table.order and table.order[0].name == event.player and table.phase == FOLLOW:
        return Complaint("{player} leads a second time in round {expected}", player=event.player, expected=table.round)
    words = "{player} leads, but the end of round {expected} was not written down"
    return Complaint(words, player=event.player, expected=table.round)


def leader_leads(table: Table, event: RoleLed) -> bool:
    """R3: the leader leads."""
    return leading(table) is table.players[event.player]


def another_leads(table: Table, event: RoleLed) -> Complaint:
    return not_the_leader(table, table.players[event.player], "{found} leads; {expected} is the leader")


def leads_with_a_card(table: Table, event: RoleLed) -> bool:
    """G5: it takes a card to lead."""
    return bool(event.cards)


def leads_without_a_card(table: Table, event: RoleLed) -> Complaint:
    return Complaint("{player} leads without a card; with an empty hand one thinks", player=event.player)


def leads_a_role(table: Table, event: RoleLed) -> bool:
    """R3: one of the six roles."""
    return event.role in ROLES


def leads_no_role(table: Table, event: RoleLed) -> Complaint:
    words = "{player} leads {found}; roles are {expected}"
    return Complaint(words, player=event.player, found=event.role, expected=ROLES)


def led_with_units(table: Table, event: RoleLed) -> bool:
    """R5, G9, G10: cards that make a unit of the role."""
    return makes_units(table, table.players[event.player], event.role, event.cards, event.actions)


def led_without_units(table: Table, event: RoleLed) -> Complaint:
    return makes_no_units(table, table.players[event.player], event.role, event.cards, event.actions)


def lead(table: Table, event: RoleLed) -> None:
    """A round begins."""
    player: Player = table.players[event.player]
    for card in event.cards:
        table.cards[card]
    if table.phase == FOLLOW and table.order[0] is player:
        return  # told twice
    go_on(table, event)
    if table.phase != LEAD:
        end_round(table)
    table.leader, table.led = player.seat, event.n
    table.phase, table.role, table.order, table.turn = FOLLOW, event.role, table.from_leader(), -1
    table.stack = []
    lay_down(table, player, event.cards, event.actions)


LED: dict[str, Any] = {"player": PLAYER, "role": ROLE, "cards": CARDS}

LED_SAID = Sayings(
    Saying("{player} leads {role} with {cards} for 1 action", **LED, given={"actions": 1}),
    Saying("{player} leads {role} with {cards} for {actions} actions", **LED, actions=NUMBER),
    Saying(
        "{player} leads {role} with {cards}",
        **LED,
        also=(
            "{player} plays/led/calls {role} with {cards}",
            "{player} leads/plays/led {role} {cards}",
        ),
    ),
)


def leads_offered(table: Table) -> Iterator[Event]:
    if table.phase in (SETUP, LEAD):
        first = leading(table)
        for player in table.seats if first is None else [first]:
            for role in ROLES:
                for cards, actions in plays_offered(table, player, role):
                    yield RoleLed(player=player.name, role=role, cards=cards, actions=actions)


def lead_forms(table: Table) -> Iterator[Form]:
    moment = Openings(table)
    fields = [
        players_field(table.players, value=moment.who),
        pick_field("role", Words("role"), [Pick(one, ROLE_NAMES[one]) for one in ROLES]),
        several_field("cards", Words("with"), hand_of(table, moment)),
        number_field("actions", Words("how many actions (Palace)"), optional=True),
    ]
    yield entry_form(RoleLed, Words("somebody leads a role"), fields, now=table.phase == LEAD and not moment.over)


ROLE_LED = Happening(
    event=RoleLed,
    conditions=(
        GOES_ON,
        ANSWERED,
        Condition("GTR-R3", round_before_ended, round_before_goes_on, mistake=SLIP),
        Condition("GTR-R3", leader_leads, another_leads, skips="round"),
        Condition("GTR-R3", leads_with_a_card, leads_without_a_card),
        Condition("GTR-R3", leads_a_role, leads_no_role),
        *HELD,
        NOT_DISCARDED,
        Condition("GTR-R5", led_with_units, led_without_units),
    ),
    effect=lead,
    words=LED_SAID,
    offers=leads_offered,
    forms=lead_forms,
)

HAPPENINGS = (THOUGHT_, LATRINE_USED, VOMITORIUM_USED, ROLE_LED)
