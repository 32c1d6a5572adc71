"""Somebody leaves in the middle of a recorded game: the others play on, and nobody waits for the one who left."""

from functools import partial
from random import Random

import pytest
from msgspec.structs import replace

from ledger.any_table import draw
from ledger.audit import judge
from ledger.choices import choices
from ledger.events import Event, PlayerLeft
from ledger.games import GAMES
from ledger.simulate import any_step, start
from ledger.walk import fold, in_force, open_record

NAMES = ("Ana", "Bo", "Cem", "Dia")


def played_without(name: str, moment: int, who: int, seed: int = 7) -> tuple[list[Event], list[Event]]:
    """A game by dice in which somebody leaves after so many events: before that, and after."""
    game, dice = GAMES[name], Random(f"{name} {seed}")
    names = NAMES if name != "glory_to_rome" else NAMES[:3]
    dealt = game.dice.deal(game.cards.deck(game.catalogue().data, game.about.editions[0]), names, dice)
    events: list[Event] = [start(game, names, edition=game.about.editions[0], **dealt)]
    record = open_record(game, events)
    styles = {one: next(iter(game.dice.styles.values())) for one in names} if game.dice.styles else {}
    step_of = game.dice.step or partial(any_step, game)
    gone = None
    while step := step_of(record.table, dice, styles):
        if gone is None and len(events) > moment:
            gone, step = len(events), [PlayerLeft(player=names[who])]
        for event in step:
            events.append(replace(event, n=len(events)))
            fold(record, events[-1:])
    assert gone is not None
    assert game.course.over(record.table)
    return events[: gone + 1], events[gone + 1 :]


@pytest.mark.parametrize("moment", (14, 27, 40))
@pytest.mark.parametrize("who", (0, 1, 2))
@pytest.mark.parametrize("name", ("lutece", "builders", "glory_to_rome"))
def test_the_others_play_on_by_the_rules(name, who, moment):
    before, after = played_without(name, moment, who)
    force = in_force([*before, *after])
    found = judge(open_record(GAMES[name], force.events), force)
    assert [one for one in found if one.severity == "violation"] == []
    table = open_record(GAMES[name], force.events)
    fold(table, before)
    seat = draw(table).players[who]
    assert (seat.turn, str(seat.note)) == (False, "left the table")


@pytest.mark.parametrize("moment", (14, 27, 40))
@pytest.mark.parametrize("who", (0, 1, 2))
@pytest.mark.parametrize("name", ("lutece", "builders", "glory_to_rome"))
def test_nobody_is_asked_what_somebody_who_left_does(name, who, moment):
    before, after = played_without(name, moment, who)
    game, gone = GAMES[name], NAMES[who]
    record = open_record(game, [*before, *after])
    fold(record, before)
    for event in after:
        assert gone not in [
            choice.event.player for choice in choices(game, record.table) if hasattr(choice.event, "player")
        ]
        assert gone not in str(game.scribe.ask(record.table)).partition(" (")[0]
        fold(record, [event])
