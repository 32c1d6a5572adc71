"""Where a wrong claim comes from: the single slips that give exactly the claimed figures, the simplest first.

A slip is an addition gone wrong, a line of the sheet forgotten or counted twice, a rule misread, a card overlooked, or
another reading of the rules. Nothing is tried that needs two of them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import MsgspecError, convert
from msgspec.structs import asdict, replace

from ledger.choices import forms_of
from ledger.events import Event, ScoreClaimed
from ledger.forms import Field
from ledger.game import Game
from ledger.log import Unreadable
from ledger.readings import Way, editions, others
from ledger.score import ScoreLine, Sheet, draw_up
from ledger.walk import Record, fold, in_force, open_record, step
from ledger.words import Points, Words

TOTAL = "total"
LESS, TWICE = "less", "twice"


class Fit(NamedTuple):
    """A slip that gives exactly what was claimed."""

    kind: str  # addition, column, line, rule, card, reading, category
    words: Words
    figures: dict[str, int]  # by category, and the total
    way: Way | None = None  # of another reading
    about: str = ""  # which card, less or twice: the same may be found on the sheet and among the cards


class Explained(NamedTuple):
    """A claim beside the sheet, and what may have happened."""

    player: str
    claimed: dict[str, int]  # as far as something was claimed
    derived: dict[str, int]
    fits: list[Fit]
    scale: int

    @property
    def right(self) -> bool:
        """Is the claim what the table is worth?"""
        return all(self.derived.get(name) == figure for name, figure in self.claimed.items())


def claim_of(events: Sequence[Event], player: str) -> ScoreClaimed | None:
    """What a player claims, as it is in force."""
    found = (event for event in in_force(events).events if isinstance(event, ScoreClaimed) and event.player == player)
    return next(found, None)


def figures_of(claim: ScoreClaimed, game: Game) -> dict[str, int]:
    """The figures that a claim names."""
    said = {name: getattr(claim, name, None) for name in (*game.worth.categories, TOTAL)}
    return {name: figure for name, figure in said.items() if figure is not None}


def explained(
    game: Game, events: Sequence[Event], player: str, claimed: Mapping[str, int] | None = None, **laid_over: Any
) -> Explained:
    """Hold what a player claimed (or is said to have claimed) against the sheet of that moment."""
    standing = in_force(events).events
    claim = claim_of(events, player)
    if claimed is None:
        if claim is None:
            template = "{player} has claimed nothing in this log; say what was claimed: --claim total=30"
            raise Unreadable("score", None, Words(template, player=player))
        claimed = figures_of(claim, game)
        standing = standing[: next(at for at, event in enumerate(standing) if event.n == claim.n)]
    record = fold(open_record(game, standing, **laid_over), standing)
    sheet = draw_up(record)
    found = Explained(player, {**claimed}, _figures(sheet, player), [], game.worth.scale)
    if not found.right:
        found.fits.extend(fitting(Count(record, sheet, standing, player, laid_over).slips(), claimed))
    return found


def _figures(sheet: Sheet, player: str) -> dict[str, int]:
    return {**sheet.figures[player], TOTAL: sheet.total(player)}


def fitting(slips: Iterable[Fit], claimed: Mapping[str, int]) -> Iterator[Fit]:
    """Every slip that fits; of two that say the same of the same card the first."""
    told: set[str] = set()
    for fit in slips:
        about = fit.about or str(fit.words)
        if about not in told and all(fit.figures.get(name) == figure for name, figure in claimed.items()):
            told.add(about)
            yield fit


class Count:
    """A player's count, and every way in which one thing about it can go wrong."""

    def __init__(
        self, record: Record, sheet: Sheet, events: Sequence[Event], player: str, laid_over: Mapping[str, Any]
    ) -> None:
        self.record = record
        self.sheet = sheet
        self.events = events
        self.player = player
        self.laid_over = laid_over
        self.derived = _figures(sheet, player)
        self.lines = [line for line in sheet.lines if line.player == player]

    def slips(self) -> Iterator[Fit]:
        """Every single slip, the simplest first."""
        yield from self._additions()
        yield from self._columns()
        yield from self._lines()
        yield from self._misread()
        yield from self._cards()
        yield from self._readings()
        yield from self._categories()

    def _off(self, changes: Mapping[str, int]) -> dict[str, int]:
        """The figures with some of them otherwise, and the total that follows."""
        figures = dict(self.derived)
        for category, points in changes.items():
            figures[category] = figures.get(category, 0) + points
        figures[TOTAL] += sum(changes.values())
        return figures

    # --- adding up ----------------------------------------------------------------------------------------------------

    def _additions(self) -> Iterator[Fit]:
        """The figures are right, and their sum is not."""
        total, scale = self.derived[TOTAL], self.sheet.scale
        template = "the total is wrong by {points}, the figures are right"
        for wrong, words in _miswritten(total, scale, template):
            yield Fit("addition", words, {**self.derived, TOTAL: wrong})
        for category, points in self.derived.items():
            if category != TOTAL and points:
                left_out = Words("{category} is left out of the total", category=category)
                yield Fit("addition", left_out, {**self.derived, TOTAL: total - points})
                twice = Words("{category} is added into the total twice", category=category)
                yield Fit("addition", twice, {**self.derived, TOTAL: total + points})

    def _categories(self) -> Iterator[Fit]:
        """A figure is added up wrongly, and the total follows it or is right."""
        for category, points in self.derived.items():
            if category == TOTAL:
                continue
            template = "{category} is added up wrong by {points}"
            for wrong, words in _miswritten(points, self.sheet.scale, template, category=category):
                yield Fit("category", words, self._off({category: wrong - points}))
                yield Fit("category", words, {**self.derived, category: wrong})

    # --- the sheet ----------------------------------------------------------------------------------------------------

    def _columns(self) -> Iterator[Fit]:
        for other in self.sheet.players:
            if other != self.player:
                words = Words("these are the figures of {player}", player=other)
                yield Fit("column", words, _figures(self.sheet, other))

    def _lines(self) -> Iterator[Fit]:
        for line in self.lines:
            card = line.cards[0] if line.cards and "card" in line.reason.values else ""
            if line.points:
                less, twice = (f"{word} {card}" if card else "" for word in (LESS, TWICE))
                words = Words("forgotten: {what}", what=_said(line))
                yield Fit("line", words, self._off({line.category: -line.points}), about=less)
                words = Words("counted twice: {what}", what=_said(line))
                yield Fit("line", words, self._off({line.category: line.points}), about=twice)
            if line.points < 0:
                words = Words("added instead of taken off: {what}", what=_said(line))
                yield Fit("line", words, self._off({line.category: -2 * line.points}))

    def _misread(self) -> Iterator[Fit]:
        for words, changes, card in self.record.game.worth.slips(self.record.table, self.player):
            if any(changes.values()):
                kind, about = ("card", f"{TWICE} {card}") if card else ("rule", "")
                yield Fit(kind, words, self._off(changes), about=about)

    # --- what lies there ----------------------------------------------------------------------------------------------

    def _cards(self) -> Iterator[Fit]:
        """Counted anew with one thing less, or twice, or one more or less of a kind."""
        held = declared(self.record, self.player, self.events)
        if held is None or self._counted(held) != self.derived:
            return
        labels = _labels(self.record, self.player)
        for name, value in asdict(held).items():
            for words, other, about in _miscounted(self.record, labels.get(name), value):
                yield Fit("card", words, self._counted(replace(held, **{name: other})), about=about)

    def _counted(self, held: Event) -> dict[str, int]:
        """The figures of a player who has this."""
        record = self.record.copy()
        step(record, held)
        return _figures(draw_up(record), self.player)

    # --- how the rules are read ---------------------------------------------------------------------------------------

    def _readings(self) -> Iterator[Fit]:
        game, rules = self.record.game, self.record.rules
        for way in [
            *others(game, rules.options, {}),
            *editions(game.about.editions),
            *editions(game.about.editions, letter=True),
        ]:
            record = open_record(game, self.events, **{**self.laid_over, **way.laid})
            if record.rules.options != rules.options:
                figures = _figures(draw_up(fold(record, self.events)), self.player)
                yield Fit("reading", Words("another reading of the rules: {way}", way=way.name), figures, way)


