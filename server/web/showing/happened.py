"""What has happened, told by turns: one row for all that a player did in one go, with what chance
said to it, what it brought whom, and what people at the table said aloud.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from rules.announcements import Announcement, Weight
from rules.flow import TABLE, Option, Seat
from rules.match import Match, Taken
from rules.pieces import Piece
from rules.text import Text, listing
from server.live.messages import View
from server.web.parts.card_drawings import show
from server.web.parts.cards import Card
from server.web.showing.drawing import scene

MOVES = 6
"""How many of the last turns are kept, for a screen that has room for them."""
_TURNED_UP = "turned up {pieces}"
_CARDS = 12
"""How many cards a row shows; the last ones if there are more."""


@dataclass(frozen=True, slots=True)
class Change:
    """What somebody has more or less of."""

    seat: Seat
    amount: int
    what: Text


@dataclass(frozen=True, slots=True)
class Shown:
    """A small card of a row, and whether the player chose it."""

    card: Card
    chosen: bool


@dataclass(frozen=True, slots=True)
class Happening:
    """A row: what a player answered one after another in a turn, and all that came of it."""

    number: int
    """Of its first answer, counted from 1."""
    last: int
    who: Seat
    texts: tuple[Text, ...]
    changes: tuple[Change, ...]
    events: tuple[Announcement, ...] = ()
    cards: tuple[Shown, ...] = ()
    taken_back: bool = False
    by: Seat | None = None
    """Whose phone took it back."""

    @property
    def is_sentence(self) -> bool:
        """Whether it goes on from the player's name; other words follow a colon."""
        return self.texts[0].message == _TURNED_UP

    @property
    def results(self) -> list[Announcement]:
        """What stands at the end of the row."""
        return [event for event in self.events if event.kind.weight is not Weight.QUIET]

    @property
    def asides(self) -> list[Announcement]:
        """What is only told in words."""
        return [event for event in self.events if event.kind.weight is Weight.QUIET]


