"""Rules for Craftsmen and Architects, a Fountain, a Stairway and a Prison."""

from collections import Counter

from ledger.game import Complaint
from ledger.games.glory_to_rome.cards import MATERIALS, SENATOR, UNSEEN, VALUE
from ledger.games.glory_to_rome.events import FoundationLaid, FountainDrawn, MaterialAdded, StairwayUsed, StructureTaken
from ledger.games.glory_to_rome.slips import excused
from ledger.games.glory_to_rome.structures import archway, at_once, fits, fountain, stairway, statue, tower
from ledger.games.glory_to_rome.table import Player, Structure, Table
from ledger.games.glory_to_rome.turns import BUILDERS, consecutive


def foundation_is_allowed(table: Table, event: FoundationLaid) -> Complaint | None:
    """R8, G14: an order one has no structure of yet, on a site of its material. G19: a Statue on any."""
    player: Player = table.players[event.player]
    card = table.cards[event.card]
    if not card.id or card.id == SENATOR:
        return Complaint("{player} lays {found}, which is no order", player=player.name, found=event.card)
    if player.structure(card.id) is not None:
        words = "{player} lays {found} and has one already"
        return Complaint(words, player=player.name, found=table.deck.named(event.card))
    site = event.site or card.material
    if site != card.material and not statue(table, card.id):
        words = "{player} lays {card} on a site of {found}; it needs {expected}"
        name = table.deck.named(event.card)
        return Complaint(words, player=player.name, card=name, found=site, expected=card.material)
    return None


def site_is_free(table: Table, event: FoundationLaid) -> Complaint | None:
    """R8, G16: a site of that kind is left where it is taken; with `forced-in-town-first` not out of town before."""
    site = event.site or table.cards[event.card].material
    if site not in MATERIALS:
        return None
    where = table.out_of_town if event.out_of_town else table.in_town
    if where[site] <= 0:
        if excused(table):
            return None
        words = "{player} lays a foundation where no site of {found} is left in town"
        if event.out_of_town:
            words = "{player} lays a foundation where no site of {found} is left out of town"
        return Complaint(words, player=event.player, found=site)
    if event.out_of_town and table.options["oot_choice"] == "forced-in-town-first" and table.in_town[site] > 0:
        if excused(table):
            return None
        words = "{player} goes out of town for {found}; {expected} sites of it are left in town"
        return Complaint(words, player=event.player, found=site, expected=table.in_town[site])
    return None


def out_of_town_takes_two(table: Table, event: FoundationLaid) -> Complaint | None:
    """G15: two actions of the same role one after the other, or a Tower."""
    player: Player = table.players[event.player]
    if not event.out_of_town or tower(player) or table.fit is None or table.doubts.shaken:
        return None
    found = consecutive(table, player, BUILDERS)
    if found >= 2:
        return None
    words = "{player} lays a foundation out of town with {found} action left; it takes {expected}"
    return Complaint(words, player=player.name, found=found, expected=2)


def structure_takes_the_material(table: Table, event: MaterialAdded) -> Complaint | None:
    """R8, G23, G24: an unfinished structure of one's own, and a material that fits it now."""
    player: Player = table.players[event.player]
    structure = player.structure(table.cards[event.structure].id)
    name = table.deck.named(event.structure)
    if structure is None:
        return (
            None
            if excused(table)
            else Complaint("{player} adds to {found} and has none", player=player.name, found=name)
        )
    if structure.complete:
        return Complaint("{player} adds to {found}, which is complete", player=player.name, found=name)
    material = table.cards[event.material].material
    if fits(table, player, structure, material):
        return None
    words = "{player} adds {found} to {structure}, which takes {expected}"
    expected = [one for one in MATERIALS if fits(table, player, structure, one)]
    return Complaint(words, player=player.name, found=material, structure=name, expected=expected)


def added_from(table: Table, event: MaterialAdded) -> Complaint | None:
    """R8: a Craftsman's from the hand, an Architect's from the stockpile, or with an Archway from the pool."""
    player: Player = table.players[event.player]
    if event.source in ("hand", "stockpile"):
        return None
    if event.source == "pool":
        if archway(player):
            return None
        return Complaint("{player} uses a material of the pool without an Archway", player=player.name)
    words = "{player} takes a material from {found}; it comes from {expected}"
    return Complaint(words, player=player.name, found=event.source, expected=["hand", "stockpile", "pool"])


