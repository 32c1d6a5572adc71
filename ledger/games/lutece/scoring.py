"""Score lines of Lutèce: majority, prestige, influence, fortune."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from ledger.events import ScoreClaimed, Whole
from ledger.game import Complaint, Remark, Severity
from ledger.games.lutece.cards import BOX_COINS, RESOURCES
from ledger.games.lutece.deck import Card, Deck
from ledger.games.lutece.table import SILENT, Player, Table, symbols
from ledger.score import ScoreLine
from ledger.words import Words


class Claimed(ScoreClaimed, frozen=True, kw_only=True, tag="score_claimed"):
    """What the table wrote on its pad for one player."""

    majority: Whole | None = None
    prestige: Whole | None = None
    influence: Whole | None = None
    fortune: Whole | None = None
    total: Whole | None = None


CATEGORIES = ("majority", "prestige", "influence", "fortune")
MAJORITY, OTHERS, MINORITY = 10, 4, 0
COINS_A_POINT = 3


class Holding:
    """What a player has, counted once for the whole sheet."""

    __slots__ = ("_shown", "attached", "cards", "counts", "player", "served")

    def __init__(self, player: Player) -> None:
        self.player = player
        self.cards: list[Card] = []
        self.attached: list[tuple[str, str, int]] = []  # Apprentices at work: the resource, the card and its event
        self.counts: dict[str, int] = {"beer": 0, "bread": 0, "potion": 0, "gladius": 0}
        self.served: tuple[Card, ...] = ()  # Markets
        self._shown: dict[str, dict[str, int]] | None = None

    @property
    def shown(self) -> dict[str, dict[str, int]]:
        """By resource: the cards that show it, each with the event that brought it; sorted out when first asked for."""
        if self._shown is None:
            self._shown = {"beer": {}, "bread": {}, "potion": {}, "gladius": {}}
            for card, n in zip(self.cards, self.player.cards.values(), strict=True):
                for resource in card.resources:
                    self._shown[resource][card.id] = n
            for resource, apprentice, joined in self.attached:
                self._shown[resource][apprentice] = joined
        return self._shown


def score(table: Table) -> list[ScoreLine]:
    """Every line of the sheet as the table stands."""
    holdings = [counted(table, player) for player in table.players.values()]
    lines = [line for resource in RESOURCES for line in majority(table, holdings, resource)]
    for holding in holdings:
        for card in holding.cards:
            worth = SCORED.get(card.role)
            if worth is not None:
                lines.append(worth(table, holding, card))
        lines.append(fortune(holding))
    return lines


def totals(table: Table) -> dict[str, int]:
    """What those lines come to, without their words."""
    holdings = [counted(table, player) for player in table.players.values()]
    found = {holding.player.name: worth(holding) for holding in holdings}
    for resource in RESOURCES:
        for holding, award in zip(holdings, awards(table, holdings, resource), strict=True):
            found[holding.player.name] += award.points
    return found


def worth(holding: Holding) -> int:
    """Everything but the majorities."""
    points = coins_worth(holding.player)
    for card in holding.cards:
        if card.role in WORTH:
            points += WORTH[card.role](holding, card)
    return points


def counted(table: Table, player: Player) -> Holding:
    """Count a player's cards by resource, Apprentices at work included."""
    holding = Holding(player)
    held, known, counts, cards = player.cards, table.cards, holding.counts, holding.cards
    markets = []
    for name in held:
        card: Card = known[name]
        cards.append(card)
        for resource, number in card.resources.items():
            counts[resource] += number
        if card.role == "market":
            markets.append(card)
    for apprentice, (host, kind, joined) in player.attached.items():
        if kind and apprentice in held and host in held:
            counts[kind] += 1
            holding.attached.append((kind, apprentice, joined))
    if markets:
        holding.served = best_markets(markets, counts)
    return holding


def _line(player: Player, category: str, points: int, reason: Words, rule: str, brought: dict[str, int]) -> ScoreLine:
    """A line for cards, with the events that brought them."""
    return ScoreLine(player.name, category, points, reason, rule, tuple(brought), tuple(brought.values()))


@lru_cache(maxsize=4096)
def _said(deck: Deck, card: str, words: str, count: int = 0) -> Words:
    """The reason behind a card's points, kept because the same ones come back in game after game."""
    one: Card = deck.cards[card]
    values = {"points": one.points, "resource": one.per, "demand": one.demand}
    return Words(words, card=deck.names[card], count=count, **values)


