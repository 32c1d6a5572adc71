"""Single words of the ledger's own that people read: verdicts, severities, headings; each game has its own as well."""

from ledger.events import AMENDMENTS, GameStarted

__all__ = ["AMENDMENTS", "TERMS", "UNSPOKEN", "GameStarted"]

UNSPOKEN = (
    "n", "ts", "by", "id", "digest", "software", "catalogue", "catalogue_digest", "format", "options",
)  # fmt: skip
"""Fields of events that are not read aloud."""

TERMS = (
    "yes", "no", "none", "total", "adjusted",
    "clean", "findings", "damaged", "unjudgeable", "ok", "torn", "unreadable",
    "violation", "warning", "note", "undecidable",
    "log sealed",
)  # fmt: skip
