"""Pig, a dice game: roll as often as you dare; a 1 loses what the turn brought; first to 100 wins."""

from ledger.events import Event
from ledger.game import Condition, Course, Game, Happening, Players, Worth, says, sentence
from ledger.score import ScoreLine
from ledger.words import Words


class Rolled(Event, frozen=True, kw_only=True, tag="rolled"):
    """Somebody rolled the die."""

    player: str
    pips: int


class Kept(Event, frozen=True, kw_only=True, tag="kept"):
    """Somebody kept what the turn brought, and passed the die on."""

    player: str


class Passed(Event, frozen=True, kw_only=True, tag="passed"):
    """Somebody had rolled a 1, and passed the die on."""

    player: str


class Table:
    """Everybody's points with the events that brought them, whose turn it is, and what the turn brought."""

    def __init__(self, started, deck, options):
        self.players = Players({name: {"points": 0, "events": []} for name in started.players})
        self.order, self.brought, self.lost = list(started.players), 0, False

    def over(self):
        return any(own["points"] >= 100 for own in self.players.values())


def roll(table, event):
    table.brought, table.lost = table.brought + event.pips, event.pips == 1


def keep(table, event):
    own = table.players[event.player]
    own["points"] += 0 if table.lost else table.brought
    own["events"].append(event.n)
    table.order, table.brought, table.lost = [*table.order[1:], table.order[0]], 0, False


def score(table):
    for name, own in table.players.items():
        yield ScoreLine(name, "points", own["points"], Words("kept"), "PIG-2", behind=tuple(own["events"]))


TURN = Condition("PIG-1", lambda table, event: event.player == table.order[0], says("it is not the turn of {player}"))
DIE = Condition("PIG-1", lambda table, event: 1 <= event.pips <= 6, says("a die has no {pips}"))
LUCKY = Condition("PIG-2", lambda table, event: not table.lost, says("{player} has rolled a 1"))
UNLUCKY = Condition("PIG-3", lambda table, event: table.lost, says("{player} has not rolled a 1"))


def happening(event, effect, words, *conditions, **fields):
    choices = [{name: value} for name, values in fields.items() for value in values] or [{}]
    return Happening(
        event=event, effect=effect, words=sentence(words), conditions=(TURN, *conditions),
        offers=lambda table: [event(player=table.order[0], **one) for one in choices],
    )  # fmt: skip


ROLLED = happening(Rolled, roll, "{player} rolls {pips}", LUCKY, DIE, pips=range(6, 0, -1))
KEPT = happening(Kept, keep, "{player} keeps the points", LUCKY)
PASSED = happening(Passed, keep, "{player} passes the die on", UNLUCKY)

COURSE = Course(table=Table, happenings=(ROLLED, KEPT, PASSED), over=Table.over)
GAME = Game(name="pig", title="Pig", course=COURSE, worth=Worth(score=score))
