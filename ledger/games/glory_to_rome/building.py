"""Craftsman and Architect: foundations are laid, materials are added, structures are completed.

And what a Fountain, a Stairway and a Prison do.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from ledger.events import Event
from ledger.forms import Form, Pick, entry_form, pick_field, players_field, several_field, yes_field
from ledger.game import Complaint, Condition, Happening, Stranger
from ledger.games.glory_to_rome.cards import ARCHITECT, CRAFTSMAN, MATERIALS, SENATOR, UNSEEN, VALUE
from ledger.games.glory_to_rome.moving import (
    DRAWN,
    HELD,
    LIES_THERE,
    draw,
    enter,
    forum_may_win,
    known_source,
    leave,
    taken,
    top,
)
from ledger.games.glory_to_rome.naming import MATERIAL_NAMES, card_said
from ledger.games.glory_to_rome.picks import (
    NOT_NAMED,
    Moment,
    among,
    any_card,
    known_hand,
    orders_held,
    source_field,
    structures_of,
)
from ledger.games.glory_to_rome.sayings import CARD, MATERIAL, SOURCE, thanks_to
from ledger.games.glory_to_rome.structures import (
    COMPLETION,
    PRISON,
    archway,
    at_once,
    completes,
    fits,
    fits_by_stairway,
    fountain,
    renew,
    stairway,
    statue,
    tower,
)
from ledger.games.glory_to_rome.table import Frame, Player, Structure, Table, owners
from ledger.games.glory_to_rome.turns import (
    ACTS,
    ANSWERED,
    BUILDERS,
    DECIDED,
    NO_PASS_MISSING,
    Fit,
    act,
    find,
    find_building,
    find_new,
    finish,
    following,
    frames,
    game_is_over,
    go_on,
    no_action,
    players_of,
    push,
    reach,
    same_card,
    spend_second,
)
from ledger.language.sayings import PLAYER, Saying, Sayings
from ledger.words import Words

CRAFT, ARCHITECTURE, THEFT = (CRAFTSMAN,), (ARCHITECT,), (PRISON,)


# --- what every building event must keep ------------------------------------------------------------------------------


def building_goes_on(table: Table, event: Any) -> bool:
    """R11: nothing after the end; G31: but with `finish_step` the card that a Fountain drew last."""
    if table.played_on:
        return True
    return not table.over and table.last_step in ("", event.player)


BUILDS = (Condition("GTR-R11", building_goes_on, game_is_over), ANSWERED, DECIDED, NO_PASS_MISSING)


def after_the_last_step(table: Table, n: int) -> None:
    """G31: the card that a Fountain drew last was used."""
    if table.last_step:
        table.last_step = ""
        finish(table, "deck", n)


def crafted(player: Player, frame: Frame | None) -> None:
    """An Academy wants a Craftsman action."""
    if frame is not None and CRAFTSMAN in frame.doing:
        player.crafted = True


# --- foundations ------------------------------------------------------------------------------------------------------


class FoundationLaid(Event, frozen=True, kw_only=True, tag="foundation_laid"):
    """Craftsman or Architect: an order from the hand on a site; `site` is its material, needed only for a Statue."""

    player: str
    card: str
    site: str = ""
    out_of_town: bool = False

    @property
    def from_hand(self) -> tuple[str, ...]:
        return (self.card,)


def _laying(table: Table, event: FoundationLaid) -> Fit | None:
    player: Player = table.players[event.player]
    number = 2 if event.out_of_town and not tower(player) else 1
    return find_building(table, player, BUILDERS, event.card, number)


def has_a_builder(table: Table, event: FoundationLaid) -> bool:
    """R3, R8: a Craftsman's or an Architect's action."""
    return _laying(table, event) is not None


def has_no_builder(table: Table, event: FoundationLaid) -> Complaint:
    return no_action(table, table.players[event.player], BUILDERS)


def lays_an_order(table: Table, event: FoundationLaid) -> bool:
    """R8: a foundation is an order."""
    return table.cards[event.card].id not in ("", SENATOR)


def lays_no_order(table: Table, event: FoundationLaid) -> Complaint:
    if event.card == SENATOR:
        return Complaint("{player} lays {found}, which is no order", player=event.player, found=event.card)
    words = "which order {player} lays as a foundation was not written down"
    return Complaint(words, severity="undecidable", player=event.player)


def has_none_of_that_name(table: Table, event: FoundationLaid) -> bool:
    """R8, G14: an order one has no structure of yet."""
    return table.players[event.player].structure(table.cards[event.card].id) is None


def has_one_already(table: Table, event: FoundationLaid) -> Complaint:
    words = "{player} lays {found} and has one already"
    return Complaint(words, player=event.player, found=table.deck.named(event.card))


def lies_on_its_site(table: Table, event: FoundationLaid) -> bool:
    """R8: on a site of its material. G19: a Statue on any."""
    card = table.cards[event.card]
    return event.site in ("", card.material) or statue(table, card.id)


def lies_on_another_site(table: Table, event: FoundationLaid) -> Complaint:
    words = "{player} lays {card} on a site of {found}; it needs {expected}"
    name, expected = table.deck.named(event.card), table.cards[event.card].material
    return Complaint(words, player=event.player, card=name, found=event.site, expected=expected)


def site_of(table: Table, event: FoundationLaid) -> str:
    """On which site a foundation lies."""
    site = event.site or table.cards[event.card].material
    if site not in VALUE:
        raise Stranger(site, "there is no site of '{found}'")
    return site


def site_is_free(table: Table, event: FoundationLaid) -> bool:
    """R8, G16: a site of that kind is left where it is taken."""
    site = site_of(table, event)
    return not site or (table.out_of_town if event.out_of_town else table.in_town)[site] > 0


def no_site_is_left(table: Table, event: FoundationLaid) -> Complaint:
    words = "{player} lays a foundation where no site of {found} is left in town"
    if event.out_of_town:
        words = "{player} lays a foundation where no site of {found} is left out of town"
    return Complaint(words, player=event.player, found=site_of(table, event))


def may_go_out_of_town(table: Table, event: FoundationLaid) -> bool:
    """G16: with `forced-in-town-first` not before the sites in town are taken."""
    if not event.out_of_town or table.options["oot_choice"] == "free":
        return True
    return table.in_town.get(site_of(table, event), 0) <= 0


def goes_out_too_early(table: Table, event: FoundationLaid) -> Complaint:
    site = site_of(table, event)
    words = (
        "{player} goes out of town for {found}; {expected} {expected:site|sites} of it {expected:is|are} left in town"
    )
    return Complaint(words, player=event.player, found=site, expected=table.in_town[site])


def _in_a_row(table: Table, event: FoundationLaid) -> int:
    player = table.players[event.player]
    fit = _laying(table, event)
    if fit is None:
        return 0
    stack = frames(table, player)
    if fit.frame not in stack:  # a turn that begins with it
        stack = [fit.frame]
    return following(table, stack, fit, BUILDERS)


def has_two_actions_for_it(table: Table, event: FoundationLaid) -> bool:
    """G15: out of town takes two actions of the same role one after the other, or a Tower."""
    return not event.out_of_town or tower(table.players[event.player]) or _in_a_row(table, event) >= 2


def has_one_action_for_it(table: Table, event: FoundationLaid) -> Complaint:
    words = "{player} lays a foundation out of town with {found} {found:action|actions} in a row; it takes {expected}"
    return Complaint(words, player=event.player, found=_in_a_row(table, event), expected=2)


def laid_with_the_card_drawn(table: Table, event: FoundationLaid) -> bool:
    """G30: the action of a Fountain is done with the card drawn."""
    return _with_the_card_drawn(table, _laying(table, event), event.card)


def _with_the_card_drawn(table: Table, fit: Fit | None, token: str) -> bool:
    return fit is None or fit.fresh or not fit.frame.drawn or same_card(table, fit.frame.drawn, token)


def laid_with_another_card(table: Table, event: FoundationLaid) -> Complaint:
    return _with_another_card(table, event.player, _laying(table, event), event.card)


def _with_another_card(table: Table, player: str, fit: Fit | None, token: str) -> Complaint:
    drawn = table.deck.named(fit.frame.drawn) if fit is not None else ""
    words = "{player} drew {expected} with the Fountain and builds with {found}, with no other action left"
    if table.options["passes"] == "recorded":
        words = "{player} drew {expected} with the Fountain and builds with {found}; nobody said that it was kept"
    return Complaint(words, player=player, expected=drawn, found=table.deck.named(token))


def lay(table: Table, event: FoundationLaid) -> None:
    """An order from the hand takes a site."""
    player: Player = table.players[event.player]
    card = table.cards[event.card]
    site = site_of(table, event)
    if not site:
        raise Stranger(table.deck.named(event.card), "'{found}' is no foundation")
    go_on(table, event, building=event.player)
    reach(table, player)
    frame = act(table, _laying(table, event), BUILDERS, "build")
    crafted(player, frame)
    if event.out_of_town and frame is not None:
        spend_second(table, frame, BUILDERS)
    token = leave(table, player, event.card)
    structure = Structure(token, card.id or token, site, event.n, out_of_town=event.out_of_town)
    player.structures.append(structure)
    (table.out_of_town if event.out_of_town else table.in_town)[site] -= 1
    if table.gates:
        renew(table)
    forum_may_win(table, event.n)  # G18: before the sites are counted
    if not event.out_of_town and max(table.in_town.values()) <= 0:  # G17
        finish(table, "sites", event.n)
    after_the_last_step(table, event.n)


def printed_material(table: Table, said: Mapping[str, Any]) -> str:
    """The site that goes with the card by itself."""
    known = table.cards.get(said["card"])
    return known.material if known else ""


LAID: dict[str, Any] = {"player": PLAYER, "card": CARD}
AS_PRINTED: dict[str, Any] = {**LAID, "implied": {"site": printed_material}}
FURTHER_OUT = {"out_of_town": True}

LAID_SAID = Sayings(
    Saying("{player} lays the foundation of {card}, out of town", **AS_PRINTED, given=FURTHER_OUT),
    Saying("{player} lays the foundation of {card}", **AS_PRINTED),
    Saying("{player} lays the foundation of {card} on {site}, out of town", **LAID, site=MATERIAL, given=FURTHER_OUT),
    Saying("{player} lays the foundation of {card} on {site}", **LAID, site=MATERIAL),
    Saying("{player} lays the foundation of {card}, out of town", **LAID, given=FURTHER_OUT),
    Saying("{player} lays the foundation of {card}", **LAID),
)


def foundations_offered(table: Table) -> Iterator[Event]:
    for player in players_of(table, BUILDERS):
        for token in dict.fromkeys(player.hand):
            card = table.cards[token]
            if card.id and player.structure(card.id) is None:
                for site in MATERIALS if statue(table, card.id) else (card.material,):
                    yield FoundationLaid(player=player.name, card=token, site=site)
                    yield FoundationLaid(player=player.name, card=token, site=site, out_of_town=True)


def foundation_forms(table: Table) -> Iterator[Form]:
    moment = Moment(table)
    sites = [Pick(one, MATERIAL_NAMES[one]) for one in MATERIALS]
    fields = [
        players_field(table.players, value=moment.who),
        pick_field("card", Words("order"), orders_held(table, moment, NOT_NAMED)),
        pick_field("site", Words("on another site (Statue)"), sites, optional=True),
        yes_field("out_of_town", Words("out of town")),
    ]
    now = bool(moment.roles & {CRAFTSMAN, ARCHITECT})
    yield entry_form(FoundationLaid, Words("lay a foundation"), fields, now=now)


FOUNDATION_LAID = Happening(
    event=FoundationLaid,
    conditions=(
        *BUILDS,
        Condition("GTR-R3", has_a_builder, has_no_builder),
        Condition("GTR-R8", lays_an_order, lays_no_order),
        Condition("GTR-R8", has_none_of_that_name, has_one_already),
        Condition("GTR-R8", lies_on_its_site, lies_on_another_site),
        Condition("GTR-G16", site_is_free, no_site_is_left),
        Condition("GTR-G16", may_go_out_of_town, goes_out_too_early),
        Condition("GTR-G15", has_two_actions_for_it, has_one_action_for_it),
        Condition("GTR-G30", laid_with_the_card_drawn, laid_with_another_card),
        *HELD,
    ),
    effect=lay,
    words=LAID_SAID,
    offers=foundations_offered,
    forms=foundation_forms,
)


# --- materials --------------------------------------------------------------------------------------------------------


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


def _adding(table: Table, event: MaterialAdded) -> Fit | None:
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


def adds_from_elsewhere(table: Table, event: "MaterialAdded | StairwayUsed") -> Complaint:
    if event.source == "pool":
        return Complaint("{player} uses a material of the pool without an Archway", player=event.player)
    words = "{player} takes a material from {found}; it comes from {expected}"
    return Complaint(words, player=event.player, found=event.source, expected=["hand", "stockpile", "pool"])


def has_the_structure(table: Table, event: MaterialAdded) -> bool:
    """R8: a structure of one's own."""
    return table.players[event.player].structure(table.cards[event.structure].id) is not None


