"""How a table of The Builders is entered: what each moment asks for, then every event there is."""

from collections.abc import Iterable, Iterator, Sequence, Set
from functools import lru_cache

from ledger.events import Event
from ledger.forms import (
    Field,
    Form,
    Pick,
    Row,
    Write,
    elsewhere,
    entry_form,
    number_field,
    pick_field,
    players_field,
    table_form,
    tag,
)
from ledger.games.builders.cards import MATERIALS, PACKETS, Card, Deck
from ledger.games.builders.events import (
    ActionsBought,
    BuildingRevealed,
    CoinsTaken,
    ConstructionStarted,
    HoldingsDeclared,
    LoanRepaid,
    LoanTaken,
    PrisonerBought,
    PrisonerFreed,
    SentToWork,
    ToolBought,
    TurnEnded,
    WorkerHired,
    WorkerRevealed,
    WorkerTrained,
)
from ledger.games.builders.play import choices, in_the_line
from ledger.games.builders.table import Person, Player, Table, available, finished, open_sites
from ledger.games.builders.table import Row as Display
from ledger.words import Words

# Our words for the forms that take a card and turn up the next one.
CONSTRUCTION, HIRING = "construction", "hiring"

May = Set[type[Event]]  # what may happen now; the rest only a careless table enters


def opening(deck: Deck, players: Sequence[str]) -> tuple[Field, ...]:
    """The first line names the apprentice that everybody was dealt."""
    return (
        Field(
            name="apprentices",
            label=Words("everybody's apprentice"),
            kind="pairs",
            picks=players_field(players).picks,
            partners=tuple(_every(deck)[card] for card in deck.apprentices),
            sole=True,
            optional=True,
        ),
    )


def forms(table: Table) -> list[Form]:
    """Every form of this game, first those that suit the moment."""
    may = {type(choice.event) for choice in choices(table)}
    found = [*_reveals(table), *_turn(table, may), *_line(table, may), *_settling(table, may), *_alone(table)]
    ending = not table.owed and not table.over
    end = entry_form(TurnEnded, Words("the turn ends"), [_who(table)], now=ending)
    found.insert(0 if ending and table.turn.left <= 0 else len(found), end)
    holdings = [_holdings(table, one) for one in table.seats]
    found.append(table_form(HoldingsDeclared, Words("who has what"), holdings))
    return sorted(found, key=lambda form: not form.now)


def _reveals(table: Table) -> Iterator[Form]:
    for kind, title, label, row in (
        (BuildingRevealed, Words("buildings are turned up"), Words("building"), table.buildings),
        (WorkerRevealed, Words("workers are turned up"), Words("worker"), table.workers),
    ):
        places = range(1, max(1, row.waiting) + 1)
        card = _turned_up(table, row, "card", label)
        rows = [Row(label=Words("card {number}", number=one), given={"place": one}, fields=(card,)) for one in places]
        yield table_form(kind, title, rows, now=row in table.owed)


def _turn(table: Table, may: May) -> Iterator[Form]:
    """What costs actions, and actions themselves."""
    starts, hires = ConstructionStarted in may, WorkerHired in may
    yield entry_form(SentToWork, Words("send somebody to work"), _sending(table), now=SentToWork in may)
    yield _taking(CONSTRUCTION, Words("start a building"), _building(table), table, table.buildings, now=starts)
    yield _taking(HIRING, Words("hire a worker"), _worker(table), table, table.workers, now=hires)
    packets = [Pick(actions, _packet(actions, coins)) for actions, coins in PACKETS.items()]
    beyond = [Pick(actions, Words("{actions} actions", actions=actions)) for actions in (*range(4, 10), 0)]
    given = pick_field("actions", Words("how many actions"), [*packets, *beyond])
    yield entry_form(CoinsTaken, Words("take coins for actions"), [_who(table), given], now=CoinsTaken in may)
    count = number_field("count", Words("how many actions"), 1)
    yield entry_form(ActionsBought, Words("buy actions"), [_who(table), count], now=ActionsBought in may)


def _packet(actions: int, coins: int) -> Words:
    return Words("{actions} for {coins} {coins:coin|coins}", actions=actions, coins=coins)


def _line(table: Table, may: May) -> Iterator[Form]:
    """B12: one investment a turn."""
    deck, who = table.deck, _who(table)

    def line(name: str, label: Words, pile: dict[str, object]) -> Field:
        return _one(table, name, label, [card.id for card in in_the_line(table, pile)], pile)  # type: ignore[arg-type]

    prisoner = line("prisoner", Words("prisoner"), deck.prisoners)
    tool = line("tool", Words("tool"), deck.tools)
    loan = line("loan", Words("loan"), deck.loans)
    yield entry_form(PrisonerBought, Words("buy a prisoner"), [who, prisoner], now=PrisonerBought in may)
    yield entry_form(ToolBought, Words("buy a tool"), [who, tool], now=ToolBought in may)
    pupils = [person.id for person in _pool(table) if person.kind in ("worker", "citizen") and not person.trained]
    pupil = _one(table, "worker", Words("who"), pupils, deck.people)
    university = line("university", Words("university"), deck.universities)
    yield entry_form(WorkerTrained, Words("train somebody"), [who, pupil, university], now=WorkerTrained in may)
    yield entry_form(LoanTaken, Words("take a loan"), [who, loan], now=LoanTaken in may)


