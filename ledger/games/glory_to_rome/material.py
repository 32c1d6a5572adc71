"""Craftsman and Architect: materials are added to a structure until it is complete."""

from collections.abc import Iterator, Mapping
from typing import Any

from ledger.events import Event
from ledger.forms import Form, entry_form, pick_field, players_field, yes_field
from ledger.game import SLIP, Complaint, Condition, Happening, Stranger
from ledger.games.glory_to_rome.building import (
    ARCHITECTURE,
    BUILDS,
    CRAFT,
    after_the_last_step,
    complete,
    crafted,
    material_is_not_told,
    material_is_told,
    nothing_was_drawn,
    with_another_card,
    with_the_card_drawn,
)
from ledger.games.glory_to_rome.cards import ARCHITECT, CRAFTSMAN, MATERIALS
from ledger.games.glory_to_rome.moving import HELD, LIES_THERE, known_source, taken
from ledger.games.glory_to_rome.picks import Openings, among, known_hand, source_field, structures_of
from ledger.games.glory_to_rome.sayings import CARD, SOURCE
from ledger.games.glory_to_rome.structures import archway, at_once, completes, fits
from ledger.games.glory_to_rome.table import ActionFit, Player, Structure, Table
from ledger.games.glory_to_rome.turns import (
    BUILDERS,
    act,
    find_building,
    go_on,
    no_action,
    players_of,
    reach,
)
from ledger.language.sayings import PLAYER, Saying, Sayings, never
from ledger.words import Words


class MaterialAdded(Event, frozen=True, kw_only=True, tag="material_added"):
    """Craftsman (from the hand) or Architect (from the stockpile, or the pool) adds to a structure.

    `unfinished`: the owner declines to complete it with one card, as a Villa or a Scriptorium would allow.
    """

    player: str
    structure: str
    material: str
    source: str
    unfinished: bool = False

    @property
    def token(self) -> str:
        return self.material

    @property
    def from_hand(self) -> tuple[str, ...]:
        return (self.material,) if self.source == "hand" else ()

    @property
    def roles(self) -> tuple[str, ...]:
        return CRAFT if self.source == "hand" else ARCHITECTURE


def _adding(table: Table, event: MaterialAdded) -> ActionFit | None:
    return find_building(table, table.players[event.player], event.roles, event.material)


def has_a_builder_for_it(table: Table, event: MaterialAdded) -> bool:
    """R3, R8: a Craftsman's action for a material of the hand, an Architect's for another."""
    return _adding(table, event) is not None


def has_no_builder_for_it(table: Table, event: MaterialAdded) -> Complaint:
    return no_action(table, table.players[event.player], event.roles)


def adds_from_where_one_may(table: Table, event: MaterialAdded) -> bool:
    """R8: a Craftsman's from the hand, an Architect's from the stockpile, or with an Archway from the pool."""
    if event.source == "pool":
        return archway(table.players[event.player])
    return event.source in ("hand", "stockpile")


def adds_from_elsewhere(table: Table, event: MaterialAdded) -> Complaint:
    if event.source == "pool":
        return Complaint("{player} uses a material of the pool without an Archway", player=event.player)
    words = "{player} takes a material from the {found}; it comes from one of these: {expected}"
    return Complaint(words, player=event.player, found=event.source, expected=["hand", "stockpile", "pool"])


def has_the_structure(table: Table, event: MaterialAdded) -> bool:
    """R8: a structure of one's own."""
    return table.players[event.player].structure(table.cards[event.structure].id) is not None


def has_no_such_structure(table: Table, event: MaterialAdded) -> Complaint:
    words = "{player} adds a material to {found} without having begun it"
    return Complaint(words, player=event.player, found=table.deck.named(event.structure))


def _own(table: Table, event: MaterialAdded) -> Structure:
    structure: Structure = table.players[event.player].structure(table.cards[event.structure].id)
    return structure


def is_unfinished(table: Table, event: MaterialAdded) -> bool:
    """R8: one that is not finished."""
    return not _own(table, event).complete


def is_complete(table: Table, event: MaterialAdded) -> Complaint:
    words = "{player} adds to {found}, which is complete"
    return Complaint(words, player=event.player, found=table.deck.named(event.structure))


