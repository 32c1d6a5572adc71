"""Journeys of people who score a game without recording it, in a real browser: each fault once found, and the taps."""

import json
import re
from pathlib import Path

import pytest
from pads import new_id, until
from playwright.sync_api import expect
from test_pad_browser import (  # noqa: F401
    _cut,
    _has,
    _note,
    browser,
    launch,
    lay_out,
    link,
    phone,
    played,
    rounds,
    scored,
    server,
    shown_sheet,
    tab,
    tap,
    turn_cards,
    turns,
    until_saved,
    write,
)
from test_pad_offline import pick

SAMPLES = Path(__file__).parent.parent / "sample_logs"
HELD = {
    "Ana": (12, ["C01", "C02", "C17", "L01", "L10", "C33"]),
    "Bo": (4, ["C09", "C10", "L16", "L26", "C34"]),
    "Cem": (9, ["C25", "C26", "L07", "L14", "L29"]),
    "Dia": (20, ["C03", "C11", "C18", "L04", "L12", "C35"]),
}


def scoring(server, *players, **more):  # noqa: F811
    return server.table(*(players or ("Ana", "Bo")), edition="en", mode="score", **more)


def row(page, player):
    return page.locator(f'.fold[aria-label="{player}"]')


def unfold(page, player):
    if row(page, player).locator(".fold-head").get_attribute("aria-expanded") == "false":
        row(page, player).locator(".fold-head").click()


class Taps:
    """Taps as a thumb makes them; a number counts its digits."""

    def __init__(self, page):
        self.page, self.count = page, 0

    def on(self, spot):
        spot.click()
        self.count += 1

    def button(self, name):
        self.on(self.page.get_by_role("button", name=name, exact=True).first)

    def key(self, digits):
        for digit in str(digits):
            self.on(self.page.locator(f'dialog [data-key="{digit}"]'))

    def forward(self):
        self.on(self.page.locator("dialog footer .main"))


def pick_all(taps, player, coins, cards):
    taps.page.locator("dialog h2", has_text=f"{player} · cards").wait_for()
    for card in cards:
        taps.on(taps.page.locator(f'dialog [data-value="{card}"]'))
    taps.forward()
    taps.key(coins)
    taps.forward()


def declarations(table):
    return [
        (one["player"], one["coins"], one.get("cards")) for one in table.lines() if one["type"] == "holdings_declared"
    ]


def test_a_game_of_four_is_scored_by_cards_from_cards_to_coins_to_the_next_player_in_60_taps(server, phone):  # noqa: F811
    table = scoring(server, *HELD)
    taps = Taps(phone(link(table)))
    taps.button("Cards ›")
    for player, (coins, cards) in HELD.items():
        pick_all(taps, player, coins, cards)
    taps.page.get_by_text("Does everybody agree?").wait_for()
    until_saved(taps.page)
    assert declarations(table) == [(player, coins, cards) for player, (coins, cards) in HELD.items()]
    assert taps.count <= 60


def test_nothing_entered_declares_nothing_and_nobody_has_won(server, phone):  # noqa: F811
    table = scoring(server)
    page = phone(link(table))
    expect(page.locator(".hint").first).to_contain_text("Still to say: cards and coins")
    expect(page.get_by_role("button", name="Write it down")).to_have_count(0)
    expect(row(page, "Bo")).to_contain_text("nothing said yet")
    expect(page.locator(".live")).to_contain_text("Still to say what they have: Ana and Bo")
    tab(page, "Sheet")
    expect(page.locator(".result")).to_contain_text("Nobody has won yet")
    assert len(table.lines()) == 1


def test_one_player_s_row_declares_nobody_else_and_the_others_stay_open(server, phone):  # noqa: F811
    table = scoring(server, "Ana", "Bo", "Cem")
    taps = Taps(phone(link(table)))
    taps.button("Cards ›")
    pick_all(taps, "Ana", 7, ["C01"])
    taps.page.locator("dialog .close").click()
    _has(table, taps.page)
    assert declarations(table) == [("Ana", 7, ["C01"])]
    expect(taps.page.locator(".live")).to_contain_text("Still to say what they have: Bo and Cem")
    tab(taps.page, "Sheet")
    expect(taps.page.locator(".result")).to_contain_text("Nobody has won yet")


def test_cards_without_coins_are_kept_on_disk_and_shown_as_not_finished(server, phone):  # noqa: F811
    table = scoring(server)
    page = phone(link(table))
    tap(page, "Cards ›")
    page.locator('dialog [data-value="C01"]').click()
    tap(page, "Done (1)")
    expect(page.locator(".hint").first).to_contain_text("Still to say: coins")
    waits = table.path.with_name(table.path.name + ".waiting")
    until(waits.exists)
    until(lambda: json.loads(waits.read_bytes())["answers"] == {"cards": ["C01"]})
    page.reload()
    expect(page.locator(".hint").first).to_contain_text("Still to say: coins")
    page.evaluate("localStorage.removeItem('quaestor.rows.' + new URLSearchParams(location.hash.slice(1)).get('t'))")
    page.reload()  # the phone has lost it, and the server has not
    expect(page.locator(".hint").first).to_contain_text("Still to say: coins")
    other = phone(link(table))
    expect(other.locator(".notice")).to_contain_text("Begun on another phone: Brewer 1 C01")
    tap(other, "Go on with it here")
    tap(other, "Coins ›")
    other.locator('dialog [data-key="5"]').click()
    other.locator("dialog footer .main").click()
    _has(table, other)
    assert declarations(table) == [("Ana", 5, ["C01"])]


