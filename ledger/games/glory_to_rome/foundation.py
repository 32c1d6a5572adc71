"""Craftsman and Architect: an order from the hand is laid on a site, as the foundation of a structure."""

from collections.abc import Iterator, Mapping
from typing import Any

from ledger.events import Event
from ledger.forms import Form, Pick, entry_form, pick_field, players_field, yes_field
from ledger.game import Complaint, Condition, Happening, Stranger
from ledger.games.glory_to_rome.building import (
    BUILDS,
    after_the_last_step,
    crafted,
    nothing_was_drawn,
    with_another_card,
    with_the_card_drawn,
)
from ledger.games.glory_to_rome.cards import ARCHITECT, CRAFTSMAN, MATERIALS, SENATOR, VALUE
from ledger.games.glory_to_rome.moving import HELD, forum_may_win, leave
from ledger.games.glory_to_rome.naming import MATERIAL_NAMES
from ledger.games.glory_to_rome.picks import NOT_NAMED, Openings, orders_held
from ledger.games.glory_to_rome.sayings import CARD, MATERIAL
from ledger.games.glory_to_rome.structures import renew, statue, tower
from ledger.games.glory_to_rome.table import ActionFit, Player, Structure, Table
from ledger.games.glory_to_rome.turns import (
    BUILDERS,
    act,
    find_building,
    finish,
    following,
    frames,
    go_on,
    no_action,
    players_of,
    reach,
    spend_second,
)
from ledger.language.sayings import PLAYER, Saying, Sayings
from ledger.words import Words


class FoundationLaid(Event, frozen=True, kw_only=True, tag="foundation_laid"):
    """Craftsman or Architect: an order from the hand on a site; `site` is its material, needed only for a Statue."""

    player: str
    card: str
    site: str = ""
    out_of_town: bool = False

    @property
    def from_hand(self) -> tuple[str, ...]:
        return (self.card,)


def _laying(table: Table, event: FoundationLaid) -> ActionFit | None:
    player: Player = table.players[event.player]
    number = 2 if event.out_of_town and not tower(player) else 1
    return find_building(table, player, BUILDERS, event.card, number)


def has_a_builder(table: Table, event: FoundationLaid) -> bool:
    """R3, R8: a Craftsman's or an Architect's action."""
    return _laying(table, event) is not None


def has_no_builder(table: Table, event: FoundationLaid) -> Complaint:
    return no_action(table, table.players[event.player], BUILDERS)


def lays_an_order(table: Table, event: FoundationLaid) -> bool:
    """R8: a foundation is an order."""
    return table.cards[event.card].id not in ("", SENATOR)


def lays_no_order(table: Table, event: FoundationLaid) -> Complaint:
    if event.card == SENATOR:
        return Complaint("{player} lays {found}, which is no order", player=event.player, found=event.card)
    words = "which order {player} lays as a foundation was not written down"
    return Complaint(words, severity="undecidable", player=event.player)


def has_none_of_that_name(table: Table, event: FoundationLaid) -> bool:
    """R8, G14: an order one has no structure of yet."""
    return table.players[event.player].structure(table.cards[event.card].id) is None


def has_one_already(table: Table, event: FoundationLaid) -> Complaint:
    words = "{player} lays {found} and has one already"
    return Complaint(words, player=event.player, found=table.deck.named(event.card))


def lies_on_its_site(table: Table, event: FoundationLaid) -> bool:
    """R8: on a site of its material. G19: a Statue on any."""
    card = table.cards[event.card]
    return event.site in ("", card.material) or statue(table, card.id)


def lies_on_another_site(table: Table, event: FoundationLaid) -> Complaint:
    words = "{player} lays {card} on a site of {found}; it needs {expected}"
    name, expected = table.deck.named(event.card), table.cards[event.card].material
    return Complaint(words, player=event.player, card=name, found=event.site, expected=expected)


def site_of(table: Table, event: FoundationLaid) -> str:
    """On which site a foundation lies."""
    site = event.site or table.cards[event.card].material
    if site not in VALUE:
        raise Stranger(site, "there is no site of '{found}'")
    return site


def site_is_free(table: Table, event: FoundationLaid) -> bool:
    """R8, G16: a site of that kind is left where it is taken."""
    site = site_of(table, event)
    return not site or (table.out_of_town if event.out_of_town else table.in_town)[site] > 0


def no_site_is_left(table: Table, event: FoundationLaid) -> Complaint:
    words = "{player} lays a foundation where no site of {found} is left in town"
    if event.out_of_town:
        words = "{player} lays a foundation where no site of {found} is left out of town"
    return Complaint(words, player=event.player, found=site_of(table, event))


def may_go_out_of_town(table: Table, event: FoundationLaid) -> bool:
    """G16: with `forced-in-town-first` not before the sites in town are taken."""
    if not event.out_of_town or table.options["oot_choice"] == "free":
        return True
    return table.in_town.get(site_of(table, event), 0) <= 0


def goes_out_too_early(table: Table, event: FoundationLaid) -> Complaint:
    site = site_of(table, event)
    words = (
        "{player} goes out of town for {found}; {expected} {expected:site|sites} of it {expected:is|are} left in town"
    )
    return Complaint(words, player=event.player, found=site, expected=table.in_town[site])


