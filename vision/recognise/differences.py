"""What tells look-alikes apart, marked in their pictures for people."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np

from vision.reading import Picture, Region
from vision.recognise.family import families
from vision.recognise.likeness import Flags, Format

_RED = (40, 40, 220)
_AROUND = 5
"""Pixels around a spot that is marked."""
_LEAST = 12
"""Pixels of a spot that tells something; smaller ones are the printing's."""


def look_alikes(cards: Mapping[str, Picture], form: Format) -> list[dict[str, Picture]]:
    """The cards that share a picture with others, each with the spots marked that differ.

    All of a group lie the same way round, in the same light.
    """
    groups = []
    for family in families(cards, form):
        if len(family.kinds) > 1:
            spots = _spots(family.differs & family.inner)
            shown = zip(family.kinds, family.pictures, strict=True)
            groups.append({kind: _marked(picture, spots) for kind, picture in shown})
    return groups


def _spots(differs: Flags) -> list[Region]:
    near = cv2.dilate(differs.astype(np.uint8), np.ones((7, 7), np.uint8))
    count, _, stats, _ = cv2.connectedComponentsWithStats(near)
    height, width = differs.shape
    boxes = (Region(*(int(side) for side in stats[spot][:4])) for spot in range(1, count))
    return [
        box.grown(_AROUND).clipped(width, height)
        for box in boxes
        if differs[box.y : box.y + box.height, box.x : box.x + box.width].sum() >= _LEAST
    ]


def _marked(picture: np.ndarray, spots: list[Region]) -> Picture:
    shown = np.ascontiguousarray(np.clip(picture, 0, 255).astype(np.uint8))
    for box in spots:
        cv2.rectangle(shown, (box.x, box.y), (box.x + box.width, box.y + box.height), _RED, 2)
    return shown
