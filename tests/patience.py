"""How long a test waits for what does come: far longer than a busy machine needs, so that only its absence fails."""

PATIENCE = 300  # seconds; pytest ends a test after twice that
