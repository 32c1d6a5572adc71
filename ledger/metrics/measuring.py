"""One metric by some dimensions over the games asked for: what may be asked, its figures, and these as a relation."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ledger.archive.store import ArchiveError
from ledger.metrics.adding_up import against_others, at_equal_size, explain, summed
from ledger.metrics.as_tables import lay
from ledger.metrics.equals import lay_strength, strongest
from ledger.metrics.figures import COLUMNS, Group, groups_of, ordered
from ledger.metrics.filters import OPTION, Filters, check_known, check_option, is_of_games, narrowed, written
from ledger.metrics.metric_files import EVERY, RATING, Metric, dimensions, metric, tables_of
from ledger.words import Words

if TYPE_CHECKING:
    import duckdb


class Measured(NamedTuple):
    """A metric by some dimensions, over the games asked for."""

    metric: Metric
    by: tuple[str, ...]
    filters: Filters
    adjust: str
    game: str  # of which game; empty where they are told apart
    games: int  # how many finished ones
    against: str  # what figures are held against: as the metric says, or others, or others at tables as large
    groups: list[Group]
    left_out: int  # groups with fewer games than were asked for
    least: int


def measure(
    db: "duckdb.DuckDBPyConnection",
    name: str,
    by: Sequence[str] = (),
    filters: Filters = Filters(),  # noqa: B008  a tuple
    *,
    adjust: str = "",
    least: int = 1,
) -> Measured:
    """A metric by some dimensions over the games asked for, each figure with how sure it is.

    >>> measure(ledger.archive.open("club"), "wins", ["player"], filters(["edition=fr"], since="2024"))
    """
    one = metric(name)
    wanted = _told_by(one, by, filters)
    _checked(one, wanted, filters, adjust)
    game, filters = _of_one_game(db, one, wanted, filters)
    narrow = narrowed(db, filters, tables_of(name))
    for key in wanted:
        check_option(narrow, key)
    row = narrow.execute("SELECT count(*) FROM games WHERE final").fetchone()
    assert row is not None
    if one.kind == "rating":
        groups = _ratings(narrow, filters)
    else:
        lay_strength(narrow, one, adjust)
        every = groups_of(one, summed(narrow, one, wanted, filters.but(wanted), adjust))
        groups = [group for group in every if _is_asked(group, wanted, filters)]
        if not groups:
            explain(narrow, one, filters)
    kept = [group for group in ordered(one, wanted, groups) if group.games >= least]
    return Measured(
        one, wanted, filters, adjust, game, row[0], _against(one, wanted, filters), kept, len(groups) - len(kept), least
    )


def _told_by(one: Metric, by: Sequence[str], filters: Filters) -> tuple[str, ...]:
    """The dimensions asked for, and those of whose values none may be mixed with another: a mean of a sheet's
    categories is nobody's points.
    """
    wanted = dict.fromkeys(key.lower() for key in by) or dict.fromkeys(("player",) if one.only else one.by)
    mixed = [key for key in one.apart if not one.only and len(filters.keys().get(key, [])) != 1]
    return (*dict.fromkeys((*wanted, *mixed)),)


def _is_asked(group: Group, by: Sequence[str], filters: Filters) -> bool:
    """Whether a group is of the players, cards or seats asked for: it is judged among all of them, then chosen."""
    rows = filters.of_rows()
    return all(written(value) in rows.get(key, [written(value)]) for key, value in zip(by, group.keys, strict=True))


def _against(one: Metric, by: Sequence[str], filters: Filters) -> str:
    if one.kind == "count" or not against_others(one, by, filters):
        return one.against
    return "size" if at_equal_size(one, by) else "others"


def _checked(one: Metric, by: Sequence[str], filters: Filters, adjust: str) -> None:
    known = dimensions(one)
    for key in (*by, *filters.keys()):
        if key not in by and (key == "with" or (one.kind == "rating" and is_of_games(key))):
            continue
        if key not in known and not key.startswith(OPTION):
            words = Words("'{one}' is not told by '{name}'; by: {known}", one=one.name, name=key, known=known)
            raise ArchiveError(words)
    if adjust and (adjust != RATING or one.against != "chance"):
        raise ArchiveError(Words("--adjust is for wins alone: quaestor ask wins ARCHIVE --adjust rating"))


def _of_one_game(
    db: "duckdb.DuckDBPyConnection", one: Metric, by: Sequence[str], filters: Filters
) -> tuple[str, Filters]:
    """Points of two games are not added up: the metric's own game, the one asked for, or the one most played."""
    asked = filters.keys().get("game", [])
    if asked and one.games not in (EVERY, *asked):
        raise ArchiveError(Words("'{name}' is about one game at a time: {game}", name=one.name, game=one.games))
    if len(asked) == 1 or (len(asked) > 1 and "game" in by) or ("game" in by and one.games == EVERY):
        return (asked[0] if len(asked) == 1 else ""), filters
    if len(asked) > 1:
        raise ArchiveError(Words("several games: tell them apart with --by game"))
    game = one.games
    if game == EVERY:
        narrow = narrowed(db, filters, {"games", "score_lines"})
        having = "AND log IN (SELECT log FROM score_lines WHERE category = ?)" if one.only else ""
        row = narrow.execute(
            f"SELECT game FROM games WHERE final {having} GROUP BY game ORDER BY count(*) DESC, game LIMIT 1",
            [one.only] if one.only else [],
        ).fetchone()
        if row is None:
            return "", filters
        game = row[0]
    elif not db.execute("SELECT 1 FROM games WHERE game = ? LIMIT 1", [game]).fetchone():
        known = [name for (name,) in db.execute("SELECT DISTINCT game FROM games ORDER BY 1").fetchall()]
        raise ArchiveError(Words("the archive has no games of '{game}'; it has: {known}", game=game, known=known))
    return game, filters._replace(where=(*filters.where, ("game", game)))


def _ratings(db: "duckdb.DuckDBPyConnection", filters: Filters) -> list[Group]:
    wanted = filters.of_rows().get("player")
    every = strongest(db)
    check_known("player", wanted or (), sorted(one.player for one in every))
    found = [one for one in every if not wanted or one.player in wanted]
    return [_rated(one.player, one.games, one.skill, 1.96 * one.doubt) for one in found]


def _rated(player: str, games: int, skill: float, doubt: float) -> Group:
    return Group((player,), games, games, skill * games, skill, skill - doubt, skill + doubt, None, None, None)


def as_relation(db: "duckdb.DuckDBPyConnection", found: Measured) -> "duckdb.DuckDBPyRelation":
    """What was measured, as a relation to go on asking with."""
    cursor = db.cursor()
    types = {
        key.replace(".", "_"): _type([group.keys[at] for group in found.groups]) for at, key in enumerate(found.by)
    }
    numbers = {"n": "BIGINT", "games": "BIGINT", "stands_out": "VARCHAR"}
    types |= {name: numbers.get(name, "DOUBLE") for name in COLUMNS}
    lay(cursor, "measured", types, [row(group) for group in found.groups])
    return cursor.table("measured")


def row(group: Group) -> list[Any]:
    """A group as a row: its keys, then COLUMNS."""
    return [*group.keys, *(getattr(group, name) for name in COLUMNS)]


def _type(values: list[Any]) -> str:
    kinds = {type(value) for value in values if value is not None}
    return {frozenset({int}): "BIGINT", frozenset({bool}): "BOOLEAN"}.get(frozenset(kinds), "VARCHAR")
