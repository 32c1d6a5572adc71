"""What a scribe at a table of Lutèce is asked for, says and sees."""

import re
from collections.abc import Iterator

from ledger.events import Event
from ledger.games.lutece.bid import BidPlaced
from ledger.games.lutece.bribe import BribeRaised
from ledger.games.lutece.legion import LegionDiscarded
from ledger.games.lutece.offer import CardOffered
from ledger.games.lutece.purchase import CardPurchased, CardRemoved, purchase_by
from ledger.games.lutece.round import RoundEnded
from ledger.games.lutece.table import BIDS, OFFERS, REVENUE, Player, Slot, Table, legions, missing, next_slot, over
from ledger.words import Words


def ask(table: Table) -> Words:
    """What is wanted now, with an example."""
    if table.owed:
        player, apprentice = table.owed[0]
        words = "whom does {card} of {player} join? (a number from the list)"
        return Words(words, card=table.deck.named(apprentice), player=player.name)
    if over(table):
        return Words("the game is over (a note or a correction can still be written)")
    if table.phase == OFFERS and (bare := [slot.tile for slot in table.board if slot.card is None]):
        return Words("which card lies under {tile}? (tile and card: {example})", tile=bare, example=f"{bare[0]} 12")
    if names := missing(table):
        words = "cards turned: what did {player} play, with the coins on it? (like: {example})"
        return Words(words, player=names, example=f"{names[0]} A+2 rev")
    if table.phase == BIDS:
        return Words(
            "what comes of the bids? (the first line, or more coins, like: {example})",
            example=f"{next(iter(table.players))} +1 A",
        )
    return Words("what happened? (Enter takes the first line)")


def hear(table: Table, text: str) -> list[Event]:
    """A scribe's short words as events."""
    words = text.replace(",", " ").split()
    if not words:
        raise ValueError(Words("nothing was said"))
    player = _player(table, words[0]) if words[0].upper() not in table.tiles else None
    if player is not None:
        return _heard_of(table, player, words[1:])
    if words[0].lower() in ("end", "round"):
        return [RoundEnded()]
    if words[0].lower() in ("tied", "unpaid", "buy", "legion"):
        return [_heard_outcome(table, words[0].lower(), words[1:])]
    return list(_offers(table, words))


def _player(table: Table, word: str) -> Player | None:
    names = [name for name in table.players if name.casefold().startswith(word.casefold())]
    exact = [name for name in names if name.casefold() == word.casefold()]
    if len(exact or names) > 1:
        raise ValueError(Words("'{word}' may be one of {names}; write more of the name", word=word, names=names))
    return table.players[(exact or names)[0]] if names else None


def _heard_of(table: Table, player: Player, words: list[str]) -> list[Event]:
    if words and words[0].startswith("+"):
        return [_raise(player, words)]
    actions, bribes = [], []
    for place, word in enumerate(words, 1):
        action, _, coins = word.partition("+")
        actions.append(REVENUE if action.lower() in ("r", "rev", REVENUE) else action.upper())
        if coins:
            bribes.append(BribeRaised(player=player.name, card=place, coins=_number(coins)))
    if not actions:
        said = "what did {player} play? two of the tiles in play or rev, like: {player} A+2 rev"
        raise ValueError(Words(said, player=player.name))
    return [BidPlaced(player=player.name, actions=tuple(actions)), *bribes]


def _raise(player: Player, words: list[str]) -> Event:
    if player.bid is None or len(words) != 2:
        raise ValueError(Words("like this, once {player} has bid: {player} +1 A", player=player.name))
    action = REVENUE if words[1].lower() in ("r", "rev", REVENUE) else words[1].upper()
    played = [card.action for card in player.bid]
    if action not in played:
        said = "{player} played {played}, not {action}"
        raise ValueError(Words(said, player=player.name, played=played, action=action))
    return BribeRaised(player=player.name, card=played.index(action) + 1, coins=_number(words[0][1:]))


def _number(word: str) -> int:
    if not re.fullmatch(r"\d{1,6}", word):
        raise ValueError(Words("'{word}' is not a number of coins", word=word))
    return int(word)


def _heard_outcome(table: Table, verb: str, words: list[str]) -> Event:
    slot = next_slot(table)
    if slot is None or slot.card is None:
        raise ValueError(Words("no tile waits to be settled"))
    if verb == "tied":
        return CardRemoved(tile=slot.tile, card=slot.card, reason="tied")
    player = _player(table, words[0]) if words else None
    if player is None:
        raise ValueError(Words("who? like: {example}", example=f"{verb} {next(iter(table.players))}"))
    if verb == "unpaid":
        return CardRemoved(tile=slot.tile, card=slot.card, reason="unpaid", player=player.name)
    if verb == "legion":
        return _heard_legion(table, slot, player, words)
    sums = [_number(word) for word in words[1:3]]
    due = purchase_by(table, slot, player)
    paid, received = [*sums, due.paid, due.received][:1] + [*sums[1:], due.received][:1]
    return CardPurchased(player=player.name, tile=slot.tile, card=slot.card, paid=paid, received=received)


def _heard_legion(table: Table, slot: Slot, player: Player, words: list[str]) -> Event:
    favour = _player(table, words[-1])
    legion = next((card for card in player.cards if table.cards[card].role == "legionnaire"), None)
    if favour is None or legion is None:
        said = "{player} has no Legionnaire" if favour else "like: {example}"
        raise ValueError(Words(said, player=player.name, example="legion Ana for Bo"))
    return LegionDiscarded(player=player.name, legion=legion, tile=slot.tile, favour=favour.name)


def _offers(table: Table, words: list[str]) -> Iterator[Event]:
    if len(words) % 2:
        raise ValueError(Words("'{words}': a tile and a card go together, like: A 12", words=" ".join(words)))
    for tile, card in zip(words[::2], words[1::2], strict=True):
        slot = table.tiles.get(tile.upper())
        if slot is None:
            said = "there is no tile {tile} at this table; tiles: {tiles}"
            raise ValueError(Words(said, tile=tile, tiles=list(table.tiles)))
        named = (
            f"{'C' if slot.row == 'character' else 'L'}{int(card):02d}"
            if card.isascii() and card.isdigit()
            else card.upper()
        )
        if named not in table.cards:
            raise ValueError(Words("there is no card {card} in this deck", card=named))
        yield CardOffered(tile=slot.tile, card=named)


def holds(table: Table, event: Event) -> bool:
    """The bids are written first: coins wait until everybody's cards are in."""
    return isinstance(event, BribeRaised) and table.bids < len(table.players)


def view(table: Table) -> dict[str, object]:
    """The table as it stands."""
    named = table.deck.named
    return {
        "round": table.round,
        "phase": "over" if over(table) else table.phase,
        "piles": {pile.row: pile.left for pile in (table.characters, table.locations)} if table.piles_known else {},
        "coins_in_play": table.money,
        "tiles": [
            {
                "tile": slot.tile,
                "card": slot.card,
                "name": table.deck.names.get(slot.card or "", ""),
                "coins": slot.coins,
                "bids": [
                    {
                        "player": bidder.player.name,
                        "coins": bidder.coins,
                        "legions": legions(slot, bidder.player.name),
                    }
                    for bidder in slot.bidders
                ],
            }
            for slot in table.board
        ],
        "players": [
            {
                "player": player.name,
                "purse": player.purse,
                "actions": [card.action for card in player.bid or ()],
                "pledged": player.pledged(),
                "cards": list(player.cards),
                "names": [named(card) for card in player.cards],
                "attached": {one: attachment.host for one, attachment in player.attached.items()},
            }
            for player in table.players.values()
        ],
    }
