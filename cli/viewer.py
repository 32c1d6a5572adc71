"""The replay viewer: a game on the terminal, one moment after the other. Needs textual; nothing else imports it."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, ClassVar

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from cli.reader import reader, told
from cli.render import Laid, view_figures, view_tables, width
from cli.replay import Reel, correction, money
from ledger.rulebook import rule_text
from ledger.story import Moment
from ledger.words import Words
from ledger.words.plain import plain

BARS = "▁▂▃▄▅▆▇█"
AMENDED, BROKEN, HERE = "~", "!", "█"
PAGE = 10
SEVERITIES = {
    "violation": "bold red",
    "consequence": "dim red",
    "warning": "yellow",
    "undecidable": "cyan",
    "note": "cyan",
}
LIST = 48  # columns of the list of moments
FEW = 5  # rows that fit side by side
NARROW = 110  # below this many columns the list of moments is not shown


class Page(ModalScreen[None]):
    """Something to read; any key goes back."""

    CSS = """
    Page { align: center middle; }
    Page > VerticalScroll { width: 90%; max-width: 100; height: auto; max-height: 90%; border: round $accent;
                            padding: 0 1; background: $surface; }
    """
    BINDINGS: ClassVar[list[Any]] = [Binding("escape,q,r,question_mark,enter,space", "close", show=False)]

    def __init__(self, text: Text) -> None:
        super().__init__()
        self.text = text

    def compose(self) -> ComposeResult:
        """The text, which scrolls when it is long."""
        with VerticalScroll():
            yield Static(self.text, id="page")

    def action_close(self) -> None:
        """Back to the game."""
        self.dismiss()


class Timeline(Static):
    """The whole game on one line: where we are, and where something was corrected or broke a rule."""

    def on_click(self, event: events.Click) -> None:
        """A click goes to the moment that lies there."""
        app = self.app
        if isinstance(app, Viewer) and self.size.width:
            app.go(event.x * len(app.reel.moments) // self.size.width)


class Viewer(App[None]):
    """Steps through a reel."""

    TITLE = "quaestor replay"
    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = None  # keys belong to the game until somebody asks for the line to type in
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (NARROW, "-wide")]
    CSS = """
    #title { background: $primary; color: $text; height: 1; padding: 0 1; }
    #story { width: 48; display: none; border: none; padding: 0; scrollbar-size-vertical: 1; }
    .-wide #story { display: block; }
    #moment { height: auto; max-height: 9; padding: 0 1; }
    #players { height: auto; padding: 0 1; border-top: solid $primary-darken-2; }
    #board { border-top: solid $primary-darken-2; padding: 0 1; height: 1fr; }
    #timeline { height: 1; margin: 0 1; }
    #keys { height: 1; padding: 0 1; color: $text-muted; }
    #asked { display: none; height: 3; }
    """
    BINDINGS: ClassVar[list[Any]] = [
        Binding("left,h", "step(-1)", show=False, priority=True),
        Binding("right,l,space", "step(1)", show=False, priority=True),
        Binding("pageup", f"step(-{PAGE})", show=False, priority=True),
        Binding("pagedown", f"step({PAGE})", show=False, priority=True),
        Binding("home", "jump(0)", show=False, priority=True),
        Binding("end", "jump(-1)", show=False, priority=True),
        Binding("n", "mark(1)", show=False),
        Binding("p", "mark(-1)", show=False),
        Binding("up", "scroll(-1)", show=False),
        Binding("down", "scroll(1)", show=False),
        Binding("slash,g", "ask", show=False),
        Binding("escape", "unask", show=False),
        Binding("r", "rule", show=False),
        Binding("question_mark", "help", show=False),
        Binding("q", "quit", show=False),
    ]

    def __init__(self, reel: Reel, at: int = 0) -> None:
        super().__init__()
        self.reel = reel
        self.at = at

    def compose(self) -> ComposeResult:
        """The moments on the left where there is room; on the right one of them."""
        yield Static(id="title")
        with Horizontal():
            yield OptionList(*map(_line, self.reel.moments), id="story", markup=False)
            with Vertical():
                yield Static(id="moment")
                yield Static(id="players")
                with VerticalScroll(id="board"):
                    yield Static(id="table")
        yield Input(id="asked", placeholder=told(Words("the number of an event, or a word to look for")))
        yield Timeline(id="timeline")
        yield Static(id="keys")

    def on_mount(self) -> None:
        """Begin where we were asked to."""
        self.query_one("#story", OptionList).can_focus = False
        self.query_one("#board", VerticalScroll).can_focus = False
        self.draw()

    def on_resize(self) -> None:
        """Curves and the timeline are as wide as the terminal lets them be."""
        self.call_after_refresh(self.draw)

    # --- moving -------------------------------------------------------------------------------------------------------

    def go(self, at: int) -> None:
        """Show a moment."""
        at = min(max(at, 0), len(self.reel.moments) - 1)
        if at != self.at:
            self.at = at
            self.query_one("#board", VerticalScroll).scroll_home(animate=False)
            self.draw()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While somebody types, keys are letters; while a page is open, they are its own."""
        busy = len(self.screen_stack) > 1 or isinstance(self.focused, Input)
        return not (busy and action in ("step", "jump", "mark", "scroll", "ask", "rule", "help"))

    def action_step(self, number: int) -> None:
        """Forward or back."""
        self.go(self.at + number)

    def action_jump(self, at: int) -> None:
        """To the first or the last moment."""
        self.go(at if at >= 0 else len(self.reel.moments) + at)

    def action_mark(self, way: int) -> None:
        """To the next or the previous moment where something was corrected or broke a rule."""
        marks = self.reel.marks
        found = [at for at in marks if at > self.at] if way > 0 else [at for at in reversed(marks) if at < self.at]
        if found:
            self.go(found[0])
        else:
            self.notice(Words("no mark further on") if way > 0 else Words("no mark before this"))

    def action_scroll(self, lines: int) -> None:
        """The table, where it is longer than the screen."""
        self.query_one("#board", VerticalScroll).scroll_relative(y=lines, animate=False)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A click on a moment goes there."""
        self.go(event.option_index)

    # --- asking -------------------------------------------------------------------------------------------------------

    def action_ask(self) -> None:
        """Which event?"""
        asked = self.query_one("#asked", Input)
        asked.display = True
        asked.value = ""
        asked.focus()

    def action_unask(self) -> None:
        """Never mind."""
        self.query_one("#asked", Input).display = False
        self.set_focus(None)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """A number is an event; anything else is looked for, from here on and then from the start."""
        self.action_unask()
        text = event.value.strip()
        if text.isascii() and text.isdigit():
            self.go(self.reel.place(int(text[:9])))
        elif text:
            self._look_for(text.casefold())

    def _look_for(self, text: str) -> None:
        moments = self.reel.moments
        order = [*range(self.at + 1, len(moments)), *range(self.at + 1)]
        found = next((at for at in order if text in told(moments[at].words).casefold()), None)
        if found is None:
            self.notice(Words("'{text}' is said nowhere", text=text))
        else:
            self.go(found)

    def action_rule(self) -> None:
        """The text of the rules that were broken here."""
        texts = [self._rule(rule) for rule in dict.fromkeys(one.rule for one in self.reel.moments[self.at].findings)]
        self.push_screen(Page(Text("\n\n".join(texts) or told(Words("no rule was broken at this moment")))))

    def _rule(self, rule: str) -> str:
        words = Words("{rule}: this is about the record itself, not about a rule of the game", rule=rule)
        return rule_text(self.reel.game, rule, reader().code) or told(words)

    def action_help(self) -> None:
        """All the keys."""
        self.push_screen(Page(Text("\n".join(f"{keys:12}  {told(what)}" for keys, what in HELP))))

    # --- drawing ------------------------------------------------------------------------------------------------------

    def draw(self) -> None:
        """Everything that this moment has to show."""
        reel, at = self.reel, self.at
        view = reel.view(at)
        room = max(40, self.size.width - (LIST if self.size.width >= NARROW else 0) - 4)
        self._put("#title", self._title())
        self._put("#moment", _moment(reel, at))
        self._put("#players", _players(reel, at, money(view), room))
        self._put("#table", _table(view, room))
        self._put("#timeline", _timeline(reel, at, max(10, self.size.width - 2)))
        self._put("#keys", Text(told(KEYS)))
        self.query_one("#story", OptionList).highlighted = at

    def notice(self, words: Words) -> None:
        """Something to say in the last line, until the next step."""
        self._put("#keys", Text(plain(told(words)), "bold"))

    def _put(self, where: str, what: RenderableType) -> None:
        self.query_one(where, Static).update(what)

    def _title(self) -> Text:
        """The game, and the command that comes back to this moment: as much of it as there is room for."""
        reel, n = self.reel, self.reel.moments[self.at].event.n
        game, name = reader().text(reel.game.title), Path(reel.log).name
        texts = [f"{game}   quaestor replay {log} --at {n}" for log in (reel.log, name)]
        texts = [plain(text) for text in (*texts, f"quaestor replay {name} --at {n}", f"{game}   --at {n}")]
        return Text(next((text for text in texts if width(text) <= self.size.width - 2), texts[-1]))


KEYS = Words("←/→ step  PgUp/PgDn ten  Home/End  n/p marks  g go to  r rule  ? help  q quit")
HELP = (
    ("← →", Words("one moment back or on (also h, l and the space bar)")),
    ("PgUp PgDn", Words("ten moments back or on")),
    ("Home End", Words("the first or the last moment")),
    ("n p", Words("the next or the previous mark: something corrected (~) or a rule broken (!)")),
    ("g /", Words("go to an event by its number, or look for a word")),
    ("↑ ↓", Words("scroll the table")),
    ("r", Words("the text of the rule that was broken here")),
    ("q", Words("leave")),
    ("", Words("a click on the line below or in the list goes there")),
)


def _line(moment: Moment) -> Option:
    """A moment in the list on one line: its number, its mark, its words."""
    text = Text(f"{moment.event.n:4} {_mark(moment)} ")
    text.append(plain(told(moment.words)), "" if moment.stands else "strike dim")
    text.truncate(LIST - 2, overflow="ellipsis")
    return Option(text)


def _mark(moment: Moment) -> str:
    return BROKEN if moment.findings else AMENDED if moment.amended else " "


def _moment(reel: Reel, at: int) -> Text:
    """What just happened, what stood there before, and what the rules say."""
    moment = reel.moments[at]
    place = Words("moment {at} of {all}, event {n}", at=at + 1, all=len(reel.moments), n=moment.event.n)
    text = Text().append(f"{told(place)}  {moment.event.ts[11:19]}\n", "dim")
    text.append(plain(told(moment.words)), "bold" if moment.stands else "bold strike")
    if moment.amended:
        text.append(f"\n{AMENDED} ", "yellow")
        if moment.before and moment.stands:
            text.append(plain(told(moment.before)), "strike").append(" ")
        text.append(plain(correction(moment)), "yellow")
    for finding in moment.findings:
        style = SEVERITIES.get(finding.severity, "")
        text.append(f"\n{BROKEN} {finding.rule} {reader().term(finding.severity)}: ", style)
        text.append(plain(told(finding.message)))
    return text


def _players(reel: Reel, at: int, coins: dict[str, int], room: int) -> Table:
    """Points, money and the curve of everybody's points."""
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=True, header_style="dim", expand=False)
    table.add_column("")
    table.add_column(told(Words("points")), justify="right")
    if coins:
        table.add_column(told(Words("money")), justify="right")
    table.add_column("", no_wrap=True)
    names = {name: plain(name)[:16] for name in reel.players}
    curve = max(10, min(60, room - max(map(width, names.values())) - 24))
    top = max([1, *(points or 0 for name in reel.players for points in reel.known(name))])
    for name, shown in names.items():
        own = [str(coins.get(name, ""))] if coins else []
        line = _curve(reel.known(name), at, curve, top)
        table.add_row(Text(shown, "bold"), reel.points(at, name), *own, line)
    return table


