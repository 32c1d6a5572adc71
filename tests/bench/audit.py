"""What does a whole audit cost, against bare decoding of the same lines, our other games and peers that judge others?

    uv run --group bench python tests/bench/audit.py [GAMES]

One interleaved run on CPU time, in slices of a few games. Bare decoding is `decode_lines` of the same events with the
hashes cut off beforehand. What is measured is the package that is installed, compiled or not; the README says how to
make the compiled one.
"""

import io
import random
import sys
from functools import partial

import chess
import chess.pgn
from measure import Slices, best, row
from pokerkit import Automation, HandHistory, NoLimitTexasHoldem

import ledger.walk
from ledger.audit import audit
from ledger.games import GAMES
from ledger.log import TAIL
from ledger.simulate import simulate

SLICE = 10  # games
OTHERS = {"builders": "goal: at most 1.2", "glory_to_rome": "goal: at most 2"}


def logs_of(game: str, games: int) -> list[bytes]:
    """Simulated games of every number of players and edition."""
    return [simulate(GAMES[game], seed) for seed in range(games)]


def slices(logs: list[bytes]) -> list[list[bytes]]:
    """A few games at a time."""
    return [logs[at : at + SLICE] for at in range(0, len(logs), SLICE)]


def decoding(game: str, logs: list[bytes]) -> Slices:
    """Bare decoding: the floor that nothing can get under."""
    decoder = GAMES[game].decoder
    cut = [b"".join(line[:-TAIL] + b"}\n" for line in log.splitlines(keepends=True)) for log in logs]

    def work(some: list[bytes]) -> int:
        return sum(len(decoder.decode_lines(text)) for text in some)

    return [partial(work, some) for some in slices(cut)]


def auditing(logs: list[bytes], *, chain: bool) -> Slices:
    """The whole audit: integrity, what is in force, every rule, claims and the sheet."""

    def work(some: list[bytes]) -> int:
        reports = (audit(log, GAMES, chain=chain) for log in some)
        return sum(report.events for report in reports if report.verdict == "clean")

    return [partial(work, some) for some in slices(logs)]


def chess_games(games: int) -> list[str]:
    """Random legal games of chess as PGN."""
    dice = random.Random(1)
    texts = []
    for _ in range(games):
        board = chess.Board()
        while not board.is_game_over() and board.ply() < 80:
            board.push(dice.choice(list(board.legal_moves)))
        texts.append(str(chess.pgn.Game.from_board(board)))
    return texts


def reading_pgn(texts: list[str]) -> Slices:
    """python-chess reads PGN and checks that every move is legal."""

    def work(text: str) -> int:
        game = chess.pgn.read_game(io.StringIO(text))
        assert game is not None
        return game.end().ply()

    return [partial(work, text) for text in texts]


AUTOMATIONS = (
    Automation.ANTE_POSTING, Automation.BET_COLLECTION, Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING, Automation.HAND_KILLING, Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)  # fmt: skip


def poker_hands(hands: int) -> list[str]:
    """Hands of hold'em in which everybody checks or calls to the end, as PHH."""
    texts = []
    for _ in range(hands):
        game = NoLimitTexasHoldem(AUTOMATIONS, True, 0, (1, 2), 2)
        state = game(200, 4)
        while state.can_deal_hole():
            state.deal_hole()
        while state.status:
            if state.can_burn_card():
                state.burn_card("??")
            elif state.can_deal_board():
                state.deal_board()
            else:
                state.check_or_call()
        texts.append(HandHistory.from_game_state(game, state).dumps())
    return texts


def replaying_hands(texts: list[str]) -> Slices:
    """PokerKit reads PHH and replays every action of a hand through its state."""

    def work(text: str) -> int:
        return sum(1 for _, action in HandHistory.loads(text).state_actions if action)

    return [partial(work, text) for text in texts]


def main(games: int) -> None:
    """Print the ratios."""
    logs = logs_of("lutece", games)
    others = {name: auditing(logs_of(name, games), chain=True) for name in OTHERS}
    seconds = best(
        {
            "decoding": decoding("lutece", logs),
            "seal": auditing(logs, chain=False),
            "chain": auditing(logs, chain=True),
            **others,
            "chess": reading_pgn(chess_games(60)),
            "poker": replaying_hands(poker_hands(40)),
        }
    )
    events = sum(log.count(b"\n") for log in logs)
    built = "compiled" if ledger.walk.__file__.endswith(".so") else "plain Python"
    print(f"{games} games of Lutèce, {events} events, {built}; CPU time an event, and as a multiple of bare decoding")
    print(row("bare decoding", seconds["decoding"], seconds["decoding"]))
    print(row("whole audit, seal checked", seconds["seal"], seconds["decoding"], ""))
    print(row("whole audit, chain walked", seconds["chain"], seconds["decoding"], "goal: at most 17 plain, 9 compiled"))
    print("CPU time an event of our other games, and as a multiple of Lutèce's with the chain walked")
    for name, goal in OTHERS.items():
        print(row(GAMES[name].title, seconds[name], seconds["chain"], goal))
    for checked, words in (("seal", "the seal checked"), ("chain", "the chain walked")):
        print(f"CPU time a judged action, and as a multiple of our audit with {words}")
        print(row("python-chess reading PGN", seconds["chess"], seconds[checked], "goal: at least 8"))
        print(row("PokerKit replaying hands", seconds["poker"], seconds[checked], "goal: at least 50"))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
