"""Commands for a dispute: what would have been, and where a claim comes from."""

import re
from decimal import Decimal
from typing import Annotated

import typer

from cli.options import CardList, Failure, Json, LogOrPipe, address, app, card_list, sound
from cli.reader import reader, told
from cli.render import figure, say, say_json, sheet_text, way_meaning
from ledger.explain import Explained, claim_of, explained, explained_json
from ledger.game import Game
from ledger.log import Unreadable
from ledger.rulebook import options_told
from ledger.score import ScoreLine, Sheet
from ledger.walk import in_force, open_record
from ledger.whatif import Otherwise, Reworked, amendment_of, difference, otherwise_json, what_if
from ledger.words import Points, Words

Entry = tuple[int, str]
FIGURE = re.compile(r"[+-]?\d{1,9}(\.\d)?", re.ASCII)


@app.command()
def whatif(
    log: LogOrPipe,
    without: Annotated[
        int | None, typer.Option("--without", metavar="N", help="Event N had not happened.", show_default=False)
    ] = None,
    entry: Annotated[
        Entry | None,
        typer.Option("--entry", metavar="N TEXT", help="This had happened in place of event N.", show_default=False),
    ] = None,
    before: Annotated[
        Entry | None,
        typer.Option("--before", metavar="N TEXT", help="This had happened just before event N.", show_default=False),
    ] = None,
    catalogue: CardList = None,
    json: Json = False,
) -> None:
    """Show the game as it would stand if one thing had been otherwise; the log stays as it is.

    What the rules make of it is worked out anew: who buys, for how much, what leaves the game. What players chose is
    kept while it is legal, and where that ends nobody can know how it would have gone on.

    Example: quaestor whatif friday.jsonl --without 44

    In words, or as JSON: quaestor whatif friday.jsonl --entry 43 "Hana puts 3 coins on B"
    """
    asked = [one for one in (None if without is None else (without, ""), entry, before) if one is not None]
    if len(asked) != 1:
        raise Failure(Words("say one of --without N, --entry N TEXT or --before N TEXT"))
    read, cards = sound(log, json=json), card_list(catalogue)
    texts = {"instead": entry[1] if entry else "", "before": before[1] if before else ""}
    if without is None and not any(text.strip() for text in texts.values()):
        raise Failure(Words("say what would have happened, like --entry {n} TEXT", n=asked[0][0]))
    try:
        amendment = amendment_of(read.game, read.events, asked[0][0], **texts, catalogue=cards, speak=reader())
        found = what_if(read.game, read.events, amendment, catalogue=cards)
    except Unreadable as error:
        raise Failure(address(log, error)) from None
    if json:
        say_json(otherwise_json(found, str(log), amendment))
    else:
        _say_question(str(log), asked[0][0], found)
        _say_otherwise(found)
    raise typer.Exit(read.code)


def _say_question(log: str, n: int, found: Otherwise) -> None:
    was, now = found.change.was, found.change.now
    words = Words("what if event {n} had not happened: {was}", n=n, was=was)
    if was is None:
        words = Words("what if this had happened before event {n}: {now}", n=n, now=now)
    elif now is not None:
        words = Words("what if event {n} had been otherwise: {was} → {now}", n=n, was=was, now=now)
    say(f"{log}: {told(words)}")
    for rule, complaint in found.change.breaches:
        say("  " + told(Words("that would be against {rule}: {what}", rule=rule, what=complaint)))


def _say_otherwise(found: Otherwise) -> None:
    for one in found.told:
        say(f"{one.n:>5}  {_reworked(one)}")
    template = "  {kept} {kept:event stays|events stay} as recorded, {n} {n:comes|come} out otherwise"
    say(Words(template, kept=found.kept, n=len(found.told)))
    was, would = Words("as it was:"), Words("as it would be:")
    if found.ends_at is not None:
        template = "from here on nobody can know: event {n}, {what}: {why}"
        say(Words(template, n=found.ends_at, what=found.ends_with, why=found.why))
        was = Words("as it was just before event {n}:", n=found.ends_at)
        would = Words("as it would be just before event {n}:", n=found.ends_at)
    for title, sheet in ((was, found.before), (would, found.after)):
        say()
        say(title)
        say(sheet_text(sheet))
    say()
    _say_difference(found)


def _reworked(one: Reworked) -> str:
    if one.was_said is None:
        return told(Words("before it also: {now}", now=one.now_said))
    now = one.now_said or Words("falls away")
    return f"{told(one.was_said)}\n       → {told(now)}"


