"""Forms: whatever happens at a table can be entered, and what the moment asks for comes first."""

import random
from pathlib import Path

import msgspec
import pytest

from ledger.audit import judge
from ledger.choices import choices
from ledger.choices import forms as game_forms
from ledger.events import AMENDMENTS, OF_THE_LINE, OF_THE_LOG, GameStarted
from ledger.forms import ELSEWHERE, Field, Form, Pick, Row, Write, fill, shared_forms
from ledger.games import GAMES
from ledger.log import Unreadable, decode, scan
from ledger.score import draw_up
from ledger.simulate import simulate
from ledger.walk import fold, in_force, open_record
from ledger.words import Words
from ledger.words.speech import language

SAMPLES = Path(__file__).parent.parent / "sample_logs"
TRACES = sorted((Path(__file__).parent / "data" / "glory_to_rome").glob("*.json.gz"))
NOT_ENTERED = (GameStarted, *OF_THE_LOG, *AMENDMENTS)  # the opening, and what the log writes by itself


def every_form(record):
    game, sheet = record.game, draw_up(record)
    categories = {one: Words(one) for one in game.worth.categories}
    shared = shared_forms(record.table.players, game.claim, categories, sheet.winners, game.worth.scale)
    return [*game_forms(game, record.table), *shared]


def events_of(path):
    try:
        game, events = decode(scan(path.read_bytes(), chain=False), GAMES)
        force = in_force(events)
        return open_record(game, force.events), force
    except Unreadable:
        return None


def moments(record, events, share=1.0, dice=None):
    """The table before each event, or before some of them."""
    for event in events:
        if not isinstance(event, NOT_ENTERED) and (dice is None or dice.random() < share):
            yield event
        fold(record, [event])


def simulated(name, seed):
    game, events = decode(scan(simulate(GAMES[name], seed)), GAMES)
    return open_record(game, events), events


# --- entering a known event through a form ----------------------------------------------------------------------------


def as_said(value):
    """A person does not tell copies of a card apart."""
    if isinstance(value, str):
        return value.split("#")[0]
    if isinstance(value, list | tuple):
        return [as_said(one) for one in value]
    return {key: as_said(one) for key, one in value.items()} if isinstance(value, dict) else value


def takes(field, value):
    values = {as_said(pick.value) for pick in field.picks}
    if field.kind == "pick" and field.most > 1:
        enough = field.least <= len(value) <= field.most
        return enough and set(value) <= values and (field.again or len(set(value)) == len(value))
    if field.kind == "pick":
        return value in values
    if field.kind == "pairs":
        return set(value) <= values and set(value.values()) <= {pick.value for pick in field.partners}
    return isinstance(value, {"number": int, "text": str, "yes": bool}[field.kind])


def bare(event):
    fields = as_said(msgspec.to_builtins(event))
    return {name: value for name, value in fields.items() if name not in OF_THE_LINE}


def answers(row, write, wanted):
    """What one would answer so that the row becomes this event; None when it cannot."""
    fields, said = {field.name: field for field in row.fields}, {}
    if set(wanted) - set(write.event):
        return None
    for name, value in write.event.items():
        asked = value[1:] if isinstance(value, str) and value.startswith("$") else None
        if asked is None or asked in row.given:
            if as_said(value if asked is None else row.given[asked]) != wanted.get(name, ""):
                return None
        elif name in wanted:
            if not takes(fields[asked], wanted[name]):
                return None
            said[asked] = wanted[name]
        elif not fields[asked].optional and fields[asked].least:
            default = fields[asked].value  # the event leaves out what is usual
            if default is None:
                return None
            said[asked] = default
    return said


def entered(forms, event, game):
    """The first form through which an event can be entered."""
    wanted = bare(event)
    for form in forms:
        for write in form.writes:
            if write.event["type"] != wanted["type"]:
                continue
            for at, row in enumerate(form.rows):
                said = answers(row, write, wanted)
                if said is None:
                    continue
                filled = fill(form, [said if one == at else {} for one in range(len(form.rows))])
                decoded = [game.decoder.decode(msgspec.json.encode(as_said(one))) for one in filled]
                if game.decoder.decode(msgspec.json.encode(wanted)) in decoded:
                    return form
    return None


