"""What holds in every game of Lutèce, whoever plays it and by whichever reading: checked on games made up by dice."""

from collections import Counter
from itertools import combinations
from random import Random
from typing import Any, NamedTuple

from conftest import numbered
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from lutece import (
    ApprenticeAttached,
    BidPlaced,
    BribeRaised,
    CardOffered,
    CardPurchased,
    CardRemoved,
    Claimed,
    HoldingsDeclared,
    LegionDiscarded,
    RoundEnded,
)
from msgspec.structs import replace

from ledger.audit import audit, judge
from ledger.events import Event, GameEnded, NoteAdded, ScoreAdjusted
from ledger.games.lutece import GAME
from ledger.score import Sheet, as_json, draw_up
from ledger.simulate import play_out, simulate, start
from ledger.walk import fold, in_force, open_record, replay

NAMES = ["Ana", "Bo", "Cem", "Dia", "Eli"]
CARDS = {card.id: card for card in GAME.cards.deck(GAME.catalogue().data, "en").cards.values()}
RESOURCES = ("beer", "bread", "potion", "gladius")
TURNERS = (LegionDiscarded, CardPurchased, CardRemoved, RoundEnded)  # what turns the action cards

View = dict[str, Any]


class Evening(NamedTuple):
    """A game made up by dice."""

    seed: int
    seats: int
    edition: str
    readings: dict[str, Any]

    def events(self) -> list[Event]:
        """From the start to the last claim."""
        started = start(GAME, NAMES[: self.seats], edition=self.edition, options=self.readings)
        return numbered(play_out(GAME, started, Random(self.seed)))


readings = st.fixed_dictionaries({name: st.sampled_from(option.values) for name, option in GAME.about.options.items()})
evenings = st.builds(
    Evening, st.integers(0, 2**32), st.sampled_from(GAME.about.seats), st.sampled_from(GAME.about.editions), readings
)


def every_game(examples: int = 70) -> Any:
    """Run a test on so many games, the same ones every time; nothing is kept from one run to the next."""
    return settings(max_examples=examples, database=None, derandomize=True)


def found(events: list[Event]) -> list[tuple[int | None, str, str]]:
    """What the audit says, without what is legal but odd (too few coins in the box, an Apprentice with a Legionnaire)
    and what is undecidable."""
    force = in_force(numbered(events))
    findings = judge(open_record(GAME, force.events), force)
    odd = {("LUT-R36", "warning"), ("LUT-R36", "note"), ("LUT-R29a", "warning")}
    told = [one for one in findings if (one.rule, one.severity) not in odd and one.severity != "undecidable"]
    return [(one.n, one.rule, one.severity) for one in told]


def views(events: list[Event]) -> list[View]:
    """The table after every event."""
    record = open_record(GAME, events)
    return [GAME.scribe.view(fold(record, [event]).table) for event in events]


def drawn(events: list[Event]) -> Sheet:
    return draw_up(fold(open_record(GAME, events), events))


# --- legal games ------------------------------------------------------------------------------------------------------


@every_game(250)
@given(evenings)
def test_a_legal_game_is_clean_in_every_reading(evening: Evening) -> None:
    assert found(evening.events()) == []


@every_game(50)
@given(st.integers(0, 2**32))
def test_the_same_seed_gives_the_same_bytes_and_they_audit_clean(seed: int) -> None:
    log = simulate(GAME, seed)
    assert log == simulate(GAME, seed)
    assert audit(log, {"lutece": GAME}).verdict == "clean"


@every_game(60)
@given(evenings)
def test_a_game_replayed_is_the_same_table_whether_at_once_or_event_by_event(evening: Evening) -> None:
    events = evening.events()
    step_by_step = views(events)
    assert GAME.scribe.view(replay(GAME, events).table) == step_by_step[-1]
    assert views(events) == step_by_step
    middle = evening.seed % len(events)
    assert GAME.scribe.view(replay(GAME, events, at=middle).table) == step_by_step[middle]


# --- coins: invariant 1 -----------------------------------------------------------------------------------------------


def lying(view: View) -> int:
    """Coins in purses, on action cards and on cards on offer."""
    players = sum(one["purse"] + one["pledged"] for one in view["players"])
    return players + sum(one["coins"] for one in view["tiles"])


