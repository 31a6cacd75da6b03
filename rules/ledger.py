"""Points, coins and goods: every gain and loss is a line with its reason. Events beside them.

Cameras do not count coins, so people are told who pays whom how much: the lines know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from rules.announcements import Announcement, Kind
from rules.flow import Seat
from rules.pieces import Piece
from rules.text import Text

T = TypeVar("T")


class Line(NamedTuple):
    seat: Seat
    what: str
    amount: int
    because: Text
    other: Seat | None = None
    """The player it comes from or goes to; None if that is the supply."""
    kind: str = ""
    """What kind of thing brought points: where the line stands on a score sheet."""
    section: str = ""
    """The round in which it did, or the scoring at the end."""


class Ledger:
    """All lines since the start; a balance is the sum of its lines.

    What is announced while an answer is carried out is kept until the next one.
    """

    __slots__ = ("_balances", "announced", "lines", "section")

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.announced: list[Announcement] = []
        self._balances: dict[tuple[int, str], int] = {}
        self.section = ""
        """Where points stand on a score sheet from now on: in this round, or at the end."""

    def gain(
        self,
        seat: Seat,
        what: str,
        amount: int,
        because: Text,
        other: Seat | None = None,
        kind: str = "",
    ) -> None:
        """Write a line; a loss is a negative gain. A gain of nothing is no line."""
        if amount:
            self.lines.append(Line(seat, what, amount, because, other, kind, self.section))
            account = (seat.index, what)
            self._balances[account] = self._balances.get(account, 0) + amount

    def write(self, line: Line) -> None:
        """Write a line that was worked out before, in the section that is under way."""
        self.gain(line.seat, line.what, line.amount, line.because, line.other, line.kind)

    def announce(
        self,
        kind: Kind,
        words: Text,
        who: Seat | None = None,
        pieces: Iterable[Piece] = (),
        gone: Iterable[Piece] = (),
    ) -> None:
        """Say what has just happened, as people at the table would."""
        self.announced.append(Announcement(kind, words, who, tuple(pieces), tuple(gone)))

    def hand_over(self, giver: Seat, taker: Seat, what: str, amount: int, because: Text) -> None:
        """What one player loses and another gains."""
        self.gain(giver, what, -amount, because, taker)
        self.gain(taker, what, amount, because, giver)

    def balance(self, seat: Seat, what: str) -> int:
        return self._balances.get((seat.index, what), 0)

    def copy(self) -> Ledger:
        twin = Ledger()
        twin.lines = self.lines.copy()
        twin._balances = self._balances.copy()
        twin.section = self.section
        return twin

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ledger) and self.lines == other.lines

    __hash__ = None  # type: ignore[assignment]


# ----------------------------------------------------------------- Money that hands have to move


class Payment(NamedTuple):
    """From a player to another, or from or to the supply, which is None."""

    giver: Seat | None
    taker: Seat | None
    amount: int


@dataclass(frozen=True, slots=True)
class Money:
    """What players of a game pay with."""

    account: str
    """As the ledger calls it."""
    words: Callable[[Payment], Text]
    """What hands have to do for a payment."""


def payments(lines: Iterable[Line], account: str) -> list[Payment]:
    """What these lines of an account come to, in their order; the same way is gone only once."""
    sums: dict[tuple[Seat | None, Seat | None], int] = {}
    for line in lines:
        # Of what passes between two players, the line of the giver tells all.
        if line.what != account or (line.other and line.amount > 0):
            continue
        way = (line.seat, line.other) if line.amount < 0 else (None, line.seat)
        sums[way] = sums.get(way, 0) + abs(line.amount)
    return [Payment(*way, amount) for way, amount in sums.items()]


# ------------------------------------------------------------------------------- Thinking ahead


@dataclass(frozen=True, slots=True)
class LookAhead(Generic[T]):
    """How far it is worth to think ahead at a table, and what to make of where that leads."""

    turns: int
    """How many turns are played on, the one of the question among them."""
    promise: Callable[[T, Seat], float]
    """What a player's position promises beyond the points that it has brought so far."""
    is_overdue: Callable[[T], bool] = lambda _: False
    """Whether a match is so long that nobody thinks about it any more: it should end."""
