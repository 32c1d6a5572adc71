"""The story of a game: every entry in words, with what was put right."""

from pathlib import Path

import pytest
from conftest import numbered

from ledger.events import EntryCorrected, EntryInserted, EntryWithdrawn, Event, NoteAdded
from ledger.games import GAMES
from ledger.log import load
from ledger.replay import in_force, replay
from ledger.score import draw_up
from ledger.simulate import start
from ledger.story import Moment, story

SAMPLES = Path("sample_logs")
AMENDED = SAMPLES / "lutece" / "withdrawn-corrected-and-inserted.jsonl"


def told(path: Path) -> list[Moment]:
    return list(story(*load(path, GAMES)))


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*/*.jsonl")), ids=lambda path: path.stem)
def test_the_story_ends_with_the_sheet_and_has_every_event_in_force(path: Path) -> None:
    game, events = load(path, GAMES)
    moments = told(path)
    sheet = draw_up(replay(game, events))
    assert moments[-1].totals == {player: sheet.total(player) for player in sheet.players}
    assert [moment.event for moment in moments if moment.stands] == in_force(events).events
    assert all(str(moment.words) for moment in moments)


def test_the_totals_of_a_moment_are_those_of_the_table_stopped_there() -> None:
    game, events = load(AMENDED, GAMES)
    for moment in told(AMENDED)[::7]:
        sheet = draw_up(replay(game, events, at=moment.event.n))
        if moment.stands:
            assert moment.totals == {player: sheet.total(player) for player in sheet.players}


def test_a_withdrawn_entry_stays_where_it_stood_and_says_so() -> None:
    gone = [moment for moment in told(AMENDED) if not moment.stands]
    assert gone
    numbers = [one.event.n for one in told(AMENDED) if not (one.amended and one.amended.old is None)]
    assert numbers == sorted(numbers)
    for moment in gone:
        assert moment.amended is not None
        assert isinstance(moment.amended.by, EntryWithdrawn)
        assert str(moment.words) == str(moment.before)


def test_a_corrected_entry_tells_what_it_was_before() -> None:
    changed = [moment for moment in told(AMENDED) if moment.stands and moment.before is not None]
    assert changed
    assert all(str(moment.before) != str(moment.words) for moment in changed)
    assert all(moment.amended is not None for moment in changed)


def test_an_inserted_entry_carries_the_amendment_that_brought_it() -> None:
    inserted = [moment for moment in told(AMENDED) if moment.stands and moment.amended and moment.amended.old is None]
    assert inserted
    assert all(moment.before is None for moment in inserted)


def test_findings_stand_at_their_moment() -> None:
    path = SAMPLES / "bad" / "lutece"
    log = next(one for one in sorted(path.glob("*.jsonl")) if "bribe" in one.stem)
    broken = [moment for moment in told(log) if moment.findings]
    assert broken
    assert all(finding.n == moment.event.n for moment in broken for finding in moment.findings)


def amended(*amendments: Event) -> list[Moment]:
    """Two notes, then these amendments."""
    started = start(GAMES["lutece"], ["Ana", "Bo"])
    events = numbered([started, NoteAdded(text="one"), NoteAdded(text="two"), *amendments])
    return list(story(GAMES["lutece"], events))


def test_a_correction_that_is_withdrawn_leaves_the_first_text() -> None:
    moments = amended(EntryCorrected(target=1, entry=NoteAdded(text="uno")), EntryWithdrawn(target=3))
    assert [(one.event.n, str(one.words), one.stands) for one in moments[1:]] == [
        (1, "note: one", True),
        (2, "note: two", True),
    ]


def test_a_corrected_insertion_tells_what_was_first_put_in() -> None:
    moments = amended(
        EntryInserted(before=2, entry=NoteAdded(text="between")), EntryCorrected(target=3, entry=NoteAdded(text="amid"))
    )
    assert [(str(one.words), str(one.before)) for one in moments if one.event.n == 3] == [
        ("note: amid", "note: between")
    ]


def test_an_insertion_that_is_withdrawn_is_told_as_such() -> None:
    moments = amended(EntryInserted(before=2, entry=NoteAdded(text="between")), EntryWithdrawn(target=3))
    assert [(str(one.words), one.stands) for one in moments if one.event.n == 3] == [("note: between", False)]
