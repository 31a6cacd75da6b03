"""Renders a table through a camera, with the exact truth about every tag in the picture.

Every surface (table top, mat, zone card, card) is a texture about twice as fine as the picture.
Each pixel is sampled at two by two points, whose places on the surface the camera model gives, and
averaged: that is what a lens and a sensor do, and what keeps the modules of a small tag honest. The
camera model is solved on a grid of a few pixels and interpolated in between.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.lying_flat import own_to_table
from vision.reading import FloatArray, Picture
from vision.simulator.background import PX_PER_MM, SIZE, VARIANTS, table_top
from vision.simulator.camera_model import Camera, transformed
from vision.simulator.drawn import Drawn
from vision.simulator.hand import lay_hand
from vision.simulator.optics import Conditions, compressed, expose, lens_blur
from vision.simulator.scene import Scene
from vision.simulator.textures import (
    MARGIN,
    Ground,
    Surface,
    ground_of,
    ground_surfaces,
    piece_surfaces,
    sharpness,
)
from vision.simulator.truth import Truth, tell_truth

_CELL = 8
"""Pixels between points at which the camera model is solved."""
_SAMPLES = 2
"""Samples along each side of a pixel."""
_BAND = 512
GROUNDS = Drawn(16 * 2**20)
"""Tables without their pieces, as cameras see them: small ones, and parts of large ones."""
_NO_MAP = np.empty(0, np.int16)
"""OpenCV's second map, unused when the first holds both coordinates."""


@dataclass(frozen=True, slots=True, eq=False)
class Rendered:
    picture: Picture
    """Blue-green-red."""
    truth: Truth


def render(
    scene: Scene,
    camera: Camera,
    seed: int = 0,
    conditions: Conditions | None = None,
    moment: int = 0,
) -> Rendered:
    """A picture of the scene. The same arguments always give the same picture.

    The seed decides the table top, the light and the blur; pictures of the same seed and different
    moments differ in their noise only, as two frames of one camera do.
    """
    conditions = conditions or Conditions()
    picture, cover = _drawn(scene, camera, seed, conditions)
    truth = tell_truth(scene, camera, cover)
    return Rendered(photograph(picture, conditions, seed, moment), truth)


def truth_of(scene: Scene, camera: Camera) -> Truth:
    """What can be seen of a scene in even light; nothing of it is drawn."""
    cover = np.zeros((camera.height, camera.width), np.uint8)
    for hand in scene.hands:
        lay_hand(np.zeros((*cover.shape, 3), np.uint8), camera, hand, cover)
    return tell_truth(scene, camera, cover)


def draw(scene: Scene, camera: Camera, seed: int, conditions: Conditions) -> Picture:
    """The scene as the light brings it to the sensor, before noise and compression."""
    return _drawn(scene, camera, seed, conditions)[0]


def _drawn(
    scene: Scene, camera: Camera, seed: int, conditions: Conditions
) -> tuple[Picture, Picture]:
    """And 255 where something that is no surface hides it."""
    random = np.random.default_rng(seed)
    grid = _grid(camera)
    picture = _ground(ground_of(scene), camera, int(random.integers(VARIANTS))).copy()
    for surface in piece_surfaces(scene, sharpness(camera)):
        _lay(picture, grid, surface)
    glare = _lay_glare(picture, camera, scene, conditions.glare, random)
    cover = np.zeros(picture.shape[:2], np.uint8)
    for hand in scene.hands:
        lay_hand(picture, camera, hand, cover)
    return lens_blur(picture, conditions, seed), np.maximum(cover, glare)


def photograph(picture: Picture, conditions: Conditions, seed: int, moment: int) -> Picture:
    """A drawn picture with the light, the noise of one moment, and compression."""
    taken = picture.copy()
    expose(taken, conditions, seed, moment)
    return taken if conditions.jpeg is None else compressed(taken, conditions.jpeg)


