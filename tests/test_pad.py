"""The pad as phones use it: a real server, real logs."""

import asyncio
import gc
import http.client
import re
import shutil
import ssl
import stat
import subprocess
import sys
import threading
import time
import tracemalloc
from pathlib import Path

import msgspec
import pytest
from msgspec import to_builtins
from pads import Phone, Seat, Server, full_disk, new_id, until

from cli.pad import folder as folders
from cli.pad.folder import LogFolder
from ledger.amend import amend
from ledger.audit import audit
from ledger.events import LogSealed, NoteAdded
from ledger.game import catalogue_of
from ledger.games import GAMES
from ledger.log import decode, load, scan
from ledger.score import as_json
from ledger.simulate import simulate
from ledger.writer import Locked, Log
from tests.patience import PATIENCE

HOUSE = Path(__file__).parent.parent
OFFERS = [{"type": "card_offered", "tile": tile, "card": card} for tile, card in (("A", "C01"), ("B", "C02"))]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("pad") / "logs")
    yield server
    server.stop()


def note(text="hello", **more):
    return {"type": "note_added", "text": text, **more}


def bare(event):
    found = to_builtins(event)
    return {name: one for name, one in found.items() if name not in ("n", "ts", "by", "id", "more")}


def let_go(table):
    """Wait until the pad lets others write to a log that it just wrote."""

    def free():
        try:
            Log(table.path, GAMES).close()
        except Locked:
            return False
        return True

    until(free)


# --- a game -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_of_any_kind_is_entered_and_its_sheet_is_the_audit_s(server, name):
    game = GAMES[name]
    _, events = decode(scan(simulate(game, 5, players=3)), GAMES)
    first = bare(events[0])
    also = {key: one for key, one in first.items() if key not in vars_of_a_start()}
    table = server.table(*first["players"], game=name, edition=first["edition"], options=first["options"], also=also)
    played = [bare(event) for event in events[1:] if not isinstance(event, LogSealed)]
    for start in range(0, len(played), 40):
        answer = table.enter(*played[start : start + 40], after=start)
        assert answer.status == 200, answer.body

    state = table.state()
    report = audit(table.path.read_bytes(), GAMES)
    due = as_json(report.sheet)

    assert [line["type"] for line in table.lines()] == [first["type"], *(one["type"] for one in played)]
    assert [one for one in state["findings"] if one["severity"] != "note"] == []
    assert [(one["player"], one["total"]) for one in state["sheet"]["players"]] == [
        (one["player"], one["total"]) for one in due["players"]
    ]
    assert state["sheet"]["winners"] == due["winners"]
    assert [moment["n"] for moment in table.story()["moments"]] == list(range(len(events) - 1))
    assert report.verdict == "clean"

    sealed = table.scribe.post(f"{table.at}/end", {"id": new_id()})
    assert sealed.json["sealed"] is True
    assert audit(table.path.read_bytes(), GAMES).sealed


def vars_of_a_start():
    from ledger.events import GameStarted

    return {"type", *GameStarted.__struct_fields__}


def test_score_only_declares_and_says_so(server):
    table = server.table("Ana", "Bo")
    held = [
        {"type": "holdings_declared", "player": "Ana", "coins": 7, "cards": ["C01", "L01"]},
        {"type": "holdings_declared", "player": "Bo", "coins": 3, "cards": ["C02"]},
    ]
    draft = table.scribe.post(f"{table.at}/draft", {"entries": held}).json
    assert table.state()["n"] == 0  # nothing was written
    assert table.enter(*held).status == 200
    state = table.state()

    assert state["mode"] == "score"
    assert state["sheet"]["final"] is True
    assert draft["sheet"] == state["sheet"]
    assert draft["draft"] is True
    assert all(line["declared"] for one in state["sheet"]["players"] for line in one["lines"] if line["events"])
    form = next(form for form in state["forms"] if form["name"] == state["holdings_form"])
    assert [row["given"]["player"] for row in form["rows"]] == ["Ana", "Bo"]


@pytest.mark.parametrize("name", GAMES)
def test_points_are_typed_as_the_sheet_has_them(server, name):
    state = server.table("Ana", "Bo", game=name).state()
    forms = {form["name"]: form for form in state["forms"]}
    fields = [field for kind in ("score_claimed", "score_adjusted") for field in forms[kind]["rows"][0]["fields"]]
    assert {field["scale"] for field in fields if field["kind"] == "number"} == {state["sheet"]["scale"]}


def test_a_draft_tells_what_the_rules_would_say_and_writes_nothing(server):
    table = server.table()
    before = table.path.read_bytes()
    draft = table.player.post(f"{table.at}/draft", {"entries": [OFFERS[0], OFFERS[0]]})

    assert draft.status == 200
    assert [finding["severity"] for finding in draft.json["findings"]] == ["violation"]
    assert table.path.read_bytes() == before


def test_the_table_as_it_stood(server):
    table = server.table()
    table.enter(*OFFERS)
    then = table.state(query="?at=1")

    assert (then["at"], then["n"], then["forms"], then["choices"]) == (1, 2, [], [])
    tiles = next(one for one in then["view"]["tables"] if one["title"] == "tiles")
    assert [row[1] for row in tiles["rows"]][:2] == ["Brewer 1 C01", "–"]
    assert table.scribe.get(f"{table.at}/state?at=3").status == 404
    assert table.scribe.get(f"{table.at}/state?at=x").status == 422


