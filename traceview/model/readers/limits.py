"""How far times may reach."""

# Times beyond 26 days are clipped, so that a start and a duration can always be added.
LIMIT_PS = 1 << 61
