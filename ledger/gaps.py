"""What a game still lacks, or says in two ways: all told in one go, with what to do, before anything is played."""

from collections.abc import Callable, Iterator, Mapping
from itertools import islice, product
from random import Random
from typing import Any, Literal, NamedTuple

from msgspec import NODEFAULT, structs
from msgspec.json import decode, encode

from ledger.copies import copied
from ledger.events import OF_THE_LINE, Event, GameStarted, Shared
from ledger.forms import plain_form, tag
from ledger.game import REFERENCE, Game, Happening, nothing_offered, plain_words
from ledger.rulebook import options_told, rule_text
from ledger.score import ScoreLine, Sheet, draw_up, summed
from ledger.simulate import played, start
from ledger.walk import Record, open_record, walk
from ledger.words import Words, plainly

MANY = 4000  # so many events of made-up players are tried at the most
GAMES = 3  # so many games of theirs, with as few players as there can be, and as many
NAMES = [f"P{seat}" for seat in range(1, 100)]


class Gap(NamedTuple):
    """Something to do: `must`, or nothing works; `may`, and a door opens that is closed now."""

    kind: Literal["must", "may"]
    words: Words


def must(template: str, **values: Any) -> Gap:
    """Without this the game cannot be played."""
    return Gap("must", Words(template, **values))


def may(template: str, **values: Any) -> Gap:
    """The game works without it, and says less."""
    return Gap("may", Words(template, **values))


def gaps(game: Game) -> list[Gap]:
    """Everything at once, what must be done first; where there is nothing to tell, the game is ready."""
    found = [*_names(game), *_events(game), *_readings(game), *_cards(game), *_page(game), *_doors(game)]
    if not any(gap.kind == "must" for gap in found):
        found += _played(game)
    return sorted(found, key=lambda gap: gap.kind == "may")


def _names(game: Game) -> Iterator[Gap]:
    if not game.name.isidentifier() or game.name != game.name.lower():
        yield must("the name '{found}' goes into logs and SQL: use lower-case letters, digits and _", found=game.name)
    if not game.title.strip():
        yield must("it has no title")
    if not game.about.seats or min(game.about.seats) < 1:
        yield must("about.seats says for how many players it is, like (2, 3, 4)")
    for name in game.worth.categories:
        if not name.isidentifier() or name in ("total", "adjusted", "player", *OF_THE_LINE):
            yield must("'{found}' cannot be a category: it is a column, and no word of ours", found=name)


def _events(game: Game) -> Iterator[Gap]:
    if not game.course.happenings:
        yield must("nothing can happen: course.happenings is empty")
    shared = {tag(kind) for kind in (*Shared.__args__, GameStarted)} | {"score_claimed", "log_sealed"}
    shared |= {"entry_withdrawn", "entry_corrected", "entry_inserted"}
    seen: set[str] = set()
    for happening in game.course.happenings:
        kind, word = happening.event, tag(happening.event)
        if word in seen or (word in shared and not issubclass(kind, GameStarted)):
            yield must("two kinds of events have the word '{found}' in the log; choose another tag", found=word)
        seen.add(word)
        yield from _fields(kind)
        for condition in happening.conditions:
            if not condition.rule:
                yield must("a condition of {event} names no rule", event=word)


def _fields(kind: type[Event]) -> Iterator[Gap]:
    settings = kind.__struct_config__
    if not issubclass(kind, Event) or not settings.frozen or not settings.forbid_unknown_fields:
        yield must("{event} is no frozen Event: class X(Event, frozen=True, kw_only=True, tag=…)", event=kind.__name__)
    if settings.tag == kind.__name__:
        yield must(
            "{event} has no tag of its own; a class may be renamed, a recorded word may not", event=kind.__name__
        )
    for field in structs.fields(kind):
        if field.name in OF_THE_LINE or field.default_factory is not NODEFAULT:
            continue
        if not (field.default is NODEFAULT or isinstance(field.default, str | int | tuple | None) or not field.default):
            words = "the default of {event}.{field} must be None, a word, a small number or an empty container"
            yield must(words, event=kind.__name__, field=field.name)


