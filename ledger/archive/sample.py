"""A small data set to try things on: games played by dice, their archive, and a card that says what it is."""

from collections.abc import Mapping
from pathlib import Path

from ledger.archive.building import Built, build
from ledger.archive.store import ArchiveError
from ledger.game import Game
from ledger.packs import pack
from ledger.simulate import Batch
from ledger.words import Words

CARD = """# A small data set of board games

**What it is.** {number} games each of {games}: every choice made at the table, every line of every score sheet, the
audit's findings. `logs/` holds the logs, one pack a game; `archive/` the same as Parquet (`quaestor ask NAME archive`).
Each table and its grain is described by `quaestor sql archive --schema` and in `schemas/ARCHIVE.md`.

**How it was made.** By `quaestor archive sample -o FOLDER --games {number} --seed {seed}`: legal games played by dice,
with names out of a hat and dates spread over past years. The same seed and version give the same bytes of `logs/`.

**What it is good for.** Trying queries and charts. Nobody played these games: whoever wins here is lucky, seats and
dates mean nothing, and a finding about a player is a false alarm. What a card is worth holds among players who choose
at random, not among people.

**Personal data.** None; the names are invented.

**Licence.** CC0 1.0: do what you like with it. Names of cards belong to the games they come from.
"""


def make(folder: Path, games: Mapping[str, Game], number: int, seed: int, *, workers: int | None = None) -> Built:
    """Write the logs, the archive and the card into a folder of their own."""
    if folder.exists() and any(folder.iterdir()):
        raise ArchiveError(Words("{path} exists already and is not empty; choose another folder", path=folder))
    (folder / "logs").mkdir(parents=True, exist_ok=True)
    for name, game in games.items():
        batch = Batch(name, seed, range(number), None, "")
        pack(((batch.name(one), batch.log(game, one)) for one in batch.numbers), folder / "logs" / f"{name}.jsonl.zst")
    built = build([folder / "logs"], folder / "archive", games, workers=workers)
    titles = ", ".join(game.title for game in games.values())
    (folder / "README.md").write_text(CARD.format(number=number, games=titles, seed=seed), "utf-8")
    return built