def test_an_answer_does_not_wait_for_the_phone_to_acknowledge_its_first_part(server):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)

    def seconds():
        began = time.monotonic()
        connection.request("GET", "/api/words/fr.json")
        connection.getresponse().read()
        return time.monotonic() - began

    # On one connection Nagle's algorithm would cost every answer 40 ms; a busy machine costs that some of them.
    assert any(seconds() < 0.03 for _ in range(1000))
    connection.close()


def test_state_is_not_sent_twice_to_somebody_who_has_it(server):
    table = server.table()
    first = table.scribe.get(f"{table.at}/state")
    tag = first.headers["etag"]
    assert table.scribe.get(f"{table.at}/state", If_None_Match=tag).status == 304
    table.enter(note())
    again = table.scribe.get(f"{table.at}/state", If_None_Match=tag)
    assert (again.status, again.headers["etag"] != tag) == (200, True)
    packed = table.scribe.get(f"{table.at}/state", Accept_Encoding="gzip")
    assert packed.headers["content-encoding"] == "gzip"
    assert len(packed.body) < len(again.body) / 3


# --- entries, once each -----------------------------------------------------------------------------------------------


def test_an_entry_sent_twice_is_one_event(server):
    table = server.table()
    entry = note(id=new_id())
    first, second = table.enter(entry, after=0), table.enter(entry, after=0)

    assert first.json["written"] == second.json["written"] == [{"n": 1, "id": entry["id"]}]
    assert len(table.lines()) == 2


def test_the_same_id_with_another_event_is_refused(server):
    table = server.table()
    entry = note(id=new_id())
    table.enter(entry)
    answer = table.enter(note("other", id=entry["id"]))

    assert (answer.status, answer.json["code"]) == (409, "doubled")
    assert len(table.lines()) == 2


def test_a_stale_entry_is_answered_with_what_came_meanwhile_in_words(server):
    table = server.table()
    table.enter(note("the cat jumped"), after=0)
    answer = table.enter(note("me too"), after=0)

    assert (answer.status, answer.json["code"]) == (409, "stale")
    assert [(one["n"], one["words"]) for one in answer.json["since"]] == [(1, "note: the cat jumped")]
    assert "id" not in answer.json["since"][0]["event"]
    assert len(table.lines()) == 2


def test_a_batch_is_one_entry_and_one_of_which_a_part_stands_elsewhere_is_refused(server):
    table = server.table()
    entries = [note(str(number), id=new_id()) for number in range(4)]
    first = table.enter(*entries[:2], after=0)
    assert [line.get("more", 0) for line in table.lines()[1:]] == [1, 0]
    assert table.enter(*entries[:2], after=0).json["written"] == first.json["written"]
    for some in (entries, entries[:1], entries[1:3]):
        answer = table.enter(*some, after=0)
        assert (answer.status, answer.json["code"]) == (409, "doubled")
        assert answer.json["written"]
    assert [line["text"] for line in table.lines()[1:]] == ["0", "1"]


def test_one_bad_entry_refuses_the_batch(server):
    table = server.table()
    bad = [
        {"type": "note_added", "text": 3},
        {"type": "nothing_known"},
        {"type": "log_sealed", "digest": "0" * 64},
        {"type": "tail_set_aside", "bytes": 1, "digest": ""},
        {"type": "game_started", "game": "lutece", "players": ["Ana"]},
        note(n=1),
        note(ts="2026-11-15T20:01:02.123Z"),
        note(by="x" * 101),
        {"type": "entry_withdrawn", "target": 9},
        {"type": "entry_withdrawn", "target": 0},
        {"type": "entry_corrected", "target": 0, "entry": {"type": "game_started", "game": "lutece", "players": ["A"]}},
        {"type": "score_adjusted", "player": "Ana", "points": 2**60},
    ]
    for entry in bad:
        answer = table.enter(note(), entry)
        assert answer.status == 422, entry
        assert "\n" not in answer.json["error"]
    assert table.scribe.post(f"{table.at}/entries", {"entries": [note()]}).json["code"] == "id"
    twice = new_id()
    assert table.enter(note(id=twice), note(id=twice)).json["code"] == "id"
    assert table.enter(*[note()] * 65).json["code"] == "entries"
    assert table.scribe.post(f"{table.at}/entries", {"entries": [], "after": 0}).json["code"] == "entries"
    assert len(table.lines()) == 1


def test_two_phones_that_enter_at_once_both_know_what_happened(server):
    table = server.table()
    answers = []

    def enter(text):
        answers.append(table.enter(note(text), after=0))

    phones = [threading.Thread(target=enter, args=(str(one),)) for one in range(6)]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join()

    assert sorted(answer.status for answer in answers) == [200, 409, 409, 409, 409, 409]
    assert len(table.lines()) == 2
    won = next(answer for answer in answers if answer.status == 200).json["n"]
    assert all(answer.json["since"][0]["n"] == won for answer in answers if answer.status == 409)


