"""The usual steps of Glory to Rome find and leave exactly what the long way does, to the last thing on the table."""

from collections import Counter
from inspect import isdatadescriptor
from random import Random

import pytest
from conftest import numbered
from msgspec.structs import replace
from rome import Scene, add, lead, seat, think

from ledger.audit import finding_json, judge
from ledger.games import GAMES
from ledger.games.glory_to_rome import GAME
from ledger.games.glory_to_rome.levels import seen_from
from ledger.log import decode, scan
from ledger.score import as_json, draw_up
from ledger.simulate import simulate
from ledger.walk import fold, in_force, open_record

LONG = replace(GAME, usual={})
SCRATCH = {"deck", "cards", "options", "fit", "told"}  # the same for all, or written anew by whoever reads it


def standing(thing, depth=0):
    """Everything that a table, and whatever lies on it, has; a player inside something else by name."""
    slots = [name for name, one in vars(type(thing)).items() if isdatadescriptor(one)]  # compiled ones too
    if isinstance(thing, tuple | list):
        return [standing(one, depth + 1) for one in thing]
    if isinstance(thing, dict):
        return {key: standing(one, depth + 1) for key, one in thing.items()}
    if not slots or not type(thing).__module__.startswith(GAME.table.__module__.rpartition(".")[0]):
        return str(thing)
    if "name" in slots and depth > 2:
        return thing.name
    return {slot: standing(getattr(thing, slot), depth + 1) for slot in slots if slot not in SCRATCH}


def both_ways(events, cut=0):
    """What is found, the sheet and the table, judged and folded: by the usual steps, and the long way."""
    events = in_force(numbered(events)).events
    for game in (GAME, LONG):
        record, folded = open_record(game, events), open_record(game, events)
        findings = judge(record, in_force(events))
        fold(folded, events[:cut])
        half = standing(folded.table)
        fold(folded, events[cut:])
        yield (
            [finding_json(finding) for finding in findings],
            [as_json(draw_up(one)) for one in (record, folded)],
            [standing(record.table), half, standing(folded.table)],
        )


def whole(seed, edition="", **options):
    """A simulated game as events, its seal left out."""
    return decode(scan(simulate(GAME, seed, edition=edition, options=options)), GAMES)[1][:-1]


def spoilt(events, dice):
    """Something is lost, told twice, moved, or said of somebody or something else."""
    at = dice.randrange(1, len(events))
    event = events.pop(at)
    way = dice.randrange(4)
    if way == 1:
        events[at:at] = [event, event]
    elif way == 2:
        events.insert(max(1, at + dice.randrange(-3, 4)), event)
    elif way == 3:
        events.insert(at, _another(events, event, dice))
    return events


def _another(events, event, dice):
    others = [one for one in events if type(one) is type(event)] or [event]
    field = dice.choice([one for one in event.__struct_fields__ if one not in ("n", "ts", "by", "id")] or ["n"])
    return replace(event, **{field: getattr(dice.choice(others), field)})


@pytest.mark.parametrize("edition", GAME.editions)
@pytest.mark.parametrize("seed", range(25))
def test_a_spoilt_game_is_judged_alike_both_ways(seed, edition):
    dice = Random(f"{seed} {edition}")
    events = whole(seed, edition, passes=dice.choice(("implied", "recorded")))
    if seed % 3:
        events = seen_from(GAME, events, events[0].players[0] if seed % 3 == 1 else "")
    for _ in range(dice.choice((1, 1, 3))):
        events = spoilt(events, dice)
    swift, long = both_ways(events, dice.randrange(len(events)))

    assert swift == long


@pytest.mark.parametrize("edition", GAME.editions)
def test_a_legal_game_mostly_goes_its_usual_way(edition):
    passes = ("implied", "recorded")
    games, taken = [whole(seed, edition, passes=passes[seed % 2]) for seed in range(12)], Counter()

    def counting(kind, step):
        return lambda table, event: step(table, event) and taken.update([kind]) is None

    counted = replace(GAME, usual={kind: counting(kind, step) for kind, step in GAME.usual.items()})
    for events in games:
        findings = judge(open_record(counted, events), in_force(events))
        assert [one for one in findings if one.severity == "violation"] == []
    of_all = Counter(type(event) for events in games for event in events)
    shares = {kind: taken[kind] / of_all[kind] for kind in GAME.usual if of_all[kind]}

    assert len(shares) == len(GAME.usual)
    assert min(shares.values()) > 0.5
    assert taken.total() > 0.85 * of_all.total()


def test_a_material_for_a_complete_structure_is_told_although_all_else_is_as_usual():
    def crafting(**given):
        return Scene(2, Y=seat(hand="dock tower", **given)).do(lead("Y", "craftsman", "dock"), think("L"))

    crafting(wall="").legal(add("Y", "wall", "tower", "hand"))
    crafting(built="wall").illegal("GTR-R8", add("Y", "wall", "tower", "hand"))
