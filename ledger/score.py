"""The score: a flat list of lines, and the sheet that is summed from them."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Struct

from ledger.words import Points, Span, Words, decimal, verbatim

if TYPE_CHECKING:
    from ledger.game import Game
    from ledger.walk import Record

ADJUSTED = "adjusted"
ENDLESS = 1 << 53  # points that nothing bounds: more than any log can hold
Bounds = tuple[int, int | None]  # the least and the most; None: nothing bounds it


class ScoreLine(Struct, frozen=True, gc=False):
    """Some points, with the reason, the rule, the cards and the log lines behind them."""

    player: str
    category: str
    points: int
    reason: Words
    rule: str
    cards: tuple[str, ...] = ()
    behind: tuple[int, ...] = ()  # the events, in the order in which the table remembers them
    maybe: int = 0  # so many points more it may be worth, while something is unknown

    @property
    def events(self) -> tuple[int, ...]:
        """The log lines behind the points, in their order and each once."""
        return tuple(sorted({*self.behind}))


class Missing(NamedTuple):
    """Something that nobody has said yet and that the sheet needs."""

    player: str
    field: str  # of the form that asks for it; HOLDINGS: this player has declared nothing at all
    label: Words
    late: bool = False  # wanted only because of a tie


HOLDINGS, EVERYTHING = "holdings", Words("everything")


class Lines:
    """The lines of a sheet, drawn when somebody first looks at them; the table must not have moved until then."""

    __slots__ = ("_draw", "_drawn")

    def __init__(self, draw: Callable[[], list[ScoreLine]]) -> None:
        self._draw = draw
        self._drawn: list[ScoreLine] | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Lines) and self.drawn() == other.drawn()

    def __hash__(self) -> int:
        return hash(tuple(self.drawn()))

    def __repr__(self) -> str:
        return repr(self.drawn())

    def __reduce__(self) -> tuple[type["Lines"], tuple[Callable[[], list[ScoreLine]]]]:
        return Lines, (partial(list, self.drawn()),)  # what draws them stays with the table; they may go elsewhere

    def drawn(self) -> list[ScoreLine]:
        """All of them, the same ones every time."""
        if self._drawn is None:
            self._drawn = self._draw()
        return self._drawn


class Sheet(Struct, frozen=True):
    """What the pad would show, summed from its lines."""

    game: str
    edition: str
    scale: int
    final: bool
    reasons: Lines
    figures: dict[
        str, dict[str, int]
    ]  # by player in seat order, then by category: an adjustment only where there was one
    winners: list[str]
    ranges: dict[str, Bounds] = {}  # between what a total lies, of those of whom something is unseen or unknown
    ended_by: str = ""  # how the game came to its end, in the game's own word, where it has several ways
    spans: dict[str, dict[str, Bounds]] = {}  # likewise the categories, only those that are not certain
    missing: dict[str, list[Missing]] = {}  # by player: what nobody has said yet
    reconstructed: str = ""  # the title of the card list, where that was reconstructed

    @property
    def lines(self) -> list[ScoreLine]:
        """Every point with its reason."""
        return self.reasons.drawn()

    @property
    def cards(self) -> str:
        """The title of a reconstructed card list, unless nobody's points come from a card that was named."""
        return self.reconstructed if self.reconstructed and any(line.cards for line in self.lines) else ""

    @property
    def players(self) -> list[str]:
        """In seat order."""
        return list(self.figures)

    def total(self, player: str) -> int:
        """The sum of everything that stands to this player's name."""
        return sum(self.figures[player].values())


def summed(players: Iterable[str], categories: Iterable[str], lines: Iterable[ScoreLine]) -> dict[str, dict[str, int]]:
    """Everybody's points by category; every category of the game is there."""
    empty = dict.fromkeys(categories, 0)
    figures = {player: empty.copy() for player in players}
    for line in lines:
        if line.points:
            own = figures[line.player]
            own[line.category] = own.get(line.category, 0) + line.points
    return figures


def open_spans(figures: Mapping[str, Mapping[str, int]], lines: Iterable[ScoreLine]) -> dict[str, dict[str, Bounds]]:
    """By player and category: between what a figure lies, where something unknown leaves it open."""
    spare: dict[str, dict[str, int]] = {}
    for line in lines:
        if line.maybe:
            own = spare.setdefault(line.player, {})
            own[line.category] = own.get(line.category, 0) + line.maybe
    return {
        player: {name: bounds(figures[player].get(name, 0), more) for name, more in own.items()}
        for player, own in spare.items()
    }