def _readings(game: Game) -> Iterator[Gap]:
    about = game.about
    for where, editions in (("presets", about.presets), ("letter", about.letter)):
        for edition, chosen in editions.items():
            if edition not in about.editions:
                yield must(
                    "{where} names the edition '{found}', which is not among about.editions", where=where, found=edition
                )
            for key, value in chosen.items():
                if key not in about.options or value not in about.options[key].values:
                    yield must(
                        "{where} of {edition}: no option {key}={value}",
                        where=where,
                        edition=edition,
                        key=key,
                        value=value,
                    )


def _cards(game: Game) -> Iterator[Gap]:
    if game.cards.catalogue is None:
        return
    try:
        deck = game.cards.deck(game.catalogue().data, game.about.editions[0])
    except KeyError:
        yield must("it has cards but no list of them: put one into its folder as catalogue/{name}.json", name=REFERENCE)
        return
    except ValueError as error:
        yield must("its card list cannot be played with: {why}", why=str(error))
        return
    for name in ("title", "names", "cards"):
        if not hasattr(deck, name):
            yield must("its deck has no '{found}'; a deck has a title, names by card, and cards", found=name)


def _page(game: Game) -> Iterator[Gap]:
    if game.about.folder is None or not (game.about.folder / "RULES.md").exists():
        yield may("it has no RULES.md: set about.folder, and head every rule there with '### NAME-1 title'")
        return
    rules = {condition.rule for happening in game.course.happenings for condition in happening.conditions}
    untold = sorted(rule for rule in rules if "-" in rule and not rule_text(game, rule))
    if untold:
        yield may(
            "RULES.md says nothing about {rules}: head each with its number, '## {first} title'",
            rules=untold,
            first=untold[0],
        )
    unsaid = [
        name
        for name, told in options_told(game).items()
        if not told.rule or any(value == meaning for value, meaning in told.meanings.items())
    ]
    if unsaid:
        head = "| option | about | value | meaning | rule |"
        words = "RULES.md does not say what {options} mean: list their values in a table {head}"
        yield may(words, options=unsaid, head=head)


def _doors(game: Game) -> Iterator[Gap]:
    unasked = (game.worth.holdings, game.worth.counts, game.course.started)
    silent = [
        tag(one.event)
        for one in game.course.happenings
        if one.offers is nothing_offered and not one.recount and one.event not in unasked
    ]
    if silent:
        yield may("what may happen next is not listed for {events}: give their happenings offers", events=silent)
    bare = [tag(one.event) for one in game.course.happenings if one.words is plain_words]
    if bare:
        yield may("{events} are told by their fields only: give their happenings words", events=bare)
    formless = [tag(one.event) for one in game.course.happenings if _formless(one)]
    if formless:
        yield may("{events} can only be entered as JSON: give their happenings forms", events=formless)
    if game.worth.holdings is None:
        yield may("it cannot be scored from what everybody has in the end: there is no worth.holdings")


def _formless(happening: Happening) -> bool:
    own = happening.event
    return happening.forms is None and not issubclass(own, GameStarted) and plain_form(own, ["A", "B"]) is None


def _played(game: Game) -> Iterator[Gap]:
    """A table is laid and dice play at it, as far as they can."""
    try:
        record = _seated(game, min(game.about.seats), Random(1))  # noqa: S311
    except Exception as error:
        yield must("no table can be laid: {why}", why=_named(error))
        return
    if list(getattr(record.table, "players", {})) != NAMES[: min(game.about.seats)]:
        yield must("its table has no 'players' by name in seat order")
        return
    found: list[Gap] = []
    for what, tried in _trials(game, record).items():
        try:
            found += tried()
        except Exception as error:
            found.append(must("{what} fails on an empty table: {why}", what=what, why=_named(error)))
    yield from found or _by_dice(game)


