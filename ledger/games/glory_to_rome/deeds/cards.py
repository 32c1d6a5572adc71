"""Cards on the move, and the ends of the game that they bring."""

from collections.abc import Iterable

from ledger.games.glory_to_rome.cards import SENATOR, UNSEEN
from ledger.games.glory_to_rome.slips import introduce
from ledger.games.glory_to_rome.structures import forum
from ledger.games.glory_to_rome.table import Player, Table


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
