"""How high a camera hangs over a table: high enough for its picture to show all of it, with room.

That follows from how large a game's table is and how wide the camera's lens sees. The stand is as
tall as this says, sheets and pages tell it, and the simulated camera hangs there.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from rules.text import Text
from vision.layout import Layout
from vision.registry import Registry

LEAST_PX = 17.0
"""Below this width tags are missed even in the best light."""
MARGIN = 25.0
"""Millimetres that the picture shows beyond each edge of the table: nobody hangs a camera exactly
over the middle, a boom sags, and what stands high leans outwards."""


@dataclass(frozen=True, slots=True)
class CameraKind:
    """A camera that can be bought, as its maker describes it."""

    key: str
    name: Text
    size: tuple[int, int]
    """Pixels across and along."""
    across: float
    """Degrees that it sees across the width of its picture."""

    @property
    def focal(self) -> float:
        """In widths of its picture."""
        return 1 / (2 * math.tan(math.radians(self.across / 2)))

    def shows(self, above: float) -> tuple[float, float]:
        """Millimetres of the table in its picture, across and along."""
        width = above / self.focal
        return width, width * self.size[1] / self.size[0]


MODULE_3 = CameraKind("module3", Text("Camera Module 3"), (4608, 2592), 66.0)
CAMERAS = (
    MODULE_3,
    # Its maker says 102 x 67 degrees, which no picture of this shape has: the narrower of both.
    CameraKind("module3_wide", Text("Camera Module 3 Wide"), (4608, 2592), 99.0),
    # From the sensor's width of 6.287 mm; the 63 degrees on its box are for a larger sensor.
    CameraKind("hq", Text("HQ camera with a 6 mm lens"), (4056, 3040), 55.0),
    CameraKind("usb", Text("USB camera with 4K and 70 degrees"), (3840, 2160), 70.0),
)


def camera_with(size: tuple[int, int]) -> CameraKind:
    """The camera that gives pictures of this size, as far as that tells."""
    return next((camera for camera in CAMERAS if camera.size == size), MODULE_3)


@dataclass(frozen=True, slots=True)
class Hanging:
    """One camera over the table of one game."""

    camera: CameraKind
    above: float
    """Millimetres from the table up to the lens."""
    tag_px: float
    """Pixels across the smallest tag of the game."""

    @property
    def cm(self) -> int:
        """The height to the next whole centimetre up: as it is told."""
        return math.ceil(self.above / 10)


def hangings(layout: Layout, registry: Registry) -> list[Hanging]:
    """Every camera over the table of one game."""
    return [hanging(layout, registry, camera) for camera in CAMERAS]


def hanging(layout: Layout, registry: Registry, camera: CameraKind = MODULE_3) -> Hanging:
    """Where a camera just shows the whole table and the margin around it."""
    shows = camera.shows(1.0)
    above = max(
        (side + 2 * MARGIN) / shown for side, shown in zip(layout.table, shows, strict=True)
    )
    smallest = min(form.label.side for form in registry.forms)
    return Hanging(camera, above, smallest * camera.size[0] / camera.shows(above)[0])