def material_fits(table: Table, event: MaterialAdded) -> bool:
    """R8, G23, G24: a material that fits it now."""
    player = table.players[event.player]
    return fits(table, player, _own(table, event), table.cards[event.material].material)


def material_does_not_fit(table: Table, event: MaterialAdded) -> Complaint:
    player, structure = table.players[event.player], _own(table, event)
    words = "{player} adds {found} to {structure}, which takes {expected}"
    expected = [one for one in MATERIALS if fits(table, player, structure, one)]
    name, found = table.deck.named(event.structure), table.cards[event.material].material
    return Complaint(words, player=player.name, found=found, structure=name, expected=expected)


def has_all_materials(structure: Structure) -> bool:
    """R8: is one more all that it needs?"""
    return len(structure.materials) + 1 >= structure.needs


def may_stay_unfinished(table: Table, event: MaterialAdded) -> bool:
    """G22: only what a Scriptorium or a Villa (G21) would complete at once may be left unfinished."""
    if not event.unfinished:
        return True
    structure, material = _own(table, event), table.cards[event.material].material
    if has_all_materials(structure):
        return False
    return at_once(table, table.players[event.player], structure, material, event.source)


def may_not_stay_unfinished(table: Table, event: MaterialAdded) -> Complaint:
    structure = _own(table, event)
    if not has_all_materials(structure):
        words = "{player} leaves {found} unfinished; this material alone would not have completed it anyway"
        found = table.deck.named(event.structure)
        return Complaint(words, severity="warning", player=event.player, found=found)
    words = "{player} leaves {found} unfinished; with {expected} {expected:material|materials} it is complete"
    return Complaint(words, player=event.player, found=table.deck.named(event.structure), expected=structure.needs)


def added_the_card_drawn(table: Table, event: MaterialAdded) -> bool:
    """G30: the action of a Fountain is done with the card drawn."""
    return (
        event.source != "hand"
        or nothing_was_drawn(table)
        or with_the_card_drawn(table, _adding(table, event), event.material)
    )


def added_another_card(table: Table, event: MaterialAdded) -> Complaint:
    return with_another_card(table, event.player, _adding(table, event), event.material)


def add(table: Table, event: MaterialAdded) -> None:
    """A material lies under a structure for the rest of the game."""
    player: Player = table.players[event.player]
    card, material = table.cards[event.structure], table.cards[event.material].material
    known_source(event.source)
    structure = player.structure(card.id)
    if structure is None and not card.material:
        raise Stranger(table.deck.named(event.structure), "'{found}' is no structure")
    go_on(table, event, building=event.player)
    if structure is None:
        structure = _begun(table, player, event)
    reach(table, player)
    frame = act(table, _adding(table, event), event.roles, "build")
    crafted(player, frame)
    token = taken(table, player, event.source, event.material, event.n)
    done = not structure.complete and completes(table, player, structure, material, event.source)
    if event.unfinished and not has_all_materials(structure):
        done = False
    structure.materials.append(token)
    if done:
        complete(table, player, structure, event.n)
    after_the_last_step(table, event.n)


def _begun(table: Table, player: Player, event: MaterialAdded) -> Structure:
    """Something is added to a structure whose foundation the record lacks: it lies there."""
    card = table.cards[event.structure]
    if event.structure in player.hand:
        player.hand.remove(event.structure)
    structure = Structure(event.structure, card.id or event.structure, card.material, event.n)
    player.structures.append(structure)
    table.in_town[card.material] -= 1
    return structure


def _completes(table: Table, event: MaterialAdded) -> bool:
    """Will this complete the structure, as far as the record can tell?"""
    player, known, added = (
        table.players.get(event.player),
        table.cards.get(event.structure),
        table.cards.get(event.material),
    )
    if player is None or known is None or added is None:
        return False
    structure = player.structure(known.id)
    if structure is None or structure.complete or (event.unfinished and not has_all_materials(structure)):
        return False
    return completes(table, player, structure, added.material, event.source)


