"""What can happen at a table of Glory to Rome.

A field that holds a card holds a token (see `cards`); `?` when nobody at the table saw it. Limits, completion,
influence, functions, hand sizes and the end of the game are derived.
"""

from ledger.events import Event, GameStarted, ScoreClaimed, Shared, Whole
from ledger.games.glory_to_rome.noted import NotedPlayer

# --- set-up -----------------------------------------------------------------------------------------------------------


class DeckShuffled(Event, frozen=True, kw_only=True, tag="deck_shuffled"):
    """The orders left after the set-up, the next to be drawn first; only a program knows them."""

    cards: tuple[str, ...]


class HandDealt(Event, frozen=True, kw_only=True, tag="hand_dealt"):
    """The orders and senators a player starts with."""

    player: str
    cards: tuple[str, ...]


class OrderRevealed(Event, frozen=True, kw_only=True, tag="order_revealed"):
    """An order turned up to find the first leader; it begins the pool. `player` is empty when nobody noted whose."""

    card: str
    player: str = ""


class LeaderChosen(Event, frozen=True, kw_only=True, tag="leader_chosen"):
    """Who leads first."""

    player: str


# --- the round --------------------------------------------------------------------------------------------------------


class Thought(Event, frozen=True, kw_only=True, tag="thought"):
    """A player drew a senator, or orders; left out, `cards` are the top of the deck, unseen if nobody knows it."""

    player: str
    draw: str = "orders"
    cards: tuple[str, ...] | None = None


class LatrineUsed(Event, frozen=True, kw_only=True, tag="latrine_used"):
    """Before a think: one card leaves the hand."""

    player: str
    card: str


class VomitoriumUsed(Event, frozen=True, kw_only=True, tag="vomitorium_used"):
    """Before a think: the whole hand is discarded; `cards` are the orders that came to light."""

    player: str
    cards: tuple[str, ...] | None = None


class RoleLed(Event, frozen=True, kw_only=True, tag="role_led"):
    """The leader plays cards for a role; `actions` is how many units they make, one unless there is a Palace."""

    player: str
    role: str
    cards: tuple[str, ...]
    actions: Whole | None = None


class RoleFollowed(Event, frozen=True, kw_only=True, tag="role_followed"):
    """Another player plays cards for the role led."""

    player: str
    cards: tuple[str, ...]
    actions: Whole | None = None


class RoundEnded(Event, frozen=True, kw_only=True, tag="round_ended"):
    """Camps are emptied and the leader card passes to the left."""


# --- actions ----------------------------------------------------------------------------------------------------------


class ClientHired(Event, frozen=True, kw_only=True, tag="client_hired"):
    """Patron: from the pool, from the hand (Aqueduct) or from the deck (Bar)."""

    player: str
    card: str = "?"
    source: str = "pool"


class MaterialHauled(Event, frozen=True, kw_only=True, tag="material_hauled"):
    """Laborer: from the pool, or from the hand (Dock), to the stockpile."""

    player: str
    card: str
    source: str = "pool"


class MaterialSold(Event, frozen=True, kw_only=True, tag="material_sold"):
    """Merchant: from the stockpile, the hand (Basilica) or the deck (Atrium) to the vault."""

    player: str
    card: str = "?"
    source: str = "stockpile"


class FountainDrawn(Event, frozen=True, kw_only=True, tag="fountain_drawn"):
    """Fountain: the top of the deck is drawn; this Craftsman action is done with it or not at all."""

    player: str
    card: str = "?"


class FoundationLaid(Event, frozen=True, kw_only=True, tag="foundation_laid"):
    """Craftsman or Architect: an order from the hand on a site; `site` is its material, needed only for a Statue."""

    player: str
    card: str
    site: str = ""
    out_of_town: bool = False


class MaterialAdded(Event, frozen=True, kw_only=True, tag="material_added"):
    """Craftsman (from the hand) or Architect (from the stockpile, or the pool) adds to a structure.

    `unfinished`: the owner declines to complete it with one card, as a Villa or a Scriptorium would allow.
    """

    player: str
    structure: str
    material: str
    source: str
    unfinished: bool = False


