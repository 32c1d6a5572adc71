"""The rulings of The Builders: Antiquity at the table, one by one: the last thing allowed and the first that is not.

The ten cards of an opening are events 1 to 10, so the first thing that a player does is event 11. Ana sits first and
has apprentice w15 (1 stone, 1 wood), Bo has w16 (1 architecture, 1 decoration), Cem w17 and Dia w18.
"""

from typing import Any

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
from conftest import Played, numbered
from msgspec import ValidationError, json
from msgspec.structs import replace

from ledger.audit import judge
from ledger.events import EntryCorrected, EntryInserted, EntryWithdrawn, Event, GameEnded, NoteAdded
from ledger.games.builders import GAME
from ledger.walk import in_force, open_record

# --- short words for what happens at a table --------------------------------------------------------------------------

FOUR = ["Ana", "Bo", "Cem", "Dia"]
APPRENTICES = {"Ana": "w15", "Bo": "w16", "Cem": "w17", "Dia": "w18"}
BUILDINGS = "b01 b03 b05 b23 m01"
WORKERS = "w01 w09 w10 w11 w13"


def judged(*events: Event) -> Played:
    force = in_force(numbered(events))
    record = open_record(GAME, force.events)
    return Played(record, judge(record, force))


def begun(seats: int = 2, apprentices: dict[str, str] | None = None, **options: Any) -> Started:
    dealt = {name: APPRENTICES[name] for name in FOUR[:seats]} if apprentices is None else apprentices
    return Started(game="builders", players=tuple(FOUR[:seats]), apprentices=dealt, options=options)


def opening(buildings: str = BUILDINGS, workers: str = WORKERS) -> list[Event]:
    return [*map(rb, buildings.split()), *map(rw, workers.split())]


def two(*events: Event, buildings: str = BUILDINGS, workers: str = WORKERS, **options: Any) -> Played:
    return judged(begun(2, **options), *opening(buildings, workers), *events)


def rb(card: str) -> BuildingRevealed:
    return BuildingRevealed(card=card)


def rw(card: str) -> WorkerRevealed:
    return WorkerRevealed(card=card)


def build(player: str, card: str, *refill: str) -> list[Event]:
    return [ConstructionStarted(player=player, building=card), *map(rb, refill)]


def hire(player: str, card: str, *refill: str) -> list[Event]:
    return [WorkerHired(player=player, worker=card), *map(rw, refill)]


def send(player: str, worker: str, site: str, tool: str = "") -> SentToWork:
    return SentToWork(player=player, worker=worker, site=site, tool=tool)


def coins(player: str, actions: int) -> CoinsTaken:
    return CoinsTaken(player=player, actions=actions)


def buy(player: str, count: int) -> ActionsBought:
    return ActionsBought(player=player, count=count)


def prisoner(player: str, card: str) -> PrisonerBought:
    return PrisonerBought(player=player, prisoner=card)


def tool(player: str, card: str) -> ToolBought:
    return ToolBought(player=player, tool=card)


def loan(player: str, card: str) -> LoanTaken:
    return LoanTaken(player=player, loan=card)


def train(player: str, worker: str, card: str) -> WorkerTrained:
    return WorkerTrained(player=player, worker=worker, university=card)


def free(player: str, card: str) -> PrisonerFreed:
    return PrisonerFreed(player=player, prisoner=card)


def repay(player: str, card: str) -> LoanRepaid:
    return LoanRepaid(player=player, loan=card)


def end(*players: str) -> list[Event]:
    return [TurnEnded(player=player) for player in players]


def purse(played: Played, player: str = "Ana") -> int:
    return int(played.table.players[player].coins)


def left(played: Played) -> int:
    return int(played.table.turn.left)


def declared(player: str, coins: int, **holdings: Any) -> HoldingsDeclared:
    return HoldingsDeclared(player=player, coins=coins, **holdings)


# Three turns of 6 coins each give a player 28 coins; the other passes.
RICH = [coins("Ana", 3), *end("Ana", "Bo"), coins("Ana", 3), *end("Ana", "Bo"), coins("Ana", 3), *end("Ana", "Bo")]


def grave(played: Played) -> list[tuple[int | None, str]]:
    """Violations only: where, and which rule."""
    return [(finding.n, finding.rule) for finding in played.findings if finding.severity == "violation"]


# --- B1, B1a, B2: sending ---------------------------------------------------------------------------------------------


def test_bld_b1_the_kth_to_one_site_costs_k_actions():
    three = [*hire("Ana", "w09", "w02"), *hire("Ana", "w10", "w03"), *build("Ana", "b23", "b06"), *end("Ana", "Bo")]
    crew = [send("Ana", "w15", "b23"), send("Ana", "w09", "b23")]

    assert two(*three, *crew).found() == []
    assert left(two(*three, *crew)) == 0
    assert two(*three, *crew, send("Ana", "w10", "b23")).found() == [(21, "BLD-B1", "violation")]


def test_bld_b1_three_to_one_site_in_one_turn_are_six_actions_so_three_are_bought_for_15():
    before = [
        *RICH,
        *hire("Ana", "w11", "w02"),
        *hire("Ana", "w13", "w03"),
        *build("Ana", "b23", "b06"),
        *end("Ana", "Bo"),
    ]
    crew = [send("Ana", "w15", "b23"), send("Ana", "w11", "b23"), send("Ana", "w13", "b23")]

    short = two(*before, buy("Ana", 2), *crew)
    whole = two(*before, buy("Ana", 3), *crew)

    assert grave(short) == [(31, "BLD-B1")]
    words = (
        "Ana has sent 2 people to Lighthouse of Alexandria b23 in this turn; one more costs 3 actions, and 2 are left"
    )
    assert str(short.findings[0].message) == words
    assert whole.found() == []
    assert (purse(whole), left(whole)) == (28 - 15 - 2 - 3 - 3, 0)


def test_bld_b1_two_sites_are_counted_apart_and_prisoners_and_machines_count_too():
    sites = [*build("Ana", "b23", "b06"), *build("Ana", "b05", "b07"), prisoner("Ana", "p01"), *end("Ana", "Bo")]

    assert left(two(*sites, send("Ana", "w15", "b23"), send("Ana", "p01", "b05"))) == 1
    assert left(two(*sites, send("Ana", "w15", "b23"), send("Ana", "p01", "b23"))) == 0


def test_bld_b1a_only_ones_own_people_are_sent():
    site = build("Ana", "b23", "b06")

    assert two(*site, send("Ana", "w15", "b23")).found() == []
    assert two(*site, send("Ana", "w16", "b23")).found() == [(13, "BLD-B1a", "violation")]
    assert two(*site, send("Ana", "w11", "b23")).found() == [(13, "BLD-B1a", "violation")]
    assert two(*site, send("Ana", "w02", "b23")).found() == [(13, "BLD-B1a", "violation")]
    assert two(*site, send("Ana", "p01", "b23")).found() == [(13, "BLD-B1a", "violation")]


def test_bld_b1a_nobody_leaves_a_site_before_it_is_finished():
    sites = [*build("Ana", "b23", "b06"), *build("Ana", "b03", "b07"), send("Ana", "w15", "b23"), *end("Ana", "Bo")]
    finished = [*build("Ana", "b03", "b06"), *build("Ana", "b23", "b07"), send("Ana", "w15", "b03"), *end("Ana", "Bo")]

    assert two(*sites, send("Ana", "w15", "b03")).found() == [(18, "BLD-B1a", "violation")]
    assert two(*finished, send("Ana", "w15", "b23")).found() == []


def test_bld_b1a_a_site_is_ones_own_open_and_started():
    bos = [*end("Ana"), *build("Bo", "b23", "b06"), *end("Bo")]
    done = [*build("Ana", "b03", "b06"), send("Ana", "w15", "b03")]

    assert two(*bos, send("Ana", "w15", "b23")).found() == [(15, "BLD-B1a", "violation")]
    assert two(*done, send("Ana", "w15", "b03")).found() == [(14, "BLD-B1a", "violation")]
    assert two(send("Ana", "w15", "b23")).found() == [(11, "BLD-B1a", "violation")]


def test_bld_b1a_a_moved_worker_is_told_and_so_is_the_next_of_the_crew():
    sites = [
        *build("Ana", "b23", "b06"), *build("Ana", "b05", "b07"), *hire("Ana", "w09", "w02"), *end("Ana", "Bo"),
        send("Ana", "w15", "b23"), send("Ana", "w09", "b23"), *end("Ana", "Bo"),
    ]  # fmt: skip

    assert two(*sites, send("Ana", "w15", "b05")).found() == [(23, "BLD-B1a", "violation")]
    assert grave(two(*sites, send("Ana", "w15", "b05"), send("Ana", "w09", "b05"))) == [
        (23, "BLD-B1a"),
        (24, "BLD-B1a"),
    ]


def test_bld_b2_the_crew_of_earlier_turns_does_not_raise_the_price():
    site = [*build("Ana", "b23", "b06"), *hire("Ana", "w09", "w02"), send("Ana", "w15", "b23"), *end("Ana", "Bo")]

    same_turn = two(*site[:4], send("Ana", "w15", "b23"), send("Ana", "w09", "b23"))
    next_turn = two(*site, send("Ana", "w09", "b23"))

    assert same_turn.found() == [(16, "BLD-B1", "violation")]
    assert next_turn.found() == []
    assert left(next_turn) == 2


# --- B3 to B6: tools --------------------------------------------------------------------------------------------------


