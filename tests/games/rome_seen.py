"""Three kinds of log: a program's that knows every card, the table's, and one seat's.

A program's log becomes what everybody saw, or what everybody and one player saw: the deck, hands and unseen cards of
the others are `?`. At the end the vaults are turned over.
"""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace
from rome_events import (
    ClientHired,
    DeckShuffled,
    FountainDrawn,
    HandDealt,
    MaterialSold,
    TableNoted,
    Thought,
    VaultShown,
    VomitoriumUsed,
)

from ledger.events import Event, GameEnded, GameStarted, ScoreClaimed
from ledger.game import Game
from ledger.games.glory_to_rome.cards import SENATOR, UNSEEN
from ledger.games.glory_to_rome.table import Player, Table
from ledger.walk import fold, open_record


def seen_from(game: Game, events: Iterable[Event], seat: str = "") -> list[Event]:
    """A program's log as the table saw it, or as the table and the player of one seat saw it."""
    events = list(events)
    record = open_record(game, events)
    kept: list[Event] = []
    shown = False
    for event in events:
        if isinstance(event, ScoreClaimed | GameEnded) and not shown:
            shown = True
            kept += vaults(record.table)
        before = _hands(record.table)
        fold(record, [event])
        kept += _seen(record.table, event, before, seat)
    return [replace(event, n=n) for n, event in enumerate(kept)]


def _hands(table: Table) -> dict[str, int]:
    return {player.name: len(player.hand) for player in table.seats}


def vaults(table: Table) -> Iterator[Event]:
    """Every vault, turned over; copies cannot be told apart at a table."""
    for player in table.seats:
        yield VaultShown(player=player.name, cards=tuple(plain(token) for token, _ in player.vault))


def plain(token: str) -> str:
    """A card as people name it, without its copy."""
    return token.partition("#")[0]


def _seen(table: Table, event: Event, before: dict[str, int], seat: str) -> list[Event]:
    """What is left of an event when only the table, and one seat, may tell."""
    if isinstance(event, DeckShuffled | TableNoted):
        return []
    own = getattr(event, "player", "") == seat
    if isinstance(event, HandDealt) and not own:
        hand = tuple(SENATOR if card == SENATOR else UNSEEN for card in event.cards)
        return [replace(event, cards=hand)]
    if isinstance(event, Thought) and event.draw != SENATOR:
        player: Player = table.players[event.player]
        drawn = player.hand[before[event.player] :]
        cards = tuple(plain(card) for card in drawn) if own else (UNSEEN,) * len(drawn)
        return [replace(event, cards=cards)]
    if isinstance(event, ClientHired) and event.source == "deck":
        return [replace(event, card=plain(table.players[event.player].clientele[-1]))]  # a Bar's client is public
    if isinstance(event, FountainDrawn) or (isinstance(event, MaterialSold) and event.source == "deck"):
        return [replace(event, card=plain(event.card) if own and isinstance(event, FountainDrawn) else UNSEEN)]
    if isinstance(event, MaterialSold) and event.source == "hand" and not own:
        return [replace(event, card=UNSEEN)]
    return [_plain(event)]


def _plain(event: Event) -> Event:
    """The same event without the copies of cards."""
    if isinstance(event, GameStarted):
        return event
    changes: dict[str, object] = {}
    for field in ("card", "material", "structure"):
        value = getattr(event, field, None)
        if isinstance(value, str):
            changes[field] = plain(value)
    for field in ("cards", "stockpile", "clients"):
        value = getattr(event, field, None)
        if isinstance(value, tuple):
            changes[field] = tuple(plain(card) for card in value)
    if isinstance(event, VomitoriumUsed) and event.cards is None:
        return event
    return replace(event, **changes)
