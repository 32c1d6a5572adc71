"""Things to tap: cards, hands and structures as the forms of several phases offer them.

Hands are hidden at a real table, so a card of a hand is picked from all orders unless the record knows the hand.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from ledger.forms import ELSEWHERE, Field, Pick, Row, elsewhere, pick_field
from ledger.games.glory_to_rome.cards import MATERIAL_OF, MATERIALS, ROLE_OF, SENATOR, UNSEEN, Deck, built_on
from ledger.games.glory_to_rome.naming import MATERIAL_NAMES, ROLE_NAMES, SENATOR_NAME, UNSEEN_NAME, card_said
from ledger.games.glory_to_rome.structures import academy
from ledger.games.glory_to_rome.table import ACT, ENDING, FOLLOW, LEAD, THOUGHT, Player, Table, over, owners
from ledger.games.glory_to_rome.turns import usable, waiting
from ledger.words import Words


class Openings:
    """Who may do what now."""

    __slots__ = ("actors", "asked", "closing", "over", "roles", "thinking", "who")

    def __init__(self, table: Table) -> None:
        self.over = bool(over(table))
        self.asked = bool(table.demand is not None and (table.owed or not table.demand.answered)) and not self.over
        decider = None if self.over else waiting(table)
        acting = [] if self.over or decider else [one for one in usable(table) if one[0].name not in table.players.left]
        self.roles = set() if table.owed else {role for _, frame in acting for role in frame.roles}
        self.actors: list[Player] = [decider] if decider else list(dict.fromkeys(who for who, _ in acting))
        done = not self.over and decider is None and table.phase in (ACT, FOLLOW, THOUGHT, ENDING)
        self.closing = done and not table.owed  # what a demand takes comes before anything else
        if done and not self.actors:
            self.actors = table.from_leader()
        self.who = None if self.over or not self.actors else self.actors[0].name
        deciding = decider is not None and table.phase in (LEAD, FOLLOW)
        rested = self.closing and any(academy(player) for player in table.seats)
        self.thinking = deciding or "think" in self.roles or rested


def row_of(player: Player, *fields: Field) -> Row:
    """The row of a form that is this player's."""
    return Row(label=Words("{player}", player=player.name), given={"player": player.name}, fields=fields)


_SENATOR = Pick(SENATOR, SENATOR_NAME)
_UNSEEN = Pick(UNSEEN, UNSEEN_NAME)
_ODD_SENATOR = Pick(SENATOR, SENATOR_NAME, ELSEWHERE)  # where only an order belongs
NO_ORDER = (elsewhere(_UNSEEN), _ODD_SENATOR)
NOT_NAMED = (
    *(Pick(one, Words("some {material}", material=MATERIAL_NAMES[one]), ELSEWHERE) for one in MATERIALS),
    *NO_ORDER,
)
SOURCES = {
    "pool": Words("the pool"),
    "hand": Words("the hand"),
    "stockpile": Words("the stockpile"),
    "deck": Words("the deck"),
}


def source_field(usual: str, *rest: str) -> Field:
    """Where from?"""
    names = dict.fromkeys((usual, *rest))
    return pick_field("source", Words("from"), [Pick(one, SOURCES[one]) for one in names], value=usual)


@lru_cache(maxsize=16)
def orders(deck: Deck) -> tuple[Pick, ...]:
    """Every order there is, under its role and material."""
    return tuple(
        Pick(order.id, Words("{card}", card=deck.named(order.id)), _heading(order.material), adds=built_on(order))
        for material in MATERIALS
        for order in deck.kinds.values()
        if order.material == material
    )


@lru_cache(maxsize=16)
def _every(deck: Deck, first: str = "") -> tuple[Pick, ...]:
    """Every order, and one of each material where nobody noted which; those of a role first."""
    some = [Pick(one, Words("some {material}", material=MATERIAL_NAMES[one]), _heading(one)) for one in MATERIALS]
    picks = [*some, *orders(deck)]
    wanted = _heading(MATERIAL_OF[first]) if first in MATERIAL_OF else None
    return tuple(sorted(picks, key=lambda pick: (pick.group != wanted, _rank(pick))))


def _rank(pick: Pick) -> int:
    return list(HEADINGS.values()).index(pick.group) if pick.group else 0


@lru_cache(maxsize=16)
def _besides(deck: Deck) -> tuple[Pick, ...]:
    """The same where the record knows what lies there, and only a careless table picks another."""
    return tuple(Pick(pick.value, pick.words, ELSEWHERE) for pick in _every(deck))


HEADINGS = {
    one: Words("{role}, {material}", role=ROLE_NAMES[ROLE_OF[one]], material=MATERIAL_NAMES[one]) for one in MATERIALS
}


def _heading(material: str) -> Words:
    return HEADINGS[material]  # type: ignore[index]


def any_card(table: Table) -> tuple[Pick, ...]:
    """Every card, one nobody saw first."""
    return (_UNSEEN, *_every(table.deck), _ODD_SENATOR)


def among(table: Table, zone: Iterable[str], *, each: bool = True, whole: bool = True) -> tuple[Pick, ...]:
    """What lies here, one of a kind or every copy, then everything else there is."""
    tokens = [token for token in zone if token != UNSEEN]
    kinds = {table.cards[token].id or token: token for token in tokens} if each else {token: token for token in tokens}
    here = [Pick(token, card_said(table, token)) for token in kinds.values()]
    rest = _besides(table.deck) if whole and here else _every(table.deck)
    return (*here, *others(here, (_UNSEEN, *rest, _ODD_SENATOR)))


def others(here: list[Pick], rest: Iterable[Pick]) -> Iterator[Pick]:
    """What else there is."""
    values = {pick.value for pick in here}
    return (pick for pick in rest if pick.value not in values)


def known_hand(player: Player) -> bool:
    """Does the record know this hand?"""
    return not len(player.unseen)


def hand_of(table: Table, moment: Openings, role: str = "") -> tuple[Pick, ...]:
    """A senator, then the cards of the hand as far as the record knows them, then every order."""
    held = dict.fromkeys(token for player in moment.actors for token in player.hand)
    here = [_SENATOR, *(Pick(token, card_said(table, token)) for token in held)]
    whole = bool(moment.actors) and all(known_hand(player) for player in moment.actors)
    rest = _besides(table.deck) if whole else _every(table.deck, role)
    return (*here, *others(here, (_UNSEEN, *rest)))


def orders_held(table: Table, moment: Openings, odd: tuple[Pick, ...]) -> tuple[Pick, ...]:
    """The same where everybody sees which order it is; a senator is none (G36)."""
    values = {pick.value for pick in odd}
    return (*(pick for pick in hand_of(table, moment) if pick.value not in values), *odd)


def structures_of(table: Table, *, complete: bool, mine: Iterable[Player] = ()) -> tuple[Pick, ...]:
    """Structures that stand here, those of the players at hand first, then every order."""
    near = list(mine) or table.seats
    fitting = [one.card for player in near for one in player.structures if one.complete == complete]
    standing = [one.card for _, one in owners(table)]
    here = [Pick(token, card_said(table, token)) for token in dict.fromkeys(fitting)]
    there = [
        Pick(token, card_said(table, token), ELSEWHERE) for token in dict.fromkeys(standing) if token not in fitting
    ]
    return (*here, *there, *others([*here, *there], _besides(table.deck)))


def senator_first(table: Table) -> tuple[Pick, ...]:
    """A senator, then every card."""
    return (_SENATOR, *others([_SENATOR], any_card(table)))
