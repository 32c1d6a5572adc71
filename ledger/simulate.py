"""Legal games made up by seeded dice: the same seed gives the same bytes."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from msgspec import convert
from msgspec.structs import replace

from ledger.events import Event, GameEnded, GameStarted
from ledger.game import Game, Reading
from ledger.log import encode
from ledger.score import draw_up
from ledger.walk import Record, fold, named_in_full, open_record

FIRST_DAY = datetime(2014, 1, 4, 18, tzinfo=UTC)
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
    seats = players or dice.choice(game.seats)
    names = dice.sample(NAMES, seats)
    edition = edition or dice.choice(game.editions)
    dealt = game.deal(game.deck(game.catalogue().data, edition), names, dice)
    started = start(game, names, edition=edition, options=options, **dealt)
    return encode(_stamped(dice, play_out(game, started, dice)), seal=True)


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
    return named_in_full(game, game.started(**fields, **dealt))


def play_out(game: Game, started: GameStarted, dice: Random) -> list[Event]:
    """Everything that happens from the start to the last claim."""
    record = open_record(game, [started])
    styles = {name: game.styles[dice.choice(list(game.styles))] for name in started.players}
    events: list[Event] = [started]
    while step := game.step(record.table, dice, styles):
        for event in step:
            events.append(replace(event, n=len(events)))
            fold(record, events[-1:])
    return [*events, *claims(record)]


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
        yield replace(event, ts=moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03d}Z")
        moment += timedelta(milliseconds=2000 + dice.randrange(14000))
