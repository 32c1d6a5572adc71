"""The end of a round and of the game."""

from ledger.games.glory_to_rome.cards import SENATOR, UNSEEN
from ledger.games.glory_to_rome.deeds.cards import enter, finish, forum_may_win
from ledger.games.glory_to_rome.events import GameConceded, HoldingsDeclared, SenateUsed, SewerUsed, VaultShown
from ledger.games.glory_to_rome.slips import introduce, take
from ledger.games.glory_to_rome.structures import renew
from ledger.games.glory_to_rome.table import Player, Structure, Table, place


def senate_used(table: Table, event: SenateUsed) -> None:
    """Senators that others played come into the hand."""
    player: Player = table.players[event.player]
    for owner in [table.players[name] for name in event.owners]:
        if owner.camp_senators > 0:
            owner.camp_senators -= 1
        enter(table, player, SENATOR)
    table.closing = player


def sewer_used(table: Table, event: SewerUsed) -> None:
    """Orders of the camp become materials."""
    player: Player = table.players[event.player]
    for card in event.cards:
        table.cards[card]
    player.stockpile += [take(table, player.camp, card) for card in event.cards]
    table.sewers = True
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
    player.stockpile = [UNSEEN] * _possible(table, event.stockpile)
    player.structures = []
    for card in event.structures:
        name = table.cards[card].id
        structure = Structure(card, name, table.cards[card].material, event.n)
        structure.complete, structure.done = True, event.n
        player.structures.append(structure)
    player.hand, player.senators = [], 0
    player.unseen.forget(_possible(table, event.hand), table.clock)
    player.unsure = player.miscounted = True
    renew(table)


def _possible(table: Table, number: int) -> int:
    """As many cards as were declared, but no more than there are."""
    return min(max(0, number), table.deck.size)
