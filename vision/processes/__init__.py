"""Work in a process of its own, so that nobody waits for it, and nobody falls with it."""
