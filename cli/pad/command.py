"""The `pad` command: opens the house to the phones."""

import contextlib
import errno
import ipaddress
import os
import socket
import sys
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated

import typer

from cli.options import Failure, Json, app, card_list, game_of
from cli.reader import reader
from cli.render import say, say_json
from ledger.games import bring
from ledger.transcript import strict_json
from ledger.words import Words, why

if TYPE_CHECKING:
    import uvicorn

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104
OWN = ("127.0.0.1", "localhost", "::1")


@app.command()
def pad(
    folder: Annotated[Path, typer.Option("--dir", help="The folder of the logs.")] = Path("logs"),
    host: Annotated[
        str, typer.Option(help="The address to listen on; 0.0.0.0 lets in everybody on the Wi-Fi who has a link.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes any that is free.")] = 8765,
    tls: Annotated[
        bool, typer.Option("--tls", help="Encrypted, and with no network too: phones trust it once.")
    ] = False,
    catalogue: Annotated[
        list[Path] | None,
        typer.Option(
            "--catalogue", help="A card list of one's own: new tables of its game play with it. One a game, if wanted."
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Open the score pad: phones at the table enter the game and see the sheet.

    Without --host only this machine is let in. Every table is a log in the folder; the keys are in its .pad.

    Example: quaestor pad --dir logs --host 0.0.0.0
    """
    try:
        import segno  # noqa: F401
        import starlette  # noqa: F401
        import uvicorn  # noqa: F401
    except ImportError:
        raise Failure(Words("the pad needs a few more packages: pip install 'quaestor-ledger[pad]'")) from None
    from ledger.memory import given_back

    for path in catalogue or ():
        _bring(path)
    _room_for_all()
    given_back()
    sys.setswitchinterval(0.0005)  # whoever folds a game lets the others answer in between
    with _bound(host, port) as listening:
        number = int(listening.getsockname()[1])
        server, address, key = _server(folder, host, number, tls=tls)
        _announce(address, key, folder, host, number, tls=tls, json=json)
        with contextlib.suppress(KeyboardInterrupt):
            server.run(sockets=[listening])


def _bring(path: Path) -> None:
    """A card list that cannot be played with is refused before anybody comes."""
    cards = card_list(path)
    assert cards is not None
    game = game_of(str(strict_json(cards.data).get("game", "")))
    try:
        for edition in game.about.editions:
            game.cards.deck(cards.data, edition)
    except ValueError as error:
        words = "{path}: the card list cannot be used: {why} (see: quaestor catalogue check {path})"
        raise Failure(Words(words, path=path, why=why(error))) from None
    bring(game.name, cards)


def _room_for_all() -> None:
    """As many open files as the system grants: every connection is one, and the logs must always find room."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        wanted, most = 4096, resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        if resource.getrlimit(resource.RLIMIT_NOFILE)[0] < wanted:
            own = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
            resource.setrlimit(resource.RLIMIT_NOFILE, (own, most))


def _bound(host: str, port: int) -> socket.socket:
    """The port, taken before anything is printed."""
    try:
        family, kind, protocol, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, kind, protocol)  # without the protocol asyncio would not see that it is TCP
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        _notice_the_gone(listening)
        listening.bind(where)
        listening.listen(512)  # whoever reads the address may come at once
    except OSError as error:
        why = error.strerror or str(error)
        words = "cannot listen on {host}:{port}: {why}; choose another --port, or stop what uses this one"
        if error.errno == errno.EADDRNOTAVAIL or isinstance(error, socket.gaierror):
            words = "cannot listen on {host}:{port}: {why}; --host is an address of this machine, or 0.0.0.0 for all"
        raise Failure(Words(words, host=host, port=port, why=why)) from None
    listening.set_inheritable(False)
    return listening


def _notice_the_gone(listening: socket.socket) -> None:
    """A phone that left without a word keeps no place for long; connections inherit this where the system has it."""
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in (("TCP_KEEPIDLE", 20), ("TCP_KEEPINTVL", 5), ("TCP_KEEPCNT", 3), ("TCP_USER_TIMEOUT", 30_000)):
        if hasattr(socket, name):
            listening.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)


def _server(folder: Path, host: str, port: int, *, tls: bool) -> "tuple[uvicorn.Server, str, str]":
    """The server, ready to run, with its address and the key of the house."""
    import uvicorn

    from cli.pad.app import Pad, application
    from cli.pad.folder import LogFolder
    from cli.pad.guard import Door, Guard
    from cli.pad.trust import AUTHORITY, certificate

    names, scheme = served(host), "https" if tls else "http"
    usual = {"http": 80, "https": 443}[scheme] == port  # then a browser leaves it out
    hosts = [_bracketed(name) if usual else f"{_bracketed(name)}:{port}" for name in names]
    if folder.exists() and not folder.is_dir():
        raise Failure(Words("{path} is not a folder; give --dir a folder for the logs", path=folder))
    house = LogFolder(folder)
    authority = house.keys.folder / AUTHORITY if tls else None
    pad = Pad(house, f"{scheme}://{hosts[0]}", lan=host not in OWN, lang=reader().code, authority=authority)
    config = uvicorn.Config(
        Guard(application(pad), hosts, scheme),
        log_level="error" if os.environ.get("QUAESTOR_TRACEBACK") else "critical",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=1,
        timeout_keep_alive=30,
        h11_max_incomplete_event_size=32 * 1024,
        http=Door,
        ws="none",
        ssl_certfile=certificate(house.keys.folder, names) if tls else None,
    )

    class Server(uvicorn.Server):
        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            house.stop()
            super().handle_exit(sig, frame)

    return Server(config), pad.address, house.keys.house


def served(host: str) -> list[str]:
    """The names that this machine answers to, the one to print first."""
    if host in OWN:
        return [host, *(name for name in OWN if name != host)]
    if host not in EVERYWHERE:
        return [host]
    return list(dict.fromkeys([*_own_addresses(), *OWN]))


def _own_addresses() -> list[str]:
    """This machine's addresses in its networks; asking the way sends nothing."""
    found = []
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        found.append(str(probe.getsockname()[0]))
    with contextlib.suppress(OSError):
        found += [str(one[4][0]) for one in socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM)]
    return [one for one in dict.fromkeys(found) if not ipaddress.ip_address(one.partition("%")[0]).is_loopback]


def _bracketed(name: str) -> str:
    return f"[{name}]" if ":" in name else name


def _announce(address: str, key: str, folder: Path, host: str, port: int, *, tls: bool, json: bool) -> None:
    link = f"{address}/#house={key}"
    if json:
        say_json({"address": address, "link": link, "folder": str(folder), "tls": tls})
        sys.stdout.flush()
        return
    import segno

    segno.make(link, error="l").terminal(compact=True, border=2)
    say(link)
    say(Words("logs in {folder}; Ctrl-C stops", folder=folder))
    if host in OWN:
        words = (
            "  only this machine is let in; for phones on the same Wi-Fi: quaestor pad --dir {folder} --host 0.0.0.0"
        )
        say(Words(words, folder=folder))
    elif not tls:
        words = "not encrypted: for a network that you trust (--tls encrypts, and phones record with no network too)"
        say(Words(words))
    if tls:
        say(Words("a phone warns until it trusts this pad; how: {address}/trust", address=address))
    sys.stdout.flush()
