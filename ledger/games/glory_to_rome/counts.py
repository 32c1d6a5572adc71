"""Counts: a player says how many of each material are in the vault and what was completed; the rest follows."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from ledger.events import Event, Whole
from ledger.forms import Form, Row, count_field, counts_form, counts_row, several_field
from ledger.game import Complaint, Condition, Happening, Stranger
from ledger.games.glory_to_rome.cards import MATERIALS, OF_EACH, SITES, Card, built_on
from ledger.games.glory_to_rome.ending import HoldingsDeclared, declare
from ledger.games.glory_to_rome.naming import MATERIAL_NAMES
from ledger.games.glory_to_rome.picks import orders
from ledger.games.glory_to_rome.table import CAMP_INFLUENCE, Player, Table
from ledger.words import Words


class CountsDeclared(Event, frozen=True, kw_only=True, tag="counts_declared"):
    """A player says how many of everything they have; what is left out nobody knows.

    Influence follows from the completed structures: those that are named, and others by the size of their site.
    """

    player: str
    vault: dict[str, Whole] = {}  # by material
    structures: tuple[str, ...] | None = None  # completed ones by name, as many as one cares to name
    others: dict[str, Whole] = {}  # completed and not named: how many on sites of size "1", "2", "3"
    statue: Whole | None = None  # the size of the site of one's Statue, which may stand on any
    stockpile: Whole | None = None
    hand: Whole | None = None  # breaks a tie
    influence: Whole | None = None  # where it does not follow from the structures: a Prison was used


SIZES = ("1", "2", "3")
WALL = "wall"
SINGLE = ("statue", "stockpile", "hand", "influence")

# --- when it may happen -----------------------------------------------------------------------------------------------


def _known(table: Table, event: CountsDeclared) -> None:
    """Everything that is named exists, or a stranger is told."""
    table.players[event.player]
    for one in event.vault:
        if one not in MATERIALS:
            raise Stranger(one, "there is no material '{found}'")
    for one in event.others:
        if one not in SIZES:
            raise Stranger(one, "there is no site of size '{found}'")
    for one in event.structures or ():
        if not table.cards[one].id:
            raise Stranger(one, "there is no structure '{found}'")


def _figures(event: CountsDeclared) -> dict[str, int]:
    """Everything that was counted, by the name of the form's field."""
    figures = {f"vault.{one}": number for one, number in event.vault.items()}
    figures |= {f"others.{one}": number for one, number in event.others.items()}
    return figures | {field: number for field in SINGLE if (number := getattr(event, field)) is not None}


def nothing_is_below_nought(table: Table, event: CountsDeclared) -> bool:
    """Nobody has less than nothing."""
    _known(table, event)
    return min(_figures(event).values(), default=0) >= 0


def below_nought(table: Table, event: CountsDeclared) -> Complaint:
    field, number = next((field, number) for field, number in _figures(event).items() if number < 0)
    words = "{player} declares {found} for {what}; nobody has less than nothing"
    return Complaint(words, player=event.player, found=number, what=LABELS[field])


def each_structure_once(table: Table, event: CountsDeclared) -> bool:
    """G14: no structure twice."""
    ids = [table.cards[one].id for one in event.structures or ()]
    return len({*ids}) == len(ids)


def a_structure_twice(table: Table, event: CountsDeclared) -> Complaint:
    ids = [table.cards[one].id for one in event.structures or ()]
    twice = sorted({table.deck.named(one) for one in ids if ids.count(one) > 1})
    return Complaint("{player} has {found} twice", player=event.player, found=twice)


def statue_has_a_size(table: Table, event: CountsDeclared) -> bool:
    """A site is of size 1, 2 or 3."""
    return event.statue is None or str(event.statue) in SIZES


def no_such_size(table: Table, event: CountsDeclared) -> Complaint:
    words = "{player} has a Statue on a site of size {found}; there are 1, 2 and 3"
    return Complaint(words, player=event.player, found=event.statue)


def box_has_so_many(table: Table, event: CountsDeclared) -> bool:
    """R1: 24 cards of each material, for all vaults together."""
    return _too_many(table, event) is None


