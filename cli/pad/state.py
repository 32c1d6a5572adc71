"""What a phone shows: a table as data, its words still to be said in the reader's language."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from typing import Any
from weakref import ref

import msgspec
from msgspec.structs import replace

from cli.pad.boxes import OWN
from cli.pad.words import Term, sayer
from cli.replay import money
from ledger.any_table import draw
from ledger.audit import Case, Finding, ordered
from ledger.choices import choices, forms
from ledger.events import (
    OF_THE_LOG,
    EntryCorrected,
    EntryInserted,
    EntryWithdrawn,
    Event,
    GameEnded,
    GameStarted,
    LogSealed,
    NoteAdded,
    ScoreClaimed,
    ScoreConfirmed,
)
from ledger.forms import Field, Form, Pick, Row, shared_forms, tag
from ledger.game import Choice, Game
from ledger.live import LiveGame
from ledger.score import ScoreLine, Sheet, draw_up
from ledger.story import Moment, seen, tell, unwrapped
from ledger.walk import Record, fold, in_force, open_record, step, until
from ledger.words import Name, Span, Words
from ledger.words.speech import LANGUAGES

PIECE = 1000  # moments that are told at a time
LONGEST = 24  # events that are offered to be written at once
BESIDE = (NoteAdded, ScoreClaimed, ScoreConfirmed, GameEnded, *OF_THE_LOG)  # the sheet stays as it was


def encode(value: object, lang: str) -> bytes:
    """JSON with every sentence in the reader's language."""
    return msgspec.json.encode(value, enc_hook=sayer(lang))


def state_bytes(found: Mapping[str, Any], lang: str) -> bytes:
    """A state as JSON; its forms are nearly all of it, and nearly all of them is the same cards again and again.

    So everything there is to tap stands once under `things`, and a field has only the places there.
    """
    things = Things(known(lang))
    forms = [_with_picks(form, things) for form in found["forms"]]
    return encode({**found, "forms": forms, "things": things.raw()}, lang)


def _with_picks(form: Form, things: "Things") -> Form:
    return replace(form, rows=[_row_with(row, things) for row in form.rows])


def _row_with(row: Row, things: "Things") -> Row | msgspec.Raw:
    if not any(field.picks for field in row.fields):
        return msgspec.Raw(things.known.said(row))
    return replace(row, fields=[_field_with(field, things) for field in row.fields])


def _field_with(field: Field, things: "Things") -> Field:
    if not field.picks:
        return field
    return replace(field, picks=things.places(field.picks), partners=things.places(field.partners))


class Things:
    """Everything that there is to tap in a state, each once."""

    def __init__(self, known: "Known") -> None:
        self.known = known
        self.place: dict[int, int] = {}
        self.lists: dict[int, list[int]] = {}
        self.said: list[bytes] = []

    def places(self, picks: Sequence[Pick]) -> list[int]:
        """Where these picks stand; rows that share them are asked about once."""
        found = self.lists.get(id(picks))
        if found is None:
            found = self.lists[id(picks)] = [self._place(pick) for pick in picks]
        return found

    def _place(self, pick: Pick) -> int:
        found = self.place.get(id(pick))
        if found is None:
            found = self.place[id(pick)] = len(self.said)
            self.said.append(self.known.said(pick))
        return found

    def raw(self) -> msgspec.Raw:
        """All of them as JSON."""
        return msgspec.Raw(b"[" + b",".join(self.said) + b"]")


