"""Every *may* of Glory to Rome is a may, and no more: used, used in part, left in silence, declined in words, misused.

One table of cases. In each the first seat is yours (Y); the others think unless the case says otherwise. `LEGAL` breaks
no rule to the end of the round; a rule's number is what the last event breaks, and all there is to say.
"""

from typing import Any, NamedTuple

import pytest
import rome_events as e
from rome import (
    END,
    SEATS,
    Scene,
    add,
    demand,
    follow,
    fountain,
    give,
    haul,
    hire,
    latrine,
    lay,
    lead,
    pool,
    prison,
    seat,
    sell,
    senate,
    sewer,
    stairs,
    think,
    vomit,
)

LEGAL = ""
TOLD = {"passes": "recorded"}
CARD = {"laborer": "road", "craftsman": "dock", "legionary": "gate", "architect": "wall", "merchant": "villa"}


class Case(NamedTuple):
    """What is given, what happens, and what is said of it."""

    name: str
    rule: str
    given: dict[str, Any]
    events: tuple[Any, ...]


def no(role: str, part: str = "", player: str = "Y") -> e.ActionDeclined:
    return e.ActionDeclined(player=player, role=role, part=part)


def led(role: str, *, number: int = 2, others: str = "", **given: Any) -> tuple[dict[str, Any], tuple[Any, ...]]:
    """You lead a role with an order of its own, the others think; your seat is told by its parts."""
    own = {key: given.pop(key) for key in ("stock", "clients", "vault", "built", "influence") if key in given}
    begun = given.pop("begun", {})
    card = CARD.get(role, "forum")
    given["Y"] = seat(hand=f"{card} {given.pop('hand', '')}", **own, **begun)
    return {"number": number, **given}, (lead("Y", role, card), *[think(one, "senator") for one in SEATS[number][1:]])


def cases(about: str, setting: tuple[dict[str, Any], tuple[Any, ...]], **ways: tuple[Any, ...]) -> list[Case]:
    """The ways to go on from one setting: by name, the rule that is broken (or LEGAL) and what happens."""
    given, before = setting
    return [
        Case(f"{about} {name.replace('_', ' ')}", rule, given, (*before, *events))
        for name, (rule, *events) in ways.items()
    ]


