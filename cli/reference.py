"""Commands about card lists, rules and schemas."""

from pathlib import Path
from typing import Annotated

import typer

from cli.options import Failure, Json, app, bytes_of, game_of
from cli.reader import reader, told
from cli.render import answer, say, say_json
from ledger.files import create
from ledger.game import catalogue_of
from ledger.games import GAMES
from ledger.rulebook import rule_text
from ledger.transcript import strict_json
from ledger.words import Words, why

catalogue_app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Card lists typed off one's own box.")
app.add_typer(catalogue_app, name="catalogue")


@catalogue_app.command("check")
def catalogue_check(
    file: Annotated[Path, typer.Argument(help="A card list as JSON.", show_default=False)],
    json: Json = False,
) -> None:
    """Check a card list typed off one's own box: counts, unique talents, marks.

    Example: quaestor catalogue check my-lutece.json
    """
    data = bytes_of(file)
    try:
        content = strict_json(data)
    except (ValueError, RecursionError) as error:
        raise Failure(Words("{file}: cannot be read: {why}", file=file, why=why(error))) from None
    game = game_of(str(content.get("game", "")) if isinstance(content, dict) else "")
    complaints = game.cards.check(data)
    if json:
        say_json(
            {
                "catalogue": str(file),
                "game": game.name,
                "digest": catalogue_of(data).digest,
                "complaints": list(map(str, complaints)),
            }
        )
    else:
        for words in complaints:
            say(f"{file}: {told(words)}")
        if complaints:
            say(Words("{file}: {n} {n:complaint|complaints}", file=file, n=len(complaints)))
        else:
            say(Words("{file}: in order, digest {digest}", file=file, digest=catalogue_of(data).digest))
    raise typer.Exit(1 if complaints else 0)


@catalogue_app.command("copy")
def catalogue_copy(
    game: Annotated[str, typer.Argument(help="Which game.", show_default=False)],
    output: Annotated[Path, typer.Option("--output", "-o", help="The file to write.", show_default=False)],
    json: Json = False,
) -> None:
    """Copy the reference card list, to be changed into that of one's own box.

    Example: quaestor catalogue copy lutece -o my-lutece.json
    """
    create(output, game_of(game).catalogue().data)
    words = Words("{file}: change what your box has otherwise, then: quaestor catalogue check {file}", file=output)
    answer({"catalogue": str(output), "game": game}, words, json=json)


@app.command()
def rule(
    name: Annotated[str, typer.Argument(help="A rule as a report names it, like LUT-R14.", show_default=False)],
    json: Json = False,
) -> None:
    """Read a rule: what holds, where the rulebooks say it, and what the options change.

    Example: quaestor rule LUT-R14
    """
    for game in GAMES.values():
        text = rule_text(game, name)
        if text:
            own = rule_text(game, name, reader().code)
            answer({"rule": text.split(" ", 1)[0], "game": game.name, "text": text}, own, json=json)
            return
    raise Failure(Words("there is no rule {name}; they are in the RULES.md of each game", name=name))


@app.command()
def schema(
    output: Annotated[Path, typer.Option("--output", "-o", help="The folder.")] = Path("schemas"),
    json: Json = False,
) -> None:
    """Write the JSON Schema of every game's events and card lists.

    Example: quaestor schema -o schemas
    """
    from ledger.schema import schemas

    output.mkdir(parents=True, exist_ok=True)
    written = schemas(GAMES)
    for name, text in written.items():
        (output / name).write_bytes(text)
    paths = [str(output / name) for name in written]
    answer(paths, "\n".join(paths), json=json)
