"""Robot hands: they play a match on a simulated table, and only a camera tells the live match.

`RobotHands` move the cards, `RobotMatch` lets robots play what a simulation of their own intends.
They know the rules, what they intend and what phones show; the live match they never look into.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random
from typing import Any, Protocol

from firmware.patchwork_camera import PatchworkCamera
from rules.dealer import Dealer
from rules.flow import TABLE, Choice, Option, Seat
from rules.game import Game
from rules.match import Match
from rules.pieces import Move, Piece, Place, Places
from rules.simulation import Simulation
from server.live import Act, Live, Refused
from vision.camera_model import Camera
from vision.effects import Conditions
from vision.layout import Pose, load_layout
from vision.placing import Tabletop
from vision.reading import Sighting
from vision.registry import load_registry
from vision.scene import Hand
from vision.table import look
from vision.tags import TagReader
from vision.watch import Watch

CAMERA = Camera(width=3520, height=2068, above=908)
"""Sees the whole suggested table; the tags of cards are 30 pixels wide."""
FRAME_EVERY = 1.5
"""Seconds: a pair of frames is far enough apart to decide at once that a card is gone."""
_MOST_FRAMES = 40
"""Frames in which any change must have been understood."""


import os

DEBUG = int(os.environ.get("DEBUG", "0"))


class OutOfStep(Exception):
    """The live match is not where the robots' own match is, or a mistake went unnoticed."""


class Buttons(Protocol):
    """The buttons on the table."""

    def next(self) -> None: ...

    def undo(self, held: bool = False) -> None: ...

    def scan(self, held: bool = False) -> None: ...


class RobotHands:
    """Hands over a simulated table, and the camera above it.

    `pause` lets one frame pass. Who the face-down pieces are, only the dealer knows.
    """

    def __init__(
        self,
        game: Game[Any],
        seats: Sequence[Seat],
        places: Places[Any],
        dealer: Dealer,
        pause: Callable[[], None],
        seed: int = 0,
        camera: Camera = CAMERA,
        conditions: Conditions | None = None,
    ) -> None:
        """`places` and `dealer` are those of a match that has just been set up."""
        layout = load_layout(game.name, [seat.colour for seat in seats])
        self.table = Tabletop(layout, load_registry(game.name), game.stacks, seed)
        self.dealer = dealer
        """Set it to a copy before the dealer of the match goes on."""
        self._pause = pause
        self._random = Random(f"hands {seed}")
        for place, pile in places.piles.items():
            if self.table.is_open(place):
                for piece in pile.known:
                    self.table.lay(piece.id, place)
            elif pile.unknown:
                self.table.pile(place, pile.unknown)
        scene = self.table.scene()
        self.camera = PatchworkCamera(scene, camera, conditions, seed, FRAME_EVERY)

    def do(self, moves: Iterable[Move]) -> None:
        """Move pieces; face-down ones show their faces wherever cards lie open."""
        moves = list(moves)
        if not moves:
            return
        self._reach(self.table.spot_of(moves[-1].target))
        for move in moves:
            self._carry(move)
        self._show(linger=self._random.random() < 0.3)

    def put(self, piece: Piece, place: Place | None) -> None:
        """Put one piece anywhere, right or wrong; None is nowhere in particular."""
        if place is None:
            self.table.drop(piece.id)
        elif self.table.is_open(place):
            self.table.lay(piece.id, place)
        else:
            self.table.take_away(piece.id)
        if piece.id in self.table.places:
            self._reach(self.table.pose(piece.id))
        self._show()

    def leave(self, at: Pose) -> None:
        """Leave a hand lying on the table, its palm over a spot."""
        hand = self._hand(at)
        # Tips of the fingers are a hand's length beyond the palm.
        beyond = -110 if hand.reach > 0 else 110
        hand = replace(hand, y=hand.y + beyond)
        self.camera.scene = replace(self.camera.scene, hands=(hand,))

    def withdraw(self) -> None:
        self.camera.scene = replace(self.camera.scene, hands=())

    def _carry(self, move: Move) -> None:
        pieces: Sequence[Piece]
        if move.piece is None:
            pile = self.dealer.piles[move.source]
            pieces = pile[len(pile) - move.number :]
        else:
            pieces = (move.piece,)
        self.dealer.follow((move,))
        for piece in pieces:
            if self.table.is_open(move.target):
                self.table.lay(piece.id, move.target)
            else:
                self.table.take_away(piece.id)
        for place in (move.source, move.target):
            if not self.table.is_open(place) and place in self.dealer.piles:
                self.table.pile(place, len(self.dealer.piles[place]))

    def _reach(self, at: Pose) -> None:
        self.camera.scene = replace(self.camera.scene, hands=(self._hand(at),))
        self._pause()

    def _show(self, linger: bool = False) -> None:
        hands = self.camera.scene.hands
        if linger:
            self.camera.scene = replace(self.table.scene(), hands=hands)
            self._pause()
        self.camera.scene = self.table.scene()

    def _hand(self, at: Pose) -> Hand:
        """A hand at a spot, its arm coming from the nearer long side of the table."""
        near = at.y > self.table.layout.table[1] / 2
        return Hand(at.x, at.y, self._random.uniform(75, 105) * (1 if near else -1))