def test_in_glory_to_rome_influence_follows_from_what_was_built_and_equal_cards_are_counted(server, phone):  # noqa: F811
    table = server.table("Ana", "Bo", game="glory_to_rome", mode="score")
    page = phone(link(table))
    tap(page, "In the vault ›")
    marble = page.locator('dialog [data-value="marble"]')
    for card in ("road", "marble", "marble", "marble"):
        page.locator(f'dialog [data-value="{card}"]').click()
    expect(marble.locator(".tick")).to_have_text("3×")
    page.locator("dialog footer .main").click()
    for card in ("road", "wall", "fountain"):  # on sites of 1, 2 and 3; everybody starts with 2
        page.locator(f'dialog [data-value="{card}"]').click()
    page.locator("dialog footer .main").click()
    for asked in ("stockpile", "hand"):
        expect(page.locator("dialog h2")).to_contain_text(asked)
        page.locator('dialog [data-key="4"]').click()
        page.locator("dialog footer .main").click()
    _has(table, page)
    assert (table.lines()[1]["influence"], table.lines()[1]["vault"]) == (8, ["road", "marble", "marble", "marble"])


def test_where_a_statue_stands_nobody_can_tell_so_influence_is_asked(server, phone):  # noqa: F811
    page = phone(link(server.table("Ana", "Bo", game="glory_to_rome", mode="score")))
    tap(page, "In the vault ›")
    page.locator("dialog footer .main").click()
    page.locator('dialog [data-value="statue"]').click()
    page.locator("dialog footer .main").click()
    expect(page.locator("dialog h2")).to_contain_text("influence")


def test_one_coin_less_than_unknown_is_none(server, phone):  # noqa: F811
    page = phone(link(scoring(server)))
    tap(page, "Ana, coins: one less")
    expect(page.get_by_role("button", name="Ana, coins: 0", exact=True)).to_be_visible()


def enter_own(page, coins, card):
    tap(page, "Cards ›")
    page.locator(f'dialog [data-value="{card}"]').click()
    page.locator("dialog footer .main").click()
    page.locator(f'dialog [data-key="{coins}"]').click()
    page.locator("dialog footer .main").click()


def sit(page, player):
    page.locator(".who-asks").get_by_role("button", name=player).first.click()
    page.wait_for_selector(".who-asks", state="detached")


def test_each_phone_writes_its_own_player_s_row_and_one_that_was_away_erases_nobody(server, phone):  # noqa: F811
    table = scoring(server)
    ana, bo = phone(link(table, "player"), rough=True), phone(link(table, "player"))
    sit(ana, "Ana")
    sit(bo, "Bo")
    expect(row(ana, "Bo").locator("button.fold-head")).to_have_count(0)  # not theirs to fill in
    _cut(ana)
    enter_own(ana, 7, "C01")
    enter_own(bo, 4, "C02")
    until(lambda: declarations(table) == [("Bo", 4, ["C02"])])
    ana.context.set_offline(False)
    _has(table, ana)
    assert declarations(table) == [("Bo", 4, ["C02"]), ("Ana", 7, ["C01"])]
    assert ana.locator("dialog").count() == 0


def test_two_phones_that_say_different_things_of_one_player_are_asked_which_is_right(server, phone):  # noqa: F811
    table = scoring(server)
    away = phone(link(table), rough=True)
    away.wait_for_selector(".declare")
    _cut(away)
    enter_own(away, 7, "C01")
    away.locator("dialog .close").click()
    until(
        lambda: (
            table.enter({"type": "holdings_declared", "player": "Ana", "coins": 9, "cards": ["C01"], "by": "Bo"}).status
            == 200
        )
    )
    away.context.set_offline(False)
    box = away.locator("dialog")
    expect(box).to_contain_text("Bo: Ana declares 9 coins")
    expect(box).to_contain_text("coins 7")
    tap(away, "What is written is right")
    _has(table, away)
    assert declarations(table) == [("Ana", 9, ["C01"])]


def test_a_row_begun_before_somebody_else_declared_it_shows_both_answers(server, phone):  # noqa: F811
    table = scoring(server)
    page = phone(link(table))
    tap(page, "Cards ›")
    page.locator('dialog [data-value="C01"]').click()
    page.locator("dialog footer .main").click()
    page.locator('dialog [data-key="7"]').click()
    page.locator("dialog .close").click()
    page.locator(".figure").first.click()
    page.locator('dialog [data-key="7"]').click()
    page.locator("dialog footer .main").click()
    assert (
        table.enter({"type": "holdings_declared", "player": "Ana", "coins": 9, "cards": ["C02"], "by": "Bo"}).status
        == 200
    )
    expect(row(page, "Ana")).to_contain_text("Two answers for Ana")
    expect(row(page, "Ana")).to_contain_text("Written down by Bo")
    tap(page, "Mine is right")
    _has(table, page)
    assert declarations(table) == [("Ana", 9, ["C02"]), ("Ana", 7, ["C01"])]


