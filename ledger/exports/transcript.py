"""A game as a transcript: its events in force, ready to import again."""

from ledger.exports import Export
from ledger.transcript import write

EXPORT = Export(
    name="transcript",
    about="The events in force, ready to import again; this is the default.",
    ending="txt",
    events=write,
    several=False,
)
