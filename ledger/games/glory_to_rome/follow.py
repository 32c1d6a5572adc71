"""Each of the others follows the role that was led with cards of their own, or thinks."""

from collections.abc import Iterator

from ledger.events import Event, Whole
from ledger.forms import Form, entry_form, number_field, players_field, several_field
from ledger.game import SLIP, Complaint, Condition, Happening
from ledger.games.glory_to_rome.cards import ROLES
from ledger.games.glory_to_rome.lead import (
    IN_ORDER,
    NOT_DISCARDED,
    lay_down,
    makes_no_units,
    makes_units,
    plays_offered,
)
from ledger.games.glory_to_rome.moving import HELD
from ledger.games.glory_to_rome.picks import Openings, hand_of
from ledger.games.glory_to_rome.sayings import CARDS
from ledger.games.glory_to_rome.table import FOLLOW, LEAD, SETUP, THOUGHT, Player, Table
from ledger.games.glory_to_rome.turns import ANSWERED, GOES_ON, go_on, waiting
from ledger.language.sayings import NUMBER, PLAYER, Saying, Sayings
from ledger.words import Words


class RoleFollowed(Event, frozen=True, kw_only=True, tag="role_followed"):
    """Another player plays cards for the role led."""

    player: str
    cards: tuple[str, ...]
    actions: Whole | None = None

    @property
    def from_hand(self) -> tuple[str, ...]:
        return self.cards


def role_was_led(table: Table, event: RoleFollowed) -> bool:
    """R3: each of the others follows or thinks before the actions begin."""
    return table.phase == FOLLOW


def no_role_to_follow(table: Table, event: RoleFollowed) -> Complaint:
    words = "{player} follows after the actions began"
    if table.phase in (SETUP, LEAD, THOUGHT):
        words = "{player} follows, but no role was led"
    return Complaint(words, player=event.player)


def follows_once(table: Table, event: RoleFollowed) -> bool:
    """R3: once. G8: who thought does not follow."""
    return not table.players[event.player].decided


def follows_again(table: Table, event: RoleFollowed) -> Complaint:
    return Complaint("{player} has led, followed or thought already in this round", player=event.player)


def follows_with_a_card(table: Table, event: RoleFollowed) -> bool:
    """R5: it takes a card to follow."""
    return bool(event.cards)


def follows_without_a_card(table: Table, event: RoleFollowed) -> Complaint:
    return Complaint("{player} follows without a card; who plays none thinks", player=event.player)


def followed_with_units(table: Table, event: RoleFollowed) -> bool:
    """R5, G9, G10: cards that make a unit of the role."""
    return table.role not in ROLES or makes_units(
        table, table.players[event.player], table.role, event.cards, event.actions
    )


def followed_without_units(table: Table, event: RoleFollowed) -> Complaint:
    return makes_no_units(table, table.players[event.player], table.role, event.cards, event.actions)


def follow(table: Table, event: RoleFollowed) -> None:
    """Somebody else takes part."""
    player: Player = table.players[event.player]
    for card in event.cards:
        table.cards[card]
    go_on(table, event)
    lay_down(table, player, event.cards, event.actions)


FOLLOWED_SAID = Sayings(
    Saying("{player} follows with {cards} for 1 action", player=PLAYER, cards=CARDS, given={"actions": 1}),
    Saying("{player} follows with {cards} for {actions} actions", player=PLAYER, cards=CARDS, actions=NUMBER),
    Saying(
        "{player} follows with {cards}",
        player=PLAYER,
        cards=CARDS,
        also=(
            "{player} followed/plays with {cards}",
            "{player} follows/followed/plays {cards}",
            "{player} follows/plays card {cards}",
        ),
    ),
)


def follows_offered(table: Table) -> Iterator[Event]:
    player = waiting(table) if table.phase == FOLLOW and table.role in ROLES else None
    if player is not None:
        for cards, actions in plays_offered(table, player, table.role):
            yield RoleFollowed(player=player.name, cards=cards, actions=actions)


def follow_forms(table: Table) -> Iterator[Form]:
    moment = Openings(table)
    fields = [
        players_field(table.players, value=moment.who),
        several_field("cards", Words("with"), hand_of(table, moment, table.role)),
        number_field("actions", Words("how many actions (Palace)"), optional=True),
    ]
    now = table.phase == FOLLOW and waiting(table) is not None and not moment.over
    yield entry_form(RoleFollowed, Words("somebody follows"), fields, now=now)


ROLE_FOLLOWED = Happening(
    event=RoleFollowed,
    conditions=(
        GOES_ON,
        ANSWERED,
        Condition("GTR-R3", role_was_led, no_role_to_follow, mistake=SLIP),
        Condition("GTR-R3", follows_once, follows_again),
        IN_ORDER,
        Condition("GTR-R5", follows_with_a_card, follows_without_a_card),
        *HELD,
        NOT_DISCARDED,
        Condition("GTR-R5", followed_with_units, followed_without_units),
    ),
    effect=follow,
    words=FOLLOWED_SAID,
    offers=follows_offered,
    forms=follow_forms,
)

HAPPENINGS = (ROLE_FOLLOWED,)
