"""Counts: a player says how many of everything lie before them, with whatever cards their box has."""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from ledger.events import Event, Whole
from ledger.forms import Field, Form, Row, count_field, counts_form, counts_row
from ledger.game import Complaint, Condition, Happening, Stranger
from ledger.games.lutece.cards import BOX, PLACES, RESOURCES, Family
from ledger.games.lutece.scoring import (
    FAMILIES,
    LOCATIONS,
    TALENTS,
    Holding,
    by_word_of_mouth,
    counted,
    counted_by,
    holdings_of,
    roman_at_least,
    talents,
    talents_wanted,
    uncounted_in_a_tie,
)
from ledger.games.lutece.table import OUT, Player, Table, declaring, over, set_purse, undeclared
from ledger.score import EVERYTHING, HOLDINGS, Missing
from ledger.words import Name, Words


class CountsDeclared(Event, frozen=True, kw_only=True, tag="counts_declared"):
    """A player says how many of everything they have; what is left out nobody knows."""

    player: str
    coins: Whole | None = None
    resources: dict[str, Whole] = {}
    talents: dict[str, tuple[Whole, ...]] = {}  # by resource: the lowest and the highest
    locations: dict[str, Whole] = {}  # those that score by what they count, by kind
    families: dict[str, Whole] = {}  # cards of a family
    roman: Whole | None = None  # Locations with the roman icon
    markets: Whole | None = None  # those that are fulfilled
    legionnaires: Whole | None = None
    cards: Whole | None = None  # Characters and Locations in all


BOX_CARDS = sum(BOX.values())
FAMILY_NAMES: tuple[str, ...] = Family.__args__  # type: ignore[attr-defined]
MAPS: dict[str, tuple[tuple[str, ...], str]] = {
    "resources": (RESOURCES, "there is no resource '{found}'"),
    "talents": (RESOURCES, "there is no resource '{found}'"),
    "locations": (tuple(PLACES), "there is no kind of Location '{found}' that is counted"),
    "families": (FAMILY_NAMES, "there is no family '{found}'"),
}
SINGLE = ("coins", "roman", "markets", "legionnaires", "cards")

# --- when it may happen -----------------------------------------------------------------------------------------------


def _known(table: Table, event: CountsDeclared) -> None:
    """Everything that is counted exists, or a stranger is told."""
    table.players[event.player]
    for field, (names, words) in MAPS.items():
        for name in getattr(event, field):
            if name not in names:
                raise Stranger(name, words)


def nothing_is_below_nought(table: Table, event: CountsDeclared) -> bool:
    """Nobody has less than nothing."""
    _known(table, event)
    return _negative(event) is None


def _figures(event: CountsDeclared) -> Iterator[tuple[str, int]]:
    """Everything that was counted, by the name of the form's field."""
    for field in SINGLE:
        number = getattr(event, field)
        if number is not None:
            yield field, number
    for field in ("resources", "locations", "families"):
        yield from ((f"{field}.{name}", number) for name, number in getattr(event, field).items())


def _negative(event: CountsDeclared) -> tuple[str, int] | None:
    return next(((field, number) for field, number in _figures(event) if number < 0), None)


def below_nought(table: Table, event: CountsDeclared) -> Complaint:
    field, number = _negative(event) or ("", 0)
    words = "{player} declares {found} for {what}; nobody has less than nothing"
    return Complaint(words, player=event.player, found=number, what=LABELS[field])


def talents_are_a_range(table: Table, event: CountsDeclared) -> bool:
    """Talents are declared as the lowest and the highest."""
    return _no_range(event) is None


def _no_range(event: CountsDeclared) -> str | None:
    for resource, own in event.talents.items():
        if len(own) != 2 or not 0 <= own[0] <= own[1]:
            return resource
    return None


def no_range(table: Table, event: CountsDeclared) -> Complaint:
    resource = _no_range(event) or ""
    words = "{player} declares the talents {found} for {resource}; they are the lowest and the highest"
    return Complaint(words, player=event.player, found=list(event.talents[resource]), resource=resource)


def talents_belong_to_something(table: Table, event: CountsDeclared) -> bool:
    """A talent stands on a card that shows the resource."""
    return _idle_talent(event) is None


def _idle_talent(event: CountsDeclared) -> str | None:
    return next((one for one in event.talents if event.resources.get(one) == 0), None)


def talent_of_nothing(table: Table, event: CountsDeclared) -> Complaint:
    resource = _idle_talent(event) or ""
    words = "{player} declares talents for {resource} and has none of it"
    return Complaint(words, player=event.player, resource=resource)


