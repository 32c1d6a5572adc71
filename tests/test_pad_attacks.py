"""Nobody gets in who does not belong: every promise of the pad's door, attacked."""

import asyncio
import http.client
import json
import os
import re
import socket
import ssl
import stat
import tempfile
import threading
from contextlib import contextmanager
from pathlib import Path

import pytest
from pads import Phone, Server, new_id, until

from cli.pad.evening import Evening
from cli.pad.folder import LogFolder, NewTable
from cli.pad.guard import ALL_PLACES, PLACES
from cli.pad.keys import TRIES, Keys, Refused, Tries, new_key
from cli.pad.seats import Seats
from ledger import files
from ledger.events import NoteAdded
from ledger.games import GAMES
from ledger.log import LogError, decode, encode, scan
from tests.patience import PATIENCE

OWN_LIMIT = 16 * 1024


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("pad") / "logs")
    yield server
    server.stop()


@pytest.fixture
def own(tmp_path):
    """A server that one test may spoil."""
    server = Server(tmp_path / "logs")
    yield server
    server.stop()


def note(text="hello", **more):
    return {"type": "note_added", "text": text, "id": new_id(), **more}


def reads(table):
    yield from (f"{table.at}/{what}" for what in ("state", "story", "stream", "keys", "qr"))
    yield f"{table.at}/state?at=0"
    yield from (
        f"{table.at}/export?format={form}" for form in ("csv", "text", "html", "bgstats", "jsonl", "transcript")
    )


def writes(table):
    yield f"{table.at}/entries", {"entries": [note()]}
    yield f"{table.at}/draft", {"entries": [note()]}
    yield f"{table.at}/end", {"id": new_id()}
    yield f"{table.at}/keys", {"renew": "spectator"}
    yield f"{table.at}/rematch", {"id": new_id()}


HOUSE_WRITES = (("/api/tables", {"game": "lutece", "players": ["Ana", "Bo"]}), ("/api/opening", {"game": "lutece"}))


def everything(phone, table):
    for path in ("/api/house", *reads(table)):
        yield path, phone.get(path)
    for path, value in (*writes(table), *HOUSE_WRITES):
        yield path, phone.post(path, {"id": new_id(), **value})


# --- keys -------------------------------------------------------------------------------------------------------------


def test_without_a_key_nothing_is_told_or_done(server):
    table = server.table()
    before = {path: path.read_bytes() for path in server.folder.rglob("*") if path.is_file()}
    for path, answer in everything(Phone(server, None), table):
        assert (answer.status, answer.json["code"]) == (401, "key"), path
    assert {path: path.read_bytes() for path in server.folder.rglob("*") if path.is_file()} == before


def test_another_table_s_key_opens_nothing_here(own):
    table, other = own.table(), own.table()
    before = table.path.read_bytes()
    for path, answer in list(everything(own.phone(other.keys["scribe"]), table))[:20]:
        assert answer.status == 401, path
    assert table.path.read_bytes() == before


def test_whether_a_table_is_there_is_not_told_to_somebody_without_its_key(own):
    table, other = own.table(), own.table()
    there, not_there = (other.scribe.get(f"/api/tables/{name}/state") for name in (table.name, "no-such-table"))

    assert (there.status, there.body) == (not_there.status, not_there.body)


def test_a_spectator_reads_and_writes_nothing(server):
    table = server.table()
    before = table.path.read_bytes()
    for path, value in writes(table):
        assert table.spectator.post(path, value).status == 403, path
    for path in ("keys", "qr", "export?format=jsonl"):
        assert table.spectator.get(f"{table.at}/{path}").status == 403, path
    assert table.spectator.get(f"{table.at}/state").status == 200
    assert table.path.read_bytes() == before


