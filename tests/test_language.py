"""One language of entry: what the program prints, it understands; what people type shorter is shown or asked back."""

import json
import os
import pty
import re
import subprocess
import sys
from itertools import islice, pairwise
from pathlib import Path

import pytest
from bench.language import events_of, read_back, trials
from msgspec.structs import replace

from cli.prompt import Prompt, endings
from ledger.amend import change
from ledger.choices import choices
from ledger.events import EntryCorrected, GameStarted, NoteAdded
from ledger.games import GAMES
from ledger.games.lutece.bid import BidPlaced
from ledger.games.lutece.bribe import BribeRaised
from ledger.games.lutece.offer import CardOffered
from ledger.games.lutece.purchase import CardPurchased, CardRemoved
from ledger.language import Ambiguous, NotUnderstood, Understood, understand
from ledger.language.text import bare, read_events, written
from ledger.live import LiveGame
from ledger.log import Unreadable, decode, scan
from ledger.simulate import simulate
from ledger.walk import fold, in_force, open_record
from ledger.words import Words
from ledger.words.speech import language
from tests.patience import PATIENCE

QUAESTOR = str(Path(sys.executable).with_name("quaestor"))
LANGUAGES = ("en", "fr", "pl")


def quaestor(*words, stdin="", cwd=None):
    return subprocess.run([QUAESTOR, *map(str, words)], input=stdin, capture_output=True, text=True, cwd=cwd)


def table(*players, said=(), edition="en"):
    """A table of Lutèce at which these lines were said."""
    record = open_record(GAMES["lutece"], [GameStarted(game="lutece", players=players, edition=edition)])
    for line in said:
        fold(record, understand(record, line).events)
    return record


LAID = ("A 1 B 2 C 3", "1 1 2 4 3 29")


# --- the law ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize(("name", "seed"), [("lutece", 3), ("lutece", 4), ("builders", 6), ("glory_to_rome", 9)])
def test_a_game_in_words_is_read_back_to_the_same_events_legal_or_spoilt(name, seed, code):
    for kind, events in trials(GAMES[name], seed):
        found = read_back(GAMES[name], events, code)
        assert found.same
        assert kind == "awkward" or found.json.total() < found.lines * 0.02


@pytest.mark.parametrize("code", LANGUAGES)
def test_notes_rulings_claims_and_awkward_text_are_read_back(code):
    game = GAMES["builders"]
    events = events_of(game, 2, awkward=False)
    name = events[0].players[0]
    said = [
        {"type": "note_added", "text": text} for text in ("late", " two  words ", "# no", "line\nbreak", "{}", "\u202e")
    ] + [
        {"type": "score_adjusted", "player": name, "points": -15, "reason": "a spill: beer"},
        {"type": "score_adjusted", "player": "Zed", "points": 20},
        {"type": "score_claimed", "player": name, "total": 45},
        {"type": "score_claimed", "player": name},
        {"type": "score_confirmed", "player": name},
        {"type": "game_ended", "winners": []},
    ]
    events = [*events[:30], *(game.decoder.decode(json.dumps(one).encode()) for one in said)]
    assert read_back(game, events, code).same


def test_what_was_amended_is_written_as_it_is_in_force():
    _, events = decode(scan(simulate(GAMES["lutece"], 3, players=2)), GAMES)
    note = EntryCorrected(n=len(events), target=5, entry=NoteAdded(text="something else"))
    text = written(GAMES["lutece"], [*events, note])
    standing = [bare(event) for event in in_force([*events, note]).events if type(event).__name__ != "LogSealed"]
    assert [bare(event) for event in read_events(text.encode(), GAMES)] == standing
    assert "# something else" in text.splitlines()


@pytest.mark.parametrize("name", GAMES)
def test_every_line_of_the_menu_is_understood_as_it_is_printed(name):
    game = GAMES[name]
    record = open_record(game, events := events_of(game, 4, awkward=False))
    for place, event in enumerate(events[:120]):
        if place % 6 == 5:
            for choice in islice(choices(game, record.table), 8):
                found = understand(record, str(choice.words))
                assert isinstance(found, Understood) and found.exact
                assert str(found.words[0]) == str(choice.words)
        fold(record, [replace(event, n=place)])


# --- as people type ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Ana Maria", "ana maria", "Maria", "ana m", "AN"])
def test_a_name_with_a_space_is_one_player(name):
    found = understand(table("Ana Maria", "Bo", said=LAID), f"{name} A+2 rev")
    assert found.events == [
        BidPlaced(player="Ana Maria", actions=("A", "revenue")),
        BribeRaised(player="Ana Maria", card=1, coins=2),
    ]
    assert not found.exact


def test_exact_names_go_before_beginnings_and_beginnings_of_several_are_asked_back():
    record = table("Ana", "Anabel", "Bo", said=LAID)
    assert understand(record, "ana plays A, B").events == [BidPlaced(player="Ana", actions=("A", "B"))]
    found = understand(record, "an plays A, B")
    assert isinstance(found, Ambiguous)
    assert [one.events[0].player for one in found.possibilities] == ["Ana", "Anabel"]


