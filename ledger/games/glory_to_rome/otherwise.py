"""Another course of play: what becomes of something that was played, at a table that stands otherwise.

Two tables are held side by side: as it was played, and as it would have been played. What the rules make of the moment
is worked out anew: who is still asked, how many orders a think draws and which come off the deck, what a demand takes.
Where a player would have had to choose anew, or a card would have come up that nobody saw, knowledge ends, and the
words say why.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from ledger.choices import allowed
from ledger.events import Event
from ledger.game import Becomes, Happening
from ledger.games.glory_to_rome import (
    foundation,
    fountain,
    laborer,
    legionary,
    material,
    merchant,
    patron,
    prison,
    stairway,
)
from ledger.games.glory_to_rome import round as rounds
from ledger.games.glory_to_rome.cards import SENATOR, UNSEEN
from ledger.games.glory_to_rome.carrying import has_an_action
from ledger.games.glory_to_rome.follow import ROLE_FOLLOWED
from ledger.games.glory_to_rome.lead import (
    LATRINE_USED,
    ROLE_LED,
    THOUGHT_,
    VOMITORIUM_USED,
    due,
)
from ledger.games.glory_to_rome.moving import from_unseen
from ledger.games.glory_to_rome.naming import card_said, cards_said, material_said, role_said
from ledger.games.glory_to_rome.structures import immune
from ledger.games.glory_to_rome.table import (
    FOLLOW,
    LEAD,
    SETUP,
    THOUGHT,
    Player,
    Table,
    lacks,
    leading,
    materials,
    not_held,
    over,
)
from ledger.games.glory_to_rome.turns import available, open_frames, thinking
from ledger.words import Words

# With what an action of each kind finds the action it is done with.
ACTIONS: dict[type[Event], Callable[[Table, Any], bool]] = {
    patron.CLIENT_HIRED.event: has_an_action,
    laborer.MATERIAL_HAULED.event: has_an_action,
    merchant.MATERIAL_SOLD.event: has_an_action,
    fountain.FOUNTAIN_DRAWN.event: fountain.has_a_craftsman,
    foundation.FOUNDATION_LAID.event: foundation.has_a_builder,
    material.MATERIAL_ADDED.event: material.has_a_builder_for_it,
    stairway.STAIRWAY_USED.event: stairway.has_an_architect,
    prison.STRUCTURE_TAKEN.event: prison.has_a_prison,
    legionary.MATERIALS_DEMANDED.event: legionary.has_a_legionary,
    rounds.ACTION_DECLINED.event: rounds.has_what_is_declined,
}
FOLLOWED: Any = ROLE_FOLLOWED.event
DREW: Any = THOUGHT_.event
POOL: Any = legionary.POOL_TAKEN.event
DEMANDED: Any = legionary.MATERIALS_DEMANDED.event
ENDED: Any = rounds.ROUND_ENDED.event
SENATE: Any = rounds.SENATE_USED.event
SEWER: Any = rounds.SEWER_USED.event
ANSWERS: Any = (POOL, legionary.DEMAND_ANSWERED.event)
THINKING: Any = (DREW, LATRINE_USED.event, VOMITORIUM_USED.event)
PLAYED: dict[type[Event], Happening] = {
    one.event: one
    for one in (
        ROLE_LED, ROLE_FOLLOWED, THOUGHT_, LATRINE_USED, VOMITORIUM_USED, *patron.HAPPENINGS, *laborer.HAPPENINGS,
        *merchant.HAPPENINGS, *fountain.HAPPENINGS, *foundation.HAPPENINGS, *material.HAPPENINGS,
        *stairway.HAPPENINGS, *prison.HAPPENINGS, *legionary.HAPPENINGS, *rounds.HAPPENINGS,
    )
}  # fmt: skip


class Side:
    """One of the two tables, and from where in the deck the unseen cards of each hand may be."""

    def __init__(self, table: Table) -> None:
        self.drawn = table.drawn
        self.unseen = {player.name: len(player.unseen) for player in table.seats}
        self.may_be: dict[str, set[object]] = {
            name: {(name, at) for at in range(number)} for name, number in self.unseen.items()
        }

    def look(self, table: Table) -> None:
        """Something has happened there since it was last looked at."""
        for player in table.seats:
            name, number = player.name, len(player.unseen)
            if number > self.unseen[name]:
                self.may_be[name].update(range(self.drawn, table.drawn) or [(name, "again", table.clock)])
            elif not number:
                self.may_be[name] = set()
            self.unseen[name] = number
        self.drawn = table.drawn


class Beside:
    """What becomes of one event after the other."""

    def __init__(self, table: Table, course: Iterable[tuple[Table, Event]], dealt_anew: bool) -> None:
        self.dealt_anew = dealt_anew
        self.was, self.now = Side(table), Side(table)
        self.deck: dict[int, str] = dict(enumerate(table.pile or ()))
        if dealt_anew and table.pile is None:
            for before, event in course:
                self.deck.update(enumerate(getattr(event, "drawn", ()), before.drawn))

    def __call__(self, was: Table, now: Table, event: Any) -> Becomes:
        """The event itself, another in its place, none; what comes before it as well; or why nobody can know."""
        self.was.look(was)
        self.now.look(now)
        if type(event) not in PLAYED or over(now):
            return (event,)
        found = _another_moment(was, now, event)
        if found is None and now.owed and not isinstance(event, ANSWERS):
            found = _owed(now, event)
        if found is None and isinstance(event, ANSWERS):
            found = self._answered(was, now, event)
        if found is None and type(event) in ACTIONS and not ACTIONS[type(event)](now, event):
            found = self._no_action(was, now, event)
        if found is None and type(event) is DEMANDED and not legionary.demands_within_the_actions(now, event):
            found = _which(now, event.player, event.cards)
        return self._with_the_cards(was, now, event) if found is None else found

    # --- a demand -----------------------------------------------------------------------------------------------------

    def _answered(self, was: Table, now: Table, event: Any) -> Becomes | None:
        demand, player = now.demand, now.players[event.player]
        if demand is None or was.demand is None:
            return () if demand is None else None
        if isinstance(event, POOL):
            if demand.player is not player or demand.pool:
                return ()
            return _may(now, _with_other_copies(now, event)) or _forced(now, event.player)
        if player not in demand.asked or player in demand.answered:
            return ()
        if self.dealt_anew and len(player.unseen) and not immune(player, demand.player):
            given = materials(now, event.cards)
            asked = [one for one, number in demand.materials.items() if given.get(one, 0) < number]
            same = self.now.may_be[player.name] <= self.was.may_be[player.name]
            more = {now.cards[card].material for card in _in_sight(was) - _in_sight(now)}
            new = [
                one
                for one in asked
                if not same or one in more or demand.materials[one] > was.demand.materials.get(one, 0)
            ]
            if new:
                words = "whether {player} would have had {material} to give, nobody can know"
                return Words(words, player=player.name, material=material_said(new[0]))
        event = _with_other_copies(now, event)
        return self._hidden(was, now, event) or _may(now, event) or _forced(now, event.player, event)

    # --- an action ----------------------------------------------------------------------------------------------------

    def _no_action(self, was: Table, now: Table, event: Any) -> Becomes | None:
        """Nobody asks who has no action left; who has another one may do something else with it."""
        player = event.player
        others = _open(now, player) - _open(was, player)
        if others:
            words = (
                "{player} would have had an action as {roles} instead; what {player} would have done, nobody can know"
            )
            return Words(words, player=player, roles=[role_said(role) for role in sorted(others)])
        return () if self.dealt_anew else None

    # --- cards --------------------------------------------------------------------------------------------------------

    def _with_the_cards(self, was: Table, now: Table, event: Any) -> Becomes:
        if self.dealt_anew and (told := getattr(event, "drawn", ())):
            found = self._from_the_deck(now, event, told)
            if found is not None:
                return found
        if isinstance(event, (SENATE, SEWER)):
            return _what_lies_on_camps(now, event)
        if not PLAYED[type(event)].asks(now, event):
            event = _with_other_copies(now, event)
        found = self._hidden(was, now, event) if getattr(event, "from_hand", ()) else None
        if found is None and not allowed(PLAYED[type(event)], now, event):
            found = _another_role(was, now, event) or _elsewhere(was, now, event)
        return (event,) if found is None else found

    def _from_the_deck(self, now: Table, event: Any, told: tuple[str, ...]) -> Becomes | None:
        """What lies on top of the deck then; None: what was drawn, or nothing is there to be drawn."""
        number = len(told)
        if isinstance(event, DREW):
            if thinking(now, now.players[event.player]) == "":
                return None
            number = min(due(now.players[event.player]), now.left)
        cards = tuple(self.deck.get(now.drawn + at, UNSEEN) for at in range(number))
        if cards == told or (cards and now.left <= 0):
            return None
        if isinstance(event, DREW):
            return (replace(event, cards=cards),)
        if cards == (UNSEEN,):
            return Words("which card would come up, the record has not seen")
        other = replace(event, card=cards[0])
        return (other,) if allowed(PLAYED[type(event)], now, other) else None

    def _hidden(self, was: Table, now: Table, event: Any) -> Words | None:
        """A card that comes to light was in this hand too, unless it was shown already, or other cards were drawn."""
        player: Player = now.players[event.player]
        shown = from_unseen(now, player, event.from_hand) if self.dealt_anew and len(player.unseen) else []
        if not shown:
            return None
        also = from_unseen(was, was.players[event.player], event.from_hand)
        same = sorted(shown) == sorted(also) and self.was.may_be[player.name] <= self.now.may_be[player.name]
        spent = {now.cards[card].material for card in _in_sight(now) - _in_sight(was)}
        if same and not any(now.cards[card].material in spent for card in shown):
            return None
        return _nobody_knows(now, player, shown)


def _nobody_knows(table: Table, player: Player, cards: Sequence[str]) -> Words:
    words = "whether {player} would have held {cards}, nobody can know: the hand is hidden"
    return Words(words, player=player.name, cards=cards_said(table, cards))


def _in_sight(table: Table) -> Counter[str]:
    """Every card that everybody sees, by what it is."""
    cards = (card for place, zone in _piles(table, hands=False) for card in zone if card not in (UNSEEN, SENATOR))
    return Counter(table.cards[card].id or card for card in cards)


# --- whose turn it is -------------------------------------------------------------------------------------------------


def _another_moment(was: Table, now: Table, event: Any) -> Becomes | None:
    """Where the round stands otherwise: nobody asks any more, or somebody else would have had to decide first."""
    if now.round > was.round:
        return ()
    if now.round < was.round:
        return (ENDED(), event) if _may(now, ENDED()) else None
    if isinstance(event, ENDED):
        return _undecided(now)
    if now.phase == THOUGHT:
        return ()
    if was.phase in (SETUP, LEAD):
        return None if now.phase in (SETUP, LEAD) else ()
    deciding = isinstance(event, FOLLOWED) or (was.phase == FOLLOW and isinstance(event, THINKING))
    if deciding and now.phase not in (SETUP, LEAD) and now.players[event.player].decided:
        return () if not was.players[event.player].decided else None
    if isinstance(event, THINKING) and not deciding and not thinking(now, now.players[event.player]):
        return ()
    return _undecided(now, event.player if deciding else "")


def _undecided(table: Table, until: str = "") -> Words | None:
    """Who would have had to decide before this, and did not have to in the record."""
    if table.phase in (SETUP, LEAD):
        leader = leading(table)
        words = "{player} would have led a role or thought, and nobody can know which"
        return None if leader is None else Words(words, player=leader.name)
    found = []
    for player in table.order if table.phase == FOLLOW else ():
        if player.name == until:
            break
        if not player.decided:
            found.append(player.name)
    words = "{players} would have followed or thought, and nobody can know which"
    return Words(words, players=found) if found else None


def _another_role(was: Table, now: Table, event: Any) -> Words | None:
    """Cards that followed one role and do not follow another."""
    if not isinstance(event, FOLLOWED) or was.role == now.role:
        return None
    words = "{role} would have been led, which {cards} cannot follow; what {player} would have done, nobody can know"
    return Words(words, role=role_said(now.role), cards=cards_said(now, event.cards), player=event.player)


def _open(table: Table, player: str) -> set[str]:
    """In which roles a player has actions now, or still to come in this round."""
    frames = [frame for one, frame in open_frames(table) if one.name == player and available(table, frame) > 0]
    return {role for frame in frames for role in frame.roles}


# --- what a demand takes ----------------------------------------------------------------------------------------------


def _owed(table: Table, event: Event) -> Becomes:
    """Answers that were not needed in the record are given first, where there is but one way to give them."""
    name = next((one for one in table.owed if not one), table.owed[0])
    answer = _forced(table, name or (table.demand.player.name if table.demand else ""), pool=not name)
    return answer if isinstance(answer, Words) else (*answer, event)


def _forced(table: Table, player: str, event: Any = None, *, pool: bool = True) -> Becomes:
    """The one answer that a demand leaves to the pool or to a player; () where the pool has nothing."""
    happening = legionary.POOL_TAKEN if event is None and pool else legionary.DEMAND_ANSWERED
    ways: list[Any] = [
        one
        for one in happening.offers(table)
        if one.player == player and allowed(happening, table, one)  # type: ignore[attr-defined]
    ]
    if happening is legionary.DEMAND_ANSWERED:
        ways = [one for one in ways if not one.waived and not (event and event.stockpile and not one.stockpile)]
        hand = table.players[player]
        if len(hand.unseen) and table.demand is not None and not immune(hand, table.demand.player):
            wanted = material_said(next(iter(table.demand.materials)))
            words = "whether {player} would have had {material} to give, nobody can know"
            return Words(words, player=player, material=wanted)
    names = {tuple(sorted(str(card_said(table, card)) for card in _given(one))): one for one in ways}
    if len(names) > 1:
        said = {table.cards[card].id or card: card for one in ways for card in _given(one)}.values()
        return _which(table, player, said)
    return tuple(names.values())


def _which(table: Table, player: str, cards: Iterable[str]) -> Words:
    words = "which of {cards} {player} would have chosen, nobody can know"
    return Words(words, cards=cards_said(table, cards), player=player)


def _given(event: Any) -> tuple[str, ...]:
    return (*event.cards, *getattr(event, "stockpile", ()), *getattr(event, "clients", ()))


def _may(table: Table, event: Event) -> tuple[Event, ...]:
    return (event,) if allowed(PLAYED[type(event)], table, event) else ()


# --- where cards lie --------------------------------------------------------------------------------------------------


def _what_lies_on_camps(table: Table, event: Any) -> Becomes:
    """A Senate and a Sewer take what they took, as far as it was played."""
    left: list[str] = []
    other: Event = event
    if isinstance(event, SENATE):
        for name in event.owners:
            left += [name] if left.count(name) < table.players[name].camp_senators else []
        other = replace(event, owners=tuple(left))
    else:
        for card in event.cards:
            left += [card] if not lacks(table, table.players[event.player].camp, (*left, card)) else []
        other = replace(event, cards=tuple(left))
    return (event if other == event else other,) if left else ()


def _places(table: Table, event: Any) -> Iterator[tuple[str, list[str]]]:
    """From which cards the fields of an event take."""
    player: Player = table.players[event.player]
    zones = {"pool": table.pool, "hand": player.hand, "stockpile": player.stockpile}
    if isinstance(event, POOL):
        yield "cards", table.pool
    elif isinstance(event, ANSWERS):
        yield from (("cards", player.hand), ("stockpile", player.stockpile), ("clients", player.clientele))
    elif hasattr(event, "source"):
        if event.source in zones:
            yield "material" if hasattr(event, "material") else "card", zones[event.source]
    elif getattr(event, "from_hand", ()):
        yield "cards" if hasattr(event, "cards") else "card", player.hand


def _with_other_copies(table: Table, event: Any) -> Any:
    """Copies of a card are the same to people: the one that lies there is taken."""
    for field, zone in _places(table, event):
        told = getattr(event, field)
        tokens = (told,) if isinstance(told, str) else told or ()
        left, found = [one for one in zone if one not in tokens], []
        for token in tokens:
            alike = [one for one in left if "#" in token and table.cards[one].id == table.cards[token].id]
            if token not in zone and alike:
                left.remove(alike[0])
            found.append(alike[0] if token not in zone and alike else token)
        if found != [*tokens]:
            event = replace(event, **{field: found[0] if isinstance(told, str) else tuple(found)})
    return event


def _elsewhere(was: Table, now: Table, event: Any) -> Words | None:
    """Cards that lay where the event takes them from, and would not lie there."""
    gone = []
    for (field, zone), (_, before) in zip(_places(now, event), _places(was, event), strict=True):
        told = getattr(event, field)
        tokens = [one for one in ((told,) if isinstance(told, str) else told or ()) if one not in (SENATOR, UNSEEN)]
        hand = field in ("card", "cards") and zone is now.players[event.player].hand
        if hand and len(now.players[event.player].unseen):
            continue
        missing = lacks(now, zone, tokens)
        gone += [one for one in missing if one not in lacks(was, before, tokens)]
    player: Player = now.players[event.player]
    if not gone:
        missing = not_held(now, player, getattr(event, "from_hand", ()))
        if SENATOR in missing:
            return Words("{player} would hold no senator to play", player=player.name)
        return _nobody_knows(now, player, missing) if missing else None
    places: dict[str, None] = dict.fromkeys(gone)
    words = "what {player} takes would lie elsewhere: {cards}"
    return Words(words, player=event.player, cards=[_where(was, now, token) for token in places])


def _where(was: Table, now: Table, token: str) -> Words:
    """A card with the place in which it would lie."""
    before = {str(place): zone for place, zone in _piles(was)}
    for place, zone in _piles(now):
        more = [one for one in zone if now.cards[one].id == now.cards[token].id]
        lay = [one for one in before.get(str(place), ()) if now.cards[one].id == now.cards[token].id]
        if token in zone if "#" in token else len(more) > len(lay):
            return Words("{card} ({place})", card=card_said(now, token), place=place)
    return Words("{card} ({place})", card=card_said(now, token), place=Words("nobody saw where"))


def _piles(table: Table, *, hands: bool = True) -> Iterator[tuple[Words, Sequence[str]]]:
    """Every pile, in words."""
    yield Words("the pool"), table.pool
    for player in table.seats:
        name = player.name
        if hands:
            yield Words("the hand of {player}", player=name), player.hand
        yield Words("the camp of {player}", player=name), player.camp
        yield Words("the stockpile of {player}", player=name), player.stockpile
        yield Words("the clientele of {player}", player=name), player.clientele
        yield Words("the vault of {player}", player=name), [card for card, _ in player.vault]
        built = [card for one in player.structures for card in (one.card, *one.materials, *one.stairway)]
        yield Words("the structures of {player}", player=name), built
    if hands and table.pile is not None:
        yield Words("the deck"), table.pile[table.drawn :]
