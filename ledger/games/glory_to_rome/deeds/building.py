"""What Craftsmen and Architects do."""

from ledger.game import Stranger
from ledger.games.glory_to_rome.cards import CRAFTSMAN, MATERIALS, UNSEEN, VALUE
from ledger.games.glory_to_rome.deeds.cards import draw, enter, finish, forum_may_win
from ledger.games.glory_to_rome.deeds.opening import parts
from ledger.games.glory_to_rome.deeds.trade import taken
from ledger.games.glory_to_rome.events import FoundationLaid, FountainDrawn, MaterialAdded, StairwayUsed, StructureTaken
from ledger.games.glory_to_rome.slips import leave
from ledger.games.glory_to_rome.structures import COMPLETION, PRISON, completes, renew
from ledger.games.glory_to_rome.table import Frame, Player, Structure, Table
from ledger.games.glory_to_rome.turns import spend_second, use


def fountain_drawn(table: Table, event: FountainDrawn) -> None:
    """G30: the drawn card is in the hand whatever is done with it, and the action counts as a Craftsman's."""
    player: Player = table.players[event.player]
    table.cards[event.card]
    frame = use(table, "fountain")
    token = (draw(table, 1, [event.card], event.n) or [UNSEEN])[0]
    enter(table, player, token)
    player.crafted = True
    if frame is not None:
        frame.drawn = token
    if table.left <= 0:  # G31
        if table.options["last_card"] == "immediate":
            finish(table, "deck", event.n)
        else:
            table.last_step = player.name


def _crafted(player: Player, frame: Frame | None) -> None:
    if frame is not None and CRAFTSMAN in frame.roles:
        player.crafted = True


def foundation_laid(table: Table, event: FoundationLaid) -> None:
    """An order from the hand takes a site."""
    player: Player = table.players[event.player]
    card = table.cards[event.card]
    site = event.site or card.material
    if site not in MATERIALS:
        raise Stranger(site)
    frame = use(table, "build")
    _crafted(player, frame)
    if event.out_of_town and frame is not None:
        spend_second(table, frame)
    token = leave(table, player, event.card, event.n)
    structure = Structure(token, card.id or token, site, event.n, out_of_town=event.out_of_town)
    player.structures.append(structure)
    sites = table.out_of_town if event.out_of_town else table.in_town
    sites[site] -= 1
    renew(table)
    forum_may_win(table, event.n)  # G18: before the sites are counted
    if not event.out_of_town and not any(count > 0 for count in table.in_town.values()):  # G17
        finish(table, "sites", event.n)
    _after_last_step(table, event.n)


def _after_last_step(table: Table, n: int) -> None:
    if table.last_step:
        table.last_step = ""
        finish(table, "deck", n)


def material_added(table: Table, event: MaterialAdded) -> None:
    """A material lies under a structure for the rest of the game."""
    player: Player = table.players[event.player]
    name, material = table.cards[event.structure].id, table.cards[event.material].material
    structure = player.structure(name)
    if structure is None:
        structure = _begun(table, player, event)
    frame = use(table, "build")
    if event.source == "hand":
        _crafted(player, frame)
    token = taken(table, player, event.source, event.material, event.n)
    done = not structure.complete and completes(table, player, structure, material, event.source)
    if event.unfinished and len(structure.materials) + 1 < structure.needs:
        done = False
    structure.materials.append(token)
    if done:
        complete(table, player, structure, event.n)
    _after_last_step(table, event.n)


def _begun(table: Table, player: Player, event: MaterialAdded) -> Structure:
    """Something is added to a structure whose foundation the record lacks: it lies there."""
    card = table.cards[event.structure]
    if not card.material:
        raise Stranger(event.structure)
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
            table.stack.append(COMPLETION[name](table, player))
    forum_may_win(table, n)


def stairway_used(table: Table, event: StairwayUsed) -> None:
    """G28: from now on the function is everybody's; what happens upon completion does not happen again."""
    player: Player = table.players[event.player]
    owner: Player = table.players[event.owner]
    structure = owner.structure(table.cards[event.structure].id)
    table.cards[event.material]
    if structure is None:
        return
    use(table, parts(table, event)[1])
    structure.stairway.append(taken(table, player, event.source, event.material, event.n))
    renew(table)
    forum_may_win(table, event.n)


def structure_taken(table: Table, event: StructureTaken) -> None:
    """G51: the sites paid go to the former owner, who keeps the influence of the structure's own site.

    G52: what happens upon completion happens for the new owner, another Prison's theft too.
    """
    player: Player = table.players[event.player]
    owner: Player = table.players[event.owner]
    structure = owner.structure(table.cards[event.structure].id)
    if any(site not in MATERIALS for site in event.sites):
        raise Stranger(next(site for site in event.sites if site not in MATERIALS))
    if structure is None:
        return
    use(table, PRISON)
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