@pytest.mark.parametrize(
    "said", ["A Brewer 1", "A: brewer 1 C01", "a brasseur 1", "A c1", "A piwowar 1", "A 1", "a  C01"]
)
def test_a_card_is_known_by_number_and_name_in_every_language(said):
    assert understand(table("Ana", "Bo"), said).events == [CardOffered(tile="A", card="C01")]


def test_names_and_numbers_of_cards_stand_mixed_on_one_line():
    laid = [CardOffered(tile=tile, card=card) for tile, card in (("A", "C01"), ("B", "C02"), ("C", "C03"))]
    for said in ("A Brewer 1 B 2 C 3", "a brasseur 1 B piwowar 2 C C03", "A 1 B brew 2 C3"):
        found = understand(table("Ana", "Bo"), said)
        assert (found.events, found.exact) == (laid, False)
    assert understand(table("Ana", "Bo"), "A1 B2 C3").exact


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("Ana dances", "nothing here is called 'dances'"),
        ("A 99", "there is no card C99 in this deck"),
        ("F 3", "there is no tile F at this table; tiles: A, B, C, 1, 2, 3"),
        ("A 1 " * 60, "a tile and a card go together, like: A 1"),
    ],
)
def test_the_reason_names_what_is_wrong(said, why):
    assert str(understand(table("Ana", "Bo"), said).why) == why


@pytest.mark.parametrize("said", ["Ana Maria A rev", "ana A+2 r", "Ana M A rev, Bo A 1"])
def test_a_bid_said_twice_is_refused_in_the_words_of_the_audit(said):
    record = table("Ana Maria", "Bo", said=(*LAID, "Ana Maria A rev"))
    found = understand(record, said)
    assert str(found.why) == "Ana Maria has bid already in this round"
    assert str(found.nearest[0]).startswith("Bo plays ")
    fold(record, understand(record, "Bo A 1").events)
    assert str(understand(record, said).why) == "Ana Maria has bid already in this round"


def test_a_round_of_bids_on_one_line_with_names_or_in_seat_order():
    record = table("Ana", "Bo", said=LAID)
    wanted = [
        BidPlaced(player="Ana", actions=("A", "revenue")),
        BidPlaced(player="Bo", actions=("A", "1")),
        BribeRaised(player="Ana", card=1, coins=3),
        BribeRaised(player="Bo", card=2, coins=1),
    ]
    for said in ("a A+2+1 r b A 1+1", "A+3 r A 1+1", "Ana A+3 rev, Bo A 1+1"):
        assert understand(record, said).events == wanted


def test_prices_may_be_left_out():
    record = table("Ana", "Bo", said=(*LAID, "a A+2 r b A 1+1"))
    due = CardPurchased(player="Ana", tile="A", card="C01", paid=2, received=0)
    for said in ("Ana buys Brewer", "ana buys", "buy ana", "A: Ana buys Brewer 1 C01, pays 2, receives 0"):
        assert understand(record, said).events == [due]


@pytest.mark.parametrize("said", ["dance", "Ana plays", "A brewer 1 C03", "Ana Maria", "A"])
def test_what_is_not_understood_is_never_taken_for_a_note(said):
    found = understand(table("Ana Maria", "Bo"), said)
    assert isinstance(found, Ambiguous) or (isinstance(found, NotUnderstood) and found.nearest)


def test_a_builder_is_told_what_to_do_in_short_words():
    game = GAMES["builders"]
    events = events_of(game, 2, awkward=False)
    place = next(at for at, event in enumerate(events) if type(event).__name__ == "WorkerHired")
    record = fold(open_record(game, events), events[:place])
    worker = events[place].worker
    for said in (f"hire {worker}", f"{events[place].player} hires {worker}", f"hires {worker.replace('w0', 'w')}"):
        assert understand(record, said).events == [events[place]]


# --- import -----------------------------------------------------------------------------------------------------------

PAPER = """\
game: lutece
players: Ana Maria, Bo
edition: en

A brewer 1; B brewer 2; C brewer 3
1 1 2 4 3 29
# the cards are turned
Maria A+2 rev, bo A 1+1
ana buys brewer
bo buys
end
"""


def test_a_game_on_paper_is_typed_as_one_speaks(tmp_path):
    (tmp_path / "paper.txt").write_text(PAPER)
    run = quaestor("import", "--text", "paper.txt", "-o", "g.jsonl", cwd=tmp_path)
    assert run.returncode == 0, run.stderr
    kinds = [json.loads(line)["type"] for line in (tmp_path / "g.jsonl").read_text().splitlines()]
    assert kinds[7:] == [
        "note_added", "bid_placed", "bid_placed", "bribe_raised", "bribe_raised", "card_purchased", "card_purchased",
        "round_ended",
    ]  # fmt: skip
    assert json.loads(quaestor("audit", "g.jsonl", "--json", cwd=tmp_path).stdout)["reports"][0]["verdict"] == "clean"


