"""The end of the game: it may be conceded, vaults are turned over, and players may declare what they have."""

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from ledger.events import Event, ScoreClaimed, Whole
from ledger.forms import Form, Pick, Row, entry_form, number_field, players_field, several_field, table_form
from ledger.game import SLIP, Complaint, Condition, Happening
from ledger.games.glory_to_rome.cards import UNSEEN
from ledger.games.glory_to_rome.moving import introduce, one_too_many, too_many
from ledger.games.glory_to_rome.naming import card_said, named
from ledger.games.glory_to_rome.picks import any_card, orders, others, row_of
from ledger.games.glory_to_rome.sayings import ANY_CARDS, CARDS
from ledger.games.glory_to_rome.structures import renew
from ledger.games.glory_to_rome.table import CAMP_INFLUENCE, Player, Structure, Table, lacks, over, place
from ledger.games.glory_to_rome.turns import GOES_ON, finish, go_on
from ledger.language.sayings import NUMBER, PLAYER, Saying, Sayings
from ledger.words import Words

# --- conceding --------------------------------------------------------------------------------------------------------


class GameConceded(Event, frozen=True, kw_only=True, tag="game_conceded"):
    """Everybody agrees that the game is won."""

    winner: str
    players: tuple[str, ...]  # who agreed


def _reluctant(table: Table, event: GameConceded) -> list[str]:
    return [name for name in table.players if name not in event.players and name != event.winner]


def everybody_concedes(table: Table, event: GameConceded) -> bool:
    """G55: a game is conceded by everybody."""
    if event.winner:
        table.players[event.winner]
    return not _reluctant(table, event)


def somebody_does_not(table: Table, event: GameConceded) -> Complaint:
    return Complaint("{found} has not agreed to concede the game", found=_reluctant(table, event))


def winner_is_named(table: Table, event: GameConceded) -> bool:
    """G55: who won is agreed; with `points` it may be left to the count."""
    return bool(event.winner) or table.options["concession"] == "points"


def winner_is_not_named(table: Table, event: GameConceded) -> Complaint:
    return Complaint("the game is conceded, and nobody is named as the winner")


def concede(table: Table, event: GameConceded) -> None:
    """G55: the game is over by agreement."""
    winner: Player | None = table.players[event.winner] if event.winner else None
    go_on(table, event)
    finish(table, "conceded", event.n, [winner.name] if winner is not None else None)


CONCEDED_SAID = Sayings(
    Saying("everybody agrees to end the game: {players}", players=PLAYER.several, given={"winner": ""}),
    Saying("everybody agrees that {winner} has won: {players}", winner=PLAYER, players=PLAYER.several),
)


def concession_forms(table: Table) -> Iterator[Form]:
    picks = players_field(table.players).picks
    agreed = several_field("players", Words("who agrees"), picks, value=list(table.players))
    winner = players_field(table.players, "winner", Words("who wins"))
    yield entry_form(GameConceded, Words("everybody agrees who wins"), [winner, agreed])


GAME_CONCEDED = Happening(
    event=GameConceded,
    conditions=(
        GOES_ON,
        Condition("GTR-G55", everybody_concedes, somebody_does_not),
        Condition("GTR-G55", winner_is_named, winner_is_not_named),
    ),
    effect=concede,
    words=CONCEDED_SAID,
    forms=concession_forms,
)


# --- vaults -----------------------------------------------------------------------------------------------------------


class VaultShown(Event, frozen=True, kw_only=True, tag="vault_shown"):
    """At the end a vault is turned over."""

    player: str
    cards: tuple[str, ...]


def shown_at_the_end(table: Table, event: VaultShown) -> bool:
    """R10: nobody looks into a vault before the end."""
    return table.tally or bool(over(table))


def shown_too_early(table: Table, event: VaultShown) -> Complaint:
    return Complaint("{player} shows the vault before the game is over", player=event.player)


def shows_as_many(table: Table, event: VaultShown) -> bool:
    """R10: a vault holds what went in, no more and no less."""
    player = table.players[event.player]
    return player.declared is not None or len(event.cards) == len(player.vault)


