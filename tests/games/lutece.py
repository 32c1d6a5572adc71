"""The events of Lutèce in one place, for tests; at home each stands in the file of its phase."""

from ledger.games.lutece.apprentice import ApprenticeAttached
from ledger.games.lutece.bid import BidPlaced
from ledger.games.lutece.bribe import BribeRaised
from ledger.games.lutece.holdings import HoldingsDeclared
from ledger.games.lutece.legion import LegionDiscarded
from ledger.games.lutece.offer import CardOffered
from ledger.games.lutece.purchase import CardPurchased, CardRemoved
from ledger.games.lutece.round import RoundEnded
from ledger.games.lutece.scoring import Claimed

__all__ = [
    "ApprenticeAttached",
    "BidPlaced",
    "BribeRaised",
    "CardOffered",
    "CardPurchased",
    "CardRemoved",
    "Claimed",
    "HoldingsDeclared",
    "LegionDiscarded",
    "RoundEnded",
]
