"""The phone that is asking: its language, what it may do, and what pages may touch for it."""
