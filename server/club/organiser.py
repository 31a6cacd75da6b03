"""The club's organiser: known by a passphrase that is shown once.

Only what scrypt makes of it is kept: whoever reads the club's folder cannot sign in with that.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from dataclasses import asdict, dataclass
from pathlib import Path

from server.errors import UserError
from server.store.atomic_file import write_whole

ORGANISER = "organiser.json"
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""None of which is taken for another."""
_GROUPS, _LONG = 4, 4
_LONGEST = 200
"""Letters that somebody may type: nobody has the club mix a whole book."""
_COST, _BLOCK = 2**14, 8


@dataclass(frozen=True, slots=True)
class Mixed:
    """What is kept of a passphrase, in hexadecimal digits."""

    salt: str
    mixed: str


def new_passphrase(folder: Path) -> str:
    """A passphrase in place of any other; whoever is signed in has to sign in again."""
    letters = "".join(secrets.choice(_LETTERS) for _ in range(_GROUPS * _LONG))
    salt = secrets.token_bytes(16)
    kept = Mixed(salt.hex(), _mix(letters, salt))
    write_whole(folder / ORGANISER, json.dumps(asdict(kept)).encode(), mode=0o600)
    return "-".join(letters[at : at + _LONG] for at in range(0, len(letters), _LONG))


class Organiser:
    """Looks at the file every time: a passphrase may be renewed while the club is open."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / ORGANISER

    def knows(self, passphrase: str) -> bool:
        """Whether this is the passphrase, however it is written."""
        if len(passphrase) > _LONGEST:
            return False
        letters = "".join(letter for letter in passphrase.lower() if letter.isalnum())
        kept = self._kept()
        return secrets.compare_digest(_mix(letters, bytes.fromhex(kept.salt)), kept.mixed)

    @property
    def stamp(self) -> str:
        """Another one with another passphrase: who signed in with this one is known by it."""
        return hashlib.sha256(self._kept().mixed.encode()).hexdigest()[:32]

    def _kept(self) -> Mixed:
        try:
            fields = json.loads(self._file.read_text(encoding="utf-8"))
            kept = Mixed(**fields)
            bytes.fromhex(kept.salt), bytes.fromhex(kept.mixed)
        except (OSError, ValueError, TypeError) as error:
            raise UserError(
                f"{self._file} cannot be read ({error}). Make a new passphrase: "
                "./run club --new-passphrase"
            ) from error
        return kept


def _mix(letters: str, salt: bytes) -> str:
    return hashlib.scrypt(letters.encode(), salt=salt, n=_COST, r=_BLOCK, p=1, dklen=32).hex()
