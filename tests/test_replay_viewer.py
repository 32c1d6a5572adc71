"""The replay viewer as its user has it: a real app, keys pressed, and what then stands on the screen."""

import asyncio
import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest
from textual.widgets import Input, OptionList

from cli.render import width
from cli.replay import Reel, moment_text
from cli.viewer import KEYS, Viewer
from ledger.games import GAMES
from ledger.games.builders.scoring import Claimed
from ledger.log import encode, load
from ledger.simulate import simulate
from ledger.words.speech import LANGUAGES, language

HOUSE = Path(__file__).parent.parent
SAMPLES = HOUSE / "sample_logs"
QUAESTOR = Path(sys.executable).parent / "quaestor"
AMENDED = SAMPLES / "lutece" / "withdrawn-corrected-and-inserted.jsonl"
BAD = SAMPLES / "bad" / "builders" / "too-many-actions.jsonl"
TRACE = HOUSE / "tests" / "data" / "glory_to_rome"


def reel_of(path):
    return Reel(str(path), *load(path, GAMES))


def strips(app):
    return app.screen._compositor.render_strips()


def screen(app):
    return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips(app))


def struck(app):
    """What stands on the screen struck through."""
    return "".join(part.text for strip in strips(app) for part in strip if part.style and part.style.strike)


def watch(reel, at, *keys, size=(80, 24), then=None):
    """Open the viewer, press keys; what the screen shows after each of them."""

    async def run():
        app = Viewer(reel, at)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            shown = [(app.at, screen(app), struck(app))]
            for key in keys:
                await pilot.press(key)
                await pilot.pause()
                shown.append((app.at, screen(app), struck(app)))
            return (shown, await then(app, pilot)) if then else shown

    return asyncio.run(run())


@pytest.fixture(scope="module")
def amended():
    return reel_of(AMENDED)


@pytest.fixture(scope="module")
def bad():
    return reel_of(BAD)


@pytest.mark.parametrize("size", [(80, 24), (140, 40)])
@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_shown_with_its_table_its_words_and_everybody_s_points(name, size, tmp_path):
    path = tmp_path / "g.jsonl"
    path.write_bytes(simulate(GAMES[name], 4, players=3))
    reel = reel_of(path)
    at = len(reel.moments) // 2
    [(_, shown, _)] = watch(reel, at, size=size)

    assert f"--at {reel.moments[at].event.n}" in shown
    assert f"moment {at + 1} of {len(reel.moments)}" in shown
    assert str(reel.moments[at].words)[:20] in shown
    assert f"round {reel.view(at)['round']}" in shown
    curves = [line.strip() for line in shown.splitlines() if re.search(r"\d  +[▁▂▃▄▅▆▇█]{10}", line)]
    assert len(curves) == len(reel.players)
    for player, line in zip(reel.players, curves, strict=True):
        assert f"{player} " in line and f" {reel.points(at, player)} " in line
    assert all(len(line) <= size[0] for line in shown.splitlines())


def test_keys_step_through_the_game_and_stop_at_its_ends(amended):
    last = len(amended.moments) - 1
    shown = watch(amended, 0, "right", "right", "pagedown", "left", "pageup", "end", "right", "home", "left", "space")

    assert [at for at, *_ in shown] == [0, 1, 2, 12, 11, 1, last, last, 0, 0, 1]
    assert all(str(amended.moments[at].words)[:30] in text for at, text, _ in shown)


def test_marks_are_found_and_an_old_text_is_struck_through_with_its_reason(amended):
    shown = watch(amended, 0, "n", "n", "n", "n", "p")

    assert [at for at, *_ in shown[1:]] == [*amended.marks, amended.marks[-1], amended.marks[1]]
    assert "put in later by entry 11 (the scribe was pouring the wine)" in shown[1][1]
    assert "receives 1" in shown[2][1] and "corrected by entry 16" in shown[2][1]
    assert shown[2][2].strip() == "1: Uma buys Field L01, pays 0, receives 2"
    assert "withdrawn by entry 26 (entered twice)" in shown[3][1]
    assert shown[3][2].strip() == "Tom puts 1 coin on 2"
    assert "no mark further on" in shown[4][1]


