"""Where the calibration sheet has been held so far, and where it still has to be.

A lens is measured well if the sheet was seen in all parts of the picture and slanted to different
sides. A picture is kept only if it adds something to those that are there.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from rules.text import Plural, Text
from vision.checking.verdict import Level, Verdict
from vision.locate.lens import BoardView, board
from vision.reading import FloatArray

COLUMNS, ROWS = 4, 3
"""Parts of the picture."""
ENOUGH_PARTS = 9
ENOUGH_VIEWS = 8
_ENOUGH_SLANT = 25.0
"""Degrees between the two most different slants."""
_APART = 0.1
"""Of the picture's width: so far must the sheet have moved to be worth another picture."""
_TURNED = 10.0
"""Degrees, or so far it must be slanted otherwise."""
_FOCAL = 0.77
"""Focal length in widths of the picture, before it is measured: only angles are compared."""


@dataclass(frozen=True, slots=True)
class Cover:
    """What the pictures of the sheet show together."""

    parts: frozenset[tuple[int, int]]
    """Columns and rows of the picture in which the sheet has been."""
    slant: float
    views: int

    @property
    def is_enough(self) -> bool:
        return (
            len(self.parts) >= ENOUGH_PARTS
            and self.views >= ENOUGH_VIEWS
            and self.slant >= _ENOUGH_SLANT
        )


def cover_of(views: Sequence[BoardView]) -> Cover:
    parts: set[tuple[int, int]] = set()
    for view in views:
        width, height = view.size
        columns = np.clip(view.corners[:, 0] * COLUMNS / width, 0, COLUMNS - 1).astype(int)
        rows = np.clip(view.corners[:, 1] * ROWS / height, 0, ROWS - 1).astype(int)
        parts |= set(zip(columns.tolist(), rows.tolist(), strict=True))
    normals = [_normal(view) for view in views]
    slant = max((_angle(one, other) for one in normals for other in normals), default=0.0)
    return Cover(frozenset(parts), slant, len(views))


def adds(view: BoardView, views: Sequence[BoardView]) -> bool:
    """Whether a picture shows the sheet elsewhere, or otherwise slanted, than all others."""
    middle, normal = view.corners.mean(axis=0), _normal(view)
    return all(
        view.size == other.size
        and (
            float(np.linalg.norm(other.corners.mean(axis=0) - middle)) > _APART * view.size[0]
            or _angle(_normal(other), normal) > _TURNED
        )
        for other in views
    )


def judge_cover(cover: Cover) -> Verdict:
    """What is still missing before the lens can be measured."""
    if cover.is_enough:
        return Verdict(Level.GOOD, (Text("Done: the whole picture is covered."),))
    taken = Plural("{n} good picture", "{n} good pictures", cover.views)
    if len(cover.parts) < ENOUGH_PARTS:
        mend = Text("Hold the sheet where the map is empty, also near the edges.")
    elif cover.slant < _ENOUGH_SLANT:
        mend = Text("Tilt the sheet 20 to 40 degrees, to another side each time.")
    else:
        mend = Text("Move the sheet and tilt it another way.")
    return Verdict(Level.NEARLY, (taken, mend))


def _normal(view: BoardView) -> FloatArray:
    """Which way the sheet faces, roughly."""
    width, height = view.size
    focal = _FOCAL * width
    matrix = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1]])
    corners = np.asarray(board().getChessboardCorners(), np.float64)[list(view.ids)]
    _, turn, _ = cv2.solvePnP(corners, view.corners.reshape(-1, 1, 2), matrix, np.zeros(4))
    return np.asarray(cv2.Rodrigues(turn)[0][:, 2], np.float64)


def _angle(one: FloatArray, other: FloatArray) -> float:
    return math.degrees(math.acos(float(np.clip(one @ other, -1, 1))))
