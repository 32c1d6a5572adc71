"""The command line as people use it: real processes, real files."""

import fcntl
import json
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import termios
import time
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import pytest

from ledger.audit import audit
from ledger.games import GAMES
from ledger.log import encode
from ledger.simulate import simulate, start
from tests.pads import until
from tests.patience import PATIENCE

QUAESTOR = str(Path(sys.executable).with_name("quaestor"))
SAMPLES = Path(__file__).parent.parent / "sample_logs"
PAGE = 4096  # bytes: the smallest pipe


def quaestor(*words, cwd=None, stdin=None):
    run = subprocess.run(
        [QUAESTOR, *map(str, words)], cwd=cwd, input=stdin, capture_output=True, text=True, timeout=PATIENCE
    )
    assert "Traceback" not in run.stderr
    assert "a mistake of ours" not in run.stderr
    return run


def report_of(*words, **given):
    """The one report of an audit."""
    (report,) = json.loads(quaestor(*words, **given).stdout)["reports"]
    return report


@pytest.fixture
def log(tmp_path):
    path = tmp_path / "friday.jsonl"
    path.write_bytes(simulate(GAMES["lutece"], 7, players=3, edition="en"))
    return path


# --- audit ------------------------------------------------------------------------------------------------------------


def test_auditing_the_samples_shows_at_a_glance_what_was_judged_and_who_won():
    run = quaestor("audit", SAMPLES / "lutece")

    assert run.returncode == 0
    assert run.stdout.count("clean  ") == len(list((SAMPLES / "lutece").glob("*.jsonl")))
    assert " won " in run.stdout
    assert "share the win" in run.stdout
    assert "reconstructed" in run.stdout


def test_audit_json_of_one_file_is_one_object(log):
    report = report_of("audit", log, "--json")

    assert list(report) == [
        "log", "game", "edition", "options", "events", "head", "attested", "integrity", "verdict", "findings", "sheet",
    ]  # fmt: skip
    assert (report["verdict"], report["integrity"], report["attested"]) == ("clean", "ok", False)
    assert report["sheet"]["final"] is True
    assert [one["player"] for one in report["sheet"]["players"]] == json.loads(log.read_text().split("\n")[0])[
        "players"
    ]
    assert all(
        list(one["categories"]) == ["majority", "prestige", "influence", "fortune"]
        for one in report["sheet"]["players"]
    )


@pytest.mark.parametrize(
    ("how", "code"), [("", 1), ("--json", 1), ("--lang pl", 1), ("--under en --option ties=shared", 2)]
)
def test_a_folder_is_audited_the_same_by_one_process_and_by_several(how, code):
    alone, shared = (quaestor("audit", SAMPLES, *how.split(), "--workers", number) for number in (1, 3))

    assert alone.stdout == shared.stdout
    assert (alone.returncode, alone.stderr) == (shared.returncode, shared.stderr) == (code, "")


@pytest.fixture
def season(log):
    """As many logs as keep an audit busy for a while."""
    for number in range(4000):
        (log.parent / f"{number:04}.jsonl").write_bytes(log.read_bytes())
    return log.parent


def descendants(pid):
    """The processes under a process, its children first."""
    parents = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it is gone
            parents[int(path.parent.name)] = int(path.read_text().rpartition(")")[2].split()[1])
    found = [pid]
    for one in found:
        found += [child for child, parent in parents.items() if parent == one]
    return found[1:]


def auditing(folder, **environment):
    """An audit under way, in the midst of its first report, which is longer than what the pipe holds."""
    words = [QUAESTOR, "audit", folder, "--workers", "2", "--json"]
    run = subprocess.Popen(
        words,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        pipesize=PAGE,
        start_new_session=True,
        env=os.environ | environment,
    )
    assert b"".join(run.stdout.read(1) for _ in range(13)) == b'{"reports":[{'
    return run


def test_an_audit_whose_process_is_killed_says_so(season):
    with auditing(season) as run:
        os.kill(descendants(run.pid)[-1], signal.SIGKILL)
        complaint = run.communicate(timeout=PATIENCE)[1].decode()

    assert run.returncode == 2
    assert complaint == "quaestor: a process of the audit was ended from outside; no log was touched, audit again\n"


def all_gone(pids):
    """A helper that was there is no longer."""
    assert len(pids) >= 3
    until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in pids))
    return True


def has_got_every_signal(pid):
    """No signal is on its way to a process any more: what it was waiting for was cut short."""
    told = Path(f"/proc/{pid}/status").read_text()
    return not any(int(mask, 16) for mask in re.findall(r"^(?:SigPnd|ShdPnd):\t(\w+)$", told, re.M))


@pytest.mark.parametrize("unbuffered", ["", "1"])  # where it is set, a write cut short by a signal lost its rest
def test_an_audit_can_be_interrupted(season, unbuffered):
    with auditing(season, PYTHONUNBUFFERED=unbuffered) as run:
        helpers = descendants(run.pid)
        os.killpg(run.pid, signal.SIGINT)
        until(lambda: has_got_every_signal(run.pid))
        rest, complaint = run.stdout.read(), run.stderr.read()

    assert (run.returncode, complaint) == (130, b"")
    told = json.loads(b'{"reports":[{' + rest)  # what was judged until then, whole
    assert told["interrupted"] is True and 0 < len(told["reports"]) < 4000
    assert len(json.dumps(told["reports"][0], separators=(",", ":"))) > PAGE
    assert all_gone(helpers)


