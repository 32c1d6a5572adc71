"""How a table of Glory to Rome is entered: what each moment asks for, then every event there is.

Hands are hidden at a real table, so a card of a hand is picked from all orders unless the record knows the hand.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from msgspec import to_builtins

from ledger.forms import (
    ELSEWHERE,
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
    several_field,
    table_form,
    tag,
    yes_field,
)
from ledger.games.glory_to_rome.cards import (
    ARCHITECT,
    CRAFTSMAN,
    LABORER,
    LEGIONARY,
    MATERIAL_OF,
    MATERIALS,
    MERCHANT,
    PATRON,
    ROLE_OF,
    ROLES,
    SENATOR,
    UNSEEN,
    Deck,
)
from ledger.games.glory_to_rome.events import (
    ActionDeclined,
    ClientHired,
    DeckShuffled,
    DemandAnswered,
    FoundationLaid,
    FountainDrawn,
    GameConceded,
    HandDealt,
    HoldingsDeclared,
    LatrineUsed,
    LeaderChosen,
    MaterialAdded,
    MaterialHauled,
    MaterialsDemanded,
    MaterialSold,
    OrderRevealed,
    PoolTaken,
    RoleFollowed,
    RoleLed,
    RoundEnded,
    SenateUsed,
    SewerUsed,
    StairwayUsed,
    StructureTaken,
    TableNoted,
    Thought,
    VaultShown,
    VomitoriumUsed,
)
from ledger.games.glory_to_rome.noted import NotedPlayer, NotedStructure
from ledger.games.glory_to_rome.play import full_answer, of_materials, usable, waiting
from ledger.games.glory_to_rome.structures import (
    PRISON,
    THINK,
    academy,
    fountain,
    latrine,
    senate,
    sewer,
    stairway,
    vomitorium,
)
from ledger.games.glory_to_rome.table import ACT, ENDING, FOLLOW, LEAD, SETUP, THOUGHT, Player, Table, over, owners
from ledger.games.glory_to_rome.telling import MATERIAL_NAMES, ROLE_NAMES, SENATOR_NAME, UNSEEN_NAME, card
from ledger.words import Words


def forms(table: Table) -> list[Form]:
    """Every form of this game, first those that suit the moment."""
    moment = Moment(table)
    found = [
        *_demands(table, moment),
        *_leading(table, moment),
        *_actions(table, moment),
        *_endings(table, moment),
        *_set_up(table, moment),
        *_counting(table, moment),
        *_for_programs(table),
    ]
    return sorted(found, key=lambda form: not form.now)


class Moment:
    """Who may do what now."""

    __slots__ = ("actors", "asked", "closing", "over", "roles", "who")

    def __init__(self, table: Table) -> None:
        self.over = bool(over(table))
        self.asked = bool(table.demand is not None and (table.owed or not table.demand.answered)) and not self.over
        decider = None if self.over else waiting(table)
        acting = [] if self.over or decider else list(usable(table))
        self.roles = set() if table.owed else {role for _, frame in acting for role in frame.roles}
        self.actors: list[Player] = [decider] if decider else list(dict.fromkeys(who for who, _ in acting))
        done = not self.over and decider is None and table.phase in (ACT, FOLLOW, THOUGHT, ENDING)
        self.closing = done and not table.owed  # what a demand takes comes before anything else
        if done and not self.actors:
            self.actors = table.from_leader()
        self.who = None if self.over or not self.actors else self.actors[0].name


# --- leading, following, thinking -------------------------------------------------------------------------------------


def _leading(table: Table, moment: Moment) -> Iterator[Form]:
    following = table.phase == FOLLOW and waiting(table) is not None and not moment.over
    leading = table.phase == LEAD and not moment.over
    who = players_field(table.players, value=moment.who)
    roles = pick_field("role", Words("role"), [Pick(one, ROLE_NAMES[one]) for one in ROLES])
    actions = number_field("actions", Words("how many actions (Palace)"), optional=True)
    cards = several_field("cards", Words("with"), _hand(table, moment))
    yield entry_form(RoleLed, Words("somebody leads a role"), [who, roles, cards, actions], now=leading)
    suiting = several_field("cards", Words("with"), _hand(table, moment, table.role))
    yield entry_form(RoleFollowed, Words("somebody follows"), [who, suiting, actions], now=following)
    rested = moment.closing and any(academy(player) for player in table.seats)
    thinking = leading or following or THINK in moment.roles or rested
    yield entry_form(Thought, Words("somebody thinks"), _think(table, who), now=thinking)
    dropped = pick_field("card", Words("card"), _hand(table, moment))
    emptied = several_field("cards", Words("orders that came to light"), _hand(table, moment), optional=True)
    drains = thinking and any(latrine(player) for player in table.seats)
    purges = thinking and any(vomitorium(player) for player in table.seats)
    yield entry_form(
        LatrineUsed, Words("{structure}: discard a card", structure=card(table, "latrine")), [who, dropped], now=drains
    )
    yield entry_form(
        VomitoriumUsed,
        Words("{structure}: discard the hand", structure=card(table, "vomitorium")),
        [who, emptied],
        now=purges,
    )


def _think(table: Table, who: Field) -> list[Field]:
    draws = (Pick("orders", Words("orders")), Pick(SENATOR, SENATOR_NAME))
    drawn = several_field("cards", Words("orders, if all saw them"), _any_card(table), optional=True)
    return [who, pick_field("draw", Words("draws"), draws, value="orders"), drawn]


# --- actions ----------------------------------------------------------------------------------------------------------


def _actions(table: Table, moment: Moment) -> Iterator[Form]:
    who, roles = players_field(table.players, value=moment.who), moment.roles
    stockpile = [token for player in moment.actors for token in player.stockpile]
    hire = [who, _one("card", Words("client"), _among(table, table.pool)), _source("pool", "hand", "deck")]
    haul = [who, _one("card", Words("material"), _among(table, table.pool)), _source("pool", "hand")]
    sell = [who, _one("card", Words("material"), _among(table, stockpile)), _source("stockpile", "hand", "deck")]
    yield entry_form(MaterialHauled, Words("take a material"), haul, now=LABORER in roles)
    yield entry_form(ClientHired, Words("hire a client"), hire, now=PATRON in roles)
    yield entry_form(MaterialSold, Words("sell a material"), sell, now=MERCHANT in roles)
    yield from _building(table, moment, stockpile)
    shown = several_field("cards", Words("orders shown"), _orders_held(table, moment, _NO_ORDER))
    yield entry_form(MaterialsDemanded, Words("demand materials"), [who, shown], now=LEGIONARY in roles)
    yield entry_form(
        StructureTaken,
        Words("{structure}: take a structure", structure=card(table, "prison")),
        _theft(table, who),
        now=PRISON in roles,
    )
    told = table.options["passes"] == "recorded"
    passing = told and moment.closing
    yield entry_form(ActionDeclined, Words("somebody does nothing"), _declining(table, moment, who), now=passing)


def _building(table: Table, moment: Moment, stockpile: list[str]) -> Iterator[Form]:
    who, roles = players_field(table.players, value=moment.who), moment.roles
    building = bool(roles & {CRAFTSMAN, ARCHITECT})
    yield entry_form(FoundationLaid, Words("lay a foundation"), _foundation(table, moment, who), now=building)
    yield entry_form(MaterialAdded, Words("add a material"), _adding(table, moment, who, stockpile), now=building)
    drawing = CRAFTSMAN in roles and any(fountain(player) for player in moment.actors)
    drawn = [who, _one("card", Words("card"), _any_card(table))]
    yield entry_form(
        FountainDrawn, Words("{structure}: draw a card", structure=card(table, "fountain")), drawn, now=drawing
    )
    sharing = ARCHITECT in roles and any(stairway(player) for player in moment.actors)
    added = [
        who,
        players_field(table.players, "owner", Words("whose")),
        _one("structure", Words("structure"), _structures(table, complete=True)),
        _one("material", Words("material"), _among(table, stockpile)),
        _source("stockpile", "pool", "hand"),
    ]
    yield entry_form(
        StairwayUsed,
        Words("{structure}: add to another's structure", structure=card(table, "stairway")),
        added,
        now=sharing,
    )


def _foundation(table: Table, moment: Moment, who: Field) -> list[Field]:
    sites = [Pick(one, MATERIAL_NAMES[one]) for one in MATERIALS]
    return [
        who,
        _one("card", Words("order"), _orders_held(table, moment, _NOT_NAMED)),
        pick_field("site", Words("on another site (Statue)"), sites, optional=True),
        yes_field("out_of_town", Words("out of town")),
    ]


def _adding(table: Table, moment: Moment, who: Field, stockpile: list[str]) -> list[Field]:
    crafting = CRAFTSMAN in moment.roles or table.role == CRAFTSMAN
    lying = [token for player in moment.actors for token in player.hand] if crafting else stockpile
    whole = not crafting or all(_known(player) for player in moment.actors)
    return [
        who,
        _one("structure", Words("to"), _structures(table, complete=False, mine=moment.actors)),
        _one("material", Words("material"), _among(table, lying, whole=whole)),
        _source("hand" if crafting else "stockpile", "hand", "stockpile", "pool"),
        yes_field("unfinished", Words("it stays unfinished")),
    ]


def _theft(table: Table, who: Field) -> list[Field]:
    sites = [Pick(one, MATERIAL_NAMES[one]) for one in MATERIALS]
    return [
        who,
        players_field(table.players, "owner", Words("whose")),
        _one("structure", Words("structure"), _structures(table, complete=True)),
        several_field("sites", Words("sites given"), sites, value=["stone"]),
    ]


ALSO = {THINK: Words("thinking"), PRISON: Words("taking a structure")}
PARTS = {
    "pool": Words("from the pool"),
    "hand": Words("from the hand"),
    "deck": Words("from the deck"),
    "main": Words("from the stockpile"),
    "build": Words("building"),
    "fountain": Words("drawing a card"),
    "stairway": Words("at another's structure"),
    "demand": Words("the demand"),
    THINK: Words("thinking"),
    PRISON: Words("taking a structure"),
}


def _declining(table: Table, moment: Moment, who: Field) -> list[Field]:
    roles = [Pick(one, name) for one, name in {**ROLE_NAMES, **ALSO}.items()]
    parts = [Pick(one, name) for one, name in PARTS.items()]
    role = next((one for one in (table.role, *sorted(moment.roles)) if one), None)
    return [
        who,
        pick_field("role", Words("with an action of"), roles, value=role),
        pick_field("part", Words("only a part of it"), parts, optional=True),
    ]


# --- a demand ---------------------------------------------------------------------------------------------------------


def _demands(table: Table, moment: Moment) -> Iterator[Form]:
    demand = table.demand
    who = players_field(table.players, value=demand.player.name if demand else None)
    due = of_materials(table, table.pool, demand.materials) if demand else ()
    taken = several_field("cards", Words("cards"), _among(table, table.pool, each=False), value=due)
    open_pool = moment.asked and demand is not None and not demand.pool and bool(due)
    yield entry_form(PoolTaken, Words("the pool gives its part"), [who, taken], now=open_pool)
    owed = [table.players[name] for name in table.owed if name] if moment.asked else []
    rows = [_answering(table, player) for player in owed] or [
        Row(fields=(players_field(table.players), *_given(table)))
    ]
    yield table_form(DemandAnswered, Words("the demand is answered"), rows, now=bool(owed))


def _answering(table: Table, player: Player) -> Row:
    """Filled in with all that the demand takes from this player, as far as the record knows."""
    due = full_answer(table, player)
    fields = _given(table, player, due.cards, due.stockpile, due.clients)
    return Row(label=Words("{player}", player=player.name), given={"player": player.name}, fields=tuple(fields))


def _given(
    table: Table,
    player: Player | None = None,
    cards: Iterable[str] = (),
    stockpile: Iterable[str] = (),
    clients: Iterable[str] = (),
) -> list[Field]:
    known = player is not None and _known(player)
    hand = _among(table, player.hand if player else [], each=False, whole=known)
    pile = _among(table, player.stockpile if player else [], each=False)
    people = _among(table, player.clientele if player else [], each=False)
    return [
        several_field("cards", Words("from the hand"), hand, value=cards),
        several_field("stockpile", Words("from the stockpile"), pile, value=stockpile),
        several_field("clients", Words("clients"), people, value=clients),
    ]


# --- the end of a round and of the game -------------------------------------------------------------------------------


def _endings(table: Table, moment: Moment) -> Iterator[Form]:
    yield entry_form(RoundEnded, Words("the round ends"), now=moment.closing)
    senates = [player for player in table.seats if senate(player)]
    played = [player.name for player in table.seats if player.camp_senators and player not in senates[:1]]
    named = players_field(table.players).picks
    takes = [_by(table, senates), several_field("owners", Words("whose"), named, value=played)]
    title = Words("{structure}: take senators", structure=card(table, "senate"))
    yield entry_form(SenateUsed, title, takes, now=moment.closing and bool(senates and played))
    sewers = [player for player in table.from_leader() if sewer(player) and player.camp]
    camp = sewers[0].camp if sewers else [token for player in table.seats for token in player.camp]
    kept = several_field(
        "cards", Words("orders"), _among(table, camp, each=False), value=sewers[0].camp if sewers else ()
    )
    title = Words("{structure}: keep orders of the camp", structure=card(table, "sewer"))
    yield entry_form(SewerUsed, title, [_by(table, sewers), kept], now=moment.closing and bool(sewers))
    agreed = several_field("players", Words("who agrees"), named, value=list(table.players))
    winner = players_field(table.players, "winner", Words("who wins"))
    yield entry_form(GameConceded, Words("everybody agrees who wins"), [winner, agreed])


def _by(table: Table, likely: list[Player]) -> Field:
    return players_field(table.players, value=likely[0].name if likely else None)


def _counting(table: Table, moment: Moment) -> Iterator[Form]:
    hidden = [player for player in table.seats if any(token == UNSEEN for token, _ in player.vault)]
    shown = several_field("cards", Words("cards"), _any_card(table), least=1)
    rows = [_of(player, shown) for player in hidden or table.seats]
    yield table_form(VaultShown, Words("vaults are turned over"), rows, now=moment.over and bool(hidden))
    yield table_form(HoldingsDeclared, Words("who has what"), [_holdings(table, player) for player in table.seats])


def _of(player: Player, *fields: Field) -> Row:
    return Row(label=Words("{player}", player=player.name), given={"player": player.name}, fields=fields)


def _holdings(table: Table, player: Player) -> Row:
    """What a player has, as the record has it so far."""
    seen = player.declared is not None or not table.tally
    built = [one.card for one in player.structures if one.complete]
    here, rest = [Pick(token, card(table, token)) for token in dict.fromkeys(built)], _orders(table.deck)
    return _of(
        player,
        number_field("influence", Words("influence"), player.influence if seen else None),
        several_field("vault", Words("in the vault"), _any_card(table), value=[token for token, _ in player.vault]),
        several_field("structures", Words("completed structures"), [*here, *_others(here, rest)], value=built),
        number_field("stockpile", Words("materials in the stockpile"), len(player.stockpile)),
        number_field("hand", Words("cards in the hand"), player.cards if seen else 0),
    )


# --- set-up, and what only programs write -----------------------------------------------------------------------------


def _set_up(table: Table, moment: Moment) -> Iterator[Form]:
    early = table.phase == SETUP and not moment.over
    turned = pick_field("card", Words("order"), _orders(table.deck))
    rows = [_of(player, turned) for player in table.tied or table.seats]
    rows.append(Row(label=Words("nobody noted whose"), given={"player": ""}, fields=(turned,)))
    yield table_form(OrderRevealed, Words("orders are turned up for the first leader"), rows, now=early)
    first = table.tied[0].name if len(table.tied) == 1 else None
    leader = players_field(table.players, value=first)
    yield entry_form(LeaderChosen, Words("who leads first"), [leader], now=early)
    dealt = several_field("cards", Words("cards"), [_SENATOR, *_others([_SENATOR], _any_card(table))], least=1)
    yield table_form(HandDealt, Words("hands, where they are played open"), [_of(one, dealt) for one in table.seats])


def _for_programs(table: Table) -> Iterator[Form]:
    order = several_field("cards", Words("orders, the next to be drawn first"), _orders(table.deck), least=1)
    yield entry_form(DeckShuffled, Words("the whole deck in its order"), [order])
    yield _noting(table)


def _noting(table: Table) -> Form:
    """The table is written down as the record has it; what was counted otherwise is put right here."""
    counts = [Pick(number, Words("{number}", number=number)) for number in range(7)]
    sites = tuple(Pick(one, MATERIAL_NAMES[one]) for one in MATERIALS)
    fields = (
        number_field("round", Words("round"), table.round),
        players_field(table.players, "leader", Words("leader"), value=table.seats[table.leader].name),
        number_field("deck", Words("orders in the deck"), table.left),
        number_field("senators", Words("senators in the stack"), table.senators),
        several_field("pool", Words("pool"), _among(table, table.pool, each=False), value=table.pool),
        _pairs("in_town", Words("sites in town"), sites, counts, table.in_town),
        _pairs("out_of_town", Words("sites out of town"), sites, counts, table.out_of_town),
    )
    event = {"type": tag(TableNoted)} | {field.name: f"${field.name}" for field in fields}
    players = [to_builtins(_noted(player)) for player in table.seats]
    writes = (Write({**event, "players": players}),)
    return Form(name=tag(TableNoted), title=Words("note the whole table"), rows=(Row(fields=fields),), writes=writes)


def _pairs(name: str, label: Words, keys: tuple[Pick, ...], counts: list[Pick], value: dict[str, int]) -> Field:
    return Field(name=name, label=label, kind="pairs", picks=keys, partners=tuple(counts), value=dict(value))


def _noted(player: Player) -> NotedPlayer:
    return NotedPlayer(
        player=player.name,
        influence=player.influence,
        hand=(*player.hand, *[UNSEEN] * len(player.unseen), *[SENATOR] * player.senators),
        stockpile=tuple(player.stockpile),
        clientele=tuple(player.clientele),
        vault=tuple(token for token, _ in player.vault),
        camp=(*player.camp, *[SENATOR] * player.camp_senators),
        sites=tuple(site for site, _ in player.sites),
        structures=tuple(
            NotedStructure(one.card, one.site, tuple(one.materials), tuple(one.stairway), one.complete)
            for one in player.structures
        ),
    )


# --- things to tap ----------------------------------------------------------------------------------------------------


_SENATOR = Pick(SENATOR, SENATOR_NAME)
_UNSEEN = Pick(UNSEEN, UNSEEN_NAME)
_ODD_SENATOR = Pick(SENATOR, SENATOR_NAME, ELSEWHERE)  # where only an order belongs
_NO_ORDER = (elsewhere(_UNSEEN), _ODD_SENATOR)
_NOT_NAMED = (
    *(Pick(one, Words("some {material}", material=MATERIAL_NAMES[one]), ELSEWHERE) for one in MATERIALS),
    *_NO_ORDER,
)
SOURCES = {
    "pool": Words("the pool"),
    "hand": Words("the hand"),
    "stockpile": Words("the stockpile"),
    "deck": Words("the deck"),
}


def _source(usual: str, *others: str) -> Field:
    names = dict.fromkeys((usual, *others))
    return pick_field("source", Words("from"), [Pick(one, SOURCES[one]) for one in names], value=usual)


def _one(name: str, label: Words, picks: Iterable[Pick]) -> Field:
    return pick_field(name, label, picks)


@lru_cache(maxsize=16)
def _orders(deck: Deck) -> tuple[Pick, ...]:
    """Every order there is, under its role and material."""
    return tuple(
        Pick(order.id, Words("{card}", card=deck.named(order.id)), _heading(order.material))
        for material in MATERIALS
        for order in deck.kinds.values()
        if order.material == material
    )


@lru_cache(maxsize=16)
def _every(deck: Deck, first: str = "") -> tuple[Pick, ...]:
    """Every order, and one of each material where nobody noted which; those of a role first."""
    some = [Pick(one, Words("some {material}", material=MATERIAL_NAMES[one]), _heading(one)) for one in MATERIALS]
    picks = [*some, *_orders(deck)]
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


def _any_card(table: Table) -> tuple[Pick, ...]:
    return (_UNSEEN, *_every(table.deck), _ODD_SENATOR)


def _among(table: Table, zone: Iterable[str], *, each: bool = True, whole: bool = True) -> tuple[Pick, ...]:
    """What lies here, one of a kind or every copy, then everything else there is."""
    tokens = [token for token in zone if token != UNSEEN]
    kinds = {table.cards[token].id or token: token for token in tokens} if each else {token: token for token in tokens}
    here = [Pick(token, card(table, token)) for token in kinds.values()]
    rest = _besides(table.deck) if whole and here else _every(table.deck)
    return (*here, *_others(here, (_UNSEEN, *rest, _ODD_SENATOR)))


def _others(here: list[Pick], rest: Iterable[Pick]) -> Iterator[Pick]:
    values = {pick.value for pick in here}
    return (pick for pick in rest if pick.value not in values)


def _known(player: Player) -> bool:
    """Does the record know this hand?"""
    return not len(player.unseen) and not player.unsure


def _hand(table: Table, moment: Moment, role: str = "") -> tuple[Pick, ...]:
    """A senator, then the cards of the hand as far as the record knows them, then every order."""
    held = dict.fromkeys(token for player in moment.actors for token in player.hand)
    here = [_SENATOR, *(Pick(token, card(table, token)) for token in held)]
    whole = bool(moment.actors) and all(_known(player) for player in moment.actors)
    rest = _besides(table.deck) if whole else _every(table.deck, role)
    return (*here, *_others(here, (_UNSEEN, *rest)))


def _orders_held(table: Table, moment: Moment, odd: tuple[Pick, ...]) -> tuple[Pick, ...]:
    """The same where everybody sees which order it is; a senator is none (G36)."""
    values = {pick.value for pick in odd}
    return (*(pick for pick in _hand(table, moment) if pick.value not in values), *odd)


def _structures(table: Table, *, complete: bool, mine: Iterable[Player] = ()) -> tuple[Pick, ...]:
    """Structures that stand here, those of the players at hand first, then every order."""
    near = list(mine) or table.seats
    fitting = [one.card for player in near for one in player.structures if one.complete == complete]
    standing = [one.card for _, one in owners(table)]
    here = [Pick(token, card(table, token)) for token in dict.fromkeys(fitting)]
    there = [Pick(token, card(table, token), ELSEWHERE) for token in dict.fromkeys(standing) if token not in fitting]
    return (*here, *there, *_others([*here, *there], _besides(table.deck)))
