"""Glory to Rome, by Carl Chudyk, in the Polish edition and the English IV: Rome is rebuilt with cards."""

from pathlib import Path

from ledger.game import About, CardLists, Course, Dice, Game, Scribe, Worth, option
from ledger.games.glory_to_rome import (
    cards,
    counts,
    drawing,
    ending,
    follow,
    foundation,
    fountain,
    laborer,
    lead,
    legionary,
    material,
    merchant,
    neutral,
    noted,
    otherwise,
    patron,
    play,
    prison,
    round,
    scoring,
    scribe,
    setup,
    slips,
    stairway,
    table,
)

GAME = Game(
    name="glory_to_rome",
    title="Glory to Rome",
    about=About(
        folder=Path(__file__).parent,
        editions=("pl", "pl-classic", "pl-training", "en-iv"),
        seats=(2, 3, 4, 5),
        options={
            "petition": option(2, 3),  # G9
            "forum": option("clients+materials", "clients"),  # G50
            "forum_gate": option("yes", "no"),  # G50
            "circus": option("any-as-architect", "pair-as-senator"),  # G10
            "circus_maximus": option("unused", "all", "next-time"),  # G13
            "statue_vp": option("owned+complete", "function-active"),  # G20
            "stairway": option("extra", "instead"),  # G27
            "stairway_fits": option("own-kind", "tower+road"),  # G28
            "oot_choice": option("free", "forced-in-town-first"),  # G16
            "oot_roles": option("one", "either"),  # G15
            "last_card": option("immediate", "finish_step"),  # G31
            "baths": option("any-time", "at-once"),  # G34
            "pool_take": option("mandatory", "optional"),  # G37
            "bridge_asks": option("everybody", "neighbours"),  # G41
            "villa_pool": option("yes", "no"),  # G21
            "concession": option("winner", "points"),  # G55
            "empty_think": option("no", "yes"),  # R4
            "start_hand": option("4+1", "5+0"),  # R2
            "functions": option("on", "off"),  # G54
            "sites_cap": option("none", 3),  # G54
            "deck_fraction": option("1", "1/2"),  # G54
            "collation": option("pl", "en"),  # G3
            "passes": option("implied", "recorded"),  # R3
        },
        presets={
            "pl-classic": {"petition": 3, "forum": "clients"},
            "pl-training": {"functions": "off", "sites_cap": 3, "deck_fraction": "1/2"},
            "en-iv": {
                "petition": 3,
                "forum": "clients",
                "circus": "pair-as-senator",
                "statue_vp": "function-active",
                "oot_choice": "forced-in-town-first",
                "last_card": "finish_step",
                "pool_take": "optional",
                "villa_pool": "no",  # as the traces were played; see RULES.md
                "collation": "en",
            },
        },
        terms=(
            *cards.MATERIALS,
            *cards.ROLES,
            "senator",
            "orders",
            *table.PHASES,
            "over",
            "pool",
            "hand",
            "stockpile",
            "clientele",
            *table.ENDINGS,
            "think",
        ),
    ),
    course=Course(
        table=table.Table,
        happenings=(
            *setup.HAPPENINGS,
            *lead.HAPPENINGS,
            *follow.HAPPENINGS,
            *patron.HAPPENINGS,
            *laborer.HAPPENINGS,
            *fountain.HAPPENINGS,
            *foundation.HAPPENINGS,
            *material.HAPPENINGS,
            *stairway.HAPPENINGS,
            *prison.HAPPENINGS,
            *legionary.HAPPENINGS,
            *merchant.HAPPENINGS,
            *round.HAPPENINGS,
            *ending.HAPPENINGS,
            *counts.HAPPENINGS,
            *noted.HAPPENINGS,
        ),
        remarks=scoring.remarks,
        over=table.over,
        leaves=round.player_leaves,
        beside=otherwise.Beside,
        ending=table.ending,
        endings=table.ENDINGS,
    ),
    worth=Worth(
        categories=scoring.CATEGORIES,
        scale=1,
        score=scoring.score,
        figures=scoring.figures,
        winners=scoring.winners,
        interval=scoring.unsettled,
        forgone=scoring.forgone,
        slips=slips.slips,
        claim=ending.Claimed,
        holdings=ending.HoldingsDeclared,
        counts=counts.CountsDeclared,
        missing=scoring.missing,
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
        ask=scribe.ask,
        hear=scribe.hear,
        holds=scribe.holds,
        alike=scribe.alike,
    ),
    dice=Dice(
        styles=play.STYLES,
        step=play.step,
    ),
    facts={"leads": round.LEADS},
    formats={"gtr-neutral": neutral.read},
)
