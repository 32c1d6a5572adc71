"""Cost is linear in the bytes: twice as much of anything takes at most 2.5 times the work, up to the limits."""

import gc
import json
import time
from collections.abc import Callable

import pytest
from test_log import chained

from cli.many_logs import findings
from cli.pad import state as states
from ledger import verdicts
from ledger.amend import change
from ledger.audit import audit, report_json
from ledger.events import EntryWithdrawn
from ledger.games import GAMES
from ledger.live import LiveGame
from ledger.log import EVENT_LIMIT, FILE_LIMIT, Unreadable, decode, scan
from ledger.recover import recovered
from ledger.tally import tally
from ledger.transcript import read as imported
from ledger.transcript import strict_json

START = b'{"type":"game_started","n":0,"game":"lutece","players":["Ana","Bo"]}'
BEGINNING = START.decode().replace('"n":0,', "")
MOST = 2.5


def lines(make: Callable[[int], str], count: int) -> bytes:
    return chained(START, *(make(n).encode() for n in range(1, count)))


def note(n: int, fields: str = "") -> str:
    return f'{{"type":"note_added","n":{n}{fields},"text":"a"}}'


def adjusted(n: int, player: str = "Ana") -> str:
    return f'{{"type":"score_adjusted","n":{n},"player":"{player}","points":1}}'


def claimed(n: int) -> str:
    return f'{{"type":"score_claimed","n":{n},"player":"Ana","total":1}}'


def edited(data: bytes, every: int) -> bytes:
    parts = data.splitlines(keepends=True)
    parts[1::every] = [line.replace(b'"a"', b'"b"') for line in parts[1::every]]
    return b"".join(parts)


def late(n: int) -> str:
    hour, minute = divmod(59 - n % 60, 60)
    return f"2026-11-15T{hour + 10:02}:{minute:02}:00.000Z"


def one_entry(count: int) -> bytes:
    return lines(lambda n: note(n, f',"more":{count - 1 - n}' if n < count - 1 else ""), count)


def amended(amendment: Callable[[int], str]) -> Callable[[int], bytes]:
    return lambda count: lines(lambda n: note(n) if n < 2 else amendment(n), count)


def instead(n: int, target: int) -> str:
    return f'{{"type":"entry_corrected","n":{n},"target":{target},"entry":{{"type":"note_added","text":"b"}}}}'


def forgotten(n: int, before: int) -> str:
    return f'{{"type":"entry_inserted","n":{n},"before":{before},"entry":{{"type":"note_added","text":"b"}}}}'


