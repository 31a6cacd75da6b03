"""A simulated table for robots alone, with the whole assistant beside it.

The camera over the table, the watch, the host and the store are the real ones. All that the robots
know of them is what every phone shows.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial

from firmware.panel import Panel
from firmware.switches import Button
from rules.flow import TABLE, Seat
from rules.pieces import Move, Piece
from rules.simulation import Simulation
from server.live.albums import Albums, pictured_ids
from server.live.camera_thread import CameraThread
from server.live.host import Host
from server.live.learning import cut_out, taken_in
from server.live.messages import Answer, Begin, Event, Refused, Settled, View
from server.live.snapshot import levels_of
from server.robots.hands import FRAME_EVERY, RobotHands
from server.robots.player import OutOfStep
from server.store import Store
from vision.locate.places import looking
from vision.picture_source import Frame
from vision.reading import Reading
from vision.recognise.found import NO_CARD, counts
from vision.recognise.tags import TagReader
from vision.watching.watch import Watch

_MOST_FRAMES = 40
"""Frames in which any change must have been understood."""


class RobotTable:
    """Time passes there frame by frame."""

    def __init__(
        self,
        store: Store,
        simulation: Simulation,
        seed: int,
        albums: Albums,
        open_hands: Collection[str] = (),
    ) -> None:
        """`open_hands` are the colours of those whose hands lie open before the camera."""
        self.answer_questions: Callable[[], int] = lambda: 0
        """What the robots do about questions of the table; how many there were."""
        self.frames = 0
        self.questions = 0
        self.learned = 0
        """How many cards somebody had to name that nobody knew."""
        self.confirmed = 0
        """How many somebody had to confirm, or to name where they could not be told."""
        self.refusals: list[Refused] = []
        """What the buttons could not do, and why."""
        self._simulation = simulation
        self.hands = RobotHands(
            simulation.match, simulation.dealer, self.wait, seed, self._meant_to_lie, open_hands
        )
        layout, registry = self.hands.table.layout, self.hands.table.registry
        match = simulation.match
        self._albums, copies = albums, pictured_ids(match)
        if copies:
            albums.play(match.game.name, copies)
        self._watch = Watch(
            TagReader(registry, layout),
            looking(layout, registry, copies=copies),
            albums.reader(match.game.name) if copies else None,
        )
        self._camera_thread = CameraThread(self.hands.camera, self._watch, self._tell)
        self.show: Callable[[View], None] = lambda _: None
        """Who else sees every view."""
        self.host = Host(store, self._shown, self._time, self._time)
        self.host.camera_thread = self._camera_thread
        self._panel = Panel.simulated(self._tell)
        self._looked = False

    def close(self) -> None:
        self._panel.close()

    def begin(self) -> None:
        """The match is set up: phones show it, and the camera has seen it."""
        match = self._simulation.match
        names = [seat.name for seat in match.seats]
        self.host.handle(Begin(match.game.name, names, match.settings))
        self.settle()

    @property
    def view(self) -> View:
        return self.host.view

    def wait(self) -> None:
        """One frame passes: the camera looks."""
        self.frames += 1
        with self.hands.camera.frame() as frame:
            self._camera_thread.see(frame)
            self._say_which_cards(frame)
        self.questions += self.answer_questions()

    def get_ready(self) -> None:
        self.hands.dealer = self._simulation.dealer.copy()

    def do(self, moves: Sequence[Move]) -> None:
        self.hands.do(moves)

    def settle(self) -> None:
        for _ in range(_MOST_FRAMES):
            self.wait()
            if self._watch.is_at_rest and not self.view.unknown:
                return
        raise OutOfStep(f"The watch found no rest in {_MOST_FRAMES} frames.")

    def press_next(self, _answers: int = 0, /) -> None:
        """The table is looked at once more before a phase ends."""
        self._looked = False
        self._panel.press(Button.NEXT)
        for _ in range(_MOST_FRAMES):
            if self._looked:
                return
            self.wait()
        raise OutOfStep(f"Nothing came of NEXT in {_MOST_FRAMES} frames.")

    def phone(self, seat: Seat, key: str) -> None:
        anybody = self._simulation.match.seats[0]
        self.host.handle(Answer(anybody if seat is TABLE else seat, key))

    def _shown(self, view: View) -> None:
        self._camera_thread.expect(levels_of(view.match))
        self.show(view)

    def _meant_to_lie(self) -> Sequence[Piece]:
        """The tiles that the robots mean to lie on each other, the lowest first."""
        match = self._simulation.match
        return match.game.piles.laid(match.table)

    def _tell(self, event: Event) -> None:
        self._looked = self._looked or isinstance(event, Settled)
        try:
            self.host.handle(event)
        except Refused as refused:
            self.refusals.append(refused)

    def _say_which_cards(self, frame: Frame) -> None:
        """Somebody says which cards they are that nobody knows yet."""
        unknown = self.view.unknown
        if not unknown or not self._watch.is_at_rest:
            return
        game, albums = self._simulation.match.game, self._albums
        believed: list[Reading] = []
        for spot in unknown:
            lying = self.hands.piece_at(spot.centre)
            kind = game.pieces[lying.piece].kind if lying.face_up else NO_CARD
            if kind == NO_CARD and not all(counts(card.piece) for card in believed):
                continue  # all backs are alike
            known = len(albums.cards(game.name))
            cut = partial(cut_out, frame.coloured(), spot.corners)
            believed.append(taken_in(albums, game.name, kind, spot, cut))
            new = len(albums.cards(game.name)) > known
            self.learned, self.confirmed = self.learned + new, self.confirmed + (not new)
        self._watch.know(albums.reader(game.name), believed=believed)

    def _time(self) -> float:
        return 1_800_000_000.0 + self.frames * FRAME_EVERY
