"""Robots that play for seats among people: people move the pieces for them.

A robot thinks beside the match, and nobody waits for it. What hands do for it is told to everybody,
piece by piece; the camera understands it like anybody's move, and other moves of its pieces are
refused. What needs no hand it answers itself, like a phone, unless the match has changed since.
What it is told to do on the table people do, and press NEXT. If the process that thinks is lost, it
plays sensibly.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from rules.at_once import key_by, plain
from rules.flow import TABLE, Choice, Option, Reveal, Seat
from rules.match import Match
from rules.search.players import STRENGTHS
from rules.simulation import sensible
from rules.text import Plural, Text
from server.advice.adviser import SECONDS, Advice, Adviser, hand_of, options_of
from server.advice.coach import Held, question
from server.live.asked import answers_before, asked
from server.live.concluded import NOBODY, Asked
from server.live.messages import Answer, Reconsider, Refused, View
from server.robots.open_hands import OpenHands
from server.store import Store

STRENGTH_NAMES = {
    "easy": Text("Easy robot"),
    "sensible": Text("Sensible robot"),
    "strong": Text("Strong robot"),
}
_NOTHING_MORE = ""
"""What the camera is told if nothing has happened besides what it knows already."""


@dataclass(frozen=True, slots=True)
class Instruction:
    """What people do for a robot."""

    seat: Seat
    strength: Text
    option: Option[Any] | None = None
    """What it has chosen; None while it is thinking, or if it waits for what is turned up."""
    moves: tuple[Text, ...] = ()
    """What hands do for it, piece by piece; nothing if it says it itself."""
    before: Text | None = None
    """What people have to do before it can think: it does not see its hand."""
    prompt: Text | None = None
    """What people read for it, if NEXT is to be pressed then."""
    to_do: tuple[Text, ...] = ()
    """What they do for it on the table before they press."""


@dataclass(frozen=True, slots=True)
class _Decision:
    match_id: int
    position: tuple[str, ...]
    """The answers that have led to what the robot is asked."""
    key: str | None = None
    """None while it is being thought about."""


@dataclass(frozen=True, slots=True)
class _Position:
    """Where a robot is asked something: the match, or how it goes on if the camera saw right."""

    match: Match[Any]
    choice: Choice[Any]
    camera: Asked | None

    @property
    def seat(self) -> Seat:
        return self.choice.who

    @property
    def answers(self) -> tuple[str, ...]:
        return tuple(answers_before(self.match, self.seat))


class RobotSeats:
    """`follow` gets every view, on the host's thread; the rest may be asked from any."""

    def __init__(
        self,
        store: Store,
        adviser: Adviser,
        post: Callable[[Answer | Reconsider], None],
        held: Held | None = None,
        seconds: float = SECONDS,
    ) -> None:
        """`held` knows the cards of a hand; a strong robot thinks so long."""
        self._store = store
        self._adviser = adviser
        self._post = post
        self._held = held
        self._seconds = seconds
        self._lock = threading.Lock()
        self._seats: tuple[int | None, Mapping[str, str]] = (None, {})
        self._decisions: dict[str, _Decision] = {}
        """The last one of each colour."""
        self._said: dict[str, str] = {}
        """What each colour is asked and has said something to: nothing is said twice."""

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
            raise Refused(Text("Begin a match first."))
        seat = next((seat for seat in match.seats if seat.colour == colour), None)
        if seat is None:
            raise Refused(Text("No such seat in this match."))
        if strength and (strength not in STRENGTHS or match.game.sensible is None):
            raise Refused(Text("No such robot for this game."))
        blind = self._held is None or (isinstance(self._held, OpenHands) and not view.camera)
        if strength and blind and match.game.piles.hands(seat):
            raise Refused(Text("Robots need a camera to see their cards here."))
        self._store.robots.seat(match_id, colour, strength or None)
        with self._lock:
            self._seats = (match_id, self._store.robots.of(match_id))
            self._decisions.pop(colour, None)
            self._said.pop(colour, None)
        self._post(Reconsider())

    def make_room(self, view: View) -> None:
        """A robot leaves its seat when a phone has taken it."""
        if view.match_id is None or not self.of(view.match_id):
            return
        for colour in self._store.phones.holders(view.match_id):
            if colour in self.of(view.match_id):
                self.seat(view, colour, "")

    def follow(self, view: View) -> None:
        """Let robots think that are asked, and say what they mean."""
        match, robots = view.match, self.of(view.match_id)
        if match is None or view.match_id is None or view.paused or not robots:
            return
        now = {seat.colour: asked(match, view.question, seat) for seat in match.seats}
        with self._lock:
            self._said = {each: said for each, said in self._said.items() if said == now.get(each)}
        for at in _asked(view, robots):
            decision = self._decision(view.match_id, at)
            if decision is None and self._trouble(at) is None:
                self._think(view.match_id, at, robots[at.seat.colour])
            self._say(view, at, decision.key if decision else None)

    def instructions(self, view: View) -> tuple[Instruction, ...]:
        """What people do now for the robots that are asked, or for whom something is turned up."""
        robots = self.of(view.match_id)
        asked = (
            self._instruction(view.match_id or 0, at, STRENGTH_NAMES[robots[at.seat.colour]])
            for at in _asked(view, robots)
            if at.camera is None
        )
        return (*asked, *_turned_up_for(view, robots))

    def why_not(self, match_id: int, match: Match[Any], option: Option[Any]) -> Text | None:
        """Why hands may not do this: a robot plays for the seat, and does not want it."""
        seat = option.who or (match.choice.who if match.choice else None)
        choice = match.choice.of(seat) if match.choice and seat else None
        if seat is None or choice is None or seat.colour not in self.of(match_id):
            return None
        decision = self._decision(match_id, _Position(match, choice, None))
        if decision is None or decision.key is None:
            return Text("the robot for {seat} is thinking: wait", seat=seat)
        chosen = choice.find(decision.key)
        if chosen is None or chosen.key == plain(option).key or _is_same(match, option, chosen):
            return None
        return Text("the robot for {seat} wants: {option}", seat=seat, option=chosen.text)

    def _instruction(self, match_id: int, at: _Position, strength: Text) -> Instruction:
        decision = self._decision(match_id, at)
        option = at.choice.find(decision.key) if decision and decision.key else None
        steps, prompt = at.choice.to_do, at.choice.prompt
        if option and steps is not None:
            return Instruction(at.seat, strength, option, prompt=prompt, to_do=tuple(steps))
        moves = tuple(_moves(at.match, option)) if option and _is_seen(option) else ()
        return Instruction(at.seat, strength, option, moves, None if option else self._trouble(at))

    def _trouble(self, at: _Position) -> Text | None:
        """Why it cannot think yet."""
        hands = self._held
        return hands.trouble(at.match, at.seat) if isinstance(hands, OpenHands) else None

    def _decision(self, match_id: int, at: _Position) -> _Decision | None:
        """What is decided, or being thought about: if somebody else has made it impossible since,
        nothing is.
        """
        found = self._decisions.get(at.seat.colour)
        if found is None or (found.match_id, found.position) != (match_id, at.answers):
            return None
        option = None if found.key is None else at.choice.find(found.key)
        possible = found.key is None or (option is not None and option.blocked is None)
        return found if possible else None

    def _think(self, match_id: int, at: _Position, strength: str) -> None:
        begun = _Decision(match_id, at.answers)
        with self._lock:
            self._decisions[at.seat.colour] = begun
        asking = question(at.match, at.seat, self._held, strength)
        found = self._adviser.ask(replace(asking, seconds=self._seconds))
        found.add_done_callback(partial(self._found, begun, at))

    def _found(self, begun: _Decision, at: _Position, found: Future[tuple[Advice, ...]]) -> None:
        """On the thread of whoever thought."""
        if found.cancelled():
            return
        key = found.result()[0].key if found.exception() is None else self._usual(at)
        with self._lock:
            if self._decisions.get(at.seat.colour) is not begun:
                return
            self._decisions[at.seat.colour] = replace(begun, key=key)
        self._post(Reconsider())

    def _usual(self, at: _Position) -> str:
        match = at.match.fork()
        held = question(match, at.seat, self._held).hand
        choice = match.choice.of(at.seat) if match.choice else None
        assert choice is not None
        return sensible(match, choice, options_of(match, choice, held), hand_of(match, held)).key

    def _say(self, view: View, at: _Position, key: str | None) -> None:
        """Answer what needs no hand, and tell the camera what was done for the robot."""
        assert view.match is not None
        if at.camera is not None:
            meant = _for_camera(at, at.camera, key)
        else:
            option = at.choice.find(key) if key is not None else None
            seen = view.camera and option is not None and _is_seen(option)
            by_hand = seen or at.choice.to_do is not None
            meant = None if by_hand else key
        now = asked(view.match, view.question, at.seat)
        if meant is not None and self._said.get(at.seat.colour) != now:
            self._said[at.seat.colour] = now
            self._post(Answer(at.seat, meant, asked=now, robot=True))


