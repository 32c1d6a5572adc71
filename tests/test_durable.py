"""Every door at every moment that can go wrong: nothing acknowledged is lost, nothing is doubled, the answer is true.

Each is run with each of its calls to the disk failing in every way, and with the power lost at each of them.
"""

import builtins
import io
import os
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from faulty import ERRORS, SURVIVES, FaultyDisk, PowerLost

from cli.options import put
from cli.pad.keys import Refused, put_secret
from cli.pad.open_table import SCRIBE, OpenTable
from cli.pad.past import Past
from cli.pad.seats import Seats
from cli.pad.turns import Turns
from cli.record import scribe
from ledger import files
from ledger.amend import amend
from ledger.events import EntryWithdrawn, GameEnded, GameStarted, LogSealed, NoteAdded, TailSetAside
from ledger.files import Disk, NotKnown, create, write_over
from ledger.games import GAMES
from ledger.log import LogError, encode, load, read, scan
from ledger.packs import pack, unpack
from ledger.recover import recovered
from ledger.writer import Log

STAMP = "2026-11-15T20:01:02.123Z"
START = GameStarted(game="lutece", players=("Ana", "Bo"), edition="en", ts=STAMP, id="start")
OPEN = encode([START, NoteAdded(text="one", ts=STAMP, id="one"), NoteAdded(text="two", ts=STAMP, id="two")])
SEALED = encode([START, NoteAdded(text="one", ts=STAMP, id="one"), GameEnded(winners=("Ana",), ts=STAMP)], seal=True)
BEGUN = b'{"type":"note_added","n":3,"te'
DAMAGED = OPEN.replace(b'"one"', b'"eno"')
LOG = "friday.jsonl"


def entering(folder):
    with Log(folder / LOG, GAMES) as log:
        log.enter([NoteAdded(text="a", id="a"), NoteAdded(text="b", id="b"), NoteAdded(text="c", id="c")])


def sealing(folder):
    with Log(folder / LOG, GAMES) as log:
        log.seal()


def amending(folder):
    amend(folder / LOG, GAMES, 1, reason="twice")


def starting(folder):
    create(folder / LOG, OPEN)


def recovering(folder):
    create(folder / "new.jsonl", recovered((folder / LOG).read_bytes(), GAMES)[0])


def exporting(folder):
    put(OPEN, folder / "out.txt")


def packing(folder):
    pack([(LOG, OPEN), ("again.jsonl", SEALED)], folder / "all.jsonl.zst")


def unpacking(folder):
    for name, trouble in unpack(io.BytesIO(PACKED), folder):
        if trouble is not None:
            assert name in str(trouble)
            raise NotKnown(trouble) if "not known" in str(trouble) else LogError(trouble)


def making_anew(folder):
    write_over(folder / LOG, SEALED)


def keeping_keys(folder):
    put_secret(folder / "friday.keys", OPEN)


def waiting(folder):
    with Log(folder / LOG, GAMES) as log:
        log.wait([NoteAdded(text="w", id="w")])


def tapping(folder):
    entries = [NoteAdded(text="a", id="tap-a"), NoteAdded(text="b", id="tap-b")]
    table = OpenTable("friday", folder / LOG, Seats(folder), Past(turns := Turns()), turns)
    try:
        table._write(entries, None, SCRIBE)
    finally:
        table._close()


def packed():
    with TemporaryDirectory() as folder:
        packing(Path(folder))
        return (Path(folder) / "all.jsonl.zst").read_bytes()


PACKED = packed()


def texts(folder):
    """What the log says once somebody has opened it again."""
    if not (folder / LOG).exists():
        return None
    with Log(folder / LOG, GAMES):
        pass
    assert scan(read(folder / LOG)).integrity == "ok"
    _, events = load(folder / LOG, GAMES)
    told = []
    for event in events:
        if isinstance(event, NoteAdded):
            told.append(event.text)
        elif isinstance(event, EntryWithdrawn):
            told.append(f"not {event.target}")
        elif isinstance(event, LogSealed):
            told.append("sealed")
    return told


def file(name):
    def found(folder):
        return [(folder / name).read_bytes()[:200]] if (folder / name).exists() else None

    return found


