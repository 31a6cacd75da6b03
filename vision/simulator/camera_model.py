"""A camera above a table, as numbers: which point of the table falls on which pixel.

Table coordinates are millimetres, x to the right and y towards the viewer's side, z up. Pixels are
OpenCV's: the centre of the top left pixel is (0, 0).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from vision.reading import FloatArray

MAX_SIZE = (4640, 3072)
"""The widest and the highest picture of the cameras in use, with a rim around it."""
_EXACT = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 50, 1e-10)


@dataclass(frozen=True, slots=True)
class Camera:
    """The default is a Raspberry Pi Camera Module 3 as the stand hangs it over Port Royal."""

    width: int = 4608
    height: int = 2592
    above: float = 1013.0
    """Millimetres from the table up to the lens."""
    tilt: float = 0.0
    """Degrees away from straight down; the camera then stands on the near side of the table."""
    turn: float = 0.0
    """Degrees about its own axis."""
    aim: tuple[float, float] = (590.0, 345.0)
    """The point of the table in the middle of the picture."""
    field_of_view: float = 66.0
    """Degrees across the width of the picture."""
    lens: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    """Distortion k1, k2, p1, p2, as OpenCV's calibration gives it."""

    def __post_init__(self) -> None:
        if not (16 <= self.width <= MAX_SIZE[0] and 16 <= self.height <= MAX_SIZE[1]):
            raise ValueError(
                f"A picture of {self.width} x {self.height} pixels cannot be rendered; "
                f"choose a size from 16 x 16 to {MAX_SIZE[0]} x {MAX_SIZE[1]}."
            )
        if self.above <= 0 or not -60 <= self.tilt <= 60 or not 5 <= self.field_of_view <= 120:
            raise ValueError(
                "The camera must be above the table, tilted by at most 60 degrees and see between "
                f"5 and 120 degrees, not {self.above} mm, {self.tilt} and {self.field_of_view}."
            )

    @property
    def focal(self) -> float:
        """The focal length in pixels."""
        return self.width / 2 / math.tan(math.radians(self.field_of_view / 2))

    @property
    def matrix(self) -> FloatArray:
        f = self.focal
        centre = ((self.width - 1) / 2, (self.height - 1) / 2)
        return np.array([[f, 0, centre[0]], [0, f, centre[1]], [0, 0, 1]])

    @property
    def distortion(self) -> FloatArray:
        return np.array(self.lens)

    @property
    def px_per_mm(self) -> float:
        """Pixels a millimetre of the table, in the middle of the picture."""
        return self.focal * math.cos(math.radians(self.tilt)) / self.above

    def rotation(self) -> FloatArray:
        """From the table's axes to the camera's (x right, y down, z away from the lens)."""
        lean, turn = math.radians(self.tilt), math.radians(self.turn)
        about_x = np.array(
            [
                [1, 0, 0],
                [0, math.cos(lean), math.sin(lean)],
                [0, -math.sin(lean), math.cos(lean)],
            ]
        )
        about_axis = np.array(
            [
                [math.cos(turn), -math.sin(turn), 0],
                [math.sin(turn), math.cos(turn), 0],
                [0, 0, 1],
            ]
        )
        # The table's axes are a left hand and the camera's a right one, since it looks down.
        downward = np.diag([1.0, 1.0, -1.0])
        return np.asarray(about_axis @ about_x @ downward)

    def position(self) -> FloatArray:
        """Where the lens is, in table coordinates."""
        back = self.above * math.tan(math.radians(self.tilt))
        return np.array([self.aim[0], self.aim[1] + back, self.above])

    def project(self, points: FloatArray, z: float | FloatArray = 0.0) -> FloatArray:
        """The pixels of points of the table (rows of x, y), or of points `z` mm above it."""
        flat = np.asarray(points, np.float64).reshape(-1, 2)
        at = np.column_stack([flat, np.broadcast_to(z, len(flat))]) - self.position()
        seen = at @ self.rotation().T
        x, y = (seen[:, :2] / seen[:, 2:]).T
        k1, k2, p1, p2 = self.lens
        r2 = x * x + y * y
        radial = 1 + r2 * (k1 + r2 * k2)
        bent_x = x * radial + 2 * p1 * x * y + p2 * (r2 + 2 * x * x)
        bent_y = y * radial + p1 * (r2 + 2 * y * y) + 2 * p2 * x * y
        centre = ((self.width - 1) / 2, (self.height - 1) / 2)
        return np.asarray(np.column_stack([bent_x, bent_y]) * self.focal + centre)

    def rays(self, pixels: FloatArray) -> FloatArray:
        """Where the rays of pixels meet the plane one unit before the lens, distortion undone."""
        flat = np.ascontiguousarray(pixels, np.float64).reshape(-1, 1, 2)
        matrix, distortion = self.matrix, self.distortion
        if any(self.lens):
            rays = cv2.undistortPointsIter(
                flat, matrix, distortion, np.eye(3), np.eye(3), _EXACT
            ).reshape(-1, 2)
        else:
            rays = (flat.reshape(-1, 2) - matrix[:2, 2]) / self.focal
        return np.asarray(rays, np.float64)

    def rays_to_table(self, z: float = 0.0) -> FloatArray:
        """The 3 x 3 homography from `rays` to points of the plane `z` mm above the table."""
        rotation = self.rotation()
        lift = rotation @ (np.array([0, 0, z]) - self.position())
        to_rays = np.column_stack([rotation[:, 0], rotation[:, 1], lift])
        return np.asarray(np.linalg.inv(to_rays))

    def locate(self, pixels: FloatArray, z: float = 0.0) -> FloatArray:
        """The points of the table under pixels: the way back of `project`."""
        return transformed(self.rays(pixels), self.rays_to_table(z))


def transformed(points: FloatArray, homography: FloatArray) -> FloatArray:
    """Points (rows of x, y) through a homography."""
    out = points @ homography[:, :2].T + homography[:, 2]
    return np.asarray(out[..., :2] / out[..., 2:])