def _too_many(table: Table, event: CountsDeclared) -> tuple[str, int, int] | None:
    others = [player for player in table.seats if player.declared is not None and player.name != event.player]
    for material, number in event.vault.items():
        taken = sum(table.cards[card].material == material for player in others for card, _ in player.vault)
        if number > max(OF_EACH - taken, 0):
            return material, number, max(OF_EACH - taken, 0)
    return None


def box_has_fewer(table: Table, event: CountsDeclared) -> Complaint:
    material, number, left = _too_many(table, event) or ("", 0, 0)
    words = "{player} declares {found} {material} in the vault; there can be {expected} at most"
    return Complaint(words, player=event.player, found=number, material=material, expected=left)


def sites_are_enough(table: Table, event: CountsDeclared) -> bool:
    """R1: twelve sites of each size."""
    return all(number <= 2 * SITES for number in event.others.values())


def sites_are_fewer(table: Table, event: CountsDeclared) -> Complaint:
    size, number = next((size, number) for size, number in event.others.items() if number > 2 * SITES)
    words = "{player} declares {found} for {what}; there can be {expected} at most"
    what = LABELS[f"others.{size}"]
    return Complaint(words, player=event.player, found=number, what=what, expected=2 * SITES)


def influence_is_possible(table: Table, event: CountsDeclared) -> bool:
    """R2: nobody has less than one starts with."""
    return event.influence is None or event.influence < 0 or event.influence >= CAMP_INFLUENCE


def influence_is_too_low(table: Table, event: CountsDeclared) -> Complaint:
    words = "{player} declares influence {found}; everybody starts with {expected}"
    return Complaint(words, player=event.player, found=event.influence, expected=CAMP_INFLUENCE)


def as_said_before(table: Table, event: CountsDeclared) -> bool:
    """Counts that differ from the recorded play, or from what the player declared before, are worth a warning."""
    return not _differing(table, event)


def _differing(table: Table, event: CountsDeclared) -> dict[str, tuple[int, int]]:
    """By field: what is said now, and what the record has."""
    player: Player = table.players[event.player]
    if table.tally and player.declared is None:
        return {}
    if player.counts is not None:
        before: Mapping[str, int] = _figures(player.counts)
    else:
        held = [table.cards[card].material for card, _ in player.vault]
        before = {f"vault.{one}": held.count(one) for one in MATERIALS} if "" not in held else {}
        before |= {"stockpile": len(player.stockpile), "hand": player.cards, "influence": player.influence}
    now = _figures(event)
    least, unsure = influence_of(table, event)
    now |= {"influence": least} if "influence" in before and not unsure else {}
    return {field: (number, before[field]) for field, number in now.items() if before.get(field, number) != number}


def said_otherwise(table: Table, event: CountsDeclared) -> Complaint:
    differing = _differing(table, event)
    words = "{player} declares {found}; the record has {expected}"
    found = [_figure(field, now) for field, (now, _) in differing.items()]
    expected = [_figure(field, before) for field, (_, before) in differing.items()]
    return Complaint(words, "warning", player=event.player, found=found, expected=expected)


def _figure(field: str, number: int) -> Words:
    return Words("{what}: {number}", what=LABELS[field], number=number)


# --- what it does -----------------------------------------------------------------------------------------------------


def influence_of(table: Table, event: CountsDeclared) -> tuple[int, list[str]]:
    """R11: the influence that follows from what was completed, at least, and the fields that leave it open."""
    if event.influence is not None:
        return event.influence, []
    named = [table.cards[one] for one in event.structures or ()]
    unsure = ["structures"] if event.structures is None else []
    unsure += [f"others.{size}" for size in SIZES if size not in event.others]
    if event.statue is None and any(built_on(card) is None for card in named):
        unsure.append("statue")
    built = sum(_size(card, event) for card in named) + sum(int(size) * n for size, n in event.others.items())
    return CAMP_INFLUENCE + built, unsure


def _size(card: Card, event: CountsDeclared) -> int:
    return built_on(card) or event.statue or 1


