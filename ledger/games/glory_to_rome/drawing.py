"""The table of Glory to Rome as it is drawn."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from ledger.drawing import (
    Counter,
    Drawing,
    Face,
    Icon,
    Layout,
    Mark,
    Seat,
    Text,
    Thing,
    Tone,
    Zone,
    alike,
    called,
    term,
)
from ledger.games.glory_to_rome.cards import MATERIALS, SENATOR, VALUE, Deck
from ledger.games.glory_to_rome.naming import MATERIAL_NAMES, role_said
from ledger.games.glory_to_rome.picks import Openings
from ledger.games.glory_to_rome.structures import clientele_limit, hand_limit, vault_limit
from ledger.games.glory_to_rome.table import (
    SETUP,
    Player,
    Structure,
    Table,
    declaring,
    influence_said,
    leading,
    materials,
    over,
)
from ledger.words import Words

TONES: dict[str, Tone] = {
    "rubble": "amber", "wood": "brown", "brick": "red", "concrete": "grey", "stone": "blue", "marble": "purple",
}  # fmt: skip
BACK = Face(title=Words("face down"), back=True)
SENATOR_FACE = Face(title=term(SENATOR), icons=(Icon("laurel", term(SENATOR)),), tone="white")


def drawing(table: Table) -> Drawing:
    """The pool and the sites, and in front of everybody the camp, the structures and the heaps beside it."""
    return Drawing(
        players=tuple(_seats(table)),
        zones=tuple(zone for zone in _zones(table) if zone.things),
        round=None if table.tally else table.round,
        phase="" if table.tally else _phase(table),
        counters=() if table.tally else tuple(_decks(table)),
    )


def _phase(table: Table) -> Text:
    if over(table):
        return term("over")
    return role_said(table.role) if table.role else term(table.phase)


def _decks(table: Table) -> Iterator[Counter]:
    yield Counter(Words("Orders to come"), table.left, "stack")
    yield Counter(Words("Senators left"), table.senators, "laurel")


def _zones(table: Table) -> Iterator[Zone]:
    if not table.tally:
        yield Zone(id="pool", title=term("pool"), things=tuple(_heap(materials(table, table.pool))))
        if table.phase != SETUP or not table.chosen:
            yield Zone(id="in town", title=Words("Sites in town"), layout="small", things=tuple(_heap(table.in_town)))
            outside = tuple(_heap(table.out_of_town))
            yield Zone(id="out of town", title=Words("Sites out of town"), layout="small", things=outside)
    for player in table.seats:
        yield from _in_front_of(table, player)


def _heap(counts: dict[str, int]) -> Iterator[Thing]:
    """Cards of which only the material matters, by their number."""
    for name in (*MATERIALS, ""):
        if counts.get(name):
            yield Thing(id=name, face=_material(name) if name else BACK, count=counts[name])


@lru_cache(16)
def _material(name: str) -> Face:
    word = MATERIAL_NAMES[name]
    return Face(title=word, icons=(Icon(name, word),), worth=VALUE[name], tone=TONES[name])


# --- what everybody has -----------------------------------------------------------------------------------------------


def _seats(table: Table) -> Iterator[Seat]:
    awaited = [] if table.tally else Openings(table).actors
    leader = leading(table)
    for player in table.seats:
        yield Seat(
            name=player.name,
            counters=tuple(_counters(table, player)),
            turn=bool(awaited) and awaited[0] is player and not over(table),
            note=Words("leads") if leader is player and not over(table) and not table.tally else "",
        )


def _counters(table: Table, player: Player) -> Iterator[Counter]:
    influence = influence_said(table, player)
    yield Counter(term("influence"), "?" if influence is None else influence, "laurel")
    if declaring(table) and player.declared is None:
        return  # nobody has said what this player has
    if not table.tally:
        yield Counter(term("hand"), f"{player.cards}/{hand_limit(player)}", "hand")
        yield Counter(term("clientele"), f"{len(player.clientele)}/{clientele_limit(player)}", "people")
    yield Counter(term("vault"), f"{len(player.vault)}/{vault_limit(player)}", "chest")


def _in_front_of(table: Table, player: Player) -> Iterator[Zone]:
    def zone(name: str, title: Words, things: Iterable[Thing], layout: Layout = "small") -> Zone:
        return Zone(id=f"{name} {player.name}", title=title, layout=layout, owner=player.name, things=tuple(things))

    camp = [*player.camp, *[SENATOR] * player.camp_senators]
    yield zone("camp", term("camp"), alike(_order(table, token) for token in camp))
    yield zone("structures", term("structures"), (_structure(table, player, one) for one in player.structures), "cards")
    clients = (_client(table, token) for token in player.clientele)
    yield zone("clientele", term("clientele"), alike(clients))
    yield zone("stockpile", term("stockpile"), _heap(materials(table, player.stockpile)))
    yield zone("vault", term("vault"), _backs(len(player.vault)))
    known = alike(_order(table, token) for token in [*player.hand, *[SENATOR] * player.senators])
    yield zone("hand", term("hand"), (*known, *_backs(len(player.unseen))))


def _backs(number: int) -> tuple[Thing, ...]:
    return (Thing(face=BACK, count=number),) if number else ()


def _order(table: Table, token: str) -> Thing:
    return Thing(id=token, also=(table.cards[token].id,), face=face(table.deck, token))


def _client(table: Table, token: str) -> Thing:
    """A client is tucked in so that only the role is to be seen."""
    card = table.cards[token]
    if not card.material:
        return Thing(face=BACK)
    icons = (Icon(card.role, role_said(card.role)),)
    return Thing(id=token, face=Face(title=role_said(card.role), icons=icons, tone=TONES[card.material]))


def _structure(table: Table, player: Player, one: Structure) -> Thing:
    """A foundation with the materials on it, and how many complete it."""
    title = face(table.deck, one.card).title
    added = materials(table, one.materials)
    icons = tuple(Icon(name, MATERIAL_NAMES[name], added[name]) for name in MATERIALS if added[name])
    lines: list[Text] = [
        term("complete") if one.complete else Words("{have} of {needs}", have=len(one.materials), needs=one.needs)
    ]
    if one.out_of_town:
        lines.append(term("out of town"))
    drawn = Face(title=title, lines=tuple(lines), icons=icons, worth=one.needs, tone=TONES.get(one.site, "plain"))
    marks = tuple(Mark(text=called(table.deck.named(token)), icon="stairs") for token in one.stairway)
    return Thing(id=one.card, also=(one.id,), face=drawn, marks=marks)


# --- cards ------------------------------------------------------------------------------------------------------------


@lru_cache(1024)
def face(deck: Deck, token: str) -> Face:
    """A card as it is printed; one of which only the material is known; a back."""
    if token == SENATOR:
        return SENATOR_FACE
    card = deck.cards.get(token)
    if card is None or not card.material:
        return BACK
    if not card.id:
        return _material(card.material)
    icons = (Icon(card.role, role_said(card.role)), Icon(card.material, MATERIAL_NAMES[card.material]))
    return Face(
        title=called(deck.named(token)),
        lines=(role_said(card.role),),
        icons=icons,
        worth=card.value,
        tone=TONES[card.material],
    )