@pytest.mark.parametrize(("bad", "at"), [("Ana dances", 13), ("an plays", 13), ("{", 13)])
def test_a_line_that_is_not_understood_is_refused_with_its_number(tmp_path, bad, at):
    (tmp_path / "paper.txt").write_text(f"{PAPER}\n{bad}\n")
    run = quaestor("import", "--text", "paper.txt", "-o", "g.jsonl", cwd=tmp_path)
    assert run.returncode == 2
    assert f"paper.txt:{at}:" in run.stderr and "nothing was written" in run.stderr
    assert not (tmp_path / "g.jsonl").exists()


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_a_game_from_before_an_option_existed_begins_in_words_too(name, code):
    game = GAMES[name]
    started, *rest = events_of(game, 2, awkward=False)
    old = replace(started, options=dict([*started.options.items()][:1]), software="", catalogue_digest="", place="a: b")
    text = written(game, [old, *rest[:1]], language(code))
    assert not text.startswith("{")
    assert [bare(one) for one in read_events(text.encode(), GAMES, language(code))] == [old, *rest[:1]]


def test_a_game_in_words_comes_from_a_pipe(tmp_path):
    run = quaestor("import", "--text", "-", "-o", "g.jsonl", stdin=PAPER, cwd=tmp_path)
    assert (run.returncode, run.stderr) == (0, "")
    assert (tmp_path / "g.jsonl").read_text().count("\n") == 15


@pytest.mark.parametrize(
    "data", [b"", b"\xff", b"players: Ana, Bo\n", b"game: chess\nplayers: Ana, Bo\n", b"game: lutece\n"]
)
def test_a_text_that_begins_no_game_is_refused(data):
    with pytest.raises(Unreadable):
        read_events(data, GAMES)


# --- record -----------------------------------------------------------------------------------------------------------


def test_through_a_pipe_a_stranger_is_recorded_only_when_marked_as_one(tmp_path):
    quaestor("new", "g.jsonl", "-p", "Ana,Bo", cwd=tmp_path)
    said = "A 1 B 2 C 3\n1 1 2 4 3 29\nZed plays A, B\n? Zed plays A, B\n"
    run = quaestor("record", "g.jsonl", stdin=said, cwd=tmp_path)
    assert "(if it was so, write: ? Zed plays A, B)" in run.stderr
    assert (tmp_path / "g.jsonl").read_text().count('"player":"Zed"') == 1


def test_enter_takes_no_decision(tmp_path):
    quaestor("new", "g.jsonl", "-p", "Ana,Bo", "-e", "en", cwd=tmp_path)
    said = ["A 37 B 2 C 3", "1 1 2 4 3 29", "", "a A B b r r", "1", "1", "", ".", "quit", ""]
    run = quaestor("record", "g.jsonl", stdin="\n".join(said), cwd=tmp_path)
    kinds = [json.loads(line)["type"] for line in (tmp_path / "g.jsonl").read_text().splitlines()]
    assert kinds[7:] == ["bid_placed", "bid_placed", "card_purchased", "card_purchased"]
    assert run.stderr.count("for a player to decide") == 3  # an empty tile, and twice whom the Apprentice joins


def test_enter_does_not_buy_while_more_coins_may_be_laid_and_a_full_stop_does(tmp_path):
    path = tmp_path / "two words.jsonl"
    assert f"record '{path}'" in quaestor("new", path, "-p", "Ana,Bo", "-e", "en").stdout
    run = quaestor("record", path, stdin="A1 B2 C3\n1 1 2 4 3 29\na A+1 r b B r\n\n.\nquit\n")
    kinds = [json.loads(line)["type"] for line in path.read_text().splitlines()]
    assert kinds[7:] == ["bid_placed", "bid_placed", "bribe_raised", "card_purchased", "card_purchased", "round_ended"]
    assert run.stderr.count("for a player to decide") == 1


def test_enter_does_not_end_a_game_in_which_somebody_may_still_repay_a_loan(tmp_path):
    game = GAMES["builders"]
    played = (events_of(game, seed, awkward=False) for seed in range(40))
    events = next(one for one in played if any(type(event).__name__ == "LoanRepaid" for event in one))
    at = next(at for at, one in enumerate(events) if type(one).__name__ == "LoanRepaid")
    (tmp_path / "g.txt").write_text(written(game, [replace(one, n=n) for n, one in enumerate(events[:at])]))
    quaestor("import", "--text", "g.txt", "-o", "g.jsonl", cwd=tmp_path)
    before = (tmp_path / "g.jsonl").read_bytes()
    run = quaestor("record", "g.jsonl", stdin="\nquit\n", cwd=tmp_path)
    assert (tmp_path / "g.jsonl").read_bytes() == before
    assert f"repay {events[at].loan}" in run.stdout


