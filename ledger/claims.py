"""What every table may say beside the game itself: who claims what, who won, what was ruled; judged and believed."""

from collections.abc import Callable, Iterable, Sequence, Set
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from ledger.events import Event, GameEnded, GameStarted, PlayerLeft, ScoreAdjusted, ScoreClaimed, ScoreConfirmed
from ledger.game import Complaint, not_said
from ledger.score import ADJUSTED, ScoreLine, Sheet, added_up, leading, within, worth
from ledger.words import Points, Span, Words

if TYPE_CHECKING:
    from ledger.walk import Record


class Breach(NamedTuple):
    """A rule that an event does not keep, and what is said about it."""

    rule: str
    complaint: Complaint


NOTHING: list[Breach] = []

ONCE = Complaint("a game starts once, on the first line")
UNTOLD = Complaint("whether the game is over here cannot be told from the record", severity="undecidable")
UNDECIDED = Complaint("who won cannot be told from the record", severity="undecidable")
IDLE = Complaint("play goes on after the end of the game was written down")


def beside(record: "Record", event: Event) -> list[Breach]:
    """What there is to say about an event that is no move of the game; then it is believed."""
    spoken = _shared(type(event))
    return spoken(record, event) if spoken is not None else NOTHING


@cache
def _shared(kind: type) -> "Callable[[Record, Any], list[Breach]] | None":
    return next((spoken for shared, spoken in SHARED.items() if issubclass(kind, shared)), None)


def after_the_end(record: "Record") -> list[Breach]:
    """Once the table has said who won, only notes, adjustments, confirmations, amendments and the seal may follow."""
    if record.idle:
        return NOTHING
    record.idle = True
    return [Breach("entry", IDLE)]


def started(record: "Record", event: GameStarted) -> list[Breach]:
    """A game starts on the first line of its log and nowhere else."""
    return [Breach("entry", ONCE)] if event.n > 0 else NOTHING


def _stranger(record: "Record", player: str) -> list[Breach]:
    players = record.table.players
    return [] if player in players else [Breach("entry", Complaint(type(players).stranger, found=player))]


def claimed(record: "Record", event: Any) -> list[Breach]:
    """A claim is judged where it stands: known player, after the end of play, once, and every figure as it is."""
    if found := _stranger(record, event.player):
        return found
    if record.ended:
        return after_the_end(record)
    if event.player in record.claimed:
        return [Breach("score", Complaint("{player} has claimed a score already", player=event.player))]
    early, found = _too_early(record, "score")
    if early:
        return found
    record.claimed.add(event.player)
    return [*found, *_compared(record, event)]


def _too_early(record: "Record", rule: str) -> tuple[bool, list[Breach]]:
    """A claim before the game is over is said once, and its figures are not compared with a sheet still moving."""
    game, table = record.game, record.table
    over = game.course.over(table)
    if record.ended or over is True or game.course.over is not_said:
        return False, []
    unknown = over is None
    if record.early:
        return not unknown, []
    record.early = True
    return not unknown, [Breach(rule, UNTOLD if unknown else _early(game.course.lacking(table)))]


def _early(lacking: Words | None) -> Complaint:
    told = Complaint("claimed before the game is over")
    if lacking:
        told = Complaint("claimed before the game is over: {why}", why=lacking)
    told.skips = "round"
    return told


def _compared(record: "Record", event: Any) -> list[Breach]:
    """The claim beside the sheet: one finding however many figures are wrong."""
    sheet = added_up(record)
    due = {**sheet.figures[event.player], "total": sheet.total(event.player)}
    wrong = [name for name, figure in due.items() if name != ADJUSTED and getattr(event, name) not in (None, figure)]
    if not wrong and event.player not in sheet.spans:
        return NOTHING
    said = {name: getattr(event, name) for name in due if name != ADJUSTED}
    unknown = _not_counted(sheet, event.player, said)
    wrong = [name for name in wrong if name not in unknown]
    if not wrong:
        return [Breach("score", _cannot_be_judged(event.player, unknown))] if unknown else NOTHING
    notes, left = _left_unclaimed(record, event.player, wrong, said, due)
    if left and said["total"] in (None, due["total"] - left, due["total"]):
        wrong = [name for name in wrong if name != "total"]
    return [*notes, Breach("score", _wrong_claim(sheet, event.player, wrong, said))] if wrong else notes


def _not_counted(sheet: Sheet, player: str, said: dict[str, int]) -> list[str]:
    """What is claimed and may be right, because not everything that it rests on was counted."""
    if player not in sheet.spans:
        return []
    bounds = {**sheet.spans[player], "total": sheet.ranges[player]}
    return [
        name for name, (least, most) in bounds.items() if said[name] is not None and within(said[name], least, most)
    ]


def _cannot_be_judged(player: str, unknown: list[str]) -> Complaint:
    words = "what {player} claims cannot be judged, because not everything was counted: {found}"
    found = [Words("{term:nom}", term=name.replace("_", " ")) for name in unknown]
    return Complaint(words, severity="undecidable", player=player, found=found)


