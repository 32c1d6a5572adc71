"""Many logs in one file: what goes in comes out byte for byte, one log is found without the rest, breaks are told."""

import gzip
import io
import json
import os
import random
import subprocess
import sys
import tarfile
import zipfile

import pytest
import zstandard

from ledger import packs
from ledger.games import GAMES
from ledger.log import FILE_LIMIT, LogError, Unreadable
from ledger.packs import Packed, PackError, logs_in, pack, sole, split, unpack, unpacked
from ledger.simulate import simulate

LOGS = [simulate(GAMES[name], seed) for seed in range(3) for name in GAMES]


def quaestor(*words, pipe=b""):
    run = subprocess.run([sys.executable, "-m", "cli.main", *map(str, words)], input=pipe, capture_output=True)
    assert b"Traceback" not in run.stderr
    return run.returncode, run.stdout.decode(), run.stderr.decode()


def names():
    return [f"club/{number}.jsonl" for number in range(len(LOGS))]


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """The same logs in every kind of pack."""
    folder = tmp_path_factory.mktemp("packs")
    lines = b"".join(LOGS)
    pack(zip(names(), LOGS, strict=True), folder / "own.jsonl.zst")
    (folder / "plain.jsonl").write_bytes(lines)
    (folder / "lines.jsonl.zst").write_bytes(zstandard.compress(lines))
    (folder / "lines.jsonl.gz").write_bytes(gzip.compress(lines))
    (folder / "parts.gz").write_bytes(b"".join(map(gzip.compress, LOGS)))
    with zipfile.ZipFile(folder / "logs.zip", "w", zipfile.ZIP_DEFLATED) as zipped:
        for name, data in zip(names(), LOGS, strict=True):
            zipped.writestr(name, data)
        zipped.writestr("club/readme.txt", "not a log")
    for form in ("tar", "tgz"):
        with tarfile.open(folder / f"logs.{form}", "w:gz" if form == "tgz" else "w") as tar:
            for name, data in zip(names(), LOGS, strict=True):
                about = tarfile.TarInfo(name)
                about.size = len(data)
                tar.addfile(about, io.BytesIO(data))
    return folder


KINDS = [
    "own.jsonl.zst",
    "plain.jsonl",
    "lines.jsonl.zst",
    "lines.jsonl.gz",
    "parts.gz",
    "logs.zip",
    "logs.tar",
    "logs.tgz",
]


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_pack_gives_its_logs_byte_for_byte(place, kind):
    with (place / kind).open("rb") as file:
        found = list(unpacked(file))
    assert [one.data for one in found] == LOGS
    assert [one.number for one in found] == list(range(1, len(LOGS) + 1))
    if kind.startswith(("own", "logs")):
        assert [one.name for one in found] == names()
    assert sole(place / f"{kind}#5") == LOGS[4]
    with pytest.raises(Unreadable, match="many logs"):
        sole(place / kind)
    with pytest.raises(Unreadable, match="no log 99"):
        sole(place / f"{kind}#99")


class Drops(io.RawIOBase):
    """A pipe that gives a few bytes at a time and cannot be sought in."""

    def __init__(self, data):
        self.inner, self.dice = io.BytesIO(data), random.Random(1)

    def readable(self):
        return True

    def readinto(self, buffer):
        some = self.inner.read(min(len(buffer), self.dice.randrange(1, 5000)))
        buffer[: len(some)] = some
        return len(some)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_pack_comes_through_a_pipe(place, kind):
    found = list(unpacked(Drops((place / kind).read_bytes())))
    assert [one.data for one in found] == LOGS
    code, out, _ = quaestor("audit", "-", "--json", pipe=(place / kind).read_bytes())
    assert code == 0
    assert [one["log"] for one in json.loads(out)["reports"]] == [f"-#{number}" for number in range(1, len(LOGS) + 1)]


@pytest.mark.parametrize("size", [1, 7, 500, 30_000, 10**6])
def test_lines_are_split_where_a_game_begins_however_they_come(size):
    lines = b"".join(LOGS[:2])
    chunks = (lines[at : at + size] for at in range(0, len(lines), size))
    assert list(split(chunks)) == LOGS[:2]


def test_only_a_first_line_that_is_chained_from_nothing_begins_a_log():
    first, second = LOGS[0], LOGS[1]
    changed = second[:60] + bytes([second[60] ^ 1]) + second[61:]
    assert list(split([first + changed])) == [first + changed]
    assert list(split([first[:-1] + second])) == [first[:-1], second]  # its newline is lost, nothing else


