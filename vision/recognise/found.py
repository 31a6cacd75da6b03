"""What looking for pictures has found, and how several such looks are put together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.reading import FloatArray, Reading, Unreadable


@dataclass(frozen=True, slots=True)
class Art:
    """What was found in a picture."""

    readings: tuple[Reading, ...]
    unreadable: tuple[Unreadable, ...]
    outlines: tuple[FloatArray, ...] = ()
    """What is as large as a tile and like none that is known by its picture; mostly nothing."""


def gathered(arts: Sequence[Art]) -> Art:
    """What several looks at the same picture have found, each thing once."""
    readings = [reading for art in arts for reading in art.readings]
    unknown = [spot for art in arts for spot in art.unreadable]
    seen = [each.corners for each in readings] + [each.corners for each in unknown]
    others = [corners for art in arts for corners in art.outlines]
    return Art(
        tuple(_once(readings)),
        tuple(_outermost(unknown, readings)),
        tuple(each for each in others if not any(is_within(each, around) for around in seen)),
    )


def _once(readings: Iterable[Reading]) -> Iterator[Reading]:
    """Readings without those that two regions had in common."""
    kept: list[Reading] = []
    for reading in readings:
        if not any(np.abs(other.centre - reading.centre).max() < 5 for other in kept):
            kept.append(reading)
            yield reading


def _outermost(unknown: Iterable[Unreadable], readings: Sequence[Reading]) -> Iterator[Unreadable]:
    """Unknown outlines that are neither part of a card nor around one."""
    kept: list[FloatArray] = []
    for spot in unknown:
        cards = [reading.corners for reading in readings]
        if any(is_within(spot.corners, card) or is_within(card, spot.corners) for card in cards):
            continue
        if not any(is_within(spot.corners, outline) for outline in kept):
            kept.append(spot.corners)
            yield spot


def is_within(inner: FloatArray, outer: FloatArray) -> bool:
    x, y = inner.mean(axis=0)
    return cv2.pointPolygonTest(outer.astype(np.float32), (float(x), float(y)), False) >= 0
