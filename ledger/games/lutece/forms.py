"""How a table of Lutèce is entered: what each moment asks for, then every event there is."""

from collections.abc import Iterable
from functools import lru_cache

from ledger.forms import (
    Field,
    Form,
    Pick,
    Row,
    Write,
    elsewhere,
    entry_form,
    likely_first,
    number_field,
    pick_field,
    players_field,
    several_field,
    table_form,
    tag,
)
from ledger.games.lutece.cards import RESOURCES
from ledger.games.lutece.deck import Card, Deck
from ledger.games.lutece.events import (
    ApprenticeAttached,
    BidPlaced,
    BribeRaised,
    CardOffered,
    CardPurchased,
    CardRemoved,
    HoldingsDeclared,
    LegionDiscarded,
    RoundEnded,
)
from ledger.games.lutece.table import BIDS, OFFERS, PURCHASES, REVENUE, Player, Slot, Table, over
from ledger.games.lutece.telling import action
from ledger.words import Words

EVERY_TILE = "ABCDE12345"
WHICH = (Pick(1, Words("first card")), Pick(2, Words("second card")))
WHY = (Pick("tied", Words("no bribe is highest")), Pick("unpaid", Words("the winner cannot pay")))
KINDS = tuple(Pick(one, Words("{resource}", resource=Words(one))) for one in RESOURCES)
TURNED = "cards_turned"  # our word for the form that writes everybody's bids, then the coins on them


def forms(table: Table) -> list[Form]:
    """Every form of this game, first those that suit the moment."""
    bare = [slot for slot in table.board if slot.card is None]
    waiting = [player for player in table.players.values() if player.bid is None]
    bidding = not bare and bool(waiting)
    settling = table.phase == PURCHASES or (not waiting and table.phase == BIDS)
    found = [
        table_form(
            CardOffered,
            Words("lay out cards"),
            _offers(table, bare),
            now=table.phase == OFFERS and bool(bare) and not over(table),
        ),
        _turned(table, waiting or list(table.players.values()), now=bidding),
        entry_form(BribeRaised, Words("add coins to a bid"), _bribe(table), now=table.phase == BIDS and not waiting),
        entry_form(CardPurchased, Words("somebody buys a card"), _purchase(table), now=settling),
        entry_form(CardRemoved, Words("a card leaves the game"), _removal(table), now=settling),
        entry_form(LegionDiscarded, Words("a Legionnaire is spent"), _legion(table), now=settling),
        entry_form(ApprenticeAttached, Words("an Apprentice joins somebody"), _attachment(table), now=bool(table.owed)),
        entry_form(RoundEnded, Words("the round ends"), now=settling),
        table_form(HoldingsDeclared, Words("who has what"), [_holdings(table, one) for one in table.players.values()]),
        entry_form(BidPlaced, Words("one player's bid"), [players_field(table.players), _any_actions(table)]),
    ]
    return sorted(found, key=lambda form: not form.now)


def _offers(table: Table, bare: Iterable[Slot]) -> list[Row]:
    """A row for each empty tile, and one for any other."""
    rows = [
        Row(
            label=Words("tile {tile}", tile=slot.tile),
            given={"tile": slot.tile},
            fields=(_cards(table, _unseen(table, slot.row)),),
        )
        for slot in bare
    ]
    unseen = [card for card in table.cards.values() if card.id not in table.where]
    return [*rows, Row(label=Words("another tile"), fields=(_tiles(table), _cards(table, unseen)))]


def _unseen(table: Table, row: str) -> list[Card]:
    """The cards of a row that have not come up yet."""
    return [card for name, card in table.pack.items() if card.row == row and name not in table.where]


def _turned(table: Table, players: Iterable[Player], *, now: bool) -> Form:
    """The action cards are turned: everybody's two cards and the coins lying on them."""
    fields = (
        _actions(table),
        number_field("first", Words("coins on the first card"), 0),
        number_field("second", Words("coins on the second card"), 0),
    )
    rows = tuple(
        Row(label=Words("{player}", player=one.name), given={"player": one.name}, fields=fields) for one in players
    )
    writes = (
        Write({"type": tag(BidPlaced), "player": "$player", "actions": "$actions"}, when="actions"),
        Write({"type": tag(BribeRaised), "player": "$player", "card": 1, "coins": "$first"}, when="first"),
        Write({"type": tag(BribeRaised), "player": "$player", "card": 2, "coins": "$second"}, when="second"),
    )
    return Form(name=TURNED, title=Words("the action cards are turned"), rows=rows, writes=writes, now=now)


def _actions(table: Table) -> Field:
    picks = (*(_offer(slot.tile, table, slot) for slot in table.board), Pick(REVENUE, action(REVENUE)))
    return Field(name="actions", label=Words("action cards"), kind="pick", picks=picks, least=2, most=2, again=True)


def _any_actions(table: Table) -> Field:
    """Also what only a careless table plays: one card, three, or a tile that is not in play."""
    return several_field("actions", Words("action cards"), (Pick(REVENUE, action(REVENUE)), *_tiles(table).picks))


def _offer(tile: str, table: Table, slot: Slot | None) -> Pick:
    return _tile(table.deck, tile, slot.card if slot else None)


