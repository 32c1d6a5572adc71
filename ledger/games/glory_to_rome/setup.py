"""Set-up: hands are dealt, orders are turned up to find the first leader, the rest is the deck."""

from collections import Counter
from collections.abc import Iterator

from ledger.events import Event
from ledger.forms import Form, Row, entry_form, pick_field, players_field, several_field, table_form
from ledger.game import SLIP, Complaint, Condition, Happening
from ledger.games.glory_to_rome.cards import SENATOR, UNSEEN
from ledger.games.glory_to_rome.moving import enter, introduce, one_too_many, too_many
from ledger.games.glory_to_rome.picks import orders, row_of, senator_first
from ledger.games.glory_to_rome.sayings import CARD, CARDS
from ledger.games.glory_to_rome.table import SETUP, Player, Table, deck_size, over, set_up
from ledger.language.sayings import PLAYER, Derived, Saying, Sayings
from ledger.words import Words


def orders_dealt(table: Table) -> int:
    """R2: how many orders everybody starts with; the rest of five cards are senators."""
    return 4 if table.options["start_hand"] == "4+1" else 5


# --- hands ------------------------------------------------------------------------------------------------------------


class HandDealt(Event, frozen=True, kw_only=True, tag="hand_dealt"):
    """The orders and senators a player starts with."""

    player: str
    cards: tuple[str, ...]


def dealt_once(table: Table, event: HandDealt) -> bool:
    """R2: everybody gets a hand once."""
    return not table.players[event.player].dealt and not table.played


def dealt_twice(table: Table, event: HandDealt) -> Complaint:
    return Complaint("{player} is dealt a hand a second time", player=event.player)


def start_hand(table: Table, event: HandDealt) -> bool:
    """R2: everybody starts with 4 orders and a senator (or 5 orders)."""
    senators = event.cards.count(SENATOR)
    return (len(event.cards) - senators, senators) == (orders_dealt(table), 5 - orders_dealt(table))


def other_start_hand(table: Table, event: HandDealt) -> Complaint:
    words = (
        "{player} is dealt {found} {found:order|orders} and {senators} {senators:senator|senators}; "
        "a hand at the start is {expected} orders and {due} {due:senator|senators}"
    )
    due, senators = orders_dealt(table), event.cards.count(SENATOR)
    found = len(event.cards) - senators
    return Complaint(words, player=event.player, found=found, senators=senators, expected=due, due=5 - due)


def box_has_the_hand(table: Table, event: HandDealt) -> bool:
    """R1: there are only so many of each order."""
    return too_many(table, event.cards) is None


def hand_has_too_many(table: Table, event: HandDealt) -> Complaint:
    return one_too_many(table, event.cards)


def deal(table: Table, event: HandDealt) -> None:
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
        introduce(table, token)


DEALT_SAID = Sayings(
    Saying(
        "{player} is dealt {cards}",
        player=PLAYER,
        cards=CARDS,
        also=(
            "{player} gets/has/receives/holds {cards}",
            "{player} starts/begins with {cards}",
        ),
    )
)


def hands_offered(table: Table) -> Iterator[Event]:
    """Hands are hidden: that one was dealt is all that can be listed."""
    if table.phase == SETUP:
        number = orders_dealt(table)
        hand = (UNSEEN,) * number + (SENATOR,) * (5 - number)
        yield from (HandDealt(player=player.name, cards=hand) for player in table.seats if not player.dealt)


def hand_forms(table: Table) -> Iterator[Form]:
    dealt = several_field("cards", Words("cards"), senator_first(table), least=1)
    rows = [row_of(one, dealt) for one in table.seats]
    yield table_form(HandDealt, Words("hands, where they are played open"), rows)


HAND_DEALT = Happening(
    event=HandDealt,
    conditions=(
        Condition("GTR-R2", dealt_once, dealt_twice, mistake=SLIP),
        Condition("GTR-R2", start_hand, other_start_hand),
        Condition("GTR-R1", box_has_the_hand, hand_has_too_many, mistake=SLIP),
    ),
    effect=deal,
    words=DEALT_SAID,
    offers=hands_offered,
    picked=False,
    forms=hand_forms,
)


# --- the first leader -------------------------------------------------------------------------------------------------


class OrderRevealed(Event, frozen=True, kw_only=True, tag="order_revealed"):
    """An order turned up to find the first leader; it begins the pool. `player` is empty when nobody noted whose."""

    card: str
    player: str = ""


def leader_is_open(table: Table, event: OrderRevealed) -> bool:
    """G4: orders are turned up while the leader is sought."""
    return not table.played and not table.chosen


def leader_is_known(table: Table, event: OrderRevealed) -> Complaint:
    return Complaint("{card} is turned up after the leader was chosen", card=table.deck.named(event.card))


def an_order_is_turned_up(table: Table, event: OrderRevealed) -> bool:
    """G3: orders decide."""
    return event.card != SENATOR


def a_senator_is_turned_up(table: Table, event: OrderRevealed) -> Complaint:
    return Complaint("a senator is turned up; orders decide who leads")


