"""Events: what people at a table say aloud, beside the choices that are made.

A rule announces an event when it happens (`Ledger.announce`). Events follow from the journal: they
are made anew whenever a match is played again, and never stored in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from rules.flow import Seat
from rules.pieces import Piece
from rules.text import Text


class Weight(StrEnum):
    LOUD = "loud"
    """Everybody has to notice: for a moment it covers all phones and the screen for the room."""
    NORMAL = "normal"
    """It stands out in the row of its turn."""
    QUIET = "quiet"
    """It is told in the row, as a word among others."""


class Signal(StrEnum):
    """What a lamp and a buzzer can tell of it."""

    BUST = "bust"
    END = "end"


@dataclass(frozen=True, slots=True)
class Kind:
    """What a game announces now and again, as `Game.announces` lists it."""

    key: str
    title: Text
    """In a word or two, large."""
    weight: Weight = Weight.NORMAL
    signal: Signal | None = None
    named: bool = True
    """Whether the name of whose it is stands before the title."""


class Announcement(NamedTuple):
    """An event: something of a kind that has just happened."""

    kind: Kind
    words: Text
    """Why, or what it comes to, in a few words."""
    who: Seat | None = None
    """Whose event it is, in whose colour it is shown; None if it is for all alike."""
    pieces: tuple[Piece, ...] = ()
    """The pieces that it is about."""
    gone: tuple[Piece, ...] = ()
    """What leaves the table because of it."""

    @property
    def title(self) -> Text:
        return self.kind.title

    @property
    def named(self) -> Seat | None:
        """Whose name stands before the title."""
        return self.who if self.kind.named else None

    @property
    def is_loud(self) -> bool:
        return self.kind.weight is Weight.LOUD


def loud(key: str, title: Text, signal: Signal | None = None) -> Kind:
    return Kind(key, title, Weight.LOUD, signal)


def quiet(key: str, title: Text) -> Kind:
    return Kind(key, title, Weight.QUIET)


OVER = Kind("over", Text("The match is over"), Weight.LOUD, Signal.END, named=False)
"""The end of every match; no game has to announce it."""
