"""Games for others: one file a form; other packages add theirs by the entry point group `quaestor.exports`."""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from ledger.audit import Report, audit
from ledger.events import Event
from ledger.game import Catalogue, Game
from ledger.log import LogError
from ledger.score import Sheet
from ledger.story import story
from ledger.words import Words
from ledger.words.speech import Language

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "quaestor.exports"
OURS = ("transcript", "csv", "xlsx", "html", "text", "bgstats")  # also there where nothing was installed


class Played(NamedTuple):
    """A game to be written out: where it came from, and what the audit says of it."""

    log: str
    game: Game
    report: Report

    @property
    def sheet(self) -> Sheet:
        """What the pad shows."""
        assert self.report.sheet is not None
        return self.report.sheet


class Export(Struct, frozen=True, kw_only=True):
    """A form that games are written out in: from judged `games`, or from the `events` of one log alone."""

    name: str
    about: str  # what help says of it
    ending: str  # of the file's name
    games: Callable[[Sequence[Played], Language], str | bytes] | None = None
    events: Callable[[Sequence[Event]], bytes] | None = None  # those in force, of a log that need not be sound
    data: Callable[[Sequence[Played]], Any] | None = None  # what --json prints instead
    several: bool = True  # of many games at once
    binary: bool = False  # nothing for a screen
    package: str = ""  # the distribution that brought it, with its version; nothing: we ship it

    def of_games(self, played: Sequence[Played], speak: Language) -> bytes:
        """These games in this form, as bytes."""
        assert self.games is not None
        return self._made(self.games, played, speak)

    def of_events(self, events: Sequence[Event]) -> bytes:
        """The events of one log in this form."""
        assert self.events is not None
        return self._made(self.events, events)

    def _made(self, write: Callable[..., str | bytes], *given: Any) -> bytes:
        """What it writes; what goes wrong in an export from outside is told by whose it is."""
        if not self.package:
            made = write(*given)
            return made.encode() if isinstance(made, str) else made
        try:
            made = write(*given)
            return made.encode() if isinstance(made, str) else bytes(memoryview(made))
        except Exception as error:
            words = "the export '{name}' of {package} goes wrong: {why}; tell those who wrote it"
            why = f"{type(error).__name__}: {error}"
            raise LogError(Words(words, name=self.name, package=self.package, why=why)) from error


def names() -> list[str]:
    """Every form there is, ours first; none is imported for that."""
    return [*OURS, *sorted({*_from_outside()} - {*OURS})]


def export(name: str) -> Export:
    """A form by its name; one that does not load says so and harms nothing else."""
    if name in OURS:
        ours: Export = import_module(f"ledger.exports.{name}").EXPORT
        return ours
    others = _from_outside()
    if name not in others:
        raise LogError(Words("unknown export '{found}'; known: {expected}", found=name, expected=names()))
    try:
        made = others[name].load()
    except Exception as error:
        raise _not_loaded(others[name], f"{type(error).__name__}: {error}") from None
    if not isinstance(made, Export) or (made.games is None) is (made.events is None):
        raise _not_loaded(others[name], Words("it is no Export with either games or events"))
    return replace(made, package=_package(others[name]))


def _from_outside() -> "dict[str, EntryPoint]":
    from importlib.metadata import entry_points  # slow to import, and seldom asked for

    return {one.name: one for one in entry_points(group=GROUP)}


def _not_loaded(one: "EntryPoint", why: object) -> LogError:
    words = "the export '{name}' of {package} does not load: {why}"
    return LogError(Words(words, name=one.name, package=_package(one), why=why))


def _package(one: "EntryPoint") -> str:
    return f"{one.dist.name} {one.dist.version}" if one.dist else one.value


def played(log: str, data: bytes, games: Mapping[str, Game], catalogue: Catalogue | None = None) -> Played:
    """Read a game for writing it out; a damaged one or one that cannot be judged is not."""
    report = audit(data, games, catalogue=catalogue)
    if report.game is None or report.sheet is None or report.integrity != "ok":
        why = report.findings[0].message if report.findings else Words("nothing to read")
        verdict = report.verdict
        raise LogError(Words("{log}: {verdict}, not exported: {why}", log=log, verdict=verdict, why=why))
    return Played(log, games[report.game], report)


def points(value: int | None, scale: int) -> int | float | None:
    """Points as a number that people know: tenths become a fraction."""
    return value if value is None or scale == 1 else value / scale


def told(one: Played) -> list[tuple[Event, Words]]:
    """Every event in force, in words."""
    assert one.report.force is not None
    assert one.report.rules is not None
    moments = story(one.game, one.report.force.events, catalogue=one.report.rules.catalogue)
    return [(moment.event, moment.words) for moment in moments]


def won(sheet: Sheet, speak: Language) -> str:
    """Who won, if it is known."""
    if not sheet.final:
        return speak("not finished")
    if not sheet.winners:
        return speak("who won cannot be told from the record")
    return speak("won by {winners}", winners=f" {speak.text('and')} ".join(sheet.winners))
