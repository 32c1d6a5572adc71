"""Whole games written down by a scribe whose phone has no network after the first visit; judged when it is back."""

import json
import re

import pytest
from test_forms import answers, as_said, every_form
from test_pad_browser import (  # noqa: F401
    _cut,
    _has,
    browser,
    launch,
    lay_out,
    link,
    phone,
    played,
    scored,
    server,
    shown_sheet,
    tab,
    tap,
    turn_cards,
    turns,
    write,
)

from ledger.games import GAMES
from ledger.log import decode, scan
from ledger.walk import open_record

AFTERWARDS = ("score_claimed", "game_ended", "log_sealed")
UNSEEN = ("deck_shuffled", "hand_dealt", "table_noted", "holdings_declared")  # what nobody writes down at a table


def happened(game, seed, players):
    """How a game began, and what a scribe writes down of it."""
    begun, *events = played(seed, players=players, edition=None, game=GAMES[game])
    return begun, [one for one in events if one["type"] not in (*AFTERWARDS, *UNSEEN)]


def at_table(server, begun):  # noqa: F811
    own = {name: begun[name] for name in ("apprentices",) if name in begun}
    more = {"also": own} if own else {}
    return server.table(*begun["players"], game=begun["game"], edition=begun.get("edition", ""), **more)


def facts(game, events):
    """Events as the game reads them, whatever a log adds to them; a person does not tell copies of a card apart."""
    drop = ("n", "ts", "by", "id", "hash", "more")
    bare = [{name: one for name, one in event.items() if name not in drop} for event in events]
    return [GAMES[game].decoder.decode(json.dumps(as_said(one))) for one in bare]


def phone_forms(table):
    """The forms that the phone has of this table."""
    game, events = decode(scan(table.path.read_bytes()), GAMES)
    return every_form(open_record(game, events))


def way(forms, event, following):
    """The form that takes an event, its row, what to answer there, and how many events that enters."""
    wanted = as_said(event)
    for form in forms:
        for at, row in enumerate(form.rows):
            if form.writes[0].event["type"] != wanted["type"] or (told := answers(row, form.writes[0], wanted)) is None:
                continue
            turned_up = next(
                (one for one in form.writes[1:] if following and following["type"] == one.event["type"]), None
            )
            return form, at, told | ({"next": following["card"]} if turned_up else {}), 2 if turned_up else 1
    raise AssertionError(f"no form for {event}")


def answer(page, spot, value):
    """Answer a question of a form: a tap where the value lies open, else in the list behind its button."""
    field = page.locator(f'[id="{spot}"]')
    if isinstance(value, bool):
        field.check()
    elif isinstance(value, int) and field.get_attribute("class") == "figure":
        field.click()
        page.keyboard.type(str(value))
        page.keyboard.press("Enter")
    else:
        for one in value if isinstance(value, list | tuple) else [value]:
            pick(page, field, one)


def pick(page, field, value):
    wanted = f'[data-value="{value}"]'
    if field.locator(wanted).count():
        field.locator(wanted).first.click()
        return
    before = page.locator("dialog").count()
    field.locator("xpath=descendant-or-self::button[@aria-haspopup='dialog']").first.click()
    dialog = page.locator("dialog >> nth=-1")
    spot = dialog.locator(wanted).first
    spot.wait_for(state="attached")
    if not spot.is_visible():
        dialog.locator("summary").last.click()
    spot.click()
    if page.locator("dialog").count() > before:
        dialog.locator(".close").click()


def test_a_whole_game_of_lutece_is_recorded_with_no_network_and_judged_when_it_is_back(server, phone):  # noqa: F811
    begun, events = happened("lutece", 43, 2)  # with a Legionnaire, an Apprentice and cards that leave the game
    table = at_table(server, begun)
    page = phone(link(table), rough=True)
    page.wait_for_selector(".ask")
    _cut(page)
    for kind, group, coins in turns(events):
        if kind == "card_offered":
            lay_out(page, group)
            continue
        tap(page, TITLES[kind])
        if kind == "bid_placed":
            turn_cards(page, group, coins)
        else:
            for name in ("player", "apprentice", "host", "legion", "tile", "card", "favour", "reason"):
                if name in group[0]:
                    answer(page, f"dialog-{kind}-0-{name}", group[0][name])
            write(page)
        page.locator("dialog").wait_for(state="detached")
    assert len(table.lines()) == 1
    page.context.set_offline(False)
    _has(table, page)
    own = ("type", "player", "actions", "coins", "tile", "reason", "apprentice", "legion")
    told = [
        sorted(json.dumps({name: one[name] for name in own if name in one}) for one in all_)
        for all_ in (table.lines()[1:], events)
    ]
    assert told[0] == told[1]
    assert [one for one in table.state()["findings"] if one["severity"] == "violation"] == []
    tab(page, "Sheet")
    assert shown_sheet(page) == scored(table.path)


TITLES = {  # what can be opened with no network, by what happened
    "bid_placed": "The action cards are turned…",
    "legion_discarded": "A Legionnaire is spent…",
    "card_purchased": "Somebody buys a card…",
    "card_removed": "A card leaves the game…",
    "apprentice_attached": "An Apprentice joins somebody…",
    "round_ended": "The round ends…",
}


def opened(page, form):
    """Open a form, unless the moment asked for it; what the ids of its questions begin with."""
    if page.locator(f'[id^="{form.name}-"]').count():
        return form.name
    other = page.locator("details", has=page.locator("summary", has_text="Something else"))
    if not other.evaluate("one => one.open"):
        other.locator("summary").click()
    page.get_by_role("button", name=re.compile(f"^{re.escape(str(form.title))}…$", re.IGNORECASE)).first.click()
    return f"dialog-{form.name}"


@pytest.mark.parametrize(("game", "seed", "players"), [("builders", 54, 2), ("glory_to_rome", 7, 3)])
def test_a_game_is_recorded_by_its_forms_with_no_network_and_judged_when_it_is_back(
    server,  # noqa: F811
    phone,  # noqa: F811
    game,
    seed,
    players,
):
    begun, events = happened(game, seed, players)
    events = events[:40] if game == "glory_to_rome" else events
    table = at_table(server, begun)
    forms = phone_forms(table)
    page = phone(link(table), rough=True)
    page.wait_for_selector(".ask")
    _cut(page)
    at = 0
    while at < len(events):
        form, row, told, number = way(forms, events[at], next(iter(events[at + 1 :]), None))
        name = opened(page, form)
        for field in form.rows[row].fields:
            if field.name in told and told[field.name] != field.value:
                answer(page, f"{name}-{row}-{field.name}", told[field.name])
        write(page)
        page.locator("dialog").wait_for(state="detached")
        at += number
    assert len(table.lines()) == 1
    page.context.set_offline(False)
    _has(table, page)
    assert facts(game, table.lines()[1:]) == facts(game, events)
    assert [one for one in table.state()["findings"] if one["severity"] == "violation"] == []
    tab(page, "Sheet")
    told = {name: {key.replace("_", " "): one for key, one in own.items()} for name, own in scored(table.path).items()}
    assert shown_sheet(page, GAMES[game].worth.scale) == told