def test_bld_b3_a_tool_is_given_when_somebody_is_sent_and_stays_until_the_building_is_finished():
    got = [tool("Ana", "t1"), *build("Ana", "b23", "b06"), *build("Ana", "b03", "b07"), *end("Ana", "Bo")]

    held = two(*got, send("Ana", "w15", "b23", "t1"))
    assert held.found() == []
    assert held.table.sites["b23"].have == (2, 1, 0, 0)

    again = [*got, *hire("Ana", "w09", "w02"), send("Ana", "w15", "b23", "t1"), send("Ana", "w09", "b03", "t1")]
    assert two(*again).found() == [(21, "BLD-B3", "violation")]

    back = [*got, *hire("Ana", "w09", "w02"), send("Ana", "w15", "b03", "t1"), send("Ana", "w09", "b23", "t1")]
    assert two(*back).found() == []


def test_bld_b3_a_tool_is_not_given_to_somebody_at_work_nor_without_having_it():
    site = [tool("Ana", "t1"), *build("Ana", "b23", "b06"), send("Ana", "w15", "b23"), *end("Ana", "Bo")]

    assert two(*site, send("Ana", "w15", "b23", "t1")).found() == [(17, "BLD-B3", "violation")]
    assert two(*build("Ana", "b23", "b06"), send("Ana", "w15", "b23", "t2")).found() == [(13, "BLD-B3", "violation")]


def test_bld_b3_a_tool_of_another_player_is_refused():
    bos = [*end("Ana"), tool("Bo", "t1"), *end("Bo"), *build("Ana", "b23", "b06")]

    assert two(*bos, send("Ana", "w15", "b23", "t1")).found() == [(16, "BLD-B3", "violation")]


def test_bld_b4_a_prisoner_holds_no_tool_and_a_citizen_does():
    got = [prisoner("Ana", "p01"), *build("Ana", "b23", "b06"), coins("Ana", 1), *end("Ana", "Bo"), tool("Ana", "t1")]

    assert two(*got, send("Ana", "p01", "b23", "t1")).found() == [(18, "BLD-B4", "violation")]
    assert two(*got, send("Ana", "p01", "b23")).found() == []
    freed = [*got, free("Ana", "p01"), *end("Ana", "Bo"), coins("Ana", 2)]
    assert two(*freed, send("Ana", "p01", "b23", "t1")).found() == []


def test_bld_b5_nobody_holds_two_tools():
    one = [tool("Ana", "t1"), *build("Ana", "b23", "b06"), send("Ana", "w15", "b23", "t1"), *end("Ana", "Bo")]

    assert two(*one, tool("Ana", "t2")).found() == []
    assert two(*one, tool("Ana", "t2"), send("Ana", "w15", "b23", "t2")).found() == [(18, "BLD-B5", "violation")]


MACHINE = [  # Ana finishes the hoist m01 (1 wood, 2 architecture) with two people and has 3 coins left
    *build("Ana", "m01", "b06"), *hire("Ana", "w13", "w02"), *hire("Ana", "w10", "w03"), *end("Ana", "Bo"),
    send("Ana", "w13", "m01"), send("Ana", "w10", "m01"), *end("Ana", "Bo"),
]  # fmt: skip


def test_bld_b6_a_tool_on_a_machine_is_noted_or_by_the_other_reading_refused():
    play = [*MACHINE, tool("Ana", "t1"), *build("Ana", "b23", "b07"), send("Ana", "m01", "b23", "t1")]

    assert two(*play).found() == [(26, "BLD-B6", "note")]
    assert two(*play, tool_on_machine="refused").found() == [(26, "BLD-B6", "violation")]
    assert two(*play[:-1], send("Ana", "m01", "b23"), tool_on_machine="refused").found() == []


# --- B7 to B10, B25, B33: finishing -----------------------------------------------------------------------------------


def test_bld_b7_surplus_finishes_the_building_and_is_lost():
    got = [
        tool("Ana", "t1"),
        *build("Ana", "b03", "b06"),
        send("Ana", "w15", "b03", "t1"),
    ]  # needs 1 and 1, gets 2 and 1

    played = two(*got)
    assert played.found() == []
    assert played.table.sites["b03"].done
    assert purse(played) == 10 - 2 - 2 + 10
    assert not two(*build("Ana", "b05", "b06"), send("Ana", "w15", "b05")).table.sites["b05"].done


def test_bld_b8_one_material_does_not_stand_for_another():
    site = [*build("Ana", "b05", "b06"), *hire("Ana", "w13", "w02")]  # needs 1 wood and 1 architecture

    assert not two(*site, send("Ana", "w15", "b05")).table.sites["b05"].done  # 1 stone, 1 wood
    assert two(*site, send("Ana", "w13", "b05")).table.sites["b05"].done  # 2 wood, 1 architecture


def test_bld_b9_a_finished_machine_works_for_nothing_costs_actions_and_stays_till_the_building_is_finished():
    play = [*MACHINE, *build("Ana", "b23", "b07"), send("Ana", "m01", "b23")]

    played = two(*play)
    assert played.found() == []
    assert (purse(played), left(played)) == (10 - 3 - 4, 1)
    assert played.table.sites["b23"].have == (3, 0, 0, 0)
    assert played.sheet.figures["Ana"]["machines"] == 20
    assert two(*play, *build("Ana", "b05", "b08"), *end("Ana", "Bo"), send("Ana", "m01", "b05")).found() == [
        (30, "BLD-B1a", "violation")
    ]


def test_bld_b9_a_machine_is_sent_when_it_is_finished_and_in_that_very_turn():
    begun_m = [*build("Ana", "m01", "b06"), *build("Ana", "b23", "b07")]
    assert two(*begun_m, send("Ana", "m01", "b23")).found() == [(15, "BLD-B9", "violation")]

    fresh = [
        *build("Ana", "m01", "b06"), *build("Ana", "b23", "b07"), *hire("Ana", "w13", "w02"), *end("Ana", "Bo"),
        *hire("Ana", "w10", "w03"), send("Ana", "w13", "m01"), coins("Ana", 1), *end("Ana", "Bo"),
        send("Ana", "w10", "m01"), send("Ana", "m01", "b23"),
    ]  # fmt: skip
    assert two(*fresh).found() == []
    assert two(*fresh, fresh_machine="next_turn").found() == [(26, "BLD-B9", "violation")]
    later = [*fresh[:-1], *end("Ana", "Bo"), fresh[-1]]
    assert two(*later, fresh_machine="next_turn").found() == []


def test_bld_b9_a_machine_is_neither_trained_nor_freed():
    rich = [*MACHINE, coins("Ana", 3), *end("Ana", "Bo")]

    assert two(*rich, train("Ana", "w15", "u1")).found() == []
    assert two(*rich, train("Ana", "m01", "u1")).found() == [(26, "BLD-B9", "violation")]
    assert two(*rich, free("Ana", "m01")).found() == [(26, "BLD-B14", "violation")]


def test_bld_b10_people_and_tools_come_back_from_a_machine_too():
    play = [
        *build("Ana", "m01", "b06"), *hire("Ana", "w13", "w02"), tool("Ana", "t3"), *end("Ana", "Bo"),
        send("Ana", "w13", "m01", "t3"), *build("Ana", "b23", "b07"),
    ]  # fmt: skip

    played = two(*play, send("Ana", "w13", "b23", "t3"))
    assert played.found() == []  # 2 wood and 2 architecture were enough
    assert played.table.people["w13"].site.id == "b23"
    assert played.table.tools["t3"].holder.id == "w13"


def test_bld_b25_a_building_is_finished_at_once_with_its_reward_and_its_crew_free_in_the_same_turn():
    play = [*build("Ana", "b03", "b06"), send("Ana", "w15", "b03"), *build("Ana", "b23", "b07")]

    played = two(*play, buy("Ana", 1), send("Ana", "w15", "b23"))
    assert played.found() == []
    assert purse(played) == 10 - 2 + 10 - 5 - 2
    assert two(*play, buy("Ana", 1), send("Ana", "w15", "b03")).found() == [(17, "BLD-B1a", "violation")]


def test_bld_b33_the_wage_is_paid_before_the_reward():
    poor = [prisoner("Ana", "p01"), *hire("Ana", "w11", "w02"), *build("Ana", "b07", "b06"), *end("Ana", "Bo")]

    exact = two(*poor, send("Ana", "w11", "b07"), buildings="b01 b03 b07 b23 m01")  # 3 coins, wage 3, reward 6
    assert exact.found() == []
    assert purse(exact) == 6

    spent = [*poor[:-2], coins("Ana", 1)]  # a fourth action: told, and the coin is there all the same
    assert grave(two(*spent, buildings="b01 b03 b07 b23 m01")) == [(16, "BLD-B21")]

    short = [prisoner("Ana", "p01"), *hire("Ana", "w09", "w02"), *build("Ana", "b23", "b06"), *end("Ana", "Bo")]
    assert two(*short, send("Ana", "w09", "b23")).found() == [(18, "BLD-B33", "violation")]
    assert two(*short, coins("Ana", 1), send("Ana", "w09", "b23")).found() == []


# --- B11 to B16: training and freeing ---------------------------------------------------------------------------------


def gives(played: Played, person: str) -> tuple[int, ...]:
    return tuple(played.table.people[person].gives)


def test_bld_b11_training_makes_the_figure_3_and_leaves_the_others():
    played = two(train("Ana", "w15", "u1"))

    assert played.found() == []
    assert purse(played) == 3
    assert gives(played, "w15") == (3, 1, 0, 0)
    assert gives(two(train("Ana", "w15", "u3")), "w15") == (1, 1, 3, 0)
    assert gives(two(train("Ana", "w15", "u1"), training="whole"), "w15") == (3, 0, 0, 0)
    assert gives(two(train("Ana", "w15", "u1"), training="added"), "w15") == (4, 1, 0, 0)


def test_bld_b11_a_tool_is_added_on_top_and_a_3_stays_a_3():
    play = [*hire("Ana", "w01", "w02"), train("Ana", "w01", "u4")]

    assert gives(two(*play), "w01") == (2, 0, 0, 3)
    assert two(*play).found() == []


