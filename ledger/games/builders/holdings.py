"""Holdings: a player says what is there, in a tally or in the middle of a recorded game."""

from collections.abc import Iterator

from ledger.events import Event, Whole
from ledger.forms import Field, Form, Row, number_field, table_form
from ledger.game import Complaint, Condition, Happening
from ledger.games.builders.cards import Card
from ledger.games.builders.picks import card_picks
from ledger.games.builders.table import OUT, Person, Player, Site, Table, finished, release
from ledger.language.sayings import CARD, NUMBER, PLAYER, Saying, Sayings
from ledger.words import Words


class HoldingsDeclared(Event, frozen=True, kw_only=True, tag="holdings_declared"):
    """A player says: this is what I have."""

    player: str
    coins: Whole
    buildings: tuple[str, ...] = ()
    machines: tuple[str, ...] = ()
    prisoners: Whole = 0
    loans: Whole = 0


def each_is_what_it_is(table: Table, event: HoldingsDeclared) -> bool:
    """Buildings are listed as buildings and machines as machines."""
    return _misnamed(table, event) is None


def something_is_misnamed(table: Table, event: HoldingsDeclared) -> Complaint:
    card, kind = _misnamed(table, event) or ("", "")
    words = "{player} lists {found} as a {kind}"
    return Complaint(words, player=event.player, found=table.deck.named(card), kind=kind)


def _misnamed(table: Table, event: HoldingsDeclared) -> tuple[str, str] | None:
    listed = [*((card, "building") for card in event.buildings), *((card, "machine") for card in event.machines)]
    wrong = [(card, kind) for card, kind in listed if table.deck.buildings[card].kind != kind]
    return wrong[0] if wrong else None


def nothing_is_there_twice(table: Table, event: HoldingsDeclared) -> bool:
    """There is one of each card."""
    return len({*event.buildings, *event.machines}) == len(event.buildings) + len(event.machines)


def something_is_there_twice(table: Table, event: HoldingsDeclared) -> Complaint:
    listed = (*event.buildings, *event.machines)
    twice = next(card for card in listed if listed.count(card) > 1)
    return Complaint("{player} has {found} twice", player=event.player, found=table.deck.named(twice))


def nobody_else_declared_it(table: Table, event: HoldingsDeclared) -> bool:
    """Nobody has what another has declared."""
    return not _declared_before(table, event)


def somebody_else_declared_it(table: Table, event: HoldingsDeclared) -> Complaint:
    card = _declared_before(table, event)[0]
    words, owner = "{player} declares {found}, which {expected} has declared", table.sites[card].owner
    return Complaint(words, player=event.player, found=table.deck.named(card), expected=owner.name)


def _declared_before(table: Table, event: HoldingsDeclared) -> list[str]:
    player, sites = table.players[event.player], table.sites
    built = [sites[card] for card in (*event.buildings, *event.machines) if card in sites]
    return [site.id for site in built if site.done and site.owner is not player and site.owner.declared]


def prisoners_are_possible(table: Table, event: HoldingsDeclared) -> bool:
    """Nobody has more prisoners than the box holds."""
    return 0 <= event.prisoners <= _most_prisoners(table, event)


def prisoners_are_not_possible(table: Table, event: HoldingsDeclared) -> Complaint:
    words = "{player} declares {found} {found:prisoner|prisoners}; there can be {expected} at most"
    return Complaint(words, player=event.player, found=event.prisoners, expected=_most_prisoners(table, event))


def _most_prisoners(table: Table, event: HoldingsDeclared) -> int:
    return _most(len(table.deck.prisoners), sum(other.unfreed for other in _others(table, event)))


def loans_are_possible(table: Table, event: HoldingsDeclared) -> bool:
    """Nobody owes more loans than the box holds."""
    return 0 <= event.loans <= _most_loans(table, event)


def loans_are_not_possible(table: Table, event: HoldingsDeclared) -> Complaint:
    words = "{player} declares {found} {found:loan|loans}; there can be {expected} at most"
    return Complaint(words, player=event.player, found=event.loans, expected=_most_loans(table, event))


def _most_loans(table: Table, event: HoldingsDeclared) -> int:
    return _most(len(table.deck.loans), sum(other.owing for other in _others(table, event)))


def _most(box: int, taken: int) -> int:
    """How many can be left; that others have more than the box holds was told with them."""
    return box if taken > box else box - taken


def _others(table: Table, event: HoldingsDeclared) -> list[Player]:
    return [other for other in table.seats if other.name != event.player and other.declared]


def coins_are_possible(table: Table, event: HoldingsDeclared) -> bool:
    """A purse is never below nought."""
    return event.coins >= 0


def coins_are_not_possible(table: Table, event: HoldingsDeclared) -> Complaint:
    words = "{player} declares {found} coins; a purse is never below nought"
    return Complaint(words, player=event.player, found=event.coins)


