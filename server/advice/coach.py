"""What a player could do: up to three suggestions on demand, from what the player may know."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

from rules.flow import Option, Seat
from rules.match import Match
from rules.pieces import Piece, Place
from rules.search.players import STRONG
from rules.text import Text
from server.advice.adviser import Advice, Adviser, Question
from vision.processes.keeper import Lost

MOST = 3
_ABOUT = 0.25
"""Points that make no difference."""

Held = Callable[[Place], Iterable[Piece]]


@dataclass(frozen=True, slots=True)
class Suggestion:
    option: Option[Any]
    why: Text


@dataclass(frozen=True, slots=True)
class Said:
    """What the coach has to say to a question of a seat."""

    suggestions: tuple[Suggestion, ...] = ()
    thinking: bool = False
    lost: bool = False
    """Whether nobody could think about it; it can be asked again."""


class Coach:
    """May be asked from any thread. It forgets what it was asked before about the same seat."""

    def __init__(self, adviser: Adviser, changed: Callable[[], None]) -> None:
        """`changed` is called, on any thread, when there is something to be said."""
        self._adviser = adviser
        self._changed = changed
        self._asked: dict[str, tuple[int, tuple[str, ...], Future[tuple[Advice, ...]]]] = {}

    def ask(self, number: int, match: Match[Any], seat: Seat, held: Held | None) -> None:
        """Think about the open question of a seat in the match with this number."""
        said = self.says(number, match, seat)
        if said is not None and not said.lost:
            return
        asked = question(match, seat, held)
        found = self._adviser.ask(asked)
        self._asked[seat.colour] = (number, asked.journal, found)
        found.add_done_callback(lambda _: self._changed())

    def says(self, number: int | None, match: Match[Any], seat: Seat) -> Said | None:
        """None if it has not been asked about what is asked now."""
        about, journal, found = self._asked.get(seat.colour, (None, (), None))
        if found is None or (about, [*journal]) != (number, match.journal):
            return None
        if not found.done():
            return Said(thinking=True)
        if found.cancelled() or isinstance(found.exception(), Lost):
            return Said(lost=True)
        return Said(tuple(_suggestions(match, seat, found.result())))


def question(match: Match[Any], seat: Seat, held: Held | None, strength: str = STRONG) -> Question:
    """What a seat knows; of its hand, what the assistant knows."""
    places = match.game.piles.hands(seat) if held else ()
    return Question(
        match.game.name,
        tuple((each.colour, each.name) for each in match.seats),
        dict(match.settings),
        tuple(match.journal),
        seat.index,
        {place: tuple(piece.id for piece in held(place)) for place in places} if held else {},
        strength,
    )


def _suggestions(match: Match[Any], seat: Seat, found: tuple[Advice, ...]) -> Iterable[Suggestion]:
    """The best ones, as far as they were compared with each other to the end."""
    asked = match.choice.of(seat) if match.choice else None
    for number, advice in enumerate(found[:MOST]):
        option = asked.find(advice.key) if asked else None
        if option is not None and (advice.tried or number == 0):
            yield Suggestion(option, _why(advice, found, number))


def _why(advice: Advice, found: tuple[Advice, ...], number: int) -> Text:
    best = found[0]
    if len(found) == 1:
        return Text("The only choice.")
    if not advice.tried:
        return Text("Usually best; no time to look ahead.")
    if number == 0:
        least = min((best.lead - each.lead for each in found[1:] if each.tried), default=0.0)
        if least < _ABOUT:
            return Text("Nothing is clearly better.")
        worse = f"{least:.1f}"
        return Text("Best. Points ahead: {points} or more.", points=worse)
    less = best.lead - advice.lead
    if less < _ABOUT:
        return Text("About as good as the first.")
    return Text("Points behind the first: {points}.", points=f"{less:.1f}")
