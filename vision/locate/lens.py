"""The lens: measured once from pictures of the calibration sheet, then taken out of every point.

Only points are corrected, never whole pictures: a table has some hundred corners of interest and
twelve million pixels.

The calibration sheet is a ChArUco board, defined here and printed from here. Its markers are of a
family of their own (4 x 4 modules), so that they can never be taken for the tag of a piece.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision.reading import FloatArray, Picture

BOARD_DICTIONARY = cv2.aruco.DICT_4X4_100
BOARD_SQUARES = (7, 10)
"""Columns and rows of the chessboard."""
BOARD_SQUARE_MM = 25.0
BOARD_MARKER_MM = 18.0

_FEWEST_CORNERS = 12
"""Corners of the board that a picture must show to be of use."""
_FEWEST_PICTURES = 6
_LEAST_TILT_SPREAD = 12.0
"""Degrees by which the board's slant must differ between some two pictures."""
_MOST_ERROR_PX = 1.5
_BENDS = 5
"""Numbers that say how a lens bends lines."""


class LensError(ValueError):
    """A calibration that cannot be made or read; the message says why and what to do."""


def board() -> cv2.aruco.CharucoBoard:
    """The chessboard with markers that is printed as the calibration sheet."""
    dictionary = cv2.aruco.getPredefinedDictionary(BOARD_DICTIONARY)
    return cv2.aruco.CharucoBoard(BOARD_SQUARES, BOARD_SQUARE_MM, BOARD_MARKER_MM, dictionary)


@dataclass(frozen=True, slots=True)
class Lens:
    """A camera's focal lengths and middle in pixels, and how its lens bends straight lines."""

    width: int
    height: int
    focal: tuple[float, float]
    middle: tuple[float, float]
    distortion: tuple[float, ...]
    """k1, k2, p1, p2, k3, as OpenCV has them."""
    error: float = 0.0
    """Root mean square distance, in pixels, of the board's corners from where they should be."""

    def fits(self, width: int, height: int) -> bool:
        """Whether pictures of this size show what those of the calibration did."""
        return abs(height - self.height * width / self.width) <= 2

    def straightened(self, points: FloatArray, width: int, height: int) -> FloatArray:
        """Where points of a picture would be if the lens bent nothing.

        The picture may be of another size than those of the calibration, but not of another shape:
        then it was cut out of the sensor's picture in a way that nobody can know.
        """
        scale = width / self.width
        if not self.fits(width, height):
            raise LensError(
                f"The lens was calibrated with pictures of {self.width} x {self.height} pixels, "
                f"but this picture has {width} x {height}, which is another shape. Calibrate again "
                "with pictures of this size, or set the camera back to the former size."
            )
        matrix = self.matrix(scale)
        flat = np.ascontiguousarray(points, dtype=np.float64).reshape(-1, 1, 2)
        straight = cv2.undistortPoints(flat, matrix, np.array(self.distortion), P=matrix)
        return np.asarray(straight, dtype=np.float64).reshape(points.shape)

    def matrix(self, scale: float = 1.0) -> FloatArray:
        """Focal lengths and middle as OpenCV has them, for pictures of another size."""
        # Pixel centres are whole numbers, so a picture's edge is at -0.5.
        (fx, fy), (cx, cy) = self.focal, self.middle
        return np.array(
            [
                [fx * scale, 0, (cx + 0.5) * scale - 0.5],
                [0, fy * scale, (cy + 0.5) * scale - 0.5],
                [0, 0, 1],
            ]
        )

    def written(self) -> str:
        """The file in which it is kept."""
        lines = (
            "# The lens of one camera, as measured from pictures of the calibration sheet.",
            f"size = [{self.width}, {self.height}]",
            f"focal = {_numbers(self.focal)}",
            f"middle = {_numbers(self.middle)}",
            f"distortion = {_numbers(self.distortion)}",
            f"error = {self.error:.4f}",
        )
        return "\n".join(lines) + "\n"


def load_lens(path: Path) -> Lens:
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        width, height = (int(n) for n in data["size"])
        fx, fy = (float(n) for n in data["focal"])
        cx, cy = (float(n) for n in data["middle"])
        distortion = tuple(float(n) for n in data["distortion"])
        error = float(data["error"])
        _check_numbers((width, height, fx, fy), (cx, cy, *distortion, error), len(distortion))
    except OSError as problem:
        raise LensError(
            f"{path}: the lens cannot be read ({problem.strerror}). Make it by calibrating with "
            "pictures of the calibration sheet."
        ) from problem
    except (KeyError, TypeError, ValueError, OverflowError, RecursionError) as problem:
        raise LensError(
            f"{path}: is not a lens as the calibration writes it ({problem}). Calibrate again."
        ) from problem
    return Lens(width, height, (fx, fy), (cx, cy), distortion, error)