def covers(forms, event):
    return any(write.event["type"] == bare(event)["type"] for form in forms for write in form.writes)


# --- every event has a form -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_there_is_a_form_for_every_event_and_it_asks_for_every_field(name):
    game = GAMES[name]
    record, events = simulated(name, 1)
    fold(record, events[: len(events) // 2])
    forms = every_form(record)

    for kind in game.play.__args__:
        if issubclass(kind, NOT_ENTERED):
            continue
        word = kind.__struct_config__.tag
        whole = {field.name for field in msgspec.structs.fields(kind)} - set(OF_THE_LINE)
        asked = [
            {key for key, value in write.event.items() if _asked(form, value)} - {"type"}
            for form in forms
            for write in form.writes
            if write.event["type"] == word
        ]
        assert whole in asked, word


def _asked(form, value):
    if not (isinstance(value, str) and value.startswith("$")):
        return True
    return all(value[1:] in row.given or value[1:] in {field.name for field in row.fields} for row in form.rows)


@pytest.mark.parametrize("name", GAMES)
def test_every_form_has_a_name_of_its_own_and_so_has_every_row_and_those_of_the_moment_come_first(name):
    record, events = simulated(name, 2)

    for _ in [None, *moments(record, events, 0.1, random.Random(1))]:
        forms = game_forms(record.game, record.table)
        for form in forms:
            assert len({str(row.given) for row in form.rows}) == len(form.rows), form.name
        assert len({form.name for form in forms}) == len(forms)
        assert [form.now for form in forms] == sorted((form.now for form in forms), reverse=True)
        for field in (field for form in forms for row in form.rows for field in row.fields):
            assert len({pick.value for pick in field.picks}) == len(field.picks), field.name
            groups = [pick.group for pick in field.picks]
            assert ELSEWHERE not in groups or set(groups[groups.index(ELSEWHERE) :]) == {ELSEWHERE}, field.name


@pytest.mark.parametrize("name", GAMES)
def test_example_answers_to_every_form_decode_as_its_events(name):
    record, events = simulated(name, 3)

    for _ in moments(record, events, 0.05, random.Random(2)):
        for form in every_form(record):
            made = fill(form, [{field.name: _example(field) for field in row.fields} for row in form.rows])
            assert len(made) == len(form.writes) * len(form.rows), form.name
            for one in made:
                record.game.decoder.decode(msgspec.json.encode(one))


def _example(field):
    if field.kind == "pick" and field.most > 1:
        return [pick.value for pick in field.picks[: max(1, field.least)]] * (
            1 if len(field.picks) >= field.least else 2
        )
    if field.kind == "pick":
        return field.picks[0].value
    if field.kind == "pairs":
        return {field.picks[0].value: field.partners[0].value} if field.partners else {}
    return {"number": 3, "text": "x", "yes": True}[field.kind]


@pytest.mark.parametrize("name", GAMES)
def test_what_the_first_line_needs_can_be_answered(name):
    game = GAMES[name]
    deck, players = game.cards.deck(game.catalogue().data, game.about.editions[0]), ["Ana", "Bo"]
    dealt = game.dice.deal(deck, players, random.Random(1))

    fields = {field.name: field for field in game.scribe.opening(deck, players)}
    assert set(fields) == set(dealt)
    assert all(takes(fields[key], value) for key, value in dealt.items())


# --- what happens can be entered --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_whatever_happens_in_a_game_can_be_entered_and_nearly_always_the_moment_offers_it(name):
    asked = offered = 0
    for seed in range(50, 54):
        record, events = simulated(name, seed)
        for event in moments(record, events, 0.2, random.Random(seed)):
            forms = every_form(record)
            assert entered(forms, event, record.game), event
            if type(event) in record.game.happens:
                asked += 1
                offered += covers([form for form in forms if form.now], event)

    assert offered >= 0.97 * asked


def test_what_a_builder_cannot_do_now_is_not_what_the_moment_asks_for():
    record, events = simulated("builders", 54)
    derived = {"building_revealed", "worker_revealed", "turn_ended"}
    offered = set()
    for _ in moments(record, events):
        may = {bare(choice.event)["type"] for choice in choices(record.game, record.table)}
        now = {form.writes[0].event["type"] for form in game_forms(record.game, record.table) if form.now}
        assert now <= may | derived
        assert may <= now
        offered |= now
    assert {"prisoner_bought", "tool_bought", "loan_repaid", "prisoner_freed", "actions_bought"} <= offered


def demands(edition):
    """Tables of Glory to Rome while a demand waits to be answered."""
    for seed in range(4, 9):
        game, events = decode(scan(simulate(GAMES["glory_to_rome"], seed, players=2, edition=edition)), GAMES)
        record = open_record(game, events)
        for event in moments(record, events):
            if record.table.owed:
                yield record, event


@pytest.mark.parametrize("edition", ["pl", "en-iv"])
def test_while_a_demand_is_answered_nothing_else_is_asked_for_and_the_pool_s_part_is_one_tap(edition):
    pools = 0
    for record, event in demands(edition):
        now = {form.name for form in game_forms(record.game, record.table) if form.now}
        listed = [bare(choice.event) for choice in choices(record.game, record.table)]
        assert now <= {"pool_taken", "demand_answered"}
        assert ("pool_taken" in now) == any(one["type"] == "pool_taken" for one in listed)
        if bare(event)["type"] == "pool_taken":
            pools += 1
            assert "pool_taken" in now
            assert edition == "en-iv" or bare(event) in listed
    assert pools


def test_thinking_comes_first_among_what_a_leader_or_follower_may_do():
    record, events = simulated("glory_to_rome", 23)
    decided = 0
    for event in moments(record, events):
        if bare(event)["type"] in ("role_led", "role_followed"):
            decided += 1
            assert bare(choices(record.game, record.table)[0].event)["type"] == "thought"
    assert decided


def test_a_foundation_is_an_order_by_its_name_and_a_senator_is_shown_for_no_demand():
    record, events = simulated("glory_to_rome", 23)
    named = GAMES["glory_to_rome"].cards.deck(GAMES["glory_to_rome"].catalogue().data, "pl").kinds
    for _ in moments(record, events, 0.2, random.Random(4)):
        forms = {form.name: form for form in game_forms(record.game, record.table)}
        laid, shown = (_likely(forms[kind], field) for kind, field in LAID_AND_SHOWN)
        assert {as_said(value) for value in laid} <= set(named)
        assert not {"senator", "?"} & shown


LAID_AND_SHOWN = (("foundation_laid", "card"), ("materials_demanded", "cards"))


def _likely(form, name):
    field = next(field for field in form.rows[0].fields if field.name == name)
    return {pick.value for pick in field.picks if pick.group != ELSEWHERE}


@pytest.mark.parametrize("seed", range(1, 6))
def test_builders_whose_game_is_over_are_asked_only_for_what_they_can_still_settle(seed):
    record, events = simulated("builders", seed)
    fold(record, [event for event in events if type(event) in record.game.happens])

    asked = str(record.game.scribe.ask(record.table)).partition(" (")[0]
    still = "the game is over: who still frees a prisoner or repays a loan?"
    assert asked == (still if choices(record.game, record.table) else "the game is over")
    assert record.game.scribe.view(record.table)["actions_left"] is None


def test_what_lies_in_the_vaults_is_asked_only_where_nobody_knows_it():
    record, events = simulated("glory_to_rome", 2)
    play = [event for event in events if type(event) in record.game.happens]
    fold(record, play)
    assert str(record.game.scribe.ask(record.table)) == "the game is over: the deck ran out"

    unseen = open_record(record.game, events)
    sold = [bare(event)["type"] == "material_sold" for event in play]
    fold(unseen, [msgspec.structs.replace(one, card="?") if hid else one for one, hid in zip(play, sold, strict=True)])
    assert str(unseen.game.scribe.ask(unseen.table)).startswith("the game is over: what lies in the vaults?")


@pytest.mark.parametrize("path", sorted(SAMPLES.rglob("*.jsonl")), ids=lambda path: path.stem)
def test_what_a_careless_table_did_can_be_entered_too(path):
    read = events_of(path)
    if read is None:
        return
    record, force = read
    found = {finding.n for finding in judge(open_record(record.game, force.events), force)}
    dice = random.Random(path.stem)
    for event in moments(record, force.events):
        if (event.n in found or dice.random() < 0.05) and not _strange(record, event):
            assert entered(every_form(record), event, record.game), event


def _strange(record, event):
    """It names a player or a card that does not exist, which nobody can tap, or it is a whole table noted wrongly."""
    if bare(event)["type"] == "table_noted":
        return True
    names = {*record.table.players, *record.rules.deck.cards}
    told = [value for key, value in bare(event).items() if key in ("player", "card", "worker", "building", "favour")]
    return any(value and isinstance(value, str) and value not in names for value in told)


@pytest.mark.parametrize("path", TRACES, ids=lambda path: path.stem)
def test_what_another_program_played_can_be_entered(path):
    game = GAMES["glory_to_rome"]
    events = game.formats["gtr-neutral"](path.read_bytes())
    record = open_record(game, events)

    for event in moments(record, events, 0.2, random.Random(7)):
        if bare(event)["type"] == "table_noted":  # as the record has it, not as another program wrote it
            continue
        assert entered(every_form(record), event, game), event


# --- filling in -------------------------------------------------------------------------------------------------------


FORM = Form(
    name="both",
    title=Words("both"),
    rows=tuple(
        Row(
            given={"player": name},
            fields=(
                Field(name="card", label=Words("card"), kind="pick", picks=(Pick("a", Words("a")),)),
                Field(name="coins", label=Words("coins"), kind="number", value=0),
                Field(name="with", label=Words("with"), kind="pick", optional=True),
            ),
        )
        for name in ("Ana", "Bo")
    ),
    writes=(
        Write({"type": "took", "player": "$player", "card": "$card", "with": "$with"}),
        Write({"type": "paid", "player": "$player", "coins": "$coins"}, when="coins"),
    ),
)


def test_all_first_events_are_written_before_all_second_ones():
    made = fill(FORM, [{"card": "a", "coins": 2}, {"card": "a", "coins": 1, "with": "x"}])

    assert made == [
        {"type": "took", "player": "Ana", "card": "a"},
        {"type": "took", "player": "Bo", "card": "a", "with": "x"},
        {"type": "paid", "player": "Ana", "coins": 2},
        {"type": "paid", "player": "Bo", "coins": 1},
    ]


def test_a_row_without_all_its_answers_writes_nothing_and_nought_is_an_answer_but_no_event():
    assert fill(FORM, [{"coins": 2}, {"card": "a", "coins": 0}]) == [{"type": "took", "player": "Bo", "card": "a"}]


@pytest.mark.parametrize("name", GAMES)
def test_what_can_be_picked_is_not_called_by_the_log_s_own_word(name):
    """A word that neither French nor Polish says otherwise was never translated."""
    record, events = simulated(name, 50)
    left = set()
    for _ in moments(record, events, 0.1, random.Random(1)):
        fields = [field for form in every_form(record) for row in form.rows for field in row.fields]
        picks = [pick for field in fields for pick in (*field.picks, *field.partners) if isinstance(pick.value, str)]
        for code in ("fr", "pl"):
            left |= {(code, pick.value) for pick in picks if language(code)(pick.words) == pick.value}
    english = {word for code, word in left if code == "fr"} & {word for code, word in left if code == "pl"}
    assert {word for word in english if word.islower()} == set()
