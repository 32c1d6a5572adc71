"""Reading `gtr-neutral-1`: complete games that another program played, one decision after the other.

A trace names every copy of a card and says of some moves only which cards moved; from where, the table so far tells.
Every snapshot of a trace becomes a `table_noted`, which the audit compares with the record.
"""

import gzip
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from msgspec import MsgspecError, ValidationError
from msgspec.json import decode, encode
from msgspec.structs import replace

from ledger.events import Event, GameEnded, GameStarted
from ledger.game import Game
from ledger.games.glory_to_rome.cards import ARCHITECT, CRAFTSMAN, LABORER, LEGIONARY, MERCHANT, PATRON, SENATOR
from ledger.games.glory_to_rome.ending import Claimed
from ledger.games.glory_to_rome.follow import RoleFollowed
from ledger.games.glory_to_rome.foundation import FoundationLaid
from ledger.games.glory_to_rome.fountain import FountainDrawn
from ledger.games.glory_to_rome.laborer import MaterialHauled
from ledger.games.glory_to_rome.lead import LatrineUsed, RoleLed, Thought, VomitoriumUsed
from ledger.games.glory_to_rome.legionary import (
    DemandAnswered,
    MaterialsDemanded,
    PoolTaken,
    due_from_clients,
    due_from_stockpile,
)
from ledger.games.glory_to_rome.material import MaterialAdded
from ledger.games.glory_to_rome.merchant import MaterialSold
from ledger.games.glory_to_rome.noted import NotedPlayer, NotedStructure, TableNoted
from ledger.games.glory_to_rome.patron import ClientHired
from ledger.games.glory_to_rome.prison import StructureTaken
from ledger.games.glory_to_rome.round import ActionDeclined, RoundEnded, SenateUsed, SewerUsed
from ledger.games.glory_to_rome.setup import DeckShuffled, HandDealt, LeaderChosen, OrderRevealed
from ledger.games.glory_to_rome.stairway import StairwayUsed
from ledger.games.glory_to_rome.structures import PRISON, THINK
from ledger.games.glory_to_rome.table import Player, Table, owners
from ledger.walk import fold, named_in_full, open_record
from ledger.words import Words

SCHEMA = "gtr-neutral-1"
LARGEST = 64 * 2**20
Move = dict[str, Any]


def read(data: bytes) -> list[Event]:
    """The events of a trace, gzipped or not; ValueError says what cannot be read in it."""
    trace = _decoded(data)
    with _placed("the head of the trace"):
        reader = _Reader(trace)
    return reader.events()


@contextmanager
def _placed(where: str) -> Iterator[None]:
    """Whatever is missing or of another kind than it should be is told with its place."""
    try:
        yield
    except KeyError as error:
        raise ValueError(f"{where}: '{error.args[0]}' is missing") from error
    except (TypeError, IndexError, AttributeError, ValidationError, OverflowError) as error:
        raise ValueError(f"{where}: a value is of another kind than belongs there ({error})") from error


def _decoded(data: bytes) -> dict[str, Any]:
    try:
        if data[:2] == b"\x1f\x8b":
            unpacker = zlib.decompressobj(16 + zlib.MAX_WBITS)
            data = unpacker.decompress(data, LARGEST)
        trace = decode(data)
    except (gzip.BadGzipFile, zlib.error, EOFError, MsgspecError, RecursionError) as error:
        raise ValueError(f"cannot be read: {error}") from error
    if not isinstance(trace, dict) or trace.get("schema") != SCHEMA:
        raise ValueError(f"not a {SCHEMA} trace")
    return trace


