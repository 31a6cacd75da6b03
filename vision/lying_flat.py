"""Where a point of something flat lies on the table, and a point of the table on it."""

from __future__ import annotations

import math

import numpy as np

from vision.layout import Pose
from vision.reading import FloatArray


def own_to_table(pose: Pose, width: float, height: float) -> FloatArray:
    """The 3 x 3 matrix from its own millimetres (origin top left) to the table's."""
    turn = math.radians(pose.angle)
    c, s = math.cos(turn), math.sin(turn)
    x = pose.x - c * width / 2 + s * height / 2
    y = pose.y - s * width / 2 - c * height / 2
    return np.array([[c, -s, x], [s, c, y], [0, 0, 1]])


def on_table(points: FloatArray, pose: Pose, width: float, height: float) -> FloatArray:
    matrix = own_to_table(pose, width, height)
    return np.asarray(points @ matrix[:2, :2].T + matrix[:2, 2])


def from_table(points: FloatArray, pose: Pose, width: float, height: float) -> FloatArray:
    matrix = own_to_table(pose, width, height)
    return np.asarray((points - matrix[:2, 2]) @ matrix[:2, :2])


def square(x: float, y: float, side: float) -> FloatArray:
    """The corners of a square around a point, clockwise from the top left."""
    h = side / 2
    return np.array([[x - h, y - h], [x + h, y - h], [x + h, y + h], [x - h, y + h]])
