"""A game in words: every event, then the sheet."""

from collections.abc import Sequence

from ledger.exports import Export, Played, told, won
from ledger.forms import tag
from ledger.score import deck_note, worth
from ledger.words.plain import plain
from ledger.words.speech import ENGLISH, Language


def text(one: Played, speak: Language = ENGLISH) -> str:
    """The event list in words, then the sheet."""
    report, sheet = one.report, one.sheet
    assert report.started is not None and report.force is not None
    title = f"{speak.text(one.game.title)} ({sheet.edition})"
    lines = [f"{title}, {report.started.ts[:10]}: {', '.join(report.started.players)}", ""]
    round_ = 1
    for event, words in told(one):
        if tag(type(event)) == "log_sealed":
            continue
        lines.append(f"{event.n:4}  {event.ts[11:19]}  {speak(words)}")
        if tag(type(event)) == "round_ended":
            round_ += 1
            lines += ["", speak("round {n}", n=round_)]
    lines += ["", *(f"{player}: {speak.told(worth(sheet, player, 'total'))}" for player in sheet.figures)]
    lines.append(won(sheet, speak))
    lines += [speak(note)] if (note := deck_note(sheet)) else []
    return "\n".join(plain(line) for line in lines) + "\n"


def texts(games: Sequence[Played], speak: Language) -> str:
    """Game after game."""
    return "\n".join(text(one, speak) for one in games)


EXPORT = Export(name="text", about="The event list in words.", ending="txt", games=texts)