def _miswritten(figure: int, scale: int, template: str, **values: Any) -> Iterator[tuple[int, Words]]:
    """A figure wrong by one or ten, or with two digits swapped."""
    for off in dict.fromkeys((1, scale, 10 * scale)):
        for wrong in (figure - off, figure + off):
            yield wrong, Words(template, points=Points(off, scale), **values)
    digits = str(abs(figure))
    for at in range(len(digits) - 1):
        swapped = int(digits[:at] + digits[at + 1] + digits[at] + digits[at + 2 :]) * (1 if figure >= 0 else -1)
        if swapped != figure:
            found, expected = Points(swapped, scale), Points(figure, scale)
            yield swapped, Words("two digits are swapped: {found} for {expected}", found=found, expected=expected)


def _said(line: ScoreLine) -> Words:
    return Words("{reason} ({category})", reason=line.reason, category=line.category)


def _miscounted(record: Record, field: Field | None, value: Any) -> Iterator[tuple[Words, Any, str]]:
    """One thing of a holding less or twice, or a number wrong by one."""
    named = record.rules.deck.named
    if isinstance(value, tuple | list):
        for one in dict.fromkeys(value):
            at = value.index(one)
            yield Words("forgotten: {what}", what=named(one)), (*value[:at], *value[at + 1 :]), f"{LESS} {one}"
            yield Words("counted twice: {what}", what=named(one)), (*value, one), f"{TWICE} {one}"
    elif isinstance(value, dict):
        for key, one in value.items():
            words = Words("not counted: {card} with {host}", card=named(key), host=named(one))
            yield words, {other: value[other] for other in value if other != key}, ""
    elif isinstance(value, int) and field is not None:
        for other in (value - 1, value + 1):
            template = "{what}: {found} counted, {expected} there"
            yield Words(template, what=field.label, found=other, expected=value), other, ""


