"""The end of a round: Senates and Sewers are used, camps are emptied, the leader passes on; and actions left unused."""

from collections import Counter
from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta, Struct

from ledger.events import Event
from ledger.forms import Field, Form, Pick, entry_form, pick_field, players_field, several_field
from ledger.game import SLIP, Complaint, Condition, Facts, Happening
from ledger.games.glory_to_rome.cards import (
    ARCHITECT,
    CRAFTSMAN,
    LABORER,
    LEGIONARY,
    MERCHANT,
    PATRON,
    SENATOR,
)
from ledger.games.glory_to_rome.moving import NO_SENATOR, empty_camps, enter, forum_may_win, take
from ledger.games.glory_to_rome.naming import ROLE_NAMES, card_said, named
from ledger.games.glory_to_rome.picks import Openings, among
from ledger.games.glory_to_rome.sayings import CARDS, PART, ROLE, thanks_to
from ledger.games.glory_to_rome.structures import (
    PRISON,
    THINK,
    academy,
    aqueduct,
    bar,
    basilica,
    dock,
    senate,
    sewer,
    stairway,
)
from ledger.games.glory_to_rome.table import (
    ACT,
    ENDING,
    FOLLOW,
    LEAD,
    SETUP,
    THOUGHT,
    ActionFit,
    Player,
    Table,
    lacks,
    leading,
)
from ledger.games.glory_to_rome.turns import (
    ACTS,
    ENDS,
    act,
    close_actions,
    find,
    frames,
    go_on,
    no_action,
    open_frames,
    reach,
    spend_all,
    thinking,
)
from ledger.language.sayings import PLAYER, Derived, Saying, Sayings
from ledger.words import Words

# --- an action left unused --------------------------------------------------------------------------------------------


class ActionDeclined(Event, frozen=True, kw_only=True, tag="action_declined"):
    """A player was asked and did nothing: with an action of a role, or with a part of one."""

    player: str
    role: str
    part: str = ""


PARTS = {  # of an action of each kind, the one it is declined as a whole by first
    PATRON: ("pool", "hand", "deck"),
    LABORER: ("pool", "hand"),
    MERCHANT: ("main", "hand"),
    CRAFTSMAN: ("build", "fountain"),
    ARCHITECT: ("build", "stairway"),
    LEGIONARY: ("demand",),
    THINK: (THINK,),
    PRISON: (PRISON,),
}


FURTHER = {  # what a structure adds to an action of each kind
    PATRON: (("hand", aqueduct), ("deck", bar)),
    LABORER: (("hand", dock),),
    MERCHANT: (("hand", basilica),),
    ARCHITECT: (("stairway", stairway),),
}


def part_exists(table: Table, event: ActionDeclined) -> bool:
    """R3: one declines an action, or a part that an action of that role has."""
    return event.role in PARTS and (not event.part or event.part in PARTS[event.role])


def no_such_part(table: Table, event: ActionDeclined) -> Complaint:
    if event.role not in PARTS:
        words = "{player} declines an action as {found}; there are actions as {expected}"
        return Complaint(words, player=event.player, found=event.role, expected=list(PARTS))
    words = "{player} declines '{found}', which is no part of an action as {role}; its parts are {expected}"
    parts = [PART_NAMES[part] for part in PARTS[event.role]]
    return Complaint(words, player=event.player, found=event.part, role=event.role, expected=parts)


def _part(table: Table, event: ActionDeclined) -> str:
    """Which part is declined; with it, if nothing else is done of the action, the action."""
    own = PARTS.get(event.role, ("",))
    instead = event.part == "stairway" and table.options["stairway"] != "extra"
    return own[0] if instead or not event.part else event.part