def _left_unclaimed(
    record: "Record", player: str, wrong: list[str], said: dict[str, int], due: dict[str, int]
) -> tuple[list[Breach], int]:
    """Points that a player may leave unclaimed are a note; the figure is then not wrong."""
    notes, left = [], 0
    for name in [name for name in wrong if name != "total"]:
        forgone = record.game.worth.forgone(record.table, player, name, due[name] - said[name])
        if forgone is not None:
            notes.append(Breach(*forgone))
            left += due[name] - said[name]
            wrong.remove(name)
    return notes, left


def _wrong_claim(sheet: Sheet, player: str, wrong: list[str], said: dict[str, int]) -> Complaint:
    return Complaint(
        "{player} claims {found}; the table is worth {expected}",
        player=player,
        found=[_figure(name, Points(said[name], sheet.scale)) for name in wrong],
        expected=[_figure(name, worth(sheet, player, name)) for name in wrong],
    )


def _figure(category: str, points: Points | Span) -> Words:
    return Words("{category} {points}", category=category.replace("_", " "), points=points)


def adjusted(record: "Record", event: ScoreAdjusted) -> list[Breach]:
    """A ruling of the house stands on the sheet as a line of its own."""
    if found := _stranger(record, event.player):
        return found
    reason = Words("{reason}", reason=event.reason) if event.reason else Words("adjusted by the table")
    record.adjusted.append(ScoreLine(event.player, ADJUSTED, event.points, reason, ADJUSTED, behind=(event.n,)))
    record.ruled[event.player] = record.ruled.get(event.player, 0) + event.points
    record.sheet = None
    return NOTHING


def confirmed(record: "Record", event: ScoreConfirmed) -> list[Breach]:
    """Somebody who sits here agrees."""
    return _stranger(record, event.player)


def left(record: "Record", event: PlayerLeft) -> list[Breach]:
    """Somebody leaves the table once, and before its end is written down."""
    if found := _stranger(record, event.player):
        return found
    gone = record.left
    if event.player in gone:
        return [Breach("entry", Complaint("{player} has left the table already", player=event.player))]
    gone[event.player] = event.n
    record.game.course.leaves(record.table, event.player, event.n)
    record.sheet = record.scored = None
    return after_the_end(record) if record.ended else NOTHING


def ended(record: "Record", event: GameEnded) -> list[Breach]:
    """The table says who won: exactly the winners, in any order. From here the sheet is final."""
    if record.ended:
        return after_the_end(record)
    early, found = _too_early(record, "winners")
    if not early:
        found += _won(record, event)
    record.ended = True
    if record.sheet is not None and not record.sheet.final:
        record.sheet = None
    return found


def _won(record: "Record", event: GameEnded) -> list[Breach]:
    due = added_up(record).winners
    if record.game.course.over is not_said:  # it is over because the table says so here
        due = leading(record)
    if not due:
        return [Breach("winners", UNDECIDED)]
    if sorted(event.winners) == sorted(due):
        return []
    if not event.winners:
        words = "the table names nobody; {expected} won"
        return [Breach("winners", Complaint(words, found=[], expected=due))]
    words = "the table names {found} as the {found:winner|winners}; {expected} won"
    return [Breach("winners", Complaint(words, found=list(event.winners), expected=due))]


def could_be_claimed(record: "Record", events: Sequence[Event], place: int, unknown: Set[str]) -> bool:
    """Whether a claim may be right if it is not known what all of these players did at some time."""
    event: Any = events[place]
    if isinstance(event, ScoreClaimed):
        return event.player in unknown and _adds_up(record, event)
    return not isinstance(event, GameEnded) or _claimed_most(record, events[:place], event.winners)


def _adds_up(record: "Record", event: Any) -> bool:
    figures = [getattr(event, name) for name in record.game.worth.categories]
    if None in figures or event.total is None:
        return True
    return event.total - sum(figures) in (0, record.ruled.get(event.player, 0))


def _claimed_most(record: "Record", events: Iterable[Event], winners: Iterable[str]) -> bool:
    """Whether winners can have won by what everybody claimed; where that is not all it takes, they can."""
    claims, _ = written_down(events)
    totals = {player: claim.total for player, claim in claims.items() if claim.total is not None}
    if record.game.course.over(record.table) is not True or totals.keys() != record.table.players.keys():
        return True
    most = {player for player in totals if totals[player] == max(totals.values())}
    return {*winners} <= most or not {*record.game.worth.winners(record.table, totals)} <= most


def written_down(events: Iterable[Event]) -> "tuple[dict[str, Any], tuple[str, ...] | None]":
    """What the table wrote on its pad: everybody's first claim, and who won; None: nobody said."""
    claims: dict[str, Any] = {}
    winners: tuple[str, ...] | None = None
    for event in events:
        if isinstance(event, ScoreClaimed):
            claims.setdefault(event.player, event)
        elif isinstance(event, GameEnded) and winners is None:
            winners = event.winners
    return claims, winners


SHARED: "dict[type, Callable[[Record, Any], list[Breach]]]" = {
    GameStarted: started,
    ScoreClaimed: claimed,
    ScoreAdjusted: adjusted,
    ScoreConfirmed: confirmed,
    PlayerLeft: left,
    GameEnded: ended,
}
