"""What happens at a table of Glory to Rome, a handler each; the index of them is `moves`."""
