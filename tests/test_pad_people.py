"""The pad around people: who says what they have, who sits where, what was begun, and what a phone has seen."""

import asyncio
import json
import os
import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace
from pads import Phone, Server, new_id

from cli.pad import state as states
from cli.pad.folder import LogFolder, NewTable
from cli.pad.keys import Refused
from cli.pad.streams import EACH, Streams
from ledger.events import NoteAdded
from ledger.games import GAMES
from ledger.live import LiveGame
from ledger.log import encode, load


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("pad") / "logs")
    yield server
    server.stop()


class Own(Phone):
    """A phone with a name of its own."""

    def __init__(self, server, key, name=""):
        super().__init__(server, key)
        self.name = name or new_id()

    def ask(self, method, path, body=None, **headers):
        return super().ask(method, path, body, X_Phone=self.name, **headers)


def declared(player, coins=7, cards=("C01",)):
    return {"type": "holdings_declared", "player": player, "coins": coins, "cards": list(cards)}


def seated(table, player, role="player"):
    phone = Own(table.server, table.keys[role])
    assert phone.post(f"{table.at}/seat", {"player": player}).json == {"seat": player}
    return phone


# --- seats ------------------------------------------------------------------------------------------------------------


def test_a_player_s_phone_says_only_what_its_own_player_has(server):
    table = server.table("Ana", "Bo")
    bo = seated(table, "Bo")
    assert table.enter(declared("Ana"), who=bo).json["code"] == "seat"
    assert table.enter(declared("Bo"), who=bo).status == 200
    assert table.enter(declared("Ana"), who=table.player).json["code"] == "seat"  # a phone that sits nowhere
    assert table.enter(declared("Ana")).status == 200  # the scribe writes for others
    assert [line["player"] for line in table.lines()[1:]] == ["Bo", "Ana"]


def test_agreement_is_given_in_one_s_own_seat_or_noted_by_the_scribe_under_a_name(server):
    table = server.table("Ana", "Bo")
    table.enter(declared("Ana"), declared("Bo", cards=["C02"]))
    bo = seated(table, "Bo")
    assert table.enter({"type": "score_confirmed", "player": "Ana"}, who=bo).json["code"] == "seat"
    assert table.enter({"type": "score_confirmed", "player": "Bo", "by": "Bo"}, who=bo).status == 200
    assert table.enter({"type": "score_confirmed", "player": "Ana", "by": "Cem"}).status == 200
    assert table.enter({"type": "score_confirmed", "player": "Ana"}).status == 200
    assert [(one["player"], one["by"]) for one in table.lines()[3:]] == [
        ("Bo", "Bo"),
        ("Ana", "Cem"),
        ("Ana", "scribe"),
    ]
    assert table.state()["noted"] == {"Ana": "scribe"}


def test_a_seat_has_one_phone_until_the_scribe_frees_it(server):
    table = server.table("Ana", "Bo")
    first, second = seated(table, "Ana"), Own(server, table.keys["player"])
    refused = second.post(f"{table.at}/seat", {"player": "Ana"})
    assert (refused.status, refused.json["code"]) == (409, "taken")
    assert second.post(f"{table.at}/seat", {"player": "Ana", "free": True}).status == 409  # that is for the scribe
    assert table.state()["seats"] == ["Ana"]
    table.scribe.post(f"{table.at}/seat", {"player": "Ana", "free": True})
    assert second.post(f"{table.at}/seat", {"player": "Ana"}).status == 200
    assert first.post(f"{table.at}/seat", {"player": "Bo"}).status == 200
    assert first.post(f"{table.at}/seat", {"player": "Zoe"}).json["code"] == "player"


def test_seats_and_the_way_of_writing_last_over_a_kill(tmp_path):
    server = Server(tmp_path / "logs")
    try:
        table = server.table("Ana", "Bo", mode="score")
        ana = seated(table, "Ana")
        server.kill()
        server.start()
        state = table.state()
        assert (state["planned"], state["mode"], state["seats"]) == ("score", "", ["Ana"])
        assert table.enter(declared("Ana"), who=ana).status == 200
        assert table.state()["mode"] == "score"
        assert table.enter({"type": "card_offered", "tile": "A", "card": "C02"}).status == 200
        assert table.state()["mode"] == "record"
    finally:
        server.stop()


# --- rows that somebody has begun -------------------------------------------------------------------------------------


