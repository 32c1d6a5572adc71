"""A table of Glory to Rome as a test wants it: a given state, and what happens on it.

Cards may be named by their material alone: `brick` is any Legionary. You are Y; L sits to your left, R to your right,
and O opposite when there are four.
"""

from typing import Any

import rome_events as e
from msgspec.structs import replace
from rome_events import NotedPlayer, NotedStructure

from ledger.audit import Case, Finding
from ledger.events import Event, GameStarted
from ledger.games.glory_to_rome import GAME
from ledger.games.glory_to_rome.cards import VALUE
from ledger.score import Sheet, draw_up
from ledger.simulate import start
from ledger.walk import InForce, fold, open_record

SEATS = {2: ["Y", "L"], 3: ["Y", "L", "R"], 4: ["Y", "L", "O", "R"], 5: ["Y", "L", "O", "Q", "R"]}
ORDERS = GAME.cards.deck(GAME.catalogue().data, "pl").cards


def seat(
    hand: str = "",
    stock: str = "",
    clients: str = "",
    vault: str = "",
    built: str = "",
    camp: str = "",
    influence: int | None = None,
    **begun: str,
) -> dict[str, Any]:
    """What lies in front of a player; `begun` names unfinished structures with what was added, `name=brick`.

    `built` are completed structures; `statue@brick` stands on a brick site.
    """
    structures, sites = [], []
    for one in built.split():
        name, _, site = one.partition("@")
        site = site or ORDERS[name].material
        structures.append(NotedStructure(name, site, (site,) * VALUE[site], complete=True))
        sites.append(site)
    for key, added in begun.items():
        name, _, site = key.partition("__")
        structures.append(NotedStructure(name, site or ORDERS[name].material, tuple(added.split())))
    return {
        "hand": tuple(hand.split()),
        "stockpile": tuple(stock.split()),
        "clientele": tuple(clients.split()),
        "vault": tuple(vault.split()),
        "camp": tuple(camp.split()),
        "sites": tuple(sites),
        "structures": tuple(structures),
        "influence": 2 + sum(VALUE[site] for site in sites) if influence is None else influence,
    }


class Scene:
    """A table in mid-game; what happens is judged from here."""

    def __init__(
        self,
        number: int = 3,
        *,
        leader: str = "Y",
        pool: str = "",
        deck: int = 60,
        senators: int = 3,
        edition: str = "pl",
        in_town: dict[str, int] | None = None,
        out_of_town: dict[str, int] | None = None,
        options: dict[str, Any] | None = None,
        pile: str = "",
        **seats: dict[str, Any],
    ) -> None:
        names = SEATS[number]
        started = replace(start(GAME, names, edition=edition, options=options), n=0)
        self.record = open_record(GAME, [started])
        self.table: Any = self.record.table
        noted = e.TableNoted(
            round=5,
            leader=leader,
            deck=deck,
            senators=senators,
            pool=tuple(pool.split()),
            in_town=dict(self.table.in_town) | (in_town or {}),
            out_of_town=dict(self.table.out_of_town) | (out_of_town or {}),
            players=tuple(NotedPlayer(player=name, **seats.get(name, seat())) for name in names),
            n=1,
        )
        fold(self.record, [noted])
        if pile:
            self.table.pile, self.table.drawn = tuple(pile.split()), 0
            self.table.left = len(self.table.pile)
        self.table.played = True
        self.events: list[Event] = [started, noted]
        self.case = Case(self.record, InForce(self.events, {}, [], []))
        self.case.place = len(self.events)  # the scene is set

    def do(self, *events: Event) -> "Scene":
        """Let these happen and judge them."""
        for event in events:
            self.events.append(replace(event, n=len(self.events)))
            self.case.judge(len(self.events))
        return self

    @property
    def findings(self) -> list[Finding]:
        remarks = [Finding(n, None, rule, words.severity, words) for n, rule, words in GAME.course.remarks(self.table)]
        return self.case.findings + remarks

    @property
    def found(self) -> list[str]:
        """The rules broken."""
        return [finding.rule for finding in self.findings if finding.severity == "violation"]

    def legal(self, *events: Event) -> "Scene":
        """These happen and break no rule."""
        self.do(*events)
        assert [(f.n, f.rule, str(f.message)) for f in self.findings if f.severity == "violation"] == []
        return self

    def illegal(self, rule: str, *events: Event) -> "Scene":
        """The last of these breaks this rule, and that is all there is to say."""
        self.do(*events)
        told = [(f.n, f.rule) for f in self.findings if f.severity == "violation"]
        assert told == [(len(self.events) - 1, rule)], [str(f.message) for f in self.findings]
        return self

    def __getitem__(self, name: str) -> Any:
        return self.table.players[name]

    @property
    def sheet(self) -> Sheet:
        return draw_up(self.record)

    def actions(self, name: str) -> int:
        """How many actions a player would have in this round."""
        from ledger.games.glory_to_rome.turns import available, slot_of

        return available(self.table, slot_of(self.table, self[name]))


