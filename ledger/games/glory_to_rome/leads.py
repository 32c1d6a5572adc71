"""What was led in every round: the table `leads` of an archive, read off the events in force."""

from collections.abc import Iterable, Mapping
from typing import Annotated

from msgspec import Meta, Struct

from ledger.events import Event
from ledger.game import Reading
from ledger.games.glory_to_rome.events import RoleFollowed, RoleLed, RoundEnded, Thought

THINK = "think"


class Lead(Struct, gc=False):
    """One row a round: the role that was led and how many followed, or that the leader thought."""

    n: int
    round: int
    player: Annotated[str, Meta(description="who led, or thought first")]
    role: Annotated[str, Meta(description="the role that was led, or think")]
    followers: Annotated[int, Meta(description="how many of the others followed")] = 0


def leads(events: Iterable[Event], options: Mapping[str, Reading]) -> list[Lead]:
    """What was led in each round of a game."""
    found: list[Lead] = []
    number, led, thought = 1, list[Lead](), list[Lead]()
    for event in events:
        if isinstance(event, RoundEnded):
            found += led or thought
            number, led, thought = number + 1, [], []
        elif isinstance(event, RoleLed):
            led.append(Lead(event.n, number, event.player, event.role))
        elif isinstance(event, RoleFollowed) and led:
            led[-1].followers += 1
        elif isinstance(event, Thought) and not thought:
            thought.append(Lead(event.n, number, event.player, THINK))
    return found + (led or thought)