def _in_a_row(table: Table, event: FoundationLaid) -> int:
    player = table.players[event.player]
    fit = _laying(table, event)
    if fit is None:
        return 0
    stack = frames(table, player)
    if fit.frame not in stack:  # a turn that begins with it
        stack = [fit.frame]
    return following(table, stack, fit, BUILDERS)


def has_two_actions_for_it(table: Table, event: FoundationLaid) -> bool:
    """G15: out of town takes two actions of the same role one after the other, or a Tower."""
    return not event.out_of_town or tower(table.players[event.player]) or _in_a_row(table, event) >= 2


def has_one_action_for_it(table: Table, event: FoundationLaid) -> Complaint:
    words = "{player} lays a foundation out of town with {found} {found:action|actions} in a row; it takes {expected}"
    return Complaint(words, player=event.player, found=_in_a_row(table, event), expected=2)


def laid_with_the_card_drawn(table: Table, event: FoundationLaid) -> bool:
    """G30: the action of a Fountain is done with the card drawn."""
    return nothing_was_drawn(table) or with_the_card_drawn(table, _laying(table, event), event.card)


def laid_with_another_card(table: Table, event: FoundationLaid) -> Complaint:
    return with_another_card(table, event.player, _laying(table, event), event.card)


def lay(table: Table, event: FoundationLaid) -> None:
    """An order from the hand takes a site."""
    player: Player = table.players[event.player]
    card = table.cards[event.card]
    site = site_of(table, event)
    if not site:
        raise Stranger(table.deck.named(event.card), "'{found}' is no foundation")
    go_on(table, event, building=event.player)
    reach(table, player)
    frame = act(table, _laying(table, event), BUILDERS, "build")
    crafted(player, frame)
    if event.out_of_town and frame is not None:
        spend_second(table, frame, BUILDERS)
    token = leave(table, player, event.card)
    structure = Structure(token, card.id or token, site, event.n, out_of_town=event.out_of_town)
    player.structures.append(structure)
    (table.out_of_town if event.out_of_town else table.in_town)[site] -= 1
    if table.gates:
        renew(table)
    forum_may_win(table, event.n)  # G18: before the sites are counted
    if not event.out_of_town and max(table.in_town.values()) <= 0:  # G17
        finish(table, "sites", event.n)
    after_the_last_step(table, event.n)


def printed_material(table: Table, said: Mapping[str, Any]) -> str:
    """The site that goes with the card by itself."""
    known = table.cards.get(said["card"])
    return known.material if known else ""


LAID: dict[str, Any] = {"player": PLAYER, "card": CARD}
AS_PRINTED: dict[str, Any] = {**LAID, "implied": {"site": printed_material}}
FURTHER_OUT = {"out_of_town": True}

LAID_SAID = Sayings(
    Saying("{player} lays the foundation of {card}, out of town", **AS_PRINTED, given=FURTHER_OUT),
    Saying(
        "{player} lays the foundation of {card}",
        **AS_PRINTED,
        also=("{player} lays/starts/begins/founds/builds/started {card}", "{player} foundation {card}"),
    ),
    Saying("{player} lays the foundation of {card} on {site}, out of town", **LAID, site=MATERIAL, given=FURTHER_OUT),
    Saying("{player} lays the foundation of {card} on {site}", **LAID, site=MATERIAL),
    Saying("{player} lays the foundation of {card}, out of town", **LAID, given=FURTHER_OUT),
    Saying("{player} lays the foundation of {card}", **LAID),
)


def foundations_offered(table: Table) -> Iterator[Event]:
    for player in players_of(table, BUILDERS):
        for token in dict.fromkeys(player.hand):
            card = table.cards[token]
            if card.id and player.structure(card.id) is None:
                for site in MATERIALS if statue(table, card.id) else (card.material,):
                    yield FoundationLaid(player=player.name, card=token, site=site)
                    yield FoundationLaid(player=player.name, card=token, site=site, out_of_town=True)


def foundation_forms(table: Table) -> Iterator[Form]:
    moment = Openings(table)
    sites = [Pick(one, MATERIAL_NAMES[one]) for one in MATERIALS]
    fields = [
        players_field(table.players, value=moment.who),
        pick_field("card", Words("order"), orders_held(table, moment, NOT_NAMED)),
        pick_field("site", Words("on another site (Statue)"), sites, optional=True),
        yes_field("out_of_town", Words("out of town")),
    ]
    now = bool(moment.roles & {CRAFTSMAN, ARCHITECT})
    yield entry_form(FoundationLaid, Words("lay a foundation"), fields, now=now)


FOUNDATION_LAID = Happening(
    event=FoundationLaid,
    conditions=(
        *BUILDS,
        Condition("GTR-R3", has_a_builder, has_no_builder),
        Condition("GTR-R8", lays_an_order, lays_no_order),
        Condition("GTR-R8", has_none_of_that_name, has_one_already),
        Condition("GTR-R8", lies_on_its_site, lies_on_another_site),
        Condition("GTR-G16", site_is_free, no_site_is_left),
        Condition("GTR-G16", may_go_out_of_town, goes_out_too_early),
        Condition("GTR-G15", has_two_actions_for_it, has_one_action_for_it),
        Condition("GTR-G30", laid_with_the_card_drawn, laid_with_another_card),
        *HELD,
    ),
    effect=lay,
    words=LAID_SAID,
    offers=foundations_offered,
    forms=foundation_forms,
)

HAPPENINGS = (FOUNDATION_LAID,)