def test_a_head_is_of_one_log_or_named(log):
    head = json.loads(log.read_bytes().splitlines()[-1])["hash"]
    (log.parent / "other.jsonl").write_bytes(log.read_bytes())
    bare = quaestor("audit", log.parent, "--head", head)
    assert (bare.returncode, bare.stdout) == (2, "")
    assert bare.stderr == "quaestor: --head HASH is for one log; of several say each as --head NAME=HASH\n"
    named = quaestor("audit", log.parent, "--head", f"friday.jsonl={head}", "--json")
    assert [(one["log"][-12:], one["attested"]) for one in json.loads(named.stdout)["reports"]] == [
        ("friday.jsonl", True), ("/other.jsonl", False),
    ]  # fmt: skip
    assert quaestor("audit", log.parent, "--head", f"monday.jsonl={head}").returncode == 2
    assert "end attested" in quaestor("audit", log, "--head", f"friday.jsonl={head[:16]}").stdout


def test_colours_only_where_a_terminal_shows_them(log):
    plain = quaestor("audit", log).stdout
    assert "\x1b" not in plain
    for extra, coloured in (({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)):
        seen = on_a_terminal([QUAESTOR, "audit", str(log)], {"TERM": "xterm", **extra})
        assert ("\x1b[32mclean\x1b[0m" in seen) is coloured
        assert max(len(line) for line in seen.splitlines()) <= 100
        assert " ".join(seen.replace("\x1b[32m", "").replace("\x1b[0m", "").split()) == " ".join(plain.split())


def on_a_terminal(words, environment):
    """What a command prints on a terminal of 40 columns."""
    first, second = pty.openpty()
    fcntl.ioctl(second, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 40, 0, 0))
    run = subprocess.Popen(words, stdout=second, stderr=second, stdin=second, env={**os.environ, **environment})
    os.close(second)
    seen = b""
    with suppress(OSError):
        while piece := os.read(first, 4096):
            seen += piece
    run.wait(timeout=PATIENCE)
    os.close(first)
    return seen.decode().replace("\r\n", "\n")


def test_a_rule_is_read_without_its_markdown():
    for name in ("LUT-R11", "BLD-B13", "GTR-G27"):
        text = quaestor("rule", name).stdout
        assert text.startswith(name) and "**" not in text and "`" not in text
        assert max(map(len, text.splitlines())) <= 110


def test_an_audit_that_is_killed_leaves_no_process_behind(season):
    with auditing(season) as run:
        helpers = descendants(run.pid)
        run.kill()

    assert all_gone(helpers)


def test_audit_json_of_a_folder_is_a_list_in_which_every_log_appears(log):
    (log.parent / "deep" / "er").mkdir(parents=True)
    (log.parent / "deep" / "er" / "noise.jsonl").write_bytes(b"\xff\xfe not a log")
    reports = quaestor("audit", log.parent, "--json")

    assert [Path(one["log"]).name for one in json.loads(reports.stdout)["reports"]] == ["noise.jsonl", "friday.jsonl"]
    assert reports.returncode == 2


def test_several_paths_give_a_list_and_a_missing_one_appears_in_it(log):
    run = quaestor("audit", log, log.with_name("gone.jsonl"), "--json")
    first, second = json.loads(run.stdout)["reports"]

    assert (first["verdict"], second["verdict"]) == ("clean", "unjudgeable")
    assert second["findings"][0]["n"] is None
    assert run.returncode == 2


def test_a_shorter_copy_of_another_log_is_told_as_that(log):
    data = log.read_bytes()
    (log.parent / "old.jsonl").write_bytes(b"".join(data.splitlines(keepends=True)[:40]))
    (log.parent / "same.jsonl").write_bytes(data)
    run = quaestor("audit", log.parent.name, cwd=log.parent.parent)

    name = log.parent.name
    assert run.returncode == 0
    assert f"{name}/old.jsonl is a shorter copy of {name}/friday.jsonl: its first 40 lines" in run.stdout
    assert "same.jsonl is a copy of" in run.stdout


def test_a_damaged_log_is_not_recorded_on_and_says_how_to_go_on(tmp_path):
    for path in (SAMPLES / "bad" / "lutece").glob("edited-line.jsonl"):
        run = quaestor("record", path)
        assert (run.returncode, f"{path}:11: " in run.stderr) == (2, True)
        assert f"quaestor recover {path} -o NEW" in quaestor("audit", path).stdout
        run = quaestor("recover", path, "-o", tmp_path / "new.jsonl")
        assert (run.returncode, "not vouched for from line 11 on" in run.stdout) == (0, True)
        assert quaestor("recover", path, "-o", tmp_path / "new.jsonl").returncode == 2
        assert quaestor("audit", tmp_path / "new.jsonl").returncode == 0


