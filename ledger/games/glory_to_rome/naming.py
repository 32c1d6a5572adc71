"""Roles, materials and cards as people say them."""

from collections.abc import Iterable

from ledger.games.glory_to_rome.cards import MATERIALS, ROLES, SENATOR, UNSEEN
from ledger.games.glory_to_rome.table import Table
from ledger.words import Words

ROLE_NAMES: dict[str, Words] = dict(
    zip(
        ROLES,
        (
            Words("Laborer"),
            Words("Craftsman"),
            Words("Legionary"),
            Words("Architect"),
            Words("Merchant"),
            Words("Patron"),
        ),
        strict=True,
    )
)
MATERIAL_NAMES: dict[str, Words] = dict(
    zip(
        MATERIALS,
        (Words("rubble"), Words("wood"), Words("brick"), Words("concrete"), Words("stone"), Words("marble")),
        strict=True,
    )
)
SENATOR_NAME = Words("a senator")
UNSEEN_NAME = Words("an unseen card")


def role_said(name: str) -> Words:
    """A role as a person says it."""
    return ROLE_NAMES.get(name) or Words("{role}", role=name)


def material_said(name: str) -> Words:
    """A material as a person says it."""
    return MATERIAL_NAMES.get(name) or Words("{material}", material=name)


def card_said(table: Table, token: str) -> Words:
    """A card as a person says it; copies are not told apart."""
    if token == SENATOR:
        return SENATOR_NAME
    if token == UNSEEN:
        return UNSEEN_NAME
    return MATERIAL_NAMES.get(token) or Words("{card}", card=table.deck.named(token))


def cards_said(table: Table, tokens: Iterable[str]) -> list[Words]:
    """Cards one by one, those that nobody saw by their number."""
    tokens = list(tokens)
    known = [token for token in tokens if token != UNSEEN]
    unseen = len(tokens) - len(known)
    told = [card_said(table, token) for token in known]
    if unseen < 2:
        return [UNSEEN_NAME] * unseen + told
    return [Words("{n} unseen {n:card|cards}", n=unseen), *told]


def named(table: Table, tokens: Iterable[str]) -> list[str]:
    """Cards by their names alone, as a finding lists them."""
    return [table.deck.named(token) for token in tokens]
