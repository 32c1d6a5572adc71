"""Apprentices: each joins a Character of its owner at once, and stays."""

from collections.abc import Iterator
from typing import Any

from ledger.choices import possible
from ledger.events import Event
from ledger.forms import Field, Form, Pick, entry_form, players_field
from ledger.game import SLIP, Complaint, Condition, Happening
from ledger.games.lutece import picks
from ledger.games.lutece.cards import RESOURCES
from ledger.games.lutece.deck import Card
from ledger.games.lutece.table import Attachment, Player, Slot, Table, attachment, hosts, may_host, unless_silent
from ledger.language.sayings import CARD, PLAYER, Saying, Sayings, one_of
from ledger.words import Words

KINDS = tuple(Pick(one, Words("{term:nom}", term=one)) for one in RESOURCES)


class ApprenticeAttached(Event, frozen=True, kw_only=True, tag="apprentice_attached"):
    """An Apprentice joins a Character; `resource` is the owner's choice where the host shows two kinds."""

    player: str
    apprentice: str
    host: str
    resource: str = ""


# --- that it must happen ----------------------------------------------------------------------------------------------


def must_attach(table: Table, player: Player, card: Card) -> None:
    """R29: a card was bought with which an Apprentice can join a Character: itself, or those that waited for a host."""
    if card.role == "apprentice":
        if card.id in player.attached:
            return  # recorded before its time, and told
        player.waiting.append(card.id)
        due = [card.id] if hosts(table, player) else []
    else:
        due = player.waiting if may_host(table, card) and len(hosts(table, player)) == 1 else []
    if table.options["apprentice_when"] == "at_once" and player.name not in table.players.left:
        table.owed = [(player, one) for one in due]


def nothing_owed(table: Table, event: Any) -> bool:
    """R29: an Apprentice is attached by the very next event after the purchase that makes it possible."""
    return not table.owed


def still_owed(table: Table, event: Any) -> Complaint:
    named = table.deck.named
    owed = [Words("{card} of {player}", card=named(one), player=player.name) for player, one in table.owed]
    return Complaint("an Apprentice joins a Character at once; nothing says whom: {found}", found=owed)


def forget(table: Table) -> None:
    """R29: an attachment was left out. Where the rules leave only one resource to produce, that one is produced."""
    for player, apprentice in table.owed:
        able = hosts(table, player)
        kinds = {resource for host in able for resource in host.resources}
        if len(kinds) == 1:
            host = able[0].id
            n = max(player.cards[apprentice], player.cards[host])
            player.attached[apprentice] = Attachment(host, kinds.pop(), n)
            player.waiting.remove(apprentice)
    table.owed = []


def assumed(player: Player, apprentice: str) -> bool:
    """Nobody wrote down this attachment: it dates from the purchase that made it possible."""
    host, _, n = player.attached[apprentice]
    return (n == player.cards.get(apprentice)) != (n == player.cards.get(host))


# --- when it may happen -----------------------------------------------------------------------------------------------


def ones_own_apprentice(table: Table, event: ApprenticeAttached) -> bool:
    """R29: what joins somebody is an Apprentice lying before that player."""
    player: Player = table.players[event.player]
    card: Card = table.cards[event.apprentice]
    return card.role == "apprentice" and event.apprentice in player.cards


def no_apprentice_of_theirs(table: Table, event: ApprenticeAttached) -> Complaint:
    values: dict[str, Any] = {"player": event.player, "found": table.deck.named(event.apprentice)}
    tile = _wanted_tile(table, event, event.apprentice)
    if tile:
        words = "{player} attaches {found}, which still lies under tile {tile}; its purchase is missing"
        return Complaint(words, **values, tile=tile)
    return Complaint("{player} attaches {found}, which is no Apprentice of theirs", **values)


def ones_own_character(table: Table, event: ApprenticeAttached) -> bool:
    """R29: the host is another Character of the same player."""
    player: Player = table.players[event.player]
    host: Card = table.cards[event.host]
    return host.row == "character" and event.host in player.cards and event.host != event.apprentice


def no_character_of_theirs(table: Table, event: ApprenticeAttached) -> Complaint:
    named = table.deck.named
    values: dict[str, Any] = {"player": event.player, "card": named(event.apprentice), "found": named(event.host)}
    tile = _wanted_tile(table, event, event.host)
    if tile and table.cards[event.host].row == "character":
        words = "{player} attaches {card} to {found}, which still lies under tile {tile}; its purchase is missing"
        return Complaint(words, **values, tile=tile)
    return Complaint("{player} attaches {card} to {found}, which is no Character of theirs", **values)


def _wanted_tile(table: Table, event: ApprenticeAttached, card: str) -> str:
    """The tile under which a card lies that this player bids for."""
    place = table.where.get(card)
    if isinstance(place, Slot) and any(bidder.player.name == event.player for bidder in place.bidders):
        return place.tile
    return ""


def joins_once(table: Table, event: ApprenticeAttached) -> bool:
    """R29: an Apprentice never moves."""
    player: Player = table.players[event.player]
    return event.apprentice not in player.attached or assumed(player, event.apprentice)


