"""Boards without tags: a board that was photographed once is known again by what is printed on it.

Features of the photograph are found in a picture of the table, and where enough of them, all over
the board, agree on one flat board, that is its pose. It is given as the tags that would be stuck on
the board, so that nobody else has to know of it; where real ones are seen, they count, and a
photograph that does not agree with them is not believed. A pose is looked for only if the board is
not known to lie where it lay: some spots of it are compared, which costs next to nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, cast

import cv2
import numpy as np
from cv2.typing import MatLike

from rules.text import Text
from vision.layout import Layout, Mat
from vision.reading import FloatArray, MatTag, Picture, Region
from vision.recognise.likeness import homography, through, warped
from vision.recognise.outlines import find_outlines

PX_PER_MM = 2.0
"""Of a photograph that is kept."""
_FEATURES = 3000
_FEATURE_SCALE = 1.2
"""Pixels a millimetre at which features are looked for."""
_SEEN_AT = 1.0
"""Pixels a millimetre that a camera above a table has at least: a board that cannot be found in
this picture of itself is found on no table."""
_CLEAR = 0.75
_FEWEST = 25
_INLIER_PX = 2.5
_LEAST_SPREAD = 0.2
"""Of the board: so much must be between the features that agree."""
_LEAST_SHOWN = 0.1
"""Of a photograph: so much must be the board."""
_FRAME, _EDGE = 0.012, 0.15
"""How far from the edge a frame may be printed, of a side's length; and how clear the edge is at
least, beside the clearest line."""
_LEAST_FLAT = 0.3
"""The smallest scale along a side of a board, of the largest."""
_SPOTS, _SPOT_MM = 9, 30.0
"""Spots by which it is told whether a board still lies there."""
_STILL, _LEAST_STILL = 0.7, 0.5
"""How alike a spot must be, and how many of them."""
_MOST_OFF_MM = 3.0
"""How far a real tag may be from where the photograph says."""
_LARGEST = 1600
"""Pixels of a picture's longer side in which features are looked for."""


Top = Literal["top", "right", "bottom", "left"]
TOPS: tuple[Top, ...] = ("top", "right", "bottom", "left")
"""Where in a picture the top edge of a board may be, clockwise."""


NO_COLOURS = Text("The picture has no colours. Use a colour camera.")
NO_BOARD = Text(
    "No board found. Clear it, lay it on a darker or lighter table, and photograph all of it."
)
TOO_LITTLE = Text(
    "Too little of the printed board is visible. Take a sharper picture, in good light,"
    " from nearer. If little is printed on it, use tags."
)


class BoardError(ValueError):
    """A photograph of which no board can be made; says why and what to do."""

    def __init__(self, reason: Text) -> None:
        super().__init__(str(reason))
        self.reason = reason


def straightened(picture: Picture, mat: Mat, top: Top = "top") -> Picture:
    """The board of a photograph that shows it whole, its top edge to one side of the picture."""
    picture = np.ascontiguousarray(np.rot90(picture, TOPS.index(top)))
    if picture.ndim != 3:
        raise BoardError(NO_COLOURS)
    outlines = find_outlines(_smaller(picture)[0], (mat.width, mat.height))
    by = _smaller(picture)[1]
    if not outlines or cv2.contourArea(outlines[0].astype(np.float32)) * by**2 < _LEAST_SHOWN * (
        picture.shape[0] * picture.shape[1]
    ):
        raise BoardError(NO_BOARD)
    corners = (outlines[0] + 0.5) * by - 0.5
    ways = [np.roll(corners, -n, axis=0) for n in range(4)]
    wide = mat.width > mat.height
    lengths = [float(np.linalg.norm(way[1] - way[0])) for way in ways]
    fitting = [
        way
        for way, length in zip(ways, lengths, strict=True)
        if (length >= sum(lengths) / 4) == wide or mat.width == mat.height
    ]
    upright = min(fitting, key=lambda way: float(way[0, 1] + way[1, 1]))
    kept = cut_out(picture, mat, _to_the_edge(picture, upright))
    by = _SEEN_AT / PX_PER_MM
    seen = np.asarray(cv2.resize(kept, None, fx=by, fy=by, interpolation=cv2.INTER_AREA), np.uint8)
    if _found(seen, _Board(mat, _grey(kept))) is None:
        raise BoardError(TOO_LITTLE)
    return kept