def row(phone, table, player, **answers):
    entry_id = new_id()
    body = {"player": player, "form": "holdings_declared", "answers": answers, "id": entry_id}
    return entry_id, phone.post(f"{table.at}/rows", body)


def begun(phone, table):
    return [(one["player"], one["answers"], one["mine"]) for one in phone.get(f"{table.at}/rows").json["rows"]]


def test_a_row_that_was_begun_waits_on_disk_over_a_kill_and_for_another_phone(tmp_path):
    server = Server(tmp_path / "logs")
    try:
        table = server.table("Ana", "Bo")
        ana, scribe = seated(table, "Ana"), Own(server, table.keys["scribe"])
        assert row(ana, table, "Ana", cards=["C01"])[1].status == 200
        waits = table.path.with_name(table.path.name + ".waiting")
        assert json.loads(waits.read_bytes())["type"] == "entry_begun"
        server.kill()
        server.start()
        assert begun(ana, table) == [("Ana", {"cards": ["C01"]}, True)]
        assert begun(scribe, table) == [("Ana", {"cards": ["C01"]}, False)]
        assert begun(seated(table, "Bo"), table) == []
        assert table.spectator.get(f"{table.at}/rows").status == 403
        assert len(table.lines()) == 1
    finally:
        server.stop()


def test_two_phones_begin_the_same_row_and_neither_loses_its_own(server):
    table = server.table("Ana", "Bo")
    ana, scribe = seated(table, "Ana"), Own(server, table.keys["scribe"])
    row(ana, table, "Ana", cards=["C01"])
    row(scribe, table, "Ana", coins=3)
    row(scribe, table, "Bo", coins=4)
    assert begun(ana, table) == [("Ana", {"cards": ["C01"]}, True), ("Ana", {"coins": 3}, False)]
    assert len(begun(scribe, table)) == 3
    assert row(ana, table, "Bo", coins=1)[1].json["code"] == "seat"


def test_a_finished_row_waits_no_more_and_a_game_is_not_ended_while_one_does(server):
    table = server.table("Ana", "Bo")
    scribe = Own(server, table.keys["scribe"])
    finished, _ = row(scribe, table, "Ana", coins=7, cards=["C01"])
    row(scribe, table, "Bo", coins=4)
    assert table.enter(declared("Ana") | {"id": finished}, who=scribe).status == 200
    assert begun(scribe, table) == [("Bo", {"coins": 4}, True)]
    refused = table.scribe.post(f"{table.at}/end", {"id": new_id()})
    assert (refused.status, refused.json["code"]) == (409, "waiting")
    assert "what Bo has, begun and not finished" in refused.json["error"]
    row(scribe, table, "Bo")  # dropped
    assert begun(scribe, table) == []
    assert not table.path.with_name(table.path.name + ".waiting").exists()


@pytest.mark.parametrize(
    ("game", "rich", "poor"),
    [
        ("lutece", {"coins": 30, "cards": ["C01"]}, {"coins": 5, "cards": ["C02"]}),
        ("builders", {"coins": 90}, {"coins": 1}),
        ("glory_to_rome", {"influence": 9}, {"influence": 2}),
    ],
)
def test_whoever_left_wins_nothing_and_the_game_can_be_ended(server, game, rich, poor):
    """One left before saying anything, one after saying most."""
    table = server.table("Ana", "Bo", "Cem", game=game, mode="score")
    said = {"type": "holdings_declared"}
    assert table.enter({"type": "player_left", "player": "Ana"}, {**said, "player": "Bo", **rich}).status == 200
    assert table.enter({"type": "player_left", "player": "Bo"}, {**said, "player": "Cem", **poor}).status == 200
    assert table.scribe.post(f"{table.at}/end", {"id": new_id()}).status == 200
    ended = [line["winners"] for line in table.lines() if line["type"] == "game_ended"]
    assert ended == [["Cem"]] == [table.state()["sheet"]["winners"]]
    assert [one for one in table.state()["findings"] if one["severity"] == "violation"] == []


# --- what a phone has seen --------------------------------------------------------------------------------------------


def note():
    return {"type": "note_added", "text": "hello"}


