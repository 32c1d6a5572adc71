"""Single words of the ledger's own that people read: verdicts, headings; each game has its own terms as well."""

UNSPOKEN = (  # fields of events that are not read aloud
    "n", "ts", "by", "id", "digest", "software", "catalogue", "catalogue_digest", "format", "options",
)  # fmt: skip

TERMS = (
    "yes", "no", "none", "total", "adjusted", "text", "whole",
    "clean", "findings", "damaged", "unjudgeable", "ok", "torn", "unreadable",
    "violation", "warning", "note", "undecidable",
    "chain", "seal", "limit", "entry", "score", "winners", "holdings",
    "games", "finished", "hours", "events", "years", "player", "category", "points", "why", "rule", "line",
    "lost", "needless", "spent", "returned", "kept", "spent for oneself", "spent for another",
    "longest", "closest", "highest", "training", "log sealed",
)  # fmt: skip