def _to_the_edge(picture: Picture, corners: FloatArray) -> FloatArray:
    """An outline moved from a frame that is printed along a board's edge to the edge itself."""
    lines: list[tuple[FloatArray, FloatArray]] = []
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        along = (end - start) / np.linalg.norm(end - start)
        outward = np.array([along[1], -along[0]])
        reach = _FRAME * float(np.linalg.norm(end - start))
        offsets = np.arange(-2.0, reach, 0.5)
        shares = np.linspace(0.1, 0.9, 200)
        spots = start + shares[:, None] * (end - start)
        at = (spots[None] + offsets[:, None, None] * outward).astype(np.float32)
        seen = cv2.remap(picture, at[..., 0], at[..., 1], cv2.INTER_LINEAR)
        levels = np.median(seen.astype(np.float32), axis=1)
        steps = np.abs(np.diff(levels, axis=0)).max(axis=1)
        strong = np.flatnonzero(steps > max(_EDGE * float(steps.max()), 1.0))
        off = float(offsets[strong[-1]]) + 0.25 if len(strong) else 0.0
        lines.append((start + off * outward, along))
    crossed = []
    for (point, way), (other, other_way) in zip(lines[-1:] + lines[:-1], lines, strict=True):
        share = np.linalg.solve(np.stack([way, -other_way], axis=1), other - point)
        crossed.append(point + share[0] * way)
    return np.array(crossed)


def cut_out(picture: Picture, mat: Mat, corners: FloatArray) -> Picture:
    """A board within its corners, clockwise from its own top left."""
    width, height = size_of(mat)
    edge = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64) - 0.5
    return warped(picture, homography(edge, corners), (width, height))


def size_of(mat: Mat) -> tuple[int, int]:
    """Pixels of a kept photograph."""
    return round(mat.width * PX_PER_MM), round(mat.height * PX_PER_MM)


@dataclass(frozen=True)
class _Board:
    mat: Mat
    picture: Picture
    """Grey, as it is kept."""

    @cached_property
    def features(self) -> tuple[FloatArray, MatLike]:
        """Where they are, in millimetres, and what they look like."""
        by = _FEATURE_SCALE / PX_PER_MM
        small = cv2.resize(self.picture, None, fx=by, fy=by, interpolation=cv2.INTER_AREA)
        points, descriptors = _features(np.asarray(small, np.uint8))
        return (points + 0.5) / _FEATURE_SCALE, descriptors

    @cached_property
    def spots(self) -> list[FloatArray]:
        """Squares of the board on which most is printed, in millimetres, far from each other."""
        points, _ = self.features
        half, chosen = _SPOT_MM / 2, list[FloatArray]()
        inside = [
            point
            for point in points
            if half <= point[0] <= self.mat.width - half
            and half <= point[1] <= self.mat.height - half
        ]
        crowd = [int((np.abs(points - point).max(axis=1) < half).sum()) for point in inside]
        for number in np.argsort(-np.array(crowd), kind="stable"):
            point = inside[int(number)]
            if all(float(np.abs(point - other).max()) > 2 * _SPOT_MM for other in chosen):
                chosen.append(point)
            if len(chosen) == _SPOTS:
                break
        return [np.asarray(point, np.float64) for point in chosen]


class Boards:
    """Knows the boards of a layout by their photographs."""

    def __init__(self, pictures: Mapping[str, Picture], layout: Layout) -> None:
        """`pictures` are of mats, each as it is kept."""
        self._boards = {
            key: _Board(layout.mats[key], _grey(picture))
            for key, picture in pictures.items()
            if key in layout.mats
        }
        self._poses: dict[str, FloatArray] = {}
        """From a mat's millimetres to the picture, where it was last found."""
        self.searches = 0
        """How often a board had to be looked for."""

    def read(
        self, picture: Picture, regions: Sequence[Region] | None, tags: Iterable[MatTag]
    ) -> Iterator[MatTag]:
        """The tags that would be on the boards, where none are: those in the regions, or all."""
        seen = {tag.id: tag for tag in tags}
        for key, board in self._boards.items():
            own = [tag for tag in board.mat.tags if tag.id in seen]
            if len(own) == len(board.mat.tags):
                continue
            pose = self._pose(picture, key, look=regions is None)
            if pose is None or not _agree(pose, board.mat, seen):
                continue
            for number, corners in _tags_on(board.mat, pose):
                inside = regions is None or any(
                    region.contains(corners.mean(axis=0)) for region in regions
                )
                if inside and number not in seen:
                    yield MatTag(number, corners)

    def _pose(self, picture: Picture, key: str, look: bool) -> FloatArray | None:
        board, known = self._boards[key], self._poses.get(key)
        if known is not None and _lies_still(picture, board, known):
            return known
        if not look:
            return None
        self.searches += 1
        found = _found(picture, board)
        if found is None:
            self._poses.pop(key, None)
        else:
            self._poses[key] = found
        return found