def test_one_entry_sent_by_many_connections_at_once_is_one_event(server):
    table = server.table()
    entries = [note(str(number), id=new_id()) for number in range(3)]
    threads = [threading.Thread(target=lambda: table.enter(*entries, after=0)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert [line["text"] for line in table.lines()[1:]] == ["0", "1", "2"]


# --- putting right ----------------------------------------------------------------------------------------------------


def test_undo_says_what_it_will_withdraw_and_walks_backwards(server):
    table = server.table()
    table.enter(note("one"))
    table.enter(note("two"))
    undo = table.state()["undo"]
    assert undo == {"n": 2, "targets": [2], "words": "note: two"}
    table.enter({"type": "entry_withdrawn", "target": undo["n"]})
    assert table.state()["undo"] == {"n": 1, "targets": [1], "words": "note: one"}
    table.enter({"type": "entry_corrected", "target": 1, "entry": note("uno"), "reason": "Latin"})
    undo = table.state()["undo"]
    assert undo["n"] == 4
    assert "uno" in undo["words"]
    moments = {moment["n"]: moment for moment in table.story()["moments"]}
    assert (moments[1]["words"], moments[1]["before"], moments[1]["reason"]) == ("note: uno", "note: one", "Latin")
    assert (moments[2]["stands"], moments[2]["amended_by"]) == (False, 3)
    table.enter({"type": "entry_withdrawn", "target": 4})
    assert table.state()["undo"] == {"n": 1, "targets": [1], "words": "note: one"}
    table.enter({"type": "entry_withdrawn", "target": 1})
    assert table.state()["undo"] is None
    table.enter(note("three"), note("four"))
    assert table.state()["undo"]["targets"] == [7, 8]
    assert table.state()["undo"]["words"] == "note: three, note: four"


def test_undo_takes_back_what_did_not_happen_together_with_what_followed_from_it(server):
    table = server.table("Ana", "Bo")
    table.enter({"type": "note_added", "text": "one"}, {"type": "note_added", "text": "two"})
    followed = {"type": "entry_corrected", "target": 2, "entry": {"type": "note_added", "text": "three"}}
    table.enter({"type": "entry_withdrawn", "target": 1}, followed)
    undo = table.state()["undo"]
    assert undo["targets"] == [3, 4]
    assert undo["words"] == "entry 1 is withdrawn, the correction: note: three"
    table.enter(*[{"type": "entry_withdrawn", "target": n} for n in undo["targets"]])
    assert table.state()["undo"]["targets"] == [1, 2]


def test_undo_tells_a_correction_as_it_was_at_its_moment(server):
    table = server.table("Ana", "Bo")
    tiles = [{"type": "card_offered", "tile": tile, "card": card} for tile, card in FULL.items()]
    bids = [{"type": "bid_placed", "player": player, "actions": ["A", "revenue"]} for player in ("Ana", "Bo")]
    coins = {"type": "bribe_raised", "player": "Ana", "card": 1, "coins": 1}
    table.enter(*tiles, *bids, coins)
    bought = table.state()["choices"][0]["event"]
    table.enter(bought, {"type": "round_ended"})
    right = {"type": "entry_corrected", "target": 9, "entry": coins | {"coins": 2}}
    assert table.enter(right).status == 200

    assert table.state()["undo"]["words"] == "the correction: Ana puts 2 coins on A"


FULL = {"A": "C01", "B": "C02", "C": "C03", "1": "L01", "2": "L04", "3": "L29"}


def test_players_agree_with_the_sheet_that_stands_now(server):
    table = server.table("Ana", "Bo")
    declared = {"type": "holdings_declared", "coins": 7, "cards": []}
    table.enter(*({**declared, "player": name} for name in ("Ana", "Bo")))
    table.enter({"type": "score_confirmed", "player": "Ana"}, note(), {"type": "score_confirmed", "player": "Bo"})
    assert table.state()["confirmed"] == ["Ana", "Bo"]
    table.enter({"type": "entry_withdrawn", "target": 5})  # Bo takes it back
    assert table.state()["confirmed"] == ["Ana"]
    table.enter({"type": "entry_corrected", "target": 1, "entry": {**declared, "player": "Ana", "coins": 9}})
    assert table.state()["confirmed"] == []


def test_a_sealed_game_that_is_put_right_is_sealed_again(server):
    table = server.table("Ana", "Bo")
    table.enter(*({"type": "holdings_declared", "player": name, "coins": 7, "cards": []} for name in ("Ana", "Bo")))
    entry_id = new_id()
    ended = table.scribe.post(f"{table.at}/end", {"id": entry_id})
    again = table.scribe.post(f"{table.at}/end", {"id": entry_id})
    assert ended.json == again.json
    table.enter(note("after the end"))

    lines = table.lines()
    assert [line["type"] for line in lines[3:]] == ["game_ended", "log_sealed", "note_added", "log_sealed"]
    assert table.state()["sealed"] is True
    table.enter({"type": "entry_withdrawn", "target": 3})  # it goes on after all
    assert table.lines()[-1]["type"] == "entry_withdrawn"


# --- several phones, other programs -----------------------------------------------------------------------------------


def test_phones_are_told_of_each_other_s_entries(server):
    table = server.table()
    with table.spectator.stream(f"{table.at}/stream") as stream:
        assert stream.news()["n"] == 0
        entered = table.enter(note(), who=table.player)
        news = stream.news()

    assert news == {"n": 1, "head": entered.json["head"]}


def test_what_another_program_writes_is_shown(server):
    table = server.table()
    table.enter(note("one"))
    with table.player.stream(f"{table.at}/stream") as stream:
        stream.news()
        let_go(table)
        amend(table.path, GAMES, 1, instead='{"type":"note_added","text":"uno"}')
        assert stream.news()["n"] == 2
    assert table.story()["moments"][1]["words"] == "note: uno"
    assert table.enter(note("two"), after=2).status == 200
    assert audit(table.path.read_bytes(), GAMES).integrity == "ok"


def test_while_another_program_writes_the_table_can_be_read_but_not_written(server):
    table = server.table()
    with Log(table.path, GAMES):
        assert table.state()["n"] == 0
        answer = table.enter(note())
        assert (answer.status, answer.json["code"]) == (423, "locked")
    assert table.enter(note()).status == 200


def test_logs_that_were_there_before_are_listed_and_open_and_broken_ones_stay_as_they_are(server):
    (server.folder / "Été à Lutèce!.jsonl").write_bytes(simulate(GAMES["lutece"], 1, players=2))
    spoilt = simulate(GAMES["lutece"], 2).replace(b'"coins":1', b'"coins":9', 1)
    (server.folder / "spoilt.jsonl").write_bytes(spoilt)
    (server.folder / "noise.jsonl").write_bytes(b"\x00\xff not a log")
    (server.folder / "outside.jsonl").symlink_to("/etc/passwd")
    tables = {one["name"]: one for one in server.phone().get("/api/house").json["tables"]}

    odd = next(name for name in tables if name.startswith("ete-a-lutece"))
    assert tables[odd]["sealed"] is True
    assert server.phone().get(f"/api/tables/{odd}/state").json["sealed"] is True
    assert "expected hash" in tables["spoilt"]["error"]
    assert "not a log" in tables["noise"]["error"]
    assert "outside" not in tables
    for name in ("spoilt", "noise"):
        answer = server.phone().get(f"/api/tables/{name}/state")
        assert (answer.status, answer.json["code"]) == (409, "damaged")
        written = server.phone().post(f"/api/tables/{name}/entries", {"entries": [note(id=new_id())]})
        assert written.status == 409
    assert (server.folder / "spoilt.jsonl").read_bytes() == spoilt
    assert (server.folder / "noise.jsonl").read_bytes() == b"\x00\xff not a log"


def test_on_a_full_disk_nothing_is_acknowledged_and_it_goes_on_when_there_is_room(tmp_path):
    server = Server(tmp_path / "logs")
    try:
        table = server.table()
        table.enter(*OFFERS)
        said = {"type": "note_added", "text": "kept on the phone", "id": new_id()}
        for room in (0, 1, 40):
            with full_disk(server, table.path.stat().st_size + room):
                for _ in range(2):
                    answer = table.enter(said)
                    assert (answer.status, answer.json["code"]) == (507, "disk")
                    assert re.fullmatch("not recorded: (File too large|the disk took .*)", answer.json["error"])
                assert table.state()["n"] == len(OFFERS)  # what is there can be read
                refused = server.phone().post("/api/tables", {"game": "lutece", "players": ["A", "B"], "id": new_id()})
                assert refused.status in (201, 507)
        assert table.enter(said).status == 200
        assert table.enter(said).status == 200
        texts = [line["text"] for line in table.lines() if line["type"] == "note_added"]
        assert texts == ["kept on the phone"]
        server.kill()
        assert audit(table.path.read_bytes(), GAMES).integrity == "ok"
    finally:
        server.stop()


def test_a_half_written_line_is_set_aside_and_the_table_goes_on(server):
    table = server.table()
    table.enter(note("one"))
    let_go(table)
    with table.path.open("ab") as file:
        file.write(b'{"type":"note_added","n":2,"ts"')
    assert table.state()["n"] == 1
    answer = table.enter(note("two"), after=1)

    assert answer.status == 200
    assert [line["type"] for line in table.lines()[1:]] == ["note_added", "tail_set_aside", "note_added"]


# --- the house --------------------------------------------------------------------------------------------------------


def test_a_table_started_twice_with_one_id_is_one_table(server):
    wanted = {"game": "lutece", "players": ["Ana", "Bo"], "title": "Vendredi soir à Évry", "id": new_id()}
    one, two = (server.phone().post("/api/tables", wanted) for _ in range(2))

    assert one.json == two.json
    assert one.json["name"].endswith("-vendredi-soir-a-evry")
    other = server.phone().post("/api/tables", {**wanted, "id": new_id()})
    assert other.json["name"] == one.json["name"] + "-2"


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "chess"}, {"players": ["Ana"]}, {"players": ["Ana", "Ana"]}, {"players": ["Ana", ""]},
        {"edition": "xx"}, {"options": {"ties": "sometimes"}}, {"players": "Ana"}, {"id": ""}, {"id": 7},
        {"also": {"colour": "red"}}, {"unknown": 1},
    ],
)  # fmt: skip
def test_a_table_that_cannot_be_started_is_refused_in_one_line(server, wrong):
    before = sorted(server.folder.glob("*.jsonl"))
    wanted = {"game": "lutece", "players": ["Ana", "Bo"], "id": new_id(), **wrong}
    answer = server.phone().post("/api/tables", wanted)

    assert answer.status == 422
    assert "\n" not in answer.json["error"]
    assert sorted(server.folder.glob("*.jsonl")) == before