class _Reader:
    """A trace, read from the set-up to the winners beside a table that follows it."""

    def __init__(self, trace: dict[str, Any]) -> None:
        from ledger.games.glory_to_rome import GAME

        self.game: Game = GAME
        self.trace = trace
        if trace["players"] not in GAME.about.seats:
            words = "{game} is for {expected} players, not for {found}"
            raise ValueError(Words(words, found=trace["players"], game=GAME.name, expected=GAME.about.seats))
        self.names = tuple(f"P{seat + 1}" for seat in range(trace["players"]))
        started = GameStarted(
            game=GAME.name,
            players=self.names,
            edition="en-iv",
            options={"passes": "recorded"},
            title=f"seed {trace.get('seed', '?')}",
        )
        self.written: list[Event] = [replace(named_in_full(GAME, started), n=0)]
        self.record = open_record(GAME, self.written)
        self.table: Table = self.record.table
        self.round = 1
        self.senators: dict[str, str] = {}  # which senator lies on whose camp
        self.clients: tuple[str, ...] = ()  # offered to an Arena whose vault has not room for all

    def events(self) -> list[Event]:
        """Everything, in order."""
        with _placed("the set-up"):
            for event in self._setup():
                self._write(event)
        with _placed("the snapshots"):
            noted = sorted(self.trace["round_snapshots"], key=lambda one: int(one["after_seq"]))
        with _placed("the events"):
            moves = list(self.trace["events"])
        for place, move in enumerate(moves):
            with _placed(f"event {_seq(move, place)}"):
                noted = self._noted_before(noted, move["seq"])
                self._play(move)
        with _placed("the last snapshots"):
            for one in noted:
                self._note(one["state"])
            self._note(self.trace["final"])
        with _placed("the scores"):
            for event in self._claims():
                self._write(event)
        return self.written

    def _noted_before(self, noted: list[Move], seq: int) -> list[Move]:
        while noted and noted[0]["after_seq"] < seq:
            self._note(noted.pop(0)["state"])
        return noted

    def _play(self, move: Move) -> None:
        if move["round"] > self.round:
            self._end_round(move["round"])
        for event in self._moved(move):
            self._write(event)

    def _write(self, event: Event) -> None:
        event = self.game.decoder.decode(encode(replace(event, n=len(self.written))))
        self.written.append(event)
        fold(self.record, [event])

    def _end_round(self, after: int) -> None:
        self._write(RoundEnded())
        self.round = after
        self.senators = {}

    def _note(self, state: Move) -> None:
        if state["round"] > self.round:
            self._end_round(state["round"])
        self._write(self._noted(state))

    # --- the parts of a trace -----------------------------------------------------------------------------------------

    def _token(self, card: str) -> str:
        name, _, copy = card.partition("#")
        if name == "Jack":
            return SENATOR
        known = self.table.cards.get(name.lower())
        return f"{known.id}#{copy}" if known else card

    def _tokens(self, cards: list[str]) -> tuple[str, ...]:
        return tuple(self._token(card) for card in cards)

    def _setup(self) -> Iterator[Event]:
        state = self.trace["setup"]
        for name, player in zip(self.names, state["players"], strict=True):
            yield HandDealt(player=name, cards=self._tokens(player["hand"]))
        for card in state["pool"]:
            yield OrderRevealed(card=self._token(card))
        yield LeaderChosen(player=self.names[self.trace["first_leader"]])
        yield DeckShuffled(cards=self._tokens(self.trace["deck"]))
        yield self._noted(state)

    def _noted(self, state: Move) -> TableNoted:
        return TableNoted(
            round=state["round"],
            leader=self.names[state["leader"]],
            deck=state["deck"],
            senators=state["senators"],
            pool=self._tokens(state["pool"]),
            in_town={material.lower(): count for material, count in state["in_town"].items()},
            out_of_town={material.lower(): count for material, count in state["out_of_town"].items()},
            players=tuple(self._noted_player(*one) for one in zip(self.names, state["players"], strict=True)),
        )

    def _noted_player(self, name: str, player: Move) -> NotedPlayer:
        zones = {zone: self._tokens(player[zone]) for zone in ("hand", "stockpile", "clientele", "vault", "camp")}
        structures = tuple(
            NotedStructure(
                card=self._token(one["foundation"]),
                site=one["site"].lower(),
                materials=self._tokens(one["materials"]),
                stairway=self._tokens(one["stairway"]),
                complete=one["complete"],
            )
            for one in player["structures"]
        )
        sites = tuple(site.lower() for site in player["sites_won"])
        return NotedPlayer(name, player["influence"], sites=sites, structures=structures, **zones)

    def _claims(self) -> Iterator[Event]:
        for name, sheet in zip(self.names, self.trace["scores"], strict=True):
            yield Claimed(
                player=name,
                influence=sheet["influence"],
                vault=sheet["vault"],
                merchant_bonus=sheet["bonus"],
                structures=sheet["extra"],
                total=sheet["total"],
            )
        yield GameEnded(winners=tuple(self.names[seat] for seat in self.trace["winners"]))

    # --- moves --------------------------------------------------------------------------------------------------------

    def _moved(self, move: Move) -> Iterator[Event]:
        verb = VERBS.get(move["verb"]) or _guessed(move)
        if verb is None:
            raise ValueError(f"event {move.get('seq')}: unknown verb '{move['verb']}'; known: {' '.join(VERBS)}")
        if move["player"] not in range(len(self.names)):
            raise ValueError(f"event {move.get('seq')}: there is no player {move['player']}")
        return verb(self, self.names[move["player"]], move)

    def choose(self, player: str, move: Move) -> Iterator[Event]:
        """What was chosen is the next move."""
        yield from ()

    def lead(self, player: str, move: Move) -> Iterator[Event]:
        """A role is led."""
        self._camp(player, move)
        cards = self._tokens(move["cards"])
        yield RoleLed(player=player, role=move["role"].lower(), cards=cards, actions=move["actions"])

    def follow(self, player: str, move: Move) -> Iterator[Event]:
        """A role is followed; a think is a move of its own."""
        self._camp(player, move)
        if move["actions"] or move["cards"]:
            yield RoleFollowed(player=player, cards=self._tokens(move["cards"]), actions=move["actions"])

    def _camp(self, player: str, move: Move) -> None:
        self.senators |= {card: player for card in move["cards"] if self._token(card) == SENATOR}

    def think(self, player: str, move: Move) -> Iterator[Event]:
        """Cards are drawn."""
        yield Thought(player=player, draw=move["draw"])

    def optional_think(self, player: str, move: Move) -> Iterator[Event]:
        """A School's or an Academy's think may be left out."""
        if not move["use"]:
            yield ActionDeclined(player=player, role=THINK)

    def latrine(self, player: str, move: Move) -> Iterator[Event]:
        """A card may be discarded."""
        if move["card"]:
            yield LatrineUsed(player=player, card=self._token(move["card"]))

    def vomitorium(self, player: str, move: Move) -> Iterator[Event]:
        """The hand may be discarded."""
        if move["use"]:
            yield VomitoriumUsed(player=player)

    def craftsman(self, player: str, move: Move) -> Iterator[Event]:
        """A foundation, or a material of the hand."""
        yield from self._build(player, move, CRAFTSMAN)

    def architect(self, player: str, move: Move) -> Iterator[Event]:
        """A foundation, or a material of the stockpile or the pool."""
        yield from self._build(player, move, ARCHITECT)

    def _build(self, player: str, move: Move, role: str) -> Iterator[Event]:
        if not move["structure"]:
            yield ActionDeclined(player=player, role=role)
            return
        structure = self._token(move["structure"])
        if not move["material"]:
            site = (move["site"] or "").lower()
            away = self.table.in_town.get(site, 1) <= 0
            yield FoundationLaid(player=player, card=structure, site=site, out_of_town=away)
            return
        material = self._token(move["material"])
        source = "hand" if role == CRAFTSMAN else "pool" if material in self.table.pool else "stockpile"
        yield MaterialAdded(player=player, structure=structure, material=material, source=source)

    def fountain(self, player: str, move: Move) -> Iterator[Event]:
        """The top of the deck may be drawn to build with; then the drawn card is used, or stays in the hand."""
        if move.get("use"):
            yield FountainDrawn(player=player)
        elif "structure" in move:
            yield from self._build(player, {"material": None, "site": None, **move}, CRAFTSMAN)

    def stairway(self, player: str, move: Move) -> Iterator[Event]:
        """A material may be added to an opponent's structure."""
        if not move["structure"] or not move["material"]:
            yield ActionDeclined(player=player, role=ARCHITECT, part="stairway")
            return
        structure, material = self._token(move["structure"]), self._token(move["material"])
        source = "pool" if material in self.table.pool else "stockpile"
        owner = self._owner(structure, player)
        yield StairwayUsed(player=player, owner=owner, structure=structure, material=material, source=source)

    def _owner(self, card: str, player: str) -> str:
        return next((owner.name for owner, one in owners(self.table) if one.card == card), player)

    def labor(self, player: str, move: Move) -> Iterator[Event]:
        """From the pool, and with a Dock from the hand."""
        cards, hand = self._tokens(move["cards"]), self._player(player).hand
        hauled = [(card, "hand" if card in hand else "pool") for card in cards]
        if "pool" not in [source for _, source in hauled]:
            yield ActionDeclined(player=player, role=LABORER, part="pool")
        for card, source in sorted(hauled, key=lambda one: one[1], reverse=True):
            yield MaterialHauled(player=player, card=card, source=source)

    def merchant(self, player: str, move: Move) -> Iterator[Event]:
        """From the stockpile or the deck, and with a Basilica from the hand."""
        cards, hand = self._tokens(move["cards"]), self._player(player).hand
        stock = [card for card in cards if card not in hand]
        if move["from_deck"]:
            yield MaterialSold(player=player, source="deck")
        elif not stock:
            yield ActionDeclined(player=player, role=MERCHANT, part="main")
        for card in stock:
            yield MaterialSold(player=player, card=card)
        if self.table.left > 0:  # the last card of the deck ends the game before a Basilica
            for card in cards:
                if card in hand and card not in stock:
                    yield MaterialSold(player=player, card=card, source="hand")

    def hire_pool(self, player: str, move: Move) -> Iterator[Event]:
        """A client of the pool."""
        yield self._hired(player, move["card"], "pool")

    def hire_hand(self, player: str, move: Move) -> Iterator[Event]:
        """Aqueduct: a client of the hand."""
        yield self._hired(player, move["card"], "hand")

    def _hired(self, player: str, card: str | None, source: str) -> Event:
        if not card:
            return ActionDeclined(player=player, role=PATRON, part=source)
        return ClientHired(player=player, card=self._token(card), source=source)

    def hire_deck(self, player: str, move: Move) -> Iterator[Event]:
        """Bar: the top of the deck."""
        if move["use"]:
            yield ClientHired(player=player, source="deck")
        else:
            yield ActionDeclined(player=player, role=PATRON, part="deck")

    def demand(self, player: str, move: Move) -> Iterator[Event]:
        """Cards are shown for all Legionary actions at once."""
        if move["cards"]:
            yield MaterialsDemanded(player=player, cards=self._tokens(move["cards"]))
        else:
            yield ActionDeclined(player=player, role=LEGIONARY)

    def take_pool(self, player: str, move: Move) -> Iterator[Event]:
        """The pool's part of a demand."""
        yield PoolTaken(player=player, cards=self._tokens(move["cards"]))

    def give(self, player: str, move: Move) -> Iterator[Event]:
        """An answer: from the hand, the stockpile and the clientele; what the demander leaves is said."""
        giver, cards = self._player(player), self._tokens(move["cards"])
        stock = tuple(card for card in cards if card in giver.stockpile)
        clients = tuple(card for card in cards if card in giver.clientele)
        hand = tuple(card for card in cards if card not in (*stock, *clients))
        due, room = due_from_clients(self.table, giver)
        if len(clients) > room:
            self.clients = clients  # G42: an Arena's owner chooses, by a move of its own; without room nobody goes
            clients = self._chosen(move, room)
        left = {"stockpile": due_from_stockpile(self.table, giver).total() > len(stock)}
        left["clients"] = min(due.total(), room) > len(clients)
        waived = tuple(zone for zone, some in left.items() if some)
        yield DemandAnswered(player=player, cards=hand, stockpile=stock, clients=clients, waived=waived)

    def _chosen(self, move: Move, room: int) -> tuple[str, ...]:
        """Which clients the next move takes."""
        if room <= 0:
            return ()
        moves = self.trace["events"]
        following = moves[moves.index(move) + 1 :][:1]
        if following and _guessed(following[0]) is _Reader.take_clients:
            return self._tokens(following[0].get("cards") or following[0].get("clients") or [])
        return self.clients[:room]

    def take_clients(self, player: str, move: Move) -> Iterator[Event]:
        """Told already, with the answer it belongs to."""
        yield from ()

    def prison(self, player: str, move: Move) -> Iterator[Event]:
        """A structure may be taken for the stone site."""
        if not move["card"]:
            yield ActionDeclined(player=player, role=PRISON)
            return
        card = self._token(move["card"])
        yield StructureTaken(player=player, owner=self._owner(card, player), structure=card)

    def senate(self, player: str, move: Move) -> Iterator[Event]:
        """Senators of other camps."""
        if move["cards"]:
            yield SenateUsed(player=player, owners=tuple(self.senators.pop(card, player) for card in move["cards"]))

    def sewer(self, player: str, move: Move) -> Iterator[Event]:
        """Orders of the camp."""
        if move["cards"]:
            yield SewerUsed(player=player, cards=self._tokens(move["cards"]))

    def bar_or_aqueduct(self, player: str, move: Move) -> Iterator[Event]:
        """The order of the two is seen in the hires that follow."""
        yield from ()

    def _player(self, name: str) -> Player:
        player: Player = self.table.players[name]
        return player