def held(folder):
    with Log(folder / LOG, GAMES) as log:
        return [event.id for event in log.waiting]


DOORS = {  # what is there before, what is done, how it is looked at, what that shows before and after
    "an entry": (OPEN, entering, texts, ["one", "two"], ["one", "two", "a", "b", "c"]),
    "an entry after a torn one": (OPEN + BEGUN, entering, texts, ["one", "two"], ["one", "two", "a", "b", "c"]),
    "an entry after a line without its end": (
        OPEN[:-1],
        entering,
        texts,
        ["one", "two"],
        ["one", "two", "a", "b", "c"],
    ),
    "a seal": (OPEN, sealing, texts, ["one", "two"], ["one", "two", "sealed"]),
    "an amendment": (OPEN, amending, texts, ["one", "two"], ["one", "two", "not 1"]),
    "an amendment of a sealed log": (SEALED, amending, texts, ["one", "sealed"], ["one", "sealed", "not 1", "sealed"]),
    "a new log": (None, starting, texts, None, ["one", "two"]),
    "a recovered log": (DAMAGED, recovering, lambda folder: (folder / "new.jsonl").exists() or None, None, True),
    "an export": (OPEN, exporting, file("out.txt"), None, [OPEN[:200]]),
    "a pack": (OPEN, packing, file("all.jsonl.zst"), None, [PACKED[:200]]),
    "a pack taken apart": (None, unpacking, file("again.jsonl"), None, [SEALED[:200]]),
    "a page made anew": (OPEN, making_anew, file(LOG), [OPEN[:200]], [SEALED[:200]]),
    "keys": (OPEN, keeping_keys, file("friday.keys"), None, [OPEN[:200]]),
    "words that wait": (OPEN, waiting, held, [], ["w"]),
    "a tap on a phone": (OPEN, tapping, texts, ["one", "two"], ["one", "two", "a", "b"]),
}


MAKING = (starting, recovering, exporting, packing)  # doors that make a new file
DRAFTING = (starting, recovering, exporting)  # Linux has files without a name for it, others drafts
EVERY = [(name, False) for name in DOORS] + [(name, True) for name in DOORS if DOORS[name][1] in DRAFTING]


@pytest.fixture(params=EVERY, ids=lambda one: f"{one[0]} with drafts" if one[1] else one[0])
def door(request, monkeypatch):
    name, drafts = request.param
    if drafts:
        monkeypatch.setattr(files, "UNNAMED", 0)
    return DOORS[name]


@pytest.fixture
def tmp_path():
    """In memory, where there is such a place: what a flush means is told by the faulty disk, not by a real one."""
    memory = Path("/dev/shm")
    with TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        yield Path(folder)


def rounds(tmp_path, before, **how):
    """A folder and a disk for each call at which something may go wrong, until there are no more."""
    number = 0
    while True:
        number += 1
        folder = tmp_path / f"{len(list(tmp_path.iterdir()))}"
        folder.mkdir()
        if before is not None:
            (folder / LOG).write_bytes(before)
        disk = FaultyDisk(folder, number, **how)
        yield folder, disk
        if disk.calls < number:
            return


def doing(monkeypatch, disk, what, folder):
    """What somebody is told who does something on that disk."""
    with monkeypatch.context() as patched:
        patched.setattr(files, "disk", disk)
        try:
            what(folder)
        except NotKnown as error:
            assert "not known" in str(error)
            return "not known"
        except Refused as error:
            assert error.status in (404, 409, 507)
            return "not known" if error.code == "unknown" else "not recorded"
        except LogError as error:
            assert "\n" not in str(error)
            return "not recorded"
        except PowerLost:
            return "nothing"
    return "recorded"