def test_the_house_knows_games_names_and_tables(server):
    server.table("Zoé", "Yao")
    found = server.phone().get("/api/house").json

    assert {"Zoé", "Yao"} <= set(found["names"])
    assert [game["name"] for game in found["games"]] == list(GAMES)
    assert found["lan"] is False
    lutece = next(game for game in found["games"] if game["name"] == "lutece")
    ties = next(one for one in lutece["options"] if one["name"] == "ties")
    assert [value["value"] for value in ties["values"]] == ["money_cards", "shared", "silent"]
    fields = server.phone().post("/api/opening", {"game": "builders", "edition": "", "players": ["Ana", "Bo"]})
    assert fields.status == 200


def test_a_rematch_seats_the_next_player_first(server):
    table = server.table("Ana", "Bo", "Cem", edition="en", options={"ties": "shared"})
    entry_id = new_id()
    made = [table.scribe.post(f"{table.at}/rematch", {"id": entry_id}) for _ in range(2)]

    assert made[0].json == made[1].json
    state = server.phone().get(f"/api/tables/{made[0].json['name']}/state").json
    assert (state["players"], state["edition"], state["options"]["ties"]) == (["Bo", "Cem", "Ana"], "en", "shared")


def test_a_rule_is_read_in_words(server):
    found = Phone(server, None).get("/api/rules/lutece/en/en.json")

    assert found.json["LUT-R11"]["title"].startswith("LUT-R11 ")
    assert "pays" in found.json["LUT-R11"]["text"]
    assert Phone(server, None).get("/api/rules/lutece/en/en.json", If_None_Match=found.headers["etag"]).status == 304
    for wrong in ("chess/en/en", "lutece/xx/en", "lutece/en/de", "../en/en", "lutece/en/..%2f..%2fetc"):
        assert Phone(server, None).get(f"/api/rules/{wrong}.json").status == 404, wrong