@lru_cache(maxsize=2048)
def _tile(deck: Deck, tile: str, card: str | None) -> Pick:
    """A tile and what lies under it."""
    if card is None:
        return Pick(tile, Words("{tile}", tile=tile))
    return Pick(tile, Words("{tile}: {card}", tile=tile, card=deck.named(card)), about=_printed(deck.cards[card]))


def _bribe(table: Table) -> list[Field]:
    return [
        players_field(table.players),
        Field(name="card", label=Words("action card"), kind="pick", picks=WHICH),
        number_field("coins", Words("coins"), 1),
    ]


def _purchase(table: Table) -> list[Field]:
    return [
        players_field(table.players),
        _tiles(table),
        _cards(table, _offered(table)),
        number_field("paid", Words("paid"), optional=True),
        number_field("received", Words("received"), optional=True),
    ]


def _removal(table: Table) -> list[Field]:
    who = players_field(table.players, label=Words("who cannot pay"))
    return [
        _tiles(table),
        _cards(table, _offered(table)),
        Field(name="reason", label=Words("why"), kind="pick", picks=WHY),
        Field(name="player", label=who.label, kind="pick", picks=who.picks, optional=True),
    ]


def _legion(table: Table) -> list[Field]:
    owned = [card for card in _owned(table) if card.role == "legionnaire"]
    return [
        players_field(table.players),
        _cards(table, owned or _of_role(table, "legionnaire"), "legion"),
        _tiles(table),
        players_field(table.players, "favour", Words("for whom")),
    ]


def _attachment(table: Table) -> list[Field]:
    hosts = [card for card in _owned(table) if card.row == "character"]
    everybody = [card for card in table.cards.values() if card.row == "character"]
    return [
        players_field(table.players),
        _cards(table, _of_role(table, "apprentice"), "apprentice"),
        _cards(table, hosts or everybody, "host"),
        Field(name="resource", label=Words("which resource"), kind="pick", picks=KINDS, optional=True),
    ]


def _holdings(table: Table, player: Player) -> Row:
    """What a player has, as the record has it so far."""
    apprentices = tuple(_pick(table, card) for card in _of_role(table, "apprentice"))
    hosts = tuple(_pick(table, card) for card in table.cards.values() if card.row == "character" and card.resources)
    seen = player.declared or bool(table.offers)
    fields = (
        number_field("coins", Words("coins"), player.purse if seen else None),
        Field(
            name="cards",
            label=Words("cards"),
            kind="pick",
            picks=tuple(_pick(table, card) for card in table.pack.values()),
            least=0,
            most=len(table.pack),
            sole=True,
            value=list(player.cards),
        ),
        Field(
            name="attached",
            label=Words("Apprentices"),
            kind="pairs",
            picks=apprentices,
            partners=hosts,
            optional=True,
            value={one: attachment.host for one, attachment in player.attached.items()},
        ),
    )
    return Row(label=Words("{player}", player=player.name), given={"player": player.name}, fields=fields)


# --- things to tap ----------------------------------------------------------------------------------------------------


def _tiles(table: Table) -> Field:
    slots = [slot.tile for slot in table.board]
    picks = likely_first(slots, EVERY_TILE, lambda tile: _offer(tile, table, table.tiles.get(tile)))
    return pick_field("tile", Words("tile"), picks)


def _cards(table: Table, cards: Iterable[Card], name: str = "card") -> Field:
    """Which card: those that the record suggests, then all others."""
    labels = {
        "card": Words("card"),
        "legion": Words("Legionnaire"),
        "apprentice": Words("Apprentice"),
        "host": Words("joins"),
    }
    likely = [_pick(table, card) for card in cards]
    known = {pick.value for pick in likely}
    rest = [pick for pick in _picks(table.deck)[1].values() if pick.value not in known]
    return Field(name=name, label=labels[name], kind="pick", picks=(*likely, *rest), sole=True)


def _pick(table: Table, card: Card) -> Pick:
    return _picks(table.deck)[0][card.id]


@lru_cache(maxsize=16)
def _picks(deck: Deck) -> tuple[dict[str, Pick], dict[str, Pick]]:
    """Every card under its own heading, and again for where only a careless table would pick it."""
    own = {
        card: Pick(card, Words("{card}", card=deck.named(card)), GROUPS[known.row], _printed(known))
        for card, known in deck.cards.items()
    }
    return own, {card: elsewhere(pick) for card, pick in own.items()}


def _printed(card: Card) -> Words:
    """What tells a card from others of its name: the price, the resources, the talent, what it counts or asks for."""
    told = [Words("costs {cost}", cost=card.cost)]
    told += [Words("{resources}", resources={one: number}) for one, number in card.resources.items()]
    told += [Words("talent {talent}", talent=card.talent)] if card.talent is not None else []
    told += [Words("{points} {points:point|points}", points=card.points)] if card.points else []
    told += [Words("counts {family}", family=card.per)] if card.per and card.per not in card.resources else []
    told += [Words("asks for {resources}", resources=dict(card.demand))] if card.demand else []
    return Words("{list}", list=told)


GROUPS = {"character": Words("Characters"), "location": Words("Locations")}


def _offered(table: Table) -> list[Card]:
    offered = [table.cards[slot.card] for slot in table.board if slot.card]
    return offered or list(table.cards.values())


def _owned(table: Table) -> list[Card]:
    return [table.cards[card] for player in table.players.values() for card in player.cards]


def _of_role(table: Table, role: str) -> list[Card]:
    return [card for card in table.cards.values() if card.role == role]
