"""Patron: a client is hired from the pool, from the hand (Aqueduct) or from the deck (Bar)."""

from collections.abc import Iterator

from ledger.events import Event
from ledger.forms import Form, entry_form, pick_field, players_field
from ledger.game import Complaint, Condition, Happening
from ledger.games.glory_to_rome.cards import PATRON
from ledger.games.glory_to_rome.carrying import HAS_ACTION, Carried, carry
from ledger.games.glory_to_rome.moving import (
    DRAWN,
    HELD,
    LIES_THERE,
    NO_SENATOR,
    deck_may_end,
    forum_may_win,
    from_elsewhere,
    top,
)
from ledger.games.glory_to_rome.picks import Openings, among, source_field
from ledger.games.glory_to_rome.sayings import CARD
from ledger.games.glory_to_rome.structures import aqueduct, bar, baths, clientele_limit
from ledger.games.glory_to_rome.table import Table
from ledger.games.glory_to_rome.turns import ACTS, players_of, push
from ledger.language.sayings import PLAYER, Saying, Sayings
from ledger.words import Words

ROLE = (PATRON,)


class ClientHired(Carried, Event, frozen=True, kw_only=True, tag="client_hired"):
    """Patron: from the pool, from the hand (Aqueduct) or from the deck (Bar)."""

    player: str
    card: str = "?"
    source: str = "pool"

    roles = ROLE


def hires_from_where_one_may(table: Table, event: ClientHired) -> bool:
    """G33: the pool, and with an Aqueduct the hand, and with a Bar the deck, each once an action."""
    if event.source == "pool":
        return True
    player = table.players[event.player]
    return aqueduct(player) if event.source == "hand" else event.source == "deck" and bar(player)


def hires_from_elsewhere(table: Table, event: ClientHired) -> Complaint:
    if event.source == "hand":
        return Complaint("{player} hires from the hand without an Aqueduct", player=event.player)
    if event.source == "deck":
        return Complaint("{player} hires from the deck without a Bar", player=event.player)
    return from_elsewhere(event, "pool", "hand", "deck")


def clientele_has_room(table: Table, event: ClientHired) -> bool:
    """R6, G32: the limit is asked when a client comes, and never again."""
    player = table.players[event.player]
    return len(player.clientele) < clientele_limit(player)


def clientele_is_full(table: Table, event: ClientHired) -> Complaint:
    player = table.players[event.player]
    words = "{player} has {found} {found:client|clients} and hires one more; there is room for {expected} in all"
    return Complaint(words, player=player.name, found=len(player.clientele), expected=clientele_limit(player))


def hire(table: Table, event: ClientHired) -> None:
    """A client joins; with Baths it acts at once. With `at-once` those hired before it have had their chance."""
    player, frame, token = carry(table, event)
    if frame is not None and table.options["baths"] == "at-once":
        while table.stack[-1] is not frame:
            table.stack.pop()
    player.clientele.append(token)
    if "baths" in player.works:
        push(table, baths(table, player, token))
    forum_may_win(table, event.n)
    if event.source == "deck":
        deck_may_end(table, event.n)


HIRED_SAID = Sayings(
    Saying("{player} hires {card} from the hand", player=PLAYER, card=CARD, given={"source": "hand"}),
    Saying("{player} hires {card} from the deck", player=PLAYER, card=CARD, given={"source": "deck"}),
    Saying(
        "{player} hires {card}",
        player=PLAYER,
        card=CARD,
        also=(
            "{player} hires {card} from the pool",
            "{player} hires/hired/recruits/gets {card}",
            "{player} takes/gets/hires client {card}",
            "{player} client {card}",
            "{player} takes/gets {card} as/for client",
            "{player} {card} to/into clientele",
        ),
    ),
)


def hires_offered(table: Table) -> Iterator[Event]:
    for player in players_of(table, ROLE):
        yield from (ClientHired(player=player.name, card=card) for card in dict.fromkeys(table.pool))
        if bar(player) and table.left > 0:
            yield ClientHired(player=player.name, card=top(table), source="deck")
        if aqueduct(player):
            yield from (
                ClientHired(player=player.name, card=card, source="hand") for card in dict.fromkeys(player.hand)
            )


def hire_forms(table: Table) -> Iterator[Form]:
    moment = Openings(table)
    fields = [
        players_field(table.players, value=moment.who),
        pick_field("card", Words("client"), among(table, table.pool)),
        source_field("pool", "hand", "deck"),
    ]
    yield entry_form(ClientHired, Words("hire a client"), fields, now=PATRON in moment.roles)


CLIENT_HIRED = Happening(
    event=ClientHired,
    conditions=(
        *ACTS,
        HAS_ACTION,
        Condition("GTR-G33", hires_from_where_one_may, hires_from_elsewhere),
        NO_SENATOR,
        Condition("GTR-R6", clientele_has_room, clientele_is_full),
        *HELD,
        LIES_THERE,
        *DRAWN,
    ),
    effect=hire,
    words=HIRED_SAID,
    offers=hires_offered,
    forms=hire_forms,
)

HAPPENINGS = (CLIENT_HIRED,)