def _settling(table: Table, may: May) -> Iterator[Form]:
    """B14, B17: in a turn, or in the final count."""
    bound = [person.id for person in _pool(table) if person.kind == "prisoner"]
    owed = [loan for player in _who_acts(table) for loan in player.loans]
    bondmen = table.deck.prisoners
    others = [person for person in table.deck.people if person not in bondmen]  # whom a careless table frees too
    free = [_who(table), _one(table, "prisoner", Words("prisoner"), bound, [*bondmen, *others])]
    repay = [_who(table), _one(table, "loan", Words("loan"), owed, table.deck.loans)]
    yield entry_form(PrisonerFreed, Words("free a prisoner"), free, now=PrisonerFreed in may)
    yield entry_form(LoanRepaid, Words("repay a loan"), repay, now=LoanRepaid in may)


def _alone(table: Table) -> Iterator[Form]:
    """A card is taken, and what is turned up in its place is told by itself."""
    yield entry_form(ConstructionStarted, Words("start a building, nothing turned up"), _building(table))
    yield entry_form(WorkerHired, Words("hire a worker, nothing turned up"), _worker(table))


# --- questions --------------------------------------------------------------------------------------------------------


def _who_acts(table: Table) -> list[Player]:
    return table.seats if table.over else [table.turn.player]


def _who(table: Table) -> Field:
    return players_field(table.players, value=None if table.over else table.turn.player.name)


def _pool(table: Table) -> list[Person]:
    return [person for player in _who_acts(table) for person in available(table, player)]


def _sites(table: Table) -> list[str]:
    return [site.id for player in _who_acts(table) for site in open_sites(table, player)]


def _one(table: Table, name: str, label: Words, likely: Iterable[str], every: Iterable[str]) -> Field:
    return pick_field(name, label, _picks(table, likely, every))


def _picks(table: Table, likely: Iterable[str], every: Iterable[str]) -> tuple[Pick, ...]:
    first, (own, others) = dict.fromkeys(likely), (_every(table.deck), _elsewhere(table.deck))
    rest = [card for card in every if card not in first]
    return (*(own[card] for card in first), *((others if first else own)[card] for card in rest))


@lru_cache(maxsize=16)
def _elsewhere(deck: Deck) -> dict[str, Pick]:
    return {card: elsewhere(pick) for card, pick in _every(deck).items()}


@lru_cache(maxsize=16)
def _every(deck: Deck) -> dict[str, Pick]:
    return {
        card: Pick(card, Words("{card}", card=deck.named(card)), about=_printed(known))
        for card, known in deck.cards.items()
    }


def _printed(card: Card) -> Words:
    """What tells a card from others of its name: what it needs or gives, and what it costs or brings."""
    figures = card.needs if any(card.needs) else card.gives
    materials = zip(MATERIALS, figures, strict=True)
    told = [Words("{materials}", materials={one: number}) for one, number in materials if number]
    told += [Words("wage {wage}", wage=card.wage)] if card.wage else []
    told += [Words("price {price}", price=card.price)] if card.price else []
    told += [Words("{coins} {coins:coin|coins}", coins=card.coins)] if card.coins else []
    told += [Words("{points} {points:point|points}", points=card.points)] if card.points else []
    return Words("{list}", list=told)


def _building(table: Table) -> list[Field]:
    face_up = table.buildings.cards
    return [_who(table), _one(table, "building", Words("building"), face_up, table.deck.buildings)]


def _worker(table: Table) -> list[Field]:
    return [_who(table), _one(table, "worker", Words("worker"), table.workers.cards, table.deck.workers)]


def _turned_up(table: Table, row: Display, name: str, label: Words, *, optional: bool = False) -> Field:
    pile = table.deck.buildings if row is table.buildings else table.deck.workers
    unseen = [card for card in pile if card not in table.where]
    picks = _picks(table, unseen, pile)
    return Field(name=name, label=label, kind="pick", picks=picks, sole=True, optional=optional)


def _taking(name: str, title: Words, fields: list[Field], table: Table, row: Display, *, now: bool) -> Form:
    """Take a card of a row, and turn up the next one."""
    taken, shown = (ConstructionStarted, BuildingRevealed) if row is table.buildings else (WorkerHired, WorkerRevealed)
    writes = [Write({"type": tag(taken)} | {field.name: f"${field.name}" for field in fields})]
    if row.left > 0:
        fields = [*fields, _turned_up(table, row, "next", Words("turned up in its place"), optional=True)]
        writes.append(Write({"type": tag(shown), "card": "$next"}, when="next"))
    return Form(name=name, title=title, rows=(Row(fields=tuple(fields)),), writes=tuple(writes), now=now)


def _sending(table: Table) -> list[Field]:
    deck = table.deck
    idle = [one.id for one in table.tools.values() if one.owner in _who_acts(table) and one.holder is None]
    return [
        _who(table),
        _one(table, "worker", Words("who goes"), [person.id for person in _pool(table)], deck.people),
        _one(table, "site", Words("where"), _sites(table), deck.buildings),
        pick_field("tool", Words("with a tool"), _picks(table, idle, deck.tools), optional=True),
    ]


def _holdings(table: Table, player: Player) -> Row:
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
        picks=_picks(table, (), cards),
        least=0,
        most=len(cards),
        sole=True,
        value=sorted(finished(table, player, kind)),
    )
