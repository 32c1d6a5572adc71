"""What a scribe at a table of Glory to Rome is asked for, says and sees."""

from collections.abc import Callable
from typing import Any

from ledger import choices
from ledger.events import Event
from ledger.game import Happening
from ledger.games.glory_to_rome import (
    follow,
    foundation,
    laborer,
    lead,
    legionary,
    material,
    merchant,
    patron,
    round,
    setup,
)
from ledger.games.glory_to_rome.cards import (
    ARCHITECT,
    ROLES,
    SENATOR,
    UNSEEN,
)
from ledger.games.glory_to_rome.ending import GameConceded, VaultShown
from ledger.games.glory_to_rome.follow import RoleFollowed
from ledger.games.glory_to_rome.foundation import FoundationLaid, printed_material
from ledger.games.glory_to_rome.fountain import FountainDrawn
from ledger.games.glory_to_rome.laborer import MaterialHauled
from ledger.games.glory_to_rome.lead import LatrineUsed, RoleLed, Thought, VomitoriumUsed
from ledger.games.glory_to_rome.legionary import DemandAnswered, MaterialsDemanded, PoolTaken, full_answer
from ledger.games.glory_to_rome.material import MaterialAdded
from ledger.games.glory_to_rome.merchant import MaterialSold
from ledger.games.glory_to_rome.naming import role_said
from ledger.games.glory_to_rome.patron import ClientHired
from ledger.games.glory_to_rome.prison import StructureTaken
from ledger.games.glory_to_rome.round import RoundEnded, SenateUsed, SewerUsed
from ledger.games.glory_to_rome.scoring import interval
from ledger.games.glory_to_rome.setup import HandDealt, LeaderChosen, OrderRevealed
from ledger.games.glory_to_rome.stairway import StairwayUsed
from ledger.games.glory_to_rome.structures import (
    clientele_limit,
    hand_limit,
    vault_limit,
)
from ledger.games.glory_to_rome.table import (
    ENDINGS,
    LEAD,
    SETUP,
    Player,
    Structure,
    Table,
    ending,
    influence_said,
    materials,
    over,
    owners,
)
from ledger.games.glory_to_rome.turns import usable, waiting
from ledger.language.lexicon import NO_SENTENCE, begun_with
from ledger.words import Span, Words

ACTING = (
    laborer.MATERIAL_HAULED,
    patron.CLIENT_HIRED,
    merchant.MATERIAL_SOLD,
    foundation.FOUNDATION_LAID,
    material.MATERIAL_ADDED,
    legionary.MATERIALS_DEMANDED,
)


def ask(table: Table) -> Words:
    """What is wanted now, with an example of this moment."""
    if over(table):
        return _ask_afterwards(table)
    if table.phase == SETUP:
        turned = _like(table, setup.ORDER_REVEALED, setup.HAND_DEALT)
        return Words("who turned up what, and who leads? (like: {example})", example=turned)
    if table.owed:
        asked = [name for name in table.owed if name]
        if not asked:
            return Words("what is taken from the pool? (like: {example})", example=_like(table, legionary.POOL_TAKEN))
        given = _like(table, legionary.DEMAND_ANSWERED)
        return Words("what is given by {player}? (like: {example})", player=asked, example=given)
    player = waiting(table)
    if player is not None and table.phase == LEAD:
        led = _like(table, lead.ROLE_LED, lead.THOUGHT_)
        return Words("{player} leads or thinks (like: {example})", player=player.name, example=led)
    if player is not None:
        followed = _like(table, follow.ROLE_FOLLOWED, lead.THOUGHT_)
        words = "{player} follows {role} or thinks (like: {example})"
        return Words(words, player=player.name, role=role_said(table.role), example=followed)
    return _ask_to_act(table)


def _ask_to_act(table: Table) -> Words:
    acting = next((one for one in usable(table) if one[0].name not in table.players.left), None)
    if acting is None:
        return Words("the round ends? (else like: {example})", example=_like(table, *ACTING, round.ROUND_ENDED))
    who, roles = acting[0].name, [role_said(one) for one in acting[1].roles if one in ROLES]
    words = "what does {player} do as {role}? (like: {example}); nothing more: end"
    if not roles:
        words = "what does {player} do? (like: {example}); nothing more: end"
    return Words(words, player=who, role=roles, example=_like(table, *ACTING, round.ROUND_ENDED))


def _like(table: Table, *happenings: Happening) -> Words | str:
    """Something of these kinds that may happen now, as it is told."""
    for happening in happenings:
        event = choices.example(table, happening)
        if event is not None:
            return happening.words(table, event)
    return "?"


def _ask_afterwards(table: Table) -> Words:
    why = ENDINGS.get(ending(table))
    if any(token == UNSEEN for player in table.seats for token, _ in player.vault):
        words = "the game is over: what lies in the vaults? ({why}; like: {example})"
        return Words(words, why=why, example=f"{table.seats[0].name} vault wood brick")
    return Words("the game is over: {why}", why=why) if why else Words("the game is over")


