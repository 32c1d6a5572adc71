"""What all building has in common: when it may go on, with which card, and what completing a structure brings."""

from typing import Any

from ledger.game import Complaint, Condition
from ledger.games.glory_to_rome.cards import ARCHITECT, CRAFTSMAN, SENATOR, VALUE
from ledger.games.glory_to_rome.moving import forum_may_win
from ledger.games.glory_to_rome.structures import COMPLETION, renew
from ledger.games.glory_to_rome.table import ActionFit, Frame, Player, Structure, Table
from ledger.games.glory_to_rome.turns import (
    ANSWERED,
    DECIDED,
    NO_PASS_MISSING,
    finish,
    game_is_over,
    push,
    same_card,
)

CRAFT, ARCHITECTURE = (CRAFTSMAN,), (ARCHITECT,)


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


def nothing_was_drawn(table: Table) -> bool:
    """No Fountain has brought a card for an action under way: then none need be looked for."""
    return not [frame for frame in table.stack if frame.drawn]


def with_the_card_drawn(table: Table, fit: ActionFit | None, token: str) -> bool:
    return fit is None or fit.fresh or not fit.frame.drawn or same_card(table, fit.frame.drawn, token)


def with_another_card(table: Table, player: str, fit: ActionFit | None, token: str) -> Complaint:
    drawn = table.deck.named(fit.frame.drawn) if fit is not None else ""
    words = "{player} drew {expected} with the Fountain and builds with {found}, with no other action left"
    if table.options["passes"] == "recorded":
        words = "{player} drew {expected} with the Fountain and builds with {found}; nobody said that it was kept"
    return Complaint(words, player=player, expected=drawn, found=table.deck.named(token))


def material_is_told(table: Table, event: Any) -> bool:
    """R8: everybody sees what is added; a senator is no material (G36)."""
    return bool(table.cards[event.material].material)


def material_is_not_told(table: Table, event: Any) -> Complaint:
    if event.material == SENATOR:
        return Complaint("{player} builds with a senator, which is no material", player=event.player)
    words = "whether it fits cannot be told: which material {player} added was not written down"
    return Complaint(words, severity="undecidable", player=event.player)


def anothers(table: Table, event: Any) -> Structure | None:
    """The completed structure of an opponent that this is about."""
    owner: Player = table.players[event.owner]
    structure = owner.structure(table.cards[event.structure].id)
    return None if event.owner == event.player or structure is None or not structure.complete else structure


def is_anothers(table: Table, event: Any) -> bool:
    """G28, G51: an opponent's completed structure."""
    return anothers(table, event) is not None


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