def _found(picture: Picture, board: _Board) -> FloatArray | None:
    """Where a board lies, by its features; None if that is not certain."""
    small, by = _smaller(picture)
    points, descriptors = _features(_grey(small))
    here, known = board.features
    if len(points) < _FEWEST or len(here) < _FEWEST:
        return None
    pairs = cv2.BFMatcher(cv2.NORM_L2).knnMatch(known, descriptors, k=2)
    good = [one for one, *other in pairs if other and one.distance < _CLEAR * other[0].distance]
    if len(good) < _FEWEST:
        return None
    source = np.array([here[match.queryIdx] for match in good], np.float64)
    target = np.array([points[match.trainIdx] for match in good], np.float64)
    matrix, agreeing = cv2.findHomography(source, target, cv2.RANSAC, _INLIER_PX)
    found = cast("FloatArray | None", matrix)
    if found is None:
        return None
    inliers = source[agreeing.ravel() > 0]
    if len(inliers) < _FEWEST or not _is_spread(inliers, board.mat):
        return None
    enlarged = np.array([[by, 0, (by - 1) / 2], [0, by, (by - 1) / 2], [0, 0, 1]])
    pose = np.asarray(enlarged @ found, np.float64)
    return pose if _is_flat(pose, board.mat) else None


def _is_spread(points: FloatArray, mat: Mat) -> bool:
    hull = cv2.convexHull(points.astype(np.float32))
    return cv2.contourArea(hull) > _LEAST_SPREAD * mat.width * mat.height


def _is_flat(pose: FloatArray, mat: Mat) -> bool:
    """Whether a pose is that of a board that lies before a camera, and not of a crumpled one."""
    edge = np.array([[0, 0], [mat.width, 0], [mat.width, mat.height], [0, mat.height]], np.float64)
    corners = through(edge, pose).astype(np.float32)
    if not cv2.isContourConvex(corners) or cv2.contourArea(corners, True) < 0:
        return False
    sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    scales = sides / np.array([mat.width, mat.height, mat.width, mat.height])
    return bool(float(scales.min()) / float(scales.max()) > _LEAST_FLAT)


def _lies_still(picture: Picture, board: _Board, pose: FloatArray) -> bool:
    """Whether what is printed on a board is where it was; pieces may lie on some of it."""
    side = round(_SPOT_MM * PX_PER_MM)
    alike = 0
    for point in board.spots:
        corner = point - _SPOT_MM / 2
        to_board = np.array([[1, 0, corner[0]], [0, 1, corner[1]], [0, 0, 1]])
        scale = np.diag([1 / PX_PER_MM, 1 / PX_PER_MM, 1.0])
        shown = _grey(warped(picture, pose @ to_board @ scale, (side, side)))
        left, top = (round(float(value) * PX_PER_MM) for value in corner)
        kept = board.picture[top : top + side, left : left + side]
        if kept.shape != shown.shape:
            continue
        score = cv2.matchTemplate(shown, kept, cv2.TM_CCOEFF_NORMED)
        alike += float(score[0, 0]) > _STILL
    return alike >= max(1.0, _LEAST_STILL * len(board.spots))


def _agree(pose: FloatArray, mat: Mat, seen: Mapping[int, MatTag]) -> bool:
    """Whether the real tags of a board are where its photograph says."""
    back = np.asarray(np.linalg.inv(pose), np.float64)
    return all(
        float(np.linalg.norm(through(seen[tag.id].centre[None], back)[0] - (tag.x, tag.y)))
        < _MOST_OFF_MM
        for tag in mat.tags
        if tag.id in seen
    )


def _tags_on(mat: Mat, pose: FloatArray) -> Iterator[tuple[int, FloatArray]]:
    square = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
    for tag in mat.tags:
        yield tag.id, through(square * tag.side + (tag.x, tag.y), pose)


def _features(grey: Picture) -> tuple[FloatArray, MatLike]:
    points, descriptors = cv2.SIFT.create(nfeatures=_FEATURES).detectAndCompute(grey, None)
    spots = np.array([point.pt for point in points], np.float64).reshape(-1, 2)
    return spots, np.asarray(descriptors if len(points) else np.zeros((0, 128)), np.float32)


def _smaller(picture: Picture) -> tuple[Picture, float]:
    """A picture that is not too large to look for features, and by how much it was larger."""
    by = max(1.0, max(picture.shape[:2]) / _LARGEST)
    if by == 1.0:
        return picture, by
    small = cv2.resize(picture, None, fx=1 / by, fy=1 / by, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), by


def _grey(picture: Picture) -> Picture:
    return np.asarray(
        cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY) if picture.ndim == 3 else picture, np.uint8
    )