class StairwayUsed(Event, frozen=True, kw_only=True, tag="stairway_used"):
    """Architect with a Stairway: a material on an opponent's structure, whose function is then everybody's."""

    player: str
    owner: str
    structure: str
    material: str
    source: str = "stockpile"


class StructureTaken(Event, frozen=True, kw_only=True, tag="structure_taken"):
    """Prison: a structure of an opponent for sites worth 3 influence."""

    player: str
    owner: str
    structure: str
    sites: tuple[str, ...] = ("stone",)


class MaterialsDemanded(Event, frozen=True, kw_only=True, tag="materials_demanded"):
    """Legionary: the orders shown from the hand, for all of the player's actions at once."""

    player: str
    cards: tuple[str, ...]


class PoolTaken(Event, frozen=True, kw_only=True, tag="pool_taken"):
    """The part of a demand that the pool gives."""

    player: str
    cards: tuple[str, ...]


class DemandAnswered(Event, frozen=True, kw_only=True, tag="demand_answered"):
    """What an opponent gives, from the hand, the stockpile (Bridge), the clientele (Arena); nothing is a refusal."""

    player: str
    cards: tuple[str, ...] = ()
    stockpile: tuple[str, ...] = ()
    clients: tuple[str, ...] = ()


class ActionDeclined(Event, frozen=True, kw_only=True, tag="action_declined"):
    """A player was asked and did nothing: with an action of a role, or with a part of one."""

    player: str
    role: str
    part: str = ""


# --- the end of a round and of the game -------------------------------------------------------------------------------


class SenateUsed(Event, frozen=True, kw_only=True, tag="senate_used"):
    """Senate: whose senators were taken into the hand, one name for each."""

    player: str
    owners: tuple[str, ...]


class SewerUsed(Event, frozen=True, kw_only=True, tag="sewer_used"):
    """Sewer: orders the player led or followed with go to the stockpile."""

    player: str
    cards: tuple[str, ...]


class GameConceded(Event, frozen=True, kw_only=True, tag="game_conceded"):
    """Everybody agrees that the game is won."""

    winner: str
    players: tuple[str, ...]  # who agreed


class VaultShown(Event, frozen=True, kw_only=True, tag="vault_shown"):
    """At the end a vault is turned over."""

    player: str
    cards: tuple[str, ...]


class HoldingsDeclared(Event, frozen=True, kw_only=True, tag="holdings_declared"):
    """A player says: this is what I have. `structures` are the completed ones; `hand` breaks a tie."""

    player: str
    influence: Whole
    vault: tuple[str, ...] = ()
    structures: tuple[str, ...] = ()
    stockpile: Whole = 0
    hand: Whole = 0


# --- the table, noted -------------------------------------------------------------------------------------------------


class TableNoted(Event, frozen=True, kw_only=True, tag="table_noted"):
    """Somebody wrote down the whole table; the audit compares it with the record, and goes on from what was seen."""

    round: Whole
    leader: str
    deck: Whole
    senators: Whole
    pool: tuple[str, ...]
    in_town: dict[str, Whole]
    out_of_town: dict[str, Whole]
    players: tuple[NotedPlayer, ...]


class Claimed(ScoreClaimed, frozen=True, kw_only=True, tag="score_claimed"):
    """What the table wrote on its pad for one player."""

    influence: Whole | None = None
    vault: Whole | None = None
    merchant_bonus: Whole | None = None
    structures: Whole | None = None
    total: Whole | None = None


Play = (
    GameStarted
    | DeckShuffled
    | HandDealt
    | OrderRevealed
    | LeaderChosen
    | Thought
    | LatrineUsed
    | VomitoriumUsed
    | RoleLed
    | RoleFollowed
    | RoundEnded
    | ClientHired
    | MaterialHauled
    | MaterialSold
    | FountainDrawn
    | FoundationLaid
    | MaterialAdded
    | StairwayUsed
    | StructureTaken
    | MaterialsDemanded
    | PoolTaken
    | DemandAnswered
    | ActionDeclined
    | SenateUsed
    | SewerUsed
    | GameConceded
    | VaultShown
    | HoldingsDeclared
    | TableNoted
    | Claimed
    | Shared
)