# --- majority ---------------------------------------------------------------------------------------------------------


class Award(NamedTuple):
    """What a resource brings one player, and why."""

    points: int
    reason: str
    rule: str


NOBODY = Award(MINORITY, "nobody has any {resource}", "LUT-R26")
MOST = Award(MAJORITY, "the most {resource} ({count})", "LUT-R25")
MOST_BY_TALENT = Award(MAJORITY, "the most {resource} ({count}), by talent", "LUT-R25")
LEVEL = Award(OTHERS, "level at the top with {count} {resource}, unresolved by the rules", "LUT-R28a")
BETWEEN = Award(OTHERS, "neither most nor fewest {resource} ({count})", "LUT-R27")
NONE = Award(MINORITY, "no {resource}", "LUT-R27")
FEWEST = Award(MINORITY, "the fewest {resource} ({count})", "LUT-R27")
FEWEST_BY_TALENT = Award(MINORITY, "the fewest {resource} ({count}), by talent", "LUT-R27")
FEWEST_OF_ALL_LEVEL = Award(
    MINORITY, "the fewest {resource} ({count}), by talent; the majority is not counted", "LUT-R28"
)
FEWEST_SHARED = Award(
    MINORITY, "the fewest {resource} ({count}), level with another, unresolved by the rules", "LUT-R28a"
)


def majority(table: Table, holdings: list[Holding], resource: str) -> list[ScoreLine]:
    """R25 to R28a: 10 for the most, 0 for the fewest, 4 for everybody else."""
    lines = []
    for holding, (points, reason, rule) in zip(holdings, awards(table, holdings, resource), strict=True):
        said = _counted(reason, resource, holding.counts[resource])
        lines.append(_line(holding.player, "majority", points, said, rule, holding.shown[resource]))
    return lines


@lru_cache(maxsize=4096)
def _counted(words: str, resource: str, count: int) -> Words:
    return Words(words, resource=resource, count=count)


def awards(table: Table, holdings: list[Holding], resource: str) -> list[Award]:
    """Everybody's award for one resource, in seat order."""
    counts = [holding.counts[resource] for holding in holdings]
    most = max(counts)
    if most == 0:
        return [NOBODY] * len(counts)
    tied = counts.count(most) > 1
    best = _strongest(table, holdings, resource, _seats(counts, most)) if tied else [counts.index(most)]
    winner = best[0] if len(best) == 1 else None
    lowest = _minority(table, holdings, resource, counts, winner)
    given = [BETWEEN] * len(counts)
    for seat in best:
        given[seat] = LEVEL
    for seat in lowest:
        given[seat] = _last(counts[seat], len(lowest), counts, winner)
    if winner is not None:
        given[winner] = MOST_BY_TALENT if tied else MOST
    return given


def _seats(counts: list[int], number: int) -> list[int]:
    """Who has so many."""
    return [seat for seat, count in enumerate(counts) if count == number]


def _last(count: int, shared: int, counts: list[int], winner: int | None) -> Award:
    if count == 0:
        return NONE
    if shared > 1:
        return FEWEST_SHARED
    if min(counts) == max(counts) and winner is not None:
        return FEWEST_OF_ALL_LEVEL
    return FEWEST_BY_TALENT if counts.count(count) > 1 else FEWEST


def _minority(table: Table, holdings: list[Holding], resource: str, counts: list[int], winner: int | None) -> list[int]:
    """R27, R28: the seats that score nothing."""
    none = _seats(counts, 0) if 0 in counts else []
    if none and table.options["minority"] == "none_only":
        return none
    level = table.options["all_level"] == "exclude_majority"
    held = [count for seat, count in enumerate(counts) if count and not (level and seat == winner)]
    if not held:
        return none
    fewest = min(held)
    last = [seat for seat in _seats(counts, fewest) if not (level and seat == winner)]
    if len(last) > 1:
        last = _weakest(table, holdings, resource, last)
    return none + [seat for seat in last if seat != winner]


def talents(table: Table, holding: Holding, resource: str) -> list[int]:
    """R25, R32: the talents that count in a tie; a card without one does not count in either direction."""
    cards = holding.player.cards if table.options["talent_of"] == "any_card" else holding.shown[resource]
    return sorted([talent for card in cards if (talent := table.cards[card].talent) is not None])