def test_exit_codes_tell_clean_findings_and_unjudgeable_apart(log):
    assert quaestor("audit", log).returncode == 0
    assert quaestor("audit", SAMPLES / "bad" / "lutece" / "wrong-winner.jsonl").returncode == 1
    assert quaestor("audit", SAMPLES / "bad" / "lutece" / "cut-tail.jsonl").returncode == 1
    assert quaestor("audit", SAMPLES / "bad" / "lutece" / "edited-line.jsonl").returncode == 1
    assert quaestor("audit", __file__).returncode == 2
    assert quaestor("audit", log.parent / "nothing").returncode == 2


def test_a_folder_without_logs_is_said(tmp_path):
    run = quaestor("audit", tmp_path)

    assert run.returncode == 2
    assert "no *.jsonl" in run.stderr


def test_the_head_attests_the_end_and_catches_a_cut(log):
    head = report_of("audit", log, "--json")["head"]
    assert report_of("audit", log, "--head", head, "--json")["attested"] is True
    printed = re.search(r"head (\w+…)", quaestor("audit", log).stdout)[1]
    assert "(end attested)" in quaestor("audit", log, "--head", printed).stdout
    assert quaestor("audit", log, "--head", printed[:15]).returncode == 1
    log.write_bytes(b"".join(log.read_bytes().splitlines(keepends=True)[:-3]))

    assert quaestor("audit", log).returncode == 0
    cut = quaestor("audit", log, "--head", head)
    assert cut.returncode == 1
    assert "chain:" in cut.stdout


def test_another_edition_or_reading_is_named_in_the_report(log):
    report = report_of("audit", log, "--under", "pl", "--option", "ties=shared", "--json")

    assert (report["edition"], report["options"]["ties"]) == ("pl", "shared")
    assert "read with: ties=shared" in quaestor("audit", log, "--option", "ties=shared").stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--under", "de"], "unknown edition 'de'"),
        (["--option", "colour=red"], "unknown option 'colour'"),
        (["--option", "ties=maybe"], "cannot be 'maybe'"),
        (["--option", "ties"], "name=value"),
    ],
)
def test_an_unknown_reading_is_refused_with_what_there_is(log, words, said):
    run = quaestor("audit", log, *words)

    assert run.returncode == 2
    assert said in run.stdout + run.stderr


# --- score, show, tally -----------------------------------------------------------------------------------------------


def test_score_json_is_the_sheet_of_the_audit(log):
    sheet = report_of("audit", log, "--json")["sheet"]

    assert json.loads(quaestor("score", log, "--json").stdout) == sheet
    for player in sheet["players"]:
        assert player["total"] == sum(player["categories"].values()) == sum(line["points"] for line in player["lines"])


def test_score_why_gives_a_rule_and_events_behind_every_point(log):
    run = quaestor("score", log, "--why")

    assert run.returncode == 0
    for line in run.stdout.splitlines():
        if line.startswith("    "):
            assert "LUT-R" in line


def test_score_of_one_player_and_of_nobody(log):
    name = json.loads(log.read_text().split("\n")[0])["players"][1]

    assert quaestor("score", log, "--player", name).stdout.startswith(f"{name}: ")
    assert "is not at this table" in quaestor("score", log, "--player", "Zed").stderr


def forged(log, tmp_path):
    """A log with one line changed and a seal that was made to fit."""
    lines = log.read_bytes().splitlines(keepends=True)[:-1]
    lines[20] = lines[20].replace(b'"ts":"2', b'"ts":"3')
    body = b'{"type":"log_sealed","n":%d,"digest":"%s"' % (len(lines), sha256(b"".join(lines)).hexdigest().encode())
    tail = sha256(lines[-1][-67:-3] + body).hexdigest().encode()
    path = tmp_path / "forged.jsonl"
    path.write_bytes(b"".join([*lines, body, b',"hash":"', tail, b'"}\n']))
    return path


@pytest.mark.parametrize("command", ["score", "show", "replay", "export --transcript"])
def test_what_is_printed_of_a_log_with_a_broken_chain_is_headed_as_not_vouched_for(command, log, tmp_path):
    word, *more = command.split()
    run = quaestor(word, forged(log, tmp_path), *more)

    assert run.returncode == 1
    assert "chain" in run.stderr
    said = run.stderr if word == "export" else run.stdout
    assert "NOT VOUCHED FOR" in said
    assert len(run.stdout) > 100
    if word not in ("export",):
        assert run.stdout.startswith("NOT VOUCHED FOR")
        asjson = quaestor(word, forged(log, tmp_path), *more, "--json")
        assert (asjson.returncode, bool(json.loads(asjson.stdout)), "NOT VOUCHED FOR" in asjson.stderr) == (
            1,
            True,
            True,
        )


def test_score_of_a_torn_log_is_given_with_a_complaint():
    run = quaestor("score", SAMPLES / "bad" / "lutece" / "cut-tail.jsonl")

    assert run.returncode == 1
    assert "total" in run.stdout
    assert "torn" in run.stderr


def test_a_log_comes_through_a_pipe_as_well(log):
    text = log.read_text("utf-8")

    assert quaestor("audit", "-", stdin=text).stdout == quaestor("audit", log).stdout.replace(str(log), "-")
    assert quaestor("score", "-", stdin=text).stdout == quaestor("score", log).stdout
    assert report_of("audit", "-", "--json", stdin=text)["verdict"] == "clean"
    assert (broken := quaestor("audit", "-", stdin="nonsense")).returncode == 2
    assert "not a log" in broken.stdout + broken.stderr