def test_exports_are_those_of_the_command_line(server, tmp_path):
    table = server.table()
    table.enter(*OFFERS)
    command = [sys.executable, "-m", "cli.main", "export", str(table.path)]
    for form in ("csv", "text", "html", "transcript"):
        own = table.spectator.get(f"{table.at}/export?format={form}")
        told = subprocess.run([*command, f"--{form}"], capture_output=True, text=True, cwd=HOUSE).stdout
        assert own.status == 200
        assert own.body.decode().replace(table.path.name, str(table.path)).strip() == told.strip(), form
    assert table.spectator.get(f"{table.at}/export?format=bgstats").json["link"].startswith("https://")
    assert table.scribe.get(f"{table.at}/export?format=jsonl").body == table.path.read_bytes()
    assert table.spectator.get(f"{table.at}/export?format=exe").status == 422


def test_a_join_link_is_a_qr_code(server):
    table = server.table()
    answer = table.scribe.get(f"{table.at}/qr?role=player")

    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.body.startswith(b"<svg")
    assert b"style" not in answer.body


# --- the command ------------------------------------------------------------------------------------------------------


def run(*words, **more):
    return subprocess.run(
        [sys.executable, "-m", "cli.main", "pad", *words],
        cwd=HOUSE,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        **more,
    )


def test_a_table_plays_with_a_card_list_of_ones_own(tmp_path):
    mine, logs = tmp_path / "mine.json", tmp_path / "logs"
    reference = GAMES["lutece"].catalogue().data
    mine.write_bytes(reference.replace(b'"Brewer 1"', b'"Innkeeper"').replace(b'"id": "reference"', b'"id": "mine"', 1))
    before = Server(logs)
    old = before.table()
    before.stop()
    server = Server(logs, "--catalogue", str(mine))
    try:
        table, other = server.table(), server.table(game="builders")
        assert table.enter(*OFFERS, after=0).status == 200
        assert table.lines()[0]["catalogue"] == "mine"
        assert table.lines()[0]["catalogue_digest"] == catalogue_of(mine.read_bytes()).digest
        assert "Innkeeper" in str(table.story())
        assert b"Innkeeper" in table.scribe.get(f"{table.at}/export?format=text").body
        known = Seat(server, old.name, old.keys)
        assert known.enter(*OFFERS, after=0).status == 200
        assert "Brewer" in str(known.story())
        assert other.lines()[0]["catalogue_digest"] == GAMES["builders"].catalogue().digest
    finally:
        server.stop()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{}", "not a card list: it has no id"),
        ('{"id": "x", "game": "chess"}', "unknown game 'chess'"),
        ('{"id": "x", "game": "lutece"}', "the card list cannot be used"),
    ],
)
def test_what_is_no_card_list_opens_no_pad(tmp_path, text, said):
    (tmp_path / "mine.json").write_text(text)
    words = [
        sys.executable,
        "-m",
        "cli.main",
        "pad",
        "--dir",
        str(tmp_path),
        "--catalogue",
        str(tmp_path / "mine.json"),
    ]
    run = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE, cwd=HOUSE)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.count("\n") == 1
    assert said in run.stderr


