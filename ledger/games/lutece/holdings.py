"""Holdings: a player says what lies before them, at the end of a game or in place of its record."""

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from ledger.events import Event, Whole
from ledger.forms import Field, Form, Row, number_field, table_form
from ledger.game import Complaint, Condition, Happening
from ledger.games.lutece import picks
from ledger.games.lutece.table import OUT, Player, Table, attachment, leave, set_purse
from ledger.language.sayings import CARD, NUMBER, PLAYER, Pairs, Saying, Sayings
from ledger.words import Words


class HoldingsDeclared(Event, frozen=True, kw_only=True, tag="holdings_declared"):
    """A player says: this is what I have."""

    player: str
    coins: Whole | None = None  # None: nobody has counted them
    cards: tuple[str, ...]
    attached: dict[str, str] = {}


# --- when it may happen -----------------------------------------------------------------------------------------------


def each_card_once(table: Table, event: HoldingsDeclared) -> bool:
    """Nobody has a card twice."""
    _known(table, event)
    return len(set(event.cards)) == len(event.cards)


def _known(table: Table, event: HoldingsDeclared) -> None:
    """Everything that is named exists, or a stranger is told."""
    for card in (*event.cards, *event.attached, *event.attached.values()):
        table.cards[card]
    table.players[event.player]


def a_card_twice(table: Table, event: HoldingsDeclared) -> Complaint:
    twice = next(card for card in event.cards if event.cards.count(card) > 1)
    return Complaint("{player} holds {found} twice", player=event.player, found=table.deck.named(twice))


def nobody_else_declared_it(table: Table, event: HoldingsDeclared) -> bool:
    """A card lies before one player."""
    return _shared(table, event) is None


def _shared(table: Table, event: HoldingsDeclared) -> tuple[str, Player] | None:
    for card in event.cards:
        owner = table.where.get(card)
        if isinstance(owner, Player) and owner.name != event.player and owner.declared:
            return card, owner
    return None


def somebody_else_holds_it(table: Table, event: HoldingsDeclared) -> Complaint:
    shared = _shared(table, event)
    card, owner = shared if shared else ("", None)
    words = "{player} holds {found}, which {expected} holds"
    return Complaint(words, player=event.player, found=table.deck.named(card), expected=owner.name if owner else "")


def apprentices_are_theirs(table: Table, event: HoldingsDeclared) -> bool:
    """What is declared as attached is a declared Apprentice."""
    return _no_apprentice(table, event) is None


def _no_apprentice(table: Table, event: HoldingsDeclared) -> str | None:
    for card in event.attached:
        if card not in event.cards or table.cards[card].role != "apprentice":
            return card
    return None


def no_apprentice_of_theirs(table: Table, event: HoldingsDeclared) -> Complaint:
    found = table.deck.named(_no_apprentice(table, event) or "")
    return Complaint("{player} attaches {found}, which is no Apprentice of theirs", player=event.player, found=found)


def hosts_are_theirs(table: Table, event: HoldingsDeclared) -> bool:
    """An Apprentice is with a Character of the same player."""
    return _no_host(table, event) is None


def _no_host(table: Table, event: HoldingsDeclared) -> str | None:
    for apprentice, host in event.attached.items():
        if host not in event.cards or table.cards[host].row != "character" or host == apprentice:
            return apprentice
    return None


def no_character_of_theirs(table: Table, event: HoldingsDeclared) -> Complaint:
    card = _no_host(table, event) or ""
    words = "{player} attaches {card} to {found}, which is no Character of theirs"
    named = table.deck.named
    return Complaint(words, player=event.player, card=named(card), found=named(event.attached.get(card, "")))


def purse_is_not_below_nought(table: Table, event: HoldingsDeclared) -> bool:
    """Nobody has less than nothing."""
    return event.coins is None or event.coins >= 0


def below_nought(table: Table, event: HoldingsDeclared) -> Complaint:
    words = "{player} declares {found} coins; a purse is never below nought"
    return Complaint(words, player=event.player, found=event.coins)


def as_recorded(table: Table, event: HoldingsDeclared) -> bool:
    """A declaration that differs from the recorded play is worth a warning."""
    return table.tally or not differs(table.players[event.player], event)


def differs(player: Player, event: HoldingsDeclared) -> bool:
    """Does a declaration say something else than the record?"""
    recorded = {one: attachment.host for one, attachment in player.attached.items()}
    if event.coins not in (None, player.purse):
        return True
    return (set(player.cards), recorded) != (set(event.cards), event.attached)


def otherwise_recorded(table: Table, event: HoldingsDeclared) -> Complaint:
    player: Player = table.players[event.player]
    recorded, declared = _holding(player.purse, player.cards), _holding(event.coins, event.cards)
    words = "{player} declares {found}; the record has {expected}"
    return Complaint(words, "warning", player=player.name, found=declared, expected=recorded)


def _holding(coins: int | None, cards: Iterable[str]) -> Words:
    held = " ".join(sorted(cards))
    if coins is None:
        return Words("coins not counted, {cards}", cards=held or None)
    if not held:
        return Words("{coins} {coins:coin|coins}, no cards", coins=coins)
    return Words("{coins} {coins:coin|coins}, {cards}", coins=coins, cards=held)


def cards_are_in_the_game(table: Table, event: HoldingsDeclared) -> bool:
    """R1: a declared card that is marked for more players is worth a warning."""
    return not _boxed(table, event)


def _boxed(table: Table, event: HoldingsDeclared) -> list[str]:
    return [card for card in event.cards if card not in table.pack]


def cards_stay_in_the_box(table: Table, event: HoldingsDeclared) -> Complaint:
    found = [table.deck.named(card) for card in _boxed(table, event)]
    words = "with {expected} players these stay in the box, and {player} holds them: {found}"
    return Complaint(words, "warning", player=event.player, found=found, expected=table.seats)


