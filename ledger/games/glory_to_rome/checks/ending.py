"""Rules of the end: a Senate, a Sewer, concessions, vaults and what players declare."""

from collections import Counter

from ledger.game import Complaint
from ledger.games.glory_to_rome.cards import UNSEEN
from ledger.games.glory_to_rome.events import GameConceded, HoldingsDeclared, SenateUsed, SewerUsed, VaultShown
from ledger.games.glory_to_rome.slips import excused
from ledger.games.glory_to_rome.structures import senate, sewer
from ledger.games.glory_to_rome.table import Player, Table, lacks, named


def senate_takes(table: Table, event: SenateUsed) -> Complaint | None:
    """G46: senators that others played in this round; G12: before the camps are emptied."""
    player: Player = table.players[event.player]
    if not senate(player):
        return Complaint("{player} takes senators without a Senate", player=player.name)
    if table.over:
        return None
    if player.name in event.owners:
        return Complaint("{player} takes back an own senator", player=player.name)
    wanted = Counter(event.owners)
    short = [name for name, number in wanted.items() if table.players[name].camp_senators < number]
    if short and not excused(table, len(short)):
        words = "{player} takes a senator of {found}, who has none on the camp"
        return Complaint(words, player=player.name, found=short)
    return None


def senates_come_first(table: Table, event: SenateUsed) -> Complaint | None:
    """G12: all Senates before any Sewer, in the leader's order, so that the first one chooses first (G46)."""
    player: Player = table.players[event.player]
    if table.over or table.doubts.shaken:
        return None
    if table.sewers:
        return Complaint("{player} takes senators after a Sewer was used; Senates come first", player=player.name)
    if table.closing is None or not table.order or table.order.index(table.closing) <= table.order.index(player):
        return None
    words = "{found} takes senators after {expected}; Senates are used in the leader's order"
    return Complaint(words, found=player.name, expected=table.closing.name)


def sewer_takes(table: Table, event: SewerUsed) -> Complaint | None:
    """G45: orders one led or followed with."""
    player: Player = table.players[event.player]
    if not sewer(player):
        return Complaint("{player} keeps orders without a Sewer", player=player.name)
    missing = lacks(table, player.camp, event.cards)
    if not missing or excused(table, len(missing)):
        return None
    words = "{player} keeps {found}, which is not on the camp"
    return Complaint(words, player=player.name, found=named(table, missing))


def everybody_concedes(table: Table, event: GameConceded) -> Complaint | None:
    """G55: a game is conceded by everybody."""
    table.players[event.winner]
    missing = [name for name in table.players if name not in event.players and name != event.winner]
    if not missing:
        return None
    return Complaint("{found} has not agreed to concede the game", found=missing)


def vault_as_recorded(table: Table, event: VaultShown) -> Complaint | None:
    """R10: a vault holds what went in, no more and no less."""
    player: Player = table.players[event.player]
    if player.declared is not None:
        return None
    if len(event.cards) != len(player.vault):
        words = "{player} shows {found} cards; {expected} went into the vault"
        return Complaint(words, player=player.name, found=len(event.cards), expected=len(player.vault))
    known = tuple(token for token, _ in player.vault if token != UNSEEN)
    missing = lacks(table, list(event.cards), known)
    if missing:
        words = "{player} shows a vault without {expected}, which went in"
        return Complaint(words, player=player.name, expected=named(table, missing))
    return None


def vault_at_the_end(table: Table, event: VaultShown) -> Complaint | None:
    """R10: nobody looks into a vault before the end."""
    if table.tally or table.over or table.last_step:
        return None
    return Complaint("{player} shows the vault before the game is over", player=event.player)


def holdings_are_possible(table: Table, event: HoldingsDeclared) -> Complaint | None:
    """A structure twice, more copies than the box has, or fewer points of influence than one starts with."""
    player: Player = table.players[event.player]
    ids = [table.cards[card].id for card in event.structures]
    twice = [table.deck.named(name) for name, count in Counter(ids).items() if count > 1 or not name]
    if twice:
        return Complaint("{player} has {found} twice", player=player.name, found=twice)
    if 0 <= event.influence < 2:
        words = "{player} declares influence {found}; everybody starts with {expected}"
        return Complaint(words, player=player.name, found=event.influence, expected=2)
    if min(event.influence, event.stockpile, event.hand) < 0:
        return Complaint("{player} declares less than nothing", player=player.name)
    if any(not table.cards[card].material for card in event.vault):
        return Complaint("{player} declares a card in the vault that is no material", player=player.name)
    counts = Counter(ids)
    for other in table.seats:
        declared = other.declared
        if declared is not None and other is not player:
            counts += Counter(table.cards[card].id for card in (*declared.vault, *declared.structures))
    counts += Counter(table.cards[card].id for card in event.vault)
    many = [table.deck.named(one) for one, count in counts.items() if one and count > table.deck.copies.get(one, 0)]
    if many:
        return Complaint("with {player} there are more of {found} than the box has", player=player.name, found=many)
    return None


def holdings_as_recorded(table: Table, event: HoldingsDeclared) -> Complaint | None:
    """A declaration that differs from the recorded play is worth a warning."""
    player: Player = table.players[event.player]
    if table.tally:
        return None
    recorded = (player.influence, len(player.vault), len(player.stockpile), player.cards)
    declared = (event.influence, len(event.vault), event.stockpile, event.hand)
    if recorded == declared:
        return None
    words = "{player} declares influence, vault, stockpile and hand of {found}; the record has {expected}"
    return Complaint(words, "warning", player=player.name, found=declared, expected=recorded)