@pytest.mark.parametrize("name", GAMES)
def test_show_is_never_wider_than_a_reader_can_follow(name):
    for path in sorted((SAMPLES / name).glob("*.jsonl"))[:4]:
        shown = quaestor("show", path.relative_to(SAMPLES), cwd=SAMPLES).stdout
        assert "\nplayers\n" in shown
        assert max(map(len, shown.splitlines())) <= 110, path.name


def test_show_at_an_event_is_the_table_at_that_moment(log):
    first = json.loads(quaestor("show", log, "--at", "1", "--json").stdout)

    assert [tile["card"] is not None for tile in first["tiles"]].count(True) == 1
    assert quaestor("show", log, "--at", "1").stdout.startswith("log: ")
    assert "there is no event 9999" in quaestor("show", log, "--at", "9999").stderr


def test_tally_scores_holdings_and_complains_on_stderr(tmp_path):
    file = tmp_path / "holdings.json"
    ana = {"player": "Ana", "coins": 7, "cards": ["C01", "C37"], "attached": {"C37": "C01"}}
    file.write_text(
        json.dumps(
            {"game": "lutece", "edition": "fr", "players": [ana, {"player": "Bo", "coins": 1, "cards": ["C02"]}]}
        )
    )
    sheet = json.loads(quaestor("tally", file, "--json").stdout)
    assert [one["categories"]["majority"] for one in sheet["players"]] == [0, 10]  # 2 each; C02 has the higher talent

    file.write_text(json.dumps({"game": "lutece", "players": [ana, {"player": "Bo", "coins": 1, "cards": ["C01"]}]}))
    twice = quaestor("tally", file)
    assert twice.returncode == 1
    assert "holdings" in twice.stderr
    assert "total" in twice.stdout

    file.write_text(json.dumps({"game": "lutece", "players": [ana, {"player": "Bo", "coins": 1, "cards": ["C99"]}]}))
    assert quaestor("tally", file).returncode == 2


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"game":"chess","players":[]}', '{"game":"lutece","players":[1]}', "[" * 9000]
)
def test_a_tally_that_cannot_be_read_is_one_line_and_exit_2(tmp_path, text):
    (tmp_path / "holdings.json").write_text(text)
    run = quaestor("tally", tmp_path / "holdings.json")

    assert run.returncode == 2
    assert len(run.stderr.splitlines()) == 1


# --- import, new, amend, export ---------------------------------------------------------------------------------------


def test_a_transcript_becomes_a_sealed_log_and_comes_out_again_the_same(log, tmp_path):
    exported = quaestor("export", log, "--transcript").stdout
    (tmp_path / "friday.txt").write_text("\ufeff" + exported.replace("\n", "\r\n") + "\r\n\r\n")
    run = quaestor("import", tmp_path / "friday.txt", "-o", tmp_path / "again.jsonl")

    assert run.returncode == 0
    assert quaestor("export", tmp_path / "again.jsonl", "--transcript").stdout == exported
    lines = [json.loads(line) for line in (tmp_path / "again.jsonl").read_text().splitlines()]
    assert all(re.fullmatch("[0-9a-f]{16}", line.pop("id")) for line in lines)
    own = ("hash", "digest")
    bare = [{key: one for key, one in line.items() if key not in own} for line in lines]
    assert bare == [
        {key: one for key, one in json.loads(line).items() if key not in own} for line in log.read_text().splitlines()
    ]


def test_a_transcript_with_a_line_that_is_no_event_is_refused_with_its_line(tmp_path):
    for text in ("7", '"note"', "null", "[]", "true"):
        (tmp_path / "t").write_text(f'{{"type":"game_started","game":"lutece","players":["Ana","Bo"]}}\n{text}\n')
        run = quaestor("import", tmp_path / "t", "-o", tmp_path / "t.jsonl")
        assert run.returncode == 2
        assert "t:2: " in run.stderr
        assert not (tmp_path / "t.jsonl").exists()


def test_import_needs_only_game_and_players_and_fills_in_the_rest(tmp_path):
    (tmp_path / "t").write_text('{"players": ["Ana", "Bo"], "game": "lutece", "type": "game_started"}\n')
    assert quaestor("import", tmp_path / "t", "-o", tmp_path / "t.jsonl").returncode == 0
    first = json.loads((tmp_path / "t.jsonl").read_text().split("\n")[0])

    assert list(first)[:3] == ["type", "n", "ts"]
    assert first["edition"] == "fr"
    assert first["catalogue"] == "reference"
    assert first["options"].keys() == GAMES["lutece"].about.options.keys()
    assert first["catalogue_digest"] == GAMES["lutece"].catalogue().digest


