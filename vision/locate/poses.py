"""Where the mats are: each one's pose from its own tags, in every picture anew.

A mat's tags are close together compared with the places around it: a printed strip of 40 mm says
little about how the table recedes 200 mm below it. But all mats lie on the same table. So the
table's plane is fitted to the corners of all tags at once, while every mat keeps a pose of its
own on it: three numbers, which even a single tag gives well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.layout import Layout, Mat
from vision.reading import FloatArray, MatTag

_ROUNDS = 5
_OUTLIER_PX = 2.0
_ASTRAY_PX = 6.0
"""A mat whose corners miss the table's plane by more than this does not lie on it."""


@dataclass(frozen=True, slots=True, eq=False)
class MatPose:
    """The homography from a mat's millimetres to the straightened picture, and its inverse."""

    to_picture: FloatArray
    to_mat: FloatArray

    def on_mat(self, points: FloatArray) -> FloatArray:
        """Where points of the (straightened) picture are on the mat, in millimetres."""
        return _mapped(self.to_mat, points)


@dataclass(frozen=True, slots=True)
class Eye:
    """Where the camera is: above which point of a mat, and how high, in millimetres."""

    x: float
    y: float
    above: float

    def lowered(self, points: FloatArray, heights: FloatArray | float) -> FloatArray:
        """Where points really are that lie so high, judging by where they seem to be on the mat."""
        foot = np.array([self.x, self.y])
        share = 1 - np.asarray(heights, np.float64) / self.above
        return np.asarray(foot + (points - foot) * share.reshape(-1, 1))


def eye_over(pose: MatPose, camera: FloatArray) -> Eye:
    """Where a camera is over a mat; `camera` is its matrix: focal length and middle in pixels."""
    seen = np.linalg.inv(camera) @ pose.to_picture
    seen = seen / np.linalg.norm(seen[:, :2], axis=0).mean()
    turn = np.column_stack([seen[:, 0], seen[:, 1], np.cross(seen[:, 0], seen[:, 1])])
    x, y, above = -turn.T @ seen[:, 2]
    return Eye(float(x), float(y), abs(float(above)))


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """The corners of a mat's visible tags: in millimetres on the mat, and in the picture."""

    key: str
    on_mat: FloatArray
    in_picture: FloatArray


def doubled_mats(tags: Sequence[MatTag], layout: Layout) -> frozenset[str]:
    """Mats one of whose tags is seen twice: there are two of them, and no telling which."""
    owners = layout.mat_tags()
    counted = Counter(tag.id for tag in tags)
    return frozenset(owners[number] for number, times in counted.items() if times > 1)


def mat_poses(
    tags: Sequence[MatTag], layout: Layout, straightened: FloatArray
) -> Mapping[str, MatPose]:
    """The pose of every mat that shows a tag; `straightened` are the tags' corners, in order."""
    corners = {tag.id: points for tag, points in zip(tags, straightened, strict=True)}
    doubled = doubled_mats(tags, layout)
    seen = [
        found
        for mat in layout.mats.values()
        if mat.key not in doubled and (found := _seen(mat, corners))
    ]
    if not seen:
        return {}
    alone = {each.key: _homography(each.on_mat, each.in_picture) for each in seen}
    together = _on_one_plane(seen, alone) if len(seen) > 1 else {}
    return {each.key: _pose(together.get(each.key, alone[each.key])) for each in seen}


def _seen(mat: Mat, corners: Mapping[int, FloatArray]) -> _Seen | None:
    visible = [tag for tag in mat.tags if tag.id in corners]
    if not visible:
        return None
    square = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
    on_mat = np.concatenate([square * tag.side + (tag.x, tag.y) for tag in visible])
    in_picture = np.concatenate([corners[tag.id] for tag in visible])
    return _Seen(mat.key, on_mat, in_picture)


def _homography(mm: FloatArray, pixels: FloatArray) -> FloatArray:
    matrix, _ = cv2.findHomography(mm, pixels, 0)
    return np.asarray(matrix, dtype=np.float64)