def test_a_player_writes_but_puts_right_only_what_their_own_phone_entered(server):
    table = server.table()
    mine = note("mine")
    table.enter(note("the scribe's"))
    assert table.enter(mine, who=table.player).status == 200
    before = table.path.read_bytes()
    attempts = [
        ({"type": "entry_withdrawn", "target": 1}, []),
        ({"type": "entry_withdrawn", "target": 1}, [mine["id"]]),
        ({"type": "entry_withdrawn", "target": 1}, [""]),
        ({"type": "entry_withdrawn", "target": 2}, []),
        ({"type": "entry_corrected", "target": 1, "entry": {"type": "note_added", "text": "ha"}}, [mine["id"]]),
        ({"type": "entry_inserted", "before": 2, "entry": {"type": "note_added", "text": "ha"}}, [mine["id"]]),
        ({"type": "entry_withdrawn", "target": -1}, [mine["id"]]),
        ({"type": "entry_withdrawn", "target": 99}, [mine["id"]]),
        ({"type": "entry_withdrawn", "target": 1, "by": "the scribe"}, []),
    ]
    for entry, proof in attempts:
        assert table.enter(entry, who=table.player, own=proof).status == 403, entry
    for path, value in list(writes(table))[2:]:
        assert table.player.post(path, value).status == 403, path
    assert table.player.get(f"{table.at}/keys").status == 403
    assert table.path.read_bytes() == before
    told = (table.player.get(f"{table.at}/{what}").body.decode() for what in ("state", "story", "export?format=text"))
    assert not any(line["id"] in text for text in told for line in table.lines())  # nobody can learn another's ids
    assert table.enter({"type": "entry_withdrawn", "target": 2}, who=table.player, own=[mine["id"]]).status == 200


def test_a_renewed_key_shuts_the_old_one_out_at_once_and_ends_its_streams(server):
    table = server.table()
    with table.player.stream(f"{table.at}/stream") as stream, table.spectator.stream(f"{table.at}/stream") as other:
        assert stream.news() and other.news()
        renewed = table.scribe.post(f"{table.at}/keys", {"renew": "player"}).json
        assert stream.news() is None
        assert other.news() is not None
    assert table.player.get(f"{table.at}/state").status == 401
    assert table.spectator.get(f"{table.at}/state").status == 200
    assert server.phone(renewed["player"]).get(f"{table.at}/state").status == 200
    assert json.loads((server.folder / ".pad" / f"{table.name}.keys").read_bytes()) == renewed


def test_a_revoked_key_stays_revoked_over_a_restart(own):
    table = own.table()
    table.scribe.post(f"{table.at}/keys", {"renew": "scribe"})
    own.kill()
    own.start()
    assert table.scribe.get(f"{table.at}/state").status == 401


def test_too_many_wrong_keys_are_not_heard_for_a_while(own):
    table = own.table()
    wrong = own.phone("not-the-key")
    statuses = [wrong.get(f"{table.at}/state").status for _ in range(22)]

    assert statuses == [401] * 20 + [429] * 2
    assert wrong.get("/api/house").json["code"] == "tries"
    assert table.scribe.get(f"{table.at}/state").status == 200  # who has the key is heard, whoever guesses beside them


def test_after_a_minute_an_address_is_heard_again(monkeypatch):
    now = 1000.0
    monkeypatch.setattr("cli.pad.keys.time.monotonic", lambda: now)
    tries = Tries()
    assert [tries.wrong("192.0.2.7").status for _ in range(TRIES + 1)] == [401] * TRIES + [429]
    assert tries.wrong("192.0.2.8").status == 401  # others are
    now += 61
    assert tries.wrong("192.0.2.7").status == 401


def test_requests_without_any_key_do_not_lock_the_table_out(own):
    table = own.table()
    for _ in range(30):
        assert Phone(own, None).get(f"{table.at}/state").status == 401
    assert table.scribe.get(f"{table.at}/state").status == 200


@pytest.mark.parametrize("key", ["", " ", "é", "\x7f", "a" * 3000, "Bearer"])
def test_an_odd_key_is_a_wrong_key(own, key):
    with socket.create_connection(("127.0.0.1", own.port), timeout=PATIENCE) as line:
        head = f"GET /api/house HTTP/1.1\r\nHost: 127.0.0.1:{own.port}\r\nAuthorization: Bearer {key}\r\n\r\n"
        line.sendall(head.encode())
        assert re.match(rb"HTTP/1.1 4\d\d ", line.recv(100))


