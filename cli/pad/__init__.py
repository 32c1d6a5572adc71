"""The score pad: a small server for the phones at a table, and the pages they open."""