def test_a_question_mark_shows_what_can_be_said_at_this_moment(tmp_path):
    quaestor("new", "g.jsonl", "-p", "Ana Maria,Bo", "-e", "en", cwd=tmp_path)
    run = quaestor("record", "g.jsonl", stdin="?\ncards brew\n", cwd=tmp_path)
    assert "A: Brewer 1 C01 is laid out" in run.stdout
    assert re.search(r"C01 +Brewer 1 +\(Brasseur 1, Piwowar 1\)", run.stdout)


def at_a_terminal(path, keys, command="record", *more):
    """What is shown to somebody who types these lines at a terminal."""
    master, slave = pty.openpty()
    env = {**os.environ, "TERM": "dumb"}
    run = [QUAESTOR, command, str(path), *more]
    with subprocess.Popen(run, stdin=slave, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=env) as scribe:
        os.close(slave)
        os.write(master, keys.encode())
        shown = scribe.communicate(timeout=PATIENCE)[0].decode()
    os.close(master)
    return shown


def test_names_with_spaces_cards_and_words_are_completed():
    game = LiveGame(GAMES["lutece"], [GameStarted(game="lutece", players=("Ana Maria", "Bo"), edition="en")])
    prompt = Prompt(game)
    assert endings("A brewer Ana M") == ["A brewer Ana M", "brewer Ana M", "Ana M", "M"]
    assert prompt.words("ana m") == ["Ana Maria"]
    assert prompt.words("brew")[:3] == ["Brewer 1", "Brewer 2", "Brewer 3"]
    assert "undo" in prompt.words("un") and not prompt.words("xyz")


def test_an_amendment_at_a_terminal_is_written_only_when_somebody_says_so(tmp_path):
    path = tmp_path / "g.jsonl"
    quaestor("new", path, "-p", "Ana,Bo", "-e", "en")
    quaestor("record", path, stdin="A1 B2 C3\nquit\n")
    before = path.read_bytes()
    assert "makes the record worse" in at_a_terminal(path, "\nn\n", "amend", "2", "--entry", "A 4")
    assert path.read_bytes() == before
    at_a_terminal(path, "y\n", "amend", "2", "--entry", "B 4")
    assert json.loads(path.read_text().splitlines()[-1])["entry"]["card"] == "C04"


def test_at_a_terminal_what_was_not_typed_exactly_is_asked_back(tmp_path):
    path = tmp_path / "g.jsonl"
    quaestor("new", path, "-p", "Ana,Bo", "-e", "en")
    shown = at_a_terminal(path, "A brewer 1\nn\nB brewer 2\n\nC: Brewer 3 C03 is laid out\nquit\n")
    cards = [json.loads(line).get("card") for line in path.read_text().splitlines()[1:]]
    assert cards == ["C02", "C03"]
    assert "= A: Brewer 1 C01 is laid out" in shown


def keystrokes(events):
    """A game of Lutèce as a scribe types it: the lines, and how many keys they take with every Enter."""
    game = GAMES["lutece"]
    record, lines, keys, at = open_record(game, events), [], 0, 1

    def take(line, number):
        nonlocal keys, at
        found = understand(record, line) if len(line) > 2 else None
        lines.append(line)
        keys += len(line) + 1 + (found is not None and not found.exact)  # what was guessed is asked back: one more
        fold(record, events[at : at + number])
        at += number

    while at < len(events):
        kind = type(events[at])
        same = next((n for n, one in enumerate(events[at:]) if type(one) is not kind), len(events) - at)
        if kind is CardOffered:
            take(" ".join(f"{one.tile}{int(one.card[1:])}" for one in events[at : at + same]), same)
        elif kind is BidPlaced:
            take(*turned(record, events, at, same))
        else:
            offered = [choice.event for choice in choices(game, record.table)]
            if events[at] not in offered:
                break
            forced = len(offered) == 1 and choices(game, record.table)[0].due
            if forced and lines[-1].endswith("."):
                fold(record, events[at : at + 1])
                at += 1
            else:
                take("." if forced else str(offered.index(events[at]) + 1), 1)
    return lines, keys


def turned(record, events, at, bids):
    """A round's bids in seat order, with all the coins that will lie on them."""
    end = at + bids
    while isinstance(events[end], BribeRaised):
        end += 1
    placed = {one.player: one for one in events[at : at + bids]}
    coins = {}
    for one in events[at + bids : end]:
        coins[one.player, one.card] = coins.get((one.player, one.card), 0) + one.coins
    words = []
    for name in record.table.players:
        for card, action in enumerate(placed[name].actions, 1):
            lying = coins.get((name, card))
            words.append(("r" if action == "revenue" else action) + (f"+{lying}" if lying else ""))
    line = words[0]
    for before, word in pairwise(words):
        line += (" " if "+" in before and word[0].isdigit() else "") + word
    return f"{line}.", end - at


@pytest.mark.parametrize(("seed", "edition"), [(3, "fr"), (5, "pl"), (7, "en")])
def test_other_games_for_two_take_no_more_keystrokes(seed, edition):
    events = [bare(one) for one in decode(scan(simulate(GAMES["lutece"], seed, players=2, edition=edition)), GAMES)[1]]
    keys = keystrokes(events)[1]
    assert keys / sum(type(one).__name__ == "RoundEnded" for one in events) <= 25


