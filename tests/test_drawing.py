"""Tables as they are drawn: every game's own drawing, the one made for any game, and the film of a game."""

import gc
import json
import re
import subprocess
import sys
from gzip import compress
from pathlib import Path

import pytest
from msgspec.structs import replace

from cli.modules import ENDED, SPACED, STATIC, bundle, gathered
from cli.pad.front import front
from cli.pad.state import encode
from cli.pad.words import sayer
from cli.replay import money
from cli.replay_page import replay_page
from ledger.any_table import draw, faces, from_view
from ledger.film import film
from ledger.games import GAMES
from ledger.log import LogError, decode, read, scan
from ledger.recover import salvage
from ledger.simulate import simulate, start
from ledger.story import story
from ledger.walk import fold, in_force, open_record, until
from ledger.words import Words
from ledger.words.speech import browser

SAMPLES = Path(__file__).parent.parent / "sample_logs"
PLAYED = [SAMPLES / "lutece/five-players-french.jsonl", SAMPLES / "builders/withdrawn-and-corrected.jsonl",
          SAMPLES / "glory_to_rome/forum-wins.jsonl"]  # fmt: skip
ICONS = set(re.findall(r'^  (\w+): "\w+ ', (STATIC / "board/icons.js").read_text(), re.MULTILINE))


def table_at(path, at):
    game, events = decode(scan(read(path)), GAMES)
    standing = in_force(events).events
    return fold(open_record(game, standing), until(standing, at))


def told(drawing, lang="en"):
    return json.loads(encode(drawing, lang))


def zone(drawing, name):
    return next(one for one in drawing["zones"] if one["id"] == name)


def test_what_is_on_offer_lies_there_with_its_bids_and_coins():
    drawing = told(draw(table_at(PLAYED[0], 100)), "fr")
    first, second = zone(drawing, "character")["things"][:2]
    assert first == {
        "id": "C02",
        "also": ["A"],
        "spot": "A",
        "face": {
            "title": "Brasseur 2",
            "cost": 2,
            "icons": [
                {"name": "beer", "text": "cervoise", "count": 2},
                {"name": "talent", "text": "talent", "figure": 4},
            ],
            "tone": "amber",
        },
        "marks": [{"text": 1, "icon": "coin"}],
    }
    assert second == {"also": ["B"], "spot": "B"}, "an empty tile is a place"
    assert drawing["round"] == 6
    assert [one["name"] for one in drawing["players"]] == ["Dia", "Nils", "Rui", "Uma", "Tom"]


def test_it_is_told_for_whom_the_table_waits():
    drawing = told(draw(table_at(PLAYED[1], 60)))
    assert [one["name"] for one in drawing["players"] if one.get("turn")] == ["Uma"]
    assert draw(table_at(PLAYED[1], 400)).phase == draw(table_at(PLAYED[1], 114)).phase


def test_cards_that_nobody_saw_are_backs_that_no_event_means():
    for path in (SAMPLES / "glory_to_rome/table-log-with-hidden-cards.jsonl", PLAYED[2]):
        drawing = told(draw(table_at(path, 120)))
        backs = [one for place in drawing["zones"] for one in place["things"] if one["face"].get("back")]
        assert backs and all("id" not in one and "also" not in one for one in backs)


@pytest.mark.parametrize("path", PLAYED, ids=lambda path: path.parent.name)
def test_every_icon_of_our_games_is_drawn(path):
    for at in (0, 40, 90, 400):
        drawing = told(draw(table_at(path, at)))
        things = [one for place in drawing["zones"] for one in place["things"]]
        named = {icon["name"] for one in things for icon in one.get("face", {}).get("icons", ())}
        named |= {mark["icon"] for one in things for mark in one.get("marks", ()) if mark.get("icon")}
        counters = [*drawing.get("counters", ()), *(one for seat in drawing["players"] for one in seat["counters"])]
        named |= {one["icon"] for one in counters}
        assert named <= ICONS


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("bad/*/*.jsonl"))[::6], ids=lambda path: path.stem)
def test_a_table_where_everything_goes_wrong_is_drawn_too(path):
    try:
        kept = salvage(scan(read(path)), GAMES)
        game, events = kept.game, kept.events
        record = open_record(game, in_force(events).events)
    except LogError:
        return  # there is no table
    for drawing in (draw(record), draw(fold(record, in_force(events).events)), from_view(record)):
        assert len(drawing.players) == len(record.table.players)


