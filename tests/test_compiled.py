"""The compiled package judges as the plain one does: the rules' own tests, run on what a user would install."""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from zipfile import ZipFile

import pytest

HOUSE = Path(__file__).parent.parent
PACKED = ("ledger", "cli", "sample_logs", "pyproject.toml", "README.md", "LICENSE")
JUDGING = (
    "tests/test_log.py", "tests/test_walk.py", "tests/test_audit.py",
    "tests/test_sample_logs.py",
    "tests/games/test_glory_to_rome_rules.py", "tests/games/test_glory_to_rome_scenarios.py",
)  # fmt: skip  # the phases of the other games are not compiled; their samples, sound and spoilt, are among these


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
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(place)]
    subprocess.run(build, cwd=copy, env=os.environ | {"HATCH_BUILD_HOOKS_ENABLE": "1"}, check=True, capture_output=True)
    (wheel,) = place.glob("*.whl")
    ZipFile(wheel).extractall(place)
    return place


@pytest.mark.timeout(1200)  # a minute to build it, and as long again for the tests
def test_the_compiled_package_passes_the_tests_of_the_rules(compiled):
    where = "import ledger.walk, ledger.games.glory_to_rome.turns as one; print(ledger.walk.__file__, one.__file__)"
    found = python(compiled, "-c", where).stdout.split()
    assert all(Path(one).suffix == ".so" and Path(one).is_relative_to(compiled) for one in found)
    told = python(compiled, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider", *JUDGING)
    assert told.returncode == 0, told.stdout[-4000:]


def python(package, *command):
    """Run something with the package of that folder, and not with the one in the tree."""
    env = os.environ | {"PYTHONPATH": str(package)}
    return subprocess.run([sys.executable, "-P", *command], cwd=HOUSE, env=env, capture_output=True, text=True)


def test_nothing_compiled_lies_in_the_tree():
    """It would be used instead of the source beside it, however old it is."""
    assert [*HOUSE.glob("*.so"), *(HOUSE / "ledger").rglob("*.so")] == []
