"""Players by dice reach everything in The Builders: every event, every condition, every way to end, every reading."""

from collections import Counter
from random import Random

import pytest
from builders import LoanRepaid, PrisonerFreed, SentToWork, TurnEnded
from test_builders_properties import Evening

from ledger.choices import allowed
from ledger.events import Event
from ledger.games.builders import GAME
from ledger.walk import fold, open_record

GAMES = 60


def read_otherwise(seed: int) -> Evening:
    """A game by readings that the dice choose too."""
    dice = Random(seed)
    readings = {name: dice.choice(option.values) for name, option in GAME.about.options.items()}
    return Evening(seed, dice.choice(GAME.about.seats), readings)


class Reached:
    """What happened in many games, and what was asked on the way."""

    def __init__(self) -> None:
        self.events: Counter[str] = Counter()
        self.held: set[tuple[str, str]] = set()  # conditions that held for something that happened
        self.failed: set[tuple[str, str]] = set()  # conditions that kept something from being offered
        self.marks: set[str] = set()

    def play(self, evening: Evening) -> None:
        events = evening.events()
        record = open_record(GAME, events)
        dice = Random(evening.seed)
        for event in events:
            happening = GAME.happens.get(type(event))
            if happening is not None:
                self.events[type(event).__name__] += 1
                self.happens(record.table, event)
                if dice.random() < 0.1:
                    self.ask(record.table)
            fold(record, [event])

    def happens(self, table, event: Event) -> None:
        name = type(event).__name__
        self.held |= {
            (name, one.holds.__name__) for one in GAME.happens[type(event)].conditions if one.holds(table, event)
        }
        if isinstance(event, SentToWork):
            self.marks.add(f"sent: {table.people[event.worker].kind}{' with a tool' if event.tool else ''}")
            self.marks.add("three to one site" if table.turn.sent.get(event.site, 0) == 2 else "")
            self.marks.add("a trained one" if table.people[event.worker].trained else "")
        elif isinstance(event, PrisonerFreed | LoanRepaid):
            self.marks.add(f"{type(event).__name__} {'in the final count' if table.over else 'in a turn'}")
        elif isinstance(event, TurnEnded) and table.turn.player.points >= 17 and not table.last:
            last = table.turn.player is table.seats[-1]
            self.marks.add("triggered by the last seat" if last else "triggered by another seat")

    def ask(self, table) -> None:
        for happening in GAME.course.happenings:
            for event in happening.offers(table):
                if not allowed(happening, table, event):
                    first = next(one for one in happening.conditions if not one.holds(table, event))
                    self.failed.add((happening.event.__name__, first.holds.__name__))


@pytest.fixture(scope="module")
def reached() -> Reached:
    found = Reached()
    for seed in range(GAMES):
        found.play(read_otherwise(seed))
        found.play(Evening(1000 + seed, GAME.about.seats[seed % 3], {}))
    return found


def test_everything_that_can_happen_happens_but_counting_without_names(reached):
    assert set(reached.events) == {one.event.__name__ for one in GAME.course.happenings} - {"CountsDeclared"}


def test_every_condition_is_asked_and_holds(reached):
    every = {
        (happening.event.__name__, condition.holds.__name__)
        for happening in GAME.course.happenings
        for condition in happening.conditions
        if happening.event.__name__ != "CountsDeclared"  # what only people say
    }
    assert every - reached.held == set()


def test_conditions_keep_from_the_list_what_is_not_allowed(reached):
    failed = {condition for _, condition in reached.failed}

    assert failed >= {
        "rows_are_filled", "a_place_is_free", "in_turn", "an_action_is_left", "packet_is_left", "actions_suffice",
        "wage_is_in_the_purse", "price_is_in_the_purse", "one_investment", "trained_once", "pupil_is_free",
        "prisoner_holds_no_tool", "bought_in_time", "loan_is_paid_back", "freeing_is_paid_for",
    }  # fmt: skip


def test_people_of_every_kind_work_with_and_without_tools_and_what_may_be_settled_is(reached):
    kinds = ("worker", "prisoner", "citizen", "machine")

    assert reached.marks >= {*(f"sent: {kind}" for kind in kinds), *(f"sent: {kind} with a tool" for kind in kinds)}
    assert reached.marks >= {
        f"{event} {when}" for event in ("PrisonerFreed", "LoanRepaid") for when in ("in a turn", "in the final count")
    }
    assert reached.marks >= {"three to one site", "a trained one"}


def test_every_seat_triggers_the_end(reached):
    assert reached.marks >= {"triggered by the last seat", "triggered by another seat"}


def test_by_every_reading_some_game_does_what_only_that_reading_allows():
    some = {name: _only(name) for name in ("tool_on_prisoner", "investments", "repaid_loan")}

    assert all(some.values()), some


def _only(option: str) -> bool:
    """Under the other value of an option the dice play a game that its default does not allow."""
    default, other = GAME.about.options[option].values
    for seed in range(40):
        events = Evening(seed, 3, {option: other}).events()
        record = open_record(GAME, events, options={option: default})
        for event in events:
            happening = GAME.happens.get(type(event))
            if happening is not None and not allowed(happening, record.table, event):
                return True
            fold(record, [event])
    return False