class _Grid:
    """The camera's rays at the centres of cells of pixels, with one cell more on every side."""

    def __init__(self, camera: Camera) -> None:
        self.camera = camera
        columns = -(-camera.width // _CELL) + 2
        rows = -(-camera.height // _CELL) + 2
        x = (np.arange(columns) - 0.5) * _CELL - 0.5
        y = (np.arange(rows) - 0.5) * _CELL - 0.5
        pixels = np.stack(np.meshgrid(x, y), axis=-1)
        self.rays = camera.rays(pixels.reshape(-1, 2)).reshape(rows, columns, 2)
        self._planes: dict[float, FloatArray] = {}

    def spots(
        self, cells: tuple[int, int, int, int], to_texture: FloatArray, z: float, samples: int
    ) -> npt.NDArray[np.float32]:
        """Where each sample of some cells (left, top, right, bottom) falls on a texture."""
        left, top, right, bottom = cells
        if z not in self._planes:
            self._planes[z] = self.camera.rays_to_table(z)
        part = self.rays[top : bottom + 2, left : right + 2]
        spots = transformed(part, to_texture @ self._planes[z]).astype(np.float32)
        fine = _CELL * samples
        size = (spots.shape[1] * fine, spots.shape[0] * fine)
        whole = cv2.resize(spots, size, interpolation=cv2.INTER_LINEAR)
        return np.asarray(whole[fine:-fine, fine:-fine], np.float32)


@lru_cache(maxsize=4)
def _grid(camera: Camera) -> _Grid:
    return _Grid(camera)


@GROUNDS.once
def _ground(ground: Ground, camera: Camera, variant: int) -> Picture:
    picture = np.empty((camera.height, camera.width, 3), np.uint8)
    grid = _grid(camera)
    _lay_table_top(picture, grid, ground, variant)
    for surface in ground_surfaces(ground, sharpness(camera)):
        _lay(picture, grid, surface)
    picture.flags.writeable = False
    return picture


def _lay_table_top(picture: Picture, grid: _Grid, ground: Ground, variant: int) -> None:
    texture = table_top(ground.background, variant)
    width, height = ground.table
    left, top = (SIZE[0] - width) / 2, (SIZE[1] - height) / 2
    to_texture = _pixels_per_mm(PX_PER_MM, (-left, -top))
    rows, columns = picture.shape[:2]
    for start in range(0, rows, _BAND):
        end = min(rows, start + _BAND)
        cells = (0, start // _CELL, -(-columns // _CELL), -(-end // _CELL))
        spots = grid.spots(cells, to_texture, 0.0, 1)[: end - start, :columns]
        picture[start:end] = cv2.remap(
            texture, spots, _NO_MAP, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101
        )


def _lay(picture: Picture, grid: _Grid, surface: Surface) -> None:
    """Draw one surface over what is there already."""
    camera = grid.camera
    rows, columns = picture.shape[:2]
    to_table = own_to_table(surface.pose, surface.width, surface.height)
    outline = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * (surface.width, surface.height)
    outline = outline + np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * MARGIN
    pixels = camera.project(transformed(outline, to_table), surface.z)
    low, high = np.floor(pixels.min(0)) - 2, np.ceil(pixels.max(0)) + 3
    left, top = (max(0, int(value)) // _CELL for value in low)
    right = -(-min(columns, int(high[0])) // _CELL)
    bottom = -(-min(rows, int(high[1])) // _CELL)
    if left >= right or top >= bottom:
        return
    to_texture = _pixels_per_mm(surface.px_per_mm, (-MARGIN, -MARGIN)) @ np.linalg.inv(to_table)
    spots = grid.spots((left, top, right, bottom), to_texture, surface.z, _SAMPLES)
    sampled = cv2.remap(
        surface.texture, spots, _NO_MAP, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT
    )
    size = ((right - left) * _CELL, (bottom - top) * _CELL)
    layer = cv2.resize(sampled, size, interpolation=cv2.INTER_AREA)
    under = picture[top * _CELL : bottom * _CELL, left * _CELL : right * _CELL]
    layer = layer[: under.shape[0], : under.shape[1]]
    rest = cv2.cvtColor(cv2.bitwise_not(layer[..., 3]), cv2.COLOR_GRAY2BGR)
    kept = cv2.multiply(under, rest, scale=1 / 255)
    under[:] = cv2.add(kept, cv2.cvtColor(layer, cv2.COLOR_BGRA2BGR))


def _pixels_per_mm(px_per_mm: float, origin: tuple[float, float]) -> FloatArray:
    """From a surface's millimetres to its texture's pixels; `origin` is the texture's corner."""
    x, y = origin
    return np.array(
        [[px_per_mm, 0, -x * px_per_mm - 0.5], [0, px_per_mm, -y * px_per_mm - 0.5], [0, 0, 1]]
    )


def _lay_glare(
    picture: Picture, camera: Camera, scene: Scene, spots: int, random: np.random.Generator
) -> Picture:
    """Lamps mirrored in card sleeves; gives 255 where less than half of the contrast is left."""
    lost = np.zeros(picture.shape[:2], np.uint8)
    for _ in range(spots):
        if scene.pieces:
            pose = scene.pieces[int(random.integers(len(scene.pieces)))].pose
            at = np.array([[pose.x, pose.y]]) + random.uniform(-35, 35, 2)
        else:
            at = random.uniform((0, 0), scene.layout.table)[None]
        x, y = camera.project(at)[0]
        long = random.uniform(6, 16) * camera.px_per_mm
        short, turn = long * random.uniform(0.3, 0.8), random.uniform(0, np.pi)
        half = int(2.6 * long)
        left, top = max(0, int(x) - half), max(0, int(y) - half)
        part = picture[top : max(0, int(y) + half), left : max(0, int(x) + half)]
        if part.size == 0:
            continue
        v, u = np.mgrid[: part.shape[0], : part.shape[1]].astype(np.float32)
        u, v = u + left - x, v + top - y
        along = (u * np.cos(turn) + v * np.sin(turn)) / long
        across = (v * np.cos(turn) - u * np.sin(turn)) / short
        share = np.clip(1.2 * np.exp(-(along**2) - across**2), 0, 0.96)[..., None]
        part[:] = part * (1 - share) + 255 * share
        lost[top : top + part.shape[0], left : left + part.shape[1]][share[..., 0] > 0.5] = 255
    return lost
