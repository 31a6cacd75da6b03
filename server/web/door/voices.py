"""Whether those who have a say agree that a phone loses its seat.

The phone itself has it, or else all the others that play in the match together. Who is not there
cannot be asked: a phone counts while it has lately shown a page. If nobody of them is there,
whoever is at the table itself decides.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Mapping

THERE = 120.0
"""Seconds for which a phone counts as being there after it has shown a page.

Open pages are loaded anew whenever a phone asks for something, so who looks at one is there.
"""


class Voices:
    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._seen: dict[str, float] = {}
        self._agreed: dict[Hashable, set[str]] = {}

    def saw(self, phone: str) -> None:
        """A phone that is in has asked for a page."""
        self._seen[phone] = self._monotonic()

    def seen_ago(self, phone: str) -> float | None:
        """Seconds since then; None if it was not seen since the table was switched on."""
        at = self._seen.get(phone)
        return None if at is None else self._monotonic() - at

    def is_there(self, phone: str) -> bool:
        ago = self.seen_ago(phone)
        return ago is not None and ago < THERE

    def agree(self, subject: Hashable, phone: str) -> None:
        self._agreed.setdefault(subject, set()).add(phone)

    def forget(self, subject: Hashable) -> None:
        self._agreed.pop(subject, None)

    def others(self, holders: Mapping[str, str], *but: str) -> set[str]:
        """The phones with a seat that are there, but for those whom it is about."""
        return {phone for phone in holders.values() if phone not in but and self.is_there(phone)}

    def missing(self, subject: Hashable, others: set[str]) -> set[str]:
        """Who of the others has not agreed yet."""
        return others - self._agreed.get(subject, set())
