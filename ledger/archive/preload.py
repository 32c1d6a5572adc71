"""What every process of a build needs, imported once before they are made."""

import pyarrow.compute
import pyarrow.parquet

import ledger.archive.worker
from ledger.games import GAMES

READY = (pyarrow, ledger, *GAMES.values())  # a game is imported when it is first asked for
