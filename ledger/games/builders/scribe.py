"""What a scribe at a table of The Builders is asked for, says and sees."""

import re
from typing import Any

from msgspec.structs import asdict, replace

from ledger import choices
from ledger.events import Event
from ledger.games.builders import coins, construction, hire, invest, reveal, settle, turn, work
from ledger.games.builders.cards import MATERIALS, Card, Materials
from ledger.games.builders.coins import ActionsBought, CoinsTaken
from ledger.games.builders.construction import ConstructionStarted
from ledger.games.builders.hire import WorkerHired
from ledger.games.builders.invest import LoanTaken, PrisonerBought, ToolBought, WorkerTrained
from ledger.games.builders.reveal import BuildingRevealed, WorkerRevealed
from ledger.games.builders.settle import LoanRepaid, PrisonerFreed
from ledger.games.builders.table import Person, Player, Row, Site, Table, finished, points_of, purse_of
from ledger.games.builders.turn import TurnEnded
from ledger.games.builders.work import SentToWork
from ledger.language.lexicon import NO_SENTENCE, begun_with
from ledger.words import Words


def ask(table: Table) -> Words:
    """What is wanted now, with an example."""
    if table.owed:
        wanted = [_cards(row, table) for row in table.owed]
        kinds = [reveal.BUILDING_REVEALED if row is table.buildings else reveal.WORKER_REVEALED for row in table.owed]
        example = " ".join(getattr(choices.example(table, kind), "card", "") for kind in kinds).strip()
        return Words("which cards are turned up: {wanted}? (like: {example})", wanted=wanted, example=example)
    if table.over and not _examples(table):
        return Words("the game is over")
    if table.over:
        words = "the game is over: who still frees a prisoner or repays a loan? (like: {example})"
        return Words(words, example=_examples(table))
    now = table.turn
    words = "{player} has {left} {left:action|actions} and {coins} {coins:coin|coins}: what happens? (like: {example})"
    return Words(words, player=now.player.name, left=max(now.left, 0), coins=now.player.coins, example=_examples(table))


SETTLING = ((settle.FREED, "free {prisoner}"), (settle.REPAID, "repay {loan}"))
SAID_SHORT = (  # as short as a scribe says it
    (work.SENT, "{worker} {site}"),
    (construction.STARTED, "build {building}"),
    (hire.HIRED, "hire {worker}"),
    (coins.TAKEN, "coins {actions}"),
    (coins.BOUGHT, "buy {count}"),
    (invest.TOOL, "buy {tool}"),
    (invest.PRISONER, "buy {prisoner}"),
    (invest.TRAINED, "{worker} {university}"),
    (invest.LOAN, "loan {loan}"),
    *SETTLING,
    (turn.ENDED, Words("end the turn").template),
)


def _examples(table: Table) -> list[Words]:
    """One thing of each kind that may happen now, in a reader's own short words."""
    said = SETTLING if table.over else SAID_SHORT
    found = [(template, choices.example(table, kind)) for kind, template in said]
    return [Words(template, **asdict(event)) for template, event in found if event is not None]


def _cards(row: Row, table: Table) -> Words:
    words = "{count} {count:building|buildings}" if row is table.buildings else "{count} {count:worker|workers}"
    return Words(words, count=row.free)


CARD = re.compile(r"([bmwptul])0*(\d{1,2})", re.IGNORECASE)
VERBS = ("build", "start", "hire", "send", "coins", "take", "buy", "loan", "train", "free", "repay", "end", "pass")


def hear(table: Table, text: str) -> list[Event]:
    """A scribe's short words as events."""
    words = text.replace(",", " ").split()
    if not words:
        raise ValueError(Words("nothing was said"))
    player = table.turn.player
    unnamed = words[0].lower() in VERBS or CARD.fullmatch(words[0])
    if not unnamed:
        name, used = begun_with(table, words)
        player, words = table.players[name], words[used:]
    verb = words.pop(0).lower() if words and words[0].lower() in VERBS else ""
    if verb in ("end", "pass") and not words:
        return [TurnEnded(player=player.name)]
    if len(words) == 1 and words[0].isascii() and words[0].isdigit():
        return [_heard_number(player, verb, int(words[0][:9]))]
    cards = [_card(table, word) for word in words]
    if unnamed and table.over and cards:
        player = _holder(table, cards[0], player)
    return _heard_cards(table, player, verb, cards)


def _holder(table: Table, card: str, player: Player) -> Player:
    """B28: in the final count it is nobody's turn, so whoever has a card settles it."""
    person, place = table.people.get(card), table.where.get(card)
    if person is not None:
        return person.owner
    return place if isinstance(place, Player) else player


def _card(table: Table, word: str) -> str:
    match = CARD.fullmatch(word)
    if match is None:
        raise ValueError(NO_SENTENCE)
    kind, number = match[1].lower(), int(match[2])
    card = f"{kind}{number:02d}" if kind in "bmwp" else f"{kind}{number}"
    if card not in table.deck.cards:
        raise ValueError(Words("there is no card {card} in this deck", card=card))
    return card