START = '{"type":"game_started","game":"lutece","players":["Ana","Bo"]}\n'


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (START + '\n{"type":"round_ended"}\n', ":2: "),
        (START + '{"type":"round_ended","type":"round_ended"}\n', ":2: "),
        (START + '{"type":"log_sealed","digest":"0"}\n', ":2: "),
        (START + '{"type":"round_ended","n":1}\n', ":2: "),
        (START + '{"type":"bribe_raised","player":"Ana","card":1,"coins":1.0}\n', ":2: "),
        (START + '{"type":"bribe_raised","player":"Ana","card":1,"coins":9007199254740992}\n', ":2: "),
        (START + '{"type":"bribe_raised","player":"Ana","card":1,"coins":' + "9" * 5000 + "}\n", ":2: "),
        (START + '{"type":"round_ended","ts":"yesterday"}\n', ":2: "),
        (START + '{"type":"entry_inserted","before":1,"entry":{"type":"note_added","n":7,"text":""}}\n', ":2: "),
        (START + '{"type":"round_ended","mood":"good"}\n', ":2: "),
        (START + '{"type":"dance"}\n', ":2: "),
        (START + "nonsense\n", ":2: "),
        (START.replace("lutece", "chess"), ":1: "),
        (START.replace('"Bo"', '"Ana"'), ":1: "),
        (START.replace(',"Bo"', ""), ":1: "),
        (START[:-2] + ',"edition":"de"}\n', ":1: "),
        (START[:-2] + ',"options":{"ties":"maybe"}}\n', ":1: "),
        (START[:-2] + ',"catalogue":"mine"}\n', ":1: "),
        ("", ": "),
    ],
)
def test_a_line_that_cannot_be_read_is_named_and_nothing_is_written(tmp_path, text, place):
    (tmp_path / "t").write_text(text)
    run = quaestor("import", tmp_path / "t", "-o", tmp_path / "t.jsonl")

    assert run.returncode == 2
    assert place in run.stderr
    assert "sys." not in run.stderr
    assert not (tmp_path / "t.jsonl").exists()
    assert [path.name for path in tmp_path.iterdir()] == ["t"]


def test_an_existing_log_is_never_overwritten(log, tmp_path):
    before = log.read_bytes()
    (tmp_path / "t").write_text(START)

    assert quaestor("import", tmp_path / "t", "-o", log).returncode == 2
    assert quaestor("new", log, "--players", "Ana,Bo").returncode == 2
    assert log.read_bytes() == before


def test_amending_keeps_the_old_entry_struck_through_and_seals_again(log):
    bid = next(
        n for n, line in enumerate(log.read_text().split("\n")) if '"note_added"' in line or '"bribe_raised"' in line
    )
    before = log.read_bytes()
    run = quaestor("amend", log, bid, "--withdraw", "--reason", "a slip")

    assert run.returncode == 0
    assert log.read_bytes().startswith(before)
    report = audit(log.read_bytes(), GAMES)
    assert report.sealed
    shown = quaestor("audit", log).stdout
    assert re.search(r"event \d+ ~~\w+ puts \d coins? on \w+~~ is withdrawn", shown)
    assert "(a slip)" in shown


@pytest.mark.parametrize(
    "words",
    [
        ["0", "--withdraw"],
        ["9999", "--withdraw"],
        ["3"],
        ["3", "--withdraw", "--entry", "{}"],
        ["3", "--entry", "{}"],
        ["3", "--entry", '{"type":"log_sealed","digest":""}'],
        ["3", "--entry", '{"type":"round_ended","n":4}'],
        ["3", "--entry", '{"type":"round_ended","ts":"2026-11-15T20:01:02.123Z"}'],
        ["3", "--entry", '{"type":"game_started","game":"lutece","players":["A","B"]}'],
    ],
)
def test_an_amendment_that_cannot_hold_is_refused_and_nothing_is_written(log, words):
    before = log.read_bytes()
    run = quaestor("amend", log, *words)

    assert run.returncode == 2
    assert log.read_bytes() == before


def test_correcting_and_inserting_change_what_is_in_force(log):
    names = json.loads(log.read_text().split("\n")[0])["players"]
    note = '{"type":"note_added","text":"forgotten"}'

    assert quaestor("amend", log, "5", "--before", note).returncode == 0
    assert (
        quaestor(
            "amend",
            log,
            "0",
            "--entry",
            json.dumps({"type": "game_started", "game": "lutece", "players": names, "edition": "pl"}),
        ).returncode
        == 0
    )
    exported = quaestor("export", log).stdout.splitlines()
    assert json.loads(exported[5])["text"] == "forgotten"
    assert json.loads(exported[0])["edition"] == "pl"


# --- simulate, catalogue, rule, schema --------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_bytes(tmp_path):
    for folder in ("one", "two"):
        assert (
            quaestor(
                "simulate",
                "lutece",
                "--games",
                "3",
                "--players",
                "5",
                "--edition",
                "pl",
                "--seed",
                "9",
                "-o",
                tmp_path / folder,
            ).returncode
            == 0
        )
    one, two = ([path.read_bytes() for path in sorted((tmp_path / folder).iterdir())] for folder in ("one", "two"))

    assert one == two
    assert len(set(one)) == 3


def test_simulate_refuses_a_table_the_game_does_not_know(tmp_path):
    assert "not 6" in quaestor("simulate", "lutece", "--players", "6", "-o", tmp_path / "x").stderr
    assert "unknown game" in quaestor("simulate", "chess", "-o", tmp_path / "x").stderr