def test_a_second_phone_opens_a_score_only_table_in_the_same_way(server, phone):  # noqa: F811
    table = scoring(server)
    other = phone(link(table, "player"))
    sit(other, "Nobody in particular")
    expect(other.get_by_role("button", name="Score only")).to_have_attribute("aria-pressed", "true")


def test_a_player_agrees_on_their_own_phone_and_for_nobody_else(server, phone):  # noqa: F811
    table = scoring(server)
    for player, card in (("Ana", "C01"), ("Bo", "C02")):
        table.enter({"type": "holdings_declared", "player": player, "coins": 5, "cards": [card]})
    page = phone(link(table, "player"))
    sit(page, "Bo")
    tab(page, "Sheet")
    expect(page.get_by_role("button", name="Ana agree")).to_have_count(0)
    tap(page, "Bo agrees")
    _has(table, page)
    assert [(one["player"], one["by"]) for one in table.lines() if one["type"] == "score_confirmed"] == [("Bo", "Bo")]


def test_undo_takes_back_everything_that_was_entered_at_once(server, phone):  # noqa: F811
    table = server.table("Ana", "Bo", edition="en")
    offers = [{"type": "card_offered", "tile": tile, "card": card} for tile, card in (("A", "C01"), ("B", "C02"))]
    assert table.enter(*offers).status == 200
    page = phone(link(table))
    page.locator(".undo button").click()
    _has(table, page)
    assert [one["target"] for one in table.lines() if one["type"] == "entry_withdrawn"] == [1, 2]


def test_a_phone_says_loudly_that_the_record_was_rolled_back_and_the_organiser_sees_which(tmp_path, phone):  # noqa: F811
    from pads import Server

    own = Server(tmp_path / "logs")
    try:
        table = own.table("Ana", "Bo", edition="en")
        page = phone(link(table, "player"), rough=True)
        sit(page, "Bo")
        table.enter({"type": "note_added", "text": "one"})
        before = table.path.read_bytes()
        table.enter({"type": "note_added", "text": "two"})
        page.wait_for_function("() => Number(document.querySelector('.frame')?.dataset.n) === 2")
        own.kill()
        table.path.write_bytes(before)
        own.start()
        page.get_by_text("This is not the record that this phone has seen.").wait_for()
        scribe = phone(link(table), rough=True)
        scribe.get_by_text("The phone of Bo has seen event 2, which this record does not have.").wait_for()
        page.reload()
        page.get_by_text("This is not the record that this phone has seen.").wait_for()
        tap(page, "I have seen it")
        expect(page.get_by_text("This is not the record")).to_have_count(0)
    finally:
        own.stop()


def test_the_builders_are_not_started_before_everybody_has_an_apprentice(server, phone):  # noqa: F811
    page = phone(f"{server.address}/#house={server.key}&p=new")
    tap(page, "The Builders: Antiquity")
    for name in ("Ana", "Bo"):
        page.get_by_role("textbox", name="Name of player").fill(name)
        tap(page, "Add")
    page.locator(".pair").first.wait_for()
    tap(page, "Start")
    expect(page.locator(".warning[role=alert]")).to_contain_text("Still to say: everybody's apprentice")
    for name in ("Ana", "Bo"):
        page.locator(".pair", has_text=name).locator(".open-picker").click()
        page.locator("dialog .pick:not(.taken)").first.click()
    tap(page, "Start")
    page.wait_for_selector(".frame")


def test_the_list_of_tables_is_live(server, phone):  # noqa: F811
    page = phone(f"{server.address}/#house={server.key}")
    page.get_by_role("link", name="New table").wait_for()
    title = f"night {new_id()[:6]}"
    server.table("Ana", "Bo", title=title)
    page.get_by_text(title).wait_for()


def test_the_list_of_tables_shows_no_figure_of_whom_nothing_is_known(server, phone):  # noqa: F811
    silent, begun = scoring(server, title="silent"), scoring(server, title="begun")
    assert begun.enter({"type": "holdings_declared", "player": "Ana", "coins": 30, "cards": []}).status == 200
    page = phone(f"{server.address}/#house={server.key}")
    expect(page.locator("button.item", has_text="silent").locator(".scores")).to_have_text(re.compile(r"^Ana\s*Bo\s*$"))
    expect(page.locator("button.item", has_text="begun").locator(".scores")).to_have_text(
        re.compile(r"^Ana 10\s*Bo \?$")
    )
    assert len(silent.lines()) == 1


def test_a_box_is_typed_on_the_phone_and_used_by_the_next_game(server, phone):  # noqa: F811
    page = phone(f"{server.address}/#house={server.key}")
    page.locator("a.pick", has_text="Lutèce").click()
    page.locator('[data-card="C01"]').click()
    for figure in ("Mark: 2", "Cost: 4", "Resources, beer: 3", "Talent: 14", "Family: beer"):
        page.get_by_role("button", name=figure, exact=True).click()
    tap(page, "Save, next card")
    page.locator("dialog h2", has_text="C02").wait_for()
    page.locator("dialog .close").click()
    expect(page.locator('[data-card="C01"]')).to_contain_text("talent 14")
    table = scoring(server)
    try:
        game = phone(link(table))
        tap(game, "Cards ›")
        expect(game.locator('dialog [data-value="C01"]')).to_have_accessible_name(re.compile("3× beer talent 14"))
    finally:
        (server.folder / "boxes" / "lutece.json").unlink()


