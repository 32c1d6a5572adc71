"""The compiled package judges as the plain one does, byte for byte: what a user would install, with less optimising."""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from zipfile import ZipFile

import pytest
from bench import same, spoil

HOUSE = Path(__file__).parent.parent
PACKED = ("ledger", "cli", "sample_logs", "pyproject.toml", "README.md", "LICENSE")
READING = ("tests/test_log.py", "tests/test_walk.py")
SPOILT = 3  # games of each kind, spoilt in six ways; tests/bench/same.py judges as many as one likes


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    """The package built with its hook in a copy of the tree, and unpacked."""
    if not shutil.which("cc") or not Path(sysconfig.get_path("include"), "Python.h").exists():
        pytest.skip("no C compiler here, or no headers of Python")
    assert "HATCH_BUILD_HOOKS_ENABLE=1 .uv/bin/uv build" in (HOUSE / "docs" / "pages" / "speed.md").read_text()
    copy, place = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("compiled")
    for name in PACKED:
        keep = shutil.copytree if (HOUSE / name).is_dir() else shutil.copy
        keep(HOUSE / name, copy / name)
    settings = copy / "pyproject.toml"
    quickly = settings.read_text().replace('opt_level = "3"', 'opt_level = "0"')  # the C compiler is most of the work
    assert quickly != settings.read_text()
    settings.write_text(quickly)
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(place)]
    subprocess.run(build, cwd=copy, env=os.environ | {"HATCH_BUILD_HOOKS_ENABLE": "1"}, check=True, capture_output=True)
    (wheel,) = place.glob("*.whl")
    ZipFile(wheel).extractall(place)
    return place


@pytest.mark.timeout(1200)  # a minute to build it; one test, so that it is built once
def test_the_compiled_package_judges_as_the_plain_one_does(compiled, tmp_path):
    """The samples, sound and spoilt, and simulated games spoilt in every way; and the tests of reading and walking."""
    where = "import ledger.walk, ledger.games.glory_to_rome.turns as one; print(ledger.walk.__file__, one.__file__)"
    found = python(compiled, "-c", where).stdout.split()
    assert all(Path(one).suffix == ".so" and Path(one).is_relative_to(compiled) for one in found)
    shutil.copytree(HOUSE / "sample_logs", tmp_path / "samples")
    for name, data in same.spoilt_logs(SPOILT, 3, [*spoil.ONE]):
        (tmp_path / f"{name}.jsonl").write_bytes(data)
    assert same.differences(compiled, tmp_path) == []
    told = python(compiled, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider", *READING)
    assert told.returncode == 0, told.stdout[-4000:]


def python(package, *command):
    """Run something with the package of that folder, and not with the one in the tree."""
    env = os.environ | {"PYTHONPATH": str(package)}
    return subprocess.run([sys.executable, "-P", *command], cwd=HOUSE, env=env, capture_output=True, text=True)


def test_nothing_compiled_lies_in_the_tree():
    """It would be used instead of the source beside it, however old it is."""
    assert [*HOUSE.glob("*.so"), *(HOUSE / "ledger").rglob("*.so")] == []
