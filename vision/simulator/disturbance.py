"""What moves over a table without being a move: a flame, a screen, shadows, a cat, the light.

A scene lies still; a disturbance changes from moment to moment. It is laid over a drawn picture at
a time in seconds, in the table's millimetres, so that a small and a full picture of the same moment
show the same. What chance decides follows from the seed and the time alone.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np
import numpy.typing as npt

from vision.reading import FloatArray, Picture
from vision.simulator.camera_model import Camera

Colour = tuple[int, int, int]

_COARSE = 8
"""Shadows are soft: they are drawn on every so many pixels and enlarged."""


class Disturbance(Protocol):
    """Something that moves over the table."""

    def lay(self, picture: Picture, camera: Camera, time: float, /) -> None:
        """Change a picture that the camera takes at a time."""
        ...


@dataclass(frozen=True, slots=True)
class Flame:
    """A candle's flame, seen from above: it leans, shrinks and grows all the time."""

    x: float
    y: float
    size: float = 10.0
    """Millimetres; it is three quarters as wide as it is high."""
    seed: int = 0

    def lay(self, picture: Picture, camera: Camera, time: float) -> None:
        random = np.random.default_rng((self.seed, int(time * 25)))
        scale = camera.px_per_mm
        at = np.array([[self.x, self.y]]) + random.normal(0, self.size / 10, 2)
        x, y = camera.project(at)[0]
        high = self.size * random.uniform(0.6, 1.1) * scale
        axes = (max(1.0, high * 0.37), max(1.0, high / 2))
        bright = int(random.uniform(215, 255))
        for share, colour in ((1.0, (60, 150, bright)), (0.6, (170, 235, 255))):
            part = (axes[0] * share, axes[1] * share)
            box = ((float(x), float(y)), (2 * part[0], 2 * part[1]), float(random.normal(0, 12)))
            cv2.ellipse(picture, box, colour, -1, cv2.LINE_AA)


@dataclass(frozen=True, slots=True)
class Phone:
    """A phone that plays a video: another picture every so many seconds."""

    x: float
    y: float
    width: float = 48.0
    height: float = 24.0
    every: float = 0.2
    seed: int = 0

    def lay(self, picture: Picture, camera: Camera, time: float) -> None:
        body = _box(self.x, self.y, self.width + 8, self.height + 8)
        _fill(picture, camera.project(body), (18, 18, 18))
        random = np.random.default_rng((self.seed, int(time / self.every)))
        rows, columns = 3, 6
        y, x = np.mgrid[: rows + 1, : columns + 1]
        grid = np.stack([x / columns - 0.5, y / rows - 0.5], axis=-1) * (self.width, self.height)
        knots = camera.project(grid.reshape(-1, 2) + np.array([self.x, self.y])).reshape(
            *grid.shape
        )
        for row, column in np.ndindex(rows, columns):
            part = knots[row : row + 2, column : column + 2].reshape(4, 2)[[0, 1, 3, 2]]
            blue, green, red = random.integers(20, 255, 3).tolist()
            _fill(picture, part, (blue, green, red))


@dataclass(frozen=True, slots=True)
class FanShadow:
    """The shadow of a fan's blades between the lamp and the table."""

    x: float
    y: float
    radius: float = 120.0
    blades: int = 3
    turns: float = 0.8
    """A second."""
    depth: float = 0.45
    """How much of the light a blade takes."""

    def lay(self, picture: Picture, camera: Camera, time: float) -> None:
        spots = _coarse_spots(picture, camera)
        dx, dy = spots[..., 0] - self.x, spots[..., 1] - self.y
        angle = np.arctan2(dy, dx) - 2 * math.pi * self.turns * time
        across = np.sin(angle * self.blades / 2) ** 2
        far = np.hypot(dx, dy) / self.radius
        shade = _smooth((across - 0.55) / 0.25) * _smooth((1.0 - far) / 0.12)
        _dim(picture, 1 - self.depth * shade)