def test_a_phone_is_told_when_the_log_does_not_go_on_from_what_it_saw(tmp_path):
    server = Server(tmp_path / "logs")
    try:
        table = server.table("Ana", "Bo")
        table.enter(note())
        before = table.path.read_bytes()
        seen = table.enter(note()).json
        phone = Own(server, table.keys["spectator"])
        told = {"n": 2, "head": seen["head"], "who": "Bo"}
        assert phone.post(f"{table.at}/seen", told).json == {"n": 2, "head": seen["head"], "continues": True}
        assert table.state()["apart"] == []
        server.kill()
        table.path.write_bytes(before)
        server.start()
        table.enter(note() | {"text": "another game"})
        assert phone.post(f"{table.at}/seen", told).json["continues"] is False
        assert table.state()["apart"] == [{"who": "Bo", "n": 2}]
        assert table.state(table.player)["apart"] == []  # that is for the organiser
        assert phone.post(f"{table.at}/seen", {"n": 1, "head": "no"}).json["code"] == "head"
        now = table.state()
        assert phone.post(f"{table.at}/seen", {"n": now["n"], "head": now["head"]}).json["continues"] is True
        assert table.state()["apart"] == []
    finally:
        server.stop()


# --- room for everybody -----------------------------------------------------------------------------------------------


def test_somebody_who_holds_every_place_on_a_link_makes_room_for_somebody_who_has_none():
    streams = Streams()
    link, crowd = ("friday", "player"), ("192.0.2.7", "one phone")
    held = [streams.let_in(link, crowd) for _ in range(EACH)]
    with pytest.raises(Refused):
        streams.let_in(link, crowd)
    streams.let_in(("friday", "spectator"), crowd)  # another link has places of its own
    streams.let_in(link, ("192.0.2.7", "another phone"))
    assert [one.sent_away for one in held] == [True] + [False] * (EACH - 1)
    assert held[0].bell.is_set()


def test_a_full_link_of_onlookers_keeps_no_player_out(server):
    table = server.table()
    streams = [table.spectator.stream(f"{table.at}/stream") for _ in range(EACH)]
    try:
        assert table.spectator.get(f"{table.at}/stream").status == 429
        with table.player.stream(f"{table.at}/stream") as stream:
            assert stream.status == 200
        with Own(server, table.keys["spectator"]).stream(f"{table.at}/stream") as stream:
            assert stream.status in (200, 429)
    finally:
        for stream in streams:
            stream.__exit__()


async def noted(house):
    """A new table with three notes."""
    table = house.table(await house.start(NewTable(game="lutece", players=("Ana", "Bo"), id=new_id())))
    for text in ("one", "two", "three"):
        await table.write([NoteAdded(text=text, id=new_id())], None, "scribe", [])
    return table


def test_an_old_moment_is_worked_out_once_and_never_holds_the_writer_up(tmp_path):
    async def evening():
        house = LogFolder(tmp_path)
        table = await noted(house)
        try:
            async with table.lock:  # somebody is writing: old moments are answered all the same
                first = [(await table.state_at("en", "spectator", at)).data for at in (0, 1, 2, 1, 0)]
            assert house.past.made == 3
            await table.write([NoteAdded(text="four", id=new_id())], None, "scribe", [])
            again = [(await table.state_at("en", "spectator", at)).data for at in (0, 1, 2)]
            assert house.past.made == 3  # a later entry changes no earlier moment
            assert [json.loads(one)["at"] for one in again] == [0, 1, 2]
            assert [json.loads(one)["n"] for one in (first[0], again[0])] == [3, 4]
            withdrawn = {"type": "entry_withdrawn", "target": 1, "id": new_id()}
            await table.write([table.live.game.decoder.decode(json.dumps(withdrawn))], None, "scribe", [])
            await table.state_at("en", "spectator", 2)
            assert house.past.made == 4
        finally:
            house.past.close()

    asyncio.run(evening())


def rolled_back(path):
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:2]))


def forged(path):
    path.write_bytes(
        encode([replace(event, text="forged") if event.n == 1 else event for event in load(path, GAMES)[1]])
    )


@pytest.mark.parametrize("change", [Path.unlink, rolled_back, forged, lambda path: os.truncate(path, 9)])
def test_an_old_moment_is_told_only_of_the_log_that_the_table_has(change, tmp_path):
    """The writer holds the file and has looked at it; whoever looks back reads it again, and it may be another."""

    async def evening():
        house = LogFolder(tmp_path)
        table = await noted(house)
        try:
            await table.state_at("en", "spectator", 0)
            change(table.path)
            with pytest.raises(Refused) as refused:
                await table.state_at("en", "spectator", 1)
            assert (refused.value.status, refused.value.code) == (409, "past")
            await table.state_at("en", "spectator", 0)  # what was worked out before is known
        finally:
            house.past.close()

    asyncio.run(evening())