def test_a_box_of_the_builders_is_typed_by_what_is_printed_and_a_card_begun_comes_back(server, phone):  # noqa: F811
    page = phone(f"{server.address}/#house={server.key}&p=box&g=builders")
    kept = server.folder / "boxes" / "builders.json"
    try:
        expect(page.get_by_role("status").first).to_have_text("0 of 69 cards typed")  # ours were read by others
        page.locator('[data-card="b28"]').click()
        box = page.locator("dialog")
        for figure in ("Needs, stone: 3", "Needs, wood: 1", "Needs, architecture: 2", "Points: 6"):
            box.get_by_role("button", name=figure, exact=True).click()
        expect(box.locator(".hint")).to_have_text("Still to say: coins")
        page.reload()
        page.locator('[data-card="b28"]').click()
        expect(box.get_by_role("button", name="Needs, architecture: 2")).to_have_attribute("aria-pressed", "true")
        tap(page, "Coins: another number")
        for digit in "21":
            page.locator(f'dialog [data-key="{digit}"]').click()
        page.locator("dialog dialog footer .main").click()
        expect(box.get_by_role("button", name="Coins: 21")).to_have_attribute("aria-pressed", "true")
        tap(page, "Save, next card")
        expect(box.locator("h2")).to_contain_text("b29")
        expect(box.locator(".warning")).to_contain_text("Does this fit the box?")
        box.locator(".close").click()
        page.locator('[data-card="p01"]').click()  # its other side is a citizen
        expect(box.get_by_role("group", name="Wage", exact=True)).to_have_count(0)
        tap(page, "It is as listed")
        box.get_by_role("button", name="Wage as a citizen: 5").click()
        tap(page, "Save, next card")
        expect(box.locator("h2")).to_contain_text("p02")
        cards = {one["id"]: one for one in json.loads(kept.read_bytes())["cards"]}
        assert [cards["b28"][name] for name in ("needs", "coins", "points")] == [[3, 1, 2, 0], 21, 6]
        assert (cards["p01"]["citizen"]["wage"], cards["p01"]["source"]["citizen"]) == (5, "transcribed")
        box.locator(".close").click()
        expect(page.get_by_role("status").first).to_have_text("2 of 69 cards typed")
        expect(page.locator('[data-card="b28"]')).to_contain_text("needs 3× stone 1× wood 2× architecture, coins 21")
        page.reload()
        page.locator('[data-card="b28"]').click()
        expect(box.get_by_role("button", name="Coins: 21")).to_be_visible()
        assert server.table("Ana", "Bo", game="builders", mode="score").lines()[0]["catalogue"] == "own-box"
    finally:
        kept.unlink(missing_ok=True)


def test_a_box_of_glory_to_rome_is_typed_by_the_names_of_its_cards(server, phone):  # noqa: F811
    page = phone(f"{server.address}/#house={server.key}&p=box&g=glory_to_rome")
    kept = server.folder / "boxes" / "glory_to_rome.json"
    try:
        page.locator('[data-card="academy"]').click()
        box = page.locator("dialog")
        expect(box.locator("h2")).to_have_text("Academy")
        for figure in ("Material: brick", "Copies: 2"):
            box.get_by_role("button", name=figure, exact=True).click()
        tap(page, "Save, next card")
        expect(box.locator(".warning")).to_contain_text("Academy has 2 copies; an order of brick has 3")
        academy = next(one for one in json.loads(kept.read_bytes())["cards"] if one["id"] == "academy")
        assert academy["copies"] == 2
        assert {*academy["source"].values()} == {"transcribed"}
        assert server.table("Ana", "Bo", game="glory_to_rome").lines()[0]["catalogue"] == "own-box"
    finally:
        kept.unlink(missing_ok=True)


def test_a_box_is_checked_on_the_card_one_is_at(server, phone):  # noqa: F811
    page = phone(f"{server.address}/#house={server.key}&p=box&g=lutece", rough=True)
    page.locator('[data-card="C01"]').click()
    try:
        tap(page, "It is as listed")
        tap(page, "Save, next card")
        box = page.locator("dialog")
        expect(box.locator("h2")).to_contain_text("C02")
        tap(page, "It is as listed")
        box.get_by_role("button", name="Talent: 1", exact=True).click()
        tap(page, "Save, next card")
        expect(box.locator(".warning")).to_contain_text("Brewer 2 C02 and Brewer 1 C01 both have talent 1 for beer")
        tap(page, "‹ Brewer 2 C02")
        expect(box.locator("h2")).to_contain_text("C02")
        page.context.set_offline(True)
        tap(page, "Save, next card")
        expect(box.locator(".warning")).to_contain_text("The server does not answer")
    finally:
        (server.folder / "boxes" / "lutece.json").unlink()


