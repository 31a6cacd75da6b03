"""What has happened last, for people who only watch: who did what, and what it brought whom."""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace
from typing import Any

from rules.flow import TABLE, Seat
from rules.match import Match
from rules.text import Text
from server.live.messages import View

MOVES = 6
"""How many of the last moves are kept, for a screen that has room for them."""


@dataclass(frozen=True, slots=True)
class Change:
    """What somebody has more or less of."""

    seat: Seat
    amount: int
    what: Text
    because: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class Happening:
    """One answer of a player, with what chance said to it and everything it brought."""

    number: int
    """Of the answer, counted from 1."""
    who: Seat
    texts: tuple[Text, ...]
    changes: tuple[Change, ...]
    taken_back: bool = False


class Latest:
    """What has happened last, worked out once for every row of a journal, however many phones and
    screens ask.

    May be used from several threads.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._view = View()
        self._back: Happening | None = None
        self._moves: tuple[Happening, ...] = ()

    def of(self, view: View) -> Happening | None:
        """The last thing of all; it may be that something was taken back."""
        with self._lock:
            if self._follow(view):
                return self._back or next(iter(self._moves), None)
        return next(iter(_last(view, 1)), None)

    def moves(self, view: View) -> tuple[Happening, ...]:
        """The last moves that count, the newest first."""
        with self._lock:
            if self._follow(view):
                return self._moves
        return _last(view, MOVES)

    def _follow(self, view: View) -> bool:
        """Whether this is the newest view; not if a page took long, and is about an older one."""
        if view.number < self._view.number:
            return False
        if view.number > self._view.number:
            before, self._view = self._view, view
            if before.match is None or not _is_same(before, view):
                shorter = bool(self._moves) and _is_shorter(before, view)
                self._back = (
                    replace(self._moves[0], taken_back=True, changes=()) if shorter else None
                )
                self._moves = self._with_the_last(before, view)
        return True

    def _with_the_last(self, before: View, view: View) -> tuple[Happening, ...]:
        """Only what is new is worked out, if that is one move after those that are known."""
        newest, known = _last(view, 1), len(_journal(before))
        if not newest or not _is_longer(before, view) or newest[0].number > known + 1:
            return _last(view, MOVES)
        older = (move for move in self._moves if move.number < newest[0].number)
        return (*newest, *older)[:MOVES]


def _last(view: View, most: int) -> tuple[Happening, ...]:
    return tuple(happenings(view.match, most)) if view.match else ()


def happenings(match: Match[Any], most: int) -> list[Happening]:
    """The newest first."""
    start = _start(match, most)
    twin, found = match.fork(start), list[Happening]()
    for number, (who, option) in enumerate(match.answers[start:], start + 1):
        before = len(twin.table.ledger.lines)
        twin.take(option)
        changes = _changes(twin, before)
        if who is TABLE and found:
            last = found[-1]
            texts = (*last.texts, option.past_text)
            found[-1] = Happening(last.number, last.who, texts, (*last.changes, *changes))
        else:
            found.append(Happening(number, who, (option.past_text,), changes))
    return found[::-1]


def _is_same(before: View, view: View) -> bool:
    if before.match_id != view.match_id or _journal(before) != _journal(view):
        return False
    return _names(before) == _names(view)


def _is_shorter(before: View, view: View) -> bool:
    """Whether the last answers of the one before have been taken back."""
    was, now = _journal(before), _journal(view)
    return before.match_id == view.match_id and len(now) < len(was) and was[: len(now)] == now


def _is_longer(before: View, view: View) -> bool:
    """Whether the same match has gone on, with the same names."""
    was, now = _journal(before), _journal(view)
    same = before.match_id == view.match_id and _names(before) == _names(view)
    return same and now[: len(was)] == was


def _names(view: View) -> list[str]:
    return [seat.name for seat in view.match.seats] if view.match else []


def _journal(view: View) -> list[str]:
    return view.match.journal if view.match else []


def _start(match: Match[Any], most: int) -> int:
    """How many answers come before the last so many of players."""
    left = most
    for number in range(len(match.answers), 0, -1):
        if match.answers[number - 1].who is not TABLE:
            left -= 1
            if not left:
                return number - 1
    return 0


def _changes(match: Match[Any], before: int) -> tuple[Change, ...]:
    """What the lines of the ledger come to since there were so many."""
    sums: dict[tuple[Seat, str], int] = {}
    reasons: dict[tuple[Seat, str], dict[Text, None]] = {}
    for line in match.table.ledger.lines[before:]:
        account = (line.seat, line.what)
        sums[account] = sums.get(account, 0) + line.amount
        reasons.setdefault(account, {})[line.because] = None
    names = match.game.accounts
    return tuple(
        Change(seat, amount, names[what], tuple(reasons[seat, what]))
        for (seat, what), amount in sums.items()
        if amount and what in names
    )