def _curve(totals: list[int | None], at: int, columns: int, top: int) -> Text:
    """Points over the whole game: bright up to this moment, dim after it, nothing where nothing is known."""
    columns = min(columns, len(totals))
    text = Text()
    for column in range(columns):
        place = (column + 1) * len(totals) // columns - 1
        points = totals[place]
        bar = " " if points is None else BARS[max(0, points) * (len(BARS) - 1) // top]
        text.append(bar, "" if column * len(totals) // columns <= at else "dim")
    return text


def _timeline(reel: Reel, at: int, columns: int) -> Text:
    """Where we are in the game, and its marks."""
    number, text = len(reel.moments), Text(no_wrap=True)
    for column in range(columns):
        first = column * number // columns
        part = reel.moments[first : max(first + 1, (column + 1) * number // columns)]
        if first <= at < first + len(part):
            text.append(HERE, "bold")
        elif any(one.findings for one in part):
            text.append(BROKEN, "bold red")
        elif any(one.amended for one in part):
            text.append(AMENDED, "yellow")
        else:
            text.append("─", "dim")
    return text


def _table(view: dict[str, Any], room: int) -> Group:
    """The table: figures in a line, then every part with its rows."""
    figures = Text("  ").join(Text.assemble((f"{name} ", "dim"), plain(value)) for name, value in view_figures(view))
    return Group(figures, *(_part(part, room) for part in view_tables(view)))


def _part(part: Laid, room: int) -> Table:
    """Rows as they are; where they are too wide, turned on their side if they are few, else without empty columns."""
    head, rows = part.columns, part.rows
    if _breadth([head, *rows]) > room and len(rows) <= FEW < len(head):
        head, *rows = [list(column) for column in zip(head, *rows, strict=True)]
    elif _breadth([head, *rows]) > room:
        nothing = {"", "-", reader().told(False)}
        telling = [column for column in zip(head, *rows, strict=True) if not nothing.issuperset(column[1:])]
        head, *rows = [list(row) for row in zip(*telling, strict=True)] or [head, *rows]
    title = Text(part.title, "bold underline")
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim", title=title, title_justify="left")
    for name in head:
        table.add_column(Text(plain(name)), overflow="fold")
    for row in rows:
        table.add_row(*(Text(plain(cell)) for cell in row))
    return table


def _breadth(rows: Iterable[list[str]]) -> int:
    return sum(max(map(width, column)) + 2 for column in zip(*rows, strict=True))