@every_game()
@given(evenings)
def test_every_coin_in_play_lies_in_a_purse_on_an_action_card_or_on_a_card(evening: Evening) -> None:
    for view in views(evening.events()):
        assert view["coins_in_play"] == lying(view)


def turned(view: View, event: Event, readings: dict[str, Any]) -> int:
    """R9, R10: revenue when the action cards are turned, less the bribes lost on them."""
    if view["phase"] != "bids" or not isinstance(event, TURNERS):
        return 0
    revenue = sum(3 * one["actions"].count("revenue") for one in view["players"])
    pledged = sum(one["pledged"] for one in view["players"])
    for_cards = sum(bid["coins"] for tile in view["tiles"] for bid in tile["bids"])
    return revenue - (0 if readings["revenue_bribe"] == "returned" else pledged - for_cards)


def settled(view: View, event: CardPurchased | CardRemoved, readings: dict[str, Any]) -> int:
    """R11 to R19: what an outcome brings into play or takes out of it."""
    tile = next(one for one in view["tiles"] if one["tile"] == event.tile)
    bidders = len(tile["bids"]) if readings["compensated"] == "bidders" else len(view["players"])
    compensated = bidders - bool(event.player) if len(tile["bids"]) > 1 else 0
    if isinstance(event, CardPurchased):
        return compensated + event.received - event.paid - tile["coins"]
    lost = sum(bid["coins"] for bid in tile["bids"] if bid["player"] == event.player)
    return compensated - lost - tile["coins"]


@every_game()
@given(evenings)
def test_coins_come_and_go_only_as_the_rules_say(evening: Evening) -> None:
    """R9 to R23, reckoned a second time from the events and what lay on the table before each of them."""
    readings = {**evening.readings, "unpaid_goes_to": "nobody"}
    events = evening._replace(readings=readings).events()
    tables = views(events)
    for before, event, after in zip(tables, events[1:], tables[1:], strict=False):
        due = turned(before, event, readings)
        if isinstance(event, CardPurchased | CardRemoved):
            due += settled(before, event, readings)
        if isinstance(event, RoundEnded):
            due += sum(one["card"] is not None for one in before["tiles"])
        assert after["coins_in_play"] - before["coins_in_play"] == due, event


@every_game()
@given(evenings)
def test_nobody_ever_owes(evening: Evening) -> None:
    assert min(one["purse"] for view in views(evening.events()) for one in view["players"]) >= 0


# --- cards: invariants 2, 3 and 6 -------------------------------------------------------------------------------------


def placed(view: View) -> list[str]:
    """Every card on offer or owned."""
    offered = [one["card"] for one in view["tiles"] if one["card"]]
    return offered + [card for one in view["players"] for card in one["cards"]]


@every_game()
@given(evenings)
def test_every_card_is_in_exactly_one_place(evening: Evening) -> None:
    events = evening.events()
    tables = views(events)
    gone: list[str] = []
    for event, view in zip(events, tables, strict=True):
        gone += [event.card] if isinstance(event, CardRemoved) else []
        gone += [event.legion] if isinstance(event, LegionDiscarded) else []
        known = placed(view) + gone
        assert len(known) == len(set(known))
        rows = Counter(CARDS[card].row for card in known)
        assert {row: left + rows[row] for row, left in view["piles"].items()} == tables[0]["piles"]


@every_game()
@given(evenings)
def test_every_round_begins_with_a_full_table_and_two_cards_from_everybody(evening: Evening) -> None:
    events = evening.events()
    for event, view in zip(events, views(events), strict=True):
        if isinstance(event, BidPlaced):
            assert all(one["card"] for one in view["tiles"])
            assert len(event.actions) == 2
            assert event.actions[0] != event.actions[1] or event.actions[0] == "revenue"


@every_game()
@given(evenings)
def test_the_last_filling_up_fails_on_a_tile_that_can_be_named(evening: Evening) -> None:
    events = [event for event in evening.events() if not isinstance(event, Claimed | GameEnded)]
    tables = views(events)
    last = tables[-1]
    assert last["phase"] == "over"
    unserved = [one["tile"] for one in last["tiles"] if one["card"] is None]
    assert 0 in [last["piles"]["character" if tile in "ABCDE" else "location"] for tile in unserved]
    assert drawn(events).final
    last_round = max(event.n for event in events if isinstance(event, RoundEnded))
    assert "over" not in [view["phase"] for view in tables[:last_round]]
    assert {type(event) for event in events[last_round + 1 :]} <= {CardOffered, HoldingsDeclared}


