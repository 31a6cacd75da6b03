"""Robot seats at a table of robot hands: these do for them what the screen says, piece by piece.

What the robot seats say comes from threads of their own; here it is heard when somebody waits for
it, so that a match goes the same way however fast they think.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Mapping, Sequence
from queue import Empty, SimpleQueue
from typing import Any

from rules.flow import Choice, Option, Seat
from rules.match import Match
from rules.pieces import Move
from rules.simulation import Hand, Simulation
from server.advice.adviser import SECONDS, Adviser
from server.live.messages import Answer, Reconsider, Refused
from server.robots.mistakes import KINDS, ClumsyPlayer
from server.robots.open_hands import OpenHands
from server.robots.player import OutOfStep, as_called
from server.robots.seats import Instruction, RobotSeats
from server.robots.table import RobotTable
from server.store import Store

_PATIENCE = 120.0
"""Seconds in which a robot must have said something, also if its process is lost twice."""
_BETWEEN_KILLS = 3
"""Every so many decisions the process that thinks is killed, if it is to be killed."""


class HelpedSeats:
    """Robots for some colours, and what they have said and nobody has heard yet."""

    def __init__(
        self, strengths: Mapping[str, str], seconds: float = SECONDS, kills: int = 0
    ) -> None:
        """While it thinks, the process that searches is killed so many times."""
        self.strengths = strengths
        self.decided = 0
        """How many decisions were asked for."""
        self.killed = 0
        self._seconds = seconds
        self._kills = kills
        self._adviser = Adviser()
        self._news: SimpleQueue[Answer | Reconsider] = SimpleQueue()
        self._sayings: dict[str, Answer] = {}

    def sit_down(self, store: Store, table: RobotTable) -> None:
        """The match has begun: robots take their seats."""
        self._host = table.host
        held = OpenHands(lambda: table.view)
        self._seats = RobotSeats(store, self._adviser, self._news.put, held, self._seconds)
        self._host.robots, table.show = self._seats, self._seats.follow
        for colour, strength in self.strengths.items():
            self._seats.seat(self._host.view, colour, strength)
            self._hear()

    def close(self) -> None:
        self._adviser.close()

    def decision(self, seat: Seat) -> Instruction:
        """What the screen says for a seat, as soon as its robot has decided."""
        while True:
            for told in self._seats.instructions(self._host.view):
                if told.seat == seat and told.option is not None:
                    return told
            self._kill()
            self._hear()

    def let_say(self, seat: Seat) -> None:
        """Hear what a robot says itself; what has changed since, it says anew."""
        while True:
            while seat.colour not in self._sayings:
                self._hear()
            try:
                self._host.handle(self._sayings.pop(seat.colour))
            except Refused:
                continue
            return

    def _hear(self) -> None:
        try:
            news = self._news.get(timeout=_PATIENCE)
        except Empty:
            raise OutOfStep("A robot that is asked says nothing.") from None
        if isinstance(news, Answer):
            self._sayings[news.seat.colour] = news
        else:
            self._host.handle(news)

    def _kill(self) -> None:
        """If it is time to, kill the process while it thinks."""
        due = self.killed < self._kills and self.decided >= _BETWEEN_KILLS * (self.killed + 1)
        process = self._adviser.pid
        if due and process is not None:
            os.kill(process, signal.SIGKILL)
            self.killed += 1


class HelpfulPlayer(ClumsyPlayer):
    """Plays for people as ever, and moves for robot seats what the screen says."""

    def __init__(
        self,
        simulation: Simulation,
        table: RobotTable,
        seed: int,
        seats: HelpedSeats,
        mistakes: int,
        kinds: Sequence[str] = KINDS,
    ) -> None:
        super().__init__(simulation, table, seed, mistakes, kinds)
        self._seats = seats
        mine = [seat for seat in self.intended.seats if seat.colour in seats.strengths]
        simulation.players = {**simulation.players, **dict.fromkeys(mine, self._as_told)}

    def answer_questions(self) -> int:
        """What the camera asks about a robot, the robot answers."""
        answered = 0
        while (question := self.view.question) and self._is_robot(question.choice.who):
            self._seats.let_say(question.choice.who)
            answered += 1
        return answered + super().answer_questions()

    def _as_told(
        self, _match: Match[Any], question: Choice[Any], options: Sequence[Option[Any]], _: Hand
    ) -> Option[Any]:
        self._seats.decided += 1
        told = self._seats.decision(question.who).option
        assert told is not None
        key = as_called(self.intended, told.key)
        for option in options:
            if option.key == key:
                return option
        raise OutOfStep(f"{self.where()}: a robot wants {told.key}, which is not possible")

    def _carry_out(self, choice: Choice[Any], option: Option[Any], moves: list[Move]) -> None:
        seat = option.who or choice.who
        if not self._is_robot(seat):
            super()._carry_out(choice, option, moves)
            return
        by_hand = [move for move in moves if move in option.moves]
        rest = [move for move in moves if move not in option.moves]
        told = self._seats.decision(seat)
        if told.moves:
            self._controls.do(by_hand)
            self.settle()
        elif told.prompt is not None:
            self._controls.press_next(len(self.intended.journal))
            rest = moves
        else:
            self._seats.let_say(seat)
            rest = moves
        self._unconfirmed = True
        if rest:
            self.clear_up(rest)

    def _table_will_show(self, who: Seat) -> bool:
        """A robot is asked only when all before it is known."""
        asked = self.intended.choice
        robot = asked is not None and self._is_robot(asked.who)
        return not robot and super()._table_will_show(who)

    def _is_robot(self, seat: Seat) -> bool:
        return seat.colour in self._seats.strengths
