"""The library as people use it: begin a record, write into it, read it, have it judged, and ask why.

Everything that takes a log takes a path or the bytes of one.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ledger.audit import Report, audit
from ledger.events import Event
from ledger.game import Catalogue, Game, Reading
from ledger.games import GAMES
from ledger.log import LogError, Unreadable, decode, scan
from ledger.log import read as read_log
from ledger.score import ScoreLine, Sheet, draw_up
from ledger.walk import Record, named_in_full, replay
from ledger.words import Words

if TYPE_CHECKING:
    from ledger.writer import Log

Source = Path | str | bytes


def begin(
    path: Path | str,
    game: str,
    players: Sequence[str],
    *,
    edition: str = "",
    options: Mapping[str, Reading] | None = None,
    place: str = "",
    title: str = "",
    catalogue: Catalogue | None = None,
    **also: Any,
) -> "Log":
    """Start a log and leave it open for writing; readings and card list not named here are filled in.

    `also` is what else the first line of a game needs, like the Builders' `apprentices`. An existing file is never
    overwritten.

    Examples:
        >>> with begin(folder / "friday.jsonl", "lutece", ["Ana", "Bo"], edition="en") as log:
        ...     log.append(NoteAdded(text="Bo arrived late")).n
        1
    """
    from msgspec import convert

    from ledger.files import create
    from ledger.log import encode
    from ledger.writer import Log, fresh_id

    one = game_called(game)
    fields = {"edition": edition, "options": dict(options or {}), "place": place, "title": title, "id": fresh_id()}
    whole = {"type": "game_started", "game": game, "players": tuple(players), **fields, **also}
    create(Path(path), encode([named_in_full(one, convert(whole, one.course.started), catalogue)]))
    return Log(Path(path), GAMES)


def game_called(name: str) -> Game:
    """A game by the word that logs have for it; LogError says which there are.

    Examples:
        >>> game_called("lutece").title
        'Lutèce'
    """
    if name not in GAMES:
        raise LogError(Words("unknown game '{found}'; known: {expected}", found=name, expected=sorted(GAMES)))
    return GAMES[name]


def go_on(path: Path | str) -> "Log":
    """Open a log for writing; one writer at a time.

    Examples:
        >>> with go_on(folder / "friday.jsonl") as log:
        ...     len(log.events)
        2
    """
    from ledger.writer import Log

    return Log(Path(path), GAMES)


def read(source: Source) -> tuple[Game, list[Event]]:
    """The game and every event of a sound log, amendments included; LogError says what is wrong with another.

    Examples:
        >>> game, events = read(folder / "friday.jsonl")
        >>> game.name, events[1].text
        ('lutece', 'Bo arrived late')
    """
    found = scan(_bytes(source))
    if found.faults:
        fault = found.faults[0]
        raise Unreadable(fault.rule, fault.line, fault.words)
    return decode(found, GAMES)


def judge(
    source: Source,
    *,
    under: str = "",
    options: Mapping[str, Reading] | None = None,
    catalogue: Catalogue | None = None,
    head: str = "",
) -> Report:
    """The whole audit: integrity, every rule, every claimed score; damage and nonsense are a report too.

    Examples:
        >>> report = judge(folder / "friday.jsonl")
        >>> report.verdict, report.findings
        ('clean', [])
    """
    return audit(_bytes(source), GAMES, under=under, options=options, catalogue=catalogue, head=head)


def table(source: Source, at: int | None = None) -> Record:
    """The game after event `at`, or after the last: `.table` is what lies on the table.

    Examples:
        >>> table(folder / "friday.jsonl", at=0).table.players["Ana"].purse
        5
    """
    game, events = read(source)
    return replay(game, events, at)


def sheet(source: Source) -> Sheet:
    """The score sheet as the record stands.

    Examples:
        >>> sheet(folder / "friday.jsonl").total("Ana")
        1
    """
    return draw_up(table(source))


def why(source: Source, player: str, category: str = "") -> list[ScoreLine]:
    """The lines behind a player's points: each with its reason, its rule, its cards and its events.

    Examples:
        >>> [str(line.reason) for line in why(folder / "friday.jsonl", "Ana", "fortune")]
        ['5 coins']
    """
    return [line for line in sheet(source).lines if line.player == player and category in ("", line.category)]


def _bytes(source: Source) -> bytes:
    return source if isinstance(source, bytes) else read_log(Path(source))
