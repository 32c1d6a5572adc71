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
    more: Whole = 0  # so many further events of the same entry follow


OF_THE_LINE = Event.__struct_fields__  # what the log or the phone fills in, never a person


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


class PlayerLeft(Event, frozen=True, kw_only=True, tag="player_left"):
    """Somebody left the table before the end: the others can finish."""

    player: str


class TailSetAside(Event, frozen=True, kw_only=True, tag="tail_set_aside"):
    """An unfinished last line was moved to NAME.torn before the log went on."""

    bytes: Whole
    digest: str


class LineLost(Event, frozen=True, kw_only=True, tag="line_lost"):
    """A line of a damaged log that was not taken over when the log was recovered; it keeps its number."""

    why: str  # "unreadable", "missing", "seal" or "tail_set_aside"
    digest: str = ""  # the SHA-256 of the old line, its newline included, where there was one


class LogRecovered(Event, frozen=True, kw_only=True, tag="log_recovered"):
    """What stands before was made from a damaged log."""

    digest: str  # the SHA-256 of the damaged file
    lost: Whole  # so many lines could not be read, or were missing
    unvouched: Whole  # the line from which on nothing is vouched for; 0: everything is


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


Shared = NoteAdded | ScoreAdjusted | ScoreConfirmed | PlayerLeft | TailSetAside | LineLost | LogRecovered | GameEnded
OF_THE_LOG = (LogSealed, TailSetAside, LineLost, LogRecovered)  # what the log says of itself
Amendment = EntryWithdrawn | EntryCorrected[Event] | EntryInserted[Event]
AMENDMENTS = (EntryWithdrawn, EntryCorrected, EntryInserted)