# --- other sites ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:{other}", "127.0.0.1.evil.example:{port}",
     "localhost.evil.example:{port}", "127.0.0.1:{port}@evil.example", "0.0.0.0:{port}", "127.1:{port}", ""],
)  # fmt: skip
def test_a_rebound_host_gets_nothing(server, host):
    table = server.table()
    host = host.format(port=server.port, other=server.port + 1)
    for path in ("/", "/static/app.js", "/api/house", f"{table.at}/state"):
        answer = server.phone().get(path, Host=host)
        assert (answer.status, answer.json["code"]) == (403, "host"), path
    assert table.scribe.post(f"{table.at}/entries", {"entries": [note()]}, Host=host).status == 403
    assert len(table.lines()) == 1


@pytest.mark.parametrize("place", ["k", "key", "token", "access_token", "house"])
def test_a_key_in_an_address_opens_nothing(server, place):
    """Addresses end up in histories and logs: only the header counts."""
    table = server.table()
    nobody = Phone(server, None)
    assert nobody.get(f"{table.at}/state?{place}={table.keys['scribe']}").status == 401
    assert nobody.get(f"/api/house?{place}={server.key}").status == 401
    assert nobody.get(f"{table.at}/state", Cookie=f"{place}={table.keys['scribe']}").status == 401


def test_two_host_headers_get_nothing(server):
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as line:
        host = f"Host: 127.0.0.1:{server.port}\r\n"
        line.sendall(f"GET / HTTP/1.1\r\n{host}Host: evil.example\r\n\r\n".encode())
        assert re.match(rb"HTTP/1.1 4\d\d ", line.recv(100))


@pytest.mark.parametrize(
    "origin",
    ["https://evil.example", "null", "http://127.0.0.1", "http://localhost:{port}", "https://127.0.0.1:{port}"],
)
def test_a_page_from_elsewhere_writes_nothing(server, origin):
    table = server.table()
    before = sorted(server.folder.glob("*.jsonl"))
    for path, value in (*writes(table), *HOUSE_WRITES):
        answer = server.phone().post(path, {"id": new_id(), **value}, Origin=origin.format(port=server.port))
        assert answer.status == 403, path
    assert len(table.lines()) == 1
    assert sorted(server.folder.glob("*.jsonl")) == before
    good = f"http://127.0.0.1:{server.port}"
    assert table.scribe.post(f"{table.at}/entries", {"entries": [note()]}, Origin=good).status == 200


@pytest.mark.parametrize(
    "kind",
    ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "", "application/jsonp"],
)
def test_what_a_form_can_send_is_not_taken(server, kind):
    table = server.table()
    for path, value in (*writes(table), *HOUSE_WRITES):
        answer = server.phone().post(path, {"id": new_id(), **value}, Content_Type=kind)
        assert (answer.status, answer.json["code"]) == (415, "type"), path
    assert len(table.lines()) == 1


def test_no_other_site_is_ever_allowed_to_read(server):
    table = server.table()
    asked = {"Origin": f"http://127.0.0.1:{server.port}", "Access_Control_Request_Method": "POST"}
    for path in ("/", "/api/house", f"{table.at}/entries"):
        answer = server.phone().ask("OPTIONS", path, **asked)
        assert answer.status in (404, 405)
        assert not [name for name in answer.headers if name.startswith("access-control")]


