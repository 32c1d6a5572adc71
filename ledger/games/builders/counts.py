"""Counts: a player says what the finished buildings and the rest are worth, without naming cards."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from ledger.events import Event, Whole
from ledger.forms import Form, Row, count_field, counts_form, counts_row
from ledger.game import Complaint, Condition, Happening
from ledger.games.builders.table import OUT, Player, Table, declaring, finished, undeclared
from ledger.score import EVERYTHING, HOLDINGS, Missing
from ledger.words import Words


class CountsDeclared(Event, frozen=True, kw_only=True, tag="counts_declared"):
    """A player says what they have by its points and its number; what is left out nobody knows."""

    player: str
    coins: Whole | None = None
    buildings: Whole | None = None  # points of the finished buildings, machines apart
    machines: Whole | None = None  # points of the finished machines
    prisoners: Whole | None = None  # not freed
    loans: Whole | None = None  # not repaid


FIELDS = {
    "buildings": Words("points of finished buildings"),
    "machines": Words("points of finished machines"),
    "prisoners": Words("prisoners not freed"),
    "loans": Words("loans not repaid"),
    "coins": Words("coins"),
}
LARGE = ("buildings", "machines", "coins")  # sums of what is printed

# --- when it may happen -----------------------------------------------------------------------------------------------


def _figures(event: CountsDeclared) -> dict[str, int]:
    """What was counted, by field."""
    return {field: number for field in FIELDS if (number := getattr(event, field)) is not None}


def nothing_is_below_nought(table: Table, event: CountsDeclared) -> bool:
    """Nobody has less than nothing."""
    table.players[event.player]
    return min(_figures(event).values(), default=0) >= 0


def below_nought(table: Table, event: CountsDeclared) -> Complaint:
    field, number = next((field, number) for field, number in _figures(event).items() if number < 0)
    words = "{player} declares {found} for {what}; nobody has less than nothing"
    return Complaint(words, player=event.player, found=number, what=FIELDS[field])


def box_has_so_much(table: Table, event: CountsDeclared) -> bool:
    """Nobody has more than the box holds, beside what others declared."""
    return _too_much(table, event) is None


def box_of(table: Table) -> dict[str, int]:
    """What the box holds of everything that is counted, but coins: of those tokens stand in."""
    cards = table.deck.buildings.values()
    return {
        "buildings": sum(card.points for card in cards if card.kind == "building"),
        "machines": sum(card.points for card in cards if card.kind == "machine"),
        "prisoners": len(table.deck.prisoners),
        "loans": len(table.deck.loans),
    }


def _too_much(table: Table, event: CountsDeclared) -> tuple[str, int, int] | None:
    others = [said_before(table, player) for player in table.seats if player.declared and player.name != event.player]
    for field, box in box_of(table).items():
        number = getattr(event, field) or 0
        left = box - sum(getattr(other, field) or 0 for other in others)
        if number > max(left, 0):
            return field, number, max(left, 0)
    return None


def box_has_less(table: Table, event: CountsDeclared) -> Complaint:
    field, number, left = _too_much(table, event) or ("coins", 0, 0)
    words = "{player} declares {found} for {what}; there can be {expected} at most"
    return Complaint(words, player=event.player, found=number, what=FIELDS[field], expected=left)


def as_said_before(table: Table, event: CountsDeclared) -> bool:
    """Counts that differ from the recorded play, or from what the player declared before, are worth a warning."""
    return not _differing(table, event)


def _differing(table: Table, event: CountsDeclared) -> list[str]:
    player: Player = table.players[event.player]
    if table.tally and not player.declared:
        return []
    before = _figures(said_before(table, player))
    return [field for field, number in _figures(event).items() if before.get(field, number) != number]


def said_otherwise(table: Table, event: CountsDeclared) -> Complaint:
    before, now = _figures(said_before(table, table.players[event.player])), _figures(event)
    differing = _differing(table, event)
    words = "{player} declares {found}; the record has {expected}"
    found, expected = [_figure(one, now[one]) for one in differing], [_figure(one, before[one]) for one in differing]
    return Complaint(words, "warning", player=event.player, found=found, expected=expected)


def _figure(field: str, number: int) -> Words:
    return Words("{what}: {number}", what=FIELDS[field], number=number)


# --- what it does -----------------------------------------------------------------------------------------------------


def said_before(table: Table, player: Player) -> CountsDeclared:
    """What the record has of a player, counted."""
    if player.counts is not None:
        return player.counts
    deck, built = table.deck.buildings, finished(table, player, "building")
    return CountsDeclared(
        player=player.name,
        coins=player.coins,
        buildings=sum(deck[card].points for card in built),
        machines=sum(deck[card].points for card in finished(table, player, "machine")),
        prisoners=player.unfreed,
        loans=player.owing,
    )


def declare(table: Table, event: CountsDeclared) -> None:
    """What a player counted replaces what was said before; beside recorded play, only if it says something else."""
    player: Player = table.players[event.player]
    if not table.tally:
        if not _differing(table, event):
            player.declared = True
            return
        table.piles_known = False
        event = replace(said_before(table, player), n=event.n, **_figures(event))
    for site in [site for site in table.sites.values() if site.owner is player and site.done]:
        del table.sites[site.id]
        table.where[site.id] = OUT
        table.people.pop(site.id, None)
    player.points = (event.buildings or 0) + (event.machines or 0)
    player.unfreed, player.owing, player.loans = event.prisoners or 0, event.loans or 0, {}
    table.money += (event.coins or 0) - player.coins
    player.coins, player.money = event.coins or 0, [event.n]
    player.declared, player.counts = True, event


# --- how it is told and entered ---------------------------------------------------------------------------------------


def told(table: Table, event: CountsDeclared) -> Words:
    figures = [_figure(field, number) for field, number in _figures(event).items()]
    return Words("{player} counts {figures}", player=event.player, figures=figures)


def forms(table: Table) -> Iterator[Form]:
    """What everybody counted; what is blank nobody has said."""
    parts: dict[str, Any] = {name: f"${name}" for name in CountsDeclared.__struct_fields__ if name in FIELDS}
    yield counts_form(CountsDeclared, Words("who counts what"), [_row(player) for player in table.seats], parts)


def _row(player: Player) -> Row:
    said = _figures(player.counts) if player.counts is not None else {}
    fields = (count_field(one, label, said.get(one), large=one in LARGE) for one, label in FIELDS.items())
    return counts_row(player.name, fields)


def missing(table: Table, totals: dict[str, int]) -> Iterator[Missing]:
    """What has yet to be counted."""
    if declaring(table):
        yield from (Missing(name, HOLDINGS, EVERYTHING) for name in undeclared(table))
    for player in table.seats:
        if player.counts is not None:
            known = _figures(player.counts)
            yield from (Missing(player.name, field, label) for field, label in FIELDS.items() if field not in known)


COUNTED = Happening(
    event=CountsDeclared,
    conditions=(
        Condition("holdings", nothing_is_below_nought, below_nought),
        Condition("holdings", box_has_so_much, box_has_less),
        Condition("holdings", as_said_before, said_otherwise, apart=True),
    ),
    effect=declare,
    words=told,
    forms=forms,
    recount=True,
)
