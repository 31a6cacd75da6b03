"""Reads the tags in a picture, or in parts of it.

OpenCV's ArUco detector finds the quadrilaterals; `vision.quads` fits them to their edges and
`vision.codes` says which tag is inside. What looks like a tag but cannot be read is looked at once
more, enlarged, and is reported as unreadable if that does not help.

Every id of the family is compared, so a tag of another game is recognised as a stranger instead of
being forced into the nearest id of this one.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from rules.text import Text
from vision.codes import Decoded, decode, looks_framed
from vision.layout import Layout
from vision.quads import Quads, as_quads, fit_to_edges, sides
from vision.reading import (
    FloatArray,
    FrameTag,
    Picture,
    Reading,
    Region,
    Stranger,
    Tags,
    Unreadable,
)
from vision.registry import DICTIONARY, MODULES, Registry

_SMALLEST_PX = 12.0
"""Sides shorter than this are not looked at: no module would have two pixels."""
_LARGEST_PX = 400.0
_HALF_SIZE_FROM_PX = 30.0
"""Tags from this side on are also looked for at half size, where noise does not break edges."""

# An id is accepted only if all of these hold. Among random squares the best of the family's 2348
# patterns reaches 0.65 on average and needs luck of one in ten million to reach 0.86.
_LEAST_SCORE = 0.86
_LEAST_LEAD = 0.12
_MOST_BORDER_ERRORS = 3

# What looks like a tag, readable or not: a dark border, a white margin, something inside.
_FRAMED_CONTRAST = 8.0
_TAG_TEXTURE = 0.25
_TAG_CONTRAST = 24.0
_TAG_BORDER_ERRORS = 4
_TAG_MARGIN_ERRORS = 8
_TAG_SIZES = (0.7, 1.4)
"""Smallest and largest side of an unreadable tag, compared with that of a readable one here."""

_DARK_WHITE = 160
_FULL_WHITE = 200
_MOST_GAIN = 10.0


@dataclass(frozen=True, slots=True)
class _Square:
    """A tag, or what looks like one: then its id is None."""

    id: int | None
    corners: FloatArray
    """From the tag's own top left, clockwise."""
    x: float
    y: float
    side: float
    score: float

    def moved(self, x: float, y: float, scale: float = 1.0) -> _Square:
        """As seen in the picture of which this was the part at x, y, enlarged by `scale`."""
        # Pixel centres are whole numbers: a pixel's corner, not its centre, stays when enlarged.
        rim = (scale - 1) / 2
        corners = (self.corners - rim) / scale + (x, y)
        centre = ((self.x - rim) / scale + x, (self.y - rim) / scale + y)
        return _Square(self.id, corners, *centre, self.side / scale, self.score)