def test_every_answer_carries_the_headers(server):
    table = server.table()
    answers = [
        server.phone().get("/"),
        server.phone().get("/static/app.js"),
        server.phone().get("/sw.js"),
        server.phone().get("/api/words/fr.json"),
        Phone(server, None).get("/api/rules/lutece/en/en.json"),
        server.phone().get("/nothing/here"),
        server.phone().get("/", Host="evil.example"),
        server.phone().get("/api/house"),
        Phone(server, None).get("/api/house"),
        server.phone().ask("DELETE", "/api/house"),
        table.scribe.get(f"{table.at}/state"),
        table.scribe.get(f"{table.at}/state", If_None_Match=table.scribe.get(f"{table.at}/state").headers["etag"]),
        table.scribe.get(f"{table.at}/export?format=html"),
        table.scribe.get(f"{table.at}/qr"),
        table.scribe.post(f"{table.at}/entries", {"entries": [{}]}),
        table.scribe.ask("POST", f"{table.at}/entries", b"x" * 20_000, Content_Type="application/json"),
    ]
    for answer in answers:
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert "*" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["x-frame-options"] == "DENY"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert "server" not in answer.headers


# --- size, number, speed ----------------------------------------------------------------------------------------------


def test_a_body_that_is_too_large_is_refused_before_it_is_read(server):
    table = server.table()
    large = json.dumps({"entries": [note("x" * OWN_LIMIT)]}).encode()
    answer = table.scribe.ask("POST", f"{table.at}/entries", large, Content_Type="application/json")
    assert (answer.status, answer.json["code"]) == (413, "large")
    head = f"POST {table.at}/entries HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nContent-Type: application/json\r\n"
    head += f"Authorization: Bearer {table.keys['scribe']}\r\nContent-Length: 99999999999\r\n\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as line:
        line.sendall(head.encode())
        assert line.recv(100).startswith(b"HTTP/1.1 413 ")
    assert len(table.lines()) == 1


def test_a_body_in_pieces_without_a_length_is_stopped_at_the_limit(server):
    table = server.table()
    head = f"POST {table.at}/entries HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nContent-Type: application/json\r\n"
    head += f"Authorization: Bearer {table.keys['scribe']}\r\nTransfer-Encoding: chunked\r\n\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as line:
        line.sendall(head.encode())
        sent = 0
        try:
            while sent < 100 * OWN_LIMIT:
                line.sendall(b"1000\r\n" + b" " * 4096 + b"\r\n")
                sent += 4096
        except OSError:
            pass
        assert line.recv(100).startswith(b"HTTP/1.1 413 ")
    assert len(table.lines()) == 1


@pytest.mark.parametrize(
    "body",
    [b"", b"[]", b"null", b"{", b'{"entries":' + b"[" * 5000, b'{"a":1,"a":2}', b'{"entries":[1]}', b'{"entries":{}}',
     b'{"entries":["x"]}', b'{"entries":[null]}', b"\xff\xfe", b'{"entries":[{"type":"note_added","text":1.5}]}',
     b'{"entries":[{"type":"note_added","text":"\\ud800","id":"12345678"}]}', b'{"after":true,"entries":[{}]}', b"NaN"],
)  # fmt: skip
def test_what_cannot_be_read_is_one_line_and_nothing_is_written(server, body):
    table = server.table()
    for what in ("entries", "draft"):
        answer = table.scribe.ask("POST", f"{table.at}/{what}", body, Content_Type="application/json")
        assert answer.status == 422
        assert "\n" not in answer.json["error"]
    assert len(table.lines()) == 1


def test_only_so_many_phones_watch_a_table(server):
    table = server.table()
    streams = [table.spectator.stream(f"{table.at}/stream") for _ in range(32)]
    try:
        assert all(stream.news() for stream in streams)
        refused = table.spectator.get(f"{table.at}/stream")
        assert (refused.status, refused.json["code"]) == (429, "busy")
        assert table.enter(note()).status == 200  # those who are in go on
    finally:
        for stream in streams:
            stream.__exit__()

    def comes_in():
        with table.spectator.stream(f"{table.at}/stream") as stream:
            return stream.status == 200

    until(comes_in)  # places are given back