def test_a_card_list_of_ones_own_is_checked_used_and_asked_for(tmp_path):
    mine = tmp_path / "mine.json"
    assert quaestor("catalogue", "copy", "lutece", "-o", mine).returncode == 0
    mine.write_text(
        mine.read_text().replace('"cost": 3', '"cost": 2', 1).replace('"id": "reference"', '"id": "mine"', 1)
    )
    assert quaestor("catalogue", "check", mine).returncode == 0
    assert quaestor("new", tmp_path / "g.jsonl", "--players", "Ana,Bo", "--catalogue", mine).returncode == 0

    unknown = quaestor("audit", tmp_path / "g.jsonl")
    assert unknown.returncode == 2
    assert "--catalogue FILE" in unknown.stdout
    assert quaestor("audit", tmp_path / "g.jsonl", "--catalogue", mine).returncode == 0
    other = tmp_path / "other.json"
    other.write_text(mine.read_text().replace('"cost": 2', '"cost": 1', 1))
    assert "another card list" in quaestor("audit", tmp_path / "g.jsonl", "--catalogue", other).stdout
    for command in ("score", "show"):
        assert "another card list" in quaestor(command, tmp_path / "g.jsonl", "--catalogue", other).stderr
        assert quaestor(command, tmp_path / "g.jsonl", "--catalogue", mine).stderr == ""


def test_a_game_with_a_card_list_of_ones_own_is_recorded_and_amended(tmp_path):
    mine, log = tmp_path / "mine.json", tmp_path / "g.jsonl"
    quaestor("catalogue", "copy", "lutece", "-o", mine)
    mine.write_text(mine.read_text().replace('"cost": 3', '"cost": 2', 1))
    said = quaestor("new", log, "--players", "Ana,Bo", "--catalogue", mine).stdout
    assert f"--catalogue {mine}" in said

    assert quaestor("record", log, "--catalogue", mine, stdin="note late\nundo\nnote later\n").returncode == 0
    assert quaestor("amend", log, 3, "--withdraw").returncode == 2
    assert quaestor("amend", log, 3, "--withdraw", "--catalogue", mine).returncode == 0
    assert [json.loads(line)["type"] for line in log.read_text().splitlines()] == [
        "game_started",
        "note_added",
        "entry_withdrawn",
        "note_added",
        "entry_withdrawn",
    ]


@pytest.mark.parametrize("form", ["--csv", "--html", "--text", "--bgstats"])
def test_a_game_with_a_card_list_of_ones_own_is_exported(tmp_path, form):
    mine, log = tmp_path / "mine.json", tmp_path / "g.jsonl"
    quaestor("catalogue", "copy", "lutece", "-o", mine)
    mine.write_text(mine.read_text().replace('"Brewer 1"', '"Innkeeper"'))
    events = [
        {"type": "game_started", "game": "lutece", "players": ["Ana", "Bo"]},
        {"type": "card_offered", "tile": "A", "card": "C01"},
    ]
    transcript = "".join(json.dumps(event) + "\n" for event in events)
    assert quaestor("import", "-", "-o", log, "--catalogue", mine, stdin=transcript).returncode == 0

    assert "--catalogue FILE" in quaestor("export", log, form).stderr
    run = quaestor("export", log, form, "--catalogue", mine)
    assert (run.returncode, run.stderr) == (0, "")
    assert ("Innkeeper" in run.stdout) == (form == "--text")  # the others tell no single card here


def test_a_page_given_where_a_log_belongs_is_told_how_to_be_written(log, tmp_path):
    run = quaestor("export", log, "--html", "page.html", cwd=tmp_path)

    assert run.returncode == 2
    assert run.stderr == "quaestor: page.html is not there to be read; to write it, say: -o page.html\n"


def test_a_spoilt_card_list_is_told_what_is_wrong(tmp_path):
    mine = tmp_path / "mine.json"
    quaestor("catalogue", "copy", "lutece", "-o", mine)
    mine.write_text(mine.read_text().replace('"talent": 4', '"talent": 1', 1))
    run = quaestor("catalogue", "check", mine)

    assert run.returncode == 1
    assert "talent" in run.stdout


def test_what_is_no_card_list_or_no_first_line_is_told_in_our_words(tmp_path):
    (tmp_path / "c").write_text("{}")
    assert "it has no id" in quaestor("new", tmp_path / "l", "-p", "Ana,Bo", "--catalogue", tmp_path / "c").stderr
    assert "mapping" not in quaestor("new", tmp_path / "l", "-p", "Ana,Bo", "--also", "[]").stderr
    assert not (tmp_path / "l").exists()


def test_what_is_said_about_writing_can_be_had_as_json(tmp_path):
    log, lists = tmp_path / "g.jsonl", tmp_path / "mine.json"
    said = [
        quaestor("new", log, "--players", "Ana,Bo", "--json"),
        quaestor("amend", log, "0", "--before", '{"type":"round_ended"}', "--json"),
        quaestor("import", log.with_name("gone"), "-o", log, "--json"),
        quaestor("simulate", "lutece", "--games", "1", "-o", tmp_path / "s", "--json"),
        quaestor("catalogue", "copy", "lutece", "-o", lists, "--json"),
        quaestor("rule", "LUT-R14", "--json"),
        quaestor("schema", "-o", tmp_path / "schemas", "--json"),
    ]

    assert [run.returncode for run in said] == [0, 2, 2, 0, 0, 0, 0]
    assert json.loads(said[0].stdout)["head"] == audit(log.read_bytes(), GAMES).head
    assert said[1].stdout == said[2].stdout == ""
    for run in said[3:]:
        assert json.loads(run.stdout)