class Latest:
    """The last rows, worked out once for every view, however many phones and screens ask.

    May be used from several threads.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._view = View()
        self._back: Happening | None = None
        self._moves: tuple[Happening, ...] = ()
        self._next: Happening | None = None

    def to_take_back(self, view: View) -> Happening | None:
        """What goes if something is taken back now."""
        with self._lock:
            if self._follow(view):
                return self._next
        return _next_back(view)

    def of(self, view: View) -> Happening | None:
        """The last thing of all; it may be that something was taken back."""
        with self._lock:
            if self._follow(view):
                return self._back or next(iter(self._moves), None)
        return next(iter(_last(view, 1)), None)

    def moves(self, view: View) -> tuple[Happening, ...]:
        """The last rows that count, the newest first."""
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
            same = before.match is not None and _is_same(before, view)
            if not same:
                self._back = _taken_back(before, view)
                self._moves = _last(view, MOVES)
            if not same or before.back_asked != view.back_asked:
                self._next = _next_back(view)
        return True


def _taken_back(before: View, view: View) -> Happening | None:
    """The answers that are gone, if the last ones have been taken back."""
    was, now = _journal(before), _journal(view)
    shorter = before.match_id == view.match_id and len(now) < len(was) and was[: len(now)] == now
    if before.match is None or not shorter:
        return None
    gone = next(iter(happenings(before.match, 1, since=len(now))), None)
    if gone is None:
        return None
    return replace(gone, taken_back=True, by=view.took_back, changes=(), events=())


def _next_back(view: View) -> Happening | None:
    """The answers that go, without what came of them."""
    if view.match is None or view.back is None:
        return None
    back = view.back_asked.back if view.back_asked else view.back
    gone = next(iter(happenings(view.match, 1, since=back.left)), None)
    return replace(gone, changes=(), events=()) if gone else None


def _last(view: View, most: int) -> tuple[Happening, ...]:
    return tuple(happenings(view.match, most)) if view.match else ()


def happenings(match: Match[Any], most: int | None = None, since: int = 0) -> list[Happening]:
    """The newest rows first, of the answers after so many."""
    found = list[Happening]()
    for first, last in _runs(match, since):
        found.append(_row(match, first, last))
        if len(found) == most:
            break
    return found


def told_at(match: Match[Any], number: int) -> Happening:
    """The row of an answer, counted from 1, as it was after that answer."""
    first = next(first for first, last in _runs(match, 0) if first <= number <= last)
    return _row(match, first, number)


def _runs(match: Match[Any], since: int) -> Iterator[tuple[int, int]]:
    """The first and the last answer of each row, the last row first. A row ends with its turn."""
    last = len(match.answers)
    for checkpoint in reversed(match.checkpoints):
        yield from reversed(_of_turn(match.answers, max(since, checkpoint.answered), last))
        last = checkpoint.answered
        if last <= since:
            return


def _of_turn(answers: Sequence[Taken], start: int, end: int) -> list[tuple[int, int]]:
    """Within a turn a row ends where another player answers; what chance says belongs to the player
    before it, or else to the first after it.
    """
    found, first, who = list[tuple[int, int]](), start, TABLE
    for number in range(start, end):
        other = answers[number].who
        if other is TABLE:
            continue
        if who not in (TABLE, other):
            found.append((first + 1, number))
            first = number
        who = other
    if first < end:
        found.append((first + 1, end))
    return found


def _row(match: Match[Any], first: int, last: int) -> Happening:
    answers = match.answers[first - 1 : last]
    who = next((taken.who for taken in answers if taken.who is not TABLE), TABLE)
    numbers = range(first, last + 1)
    return Happening(
        first,
        last,
        who,
        tuple(_texts(answers)) or (answers[-1].option.past_text,),
        _changes(match, numbers) if who is not TABLE else (),
        tuple(event for number in numbers for event in match.events(number)),
        _cards(match, answers),
    )


def _texts(answers: Sequence[Taken]) -> Iterator[Text]:
    """What was turned up one after another is told together."""
    told = [taken for taken in answers if not taken.option.implied]
    for turned_up, some in groupby(told, _is_turned_up):
        if turned_up:
            yield Text("turned up {pieces}", pieces=listing(t.option.past_text for t in some))
        else:
            yield from (taken.option.past_text for taken in some)


def _is_turned_up(taken: Taken) -> bool:
    """Whether the table just showed a piece, and nothing else is said of it."""
    return taken.who is TABLE and taken.option.record is None and bool(_pieces(taken.option))


def _cards(match: Match[Any], answers: Sequence[Taken]) -> tuple[Shown, ...]:
    """What was turned up or moved, each once; what the player took is told apart."""
    found: dict[Piece, bool] = {}
    for taken in answers:
        for piece in _pieces(taken.option):
            found[piece] = taken.who is not TABLE
    some = [*found.items()][-_CARDS:]
    cards = drawn(match, [piece for piece, _ in some])
    return tuple(Shown(card, chosen) for card, (_, chosen) in zip(cards, some, strict=True))


def _pieces(option: Option[Any]) -> list[Piece]:
    return [move.piece for move in option.moves if move.piece is not None]


def drawn(match: Match[Any], pieces: Iterable[Piece]) -> list[Card]:
    """Pieces as small cards."""
    cards = list(map(scene(match, taps=False).card, pieces))
    show(card.drawing for card in cards if card.drawing)
    return cards


def _is_same(before: View, view: View) -> bool:
    if before.match_id != view.match_id or _journal(before) != _journal(view):
        return False
    return _names(before) == _names(view)


def _names(view: View) -> list[str]:
    return [seat.name for seat in view.match.seats] if view.match else []


def _journal(view: View) -> list[str]:
    return view.match.journal if view.match else []


def _changes(match: Match[Any], numbers: Sequence[int]) -> tuple[Change, ...]:
    """What the lines of the ledger come to that these answers have added."""
    sums: dict[tuple[Seat, str], int] = {}
    for line in (line for number in numbers for line in match.lines(number)):
        account = (line.seat, line.what)
        sums[account] = sums.get(account, 0) + line.amount
    names = match.game.accounts
    return tuple(
        Change(seat, amount, names[what])
        for (seat, what), amount in sums.items()
        if amount and what in names
    )