def has_no_such_structure(table: Table, event: MaterialAdded) -> Complaint:
    words = "{player} adds to {found} and has none"
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


def material_is_told(table: Table, event: "MaterialAdded | StairwayUsed") -> bool:
    """R8: everybody sees what is added; a senator is no material (G36)."""
    return bool(table.cards[event.material].material)


def material_is_not_told(table: Table, event: "MaterialAdded | StairwayUsed") -> Complaint:
    if event.material == SENATOR:
        return Complaint("{player} builds with a senator, which is no material", player=event.player)
    words = "whether it fits cannot be told: which material {player} added was not written down"
    return Complaint(words, severity="undecidable", player=event.player)


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
        return Complaint("{player} declines what nothing offers", severity="warning", player=event.player)
    words = "{player} leaves {found} unfinished; it has all {expected} materials and is complete"
    return Complaint(words, player=event.player, found=table.deck.named(event.structure), expected=structure.needs)


def added_the_card_drawn(table: Table, event: MaterialAdded) -> bool:
    """G30: the action of a Fountain is done with the card drawn."""
    return event.source != "hand" or _with_the_card_drawn(table, _adding(table, event), event.material)


def added_another_card(table: Table, event: MaterialAdded) -> Complaint:
    return _with_another_card(table, event.player, _adding(table, event), event.material)


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


