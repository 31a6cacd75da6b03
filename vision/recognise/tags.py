"""Reads the tags in a picture, or in parts of it.

OpenCV's ArUco detector finds the quadrilaterals; `squares` says which of them are tags (`quads`
fits them to their edges, `codes` says which tag is inside). What looks like a tag but cannot be
read is looked at once more, enlarged, and is reported as unreadable if that does not help.

Every id of the family is compared, so a tag of another game is recognised as a stranger instead of
being forced into the nearest id of this one.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple

import cv2
import numpy as np

from rules.text import Text
from vision.layout import Layout
from vision.reading import (
    FloatArray,
    MatTag,
    Picture,
    Reading,
    Region,
    Stranger,
    Tags,
    Unreadable,
)
from vision.recognise.quads import Quads, as_quads, inset, ranked, sides
from vision.recognise.remains import look_out, remains
from vision.recognise.squares import Square, distinct, judge
from vision.registry import DICTIONARY, Form, Registry

_SMALLEST_PX = 12.0
"""Sides shorter than this are not looked at: no module would have two pixels."""
_LARGEST_PX = 400.0
_SMALL_PX = 32.0
"""Unreadable tags up to this side get a second look; enlarging does nothing for larger ones."""
_MOST_CLOSER_LOOKS = 40
_LARGE_PX = 32.0
"""Where a tag's side is usually this long, even the farthest are found at half size."""

_SIZES = (0.7, 1.5)
"""Smallest and largest side of an unreadable tag, compared with that of a readable one here."""
_SMALL_PIECE = 6.0
"""In areas of its label: a piece that is smaller is easily overlooked."""

_CUT_MARGINS = (1.0, 0.5)
"""How much scissors leave of a label's margin."""

_GAP_PX = 8
_DARK_WHITE = 160
_FULL_WHITE = 200
_MOST_GAIN = 10.0


class _Search(NamedTuple):
    """How quadrilaterals are looked for."""

    windows: range
    """Sides of the squares over which brightness is averaged for the local threshold."""
    threshold: float
    """Grey levels by which a pixel must be darker than that average."""
    roughness: float
    """How far an outline may be off four straight lines, compared with its length."""


_EVEN = np.rint(255 * np.log1p(np.arange(256) / 2) / np.log1p(255 / 2)).astype(np.uint8)
"""Grey levels by their logarithms; the darkest few, where there is only noise, are not spread."""

_AT_FULL_SIZE = _Search(range(13, 14), 7.0, 0.03)
_AT_HALF_SIZE = _Search(range(11, 12), 7.0, 0.06)
_ENLARGED = _Search(range(9, 46, 12), 4.0, 0.06)


