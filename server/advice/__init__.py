"""A strong player in a process of its own, so that no match ever waits for it."""