def test_a_broken_rule_is_shown_and_r_opens_its_text(bad):
    shown = watch(bad, 0, "n", "r", "right", "escape", "right", "r")

    assert "! BLD-B21 violation: Kim gives 2 actions for coins and has 1 left" in shown[1][1]
    assert "Further actions cost 5 coins each" in shown[2][1]
    assert shown[3][0] == shown[1][0]  # the page is open: the game stands still
    assert "Further actions cost" not in shown[4][1]
    assert shown[5][0] == shown[1][0] + 1
    assert "no rule was broken at this moment" in shown[6][1]


def test_the_timeline_shows_where_marks_are(tmp_path):
    path = tmp_path / "three.jsonl"
    _, events = load(BAD, GAMES)
    strangers = [Claimed(player="Zed", total=0), Claimed(player="Zoé", total=0)]
    path.write_bytes(encode([*events[:52], *strangers, *events[52:-1]]))
    reel = reel_of(path)
    [(_, shown, _)] = watch(reel, 0)
    line = shown.splitlines()[-2]

    assert line.strip().startswith("█")
    assert len(reel.marks) == 3
    assert line.count("!") == 2  # of three marks two share a place
    column, moments = line.index("!") - 1, len(reel.moments)
    assert column * moments // 78 <= reel.marks[0] < (column + 1) * moments // 78


def test_one_goes_to_an_event_by_number_or_by_a_word(amended):
    shown = watch(amended, 0, "g", *"25", "enter", "slash", *"smith", "enter", "g", "n", "escape", "right")

    assert amended.moments[shown[4][0]].event.n == 25
    assert "smith" in str(amended.moments[shown[11][0]].words).lower()
    assert shown[13][0] == shown[11][0]  # n was a letter, not the next mark
    assert shown[15][0] == shown[11][0] + 1


def test_help_names_every_key_and_q_leaves(amended):
    async def leave(app, pilot):
        await pilot.press("escape")
        await pilot.press("q")
        await pilot.pause()
        return app.is_running

    shown, running = watch(amended, 0, "question_mark", then=leave)

    assert all(key in shown[-1][1] for key in ("PgUp PgDn", "Home End", "n p", "g /", "r ", "q "))
    assert not running


def test_a_click_on_the_line_or_in_the_list_goes_there(amended):
    async def click(app, pilot):
        await pilot.click("#timeline", offset=(app.query_one("#timeline").size.width - 1, 0))
        await pilot.pause()
        end = app.at
        story = app.query_one("#story", OptionList)
        await pilot.press("home")
        await pilot.pause()
        await pilot.click("#story", offset=(10, 4))
        await pilot.pause()
        return end, app.at, story.display

    _, (end, clicked, listed) = watch(amended, 0, size=(140, 40), then=click)

    assert end >= len(amended.moments) - 2
    assert clicked == 4
    assert listed


def test_a_resized_terminal_is_drawn_anew(amended):
    async def resize(app, pilot):
        await pilot.resize_terminal(140, 40)
        await pilot.pause()
        return screen(app)

    shown, wide = watch(amended, 12, then=resize)
    assert max(map(len, shown[0][1].splitlines())) <= 80 < max(map(len, wide.splitlines())) <= 140


def test_a_name_cannot_play_tricks_on_the_screen(tmp_path):
    game = GAMES["lutece"]
    path = tmp_path / "g.jsonl"
    data = simulate(game, 1, players=2)
    _, events = load_bytes(data, tmp_path)
    evil = "[red]\x1b[2J"
    names = {events[0].players[0]: evil}
    path.write_bytes(encode([_renamed(event, names) for event in events[:-1]]))
    [(_, shown, _)] = watch(reel_of(path), 8)

    assert "\x1b" not in shown
    assert "[red]" in shown


def load_bytes(data, folder):
    path = folder / "whole.jsonl"
    path.write_bytes(data)
    return load(path, GAMES)


def _renamed(event, names):
    from msgspec.structs import replace

    changed = {"player": names.get(event.player, event.player)} if hasattr(event, "player") else {}
    for field in ("players", "winners"):
        if hasattr(event, field):
            changed[field] = tuple(names.get(one, one) for one in getattr(event, field))
    return replace(event, **changed)