# --- short words ------------------------------------------------------------------------------------------------------


def lead(player: str, role: str, cards: str, actions: int | None = None) -> Event:
    return e.RoleLed(player=player, role=role, cards=tuple(cards.split()), actions=actions)


def follow(player: str, cards: str, actions: int | None = None) -> Event:
    return e.RoleFollowed(player=player, cards=tuple(cards.split()), actions=actions)


def think(player: str, cards: str | None = None) -> Event:
    if cards == "senator":
        return e.Thought(player=player, draw="senator")
    return e.Thought(player=player, cards=None if cards is None else tuple(cards.split()))


def hire(player: str, card: str, source: str = "pool") -> Event:
    return e.ClientHired(player=player, card=card, source=source)


def haul(player: str, card: str, source: str = "pool") -> Event:
    return e.MaterialHauled(player=player, card=card, source=source)


def sell(player: str, card: str, source: str = "stockpile") -> Event:
    return e.MaterialSold(player=player, card=card, source=source)


def lay(player: str, card: str, site: str = "", out: bool = False) -> Event:
    return e.FoundationLaid(player=player, card=card, site=site, out_of_town=out)


def add(player: str, structure: str, material: str, source: str, unfinished: bool = False) -> Event:
    return e.MaterialAdded(player=player, structure=structure, material=material, source=source, unfinished=unfinished)


def fountain(player: str, card: str = "?") -> Event:
    return e.FountainDrawn(player=player, card=card)


def stairs(player: str, owner: str, structure: str, material: str, source: str = "stockpile") -> Event:
    return e.StairwayUsed(player=player, owner=owner, structure=structure, material=material, source=source)


def prison(player: str, owner: str, structure: str, sites: str = "stone") -> Event:
    return e.StructureTaken(player=player, owner=owner, structure=structure, sites=tuple(sites.split()))


def demand(player: str, cards: str) -> Event:
    return e.MaterialsDemanded(player=player, cards=tuple(cards.split()))


def pool(player: str, cards: str) -> Event:
    return e.PoolTaken(player=player, cards=tuple(cards.split()))


def give(player: str, cards: str = "", stock: str = "", clients: str = "", waived: str = "") -> Event:
    return e.DemandAnswered(
        player=player,
        cards=tuple(cards.split()),
        stockpile=tuple(stock.split()),
        clients=tuple(clients.split()),
        waived=tuple(waived.split()),
    )


def latrine(player: str, card: str) -> Event:
    return e.LatrineUsed(player=player, card=card)


def vomit(player: str, cards: str | None = None) -> Event:
    return e.VomitoriumUsed(player=player, cards=None if cards is None else tuple(cards.split()))


def senate(player: str, *owners: str) -> Event:
    return e.SenateUsed(player=player, owners=owners)


def sewer(player: str, cards: str) -> Event:
    return e.SewerUsed(player=player, cards=tuple(cards.split()))


def vault(player: str, cards: str) -> Event:
    return e.VaultShown(player=player, cards=tuple(cards.split()))


END = e.RoundEnded()


def started(*players: str, **options: Any) -> GameStarted:
    return start(GAME, list(players), options=options)