def bounds(least: int, more: int) -> Bounds:
    """A figure and what may come on top of it."""
    return least, None if more >= ENDLESS // 2 else least + more


def worth(sheet: Sheet, player: str, category: str) -> Points | Span:
    """A figure of the sheet, a category or "total", as it is known: exactly, or between what it lies."""
    whole = category == "total"
    known = sheet.ranges.get(player) if whole else sheet.spans.get(player, {}).get(category)
    return as_known(sheet.total(player) if whole else sheet.figures[player].get(category, 0), known, sheet.scale)


def unbounded(known: Bounds | None) -> bool:
    """Whether a figure may be anything from its least up."""
    return known is not None and known[1] is None


def as_known(figure: int, known: Bounds | None, scale: int) -> Points | Span:
    """A figure as it is known: exactly, or between what it lies."""
    return Points(figure, scale) if known is None else Span(*known, scale)


def leaders(totals: Mapping[str, int], lines: Iterable[ScoreLine]) -> list[str]:
    """Who has the most points; nobody while something unknown could change that."""
    spare = dict.fromkeys(totals, 0)
    for line in lines:
        if line.maybe and line.player in spare:
            spare[line.player] += line.maybe
    best = max(totals.values())
    first = [player for player, total in totals.items() if total + spare[player] >= best]
    return first if len(first) == 1 or not any(spare[player] for player in first) else []


def within(figure: int, least: int, most: int | None) -> bool:
    """Whether a figure may be the right one."""
    return least <= figure and (most is None or figure <= most)


class UnknownCategory(ValueError):
    """A score line belongs to none of the game's categories."""

    def __init__(self, game: "Game", found: list[str]) -> None:
        super().__init__(
            f"worth.score gives {', '.join(found)}, worth.categories are {', '.join(game.worth.categories)}"
        )
        self.game = game


def points(value: int, scale: int) -> str:
    """Points as the pad shows them: tenths with a decimal."""
    return decimal(Points(value, scale))


def draw_up(record: "Record") -> Sheet:
    """The sheet as the record stands; it is final when the rules or the table say so."""
    sheet = added_up(record)
    sheet.reasons.drawn()
    return sheet


def added_up(record: "Record") -> Sheet:
    """The same for a record that stays as it is: its lines are drawn when somebody looks at them."""
    if record.sheet is None:
        record.sheet = _added_up(record)
    return record.sheet


def _added_up(record: "Record") -> Sheet:
    game, table = record.game, record.table
    adjusted = record.adjusted.copy()
    reasons = Lines(lambda: [*game.worth.score(table), *adjusted])
    figures, lines = _figures(record), adjusted  # who is worth what for certain has no line that leaves something open
    if figures is None:
        lines = reasons.drawn()
        figures = summed(table.players, game.worth.categories, lines)
    strange = {name for own in figures.values() for name in own} - {*game.worth.categories, ADJUSTED}
    if strange:
        raise UnknownCategory(game, sorted(strange))
    staying = {player: sum(own.values()) for player, own in figures.items() if player not in record.left}
    missing = _missing(record, staying)
    over = record.ended or game.course.over(table) is True
    winners = won(record, staying) if over else []
    final = over and (bool(winners) or not missing)
    ranges = open_totals(record, lines)
    edition, ended_by = record.rules.edition, game.course.ending(table) if final else ""
    spans, scale = open_spans(figures, lines), game.worth.scale
    deck = record.rules.deck
    cards = deck.title if getattr(deck, "reconstructed", False) else ""
    return Sheet(game.name, edition, scale, final, reasons, figures, winners, ranges, ended_by, spans, missing, cards)


def _figures(record: "Record") -> dict[str, dict[str, int]] | None:
    """Everybody's points by category without a line, rulings included; None: this game says so by its lines alone."""
    told = record.game.worth.figures
    figures = told(record.table) if told is not None else None
    if figures is not None:
        for line in record.adjusted:
            if line.points:
                figures[line.player][ADJUSTED] = figures[line.player].get(ADJUSTED, 0) + line.points
    return figures


def deck_note(sheet: Sheet) -> Words | None:
    """A few words on the cards behind a sheet, where nobody vouches for what is printed on them."""
    return Words("cards: {title}", title=verbatim(sheet.cards)) if sheet.cards else None


