"""Players by dice reach everything: every question of the rules is asked, everything happens, both ends come."""

from collections import Counter

import pytest
from lutece import BribeRaised, CardOffered, CardRemoved, HoldingsDeclared, LegionDiscarded

from ledger.games import GAMES
from ledger.games.lutece import GAME
from ledger.log import decode, scan
from ledger.simulate import simulate
from ledger.walk import open_record, walk


def games(number, **wishes):
    """Simulated games as events, each with the table on which it is played out."""
    for seed in range(number):
        _, events = decode(scan(simulate(GAME, seed, **wishes)), GAMES)
        yield open_record(GAME, events), events


@pytest.mark.parametrize("edition", GAME.about.editions)
def test_every_kind_of_event_happens_and_so_every_condition_is_asked(edition):
    kinds = Counter(type(event) for _, events in games(25, edition=edition) for event in events)
    assert {happening.event for happening in GAME.course.happenings} - {GAME.worth.counts} <= set(kinds)


def test_cards_are_tied_and_unpaid_bribes_lie_on_revenue_and_legionnaires_help_others():
    reasons, revenue, helped, declared = set(), 0, set(), 0
    for record, events in games(60):
        for event in events:
            if isinstance(event, CardRemoved):
                reasons.add(event.reason)
            elif isinstance(event, BribeRaised):
                revenue += record.table.players[event.player].bid[event.card - 1].action == "revenue"
            elif isinstance(event, LegionDiscarded):
                helped.add(event.player == event.favour)
            declared += isinstance(event, HoldingsDeclared)
            walk(record, [event])
    assert reasons == {"tied", "unpaid"}
    assert revenue and declared
    assert helped == {True, False}


def test_both_piles_run_out_and_the_refill_goes_in_more_than_one_order():
    ends, orders = set(), set()
    for record, events in games(40):
        tiles = [event.tile for event in events if isinstance(event, CardOffered)]
        orders.add(tiles[: len(record.table.board)] == [slot.tile for slot in record.table.board])
        for event in events:
            walk(record, [event])
        ends |= {pile.row for pile in (record.table.characters, record.table.locations) if pile.left == 0}
    assert ends == {"character", "location"}
    assert orders == {True, False}