LOGS: dict[str, Callable[[int], bytes]] = {
    "corrections of one": amended(lambda n: instead(n, 1)),
    "corrections of corrections": amended(lambda n: instead(n, n - 1)),
    "insertions before one": amended(lambda n: forgotten(n, 1)),
    "insertions before insertions": amended(lambda n: forgotten(n, n - 1)),
    "withdrawals of one": amended(lambda n: f'{{"type":"entry_withdrawn","n":{n},"target":1}}'),
    "amendments of what is to come": amended(lambda n: f'{{"type":"entry_withdrawn","n":{n},"target":{n + 5}}}'),
    "corrections of the start": lambda count: lines(
        lambda n: f'{{"type":"entry_corrected","n":{n},"target":0,"entry":{BEGINNING}}}', count
    ),
    "confirmations": lambda count: lines(lambda n: f'{{"type":"score_confirmed","n":{n},"player":"Ana"}}', count),
    "ends": lambda count: lines(lambda n: f'{{"type":"game_ended","n":{n},"winners":["Ana"]}}', count),
    "tails set aside": lambda count: lines(
        lambda n: f'{{"type":"tail_set_aside","n":{n},"bytes":3,"digest":"{"0" * 64}"}}', count
    ),
    "recoveries": lambda count: lines(
        lambda n: f'{{"type":"log_recovered","n":{n},"digest":"{"0" * 64}","lost":1,"unvouched":{n}}}', count
    ),
    "names": lambda count: lines(lambda n: adjusted(n, f"Player {n}"), count),
    "notes": lambda count: lines(note, count),
    "one entry": one_entry,
    "an entry without its end": lambda count: b"".join(one_entry(count).splitlines(keepends=True)[:-1]),
    "false seals": lambda count: lines(lambda n: f'{{"type":"log_sealed","n":{n},"digest":"{"0" * 64}"}}', count),
    "changed lines": lambda count: edited(lines(note, count), 1),
    "every other line changed": lambda count: edited(lines(note, count), 2),
    "every other line missing": lambda count: b"".join(lines(note, 2 * count).splitlines(keepends=True)[::2]),
    "lines of nothing at the end": lambda count: lines(note, 3) + b"\n" * count,
    "logs in one file": lambda count: chained(START) * count,
    "findings": lambda count: lines(lambda n: adjusted(n, "Zed"), count),
    "one id": lambda count: lines(lambda n: note(n, ',"id":"x"'), count),
    "ids twice": lambda count: lines(lambda n: note(n, f',"id":"{n // 2}"'), count),
    "a clock running backwards": lambda count: lines(lambda n: note(n, f',"ts":"{late(n)}"'), count),
    "no moments": lambda count: lines(lambda n: note(n, ',"ts":"yesterday"'), count),
    "adjustments": lambda count: lines(adjusted, count),
    "claims": lambda count: lines(claimed, count),
    "adjustments and claims": lambda count: lines(lambda n: (adjusted if n % 2 else claimed)(n), count),
    "withdrawals": lambda count: lines(
        lambda n: note(n) if n < 2 else f'{{"type":"entry_withdrawn","n":{n},"target":{n - 1}}}', count
    ),
    "findings with one amendment": lambda count: lines(
        lambda n: adjusted(n, "Zed") if n < count - 1 else f'{{"type":"entry_withdrawn","n":{n},"target":1}}', count
    ),
    "adjustments and claims with one amendment": lambda count: lines(
        lambda n: (
            (adjusted if n % 2 else claimed)(n) if n < count - 1 else f'{{"type":"entry_withdrawn","n":{n},"target":1}}'
        ),
        count,
    ),
    "starts": lambda count: lines(lambda n: START.decode().replace('"n":0', f'"n":{n}'), count),
    "recovered lines": lambda count: lines(lambda n: f'{{"type":"line_lost","n":{n},"why":"missing"}}', count),
}


def cost(work: Callable[[bytes], object], data: bytes) -> float:
    """Processor time, without the garbage collector's: that depends on all else that lies in memory."""
    gc.collect()
    gc.disable()
    try:
        before = time.process_time()
        work(data)
        return time.process_time() - before
    finally:
        gc.enable()


def grows(work: Callable[[bytes], object], small: bytes, large: bytes) -> float:
    """How many times as much the larger takes; the best of several, so that a busy machine breaks nothing."""
    found = float("inf")
    for _ in range(4):
        found = min(found, min(cost(work, large) for _ in range(2)) / min(cost(work, small) for _ in range(3)))
        if found <= MOST:
            break
    return found


def judged(data: bytes) -> None:
    report_json(audit(data, GAMES), "friday.jsonl")


def mended(data: bytes) -> None:
    try:
        recovered(data, GAMES)
    except Exception as error:
        assert "\n" not in str(error)


@pytest.mark.parametrize("kind", LOGS)
def test_auditing_twice_as_many_lines_takes_twice_the_work(kind):
    small, large = LOGS[kind](2_500), LOGS[kind](5_000)
    assert len(large) < FILE_LIMIT
    assert grows(judged, small, large) <= MOST


@pytest.mark.parametrize(
    "kind",
    ["corrections of corrections", "insertions before one", "one entry", "adjustments", "adjustments and claims"],
)
def test_telling_and_showing_twice_as_many_lines_takes_twice_the_work(kind):
    def shown(data: bytes) -> None:
        game, events = decode(scan(data), GAMES)
        live = LiveGame(game, events)
        states.encode(states.story_json(live), "en")
        states.state_bytes(states.state(live, ""), "en")

    assert grows(shown, LOGS[kind](2_500), LOGS[kind](5_000)) <= MOST