def _declined(table: Table, event: ActionDeclined) -> ActionFit | None:
    """The action that is declined, or of which a part is; where none is left whole, the rest of the one under way.

    R9: a Legionary's that went unused with the others may be declined in words too.
    """
    player, role = table.players[event.player], (event.role,)
    whole = find(table, player, role, _part(table, event))
    if whole is not None or (event.part and event.role != LEGIONARY):
        return whole
    if event.role == LEGIONARY:
        return next((ActionFit(frame, fresh=False) for frame in frames(table, player) if frame.idle), None)
    rest = (find(table, player, role, part) for part, has in FURTHER.get(event.role, ()) if has(player))
    return next((fit for fit in rest if fit is not None), None)


def has_what_is_declined(table: Table, event: ActionDeclined) -> bool:
    """R3, G11: an action that one has; G12: an Academy's think may be declined too."""
    player = table.players[event.player]
    if event.role == THINK and academy(player) and thinking(table, player) == "academy":
        return True
    return _declined(table, event) is not None


def has_nothing_to_decline(table: Table, event: ActionDeclined) -> Complaint:
    return no_action(table, table.players[event.player], (event.role,))


def decline(table: Table, event: ActionDeclined) -> None:
    """An action, or a part of one, was left unused."""
    player: Player = table.players[event.player]
    go_on(table, event)
    if event.role == THINK and thinking(table, player) == "academy":
        close_actions(table)
        empty_camps(table)
        player.academy = True
        return
    reach(table, player)
    fit = _declined(table, event)
    frame = act(table, fit, (event.role,), _part(table, event))
    if frame is not None and event.role == LEGIONARY:
        if fit is not None and fit.fresh:
            spend_all(table, frame, 0)
        else:
            frame.idle -= 1
    if fit is not None and not fit.fresh and not event.part and fit.frame.parts is not None:
        fit.frame.parts.update(PARTS[event.role])  # all that was left of it


DECLINED_SAID = Sayings(
    Saying("{player} does not think", player=PLAYER, given={"role": THINK}),
    Saying("{player} does nothing as {role} ({part})", player=PLAYER, role=ROLE, part=PART),
    Saying(
        "{player} does nothing as {role}",
        player=PLAYER,
        role=ROLE,
        also=("{player} skips/passes/declines {role}",),
    ),
)


def declines_offered(table: Table) -> Iterator[Event]:
    """Where every action is told of, one that is not used is declined."""
    if table.options["passes"] != "recorded":
        return
    for player, frame in open_frames(table):
        for role in frame.roles:
            for part in PARTS.get(role, ())[:1]:
                yield ActionDeclined(player=player.name, role=role)
                yield ActionDeclined(player=player.name, role=role, part=part)
            for part in PARTS.get(role, ())[1:]:
                yield ActionDeclined(player=player.name, role=role, part=part)
    yield from (ActionDeclined(player=player.name, role=THINK) for player in table.seats if academy(player))


