"""Commands about card lists, rules and schemas."""

from pathlib import Path
from typing import Annotated, Any

import typer

from cli.options import CardList, Failure, Json, WhichGame, Whole, app, bytes_of, card_list, game_of
from cli.reader import reader, told
from cli.render import answer, say, say_json, say_markdown
from ledger.files import create, write_over
from ledger.game import catalogue_of
from ledger.games import GAMES
from ledger.language.lexicon import words_of
from ledger.rulebook import options_told, rule_text, rulebook
from ledger.transcript import strict_json
from ledger.words import Words, why
from ledger.words.speech import LANGUAGES, language

catalogue_app = typer.Typer(
    cls=Whole, no_args_is_help=True, rich_markup_mode=None, help="Card lists typed off one's own box."
)
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
    game: WhichGame,
    output: Annotated[Path, typer.Option("--output", "-o", help="The file to write.", show_default=False)],
    json: Json = False,
) -> None:
    """Copy the reference card list, to be changed into that of one's own box.

    Example: quaestor catalogue copy lutece -o my-lutece.json
    """
    create(output, game_of(game).catalogue().data)
    words = Words("{file}: change what your box has otherwise, then: quaestor catalogue check {file}", file=output)
    answer({"catalogue": str(output), "game": game}, words, json=json)


@app.command("games")
def games_command(json: Json = False) -> None:
    """List the games there are, with their editions and for how many they are.

    Example: quaestor games
    """
    found, lines = [], []
    template = "{game}: {title}, for {seats} players, editions {editions}"
    for game in GAMES.values():
        editions, seats = list(game.about.editions), list(game.about.seats)
        found.append({"game": game.name, "title": game.title, "editions": editions, "players": seats})
        lines.append(told(Words(template, game=game.name, title=Words(game.title), seats=seats, editions=editions)))
    answer(found, "\n".join(lines), json=json)


@app.command("options")
def options_command(
    game: WhichGame,
    json: Json = False,
) -> None:
    """List the readings of the rules that a game can be played with, and what each means; the default stands first.

    Example: quaestor options lutece
    """
    one = game_of(game)
    texts = options_told(one, reader().code)
    found = [
        {
            "option": name,
            "about": texts[name].about,
            "meanings": texts[name].meanings,
            "rule": texts[name].rule,
            "values": list(option.values),
            "default": option.default,
            "editions": {edition: own[name] for edition, own in one.about.presets.items() if name in own},
        }
        for name, option in one.about.options.items()
    ]
    lines = [_option_line(row) for row in found]
    answer(found, "\n".join(lines) or Words("{game} is played without options", game=Words(one.title)), json=json)


def _option_line(row: dict[str, Any]) -> str:
    line = told(Words("{option}: {values}", option=row["option"], values=row["values"]))
    own = [told(Words("{edition}: {value}", edition=key, value=value)) for key, value in row["editions"].items()]
    line = f"{line} ({', '.join(own)})" if own else line
    if not row["rule"]:
        return line
    named = zip(row["values"], row["meanings"].values(), strict=True)
    meanings = "".join(f"\n    {reader().spell(value, '')}: {meaning}" for value, meaning in named)
    return f"{line}\n  {row['about']} ({row['rule']})\n{meanings[1:]}"


@app.command("cards")
def cards_command(
    game: WhichGame,
    word: Annotated[str, typer.Argument(help="Only cards with a name, in any language, that has this word.")] = "",
    catalogue: CardList = None,
    json: Json = False,
) -> None:
    """List the cards of a game with what they are called in every language.

    Example: quaestor cards lutece legion
    """
    one, cards = game_of(game), card_list(catalogue)
    try:
        deck = one.cards.deck((cards or one.catalogue()).data, one.about.editions[0])
    except ValueError as error:
        words = "{path}: the card list cannot be used: {why} (see: quaestor catalogue check {path})"
        raise Failure(Words(words, path=catalogue, why=why(error))) from None
    found = [{"card": card, "names": card_names(deck, card)} for card in matching_cards(deck, word)]
    if not deck.names:
        raise Failure(Words("{game} is played without cards", game=Words(one.title)))
    if not found:
        raise Failure(Words("{game} has no card called '{word}'", game=one.title, word=word))
    answer(found, "\n".join(cards_called(deck, word)), json=json)


def cards_called(deck: Any, word: str) -> list[str]:
    """The cards with a name that has this word, each with its names: the reader's first."""
    lines = []
    for card in matching_cards(deck, word):
        names = card_names(deck, card)
        first = names.pop(reader().code)
        others = dict.fromkeys(name for name in names.values() if name != first)
        lines.append(f"{card:14}{first}" + (f"  ({', '.join(others)})" if others else ""))
    return lines or [told(Words("no card is called '{word}'", word=word))]


def matching_cards(deck: Any, word: str) -> list[str]:
    """The cards whose number or name, in any language, has words that begin so."""
    said = words_of(word)
    return [card for card in deck.names if _called_so(said, (card, *card_names(deck, card).values()))]


def _called_so(said: tuple[str, ...], names: tuple[str, ...]) -> bool:
    words = words_of(" ".join(names))
    return all(any(word.startswith(one) for word in words) for one in said)


def card_names(deck: Any, card: str) -> dict[str, str]:
    """What a card is called in each language."""
    return {code: str(language(code).spell(deck.names[card], "")) for code in LANGUAGES}


def rules_begun(word: str) -> list[str]:
    """Rules for whoever presses Tab."""
    known = (rule for game in GAMES.values() for rule in rulebook(game, game.about.editions[0]))
    return [rule for rule in known if rule.startswith(word)]


@app.command()
def rule(
    name: Annotated[
        str,
        typer.Argument(
            help="A rule as a report names it, like LUT-R14.", show_default=False, autocompletion=rules_begun
        ),
    ],
    json: Json = False,
) -> None:
    """Read a rule: what holds, where the rulebooks say it, and what the options change.

    Example: quaestor rule LUT-R14
    """
    for game in GAMES.values():
        text = rule_text(game, name)
        if text:
            own = rule_text(game, name, reader().code)
            if json:
                say_json({"rule": text.split(" ", 1)[0], "game": game.name, "text": text})
            else:
                say_markdown(own)
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
        write_over(output / name, text)
    paths = [str(output / name) for name in written]
    answer(paths, "\n".join(paths), json=json)
