"""What is in force after all amendments, and the table that is folded from it."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from conftest import numbered, play
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from ledger.audit import audit
from ledger.events import (
    AMENDMENTS,
    EntryCorrected,
    EntryInserted,
    EntryWithdrawn,
    Event,
    GameEnded,
    GameStarted,
    LogSealed,
    NoteAdded,
    ScoreAdjusted,
)
from ledger.games import GAMES
from ledger.games.lutece.offer import CardOffered
from ledger.log import decode, encode, scan
from ledger.score import draw_up
from ledger.simulate import simulate, start
from ledger.walk import InForce, Struck, fold, in_force, open_record, replay

LUTECE = GAMES["lutece"]
START = start(LUTECE, ["Ana", "Bo"])
SEAL = LogSealed(digest="")


def note(text: object) -> NoteAdded:
    return NoteAdded(text=str(text))


def withdrawn(target: int) -> EntryWithdrawn:
    return EntryWithdrawn(target=target)


def corrected(target: int, entry: Event | str) -> EntryCorrected:
    return EntryCorrected(target=target, entry=note(entry) if isinstance(entry, str) else entry)


def inserted(before: int, entry: Event | str) -> EntryInserted:
    return EntryInserted(before=before, entry=note(entry) if isinstance(entry, str) else entry)


def force(*amendments: Event) -> InForce:
    """What is in force of a start, the notes a, b, c (events 1 to 3), and these."""
    return in_force(numbered([START, note("a"), note("b"), note("c"), *amendments]))


def words(found: InForce) -> str:
    """The notes in force, in their order."""
    return " ".join(event.text for event in found.events if isinstance(event, NoteAdded))


# --- withdrawing, correcting, inserting -------------------------------------------------------------------------------


def test_a_record_without_amendments_is_in_force_as_it_is():
    events = numbered([START, note("a"), GameEnded(winners=("Ana",)), SEAL])
    assert in_force(events) == InForce(events, {}, [], [])


def test_withdrawing_an_event_takes_it_out():
    found = force(withdrawn(2))
    assert words(found) == "a c"
    assert found.struck == [Struck(replace(note("b"), n=2), replace(withdrawn(2), n=4))]


def test_withdrawing_a_withdrawal_brings_the_event_back():
    assert words(force(withdrawn(2), withdrawn(4))) == "a b c"


def test_withdrawing_the_withdrawal_of_a_withdrawal_takes_it_out_again():
    assert words(force(withdrawn(2), withdrawn(4), withdrawn(5))) == "a c"


def test_a_correction_stands_in_the_place_of_its_event():
    found = force(corrected(2, "B"))
    assert words(found) == "a B c"
    assert found.events[2] == replace(note("B"), n=2)
    assert found.struck == [Struck(replace(note("b"), n=2), replace(corrected(2, "B"), n=4))]


def test_a_correction_may_be_an_event_of_another_kind():
    found = force(corrected(2, ScoreAdjusted(player="Ana", points=1)))
    assert found.events[2] == ScoreAdjusted(n=2, player="Ana", points=1)


def test_withdrawing_a_correction_brings_the_old_words_back():
    found = force(corrected(2, "B"), withdrawn(4))
    assert (words(found), found.line(2)) == ("a b c", 3)


def test_withdrawing_the_later_correction_leaves_the_earlier_one():
    found = force(corrected(2, "B"), corrected(2, "BB"), withdrawn(5))
    assert (words(found), found.line(2)) == ("a B c", 5)


def test_correcting_a_correction_replaces_its_entry():
    found = force(corrected(2, "B"), corrected(4, "BB"))
    assert (words(found), found.events[2].n, found.line(2)) == ("a BB c", 2, 6)


def test_withdrawing_the_correction_of_a_correction_leaves_the_correction():
    found = force(corrected(2, "B"), corrected(4, "BB"), withdrawn(5))
    assert (words(found), found.line(2)) == ("a B c", 5)


def test_withdrawing_a_corrected_correction_brings_the_first_words_back():
    assert words(force(corrected(2, "B"), corrected(4, "BB"), withdrawn(4))) == "a b c"


def test_the_later_of_two_corrections_wins():
    assert words(force(corrected(2, "B"), corrected(2, "BB"))) == "a BB c"


def test_a_withdrawal_after_a_correction_wins():
    assert words(force(corrected(2, "B"), withdrawn(2))) == "a c"


def test_a_correction_after_a_withdrawal_wins():
    assert words(force(withdrawn(2), corrected(2, "B"))) == "a B c"


def test_undoing_the_later_amendment_leaves_the_earlier_one_in_force():
    assert words(force(corrected(2, "B"), withdrawn(2), withdrawn(5))) == "a B c"
    assert words(force(withdrawn(2), corrected(2, "B"), withdrawn(5))) == "a c"


def test_an_inserted_event_stands_before_the_event_it_names():
    found = force(inserted(2, "x"))
    assert words(found) == "a x b c"
    assert found.events[2] == replace(note("x"), n=4)


def test_two_insertions_before_one_event_stand_in_the_order_they_were_made():
    assert words(force(inserted(2, "x"), inserted(3, "z"), inserted(2, "y"))) == "a x y b z c"


def test_something_can_be_inserted_before_an_inserted_event():
    assert words(force(inserted(2, "x"), inserted(4, "w"), inserted(2, "y"))) == "a w x y b c"


def test_withdrawing_an_insertion_takes_it_out():
    found = force(inserted(2, "x"), withdrawn(4))
    assert (words(found), found.lines) == ("a b c", {})


def test_withdrawing_the_withdrawal_of_an_insertion_brings_it_back():
    assert words(force(inserted(2, "x"), withdrawn(4), withdrawn(5))) == "a x b c"


def test_correcting_an_insertion_replaces_its_entry():
    found = force(inserted(2, "x"), corrected(4, "X"))
    assert (words(found), found.events[2].n, found.line(4)) == ("a X b c", 4, 6)


def test_what_was_inserted_before_a_withdrawn_event_stays():
    assert words(force(inserted(2, "x"), withdrawn(2))) == "a x c"


def test_what_was_inserted_before_a_withdrawn_insertion_stays():
    assert words(force(inserted(2, "x"), inserted(4, "w"), withdrawn(4))) == "a w b c"


def test_something_can_be_inserted_before_the_seal_and_amended_after_it():
    found = force(SEAL, inserted(4, "d"), withdrawn(1), SEAL)
    assert [event.n for event in found.events] == [0, 2, 3, 5, 4, 7]


def test_event_0_is_corrected_by_a_start_of_the_same_game():
    found = force(corrected(0, GameStarted(game="lutece", players=("Ana", "Cem"))))
    assert found.refused == []
    assert (found.events[0].players, found.events[0].n, found.line(0)) == (("Ana", "Cem"), 0, 5)


def test_the_correction_of_the_start_can_be_corrected():
    again = GameStarted(game="lutece", players=("Bo", "Cem"))
    found = force(corrected(0, GameStarted(game="lutece", players=("Ana", "Cem"))), corrected(4, again))
    assert (found.refused, found.events[0].players) == ([], ("Bo", "Cem"))


# --- amendments without effect ----------------------------------------------------------------------------------------


REFUSED = {
    "withdraws event 0": withdrawn(0),
    "withdraws itself": withdrawn(5),
    "withdraws a later event": withdrawn(6),
    "withdraws a negative number": withdrawn(-1),
    "withdraws a seal": withdrawn(4),
    "corrects a seal": corrected(4, "x"),
    "corrects itself": corrected(5, "x"),
    "corrects a later event": corrected(99, "x"),
    "corrects a negative number": corrected(-5, "x"),
    "corrects event 0 by a note": corrected(0, "x"),
    "corrects event 0 by another game": corrected(0, GameStarted(game="builders", players=("Ana", "Bo"))),
    "makes a note a start": corrected(1, GameStarted(game="lutece", players=("Ana", "Bo"))),
    "inserts before event 0": inserted(0, "x"),
    "inserts before itself": inserted(5, "x"),
    "inserts before a later event": inserted(6, "x"),
    "inserts before a negative number": inserted(-1, "x"),
}


@pytest.mark.parametrize("amendment", REFUSED.values(), ids=REFUSED)
def test_an_amendment_has_no_effect_that(amendment: Event):
    found = force(SEAL, amendment)
    assert [event.n for event in found.events] == [0, 1, 2, 3, 4]
    assert (words(found), found.lines, found.struck) == ("a b c", {}, [])
    assert [event.n for event, _ in found.refused] == [5]


@pytest.mark.parametrize("amendment", REFUSED.values(), ids=REFUSED)
def test_the_audit_finds_an_amendment_that(amendment: Event):
    opened = encode([START, note("a"), note("b"), note("c")], seal=True)
    _, events = decode(scan(opened), GAMES)
    report = audit(encode([*events, amendment]), GAMES)
    assert [finding[:4] for finding in report.findings] == [(5, 6, "entry", "violation")]
    assert report.verdict == "findings"


def test_a_withdrawal_cannot_be_corrected():
    found = force(withdrawn(2), corrected(4, "x"))
    assert (words(found), [event.n for event, _ in found.refused]) == ("a c", [5])


def test_nothing_is_inserted_before_a_withdrawal_or_a_correction():
    found = force(withdrawn(2), inserted(4, "x"), corrected(3, "C"), inserted(6, "y"))
    assert (words(found), [event.n for event, _ in found.refused]) == ("a C", [5, 7])


def test_a_refused_amendment_does_not_hide_an_earlier_one():
    start_again = GameStarted(game="lutece", players=("Ana", "Bo"))
    assert words(force(corrected(2, "B"), corrected(2, start_again))) == "a B c"


def test_a_refused_amendment_that_was_withdrawn_is_no_longer_a_finding():
    found = force(withdrawn(0), withdrawn(4))
    assert (words(found), found.refused) == ("a b c", [])


def test_nothing_vanishes_unsaid_that_is_inserted_before_a_refused_insertion():
    found = force(inserted(0, "x"), inserted(4, "y"))
    assert "y" in words(found) or [event.n for event, _ in found.refused] == [4, 5]


def test_a_long_chain_of_insertions_stands_in_order():
    chain = [inserted(3, "1"), *(inserted(n + 2, str(n)) for n in range(2, 5000))]
    assert words(force(*chain)) == " ".join(["a b", *map(str, range(4999, 0, -1)), "c"])


def test_a_long_chain_of_withdrawals_holds():
    assert words(force(withdrawn(2), *(withdrawn(n) for n in range(4, 5004)))) == "a c"
    assert words(force(withdrawn(2), *(withdrawn(n) for n in range(4, 5005)))) == "a b c"


def test_a_long_chain_of_corrections_holds():
    assert words(force(corrected(2, "B"), *(corrected(n, str(n)) for n in range(4, 5004)))) == "a 5003 c"


# --- laws -------------------------------------------------------------------------------------------------------------


@st.composite
def records(draw: Callable) -> list[Event]:
    """A start, some notes, seals and amendments in any order; some amendments are refused."""
    events: list[Event] = [START]
    for n in range(1, draw(st.integers(2, 14))):
        target = draw(st.integers(-1, n))
        amendments = [withdrawn(target), corrected(target, f"c{n}"), inserted(target, f"i{n}")]
        events.append(draw(st.sampled_from([note(f"n{n}"), note(f"n{n}"), SEAL, *amendments])))
    return numbered(events)


def more(events: list[Event], *amendments: Event) -> list[Event]:
    return numbered([*events, *amendments])


def standing(events: list[Event]) -> list[Event]:
    return in_force(events).events


def targets(events: list[Event]) -> list[int]:
    """Notes, which may be withdrawn and corrected."""
    return [event.n for event in events if isinstance(event, NoteAdded)]


def refusal(events: list[Event], event: Event) -> bool:
    """Design, section 3: an earlier event; not 0 for a withdrawal; not a seal; and what has no place or no entry."""
    target = event.before if isinstance(event, EntryInserted) else event.target
    if not 0 <= target < event.n:
        return True
    aim = events[target]
    if isinstance(event, EntryInserted):
        return target == 0 or isinstance(aim, EntryWithdrawn | EntryCorrected)
    if isinstance(event, EntryWithdrawn):
        return target == 0 or isinstance(aim, LogSealed)
    return isinstance(aim, LogSealed | EntryWithdrawn | GameStarted)


def last_word(events: list[Event], n: int) -> Event | None:
    """The latest withdrawal or correction of event n that is itself in force."""
    for event in reversed(events[n + 1 :]):
        if isinstance(event, EntryWithdrawn | EntryCorrected) and event.target == n and not refusal(events, event):
            undone = last_word(events, event.n)
            if not isinstance(undone, EntryWithdrawn):
                return event
    return None


def entry_of(events: list[Event], event: Event) -> tuple[str | None, int]:
    """What an event now says, in the plainest way to say it, and on which line."""
    word = last_word(events, event.n)
    if isinstance(word, EntryWithdrawn):
        return None, 0
    if word is not None:
        return entry_of(events, word)
    return getattr(event, "entry", event), event.n + 1


def placed(events: list[Event], event: Event) -> list[Event]:
    """An event with everything inserted before it."""
    before = [one for one in events if isinstance(one, EntryInserted) and one.before == event.n]
    return [*(x for one in before if not refusal(events, one) for x in placed(events, one)), event]


@given(records())
@settings(max_examples=500)
def test_what_is_in_force_is_what_the_plainest_reading_of_the_law_says(events: list[Event]):
    found = in_force(events)
    order = [one for event in events if not isinstance(event, AMENDMENTS) for one in placed(events, event)]
    due = [(event.n, *entry_of(events, event)) for event in order]
    assert [(event.n, replace(event, n=-1), found.line(event.n)) for event in found.events] == [
        (n, replace(entry, n=-1), line) for n, entry, line in due if entry is not None
    ]


@given(records())
def test_every_standing_event_has_a_number_of_its_own(events: list[Event]):
    numbers = [event.n for event in standing(events)]
    assert len(set(numbers)) == len(numbers)
    assert numbers[0] == 0
    unmoved = [n for n in numbers if not isinstance(events[n], EntryInserted)]
    assert all(one < other for one, other in pairwise(unmoved))


@given(records())
def test_the_text_in_force_stands_on_the_line_that_is_named(events: list[Event]):
    found = in_force(events)
    for event in found.events:
        source = events[found.line(event.n) - 1]
        assert replace(event, n=-1) == replace(getattr(source, "entry", source), n=-1)


@given(records(), st.data())
def test_withdrawing_a_withdrawal_restores_whatever_there_was(events: list[Event], data: st.DataObject):
    target = data.draw(st.integers(1, len(events) - 1))
    if not isinstance(events[target], LogSealed):
        assert standing(more(events, withdrawn(target), withdrawn(len(events)))) == standing(events)


@given(records(), st.data())
def test_withdrawing_a_correction_restores_whatever_there_was(events: list[Event], data: st.DataObject):
    target = data.draw(st.integers(0, len(events) - 1))
    assert standing(more(events, corrected(target, "x"), withdrawn(len(events)))) == standing(events)


@given(records(), st.data())
def test_withdrawing_an_insertion_restores_whatever_there_was(events: list[Event], data: st.DataObject):
    target = data.draw(st.integers(0, len(events) - 1))
    assert standing(more(events, inserted(target, "x"), withdrawn(len(events)))) == standing(events)


@given(records(), st.data())
def test_of_two_amendments_the_later_wins(events: list[Event], data: st.DataObject):
    if choice := targets(events):
        target = data.draw(st.sampled_from(choice))
        first, last = (data.draw(st.sampled_from([withdrawn(target), corrected(target, text)])) for text in "xy")
        assert standing(more(events, first, last)) == standing(more(events, last))


@given(records(), st.data())
def test_correcting_a_correction_is_correcting_the_event(events: list[Event], data: st.DataObject):
    if choice := targets(events):
        target = data.draw(st.sampled_from(choice))
        twice = more(events, corrected(target, "x"), corrected(len(events), "y"))
        assert standing(twice) == standing(more(events, corrected(target, "y")))


@given(records(), st.data())
def test_correcting_an_insertion_is_inserting_it_right(events: list[Event], data: st.DataObject):
    target = data.draw(st.integers(0, len(events) - 1))
    twice = more(events, inserted(target, "x"), corrected(len(events), "y"))
    assert standing(twice) == standing(more(events, inserted(target, "y")))


@given(records(), st.sampled_from([withdrawn(0), withdrawn(99), corrected(-1, "x"), inserted(0, "x")]))
def test_a_refused_amendment_changes_nothing_else(events: list[Event], amendment: Event):
    before, after = in_force(events), in_force(more(events, amendment))
    assert after[:3] == before[:3]
    assert after.refused[:-1] == before.refused
    assert after.refused[-1][0] == replace(amendment, n=len(events))


@given(records())
def test_what_is_in_force_needs_no_amendment_any_more(events: list[Event]):
    found = standing(events)
    assert in_force(found) == InForce(found, {}, [], [])


# --- the fold ---------------------------------------------------------------------------------------------------------


def game_of(seed: int) -> list[Event]:
    _, events = decode(scan(simulate(LUTECE, seed)), GAMES)
    return events


def view(events: list[Event], at: int | None = None) -> dict:
    return LUTECE.scribe.view(replay(LUTECE, events, at).table)


def points(events: list[Event]) -> dict[str, int]:
    sheet = draw_up(replay(LUTECE, events))
    return {player: sheet.total(player) for player in sheet.players}


@given(st.integers(0, 10_000))
@settings(max_examples=25)
def test_folding_twice_gives_the_same_table(seed: int):
    events = game_of(seed)
    assert view(events) == view(events)
    assert events == game_of(seed)


@given(st.integers(0, 10_000))
@settings(max_examples=5)
def test_the_table_at_n_is_the_fold_stopped_at_n(seed: int):
    events = game_of(seed)
    record = open_record(LUTECE, events)
    for event in events:
        fold(record, [event])
        assert view(events, event.n) == LUTECE.scribe.view(record.table)


def test_the_table_before_anything_and_after_everything():
    events = game_of(1)
    assert view(events, 0) == LUTECE.scribe.view(open_record(LUTECE, events).table)
    assert view(events, len(events) + 5) == view(events) == view(events, len(events) - 1)


def offers(*amendments: Event) -> list[Event]:
    return numbered([START, CardOffered(tile="A", card="C01"), CardOffered(tile="B", card="C02"), *amendments])


def lying(events: list[Event], at: int | None = None) -> list[str | None]:
    return [tile["card"] for tile in view(events, at)["tiles"] if tile["tile"] in ("A", "B")]


def test_the_table_at_n_knows_what_was_put_right_later():
    right = CardOffered(tile="A", card="C03")
    assert lying(offers(corrected(1, right)), 1) == ["C03", None]
    assert lying(offers(withdrawn(1)), 2) == [None, "C02"]
    assert lying(offers(withdrawn(1), withdrawn(3)), 1) == ["C01", None]


def test_the_table_at_n_holds_what_was_inserted_before_n():
    events = numbered([START, CardOffered(tile="B", card="C02"), inserted(1, CardOffered(tile="A", card="C01"))])
    assert lying(events, 0) == [None, None]
    assert lying(events, 1) == ["C01", "C02"]
    assert lying(events, 2) == ["C01", None]  # event 2 is the inserted one, and stands before event 1


def test_the_table_at_a_withdrawn_event_is_the_table_before_it():
    assert lying(offers(withdrawn(2)), 2) == lying(offers(), 1) == ["C01", None]


def test_the_table_at_an_amendment_has_everything_before_it():
    assert lying(offers(corrected(1, CardOffered(tile="A", card="C03"))), 3) == ["C03", "C02"]


@given(st.integers(0, 10_000), st.data())
@settings(max_examples=25)
def test_a_record_put_right_is_worth_what_a_right_record_is_worth(seed: int, data: st.DataObject):
    """One event misheard, one written twice, one forgotten; all three put right afterwards."""
    right = game_of(seed)[:-1]
    at = data.draw(st.integers(2, len(right) - 3))
    unnumbered = [replace(event, n=-1, ts="") for event in right]
    slips = [*unnumbered[:at], note("misheard"), unnumbered[at - 1], *unnumbered[at + 2 :]]
    put_right = [corrected(at, unnumbered[at]), withdrawn(at + 1), inserted(at + 2, unnumbered[at + 1])]
    amended = numbered([*slips, *put_right])
    assert [replace(event, n=-1, ts="") for event in standing(amended)] == unnumbered
    assert (view(amended), points(amended)) == (view(right), points(right))


def test_a_finding_about_an_inserted_event_names_its_own_number_and_line():
    played = play(LUTECE, ["Ana", "Bo"], note("a"), inserted(1, ScoreAdjusted(player="Nobody", points=1)))
    assert [finding[:3] for finding in played.findings] == [(2, 3, "entry")]


def test_a_finding_about_a_corrected_event_keeps_its_number_and_names_the_line_of_the_correction():
    played = play(LUTECE, ["Ana", "Bo"], note("a"), note("b"), corrected(1, ScoreAdjusted(player="Nobody", points=1)))
    assert [finding[:3] for finding in played.findings] == [(1, 4, "entry")]


def test_a_finding_goes_when_its_event_is_withdrawn():
    played = play(LUTECE, ["Ana", "Bo"], ScoreAdjusted(player="Nobody", points=1), withdrawn(1))
    assert played.findings == []