@pytest.mark.parametrize("done", [False, True], ids=["not done", "done all the same"])
@pytest.mark.parametrize("error", ERRORS[:2], ids=os.strerror)
def test_whatever_fails_the_answer_is_true_and_repeating_doubles_nothing(door, error, done, tmp_path, monkeypatch):
    before, what, look, old, new = door
    answers = set()
    for folder, disk in rounds(tmp_path, before, error=error, done=done):
        answer = doing(monkeypatch, disk, what, folder)
        answers.add(answer)
        found = look(folder)
        where = (disk.at, answer, found)
        if answer == "recorded":
            assert found == new, where
            disk.off = True
            disk.crash("only what was flushed")
            assert look(folder) == new, (where, "and then the power was lost")
        else:
            assert found in ((old,) if answer == "not recorded" else (old, new)), where
            if found == old or what not in MAKING:
                what(folder)
            assert look(folder) == new, (where, "repeated")
        assert disk.failed == "remove" or not [path.name for path in folder.iterdir() if path.name.endswith(".new")]
    assert "not recorded" in answers


LASTING = ["sync", "sync write", "sync truncate", "sync read", "sync_folder remove", " ".join(vars(Disk))]


@pytest.mark.parametrize("lasting", LASTING, ids=[*LASTING[:-1], "everything"])
@pytest.mark.parametrize("survives", SURVIVES)
def test_a_disk_that_stays_broken_is_told_the_truth_about_also_when_the_power_is_lost(
    door, survives, lasting, tmp_path, monkeypatch
):
    before, what, look, old, new = door
    for folder, disk in rounds(tmp_path, before, error=ERRORS[0], lasting=frozenset(lasting.split())):
        answer = doing(monkeypatch, disk, what, folder)
        disk.crash(survives)
        possible = {"recorded": (new,), "not recorded": (old,)}.get(answer, (old, new))
        assert look(folder) in possible, (disk.at, disk.failed, answer)


@pytest.mark.parametrize("survives", SURVIVES)
def test_whenever_the_power_is_lost_an_entry_is_there_whole_or_not_at_all(door, survives, tmp_path, monkeypatch):
    before, what, look, old, new = door
    for folder, disk in rounds(tmp_path, before):
        answer = doing(monkeypatch, disk, what, folder)
        disk.crash(survives)
        found = look(folder)
        assert found in ((new,) if answer == "recorded" else (old, new)), (disk.at, answer, found)
        if found == old or what not in MAKING:
            what(folder)
        assert look(folder) == new, (disk.at, "repeated")


def test_an_entry_resent_after_a_flush_failed_is_flushed_before_it_is_acknowledged(tmp_path, monkeypatch):
    """The system may show bytes that are nowhere: a later flush proves nothing about them."""
    for folder, disk in rounds(tmp_path, OPEN, error=ERRORS[0]):
        if doing(monkeypatch, disk, entering, folder) == "recorded":
            continue
        assert doing(monkeypatch, disk, entering, folder) == "recorded"
        disk.off = True
        disk.crash("only what was flushed")
        assert texts(folder) == ["one", "two", "a", "b", "c"], disk.at


def test_what_a_killed_writer_left_unflushed_is_flushed_before_it_is_acknowledged(tmp_path, monkeypatch):
    folder = tmp_path / "killed"
    folder.mkdir()
    (folder / LOG).write_bytes(OPEN)
    disk = FaultyDisk(folder)
    monkeypatch.setattr(disk, "sync", lambda descriptor: (_ for _ in ()).throw(PowerLost))
    with monkeypatch.context() as patched:
        patched.setattr(files, "disk", disk)
        with pytest.raises(PowerLost):
            entering(folder)
    calm = FaultyDisk(folder)
    calm.flushed = {calm.names[LOG]: OPEN}  # the rest is in memory only
    assert doing(monkeypatch, calm, entering, folder) == "recorded"
    calm.off = True
    calm.crash("only what was flushed")
    assert texts(folder) == ["one", "two", "a", "b", "c"]


# --- the scribe's words -----------------------------------------------------------------------------------------------


def said(monkeypatch, *lines):
    """Somebody who types these lines and then leaves."""
    left = iter(lines)
    monkeypatch.setattr(builtins, "input", lambda prompt="": next(left, "quit"))


TABLE = encode([GameStarted(game="lutece", players=("Ana", "Bo", "Cem"), edition="en", ts=STAMP)])
OFFERS = ("A 1 B 2 C 3", "1 1 2 4 3 29")


def coins(folder):
    """Who has how many coins lying there."""
    _, events = load(folder / LOG, GAMES)
    return [(event.player, event.coins) for event in events if type(event).__name__ == "BribeRaised"]