PATRON = [
    *cases(
        "R6 hiring",
        led("patron", pool="wood brick", clients="marble", influence=5),
        used=(LEGAL, hire("Y", "wood"), hire("Y", "brick")),
        in_part=(LEGAL, hire("Y", "wood")),
        in_silence=(LEGAL,),
        in_words=(LEGAL, no("patron"), no("patron")),
        part_in_words=(LEGAL, no("patron"), hire("Y", "wood")),
        no_more=("GTR-R3", hire("Y", "wood"), no("patron"), hire("Y", "brick")),
        no_more_declined=("GTR-R3", no("patron"), no("patron"), no("patron")),
    ),
    *cases(
        "G33 Aqueduct",
        led("patron", pool="wood", hand="brick stone", built="aqueduct"),
        used=(LEGAL, hire("Y", "wood"), hire("Y", "brick", "hand")),
        the_other_way_round=(LEGAL, hire("Y", "brick", "hand"), hire("Y", "wood")),
        alone=(LEGAL, hire("Y", "brick", "hand")),
        in_silence=(LEGAL, hire("Y", "wood")),
        in_words=(LEGAL, hire("Y", "wood"), no("patron", "hand")),
        pool_in_words=(LEGAL, no("patron", "pool"), hire("Y", "brick", "hand")),
        twice=("GTR-R3", hire("Y", "brick", "hand"), hire("Y", "stone", "hand")),
        declined_and_used=("GTR-R3", no("patron", "hand"), hire("Y", "brick", "hand")),
    ),
    *cases(
        "G33 Bar",
        led("patron", pool="wood", built="bar", pile="gate shrine road"),
        used=(LEGAL, hire("Y", "wood"), hire("Y", "gate", "deck")),
        the_other_way_round=(LEGAL, hire("Y", "gate", "deck"), hire("Y", "wood")),
        in_silence=(LEGAL, hire("Y", "wood")),
        in_words=(LEGAL, hire("Y", "wood"), no("patron", "deck")),
        another_card=("GTR-R1", hire("Y", "shrine", "deck")),
        twice=("GTR-R3", hire("Y", "gate", "deck"), hire("Y", "shrine", "deck")),
    ),
    *cases(
        "G33 Bar and Aqueduct",
        led(
            "patron", pool="wood marble", hand="stone", built="bar aqueduct", clients="marble", pile="gate shrine road"
        ),
        all=(
            LEGAL,
            hire("Y", "gate", "deck"),
            hire("Y", "wood"),
            hire("Y", "stone", "hand"),
            hire("Y", "marble"),
            hire("Y", "shrine", "deck"),
        ),
        deck_only=(LEGAL, hire("Y", "gate", "deck"), hire("Y", "shrine", "deck")),
        deck_thrice=("GTR-R3", *[hire("Y", one, "deck") for one in ("gate", "shrine", "road")]),
    ),
    *cases(
        "G34 Baths",
        led("patron", pool="rubble wood stone", built="bath", hand="market", stock="brick"),
        used=(LEGAL, hire("Y", "rubble"), haul("Y", "stone")),
        in_silence=(LEGAL, hire("Y", "rubble")),
        in_words=(LEGAL, hire("Y", "rubble"), no("laborer")),
        craftsman=(LEGAL, hire("Y", "wood"), lay("Y", "market")),
        merchant=(LEGAL, hire("Y", "stone"), sell("Y", "brick")),
        another_role=("GTR-R3", hire("Y", "rubble"), lay("Y", "market")),
        declined_and_used=("GTR-R3", hire("Y", "rubble"), no("laborer"), haul("Y", "stone")),
        twice=("GTR-R3", hire("Y", "rubble"), haul("Y", "stone"), haul("Y", "wood")),
    ),
    *cases(
        "G34 Baths, an action left",
        led("patron", pool="rubble rubble wood stone", built="bath", clients="marble"),
        first_silent=(LEGAL, hire("Y", "rubble"), hire("Y", "rubble"), haul("Y", "stone")),
        first_declined=(LEGAL, hire("Y", "rubble"), no("laborer"), hire("Y", "rubble"), haul("Y", "stone")),
        first_too_late=("GTR-R3", hire("Y", "rubble"), hire("Y", "rubble"), haul("Y", "stone"), haul("Y", "wood")),
    ),
    *cases(
        "G34 Baths and a Patron hired",
        led("patron", pool="marble rubble wood stone", built="bath bar", influence=9, pile="gate shrine road"),
        all=(
            LEGAL,
            hire("Y", "marble"),
            hire("Y", "rubble"),
            haul("Y", "stone"),
            hire("Y", "gate", "deck"),
            hire("Y", "shrine", "deck"),
        ),
        no_more=("GTR-R3", hire("Y", "marble"), hire("Y", "rubble"), hire("Y", "wood")),
    ),
]
LABORER = [
    *cases(
        "R7 hauling",
        led("laborer", pool="wood brick stone", clients="rubble"),
        used=(LEGAL, haul("Y", "wood"), haul("Y", "brick")),
        in_part=(LEGAL, haul("Y", "wood")),
        in_silence=(LEGAL,),
        in_words=(LEGAL, no("laborer"), no("laborer")),
        no_more=("GTR-R3", haul("Y", "wood"), haul("Y", "brick"), haul("Y", "stone")),
    ),
    *cases(
        "R7 Dock",
        led("laborer", pool="wood", hand="brick stone", built="dock"),
        used=(LEGAL, haul("Y", "wood"), haul("Y", "brick", "hand")),
        the_other_way_round=(LEGAL, haul("Y", "brick", "hand"), haul("Y", "wood")),
        alone=(LEGAL, haul("Y", "brick", "hand")),
        in_silence=(LEGAL, haul("Y", "wood")),
        in_words=(LEGAL, haul("Y", "wood"), no("laborer", "hand")),
        twice=("GTR-R3", haul("Y", "brick", "hand"), haul("Y", "stone", "hand")),
    ),
    *cases(
        "R7 Dock with an empty pool",
        led("laborer", hand="brick stone", built="dock", clients="rubble"),
        used=(LEGAL, haul("Y", "brick", "hand"), haul("Y", "stone", "hand")),
    ),
    *cases(
        "G11 Storeroom",
        led("laborer", pool="wood brick stone marble", clients="marble concrete", built="storeroom"),
        used=(LEGAL, haul("Y", "wood"), haul("Y", "brick"), haul("Y", "stone")),
        in_part=(LEGAL, haul("Y", "wood"), haul("Y", "brick")),
        in_silence=(LEGAL, haul("Y", "wood")),
        in_words=(LEGAL, haul("Y", "wood"), no("laborer"), no("laborer")),
        no_more=("GTR-R3", *[haul("Y", one) for one in ("wood", "brick", "stone", "marble")]),
    ),
    *[
        case
        for role, act, other in (
            ("laborer", haul("Y", "wood"), haul("Y", "brick")),
            ("patron", hire("Y", "wood"), hire("Y", "brick")),
            ("merchant", sell("Y", "wood"), sell("Y", "brick")),
            ("craftsman", lay("Y", "market"), lay("Y", "latrine")),
            ("architect", lay("Y", "market"), lay("Y", "latrine")),
        )
        for case in cases(
            f"G11 Ludus Magna as {role}",
            led(
                role,
                pool="wood brick",
                stock="wood brick",
                hand="market latrine",
                clients="" if role == "merchant" else "stone",
                built="ludus_magna",
            ),
            used=("GTR-R3" if role == "merchant" else LEGAL, act, other),
            in_silence=(LEGAL, act),
            in_words=(LEGAL, act) if role == "merchant" else (LEGAL, act, no(role)),
        )
    ],
    *cases(
        "G13 Circus Maximus",
        led("laborer", pool="wood brick stone marble", clients="rubble", built="circus_maximus"),
        used=(LEGAL, haul("Y", "wood"), haul("Y", "brick"), haul("Y", "stone")),
        in_part=(LEGAL, haul("Y", "wood"), haul("Y", "brick")),
        in_silence=(LEGAL, haul("Y", "wood")),
        in_words=(LEGAL, haul("Y", "wood"), no("laborer"), no("laborer")),
        no_more=("GTR-R3", *[haul("Y", one) for one in ("wood", "brick", "stone", "marble")]),
    ),
]

