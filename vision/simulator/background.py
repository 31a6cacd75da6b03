"""Table tops to lie cards on: wood and cloth, made of noise."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.reading import Picture
from vision.simulator.scene import Background

PX_PER_MM = 1.5
SIZE = (1000, 700)
"""Millimetres; further out the table top repeats itself mirrored."""
VARIANTS = 6

_CLOTHS = ((60, 92, 38), (96, 62, 34), (48, 40, 104), (70, 66, 62), (44, 78, 92), (84, 54, 76))
_WOODS = (
    (72, 110, 160),
    (46, 74, 118),
    (92, 134, 176),
    (40, 58, 88),
    (84, 112, 142),
    (58, 98, 150),
)


@lru_cache(maxsize=8)
def table_top(kind: Background, variant: int) -> Picture:
    random = np.random.default_rng(variant)
    number = variant % VARIANTS
    picture = _wood(random, _WOODS[number]) if kind == "wood" else _cloth(random, _CLOTHS[number])
    picture.flags.writeable = False
    return picture


def _noise(
    random: np.random.Generator, columns: int, rows: int, width: int, height: int
) -> npt.NDArray[np.float32]:
    """Smooth noise of so many bumps across and down."""
    small = random.standard_normal((rows, columns)).astype(np.float32)
    large = cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC)
    return np.asarray(large, np.float32)


def _wood(random: np.random.Generator, colour: tuple[int, int, int]) -> Picture:
    width, height = round(SIZE[0] * PX_PER_MM), round(SIZE[1] * PX_PER_MM)
    grain = 0.5 * _noise(random, 6, 110, width, height)
    grain += 0.35 * _noise(random, 25, 480, width, height)
    grain += 0.2 * _noise(random, 190, height, width, height)
    shade = np.zeros((height, 1), np.float32)
    top = 0
    while top < height:
        board = int(random.uniform(90, 150) * PX_PER_MM)
        shade[top : top + board] = random.normal(0, 0.9)
        shade[top : top + 2] = -5
        top += board
    return _tinted(np.asarray(grain + shade, np.float32), colour, 0.075)


def _cloth(random: np.random.Generator, colour: tuple[int, int, int]) -> Picture:
    width, height = round(SIZE[0] * PX_PER_MM), round(SIZE[1] * PX_PER_MM)
    threads = random.standard_normal((height, width)).astype(np.float32)
    threads = np.asarray(cv2.GaussianBlur(threads, (0, 0), 0.8), np.float32) * 1.5
    folds = _noise(random, 5, 4, width, height) + 0.5 * _noise(random, 60, 40, width, height)
    return _tinted(np.asarray(threads + folds, np.float32), colour, 0.06)


def _tinted(
    texture: npt.NDArray[np.float32], colour: tuple[int, int, int], depth: float
) -> Picture:
    levels = cv2.convertScaleAbs(texture, alpha=25, beta=128)
    shades = np.linspace(-128 / 25, 127 / 25, 256)[:, None] * depth + 1
    colours = np.clip(shades * colour, 0, 255).astype(np.uint8).reshape(256, 1, 3)
    return np.asarray(cv2.applyColorMap(levels, colours), np.uint8)
