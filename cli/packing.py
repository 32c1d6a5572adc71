"""Commands that keep many logs in one file: pack, unpack."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from cli.many_logs import gathered, pipe, taken
from cli.options import Failure, Json, LogsOrPipe, app, progress
from cli.reader import told
from cli.render import complain, say, say_json
from ledger.log import START, Unreadable, scan
from ledger.packs import PackError, files_under, pack, unpack
from ledger.simulate import Batch, simulate_pack
from ledger.words import Words


@app.command("pack")
def pack_command(
    paths: LogsOrPipe,
    output: Annotated[Path, typer.Option("--output", "-o", help="The pack, like games.jsonl.zst.", show_default=False)],
    json: Json = False,
) -> None:
    """Put many logs into one file, each byte for byte with its name; any of them can be read on its own.

    A log in a pack is called games.jsonl.zst#17, counted from 1. Torn logs are refused by name.

    Example: quaestor pack played -o games.jsonl.zst
    """
    if not output.name.endswith(".zst"):
        raise Failure(Words("{path}: a pack is a file that ends in .jsonl.zst", path=output))
    files = [file for path in paths if str(path) != "-" for file in files_under(path)]
    logs = progress(_named(paths), len(files), Words("packing"), quiet=json)
    number = pack(logs, output)
    if json:
        say_json({"pack": str(output), "logs": number, "bytes": output.stat().st_size})
    else:
        size = output.stat().st_size
        say(Words("{path}: {n} {n:log|logs}, {size} bytes", path=output, n=number, size=size))


def simulate_to_pack(batch: Batch, output: Path, workers: int | None) -> None:
    """Games by dice into a pack, with a bar on a terminal."""
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task(told(Words("simulating")), total=len(batch.numbers))
        hands = workers or os.cpu_count() or 1
        simulate_pack(batch, output, hands, lambda number: bar.advance(task, number))


def _named(paths: list[Path]) -> Iterator[tuple[str, bytes]]:
    """Every log with the name that it has below the folder that was given."""
    found = 0
    for path in paths:
        for lot in gathered([path]):
            for log, one in taken(lot):
                if one.trouble is not None:
                    raise PackError(Words("{log}: {why}; nothing was packed", log=log, why=one.trouble))
                _must_be_log(log, one.data)
                found += 1
                yield _name(path, log, one.name), one.data
    if not found:
        raise Failure(Words("no *.jsonl under {paths}", paths=[str(path) for path in paths]))


def _must_be_log(log: str, data: bytes) -> None:
    """A licence or a transcript is refused by its name; a damaged log may be packed."""
    if data.startswith(START) and b',"hash":"' in data.partition(b"\n")[0]:
        return
    try:
        scan(data, chain=False)
    except Unreadable as error:
        raise PackError(
            Words("{log}: {why}; nothing was packed", log=log.removesuffix("#1"), why=error.words)
        ) from None


def _name(path: Path, log: str, name: str) -> str:
    """A file's name below its folder; the name that a log has in a pack already is kept."""
    if log == str(path) or not path.is_dir():
        return name or Path(log).name.replace("#", "-") + ".jsonl"
    return Path(log).relative_to(path).as_posix()


@app.command("unpack")
def unpack_command(
    file: Annotated[Path, typer.Argument(help="A pack; - reads it from a pipe.", show_default=False)],
    output: Annotated[Path, typer.Option("--output", "-o", help="The folder for the logs.", show_default=False)],
    json: Json = False,
) -> None:
    """Write every log of a pack into a folder, under its own name; nothing there is overwritten.

    Exit 1: some could not be had or written; the others were.

    Example: quaestor unpack games.jsonl.zst -o played
    """
    stream = pipe() if str(file) == "-" else file.open("rb")
    output.mkdir(parents=True, exist_ok=True)
    done, left = 0, 0
    with stream:
        for name, trouble in unpack(stream, output):
            done += trouble is None
            if trouble is not None:
                left += 1
                complain(Words("{file}: {name}: {why}", file=file, name=name, why=trouble))
    if json:
        say_json({"folder": str(output), "logs": done, "left": left})
    else:
        say(Words("{folder}: {n} {n:log|logs}", folder=output, n=done))
    raise typer.Exit(1 if left or not done else 0)