def count(table: Table, event: CountsDeclared) -> None:
    """What a player counted is declared like holdings, the materials of a vault without names."""
    _known(table, event)
    player: Player = table.players[event.player]
    if not table.tally and not _differing(table, event):
        player.declared = event.n if player.declared is None else player.declared
        return
    declare(
        table,
        HoldingsDeclared(
            n=event.n,
            player=event.player,
            influence=influence_of(table, event)[0],
            vault=tuple(one for one, number in event.vault.items() for _ in range(min(max(number, 0), OF_EACH))),
            structures=event.structures or (),
            stockpile=event.stockpile or 0,
            hand=event.hand or 0,
        ),
    )
    player.counts = event


# --- how it is told and entered ---------------------------------------------------------------------------------------

LABELS: dict[str, Words] = {
    **{f"vault.{one}": MATERIAL_NAMES[one] for one in MATERIALS},
    "structures": Words("completed structures"),
    **{f"others.{size}": Words("on sites of size {size}", size=int(size)) for size in SIZES},
    "statue": Words("size of the site of the Statue"),
    "stockpile": Words("materials in the stockpile"),
    "hand": Words("cards in the hand"),
    "influence": Words("influence, if it does not follow from the structures"),
}


def said(table: Table, event: CountsDeclared) -> Words:
    figures = [_figure(field, number) for field, number in _figures(event).items()]
    if event.structures is not None:
        named = [table.deck.named(one) for one in event.structures]
        figures.append(Words("{what}: {list}", what=LABELS["structures"], list=named))
    return Words("{player} counts {figures}", player=event.player, figures=figures)


def forms(table: Table) -> Iterator[Form]:
    """What everybody counted; what is blank nobody has said."""
    parts: dict[str, Any] = {
        "vault": {one: f"$vault.{one}" for one in MATERIALS},
        "structures": "$structures",
        "others": {size: f"$others.{size}" for size in SIZES},
        **{field: f"${field}" for field in SINGLE},
    }
    rows = [_row(table, player) for player in table.seats]
    yield counts_form(CountsDeclared, Words("who counts what"), rows, parts)


def _row(table: Table, player: Player) -> Row:
    known = _figures(player.counts) if player.counts is not None else {}
    own = player.counts.structures if player.counts is not None else None
    vault, built, rest = Words("in the vault"), Words("completed"), Words("and besides")
    tie = Words("only where it matters")
    named = replace(
        several_field("structures", LABELS["structures"], orders(table.deck), again=False),
        group=built,
        value=list(own) if own is not None else None,
    )
    return counts_row(
        player.name,
        (
            *(
                count_field(f"vault.{one}", LABELS[f"vault.{one}"], known.get(f"vault.{one}"), vault)
                for one in MATERIALS
            ),
            named,
            *(
                count_field(f"others.{one}", LABELS[f"others.{one}"], known.get(f"others.{one}"), built)
                for one in SIZES
            ),
            count_field("stockpile", LABELS["stockpile"], known.get("stockpile"), rest),
            *(
                count_field(field, LABELS[field], known.get(field), tie, late=True)
                for field in ("statue", "hand", "influence")
            ),
        ),
    )


# --- what is still missing --------------------------------------------------------------------------------------------


def unsaid(table: Table, player: Player) -> list[str]:
    """What a player has not counted and what is worth points."""
    event = player.counts
    if event is None:
        return []
    open_ = [f"vault.{one}" for one in MATERIALS if one not in event.vault]
    open_ += influence_of(table, event)[1]
    if event.structures is None and "structures" not in open_:
        open_.append("structures")
    walls = event.structures is None or any(table.cards[one].id == WALL for one in event.structures)
    return open_ + (["stockpile"] if walls and event.stockpile is None else [])


COUNTED = Happening(
    event=CountsDeclared,
    conditions=(
        Condition("holdings", nothing_is_below_nought, below_nought),
        Condition("holdings", each_structure_once, a_structure_twice),
        Condition("holdings", statue_has_a_size, no_such_size),
        Condition("holdings", box_has_so_many, box_has_fewer),
        Condition("holdings", sites_are_enough, sites_are_fewer),
        Condition("holdings", influence_is_possible, influence_is_too_low),
        Condition("holdings", as_said_before, said_otherwise, apart=True),
    ),
    effect=count,
    words=said,
    forms=forms,
    recount=True,
)

HAPPENINGS = (COUNTED,)
