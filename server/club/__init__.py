"""A club: what many tables have told it, kept, counted and shown."""
