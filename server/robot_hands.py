"""Robot hands: they move the cards of a simulated table, as untidily as people do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from firmware.patchwork_camera import PatchworkCamera, camera_above
from rules.dealer import Dealer
from rules.flow import Seat
from rules.game import Game
from rules.pieces import Move, Piece, Place, Places
from vision.camera_model import Camera
from vision.effects import Conditions
from vision.layout import Pose, load_layout
from vision.placing import Tabletop
from vision.registry import load_registry
from vision.scene import Hand

FRAME_EVERY = 1.5
"""Seconds: a pair of frames is far enough apart to decide at once that a card is gone."""


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
        camera: Camera | None = None,
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
        camera = camera or camera_above(layout)
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