def test_a_game_for_two_takes_at_most_25_keystrokes_a_round(tmp_path):
    events = [bare(one) for one in decode(scan(simulate(GAMES["lutece"], 4, players=2, edition="en")), GAMES)[1]]
    lines, keys = keystrokes(events)
    quaestor("new", "g.jsonl", "-p", ",".join(events[0].players), "-e", "en", cwd=tmp_path)
    run = quaestor("record", "g.jsonl", stdin="\n".join([*lines, "quit", ""]), cwd=tmp_path)
    assert run.stderr == ""
    rounds = sum(type(one).__name__ == "RoundEnded" for one in events)
    assert keys / rounds <= 25
    sheet = json.loads(quaestor("score", "g.jsonl", "--json", cwd=tmp_path).stdout)
    final = {one.player: one.total for one in events if type(one).__name__ == "Claimed"}
    assert {one["player"]: one["total"] for one in sheet["players"]} == final


# --- as on paper ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "cards"),
    [
        ("A legionnaire", ["C33"]),  # nobody can tell one from the other
        ("A legionnaire B legio", ["C33", "C34"]),
        ("A = brewer1 B - Boulanger 2", ["C01", "C10"]),
        ("1 field 2 las 3 Mine", ["L01", "L04", "L07"]),
        ("brewer 1 on A", ["C01"]),
    ],
)
def test_cards_are_laid_as_people_write_them_down(said, cards):
    assert [one.card for one in understand(table("Ana", "Bo"), said).events] == cards


def test_a_name_that_cards_of_several_kinds_have_is_asked_back_also_in_the_middle_of_a_line():
    found = understand(table("Ana", "Bo"), "1 field 3 market 2 forest")
    assert isinstance(found, NotUnderstood)
    assert "'3 market' may be one of" in str(found.why)


@pytest.mark.parametrize("said", ["Ana A(2) rev", "Ana A (1+1) rev", "Ana: A+2, rev", "ana A+1+1 R"])
def test_coins_stand_beside_a_bid_in_any_way(said):
    bid = [BidPlaced(player="Ana", actions=("A", "revenue")), BribeRaised(player="Ana", card=1, coins=2)]
    assert understand(table("Ana", "Bo", said=LAID), said).events == bid


@pytest.mark.parametrize(
    "said",
    [
        "Ana A+2 & rev", "Ana A + 2 rev", "Ana A +2 / revenue", "Ana A+2 i dochód", "Ana A+2, rev.", "Ana→A+2&rev",
        "Ana=A+2 = rev", "Ana A+2 + rev", "Ana A+2+rev", "Ana->A+2 rev", "Ana: A+2k, rev", "Ana A (2k) R",
    ],
)  # fmt: skip
def test_signs_between_what_is_bid_say_nothing(said):
    bid = [BidPlaced(player="Ana", actions=("A", "revenue")), BribeRaised(player="Ana", card=1, coins=2)]
    found = understand(table("Ana", "Bo", said=LAID), said)
    assert found.events == bid


@pytest.mark.parametrize(
    "said",
    [
        "Ana A+2", "Ana A +2", "Ana raises A by 2", "ana 2 on A", "Ana dokłada 2 na A", "Ana 2k A",
        "Ana A +2k", "Ana: 2coins → A", "Ana puts 2k on A", "Ana raises A by $2", "Ana $2 A",
    ],
)  # fmt: skip
def test_coins_are_laid_in_any_way(said):
    record = table("Ana", "Bo", said=(*LAID, "Ana A r", "Bo A 1"))
    assert understand(record, said).events == [BribeRaised(player="Ana", card=1, coins=2)]


def test_names_alone_never_say_how_much_is_laid():
    record = table("Ana", "Bo", said=(*LAID, "Ana A r", "Bo A 1", "Ana 3 on A"))  # one coin would be left
    for said in ("Ana A", "ana -> A"):
        assert understand(record, said).events == [
            CardPurchased(player="Ana", tile="A", card="C01", paid=3, received=0)
        ]


@pytest.mark.parametrize("bid", ["C 1", "1 C", "1 2", "2 1"])
def test_a_bid_said_twice_lays_no_coins(bid):
    record = table("Ana", "Bo", said=("A 1 B 2 C 3", "1 1 2 4 3 29", "Ana 1 3", f"Bo {bid}"))
    for said in (f"Bo {bid}", f"bo: {bid.replace(' ', ', ')}", f"Bo {bid.replace(' ', ' and ')}"):
        found = understand(record, said)
        assert isinstance(found, NotUnderstood)
        assert "Bo has bid already" in str(found.why)