def shows_another_number(table: Table, event: VaultShown) -> Complaint:
    words = "{player} shows {found} {found:card|cards}; {expected} went into the vault"
    expected = len(table.players[event.player].vault)
    return Complaint(words, player=event.player, found=len(event.cards), expected=expected)


def _not_shown(table: Table, event: VaultShown) -> list[str]:
    """What is known to have gone in and does not come out; a card shown that nobody saw may be any."""
    player = table.players[event.player]
    if player.declared is not None:
        return []
    known = [token for token, _ in player.vault if token != UNSEEN]
    return lacks(table, list(event.cards), known)


def shows_what_went_in(table: Table, event: VaultShown) -> bool:
    """R10: those that everybody saw go in are there."""
    return not _not_shown(table, event)


def shows_something_else(table: Table, event: VaultShown) -> Complaint:
    words = "{player} shows a vault without {expected}, which went in"
    return Complaint(words, player=event.player, expected=named(table, _not_shown(table, event)))


def _new_to_sight(table: Table, event: VaultShown) -> list[str]:
    """Those of the cards shown that nobody had seen."""
    shown = list(event.cards)
    for token, _ in table.players[event.player].vault:
        at = place(table, shown, token) if token != UNSEEN else -1
        if at >= 0:
            shown.pop(at)
    return shown


def box_has_the_vault(table: Table, event: VaultShown) -> bool:
    """R1: there are only so many of each."""
    return table.tally or too_many(table, _new_to_sight(table, event)) is None


def vault_has_too_many(table: Table, event: VaultShown) -> Complaint:
    return one_too_many(table, _new_to_sight(table, event))


def show(table: Table, event: VaultShown) -> None:
    """What was unseen in a vault is known; each card keeps the event that brought it."""
    player: Player = table.players[event.player]
    shown = list(event.cards)
    for card in shown:
        table.cards[card]
    vault: list[tuple[str, int]] = []
    waiting: list[int] = []
    for token, n in player.vault:
        at = place(table, shown, token) if token != UNSEEN else -1
        if at >= 0:
            vault.append((shown.pop(at), n))
        else:
            waiting.append(n)
    for token in shown:
        introduce(table, token)
        vault.append((token, waiting.pop(0) if waiting else event.n))
    player.vault = vault


SHOWN_SAID = Sayings(Saying("{player} shows the vault: {cards}", player=PLAYER, cards=CARDS))


def vaults_offered(table: Table) -> Iterator[Event]:
    """What everybody saw go in, once the game is over."""
    if over(table) and not table.tally:
        for player in table.seats:
            if player.vault:
                yield VaultShown(player=player.name, cards=tuple(token for token, _ in player.vault))


def vault_forms(table: Table) -> Iterator[Form]:
    hidden = [player for player in table.seats if any(token == UNSEEN for token, _ in player.vault)]
    shown = several_field("cards", Words("cards"), any_card(table), least=1)
    rows = [row_of(player, shown) for player in hidden or table.seats]
    now = bool(over(table)) and bool(hidden)
    yield table_form(VaultShown, Words("vaults are turned over"), rows, now=now)


VAULT_SHOWN = Happening(
    event=VaultShown,
    conditions=(
        Condition("GTR-R10", shown_at_the_end, shown_too_early),
        Condition("GTR-R10", shows_as_many, shows_another_number, mistake=SLIP),
        Condition("GTR-R10", shows_what_went_in, shows_something_else, mistake=SLIP),
        Condition("GTR-R1", box_has_the_vault, vault_has_too_many, mistake=SLIP),
    ),
    effect=show,
    words=SHOWN_SAID,
    recount=True,
    offers=vaults_offered,
    forms=vault_forms,
)


# --- declaring --------------------------------------------------------------------------------------------------------