class TagReader:
    """Reads the tags of one game's pieces and of one layout's frames."""

    def __init__(self, registry: Registry, layout: Layout) -> None:
        self._pieces = registry.pieces
        self._frames = layout.frame_tags()
        self._mm = dict.fromkeys(registry.pieces, registry.label.side)
        for frame in layout.frames.values():
            self._mm.update({tag.id: tag.side for tag in frame.tags})
        family = cv2.aruco.getPredefinedDictionary(DICTIONARY)
        accepted = np.ascontiguousarray(family.bytesList[sorted(self._mm)])
        # The detector sees only ids in play: it is quicker, and settles on the right one of
        # several nested squares.
        self._dictionary = cv2.aruco.Dictionary(accepted, family.markerSize)
        self._detectors: dict[tuple[int, bool], cv2.aruco.ArucoDetector] = {}
        self._px_per_mm: float | None = None

    def read(self, picture: Picture, regions: Iterable[Region] | None = None) -> Tags:
        """Everything in the picture, or everything whose centre is in one of the regions."""
        height, width = picture.shape[:2]
        squares: list[_Square] = []
        for region in (Region(0, 0, width, height),) if regions is None else regions:
            area = region.grown(self._reach()).clipped(width, height)
            if min(area.width, area.height) < _SMALLEST_PX:
                continue
            seen = (square.moved(area.x, area.y) for square in self._read(_grey(picture, area)))
            squares += [square for square in seen if region.contains((square.x, square.y))]
        return self._tags(_distinct(squares))

    def _reach(self) -> int:
        """How far around a region to look, so that no tag in it is cut off."""
        largest = max(self._mm.values(), default=10.0)
        return math.ceil(0.75 * largest * (self._px_per_mm or 4.0))

    def _read(self, grey: Picture) -> list[_Square]:
        squares = self._judge(grey, self._candidates(grey))
        for square in [square for square in squares if square.id is None]:
            squares += self._look_closer(grey, square)
        squares = _distinct(squares)
        scales = [square.side / self._mm[square.id] for square in squares if square.id in self._mm]
        if scales:
            self._px_per_mm = float(np.median(scales))
        return squares

    def _candidates(self, grey: Picture) -> Quads:
        quads = self._squares(grey, _SMALLEST_PX, thorough=False)
        half = _scaled(grey, 0.5, cv2.INTER_AREA)
        if min(half.shape) >= _HALF_SIZE_FROM_PX / 2:
            large = self._squares(half, _HALF_SIZE_FROM_PX / 2, thorough=False)
            quads = np.concatenate([quads, large * 2 + 0.5])
        return quads

    def _look_closer(self, grey: Picture, square: _Square) -> list[_Square]:
        """A second look at a small soft tag, enlarged twice and at every threshold."""
        height, width = grey.shape
        left, top = square.corners.min(axis=0) - square.side * 0.4
        right, bottom = square.corners.max(axis=0) + square.side * 0.4
        area = Region(int(left), int(top), int(right - left) + 1, int(bottom - top) + 1)
        area = area.clipped(width, height)
        part = grey[area.y : area.y + area.height, area.x : area.x + area.width]
        large = _scaled(part, 2, cv2.INTER_CUBIC)
        quads = self._squares(large, 2 * _SMALLEST_PX, thorough=True)
        return [found.moved(area.x, area.y, 2) for found in self._judge(large, quads)]

    def _squares(self, grey: Picture, smallest: float, thorough: bool) -> Quads:
        """All quadrilaterals that OpenCV finds, read by it or not."""
        longest = max(grey.shape)
        key = (longest, thorough)
        if key not in self._detectors:
            self._detectors[key] = _detector(self._dictionary, longest, smallest, thorough)
        read, _, unread = self._detectors[key].detectMarkers(grey)
        return as_quads([*read, *unread])

    def _judge(self, grey: Picture, quads: Quads) -> list[_Square]:
        """The candidates that are tags, or look like tags but cannot be read."""
        quads = quads[looks_framed(grey, quads, _FRAMED_CONTRAST)] if len(quads) else quads
        if not len(quads):
            return []
        quads = fit_to_edges(grey, quads, reach=3.0, share=0.9 / MODULES)
        quads = fit_to_edges(grey, quads, reach=1.5, share=0.5 / MODULES)
        codes = decode(grey, quads)
        read = (
            (codes.score >= _LEAST_SCORE)
            & (codes.lead >= _LEAST_LEAD)
            & (codes.border_errors <= _MOST_BORDER_ERRORS)
        )
        length, centres = sides(quads), quads.mean(axis=1)
        return [
            _Square(
                int(codes.ids[n]) if read[n] else None,
                np.roll(quads[n], int(codes.turns[n]), axis=0),
                float(centres[n, 0]),
                float(centres[n, 1]),
                float(length[n]),
                float(codes.score[n]),
            )
            for n in np.flatnonzero(read | self._tag_like(codes, length))
        ]

    def _tag_like(self, codes: Decoded, length: FloatArray) -> npt.NDArray[np.bool_]:
        like = (
            (codes.border_errors <= _TAG_BORDER_ERRORS)
            & (codes.margin_errors <= _TAG_MARGIN_ERRORS)
            & (codes.contrast >= _TAG_CONTRAST)
            & (codes.texture >= _TAG_TEXTURE)
        )
        if self._px_per_mm is None:
            return like
        fits = np.zeros(len(length), dtype=np.bool_)
        for mm in set(self._mm.values()):
            usual = mm * self._px_per_mm
            fits |= (length >= _TAG_SIZES[0] * usual) & (length <= _TAG_SIZES[1] * usual)
        return like & fits

    def _tags(self, squares: Iterable[_Square]) -> Tags:
        pieces: list[Reading] = []
        frames: list[FrameTag] = []
        strangers: list[Stranger] = []
        unreadable: list[Unreadable] = []
        for square in squares:
            confidence = min(square.score, 1.0)
            if square.id is None:
                why = Text("There is a tag here that cannot be read")
                unreadable.append(Unreadable(square.corners, why))
            elif square.id in self._pieces:
                pieces.append(Reading(self._pieces[square.id], square.corners, confidence))
            elif square.id in self._frames:
                frames.append(FrameTag(square.id, square.corners, confidence))
            else:
                strangers.append(Stranger(square.id, square.corners))
        return Tags(tuple(pieces), tuple(frames), tuple(strangers), tuple(unreadable))


