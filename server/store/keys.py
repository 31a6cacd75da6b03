"""The secret of a table, made on first use, and the code that lets its owner in."""

from __future__ import annotations

import hmac
from pathlib import Path

from server.store.atomic_file import kept_secret

KEY_FILE = "key"
KEY_BYTES = 32
CODE_DIGITS = 8


def signing_key(folder: Path) -> bytes:
    """The key of the cookies; only this user may read it."""
    return kept_secret(folder / KEY_FILE, KEY_BYTES)


def entry_code(folder: Path) -> str:
    """The digits with which a phone comes in where there is neither a button nor a screen.

    They follow from the key, so they change with it and are not stored anywhere themselves.
    """
    mixed = hmac.digest(signing_key(folder), b"the code of the table", "sha256")
    return f"{int.from_bytes(mixed) % 10**CODE_DIGITS:0{CODE_DIGITS}}"


def known_code(folder: Path) -> str | None:
    """The same, as people read it, if the table has been started and this user may know it.

    Whoever only asks makes no key: it could be of another user than the one who plays.
    """
    try:
        if (folder / KEY_FILE).stat().st_size != KEY_BYTES:
            return None
        return spaced(entry_code(folder))
    except OSError:
        return None


def spaced(code: str) -> str:
    """As people read it."""
    return f"{code[:4]} {code[4:]}"
