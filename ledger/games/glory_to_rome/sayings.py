"""What may stand in the sentences of Glory to Rome: cards told apart by their copy, roles, materials, places."""

from ledger.games.glory_to_rome.cards import MATERIALS, ROLES, SENATOR, UNSEEN
from ledger.games.glory_to_rome.naming import card_said, material_said, role_said
from ledger.games.glory_to_rome.table import Table
from ledger.language.sayings import Derived, Kind, Run
from ledger.words import Name, Words

SOURCES = {
    "hand": Words("from the hand"),
    "stockpile": Words("from the stockpile"),
    "pool": Words("from the pool"),
    "deck": Words("from the deck"),
}
PARTS = {
    "pool": Words("from the pool"),
    "hand": Words("from the hand"),
    "deck": Words("from the deck"),
    "main": Words("the main action"),
    "stairway": Words("the stairway"),
}
WAIVED = {"stockpile": Words("the stockpile"), "clients": Words("the clients")}


def _every(table: Table) -> list[str]:
    deck = table.deck
    return [*deck.kinds, *deck.all(), *MATERIALS, SENATOR, UNSEEN]


def _copy(table: Table, token: str) -> Words:
    """A card in a written game: which copy it is, where the record tells."""
    order, mark, copy = token.partition("#")
    name = table.deck.names.get(order)
    if mark and name is not None:
        return Words("{card}", card=Name(name.word, name.others, f"#{copy}"))
    return card_said(table, token)


def _one_of(words: dict[str, Words]) -> Kind:
    return Kind(lambda table, one: words.get(one) or Words("{word}", word=one), lambda table: list(words), blank=True)


CARD = Kind(card_said, _every, blank=True, spell=_copy)
ANY_CARDS = CARD.several._replace(run=Run(UNSEEN, "{n} unseen {n:card|cards}"))
CARDS = ANY_CARDS._replace(blank=False)
ROLE = Kind(lambda table, role: role_said(role), lambda table: ROLES)
MATERIAL = Kind(lambda table, material: material_said(material), lambda table: MATERIALS)
SOURCE = _one_of(SOURCES)
PART = _one_of(PARTS)._replace(blank=False)
LEFT = _one_of(WAIVED)._replace(blank=False)


def thanks_to(structure: str) -> Derived:
    """The structure that allows it, named in brackets."""
    return Derived(lambda table, event: card_said(table, structure), CARD, structure)