class HoldingsDeclared(Event, frozen=True, kw_only=True, tag="holdings_declared"):
    """A player says: this is what I have. `structures` are the completed ones; `hand` breaks a tie."""

    player: str
    influence: Whole
    vault: tuple[str, ...] = ()
    structures: tuple[str, ...] = ()
    stockpile: Whole = 0
    hand: Whole = 0


def _twice(table: Table, event: HoldingsDeclared) -> list[str]:
    counts = Counter(table.cards[card].id for card in event.structures)
    return [table.deck.named(name) for name, count in counts.items() if count > 1 or not name]


def has_each_once(table: Table, event: HoldingsDeclared) -> bool:
    """G14: no structure twice."""
    table.players[event.player]
    return not event.structures or not _twice(table, event)


def has_some_twice(table: Table, event: HoldingsDeclared) -> Complaint:
    return Complaint("{player} has {found} twice", player=event.player, found=_twice(table, event))


def influence_is_possible(table: Table, event: HoldingsDeclared) -> bool:
    """R2: nobody has less than one starts with."""
    return not 0 <= event.influence < CAMP_INFLUENCE


def influence_is_too_low(table: Table, event: HoldingsDeclared) -> Complaint:
    words = "{player} declares influence {found}; everybody starts with {expected}"
    return Complaint(words, player=event.player, found=event.influence, expected=CAMP_INFLUENCE)


def nothing_is_negative(table: Table, event: HoldingsDeclared) -> bool:
    """Nobody has less than nothing."""
    return min(event.influence, event.stockpile, event.hand) >= 0


def something_is_negative(table: Table, event: HoldingsDeclared) -> Complaint:
    return Complaint("{player} declares less than nothing", player=event.player)


def box_has_so_many(table: Table, event: HoldingsDeclared) -> bool:
    """R1: no more cards than there are."""
    return event.stockpile + event.hand <= table.deck.size


def box_has_fewer(table: Table, event: HoldingsDeclared) -> Complaint:
    words = "{player} declares {found} cards in stockpile and hand; the box has {expected}"
    return Complaint(words, player=event.player, found=event.stockpile + event.hand, expected=table.deck.size)


def vault_has_materials(table: Table, event: HoldingsDeclared) -> bool:
    """G36: a vault holds materials."""
    return all(table.cards[card].material for card in event.vault if card != UNSEEN)


def vault_has_something_else(table: Table, event: HoldingsDeclared) -> Complaint:
    return Complaint("{player} declares a card in the vault that is no material", player=event.player)


def _too_often(table: Table, event: HoldingsDeclared) -> list[str]:
    counts = Counter(table.cards[card].id for card in (*event.structures, *event.vault))
    for other in table.seats:
        if other.declared is not None and other.name != event.player:
            counts += Counter(structure.id for structure in other.structures)
            counts += Counter(table.cards[card].id for card, _ in other.vault)
    return [table.deck.named(one) for one, count in counts.items() if one and count > table.deck.copies.get(one, 0)]


def box_has_each_so_often(table: Table, event: HoldingsDeclared) -> bool:
    """R1: of each order there are only so many."""
    return not _too_often(table, event)


def box_has_fewer_of_it(table: Table, event: HoldingsDeclared) -> Complaint:
    words = "with {player} there are more of {found} than the box has"
    return Complaint(words, player=event.player, found=_too_often(table, event))


def _figures(table: Table, event: HoldingsDeclared) -> tuple[tuple[int, ...], tuple[int, ...]]:
    player = table.players[event.player]
    recorded = (player.influence, len(player.vault), len(player.stockpile), player.cards)
    return (event.influence, len(event.vault), event.stockpile, event.hand), recorded


def declares_what_was_recorded(table: Table, event: HoldingsDeclared) -> bool:
    """A declaration that differs from the recorded play is worth a warning."""
    if table.tally:
        return True
    declared, recorded = _figures(table, event)
    return declared == recorded


def declares_something_else(table: Table, event: HoldingsDeclared) -> Complaint:
    declared, recorded = _figures(table, event)
    words = "{player} declares influence, vault, stockpile and hand of {found}; the record has {expected}"
    return Complaint(words, "warning", player=event.player, found=declared, expected=recorded)