def _seated(game: Game, seats: int, dice: Random) -> Record:
    """An empty table for so many."""
    names = NAMES[:seats]
    dealt = game.dice.deal(game.cards.deck(game.catalogue().data, game.about.editions[0]), names, dice)
    return open_record(game, [start(game, names, **dealt)])


def _trials(game: Game, record: Record) -> Mapping[str, Callable[[], Iterator[Gap]]]:
    def sheet() -> Iterator[Gap]:
        yield from _lines(record)

    def view() -> Iterator[Gap]:
        decode(encode(plainly(game.scribe.view(record.table))))
        yield from ()

    def copy() -> Iterator[Gap]:
        if copied(record.table).players is record.table.players:
            yield must("a copy of its table shares what can change with the original")

    def over() -> Iterator[Gap]:
        if game.course.over(record.table):
            yield must("course.over says that the game is over before it began")

    def offers() -> Iterator[Gap]:
        for happening in game.course.happenings:
            for event in happening.offers(record.table):
                if type(event) is not happening.event:
                    words = "the offers of {event} hold another kind of event: {found}"
                    yield must(words, event=tag(happening.event), found=tag(type(event)))
                happening.words(record.table, event)

    return {"worth.score": sheet, "scribe.view": view, "copying": copy, "course.over": over, "offers": offers}


def _by_dice(game: Game) -> Iterator[Gap]:
    """Whole games: what fails only when something lies on the table, and what its own rules say of its own players."""
    told: dict[str, Gap] = {}
    sheets: list[Sheet] = []
    for seed, seats in product(range(1, GAMES + 1), {min(game.about.seats), max(game.about.seats)}):
        for gap in _one_game(game, seats, Random(seed), sheets):  # noqa: S311
            told.setdefault(gap.words.template, gap)
    yield from told.values()
    yield from _winners(sheets)


def _one_game(game: Game, seats: int, dice: Random, sheets: list[Sheet]) -> Iterator[Gap]:
    record, event = _seated(game, seats, dice), None
    judging = record.copy()
    try:
        for event in islice(played(record, [*record.table.players], dice), MANY):
            for _, complaint in walk(judging, [event])[1]:
                if complaint.severity == "violation":
                    words = "players by dice do what its rules forbid: {event}: {complaint}"
                    yield must(words, event=tag(type(event)), complaint=complaint)
        yield from _lines(record)
        if game.course.over(record.table) is False:
            yield may("players by dice come to no end within {found} events", found=event.n if event else 0)
        sheets.append(draw_up(record))
    except Exception as error:
        words = "it fails in a game by dice at event {n}, {event}: {why}"
        yield must(words, n=event.n if event else 0, event=tag(type(event)) if event else "", why=_named(error))


def _winners(sheets: list[Sheet]) -> Iterator[Gap]:
    """Whoever wins has the most points, or plays with whoever has: ranks, records and curves take more for better."""
    decided = [(one, {name: one.total(name) or 0 for name in one.figures}) for one in sheets if one.final]
    if decided and not any(totals[name] == max(totals.values()) for one, totals in decided for name in one.winners):
        yield may("whoever wins has not the most points, and statistics take more for better: count below zero")


def _lines(record: Record) -> Iterator[Gap]:
    """Every score line belongs to a category, and what is told without lines is their sum."""
    worth = record.game.worth
    for line in worth.score(record.table):
        if not isinstance(line, ScoreLine) or line.category not in worth.categories:
            yield must("worth.score gives a line outside worth.categories: {found}", found=repr(line))
    draw_up(record)
    told = worth.figures(record.table) if worth.figures is not None else None
    if told is not None and told != summed(record.table.players, worth.categories, worth.score(record.table)):
        yield must("worth.figures are not what the lines of worth.score come to")


def _named(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