def _on_one_plane(seen: Sequence[_Seen], alone: Mapping[str, FloatArray]) -> dict[str, FloatArray]:
    """Fits the table's plane and each mat's pose on it to all corners (Gauss and Newton).

    The mat with the widest spread of corners gives the first guess, and its millimetres are the
    plane's. Corners far off count less and less; a mat that stays off is left to its own pose.
    """
    base = max(seen, key=lambda each: float(np.ptp(each.in_picture, axis=0).max()))
    ordered = [base, *(each for each in seen if each is not base)]
    on_mat = np.concatenate([each.on_mat for each in ordered])
    in_picture = np.concatenate([each.in_picture for each in ordered])
    owner = np.repeat(np.arange(len(ordered)), [len(each.on_mat) for each in ordered])
    plane = alone[base.key] / alone[base.key][2, 2]
    to_plane = _inverse(plane)
    poses = np.array([_rigid(each.on_mat, _mapped(to_plane, each.in_picture)) for each in ordered])
    poses[0] = 0.0
    for _ in range(_ROUNDS):
        slopes, off = _slopes(plane, poses, on_mat, in_picture, owner)
        weight = 1 / np.sqrt(1 + (off / _OUTLIER_PX) ** 2)
        move, *_ = np.linalg.lstsq(slopes * weight[:, None], off * weight, rcond=None)
        plane = plane + np.append(move[:8], 0.0).reshape(3, 3)
        poses[1:] += move[8:].reshape(-1, 3)
    fitted = {
        each.key: plane @ _pose_matrix(pose) for each, pose in zip(ordered, poses, strict=True)
    }
    return {
        each.key: fitted[each.key]
        for each in ordered
        if np.abs(_mapped(fitted[each.key], each.on_mat) - each.in_picture).max() < _ASTRAY_PX
    }


def _slopes(
    plane: FloatArray,
    poses: FloatArray,
    on_mat: FloatArray,
    in_picture: FloatArray,
    owner: npt.NDArray[np.intp],
) -> tuple[FloatArray, FloatArray]:
    """How every corner in the picture moves with every number fitted, and how far it is off.

    The numbers are the plane's first eight and x, y and turn of each mat but the first.
    """
    shift, turn = poses[owner, :2], poses[owner, 2]
    c, s = np.cos(turn), np.sin(turn)
    x = c * on_mat[:, 0] - s * on_mat[:, 1] + shift[:, 0]
    y = s * on_mat[:, 0] + c * on_mat[:, 1] + shift[:, 1]
    points = np.stack([x, y, np.ones_like(x)], axis=1)
    depth = points @ plane[2]
    projected = points @ plane[:2].T / depth[:, None]
    count = len(points)
    slopes = np.zeros((count, 2, 8 + 3 * len(poses)))
    for axis in (0, 1):
        slopes[:, axis, 3 * axis : 3 * axis + 3] = points / depth[:, None]
        slopes[:, axis, 6:8] = -projected[:, axis, None] * points[:, :2] / depth[:, None]
    by_point = (plane[:2, :2] - projected[:, :, None] * plane[2, :2]) / depth[:, None, None]
    by_turn = np.stack([shift[:, 1] - y, x - shift[:, 0]], axis=1)
    rows = np.arange(count)
    for number in (0, 1):
        slopes[rows, :, 8 + 3 * owner + number] = by_point[:, :, number]
    slopes[rows, :, 8 + 3 * owner + 2] = np.einsum("nij,nj->ni", by_point, by_turn)
    free = np.delete(slopes, (8, 9, 10), axis=2)
    return free.reshape(2 * count, -1), (in_picture - projected).ravel()


def _rigid(points: FloatArray, targets: FloatArray) -> FloatArray:
    """The shift and turn (x, y, radians) that bring points nearest to their targets."""
    middle, aim = points.mean(axis=0), targets.mean(axis=0)
    one, other = points - middle, targets - aim
    turn = np.arctan2(
        (one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]).sum(), (one * other).sum()
    )
    c, s = np.cos(turn), np.sin(turn)
    shift = aim - np.array([c * middle[0] - s * middle[1], s * middle[0] + c * middle[1]])
    return np.array([shift[0], shift[1], turn])


def _pose_matrix(pose: FloatArray) -> FloatArray:
    x, y, turn = pose
    c, s = np.cos(turn), np.sin(turn)
    return np.array([[c, -s, x], [s, c, y], [0, 0, 1]])


def _mapped(matrix: FloatArray, points: FloatArray) -> FloatArray:
    x, y = points[..., 0], points[..., 1]
    mapped = np.stack([x, y, np.ones_like(x)], axis=-1) @ matrix.T
    return np.asarray(mapped[..., :2] / mapped[..., 2:], dtype=np.float64)


def _pose(to_picture: FloatArray) -> MatPose:
    return MatPose(to_picture, _inverse(to_picture))


def _inverse(matrix: FloatArray) -> FloatArray:
    return np.asarray(np.linalg.inv(matrix), dtype=np.float64)