def declare(table: Table, event: HoldingsDeclared) -> None:
    """What a player says replaces what the record says."""
    player: Player = table.players[event.player]
    for card in (*event.vault, *event.structures):
        table.cards[card]
    player.declared, player.counts = event.n, None
    player.vault = [(card, event.n) for card in event.vault]
    player.influence = event.influence
    player.sites = []
    player.stockpile = [UNSEEN] * _possible(table, event.stockpile)
    player.structures = []
    for card in event.structures:
        structure = Structure(card, table.cards[card].id, table.cards[card].material, event.n)
        structure.complete, structure.done = True, event.n
        player.structures.append(structure)
    player.hand, player.senators = [], 0
    player.unseen.forget(_possible(table, event.hand), table.clock)
    renew(table)


def holdings(player: Player) -> HoldingsDeclared:
    """What a player has, as it would be said at the end."""
    return HoldingsDeclared(
        player=player.name,
        influence=player.influence,
        vault=tuple(token for token, _ in player.vault),
        structures=tuple(one.card for one in player.structures if one.complete),
        stockpile=len(player.stockpile),
        hand=player.cards,
    )


def _possible(table: Table, number: int) -> int:
    """As many cards as were declared, but no more than there are."""
    return min(max(0, number), table.deck.size)


DECLARED_SAID = Sayings(
    Saying(
        "{player} declares influence {influence}, in the vault {vault}, the structures {structures}, "
        "in the stockpile {stockpile}, in the hand {hand}",
        player=PLAYER,
        influence=NUMBER,
        vault=ANY_CARDS,
        structures=ANY_CARDS,
        stockpile=NUMBER._replace(blank=True),
        hand=NUMBER._replace(blank=True),
    )
)


def holdings_forms(table: Table) -> Iterator[Form]:
    rows = [_holdings(table, player) for player in table.seats]
    yield table_form(HoldingsDeclared, Words("who has what"), rows)


def _holdings(table: Table, player: Player) -> Row:
    """What a player has, as the record has it so far."""
    seen = player.declared is not None or not table.tally
    built = [one.card for one in player.structures if one.complete]
    influence = replace(number_field("influence", Words("influence")), follows="structures", start=CAMP_INFLUENCE)
    here = [Pick(token, card_said(table, token)) for token in dict.fromkeys(built)]
    structures = [*here, *others(here, orders(table.deck))]
    return row_of(
        player,
        replace(influence, value=player.influence if seen else None),
        several_field("vault", Words("in the vault"), any_card(table), value=[token for token, _ in player.vault]),
        several_field("structures", Words("completed structures"), structures, again=False, value=built),
        number_field("stockpile", Words("materials in the stockpile"), len(player.stockpile)),
        number_field("hand", Words("cards in the hand"), player.cards if seen else 0),
    )


HOLDINGS_DECLARED = Happening(
    event=HoldingsDeclared,
    conditions=(
        Condition("holdings", has_each_once, has_some_twice),
        Condition("holdings", influence_is_possible, influence_is_too_low),
        Condition("holdings", nothing_is_negative, something_is_negative),
        Condition("holdings", box_has_so_many, box_has_fewer),
        Condition("holdings", vault_has_materials, vault_has_something_else),
        Condition("holdings", box_has_each_so_often, box_has_fewer_of_it),
        Condition("holdings", declares_what_was_recorded, declares_something_else),
    ),
    effect=declare,
    words=DECLARED_SAID,
    recount=True,
    forms=holdings_forms,
)


# --- the pad ----------------------------------------------------------------------------------------------------------


class Claimed(ScoreClaimed, frozen=True, kw_only=True, tag="score_claimed"):
    """What the table wrote on its pad for one player."""

    influence: Whole | None = None
    vault: Whole | None = None
    merchant_bonus: Whole | None = None
    structures: Whole | None = None
    total: Whole | None = None


HAPPENINGS = (GAME_CONCEDED, VAULT_SHOWN, HOLDINGS_DECLARED)