# --- scores: invariants 4, 5 and 7 ------------------------------------------------------------------------------------


def symbols(player: View) -> Counter[str]:
    """What somebody controls, counted from the cards alone."""
    count: Counter[str] = Counter()
    for card in player["cards"]:
        count.update(CARDS[card].resources)
    for host in player["attached"].values():
        count.update(list(CARDS[host].resources)[:1])
    return count


@every_game(100)
@given(evenings)
def test_a_resource_has_one_majority_and_a_minority(evening: Evening) -> None:
    events = evening.events()
    table = views(events)[-1]
    lines = [line for line in drawn(events).lines if line.category == "majority"]
    for resource in RESOURCES:
        own = [line for line in lines if line.reason.values["resource"] == resource]
        points = [line.points for line in own]
        counts = [symbols(player)[resource] for player in table["players"]]
        assert [line.reason.values["count"] for line in own] == counts or not any(counts)
        if not any(counts):
            assert set(points) == {0}
        elif not any(line.rule == "LUT-R28a" for line in own):
            assert points.count(10) == 1
            assert counts[points.index(10)] == max(counts)
            assert set(points) <= {0, 4, 10}
            assert all(one == 0 for one, count in zip(points, counts, strict=True) if count == 0)
            assert 0 in points or (evening.readings["all_level"] == "no_minority" and len(set(counts)) == 1)


@every_game(100)
@given(evenings)
def test_two_players_share_ten_points_or_none_for_each_resource(evening: Evening) -> None:
    readings = {**evening.readings, "all_level": "exclude_majority", "talent_of": "resource"}
    events = evening._replace(seats=2, readings=readings).events()
    lines = [line for line in drawn(events).lines if line.category == "majority"]
    for resource in RESOURCES:
        assert sum(line.points for line in lines if line.reason.values["resource"] == resource) in (0, 10)


def most_markets(player: View) -> int:
    """The largest number of Markets that the symbols can serve, by trying every choice."""
    markets = [CARDS[card] for card in player["cards"] if CARDS[card].role == "market"]
    count = symbols(player)
    for size in range(len(markets), 0, -1):
        for chosen in combinations(markets, size):
            demand: Counter[str] = Counter()
            for market in chosen:
                demand.update(market.demand)
            if demand <= count:
                return size
    return 0


@every_game()
@given(evenings)
def test_markets_score_the_most_that_the_symbols_serve(evening: Evening) -> None:
    events = evening.events()
    lines = [line for line in drawn(events).lines if line.rule == "LUT-R33"]
    for player in views(events)[-1]["players"]:
        scored = sum(line.points for line in lines if line.player == player["player"])
        assert scored == 6 * most_markets(player)


@every_game()
@given(evenings)
def test_a_sheet_is_the_sum_of_its_lines_and_the_winner_has_the_most(evening: Evening) -> None:
    sheet = as_json(drawn(evening.events()))
    for player in sheet["players"]:
        assert player["total"] == sum(line["points"] for line in player["lines"]) == sum(player["categories"].values())
    best = max(player["total"] for player in sheet["players"])
    leaders = [player["player"] for player in sheet["players"] if player["total"] == best]
    assert set(sheet["winners"]) <= set(leaders)
    assert sheet["winners"] or (evening.readings["ties"] == "silent" and len(leaders) > 1)
    assert evening.readings["ties"] != "shared" or sheet["winners"] == leaders


# --- one mistake is one finding ---------------------------------------------------------------------------------------


@every_game(100)
@given(evenings, st.data())
def test_an_event_written_down_twice_is_one_finding_on_the_second(evening: Evening, data: st.DataObject) -> None:
    events = evening.events()
    kinds = (BidPlaced, CardRemoved, LegionDiscarded, ApprenticeAttached, RoundEnded, Claimed, GameEnded)
    n = data.draw(st.sampled_from([event.n for event in events if isinstance(event, kinds)]))
    told = found([*events[: n + 1], *events[n:]])
    assert [(where, how) for where, _, how in told] == [(n + 1, "violation")]


