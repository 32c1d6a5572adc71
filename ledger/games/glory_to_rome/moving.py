"""Cards on the move: they leave hands and piles and come to light; and what every event that moves some must keep."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from ledger.copies import copied
from ledger.game import SLIP, Complaint, Condition, Stranger
from ledger.games.glory_to_rome.cards import OF_EACH, SENATOR, UNSEEN, Deck
from ledger.games.glory_to_rome.hands import Denial
from ledger.games.glory_to_rome.naming import named
from ledger.games.glory_to_rome.structures import forum
from ledger.games.glory_to_rome.table import Player, Table, not_held, place
from ledger.games.glory_to_rome.turns import finish

# --- a card leaves, a card comes --------------------------------------------------------------------------------------


def take(table: Table, zone: list[str], token: str) -> str:
    """A card leaves a place; where the record had another name for it, the more exact one counts."""
    if token in zone and table.cards[token].id:
        zone.remove(token)
        return token
    at = place(table, zone, token)
    if at < 0:
        _instead(table, zone, token)
        return token
    found = zone.pop(at)
    others = _just_as_well(table, zone, found, token)
    if not others:
        return found if _more_exact(table, found, token) else token
    for other in others:  # nobody said which of them it was
        zone[other] = _forget(table, zone[other], token)
    return _forget(table, found, token)


def _more_exact(table: Table, found: str, token: str) -> bool:
    """Does this name of a card say more than the other?"""
    return bool(table.cards[found].id) and ("#" in found or not table.cards[token].id)


def _just_as_well(table: Table, zone: list[str], found: str, token: str) -> list[int]:
    """Where other cards lie that this less exact name may have meant."""
    if "#" in token:
        return []
    card, cards = table.cards[token], table.cards
    return [
        at
        for at, other in enumerate(zone)
        if other not in (found, token) and cards[other].material == card.material and card.id in ("", cards[other].id)
    ]


def _forget(table: Table, known: str, token: str) -> str:
    """What was known of a card is no longer sure, but for this."""
    withdraw(table, known)
    introduce(table, token)
    return token


def leave(table: Table, player: Player, token: str) -> str:
    """A card leaves a hand, known or unseen."""
    table.clock += 1
    if token in player.hand and not player.shown and table.cards[token].id:
        player.hand.remove(token)
        return token
    if token == SENATOR:
        player.senators = max(0, player.senators - 1)
        return token
    if token == UNSEEN:
        return _leave_unseen(table, player)
    at = place(table, player.hand, token)
    if at >= 0:
        found = player.hand[at]
        if found in player.shown:
            player.shown.remove(found)
        if not len(player.unseen) or not _more_exact(table, found, token):
            return take(table, player.hand, token)
        _back_among_unseen(table, player, token)
    if len(player.unseen):
        come_to_light(table, player, token)
    else:
        _instead(table, player.hand, token, any_other=True)
    return token


def _instead(table: Table, zone: list[str], token: str, *, any_other: bool = False) -> None:
    """A card left that the record has elsewhere: one of its material goes, so that the numbers stay right."""
    material = table.cards[token].material
    same = [at for at, other in enumerate(zone) if table.cards[other].material == material]
    if same or (any_other and zone):
        zone.pop(same[-1] if same else -1)


def _leave_unseen(table: Table, player: Player) -> str:
    """Nobody saw which card left: those that were known may have been it, and are unseen again."""
    for known in player.hand:
        withdraw(table, known)
        player.unseen.enter(table.clock - 1)
    player.hand.clear()
    if len(player.unseen):
        player.unseen.show(table.clock, "")
    return UNSEEN


def _back_among_unseen(table: Table, player: Player, token: str) -> None:
    """A less exact name may mean a known card or an unseen one: those it may mean are unseen again."""
    for at in reversed(_just_as_well(table, player.hand, "", token)):
        withdraw(table, player.hand.pop(at))
        player.unseen.enter(table.clock - 1)


def come_to_light(table: Table, player: Player, token: str) -> None:
    """An unseen card of a hand is seen."""
    player.unseen.show(table.clock, table.cards[token].material)
    introduce(table, token)


def kinds_of(table: Table, token: str) -> list[tuple[str, int]]:
    """The copy, the order and the material that a card is one of, and how many of each there are."""
    return _kinds(table.deck, token)


@lru_cache(maxsize=4096)
def _kinds(deck: Deck, token: str) -> list[tuple[str, int]]:
    card = deck.cards[token]
    if not card.material:
        return []
    kinds = [(card.material, OF_EACH)]
    if card.id:
        kinds.append((card.id, deck.copies.get(card.id, 0)))
    if "#" in token:
        kinds.append((token, 1))
    return kinds


def introduce(table: Table, token: str) -> None:
    """A card is seen for the first time; where the deck is recorded, that has counted them."""
    if table.pile is None:
        for kind, _ in kinds_of(table, token):
            table.seen[kind] += 1


def withdraw(table: Table, token: str) -> None:
    """A card is no longer in sight."""
    if table.pile is None:
        for kind, _ in kinds_of(table, token):
            table.seen[kind] -= 1


def taken(table: Table, player: Player, source: str, token: str, n: int) -> str:
    """A card comes from the pool, a hand, a stockpile or the deck."""
    if source == "hand":
        return leave(table, player, token)
    if source == "deck":
        if table.blind < 0 and table.pile is None:
            table.blind = n
        return (draw(table, 1, [token]) or [UNSEEN])[0]
    return take(table, player.stockpile if source == "stockpile" else table.pool, token)


SOURCES = frozenset({"pool", "hand", "stockpile", "deck"})


def known_source(source: str) -> None:
    """There is no other place that a card could come from."""
    if source not in SOURCES:
        raise Stranger(source, "no card comes from '{found}'")


def draw(table: Table, number: int, told: Iterable[str] | None) -> list[str]:
    """Cards come off the deck: those the record tells, else its top, unseen where nobody knows it."""
    tokens = [UNSEEN] * max(0, min(number, table.left)) if told is None else list(told)
    number, pile = len(tokens), table.pile
    if pile is not None:
        top = pile[table.drawn : table.drawn + number]
        if told is None:
            tokens = list(top)
        else:
            tokens = [known if token == UNSEEN else token for token, known in zip(tokens, top, strict=False)]
    else:
        for token in tokens:
            introduce(table, token)
    table.drawn += number
    table.left = max(0, table.left - number)
    return tokens


def enter(table: Table, player: Player, token: str) -> None:
    """A card comes into a hand."""
    table.clock += 1
    if token == SENATOR:
        player.senators += 1
    elif token == UNSEEN:
        player.unseen.enter(table.clock)
    else:
        player.hand.append(token)


def to_pool(table: Table, token: str) -> None:
    """An order is discarded to the pool, a senator to the stack."""
    if token == SENATOR:
        table.senators += 1
    else:
        table.pool.append(token)


def empty_camps(table: Table) -> None:
    """Orders go to the pool, senators to their stack. G56: not before."""
    for player in table.seats:
        if player.camp:
            table.pool += player.camp
            player.camp = []
        table.senators += player.camp_senators
        player.camp_senators = 0


# --- the ends that cards bring ----------------------------------------------------------------------------------------


def deck_may_end(table: Table, n: int) -> None:
    """G48: after every draw the deck may be at its end."""
    if table.left <= 0:
        finish(table, "deck", n)


def forum_may_win(table: Table, n: int) -> None:
    """G50: does somebody's Forum win? G29: a shared Forum is tested for everybody."""
    if table.over or not table.forums:
        return
    winners = [player.name for player in table.seats if forum(table, player)]
    if winners:
        finish(table, "forum", n, winners)