def _only_source(table: Table, said: Mapping[str, Any]) -> str | None:
    """Where a material comes from need not be said if it can come from one place only."""
    player = table.players.get(said["player"])
    found = dict(_sources(table, player)) if player is not None else {}
    if player is not None and len(found) > 1 and not len(player.unseen):
        found = {source: cards for source, cards in found.items() if said["material"] in cards}
    return next(iter(found)) if len(found) == 1 else None


ADDED: dict[str, Any] = {"player": PLAYER, "material": CARD, "source": SOURCE, "structure": CARD}
UNFINISHED = {"unfinished": True}

ADDED_SAID = Sayings(
    Saying("{player} adds {material} ({source}) to {structure} and completes it", **ADDED, when=_completes),
    Saying("{player} adds {material} ({source}) to {structure} and leaves it unfinished", **ADDED, given=UNFINISHED),
    Saying(
        "{player} adds {material} to {structure}",
        player=PLAYER,
        material=CARD,
        structure=CARD,
        implied={"source": _only_source},
        when=never,
        also=(
            "{player} adds/puts/uses/added {material} to/in/into/on/for {structure}",
            "{player} {material} to/in/into {structure}",
        ),
    ),
    Saying("{player} adds {material} ({source}) to {structure}", **ADDED),
)


def _sources(table: Table, player: Player) -> Iterator[tuple[str, list[str]]]:
    """From where this player can add something now."""
    if player in players_of(table, CRAFT):
        yield "hand", [*player.hand, *(MATERIALS if len(player.unseen) else ())]
    if player in players_of(table, ARCHITECTURE):
        yield "stockpile", player.stockpile
        if archway(player):
            yield "pool", table.pool


def materials_offered(table: Table) -> Iterator[Event]:
    for player in players_of(table, BUILDERS):
        for structure in player.structures:
            if structure.complete:
                continue
            for source, zone in _sources(table, player):
                for token in dict.fromkeys(zone):
                    material = table.cards[token].material
                    if fits(table, player, structure, material):
                        event = MaterialAdded(
                            player=player.name, structure=structure.card, material=token, source=source
                        )
                        yield event
                        if not has_all_materials(structure) and at_once(table, player, structure, material, source):
                            yield MaterialAdded(
                                player=player.name,
                                structure=structure.card,
                                material=token,
                                source=source,
                                unfinished=True,
                            )


def material_forms(table: Table) -> Iterator[Form]:
    moment = Openings(table)
    crafting = CRAFTSMAN in moment.roles or table.role == CRAFTSMAN
    stockpile = [token for player in moment.actors for token in player.stockpile]
    lying = [token for player in moment.actors for token in player.hand] if crafting else stockpile
    whole = not crafting or all(known_hand(player) for player in moment.actors)
    fields = [
        players_field(table.players, value=moment.who),
        pick_field("structure", Words("to"), structures_of(table, complete=False, mine=moment.actors)),
        pick_field("material", Words("material"), among(table, lying, whole=whole)),
        source_field("hand" if crafting else "stockpile", "hand", "stockpile", "pool"),
        yes_field("unfinished", Words("it stays unfinished")),
    ]
    now = bool(moment.roles & {CRAFTSMAN, ARCHITECT})
    yield entry_form(MaterialAdded, Words("add a material"), fields, now=now)


MATERIAL_ADDED = Happening(
    event=MaterialAdded,
    conditions=(
        *BUILDS,
        Condition("GTR-R3", has_a_builder_for_it, has_no_builder_for_it),
        Condition("GTR-R8", adds_from_where_one_may, adds_from_elsewhere),
        Condition("GTR-R8", has_the_structure, has_no_such_structure, mistake=SLIP),
        Condition("GTR-R8", is_unfinished, is_complete),
        Condition("GTR-R8", material_fits, material_does_not_fit),
        Condition("GTR-R8", material_is_told, material_is_not_told),
        Condition("GTR-G22", may_stay_unfinished, may_not_stay_unfinished),
        Condition("GTR-G30", added_the_card_drawn, added_another_card),
        *HELD,
        LIES_THERE,
    ),
    effect=add,
    words=ADDED_SAID,
    offers=materials_offered,
    forms=material_forms,
)

HAPPENINGS = (MATERIAL_ADDED,)
