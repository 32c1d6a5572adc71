"""The Builders: Antiquity, by Frédéric Henry: 2 to 4 builders hire, train and send people to build the wonders."""

from pathlib import Path

from ledger.game import About, CardLists, Course, Dice, Game, Scribe, Worth, option
from ledger.games.builders import (
    cards,
    coins,
    construction,
    counts,
    drawing,
    hire,
    holdings,
    invest,
    play,
    reveal,
    scoring,
    scribe,
    settle,
    slips,
    table,
    turn,
    work,
)

GAME = Game(
    name="builders",
    title="The Builders: Antiquity",
    about=About(
        folder=Path(__file__).parent,
        editions=("pl",),
        seats=(2, 3, 4),
        options={
            "tool_on_machine": option("allowed", "refused"),  # B6
            "fresh_machine": option("at_once", "next_turn"),  # B9
            "training": option("column", "whole", "added"),  # B11
            "fresh_citizen": option("at_once", "next_turn"),  # B16
            "repaid_loan": option("leaves", "returns"),  # B18
            "loans_held": option("any", "one"),  # B19
            "coin_packets": option("separate", "cumulated"),  # B20
            "bought_actions": option("any_moment", "before_first"),  # B21
            "tool_on_prisoner": option("refused", "allowed"),  # B4
            "investments": option("one", "any"),  # B13
        },
        terms=(
            *cards.MATERIALS,
            "apprentices",
            "building",
            "machine",
            "worker",
            "prisoner",
            "citizen",
            "tool",
            "university",
            "loan",
            "apprentice",
            "master",
            "journeyman",
            "labourer",
            "sends",
            "trains",
            "frees",
            "set-up",
            "play",
            "last round",
            "over",
        ),
    ),
    course=Course(
        table=table.Table,
        happenings=(
            reveal.STARTED,
            reveal.BUILDING_REVEALED,
            reveal.WORKER_REVEALED,
            work.SENT,
            construction.STARTED,
            hire.HIRED,
            coins.TAKEN,
            coins.BOUGHT,
            invest.PRISONER,
            invest.TOOL,
            invest.TRAINED,
            invest.LOAN,
            settle.FREED,
            settle.REPAID,
            turn.ENDED,
            holdings.DECLARED,
            counts.COUNTED,
        ),
        remarks=scoring.remarks,
        over=table.over,
        leaves=turn.player_leaves,
        lacking=scoring.lacking,
        started=reveal.Started,
    ),
    worth=Worth(
        categories=scoring.CATEGORIES,
        scale=scoring.TENTHS,
        score=scoring.score,
        winners=scoring.winners,
        slips=slips.slips,
        claim=scoring.Claimed,
        holdings=holdings.HoldingsDeclared,
        counts=counts.CountsDeclared,
        missing=counts.missing,
    ),
    cards=CardLists(
        catalogue=cards.Catalogue,
        deck=cards.deck,
        check=cards.check,
    ),
    scribe=Scribe(
        view=scribe.view,
        drawing=drawing.drawing,
        face=drawing.face,
        opening=reveal.opening,
        ask=scribe.ask,
        hear=scribe.hear,
        holds=scribe.holds,
        alike=scribe.alike,
    ),
    dice=Dice(
        deal=play.deal,
        styles=play.STYLES,
        step=play.step,
    ),
)
