"""What every process of a build needs, imported once before they are made."""

import pyarrow.compute
import pyarrow.dataset
import pyarrow.parquet

import ledger.archive.worker
import ledger.games

__all__ = ["ledger", "pyarrow"]
