"""What happened at a table of Glory to Rome, in words."""

from collections.abc import Callable, Iterable
from typing import Any

from ledger.events import Event
from ledger.games.glory_to_rome.cards import MATERIALS, ROLES, SENATOR, UNSEEN
from ledger.games.glory_to_rome.events import (
    ActionDeclined,
    ClientHired,
    DeckShuffled,
    DemandAnswered,
    FoundationLaid,
    FountainDrawn,
    GameConceded,
    HandDealt,
    HoldingsDeclared,
    LatrineUsed,
    LeaderChosen,
    MaterialAdded,
    MaterialHauled,
    MaterialsDemanded,
    MaterialSold,
    OrderRevealed,
    PoolTaken,
    RoleFollowed,
    RoleLed,
    RoundEnded,
    SenateUsed,
    SewerUsed,
    StairwayUsed,
    StructureTaken,
    TableNoted,
    Thought,
    VaultShown,
    VomitoriumUsed,
)
from ledger.games.glory_to_rome.structures import completes
from ledger.games.glory_to_rome.table import Table
from ledger.words import Words


def tell(table: Table, event: Event) -> Words:
    """An event as a person reads it, at the table as it was before."""
    return TOLD[type(event)](table, event)


# --- names ------------------------------------------------------------------------------------------------------------


ROLE_NAMES: dict[str, Words] = dict(
    zip(
        ROLES,
        (
            Words("Laborer"),
            Words("Craftsman"),
            Words("Legionary"),
            Words("Architect"),
            Words("Merchant"),
            Words("Patron"),
        ),
        strict=True,
    )
)
MATERIAL_NAMES: dict[str, Words] = dict(
    zip(
        MATERIALS,
        (Words("rubble"), Words("wood"), Words("brick"), Words("concrete"), Words("stone"), Words("marble")),
        strict=True,
    )
)
SENATOR_NAME = Words("a senator")
UNSEEN_NAME = Words("an unseen card")


def role(name: str) -> Words:
    """A role as a person says it."""
    return ROLE_NAMES.get(name) or Words("{role}", role=name)


def material(name: str) -> Words:
    """A material as a person says it."""
    return MATERIAL_NAMES.get(name) or Words("{material}", material=name)


def card(table: Table, token: str) -> Words:
    """A card as a person says it; copies are not told apart."""
    if token == SENATOR:
        return SENATOR_NAME
    if token == UNSEEN:
        return UNSEEN_NAME
    return MATERIAL_NAMES.get(token) or Words("{card}", card=table.deck.named(token))


def _cards(table: Table, tokens: Iterable[str]) -> list[Words]:
    """Cards one by one, those that nobody saw by their number."""
    known = [token for token in tokens if token != UNSEEN]
    unseen = len(list(tokens)) - len(known)
    told = [card(table, token) for token in known]
    if unseen < 2:
        return [UNSEEN_NAME] * unseen + told
    return [Words("{n} unseen {n:card|cards}", n=unseen), *told]


# --- set-up -----------------------------------------------------------------------------------------------------------


def _shuffled(table: Table, event: DeckShuffled) -> Words:
    return Words("the deck is shuffled: {number} orders", number=len(event.cards))


def _dealt(table: Table, event: HandDealt) -> Words:
    return Words("{player} is dealt {cards}", player=event.player, cards=_cards(table, event.cards))


def _revealed(table: Table, event: OrderRevealed) -> Words:
    if event.player:
        return Words("{player} turns up {card}", player=event.player, card=card(table, event.card))
    return Words("{card} is turned up", card=card(table, event.card))


def _leader(table: Table, event: LeaderChosen) -> Words:
    return Words("{player} is the first leader", player=event.player)


# --- the round --------------------------------------------------------------------------------------------------------


def _thought(table: Table, event: Thought) -> Words:
    if event.draw == SENATOR:
        return Words("{player} thinks and draws a senator", player=event.player)
    if event.cards is None:
        return Words("{player} thinks and draws orders", player=event.player)
    return Words("{player} thinks and draws {cards}", player=event.player, cards=_cards(table, event.cards))


