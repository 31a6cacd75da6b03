"""What readers of pictures have in common: what they find, and what of it counts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np

from rules.text import Text
from vision.reading import FloatArray, Picture, Planes, Reading, Region, Unreadable

NOT_KNOWN = Text("its picture is unknown")
NO_CARD = "no_card"
"""Begins the names of what lies on a table like a card and counts for nothing: the back of a card,
or a card of another game."""


@dataclass(frozen=True, slots=True)
class Art:
    """What was found in a picture."""

    readings: tuple[Reading, ...]
    unreadable: tuple[Unreadable, ...]
    outlines: tuple[FloatArray, ...] = ()
    """What is as large as a tile and like none that is known by its picture; mostly nothing."""


class PictureReader(Protocol):
    """Whoever knows pieces by their pictures."""

    @property
    def kinds(self) -> Collection[str]: ...

    def look_alikes(self, kind: str) -> Collection[str]: ...

    def read(
        self,
        picture: Picture | Planes,
        regions: Sequence[Region] | None = None,
        px_per_mm: float | None = None,
    ) -> Art: ...


class SeveralReaders:
    """Readers of pieces of several sizes, side by side; the first is asked first."""

    def __init__(self, readers: Sequence[PictureReader]) -> None:
        self._readers = readers

    @property
    def kinds(self) -> Collection[str]:
        return [kind for reader in self._readers for kind in reader.kinds]

    def look_alikes(self, kind: str) -> Collection[str]:
        known = (reader for reader in self._readers if kind in reader.kinds)
        return next((reader.look_alikes(kind) for reader in known), (kind,))

    def read(
        self,
        picture: Picture | Planes,
        regions: Sequence[Region] | None = None,
        px_per_mm: float | None = None,
    ) -> Art:
        return gathered([reader.read(picture, regions, px_per_mm) for reader in self._readers])


def gathered(arts: Sequence[Art]) -> Art:
    """What several looks at the same picture have found, each thing once."""
    readings = [reading for art in arts for reading in art.readings]
    unknown = [spot for art in arts for spot in art.unreadable]
    seen = [each.corners for each in readings] + [each.corners for each in unknown]
    others = [corners for art in arts for corners in art.outlines]
    return Art(
        tuple(once(readings)),
        tuple(outermost(unknown, readings)),
        tuple(each for each in others if not any(within(each, around) for around in seen)),
    )


def counts(kind: str) -> bool:
    """Whether it is a kind of card, and not what only lies there like one."""
    return kind.partition("/")[0] != NO_CARD


def within(inner: FloatArray, outer: FloatArray) -> bool:
    x, y = inner.mean(axis=0)
    return cv2.pointPolygonTest(outer.astype(np.float32), (float(x), float(y)), False) >= 0


def once(readings: Iterable[Reading]) -> Iterator[Reading]:
    """Readings without those that two regions had in common."""
    kept: list[Reading] = []
    for reading in readings:
        if not any(np.abs(other.centre - reading.centre).max() < 5 for other in kept):
            kept.append(reading)
            yield reading


def outermost(unknown: Iterable[Unreadable], readings: Sequence[Reading]) -> Iterator[Unreadable]:
    """Unknown outlines that are neither part of a card nor around one; others may lie on it."""
    kept: list[FloatArray] = []
    for spot in unknown:
        if spot.likely:
            yield spot
            continue
        cards = [reading.corners for reading in readings]
        inner = (within(spot.corners, card) or within(card, spot.corners) for card in cards)
        if not spot.covered and any(inner):
            continue
        if not any(within(spot.corners, outline) for outline in kept):
            kept.append(spot.corners)
            yield spot
