"""All events of Glory to Rome in one place, for tests that name many."""

from ledger.games.glory_to_rome.ending import Claimed, GameConceded, HoldingsDeclared, VaultShown
from ledger.games.glory_to_rome.follow import RoleFollowed
from ledger.games.glory_to_rome.foundation import FoundationLaid
from ledger.games.glory_to_rome.fountain import FountainDrawn
from ledger.games.glory_to_rome.laborer import MaterialHauled
from ledger.games.glory_to_rome.lead import LatrineUsed, RoleLed, Thought, VomitoriumUsed
from ledger.games.glory_to_rome.legionary import DemandAnswered, MaterialsDemanded, PoolTaken
from ledger.games.glory_to_rome.material import MaterialAdded
from ledger.games.glory_to_rome.merchant import MaterialSold
from ledger.games.glory_to_rome.noted import NotedPlayer, NotedStructure, TableNoted
from ledger.games.glory_to_rome.patron import ClientHired
from ledger.games.glory_to_rome.prison import StructureTaken
from ledger.games.glory_to_rome.round import ActionDeclined, RoundEnded, SenateUsed, SewerUsed
from ledger.games.glory_to_rome.setup import DeckShuffled, HandDealt, LeaderChosen, OrderRevealed
from ledger.games.glory_to_rome.stairway import StairwayUsed

__all__ = [
    "ActionDeclined", "Claimed", "ClientHired", "DeckShuffled", "DemandAnswered", "FoundationLaid", "FountainDrawn",
    "GameConceded", "HandDealt", "HoldingsDeclared", "LatrineUsed", "LeaderChosen", "MaterialAdded", "MaterialHauled",
    "MaterialSold", "MaterialsDemanded", "NotedPlayer", "NotedStructure", "OrderRevealed", "PoolTaken", "RoleFollowed",
    "RoleLed", "RoundEnded", "SenateUsed", "SewerUsed", "StairwayUsed", "StructureTaken", "TableNoted", "Thought",
    "VaultShown", "VomitoriumUsed",
]  # fmt: skip