class Known:
    """Things to tap, and rows to fill in, that were said before: a game keeps those that stay as they are."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self.known: dict[int, tuple[ref[Pick | Row], bytes]] = {}  # by id, for as long as it is there

    def said(self, one: Pick | Row) -> bytes:
        """It as JSON."""
        found = self.known.get(id(one))
        if found is None:
            key = id(one)
            found = (ref(one, lambda _: self.known.pop(key, None)), encode(one, self.lang))
            self.known[key] = found
        return found[1]


known = cache(Known)


# --- the table now ----------------------------------------------------------------------------------------------------


def state(live: LiveGame, head: str) -> dict[str, Any]:
    """Everything about a table as it stands."""
    undo = live.last_entry()
    return {
        **_about(live.record, live.force.events[0], live.events, head),
        **_next(live.record),
        **_shown(live.case),
        "declared": declared(live),
        "undo": _undo(live, undo) if undo else None,
        "confirmed": confirmed(live.events),
        "noted": noted(live.events),
    }


def state_at(game: Game, events: Sequence[Event], head: str, at: int) -> dict[str, Any]:
    """The table as it stood after event `at`; nothing can be entered there."""
    standing = in_force(events).events
    record = fold(open_record(game, standing), until(standing, at))
    past: dict[str, Any] = {
        "at": at,
        "undo": None,
        "ask": None,
        "choices": [],
        "follows": [],
        "forms": [],
        "findings": [],
        "confirmed": [],
    }
    shown = {"sheet": sheet_json(record, events), "view": view_json(record), "drawing": draw(record)}
    return _about(record, standing[0], events, head) | shown | past


def state_with(game: Game, events: Sequence[Event], head: str, entries: Sequence[Event]) -> dict[str, Any]:
    """The table as if these entries were written; nothing is."""
    drafted = [*events, *(replace(event, n=len(events) + at) for at, event in enumerate(entries))]
    force = in_force(drafted)
    case = Case(open_record(game, force.events), force)
    case.judge(len(force.events))
    about = _about(case.record, force.events[0], drafted, head) | {
        "n": len(events) - 1,
        "events": len(events),
        "draft": True,
    }
    return about | _next(case.record) | _shown(case) | {"undo": None, "confirmed": [], "declared": {}}


def _about(record: Record, started: Event, events: Sequence[Event], head: str) -> dict[str, Any]:
    assert isinstance(started, GameStarted)
    game = record.game
    return {
        "game": game.name,
        "game_title": Words(game.title),
        "title": started.title,
        "place": started.place,
        "edition": record.rules.edition,
        "edition_name": LANGUAGES.get(record.rules.edition.partition("-")[0], record.rules.edition),
        "options": record.rules.options,
        "players": list(record.table.players),
        "head": head,
        "deck": deck_note(record, events),
        "ended": record.ended,
        "over": game.course.over(record.table) is True,
        "started_ts": events[0].ts,
        **_of_the_log(game, events),
    }


def deck_note(record: Record, events: Sequence[Event]) -> Words | None:
    """That the cards may not be those of the box: of every table that names any."""
    counts = record.game.worth.counts
    unnamed = counts is not None and {type(event) for event in events[1:]} & set(record.game.happens) == {counts}
    if unnamed or b'"reconstructed"' not in record.rules.catalogue.data:
        return None
    if b"(reconstructed)" in record.rules.catalogue.data[:300]:
        return Words("played with a reconstructed card list: your box may differ")
    if record.rules.catalogue.name == OWN:
        return Words("some cards are not typed off a box yet: theirs are reconstructed figures")
    return Words("some figures on the cards are reconstructed: your box may differ")


def about_log(live: LiveGame) -> dict[str, Any]:
    """What is to be said of a log whichever moment of it is looked at."""
    return _of_the_log(live.game, live.events)


def _of_the_log(game: Game, events: Sequence[Event]) -> dict[str, Any]:
    return {
        "n": len(events) - 1,
        "events": len(events),
        "sealed": isinstance(events[-1], LogSealed),
        "mode": mode(game, events),
        "last_ts": events[-1].ts,
    }


def mode(game: Game, events: Sequence[Event]) -> str:
    """A table that only declares what everybody has is a score sheet, one that plays a record; else nobody knows."""
    played = {type(event) for event in events[1:]} & {*game.happens, *declarations(game)}
    return "record" if played - set(declarations(game)) else "score" if played else ""


def declarations(game: Game) -> tuple[type[Event], ...]:
    """The events by which a player says what they have."""
    return tuple(kind for kind in (game.worth.holdings, game.worth.counts) if kind is not None)


def _next(record: Record) -> dict[str, Any]:
    """What may be entered now."""
    game, table = record.game, record.table
    holdings = tag(game.worth.holdings) if game.worth.holdings else ""
    forms = all_forms(record)
    counts = tag(game.worth.counts) if game.worth.counts else ""
    now = choices(game, table)
    return {
        "ask": game.scribe.ask(table),
        "choices": [_choice_json(choice) for choice in now],
        "follows": [_choice_json(choice) for choice in follows(record, now)],
        "forms": forms,
        "holdings_form": holdings if any(form.name == holdings for form in forms) else None,
        "counts_form": counts if any(form.name == counts for form in forms) else None,
        "declarations": [tag(one) for one in declarations(game)],
        "left": list(getattr(table.players, "left", ())),
    }


def _choice_json(choice: Choice) -> dict[str, Any]:
    return choice._asdict() | {"event": bare(choice.event)}


def follows(record: Record, now: Sequence[Choice]) -> list[Choice]:
    """What the rules make of this moment and of those after it, if nobody does otherwise; up to somebody's decision."""
    found: list[Choice] = []
    tried = record
    while len(found) < LONGEST and len(due := [choice for choice in now if choice.due]) == 1:
        tried = tried if found else record.copy()
        found += due
        step(tried, due[0].event)
        now = choices(tried.game, tried.table)
    return found if len(found) > 1 else []