SLOW = """
const wait = window.setTimeout;
window.setTimeout = (work, ms, ...given) => wait(work, Math.max(ms || 0, 1500), ...given);
window.requestAnimationFrame = (work) => wait(() => work(performance.now()), 1500);
"""


def test_a_page_that_comes_before_the_first_frame_is_drawn_all_the_same(server, browser):  # noqa: F811
    """Its script may be there before anybody has asked for it: then it stood at "Loading…" for good."""
    context = browser.new_context()
    try:
        context.add_init_script(SLOW)
        page = context.new_page()
        page.goto(f"{server.address}/#house={server.key}")
        page.get_by_role("link", name="New table").wait_for()
    finally:
        context.close()


def test_a_script_that_did_not_come_is_asked_for_again_and_what_was_typed_is_kept(server, phone):  # noqa: F811
    table = server.table("Ana", "Bo", edition="en")
    page = phone("about:blank", rough=True, service_workers="block")
    gone = "**/static/rest.js*"
    page.route(gone, lambda route: route.abort())
    page.goto(link(table))
    page.locator(".row.short .open-picker, .middle button.thing.empty").first.click()
    page.locator('dialog [data-value="C01"]').click()
    page.locator("dialog .close").click()
    tab(page, "Sheet")
    page.get_by_text("The server does not answer; trying again…").wait_for()
    page.unroute(gone)
    page.get_by_text("Share and export").wait_for()
    tab(page, "Enter")
    expect(page.locator(".fold, .row.short").first).to_contain_text("Brewer 1")


def test_a_script_that_hangs_is_said_to_and_asked_for_again(server, phone):  # noqa: F811
    table, hanging = server.table("Ana", "Bo", edition="en"), []
    page = phone("about:blank", service_workers="block")

    def hang_once(route):
        if hanging:
            route.continue_()
        else:
            hanging.append(route)

    page.route("**/static/rest.js*", hang_once)
    page.goto(link(table, p="share"))
    page.get_by_text("The server does not answer; trying again…").wait_for()
    page.get_by_text("Share and export").or_(page.get_by_text("Copy the link")).first.wait_for()


def test_words_that_did_not_come_are_said_when_they_do_and_what_was_typed_is_kept(server, phone):  # noqa: F811
    page = phone("about:blank", rough=True, locale="pl-PL", service_workers="block")
    gone = "**/api/words/pl.json"
    page.route(gone, lambda route: route.abort())
    page.goto(f"{server.address}/#house={server.key}&p=new")
    tap(page, "Lutecja")
    page.locator(".adding input").fill("Zbigniew")
    expect(page.get_by_role("heading", name="New table")).to_be_visible()
    page.unroute(gone)
    expect(page.get_by_role("heading", name="New table")).to_have_count(0)
    expect(page.locator(".adding input")).to_have_value("Zbigniew")


@pytest.mark.parametrize("role", ["player", "scribe"])
def test_the_state_of_a_long_table_is_small(server, role):  # noqa: F811
    events = played(43, players=4)
    table = server.table(*events[0]["players"], edition="en")
    kept = [one for one in events[1:] if one["type"] not in ("score_claimed", "game_ended", "log_sealed")][:100]
    for at in range(0, len(kept), 20):
        assert table.enter(*kept[at : at + 20]).status == 200
    asked = getattr(table, role).get(f"{table.at}/state", Accept_Encoding="gzip")
    assert len(asked.body) <= 40_000


COUNTED = {
    "Ana": (12, {"resources, beer": 4, "resources, bread": 1, "Mill": 2, "roman": 3, "Markets": 1, "bread family": 2}),
    "Bo": (7, {"resources, potion": 3, "Laboratory": 1, "roman": 1, "Legionnaires": 2, "potion family": 3}),
    "Cem": (9, {"resources, gladius": 5, "Forge": 1, "Statue": 1, "roman": 2, "gladius family": 3, "Markets": 1}),
    "Dia": (20, {"resources, beer": 2, "resources, bread": 3, "Bakery": 1, "roman": 2, "bread family": 4}),
}


def test_a_game_of_four_is_scored_by_counting_in_90_taps(server, phone):  # noqa: F811
    table = scoring(server, *COUNTED)
    taps = Taps(phone(link(table)))
    taps.button("By counting")
    for player, (coins, counts) in COUNTED.items():
        own = row(taps.page, player)
        own.locator(".counts").wait_for()
        for what, number in counts.items():
            taps.on(own.get_by_role("button", name=re.compile(f"{what}.*: {number}$")).first)
        taps.on(own.get_by_role("button", name="coins"))
        taps.key(coins)
        taps.forward()
        taps.on(own.get_by_role("button", name="The rest is 0"))
        taps.on(own.get_by_role("button", name="Write it down"))
    until(lambda: len(table.lines()) == 5)
    _has(table, taps.page)
    told = {one["player"]: one for one in table.lines()[1:]}
    assert {player: one["coins"] for player, one in told.items()} == {
        name: coins for name, (coins, _) in COUNTED.items()
    }
    assert told["Ana"]["resources"] == {"beer": 4, "bread": 1, "potion": 0, "gladius": 0}
    assert taps.count <= 90, taps.count


