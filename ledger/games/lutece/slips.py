"""How people count wrongly in Lutèce: what is often misread, and cards that are counted twice."""

from collections.abc import Iterator

from ledger.game import Slip
from ledger.games.lutece.cards import RESOURCES
from ledger.games.lutece.deck import Card
from ledger.games.lutece.majority import MAJORITY, MINORITY, OTHERS
from ledger.games.lutece.scoring import CATEGORIES, COINS_A_POINT, Holding, counted, holdings_of, lines_of, race
from ledger.games.lutece.table import Player, Table
from ledger.words import Words

AWARDS = {
    (MINORITY, OTHERS): "{resource}: the minority is not noticed, {found} counted for {expected}",
    (MINORITY, MAJORITY): "{resource}: taken for the majority, {found} counted for {expected}",
    (OTHERS, MINORITY): "{resource}: taken for the minority, {found} counted for {expected}",
    (OTHERS, MAJORITY): "{resource}: taken for the majority, {found} counted for {expected}",
    (MAJORITY, OTHERS): "{resource}: the majority is not noticed, {found} counted for {expected}",
    (MAJORITY, MINORITY): "{resource}: taken for the minority, {found} counted for {expected}",
}


def slips(table: Table, name: str) -> Iterator[Slip]:
    """Everything that one player may have got wrong, each by itself."""
    player: Player = table.players[name]
    own = counted(table, player)
    yield from _awards(table, player)
    yield from _markets(table, own)
    yield from _bonuses(table, own)
    yield from _fortune(player)
    yield from _twice(table, player)


def _awards(table: Table, player: Player) -> Iterator[Slip]:
    """R25 to R28: somebody takes a resource for something else than it is."""
    for resource in RESOURCES:
        rivals, ways = race(table, holdings_of(table), resource)
        seats = [one.player for one in rivals]
        if len(ways) > 1 or player not in seats:
            continue  # nobody can tell what it is worth
        points = ways[0][seats.index(player)].points
        for (due, found), words in AWARDS.items():
            if due == points:
                said = Words(words, resource=resource, found=found, expected=due)
                yield Slip(said, {"majority": found - due})


def _markets(table: Table, own: Holding) -> Iterator[Slip]:
    """R33: a Market counts whose demand is spent on another already; or prestige is counted after spending."""
    for card in own.cards:
        if card.role == "market" and card not in own.served:
            words = Words("{card}: counted although its demand cannot be spent", card=table.deck.names[card.id])
            yield Slip(words, {"influence": card.points})
    spent: dict[str, int] = {
        resource: sum(card.demand.get(resource, 0) for card in own.served) for resource in RESOURCES
    }
    lost = sum(min(spent[card.per], own.counts[card.per]) for card in own.cards if card.role == "mill")
    yield Slip(Words("prestige: without the resources spent on Markets"), {"prestige": -lost})


def _bonuses(table: Table, own: Holding) -> Iterator[Slip]:
    """R35: a base without its bonus, or a bonus without its base; or the card itself not counted."""
    for card in own.cards:
        category = {"bakery": "prestige", "statue": "influence"}.get(card.role)
        if category is None:
            continue
        name = table.deck.names[card.id]
        bonus = len([one for one in own.cards if (one.roman if card.role == "statue" else one.family == card.per)])
        yield Slip(Words("{card}: only the {points} printed on it", card=name, points=card.points), {category: -bonus})
        yield Slip(
            Words("{card}: without the {points} printed on it", card=name, points=card.points), {category: -card.points}
        )
        yield Slip(Words("{card}: not counted among the cards it counts", card=name), {category: -1})


def _fortune(player: Player) -> Iterator[Slip]:
    """R37: a point for every 3 coins, rounded down."""
    coins = max(player.purse, 0)
    due = coins // COINS_A_POINT
    yield Slip(Words("fortune: rounded up"), {"fortune": -(-coins // COINS_A_POINT) - due})
    yield Slip(Words("fortune: a point for every coin"), {"fortune": coins - due})
    for each in (2, 4, 5):
        yield Slip(Words("fortune: a point for every {coins} coins", coins=each), {"fortune": coins // each - due})


def _twice(table: Table, player: Player) -> Iterator[Slip]:
    """A card is counted twice, with everything it brings."""
    right = _sums(table, player.name, [counted(table, one) for one in table.players.values()])
    for name in player.cards:
        holdings = [counted(table, one) for one in table.players.values()]
        _double(next(one for one in holdings if one.player is player), table.cards[name])
        sums = _sums(table, player.name, holdings)
        words = Words("counted twice: {what}", what=table.deck.named(name))
        yield Slip(words, {category: sums[category] - right[category] for category in CATEGORIES}, name)


def _double(own: Holding, card: Card) -> None:
    own.cards.append(card)
    for resource, number in card.resources.items():
        own.counts[resource] += number
    produced = own.player.attached.get(card.id)
    if produced is not None and produced.resource and produced.host in own.player.cards:
        own.counts[produced.resource] += 1


def _sums(table: Table, name: str, holdings: list[Holding]) -> dict[str, int]:
    sums = dict.fromkeys(CATEGORIES, 0)
    for line in lines_of(table, holdings):
        if line.player == name:
            sums[line.category] += line.points
    return sums
