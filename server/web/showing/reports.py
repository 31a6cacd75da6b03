"""Who or what told the match each of its answers."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from flask import current_app

from rules.flow import Seat
from rules.match import Match
from rules.text import Text
from server.store import Entry, Store, StoreError

_EXTENSION = "journals"
_KEPT = 4
"""Journals that are remembered."""


@dataclass(frozen=True, slots=True)
class Reported:
    """One answer: who gave it, what it was, and who or what told the match."""

    number: int
    who: Seat
    text: Text
    by: str
    """phone, camera, button, robot or import."""
    seat: Seat | None
    """Whose phone it was."""


class Journals:
    """The rows of journals. Only those that are new are read from the disk.

    If that cannot be read any more, those that are known have to do. May be used from several
    threads.
    """

    def __init__(self) -> None:
        self._known: dict[int, tuple[Entry, ...]] = {}
        self._lock = threading.Lock()

    def rows(self, store: Store, match_id: int) -> tuple[Entry, ...]:
        with self._lock:
            known = self._known.pop(match_id, ())
            try:
                rows = (*known, *store.entries(match_id, after=len(known)))
            except StoreError:
                rows = known
            self._known[match_id] = rows
            while len(self._known) > _KEPT:
                del self._known[next(iter(self._known))]
            return rows


def journals() -> Journals:
    """Those of the application that answers the current request."""
    found = current_app.extensions.setdefault(_EXTENSION, Journals())
    assert isinstance(found, Journals)
    return found


def reported(match: Match[Any], number: int, row: Entry) -> Reported:
    """The answer with this number, counted from 1, as the row that gave it says."""
    taken = match.answers[number - 1]
    source, _, colour = row.by.partition(":")
    owner = next((seat for seat in match.seats if seat.colour == colour), None)
    return Reported(number, taken.who, taken.option.past_text, source, owner)


def rows_behind_answers(entries: Iterable[Entry]) -> list[Entry]:
    """For every answer that still holds, the row that gave it."""
    answers: list[Entry] = []
    for entry in entries:
        if entry.kind == "choice":
            answers.append(entry)
        elif entry.kind == "undo":
            answers.pop()
    return answers
