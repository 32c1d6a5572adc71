"""The rules of Glory to Rome, a small function each; the index of them is `rules`."""
