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

from firmware.switches import Button, Press
from rules.flow import TABLE, Seat
from rules.game import RulesError
from rules.games import GAMES
from rules.pieces import Move
from rules.simulation import Simulation
from rules.text import Text
from server.live.host import Host
from server.live.messages import Answer, Begin, Refused, View
from server.robots.player import OutOfStep, RobotPlayer, journal_of, trouble
from server.simulated.playground import Playground
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

    def start(self, game_name: str | None = None) -> None:
        """Let the robots play; without a match, or after its end, they begin a new one: of the game
        that lies there, unless another one is named."""
        with self._lock:
            if self.playing:
                return
            self._join()
            match = self._host.view.match
            if match is None or match.choice is None:
                game = GAMES[game_name or self._playground.game]
                wish = Begin(game.name, _NAMES, game.proposed(simulated=True), robots=True)
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
            self.trouble = Text("The robots lost track and stopped.")
        self._stopping.set()
        self._changed()


class _Stopped(Exception):
    """Somebody wants to play on without robots."""


class _Robots:
    """Players at the table of the people, who begin anew with whatever they find there."""

    def __init__(
        self, host: Host, playground: Playground, pace: float, stopping: threading.Event
    ) -> None:
        self._playground = playground
        self._table = _SharedTable(host, playground, pace, stopping)
        self._seed = SystemRandom().getrandbits(64)
        self._player = self._newcomer()

    def play(self) -> None:
        """Until the match is over."""
        failed, answered, anew = 0, 0, False
        while True:
            try:
                self._get_in_step(anew)
                if self._player.intended.choice is None:
                    return
                self._player.step()
                anew = False
            except OutOfStep as error:
                anew = True
                # Who does the same again and again gets nowhere, however well the first step goes.
                failed = 1 if len(self._player.shown) > answered else failed + 1
                answered = len(self._player.shown)
                if failed == _TRIES:
                    raise
                log.info("The robots look again. %s: %s", self._player.where(), error)
                self._table.pause()

    def _get_in_step(self, anew: bool) -> None:
        """Go on from what the phones show, if that is not what the robots have in mind."""
        shown, intended = self._player.shown, self._player.intended.journal
        as_meant = shown == intended[: len(shown)] and len(intended) - len(shown) <= 1
        untidy = self._table.is_untidy()
        if as_meant and not untidy and not anew:
            return
        if untidy:
            self._table.tidy_up()
            self._player.settle()
        self._seed += 1
        self._player = self._newcomer()

    def _newcomer(self) -> RobotPlayer:
        """Who knows the game and goes on from here."""
        simulation = Simulation.going_on(*self._playground.truth(), self._seed)
        simulation.sensible = True
        return _Outspoken(simulation, self._table, self._seed)


class _Outspoken(RobotPlayer):
    """Says what hands have done and the table did not tell."""

    def say(self, who: Seat, key: str) -> None:
        if not self.view.question:
            self._say_what_is_not_told(1)
        super().say(who, key)

    def check(self, lag: int = 1) -> None:
        """What two choices left behind, and nobody could see, is said as well."""
        if not self.view.question:
            self._say_what_is_not_told(lag)
        super().check(lag)

    def _say_what_is_not_told(self, lag: int) -> None:
        """All that was meant but the last, if the table tells of what came before it only."""
        behind = len(self.intended.journal) - len(self.shown)
        if behind > lag and self.shown == self.intended.journal[: len(self.shown)]:
            for who, option in self.intended.answers[len(self.shown) : -lag]:
                super().say(who, option.key)


class _SharedTable:
    """Hands, button and phones of robots among people, who need time to look."""

    def __init__(
        self, host: Host, playground: Playground, pace: float, stopping: threading.Event
    ) -> None:
        self._host = host
        self._playground = playground
        self._pace = pace
        self._stopping = stopping
        self._acted = 0.0

    @property
    def view(self) -> View:
        return self._host.view

    def get_ready(self) -> None:
        pass

    def do(self, moves: Sequence[Move]) -> None:
        self._take_time()
        self._playground.do(moves)

    def tidy_up(self) -> None:
        self._take_time()
        self._playground.tidy_up()

    def settle(self) -> None:
        give_up = time.monotonic() + _PATIENCE
        while self.view.searching or not self._playground.is_seen_by(self.view.sighting):
            if time.monotonic() > give_up:
                raise OutOfStep(f"not seen; {trouble(self.view)}")
            self._rest(_LOOK_EVERY)

    def press_next(self, answers: int, /) -> None:
        """The first press may only confirm what lies there; then a second one goes on."""
        for _ in range(2):
            self._take_time()
            before, give_up = self.view, time.monotonic() + _PATIENCE
            shown = journal_of(before)
            self._host.post(Press(Button.NEXT))
            while journal_of(self.view) == shown and self.view.final == before.final:
                refused = self.view is not before and self.view.refused
                if refused or time.monotonic() > give_up:
                    raise OutOfStep(f"nothing came of NEXT; {trouble(self.view)}")
                self._rest(_LOOK_EVERY)
            if len(journal_of(self.view)) >= answers:
                return

    def phone(self, seat: Seat, key: str) -> None:
        """First of all say what hands have done and the table did not tell."""
        self._take_time()
        match = self.view.match
        assert match is not None
        asked = match.seats[0] if seat is TABLE else seat
        try:
            self._host.ask(Answer(asked, key)).result(_PATIENCE)
        except (Refused, RulesError, StoreError) as error:
            raise OutOfStep(str(error)) from error

    def is_untidy(self) -> bool:
        view = self.view
        return bool(view.searching or view.wrong or view.unclear or view.pending or view.question)

    def pause(self) -> None:
        self._rest(self._pace)

    def _take_time(self) -> None:
        self._rest(max(0.0, self._acted + self._pace - time.monotonic()))
        self._acted = time.monotonic()

    def _rest(self, seconds: float) -> None:
        if self._stopping.wait(seconds):
            raise _Stopped
