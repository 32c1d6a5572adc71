"""What can happen at a table of The Builders: Antiquity."""

from ledger.events import Event, GameStarted, ScoreClaimed, Shared, Whole


class Started(GameStarted, frozen=True, kw_only=True, tag="game_started"):
    """The players in seat order, the first player first, and the apprentice that each was dealt."""

    apprentices: dict[str, str] = {}


class BuildingRevealed(Event, frozen=True, kw_only=True, tag="building_revealed"):
    """The top card of the building deck joins the row."""

    card: str


class WorkerRevealed(Event, frozen=True, kw_only=True, tag="worker_revealed"):
    """The top card of the worker deck joins the row."""

    card: str


class ConstructionStarted(Event, frozen=True, kw_only=True, tag="construction_started"):
    """A face-up building or machine becomes a site of the player."""

    player: str
    building: str


class WorkerHired(Event, frozen=True, kw_only=True, tag="worker_hired"):
    """A face-up worker joins the player's pool."""

    player: str
    worker: str


class SentToWork(Event, frozen=True, kw_only=True, tag="sent_to_work"):
    """A worker, citizen, prisoner or machine goes to a site, with a tool or without."""

    player: str
    worker: str
    site: str
    tool: str = ""


class CoinsTaken(Event, frozen=True, kw_only=True, tag="coins_taken"):
    """One packet of 1, 2 or 3 actions is given for coins."""

    player: str
    actions: Whole


class ActionsBought(Event, frozen=True, kw_only=True, tag="actions_bought"):
    """Further actions are paid for, before they are used."""

    player: str
    count: Whole


class PrisonerBought(Event, frozen=True, kw_only=True, tag="prisoner_bought"):
    """An investment: a prisoner joins the player's pool."""

    player: str
    prisoner: str


class ToolBought(Event, frozen=True, kw_only=True, tag="tool_bought"):
    """An investment: a tool joins the player's pool."""

    player: str
    tool: str


class LoanTaken(Event, frozen=True, kw_only=True, tag="loan_taken"):
    """An investment: a loan card is taken, and coins with it."""

    player: str
    loan: str


class WorkerTrained(Event, frozen=True, kw_only=True, tag="worker_trained"):
    """An investment: a university is laid on an available worker or citizen."""

    player: str
    worker: str
    university: str


class PrisonerFreed(Event, frozen=True, kw_only=True, tag="prisoner_freed"):
    """A prisoner is turned over and is a citizen."""

    player: str
    prisoner: str


class LoanRepaid(Event, frozen=True, kw_only=True, tag="loan_repaid"):
    """A loan is paid back."""

    player: str
    loan: str


class TurnEnded(Event, frozen=True, kw_only=True, tag="turn_ended"):
    """The player does no more in this turn."""

    player: str


class HoldingsDeclared(Event, frozen=True, kw_only=True, tag="holdings_declared"):
    """A player says: this is what I have."""

    player: str
    coins: Whole
    buildings: tuple[str, ...] = ()
    machines: tuple[str, ...] = ()
    prisoners: Whole = 0
    loans: Whole = 0


class Claimed(ScoreClaimed, frozen=True, kw_only=True, tag="score_claimed"):
    """What the table wrote on its pad for one player, in tenths of a point."""

    buildings: Whole | None = None
    machines: Whole | None = None
    prisoners: Whole | None = None
    loans: Whole | None = None
    coins: Whole | None = None
    total: Whole | None = None


Play = (
    Started
    | BuildingRevealed
    | WorkerRevealed
    | ConstructionStarted
    | WorkerHired
    | SentToWork
    | CoinsTaken
    | ActionsBought
    | PrisonerBought
    | ToolBought
    | LoanTaken
    | WorkerTrained
    | PrisonerFreed
    | LoanRepaid
    | TurnEnded
    | HoldingsDeclared
    | Claimed
    | Shared
)
