"""Is it ready to be published? Builds the wheels, plain and compiled, and uses each as a stranger who installed it.

    .uv/bin/uv run python -m tests.release [--python 3.11] [--python 3.12] [--plain] [--home URL] [--out dist]

Every Python that is there (3.11, 3.12, 3.13) gets the plain wheel by pip, pipx and uv tool, and a compiled wheel of
its own by pip, each into an empty environment outside the checkout. There it says its version, audits the sample
games it brought, scores one, begins and records a game, and is refused politely where an extra is missing. The
sources' archive is built too, and the plain wheel once from it. What passed is left in `--out`.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import ledger

HOUSE = Path(__file__).parent.parent
PYTHONS = ("3.11", "3.12", "3.13")
UV = str(next((one for one in (HOUSE / ".uv/bin/uv",) if one.exists()), "uv"))
TYPED = "A Brewer 1\nquit\n"


def main() -> int:
    args = _arguments()
    failures = []
    with tempfile.TemporaryDirectory() as scratch:
        place = Path(scratch)
        pythons = [found for one in args.python or PYTHONS if (found := python(one))]
        plain = built(place / "plain", at_home(place / "tree", args.home) if args.home else HOUSE)
        for name, wheel, installed in trials(place, pythons, plain, compiled=not args.plain):
            wrong = told(installed, wheel, place / "homes" / name.replace(" ", "-"))
            print(f"{name:<32} {wrong or 'works'}", flush=True)
            failures += [name] * bool(wrong)
        if pythons and not failures:
            shutil.copytree(place / "plain", args.out, dirs_exist_ok=True)
            for wheel in place.glob("compiled-*/*-cp*.whl"):
                shutil.copy(wheel, args.out)
    return 1 if failures or not pythons else 0


def _arguments() -> argparse.Namespace:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--python", action="append", help="only this one, like 3.12; may be repeated")
    asked.add_argument("--plain", action="store_true", help="no compiled wheels, which take a minute each")
    asked.add_argument("--home", default="", help="where the tree can be seen, for the links of the package page")
    asked.add_argument("--out", type=Path, default=HOUSE / "dist", help="where what passed is left")
    return asked.parse_args()


def python(version: str) -> str:
    """The interpreter of that version, or nothing where there is none."""
    run = subprocess.run([UV, "python", "find", "--no-project", version], capture_output=True, text=True)
    if run.returncode:
        print(f"Python {version}: not here", flush=True)
    return run.stdout.strip()


def at_home(tree: Path, home: str) -> Path:
    """A copy of the tree whose package page finds what it links to."""
    home = home.rstrip("/")
    shutil.copytree(
        HOUSE, tree, ignore=shutil.ignore_patterns(".git", ".venv", ".uv", "dist", "__pycache__", ".*_cache")
    )
    readme, settings = tree / "README.md", tree / "pyproject.toml"
    readme.write_text(addressed(readme.read_text(), home))
    pages = {"Homepage": "", "Documentation": "/tree/main/docs/pages", "Issues": "/issues"}
    urls = [f'{name} = "{home}{page}"' for name, page in (pages | {"Changelog": "/blob/main/CHANGELOG.md"}).items()]
    settings.write_text("\n".join([settings.read_text(), "[project.urls]", *urls, ""]))
    return tree


def addressed(page: str, home: str) -> str:
    """A page whose links and pictures lead into the tree by its address."""
    page = re.sub(r'(src=")(?!https?:)', rf"\g<1>{home}/raw/main/", page)
    return re.sub(r"(\]\()(?!https?:|#)", rf"\g<1>{home}/blob/main/", page)


def built(out: Path, tree: Path) -> Path:
    """The plain wheel, by way of the sources' archive, so that this is complete too."""
    subprocess.run([UV, "build", "-q", "--out-dir", str(out), str(tree)], check=True)
    return next(out.glob("*.whl"))


def compiled_by(interpreter: str, plain: Path, out: Path) -> Path:
    """A compiled wheel from the sources' archive, for compiling leaves its traces where it is done."""
    sources = out / "sources"
    shutil.unpack_archive(next(plain.parent.glob("*.tar.gz")), sources, filter="data")
    command = [
        UV,
        "build",
        "-q",
        "--wheel",
        "--python",
        interpreter,
        "--out-dir",
        str(out),
        str(next(sources.iterdir())),
    ]
    subprocess.run(command, env=os.environ | {"HATCH_BUILD_HOOKS_ENABLE": "1"}, check=True)
    return next(out.glob("*.whl"))


