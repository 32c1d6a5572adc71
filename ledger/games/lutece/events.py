"""What can happen at a table of Lutèce."""

from ledger.events import Event, GameStarted, ScoreClaimed, Shared, Whole


class CardOffered(Event, frozen=True, kw_only=True, tag="card_offered"):
    """Phase 1: a card is laid under an empty tile."""

    tile: str
    card: str


class BidPlaced(Event, frozen=True, kw_only=True, tag="bid_placed"):
    """Phase 2: the two action cards of a player, each a tile or "revenue"."""

    player: str
    actions: tuple[str, ...]


class BribeRaised(Event, frozen=True, kw_only=True, tag="bribe_raised"):
    """Phase 3: coins added on the first or second action card."""

    player: str
    card: Whole
    coins: Whole


class LegionDiscarded(Event, frozen=True, kw_only=True, tag="legion_discarded"):
    """One Legionnaire leaves the game for `favour`'s bribe on a contested tile."""

    player: str
    legion: str
    tile: str
    favour: str


class CardPurchased(Event, frozen=True, kw_only=True, tag="card_purchased"):
    """Phase 4: a card changes hands. Left out, `paid` and `received` are what the rules say."""

    player: str
    tile: str
    card: str
    paid: Whole | None = None
    received: Whole | None = None


class CardRemoved(Event, frozen=True, kw_only=True, tag="card_removed"):
    """Phase 4: a card leaves the game, because its contest was tied or because `player` could not pay."""

    tile: str
    card: str
    reason: str
    player: str = ""


class ApprenticeAttached(Event, frozen=True, kw_only=True, tag="apprentice_attached"):
    """An Apprentice joins a Character; `resource` is the owner's choice where the host shows two kinds."""

    player: str
    apprentice: str
    host: str
    resource: str = ""


class RoundEnded(Event, frozen=True, kw_only=True, tag="round_ended"):
    """Phase 5 is done: a coin lies on every card that nobody bought."""


class HoldingsDeclared(Event, frozen=True, kw_only=True, tag="holdings_declared"):
    """A player says: this is what I have."""

    player: str
    coins: Whole
    cards: tuple[str, ...]
    attached: dict[str, str] = {}


class Claimed(ScoreClaimed, frozen=True, kw_only=True, tag="score_claimed"):
    """What the table wrote on its pad for one player."""

    majority: Whole | None = None
    prestige: Whole | None = None
    influence: Whole | None = None
    fortune: Whole | None = None
    total: Whole | None = None


Play = (
    GameStarted
    | CardOffered
    | BidPlaced
    | BribeRaised
    | LegionDiscarded
    | CardPurchased
    | CardRemoved
    | ApprenticeAttached
    | RoundEnded
    | HoldingsDeclared
    | Claimed
    | Shared
)