@pytest.mark.parametrize("kind", ["changed lines", "every other line missing", "lines of nothing at the end"])
def test_recovering_twice_as_many_lines_takes_twice_the_work(kind):
    assert grows(mended, LOGS[kind](2_500), LOGS[kind](5_000)) <= MOST


@pytest.mark.parametrize("kind", ["false seals", "adjustments and claims"])
def test_the_largest_log_of_a_kind_is_judged_in_reasonable_time(kind):
    assert cost(judged, LOGS[kind](EVENT_LIMIT)) < 30


def keys(count: int) -> dict[str, int]:
    return {f"key {n}": n for n in range(count)}


def complained(work: Callable[[bytes], object]) -> Callable[[bytes], None]:
    def done(data: bytes) -> None:
        try:
            work(data)
        except (Unreadable, ValueError) as error:
            assert str(error)

    return done


DOCUMENTS: dict[str, tuple[Callable[[bytes], object], Callable[[int], object], int]] = {
    "keys of a tally": (lambda data: tally(data, GAMES), lambda n: {"game": "lutece", "players": [], **keys(n)}, 5_000),
    "keys of options": (
        lambda data: tally(data, GAMES), lambda n: {"game": "lutece", "players": [], "options": keys(n)}, 5_000
    ),
    "players of a tally": (
        lambda data: tally(data, GAMES),
        lambda n: {"game": "lutece", "players": [{"player": f"P{at}", "coins": 1, "cards": []} for at in range(n)]},
        1_500,
    ),
    "cards of a player": (
        lambda data: tally(data, GAMES),
        lambda n: {"game": "lutece", "players": [
            {"player": "Ana", "coins": 1, "cards": ["C01"] * n}, {"player": "Bo", "coins": 1, "cards": []}
        ]},
        5_000,
    ),
    "keys of a card list": (strict_json, lambda n: {"id": "mine", **keys(n)}, 10_000),
    "keys of a card list that is checked": (
        GAMES["lutece"].cards.check, lambda n: {"id": "mine", "game": "lutece", **keys(n)}, 10_000
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", DOCUMENTS)
def test_reading_twice_as_many(kind):
    work, make, count = DOCUMENTS[kind]
    small, large = (json.dumps(make(size)).encode() for size in (count, 2 * count))
    assert grows(complained(work), small, large) <= MOST


def test_importing_twice_as_many_lines_takes_twice_the_work():
    def transcript(count: int) -> bytes:
        return b"\n".join([START.replace(b'"n":0,', b""), *[b'{"type":"note_added","text":"a"}'] * count])

    assert grows(lambda data: imported(data, GAMES), transcript(2_500), transcript(5_000)) <= MOST


@pytest.mark.parametrize(
    "kind",
    [
        "findings",
        "adjustments and claims",
        "findings with one amendment",
        "adjustments and claims with one amendment",
        "withdrawals",
    ],
)
def test_printing_a_report_on_twice_as_many_findings_takes_twice_the_work(kind):
    reports = {size: audit(LOGS[kind](size), GAMES) for size in (2_500, 5_000)}

    def printed(size: bytes) -> None:
        list(findings("friday.jsonl", reports[int(size)]))

    assert grows(printed, b"2500", b"5000") <= MOST


def test_what_an_amendment_changes_among_twice_as_many_findings_takes_twice_the_work():
    def looked_at(data: bytes) -> None:
        game, events = decode(scan(data), GAMES)
        change(game, events, EntryWithdrawn(target=1))

    assert grows(looked_at, LOGS["findings"](5_000), LOGS["findings"](10_000)) <= MOST


def test_a_judge_s_page_on_twice_as_many_findings_takes_twice_the_work():
    def listed(data: bytes) -> None:
        verdicts.verdicts_page([verdicts.judged("friday.jsonl", audit(data, GAMES), GAMES)])

    assert grows(listed, LOGS["findings"](5_000), LOGS["findings"](10_000)) <= MOST
