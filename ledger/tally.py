"""A sheet from what people say they have: cards and coins, or how many of everything, when the game is over."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import MsgspecError, Struct, ValidationError, convert
from msgspec.json import Decoder, encode
from msgspec.structs import replace

from ledger.audit import Finding, judge
from ledger.events import OF_THE_LINE, Event, GameStarted, PlayerLeft
from ledger.game import Catalogue, Game, Reading
from ledger.log import LINE_LIMIT, Unreadable, nesting
from ledger.score import Missing, Sheet, draw_up
from ledger.transcript import strict_json
from ledger.walk import Record, in_force, open_record
from ledger.words import Words, why
from ledger.words.misfits import of_player


class Holdings(Struct, forbid_unknown_fields=True):
    """A tally file: each entry of `players` has the fields of the game's `holdings_declared` or `counts_declared`.

    An entry with only a name declares nothing yet, and `left` is true of somebody who left.
    """

    game: str
    players: list[dict[str, Any]]
    edition: str = ""
    options: dict[str, Reading] = {}
    catalogue: str = ""
    title: str = ""
    place: str = ""


class Leaving(Struct):
    """Whether somebody left before the end."""

    left: bool = False


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


def missing(record: Record) -> dict[str, list[Missing]]:
    """By player: what nobody has said yet and what the sheet needs, in the order in which it is asked for."""
    return draw_up(record).missing


def _events(data: bytes, games: Mapping[str, Game]) -> tuple[Game, list[Event]]:
    if len(data) > 16 * LINE_LIMIT or nesting(data) > 16:
        raise Unreadable("limit", None, Words("too large or too deeply nested for a tally"))
    try:
        holdings = HOLDINGS.decode(encode(strict_json(data)))
        if holdings.game not in games:
            stranger = Words("unknown game '{found}'; known: {expected}", found=holdings.game, expected=sorted(games))
            raise Unreadable("entry", None, stranger)
        game = games[holdings.game]
        if game.worth.holdings is None:
            raise Unreadable("entry", None, Words("{game} cannot be scored from holdings alone", game=game.title))
        declared = [event for entry in holdings.players for event in _declared(game, entry)]
        if not declared:
            said = "nobody has said anything yet; write beside a name what that player has: {expected}"
            raise Unreadable("entry", None, Words(said, expected=_asked(game.worth.holdings)))
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


def _asked(holdings: type[Event]) -> list[str]:
    return [name for name in holdings.__struct_fields__ if name not in (*OF_THE_LINE, "player")]


def _declared(game: Game, entry: dict[str, Any]) -> Iterator[Event]:
    """What an entry says of a player; with nothing but a name it says nothing yet."""
    try:
        yield from _said(game, entry)
    except ValidationError as error:
        raise ValueError(of_player(entry, error)) from None


def _said(game: Game, entry: dict[str, Any]) -> Iterator[Event]:
    left = convert({"left": entry.get("left", False)}, Leaving).left
    said = {name: value for name, value in entry.items() if name != "left"}
    if said.keys() - {"player"}:
        yield _declaration(game, said)
    if left:
        yield PlayerLeft(player=str(said.get("player", "")))


def _declaration(game: Game, said: dict[str, Any]) -> Event:
    """Holdings where an entry is one, else counts; what is blank is left out."""
    known, holdings, counts = _known(said), game.worth.holdings, game.worth.counts
    assert holdings is not None
    try:
        return convert(known, holdings)
    except ValidationError:
        if counts is None:
            raise
        try:
            return convert(known, counts)
        except ValidationError as error:
            if known.keys() - {*holdings.__struct_fields__}:
                raise error from None
        raise


def _known(said: dict[str, Any]) -> dict[str, Any]:
    """What is not blank."""
    return {name: _known(one) if isinstance(one, dict) else one for name, one in said.items() if one is not None}