# --- from the hand ----------------------------------------------------------------------------------------------------


def hand_has_them(table: Table, event: Any) -> bool:
    """R1: one plays what one holds."""
    tokens = event.from_hand
    if not tokens:
        return True
    return not not_held(table, table.players[event.player], tokens)


def hand_lacks_them(table: Table, event: Any) -> Complaint:
    missing = not_held(table, table.players[event.player], event.from_hand)
    return Complaint("{player} does not hold {found}", player=event.player, found=named(table, missing))


def from_unseen(table: Table, player: Player, tokens: Iterable[str]) -> list[str]:
    """Those of these cards that were unseen in the hand until now."""
    known = list(player.hand)
    found = []
    for token in tokens:
        if token in (SENATOR, UNSEEN):
            continue
        at = place(table, known, token)
        if at >= 0:
            known.pop(at)
        else:
            found.append(token)
    return found[: len(player.unseen)]


def lie_shown(table: Table, event: Any) -> tuple[str, Denial] | None:
    """G39: a card that must have been in the hand when its player said to have none of the material."""
    player = table.players[event.player]
    unseen = copied(player.unseen)
    for number, token in enumerate(from_unseen(table, player, event.from_hand), 1):
        lie = unseen.show(table.clock + number, table.cards[token].material)
        if lie is not None:
            return token, lie
    return None


def refusals_were_true(table: Table, event: Any) -> bool:
    """G39: a card that comes to light was not denied while it was in the hand."""
    return not table.players[event.player].unseen.denials or lie_shown(table, event) is None


def refusal_was_false(table: Table, event: Any) -> Complaint:
    found = lie_shown(table, event)
    assert found is not None
    token, lie = found
    words = (
        "{player} shows {card} at event {found}, and had it when refusing {material} at event {expected}; "
        "the refusal was false"
    )
    return Complaint(
        words,
        player=event.player,
        card=table.deck.named(token),
        material=lie.material,
        found=event.n,
        expected=lie.n,
    )


def too_many(table: Table, tokens: Iterable[str]) -> tuple[str, int] | None:
    """Of what there would be more in sight than the box has."""
    if table.pile is not None:
        return None
    more: dict[str, int] = {}
    for token in tokens:
        for kind, copies in kinds_of(table, token):
            more[kind] = more.get(kind, table.seen.get(kind, 0)) + 1
            if more[kind] > copies:
                return kind, copies
    return None