def test_figures_alone_are_no_coins_on_an_action_card():
    record = table("Ana", "Bo", said=("A 1 B 2 C 3", "1 1 2 4 3 29", "Ana 1 3", "Bo 1 r"))
    assert isinstance(understand(record, "Ana 1 2"), NotUnderstood)  # no coin on the second card
    for said in ("Ana 1 0", "Ana 1: 0", "Ana 1 0k"):  # the price of the card under 1, or coins on it?
        assert isinstance(understand(record, said), NotUnderstood)


@pytest.mark.parametrize("said", ['" A+2', "″ A rev", "〃 A", ",, B 1", "'' 2 A"])
def test_a_ditto_mark_is_asked_back(said):
    for lines in ((), ("Ana A r",), ("Ana A r", "Bo A 1")):
        found = understand(table("Ana", "Bo", said=(*LAID, *lines)), said)
        assert isinstance(found, NotUnderstood)
        assert "who" in str(found.why)


@pytest.mark.parametrize("said", ["1 Bo", "1: Bo", "1 → Bo", "1 = Bo", "Bo 1", "Bo -> 1", "1: Bo 0k", "1 Bo (0)"])
def test_who_buys_is_no_legionnaire_for_them(said):
    first = ("A 33 B 2 C 3", "1 1 2 4 3 29", "Ana A r", "Bo r r", "Ana buys A", "end")
    record = table("Ana", "Bo", said=(*first, "A 4", "Ana r r", "Bo 1 r"))  # whose one rival has a Legionnaire
    found = understand(record, said)
    assert [type(event).__name__ for event in found.events] == ["CardPurchased"]
    assert found.events[0].player == "Bo"


@pytest.mark.parametrize(
    "said", ["A: nobody", "A - out", "A brewer 1 out", "A: discarded", "A tie", "A: nikt", "A personne"]
)
def test_a_card_that_nobody_gets_leaves_the_game(said):
    record = table("Ana", "Bo", said=(*LAID, "Ana A r", "Bo A r"))
    assert understand(record, said).events == [CardRemoved(tile="A", card="C01", reason="tied")]


def test_a_whole_name_is_no_beginning_of_something_else():
    led = rome("Ana leads Laborer with a senator", "Bo follows road")
    assert isinstance(understand(led, "Ana dirige Porte", language("fr")), NotUnderstood)  # no Portefaix
    assert [type(one).__name__ for one in understand(led, "Ana commence Porte", language("fr")).events] == [
        "FoundationLaid"
    ]


def test_one_letter_is_no_card_among_many():
    assert not isinstance(understand(rome(), "Ana T"), Understood)  # Taverne


def test_what_rome_counts_is_called_in_every_language():
    assert language("fr").term("merchant_bonus") == "prime de marchand"
    assert language("pl").term("merchant_bonus") == "premia kupiecka"


def test_a_card_of_the_next_tile_is_not_swallowed_by_the_one_before():
    laid = [CardOffered(tile="A", card="C01"), CardOffered(tile="B", card="C18")]
    assert understand(table("Ana", "Bo"), "A: C01, B: C18").events == laid


def test_a_tile_is_not_taken_for_the_beginning_of_a_card():
    record = table("Ana", "Bo", said=(*LAID, "Ana A r", "Bo B 1"))
    assert isinstance(understand(record, "Ana buys B"), NotUnderstood)  # Brewer 1 lies under A
    assert understand(record, "Ana buys A").events[0].tile == "A"


def test_the_heading_of_a_round_does_not_end_one():
    record = table("Ana", "Bo", said=LAID)
    for said in ("round 1", "Round", "end"):
        assert isinstance(understand(record, said), NotUnderstood)


def test_a_sentence_with_a_semicolon_of_its_own_is_one_thing():
    record = table("Ana", "Bo", said=(*LAID, "Ana r r", "Bo r r"))
    for code in LANGUAGES:
        for said in ("{}.", "{}!"):
            told = said.format(language(code)("round {round} ends; a coin on every card left", round=1)).upper()
            assert [type(one).__name__ for one in understand(record, told, language(code)).events] == ["RoundEnded"]


def test_a_note_may_stand_behind_what_it_is_about():
    found = understand(table("Ana", "Bo", said=LAID), "Ana plays A, revenue  # she hesitated; then sighed")
    assert found.events == [
        BidPlaced(player="Ana", actions=("A", "revenue")),
        NoteAdded(text="she hesitated; then sighed"),
    ]
    assert isinstance(understand(table("Ana", "Bo", said=LAID), "Ana dances # so"), NotUnderstood)


@pytest.mark.parametrize(
    "said",
    [
        "ana writes down majority 10, prestige 8, influence 11, fortune 2, total 31",
        "ANA NOTE MAJORITÉ 10, PRESTIGE 8, INFLUENCE 11, FORTUNE 2, TOTAL 31",
        "Ana claims maj 10 pres 8 infl 11 fort 2 total 31",
        "ana zapisuje: wiekszosci 10 prestiz 8 wplyw 11 fortuna 2 suma 31",
    ],
)
def test_a_score_is_written_down_as_people_write(said):
    claim = {"majority": 10, "prestige": 8, "influence": 11, "fortune": 2, "total": 31}
    found = understand(table("Ana", "Bo", said=LAID), said)
    assert not found.strange
    assert found.events == [GAMES["lutece"].claim(player="Ana", **claim)]