MERCHANT = [
    *cases(
        "R10 selling",
        led("merchant", stock="wood brick stone", clients="stone"),
        used=(LEGAL, sell("Y", "wood"), sell("Y", "brick")),
        in_part=(LEGAL, sell("Y", "stone")),
        in_silence=(LEGAL,),
        in_words=(LEGAL, no("merchant"), sell("Y", "wood")),
        no_more=("GTR-R3", no("merchant"), sell("Y", "wood"), sell("Y", "brick")),
    ),
    *cases(
        "G44 Atrium",
        led("merchant", stock="wood", clients="stone", built="atrium", pile="gate shrine road"),
        used=(LEGAL, sell("Y", "gate", "deck"), sell("Y", "shrine", "deck")),
        in_part=(LEGAL, sell("Y", "wood"), sell("Y", "gate", "deck")),
        the_other_way_round=(LEGAL, sell("Y", "gate", "deck"), sell("Y", "wood")),
        unseen=(LEGAL, sell("Y", "?", "deck"), sell("Y", "wood")),
        in_silence=(LEGAL, sell("Y", "wood")),
        as_an_extra=("GTR-R3", sell("Y", "wood"), sell("Y", "gate", "deck"), sell("Y", "shrine", "deck")),
    ),
    *cases(
        "G44 Basilica",
        led("merchant", stock="wood", hand="brick stone", built="basilica"),
        used=(LEGAL, sell("Y", "wood"), sell("Y", "brick", "hand")),
        the_other_way_round=(LEGAL, sell("Y", "brick", "hand"), sell("Y", "wood")),
        alone=(LEGAL, sell("Y", "brick", "hand")),
        unseen=(LEGAL, sell("Y", "wood"), sell("Y", "?", "hand")),
        in_silence=(LEGAL, sell("Y", "wood")),
        in_words=(LEGAL, sell("Y", "wood"), no("merchant", "hand")),
        twice=("GTR-R3", sell("Y", "brick", "hand"), sell("Y", "stone", "hand")),
    ),
    *cases(
        "G44 Atrium and Basilica",
        led(
            "merchant",
            stock="wood",
            hand="brick stone",
            built="basilica atrium",
            clients="stone",
            pile="gate road dock",
        ),
        all=(
            LEGAL,
            sell("Y", "brick", "hand"),
            sell("Y", "gate", "deck"),
            sell("Y", "wood"),
            sell("Y", "stone", "hand"),
        ),
        deck_and_stockpile_in_one=("GTR-R3", sell("Y", "wood"), sell("Y", "gate", "deck"), sell("Y", "road", "deck")),
    ),
    *cases(
        "R10 Market",
        led("merchant", stock="wood", vault="wood wood wood", built="market"),
        used=(LEGAL, sell("Y", "wood")),
        in_silence=(LEGAL,),
    ),
]
CRAFTSMAN = [
    *cases(
        "R8 crafting",
        led("craftsman", hand="gate market brick", clients="wood"),
        used=(LEGAL, lay("Y", "gate"), add("Y", "gate", "brick", "hand")),
        in_part=(LEGAL, lay("Y", "gate")),
        in_silence=(LEGAL,),
        in_words=(LEGAL, no("craftsman"), lay("Y", "gate")),
        no_more=("GTR-R3", lay("Y", "gate"), add("Y", "gate", "brick", "hand"), lay("Y", "market")),
    ),
    *cases(
        "G16 out of town",
        led("craftsman", hand="gate market", clients="wood"),
        used=(LEGAL, lay("Y", "gate", out=True)),
        left=(LEGAL, lay("Y", "gate"), lay("Y", "market")),
        one_action_left=("GTR-G15", lay("Y", "market"), lay("Y", "gate", out=True)),
    ),
    *cases(
        "G24 Tower",
        led("craftsman", hand="gate rubble market", begun={"temple": "marble"}, built="tower"),
        out_of_town=(LEGAL, lay("Y", "gate", out=True)),
        in_town=(LEGAL, lay("Y", "gate")),
        rubble=(LEGAL, add("Y", "temple", "rubble", "hand")),
        out_of_town_is_one_action=("GTR-R3", lay("Y", "gate", out=True), lay("Y", "market")),
    ),
    *cases(
        "G24 Road",
        led("craftsman", hand="wood stone", begun={"villa": "stone", "temple": "marble"}, built="road"),
        used=(LEGAL, add("Y", "villa", "wood", "hand")),
        left=(LEGAL, add("Y", "villa", "stone", "hand")),
        elsewhere=("GTR-R8", add("Y", "temple", "wood", "hand")),
    ),
    *cases(
        "G19 Statue",
        led("craftsman", hand="statue brick marble wood", clients="wood wood"),
        on_brick=(
            LEGAL,
            lay("Y", "statue", "brick"),
            add("Y", "statue", "brick", "hand"),
            add("Y", "statue", "marble", "hand"),
        ),
        on_marble=(LEGAL, lay("Y", "statue"), add("Y", "statue", "marble", "hand")),
        out_of_town=(LEGAL, lay("Y", "statue", "wood", out=True), add("Y", "statue", "wood", "hand")),
        another_material=("GTR-R8", lay("Y", "statue", "brick"), add("Y", "statue", "wood", "hand")),
    ),
    *cases(
        "G22 Scriptorium",
        led("craftsman", hand="marble stone", begun={"wall": "", "villa": ""}, built="scriptorium", clients="wood"),
        used=(LEGAL, add("Y", "wall", "marble", "hand")),
        left=(LEGAL, add("Y", "wall", "marble", "hand", unfinished=True)),
        without_marble=(LEGAL, add("Y", "villa", "stone", "hand"), add("Y", "villa", "marble", "hand")),
        complete_and_added_to=("GTR-R8", add("Y", "villa", "marble", "hand"), add("Y", "villa", "stone", "hand")),
    ),
    *cases(
        "G30 Fountain",
        led("craftsman", hand="gate market", built="fountain", clients="wood", pile="dock latrine road"),
        used=(LEGAL, fountain("Y", "dock"), lay("Y", "dock")),
        in_part=(LEGAL, lay("Y", "gate"), fountain("Y", "dock"), lay("Y", "dock")),
        kept_in_silence=(LEGAL, fountain("Y", "dock"), lay("Y", "gate")),
        kept_in_words=(LEGAL, fountain("Y", "dock"), no("craftsman"), lay("Y", "gate")),
        kept_and_used_next=(LEGAL, fountain("Y", "dock"), no("craftsman"), lay("Y", "dock")),
        twice=(LEGAL, fountain("Y", "dock"), fountain("Y", "latrine"), lay("Y", "latrine")),
        twice_and_the_first=(LEGAL, fountain("Y", "dock"), lay("Y", "dock"), fountain("Y", "latrine")),
        in_silence=(LEGAL, lay("Y", "gate"), lay("Y", "market")),
        in_words=(LEGAL, no("craftsman", "fountain"), lay("Y", "gate"), lay("Y", "market")),
        out_of_town=(LEGAL, fountain("Y", "dock"), lay("Y", "dock", out=True)),
        out_of_town_and_more=("GTR-R3", fountain("Y", "dock"), lay("Y", "dock", out=True), lay("Y", "gate")),
        thrice=("GTR-R3", fountain("Y", "dock"), fountain("Y", "latrine"), fountain("Y", "road")),
        with_another_card=("GTR-G30", lay("Y", "gate"), fountain("Y", "dock"), lay("Y", "market")),
    ),
    *cases(
        "G12 Academy",
        led("craftsman", hand="gate", built="academy", pile="dock latrine road bar insula wall"),
        used=(LEGAL, lay("Y", "gate"), think("Y")),
        senator=(LEGAL, lay("Y", "gate"), think("Y", "senator")),
        in_silence=(LEGAL, lay("Y", "gate")),
        in_words=(LEGAL, lay("Y", "gate"), no("think")),
        declined_and_used=("GTR-R3", lay("Y", "gate"), no("think"), think("Y")),
        without_an_action=("GTR-R3", think("Y")),
    ),
    *cases(
        "G25 Amphitheatre",
        led("craftsman", hand="concrete gate market latrine dock bar", begun={"amphitheatre": "concrete"}),
        used=(LEGAL, *[add("Y", "amphitheatre", "concrete", "hand"), *[lay("Y", one) for one in ("gate", "market")]]),
        all=(
            LEGAL,
            add("Y", "amphitheatre", "concrete", "hand"),
            *[lay("Y", one) for one in ("gate", "market", "latrine", "dock")],
        ),
        in_silence=(LEGAL, add("Y", "amphitheatre", "concrete", "hand")),
        in_words=(LEGAL, add("Y", "amphitheatre", "concrete", "hand"), *[no("craftsman")] * 4),
        no_more=(
            "GTR-R3",
            add("Y", "amphitheatre", "concrete", "hand"),
            *[lay("Y", one) for one in ("gate", "market", "latrine", "dock", "bar")],
        ),
        declined_once_too_often=("GTR-R3", add("Y", "amphitheatre", "concrete", "hand"), *[no("craftsman")] * 5),
    ),
    *cases(
        "G26 Foundry",
        led("craftsman", hand="brick gate", begun={"foundry": "brick"}, pool="wood stone marble", clients="wood"),
        used=(LEGAL, add("Y", "foundry", "brick", "hand"), haul("Y", "wood"), haul("Y", "stone"), lay("Y", "gate")),
        in_silence=(LEGAL, add("Y", "foundry", "brick", "hand"), lay("Y", "gate")),
        in_words=(LEGAL, add("Y", "foundry", "brick", "hand"), *[no("laborer")] * 4, lay("Y", "gate")),
        too_late=("GTR-R3", add("Y", "foundry", "brick", "hand"), lay("Y", "gate"), haul("Y", "wood")),
    ),
    *cases(
        "G26 Garden",
        led("craftsman", hand="stone gate", begun={"garden": "stone stone"}, pool="wood stone marble", clients="wood"),
        used=(LEGAL, add("Y", "garden", "stone", "hand"), hire("Y", "wood"), hire("Y", "stone"), lay("Y", "gate")),
        in_silence=(LEGAL, add("Y", "garden", "stone", "hand"), lay("Y", "gate")),
        in_words=(LEGAL, add("Y", "garden", "stone", "hand"), *[no("patron")] * 5, lay("Y", "gate")),
        too_late=("GTR-R3", add("Y", "garden", "stone", "hand"), lay("Y", "gate"), hire("Y", "wood")),
    ),
    *cases(
        "G26 School",
        led("craftsman", hand="brick gate", begun={"school": "brick"}, clients="wood", built="latrine"),
        used=(LEGAL, add("Y", "school", "brick", "hand"), *[think("Y", "senator")] * 2, think("Y"), lay("Y", "gate")),
        after_a_latrine=(LEGAL, add("Y", "school", "brick", "hand"), latrine("Y", "gate"), think("Y"), think("Y")),
        in_silence=(LEGAL, add("Y", "school", "brick", "hand"), lay("Y", "gate")),
        in_words=(LEGAL, add("Y", "school", "brick", "hand"), *[no("think")] * 5, lay("Y", "gate")),
        too_late=("GTR-R3", add("Y", "school", "brick", "hand"), lay("Y", "gate"), think("Y")),
        discarded_for_nothing=("GTR-G47", add("Y", "school", "brick", "hand"), latrine("Y", "gate"), END),
    ),
    *cases(
        "G51 Prison",
        led(
            "craftsman",
            hand="stone gate",
            begun={"prison": "stone stone"},
            built="market dock shrine",
            clients="wood",
            L=seat(built="tower wall"),
        ),
        used=(LEGAL, add("Y", "prison", "stone", "hand"), prison("Y", "L", "tower"), lay("Y", "gate", out=True)),
        paid_in_parts=(LEGAL, add("Y", "prison", "stone", "hand"), prison("Y", "L", "wall", "wood brick")),
        in_silence=(LEGAL, add("Y", "prison", "stone", "hand"), lay("Y", "gate")),
        in_words=(LEGAL, add("Y", "prison", "stone", "hand"), no("prison"), lay("Y", "gate")),
        twice=("GTR-R3", add("Y", "prison", "stone", "hand"), prison("Y", "L", "tower"), prison("Y", "L", "wall")),
        too_late=("GTR-R3", add("Y", "prison", "stone", "hand"), lay("Y", "gate"), prison("Y", "L", "tower")),
        declined_and_used=("GTR-R3", add("Y", "prison", "stone", "hand"), no("prison"), prison("Y", "L", "tower")),
    ),
]
ARCHITECT = [
    *cases(
        "R8 building",
        led("architect", hand="gate", stock="brick brick", clients="concrete"),
        used=(LEGAL, lay("Y", "gate"), add("Y", "gate", "brick", "stockpile")),
        in_silence=(LEGAL,),
        in_words=(LEGAL, no("architect"), no("architect")),
        no_more=("GTR-R3", no("architect"), lay("Y", "gate"), add("Y", "gate", "brick", "stockpile")),
    ),
    *cases(
        "R8 Archway",
        led("architect", stock="brick", pool="brick", begun={"gate": ""}, built="archway"),
        used=(LEGAL, add("Y", "gate", "brick", "pool")),
        left=(LEGAL, add("Y", "gate", "brick", "stockpile")),
        as_an_extra=("GTR-R3", add("Y", "gate", "brick", "stockpile"), add("Y", "gate", "brick", "pool")),
    ),
    *cases(
        "G21 Villa",
        led("architect", stock="stone stone stone", pool="stone", begun={"villa": ""}, clients="concrete concrete"),
        used=(LEGAL, add("Y", "villa", "stone", "stockpile")),
        left=(LEGAL, add("Y", "villa", "stone", "stockpile", unfinished=True)),
        left_and_used=(
            LEGAL,
            add("Y", "villa", "stone", "stockpile", unfinished=True),
            add("Y", "villa", "stone", "stockpile"),
        ),
        left_twice_and_complete=(
            LEGAL,
            *[add("Y", "villa", "stone", "stockpile", unfinished=True)] * 2,
            add("Y", "villa", "stone", "stockpile"),
        ),
        left_thrice=("GTR-G22", *[add("Y", "villa", "stone", "stockpile", unfinished=True)] * 3),
    ),
    *cases(
        "G27 Stairway with a foundation out of town",
        led(
            "architect",
            hand="market",
            stock="brick brick concrete",
            clients="concrete",
            built="stairway",
            L=seat(built="shrine gate tower"),
        ),
        once_for_each_action=(
            LEGAL,
            lay("Y", "market", out=True),
            stairs("Y", "L", "gate", "brick"),
            stairs("Y", "L", "shrine", "brick"),
        ),
        before_and_after=(
            LEGAL,
            stairs("Y", "L", "gate", "brick"),
            lay("Y", "market", out=True),
            stairs("Y", "L", "shrine", "brick"),
        ),
        three_times=(
            "GTR-R3",
            lay("Y", "market", out=True),
            stairs("Y", "L", "gate", "brick"),
            stairs("Y", "L", "shrine", "brick"),
            stairs("Y", "L", "tower", "concrete"),
        ),
    ),
    *cases(
        "G27 Stairway",
        led(
            "architect",
            stock="brick brick concrete concrete",
            begun={"wall": ""},
            built="stairway",
            L=seat(built="shrine gate tower"),
        ),
        used=(LEGAL, add("Y", "wall", "concrete", "stockpile"), stairs("Y", "L", "shrine", "brick")),
        the_other_way_round=(LEGAL, stairs("Y", "L", "shrine", "brick"), add("Y", "wall", "concrete", "stockpile")),
        alone=(LEGAL, stairs("Y", "L", "tower", "concrete")),
        in_silence=(LEGAL, add("Y", "wall", "concrete", "stockpile")),
        in_words=(LEGAL, add("Y", "wall", "concrete", "stockpile"), no("architect", "stairway")),
        building_in_words=(LEGAL, no("architect", "build"), stairs("Y", "L", "shrine", "brick")),
        twice=("GTR-R3", stairs("Y", "L", "shrine", "brick"), stairs("Y", "L", "gate", "brick")),
        declined_and_used=("GTR-R3", no("architect", "stairway"), stairs("Y", "L", "shrine", "brick")),
    ),
    *cases(
        "G10 Circus",
        (
            {
                "number": 2,
                "Y": seat(hand="road gate gate", built="circus"),
                "L": seat(hand="dock dock", built="circus"),
            },
            (),
        ),
        used=(LEGAL, lead("Y", "architect", "road"), follow("L", "dock")),
        petition_all_the_same=(LEGAL, lead("Y", "architect", "gate gate"), follow("L", "dock dock")),
        left=(LEGAL, lead("Y", "laborer", "road"), think("L")),
        for_another_role=("GTR-R5", lead("Y", "patron", "road")),
    ),
    *cases(
        "G9 Palace",
        ({"number": 2, "pool": "wood wood wood", "Y": seat(hand="road bar senator gate gate", built="palace")}, ()),
        used=(LEGAL, lead("Y", "laborer", "road bar senator gate gate", 4), think("L"), *[haul("Y", "wood")] * 3),
        in_part=(LEGAL, lead("Y", "laborer", "road senator", 2), think("L"), haul("Y", "wood")),
        two_as_a_petition=(LEGAL, lead("Y", "laborer", "road bar", 1), think("L"), haul("Y", "wood")),
        uncounted=(LEGAL, lead("Y", "laborer", "road bar"), think("L"), haul("Y", "wood"), haul("Y", "wood")),
        left=(LEGAL, lead("Y", "laborer", "road"), think("L"), haul("Y", "wood")),
        counted_too_high=("GTR-R5", lead("Y", "laborer", "road bar", 3)),
        no_more=("GTR-R3", lead("Y", "laborer", "road bar", 1), think("L"), haul("Y", "wood"), haul("Y", "wood")),
    ),
]
THINKING = [
    *cases(
        "G47 Latrine and Vomitorium",
        ({"number": 2, "senators": 2, "Y": seat(hand="road gate senator", built="latrine vomitorium")}, ()),
        latrine=(LEGAL, latrine("Y", "road"), think("Y")),
        a_senator=(LEGAL, latrine("Y", "senator"), think("Y", "senator")),
        vomitorium=(LEGAL, vomit("Y"), think("Y")),
        both=(LEGAL, latrine("Y", "road"), vomit("Y"), think("Y")),
        in_silence=(LEGAL, think("Y")),
        and_then_leads=("GTR-G47", latrine("Y", "road"), lead("Y", "legionary", "gate")),
        twice=("GTR-G47", latrine("Y", "road"), latrine("Y", "gate")),
    ),
    *cases(
        "R4 thinking",
        ({"number": 2, "Y": seat(hand="road gate")}, ()),
        orders=(LEGAL, think("Y", "? ? ?")),
        senator=(LEGAL, think("Y", "senator")),
        in_part=("GTR-R4", think("Y", "? ?")),
    ),
]
CAMPS: dict[str, Any] = {
    "number": 3,
    "Y": seat(hand="senator", built="senate sewer"),
    "L": seat(hand="senator", built="senate sewer"),
    "R": seat(hand="road", built="sewer"),
}
ROUND: tuple[Any, ...] = (lead("Y", "laborer", "senator"), follow("L", "senator"), follow("R", "road"))
CLOSING = [
    *cases(
        "G46 Senate",
        (CAMPS, ROUND),
        used=(LEGAL, senate("Y", "L"), senate("L", "Y")),
        by_one=(LEGAL, senate("L", "Y")),
        none=(LEGAL, senate("Y"), senate("L", "Y")),
        in_silence=(LEGAL,),
        out_of_order=("GTR-G12", senate("L", "Y"), senate("Y", "L")),
        an_own_one=("GTR-G46", senate("Y", "Y")),
        without_one=("GTR-G46", senate("R", "Y")),
    ),
    *cases(
        "G45 Sewer",
        (CAMPS, ROUND),
        used=(LEGAL, sewer("R", "road")),
        before_a_senate=(LEGAL, sewer("R", "road"), senate("Y", "L"), senate("L", "Y")),
        after_a_senate=(LEGAL, senate("Y", "L"), sewer("R", "road")),
        between_senates=(LEGAL, senate("Y", "L"), sewer("R", "road"), senate("L", "Y")),
        none=(LEGAL, sewer("R", "")),
        anothers=("GTR-G45", sewer("L", "road")),
        twice=("GTR-G45", sewer("R", "road"), sewer("R", "road")),
    ),
    *cases(
        "G45 Sewer and a petition",
        (
            {"number": 2, "Y": seat(hand="gate shrine", built="sewer")},
            (lead("Y", "laborer", "gate shrine"), think("L")),
        ),
        whole=(LEGAL, sewer("Y", "gate shrine")),
        in_part=(LEGAL, sewer("Y", "shrine")),
        one_by_one=(LEGAL, sewer("Y", "shrine"), sewer("Y", "gate")),
        and_then_an_action=("GTR-R3", sewer("Y", "gate"), no("laborer")),
    ),
]


