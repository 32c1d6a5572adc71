"""What if one thing had been otherwise: the rules' part is worked out anew, and what players chose is kept."""

import json
from random import Random

import pytest
from msgspec.structs import replace

from ledger.audit import judge
from ledger.choices import allowed, offered
from ledger.events import EntryCorrected, EntryInserted, EntryWithdrawn, Event, GameEnded, ScoreClaimed
from ledger.game import Game
from ledger.games import GAMES
from ledger.log import Unreadable, scan
from ledger.recover import salvage
from ledger.score import draw_up
from ledger.simulate import simulate
from ledger.walk import fold, in_force, open_record, replay, step
from ledger.whatif import Otherwise, amendment_of, carried, corrected, difference, fact, what_if
from ledger.words.speech import language
from tests.conftest import numbered
from tests.games.lutece import ApprenticeAttached, BidPlaced, BribeRaised, CardOffered, CardPurchased, CardRemoved
from tests.games.rome_events import (
    DeckShuffled,
    DemandAnswered,
    HandDealt,
    HoldingsDeclared,
    TableNoted,
    Thought,
    VaultShown,
)
from tests.test_cli import SAMPLES, quaestor

LUTECE, ROME = GAMES["lutece"], GAMES["glory_to_rome"]


def sample(name: str) -> tuple[Game, list[Event]]:
    kept = salvage(scan((SAMPLES / f"{name}.jsonl").read_bytes()), GAMES)
    return kept.game, kept.events


def played(game: Game, seed: int) -> list[Event]:
    return salvage(scan(simulate(game, seed)), GAMES).events


def violations(game: Game, events: list[Event]) -> list[int | None]:
    """Where the audit of a game finds something against the rules."""
    force = in_force(events)
    found = judge(open_record(game, force.events), force)
    return [finding.n for finding in found if finding.severity in ("violation", "consequence")]


def outcomes(found: Otherwise) -> list[tuple[int, Event | None]]:
    return [(one.n, None if one.now is None else fact(one.now)) for one in found.reworked]


# --- a game of Lutèce -------------------------------------------------------------------------------------------------


def test_a_legionnaire_kept_changes_what_it_decided_and_no_more() -> None:
    game, events = sample("lutece/legion-for-another-player")
    found = what_if(game, events, EntryWithdrawn(target=44))
    assert outcomes(found)[:3] == [
        (45, CardRemoved(tile="B", card="C26", reason="tied")),  # the tie that it broke
        (47, None),  # Kim has no Character whom the Apprentice could join,
        (85, ApprenticeAttached(player="Kim", apprentice="C38", host="C18")),  # until there is one
    ]
    assert [type(one.now).__name__ for one in found.reworked[3:]] == ["Claimed", "Claimed", "Claimed", "GameEnded"]
    assert (found.kept, found.ends_at, found.why) == (72, None, None)
    assert (found.before.winners, found.after.winners) == (["Kim"], ["Hana"])
    assert violations(game, found.events) == []


def test_knowledge_ends_with_the_first_choice_that_is_not_legal_any_more() -> None:
    game, events = sample("lutece/legion-for-another-player")
    bribe = BribeRaised(player="Kim", card=1, coins=1)
    found = what_if(game, events, EntryCorrected(target=24, entry=bribe))
    assert outcomes(found) == [
        (31, CardPurchased(player="Dia", tile="2", card="L29", paid=2, received=0)),
        (32, CardPurchased(player="Kim", tile="3", card="L12", paid=3, received=0)),
        (46, CardRemoved(tile="C", card="C38", reason="unpaid", player="Kim")),
        (47, None),
        (102, CardPurchased(player="Dia", tile="3", card="L31", paid=3, received=0)),
    ]
    assert (found.ends_at, str(found.ends_with)) == (111, "Dia puts 1 coin on B")
    assert str(found.why) == "it would not be allowed then (Dia bribes with 1 coin and holds 0)"
    assert found.before == draw_up(replay(game, events, 110))
    assert (found.before.final, found.after.final) == (False, False)


