"""Score lines of Lutèce: majority, prestige, influence, fortune."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from ledger.events import ScoreClaimed, Whole
from ledger.game import Complaint, Remark, Severity
from ledger.games.lutece.cards import BOX_COINS, PLACES, PRINTED, RESOURCES, Place
from ledger.games.lutece.deck import Card, Deck
from ledger.games.lutece.majority import Award, awards, by_counts_alone, outcomes
from ledger.games.lutece.table import SILENT, Player, Table, declaring, symbols
from ledger.score import ENDLESS, ScoreLine
from ledger.words import Span, Words

if TYPE_CHECKING:
    from ledger.games.lutece.counts import CountsDeclared


class Claimed(ScoreClaimed, frozen=True, kw_only=True, tag="score_claimed"):
    """What the table wrote on its pad for one player."""

    majority: Whole | None = None
    prestige: Whole | None = None
    influence: Whole | None = None
    fortune: Whole | None = None
    total: Whole | None = None


CATEGORIES = ("majority", "prestige", "influence", "fortune")
COINS_A_POINT = 3
TALENTS, LOCATIONS, FAMILIES = "talents.", "locations.", "families."  # what begins a field that somebody may leave out
NOTHING: frozenset[str] = frozenset()
PURSE = frozenset({"coins"})
UNCOUNTED = frozenset(
    (
        *RESOURCES,
        *(TALENTS + one for one in RESOURCES),
        *(LOCATIONS + one for one in PLACES),
        *(FAMILIES + one for one in RESOURCES),
        *("coins", "roman", "markets", "legionnaires", "cards"),
    )
)


class Holding:
    """What a player has, counted once for the whole sheet: off the cards, or as the player counted it."""

    __slots__ = ("_shown", "attached", "cards", "counts", "left", "player", "said", "served", "unsaid")

    def __init__(self, player: Player) -> None:
        self.player = player
        self.cards: list[Card] = []
        self.counts: dict[str, int] = {"beer": 0, "bread": 0, "potion": 0, "gladius": 0}
        self.attached: list[tuple[str, str, int]] = []  # Apprentices at work: the resource, the card and its event
        self.served: tuple[Card, ...] = ()  # Markets
        self._shown: dict[str, dict[str, int]] = {}
        self.said: CountsDeclared | None = None
        self.unsaid = NOTHING  # of what is counted: what nobody has said
        self.left = False

    def shown(self, resource: str) -> dict[str, int]:
        """The cards that show a resource, each with the event that brought it; sorted out when first asked for."""
        shown = self._shown.get(resource)
        if shown is None:
            brought = self.player.cards
            shown = self._shown[resource] = {one.id: brought[one.id] for one in self.cards if resource in one.resources}
            for kind, apprentice, joined in self.attached:
                if kind == resource:
                    shown[apprentice] = joined
        return shown

    def said_in(self) -> tuple[int, ...]:
        """The event with which it was declared."""
        return (self.said.n,) if self.said is not None else ()


def score(table: Table) -> list[ScoreLine]:
    """Every line of the sheet as the table stands."""
    return lines_of(table, holdings_of(table))


def lines_of(table: Table, holdings: list[Holding]) -> list[ScoreLine]:
    """Every line for holdings as they were counted."""
    lines = [line for resource in RESOURCES for line in majority(table, holdings, resource)]
    for holding in holdings:
        if holding.said is not None:
            lines += by_counts(holding)
        elif holding.unsaid is UNCOUNTED:
            lines += [_unsaid(holding, category, UNDECLARED) for category in CATEGORIES[1:] if not holding.left]
        else:
            for card in holding.cards:
                scored = SCORED.get(card.role)
                if scored is not None:
                    lines.append(scored(table, holding, card))
            lines.append(fortune(holding) if "coins" not in holding.unsaid else _unsaid(holding, *UNCOUNTED_COINS))
    return lines


def figures(table: Table) -> dict[str, dict[str, int]] | None:
    """What those lines come to, without their words; None where something may be unknown."""
    if by_word_of_mouth(table):
        return None
    holdings = [counted(table, player) for player in table.players.values()]
    found = {holding.player.name: worth(holding) for holding in holdings}
    shares, minority, all_level = [*found.values()], table.options["minority"], table.options["all_level"]
    for resource in RESOURCES:
        points = by_counts_alone(tuple([holding.counts[resource] for holding in holdings]), minority, all_level)
        if points is None:
            points = tuple([award.points for award in race(table, holdings, resource).ways[0]])
        for own, gained in zip(shares, points):  # noqa: B905
            own["majority"] += gained
    return found


def worth(holding: Holding) -> dict[str, int]:
    """Everything but the majorities, by category."""
    own = {"majority": 0, "prestige": 0, "influence": 0, "fortune": purse_worth(holding.player.purse)}
    for card in holding.cards:
        points = WORTH.get(card.role)
        if points is not None:
            own[CATEGORY[card.role]] += points(holding, card)
    return own


def holdings_of(table: Table) -> list[Holding]:
    """What everybody has, in seat order; in a tally who has declared nothing may have anything."""
    asked = declaring(table)
    holdings = []
    for name, player in table.players.items():
        if player.counts is not None:
            holding = _by_word(player)
        elif asked and not player.declared:
            holding = Holding(player)
            holding.unsaid = UNCOUNTED
        else:
            holding = counted(table, player)
            holding.unsaid = NOTHING if player.counted else PURSE
        holding.left = name in table.players.left
        holdings.append(holding)
    return holdings


def _by_word(player: Player) -> Holding:
    """What a player counted."""
    holding = Holding(player)
    said = holding.said = player.counts
    assert said is not None
    holding.counts |= {one: number for one, number in said.resources.items() if one in holding.counts}
    known = {
        *said.resources,
        *(TALENTS + one for one in said.talents),
        *(LOCATIONS + one for one in said.locations),
        *(FAMILIES + one for one in said.families),
        *(one for one in ("coins", "roman", "markets", "legionnaires", "cards") if getattr(said, one) is not None),
    }
    holding.unsaid = UNCOUNTED - known
    return holding


def counted(table: Table, player: Player) -> Holding:
    """Count a player's cards by resource, Apprentices at work included."""
    holding = Holding(player)
    held, known, counts = player.cards, table.cards, holding.counts
    cards: list[Card] = [known[name] for name in held]
    holding.cards = cards
    for card in cards:
        for resource, number in card.resources.items():
            counts[resource] += number
    for apprentice, (host, kind, joined) in player.attached.items():
        if kind and apprentice in held and host in held:
            counts[kind] += 1
            holding.attached.append((kind, apprentice, joined))
    markets = [card for card in cards if card.role == "market"]
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


