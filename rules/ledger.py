"""Points, coins and goods: every gain and loss is a line with its reason."""

from __future__ import annotations

from typing import NamedTuple

from rules.flow import Seat
from rules.text import Text


class Line(NamedTuple):
    seat: Seat
    what: str
    amount: int
    because: Text
    other: Seat | None = None
    """The player it comes from or goes to; None if that is the supply."""


class Ledger:
    """All lines since the start; a balance is the sum of its lines."""

    __slots__ = ("_balances", "lines")

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self._balances: dict[tuple[int, str], int] = {}

    def gain(
        self, seat: Seat, what: str, amount: int, because: Text, other: Seat | None = None
    ) -> None:
        """Write a line; a loss is a negative gain. A gain of nothing is no line."""
        if amount:
            self.lines.append(Line(seat, what, amount, because, other))
            account = (seat.index, what)
            self._balances[account] = self._balances.get(account, 0) + amount

    def hand_over(self, giver: Seat, taker: Seat, what: str, amount: int, because: Text) -> None:
        """What one player loses and another gains."""
        self.gain(giver, what, -amount, because, taker)
        self.gain(taker, what, amount, because, giver)

    def balance(self, seat: Seat, what: str) -> int:
        return self._balances.get((seat.index, what), 0)

    def lines_of(self, seat: Seat, what: str) -> list[Line]:
        return [line for line in self.lines if line.seat is seat and line.what == what]

    def copy(self) -> Ledger:
        twin = Ledger()
        twin.lines = self.lines.copy()
        twin._balances = self._balances.copy()
        return twin

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ledger) and self.lines == other.lines

    __hash__ = None  # type: ignore[assignment]