def declared(live: LiveGame) -> dict[str, Any]:
    """The last word of every player on what they have."""
    found = {}
    for moment in live.moments:
        if moment.stands and isinstance(moment.event, declarations(live.game)):
            by = live.events[moment.event.n].by
            form = tag(type(moment.event))
            player: str = moment.event.player  # type: ignore[attr-defined]
            found[player] = {"n": moment.event.n, "by": by, "form": form, "words": moment.words}
    return found


def all_forms(record: Record) -> list[Form]:
    """The game's own forms, then those that every table has."""
    game, sheet = record.game, draw_up(record)
    categories = {name: Words("{term:nom}", term=_spaced(name)) for name in game.worth.categories}
    shared = shared_forms(sheet.players, game.claim, categories, sheet.winners, game.worth.scale)
    return [*forms(game, record.table), *shared]


def bare(event: Event) -> Event:
    """An event without what the log or the phone adds to it; who knows an entry's id is the one who wrote it."""
    return replace(event, n=-1, ts="", by="", id="", more=0)


def _shown(case: Case) -> dict[str, Any]:
    return {
        "sheet": sheet_json(case.record, case.force.events),
        "view": view_json(case.record),
        "drawing": draw(case.record),
        "findings": [finding_json(finding) for finding in ordered(case)],
    }


def finding_json(finding: Finding) -> dict[str, Any]:
    """A finding, its sentence still to be said."""
    return finding._asdict()


def _undo(live: LiveGame, entry: Sequence[Event]) -> dict[str, Any]:
    """What undoing would take back: a whole entry, all of its events."""
    entered = _entered_words(live, entry)
    told = [_correcting(event, entered[event.n]) for event in entry]
    words = told[0] if len(told) == 1 else Words("{list}", list=told)
    return {"n": entry[-1].n, "targets": [event.n for event in entry], "words": words}


def _correcting(event: Event, words: Words) -> Words:
    """What undoing would take back, in words."""
    return Words("the correction: {entry}", entry=words) if isinstance(event, EntryCorrected) else words


def _entered_words(live: LiveGame, events: Sequence[Event]) -> dict[int, Words]:
    """By number: what events or amendments say happened, told at the tables of their moments."""
    wanted, found = {event.n: event for event in events}, {}
    for moment in reversed(live.moments):
        if not wanted:
            break
        n = moment.amended.by.n if moment.amended and moment.stands else moment.event.n
        if wanted.pop(n, None) is not None:
            found[n] = moment.words
    table = live.record.table
    return found | {n: tell(live.game, table, unwrapped(event)) for n, event in wanted.items()}


def confirmed(events: Sequence[Event]) -> list[str]:
    """Who agreed with the sheet since it last changed."""
    agreed: list[str] = []
    gone = {event.target for event in events if isinstance(event, EntryWithdrawn)}
    for event in reversed(events):
        if isinstance(event, ScoreConfirmed) and event.n not in gone and event.player not in agreed:
            agreed.append(event.player)
        if not _beside(events, event):
            break
    return agreed[::-1]


def noted(events: Sequence[Event]) -> dict[str, str]:
    """Who wrote down that somebody else agreed."""
    said = {event.player: event.by for event in events if isinstance(event, ScoreConfirmed)}
    return {player: by for player, by in said.items() if by and by != player}


def _beside(events: Sequence[Event], event: Event) -> bool:
    """Whether the sheet is the same after this entry as before it."""
    if isinstance(event, EntryWithdrawn | EntryCorrected):
        aimed = 0 <= event.target < event.n and isinstance(events[event.target], BESIDE)
        return aimed and isinstance(getattr(event, "entry", None), (*BESIDE, type(None)))
    return isinstance(event.entry if isinstance(event, EntryInserted) else event, BESIDE)


