"""The code by which a table joins a club: where the broker is, and as whom to speak there.

It is one line of text, shown by the club as a link to scan and as words to copy. Whoever has it can
speak for that one table, so it is shown to the organiser only, and used once. In the link it stands
behind a `#`: what follows that never leaves a phone.
"""

from __future__ import annotations

import base64
import json
import zlib
from dataclasses import asdict, dataclass
from typing import Any

from rules.text import Text
from server.wire import trust
from server.wire.topics import Address, is_name

_PREFIX = "qmclub1:"
_LONGEST = 8_000
_LONGEST_UNPACKED = 32_000
JOIN = "/join"
"""The club's page that a phone gets to by the link: from there the code goes to a table."""


class BadInvitation(Exception):
    """Not a code of a club; `reason` says why and what to do."""

    def __init__(self, reason: Text) -> None:
        super().__init__(str(reason))
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Invitation:
    club: str
    table: str
    name: str
    """What people call the table."""
    host: str
    port: int
    password: str
    ca: str = ""
    """How the broker's certificate is known, as `server/wire/trust.py` reads it."""
    pages: str = ""
    """Where people find the club's pages."""

    @property
    def address(self) -> Address:
        return Address(self.club, self.table)

    @property
    def user(self) -> str:
        """As whom a table signs in: the broker lets it write under that name only."""
        return self.table

    def code(self) -> str:
        given = {name: value for name, value in asdict(self).items() if value != ""}
        packed = zlib.compress(json.dumps(given, separators=(",", ":")).encode(), 9)
        return _PREFIX + base64.urlsafe_b64encode(packed).decode().rstrip("=")

    def link(self) -> str:
        """What is shown to be scanned; the code itself if the club has no pages."""
        return f"{self.pages.rstrip('/')}{JOIN}#{self.code()}" if self.pages else self.code()


def read_code(text: str) -> Invitation:
    """The invitation in a code, or in a link with it, that somebody has scanned or copied."""
    _, prefix, packed = "".join(text.split()).rpartition(_PREFIX)
    if not prefix or len(packed) > _LONGEST:
        raise BadInvitation(
            Text(
                "This is no club code: it begins with {prefix}. The organiser finds it "
                "under Tables.",
                prefix=_PREFIX,
            )
        )
    try:
        data = base64.b64decode(packed + "=" * (-len(packed) % 4), b"-_", validate=True)
        unpacked = zlib.decompressobj().decompress(data, _LONGEST_UNPACKED)
        return of_fields(json.loads(unpacked))
    except (ValueError, KeyError, TypeError, zlib.error, RecursionError) as error:
        raise BadInvitation(
            Text("The club code is incomplete or wrong. Scan it again, or copy all of it.")
        ) from error


def of_fields(fields: dict[str, Any]) -> Invitation:
    """Raises ValueError, KeyError or TypeError if they are not those of an invitation."""
    invitation = Invitation(**{**fields, "port": int(fields["port"])})
    words = [value for name, value in asdict(invitation).items() if name != "port"]
    if not all(isinstance(word, str) for word in words):
        raise TypeError("words are expected")
    if not (is_name(invitation.club) and is_name(invitation.table)):
        raise ValueError("names of small letters, digits and hyphens are expected")
    if not invitation.host or not 0 < invitation.port < 65_536:
        raise ValueError("a host and a port are expected")
    if invitation.pages and not invitation.pages.startswith(("http://", "https://")):
        raise ValueError("pages are on the web")
    trust.context(invitation.ca)
    return invitation
