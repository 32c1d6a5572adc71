"""In WebKit, of which Safari is made: people score a game, write at once, lose the server, undo, and type their box."""

import json

import pytest
from pads import Server, until
from webkit import WANTED, safari

pytestmark = WANTED

FORWARD = "//dialog//footer//*[contains(@class, 'main')]"


@pytest.fixture
def server(tmp_path):
    server = Server(tmp_path / "logs")
    yield server
    server.stop()


@pytest.fixture
def page():
    with safari() as page:
        yield page


@pytest.fixture
def other():
    with safari() as page:
        yield page


def button(text):
    return f"//button[normalize-space()='{text}']"


def go(page, server, table, role="scribe"):
    page.open(f"{server.address}/#t={table.name}&k={table.keys[role]}")


def declared(table):
    found = [one for one in table.lines() if one["type"] == "holdings_declared"]
    return [(one["player"], one["coins"], one["cards"]) for one in found]


def enter(page, card, coins):
    """A card, then coins, as the way leads."""
    page.tap(button("Cards ›"))
    pick(page, card, coins)


def pick(page, card, coins):
    page.tap(f"//dialog//*[@data-value='{card}']")
    page.tap(FORWARD)
    page.tap(f"//dialog//*[@data-key='{coins}']")
    page.tap(FORWARD)


def sit(page, player):
    page.tap(f"//*[contains(@class, 'who-asks')]//button[starts-with(normalize-space(), '{player}')]")


def test_a_game_is_scored_from_blank_rows_to_the_winner(page, server):
    table = server.table("Ana", "Bo", edition="en", mode="score")
    go(page, server, table)
    page.shows("Still to say what they have: Ana and Bo")
    assert len(table.lines()) == 1

    enter(page, "C01", 7)
    page.shows("Bo · cards")
    until(lambda: declared(table) == [("Ana", 7, ["C01"])])
    pick(page, "C02", 4)

    page.shows("Does everybody agree?")
    until(lambda: declared(table) == [("Ana", 7, ["C01"]), ("Bo", 4, ["C02"])])
    page.shows("wins")


def test_two_phones_write_their_own_rows_while_the_server_is_gone_and_nothing_is_lost(page, other, server):
    table = server.table("Ana", "Bo", edition="en", mode="score")
    for one, player in ((page, "Ana"), (other, "Bo")):
        go(one, server, table, "player")
        sit(one, player)
        one.shows("Cards ›")
    server.kill()

    enter(page, "C01", 7)
    enter(other, "C02", 4)
    server.start()

    until(lambda: sorted(declared(table)) == [("Ana", 7, ["C01"]), ("Bo", 4, ["C02"])])
    page.shows("Bo declares 4 coins and Brewer 2 C02")
    other.shows("Ana declares 7 coins and Brewer 1 C01")


def test_undo_takes_back_everything_that_was_entered_at_once(page, server):
    table = server.table("Ana", "Bo", edition="en")
    offers = [{"type": "card_offered", "tile": tile, "card": card} for tile, card in (("A", "C01"), ("B", "C02"))]
    assert table.enter(*offers).status == 200
    go(page, server, table)

    page.tap("//*[contains(@class, 'undo')]//button")

    until(lambda: [one["target"] for one in table.lines() if one["type"] == "entry_withdrawn"] == [1, 2])


def test_a_box_is_typed_and_the_next_game_is_played_with_it(page, server):
    page.open(f"{server.address}/#house={server.key}")
    page.tap("//a[contains(@class, 'pick')][contains(., 'Lutèce')]")
    page.tap("//*[@data-card='C01']")
    for figure in ("Mark: 2", "Cost: 4", "Resources, beer: 3", "Talent: 14", "Family: beer"):
        page.tap(f"//dialog//button[@aria-label='{figure}']")
    page.tap(button("Save, next card ›"))
    kept = server.folder / "boxes" / "lutece.json"
    until(kept.exists)

    table = server.table("Ana", "Bo", edition="en", mode="score")
    go(page, server, table)
    page.tap(button("Cards ›"))

    drawn = 'return !!document.querySelector(\'dialog [data-value="C01"] [aria-label="talent 14"]\')'
    page.until(lambda: page.run(drawn), "the talent that was typed")
    first = next(one for one in json.loads(kept.read_bytes())["cards"] if one["id"] == "C01")
    assert first["cost"] == 4
