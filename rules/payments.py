"""Money that hands have to move.

Cameras do not count coins, so people are told who pays whom how much. The ledger knows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from rules.flow import Seat
from rules.ledger import Line
from rules.text import Text


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
