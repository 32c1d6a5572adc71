"""What holds in every game of The Builders, whoever plays it and by whichever reading: on games made up by dice."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import pytest
from builders import (
    ActionsBought,
    BuildingRevealed,
    Claimed,
    CoinsTaken,
    ConstructionStarted,
    HoldingsDeclared,
    LoanRepaid,
    LoanTaken,
    PrisonerBought,
    PrisonerFreed,
    SentToWork,
    Started,
    ToolBought,
    TurnEnded,
    WorkerHired,
    WorkerRevealed,
    WorkerTrained,
)
from conftest import numbered
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from ledger.audit import audit, judge
from ledger.choices import choices
from ledger.events import Event, GameEnded, NoteAdded
from ledger.games.builders import GAME
from ledger.games.builders.cards import deck
from ledger.games.builders.play import deal
from ledger.games.builders.scribe import hear
from ledger.games.builders.table import Table
from ledger.log import encode
from ledger.score import Sheet, draw_up
from ledger.simulate import play_out, start
from ledger.walk import fold, in_force, open_record, replay

NAMES = ["Ana", "Bo", "Cem", "Dia"]
DECK = deck(GAME.catalogue().data, "pl")


def begun(seats: int, dice: Random, **readings: Any) -> Any:
    """The first event, with an apprentice for everybody."""
    return start(GAME, NAMES[:seats], options=readings, **deal(DECK, NAMES[:seats], dice))


class Evening(NamedTuple):
    """A game made up by dice."""

    seed: int
    seats: int
    readings: dict[str, Any]

    def events(self) -> list[Event]:
        """From the start to the last claim."""
        dice = Random(self.seed)
        return numbered(play_out(GAME, begun(self.seats, dice, **self.readings), dice))


readings = st.fixed_dictionaries({name: st.sampled_from(option.values) for name, option in GAME.about.options.items()})
evenings = st.builds(Evening, st.integers(0, 2**32), st.sampled_from(GAME.about.seats), readings)


def every_game(examples: int = 60) -> Any:
    """Run a test on so many games, the same ones every time; nothing is kept from one run to the next."""
    return settings(max_examples=examples, database=None, derandomize=True)


def violations(events: list[Event]) -> list[tuple[int | None, str]]:
    force = in_force(events)
    findings = judge(open_record(GAME, force.events), force)
    return [(finding.n, finding.rule) for finding in findings if finding.severity == "violation"]


def tables(events: list[Event]) -> Any:
    """Every event with the table before it, then the table at the end."""
    record = open_record(GAME, events)
    for event in events:
        yield event, record.table
        fold(record, [event])
    yield None, record.table


def drawn(events: list[Event]) -> Sheet:
    return draw_up(fold(open_record(GAME, events), events))


# --- every game -------------------------------------------------------------------------------------------------------


@every_game()
@given(evenings)
def test_a_game_played_by_the_rules_is_clean_finished_and_claims_what_it_is_worth(evening):
    events = evening.events()

    assert violations(events) == []
    sheet = drawn(events)
    assert sheet.final
    assert events[-1] == GameEnded(n=len(events) - 1, winners=tuple(sheet.winners))
    assert len([event for event in events if isinstance(event, Claimed)]) == evening.seats


@every_game(20)
@given(evenings)
def test_as_a_sealed_log_it_is_clean_too_and_the_same_dice_give_the_same_game(evening):
    events = evening.events()
    data = encode([replace(event, ts="2026-11-15T20:01:02.123Z") for event in events], seal=True)

    report = audit(data, {"builders": GAME})
    assert report.verdict == "clean"
    assert report.sheet == drawn(events)
    assert events == evening.events()


@every_game()
@given(evenings)
def test_every_card_is_in_one_place(evening):
    for _, table in tables(evening.events()):
        places = Counter([*table.buildings.cards, *table.workers.cards])
        places.update(site for site in table.sites)
        places.update(person for person in table.people if person[0] != "m")
        assert set(places.values()) <= {1}
        assert len(places) + table.buildings.left + table.workers.left == 33 + 18 + _prisoners(table)


def _prisoners(table: Table) -> int:
    return sum(1 for person in table.people if person[0] == "p")


@every_game()
@given(evenings)
def test_purses_are_never_below_nought_and_actions_never_overspent(evening):
    for _, table in tables(evening.events()):
        assert all(player.coins >= 0 for player in table.seats)
        assert table.turn.left >= 0
        assert table.money == sum(player.coins for player in table.seats)


@every_game()
@given(evenings)
def test_everybody_has_the_same_number_of_turns_and_somebody_17_points(evening):
    events = evening.events()
    turns = Counter(event.player for event in events if isinstance(event, TurnEnded))
    last = [event for event in events if isinstance(event, TurnEnded)][-1]

    assert set(turns) == set(NAMES[: evening.seats])
    assert len(set(turns.values())) == 1
    assert last.player == NAMES[evening.seats - 1]
    assert max(player.points for player in replay(GAME, events).table.seats) >= 17


@every_game()
@given(evenings)
def test_whoever_works_is_on_one_unfinished_site_that_lacks_something(evening):
    for _, table in tables(evening.events()):
        for site in table.sites.values():
            crew = [person for person in table.people.values() if person.site is site]
            assert {id(person) for person in crew} == {id(person) for person in site.crew}
            held = [person.tool.gives for person in crew if person.tool]
            if not site.done:
                have = [sum(column) for column in zip((0, 0, 0, 0), *(one.gives for one in crew), *held, strict=True)]
                assert tuple(have) == site.have
                assert any(there < need for there, need in zip(site.have, site.card.needs, strict=True))
            else:
                assert not crew
        for tool in table.tools.values():
            assert tool.holder is None or tool.holder.tool is tool


# --- the same game counted by hand ------------------------------------------------------------------------------------


class ByHand:
    """Purses and points worked out a second time, with nothing but the card list and the events."""

    def __init__(self, started: Started) -> None:
        self.coins = dict.fromkeys(started.players, 10)
        self.points = dict.fromkeys(started.players, 0)
        self.bound: dict[str, str] = {}  # prisoners not freed, by owner
        self.owed: dict[str, str] = {}
        self.gives = {card.id: list(card.gives) for card in DECK.cards.values()}
        self.wages = {card.id: card.wage for card in DECK.cards.values()}
        self.sites: dict[str, list[int]] = {}
        self.ends: list[str] = []
        self.seats = list(started.players)
        self.readings = started.options

    def over(self) -> bool:
        full = len(self.ends) % len(self.seats) == 0
        return full and any(self.reached)

    @property
    def reached(self) -> list[bool]:
        return [self.points[name] >= 17 for name in self.seats]

    def happens(self, event: Any) -> None:
        name = getattr(event, "player", "")
        if isinstance(event, ConstructionStarted):
            self.sites[event.building] = [0, 0, 0, 0]
        elif isinstance(event, SentToWork):
            self.works(event)
        elif isinstance(event, ActionsBought):
            self.coins[name] -= 5 * event.count
        elif isinstance(event, PrisonerBought):
            self.coins[name] -= 7
            self.bound[event.prisoner] = name
        elif isinstance(event, ToolBought):
            self.coins[name] -= 2
        elif isinstance(event, LoanTaken):
            self.coins[name] += 10
            self.owed[event.loan] = name
        elif isinstance(event, WorkerTrained):
            self.learns(event)
        elif isinstance(event, PrisonerFreed):
            self.coins[name] -= 5 if self.over() else 0
            self.wages[event.prisoner] = 4
            del self.bound[event.prisoner]
        elif isinstance(event, LoanRepaid):
            self.coins[name] -= 15
            del self.owed[event.loan]
        elif isinstance(event, TurnEnded):
            self.ends.append(name)
            self.begun = 0
        elif isinstance(event, CoinsTaken):
            self.takes(event)

    begun = 0

    def takes(self, event: CoinsTaken) -> None:
        value = {0: 0, 1: 1, 2: 3, 3: 6, 4: 7, 5: 9}
        if self.readings["coin_packets"] == "separate":
            self.begun = 0
        self.coins[event.player] += value[self.begun + event.actions] - value[self.begun]
        self.begun = (self.begun + event.actions) % 3

    def works(self, event: SentToWork) -> None:
        card, site = DECK.cards[event.site], self.sites[event.site]
        self.coins[event.player] -= self.wages[event.worker]
        for gives in (self.gives[event.worker], self.gives[event.tool] if event.tool else [0, 0, 0, 0]):
            for material in range(4):
                site[material] += gives[material]
        if all(site[material] >= card.needs[material] for material in range(4)):
            self.coins[event.player] += card.coins
            self.points[event.player] += card.points

    def learns(self, event: WorkerTrained) -> None:
        self.coins[event.player] -= 7
        material = int(event.university[1]) - 1
        old = self.gives[event.worker]
        if self.readings["training"] == "added":
            old[material] += 3
        elif self.readings["training"] == "whole":
            self.gives[event.worker] = [3 if at == material else 0 for at in range(4)]
        else:
            old[material] = max(old[material], 3)

    def total(self, name: str) -> int:
        prisoners = sum(1 for owner in self.bound.values() if owner == name)
        loans = sum(1 for owner in self.owed.values() if owner == name)
        return 10 * self.points[name] - 10 * prisoners - 20 * loans + self.coins[name]


@every_game(60)
@given(evenings)
def test_counted_by_hand_the_sheet_is_the_same(evening):
    events = evening.events()
    hand = ByHand(events[0])
    for event in events:
        hand.happens(event)
    sheet = drawn(events)

    assert {name: sheet.total(name) for name in sheet.players} == {name: hand.total(name) for name in hand.seats}
    best = max(map(hand.total, hand.seats))
    assert sheet.winners == [name for name in hand.seats if hand.total(name) == best]


# --- spoilt games -----------------------------------------------------------------------------------------------------


def unspoilt(evening: Evening) -> list[Event]:
    return [event for event in evening.events() if not isinstance(event, Claimed | GameEnded)]


def moments(events: list[Event]) -> list[int]:
    """Where the player on turn might do something more: not in the set-up, the count, or between taking and filling."""
    found = []
    record = open_record(GAME, events)
    for n, event in enumerate(events):
        table = record.table
        if (
            not (table.owed or table.over or table.setting_up)
            and getattr(event, "player", "") == table.turn.player.name
        ):
            found.append(n)
        fold(record, [event])
    return found


def slip(table: Table, kind: str, dice: Random) -> Event | None:
    """Something that is not allowed at this moment, of this kind."""
    player, turn = table.turn.player, table.turn
    name, others = player.name, [one.name for one in table.seats if one is not player]
    if kind == "overspent" and turn.left == 0:
        return CoinsTaken(player=name, actions=1)
    if kind == "broke" and table.options["bought_actions"] == "any_moment":
        return ActionsBought(player=name, count=player.coins // 5 + 1)
    if kind == "out of turn":
        return CoinsTaken(player=dice.choice(others), actions=1)
    if kind == "packet":
        return CoinsTaken(player=name, actions=dice.choice([0, 4, 7, -1]))
    if kind == "unseen worker" and turn.left:
        hidden = [card for card in DECK.workers if card not in table.where]
        return WorkerHired(player=name, worker=dice.choice(hidden)) if hidden else None
    if kind == "unseen building" and turn.left:
        hidden = [card for card in DECK.buildings if card not in table.where]
        return ConstructionStarted(player=name, building=dice.choice(hidden)) if hidden else None
    if kind == "turned up":
        return BuildingRevealed(card=dice.choice(list(DECK.buildings)))
    if kind == "stranger":
        return SentToWork(player=name, worker="w19", site="b01")
    if kind == "debt":
        unheld = [card for card in DECK.loans if card not in player.loans]
        return LoanRepaid(player=name, loan=dice.choice(unheld)) if unheld and player.coins >= 15 else None
    if kind == "at work" and turn.left:
        busy = [one for one in table.people.values() if one.owner is player and one.site and one.wage <= player.coins]
        open_now = [site.id for site in table.sites.values() if site.owner is player and not site.done]
        open_now = [site for site in open_now if turn.sent.get(site, 0) < turn.left]
        return (
            SentToWork(player=name, worker=dice.choice(busy).id, site=dice.choice(open_now))
            if busy and open_now
            else None
        )
    return None


RULE = {
    "overspent": {"BLD-B21"}, "broke": {"BLD-B21"}, "out of turn": {"BLD-B27"}, "packet": {"BLD-B20"},
    "unseen worker": {"BLD-B23"}, "unseen building": {"BLD-B23"}, "turned up": {"BLD-B23"}, "stranger": {"entry"},
    "debt": {"BLD-B17"}, "at work": {"BLD-B1a"},
}  # fmt: skip


def freed_and_sent_on(events: list[Event]) -> Iterator[int]:
    """Where somebody is sent on by the event after the one that finishes the site they work on."""
    for n in range(1, len(events)):
        last, event = events[n - 1], events[n]
        if isinstance(last, SentToWork) and isinstance(event, SentToWork) and event.worker != last.worker:
            person = fold(open_record(GAME, events), events[: n - 1]).table.people.get(event.worker)
            if person is not None and person.site is not None:
                yield n


@pytest.mark.parametrize("seed", [2, 10, 17, 22, 31, 58])
def test_b1a_sent_a_move_too_soon_to_where_they_are_sent_next_is_told_once(seed):
    events = unspoilt(Evening(seed=seed, seats=3, readings={}))
    at = next(freed_and_sent_on(events))
    early = numbered([*events[: at - 1], events[at], *events[at - 1 :]])

    assert violations(early) == [(at - 1, "BLD-B1a")]


@pytest.mark.parametrize("kind", RULE)
@every_game(15)
@given(evening=evenings, place=st.floats(0, 1))
def test_one_mistake_is_one_finding_at_its_event(kind, evening, place):
    events, dice = unspoilt(evening), Random(evening.seed)
    able = moments(events)
    for n in able[int(place * (len(able) - 1)) :]:
        event = slip(fold(open_record(GAME, events), events[:n]).table, kind, dice)
        if event is not None:
            found = violations(numbered([*events[:n], event, *events[n:]]))
            assert [at for at, _ in found] == [n]
            assert {rule for _, rule in found} <= RULE[kind]
            return


@every_game(40)
@given(evening=evenings, place=st.floats(0, 1))
def test_a_card_not_turned_up_and_a_turn_not_ended_are_told_on_the_next_event(evening, place):
    events = unspoilt(evening)
    for missing in (BuildingRevealed, WorkerRevealed, TurnEnded):
        able = [n for n, event in enumerate(events) if isinstance(event, missing) and n > 10]
        n = able[int(place * (len(able) - 2))]
        found = violations(numbered([*events[:n], *events[n + 1 :]]))
        assert found == [(n, "BLD-B27" if missing is TurnEnded else "BLD-B23")]


@pytest.mark.parametrize(("seed", "seats"), [(0, 2), (1, 3), (2, 2), (3, 3), (5, 2)])
def test_a_training_left_out_is_not_told_again_with_every_building_that_needed_it(seed, seats):
    events = unspoilt(Evening(seed, seats, {}))
    for n, event in enumerate(events):
        if isinstance(event, WorkerTrained):
            assert len(violations(numbered([*events[:n], *events[n + 1 :]]))) <= 3


# --- anything at all --------------------------------------------------------------------------------------------------

names = st.sampled_from(["Ana", "Bo", "Zed"])
some = st.sampled_from(
    ["b01", "b03", "b29", "m01", "m02", "w01", "w09", "w15", "w16", "p01", "t1", "u1", "l1", "x", ""]
)
whole = st.integers(-3, 5)
anything = st.one_of(
    st.builds(BuildingRevealed, card=some),
    st.builds(WorkerRevealed, card=some),
    st.builds(ConstructionStarted, player=names, building=some),
    st.builds(WorkerHired, player=names, worker=some),
    st.builds(SentToWork, player=names, worker=some, site=some, tool=st.sampled_from(["", "", "t1", "t2", "w01"])),
    st.builds(CoinsTaken, player=names, actions=whole),
    st.builds(ActionsBought, player=names, count=whole),
    st.builds(PrisonerBought, player=names, prisoner=some),
    st.builds(ToolBought, player=names, tool=some),
    st.builds(LoanTaken, player=names, loan=some),
    st.builds(WorkerTrained, player=names, worker=some, university=some),
    st.builds(PrisonerFreed, player=names, prisoner=some),
    st.builds(LoanRepaid, player=names, loan=some),
    st.builds(TurnEnded, player=names),
    st.builds(
        HoldingsDeclared, player=names, coins=whole, buildings=st.tuples(some), machines=st.tuples(some),
        prisoners=whole, loans=whole,
    ),
    st.builds(Claimed, player=names, total=whole),
    st.builds(GameEnded, winners=st.tuples(names)),
    st.builds(NoteAdded, text=st.just("a pause")),
)  # fmt: skip


@every_game(60)
@given(st.lists(anything, max_size=60), readings, st.booleans())
def test_the_fold_never_fails_and_everything_can_be_shown(events, chosen, opened):
    rows = [*map(_up, ("b01", "b03", "b05", "m01", "b23")), *map(_up, ("w01", "w09", "w11", "w12", "w13"))]
    started = begun(2, Random(1), **chosen)
    whole_log = numbered([started, *(rows if opened else ()), *events])
    force = in_force(whole_log)
    record = open_record(GAME, force.events)
    for finding in judge(record, force):
        assert str(finding.message)
    draw_up(record)
    GAME.scribe.view(record.table)
    GAME.scribe.ask(record.table)
    assert all(str(choice.words) for choice in choices(GAME, record.table))
    alone = fold(open_record(GAME, force.events), force.events)
    assert GAME.scribe.view(alone.table) == GAME.scribe.view(record.table)


def _up(card: str) -> Event:
    return WorkerRevealed(card=card) if card[0] == "w" else BuildingRevealed(card=card)


# --- the scribe -------------------------------------------------------------------------------------------------------


@every_game(25)
@given(evenings)
def test_what_is_offered_to_a_scribe_is_allowed(evening):
    events = unspoilt(evening)
    dice = Random(evening.seed)
    n = dice.choice(moments(events))
    offered = choices(GAME, fold(open_record(GAME, events), events[:n]).table)

    assert offered
    for choice in offered:
        assert violations(numbered([*events[:n], choice.event])) == []


@pytest.mark.parametrize(
    ("text", "event"),
    [
        ("w15 b3", SentToWork(player="Ana", worker="w15", site="b03")),
        ("send w15 b3 t1", SentToWork(player="Ana", worker="w15", site="b03", tool="t1")),
        ("Bo m1 b03", SentToWork(player="Bo", worker="m01", site="b03")),
        ("build m1", ConstructionStarted(player="Ana", building="m01")),
        ("b3", ConstructionStarted(player="Ana", building="b03")),
        ("hire W9", WorkerHired(player="Ana", worker="w09")),
        ("coins 2", CoinsTaken(player="Ana", actions=2)),
        ("buy 1", ActionsBought(player="Ana", count=1)),
        ("buy p2", PrisonerBought(player="Ana", prisoner="p02")),
        ("t4", ToolBought(player="Ana", tool="t4")),
        ("bo loan l1", LoanTaken(player="Bo", loan="l1")),
        ("w15 u2", WorkerTrained(player="Ana", worker="w15", university="u2")),
        ("free p2", PrisonerFreed(player="Ana", prisoner="p02")),
        ("repay l1", LoanRepaid(player="Ana", loan="l1")),
        ("end", TurnEnded(player="Ana")),
    ],
)
def test_a_scribe_is_heard(text, event):
    table = fold(open_record(GAME, [begun(2, Random(1))]), []).table
    table.owed = []

    assert hear(table, text) == [event]


def test_a_scribe_names_the_cards_that_are_turned_up():
    table = open_record(GAME, [begun(2, Random(1))]).table

    assert hear(table, "b1 m2 w3") == [
        BuildingRevealed(card="b01"),
        BuildingRevealed(card="m02"),
        WorkerRevealed(card="w03"),
    ]
    table.owed = []
    assert hear(table, "build b1 b2") == [
        ConstructionStarted(player="Ana", building="b01"),
        BuildingRevealed(card="b02"),
    ]
    assert hear(table, "hire w1 w2") == [WorkerHired(player="Ana", worker="w01"), WorkerRevealed(card="w02")]


@pytest.mark.parametrize("text", ["", "Zed end", "b99", "w1 w2 w3", "coins", "hire 3", "send", "free w1", "x"])
def test_what_is_not_understood_is_said(text):
    table = open_record(GAME, [begun(2, Random(1))]).table
    table.owed = []

    with pytest.raises(ValueError):
        hear(table, text)