def test_bld_b11_nobody_is_trained_twice_nor_at_work_nor_another_players():
    rich = [*RICH, train("Ana", "w15", "u1"), *end("Ana", "Bo")]
    working = [*RICH, *build("Ana", "b23", "b06"), send("Ana", "w15", "b23")]

    assert two(*rich, train("Ana", "w15", "u2")).found() == [(23, "BLD-B11", "violation")]
    assert two(*working, train("Ana", "w15", "u2")).found() == [(23, "BLD-B11", "violation")]
    assert two(*RICH, train("Ana", "w16", "u2")).found() == [(20, "BLD-B11", "violation")]
    assert two(*RICH, train("Ana", "w09", "u2")).found() == [(20, "BLD-B11", "violation")]


def test_bld_b11_a_university_costs_7():
    spent = [buy("Ana", 1)]

    assert two(train("Ana", "w15", "u1")).found() == []
    assert two(*spent, train("Ana", "w15", "u1")).found() == [(12, "BLD-B11", "violation")]


def test_bld_b11_a_prisoner_is_not_trained_and_a_citizen_is():
    got = [*RICH, prisoner("Ana", "p01"), free("Ana", "p01"), *end("Ana", "Bo")]
    bound = [*RICH, prisoner("Ana", "p01"), *end("Ana", "Bo")]

    assert two(*got, train("Ana", "p01", "u1")).found() == []
    assert two(*bound, train("Ana", "p01", "u1")).found() == [(23, "BLD-B11", "violation")]


def test_bld_b12_a_freed_and_trained_citizen_keeps_wage_4():
    play = [*RICH, prisoner("Ana", "p01"), free("Ana", "p01"), *build("Ana", "b23", "b06"), *end("Ana", "Bo")]
    play += [train("Ana", "p01", "u2"), send("Ana", "p01", "b23")]

    played = two(*play)
    assert played.found() == []
    assert gives(played, "p01") == (2, 3, 0, 2)
    assert purse(played) == 28 - 7 - 7 - 4


def test_bld_b13_one_investment_a_turn_of_whatever_kind():
    first = tool("Ana", "t1")

    for second in (tool("Ana", "t2"), loan("Ana", "l1"), prisoner("Ana", "p01"), train("Ana", "w15", "u1")):
        assert two(first, second).found() == [(12, "BLD-B13", "violation")]
        assert two(first, *end("Ana", "Bo"), coins("Ana", 1), second).found() == []


def test_bld_b13_freeing_and_repaying_are_no_investments():
    play = [*RICH, loan("Ana", "l1"), *end("Ana", "Bo"), prisoner("Ana", "p01"), free("Ana", "p01"), repay("Ana", "l1")]

    assert two(*play).found() == []
    assert two(*play, tool("Ana", "t1")).found() == [(26, "BLD-B13", "violation")]


def test_bld_b13_a_prisoner_costs_7_and_a_tool_2():
    assert purse(two(prisoner("Ana", "p01"))) == 3
    assert two(buy("Ana", 1), prisoner("Ana", "p01")).found() == [(12, "BLD-B13", "violation")]
    assert purse(two(tool("Ana", "t1"))) == 8
    assert two(buy("Ana", 2), tool("Ana", "t1")).found() == [(12, "BLD-B13", "violation")]


def test_bld_b13_a_card_of_the_line_is_taken_once():
    assert two(tool("Ana", "t1"), *end("Ana"), tool("Bo", "t2")).found() == []
    assert two(tool("Ana", "t1"), *end("Ana"), tool("Bo", "t1")).found() == [(13, "BLD-B13", "violation")]
    assert two(prisoner("Ana", "p01"), *end("Ana"), prisoner("Bo", "p01")).found() == [(13, "BLD-B13", "violation")]
    assert two(train("Ana", "w15", "u1"), *end("Ana"), train("Bo", "w16", "u1")).found() == [
        (13, "BLD-B13", "violation")
    ]


def test_bld_b14_freeing_costs_one_action_and_no_coins_in_play():
    got = [prisoner("Ana", "p01"), coins("Ana", 1)]

    played = two(*got, free("Ana", "p01"))
    assert played.found() == []
    assert (purse(played), left(played)) == (4, 0)
    assert two(*got, coins("Ana", 1), free("Ana", "p01")).found() == [(14, "BLD-B21", "violation")]
    assert two(*RICH, prisoner("Ana", "p01"), coins("Ana", 2), buy("Ana", 1), free("Ana", "p01")).found() == []


def test_bld_b14_one_frees_ones_own_prisoner_once():
    got = [prisoner("Ana", "p01"), free("Ana", "p01")]

    assert two(*got, free("Ana", "p01")).found() == [(13, "BLD-B14", "violation")]
    assert two(free("Ana", "p01")).found() == [(11, "BLD-B14", "violation")]
    assert two(free("Ana", "w15")).found() == [(11, "BLD-B14", "violation")]
    assert two(*got[:1], *end("Ana"), free("Bo", "p01")).found() == [(13, "BLD-B14", "violation")]


def final(*before: Event) -> list[Event]:
    """Bo, who sits last, declares 17 points and ends the game with his turn; a warning is the price of a short test."""
    return [
        *before, *end("Ana"),
        declared("Bo", 10, buildings=("b26", "b25", "b21")), *end("Bo"),
    ]  # fmt: skip


def test_bld_b14_freeing_costs_5_coins_and_no_action_in_the_final_count():
    rich = final(*RICH[:3], prisoner("Ana", "p01"), coins("Ana", 1))  # 16 − 7 + 1 = 10 coins

    played = two(*rich, free("Ana", "p01"))
    assert grave(played) == []
    assert purse(played) == 5

    poor = final(prisoner("Ana", "p01"), coins("Ana", 1))
    assert purse(two(*poor)) == 4
    assert grave(two(*poor, free("Ana", "p01"))) == [(16, "BLD-B14")]


def test_bld_b15_nobody_is_freed_at_work_in_play_or_in_the_final_count():
    working = [*build("Ana", "b23", "b06"), prisoner("Ana", "p01"), send("Ana", "p01", "b23")]
    done = [*build("Ana", "b02", "b06"), prisoner("Ana", "p01"), send("Ana", "p01", "b02")]
    rows = "b01 b02 b05 b23 m01"

    assert two(*working, *end("Ana", "Bo"), free("Ana", "p01")).found() == [(17, "BLD-B15", "violation")]
    assert two(*done, *end("Ana", "Bo"), free("Ana", "p01"), buildings=rows).found() == []
    assert grave(two(*final(*working, *end("Ana", "Bo"), coins("Ana", 3)), free("Ana", "p01"))) == [(21, "BLD-B15")]


def test_bld_b16_a_citizen_may_be_sent_in_the_turn_he_was_freed_and_is_paid():
    got = [*RICH, prisoner("Ana", "p01"), *build("Ana", "b23", "b06"), *end("Ana", "Bo"), free("Ana", "p01")]

    played = two(*got, send("Ana", "p01", "b23"))
    assert played.found() == []
    assert purse(played) == 28 - 7 - 4
    assert two(*got, send("Ana", "p01", "b23"), fresh_citizen="next_turn").found() == [(26, "BLD-B16", "violation")]
    later = [*got, *end("Ana", "Bo"), send("Ana", "p01", "b23")]
    assert two(*later, fresh_citizen="next_turn").found() == []


# --- B17 to B22: loans, coins, actions --------------------------------------------------------------------------------


def test_bld_b17_a_loan_is_repaid_with_15_coins_at_any_moment_of_ones_turn():
    got = [loan("Ana", "l1"), coins("Ana", 2)]

    played = two(*got, repay("Ana", "l1"))  # no action is left
    assert played.found() == []
    assert (purse(played), played.table.players["Ana"].owing) == (10 + 10 + 3 - 15, 0)
    assert two(*got, *end("Ana"), repay("Ana", "l1")).found() == [(14, "BLD-B27", "violation")]
    assert two(*got, repay("Ana", "l2")).found() == [(13, "BLD-B17", "violation")]


def test_bld_b17_there_is_no_partial_payment():
    exact = [loan("Ana", "l1"), buy("Ana", 1)]
    short = [loan("Ana", "l1"), *end("Ana", "Bo"), prisoner("Ana", "p01")]

    assert two(*exact, repay("Ana", "l1")).found() == []
    assert purse(two(*exact, repay("Ana", "l1"))) == 0
    assert two(*short, repay("Ana", "l1")).found() == [(15, "BLD-B17", "violation")]


def test_bld_b17_a_loan_of_another_that_is_repaid_is_told_and_has_left_the_game():
    taken = [loan("Bo", "l1"), *end("Bo")]
    repaid = two(*RICH, *end("Ana"), *taken, repay("Ana", "l1"))

    assert grave(repaid) == [(23, "BLD-B17")]
    assert str(repaid.findings[0].message) == "Ana repays Loan l1 without having it (Bo has it)"
    assert (purse(repaid), repaid.sheet.figures["Bo"]["loans"]) == (28 - 15, 0)
    again = two(*RICH, *end("Ana"), *taken, repay("Ana", "l1"), *end("Ana"), coins("Bo", 3), repay("Bo", "l1"))
    assert grave(again) == [(23, "BLD-B17")]  # perhaps it was Bo's own purse that paid


def test_bld_b17_a_loan_that_was_left_out_and_is_repaid_settles_no_other():
    left_out = [buy("Ana", 3), *end("Ana", "Bo"), loan("Ana", "l2"), coins("Ana", 2), *end("Ana", "Bo")]
    repaid = two(*left_out, coins("Ana", 3), repay("Ana", "l1"))

    assert grave(repaid) == [(11, "BLD-B21")]  # 15 coins and a purse of 10: a loan may have been left out
    assert repaid.sheet.figures["Ana"]["loans"] == -20
    declares = two(declared("Ana", 30, loans=2), repay("Ana", "l1"))
    assert declares.sheet.figures["Ana"]["loans"] == -20


