"""Many logs into Parquet, and back out of it with DuckDB.

An archive is a folder, or lies in a store by URL: immutable Parquet files, and numbered lists of those that count.
It is derived from logs and may be deleted. A build writes new files and then the next list, in one step, so that
whoever looks sees the archive as it was or as it is.
"""

from ledger.archive.building import Built, build
from ledger.archive.people import People, ignored, read_people
from ledger.archive.store import ArchiveError
from ledger.archive.tables import all_tables, page, shared_of
from ledger.archive.views import finished, open, selections

__all__ = [
    "ArchiveError",
    "Built",
    "People",
    "all_tables",
    "build",
    "finished",
    "ignored",
    "open",
    "page",
    "read_people",
    "selections",
    "shared_of",
]