def test_only_so_many_phones_watch_in_all(own):
    tables = [own.table() for _ in range(13)]
    streams = []
    try:
        for table in tables:
            for _ in range(min(32, 400 - len(streams))):
                streams.append(table.player.stream(f"{table.at}/stream"))
                assert streams[-1].status == 200
        assert streams[-1].news()
        refused = tables[-1].player.get(f"{tables[-1].at}/stream")
        assert (len(streams), refused.status, refused.json["code"]) == (400, 429, "busy")
        assert tables[-1].enter(note()).status == 200
    finally:
        for stream in streams:
            stream.__exit__()


def knock(server, source="127.0.0.1"):
    """A connection from an address of this machine; None when it is shut in one's face."""
    line = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE, source_address=(source, 0))
    try:
        line.sendall(f"GET /api/words/en.json HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
        if line.recv(100).startswith(b"HTTP/1.1 200 "):
            return line
    except OSError:
        pass
    line.close()
    return None


def test_one_address_has_only_so_many_connections(own):
    table = own.table()
    lines = [knock(own, "127.0.0.9") for _ in range(PLACES)]
    try:
        assert all(lines)
        assert knock(own, "127.0.0.9") is None
        lines.append(knock(own, "127.0.0.10"))
        assert lines[-1]  # others come in
        assert table.enter(note()).status == 200
    finally:
        for line in filter(None, lines):
            line.close()
    until(lambda: lines.append(knock(own, "127.0.0.9")) or lines[-1])  # places are given back
    lines[-1].close()


def test_there_are_only_so_many_connections_in_all_and_those_who_are_in_go_on(own):
    table = own.table()
    inside = http.client.HTTPConnection("127.0.0.1", own.port, timeout=PATIENCE)
    state = (f"{table.at}/state", None, {"Authorization": f"Bearer {table.keys['scribe']}"})
    inside.request("GET", *state)
    assert inside.getresponse().read()
    lines = [socket.create_connection(("127.0.0.1", own.port), timeout=PATIENCE) for _ in range(ALL_PLACES)]
    try:
        assert knock(own) is None
        inside.request("GET", *state)
        assert inside.getresponse().status == 200
    finally:
        for line in lines:
            line.close()
        inside.close()
    until(lambda: table.scribe.get(f"{table.at}/state").status == 200)


def test_somebody_who_does_not_finish_a_request_holds_nobody_up(server):
    table = server.table()
    host = f"Host: 127.0.0.1:{server.port}\r\n"
    post = f"POST {table.at}/entries HTTP/1.1\r\n{host}Content-Type: application/json\r\n"
    post += f"Authorization: Bearer {table.keys['scribe']}\r\nContent-Length: 100\r\n\r\n"
    whole = f"GET /api/words/en.json HTTP/1.1\r\n{host}\r\n"
    beginnings = ["", "GET / HTTP/1.1\r\nHo", whole + "GET / HT", post]
    lines = [socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) for _ in beginnings]
    for line, beginning in zip(lines, beginnings, strict=True):
        line.sendall(beginning.encode())
    assert table.enter(note()).status == 200
    ends = []
    for line in lines:
        told = b""
        while more := line.recv(10_000):
            told += more
            if b" 408 " in told:
                break
        ends.append(told[:12])
        line.close()
    assert ends == [b"", b"", b"HTTP/1.1 200", b"HTTP/1.1 408"]


# --- paths ------------------------------------------------------------------------------------------------------------

CLIMBS = [
    "../.pad/house", "..%2f.pad%2fhouse", "%2e%2e/%2e%2e/etc/passwd", "..%252f..%252fetc%252fpasswd",
    "....//....//etc/passwd", "%2e%2e%5c%2e%2e%5cetc%5cpasswd", "%00", "a%00.jsonl", ".pad", "%c0%ae%c0%ae/", "a" * 300,
    "/etc/passwd", "%2fetc%2fpasswd", "x%0d%0aSet-Cookie:a=b", "*", "~root",
]  # fmt: skip