def test_an_address_of_another_machine_and_a_file_for_a_folder_are_one_clear_line(tmp_path):
    elsewhere = run("--dir", str(tmp_path / "logs"), "--host", "192.0.2.1", "--port", "0")
    assert (elsewhere.returncode, elsewhere.stderr.count("\n")) == (2, 1)
    assert "--host is an address of this machine" in elsewhere.stderr
    (tmp_path / "file").write_text("mine")
    taken = run("--dir", str(tmp_path / "file"), "--port", "0")
    assert (taken.returncode, taken.stderr.count("\n")) == (2, 1)
    assert "is not a folder" in taken.stderr
    assert (tmp_path / "file").read_text() == "mine"


def test_a_port_that_is_taken_is_one_clear_line(server, tmp_path):
    done = run("--dir", str(tmp_path / "logs"), "--port", str(server.port))

    assert done.returncode == 2
    assert f"cannot listen on 127.0.0.1:{server.port}" in done.stderr
    assert done.stderr.count("\n") == 1


def test_without_the_extra_one_line_says_how_to_install_it(tmp_path):
    hide = (
        "import sys; sys.modules['starlette'] = None; sys.argv = ['quaestor', 'pad']; from cli.main import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", hide], cwd=HOUSE, capture_output=True, text=True)

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "quaestor: the pad needs a few more packages: pip install 'quaestor-ledger[pad]'\n"


def test_help_and_other_commands_do_not_load_the_server():
    look = "import sys; sys.argv = ['quaestor', '--help']\nfrom cli.main import main\n"
    look += "try: main()\nexcept SystemExit: pass\n"
    look += "print([name for name in ('starlette', 'uvicorn', 'segno', 'trustme') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", look], cwd=HOUSE, capture_output=True, text=True)

    assert done.stdout.endswith("[]\n")


def test_an_interrupt_stops_it_with_streams_open(tmp_path):
    server = Server(tmp_path / "logs")
    table = server.table()
    with table.player.stream(f"{table.at}/stream") as stream:
        stream.news()
        code = server.stop()
        assert (code, stream.news()) == (0, None)
    assert (tmp_path / "errors").read_text() == ""


def test_it_prints_an_address_and_a_qr_code_and_how_to_open_it_to_the_wifi(tmp_path):
    command = [sys.executable, "-u", "-m", "cli.main", "pad", "--dir", str(tmp_path / "logs"), "--port", "0"]
    process = subprocess.Popen(command, cwd=HOUSE, stdout=subprocess.PIPE, text=True)
    lines = []
    while not lines or "Wi-Fi" not in lines[-1]:
        lines.append(process.stdout.readline())
        assert lines[-1], lines
    process.terminate()
    process.wait(20)
    process.stdout.close()

    assert any("█" in line for line in lines)
    assert any("http://127.0.0.1:" in line and "/#house=" in line for line in lines)
    assert "--host 0.0.0.0" in lines[-1]


def test_the_house_key_and_the_table_keys_last_over_a_restart(tmp_path):
    server = Server(tmp_path / "logs")
    table = server.table()
    key = server.key
    server.stop()
    server.start()
    try:
        assert server.key == key
        assert table.state()["n"] == 0
    finally:
        server.stop()


def test_with_tls_a_phone_that_trusts_the_authority_is_let_in(tmp_path):
    server = Server(tmp_path / "logs", "--tls")
    secrets = tmp_path / "logs" / ".pad"
    try:
        first, own = ((secrets / name).read_bytes() for name in ("authority.crt", "server.pem"))
        context = ssl.create_default_context(cafile=str(secrets / "authority.crt"))
        assert server.address.startswith("https://")
        page = fetch(server, context, "/trust")
        assert b"/trust/authority.crt" in page
        assert fetch(server, context, "/trust/authority.crt") == first
        with pytest.raises(ssl.SSLError):
            fetch(server, ssl.create_default_context(), "/trust")
        for path in secrets.iterdir():
            assert stat.S_IMODE(path.stat().st_mode) == 0o600, path
        server.stop()
        server.start()
        assert [(secrets / name).read_bytes() for name in ("authority.crt", "server.pem")] == [first, own]
        assert fetch(server, context, "/trust") == page
        server.stop()
        (secrets / "server.pem").write_bytes(b"torn")
        server.start()
        assert fetch(server, context, "/trust") == page  # a new one, by the same authority
    finally:
        server.stop()


def fetch(server, context, path):
    connection = http.client.HTTPSConnection("127.0.0.1", server.port, context=context, timeout=PATIENCE)
    connection.request("GET", path)
    data = connection.getresponse().read()
    connection.close()
    return data


