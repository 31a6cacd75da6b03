"""Addresses of cameras on the network, with user and password kept apart from them."""

from __future__ import annotations

from urllib.parse import unquote, urlsplit, urlunsplit

from rules.typed import Table

SCHEMES = ("rtsp", "rtsps", "http", "https")
_LONGEST = 500
"""Characters."""


class Login(Table, frozen=True):
    user: str
    password: str

    def __repr__(self) -> str:
        """Without the password: it is in no log and no message."""
        return f"Login(user={self.user!r})"


def read_address(text: str) -> tuple[str, Login | None] | None:
    """The address of a camera, and the user and password that somebody wrote into it; None if it
    is none.
    """
    try:
        parts = urlsplit(text.strip())
        port = parts.port
    except ValueError:
        return None
    host = parts.hostname
    if parts.scheme not in SCHEMES or not host or len(text) > _LONGEST or not text.isprintable():
        return None
    where = f"[{host}]" if ":" in host else host
    where += f":{port}" if port is not None else ""
    address = urlunsplit((parts.scheme, where, parts.path, parts.query, ""))
    if parts.username is None:
        return address, None
    return address, Login(unquote(parts.username), unquote(parts.password or ""))


def is_address(name: str) -> bool:
    return name.partition("://")[0] in SCHEMES


def host_of(address: str) -> str:
    """The computer at which it is: of an address, no more is told, since parts may be secret."""
    return urlsplit(address).hostname or ""