class Race(NamedTuple):
    """Who is compared in one resource, and every way in which it may be awarded to them."""

    rivals: list[Holding]
    ways: Sequence[Sequence[Award]]


def race(table: Table, holdings: list[Holding], resource: str) -> Race:
    """R25 to R28a for everybody who is compared: who left is, as far as it is known what they have."""
    rivals = [one for one in holdings if not (one.left and resource in one.unsaid)]
    if not rivals:
        return Race(rivals, [[]])
    readings = table.options["minority"], table.options["all_level"]
    if not any(one.unsaid for one in rivals):
        counts = [one.counts[resource] for one in rivals]
        return Race(rivals, [awards(counts, lambda seat: talents(table, rivals[seat], resource), *readings)])
    counts_said = tuple([None if resource in one.unsaid else one.counts[resource] for one in rivals])
    return Race(rivals, outcomes(counts_said, tuple([_shown(table, one, resource) for one in rivals]), *readings))


def _shown(table: Table, holding: Holding, resource: str) -> tuple[int, ...] | None:
    """The talents that count in a tie; None: nobody has said. Who left is not asked."""
    if TALENTS + resource in holding.unsaid and not holding.left:
        return None
    return tuple(talents(table, holding, resource))


def talents(table: Table, holding: Holding, resource: str) -> list[int]:
    """R25, R32: the talents that count in a tie; a card without one does not count in either direction."""
    if holding.said is not None:
        return sorted({*holding.said.talents.get(resource, ())})
    cards = holding.player.cards if table.options["talent_of"] == "any_card" else holding.shown(resource)
    return sorted([talent for card in cards if (talent := table.cards[card].talent) is not None])


