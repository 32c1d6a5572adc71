"""Whole games as people wrote them down at a table, typed in: headings, abbreviations, and what nobody writes down."""

import json
import re
import subprocess
import sys
from itertools import groupby
from pathlib import Path

import msgspec
import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from ledger.events import OF_THE_LOG, GameStarted, NoteAdded
from ledger.games import GAMES
from ledger.games.lutece.bid import BidPlaced
from ledger.games.lutece.bribe import BribeRaised
from ledger.games.lutece.purchase import CardPurchased, CardRemoved
from ledger.games.lutece.round import RoundEnded
from ledger.language import Ambiguous, NotUnderstood, Understood, understand
from ledger.language.reading import Reader
from ledger.language.text import bare, read_events
from ledger.log import Unreadable, decode, scan
from ledger.walk import fold, in_force, open_record
from ledger.words.speech import ENGLISH, language
from tests.bench.paper import lines_of

QUAESTOR = str(Path(sys.executable).with_name("quaestor"))
SAMPLES = Path(__file__).parents[1] / "sample_logs"
NOTES = sorted((Path(__file__).parent / "data" / "paper").glob("*.txt"))
LAID = ("A 1 B 2 C 3", "1 1 2 4 3 29")


def played(path):
    """What happened in a game, without the notes beside it."""
    return seen(in_force(decode(scan(path.read_bytes()), GAMES)[1]).events)


def seen(events):
    """What the table saw: not who bid first, nor which of two cards of one look it was; and no notes."""
    record = open_record(GAMES[events[0].game], events)
    facts = [bare(one) for one in events[1:] if not isinstance(one, (NoteAdded, *OF_THE_LOG))]
    lists = groupby(facts, key=lambda one: isinstance(one, (BidPlaced, BribeRaised)))
    told = [one for bids, some in lists for one in (sorted(some, key=repr) if bids else some)]
    alike = record.game.scribe.alike
    return [[alike(record.table, value) for value in to_builtins(one).values()] for one in told]


@pytest.mark.parametrize("notes", NOTES, ids=lambda path: path.name)
def test_a_whole_game_typed_from_notes_is_the_game_that_was_played(notes):
    sample, code = notes.stem.rsplit(".", 1)
    (log,) = SAMPLES.glob(f"*/{sample}.jsonl")
    told = read_events(notes.read_bytes(), GAMES, language(code))
    assert seen(told) == played(log)


@pytest.mark.parametrize("notes", NOTES, ids=lambda path: path.name)
def test_the_same_notes_typed_at_the_prompt_make_the_same_game(notes, tmp_path):
    sample, code = notes.stem.rsplit(".", 1)
    (log,) = SAMPLES.glob(f"*/{sample}.jsonl")
    begun = decode(scan(log.read_bytes()), GAMES)[1][0]
    path = tmp_path / "g.jsonl"
    dealt = {"apprentices": begun.apprentices} if hasattr(begun, "apprentices") else {}
    new = [
        "new",
        path,
        "-g",
        begun.game,
        "-p",
        ",".join(begun.players),
        "-e",
        begun.edition,
        "--also",
        json.dumps(dealt),
    ]
    assert subprocess.run([QUAESTOR, *map(str, new)], capture_output=True).returncode == 0
    lines = re.sub(r"\n+", "\n", notes.read_text().split("\n\n", 1)[1])
    run = subprocess.run(
        [QUAESTOR, "--lang", code, "record", str(path)], input=lines, capture_output=True, text=True, encoding="utf-8"
    )
    assert run.stderr == ""
    assert played(path) == played(log)


def table(*said):
    record = open_record(GAMES["lutece"], [GameStarted(game="lutece", players=("Ana", "Bo"), edition="en")])
    for line in (*LAID, *said):
        fold(record, Reader(record, ENGLISH).understand(line, ahead=True).events)
    return record


def ahead(record, text, code="en"):
    return Reader(record, language(code)).understand(text, ahead=True)


def test_what_follows_from_the_rules_need_not_be_written_down():
    found = ahead(table("Ana A+1 r, Bo B 1"), "A baker 1")
    kinds = [type(one) for one in found.events]
    assert kinds == [CardPurchased, CardPurchased, CardPurchased, RoundEnded, type(found.events[-1])]
    assert (found.exact, found.events[-1].card) == (False, "C09")
    assert isinstance(understand(table("Ana A+1 r, Bo B 1"), "A baker 1"), NotUnderstood)  # an amendment is one thing


def test_what_players_decide_is_never_passed_over():
    record = table("Ana A r, Bo B 1")
    assert isinstance(ahead(table("Ana A r"), "A baker 1"), NotUnderstood)  # Bo has not bid
    fold(record, [CardRemoved(tile="A", card="C01", reason="tied")])
    assert isinstance(ahead(record, "Zed buys B"), NotUnderstood)