@pytest.mark.parametrize("survives", SURVIVES)
def test_coins_named_before_everybody_has_bid_are_never_lost(survives, tmp_path, monkeypatch, capsys):
    """Whatever is on disk before the next question is there afterwards; what the power took is typed again."""
    said(monkeypatch, *OFFERS)
    prepared = tmp_path / "prepared"
    prepared.mkdir()
    (prepared / LOG).write_bytes(TABLE)
    scribe(prepared / LOG, "")
    table = (prepared / LOG).read_bytes()
    for folder, disk in rounds(tmp_path, table):
        said(monkeypatch, "ana A+2 rev")
        doing(monkeypatch, disk, lambda folder: scribe(folder / LOG, ""), folder)
        finished = disk.calls < disk.at
        disk.crash(survives)
        with Log(folder / LOG, GAMES) as log:
            bids = [event.player for event in log.events if type(event).__name__ == "BidPlaced"]
            waits = [event.player for event in log.waiting if type(event).__name__ == "BribeRaised"]
        assert waits == ["Ana"] or not bids, disk.at
        assert bids == ["Ana"] or not finished
        rest = [] if bids or waits else ["ana A+2 rev"]
        said(monkeypatch, *rest, "bo A 1+1", "cem rev 2")
        scribe(folder / LOG, "")
        assert coins(folder) == [("Ana", 2), ("Bo", 1)], disk.at
        assert not (folder / f"{LOG}.waiting").exists()
    capsys.readouterr()


def test_what_a_killed_scribe_left_half_written_is_gone_once_the_log_is_opened_again(tmp_path):
    create(tmp_path / LOG, OPEN)
    draft = tmp_path / f".{LOG}.waiting.new"
    draft.write_bytes(b'{"type":"bribe_raised","player":"Ana"')
    with Log(tmp_path / LOG, GAMES) as log:
        assert log.waiting == []
    assert not draft.exists()


def test_values_that_the_table_has_not_seen_are_not_told(tmp_path, monkeypatch, capsys):
    (tmp_path / LOG).write_bytes(TABLE)
    said(monkeypatch, *OFFERS, "ana A+2 rev", "show")
    scribe(tmp_path / LOG, "")
    told = capsys.readouterr().out
    assert told.count("something that Ana named") == 2
    assert "2 coins" not in told


def test_undo_withdraws_the_whole_entry_and_what_others_had_said_waits_again(tmp_path, monkeypatch, capsys):
    (tmp_path / LOG).write_bytes(TABLE)
    said(monkeypatch, *OFFERS, "ana A+2 rev", "bo A 1+1", "cem rev 2+1", "undo")
    scribe(tmp_path / LOG, "")
    with Log(tmp_path / LOG, GAMES) as log:
        assert [(event.player, event.coins) for event in log.waiting] == [("Ana", 2), ("Bo", 1)]
        entry = log.entry_of(len(log.events) - 1)
        assert [type(event) for event in entry] == [EntryWithdrawn] * 4
    said(monkeypatch, "cem B 2")
    scribe(tmp_path / LOG, "")
    assert coins(tmp_path)[-2:] == [("Ana", 2), ("Bo", 1)]
    capsys.readouterr()


@pytest.mark.parametrize("survives", SURVIVES[:3])
def test_whenever_the_power_is_lost_in_an_undo_what_others_said_stands_or_waits(
    survives, tmp_path, monkeypatch, capsys
):
    prepared = tmp_path / "prepared"
    prepared.mkdir()
    (prepared / LOG).write_bytes(TABLE)
    said(monkeypatch, *OFFERS, "ana A+2 rev", "bo A 1+1", "cem rev 2+1")
    scribe(prepared / LOG, "")
    found = set()
    for folder, disk in rounds(tmp_path, (prepared / LOG).read_bytes()):
        said(monkeypatch, "undo")
        doing(monkeypatch, disk, lambda folder: scribe(folder / LOG, ""), folder)
        disk.crash(survives)
        with Log(folder / LOG, GAMES) as log:
            withdrawn = sum(isinstance(event, EntryWithdrawn) for event in log.events)
            waits = [(event.player, event.coins) for event in log.waiting]
        assert (withdrawn, waits) in ((0, []), (4, [("Ana", 2), ("Bo", 1)])), disk.at
        found.add(withdrawn)
    assert found == {0, 4}
    capsys.readouterr()