def markets_are_in_the_game(table: Table, event: HoldingsDeclared) -> bool:
    """R2: more Markets declared than are left in the game are worth a warning."""
    return _markets(table, event) <= table.deck.markets[table.seats]


def _markets(table: Table, event: HoldingsDeclared) -> int:
    held = {card for player in table.players.values() for card in player.cards}
    return sum(table.cards[card].role == "market" for card in {*held, *event.cards})


def too_many_markets(table: Table, event: HoldingsDeclared) -> Complaint:
    words = "with {player} the players hold {found} Markets; {expected} are left in the game"
    expected = table.deck.markets[table.seats]
    return Complaint(words, "warning", player=event.player, found=_markets(table, event), expected=expected)


def hosts_show_a_resource(table: Table, event: HoldingsDeclared) -> bool:
    """R29a: an Apprentice declared with a Character that shows nothing is worth a warning."""
    return table.options["apprentice_host"] == "any_character" or not _idle_hosts(table, event)


def _idle_hosts(table: Table, event: HoldingsDeclared) -> list[str]:
    hosts = [table.cards[host] for apprentice, host in event.attached.items() if host != apprentice]
    return [host.id for host in hosts if host.row == "character" and not host.resources]


def nothing_to_copy(table: Table, event: HoldingsDeclared) -> Complaint:
    words = "{player} has an Apprentice with {found}, which shows no resource; it produces nothing"
    found = [table.deck.named(host) for host in _idle_hosts(table, event)]
    return Complaint(words, "warning", player=event.player, found=found)


# --- what it does -----------------------------------------------------------------------------------------------------


def declare(table: Table, event: HoldingsDeclared) -> None:
    """What a player says replaces what the record says; if the two differ, the piles are no longer known."""
    _known(table, event)
    player: Player = table.players[event.player]
    cards = table.cards
    table.owed = []
    if not table.tally and differs(player, event):
        table.piles_known = False
    for old in player.cards:
        table.where[old] = OUT
    player.cards = {}
    for card in event.cards:
        leave(table, card)
        table.where[card] = player
        player.cards[card] = event.n
    player.attached = {one: attachment(cards[one], cards[host], event.n) for one, host in event.attached.items()}
    player.waiting = [card for card in player.cards if cards[card].role == "apprentice" and card not in player.attached]
    set_purse(table, player, event.coins, event.n)
    player.declared, player.counts = True, None


# --- how it is told and entered ---------------------------------------------------------------------------------------


WHAT: dict[str, Any] = {"player": PLAYER, "coins": NUMBER}

TOLD = Sayings(
    Saying(
        "{player} declares {cards}, of these {attached}; the coins are not counted",
        player=PLAYER,
        cards=CARD.several,
        attached=Pairs("attached", "{one} with {other}", CARD, CARD),
        given={"coins": None},
    ),
    Saying(
        "{player} declares {cards}; the coins are not counted", player=PLAYER, cards=CARD.several, given={"coins": None}
    ),
    Saying("{player} declares {coins} {coins:coin|coins} and no cards", **WHAT, given={"cards": ()}),
    Saying(
        "{player} declares {coins} {coins:coin|coins} and {cards}, of these {attached}",
        **WHAT,
        cards=CARD.several,
        attached=Pairs("attached", "{one} with {other}", CARD, CARD),
    ),
    Saying("{player} declares {coins} {coins:coin|coins} and {cards}", **WHAT, cards=CARD.several),
)


def forms(table: Table) -> Iterator[Form]:
    """What everybody has, as the record has it so far."""
    cards = Field(
        name="cards",
        label=Words("cards"),
        kind="pick",
        picks=tuple(picks.card(table, card) for card in table.pack.values()),
        least=0,
        most=len(table.pack),
        sole=True,
    )
    hosts = [one for one in table.cards.values() if one.row == "character" and one.resources]
    attached = Field(
        name="attached",
        label=Words("Apprentices"),
        kind="pairs",
        picks=tuple(picks.card(table, card) for card in picks.of_role(table, "apprentice")),
        partners=tuple(picks.card(table, one) for one in hosts),
        optional=True,
    )
    rows = [_row(table, player, cards, attached) for player in table.players.values()]
    yield table_form(HoldingsDeclared, Words("who has what"), rows)


def _row(table: Table, player: Player, cards: Field, attached: Field) -> Row:
    seen = player.declared or not table.tally
    fields = (
        number_field("coins", Words("coins"), player.purse if seen and player.counted else None, optional=True),
        replace(cards, value=list(player.cards)),
        replace(attached, value={one: attachment.host for one, attachment in player.attached.items()}),
    )
    return Row(label=Words("{player}", player=player.name), given={"player": player.name}, fields=fields)


DECLARED = Happening(
    event=HoldingsDeclared,
    conditions=(
        Condition("holdings", each_card_once, a_card_twice),
        Condition("holdings", nobody_else_declared_it, somebody_else_holds_it),
        Condition("holdings", apprentices_are_theirs, no_apprentice_of_theirs),
        Condition("holdings", hosts_are_theirs, no_character_of_theirs),
        Condition("holdings", purse_is_not_below_nought, below_nought),
        Condition("holdings", as_recorded, otherwise_recorded, apart=True),
        Condition("LUT-R1", cards_are_in_the_game, cards_stay_in_the_box, apart=True),
        Condition("LUT-R2", markets_are_in_the_game, too_many_markets, apart=True),
        Condition("LUT-R29a", hosts_show_a_resource, nothing_to_copy, apart=True),
    ),
    effect=declare,
    words=TOLD,
    recount=True,
    forms=forms,
)