def shops_belong_to_their_family(table: Table, event: CountsDeclared) -> bool:
    """R35: a Bakery, Herbalist's Shop or Armoury is itself a card of the family that it counts."""
    return _small_family(event) is None


def _small_family(event: CountsDeclared) -> str | None:
    for kind, number in event.locations.items():
        place = PLACES[kind]
        if place.role == "bakery" and event.families.get(place.counts, number) < number:
            return kind
    return None


def family_is_too_small(table: Table, event: CountsDeclared) -> Complaint:
    place = PLACES[_small_family(event) or "bakery"]
    words = (
        "{player} declares {found} {found:card|cards} of the {resource} family; "
        "{card} is one itself, and there {expected:is|are} {expected}"
    )
    return Complaint(
        words,
        player=event.player,
        found=event.families[place.counts],
        resource=place.counts,
        card=place.name,
        expected=event.locations[place.kind],
    )


def prestige_is_roman(table: Table, event: CountsDeclared) -> bool:
    """R35: the Locations that score prestige all have the roman icon."""
    return event.roman is None or event.roman >= roman_at_least(event)


def too_few_are_roman(table: Table, event: CountsDeclared) -> Complaint:
    words = "{player} declares {found} roman {found:Location|Locations}, and {expected} that score prestige, all roman"
    return Complaint(words, player=event.player, found=event.roman, expected=roman_at_least(event))


def cards_are_enough(table: Table, event: CountsDeclared) -> bool:
    """R38: who counts all cards counts at least those that were named one by one."""
    return event.cards is None or event.cards >= _named(event)


def _named(event: CountsDeclared) -> int:
    """So many cards at least: Legionnaires and Locations of one kind are not those of another."""
    return (event.legionnaires or 0) + _locations(event)


def _locations(event: CountsDeclared) -> int:
    """R35: so many Locations at least: Statues and Markets are not roman, those that score prestige are."""
    romans = max(event.roman or 0, roman_at_least(event))
    return romans + event.locations.get("statue", 0) + (event.markets or 0)


def too_few_cards(table: Table, event: CountsDeclared) -> Complaint:
    words = "{player} declares {found} {found:card|cards} in all; those counted by kind are {expected} already"
    return Complaint(words, player=event.player, found=event.cards, expected=_named(event))


def box_has_the_locations(table: Table, event: CountsDeclared) -> bool:
    """The box has 34 Locations, for all players together."""
    return _in_the_box(table, event, _locations, BOX["location"])


def _in_the_box(table: Table, event: CountsDeclared, number: Callable[[CountsDeclared], int], box: int) -> bool:
    """Beside what others counted; that they have more than the box holds was told with them."""
    own, all_ = number(event), _of_all(table, event, number)
    return own <= box and (all_ <= box or all_ - own > box)


def _of_all(table: Table, event: CountsDeclared, number: Callable[[CountsDeclared], int]) -> int:
    """With what the others counted."""
    others = [player.counts for player in table.players.values() if player.name != event.player]
    return number(event) + sum(number(other) for other in others if other is not None)


def too_many_locations(table: Table, event: CountsDeclared) -> Complaint:
    words = "with {player} the players count {found} Locations; the box has {expected}"
    found = _of_all(table, event, _locations)
    return Complaint(words, player=event.player, found=found, expected=BOX["location"])


def _characters(event: CountsDeclared) -> int:
    return event.legionnaires or 0


def box_has_the_characters(table: Table, event: CountsDeclared) -> bool:
    """The box has 40 Characters, Legionnaires among them."""
    return _in_the_box(table, event, _characters, BOX["character"])


def too_many_characters(table: Table, event: CountsDeclared) -> Complaint:
    words = "with {player} the players count {found} Legionnaires; the box has {expected} Characters in all"
    found = _of_all(table, event, _characters)
    return Complaint(words, player=event.player, found=found, expected=BOX["character"])


def _all_cards(event: CountsDeclared) -> int:
    return max(event.cards or 0, sum(event.families.values()))


def box_has_the_cards(table: Table, event: CountsDeclared) -> bool:
    """The box has 74 Characters and Locations; a card is of one family at most."""
    return _in_the_box(table, event, _all_cards, BOX_CARDS)


def too_many_cards(table: Table, event: CountsDeclared) -> Complaint:
    words = "with {player} the players count {found} cards; the box has {expected}"
    return Complaint(words, player=event.player, found=_of_all(table, event, _all_cards), expected=BOX_CARDS)


def as_said_before(table: Table, event: CountsDeclared) -> bool:
    """Counts that differ from the recorded play, or from what the player declared before, are worth a warning."""
    return not _differing(table, event)