ALSO = {THINK: Words("thinking"), PRISON: Words("taking a structure")}
PART_NAMES = {
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


def decline_forms(table: Table) -> Iterator[Form]:
    moment = Openings(table)
    roles = [Pick(one, name) for one, name in {**ROLE_NAMES, **ALSO}.items()]
    parts = [Pick(one, name) for one, name in PART_NAMES.items()]
    role = next((one for one in (table.role, *sorted(moment.roles)) if one), None)
    fields = [
        players_field(table.players, value=moment.who),
        pick_field("role", Words("with an action of"), roles, value=role),
        pick_field("part", Words("only a part of it"), parts, optional=True),
    ]
    passing = table.options["passes"] == "recorded" and moment.closing
    yield entry_form(ActionDeclined, Words("somebody does nothing"), fields, now=passing)


ACTION_DECLINED = Happening(
    event=ActionDeclined,
    conditions=(
        *ACTS,
        Condition("GTR-R3", part_exists, no_such_part),
        Condition("GTR-R3", has_what_is_declined, has_nothing_to_decline),
    ),
    effect=decline,
    words=DECLINED_SAID,
    offers=declines_offered,
    forms=decline_forms,
)


# --- Senate and Sewer -------------------------------------------------------------------------------------------------


class SenateUsed(Event, frozen=True, kw_only=True, tag="senate_used"):
    """Senate: whose senators were taken into the hand, one name for each."""

    player: str
    owners: tuple[str, ...]


def actions_have_begun(table: Table, event: "SenateUsed | SewerUsed") -> bool:
    """G12: a Senate and a Sewer are used at the end of a round in which a role was led."""
    return table.phase in (FOLLOW, ACT, ENDING)


def nothing_was_led(table: Table, event: "SenateUsed | SewerUsed") -> Complaint:
    return Complaint("{player} uses a Senate or a Sewer in a round in which no role was led", player=event.player)


def has_a_senate(table: Table, event: SenateUsed) -> bool:
    """G46: a Senate takes senators."""
    return senate(table.players[event.player])


def has_no_senate(table: Table, event: SenateUsed) -> Complaint:
    return Complaint("{player} takes senators without a Senate", player=event.player)


def takes_others_senators(table: Table, event: SenateUsed) -> bool:
    """G46: those of others."""
    return event.player not in event.owners


def takes_an_own_senator(table: Table, event: SenateUsed) -> Complaint:
    return Complaint("{player} takes back a senator of their own; a Senate takes those of others", player=event.player)


def _short(table: Table, event: SenateUsed) -> list[str]:
    return [name for name, count in Counter(event.owners).items() if table.players[name].camp_senators < count]


def senators_lie_there(table: Table, event: SenateUsed) -> bool:
    """G46: those that were played in this round; G12: before the camps are emptied."""
    return not _short(table, event)


def senators_lie_elsewhere(table: Table, event: SenateUsed) -> Complaint:
    words = "{player} takes a senator of {found}, who has none on the camp"
    return Complaint(words, player=event.player, found=_short(table, event))


def senates_in_order(table: Table, event: SenateUsed) -> bool:
    """G12: Senates are used in the leader's order, so that the first one chooses first (G46)."""
    player, last = table.players[event.player], table.closing
    return last is None or last not in table.order or table.order.index(last) <= table.order.index(player)


def senates_out_of_order(table: Table, event: SenateUsed) -> Complaint:
    words = "{found} takes senators after {expected}; Senates are used in the leader's order"
    return Complaint(words, found=event.player, expected=table.closing.name if table.closing else "")


def use_senate(table: Table, event: SenateUsed) -> None:
    """Senators that others played come into the hand."""
    player: Player = table.players[event.player]
    owners = [table.players[name] for name in event.owners]
    go_on(table, event)
    close_actions(table)
    for owner in owners:
        owner.camp_senators = max(0, owner.camp_senators - 1)
        enter(table, player, SENATOR)
    table.closing = player


SENATE_SAID = Sayings(
    Saying(
        "{player} takes the senators of {owners} ({by})",
        player=PLAYER,
        owners=PLAYER.several,
        by=thanks_to("senate"),
    )
)


def senates_offered(table: Table) -> Iterator[Event]:
    """All senators of the others, or those of one of them."""
    for player in table.seats if table.phase in (FOLLOW, ACT, ENDING) else []:
        if senate(player):
            others = [one for one in table.seats if one.camp_senators and one is not player]
            every = tuple(one.name for one in others for _ in range(one.camp_senators))
            if every:
                yield SenateUsed(player=player.name, owners=every)
            if len(every) > 1:
                yield from (SenateUsed(player=player.name, owners=(one.name,)) for one in others)


def _by(table: Table, likely: list[Player]) -> Field:
    return players_field(table.players, value=likely[0].name if likely else None)


def senate_forms(table: Table) -> Iterator[Form]:
    senates = [player for player in table.seats if senate(player)]
    played = [player.name for player in table.seats if player.camp_senators and player not in senates[:1]]
    picks = players_field(table.players).picks
    takes = [_by(table, senates), several_field("owners", Words("whose"), picks, value=played)]
    title = Words("{structure}: take senators", structure=card_said(table, "senate"))
    yield entry_form(SenateUsed, title, takes, now=Openings(table).closing and bool(senates and played))


SENATE_USED = Happening(
    event=SenateUsed,
    conditions=(
        *ENDS,
        Condition("GTR-R3", actions_have_begun, nothing_was_led),
        Condition("GTR-G46", has_a_senate, has_no_senate),
        Condition("GTR-G46", takes_others_senators, takes_an_own_senator),
        Condition("GTR-G46", senators_lie_there, senators_lie_elsewhere, mistake=SLIP),
        Condition("GTR-G12", senates_in_order, senates_out_of_order),
    ),
    effect=use_senate,
    words=SENATE_SAID,
    offers=senates_offered,
    forms=senate_forms,
)


class SewerUsed(Event, frozen=True, kw_only=True, tag="sewer_used"):
    """Sewer: orders the player led or followed with go to the stockpile."""

    player: str
    cards: tuple[str, ...]

    @property
    def materials(self) -> tuple[str, ...]:
        return self.cards


def has_a_sewer(table: Table, event: SewerUsed) -> bool:
    """G45: a Sewer keeps orders."""
    return sewer(table.players[event.player])


def has_no_sewer(table: Table, event: SewerUsed) -> Complaint:
    return Complaint("{player} keeps orders without a Sewer", player=event.player)


def keeps_what_was_played(table: Table, event: SewerUsed) -> bool:
    """G45: orders one led or followed with."""
    return not lacks(table, table.players[event.player].camp, event.cards)


def keeps_what_was_not_played(table: Table, event: SewerUsed) -> Complaint:
    missing = lacks(table, table.players[event.player].camp, event.cards)
    words = "{player} keeps {found}, which is not on the camp"
    return Complaint(words, player=event.player, found=named(table, missing))


def use_sewer(table: Table, event: SewerUsed) -> None:
    """Orders of the camp become materials."""
    player: Player = table.players[event.player]
    for card in event.cards:
        table.cards[card]
    go_on(table, event)
    close_actions(table)
    player.stockpile += [take(table, player.camp, card) for card in event.cards]
    forum_may_win(table, event.n)


SEWER_SAID = Sayings(
    Saying("{player} puts {cards} into the stockpile ({by})", player=PLAYER, cards=CARDS, by=thanks_to("sewer"))
)


def sewers_offered(table: Table) -> Iterator[Event]:
    """All orders of the camp, or one of them."""
    for player in table.seats if table.phase in (FOLLOW, ACT, ENDING) else []:
        if sewer(player) and player.camp:
            yield SewerUsed(player=player.name, cards=tuple(player.camp))
            if len(player.camp) > 1:
                yield from (SewerUsed(player=player.name, cards=(card,)) for card in player.camp)


def sewer_forms(table: Table) -> Iterator[Form]:
    sewers = [player for player in table.from_leader() if sewer(player) and player.camp]
    camp = sewers[0].camp if sewers else [token for player in table.seats for token in player.camp]
    picks = among(table, camp, each=False)
    kept = several_field("cards", Words("orders"), picks, value=sewers[0].camp if sewers else ())
    title = Words("{structure}: keep orders of the camp", structure=card_said(table, "sewer"))
    yield entry_form(SewerUsed, title, [_by(table, sewers), kept], now=Openings(table).closing and bool(sewers))


SEWER_USED = Happening(
    event=SewerUsed,
    conditions=(
        *ENDS,
        Condition("GTR-R3", actions_have_begun, nothing_was_led),
        NO_SENATOR,
        Condition("GTR-G45", has_a_sewer, has_no_sewer),
        Condition("GTR-G45", keeps_what_was_played, keeps_what_was_not_played),
    ),
    effect=use_sewer,
    words=SEWER_SAID,
    offers=sewers_offered,
    forms=sewer_forms,
)


# --- the leader card passes on ----------------------------------------------------------------------------------------


class RoundEnded(Event, frozen=True, kw_only=True, tag="round_ended"):
    """Camps are emptied and the leader card passes to the left."""


def round_was_played(table: Table, event: RoundEnded) -> bool:
    """R3: a round ends after the leader has led or thought."""
    return table.phase not in (SETUP, LEAD)


def round_was_not_played(table: Table, event: RoundEnded) -> Complaint:
    leader = leading(table)
    if leader is None:
        return Complaint("the round ends, but nobody has led or thought")
    return Complaint("the round ends, but {expected} has neither led nor thought", expected=leader.name)


def discards_led_to_a_think(table: Table, event: RoundEnded) -> bool:
    """G47: who used a Latrine or Vomitorium thinks."""
    return not [player for player in table.seats if player.purged]


def discards_led_nowhere(table: Table, event: RoundEnded) -> Complaint:
    found = [player.name for player in table.seats if player.purged]
    return Complaint("{found} discarded cards as before a think, and did not think", found=found)


def pass_the_leader_on(table: Table, event: RoundEnded) -> None:
    """Whoever had actions left has lost them; a round in which nothing was played goes on."""
    go_on(table, event)
    if table.phase != LEAD:
        end_round(table)


def end_round(table: Table) -> None:
    """Put the table in order for the next round."""
    empty_camps(table)
    table.phase, table.role, table.order, table.turn, table.led = LEAD, "", [], -1, -1
    table.stack, table.demand, table.owed = [], None, []
    table.closing = None
    table.leader = table.next_leader
    table.round += 1
    for player in table.seats:
        player.new_round()
        player.decided = player.name in table.players.left


def player_leaves(table: Table, player: str, n: int) -> None:
    """Nobody waits for somebody who left: neither to lead or follow, nor for an answer."""
    gone: Player = table.players[player]
    gone.decided = True
    table.owed = [name for name in table.owed if name != player]
    if table.phase in (SETUP, LEAD) and table.seats[table.leader] is gone:
        table.leader = table.next_leader


ENDED_SAID = Sayings(
    Saying(
        "round {round} ends",
        round=Derived(lambda table, event: table.round),
        also=(
            "end of round {round}",
            "next round",
            "round {round} over/done/ended/finished",
            "round {round} is over/done/ended/finished",
        ),
    )
)


def ends_offered(table: Table) -> Iterator[Event]:
    if table.phase in (THOUGHT, FOLLOW, ACT, ENDING):
        yield RoundEnded()


def end_forms(table: Table) -> Iterator[Form]:
    yield entry_form(RoundEnded, Words("the round ends"), now=Openings(table).closing)


ROUND_ENDED = Happening(
    event=RoundEnded,
    conditions=(
        *ENDS,
        Condition("GTR-R3", round_was_played, round_was_not_played, mistake=SLIP),
        Condition("GTR-G47", discards_led_to_a_think, discards_led_nowhere),
    ),
    effect=pass_the_leader_on,
    words=ENDED_SAID,
    offers=ends_offered,
    forms=end_forms,
)

HAPPENINGS = (ACTION_DECLINED, SENATE_USED, SEWER_USED, ROUND_ENDED)


# --- what was led, for an archive -------------------------------------------------------------------------------------


class Lead(Struct, gc=False):
    """One row a round: the role that was led and how many followed, or that the leader thought."""

    n: int
    round: int
    player: Annotated[str, Meta(description="who led, or thought first")]
    role: Annotated[str, Meta(description="the role that was led, or think")]
    followers: Annotated[int, Meta(description="how many of the others followed")] = 0


def led_so_far(table: Table) -> Iterator[Lead]:
    """The round under way."""
    leader = table.seats[table.leader]
    if table.phase == THOUGHT:
        yield Lead(table.led, table.round, leader.name, THINK)
    elif table.phase not in (SETUP, LEAD):
        followers = sum(player.followed for player in table.seats if player is not leader)
        yield Lead(table.led, table.round, leader.name, table.role, followers)


def led_until(table: Table, event: RoundEnded) -> Iterator[Lead]:
    """The round that ends."""
    return led_so_far(table)


LEADS = Facts(Lead, {RoundEnded: led_until}, led_so_far)
