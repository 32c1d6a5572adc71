"""Many logs into Parquet, and back out of it with DuckDB.

An archive is a folder: `TABLE/game=G/year=Y/*.parquet` for every table, `logs/logs.parquet` for what was read and
`archive.json`. It is derived from logs and may be deleted. A build writes a whole new folder (what did not change is
linked into it) and exchanges the two in one step, so that whoever looks sees the old archive or the new one.
"""

from ledger.archive.building import Built, build
from ledger.archive.manifest import ArchiveError
from ledger.archive.people import People, read_people
from ledger.archive.tables import all_tables, folders_of, page
from ledger.archive.views import finished, lay_views, open, selections

__all__ = [
    "ArchiveError",
    "Built",
    "People",
    "all_tables",
    "build",
    "finished",
    "folders_of",
    "lay_views",
    "open",
    "page",
    "read_people",
    "selections",
]
