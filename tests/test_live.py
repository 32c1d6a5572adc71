"""The live: what grows entry by entry is what the whole log says."""

from pathlib import Path
from threading import Thread

import pytest

from ledger.audit import judge, ordered
from ledger.games import GAMES
from ledger.live import LiveGame
from ledger.log import decode, scan
from ledger.score import draw_up
from ledger.story import story
from ledger.walk import in_force, open_record

LOGS = sorted(path for path in Path("sample_logs").rglob("*.jsonl"))


def sound(path):
    found = scan(path.read_bytes())
    return decode(found, GAMES) if found.integrity != "damaged" else None


READABLE = [path for path in LOGS if path.parent.parent.name != "bad" or "unjudgeable" not in path.stem]


@pytest.mark.parametrize("path", READABLE, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_taken_one_by_one_it_is_the_same_as_read_at_once(path):
    try:
        game, events = sound(path) or (None, [])
        open_record(game, events)
    except Exception:
        pytest.skip("nothing to fold")
    live = LiveGame(game, events[:1])
    grown = live.events
    for event in events[1:]:
        grown.append(event)
        live.take(event)
    whole = LiveGame(game, events)
    force = in_force(events)
    record = open_record(game, force.events)

    assert live.story() == whole.story() == story(game, events)
    assert ordered(live.case) == ordered(whole.case) == judge(record, force)
    assert draw_up(live.record) == draw_up(record)


def test_an_entry_is_believed_while_it_is_being_asked_what_follows_from_an_earlier_mistake():
    game, events = sound(Path("sample_logs/bad/lutece/two-mistakes.jsonl"))
    live = LiveGame(game, events[:14])
    asking = Thread(target=live.explain)
    with live.case._explaining:  # somebody is at it
        asking.start()
        for event in events[14:150]:
            live.events.append(event)
            live.believe([event])
    asking.join()
    live.events += events[150:]
    live.believe(events[150:])

    assert ordered(live.case) == ordered(LiveGame(game, events).case)
