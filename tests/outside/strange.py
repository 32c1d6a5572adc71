"""A game whose table is like no other: twelve places, sixty cards, long words, seven people, unknown pictures."""

from ledger.drawing import Counter, Drawing, Face, Icon, Mark, Seat, Thing, Zone
from ledger.events import Event
from ledger.game import About, Condition, Course, Game, Happening, Players, Scribe, Worth, says, sentence
from ledger.score import ScoreLine
from ledger.words import Words

TITLES = (
    "Grand Archipelagic Steamship Conservatory of the Lower Danube", "Donaudampfschifffahrtsgesellschaftskapitän",
    "سوق التوابل الكبير في حلب", "A", "香辛料の大市場と港湾管理局", "Pneumonoultramicroscopicsilicovolcanoconiosis",
)  # fmt: skip
PLACES = ("Market", "The Observatory of the Unfinished Southern Hemisphere and its annexes", "سوق")
TONES = ("plain", "amber", "purple", "white", "a tone nobody knows")
PICTURES = ("coin", "kraken", "wood", "astrolabe of the ancients")
RULES = ("when played, every other player gives you one of theirs, or two if they have none", "once a round")


class Took(Event, frozen=True, kw_only=True, tag="took"):
    """Somebody took a card."""

    player: str
    card: str


class Table:
    """The cards in the middle, what everybody took, and whose turn it is."""

    def __init__(self, started, deck, options):
        self.players = Players({name: [] for name in started.players})
        self.order = list(started.players)
        self.free = [f"X{number:02}" for number in range(60)]


def take(table, event):
    if event.card in table.free:
        table.free.remove(event.card)
        table.players[event.player].append(event.card)
    table.order = [*table.order[1:], table.order[0]]


def score(table):
    for name, cards in table.players.items():
        yield ScoreLine(name, "points", 137 * len(cards), Words("cards"), "X-1")


def thing(card, marks=()):
    at = int(card[1:])
    icons = tuple(Icon(name, name, 1 + at % 5) for name in PICTURES[: at % 5])
    face = Face(
        title=TITLES[at % 6], lines=RULES[: at % 3], cost=at * 7 if at % 2 else None, icons=icons,
        worth=at * 11 if at % 3 else None, tone=TONES[at % 5], back=at % 13 == 0,
    )  # fmt: skip
    return Thing(id=card, face=face, marks=marks)


def drawing(table):
    names = list(table.players)
    marks = (Mark(names[-1], "withdrawn until the next equinox"), Mark(text="3", icon="kraken"))
    zones = [
        Zone(
            id=f"place {at}", title=PLACES[at % 3], layout="small" if at % 4 == 3 else "cards",
            things=(*(thing(card, marks) for card in table.free[at::12]), Thing(spot="to the left of it")),
        )
        for at in range(12)
    ]  # fmt: skip
    for name, cards in table.players.items():
        zones.append(Zone(id=f"hand {name}", title="Hand", owner=name, things=tuple(map(thing, cards))))
    seats = tuple(
        Seat(
            name=name, turn=name == table.order[0], note="ponders the consequences of yesterday",
            counters=(Counter("ducats of the old coinage", 123456, "coin"), Counter("astrolabes", 3, "astrolabe")),
        )
        for name in names
    )  # fmt: skip
    return Drawing(players=seats, zones=tuple(zones), round=12, phase="the third intermezzo before the harvest")


FREE = Condition("X-1", lambda table, event: event.card in table.free, says("{card} is gone"))
TOOK = Happening(
    event=Took, effect=take, words=sentence("{player} takes {card}"), conditions=(FREE,),
    offers=lambda table: [Took(player=table.order[0], card=card) for card in table.free],
)  # fmt: skip
COURSE = Course(table=Table, happenings=(TOOK,))
GAME = Game(
    name="strange", title="Zwölf Märkte: The Reckoning of the Equinoctial Ledger", about=About(seats=(7,)),
    course=COURSE, worth=Worth(score=score), scribe=Scribe(drawing=drawing),
)  # fmt: skip