def test_logs_whose_line_ends_were_converted_are_many_still(tmp_path):
    converted = [data.replace(b"\n", b"\r\n") for data in LOGS[:3]]
    assert list(split(iter([b"".join(converted)]))) == converted
    (tmp_path / "sent.jsonl").write_bytes(b"".join(converted))
    code, out, said = quaestor("audit", tmp_path / "sent.jsonl")
    assert (code, out.count("CR LF, a log's in LF alone")) == (1, 3), said
    assert "cut them apart" not in out


def test_a_pack_without_a_log_is_called_empty(tmp_path):
    for name, data in {"none.jsonl.gz": gzip.compress(b""), "none.jsonl.zst": zstandard.compress(b"")}.items():
        (tmp_path / name).write_bytes(data)
    with zipfile.ZipFile(tmp_path / "notes.zip", "w") as file:
        file.writestr("notes.txt", "no log")
    for path in sorted(tmp_path.iterdir()):
        code, out, said = quaestor("audit", path)
        assert (code, "an empty pack" in out + said) == (2, True), path


def test_what_is_no_log_and_has_no_end_does_not_fill_the_memory():
    found = list(split([LOGS[0], *[b"x" * 65536] * 900, LOGS[1]]))
    assert FILE_LIMIT < len(found[0]) < 4 * FILE_LIMIT
    assert found[1:] == [LOGS[1]]


def test_a_pack_is_what_zstd_makes_lines_of(place):
    data = (place / "own.jsonl.zst").read_bytes()
    reader = zstandard.ZstdDecompressor().stream_reader(io.BytesIO(data), read_across_frames=True)
    assert reader.read() == b"".join(LOGS)


def test_one_log_is_read_without_the_rest(place, monkeypatch):
    pieces = []
    real = packs._one_frame
    monkeypatch.setattr(packs, "_one_frame", lambda frame, unzip: pieces.append(len(frame)) or real(frame, unzip))
    assert sole(place / "own.jsonl.zst#7") == LOGS[6]
    assert len(pieces) == 1


def test_packing_and_unpacking_gives_the_same_folder(tmp_path):
    logs = tmp_path / "logs"
    for number, data in enumerate(LOGS):
        file = logs / f"{number % 2}" / f"żółw {number}.jsonl"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    (logs / os.fsdecode(b"odd\xff.jsonl")).write_bytes(LOGS[0])
    assert quaestor("pack", logs, "-o", tmp_path / "a.jsonl.zst")[0] == 0
    assert quaestor("unpack", tmp_path / "a.jsonl.zst", "-o", tmp_path / "back")[0] == 0
    found = {file.relative_to(tmp_path / "back"): file.read_bytes() for file in packs.files_under(tmp_path / "back")}
    assert found == {file.relative_to(logs): file.read_bytes() for file in packs.files_under(logs)}
    code, _, said = quaestor("pack", logs, "-o", tmp_path / "a.jsonl.zst")
    assert (code, "not overwritten" in said) == (2, True)
    assert quaestor("unpack", tmp_path / "a.jsonl.zst", "-o", tmp_path / "back")[0] == 0  # the same bytes do no harm


def test_torn_logs_are_refused_by_name_and_nothing_is_written(tmp_path):
    logs = tmp_path / "logs"
    logs.mkdir()
    (logs / "good.jsonl").write_bytes(LOGS[0])
    (logs / "torn.jsonl").write_bytes(LOGS[1][:-20])
    code, _, said = quaestor("pack", logs, "-o", tmp_path / "a.jsonl.zst")
    assert code == 2
    assert "torn.jsonl" in said and "good.jsonl" not in said
    assert sorted(path.name for path in tmp_path.iterdir()) == ["logs"]


def test_a_file_that_is_no_log_is_refused_by_name_and_a_spoilt_log_is_packed(tmp_path):
    out = tmp_path / "a.jsonl.zst"
    for data in (b"", b"MIT License\n", b'{"type": "game_started"}\n', b"\0\1\2"):
        with pytest.raises(PackError, match="LICENSE: this is no log"):
            pack([("good.jsonl", LOGS[0]), ("LICENSE", data)], out)
        assert not any(tmp_path.iterdir())
    spoilt = b"x" + LOGS[1][1:]
    assert pack([("good.jsonl", LOGS[0]), ("spoilt.jsonl", spoilt)], out) == 2
    assert [found.data for _, found in logs_in(out)] == [LOGS[0], spoilt]