def declared(record: Record, player: str, events: Sequence[Event]) -> Event | None:
    """What a player would say to have: what was said, else what the record has."""
    kind = record.game.worth.holdings
    if kind is None:
        return None
    said = [event for event in events if isinstance(event, kind) and getattr(event, "player", None) == player]
    if said:
        return said[-1]
    values = {name: field.value for name, field in _labels(record, player).items() if field.value is not None}
    try:
        return convert({**values, "player": player}, kind)
    except MsgspecError:
        return None


def _labels(record: Record, player: str) -> dict[str, Field]:
    """The questions of the form in which a player declares holdings, by field."""
    kind = record.game.worth.holdings
    if kind is None:
        return {}
    rows = [
        row
        for form in forms_of(record.game.happens[kind], record.table)
        for row in form.rows
        if row.given.get("player") == player
    ]
    return {field.name: field for row in rows for field in row.fields}


def explained_json(found: Explained, log: str) -> dict[str, Any]:
    """An explanation, as `explain --json` prints it."""
    return {
        "log": log,
        "player": found.player,
        "claimed": found.claimed,
        "derived": found.derived,
        "right": found.right,
        "fits": [
            {
                "kind": fit.kind,
                "message": str(fit.words),
                "figures": fit.figures,
                "option": None if fit.way is None or fit.way.option is None else dict([fit.way.option]),
                "edition": None if fit.way is None else fit.way.laid.get("under"),
            }
            for fit in found.fits
        ],
    }