def test_the_difference_names_every_figure_and_the_lines_behind_it() -> None:
    game, events = sample("lutece/legion-for-another-player")
    found = what_if(game, events, EntryWithdrawn(target=44))
    told = [
        (one.player, one.category, one.before, one.after, [str(line.reason) for line in one.new])
        for one in difference(found.before, found.after)
    ]
    assert told == [
        ("Dia", "influence", 0, 2, ["Legionnaire kept"]),
        ("Dia", "total", 11, 13, []),
        ("Kim", "majority", 22, 18, ["neither most nor fewest potion (3)", "no gladius"]),
        ("Kim", "fortune", 4, 5, ["15 coins"]),
        ("Kim", "total", 33, 30, []),
        (
            "Hana",
            "majority",
            24,
            28,
            ["the most potion (3), by talent", "neither most nor fewest gladius (2)"],
        ),
        ("Hana", "total", 31, 35, []),
    ]


def test_a_bid_on_another_tile_brings_outcomes_in_and_takes_some_out() -> None:
    game, events = sample("lutece/legion-for-another-player")
    found = what_if(game, events, EntryCorrected(target=42, entry=BidPlaced(player="Hana", actions=("1", "B"))))
    first = [one for one in found.reworked if one.n <= 48]
    assert [(one.n, str(one.was_said), str(one.now_said)) for one in first] == [
        (43, "Hana puts 2 coins on 2", "Hana puts 2 coins on 1"),
        (48, "None", "1: Hana buys Tavern L23, pays 5, receives 5"),
        (48, "2: Hana buys Field L01, pays 2, receives 1", "2: Dia buys Field L01, pays 0, receives 1"),
    ]


def test_cards_come_off_the_same_piles_wherever_there_is_a_place_for_them() -> None:
    game, events = sample("lutece/legion-for-another-player")
    bid = BidPlaced(player="Hana", actions=("A", "revenue"))
    found = what_if(game, events, EntryCorrected(target=55, entry=bid))
    assert outcomes(found)[:5] == [
        (59, None),  # nobody buys the Tavern,
        (64, CardOffered(tile="3", card="L33")),  # so that the next Location lies elsewhere,
        (65, None),
        (71, CardPurchased(player="Hana", tile="1", card="L23", paid=3, received=9)),
        (73, CardPurchased(player="Kim", tile="3", card="L33", paid=2, received=0)),
    ]
    assert [one for one in outcomes(found) if one[0] == 77] == [(77, CardOffered(tile="1", card="L02"))]
    assert violations(game, found.events) == []


def test_a_correction_leaves_the_cards_where_people_saw_them() -> None:
    game, events = sample("lutece/legion-for-another-player")
    bid = BidPlaced(player="Hana", actions=("A", "revenue"))
    found = corrected(game, events, EntryCorrected(target=55, entry=bid))
    assert (found.ends_at, str(found.ends_with)) == (64, "1: Market L33 is laid out")


def test_a_change_that_breaks_a_rule_is_believed_and_told() -> None:
    game, events = sample("lutece/legion-for-another-player")
    found = what_if(game, events, EntryInserted(before=44, entry=BribeRaised(player="Kim", card=1, coins=50)))
    assert [str(breach.complaint) for breach in found.change.breaches] == ["Kim bribes with 50 coins and holds 2"]


def test_a_mistake_of_the_record_that_the_change_does_not_touch_stays() -> None:
    game, events = sample("lutece/legion-for-another-player")
    spoilt = [replace(event, paid=0) if event.n == 71 else event for event in events]
    found = what_if(game, spoilt, EntryWithdrawn(target=25))
    assert 71 not in [one.n for one in found.reworked]
    assert violations(game, found.events)[0] == 71


def test_a_wrong_claim_stays_its_players_word() -> None:
    game, events = sample("lutece/legion-for-another-player")
    spoilt = [replace(event, total=99) if isinstance(event, ScoreClaimed) else event for event in events]
    found = what_if(game, spoilt, EntryWithdrawn(target=44))
    assert [type(one.now) for one in found.reworked[3:]] == [GameEnded]


# --- what is asked ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("n", "asked", "why"),
    [
        (0, {}, "withdraws the start of the game; correct it instead"),
        (-1, {}, "there is no event -1; events go from 0 to 122"),
        (123, {}, "there is no event 123; events go from 0 to 122"),
        (122, {}, "names the seal 122; a seal stays as it is"),
        (43, {"instead": '{"type":"bribe_raised","player":"Hana","card":1,"coins":2}'}, "event 43 does not count"),
        (43, {"instead": "{a bribe of two"}, "the entry cannot be read"),
        (43, {"instead": "Hana sings"}, "'Hana sings' is not understood"),
        (43, {"instead": "Hana"}, "'Hana' is not understood"),
    ],
)
def test_what_cannot_be_asked_is_refused_with_the_reason(n: int, asked: dict[str, str], why: str) -> None:
    game, events = sample("lutece/legion-for-another-player")
    with pytest.raises(Unreadable, match=why):
        amendment_of(game, events, n, **asked)