def _strongest(table: Table, holdings: list[Holding], resource: str, seats: list[int]) -> list[int]:
    claims = {seat: talents(table, holdings[seat], resource)[::-1] for seat in seats}
    best = max(claims.values())
    return [seat for seat in seats if claims[seat] == best]


def _weakest(table: Table, holdings: list[Holding], resource: str, seats: list[int]) -> list[int]:
    claims = {seat: talents(table, holdings[seat], resource) for seat in seats}
    worst = min(claims.values())
    return [seat for seat in seats if claims[seat] == worst]


# --- the other categories ---------------------------------------------------------------------------------------------


def mill(table: Table, holding: Holding, card: Card) -> ScoreLine:
    """R34, R35: a point for each matching resource; each such card for itself."""
    player, per = holding.player, card.per
    count = matching(holding, card)
    reason = _said(table.deck, card.id, "{card}: 1 a {resource} ({count})", count)
    return _line(player, "prestige", count, reason, "LUT-R35", {card.id: player.cards[card.id], **holding.shown[per]})


def bakery(table: Table, holding: Holding, card: Card) -> ScoreLine:
    """R35: 2 points, and one for each card of the family."""
    words = "{card}: {points} and 1 a card of the {resource} family ({count})"
    return _bonus(table, holding, "prestige", card, family(holding, card), words)


def statue(table: Table, holding: Holding, card: Card) -> ScoreLine:
    """R35: 3 points, and one for each roman Location."""
    words = "{card}: {points} and 1 a roman Location ({count})"
    return _bonus(table, holding, "influence", card, roman(holding, card), words)


def _bonus(table: Table, holding: Holding, category: str, card: Card, counted: list[str], words: str) -> ScoreLine:
    """A base and one point for each card counted."""
    held = holding.player.cards
    brought = {one: held[one] for one in (card.id, *counted)}
    reason = _said(table.deck, card.id, words, len(counted))
    return _line(holding.player, category, WORTH[card.role](holding, card), reason, "LUT-R35", brought)


def legionnaire(table: Table, holding: Holding, card: Card) -> ScoreLine:
    """R17: one that was not spent is worth its points."""
    player = holding.player
    reason = _said(table.deck, card.id, "{card} kept")
    points = kept(holding, card)
    return ScoreLine(player.name, "influence", points, reason, "LUT-R17", (card.id,), (player.cards[card.id],))


def market(table: Table, holding: Holding, card: Card) -> ScoreLine:
    """R33: 6 points when its demand can be spent beside the others'."""
    player = holding.player
    met = card in holding.served
    reason = _said(table.deck, card.id, "{card}: {demand} spent" if met else "{card}: {demand} cannot be spent")
    points = spent(holding, card)
    return ScoreLine(player.name, "influence", points, reason, "LUT-R33", (card.id,), (player.cards[card.id],))


SCORED = {"mill": mill, "bakery": bakery, "statue": statue, "market": market, "legionnaire": legionnaire}


def matching(holding: Holding, card: Card) -> int:
    """How many of its resource a Mill, Laboratory or Forge counts, a point each."""
    return holding.counts[card.per]


def family(holding: Holding, card: Card) -> list[str]:
    """The cards of the family that a Bakery, Herbalist's Shop or Armoury counts."""
    per = card.per
    return [one.id for one in holding.cards if one.family == per]


def roman(holding: Holding, card: Card) -> list[str]:
    """The roman Locations that a Statue counts."""
    return [one.id for one in holding.cards if one.roman]


def kept(holding: Holding, card: Card) -> int:
    """What a Legionnaire is worth that was not spent."""
    return card.points


def spent(holding: Holding, card: Card) -> int:
    """What a Market is worth."""
    return card.points if card in holding.served else 0


WORTH: dict[str, Callable[[Holding, Card], int]] = {
    "mill": matching,
    "bakery": lambda holding, card: card.points + len(family(holding, card)),
    "statue": lambda holding, card: card.points + len(roman(holding, card)),
    "market": spent,
    "legionnaire": kept,
}