def completion_may_be_declined(table: Table, event: MaterialAdded) -> Complaint | None:
    """G22: only what a Scriptorium or a Villa (G21) would complete at once may be left unfinished."""
    if not event.unfinished:
        return None
    player: Player = table.players[event.player]
    structure = player.structure(table.cards[event.structure].id)
    if structure is None or structure.complete:
        return None
    material = table.cards[event.material].material
    if len(structure.materials) + 1 >= structure.needs:
        words = "{player} leaves {found} unfinished; it has all {expected} materials and is complete"
        name = table.deck.named(event.structure)
        return Complaint(words, player=player.name, found=name, expected=structure.needs)
    if at_once(table, player, structure, material, event.source):
        return None
    return Complaint("{player} declines what nothing offers", severity="warning", player=player.name)


def fountain_is_active(table: Table, event: FountainDrawn) -> Complaint | None:
    """G30: a Fountain's owner may draw, once an action."""
    if fountain(table.players[event.player]):
        return None
    return Complaint("{player} draws a card to build with, without a Fountain", player=event.player)


def fountain_card_is_used(table: Table, event: FoundationLaid | MaterialAdded) -> Complaint | None:
    """G30: the action of a Fountain is done with the card drawn."""
    if table.fit is None or table.fit.fresh or not table.fit.frame.drawn:
        return None
    token = event.card if isinstance(event, FoundationLaid) else event.material
    drawn = table.fit.frame.drawn
    if drawn in (UNSEEN, token) or token == UNSEEN or table.cards[token].id in ("", table.cards[drawn].id):
        return None
    words = "{player} drew {expected} with the Fountain and builds with {found}"
    named_ = table.deck.named
    return Complaint(words, player=event.player, expected=named_(drawn), found=named_(token))


def stairway_is_allowed(table: Table, event: StairwayUsed) -> Complaint | None:
    """G27, G28: on an opponent's completed structure, a material of its kind."""
    player: Player = table.players[event.player]
    owner: Player = table.players[event.owner]
    structure = owner.structure(table.cards[event.structure].id)
    name = table.deck.named(event.structure)
    if not stairway(player):
        return Complaint("{player} adds to another's structure without a Stairway", player=player.name)
    if owner is player or structure is None or not structure.complete:
        words = "{player} uses a Stairway on {found}, which is no completed structure of an opponent"
        return Complaint(words, player=player.name, found=name)
    kinds = list(dict.fromkeys((structure.site, table.cards[structure.id].material)))
    material = table.cards[event.material].material
    if material not in (*kinds, ""):
        words = "{player} adds {found} to {structure} by a Stairway; it takes {expected}"
        return Complaint(words, player=player.name, found=material, structure=name, expected=kinds)
    if event.source == "pool" and not archway(player):
        return Complaint("{player} uses a material of the pool without an Archway", player=player.name)
    return None


def prison_takes(table: Table, event: StructureTaken) -> Complaint | None:
    """G51: an opponent's completed structure that one neither has nor has begun, for sites worth 3."""
    player: Player = table.players[event.player]
    owner: Player = table.players[event.owner]
    name = table.cards[event.structure].id
    structure: Structure | None = owner.structure(name)
    told = table.deck.named(event.structure)
    if owner is player or structure is None or not structure.complete:
        words = "{player} takes {found}, which is no completed structure of an opponent"
        return Complaint(words, player=player.name, found=told)
    if player.structure(name) is not None:
        return Complaint("{player} takes {found} and has one already", player=player.name, found=told)
    worth = sum(VALUE.get(site, 0) for site in event.sites)
    if worth != 3:
        return Complaint("{player} gives sites worth {found} for it; {expected} are due", player=player.name, found=worth, expected=3)  # fmt: skip  # noqa: E501
    missing = Counter(event.sites) - Counter(site for site, _ in player.sites)
    if missing:
        return Complaint("{player} gives a site of {found} and has none", player=player.name, found=list(missing))
    return None