def test_a_file_that_is_no_log_is_said_once(tmp_path):
    (tmp_path / "x.jsonl").write_text("shopping list")
    run = quaestor("audit", tmp_path / "x.jsonl")

    assert run.returncode == 2
    assert run.stdout.count("unjudgeable") == 1


def test_a_rule_can_be_read_by_the_name_a_report_uses():
    assert quaestor("rule", "lut-r29a").stdout.startswith("LUT-R29a ")
    assert quaestor("rule", "LUT-R99").returncode == 2


# --- harmless ---------------------------------------------------------------------------------------------------------

NASTY = ["\x1b[31mred\x07", "\u202etxet", "<script>alert(1)</script>", '=HYPERLINK("x")', "a\u0085b\u200b"]


def test_names_that_would_act_come_out_harmless_everywhere(tmp_path):
    path = tmp_path / "n.jsonl"
    path.write_bytes(encode([start(GAMES["lutece"], NASTY)]))
    outputs = [
        quaestor(*words).stdout
        for words in (
            ["audit", path], ["audit", tmp_path], ["audit", path, "--json"], ["score", path], ["score", path, "--why"],
            ["show", path], ["show", path, "--json"], ["export", path],
        )
    ]  # fmt: skip

    for text in outputs:
        assert not any(mark in text for mark in "\x1b\x07\u202e\u0085\u200b")
    assert json.loads(outputs[2])["reports"][0]["sheet"]["players"][0]["player"] == NASTY[0]
    assert json.loads(path.read_text().split("\n")[0])["players"] == NASTY


# --- record -----------------------------------------------------------------------------------------------------------

ROUND = ["A 1 B 2 C 3", "1 1 2 4 3 29", "ana a+2 rev", "bo A 1+1", ".", ".", "."]


def test_a_round_is_recorded_bids_first_and_then_the_coins_on_them(tmp_path):
    path = tmp_path / "g.jsonl"
    quaestor("new", path, "--players", "Ana,Bo", "--edition", "en")
    run = quaestor("record", path, "--by", "Cem", stdin="\n".join([*ROUND, "quit", ""]))

    assert run.returncode == 0
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert [line["type"] for line in lines[7:]] == [
        "bid_placed", "bid_placed", "bribe_raised", "bribe_raised", "card_purchased", "card_purchased", "round_ended",
    ]  # fmt: skip
    assert {line.get("by") for line in lines[1:]} == {"Cem"}
    assert audit(path.read_bytes(), GAMES).verdict == "clean"
    assert "Ana buys Brewer 1 C01, pays 2, receives 0" in run.stdout


def test_undo_appends_a_withdrawal_and_a_warning_does_not_forbid(tmp_path):
    path = tmp_path / "g.jsonl"
    quaestor("new", path, "--players", "Ana,Bo", "--edition", "en")
    run = quaestor("record", path, stdin="\n".join(["A 1", "A 2", "undo", "note late", "undo", "undo", "quit", ""]))

    assert "LUT-R3" in run.stderr
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert [(line["type"], line.get("target")) for line in lines[1:]] == [
        ("card_offered", None), ("card_offered", None), ("entry_withdrawn", 2), ("note_added", None),
        ("entry_withdrawn", 4), ("entry_withdrawn", 1),
    ]  # fmt: skip
    assert audit(path.read_bytes(), GAMES).verdict == "clean"


def test_what_is_not_understood_is_said_and_nothing_is_written(tmp_path):
    path = tmp_path / "g.jsonl"
    quaestor("new", path, "--players", "Ana,Bo,Anna")
    before = path.read_bytes()
    run = quaestor(
        "record", path, stdin="\n".join(["foo", "Z 9", "A 99", "", "7", "an A B", '{"type":"dance"}', "{", ""])
    )

    assert run.stderr.count("not understood") == 8
    assert path.read_bytes() == before


def test_a_whole_game_recorded_at_the_prompt_is_clean_and_sealed(tmp_path):
    path = tmp_path / "g.jsonl"
    source = [json.loads(line) for line in simulate(GAMES["lutece"], 3, players=2, edition="en").splitlines()]
    quaestor("new", path, "--players", ",".join(source[0]["players"]), "--edition", "en")
    own = {"n", "ts", "hash"}
    said = [
        json.dumps({key: value for key, value in line.items() if key not in own})
        for line in source[1:]
        if line["type"] not in ("game_ended", "log_sealed")
    ]
    run = quaestor("record", path, stdin="\n".join([*said, "", ""]))

    report = audit(path.read_bytes(), GAMES)
    assert (report.verdict, report.sealed) == ("clean", True)
    assert list(report.sheet.winners) == source[-2]["winners"]
    assert "sealed" in run.stdout