def _latrine(table: Table, event: LatrineUsed) -> Words:
    words = "{player} discards {card} ({by})"
    return Words(words, player=event.player, by=card(table, "latrine"), card=card(table, event.card))


def _vomitorium(table: Table, event: VomitoriumUsed) -> Words:
    if event.cards is None:
        return Words("{player} discards the whole hand ({by})", player=event.player, by=card(table, "vomitorium"))
    words = "{player} discards the whole hand: {cards} ({by})"
    return Words(words, player=event.player, by=card(table, "vomitorium"), cards=_cards(table, event.cards))


def _led(table: Table, event: RoleLed) -> Words:
    values: dict[str, Any] = {"player": event.player, "role": role(event.role), "cards": _cards(table, event.cards)}
    if event.actions is not None and event.actions != 1:
        return Words("{player} leads {role} with {cards} for {actions} actions", **values, actions=event.actions)
    return Words("{player} leads {role} with {cards}", **values)


def _followed(table: Table, event: RoleFollowed) -> Words:
    values: dict[str, Any] = {"player": event.player, "cards": _cards(table, event.cards)}
    if event.actions is not None and event.actions != 1:
        return Words("{player} follows with {cards} for {actions} actions", **values, actions=event.actions)
    return Words("{player} follows with {cards}", **values)


def _round(table: Table, event: RoundEnded) -> Words:
    return Words("round {round} ends", round=table.round)


# --- actions ----------------------------------------------------------------------------------------------------------


def _hired(table: Table, event: ClientHired) -> Words:
    values = {"player": event.player, "card": card(table, event.card)}
    if event.source == "hand":
        return Words("{player} hires {card} from the hand", **values)
    if event.source == "deck":
        return Words("{player} hires {card} from the deck", **values)
    return Words("{player} hires {card}", **values)


def _hauled(table: Table, event: MaterialHauled) -> Words:
    values = {"player": event.player, "card": card(table, event.card)}
    if event.source == "hand":
        return Words("{player} puts {card} from the hand into the stockpile", **values)
    return Words("{player} takes {card} from the pool into the stockpile", **values)


def _sold(table: Table, event: MaterialSold) -> Words:
    values = {"player": event.player, "card": card(table, event.card)}
    if event.source == "hand":
        return Words("{player} sells {card} from the hand", **values)
    if event.source == "deck":
        return Words("{player} sells {card} from the deck", **values)
    return Words("{player} sells {card}", **values)


def _fountain(table: Table, event: FountainDrawn) -> Words:
    words = "{player} draws {card} for {by}"
    return Words(words, player=event.player, by=card(table, "fountain"), card=card(table, event.card))


def _founded(table: Table, event: FoundationLaid) -> Words:
    known = table.cards.get(event.card)
    values = {"player": event.player, "card": card(table, event.card)}
    if event.site and (known is None or event.site != known.material):
        values["site"] = material(event.site)
        if event.out_of_town:
            return Words("{player} lays the foundation of {card} on {site}, out of town", **values)
        return Words("{player} lays the foundation of {card} on {site}", **values)
    if event.out_of_town:
        return Words("{player} lays the foundation of {card}, out of town", **values)
    return Words("{player} lays the foundation of {card}", **values)


def _added(table: Table, event: MaterialAdded) -> Words:
    values = {
        "player": event.player,
        "material": card(table, event.material),
        "structure": card(table, event.structure),
    }
    if _completes(table, event):
        return Words("{player} adds {material} to {structure} and completes it", **values)
    if event.unfinished:
        return Words("{player} adds {material} to {structure} and leaves it unfinished", **values)
    return Words("{player} adds {material} to {structure}", **values)


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
    if structure is None or structure.complete:
        return False
    if event.unfinished and len(structure.materials) + 1 < structure.needs:
        return False
    return completes(table, player, structure, added.material, event.source)


def _stairway(table: Table, event: StairwayUsed) -> Words:
    return Words(
        "{player} adds {material} to {structure} of {owner} ({by})",
        player=event.player,
        by=card(table, "stairway"),
        material=card(table, event.material),
        structure=card(table, event.structure),
        owner=event.owner,
    )


