"""Points in words and over time: every total with the lines it is the sum of.

The points are shown as the game's own score sheets, everything else as plain accounts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from rules.flow import Seat
from rules.game import Outcome, Table
from rules.ledger import Line
from rules.match import Match
from rules.score_sheet import Compared, ScoreSheet, margins, score_sheets, side_by_side
from rules.text import Text

_MATCHES_REMEMBERED = 4


@dataclass(frozen=True, slots=True)
class Row:
    amount: int
    because: Text
    total: int
    """The sum up to this line."""


@dataclass(frozen=True, slots=True)
class Account:
    """What a player has of one thing, and how it came to that."""

    what: str
    name: Text
    total: int
    rows: tuple[Row, ...]
    """None for the points: their lines are on the score sheet."""


@dataclass(frozen=True, slots=True)
class Score:
    seat: Seat
    points: Account
    sheet: ScoreSheet
    """Where the points come from, as the score pad groups them."""
    others: tuple[Account, ...]
    accounts: tuple[Account, ...]
    """All of them, in the order of the game."""
    place: int | None
    """1 for the first; None while the match is played."""
    won: bool


@dataclass(frozen=True, slots=True)
class SideBySide:
    """All sheets in one table: a row for each kind of points, and how they stand to each other."""

    seats: tuple[Seat, ...]
    kinds: tuple[Compared, ...]
    totals: tuple[int, ...]
    margins: tuple[int, ...]
    """How far ahead of the best of the others, or behind; none if nobody plays against another."""


@dataclass(frozen=True, slots=True)
class Moment:
    """Everybody's points after a turn, in the order of the seats."""

    answered: int
    points: tuple[int, ...]


def scores(match: Match[Any]) -> list[Score]:
    """Everybody's score in the order of the seats; after the match in that of its outcome.

    An opponent that the game itself plays is among them.
    """
    outcome = match.outcome()
    lines: dict[tuple[Seat, str], list[Line]] = {}
    for line in match.table.ledger.lines:
        if line.what != match.game.scoring.points:
            lines.setdefault((line.seat, line.what), []).append(line)
    listed = [_score(match, sheet, lines, outcome) for sheet in score_sheets(match)]
    return sorted(listed, key=lambda score: score.place or 0)


def compared(match: Match[Any], listed: Sequence[Score]) -> SideBySide:
    """These scores, in their order."""
    own, outcome = [score.sheet for score in listed], match.outcome()
    against = outcome is None or not outcome.together
    return SideBySide(
        tuple(sheet.seat for sheet in own),
        tuple(side_by_side(match, own)),
        tuple(sheet.total for sheet in own),
        tuple(margins(own)) if against else (),
    )


def totals(match: Match[Any], table: Table) -> tuple[int, ...]:
    """Everybody's points on a table, in the order of the seats."""
    points = [0] * len(match.game.scoring.sides(table))
    for line in match.game.scoring.standing(table):
        points[line.seat.index] += line.amount
    return tuple(points)


def _score(
    match: Match[Any],
    sheet: ScoreSheet,
    lines: dict[tuple[Seat, str], list[Line]],
    outcome: Outcome | None,
) -> Score:
    seat = sheet.seat

    def account(what: str) -> Account:
        if what == match.game.scoring.points:
            return Account(what, match.game.accounts[what], sheet.total, ())
        own = lines.get((seat, what), [])
        sums = list(accumulate(line.amount for line in own))
        rows = (
            Row(line.amount, line.because, total) for line, total in zip(own, sums, strict=True)
        )
        total = sums[-1] if sums else 0
        return Account(what, match.game.accounts[what], total, tuple(rows))

    accounts = tuple(map(account, match.game.accounts))
    [points] = [each for each in accounts if each.what == match.game.scoring.points]
    others = tuple(each for each in accounts if each is not points)
    place = outcome.ranks.get(seat) if outcome else None
    won = outcome is not None and seat in outcome.winners
    return Score(seat, points, sheet, others, accounts, place, won)


class Courses:
    """The points after every turn. A new choice costs only the turns that are new since."""

    def __init__(self) -> None:
        self._known: dict[int, list[tuple[Table, Moment]]] = {}

    def course(self, match_id: int, match: Match[Any]) -> list[Moment]:
        """From before the first turn to now."""
        known = self._known.pop(match_id, [])
        turns = list(_starts_of_turns(match))
        same = 0
        # A table at the start of a turn is never changed, so the same one has the same points.
        while same < min(len(known), len(turns)) and known[same][0] is turns[same][1]:
            same += 1
        known = known[:same] + [
            (table, Moment(answered, totals(match, table))) for answered, table in turns[same:]
        ]
        self._known[match_id] = known
        while len(self._known) > _MATCHES_REMEMBERED:
            self._known.pop(next(iter(self._known)), None)
        now = Moment(len(match.journal), totals(match, match.table))
        return [*(moment for _, moment in known if moment.answered < now.answered), now]


def _starts_of_turns(match: Match[Any]) -> Iterator[tuple[int, Table]]:
    return ((answered, table) for answered, table in match.checkpoints if table.active is not None)