def test_an_entry_that_was_withdrawn_already_cannot_be_left_out() -> None:
    game, events = sample("lutece/withdrawn-corrected-and-inserted")
    gone = next(event.target for event in events if isinstance(event, EntryWithdrawn))
    with pytest.raises(Unreadable, match="does not count any more"):
        amendment_of(game, events, gone)


def test_a_question_is_asked_in_words_at_the_table_of_that_moment() -> None:
    game, events = sample("lutece/legion-for-another-player")
    asked = amendment_of(game, events, 43, instead="Hana puts 3 coins on B")
    assert asked == EntryCorrected(target=43, entry=BribeRaised(player="Hana", card=2, coins=3))
    french = amendment_of(game, events, 43, before="Hana pose 3 pièces sur B", speak=language("fr"))
    assert french == EntryInserted(before=43, entry=BribeRaised(player="Hana", card=2, coins=3))


def test_the_command_prints_both_sheets_and_the_difference() -> None:
    log = SAMPLES / "lutece" / "legion-for-another-player.jsonl"
    run = quaestor("whatif", log, "--without", 44)
    assert run.returncode == 0
    assert "   45  B: Kim buys Smith 2 C26, pays 1, receives 0\n       → B: no bribe is highest, " in run.stdout
    assert "  72 events stay as recorded, 7 come out otherwise\n" in run.stdout
    assert run.stdout.count("won by") == 4
    value = json.loads(quaestor("whatif", log, "--before", 24, "Kim puts 1 coin on 3", "--json").stdout)
    assert [*value] == ["log", "change", "kept", "reworked", "ends_at", "why", "before", "after", "difference"]
    assert value["reworked"][0]["now"] == {
        "type": "card_purchased",
        "player": "Kim",
        "tile": "3",
        "card": "L12",
        "paid": 3,
        "received": 0,
    }


@pytest.mark.parametrize("words", [[], ["--without", 3, "--before", 4, "x"], ["--entry", 4, ""], ["--without", 999]])
def test_what_the_command_cannot_do_is_one_line(words: list[str]) -> None:
    run = quaestor("whatif", SAMPLES / "lutece" / "legion-for-another-player.jsonl", *words)
    assert (run.returncode, run.stdout, run.stderr.count("\n")) == (2, "", 1)


# --- corrections that carry through -----------------------------------------------------------------------------------


def test_a_corrected_bribe_carries_through_to_who_bought_the_card() -> None:
    game, events = sample("lutece/legion-for-another-player")
    bribe = EntryCorrected(target=43, entry=BribeRaised(player="Hana", card=2, coins=4), reason="misheard")
    further = carried(game, events, bribe, reason="follows")
    assert further[0] == EntryCorrected(
        target=45, entry=CardPurchased(player="Hana", tile="B", card="C26", paid=5, received=0), reason="follows"
    )
    whole = numbered([*events, bribe, *further])
    found = corrected(game, events, bribe)
    ends = found.ends_at
    assert in_force(whole).events[: len(found.events)] == found.events
    assert ends is None or violations(game, whole)[0] == ends


# --- games played by dice ---------------------------------------------------------------------------------------------


