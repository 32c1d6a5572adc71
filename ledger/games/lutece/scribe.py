"""What a scribe at a table of Lutèce is asked for, says and sees."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ledger.choices import barred
from ledger.events import Event
from ledger.games.lutece.bid import PLACED, BidPlaced
from ledger.games.lutece.bribe import BribeRaised
from ledger.games.lutece.offer import CardOffered, unseen
from ledger.games.lutece.picks import action, printed
from ledger.games.lutece.table import BIDS, OFFERS, REVENUE, Slot, Table, all_have_bid, legions, missing, over, purse_of
from ledger.language import Refused
from ledger.language.lexicon import FILLERS, LONGEST, NO_SENTENCE, NUMBER, Lexicon, number_of, plainly_written, words_of
from ledger.language.sayings import CARD, PLAYER
from ledger.words import Words
from ledger.words.speech import LANGUAGES, language


def ask(table: Table) -> Words:
    """What is wanted now, with an example of it."""
    if table.owed:
        player, apprentice = table.owed[0]
        words = "whom does {card} of {player} join? (a number from the list)"
        return Words(words, card=table.deck.named(apprentice), player=player.name)
    if over(table):
        return Words("the game is over (a note or a correction can still be written)")
    if table.phase == OFFERS and (bare := [slot for slot in table.board if slot.card is None]):
        words = "which card lies under {tile}? (tile and card: {example})"
        return Words(words, tile=[slot.tile for slot in bare], example=" ".join(_offer_like(table, bare)))
    if names := missing(table):
        words = "cards turned: what did {player} play, with the coins on it? (like: {example})"
        return Words(words, player=names, example=f"{names[0]} {table.board[0].tile}+2 rev")
    if table.phase == BIDS:
        example = next(
            (f"{name} +1 {player.bid[0].action}" for name, player in table.players.items() if player.bid), ""
        )
        return Words(
            "what comes of the bids? (a number from the list, or more coins, like: {example})", example=example
        )
    return Words("what happened? (a number from the list)")


def _offer_like(table: Table, bare: list[Slot]) -> list[str]:
    """A tile that is empty and a card that may still come there."""
    card = next((card.id for card in unseen(table, bare[0].row)), "")
    return [bare[0].tile, card[1:].lstrip("0")]


def hear(table: Table, text: str) -> list[Event]:
    """What a scribe of this game says shorter than its words: cards by their number, bids with the coins on them."""
    words = words_of(BESIDE.sub("+", IN_BRACKETS.sub(r"+\1", text)))
    if table.phase != OFFERS or all(slot.card is not None for slot in table.board):
        if not missing(table):
            return _raised(table, words)
        bare = [word for word in words if word not in FILLERS]
        heard = _named(table, words) or _named(table, bare)
        return _turned(table, words, [one for one in (heard, _in_seat_order(table, words)) if one])
    try:
        return [*_offers(table, words)]
    except ValueError:
        named = _named(table, words)  # somebody bids too early, and says who
        if not named:
            raise
        return _turned(table, words, [named])


IN_BRACKETS = re.compile(r"\s*\((\d+(?:\+\d+)*)\)")  # A(2) is A+2
BESIDE = re.compile(r"\s*\+\s*(?=\d)")  # A + 2 is A+2
TILE_AND_NUMBER = re.compile(r"[a-e1-5][1-9]\d{0,2}")  # A12; C03 is a card


def _offers(table: Table, words: Sequence[str]) -> Iterator[Event]:
    """A tile and a card, as often as one likes: A 12 B 3, or A12 B3, or A Brewer 1 B 2."""
    laid = _laid(table, Lexicon(CARD, table), words) if len(words) <= LONGEST * len(table.tiles) else []
    if not laid:
        raise ValueError(_not_laid(table, words))
    return (CardOffered(tile=tile, card=card) for tile, card in laid)


def _laid(table: Table, names: Lexicon, words: Sequence[str], gone: tuple[str, ...] = ()) -> list[tuple[str, str]]:
    """A tile, the number or name of a card, and then the same again; nothing where the words are not that."""
    if words and TILE_AND_NUMBER.fullmatch(words[0]):
        words = [words[0][0], words[0][1:], *words[1:]]
    slot = table.tiles.get(words[0].upper()) if words else None
    if slot is None:
        return []
    for used in range(min(LONGEST, len(words) - 1), 0, -1):
        cards, rest = _of_row(table, names, slot.row, words[1 : used + 1], gone), words[used + 1 :]
        others = _laid(table, names, rest, (*gone, *cards)) if len(cards) == 1 and rest else []
        if len(cards) == 1 and bool(others) == bool(rest):
            return [(slot.tile, cards[0]), *others]
    return []


def _of_row(table: Table, names: Lexicon, row: str, words: Sequence[str], gone: tuple[str, ...]) -> list[str]:
    """The cards of a row that have this number, or are called so."""
    if len(words) == 1 and NUMBER.fullmatch(words[0]):
        card = f"{'C' if row == 'character' else 'L'}{int(words[0]):02d}"
        return [card] if card in table.cards else []
    if len(words) > 1 and words[-1].isalpha() and words[-1].upper() in table.tiles:
        return []  # the next tile, and no beginning of a word
    called = names.heard(words)[0]
    if not called and len(words) > 1:  # as it is printed: its name, then its number in the list
        numbered, whole = names.heard(words[-1:])
        called = [card for card in numbered if card in names.heard(words[:-1])[0]] if whole else []
    named = [card for card in called if table.cards[card].row == row]
    coming = {card.id for card in unseen(table, row)}.difference(gone)
    return _first_of_alike(table, [card for card in named if card in coming] or named)


def _first_of_alike(table: Table, cards: list[str]) -> list[str]:
    """Of cards that nobody can tell apart, one."""
    looks: dict[str, str] = {}
    for card in cards:
        looks.setdefault(repr(alike(table, card)), card)
    return [*looks.values()]


def _of_several(table: Table, words: Sequence[str]) -> Words | None:
    """The last tile up to which a line is clear, if several cards that people can tell apart are called so there."""
    names = Lexicon(CARD, table)
    clear = (at for at in range(len(words) - 2, -1, -1) if not at or _laid(table, names, words[:at]))
    at = next((at for at in clear if words[at].upper() in table.tiles), None)
    if at is None:
        return None
    slot = table.tiles[words[at].upper()]
    for used in range(min(LONGEST, len(words) - at - 1), 0, -1):
        said, rest = words[at + 1 : at + 1 + used], words[at + 1 + used :]
        found = _of_row(table, names, slot.row, said, ()) if len(said[0]) > 1 and said[0].isalpha() else []
        if len(found) > 1 and (not rest or rest[0].upper() in table.tiles):
            about = "{card} ({about})"
            could = [Words(about, card=table.deck.named(card), about=printed(table.cards[card])) for card in found]
            return Words("'{text}' may be one of: {could}", text=f"{slot.tile} {' '.join(said)}", could=could)
    return None


def _not_laid(table: Table, words: Sequence[str]) -> Words:
    """Why this lays no card."""
    bare = [slot for slot in table.board if slot.card is None]
    if len(words) > 2 and (several := _of_several(table, words)):
        return several
    slot = table.tiles.get(words[0].upper()) if words else None
    if slot is None and len(words) > 1 and len(words[0]) == 1 and not _names_somebody(table, words[0]):
        said = "there is no tile {tile} at this table; tiles: {tiles}"
        return Words(said, tile=words[0].upper(), tiles=list(table.tiles))
    if slot is not None and len(words) == 2 and NUMBER.fullmatch(words[1]):
        return Words("there is no card {card} in this deck", card=f"{slot.row[0].upper()}{int(words[1]):02d}")
    return Words("a tile and a card go together, like: {example}", example=" ".join(_offer_like(table, bare)))


def _names_somebody(table: Table, word: str) -> bool:
    """Is this the beginning of a player's name?"""
    return bool(Lexicon(PLAYER, table).heard((word,))[0])