def _taken(table: Table, event: StructureTaken) -> Words:
    return Words(
        "{player} takes {structure} of {owner} for the sites {sites} ({by})",
        player=event.player,
        by=card(table, "prison"),
        structure=card(table, event.structure),
        owner=event.owner,
        sites=[material(site) for site in event.sites],
    )


def _demanded(table: Table, event: MaterialsDemanded) -> Words:
    return Words("{player} demands with {cards}", player=event.player, cards=_cards(table, event.cards))


def _pool(table: Table, event: PoolTaken) -> Words:
    if not event.cards:
        return Words("{player} takes nothing from the pool", player=event.player)
    return Words("{player} takes {cards} from the pool", player=event.player, cards=_cards(table, event.cards))


def _answered(table: Table, event: DemandAnswered) -> Words:
    given = _cards(table, (*event.cards, *event.stockpile))
    clients = _cards(table, event.clients)
    if given and clients:
        words = "{player} gives {cards}, and the clients {clients}"
        return Words(words, player=event.player, cards=given, clients=clients)
    if clients:
        return Words("{player} gives the clients {clients}", player=event.player, clients=clients)
    if given:
        return Words("{player} gives {cards}", player=event.player, cards=given)
    return Words("{player} gives nothing", player=event.player)


def _declined(table: Table, event: ActionDeclined) -> Words:
    if event.role == "think":
        return Words("{player} does not think", player=event.player)
    return Words("{player} does nothing as {role}", player=event.player, role=role(event.role))


# --- the end of a round and of the game -------------------------------------------------------------------------------


def _senate(table: Table, event: SenateUsed) -> Words:
    words = "{player} takes the senators of {owners} ({by})"
    return Words(words, player=event.player, by=card(table, "senate"), owners=event.owners)


def _sewer(table: Table, event: SewerUsed) -> Words:
    words = "{player} puts {cards} into the stockpile ({by})"
    return Words(words, player=event.player, by=card(table, "sewer"), cards=_cards(table, event.cards))


def _conceded(table: Table, event: GameConceded) -> Words:
    words = "everybody agrees that {winner} has won: {players}"
    return Words(words, winner=event.winner, players=event.players)


def _vault(table: Table, event: VaultShown) -> Words:
    return Words("{player} shows the vault: {cards}", player=event.player, cards=_cards(table, event.cards))


def _holdings(table: Table, event: HoldingsDeclared) -> Words:
    words = (
        "{player} declares influence {influence}, in the vault {vault}, the structures {structures}, "
        "in the stockpile {stockpile}, in the hand {hand}"
    )
    return Words(
        words,
        player=event.player,
        influence=event.influence,
        vault=_cards(table, event.vault),
        structures=_cards(table, event.structures),
        stockpile=event.stockpile,
        hand=event.hand,
    )


def _noted(table: Table, event: TableNoted) -> Words:
    return Words("the table is noted in round {round}; {leader} leads", round=event.round, leader=event.leader)


TOLD: dict[type, Callable[[Table, Any], Words]] = {
    DeckShuffled: _shuffled,
    HandDealt: _dealt,
    OrderRevealed: _revealed,
    LeaderChosen: _leader,
    Thought: _thought,
    LatrineUsed: _latrine,
    VomitoriumUsed: _vomitorium,
    RoleLed: _led,
    RoleFollowed: _followed,
    RoundEnded: _round,
    ClientHired: _hired,
    MaterialHauled: _hauled,
    MaterialSold: _sold,
    FountainDrawn: _fountain,
    FoundationLaid: _founded,
    MaterialAdded: _added,
    StairwayUsed: _stairway,
    StructureTaken: _taken,
    MaterialsDemanded: _demanded,
    PoolTaken: _pool,
    DemandAnswered: _answered,
    ActionDeclined: _declined,
    SenateUsed: _senate,
    SewerUsed: _sewer,
    GameConceded: _conceded,
    VaultShown: _vault,
    HoldingsDeclared: _holdings,
    TableNoted: _noted,
}
