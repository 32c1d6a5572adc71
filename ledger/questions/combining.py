"""A question that is no more than some metrics by the same dimensions: its columns, each a figure of one of them.

Where a file has such lines in place of SQL, the first says by what, the others what each column is:

    by edition, seats, seat
    wins = total of wins
    winners = value of category_points where won=true
    difference = winners less others
"""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ledger.metrics import COLUMNS, Group, measure, metric
from ledger.metrics import tables_of as tables_of_metric
from ledger.metrics.filters import Filters, filters, is_of_games

if TYPE_CHECKING:
    import duckdb

FIGURE = re.compile(r"(\w+) of (\w+)(?: where (\S+))?$")
LESS = re.compile(r"(\w+) less (\w+)$")


class Column(NamedTuple):
    """A column: a figure of a metric under a filter, or one column less another."""

    name: str
    figure: str
    metric: str
    where: str
    less: tuple[str, str] | None = None


class Combination(NamedTuple):
    """By what, and the columns behind those keys."""

    by: tuple[str, ...]
    columns: tuple[Column, ...]

    @property
    def names(self) -> list[str]:
        """What the columns are called."""
        return [*self.by, *(one.name for one in self.columns)]

    @property
    def tables(self) -> set[str]:
        """The tables that are spoken of."""
        return {table for one in self.columns if one.metric for table in tables_of_metric(one.metric)}


def combination(body: str) -> Combination | None:
    """What a file's lines say; None where they are SQL."""
    first, *lines = [line.strip() for line in body.strip().splitlines()] or [""]
    if not first.startswith("by "):
        return None
    by = tuple(key.strip() for key in first.removeprefix("by ").split(","))
    return Combination(by, tuple(_column(line) for line in lines if line))


def _column(line: str) -> Column:
    name, _, said = (part.strip() for part in line.partition("="))
    if less := LESS.match(said):
        return Column(name, "", "", "", (less[1], less[2]))
    figure = FIGURE.match(said)
    if figure is None or figure[1] not in COLUMNS:
        raise ValueError(line)
    return Column(name, figure[1], metric(figure[2]).name, figure[3] or "")


def combined(
    db: "duckdb.DuckDBPyConnection", one: Combination, game: str, asked: Filters, order: str
) -> tuple[list[str], list[tuple[Any, ...]]]:
    """The columns and the rows, in the order of their keys or by a column, the highest first."""
    narrow = asked._replace(where=(*(pair for pair in asked.where if is_of_games(pair[0])), ("game", game)))
    narrow = narrow._replace(where=tuple(dict.fromkeys(narrow.where)))
    asked_of = {(each.metric, each.where): each for each in one.columns if each.metric}
    parts = {key: _groups(db, each, one.by, narrow) for key, each in asked_of.items()}
    keys = sorted(next(iter(parts.values())), key=lambda row: [(key is None, key) for key in row])
    rows = [_row(one.columns, parts, key) for key in keys]
    if order:
        rows.sort(key=lambda row: -row[one.names.index(order)])
    return one.names, rows


def _groups(
    db: "duckdb.DuckDBPyConnection", one: Column, by: Sequence[str], narrow: Filters
) -> dict[tuple[Any, ...], Group]:
    where = filters([one.where] if one.where else ()).where
    measured = measure(db, one.metric, by, narrow._replace(where=(*narrow.where, *where)))
    return {group.keys: group for group in measured.groups}


def _row(columns: Sequence[Column], parts: dict[tuple[str, str], Any], keys: tuple[Any, ...]) -> tuple[Any, ...]:
    found: dict[str, Any] = {}
    for one in columns:
        if one.less:
            more, less = (found[name] for name in one.less)
            found[one.name] = None if more is None or less is None else more - less
            continue
        group = parts[one.metric, one.where].get(keys)
        value: Any = getattr(group, one.figure) if group is not None else None
        whole = one.figure in ("n", "games", "total") and value is not None and float(value).is_integer()
        found[one.name] = int(value) if whole else value
    return (*keys, *found.values())
