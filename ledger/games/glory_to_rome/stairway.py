"""Stairway: an Architect adds to an opponent's structure, whose function is then everybody's."""

from collections.abc import Iterator

from ledger.events import Event
from ledger.forms import Form, entry_form, pick_field, players_field
from ledger.game import Complaint, Condition, Happening
from ledger.games.glory_to_rome.building import (
    ARCHITECTURE,
    anothers,
    is_anothers,
    material_is_not_told,
    material_is_told,
)
from ledger.games.glory_to_rome.cards import ARCHITECT, MATERIALS
from ledger.games.glory_to_rome.moving import LIES_THERE, forum_may_win, known_source, taken
from ledger.games.glory_to_rome.naming import card_said
from ledger.games.glory_to_rome.picks import Openings, among, source_field, structures_of
from ledger.games.glory_to_rome.sayings import CARD, SOURCE, thanks_to
from ledger.games.glory_to_rome.structures import archway, fits_by_stairway, renew, stairway
from ledger.games.glory_to_rome.table import Player, Table, owners
from ledger.games.glory_to_rome.turns import ACTS, act, find, go_on, no_action, players_of, reach
from ledger.language.sayings import PLAYER, Saying, Sayings
from ledger.words import Words


class StairwayUsed(Event, frozen=True, kw_only=True, tag="stairway_used"):
    """Architect with a Stairway: a material on an opponent's structure, whose function is then everybody's."""

    player: str
    owner: str
    structure: str
    material: str
    source: str = "stockpile"

    @property
    def token(self) -> str:
        return self.material


def _part(table: Table) -> str:
    """G27: beside the Architect's ordinary step, or in its place."""
    return "stairway" if table.options["stairway"] == "extra" else "build"


def has_an_architect(table: Table, event: StairwayUsed) -> bool:
    """R3, G27: an Architect's action."""
    return find(table, table.players[event.player], ARCHITECTURE, _part(table)) is not None


def has_no_architect(table: Table, event: StairwayUsed) -> Complaint:
    return no_action(table, table.players[event.player], ARCHITECTURE)


def has_a_stairway(table: Table, event: StairwayUsed) -> bool:
    """G28: a Stairway's owner may."""
    return stairway(table.players[event.player])


def has_no_stairway(table: Table, event: StairwayUsed) -> Complaint:
    return Complaint("{player} adds to another's structure without a Stairway", player=event.player)


def stairway_leads_nowhere(table: Table, event: StairwayUsed) -> Complaint:
    words = "{player} uses a Stairway on {found}, which is no completed structure of an opponent"
    return Complaint(words, player=event.player, found=table.deck.named(event.structure))


def stairway_fits(table: Table, event: StairwayUsed) -> bool:
    """G28: a material of its kind."""
    structure, material = anothers(table, event), table.cards[event.material].material
    return structure is None or fits_by_stairway(table, table.players[event.player], structure, material)


def stairway_does_not_fit(table: Table, event: StairwayUsed) -> Complaint:
    structure, player = anothers(table, event), table.players[event.player]
    kinds = [one for one in MATERIALS if structure and fits_by_stairway(table, player, structure, one)]
    words = "{player} adds {found} to {structure} by a Stairway; it takes {expected}"
    name, found = table.deck.named(event.structure), table.cards[event.material].material
    return Complaint(words, player=event.player, found=found, structure=name, expected=kinds)


def climbs_from_where_one_may(table: Table, event: StairwayUsed) -> bool:
    """G28: from the stockpile, or the pool with an Archway."""
    return event.source == "stockpile" or (event.source == "pool" and archway(table.players[event.player]))


def climbs_from_elsewhere(table: Table, event: StairwayUsed) -> Complaint:
    if event.source == "pool":
        return Complaint("{player} uses a material of the pool without an Archway", player=event.player)
    words = "{player} takes a material from {found}; it comes from {expected}"
    return Complaint(words, player=event.player, found=event.source, expected=["stockpile", "pool"])


def climb(table: Table, event: StairwayUsed) -> None:
    """G28: from now on the function is everybody's; what happens upon completion does not happen again."""
    player: Player = table.players[event.player]
    owner: Player = table.players[event.owner]
    structure = owner.structure(table.cards[event.structure].id)
    table.cards[event.material]
    known_source(event.source)
    go_on(table, event)
    if structure is None:
        return
    reach(table, player)
    act(table, find(table, player, ARCHITECTURE, _part(table)), ARCHITECTURE, _part(table))
    structure.stairway.append(taken(table, player, event.source, event.material, event.n))
    renew(table)
    forum_may_win(table, event.n)


CLIMBED_SAID = Sayings(
    Saying(
        "{player} adds {material} ({source}) to {structure} of {owner} ({by})",
        player=PLAYER,
        material=CARD,
        source=SOURCE,
        structure=CARD,
        owner=PLAYER,
        by=thanks_to("stairway"),
    )
)


def stairways_offered(table: Table) -> Iterator[Event]:
    for player in players_of(table, ARCHITECTURE):
        if not stairway(player):
            continue
        zones = [("stockpile", player.stockpile), ("pool", table.pool if archway(player) else [])]
        for owner, one in owners(table):
            if owner is player or not one.complete:
                continue
            for source, zone in zones:
                for token in dict.fromkeys(zone):
                    if fits_by_stairway(table, player, one, table.cards[token].material):
                        yield StairwayUsed(
                            player=player.name, owner=owner.name, structure=one.card, material=token, source=source
                        )


def stairway_forms(table: Table) -> Iterator[Form]:
    moment = Openings(table)
    stockpile = [token for player in moment.actors for token in player.stockpile]
    fields = [
        players_field(table.players, value=moment.who),
        players_field(table.players, "owner", Words("whose")),
        pick_field("structure", Words("structure"), structures_of(table, complete=True)),
        pick_field("material", Words("material"), among(table, stockpile)),
        source_field("stockpile", "pool", "hand"),
    ]
    now = ARCHITECT in moment.roles and any(stairway(player) for player in moment.actors)
    title = Words("{structure}: add to another's structure", structure=card_said(table, "stairway"))
    yield entry_form(StairwayUsed, title, fields, now=now)


STAIRWAY_USED = Happening(
    event=StairwayUsed,
    conditions=(
        *ACTS,
        Condition("GTR-R3", has_an_architect, has_no_architect),
        Condition("GTR-G28", has_a_stairway, has_no_stairway),
        Condition("GTR-G28", is_anothers, stairway_leads_nowhere),
        Condition("GTR-G28", stairway_fits, stairway_does_not_fit),
        Condition("GTR-G28", material_is_told, material_is_not_told),
        Condition("GTR-G28", climbs_from_where_one_may, climbs_from_elsewhere),
        LIES_THERE,
    ),
    effect=climb,
    words=CLIMBED_SAID,
    offers=stairways_offered,
    forms=stairway_forms,
)

HAPPENINGS = (STAIRWAY_USED,)