def _say_difference(found: Otherwise) -> None:
    apart = difference(found.before, found.after)
    say(Words("the difference:") if apart else Words("no figure would be another"))
    for one in apart:
        figures = f"{figure(one.before, found.before)} → {figure(one.after, found.after)}"
        say(f"  {one.player}: {reader().term(one.category)} {figures}")
        for sign, sheet, lines in (("−", found.before, one.gone), ("+", found.after, one.new)):
            for line in lines:
                say(f"    {sign} {_line(line, sheet)}")


def _line(line: ScoreLine, sheet: Sheet) -> str:
    return f"{figure(line.points, sheet).rjust(4)}  {told(line.reason)}"


# --- where a claim comes from -----------------------------------------------------------------------------------------


@app.command()
def explain(
    log: LogOrPipe,
    player: Annotated[
        str, typer.Option("--player", help="Whose claim; everybody's by default.", show_default=False)
    ] = "",
    claim: Annotated[
        str,
        typer.Option(
            "--claim", help="What was claimed, where the log does not say it: majority=24,total=30", show_default=False
        ),
    ] = "",
    catalogue: CardList = None,
    json: Json = False,
) -> None:
    """Say where a claimed score comes from that is not what the table is worth.

    Tried is every single slip: an addition gone wrong, a line or a card forgotten or counted twice, a rule misread,
    another reading. Those that give exactly the claimed figures are named, the simplest first.

    Example: quaestor explain friday.jsonl --player Bo
    """
    read, cards = sound(log, json=json), card_list(catalogue)
    try:
        players = open_record(read.game, in_force(read.events).events, catalogue=cards).table.players
        if player and player not in players:
            template = "{log}: '{player}' is not at this table; players: {players}"
            raise Failure(Words(template, log=log, player=player, players=[*players]))
        if claim and not player:
            raise Failure(Words("say whose claim it is: --player NAME"))
        claimed = _figures(read.game, claim) if claim else None
        asked = [player] if player else [one for one in players if claim_of(read.events, one) is not None]
        if not asked:
            raise Failure(
                Words(
                    "{log}: nobody has claimed a score; say what was claimed: --player NAME --claim total=30", log=log
                )
            )
        found = [explained(read.game, read.events, one, claimed, catalogue=cards) for one in asked]
    except Unreadable as error:
        raise Failure(address(log, error)) from None
    if json:
        each = [explained_json(one, str(log)) for one in found]
        say_json(each[0] if player else {"log": str(log), "claims": each})
    else:
        for one in found:
            _say_explained(read.game, one)
    raise typer.Exit(read.code)


def _figures(game: Game, text: str) -> dict[str, int]:
    """What stands behind --claim, in the game's own units."""
    found: dict[str, int] = {}
    known = [*game.worth.categories, "total"]
    for part in text.split(","):
        name, _, value = (piece.strip() for piece in part.partition("="))
        if name not in known:
            raise Failure(Words("--claim {text}: '{found}' is none of {known}", text=text, found=name, known=known))
        points = Decimal(value) * game.worth.scale if FIGURE.fullmatch(value) else Decimal("0.5")
        if points != int(points):
            raise Failure(Words("--claim {text}: write it as {example}", text=text, example=f"{known[0]}=24,total=30"))
        found[name] = int(points)
    return found


def _say_explained(game: Game, found: Explained) -> None:
    claimed, derived = (
        [
            Words("{category} {points}", category=name, points=Points(figures[name], found.scale))
            for name in found.claimed
        ]
        for figures in (found.claimed, found.derived)
    )
    if found.right:
        say(Words("{player} claims {claimed}: that is what the table is worth", player=found.player, claimed=claimed))
        return
    words = "{player} claims {found}; the table is worth {expected}"
    say(Words(words, player=found.player, found=claimed, expected=derived))
    if not found.fits:
        say(Words("  no single slip that we know of gives these figures"))
        return
    template = "  {n} slips give exactly these figures, the simplest first; which it was, nobody can tell:"
    say(Words(template, n=len(found.fits)) if len(found.fits) > 1 else Words("  one slip gives exactly these figures:"))
    options = options_told(game, reader().code)
    for fit in found.fits:
        meaning = "" if fit.way is None else way_meaning(options, fit.way)
        say(f"    {told(fit.words)}{meaning}")
