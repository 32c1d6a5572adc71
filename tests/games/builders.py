"""Everything that can happen at a table of The Builders, from one place."""

from ledger.games.builders.coins import ActionsBought, CoinsTaken
from ledger.games.builders.construction import ConstructionStarted
from ledger.games.builders.hire import WorkerHired
from ledger.games.builders.holdings import HoldingsDeclared
from ledger.games.builders.invest import LoanTaken, PrisonerBought, ToolBought, WorkerTrained
from ledger.games.builders.reveal import BuildingRevealed, Started, WorkerRevealed
from ledger.games.builders.scoring import Claimed
from ledger.games.builders.settle import LoanRepaid, PrisonerFreed
from ledger.games.builders.turn import TurnEnded
from ledger.games.builders.work import SentToWork

__all__ = [
    "ActionsBought", "BuildingRevealed", "Claimed", "CoinsTaken", "ConstructionStarted", "HoldingsDeclared",
    "LoanRepaid", "LoanTaken", "PrisonerBought", "PrisonerFreed", "SentToWork", "Started", "ToolBought", "TurnEnded",
    "WorkerHired", "WorkerRevealed", "WorkerTrained",
]  # fmt: skip