def test_a_game_is_not_sealed_while_something_waits(tmp_path, monkeypatch):
    (tmp_path / LOG).write_bytes(OPEN)
    waiting(tmp_path)
    with Log(tmp_path / LOG, GAMES) as log:
        with pytest.raises(LogError, match="waits"):
            log.seal()
        with pytest.raises(LogError, match="waits"):
            log.enter([GameEnded(winners=())], seal=True)
        log.wait([])
        log.seal()


# --- files that change under a writer ---------------------------------------------------------------------------------


def shorten(path: Path):
    os.truncate(path, 500)


def cut_a_line(path: Path):
    os.truncate(path, len(b"".join(path.read_bytes().splitlines(keepends=True)[:-1])))


def exchange(path: Path):
    path.with_name("other").write_bytes(path.read_bytes())
    path.with_name("other").rename(path)


def go_on(path: Path):
    with path.open("ab") as log:
        log.write(b"x")


def rewrite(path: Path):
    data = path.read_bytes()
    path.write_bytes(data[:-5] + b"00" + data[-3:])
    assert path.stat().st_size == len(data)


def flip(path: Path):
    with path.open("r+b") as log:
        log.seek(300)
        byte = log.read(1)
        log.seek(300)
        log.write(bytes([byte[0] ^ 1]))


def take_away(path: Path):
    path.rename(path.with_name("gone"))


def lay_a_link(path: Path):
    path.rename(path.with_name("real"))
    path.symlink_to("real")


@pytest.mark.parametrize("change", [shorten, cut_a_line, exchange, go_on, rewrite, flip, take_away, lay_a_link])
def test_a_file_that_was_changed_under_its_writer_is_written_no_further(tmp_path, change):
    path = tmp_path / LOG
    path.write_bytes(OPEN)
    with Log(path, GAMES) as log:
        log.append(NoteAdded(text="three"))
        change(path)
        there = {one.name: one.read_bytes() for one in tmp_path.iterdir()}
        for _ in range(2):
            with pytest.raises(LogError) as refused:
                log.append(NoteAdded(text="four"))
        assert "closed" in str(refused.value)
    assert {one.name: one.read_bytes() for one in tmp_path.iterdir()} == there


@pytest.mark.parametrize(
    "change", [Path.touch, lambda path: path.chmod(0o644), lambda path: path.write_bytes(path.read_bytes())]
)
def test_a_file_that_was_only_touched_is_written_on(tmp_path, change):
    path = tmp_path / LOG
    path.write_bytes(OPEN)
    with Log(path, GAMES) as log:
        log.append(NoteAdded(text="three"))
        change(path)
        log.append(NoteAdded(text="four"))
    assert texts(tmp_path) == ["one", "two", "three", "four"]


def test_a_file_that_could_not_be_read_for_a_moment_is_not_told_as_changed(tmp_path, monkeypatch):
    """Nobody touched it: what was not recorded is sent again, and nobody has to say that the file is the right one."""
    (tmp_path / LOG).write_bytes(OPEN)
    table = OpenTable("friday", tmp_path / LOG, Seats(tmp_path), Past(turns := Turns()), turns)
    table._write([NoteAdded(text="three", id="three")], None, SCRIBE)
    sent, number, calls = ["one", "two", "three"], 0, 1
    while number <= calls:
        number += 1
        sent.append(f"tap-{number}")
        entry = NoteAdded(text=sent[-1], id=sent[-1])
        disk = FaultyDisk(tmp_path, number, error=ERRORS[0])
        answer = doing(monkeypatch, disk, lambda folder, entry=entry: table._write([entry], None, SCRIBE), tmp_path)
        calls = disk.calls
        assert table.changed is None, (number, disk.failed, answer)
        table._write([entry], None, SCRIBE)
    table._close()
    assert number > 4
    assert texts(tmp_path) == sent


