"""How people count wrongly in Glory to Rome."""

from collections.abc import Iterator

from ledger.game import Slip
from ledger.games.glory_to_rome.cards import MATERIALS
from ledger.games.glory_to_rome.scoring import BONUS, merchant_bonus, stored
from ledger.games.glory_to_rome.structures import wall
from ledger.games.glory_to_rome.table import Player, Table
from ledger.words import Words


def slips(table: Table, name: str) -> Iterator[Slip]:
    """Everything that one player may have got wrong, each by itself."""
    player: Player = table.players[name]
    yield from _bonuses(table, name)
    cards, value = len(player.vault), sum(table.cards[token].value for token, _ in player.vault)
    yield Slip(Words("vault: a point for each card"), {"vault": cards - value})
    if wall(player):
        number = len(player.stockpile)
        words = Words("Wall: a point for each material in the stockpile")
        yield Slip(words, {"structures": number - number // 2})


def _bonuses(table: Table, name: str) -> Iterator[Slip]:
    """R11, G49: the most cards of a material alone, and a tie pays nobody."""
    vaults = {player.name: stored(table, player) for player in table.seats}
    for material in MATERIALS:
        won = any(line.points and line.player == name for line in merchant_bonus(vaults, material))
        if material in vaults[name] and not won:
            words = Words("merchant bonus for {material}: taken without having the most alone", material=material)
            yield Slip(words, {"merchant_bonus": BONUS})
