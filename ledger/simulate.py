"""Legal games made up by seeded dice: the same seed gives the same bytes."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from msgspec import convert
from msgspec.structs import replace

from ledger.choices import offered
from ledger.events import Event, GameEnded, GameStarted
from ledger.game import Game, Reading
from ledger.log import LogError, encode
from ledger.packs import LEVEL, Packer, framed
from ledger.score import draw_up
from ledger.walk import Record, deck_of, fold, named_in_full, open_record
from ledger.words import Words

FIRST_DAY = datetime(2014, 1, 4, 18)  # of UTC, like every time in a log
DAYS = 4200
NAMES = (
    "Ana", "Bo", "Cem", "Dia", "Eli", "Fay", "Gus", "Hana", "Ivo", "Jun", "Kim", "Léo", "Maja", "Nils", "Ola", "Pia",
    "Rui", "Sol", "Tom", "Uma", "Vic", "Wanda", "Yao", "Zoé",
)  # fmt: skip


def simulate(
    game: Game, seed: int, *, players: int | None = None, edition: str = "", options: dict[str, Reading] | None = None
) -> bytes:
    """One complete, sealed log."""
    dice = Random(f"{game.name} {seed}")  # noqa: S311
    seats = players or dice.choice(game.about.seats)
    names = dice.sample(NAMES, seats)
    edition = edition or dice.choice(game.about.editions)
    dealt = game.dice.deal(deck_of(game, game.catalogue(), edition), names, dice)
    started = start(game, names, edition=edition, options=options, **dealt)
    return encode(_stamped(dice, play_out(game, started, dice)), seal=True)


class Batch(NamedTuple):
    """Some games of one seed, by their numbers."""

    game: str
    seed: int
    numbers: range
    players: int | None
    edition: str

    def name(self, number: int) -> str:
        """What a game's log is called."""
        return f"{self.game}-{self.seed}-{number:06d}.jsonl"

    def log(self, game: Game, number: int) -> bytes:
        """One of them."""
        return simulate(game, self.seed * 1_000_003 + number, players=self.players, edition=self.edition)


def framed_batch(batch: Batch) -> list[bytes]:
    """Games as they stand in a pack, for a process that makes some of them."""
    import zstandard

    from ledger.games import GAMES

    game, press = GAMES[batch.game], zstandard.ZstdCompressor(level=LEVEL, write_checksum=True)
    return [framed(batch.name(number), press.compress(batch.log(game, number))) for number in batch.numbers]


def simulate_pack(whole: Batch, output: Path, workers: int, watch: Callable[[int], None]) -> int:
    """Write a pack of games, on every core; the same seed gives the same bytes, however many work at it."""
    from ledger.processes import hired, in_order

    some = [whole._replace(numbers=whole.numbers[at : at + 50]) for at in range(0, len(whole.numbers), 50)]
    with Packer(output) as packer, ExitStack() as stack:
        made: Iterator[list[bytes]] = map(framed_batch, some)
        if workers > 1 and len(some) > 4:
            words = Words("a process of the simulation was ended from outside; nothing was written")
            pool = stack.enter_context(hired(workers, __name__, LogError(words)))
            made = in_order(pool, framed_batch, some, 4 * workers)
        for pieces in made:
            for piece in pieces:
                packer.put(piece)
            watch(len(pieces))
        return packer.finish()


def start(
    game: Game,
    players: Sequence[str],
    *,
    edition: str = "",
    options: Mapping[str, Reading] | None = None,
    **dealt: Any,
) -> GameStarted:
    """The first event of a log, with every reading and the card list named in it."""
    fields: dict[str, Any] = {
        "game": game.name,
        "players": tuple(players),
        "edition": edition,
        "options": {**(options or {})},
    }
    return named_in_full(game, game.course.started(**fields, **dealt))


def play_out(game: Game, started: GameStarted, dice: Random) -> list[Event]:
    """Everything that happens from the start to the last claim."""
    record = open_record(game, [started])
    return [started, *played(record, started.players, dice), *claims(record)]


def played(record: Record, players: Sequence[str], dice: Random) -> Iterator[Event]:
    """One event after the other, each believed when it is made up, until nobody does anything any more."""
    ways = record.game.dice.styles
    styles = {name: ways[dice.choice(list(ways))] for name in players} if ways else {}
    step_of = record.game.dice.step or partial(any_step, record.game)
    n, before = 1, 0
    while before < n:
        before = n
        for event in step_of(record.table, dice, styles):  # the next one may be made up when this one is believed
            numbered = replace(event, n=n)
            fold(record, [numbered])
            yield numbered
            n += 1


def any_step(game: Game, table: Any, dice: Random, styles: Mapping[str, Any]) -> list[Event]:
    """Players without a plan of their own do anything that may be done, until the game is over."""
    if game.course.over(table):
        return []
    found = [event for _, event in offered(game, table)]
    return [dice.choice(found)] if found else []


def claims(record: Record) -> Iterator[Event]:
    """What an honest table writes on its pad when the game is over."""
    sheet = draw_up(record)
    for name, figures in sheet.figures.items():
        yield convert(
            {"type": "score_claimed", "player": name, "total": sheet.total(name), **figures}, record.game.claim
        )
    yield GameEnded(winners=tuple(sheet.winners))


def _stamped(dice: Random, events: list[Event]) -> Iterator[Event]:
    """An evening some time in the past years, a few seconds between one event and the next."""
    moment = FIRST_DAY + timedelta(days=dice.randrange(DAYS), seconds=dice.randrange(3 * 3600))
    for event in events:
        yield replace(event, ts=moment.isoformat(timespec="milliseconds") + "Z")
        moment += timedelta(milliseconds=2000 + dice.randrange(14000))