def test_bld_b18_a_repaid_loan_leaves_the_game_or_by_the_other_reading_returns():
    play = [loan("Ana", "l1"), repay("Ana", "l1"), *end("Ana")]

    assert two(*play, loan("Bo", "l2")).found() == []
    assert two(*play, loan("Bo", "l1")).found() == [(14, "BLD-B18", "violation")]
    assert two(*play, loan("Bo", "l1"), repaid_loan="returns").found() == []


def test_bld_b19_debts_are_no_bar_and_a_loan_is_held_by_one():
    first = [loan("Ana", "l1"), *end("Ana", "Bo")]

    assert two(*first, loan("Ana", "l2")).found() == []
    assert two(*first, loan("Ana", "l2"), loans_held="one").found() == [(14, "BLD-B19", "violation")]
    assert two(*first, repay("Ana", "l1"), loan("Ana", "l2"), loans_held="one").found() == []
    assert two(loan("Ana", "l1"), *end("Ana"), loan("Bo", "l1")).found() == [(13, "BLD-B19", "violation")]


def test_bld_b19_a_fifth_loan_does_not_exist():
    assert two(loan("Ana", "l5")).found() == [(11, "entry", "violation")]


def test_bld_b20_a_packet_is_one_two_or_three_actions():
    assert [purse(two(coins("Ana", actions))) for actions in (1, 2, 3)] == [11, 13, 16]
    assert two(buy("Ana", 1), coins("Ana", 4)).found() == [(12, "BLD-B20", "violation")]
    assert two(coins("Ana", 0)).found() == [(11, "BLD-B20", "violation")]


def test_bld_b20_two_packets_of_one_give_2_unless_they_add_up():
    assert purse(two(coins("Ana", 1), coins("Ana", 1))) == 12
    assert purse(two(coins("Ana", 1), coins("Ana", 1), coin_packets="cumulated")) == 13
    assert purse(two(coins("Ana", 1), coins("Ana", 1), coins("Ana", 1), coin_packets="cumulated")) == 16
    four = [*RICH, buy("Ana", 1), coins("Ana", 3), coins("Ana", 1)]
    assert purse(two(*four, coin_packets="cumulated")) == purse(two(*four)) == 28 - 5 + 6 + 1


def test_bld_b21_a_fourth_action_is_bought_for_5_first():
    three = [coins("Ana", 3)]

    assert two(*three, coins("Ana", 1)).found() == [(12, "BLD-B21", "violation")]
    assert two(*three, buy("Ana", 1), coins("Ana", 1)).found() == []
    assert purse(two(*three, buy("Ana", 1))) == 11
    assert two(*three, buy("Ana", 1), coins("Ana", 2)).found() == [(13, "BLD-B21", "violation")]


def test_bld_b21_too_few_actions_are_told_once_in_a_turn():
    play = [coins("Ana", 3), coins("Ana", 1), coins("Ana", 1), *end("Ana", "Bo"), coins("Ana", 3), coins("Ana", 1)]

    assert grave(two(*play)) == [(12, "BLD-B21"), (17, "BLD-B21")]


def test_bld_b21_actions_are_bought_with_coins_one_has_also_from_a_building_just_finished():
    done = [*build("Ana", "b03", "b06"), send("Ana", "w15", "b03")]

    assert two(buy("Ana", 2)).found() == []
    assert two(buy("Ana", 3)).found() == [(11, "BLD-B21", "violation")]
    assert two(*done, buy("Ana", 3)).found() == []  # 18 coins
    assert two(buy("Ana", 0)).found() == [(11, "BLD-B21", "violation")]
    assert two(*done, buy("Ana", 1), bought_actions="before_first").found() == [(14, "BLD-B21", "violation")]
    assert two(buy("Ana", 1), buy("Ana", 1), bought_actions="before_first").found() == []


def test_bld_b22_more_coins_than_the_box_holds_are_one_warning():
    def crowded(bos: int) -> list[tuple[int | None, str, str]]:
        played = two(declared("Bo", bos), coins("Ana", 1), coins("Ana", 1))
        return [one for one in played.found() if one[1] != "holdings"]

    assert crowded(96) == []  # 96 and 12
    assert crowded(97) == [(13, "BLD-B22", "warning")]  # 97 and 12
    assert crowded(98) == [(12, "BLD-B22", "warning")]  # told once


# --- B23, B24, B27, B32: rows and turns -------------------------------------------------------------------------------


def test_bld_b23_five_and_five_lie_face_up_in_any_order_before_the_first_turn():
    mixed = [event for pair in zip(opening()[:5], opening()[5:], strict=True) for event in pair]

    assert judged(begun(), *mixed, coins("Ana", 1)).found() == []
    assert judged(begun(), *opening()[:9], coins("Ana", 1)).found() == [(10, "BLD-B23", "violation")]
    assert judged(begun(), *opening(), rw("w02"), coins("Ana", 1)).found() == [(11, "BLD-B23", "violation")]


def test_bld_b23_a_row_is_filled_by_the_very_next_event():
    assert two(*build("Ana", "b03", "b06"), *hire("Ana", "w09", "w02"), coins("Ana", 1)).found() == []
    assert two(*build("Ana", "b03"), *hire("Ana", "w09", "w02")).found() == [(12, "BLD-B23", "violation")]
    assert two(*build("Ana", "b03"), NoteAdded(text="a pause"), rb("b06")).found() == []
    assert two(*build("Ana", "b03"), rw("w02"), coins("Ana", 1)).found() == [(12, "BLD-B23", "violation")]


def test_bld_b23_a_late_card_is_not_told_again_nor_one_that_was_never_named():
    late = [*build("Ana", "b03"), coins("Ana", 1), rb("b06"), *build("Ana", "b06", "b07")]
    unnamed = [*build("Ana", "b03"), *build("Ana", "b06", "b07"), send("Ana", "w15", "b06")]

    assert two(*late).found() == [(12, "BLD-B23", "violation")]
    assert two(*unnamed).found() == [(12, "BLD-B23", "violation")]


def test_bld_b23_only_face_up_cards_are_taken():
    assert two(*build("Ana", "b02")).found() == [(11, "BLD-B23", "violation")]
    assert two(*hire("Ana", "w02")).found() == [(11, "BLD-B23", "violation")]
    assert two(*hire("Ana", "w16")).found() == [(11, "BLD-B23", "violation")]
    assert two(*build("Ana", "b03", "b06"), *end("Ana"), *build("Bo", "b03")).found() == [(14, "BLD-B23", "violation")]


def test_bld_b23_a_card_is_turned_up_once():
    assert two(*build("Ana", "b03", "b01"), coins("Ana", 1)).found() == [(12, "BLD-B23", "violation")]
    assert two(*build("Ana", "b03", "b03"), coins("Ana", 1)).found() == [(12, "BLD-B23", "violation")]
    assert two(*hire("Ana", "w09", "w15"), coins("Ana", 1)).found() == [(12, "BLD-B23", "violation")]
    assert two(*build("Ana", "b03", "w02")).found() == [(12, "entry", "violation")]


