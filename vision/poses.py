"""Where the frames are: each one's pose from its own tags, in every picture anew.

A frame's tags are close together compared with the places around it: a printed strip of 40 mm says
little about how the table recedes 200 mm below it. But all frames lie on the same table. So the
table's plane is fitted to the corners of all tags at once, while every frame keeps a pose of its
own on it: three numbers, which even a single tag gives well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.layout import Frame, Layout
from vision.reading import FloatArray, FrameTag

_ROUNDS = 5
_OUTLIER_PX = 2.0
_ASTRAY_PX = 6.0
"""A frame whose corners miss the table's plane by more than this does not lie on it."""


@dataclass(frozen=True, slots=True, eq=False)
class FramePose:
    """The homography from a frame's millimetres to the straightened picture, and its inverse."""

    to_picture: FloatArray
    to_frame: FloatArray

    def on_frame(self, points: FloatArray) -> FloatArray:
        """Where points of the (straightened) picture are on the frame, in millimetres."""
        return _mapped(self.to_frame, points)


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """The corners of a frame's visible tags: in millimetres on the frame, and in the picture."""

    key: str
    on_frame: FloatArray
    in_picture: FloatArray


def doubled_frames(tags: Sequence[FrameTag], layout: Layout) -> frozenset[str]:
    """Frames one of whose tags is seen twice: there are two of them, and no telling which."""
    owners = layout.frame_tags()
    counted = Counter(tag.id for tag in tags)
    return frozenset(owners[number] for number, times in counted.items() if times > 1)


def frame_poses(
    tags: Sequence[FrameTag], layout: Layout, straightened: FloatArray
) -> Mapping[str, FramePose]:
    """The pose of every frame that shows a tag; `straightened` are the tags' corners, in order."""
    corners = {tag.id: points for tag, points in zip(tags, straightened, strict=True)}
    doubled = doubled_frames(tags, layout)
    seen = [
        found
        for frame in layout.frames.values()
        if frame.key not in doubled and (found := _seen(frame, corners))
    ]
    if not seen:
        return {}
    alone = {each.key: _homography(each.on_frame, each.in_picture) for each in seen}
    together = _on_one_plane(seen, alone) if len(seen) > 1 else {}
    return {each.key: _pose(together.get(each.key, alone[each.key])) for each in seen}


def _seen(frame: Frame, corners: Mapping[int, FloatArray]) -> _Seen | None:
    visible = [tag for tag in frame.tags if tag.id in corners]
    if not visible:
        return None
    square = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
    on_frame = np.concatenate([square * tag.side + (tag.x, tag.y) for tag in visible])
    in_picture = np.concatenate([corners[tag.id] for tag in visible])
    return _Seen(frame.key, on_frame, in_picture)


def _homography(mm: FloatArray, pixels: FloatArray) -> FloatArray:
    matrix, _ = cv2.findHomography(mm, pixels, 0)
    return np.asarray(matrix, dtype=np.float64)


def _on_one_plane(seen: Sequence[_Seen], alone: Mapping[str, FloatArray]) -> dict[str, FloatArray]:
    """Fits the table's plane and each frame's pose on it to all corners (Gauss and Newton).

    The frame with the widest spread of corners gives the first guess, and its millimetres are the
    plane's. Corners far off count less and less; a frame that stays off is left to its own pose.
    """
    base = max(seen, key=lambda each: float(np.ptp(each.in_picture, axis=0).max()))
    ordered = [base, *(each for each in seen if each is not base)]
    on_frame = np.concatenate([each.on_frame for each in ordered])
    in_picture = np.concatenate([each.in_picture for each in ordered])
    owner = np.repeat(np.arange(len(ordered)), [len(each.on_frame) for each in ordered])
    plane = alone[base.key] / alone[base.key][2, 2]
    to_plane = _inverse(plane)
    poses = np.array(
        [_rigid(each.on_frame, _mapped(to_plane, each.in_picture)) for each in ordered]
    )
    poses[0] = 0.0
    for _ in range(_ROUNDS):
        slopes, off = _slopes(plane, poses, on_frame, in_picture, owner)
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
        if np.abs(_mapped(fitted[each.key], each.on_frame) - each.in_picture).max() < _ASTRAY_PX
    }


def _slopes(
    plane: FloatArray,
    poses: FloatArray,
    on_frame: FloatArray,
    in_picture: FloatArray,
    owner: npt.NDArray[np.intp],
) -> tuple[FloatArray, FloatArray]:
    """How every corner in the picture moves with every number fitted, and how far it is off.

    The numbers are the plane's first eight and x, y and turn of each frame but the first.
    """
    shift, turn = poses[owner, :2], poses[owner, 2]
    c, s = np.cos(turn), np.sin(turn)
    x = c * on_frame[:, 0] - s * on_frame[:, 1] + shift[:, 0]
    y = s * on_frame[:, 0] + c * on_frame[:, 1] + shift[:, 1]
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


def _pose(to_picture: FloatArray) -> FramePose:
    return FramePose(to_picture, _inverse(to_picture))


def _inverse(matrix: FloatArray) -> FloatArray:
    return np.asarray(np.linalg.inv(matrix), dtype=np.float64)
