"""How a simulated camera hangs over its table, and in what light: well, or with faults.

People try here what goes wrong at a real table, and tests do the same.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from vision.reading import FloatArray, Picture, Region
from vision.simulator.camera_model import Camera
from vision.simulator.disturbance import Disturbance, FlickerBands
from vision.simulator.optics import Conditions
from vision.simulator.scene import Scene


@dataclass(frozen=True, slots=True, eq=False)
class HeldSheet:
    """A sheet of paper that somebody holds over the table; it may be slanted."""

    texture: Picture
    """Grey."""
    corners: FloatArray
    """Where its corners are: rows of x, y and z in millimetres, clockwise from the top left."""

    def lay(self, picture: Picture, camera: Camera, _time: float) -> None:
        height, width = self.texture.shape
        printed = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
        corners = camera.project(self.corners[:, :2], self.corners[:, 2])
        seen = corners.astype(np.float32)
        around = Region.of(corners).grown(1).clipped(picture.shape[1], picture.shape[0])
        if not around.width or not around.height:
            return
        corner = np.array([around.x, around.y], np.float32)
        to_part = cv2.getPerspectiveTransform(printed, seen - corner)
        # As coarse as the camera sees it, or the warp would pick single pixels.
        shrunk = max(1.0, width / max(1.0, float(np.linalg.norm(seen[1] - seen[0]))))
        soft = cv2.GaussianBlur(self.texture, (0, 0), shrunk / 2)
        paper = cv2.warpPerspective(soft, to_part, (around.width, around.height))
        there = np.zeros(paper.shape, np.uint8)
        cv2.fillConvexPoly(there, np.round(seen - corner).astype(np.int32), 255)
        rows = slice(around.y, around.y + around.height)
        columns = slice(around.x, around.x + around.width)
        cv2.copyTo(cv2.merge([paper] * 3), there, picture[rows, columns])


@dataclass(frozen=True, slots=True)
class Mounting:
    """The default hangs well, in good light, with all zone cards on the table."""

    height: float = 1.0
    """In times of the height from which it just sees the whole table."""
    tilt: float = 0.0
    """Degrees away from straight down."""
    defocus: float = 0.0
    """Radius in pixels of the disc that a point becomes."""
    brightness: float = 1.0
    glare: int = 0
    """Lamps that something mirrors."""
    flicker: float = 0.0
    """How much brighter and darker than the mean the light becomes, as a share."""
    without: frozenset[str] = field(default_factory=frozenset)
    """Mats that nobody has laid down."""
    sheet: HeldSheet | None = None

    def hung(self, camera: Camera) -> Camera:
        """A camera that hangs well, as this one hangs."""
        return replace(camera, above=camera.above * self.height, tilt=self.tilt)

    def seen(self, scene: Scene) -> Scene:
        """What of the scene lies there."""
        if not self.without:
            return scene
        return replace(scene, mats=tuple(mat for mat in scene.mats if mat[0] not in self.without))

    @property
    def conditions(self) -> Conditions:
        return Conditions(defocus=self.defocus, brightness=self.brightness, glare=self.glare)

    @property
    def disturbances(self) -> tuple[Disturbance, ...]:
        bands = (FlickerBands(depth=self.flicker),) if self.flicker else ()
        return (*bands, self.sheet) if self.sheet is not None else bands

    @property
    def is_plain(self) -> bool:
        """Whether the picture of a part of the table is a part of the picture."""
        return not (self.tilt or self.glare or self.disturbances)


USUAL = Mounting()