def test_structures_are_counted_by_their_names_and_unnamed_ones_stay_unknown(server, phone):  # noqa: F811
    table = server.table("Ana", "Bo", "Cem", game="glory_to_rome", mode="score")
    page = phone(link(table))
    tap(page, "By counting")

    def declare(player, *acts):
        own = row(page, player)
        unfold(page, player)
        own.get_by_role("button", name=f"{player}, in the vault, Wood: 1").click()
        for act in acts:
            act(own)
        before = len(table.lines())
        own.get_by_role("button", name="Write it down").click()
        until(lambda: len(table.lines()) == before + 1)
        _has(table, page)
        return table.lines()[-1]

    def name_two(own):
        own.get_by_role("button", name="completed structures: choose…").click()
        page.locator("dialog").get_by_role("button", name="Fountain").click()
        page.locator("dialog").get_by_role("button", name="Wall").click()
        tap(page, "Done (2)")
        expect(own).to_contain_text("Fountain, Wall")

    def rest(own):
        own.get_by_role("button", name="The rest is 0").click()
        expect(own.get_by_role("button", name="completed structures: nothing")).to_be_visible()
        expect(own.get_by_role("button", name="The rest is 0")).to_have_count(0)

    assert sorted(declare("Ana", name_two)["structures"]) == ["fountain", "wall"]
    assert "structures" not in declare("Bo")
    assert declare("Cem", rest)["structures"] == []
    missing = {one["player"]: [lack["field"] for lack in one["missing"]] for one in table.state()["sheet"]["players"]}
    assert ("structures" in missing["Bo"], missing["Cem"]) == (True, [])


def test_a_count_left_blank_is_unknown_and_shown_as_such(server, phone):  # noqa: F811
    table = scoring(server)
    page = phone(link(table))
    tap(page, "By counting")
    row(page, "Ana").get_by_role("button", name=re.compile("resources, beer: 2$")).first.click()
    row(page, "Ana").get_by_role("button", name="Write it down").click()
    until(lambda: len(table.lines()) == 2)
    assert {name: one for name, one in table.lines()[1].items() if name in ("player", "coins", "resources")} == {
        "player": "Ana",
        "resources": {"beer": 2},
    }
    tab(page, "Sheet")
    expect(page.locator("tr", has_text="Fortune").locator("td").first).to_contain_text("?")
    expect(page.locator(".result")).to_contain_text("Nobody has won yet")


def test_what_a_tie_still_asks_for_is_one_tap_from_the_sheet(server, phone):  # noqa: F811
    table = scoring(server)
    nothing = {"locations": dict.fromkeys(("laboratory", "forge", "mill", "statue"), 0), "roman": 0, "markets": 0}
    for player in ("Ana", "Bo"):
        counts = {"type": "counts_declared", "player": player, "coins": 9, "resources": {"beer": 3}, **nothing}
        assert table.enter(counts).status == 200
    page = phone(link(table))
    tab(page, "Sheet")
    page.get_by_role("link", name=re.compile("^Ana · Still unknown: .*talents for beer")).click()
    expect(row(page, "Ana").get_by_role("group", name="Ana, only for a tie, lowest talent, beer")).to_be_visible()


def test_a_player_who_left_keeps_nobody_from_finishing(server, phone):  # noqa: F811
    table = scoring(server)
    page = phone(link(table))
    tap(page, "Ana left the game")
    enter_own(page, 5, "C01")
    page.get_by_text("Does everybody agree?").wait_for()
    _has(table, page)
    assert [(one["type"], one["player"]) for one in table.lines()[1:]] == [
        ("player_left", "Ana"),
        ("holdings_declared", "Bo"),
    ]
    expect(page.locator(".result")).to_contain_text("Bo wins")


def test_whoever_left_is_asked_for_nothing_more_and_the_others_end_the_game(server, phone):  # noqa: F811
    table = scoring(server)
    own, page = phone(link(table, "player")), phone(link(table))
    sit(own, "Ana")
    expect(own.get_by_role("button", name="Cards ›")).to_be_visible()
    tap(page, "Ana left the game")
    expect(row(own, "Ana")).to_contain_text("left the game")
    expect(own.get_by_role("button", name="Cards ›")).to_have_count(0)
    enter_own(page, 5, "C01")
    expect(page.locator(".signatures li", has_text="Ana")).to_contain_text("left the game")
    _has(table, page)
    tap(page, "End the game…")
    expect(page.locator("dialog")).to_contain_text("Not yet agreed: Bo")
    tap(page, "End and seal")
    until(lambda: table.lines()[-1]["type"] == "log_sealed")
    assert table.lines()[-2]["winners"] == ["Bo"]


