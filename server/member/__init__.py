"""A table that is a member of a club: what it publishes, and how."""