def a_change(game: Game, events: list[Event], dice: Random) -> Event:
    """Something that is dropped, put in, or otherwise in one field, as the rules would have allowed it."""
    moves = [event for event in events if type(event) in game.happens and event.n]
    event = dice.choice(moves[len(moves) // 4 :])
    record = fold(open_record(game, events), events[: event.n])
    others = [one for _, one in offered(game, record.table) if one != fact(event)]
    same = [one for one in others if type(one) is type(event)]
    if same and dice.randrange(3):
        return EntryCorrected(target=event.n, entry=dice.choice(same))
    if others and dice.randrange(2):
        return EntryInserted(before=event.n, entry=dice.choice(others))
    return EntryWithdrawn(target=event.n)


@pytest.mark.parametrize("name", [*GAMES])
def test_the_audit_finds_nothing_in_a_game_worked_out_anew(name: str) -> None:
    game, dice, ended = GAMES[name], Random(14), 0
    for seed in range(3 if name == "glory_to_rome" else 8):
        events = played(game, seed)
        for _ in range(3):
            amendment = a_change(game, events, dice)
            found = what_if(game, events, amendment)
            assert found.change.breaches == []
            assert violations(game, found.events) == [], (seed, amendment, found.reworked)
            put_right = corrected(game, events, amendment)
            whole = numbered([*events, amendment, *carried(game, events, amendment)])
            assert in_force(whole).events[: len(put_right.events)] == put_right.events
            assert violations(game, put_right.events) == [], (seed, amendment)
            ended += found.ends_at is not None
    assert ended


@pytest.mark.parametrize("name", [*GAMES])
def test_an_entry_changed_into_itself_changes_nothing(name: str) -> None:
    game, dice = GAMES[name], Random(5)
    for seed in range(4):
        events = played(game, seed)
        for event in dice.sample([event for event in events if type(event) in game.happens], 3):
            found = what_if(game, events, EntryCorrected(target=event.n, entry=fact(event)))
            assert (found.reworked, found.ends_at) == ([], None)
            assert found.before == found.after == draw_up(replay(game, events, len(events) - 1))


def played_on(game: Game, events: list[Event], amendment: Event) -> list[Event]:
    """The same choices, as long as each is legal and the cards that come up lie on top of their piles."""
    at = getattr(amendment, "before", getattr(amendment, "target", 0))
    was, now = (fold(open_record(game, events), events[:at]) for _ in range(2))
    dealt: dict[str, list[Event]] = {}
    for event in events[at:]:
        pile = game.happens[type(event)].pile if type(event) in game.happens else None
        if pile is not None:
            dealt.setdefault(pile(was.table, event), []).append(event)
        step(was, event)
    ahead = events[at:] if isinstance(amendment, EntryInserted) else events[at + 1 :]
    done = [] if isinstance(amendment, EntryWithdrawn) else [amendment.entry]
    for event in done:
        step(now, event)
    for event in ahead:
        happening = game.happens.get(type(event))
        if happening is None or happening.recount or not allowed(happening, now.table, event):
            break
        if happening.pile is not None and dealt[happening.pile(now.table, event)].pop(0) is not event:
            break
        step(now, event)
        done.append(event)
    return done


@pytest.mark.parametrize("name", [*GAMES])
def test_a_game_played_on_with_the_same_choices_is_the_game_worked_out(name: str) -> None:
    """A second derivation, and what the fold makes of it."""
    game, dice, steps = GAMES[name], Random(8), 0
    for seed in range(6):
        events = [event for event in played(game, seed) if type(event).__name__ != "LogSealed"]
        for _ in range(4):
            amendment = a_change(game, events, dice)
            found, done = what_if(game, events, amendment), played_on(game, events, amendment)
            at = getattr(amendment, "before", getattr(amendment, "target", 0))
            assert [*map(fact, found.events[at : at + len(done)])] == [*map(fact, done)], (seed, amendment)
            assert draw_up(fold(open_record(game, found.events), found.events)) == found.after
            steps += len(done)
    assert steps > 100


# --- Glory to Rome: where cards lie -----------------------------------------------------------------------------------


def test_had_the_leader_thought_nobody_would_have_followed() -> None:
    game, events = sample("glory_to_rome/prison-takes-a-structure")
    found = what_if(game, events, EntryCorrected(target=15, entry=Thought(player="Jagoda")))
    assert outcomes(found) == [(n, None) for n in range(16, 23)]
    assert (found.kept, found.ends_at, str(found.ends_with)) == (16, 39, "Róża sells Gate")
    assert str(found.why) == "what Róża takes would lie elsewhere: Gate (the pool)"


@pytest.mark.parametrize(
    ("n", "instead", "ends", "why"),
    [
        (27, "Ada follows with a senator", 34, "Ada would hold no senator to play"),
        (
            26,
            "Róża leads Craftsman with Ludus Magna",
            27,
            "Craftsman would have been led, which Stairway cannot follow; what Ada would have done, nobody can know",
        ),
        (24, "", 25, "Staś would have led a role or thought, and nobody can know which"),
        (35, "", 36, "Wiktor would have followed or thought, and nobody can know which"),
    ],
)
def test_where_somebody_would_have_chosen_anew_knowledge_ends(n: int, instead: str, ends: int, why: str) -> None:
    game, events = sample("glory_to_rome/prison-takes-a-structure")
    found = what_if(game, events, amendment_of(game, events, n, instead=instead))
    assert (found.ends_at, str(found.why)) == (ends, why)


def test_a_hand_that_nobody_saw_is_not_guessed() -> None:
    game, events = sample("glory_to_rome/table-log-with-hidden-cards")
    refusal = next(event.n for event in events if isinstance(event, DemandAnswered) and not event.cards)
    found = what_if(game, events, EntryWithdrawn(target=refusal))
    assert "would have had" in str(found.why) and str(found.why).endswith("to give, nobody can know")


def bare(event: Event) -> Event:
    """The event as people see it, to whom copies of a card are the same."""
    told = {name: getattr(event, name) for name in event.__struct_fields__ if name not in ("ts", "by", "id")}
    words = {name: value.partition("#")[0] for name, value in told.items() if isinstance(value, str)}
    rows = {
        name: tuple(one.partition("#")[0] if isinstance(one, str) else one for one in value)
        for name, value in told.items()
        if isinstance(value, tuple)
    }
    return replace(event, **words, **rows)


def seen_from(seat: str, events: list[Event]) -> list[Event]:
    """The same game as one seat writes it down, or nobody's: hands are hidden, and nobody knows the deck."""
    record, seen = open_record(ROME, events), list[Event]()
    for event in events:
        drawn, told = record.table.drawn, bare(event)
        step(record, event)
        if isinstance(event, HandDealt) and event.player != seat:
            told = replace(told, cards=tuple("?" if one != "senator" else one for one in told.cards))
        if isinstance(event, Thought) and event.player == seat and event.draw == "orders":
            cards = record.table.pile[drawn : record.table.drawn]
            told = replace(told, cards=tuple(one.partition("#")[0] for one in cards))
        seen.append(told)
    return seen


def chosen(events: list[Event]) -> list[Event]:
    """What was chosen, in the order in which it was, without what only one seat saw."""
    found = []
    for event in map(bare, map(fact, events)):
        if type(event) in ROME.happens and not isinstance(event, HandDealt | DeckShuffled):
            row = {name: tuple(sorted(value)) for name in ("cards", "owners") if (value := getattr(event, name, None))}
            found.append(replace(event, **({"cards": None} if isinstance(event, Thought) else row)))
    return found


@pytest.mark.parametrize("whose", ["nobody", "a seat"])
def test_a_record_that_saw_less_never_says_more(whose: str) -> None:
    """What it says of a game of which not everything was seen is true of the whole game."""
    dice, ended = Random(2), 0
    for seed in range(12):
        events = [event for event in played(ROME, seed) if type(event).__name__ != "LogSealed"]
        deck = next(event.n for event in events if isinstance(event, DeckShuffled))
        if any(isinstance(event, TableNoted | HoldingsDeclared | VaultShown) for event in events):
            continue
        seat = next(iter(events[0].players)) if whose == "a seat" else ""
        seen = numbered(event for event in seen_from(seat, events) if not isinstance(event, DeckShuffled))
        for _ in range(4):
            amendment = a_change(ROME, events, dice)
            field = "before" if isinstance(amendment, EntryInserted) else "target"
            if getattr(amendment, field) <= deck:
                continue
            other = {field: getattr(amendment, field) - 1}
            if not isinstance(amendment, EntryWithdrawn):
                other["entry"] = bare(amendment.entry)
            whole, less = what_if(ROME, events, amendment), what_if(ROME, seen, replace(amendment, **other))
            said = chosen(less.events)
            assert chosen(whole.events)[: len(said)] == said, (seed, amendment, whole.why, less.why)
            ended += len(chosen(whole.events)) > len(said)
    assert ended


def test_taken_back_again_the_change_gives_the_game_that_was_played() -> None:
    """A second derivation: from the game that would have been, the game that was."""
    dice, whole = Random(3), 0
    for seed in range(24):
        events = [event for event in played(LUTECE, seed) if type(event).__name__ != "LogSealed"]
        bribes = [event for event in events if isinstance(event, BribeRaised)]
        if not bribes:
            continue
        bribe = dice.choice(bribes)
        there = what_if(LUTECE, events, EntryWithdrawn(target=bribe.n))
        if there.ends_at is not None or any(None in (one.was, one.now) for one in there.reworked):
            continue
        other = numbered(fact(event) for event in there.events)
        back = what_if(LUTECE, other, EntryInserted(before=bribe.n, entry=fact(bribe)))
        assert [fact(event) for event in back.events] == [fact(event) for event in events]
        whole += 1
    assert whole > 5
