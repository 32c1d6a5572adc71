"""What holds of every game of Glory to Rome: made-up games are legal, hidden ones too, and the fold never fails."""

from collections import Counter
from random import Random

import pytest
import rome_events as e
from bench import reach
from conftest import numbered
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from rome_seen import seen_from

from ledger.audit import judge
from ledger.choices import choices
from ledger.events import Event
from ledger.games.glory_to_rome import GAME, scribe
from ledger.games.glory_to_rome.cards import SENATOR
from ledger.games.glory_to_rome.scoring import interval
from ledger.score import draw_up
from ledger.simulate import play_out, simulate, start
from ledger.walk import fold, in_force, open_record

NAMES = ["Ana", "Bo", "Cem", "Dia", "Eli"]


def made_up(seed, seats=3, edition="pl", **options):
    started = start(GAME, NAMES[:seats], edition=edition, options=options)
    return numbered(play_out(GAME, started, Random(seed)))


def judged(events):
    force = in_force(events)
    record = open_record(GAME, force.events)
    return record, judge(record, force)


def told(findings):
    return [(finding.n, finding.rule, str(finding.message)) for finding in findings if finding.severity == "violation"]


def all_cards(table):
    """Every card of the table but the deck, and how many senators there are."""
    cards, senators = list(table.pool), table.senators
    for player in table.seats:
        cards += [*player.hand, *player.stockpile, *player.clientele, *player.camp]
        cards += [token for token, _ in player.vault]
        cards += [card for one in player.structures for card in (one.card, *one.materials, *one.stairway)]
        senators += player.senators + player.camp_senators
    return cards, senators


@pytest.mark.parametrize("edition", GAME.about.editions)
@pytest.mark.parametrize("seats", GAME.about.seats)
def test_made_up_games_are_legal_in_every_edition(edition, seats):
    for seed in range(2):
        record, findings = judged(made_up(seed, seats, edition))
        assert told(findings) == []
        assert draw_up(record).final


@pytest.mark.parametrize(
    "option", [(key, value) for key, one in GAME.about.options.items() for value in one.values[1:]]
)
def test_made_up_games_are_legal_with_every_option(option):
    assert told(judged(made_up(7, 2, "pl", **dict([option])))[1]) == []


def test_the_same_seed_gives_the_same_bytes():
    assert simulate(GAME, 3) == simulate(GAME, 3)
    assert simulate(GAME, 3) != simulate(GAME, 4)


@pytest.mark.parametrize("seed", range(4))
def test_no_card_is_ever_lost_or_doubled(seed):
    events = made_up(seed, 2 + seed, "pl")
    record = open_record(GAME, events)
    for event in events:
        fold(record, [event])
        table = record.table
        if table.pile is None or table.players["Ana"].declared is not None:  # where it is only counted what there was
            continue
        cards, senators = all_cards(table)
        whole = Counter(cards) + Counter(table.pile[table.drawn :])
        assert set(whole.values()) == {1}
        assert len(whole) == 144
        assert senators == 6
        assert table.left == len(table.pile) - table.drawn


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("seat", ["", "Ana"])
def test_what_the_table_saw_audits_clean_and_scores_the_same(seed, seat):
    events = made_up(seed, 2 + seed % 4, GAME.about.editions[seed % 4])
    whole, _ = judged(events)
    part, findings = judged(seen_from(GAME, events, seat))

    assert told(findings) == []
    assert draw_up(part).figures == draw_up(whole).figures
    assert draw_up(part).winners == draw_up(whole).winners
    if not seat:
        assert not any(isinstance(event, e.DeckShuffled) for event in seen_from(GAME, events))


@pytest.mark.parametrize("seed", range(3))
def test_the_score_of_the_table_lies_in_its_interval_all_the_time(seed):
    events = made_up(seed, 3)
    seen = seen_from(GAME, events)
    whole, part = open_record(GAME, events), open_record(GAME, seen)
    kept = [event for event in events if not isinstance(event, e.DeckShuffled)]
    fold(whole, [event for event in events if isinstance(event, e.DeckShuffled)])
    whole = open_record(GAME, events)
    at = 0
    for event in events:
        fold(whole, [event])
        if isinstance(event, e.DeckShuffled):
            continue
        while type(seen[at]) is not type(event):
            fold(part, [seen[at]])
            at += 1
        fold(part, [seen[at]])
        at += 1
        sheet, bounds = draw_up(whole), interval(part.table)
        for name in sheet.players:
            assert bounds[name][0] <= sheet.total(name) <= bounds[name][1]
    assert kept


# --- spoilt games -----------------------------------------------------------------------------------------------------