def test_a_symbolic_link_in_the_place_of_a_log_or_its_torn_tail_is_not_followed(tmp_path):
    path, other = tmp_path / LOG, tmp_path / "other"
    other.write_bytes(b"mine")
    path.write_bytes(OPEN + BEGUN)
    path.with_name(f"{LOG}.torn").symlink_to(other)
    with pytest.raises(LogError, match="cannot be set aside"):
        Log(path, GAMES)
    assert (other.read_bytes(), path.read_bytes()) == (b"mine", OPEN + BEGUN)
    path.with_name(f"{LOG}.torn").unlink()
    path.rename(tmp_path / "real.jsonl")
    path.symlink_to("real.jsonl")
    with pytest.raises(LogError, match="symbolic link"):
        Log(path, GAMES)


def test_two_equal_torn_tails_are_both_kept(tmp_path):
    path = tmp_path / LOG
    path.write_bytes(OPEN)
    for _ in range(2):
        path.write_bytes(path.read_bytes() + BEGUN)
        Log(path, GAMES).close()
    assert path.with_name(f"{LOG}.torn").read_bytes() == BEGUN * 2
    _, events = load(path, GAMES)
    assert [event.bytes for event in events if isinstance(event, TailSetAside)] == [len(BEGUN)] * 2


# --- every system -----------------------------------------------------------------------------------------------------


def test_portalocker_itself_holds_the_lock_between_processes_and_lets_it_go(tmp_path):
    import subprocess
    import sys

    script = (
        "import sys; from types import SimpleNamespace; from pathlib import Path\n"
        "from ledger import locks; locks.os = SimpleNamespace(name='nt')\n"
        "from ledger.games import GAMES; from ledger.log import Locked; from ledger.writer import Log\n"
        "try:\n"
        "    with Log(Path(sys.argv[1]), GAMES) as log:\n"
        "        assert 'portalocker' in sys.modules\n"
        "        print('open', flush=True)\n"
        "        sys.stdin.read()\n"
        "except Locked:\n"
        "    print('locked')\n"
    )
    path = tmp_path / LOG
    path.write_bytes(OPEN)
    command = [sys.executable, "-c", script, path]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as first:
        assert first.stdout is not None
        assert first.stdout.readline() == "open\n"
        assert subprocess.run(command, input="", capture_output=True, text=True).stdout == "locked\n"
        first.kill()
    assert subprocess.run(command, input="", capture_output=True, text=True).stdout == "open\n"


def test_where_there_is_no_flock_portalocker_holds_the_lock(tmp_path, monkeypatch):
    import sys
    from types import ModuleType, SimpleNamespace

    held: set[int] = set()

    class LockException(Exception):
        pass

    def lock(descriptor, flags):
        file = os.fstat(descriptor).st_ino
        if file in held:
            raise LockException
        held.add(file)

    other = ModuleType("portalocker")
    other.lock, other.exceptions = lock, SimpleNamespace(LockException=LockException)
    other.LockFlags = SimpleNamespace(EXCLUSIVE=1, NON_BLOCKING=2)
    monkeypatch.setitem(sys.modules, "portalocker", other)
    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setattr("ledger.locks.os", SimpleNamespace(name="nt"))
    monkeypatch.setattr(files, "UNNAMED", 0)
    (tmp_path / LOG).write_bytes(OPEN)
    entering(tmp_path)
    assert held
    with pytest.raises(LogError, match="another program"):
        Log(tmp_path / LOG, GAMES)


def test_reading_and_judging_need_neither_locks_nor_writers():
    import subprocess
    import sys

    script = (
        "import sys; sys.modules['fcntl'] = None; sys.modules['portalocker'] = None\n"
        "from ledger.audit import audit; from ledger.games import GAMES; from pathlib import Path\n"
        "assert audit(Path(sys.argv[1]).read_bytes(), GAMES).verdict == 'clean'\n"
        "assert not {'ledger.locks', 'ledger.files', 'ledger.writer'} & set(sys.modules)\n"
    )
    sample = Path(__file__).parent.parent / "sample_logs" / "lutece" / "shared-win.jsonl"
    run = subprocess.run([sys.executable, "-c", script, sample], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
