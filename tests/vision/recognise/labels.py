"""Pictures of labels on all kinds of surroundings, drawn without the simulator's table."""

from __future__ import annotations

from typing import Literal, NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from vision.reading import FloatArray, Picture
from vision.registry import Label
from vision.simulator.faces import label

Pattern = Literal["plain", "stripes", "checks", "blots"]
_Field = npt.NDArray[np.float32]

SIZE = (600, 450)
_TEXTURE = 12.0
"""Pixels a millimetre of a label's texture."""
_FINER = 4
_HALF = 45


class Surroundings(NamedTuple):
    pattern: Pattern
    level: float
    """Grey level of the brighter parts."""
    paper: float
    """Grey level of the label's white."""


class Stuck(NamedTuple):
    """One label in a picture."""

    tag: int
    centre: FloatArray
    side: float


def stuck_labels(
    around: Surroundings, spec: Label, tags: list[int], seed: int
) -> tuple[Picture, list[Stuck]]:
    """Twenty labels in any direction, their tags 24 to 40 pixels wide."""
    random = np.random.default_rng(seed)
    picture = _ground(around, random)
    labels = []
    for number, tag in enumerate(tags[:20]):
        row, column = divmod(number, 5)
        centre = np.array([column * 120 + 60, row * 112 + 56]) + random.uniform(-12, 12, 2)
        side = float(random.uniform(24, 40))
        _stick(picture, around.paper, label(tag, spec, _TEXTURE), centre, side / spec.side, random)
        labels.append(Stuck(tag, centre, side))
    soft = cv2.GaussianBlur(picture, (0, 0), 0.7) + random.normal(0, 2, picture.shape)
    return np.clip(soft, 0, 255).astype(np.uint8), labels


def _ground(around: Surroundings, random: np.random.Generator) -> _Field:
    width, height = SIZE
    y, x = np.mgrid[:height, :width]
    if around.pattern == "stripes":
        wave = np.sign(np.sin((x + 0.3 * y) / random.uniform(2, 6)))
        return np.asarray(around.level * (0.75 + 0.25 * wave), np.float32)
    if around.pattern == "checks":
        step = int(random.integers(4, 14))
        dark = ((x // step) + (y // step)) % 2 == 0
        return np.where(dark, 0.4 * around.level, around.level).astype(np.float32)
    if around.pattern == "blots":
        small = random.standard_normal((height // 3, width // 3)).astype(np.float32)
        blots = cv2.resize(small, SIZE, interpolation=cv2.INTER_CUBIC)
        return np.asarray(np.clip(around.level * (1 + 0.3 * blots), 0, 255), np.float32)
    return np.full((height, width), around.level, np.float32)


def _stick(
    picture: _Field,
    paper: float,
    printed: Picture,
    centre: FloatArray,
    px_per_mm: float,
    random: np.random.Generator,
) -> None:
    texture = printed.astype(np.float32) / 255 * 0.9 * paper + 0.1 * paper
    middle = (len(texture) - 1) / 2
    turn = np.asarray(
        cv2.getRotationMatrix2D(
            (middle, middle), float(random.uniform(0, 360)), _FINER * px_per_mm / _TEXTURE
        ),
        np.float64,
    )
    left, top = (int(value) - _HALF for value in centre)
    turn[:, 2] += (centre - (left, top)) * _FINER + (_FINER - 1) / 2 - middle
    wide = 2 * _HALF * _FINER
    layers = [
        cv2.resize(
            cv2.warpAffine(layer, turn, (wide, wide)),
            (2 * _HALF, 2 * _HALF),
            interpolation=cv2.INTER_AREA,
        )
        for layer in (texture, np.ones_like(texture))
    ]
    rows = slice(max(0, top), min(picture.shape[0], top + 2 * _HALF))
    columns = slice(max(0, left), min(picture.shape[1], left + 2 * _HALF))
    inside = np.s_[rows.start - top : rows.stop - top, columns.start - left : columns.stop - left]
    picture[rows, columns] = picture[rows, columns] * (1 - layers[1][inside]) + layers[0][inside]