EACH = re.compile(r"[a-e1-5r](?:\+\d+)*")  # action cards without spaces between: A+2r
TOGETHER = re.compile(rf"(?:{EACH.pattern})+")


class SpokenBid(NamedTuple):
    """Two action cards and the coins on each."""

    player: str
    actions: tuple[tuple[str, int], ...]

    @property
    def places(self) -> tuple[str, ...]:
        """What is bid on."""
        return tuple(action for action, _ in self.actions)


def _turned(table: Table, words: Sequence[str], readings: list[list[SpokenBid]]) -> list[Event]:
    """Bids as the cards are turned, with or without names: a A+2 r b B 1, or in seat order A+2 r B 1."""
    if not readings and (complaint := _second_bid(table, words)):
        raise ValueError(complaint)
    if len(readings) != 1:
        who = next(iter(missing(table) or table.players))  # whoever has bid is asked no more
        said = "a bid has two of the tiles in play or rev, like: {example}"
        raise ValueError(Words(said, example=f"{who} {table.board[0].tile}+2 rev"))
    bids = readings[0]
    coins = [(bid.player, card, sum_) for bid in bids for card, (_, sum_) in enumerate(bid.actions, 1) if sum_]
    return [
        *(BidPlaced(player=bid.player, actions=bid.places) for bid in bids),
        *(BribeRaised(player=player, card=card, coins=sum_) for player, card, sum_ in coins),
    ]