def _differing(table: Table, event: CountsDeclared) -> list[str]:
    """The fields in which a player now says something else than the record; what is left out differs from nothing."""
    player: Player = table.players[event.player]
    if table.tally and not player.declared:
        return []
    before, now = dict(_figures(said_before(table, player))), dict(_figures(event))
    return [field for field, number in now.items() if before.get(field, number) != number]


def said_otherwise(table: Table, event: CountsDeclared) -> Complaint:
    before, now = dict(_figures(said_before(table, table.players[event.player]))), dict(_figures(event))
    differing = _differing(table, event)
    words = "{player} declares {found}; the record has {expected}"
    return Complaint(
        words,
        "warning",
        player=event.player,
        found=[_figure(field, now[field]) for field in differing],
        expected=[_figure(field, before[field]) for field in differing],
    )


def _figure(field: str, number: int) -> Words:
    return Words("{what}: {number}", what=LABELS[field], number=number)


# --- what it does -----------------------------------------------------------------------------------------------------


def said_before(table: Table, player: Player) -> CountsDeclared:
    """What the record has of a player, counted."""
    return player.counts if player.counts is not None else counts_of(table, player)


def counts_of(table: Table, player: Player) -> CountsDeclared:
    """A player's cards as somebody would count them who does not know their names."""
    holding = counted(table, player)
    ranges = {resource: talents(table, holding, resource) for resource in RESOURCES}
    return CountsDeclared(
        player=player.name,
        coins=player.purse,
        resources=dict(holding.counts),
        talents={resource: (own[0], own[-1]) for resource, own in ranges.items() if own},
        locations={kind: _kept(holding, place.role, place.counts) for kind, place in PLACES.items()},
        families={family: sum(card.family == family for card in holding.cards) for family in FAMILY_NAMES},
        roman=sum(card.roman for card in holding.cards),
        markets=len(holding.served),
        legionnaires=_kept(holding, "legionnaire"),
        cards=len(holding.cards),
    )


def _kept(holding: Holding, role: str, per: str = "") -> int:
    return sum(card.role == role and (card.per == per or role in ("statue", "legionnaire")) for card in holding.cards)


def declare(table: Table, event: CountsDeclared) -> None:
    """What a player counted replaces what was said before; beside recorded play, only if it says something else."""
    _known(table, event)
    player: Player = table.players[event.player]
    table.owed = []
    if not table.tally:
        if not _differing(table, event):
            player.declared = True
            return
        table.piles_known = False
        event = _completed(said_before(table, player), event)
    for card in player.cards:
        table.where[card] = OUT
    player.cards, player.attached, player.waiting = {}, {}, []
    set_purse(table, player, event.coins, event.n)
    player.declared, player.counts = True, event


def _completed(before: CountsDeclared, event: CountsDeclared) -> CountsDeclared:
    """What was left out is as the record has it."""
    single = {field: getattr(before, field) for field in SINGLE if getattr(event, field) is None}
    maps = {field: {**getattr(before, field), **getattr(event, field)} for field in MAPS}
    return replace(event, **single, **maps)


# --- how it is told and entered ---------------------------------------------------------------------------------------


def tell(table: Table, event: CountsDeclared) -> Words:
    """What somebody counted."""
    figures = [_figure(field, number) for field, number in _figures(event)]
    figures += [
        Words("{what}: {low} to {high}", what=LABELS[TALENTS + resource], low=own[0], high=own[-1])
        for resource, own in event.talents.items()
        if own and resource in RESOURCES
    ]
    return Words("{player} counts {figures}", player=event.player, figures=figures)


def _named_place(name: Name) -> Words:
    return Words("{card}", card=name)


LABELS: dict[str, Words] = {
    "coins": Words("coins"),
    **{f"resources.{one}": Words("{term:nom}", term=one) for one in RESOURCES},
    **{LOCATIONS + place.kind: _named_place(place.name) for place in PLACES.values()},
    **{FAMILIES + one: Words("cards of the {resource} family", resource=one) for one in FAMILY_NAMES},
    "roman": Words("Locations with roman influence"),
    "markets": Words("Markets fulfilled"),
    "legionnaires": Words("Legionnaires kept"),
    **{TALENTS + one: Words("talents for {resource}", resource=one) for one in RESOURCES},
    "cards": Words("cards in all, Characters and Locations"),
}
COUNTED_FAMILIES = ("bread", "potion", "gladius")  # the box has no Bakery for beer


