"""Robots that play for seats among people: people move the pieces for them.

A robot thinks beside the match, and nobody waits for it. What hands do for it is told to everybody,
piece by piece, and the camera understands it like anybody's move; what needs no hand it answers
itself, like a phone, unless the match has changed since. If the process that thinks is lost, it
plays sensibly.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Container, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from rules.flow import Choice, Option, Seat
from rules.match import Match
from rules.search.players import STRENGTHS
from rules.simulation import sensible
from rules.text import Text
from server.advice.adviser import SECONDS, Advice, Adviser, hand_of, options_of
from server.advice.coach import Held, question
from server.live.asked import asked
from server.live.concluded import NOBODY
from server.live.messages import Answer, Refused, View
from server.store import Store

STRENGTH_NAMES = {
    "easy": Text("Easy robot"),
    "sensible": Text("Sensible robot"),
    "strong": Text("Strong robot"),
}


@dataclass(frozen=True, slots=True)
class Told:
    """What people do for a robot."""

    seat: Seat
    strength: Text
    option: Option[Any] | None = None
    """What it has chosen; None while it is thinking."""
    moves: tuple[Text, ...] = ()
    """What hands do for it, piece by piece; nothing if it says it itself."""


@dataclass(frozen=True, slots=True)
class _Decision:
    match_id: int
    journal: tuple[str, ...]
    key: str | None = None
    """None while it is being thought about."""
    told_camera: str | None = None
    """The question of the camera that has been answered: it is not answered twice."""


class RobotSeats:
    """`follow` gets every view, on the host's thread; the rest may be asked from any."""

    def __init__(
        self,
        store: Store,
        adviser: Adviser,
        post: Callable[[Answer], None],
        changed: Callable[[], None],
        held: Held | None = None,
        seconds: float = SECONDS,
    ) -> None:
        """`held` knows the cards of a hand, where somebody does; a strong robot thinks so long."""
        self._store = store
        self._adviser = adviser
        self._post = post
        self._changed = changed
        self._held = held
        self._seconds = seconds
        self._lock = threading.Lock()
        self._seats: tuple[int | None, Mapping[str, str]] = (None, {})
        self._decision: _Decision | None = None

    def of(self, match_id: int | None) -> Mapping[str, str]:
        """The strength of the robot of each colour that has one."""
        if match_id is None:
            return {}
        if self._seats[0] != match_id:
            self._seats = (match_id, self._store.robots.of(match_id))
        return self._seats[1]

    def seat(self, view: View, colour: str, strength: str) -> None:
        """A robot takes a seat, or leaves it if no strength is given."""
        match, match_id = view.match, view.match_id
        if match is None or match_id is None:
            raise Refused(Text("No match is being played. Start one first."))
        seat = next((seat for seat in match.seats if seat.colour == colour), None)
        if seat is None:
            raise Refused(Text("There is no such seat in this match."))
        if strength and (strength not in STRENGTHS or match.game.sensible is None):
            raise Refused(Text("There is no such robot for this game."))
        if strength and self._held is None and match.game.piles.hands(seat):
            raise Refused(
                Text("A robot cannot see the hidden cards of this game; only people can play it.")
            )
        self._store.robots.seat(match_id, colour, strength or None)
        with self._lock:
            self._seats = (match_id, self._store.robots.of(match_id))
            self._decision = None
        self.follow(view)
        self._changed()

    def follow(self, view: View) -> None:
        """Let a robot think if it is asked, and say what it means if the camera asks."""
        match, match_id, robots = view.match, view.match_id, self.of(view.match_id)
        choice = _first_asked(view, robots)
        with self._lock:
            if self._decision and match and [*self._decision.journal] != match.journal:
                self._decision = None
        if match is None or match_id is None or choice is None:
            return
        from_camera = view.question is not None and choice is view.question.choice
        with self._lock:
            known = self._decision
            if known and (known.match_id, [*known.journal]) == (match_id, match.journal):
                if from_camera and known.key is not None:
                    self._answer_camera(view, choice.who, known)
                return
            self._decision = _Decision(match_id, tuple(match.journal))
        if not from_camera:
            asking = question(match, choice.who, self._held, robots[choice.who.colour])
            found = self._adviser.ask(replace(asking, seconds=self._seconds))
            found.add_done_callback(partial(self._found, view, choice.who))

    def told(self, view: View) -> Told | None:
        """What people do now for the robot that is asked."""
        match, decision, robots = view.match, self._decision, self.of(view.match_id)
        choice = _first_asked(view, robots)
        if match is None or choice is None or (view.question and choice is view.question.choice):
            return None
        strength = STRENGTH_NAMES[robots[choice.who.colour]]
        if decision is None or decision.key is None or [*decision.journal] != match.journal:
            return Told(choice.who, strength)
        option = choice.find(decision.key)
        moves = tuple(_moves(match, option)) if option else ()
        return Told(choice.who, strength, option, moves)

    def _found(self, view: View, seat: Seat, found: Future[tuple[Advice, ...]]) -> None:
        """On the thread of whoever thought: what the robot answers, or its hands have to do."""
        assert view.match is not None
        if found.cancelled():
            return
        match = view.match.fork()
        key = found.result()[0].key if found.exception() is None else self._usual(match, seat)
        journal = tuple(match.journal)
        with self._lock:
            now = self._decision
            if now is None or (now.match_id, now.journal) != (view.match_id, journal):
                return
            self._decision = _Decision(now.match_id, journal, key)
        choice = match.choice.of(seat) if match.choice else None
        option = choice.find(key) if choice else None
        if view.camera and option and _moves(match, option):
            self._changed()
        else:
            self._post(Answer(seat, key, asked=asked(match, view.question, seat)))

    def _usual(self, match: Match[Any], seat: Seat) -> str:
        held = question(match, seat, self._held).hand
        choice = match.choice.of(seat) if match.choice else None
        assert choice is not None
        return sensible(match, choice, options_of(match, choice, held), hand_of(match, held)).key

    def _answer_camera(self, view: View, seat: Seat, decision: _Decision) -> None:
        """The camera cannot tell what was done for a robot, but the robot can."""
        assert view.match is not None
        assert view.question is not None
        now = asked(view.match, view.question, seat)
        if decision.told_camera == now:
            return
        self._decision = replace(decision, told_camera=now)
        key = decision.key
        meant = key if key is not None and key in view.question.runs else NOBODY
        self._post(Answer(seat, meant, asked=now))


def _first_asked(view: View, robots: Container[str]) -> Choice[Any] | None:
    """The first open question of a robot."""
    return next((each for each in view.questions if each.who.colour in robots), None)


def _moves(match: Match[Any], option: Option[Any]) -> list[Text]:
    """What hands do for an answer; nothing if no camera could see it."""
    place_name = partial(match.game.place_name, match.seats)
    if option.by_phone:
        return []
    return [
        Text(
            "Move {piece} from {source} to {target}",
            piece=move.piece.name,
            source=place_name(move.source),
            target=place_name(move.target),
        )
        for move in option.moves
        if move.piece
    ]
