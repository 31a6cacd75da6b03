"""Robots that play on the simulated table where people play too, slowly enough to be followed.

They do with pieces, button and phones what people would do, and the camera has to understand them.
They can be stopped at any moment; whoever goes on finds the match as it is. They take over again
from wherever people have left it.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from random import SystemRandom
from typing import Any

from firmware.switches import Button, Press
from rules.flow import TABLE, Option, Seat
from rules.game import RulesError
from rules.games import GAMES
from rules.pieces import Move
from rules.simulation import Simulation
from rules.text import Text
from server.host import Answer, Begin, Host, View
from server.live import Refused
from server.playground import Playground
from server.robot_player import OutOfStep, RobotPlayer
from server.store import StoreError

log = logging.getLogger(__name__)

PACE = 2.2
"""Seconds from one move to the next."""
_NAMES = ("Ada", "Blaise", "Carl")
_LOOK_EVERY = 0.05
_PATIENCE = 20.0
"""Seconds in which a move must have been seen and understood."""
_TRIES = 3


class Demonstration:
    """`start` and `stop` as often as one likes, from any thread."""

    def __init__(
        self,
        host: Host,
        playground: Playground,
        changed: Callable[[], None] = lambda: None,
        pace: float = PACE,
    ) -> None:
        """`changed` is called when the robots begin or end."""
        self._host = host
        self._playground = playground
        self._changed = changed
        self._pace = pace
        self._lock = threading.Lock()
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self.trouble: Text | None = None
        """Why the robots gave up, if they did."""

    @property
    def playing(self) -> bool:
        return self._thread is not None and self._thread.is_alive() and not self._stopping.is_set()

    def start(self) -> None:
        """Let the robots play; without a match, or after its end, they begin a new one."""
        with self._lock:
            if self.playing:
                return
            self._join()
            match = self._host.view.match
            if match is None or match.choice is None:
                game = GAMES[self._playground.game]
                wish = Begin(game.name, _NAMES, game.proposed(simulated=True))
                self._host.ask(wish).result(_PATIENCE)
            self.trouble = None
            self._stopping = threading.Event()
            robots = _Robots(self._host, self._playground, self._pace, self._stopping)
            self._thread = threading.Thread(
                target=self._run, args=(robots,), name="robots", daemon=True
            )
            self._thread.start()
        self._changed()

    def stop(self) -> None:
        """The robots leave the table as it is. Does no harm twice."""
        if self.playing:
            self._stopping.set()
            self._changed()

    def close(self) -> None:
        """Stop, and wait until they have left."""
        self._stopping.set()
        self._join()

    def _join(self) -> None:
        if self._thread is not None:
            self._thread.join()

    def _run(self, robots: _Robots) -> None:
        try:
            robots.play()
        except _Stopped:
            return
        except OutOfStep as error:
            log.warning("The robots gave up. %s", error)
            self.trouble = Text("The robots lost track of the match and left the table.")
        self._stopping.set()
        self._changed()


class _Stopped(Exception):
    """Somebody wants to play on without robots."""


class _Robots(RobotPlayer):
    def __init__(
        self, host: Host, playground: Playground, pace: float, stopping: threading.Event
    ) -> None:
        self._host = host
        self._playground = playground
        self._pace = pace
        self._stopping = stopping
        self._acted = 0.0
        self._seed = SystemRandom().getrandbits(64)
        super().__init__(self._intentions(), self._seed)

    @property
    def view(self) -> View:
        return self._host.view

    def play(self) -> None:
        """Until the match is over."""
        failed = 0
        while True:
            try:
                self._get_in_step(anew=failed > 0)
                if self.intended.choice is None:
                    return
                self.step()
                failed = 0
            except OutOfStep as error:
                failed += 1
                if failed == _TRIES:
                    raise
                log.info("The robots look again. %s", error)
                self._rest(self._pace)

    def get_ready(self, option: Option[Any]) -> None:
        log.debug("The robots choose %s.", option.key)

    def do(self, moves: Sequence[Move]) -> None:
        self._take_time()
        self._playground.do(moves)

    def settle(self) -> None:
        give_up = time.monotonic() + _PATIENCE
        while not self._playground.is_seen_by(self.view.sighting):
            if time.monotonic() > give_up:
                raise OutOfStep(f"{self.where()}: not seen; {self.trouble()}")
            self._rest(_LOOK_EVERY)
        self.answer_questions()

    def press_next(self) -> None:
        """The first press may only confirm what lies there; then a second one goes on."""
        for _ in range(2):
            self._take_time()
            before, give_up = self.view, time.monotonic() + _PATIENCE
            self._host.post(Press(Button.NEXT))
            while self.shown == _journal(before) and self.view.final == before.final:
                refused = self.view is not before and self.view.refused
                if refused or time.monotonic() > give_up:
                    raise OutOfStep(f"{self.where()}: nothing came of NEXT; {self.trouble()}")
                self._rest(_LOOK_EVERY)
            if len(self.shown) >= len(self.intended.journal):
                return

    def phone(self, seat: Seat, key: str) -> None:
        self._take_time()
        asked = self.intended.seats[0] if seat is TABLE else seat
        try:
            self._host.ask(Answer(asked, key)).result(_PATIENCE)
        except (Refused, RulesError, StoreError) as error:
            raise OutOfStep(f"{self.where()}: {error}") from error

    def _get_in_step(self, anew: bool) -> None:
        """Go on from what the phones show, if that is not what the robots have in mind."""
        untidy, behind = self._is_untidy(), len(self.intended.journal) - len(self.shown)
        as_meant = self.shown == self.intended.journal[: len(self.shown)] and behind <= 1
        if as_meant and not untidy and not anew:
            return
        if untidy:
            self._take_time()
            self._playground.tidy_up()
            self.settle()
        self._seed += 1
        self.simulation = self._intentions()
        self._decider, self._unconfirmed = None, False

    def _intentions(self) -> Simulation:
        """What robots that know the game would do from here on."""
        simulation = Simulation.going_on(*self._playground.truth(), self._seed)
        simulation.sensible = True
        return simulation

    def _is_untidy(self) -> bool:
        view = self.view
        return bool(view.wrong or view.unclear or view.pending or view.question)

    def _take_time(self) -> None:
        self._rest(max(0.0, self._acted + self._pace - time.monotonic()))
        self._acted = time.monotonic()

    def _rest(self, seconds: float) -> None:
        if self._stopping.wait(seconds):
            raise _Stopped


def _journal(view: View) -> list[str]:
    return view.match.journal if view.match else []
