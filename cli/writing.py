"""Commands that write: import, new, record, amend, simulate, export."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from msgspec import convert
from msgspec.structs import replace

from cli.changes import change_json, say_change
from cli.many_logs import gathered, taken
from cli.options import (
    CardList,
    Failure,
    Json,
    Letter,
    LogFile,
    LogsOrPipe,
    WhichGame,
    Workers,
    address,
    app,
    bytes_of,
    card_list,
    game_of,
    games_begun,
    progress,
    put,
    readings,
    sound,
    typed,
)
from cli.reader import reader, told
from cli.record import scribe
from cli.render import answer, complain, say_json
from ledger import exports
from ledger import transcript as transcripts
from ledger.amend import Preview
from ledger.amend import amend as append
from ledger.events import Event, GameEnded
from ledger.files import create
from ledger.forms import tag
from ledger.game import Catalogue
from ledger.games import GAMES
from ledger.language import text as in_words
from ledger.log import LogError, Unreadable, encode, scan, stored
from ledger.recover import recovered
from ledger.simulate import Batch
from ledger.transcript import strict_json
from ledger.walk import in_force, named_in_full, unknown_edition
from ledger.words import Words
from ledger.writer import fresh_id


@app.command("import")
def import_command(
    file: Annotated[
        Path, typer.Argument(help="A transcript: a log's events without numbers and hashes.", show_default=False)
    ],
    output: Annotated[
        Path, typer.Option("--output", "-o", help="The log to write; it must not exist yet.", show_default=False)
    ],
    form: Annotated[str, typer.Option("--from", help="The format of the file.")] = "transcript",
    text: Annotated[bool, typer.Option("--text", help="A game in words, as export --text writes it.")] = False,
    catalogue: CardList = None,
    json: Json = False,
) -> None:
    """Make a log of a transcript, or of a game in words. Whether it is legal is not asked here: audit the log.

    Example: quaestor import friday.txt -o friday.jsonl

    A game kept on paper is typed as one speaks: quaestor import --text paper.txt -o friday.jsonl
    """
    try:
        if text:
            data = in_words.read(bytes_of(file), GAMES, reader(), card_list(catalogue))
        elif form == "transcript":
            data = transcripts.read(bytes_of(file), GAMES, card_list(catalogue))
        else:
            source = bytes_of(file)
            events = _reader(form)(source)
            data = encode(events, seal=isinstance(events[-1], GameEnded), ids=source)
    except Unreadable as error:
        raise Failure(Words("{what}; nothing was written", what=address(file, error))) from None
    except ValueError as error:
        raise Failure(Words("{what}; nothing was written", what=f"{file}: {told(error)}")) from None
    create(output, data)
    lines, head = data.count(NEWLINE), stored(data)
    words = Words("{log}: {n} {n:line|lines}, head {head}", log=output, n=lines, head=head)
    answer({"log": str(output), "events": lines, "head": head}, words, json=json)


def _reader(form: str) -> Callable[[bytes], list[Event]]:
    """What reads the files of another program, whichever game it belongs to."""
    readers = {name: read for game in GAMES.values() for name, read in game.formats.items()}
    if form not in readers:
        raise Failure(Words("unknown format '{form}'; known: {known}", form=form, known=["transcript", *readers]))
    return readers[form]


NEWLINE = b"\n"


@app.command()
def new(
    log: Annotated[Path, typer.Argument(help="The log to start; it must not exist yet.", show_default=False)],
    players: Annotated[
        str, typer.Option("--players", "-p", help="Names in seat order, with commas between.", show_default=False)
    ],
    game: Annotated[str, typer.Option("--game", "-g", help="Which game.", autocompletion=games_begun)] = "lutece",
    edition: Annotated[str, typer.Option("--edition", "-e", help="Which rulebook; the game's first by default.")] = "",
    option: Annotated[
        list[str] | None, typer.Option("--option", help="A reading of the rules, like ties=shared.")
    ] = None,
    letter: Letter = False,
    place: Annotated[str, typer.Option(help="Where it is played.")] = "",
    title: Annotated[str, typer.Option(help="What the evening is called.")] = "",
    also: Annotated[str, typer.Option(help="What else this game's first line needs, as JSON.")] = "{}",
    catalogue: CardList = None,
    json: Json = False,
) -> None:
    """Start a log.

    Example: quaestor new friday.jsonl --players Ana,Bo,Cem --edition en

    Some games begin with something in everybody's hands: quaestor new saturday.jsonl -g builders -p Ana,Bo
    --also '{"apprentices":{"Ana":"w15","Bo":"w16"}}'
    """
    names = tuple(name.strip() for name in players.split(",") if name.strip())
    chosen = readings(option)
    if letter:
        whole = game_of(game)
        chosen = whole.readings(chosen, edition or whole.about.editions[0], fresh=True, letter=True) | chosen
    fields = {"game": game, "players": names, "edition": edition, "options": chosen, "place": place, "title": title}
    try:
        more = convert(strict_json(also.encode()), dict[str, Any])
        started = convert({"type": "game_started", **more, **fields}, game_of(game).course.started)
        data = encode([named_in_full(game_of(game), replace(started, id=fresh_id()), card_list(catalogue))])
        create(log, data)
    except (Unreadable, ValueError, TypeError) as error:
        raise Failure(Words("{log}: not started: {why}", log=log, why=told(error))) from None
    head = stored(data)
    words = Words("{log}: started; go on with: quaestor record {log}", log=typed(log))
    if catalogue is not None:
        said = "{log}: started; go on with: quaestor record {log} --catalogue {file}"
        words = Words(said, log=typed(log), file=typed(catalogue))
    answer({"log": str(log), "events": 1, "head": head}, words, json=json)


@app.command()
def record(
    log: Annotated[Path, typer.Argument(help="A log that was started with quaestor new.", show_default=False)],
    by: Annotated[str, typer.Option(help="Who writes; kept with every entry.")] = "",
    catalogue: CardList = None,
) -> None:
    """Enter what happens at the table, with what may happen next offered.

    Every entry is on disk before the next is asked for. Warnings never block: what happened, happened.

    Example: quaestor record friday.jsonl
    """
    try:
        scribe(log, by, card_list(catalogue))
    except Unreadable as error:
        raise Failure(Words("{what}; nothing was written", what=address(log, error))) from None


@app.command()
def amend(
    log: LogFile,
    n: Annotated[int, typer.Argument(help="The number of the event.", show_default=False)],
    withdraw: Annotated[bool, typer.Option("--withdraw", help="It did not happen.")] = False,
    entry: Annotated[
        str, typer.Option("--entry", help="It happened like this instead: an event in words, or as JSON.")
    ] = "",
    before: Annotated[
        str, typer.Option("--before", help="A forgotten event that happened just before it, in words or as JSON.")
    ] = "",
    reason: Annotated[str, typer.Option("--reason", help="Why; kept in the log.")] = "",
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask; what changes is shown all the same.")] = False,
    catalogue: CardList = None,
    json: Json = False,
) -> None:
    """Put a mistake in the record right; the old entry stays readable. What will change is shown first.

    Example: quaestor amend friday.jsonl 17 --withdraw --reason "counted twice"

    Example: quaestor amend friday.jsonl 12 --entry "Bo plays A, revenue"
    """
    if (withdraw, bool(entry), bool(before)).count(True) != 1:
        raise Failure(Words("say one of --withdraw, --entry TEXT or --before TEXT"))
    shown: list[Preview] = []

    def agree(change: Preview) -> bool:
        shown.append(change)
        if not json:
            say_change(change)
        return yes or json or not sys.stdin.isatty() or typer.confirm(told(Words("write it?")), default=False)

    try:
        done = append(
            log,
            GAMES,
            n,
            instead=entry,
            before=before,
            reason=reason,
            catalogue=card_list(catalogue),
            speak=reader(),
            agree=agree,
        )
    except Unreadable as error:
        raise Failure(Words("{what}; nothing was written", what=address(log, error))) from None
    if done is None:
        raise Failure(Words("nothing was written"))
    _say_amended(log, n, *done, shown[0], json=json)


def _say_amended(log: Path, n: int, old: Words, amendment: Event, head: str, change: Preview, *, json: bool) -> None:
    done = {
        "entry_withdrawn": Words("event {n} ({event}) withdrawn; head {head}", n=n, event=old, head=head),
        "entry_corrected": Words("event {n} ({event}) corrected; head {head}", n=n, event=old, head=head),
        "entry_inserted": Words(
            "event {n} ({event}): something inserted before it; head {head}", n=n, event=old, head=head
        ),
    }
    word = tag(type(amendment))
    text = f"{log}:{amendment.n + 1}: {told(done[word])}"
    found = {"log": str(log), "n": amendment.n, "type": word, "target": n, "head": head}
    answer(found | {"change": change_json(change)}, text, json=json)


@app.command()
def recover(
    log: LogFile,
    output: Annotated[
        Path, typer.Option("--output", "-o", help="The log to write; it must not exist yet.", show_default=False)
    ],
    start: Annotated[
        Path | None,
        typer.Option(help="A file whose first line says how the game began, when the log has lost its own."),
    ] = None,
    json: Json = False,
) -> None:
    """Make a log that can be gone on with of one that is damaged; the damaged file stays as it is.

    Every line keeps its number. What cannot be read leaves a line_lost in its place, and the last line says from where
    on nothing is vouched for.

    Example: quaestor recover friday.jsonl -o friday-recovered.jsonl
    """
    try:
        data, last = recovered(bytes_of(log), GAMES, bytes_of(start) if start else b"")
    except Unreadable as error:
        hint = Words("{what}; give a file that begins with game_started: --start FILE", what=address(log, error))
        raise Failure(hint if error.line == 1 and start is None else address(log, error)) from None
    except LogError as error:
        raise Failure(f"{log}: {told(error)}") from None
    create(output, data)
    lines, head = data.count(NEWLINE), stored(data)
    words = Words("{log}: {n} {n:line|lines}, {lost} lost, head {head}", log=output, n=lines, lost=last.lost, head=head)
    if last.unvouched:
        template = "{log}: {n} {n:line|lines}, {lost} lost, not vouched for from line {line} on, head {head}"
        words = Words(template, log=output, n=lines, lost=last.lost, line=last.unvouched, head=head)
    answer(
        {"log": str(output), "events": lines, "lost": last.lost, "unvouched": last.unvouched, "head": head},
        words,
        json=json,
    )


@app.command("simulate")
def simulate_command(
    game: WhichGame,
    output: Annotated[
        Path, typer.Option("--output", "-o", help="The folder for the logs, or a pack.", show_default=False)
    ],
    games: Annotated[int, typer.Option("--games", min=1, help="How many.")] = 10,
    players: Annotated[int | None, typer.Option("--players", help="How many players; any number by default.")] = None,
    edition: Annotated[str, typer.Option("--edition", help="Which edition; any by default.")] = "",
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same bytes.")] = 1,
    workers: Workers = None,
    json: Json = False,
) -> None:
    """Write legal games played by dice, each a sealed log; into one pack, on every core, where -o ends in .jsonl.zst.

    Example: quaestor simulate lutece --games 100 --players 4 --seed 7 -o played
    """
    one = game_of(game)
    if players is not None and players not in one.about.seats:
        words = Words("{game} is for {seats} players, not {found}", game=game, seats=one.about.seats, found=players)
        raise Failure(words)
    if edition and edition not in one.about.editions:
        raise Failure(unknown_edition(one, edition))
    batch = Batch(game, seed, range(games), players, edition)
    if output.name.endswith(".zst"):
        from cli.packing import simulate_to_pack

        simulate_to_pack(batch, output, workers)
        words = Words("{pack}: {n} {n:game|games} of {game}", pack=output, n=games, game=game)
        answer({"pack": str(output), "game": game, "games": games}, words, json=json)
        return
    output.mkdir(parents=True, exist_ok=True)
    for number in progress(range(games), games, Words("simulating"), quiet=False):
        path = output / batch.name(number)
        data = batch.log(one, number)
        if not path.exists():
            create(path, data)
        elif path.read_bytes() != data:
            raise Failure(Words("{path} exists already and is not overwritten; choose another folder", path=path))
    words = Words("{folder}: {n} {n:game|games} of {game}", folder=output, n=games, game=game)
    answer({"folder": str(output), "game": game, "games": games}, words, json=json)


@app.command()
def export(
    logs: LogsOrPipe,
    transcript: Annotated[
        bool, typer.Option("--transcript", help="The events in force, ready to import again; this is the default.")
    ] = False,
    csv: Annotated[bool, typer.Option("--csv", help="The scores, one row a player and game.")] = False,
    xlsx: Annotated[
        bool, typer.Option("--xlsx", help="Scores, verdicts, claims, score lines, events and findings as a workbook.")
    ] = False,
    html: Annotated[bool, typer.Option("--html", help="A printable sheet with the reason for every figure.")] = False,
    text: Annotated[bool, typer.Option("--text", help="The game in words, ready to import again.")] = False,
    bgstats: Annotated[
        bool, typer.Option("--bgstats", help="A link that BG Stats opens as a play, one a game.")
    ] = False,
    form: Annotated[
        str, typer.Option("--as", help="A form by its name, also one that another package brings.", show_default=False)
    ] = "",
    replay: Annotated[
        Path | None,
        typer.Option(
            "--replay", help="One page to step through the game, drawn; it opens anywhere.", show_default=False
        ),
    ] = None,
    catalogue: CardList = None,
    json: Json = False,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="A file in place of the screen.")] = None,
) -> None:
    """Write a game, or many, out for others; with --bgstats --json the plays themselves.

    Example: quaestor export friday.jsonl --html -o friday.html
    """
    flags = {"transcript": transcript, "csv": csv, "xlsx": xlsx, "html": html, "text": text, "bgstats": bgstats}
    chosen = {name for name, wanted in flags.items() if wanted} | ({form} if form else set())
    if len(chosen) + (replay is not None) > 1:
        words = "say one of --transcript, --csv, --xlsx, --html, --text, --bgstats, --replay or --as NAME"
        raise Failure(Words(words))
    if replay is not None:
        _export_replay(logs, replay, card_list(catalogue))
    one = exports.export(next(iter(chosen), "transcript"))
    if one.events is not None:
        _export_events(one, logs, output)
    else:
        _export_games(one, logs, output, card_list(catalogue), json=json)


def _export_replay(logs: list[Path], output: Path, cards: Catalogue | None) -> NoReturn:
    from cli.replay_page import replay_page

    if len(logs) != 1 or logs[0].is_dir():
        raise Failure(Words("a replay is made of one log"))
    found = sound(logs[0], json=True)
    head = scan(bytes_of(logs[0])).head
    page = replay_page(found.game, found.events, head, reader().code, catalogue=cards, vouched=not found.code)
    put(page, output)
    raise typer.Exit(found.code)


def _export_events(one: exports.Export, logs: list[Path], output: Path | None) -> None:
    if len(logs) != 1 or logs[0].is_dir():
        raise Failure(Words("this is made of one log at a time: {form}", form=one.name))
    found = sound(logs[0], json=True)  # what is said of it goes where none of it goes
    put(one.of_events(in_force(found.events).events), output)
    raise typer.Exit(found.code)


def _export_games(
    one: exports.Export,
    logs: list[Path],
    output: Path | None,
    cards: Catalogue | None,
    *,
    json: bool,
) -> None:
    unwritten = [path for path in logs if path.suffix in (".csv", ".html", ".txt", ".xlsx") and not path.exists()]
    if unwritten:
        raise Failure(Words("{path} is not there to be read; to write it, say: -o {path}", path=unwritten[0]))
    if one.binary and output is None:
        raise Failure(Words("this needs a file: -o NAME.{ending}", ending=one.ending))
    games, left = _played(logs, cards)
    if not games:
        raise Failure(Words("there is no game to export"))
    if len(games) > 1 and not one.several:
        raise Failure(Words("this is made of one log at a time: {form}", form=one.name))
    if json and one.data is not None:
        say_json(one.data(games))
    else:
        put(one.of_games(games, reader()), output)
    raise typer.Exit(1 if left else 0)


def _played(logs: list[Path], cards: Catalogue | None) -> tuple[list[exports.Played], int]:
    """Every game that can be written out, and how many cannot."""
    games, left = [], 0
    for log, packed in (one for lot in gathered(logs) for one in taken(lot)):
        try:
            if packed.trouble is not None:
                raise LogError(Words("{log}: {why}", log=log, why=packed.trouble))
            games.append(exports.played(log, packed.data, GAMES, cards))
        except LogError as error:
            complain(error.words)
            left += 1
    return games, left