def the_tied_turn_up(table: Table, event: OrderRevealed) -> bool:
    """G4: everybody turns up one order; only those who are tied turn up more."""
    if not event.player:
        return True
    player = table.players[event.player]
    competing = table.tied or table.seats
    return player in competing and len(player.revealed) == min(len(other.revealed) for other in competing)


def another_turns_up(table: Table, event: OrderRevealed) -> Complaint:
    player = table.players[event.player]
    competing = table.tied or table.seats
    expected = [other.name for other in competing if len(other.revealed) < len(player.revealed) or other is not player]
    words = "{found} turns up another order; only {expected} may"
    return Complaint(words, found=player.name, expected=expected)


def box_has_the_order(table: Table, event: OrderRevealed) -> bool:
    """R1: there are only so many of each order."""
    return too_many(table, (event.card,)) is None


def order_is_one_too_many(table: Table, event: OrderRevealed) -> Complaint:
    return one_too_many(table, (event.card,))


def turn_up(table: Table, event: OrderRevealed) -> None:
    """All cards turned up to find the leader begin the pool."""
    card = table.cards[event.card]
    player: Player | None = table.players[event.player] if event.player else None
    table.pool.append(event.card)
    introduce(table, event.card)
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
    if not all(player.revealed[-1] for player in competing):
        return  # an order that nobody noted by its name
    ranks = table.deck.ranks[str(table.options["collation"])]
    first = min(ranks.get(player.revealed[-1], 0) for player in competing)
    table.tied = [player for player in competing if ranks.get(player.revealed[-1], 0) == first]


TURNED_UP_SAID = Sayings(
    Saying("{player} turns up {card}", player=PLAYER, card=CARD, also=("{player} reveals/shows/turns {card}",)),
    Saying("{card} is turned up", card=CARD),
)


def orders_offered(table: Table) -> Iterator[Event]:
    """Which one, chance decides; that one was turned up by somebody can be listed."""
    if table.phase == SETUP and not table.chosen and any(player.revealed for player in table.seats):
        for player in table.tied or table.seats:
            yield OrderRevealed(card=UNSEEN, player=player.name)


def order_forms(table: Table) -> Iterator[Form]:
    turned = pick_field("card", Words("order"), orders(table.deck))
    rows = [row_of(player, turned) for player in table.tied or table.seats]
    rows.append(Row(label=Words("nobody noted whose"), given={"player": ""}, fields=(turned,)))
    title = Words("orders are turned up for the first leader")
    yield table_form(OrderRevealed, title, rows, now=table.phase == SETUP and not over(table))


ORDER_REVEALED = Happening(
    event=OrderRevealed,
    conditions=(
        Condition("GTR-G4", leader_is_open, leader_is_known),
        Condition("GTR-G4", an_order_is_turned_up, a_senator_is_turned_up),
        Condition("GTR-G4", the_tied_turn_up, another_turns_up),
        Condition("GTR-R1", box_has_the_order, order_is_one_too_many, mistake=SLIP),
    ),
    effect=turn_up,
    words=TURNED_UP_SAID,
    offers=orders_offered,
    picked=False,
    forms=order_forms,
)


class LeaderChosen(Event, frozen=True, kw_only=True, tag="leader_chosen"):
    """Who leads first."""

    player: str


def chosen_once(table: Table, event: LeaderChosen) -> bool:
    """G3: the first leader is found once."""
    return not table.chosen and not table.played


def chosen_twice(table: Table, event: LeaderChosen) -> Complaint:
    return Complaint("the first leader was chosen already")


def enough_turned_up(table: Table, event: LeaderChosen) -> bool:
    """G4: everybody turns up an order."""
    return len(table.pool) >= len(table.seats) or any(player.revealed for player in table.seats)


def too_few_turned_up(table: Table, event: LeaderChosen) -> Complaint:
    words = "{found} {found:order was|orders were} turned up to find the leader; everybody turns up one ({expected})"
    return Complaint(words, found=len(table.pool), expected=len(table.seats))


def first_by_name(table: Table, event: LeaderChosen) -> bool:
    """G3: who turned up the alphabetically first order leads."""
    player = table.players[event.player]
    return len(table.tied) == 1 and table.tied[0] is player


def not_first_by_name(table: Table, event: LeaderChosen) -> Complaint:
    unsaid = any("" in player.revealed for player in table.seats)
    if unsaid or not any(player.revealed for player in table.seats):
        words = "whether {player} leads first cannot be told: who turned up which order was not written down"
        return Complaint(words, severity="undecidable", player=event.player)
    first = [player.name for player in table.tied] or [player.name for player in table.seats if not player.revealed]
    words = "{found} is to lead; the alphabetically first order was turned up by {expected}"
    if len(table.tied) != 1:
        words = "{found} is to lead before {expected} {expected:has|have} turned up an order to decide it"
    return Complaint(words, found=event.player, expected=first)


def choose(table: Table, event: LeaderChosen) -> None:
    """The first leader."""
    player: Player = table.players[event.player]
    if table.phase == SETUP:
        set_up(table)
    table.leader, table.chosen = player.seat, True


