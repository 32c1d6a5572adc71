"""The scribe: entering a game at a prompt, one acknowledged event after the other."""

from collections.abc import Iterator, Sequence
from itertools import groupby, islice
from pathlib import Path
from shutil import get_terminal_size

from msgspec.structs import replace

from cli.options import typed
from cli.prompt import Prompt
from cli.reader import reader, told
from cli.reference import cards_called
from cli.render import complain, say, sheet_text, together, total, view_text, width
from ledger import waiting
from ledger.audit import Finding
from ledger.choices import choices, offered
from ledger.events import EntryWithdrawn, Event, GameEnded, NoteAdded
from ledger.game import Catalogue, Choice
from ledger.games import GAMES
from ledger.language import Ambiguous, Understood
from ledger.language.reading import Reader
from ledger.language.text import nobody_here, refusal
from ledger.live import LiveGame
from ledger.score import draw_up, leading
from ledger.story import seen, tell_at
from ledger.walk import fold, replay
from ledger.words import Words
from ledger.writer import Log, fresh_id

SHORT_LIST = 12  # choices that are read at a glance, one a line
MOST_OF_A_KIND = 24  # of more the first are shown, and how many more there are
EXAMPLES = 3  # of each kind of thing that can be said now

HELP = Words("""\
  a number       take that line of the list
  .              write what the rules make of the moment, up to the next decision; Enter writes one such line
  ?              what can be said now, and this help
  cards WORD     the cards called so        = or sheet   the sheet as it stands
  show           the table                  undo         withdraw the last entry
  # TEXT         a note                     end game     say who won, and seal the log
  {{"type":…}}     any event at all, written as in a transcript
  quit           leave; everything entered is on disk, and record goes on from there""")


class Recording(LiveGame):
    """A game under way with a pen: what is said there goes into the log."""

    def __init__(self, log: Log, by: str, catalogue: Catalogue | None = None) -> None:
        self.log = log
        self.by = by
        super().__init__(log.game, log.events, catalogue)

    def enter(self, events: list[Event], *, seal: bool = False) -> list[Finding]:
        """Write an entry and believe it; what the rules have to say about it comes back."""
        before = len(self.log.events)
        self.log.enter([replace(event, by=self.by) for event in events], seal=seal)
        return self.take_entry(self.log.events[before:])

    def sort(self, heard: list[Event]) -> tuple[list[Event], list[Event]]:
        """What may stand in the log now, in that order, and what must wait until others have spoken."""
        ready: list[Event] = []
        table = replay(self.game, self.events, catalogue=self.catalogue) if len(heard) > 1 else self.record
        left = list(heard)
        while left:
            place = next(
                (at for at, event in enumerate(left) if not waiting.stays(self.game, table.table, event)), None
            )
            if place is None:
                break
            ready.append(left.pop(place))
            if left:
                fold(table, [replace(ready[-1], n=len(self.events) + len(ready) - 1)])
        return ready, left

    def forced(self) -> Event | None:
        """What the rules alone determine: it is nobody's decision, and nothing else can be picked."""
        listed = choices(self.game, self.record.table)
        return listed[0].event if len(listed) == 1 and listed[0].due else None

    def certain(self) -> Event | None:
        """The same, where no player may still do anything else, such as laying one more coin."""
        event = self.forced()
        others = (one for _, one in offered(self.game, self.record.table) if one != event)
        return event if event is not None and next(others, None) is None else None

    def finished(self) -> bool:
        """Is the game over, with nothing left that anybody may still do?"""
        table = self.record.table
        return bool(self.game.course.over(table)) and next(offered(self.game, table), None) is None


def scribe(path: Path, by: str, catalogue: Catalogue | None = None) -> None:
    """Ask, listen and write until the scribe leaves or the game is sealed."""
    with Log(path.resolve(), GAMES) as log:
        writing = Recording(log, by, catalogue)
        words = "{path}: {game}, {n} {n:event|events} so far (? for help)"
        say(Words(words, path=path, game=log.game.title, n=len(log.events)))
        if writing.record.ended:
            say(Words("the game has ended; put mistakes right with: quaestor amend {path}", path=typed(path)))
        _write(writing, [])
        prompt = Prompt(writing)
        while not writing.record.ended:
            try:
                if not _turn(writing, prompt):
                    break
            except (EOFError, KeyboardInterrupt):
                say()
                break
        say(Words("{path}: {n} {n:event|events}, head {head}", path=path, n=len(log.events), head=log.head))