def hear(table: Table, text: str) -> list[Event]:
    """A scribe's short words as events: who, what, and which cards; `from`, `to`, `on` and `of` tell the rest."""
    words = text.replace(",", " ").split()
    if not words:
        raise ValueError(Words("nothing was said"))
    if [word.lower() for word in words] in (["end"], ["round"]):
        return [RoundEnded()]
    player, used = begun_with(table, words)
    if len(words) == used:
        raise ValueError(Words("what did {player} do? like: {player} thinks", player=player))
    verb = words[used].lower().rstrip("s")
    if verb not in HEARD:
        raise ValueError(Words("'{word}' is not understood here", word=words[used]))
    cards, told = _sorted(table, words[used + 1 :])
    if (cards and verb in ALONE) or not set(told) <= set(TOLD_WITH.get(verb, ())):
        raise ValueError(NO_SENTENCE)
    return [HEARD[verb](table, player, cards, told)]


def _player(table: Table, word: str) -> str:
    return begun_with(table, [word])[0]


PREPOSITIONS = ("from", "to", "on", "of", "for")


def _sorted(table: Table, words: list[str]) -> tuple[list[str], dict[str, str]]:
    """Cards, and what stands after a preposition; `out` stands for out of town."""
    cards: list[str] = []
    told: dict[str, str] = {}
    at = 0
    while at < len(words):
        word = words[at].lower()
        if word in PREPOSITIONS and at + 1 < len(words):
            told[word] = words[at + 1]
            at += 2
            continue
        if word in ("out", "unfinished", "recruit"):
            told[word] = word
        else:
            cards.append(words[at])
        at += 1
    return cards, told


def _card(table: Table, word: str) -> str:
    token = word if word in table.cards else word.lower()
    if token in table.cards:
        return token if "#" in token else table.cards[token].id or token
    known = {name: card.id for name, card in table.cards.items() if card.id and name.startswith(token)}
    if len(set(known.values())) != 1:
        said = "'{word}' may be one of {names}; write more of the name" if known else "there is no card '{word}'"
        raise ValueError(Words(said, word=word, names=sorted(set(known.values()))))
    return str(next(iter(known.values())))


def _all(table: Table, words: list[str]) -> tuple[str, ...]:
    return tuple(_card(table, word) for word in words)


def _one(table: Table, words: list[str]) -> str:
    if len(words) != 1:
        raise ValueError(Words("name one card"))
    return _card(table, words[0])


def _hear_think(table: Table, player: str, words: list[str], told: dict[str, str]) -> Event:
    if [word.lower() for word in words] == [SENATOR]:
        return Thought(player=player, draw=SENATOR)
    return Thought(player=player, cards=_all(table, words) if words else None)


def _hear_lead(table: Table, player: str, words: list[str], told: dict[str, str]) -> Event:
    if not words or words[0].lower() not in ROLES:
        raise ValueError(Words("which role? one of {roles}", roles=list(ROLES)))
    return RoleLed(player=player, role=words[0].lower(), cards=_all(table, words[1:]))


def _hear_lay(table: Table, player: str, words: list[str], told: dict[str, str]) -> Event:
    card = _one(table, words)
    site = told["on"].lower() if "on" in told else printed_material(table, {"card": card})
    return FoundationLaid(player=player, card=card, site=site, out_of_town="out" in told)


def _hear_add(table: Table, player: str, words: list[str], told: dict[str, str]) -> Event:
    if "to" not in told:
        raise ValueError(Words("to which structure? like: {player} adds brick to gate from stockpile", player=player))
    source = told.get("from", "stockpile" if table.role == ARCHITECT else "hand").lower()
    structure = _card(table, told["to"])
    return MaterialAdded(
        player=player,
        structure=structure,
        material=_one(table, words),
        source=source,
        unfinished="unfinished" in told,
    )


def _hear_stairway(table: Table, player: str, words: list[str], told: dict[str, str]) -> Event:
    if "to" not in told or "of" not in told:
        example = f"{player} stairway brick to shrine of {table.seats[-1].name}"
        raise ValueError(Words("like: {example}", example=example))
    return StairwayUsed(
        player=player,
        owner=_player(table, told["of"]),
        structure=_card(table, told["to"]),
        material=_one(table, words),
        source=told.get("from", "stockpile").lower(),
    )


def _hear_prison(table: Table, player: str, words: list[str], told: dict[str, str]) -> Event:
    if "of" not in told:
        example = f"{player} prison tower of {table.seats[-1].name}"
        raise ValueError(Words("whose? like: {example}", example=example))
    sites = tuple(told["for"].lower().split("+")) if "for" in told else ("stone",)
    return StructureTaken(player=player, owner=_player(table, told["of"]), structure=_one(table, words), sites=sites)


def _heard_source(kind: Any, basic: str) -> Callable[..., Event]:
    def heard(table: Table, player: str, words: list[str], told: dict[str, str]) -> Event:
        source = told.get("from", basic).lower()
        card = _one(table, words) if words or source != "deck" else UNSEEN
        event: Event = kind(player=player, card=card, source=source)
        return event

    return heard