def test_a_long_game_has_no_lag(tmp_path):
    """The longest trace: a step folds the game once; how long that takes is measured, not guessed."""
    import time

    game = GAMES["glory_to_rome"]
    path = max(TRACE.glob("*.json.gz"), key=lambda one: one.stat().st_size)
    reel = Reel("g", game, game.formats["gtr-neutral"](path.read_bytes()))
    begun = time.process_time()
    for _ in range(10):
        reel.view(len(reel.moments) - 1)
    assert (time.process_time() - begun) / 10 < 0.2


# --- without a terminal -----------------------------------------------------------------------------------------------


def quaestor(*words):
    run = subprocess.run([QUAESTOR, *map(str, words)], capture_output=True, text=True, cwd=HOUSE)
    return run.returncode, run.stdout, run.stderr


def test_in_a_pipe_every_moment_is_a_line(amended):
    code, out, err = quaestor("replay", AMENDED)

    assert (code, err) == (0, "")
    assert out == "".join(moment_text(amended, at) + "\n" for at in range(len(amended.moments)))
    assert (
        "   25  ~~Tom puts 1 coin on 2~~  [Tom 11, Uma 6, Rui 21]\n       withdrawn by entry 26 (entered twice)\n"
        in out
    )


@pytest.mark.parametrize("name", GAMES)
def test_who_has_said_nothing_has_no_points_yet(name):
    path = SAMPLES / name / "score-only.jsonl"
    shown = quaestor("replay", path)[1].splitlines()
    first, *others = Reel(str(path), *load(path, GAMES)).players
    assert all(f"{one} ?" in shown[1] for one in others) and f"{first} ?" not in shown[1]
    assert "?" not in shown[-1]
    told = json.loads(quaestor("replay", path, "--at", 1, "--json")[1])["moments"][0]
    assert told["ranges"][others[-1]][1] is None


def test_json_has_every_moment_or_one():
    whole = json.loads(quaestor("replay", AMENDED, "--json")[1])
    one = json.loads(quaestor("replay", AMENDED, "--json", "--at", 12)[1])

    assert [moment["n"] for moment in one["moments"]] == [12]
    assert one["moments"][0] in whole["moments"]
    assert one["moments"][0]["before"] == "1: Uma buys Field L01, pays 0, receives 2"
    assert one["moments"][0]["reason"] == "counted one coin too many"
    assert one["players"] == ["Tom", "Uma", "Rui"]


def test_an_amendment_s_number_leads_to_what_it_amends(amended):
    assert amended.moments[amended.place(16)].event.n == 12
    assert amended.moments[amended.place(26)].event.n == 25
    assert amended.place(10**8) == len(amended.moments) - 1


def test_there_is_no_such_event_and_no_such_log():
    code, out, err = quaestor("replay", AMENDED, "--at", 999)
    assert (code, out) == (2, "") and "there is no event 999; events go from 0 to 113" in err
    code, out, err = quaestor("replay", "nowhere.jsonl")
    assert (code, out) == (2, "") and len(err.splitlines()) == 1


def test_without_textual_one_line_says_what_to_install(tmp_path):
    (tmp_path / "textual.py").write_text("raise ImportError('not there')")
    master, slave = pty.openpty()
    run = subprocess.run(
        [QUAESTOR, "replay", AMENDED], stdin=slave, stdout=slave, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )  # fmt: skip
    os.close(slave)
    os.close(master)

    assert run.returncode == 2
    assert run.stderr.splitlines() == [
        "quaestor: looking at a game needs textual: pip install 'quaestor-ledger[replay]'; in a pipe it needs nothing"
    ]


def test_the_viewer_is_not_imported_for_other_commands():
    code = "import cli.judge, sys; print('textual' in sys.modules, 'cli.viewer' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=HOUSE)
    assert run.stdout == "False False\n"


def test_while_somebody_types_the_line_to_type_in_is_there(amended):
    async def typing(app, pilot):
        return app.query_one("#asked", Input).display

    _, there = watch(amended, 0, "g", then=typing)
    assert there


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_keys_fit_on_a_line_of_eighty_in_every_language(code):
    assert width(language(code)(KEYS)) <= 78