def one_too_many(table: Table, tokens: Iterable[str]) -> Complaint:
    """R1: of each order and material there are only so many."""
    found = too_many(table, tokens)
    assert found is not None
    words = "{card} comes to light once more than the {expected} there {expected:is|are}"
    return Complaint(words, card=table.deck.named(found[0]), expected=found[1])


def box_has_what_is_shown(table: Table, event: Any) -> bool:
    """R1: a card of a hidden hand that comes to light is one of those not yet seen."""
    if table.pile is not None or not event.from_hand:
        return True
    player = table.players[event.player]
    return not len(player.unseen) or too_many(table, from_unseen(table, player, event.from_hand)) is None


def shown_too_often(table: Table, event: Any) -> Complaint:
    return one_too_many(table, from_unseen(table, table.players[event.player], event.from_hand))


HELD = (
    Condition("GTR-R1", hand_has_them, hand_lacks_them, mistake=SLIP),
    Condition("GTR-G39", refusals_were_true, refusal_was_false),
    Condition("GTR-R1", box_has_what_is_shown, shown_too_often, mistake=SLIP),
)


# --- from the pool and the stockpile ----------------------------------------------------------------------------------


def _zone(table: Table, event: Any) -> list[str] | None:
    if event.source == "pool":
        return table.pool
    return table.players[event.player].stockpile if event.source == "stockpile" else None


def card_lies_there(table: Table, event: Any) -> bool:
    """R1: a card is taken from where it lies: the pool or the stockpile."""
    zone = _zone(table, event)
    return zone is None or event.token in zone or place(table, zone, event.token) >= 0


def card_lies_elsewhere(table: Table, event: Any) -> Complaint:
    zone, token = _zone(table, event), event.token
    if token == UNSEEN and zone:
        words = "which card {player} takes was not written down"
        return Complaint(words, severity="undecidable", player=event.player)
    words = "{player} takes {found}, which does not lie in their stockpile"
    if event.source == "pool":
        words = "{player} takes {found}, which does not lie in the pool"
    return Complaint(words, player=event.player, found=table.deck.named(token))


LIES_THERE = Condition("GTR-R1", card_lies_there, card_lies_elsewhere, mistake=SLIP)


# --- from the deck ----------------------------------------------------------------------------------------------------


def deck_has_one(table: Table, event: Any) -> bool:
    """R1: there is a card to draw."""
    return not event.drawn or table.left > 0


def deck_is_empty(table: Table, event: Any) -> Complaint:
    return Complaint("{player} draws from a deck that is empty", player=event.player)


def drawn_from_the_top(table: Table, event: Any) -> bool:
    """R1: a card from the deck is its top card, where the deck is known, and else one that is not yet in sight."""
    told = event.drawn
    if not told:
        return True
    if table.pile is None:
        return too_many(table, told) is None
    return not _not_on_top(table, told)


def _not_on_top(table: Table, told: tuple[str, ...]) -> list[str]:
    assert table.pile is not None
    top = table.pile[table.drawn : table.drawn + len(told)]
    cards = table.cards
    return [
        token
        for token, known in zip(told, top, strict=False)
        if token != known and UNSEEN not in (token, known) and ("#" in token or cards[token] != cards[known])
    ]


def from_elsewhere(event: Any, *places: str) -> Complaint:
    """R1: an action takes its card from a few places, and from no other."""
    words = "{player} takes a card from the {found}; it comes from one of these: {expected}"
    return Complaint(words, player=event.player, found=event.source, expected=[*places])


def drawn_from_elsewhere(table: Table, event: Any) -> Complaint:
    if table.pile is None:
        return one_too_many(table, event.drawn)
    top = table.pile[table.drawn : table.drawn + len(event.drawn)]
    found, expected = named(table, _not_on_top(table, event.drawn)), named(table, top)
    return Complaint(
        "{player} draws {found}; the deck gives {expected}", player=event.player, found=found, expected=expected
    )


DRAWN = (
    Condition("GTR-R1", deck_has_one, deck_is_empty, mistake=SLIP),
    Condition("GTR-R1", drawn_from_the_top, drawn_from_elsewhere, mistake=SLIP),
)


def top(table: Table) -> str:
    """The card that comes next, unseen where nobody recorded the deck."""
    return table.pile[table.drawn] if table.pile is not None and table.drawn < len(table.pile) else UNSEEN


# --- senators ---------------------------------------------------------------------------------------------------------


def no_senator_is_used(table: Table, event: Any) -> bool:
    """G36: a senator is no material, no client, and is not shown for a demand."""
    return SENATOR not in event.materials


def senator_is_used(table: Table, event: Any) -> Complaint:
    return Complaint(
        "{player} uses a senator, which is no material, no client and no order to show", player=event.player
    )


NO_SENATOR = Condition("GTR-G36", no_senator_is_used, senator_is_used)