def asked(hand: str, *, number: int = 2, **given: Any) -> tuple[dict[str, Any], tuple[Any, ...]]:
    return led("legionary", number=number, hand=hand, **given)


LEGIONARY = [
    *cases(
        "R9 demanding",
        asked("shrine", clients="brick"),
        used=(LEGAL, demand("Y", "shrine"), give("L")),
        in_silence=(LEGAL,),
        in_words=(LEGAL, no("legionary")),
        declined_and_used=("GTR-R3", no("legionary"), demand("Y", "shrine")),
    ),
    *cases(
        "R9 a card for each action",
        asked("shrine bath school", clients="brick"),
        all=(LEGAL, demand("Y", "shrine bath"), give("L")),
        in_part=(LEGAL, demand("Y", "shrine"), give("L")),
        one_by_one=("GTR-R3", demand("Y", "shrine"), give("L"), demand("Y", "bath")),
        too_many=("GTR-R9", demand("Y", "shrine bath school")),
    ),
    *cases(
        "G37 the pool",
        asked("shrine", pool="brick brick"),
        taken=(LEGAL, demand("Y", "shrine"), pool("Y", "brick"), give("L")),
        taken_last=(LEGAL, demand("Y", "shrine"), give("L"), pool("Y", "brick")),
        left=("GTR-R9", demand("Y", "shrine"), give("L"), END),
        too_much=("GTR-G37", demand("Y", "shrine"), pool("Y", "brick brick")),
    ),
    *cases(
        "G37 the pool, optional",
        asked("shrine bath", pool="brick brick", clients="brick", options={"pool_take": "optional"}),
        taken=(LEGAL, demand("Y", "shrine bath"), pool("Y", "brick brick"), give("L")),
        in_part=(LEGAL, demand("Y", "shrine bath"), pool("Y", "brick"), give("L")),
        in_silence=(LEGAL, demand("Y", "shrine bath"), give("L")),
        in_words=(LEGAL, demand("Y", "shrine bath"), pool("Y", ""), give("L")),
    ),
    *cases(
        "G40 Palisade",
        asked("shrine bath", clients="brick", L=seat(hand="gate school", built="palisade")),
        refused=(LEGAL, demand("Y", "shrine bath"), give("L")),
        in_silence=(LEGAL, demand("Y", "shrine bath")),
        given=(LEGAL, demand("Y", "shrine bath"), give("L", "gate school")),
        given_in_part=(LEGAL, demand("Y", "shrine bath"), give("L", "school")),
        given_too_much=("GTR-R9", demand("Y", "shrine"), give("L", "gate school")),
    ),
    *cases(
        "G40 Wall",
        asked("shrine", built="bridge arena", L=seat(hand="gate", stock="brick", clients="brick", built="wall")),
        refused=(LEGAL, demand("Y", "shrine"), give("L")),
        in_silence=(LEGAL, demand("Y", "shrine")),
        given=(LEGAL, demand("Y", "shrine"), give("L", "gate")),
        stockpile=("GTR-G41", demand("Y", "shrine"), give("L", "", "brick")),
        clients=("GTR-G42", demand("Y", "shrine"), give("L", clients="brick")),
    ),
    *cases(
        "G41 Bridge",
        asked("shrine", built="bridge", L=seat(hand="gate", stock="brick", built="palisade")),
        used=(LEGAL, demand("Y", "shrine"), give("L", "gate", "brick")),
        in_silence=(LEGAL, demand("Y", "shrine"), give("L", "gate")),
        in_words=(LEGAL, demand("Y", "shrine"), give("L", "gate", waived="stockpile")),
        refused=("GTR-G39", demand("Y", "shrine"), give("L", "", "brick")),
        unanswered=("GTR-R9", demand("Y", "shrine"), END),
    ),
    *cases(
        "G41 Bridge and a hand without it",
        asked("shrine", built="bridge", L=seat(hand="road", stock="brick")),
        stockpile_alone=(LEGAL, demand("Y", "shrine"), give("L", "", "brick")),
        in_silence=(LEGAL, demand("Y", "shrine"), give("L")),
    ),
    *cases(
        "G42 Arena",
        asked("shrine bath", clients="brick", built="arena", L=seat(hand="road", clients="gate school road")),
        used=(LEGAL, demand("Y", "shrine bath"), give("L", clients="gate school")),
        in_part=(LEGAL, demand("Y", "shrine bath"), give("L", clients="school")),
        in_silence=(LEGAL, demand("Y", "shrine bath"), give("L")),
        in_words=(LEGAL, demand("Y", "shrine bath"), give("L", waived="clients")),
        part_in_words=(LEGAL, demand("Y", "shrine bath"), give("L", clients="gate", waived="clients")),
        more_than_demanded=("GTR-R9", demand("Y", "shrine"), give("L", clients="gate school")),
        another_kind=("GTR-R9", demand("Y", "shrine bath"), give("L", clients="road")),
    ),
    *cases(
        "G42 Arena behind a Palisade with a Bridge",
        asked("shrine", built="arena bridge", L=seat(hand="gate", stock="brick", clients="gate", built="palisade")),
        used=(LEGAL, demand("Y", "shrine"), give("L", "gate", "brick", "gate")),
        clients_left=(LEGAL, demand("Y", "shrine"), give("L", "gate", "brick")),
        stockpile_left=(LEGAL, demand("Y", "shrine"), give("L", "gate", clients="gate")),
    ),
]