# --- the sheet --------------------------------------------------------------------------------------------------------


def sheet_json(record: Record, events: Sequence[Event]) -> dict[str, Any]:
    """The sheet with the lines behind every figure; a line that rests on what somebody declared says so."""
    declared = {event.n for event in events if type(event) in declarations(record.game)}
    return sheet_told(record.game, draw_up(record), declared)


def sheet_told(game: Game, sheet: Sheet, declared: set[int]) -> dict[str, Any]:
    """A sheet for the page; `declared`: the events that only say what somebody has."""
    names = dict.fromkeys([*game.worth.categories, *(name for own in sheet.figures.values() for name in own)])
    return {
        "scale": sheet.scale,
        "final": sheet.final,
        "categories": [{"id": name, "label": label(name)} for name in names],
        "players": [_player_json(sheet, player, declared) for player in sheet.players],
        "winners": sheet.winners,
        "ended_by": game.course.endings.get(sheet.ended_by),
    }


def _player_json(sheet: Sheet, player: str, declared: set[int]) -> dict[str, Any]:
    lines = [_line_json(line, declared) for line in sheet.lines if line.player == player]
    return {
        "player": player,
        "total": sheet.total(player),
        "range": sheet.ranges.get(player),  # where cards are still unseen: between what the total lies
        "categories": sheet.figures[player],
        "ranges": sheet.spans.get(player, {}),  # likewise by category
        "missing": [
            {"field": one.field, "label": one.label, "late": one.late} for one in sheet.missing.get(player, ())
        ],
        "lines": lines,
    }


def _line_json(line: ScoreLine, declared: set[int]) -> dict[str, Any]:
    return {
        "category": line.category,
        "points": line.points,
        "reason": line.reason,
        "rule": line.rule,
        "cards": line.cards,
        "events": line.events,
        "declared": not declared.isdisjoint(line.events),
    }


# --- the table in figures ---------------------------------------------------------------------------------------------


def view_json(record: Record) -> dict[str, Any]:
    """Any game's table: single figures, and lists as tables."""
    view = seen(record)
    people = set(record.table.players)
    tables = {name: rows for name, rows in view.items() if _tabular(rows)}
    single = {name: one for name, one in view.items() if name not in tables}
    return {
        "scalars": [{"label": label(name), "value": _cell(one, people)} for name, one in single.items()],
        "tables": [_table_json(name, rows, people) for name, rows in tables.items()],
        "money": money(view),
    }


def _tabular(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(row, dict) for row in value)


def _table_json(name: str, rows: list[dict[str, Any]], people: set[str]) -> dict[str, Any]:
    cells = [[_cell(one, people) for one in row.values()] for row in rows]
    return {"title": label(name), "columns": [label(head) for head in rows[0]], "rows": cells}


def label(name: str) -> Term:
    """What a category is called."""
    return Term(_spaced(name))


def _spaced(name: str) -> str:
    return name.replace("_", " ")


def _cell(value: Any, people: set[str]) -> Any:
    """A value for one cell: a number, a name, a word of ours, or a list of them."""
    if value is None or value in ("", [], {}, ()):
        return "–"
    if isinstance(value, Mapping):
        return Words("{list}", list=[_pair(key, one, people) for key, one in value.items()])
    if _tabular(value):
        return _several([_thing(one, people) for one in value])
    if isinstance(value, list):
        return Words("{list}", list=[_counted(one, number, people) for one, number in Counter(value).items()])
    if isinstance(value, bool):
        return Term("yes" if value else "no")
    if isinstance(value, Span):
        return str(value)
    return _spelt(value, people) if isinstance(value, str) else value


def _counted(value: Any, number: int, people: set[str]) -> Any:
    told = _cell(value, people)
    return told if number == 1 else Words("{what} ×{number}", what=told, number=number)


def _thing(value: Mapping[str, Any], people: set[str]) -> Words:
    """What it is, then whatever of its other values is worth saying."""
    first, *others = value.items()
    told = [_pair(key, one, people) for key, one in others if one not in (0, "", None, [], {})]
    return Words("{list}", list=[_cell(first[1], people), *told])