@pytest.mark.parametrize("path", PLAYED, ids=lambda path: path.parent.name)
def test_a_game_that_draws_nothing_is_drawn_from_its_view(path):
    record = table_at(path, 60)
    own = told(draw(record))
    record.game = replace(record.game, scribe=replace(record.game.scribe, drawing=None))
    drawing = told(draw(record))
    assert [one["name"] for one in drawing["players"]] == [one["name"] for one in own["players"]]
    assert all(seat["counters"] for seat in drawing["players"])
    assert drawing["round"] == own["round"]
    cards = {thing.get("id") for place in own["zones"] for thing in place["things"] if not place.get("owner")} - {None}
    drawn = {
        one
        for place in drawing["zones"]
        for thing in place["things"]
        for one in (thing.get("id"), *thing.get("also", ()))
    }
    assert cards & drawn, "what lies there can be tapped"


# --- films ------------------------------------------------------------------------------------------------------------


def unpacked(reel, at):
    """As board/film.js does it."""
    frame = next(one for one in reversed(reel["frames"][: at + 1]) if one)
    top, seats, zones = frame
    places = [reel["zones"][one] for one in zones]
    return (
        reel["tops"][top],
        [reel["seats"][one] for one in seats],
        [{**one, "things": [reel["things"][thing] for thing in one["things"]]} for one in places],
    )


@pytest.mark.parametrize("path", [PLAYED[0], PLAYED[2]], ids=lambda path: path.parent.name)
def test_a_film_shows_every_moment_as_it_was_drawn(path):
    game, events = decode(scan(read(path)), GAMES)
    reel = json.loads(film(game, events, sayer("pl")))
    assert len(reel["frames"]) == len(events)
    for at in (0, 30, 70, len(events) - 1):
        drawing = told(draw(table_at(path, at)), "pl")
        top, seats, zones = unpacked(reel, at)
        assert seats == drawing["players"]
        assert [one["things"] for one in zones] == [one.get("things", []) for one in drawing["zones"]]
        assert top["round"] == drawing.get("round")


def test_what_was_withdrawn_has_a_frame_in_which_nothing_moves():
    game, events = decode(scan(read(PLAYED[1])), GAMES)
    reel = json.loads(film(game, events, sayer("en")))
    moments = story(game, events)
    assert len(reel["frames"]) == len(moments)
    assert [reel["frames"][at] for at, one in enumerate(moments) if not one.stands] == [0]


def test_what_a_film_has_said_is_not_remembered_for_ever():
    def alive():
        return sum(isinstance(one, Words) for one in gc.get_objects())

    say, before = sayer("pl"), alive()
    assert [say(Words("{n} events", n=n)) for n in range(20_000)][7] == say(Words("{n} events", n=7))
    assert alive() - before < 10_000


def test_a_page_is_one_file_that_fetches_nothing():
    game, events = decode(scan(read(PLAYED[0])), GAMES)
    page = replay_page(game, events, "f" * 64, "fr").decode()
    assert not re.findall(r"https?://(?!www\.w3\.org)[^\s\"'`<]+", page)
    assert not re.search(r'^\s*(import|export) |<link|src="', page, re.MULTILINE)
    data = re.search(r'id="game">(.*?)</script>', page, re.DOTALL)
    assert json.loads(data[1])["about"]["language"] == "fr"
    assert len(page.encode()) < 400_000


def test_a_title_cannot_break_out_of_the_page():
    game = GAMES["lutece"]
    _, events = decode(scan(simulate(game, 3, players=2)), GAMES)
    nasty = "</script><script>alert(1)</script>"
    page = replay_page(game, [replace(events[0], title=nasty), *events[1:]], "0" * 64, "en").decode()
    assert nasty not in page and page.count("<script") == 2


def test_a_long_game_stays_small_enough_for_a_mail():
    game = GAMES["glory_to_rome"]
    _, events = decode(scan(simulate(game, 5, players=5)), GAMES)
    assert len(replay_page(game, events, "0" * 64, "pl")) < 2_000 * len(events) + 150_000


def test_modules_become_one_script():
    script = bundle("board/page.js")
    assert "import " not in re.sub(r"//.*", "", script)
    assert script.count("= (() => {") == len(set(re.findall(r"^modules\[(.*)\] = ", script, re.MULTILINE)))