@pytest.mark.parametrize("climb", CLIMBS)
def test_no_name_leads_out_of_the_folder(server, climb):
    (server.folder.parent / "outside.jsonl").write_bytes(b"secret")
    for path in (f"/api/tables/{climb}/state", f"/static/{climb}", f"/{climb}", f"/static/../{climb}"):
        answer = raw(server, path)
        assert re.match(rb"HTTP/1.1 40[0345] ", answer), (path, answer[:80])
        assert b"root:" not in answer
        assert server.key.encode() not in answer
        assert b"Set-Cookie" not in answer.split(b"\r\n\r\n")[0]
    wanted = {"game": "lutece", "players": ["Ana", "Bo"], "title": climb, "id": new_id()}
    name = server.phone().post("/api/tables", wanted).json["name"]
    assert re.fullmatch(r"[a-z0-9-]{1,60}", name)
    assert (server.folder / f"{name}.jsonl").is_file()


def raw(server, path):
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as line:
        head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nConnection: close\r\n"
        line.sendall((head + f"Authorization: Bearer {server.key}\r\n\r\n").encode())
        found = b""
        while more := line.recv(65536):
            found += more
        return found


# --- secrets ----------------------------------------------------------------------------------------------------------


def test_secrets_are_in_files_that_only_their_owner_reads(server):
    server.table()
    folder = server.folder / ".pad"

    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    for path in folder.iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600, path


def test_files_that_others_could_read_are_shut_again(own):
    table = own.table()
    own.stop()
    for path in (own.folder / ".pad", own.folder / ".pad" / "house", own.folder / ".pad" / f"{table.name}.keys"):
        path.chmod(0o755)
    own.start()
    table.state()
    for path in (own.folder / ".pad").iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600, path
    assert stat.S_IMODE((own.folder / ".pad").stat().st_mode) == 0o700


def test_secrets_are_in_no_log_no_export_no_printout_and_no_line_of_the_server(own):
    table = own.table()
    table.enter(note())
    table.scribe.post(f"{table.at}/end", {"id": new_id()})
    own.phone("wrong").get("/api/house")
    forms = ("csv", "text", "html", "bgstats", "jsonl", "transcript")
    told = [table.scribe.get(f"{table.at}/export?format={form}").body for form in forms]
    told += [table.scribe.get(f"{table.at}/{what}").body for what in ("state", "story")]
    told += [own.phone().get("/api/house").body, table.path.read_bytes()]
    own.stop()
    told.append((own.folder.parent / "errors").read_bytes())
    for secret in (own.key, *table.keys.values()):
        assert len(secret) >= 32  # 24 bytes: 192 bits
        assert not any(secret.encode() in text for text in told)
    outside = [path for path in own.folder.iterdir() if path.is_file()]
    assert not any(secret.encode() in path.read_bytes() for secret in table.keys.values() for path in outside)


def test_the_authority_s_key_is_not_served(tmp_path):
    server = Server(tmp_path / "logs", "--tls")
    try:
        context = ssl.create_default_context(cafile=str(tmp_path / "logs" / ".pad" / "authority.crt"))
        for path in ("/trust/authority.key", "/trust/server.pem", "/trust/../authority.key", "/trust/house"):
            connection = http.client.HTTPSConnection("127.0.0.1", server.port, context=context, timeout=PATIENCE)
            connection.request("GET", path)
            answer = connection.getresponse()
            assert (answer.status, b"PRIVATE" in answer.read()) == (404, False)
            connection.close()
        connection = http.client.HTTPSConnection("127.0.0.1", server.port, context=context, timeout=PATIENCE)
        connection.request("GET", "/trust")
        answer = connection.getresponse()
        assert answer.status == 200
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert b"<script" not in answer.read()
        connection.close()
    finally:
        server.stop()


def test_keys_differ_from_table_to_table(server):
    keys = [key for _ in range(5) for key in server.table().keys.values()]
    assert len(set(keys)) == 15