def _detector(
    dictionary: cv2.aruco.Dictionary, longest: int, smallest: float, thorough: bool
) -> cv2.aruco.ArucoDetector:
    """A detector for pictures whose longer side is `longest`: its limits are relative to that."""
    settings = cv2.aruco.DetectorParameters()
    settings.minMarkerPerimeterRate = 4 * smallest / longest
    settings.maxMarkerPerimeterRate = 4 * _LARGEST_PX / longest
    settings.minDistanceToBorder = 1
    # By default a square close around another one hides it, as a label's outline would its tag.
    settings.minMarkerDistanceRate = 0.02
    if thorough:
        settings.adaptiveThreshWinSizeMin = 9
        settings.adaptiveThreshWinSizeMax = 45
        settings.adaptiveThreshWinSizeStep = 12
        settings.adaptiveThreshConstant = 4
        settings.polygonalApproxAccuracyRate = 0.06
    else:
        settings.adaptiveThreshWinSizeMin = settings.adaptiveThreshWinSizeMax = 13
    return cv2.aruco.ArucoDetector(dictionary, settings)


def _grey(picture: Picture, area: Region) -> Picture:
    """One part of a picture in grey, brightened if it is dark: the detector's thresholds are not
    relative to the light."""
    part = picture[area.y : area.y + area.height, area.x : area.x + area.width]
    grey = part if part.ndim == 2 else cv2.cvtColor(part, cv2.COLOR_BGR2GRAY)
    white = float(np.quantile(grey[::8, ::8], 0.98))
    if white >= _DARK_WHITE:
        return np.ascontiguousarray(grey, dtype=np.uint8)
    gain = min(_FULL_WHITE / max(white, 1.0), _MOST_GAIN)
    return np.asarray(cv2.convertScaleAbs(grey, alpha=gain), dtype=np.uint8)


def _scaled(grey: Picture, by: float, interpolation: int) -> Picture:
    scaled = cv2.resize(grey, None, fx=by, fy=by, interpolation=interpolation)
    return np.asarray(scaled, dtype=np.uint8)


def _distinct(squares: Iterable[_Square]) -> list[_Square]:
    """One of all those at the same spot: the best of those that could be read.

    Two different ids at one spot cannot both be right, so neither is.
    """
    ordered = sorted(squares, key=lambda square: (square.id is None, -square.score))
    centres = np.array([(square.x, square.y) for square in ordered]).reshape(-1, 2)
    free = np.ones(len(ordered), dtype=np.bool_)
    kept: list[_Square] = []
    for n, square in enumerate(ordered):
        if not free[n]:
            continue
        here = free & (np.abs(centres - centres[n]).max(axis=1) < square.side / 2)
        free &= ~here
        ids = {ordered[m].id for m in np.flatnonzero(here)} - {None}
        kept.append(square if len(ids) < 2 else replace(square, id=None))
    return kept