def test_a_scribe_killed_at_any_moment_loses_nothing_that_was_written(tmp_path):
    path = tmp_path / "g.jsonl"
    quaestor("new", path, "--players", "Ana,Bo")
    for delay in (0, 0.05, 0.2):
        record = [QUAESTOR, "record", str(path)]
        with subprocess.Popen(record, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as scribe:
            scribe.stdin.write("".join(f"note {n}\n" for n in range(2000)))
            scribe.stdin.flush()
            first = next(line for line in scribe.stdout if "  note: " in line)
            time.sleep(delay)
            os.kill(scribe.pid, signal.SIGKILL)
            shown = [first, *scribe.stdout]
        acknowledged = [int(line.split()[0]) for line in shown if "  note: " in line]
        report = audit(path.read_bytes(), GAMES)
        if report.integrity == "torn":
            quaestor("record", path, stdin="quit\n")
            report = audit(path.read_bytes(), GAMES)
        assert report.integrity == "ok"
        assert report.events > max(acknowledged)


def test_a_second_scribe_is_refused_at_once(tmp_path):
    path = tmp_path / "g.jsonl"
    quaestor("new", path, "--players", "Ana,Bo")
    first = subprocess.Popen([QUAESTOR, "record", str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert "1 event so far" in first.stdout.readline()
    second = quaestor("record", path, stdin="quit\n")
    first.communicate("quit\n")

    assert second.returncode == 2
    assert "being written by another program" in second.stderr


def test_a_closed_pipe_is_no_mistake(log):
    run = subprocess.run(f"{QUAESTOR} score {log} --why | head -1", shell=True, capture_output=True, text=True)

    assert "Traceback" not in run.stderr
    assert run.stdout


# --- what waits -------------------------------------------------------------------------------------------------------


def test_coins_named_before_everybody_has_bid_are_there_when_record_goes_on(tmp_path):
    quaestor("new", "h.jsonl", "--players", "Ana,Bo", "--edition", "en", cwd=tmp_path)
    quaestor("record", "h.jsonl", cwd=tmp_path, stdin="A 1 B 2 C 3\n1 1 2 4 3 29\nana A+2 rev\nquit\n")
    shown = quaestor("show", "h.jsonl", cwd=tmp_path).stdout

    assert shown.endswith("waits until it may stand in the log: something that Ana named\n")
    assert json.loads(quaestor("show", "h.jsonl", "--json", cwd=tmp_path).stdout)["waiting"] == [
        "something that Ana named"
    ]
    quaestor("record", "h.jsonl", cwd=tmp_path, stdin="bo A 1+1\n.\nquit\n")
    lines = [json.loads(line) for line in (tmp_path / "h.jsonl").read_text().splitlines()]
    assert [(line["player"], line["coins"]) for line in lines if line["type"] == "bribe_raised"] == [
        ("Ana", 2),
        ("Bo", 1),
    ]
    assert [line["player"] for line in lines if line["type"] == "card_purchased"] == ["Ana", "Bo"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["h.jsonl"]


@pytest.mark.parametrize("command", ["export {log} -o full/out.txt", "simulate lutece --games 1 -o full"])
def test_a_full_disk_leaves_no_half_file_and_the_message_names_the_file(command, log, tmp_path):
    (tmp_path / "full").mkdir()
    words = [QUAESTOR, *command.format(log=log).split()]
    limited = subprocess.run(
        ["bash", "-c", 'ulimit -f 1; trap "" XFSZ; exec "$@"', "-", *words],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert limited.returncode == 2
    assert re.search(r"full/\S+ cannot be written: File too large", limited.stderr)
    assert list((tmp_path / "full").iterdir()) == []
    assert subprocess.run(words, cwd=tmp_path, capture_output=True).returncode == 0


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("command", ["show {log}", "audit {log} {log} --json", "--version"])
def test_an_answer_that_cannot_be_printed_is_one_line_of_complaint(command, unbuffered, log):
    words, environment = command.format(log=log).split(), os.environ | {"PYTHONUNBUFFERED": unbuffered}
    with Path("/dev/full").open("w") as full:
        run = subprocess.run([QUAESTOR, *words], stdout=full, stderr=subprocess.PIPE, text=True, env=environment)
    assert run.returncode == 2
    assert run.stderr == (
        "quaestor: the answer cannot be printed: No space left on device; look what is there before repeating\n"
    )


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_an_answer_that_finds_room_for_a_part_only_is_not_passed_off_as_whole(unbuffered, log, tmp_path):
    limited = subprocess.run(
        ["bash", "-c", 'ulimit -f 1; trap "" XFSZ; exec "$@" >part.json', "-", QUAESTOR, "audit", log, "--json"],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONUNBUFFERED": unbuffered},
    )
    assert limited.returncode == 2
    assert limited.stderr.startswith("quaestor: the answer cannot be printed: File too large;")


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("quaestor aud", ["audit"]),
        ("quaestor audit --let", ["--letter"]),
        ("quaestor options glo", ["glory_to_rome"]),
        ("quaestor new friday.jsonl --game bu", ["builders"]),
        ("quaestor rule LUT-R14", ["LUT-R14"]),
    ],
)
def test_the_shell_completes_commands_options_games_and_rules(typed, offered):
    words = typed.split(" ")
    asked = {"_QUAESTOR_COMPLETE": "complete_bash", "COMP_WORDS": typed, "COMP_CWORD": str(len(words) - 1)}
    run = subprocess.run([QUAESTOR], capture_output=True, text=True, env=os.environ | asked)
    assert (run.stdout.split(), run.stderr) == (offered, "")
