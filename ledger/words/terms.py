"""Single words of the ledger's own that people read: verdicts, headings; each game has its own terms as well."""

from errno import EACCES, EEXIST, EFBIG, EISDIR, ENOENT, ENOSPC, ENOTDIR, EPERM, EROFS
from os import strerror

TERMS = (
    "yes", "no", "none", "at", "total", "adjusted", "text", "whole",
    "clean", "findings", "damaged", "unjudgeable", "ok", "torn", "unreadable",
    "violation", "consequence", "warning", "note", "undecidable",
    "chain", "seal", "limit", "clock", "entry", "score", "winners", "holdings",
    "games", "finished", "hours", "events", "years", "player", "category", "points", "why", "rule", "line",
    "lost", "needless", "spent", "returned", "kept", "spent for oneself", "spent for another",
    "longest", "closest", "highest", "training", "unknown", "won", "few games", "above", "below",
    *map(strerror, (ENOENT, EACCES, EPERM, EISDIR, ENOTDIR, EEXIST, ENOSPC, EROFS, EFBIG)),
)  # fmt: skip