@dataclass(frozen=True, slots=True)
class CatTail:
    """A cat beside the table: her tail swings over it, and lies still for a moment now and then."""

    x: float
    y: float
    """Where the tail comes over the edge; it points along `towards` degrees."""
    towards: float = 90.0
    length: float = 240.0
    thick: float = 38.0
    swing: float = 22.0
    """Degrees to either side."""
    period: float = 1.6
    fur: Colour = (40, 52, 66)

    def lay(self, picture: Picture, camera: Camera, time: float) -> None:
        pace = time / self.period
        lean = math.sin(2 * math.pi * pace) * (0.75 + 0.25 * math.sin(pace))
        steps = np.linspace(-0.5, 1, 40)
        # The tip lags behind and swings further than the root.
        bend = np.radians(self.towards + self.swing * lean * (0.5 + 0.5 * np.maximum(steps, 0)))
        path = np.stack([np.cos(bend), np.sin(bend)], axis=1) * (steps * self.length)[:, None]
        pixels = camera.project(path + np.array([self.x, self.y]))
        wide = max(1, round(self.thick * camera.px_per_mm))
        points = np.round(pixels * 16).astype(np.int32)
        cv2.polylines(picture, [points], False, self.fur, wide, cv2.LINE_AA, 4)


@dataclass(frozen=True, slots=True)
class FlickerBands:
    """Bands that a lamp on the mains and a rolling shutter make together: they drift."""

    depth: float = 0.08
    """How much brighter and darker than the mean."""
    bands: float = 2.5
    """Over the height of the picture."""
    drift: float = 0.7
    """Bands a second."""

    def lay(self, picture: Picture, _camera: Camera, time: float) -> None:
        rows = (np.arange(len(picture)) + 0.5) / len(picture)
        wave = np.sin(2 * math.pi * (rows * self.bands + self.drift * time))
        _dim(picture, np.broadcast_to((1 + self.depth * wave)[:, None], picture.shape[:2]))


@dataclass(frozen=True, slots=True)
class Clouds:
    """Clouds before the sun: their edges are metres wide, so the table dims nearly evenly."""

    depth: float = 0.35
    period: float = 6.0
    """Seconds from cloud to cloud."""
    slope: float = 0.12
    """How much earlier they come to one end of the table, in periods."""

    def lay(self, picture: Picture, _camera: Camera, time: float) -> None:
        columns = (np.arange(picture.shape[1]) + 0.5) / picture.shape[1]
        phase = time / self.period - self.slope * columns
        cover = 0.5 - 0.5 * np.cos(2 * math.pi * phase)
        _dim(picture, np.broadcast_to((1 - self.depth * cover)[None], picture.shape[:2]))


def _box(x: float, y: float, width: float, height: float) -> FloatArray:
    return np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (width / 2, height / 2) + (x, y)


def _fill(picture: Picture, outline: FloatArray, colour: Colour) -> None:
    points = np.round(outline * 16).astype(np.int32)
    cv2.fillConvexPoly(picture, points, colour, cv2.LINE_AA, 4)


def _coarse_spots(picture: Picture, camera: Camera) -> FloatArray:
    """The points of the table under every few pixels."""
    rows, columns = (-(-size // _COARSE) for size in picture.shape[:2])
    y, x = np.mgrid[:rows, :columns] * float(_COARSE) + (_COARSE - 1) / 2
    return camera.locate(np.stack([x.ravel(), y.ravel()], axis=1)).reshape(rows, columns, 2)


def _smooth(steps: FloatArray) -> FloatArray:
    """From 0 to 1 without a sharp edge."""
    share = np.clip(steps, 0, 1)
    return np.asarray(share * share * (3 - 2 * share))


def _dim(picture: Picture, light: FloatArray) -> None:
    """Multiply a picture by the light, given for all or for every few of its pixels."""
    rows, columns = picture.shape[:2]
    field: npt.NDArray[np.float32] = light.astype(np.float32)
    if field.shape != (rows, columns):
        size = (field.shape[1] * _COARSE, field.shape[0] * _COARSE)
        field = np.asarray(cv2.resize(field, size, interpolation=cv2.INTER_LINEAR), np.float32)
        field = np.ascontiguousarray(field[:rows, :columns])
    cv2.multiply(picture, cv2.merge([field] * 3), dst=picture, dtype=cv2.CV_8U)
