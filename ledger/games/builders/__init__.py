"""The Builders: Antiquity, by Frédéric Henry: 2 to 4 builders hire, train and send people to build the wonders."""

from pathlib import Path

from ledger.game import Game, option
from ledger.games.builders import cards, forms, moves, play, rules, scoring, scribe, slips, table, telling
from ledger.games.builders.events import Claimed, HoldingsDeclared, Started
from ledger.games.old_style import happenings

GAME = Game(
    name="builders",
    title="The Builders: Antiquity",
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
    },
    categories=scoring.CATEGORIES,
    scale=scoring.TENTHS,
    terms=(
        *cards.MATERIALS,
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
    cards=cards.Catalogue,
    deck=cards.deck,
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
    lacking=scoring.lacking,
    forgone=scoring.forgone,
    claim=Claimed,
    holdings=HoldingsDeclared,
    view=scribe.view,
    opening=forms.opening,
    ask=scribe.ask,
    hear=scribe.hear,
    holds=scribe.holds,
    started=Started,
    deal=play.deal,
    styles=play.STYLES,
    step=play.step,
)