def majority(table: Table, holdings: list[Holding], resource: str) -> list[ScoreLine]:
    """R25 to R28a: 10 for the most, 0 for the fewest, 4 for everybody else."""
    rivals, ways = race(table, holdings, resource)
    if len(ways) > 1:
        return [_open(holding, resource, [way[seat] for way in ways]) for seat, holding in enumerate(rivals)]
    return [_awarded(holding, resource, award) for holding, award in zip(rivals, ways[0], strict=True)]


def _awarded(holding: Holding, resource: str, award: Award) -> ScoreLine:
    points, reason, rule = award
    said = _counted(reason, resource, holding.counts[resource])
    if holding.said is not None:
        return _declared(holding, "majority", points, said, rule)
    return _line(holding.player, "majority", points, said, rule, holding.shown(resource))


def _open(holding: Holding, resource: str, given: list[Award]) -> ScoreLine:
    """An award that something unknown may still change."""
    if len({*given}) == 1 and resource not in holding.unsaid:
        return _awarded(holding, resource, given[0])
    figures = [award.points for award in given]
    least, most = min(figures), max(figures)
    words = "{count} {resource}, not everything is known: {span}"
    if least == most:
        words = "{count} {resource}, {span} in any case"
    if resource in holding.unsaid:
        words = "{resource} not counted yet: {span}"
    reason = Words(words, resource=resource, count=holding.counts[resource], span=Span(least, most))
    brought = holding.shown(resource)
    behind = tuple(brought.values()) or holding.said_in()
    return ScoreLine(
        holding.player.name, "majority", least, reason, "LUT-R25", tuple(brought), behind, maybe=most - least
    )


@lru_cache(maxsize=4096)
def _counted(words: str, resource: str, count: int) -> Words:
    return Words(words, resource=resource, count=count)


# --- the other categories ---------------------------------------------------------------------------------------------


CATEGORY = {
    "mill": "prestige", "bakery": "prestige", "statue": "influence", "market": "influence", "legionnaire": "influence",
}  # fmt: skip
REASONS = {
    "mill": "{card}: 1 a {resource} ({count})",
    "bakery": "{card}: {points} and 1 a card of the {resource} family ({count})",
    "statue": "{card}: {points} and 1 a roman Location ({count})",
}


def mill(table: Table, holding: Holding, card: Card) -> ScoreLine:
    """R34, R35: a point for each matching resource; each such card for itself."""
    player, per = holding.player, card.per
    count = matching(holding, card)
    reason = _said(table.deck, card.id, REASONS["mill"], count)
    brought = {card.id: player.cards[card.id], **holding.shown(per)}
    return _line(player, CATEGORY["mill"], count, reason, "LUT-R35", brought)


def bakery(table: Table, holding: Holding, card: Card) -> ScoreLine:
    """R35: 2 points, and one for each card of the family."""
    return _bonus(table, holding, card, family(holding, card))


def statue(table: Table, holding: Holding, card: Card) -> ScoreLine:
    """R35: 3 points, and one for each roman Location."""
    return _bonus(table, holding, card, roman(holding, card))


def _bonus(table: Table, holding: Holding, card: Card, counted: list[str]) -> ScoreLine:
    """A base and one point for each card counted."""
    held = holding.player.cards
    brought = {one: held[one] for one in (card.id, *counted)}
    reason = _said(table.deck, card.id, REASONS[card.role], len(counted))
    points = WORTH[card.role](holding, card)
    return _line(holding.player, CATEGORY[card.role], points, reason, "LUT-R35", brought)


def bonus(base: int, count: int) -> int:
    """R35: what a card is worth that counts others: its base, and a point for each."""
    return base + count


def legionnaire(table: Table, holding: Holding, card: Card) -> ScoreLine:
    """R17: one that was not spent is worth its points."""
    player = holding.player
    reason = _said(table.deck, card.id, "{card} kept")
    points = kept(holding, card)
    return _line(player, CATEGORY["legionnaire"], points, reason, "LUT-R17", {card.id: player.cards[card.id]})