def best_markets(markets: list[Card], counts: dict[str, int]) -> tuple[Card, ...]:
    """R33: the largest set of Markets that the resources can serve; a greedy choice can fail, so all are tried."""
    for size in range(len(markets), 0, -1):
        for chosen in combinations(markets, size):
            if _enough(chosen, counts):
                return chosen
    return ()


def _enough(markets: tuple[Card, ...], counts: dict[str, int]) -> bool:
    """These resources can be spent on all these Markets."""
    needed: dict[str, int] = {}
    for card in markets:
        for resource, number in card.demand.items():
            needed[resource] = needed.get(resource, 0) + number
            if needed[resource] > counts[resource]:
                return False
    return True


def fortune(holding: Holding) -> ScoreLine:
    """R37: a point for every 3 coins in the purse; a purse below nought is worth nothing."""
    player = holding.player
    points = coins_worth(player)
    reason = _counted("{count} {count:coin|coins}", "", player.purse)
    return ScoreLine(player.name, "fortune", points, reason, "LUT-R37", behind=tuple(dict.fromkeys(player.money)))


def coins_worth(player: Player) -> int:
    """What the purse is worth."""
    return max(player.purse, 0) // COINS_A_POINT


# --- the end ----------------------------------------------------------------------------------------------------------


def winners(table: Table, totals: dict[str, int]) -> list[str]:
    """R38: most points, then most money, then most cards, then shared."""
    best = max(totals.values())
    tied: list[Player] = [table.players[name] for name, total in totals.items() if total == best]
    if table.options["ties"] == "money_cards":
        richest = max(player.purse for player in tied)
        tied = [player for player in tied if player.purse == richest]
        most = max(len(player.cards) for player in tied)
        tied = [player for player in tied if len(player.cards) == most]
    if len(tied) > 1 and table.options["ties"] == SILENT:
        return []
    return [player.name for player in tied]


def forgone(table: Table, player: str, category: str, missing: int) -> tuple[str, Complaint] | None:
    """R33: a Market may be left unclaimed; that loses its points and breaks no rule."""
    if category != "influence" or missing <= 0 or table.options["markets"] == "compulsory":
        return None
    owner: Player = table.players[player]
    markets = [table.cards[card] for card in owner.cards if table.cards[card].role == "market"]
    served = best_markets(markets, symbols(table, owner))
    if missing not in {6 * number for number in range(1, len(served) + 1)}:
        return None
    words = "{player} leaves {found} points of Markets unclaimed; the resources serve them"
    return "LUT-R33", Complaint(words, severity="note", player=player, found=missing)


UNSAID = {
    "LUT-R5": "the rulebook does not say that action cards come back to hand; they are taken to do so",
    "LUT-R9": "the rulebook does not say what becomes of coins on a Revenue card; they are taken as lost",
    "LUT-R14": "the rulebook does not say who wins where the highest bribe is shared and another is lower; nobody is"
    " taken to",
}


def remarks(table: Table) -> Iterator[Remark]:
    """What the whole game gives reason to say."""
    if table.unknown is not None:
        words = "whether the game is over cannot be told: the piles are unknown since the holdings were declared"
        yield Remark(table.unknown, "LUT-R4", Complaint(words, severity="undecidable"))
    for rule, n in table.unsaid.items():
        yield Remark(n, rule, Complaint(UNSAID[rule], severity="undecidable"))
    if table.crowded is not None:
        words = "more coins are in play than the box has ({expected}); play goes on with other tokens"
        severity: Severity = "undecidable" if table.options["coin_shortage"] == SILENT else "warning"
        yield Remark(table.crowded, "LUT-R36", Complaint(words, severity=severity, expected=BOX_COINS))
    if table.options["spent_resources"] == SILENT:
        for name in [name for name, player in table.players.items() if _spent_twice(table, player)]:
            words = "the rulebook does not say if what {player} spends on Markets counts for prestige; it is counted"
            yield Remark(None, "LUT-R33", Complaint(words, severity="undecidable", player=name))


def _spent_twice(table: Table, player: Player) -> bool:
    """R33: a Market that can be served takes what a Mill, Laboratory or Forge of the same player counts."""
    cards: list[Card] = [table.cards[card] for card in player.cards]
    served = best_markets([card for card in cards if card.role == "market"], symbols(table, player))
    return any(card.role == "mill" and card.per in market.demand for card in cards for market in served)