@settings(max_examples=12)
@given(st.integers(0, 3), st.data())
def test_a_game_with_events_left_out_doubled_or_exchanged_is_judged_to_its_end(seed, data):
    events = made_up(seed, 2 + seed % 4, GAME.about.editions[seed])[:160]
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(1, len(events) - 2))
        how = data.draw(st.sampled_from(["drop", "double", "exchange"]))
        if how == "drop":
            del events[at]
        elif how == "double":
            events.insert(at, events[at])
        else:
            events[at], events[at + 1] = events[at + 1], events[at]
    events = numbered(events)
    record, _ = judged(events)
    folded = fold(open_record(GAME, events), events)

    assert draw_up(folded).figures == draw_up(record).figures


TOKENS = st.sampled_from(["gate", "gate#1", "wall", "brick", "?", SENATOR, "nonsense", "", "Plac miejski"])
PLAYERS = st.sampled_from(["Ana", "Bo", "nobody"])
CARDS = st.lists(TOKENS, max_size=4).map(tuple)
SOURCES = st.sampled_from(["pool", "hand", "deck", "stockpile", "nowhere"])
MOVES: list[st.SearchStrategy[Event]] = [
    st.builds(e.HandDealt, player=PLAYERS, cards=CARDS),
    st.builds(e.OrderRevealed, player=st.sampled_from(["Ana", "Bo", "", "nobody"]), card=TOKENS),
    st.builds(e.LeaderChosen, player=PLAYERS),
    st.builds(e.DeckShuffled, cards=CARDS),
    st.builds(e.Thought, player=PLAYERS, draw=st.sampled_from(["orders", SENATOR, "wine"]), cards=st.none() | CARDS),
    st.builds(e.LatrineUsed, player=PLAYERS, card=TOKENS),
    st.builds(e.VomitoriumUsed, player=PLAYERS, cards=st.none() | CARDS),
    st.builds(
        e.RoleLed,
        player=PLAYERS,
        role=st.sampled_from(["laborer", "patron", "craftsman", "legionary", "king"]),
        cards=CARDS,
        actions=st.none() | st.integers(-2, 5),
    ),
    st.builds(e.RoleFollowed, player=PLAYERS, cards=CARDS, actions=st.none() | st.integers(-2, 5)),
    st.builds(e.RoundEnded),
    st.builds(e.ClientHired, player=PLAYERS, card=TOKENS, source=SOURCES),
    st.builds(e.MaterialHauled, player=PLAYERS, card=TOKENS, source=SOURCES),
    st.builds(e.MaterialSold, player=PLAYERS, card=TOKENS, source=SOURCES),
    st.builds(e.FountainDrawn, player=PLAYERS, card=TOKENS),
    st.builds(
        e.FoundationLaid,
        player=PLAYERS,
        card=TOKENS,
        site=st.sampled_from(["", "brick", "gold"]),
        out_of_town=st.booleans(),
    ),
    st.builds(
        e.MaterialAdded,
        player=PLAYERS,
        structure=TOKENS,
        material=TOKENS,
        source=SOURCES,
        unfinished=st.booleans(),
    ),
    st.builds(e.StairwayUsed, player=PLAYERS, owner=PLAYERS, structure=TOKENS, material=TOKENS, source=SOURCES),
    st.builds(
        e.StructureTaken,
        player=PLAYERS,
        owner=PLAYERS,
        structure=TOKENS,
        sites=st.lists(st.sampled_from(["stone", "gold"]), max_size=2).map(tuple),
    ),
    st.builds(e.MaterialsDemanded, player=PLAYERS, cards=CARDS),
    st.builds(e.PoolTaken, player=PLAYERS, cards=CARDS),
    st.builds(e.DemandAnswered, player=PLAYERS, cards=CARDS, stockpile=CARDS, clients=CARDS),
    st.builds(e.ActionDeclined, player=PLAYERS, role=st.sampled_from(["laborer", "think", "king"]), part=SOURCES),
    st.builds(e.SenateUsed, player=PLAYERS, owners=st.lists(PLAYERS, max_size=2).map(tuple)),
    st.builds(e.SewerUsed, player=PLAYERS, cards=CARDS),
    st.builds(e.GameConceded, winner=PLAYERS, players=st.lists(PLAYERS, max_size=2).map(tuple)),
    st.builds(e.VaultShown, player=PLAYERS, cards=CARDS),
    st.builds(e.HoldingsDeclared, player=PLAYERS, influence=st.integers(-3, 20), vault=CARDS, structures=CARDS),
]


