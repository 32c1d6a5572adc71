"""What can be counted about games, said once: one .sql file a metric, and the dimensions and filters that all share.

The head of a file says what it counts, its kind (a rate, a mean, a count, a rating), its unit, what it is held
against, of which game it is, and the dimensions that are its own. Its SQL gives a row for each thing counted: `log`,
`seat`, those dimensions, a `value` and, where each row has its own, a `baseline`.
"""

from ledger.metrics.adding_up import experience
from ledger.metrics.as_tables import lay
from ledger.metrics.figures import COLUMNS, FEW, GREY, Group, is_ranked
from ledger.metrics.measuring import Measured, as_relation, measure, row
from ledger.metrics.metric_files import EVERY, Metric, dimensions, is_metric, metric, metrics, tables_of

__all__ = [
    "COLUMNS", "EVERY", "FEW", "GREY", "Group", "Measured", "Metric", "as_relation", "dimensions", "experience",
    "is_metric", "is_ranked", "lay", "measure", "metric", "metrics", "row", "tables_of",
]  # fmt: skip