Installed = Callable[[Path, Path], Path]  # (wheel, an empty home) -> the command


def trials(place: Path, pythons: list[str], plain: Path, *, compiled: bool) -> Iterator[tuple[str, Path, Installed]]:
    """Each wheel with each installer on each Python."""
    for one in pythons:
        version = subprocess.run([one, "-V"], capture_output=True, text=True, check=True).stdout.split()[1]
        for name, way in (("pip", by_pip(one)), ("pipx", by_pipx(one)), ("uv tool", by_uv_tool(one))):
            yield f"{version} plain {name}", plain, way
        if compiled:
            yield f"{version} compiled pip", compiled_by(one, plain, place / f"compiled-{version}"), by_pip(one)


def by_pip(interpreter: str) -> Installed:
    def install(wheel: Path, home: Path) -> Path:
        subprocess.run([interpreter, "-m", "venv", home / "venv"], check=True)
        run([home / "venv/bin/python", "-m", "pip", "install", "-q", wheel], home)
        return home / "venv/bin/quaestor"

    return install


def by_pipx(interpreter: str) -> Installed:
    def install(wheel: Path, home: Path) -> Path:
        places = {"PIPX_HOME": str(home / "pipx"), "PIPX_BIN_DIR": str(home / "bin"), "PIPX_MAN_DIR": str(home / "man")}
        run([UV, "tool", "run", "-q", "pipx", "install", "-q", "--python", interpreter, wheel], home, places)
        return home / "bin/quaestor"

    return install


def by_uv_tool(interpreter: str) -> Installed:
    def install(wheel: Path, home: Path) -> Path:
        places = {"UV_TOOL_DIR": str(home / "tools"), "UV_TOOL_BIN_DIR": str(home / "bin")}
        run([UV, "tool", "install", "-q", "--python", interpreter, wheel], home, places)
        return home / "bin/quaestor"

    return install


def run(command: list[object], home: Path, more: dict[str, str] | None = None, typed: str = "") -> str:
    """What a command prints, in a folder with nothing of the checkout in sight."""
    clean = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    done = subprocess.run(
        [str(word) for word in command],
        cwd=home, env=clean | {"LC_ALL": "C.UTF-8"} | (more or {}), input=typed, capture_output=True, text=True,
    )  # fmt: skip
    if done.returncode:
        raise RuntimeError(f"{' '.join(map(str, command[-3:]))}: exit {done.returncode}: {done.stderr[-400:]}")
    return done.stdout


def told(installed: Installed, wheel: Path, home: Path) -> str:
    """What went wrong for a stranger; nothing when all is well."""
    home.mkdir(parents=True)
    try:
        quaestor = installed(wheel, home)
        return next((wrong for wrong in first_hour(quaestor, home) if wrong), "")
    except RuntimeError as error:
        return str(error)


def first_hour(quaestor: Path, home: Path) -> Iterator[str]:
    """The commands of somebody's first hour, and what each should have said."""
    version = run([quaestor, "--version"], home).strip()
    yield "" if version == f"quaestor {ledger.__version__}" else f"--version says {version!r}"
    samples = run([quaestor, "audit", "--samples"], home)
    yield "" if "clean" in samples and "violation" not in samples else f"audit --samples: {samples[-300:]}"
    run([quaestor, "simulate", "glory_to_rome", "--games", "2", "-o", "played"], home)
    run([quaestor, "audit", "played"], home)
    run([quaestor, "new", "friday.jsonl", "-p", "Ana Maria,Bo"], home)
    run([quaestor, "record", "friday.jsonl"], home, typed=TYPED)
    shown = run([quaestor, "show", "friday.jsonl"], home)
    yield "" if "Brewer" in shown else f"what was recorded is not shown: {shown[-300:]}"
    pad = subprocess.run([quaestor, "pad", "--dir", "played"], cwd=home, capture_output=True, text=True)
    named = pad.returncode == 2 and "quaestor-ledger[pad]" in pad.stderr
    yield "" if named else f"pad without its extra: exit {pad.returncode}: {pad.stderr[-300:]}"


if __name__ == "__main__":
    sys.exit(main())
