# %% [markdown]
# # Asking an archive from Python
#
# A notebook as plain text: Jupyter, VS Code and PyCharm open it cell by cell, and `python docs/analysis.py sample/archive`
# runs it whole. A data set to run it on: `quaestor archive sample -o sample`.

# %%
import sys

import ledger.archive

ARCHIVE = sys.argv[1] if len(sys.argv) > 1 else "sample/archive"

# %% [markdown]
# ## A metric by a dimension
# A relation of DuckDB: `.df()`, `.pl()`, `.arrow()`, or go on with SQL. Every figure has the number behind it, its bounds,
# what it is held against, and whether luck is an explanation. These games were played by dice: nobody should stand out.

# %%
wins = ledger.archive.ask(ARCHIVE, "wins", by="player", game="lutece")
print(wins.limit(5))
print("stand out:", wins.filter("stands_out <> ''").fetchall())

# %% [markdown]
# ## Narrowed
# Filters combine: of one key any value, of several keys all.

# %%
seats = ledger.archive.ask(ARCHIVE, "wins", by=["seats", "seat"], where={"game": "lutece", "seats": [3, 4]})
print(seats.project("seats, seat, n, round(100 * value) AS won, round(100 * baseline) AS chance"))

# %% [markdown]
# ## Cards that go with wins
# Held against equally strong players who bought another card in the same round: still not a cause.

# %%
cards = ledger.archive.ask(ARCHIVE, "card_wins", by="card")
print(cards.order("supported DESC").limit(3))

# %% [markdown]
# ## One's own SQL
# Every table is a view; `seats` has one row for each `log`, `seat`.

# %%
db = ledger.archive.open(ARCHIVE)
print(db.sql("SELECT game, count(*) AS games, avg(minutes) AS minutes FROM games GROUP BY game ORDER BY game"))

# %% [markdown]
# ## A chart, described and drawn

# %%
from ledger.charts import chart_of  # noqa: E402
from ledger.metrics import measure  # noqa: E402

chart = chart_of(measure(db, "rounds", ["seats"]))
assert chart is not None
print(chart.title)
print([(mark.label, mark.value, mark.n) for facet in chart.facets for mark in facet.marks])