def _heard_cards(kind: Any, *, none: bool = False) -> Callable[..., Event]:
    def heard(table: Table, player: str, words: list[str], told: dict[str, str]) -> Event:
        if not words and not none:
            raise ValueError(Words("name the cards"))
        event: Event = kind(player=player, cards=_all(table, words))
        return event

    return heard


def _hear_give(table: Table, player: str, words: list[str], told: dict[str, str]) -> Event:
    """Cards of the hand; what the stockpile and the clientele give is public, and all of it goes."""
    whole = full_answer(table, table.players[player])
    return DemandAnswered(player=player, cards=_all(table, words), stockpile=whole.stockpile, clients=whole.clients)


HEARD: dict[str, Callable[..., Event]] = {
    "deal": _heard_cards(HandDealt),
    "reveal": lambda table, player, words, told: OrderRevealed(player=player, card=_one(table, words)),
    "leader": lambda table, player, words, told: LeaderChosen(player=player),
    "think": _hear_think,
    "lead": _hear_lead,
    "follow": _heard_cards(RoleFollowed),
    "latrine": lambda table, player, words, told: LatrineUsed(player=player, card=_one(table, words)),
    "vomitorium": lambda table, player, words, told: VomitoriumUsed(
        player=player, cards=_all(table, words) if words else None
    ),
    "hire": _heard_source(ClientHired, "pool"),
    "haul": _heard_source(MaterialHauled, "pool"),
    "sell": _heard_source(MaterialSold, "stockpile"),
    "fountain": lambda table, player, words, told: FountainDrawn(
        player=player, card=_one(table, words) if words else UNSEEN
    ),
    "lay": _hear_lay,
    "add": _hear_add,
    "stairway": _hear_stairway,
    "prison": _hear_prison,
    "demand": _heard_cards(MaterialsDemanded),
    "pool": _heard_cards(PoolTaken, none=True),
    "give": _hear_give,
    "refuse": lambda table, player, words, told: _hear_give(table, player, [], told),
    "senate": lambda table, player, words, told: SenateUsed(
        player=player, owners=tuple(_player(table, word) for word in words)
    ),
    "sewer": _heard_cards(SewerUsed),
    "vault": _heard_cards(VaultShown, none=True),
    "win": lambda table, player, words, told: GameConceded(winner=player, players=tuple(table.players)),
}


ALONE = ("leader", "refuse", "win")  # no cards are named with these
TOLD_WITH = {
    "hire": ("from",),
    "haul": ("from",),
    "sell": ("from",),
    "lay": ("on", "out"),
    "add": ("to", "from", "unfinished"),
    "stairway": ("to", "of", "from"),
    "prison": ("of", "for"),
}


def alike(table: Table, card: Any) -> Any:
    """Nobody at the table sees which copy of a card it is."""
    return table.cards[card].id or card if isinstance(card, str) and card in table.cards else card


def holds(table: Table, event: Event) -> bool:
    """Everything is recorded as it happens."""
    return False


def view(table: Table) -> dict[str, object]:
    """The table as it stands."""
    scores = interval(table)
    return {
        "round": table.round,
        "phase": "over" if over(table) else table.phase,
        "ended_by": ending(table),
        "leader": table.seats[table.leader].name,
        "role": table.role,
        "deck": table.left,
        "senators": table.senators,
        "pool": [
            {
                "material": material or UNSEEN,
                "cards": [card for card in table.pool if table.cards[card].material == material],
            }
            for material in sorted(materials(table, table.pool))
        ],
        "in_town": dict(table.in_town),
        "out_of_town": dict(table.out_of_town),
        "players": [_seen(table, player, scores[player.name]) for player in table.seats],
        "structures": [_built(table, player, one) for player, one in owners(table)],
    }


def _seen(table: Table, player: Player, score: tuple[int, int]) -> dict[str, object]:
    return {
        "player": player.name,
        "hand": [*player.hand, *[UNSEEN] * len(player.unseen), *[SENATOR] * player.senators],
        "hand_limit": hand_limit(player),
        "camp": [*player.camp, *[SENATOR] * player.camp_senators],
        "influence": influence_said(table, player),
        "sites": [site for site, _ in player.sites],
        "clientele": list(player.clientele),
        "clientele_limit": clientele_limit(player),
        "stockpile": list(player.stockpile),
        "vault": [token for token, _ in player.vault],
        "vault_limit": vault_limit(player),
        "score": Span(*score),
        "functions": sorted(player.works),
    }


def _built(table: Table, player: Player, structure: Structure) -> dict[str, object]:
    return {
        "player": player.name,
        "structure": structure.card,
        "name": table.deck.names.get(structure.id, structure.id),
        "site": structure.site,
        "out_of_town": structure.out_of_town,
        "materials": list(structure.materials),
        "needs": structure.needs,
        "complete": structure.complete,
        "stairway": list(structure.stairway),
    }
