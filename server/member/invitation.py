"""The code by which a table joins a club: where the broker is, and as whom to speak there.

It is one line of text, shown by the club as a code to scan and as words to copy. Whoever has it can
speak for that one table, so it is shown to the organiser only, and used once.
"""

from __future__ import annotations

import base64
import binascii
import json
from dataclasses import asdict, dataclass
from typing import Any

from rules.text import Text
from server.wire.topics import Address, is_name

_PREFIX = "qmclub1:"
_LONGEST = 8_000


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
    user: str
    password: str
    ca: str = ""
    """The certificate by which the broker is known, as PEM; empty if it speaks openly."""
    pages: str = ""
    """Where people find the club's pages."""

    @property
    def address(self) -> Address:
        return Address(self.club, self.table)

    def code(self) -> str:
        packed = json.dumps(asdict(self), separators=(",", ":")).encode()
        return _PREFIX + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def read_code(code: str) -> Invitation:
    """The invitation in a code that somebody has scanned or copied."""
    code = "".join(code.split())
    if not code.startswith(_PREFIX) or len(code) > _LONGEST:
        raise BadInvitation(
            Text(
                "This is not the code of a club. It begins with {prefix}: the organiser finds it "
                "on the club's page Tables.",
                prefix=_PREFIX,
            )
        )
    packed = code.removeprefix(_PREFIX)
    try:
        fields = json.loads(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)))
        return of_fields(fields)
    except (ValueError, KeyError, TypeError, binascii.Error, RecursionError) as error:
        raise BadInvitation(
            Text("A part of the club's code is missing or wrong. Scan it again, or copy all of it.")
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
    return invitation
