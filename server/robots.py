"""Robots that play whole matches on a simulated table, with nothing but hands, buttons and phones.

They play what a simulation of their own intends. The camera over their table, the watch, the host
and the store are the real ones, and all that the robots know of them is what every phone shows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from firmware.panel import Panel
from firmware.switches import Button
from rules.flow import TABLE, Option, Seat
from rules.game import Game
from rules.pieces import Move
from rules.simulation import Simulation
from server.eyes import Eyes
from server.host import Answer, Begin, Event, Host, Settled, View
from server.live import Refused
from server.robot_hands import FRAME_EVERY, RobotHands
from server.robot_player import OutOfStep, RobotPlayer
from server.store import Store
from vision.table import look
from vision.tags import TagReader
from vision.watch import Watch

_MOST_FRAMES = 40
"""Frames in which any change must have been understood."""


@dataclass(slots=True)
class Report:
    """How a match went."""

    intended: Sequence[str]
    journal: Sequence[str]
    frames: int
    questions: int
    mistakes: Sequence[str]
    """What the robots did wrong on purpose; all of it was noticed."""


@dataclass(slots=True)
class _Count:
    frames: int = 0
    questions: int = 0
    mistakes: list[str] = field(default_factory=list)


class RobotMatch(RobotPlayer):
    """Robots at a table, and the whole assistant beside it. Use it in `with`."""

    def __init__(
        self,
        store: Store,
        game: Game[Any],
        names: Sequence[str],
        seed: int,
        settings: Mapping[str, str] | None = None,
        sensible: bool = False,
    ) -> None:
        """`sensible` robots play as the game's own player would, the others at random."""
        super().__init__(Simulation(game, names, settings or {}, seed), seed)
        self.simulation.sensible = sensible
        self.count = _Count()
        self.refusals: list[Refused] = []
        """What the buttons could not do, and why."""
        table, dealer = self.intended.table, self.simulation.dealer
        sides = game.sides(table)
        self.hands = RobotHands(game, sides, table.places, dealer, self.wait, seed)
        layout, registry = self.hands.table.layout, self.hands.table.registry
        self._watch = Watch(
            TagReader(registry, layout), lambda tags, size: look(tags, layout, registry, size)
        )
        self._eyes = Eyes(self.hands.camera, self._watch, self._tell)
        self._host = Host(store, lambda _: None, self._time, self._time)
        self._host.eyes = self._eyes
        self._panel = Panel.simulated(self._tell)
        self._looked = False
        self._host.handle(Begin(game.name, names, settings or {}))
        self.settle()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._panel.close()

    @property
    def view(self) -> View:
        return self._host.view

    # ------------------------------------------------------------------------- At the table

    def wait(self) -> None:
        """One frame passes: the camera looks."""
        self.count.frames += 1
        with self.hands.camera.frame() as frame:
            event = self._eyes.see(frame)
        if event is not None:
            self._tell(event)
        self.count.questions += self.answer_questions()

    def before(self, option: Option[Any]) -> None:
        """Just before the hands do what was chosen: the moment for mistakes."""

    def get_ready(self, option: Option[Any]) -> None:
        self.before(option)
        self.hands.dealer = self.simulation.dealer.copy()

    def do(self, moves: Sequence[Move]) -> None:
        self.hands.do(moves)

    def settle(self) -> None:
        for _ in range(_MOST_FRAMES):
            self.wait()
            if self._watch.state == "still":
                return
        raise OutOfStep(f"The watch found no rest in {_MOST_FRAMES} frames.")

    def press_next(self) -> None:
        """The table is looked at once more before a phase ends."""
        self._looked = False
        self._panel.press(Button.NEXT)
        for _ in range(_MOST_FRAMES):
            if self._looked:
                return
            self.wait()
        raise OutOfStep(f"Nothing came of NEXT in {_MOST_FRAMES} frames.")

    def phone(self, seat: Seat, key: str) -> None:
        self._host.handle(Answer(self.intended.seats[0] if seat is TABLE else seat, key))

    def _tell(self, event: Event) -> None:
        self._looked = self._looked or isinstance(event, Settled)
        try:
            self._host.handle(event)
        except Refused as refused:
            self.refusals.append(refused)

    def _time(self) -> float:
        return 1_800_000_000.0 + self.count.frames * FRAME_EVERY

    def play(self, choices: int | None = None) -> Report:
        """Play to the end, or until so many choices are made."""
        while self.intended.choice and (choices is None or len(self.intended.journal) < choices):
            self.step()
        if self.intended.choice is None:
            self.check(lag=0)
        count = self.count
        return Report(
            self.intended.journal, self.shown, count.frames, count.questions, count.mistakes
        )