def _raised(table: Table, words: Sequence[str]) -> list[Event]:
    """Coins laid on an action card that was turned: Ana A+2."""
    bare = [word for word in words if word not in FILLERS]
    for bid in _named(table, bare, again=True):
        if [*bid.actions] == [(card.action, 0) for card in table.players[bid.player].bid or ()]:
            raise Refused(_second_bid(table, bare) or NO_SENTENCE)  # said again, and no coins: 1 C is not 1 on C
    names = Lexicon(PLAYER, table).heard(words[:-1])[0] if len(words) > 1 else []
    action = _action(table, words[-1]) if len(names) == 1 else None
    if action is None or not action[1]:
        raise ValueError(_second_bid(table, words) or NO_SENTENCE)
    lying = [card for card, one in enumerate(table.players[names[0]].bid or (), 1) if one.action == action[0]]
    if len(lying) != 1:
        raise ValueError(NO_SENTENCE)
    return [BribeRaised(player=names[0], card=lying[0], coins=action[1])]


def _second_bid(table: Table, words: Sequence[str]) -> Words | None:
    """What stands against a bid of somebody who has bid already."""
    heard = [BidPlaced(player=bid.player, actions=bid.places) for bid in _named(table, words, again=True)]
    complaints = (barred(PLACED, table, event) for event in heard if table.players[event.player].bid is not None)
    return next(filter(None, complaints), None)


def _named(table: Table, words: Sequence[str], *, again: bool = False) -> list[SpokenBid]:
    """Every bid with its player's name, or a beginning of it; nothing when they are not that."""
    found: list[SpokenBid] = []
    names, rest = Lexicon(PLAYER, table), list(words)
    while rest:
        ways = (_bid(table, names, rest, used, again) for used in range(len(rest) - 2, 0, -1))
        bid = next(filter(None, ways), None)
        if bid is None or bid[0].player in [one.player for one in found]:
            return []
        found.append(bid[0])
        rest = rest[bid[1] :]
    return found


def _bid(table: Table, names: Lexicon, words: list[str], used: int, again: bool) -> tuple[SpokenBid, int] | None:
    """A bid whose player's name has so many words; of somebody who has bid, only if it may be a second one."""
    called, _ = names.heard(words[:used])
    actions = [_action(table, word) for word in words[used : used + 2]]
    if len(called) != 1 or None in actions or (table.players[called[0]].bid is not None and not again):
        return None
    return SpokenBid(called[0], tuple(one for one in actions if one)), used + 2


def _in_seat_order(table: Table, words: Sequence[str]) -> list[SpokenBid]:
    """Bids of those who have not bid yet, one after the other in the order of their seats."""
    actions = [action for action in (_action(table, word) for word in words) if action]
    if len(actions) < len(words) and all(map(TOGETHER.fullmatch, words)):
        words = [one[0] for word in words for one in EACH.finditer(word)]
        actions = [action for action in (_action(table, word) for word in words) if action]
    names = missing(table)
    if not words or len(actions) < len(words) or len(actions) % 2 or len(actions) > 2 * len(names):
        return []
    return [
        SpokenBid(name, pair) for name, pair in zip(names, zip(actions[::2], actions[1::2], strict=True), strict=False)
    ]


def _action(table: Table, word: str) -> tuple[str, int] | None:
    """An action card and the coins on it, like A+2 or rev."""
    action, plus, coins = word.partition("+")
    sum_ = number_of(coins) if plus else 0
    place = action.upper() if action.upper() in table.tiles else REVENUE if _is_revenue(action) else None
    return None if place is None or sum_ is None else (place, sum_)


def _is_revenue(word: str) -> bool:
    """Revenue in any language, from its first letter on."""
    return bool(word) and any(plainly_written(language(code)(action(REVENUE))).startswith(word) for code in LANGUAGES)


def alike(table: Table, card: Any) -> Any:
    """Two Legionnaires of one price are the same to everybody at the table."""
    known = table.cards.get(card) if isinstance(card, str) else None
    return card if known is None else (str(table.deck.names[card]), printed(known))


def holds(table: Table, event: Event) -> bool:
    """The bids are written first: coins wait until everybody's cards are in."""
    return isinstance(event, BribeRaised) and not all_have_bid(table)


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
                "purse": purse_of(table, player),
                "actions": [card.action for card in player.bid or ()],
                "pledged": player.pledged(),
                "cards": list(player.cards),
                "names": [named(card) for card in player.cards],
                "attached": {one: attachment.host for one, attachment in player.attached.items()},
            }
            for player in table.players.values()
        ],
    }