class TagReader:
    """Reads the tags of one game's pieces and of one layout's mats."""

    def __init__(self, registry: Registry, layout: Layout) -> None:
        self._pieces, self._faces = registry.pieces, registry.faces
        self._ids = {(self._pieces[tag], face): tag for tag, face in self._faces.items()}
        self._mats = layout.mat_tags()
        self._label_mm = sorted({form.label.side for form in registry.forms})
        """The sides of labels, the smallest first."""
        self._outlines = sorted(
            {
                (form.label.side, form.label.margin * left)
                for form in registry.forms
                for left in _CUT_MARGINS
            }
        )
        """The sides of tags, and the margins that labels may have around them."""
        self._mm = {tag: registry.form_of(piece).label.side for tag, piece in self._pieces.items()}
        self.small_pieces = frozenset(
            piece for piece in registry.form_by_piece if _is_small(registry.form_of(piece))
        )
        """Pieces so small that a small picture may not show them come or go."""
        for mat in layout.mats.values():
            self._mm.update({tag.id: tag.side for tag in mat.tags})
        self._detectors = _detectors(sorted(self._mm)) if self._mm else {}
        self._px_per_mm: float | None = None
        self._mat_spots: dict[int, FloatArray] = {}

    @property
    def px_per_mm(self) -> float | None:
        """How large a millimetre of the table is, if tags have been read."""
        return self._px_per_mm

    def read(self, picture: Picture, regions: Iterable[Region] | None = None) -> Tags:
        """Everything in the picture, or everything whose centre is in one of the regions."""
        if not self._mm:  # while no game is played, nothing has to be found
            return Tags()
        height, width = picture.shape[:2]
        inside = [Region(0, 0, width, height)] if regions is None else regions
        wanted = [region for region in inside if min(region.clipped(width, height)[2:]) > 0]
        areas = [self._around(region).clipped(width, height) for region in wanted]
        sheet, tops = _sheet([_grey(picture, area) for area in areas])
        squares: list[Square] = []
        for square in self._read(sheet, quick=regions is not None):
            n = bisect_right(tops, square.y) - 1
            placed = square.moved(areas[n].x, areas[n].y - tops[n])
            if wanted[n].contains((placed.x, placed.y)):
                squares.append(placed)
        tags = self._tags(distinct(squares))
        self._mat_spots.update({tag.id: tag.corners for tag in tags.mats})
        return tags

    def looking_out(self, picture: Picture, known: Sequence[Reading]) -> list[Reading]:
        """Which of these tags lie where they were read before, though something covers a part of
        each, or glares on it.
        """
        if not known:
            return []
        height, width = picture.shape[:2]
        quads = as_quads([reading.corners for reading in known])
        (left, top), (right, bottom) = quads.min(axis=(0, 1)), quads.max(axis=(0, 1))
        around = Region(int(left), int(top), int(right - left) + 2, int(bottom - top) + 2)
        area = around.grown(math.ceil(sides(quads).max() / 4)).clipped(width, height)
        if min(area[2:]) == 0:
            return []
        ids = [self._ids[reading.piece, reading.face] for reading in known]
        there = look_out(_grey(picture, area), quads - (area.x, area.y), ids)
        return [reading for reading, is_there in zip(known, there, strict=True) if is_there]

    def _around(self, region: Region) -> Region:
        """A region with so much around it that no tag in it is cut off.

        Mat tags are larger than the others, but lie still: their spots are known.
        """
        grown = region.grown(math.ceil(self._label_mm[-1] * (self._px_per_mm or 4.0)))
        left, top = grown.x, grown.y
        right, bottom = left + grown.width, top + grown.height
        for corners in self._mat_spots.values():
            if region.contains(corners.mean(axis=0)):
                margin = float(np.ptp(corners, axis=0).max()) / 4
                (x0, y0), (x1, y1) = corners.min(axis=0) - margin, corners.max(axis=0) + margin
                left, top = min(left, int(x0)), min(top, int(y0))
                right, bottom = max(right, int(x1) + 1), max(bottom, int(y1) + 1)
        return Region(left, top, right - left, bottom - top)

    def _read(self, grey: Picture, quick: bool) -> list[Square]:
        if min(grey.shape) < _SMALLEST_PX:
            return []
        half = _evened(_scaled(grey, 0.5, cv2.INTER_AREA))
        candidates = self._candidates(grey, half, quick)
        squares = judge(grey, candidates)
        squares += judge(grey, self._within_labels(candidates, squares))
        small = [square for square in squares if square.id is None and square.side < _SMALL_PX]
        for square in small[:_MOST_CLOSER_LOOKS]:
            squares += self._look_closer(grey, square)
        squares = distinct(squares)
        scales = [square.side / self._mm[square.id] for square in squares if square.id in self._mm]
        if scales:
            self._px_per_mm = float(np.median(scales))
        if self._px_per_mm is None:
            return squares
        read = as_quads([square.corners for square in squares if square.id is not None])
        parts = [
            part
            for side in self._label_mm
            for part in remains(grey, half, side * self._px_per_mm, read)
        ]
        squares = [square for square in squares if square.id is not None or self._fits(square)]
        return distinct([*squares, *(Square.unread(part) for part in parts)])

    def _fits(self, square: Square) -> bool:
        """Whether something unreadable is as large as one of the tags would be here."""
        usual = [mm * (self._px_per_mm or 0.0) for mm in {*self._mm.values()}]
        return any(_SIZES[0] * size <= square.side <= _SIZES[1] * size for size in usual)

    def _candidates(self, grey: Picture, half: Picture, quick: bool) -> Quads:
        """All quadrilaterals, of which a few are tags.

        At half size all but small tags are found, for a quarter of the work, in the shade as well
        as in the light. The whole picture is read seldom enough to search it at full size too,
        where grey levels as they are serve blurred tags best.
        """
        quads = self._squares(half, _SMALLEST_PX / 2, _AT_HALF_SIZE) * 2 + 0.5
        if quick and self._px_per_mm and self._label_mm[0] * self._px_per_mm >= _LARGE_PX:
            return quads
        return np.concatenate([quads, self._squares(grey, _SMALLEST_PX, _AT_FULL_SIZE)])

    def _within_labels(self, outlines: Quads, squares: Sequence[Square]) -> Quads:
        """Where tags would be if outlines in which none was read were those of labels.

        A label darker than what surrounds it is found as one dark square, together with its tag.
        """
        read = [square for square in squares if square.id is not None]
        centres = outlines.mean(axis=1)
        free = np.ones(len(outlines), dtype=np.bool_)
        for square in read:
            free &= np.abs(centres - (square.x, square.y)).max(axis=1) > square.side / 2
        length = sides(outlines)
        found = [np.zeros((0, 4, 2))]
        for side, margin in self._outlines:
            whole = side + 2 * margin
            fits = free
            if self._px_per_mm:
                usual = whole * self._px_per_mm
                fits = free & (length >= _SIZES[0] * usual) & (length <= _SIZES[1] * usual)
            found.append(inset(outlines[fits], margin / whole))
        return np.concatenate(found)

    def _look_closer(self, grey: Picture, square: Square) -> list[Square]:
        """A second look at a small soft tag, enlarged twice and at every threshold."""
        height, width = grey.shape
        left, top = square.corners.min(axis=0) - square.side * 0.4
        right, bottom = square.corners.max(axis=0) + square.side * 0.4
        area = Region(int(left), int(top), int(right - left) + 1, int(bottom - top) + 1)
        area = area.clipped(width, height)
        part = grey[area.y : area.y + area.height, area.x : area.x + area.width]
        large = _scaled(part, 2, cv2.INTER_CUBIC)
        quads = self._squares(large, 2 * _SMALLEST_PX, _ENLARGED)
        return [found.moved(area.x, area.y, 2) for found in judge(large, quads)]

    def _squares(self, grey: Picture, smallest: float, search: _Search) -> Quads:
        """All quadrilaterals that OpenCV finds, read by it or not."""
        detector = self._detectors[search]
        settings = detector.getDetectorParameters()
        longest = max(grey.shape)
        settings.minMarkerPerimeterRate = 4 * smallest / longest
        settings.maxMarkerPerimeterRate = 4 * _LARGEST_PX / longest
        detector.setDetectorParameters(settings)
        read, _, unread = detector.detectMarkers(grey)
        return as_quads([*read, *unread])

    def _tags(self, squares: Iterable[Square]) -> Tags:
        pieces: list[Reading] = []
        mats: list[MatTag] = []
        strangers: list[Stranger] = []
        unreadable: list[Unreadable] = []
        for square in squares:
            confidence = min(square.score, 1.0)
            if square.id is None:
                why = Text("A tag here cannot be read")
                unreadable.append(Unreadable(square.corners, why))
            elif square.id in self._pieces:
                piece, face = self._pieces[square.id], self._faces[square.id]
                pieces.append(Reading(piece, square.corners, confidence, face=face))
            elif square.id in self._mats:
                mats.append(MatTag(square.id, square.corners, confidence))
            else:
                strangers.append(Stranger(square.id, square.corners))
        return Tags(tuple(pieces), tuple(mats), tuple(strangers), tuple(unreadable))