ROUTES = (
    "/api/house", "/api/evening?find=a", "/api/club", "/api/boxes/lutece", "/api/cards/0.json", "/api/words/pl.json",
    "/api/rules/lutece/en/fr.json", "/club", "/trust", "/", "/sw.js", "/manifest.webmanifest", "/static/none.js",
)  # fmt: skip
OF_A_TABLE = (
    "state", "state?at=0", "state?at=99", "story", "film", "faces", "stream", "rows", "keys", "qr", "export?format=csv",
    "export?format=jsonl", "export?format=replay",
)  # fmt: skip


def spoilt(folder):
    """Every kind of file that cannot be read as a log."""
    good = simulate(GAMES["lutece"], 1)
    start, first, rest = good.splitlines(keepends=True)[0], good.index(b"\n") + 40, b'{"type":"note_added"}\n'
    found = {
        "flipped": good[:first] + b"#" + good[first + 1 :],
        "empty": b"",
        "text": b"hello\n",
        "begun": start[:50],
        "headless": b"#" + good[1:],
        "transcript": b'{"type":"game_started","game":"lutece","players":["Ana","Bo"]}\n' + rest,
        "large": b"x" * 17_000_000,
    }
    for name, data in found.items():
        (folder / f"{name}.jsonl").write_bytes(data)
    return list(found)


def taken_away(folder):
    shutil.rmtree(folder)
    return ["friday"]


def made_a_file(folder):
    taken_away(folder)
    folder.write_text("a file")
    return ["friday"]


@pytest.mark.parametrize("spoil", [lambda folder: ["friday"], spoilt, taken_away, made_a_file])
def test_no_folder_is_so_broken_that_a_route_of_it_is_a_mistake_of_ours(tmp_path, spoil):
    server = Server(tmp_path / "logs")
    try:
        names = spoil(tmp_path / "logs")
        for path in (*ROUTES, *(f"/api/tables/{name}/{one}" for name in names for one in OF_A_TABLE)):
            answer = server.phone().get(path)
            assert answer.status < 500, (path, answer.body)
            if answer.status >= 400:
                assert answer.json["error"] and str(tmp_path) not in answer.json["error"], path
    finally:
        server.stop()


def test_a_club_s_page_that_cannot_be_written_says_why_and_comes_when_there_is_room(tmp_path):
    server = Server(tmp_path / "logs")
    try:
        server.table()
        (tmp_path / "logs" / ".pad" / "club").write_text("in the way")
        answer = server.phone().get("/api/club")
        assert (answer.status, answer.json["code"]) == (507, "club") and str(tmp_path) not in answer.json["error"]
        (tmp_path / "logs" / ".pad" / "club").unlink()
        assert server.phone().get("/api/club").status == 200
    finally:
        server.stop()


def test_a_table_whose_log_was_deleted_says_so(server):
    table = server.table()
    table.state()
    table.path.unlink()
    answer = table.scribe.get(f"{table.at}/state")

    assert (answer.status, answer.json["code"]) == (404, "gone")


def test_a_table_whose_log_is_deleted_while_it_is_written_to_says_so_whatever_is_asked(server):
    table = server.table()
    assert table.enter(note("one")).status == 200
    table.path.unlink()
    answers = [table.enter(note("one")), table.scribe.get(f"{table.at}/state"), table.enter(note("one"))]

    assert [(answer.status, answer.json["code"]) for answer in answers] == [(404, "gone")] * 3


def test_a_log_that_cannot_be_looked_at_is_not_told_as_gone(server):
    table = server.table()
    table.state()
    table.path.rename(table.path.with_name("kept"))
    table.path.symlink_to(table.path.name)  # it leads to itself
    answers = [table.enter(note("one")), table.scribe.get(f"{table.at}/state")]

    assert [(answer.status, answer.json["code"]) for answer in answers] == [(507, "disk")] * 2
    assert answers[0].json["error"] == "this log cannot be read: Too many levels of symbolic links"


def test_a_log_that_is_replaced_while_it_is_open_is_written_no_further_until_somebody_says_so(server):
    table = server.table()
    first = table.enter(note("one"))
    assert first.status == 200, first.json
    copy = table.path.with_suffix(".copy")
    copy.write_bytes(table.path.read_bytes())
    copy.replace(table.path)  # as a program does that keeps folders in step
    for _ in range(2):
        answer = table.enter(note("two"), after=1)
        assert (answer.status, answer.json["code"]) == (409, "changed")
    assert table.state()["changed"]
    assert table.scribe.post(f"{table.at}/reopen", {}).status == 200
    assert table.enter(note("two"), after=1).status == 200

    assert [line["text"] for line in table.lines()[1:]] == ["one", "two"]
    assert table.state()["changed"] is None


@pytest.mark.parametrize("held", [True, False], ids=["while it is held open", "while nobody writes"])
def test_a_log_that_is_rolled_back_is_served_with_a_word_and_written_no_further(server, held):
    table = server.table()
    for text in ("one", "two", "three"):
        table.enter(note(text))
    if not held:
        let_go(table)
    kept = b"".join(table.path.read_bytes().splitlines(keepends=True)[:2])
    with table.path.open("r+b") as file:
        file.truncate(len(kept))
    answer = table.enter(note("four"))
    assert (answer.status, answer.json["code"]) == (409, "changed")
    assert table.path.read_bytes() == kept
    assert table.state()["changed"]
    assert table.scribe.post(f"{table.at}/reopen", {}).json["n"] == 1
    assert table.enter(note("four")).status == 200
    assert [line["text"] for line in table.lines()[1:]] == ["one", "four"]


