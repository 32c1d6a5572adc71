"""Lutèce, by Nicolas Sato: 2 to 5 notables bid and bribe for the people and places of the city."""

from pathlib import Path

from ledger.game import Facts, Game, option
from ledger.games.lutece import (
    bids,
    cards,
    deck,
    forms,
    moves,
    play,
    rules,
    scoring,
    scribe,
    slips,
    table,
    telling,
)
from ledger.games.lutece.events import Claimed, HoldingsDeclared
from ledger.games.old_style import happenings

GAME = Game(
    name="lutece",
    title="Lutèce",
    folder=Path(__file__).parent,
    editions=("fr", "en", "pl"),
    seats=(2, 3, 4, 5),
    options={
        "revenue_bribe": option("lost", "returned"),  # R9
        "compensated": option("bidders", "all_others"),  # R15
        "legions_from": option("anyone", "bidders"),  # R16
        "unpaid_goes_to": option("nobody", "runner_up"),  # R18
        "talent_of": option("resource", "any_card"),  # R25
        "minority": option("none_only", "none_and_fewest"),  # R27
        "all_level": option("exclude_majority", "no_minority"),  # R28
        "apprentice_host": option("with_resource", "any_character"),  # R29a
        "ties": option("money_cards", "shared"),  # R38
    },
    categories=scoring.CATEGORIES,
    scale=1,
    terms=(
        *cards.RESOURCES,
        "purple",
        "red",
        *cards.BOX,
        *cards.PRINTED,
        "worker",
        "apprentice",
        "income",
        "mill",
        "tied",
        "unpaid",
        "revenue",
        "offers",
        "bids",
        "purchases",
        "over",
    ),
    cards=cards.Catalogue,
    deck=deck.playable,
    check=cards.check,
    table=table.Table,
    happenings=happenings(
        rules=rules.RULES,
        advance=moves.ADVANCE,
        apply=moves.APPLY,
        overdue=rules.OVERDUE,
        lapse=slips.lapse,
        tell=telling.tell,
        choices=play.choices,
        forms=forms.forms,
    ),
    remarks=scoring.remarks,
    over=table.over,
    score=scoring.score,
    winners=scoring.winners,
    forgone=scoring.forgone,
    claim=Claimed,
    holdings=HoldingsDeclared,
    facts={"bids": Facts(bids.Bid, {}, lambda table: ())},
    view=scribe.view,
    ask=scribe.ask,
    hear=scribe.hear,
    holds=scribe.holds,
    styles=play.STYLES,
    step=play.step,
)