@settings(max_examples=25)
@given(st.lists(st.one_of(MOVES), max_size=30))
def test_nothing_makes_the_fold_or_the_audit_fail(moves):
    events = numbered([start(GAME, ["Ana", "Bo"]), *moves])
    record, _ = judged(events)
    draw_up(record)
    scribe.view(record.table)
    str(scribe.ask(record.table))
    choices(GAME, record.table)


# --- the scribe -------------------------------------------------------------------------------------------------------


def test_what_is_offered_is_legal():
    events = made_up(11, 3)
    for cut in range(10, 200, 7):
        for choice in choices(GAME, fold(open_record(GAME, events), events[:cut]).table):
            _, findings = judged([*events[:cut], replace(choice.event, n=cut)])
            assert told(findings) == [], (cut, choice.event)
            assert str(choice.words)


def heard(table, text):
    return scribe.hear(table, text)[0]


def test_a_scribe_s_words_are_events():
    table = open_record(GAME, numbered([start(GAME, ["Ana", "Bo"])])).table

    assert heard(table, "ana leads laborer road") == e.RoleLed(player="Ana", role="laborer", cards=("road",))
    assert heard(table, "b thinks senator") == e.Thought(player="Bo", draw=SENATOR)
    assert heard(table, "b thinks ? ?") == e.Thought(player="Bo", cards=("?", "?"))
    assert heard(table, "ana hires gate from hand") == e.ClientHired(player="Ana", card="gate", source="hand")
    assert heard(table, "ana lays statue on brick out") == e.FoundationLaid(
        player="Ana", card="statue", site="brick", out_of_town=True
    )
    assert heard(table, "ana adds brick to gate from pool") == e.MaterialAdded(
        player="Ana", structure="gate", material="brick", source="pool"
    )
    assert heard(table, "ana stairway brick to shrine of bo") == e.StairwayUsed(
        player="Ana", owner="Bo", structure="shrine", material="brick"
    )
    assert heard(table, "ana prison tower of bo") == e.StructureTaken(player="Ana", owner="Bo", structure="tower")
    assert heard(table, "bo refuses") == e.DemandAnswered(player="Bo")
    assert heard(table, "bo gives brama") == e.DemandAnswered(player="Bo", cards=("gate",))
    assert heard(table, "end") == e.RoundEnded()
    assert heard(table, "ana leader") == e.LeaderChosen(player="Ana")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "nothing"),
        ("zoe thinks", "no sentence"),
        ("ana", "what did"),
        ("ana juggles", "not understood"),
        ("ana leads king road", "which role"),
        ("ana hauls", "one card"),
        ("ana hauls gold", "no card"),
        ("ana adds brick", "which structure"),
    ],
)
def test_what_a_scribe_s_words_lack_is_said(text, why):
    table = open_record(GAME, numbered([start(GAME, ["Ana", "Bo"])])).table
    with pytest.raises(ValueError, match=why):
        scribe.hear(table, text)


# --- players by dice --------------------------------------------------------------------------------------------------


def test_players_by_dice_reach_nearly_everything_in_a_few_games():
    """By hand with 500 games of each edition, and nothing is missing: `python tests/bench/reach.py`."""
    tables = reach.Tables("glory_to_rome", "pl", {})
    found = reach.measure(tables, range(24))
    seldom = {"stairway_used", "structure_taken", "game_conceded", "senate_used", "sewer_used", "fountain_drawn"}

    assert found.illegal == []
    assert set(reach.missing(tables, found)["events"]) <= seldom | {"table_noted", "vomitorium_used"}
    assert len(reach.missing(tables, found)["own"]) < 20


def test_where_functions_are_ignored_there_are_fewer_things_to_reach():
    tables = reach.Tables("glory_to_rome", "pl-training", {}, players=2)
    left = reach.missing(tables, reach.nothing())

    assert (left["ends"], left["own"]) == (["deck", "sites", "conceded"], [])
    assert "fountain_drawn" not in left["events"]
    assert "has_a_fountain" not in left["conditions"]
    assert "table_as_recorded" in left["conditions"]
    assert reach.missing(tables._replace(edition="pl"), reach.nothing())["own"] == sorted_as_in_the_catalogue()


def sorted_as_in_the_catalogue():
    return list(GAME.cards.deck(GAME.catalogue().data, "pl").kinds)


def test_every_condition_is_asked_of_what_the_dice_choose():
    """Audit, choices, forms and dice ask the same conditions: there are no others."""
    events = made_up(5, 3)
    record = open_record(GAME, events)
    for event in events:
        happening = GAME.happens.get(type(event))
        if happening is not None:
            held = [condition.holds(record.table, event) for condition in happening.conditions]
            assert all(held) == happening.asks(record.table, event)
        fold(record, [event])
    assert sum(len(happening.conditions) for happening in GAME.course.happenings) > 100
