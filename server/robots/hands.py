"""Robot hands: they move the cards of a simulated table, as untidily as people do."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np

from rules.dealer import Dealer
from rules.match import Match
from rules.pieces import Move, Piece, Place
from server.live.snapshot import hands_of
from server.simulated.piles import pile_up
from vision.layout import Pose, layout_of
from vision.reading import FloatArray
from vision.registry import load_registry
from vision.simulator.patchwork_camera import PatchworkCamera, camera_above
from vision.simulator.placing import Tabletop
from vision.simulator.scene import Hand, PlacedPiece

FRAME_EVERY = 1.5
"""Seconds: a pair of frames is far enough apart to decide at once that a card is gone."""
_HELD, _PALM = 50, 110
"""Millimetres to the tips of a hand's fingers from the middle of what it holds, or of its palm."""


class NoRoom(Exception):
    """Something cannot lie open on the drawn table."""


class RobotHands:
    """Hands over a simulated table, and the camera above it.

    `pause` lets one frame pass. Who the face-down pieces are, only the dealer knows.
    """

    def __init__(
        self,
        match: Match[Any],
        dealer: Dealer,
        pause: Callable[[], None],
        seed: int = 0,
        laid: Callable[[], Sequence[Piece]] = tuple,
        open_hands: Collection[str] = (),
    ) -> None:
        """The match has just been set up. `laid` says which tiles are meant to lie under others,
        `open_hands` whose hands lie open on the table.
        """
        game, places = match.game, match.table.places
        colours = [seat.colour for seat in game.scoring.sides(match.table)]
        layout = layout_of(game, colours, open_hands)
        hands = hands_of(match) & {*layout.names}
        registry = load_registry(game.name)
        bare = [key for key, piece in game.pieces.items() if piece.kind in places.pictured]
        stacks = game.piles.stacks - hands
        self.table = Tabletop(layout, registry, stacks, seed, unlabelled=bare)
        for place in sorted(hands):
            if not self._has_room(place):
                raise NoRoom(
                    f"The drawn table has no room for {place} to lie open beside what others have. "
                    "Let the robot play for another seat, or take fewer players."
                )
        self.dealer = dealer
        """Set it to a copy before the dealer of the match goes on."""
        self._pause, self._laid = pause, laid
        self._stacks, self._aside = game.piles.stacks, game.piles.aside
        self._face_down: set[Place] = set()
        self._random = Random(f"hands {seed}")
        for place, pile in places.piles.items():
            if self.table.is_open(place):
                for piece in pile.known:
                    # Nobody ever says where a piece without a tag goes: it stays in the box.
                    if piece not in places.untagged:
                        self.table.lay(piece.id, place)
            if place in game.piles.face_up | hands:
                for piece in dealer.piles[place]:
                    self.table.lay(piece.id, place)
            elif pile.unknown and place not in self._aside:
                self._face_down.add(place)
                pile_up(self.table, dealer, place)
        camera = camera_above(layout, registry)
        self.camera = PatchworkCamera(self.table.scene(), camera, None, seed, FRAME_EVERY)

    def _has_room(self, place: Place) -> bool:
        """Whether a place lies on the table, and nobody else's things over it."""
        middle, (width, height) = self.table.spot_of(place), self.table.layout.table
        on_table = 0 < middle.x < width and 0 < middle.y < height
        return on_table and self.table.bare.place_of(middle) == place

    def do(self, moves: Iterable[Move]) -> None:
        """Move pieces; face-down ones show their faces on an open stack, and nowhere else."""
        moves = list(moves)
        if not moves:
            return
        self._reach(*self._spots(moves))
        for move in moves:
            self._carry(move)
        self.table.stack(piece.id for piece in self._laid())
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

    def piece_at(self, spot: FloatArray) -> PlacedPiece:
        """The piece whose middle is at a spot of the picture."""
        (x, y), *_ = self.camera.camera.locate(np.array([spot]))
        return min(
            reversed(self.camera.scene.pieces),
            key=lambda lying: math.hypot(lying.pose.x - x, lying.pose.y - y),
        )

    def leave(self, at: Pose) -> None:
        """Leave a hand lying on the table, its palm over a spot."""
        self.camera.scene = replace(self.camera.scene, hands=(self._hand(at, _PALM),))

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
            self.table.take_away(piece.id)
        shown = self.table.is_open(move.target) and (move.piece or move.target in self._stacks)
        if not shown and move.piece is None and move.target not in self._aside:
            self._face_down.add(move.target)
        coming = pieces if shown else ()
        for place in self._face_down.intersection((move.source, move.target)):
            pile_up(self.table, self.dealer, place, coming)
        for piece in coming:
            self.table.lay(piece.id, move.target)

    def _spots(self, moves: Sequence[Move]) -> Iterator[Pose]:
        """Where pieces are taken from and put down, as far as one hand does not reach both."""
        found: list[Pose] = []
        for move in moves:
            lying = self.table.placed(move.piece.id) if move.piece else None
            for spot in (lying.pose if lying else None, self.table.spot_of(move.target)):
                if spot and all(math.hypot(spot.x - at.x, spot.y - at.y) > _HELD for at in found):
                    found.append(spot)
                    yield spot

    def _reach(self, *spots: Pose) -> None:
        """Whatever is moved, a hand is over it, and over the place where it comes to lie."""
        self.camera.scene = replace(self.camera.scene, hands=tuple(map(self._hand, spots)))
        self._pause()

    def _show(self, linger: bool = False) -> None:
        hands = self.camera.scene.hands
        if linger:
            self.camera.scene = replace(self.table.scene(), hands=hands)
            self._pause()
        self.camera.scene = self.table.scene()

    def _hand(self, at: Pose, beyond: float = _HELD) -> Hand:
        """A hand at a spot, its arm coming from the nearer long side of the table; the tips of its
        fingers are so far beyond.
        """
        side = 1 if at.y > self.table.layout.table[1] / 2 else -1
        return Hand(at.x, at.y - side * beyond, self._random.uniform(75, 105) * side)