def holdings(table: Table, player: Player) -> HoldingsDeclared:
    """What a player has, as it would be said at the end."""
    return HoldingsDeclared(
        player=player.name,
        coins=player.coins,
        buildings=tuple(sorted(finished(table, player, "building"))),
        machines=tuple(sorted(finished(table, player, "machine"))),
        prisoners=player.unfreed,
        loans=player.owing,
    )


def as_recorded(table: Table, event: HoldingsDeclared) -> bool:
    """A declaration says what the recorded play says."""
    return table.tally or _had(event) == _had(holdings(table, table.players[event.player]))


def _had(event: HoldingsDeclared) -> tuple[int, set[str], set[str], int, int]:
    return event.coins, {*event.buildings}, {*event.machines}, event.prisoners, event.loans


def not_as_recorded(table: Table, event: HoldingsDeclared) -> Complaint:
    player: Player = table.players[event.player]
    found, expected = _told(event), _told(holdings(table, player))
    words = "{player} declares {found}; the record has {expected}"
    return Complaint(words, "warning", player=player.name, found=found, expected=expected)


def _told(event: HoldingsDeclared) -> Words:
    return Words(
        "{coins} {coins:coin|coins}, {built}, {prisoners} {prisoners:prisoner|prisoners}, {loans} {loans:loan|loans}",
        coins=event.coins,
        built=" ".join(sorted((*event.buildings, *event.machines))) or Words("no buildings"),
        prisoners=event.prisoners,
        loans=event.loans,
    )


def declare(table: Table, event: HoldingsDeclared) -> None:
    """What a player says replaces what the record says; if the two differ, the decks are no longer known."""
    player: Player = table.players[event.player]
    listed: list[Card] = [table.deck.buildings[card] for card in (*event.buildings, *event.machines)]
    if not as_recorded(table, event):
        table.piles_known = False
    for site in [site for site in table.sites.values() if site.owner is player and site.done]:
        if site.card not in listed:
            del table.sites[site.id]
            table.where[site.id] = OUT
            table.people.pop(site.id, None)
    for card in listed:
        _build(table, player, card, event.n)
    player.points = sum(card.points for card in listed)
    player.unfreed = event.prisoners
    if player.owing != event.loans:
        player.owing, player.loans = event.loans, {}
    table.money += event.coins - player.coins
    player.coins, player.money = event.coins, [event.n]
    player.declared, player.counts = True, None


def _build(table: Table, player: Player, card: Card, n: int) -> None:
    """A finished building is a player's, wherever it was, and a finished machine is in the pool."""
    site = table.sites.get(card.id)
    if site is None or site.owner is not player:
        site = table.sites[card.id] = Site(card, player, n)
    if not site.done:
        release(site)
    if card.kind == "machine":
        table.people.setdefault(card.id, Person(card, player, n)).owner = player
    table.buildings.cards.pop(card.id, None)
    table.where[card.id] = player


TOLD = Sayings(
    Saying(
        "{player} declares {coins} {coins:coin|coins}, the buildings {buildings}, the machines {machines}, "
        "prisoners: {prisoners}, loans: {loans}",
        player=PLAYER,
        coins=NUMBER,
        buildings=CARD.several._replace(blank=True),
        machines=CARD.several._replace(blank=True),
        prisoners=NUMBER._replace(blank=True),
        loans=NUMBER._replace(blank=True),
    )
)


def forms(table: Table) -> Iterator[Form]:
    yield table_form(HoldingsDeclared, Words("who has what"), [_row(table, player) for player in table.seats])


def _row(table: Table, player: Player) -> Row:
    """What a player has, as the record has it so far."""
    seen = player.declared or not table.tally
    return Row(
        label=Words("{player}", player=player.name),
        given={"player": player.name},
        fields=(
            number_field("coins", Words("coins"), player.coins if seen else None),
            _built(table, player, "buildings", Words("buildings"), "building"),
            _built(table, player, "machines", Words("machines"), "machine"),
            number_field("prisoners", Words("prisoners not freed"), player.unfreed),
            number_field("loans", Words("loans not repaid"), player.owing),
        ),
    )


def _built(table: Table, player: Player, name: str, label: Words, kind: str) -> Field:
    cards = [card.id for card in table.deck.buildings.values() if card.kind == kind]
    return Field(
        name=name,
        label=label,
        kind="pick",
        picks=card_picks(table, (), cards),
        least=0,
        most=len(cards),
        sole=True,
        value=sorted(finished(table, player, kind)),
    )


DECLARED = Happening(
    event=HoldingsDeclared,
    conditions=(
        Condition("holdings", each_is_what_it_is, something_is_misnamed),
        Condition("holdings", nothing_is_there_twice, something_is_there_twice),
        Condition("holdings", nobody_else_declared_it, somebody_else_declared_it),
        Condition("holdings", prisoners_are_possible, prisoners_are_not_possible),
        Condition("holdings", loans_are_possible, loans_are_not_possible),
        Condition("holdings", coins_are_possible, coins_are_not_possible),
        Condition("holdings", as_recorded, not_as_recorded, apart=True),
    ),
    effect=declare,
    words=TOLD,
    recount=True,
    forms=forms,
)
