"""The story of a game: every event in words, with what was put right and what was found where it stands."""

from pathlib import Path

import msgspec
import pytest
from conftest import numbered

from ledger.audit import audit
from ledger.events import EntryCorrected, EntryInserted, EntryWithdrawn, NoteAdded
from ledger.games import GAMES
from ledger.games.lutece.bid import BidPlaced
from ledger.games.lutece.offer import CardOffered
from ledger.log import Unreadable, decode, load, scan
from ledger.score import draw_up, unbounded
from ledger.simulate import simulate, start
from ledger.story import story, tell
from ledger.walk import fold, open_record, replay

SAMPLES = Path(__file__).parent.parent / "sample_logs"
AMENDED = SAMPLES / "lutece" / "withdrawn-corrected-and-inserted.jsonl"
TRACES = sorted((Path(__file__).parent / "data" / "glory_to_rome").glob("*.json.gz"))


def told(game, events):
    record = open_record(game, events)
    for event in events:
        yield event, str(tell(game, record.table, event))
        fold(record, [event])


def read(path):
    try:
        return decode(scan(path.read_bytes(), chain=False), GAMES)
    except Unreadable:
        return None


@pytest.mark.parametrize("name", GAMES)
def test_every_event_of_a_game_is_told_and_names_its_player(name):
    for seed in range(20):
        game, events = decode(scan(simulate(GAMES[name], seed)), GAMES)
        for event, words in told(game, events):
            assert words
            assert getattr(event, "player", "") in words, words
            assert "{" not in words and "#" not in words, words


@pytest.mark.parametrize("path", TRACES, ids=lambda path: path.stem)
def test_what_another_program_played_is_told(path):
    game = GAMES["glory_to_rome"]
    for event, words in told(game, game.formats["gtr-neutral"](path.read_bytes())):
        assert words and getattr(event, "player", "") in words


@pytest.mark.parametrize("name", GAMES)
def test_strangers_and_unseen_cards_can_be_told_of_too(name):
    game = GAMES[name]
    events = [start(game, ["Ana", "Bo"])]
    record = open_record(game, events)
    for kind in game.play.__args__:
        for word in ("nobody", "?"):
            event = msgspec.convert({"type": kind.__struct_config__.tag, **_nonsense(kind, word)}, kind)
            assert str(tell(game, record.table, event))
            fold(record, [event])


def _nonsense(kind, word):
    """Every field filled with a name that means nothing here."""
    made = {}
    for field in msgspec.structs.fields(kind):
        if field.name in ("n", "ts", "by", "id") or field.name in ("options", "apprentices"):
            continue
        text = str(field.type)
        if "dict" in text:
            made[field.encode_name] = {}
        elif "tuple" in text:
            made[field.encode_name] = [] if "Noted" in text else [word, word]
        elif "bool" in text:
            made[field.encode_name] = True
        elif "int" in text:
            made[field.encode_name] = -3
        else:
            made[field.encode_name] = word
    return made


@pytest.mark.parametrize("path", sorted(SAMPLES.rglob("*.jsonl")), ids=lambda path: path.stem)
def test_the_story_of_every_sample_has_all_that_the_audit_finds(path):
    found = read(path)
    if found is None or scan(path.read_bytes()).faults:
        return
    moments = story(*found)
    report = audit(path.read_bytes(), GAMES)

    assert [one.event for one in moments if one.stands] == report.force.events
    of_the_game = [finding for finding in report.findings if finding.rule != "clock"]
    assert sorted(finding for one in moments for finding in one.findings) == sorted(of_the_game)
    assert moments[-1].totals == {name: report.sheet.total(name) for name in report.sheet.figures}


def test_the_totals_of_a_moment_are_those_of_the_table_stopped_there():
    game, events = load(AMENDED, GAMES)
    for moment in story(game, events)[::7]:
        sheet = draw_up(replay(game, events, at=moment.event.n))
        if moment.stands:
            assert moment.totals == {player: sheet.total(player) for player in sheet.players}


@pytest.mark.parametrize("name", GAMES)
def test_while_somebody_has_said_nothing_a_moment_knows_no_points_of_theirs(name):
    game, events = load(SAMPLES / name / "score-only.jsonl", GAMES)
    moments = story(game, events)
    first, *others = moments[0].totals
    for at, moment in enumerate(moments):
        assert moment.ranges == draw_up(replay(game, events, at=moment.event.n)).ranges, at
    assert all(unbounded(moments[1].ranges[one]) for one in others) and not unbounded(moments[1].ranges.get(first))
    assert moments[-1].ranges == {}


# --- what was put right -----------------------------------------------------------------------------------------------


GAME = GAMES["lutece"]


def amended(*events):
    return story(GAME, numbered([start(GAME, ["Ana", "Bo"], edition="en"), *events]))


def lines(moments):
    return [(one.event.n, str(one.words), one.before and str(one.before), one.stands) for one in moments[1:]]


def test_a_corrected_entry_says_what_stood_there_before():
    moments = amended(
        CardOffered(tile="A", card="C01"),
        NoteAdded(text="well"),
        EntryCorrected(target=1, entry=CardOffered(tile="A", card="C02"), reason="misread"),
    )

    assert lines(moments) == [
        (1, "A: Brewer 2 C02 is laid out", "A: Brewer 1 C01 is laid out", True),
        (2, "note: well", None, True),
    ]
    assert moments[1].amended.by.reason == "misread"


def test_a_withdrawn_entry_stays_where_it_stood_also_beside_an_inserted_one():
    moments = amended(
        CardOffered(tile="A", card="C01"),
        NoteAdded(text="gone"),
        NoteAdded(text="last"),
        EntryInserted(before=1, entry=NoteAdded(text="first")),
        EntryWithdrawn(target=2),
    )

    assert lines(moments) == [
        (4, "note: first", None, True),
        (1, "A: Brewer 1 C01 is laid out", None, True),
        (2, "note: gone", "note: gone", False),
        (3, "note: last", None, True),
    ]


def test_amendments_of_amendments_are_told_as_the_entries_they_leave():
    moments = amended(
        NoteAdded(text="one"),
        NoteAdded(text="two"),
        EntryCorrected(target=1, entry=NoteAdded(text="uno")),
        EntryWithdrawn(target=3),
        EntryInserted(before=2, entry=NoteAdded(text="and")),
        EntryCorrected(target=5, entry=NoteAdded(text="und")),
        EntryInserted(before=2, entry=NoteAdded(text="or")),
        EntryWithdrawn(target=7),
    )

    assert lines(moments) == [
        (1, "note: one", None, True),
        (5, "note: und", "note: and", True),
        (7, "note: or", "note: or", False),
        (2, "note: two", None, True),
    ]


def test_an_amendment_without_effect_is_shown_where_the_game_was():
    moments = amended(NoteAdded(text="one"), EntryWithdrawn(target=9), NoteAdded(text="two"))

    assert [(one.event.n, [str(finding.message) for finding in one.findings]) for one in moments] == [
        (0, []),
        (1, ["names event 9; only an earlier event can be amended"]),
        (3, []),
    ]


def test_an_amendment_can_be_told_by_itself():
    record = open_record(GAME, [start(GAME, ["Ana", "Bo"])])
    said = [EntryWithdrawn(target=3), EntryCorrected(target=3, entry=BidPlaced(player="Ana", actions=())),
            EntryInserted(before=3, entry=NoteAdded(text=""))]  # fmt: skip

    assert [str(tell(GAME, record.table, one)) for one in said] == [
        "entry 3 is withdrawn",
        "entry 3 is corrected",
        "something is put in before entry 3",
    ]
