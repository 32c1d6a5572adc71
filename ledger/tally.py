"""A sheet from holdings alone: who has which cards and coins when the game is over."""

from collections.abc import Mapping
from typing import Any

from msgspec import MsgspecError, Struct, convert
from msgspec.json import Decoder, encode
from msgspec.structs import replace

from ledger.audit import Finding, judge
from ledger.events import Event, GameStarted
from ledger.game import Catalogue, Game, Reading
from ledger.log import LINE_LIMIT, Unreadable, nesting
from ledger.score import Sheet, draw_up
from ledger.transcript import strict_json
from ledger.walk import in_force, open_record
from ledger.words import Words, why


class Holdings(Struct, forbid_unknown_fields=True):
    """A tally file: each entry of `players` has the fields of the game's `holdings_declared`."""

    game: str
    players: list[dict[str, Any]]
    edition: str = ""
    options: dict[str, Reading] = {}
    catalogue: str = ""
    title: str = ""
    place: str = ""


HOLDINGS = Decoder(Holdings)


def tally(data: bytes, games: Mapping[str, Game], catalogue: Catalogue | None = None) -> tuple[Sheet, list[Finding]]:
    """The sheet, and what is impossible about the holdings; Unreadable where there is nothing to count."""
    game, events = _events(data, games)
    force = in_force(events)
    record = open_record(game, force.events, catalogue=catalogue)
    findings = judge(record, force)
    for finding in findings:
        if finding.rule == "entry":
            raise Unreadable("entry", None, finding.message)
    return draw_up(record), findings


def _events(data: bytes, games: Mapping[str, Game]) -> tuple[Game, list[Event]]:
    if len(data) > 16 * LINE_LIMIT or nesting(data) > 16:
        raise Unreadable("limit", None, Words("too large or too deeply nested for a tally"))
    try:
        holdings = HOLDINGS.decode(encode(strict_json(data)))
        if holdings.game not in games:
            words = Words("unknown game '{found}'; known: {expected}", found=holdings.game, expected=sorted(games))
            raise Unreadable("entry", None, words)
        game = games[holdings.game]
        if game.worth.holdings is None:
            raise Unreadable("entry", None, Words("{game} cannot be scored from holdings alone", game=game.title))
        declared = [convert(entry, game.worth.holdings) for entry in holdings.players]
    except (MsgspecError, ValueError, RecursionError) as error:
        raise Unreadable("entry", None, Words("cannot be read: {why}", why=why(error))) from None
    started = GameStarted(
        game=game.name,
        players=tuple(str(entry.get("player", "")) for entry in holdings.players),
        edition=holdings.edition,
        options=holdings.options,
        catalogue=holdings.catalogue,
    )
    return game, [replace(event, n=n) for n, event in enumerate([started, *declared])]
