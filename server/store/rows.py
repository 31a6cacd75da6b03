"""What is stored of a match: its record, its journal entries, and how they become a match again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from rules.flow import Seat
from rules.game import RulesError
from rules.games import GAMES
from rules.journal import as_begun
from rules.match import Match
from rules.text import Text
from server.store.errors import StoreError

Kind = Literal["choice", "undo", "final"]
KINDS: tuple[Kind, ...] = get_args(Kind)

State = Literal["running", "paused", "finished", "abandoned"]
STATES: tuple[State, ...] = get_args(State)

_BY = re.compile(r"camera|button|robot|import|phone:[a-z]+")
NEW = 0
"""A campaign that begins with the match itself."""
LARGEST = 2**63 - 1
"""No larger number can be stored, but one can be asked for."""
LATEST = 253402300799
"""The last second of the year 9999: no later time can be written as a date."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One row of a journal.

    A `choice` answers the open question with `key`. An `undo` takes back the last answer; `key` is
    that answer, or empty. `final` (nothing before it is provisional any more) changes nothing in
    the match. `by` is who or what decided: camera, button, phone:<seat colour>, robot or import.
    `at` is in seconds since 1970, kept to the millisecond.
    """

    kind: Kind
    key: str
    by: str
    at: float

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"the kind must be one of {', '.join(KINDS)}, not {self.kind!r}")
        if self.kind == "choice" and not self.key:
            raise ValueError("a choice must have a key")
        if not _BY.fullmatch(self.by):
            raise ValueError(
                f"by must be camera, button, phone:<seat colour>, robot or import, not {self.by!r}"
            )
        if not 0 <= self.at <= LATEST:
            raise ValueError(f"{self.at} is not a time")
        object.__setattr__(self, "at", round(self.at, 3))


@dataclass(frozen=True, slots=True)
class Record:
    """A match without its journal, of which only the number of rows is given.

    `id` is 0 as long as it is not stored. A `paused` match is unfinished, but not the one to go on
    with when the power comes back.
    """

    id: int
    game: str
    seats: tuple[Seat, ...]
    settings: Mapping[str, str]
    state: State
    created_at: float
    finished_at: float | None = None
    imported_at: float | None = None
    rows: int = 0
    campaign: int | None = None
    """The first match of the campaign that it belongs to, or NEW; None if it belongs to none."""
    campaign_begun: float | None = None
    """When the first match of its campaign began, by which another store knows it."""
    winners: tuple[str, ...] | None = None
    """Their colours; None as long as nobody knows."""


def name_key(name: str) -> str:
    """The same for all ways in which people write one name."""
    return " ".join(name.split()).casefold()


def replay(record: Record, entries: Iterable[Entry]) -> Match[Any]:
    """The match that the journal leads to; every row is checked against the rules again."""
    match = begun(record)
    follow(match, entries)
    return match


def begun(record: Record) -> Match[Any]:
    """The match before its first row."""
    try:
        game = GAMES[record.game]
        return Match(game, record.seats, as_begun(game, record.settings))
    except RulesError as error:
        raise StoreError(error.reason) from error


def follow(match: Match[Any], entries: Iterable[Entry], after: int = 0) -> None:
    """Go on with rows of its journal, of which so many are behind it; raises StoreError."""
    for number, entry in enumerate(entries, start=after + 1):
        try:
            reason = _follow(match, entry)
        except RulesError as error:
            reason = error.reason
        if reason is not None:
            raise StoreError(
                Text(
                    "Row {number} ({entry}) does not fit: {reason}",
                    number=number,
                    entry=f"{entry.kind} {entry.key}".strip(),
                    reason=reason,
                )
            )


def _follow(match: Match[Any], entry: Entry) -> Text | None:
    """Do what a row says; why the row is wrong, if the match could do it all the same."""
    if entry.kind == "choice":
        match.replay(entry.key)
        return None
    if entry.kind == "final":
        return None
    if entry.key in match.game.no_longer_asked and match.journal[-1:] != [entry.key]:
        return None
    key = match.undo()
    if entry.key in ("", key):
        return None
    return Text("it would be {key} that changes here.", key=key)
