"""A turn: whose it is, three actions and those bought, a purse that pays; and its end."""

from collections.abc import Iterator
from typing import Any, Protocol

from ledger.choices import possible
from ledger.events import Event
from ledger.forms import Form, entry_form
from ledger.game import SLIP, Complaint, Condition, Happening
from ledger.games.builders.cards import FREE_ACTIONS
from ledger.games.builders.picks import who
from ledger.games.builders.table import Player, Table, Turn, after, close
from ledger.language.sayings import PLAYER, Saying, Sayings
from ledger.words import Words


class TurnEnded(Event, frozen=True, kw_only=True, tag="turn_ended"):
    """The player does no more in this turn."""

    player: str


class Move(Protocol):
    """Anything that a player does."""

    @property
    def n(self) -> int:
        """Which event it is."""

    @property
    def player(self) -> str:
        """Whose it is."""


# --- what every move needs --------------------------------------------------------------------------------------------


def cards_lie_face_up(table: Table, event: Move) -> bool:
    """B23: before anything is played cards are turned up; where none ever is, only holdings are judged."""
    return table.reveals > 0


def nothing_lies_there(table: Table, event: Move) -> Complaint:
    words = "no card was turned up so far, so what {player} does cannot be judged"
    return Complaint(words, severity="undecidable", player=event.player)


def in_turn(table: Table, event: Move) -> bool:
    """B27: turns go round by seat, each is ended, and after the last round there are no more."""
    player: Player = table.players[event.player]
    return player.turn is not None


def out_of_turn(table: Table, event: Move) -> Complaint:
    due = table.turn
    if table.over:
        words = "{found} plays on after the last round, which ended with event {expected}"
        return Complaint(words, found=event.player, expected=table.ended)
    if isinstance(event, TurnEnded):
        return Complaint("{found} ends the turn of {expected}", found=event.player, expected=due.player.name)
    if due.begun and table.players[event.player] is after(table, due.player):
        words = "{found} plays, and {expected} has not ended the turn"
        return Complaint(words, found=event.player, expected=due.player.name)
    words = "it is not {found}'s turn; it is {expected}'s"
    return Complaint(words, found=event.player, expected=due.player.name)


def an_action_is_left(table: Table, event: Move) -> bool:
    """B21: three actions are free in a turn, more are bought before they are used."""
    turn: Turn | None = table.players[event.player].turn
    return turn is not None and turn.left > 0


def no_action_is_left(table: Table, event: Move) -> Complaint:
    words = "{player} needs one more action and has used all {expected} of this turn"
    return Complaint(words, player=event.player, found=1, expected=had(table, event))


def had(table: Table, event: Move) -> int:
    """How many actions the turn had."""
    turn: Turn | None = table.players[event.player].turn
    return FREE_ACTIONS + (turn.bought if turn is not None else 0)


def rows_are_filled(table: Table, event: Move) -> bool:
    """B23: a row is filled before anything else happens, at the start with five cards."""
    return not table.owed


def a_row_is_short(table: Table, event: Move) -> Complaint:
    missing = sum(row.free for row in table.owed) if table.setting_up else 1
    if len(table.owed) > 1:
        words = "the rows of buildings and workers were not filled: {missing} cards are missing"
        return Complaint(words, missing=missing)
    words = "the row of {found}s was not filled: {missing} {missing:card is|cards are} missing"
    return Complaint(words, found=table.owed[0].name, missing=missing)


def purse_holds(table: Table, event: Move, price: int) -> bool:
    """Nobody pays what is not in the purse."""
    coins: int = table.players[event.player].coins
    return coins >= price or not price


def unpaid(table: Table, event: Move, words: str, price: int, card: str = "", **values: Any) -> Complaint:
    """What it costs, and what there is."""
    named, coins = table.deck.named(card) if card else "", table.players[event.player].coins
    return Complaint(words, player=event.player, card=named, found=price, expected=coins, **values)


PLAYED = Condition("BLD-B23", cards_lie_face_up, nothing_lies_there, mistake=SLIP)
IN_TURN = Condition("BLD-B27", in_turn, out_of_turn, skips="turn")
ACTION = Condition("BLD-B21", an_action_is_left, no_action_is_left)
FILLED = Condition("BLD-B23", rows_are_filled, a_row_is_short, mistake=SLIP)


# --- what every move does ---------------------------------------------------------------------------------------------


def act(table: Table, event: Move) -> Turn:
    """Somebody does something, so it is their turn, and a row that was not filled before that stays as it is."""
    player: Player = table.players[event.player]
    turn = player.turn
    if turn is None:
        turn = _step_in(table, player, event.n)
    if table.setting_up or table.owed:
        _begin_play(table, event.n)
    return turn


def _begin_play(table: Table, n: int) -> None:
    if not table.reveals:
        table.early = n if table.early is None else table.early
        return
    table.setting_up = False
    table.owed.clear()


def _step_in(table: Table, player: Player, n: int) -> Turn:
    """Whose turn it was may go on or be over; of turns before that one the end was not written down."""
    for other in table.seats:
        if other.turn is not None and other.turn is not table.turn:
            close(table, other, n)
    player.turn = table.turn = Turn(player)
    return player.turn


def spend(turn: Turn, actions: int = 1) -> None:
    """Actions are used; whoever uses more than there are has none left."""
    turn.left = turn.left - actions if turn.left > actions else 0


# --- its end ----------------------------------------------------------------------------------------------------------


def end(table: Table, event: TurnEnded) -> None:
    """B32: the turn passes on, whatever is left of it."""
    player, n = table.players[event.player], event.n
    if table.setting_up or table.owed:
        _begin_play(table, n)
    if player.turn is None:
        if table.over or (not table.turn.begun and after(table, player) is table.turn.player):
            return  # said twice
        if table.turn.begun:
            player = table.turn.player  # a wrong name
        else:
            _step_in(table, player, n)
    for other in table.seats:
        if other.turn is not None and other is not player:
            if table.turn.player is player:
                close(table, other, n)  # its end was not written down
            other.turn = None
    _pass_on(table, player, n)


def _pass_on(table: Table, player: Player, n: int) -> None:
    close(table, player, n)
    following = after(table, player)
    table.turn = Turn(following)
    following.turn = None if table.over else table.turn


def player_leaves(table: Table, player: str, n: int) -> None:
    """The turn of somebody who left passes on."""
    if table.turn.player.name == player and not table.over:
        _pass_on(table, table.turn.player, n)


END_TOLD = Sayings(
    Saying(
        "{player} ends the turn",
        player=PLAYER,
        also=("{player} passes/done/ends/finishes", "{player} passes/done/ends/finishes turn", "end of the turn"),
    )
)


def ends(table: Table) -> Iterator[TurnEnded]:
    yield TurnEnded(player=table.turn.player.name)


def end_form(table: Table) -> Iterator[Form]:
    yield entry_form(TurnEnded, Words("the turn ends"), [who(table)], now=possible(ENDED, table))


ENDED = Happening(
    event=TurnEnded,
    conditions=(PLAYED, IN_TURN, FILLED),
    effect=end,
    words=END_TOLD,
    offers=ends,
    forms=end_form,
)
