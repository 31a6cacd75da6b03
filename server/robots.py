"""Robots that play whole matches on a simulated table, with nothing but hands, buttons and phones.

They play what a simulation of their own intends. The camera over their table, the watch, the host
and the store are the real ones, and all that the robots know of them is what every phone shows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Self

from firmware.panel import Panel
from firmware.switches import Button
from rules.flow import TABLE, Choice, Option, Seat
from rules.game import Game
from rules.match import Match
from rules.pieces import Move
from rules.simulation import Simulation
from server.eyes import Eyes
from server.host import Answer, Begin, Event, Host, Settled, View
from server.live import Refused
from server.robot_hands import FRAME_EVERY, RobotHands
from server.store import Store
from vision.table import look
from vision.tags import TagReader
from vision.watch import Watch

_MOST_FRAMES = 40
"""Frames in which any change must have been understood."""
_AT_ONCE = 0.5
"""How often a robot does what the rules demand in one go with its choice."""


class OutOfStep(Exception):
    """The phones do not show what the robots meant, or a mistake went unnoticed."""


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


class RobotMatch:
    """Robots at a table, and the whole assistant beside it. Use it in `with`."""

    def __init__(
        self,
        store: Store,
        game: Game[Any],
        names: Sequence[str],
        seed: int,
        settings: Mapping[str, str] | None = None,
    ) -> None:
        self.simulation = Simulation(game, names, settings or {}, seed)
        self.intended: Match[Any] = self.simulation.match
        self.count = _Count()
        self.refusals: list[Refused] = []
        """What the buttons could not do, and why."""
        table, dealer = self.intended.table, self.simulation.dealer
        self.hands = RobotHands(game, self.intended.seats, table.places, dealer, self.wait, seed)
        layout, registry = self.hands.table.layout, self.hands.table.registry
        self._watch = Watch(
            TagReader(registry, layout), lambda tags, size: look(tags, layout, registry, size)
        )
        self._eyes = Eyes(self.hands.camera, self._watch, self._tell)
        self._host = Host(store, lambda _: None, self._time, self._time)
        self._host.eyes = self._eyes
        self._panel = Panel.simulated(self._tell)
        self._looked = False
        self._random = Random(f"habits {seed}")
        self._decider: Seat | None = None
        self._unconfirmed = False
        self._host.handle(Begin(game.name, names, settings or {}))
        self.settle()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._panel.close()

    @property
    def view(self) -> View:
        """What the phones show."""
        return self._host.view

    @property
    def shown(self) -> list[str]:
        """The journal as the phones show it."""
        return self.view.match.journal if self.view.match else []

    # ------------------------------------------------------------------------- At the table

    def wait(self) -> None:
        """One frame passes: the camera looks."""
        self.count.frames += 1
        with self.hands.camera.frame() as frame:
            event = self._eyes.see(frame)
        if event is not None:
            self._tell(event)
        self._answer_questions()

    def settle(self) -> None:
        """Wait until the camera has understood the table as it lies."""
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
        """Chance has no phone of its own: anybody's will do."""
        self._host.handle(Answer(self.intended.seats[0] if seat is TABLE else seat, key))

    def _tell(self, event: Event) -> None:
        self._looked = self._looked or isinstance(event, Settled)
        try:
            self._host.handle(event)
        except Refused as refused:
            self.refusals.append(refused)

    def _time(self) -> float:
        return 1_800_000_000.0 + self.count.frames * FRAME_EVERY

    def _answer_questions(self) -> None:
        while question := self.view.question:
            self.count.questions += 1
            number = len(self.shown) + len(question.after)
            key = self.intended.journal[number] if number < len(self.intended.journal) else ""
            if key not in question.runs:
                key = ""  # nothing more has happened
            if key not in question.runs:
                raise OutOfStep(f"{self.where()}: asked about {list(question.runs)}")
            self.phone(question.choice.who, key)

    # ------------------------------------------------------------------------------- Playing

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

    def step(self) -> None:
        """One choice of the robots' own match, with everything their hands do for it."""
        choice, option = self.intended.choice, self.simulation.pick()
        assert choice is not None
        assert option is not None
        self.before(option)
        self.hands.dealer = self.simulation.dealer.copy()
        moves = self.simulation.take(option)
        if choice.who is not TABLE:
            self._decider = option.who or choice.who
        self._carry_out(choice, option, moves)
        self.check()
        asked = self.intended.choice
        if asked and asked.who not in (TABLE, self._decider) and self._decider:
            self._confirm()

    def before(self, option: Option[Any]) -> None:
        """Just before the hands do what was chosen: the moment for mistakes."""

    def clear_up(self, moves: Sequence[Move]) -> None:
        """What the rules demand after a choice."""
        self.hands.do(moves)
        self.settle()

    def _carry_out(self, choice: Choice[Any], option: Option[Any], moves: list[Move]) -> None:
        by_hand = [move for move in moves if move in option.moves]
        rest = [move for move in moves if move not in option.moves]
        if option.key == choice.next_key:
            self.press_next()
            self._unconfirmed = False
        elif not moves and not self._table_will_show():
            self.phone(choice.who, option.key)
            self._unconfirmed = True
        else:
            self._unconfirmed = True
            if choice.who is not TABLE and by_hand and self._goes_in_one(by_hand, rest):
                by_hand, rest = moves, []
            if by_hand:
                self.hands.do(by_hand)
                self.settle()
        if rest:
            self.clear_up(rest)

    def _goes_in_one(self, by_hand: list[Move], rest: list[Move]) -> bool:
        """Now and then; but who takes a card lets it be seen before the others are cleared away.

        Nobody could tell afterwards which of two ships of the same worth was traded.
        """
        sources = {move.source for move in by_hand}
        cleared = any(move.piece and move.source in sources for move in rest)
        return not cleared and self._random.random() < _AT_ONCE

    def _table_will_show(self) -> bool:
        """Whether the next choice will tell what this one was: a card turned up, a crew sent."""
        asked = self.intended.choice
        return asked is not None and (
            asked.who is TABLE or all(option.moves for option in asked.legal())
        )

    def _confirm(self) -> None:
        """Who has done their part presses NEXT before another one goes on."""
        if self._unconfirmed:
            self.press_next()
            self._unconfirmed = False
            self.check()

    def check(self, lag: int = 1) -> None:
        """The phones show what was intended, but for a choice that leaves no trace yet."""
        intended, shown = self.intended.journal, self.shown
        behind = len(intended) - len(shown)
        if shown != intended[: len(shown)] or behind > lag:
            raise OutOfStep(f"{self.where()}: not what was intended; {self.trouble()}")
        if self.view.wrong or self.view.unclear:
            raise OutOfStep(f"{self.where()}: {self.trouble()}")

    def trouble(self) -> str:
        view = self.view
        said = [view.said] if view.said else []
        return (
            "; ".join(map(str, (*view.wrong.values(), *view.unclear, *view.pending, *said)))
            or "all well"
        )

    def where(self) -> str:
        return (
            f"After {len(self.intended.journal)} choices, {self.intended.journal[-4:]} intended, "
            f"{self.shown[-4:]} of {len(self.shown)} shown"
        )