VERBS: dict[str, Callable[[_Reader, str, Move], Iterator[Event]]] = {
    "choose": _Reader.choose,
    "lead": _Reader.lead,
    "follow": _Reader.follow,
    "think": _Reader.think,
    "optional_think": _Reader.optional_think,
    "latrine": _Reader.latrine,
    "vomitorium": _Reader.vomitorium,
    "craftsman": _Reader.craftsman,
    "architect": _Reader.architect,
    "stairway": _Reader.stairway,
    "labor": _Reader.labor,
    "merchant": _Reader.merchant,
    "hire_pool": _Reader.hire_pool,
    "hire_hand": _Reader.hire_hand,
    "hire_deck": _Reader.hire_deck,
    "demand": _Reader.demand,
    "take_pool": _Reader.take_pool,
    "give": _Reader.give,
    "prison": _Reader.prison,
    "senate": _Reader.senate,
    "sewer": _Reader.sewer,
}


def _seq(move: Any, place: int) -> object:
    return move.get("seq", place) if isinstance(move, dict) else place


def _guessed(move: Move) -> Callable[[_Reader, str, Move], Iterator[Event]] | None:
    """Moves that none of the traces we have contains, so that we do not know their exact words."""
    verb = str(move["verb"])
    if "fountain" in verb:
        return _Reader.fountain
    if any(word in verb for word in ("client", "coliseum", "arena")):
        return _Reader.take_clients
    if any(word in verb for word in ("aqueduct", "bar", "hire", "patron")):
        return _Reader.bar_or_aqueduct
    return None
