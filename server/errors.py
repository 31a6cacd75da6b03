"""The one error that a command shows to a person instead of a traceback."""


class UserError(Exception):
    """Something the user can put right; the message says what, why and what to do."""