@dataclass(slots=True)
class Report:
    """How a match went."""

    intended: list[str]
    journal: list[str]
    frames: int = 0
    questions: int = 0
    mistakes: list[str] = field(default_factory=list)
    """What the robots did wrong on purpose; all of it was noticed."""


class RobotMatch:
    """Robots at a table, a camera above it, the watch behind the camera, and the live match."""

    def __init__(
        self,
        game: Game[Any],
        names: Sequence[str],
        seed: int,
        settings: Mapping[str, str] | None = None,
        camera: Camera = CAMERA,
        conditions: Conditions | None = None,
    ) -> None:
        self.simulation = Simulation(game, names, settings or {}, seed)
        self.intended: Match[Any] = self.simulation.match
        seats = self.intended.seats
        self.live = Live(Match(game, seats, settings or {}))
        self.hands = RobotHands(
            game,
            seats,
            self.intended.table.places,
            self.simulation.dealer,
            self.wait,
            seed,
            camera,
            conditions,
        )
        layout, registry = self.hands.table.layout, self.hands.table.registry
        self.watch = Watch(
            TagReader(registry, layout), partial(_look, layout=layout, registry=registry)
        )
        self.shown: list[str] = []
        """The journal as the phones show it."""
        self.refusals: list[Refused] = []
        """What the buttons could not do, and why."""
        self.buttons: Buttons = _LiveButtons(self)
        self.report = Report(self.intended.journal, self.shown)
        self._random = Random(f"habits {seed}")
        self._decider: Seat | None = None
        self._unconfirmed = False
        self.settle()

    # ------------------------------------------------------------------------------ The table

    def wait(self) -> None:
        """One frame passes: the camera looks."""
        self.report.frames += 1
        with self.hands.camera.frame() as frame:
            event = self.watch.see(frame)
        if isinstance(event, Sighting):
            self.hear(self.live.see(event))
            self._answer_questions()

    def settle(self) -> None:
        """Wait until the camera has understood the table as it lies."""
        for _ in range(_MOST_FRAMES):
            self.wait()
            if self.watch.state == "still":
                return
        raise OutOfStep(f"The watch found no rest in {_MOST_FRAMES} frames.")

    def hear(self, acts: Iterable[Act]) -> None:
        """What happened is shown on all phones."""
        for act in acts:
            if act.kind == "choice":
                self.shown.append(act.key)
            elif act.kind == "undo":
                self.shown.pop()

    def phone(self, seat: Seat, key: str) -> None:
        self.hear(self.live.answer(seat, key))

    def _answer_questions(self) -> None:
        while self.live.question:
            self.report.questions += 1
            question = self.live.question
            number = len(self.shown) + len(question.after)
            key = self.intended.journal[number] if number < len(self.intended.journal) else ""
            if key not in question.runs:
                raise OutOfStep(f"{self._where()}: asked about {list(question.runs)}")
            who = question.choice.who
            self.phone(self.intended.seats[0] if who is TABLE else who, key)

    # ------------------------------------------------------------------------------ Playing

    def play(self, choices: int | None = None) -> Report:
        """Play to the end, or until so many choices are made."""
        while self.intended.choice and (choices is None or len(self.intended.journal) < choices):
            self.step()
        self.report.intended, self.report.journal = self.intended.journal, self.shown
        if self.intended.choice is None:
            self.check(lag=0)
        return self.report

    def step(self) -> None:
        """One choice of the robots' own match, with everything their hands do for it."""
        choice, option = self.intended.choice, self.simulation.pick()
        assert choice is not None
        assert option is not None
        self.before(choice, option)
        self.hands.dealer = self.simulation.dealer.copy()
        moves = self.simulation.take(option)
        if DEBUG and len(self.intended.journal) >= DEBUG:
            print(
                choice.who,
                option.key,
                [(m.piece and m.piece.id, *m[1:]) for m in moves],
                self.live._late,
                self.live._pending,
                self.live._faces,
            )
        if choice.who is not TABLE:
            self._decider = option.who or choice.who
        self.carry_out(choice, option, moves)
        self.check()
        asked = self.intended.choice
        if asked and asked.who not in (TABLE, self._decider) and self._decider:
            self._confirm()
        self.check()

    def before(self, choice: Choice[Any], option: Option[Any]) -> None:
        """Just before the hands do what was chosen: the moment for mistakes."""

    def carry_out(self, choice: Choice[Any], option: Option[Any], moves: list[Move]) -> None:
        by_hand = [move for move in moves if move in option.moves]
        rest = [move for move in moves if move not in option.moves]
        if option.key == choice.next_key:
            self.buttons.next()
            self._unconfirmed = False
        elif not moves and not self._leads_to_the_table():
            self.phone(self.intended.seats[0] if choice.who is TABLE else choice.who, option.key)
        else:
            self._unconfirmed = True
            if choice.who is not TABLE and by_hand and rest and self._random.random() < 0.5:
                by_hand, rest = moves, []
            if by_hand:
                self.hands.do(by_hand)
                self.settle()
        if rest:
            self.clear_up(rest)

    def clear_up(self, moves: list[Move]) -> None:
        """What the rules demand after a choice."""
        self.hands.do(moves)
        self.settle()

    def _leads_to_the_table(self) -> bool:
        """Whether the table will show what was chosen: a card turned up, a crew sent."""
        asked = self.intended.choice
        return asked is not None and (
            asked.who is TABLE or any(option.moves for option in asked.legal())
        )

    def _confirm(self) -> None:
        """Who has done their part presses NEXT before another one goes on."""
        if self._unconfirmed:
            self.buttons.next()
            self._unconfirmed = False

    def check(self, lag: int = 1) -> None:
        """The phones show what was intended, but for a choice that leaves no trace yet."""
        intended = self.intended.journal
        behind = len(intended) - len(self.shown)
        if self.shown != intended[: len(self.shown)] or behind > lag:
            raise OutOfStep(f"{self._where()}: not what was intended")
        if self.live.wrong or self.live.unclear:
            raise OutOfStep(f"{self._where()}: {self.trouble()}")

    def trouble(self) -> str:
        wrong = [f"{piece.id}: {reason}" for piece, reason in self.live.wrong.items()]
        return "; ".join([*wrong, *map(str, self.live.unclear)])

    def _where(self) -> str:
        return (
            f"after {len(self.intended.journal)} choices, {self.intended.journal[-4:]} intended, "
            f"{self.shown[-4:]} of {len(self.shown)} shown"
        )


class _LiveButtons:
    """Buttons that are wired to nothing but the live match."""

    def __init__(self, match: RobotMatch) -> None:
        self._match = match

    def next(self) -> None:
        self._press(self._match.live.press_next)

    def undo(self, held: bool = False) -> None:
        self._press(partial(self._match.live.press_undo, held))

    def scan(self, held: bool = False) -> None:
        if held:
            self._match.live.paused = not self._match.live.paused
        else:
            self._match.watch.audit()

    def _press(self, press: Callable[[], list[Act]]) -> None:
        try:
            self._match.hear(press())
        except Refused as refused:
            self._match.refusals.append(refused)


def _look(tags: Any, size: tuple[int, int], *, layout: Any, registry: Any) -> Sighting:
    return look(tags, layout, registry, size)