def market(table: Table, holding: Holding, card: Card) -> ScoreLine:
    """R33: 6 points when its demand can be spent beside the others'."""
    player = holding.player
    met = card in holding.served
    reason = _said(table.deck, card.id, "{card}: {demand} spent" if met else "{card}: {demand} cannot be spent")
    points = spent(holding, card)
    return _line(player, CATEGORY["market"], points, reason, "LUT-R33", {card.id: player.cards[card.id]})


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
    "bakery": lambda holding, card: bonus(card.points, len(family(holding, card))),
    "statue": lambda holding, card: bonus(card.points, len(roman(holding, card))),
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
    reason = _counted("{count} {count:coin|coins}", "", player.purse)
    behind = tuple(dict.fromkeys(player.money))
    return ScoreLine(player.name, "fortune", purse_worth(player.purse), reason, "LUT-R37", behind=behind)


def purse_worth(coins: int) -> int:
    """R37: a point for every 3 coins."""
    return max(coins, 0) // COINS_A_POINT


# --- as somebody counted it -------------------------------------------------------------------------------------------

UNDECLARED = Words("nothing declared yet")
UNCOUNTED_COINS = "fortune", Words("coins not counted yet"), "LUT-R37"


def by_counts(holding: Holding) -> Iterator[ScoreLine]:
    """What a player counted without naming cards is worth, apart from majorities."""
    for place in PLACES.values():
        yield from _places(holding, place)
    for field, role in (("markets", "market"), ("legionnaires", "legionnaire")):
        yield from _of_a_role(holding, field, role)
    said = holding.said
    assert said is not None
    if said.coins is None:
        yield _unsaid(holding, *UNCOUNTED_COINS)
        return
    reason = _counted("{count} {count:coin|coins}", "", said.coins)
    yield _declared(holding, "fortune", purse_worth(said.coins), reason, "LUT-R37")


def _places(holding: Holding, place: Place) -> Iterator[ScoreLine]:
    """R34, R35: Locations of a kind, each of them worth its base and a point for everything that it counts."""
    said = holding.said
    assert said is not None
    category = CATEGORY[place.role]
    number = said.locations.get(place.kind)
    if number is None:
        yield _unsaid(holding, category, Words("{card} not counted yet", card=place.name), "LUT-R35")
        return
    if number <= 0:
        return
    count = counted_by(holding, place)
    base: int = PRINTED.get(place.role, {}).get("points", 0)
    least = bonus(base, max(count if count is not None else least_counted(holding, place), 0))
    words = "{card}: what it counts is not counted yet" if count is None else REASONS[place.role]
    each = Words(words, card=place.name, points=base, resource=place.counts, count=count)
    reason = Words("{number} × {reason}", number=number, reason=each) if number > 1 else each
    yield _declared(holding, category, number * least, reason, "LUT-R35", maybe=ENDLESS if count is None else 0)


def counted_by(holding: Holding, place: Place) -> int | None:
    """How many a Location of this kind counts; None: nobody has said."""
    said = holding.said
    assert said is not None
    if place.role == "statue":
        return said.roman
    return said.families.get(place.counts) if place.role == "bakery" else said.resources.get(place.counts)


def least_counted(holding: Holding, place: Place) -> int:
    """The least that a Location of this kind can count: itself and its like, or all that are known to be roman."""
    said = holding.said
    assert said is not None
    if place.role == "statue":
        return roman_at_least(said)
    return said.locations.get(place.kind, 0) if place.role == "bakery" else 0


def roman_at_least(said: "CountsDeclared") -> int:
    """All Locations that score prestige have the roman icon."""
    return sum(number for kind, number in said.locations.items() if kind in PLACES and PLACES[kind].role != "statue")


def _of_a_role(holding: Holding, field: str, role: str) -> Iterator[ScoreLine]:
    """R17, R33: Legionnaires kept and Markets fulfilled, each worth what is printed on it."""
    number = getattr(holding.said, field)
    rule = "LUT-R33" if role == "market" else "LUT-R17"
    if number is None:
        words = "Markets not counted yet" if role == "market" else "Legionnaires not counted yet"
        yield _unsaid(holding, CATEGORY[role], Words(words), rule)
    elif number > 0:
        words = "Markets fulfilled: {count}" if role == "market" else "Legionnaires kept: {count}"
        points = number * PRINTED[role]["points"]
        yield _declared(holding, CATEGORY[role], points, _counted(words, "", number), rule)


def _declared(holding: Holding, category: str, points: int, reason: Words, rule: str, maybe: int = 0) -> ScoreLine:
    said = Words("{reason}, declared", reason=reason)
    return ScoreLine(holding.player.name, category, points, said, rule, behind=holding.said_in(), maybe=maybe)