def _turn(writing: Recording, prompt: Prompt) -> bool:
    """One question and its answer; False when the scribe leaves."""
    game, table = writing.log.game, writing.record.table
    listed = choices(game, table)
    if writing.finished():
        sheet = draw_up(writing.record)
        say(sheet_text(sheet))
        say(Words("the game is over; Enter writes down who won: {winners}", winners=together(sheet.winners)))
    else:
        for line in _menu(listed):
            say(line)
        say(f"[{_totals(writing)}] {told(game.scribe.ask(table))}")
        if writing.certain() is not None:
            say(Words("  Enter: {event} (the rules leave nothing else)", event=listed[0].words))
        elif writing.forced() is not None:
            say(Words("  a full stop: {event} (if nobody does anything else first)", event=listed[0].words))
        if game.course.over(table):
            say(Words("  end game: nobody does any more, and who won is written down"))
    return _answer(writing, prompt, prompt.listen())


def _menu(listed: list[Choice]) -> Iterator[str]:
    """The choices with their numbers; in a long list those of one kind stand beside each other."""
    items = [f"{number}  {told(choice.words)}" for number, choice in enumerate(listed, 1)]
    if len(items) <= SHORT_LIST:
        yield from (f"  {item}" for item in items)
        return
    numbered = zip(listed, items, strict=True)
    for _, group in groupby(numbered, key=lambda one: type(one[0].event)):
        alike = [item for _, item in group]
        yield from _abreast(alike[:MOST_OF_A_KIND])
        if len(alike) > MOST_OF_A_KIND:
            more = Words("  … and {n} more like these, said in the same words", n=len(alike) - MOST_OF_A_KIND)
            yield told(more)