def known(sheet: Sheet, player: str, category: str) -> int | None:
    """A figure of the sheet, a category or "total"; None where something that was not counted leaves it open."""
    own = sheet.spans.get(player, {})
    if category == "total":
        return None if own else sheet.total(player)
    return None if category in own else sheet.figures[player].get(category)


def won(record: "Record", staying: dict[str, int]) -> list[str]:
    """Who has won with these totals of those who stayed; nobody while something unknown could change it."""
    if not staying:
        return []
    return [player for player in record.game.worth.winners(record.table, staying) if player in staying]


def leading(record: "Record") -> list[str]:
    """Who has won if the game is over as it stands: whoever left wins nothing."""
    return won(record, {player: points for player, points in totals(record).items() if player not in record.left})


def _missing(record: "Record", staying: dict[str, int]) -> dict[str, list[Missing]]:
    """What nobody has said yet, by player; of those who left nothing is asked."""
    found: dict[str, list[Missing]] = {}
    if staying:
        for one in record.game.worth.missing(record.table, staying):
            if one.player in staying:
                found.setdefault(one.player, []).append(one)
    return found


class Scored:
    """What the game's own lines come to; kept until something moves on the table, whatever is ruled beside it."""

    __slots__ = ("points", "ranges")

    def __init__(self, points: dict[str, int]) -> None:
        self.points = points
        self.ranges: dict[str, Bounds] | None = None  # between what they lie, where that was asked


def _scored(record: "Record") -> Scored:
    if record.scored is None:
        record.scored = Scored(_points(record))
    return record.scored


def totals(record: "Record") -> dict[str, int]:
    """Everybody's total at this moment, without the sheet around it."""
    return {player: points + record.ruled.get(player, 0) for player, points in _scored(record).points.items()}


def open_totals(record: "Record", lines: Iterable[ScoreLine] | None = None) -> dict[str, Bounds]:
    """Between what the totals lie that are not known at this moment; `lines`: the game's, if somebody has them."""
    scored = _scored(record)
    if scored.ranges is None:
        lines = record.game.worth.score(record.table) if lines is None else lines
        scored.ranges = _ranges(record, scored.points, lines)
    return {player: _with(record.ruled.get(player, 0), known) for player, known in scored.ranges.items()}


def _ranges(record: "Record", points: Mapping[str, int], lines: Iterable[ScoreLine]) -> dict[str, Bounds]:
    spare: dict[str, int] = {}
    for line in lines:
        if line.maybe:
            spare[line.player] = spare.get(line.player, 0) + line.maybe
    found = {player: bounds(points[player], more) for player, more in spare.items()}
    return {**found, **record.game.worth.interval(record.table)}


def _with(ruled: int, known: Bounds) -> Bounds:
    low, high = known
    return low + ruled, None if high is None else high + ruled


def _points(record: "Record") -> dict[str, int]:
    told = record.game.worth.figures
    figures = told(record.table) if told is not None else None
    if figures is not None:
        return {player: sum(own.values()) for player, own in figures.items()}
    points = dict.fromkeys(record.table.players, 0)
    for line in record.game.worth.score(record.table):
        points[line.player] += line.points
    return points


def as_json(sheet: Sheet) -> dict[str, Any]:
    """The sheet as other programs read it; `ended_by`, and a player's `range`, only where there is one."""
    return {
        "game": sheet.game,
        "edition": sheet.edition,
        "scale": sheet.scale,
        "final": sheet.final,
        "players": [_player(sheet, name) for name in sheet.figures],
        "winners": sheet.winners,
        **({"ended_by": sheet.ended_by} if sheet.ended_by else {}),
        **({"cards": {"title": sheet.cards, "provenance": "reconstructed"}} if sheet.cards else {}),
    }


def _player(sheet: Sheet, name: str) -> dict[str, Any]:
    lines = [line for line in sheet.lines if line.player == name]
    return {
        "player": name,
        "total": sheet.total(name),
        **({"range": sheet.ranges[name]} if name in sheet.ranges else {}),
        **({"ranges": sheet.spans[name]} if name in sheet.spans else {}),
        **({"unknown": [one.field for one in sheet.missing[name]]} if name in sheet.missing else {}),
        "categories": sheet.figures[name],
        "lines": [
            {
                "category": line.category,
                "points": line.points,
                "reason": str(line.reason),
                "rule": line.rule,
                "cards": line.cards,
                "events": line.events,
                **({"up_to": bounds(line.points, line.maybe)[1]} if line.maybe else {}),
            }
            for line in lines
        ],
    }
