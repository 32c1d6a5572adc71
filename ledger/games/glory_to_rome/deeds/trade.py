"""What Patrons, Laborers and Merchants do."""

from ledger.game import Stranger
from ledger.games.glory_to_rome.cards import LEGIONARY, UNSEEN
from ledger.games.glory_to_rome.deeds.cards import deck_may_end, draw, forum_may_win
from ledger.games.glory_to_rome.deeds.opening import parts
from ledger.games.glory_to_rome.events import ActionDeclined, ClientHired, MaterialHauled, MaterialSold
from ledger.games.glory_to_rome.slips import leave, take
from ledger.games.glory_to_rome.structures import THINK, baths
from ledger.games.glory_to_rome.table import ENDING, Player, Table
from ledger.games.glory_to_rome.turns import spend_all, use


def client_hired(table: Table, event: ClientHired) -> None:
    """A client joins; with Baths it acts at once."""
    player: Player = table.players[event.player]
    table.cards[event.card]
    use(table, event.source)
    token = taken(table, player, event.source, event.card, event.n)
    player.clientele.append(token)
    frame = baths(table, player, token)
    if frame is not None:
        table.stack.append(frame)
    forum_may_win(table, event.n)
    if event.source == "deck":
        deck_may_end(table, event.n)


def taken(table: Table, player: Player, source: str, token: str, n: int) -> str:
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
    player.stockpile.append(taken(table, player, event.source, event.card, event.n))
    forum_may_win(table, event.n)


def material_sold(table: Table, event: MaterialSold) -> None:
    """A material joins the vault, and remembers which event put it there."""
    player: Player = table.players[event.player]
    table.cards[event.card]
    use(table, "hand" if event.source == "hand" else "main")
    player.vault.append((taken(table, player, event.source, event.card, event.n), event.n))
    if event.source == "deck":
        deck_may_end(table, event.n)


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