def test_a_corrected_bribe_takes_the_purchase_along_as_one_entry(server, phone):  # noqa: F811
    from test_pad_browser import ROUND

    table = server.table("Ana", "Bo", edition="en")
    for event in (*ROUND, {"type": "card_purchased", "player": "Ana", "tile": "A", "card": "C01"}):
        assert table.enter(event).status == 200
    page = phone(link(table, p="story"))
    page.locator(".moments button", has_text="Ana puts 2 coins on A").click()
    tap(page, "Correct it")
    page.locator('dialog [data-value="Bo"]').first.click()
    tap(page, "Put it right")
    expect(page.locator("dialog")).to_contain_text("Bo buys Brewer 1 C01")
    tap(page, "Put that right as well")
    _has(table, page)
    put = [one for one in table.lines() if one["type"] == "entry_corrected"]
    assert [(one["target"], one["entry"]["player"]) for one in put] == [(9, "Bo"), (10, "Bo")]
    assert [one.get("more", 0) for one in put] == [1, 0]
    page.locator(".undo button").click()
    until(lambda: len([one for one in table.lines() if one["type"] == "entry_withdrawn"]) == 2)


def test_a_corrected_demand_of_rome_takes_what_followed_along_as_one_entry(server, phone):  # noqa: F811
    sample = SAMPLES / "glory_to_rome" / "forum-wins.jsonl"
    begun, *events = [json.loads(line) for line in sample.read_bytes().splitlines()[:14]]
    table = server.table(*begun["players"], game="glory_to_rome", edition="pl", options=begun["options"])
    for event in events:
        own = {name: one for name, one in event.items() if name not in ("n", "ts", "hash")}
        assert table.enter(own).status == 200
    page = phone(link(table, p="story"))
    page.locator(".moments button", has_text=re.compile(r"demands.*Sewer")).click()
    tap(page, "Correct it")
    tap(page, re.compile("take it back$"))
    pick(page, page.locator("#amend-0-cards"), "dock")
    tap(page, "Put it right")
    expect(page.get_by_role("listitem").locator("s").first).to_contain_text("pool")
    tap(page, "Put that right as well")
    _has(table, page)
    put = table.lines()[len(events) + 1 :]
    assert [(one["type"], one["target"], one.get("more", 0)) for one in put] == [
        ("entry_corrected", 11, 2),
        ("entry_withdrawn", 12, 1),
        ("entry_corrected", 13, 0),
    ]
    assert [one for one in table.state()["findings"] if one["severity"] == "violation"] == []


def trembling(page, spot="dialog footer .main"):
    """Two taps where one was meant, before the page could be drawn anew."""
    page.evaluate(
        "spot => { const one = [...document.querySelectorAll(spot)].at(-1); one.click(); one.click(); }", spot
    )


def test_a_tap_that_trembles_puts_right_or_withdraws_once(server, phone):  # noqa: F811
    from test_pad_browser import ROUND

    table = server.table("Ana", "Bo", edition="en")
    for event in (*ROUND, {"type": "card_purchased", "player": "Ana", "tile": "A", "card": "C01"}):
        assert table.enter(event).status == 200
    page = phone(link(table, p="story"))
    page.locator(".moments button", has_text="Ana puts 2 coins on A").click()
    tap(page, "Correct it")
    page.locator('dialog [data-value="Bo"]').first.click()
    trembling(page)
    page.get_by_text("What follows from it").wait_for()
    trembling(page)
    page.locator("dialog").wait_for(state="detached")
    _has(table, page)
    page.locator(".moments button", has_text="Bo buys").click()
    tap(page, "It did not happen")
    trembling(page)
    page.locator("dialog").wait_for(state="detached")
    tab(page, "Enter")
    _note(page, "the last word")  # written after all that was tapped before
    _has(table, page)
    assert [(one["type"], one.get("target")) for one in table.lines()[11:]] == [
        ("entry_corrected", 9),
        ("entry_corrected", 10),
        ("entry_withdrawn", 10),
        ("note_added", None),
    ]


def test_a_tap_that_trembles_undoes_one_entry_also_with_no_network(server, phone):  # noqa: F811
    table = server.table("Ana", "Bo", edition="en")
    page = phone(link(table), rough=True)
    page.wait_for_selector(".ask")
    _cut(page)
    for text in ("one", "two", "three"):
        _note(page, text)
        page.locator("dialog").wait_for(state="detached")
    page.locator(".undo button").dblclick()
    page.context.set_offline(False)
    _has(table, page)
    assert [one["text"] for one in table.lines()[1:]] == ["one", "two"]


def test_with_no_network_a_scribe_goes_on_past_what_the_phone_was_offered(server, phone):  # noqa: F811
    table = server.table("Ana", "Bo", edition="en")
    page = phone(link(table), rough=True)
    page.wait_for_selector(".ask")
    _cut(page)
    page.get_by_text("No network: enter what happens from here.").wait_for()
    page.locator("summary", has_text="Something else").click()
    forms = ("The round ends…", "The round ends…", "One player's bid…", "The round ends…")
    for before, form in zip(("", *forms), forms, strict=False):
        tap(page, form)
        for value in ("Ana", "A", "revenue") if form == "One player's bid…" else ():
            page.locator(f'dialog [data-value="{value}"]').first.click()
        page.locator("dialog").get_by_role("button", name="Write it down").click()
        if form == before:  # the same thing twice in a row is a trembling thumb
            page.locator("dialog .close").click()
        page.locator("dialog").wait_for(state="detached")
    page.context.set_offline(False)
    _has(table, page)
    assert [one["type"] for one in table.lines()[1:]] == ["round_ended", "bid_placed", "round_ended"]