def _asked(view: View, robots: Mapping[str, str]) -> Iterator[_Position]:
    """Where robots are asked something."""
    match = view.match
    for choice in view.questions if match else ():
        assert match is not None
        if choice.who.colour not in robots:
            continue
        if view.question is None or choice is not view.question.choice:
            yield _Position(match, choice, None)
            continue
        fork = match.fork()
        for key in view.question.after:
            fork.play(key)
        own = fork.choice.of(choice.who) if fork.choice else None
        if own is not None:
            yield _Position(fork, own, view.question)


def _turned_up_for(view: View, robots: Mapping[str, str]) -> Iterator[Instruction]:
    """What people turn up, since a robot has no hands."""
    match = view.match
    choice = match.choice if match and view.question is None else None
    if match is None or not isinstance(choice, Reveal):
        return
    in_turn = [taken.who for taken in match.answers[match.script_start :]]
    seat = next((who for who in reversed(in_turn) if who is not TABLE), match.table.active)
    if seat is not None and seat.colour in robots:
        source = match.game.place_name(match.seats, choice.source)
        move = Text("Turn one up for {seat} from {source}", seat=seat, source=source)
        yield Instruction(seat, STRENGTH_NAMES[robots[seat.colour]], moves=(move,))


def _for_camera(at: _Position, camera: Asked, key: str | None) -> str | None:
    """What has been done for the robot: what it has decided, or nothing. None if it must think."""
    said = None if key is None else key_by(at.match.choice, at.seat, key)
    if said in camera.runs:
        return said
    if _NOTHING_MORE in camera.runs:
        return _NOTHING_MORE
    return None if said is None else NOBODY


def _is_same(match: Match[Any], one: Option[Any], other: Option[Any]) -> bool:
    """Whether two answers come to the same."""
    ways = []
    for option in (one, other):
        fork = match.fork()
        seat = option.who or (fork.choice.who if fork.choice else None)
        assert seat is not None
        fork.play(key_by(fork.choice, seat, plain(option).key))
        ways.append(fork.table.key())
    return bool(ways[0] == ways[1])


def _is_seen(option: Option[Any]) -> bool:
    """Whether hands tell an answer to the camera."""
    return not option.by_phone and any(move.piece for move in option.moves)


def _moves(match: Match[Any], option: Option[Any]) -> Iterator[Text]:
    """What hands do for an answer."""
    for move in option.moves:
        places = {
            "source": match.game.place_name(match.seats, move.source),
            "target": match.game.place_name(match.seats, move.target),
        }
        if move.piece is not None:
            yield Text("Move {piece} from {source} to {target}", piece=move.piece.name, **places)
        else:
            yield Plural(
                "Move {n} face-down card from {source} to {target}",
                "Move {n} face-down cards from {source} to {target}",
                move.number,
                **places,
            )
