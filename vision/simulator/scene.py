"""What lies on a simulated table: pieces, mats, what lies under them, and a hand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from random import Random
from typing import Literal

import numpy as np

from rules.pieces import Place
from vision.layout import Layout, Pose
from vision.lying_flat import from_table, on_table
from vision.registry import Registry
from vision.shapes import Rectangle

Background = Literal["wood", "cloth"]
Style = Literal["plain", "hard", "stranger"]


class SceneError(ValueError):
    """A scene that cannot be rendered; the message says what is wrong and what to do."""


@dataclass(frozen=True, slots=True)
class Deck:
    """How the faces of a copy are printed, and whether its cards are in sleeves.

    `plain` faces differ all over; `hard` ones are as alike as those of a real game; a `stranger`'s
    are just as hard and look like no game of ours: another one for every seed.
    """

    style: Style = "plain"
    seed: int = 0
    sleeved: bool = False


PLAIN = Deck()


@dataclass(frozen=True, slots=True)
class PlacedPiece:
    """A piece on the table. `tag` replaces its own: another id, or None for no label at all."""

    piece: str
    pose: Pose
    face_up: bool = True
    tag: int | Literal["own"] | None = "own"
    z: float = 0.0
    """Millimetres above the table, for a card on a pile."""


@dataclass(frozen=True, slots=True)
class Underlay:
    """A plain coloured sheet under somebody's cards."""

    colour: str
    pose: Pose
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand reaching to a point, its arm coming from `reach` (degrees, 90 = the near side)."""

    x: float
    y: float
    reach: float = 90.0
    above: float = 60.0
    sleeve: tuple[int, int, int] = (120, 70, 40)


@dataclass(frozen=True, slots=True)
class Scene:
    """Pieces and mats are drawn in their order: the last one lies on top."""

    layout: Layout
    registry: Registry
    pieces: tuple[PlacedPiece, ...] = ()
    mats: tuple[tuple[str, Pose], ...] = ()
    underlays: tuple[Underlay, ...] = ()
    hands: tuple[Hand, ...] = ()
    background: Background = "wood"
    deck: Deck = PLAIN

    def place_of(self, pose: Pose) -> Place | None:
        """The place a piece belongs to by its centre; the mat on top wins."""
        for key, mat_pose in reversed(self.mats):
            mat = self.layout.mats[key]
            spot = from_table(np.array([[pose.x, pose.y]]), mat_pose, mat.width, mat.height)
            for place in self.layout.places_on(key):
                if place.contains(float(spot[0, 0]), float(spot[0, 1])):
                    return place.name
        return None


def underlays_of(layout: Layout) -> tuple[Underlay, ...]:
    """A sheet in the seat's colour under whatever a seat has beside its mat."""
    underlays = []
    for place in layout.places:
        mat, shape = layout.mats[place.mat], place.shape
        x, y = shape.centre
        beside = not (0 <= x <= mat.width and 0 <= y <= mat.height)
        if mat.seat and isinstance(shape, Rectangle) and beside:
            pose = layout.suggested[place.mat]
            (x, y), *_ = on_table(np.array([shape.centre]), pose, mat.width, mat.height)
            centre = Pose(float(x), float(y), pose.angle)
            underlays.append(Underlay(mat.seat, centre, shape.width, shape.height))
    return tuple(underlays)


def shown_tag(registry: Registry, placed: PlacedPiece) -> int | None:
    """The tag that can be seen on a piece, if any: the one on its face, or on its back."""
    if placed.tag != "own":
        return placed.tag if placed.face_up else None
    tags = registry.tags_of(placed.piece)
    side = 0 if placed.face_up else 1
    return tags[side] if side < len(tags) else None


def thrown_about(
    scene: Scene,
    pieces: Iterable[str],
    random: Random,
    across: tuple[float, float],
    along: tuple[float, float],
) -> Scene:
    """Sixty of the pieces thrown onto a table: some tags covered, some pieces face down."""
    all_pieces = list(pieces)
    random.shuffle(all_pieces)
    thrown = tuple(
        PlacedPiece(
            piece,
            Pose(random.uniform(*across), random.uniform(*along), random.uniform(-180, 180)),
            random.random() > 0.15,
        )
        for piece in all_pieces[:60]
    )
    return replace(scene, pieces=thrown)