def _unsaid(holding: Holding, category: str, reason: Words, rule: str = "holdings") -> ScoreLine:
    """Nobody has said how many: it may be worth anything."""
    return ScoreLine(holding.player.name, category, 0, reason, rule, behind=holding.said_in(), maybe=ENDLESS)


# --- the end ----------------------------------------------------------------------------------------------------------


def winners(table: Table, totals: dict[str, int]) -> list[str]:
    """R38: most points, then most money, then most cards, then shared; nobody while something unknown may change it."""
    tied = leaders(table, totals)
    if table.options["ties"] == "money_cards" and len(tied) > 1:
        tied = _with_most_cards(_richest(tied))
    if len(tied) > 1 and table.options["ties"] == SILENT:
        return []
    return [player.name for player in tied]


def _richest(tied: list[Player]) -> list[Player]:
    richest = max(player.purse for player in tied)
    return [player for player in tied if player.purse == richest]


def _with_most_cards(tied: list[Player]) -> list[Player]:
    if len(tied) < 2:
        return tied
    numbers = [cards_of(player) for player in tied]
    if None in numbers:
        return []
    most = max(number or 0 for number in numbers)
    return [player for player, number in zip(tied, numbers, strict=True) if number == most]


def cards_of(player: Player) -> int | None:
    """How many Characters and Locations a player has; None: nobody has said."""
    return player.counts.cards if player.counts is not None else len(player.cards)


def uncounted_in_a_tie(table: Table, totals: dict[str, int]) -> list[Player]:
    """R38: whose cards must be counted because points and money leave it open who wins."""
    if table.options["ties"] != "money_cards":
        return []
    tied = leaders(table, totals)
    tied = _richest(tied) if len(tied) > 1 else []
    return [player for player in tied if len(tied) > 1 and cards_of(player) is None]


def leaders(table: Table, totals: dict[str, int]) -> list[Player]:
    """Who has most points; nobody while that may still change."""
    holdings = holdings_of(table) if by_word_of_mouth(table) else []
    if not any(holding.unsaid for holding in holdings):
        best = max(totals.values())
        return [table.players[name] for name, total in totals.items() if total == best]
    ahead = _most_ahead(table, holdings, totals)
    first = [one for one in totals if all(ahead[one, other] >= 0 for other in totals if other != one)]
    level = all(ahead[one, other] == 0 for one in first for other in first if one != other)
    return [table.players[name] for name in first] if level else []


def by_word_of_mouth(table: Table) -> bool:
    """Whether anything may be unknown: in a game that was recorded nothing is."""
    for player in table.players.values():
        if player.counts is not None or not player.counted:
            return True
    return declaring(table)


def _most_ahead(table: Table, holdings: list[Holding], totals: dict[str, int]) -> dict[tuple[str, str], int]:
    """By how many points one player may at most be ahead of another: what one resource gives both, it gives at once."""
    races = [race(table, holdings, resource) for resource in RESOURCES]
    least, spare = dict(totals), dict.fromkeys(totals, 0)
    for line in score(table):
        if line.player in totals:
            least[line.player] -= line.points if line.category == "majority" else 0
            spare[line.player] += line.maybe if line.category != "majority" else 0
    ahead = {}
    for one in totals:
        for other in totals:
            if one != other:
                apart = sum(_apart(contest, one, other) for contest in races)
                ahead[one, other] = least[one] + spare[one] - least[other] + apart
    return ahead


def _apart(contest: Race, one: str, other: str) -> int:
    seats = {holding.player.name: seat for seat, holding in enumerate(contest.rivals)}
    return max(way[seats[one]].points - way[seats[other]].points for way in contest.ways)


def talents_wanted(table: Table) -> Iterator[tuple[Player, str]]:
    """R25: who must name talents of which resource, because a tie cannot be broken without."""
    holdings = holdings_of(table)
    for resource in RESOURCES:
        rivals, ways = race(table, holdings, resource)
        if len(ways) > 1 and not any(resource in one.unsaid for one in rivals):
            for seat, holding in enumerate(rivals):
                if TALENTS + resource in holding.unsaid and len({way[seat].points for way in ways}) > 1:
                    yield holding.player, resource


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