def _abreast(items: list[str]) -> Iterator[str]:
    """Texts in as many columns as the terminal has room for."""
    column = max(map(width, items)) + 3
    across = max((get_terminal_size().columns - 2) // column, 1)
    for start in range(0, len(items), across):
        row = [item + " " * (column - width(item)) for item in items[start : start + across]]
        yield f"  {''.join(row)}".rstrip()


def _totals(writing: Recording) -> str:
    """The running score in one line."""
    sheet = draw_up(writing.record)
    return ", ".join(f"{name} {total(sheet, name)}" for name in sheet.figures)


def _answer(writing: Recording, prompt: Prompt, text: str) -> bool:
    word = text.lower()
    if word in ("quit", "q", "exit"):
        return False
    if word in ("?", "help"):
        _help(writing)
    elif word in ("=", "sheet"):
        say(sheet_text(draw_up(writing.record)))
    elif word == "show":
        say(view_text(seen(writing.record)))
        _say_waiting(writing)
    elif word == "undo":
        _undo(writing)
    elif word == "cards" or word.startswith("cards "):
        _cards(writing, text[5:].strip())
    elif word.startswith("note "):
        _write(writing, [NoteAdded(text=text[5:].strip())])
    elif word == "end game" or (not text and writing.finished()):
        _end(writing)
    elif text in ("", "."):
        _go_on(writing, once=not text)
    else:
        _hear(writing, prompt, text)
        if text.endswith(".") and not text.startswith(("#", "{")) and writing.forced() is not None:
            _go_on(writing, once=False)
    return True


def _help(writing: Recording) -> None:
    """What can be said now, with examples from this moment; then what can be said at any time."""
    game, table = writing.game, writing.record.table
    say(f"  {told(game.scribe.ask(table))}")
    for words in islice(dict.fromkeys(Reader(writing.record, reader()).sayable(EXAMPLES)), SHORT_LIST):
        say(f"    {told(words)}")
    say(HELP)


def _cards(writing: Recording, word: str) -> None:
    for line in cards_called(writing.record.rules.deck, word):
        say(f"  {line}")


def _go_on(writing: Recording, *, once: bool) -> None:
    """Write what the rules alone determine: one such event, or all up to the next decision."""
    event = writing.certain() if once else writing.forced()
    if event is None:
        complain(Words("  not understood: nothing was said, and what happens next is for a player to decide"))
    while event is not None:
        _write(writing, [event])
        event = None if once or writing.game.course.over(writing.record.table) else writing.forced()


def _hear(writing: Recording, prompt: Prompt, text: str) -> None:
    """A number of the list, or words; what was not typed as it is printed is shown before it is written."""
    if text.isascii() and text.isdigit():
        _pick(writing, int(text))
        return
    ears = Reader(writing.record, reader())
    found = ears.understand(text, ahead=True)
    if isinstance(found, Ambiguous) and prompt.asks:
        found = _which(prompt, found)
    if isinstance(found, Understood) and found.strange and not prompt.asks:
        found = nobody_here(ears, text, found)  # nobody can say whether it was meant
    if not isinstance(found, Understood):
        complain(f"  {told(refusal(text, found))}")
    elif not found.events:  # the heading of the round under way
        say(f"  {told(found.words[0])}")
    elif (found.exact and not found.strange) or _agreed(prompt, found):
        _write(writing, found.events)


def _pick(writing: Recording, number: int) -> None:
    listed = choices(writing.game, writing.record.table)
    if 1 <= number <= len(listed):
        _write(writing, [listed[number - 1].event])
    else:
        complain(Words("  not understood: {why}", why=told(Words("there is no such line in the list"))))


def _which(prompt: Prompt, found: Ambiguous) -> Ambiguous | Understood:
    """Asked back with the possibilities."""
    for number, one in enumerate(found.possibilities, 1):
        say(f"  {number}  {' / '.join(map(told, one.words))}")
    answer = prompt.ask(told(Words("which of these? (a number; Enter: none)")))
    if answer.isascii() and answer.isdigit() and 1 <= int(answer) <= len(found.possibilities):
        return found.possibilities[int(answer) - 1]._replace(exact=True)
    return found


def _agreed(prompt: Prompt, found: Understood) -> bool:
    """What was understood is shown; a person at a terminal says whether it was meant."""
    for words in found.words:
        say(f"  = {told(words)}")
    if not prompt.asks:
        return True
    answer = prompt.ask(told(Words("is that so? (Enter: yes, n: no)")))
    return not answer or answer[0].lower() in reader().term("yes")[0].lower() + "y"


def _write(writing: Recording, events: list[Event]) -> None:
    """Write what has its turn as one entry, keep what must wait; warn, never forbid."""
    log = writing.log
    heard = [*log.waiting, *(replace(event, id=fresh_id()) for event in events)]
    ready, held = writing.sort(heard)
    if held and held != log.waiting:
        log.wait(heard)  # before anything else: whatever was said is on disk
    if ready:
        _say_entry(writing, writing.enter(ready), len(ready))
    if log.waiting != held:
        log.wait(held)
    _say_waiting(writing)


def _say_entry(writing: Recording, findings: list[Finding], size: int) -> None:
    for moment in writing.moments[-size:]:
        say(f"  {moment.event.n}  {told(moment.words)}")
        for finding in (one for one in findings if one.n == moment.event.n):
            severity, rule = reader().term(finding.severity), reader().term(finding.rule)
            words = "     {severity}, {rule}: {what} (undo takes it back)"
            complain(Words(words, severity=severity, rule=rule, what=finding.message))


def _say_waiting(writing: Recording) -> None:
    """What is not in the log yet, without what the table has not seen."""
    for event in writing.log.waiting:
        begun = isinstance(event, waiting.Begun)
        words = "  waits: {event}" if begun else "  waits until everybody's cards are in: {event}"
        say(Words(words, event=waiting.told(event)))


def _undo(writing: Recording) -> None:
    """The last entry in force is withdrawn by an entry of its own."""
    log = writing.log
    if log.waiting:
        last = log.waiting[-1]
        log.wait(log.waiting[:-1])
        say(Words("  forgotten: {event}", event=waiting.told(last)))
        return
    entry = writing.last_entry()
    if not entry:
        say(Words("  nothing to undo"))
        return
    said = [(one.n, tell_at(writing.game, writing.events, one.n, catalogue=writing.catalogue)) for one in entry]
    withdrawn = [EntryWithdrawn(target=n, reason="undone by the scribe", id=fresh_id()) for n, _ in said]
    heard = _heard_again(writing, entry, withdrawn)
    if heard:
        log.wait(heard)  # first: it waits from the moment on in which the withdrawal stands
    writing.enter([*withdrawn])
    for n, words in said:
        say(Words("  withdrawn: event {n} {event}", n=n, event=words))
    _say_waiting(writing)


def _heard_again(writing: Recording, entry: list[Event], withdrawn: Sequence[Event]) -> list[Event]:
    """What others had said before, and was written with this entry, waits again; only this one's words are gone."""
    ahead = [*writing.events, *(replace(one, n=len(writing.events) + at) for at, one in enumerate(withdrawn))]
    table = replay(writing.game, ahead, catalogue=writing.catalogue).table
    whose = getattr(entry[0], "player", "")
    pairs = [(event, one) for event, one in zip(entry, withdrawn, strict=True) if getattr(event, "player", "") != whose]
    return [waiting.again(event, one) for event, one in pairs if writing.game.scribe.holds(table, event)]


def _end(writing: Recording) -> None:
    """The table says who won; the log is sealed."""
    record = writing.record
    if writing.log.waiting:
        _say_waiting(writing)
        complain(Words("  the game is not ended while something waits (undo forgets it)"))
        return
    writing.enter([GameEnded(winners=tuple(leading(record)))], seal=True)
    say(sheet_text(draw_up(writing.record)))
    say(Words("  sealed; check it with: quaestor audit {path}", path=typed(writing.log.path)))