@every_game(100)
@given(evenings, st.data())
def test_a_dropped_end_of_a_round_is_one_finding_on_the_next_event(evening: Evening, data: st.DataObject) -> None:
    events = evening.events()
    bought = [event.n for event in events[:-1] if isinstance(event, CardPurchased | CardRemoved)]
    ends = [event.n for event in events if isinstance(event, RoundEnded) and event.n - 1 in bought]
    n = data.draw(st.sampled_from(ends))
    assume(isinstance(events[n + 1], CardOffered | BidPlaced))
    assert found([*events[:n], *events[n + 1 :]]) == [(n, "LUT-R5", "violation")]


# --- the fold never fails ---------------------------------------------------------------------------------------------

players = st.sampled_from(["Ana", "Bo", "Cem", "Zed"])
tiles = st.sampled_from([*"ABC123", "D", "Q"])
cards = st.sampled_from([*CARDS, "C99"])
legions = st.sampled_from(["C33", "C34", "C01"])
apprentices = st.sampled_from(["C37", "C38", "C01"])
sums = st.none() | st.integers(-3, 9)
actions = st.lists(st.sampled_from([*"ABC123", "revenue", "D"]), max_size=3).map(tuple)

anything = st.one_of(
    st.builds(CardOffered, tile=tiles, card=cards),
    st.builds(BidPlaced, player=players, actions=actions),
    st.builds(BribeRaised, player=players, card=st.integers(-1, 3), coins=st.integers(-2, 9)),
    st.builds(LegionDiscarded, player=players, legion=legions, tile=tiles, favour=players),
    st.builds(CardPurchased, player=players, tile=tiles, card=cards, paid=sums, received=sums),
    st.builds(CardRemoved, tile=tiles, card=cards, reason=st.sampled_from(["tied", "unpaid", "lost"]), player=players),
    st.builds(CardRemoved, tile=tiles, card=cards, reason=st.sampled_from(["tied", "unpaid"])),
    st.builds(ApprenticeAttached, player=players, apprentice=apprentices, host=cards),
    st.just(RoundEnded()),
    st.builds(
        HoldingsDeclared,
        player=players,
        coins=st.integers(-3, 40),
        cards=st.lists(cards, max_size=5).map(tuple),
        attached=st.dictionaries(apprentices, cards, max_size=2),
    ),
    st.builds(Claimed, player=players, total=st.integers(0, 90)),
    st.builds(ScoreAdjusted, player=players, points=st.integers(-9, 9)),
    st.builds(GameEnded, winners=st.lists(players, max_size=2).map(tuple)),
    st.just(NoteAdded(text="and so on")),
)


def check_the_fold(events: list[Event]) -> None:
    """Whatever is told, the audit comes to its end and no coin or card is lost on the way."""
    events = numbered(events)
    for event, view in zip(events, views(events), strict=True):
        known = all(one["purse"] is not None for one in view["players"])  # of who has declared nothing it is not
        assert not known or view["coins_in_play"] == lying(view), event
        assert len(placed(view)) == len(set(placed(view))), event
    force = in_force(events)
    record = open_record(GAME, force.events)
    for finding in judge(record, force):
        assert str(finding.message)
    assert as_json(draw_up(record))
    assert GAME.scribe.view(record.table) == views(events)[-1]


@every_game(25)
@given(st.integers(2, 3), st.lists(anything, max_size=40))
def test_a_record_without_rhyme_or_reason_is_audited_to_its_end(seats: int, events: list[Event]) -> None:
    check_the_fold([start(GAME, NAMES[:seats]), *events])


@every_game(20)
@given(st.integers(0, 2**32), st.lists(st.tuples(st.integers(1, 200), anything), max_size=6), st.integers(1, 200))
def test_a_game_with_nonsense_in_it_is_audited_to_its_end(
    seed: int, nonsense: list[tuple[int, Event]], dropped: int
) -> None:
    events = play_out(GAME, start(GAME, NAMES[:3]), Random(seed))
    del events[dropped : dropped + 1]
    for place, event in nonsense:
        events.insert(place, replace(event, n=-1))
    check_the_fold(events)