def test_names_that_lead_out_of_the_folder_are_refused(tmp_path):
    bad = ["../out.jsonl", "/out.jsonl", "a/../../out.jsonl", "", "c:\\out.jsonl", "x\0.jsonl"]
    pack([(name, LOGS[0]) for name in bad] + [("in.jsonl", LOGS[1])], tmp_path / "a.jsonl.zst")
    with (tmp_path / "a.jsonl.zst").open("rb") as file:
        told = list(unpack(file, tmp_path / "folder"))
    assert [why is None for _, why in told] == [False, False, False, True, False, False, True]
    assert sorted(path.name for path in (tmp_path / "folder").iterdir()) == ["0000004.jsonl", "in.jsonl"]
    with pytest.raises(LogError, match="not overwritten"):
        pack([], tmp_path / "a.jsonl.zst")


@pytest.mark.parametrize("kind", KINDS)
def test_a_broken_pack_gives_what_it_has_and_one_line(place, kind, tmp_path):
    data = (place / kind).read_bytes()
    dice = random.Random(kind)
    for _ in range(12):
        cut = dice.randrange(1, len(data))
        spoilt = bytearray(data)
        spoilt[cut] ^= 1 << dice.randrange(8)
        for broken in (data[:cut], bytes(spoilt)):
            found = list(unpacked(io.BytesIO(broken)))
            assert sum(one.trouble is not None for one in found) <= 1
            whole = [one.data for one in found if one.trouble is None]
            if len(broken) < len(data):
                assert len(set(whole) & set(LOGS)) >= len(whole) - 1
            if kind.startswith("own") and len(broken) == len(data):
                assert len(set(whole) & set(LOGS)) >= len(LOGS) - 1  # the index leads past the spoilt one
    (tmp_path / "cut.jsonl.zst").write_bytes((place / "own.jsonl.zst").read_bytes()[:20_000])
    code, out, said = quaestor("audit", tmp_path / "cut.jsonl.zst")
    assert (code, out.count("the pack is broken here")) == (2, 1), said


def test_a_frame_that_would_grow_without_end_is_refused():
    bomb = zstandard.compress(b"\0" * (64 << 20))
    data = packs.HEAD + packs.framed("bomb", bomb) + packs.framed("good", zstandard.compress(LOGS[0]))
    found = list(unpacked(io.BytesIO(data)))
    assert len(found[0].data) == FILE_LIMIT + 1
    assert found[1] == Packed(2, "good", LOGS[0])
    nested = LOGS[0]
    for _ in range(6):
        nested = gzip.compress(nested)
    assert "layers" in str(next(iter(unpacked(io.BytesIO(nested)))).trouble)


def test_audit_export_and_score_take_packs_where_they_take_logs(place):
    own = place / "own.jsonl.zst"
    code, out, _ = quaestor("audit", own)
    assert (code, out.count(f"{own}#")) == (0, len(LOGS))
    (one,) = json.loads(quaestor("audit", f"{own}#2", "--json")[1])["reports"]
    assert (one["log"], one["verdict"]) == (f"{own}#2", "clean")
    assert quaestor("score", f"{own}#2")[0] == 0
    code, out, _ = quaestor("export", own, "--csv")
    assert code == 0
    assert len({line.split(",")[0] for line in out.splitlines()[1:]}) == len(LOGS)
    many = quaestor("audit", own, "--json", "--workers", "2")
    assert many[:2] == quaestor("audit", own, "--json", "--workers", "1")[:2]


def test_simulating_into_a_pack_gives_the_same_bytes_however_many_work_at_it(tmp_path):
    for name, workers in (("one", "1"), ("two", "2")):
        pack_ = tmp_path / f"{name}.jsonl.zst"
        words = ("simulate", "lutece", "--games", "230", "--seed", "4", "--workers", workers, "-o", pack_)
        assert quaestor(*words)[0] == 0
    assert (tmp_path / "one.jsonl.zst").read_bytes() == (tmp_path / "two.jsonl.zst").read_bytes()
    assert quaestor("simulate", "lutece", "--games", "3", "--seed", "4", "-o", tmp_path / "logs")[0] == 0
    names = sorted(path.name for path in (tmp_path / "logs").iterdir())
    found = [packs.one(tmp_path / "one.jsonl.zst", number) for number in (1, 2, 3)]
    assert [one.name for one in found] == names
    assert [one.data for one in found] == [(tmp_path / "logs" / name).read_bytes() for name in names]


def test_what_is_no_log_is_not_packed(tmp_path):
    for name in ("LICENSE", "README.md"):
        code, _, complaint = quaestor("pack", name, "-o", tmp_path / "x.jsonl.zst")
        assert code == 2 and f"{name}: not a log" in complaint and "nothing was packed" in complaint
    assert not (tmp_path / "x.jsonl.zst").exists()
