"""Cards laid on a simulated table one by one, as people do: nearly straight, where there is room.

In a place the cards lie in rows and columns. A lower row lies on top of an upper one but never on
its labels. In a stack only the cards on top show. What lies face down has no place for the camera:
each of these piles gets a spot of its own on what is free of the table.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from random import Random

import numpy as np

from rules.pieces import Place
from vision.layout import Layout, PlaceShape, Pose
from vision.reading import FloatArray
from vision.registry import Registry
from vision.scene import Lying, Mat, Scene, on_table
from vision.scenes import SceneError
from vision.shapes import Rectangle

_APART = 4.0
"""Millimetres from card to card in a row."""
_STEP = 24.0
"""Millimetres from row to row: a label and what an untidy hand needs."""
_OFF = 1.3
_TURN = 1.3
"""How far off the middle of its spot (mm), and how far turned (degrees), a card usually is."""
_PILED_OFF = 2.5
_PILED_TURN = 3.0
_SEARCH = 8.0
"""Millimetres from try to try when bare room is looked for."""
_PILE_SHOWS = 5
"""Cards of a stack that are drawn: the ones below look out nowhere."""


@dataclass(frozen=True, slots=True)
class _Spot:
    """Where a card can lie in a place; `row` 0 is the uppermost."""

    row: int
    column: int
    pose: Pose


class Tabletop:
    """Where every piece lies, to the millimetre. `scene` is what a camera would see of it."""

    def __init__(
        self,
        layout: Layout,
        registry: Registry,
        stacks: Collection[Place],
        seed: int = 0,
    ) -> None:
        self.layout = layout
        self.registry = registry
        self.places: dict[str, Place | None] = {}
        """Where each piece lies face up; None if it was put down in no place at all."""
        self._random = Random(seed)
        self._stacks = stacks
        self._shapes = {place.name: place for place in layout.places}
        self._spots: dict[Place, list[_Spot]] = {}
        self._lying: dict[str, tuple[_Spot | None, Lying]] = {}
        self._piles: dict[Place, int] = {}
        self._bare = list(_bare_spots(layout, registry))
        self._frames = tuple(layout.suggested.items())
        self._mats = tuple(_mats(layout))

    def scene(self) -> Scene:
        rows: list[tuple[int, Lying]] = []
        piled: dict[Place, list[Lying]] = {}
        for piece, (spot, lying) in self._lying.items():
            place = self.places[piece]
            if spot is None and place is not None:
                piled.setdefault(place, []).append(lying)
            else:
                rows.append((spot.row if spot else 0, lying))
        rows.sort(key=lambda each: each[0])
        shown = [lying for pile in piled.values() for lying in pile[-_PILE_SHOWS:]]
        pieces = (*self._backs(), *(lying for _, lying in rows), *shown)
        return Scene(self.layout, self.registry, pieces, self._frames, self._mats)

    def is_open(self, place: Place) -> bool:
        """Whether cards lie there face up, for the camera to see."""
        return place in self._shapes

    def lay(self, piece: str, place: Place) -> None:
        """Put a piece down face up, on top of a stack or where it covers least."""
        self.take_away(piece)
        shape = self._shapes[place]
        self.places[piece] = place
        if place in self._stacks:
            pose = self._noisy(self._middle(shape), _PILED_OFF, _PILED_TURN)
            self._lying[piece] = (None, Lying(piece, pose))
            return
        spot = self._free_spot(place, self.registry.size_of(piece))
        self._lying[piece] = (spot, Lying(piece, self._noisy(spot.pose, _OFF, _TURN)))

    def drop(self, piece: str) -> None:
        """Put a piece down face up where no place is."""
        self.take_away(piece)
        if not self._bare:
            raise SceneError("There is no free room on the table to drop a card.")
        self.places[piece] = None
        pose = self._noisy(self._bare[-1], _OFF, _TURN)
        self._lying[piece] = (None, Lying(piece, pose))

    def take_away(self, piece: str) -> None:
        """Take a piece off the table, if it lies there face up."""
        self.places.pop(piece, None)
        self._lying.pop(piece, None)

    def pile(self, place: Place, count: int) -> None:
        """So many cards lie face down now."""
        self._piles[place] = count

    def pose(self, piece: str) -> Pose:
        return self._lying[piece][1].pose

    def label(self, piece: str) -> Pose:
        """Where the label of a piece is."""
        pose, spec = self.pose(piece), self.registry.label_of(piece)
        (x, y), *_ = on_table(np.array([[spec.x, spec.y]]), pose, *self.registry.size_of(piece))
        return Pose(float(x), float(y), pose.angle)

    def spot_of(self, place: Place) -> Pose:
        """Where a hand reaches for a place."""
        if place in self._shapes:
            return self._middle(self._shapes[place])
        return self._pile_spot(place) or Pose(self.layout.table[0] / 2, self.layout.table[1])

    def _backs(self) -> Iterator[Lying]:
        any_card = next(iter(self.registry.pieces.values()))
        for place, count in self._piles.items():
            spot = self._pile_spot(place)
            if count and spot:
                # The next card of a pile never lies quite like the one before.
                turn = (count * 7 % 5 - 2) * 0.5
                yield Lying(any_card, Pose(spot.x, spot.y, turn), face_up=False)

    def _pile_spot(self, place: Place) -> Pose | None:
        """Piles take the free spots of the table in turn; the last one is for what is dropped."""
        number = list(self._piles).index(place) if place in self._piles else len(self._bare)
        return self._bare[number] if number < len(self._bare) - 1 else None

    def _free_spot(self, place: Place, size: tuple[float, float]) -> _Spot:
        """A spot for a piece; what lies in one place is all of one size."""
        if place not in self._spots:
            self._spots[place] = list(self._grid(self._shapes[place], size))
        taken = [
            spot
            for piece, (spot, _) in self._lying.items()
            if spot is not None and self.places[piece] == place
        ]
        free = [spot for spot in self._spots[place] if spot not in taken]
        if not free:
            raise SceneError(f"There is no room left in {place}; put some cards elsewhere.")
        high = size[1]

        def covered(spot: _Spot) -> int:
            column = (other for other in taken if other.column == spot.column)
            return sum(abs(other.row - spot.row) * _STEP < high for other in column)

        return min(free, key=lambda spot: (covered(spot), spot.row, spot.column))

    def _grid(self, place: PlaceShape, size: tuple[float, float]) -> Iterator[_Spot]:
        shape = _rectangle(place)
        wide, high = size
        columns = int((shape.width - wide) // (wide + _APART)) + 1
        rows = int((shape.height - high) // _STEP) + 1
        if columns < 1 or rows < 1:
            raise SceneError(f"No card fits into {place.name}.")
        left = shape.x + (shape.width - (columns - 1) * (wide + _APART)) / 2
        top = shape.y + (shape.height - (rows - 1) * _STEP) / 2
        for row in range(rows):
            for column in range(columns):
                at = (left + column * (wide + _APART), top + row * _STEP)
                yield _Spot(row, column, self._pose_on(place, at))

    def _middle(self, place: PlaceShape) -> Pose:
        return self._pose_on(place, place.shape.centre)

    def _pose_on(self, place: PlaceShape, at: tuple[float, float]) -> Pose:
        frame, pose = self.layout.frames[place.frame], self.layout.suggested[place.frame]
        (x, y), *_ = on_table(np.array([at]), pose, frame.width, frame.height)
        return Pose(float(x), float(y), pose.angle)

    def _noisy(self, pose: Pose, off: float, turn: float) -> Pose:
        def error(usual: float) -> float:
            return max(-1.7, min(1.7, self._random.gauss(0, 0.8))) * usual

        return Pose(pose.x + error(off), pose.y + error(off), pose.angle + error(turn))


def _rectangle(place: PlaceShape) -> Rectangle:
    if not isinstance(place.shape, Rectangle):
        raise SceneError(f"Only a rectangle can be filled with cards; {place.name} is none.")
    return place.shape


def _outlines(layout: Layout) -> Iterator[FloatArray]:
    """Lowest and highest x and y of everything that has a place on the table."""
    for key, pose in layout.suggested.items():
        frame = layout.frames[key]
        corners = [(0.0, 0.0), (frame.width, frame.height)]
        for place in layout.places_on(key):
            shape = _rectangle(place)
            corners += [
                (shape.x, shape.y),
                (shape.x + shape.width, shape.y + shape.height),
            ]
        for low, high in zip(corners[::2], corners[1::2], strict=True):
            box = np.array([low, (high[0], low[1]), high, (low[0], high[1])])
            spots = on_table(box, pose, frame.width, frame.height)
            yield np.concatenate([spots.min(axis=0), spots.max(axis=0)])


def _bare_spots(layout: Layout, registry: Registry) -> Iterator[Pose]:
    """Where a card could lie without touching a place or a zone card, from the near side on."""
    wide, high = (side + 2 * _APART for side in registry.card_size)
    taken = np.array(list(_outlines(layout)))
    width, height = layout.table
    for y in np.arange(height - high / 2, high / 2, -_SEARCH):
        for x in np.arange(wide / 2, width - wide / 2, _SEARCH):
            box = np.array([x - wide / 2, y - high / 2, x + wide / 2, y + high / 2])
            apart = (box[:2] >= taken[:, 2:]) | (taken[:, :2] >= box[2:])
            if apart.any(axis=1).all():
                taken = np.vstack([taken, box])
                yield Pose(float(x), float(y))


def _mats(layout: Layout) -> Iterator[Mat]:
    """A mat in the seat's colour under every seat's area."""
    for place in layout.places:
        frame, shape = layout.frames[place.frame], place.shape
        if frame.seat and isinstance(shape, Rectangle):
            pose = layout.suggested[place.frame]
            (x, y), *_ = on_table(np.array([shape.centre]), pose, frame.width, frame.height)
            centre = Pose(float(x), float(y), pose.angle)
            yield Mat(frame.seat, centre, shape.width, shape.height)