CHOSEN_SAID = Sayings(
    Saying(
        "{player} is the first leader",
        player=PLAYER,
        also=("{player} starts/begins/leads first", "leader/first: {player}", "{player} is leader"),
    )
)


def leaders_offered(table: Table) -> Iterator[Event]:
    """Whom the orders turned up name; where they do not, anybody."""
    if table.phase == SETUP and table.pool:
        yield from (LeaderChosen(player=player.name) for player in table.tied or table.seats)


def leader_forms(table: Table) -> Iterator[Form]:
    who = players_field(table.players, value=table.tied[0].name if len(table.tied) == 1 else None)
    yield entry_form(LeaderChosen, Words("who leads first"), [who], now=table.phase == SETUP and not over(table))


LEADER_CHOSEN = Happening(
    event=LeaderChosen,
    conditions=(
        Condition("GTR-G3", chosen_once, chosen_twice, mistake=SLIP),
        Condition("GTR-G3", enough_turned_up, too_few_turned_up),
        Condition("GTR-G3", first_by_name, not_first_by_name),
    ),
    effect=choose,
    words=CHOSEN_SAID,
    offers=leaders_offered,
    due=True,
    forms=leader_forms,
)


# --- the deck ---------------------------------------------------------------------------------------------------------


class DeckShuffled(Event, frozen=True, kw_only=True, tag="deck_shuffled"):
    """The orders left after the set-up, the next to be drawn first; only a program knows them."""

    cards: tuple[str, ...]


def shuffled_before_play(table: Table, event: DeckShuffled) -> bool:
    """R2: a deck is shuffled once, before anything is played."""
    return not table.played and table.pile is None


def shuffled_too_late(table: Table, event: DeckShuffled) -> Complaint:
    if table.played:
        return Complaint("the deck is shuffled after play began")
    return Complaint("the deck was shuffled already")


def deck_has_the_rest(table: Table, event: DeckShuffled) -> bool:
    """G2: the deck is what hands and pool leave."""
    return len(event.cards) == deck_size(table)


def deck_has_another_size(table: Table, event: DeckShuffled) -> Complaint:
    found, expected = len(event.cards), deck_size(table)
    words = "the deck has {found} {found:order|orders}; {expected} {expected:is|are} left"
    return Complaint(words, found=found, expected=expected)


def deck_is_whole(table: Table, event: DeckShuffled) -> bool:
    """G2: deck, hands and pool are all orders of the box, each once."""
    everywhere = [*table.pool, *event.cards, *(card for player in table.seats for card in player.hand)]
    if len(set(everywhere)) == len(everywhere) and table.deck.tokens.issuperset(everywhere):
        return True
    return not _more_than_the_box(table, everywhere)


def _more_than_the_box(table: Table, everywhere: list[str]) -> list[str]:
    copies = table.deck.copies
    counts = Counter(table.cards[card].id for card in everywhere)
    many: list[str] = [table.deck.named(name) for name, count in counts.items() if name and count > copies.get(name, 0)]
    return many or [card for card, count in Counter(everywhere).items() if "#" in card and count > 1]


def deck_is_not_whole(table: Table, event: DeckShuffled) -> Complaint:
    everywhere = [*table.pool, *event.cards, *(card for player in table.seats for card in player.hand)]
    return Complaint("more of {found} than the box has", found=_more_than_the_box(table, everywhere))


def shuffle(table: Table, event: DeckShuffled) -> None:
    """From here every draw is known."""
    if not table.deck.tokens.issuperset(event.cards):
        for card in event.cards:
            table.cards[card]
    table.pile, table.drawn, table.left = event.cards, 0, len(event.cards)


SHUFFLED_SAID = Sayings(
    Saying("the deck is shuffled: {number} orders", number=Derived(lambda table, event: len(event.cards))),
    Saying("the deck is shuffled, from the top: {cards}", cards=CARDS, in_full=True),
)


def decks_offered(table: Table) -> Iterator[Event]:
    """Nobody looks into it."""
    if not table.played and table.chosen and table.pile is None:
        yield DeckShuffled(cards=(UNSEEN,) * max(0, deck_size(table)))


def deck_forms(table: Table) -> Iterator[Form]:
    order = several_field("cards", Words("orders, the next to be drawn first"), orders(table.deck), least=1)
    yield entry_form(DeckShuffled, Words("the whole deck in its order"), [order])


DECK_SHUFFLED = Happening(
    event=DeckShuffled,
    conditions=(
        Condition("GTR-G2", shuffled_before_play, shuffled_too_late, mistake=SLIP),
        Condition("GTR-G2", deck_has_the_rest, deck_has_another_size, mistake=SLIP),
        Condition("GTR-G2", deck_is_whole, deck_is_not_whole, mistake=SLIP),
    ),
    effect=shuffle,
    words=SHUFFLED_SAID,
    offers=decks_offered,
    forms=deck_forms,
)

HAPPENINGS = (HAND_DEALT, ORDER_REVEALED, LEADER_CHOSEN, DECK_SHUFFLED)
