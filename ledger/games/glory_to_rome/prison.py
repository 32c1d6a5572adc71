"""Prison: upon completion a structure of an opponent is taken for influence."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from ledger.events import Event
from ledger.forms import Form, Pick, entry_form, pick_field, players_field, several_field
from ledger.game import SLIP, Complaint, Condition, Happening, Stranger
from ledger.games.glory_to_rome.building import fire, is_anothers
from ledger.games.glory_to_rome.cards import MATERIALS, VALUE
from ledger.games.glory_to_rome.naming import MATERIAL_NAMES, card_said
from ledger.games.glory_to_rome.picks import Openings, structures_of
from ledger.games.glory_to_rome.sayings import CARD, MATERIAL, thanks_to
from ledger.games.glory_to_rome.structures import PRISON, renew
from ledger.games.glory_to_rome.table import Player, Table, owners
from ledger.games.glory_to_rome.turns import ACTS, act, find, go_on, players_of, reach
from ledger.language.sayings import PLAYER, Saying, Sayings
from ledger.words import Words

THEFT = (PRISON,)


class StructureTaken(Event, frozen=True, kw_only=True, tag="structure_taken"):
    """Prison: a structure of an opponent for sites worth 3 influence."""

    player: str
    owner: str
    structure: str
    sites: tuple[str, ...] = ("stone",)


def has_a_prison(table: Table, event: StructureTaken) -> bool:
    """R3, G51: a Prison was just completed."""
    return find(table, table.players[event.player], THEFT, PRISON) is not None


def has_no_prison(table: Table, event: StructureTaken) -> Complaint:
    words = "{player} takes a structure without having just completed a Prison"
    return Complaint(words, player=event.player)


def prison_finds_nothing(table: Table, event: StructureTaken) -> Complaint:
    words = "{player} takes {found}, which is no completed structure of an opponent"
    return Complaint(words, player=event.player, found=table.deck.named(event.structure))


def has_none_like_it(table: Table, event: StructureTaken) -> bool:
    """G51: one neither has nor has begun it."""
    return table.players[event.player].structure(table.cards[event.structure].id) is None


def has_one_like_it(table: Table, event: StructureTaken) -> Complaint:
    words = "{player} takes {found} and has one already"
    return Complaint(words, player=event.player, found=table.deck.named(event.structure))


def pays_three(table: Table, event: StructureTaken) -> bool:
    """G51: for sites worth 3."""
    return _worth(event) == 3


def _worth(event: StructureTaken) -> int:
    return sum(VALUE.get(site, 0) for site in event.sites)


def pays_another_sum(table: Table, event: StructureTaken) -> Complaint:
    words = "{player} gives sites worth {found} for it; {expected} {expected:is|are} due"
    return Complaint(words, player=event.player, found=_worth(event), expected=3)


def _unpayable(table: Table, event: StructureTaken) -> list[str]:
    return list(Counter(event.sites) - Counter(site for site, _ in table.players[event.player].sites))


def has_the_sites(table: Table, event: StructureTaken) -> bool:
    """G51: sites that one has won; the 2 printed on the camp cannot be paid."""
    return not _unpayable(table, event)


def has_not_the_sites(table: Table, event: StructureTaken) -> Complaint:
    words = "{player} gives a site of {found} and has none"
    return Complaint(words, player=event.player, found=_unpayable(table, event))


def steal(table: Table, event: StructureTaken) -> None:
    """G51: the sites paid go to the former owner, who keeps the influence of the structure's own site.

    What happens upon completion happens for the new owner. (G52: a Prison is never among it, for its taker has one.)
    """
    player: Player = table.players[event.player]
    owner: Player = table.players[event.owner]
    structure = owner.structure(table.cards[event.structure].id)
    for site in event.sites:
        if site not in MATERIALS:
            raise Stranger(site, "there is no site of '{found}'")
    go_on(table, event)
    if structure is None:
        return
    reach(table, player)
    act(table, find(table, player, THEFT, PRISON), THEFT, PRISON)
    for site in event.sites:
        paid = next((one for one in reversed(player.sites) if one[0] == site), None)
        if paid is not None:
            player.sites.remove(paid)
        player.influence -= VALUE[site]
        owner.sites.append(paid or (site, event.n))
        owner.influence += VALUE[site]
    owner.structures.remove(structure)
    player.structures.append(structure)
    renew(table)
    if structure.complete:
        fire(table, player, structure.id, event.n)


STOLEN_SAID = Sayings(
    Saying(
        "{player} takes {structure} of {owner} for the sites {sites} ({by})",
        player=PLAYER,
        structure=CARD,
        owner=PLAYER,
        sites=MATERIAL.several._replace(blank=True),
        by=thanks_to("prison"),
    )
)


def thefts_offered(table: Table) -> Iterator[Event]:
    for player in players_of(table, THEFT):
        for owner, one in owners(table):
            if owner is not player and one.complete and player.structure(one.id) is None:
                for sites in payments([site for site, _ in player.sites]):
                    yield StructureTaken(player=player.name, owner=owner.name, structure=one.card, sites=sites)


def payments(sites: list[str]) -> list[tuple[str, ...]]:
    """How sites worth 3 can be given, one stone site first."""
    found = [paid for size in (1, 2, 3) for paid in combinations(sites, size) if sum(VALUE[one] for one in paid) == 3]
    return sorted(set(found), key=lambda paid: (len(paid), paid[0] != "stone", paid))


def theft_forms(table: Table) -> Iterator[Form]:
    moment = Openings(table)
    sites = [Pick(one, MATERIAL_NAMES[one]) for one in MATERIALS]
    fields = [
        players_field(table.players, value=moment.who),
        players_field(table.players, "owner", Words("whose")),
        pick_field("structure", Words("structure"), structures_of(table, complete=True)),
        several_field("sites", Words("sites given"), sites, value=["stone"]),
    ]
    title = Words("{structure}: take a structure", structure=card_said(table, "prison"))
    yield entry_form(StructureTaken, title, fields, now=PRISON in moment.roles)


STRUCTURE_TAKEN = Happening(
    event=StructureTaken,
    conditions=(
        *ACTS,
        Condition("GTR-R3", has_a_prison, has_no_prison),
        Condition("GTR-G51", is_anothers, prison_finds_nothing),
        Condition("GTR-G51", has_none_like_it, has_one_like_it),
        Condition("GTR-G51", pays_three, pays_another_sum),
        Condition("GTR-G51", has_the_sites, has_not_the_sites, mistake=SLIP),
    ),
    effect=steal,
    words=STOLEN_SAID,
    offers=thefts_offered,
    forms=theft_forms,
)

HAPPENINGS = (STRUCTURE_TAKEN,)