def test_a_total_alone_is_written_down():
    record = table("Ana", "Bo", said=LAID)
    for said in ("ana writes down 31", "Ana claims 31 points", "ana has 31 points"):
        assert understand(record, said).events == [GAMES["lutece"].claim(player="Ana", total=31)]


def test_whoever_has_bid_raises_and_does_not_bid_again():
    record = table("Ana", "Bo", said=(*LAID, "Ana A r", "Bo A 1"))
    assert understand(record, "Bo 1 A").events == [BribeRaised(player="Bo", card=1, coins=1)]
    assert understand(record, "Bo +1 on 1").events == [BribeRaised(player="Bo", card=2, coins=1)]


@pytest.mark.parametrize("said", ["Ana buys A", "A: Ana", "Ana takes brewer", "Ana wins A for 2", "Ana buys Brewer 1"])
def test_who_buys_is_said_in_many_ways(said):
    record = table("Ana", "Bo", said=(*LAID, "Ana A r", "Bo A 1", "Ana +2 A"))
    bought = CardPurchased(player="Ana", tile="A", card="C01", paid=2, received=0)
    assert understand(record, said).events == [bought]
    assert understand(record, "Bo buys brewer 1").events == [CardPurchased(player="Bo", tile="A", card="C01")]


def test_only_what_is_marked_as_strange_is_read_from_paper():
    head = "game: Lutèce\nplayers: Ana, Bo\n\nA 1 B 2 C 3 1 1 2 4 3 29\n"
    with pytest.raises(Unreadable, match="this table does not have") as refused:
        read_events(f"{head}Zed plays A, B\n".encode(), GAMES)
    assert refused.value.line == 5 and "? Zed plays A, B" in str(refused.value)
    assert read_events(f"{head}? Zed plays A, B\n".encode(), GAMES)[-1] == BidPlaced(player="Zed", actions=("A", "B"))
    both = read_events(f"{head}Ana plays A and revenue\n".encode(), GAMES)[-1]
    assert both == BidPlaced(player="Ana", actions=("A", "revenue"))


def other_table(name, *players):
    game = GAMES[name]
    started = game.course.started(game=name, players=players, edition=game.about.editions[0])
    return open_record(game, [started])


@pytest.mark.parametrize(
    ("said", "card"), [("maison", "b01"), ("échoppe", "b07"), ("L'echoppe", "b07"), ("maison rurale", "b08")]
)
def test_an_article_need_not_be_said(said, card):
    assert [one.card for one in understand(other_table("builders", "Ana", "Bo"), said).events] == [card]


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_examples_of_a_hint_are_understood_in_the_language_in_which_they_are_given(code):
    game, speak = GAMES["builders"], language(code)
    record = open_record(game, events := events_of(game, 3, awkward=False))
    for place, event in enumerate(events):
        for words in game.scribe.ask(record.table).values.get("example", ()) if place % 9 == 8 else ():
            if isinstance(words, Words):
                found = understand(record, speak(words), speak)
                assert isinstance(found, Understood), speak(words)
                assert len(found.events) == 1
        fold(record, [event])


@pytest.mark.parametrize(("code", "end"), [("fr", "fin du tour"), ("pl", "koniec tury")])
def test_the_end_of_a_turn_is_proposed_in_the_readers_language(code, end):
    record = other_table("builders", "Ana", "Bo")
    for line in ("b1 b2 b3 b4 b5", "w1 w2 w3 w4 w5"):
        fold(record, understand(record, line).events)
    assert language(code)(record.game.scribe.ask(record.table)).endswith(f"{end})")


def test_a_figure_that_the_table_knows_is_said_right_or_not_at_all():
    record = other_table("builders", "Ana", "Bo de la Tour")
    for line in ("b1 b2 b3 b4 b5", "w1 w2 w3 w4 w5"):
        fold(record, understand(record, line).events)
    assert [one.actions for one in understand(record, "Ana takes 3 coins").events] == [2]
    assert isinstance(understand(record, "Ana takes 4 coins"), NotUnderstood)
    assert [one.player for one in understand(record, "bo de la tour w5").events] == ["Bo de la Tour"]
    assert isinstance(understand(record, "end b1"), NotUnderstood)  # nothing of a line is left unread


@pytest.mark.parametrize("said", ["round trip", "end of story told", "Ana refuses wood", "Ana wins again"])
def test_short_words_leave_nothing_unread(said):
    assert isinstance(understand(other_table("glory_to_rome", "Ana", "Bo"), said), NotUnderstood)


@pytest.mark.parametrize(
    ("said", "cards"),
    [
        ("Ana is dealt 4 cards and a senator", ("?", "?", "?", "?", "senator")),
        ("Ana: road, bar, bath, dock, senator", ("road", "bar", "baths", "dock", "senator")),
        ("Ana is dealt a road, a bar, a dock and 2 unseen", ("road", "bar", "dock", "?", "?")),
    ],
)
def test_cards_are_counted_and_have_articles(said, cards):
    assert [one.cards for one in understand(other_table("glory_to_rome", "Ana", "Bo"), said).events] == [cards]


