"""Rows of ours as tables beside an archive's."""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import duckdb


def lay(db: "duckdb.DuckDBPyConnection", name: str, types: dict[str, str], rows: Sequence[Sequence[Any]]) -> None:
    """Rows of ours as a table beside the archive's."""
    shape = json.dumps([types])
    text = json.dumps([dict(zip(types, row, strict=True)) for row in rows], default=str)
    db.execute(f'CREATE TEMP TABLE "{name}" AS SELECT unnest(from_json(?, ?), recursive := true)', [text, shape])