@pytest.mark.parametrize(
    ("said", "code"), [("Round 1", "en"), ("Tour 1 :", "fr"), ("RUNDA 1.", "pl"), ("Round 1", "pl")]
)
def test_the_heading_of_the_round_under_way_says_nothing(said, code):
    found = ahead(table(), said, code)
    assert (found.events, found.exact) == ([], True)


def test_the_heading_of_the_next_round_ends_this_one_where_nobody_may_do_anything_else():
    assert isinstance(ahead(table(), "Round 2"), NotUnderstood)
    assert str(ahead(table(), "Round 2").why) == "round 1 is under way"
    found = ahead(table("Ana A r, Bo r r"), "Round 2: A 9")
    assert [type(one).__name__ for one in found.events] == ["CardPurchased", "RoundEnded", "CardOffered"]


def test_coins_of_a_bid_wait_until_everybody_has_bid():
    said = f"{HEAD}A 1 B 2 C 3\n1 1 2 4 3 29\nAna A+2 r\nBo A 1\n"
    assert [type(one) for one in read_events(said.encode(), GAMES)[-3:]] == [BidPlaced, BidPlaced, BribeRaised]


def test_a_note_may_stand_above_everything():
    events = read_events(f"# friday\n{HEAD}\n# rain\n".encode(), GAMES)
    assert events[1:] == [NoteAdded(text="friday"), NoteAdded(text="rain")]


@pytest.mark.parametrize(
    ("said", "card"),
    [
        ("Ana kupuje piwowara", "C01"),
        ("Bo kupuje pole", "L01"),
        ("Ana achète l'brasseur", "C01"),
        ("Bo brasseurs 2", "C02"),
    ],
)
def test_cards_are_called_in_the_forms_of_a_sentence(said, card):
    record = table("Ana A r, Bo B 1")
    found = ahead(record, said, "pl")
    assert isinstance(found, Understood), said
    assert found.events[-1].card == card


@pytest.mark.parametrize("said", ["brewer tied", "A: brewer gone", "piwowar remis", "A : brasseur : personne", "tie"])
def test_a_card_that_leaves_is_said_in_many_ways(said):
    record = table("Ana A r, Bo A r")
    assert ahead(record, said).events == [CardRemoved(tile="A", card="C01", reason="tied")]


def test_a_card_may_be_called_by_its_name_and_its_number_alone():
    found = ahead(table("Ana r r, Bo r r", "end"), "1 market 34")
    assert isinstance(found, NotUnderstood)  # Bakery still lies there
    record = open_record(GAMES["lutece"], [GameStarted(game="lutece", players=("Ana", "Bo"), edition="en")])
    assert [one.card for one in ahead(record, "1 market 34").events] == ["L34"]


def test_cards_of_one_name_are_told_apart_by_what_is_printed_on_them():
    record = open_record(GAMES["lutece"], [GameStarted(game="lutece", players=("Ana", "Bo", "Cem"), edition="en")])
    found = ahead(record, "A forgeron 3, C apprenti, 2 champ, 3 herboristerie", "fr")
    assert str(found.why).startswith("'2 champ' may be one of: Field L01 (costs 0, 1 bread, talent 4), Field L02 (")


def test_the_part_of_a_line_that_is_not_understood_is_named():
    found = ahead(table("Ana A r, Bo B 1"), "Ana buys brewer, Bo buys mine")
    assert str(found.why) == "'Bo buys mine': no sentence that can be said now has these words"


def test_who_won_is_said_when_the_game_is_over():
    assert not isinstance(ahead(table(), "Ana wins"), Understood)


@pytest.mark.parametrize(
    "said", ["Ana: majority 10, prestige 8, influence 11, fortune 2, total 31", "Ana maj 10 pres 8 infl 11 fort 2 = 31"]
)
def test_figures_with_their_names_are_a_score(said):
    claim = {"majority": 10, "prestige": 8, "influence": 11, "fortune": 2, "total": 31}
    assert ahead(table(), said).events == [GAMES["lutece"].claim(player="Ana", **claim)]


HEAD = "game: Lutece\nplayers: Ana, Bo\n"


@pytest.mark.parametrize(
    ("said", "edition"),
    [
        ("English", "en"),
        ("angielska", "en"),
        ("édition française", "fr"),
        ("polskie", "pl"),
        ("Polish", "pl"),
        ("fr", "fr"),
    ],
)
def test_an_edition_is_called_by_its_language(said, edition):
    assert read_events(f"{HEAD}edition: {said}\n".encode(), GAMES)[0].edition == edition


def test_an_edition_that_may_be_several_or_none_is_refused_in_its_line():
    for said, game in (("Klingon", "Lutece"), ("Polish", "Glory to Rome"), ("d", "Lutece")):
        with pytest.raises(Unreadable, match="unknown edition") as refused:
            read_events(f"# Friday\ngame: {game}\nplayers: Ana, Bo\nedition: {said}\n".encode(), GAMES)
        assert refused.value.line == 4