def _check_numbers(sizes: Sequence[float], others: Sequence[float], bends: int) -> None:
    """A file can have numbers in all its places and still be no lens."""
    if not all(map(math.isfinite, (*sizes, *others))) or min(sizes) <= 0 or bends != _BENDS:
        raise ValueError("no camera has such a lens")


def fitting(lens: Lens | None, size: tuple[int, int]) -> Lens | None:
    """A lens that was measured with pictures of another shape is none: it says nothing of these."""
    return lens if lens is not None and lens.fits(*size) else None


@dataclass(frozen=True, slots=True, eq=False)
class BoardView:
    """The corners of the board in one picture."""

    name: str
    size: tuple[int, int]
    """Width and height of the picture."""
    ids: tuple[int, ...]
    corners: FloatArray


def find_board(picture: Picture, name: str) -> BoardView | None:
    """The board's inner corners in a picture, sub-pixel; None if too few of them are seen."""
    grey = picture if picture.ndim == 2 else cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    corners, ids, _, _ = cv2.aruco.CharucoDetector(board()).detectBoard(grey)
    if ids is None or len(ids) < _FEWEST_CORNERS:
        return None
    height, width = grey.shape[:2]
    points = np.asarray(corners, dtype=np.float64).reshape(-1, 2)
    return BoardView(name, (width, height), tuple(int(n) for n in ids.ravel()), points)


def calibrate(views: Sequence[BoardView], progress: Callable[[str], None] | None = None) -> Lens:
    """The lens that fits all pictures of the board; `progress` is told the error of each."""
    _check_number(views)
    width, height = _common_size(views)
    object_points = [_on_board(view) for view in views]
    image_points = [view.corners.astype(np.float32).reshape(-1, 1, 2) for view in views]
    result = cv2.calibrateCameraExtended(
        object_points, image_points, (width, height), np.eye(3), np.zeros(5)
    )
    error, matrix, distortion, turns = result[:4]
    per_view = np.asarray(result[-1]).ravel()
    if progress:
        for view, each in zip(views, per_view, strict=True):
            progress(f"{view.name}: {len(view.ids)} corners, off by {each:.2f} pixels")
    _check_slants(turns)
    if error > _MOST_ERROR_PX:
        worst = views[int(per_view.argmax())].name
        raise LensError(
            f"The corners are off by {error:.2f} pixels, which is too much (at most "
            f"{_MOST_ERROR_PX}). The worst picture is {worst}: leave it out if it is blurred, keep "
            "the sheet flat, and check that zoom and focus were the same in all pictures."
        )
    return Lens(
        width,
        height,
        (float(matrix[0, 0]), float(matrix[1, 1])),
        (float(matrix[0, 2]), float(matrix[1, 2])),
        tuple(float(n) for n in np.asarray(distortion).ravel()[:5]),
        float(error),
    )


def _check_number(views: Sequence[BoardView]) -> None:
    if len(views) < _FEWEST_PICTURES:
        raise LensError(
            f"The calibration sheet was found in {len(views)} pictures; at least "
            f"{_FEWEST_PICTURES} are needed, better fifteen. Take more, with most of the sheet "
            "in view, sharp, and slanted differently each time."
        )


def _common_size(views: Sequence[BoardView]) -> tuple[int, int]:
    first = views[0]
    for view in views:
        if view.size != first.size:
            raise LensError(
                f"{view.name} has {view.size[0]} x {view.size[1]} pixels, but {first.name} has "
                f"{first.size[0]} x {first.size[1]}. Use pictures of one camera at one size."
            )
    return first.size


def _check_slants(turns: Sequence[object]) -> None:
    """Pictures from the same direction cannot tell focal length from distance."""
    normals = [cv2.Rodrigues(np.asarray(turn, dtype=np.float64))[0][:, 2] for turn in turns]
    spread = max(
        math.degrees(math.acos(float(np.clip(one @ other, -1, 1))))
        for one in normals
        for other in normals
    )
    if spread < _LEAST_TILT_SPREAD:
        raise LensError(
            f"All pictures show the sheet from nearly the same direction (within {spread:.0f} "
            "degrees), which does not tell focal length from distance. Take some with the sheet "
            "slanted by 20 to 40 degrees, to different sides."
        )


def _on_board(view: BoardView) -> npt.NDArray[np.float32]:
    """Where the corners of a view are on the sheet, in millimetres."""
    corners = np.asarray(board().getChessboardCorners(), dtype=np.float32)
    return corners[list(view.ids)].reshape(-1, 1, 3)


def _numbers(values: Sequence[float]) -> str:
    return "[" + ", ".join(f"{value:.10g}" for value in values) + "]"
