"""The table of Lutèce as it is drawn."""

from collections.abc import Iterator
from functools import lru_cache

from ledger.drawing import Counter, Drawing, Face, Icon, Mark, Seat, Text, Thing, Tone, Zone, called, term
from ledger.games.lutece.cards import RESOURCES
from ledger.games.lutece.deck import Card, Deck
from ledger.games.lutece.picks import GROUPS, action
from ledger.games.lutece.table import (
    BIDS,
    OFFERS,
    REVENUE,
    REVENUE_COINS,
    Player,
    Slot,
    Table,
    declaring,
    legions,
    over,
    purse_of,
    symbols,
)
from ledger.words import Words

TONES: dict[str, Tone] = {
    "beer": "amber", "bread": "wheat", "potion": "green", "gladius": "grey", "purple": "purple", "red": "red",
}  # fmt: skip
SIGNS = {"legionnaire": "helmet", "apprentice": "hand", "market": "scales", "statue": "column"}
RESOURCE_WORDS: dict[str, Words] = {name: term(name) for name in RESOURCES}
COIN = Words("coins")
UNKNOWN = "?"


def drawing(table: Table) -> Drawing:
    """The two rows on offer with what lies on them, and what everybody has."""
    return Drawing(
        players=tuple(_seat(table, player) for player in table.players.values()),
        zones=(*_offer(table), *(_cards(table, player) for player in table.players.values() if player.cards)),
        round=None if table.tally else table.round,
        phase="" if table.tally else term("over" if over(table) else table.phase),
        counters=tuple(_piles(table)) if table.piles_known and not table.tally else (),
    )


def _piles(table: Table) -> Iterator[Counter]:
    yield Counter(Words("Characters to come"), table.characters.left, "people")
    yield Counter(Words("Locations to come"), table.locations.left, "column")


# --- what is on offer -------------------------------------------------------------------------------------------------


def _offer(table: Table) -> Iterator[Zone]:
    if table.tally or over(table):
        return
    for row, title in GROUPS.items():
        things = tuple(_tile(table, slot) for slot in table.board if slot.row == row)
        yield Zone(id=row, title=title, things=things)
    if table.revenue.bidders:
        yield Zone(id=REVENUE, title=term(REVENUE), layout="small", things=(_revenue(table.revenue),))


def _tile(table: Table, slot: Slot) -> Thing:
    coins = (Mark(text=slot.coins, icon="coin"),) if slot.coins else ()
    return Thing(
        id=slot.card or "",
        also=(slot.tile,),
        spot=slot.tile,
        face=face(table.deck, slot.card) if slot.card else None,
        marks=(*coins, *_bids(slot)),
    )


def _bids(slot: Slot) -> Iterator[Mark]:
    """Each action card with the coins on it, and the Legionnaires that help it."""
    for bidder in slot.bidders:
        name = bidder.player.name
        yield Mark(who=name, text=bidder.coins, icon="coin") if bidder.coins else Mark(who=name)
        if helpers := legions(slot, name):
            yield Mark(who=name, text=helpers, icon="helmet")


def _revenue(slot: Slot) -> Thing:
    icons = (Icon("coin", COIN, REVENUE_COINS),)
    return Thing(id=REVENUE, face=Face(title=term(REVENUE), icons=icons, tone="wheat"), marks=tuple(_bids(slot)))


# --- what everybody has -----------------------------------------------------------------------------------------------


def _seat(table: Table, player: Player) -> Seat:
    counters = [Counter(term("purse"), _figure(purse_of(table, player)), "coin")]
    if player.pledged():
        counters.append(Counter(term("pledged"), player.pledged(), "hand"))
    counters += [Counter(RESOURCE_WORDS[name], _figure(number), name) for name, number in _symbols(table, player)]
    return Seat(name=player.name, counters=tuple(counters), turn=_awaited(table, player), note=_doing(table, player))


def _symbols(table: Table, player: Player) -> Iterator[tuple[str, int | None]]:
    """How much of each resource somebody has; None: nobody has said it."""
    silent = declaring(table) and not player.declared
    held = symbols(table, player)
    for name in RESOURCES:
        yield name, None if silent else player.counts.resources.get(name) if player.counts else held[name]


def _figure(number: int | None) -> Text:
    return UNKNOWN if number is None else number


def _awaited(table: Table, player: Player) -> bool:
    """Whose decision the table waits for; offers and outcomes are nobody's."""
    if table.owed:
        return table.owed[0][0] is player
    offered = all(slot.card for slot in table.board)
    return not table.tally and table.phase in (OFFERS, BIDS) and offered and player.bid is None


def _doing(table: Table, player: Player) -> Text:
    if not player.bid or table.phase is OFFERS:
        return ""
    return Words("{list}", list=[action(card.action) for card in player.bid])


def _cards(table: Table, player: Player) -> Zone:
    things = tuple(_held(table, player, card) for card in player.cards)
    return Zone(id=f"cards {player.name}", title=term("cards"), layout="small", owner=player.name, things=things)


def _held(table: Table, player: Player, card: str) -> Thing:
    """A card with the Apprentices that work for it."""
    helped = [name for name, one in player.attached.items() if one.host == card]
    marks = tuple(Mark(who=player.name, text=called(table.deck.names.get(name, name)), icon="hand") for name in helped)
    return Thing(id=card, face=face(table.deck, card), marks=marks)


# --- cards ------------------------------------------------------------------------------------------------------------


@lru_cache(512)
def face(deck: Deck, name: str) -> Face:
    """A card as it is printed."""
    card: Card = deck.cards[name]
    return Face(
        title=called(deck.names[name]),
        cost=card.cost,
        icons=tuple(_icons(card)),
        worth=card.points or None,
        tone=TONES.get(card.family or card.per, "plain"),
        lines=tuple(_lines(card)),
    )


def _icons(card: Card) -> Iterator[Icon]:
    for name, count in card.resources.items():
        yield Icon(name, RESOURCE_WORDS[name], count)
    if card.talent is not None:
        yield Icon("talent", Words("talent"), figure=card.talent)
    if card.role in SIGNS:
        yield Icon(SIGNS[card.role], term(card.role))
    if card.coins:
        yield Icon("coin", COIN, card.coins)
    if card.roman:
        yield Icon("laurel", Words("roman icon"))


def _lines(card: Card) -> Iterator[Text]:
    if card.demand:
        yield Words("asks for {resources}", resources=card.demand)
    if card.per and card.per not in card.resources:
        yield Words("counts {family}", family=card.per)
