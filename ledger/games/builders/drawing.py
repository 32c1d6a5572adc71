"""The table of The Builders: Antiquity as it is drawn."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from ledger.drawing import Counter, Drawing, Face, Icon, Layout, Mark, Seat, Text, Thing, Tone, Zone, called, term
from ledger.games.builders.cards import MATERIALS, Card, Deck, Materials
from ledger.games.builders.table import (
    Person,
    Player,
    Site,
    Table,
    acting,
    available,
    finished,
    in_the_line,
    open_sites,
    points_of,
    purse_of,
)
from ledger.words import Words

TONES: dict[str, Tone] = {
    "building": "wheat", "machine": "blue", "worker": "brown", "prisoner": "grey", "citizen": "green", "tool": "white",
    "university": "purple", "loan": "red",
}  # fmt: skip
ICONS = dict(zip(MATERIALS, ("stone", "wood", "square", "brush"), strict=True))
MATERIAL_WORDS = {name: term(name) for name in MATERIALS}


def drawing(table: Table) -> Drawing:
    """The rows, the investment line, and everybody's sites and people."""
    return Drawing(
        players=tuple(_seat(table, player) for player in table.seats),
        zones=tuple(zone for zone in _zones(table) if zone.things),
        round=None if table.tally else table.round,
        phase="" if table.tally else term(_phase(table)),
        counters=tuple(_decks(table)) if table.piles_known and not table.tally else (),
    )


def _phase(table: Table) -> str:
    return "over" if table.over else "set-up" if table.setting_up else "last round" if table.last else "play"


def _decks(table: Table) -> Iterator[Counter]:
    yield Counter(Words("Buildings to come"), table.buildings.left, "column")
    yield Counter(Words("Workers to come"), table.workers.left, "people")


def _zones(table: Table) -> Iterator[Zone]:
    if not table.tally and not table.over:
        yield _zone("buildings", term("buildings"), (_card(table, card) for card in table.buildings.cards))
        yield _zone("workers", term("workers"), (_card(table, card) for card in table.workers.cards))
        deck = table.deck
        line = (deck.prisoners, deck.tools, deck.universities, deck.loans)
        left = (_card(table, card.id) for pile in line for card in in_the_line(table, pile))
        yield Zone(id="investments", title=Words("Investments"), layout="small", things=tuple(left))
    for player in table.seats:
        yield from _in_front_of(table, player)


def _zone(name: str, title: Words, things: Iterable[Thing]) -> Zone:
    return Zone(id=name, title=title, things=tuple(things))


# --- what everybody has -----------------------------------------------------------------------------------------------


def _seat(table: Table, player: Player) -> Seat:
    counters = [
        Counter(Words("coins"), _figure(purse_of(table, player)), "coin"),
        Counter(Words("points of buildings"), _figure(points_of(table, player)), "laurel"),
    ]
    acts = not table.tally and not table.over and acting(table) == [player]
    if acts:
        counters.append(Counter(term("actions left"), table.turn.left, "hand"))
    if player.unfreed:
        counters.append(Counter(term("prisoners"), player.unfreed, "chain"))
    if player.owing:
        counters.append(Counter(term("loans"), player.owing, "scroll"))
    return Seat(name=player.name, counters=tuple(counters), turn=acts)


def _figure(number: int | None) -> Text:
    return "?" if number is None else number


def _in_front_of(table: Table, player: Player) -> Iterator[Zone]:
    def zone(name: str, title: Words, things: Iterable[Thing], small: bool = True) -> Zone:
        layout: Layout = "small" if small else "cards"
        return Zone(id=f"{name} {player.name}", title=title, layout=layout, owner=player.name, things=tuple(things))

    yield zone("sites", term("sites"), (_site(table, site) for site in open_sites(table, player)), small=False)
    yield zone("people", Words("Free for work"), (_person(table, one) for one in available(table, player)))
    tools = (tool for tool in table.tools.values() if tool.owner is player and tool.holder is None)
    yield zone("tools", term("tools"), (_card(table, tool.id) for tool in tools))
    yield zone("loans", term("loans"), (_card(table, loan) for loan in player.loans))
    built = [*finished(table, player, "building"), *finished(table, player, "machine")]
    yield zone("built", Words("Finished"), (_card(table, card) for card in sorted(built)))


def _site(table: Table, site: Site) -> Thing:
    """A site with what it still needs, and who works there."""
    still = tuple(max(need - have, 0) for need, have in zip(site.card.needs, site.have, strict=True))
    printed = face(table.deck, site.id)
    open_face = Face(
        title=printed.title,
        lines=(Words("still needs"),),
        icons=tuple(_materials(still)),  # type: ignore[arg-type]
        worth=printed.worth,
        tone=printed.tone,
        cost=printed.cost,
    )
    marks = tuple(Mark(who=site.owner.name, text=called(table.deck.names[one.id]), icon="hand") for one in site.crew)
    return Thing(id=site.id, face=open_face, marks=marks)


def _person(table: Table, person: Person) -> Thing:
    printed = face(table.deck, person.id)
    drawn = Face(
        title=printed.title,
        cost=person.wage or None,
        icons=tuple(_materials(person.gives)),
        tone=TONES.get(person.kind, printed.tone),
    )
    return Thing(id=person.id, face=drawn)


# --- cards ------------------------------------------------------------------------------------------------------------


def _card(table: Table, card: str) -> Thing:
    return Thing(id=card, face=face(table.deck, card))


@lru_cache(512)
def face(deck: Deck, name: str) -> Face:
    """A card as it is printed."""
    card: Card = deck.cards[name]
    return Face(
        title=called(deck.names[name]),
        cost=card.wage or card.price or None,
        icons=tuple(_icons(card)),
        lines=tuple(_lines(card)),
        worth=card.points or None,
        tone=TONES[card.kind],
    )


def _materials(figures: Materials) -> Iterator[Icon]:
    for name, figure in zip(MATERIALS, figures, strict=True):
        if figure:
            yield Icon(ICONS[name], MATERIAL_WORDS[name], figure)


def _icons(card: Card) -> Iterator[Icon]:
    yield from _materials(card.needs)
    if any(card.needs) and any(card.gives):
        yield Icon("each", Words("gives"))
    yield from _materials(card.gives)


def _lines(card: Card) -> Iterator[Text]:
    if card.coins:
        yield Words("+{coins} {coins:coin|coins}", coins=card.coins)
