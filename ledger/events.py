"""Event, and the facts that every game shares."""

from typing import Annotated, Generic, TypeVar

from msgspec import Meta, Struct

LARGEST = 2**53 - 1
Whole = Annotated[int, Meta(ge=-LARGEST, le=LARGEST)]


class Event(
    Struct, frozen=True, kw_only=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, tag_field="type"
):
    """A fact from the table. The log fills in `n` and `ts`; the hash belongs to the line."""

    n: Whole = -1  # event n stands on line n + 1; -1: not in a log
    ts: str = ""
    by: str = ""
    id: str = ""


class GameStarted(Event, frozen=True, kw_only=True, tag="game_started"):
    """Who sits down to what, and which readings of the rules they play."""

    game: str
    players: tuple[str, ...]
    edition: str = ""
    catalogue: str = ""
    options: dict[str, str | Whole | bool] = {}
    catalogue_digest: str = ""
    software: str = ""
    place: str = ""
    title: str = ""
    format: Whole = 1


class NoteAdded(Event, frozen=True, kw_only=True, tag="note_added"):
    """Something worth remembering that changes nothing."""

    text: str


class ScoreClaimed(Event, frozen=True, kw_only=True, tag="score_claimed"):
    """What the table wrote on its pad for one player; each game adds its categories, then `total`."""

    player: str


class ScoreAdjusted(Event, frozen=True, kw_only=True, tag="score_adjusted"):
    """A house ruling or a penalty: a line of its own on the sheet."""

    player: str
    points: Whole
    reason: str = ""


class ScoreConfirmed(Event, frozen=True, kw_only=True, tag="score_confirmed"):
    """This player agrees with the sheet as it stands."""

    player: str


class TailSetAside(Event, frozen=True, kw_only=True, tag="tail_set_aside"):
    """An unfinished last line was moved to NAME.torn before the log went on."""

    bytes: Whole
    digest: str


class GameEnded(Event, frozen=True, kw_only=True, tag="game_ended"):
    """The table's claim of who won."""

    winners: tuple[str, ...]


class LogSealed(Event, frozen=True, kw_only=True, tag="log_sealed"):
    """Seals every byte before its line."""

    digest: str


Play = TypeVar("Play")  # what may stand inside an amendment: a game's own events and the shared ones above but the seal


class EntryWithdrawn(Event, frozen=True, kw_only=True, tag="entry_withdrawn"):
    """Event `target` did not happen."""

    target: Whole
    reason: str = ""


class EntryCorrected(Event, Generic[Play], frozen=True, kw_only=True, tag="entry_corrected"):
    """Event `target` happened like this instead."""

    target: Whole
    entry: Play
    reason: str = ""


class EntryInserted(Event, Generic[Play], frozen=True, kw_only=True, tag="entry_inserted"):
    """A forgotten event that happened just before event `before`."""

    before: Whole
    entry: Play
    reason: str = ""


Shared = NoteAdded | ScoreAdjusted | ScoreConfirmed | TailSetAside | GameEnded
Amendment = EntryWithdrawn | EntryCorrected[Event] | EntryInserted[Event]
AMENDMENTS = (EntryWithdrawn, EntryCorrected, EntryInserted)
