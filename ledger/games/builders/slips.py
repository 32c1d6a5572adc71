"""How people count wrongly in The Builders: Antiquity."""

from collections.abc import Iterator

from ledger.game import Slip
from ledger.games.builders.scoring import TENTHS
from ledger.games.builders.table import Player, Table
from ledger.words import Words


def slips(table: Table, name: str) -> Iterator[Slip]:
    """Everything that one player may have got wrong, each by itself."""
    player: Player = table.players[name]
    for site in table.sites.values():  # B24
        if site.owner is player and not site.done:
            category = "machines" if site.card.kind == "machine" else "buildings"
            words = Words("{card}: counted although it is not finished", card=table.deck.names[site.id])
            yield Slip(words, {category: site.card.points * TENTHS})
    yield from _penalties(player)
    coins = max(player.coins, 0)
    yield Slip(Words("coins: a whole point for each"), {"coins": coins * TENTHS - coins})
    yield Slip(Words("coins: only whole points counted"), {"coins": -(coins % TENTHS)})


def _penalties(player: Player) -> Iterator[Slip]:
    """B28: a point less for a prisoner, two for a loan."""
    words = Words("prisoners: two points taken off for each")
    yield Slip(words, {"prisoners": -TENTHS * player.unfreed})
    yield Slip(Words("loans: one point taken off for each"), {"loans": TENTHS * player.owing})