def _several(things: list[Words]) -> Words:
    """Things that have commas in themselves."""
    told = things[0]
    for thing in things[1:]:
        told = Words("{things}; {thing}", things=told, thing=thing)
    return told


def _pair(key: Any, value: Any, people: set[str]) -> Words:
    words = "{name}: {value}" if isinstance(value, Name) else "{name} {value}"
    return Words(words, name=_spelt(key, people), value=_cell(value, people))


def _spelt(word: str, people: set[str]) -> Any:
    """A word of ours inside a sentence; what players and cards are called stays as it is."""
    if isinstance(word, Name):
        return Words("{card}", card=word)
    return word if word in people else Words("{term:nom}", term=_spaced(word))


# --- the story --------------------------------------------------------------------------------------------------------


def story_json(live: LiveGame) -> dict[str, Any]:
    """The whole history, with what was put right and where everybody stood."""
    return {**_about_story(live), "moments": [*_moments_json(live)]}


def story_bytes(live: LiveGame, lang: str) -> bytes:
    """The same as JSON, piece by piece: of fifty thousand moments only a few are in memory before they are said."""
    moments = _moments_json(live)
    pieces = iter(lambda: encode([*islice(moments, PIECE)], lang)[1:-1], b"")
    return encode(_about_story(live) | {"moments": msgspec.Raw(b"[" + b",".join(pieces) + b"]")}, lang)


def _about_story(live: LiveGame) -> dict[str, Any]:
    sheet = draw_up(live.record)
    return {"players": sheet.players, "scale": sheet.scale, "n": len(live.events) - 1}


def _moments_json(live: LiveGame) -> Iterator[dict[str, Any]]:
    forms: dict[str, str] = {}
    for form in all_forms(live.record):
        for write in form.writes:
            kind = str(write.event["type"])
            forms[kind] = form.name if form.name == kind else forms.get(kind, form.name)
    entered = entries(live.events)
    for moment in live.story():
        yield moment_json(moment, live, forms, entered)


def moment_json(
    moment: Moment, live: LiveGame, forms: Mapping[str, str], entered: Sequence[tuple[int, int]]
) -> dict[str, Any]:
    """One moment of the history; `entry`: the first and the last event that were entered at once with it."""
    event, amended = moment.event, moment.amended
    return {
        "n": event.n,
        "type": tag(type(event)),
        "words": moment.words,
        "event": bare(event),
        "by": event.by,
        "ts": live.events[event.n].ts,
        "totals": list(moment.totals.values()),
        **({"ranges": [moment.ranges.get(player) for player in moment.totals]} if moment.ranges else {}),
        "findings": [finding_json(finding) for finding in moment.findings],
        "stands": moment.stands,
        "before": moment.before,
        "entry": entered[event.n],
        "reason": getattr(amended.by, "reason", "") if amended else "",
        "amended_by": amended.by.n if amended else None,
        "form": forms.get(tag(type(event))),
    }


def entries(events: Sequence[Event]) -> list[tuple[int, int]]:
    """By event: the first and the last of those that were entered at once with it, itself among them."""
    found: list[tuple[int, int]] = []
    for n, event in enumerate(events):
        if not event.more or n + 1 == len(events):
            found += [(len(found), n)] * (n + 1 - len(found))
    return found


def since_json(live: LiveGame, events: Sequence[Event]) -> list[dict[str, Any]]:
    """What was entered meanwhile, for somebody who did not know it."""
    told = {moment.event.n: moment.words for moment in live.moments}
    amending = _entered_words(live, [event for event in events if isinstance(event, EntryCorrected | EntryInserted)])
    return [
        {
            "n": event.n,
            "type": tag(type(event)),
            "words": _since(live, event, told, amending),
            "by": event.by,
            "event": bare(event),
        }
        for event in events
    ]


def _since(live: LiveGame, event: Event, told: Mapping[int, Words], amending: Mapping[int, Words]) -> Words:
    if isinstance(event, EntryWithdrawn):
        return Words("withdrawn: {entry}", entry=told.get(event.target, Words("event {n}", n=event.target)))
    if isinstance(event, EntryInserted):
        return Words("put in: {entry}", entry=amending[event.n])
    if isinstance(event, EntryCorrected):
        return _correcting(event, amending[event.n])
    return told.get(event.n) or tell(live.game, live.record.table, event)