def rome(*said):
    """A table of Glory to Rome at which Ana leads, and these lines were said."""
    game = GAMES["glory_to_rome"]
    record = open_record(game, [GameStarted(game=game.name, players=("Ana", "Bo"))])
    dealt = [f"{name} is dealt 4 unseen cards, a senator" for name in ("Ana", "Bo")]
    for line in (*dealt, "Ana turns up Bar", "Bo turns up Wall", "Ana is the first leader", *said):
        fold(record, understand(record, line).events)
    return record


def test_a_role_that_is_led_or_followed_loosely_has_as_many_actions_as_the_rules_say():
    led = understand(rome(), "ana leads laborer with senator").events[0]
    assert (led.player, led.role, led.cards, led.actions) == ("Ana", "laborer", ("senator",), None)
    followed = understand(rome("Ana leads Laborer with a senator"), "bo follows road").events[0]
    assert (followed.cards, followed.actions) == (("road",), None)


@pytest.mark.parametrize("said", ["Bo no", "Bo follows", "Bo follows, Ana thinks"])
def test_cards_that_were_not_named_are_not_made_up(said):
    assert not isinstance(understand(rome("Ana leads Laborer with a senator"), said), Understood)


def test_a_shuffled_deck_and_what_was_dealt_stand_in_words():
    for name, seed in (("glory_to_rome", 2), ("builders", 2)):
        events = [replace(one, n=n) for n, one in enumerate(events_of(GAMES[name], seed, awkward=False))]
        lines = written(GAMES[name], events).splitlines()
        assert not [line for line in lines if '{"' in line and "table_noted" not in line]


# --- amend ------------------------------------------------------------------------------------------------------------


def test_an_amendment_in_words_shows_what_will_change_before_it_is_written(tmp_path):
    quaestor("new", "g.jsonl", "-p", "Ana,Bo", "-e", "en", cwd=tmp_path)
    quaestor("record", "g.jsonl", stdin="\n".join([*LAID, "a A+2 r b A 1+1", ".", "quit", ""]), cwd=tmp_path)
    run = quaestor("amend", "g.jsonl", 9, "--entry", "Ana puts 3 coins on A", "--yes", cwd=tmp_path)
    assert run.returncode == 0
    assert "it stands: Ana puts 2 coins on A" in run.stdout
    assert "it would stand: Ana puts 3 coins on A" in run.stdout
    assert "LUT-R" in run.stdout and "makes the record worse" in run.stderr
    run = quaestor("amend", "g.jsonl", 9, "--entry", "Ana puts two coins on A", cwd=tmp_path)
    assert run.returncode == 2 and "Ana puts 2 coins on A" in run.stderr


def test_a_bid_by_somebody_unknown_in_place_of_a_laid_card_makes_it_worse():
    events = decode(scan(simulate(GAMES["lutece"], 3, players=2)), GAMES)[1]
    bid = BidPlaced(player="Zed", actions=("A", "B"))
    found = change(GAMES["lutece"], events, EntryCorrected(target=3, entry=bid))
    assert found.worse
    assert str(found.after) == "Zed plays A, B"
    note = change(GAMES["lutece"], events, EntryCorrected(target=3, entry=events[3]))
    assert not note.worse and note.come == note.gone == []


# --- what there is ----------------------------------------------------------------------------------------------------


def test_games_cards_and_options_are_listed():
    games = json.loads(quaestor("games", "--json").stdout)
    assert {one["game"] for one in games} >= {"lutece", "builders", "glory_to_rome"}
    cards = json.loads(quaestor("cards", "lutece", "legion", "--json").stdout)
    assert [one["card"] for one in cards] == ["C33", "C34", "C35", "C36"]
    assert cards[0]["names"]["fr"] == "Légionnaire"
    options = json.loads(quaestor("options", "lutece", "--json").stdout)
    assert {one["option"] for one in options} == set(GAMES["lutece"].about.options)
    assert quaestor("cards", "lutece", "dragon").returncode == 2


def test_the_reader_of_one_language_understands_the_others():
    record = table("Ana", "Bo", said=LAID)
    bid = BidPlaced(player="Ana", actions=("A", "revenue"))
    told = understand(record, "a A r").words[0]
    for own in LANGUAGES:
        for other in LANGUAGES:
            assert understand(record, language(own)(told), language(other)).events == [bid]


def test_somebody_unknown_is_taken_at_their_word_and_told_apart():
    record = table("Ana", "Bo", said=LAID)
    found = understand(record, "Zed plays A, B")
    assert (found.events, found.strange) == ([BidPlaced(player="Zed", actions=("A", "B"))], True)
    assert understand(record, "ana plays A, B").events == [BidPlaced(player="Ana", actions=("A", "B"))]
