"""Fountain: a Craftsman draws the top card of the deck to build with it."""

from collections.abc import Iterator

from ledger.events import Event
from ledger.forms import Form, entry_form, pick_field, players_field
from ledger.game import Complaint, Condition, Happening
from ledger.games.glory_to_rome.building import CRAFT
from ledger.games.glory_to_rome.cards import CRAFTSMAN, UNSEEN
from ledger.games.glory_to_rome.moving import DRAWN, draw, enter, top
from ledger.games.glory_to_rome.naming import card_said
from ledger.games.glory_to_rome.picks import Openings, any_card
from ledger.games.glory_to_rome.sayings import CARD, thanks_to
from ledger.games.glory_to_rome.structures import fountain
from ledger.games.glory_to_rome.table import Player, Table
from ledger.games.glory_to_rome.turns import ACTS, act, find_new, finish, go_on, no_action, players_of, reach
from ledger.language.sayings import PLAYER, Saying, Sayings
from ledger.words import Words


class FountainDrawn(Event, frozen=True, kw_only=True, tag="fountain_drawn"):
    """Fountain: the top of the deck is drawn; this Craftsman action is done with it or not at all."""

    player: str
    card: str = "?"

    @property
    def drawn(self) -> tuple[str, ...]:
        return (self.card,)


def has_a_craftsman(table: Table, event: FountainDrawn) -> bool:
    """R3, G30: a Fountain draws once for a Craftsman action."""
    return find_new(table, table.players[event.player], CRAFTSMAN) is not None


def has_no_craftsman(table: Table, event: FountainDrawn) -> Complaint:
    return no_action(table, table.players[event.player], CRAFT)


def has_a_fountain(table: Table, event: FountainDrawn) -> bool:
    """G30: a Fountain's owner may draw."""
    return fountain(table.players[event.player])


def has_no_fountain(table: Table, event: FountainDrawn) -> Complaint:
    return Complaint("{player} draws a card to build with, without a Fountain", player=event.player)


def draw_for_it(table: Table, event: FountainDrawn) -> None:
    """G30: the drawn card is in the hand whatever is done with it, and the action counts as a Craftsman's."""
    player: Player = table.players[event.player]
    table.cards[event.card]
    go_on(table, event)
    reach(table, player)
    frame = act(table, find_new(table, player, CRAFTSMAN), CRAFT, "fountain")
    token = (draw(table, 1, [event.card]) or [UNSEEN])[0]
    enter(table, player, token)
    player.crafted = True
    if frame is not None:
        frame.drawn = token
    if table.left <= 0:  # G31
        if table.options["last_card"] == "immediate":
            finish(table, "deck", event.n)
        elif not table.over:
            table.last_step = player.name


FOUNTAIN_SAID = Sayings(Saying("{player} draws {card} for {by}", player=PLAYER, card=CARD, by=thanks_to("fountain")))


def fountains_offered(table: Table) -> Iterator[Event]:
    for player in players_of(table, CRAFT):
        if fountain(player) and table.left > 0:
            yield FountainDrawn(player=player.name, card=top(table))


def fountain_forms(table: Table) -> Iterator[Form]:
    moment = Openings(table)
    fields = [players_field(table.players, value=moment.who), pick_field("card", Words("card"), any_card(table))]
    now = CRAFTSMAN in moment.roles and any(fountain(player) for player in moment.actors)
    title = Words("{structure}: draw a card", structure=card_said(table, "fountain"))
    yield entry_form(FountainDrawn, title, fields, now=now)


FOUNTAIN_DRAWN = Happening(
    event=FountainDrawn,
    conditions=(
        *ACTS,
        Condition("GTR-R3", has_a_craftsman, has_no_craftsman),
        Condition("GTR-G30", has_a_fountain, has_no_fountain),
        *DRAWN,
    ),
    effect=draw_for_it,
    words=FOUNTAIN_SAID,
    offers=fountains_offered,
    forms=fountain_forms,
)

HAPPENINGS = (FOUNTAIN_DRAWN,)