def forms(table: Table) -> Iterator[Form]:
    """What everybody counted; what is blank nobody has said."""
    rows = [_row(player) for player in table.players.values()]
    parts: dict[str, Any] = {field: f"${field}" for field in SINGLE}
    parts |= {
        "resources": {one: f"$resources.{one}" for one in RESOURCES},
        "talents": {one: [f"$talents.{one}.lowest", f"$talents.{one}.highest"] for one in RESOURCES},
        "locations": {kind: f"$locations.{kind}" for kind in PLACES},
        "families": {one: f"$families.{one}" for one in COUNTED_FAMILIES},
    }
    ordered = [name for name in CountsDeclared.__struct_fields__ if name in parts]
    yield counts_form(CountsDeclared, Words("who counts what"), rows, {name: parts[name] for name in ordered})


def _row(player: Player) -> Row:
    if player.counts is None:
        return _blank_row(player.name)
    said = dict(_figures(player.counts))
    return counts_row(player.name, [*_counted_fields(said), *_tie_fields(said, player.counts.talents)])


@lru_cache(maxsize=256)
def _blank_row(name: str) -> Row:
    return counts_row(name, [*_counted_fields({}), *_tie_fields({}, {})])


def _counted_fields(said: Mapping[str, int]) -> Iterator[Field]:
    def field(name: str, group: Words) -> Field:
        return count_field(name, LABELS[name], said.get(name), group, large=name == "coins")

    yield from (field(f"resources.{one}", Words("resources")) for one in RESOURCES)
    yield from (field(LOCATIONS + kind, Words("Locations")) for kind in PLACES)
    yield from (field(name, Words("Locations")) for name in ("roman", "markets"))
    yield from (field(FAMILIES + one, Words("families")) for one in COUNTED_FAMILIES)
    yield from (field(name, Words("and besides")) for name in ("legionnaires", "coins"))


def _tie_fields(said: Mapping[str, int], own: Mapping[str, tuple[int, ...]]) -> Iterator[Field]:
    """What only a tie makes matter."""
    group = Words("only for a tie")
    for one in RESOURCES:
        low, high = (own[one][0], own[one][-1]) if own.get(one) else (None, None)
        for name, label, value in (
            ("lowest", Words("lowest talent, {term:nom}", term=one), low),
            ("highest", Words("highest talent, {term:nom}", term=one), high),
        ):
            yield count_field(f"{TALENTS}{one}.{name}", label, value, group, late=True, large=True)
    yield count_field("cards", LABELS["cards"], said.get("cards"), group, late=True, large=True)


# --- what is still missing --------------------------------------------------------------------------------------------


def missing(table: Table, totals: dict[str, int]) -> Iterator[Missing]:
    """What has yet to be counted; talents and cards only where a tie cannot be broken without."""
    if declaring(table):
        yield from (Missing(name, HOLDINGS, EVERYTHING) for name in undeclared(table))
    if not by_word_of_mouth(table):
        return
    for holding in holdings_of(table):
        wanted = _wanted(holding) if holding.said is not None else [] if holding.player.counted else ["coins"]
        yield from (Missing(holding.player.name, field, LABELS[field]) for field in wanted)
    for player, resource in talents_wanted(table):
        yield Missing(player.name, TALENTS + resource, LABELS[TALENTS + resource], late=True)
    if over(table) is not False:
        for player in uncounted_in_a_tie(table, totals):
            yield Missing(player.name, "cards", LABELS["cards"], late=True)


def _wanted(holding: Holding) -> Iterator[str]:
    """What nobody has said and what is worth points, in the order of the form."""
    unsaid = holding.unsaid
    yield from (f"resources.{one}" for one in RESOURCES if one in unsaid)
    yield from (LOCATIONS + kind for kind in PLACES if LOCATIONS + kind in unsaid)
    said = holding.said
    for kind, place in PLACES.items():
        if said is not None and said.locations.get(kind, 0) > 0 and counted_by(holding, place) is None:
            yield from [] if place.role == "mill" else ["roman" if place.role == "statue" else FAMILIES + place.counts]
    yield from (field for field in ("markets", "legionnaires", "coins") if field in unsaid)


COUNTED = Happening(
    event=CountsDeclared,
    conditions=(
        Condition("holdings", nothing_is_below_nought, below_nought),
        Condition("holdings", talents_are_a_range, no_range),
        Condition("holdings", talents_belong_to_something, talent_of_nothing),
        Condition("holdings", shops_belong_to_their_family, family_is_too_small),
        Condition("holdings", prestige_is_roman, too_few_are_roman),
        Condition("holdings", cards_are_enough, too_few_cards),
        Condition("holdings", box_has_the_locations, too_many_locations),
        Condition("holdings", box_has_the_characters, too_many_characters),
        Condition("holdings", box_has_the_cards, too_many_cards),
        Condition("holdings", as_said_before, said_otherwise, apart=True),
    ),
    effect=declare,
    words=tell,
    forms=forms,
    recount=True,
)