def complete(table: Table, player: Player, structure: Structure, n: int) -> None:
    """G25: influence first, then the function, then what happens upon completion."""
    structure.complete, structure.done = True, n
    player.sites.append((structure.site, n))
    player.influence += VALUE[structure.site]
    renew(table)
    fire(table, player, structure.id, n)


def fire(table: Table, player: Player, name: str, n: int) -> None:
    """G26: what a structure does upon completion comes at once, before the actions that are left."""
    if table.options["functions"] == "on":
        if name == "catacomb":
            finish(table, "catacomb", n)
        elif name in COMPLETION:
            push(table, COMPLETION[name](table, player))
    forum_may_win(table, n)


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


ADDED: dict[str, Any] = {"player": PLAYER, "material": CARD, "source": SOURCE, "structure": CARD}
UNFINISHED = {"unfinished": True}

ADDED_SAID = Sayings(
    Saying("{player} adds {material} ({source}) to {structure} and completes it", **ADDED, when=_completes),
    Saying("{player} adds {material} ({source}) to {structure} and leaves it unfinished", **ADDED, given=UNFINISHED),
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
    moment = Moment(table)
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
        Condition("GTR-R8", has_the_structure, has_no_such_structure),
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


# --- Fountain ---------------------------------------------------------------------------------------------------------


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
    moment = Moment(table)
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


# --- Stairway ---------------------------------------------------------------------------------------------------------


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


def _anothers(table: Table, event: "StairwayUsed | StructureTaken") -> Structure | None:
    """The completed structure of an opponent that this is about."""
    owner: Player = table.players[event.owner]
    structure = owner.structure(table.cards[event.structure].id)
    return None if event.owner == event.player or structure is None or not structure.complete else structure


def is_anothers(table: Table, event: "StairwayUsed | StructureTaken") -> bool:
    """G28, G51: an opponent's completed structure."""
    return _anothers(table, event) is not None


def stairway_leads_nowhere(table: Table, event: StairwayUsed) -> Complaint:
    words = "{player} uses a Stairway on {found}, which is no completed structure of an opponent"
    return Complaint(words, player=event.player, found=table.deck.named(event.structure))


def stairway_fits(table: Table, event: StairwayUsed) -> bool:
    """G28: a material of its kind."""
    structure, material = _anothers(table, event), table.cards[event.material].material
    return structure is None or fits_by_stairway(table, table.players[event.player], structure, material)


def stairway_does_not_fit(table: Table, event: StairwayUsed) -> Complaint:
    structure, player = _anothers(table, event), table.players[event.player]
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
    moment = Moment(table)
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


# --- Prison -----------------------------------------------------------------------------------------------------------


class StructureTaken(Event, frozen=True, kw_only=True, tag="structure_taken"):
    """Prison: a structure of an opponent for sites worth 3 influence."""

    player: str
    owner: str
    structure: str
    sites: tuple[str, ...] = ("stone",)


def has_a_prison(table: Table, event: StructureTaken) -> bool:
    """R3, G51: a Prison was just completed."""
    return find(table, table.players[event.player], THEFT, PRISON) is not None


def has_no_prison(table: Table, event: StructureTaken) -> Complaint:
    words = "{player} takes a structure without having just completed a Prison"
    return Complaint(words, player=event.player)


def prison_finds_nothing(table: Table, event: StructureTaken) -> Complaint:
    words = "{player} takes {found}, which is no completed structure of an opponent"
    return Complaint(words, player=event.player, found=table.deck.named(event.structure))


def has_none_like_it(table: Table, event: StructureTaken) -> bool:
    """G51: one neither has nor has begun it."""
    return table.players[event.player].structure(table.cards[event.structure].id) is None


def has_one_like_it(table: Table, event: StructureTaken) -> Complaint:
    words = "{player} takes {found} and has one already"
    return Complaint(words, player=event.player, found=table.deck.named(event.structure))


def pays_three(table: Table, event: StructureTaken) -> bool:
    """G51: for sites worth 3."""
    return _worth(event) == 3


def _worth(event: StructureTaken) -> int:
    return sum(VALUE.get(site, 0) for site in event.sites)


def pays_another_sum(table: Table, event: StructureTaken) -> Complaint:
    words = "{player} gives sites worth {found} for it; {expected} are due"
    return Complaint(words, player=event.player, found=_worth(event), expected=3)


def _unpayable(table: Table, event: StructureTaken) -> list[str]:
    return list(Counter(event.sites) - Counter(site for site, _ in table.players[event.player].sites))


def has_the_sites(table: Table, event: StructureTaken) -> bool:
    """G51: sites that one has won; the 2 printed on the camp cannot be paid."""
    return not _unpayable(table, event)


def has_not_the_sites(table: Table, event: StructureTaken) -> Complaint:
    words = "{player} gives a site of {found} and has none"
    return Complaint(words, player=event.player, found=_unpayable(table, event))


def steal(table: Table, event: StructureTaken) -> None:
    """G51: the sites paid go to the former owner, who keeps the influence of the structure's own site.

    What happens upon completion happens for the new owner. (G52: a Prison is never among it, for its taker has one.)
    """
    player: Player = table.players[event.player]
    owner: Player = table.players[event.owner]
    structure = owner.structure(table.cards[event.structure].id)
    for site in event.sites:
        if site not in MATERIALS:
            raise Stranger(site, "there is no site of '{found}'")
    go_on(table, event)
    if structure is None:
        return
    reach(table, player)
    act(table, find(table, player, THEFT, PRISON), THEFT, PRISON)
    for site in event.sites:
        paid = next((one for one in reversed(player.sites) if one[0] == site), None)
        if paid is not None:
            player.sites.remove(paid)
        player.influence -= VALUE[site]
        owner.sites.append(paid or (site, event.n))
        owner.influence += VALUE[site]
    owner.structures.remove(structure)
    player.structures.append(structure)
    renew(table)
    if structure.complete:
        fire(table, player, structure.id, event.n)


STOLEN_SAID = Sayings(
    Saying(
        "{player} takes {structure} of {owner} for the sites {sites} ({by})",
        player=PLAYER,
        structure=CARD,
        owner=PLAYER,
        sites=MATERIAL.several._replace(blank=True),
        by=thanks_to("prison"),
    )
)


def thefts_offered(table: Table) -> Iterator[Event]:
    for player in players_of(table, THEFT):
        for owner, one in owners(table):
            if owner is not player and one.complete and player.structure(one.id) is None:
                for sites in payments([site for site, _ in player.sites]):
                    yield StructureTaken(player=player.name, owner=owner.name, structure=one.card, sites=sites)


def payments(sites: list[str]) -> list[tuple[str, ...]]:
    """How sites worth 3 can be given, one stone site first."""
    found = [paid for size in (1, 2, 3) for paid in combinations(sites, size) if sum(VALUE[one] for one in paid) == 3]
    return sorted(set(found), key=lambda paid: (len(paid), paid[0] != "stone", paid))


def theft_forms(table: Table) -> Iterator[Form]:
    moment = Moment(table)
    sites = [Pick(one, MATERIAL_NAMES[one]) for one in MATERIALS]
    fields = [
        players_field(table.players, value=moment.who),
        players_field(table.players, "owner", Words("whose")),
        pick_field("structure", Words("structure"), structures_of(table, complete=True)),
        several_field("sites", Words("sites given"), sites, value=["stone"]),
    ]
    title = Words("{structure}: take a structure", structure=card_said(table, "prison"))
    yield entry_form(StructureTaken, title, fields, now=PRISON in moment.roles)


STRUCTURE_TAKEN = Happening(
    event=StructureTaken,
    conditions=(
        *ACTS,
        Condition("GTR-R3", has_a_prison, has_no_prison),
        Condition("GTR-G51", is_anothers, prison_finds_nothing),
        Condition("GTR-G51", has_none_like_it, has_one_like_it),
        Condition("GTR-G51", pays_three, pays_another_sum),
        Condition("GTR-G51", has_the_sites, has_not_the_sites),
    ),
    effect=steal,
    words=STOLEN_SAID,
    offers=thefts_offered,
    forms=theft_forms,
)

HAPPENINGS = (FOUNTAIN_DRAWN, FOUNDATION_LAID, MATERIAL_ADDED, STAIRWAY_USED, STRUCTURE_TAKEN)