def all_hired(seats: int) -> list[Event]:
    """Everybody hires until the worker deck is empty: 18 cards less one apprentice each."""
    dealt = {APPRENTICES[name] for name in FOUR[:seats]}
    deck = [f"w{number:02d}" for number in range(1, 19) if f"w{number:02d}" not in dealt]
    events: list[Event] = [begun(seats), *opening(workers=" ".join(deck[:5]))]
    rest = deck[5:]
    for at in range(0, len(deck), 3):
        name = FOUR[at // 3 % seats]
        for card in deck[at : at + 3]:
            events += hire(name, card, *[rest.pop(0)] if rest else [])
        events += end(name)
    return events


@pytest.mark.parametrize(("seats", "size"), [(2, 16), (3, 15), (4, 14)])
def test_bld_b23_the_worker_deck_holds_whom_nobody_was_dealt_and_then_the_row_shrinks(seats, size):
    played = judged(*all_hired(seats))

    assert played.found() == []
    assert len([person for person in played.table.people if person[0] == "w"]) == size + seats
    assert played.table.workers.cards == {}
    assert played.table.workers.left == 0


def test_bld_b23_somebody_who_plays_before_any_card_is_turned_up_is_told():
    assert grave(judged(begun(), coins("Ana", 1), *opening(), coins("Ana", 1))) == [(1, "BLD-B23")]


def test_bld_b23a_everybody_is_dealt_one_apprentice():
    def dealt(**apprentices: str) -> list[tuple[int | None, str, str]]:
        return judged(begun(2, apprentices)).found()

    told = [(0, "BLD-B23a", "violation")]
    assert dealt(Ana="w15", Bo="w18") == []
    assert dealt(Ana="w15", Bo="w15") == told
    assert dealt(Ana="w15", Bo="w14") == told
    assert dealt(Ana="w15") == told
    assert dealt(Ana="w15", Bo="w16", Zed="w17") == told
    assert dealt(Ana="w15", Bo="w99") == told


def test_bld_b23a_a_start_without_apprentices_leaves_it_open_who_has_which():
    play = [*build("Ana", "b23", "b06"), send("Ana", "w17", "b23"), *end("Ana", "Bo"), *build("Ana", "b05", "b07")]
    silent = two(*play, apprentices={})

    assert silent.found() == [(13, "BLD-B1a", "undecidable")]
    assert silent.table.people["w17"].owner.name == "Ana"
    assert two(*play, *end("Ana"), send("Bo", "w17", "b06"), apprentices={}).findings[-1].rule == "BLD-B1a"


def test_bld_b24_any_number_of_sites_may_be_open():
    play = [*build("Ana", "b01", "b06"), *build("Ana", "b03", "b07"), *build("Ana", "b05", "b08"), *end("Ana", "Bo")]
    play += [*build("Ana", "b23", "b09"), *build("Ana", "m01", "b10")]

    played = two(*play)
    assert played.found() == []
    assert played.sheet.total("Ana") == 10 and len(played.table.sites) == 5


def test_bld_b26_the_end_is_triggered_by_17_points_of_buildings_at_the_end_of_a_turn():
    def after(*holdings: str, coins_held: int = 10) -> Played:
        buildings = tuple(card for card in holdings if card[0] == "b")
        machines = tuple(card for card in holdings if card[0] == "m")
        return two(declared("Ana", coins_held, buildings=buildings, machines=machines), *end("Ana"))

    assert not after("b29", "b28", coins_held=80).table.last  # 8 + 7 = 15, and the coins do not count
    assert not after("b29", "b25", "m01").table.last  # 16
    assert after("b29", "b28", "m01").table.last  # 17
    assert not two(
        declared("Ana", 10, buildings=("b29", "b28"), machines=("m01",))
    ).table.last  # the turn has not ended


def test_bld_b27_the_round_is_played_to_its_end_and_no_further():
    trigger = [declared("Ana", 10, buildings=("b29", "b28"), machines=("m01",)), *end("Ana")]

    assert not two(*trigger).table.over
    assert grave(two(*trigger, coins("Bo", 3), *end("Bo"))) == []
    assert two(*trigger, *end("Bo")).table.over
    assert grave(two(*trigger, *end("Bo"), coins("Ana", 1), coins("Ana", 1))) == [(14, "BLD-B27")]


def test_bld_b27_the_last_seat_ends_the_game_at_once():
    played = two(*end("Ana"), declared("Bo", 10, buildings=("b29", "b28"), machines=("m01",)), *end("Bo"))

    assert played.table.over
    assert played.sheet.final


def test_bld_b27_turns_go_round_by_seat():
    assert two(*end("Ana"), coins("Bo", 1), *end("Bo"), coins("Ana", 1)).found() == []
    assert two(coins("Bo", 1), coins("Ana", 1)).found() == [(11, "BLD-B27", "violation")]
    assert two(*end("Bo"), coins("Ana", 1)).found() == [(11, "BLD-B27", "violation")]
    assert judged(begun(3), *opening(), *end("Ana"), coins("Cem", 1), *end("Cem"), coins("Ana", 1)).found() == [
        (12, "BLD-B27", "violation")
    ]


def test_bld_b27_a_turn_that_was_not_ended_is_told_on_the_next_players_event():
    play = [coins("Ana", 3), coins("Bo", 1), coins("Bo", 1), *end("Bo"), coins("Ana", 3)]

    missing = two(*play)
    assert missing.found() == [(12, "BLD-B27", "violation")]
    assert str(missing.findings[0].message) == "Bo plays, and Ana has not ended the turn"
    assert said(coins("Bo", 1)) == ["it is not Bo's turn; it is Ana's"]  # Ana has done nothing yet


def test_bld_b27_a_turn_broken_into_goes_on_with_the_actions_it_had():
    play = [coins("Ana", 2), coins("Bo", 1), coins("Ana", 1), coins("Ana", 1)]

    assert two(*play).found() == [(12, "BLD-B27", "violation"), (14, "BLD-B21", "violation")]


def test_bld_b32_passing_with_actions_left_is_allowed_and_they_are_lost():
    played = two(*end("Ana", "Bo"), coins("Ana", 3))

    assert played.found() == []
    assert left(played) == 0


def test_bld_b26_a_claim_before_the_end_is_told_with_what_is_wanting():
    def why(*play: Event) -> list[str]:
        played = two(*play, Claimed(player="Ana", total=1))
        return [str(finding.message) for finding in played.findings if finding.rule == "score"]

    early = "claimed before the game is over: "
    anas = declared("Ana", 10, buildings=("b29", "b28"), machines=("m01",))
    assert why(declared("Ana", 80, buildings=("b29", "b28")), *end("Ana", "Bo")) == [
        early + "nobody has 17 points of buildings and machines; Ana has 15"
    ]
    assert why(anas) == [early + "Ana has 17 points of buildings and machines, and has not ended the turn"]
    assert why(anas, *end("Ana")) == [early + "the last round is not complete, it is the turn of Bo"]
    assert why(anas, *end("Ana", "Bo")) == ["Ana claims total 0.1; the table is worth total 18.0"]


# --- B28, B31: the final count (more of it in test_builders_scoring) --------------------------------------------------


def test_bld_b28_everybody_settles_in_any_order_and_only_after_the_last_turn():
    got = [*RICH, loan("Ana", "l1"), *end("Ana"), prisoner("Bo", "p01"), coins("Bo", 2), *end("Bo")]
    over = [*got, *end("Ana"), declared("Bo", 20, buildings=("b29", "b28"), machines=("m01",), prisoners=1), *end("Bo")]

    assert grave(two(*over, free("Bo", "p01"), repay("Ana", "l1"))) == []
    assert grave(two(*got, *end("Ana"), repay("Ana", "l1"))) == [(26, "BLD-B27")]


def test_bld_b28_in_the_final_count_a_scribe_names_a_card_and_whoever_has_it_settles_it():
    bos = [*end("Ana"), prisoner("Bo", "p01"), *end("Bo", "Ana"), loan("Bo", "l1"), *end("Bo")]

    assert GAME.scribe.hear(two(*bos).table, "repay l1") == [repay("Ana", "l1")]  # it is her turn
    over = two(*final(*bos)).table
    assert GAME.scribe.hear(over, "free p1") == [free("Bo", "p01")]
    assert GAME.scribe.hear(over, "Ana free p1") == [free("Ana", "p01")]
    assert GAME.scribe.hear(over, "repay l2") == [repay("Ana", "l2")]  # nobody has it


def test_bld_b28_what_could_still_be_settled_is_a_note():
    def notes(*settled: Event, coins_held: int) -> list[str]:
        over = final(*RICH[:3], prisoner("Ana", "p01"), *end("Ana", "Bo"), loan("Ana", "l1"))
        hold = declared("Ana", coins_held, prisoners=1, loans=1)
        return [str(one.message) for one in two(*over, hold, *settled).findings if one.rule == "BLD-B28"]

    assert notes(coins_held=4) == []
    assert notes(coins_held=5) == ["Ana keeps 5 coins and did not settle Prisoner p01: half a point lost with each"]
    assert notes(coins_held=20) == [
        "Ana keeps 20 coins and did not settle Prisoner p01, Loan l1: half a point lost with each"
    ]
    assert notes(free("Ana", "p01"), coins_held=19) == []
    assert notes(free("Ana", "p01"), repay("Ana", "l1"), coins_held=20) == []


def test_bld_b31_a_game_that_nobody_finished_has_no_winner():
    played = two(*end("Ana", "Bo"), GameEnded(winners=("Ana",)))

    assert played.found() == [(13, "winners", "violation")]
    assert played.sheet.winners == []
    assert not two(*end("Ana", "Bo")).sheet.final


# --- in words for somebody who does not know the rules ----------------------------------------------------------------


def said(*play: Event, **options: Any) -> list[str]:
    return [str(finding.message) for finding in two(*play, **options).findings if finding.severity == "violation"]


def test_what_cannot_be_paid_is_told_with_its_price():
    spent = [buy("Ana", 2)]
    site = build("Ana", "b23", "b06")

    assert said(buy("Ana", 3)) == ["3 actions cost 15 coins; Ana has 10"]
    assert said(*spent, buy("Ana", 1)) == ["1 action costs 5 coins; Ana has 0"]
    assert said(*spent, *site, send("Ana", "w15", "b23")) == ["the wage of Apprentice w15 is 2 coins; Ana has 0"]
    assert said(*spent, tool("Ana", "t1")) == ["Mallet t1 costs 2 coins; Ana has 0"]
    assert said(*spent, prisoner("Ana", "p01")) == ["Prisoner p01 costs 7 coins; Ana has 0"]
    assert said(*spent, train("Ana", "w15", "u1")) == ["University (stone) u1 costs 7 coins; Ana has 0"]
    assert said(loan("Ana", "l1"), buy("Ana", 2), repay("Ana", "l1")) == ["repaying Loan l1 costs 15 coins; Ana has 10"]
    poor = final(prisoner("Ana", "p01"), coins("Ana", 1))
    assert said(*poor, free("Ana", "p01")) == ["freeing Prisoner p01 costs 5 coins in the final count; Ana has 4"]


@pytest.mark.parametrize(
    ("price", "rule", "event"),
    [
        (2, "BLD-B13", tool("Ana", "t1")),
        (7, "BLD-B13", prisoner("Ana", "p01")),
        (7, "BLD-B11", train("Ana", "w15", "u1")),
        (5, "BLD-B21", buy("Ana", 1)),
        (15, "BLD-B17", repay("Ana", "l1")),
        (2, "BLD-B33", send("Ana", "w15", "b23")),
        (2, "BLD-B33", send("Ana", "w15", "b03")),  # finishes it, for 10 coins that come too late
    ],
)
def test_a_purse_of_exactly_the_price_is_enough_and_one_coin_less_is_not(price, rule, event):
    sites = [*build("Ana", "b23", "b06"), *build("Ana", "b03", "b07"), *end("Ana", "Bo")]
    before = [*sites, loan("Ana", "l1"), *end("Ana", "Bo")]

    assert grave(two(*before, declared("Ana", price, loans=1), event)) == []
    assert grave(two(*before, declared("Ana", price - 1, loans=1), event)) == [(21, rule)]


def test_bld_b14_freeing_in_the_final_count_takes_5_coins_and_not_4():
    over = final(prisoner("Ana", "p01"))

    assert grave(two(*over, declared("Ana", 5, prisoners=1), free("Ana", "p01"))) == []
    assert grave(two(*over, declared("Ana", 4, prisoners=1), free("Ana", "p01"))) == [(16, "BLD-B14")]


def test_bld_b13_b19_nothing_is_taken_from_an_empty_stack():
    def emptied(kind: Any, *cards: str) -> list[Event]:
        names = ["Ana", "Bo"] * 3
        return [one for name, card in zip(names, cards, strict=False) for one in (kind(name, card), *end(name))]

    loans = emptied(loan, "l1", "l2", "l3", "l4")
    tools = emptied(tool, "t1", "t2", "t3", "t4")
    assert two(*loans[:-2], loan("Bo", "l4")).found() == []
    assert {two(*loans, loan("Ana", card)).found()[0] for card in ("l1", "l2", "l3", "l4")} == {
        (19, "BLD-B19", "violation")
    }
    assert two(*tools[:-2], tool("Bo", "t4")).found() == []
    assert {two(*tools, tool("Ana", card)).found()[0] for card in ("t1", "t2", "t3", "t4")} == {
        (19, "BLD-B13", "violation")
    }


def test_what_nobody_may_do_is_told_with_what_one_may():
    bound = [prisoner("Ana", "p01"), *build("Ana", "b23", "b06"), coins("Ana", 1), *end("Ana", "Bo")]
    held = [tool("Ana", "t1"), *build("Ana", "b23", "b06"), send("Ana", "w15", "b23", "t1"), *end("Ana", "Bo")]
    bare = [tool("Ana", "t1"), *build("Ana", "b23", "b06"), send("Ana", "w15", "b23"), *end("Ana", "Bo")]
    again = [*RICH, train("Ana", "w15", "u1"), *end("Ana", "Bo"), train("Ana", "w15", "u2")]

    assert said(coins("Ana", 4)) == ["Ana gives 4 actions for coins; a packet is one of 1, 2, 3"]
    assert said(coins("Ana", 3), coins("Ana", 1)) == ["Ana gives 1 action for coins and has used all 3 of this turn"]
    assert said(coins("Ana", 3), *build("Ana", "b03", "b06")) == [
        "Ana needs one more action and has used all 3 of this turn"
    ]
    assert said(buy("Ana", 0)) == ["Ana buys 0 actions; one buys 1 or more"]
    assert said(*bound, tool("Ana", "t1"), send("Ana", "p01", "b23", "t1")) == [
        "Ana gives Mallet t1 to Prisoner p01; a prisoner works without tools"
    ]
    assert said(*RICH, prisoner("Ana", "p01"), *end("Ana", "Bo"), train("Ana", "p01", "u1")) == [
        "Ana trains Prisoner p01; a prisoner is trained only after being freed"
    ]
    assert said(*held, tool("Ana", "t2"), send("Ana", "w15", "b23", "t2")) == [
        "Ana gives Saw t2 to Apprentice w15, who holds Mallet t1 already; there is one tool for each"
    ]
    assert said(*bare, send("Ana", "w15", "b23", "t1")) == [
        "Ana gives Mallet t1 to Apprentice w15, who is at work already; a tool goes along when somebody is sent"
    ]
    assert said(*again) == ["Ana trains Apprentice w15 again, after University (stone) u1; everybody is trained once"]
    assert said(*build("Ana", "b23"), coins("Ana", 1)) == ["the row of buildings was not filled: 1 card is missing"]
    assert said(*end("Bo")) == ["Bo ends the turn of Ana"]


def test_a_scribe_is_asked_in_words_that_fit_the_number():
    def asked(*play: Event) -> str:
        return str(GAME.scribe.ask(two(*play).table)).split(" (like")[0]

    assert asked(coins("Ana", 1)) == "Ana has 2 actions and 11 coins: what happens?"
    assert asked(coins("Ana", 2)) == "Ana has 1 action and 13 coins: what happens?"
    assert asked(coins("Ana", 4)) == "Ana has 0 actions and 17 coins: what happens?"
    assert asked(*build("Ana", "b03")) == "which cards are turned up: 1 building?"
    assert str(GAME.scribe.ask(judged(begun()).table)).startswith("which cards are turned up: 5 buildings, 5 workers?")


def test_what_only_another_reading_refuses_is_told_with_that_reading():
    done = [*build("Ana", "b03", "b06"), send("Ana", "w15", "b03"), buy("Ana", 1)]
    owing = [loan("Ana", "l1"), *end("Ana", "Bo"), loan("Ana", "l2")]

    assert said(*done, bought_actions="before_first") == [
        "Ana buys actions after the first action of the turn (bought_actions = before_first)"
    ]
    assert said(*owing, loans_held="one") == ["Ana takes a loan and owes 1 already (loans_held = one)"]


# --- one mistake is one finding ---------------------------------------------------------------------------------------


def test_the_price_of_a_mistake_is_not_held_against_the_player_later():
    play = [*hire("Ana", "w02"), *build("Ana", "b03", "b06"), *build("Ana", "b05", "b07"), send("Ana", "w15", "b03")]

    assert two(*play).found() == [(11, "BLD-B23", "violation"), (16, "BLD-B1", "consequence")]  # if it was no hiring


def test_coins_that_were_not_there_are_told_once():
    play = [prisoner("Ana", "p01"), *end("Ana", "Bo"), train("Ana", "w15", "u1"), *build("Ana", "b23", "b06")]

    assert two(*play, send("Ana", "w15", "b23")).found() == [
        (14, "BLD-B11", "violation"),
        (17, "BLD-B33", "consequence"),
    ]


def test_a_worker_used_by_the_wrong_player_may_be_used_by_the_right_one_afterwards():
    play = [*build("Ana", "b23", "b06"), send("Ana", "w16", "b23"), *end("Ana"), *build("Bo", "b05", "b07")]

    assert two(*play, send("Bo", "w16", "b05")).found() == [
        (13, "BLD-B1a", "violation"),
        (17, "BLD-B1a", "consequence"),
    ]


def test_a_taking_that_was_left_out_is_told_by_the_card_that_fills_its_place():
    play = [rb("b06"), send("Ana", "w15", "b23"), coins("Ana", 1)]

    assert two(*play).found() == [(11, "BLD-B23", "violation"), (12, "BLD-B1a", "consequence")]


def test_strangers_change_nothing_and_are_told_once():
    play = [send("Ana", "w99", "b23"), coins("Zed", 1), *build("Ana", "b77"), coins("Ana", 3)]

    played = two(*play)
    assert played.found() == [(n, "entry", "violation") for n in (11, 12, 13)]
    assert [str(finding.message) for finding in played.findings] == [
        "the deck has no worker, prisoner or machine 'w99'",
        "nobody called 'Zed' sits at this table",
        "the deck has no building 'b77'",
    ]
    assert purse(played) == 16


def test_a_stranger_turned_up_is_one_finding_with_a_place_free_or_without():
    assert two(rb("b77"), coins("Ana", 1)).found() == [(11, "entry", "violation")]
    unnamed = two(*build("Ana", "b03", "b77"), coins("Ana", 1))
    assert unnamed.found() == [(12, "entry", "violation"), (13, "BLD-B23", "consequence")]


def test_of_several_rules_that_one_event_breaks_the_most_basic_is_told():
    twice = [train("Ana", "w15", "u1"), train("Ana", "w15", "u1")]  # trained, not in the line, a second one, 3 coins

    assert two(*twice).found() == [(12, "BLD-B11", "violation")]
    assert two(coins("Ana", 3), send("Bo", "w15", "b29")).found() == [(12, "BLD-B27", "violation")]


def test_a_turn_that_was_left_out_is_told_once():
    turn = [*build("Bo", "b23", "b06"), *hire("Bo", "w09", "w02"), tool("Bo", "t1"), *end("Bo")]
    later = [send("Bo", "w09", "b23", "t1"), *end("Bo")]

    assert two(*end("Ana"), *turn, *end("Ana"), *later).found() == []
    assert judged(begun(3), *opening(), *end("Ana", "Cem", "Ana", "Bo")).found() == [(12, "BLD-B27", "violation")]


def test_what_happened_in_a_turn_that_was_left_out_follows_from_that():
    # In it Bo hired w09, for whom w02 was turned up, and later neither is held against anybody.
    turn, other = [*hire("Bo", "w09", "w02"), *end("Bo")], [coins("Ana", 1), *end("Ana")]
    later = [*build("Bo", "b03", "b06"), send("Bo", "w09", "b03"), *end("Bo"), *hire("Ana", "w02", "w03"), *end("Ana")]
    assert two(*end("Ana"), *turn, *other, *later).found() == []
    assert two(*end("Ana"), *other, *later).found() == [
        (12, "BLD-B27", "violation"),
        (16, "BLD-B1a", "consequence"),
        (18, "BLD-B23", "consequence"),
    ]
    # A price that no turn could have paid is a mistake of its own.
    dear = two(*end("Ana"), *other, *later, buy("Bo", 9)).found()
    assert dear[-1] == (21, "BLD-B21", "violation")


def test_the_audit_goes_on_past_every_kind_of_mistake():
    play = [
        coins("Ana", 4), *end("Ana"),
        *hire("Bo", "w02"), tool("Bo", "t1"), tool("Bo", "t2"), *end("Bo"),
        free("Ana", "p01"), repay("Ana", "l4"), send("Ana", "w15", "b29"), *end("Ana"),
    ]  # fmt: skip

    assert two(*play).found() == [
        (11, "BLD-B20", "violation"),
        (13, "BLD-B23", "violation"),
        (15, "BLD-B13", "violation"),
        (17, "BLD-B14", "violation"),
        (18, "BLD-B17", "violation"),
        (19, "BLD-B1a", "violation"),
    ]


# --- what every log may hold ------------------------------------------------------------------------------------------


def test_corrections_are_judged_as_what_is_in_force():
    wrong = [*hire("Ana", "w02"), coins("Ana", 1)]

    right = EntryCorrected(target=11, entry=coins("Ana", 1))
    assert two(*wrong, right).found() == []
    assert two(*wrong, EntryWithdrawn(target=11)).found() == []
    assert two(*build("Ana", "b03"), coins("Ana", 1), EntryInserted(before=12, entry=rb("b06"))).found() == []


def test_the_start_is_corrected_by_a_start_with_other_apprentices():
    wrong = begun(2, {"Ana": "w15", "Bo": "w15"})
    right = EntryCorrected(target=0, entry=begun(2))

    assert judged(wrong, *opening(), right).found() == []
    assert judged(begun(), *opening(), begun()).found() == [(11, "entry", "violation")]


def test_the_game_s_own_start_is_read_with_its_apprentices():
    line = b'{"type":"game_started","game":"builders","players":["Ana","Bo"],"apprentices":{"Ana":"w15","Bo":"w16"}}'
    event = GAME.decoder.decode(line)

    assert event == begun()
    assert json.encode(event).startswith(b'{"type":"game_started","game":"builders"')
    assert GAME.decoder.decode(b'{"type":"game_started","game":"builders","players":["Ana","Bo"]}') == begun(2, {})
    with pytest.raises(ValidationError):
        GAME.decoder.decode(b'{"type":"turn_ended","player":"Ana","mood":"good"}')


def test_holdings_that_differ_from_the_play_are_a_warning_and_then_the_decks_are_unknown():
    differ = [declared("Ana", 12, buildings=("b06",)), *build("Ana", "b07"), coins("Ana", 1)]

    played = two(*differ)
    assert played.found() == [(11, "holdings", "warning"), (12, "BLD-B23", "undecidable")]
    assert "declares 12 coins, b06, 0 prisoners, 0 loans; the record has 10 coins" in str(played.findings[0].message)
    assert purse(played) == 13
    assert two(declared("Ana", 10), *build("Ana", "b03", "b06")).found() == []


def test_bld_b29_a_claim_is_in_tenths():
    over = final()

    assert grave(two(*over, Claimed(player="Ana", coins=10, total=10))) == []
    assert grave(two(*over, Claimed(player="Ana", coins=1, total=1))) == [(14, "score")]


def test_bld_b30_a_tie_is_shared():
    over = [
        declared("Ana", 10, buildings=("b29", "b28"), machines=("m01",)), *end("Ana"),
        declared("Bo", 10, buildings=("b27", "b26"), machines=("m02", "m03")), *end("Bo"),
    ]  # fmt: skip

    assert grave(two(*over, GameEnded(winners=("Bo", "Ana")))) == []
    assert grave(two(*over, GameEnded(winners=("Ana",)))) == [(15, "winners")]
    richer = [*over[:2], replace(over[2], coins=11), over[3]]  # type: ignore[call-overload]
    assert grave(two(*richer, GameEnded(winners=("Bo",)))) == []


# --- forgiveness has its limits ---------------------------------------------------------------------------------------


def test_a_building_is_never_finished_by_work_that_the_record_lacks() -> None:
    slip = [*build("Ana", "b23", "b02"), *build("Ana", "b05", "b04"), send("Ana", "w15", "b23", "t9")]
    later = [*end("Ana", "Bo"), send("Ana", "w15", "b23"), *end("Ana", "Bo"), send("Ana", "w15", "b05")]
    game = two(*slip, *later)

    assert game.found()[0] == (15, "entry", "violation")
    assert game.sheet.figures["Ana"]["buildings"] == 0


def test_a_tool_that_does_not_exist_excuses_no_debt() -> None:
    game = two(tool("Ana", "t9"), buy("Ana", 2), buy("Ana", 1))

    assert game.found() == [(11, "entry", "violation"), (13, "BLD-B21", "violation")]


# --- what a mistake leaves open is bounded, and used once -------------------------------------------------------------

TWO_SITES = [*build("Ana", "b23", "b25"), *build("Ana", "b05", "b07"), send("Ana", "w15", "b23"), *end("Ana", "Bo")]


def test_bld_b1a_a_second_move_of_the_same_person_is_told_too():
    moved = [*TWO_SITES, send("Ana", "w15", "b05"), *end("Ana", "Bo"), send("Ana", "w15", "b23")]

    assert two(*moved).found() == [(18, "BLD-B1a", "violation"), (21, "BLD-B1a", "violation")]


def test_bld_b1a_whoever_is_sent_again_to_where_they_are_stays_there_and_is_told_each_time():
    again = two(*TWO_SITES, send("Ana", "w15", "b23"), send("Ana", "w15", "b23"))

    assert again.found() == [(18, "BLD-B1a", "violation"), (19, "BLD-B1a", "violation")]
    assert again.table.sites["b23"].have == (1, 1, 0, 0)


def test_bld_b1a_a_sending_that_could_not_be_paid_for_may_be_written_once_more():
    paid = [*build("Ana", "b23", "b25"), *build("Ana", "b25", "b07"), buy("Ana", 2), send("Ana", "w15", "b23")]
    later = [*end("Ana", "Bo"), coins("Ana", 2), send("Ana", "w15", "b25")]

    assert two(*paid, *later).found() == [(16, "BLD-B33", "violation"), (20, "BLD-B1a", "consequence")]
    assert grave(two(*paid, *later, *end("Ana", "Bo"), send("Ana", "w15", "b23"))) == [(16, "BLD-B33"), (23, "BLD-B1a")]


def test_bld_b1a_a_stolen_worker_is_told_for_the_thief_and_the_owner_may_use_him_once():
    stolen = [
        *build("Ana", "b23", "b25"),
        *end("Ana"),
        *build("Bo", "b05", "b07"),
        send("Bo", "w15", "b05"),
        *end("Bo"),
    ]
    back = [*stolen, send("Ana", "w15", "b23"), *end("Ana")]

    assert two(*back).found() == [(16, "BLD-B1a", "violation"), (18, "BLD-B1a", "consequence")]
    assert grave(two(*back, send("Bo", "w15", "b05"))) == [(16, "BLD-B1a"), (20, "BLD-B1a")]


def test_bld_b3_a_tool_stays_in_the_hands_of_somebody_who_was_moved():
    held = [
        *build("Ana", "b23", "b25"), *build("Ana", "b05", "b07"), tool("Ana", "t1"), *end("Ana", "Bo"),
        send("Ana", "w15", "b23", "t1"), *hire("Ana", "w09", "w02"), *end("Ana", "Bo"),
    ]  # fmt: skip
    moved = [*held, send("Ana", "w15", "b05")]

    assert two(*moved).found() == [(23, "BLD-B1a", "violation")]
    given = two(*moved, send("Ana", "w09", "b23", "t1"))
    assert given.found() == [(23, "BLD-B1a", "violation"), (24, "BLD-B3", "consequence")]  # if w15 never was at b23


def test_bld_b9_a_machine_that_nobody_started_is_told_each_time_it_is_sent():
    sent = [*build("Ana", "b23", "b25"), send("Ana", "m01", "b23"), send("Ana", "m01", "b23")]

    assert grave(two(*sent)) == [(13, "BLD-B9"), (14, "BLD-B1a")]


def test_bld_b13_a_card_of_the_line_that_another_has_is_told_each_time_it_is_taken():
    taken = [tool("Ana", "t1"), *end("Ana"), tool("Bo", "t1"), *end("Bo"), tool("Ana", "t1")]

    assert grave(two(*taken)) == [(13, "BLD-B13"), (15, "BLD-B13")]


def test_bld_b13_a_prisoner_or_tool_bought_twice_by_one_player_is_nobody_elses_for_that():
    bought = [prisoner("Ana", "p01"), *end("Ana", "Bo"), coins("Ana", 2), prisoner("Ana", "p01"), *end("Ana")]
    got = [tool("Ana", "t1"), *end("Ana", "Bo"), tool("Ana", "t1"), *end("Ana"), *build("Bo", "b23", "b06")]

    assert grave(two(*bought, free("Bo", "p01"))) == [(15, "BLD-B13"), (17, "BLD-B14")]
    assert grave(two(*got, send("Bo", "w16", "b23", "t1"))) == [(14, "BLD-B13"), (18, "BLD-B3")]


def test_bld_b14_freeing_by_mistake_in_the_final_count_excuses_no_debt_of_the_owner():
    over = final(loan("Ana", "l1"), *end("Ana", "Bo"), prisoner("Ana", "p01"), *end("Ana", "Bo"))
    freed = two(*over, free("Bo", "p01"), repay("Ana", "l1"))

    assert grave(freed) == [(20, "BLD-B14"), (21, "BLD-B17")]  # Ana has 13 coins


def test_bld_b14_freeing_a_prisoner_of_nobodys_excuses_no_debt():
    freed = [free("Ana", "p01")]

    assert two(*freed, buy("Ana", 2)).found() == [(11, "BLD-B14", "violation")]
    assert grave(two(*freed, buy("Ana", 3))) == [(11, "BLD-B14"), (12, "BLD-B21")]


def test_bld_b14_a_citizen_freed_by_mistake_excuses_his_own_wage_and_no_more():
    sites = [*build("Ana", "b23", "b25"), *build("Ana", "b05", "b07"), prisoner("Ana", "p01"), *end("Ana", "Bo")]
    freed = [*sites, coins("Ana", 3), free("Ana", "p01"), *end("Ana", "Bo")]  # 9 coins, and no action was left

    assert two(*freed, buy("Ana", 1), send("Ana", "p01", "b23")).found() == [(19, "BLD-B21", "violation")]
    assert grave(two(*freed, buy("Ana", 3))) == [(19, "BLD-B21"), (22, "BLD-B21")]


def test_bld_b14_a_citizen_freed_again_is_told_each_time():
    citizen = [prisoner("Ana", "p01"), free("Ana", "p01"), *end("Ana", "Bo"), free("Ana", "p01"), free("Ana", "p01")]

    assert grave(two(*citizen)) == [(15, "BLD-B14"), (16, "BLD-B14")]


def test_bld_b17_a_loan_not_held_is_told_each_time_it_is_repaid_and_excuses_its_price():
    repaid = [*RICH, repay("Ana", "l1")]

    assert grave(two(*repaid, repay("Ana", "l1"))) == [(20, "BLD-B17"), (21, "BLD-B17")]
    assert grave(two(*repaid, buy("Ana", 5))) == [(20, "BLD-B17")]  # 28 coins if nothing was repaid
    assert grave(two(*repaid, buy("Ana", 6))) == [(20, "BLD-B17"), (21, "BLD-B21")]


def test_bld_b21_a_debt_that_a_loan_left_out_would_explain_is_told_once_and_a_larger_one_again():
    assert grave(two(buy("Ana", 3), *end("Ana", "Bo"), buy("Ana", 2))) == [(11, "BLD-B21")]
    assert grave(two(buy("Ana", 3), *end("Ana", "Bo"), buy("Ana", 3))) == [(11, "BLD-B21"), (14, "BLD-B21")]


def test_bld_b23_every_building_taken_unseen_is_told():
    unseen = [*build("Ana", "b20"), *build("Ana", "b21"), *build("Ana", "b22"), *end("Ana")]

    assert two(*unseen).found() == [
        (11, "BLD-B23", "violation"),
        (12, "BLD-B23", "violation"),
        (13, "BLD-B23", "violation"),
    ]


def test_bld_b23_a_card_that_has_left_its_deck_is_told_each_time_it_is_turned_up():
    assert grave(two(coins("Ana", 1), rb("b01"), rb("b01"))) == [(12, "BLD-B23"), (13, "BLD-B23")]


def test_bld_b23_a_set_up_that_was_left_out_is_one_finding():
    played = [*build("Ana", "b23", "b25"), *hire("Ana", "w09", "w02"), *end("Ana"), *build("Bo", "b05", "b07")]

    assert grave(judged(begun(), *played)) == [(1, "BLD-B23")]


def test_bld_b23a_one_apprentice_for_two_players_is_one_finding_and_either_may_use_him():
    dealt = begun(2, {"Ana": "w15", "Bo": "w15"})
    anas = [*build("Ana", "b23", "b25"), send("Ana", "w15", "b23"), *end("Ana")]
    bos = [*build("Bo", "b05", "b07"), send("Bo", "w16", "b05"), *end("Bo")]

    assert grave(judged(dealt, *opening(), *anas, *bos)) == [(0, "BLD-B23a")]
    assert judged(dealt, *opening(), *end("Ana"), *build("Bo", "b05", "b25"), send("Bo", "w15", "b05")).found() == [
        (0, "BLD-B23a", "violation"),
        (14, "BLD-B1a", "undecidable"),
    ]


def test_bld_b27_after_an_end_that_nobody_doubts_playing_on_is_told_whatever_was_told_before():
    trigger = [declared("Ana", 10, buildings=("b29", "b28"), machines=("m02",)), send("Ana", "w15", "b99"), *end("Ana")]

    assert grave(two(*trigger, *end("Bo"), coins("Ana", 1))) == [(12, "entry"), (15, "BLD-B27")]


def test_bld_b27_a_turn_left_out_is_told_and_so_are_coins_that_were_not_there():
    left_out = [*end("Ana"), coins("Ana", 1), *end("Ana", "Bo")]

    assert grave(two(*left_out, buy("Ana", 2))) == [(12, "BLD-B27")]
    assert grave(two(*left_out, *end("Ana"), buy("Bo", 5), *end("Bo", "Ana"))) == [(12, "BLD-B27"), (16, "BLD-B21")]


# --- readings that decide games ---------------------------------------------------------------------------------------


def test_bld_b4_by_the_other_reading_a_prisoner_takes_a_tool_along_like_anybody():
    got = [prisoner("Ana", "p01"), *build("Ana", "b23", "b06"), coins("Ana", 1), *end("Ana", "Bo"), tool("Ana", "t1")]
    held = two(*got, send("Ana", "p01", "b23", "t1"), tool_on_prisoner="allowed")

    assert held.found() == []
    assert held.table.sites["b23"].have == (3, 0, 0, 2)
    assert two(*got, send("Ana", "p01", "b23", "t1"), tool_on_prisoner="refused").found() == [
        (18, "BLD-B4", "violation")
    ]
    again = [send("Ana", "p01", "b23", "t1"), *end("Ana", "Bo"), send("Ana", "w15", "b23", "t1")]
    assert two(*got, *again, tool_on_prisoner="allowed").found() == [(21, "BLD-B3", "violation")]


def test_bld_b13_by_the_other_reading_any_number_of_cards_is_taken_in_a_turn():
    three = [tool("Ana", "t1"), tool("Ana", "t2"), loan("Ana", "l1")]

    assert two(*three, investments="any").found() == []
    assert purse(two(*three, investments="any")) == 10 - 2 - 2 + 10
    assert grave(two(*three))[0] == (12, "BLD-B13")
    assert two(*three, tool("Ana", "t3"), investments="any").found() == [(14, "BLD-B21", "violation")]  # no action


def test_an_old_log_that_names_neither_reading_means_the_defaults():
    old = judged(begun(2), *opening(), tool("Ana", "t1"), tool("Ana", "t2"))

    assert (old.table.options["tool_on_prisoner"], old.table.options["investments"]) == ("refused", "one")
    assert old.found() == [(12, "BLD-B13", "violation")]


# --- a may is a may: used, used in part, left alone -------------------------------------------------------------------


def test_bld_b28_settling_is_used_in_part_or_left_alone():
    got = [*RICH, prisoner("Ana", "p01"), *end("Ana", "Bo"), prisoner("Ana", "p02"), *end("Ana", "Bo")]
    over = final(*got, loan("Ana", "l1"))  # 28 − 14 + 10 = 24 coins, two prisoners and a loan

    for settled in ([], [free("Ana", "p02")], [repay("Ana", "l1"), free("Ana", "p01")]):
        assert grave(two(*over, *settled)) == []
    assert grave(two(*over, repay("Ana", "l1"), free("Ana", "p01"), free("Ana", "p02"))) == [(32, "BLD-B14")]  # 4 coins


def test_bld_b3_a_tool_in_the_pool_may_stay_there():
    got = [tool("Ana", "t1"), *build("Ana", "b23", "b06"), send("Ana", "w15", "b23")]

    assert two(*got).found() == []
    assert two(*got).table.tools["t1"].holder is None


def test_bld_b14_b17_nobody_has_to_free_or_repay_in_play():
    got = [*RICH, prisoner("Ana", "p01"), coins("Ana", 2), *end("Ana", "Bo"), loan("Ana", "l1"), *end("Ana", "Bo")]

    assert two(*got, coins("Ana", 3), *end("Ana", "Bo")).found() == []
    assert two(*got, free("Ana", "p01"), *end("Ana", "Bo")).found() == []
    assert two(*got, repay("Ana", "l1"), *end("Ana", "Bo")).found() == []


def test_bld_b21_bought_actions_may_be_used_in_part_or_not_at_all():
    assert two(buy("Ana", 2), *end("Ana")).found() == []
    assert two(buy("Ana", 2), coins("Ana", 3), coins("Ana", 1), *end("Ana")).found() == []


def test_bld_b9_a_declared_machine_is_in_the_pool():
    site = [declared("Ana", 10, machines=("m02",)), *build("Ana", "b23"), send("Ana", "m02", "b23")]

    assert grave(two(*site)) == []


# --- slips of the scribe and illegal moves are told apart -------------------------------------------------------------


def test_bld_b27_a_forgotten_end_of_turn_and_a_move_out_of_turn_read_otherwise():
    assert said(coins("Ana", 1), coins("Bo", 1)) == ["Bo plays, and Ana has not ended the turn"]
    assert said(coins("Bo", 1)) == ["it is not Bo's turn; it is Ana's"]
    assert said(coins("Ana", 1), *end("Bo")) == ["Bo ends the turn of Ana"]
    trigger = [declared("Ana", 10, buildings=("b29", "b28"), machines=("m01",)), *end("Ana", "Bo")]
    assert said(*trigger, coins("Ana", 1)) == ["Ana plays on after the last round, which ended with event 13"]


def test_bld_b1_what_the_next_person_costs_is_told_with_what_is_left():
    crew = [*build("Ana", "b23", "b06"), *hire("Ana", "w09", "w02"), *end("Ana", "Bo")]
    first = [*crew, coins("Ana", 1), send("Ana", "w15", "b23")]

    assert said(*first, send("Ana", "w09", "b23")) == [
        "Ana has sent 1 person to Lighthouse of Alexandria b23 in this turn; one more costs 2 actions, and 1 is left"
    ]
    assert said(*first, coins("Ana", 1), send("Ana", "w09", "b23")) == [
        "Ana has sent 1 person to Lighthouse of Alexandria b23 in this turn; one more costs 2 actions, and none is left"
    ]
    assert said(*crew, coins("Ana", 3), send("Ana", "w15", "b23")) == [
        "Ana sends somebody to Lighthouse of Alexandria b23 and has used all 3 actions of this turn"
    ]


def test_bld_b23_a_set_up_that_is_not_complete_is_told_with_what_is_missing():
    def told(*events: Event) -> list[str]:
        findings = judged(begun(), *events, coins("Ana", 1)).findings
        return [str(finding.message) for finding in findings if finding.severity == "violation"]

    assert told(*opening()[:9]) == ["the row of workers was not filled: 1 card is missing"]
    assert told(*opening()[:3]) == ["the rows of buildings and workers were not filled: 7 cards are missing"]
