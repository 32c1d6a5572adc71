"""Every door people use; nothing imports it."""