UNDER_A_GATE = [
    *cases(
        "G50 Gate, a Fountain begun",
        led("craftsman", hand="market", begun={"fountain": ""}, built="gate", pile="dock latrine road"),
        used=(LEGAL, fountain("Y", "dock"), lay("Y", "dock")),
        in_silence=(LEGAL, lay("Y", "market")),
    ),
    *cases(
        "G50 Gate, a Basilica begun",
        led("merchant", stock="wood", hand="brick", begun={"basilica": "marble"}, built="gate"),
        used=(LEGAL, sell("Y", "wood"), sell("Y", "brick", "hand")),
        in_silence=(LEGAL, sell("Y", "wood")),
    ),
    *cases(
        "G50 Gate, a Stairway begun",
        led("architect", stock="marble concrete", begun={"stairway": ""}, built="gate", L=seat(built="tower")),
        used=(LEGAL, add("Y", "stairway", "marble", "stockpile"), stairs("Y", "L", "tower", "concrete")),
        in_silence=(LEGAL, add("Y", "stairway", "marble", "stockpile")),
    ),
    *cases(
        "G50 Gate, a Ludus Magna begun",
        led("laborer", pool="wood brick", clients="stone", begun={"ludus_magna": ""}, built="gate"),
        used=(LEGAL, haul("Y", "wood"), haul("Y", "brick")),
        in_silence=(LEGAL, haul("Y", "wood")),
    ),
    *cases(
        "G50 Gate, a Palace begun",
        ({"number": 2, "pool": "wood wood", "Y": seat(hand="road bar", palace="", built="gate")}, ()),
        used=(LEGAL, lead("Y", "laborer", "road bar", 2), think("L"), haul("Y", "wood"), haul("Y", "wood")),
        in_silence=(LEGAL, lead("Y", "laborer", "road"), think("L"), haul("Y", "wood")),
    ),
    *cases(
        "G50 Gate and a Villa begun",
        led("craftsman", hand="stone", begun={"catacomb": ""}, built="gate"),
        stone_is_not_marble=(LEGAL, add("Y", "catacomb", "stone", "hand")),
    ),
]
HIRED = [
    *cases(
        "G34 Baths and a Legionary hired",
        led(
            "patron",
            hand="gate",
            pool="brick wood brick brick",
            built="bath",
            clients="marble",
            influence=9,
            L=seat(hand="shrine"),
        ),
        used=(
            LEGAL,
            hire("Y", "brick"),
            demand("Y", "gate"),
            pool("Y", "brick"),
            give("L", "shrine"),
            hire("Y", "wood"),
        ),
        in_silence=(LEGAL, hire("Y", "brick"), hire("Y", "wood")),
        in_words=(LEGAL, hire("Y", "brick"), no("legionary"), hire("Y", "wood")),
        too_late=("GTR-R3", hire("Y", "brick"), hire("Y", "wood"), demand("Y", "gate")),
        shown_twice=(
            "GTR-G35",
            hire("Y", "brick"),
            demand("Y", "gate"),
            pool("Y", "brick"),
            give("L", "shrine"),
            hire("Y", "brick"),
            demand("Y", "gate"),
        ),
    ),
    *cases(
        "G34 Baths and what else a hired client's action has",
        led(
            "patron",
            hand="brick market",
            pool="rubble stone wood concrete",
            built="bath dock basilica fountain stairway",
            stock="concrete",
            influence=12,
            L=seat(built="tower"),
            pile="latrine road insula",
        ),
        dock=(LEGAL, hire("Y", "rubble"), haul("Y", "brick", "hand"), haul("Y", "stone")),
        basilica=(LEGAL, hire("Y", "stone"), sell("Y", "concrete"), sell("Y", "brick", "hand")),
        fountain=(LEGAL, hire("Y", "wood"), fountain("Y", "latrine"), lay("Y", "latrine")),
        stairway=(LEGAL, hire("Y", "concrete"), lay("Y", "market"), stairs("Y", "L", "tower", "concrete")),
        fountain_twice=("GTR-R3", hire("Y", "wood"), fountain("Y", "latrine"), fountain("Y", "road")),
    ),
    *cases(
        "R3 the rest of an action declined",
        led("patron", pool="wood", hand="brick", built="bar aqueduct", influence=9, pile="gate shrine road"),
        after_the_pool=(LEGAL, hire("Y", "wood"), no("patron")),
        its_first_part_and_then_another=(LEGAL, no("patron"), hire("Y", "gate", "deck")),
        after_pool_and_deck=(LEGAL, hire("Y", "wood"), hire("Y", "gate", "deck"), no("patron")),
        once=("GTR-R3", hire("Y", "wood"), no("patron"), no("patron")),
        and_then_used=("GTR-R3", hire("Y", "wood"), no("patron"), hire("Y", "gate", "deck")),
    ),
    *cases(
        "R3 nothing left to decline",
        led("patron", pool="wood", hand="brick"),
        after_the_pool=("GTR-R3", hire("Y", "wood"), no("patron")),
    ),
]
RECORDED = [
    *cases(
        "R3 recorded Bar",
        led("patron", pool="wood", built="bar", pile="gate shrine road", options=TOLD),
        used=(LEGAL, hire("Y", "wood"), hire("Y", "gate", "deck")),
        part_in_silence=(LEGAL, hire("Y", "wood")),
        part_in_words=(LEGAL, hire("Y", "wood"), no("patron", "deck")),
        in_words=(LEGAL, no("patron")),
        in_silence=("GTR-R3", END),
    ),
    *cases(
        "R3 recorded Bar and a client",
        led("patron", pool="wood", built="bar", clients="marble", pile="gate shrine road", options=TOLD),
        second_in_words=(LEGAL, hire("Y", "gate", "deck"), no("patron")),
        pool_and_second_in_words=(LEGAL, hire("Y", "gate", "deck"), no("patron"), no("patron")),
        pool_in_words=(LEGAL, hire("Y", "gate", "deck"), no("patron"), hire("Y", "wood")),
        one_too_many=("GTR-R3", hire("Y", "gate", "deck"), *[no("patron")] * 4),
        one_with_each=(LEGAL, hire("Y", "gate", "deck"), hire("Y", "wood")),
        second_in_silence=("GTR-R3", hire("Y", "gate", "deck"), END),
    ),
    *cases(
        "R3 recorded Garden",
        led("craftsman", hand="stone", begun={"garden": "stone stone"}, pool="wood brick", options=TOLD),
        in_part=(LEGAL, add("Y", "garden", "stone", "hand"), hire("Y", "wood"), *[no("patron")] * 4),
        in_silence=("GTR-R3", add("Y", "garden", "stone", "hand"), hire("Y", "wood"), END),
    ),
    *cases(
        "R3 recorded Palisade",
        asked("shrine", L=seat(hand="gate", built="palisade"), options=TOLD),
        in_words=(LEGAL, demand("Y", "shrine"), give("L")),
        in_silence=("GTR-R9", demand("Y", "shrine"), END),
    ),
    *cases(
        "R9 recorded Legionaries",
        asked("shrine wall", clients="brick", options=TOLD),
        at_once=(LEGAL, no("legionary")),
        one_by_one=(LEGAL, no("legionary"), no("legionary")),
        the_second=(LEGAL, demand("Y", "wall"), give("L"), no("legionary")),
        in_silence=("GTR-R3", END),
        the_second_in_silence=(LEGAL, demand("Y", "wall"), give("L")),
        one_too_many=("GTR-R3", no("legionary"), no("legionary"), no("legionary")),
        used_and_declined=("GTR-R3", demand("Y", "wall shrine"), give("L"), no("legionary")),
        declined_and_used=("GTR-R3", no("legionary"), demand("Y", "wall")),
        twice=("GTR-R3", demand("Y", "wall"), give("L"), demand("Y", "shrine")),
    ),
]

CASES = [
    *UNDER_A_GATE,
    *HIRED,
    *RECORDED,
    *PATRON,
    *LABORER,
    *MERCHANT,
    *CRAFTSMAN,
    *ARCHITECT,
    *THINKING,
    *CLOSING,
    *LEGIONARY,
]


@pytest.mark.parametrize("case", CASES, ids=[case.name.replace(" ", "-") for case in CASES])
def test_a_may_is_a_may_and_no_more(case):
    number = {**case.given}
    scene = Scene(number.pop("number"), **number)
    if case.rule:
        scene.illegal(case.rule, *case.events)
    else:
        scene.legal(*case.events, END)
