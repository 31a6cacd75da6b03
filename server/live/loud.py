"""What has just been said aloud: the loud events of the newest answers, and when they came."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rules.announcements import Announcement
from rules.match import Match
from rules.text import Text

SHOWN = 6.0
"""Seconds for which everybody is shown them."""


@dataclass(frozen=True, slots=True)
class Loud:
    events: tuple[Announcement, ...]
    answers: int
    """How many answers had been given."""
    at: float
    """On the monotonic clock."""

    def left(self, now: float) -> float:
        """Seconds for which they are still shown."""
        return max(0.0, SHOWN - (now - self.at))


def sentence(event: Announcement) -> Text:
    """An event as it is said aloud."""
    if event.named is None:
        return Text("{title}: {words}", title=event.title, words=event.words)
    return Text("{who}: {title} {words}", who=event.named, title=event.title, words=event.words)


class Ear:
    """Listens to the match that is played, answer by answer."""

    def __init__(self) -> None:
        self._match_id: int | None = None
        self._journal: Sequence[str] = ()
        self._loud: Loud | None = None

    def listen(self, match_id: int, match: Match[Any], now: float) -> Loud | None:
        """What was last loud in this match. A match that is resumed was loud at another time."""
        if match_id != self._match_id:
            self._match_id, self._loud = match_id, None
            self._journal = match.journal.copy()
            return None
        was, journal = self._journal, match.journal
        same = next(
            (n for n, keys in enumerate(zip(was, journal, strict=False)) if keys[0] != keys[1]),
            min(len(was), len(journal)),
        )
        if self._loud is not None and self._loud.answers > same:
            self._loud = None  # taken back
        new = range(same + 1, len(journal) + 1)
        events = tuple(e for number in new for e in match.events(number) if e.is_loud)
        if events:
            self._loud = Loud(events, len(journal), now)
        self._journal = journal.copy()
        return self._loud