def _is_small(form: Form) -> bool:
    """Hardly larger than its label, which is grey when seen from afar."""
    label = form.label.side + 2 * form.label.margin
    return form.width * form.height < _SMALL_PIECE * label**2


def _detectors(ids: list[int]) -> dict[_Search, cv2.aruco.ArucoDetector]:
    """They see only ids in play: that is quicker, and settles on the right one of several nested
    squares.
    """
    family = cv2.aruco.getPredefinedDictionary(DICTIONARY)
    accepted = cv2.aruco.Dictionary(np.ascontiguousarray(family.bytesList[ids]), family.markerSize)
    searches = (_AT_FULL_SIZE, _AT_HALF_SIZE, _ENLARGED)
    return {search: _detector(accepted, search) for search in searches}


def _detector(dictionary: cv2.aruco.Dictionary, search: _Search) -> cv2.aruco.ArucoDetector:
    settings = cv2.aruco.DetectorParameters()
    settings.minDistanceToBorder = 1
    # By default a square close around another one hides it, as a label's outline would its tag.
    settings.minMarkerDistanceRate = 0.02
    settings.adaptiveThreshWinSizeMin = search.windows.start
    settings.adaptiveThreshWinSizeMax = search.windows[-1]
    settings.adaptiveThreshWinSizeStep = search.windows.step
    settings.adaptiveThreshConstant = search.threshold
    settings.polygonalApproxAccuracyRate = search.roughness
    return cv2.aruco.ArucoDetector(dictionary, settings)


def _grey(picture: Picture, area: Region) -> Picture:
    """One part of a picture in grey, brightened if it is dark: the detector's thresholds are not
    relative to the light."""
    part = picture[area.y : area.y + area.height, area.x : area.x + area.width]
    grey = part if part.ndim == 2 else cv2.cvtColor(part, cv2.COLOR_BGR2GRAY)
    white = float(ranked(grey[::8, ::8].reshape(1, -1), 0.98)[0])
    if white >= _DARK_WHITE:
        return np.ascontiguousarray(grey, dtype=np.uint8)
    gain = min(_FULL_WHITE / max(white, 1.0), _MOST_GAIN)
    return np.asarray(cv2.convertScaleAbs(grey, alpha=gain), dtype=np.uint8)


def _evened(grey: Picture) -> Picture:
    """A picture in which a step from black to paper is as high in the shade as in the light.

    Else paper beside something much brighter would count as dark, like the tag printed on it.
    """
    return np.asarray(cv2.LUT(grey, _EVEN), dtype=np.uint8)


def _sheet(parts: Sequence[Picture]) -> tuple[Picture, list[int]]:
    """All parts below each other in one picture, which costs less to read than each alone.

    Also gives the row at which each part starts.
    """
    if len(parts) == 1:
        return parts[0], [0]
    tops = [0, *accumulate(len(part) + _GAP_PX for part in parts)]
    size = (tops[-1], max((part.shape[1] for part in parts), default=0))
    sheet = np.full(size, 128, dtype=np.uint8)
    for part, top in zip(parts, tops, strict=False):
        sheet[top : top + len(part), : part.shape[1]] = part
    return sheet, tops[:-1]


def _scaled(grey: Picture, by: float, interpolation: int) -> Picture:
    scaled = cv2.resize(grey, None, fx=by, fy=by, interpolation=interpolation)
    return np.asarray(scaled, dtype=np.uint8)