def has_joined(table: Table, event: ApprenticeAttached) -> Complaint:
    named, player = table.deck.named, table.players[event.player]
    host, severity = named(player.attached[event.apprentice].host), unless_silent(table, "apprentice_moves")
    words = "{card} works for {expected} already and never moves"
    return Complaint(words, severity, card=named(event.apprentice), expected=host)


def host_shows_a_resource(table: Table, event: ApprenticeAttached) -> bool:
    """R29a: a Legionnaire or another Apprentice gives nothing to copy."""
    host: Card = table.cards[event.host]
    return bool(host.resources) or table.options["apprentice_host"] == "any_character"


def nothing_to_copy(table: Table, event: ApprenticeAttached) -> Complaint:
    named = table.deck.named
    words = "{card} joins {found}, which shows no resource; it will produce nothing"
    legionnaire = table.cards[event.host].role == "legionnaire"
    severity = "warning" if legionnaire else "violation"
    return Complaint(words, severity, card=named(event.apprentice), found=named(event.host))  # type: ignore[arg-type]


def produces_what_the_host_shows(table: Table, event: ApprenticeAttached) -> bool:
    """R30: where the host shows two kinds the owner chooses, and the choice is recorded."""
    host: Card = table.cards[event.host]
    return event.resource in host.resources or (not event.resource and len(host.resources) < 2)


def produces_something_else(table: Table, event: ApprenticeAttached) -> Complaint:
    named, kinds = table.deck.named, [*table.cards[event.host].resources]
    card, host = named(event.apprentice), named(event.host)
    if not event.resource:
        words = "{host} shows {expected}; nothing says which of them {card} produces"
        return Complaint(words, card=card, found=None, host=host, expected=kinds)
    if not kinds:
        words = "{card} produces {found}; {host} shows no resource"
        return Complaint(words, card=card, found=event.resource, host=host, expected=[])
    words = "{card} produces {found}; {host} shows {expected}"
    return Complaint(words, card=card, found=event.resource, host=host, expected=kinds)


# --- what it does -----------------------------------------------------------------------------------------------------


def attach(table: Table, event: ApprenticeAttached) -> None:
    """R30: an Apprentice produces 1 of its host's resource."""
    player: Player = table.players[event.player]
    apprentice: Card = table.cards[event.apprentice]
    host: Card = table.cards[event.host]
    player.attached[apprentice.id] = attachment(apprentice, host, event.n, event.resource)
    if apprentice.id in player.waiting:
        player.waiting.remove(apprentice.id)
    if table.owed:
        table.owed = [one for one in table.owed if one != (player, apprentice.id)]


# --- how it is told and entered ---------------------------------------------------------------------------------------


WHO: dict[str, Any] = {"player": PLAYER, "card": CARD("apprentice"), "host": CARD}

TOLD = Sayings(
    Saying("{player} puts {card} with {host}: 1 {resource}", **WHO, resource=one_of(*RESOURCES)),
    Saying(
        "{player} puts {card} with {host}",
        **WHO,
        also=("{player} {card} joins/goes/to/with {host}", "{player} puts {card} to {host}"),
    ),
)


def offers(table: Table) -> Iterator[ApprenticeAttached]:
    """Every Apprentice that has no host, with every Character of its owner; first those that are due."""
    waiting = [(player, one) for player in table.players.values() for one in player.waiting]
    for player, apprentice in dict.fromkeys((*table.owed, *waiting)):
        for name in player.cards:
            card: Card = table.cards[name]
            kinds = [*card.resources] if len(card.resources) > 1 else [""]
            if card.row == "character":
                for resource in kinds:
                    yield ApprenticeAttached(player=player.name, apprentice=apprentice, host=name, resource=resource)


def forms(table: Table) -> Iterator[Form]:
    """Which Apprentice joins whom."""
    likely = [card for card in picks.owned(table) if card.row == "character"]
    everybody = [card for card in table.cards.values() if card.row == "character"]
    fields = [
        players_field(table.players),
        picks.cards(table, picks.of_role(table, "apprentice"), "apprentice", Words("Apprentice")),
        picks.cards(table, likely or everybody, "host", Words("joins")),
        Field(name="resource", label=Words("which resource"), kind="pick", picks=KINDS, optional=True),
    ]
    title = Words("an Apprentice joins somebody")
    yield entry_form(ApprenticeAttached, title, fields, now=possible(ATTACHED, table))


ATTACHED = Happening(
    event=ApprenticeAttached,
    conditions=(
        Condition("LUT-R29", ones_own_apprentice, no_apprentice_of_theirs, mistake=SLIP),
        Condition("LUT-R29", ones_own_character, no_character_of_theirs, mistake=SLIP),
        Condition("LUT-R29", joins_once, has_joined, mistake=SLIP),
        Condition("LUT-R29a", host_shows_a_resource, nothing_to_copy),
        Condition("LUT-R30", produces_what_the_host_shows, produces_something_else, apart=True, mistake=SLIP),
    ),
    effect=attach,
    words=TOLD,
    offers=offers,
    forms=forms,
)