def test_a_bid_that_the_table_has_not_seen_reaches_no_other_phone(server):
    table = server.table("Ana", "Bo")
    secret = {"type": "bid_placed", "player": "Ana", "actions": ["A", "revenue"]}
    seen = []
    with table.spectator.stream(f"{table.at}/stream") as stream:
        stream.news()
        watching = threading.Thread(target=lambda: seen.append(stream.news()))
        watching.start()
        assert table.player.post(f"{table.at}/draft", {"entries": [secret]}).status == 200
        assert "Ana plays" not in table.spectator.get(f"{table.at}/story").body.decode()
        table.enter(note("now"))
        watching.join()
    assert [news["n"] for news in seen] == [1]
    assert b"bid_placed" not in table.path.read_bytes()


# --- files that are not what they should be ---------------------------------------------------------------------------


@contextmanager
def nobody(folder):
    """As somebody who may not read everything; root may."""
    if os.geteuid():
        yield
        return
    for one in (folder, *folder.rglob("*")):
        os.chown(one, 65534, 65534)
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


def test_one_log_that_may_not_be_read_keeps_nobody_from_starting_a_table():
    async def evening(folder):
        house = LogFolder(folder)
        await house.start(NewTable(game="lutece", players=("Ana", "Bo"), id=new_id()))
        data = next(folder.glob("*.jsonl")).read_bytes()
        (folder / "locked.jsonl").write_bytes(data)
        (folder / "locked.jsonl").chmod(0)
        with pytest.raises(PermissionError):
            (folder / "locked.jsonl").read_bytes()
        assert await house.start(NewTable(game="lutece", players=("Ana", "Bo"), id=new_id()))
        other = encode([*decode(scan(data), GAMES)[1], NoteAdded(text="elsewhere")])
        assert [one["name"] for one in await Evening(house).take_in("friday", other)] == ["friday"]

    with tempfile.TemporaryDirectory() as name, nobody(Path(name)):
        asyncio.run(evening(Path(name)))


@pytest.mark.parametrize("spoilt", ["", " ", "\xa0", "short"])
def test_a_house_key_that_was_spoilt_opens_nothing(tmp_path, spoilt):
    Keys(tmp_path)
    (tmp_path / ".pad" / "house").write_text(spoilt, "utf-8")
    key = Keys(tmp_path).house
    assert len(key) == len(new_key())
    assert Keys(tmp_path).house == key


def test_seats_that_cannot_be_read_stop_no_table(tmp_path):
    (tmp_path / "friday.seats").mkdir()
    assert Seats(tmp_path).of("friday").phones == {}


def test_keys_that_cannot_be_read_are_told_in_a_line(tmp_path):
    keys = Keys(tmp_path)
    (tmp_path / ".pad" / "friday.keys").mkdir()
    with pytest.raises(LogError, match=r"friday\.keys cannot be opened"):
        keys.known("friday")


def test_a_table_does_not_get_the_keys_of_one_that_is_gone(tmp_path):
    """Its phones still have their links; after a restart nobody but the files knows of it."""

    async def begun(house):
        name = await house.start(NewTable(game="lutece", players=("Ana", "Bo"), id=new_id()))
        house.keys.of(name)
        return name

    name = asyncio.run(begun(LogFolder(tmp_path)))
    (tmp_path / f"{name}.jsonl").unlink()
    assert asyncio.run(begun(LogFolder(tmp_path))) != name


def test_a_table_is_started_with_its_way_of_writing_or_not_at_all(tmp_path, monkeypatch):
    from faulty import ERRORS, FaultyDisk

    wanted = NewTable(game="lutece", players=("Ana", "Bo"), mode="score", id="0" * 16)
    number = 0
    while True:
        number += 1
        folder = tmp_path / str(number)
        house = LogFolder(folder)
        disk = FaultyDisk(folder, number, error=ERRORS[1])
        with monkeypatch.context() as patched:
            patched.setattr(files, "disk", disk)
            try:
                asyncio.run(house.start(wanted))
            except (Refused, LogError):
                assert not house.paths(), number
        name = asyncio.run(LogFolder(folder).start(wanted))
        assert len(house.paths()) == 1
        assert Seats(folder / ".pad").of(name).mode == "score", number
        if disk.calls < number:
            return