def test_rounds_are_recorded_with_no_network_and_judged_when_it_is_back(server, phone):  # noqa: F811
    events = played(43, players=3)
    table = server.table(*events[0]["players"], edition="en")
    page = phone(link(table), rough=True)
    page.wait_for_selector(".ask")
    _cut(page)
    entries = list(turns(events[1:]))[:13]  # two rounds
    done = [one for _, group, coins in entries for one in group + raised(coins)]
    for kind, group, coins in entries:
        if kind == "card_offered":
            lay_out(page, group)
            continue
        tap(page, ALONE[kind])
        if kind == "bid_placed":
            turn_cards(page, group, coins)
        else:
            for name in ("player", "tile", "card", "reason"):
                if name in group[0]:
                    tell(page, group[0][name])
            write(page)
        page.locator("dialog").wait_for(state="detached")
    page.context.set_offline(False)
    _has(table, page)
    assert said(table.lines()[1:]) == said(done)
    assert [one for one in table.state()["findings"] if one["severity"] == "violation"] == []


def said(events):
    """What people said, whatever the order in which tiles were filled."""
    own = ("type", "player", "actions", "card", "coins", "tile", "reason")
    return sorted(json.dumps({name: one[name] for name in own if name in one}) for one in events)


ALONE = {  # what can be opened with no network, by what happened
    "bid_placed": "The action cards are turned…",
    "card_purchased": "Somebody buys a card…",
    "card_removed": "A card leaves the game…",
    "round_ended": "The round ends…",
}


def tell(page, value):
    """Tap a value where it lies open, else in the one list there is."""
    spot = page.locator(f'dialog [data-value="{value}"]').first
    if spot.count() == 0:
        page.locator("dialog .open-picker").first.click()
    spot.click()


def test_a_round_of_three_is_recorded_in_15_taps(server, phone):  # noqa: F811
    """Cards on the table: the new ones from list to list, the bids on the tiles, what follows from them at once."""
    events = played(43, players=3)
    table = server.table(*events[0]["players"], edition="en")
    first, second = list(rounds(events[1:]))[:2]
    before = [one for _, group, coins in first for one in group + raised(coins)]
    assert table.enter(*before).status == 200
    page = phone(link(table))
    taps = Taps(page)
    (_, offers, _), (_, bids, coins), *rest = second
    taps.on(page.locator(".middle button.thing.empty").first)
    for event in offers:
        taps.on(page.locator(f'dialog [data-value="{event["card"]}"]'))
    taps.on(page.get_by_role("button", name="Write it down").last)
    until(lambda: len(table.lines()) == 1 + len(before) + len(offers))
    _has(table, page)
    for event in bids:
        for action in event["actions"]:
            taps.on(page.locator(".middle button.thing", has=page.locator(f'.spot:text-is("{action}")')))
        for (player, card), number in coins.items():
            if player == event["player"]:
                more = page.locator(f'.fold[aria-label="{player}"] .number').nth(card - 1).locator("button").last
                for _ in range(number):
                    taps.on(more)
    taps.on(page.get_by_role("button", name="Write it down").last)
    until(lambda: len(table.lines()) > 1 + len(before) + len(offers) + len(bids))
    _has(table, page)
    taps.button(re.compile("^Write down all"))
    until(lambda: table.lines()[-1]["type"] == "round_ended")
    kinds = [one["type"] for one in table.lines()]
    assert kinds[-len(rest) :] == [group[0]["type"] for _, group, _ in rest]
    assert taps.count <= 15, taps.count


def raised(coins):
    return [
        {"type": "bribe_raised", "player": player, "card": card, "coins": number}
        for (player, card), number in coins.items()
        if number
    ]


@pytest.mark.parametrize("game", ["builders", "glory_to_rome", "lutece"])
def test_every_game_is_scored_by_counting_on_the_page(server, phone, game):  # noqa: F811
    """Two players, every line that can be tapped answered once, then the rest; the sheet is what the log says."""
    table = server.table("Ana", "Bo", game=game, mode="score")
    page = phone(link(table))
    tap(page, "By counting")
    for player, number in (("Ana", 2), ("Bo", 1)):  # nobody level: a tie would ask for talents as well
        own = row(page, player)
        own.locator(".counts").wait_for()
        for line in own.locator(".count-line").all()[:3]:
            chips = line.locator(".chips button")
            if chips.count() > 1:
                chips.nth(number).click()
            else:  # a number that may be large is typed
                chips.click()
                page.locator(f'dialog [data-key="{number}"]').click()
                page.locator("dialog footer .main").click()
        before = len(table.lines())
        if own.get_by_role("button", name="The rest is 0").count():
            own.get_by_role("button", name="The rest is 0").click()
        own.get_by_role("button", name="Write it down").click()
        until(lambda before=before: len(table.lines()) == before + 1)
        _has(table, page)
    assert [one["player"] for one in table.lines()[1:]] == ["Ana", "Bo"]
    page.locator(".tabs a[aria-current=page]", has_text="Sheet").wait_for()
    scale = table.state()["sheet"]["scale"]
    told = {name: {key.replace("_", " "): one for key, one in own.items()} for name, own in scored(table.path).items()}
    assert shown_sheet(page, scale) == told