@pytest.mark.parametrize("piece", [1, 3, 1000])
def test_a_story_told_in_pieces_is_the_same(piece, monkeypatch):
    log = Path(__file__).parent.parent / "sample_logs" / "lutece" / "shared-win.jsonl"
    live = LiveGame(*load(log, GAMES))
    monkeypatch.setattr(states, "PIECE", piece)
    assert states.story_bytes(live, "pl") == states.encode(states.story_json(live), "pl")


def test_a_film_is_made_beside_the_writer_and_only_of_the_log_that_the_table_has(tmp_path):
    async def evening():
        house = LogFolder(tmp_path)
        table = house.table(await house.start(NewTable(game="lutece", players=("Ana", "Bo"), id=new_id())))
        await table.write([NoteAdded(text="one", id=new_id())], None, "scribe", [])
        try:
            async with table.lock:  # somebody is writing
                assert len(json.loads((await table.film("en")).data)["frames"]) == 2
            await table.write([NoteAdded(text="two", id=new_id())], None, "scribe", [])
            rolled_back(table.path)
            with pytest.raises(Refused, match="not what it was"):
                await table.film("en")
        finally:
            house.past.close()

    asyncio.run(evening())


def test_while_somebody_enters_something_no_old_moment_is_begun(tmp_path):
    async def evening():
        house = LogFolder(tmp_path)
        table = house.table(await house.start(NewTable(game="lutece", players=("Ana", "Bo"), id=new_id())))
        await table.fresh()
        try:
            with house.turns.first():
                asked = asyncio.create_task(table.state_at("en", "spectator", 0))
                await asyncio.sleep(0)
                await asyncio.sleep(0)
                assert house.past.made == 0
            await asked
            assert house.past.made == 1
        finally:
            house.past.close()

    asyncio.run(evening())


# --- the list of tables, and one's own box ----------------------------------------------------------------------------


def test_the_list_of_tables_tells_when_it_moves(server):
    with server.phone().stream("/api/house/stream") as stream:
        assert stream.status == 200
        before = stream.news()
        server.table()
        while stream.news() == before:  # another test's table may ring late
            pass


def box(server, **body):
    phone = server.phone()
    return (phone.post("/api/boxes/lutece", body) if body else phone.get("/api/boxes/lutece")).json


READ = {"id": "C01", "mark": 3, "cost": 4, "resources": {"beer": 3}, "talent": 14, "family": "beer"}


def test_a_box_typed_card_by_card_is_a_card_list_and_the_next_game_plays_with_it(tmp_path):
    server = Server(tmp_path / "logs")
    try:
        before = server.table("Ana", "Bo")
        assert (box(server)["typed"], box(server)["faults"]) == (0, [])
        typed = box(server, card=READ)
        assert typed["typed"] == 1
        assert [one["card"] for one in typed["cards"] if one["typed"]] == [
            {
                **READ,
                "role": "worker",
                "name": typed["cards"][0]["card"]["name"],
                "source": typed["cards"][0]["card"]["source"],
            }
        ]
        assert set(typed["cards"][0]["card"]["source"].values()) == {"transcribed"}
        table, ours = server.table("Ana", "Bo"), server.table("Ana", "Bo", catalogue="reference")
        assert [one.lines()[0]["catalogue"] for one in (before, table, ours)] == ["reference", "own-box", "reference"]
        later = box(server, card=READ | {"cost": 5})
        server.kill()
        server.start()
        assert table.enter({"type": "card_offered", "tile": "A", "card": "C01"}).status == 200
        assert "costs 4" in json.dumps(table.state()["things"])  # as it was when this game began
        assert box(server)["digest"] == later["digest"]
        shared = Phone(server, None).get(f"/api/cards/{later['digest']}.json")
        assert shared.json["cards"][0]["cost"] == 5
        assert Phone(server, None).get(f"/api/cards/{'0' * 64}.json").status == 404
        (server.folder / "boxes" / "lutece.json").unlink()
        assert box(server, list=shared.json)["typed"] == 1
    finally:
        server.stop()


