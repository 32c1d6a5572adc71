"""Lutèce, by Nicolas Sato: 2 to 5 notables bid and bribe for the people and places of the city."""

from pathlib import Path

from ledger.game import About, CardLists, Course, Dice, Game, Reading, Scribe, Worth, option
from ledger.games.lutece import bids, cards, counts, deck, drawing, play, scoring, scribe, slips, table
from ledger.games.lutece.apprentice import ATTACHED
from ledger.games.lutece.bid import PLACED
from ledger.games.lutece.bribe import RAISED
from ledger.games.lutece.counts import COUNTED, CountsDeclared
from ledger.games.lutece.holdings import DECLARED, HoldingsDeclared
from ledger.games.lutece.legion import DISCARDED
from ledger.games.lutece.offer import OFFERED
from ledger.games.lutece.purchase import PURCHASED, REMOVED
from ledger.games.lutece.round import ENDED
from ledger.games.lutece.scoring import Claimed
from ledger.games.lutece.table import SILENT

# What each rulebook says by itself, where that is not our default; the numbers are those of our comparison.
EVERY = {"apprentice_host": "any_character", "apprentice_moves": SILENT, "coin_shortage": SILENT}  # R29a, D25, D27
LETTER: dict[str, dict[str, Reading]] = {
    "fr": {
        **EVERY,
        "revenue_bribe": SILENT,  # D2
        "talent_of": "any_card",  # D4
        "shared_highest": SILENT,  # D6
        "compensated": "all_others",  # D7
        "contest_coins": SILENT,  # D9
        "won_coins": SILENT,  # D12
        "action_cards": SILENT,  # D16
    },
    "en": {
        **EVERY,
        "ties": SILENT,  # D1
        "talent_of": "any_card",  # D4
        "contest_coins": SILENT,  # D9
        "won_coins": SILENT,  # D12
        "action_cards": SILENT,  # D16
        "markets": "compulsory",  # D19
        "spent_resources": SILENT,  # D20
    },
    "pl": {
        **EVERY,
        "minority": "none_and_fewest",  # D3
        "markets": "compulsory",  # D19
        "spent_resources": SILENT,  # D20
        "apprentice_when": "any_time",  # D23
    },
}

GAME = Game(
    name="lutece",
    title="Lutèce",
    about=About(
        folder=Path(__file__).parent,
        editions=("fr", "en", "pl"),
        seats=(2, 3, 4, 5),
        options={
            "revenue_bribe": option("lost", "returned", SILENT),  # R9
            "compensated": option("bidders", "all_others"),  # R15
            "legions_from": option("anyone", "bidders"),  # R16
            "unpaid_goes_to": option("nobody", "runner_up"),  # R18
            "talent_of": option("resource", "any_card"),  # R25
            "minority": option("none_only", "none_and_fewest"),  # R27
            "all_level": option("exclude_majority", "no_minority"),  # R28
            "apprentice_host": option("with_resource", "any_character"),  # R29a
            "ties": option("money_cards", "shared", SILENT),  # R38
            "action_cards": option("returned", SILENT),  # R5
            "won_coins": option("taken", SILENT),  # R13
            "shared_highest": option("tied", SILENT),  # R14
            "contest_coins": option("forbidden", SILENT),  # R16
            "apprentice_when": option("at_once", "any_time"),  # R29
            "apprentice_moves": option("never", SILENT),  # R29
            "markets": option("optional", "compulsory"),  # R33
            "spent_resources": option("counted_before", SILENT),  # R33
            "coin_shortage": option("unlimited", SILENT),  # R36
        },
        letter=LETTER,
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
    ),
    course=Course(
        table=table.Table,
        happenings=(OFFERED, PLACED, RAISED, DISCARDED, PURCHASED, REMOVED, ATTACHED, ENDED, DECLARED, COUNTED),
        remarks=scoring.remarks,
        over=table.over,
        leaves=table.player_leaves,
    ),
    worth=Worth(
        categories=scoring.CATEGORIES,
        scale=1,
        score=scoring.score,
        figures=scoring.figures,
        winners=scoring.winners,
        forgone=scoring.forgone,
        slips=slips.slips,
        claim=Claimed,
        holdings=HoldingsDeclared,
        counts=CountsDeclared,
        missing=counts.missing,
    ),
    cards=CardLists(
        catalogue=cards.Catalogue,
        deck=deck.playable,
        check=cards.check,
    ),
    scribe=Scribe(
        view=scribe.view,
        drawing=drawing.drawing,
        face=drawing.face,
        ask=scribe.ask,
        hear=scribe.hear,
        holds=scribe.holds,
        alike=scribe.alike,
    ),
    dice=Dice(
        styles=play.STYLES,
        step=play.step,
    ),
    facts={"bids": bids.FACTS},
)