def test_a_log_that_is_cut_while_it_is_held_open_is_told_to_whoever_looks(server):
    table = server.table()
    for text in ("one", "two", "three"):
        table.enter(note(text))
    with table.path.open("r+b") as file:
        file.truncate(len(b"".join(table.path.read_bytes().splitlines(keepends=True)[:2])))
    until(lambda: table.state()["changed"])
    assert table.state()["n"] == 1


@pytest.mark.parametrize(("forgotten", "kept"), [(0.0, 1), (900.0, 4)])
def test_a_table_that_nobody_uses_is_let_go_and_comes_back_as_it_was(tmp_path, monkeypatch, forgotten, kept):
    monkeypatch.setattr(folders, "FORGOTTEN", forgotten)
    monkeypatch.setattr(folders, "BEAT", 0.05)

    async def evening():
        house = LogFolder(tmp_path)
        wanted = [folders.NewTable(game="lutece", players=("Ana", "Bo"), id=new_id()) for _ in range(4)]
        names = [await house.start(one) for one in wanted]
        said = NoteAdded(text="hello", id=new_id())
        for name in names:
            await house.table(name).write([said], None, "scribe", [])
        watched = house.table(names[0])
        watched.listeners.add(asyncio.Event())
        keeping = asyncio.create_task(house.keep())
        while len(house._tables) > kept:
            await asyncio.sleep(0.05)
        await asyncio.sleep(0.5)
        assert len(house._tables) == kept
        assert house.table(names[0]) is watched  # somebody looks at it
        for name in names[1:]:
            assert msgspec.json.decode((await house.table(name).state("en", "scribe")).data)["n"] == 1
            if not forgotten:
                Log(tmp_path / f"{name}.jsonl", GAMES).close()  # others may write
        house.stop()
        await keeping

    asyncio.run(evening())


def test_what_was_let_go_takes_no_memory(tmp_path, monkeypatch):
    monkeypatch.setattr(folders, "FORGOTTEN", 0.0)

    async def evening(house):
        for number in range(4):
            wanted = folders.NewTable(game="lutece", players=("Ana", "Bo"), title=f"table {number}", id=new_id())
            table = house.table(await house.start(wanted))
            for _ in range(25):
                await table.write([NoteAdded(text="hello " * 20, id=new_id())], None, "scribe", [])
                await table.state("en", "scribe")
                await table.story("fr")
        full = tracemalloc.get_traced_memory()[0]
        keeping = asyncio.create_task(house.keep())
        while house._tables:
            await asyncio.sleep(0.05)
        keeping.cancel()
        gc.collect()
        return full, tracemalloc.get_traced_memory()[0]

    async def evenings():
        house = LogFolder(tmp_path)
        return [await evening(house) for _ in range(4)]

    tracemalloc.start()
    try:
        (_, first), *_, (full, last) = asyncio.run(evenings())
    finally:
        tracemalloc.stop()
    assert full - last > 200_000  # what four tables took
    assert last - first < 100_000  # names and keys of the tables of three evenings


def test_in_a_crowd_tables_are_let_go_sooner(tmp_path, monkeypatch):
    monkeypatch.setattr(folders, "CROWDED", 0.0)
    monkeypatch.setattr(folders, "OPEN", 2)
    monkeypatch.setattr(folders, "BEAT", 0.05)

    async def evening():
        house = LogFolder(tmp_path)
        for _ in range(5):
            name = await house.start(folders.NewTable(game="lutece", players=("Ana", "Bo"), id=new_id()))
            await house.table(name).state("en", "scribe")
        keeping = asyncio.create_task(house.keep())
        while len(house._tables) > 2:
            await asyncio.sleep(0.05)
        house.stop()
        await keeping

    asyncio.run(evening())


def test_the_log_the_pad_writes_is_any_log(server):
    table = server.table()
    table.enter(*OFFERS, note("by hand", by="Ana's phone"))
    game, events = load(table.path, GAMES)

    assert game.name == "lutece"
    assert [event.n for event in events] == [0, 1, 2, 3]
    assert events[3].by == "Ana's phone"


def test_the_story_says_what_was_entered_at_once(server):
    table = server.table("Ana", "Bo")
    assert table.enter(*({"type": "note_added", "text": text} for text in ("one", "two"))).status == 200
    assert table.enter({"type": "note_added", "text": "three"}).status == 200
    moments = table.scribe.get(f"{table.at}/story").json["moments"]
    assert [one["entry"] for one in moments] == [[0, 0], [1, 2], [1, 2], [3, 3]]


def test_the_organiser_sees_whose_phone_is_away(server):
    table = server.table("Ana", "Bo", title="Whose phone")
    seat = table.player.post(f"{table.at}/seat", {"player": "Ana"}, X_Phone="the phone of Ana")
    assert seat.status == 200
    found = server.phone().get("/api/evening?find=Whose").json["tables"]
    assert [one["missed"] for one in found] == [["Ana"]]