def _heard_number(player: Player, verb: str, number: int) -> Event:
    if verb in ("coins", "take"):
        return CoinsTaken(player=player.name, actions=number)
    if verb == "buy":
        return ActionsBought(player=player.name, count=number)
    said = "a number goes with coins (how many actions are given) or buy (how many actions are bought)"
    raise ValueError(Words(said))


def _heard_cards(table: Table, player: Player, verb: str, cards: list[str]) -> list[Event]:
    kinds = "".join(card[0] for card in cards)
    name = player.name
    if table.owed and not verb and cards and set(kinds) <= set("bmw"):
        return [revealed(card) for card in cards]
    if verb == "free" and kinds == "p":
        return [PrisonerFreed(player=name, prisoner=cards[0])]
    if verb == "repay" and kinds == "l":
        return [LoanRepaid(player=name, loan=cards[0])]
    if verb in ("", "build", "start") and kinds in ("b", "m"):
        return [ConstructionStarted(player=name, building=cards[0])]
    if verb in ("build", "start", "hire") and kinds in ("bb", "bm", "mb", "mm", "ww"):
        return [*_heard_cards(table, player, verb, cards[:1]), revealed(cards[1])]
    if verb in ("", "hire") and kinds == "w":
        return [WorkerHired(player=name, worker=cards[0])]
    if verb in ("", "buy") and kinds in ("p", "t"):
        return [
            PrisonerBought(player=name, prisoner=cards[0]) if kinds == "p" else ToolBought(player=name, tool=cards[0])
        ]
    if verb in ("", "take", "loan") and kinds == "l":
        return [LoanTaken(player=name, loan=cards[0])]
    if verb in ("", "train") and kinds in ("wu", "pu"):
        return [WorkerTrained(player=name, worker=cards[0], university=cards[1])]
    if verb in ("", "send") and re.fullmatch("[wpm][bm]t?", kinds):
        return [SentToWork(player=name, worker=cards[0], site=cards[1], tool=cards[2] if len(cards) > 2 else "")]
    raise ValueError(NO_SENTENCE)


def revealed(card: str) -> Event:
    """A card turned up in its row."""
    return WorkerRevealed(card=card) if card[0] == "w" else BuildingRevealed(card=card)


def alike(table: Table, card: Any) -> Any:
    """Two loans, or two workers who give the same for the same wage, are the same to everybody at the table."""
    known = table.deck.cards.get(card) if isinstance(card, str) else None
    return card if known is None else replace(known, id="", note="", source={})


def holds(table: Table, event: Event) -> bool:
    """Everything is written as it is heard."""
    return False


def view(table: Table) -> dict[str, object]:
    """The table as it stands."""
    return {
        "round": table.round,
        "phase": "over" if table.over else "set-up" if table.setting_up else "last round" if table.last else "play",
        "turn": None if table.over else table.turn.player.name,
        "actions_left": None if table.over else table.turn.left,
        "decks": {"building": table.buildings.left, "worker": table.workers.left} if table.piles_known else {},
        "coins_in_play": table.money,
        "buildings": [_building(table, card) for card in table.buildings.cards],
        "workers": [_worker(table, card) for card in table.workers.cards],
        "players": [_seat(table, player) for player in table.seats],
        "people": [_person(table, person) for person in table.people.values()],
        "sites": [_site(table, site) for site in table.sites.values() if not site.done],
    }


def _building(table: Table, card: str) -> dict[str, object]:
    known: Card = table.deck.cards[card]
    needs = _materials(known.needs)
    return {"card": card, "name": table.deck.names[card], "needs": needs, "coins": known.coins, "points": known.points}


def _worker(table: Table, card: str) -> dict[str, object]:
    known: Card = table.deck.cards[card]
    return {"card": card, "name": table.deck.names[card], "gives": _materials(known.gives), "wage": known.wage}


def _person(table: Table, person: Person) -> dict[str, object]:
    return {
        "player": person.owner.name,
        "card": person.id,
        "name": table.deck.names[person.id],
        "kind": person.kind,
        "gives": _materials(person.gives),
        "wage": person.wage,
        "site": person.site.id if person.site else None,
        "tool": person.tool.id if person.tool else None,
        "trained": person.trained or None,
    }


def _site(table: Table, site: Site) -> dict[str, object]:
    return {
        "player": site.owner.name,
        "card": site.id,
        "name": table.deck.names[site.id],
        "needs": _materials(site.card.needs),
        "has": _materials(site.have),
        "crew": [person.id for person in site.crew],
    }


def _seat(table: Table, player: Player) -> dict[str, object]:
    return {
        "player": player.name,
        "coins": purse_of(table, player),
        "points": points_of(table, player),
        "buildings": sorted(finished(table, player, "building")),
        "machines": sorted(finished(table, player, "machine")),
        "tools": [tool.id for tool in table.tools.values() if tool.owner is player],
        "prisoners": player.unfreed,
        "loans": player.owing,
    }


def _materials(figures: Materials) -> dict[str, int]:
    return {name: figure for name, figure in zip(MATERIALS, figures, strict=True) if figure}