def test_a_date_is_kept_as_a_note_and_a_place_is_a_place():
    events = read_events(f"{HEAD}Date: 12 May\nWhere: the kitchen\n\nA 1 B 2 C 3\n".encode(), GAMES)
    assert events[0].place == "the kitchen"
    assert events[1] == NoteAdded(text="Date: 12 May")


def test_what_goes_without_saying_is_written_in_no_place_of_a_printed_line():
    record = table("Ana A+1 r, Bo B 1")
    found = ahead(record, "round 1 ends; a coin on every card left")
    assert [type(one) for one in found.events] == [RoundEnded]  # a mistake that stays one
    fold(record, [replace(found.events[0], n=20)])


@pytest.mark.parametrize("code", ["en", "fr", "pl"])
@pytest.mark.parametrize("name", GAMES)
def test_what_people_write_is_never_understood_as_something_else(name, code):
    told = [*lines_of(GAMES[name], 1, language(code))]
    assert [one for one in told if one.outcome in ("MISREAD", "strange")] == []
    assert sum(one.outcome == "refused" for one in told) < len(told) / 8


def builders(*said):
    record = open_record(GAMES["builders"], [GameStarted(game="builders", players=("Jun", "Bo"))])
    for line in ("b1 b2 m02 b4 b5", "w1 w2 w3 w4 w5", *said):
        fold(record, understand(record, line).events)
    return record


@pytest.mark.parametrize("said", ["J + La scie", "J la scie", "J scie"])
def test_a_machine_and_a_tool_of_one_name_are_asked_back(said):
    assert isinstance(understand(builders(), said, language("fr")), Ambiguous)


def test_an_article_is_no_tool():
    record = builders("Jun hires w1", "w6", "Jun builds b1", "b6")
    found = understand(record, "Jun envoie maître à la maison", language("fr"))
    assert [(one.worker, one.site, one.tool) for one in found.events] == [("w01", "b01", "")]


@pytest.mark.parametrize(
    ("said", "code"),
    [("Jun prend 6 sesterces", "fr"), ("Jun pobiera 6 monet", "pl"), ("Jun bierze 6 sestercji", "pl")],
)
def test_coins_are_called_by_any_name(said, code):
    assert [one.actions for one in understand(builders(), said, language(code)).events] == [3]


ROME = {
    "en": """
Ann has 4 unseen cards, a senator
Bob has 4 unseen cards and a senator
Ann shows bar
Bob reveals wall
Bob starts
Bob plays laborer with senator
Ann thinks
Bob takes the bar from the pool
end of round
Ann led legionary with road""",
    "fr": """
Ann reçoit 4 cartes non vues, un sénateur
Bob reçoit 4 cartes non vues et un sénateur
Ann montre taverne
Bob retourne muraille
Bob commence
Bob joue portefaix avec le sénateur
Ann réfléchit
Bob prend la taverne au centre
fin du tour
Ann mène légionnaire avec voie""",
    "pl": """
Ann dostaje 4 niewidziane karty, senatora
Bob ma 4 niewidziane karty, senator
Ann odkrywa tawernę
Bob pokazuje mur obronny
Bob zaczyna
Bob gra tragarza z senatorem
Ann myśli
Bob bierze tawernę z puli
koniec rundy
Ann prowadzi legionistę kartą ulica""",
}


@pytest.mark.parametrize("code", ROME)
def test_a_round_of_rome_is_typed_from_notes_in_each_language(code):
    said = f"game: Glory to Rome\nplayers: Ann, Bob\n{ROME[code]}\n"
    told = [json.loads(msgspec.json.encode(one)) for one in read_events(said.encode(), GAMES, language(code))[1:]]
    assert [(one["type"], one.get("player"), one.get("card", one.get("cards"))) for one in told] == [
        ("hand_dealt", "Ann", ["?", "?", "?", "?", "senator"]),
        ("hand_dealt", "Bob", ["?", "?", "?", "?", "senator"]),
        ("order_revealed", "Ann", "bar"),
        ("order_revealed", "Bob", "wall"),
        ("leader_chosen", "Bob", None),
        ("role_led", "Bob", ["senator"]),
        ("thought", "Ann", None),
        ("material_hauled", "Bob", "bar"),
        ("round_ended", None, None),
        ("role_led", "Ann", ["road"]),
    ]


@pytest.mark.parametrize("said", ["Bo shows bar", "Bo no", "Bo nothing"])
def test_half_of_a_mistake_is_not_taken_for_one(said):
    lines = "Ana is dealt 5 unseen/Bo is dealt 5 unseen/Ana turns up bar/Bo turns up wall/Bo is the first leader"
    record = open_record(GAMES["glory_to_rome"], [GameStarted(game="glory_to_rome", players=("Ana", "Bo"))])
    for line in lines.split("/"):
        fold(record, understand(record, line).events)
    assert not isinstance(understand(record, said), Understood)