def test_every_page_and_file_of_a_game_has_the_cards_it_was_played_with_and_says_when_they_are_reconstructed(tmp_path):
    """A box typed whole is nobody's reconstruction, one half typed is partly one, The Builders' list has a few."""
    server = Server(tmp_path / "logs")
    try:
        tables = {"reference": server.table("Ana", "Bo")}
        box(server, card=READ | {"name": {"en": "Ale wife"}})
        tables["begun"] = server.table("Ana", "Bo")
        for one in box(server)["cards"]:
            box(server, card={name: one["card"][name] for name in ("id", *one["asks"])})
        tables["whole"] = server.table("Ana", "Bo")
        notes, replays, pages = {}, {}, {}
        for name, table in tables.items():
            said = (HAS | {"player": player, "cards": cards} for player, cards in CARDS.items())
            assert table.enter(*said).status == 200
            notes[name] = table.state()["deck"]
            replays[name], pages[name] = (
                table.scribe.get(f"{table.at}/export?format={form}").body.decode() for form in ("replay", "html")
            )
        assert notes == {
            "reference": "played with a reconstructed card list: your box may differ",
            "begun": "some cards are not typed off a box yet: theirs are reconstructed figures",
            "whole": None,
        }
        assert all(f'"deck":{json.dumps(note)}' in replays[name] for name, note in notes.items())
        assert ["Ale wife" in replays[name] for name in notes] == [False, True, True]
        assert ["cards: " in pages[name] for name in notes] == [True, True, False]
        (built,) = [server.table("Ana", "Bo", game="builders", mode="score")]
        assert built.state()["deck"] == "some figures on the cards are reconstructed: your box may differ"
    finally:
        server.stop()


HAS = {"type": "holdings_declared", "coins": 3}
CARDS = {"Ana": ["C01", "C02"], "Bo": ["C03"]}


def test_a_box_that_was_taken_away_is_only_read_for_the_games_begun_with_it(tmp_path):
    server = Server(tmp_path / "logs")
    try:
        box(server, card=READ)
        table = server.table("Ana", "Bo")
        (server.folder / "boxes" / "lutece.json").unlink()
        for _ in range(2):
            assert (box(server)["typed"], server.table("Ana", "Bo").lines()[0]["catalogue"]) == (0, "reference")
            server.kill()
            server.start()
        assert table.enter({"type": "card_offered", "tile": "A", "card": "C01"}).status == 200
        assert "costs 4" in json.dumps(table.state()["things"])
    finally:
        server.stop()


def test_a_box_is_checked_while_one_types_and_what_is_no_card_is_refused(server):
    clash = box(server, card=READ | {"talent": 4})  # as another Brewer has
    assert any("C01" in fault and "talent" in fault for fault in clash["faults"])
    assert box(server, card=READ | {"id": "C99"})["code"] == "card"
    assert box(server, card=READ | {"cost": "much"})["code"] == "cards"
    assert box(server, list={"game": "chess"})["code"] == "cards"
    assert server.table("Ana", "Bo").spectator.get("/api/boxes/lutece").status == 401
    shutil.rmtree(server.folder / "boxes")


@pytest.mark.parametrize(("lang", "called"), [("fr", "Académie"), ("pl", "Akademia"), ("en", "Academy")])
def test_cards_of_one_s_own_box_and_what_is_odd_about_them_are_called_as_at_the_table(server, lang, called):
    path = f"/api/boxes/glory_to_rome?lang={lang}"
    shown = server.phone().get(path).json["cards"]
    academy = next(one for one in shown if one["card"]["id"] == "academy")
    assert academy["words"] == called
    odd = server.phone().post(path, {"card": {"id": "academy", "material": "brick", "copies": 2}}).json["faults"]
    shutil.rmtree(server.folder / "boxes")
    assert any(called in fault for fault in odd)


def test_a_rematch_asks_for_what_the_first_line_needs(server):
    table = server.table("Ana", "Bo", game="builders", mode="record")
    asked = table.scribe.post(f"{table.at}/rematch", {"id": new_id()}).json["asks"]
    assert [field["name"] for field in asked] == ["apprentices"]
    cards = [one["value"] for one in asked[0]["partners"]][:2]
    also = {"apprentices": dict(zip(("Ana", "Bo"), cards, strict=True))}
    made = table.scribe.post(f"{table.at}/rematch", {"id": new_id(), "also": also}).json
    assert (server.folder / f"{made['name']}.jsonl").exists()
    counting = server.table("Ana", "Bo", game="builders", mode="score")
    assert counting.scribe.post(f"{counting.at}/rematch", {"id": new_id()}).status == 201