def test_export_writes_the_replay_and_never_over_a_file(tmp_path):
    page = tmp_path / "game.html"
    assert export("--replay", str(page)) == 0
    assert page.read_bytes().startswith(b"<!doctype html>")
    before = page.read_bytes()
    assert export("--replay", str(page)) == 2
    assert page.read_bytes() == before
    assert export("--csv", "--replay", str(tmp_path / "other.html")) == 2


def export(*words):
    command = [sys.executable, "-m", "cli.main", "export", str(PLAYED[0]), *words]
    return subprocess.run(command, capture_output=True, check=False).returncode


def test_a_first_table_takes_one_page_and_one_answer_and_all_our_pages_little():
    """Our own code and drawings as a browser gets them, without Preact, which is not ours."""
    made = front()
    preact = len((STATIC / "vendor" / "htm-preact.js").read_bytes())
    assert len(made["/"]) - preact <= 160_000
    assert sum(map(len, made.values())) - preact <= 250_000
    assert len(compress(made["/"])) <= 50_000
    fetched = re.findall(rb'(?:src|href)="([^"]+)"', made["/"].partition(b"<body>")[0])
    assert set(fetched) <= {b"/static/icon.svg", b"/manifest.webmanifest"}  # and those nobody waits for


def test_no_sentence_is_touched_by_making_the_scripts_small():
    said = [one for lang in ("fr", "pl") for one in json.loads(browser(lang))["texts"]]
    assert said and not any(SPACED.search(one) or ENDED.search(one) for one in said)  # translations are sent whole


def test_every_module_of_ours_comes_once():
    ours = {path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.js")} - {"sw.js"}
    replayed = set(gathered("board/page.js"))
    found = re.findall(r'^modules\["([^"]+)"\] = ', b"\n".join(front().values()).decode(), re.MULTILINE)
    assert len(found) == len(set(found))
    assert ours - set(found) == {"board/page.js"}
    assert replayed <= ours


def test_modules_that_need_each_other_are_refused(tmp_path):
    (tmp_path / "a.js").write_text('import { b } from "./b.js";\nexport const a = 1;\n')
    (tmp_path / "b.js").write_text('import { a } from "./a.js";\nexport const b = 1;\n')
    with pytest.raises(ValueError, match=r"a\.js needs itself"):
        bundle("a.js", root=tmp_path)


@pytest.mark.parametrize(
    ("game", "declared", "purses", "shown"),
    [
        ("lutece", {"coins": 4, "resources": {"beer": 2}}, {"Ana": 4}, ["4", "2", "?"]),
        ("lutece", {"resources": {"beer": 2}}, {}, ["?", "2", "?"]),
        ("builders", {"coins": 3, "buildings": 5, "machines": 1}, {"Ana": 3}, ["3", "6"]),
        ("builders", {"buildings": 5}, {}, ["?", "?"]),
        ("glory_to_rome", {"structures": ()}, {}, ["2"]),
        ("glory_to_rome", {"vault": {"marble": 1}}, {}, ["?"]),
    ],
)
def test_what_nobody_has_said_is_unknown_and_not_nought(game, declared, purses, shown):
    kind = GAMES[game].worth.counts
    started = start(GAMES[game], ["Ana", "Bo"], edition=GAMES[game].about.editions[0])
    events = [started, kind(n=1, player="Ana", **declared)]
    record = fold(open_record(GAMES[game], events), events)
    ana, bo = told(draw(record))["players"]
    assert [str(one["value"]) for one in ana["counters"]][: len(shown)] == shown
    assert {str(one["value"]) for one in bo["counters"]} == {"?"}
    assert money(GAMES[game].scribe.view(record.table)) == purses


@pytest.mark.parametrize("name", ["lutece", "builders", "glory_to_rome"])
def test_every_card_of_a_deck_has_a_face_with_its_name_and_icons_that_are_drawn(name):
    game = GAMES[name]
    started = start(game, ["Ana", "Bo"], edition=game.about.editions[0])
    found = json.loads(encode(faces(open_record(game, [started])), "fr"))
    deck = game.cards.deck(game.catalogue().data, game.about.editions[0])
    assert found.keys() == deck.cards.keys()
    assert all(one["title"] for one in found.values())
    assert {icon["name"] for one in found.values() for icon in one.get("icons", ())} <= ICONS
