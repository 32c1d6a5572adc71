"""Coins for actions, and actions for coins."""

from collections.abc import Iterator

from ledger.choices import possible
from ledger.events import Event, Whole
from ledger.forms import Form, Pick, entry_form, number_field, pick_field
from ledger.game import Complaint, Condition, Happening
from ledger.games.builders.cards import ACTION_PRICE, PACKETS
from ledger.games.builders.picks import who
from ledger.games.builders.table import Table, Turn, gain, pay, reading
from ledger.games.builders.turn import FILLED, IN_TURN, PLAYED, act, had, purse_holds, spend, unpaid
from ledger.language.sayings import NUMBER, PLAYER, Derived, Saying, Sayings
from ledger.words import Words

AT_ONCE = 3  # as many bought actions are offered


class CoinsTaken(Event, frozen=True, kw_only=True, tag="coins_taken"):
    """One packet of 1, 2 or 3 actions is given for coins."""

    player: str
    actions: Whole


class ActionsBought(Event, frozen=True, kw_only=True, tag="actions_bought"):
    """Further actions are paid for, before they are used."""

    player: str
    count: Whole


# --- coins for actions ------------------------------------------------------------------------------------------------


def packet_of_three(table: Table, event: CoinsTaken) -> bool:
    """B20: a packet is 1, 2 or 3 actions."""
    return event.actions in PACKETS


def no_packet(table: Table, event: CoinsTaken) -> Complaint:
    words = "{player} gives {found} {found:action|actions} for coins; a packet is one of {expected}"
    return Complaint(words, player=event.player, found=event.actions, expected=list(PACKETS))


def packet_is_left(table: Table, event: CoinsTaken) -> bool:
    """B21: one gives actions that one has."""
    turn: Turn | None = table.players[event.player].turn
    return turn is not None and turn.left >= event.actions


def packet_is_not_left(table: Table, event: CoinsTaken) -> Complaint:
    turn: Turn | None = table.players[event.player].turn
    left = turn.left if turn is not None else 0
    if not left:
        words = "{player} gives {found} {found:action|actions} for coins and has used all {expected} of this turn"
        return Complaint(words, player=event.player, found=event.actions, expected=had(table, event))
    words = "{player} gives {found} {found:action|actions} for coins and has {expected} left"
    return Complaint(words, player=event.player, found=event.actions, expected=left)


def worth(actions: int) -> int:
    """B20: the coins for so many actions: 1, 3, 6, and from there on as for packets of 3 and the rest."""
    return PACKETS[3] * (actions // 3) + PACKETS.get(actions % 3, 0) if actions > 0 else 0


def brings(table: Table, turn: Turn | None, actions: int) -> int:
    """B20: what a packet brings; by the other reading those of one turn grow together."""
    begun = turn.packet if turn is not None and table.options["coin_packets"] == "cumulated" else 0
    return worth(begun + actions) - worth(begun)


def take_coins(table: Table, event: CoinsTaken) -> None:
    """B20: 1, 3 or 6 coins for a packet of 1, 2 or 3 actions."""
    turn, actions = act(table, event), max(event.actions, 0)
    spend(turn, actions)
    coins = brings(table, turn, actions)
    turn.packet = (turn.packet + actions) % 3
    if coins:
        gain(table, turn.player, coins, event.n)


def _brought(table: Table, event: CoinsTaken) -> int:
    player = table.players.get(event.player)
    return brings(table, player.turn if player else None, event.actions)


COINS_TOLD = Sayings(
    Saying(
        "{player} takes {coins} {coins:coin|coins} for {actions} {actions:action|actions}",
        player=PLAYER,
        coins=Derived(_brought),
        actions=NUMBER,
        also=(
            "{player} takes/gets coins/money for {actions} {actions:action|actions}",
            "{player} takes/gets {coins} coins/sesterces",
        ),
    )
)


def packets(table: Table) -> Iterator[CoinsTaken]:
    return (CoinsTaken(player=table.turn.player.name, actions=actions) for actions in PACKETS)


def coins_form(table: Table) -> Iterator[Form]:
    paid = [
        Pick(actions, Words("{actions} for {coins} {coins:coin|coins}", actions=actions, coins=coins))
        for actions, coins in PACKETS.items()
    ]
    beyond = [Pick(actions, Words("{actions} actions", actions=actions)) for actions in (*range(4, 10), 0)]
    given = pick_field("actions", Words("how many actions"), [*paid, *beyond])
    yield entry_form(CoinsTaken, Words("take coins for actions"), [who(table), given], now=possible(TAKEN, table))


TAKEN = Happening(
    event=CoinsTaken,
    conditions=(
        PLAYED,
        IN_TURN,
        Condition("BLD-B20", packet_of_three, no_packet),
        Condition("BLD-B21", packet_is_left, packet_is_not_left),
        FILLED,
    ),
    effect=take_coins,
    words=COINS_TOLD,
    offers=packets,
    forms=coins_form,
)


# --- actions for coins ------------------------------------------------------------------------------------------------


def at_least_one_is_bought(table: Table, event: ActionsBought) -> bool:
    """B21: any number of actions, at 5 coins each."""
    return event.count > 0


def none_is_bought(table: Table, event: ActionsBought) -> Complaint:
    words = "{player} buys {found} {found:action|actions}; one buys {expected} or more"
    return Complaint(words, player=event.player, found=event.count, expected=1)


def bought_in_time(table: Table, event: ActionsBought) -> bool:
    """B21: at any moment of the turn; by the other reading before its first action."""
    if table.options["bought_actions"] == "any_moment":
        return True
    turn: Turn | None = table.players[event.player].turn
    return turn is not None and turn.left == had(table, event)


def bought_too_late(table: Table, event: ActionsBought) -> Complaint:
    words = "{player} buys actions after the first action of the turn ({option})"
    return Complaint(words, player=event.player, option=reading(table, "bought_actions"))


def price_is_in_the_purse(table: Table, event: ActionsBought) -> bool:
    """B21: 5 coins for each."""
    return purse_holds(table, event, ACTION_PRICE * event.count)


def price_is_not_in_the_purse(table: Table, event: ActionsBought) -> Complaint:
    words = "{count} {count:action costs|actions cost} {found} coins; {player} has {expected}"
    return unpaid(table, event, words, ACTION_PRICE * event.count, count=event.count)


def buy_actions(table: Table, event: ActionsBought) -> None:
    """B21: actions for 5 coins each."""
    turn = act(table, event)
    if event.count > 0:
        pay(table, turn.player, ACTION_PRICE * event.count, event.n)
        turn.left += event.count
        turn.bought += event.count


ACTIONS_TOLD = Sayings(Saying("{player} buys {count} {count:action|actions}", player=PLAYER, count=NUMBER))


def purchases(table: Table) -> Iterator[ActionsBought]:
    return (ActionsBought(player=table.turn.player.name, count=count) for count in range(1, AT_ONCE + 1))


def actions_form(table: Table) -> Iterator[Form]:
    count = number_field("count", Words("how many actions"), 1)
    yield entry_form(ActionsBought, Words("buy actions"), [who(table), count], now=possible(BOUGHT, table))


BOUGHT = Happening(
    event=ActionsBought,
    conditions=(
        PLAYED,
        IN_TURN,
        Condition("BLD-B21", at_least_one_is_bought, none_is_bought),
        Condition("BLD-B21", bought_in_time, bought_too_late),
        Condition("BLD-B21", price_is_in_the_purse, price_is_not_in_the_purse),
        FILLED,
    ),
    effect=buy_actions,
    words=ACTIONS_TOLD,
    offers=purchases,
    forms=actions_form,
)
